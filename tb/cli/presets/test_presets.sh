#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is what `rowhold presets` prints a file that --preset loads with the same values, and does a user's preset have a
# history like a built-in one?
source tb/shell.sh || exit
set +e +o pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$work" || exit 1
checks=0

# values FILE: each key with its number and ns, without rounding and source.
values() { sed -nE 's/^ *([A-Za-z_]+): .*# +([0-9]+) +([-0-9.]+) .*/\1 \2 \3/p' "$1"; }

expected=$((17 + $(grep -cE '^RH_TIMING(_RULE|_DEVICE)?\(' "$root/include/tables/timing.def"))) # and what is no time

for preset in $("$rowhold" presets --csv - | tail -n +2 | cut -d , -f 1); do
    checks=$((checks + 4))
    "$rowhold" presets "$preset" >my.yaml || fault "$preset is not printed"
    "$rowhold" presets my.yaml >again.yaml || fault "what presets $preset prints does not load"
    [ "$(values my.yaml | wc -l)" -eq $expected ] ||
        fault "$preset has $(values my.yaml | wc -l) values, expected $expected"
    cmp <(values my.yaml) <(values again.yaml) || fault "$preset came back with other values"
    for refresh in off all_bank per_bank same_bank; do
        # a part of a bank is refreshed like a whole one, and for 64 of them tREFI is too short; DDR5 has no REF of one
        case $preset.$refresh in
        qb_hbm_salp_sc.per_bank | qb_hbm_salp_sc.same_bank | ddr5_4800*.per_bank) continue ;;
        esac
        checks=$((checks + 1))
        for name in "$preset" my.yaml; do
            "$rowhold" simulate --preset "$name" --refresh $refresh --stream mixed --requests 600 --seed 3 \
                --commands "$refresh.${name#my.}.csv" --quiet || fault "$name, $refresh does not run"
        done
        cmp "$refresh.$preset.csv" "$refresh.yaml.csv" ||
            fault "my.yaml runs otherwise than $preset with refresh $refresh"
    done
done

# 42 ns and 18 ns are 60 ns, although 34 + 15 clocks of 1.25 ns are more than 48.
cat >sum.yaml <<'END'
name: sum
base: gddr3
timing: {tRAS: 42 ns, tRP: 18 ns, tRC: 60 ns}
END
"$rowhold" presets sum.yaml >out || fault "sum.yaml is refused"
for line in 'tRAS: 42 ns +# +34 +42 +ceil +this file' 'tRP: 18 ns +# +15 +18 +ceil +this file' \
    'tRC: 60 ns +# +49 +60 +ceil, raised to tRAS \+ tRP +this file' 'CL: 9 +# +9 +11.25 +given in clocks +thesis' \
    'tREFI: 7800 ns +# +6240 +7800 +floor +choice: 4096 rows in 32 ms'; do
    checks=$((checks + 1))
    grep -Eq "^  $line$" out || fault "no '$line' in $(cat out)"
done
# What does not add up in ns is refused as before, with the line of tRC.
checks=$((checks + 2))
sed 's/60 ns/59.999 ns/' sum.yaml >short.yaml
"$rowhold" presets short.yaml 2>err && fault "59.999 ns pass"
grep -q "^rowhold: short.yaml:3:40: tRC: found 48, expected at least tRAS + tRP = 49$" err || fault "$(cat err)"
# So it is for what turns the bus: 8.8 - 5 + 2.4 ns are 6.2 ns, although 8 - 4 + 2 clocks are more than 5.
checks=$((checks + 1))
printf 'name: turn\nbase: gddr3\ntiming: {CL: 8.8 ns, WL: 5 ns, tBURST: 2.4 ns, tRTW: 6.2 ns}\n' >turn.yaml
"$rowhold" presets turn.yaml |
    grep -E '^  tRTW: 6.2 ns +# +6 +6.2 +ceil, raised to CL - WL \+ tBURST +this file$' >/dev/null ||
    fault "$("$rowhold" presets turn.yaml 2>&1 | grep -E 'tRTW|rowhold')"
# And of a clock that is not the base's, where all of the sum is given.
checks=$((checks + 1))
printf 'name: own\nbase: gddr3\ntck_ps: 1000\ntiming: {tRAS: 42.4 ns, tRP: 18.4 ns, tRC: 60.8 ns}\n' >own.yaml
"$rowhold" presets own.yaml 2>&1 |
    grep -E '^  tRC: 60.8 ns +# +62 +60.8 +ceil, raised to tRAS \+ tRP +this file$' >/dev/null ||
    fault "$("$rowhold" presets own.yaml 2>&1 | grep -E 'tRC:|rowhold')"
# Grains and shared subarrays in words; a preset without them says so.
printf 'name: two_ranks\nbase: ddr5_4800\norganisation: {banks: 64, groups: 16, ranks: 2}\n' >two_ranks.yaml
printf 'timing: {tRTRS: 1.2 ns} # 2.88 clocks of 0.416 ns\n' >>two_ranks.yaml
while IFS='|' read -r preset line; do
    checks=$((checks + 1))
    "$rowhold" presets "$preset" | grep -E "^$line" >/dev/null || fault "$preset: no '$line'"
done <<'END'
fgdram|# a grain        2 banks with a data bus of their own, 8 grains a channel$
fgdram|# subarrays      32 of 512 rows a bank; 2 banks side by side share them$
fgdram|# peak           16 GB/s a channel, 64 channels$
fgdram|  stacked: false +# +0 +- +count +FGDRAM paper
qb_hbm_salp_sc|# subarrays      2 of 2048 rows a bank; 16 banks one on the other share them$
qb_hbm_salp_sc|  stacked: true +# +1 +- +count +FGDRAM paper
qb_hbm_salp_sc|  grains: 1 +# +1 +- +left out +no such rule$
gddr3|  grains: 1 +# +1 +- +left out +no such rule$
gddr3|  stacked: false +# +0 +- +left out +no such rule$
gddr3|  ranks: 1 +# +1 +- +left out +no such rule$
gddr3|  tRTRS: 0 +# +0 +0 +left out +no such rule$
two_ranks.yaml|# a channel      64 banks in 16 bank groups, 65536 rows of 4096 bytes, 1 command bus$
two_ranks.yaml|# a rank         32 banks in 8 bank groups, 2 ranks a channel; 3 clocks between bursts of two$
two_ranks.yaml|  ranks: 2 +# +2 +- +count +this file$
two_ranks.yaml|  tRTRS: 1.2 ns +# +3 +1.2 +ceil +this file$
END
# Ranks come back from what is printed, and run as they did.
checks=$((checks + 3))
"$rowhold" presets two_ranks.yaml >again.yaml
cmp <(values again.yaml) <("$rowhold" presets again.yaml | values -) || fault "ranks came back otherwise"
grep -q '^# a rank' <("$rowhold" presets ddr5_4800) && fault "a preset of one rank speaks of ranks"
for name in two_ranks again; do
    "$rowhold" simulate --preset $name.yaml --stream random --requests 2000 --commands $name.csv --quiet ||
        fault "$name.yaml does not run"
done
cmp two_ranks.csv again.csv || fault "ranks run otherwise"
# What a run depends on says them, and only where there are any.
checks=$((checks + 4))
runs() { "$rowhold" simulate --preset "$1" --stream random --requests 100 --quiet --stats - | grep -c "$2"; }
[ "$(runs fgdram '"grains": 8, "subarray_group": 2, "subarrays": 32, "stacked": 0,')" -eq 1 ] ||
    fault "fgdram's configuration"
[ "$(runs qb_hbm_salp_sc '2, "subarray_group": 16, "subarrays": 2, "stacked": 1,')" -eq 1 ] ||
    fault "the stacked configuration"
[ "$(runs two_ranks.yaml '"command_buses": 1, "ranks": 2,')" -eq 1 ] || fault "the configuration of two ranks"
[ "$(runs gddr3 '"ranks"\|"grains"\|"subarray_group"\|"subarrays"\|"stacked"')" -eq 0 ] ||
    fault "a configuration without grains"
# Three quarters of the rows that 17 bits count: every controller serves the last, the next is refused by its line.
example=$root/docs/examples/ddr5_24gbit.yaml
printf 'op,address\nR,0x5ffffffc0\nR,0x600000000\n' >far.csv
printf 'op,channel,bank,row,column\nR,0,0,98303,0\nR,0,0,98304,0\n' >row.csv
refused() { # FILE TEXT
    checks=$((checks + 2))
    refusal "rowhold: $2" "$rowhold" simulate "$1" --preset "$example" --quiet
}
refused far.csv "far.csv:3:3: found address 0x600000000, expected a request inside the 24 GiB of ddr5_4800_24gbit, \
which end at 0x600000000 (--wrap folds what lies beyond; a larger memory: --preset, --channels, --chips)"
refused row.csv "row.csv:3:7: found row 98304, expected at most 98303 in this geometry"
checks=$((checks + 1))
"$rowhold" presets "$example" | grep -E '^  rows: 98304 +# +98304 +- +count +this file' >/dev/null || fault "the rows"
for controller in fifo banked_fifo fr_fcfs fr_fcfs_serial most_pending row_sorter; do
    checks=$((checks + 2))
    "$rowhold" simulate --preset "$example" --controller $controller --stream random --requests 2000 --quiet ||
        fault "$controller: the judge, who knows the rows"
    head -n 2 row.csv | "$rowhold" simulate - --preset "$example" --controller $controller --commands - 2>/dev/null |
        grep ',ACT,0,0,98303,' >/dev/null || fault "$controller: no ACT of the last row"
done
# Of another clock, what the base gives in ns stays in ns, what it gives in clocks in clocks, and a sum of both fits.
based() { # PRESET TCK_PS LINE
    checks=$((checks + 1))
    printf 'name: faster\nbase: %s\ntck_ps: %s\n' "$1" "$2" >faster.yaml
    "$rowhold" presets faster.yaml | grep -E "^  $3" >/dev/null || fault "$1 at $2 ps: no '$3'"
}
based gddr3 1000 'tREFI: 7800 ns +# +7800 +7800 +floor'
based gddr3 625 'tRFCpb: 50 ns +# +80 +50 +ceil'
based gddr3 625 'tRCDRD: 12 +# +12 +7.5 +given in clocks of the base +thesis'
based gddr3 1250 'tRCDRD: 12 +# +12 +15 +given in clocks +thesis'
based ddr4_2400 625 'tRFC: 420 +# +420 +262.5 +given in clocks of the base +DRAMsim3 7985fa07: 350 ns'
based hbm2_2000 800 'tXS: 268 ns +# +335 +268 +ceil'
based hbm2 800 'tBURST: 2 +# +2 +1.6 +given in clocks of the base'
based hbm2 800 'tRC: 45 ns +# +57 +45 +ceil'
based hbm2 800 'tRTW: 20 .*raised to CL - WL [+] tBURST'
checks=$((checks + 1))
printf 'name: faster\nbase: gddr3\ntck_ps: 100\n' >faster.yaml
"$rowhold" presets faster.yaml >out 2>err && fault "a refresh interval of 78000 clocks passes"
line='faster.yaml:3:9: tck_ps: found tREFI of 78000 clocks for the base'"'"'s 7800 ns, expected at most 65535'
[ "$(<err)" = "rowhold: $line" ] || fault "78000 clocks: $(cat err)"
echo "$checks checks, $failed failures"
