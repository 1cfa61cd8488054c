// SPDX-License-Identifier: GPL-2.0
#include "rules.h"

#ifdef __KERNEL__
#include <linux/string.h>
#else
#include <string.h>
#endif

static bool number(const char **at, u32 most, u32 *value)
{
	const char *p = *at;
	u64 sum = 0;

	if (*p < '0' || *p > '9')
		return false;
	for (; *p >= '0' && *p <= '9'; p++) {
		sum = sum * 10 + (*p - '0');
		if (sum > most)
			return false;
	}
	*at = p;
	*value = sum;
	return true;
}

/* Copy up to a character of @ends; false if that is too long, or nothing. */
static bool name(const char **at, const char *ends, char *to)
{
	size_t length = strcspn(*at, ends);

	if (!length || length >= TALLY_NAME_LEN)
		return false;
	memset(to, 0, TALLY_NAME_LEN);
	memcpy(to, *at, length);
	*at += length;
	return true;
}

static const char *parse_cpus(const char **at, struct tally_fix_rule *rule)
{
	do {
		struct tally_range *range = &rule->ranges[rule->range_count];
		u32 first, last;

		if (rule->range_count == TALLY_RANGES_MAX)
			return "has more than 8 ranges of CPUs";
		(*at)++;
		if (!number(at, 65535, &first))
			return "has no CPU number after '@' or '+'";
		last = first;
		if (**at == '-') {
			(*at)++;
			if (!number(at, 65535, &last))
				return "has no CPU number after '-'";
		}
		if (last < first)
			return "has a range of CPUs that ends before it begins";
		range->first = first;
		range->last = last;
		rule->range_count++;
	} while (**at == '+');
	return NULL;
}

static const char *parse_rule(const char **at, struct tally_fix_rule *rule)
{
	const char *problem;

	memset(rule, 0, sizeof(*rule));
	if ((*at)[strcspn(*at, "/@:,\n")] == '/') {
		if (!name(at, "/", rule->driver))
			return "has no driver name of 1 to 15 characters before '/'";
		(*at)++;
	}
	if (!name(at, "/@:,\n", rule->state))
		return "has no state name of 1 to 15 characters";
	if (**at == '@') {
		problem = parse_cpus(at, rule);
		if (problem)
			return problem;
	}
	if (*(*at)++ != ':' || !number(at, TALLY_FIXUP_MAX_US, &rule->exit_us))
		return "has no exit latency of 0 to 10000000 us after the state";
	if (*(*at)++ != ':' || !number(at, TALLY_FIXUP_MAX_US, &rule->residency_us))
		return "has no target residency of 0 to 10000000 us after the exit latency";
	return NULL;
}

const char *tally_rules_parse(const char *text, struct tally_fix_rules *rules)
{
	const char *problem;

	rules->count = 0;
	if (!*text || !strcmp(text, "\n"))
		return NULL;
	for (;;) {
		if (rules->count == TALLY_RULES_MAX)
			return "has more than 16 rules";
		problem = parse_rule(&text, &rules->rule[rules->count]);
		if (problem)
			return problem;
		rules->count++;
		if (!*text || !strcmp(text, "\n"))
			return NULL;
		if (*text++ != ',')
			return "has something else than ',' after a rule";
	}
}

static bool covers(const struct tally_fix_rule *rule, unsigned int cpu)
{
	for (int i = 0; i < rule->range_count; i++)
		if (cpu >= rule->ranges[i].first && cpu <= rule->ranges[i].last)
			return true;
	return !rule->range_count;
}

const struct tally_fix_rule *
tally_rules_find(const struct tally_fix_rules *rules, const char *driver,
		 const char *state, unsigned int cpu)
{
	for (int i = rules->count - 1; i >= 0; i--) {
		const struct tally_fix_rule *rule = &rules->rule[i];

		if (!strcmp(rule->state, state) && covers(rule, cpu) &&
		    (!rule->driver[0] || !strcmp(rule->driver, driver)))
			return rule;
	}
	return NULL;
}
