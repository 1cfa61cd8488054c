# SPDX-License-Identifier: GPL-2.0
#
# make install, uninstall, man, dkms, install-dkms; see Documentation/packaging.md.

prefix		?= /usr/local
bindir		?= $(prefix)/bin
libdir		?= $(prefix)/lib
datadir		?= $(prefix)/share
mandir		?= $(datadir)/man
docdir		?= $(datadir)/doc/tally
completiondir	?= $(datadir)/bash-completion/completions
dkmssrcdir	?= /usr/src
INSTALL		?= install

# The tree below $(libdir)/tally is laid out like this one: programs find their
# data from where they really are.
INSTALL_TREE	:= $(libdir)/tally

MAN_PAGES := $(shell sed -n '/^\#/!s|^[^\t]*\t\([^\t]*\)\t.*|$(BUILD)/man/\1.1|p' packaging/programs.txt)

man: $(MAN_PAGES) $(BUILD)/man/tally.4

$(BUILD)/man/%.1: packaging/programs.txt VERSION packaging/man programs
	packaging/man $* $@

$(BUILD)/man/tally.4: packaging/tally.4.in packaging/man-module VERSION $(wildcard governor/*.c)
	packaging/man-module $@

install: programs man
	packaging/install "$(DESTDIR)" bindir="$(bindir)" tree="$(INSTALL_TREE)" mandir="$(mandir)" \
		docdir="$(docdir)" completiondir="$(completiondir)"

uninstall:
	packaging/install --remove "$(DESTDIR)" bindir="$(bindir)" tree="$(INSTALL_TREE)" \
		mandir="$(mandir)" docdir="$(docdir)" completiondir="$(completiondir)"

# The tree that DKMS wants in /usr/src.
DKMS_TREE := $(BUILD)/dkms/tally-$(VERSION)

dkms: $(DKMS_TREE)/dkms.conf
	@echo "$(DKMS_TREE)"

$(DKMS_TREE)/dkms.conf: packaging/dkms.conf.in Kbuild VERSION COPYING $(wildcard governor/*.[ch] include/tally/*.h)
	rm -rf $(DKMS_TREE)
	$(INSTALL) -d $(DKMS_TREE)/governor $(DKMS_TREE)/include/tally
	$(INSTALL) -m 644 Kbuild VERSION COPYING $(DKMS_TREE)/
	$(INSTALL) -m 644 $(wildcard governor/*.[ch]) $(DKMS_TREE)/governor/
	$(INSTALL) -m 644 $(wildcard include/tally/*.h) $(DKMS_TREE)/include/tally/
	sed 's/@VERSION@/$(VERSION)/' $< >$@

install-dkms: dkms
	$(INSTALL) -d "$(DESTDIR)$(dkmssrcdir)"
	rm -rf "$(DESTDIR)$(dkmssrcdir)/tally-$(VERSION)"
	cp -r $(DKMS_TREE) "$(DESTDIR)$(dkmssrcdir)/"
	$(if $(DESTDIR),,dkms add -m tally -v $(VERSION) && dkms autoinstall)

uninstall-dkms:
	$(if $(DESTDIR),,dkms remove -m tally -v $(VERSION) --all)
	rm -rf "$(DESTDIR)$(dkmssrcdir)/tally-$(VERSION)"

.PHONY: man install uninstall dkms install-dkms uninstall-dkms
