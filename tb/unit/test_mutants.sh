#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Lockstep shows that the RTL is the model, not that the model's policy is the one it claims: a policy that is wrong in
# both passes. So tb/mutants plants wrong policies into copies of the C models, and the unit test of that policy must
# fail by name. Planted here are some; scripts/evidence plants all. Every controller of the registry must have three.
source tb/shell.sh || exit
needs "${CC:-cc}"
scripts/mutants --checker unit --few 1 --every 53 --jobs 2

policies=$(scripts/mutants --checker unit --list)
"$ROWHOLD" list --kind controller --names | while IFS= read -r controller; do
    [[ $(grep -c "  unit $controller: " <<<"$policies") -ge 3 ]] ||
        fail "$controller has fewer than three wrong policies for its unit test in tb/mutants"
done
