# SPDX-License-Identifier: GPL-2.0
#
# bench/lib as one archive, and the programs that use it. A file bench/NAME.mk
# adds programs of its own.
BENCH_LIB_SRC := $(addprefix bench/lib/,batches.c bistable.c cpulist.c err.c governor.c host.c \
		   idle.c idle-interval.c idle-shards.c idle-snapshot.c journal.c options.c progress.c \
		   result.c result-point.c settings.c stats.c sweep.c sysfs.c thermal.c \
		   threads.c topology.c work.c)
BENCH_LIB := $(BUILD)/bench/libbench.a
# libcpupower has no pkg-config file in Debian 12.
BENCH_LIBS = $(shell $(PKG_CONFIG) --libs jansson hwloc gsl) -lcpupower -lpthread -lm

$(BENCH_LIB): $(BENCH_LIB_SRC:%.c=$(BUILD)/%.o)
	rm -f $@
	$(AR) rcs $@ $^

BENCH_DRIVER := $(addprefix $(BUILD)/bench/,driver.o driver-machine.o driver-print.o)

BENCH_PROGRAMS := bench/pingpong bench/irritator bench/wakeup bench/ebizzy bench/restore \
		  bench/snapshot-cost
PROGRAMS += $(BENCH_PROGRAMS)

bench/pingpong: $(addprefix $(BUILD)/bench/,ring.o handover.o) $(BENCH_DRIVER)
bench/irritator bench/wakeup: $(BUILD)/bench/sleepers.o $(BENCH_DRIVER)
bench/ebizzy: $(BENCH_DRIVER)

$(BENCH_PROGRAMS): bench/%: $(BUILD)/bench/%.o $(BENCH_LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(BENCH_LIB) $(BENCH_LIBS)

-include $(filter-out bench/build.mk,$(wildcard bench/*.mk))
