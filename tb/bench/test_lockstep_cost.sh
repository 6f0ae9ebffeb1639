#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Lockstep costs at most 1.2 times the instructions of the bare RTL with the registers compared every 64 clocks, at most
# 2 times with all of them in every clock: of every controller. A limit below is noticed.
set -euo pipefail
export LC_ALL=C
for tool in valgrind verilator; do
    command -v $tool >/dev/null || { echo "skipped: no $tool" && exit 77; }
done
if grep -q '^ROWHOLD_SANITIZE:BOOL=ON' "$ROWHOLD_BUILD/CMakeCache.txt"; then
    echo 'skipped: a build with sanitizers does not run under valgrind'
    exit 77
fi
made_by=$(scripts/lib/made_by "$ROWHOLD_BUILD")
if [ "$(head -n 1 docs/tables/bench.csv)" != "# $made_by" ]; then
    echo "skipped: the limits are of '$(sed -n '1s/^# //p' docs/tables/bench.csv)', this build of '$made_by'"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export BENCH_TIMES=0
mapfile -t controllers < <("$ROWHOLD" list --kind controller --names)
scripts/lib/lockstep_bench "$ROWHOLD_BUILD" "$work/rows.csv" "${controllers[@]}" || {
    echo 'broken: lockstep costs more than it may'
    exit 1
}
rows=$(grep -c '_times_bare_rtl,' "$work/rows.csv")
[ "$rows" -eq $((3 * ${#controllers[@]})) ] || {
    echo "broken: found $rows ratios, expected 3 of each of ${#controllers[@]} controllers"
    exit 1
}
# The model's own step is in every ratio, so none can be 1.
code=0
BENCH_LOCKSTEP_1_LIMIT=1.02 scripts/lib/lockstep_bench "$ROWHOLD_BUILD" "$work/rows.csv" fifo >"$work/said" || code=$?
[ $code -eq 1 ] && grep -q '^bench: fifo, lockstep_state_every_clock: found .* expected at most 1.02$' "$work/said" || {
    echo "broken: a cost beyond its limit went unnoticed: exit $code, $(cat "$work/said")"
    exit 1
}
