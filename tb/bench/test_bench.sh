#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# scripts/bench measures something, and counts the same instructions each time.
set -euo pipefail
export LC_ALL=C

if ! command -v valgrind >/dev/null; then
    echo 'skipped: no valgrind'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
for i in 1 2; do
    scripts/bench --no-lockstep --csv "$work/$i.csv" fifo >"$work/$i.txt"
    grep '^fifo,instructions' "$work/$i.csv" >"$work/$i.counts"
done
cat "$work/1.txt"
if ! diff "$work/1.counts" "$work/2.counts"; then
    echo 'broken: two runs count different instructions'
    status=1
fi
# A request of fifo under rand2 takes about 16 clocks, a clock no fewer than 50 and no more than 5000 instructions.
if ! awk -F, '$3 < 800 || $3 > 80000 { bad = 1 } END { exit bad || NR != 2 }' "$work/1.counts"; then
    echo 'broken: instructions a request out of all reason'
    status=1
fi
if scripts/bench --no-lockstep no_such_controller >/dev/null 2>"$work/refused.txt"; then
    echo 'broken: an unknown controller is measured'
    status=1
fi
if ! grep -q "no_such_controller" "$work/refused.txt"; then
    echo 'broken: an unknown controller is not named'
    status=1
fi
exit $status
