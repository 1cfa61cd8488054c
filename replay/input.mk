# SPDX-License-Identifier: GPL-2.0
#
# Reading traces and state tables; see replay/reader.h and replay/table.h.
REPLAY_INPUT_OBJS := $(patsubst %,$(BUILD)/replay/%.o,reader summary table)
