#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Configurations of other simulators as presets: small files in their layouts, written by hand, with every value that
# they mean; each preset to the other side and back; and what is wrong in a file, at its place.
source tb/shell.sh || exit
root=$PWD
set +e +o pipefail
golden=$(cd "$(dirname "$0")/imports" && pwd)
cd "$work" || exit 1
checks=0

# What controllers here know nothing of is in no configuration that is read or written.
device=$(sed -nE 's/^RH_TIMING_DEVICE\(([A-Za-z_]+), .*/\1/p' "$root/include/tables/timing.def" | tr '\n' ' ')

# values FILE.json: name, clock, map, and each value of organisation and timing.
values() {
    python3 -c '
import json, sys
device = sys.argv[2].split()
preset = json.load(open(sys.argv[1]))
print("name", preset["name"])
print("tck_ps", preset["tck_ps"])
if preset["map"] is not None:
    print("map", preset["map"])
for row in preset["rows"]:
    if row["name"] not in device:
        print(row["name"], row["value"])' "$1" "$device"
}

for expected in "$golden"/*.values; do
    file=${expected%.values} name=${expected##*/}
    checks=$((checks + 2))
    "$rowhold" presets --from "${file##*.}" "$file" --json preset.json >preset.yaml 2>notes || fault "$name: $(<notes)"
    { values preset.json && cat notes; } | diff "$expected" - || fault "$name: other values"
    # What is printed loads, as the same preset, and begins with the notes.
    "$rowhold" presets preset.yaml --json again.json >/dev/null 2>err || fault "$name: $(<err)"
    values again.json | diff <(grep -v ^note "$expected") - || fault "$name: it loads otherwise"
    sed 's/^note: /# /' notes | diff - <(head -n "$(wc -l <notes)" preset.yaml) || fault "$name: notes are no comments"
done

# To the other side and back: the file that comes of it is the same. Comments are names and notes.
none='fgdram\|qb_hbm_salp_sc\|ddr5_4800_2r' # grains, shared subarrays, ranks
presets=$("$rowhold" presets --csv - | tail -n +2 | cut -d , -f 1 | grep -vx "$none")
for format in dramsim3 ramulator2 dramsys; do
    for preset in $presets; do
        checks=$((checks + 1))
        "$rowhold" presets "$preset" --to $format >there 2>/dev/null
        "$rowhold" presets --from $format there >back.yaml 2>notes || fault "$preset, $format: $(<notes)"
        "$rowhold" presets back.yaml --to $format 2>/dev/null | sed '/^[;#]/d; /memoryId/d' |
            diff <(sed '/^[;#]/d; /memoryId/d' there) - || fault "$preset, $format: back otherwise"
    done
done
# What the other side can express comes back value for value; --to is at once what --from reads.
checks=$((checks + 2))
"$rowhold" presets ddr4_2400 --to dramsim3 >there.ini 2>/dev/null
"$rowhold" presets --from dramsim3 there.ini --json there.json >/dev/null 2>&1
"$rowhold" presets ddr4_2400 --json here.json >/dev/null
diff <(values here.json | grep -v "^name\|^map") <(values there.json | grep -v "^name\|^map") || fault "ddr4_2400 back"
"$rowhold" presets --from dramsim3 there.ini --to dramsim3 2>/dev/null | grep -v '^;' >again.ini
diff <(grep -v '^;' there.ini) again.ini ||
    fault "--from and --to at once"

# refused EXPECTED FORMAT SED FILE: the file with a change, and its line.
refused() {
    checks=$((checks + 1))
    sed -E "$3" "$golden/$4" >changed.txt
    refusal "rowhold: $1" "$rowhold" presets --from "$2" changed.txt
}
while IFS=$'\t' read -r format file edit line; do
    [[ $format == "#"* ]] || refused "$line" "$format" "$edit" "$file"
done <"$golden/refused.tsv"
refused "changed.txt: found no key, expected a configuration of DRAMsim3" dramsim3 's/.*//' stack.dramsim3
checks=$((checks + 3))
refusal "rowhold: none.ini: found no readable file (No such file or directory), expected a configuration" \
    "$rowhold" presets --from dramsim3 none.ini
refusal "rowhold: presets: found --from alone, expected a file with it" "$rowhold" presets --from dramsim3
refusal "rowhold: --from: found 'nvmain', expected one of: *" "$rowhold" presets --from nvmain none.ini
# A byte order mark and the line ends of another system are no part of a file; a key that is left out, or misspelt, is
# noted with the value that stands for it.
for file in two_ranks.dramsim3 fx.gpgpusim pair.ramulator2; do
    checks=$((checks + 1))
    { printf '\357\273\277' && sed 's/$/\r/' "$golden/$file"; } >marked.txt
    "$rowhold" presets --from "${file##*.}" marked.txt --json preset.json >/dev/null 2>&1
    values preset.json | diff <(grep -v ^note "$golden/$file.values" | sed '1s/.*/name marked/') - ||
        fault "$file with a mark is another preset"
done
checks=$((checks + 3))
sed 's/^tRP = /tRPP = /; /^tCK = /d; /^address_mapping/d' "$golden/two_ranks.dramsim3" >short.ini
"$rowhold" presets --from dramsim3 short.ini >short.yaml 2>notes
for note in 'left out, and as DRAMsim3 has it then: refresh all_bank, tRP 10, tCKE 6' \
    'tCK is left out: 1 ns, as DRAMsim3 has it then' \
    'address_mapping is left out: chrobabgraco, as DRAMsim3 has it then'; do
    grep -qxF "note: $note" notes || fault "no note '$note': $(<notes)"
done
# What only the judge of foreign traces reads.
checks=$((checks + 1))
for file in two_ranks.dramsim3 halves.ramulator2 quad.dramsim3; do
    "$rowhold" presets --from "${file##*.}" "$golden/$file" --csv - 2>/dev/null |
        sed -n 's/^timing,\(tPPD\|tRFM\|tRFMpb\|tXP\|tCKE\|tPDEN\),\([1-9][0-9]*\),.*/\1 \2/p'
done >device
diff device - <<'END' || fault "other values of the device"
tXP 8
tCKE 6
tPDEN 1
tPPD 2
tRFM 416
tRFMpb 320
tPPD 2
END
# A GPU as a machine, value by value; it runs in front of the preset of its own configuration.
checks=$((checks + 6))
cp "$golden/gpu.config" .
"$rowhold" presets --from gpgpusim gpu.config --machine >machine.yaml 2>notes || fault "a machine: $(<notes)"
sed '/^[^#]/s/ *#.*//' machine.yaml | diff "$golden/gpu.machine" - || fault "another machine"
"$rowhold" presets --from gpgpusim "$golden/stack.gpgpusim" >memory.yaml 2>/dev/null
"$rowhold" simulate --kernel stream_copy --grid 8 --machine machine.yaml --preset memory.yaml >out 2>err ||
    fault "the machine does not run: $(<err)"
grep -q "^GPU: stream_copy on machine.yaml: 80 cores in 40 clusters; " out || fault "$(<out)"
rm out err
refusal "rowhold: --machine: found it without --from gpgpusim, expected a GPU's configuration alone" \
    "$rowhold" presets --from dramsim3 gpu.config --machine
sed -i 's/A:192:4/A/' gpu.config
refusal "rowhold: gpu.config:21:18: gpgpu_cache:dl2: found 'S:32:128:24,L:B:m:L:P,A,32:0,32', expected none or KIND:*" \
    "$rowhold" presets --from gpgpusim gpu.config --machine
sed -i 's/^-gpgpu_cache:dl2 .*//; s/^-gpgpu_shader_cta .*/-gpgpu_shader_cta few/' gpu.config
refusal "rowhold: gpu.config:9:19: gpgpu_shader_cta: found no number there, expected one" \
    "$rowhold" presets --from gpgpusim gpu.config --machine
# In front of an L2 a crossbar of 32 clusters numbers half as many requests of each as without.
checks=$((checks + 1))
sed 's/^-gpgpu_n_clusters .*/-gpgpu_n_clusters 32/' "$golden/gpu.config" >gpu.config
"$rowhold" presets --from gpgpusim gpu.config --machine >machine.yaml 2>/dev/null
"$rowhold" simulate --kernel stream_copy --grid 8 --machine machine.yaml --preset memory.yaml >/dev/null 2>err ||
    fault "32 clusters do not run: $(<err)"
for value in 8x -8; do
    checks=$((checks + 1))
    sed "s/^-gpgpu_shader_cta .*/-gpgpu_shader_cta $value/" "$golden/gpu.config" >gpu.config
    refusal "rowhold: gpu.config:9:19: gpgpu_shader_cta: found no number there, expected one" \
        "$rowhold" presets --from gpgpusim gpu.config --machine
done
# A map that the memory does not have is left out, with a note.
checks=$((checks + 1))
sed 's/^address_mapping.*/address_mapping = rorarabgbaco/' "$golden/two_ranks.dramsim3" >changed.ini
"$rowhold" presets --from dramsim3 changed.ini 2>notes >changed.yaml
grep -q '^note: the address map is left out: ' notes || fault "a map that does not fit"
! grep '^map:' changed.yaml || fault "a map that does not fit"
# Of 12 channels it has the channel in one piece; what has it in two is no map of theirs.
checks=$((checks + 2))
sed 's/^-gpgpu_n_mem .*/-gpgpu_n_mem 12/' "$golden/fx.gpgpusim" >changed.config
"$rowhold" presets --from gpgpusim changed.config >changed.yaml 2>/dev/null
grep -q "^map: .*:channel:" changed.yaml || fault "12 channels"
bits=00000000.00000000.00000000.00000000.DRRRRRRR.RRRRRRRB.BBCCCDDD.CCCSSSSS
sed -i "s/^-gpgpu_mem_addr_mapping .*/-gpgpu_mem_addr_mapping dramid;$bits/" changed.config
"$rowhold" presets --from gpgpusim changed.config 2>notes >changed.yaml
grep -q '^note: the address map is left out: .*12 channels, no power of two, in 2 pieces' notes || fault "$(<notes)"
echo "$checks checks, $failed failures"
