// SPDX-License-Identifier: GPL-2.0
/*
 * A watchdog of Intel's 6300ESB that runs freely, with neither interrupt nor reset: the PCI device
 * with a periodic timer that QEMU has for machines without a PC's timer (arm64). Registers: Intel
 * 6300ESB I/O Controller Hub Datasheet, chapter 16.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/io.h>
#include <linux/pci.h>
#include <linux/time64.h>

#include "metronome.h"

/* In configuration space */
#define CONFIG_REG		0x60
#define CONFIG_NO_INTERRUPT	0x03
#define CONFIG_FAST		0x04	/* the PCI clock over 32 */
#define CONFIG_NO_REBOOT	0x20
#define LOCK_REG		0x68
#define LOCK_ENABLE		0x02
#define LOCK_FREE_RUNNING	0x04

/* In memory */
#define TIMER1_REG		0x00
#define TIMER2_REG		0x04
#define RELOAD_REG		0x0c

/* 32 cycles of the PCI clock, of 30 ns each. */
#define COUNT_NS		960

static struct pci_dev *watchdog;

/* Each write needs the two words before it. */
static void put(void __iomem *base, unsigned int reg, u32 value)
{
	writew(0x80, base + RELOAD_REG);
	writew(0x86, base + RELOAD_REG);
	writel(value, base + reg);
}

static int start(unsigned int period_us)
{
	u32 count = max((period_us * NSEC_PER_USEC + COUNT_NS / 2) / COUNT_NS, 1ul);
	void __iomem *base = pci_iomap(watchdog, 0, 0);

	if (!base)
		return -ENODEV;
	pci_write_config_byte(watchdog, LOCK_REG, 0);
	pci_write_config_word(watchdog, CONFIG_REG,
			      CONFIG_NO_INTERRUPT | CONFIG_FAST | CONFIG_NO_REBOOT);
	/* One after the other, each as long. */
	put(base, TIMER1_REG, count);
	put(base, TIMER2_REG, count);
	pci_write_config_byte(watchdog, LOCK_REG, LOCK_FREE_RUNNING | LOCK_ENABLE);
	pci_iounmap(watchdog, base);
	return 0;
}

static void release(void)
{
	pci_disable_device(watchdog);
	pci_dev_put(watchdog);
}

int metronome_start(unsigned int period_us)
{
	int ret;

	watchdog = pci_get_device(PCI_VENDOR_ID_INTEL, PCI_DEVICE_ID_INTEL_ESB_9, NULL);
	if (!watchdog) {
		pr_err("there is no 6300ESB watchdog\n");
		return -ENODEV;
	}
	ret = pci_enable_device(watchdog);
	if (ret) {
		pci_dev_put(watchdog);
		return ret;
	}
	ret = start(period_us);
	if (ret)
		release();
	return ret;
}

void metronome_stop(void)
{
	pci_write_config_byte(watchdog, LOCK_REG, 0);
	release();
}
