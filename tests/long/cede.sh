#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# tests/lab/cede.sh at all published periods, on POWER9 and POWER10. Takes too long for each check: some
# minutes a model.
cd "$(dirname "$0")/../.." || exit 1
for CEDE_MODEL in POWER9 POWER10; do
	export CEDE_MODEL CEDE_DURATION=0.05
	CEDE_PERIODS=1us,2us,5us,10us,20us,50us,80us,100us,120us,500us,1000us tests/lab/cede.sh || exit $?
done
