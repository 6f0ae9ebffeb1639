#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Does docs/examples/gpgpusim, compiled in a stand-in of GPGPU-Sim as its dram.cc, serve a memory partition?
source tb/shell.sh || exit
source tb/library/adapter.sh
copy_adapter gpgpusim
cd "$work"
for name in delayqueue gpu-misc gpu-sim hashing l2cache mem_fetch mem_latency_stat; do
    printf '#include "gpgpusim_standin.h"\n' >"$adapter/$name.h"
done
# shellcheck disable=SC2046 # several flags
"$CXX" -std=c++11 "${warnings[@]}" -I"$adapter" -I"$source/tb/library" "$adapter/dram.cc" \
    "$source/tb/library/gpgpusim_user.cpp" $(pkg-config --cflags --libs rowhold) -lz -o user

clocks() { awk -F '[= ]' '/^n_cmd/ { print $2 }' said; }
fifo=0 frfcfs=0
for kind in fifo frfcfs drain groups; do
    ./user "$kind" 5000 >said 2>err || fault "$kind: exit $?: $(<err)"
    [[ ! -s err ]] || fault "$kind: $(<err)"
    grep -q '^DRAM\[0\]: .* CL=10, tRRD=8 ' said && grep -q 'n_req=5000 ' said || fault "$kind: $(<said)"
    [[ $(zcat visualizer.gz) == *"dramnreq: 0 5000"* ]] || fault "$kind: $(zcat visualizer.gz)"
    declare "$kind=$(clocks)"
done
((frfcfs < fifo)) || fault "frfcfs takes $frfcfs clocks, fifo $fifo: expected fewer"
ROWHOLD_CONTROLLER=most_pending ./user frfcfs 5000 >said || fault "most_pending"
[[ $(clocks) != "$frfcfs" ]] || fault "most_pending takes the clocks of fr_fcfs"
ROWHOLD_REFRESH=all_bank ./user frfcfs 5000 >said || fault "refresh"
(($(clocks) > frfcfs)) || fault "a memory with refresh takes $(clocks) clocks, without $frfcfs"
cp user user_of
refusal "dram: controller: found 'lifo', expected one of *" env ROWHOLD_CONTROLLER=lifo ./user_of frfcfs 10
