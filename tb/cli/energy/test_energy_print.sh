#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold energy` on data by hand, counted toggle by toggle and one by one; stated activity; currents on a command
# trace by hand; a command trace beside the run that wrote it; the published means; `rowhold area --dram`.
source tb/shell.sh || exit
cd "$work"
# same WHAT: standard input is what `found` has.
same() { diff - found >difference || { fault "$1: $(cat difference)" && return 1; }; }
# columns NAME...: of the CSV on standard input.
columns() {
    awk -F, -v names="$*" '
        NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i }
        { for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? "," : "\n" }'
}
fill() { printf "%0$2d" 0 | sed "s/00/$1/g"; }

# --- data: three writes of a row, then a read of what was written and one of what was not ---
# Beats of the internal bus, 16 bytes: ff ff | 00 00 | f8 0f | ff ff: 128 + 0, 128 + 0, 80 + 112, 64 + 0 lines toggle.
# Beats of the pins, 8 bytes: 64, 64, 40 + 56, 32; inverted, a lane: 8 x (1, 1, 4 + 2, 4). Ones: 256, 0, 80 + 64, 256.
{
    echo '# geometry: channels=1 banks=4 rows=64 columns=32 column_bytes=32'
    echo op,channel,bank,row,column,bytes,data
    echo "W,0,0,5,0,32,0x$(fill ff 64)"
    echo "W,0,0,5,1,32,$(fill 00 64)"
    echo "W,0,0,5,2,32,0x$(fill F8 32)$(fill 0f 32)"
    echo R,0,0,5,0,32,
    echo R,0,0,5,9,32,
} >data.csv
names='preset activates column_commands known toggles io_activity activation post_gsa io total'
for preset in hbm2 qb_hbm; do
    for dbi in '' --dbi; do
        # shellcheck disable=SC2086 # none or one option
        "$rowhold" energy data.csv --preset $preset $dbi --toggle-rate 0 --ones-share 0 --csv - |
            columns $names | tail -n 1
    done
done >found
# toggles 512 of 1280 bits; pins of hbm2 256, 96; ones of qb_hbm 656, inverted 32 + 0 + 64 + 64 + 32
same data <<'END' || true
hbm2,1,5,0.800000,0.400000,0.200000,0.710156,0.936000,0.320000,3.476156
hbm2,1,5,0.800000,0.400000,0.075000,0.710156,0.936000,0.120000,3.276156
qb_hbm,1,5,0.800000,0.400000,0.512500,0.710156,0.816000,0.789250,3.825406
qb_hbm,1,5,0.800000,0.400000,0.150000,0.710156,0.816000,0.231000,3.267156
END
# planted: one bit of the payload
sed '/,2,32,/s/0f$/0e/' data.csv >planted.csv
"$rowhold" energy planted.csv --preset qb_hbm --toggle-rate 0 --ones-share 0 --csv - | columns io_activity |
    tail -n 1 >found
same 'one bit less' <<<0.511719 || true
# what is not known counts as stated: 256 of 1280 bits
"$rowhold" energy data.csv --preset qb_hbm --toggle-rate 0.25 --ones-share 1 --csv - | columns toggles io_activity |
    tail -n 1 >found
same 'stated rest' <<<0.450000,0.712500 || true

# --- stated ---
"$rowhold" energy --accesses 4 --toggle-rate 0.25 --power-limit 30 --stacks 1 >found
same stated <<'END' || true
4 accesses of 32 bytes an activate
data: 25 % of the lines toggle, 50 % are ones

pJ/b by component:

                accesses  toggles  pins              pre_  post_
kind              an ACT        %     %  activation   gsa    gsa    io  total
hbm2                4.00     25.0  25.0        0.89  1.51   0.58  0.40   3.38
qb_hbm              4.00     25.0  50.0        0.89  1.51   0.51  0.77   3.68
fgdram              4.00     25.0  50.0        0.22  0.98   0.20  0.77   2.17
qb_hbm_salp_sc      4.00     25.0  50.0        0.22  1.51   0.51  0.77   3.01

What 30 W allow, and what the peak of 1 stack needs:

                        allows  published  allows then  peak  needs  needs then
  kind            pJ/b    GB/s       pJ/b         GB/s  GB/s      W           W
  hbm2            3.38    1109       3.92          957   256    6.9         8.0
  qb_hbm          3.68    1020       3.83          979  1024   30.1        31.4
  fgdram          2.17    1727       1.95         1923  1024   17.8        16.0
  qb_hbm_salp_sc  3.01    1245       2.95         1272  1024   24.7        24.2
END
"$rowhold" energy --accesses 1 --kind fgdram --csv - | columns kind activation total >found
same kind <<'END' || true
kind,activation,total
fgdram,0.886719,3.036719
END

# --- currents: DDR4 on commands by hand ---
# Banks are open in clocks 0 to 60, and in the last one of 997: 62. pJ of the eight chips, a clock 0.833 ns: an ACT 8 x
# 0.833 x 1.2 (48 x 55 - 43 x 39 - 34 x 16) = 3350.66, a RD 6.664 x 1.2 x 92 x 4 = 2942.82, a WR 6.664 x 1.2 x 80 x 4 =
# 2558.98, the REF 6.664 x 420 (1.2 x 216 + 2.5 x 25) = 900399.70, a clock 6.664 x 59.1 = 393.84 with a bank open and
# 6.664 x 48.3 = 321.87 without; over 1536 bits.
cat >hand.csv <<'END'
cycle,channel,command,bank_group,bank,row,column
0,0,ACT,0,0,5,0
4,0,ACT,1,0,6,0
16,0,RD,0,0,5,3
20,0,RD,1,0,6,3
26,0,WR,0,0,5,4
60,0,PRE,0,0,5,0
61,0,PRE,1,0,6,0
80,0,REF,0,0,0,0
996,0,ACT,0,1,5,0
END
currents='activation read write refresh act_standby pre_standby'
# shellcheck disable=SC2086 # a list
"$rowhold" energy --commands-from hand.csv --preset ddr4_2400 --csv - |
    columns kind open_cycles all_cycles $currents total pre_gsa toggles peak_gb_per_s | tail -n 1 >found
same currents <<<ddr4_2400,62,997,6.544256,3.831800,1.666000,586.197719,15.897284,195.930711,810.067770,,, || true
"$rowhold" energy --commands-from hand.csv --preset ddr4_2400 | tail -n 3 >found
same 'currents, shown' <<'END' || true
           accesses                                       act_     pre_
kind         an ACT  activation  read  write  refresh  standby  standby   total
ddr4_2400      1.00        6.54  3.83   1.67   586.20    15.90   195.93  810.07
END
# Power-down in clocks 30 to 49 with two banks open and in 600 to 699 with none, and self-refresh in 700 to 899: of the
# 62 and 935 clocks of standby 42 and 635 are left, and a clock of 8 chips is 8 x 0.833 ns / 1536 bits times 51.9 mW
# (IDD3P), 37.5 (IDD2P), 43.5 (IDD6).
sed '/^60,/i 30,0,PDE,,,,\n50,0,PDX,,,,' hand.csv |
    sed '/^996,/i 600,0,PDE,,,,\n700,0,PDX,,,,\n700,0,SRE,,,,\n900,0,SRX,,,,' >sleep.csv
"$rowhold" energy --commands-from sleep.csv --preset ddr4_2400 --csv - |
    columns open_cycles activation pre_standby power_down self_refresh | tail -n 1 >found
same 'power-down' <<<42,6.544256,133.065242,20.772938,37.745313 || true
# an automatic precharge closes bank 0 in clock 39 (tRAS), bank 1 in clock 4 + 40 + 12 + 4 + 18 = 78: 78 and 1 of 997
sed 's/16,0,RD,/16,0,RDA,/;s/20,0,RD,/40,0,RD,/;s/^26.*/44,0,WRA,1,0,6,4/;/PRE/d;s/^80/90/' hand.csv >auto.csv
"$rowhold" energy --commands-from auto.csv --preset ddr4_2400 --csv - | columns open_cycles read write |
    tail -n 1 >found
same 'automatic precharge' <<<79,3.831800,1.666000 || true
# a preset that is based on it, with its own timing
printf 'name: mine\nbase: ddr4_2400\ntiming: {tRFC: 210}\n' >mine.yaml
"$rowhold" energy --commands-from hand.csv --preset mine.yaml --csv - | columns preset kind activation refresh |
    tail -n 1 >found
same 'a base' <<<mine,ddr4_2400,6.544256,293.098859 || true
# two ranks of the same chips, in which banks draw in equal parts; half a device of HBM2
for preset in ddr5_4800_2r hbm2_2000; do
    "$rowhold" energy --preset $preset --stream mixed --requests 20000 --csv - |
        columns preset kind open_cycles all_cycles $currents | tail -n 1
done >found
awk -F, '{ ok = $3 > 0 && $3 <= $4; for (i = 5; i < 10; i++) ok = ok && $i > 0; print $1, $2, ok }' found >rows
printf '%s\n' 'ddr5_4800_2r ddr5_4800 1' 'hbm2_2000 hbm2_2000 1' | diff - rows || fault "currents: $(cat found)"
# two channels, of which one does nothing but refresh; a run and its commands count the same
{ cat hand.csv && echo 996,3,REF,0,0,0,0; } >two.csv
"$rowhold" energy --commands-from two.csv --preset ddr4_2400 --csv - | columns open_cycles all_cycles refresh |
    tail -n 1 >found
same 'two channels' <<<62,1994,1172.395438 || true
for option in '' '--page closed' '--refresh per_bank'; do
    # shellcheck disable=SC2086 # none or one option
    "$rowhold" simulate --preset ddr4_2400 --stream mixed --requests 9000 --channels 1 $option --stats stats.json \
        --commands commands.csv --quiet
    "$rowhold" energy --commands-from commands.csv --preset ddr4_2400 ${option#--page closed} --csv - |
        columns $currents | tail -n 1 | tr , ' ' >trace
    python3 - stats.json trace <<'PY' || fault "currents with '$option': run and commands differ"
import json, sys
energy = json.load(open(sys.argv[1]))["total"]["energy_pj_per_bit"]
names = "activation read write refresh act_standby pre_standby".split()
run, trace = [energy[n] for n in names], [float(x) for x in open(sys.argv[2]).read().split()]
assert abs(energy["total"] - sum(run)) < 1e-5 and run[3] > 0, energy
for name, a, b in zip(names, run, trace):  # a run goes on until the last data are over, and the controller is idle
    assert abs(a - b) <= (0.02 if "standby" in name else 1e-6), (name, a, b)
PY
done

# --- a command trace gives the energy of the run that wrote it, and so does --stats ---
for preset in hbm2 qb_hbm; do
    "$rowhold" simulate --preset $preset --stream random --requests 3000 --channels 2 --commands commands.csv \
        --stats stats.json --quiet
    "$rowhold" energy --preset $preset --stream random --requests 3000 --channels 2 --csv run.csv >out
    "$rowhold" energy --preset $preset --commands-from commands.csv --csv trace.csv >out
    columns activates column_commands activation total <run.csv >found
    columns activates column_commands activation total <trace.csv | same "$preset: trace" || true
    [[ $(sed -nE '0,/energy/s/.*"total": ([0-9.]+)\}$/\1/p' stats.json | head -n 1) == $(columns total <run.csv |
        tail -n 1) ]] || fault "$preset: --stats has another total"
    hash=$(sed -n 's/.*"configuration_hash": "\(.*\)",/\1/p' stats.json)
    [[ $(columns configuration_hash <run.csv | tail -n 1) == "$hash" ]] || fault "$preset: another configuration_hash"
done
# a preset without energies, with those of another kind: 909 pJ for 1 KiB, of 8 KiB for 512 bits
"$rowhold" energy --preset gddr3 --kind hbm2 --stream rand1 --requests 50 --csv - | columns preset kind activation |
    tail -n 1 >found
same '--kind' <<<gddr3,hbm2,14.203125 || true

# --- published ---
"$rowhold" energy --published --csv - | columns name published implied difference |
    grep -E '^(hbm2_(io|rest)|saving),' >found
same published <<'END' || true
hbm2_io,0.300000,,
hbm2_rest,,0.170000,
saving,0.490000,0.490862,0.000862
END
"$rowhold" area --dram | sed '/subarrays/q' >found
same areas <<'END' || true
Areas of DRAM dies by part (FGDRAM paper, O'Connor et al., MICRO 2017):

                                          more
kind            over    part              TSVs  % more  published  difference
qb_hbm          hbm2    all                 no    8.57       8.57       0.000
fgdram          hbm2    all                 no   10.36      10.36       0.000
fgdram          qb_hbm  all                 no    1.65       1.65      -0.001
qb_hbm_salp_sc  qb_hbm  all                 no    3.20       3.20       0.000
qb_hbm_salp_sc  fgdram  all                 no    1.53       1.54      -0.014
qb_hbm          hbm2    all                yes   23.69      23.69       0.000
fgdram          qb_hbm  all                yes    1.45       1.45      -0.003
qb_hbm          hbm2    sense_amplifiers    no    3.20          -           -
qb_hbm          hbm2    wiring              no    5.11          -           -
qb_hbm          hbm2    decode              no    0.26          -           -
qb_hbm          hbm2    tsvs               yes   15.12          -           -
fgdram          hbm2    sense_amplifiers    no    3.20          -           -
fgdram          hbm2    control             no    3.41          -           -
fgdram          hbm2    pseudobanks         no    3.47          -           -
fgdram          hbm2    unexplained         no    0.28          -           -
fgdram          hbm2    tsvs               yes   15.12          -           -
qb_hbm_salp_sc  hbm2    sense_amplifiers    no    3.20          -           -
qb_hbm_salp_sc  hbm2    wiring              no    5.11          -           -
qb_hbm_salp_sc  hbm2    decode              no    0.26          -           -
qb_hbm_salp_sc  hbm2    subarrays           no    3.47          -           -
END

[[ $failed == 0 ]] || exit 1
echo "energy: data by hand, stated activity, command traces, published means, areas"
