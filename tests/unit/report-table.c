// SPDX-License-Identifier: GPL-2.0
/* The writers: text, CSV, Markdown and JSON of one table. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/reporting/table.h"

static struct report sample(void)
{
	struct report report = { .subject = "ring, 2 CPUs" };
	struct table *table = report_table(&report, "t", "Title");

	table_column(table, "name", "name")->left = true;
	table_column(table, "value", "value_ns");
	table_column(table, "", "gain_percent")->joined = true;
	table_column(table, "", "hidden")->machine_only = true;
	table_text(table, "a|b, \"c\"");
	table_count(table, 1234567);
	table_number(table, -1.5, "%.1f%%", -1.5);
	table_number(table, 7, "%d", 7);
	table_text(table, "°C");
	table_number(table, NAN, "%f", NAN);
	table_empty(table);
	table_empty(table);
	table_note(table, "a note of %d", 1);
	return report;
}

typedef void (*writer)(const struct report *report, FILE *to);

static char *written(writer write)
{
	struct report report = sample();
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	write(&report, to);
	fclose(to);
	return text;
}

static void json_writer(const struct report *report, FILE *to)
{
	assert_int_equal(write_json(report, to), 0);
}

static void expect(writer write, const char *wanted)
{
	char *text = written(write);

	assert_string_equal(text, wanted);
	free(text);
}

static void test_text(void **state)
{
	(void)state;
	expect(write_text, "Title\n"
	       "name                  value\n"
	       "a|b, \"c\"  1,234,567 (-1.5%)\n"
	       "°C\n"
	       "  * a note of 1\n");
}

static void test_csv(void **state)
{
	(void)state;
	expect(write_csv, "table,subject,name,value_ns,gain_percent,hidden\n"
	       "t,\"ring, 2 CPUs\",\"a|b, \"\"c\"\"\",1234567,-1.5,7\n"
	       "t,\"ring, 2 CPUs\",°C,,,\n");
}

static void test_markdown(void **state)
{
	(void)state;
	expect(write_markdown, "## Title\n\n"
	       "| name | value |\n"
	       "| --- | ---: |\n"
	       "| a\\|b, \"c\" | 1,234,567 (-1.5%) |\n"
	       "| °C |  |\n\n"
	       "* a note of 1\n\n");
}

static void test_json(void **state)
{
	char *text = written(json_writer);

	(void)state;
	assert_non_null(strstr(text, "\"value_ns\": 1234567"));
	assert_non_null(strstr(text, "\"gain_percent\": -1.5"));
	assert_non_null(strstr(text, "\"name\": \"a|b, \\\"c\\\"\""));
	assert_non_null(strstr(text, "\"value_ns\": null"));
	assert_non_null(strstr(text, "\"a note of 1\""));
	free(text);
}

static void test_grouped(void **state)
{
	(void)state;
	assert_string_equal(grouped(0), "0");
	assert_string_equal(grouped(999), "999");
	assert_string_equal(grouped(1000), "1,000");
	assert_string_equal(grouped(-123456), "-123,456");
	assert_string_equal(grouped(12703630), "12,703,630");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_csv),
		cmocka_unit_test(test_markdown),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_grouped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
