#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The numbers of docs/decisions/order_in_a_row.md are those that `scripts/experiment order_in_a_row` prints, and they
# carry its claim: DRAMsim3's order saves 2 to 6 % of the clocks by a quarter fewer direction changes.
set -euo pipefail
export LC_ALL=C

page=docs/decisions/order_in_a_row.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
broken() {
    echo "broken: $1"
    status=1
}

scripts/experiment order_in_a_row >"$work/table.md"
cat "$work/table.md"

same() { diff <(grep '^|' "$1") "$2"; }
claim() { # every row: fewer changes by a quarter, less turnaround, 2 to 6 % of the clocks
    awk -F'|' '
        $2 + 0 > 0 { rows++; good += $4 < 0.75 * $3 && $6 + 0 < $5 + 0 && $9 + 0 >= 2 && $9 + 0 <= 6 }
        END { exit !(rows == 3 && good == 3) }' "$1"
}
same "$page" "$work/table.md" || broken "$page holds another table, expected the one above"
claim "$work/table.md" || broken "the experiment does not show that the order explains the clocks"

# The checks notice a number in the page that changed, and an experiment that changes nothing.
sed '/^| 32 /s/[0-9]* |$/0 |/; /^| 32 /s/[0-9.]* % |$/0.1 % |/' "$page" >"$work/changed.md"
if same "$work/changed.md" "$work/table.md" >"$work/diff.txt"; then broken 'a changed number went unnoticed'; fi
awk -F'|' -v OFS='|' '$2 + 0 == 32 { $4 = $3; $6 = $5; $9 = " 0.0 % " } 1' "$work/table.md" >"$work/idle.md"
if claim "$work/idle.md"; then broken 'an experiment without effect went unnoticed'; fi

# A patch that no longer fits is named, before anything is built.
mkdir -p "$work/tree/docs"
cp -r CMakeLists.txt cmodel include rtl scripts tb "$work/tree"
cp -r docs/decisions "$work/tree/docs"
sed -i 's/rh_wide ready = geometry/rh_wide set = geometry/' "$work/tree/cmodel/controller/rh_age_queue.c"
code=0
ROWHOLD=$(readlink -f "${ROWHOLD:-build/bin/rowhold}") "$work/tree/scripts/experiment" order_in_a_row >"$work/out.txt" \
    2>"$work/err.txt" || code=$?
[ $code -eq 2 ] || broken "a patch that does not fit ends with exit $code, expected 2"
grep -q '^order_in_a_row: docs/decisions/order_in_a_row.patch: found sources' "$work/err.txt" ||
    broken "a patch that does not fit says '$(cat "$work/err.txt")'"
exit $status
