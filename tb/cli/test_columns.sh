#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Are the columns that docs/tables/columns.md lists those that the program writes?
source tb/shell.sh || exit
page=$PWD/docs/tables/columns.md
cd "$work"
checks=0

# section TITLE: the columns of a file, in order.
section() {
    awk -v title="## $1" '$0 == title { inside = 1; next } /^## / { inside = 0 }
        inside && /^\| `/ { split($0, part, "`"); print part[2] }' "$page"
}
# head_of FILE: the columns that its first line names, behind comments.
head_of() { grep -v '^#' "$1" | head -n 1 | tr , '\n'; }
# whole TITLE FILE: all columns in this order. part TITLE FILE: some of them.
whole() {
    checks=$((checks + 1))
    diff <(section "$1") <(head_of "$2") || fail "$1: other columns"
    [[ -n $(section "$1") ]] || fail "$1: no section of that name"
}
part() {
    checks=$((checks + 1))
    local odd
    odd=$(head_of "$2" | sed "s/^counted_//" | grep -vxF -f <(section "$1") || true)
    [[ -z $odd ]] || fail "$1: columns that it has not: $odd"
}

"$rowhold" simulate --stream core_random --stream-cores 2 --requests 200 --quiet --commands commands.csv \
    --requests-log log.csv --histogram histogram.csv --core-table cores.csv --epochs epochs.csv --epoch 500
whole 'Command trace' commands.csv
whole 'Log of requests' log.csv
whole Histogram histogram.csv
whole Cores cores.csv
whole 'Run over time' epochs.csv
network=(--stream core_random --stream-cores 2 --requests 200 --channels 2 --network crossbar --quiet)
"$rowhold" simulate "${network[@]}" --requests-log log.csv --core-table cores.csv --epochs epochs.csv --epoch 500
for title in 'Log of requests' Cores 'Run over time'; do
    file=$(case $title in Log*) echo log ;; Cores) echo cores ;; *) echo epochs ;; esac)
    diff <(section "$title" && section "$title with --network") <(head_of "$file.csv") ||
        fail "$title with --network: other columns"
    checks=$((checks + 1))
done
"$rowhold" trace generate core_random places.csv --requests 50 --stream-cores 2
part 'Request trace' places.csv
"$rowhold" trace convert places.csv addresses.csv --to native --as address --map row:bank:column:channel
part 'Request trace' addresses.csv
[[ "$(head_of addresses.csv | tr '\n' ' ')" == *address* ]] || fail "no addresses"
"$rowhold" sweep --stream core_random --stream-cores 2 --requests 200 --queue 8,16 --slowdown --cache cache --quiet \
    --csv sweep.csv
part Sweep sweep.csv
"$rowhold" sweep --stream core_random --stream-cores 2 --requests 200 --network crossbar,ring --channels 2 \
    --cache cache --quiet --csv loops.csv
part Sweep loops.csv
for result in list presets 'presets gddr3' 'trace info places.csv' 'trace judge commands.csv --preset gddr3' \
    'switch --allocator islip --load 0.5 --clocks 200'; do
    read -ra words <<<"$result"
    "$rowhold" "${words[@]}" --csv result.csv >out
    title=${result%% places*}
    title=${title%% commands*}
    title=${title%% --*}
    whole "rowhold ${title/gddr3/NAME} --csv" result.csv
done
echo "$checks files have the columns of the page"
