#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Command traces of other simulators: small files in their layouts, written by hand, with the verdict that the timings
# of ddr4_2400 give (tRCD 16, tRP 16, tRAS 39, tRC 55, tRTW 10, tRFC 420, ...); and what is written reads back the same.
source tb/shell.sh || exit
set +e +o pipefail
golden=$(cd "$(dirname "$0")/commands" && pwd)
case $rowhold in
/*) ;;
*) rowhold=$PWD/$rowhold ;;
esac
cp "$golden"/* "$work"
cd "$work" || exit 1
checks=0

# judge STATUS FILE OPTION...: exit and output, to the letter.
judge() {
    local status=$1 file=$2 got
    shift 2
    checks=$((checks + 2))
    "$rowhold" trace judge "$file" --preset ddr4_2400 "$@" >out 2>err
    got=$?
    [ $got -eq "$status" ] || fault "$file: exit $got, expected $status; $(cat err)"
    diff "$file.verdict" out || fault "$file: another verdict"
}
judge 0 legal.dramsim3
judge 1 faulty.dramsim3
judge 0 legal.ramulator2
judge 1 faulty.ramulator2 --refresh off
judge 0 legal.drampower --refresh off
judge 1 faulty.drampower --refresh off
# A trace without refresh is late where they are expected, unless they are postponed.
sed -i -e '/PREA/d' -e '/REFab/d' -e 's/^9797, ACT, 0, 0, 0, 1/9797, ACT, 0, 0, 0, 2/' legal.ramulator2
checks=$((checks + 2))
"$rowhold" trace judge legal.ramulator2 --preset ddr4_2400 >out && fault "a missing refresh passes"
[[ $(tail -n 2 out | tr -s ' ' | tr '\n' ';') == ' refresh_late 1; refresh_blocked 1;' ]] || fault "$(cat out)"
"$rowhold" trace judge legal.ramulator2 --preset ddr4_2400 --postponed 1 >out || fault "--postponed 1: $(cat out)"
# A preset says how many refreshes its device lets wait, one bank at a time as many rounds of them.
refusal "rowhold: --postponed: found 9, expected at most 8, as the preset's device allows" \
    "$rowhold" trace judge legal.ramulator2 --preset ddr4_2400 --postponed 9
refusal "rowhold: --postponed: found 129, expected at most 128, as the preset's device allows" \
    "$rowhold" trace judge legal.ramulator2 --preset hbm2_2000 --postponed 129
# A trace that was cut is counted from its first refresh, or from a clock: two refreshes later one is missing.
printf '%s\n' cycle,channel,command,bank_group,bank,row,column {1009360,1018720,1037440,1046800},0,REF,,,, >cut.csv
while read -r broken from; do
    checks=$((checks + 1))
    # shellcheck disable=SC2086 # an option and its value, or none
    "$rowhold" trace judge cut.csv --preset ddr4_2400 --refresh all_bank $from >out && fault "cut.csv $from passes"
    grep -q ", $broken broken rule" out || fault "cut.csv $from: $(cat out)"
done <<'CASES'
2
1 --refresh-from first
1 --refresh-from 1000000
CASES
checks=$((checks + 1))
"$rowhold" trace judge cut.csv --preset ddr4_2400 --refresh-from last 2>err && fault "--refresh-from last passes"
[[ $(<err) == "rowhold: --refresh-from: found 'last', expected a clock or \`first\`" ]] || fault "$(cat err)"

# Round trips: what others can hold comes back as it was, but for the row of a PRE; and is judged the same.
plain() { sed -E 's/^([0-9]+,[0-9]+,PRE,[0-9]*,[0-9]*,)[0-9]*,/\1,/'; }
for preset in gddr3 hbm2 ddr4_2400 hbm2_2000; do
    "$rowhold" simulate --preset $preset --refresh all_bank --stream random --requests 2000 --channels 4 --seed 5 \
        --commands all.csv --quiet
    for format in native dramsim3 ramulator2; do
        checks=$((checks + 2))
        for parts in 1 2; do
            "$rowhold" trace commands all.csv "all.$format" --to $format --preset $preset \
                --pseudochannels $parts >out &&
                "$rowhold" trace commands "all.$format" back.csv --to native --preset $preset \
                    --pseudochannels $parts >out || fault "$preset, $format, $parts"
            plain <all.csv | cmp - <(plain <back.csv) || fault "$preset, $format, $parts: back otherwise"
        done
        "$rowhold" trace judge "all.$format" --preset $preset --refresh all_bank --pseudochannels 2 >out ||
            fault "$preset, $format: $(tail -1 out)"
        grep -q ' on 4 channels, .* 0 broken rules$' out || fault "$preset, $format: $(tail -1 out)"
    done
    checks=$((checks + 2))
    "$rowhold" trace commands all.csv one.csv --to native --preset $preset --channel 2 >out
    "$rowhold" trace commands all.csv power.csv --to drampower --preset $preset --channel 2 >out
    "$rowhold" trace commands power.csv back.csv --to native --preset $preset >out || fault "$preset, drampower"
    plain <one.csv | sed -E 's/^([0-9]+),2,/\1,0,/' | cmp - <(plain <back.csv) || fault "$preset, drampower: otherwise"
    tail -1 power.csv | grep -E '^[0-9]+,END,0,0,0,0,0$' >/dev/null || fault "no END"
done

# To the letter, as the others write it: a planted PRE of all banks among them.
printf 'cycle,channel,command,bank_group,bank,row,column\n0,1,ACT,3,2,300,\n16,1,WR,3,2,300,9\n' >small.csv
printf '60,1,PRE,,,,\n76,1,REF,,,,\n' >>small.csv
printf '0, ACT, 1, 0, 3, 2, 300, -1\n16, WR, 1, 0, 3, 2, 300, 9\n60, PREA, 1, 0, -1, -1, -1, -1\n' >expected
printf '76, REFab, 1, 0, -1, -1, -1, -1\n' >>expected
checks=$((checks + 4))
"$rowhold" trace commands small.csv - --to ramulator2 --preset ddr4_2400 | cmp - expected || fault "ramulator2's layout"
"$rowhold" trace commands small.csv - --to dramsim3 --preset ddr4_2400 2>err && fault "dramsim3 holds a PRE of all"
grep -q '^rowhold: small.csv:4: found PRE of all banks on channel 1, expected a command of one bank' err ||
    fault "$(cat err)"
sed -i 's/60,1,PRE,,,,/60,1,PRE,3,2,300,/' small.csv
{
    echo '0                  activate               1   0   3   2    0x12c     -0x1'
    echo '16                 write                  1   0   3   2    0x12c      0x9'
    echo '60                 precharge              1   0   3   2    0x12c     -0x1'
    echo '76                 refresh                1   0  -1  -1     -0x1     -0x1'
} >expected
"$rowhold" trace commands small.csv - --to dramsim3 --preset ddr4_2400 | cmp - expected || fault "dramsim3's layout"

# A refresh of one bank of every group: Ramulator's REFsb; the others have none, and would read one of one bank.
printf 'cycle,channel,command,bank_group,bank,row,column\n1170,0,REF,0,0,,\n' >same_bank.csv
printf '1170, REFsb, 0, 0, 0, 0, -1, -1\n' >expected
checks=$((checks + 3))
"$rowhold" trace commands same_bank.csv - --to ramulator2 --preset ddr5_4800 | cmp - expected ||
    fault "ramulator2's REFsb"
for format in dramsim3 drampower; do
    "$rowhold" trace commands same_bank.csv - --to "$format" --preset ddr5_4800 2>err && fault "$format holds REFsb"
    grep -q '^rowhold: same_bank.csv:2: found REF on channel 0, expected a refresh of all banks or of one, ' err ||
        fault "$format: $(cat err)"
done
# Refresh management: Ramulator has it, and no other format. A device that asks for it counts the activates of a bank.
printf 'cycle,channel,command,bank_group,bank,row,column\n5,0,RFM,,,,\n505,0,RFM,2,1,,\n' >rfm.csv
printf '5, RFMab, 0, 0, -1, -1, -1, -1\n505, RFMsb, 0, 0, 2, 1, -1, -1\n' >expected
checks=$((checks + 6))
"$rowhold" trace commands rfm.csv - --to ramulator2 --preset ddr5_4800 | cmp - expected || fault "ramulator2's RFM"
"$rowhold" trace commands expected - --to native --preset ddr5_4800 | cmp - rfm.csv || fault "RFM comes back otherwise"
for format in dramsim3 drampower; do
    "$rowhold" trace commands rfm.csv - --to "$format" --preset ddr5_4800 2>err && fault "$format holds RFM"
    grep -q '^rowhold: rfm.csv:2: found RFM of all banks on channel 0, expected .*no refresh management' err ||
        fault "$format: $(cat err)"
done
{
    echo 'cycle,channel,command,bank_group,bank,row,column'
    for ((i = 0; i < 241; i++)); do printf '%u,0,ACT,3,1,7,\n%u,0,PRE,3,1,,\n' $((200 * i)) $((200 * i + 100)); done
} >hammer.csv
"$rowhold" trace judge hammer.csv --preset ddr5_4800 --refresh off >out || fault "activates are counted: $(cat out)"
"$rowhold" trace judge hammer.csv --preset ddr5_4800 --refresh off --rfm >out && fault "241 activates pass"
grep -q '^hammer.csv:482: RAAMMT: .* at 48000: found a count of 240 activates, expected less than RAAMMT = 240$' out ||
    fault "$(cat out)"
refusal "rowhold: --rfm: found a preset without RAAMMT, expected one that says it" \
    "$rowhold" trace judge rfm.csv --preset ddr4_2400 --rfm
# Power-down and self-refresh of a rank: DRAMPower has both and says which power-down, DRAMsim3 self-refresh alone, and
# Ramulator 2 none.
{
    echo 'cycle,channel,command,bank_group,bank,row,column'
    printf '0,0,ACT,0,1,7,\n10,0,PDE,,,,\n20,0,PDX,,,,\n60,0,PRE,0,1,,\n80,0,PDE,,,,\n90,0,PDX,,,,\n'
    printf '100,0,SRE,,,,\n200,0,SRX,,,,\n'
} >sleep.csv
{
    printf '0,ACT,0,0,1,7,0\n10,PDEA,0,0,0,0,0\n20,PDXA,0,0,0,0,0\n60,PRE,0,0,1,0,0\n80,PDEP,0,0,0,0,0\n'
    printf '90,PDXP,0,0,0,0,0\n100,SREFEN,0,0,0,0,0\n200,SREFEX,0,0,0,0,0\n220,END,0,0,0,0,0\n'
} >expected
checks=$((checks + 5))
"$rowhold" trace commands sleep.csv - --to drampower --preset ddr4_2400 | cmp - expected || fault "drampower's PDE"
"$rowhold" trace commands expected - --to native --preset ddr4_2400 | cmp - sleep.csv || fault "power-down comes back"
"$rowhold" trace judge sleep.csv --preset ddr4_2400 >out || fault "sleep.csv: $(cat out)"
sed -i '/PDX,,/d' sleep.csv
"$rowhold" trace judge sleep.csv --preset ddr4_2400 >out && fault "a rank that sleeps takes commands"
grep -q '^sleep.csv:4: power_down: PRE bank 1 (group 0 bank 1) at 60: found power-down, expected PDX (PDE in line 3)$' \
    out || fault "$(cat out)"
sed -i '/PDE,,/d' sleep.csv
{
    echo '0                  activate               0   0   0   1      0x7     -0x1'
    echo '60                 precharge              0   0   0   1     -0x1     -0x1'
    echo '100                self_refresh_enter     0   0  -1  -1     -0x1     -0x1'
    echo '200                self_refresh_exit      0   0  -1  -1     -0x1     -0x1'
} >expected
checks=$((checks + 3))
"$rowhold" trace commands sleep.csv - --to dramsim3 --preset ddr4_2400 | cmp - expected || fault "dramsim3's SRE"
"$rowhold" trace commands expected - --to native --preset ddr4_2400 | cmp - sleep.csv || fault "self-refresh comes back"
"$rowhold" trace commands sleep.csv - --to ramulator2 --preset ddr4_2400 2>err && fault "ramulator2 holds SRE"
grep -q 'found SRE of all banks on channel 0, expected another command, for Ramulator 2 has no power-down$' err ||
    fault "$(cat err)"
printf '6,ACT,3\n60,PRE,3\n100,SRE\n200,SRX\n210,PDE\n' >r1.power
checks=$((checks + 1))
"$rowhold" trace judge r1.power --preset ddr4_2400 >out && fault "r1.power: PDE 10 clocks behind SRX"
grep -q "^r1.power:5: tXS: PDE at 210 after SRX at 200: found .* 10, expected at least 432 (SRX in line 4)$" \
    out || fault "$(cat out)"
# What the controllers here know nothing of: a RD of two clocks and a distance of PREs.
"$rowhold" simulate --preset ddr5_4800 --stream random --requests 500 --commands own.csv --quiet
checks=$((checks + 3))
"$rowhold" trace judge own.csv --preset ddr5_4800 --own >out || fault "--own: $(tail -3 out)"
"$rowhold" trace judge own.csv --preset ddr5_4800 >out && fault "columns of one clock pass"
grep -q 'found clock 2 of a RD, expected one command a clock' out || fault "$(head -3 out)"
refusal "rowhold: --rfm: found with --own, expected a trace of others: no controller here sends RFM" \
    "$rowhold" trace judge own.csv --preset ddr5_4800 --own --rfm
zeros=$(printf '0%.0s' {1..128})
{
    printf '0,ACT,0,3,14,300,0\n16,WR,0,3,14,300,72,%s\n60,PRE,0,3,14,300,0\n' "$zeros"
    printf '76,REFA,0,0,0,0,0\n96,END,0,0,0,0,0\n'
} >expected
"$rowhold" trace commands small.csv - --to drampower --preset ddr4_2400 | cmp - expected || fault "drampower's layout"

# DRAMPower's data may begin with 0x; what has no column may have any, and an empty field for its data.
printf '0 ,ACT,0,0,0,5,3,\n16,WR,0,0,0,5,8,0x0102030405060708\n60,PRE,0,0,0,5,3\n' >loose.drampower
checks=$((checks + 1))
"$rowhold" trace judge loose.drampower --preset ddr4_2400 --refresh off >out 2>err ||
    fault "loose.drampower: $(cat out err)"

# From a pipe, which can't be read twice: a long file that begins with a refresh whose channel is named later.
{
    echo '0 refresh -1 0 -1 -1 -0x1 -0x1'
    for ((i = 0; i < 20000; i++)); do
        echo "$((1000 + 100 * i)) activate 3 0 0 0 $((i % 8)) 0x0"
        echo "$((1060 + 100 * i)) precharge 3 0 0 0 $((i % 8)) 0x0"
    done
} >long.dramsim3
checks=$((checks + 2))
"$rowhold" trace judge long.dramsim3 --preset ddr4_2400 --refresh off | sed 's/^[^:]*//' >expected
grep -q '^: 40001 commands on 1 channel, .* 0 broken rules$' expected || fault "long.dramsim3: $(cat expected)"
# shellcheck disable=SC2002 # the pipe is what is tested
cat long.dramsim3 | "$rowhold" trace judge - --preset ddr4_2400 --refresh off >out 2>&1
sed 's/^standard input//' out | cmp - expected || fault "another verdict from a pipe"
# same FROM TO PRESET WHAT: of the file comes what the file `expected` says.
same() {
    checks=$((checks + 1))
    "$rowhold" trace commands "$1" - --to "$2" --preset "$3" 2>err | cmp - expected || fault "$4: $(cat err)"
}
# refused TEXT LINES OPTION...: a trace of those lines.
refused() {
    checks=$((checks + 1))
    printf '%b' "$2" >line.txt
    refusal "rowhold: line.txt:$1" "$rowhold" trace commands line.txt - --to native --preset ddr4_2400 "${@:3}"
}
head='cycle,channel,command,bank_group,bank,row,column\n'
# A row that nobody knows stays unknown; a line of comment is none.
printf '%b' "${head}"'# a comment\n16,1,RD,3,2,,9\n60,1,PRE,3,2,,\n' >unknown.csv
printf '%b' "${head}"'16,1,RD,3,2,,9\n60,1,PRE,3,2,,\n' >expected
same unknown.csv native ddr4_2400 "an unknown row"
# Five levels: without ranks where there are bank groups, without groups where there are none.
printf '0, ACT, 1, 3, 2, 300, -1\n16, WR, 1, 3, 2, 300, 9\n' >five.txt
printf '%b' "${head}"'0,1,ACT,3,2,300,\n16,1,WR,3,2,300,9\n' >expected
same five.txt native ddr4_2400 "no ranks"
printf '0, ACT, 1, 0, 2, 300, -1\n16, RDA, 1, 0, 2, 300, 9\n' >expected
printf '%b' "${head}"'0,1,ACT,0,2,300,\n16,1,RDA,0,2,300,9\n' >flat.csv
same flat.csv ramulator2 gddr3 "no groups"
# A refresh of one bank is REFsb; other groups than banks of one.
printf '%b' "${head}"'0,0,REF,1,3,,\n' >one.csv
printf '0, REFsb, 0, 0, 1, 3, -1, -1\n' >expected
same one.csv ramulator2 ddr4_2400 "a refresh of one bank"
"$rowhold" presets gddr3 | sed -E 's/^( +)banks: [0-9]+/\1banks: 8/; s/^( +)groups: [0-9]+/\1groups: 2/' >wide.yaml
printf '0, ACT, 0, 0, 1, 3, 300, -1\n' >wide.txt
printf '%b' "${head}"'0,0,ACT,1,3,300,\n' >expected
same wide.txt native wide.yaml "two groups of four banks"
# Ramulator 2.1's header names the levels, and its lines have no blanks, a type and a source; a file that was cut has no
# header. Its PREpb and PREab are 2.0's PRE and PREA.
as_native() { # WHAT PRESET LINES EXPECTED
    checks=$((checks + 1))
    printf '%b' "$3" >lines.ch0
    printf '%b' "$head$4" >expected
    "$rowhold" trace commands lines.ch0 - --to native --preset "$2" 2>err | cmp - expected || fault "$1: $(cat err)"
}
levels='clock,command,Channel,Rank,BankGroup,Bank,Row,Column,type,source\n'
as_native "2.1's lines" ddr4_2400 \
    "${levels}10,ACT,0,0,2,1,47,0,0,5\n26,RD,0,0,2,1,47,4,0,5\n60,PREpb,0,0,2,1,47,0,-1,-1\n" \
    '10,0,ACT,2,1,47,\n26,0,RD,2,1,47,4\n60,0,PRE,2,1,,\n'
as_native "2.1's refresh" ddr4_2400 "${levels}100,PREab,1,0,-1,-1,-1,-1,-1,-1\n117,REFab,1,0,-1,-1,-1,-1,-1,-1\n" \
    '100,1,PRE,,,,\n117,1,REF,,,,\n'
as_native "a cut file" ddr4_2400 '10,ACT,0,0,0,1,47,0\n26,RD,0,0,0,1,47,4\n' '10,0,ACT,0,1,47,\n26,0,RD,0,1,47,4\n'
as_native "a cut file with sources" ddr4_2400 '26,RD,0,0,0,1,47,4,0,5\n' '26,0,RD,0,1,47,4\n'
as_native "2.1's names in 2.0's layout" ddr4_2400 '60, PREpb, 0, 0, 0, 1, 47, 0\n100, PREab, 0, 0, -1, -1, -1, -1\n' \
    '60,0,PRE,0,1,,\n100,0,PRE,,,,\n'
as_native "an ACT in two halves" lpddr5 \
    "${levels}10,ACT1,0,0,1,2,47,0,0,0\n11,ACT2,0,0,1,2,47,0,0,0\n\
24,CAS_RD,0,0,1,2,47,4,0,0\n25,RD,0,0,1,2,47,4,0,0\n" \
    '10,0,ACT,1,2,47,\n25,0,RD,1,2,47,4\n'
as_native "pseudochannels of a header" hbm3 \
    'clock,command,Channel,PseudoChannel,Sid,BankGroup,Bank,Row,Column,type,source\n15,ACT,3,1,0,2,1,47,0,0,0\n' \
    '7,7,ACT,2,1,47,\n'
"$rowhold" presets hbm3 |
    sed -E 's/^( +)banks: [0-9]+/\1banks: 64/; s/^( +)groups: [0-9]+/\1groups: 16/; s/per_bank/off/' >stack.yaml
as_native "stack IDs count the groups on" stack.yaml \
    'clock,command,Channel,PseudoChannel,Sid,BankGroup,Bank,Row,Column,type,source\n14,ACT,3,1,3,2,1,47,0,0,0\n' \
    '7,7,ACT,14,1,47,\n'
as_native "2.1's refresh management" ddr5_4800 \
    "${levels}7,RFMab,0,0,-1,-1,-1,-1,-1,-1\n500,RFMpb,0,0,3,1,47,0,-1,-1\n" '7,0,RFM,,,,\n500,0,RFM,3,1,,\n'
as_native "no ranks" gddr6 'clock,command,Channel,BankGroup,Bank,Row,Column,type,source\n7,ACT,1,2,1,47,0,0,0\n' \
    '7,1,ACT,2,1,47,\n'

# Ramulator 1 says clock, command and bank, whose groups count through. Rows are not judged, and all else is.
printf '6,ACT,3\n10,ACT,2\n22,RD,3\n26,RD,2\n1560,PRA,-1\n1576,REF\n' >r1.cmdtrace
checks=$((checks + 3))
"$rowhold" trace judge r1.cmdtrace --preset ddr4_2400 --refresh off >out 2>err && fault "tRRD_L passes"
{
    echo "r1.cmdtrace:2: tRRD_L: ACT bank 2 (group 0 bank 2) at 10 after ACT bank 3 (group 0 bank 3) at 6: found a \
distance of 4, expected at least 6 (ACT in line 1)"
    echo "r1.cmdtrace:4: tCCD_L: RD bank 2 (group 0 bank 2) column 0 at 26 after RD bank 3 (group 0 bank 3) column 0 \
at 22: found a distance of 4, expected at least 6 (RD in line 3)"
} >expected
sed -n '/^r1.cmdtrace:[0-9]/p' out | diff - expected || fault "r1.cmdtrace: $(cat out err)"
sed -i 's/^10,/14,/; s/^26,/30,/' r1.cmdtrace
"$rowhold" trace judge r1.cmdtrace --preset gddr3 --refresh off >out || fault "r1.cmdtrace, no groups: $(cat out)"
refusal "rowhold: r1.cmdtrace:1: found ACT on channel 0, expected one with its row, which this trace does not tell: it \
can be judged, and not be written" "$rowhold" trace commands r1.cmdtrace - --to native --preset ddr4_2400

by="taken for ramulator2 commands by its first line"
refused "1:14: found '-1', expected a bank group, for the command has one bank; $by" '0, RD, 0, 0, -1, 3, 300, 1\n'
refused "1:17: found '-1', expected a bank, for the command has one; $by" '0, RD, 0, 0, 3, -1, 300, 1\n'
refused "1:25: found '-1', expected a column, for the command has one; $by" '0, RD, 0, 0, 3, 1, 300, -1\n'
refused "1:8: found '32768', expected a channel below 65536; $by" '0, RD, 32768, 0, 0, 1, 300, 1\n' --pseudochannels 2
sid='clock,command,Channel,Sid,BankGroup,Bank,Row,Column\n'
refused "2:9: found '1', expected a stack that the preset has, whose bank groups count on, 4 a stack; $by" \
    "${sid}7,ACT,0,1,0,1,47,0\n"
refused "2:11: found '1', expected stack 0, for a command to all banks of another one is not modelled; $by" \
    "${sid}7,REFab,0,1,-1,-1,-1,-1\n"
refused "2:3: found 'VRR', expected ACT, PRE, PREA, RD, WR, RDA, WRA, REFab, REFsb, REFpb, RFMab, RFMsb, RFMpb, or \
2.1's name of one; $by" \
    "${levels}7,VRR,0,0,-1,-1,-1,-1,-1,-1\n"
refused "2:6: found ',', expected as many numbers as the header has names; $by" "${levels}7,ACT,0,0,0,1,47,0\n"
refused "1:23: found 'Die', expected Channel, Rank or PseudoChannel, Sid, BankGroup, Bank, Row, Column, type, source, \
each once; $by" 'clock,command,Channel,Die\n'
refused "1:1: found 'RAM2BIN', which is a binary trace of Ramulator 2.1 (its CmdTraceRecorder writes text, which is \
judged), expected a line of one of the formats native dramsim3 ramulator2 ramulator1 drampower (or --format)" \
    'RAM2BIN\n'
by="taken for ramulator1 commands by its first line"
refused "1:7: found '16', expected a bank of a rank (a number from 0 to 15, decimal); $by" '6,ACT,16\n'
refused "1:6: found the end of the line, expected a bank group, for the command has one bank; $by" '6,ACT\n'
refused "1:3: found 'ZQCS', expected ACT, PRE, PREA or PRA, RD, WR, RDA, WRA, REF, REFPB, PDE, PDX, SRE or SREF, SRX \
or SREFX; $by" '6,ZQCS\n'
by="taken for native commands by its first line"
refused "1:7: found 'cycle', expected the columns cycle,channel,command,bank_group,bank,row,column, each once; $by" \
    'cycle,cycle,command,bank_group,bank,row,column\n0,0,REF,,,,\n'
refused "2:10: found '1', expected bank and bank_group both, or neither for all banks; $by" "${head}0,0,PRE,,1,,\n"
refused "2:9: found ',', expected bank_group; $by" "${head}0,0,ACT,,,5,\n"
refused "2:14: found the end of the line, expected column; $by" "${head}0,0,RD,1,1,5,\n"
checks=$((checks + 1))
printf '%b' "${head}"'0,0,ACT,0,0,5,\n9,1,ACT,0,0,5,\n' >two.csv
"$rowhold" trace commands two.csv - --to drampower --preset ddr4_2400 >out 2>err && fault "drampower holds two channels"
grep -q '^rowhold: two.csv:3: found ACT on channel 1, expected a command of one channel' err || fault "$(cat err)"
echo "$checks checks, $failed failures"
