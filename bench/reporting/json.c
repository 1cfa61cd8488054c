// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "json.h"

void doc_fail(struct doc *doc, const char *key, const char *what)
{
	if (doc->error)
		return;
	doc->error = arena_printf("%s%s%s %s", doc->where ? doc->where : "",
				  doc->where ? "." : "", key, what);
}

static json_t *get(struct doc *doc, json_t *object, const char *key, bool need)
{
	json_t *value = doc->error ? NULL : json_object_get(object, key);

	if (json_is_null(value))
		value = NULL;
	if (!value && need)
		doc_fail(doc, key, "is missing");
	return value;
}

const char *doc_text(struct doc *doc, json_t *object, const char *key,
		     bool need)
{
	json_t *value = get(doc, object, key, need);

	if (!value)
		return NULL;
	if (!json_is_string(value)) {
		doc_fail(doc, key, "is not a string");
		return NULL;
	}
	return arena_intern(json_string_value(value));
}

double doc_number(struct doc *doc, json_t *object, const char *key,
		  double other, bool need)
{
	json_t *value = get(doc, object, key, need);

	if (!value)
		return other;
	if (!json_is_number(value)) {
		doc_fail(doc, key, "is not a number");
		return other;
	}
	return json_number_value(value);
}

uint64_t doc_count(struct doc *doc, json_t *object, const char *key, bool need)
{
	json_t *value = get(doc, object, key, need);

	if (!value)
		return 0;
	if (!json_is_integer(value) || json_integer_value(value) < 0) {
		doc_fail(doc, key, "is not a count");
		return 0;
	}
	return json_integer_value(value);
}

bool doc_bool(struct doc *doc, json_t *object, const char *key, bool other)
{
	json_t *value = get(doc, object, key, false);

	if (!value)
		return other;
	if (!json_is_boolean(value)) {
		doc_fail(doc, key, "is not true or false");
		return other;
	}
	return json_is_true(value);
}

json_t *doc_array(struct doc *doc, json_t *object, const char *key, bool need)
{
	json_t *value = get(doc, object, key, need);

	if (value && !json_is_array(value)) {
		doc_fail(doc, key, "is not an array");
		return NULL;
	}
	return value;
}

json_t *doc_object(struct doc *doc, json_t *object, const char *key, bool need)
{
	json_t *value = get(doc, object, key, need);

	if (value && !json_is_object(value)) {
		doc_fail(doc, key, "is not an object");
		return NULL;
	}
	return value;
}

const char *doc_any(json_t *value)
{
	char *dump;

	if (!value || json_is_null(value))
		return NULL;
	if (json_is_string(value))
		return arena_intern(json_string_value(value));
	dump = json_dumps(value, JSON_ENCODE_ANY | JSON_SORT_KEYS);
	return arena_intern(dump ? dump : "?");
}

static int compare_ints(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

const char *cpu_list_text(const int *cpus, size_t count)
{
	char text[4096] = "";
	size_t used = 0;

	for (size_t i = 0, end; i < count && used < sizeof(text) - 32; i = end) {
		for (end = i + 1; end < count && cpus[end] == cpus[end - 1] + 1;)
			end++;
		used += sprintf(text + used, "%s%d", i ? "," : "", cpus[i]);
		if (end - i > 1)
			used += sprintf(text + used, "-%d", cpus[end - 1]);
	}
	return arena_intern(text);
}

const char *doc_cpus(struct doc *doc, json_t *object, const char *key)
{
	json_t *array = doc_array(doc, object, key, true), *value;
	const char *text;
	size_t i;
	int *cpus;

	if (!array)
		return "";
	cpus = calloc(json_array_size(array) + 1, sizeof(*cpus));
	if (!cpus)
		return "";
	json_array_foreach(array, i, value) {
		if (!json_is_integer(value))
			doc_fail(doc, key, "has something that is no CPU number");
		cpus[i] = json_integer_value(value);
	}
	qsort(cpus, json_array_size(array), sizeof(*cpus), compare_ints);
	text = cpu_list_text(cpus, json_array_size(array));
	free(cpus);
	return text;
}
