// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/clock.h"
#include "record-command.h"

#define POLL_MS		100
#define GRACE_NS	(5 * NSEC_PER_SEC)

static int bind_cpus(const struct cpulist *list)
{
	int i, highest = 0, ret;
	cpu_set_t *set;
	size_t size;

	for (i = 0; i < list->count; i++)
		if (list->cpu[i] > highest)
			highest = list->cpu[i];
	set = CPU_ALLOC(highest + 1);
	if (!set)
		return -1;
	size = CPU_ALLOC_SIZE(highest + 1);
	CPU_ZERO_S(size, set);
	for (i = 0; i < list->count; i++)
		CPU_SET_S(list->cpu[i], size, set);
	ret = sched_setaffinity(0, size, set);
	CPU_FREE(set);
	return ret;
}

static int redirect(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);

	if (fd < 0)
		return -1;
	if (dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0)
		return -1;
	return close(fd);
}

/*
 * libperf opens its events without O_CLOEXEC. In the command's hands they would
 * outlive every pause of the recorder's, and the tracepoints would go on to cost.
 */
static void keep_events_private(void)
{
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *entry;
	char target[64];
	ssize_t length;

	while (dir && (entry = readdir(dir))) {
		length = readlinkat(dirfd(dir), entry->d_name, target, sizeof(target) - 1);
		if (length < 0)
			continue;
		target[length] = 0;
		if (!strcmp(target, "anon_inode:[perf_event]"))
			fcntl(atoi(entry->d_name), F_SETFD, FD_CLOEXEC);
	}
	if (dir)
		closedir(dir);
}

static int set_up(const struct command *command)
{
	struct sched_param param = { .sched_priority = command->priority };
	sigset_t none;

	/* The bench blocks and ignores signals for itself only. */
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	keep_events_private();
	if (command->output && redirect(command->output))
		return -1;
	if (command->cpus && bind_cpus(command->cpus))
		return -1;
	if (command->sched != SCHED_OTHER &&
	    sched_setscheduler(0, command->sched, &param))
		return -1;
	return prctl(PR_SET_TIMERSLACK, command->timer_slack_ns, 0, 0, 0);
}

static void child(const struct command *command, int gate, int report)
{
	char byte;
	int error;

	if (!set_up(command)) {
		/* End of file: the gate is open. */
		while (read(gate, &byte, 1) < 0 && errno == EINTR)
			;
		execvp(command->argv[0], command->argv);
	}
	error = errno;
	if (write(report, &error, sizeof(error)) < 0)
		_exit(126);
	_exit(127);
}

int command_prepare(const struct command *command, struct command_run *run,
		    struct err *err)
{
	int gate[2], report[2];

	memset(run, 0, sizeof(*run));
	if (pipe2(gate, O_CLOEXEC))
		return err_set(err, BENCH_FAILED, "no pipe: %s", strerror(errno));
	if (pipe2(report, O_CLOEXEC)) {
		err_set(err, BENCH_FAILED, "no pipe: %s", strerror(errno));
		close(gate[0]);
		close(gate[1]);
		return -1;
	}
	run->pid = fork();
	if (!run->pid) {
		close(gate[1]);
		close(report[0]);
		child(command, gate[0], report[1]);
	}
	close(gate[0]);
	close(report[1]);
	run->gate = gate[1];
	run->report = report[0];
	if (run->pid > 0)
		return 0;
	close(run->gate);
	close(run->report);
	return err_set(err, BENCH_FAILED, "no new process: %s", strerror(errno));
}

/* Asks it to end at @limit_ns or on @stop, and makes it end 5 s later. */
static void await(struct command_run *run, int pidfd, uint64_t limit_ns, atomic_int *stop)
{
	struct pollfd fd = { .fd = pidfd, .events = POLLIN };
	uint64_t asked_ns = 0;
	bool killed = false;

	while (poll(&fd, 1, POLL_MS) <= 0) {
		uint64_t now = now_ns();
		bool late = limit_ns && now >= limit_ns;

		if (!asked_ns && (late || atomic_load(stop))) {
			run->timed_out = late;
			asked_ns = now;
			kill(run->pid, SIGTERM);
		} else if (asked_ns && !killed && now > asked_ns + GRACE_NS) {
			killed = true;
			kill(run->pid, SIGKILL);
		}
	}
}

static int not_started(const struct command *command, int error, struct err *err)
{
	if (error == ENOENT)
		return err_set(err, 127, "COMMAND: '%s' is not there", command->argv[0]);
	return err_set(err, 126, "COMMAND: '%s' cannot be run%s: %s", command->argv[0],
		       command->output ? " (or its --command-output not be written)" : "",
		       strerror(error));
}

int command_wait(const struct command *command, struct command_run *run,
		 atomic_int *stop, struct err *err)
{
	int pidfd = (int)syscall(SYS_pidfd_open, run->pid, 0);
	int open_error = errno;
	uint64_t begin_ns;
	int status, error = 0;
	ssize_t got;

	begin_ns = now_ns();
	close(run->gate);
	if (pidfd >= 0) {
		await(run, pidfd, command->limit_ns ? begin_ns + command->limit_ns : 0, stop);
		close(pidfd);
	}
	while (wait4(run->pid, &status, 0, &run->usage) < 0) {
		if (errno != EINTR)
			return err_set(err, BENCH_FAILED, "the command got lost: %s",
				       strerror(errno));
	}
	run->elapsed_ns = now_ns() - begin_ns;
	run->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	got = read(run->report, &error, sizeof(error));
	close(run->report);
	if (got == sizeof(error))
		return not_started(command, error, err);
	if (pidfd < 0)
		return err_set(err, BENCH_FAILED, "pidfd_open: %s", strerror(open_error));
	return 0;
}
