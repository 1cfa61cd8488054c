#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The kept corpus, and a few seconds more, through each reader under libFuzzer.
set -euo pipefail

cd "$(dirname "$0")/../.."
status=0
scripts/fuzz --seconds 5 || status=$?
exit "$status"
