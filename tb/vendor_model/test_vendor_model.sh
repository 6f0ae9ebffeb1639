#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The way to a vendor's Verilog model: `rowhold trace pins` writes the power-up that the standard asks for and refuses
# what no chip does; what tb/vendor_model/rh_vendor_model.sv plays, decoded by rh_stub_dram.sv, is the command trace,
# and the decoding module finds the wrong commands that are planted. Exit 77 without Verilator, after the first half.
source tb/shell.sh || exit

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$work"
checks=0 broken=0

check() { # TEXT COMMAND...: the command succeeds
    local text=$1
    shift
    checks=$((checks + 1))
    if ! "$@"; then
        echo "broken: $text"
        broken=$((broken + 1))
    fi
}

refused() { refusal "$1" "$rowhold" trace pins "$2" out.pins "${@:3}"; } # LINE ARGUMENT...

cat >ddr3.yaml <<'END'
name: ddr3_1600
base: ddr4_2400
source: DDR3-1600K of 2 Gbit x8, one rank
tck_ps: 1250
organisation: {banks: 8, groups: 1, rows: 32768}
timing: {CL: 11, WL: 8, tRCDRD: 11, tRCDWR: 11, tRP: 11, tRAS: 28, tRC: 39, tRRD_S: 5, tRRD_L: 5, tFAW: 24, tCCD_L: 4,
  tWTR_S: 6, tWTR_L: 6, tRTW: 9, tWR: 12, tRTP: 6, tREFI: 6240, tRFC: 128, tRFCpb: 128}
END
"$rowhold" simulate --preset ddr4_2400 --stream mixed --requests 2500 --quiet --commands ddr4.csv
"$rowhold" simulate --preset ./ddr3.yaml --stream mixed --requests 2500 --quiet --commands ddr3.csv
"$rowhold" trace pins ddr4.csv ddr4.pins --to ddr4 --preset ddr4_2400 >said.txt
check 'what was written' grep -q '^ddr4.pins: [1-9][0-9]* commands, cycle 0 is clock 841867$' said.txt
"$rowhold" trace pins ddr3.csv ddr3.pins --to ddr3 --preset ./ddr3.yaml >said.txt
check 'what was written for ddr3' grep -q '^ddr3.pins: [1-9][0-9]* commands, cycle 0 is clock 560672$' said.txt

# The power-up, by hand: 200 us, 500 us, tRFC + 10 ns, MR3 6 5 4 2 1 0 at 8 clocks, 24, 1024. MR6: tCCD_L 6; MR2: CWL
# 12; MR0: CL 16, write recovery 18, DLL reset.
cat >power_up4.txt <<'END'
0 0 0 1 1 1 1 1 0 0 00000
240097 1 0 1 1 1 1 1 0 0 00000
840338 1 1 1 1 1 1 1 0 0 00000
840771 1 1 0 1 0 0 0 0 3 00000
840779 1 1 0 1 0 0 0 1 2 00800
840787 1 1 0 1 0 0 0 1 1 00000
840795 1 1 0 1 0 0 0 1 0 00000
840803 1 1 0 1 0 0 0 0 2 00018
840811 1 1 0 1 0 0 0 0 1 00001
840819 1 1 0 1 0 0 0 0 0 00934
840843 1 1 0 1 1 1 0 0 0 00400
END
check 'another power-up of ddr4' diff power_up4.txt <(head -n 11 ddr4.pins)
# MR2 3 1 0 at 4 clocks, 12, 512. MR2: CWL 8; MR0: CL 11, write recovery 12, DLL reset.
cat >power_up3.txt <<'END'
0 0 0 1 1 1 1 1 0 0 00000
160000 1 0 1 1 1 1 1 0 0 00000
560000 1 1 1 1 1 1 1 0 0 00000
560136 1 1 0 1 0 0 0 0 2 00018
560140 1 1 0 1 0 0 0 0 3 00000
560144 1 1 0 1 0 0 0 0 1 00000
560148 1 1 0 1 0 0 0 0 0 00d70
560160 1 1 0 1 1 1 0 0 0 00400
END
check 'another power-up of ddr3' diff power_up3.txt <(head -n 8 ddr3.pins)

# What is refused.
head='cycle,channel,command,bank_group,bank,row,column'
printf '%s\n5,0,REF,1,2,,\n' $head >one_bank.csv
printf '%s\n5,0,ACT,1,2,7,\n5,0,ACT,1,3,7,\n' $head >twice.csv
printf '%s\n5,0,RD,1,2,7,128\n' $head >far.csv
printf '%s\n' $head >none.csv
refused 'rowhold: --to: found nothing, expected ddr3 or ddr4' ddr4.csv --preset ddr4_2400
refused "rowhold: --to: found 'ddr5', expected ddr3 or ddr4" ddr4.csv --preset ddr4_2400 --to ddr5
refused 'rowhold: --preset: found nothing*' ddr4.csv --to ddr4
refused 'rowhold: --preset: found *, expected*' ddr4.csv --to ddr4 --preset gddr3
refused 'rowhold: --preset: found buses 2, expected one command bus' ddr4.csv --to ddr4 --preset hbm2
refused 'rowhold: --preset: found banks 16, expected 8 in ddr3' ddr4.csv --to ddr3 --preset ddr4_2400
refused 'rowhold: one_bank.csv:2: found REF, expected a REF of all banks*' one_bank.csv --to ddr4 --preset ddr4_2400
refused 'rowhold: twice.csv:3: found cycle 5, expected one after the command before it' twice.csv --to ddr4 \
    --preset ddr4_2400
refused 'rowhold: far.csv:2: found RD, expected a column that the preset has' far.csv --to ddr4 --preset ddr4_2400
refused 'rowhold: none.csv: found no command of channel 0*' none.csv --to ddr4 --preset ddr4_2400
refused 'rowhold: ddr4.csv: found no command of channel 3*' ddr4.csv --to ddr4 --preset ddr4_2400 --channel 3
refused '*nowhere.csv: found No such file*' nowhere.csv --to ddr4 --preset ddr4_2400

finish() {
    echo "$checks checks, $broken broken"
    [ $broken -eq 0 ] || exit 1
    exit "$1"
}
command -v verilator >/dev/null || { echo 'skipped: found no verilator' && finish 77; }

verilator --binary --timing -Wno-fatal -MAKEFLAGS 'OPT_SLOW=-O0 OPT_GLOBAL=-O0' --top-module rh_vendor_model \
    --Mdir obj -o vendor_model "$here/rh_vendor_model.sv" "$here/rh_stub_dram.sv" >build.txt 2>&1 ||
    { cat build.txt && exit 1; }

# What the stub decodes is the trace: rows of ACT and columns of RD and WR are all that the pins carry.
play() { # PINS TCK WL DDR4 [PLUSARG]: out.txt
    obj/vendor_model "+pins=$1" "+tck_ps=$2" "+wl=$3" "+ddr4=$4" "${@:5}" >out.txt
}
again() { # COMMANDS FIRST
    diff <(awk -F, -v OFS=, 'NR > 1 { print $1, $3, $4, $5, ($3 == "ACT" ? $6 : ""), $7 }' "$1") \
        <(awk -F, -v OFS=, -v first="$2" '/^[0-9]+,[A-LN-Z]/ { $1 -= first; print }' out.txt) >diff.txt
}
play ddr4.pins 833 12 1
check "ddr4: $(tail -n 1 out.txt)" grep -q '^vendor_model: [1-9][0-9]* commands, 0 faults$' out.txt
check 'ddr4: another trace than the one that was written' again ddr4.csv 841867
check 'ddr4: no refresh among the commands' grep -q ',REF,' out.txt
check 'ddr4: a trace with another first cycle goes unnoticed' eval '! again ddr4.csv 841866'
play ddr3.pins 1250 8 0
check "ddr3: $(tail -n 1 out.txt)" grep -q '^vendor_model: [1-9][0-9]* commands, 0 faults$' out.txt
check 'ddr3: another trace than the one that was written' again ddr3.csv 560672

# Wrong pins, each planted by a line of sed; the decoding module names them.
planted() { # FAULT SED
    sed "$2" ddr4.pins >planted.pins
    check "nothing planted: $2" eval '! cmp -s ddr4.pins planted.pins'
    play planted.pins 833 12 1
    check "'$1' goes unnoticed" grep -q "^fault: clock [0-9]*: $1\$" out.txt
}
planted 'RESET_n low for less than 200 us' '2s/240097/240096/'
planted 'CKE low for less than 500 us after the reset' '3s/840338/840337/'
planted 'CKE high at the end of the reset' '2s/ 1 0 1 / 1 1 1 /'
planted 'two mode registers within tMRD' '5s/840779/840778/'
planted 'a mode register again' '6s/ 1 1 00000/ 0 3 00000/'
planted 'MR0 is not the last one' '6d'
planted 'MR0 does not reset the DLL' '10s/00934/00834/'
planted 'ZQCL within tMOD' '11s/840843/840842/'
planted 'ZQCS instead of ZQCL' '11s/00400/00000/'
planted 'a command before tZQinit is over' '11s/840843/841400/'
planted 'A16 to A14 differ from the pins that carry them' '12s/ 0 0 0 1 / 0 0 1 1 /'
planted 'ACT to an open bank' '/^[0-9]* 1 1 0 1 0 1 0 /d'
planted 'a column command to a closed bank' '12d'
play ddr4.pins 833 12 1 +dram_wl=13
check 'data of a write at another time go unnoticed' grep -q '^fault: clock [0-9]*: data of a write at another time$' \
    out.txt
finish 0
