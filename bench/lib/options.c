// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "options.h"
#include "sweep.h"

enum {
	KEY_REFERENCE = 0x400,
	KEY_SETTING,
	KEY_TOGGLE,
	KEY_RESUME,
	KEY_SETTLE,
	KEY_LATENCY_QOS,
	KEY_RESUME_LATENCY,
	KEY_DISABLE,
	KEY_TIMER_SLACK,
	KEY_SCHED,
	KEY_MLOCK,
	KEY_CALIBRATION,
	KEY_NO_WAKE,
};

static const struct argp_option table[] = {
	{ NULL, 0, NULL, 0, "What is compared:", 1 },
	{ "cpus", 'c', "SPEC", 0,
	  "CPUs to measure on: cores:N, cores:all, threads:N, threads:all, or a list such as 0,2-3 (order and repeats count)",
	  1 },
	{ "governors", 'g', "LIST|all", 0,
	  "Repeat everything under each of these cpuidle governors, and restore the one that was set (default: the governor is left alone)",
	  1 },
	{ "reference", KEY_REFERENCE, "NAME", 0,
	  "Governor that reports compare with; must be one of them", 1 },
	{ "setting", KEY_SETTING, "LABEL", 0,
	  "Label of what else is different about this run (part of the file name)", 1 },
	{ "toggle", KEY_TOGGLE, "FILE=A,B", 0,
	  "Repeat everything with a file under /sys/module or /sys/devices/system/cpu at A and at B, and restore it; the settings are then called NAME=A and NAME=B, NAME being the file's",
	  1 },
	{ NULL, 0, NULL, 0, "How long:", 2 },
	{ "duration", 'd', "SECONDS", 0, "Time to measure each point", 2 },
	{ "runs", 'n', "N", 0, "Repeat everything N times (default: 1)", 2 },
	{ "warmup", 'w', "SECONDS", 0,
	  "Time at the first point before a run is measured (default: 0)", 2 },
	{ "settle", KEY_SETTLE, "SECONDS", 0,
	  "Before each run, wait at most so long for a steady temperature (default: 0, do not wait)",
	  2 },
	{ NULL, 0, NULL, 0, "Where to:", 3 },
	{ "output", 'o', "DIR", 0,
	  "Directory for the result files (default: none are written)", 3 },
	{ "resume", KEY_RESUME, NULL, 0,
	  "Keep the points that --output has already, go on with the next", 3 },
	{ "quiet", 'q', NULL, 0, "No progress, no summary", 3 },
	{ NULL, 0, NULL, 0, "Conditions:", 4 },
	{ "disable-states", KEY_DISABLE, "LIST", 0,
	  "Disable these idle states on all CPUs: indexes or whole names, separated by commas", 4 },
	{ "latency-qos", KEY_LATENCY_QOS, "US", 0,
	  "Hold /dev/cpu_dma_latency open at this limit (default: not opened)", 4 },
	{ "resume-latency", KEY_RESUME_LATENCY, "US|n/a", 0,
	  "Set pm_qos_resume_latency_us of the measured CPUs; 0: no limit, n/a: no latency at all",
	  4 },
	{ "timer-slack", KEY_TIMER_SLACK, "TIME", 0,
	  "Timer slack of the measuring threads, ns without a unit (default: 1; the system's own default is 50us)",
	  4 },
	{ "sched", KEY_SCHED, "CLASS[:PRIO]", 0,
	  "other, fifo[:PRIO] or rr[:PRIO] for the measuring threads (default: other)", 4 },
	{ "mlock", KEY_MLOCK, NULL, 0, "Lock all memory", 4 },
	{ "calibration", KEY_CALIBRATION, "PS", 0,
	  "Picoseconds that an iteration of work takes (default: measured at the start)", 4 },
	{ "no-wake", KEY_NO_WAKE, NULL, 0,
	  "Do not wake sleeping CPUs for a reading of their counters; a sleep under way is then counted later",
	  4 },
	{ 0 }
};

void options_default(struct bench_options *options)
{
	memset(options, 0, sizeof(*options));
	options->runs = 1;
	options->latency_qos_us = -1;
	options->resume_latency_us = -2;
	options->timer_slack_ns = 1;
	options->sched = SCHED_OTHER;
	options->wake = true;
}

static int parse_resume_latency(struct bench_options *o, const char *arg)
{
	o->resume_latency_us = -1;
	if (!strcmp(arg, "n/a"))
		return 0;
	return parse_int(&o->resume_latency_us, arg, 0, 2000000000, "--resume-latency",
			 &o->err);
}

static int parse_sched(struct bench_options *o, const char *arg)
{
	size_t len = strcspn(arg, ":");

	o->priority = 0;
	if (len == 5 && !strcmp(arg, "other")) {
		o->sched = SCHED_OTHER;
		return 0;
	}
	if (len == 4 && !strncmp(arg, "fifo", 4))
		o->sched = SCHED_FIFO;
	else if (len == 2 && !strncmp(arg, "rr", 2))
		o->sched = SCHED_RR;
	else
		return err_set(&o->err, BENCH_USAGE,
			       "--sched: '%s' is none of other, fifo[:PRIO], rr[:PRIO]", arg);
	o->priority = 50;
	return arg[len] ? parse_int(&o->priority, arg + len + 1, 1, 99, "--sched", &o->err) : 0;
}

/* Labels become part of a file name. */
static int parse_setting(struct bench_options *o, const char *arg)
{
	static const char allowed[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+=-";

	if (!*arg || arg[strspn(arg, allowed)] || strlen(arg) > 100)
		return err_set(&o->err, BENCH_USAGE,
			       "--setting: '%s' may only have letters, digits, and . _ + = -", arg);
	o->setting = arg;
	return 0;
}

static int bad_toggle(struct bench_options *o, const char *arg)
{
	return err_set(&o->err, BENCH_USAGE,
		       "--toggle: '%s' is not FILE=A,B with a FILE under /sys/module or /sys/devices/system/cpu",
		       arg);
}

/* The path is kept below the root, so that a made-up tree can stand in. */
static int parse_toggle(struct bench_options *o, const char *arg)
{
	static const char allowed[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+";
	const char *equal = strchr(arg, '='), *comma = equal ? strchr(equal, ',') : NULL;
	const char *path = !strncmp(arg, "/sys/", 5) ? arg + 5 : arg;
	int i;

	if (!comma || path >= equal || strstr(arg, "..") ||
	    (strncmp(path, "module/", 7) && strncmp(path, "devices/system/cpu/", 19)))
		return bad_toggle(o, arg);
	snprintf(o->toggle, sizeof(o->toggle), "%.*s", (int)(equal - path), path);
	snprintf(o->toggle_value[0], sizeof(o->toggle_value[0]), "%.*s",
		 (int)(comma - equal - 1), equal + 1);
	snprintf(o->toggle_value[1], sizeof(o->toggle_value[1]), "%s", comma + 1);
	/* The values become part of a file name. */
	for (i = 0; i < 2; i++)
		if (!o->toggle_value[i][0] ||
		    o->toggle_value[i][strspn(o->toggle_value[i], allowed)])
			return bad_toggle(o, arg);
	return 0;
}

static int parse_calibration(struct bench_options *o, const char *arg)
{
	int ps;

	if (parse_int(&ps, arg, 1, 100000000, "--calibration", &o->err))
		return -1;
	o->calibration_ps = (uint64_t)ps;
	return 0;
}

/* 0 would mean the default that the thread was born with. */
static int parse_slack(struct bench_options *o, const char *arg)
{
	if (parse_time_ns(&o->timer_slack_ns, arg, 1, "--timer-slack", &o->err))
		return -1;
	if (!o->timer_slack_ns || o->timer_slack_ns > NSEC_PER_SEC)
		return err_set(&o->err, BENCH_USAGE, "--timer-slack: '%s' is not from 1 ns to 1 s",
			       arg);
	return 0;
}

static int parse_duration(struct bench_options *o, const char *arg)
{
	if (parse_time_ns(&o->duration_ns, arg, NSEC_PER_SEC, "--duration", &o->err))
		return -1;
	if (o->duration_ns < NSEC_PER_MSEC)
		return err_set(&o->err, BENCH_USAGE, "--duration: '%s' is below 1 ms", arg);
	return 0;
}

/* Options that take a value; 1: not one of these. */
static int parse_valued(struct bench_options *o, int key, char *arg)
{
	switch (key) {
	case 'd':
		return parse_duration(o, arg);
	case 'w':
		return parse_time_ns(&o->warmup_ns, arg, NSEC_PER_SEC, "--warmup", &o->err);
	case KEY_SETTLE:
		return parse_time_ns(&o->settle_ns, arg, NSEC_PER_SEC, "--settle", &o->err);
	case 'n':
		return parse_int(&o->runs, arg, 1, 100000, "--runs", &o->err);
	case KEY_LATENCY_QOS:
		return parse_int(&o->latency_qos_us, arg, 0, 2000000000, "--latency-qos",
				 &o->err);
	case KEY_RESUME_LATENCY:
		return parse_resume_latency(o, arg);
	case KEY_TIMER_SLACK:
		return parse_slack(o, arg);
	case KEY_SCHED:
		return parse_sched(o, arg);
	case KEY_SETTING:
		return parse_setting(o, arg);
	case KEY_TOGGLE:
		return parse_toggle(o, arg);
	case KEY_CALIBRATION:
		return parse_calibration(o, arg);
	}
	return 1;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct bench_options *o = state->input;
	int ret = parse_valued(o, key, arg);

	/* The first error is the one to tell; parsing ends there. */
	if (ret <= 0)
		return ret ? EINVAL : 0;
	switch (key) {
	case 'c':
		o->cpus = arg;
		return 0;
	case 'g':
		o->governors = arg;
		return 0;
	case KEY_REFERENCE:
		o->reference = arg;
		return 0;
	case 'o':
		o->output = arg;
		return 0;
	case KEY_RESUME:
		o->resume = true;
		return 0;
	case 'q':
		o->quiet = true;
		return 0;
	case KEY_DISABLE:
		o->disable = arg;
		return 0;
	case KEY_MLOCK:
		o->mlock = true;
		return 0;
	case KEY_NO_WAKE:
		o->wake = false;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp options_argp = { table, parse, NULL, NULL, NULL, NULL, NULL };

static json_t *text_or_null(const char *text)
{
	json_t *value = text ? json_string(text) : NULL;

	return value ? value : json_null();
}

static const char *sched_name(int sched)
{
	return sched == SCHED_FIFO ? "fifo" : sched == SCHED_RR ? "rr" : "other";
}

json_t *options_json(const struct bench_options *o)
{
	json_t *p = json_object();

	json_object_set_new(p, "cpus", text_or_null(o->cpus));
	json_object_set_new(p, "duration_ns", json_integer((json_int_t)o->duration_ns));
	json_object_set_new(p, "warmup_ns", json_integer((json_int_t)o->warmup_ns));
	json_object_set_new(p, "settle_ns", json_integer((json_int_t)o->settle_ns));
	json_object_set_new(p, "disable_states", text_or_null(o->disable));
	json_object_set_new(p, "latency_qos_us",
			    o->latency_qos_us < 0 ? json_null() :
						    json_integer(o->latency_qos_us));
	json_object_set_new(p, "resume_latency_us",
			    o->resume_latency_us == -2 ? json_null() :
			    o->resume_latency_us == -1 ? json_string("n/a") :
							 json_integer(o->resume_latency_us));
	json_object_set_new(p, "timer_slack_ns", json_integer((json_int_t)o->timer_slack_ns));
	json_object_set_new(p, "sched", json_string(sched_name(o->sched)));
	json_object_set_new(p, "priority", json_integer(o->priority));
	json_object_set_new(p, "mlock", json_boolean(o->mlock));
	json_object_set_new(p, "calibration_ps",
			    o->calibration_ps ? json_integer((json_int_t)o->calibration_ps) :
						json_null());
	json_object_set_new(p, "wake", json_boolean(o->wake));
	return p;
}
