// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of a trace in text that are no events: comments, heads, and the recorder's notes
 * about what it lost.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/read-text.h"

/* Lines that are no events and are expected. */
bool note_known(const char *line, size_t length)
{
	static const char *const starts[] = { "version = ", "cpus=", "CPU ", "trace-cmd:" };
	size_t i;

	while (length && (*line == ' ' || *line == '\t')) {
		line++;
		length--;
	}
	if (!length || *line == '#')
		return true;
	for (i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (length >= strlen(starts[i]) && !memcmp(line, starts[i], strlen(starts[i])))
			return true;
	return false;
}

/* "# entries-in-buffer/entries-written: 140080/250280   #P:4" */
uint64_t note_not_kept(const char *line, size_t length)
{
	static const char head[] = "# entries-in-buffer/entries-written: ";
	unsigned long long kept, written;
	char copy[128];

	if (length < sizeof(head) || length >= sizeof(copy) || memcmp(line, head, sizeof(head) - 1))
		return 0;
	memcpy(copy, line, length);
	copy[length] = '\0';
	if (sscanf(copy + sizeof(head) - 1, "%llu/%llu", &kept, &written) != 2 || written < kept)
		return 0;
	return written - kept;
}

/* "CPU:3 [LOST 123 EVENTS]", "CPU:3 [123 EVENTS DROPPED]", "CPU:3 [EVENTS DROPPED]". */
bool note_lost(struct trace_event *event, const char *line, size_t length)
{
	char copy[80];
	unsigned int cpu;
	int used = 0;

	if (length >= sizeof(copy) || !text_has(line, length, " EVENTS"))
		if (!text_has(line, length, "[EVENTS DROPPED]"))
			return false;
	if (length >= sizeof(copy))
		return false;
	memcpy(copy, line, length);
	copy[length] = '\0';
	if (sscanf(copy, " CPU:%u [%n", &cpu, &used) != 1 || !used)
		return false;
	memset(event, 0, offsetof(struct trace_event, mask));
	event->kind = EVENT_LOST;
	event->cpu = cpu;
	event->pid = -1;
	event->lost = 1;
	line = copy + used + strcspn(copy + used, "0123456789");
	if (*line)
		event->lost = strtoull(line, NULL, 10);
	if (!event->lost)
		event->lost = 1;
	return true;
}
