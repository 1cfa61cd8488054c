# SPDX-License-Identifier: GPL-2.0
#
# bench/record needs libperf, which scripts/build-libperf makes from Debian's
# linux-source. Where that cannot be had, record is left out with a message and
# everything else is built. LIBPERF=no leaves it out without trying.
LIBPERF ?= yes
LIBPERF_DIR := $(BUILD)/libperf

RECORD_PURE_SRC := $(addprefix bench/lib/,cpufreq.c energy.c energy-pmu.c events-format.c \
		     events-idle.c events-pace.c events-pids.c events-wakeup.c procstat.c)
RECORD_LIBPERF_SRC := $(addprefix bench/lib/,cstate.c energy-counter.c events.c events-cost.c \
			events-lost.c events-open.c events-reader.c)
RECORD_SRC := bench/record.c $(wildcard bench/record-*.c)
RECORD_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(RECORD_SRC) $(RECORD_LIBPERF_SRC) \
		$(RECORD_PURE_SRC))

PROGRAMS += bench/record

ifdef WITH_LIBPERF
bench/record: $(RECORD_OBJ) $(BENCH_DRIVER) $(BENCH_LIB) $(LIBPERF_DIR)/libperf.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(shell $(PKG_CONFIG) --libs libtraceevent) \
		$(BENCH_LIBS)
else
bench/record:
	@if [ "$(LIBPERF)" = no ]; then \
		echo "bench/record is left out: LIBPERF=no"; \
	elif scripts/build-libperf $(LIBPERF_DIR); then \
		$(MAKE) --no-print-directory WITH_LIBPERF=1 bench/record; \
	else \
		echo "bench/record is left out: no libperf (see above)"; \
	fi
.PHONY: bench/record
endif

$(patsubst %.c,$(BUILD)/%.o,$(RECORD_LIBPERF_SRC)): TALLY_CFLAGS += \
	-isystem $(LIBPERF_DIR)/include
$(BUILD)/bench/lib/events-format.o: TALLY_CFLAGS += \
	$(shell $(PKG_CONFIG) --cflags libtraceevent)
