#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `simulate --kernel FILE.yaml`: the same algorithm in a file and among those that ship is the same run; every file of
# data placement runs; what is wrong is refused by file, line and column.
source tb/shell.sh || exit
set +e +o pipefail
examples=$(readlink -f docs/examples)
cd "$work" || exit 1

# run FILE OPTION...: writes the statistics to FILE.
run() {
    "$rowhold" simulate --quiet --machine gt200 --stats "$@" >out 2>err || fault "simulate $*: $(cat err)"
}

# The two programs that ship as files come to the clock of the kernels in C, and so do the memory's commands.
for kernel in stream_copy matrix_multiply; do
    run in_c.json --core-cycles 6000 --kernel $kernel --commands in_c.csv
    run in_yaml.json --core-cycles 6000 --kernel "$examples/programs/$kernel.yaml" --commands in_yaml.csv
    cmp in_c.csv in_yaml.csv || fault "$kernel: found other commands"
    python3 - <<'PY' || fault "$kernel: found other figures than of the kernel that ships"
import json, sys
c, y = (json.load(open(name))["total"] for name in ("in_c.json", "in_yaml.json"))
sys.exit(c != y or c["kernel"]["transactions"] < 1000)
PY
done
# Each kernel of data placement: as many CTAs as its blocks, as many steps.
for file in "$examples"/kernels/*.yaml; do
    run steps.json --core-cycles 300 --kernel "$file"
done
cat >add.yaml <<'YAML'
threads: 64
blocks: 6
steps: 4
computation: 3
arrays:
  u: {elements: 1536, step: 384}
  v: {elements: 1536, step: 384, store: true}
YAML
run add.json --kernel add.yaml
python3 - <<'PY' || fault 'add.yaml: found other counts than 12 warps of 4 steps'
import json, sys
k = json.load(open("add.json"))["total"]["kernel"]
names = "ctas", "integer_instructions", "single_instructions", "load_instructions", "store_instructions", "transactions"
sys.exit([k[n] for n in names] != [6, 12 * 4 * 4, 12 * 4 * 3, 48, 48, 48 * 4])
PY
# --seed draws other addresses, and the same again.
cat >draw.yaml <<'YAML'
grid: 4
cta: [16, 4]
arrays:
  a: {elements: 100000}
program:
  - loop k 8:
      - load a[random(100000)]
YAML
run one.json --kernel draw.yaml
run two.json --kernel draw.yaml --seed 7
run three.json --kernel draw.yaml --seed 1
cmp -s <(sed '/hash/d; /seed/d' one.json) <(sed '/hash/d; /seed/d' two.json) && fault '--seed: found the same figures'
cmp -s <(sed '/hash/d; /seed/d' one.json) <(sed '/hash/d; /seed/d' three.json) || fault '--seed 1: found other figures'

# refused TEXT SED: draw.yaml, changed so, is refused.
refused() {
    sed "$2" draw.yaml >bad.yaml
    cmp -s draw.yaml bad.yaml && fault "nothing planted by $2"
    refusal "*rowhold: bad.yaml$1*" "$rowhold" simulate --quiet --kernel bad.yaml
}
refused ":7:14: found 'b', expected the name of an array" 's/load a/load b/'
refused ":7:30: found the end, expected ]" 's/0)\]/0)/'
refused ":6:5: found 'loop', expected a colon behind it and a list of instructions below" 's/8:/8/; 7d'
refused ':6:15: found a single value, expected a list of instructions' '/loop/s/8:/8: integer/; 7d'
refused ':7:9: found a list, expected an instruction, or one and a colon in front of a list' 's/load a.*/[load, store]/'
refused ":4:7: arrays.a: found no elements, expected their number" 's/elements: 100000/bytes: 4/'
refused ":4:7: arrays.a: found bytes 12, expected 1, 2, 4, 8 or 16" 's/elements: 100000/&, bytes: 12/'
refused ":4:7: arrays.a: found columns 7, expected none but of a texture of whole rows" \
    's/elements: 100000/&, columns: 7/'
refused ':2:1: cta: found 2048 threads, expected at most 1024' 's/16, 4/64, 32/'
refused ":1:1: found 'grid', expected a program in the file beside it" '/^program/,$d'
refused ":4:7: found 'arrays.a.thread', expected elements, bytes, columns or memory of a program's array" \
    's/elements/thread/'
refused ":4:25: arrays.a.memory: found 'disk', expected one of global, local, texture, constant, shared" \
    's/elements: 100000/memory:           disk/'
refused ":2:1: found 'threads', expected grid, cta, registers, active_blocks, seed or arrays of a program" \
    's/^cta.*/threads: 64/'
refused ':5:5: found a program without cta, expected it in the file' '2d'
refused ':2:6: cta: found '"'x'"', expected a whole number from 1 to 1024' 's/cta: .*/cta: x/'
refused ':8:1: found key '"'program'"' again, expected it once' '$a program: [integer]'
refused ':7:9: found a: element ' 's/random(100000)/random(100000) + 99999/'
sed 's/^steps/special: 3\nsteps/' add.yaml >bad.yaml
refusal '*rowhold: bad.yaml:3:1: special: found 3, expected 0*' "$rowhold" simulate --quiet --kernel bad.yaml
sed 's/store: true/&, memory: [constant]/' add.yaml >bad.yaml
refusal '*rowhold: bad.yaml:7:7: arrays.v: found no memory of its list that a kernel can write, expected one*' \
    "$rowhold" simulate --quiet --kernel bad.yaml
refusal '*rowhold: draw.yaml:6:5: found a program, expected steps and arrays alone*' \
    "$rowhold" placement predict draw.yaml

# A machine as a file: one with its base alone is its base; values, memory and network that differ are taken, and the
# sweep's cache knows the file's contents.
cat >same.yaml <<'YAML'
base: gt200
YAML
cat >mine.yaml <<'YAML'
base: gt200
cores: 16
clusters: 16
data_lines: 128
data-ways: 4
data_misses: 8
data_merges: 4
data_global: 1
memory: hbm2
network: mesh
allocator: wavefront
YAML
figures() { # MACHINE EXPRESSION: of a copy of 16 CTAs on it, the total t and the configuration c
    "$rowhold" simulate --quiet --kernel stream_copy --grid 16 --machine "$1" --stats machine.json || return
    python3 -c 'import json, sys
run = json.load(open("machine.json"))
t, c = run["total"], run["configuration"]
print(eval(sys.argv[1]))' "$2"
}
[[ $(figures same.yaml 't["cycles"], t["kernel"]') == "$(figures gt200 't["cycles"], t["kernel"]')" ]] ||
    fault "a file with a base alone is another machine"
taken='[c["kernel"][k] for k in ("machine", "cores", "data_lines", "data_ways")], c["preset"]'
taken+=', c["network"]["topology"], c["network"]["allocator"], t["kernel"]["l1_misses"] > 0'
[[ $(figures mine.yaml "$taken") == "(['mine.yaml', 16, 128, 4], 'hbm2', 'mesh', 'wavefront', True)" ]] ||
    fault "values of a machine's file are not taken"
swept() { "$rowhold" sweep --kernel stream_copy --grid 16 --machine mine.yaml --cache cache --quiet --csv -; }
swept >before.csv && sed -i 's/^cores.*/cores: 8/; s/^clusters.*/clusters: 8/' mine.yaml && swept >after.csv
! cmp -s before.csv after.csv || fault "the sweep's cache takes another machine for the one before"
while IFS='|' read -r line said; do
    echo "$line" >wrong.yaml
    refusal "*rowhold: wrong.yaml:$said*" "$rowhold" simulate --quiet --kernel stream_copy --machine wrong.yaml
done <<'LINES'
base: gt300|1:7: base: found 'gt300', expected a machine that is known by name (near: gt200)
coers: 4|1:1: found 'coers', expected base, memory, network, allocator or a value of a machine (near: cores)
cores: 400|1:8: cores: found '400', expected a whole number from 1 to 256
memory: hbm9|1:9: memory: found 'hbm9', expected a built-in preset
network: crosbar|1:10: network: found 'crosbar', expected a topology (near: crossbar)
allocator: islp|1:12: allocator: found 'islp', expected an allocator (near: islip)
clusters: 7|1:11: clusters: found 7, expected a divisor of the 30 cores
LINES
refusal '*rowhold: nowhere.yaml: found no readable file*' \
    "$rowhold" simulate --kernel stream_copy --machine nowhere.yaml
echo "$failed failures"
