# SPDX-License-Identifier: GPL-2.0
#
# User space: one build.mk a folder adds its programs. The module: see Kbuild.

CC	?= gcc
CFLAGS	?= -O2 -g
PKG_CONFIG ?= pkg-config
VERSION	:= $(shell cat VERSION)
BUILD	:= build

TALLY_CFLAGS := -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -DTALLY_VERSION=\"$(VERSION)\" \
		-Iinclude -I. $(if $(WERROR),-Werror)

PROGRAMS :=
UNIT_TESTS :=

all: programs

-include bench/build.mk replay/build.mk lab/build.mk governor/build.mk tests/build.mk \
	 packaging/build.mk Documentation/build.mk

programs: $(PROGRAMS)

# Objects live in build/, beside nothing; dependencies are tracked by the compiler.
$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(TALLY_CFLAGS) $(EXTRA_CFLAGS) -MMD -MP -c -o $@ $<

test: programs unit-tests
	scripts/run-tests

# The module, for the kernel whose headers or build tree KDIR is.
module:
	scripts/build-module $(if $(KDIR),"$(KDIR)")

clean:
	rm -rf $(BUILD) $(PROGRAMS)

-include $(shell find $(BUILD) -type f -name '*.d' 2>/dev/null)

.PHONY: all programs test module clean
.DEFAULT_GOAL := all
