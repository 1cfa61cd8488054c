/* SPDX-License-Identifier: GPL-2.0 */
/* The command that bench/record runs: started, waited for, ended. */
#ifndef BENCH_RECORD_COMMAND_H
#define BENCH_RECORD_COMMAND_H

#include <stdatomic.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "lib/cpulist.h"
#include "lib/err.h"

/**
 * struct command - how a command runs
 * @argv: its arguments, NULL at the end
 * @cpus: CPUs that it may use, NULL: all that this process may
 * @sched: SCHED_OTHER, SCHED_FIFO or SCHED_RR
 * @priority: of a real-time class
 * @timer_slack_ns: its timer slack
 * @output: file that its stdout and stderr are appended to, or NULL
 * @limit_ns: it is ended after this time, 0: never
 */
struct command {
	char **argv;
	const struct cpulist *cpus;
	int sched;
	int priority;
	uint64_t timer_slack_ns;
	const char *output;
	uint64_t limit_ns;
};

/**
 * struct command_run - one run of it
 * @pid: its process
 * @gate: closing it lets the process go on to exec()
 * @report: the process writes an errno value here when it cannot
 * @status: exit status as a shell tells it: 128 + signal when a signal ended it
 * @timed_out: it was ended because of @limit_ns
 * @elapsed_ns: from letting it go to its end
 * @usage: what it and all of its waited-for children used
 */
struct command_run {
	pid_t pid;
	int gate;
	int report;
	int status;
	int timed_out;
	uint64_t elapsed_ns;
	struct rusage usage;
};

/**
 * command_prepare() - fork; the process waits at the gate
 * @command: how it runs
 * @run: filled in; command_wait() must follow
 * @err: BENCH_FAILED
 *
 * Return: 0, or -1 with @err.
 */
int command_prepare(const struct command *command, struct command_run *run,
		    struct err *err);

/**
 * command_wait() - open the gate and wait for the end
 * @command: how it runs
 * @run: prepared; filled in
 * @stop: when it becomes true the command is ended: SIGTERM, after 5 s SIGKILL
 * @err: 127: the command is not there; 126: it cannot be run; BENCH_FAILED
 *
 * Return: 0 (whatever its status), or -1 with @err.
 */
int command_wait(const struct command *command, struct command_run *run,
		 atomic_int *stop, struct err *err);

#endif /* BENCH_RECORD_COMMAND_H */
