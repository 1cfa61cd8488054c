# SPDX-License-Identifier: GPL-2.0
#
# What of the module needs no kernel: fixup rules, CEDE records, learned latencies; under
# the sanitizers.
MODULE_TESTS := fixup-rules fixup-cede fixup-learned
UNIT_TESTS += $(MODULE_TESTS:%=$(BUILD)/tests/unit/%)

MODULE_SOURCES := governor/rules.c governor/cede.c governor/learn.c
MODULE_HEADERS := $(MODULE_SOURCES:.c=.h) include/tally/core.h

$(MODULE_TESTS:%=$(BUILD)/tests/unit/%): $(BUILD)/tests/unit/%: tests/unit/%.c \
		$(MODULE_SOURCES) $(MODULE_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(TALLY_CFLAGS) -fsanitize=address,undefined \
		-fno-sanitize-recover=all -o $@ $< $(MODULE_SOURCES) $(CMOCKA_LIBS)
