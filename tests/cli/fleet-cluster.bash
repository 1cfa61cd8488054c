# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A Slurm cluster of this machine alone, below one folder, on ports of its own:
# munged, slurmctld and some slurmd, each a node of $cluster_cpus CPUs (1). Sourced.

cluster_skip() {
	local tool
	for tool in munged slurmctld slurmd sbatch; do
		command -v "$tool" >/dev/null || [ -x "/usr/sbin/$tool" ] || {
			echo "$tool is not installed (scripts/setup fleet)"
			exit 77
		}
	done
	[ "$(id -u)" = 0 ] || { echo "a cluster of slurmd needs root"; exit 77; }
	export PATH=$PATH:/usr/sbin
}

# The scheduler has written the queue to the disk since FILE was written.
queue_saved() {
	[ "$cluster/state/job_state" -nt "$1" ]
}

# As if it had crashed, and was started again.
controller_crash() {
	local controller
	controller=$(cat "$cluster/slurmctld.pid")
	kill -KILL "$controller"
	rm -f "$cluster/slurmctld.pid"
	await 10 "slurmctld dies" gone "$controller"
	controller_start
	await 30 "slurmctld answers" scontrol ping >/dev/null
}

# What the fleet needs, apart from the checkout, where a build may be under way.
tree_copy() {
	mkdir -p "$1"
	cp -a --parents scripts/fleet scripts/fleet.d tables replay/replay VERSION build/peers "$1/"
	fleet=$1/scripts/fleet
}

# free_port FIRST: a port that nobody listens on.
free_port() {
	local port=$1
	while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
		port=$((port + 1))
	done
	echo "$port"
}

# cluster_start FOLDER NODES [EXTRA LINE...]
cluster_start() {
	local port node base
	cluster=$1 nodes=$2
	shift 2
	mkdir -p "$cluster"/{munge,state,spool,log}
	chmod 755 "$cluster" "$cluster/munge"
	dd if=/dev/urandom of="$cluster/munge/key" bs=128 count=1 status=none
	chmod 600 "$cluster/munge/key"
	munged --force --num-threads=4 --key-file="$cluster/munge/key" --socket="$cluster/munge/socket" \
		--pid-file="$cluster/munge/pid" --log-file="$cluster/log/munged" --seed-file="$cluster/munge/seed"
	base=$(free_port $((20000 + RANDOM % 10000)))
	export SLURM_CONF=$cluster/slurm.conf
	cat >"$SLURM_CONF" <<C
ClusterName=tally
SlurmctldHost=$(uname -n)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$base
AuthType=auth/munge
AuthInfo=socket=$cluster/munge/socket,cred_expire=5
CryptoType=crypto/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool/%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd-%n.pid
SlurmctldLogFile=$cluster/log/slurmctld
SlurmdLogFile=$cluster/log/slurmd-%n
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=2,default_queue_depth=1000
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MaxArraySize=20001
MaxJobCount=50000
SlurmdTimeout=15
SlurmctldTimeout=30
InactiveLimit=0
KillWait=2
ReturnToService=2
TreeWidth=65533
$(printf '%s\n' "$@")
C
	for node in $(seq 1 "$nodes"); do
		port=$(free_port $((base + node * 10)))
		echo "NodeName=node$node NodeHostname=$(uname -n) NodeAddr=127.0.0.1 Port=$port CPUs=${cluster_cpus:-1}" >>"$SLURM_CONF"
	done
	echo "PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP" >>"$SLURM_CONF"
	controller_start
	for node in $(seq 1 "$nodes"); do
		node_start "$node"
	done
	await 60 "the nodes come up" nodes_up
}

controller_start() {
	slurmctld -f "$SLURM_CONF" >>"$cluster/log/slurmctld.out" 2>&1
}

node_start() {
	slurmd -f "$SLURM_CONF" -N "node$1" >>"$cluster/log/slurmd.out" 2>&1
}

nodes_up() {
	[ "$(sinfo -h -N -o '%T' 2>/dev/null | grep -cE '^(idle|allocated|mixed)$')" = "$nodes" ]
}

# await SECONDS WHAT COMMAND...: until the command succeeds.
await() {
	local seconds=$1 what=$2 end
	shift 2
	end=$((SECONDS + seconds))
	until "$@"; do
		if [ "$SECONDS" -ge "$end" ]; then
			echo "after $seconds s still waiting: $what"
			tail -n 20 "${cluster:-/nonexistent}"/log/* 2>/dev/null
			exit 1
		fi
		sleep 0.2
	done
}

gone() {
	! kill -0 "$1" 2>/dev/null
}

# The processes of one node, jobs included: as if its power had failed.
node_kill() {
	local daemon pid
	daemon=$(cat "$cluster/slurmd-node$1.pid")
	for pid in $(descendants "$daemon") $(steps "$1"); do
		kill -KILL "$pid" 2>/dev/null || continue
	done
	await 10 "node $1 dies" gone "$daemon"
	rm -f "$cluster/slurmd-node$1.pid"
}

# slurmstepd leaves slurmd's tree: it is found by the node's log, which it has open.
steps() {
	local pid
	for pid in $(pgrep -x slurmstepd); do
		if find "/proc/$pid/fd" -lname "$cluster/log/slurmd-node$1" 2>/dev/null | grep -q .; then
			descendants "$pid"
		fi
	done
}

# A process and all below it, children first gone last.
descendants() {
	local child
	echo "$1"
	for child in $(pgrep -P "$1"); do
		descendants "$child"
	done
}

stop_pid_file() {
	local pid
	[ -s "$1" ] || return 0
	pid=$(cat "$1")
	# Its number may be another process's by now.
	grep -qE '^(slurmd|slurmctld|munged)$' "/proc/$pid/comm" 2>/dev/null || return 0
	tr '\0' '\n' <"/proc/$pid/cmdline" | grep -q "$cluster/" || return 0
	kill "$pid" 2>/dev/null || return 0
	await 20 "process $pid ends" gone "$pid"
}

cluster_stop() {
	local pid
	[ -n "${cluster:-}" ] || return 0
	scancel --state=RUNNING --user=root 2>/dev/null
	scancel --state=PENDING --user=root 2>/dev/null
	# Found by what they were started with: told to read its configuration again, a newer
	# Slurm's daemon becomes another process, which its file of a number does not know.
	for pid in $(pgrep -f "^slurmd -f $cluster/") $(pgrep -f "^slurmctld -f $cluster/"); do
		kill "$pid" 2>/dev/null || continue
		await 20 "process $pid ends" gone "$pid"
	done
	stop_pid_file "$cluster/munge/pid"
	return 0
}
