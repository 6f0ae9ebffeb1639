#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL the model, in one run of each kind of block and of a request system, and under a GPU program? For every
# commit; the other tests here press each of them harder.
source tb/shell.sh || exit
needs verilator

# A line is a kind of include/tables/kinds.def, or the name of a network, and a run.
cat >"$work/runs" <<'END'
controller --controller fr_fcfs --preset qb_hbm --queue 8 --responses 4 --stream mixed --requests 3000 --random-timing
router --block vc_router --set inputs=3,outputs=3,depth=4,payload_bits=8 --cycles 12000 --reset-at 3001
injector --block packet_injector --set depth=4,payload_bits=8,queue=4 --cycles 12000 --reset-at 3001
ejector --block packet_ejector --set depth=4,payload_bits=8 --cycles 12000 --reset-at 3001
link --block io_crc --set words=2,crc_bits=10,buffer=3 --cycles 12000 --reset-at 2500
END
echo "allocator --allocator islip --hold hold_grant --inputs 3 --outputs 4 --destinations 3 --banks 2 --row-bits 5" \
    "--hash-bits 3 --hold-limit 5 --cycles 12000" >>"$work/runs"
echo "network --network crossbar --stream core_stencil --stream-cores 4 --channels 2 --controller banked_fifo" \
    "--queue 8 --hold hold_grant --requests 800" >>"$work/runs"
printf '%s\n' 'base: quadro_fx5800' 'cores: 3' 'clusters: 3' >"$work/small.yaml"
echo "network_of_a_gpu --kernel stream_copy --grid 2 --machine $work/small.yaml --channels 2 --queue 8" \
    "--network crossbar --controller banked_fifo" >>"$work/runs"
kinds=$("$ROWHOLD" list --csv - | tail -n +2 | cut -d, -f1 | sort -u | tr '\n' ' ')
found=$(cut -d' ' -f1 "$work/runs" | grep -v ^network | sort | tr '\n' ' ')
[[ $found == "$kinds" ]] || fail "found runs of $found, expected one of each of $kinds"
export work ROWHOLD
run() {
    "$ROWHOLD" cosim "${@:2}" >"$work/$1.said" 2>&1 && grep '^MATCHED' "$work/$1.said" ||
        fail "cosim ${*:2}: $(<"$work/$1.said")"
}
export -f run fail
xargs -P "$(nproc)" -L 1 bash -c 'run "$@"' run <"$work/runs"
