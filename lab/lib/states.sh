# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# State tables: from tables/catalogue.csv, or a file of that form, to the synthetic driver's text.

states_catalogue=$lab_root/tables/catalogue.csv

# states_text NAME|FILE: prints the driver's parameter.
states_text() {
	local what=$1 file=$states_catalogue name=$1 text
	if [ -f "$what" ]; then
		file=$what name=
	elif [[ $what == */* || $what == *.csv ]]; then
		die 2 "--states $what: there is no such file"
	fi
	text=$(awk -F, -v name="$name" -v file="$file" "$states_awk" "$file") || exit 2
	printf '%s' "$text"
}

states_names() {
	awk -F, 'NR > 1 && !seen[$1]++ { printf "%s%s", n++ ? " " : "", $1 } END { print "" }' \
		"$states_catalogue"
}

# Columns are found by the header's names. One group of states for each value of "cpus".
states_awk='
function fail(text) {
	printf "lab: %s:%d: %s\n", file, NR, text > "/dev/stderr"
	failed = 1
	exit 2
}
{ sub(/\r$/, "") }
NR == 1 {
	for (i = 1; i <= NF; i++)
		column[$i] = i
	split("table cpus state name exit_latency_us target_residency_us polling", wanted, " ")
	for (i = 1; i in wanted; i++)
		if (!(wanted[i] in column))
			fail("no column \"" wanted[i] "\"")
	next
}
/^[[:space:]]*(#|$)/ { next }
name != "" && $column["table"] != name { next }
name == "" && table != "" && $column["table"] != table { fail("a second table: \"" $column["table"] "\"") }
{
	table = $column["table"]
	cpus = $column["cpus"]
	if (cpus !~ /^(all|[0-9]+(-[0-9]+)?)$/)
		fail("cpus is \"" cpus "\": all, a number or a range is wanted")
	if ($column["exit_latency_us"] !~ /^[0-9]+$/ || $column["target_residency_us"] !~ /^[0-9]+$/)
		fail("latency and residency are whole microseconds")
	if ($column["polling"] !~ /^[01]$/)
		fail("polling is 0 or 1")
	if ($column["name"] !~ /^[^:;=, ]+$/)
		fail("state name \"" $column["name"] "\"")
	if (!(cpus in text))
		order[++groups] = cpus
	if ($column["state"] != count[cpus]++)
		fail("state " $column["state"] " of " cpus " out of order")
	text[cpus] = text[cpus] (text[cpus] == "" ? "" : ",") $column["name"] ":" \
		$column["exit_latency_us"] ":" $column["target_residency_us"] \
		($column["polling"] ? ":p" : "")
}
END {
	if (failed)
		exit 2
	if (!groups) {
		printf "lab: %s has no table \"%s\"\n", file, name > "/dev/stderr"
		exit 2
	}
	for (i = 1; i <= groups; i++)
		printf("%s%s%s", (i > 1 ? ";" : ""), (order[i] == "all" ? "" : order[i] "="), text[order[i]])
}'
