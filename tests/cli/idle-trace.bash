# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Made-up traces as text. Sourced.

# idle_trace PERIODS SECONDS: CPU 0 is idle so often, the i-th time (from 0) for SECONDS, an
# expression of awk, with 50 us of work after each.
idle_trace() {
	awk -v periods="$1" 'BEGIN {
		srand(21)
		print "# tracer: nop"
		t = 100
		for (i = 0; i < periods; i++) {
			printf "          <idle>-0       [000] d..1. %.6f: cpu_idle: state=1 cpu_id=0\n", t
			t += '"$2"'
			printf "          <idle>-0       [000] d..1. %.6f: cpu_idle: state=4294967295 cpu_id=0\n", t
			t += 0.00005
		}
	}'
}
