// SPDX-License-Identifier: GPL-2.0
/*
 * State tables from CSV, from a dump and from a made-up sysfs: hybrid machines, gaps, ten
 * states and more, names that begin alike, and what is wrong in a file.
 */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/read_memory.h"
#include "replay/table.h"

static char folder[32] = "/tmp/tally-tables-XXXXXX";
static char error[512];

static const char *write_file(const char *name, const char *text)
{
	static char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	return path;
}

#define HEAD "table,cpus,state,name,exit_latency_us,target_residency_us,polling,source\n"

static void csv_of_a_hybrid_machine(void **state)
{
	struct machine_tables *m;
	const char *path = write_file("t.csv", HEAD
		"other,all,0,X,1,1,0,\n"
		"hy,0-2;7,0,WFI,1,1,0,x\nhy,0-2;7,1,s2idle,20000,4294967295,0,x\n"
		"hy,\"3,5\",0,POLL,0,0,1,x\n");

	(void)state;
	assert_int_equal(tables_from_catalogue(&m, path, "hy", error, sizeof(error)), 0);
	assert_string_equal(m->name, "hy");
	assert_int_equal(m->table_count, 2);
	assert_int_equal(tables_for_cpu(m, 7)->table.count, 2);
	assert_int_equal(tables_for_cpu(m, 7)->table.residency_ns[1], INT64_C(4294967295000));
	assert_int_equal(tables_for_cpu(m, 5)->table.polling, 1);
	assert_null(tables_for_cpu(m, 4));
	assert_null(tables_for_cpu(m, 8));
	tables_free(m);
	assert_int_equal(tables_from_catalogue(&m, path, "other", error, sizeof(error)), 0);
	assert_int_equal(tables_for_cpu(m, 1000)->table.exit_ns[0], 1000);
	tables_free(m);
}

static void csv_that_is_wrong(void **state)
{
	static const struct {
		const char *text;
		const char *says;
	} wrong[] = {
		{ "", "no state table" },
		{ "table,cpus,state,name,exit_latency_us,polling\n",
		  ":1: the first line has no column: target_residency_us" },
		{ HEAD "a,all,0,C1,x,1,0,\n", ":2: not a number of microseconds: x" },
		{ HEAD "a,all,0,C1,-1,1,0,\n", ":2: not a number of microseconds: -1" },
		{ HEAD "a,all,0,C1,4294967296,1,0,\n", ":2: not a number" },
		{ HEAD "a,all,1,C1,1,1,0,\n", ":2: states must be numbered" },
		{ HEAD "a,all,0,C1\n", ":2: this row has no: exit_latency_us" },
		{ HEAD "a,all,0,C1,1,1,0,\nb,all,0,C1,1,1,0,\n",
		  ":3: the file has several machines" },
		{ HEAD "a,0-x,0,C1,1,1,0,\n", "not a list of CPUs: 0-x" },
		{ HEAD "a,5-2,0,C1,1,1,0,\n", "not a list of CPUs: 5-2" },
		{ HEAD "a,all,0,C1,1,1,0,\na,1,0,C1,1,1,0,\n", "\"all\" beside other CPUs" },
	};
	struct machine_tables *m;
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		const char *path = write_file("w.csv", wrong[i].text);

		assert_int_equal(tables_from_catalogue(&m, path, NULL, error, sizeof(error)), -1);
		assert_null(m);
		if (!strstr(error, wrong[i].says))
			fail_msg("\"%s\" does not say \"%s\"", error, wrong[i].says);
	}
	assert_int_equal(tables_from_catalogue(&m, "/nonexistent", NULL, error, sizeof(error)), -1);
	assert_string_equal(error, "/nonexistent: No such file or directory");
}

#define S(cpu, state, name, exit, residency)					\
	"/sys/devices/system/cpu/cpu" cpu "/cpuidle/state" state "/name:" name "\n"	\
	"/sys/devices/system/cpu/cpu" cpu "/cpuidle/state" state "/latency:" exit "\n"	\
	"/sys/devices/system/cpu/cpu" cpu "/cpuidle/state" state "/residency:" residency "\n"

static void dump_with_a_gap_and_alike_names(void **state)
{
	static const char text[] =
		"/sys/devices/system/cpu/cpu0/cpuidle/driver/name:x\n"
		S("0", "0", "POLL", "0", "0") S("0", "1", "C1", "1", "1")
		S("0", "3", "C1E", "10", "20")
		"/sys/devices/system/cpu/cpu0/cpuidle/state3/disable:1\n"
		"/sys/devices/system/cpu/cpu0/cpuidle/state3/s2idle/usage:99\n"
		"/sys/devices/system/cpu/cpu0/cpuidle/state3/usage:7\n"
		S("0", "10", "C11", "1", "1") S("2", "0", "snooze", "0", "0");
	const char *path = write_file("d.txt", text);
	struct machine_tables *m;
	const struct state_table *t;

	(void)state;
	assert_int_equal(tables_from_dump(&m, path, error, sizeof(error)), 0);
	t = tables_for_cpu(m, 0);
	assert_int_equal(t->table.count, 4);
	assert_string_equal(t->name[1], "C1");
	assert_string_equal(t->name[3], "C1E");
	assert_int_equal(t->disabled, 0xc);	/* the gap, and the one that says so */
	assert_int_equal(t->table.polling, 1);
	assert_int_equal(m->counters[3].usage, 7);
	assert_null(tables_for_cpu(m, 1));
	assert_int_equal(tables_for_cpu(m, 2)->table.polling, 1);
	tables_free(m);
}

static void check_wrong_dump(const char *text, const char *says)
{
	const char *path = write_file("d.txt", text);
	struct machine_tables *m;

	assert_int_equal(tables_from_dump(&m, path, error, sizeof(error)), -1);
	assert_null(m);
	assert_non_null(strstr(error, says));
}

static void dump_that_is_wrong(void **state)
{
	(void)state;
	check_wrong_dump(S("0", "0", "A", "x", "0"), "d.txt:2: not a number");
	check_wrong_dump("/sys/devices/system/cpu/cpu0/cpuidle/state0/name:A\n",
			 "cpu0 state0 lacks");
	check_wrong_dump("nothing\n", "no idle states");
}

static void made_up_sysfs(void **state)
{
	static const char *const names[] = { "POLL", "C1", "C1_ACPI" };
	struct machine_tables *m;
	char path[256], text[32];
	unsigned int i;

	(void)state;
	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "mkdir -p %s/sys/cpu1/cpuidle/state%u %s/sys/cpufreq",
			 folder, i, folder);
		assert_int_equal(system(path), 0);
		snprintf(path, sizeof(path), "sys/cpu1/cpuidle/state%u/name", i);
		snprintf(text, sizeof(text), "%s\n", names[i]);
		write_file(path, text);
		snprintf(path, sizeof(path), "sys/cpu1/cpuidle/state%u/latency", i);
		write_file(path, "3\n");
		snprintf(path, sizeof(path), "sys/cpu1/cpuidle/state%u/residency", i);
		write_file(path, "4\n");
	}
	snprintf(path, sizeof(path), "%s/sys", folder);
	assert_int_equal(tables_from_sysfs(&m, path, error, sizeof(error)), 0);
	assert_null(tables_for_cpu(m, 0));
	assert_int_equal(tables_for_cpu(m, 1)->table.count, 3);
	assert_string_equal(tables_for_cpu(m, 1)->name[2], "C1_ACPI");
	tables_free(m);
}

static void dump_beside_a_trace(void **state)
{
	struct machine_tables *m;
	char trace[256];

	(void)state;
	snprintf(trace, sizeof(trace), "%s/my.trace.dat", folder);
	assert_int_equal(tables_beside_trace(&m, trace, error, sizeof(error)), 0);
	assert_null(m);
	write_file("my.trace.sysfs_before.txt", S("0", "0", "A", "1", "2"));
	assert_int_equal(tables_beside_trace(&m, trace, error, sizeof(error)), 0);
	assert_non_null(m);
	tables_free(m);
	write_file("my.trace.sysfs_before.txt", "\n");
	assert_int_equal(tables_beside_trace(&m, trace, error, sizeof(error)), -1);
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(csv_of_a_hybrid_machine), cmocka_unit_test(csv_that_is_wrong),
		cmocka_unit_test(dump_with_a_gap_and_alike_names),
		cmocka_unit_test(dump_that_is_wrong), cmocka_unit_test(made_up_sysfs),
		cmocka_unit_test(dump_beside_a_trace),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
