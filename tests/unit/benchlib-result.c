// SPDX-License-Identifier: GPL-2.0
/* Result files: what is in them, resuming, refusing what does not fit. */
#include "bench/lib/result.h"
#include "benchlib_tree.h"

static char *argv[] = { "bench/test", "--x", NULL };

static void start(struct result *result, const char *governor, int value)
{
	struct result_head head = {
		.program = "test",
		.argc = 2,
		.argv = argv,
		.governor = governor,
		.run = 1,
		.output = tree_root,
		.parameters = json_pack("{s:i}", "value", value),
		.host = json_object(),
		.cpuidle = json_object(),
	};

	assert_int_equal(result_begin(result, &head, NULL), 0);
}

static void one_point(struct result *result, int index)
{
	struct stats *s = calloc(1, sizeof(*s));
	json_t *point = result_point(result, index, "work_ns", 1000);

	stats_add(s, 5);
	stats_add(s, 7);
	stats_sample(s, 6);
	result_point_metric(point, "loop_ns", s, "ns", "lower");
	result_point_event(point, "lost", 3);
	result_point_energy(point, "package-0", 1.5);
	free(s);
}

static void what_is_written(void **state)
{
	struct result result;
	json_t *root, *metric;

	(void)state;
	start(&result, "menu", 1);
	assert_non_null(strstr(result.path, "/test-menu-1.json"));
	one_point(&result, 0);
	result_note(&result, "a note");
	result_note(&result, "a note");
	assert_int_equal(result_write(&result, true, NULL), 0);
	root = json_load_file(result.path, 0, NULL);
	assert_non_null(root);
	assert_string_equal(json_string_value(json_object_get(root, "format")), "tally-result");
	assert_int_equal(json_integer_value(json_object_get(root, "version")), 1);
	assert_int_equal(json_array_size(json_object_get(root, "notes")), 1);
	assert_true(json_is_true(json_object_get(root, "complete")));
	metric = json_array_get(json_object_get(root, "points"), 0);
	metric = json_object_get(json_object_get(metric, "metrics"), "loop_ns");
	assert_int_equal(json_integer_value(json_object_get(metric, "count")), 2);
	assert_true(json_real_value(json_object_get(metric, "mean")) == 6);
	assert_int_equal(json_array_size(json_object_get(metric, "histogram")), 2);
	assert_int_equal(json_array_size(json_object_get(metric, "samples")), 1);
	json_decref(root);
	result_free(&result);
}

static void resuming(void **state)
{
	struct result result;
	struct err err = { 0 };

	(void)state;
	start(&result, "menu", 1);
	assert_int_equal(result_resume(&result, NULL), 0);
	one_point(&result, 0);
	assert_int_equal(result_write(&result, false, NULL), 0);
	result_free(&result);
	start(&result, "menu", 1);
	assert_int_equal(result_resume(&result, NULL), 1);
	assert_false(result_is_complete(&result));
	result_free(&result);
	/* Other parameters: another experiment. */
	start(&result, "menu", 2);
	assert_int_equal(result_resume(&result, &err), -1);
	assert_int_equal(err.status, BENCH_USAGE);
	assert_non_null(strstr(err.text, "'parameters'"));
	result_free(&result);
}

static void half_a_file(void **state)
{
	struct result result;
	struct err err = { 0 };
	FILE *f;

	(void)state;
	start(&result, "menu", 1);
	f = fopen(result.path, "w");
	assert_non_null(f);
	fputs("{\"format\": \"tally-res", f);
	fclose(f);
	assert_int_equal(result_resume(&result, &err), -1);
	assert_non_null(strstr(err.text, result.path));
	result_free(&result);
}

static void output_that_is_a_file(void **state)
{
	struct result result = { 0 };
	struct err err = { 0 };
	struct result_head head = {
		.program = "test", .run = 1, .argv = argv, .argc = 1,
		.parameters = json_object(), .host = json_object(), .cpuidle = json_object(),
	};
	char path[PATH_MAX];

	(void)state;
	tree_put("file", "x");
	snprintf(path, sizeof(path), "%s/file", tree_root);
	head.output = path;
	assert_int_equal(result_begin(&result, &head, &err), -1);
	assert_non_null(strstr(err.text, "--output"));
	result_free(&result);
}

static void same_bytes(void **state)
{
	struct result a, b;
	char *x, *y;

	(void)state;
	start(&a, "menu", 1);
	start(&b, "menu", 1);
	json_object_set(b.root, "started_s", json_object_get(a.root, "started_s"));
	one_point(&a, 0);
	one_point(&b, 0);
	x = json_dumps(a.root, JSON_SORT_KEYS);
	y = json_dumps(b.root, JSON_SORT_KEYS);
	assert_string_equal(x, y);
	free(x);
	free(y);
	result_free(&a);
	result_free(&b);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, tree_begin, tree_end)
	const struct CMUnitTest tests[] = {
		TEST(what_is_written), TEST(resuming), TEST(half_a_file),
		TEST(output_that_is_a_file), TEST(same_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
