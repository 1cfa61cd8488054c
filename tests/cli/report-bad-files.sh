#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Each file that is of no use gets one line that names it; the rest is reported
# and the status is 3. Wrong arguments: one line, status 2.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
fail() {
	printf 'report-bad-files: %s\n' "$*"
	failed=1
}

tests/make-results "$dir/good" --points 4 --runs 2 --governors teo,menu || exit 1
bad=$dir/bad
mkdir "$bad" "$bad/empty-folder"
good=$dir/good/pingpong-menu-1.json
head -c 2000 "$good" >"$bad/truncated.json"
echo '{"format": "tally-result", nonsense' >"$bad/malformed.json"
echo '{"format": "something-else", "version": 1}' >"$bad/other.json"
echo '[1, 2]' >"$bad/array.json"
: >"$bad/empty.json"
jq '.version = 2' "$good" >"$bad/newer.json"
jq 'del(.points[1].metrics.loop_ns.mean)' "$good" >"$bad/nomean.json"
jq '.points[2].idle[0].states[0].usage = -4' "$good" >"$bad/negative.json"
jq '.points[2].idle[0].states[0].usage = "many"' "$good" >"$bad/text.json"
jq '.host = []' "$good" >"$bad/host.json"
cp "$good" "$bad/duplicate.json"
sed 's/^{/{"run":1,/' "$good" >"$bad/twice.json"

expect() {
	local file=$1 text=$2 lines

	bench/report --sweep "$dir/good" "$file" >"$dir/out" 2>"$dir/err"
	status=$?
	lines=$(wc -l <"$dir/err")
	[ "$status" = 3 ] || fail "$file: status $status, not 3"
	[ "$lines" = 1 ] || fail "$file: $lines lines on standard error, not 1"
	grep -q "^report: $file: .*$text" "$dir/err" ||
		fail "$file: '$(cat "$dir/err")' does not say '$text'"
	grep -q '^average' "$dir/out" || fail "$file: the rest was not reported"
}

expect "$bad/truncated.json" 'is truncated'
expect "$bad/malformed.json" 'malformed JSON, line 1'
expect "$bad/other.json" 'its format is not "tally-result"'
expect "$bad/array.json" 'not a JSON object'
expect "$bad/empty.json" 'is empty'
expect "$bad/newer.json" 'is of version 2, this report reads up to version 1'
expect "$bad/nomean.json" 'points\[1\].*mean is missing'
expect "$bad/negative.json" 'points\[2\].*usage is not a count'
expect "$bad/text.json" 'points\[2\].*usage is not a count'
expect "$bad/host.json" 'host is not an object'
expect "$bad/duplicate.json" 'duplicate of .*pingpong-menu-1.json'
expect "$bad/twice.json" 'malformed JSON'
expect "$bad/missing.json" 'cannot be read: No such file'
expect "$bad/empty-folder" 'without any .json file'

jq '.program = "irritator" | .run = 9' "$good" >"$bad/../mixed.json"
expect "$bad/../mixed.json" 'mixed in, of another experiment (irritator, cores:2)'

# All of them at once: a line each.
bench/report --sweep "$dir/good" "$bad" >"$dir/out" 2>"$dir/err"
status=$?
[ "$status" = 3 ] || fail "all: status $status, not 3"
[ "$(wc -l <"$dir/err")" = 12 ] || fail "all: $(wc -l <"$dir/err") lines, not 12"

usage() {
	bench/report "$@" >"$dir/out" 2>"$dir/err"
	status=$?
	[ "$status" = 2 ] || fail "$*: status $status, not 2"
	grep -q -e "$said" "$dir/err" || fail "$*: '$(cat "$dir/err")' does not say '$said'"
	[ ! -s "$dir/out" ] || fail "$*: printed something all the same"
}

said='--format qw' usage --format qw "$dir/good"
said='no FILE' usage
said='--reference nobody' usage --reference nobody "$dir/good"
said='--by qw: no run has it' usage --by qw "$dir/good"
said='--metric nothing' usage --metric nothing "$dir/good"
said='--nonsense' usage --nonsense "$dir/good"

bench/report "$bad/empty.json" >"$dir/out" 2>"$dir/err"
status=$?
[ "$status" = 3 ] || fail "only bad files: status $status, not 3"
exit "$failed"
