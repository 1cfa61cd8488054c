// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "replay/options.h"

bool list_next(const char **list, char *item, size_t size)
{
	size_t length;

	while (**list == ',')
		(*list)++;
	length = strcspn(*list, ",");
	if (!length)
		return false;
	if (length >= size)
		die(EXIT_USAGE, "'%.*s' is too long", (int)length, *list);
	memcpy(item, *list, length);
	item[length] = '\0';
	*list += length;
	return true;
}
