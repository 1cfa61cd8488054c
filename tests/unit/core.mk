# SPDX-License-Identifier: GPL-2.0
CORE_TESTS := $(basename $(notdir $(wildcard tests/unit/core-*.c)))
UNIT_TESTS += $(addprefix $(BUILD)/tests/unit/,$(CORE_TESTS))

# core.c under the sanitizers: no undefined step may hide in it.
CORE_SOURCES := governor/core.c governor/ledger.c governor/majority.c
CORE_HEADERS := governor/context.h governor/ledger.h governor/majority.h
CORE_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all

$(addprefix $(BUILD)/tests/unit/,$(CORE_TESTS)): $(BUILD)/tests/unit/%: tests/unit/%.c \
		$(CORE_SOURCES) $(CORE_HEADERS) \
		include/tally/core.h include/tally/cpu.h tests/unit/core_drive.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(TALLY_CFLAGS) $(CORE_SANITIZE) -o $@ $< $(CORE_SOURCES) \
		$(CMOCKA_LIBS)
