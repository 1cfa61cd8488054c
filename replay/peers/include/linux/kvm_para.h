/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PEER_LINUX_KVM_PARA_H
#define PEER_LINUX_KVM_PARA_H

/* haltpoll registers in a guest only; in here it always may. */
#define kvm_para_available()	true

#endif /* PEER_LINUX_KVM_PARA_H */
