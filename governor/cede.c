// SPDX-License-Identifier: GPL-2.0
#include "cede.h"

#define RECORD_SIZE	10
#define HEADER_SIZE	3	/* payload size, size of a record */
#define US_PER_S	1000000u

static u64 ticks_of(const u8 *record)
{
	u64 ticks = 0;

	for (int i = 1; i <= 8; i++)
		ticks = ticks << 8 | record[i];
	return ticks;
}

/* Rounded up, in two parts so that no product overflows. */
static u64 us_of(u64 ticks, u64 ticks_per_s)
{
	u64 whole = ticks / ticks_per_s;
	u64 rest = ticks % ticks_per_s;

	return whole * US_PER_S + (rest * US_PER_S + ticks_per_s - 1) / ticks_per_s;
}

const char *tally_cede_parse(const u8 *bytes, size_t size, u64 ticks_per_s,
			     struct tally_cede *cede)
{
	size_t payload;

	cede->records = 0;
	cede->zeroes = 0;
	cede->exit_us = 0;
	if (size < HEADER_SIZE)
		return "is too short";
	/* The payload counts the record size and the final zero byte. */
	payload = (size_t)bytes[0] << 8 | bytes[1];
	if (payload < 2 || payload + 2 > size)
		return "has a payload size that does not fit";
	if (bytes[2] + 1 != RECORD_SIZE)
		return "has records of an unknown size";

	cede->records = (payload - 2) / RECORD_SIZE;
	for (int i = 0; i < cede->records; i++) {
		u64 ticks = ticks_of(bytes + HEADER_SIZE + i * RECORD_SIZE);
		u64 us = us_of(ticks, ticks_per_s);

		if (!us)
			cede->zeroes++;
		else if (!cede->exit_us || us < cede->exit_us)
			cede->exit_us = us;
	}
	return NULL;
}
