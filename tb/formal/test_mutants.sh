#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What tb/mutants plants into a block of the fast proofs breaks the assertion that it names: some of these faults.
# scripts/evidence plants all.
set -euo pipefail
exec scripts/mutants --checker proof --fast --few 1 --every 8 --jobs 2
