/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the firmware of a POWER machine tells about its extended CEDE states.
 * Also builds in user space.
 */
#ifndef TALLY_CEDE_H
#define TALLY_CEDE_H

#include <tally/core.h>

#ifndef __KERNEL__
#include <stddef.h>
#endif

/* Token of ibm,get-system-parameter for the extended CEDE records (PAPR). */
#define TALLY_CEDE_TOKEN	45

/* Not advertised: exit latency 10 us; target residency is ten times as much. */
#define TALLY_CEDE_DEFAULT_US	10
#define TALLY_CEDE_RESIDENCY	10

/**
 * struct tally_cede - what the records tell
 * @records: how many there are
 * @zeroes: how many of them have no latency, and count for nothing
 * @exit_us: smallest latency of the others in us, rounded up; 0 if there are none
 */
struct tally_cede {
	u16 records;
	u16 zeroes;
	u64 exit_us;
};

/**
 * tally_cede_parse() - read the extended CEDE records
 * @bytes: the parameter as the firmware returned it: payload size (16 bit, big
 *	endian), size of a record less one, records of hint (8 bit), latency in
 *	timebase ticks (64 bit, big endian), wake on interrupts (8 bit), and a
 *	final zero byte
 * @size: size of @bytes
 * @ticks_per_s: frequency of the timebase, more than 0
 * @cede: where it goes
 *
 * Return: NULL, or what is wrong, as the end of a sentence.
 */
const char *tally_cede_parse(const u8 *bytes, size_t size, u64 ticks_per_s,
			     struct tally_cede *cede);

#endif /* TALLY_CEDE_H */
