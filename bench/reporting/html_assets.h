/* SPDX-License-Identifier: GPL-2.0 */
#ifndef REPORTING_HTML_ASSETS_H
#define REPORTING_HTML_ASSETS_H

extern const char html_page_css[];
extern const char html_page_js[];

#endif /* REPORTING_HTML_ASSETS_H */
