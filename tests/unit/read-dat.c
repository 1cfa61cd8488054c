// SPDX-License-Identifier: GPL-2.0
/*
 * trace.dat: versions, byte orders, compression, long times, lost events, damage.
 */
#include "tests/unit/read_memory.h"
#include "tests/unit/dat_writer.h"

static struct dw dw;
static struct read_result r;

enum kind { V6, V7, V7_ZSTD, V7_ZLIB, KINDS };

static void finish(enum kind kind)
{
	if (kind == V6)
		dw_finish_v6(&dw);
	else
		dw_finish_v7(&dw, (enum dw_packing)(kind - V7));
}

static void check_story(void)
{
	assert_true(r.opened);
	assert_int_equal(r.end, 0);
	assert_int_equal(r.events, 7);
	assert_int_equal(r.count, 2);
	assert_int_equal(r.periods[0].state, 1);
	assert_int_equal(r.periods[0].start_ns, 1000100);
	assert_int_equal(r.periods[0].length_ns, 50000);
	assert_int_equal(r.periods[0].cause, WAKE_TIMER);
	assert_int_equal(r.periods[1].state, 2);
	assert_int_equal(r.periods[1].length_ns, 500000000);
	assert_int_equal(r.periods[1].gap_ns, 9900);
	assert_int_equal(r.periods[1].cause, WAKE_IPI);
	assert_int_equal(r.odd[ODD_CPU_WITHOUT_IDLE], 1);
	assert_int_equal(r.odd[ODD_UNKNOWN_EVENT], 0);
}

static void all_kinds_tell_the_same(void **state)
{
	int kind, big;

	(void)state;
	for (kind = 0; kind < KINDS; kind++) {
		for (big = 0; big < 4; big++) {
			dw.big = big & 1;
			dw.long_size = big & 2 ? 4 : 8;
			dw_story(&dw);
			finish(kind);
			read_bytes(&r, dw.file, dw.size);
			check_story();
		}
	}
}

static void begin(void)
{
	memset(&dw, 0, sizeof(dw));
	dw.long_size = 8;
	dw_new_page(&dw, 0, 1000);
}

static void lost_events(void **state)
{
	uint8_t *page;

	(void)state;
	begin();
	dw_idle(&dw, 0, 2000, 1);
	dw_new_page(&dw, 0, 5000);
	dw_idle(&dw, 0, 6000, UINT32_MAX);
	dw_commit(&dw, 0, 0x80000000);			/* some, no count */
	dw_new_page(&dw, 0, 8000);
	dw_idle(&dw, 0, 9000, 1);
	dw_idle(&dw, 0, 9500, UINT32_MAX);
	dw_commit(&dw, 0, 0xc0000000);			/* with a count behind the data */
	page = dw_page(&dw, 0);
	dw_store(&dw, page + 16 + dw.cpus[0].used, 41, 8);
	finish(V6);
	read_bytes(&r, dw.file, dw.size);
	assert_int_equal(r.count, 2);
	assert_true(r.periods[0].flags & PERIOD_LOST);
	assert_true(r.periods[1].flags & PERIOD_LOST);
	assert_int_equal(r.odd[ODD_LOST_EVENTS], 42);
}

static void absolute_stamps_and_padding(void **state)
{
	const uint64_t time = (UINT64_C(3) << 59) | 0x123456789abULL;
	uint8_t *p;

	(void)state;
	memset(&dw, 0, sizeof(dw));
	dw.long_size = 8;
	dw_new_page(&dw, 0, UINT64_C(3) << 59);
	p = dw_room(&dw, 0, 8);				/* absolute: 59 bits of it */
	dw_store(&dw, p, dw_head(&dw, 31, time & ((1 << 27) - 1)), 4);
	dw_store(&dw, p + 4, (time & ((UINT64_C(1) << 59) - 1)) >> 27, 4);
	dw.cpus[0].time = time;
	dw_idle(&dw, 0, time + 10, 1);
	p = dw_room(&dw, 0, 16);			/* an event that was taken back */
	dw_store(&dw, p, dw_head(&dw, 29, 5), 4);
	dw_store(&dw, p + 4, 12, 4);
	dw.cpus[0].time += 5;
	dw_idle(&dw, 0, time + 1010, UINT32_MAX);
	p = dw_room(&dw, 0, 8);				/* the rest of the page is empty */
	dw_store(&dw, p, dw_head(&dw, 29, 0), 4);
	finish(V6);
	read_bytes(&r, dw.file, dw.size);
	assert_int_equal(r.end, 0);
	assert_int_equal(r.count, 1);
	assert_int_equal(r.periods[0].start_ns, time + 10);
	assert_int_equal(r.periods[0].length_ns, 1000);
}

static void long_and_undescribed_events(void **state)
{
	(void)state;
	begin();
	dw_idle(&dw, 0, 2000, 1);
	dw_event(&dw, 0, 2500, DW_UNDESCRIBED, 0, 500);
	dw_idle(&dw, 0, 3000, UINT32_MAX);
	finish(V7_ZSTD);
	read_bytes(&r, dw.file, dw.size);
	assert_int_equal(r.count, 1);
	assert_int_equal(r.events, 3);
	assert_int_equal(r.odd[ODD_UNKNOWN_EVENT], 1);
}

/* Wherever it is cut: no crash, a fault with a place, and no period that is not there. */
static void cut_anywhere(void **state)
{
	unsigned int kind, with_periods = 0;
	uint8_t *copy;
	size_t size;

	(void)state;
	for (kind = 0; kind < KINDS; kind++) {
		dw.big = false;
		dw.long_size = 8;
		dw_story(&dw);
		finish(kind);
		for (size = 10; size < dw.size; size += size < 4096 ? 1 : 61) {
			copy = malloc(size);	/* so that reading behind the end is seen */
			assert_non_null(copy);
			memcpy(copy, dw.file, size);
			read_bytes(&r, copy, size);
			free(copy);
			assert_true(r.error.fault == READER_FAULT_DAMAGED);
			assert_true(r.error.offset <= size);
			assert_non_null(strstr(r.error.text, "at byte "));
			assert_true(r.count <= 2);
			with_periods += r.count > 0;
		}
	}
	assert_true(with_periods > 0);
}

/* Version 7 has its table of contents at the end: without it the pages are still found. */
static void without_the_table_of_contents(void **state)
{
	int kind;

	(void)state;
	for (kind = V7; kind <= V7_ZLIB; kind++) {
		dw.big = false;
		dw.long_size = 8;
		dw_story(&dw);
		finish(kind);
		read_bytes(&r, dw.file, dw.size - 100);
		assert_int_equal(r.end, -1);
		assert_non_null(strstr(r.error.text, "damaged at byte "));
		assert_int_equal(r.count, 2);
		assert_int_equal(r.periods[1].cause, WAKE_IPI);
		/* Plain pages show where a CPU ends only by times that go back. */
		assert_int_equal(r.odd[ODD_RECOVERED], kind == V7 ? 1 : 2);
	}
}

static void a_bad_page_costs_itself_only(void **state)
{
	uint64_t at;

	(void)state;
	begin();
	dw_idle(&dw, 0, 2000, 1);
	dw_idle(&dw, 0, 3000, UINT32_MAX);
	dw_new_page(&dw, 0, 4000);
	dw_idle(&dw, 0, 5000, 1);
	dw_new_page(&dw, 0, 6000);
	dw_idle(&dw, 0, 7000, 1);
	dw_idle(&dw, 0, 8000, UINT32_MAX);
	finish(V6);
	at = dw.size - 2 * DW_PAGE;
	dw_store(&dw, dw.file + at + 8, 0x7ffffff, 8);	/* longer than a page */
	read_bytes(&r, dw.file, dw.size);
	assert_int_equal(r.end, -1);
	assert_int_equal(r.error.fault, READER_FAULT_DAMAGED);
	assert_int_equal(r.error.offset, at);
	assert_int_equal(r.count, 2);
	assert_true(r.periods[1].flags & PERIOD_LOST);
	assert_int_equal(r.odd[ODD_BAD_PAGE], 1);
}

static void other_versions_and_compressions(void **state)
{
	(void)state;
	dw_story(&dw);
	finish(V6);
	dw.file[10] = '8';
	read_bytes(&r, dw.file, dw.size);
	assert_false(r.opened);
	assert_int_equal(r.error.fault, READER_FAULT_FORMAT);
	assert_non_null(strstr(r.error.text, "version \"8\""));
	finish(V7_ZSTD);
	memcpy(memmem(dw.file, 64, "zstd", 4), "lzma", 4);
	read_bytes(&r, dw.file, dw.size);
	assert_false(r.opened);
	assert_non_null(strstr(r.error.text, "\"lzma\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_kinds_tell_the_same), cmocka_unit_test(lost_events),
		cmocka_unit_test(absolute_stamps_and_padding),
		cmocka_unit_test(long_and_undescribed_events), cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(without_the_table_of_contents),
		cmocka_unit_test(a_bad_page_costs_itself_only),
		cmocka_unit_test(other_versions_and_compressions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
