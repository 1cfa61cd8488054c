#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Wrong arguments of the lab end with status 2 and one line that names the option, before anything is
# fetched or booted.
cd "$(dirname "$0")/../.." || exit 1

# refused TEXT COMMAND...
refused() {
	local text=$1 said status=0
	shift
	said=$("$@" 2>&1) || status=$?
	if [ "$status" != 2 ] || [ "$(wc -l <<<"$said")" != 1 ] || [[ $said != *"$text"* ]]; then
		printf '%s: status %d, said: %s\n' "$*" "$status" "$said"
		exit 1
	fi
}

# No package can be fetched into this cache.
export TALLY_CACHE=/dev/null/none
refused '--arch s390x' lab/run --arch s390x -- true
refused '--cpus 0' lab/run --cpus 0 -- true
refused '--cpus 3 is no multiple of --smt 2' lab/run --cpus 3 --smt 2 -- true
refused '--speed 9' lab/run --arch ppc64le --speed 9 -- true
refused '--speed 2: only on ppc64le' lab/run --speed 2 -- true
refused '--speed 2: only on ppc64le' lab/run --arch ppc64le --real-time --speed 2 -- true
refused '--states juno: on ppc64le' lab/run --arch ppc64le --states juno -- true
refused '--states /none.csv' lab/run --arch arm64 --states /none.csv -- true
refused 'no table "none-such"' lab/run --arch arm64 --states none-such -- true
refused '--metronome x' lab/run --metronome x -- true
refused 'a COMMAND is needed' lab/run --arch arm64
refused 'unknown option --fast' lab/run --fast -- true
refused '--timeout 0' lab/run --timeout 0 -- true
refused '--kernel needs a value' lab/shell --kernel
refused '--cpu-model POWER8' lab/cede --cpu-model POWER8
refused '--report /none: there are no results' lab/cede --report /none
refused '--period needs a value' lab/cede --period
refused 'unknown argument --fast' lab/cede --fast
