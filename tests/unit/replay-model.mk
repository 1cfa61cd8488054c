# SPDX-License-Identifier: GPL-2.0
MODEL_TESTS := model-power model-count model-tick model-poll model-loop oracle-best pelt-table \
	       workload-halves governors-load evaluate-threads trace-join bench-record
UNIT_TESTS += $(addprefix $(BUILD)/tests/unit/,$(MODEL_TESTS))

$(addprefix $(BUILD)/tests/unit/,$(MODEL_TESTS)): $(BUILD)/tests/unit/%: \
		$(BUILD)/tests/unit/%.o $(REPLAY_LIB_OBJS) $(REPLAY_TRACE_OBJS) \
		$(BUILD)/replay/select-load.o $(REPLAY_INPUT_OBJS) | $(TALLY_PEERS)
	$(CC) $(LDFLAGS) -o $@ $^ $(REPLAY_LIBS) $(CMOCKA_LIBS)
