#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A fast proof of one block in each folder of RTL, but for the controllers, which take the most by far. Of all the
# first is read, so that a port that was renamed is found. The proofs of all, at full depth, are evidence.
source tb/shell.sh || exit
mapfile -t all < <(scripts/prove --list | awk '{ split($1, part, ":") } NF > 1 && !seen[part[1]]++ { print $1 }')
mapfile -t proofs < <(scripts/prove --list --fast | awk '
    FILENAME != "-" { n = split($0, part, "/"); sub(/\.sv$/, "", part[n]); folder[part[n]] = part[n - 1]; next }
    { split($1, part, ":") }
    folder[part[1]] != "controller" && !seen[folder[part[1]]]++ { print $1 }' <(printf '%s\n' rtl/*/*.sv) -)
[[ ${#proofs[@]} -eq 4 && ${#all[@]} -gt 40 ]] ||
    fail "found fast proofs of ${#proofs[@]} folders and ${#all[@]} blocks, expected 4 and more than 40"
scripts/prove --lint --jobs 2 "${all[@]}"
scripts/prove --fast --jobs 2 "${proofs[@]}"
