# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# An sshd of this machine alone, on a port and with keys of its own. Sourced.

sshd_skip() {
	local tool
	for tool in parallel ssh ssh-keygen /usr/sbin/sshd; do
		command -v "$tool" >/dev/null || { echo "$tool is not installed (scripts/setup fleet)"; exit 77; }
	done
	# sshd wants the folder of its own package, also when it is not started by it.
	[ -d /run/sshd ] || mkdir /run/sshd || { echo "sshd needs /run/sshd, which only root can make"; exit 77; }
}

# sshd_start FOLDER NAME...: one sshd a name; `ssh -F FOLDER/config NAME` gets there.
sshd_start() {
	local name port
	sshd_folder=$1
	shift
	mkdir -p "$sshd_folder"
	chmod 700 "$sshd_folder"
	ssh-keygen -q -t ed25519 -N '' -f "$sshd_folder/host"
	ssh-keygen -q -t ed25519 -N '' -f "$sshd_folder/user"
	cp "$sshd_folder/user.pub" "$sshd_folder/authorized"
	for name in "$@"; do
		port=$((30000 + RANDOM % 10000))
		while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
			port=$((port + 1))
		done
		/usr/sbin/sshd -f /dev/null -o Port="$port" -o ListenAddress=127.0.0.1 -o HostKey="$sshd_folder/host" \
			-o PidFile="$sshd_folder/$name.pid" -o AuthorizedKeysFile="$sshd_folder/authorized" \
			-o StrictModes=no -o UsePAM=no -o PermitRootLogin=yes -o PasswordAuthentication=no \
			-o MaxStartups=100 -E "$sshd_folder/$name.log" || { cat "$sshd_folder/$name.log"; exit 1; }
		cat >>"$sshd_folder/config" <<C
Host $name
	HostName 127.0.0.1
	Port $port
	HostKeyAlias tally-$name
	IdentityFile $sshd_folder/user
	IdentitiesOnly yes
	IdentityAgent none
	StrictHostKeyChecking no
	UserKnownHostsFile $sshd_folder/known
	LogLevel ERROR
C
	done
}

# The daemon NAME and all its connections, with what runs in them.
sshd_kill() {
	local daemon pid
	daemon=$(cat "$sshd_folder/$1.pid" 2>/dev/null) || return 0
	tr '\0' '\n' 2>/dev/null <"/proc/$daemon/cmdline" | grep -q "$sshd_folder/" || return 0
	for pid in $(sshd_tree "$daemon"); do
		kill -KILL "$pid" 2>/dev/null || continue
	done
	rm -f "$sshd_folder/$1.pid"
}

sshd_tree() {
	local child
	echo "$1"
	for child in $(pgrep -P "$1"); do
		sshd_tree "$child"
	done
}
