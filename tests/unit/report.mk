# SPDX-License-Identifier: GPL-2.0
#
# Unit tests of bench/reporting/: everything but main() and the command line.
REPORT_TESTS := report-statistics report-table
UNIT_TESTS += $(REPORT_TESTS:%=$(BUILD)/tests/unit/%)

REPORT_TESTED = $(filter-out $(BUILD)/bench/report.o $(BUILD)/bench/reporting/options.o,$(REPORT_OBJECTS)) \
		$(REPLAY_INPUT_OBJS)

$(REPORT_TESTS:%=$(BUILD)/tests/unit/%): %: %.o $(REPORT_OBJECTS) $$(REPLAY_INPUT_OBJS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(REPORT_TESTED) $(REPORT_LIBS) $(CMOCKA_LIBS)
