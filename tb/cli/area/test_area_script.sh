#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# scripts/area where a place can't be written, and --check of a size that no table has: one line and exit 2 before
# anything is measured. Needs ROWHOLD and yosys.
source tb/shell.sh || exit
needs yosys
# refused LINE ARGUMENT...
refused() { refusal "scripts/area: $1" scripts/area "${@:2}"; }
: >"$work/file"
place=$work/file/folder
refused "--cache: found '$place', expected a folder that can be written" --cache "$place" fifo queue=9
refused "--keep: found '$place', expected a folder that can be written" --keep "$place" fifo queue=9
refused "--rows: found '$place', expected a file that can be written" --rows "$place" fifo queue=9
refused "--rows: found '$work', expected a file that can be written" --rows "$work" fifo queue=9
refused "--out: found '$place', expected a folder" --out "$place" fifo queue=9
refused "--check: found fifo queue=9, expected a size of include/tables/area.def" --check fifo queue=9
# the same size in other words is one of the table's
scripts/area --check fifo queue=032,banks=4 >"$work/out" || [[ $(<"$work/out") == *'fifo queue=32 is stale'* ]] ||
    fault "--check of 32 entries: $(cat "$work/out")"
[[ $failed == 0 ]] || exit 1
echo "scripts/area: six places and a size refused"
