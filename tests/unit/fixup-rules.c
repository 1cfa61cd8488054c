// SPDX-License-Identifier: GPL-2.0
/* The fixup parameter: what it takes, what it refuses, and which rule a state gets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "governor/rules.h"

static struct tally_fix_rules rules;

static void nothing_is_no_rule(void **unused)
{
	(void)unused;
	assert_null(tally_rules_parse("", &rules));
	assert_int_equal(rules.count, 0);
	assert_null(tally_rules_parse("\n", &rules));
	assert_int_equal(rules.count, 0);
	assert_null(tally_rules_find(&rules, "intel_idle", "C1", 0));
}

static void all_parts_are_taken(void **unused)
{
	const struct tally_fix_rule *rule;

	(void)unused;
	assert_null(tally_rules_parse("CEDE:10:100,acpi_idle/C3_ACPI@0-3+8:50:150,Shared Cede:1:2\n",
				      &rules));
	assert_int_equal(rules.count, 3);
	rule = &rules.rule[1];
	assert_string_equal(rule->driver, "acpi_idle");
	assert_string_equal(rule->state, "C3_ACPI");
	assert_int_equal(rule->range_count, 2);
	assert_int_equal(rule->ranges[0].first, 0);
	assert_int_equal(rule->ranges[0].last, 3);
	assert_int_equal(rule->ranges[1].first, 8);
	assert_int_equal(rule->ranges[1].last, 8);
	assert_int_equal(rule->exit_us, 50);
	assert_int_equal(rule->residency_us, 150);
	assert_string_equal(rules.rule[0].driver, "");
	assert_string_equal(rules.rule[2].state, "Shared Cede");
}

static void nonsense_is_refused(void **unused)
{
	static const char * const nonsense[] = {
		":1:2", "C1", "C1:", "C1:1", "C1:1:", "C1:a:2", "C1:1:b", "C1:-1:2", "C1:1:2,",
		",C1:1:2", "C1:1:2 C2:1:2", "C1:1:2:3", "C1@:1:2", "C1@1-:1:2", "C1@3-1:1:2",
		"C1@70000:1:2", "C1@1+:1:2", "C1@1+2+3+4+5+6+7+8+9:1:2", "/C1:1:2", "driver/:1:2",
		"C1:10000001:2", "C1:1:10000001", "C1:99999999999999999999:2",
		"sixteencharacter:1:2", "sixteencharacter/C1:1:2", "a/b/C1:1:2", "C1:1:2\n\n",
		"A:1:1,A:1:1,A:1:1,A:1:1,A:1:1,A:1:1,A:1:1,A:1:1,A:1:1,A:1:1,A:1:1,A:1:1,A:1:1,"
		"A:1:1,A:1:1,A:1:1,A:1:1",
	};

	(void)unused;
	for (size_t i = 0; i < sizeof(nonsense) / sizeof(*nonsense); i++)
		if (!tally_rules_parse(nonsense[i], &rules))
			fail_msg("taken: \"%s\"", nonsense[i]);
}

static void the_limits_are_taken(void **unused)
{
	(void)unused;
	assert_null(tally_rules_parse("fifteencharacte/fifteencharacte@0-65535:0:10000000",
				      &rules));
	assert_int_equal(rules.rule[0].exit_us, 0);
	assert_int_equal(rules.rule[0].residency_us, 10000000);
}

static u32 exit_of(const char *driver, const char *state, unsigned int cpu)
{
	const struct tally_fix_rule *rule = tally_rules_find(&rules, driver, state, cpu);

	return rule ? rule->exit_us : 0;
}

static void a_state_gets_the_last_rule_that_matches_whole(void **unused)
{
	(void)unused;
	assert_null(tally_rules_parse("C1:1:1,C1E:2:2,C1@2-3:3:3,other/C1:4:4", &rules));
	assert_int_equal(exit_of("intel_idle", "C1", 0), 1);
	assert_int_equal(exit_of("intel_idle", "C1", 2), 3);
	assert_int_equal(exit_of("intel_idle", "C1", 3), 3);
	assert_int_equal(exit_of("intel_idle", "C1", 4), 1);
	assert_int_equal(exit_of("other", "C1", 2), 4);
	assert_int_equal(exit_of("intel_idle", "C1E", 0), 2);
	/* Neither a prefix nor a longer name, nor another case. */
	assert_int_equal(exit_of("intel_idle", "C", 0), 0);
	assert_int_equal(exit_of("intel_idle", "C1_ACPI", 0), 0);
	assert_int_equal(exit_of("intel_idle", "c1", 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_no_rule),
		cmocka_unit_test(all_parts_are_taken),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(the_limits_are_taken),
		cmocka_unit_test(a_state_gets_the_last_rule_that_matches_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
