# SPDX-License-Identifier: GPL-2.0
#
# Reading traces and state tables; see replay/reader.h and replay/table.h.
REPLAY_INPUT_NAMES := reader periods periods-cause periods-recorded \
	read-source read-event read-line read-field read-note read-text \
	read-dat read-cursor read-dat-meta read-dat-format read-dat-data read-dat-recover \
	summary summary-print table table-csv table-sysfs
REPLAY_INPUT_OBJS := $(patsubst %,$(BUILD)/replay/%.o,$(REPLAY_INPUT_NAMES))
REPLAY_INPUT_LIBS := -lzstd -lz -lm

# For bench-read only: makes long traces out of short ones.
$(BUILD)/replay/bench-grow: $(BUILD)/replay/bench-grow.o
	$(CC) $(LDFLAGS) -o $@ $^
