# SPDX-License-Identifier: GPL-2.0
#
# What bench/record is made of, as far as it needs no kernel and no libperf.
RECORD_TESTS := $(basename $(notdir $(wildcard tests/unit/record-*.c)))
RECORD_TEST_PROGRAMS := $(RECORD_TESTS:%=$(BUILD)/tests/unit/%)
UNIT_TESTS += $(RECORD_TEST_PROGRAMS)

$(RECORD_TEST_PROGRAMS): %: %.o $(RECORD_PURE_SRC:%.c=$(BUILD)/%.o) \
		$(BUILD)/bench/record-durations.o $(BENCH_LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(CMOCKA_LIBS) \
		$(shell $(PKG_CONFIG) --libs libtraceevent) $(BENCH_LIBS)
