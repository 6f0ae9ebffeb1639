#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every fault that tb/faults plants into a block of the fast proofs breaks the assertion that it names.
set -euo pipefail
exec scripts/faults --checker proof --fast --jobs 2
