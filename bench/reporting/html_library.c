// SPDX-License-Identifier: GPL-2.0
/* Finds the chart library (dygraphs) and its licence. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "html.h"

#define DEBIAN_FOLDER "/usr/share/javascript/dygraphs"
#define DEBIAN_LICENCE "/usr/share/doc/libjs-dygraphs/copyright"

static char *read_text(const char *file)
{
	FILE *from = fopen(file, "r");
	size_t size = 0, room = 0, got;
	char *text = NULL;

	if (!from)
		return NULL;
	do {
		char *more = realloc(text, room + 65537);

		if (!more)
			break;
		text = more;
		got = fread(text + size, 1, 65536, from);
		size += got;
		room = size;
		text[size] = '\0';
	} while (got);
	fclose(from);
	return text;
}

/* The pointer to a source map would make a browser ask the network for it. */
static void drop_source_map(char *text)
{
	char *map = text ? strstr(text, "# sourceMappingURL=") : NULL;

	if (map)
		memset(map, ' ', strcspn(map, " *\n"));
}

const char *html_library(const char *folder, const char **script,
			 const char **style, const char **licence)
{
	const char *from = folder ? folder : DEBIAN_FOLDER;
	char *code = read_text(arena_printf("%s/dygraph.min.js", from));
	char *css = read_text(arena_printf("%s/dygraph.min.css", from));
	char *terms = read_text(folder ? arena_printf("%s/LICENSE.txt", from) :
				DEBIAN_LICENCE);

	if (!code || !css)
		return arena_printf("needs the chart library dygraphs, and %s/dygraph.min.js or .css is not there: install Debian's libjs-dygraphs, or name its folder with --dygraphs",
				    from);
	if (!terms)
		return arena_printf("the licence of dygraphs is not at %s: a page with it may not be given away without",
				    folder ? arena_printf("%s/LICENSE.txt", from) :
				    DEBIAN_LICENCE);
	if (strstr(code, "</script"))
		return "this dygraphs cannot be put into a page: it has a </script> in it";
	drop_source_map(code);
	drop_source_map(css);
	*script = code;
	*style = css;
	*licence = terms;
	return NULL;
}
