/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Typed access to a JSON document. The first thing that is not as it should be
 * is remembered; after that all answers are empty, so that a reader need look
 * at the error only once, at its end.
 */
#ifndef REPORTING_JSON_H
#define REPORTING_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * struct doc - a document being read
 * @error: NULL, or what is wrong, one line
 * @where: the part being read, for messages ("points[3]")
 */
struct doc {
	const char *error;
	const char *where;
};

/**
 * doc_fail() - remember that a key is not as it should be
 * @doc: the document
 * @key: the key
 * @what: what is wrong ("is missing", "is not a number")
 */
void doc_fail(struct doc *doc, const char *key, const char *what);

/* A string, interned; NULL where it is null or missing and @need is false. */
const char *doc_text(struct doc *doc, json_t *object, const char *key,
		     bool need);
/* A number; @other where it is null or missing (an error if @other is NAN and @need). */
double doc_number(struct doc *doc, json_t *object, const char *key,
		  double other, bool need);
/* A count: an integer of 0 or more; 0 where it is missing and @need is false. */
uint64_t doc_count(struct doc *doc, json_t *object, const char *key,
		   bool need);
bool doc_bool(struct doc *doc, json_t *object, const char *key, bool other);
/* An array or object; NULL where it is null or missing. */
json_t *doc_array(struct doc *doc, json_t *object, const char *key, bool need);
json_t *doc_object(struct doc *doc, json_t *object, const char *key,
		   bool need);

/* Any value as text, interned; numbers and objects in JSON's own form. */
const char *doc_any(json_t *value);
/* An array of CPU numbers as list text ("0-3,8"), interned. */
const char *doc_cpus(struct doc *doc, json_t *object, const char *key);

/* CPU numbers, ascending, as list text ("0-3,8"), interned. */
const char *cpu_list_text(const int *cpus, size_t count);

#endif /* REPORTING_JSON_H */
