/* SPDX-License-Identifier: GPL-2.0 */
/* Loops of libraries whose headers cppcheck does not read, as loops. */
#define json_array_foreach(array, index, value) \
	for (index = 0; index < json_array_size(array) && (value = json_array_get(array, index)); index++)
#define json_object_foreach(object, key, value) \
	for (key = lint_key(object); key && (value = json_object_get(object, key)); key = lint_key(object))
#define perf_cpu_map__for_each_cpu(cpu, index, map) \
	for (index = 0, cpu = lint_cpu(map); index < lint_cpus(map); index++, cpu = lint_cpu(map))
