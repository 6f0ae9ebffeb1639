#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Lockstep finds each bug that tb/faults plants into copies of the RTL and names its field; the line it prints to repeat
# the run finds it again and leaves a wave; without a bug the same run matches. Every design of the registry must have a
# bug.
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
scripts/faults --checker lockstep --jobs 2
scripts/faults --checker load --jobs 2 # a register that the load forgets

bugs=$(scripts/faults --checker lockstep --list)
loads=$(scripts/faults --checker load --list | wc -l)
[ "$loads" -ge 12 ] || { echo "FAIL: found $loads faults of loads, expected 12 at least" && exit 1; }
for kind in controller allocator; do
    "$ROWHOLD" list --kind "$kind" --names | while IFS= read -r name; do
        grep -q "  lockstep $kind $name[: ]" <<<"$bugs" ||
            { echo "FAIL: $name has no bug for lockstep in tb/faults" && exit 1; }
    done
done
