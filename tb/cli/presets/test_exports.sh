#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Presets as configurations of other simulators: whole files to the letter, with the notes of what those can't express;
# their timings as they publish them where the preset came from there; and every preset in every format.
source tb/shell.sh || exit
set +e +o pipefail
golden=$(cd "$(dirname "$0")/exports" && pwd)
case $rowhold in
/*) ;;
*) rowhold=$PWD/$rowhold ;;
esac
cd "$work" || exit 1
checks=0

for file in "$golden"/*.ramulator2 "$golden"/*.ramulator21 "$golden"/*.dramsim3 "$golden"/*.dramsys; do
    name=${file##*/}
    checks=$((checks + 2))
    "$rowhold" presets "${name%.*}" --to "${name##*.}" >out 2>notes || fault "$name is not written"
    diff "$file" out || fault "$name: another file"
    if [ "${name##*.}" = dramsys ]; then
        diff "$file.notes" notes || fault "$name: other notes"
    else # the comments behind the first line are the notes
        sed -n '2,/^[^#;]/s/^[#;] /note: /p' out | cmp - notes || fault "$name: other notes than comments"
    fi
done

# Ramulator 2's DDR4_2400R on 8 Gb x8 chips, as its tables have it: rate nBL nCL nRCD nRP nRAS nRC nWR nRTP nCWL nCCDS
# nCCDL nRRDS nRRDL nWTRS nWTRL nFAW.
set -- rate 2400 nBL 4 nCL 16 nRCD 16 nRP 16 nRAS 39 nRC 55 nWR 18 nRTP 9 nCWL 12 nCCDS 4 nCCDL 6 nRRDS 4 nRRDL 6 \
    nWTRS 3 nWTRL 9 nFAW 26 density 8192 dq 8 bankgroup 4 bank 4 row 65536 column 1024
ddr4=$(<"$golden/ddr4_2400.ramulator2")
while [ $# -gt 0 ]; do
    checks=$((checks + 1))
    [[ $ddr4 == *$'\n'"      $1: $2"$'\n'* ]] || fault "ddr4_2400: $1 is not $2"
    shift 2
done

# Grains and shared subarrays are nobody's: one line, and no file.
for preset in fgdram qb_hbm_salp_sc; do
    word="the grains"
    [ $preset = fgdram ] || word="the shared subarrays"
    for format in ramulator2 ramulator21 dramsim3 dramsys; do
        checks=$((checks + 2))
        refusal "rowhold: --to: found $word of $preset, expected a preset without grains and shared subarrays, which \
$format does not have" "$rowhold" presets $preset --to $format
    done
done

# So are several ranks; a preset of one is written, whatever its tRTRS.
printf 'name: pair\nbase: ddr4_2400\norganisation: {ranks: 2}\n' >pair.yaml
printf 'name: single\nbase: ddr4_2400\ntiming: {tRTRS: 2}\n' >single.yaml
for format in ramulator2 ramulator21 dramsim3 dramsys; do
    checks=$((checks + 3))
    refusal "rowhold: --to: found 2 ranks of pair, expected a preset of one rank: how $format has several is not \
translated" "$rowhold" presets pair.yaml --to $format
    "$rowhold" presets single.yaml --to $format >out 2>err || fault "one rank, $format: $(cat err)"
done

none='fgdram\|qb_hbm_salp_sc\|ddr5_4800_2r' # grains, shared subarrays, ranks
for preset in $("$rowhold" presets --csv - | tail -n +2 | cut -d , -f 1 | grep -vx "$none"); do
    for format in ramulator2 ramulator21 dramsim3 dramsys; do
        checks=$((checks + 1))
        "$rowhold" presets "$preset" --to $format >"$preset.$format" 2>/dev/null || fault "$preset, $format"
        mapfile lines <"$preset.$format" && ((${#lines[@]} > 40)) || fault "$preset, $format is short"
    done
    checks=$((checks + 1))
    python3 -m json.tool "$preset.dramsys" >/dev/null || fault "$preset.dramsys is no JSON"
done

# What can't be expressed is noted, and only then: one value changed at a time.
noted() { # FORMAT TEXT NAME=VALUE...
    local format=$1 text=$2
    shift 2
    {
        printf 'name: odd\nbase: ddr4_2400\ntiming:\n'
        printf '  %s\n' "${@/=/: }"
    } >odd.yaml
    checks=$((checks + 2))
    "$rowhold" presets odd.yaml --to "$format" 2>&1 >/dev/null |
        grep -F "note: $text" >/dev/null || fault "$format: no '$text'"
    ! grep -qF "$text" "$golden/ddr4_2400.$format" || fault "$format: '$text' without a reason"
}
noted ramulator2 "RD to WR 11 can't be expressed: it is nCL + nBL + 2 - nCWL = 10" tRTW=11
noted ramulator2 "ACT to RD 16 and to WR 14 can't differ: both are 16" tRCDWR=14
noted ramulator2 "6 activates in tFAW 40 can't be expressed: the window is one of 4, so nFAW is 16 and never" tFAW=40 \
    activates=6
noted dramsim3 "tRC 56 can't be expressed: it is tRAS + tRP = 55" tRC=56
noted dramsys "RD to WR 9 can't be expressed: it is RL + burst + 2 - WL = 10" tRTW=9

cp "$golden/../../../../docs/examples/ddr5_24gbit.yaml" .
# Devices that the others lack: the nearest of theirs, with what it can't say. preset, format, word of the file or note.
while IFS='|' read -r preset format where text; do
    checks=$((checks + 1))
    "$rowhold" presets "$preset" --to "$format" >out 2>notes || fault "$preset, $format"
    case $where in
    file) grep -qx -- "$text" out || fault "$preset, $format: no line '$text'" ;;
    note) [[ $'\n'$(<notes)$'\n' == *$'\n'"note: $text"$'\n'* ]] || fault "$preset, $format: no note '$text'" ;;
    none) [[ $(<notes) != *"$text"* ]] || fault "$preset, $format: '$text' without a reason" ;;
    esac
done <<'END'
hbm3|ramulator2|file|    impl: HBM2
hbm3|ramulator2|file|      nRCDRD: 31
hbm3|ramulator2|note|it never refreshes: AllBank does so rank by rank, and its HBM2 has no level rank
hbm2|ramulator2|none|refresh
hbm3|dramsim3|file|protocol = HBM2
hbm3|ramulator2|file|      channel_width: 128
hbm3|ramulator2|file|      column: 64
hbm3|dramsim3|file|bus_width = 64
hbm3|dramsim3|file|BL = 4
hbm3|dramsim3|note|4 beats a clock: two of them there, 4 / 2 times as wide, for a burst takes BL / 2 clocks
hbm3|dramsys|file|            "RCDWR": 15,
hbm4|dramsim3|file|BL = 4
gddr6|dramsim3|file|protocol = GDDR5X
gddr6|dramsim3|file|columns = 64
gddr6|dramsim3|file|tRCDWR = 16
gddr6|dramsim3|none|beats a clock
gddr6|dramsim3|none|ACT to RD
gddr6|dramsim3|none|an ACT of
gddr6|ramulator2|note|ACT to RD 26 and to WR 16 can't differ: both are 26
gddr7|dramsim3|file|bus_width = 64
gddr7|dramsim3|file|device_width = 64
gddr7|dramsim3|file|columns = 128
gddr7|dramsim3|file|BL = 4
gddr7|dramsim3|note|16 beats a clock: two of them there, 16 / 2 times as wide, for a burst takes BL / 2 clocks
gddr7|ramulator2|file|      dq: 128
gddr7|ramulator2|note|a burst of 32: 2 beats there, 32 / 2 times as wide; nBL is ours
ddr5_4800|ramulator2|file|      bankgroup: 8
ddr5_4800|ramulator2|note|an ACT of 2 clocks can't be expressed: it takes one
ddr5_4800|dramsim3|note|an ACT of 2 clocks can't be expressed: it takes one
ddr5_4800|dramsys|note|an ACT of 2 clocks can't be expressed: it takes one
ddr5_4800|dramsys|file|            "RFC1": 385,
lpddr5|dramsim3|file|protocol = GDDR5X
lpddr5|dramsim3|file|t32AW = 128
lpddr5|dramsys|note|one-bank refresh can't be expressed: the memspec has RFC and REFI of all banks
hbm2_2000|dramsys|none|an ACT of
hbm2_2000|ramulator21|file|    nRCDRD=13,
hbm2_2000|ramulator21|file|    refresh_manager=ramulator.refresh_manager.PerBank(),
gddr6|ramulator21|file|    nRCDWR=16,
gddr6|ramulator21|note|RD to WR 24 can't be expressed: it is nCL + 1 = 25
gddr6|ramulator21|none|ACT to RD
hbm2|ramulator21|file|    refresh_manager=ramulator.refresh_manager.NoRefresh(),
ddr4_2400|ramulator21|none|can't be expressed
ddr5_24gbit.yaml|ramulator2|note|98304 rows are no power of two: addresses reach the first 65536
ddr5_24gbit.yaml|dramsim3|note|98304 rows are no power of two: addresses reach the first 65536
ddr5_24gbit.yaml|dramsys|none|no power of two
ddr5_4800|dramsim3|none|no power of two
ddr4_2400|ramulator2|none|an ACT of
END
echo "$checks checks, $failed failures"
