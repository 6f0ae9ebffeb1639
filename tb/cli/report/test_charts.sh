#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The charts of a report: every mark says the figure of the report's JSON, or of `simulate`, lies where the axis has
# that figure, and the ringed designs are those that no other one beats.
source tb/shell.sh || exit
needs python3
check=$PWD/tb/cli/report/look_at_charts.py
cd "$work"

# Both sizes of banked_fifo compare as many bits, and the greater one moves more: only that is ringed.
suite=(--controller fifo,banked_fifo,fr_fcfs --queue 8,32 --stream rand1,random --requests 400)
"$rowhold" report "${suite[@]}" --no-lockstep --cache cache --quiet --html page.html --json page.json
for controller in fifo banked_fifo fr_fcfs; do
    for stream in rand1 random; do
        "$rowhold" simulate --controller $controller --queue 32 --stream $stream --requests 400 --quiet \
            --stats ${controller}_$stream.json
    done
done
python3 "$check" page.html page.json || fail "the charts"

# A DDR4 of fewer rows has no area in the tables: formulas stand in, and a banked queue of 8 says that it stores 16.
# What is shown is of this DRAM, not of the thesis'.
printf 'name: few\nbase: ddr4_2400\norganisation:\n  rows: 32768\n' >few.yaml
"$rowhold" report "${suite[@]}" --preset few.yaml --no-lockstep --cache cache --quiet --html ddr4.html --json ddr4.json
python3 "$check" ddr4.html ddr4.json || fail "the charts without areas"
for words in '(stores 16): ' \
    'DRAM preset few: 1 channel of 8 chips, 16 banks of 32768 rows each, a clock of 833 ps' \
    '8 controllers of 32 entries before 16 banks of 32768 rows each. Published bits are of the thesis. machine, an' \
    'rowhold complexity --queue 32 --preset few.yaml</code>' \
    'rowhold area --preset few.yaml</code>' 'has no row of 6 of these 6 designs' \
    "has no system of controllers with <code>banks=16 groups=4 row_bits=15 column_bits=7</code>"; do
    grep -q -- "$words" ddr4.html || fail "few.yaml: no '$words'"
done
grep -q 'banks of 4096 rows each. That is the thesis. machine' page.html || fail "whose bits are these?"

# planted WHAT SED: a page with one mark changed is noticed.
planted() {
    sed "$2" page.html >planted.html
    ! cmp -s page.html planted.html || fail "nothing planted: $1"
    ! python3 "$check" planted.html page.json >/dev/null 2>&1 || fail "$1 goes unnoticed"
}
planted "a ring" '0,/ front"/s///'
planted "a dot that moved" '0,/cy="/s//cy="1/'
planted "a share" '0,/ % no work/s// % data/'
planted "a bar that is too long" '0,/class="s1" x="[0-9.]*" y="[0-9.]*" width="/s//&1/'
echo "the charts show the report's figures where the axes have them"
