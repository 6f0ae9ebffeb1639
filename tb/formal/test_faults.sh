#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What tb/faults plants into a block of the fast proofs breaks the assertion that it names: one fault of each block and
# proof (`scripts/faults --checker proof` plants all).
set -euo pipefail
exec scripts/faults --checker proof --fast --few 1 --jobs 2
