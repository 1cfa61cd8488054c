/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The text form of idle-state tables that the synthetic driver takes as its parameter.
 */
#ifndef TALLY_LAB_IDLE_TABLE_H
#define TALLY_LAB_IDLE_TABLE_H

#include <linux/cpuidle.h>
#include <linux/cpumask.h>

/* Most kinds of CPU that one machine may have. */
#define IDLE_TABLES_MAX 8

/**
 * struct idle_table - the states of one kind of CPU
 * @cpus: the CPUs that have this table
 * @driver: name, flags, latencies and count of the states are filled in; not the callbacks
 */
struct idle_table {
	struct cpumask cpus;
	struct cpuidle_driver driver;
};

/**
 * idle_tables_parse - read tables from text
 * @text: "[CPUS=]STATE,STATE,...[;CPUS=...]", where STATE is
 *	"NAME:EXIT_LATENCY_US:TARGET_RESIDENCY_US[:p]", "p" marks a state that polls and CPUS
 *	is a list such as 0-3 (default: all possible CPUs). Is cut up in place.
 * @tables: room for IDLE_TABLES_MAX tables, zeroed
 *
 * Return: the number of tables, 1 to IDLE_TABLES_MAX; -EINVAL for malformed text and for a CPU
 * that is in two tables (the log says what and where); -E2BIG for too many tables or states.
 */
int idle_tables_parse(char *text, struct idle_table *tables);

#endif
