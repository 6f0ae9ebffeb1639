#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The fast proofs, of every block; the greater geometries and depths are evidence. Two of fr_fcfs take the most by far:
# docs/tutorial.md has them proven of a copy, in a test of its own.
set -euo pipefail
mapfile -t proofs < <(scripts/prove --list --fast | cut -d' ' -f1 | grep -vxE 'rh_fr_fcfs:(rules|requests)')
[[ ${#proofs[@]} -gt 30 ]] || { echo "FAIL: found ${#proofs[@]} fast proofs, expected more" && exit 1; }
exec scripts/prove --fast --jobs 2 "${proofs[@]}"
