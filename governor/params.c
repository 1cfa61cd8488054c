// SPDX-License-Identifier: GPL-2.0
/*
 * Module parameters. Each is checked when it is written: nonsense is refused with
 * -EINVAL and a log line, and changes nothing.
 */
#define pr_fmt(fmt) "tally: " fmt

#include <linux/kstrtox.h>
#include <linux/moduleparam.h>
#include <linux/string.h>
#include <linux/stringify.h>
#include <linux/sysfs.h>
#include "fixup.h"
#include "ksyms.h"
#include "params.h"

struct tally_params tally_params = {
	.rule = TALLY_RULE_EXPECTATION,
	.context = true,
	.latency_weight = TALLY_LATENCY_WEIGHT,
	.util_shift = 6,
};

struct tally_settings tally_settings = {
	.builtin_fixups = true,
	.rating = 1,
};

static int refuse(const char *value, const struct kernel_param *kp, const char *why)
{
	pr_err("%s=%.*s refused: it %s\n", kp->name,
	       (int)strcspn(value, "\n"), value, why);
	return -EINVAL;
}

/* A number from 0 to a bound. */
struct bounded {
	u8 *value;
	u8 most;
};

static int bounded_set(const char *value, const struct kernel_param *kp)
{
	const struct bounded *bounded = kp->arg;
	unsigned int number;

	if (kstrtouint(value, 0, &number) || number > bounded->most) {
		pr_err("%s=%.*s refused: it is no number from 0 to %u\n", kp->name,
		       (int)strcspn(value, "\n"), value, bounded->most);
		return -EINVAL;
	}
	WRITE_ONCE(*bounded->value, number);
	return 0;
}

static int bounded_get(char *buffer, const struct kernel_param *kp)
{
	const struct bounded *bounded = kp->arg;

	return sysfs_emit(buffer, "%u\n", READ_ONCE(*bounded->value));
}

static const struct kernel_param_ops bounded_ops = {
	.set = bounded_set,
	.get = bounded_get,
};

static struct bounded latency_weight = { &tally_params.latency_weight, 255 };
static struct bounded util_shift = { &tally_params.util_shift, 10 };
static struct bounded rating = { &tally_settings.rating, 100 };

module_param_cb(latency_weight, &bounded_ops, &latency_weight, 0644);
MODULE_PARM_DESC(latency_weight,
		 "eighths of idle time that exit latency weighs as much as, 0 (power only) to 255 (default "
		 __stringify(TALLY_LATENCY_WEIGHT) ")");
module_param_cb(util_shift, &bounded_ops, &util_shift, 0644);
MODULE_PARM_DESC(util_shift,
		 "utilisation is high above capacity >> this, 0 to 10 (default 6)");
module_param_cb(rating, &bounded_ops, &rating, 0444);
MODULE_PARM_DESC(rating,
		 "governor rating, 0 to 100; above 20 it takes over from menu when loaded (default 1)");

static bool is_yes(const char *value, bool *yes)
{
	return !kstrtobool(value, yes);
}

static int flag_set(const char *value, const struct kernel_param *kp)
{
	bool yes;

	if (!value || !is_yes(value, &yes))
		return refuse(value ?: "", kp, "is neither Y nor N");
	WRITE_ONCE(*(bool *)kp->arg, yes);
	return 0;
}

static int flag_get(char *buffer, const struct kernel_param *kp)
{
	return sysfs_emit(buffer, "%c\n", READ_ONCE(*(bool *)kp->arg) ? 'Y' : 'N');
}

static const struct kernel_param_ops flag_ops = {
	.set = flag_set,
	.get = flag_get,
};

module_param_cb(context, &flag_ops, &tally_params.context, 0644);
MODULE_PARM_DESC(context, "learn the order of outcomes (default Y)");

/* For flags that change the state table. */
static int table_flag_set(const char *value, const struct kernel_param *kp)
{
	int ret = flag_set(value, kp);

	if (!ret)
		tally_tables_changed();
	return ret;
}

static const struct kernel_param_ops table_flag_ops = {
	.set = table_flag_set,
	.get = flag_get,
};

module_param_cb(learned_latency, &table_flag_ops, &tally_settings.learned_latency, 0644);
MODULE_PARM_DESC(learned_latency,
		 "correct the state table by exit latencies learned from timer hits (default N)");
module_param_cb(builtin_fixups, &table_flag_ops, &tally_settings.builtin_fixups, 0644);
MODULE_PARM_DESC(builtin_fixups, "apply the built-in fixups of state tables (default Y)");

/* While the module loads it is not known yet: see tally_params_check(). */
static bool symbols_found;

static int no_util(void)
{
	pr_err("util=Y refused: this kernel does not tell a CPU's utilisation\n");
	return -EOPNOTSUPP;
}

static int util_set(const char *value, const struct kernel_param *kp)
{
	bool yes;

	if (value && is_yes(value, &yes) && yes && symbols_found && !tally_has_util())
		return no_util();
	return flag_set(value, kp);
}

static const struct kernel_param_ops util_ops = {
	.set = util_set,
	.get = flag_get,
};

module_param_cb(util, &util_ops, &tally_params.util, 0644);
MODULE_PARM_DESC(util, "let the CPU's utilisation speak (default N)");

static const char * const rule_names[] = {
	[TALLY_RULE_EXPECTATION] = "expectation",
	[TALLY_RULE_MAJORITY] = "majority",
};

static int rule_set(const char *value, const struct kernel_param *kp)
{
	int rule = sysfs_match_string(rule_names, value);

	if (rule < 0)
		return refuse(value, kp, "is neither expectation nor majority");
	WRITE_ONCE(tally_params.rule, rule);
	return 0;
}

static int rule_get(char *buffer, const struct kernel_param *kp)
{
	return sysfs_emit(buffer, "%s\n", rule_names[READ_ONCE(tally_params.rule)]);
}

static const struct kernel_param_ops rule_ops = {
	.set = rule_set,
	.get = rule_get,
};

module_param_cb(rule, &rule_ops, NULL, 0644);
MODULE_PARM_DESC(rule, "how the ledger is read: expectation (default) or majority");

#define FIXUP_LEN	1024

/* As written last; both are protected by the parameters' own mutex. */
static char fixup_text[FIXUP_LEN];
static struct tally_fix_rules fixup_new;

static int fixup_set(const char *value, const struct kernel_param *kp)
{
	const char *problem = "is too long";

	if (strlen(value) < FIXUP_LEN)
		problem = tally_rules_parse(value, &fixup_new);
	if (problem)
		return refuse(value, kp, problem);
	strscpy(fixup_text, value, FIXUP_LEN);
	fixup_text[strcspn(fixup_text, "\n")] = '\0';
	tally_fixup_rules(&fixup_new);
	return 0;
}

static int fixup_get(char *buffer, const struct kernel_param *kp)
{
	return sysfs_emit(buffer, "%s\n", fixup_text);
}

static const struct kernel_param_ops fixup_ops = {
	.set = fixup_set,
	.get = fixup_get,
};

module_param_cb(fixup, &fixup_ops, NULL, 0644);
MODULE_PARM_DESC(fixup,
		 "state table corrections: [DRIVER/]STATE[@CPUS]:EXIT_US:RESIDENCY_US,...");

int tally_params_check(void)
{
	symbols_found = true;
	if (tally_params.util && !tally_has_util())
		return no_util();
	return 0;
}
