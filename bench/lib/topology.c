// SPDX-License-Identifier: GPL-2.0
#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sysfs.h"
#include "topology.h"

struct topology {
	hwloc_topology_t hw;
};

/* hwloc's Linux back end reads a copied tree when it is told its root. */
static void point_hwloc_at_tree(void)
{
	char root[4096];
	size_t len;

	if (sysfs_is_real())
		return;
	snprintf(root, sizeof(root), "%s", sysfs_root());
	len = strlen(root);
	while (len && root[len - 1] == '/')
		root[--len] = '\0';
	if (len > 4 && !strcmp(root + len - 4, "/sys"))
		root[len - 4] = '\0';
	setenv("HWLOC_FSROOT", root, 1);
	setenv("HWLOC_COMPONENTS", "linux,stop", 1);
}

int topology_load(struct topology **topo, struct err *err)
{
	struct topology *t = calloc(1, sizeof(*t));

	if (!t)
		abort();
	point_hwloc_at_tree();
	if (hwloc_topology_init(&t->hw)) {
		free(t);
		return err_set(err, BENCH_FAILED, "hwloc cannot be started");
	}
	/* Caches, devices and memory do not matter here, and cost start-up time. */
	hwloc_topology_set_all_types_filter(t->hw, HWLOC_TYPE_FILTER_KEEP_NONE);
	hwloc_topology_set_type_filter(t->hw, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
	if (hwloc_topology_load(t->hw) ||
	    hwloc_get_nbobjs_by_type(t->hw, HWLOC_OBJ_PU) < 1) {
		topology_free(t);
		return err_set(err, BENCH_FAILED, "hwloc finds no CPU under %s",
			       sysfs_root());
	}
	*topo = t;
	return 0;
}

void topology_free(struct topology *topo)
{
	if (!topo)
		return;
	hwloc_topology_destroy(topo->hw);
	free(topo);
}

int topology_threads(const struct topology *topo)
{
	return hwloc_get_nbobjs_by_type(topo->hw, HWLOC_OBJ_PU);
}

int topology_cores(const struct topology *topo)
{
	int n = hwloc_get_nbobjs_by_type(topo->hw, HWLOC_OBJ_CORE);

	/* Without core information each thread counts as a core. */
	return n > 0 ? n : topology_threads(topo);
}

/* CPU number of the @nth thread of the @core-th core; -1 when there is none. */
static int thread_of_core(const struct topology *topo, int core, int nth)
{
	hwloc_obj_t obj;
	int cpu = -1;

	if (hwloc_get_nbobjs_by_type(topo->hw, HWLOC_OBJ_CORE) < 1) {
		obj = nth ? NULL : hwloc_get_obj_by_type(topo->hw, HWLOC_OBJ_PU, core);
		return obj ? (int)obj->os_index : -1;
	}
	obj = hwloc_get_obj_by_type(topo->hw, HWLOC_OBJ_CORE, core);
	if (!obj)
		return -1;
	do {
		cpu = hwloc_bitmap_next(obj->cpuset, cpu);
	} while (cpu >= 0 && nth-- > 0);
	return cpu;
}

static int pick_cores(const struct topology *topo, int n, struct cpulist *out)
{
	int i, cores = topology_cores(topo);

	for (i = 0; i < cores && out->count < n; i++)
		cpulist_add(out, thread_of_core(topo, i, 0));
	return out->count;
}

static int pick_threads(const struct topology *topo, int n, struct cpulist *out)
{
	int core, nth, cpu, cores = topology_cores(topo), threads = topology_threads(topo);

	for (nth = 0; out->count < n && out->count < threads; nth++)
		for (core = 0; core < cores && out->count < n; core++) {
			cpu = thread_of_core(topo, core, nth);
			if (cpu >= 0)
				cpulist_add(out, cpu);
		}
	return out->count;
}

static int pick_counted(const struct topology *topo, const char *spec, const char *count,
			bool cores, struct cpulist *out, struct err *err)
{
	int have = cores ? topology_cores(topo) : topology_threads(topo);
	int want = have, got;

	if (strcmp(count, "all")) {
		char *end;
		long n = strtol(count, &end, 10);

		if (end == count || *end || n < 1 || n > 65536)
			return err_set(err, BENCH_USAGE,
				       "--cpus: '%s' needs a number or 'all' after the colon",
				       spec);
		want = (int)n;
	}
	got = cores ? pick_cores(topo, want, out) : pick_threads(topo, want, out);
	if (got < want) {
		cpulist_free(out);
		return err_set(err, BENCH_USAGE, "--cpus: '%s' but there are only %d %s",
			       spec, have, cores ? "cores" : "threads");
	}
	return 0;
}

static int pick_list(const struct topology *topo, const char *spec, struct cpulist *out,
		     struct err *err)
{
	int i;

	if (cpulist_parse(out, spec, "--cpus", err))
		return -1;
	if (!out->count)
		return err_set(err, BENCH_USAGE, "--cpus: the list is empty");
	for (i = 0; i < out->count; i++) {
		int cpu = out->cpu[i];

		if (!hwloc_get_pu_obj_by_os_index(topo->hw, cpu)) {
			cpulist_free(out);
			return err_set(err, BENCH_USAGE,
				       "--cpus: CPU %d is not there, is offline, or may not be used",
				       cpu);
		}
	}
	return 0;
}

int topology_pick(const struct topology *topo, const char *spec,
		  struct cpulist *out, struct err *err)
{
	memset(out, 0, sizeof(*out));
	if (!strcmp(spec, "all"))
		return pick_counted(topo, spec, "all", false, out, err);
	if (!strncmp(spec, "cores:", 6))
		return pick_counted(topo, spec, spec + 6, true, out, err);
	if (!strncmp(spec, "threads:", 8))
		return pick_counted(topo, spec, spec + 8, false, out, err);
	return pick_list(topo, spec, out, err);
}

int topology_online(struct cpulist *out, struct err *err)
{
	char buf[8192];

	if (sysfs_read_text(buf, sizeof(buf), "devices/system/cpu/online"))
		return err_set(err, BENCH_FAILED, "%s/devices/system/cpu/online: %m",
			       sysfs_root());
	if (cpulist_parse(out, buf, "devices/system/cpu/online", err)) {
		err->status = BENCH_FAILED;
		return -1;
	}
	cpulist_unique(out);
	return 0;
}

int topology_rest(const struct cpulist *picked, struct cpulist *out, struct err *err)
{
	struct cpulist online;
	int i;

	memset(out, 0, sizeof(*out));
	if (topology_online(&online, err))
		return -1;
	for (i = 0; i < online.count; i++)
		if (!cpulist_has(picked, online.cpu[i]))
			cpulist_add(out, online.cpu[i]);
	cpulist_free(&online);
	return 0;
}

static hwloc_obj_t core_of(const struct topology *topo, int cpu)
{
	hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(topo->hw, cpu);

	return pu ? hwloc_get_ancestor_obj_by_type(topo->hw, HWLOC_OBJ_CORE, pu) : NULL;
}

void topology_siblings(const struct topology *topo, int cpu, struct cpulist *out)
{
	hwloc_obj_t core = core_of(topo, cpu);
	int other;

	memset(out, 0, sizeof(*out));
	if (!core)
		return;
	hwloc_bitmap_foreach_begin(other, core->cpuset)
		if (other != cpu)
			cpulist_add(out, other);
	hwloc_bitmap_foreach_end();
}

void topology_other_cores(const struct topology *topo, int cpu, struct cpulist *out)
{
	int i, cores = topology_cores(topo), own = 0;

	memset(out, 0, sizeof(*out));
	for (i = 0; i < cores; i++) {
		int first = thread_of_core(topo, i, 0);

		if (first == cpu || topology_share_core(topo, first, cpu))
			own = i;
	}
	/* hwloc numbers cores by place: neighbours in number are neighbours. */
	for (i = 1; i < cores; i++)
		cpulist_add(out, thread_of_core(topo, (own + i) % cores, 0));
}

bool topology_share_core(const struct topology *topo, int a, int b)
{
	hwloc_obj_t core = core_of(topo, a);

	return a != b && core && hwloc_bitmap_isset(core->cpuset, b);
}
