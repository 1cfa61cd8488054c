// SPDX-License-Identifier: GPL-2.0
/* The page's own style and script, as they lie in bench/reporting/html/. */
#include "html_assets.h"

#define ASSET(name, file)					\
	__asm__(".section .rodata\n"				\
		".global " #name "\n"				\
		#name ":\n"					\
		".incbin \"" file "\"\n"			\
		".byte 0\n"					\
		".previous\n")

ASSET(html_page_css, "bench/reporting/html/page.css");
ASSET(html_page_js, "bench/reporting/html/page.js");
