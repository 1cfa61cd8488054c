# SPDX-License-Identifier: GPL-2.0
#
# Completion of tally's programs in bash: the options that a program's own
# --help lists, and for some of them the values that make sense here.

_tally_values() {
	local table lib
	case "$1" in
	--governors | --reference | --governor | --focus)
		cat /sys/devices/system/cpu/cpuidle/available_governors 2>/dev/null
		echo all
		;;
	--table | --tables | --states)
		lib=$(readlink -f "$(command -v "$2")")
		table=${lib%/*/*}/tables/catalogue.csv
		[ ! -r "$table" ] || sed '/^#/d; 1d; s/,.*//' "$table" | sort -u
		;;
	--cpus) echo "cores:2 cores:6 cores:all threads:all" ;;
	--half) echo "design held-out" ;;
	*) return 1 ;;
	esac
}

_tally() {
	local program=$1 word option values
	word=${COMP_WORDS[COMP_CWORD]}
	option=${COMP_WORDS[COMP_CWORD - 1]}
	COMPREPLY=()
	# Readline splits at `=`: --table=X is three words.
	if [ "$word" = = ]; then
		word=
	elif [ "$option" = = ] && [ "$COMP_CWORD" -ge 2 ]; then
		option=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	if values=$(_tally_values "$option" "$program"); then
		mapfile -t COMPREPLY < <(compgen -W "$values" -- "${word##*,}")
		# A list: the part before the last comma stays as it is.
		case "$word" in
		*,*) COMPREPLY=("${COMPREPLY[@]/#/${word%,*},}") ;;
		esac
		return
	fi
	case "$word" in
	-*)
		values=$("$program" --help 2>/dev/null | grep -oE -- '(^|[ ,[])--[a-z][a-z-]*=?' | tr -d ' ,[' | sort -u)
		mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
		case "${COMPREPLY[*]}" in
		*=) compopt -o nospace 2>/dev/null ;;
		esac
		;;
	*)
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
		compopt -o filenames 2>/dev/null
		;;
	esac
}

complete -F _tally tally-bench-select tally-ebizzy tally-fleet tally-irritator tally-pingpong \
	tally-record tally-record-idle tally-replay tally-report tally-restore tally-wakeup tally-workload
