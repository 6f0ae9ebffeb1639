#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Lockstep finds each bug that tb/faults plants into copies of the RTL and names its field; the line it prints to repeat the run
# finds it again and leaves a wave; without a bug the same run matches. Every controller of the registry must have a bug.
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
scripts/faults --checker lockstep --jobs 2

bugs=$(scripts/faults --checker lockstep --list)
"$ROWHOLD" list --kind controller --names | while IFS= read -r controller; do
    grep -q "  lockstep controller $controller[: ]" <<<"$bugs" || { echo "FAIL: $controller has no bug for lockstep in tb/faults" && exit 1; }
done
