// SPDX-License-Identifier: GPL-2.0
/*
 * Stands in for a POWER machine's firmware that tells extended CEDE records (RTAS call
 * ibm,get-system-parameter, token 45), which QEMU's does not: rtas_call() returns what such
 * firmware would write. Only callers after this module was loaded see it: the driver asked at boot.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/string.h>
#include <asm/rtas.h>

#define CEDE_TOKEN	45
#define RECORDS_MAX	16
#define RECORD_SIZE	10	/* hint, latency (64 bit), wake on interrupts */

static char *records = "";
module_param(records, charp, 0444);
MODULE_PARM_DESC(records, "Latency of each record in timebase ticks, joined by plus signs");

/* As the firmware writes it: size, size of a record less one, records, a zero byte. */
static u8 payload[3 + RECORDS_MAX * RECORD_SIZE + 1];
static size_t payload_size;
static int parameter_service;

struct call {
	void *buffer;
	size_t size;
};

/* rtas_call(token, nargs, nret, outputs, parameter, address, size) */
static int call_entry(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	struct call *call = (struct call *)instance->data;

	if ((int)regs->gpr[3] != parameter_service || (int)regs->gpr[4] != 3 ||
	    (int)regs->gpr[7] != CEDE_TOKEN)
		return 1;
	call->buffer = __va((u32)regs->gpr[8]);
	call->size = (u32)regs->gpr[9];
	return 0;
}

static int call_return(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	struct call *call = (struct call *)instance->data;

	memcpy(call->buffer, payload, min(call->size, payload_size));
	regs->gpr[3] = 0;
	return 0;
}
NOKPROBE_SYMBOL(call_entry);
NOKPROBE_SYMBOL(call_return);

static struct kretprobe probe = {
	.kp.symbol_name = "rtas_call",
	.entry_handler = call_entry,
	.handler = call_return,
	.data_size = sizeof(struct call),
};

static int fill_payload(void)
{
	char text[256], *rest = text, *word;
	u8 *end = payload + 3;
	int count = 0;
	__be64 latency;
	__be16 size;
	u64 ticks;

	if (strscpy(text, records, sizeof(text)) < 0)
		return -E2BIG;
	while (*text && (word = strsep(&rest, "+"))) {
		if (count == RECORDS_MAX)
			return -E2BIG;
		if (kstrtou64(word, 0, &ticks))
			return -EINVAL;
		end[0] = ++count;
		latency = cpu_to_be64(ticks);
		memcpy(end + 1, &latency, sizeof(latency));
		end[RECORD_SIZE - 1] = 1;
		end += RECORD_SIZE;
	}
	*end++ = 0;
	payload_size = end - payload;
	size = cpu_to_be16(payload_size - sizeof(size));
	memcpy(payload, &size, sizeof(size));
	payload[2] = RECORD_SIZE - 1;
	return 0;
}

static int __init firmware_init(void)
{
	int ret = fill_payload();

	if (ret) {
		pr_err("records=%s: up to %d numbers joined by + are wanted\n",
		       records, RECORDS_MAX);
		return ret;
	}
	parameter_service = rtas_token("ibm,get-system-parameter");
	if (parameter_service == RTAS_UNKNOWN_SERVICE) {
		pr_err("there is no RTAS service ibm,get-system-parameter\n");
		return -ENODEV;
	}
	return register_kretprobe(&probe);
}

static void __exit firmware_exit(void)
{
	unregister_kretprobe(&probe);
}

module_init(firmware_init);
module_exit(firmware_exit);
MODULE_DESCRIPTION("Extended CEDE records, as firmware tells them");
MODULE_LICENSE("GPL");
