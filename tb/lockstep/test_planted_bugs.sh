#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Lockstep finds bugs that tb/mutants plants into copies of the RTL and names their fields; the line it prints to repeat
# the run finds a bug again and leaves a wave; without a bug the same run matches. Planted here are a few, in designs
# that are soon compiled; scripts/evidence plants all. Every design must have one.
source tb/shell.sh || exit
needs verilator
scripts/mutants --checker lockstep --few 1 --jobs 2 fifo
scripts/mutants --checker load --few 1 --jobs 2 secded # a register that the load forgets

bugs=$(scripts/mutants --checker lockstep --list)
loads=$(scripts/mutants --checker load --list)
for kind in controller allocator router injector ejector link; do
    "$ROWHOLD" list --kind "$kind" --names | while IFS= read -r name; do
        grep -q "  lockstep $kind $name[: ]" <<<"$bugs" || fail "$name has no bug for lockstep in tb/mutants"
        grep -q "  load $kind $name[: ]" <<<"$loads" || fail "$name has no register in tb/mutants that its load forgets"
    done
done
