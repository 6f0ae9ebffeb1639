#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What tb/mutants plants into a block of the fast proofs breaks the assertion that it names: a fault in each folder of
# RTL but the controllers', whose proofs take the most by far. scripts/evidence plants all.
set -euo pipefail
exec scripts/mutants --checker proof --fast --few 1 --jobs 2 max_first command_register crc pim
