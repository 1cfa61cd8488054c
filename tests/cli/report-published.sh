#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Prints the published numbers of tests/cases/published again, each in its layout.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tests/published-results "$dir" || exit 1
tests/published-check "$dir"
