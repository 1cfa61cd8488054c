// SPDX-License-Identifier: GPL-2.0
/* What a process has changed is restored: by itself, or by the next one after its death. */
#include <signal.h>
#include <sys/wait.h>

#include "bench/lib/journal.h"
#include "bench/lib/settings.h"
#include "benchlib_tree.h"

#define GOVERNOR	"devices/system/cpu/cpuidle/current_governor"
#define DISABLE		"devices/system/cpu/cpu0/cpuidle/state1/disable"
#define RESUME		"devices/system/cpu/cpu0/power/pm_qos_resume_latency_us"

static char what[512];

static int begin(void **state)
{
	tree_begin(state);
	tree_state(0, 0, "POLL", 0, 0);
	tree_state(0, 1, "C1", 1, 1);
	tree_put(GOVERNOR, "menu");
	tree_put(RESUME, "0");
	return 0;
}

static void change_all(struct settings *settings)
{
	int cpu = 0;
	struct cpulist cpus = { .count = 1, .cpu = &cpu };

	assert_int_equal(settings_governor(settings, "teo", NULL), 0);
	assert_int_equal(settings_governor(settings, "ladder", NULL), 0);
	assert_int_equal(settings_state(settings, 0, 1, true, NULL), 0);
	assert_int_equal(settings_resume_latency(settings, &cpus, 10, NULL), 0);
}

static void all_as_before(void)
{
	assert_string_equal(tree_get(GOVERNOR), "menu");
	assert_string_equal(tree_get(DISABLE), "0");
	assert_string_equal(tree_get(RESUME), "0");
}

static void restores_itself(void **state)
{
	struct settings *settings;

	(void)state;
	settings_begin(&settings);
	change_all(settings);
	assert_string_equal(tree_get(GOVERNOR), "ladder");
	assert_string_equal(tree_get(DISABLE), "1");
	assert_string_equal(tree_get(RESUME), "10");
	assert_int_equal(settings_end(settings, NULL), 0);
	all_as_before();
	assert_int_equal(journal_recover(what, sizeof(what), NULL), 0);
}

static void killed_process(void **state)
{
	struct settings *settings;
	struct err err = { 0 };
	int status;
	pid_t child = fork();

	(void)state;
	if (!child) {
		settings_begin(&settings);
		change_all(settings);
		raise(SIGSTOP);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, WUNTRACED), child);
	assert_true(WIFSTOPPED(status));
	/* While it lives nobody else restores, or changes, anything. */
	assert_int_equal(journal_recover(what, sizeof(what), &err), -1);
	assert_non_null(strstr(err.text, "another bench is at work"));
	settings_begin(&settings);
	assert_int_equal(settings_governor(settings, "teo", &err), -1);
	assert_int_equal(settings_end(settings, NULL), 0);
	assert_string_equal(tree_get(GOVERNOR), "ladder");
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(journal_recover(what, sizeof(what), &err), 3);
	assert_non_null(strstr(what, "current_governor = menu"));
	all_as_before();
	assert_int_equal(journal_recover(what, sizeof(what), &err), 0);
}

static void next_start_recovers_first(void **state)
{
	struct settings *settings;
	int status;
	pid_t child = fork();

	(void)state;
	if (!child) {
		settings_begin(&settings);
		change_all(settings);
		kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	settings_begin(&settings);
	assert_int_equal(settings_governor(settings, "teo", NULL), 0);
	assert_int_equal(settings_end(settings, NULL), 0);
	/* Not "ladder", which the dead process had left. */
	all_as_before();
}

static void put_journal(const char *text)
{
	FILE *f = fopen(getenv("TALLY_JOURNAL"), "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void cut_off_line(void **state)
{
	(void)state;
	tree_put(GOVERNOR, "teo");
	put_journal(GOVERNOR "\tmenu\n" DISABLE "\t");
	assert_int_equal(journal_recover(what, sizeof(what), NULL), 1);
	assert_string_equal(tree_get(GOVERNOR), "menu");
}

static void not_a_journal(void **state)
{
	static const char *const bad[] = {
		"hello\n", "../../etc/passwd\tx\n", "devices/system/cpu/../../x\ty\n",
		"kernel/x\ty\n",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct err err = { 0 };

		put_journal(bad[i]);
		assert_int_equal(journal_recover(what, sizeof(what), &err), -1);
		assert_non_null(strstr(err.text, "is not a journal"));
	}
}

static void gone_file_is_told(void **state)
{
	struct err err = { 0 };

	(void)state;
	put_journal(GOVERNOR "\tmenu\ndevices/system/cpu/cpu9/cpuidle/state1/disable\t0\n");
	tree_put(GOVERNOR, "teo");
	assert_int_equal(journal_recover(what, sizeof(what), &err), -1);
	assert_non_null(strstr(err.text, "cpu9"));
	/* The rest is restored all the same. */
	assert_string_equal(tree_get(GOVERNOR), "menu");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, tree_end)
	const struct CMUnitTest tests[] = {
		TEST(restores_itself), TEST(killed_process), TEST(next_start_recovers_first),
		TEST(cut_off_line), TEST(not_a_journal), TEST(gone_file_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
