# SPDX-License-Identifier: GPL-2.0
#
# replay/replay, and the governors it loads. Mainline's governors need a kernel
# source: `make peers`; tally's own is built with everything else.

-include replay/input.mk

PEER_CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Wno-unused-parameter -fPIC \
	       -fvisibility=hidden -fno-strict-aliasing -fno-strict-overflow \
	       -I. -Iinclude -Ireplay/peers/include $(if $(WERROR),-Werror)
PEER_SOURCES := replay/peers/tally.c replay/peers/shim.c governor/ledger.c governor/majority.c
PEER_DEPENDS := $(PEER_SOURCES) governor/core.c $(wildcard include/tally/*.h governor/*.h) replay/peers/peer.h \
		$(shell find replay/peers/include -name '*.h')
TALLY_PEERS := $(BUILD)/peers/tally.so $(BUILD)/peers/tally.hz250.so $(BUILD)/peers/tally.hz1000.so

$(BUILD)/peers/tally.so: $(PEER_DEPENDS)
	@mkdir -p $(@D)
	$(CC) $(PEER_CFLAGS) -shared -Wl,-Bsymbolic -o $@ $(PEER_SOURCES)

# As in the kernel: the tick period a constant. For bench-select.
$(BUILD)/peers/tally.hz250.so $(BUILD)/peers/tally.hz1000.so: $(PEER_DEPENDS)
	@mkdir -p $(@D)
	$(CC) $(PEER_CFLAGS) -DPEER_TICK_NSEC=$(if $(findstring 250,$@),4000000,1000000) \
		-shared -Wl,-Bsymbolic -o $@ $(PEER_SOURCES)

peers: $(TALLY_PEERS)
	scripts/build-peers -o $(BUILD)/peers

.PHONY: peers

REPLAY_LIB_OBJS := $(patsubst %,$(BUILD)/replay/%.o,model power oracle pelt governors fixed \
		     workloads/workload workloads/design workloads/held-out evaluate league \
		     league-text league-data)
REPLAY_OBJS := $(patsubst %,$(BUILD)/replay/%.o,replay options setup cmd-evaluate cmd-traces \
		 instructions trace-report explain list \
		 cmd-fidelity fidelity fidelity-recording fidelity-probes)
REPLAY_TRACE_OBJS := $(patsubst %,$(BUILD)/replay/%.o,trace-run trace-sessions driver)
REPLAY_LIBS := -lm -ldl -lpthread -ljansson $(REPLAY_INPUT_LIBS)

PROGRAMS += replay/replay

replay/replay: $(REPLAY_OBJS) $(REPLAY_TRACE_OBJS) $(REPLAY_LIB_OBJS) $(REPLAY_INPUT_OBJS) | $(TALLY_PEERS)
	$(CC) $(LDFLAGS) -o $@ $^ $(REPLAY_LIBS)

PROGRAMS += replay/bench-select
BENCH_SELECT_OBJS := $(patsubst %,$(BUILD)/replay/%.o,bench-select callgrind-run select-load)

replay/bench-select: $(BENCH_SELECT_OBJS) $(REPLAY_LIB_OBJS) | $(TALLY_PEERS)
	$(CC) $(LDFLAGS) -o $@ $^ -lm -ldl -lpthread -ljansson

PROGRAMS += replay/bench-replay

replay/bench-replay: $(BUILD)/replay/bench-replay.o $(BUILD)/replay/list.o $(REPLAY_TRACE_OBJS) $(REPLAY_LIB_OBJS) \
		$(REPLAY_INPUT_OBJS) | $(TALLY_PEERS)
	$(CC) $(LDFLAGS) -o $@ $^ $(REPLAY_LIBS)
