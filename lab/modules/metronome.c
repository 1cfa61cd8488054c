// SPDX-License-Identifier: GPL-2.0
/*
 * Bounds QEMU's turn-taking. With one thread for all virtual CPUs and a clock that counts
 * instructions, a CPU keeps its turn until the next virtual timer is due. This leaves channel 0 of
 * the PC's timer running as a square wave with its interrupt masked: no guest time is spent, but
 * a timer is always due soon, so that no CPU waits longer than a period for its turn.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/i8253.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/module.h>

#define MODE_PORT	0x43
#define CHANNEL0_PORT	0x40
#define SQUARE_WAVE	0x36	/* channel 0, low byte then high byte, mode 3 */
#define ONE_SHOT	0x30	/* channel 0, mode 0: never fires again */
#define PIC_MASK_PORT	0x21
#define PIC_IRQ0	0x01

static unsigned int period_us = 50;
module_param(period_us, uint, 0444);
MODULE_PARM_DESC(period_us, "Length of the longest turn of a virtual CPU, 2 to 50000 us");

static void pit_program(u8 mode, u16 count)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&i8253_lock, flags);
	outb_p(mode, MODE_PORT);
	outb_p(count & 0xff, CHANNEL0_PORT);
	outb_p(count >> 8, CHANNEL0_PORT);
	raw_spin_unlock_irqrestore(&i8253_lock, flags);
}

static int __init metronome_init(void)
{
	if (period_us < 2 || period_us > 50000) {
		pr_err("period_us=%u is outside 2 to 50000\n", period_us);
		return -EINVAL;
	}
	disable_irq(0);
	outb(inb(PIC_MASK_PORT) | PIC_IRQ0, PIC_MASK_PORT);
	pit_program(SQUARE_WAVE, DIV_ROUND_CLOSEST((u64)PIT_TICK_RATE * period_us, USEC_PER_SEC));
	return 0;
}

static void __exit metronome_exit(void)
{
	pit_program(ONE_SHOT, 0);
	enable_irq(0);
}

module_init(metronome_init);
module_exit(metronome_exit);
MODULE_DESCRIPTION("Bounds the turns of QEMU's virtual CPUs");
MODULE_LICENSE("GPL");
