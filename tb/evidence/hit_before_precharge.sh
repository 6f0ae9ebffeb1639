#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The numbers of docs/decisions/hit_before_precharge.md are those that `scripts/experiment hit_before_precharge` prints,
# and they carry its claim: under GPGPU-Sim's rule the activates agree within 1 % together. Skips, and says so, where
# the streams are not at hand.
set -euo pipefail
export LC_ALL=C

page=docs/decisions/hit_before_precharge.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
broken() {
    echo "broken: $1"
    status=1
}

code=0
scripts/experiment hit_before_precharge >"$work/table.md" || code=$?
cat "$work/table.md"
[ $code -eq 0 ] || exit $code

same() { diff <(grep '^|' "$1") "$2"; }
claim() { # the columns of the row `all`: this rule, its rule
    awk -F'|' '
        $2 == " all " { rows++; good = $4 + 0 < -2 && $5 + 0 >= -1 && $5 + 0 <= 1 }
        END { exit !(rows == 1 && good) }' "$1"
}
same "$page" "$work/table.md" || broken "$page holds another table, expected the one above"
claim "$work/table.md" || broken "the experiment does not show that the rule explains the activates"

# The checks notice a number in the page that changed, and an experiment that changes nothing.
sed 's/84760/84761/' "$page" >"$work/changed.md"
if same "$work/changed.md" "$work/table.md" >"$work/diff.txt"; then broken 'a changed number went unnoticed'; fi
awk -F'|' -v OFS='|' '$2 == " all " { $5 = $4 } 1' "$work/table.md" >"$work/idle.md"
if claim "$work/idle.md"; then broken 'an experiment without effect went unnoticed'; fi

# A patch that no longer fits is named.
mkdir -p "$work/copy/docs"
cp -r CMakeLists.txt cmodel include rtl scripts tb "$work/copy"
cp -r docs/decisions "$work/copy/docs"
sed -i 's/bool hit = /bool is_hit = /' "$work/copy/cmodel/controller/rh_age_queue.c"
code=0
ROWHOLD=$(readlink -f "${ROWHOLD:-build/bin/rowhold}") ROWHOLD_TRACES=${ROWHOLD_TRACES:-$PWD/../shared/traces} \
    "$work/copy/scripts/experiment" \
    hit_before_precharge >"$work/out.txt" 2>"$work/err.txt" || code=$?
[ $code -eq 2 ] || broken "a patch that does not fit ends with exit $code, expected 2"
grep -q '^hit_before_precharge: docs/decisions/hit_before_precharge.patch: found sources' "$work/err.txt" ||
    broken "a patch that does not fit says '$(cat "$work/err.txt")'"
exit $status
