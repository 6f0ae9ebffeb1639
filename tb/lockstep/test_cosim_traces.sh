#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The start of every real stream, all its channels, RTL against model. Skips where the streams are not at hand.
#
#   test_cosim_traces.sh [all]    all: with the usual queue, for scripts/evidence
source tb/shell.sh || exit
traces=${ROWHOLD_TRACES:-../shared/traces}
needs verilator
compgen -G "$traces/*.csv.gz" >/dev/null || { echo "skipped: no streams in ROWHOLD_TRACES" && exit 77; }
streams=0 size=(--queue 8 --responses 4)
[[ ${1:-} != all ]] || size=()
for stream in "$traces"/*.csv.gz; do
    controller=fr_fcfs
    ((streams % 2)) && controller=most_pending
    "$ROWHOLD" cosim --controller $controller --preset gddr3_k4j52324qh --stream "$stream" --requests 1500 \
        "${size[@]}" --compare-state 4 >"$work/said" 2>"$work/errors" || { cat "$work/errors" >&2 && exit 1; }
    grep -qE ' ([0-9]+) of \1 channels drained' "$work/said" || fail "$stream: not drained"
    streams=$((streams + 1))
    echo "$(basename "$stream") $controller: $(sed -n 's/^MATCHED: .* equal in //p' "$work/said")"
done
