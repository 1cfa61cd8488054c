// SPDX-License-Identifier: GPL-2.0
/*
 * CEDE(0) on POWER: the hypervisor does not tell its exit latency.
 *
 * - POWER10 and later (ISA 3.1): the firmware tells those of the extended CEDE
 *   states; the smallest one serves. It may be large: there is no cap.
 * - Before, the firmware's figure (1 us where 6 to 10 us are measured) is not
 *   believed: 10 us, and a target residency of ten times as much.
 */
#define pr_fmt(fmt) "tally: " fmt

#include <linux/slab.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <asm/cputable.h>
#include <asm/rtas.h>
#include <asm/time.h>
#include "cede.h"
#include "platform.h"

/* From the firmware, or the default. */
static u64 cede_us = TALLY_CEDE_DEFAULT_US;

/* The firmware writes below 4 GiB only: into the buffer that all callers share. */
static int read_parameter(u8 *bytes, size_t size)
{
	int token = rtas_token("ibm,get-system-parameter");
	int ret;

	if (token == RTAS_UNKNOWN_SERVICE)
		return -ENOENT;
	do {
		spin_lock(&rtas_data_buf_lock);
		memset(rtas_data_buf, 0, RTAS_DATA_BUF_SIZE);
		ret = rtas_call(token, 3, 1, NULL, TALLY_CEDE_TOKEN,
				__pa(rtas_data_buf), RTAS_DATA_BUF_SIZE);
		memcpy(bytes, rtas_data_buf, size);
		spin_unlock(&rtas_data_buf_lock);
	} while (rtas_busy_delay(ret));
	return ret;
}

void tally_platform_init(void)
{
	const size_t size = 256;	/* 16 records and more */
	struct tally_cede cede;
	const char *problem;
	u8 *bytes;

	if (!cpu_has_feature(CPU_FTR_ARCH_31))
		return;
	bytes = kmalloc(size, GFP_KERNEL);
	if (!bytes)
		return;
	if (read_parameter(bytes, size)) {
		pr_info("the firmware tells no extended CEDE latencies: CEDE stays at %u us\n",
			TALLY_CEDE_DEFAULT_US);
		goto out;
	}
	problem = tally_cede_parse(bytes, size, tb_ticks_per_sec, &cede);
	if (problem) {
		pr_warn("the firmware's extended CEDE parameter %s: CEDE stays at %u us\n",
			problem, TALLY_CEDE_DEFAULT_US);
		goto out;
	}
	if (cede.zeroes)
		pr_warn("%u of %u extended CEDE records have no latency: skipped\n",
			cede.zeroes, cede.records);
	if (cede.exit_us)
		cede_us = cede.exit_us;
	pr_info("CEDE is taken to have an exit latency of %llu us\n", cede_us);
out:
	kfree(bytes);
}

bool tally_platform_fixup(const char *driver, const char *state,
			  struct tally_fixup *fixup)
{
	u64 us;

	if (strcmp(driver, "pseries_idle"))
		return false;
	/*
	 * The records are of dedicated processors. A shared one has to be
	 * dispatched again as well: the default stays.
	 */
	if (!strcmp(state, "CEDE"))
		us = cede_us;
	else if (!strcmp(state, "Shared Cede"))
		us = TALLY_CEDE_DEFAULT_US;
	else
		return false;
	fixup->exit_ns = us * NSEC_PER_USEC;
	fixup->residency_ns = fixup->exit_ns * TALLY_CEDE_RESIDENCY;
	return true;
}
