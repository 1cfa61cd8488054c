#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The page in headless Chromium: it renders, toggles, zooms, links to a point, shows
# the right numbers, asks the network for nothing and writes no console error.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

for program in chromium chromedriver python3; do
	if ! command -v "$program" >/dev/null; then
		echo "$program is not here (scripts/setup report installs it)"
		exit 77
	fi
done
if [ ! -f /usr/share/javascript/dygraphs/dygraph.min.js ]; then
	echo "libjs-dygraphs is not here (scripts/setup report installs it)"
	exit 77
fi

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tests/make-results "$dir/results" --governors teo,tally,menu,ladder,haltpoll --points 300 \
	--runs 3 --wakeups --histogram --bistable --samples 2 || exit 1
bench/report --html "$dir/page.html" "$dir/results" >/dev/null || exit 1
bench/report --sweep --points --format json "$dir/results" >"$dir/numbers.json" || exit 1
tests/page-check "$dir/page.html" "$dir/numbers.json"
