# SPDX-License-Identifier: GPL-2.0
#
# The readers of traces and state tables, under the sanitizers.
READ_TESTS := $(basename $(notdir $(wildcard tests/unit/read-*.c)))
# libtracecmd's word against ours; where it is not installed the test says so.
READ_TRACECMD_CFLAGS = $(shell $(PKG_CONFIG) --exists libtracecmd && \
			 echo -DHAVE_TRACECMD $$($(PKG_CONFIG) --cflags libtracecmd))
READ_TRACECMD_LIBS = $(shell $(PKG_CONFIG) --exists libtracecmd && $(PKG_CONFIG) --libs libtracecmd)
UNIT_TESTS += $(addprefix $(BUILD)/tests/unit/,$(READ_TESTS))
READ_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
READ_OBJS := $(patsubst %,$(BUILD)/tests/sanitized/%.o,$(REPLAY_INPUT_NAMES))

$(BUILD)/tests/sanitized/%.o: replay/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(TALLY_CFLAGS) $(READ_SANITIZE) -MMD -MP -c -o $@ $<

$(addprefix $(BUILD)/tests/unit/,$(READ_TESTS)): $(BUILD)/tests/unit/%: tests/unit/%.c $(READ_OBJS) \
		tests/unit/read_memory.h tests/unit/dat_writer.h $(wildcard replay/*.h)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(TALLY_CFLAGS) $(READ_SANITIZE) $(PEER_READ_CFLAGS) -o $@ $< $(READ_OBJS) \
		$(CMOCKA_LIBS) $(REPLAY_INPUT_LIBS) $(PEER_READ_LIBS)

$(BUILD)/tests/unit/read-peer: PEER_READ_CFLAGS = $(READ_TRACECMD_CFLAGS)
$(BUILD)/tests/unit/read-peer: PEER_READ_LIBS = $(READ_TRACECMD_LIBS)
