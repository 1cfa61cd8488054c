#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# make install with DESTDIR and prefix: every program of the house is there under
# its installed name, runs from another folder, has a manual page without warnings
# and completes its options; make uninstall leaves nothing.
set -uo pipefail

cd "$(dirname "$0")/../.." || exit 1
command -v help2man >/dev/null || { echo "help2man is not installed (scripts/setup packaging)"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
	printf '%s\n' "$*"
	exit 1
}

dest=$work/dest
make -s install DESTDIR="$dest" prefix=/opt/tally >"$work/log" 2>&1 || { cat "$work/log"; fail "make install failed"; }
bin=$dest/opt/tally/bin
[ "$(find "$dest" -type f | grep -cv "^$dest/opt/tally/")" = 0 ] || fail "files outside of the prefix"

# Programs that are for development only, and stay here.
private="replay/bench-read"
for program in $(make -s -f Makefile -f - print-programs <<<'print-programs: ; @echo $(PROGRAMS)'); do
	[[ " $private " == *" $program "* ]] || grep -q "^$program	" packaging/programs.txt ||
		fail "$program is not in packaging/programs.txt"
done

check_help() {
	local name=$1
	(cd / && "$bin/$name" --help) >"$work/help" 2>&1 || fail "$name --help: $(cat "$work/help")"
	head -n 1 "$work/help" | grep -q '^Usage: ' || fail "$name --help begins with: $(head -n 1 "$work/help")"
	grep -qi 'exit status' "$work/help" || fail "$name --help does not tell its exit status"
}

while IFS=$'\t' read -r file name _; do
	page=$dest/opt/tally/share/man/man1/$name.1
	[ -s "$page" ] || fail "$name has no manual page"
	grep -q "^\.SH SYNOPSIS" "$page" || fail "$name.1 has no synopsis"
	if command -v groff >/dev/null; then
		warnings=$(groff -man -ww -Tutf8 -K utf8 "$page" 2>&1 >/dev/null)
		[ -z "$warnings" ] || fail "$name.1: $warnings"
	fi
	# Scripts are called by the path they were installed for.
	if head -n 1 "$file" | grep -aq '^#!'; then
		grep -qx "exec /opt/tally/lib/tally/$file \"\$@\"" "$bin/$name" || fail "$bin/$name leads nowhere"
		rm "$bin/$name"
		printf '#!/bin/sh\nexec "%s" "$@"\n' "$dest/opt/tally/lib/tally/$file" >"$bin/$name"
		chmod 755 "$bin/$name"
	fi
	check_help "$name"
	[ -s "$dest/opt/tally/share/bash-completion/completions/$name" ] || fail "$name has no completion"
done < <(sed '/^#/d' packaging/programs.txt)
grep -q '^\.B latency_weight' "$dest/opt/tally/share/man/man4/tally.4" || fail "tally.4 lists no parameters"
(cd / && "$bin/tally-replay" --evaluate --sessions 200 --tables skx --workloads timer-4ms --governors tally --csv "$work/csv" \
	>"$work/log" 2>&1) || { cat "$work/log"; fail "the installed tally-replay does not evaluate"; }

# complete WORD...: what bash would offer for the last word.
complete_words() {
	PATH=$bin:$PATH bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
		_tally "$1"; printf "%s\n" "${COMPREPLY[@]}"' bash "$dest/opt/tally/share/bash-completion/completions/tally-replay" "$@"
}
grep -qx -- --evaluate <(complete_words tally-replay --eval) || fail "--eval does not complete: $(complete_words tally-replay --eval)"
grep -qx i5-10600k <(complete_words tally-replay --table i5) || fail "--table does not complete"
grep -qx i5-10600k <(complete_words tally-replay --table = i5) || fail "--table= does not complete"
grep -qx skx,i5-10600k <(complete_words tally-replay --tables skx,i5) || fail "lists do not complete"
grep -qx held-out <(complete_words tally-replay --half h) || fail "--half does not complete"
grep -q '^--governors' <(complete_words tally-pingpong --gov) || fail "the benches' options do not complete"

for wrong in bindir=relative/bin docdir=x; do
	if make -s install DESTDIR="$work/none" prefix=/usr "$wrong" >"$work/log" 2>&1; then
		fail "$wrong was accepted"
	fi
	grep -q "${wrong%%=*} must be an absolute path" "$work/log" || fail "$wrong: $(cat "$work/log")"
done
make -s uninstall DESTDIR="$dest" prefix=/opt/tally >"$work/log" 2>&1 || { cat "$work/log"; fail "make uninstall failed"; }
left=$(find "$dest" -type f -o -type l)
[ -z "$left" ] || fail "make uninstall left: $left"
