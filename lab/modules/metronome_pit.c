// SPDX-License-Identifier: GPL-2.0
/*
 * Channel 0 of the PC's timer as a square wave, its interrupt masked.
 *
 * POWER has no such timer of its own: the lab plugs in a bridge that has one (i82378), whose
 * interrupt leads nowhere.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/math64.h>
#include <linux/pci.h>
#include <linux/time64.h>
#if defined(CONFIG_X86)
#include <linux/i8253.h>
#elif defined(CONFIG_PPC64)
#include <asm/pci-bridge.h>
#endif

#include "metronome.h"

#define RATE_HZ		1193182ull
#define MODE_PORT	0x43
#define CHANNEL0_PORT	0x40
#define SQUARE_WAVE	0x36	/* channel 0, low byte then high byte, mode 3 */
#define ONE_SHOT	0x30	/* channel 0, mode 0: never fires again */

#if defined(CONFIG_X86)

#define PIC_MASK_PORT	0x21
#define PIC_IRQ0	0x01

static int timer_find(void)
{
	disable_irq(0);
	outb(inb(PIC_MASK_PORT) | PIC_IRQ0, PIC_MASK_PORT);
	return 0;
}

static void timer_release(void)
{
	enable_irq(0);
}

static void timer_program(u8 mode, u16 count)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&i8253_lock, flags);
	outb_p(mode, MODE_PORT);
	outb_p(count & 0xff, CHANNEL0_PORT);
	outb_p(count >> 8, CHANNEL0_PORT);
	raw_spin_unlock_irqrestore(&i8253_lock, flags);
}

#elif defined(CONFIG_PPC64)

#define BRIDGE_DEVICE	0x0484	/* Intel 82378 */

static void __iomem *ports;

static int timer_find(void)
{
	struct pci_dev *bridge = pci_get_device(PCI_VENDOR_ID_INTEL, BRIDGE_DEVICE, NULL);
	u16 command;

	if (!bridge) {
		pr_err("there is no i82378 bridge\n");
		return -ENODEV;
	}
	pci_read_config_word(bridge, PCI_COMMAND, &command);
	pci_write_config_word(bridge, PCI_COMMAND, command | PCI_COMMAND_IO);
	ports = pci_bus_to_host(bridge->bus)->io_base_virt;
	pci_dev_put(bridge);
	return ports ? 0 : -ENODEV;
}

static void timer_release(void)
{
}

static void timer_program(u8 mode, u16 count)
{
	out_8(ports + MODE_PORT, mode);
	out_8(ports + CHANNEL0_PORT, count & 0xff);
	out_8(ports + CHANNEL0_PORT, count >> 8);
}

#endif

int metronome_start(unsigned int period_us)
{
	int ret = timer_find();

	if (ret)
		return ret;
	timer_program(SQUARE_WAVE, div_u64(RATE_HZ * period_us + USEC_PER_SEC / 2, USEC_PER_SEC));
	return 0;
}

void metronome_stop(void)
{
	timer_program(ONE_SHOT, 0);
	timer_release();
}
