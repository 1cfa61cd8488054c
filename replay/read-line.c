// SPDX-License-Identifier: GPL-2.0
/*
 * The head of a line: task, CPU, flags, time, name of the event. It is written by
 * hand, since this is where the time of reading text goes.
 *
 *	comm-PID [CPU] TIME: NAME: BODY				trace-cmd report
 *	comm-PID [CPU] FLAGS TIME: NAME: BODY			trace, trace_pipe
 *	comm-PID (TGID) [CPU] FLAGS TIME: NAME: BODY		systrace
 *	comm-PID [CPU] TIME: (+DIFF) NAME: BODY			trace-cmd report --ts-diff
 *	comm-PID CPUFLAGS TIME: NAME: BODY			trace-cmd report -l
 *	comm-PID CPUFLAGS Nus+: NAME: BODY			latency tracers
 *	comm PID [CPU] TIME: SYSTEM:NAME: BODY			perf script
 */
#include <string.h>

#include "replay/read-line.h"

static inline bool is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

static inline const char *skip_spaces(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

static inline const char *skip_word(const char *p, const char *end)
{
	while (p < end && *p != ' ' && *p != '\t')
		p++;
	return p;
}

/* Digits to a number; NULL when there are none or too many. */
static inline const char *number(const char *p, const char *end, uint64_t *value)
{
	const char *start = p;
	uint64_t v = 0;

	while (p < end && is_digit(*p))
		v = v * 10 + (*p++ - '0');
	if (p == start || p - start > 18)
		return NULL;
	*value = v;
	return p;
}

/* "7115.449594:", "380339000000:", "3us+:". Where the text after the colon begins, or NULL. */
static const char *parse_time(struct line *line, const char *p, const char *end)
{
	static const uint32_t scale[] = { 1000000000, 100000000, 10000000, 1000000, 100000,
					  10000, 1000, 100, 10, 1 };
	uint64_t whole, part;
	const char *start;

	p = number(p, end, &whole);
	if (!p || p == end)
		return NULL;
	if (*p == ':') {
		line->time_ns = whole;
		line->digits = 9;
		line->look |= LINE_BARE_NS;
		return p + 1;
	}
	if (*p == 'u' && end - p >= 2 && p[1] == 's') {
		p = skip_spaces(p + 2, end);
		if (p < end && *p != ':')	/* a mark of the delay: "+", "!", "#" ... */
			p++;
		if (p == end || *p != ':' || whole > UINT64_MAX / 2000)
			return NULL;
		line->time_ns = whole * 1000;
		line->digits = 6;
		line->look |= LINE_RELATIVE;
		return p + 1;
	}
	start = p + 1;
	if (*p != '.' || whole > UINT64_MAX / 2000000000)
		return NULL;
	p = number(start, end, &part);
	if (!p || p == end || *p != ':' || p - start > 9)
		return NULL;
	line->digits = p - start;
	line->time_ns = whole * 1000000000 + part * scale[line->digits];
	return p + 1;
}

/* "(+22400)", then "NAME:" or "SYSTEM:NAME:", then the body. */
static void parse_name(struct line *line, const char *p, const char *end)
{
	const char *word, *colon = NULL;
	uint64_t count;

	p = skip_spaces(p, end);
	if (end - p > 2 && p[0] == '(' && (p[1] == '+' || p[1] == '-')) {
		line->look |= LINE_DIFFERENCE;
		p = skip_spaces(skip_word(p, end), end);
	}
	if (p < end && is_digit(*p)) {	/* perf can put a period before the event */
		word = number(p, end, &count);
		if (word && word < end && *word == ' ')
			p = skip_spaces(word, end);
	}
	for (word = p; p < end && *p != ' ' && *p != '\t'; p++)
		if (*p == ':' && !colon)
			colon = p;
	line->name = NULL;
	line->name_length = 0;
	if (p - word > 1 && p[-1] == ':') {
		if (colon < p - 1) {
			line->look |= LINE_PERF;
			word = colon + 1;
		}
		line->name = word;
		line->name_length = p - 1 - word;
	} else if (p - word > 12 && !memcmp(word, "PERF_RECORD_", 12)) {
		line->name = word;
		line->name_length = p - word;
		line->look |= LINE_PERF;
	}
	line->body = skip_spaces(p, end);
	line->body_length = end - line->body;
}

/* The number that ends before @p, or -1. */
static int32_t number_before(const char *p, const char *start)
{
	uint64_t value = 0, unit = 1;
	const char *end = p;

	while (p > start && is_digit(p[-1]) && end - p < 9) {
		value += (*--p - '0') * unit;
		unit *= 10;
	}
	return p == end ? -1 : (int32_t)value;
}

static int32_t parse_pid(struct line *line, const char *bracket, const char *start)
{
	const char *p = bracket;

	while (p > start && p[-1] == ' ')
		p--;
	if (p > start && p[-1] == ')') {
		while (p > start && p[-1] != '(')
			p--;
		if (p == start)
			return -1;
		line->look |= LINE_TGID;
		p--;
		while (p > start && p[-1] == ' ')
			p--;
	}
	return number_before(p, start);
}

/* From "[CPU]" on. */
static bool parse_bracket(struct line *line, const char *bracket, const char *start,
			  const char *end)
{
	const char *p, *after;
	uint64_t cpu;
	int words;

	p = number(bracket + 1, end, &cpu);
	if (!p || p == end || *p != ']' || cpu > UINT32_MAX)
		return false;
	line->cpu = cpu;
	line->look = 0;
	line->pid = parse_pid(line, bracket, start);
	if (line->pid < 0)
		return false;	/* a bracket in an event's body */
	p = skip_spaces(p + 1, end);
	for (words = 0; words < 3; words++) {
		after = p < end && is_digit(*p) ? parse_time(line, p, end) : NULL;
		if (after)
			break;
		line->look |= LINE_FLAGS;
		p = skip_spaces(skip_word(p, end), end);
	}
	if (words == 3)
		return false;
	parse_name(line, after, end);
	return true;
}

static inline bool is_flag(char c)
{
	return c == '.' || c == '#' || is_digit(c) || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z');
}

/* From "-PID" on: "  2d..1.  2084.021443: " or "  2d.h4    0us : ". */
static bool parse_latency(struct line *line, const char *dash, const char *end)
{
	const char *p, *flags, *after;
	uint64_t pid, cpu;

	p = number(dash + 1, end, &pid);
	if (!p || p == end || *p != ' ' || pid > INT32_MAX)
		return false;
	p = skip_spaces(p, end);
	flags = number(p, end, &cpu);
	if (!flags || cpu > UINT32_MAX)
		return false;
	for (p = flags; p < end && is_flag(*p); p++)
		;
	if (p - flags < 3 || p == end || *p != ' ')
		return false;
	p = skip_spaces(p, end);
	line->look = LINE_LATENCY | LINE_FLAGS;
	after = parse_time(line, p, end);
	if (!after)
		return false;
	line->cpu = cpu;
	line->pid = pid;
	parse_name(line, after, end);
	return true;
}

bool line_parse(struct line *line, const char *text, size_t length)
{
	const char *end = text + length, *p;

	for (p = text; (p = memchr(p, '[', end - p)) != NULL; p++)
		if (parse_bracket(line, p, text, end))
			return true;
	for (p = text; (p = memchr(p, '-', end - p)) != NULL; p++)
		if (parse_latency(line, p, end))
			return true;
	return false;
}
