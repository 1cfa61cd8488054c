// SPDX-License-Identifier: GPL-2.0
/* The part that all bench programs share: see driver.h. Printing: driver-print.c. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "driver-private.h"
#include "lib/clock.h"
#include "lib/host.h"
#include "lib/journal.h"

static atomic_int signal_seen;

int bench_usage(struct bench *bench, const char *fmt, ...)
{
	va_list ap;

	bench->opt.err.status = BENCH_USAGE;
	va_start(ap, fmt);
	vsnprintf(bench->opt.err.text, sizeof(bench->opt.err.text), fmt, ap);
	va_end(ap);
	return EINVAL;
}

void bench_argp_init(struct argp_state *state)
{
	struct bench *bench = state->input;

	state->child_inputs[0] = &bench->opt;
	/* getopt's own line about an unknown option is enough: no second one. */
	state->err_stream = NULL;
}

struct thread_setup bench_thread_setup(const struct bench *bench, int cpu)
{
	struct thread_setup setup = {
		.cpu = cpu,
		.sched = bench->opt.sched,
		.priority = bench->opt.priority,
		.timer_slack_ns = bench->opt.timer_slack_ns,
	};

	return setup;
}

static void *signal_thread(void *arg)
{
	struct bench *bench = arg;
	sigset_t set;
	int sig = 0;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	for (;;)
		if (!sigwait(&set, &sig)) {
			atomic_store(&signal_seen, sig);
			atomic_store(&bench->stop, 1);
		}
	return NULL;
}

/* Signals go to a thread of their own: no system call of a measurement is interrupted. */
static int catch_signals(struct bench *bench, struct err *err)
{
	struct thread_setup setup = { .cpu = -1, .timer_slack_ns = 50000 };
	pthread_t thread;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	if (thread_start(&thread, &setup, signal_thread, bench, err))
		return -1;
	pthread_detach(thread);
	return 0;
}

static int parse_arguments(struct driver *d, struct err *err)
{
	struct bench *bench = d->bench;

	argp_err_exit_status = BENCH_USAGE;
	options_default(&bench->opt);
	bench->opt.cpus = bench->program->default_cpus;
	bench->opt.duration_ns = bench->program->default_duration_ns;
	if (!argp_parse(bench->program->argp, d->argc, d->argv, ARGP_IN_ORDER, NULL, bench))
		return 0;
	*err = bench->opt.err;
	if (!err->status)
		err_set(err, BENCH_USAGE, "%s", "");
	return -1;
}

static int begin_result(struct driver *d, const char *governor, int run, struct err *err)
{
	struct bench *bench = d->bench;
	json_t *parameters = options_json(&bench->opt);
	struct result_head head = {
		.program = bench->program->name,
		.argc = d->argc,
		.argv = d->argv,
		.governor = *governor ? governor : NULL,
		.reference = bench->opt.reference,
		.setting = bench->opt.setting,
		.run = run,
		.output = bench->opt.output,
		.parameters = parameters,
		.host = host_facts(bench->opt.latency_qos_us, bench->opt.timer_slack_ns),
		.cpuidle = host_cpuidle(d->has_idle ? &d->idle : NULL),
	};
	int i;

	bench->program->parameters(bench, parameters);
	if (result_begin(&bench->result, &head, err))
		return -1;
	for (i = 0; i < bench->groups; i++)
		result_group(&bench->result, bench->group[i].name, &bench->group[i].cpus);
	if (!d->has_idle)
		result_note(&bench->result, "this machine has no cpuidle: no idle counters");
	return bench->opt.resume ? result_resume(&bench->result, err) : 0;
}

static uint64_t switches(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (uint64_t)usage.ru_nvcsw + (uint64_t)usage.ru_nivcsw;
}

static int measure_point(struct driver *d, int index, struct err *err)
{
	struct bench *bench = d->bench;
	json_t *point = result_point(&bench->result, index, bench->axis,
				     bench->sweep.value[index]);
	uint64_t begin, before = switches();
	int i, ret;

	if (d->has_idle)
		idle_snapshot(&d->idle, d->from);
	begin = now_ns();
	ret = bench->program->point(bench, index, bench->opt.duration_ns, point, err);
	json_object_set_new(point, "elapsed_ns", json_integer((json_int_t)(now_ns() - begin)));
	if (d->has_idle)
		idle_snapshot(&d->idle, d->to);
	if (!ret && atomic_load(&bench->stop))
		ret = err_set(err, BENCH_INTERRUPTED, "interrupted by signal %d",
			      atomic_load(&signal_seen));
	if (ret) {
		json_array_remove(json_object_get(bench->result.root, "points"),
				  json_array_size(json_object_get(bench->result.root,
								  "points")) - 1);
		return -1;
	}
	result_point_event(point, "own_context_switches", switches() - before);
	for (i = 0; d->has_idle && i < bench->groups; i++)
		result_point_idle(point, bench->group[i].name, &bench->group[i].cpus,
				  &d->idle, d->from, d->to);
	return 0;
}

static int run_points(struct driver *d, int done, struct err *err)
{
	struct bench *bench = d->bench;
	int i;

	if (bench->opt.warmup_ns &&
	    bench->program->point(bench, done, bench->opt.warmup_ns, NULL, err))
		return -1;
	for (i = done; i < bench->sweep.count; i++) {
		bool last = i == bench->sweep.count - 1;

		if (atomic_load(&bench->stop))
			return err_set(err, BENCH_INTERRUPTED, "interrupted by signal %d",
				       atomic_load(&signal_seen));
		if (measure_point(d, i, err) || result_write(&bench->result, last, err))
			return -1;
		say_point(&d->say, bench, i);
	}
	return 0;
}

static int do_run(struct driver *d, const char *governor, int run, struct err *err)
{
	struct bench *bench = d->bench;
	int i, ret = 0, done = begin_result(d, governor, run, err);

	for (i = 0; i < done; i++)
		say_skipped(&d->say);
	if (done >= 0 && done < bench->sweep.count) {
		driver_settle(d);
		ret = bench->program->run_begin ? bench->program->run_begin(bench, err) : 0;
		if (!ret)
			ret = run_points(d, done, err);
		if (bench->program->run_end)
			bench->program->run_end(bench);
	}
	result_free(&bench->result);
	return done < 0 ? -1 : ret;
}

/* Everything under each governor, once. */
static int do_round(struct driver *d, int run, struct err *err)
{
	struct bench *bench = d->bench;
	int i;

	for (i = 0; i < d->chosen.count; i++) {
		const char *name = d->chosen.name[i];

		if (bench->opt.governors && settings_governor(d->settings, name, err))
			return -1;
		say_run(&d->say, bench, name, run);
		if (do_run(d, name, run, err))
			return -1;
	}
	return 0;
}

static int do_toggled(struct driver *d, int run, struct err *err)
{
	struct bench_options *opt = &d->bench->opt;
	const char *name = strrchr(opt->toggle, '/') + 1;
	char label[128];
	int i, ret = 0;

	for (i = 0; i < 2 && !ret; i++) {
		if (settings_file(d->settings, opt->toggle, opt->toggle_value[i], err))
			return -1;
		snprintf(label, sizeof(label), "%.60s=%s", name, opt->toggle_value[i]);
		opt->setting = label;
		ret = do_round(d, run, err);
		opt->setting = NULL;
	}
	return ret;
}

static int do_all(struct driver *d, struct err *err)
{
	struct bench *bench = d->bench;
	int run, settings = bench->opt.toggle[0] ? 2 : 1;

	say_begin(&d->say, bench, settings * d->chosen.count);
	for (run = 1; run <= bench->opt.runs; run++)
		if (settings == 2 ? do_toggled(d, run, err) : do_round(d, run, err))
			return -1;
	return 0;
}

static void recover(struct driver *d)
{
	struct err err = { 0 };
	char what[1024];
	int n = journal_recover(what, sizeof(what), &err);

	if (n < 0)
		say_warning(&d->say, err.text);
	if (n > 0)
		say_recovered(&d->say, what);
}

static int prepare(struct driver *d, struct err *err)
{
	struct bench *bench = d->bench;

	if (topology_load(&bench->topo, err) ||
	    topology_pick(bench->topo, bench->opt.cpus, &bench->cpus, err) ||
	    bench->program->prepare(bench, err) || driver_add_others(bench, err))
		return -1;
	/* Before looking at governors: a dead run's must not pass for the machine's own. */
	recover(d);
	if (driver_choose_governors(d, err) || driver_open_idle(d, err))
		return -1;
	if (bench->opt.toggle[0] && bench->opt.setting)
		return err_set(err, BENCH_USAGE, "--setting: --toggle sets it");
	if (bench->opt.resume && !bench->opt.output)
		return err_set(err, BENCH_USAGE, "--resume: needs --output");
	return driver_calibrate(bench, err);
}

static void release(struct driver *d)
{
	struct bench *bench = d->bench;
	int i;

	idle_snapshot_free(d->from);
	idle_snapshot_free(d->to);
	if (d->has_idle)
		idle_close(&d->idle);
	for (i = 0; i < bench->groups; i++)
		cpulist_free(&bench->group[i].cpus);
	cpulist_free(&bench->cpus);
	sweep_free(&bench->sweep);
	topology_free(bench->topo);
}

int bench_main(const struct bench_program *program, void *priv, int argc, char **argv)
{
	struct bench bench = { .program = program, .priv = priv };
	struct driver d = { .bench = &bench, .argc = argc, .argv = argv };
	struct err err = { 0 }, end = { 0 };
	int ret;

	say_init(&d.say, program->name);
	if (parse_arguments(&d, &err)) {
		/* An unknown option was told by getopt. */
		if (err.text[0])
			say_error(&d.say, err.text);
		return err.status;
	}
	d.say.quiet = bench.opt.quiet;
	settings_begin(&d.settings);
	ret = catch_signals(&bench, &err) || prepare(&d, &err) ||
	      driver_apply_conditions(&d, &err) || do_all(&d, &err);
	if (settings_end(d.settings, &end)) {
		say_error(&d.say, end.text);
		if (!ret)
			err = end;
		ret = 1;
	} else if (ret) {
		say_error(&d.say, err.text);
	}
	say_end(&d.say, &bench, ret ? -1 : 0);
	release(&d);
	return ret ? err.status : BENCH_OK;
}
