# SPDX-License-Identifier: GPL-2.0
#
# One behaviour of bench/lib a program, under the sanitizers.
BENCH_TESTS := $(basename $(notdir $(wildcard tests/unit/benchlib-*.c)))
UNIT_TESTS += $(addprefix $(BUILD)/tests/unit/,$(BENCH_TESTS))

BENCH_TEST_SRC := $(BENCH_LIB_SRC) bench/handover.c bench/sleepers.c
BENCH_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
BENCH_TEST_OBJ := $(BENCH_TEST_SRC:%.c=$(BUILD)/sanitized/%.o)

$(BUILD)/sanitized/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(TALLY_CFLAGS) $(BENCH_SANITIZE) -MMD -MP -c -o $@ $<

$(addprefix $(BUILD)/tests/unit/,$(BENCH_TESTS)): $(BUILD)/tests/unit/%: tests/unit/%.c \
		tests/unit/benchlib_tree.h $(BENCH_TEST_OBJ)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(TALLY_CFLAGS) $(BENCH_SANITIZE) -Itests/unit -o $@ $< \
		$(BENCH_TEST_OBJ) $(BENCH_LIBS) $(CMOCKA_LIBS)
