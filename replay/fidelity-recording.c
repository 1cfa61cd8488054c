// SPDX-License-Identifier: GPL-2.0
/* From a trace with tally's own tracepoints. */
#include <stdio.h>
#include <string.h>

#include "replay/driver.h"
#include "replay/fidelity.h"
#include "replay/reader.h"

static int begin(struct fidelity *fidelity, const struct reader *reader, unsigned int cpu)
{
	struct recorded_table recorded;
	struct state_table table = { 0 };
	struct cpuidle_driver drv;

	if (!reader_recorded_table(reader, cpu, &recorded))
		return 0;
	table.table = recorded.table;
	setup_driver(&table, &drv);
	return fidelity_begin(fidelity, cpu, &drv, recorded.tick_period_ns, NULL);
}

static void set_params(struct fidelity *fidelity, unsigned int cpu,
		       const struct tally_params *params)
{
	char text[16];

	fidelity_param(fidelity, cpu, "rule",
		       params->rule == TALLY_RULE_MAJORITY ? "majority" : "expectation");
	fidelity_param(fidelity, cpu, "context", params->context ? "1" : "0");
	fidelity_param(fidelity, cpu, "util", params->util ? "1" : "0");
	snprintf(text, sizeof(text), "%u", params->latency_weight);
	fidelity_param(fidelity, cpu, "latency_weight", text);
	snprintf(text, sizeof(text), "%u", params->util_shift);
	fidelity_param(fidelity, cpu, "util_shift", text);
}

static void one_period(struct fidelity *fidelity, const struct idle_period *period)
{
	const struct tally_decision *decision = &period->decision;
	struct fidelity_ask ask = {
		.time_ns = period->start_ns,
		.latency_req_ns = period->ask.latency_req_ns,
		.sleep_ns = decision->sleep_ns,
		.delta_ns = decision->tick_ns,
		.disabled = period->ask.disabled,
		.util = period->ask.util,
		.capacity = period->ask.capacity,
		.tick_stopped = period->ask.tick_stopped,
		.asked = decision->sleep_ns != TALLY_NOT_ASKED,
		.stop_tick = decision->stop_tick,
		.state = decision->state,
	};
	struct fidelity_end end = {
		.state = period->outcome.entered,
		.residency_ns = period->outcome.measured_ns,
		.got_tick = period->outcome.tick,
		.poll_limit = period->outcome.poll_limit,
		.rejected = period->outcome.rejected,
	};

	set_params(fidelity, period->cpu, &period->params);
	fidelity_select(fidelity, period->cpu, &ask);
	if (period->flags & PERIOD_HAS_OUTCOME)
		fidelity_reflect(fidelity, period->cpu, &end);
}

int fidelity_recording(struct fidelity *fidelity, const char *path, char *error,
		       size_t error_size)
{
	struct reader_error reader_error;
	struct idle_period period;
	struct reader *reader;
	int ret;

	if (reader_open(&reader, path, &reader_error)) {
		snprintf(error, error_size, "%s", reader_error.text);
		return -1;
	}
	while ((ret = reader_next(reader, &period, &reader_error)) > 0) {
		if (period.flags & PERIOD_LOST)
			fidelity_forget(fidelity, period.cpu);
		if (period.flags & PERIOD_RESET && begin(fidelity, reader, period.cpu)) {
			snprintf(error, error_size, "out of memory");
			ret = -1;
			break;
		}
		if (period.flags & PERIOD_HAS_ASK)
			one_period(fidelity, &period);
	}
	if (ret < 0 && !error[0])
		snprintf(error, error_size, "%s", reader_error.text);
	reader_close(reader);
	return ret;
}
