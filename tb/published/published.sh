# SPDX-License-Identifier: Apache-2.0
# What the tests of a published table share; sourced. The test defines `check TABLE.csv`, which prints what is broken
# and fails if anything is; the table of this run is $work/table.csv and $work/table.md.
# shellcheck shell=bash
source tb/shell.sh || exit

# planted WHAT: the check of $work/planted.csv, which holds that fault, must fail.
planted() {
    if check "$work/planted.csv" >"$work/planted.txt"; then fault "$1 went unnoticed"; fi
}

# plant WHAT SED [FILE]: that fault, made in the table of this run, or in FILE, must be noticed.
plant() {
    local from=${3:-$work/table.csv}
    sed "$2" "$from" >"$work/planted.csv"
    ! cmp -s "$from" "$work/planted.csv" || fault "$1 was not planted"
    planted "$1"
}

# current PAGE SCRIPT: the committed page is the table of this run, which SCRIPT prints.
current() {
    diff -u "$1" "$work/table.md" || fault "$1 is stale; run $2 --markdown $1"
}
