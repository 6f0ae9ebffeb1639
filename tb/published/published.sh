# SPDX-License-Identifier: Apache-2.0
# What the tests of a published table share; sourced. The test defines `check TABLE.csv`, which prints what is broken
# and fails if anything is. They leave the verdict in `status` and the table of this run in $work/table.csv and
# $work/table.md.
# shellcheck shell=bash disable=SC2034 # the test that sources this exits with `status`
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# broken TEXT: one failed expectation.
broken() {
    echo "broken: $1"
    status=1
}

# planted WHAT: the check of $work/planted.csv, which holds that fault, must fail.
planted() {
    if check "$work/planted.csv" >"$work/planted.txt"; then broken "$1 went unnoticed"; fi
}

# current PAGE SCRIPT: the committed page is the table of this run, which SCRIPT prints.
current() {
    diff -u "$1" "$work/table.md" || broken "$1 is stale; run $2 --markdown $1"
}
