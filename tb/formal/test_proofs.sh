#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A fast proof of every block that has one, but for the controllers, which take the most by far. Of all others the first
# is read, so that a port that was renamed is found. Other geometries, and all at full depth, are evidence.
set -euo pipefail
mapfile -t proofs < <(scripts/prove --list --fast | awk '
    FILENAME != "-" { controller["rh_" $1] = 1; next }
    { split($1, part, ":") }
    !controller[part[1]] && !seen[part[1]]++ { print $1 }' \
    <("$ROWHOLD" list --kind controller --names) -)
mapfile -t others < <({ printf '%s\n' "${proofs[@]}" && scripts/prove --list; } | awk '{ split($1, part, ":") }
    !seen[part[1]]++ && NF > 1 { print $1 }')
[[ ${#proofs[@]} -gt 20 && ${#others[@]} -gt 10 ]] ||
    { echo "FAIL: found ${#proofs[@]} fast proofs and ${#others[@]} blocks without, expected more" && exit 1; }
scripts/prove --lint --jobs 2 "${others[@]}"
exec scripts/prove --fast --jobs 2 "${proofs[@]}"
