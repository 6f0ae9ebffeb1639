#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The page of the schedulers is that of its table, and as many statements of their papers hold in it as it says; another
# figure in the table gives another page.
source tb/published/published.sh
page() { scripts/experiment schedulers --rows "$1" --markdown "$work/table.md" >/dev/null; }
page docs/tables/schedulers.csv
current docs/tables/schedulers.md "scripts/experiment schedulers"
found="$(grep -c ' yes |$' "$work/table.md") $(grep -c ' no |$' "$work/table.md")"
[ "$found" = "9 7" ] || fault "$found statements hold and don't, expected 9 and 7"
awk -F, -v OFS=, '$2 == 128 && $4 == "bliss" { $13 = 9 } 1' docs/tables/schedulers.csv >"$work/planted.csv"
cmp -s docs/tables/schedulers.csv "$work/planted.csv" && fault "nothing was planted"
page "$work/planted.csv"
[ "$(grep -c ' yes |$' "$work/table.md")" = 8 ] || fault "a quiet core that waits longer goes unnoticed"
