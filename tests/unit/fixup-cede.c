// SPDX-License-Identifier: GPL-2.0
/*
 * Extended CEDE records as firmware gives them (case S43): the smallest latency that is not zero,
 * timebase ticks rounded up to microseconds, without a cap; zeroes are counted and skipped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "governor/cede.h"

#define TIMEBASE	512000000

static u8 bytes[256];
static size_t size;
static struct tally_cede cede;

/* hint:ticks:wake */
static void firmware(int records, const u64 *ticks)
{
	u8 *p = bytes;
	int payload = 2 + records * 10;

	memset(bytes, 0, sizeof(bytes));
	*p++ = payload >> 8;
	*p++ = payload;
	*p++ = 9;
	for (int i = 0; i < records; i++) {
		*p++ = i + 1;
		for (int shift = 56; shift >= 0; shift -= 8)
			*p++ = ticks[i] >> shift;
		*p++ = 1;
	}
	size = p + 1 - bytes;
}

static u64 exit_us(int records, const u64 *ticks)
{
	firmware(records, ticks);
	assert_null(tally_cede_parse(bytes, size, TIMEBASE, &cede));
	assert_int_equal(cede.records, records);
	return cede.exit_us;
}

static void the_smallest_counts(void **unused)
{
	(void)unused;
	assert_int_equal(exit_us(2, (u64[]){ 1024, 5120 }), 2);
	assert_int_equal(exit_us(2, (u64[]){ 15360, 2560 }), 5);
	assert_int_equal(cede.zeroes, 0);
}

static void ticks_are_rounded_up(void **unused)
{
	(void)unused;
	/* 0.4 us, one tick, and one tick more than 1 us. */
	assert_int_equal(exit_us(1, (u64[]){ 205 }), 1);
	assert_int_equal(exit_us(1, (u64[]){ 1 }), 1);
	assert_int_equal(exit_us(1, (u64[]){ 512 }), 1);
	assert_int_equal(exit_us(1, (u64[]){ 513 }), 2);
}

static void zeroes_are_skipped(void **unused)
{
	(void)unused;
	assert_int_equal(exit_us(3, (u64[]){ 0, 5120, 0 }), 10);
	assert_int_equal(cede.zeroes, 2);
	assert_int_equal(exit_us(2, (u64[]){ 0, 0 }), 0);
	assert_int_equal(cede.zeroes, 2);
	assert_int_equal(exit_us(0, NULL), 0);
}

static void there_is_no_cap(void **unused)
{
	(void)unused;
	assert_int_equal(exit_us(1, (u64[]){ 51200000000 }), 100000000);
	assert_int_equal(exit_us(1, (u64[]){ UINT64_MAX }), 1ull << 55);
}

static void what_is_malformed_is_refused(void **unused)
{
	(void)unused;
	firmware(2, (u64[]){ 1024, 5120 });
	for (size_t cut = 0; cut < size; cut++)
		assert_non_null(tally_cede_parse(bytes, cut, TIMEBASE, &cede));
	bytes[2] = 17;
	assert_non_null(tally_cede_parse(bytes, size, TIMEBASE, &cede));
	firmware(0, NULL);
	bytes[1] = 1;
	assert_non_null(tally_cede_parse(bytes, size, TIMEBASE, &cede));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_smallest_counts),
		cmocka_unit_test(ticks_are_rounded_up),
		cmocka_unit_test(zeroes_are_skipped),
		cmocka_unit_test(there_is_no_cap),
		cmocka_unit_test(what_is_malformed_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
