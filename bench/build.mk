# SPDX-License-Identifier: GPL-2.0
#
# bench/lib as one archive, and the programs that use it. A file bench/NAME.mk
# adds programs of its own.
BENCH_LIB_SRC := $(addprefix bench/lib/,batches.c bistable.c cpulist.c err.c governor.c host.c \
		   idle.c idle-interval.c idle-snapshot.c journal.c options.c progress.c \
		   result.c result-point.c settings.c stats.c sweep.c sysfs.c thermal.c \
		   threads.c topology.c work.c)
BENCH_LIB := $(BUILD)/bench/libbench.a
# libcpupower has no pkg-config file in Debian 12.
BENCH_LIBS = $(shell $(PKG_CONFIG) --libs jansson hwloc gsl) -lcpupower -lpthread -lm

$(BENCH_LIB): $(BENCH_LIB_SRC:%.c=$(BUILD)/%.o)
	rm -f $@
	$(AR) rcs $@ $^

BENCH_DRIVER := $(BUILD)/bench/driver.o $(BUILD)/bench/driver-print.o

bench/pingpong: $(BUILD)/bench/pingpong.o $(BUILD)/bench/handover.o $(BENCH_DRIVER) $(BENCH_LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(BENCH_LIBS)
bench/restore: $(BUILD)/bench/restore.o $(BENCH_LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(BENCH_LIBS)

PROGRAMS += bench/pingpong bench/restore

-include $(filter-out bench/build.mk,$(wildcard bench/*.mk))
