// SPDX-License-Identifier: GPL-2.0
/* Fields of tracepoints, as kernels describe them. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "bench/lib/events-format.h"

#define COMMON \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

static const char miss[] =
	"name: cpu_idle_miss\nID: 567\nformat:\n" COMMON
	"\tfield:u32 cpu_id;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:u32 state;\toffset:12;\tsize:4;\tsigned:0;\n"
	"\tfield:bool below;\toffset:16;\tsize:1;\tsigned:0;\n\n"
	"print fmt: \"cpu_id=%lu\", (unsigned long)REC->cpu_id\n";

static void fields_are_found(void **state)
{
	const char *const fields[EVENTS_FIELDS_MAX] = { "below", "state" };
	struct events_format format;
	unsigned char raw[20] = { 0 };

	(void)state;
	assert_int_equal(events_format_parse(&format, "power", miss, strlen(miss), fields), 0);
	assert_int_equal(format.id, 567);
	raw[12] = 0x34;
	raw[13] = 0x12;
	raw[16] = 1;
	assert_int_equal(events_field_value(&format.field[0], raw, sizeof(raw)), 1);
	assert_int_equal(events_field_value(&format.field[1], raw, sizeof(raw)), 0x1234);
	/* A record that ends before the field. */
	assert_int_equal(events_field_value(&format.field[0], raw, 16), 0);
}

static void a_missing_field_is_said(void **state)
{
	const char *const fields[EVENTS_FIELDS_MAX] = { "above" };
	struct events_format format;

	(void)state;
	assert_int_equal(events_format_parse(&format, "power", miss, strlen(miss), fields),
			 -ENOENT);
}

static void what_is_no_format_is_refused(void **state)
{
	const char *const fields[EVENTS_FIELDS_MAX] = { NULL };
	static const char text[] = "this is no format file\n";
	struct events_format format;

	(void)state;
	assert_int_equal(events_format_parse(&format, "power", text, strlen(text), fields),
			 -EINVAL);
	assert_int_equal(events_format_read(&format, "/nowhere/", "power", "cpu_idle", fields),
			 -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_are_found),
		cmocka_unit_test(a_missing_field_is_said),
		cmocka_unit_test(what_is_no_format_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
