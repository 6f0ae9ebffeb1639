#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Command traces of several ranks: what is written reads back the same and is judged the same, in the layouts of the
# other simulators each command names its rank, and a burst too close behind another rank's is convicted. Timings of
# ddr4_2400: tRCD 16, tRP 16, tRAS 39, CL 16, WL 12, tBURST 4, tREFI 9360, tRFC 420.
source tb/shell.sh || exit
set +e +o pipefail
cd "$work" || exit 1
checks=0

# preset NAME BASE ORGANISATION: a file NAME.yaml, bursts of two ranks two clocks apart.
preset() { printf 'name: %s\nbase: %s\norganisation: {%s}\ntiming: {tRTRS: 2}\n' "$1" "$2" "$3" >"$1.yaml"; }
preset two ddr4_2400 'ranks: 2'
preset four ddr4_2400 'banks: 64, groups: 16, ranks: 4'
preset flat ddr4_2400 'groups: 2, ranks: 2' # a rank is one bank group
preset same ddr5_4800 'banks: 64, groups: 16, ranks: 2'

# Round trips: what others can hold comes back as it was, but for the row of a PRE; and is judged the same.
plain() { sed -E 's/^([0-9]+,[0-9]+,PRE,[0-9]*,[0-9]*,)[0-9]*,/\1,/'; }
for name in two four flat same; do
    "$rowhold" simulate --preset $name.yaml --stream random --requests 4000 --channels 2 --seed 5 --commands all.csv \
        --quiet || fault "$name does not run"
    for format in native ramulator2 dramsim3; do
        [ $name.$format != same.dramsim3 ] || continue # it has no REF of one bank of every group
        checks=$((checks + 2))
        "$rowhold" trace commands all.csv "all.$format" --to $format --preset $name.yaml >out &&
            "$rowhold" trace commands "all.$format" back.csv --to native --preset $name.yaml >out ||
            fault "$name, $format"
        cmp <(plain <all.csv) <(plain <back.csv) || fault "$name, $format: back otherwise"
        "$rowhold" trace judge "all.$format" --preset $name.yaml --own >out || fault "$name, $format: $(tail -1 out)"
        grep -q ' on 2 channels, .* 0 broken rules$' out || fault "$name, $format: $(tail -1 out)"
    done
    [ $name != same ] || continue
    checks=$((checks + 1))
    "$rowhold" trace commands all.csv one.csv --to native --preset $name.yaml --channel 1 >out
    "$rowhold" trace commands all.csv power.csv --to drampower --preset $name.yaml --channel 1 >out
    "$rowhold" trace commands power.csv back.csv --to native --preset $name.yaml >out || fault "$name, drampower"
    cmp <(plain <one.csv | sed -E 's/^([0-9]+),1,/\1,0,/') <(plain <back.csv) || fault "$name, drampower: otherwise"
done

# Each rank has its refreshes, in turn; same_bank in a rank one bank of every group after the other.
checks=$((checks + 2))
for name in two same; do
    "$rowhold" simulate --preset $name.yaml --stream random --requests 20000 --commands all.csv --quiet
    grep ,REF, all.csv | cut -d , -f 4,5 | head -8 | paste -sd ' ' >$name.turns
done
[ "$(<two.turns)" = '0, 2, 0, 2, 0, 2, 0, 2,' ] || fault "REFs of two ranks: $(cat two.turns)"
[ "$(<same.turns)" = '0,0 0,1 0,2 0,3 8,0 8,1 8,2 8,3' ] || fault "same-bank REFs: $(cat same.turns)"

# To the letter: bank 2 of the second group of rank 1, a PRE and a REF of all banks of each rank.
{
    echo cycle,channel,command,bank_group,bank,row,column
    printf '0,1,ACT,3,2,300,\n1,1,ACT,0,1,7,\n17,1,WR,3,2,300,9\n23,1,WR,0,1,7,4\n60,1,PRE,2,,,\n61,1,PRE,0,1,7,\n'
    printf '4680,1,REF,0,,,\n9360,1,REF,2,,,\n'
} >small.csv
{
    printf '0, ACT, 1, 1, 1, 2, 300, -1\n1, ACT, 1, 0, 0, 1, 7, -1\n17, WR, 1, 1, 1, 2, 300, 9\n'
    printf '23, WR, 1, 0, 0, 1, 7, 4\n60, PREA, 1, 1, -1, -1, -1, -1\n61, PRE, 1, 0, 0, 1, 7, -1\n'
    printf '4680, REFab, 1, 0, -1, -1, -1, -1\n9360, REFab, 1, 1, -1, -1, -1, -1\n'
} >expected
checks=$((checks + 5))
"$rowhold" trace commands small.csv - --to ramulator2 --preset two.yaml | cmp - expected || fault "ramulator2's layout"
"$rowhold" trace commands small.csv - --to native --preset two.yaml | cmp - small.csv || fault "the native layout"
zeros=$(printf '0%.0s' {1..128})
{
    printf '0,ACT,1,1,6,300,0\n1,ACT,0,0,1,7,0\n17,WR,1,1,6,300,72,%s\n23,WR,0,0,1,7,32,%s\n' "$zeros" "$zeros"
    printf '60,PREA,1,0,0,0,0\n61,PRE,0,0,1,7,0\n4680,REFA,0,0,0,0,0\n9360,REFA,1,0,0,0,0\n9380,END,0,0,0,0,0\n'
} >expected
"$rowhold" trace commands small.csv - --to drampower --preset two.yaml | cmp - expected || fault "drampower's layout"
{
    echo '0                  activate               1   1   1   2    0x12c     -0x1'
    echo '1                  activate               1   0   0   1      0x7     -0x1'
    echo '17                 write                  1   1   1   2    0x12c      0x9'
    echo '23                 write                  1   0   0   1      0x7      0x4'
    echo '60                 precharge              1   1   1   2    0x12c     -0x1'
    echo '61                 precharge              1   0   0   1      0x7     -0x1'
    echo '4680               refresh                1   0  -1  -1     -0x1     -0x1'
    echo '9360               refresh                1   1  -1  -1     -0x1     -0x1'
} >expected
sed 's/60,1,PRE,2,,,/60,1,PRE,3,2,300,/' small.csv >banks.csv
"$rowhold" trace commands banks.csv - --to dramsim3 --preset two.yaml | cmp - expected || fault "dramsim3's layout"
# A rank of one group: five levels, the second of them the rank.
printf 'cycle,channel,command,bank_group,bank,row,column\n0,1,ACT,1,6,300,\n60,1,PRE,1,,,\n' >flat.csv
printf '0, ACT, 1, 1, 6, 300, -1\n60, PREA, 1, 1, -1, -1, -1\n' >expected
"$rowhold" trace commands flat.csv - --to ramulator2 --preset flat.yaml | cmp - expected || fault "a group a rank"

# judged FILE TEXT SED...: what the judge says of small.csv, changed so.
judged() {
    local status=0
    checks=$((checks + 1))
    sed -E "$2" small.csv >changed.csv
    "$rowhold" trace judge changed.csv --preset two.yaml --own >out 2>err || status=$?
    if [ -z "$1" ]; then
        [ $status -eq 0 ] || fault "$2: $(cat out err)"
    else
        [ $status -eq 1 ] || fault "$2: exit $status"
        grep -qF "changed.csv:$1" out || fault "$2: $(head -1 out)"
    fi
}
judged '' ''
judged "5: rank_switch: WR bank 1 (group 0 bank 1) row 7 column 4 at 22: found data at 29 and 34 of two ranks, \
expected 6 apart (WR in line 4)" 's/^23,/22,/'
judged '8: refresh_turn: REF all banks of rank 1 at 4680: found a rank out of turn, expected rank 0' \
    's/^4680,1,REF,0/4680,1,REF,2/'
judged '7: pre_closed: PRE bank 1 (group 0 bank 1) at 61: found a closed bank, expected an open row to close' \
    's/^60,1,PRE,2/60,1,PRE,0/'
judged '' '/^60,/s/PRE,2,/PRE,3,/' # any group of the rank names it
judged '8: refresh_open: REF all banks of rank 1 at 9360: found bank 14 open, expected closed banks' '/^60,/d'
echo "$checks checks, $failed failures"
