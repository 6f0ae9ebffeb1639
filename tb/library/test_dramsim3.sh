#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Does docs/examples/dramsim3, built on an installed rowhold, serve a program that was written for DRAMsim3?
source tb/shell.sh || exit
source tb/library/adapter.sh
build_adapter dramsim3
cd "$work"
library=$adapter/build/libdramsim3.so
"$CXX" -std=c++11 "${warnings[@]}" -DHEADER -I"$adapter" "$source/tb/library/dramsim3_user.cpp" "$library" -o anew
"$CXX" -std=c++11 "${warnings[@]}" "$source/tb/library/dramsim3_user.cpp" "$library" -o before

nm -DC --defined-only "$library" >symbols
if grep -E "^[0-9a-f]+ . rh_" symbols >others; then fault "libdramsim3.so shows $(head -n 1 others)"; fi

printf 'name: slow\nbase: gddr3\ntiming: {tRP: 17.5 ns, tRC: 35}\n' >slow.yaml
while read -r config expected; do
    for user in ./anew ./before; do
        LD_LIBRARY_PATH=$adapter/build "$user" "$config" . 3000 >said || fault "$user $config: exit $?"
        # shellcheck disable=SC2053 # a pattern is meant
        [[ $(<said) == 3000\ of\ $expected ]] || fault "$user $config: $(<said), expected 3000 of $expected"
        [[ $(grep -m 1 '"requests"' rowhold.json) == *3000,* ]] || fault "$user $config: expected 3000 in rowhold.json"
        grep -q '"rules_broken": 0' rowhold.json || fault "$user $config: $(grep judge rowhold.json)"
    done
done <<'RUNS'
ddr4_2400 64 bytes in * clocks of 0.833 ns
hbm2 64 bytes in * clocks of 1.000 ns
hbm2,bytes=32,channels=4,controller=most_pending,queue=16,refresh=per_bank 32 bytes in * clocks of 1.000 ns
gddr3,bytes=100,map=row:bank:column:channel:column[3],bank^=row[1:0] 128 bytes in * clocks of 1.250 ns
ddr4_2400,queue=64,write_queue=32,write_high=26,write_low=6 64 bytes in * clocks of 0.833 ns
slow.yaml 64 bytes in * clocks of 1.250 ns
RUNS

cp before user
export LD_LIBRARY_PATH=$adapter/build
words="expected controller, queue, write_high, write_low, write_queue, channels, bytes, refresh or map, and =VALUE"
refusal "dramsim3: config_file: found 'a.ini', expected a preset of rowhold, a name or a YAML file \
(\`rowhold presets --from dramsim3 a.ini\` makes one)" ./user a.ini . 1
refusal "dramsim3: config_file: found 'bank=4', $words" ./user hbm2,bank=4 . 1
refusal "dramsim3: config_file: found 'queue', expected a number from 1 to 65535 behind the =" ./user hbm2,queue . 1
refusal "dramsim3: controller: found 'lifo', expected one of *" ./user hbm2,controller=lifo . 1
refusal "dramsim3: preset: found 'hbm33', expected one of *" ./user hbm33 . 1
refusal "dramsim3: x.yaml: found no readable file*" ./user x.yaml . 1
