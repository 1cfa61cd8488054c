/* SPDX-License-Identifier: GPL-2.0 */
/* What cppcheck would know from headers, which it does not read: loops as loops. */
#define json_array_foreach(array, i, value) \
	for (i = 0; i < json_array_size(array) && (value = json_array_get(array, i)); i++)
#define json_object_foreach(object, key, value) \
	for (key = lint_key(object); key && (value = lint_value(object)); key = lint_key(object))
#define perf_cpu_map__for_each_cpu(cpu, i, map) \
	for (i = 0, cpu = lint_cpu(map); i < lint_cpus(map); i++, cpu = lint_cpu(map))
#define perf_evlist__for_each_evsel(list, evsel) \
	for (evsel = lint_evsel(list); evsel; evsel = lint_evsel(list))
#define JSON_INTEGER_FORMAT "lld"
_Noreturn void abort(void);
