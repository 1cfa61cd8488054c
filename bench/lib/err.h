/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How bench/lib reports what went wrong: it never prints, it fills this in, and
 * the program prints the one line and exits with the status.
 */
#ifndef BENCH_ERR_H
#define BENCH_ERR_H

/**
 * enum bench_exit - exit status of every program in bench/
 * @BENCH_OK: done
 * @BENCH_FAILED: failed at run time
 * @BENCH_USAGE: wrong usage or arguments; nothing was changed
 * @BENCH_PARTIAL: part of the input was unusable, the rest was done
 * @BENCH_NOT_HERE: not possible on this machine
 * @BENCH_INTERRUPTED: a signal ended it; finished points are kept
 */
enum bench_exit {
	BENCH_OK = 0,
	BENCH_FAILED = 1,
	BENCH_USAGE = 2,
	BENCH_PARTIAL = 3,
	BENCH_NOT_HERE = 77,
	BENCH_INTERRUPTED = 130,
};

/**
 * struct err - what went wrong, for one line on stderr
 * @status: enum bench_exit
 * @text: one sentence without a final newline, which names the option or file
 */
struct err {
	int status;
	char text[480];
};

/**
 * err_set() - say what went wrong
 * @err: filled in; may be NULL
 * @status: enum bench_exit
 * @fmt: printf format of the sentence
 *
 * Return: always -1, so that a caller can return it.
 */
int err_set(struct err *err, int status, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* BENCH_ERR_H */
