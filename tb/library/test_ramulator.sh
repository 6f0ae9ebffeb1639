#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Does docs/examples/ramulator, compiled with a stand-in of Ramulator 2.1's headers, serve as its memory system?
source tb/shell.sh || exit
source tb/library/adapter.sh
copy_adapter ramulator
cd "$work"
mkdir -p ramulator/base ramulator/frontend ramulator/memory_system
for name in base/param frontend/i_frontend memory_system/i_memory_system; do
    printf '#include "ramulator_standin.h"\n' >"ramulator/$name.h"
done
# shellcheck disable=SC2046 # several flags
"$CXX" -std=c++20 "${warnings[@]}" -I. -I"$source/tb/library" "$adapter/rowhold_memory_system.cpp" \
    "$source/tb/library/ramulator_user.cpp" $(pkg-config --cflags --libs rowhold_presets) -o user

while read -r clock keys; do
    # shellcheck disable=SC2086 # several keys
    ./user 3000 clock_ratio=3 json=rowhold.json $keys >said 2>err || fault "$keys: exit $?: $(<err)"
    # shellcheck disable=SC2053 # a pattern is meant
    [[ $(<said) == 3000\ requests\ in\ *\ clocks\ of\ $clock\ ns* ]] || fault "$keys: $(<said)"
    reads=$(awk '/total_num_read/ { print $2 }' said) writes=$(awk '/total_num_write/ { print $2 }' said)
    ((reads + writes == 3000 && writes > 600)) || fault "$keys: $reads reads and $writes writes, expected 3000"
    grep -q "^activates: [1-9]" said || fault "$keys: no activates in the statistics"
    grep -q '"rules_broken": 0' rowhold.json || fault "$keys: $(grep judge rowhold.json)"
done <<'RUNS'
0.833 preset=ddr4_2400
0.833 preset=ddr4_2400 map=RoBaRaCoCh write_buffer_size=0 controller=most_pending
1.000 preset=hbm2 channels=4 refresh=per_bank bytes=128 read_buffer_size=16 write_buffer_size=16
1.000 preset=hbm2 channels=2 controller=fifo write_buffer_size=0
RUNS
refused() { refusal "$1" ./user 10 "${@:2}"; }
cd "$work"
refused "preset is required by Rowhold" clock_ratio=3
refused "Rowhold: preset: found 'ddr9', expected one of *" clock_ratio=3 preset=ddr9
refused "Rowhold: controller: found 'lifo', expected one of *" clock_ratio=3 preset=hbm2 controller=lifo
refused "Rowhold: write_high: found 25 with fifo, expected 0, for it does not read it" \
    clock_ratio=3 preset=hbm2 controller=fifo
