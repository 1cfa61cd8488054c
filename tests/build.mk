# SPDX-License-Identifier: GPL-2.0
#
# Unit tests: tests/unit/AREA.mk adds to UNIT_TESTS and says what each links.
CMOCKA_LIBS = $(shell $(PKG_CONFIG) --libs cmocka)

-include $(wildcard tests/unit/*.mk)

unit-tests: $(UNIT_TESTS)
.PHONY: unit-tests
