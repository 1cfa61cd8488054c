# SPDX-License-Identifier: GPL-2.0
#
# bench/report: reads result files, prints reports. Its modules: bench/reporting/.
PROGRAMS += bench/report

REPORT_SOURCES := bench/report.c $(sort $(wildcard bench/reporting/*.c))
REPORT_OBJECTS := $(REPORT_SOURCES:%.c=$(BUILD)/%.o)
REPORT_LIBS = $(shell $(PKG_CONFIG) --libs jansson gsl) $(REPLAY_INPUT_LIBS) -lm -lpthread

# Traces are read by the replay's reader. Its list of objects is known only after
# this file was read, hence the second expansion.
.SECONDEXPANSION:
bench/report: $(REPORT_OBJECTS) $$(REPLAY_INPUT_OBJS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(REPORT_LIBS)

# The page's style and script are part of the program (.incbin).
$(BUILD)/bench/reporting/html_assets.o: bench/reporting/html/page.css bench/reporting/html/page.js
