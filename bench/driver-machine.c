// SPDX-License-Identifier: GPL-2.0
/* What a bench needs of the machine before it measures: see driver-private.h. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver-private.h"
#include "lib/clock.h"
#include "lib/thermal.h"
#include "lib/work.h"

#define CALIBRATION_NS	(20 * NSEC_PER_MSEC)

int driver_add_others(struct bench *bench, struct err *err)
{
	struct cpulist used = { 0 }, rest;
	int i, k, ret;

	for (i = 0; i < bench->groups; i++)
		for (k = 0; k < bench->group[i].cpus.count; k++)
			cpulist_add(&used, bench->group[i].cpus.cpu[k]);
	ret = topology_rest(&used, &rest, err);
	cpulist_free(&used);
	if (ret)
		return -1;
	if (rest.count && bench->groups < BENCH_GROUPS_MAX) {
		bench->group[bench->groups].name = "others";
		bench->group[bench->groups++].cpus = rest;
	} else {
		cpulist_free(&rest);
	}
	return 0;
}

int driver_choose_governors(struct driver *d, struct err *err)
{
	struct bench_options *opt = &d->bench->opt;
	struct err why = { 0 };
	int i;

	d->has_governors = !governors_read(&d->all, &why);
	if (!opt->governors) {
		if (opt->reference)
			return err_set(err, BENCH_USAGE,
				       "--reference: needs --governors to choose from");
		d->chosen.count = 1;
		snprintf(d->chosen.name[0], GOVERNOR_NAME_MAX, "%s", d->all.current);
		return 0;
	}
	if (!d->has_governors) {
		*err = why;
		return -1;
	}
	if (governors_select(&d->all, opt->governors, &d->chosen, err))
		return -1;
	for (i = 0; opt->reference && i < d->chosen.count; i++)
		if (!strcmp(opt->reference, d->chosen.name[i]))
			return 0;
	return opt->reference ? err_set(err, BENCH_USAGE,
					"--reference: '%s' is not among --governors '%s'",
					opt->reference, opt->governors) : 0;
}

int driver_open_idle(struct driver *d, struct err *err)
{
	struct cpulist online;
	struct err why;

	if (topology_online(&online, err))
		return -1;
	d->has_idle = !idle_open(&d->idle, &online, &why);
	cpulist_free(&online);
	if (!d->has_idle) {
		if (d->bench->opt.governors || d->bench->opt.disable) {
			*err = why;
			return -1;
		}
		say_warning(&d->say, why.text);
		return 0;
	}
	if (!d->bench->opt.wake)
		d->idle.wake = false;
	d->from = idle_snapshot_alloc(&d->idle);
	d->to = idle_snapshot_alloc(&d->idle);
	return 0;
}

/* Does a word of --disable-states mean this state? Names count whole. */
static bool names_state(const char *word, const struct idle_state *s)
{
	char number[16];

	snprintf(number, sizeof(number), "%d", s->index);
	return !strcmp(word, number) || !strcmp(word, s->name);
}

static int disable_states(struct driver *d, struct err *err)
{
	char text[512], *save = NULL, *word;
	int i, s, hits;

	if (!d->bench->opt.disable)
		return 0;
	snprintf(text, sizeof(text), "%s", d->bench->opt.disable);
	for (word = strtok_r(text, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		hits = 0;
		for (i = 0; i < d->idle.cpus; i++)
			for (s = 0; s < d->idle.cpu[i].states; s++) {
				struct idle_state *state = &d->idle.cpu[i].state[s];

				if (!names_state(word, state))
					continue;
				hits++;
				if (settings_state(d->settings, d->idle.cpu[i].cpu,
						   state->index, true, err))
					return -1;
				state->disabled = true;
			}
		if (!hits)
			return err_set(err, BENCH_USAGE,
				       "--disable-states: no CPU has a state '%s'", word);
	}
	return 0;
}

int driver_apply_conditions(struct driver *d, struct err *err)
{
	struct bench *bench = d->bench;
	struct bench_options *opt = &bench->opt;

	if (opt->mlock && memory_lock(err))
		return -1;
	if (disable_states(d, err))
		return -1;
	if (opt->latency_qos_us >= 0 &&
	    settings_latency_qos(d->settings, opt->latency_qos_us, err))
		return -1;
	if (opt->resume_latency_us != -2 &&
	    settings_resume_latency(d->settings, &bench->group[0].cpus,
				    opt->resume_latency_us, err))
		return -1;
	return 0;
}

struct calibration {
	uint64_t ps;
};

static void *calibration_thread(void *arg)
{
	((struct calibration *)arg)->ps = work_calibrate(CALIBRATION_NS);
	return NULL;
}

int driver_calibrate(struct bench *bench, struct err *err)
{
	struct thread_setup setup = bench_thread_setup(bench, bench->cpus.cpu[0]);
	struct calibration result;
	pthread_t thread;

	bench->work_ps = bench->opt.calibration_ps;
	if (bench->work_ps)
		return 0;
	if (thread_start(&thread, &setup, calibration_thread, &result, err))
		return -1;
	pthread_join(thread, NULL);
	bench->work_ps = result.ps;
	return 0;
}

void driver_settle(struct driver *d)
{
	struct settling settling = { 0 };
	uint64_t end = now_ns() + d->bench->opt.settle_ns;
	long mc;

	if (!d->bench->opt.settle_ns)
		return;
	if (thermal_read(&mc)) {
		result_note(&d->bench->result, "no temperature sensor: not settled");
		say_warning(&d->say, "--settle: this machine has no temperature sensor");
		return;
	}
	while (now_ns() < end && !atomic_load(&d->bench->stop)) {
		if (!thermal_read(&mc) && settling_add(&settling, mc))
			return;
		sleep(1);
	}
	result_note(&d->bench->result, "temperature not steady within --settle");
}
