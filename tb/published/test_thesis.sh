#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The chapters of the thesis on kernels: a short form of each experiment gives rows of the committed tables, the pages
# are those of the tables, and what was published holds in as many rows as the pages say.
source tb/published/published.sh

# short NAME PROGRAMS: the rows of a short run stand in the committed table.
short() {
    local line count=0
    scripts/experiment "thesis_$1" --quick --programs "$2" --csv "$work/short.csv" >/dev/null
    while IFS= read -r line; do
        count=$((count + 1))
        grep -qFx -- "$line" "docs/tables/thesis_$1.csv" ||
            fault "docs/tables/thesis_$1.csv is stale: found no row $line; run scripts/experiment thesis_$1"
    done <"$work/short.csv"
    [ "$count" -gt 3 ] || fault "thesis_$1: $count rows"
}
short controllers CP,NQ
short ctas NQ
short designs RED
short prediction RED

# page NAME TABLE: what scripts/experiment makes of the table.
page() { scripts/experiment "thesis_$1" --rows "$2" --markdown "$work/table.md" >/dev/null; }
# signs: how many published statements hold in the page, and how many don't.
signs() { awk -F' [|] ' '/^[|] what/ { on = 1 } /^$/ { on = 0 } on && / yes [|]$/ { yes++ } on && / no [|]$/ { no++ }
    END { print yes + 0, no + 0 }' "$work/table.md"; }
expect_signs() { # NAME YES NO
    page "$1" "docs/tables/thesis_$1.csv"
    current "docs/tables/thesis_$1.md" "scripts/experiment thesis_$1"
    [ "$(signs)" = "$2 $3" ] || fault "thesis_$1: $(signs) statements hold and don't, expected $2 and $3"
}
expect_signs controllers 11 6
expect_signs ctas 10 8
expect_signs designs 38 8
expect_signs prediction 6 5

# plant NAME COLUMN VALUE CONDITION: in rows of that awk condition; then the page has other signs.
plant() {
    page "$1" "docs/tables/thesis_$1.csv"
    local before after
    before=$(signs)
    awk -F, -v OFS=, 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c } NR > 1 && ('"$4"') { $at["'"$2"'"] = "'"$3"'" }
        { print }' "docs/tables/thesis_$1.csv" >"$work/planted.csv"
    page "$1" "$work/planted.csv"
    after=$(signs)
    [ "$before" != "$after" ] || fault "thesis_$1: another $2 went unnoticed"
}
plant controllers speed 0.5 '$at["program"] == "CP"'
plant ctas ipc_weighted 1.0 '$at["program"] == "MUM" && $at["resources"] == 200'
plant designs ipc 1.0 '$at["design"] == "BFIFO"'
plant prediction full_activate_overlap 0.1 '$at["chips"] == 2'
