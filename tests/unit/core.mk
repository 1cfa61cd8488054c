# SPDX-License-Identifier: GPL-2.0
CORE_TESTS := $(basename $(notdir $(wildcard tests/unit/core-*.c)))
UNIT_TESTS += $(addprefix $(BUILD)/tests/unit/,$(CORE_TESTS))

# core.c under the sanitizers: no undefined step may hide in it.
CORE_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all

$(addprefix $(BUILD)/tests/unit/,$(CORE_TESTS)): $(BUILD)/tests/unit/%: tests/unit/%.c \
		governor/core.c governor/majority.c governor/majority.h \
		include/tally/core.h include/tally/cpu.h tests/unit/core_drive.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(TALLY_CFLAGS) $(CORE_SANITIZE) -o $@ $< governor/core.c \
		governor/majority.c $(CMOCKA_LIBS)
