#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold cosim --kernel`: a GPU program drives the RTL of networks and controllers beside their models. Its files are
# those of `simulate --kernel`, byte for byte: on a machine with memory partitions, more outstanding requests than
# rh_request_system takes and longer heads, on the thesis' without, behind a crossbar and a mesh, of two controllers,
# with clocks of all rates. What it says was compared; a wave has a request from its core to its reply; mutants of a
# network and of a controller are found; what it refuses.
#
#   test_cosim_kernel.sh [all]     all: the mesh, the thesis' machine and the mutant of a network, too: their networks
#                                  take minutes to compile
source tb/shell.sh || exit
needs verilator
tree="$work/tree"
mkdir -p "$tree/scripts" "$tree/tb"
cp -r rtl include "$tree/"
cp -r tb/lockstep "$tree/tb/"
cp scripts/verilate "$tree/scripts/"
export ROWHOLD_SOURCE=$tree

# files OPTION...: both commands on the same run; what cosim said lies in $work/cosim.said.
files() {
    for command in cosim simulate; do
        "$ROWHOLD" "$command" "$@" --stats "$work/$command.json" --commands "$work/$command.csv" \
            --requests-log "$work/$command.log" >"$work/$command.said" 2>"$work/$command.errors" ||
            fail "$command $*: $(cat "$work/$command.errors" "$work/$command.said")"
    done
    for file in json csv log; do
        cmp "$work/cosim.$file" "$work/simulate.$file" || fail "$*: $file: other bytes than simulate's"
        [[ $(wc -l <"$work/cosim.$file") -gt 10 ]] || fail "$*: $file: found next to nothing"
    done
}
# says PATTERN...: whole lines.
says() {
    for pattern in "$@"; do
        grep -qxE -- "$pattern" "$work/cosim.said" || fail "no '$pattern' in: $(cat "$work/cosim.said")"
    done
}
matched='MATCHED: RTL and C model of the networks and controllers of rh_request_system were equal in [0-9]+ clocks'
printf '%s\n' 'base: quadro_fx5800' 'cores: 3' 'clusters: 3' >"$work/small.yaml"
# a block of 8 warps each: 16 loads, 16 stores of 2 requests
copy=(--kernel stream_copy --grid 2 --machine "$work/small.yaml" --channels 2 --queue 8)
files "${copy[@]}"
says 'fr_fcfs on gddr3_k4j52324qh, .*, kernel stream_copy, seed 1' "$matched" \
    '  program      2 CTAs on .*/small.yaml, 3 cores in 3 clusters: [0-9]+ core clocks, IPC [0-9.]+' \
    '  in C         cores and memory partitions, on both sides' \
    '  system       crossbar, 3 cores, 2 controllers: 16 blocks, every output in every clock' \
    '  clocks       cores 325 MHz, networks 650 MHz, memory 800 MHz' \
    '  requests     [0-9]+ issued, [0-9]+ answered, .*' \
    '  judge        [0-9]+ commands, [0-9]+ rule checks, none broken'
# Clocks of which none is the memory's fastest; loads alone, and registers every 5 clocks.
files "${copy[@]}" --controller banked_fifo --core-mhz 1132 --network-mhz 900
says "$matched" '  clocks       cores 1132 MHz, networks 900 MHz, memory 800 MHz'
"$ROWHOLD" cosim "${copy[@]}" --compare-state 5 --cycles 400 --core-mhz 1132 >"$work/cosim.said"
says "$matched" '  registers    [0-9]{4} bits, in 11[45] clocks' # 400 x 1132 / 800 = 566 clocks
if [[ ${1:-} == all ]]; then
    files "${copy[@]}" --network mesh --controller banked_fifo
    says "$matched" '  system       mesh, 3 cores, 2 controllers: [0-9]+ blocks, every output in every clock'
    for options in '--network mesh' '--controller banked_fifo --hold hash_match_hold_grant'; do
        # shellcheck disable=SC2086 # several words
        files --kernel transpose --grid 2,2 --machine gt200_28 $options
        says "$matched" '  program      4 CTAs on gt200_28, 28 cores in 28 clusters: .*' \
            '  in C         cores, on both sides'
    done
fi

# A wave: what a cluster sends is in the clock in which it is taken; so many requests are sent and answered.
"$ROWHOLD" cosim "${copy[@]}" --wave "$work/copy.vcd" --quiet 2>/dev/null
"$ROWHOLD" simulate "${copy[@]}" --requests-log "$work/copy.log" --quiet
python3 - "$work/copy.vcd" "$work/copy.log" tb/lockstep <<'PYTHON' || fail "the wave has other requests"
import csv, subprocess, sys
vcd, log, tools = sys.argv[1:]
def values(signal):
    text = subprocess.run([f"{tools}/vcd_values.py", "--clocks", "1250", vcd, f"rh_request_system.{signal}"],
                          check=True, capture_output=True, text=True).stdout
    return text.split(":", 1)[1].split()
rows = list(csv.DictReader(open(log)))
for side in ("model", "rtl"):
    ready = values(f"{side}.core_ready")
    replies = values(f"{side}.reply_valid")
    assert sum(bin(int(v)).count("1") for v in replies) >= len(rows), side
    for valid, takes in zip(values("in.core_valid"), ready):
        assert int(valid) & ~int(takes) == 0, (side, valid, takes)
sent = values("in.core_valid")
assert sum(bin(int(v)).count("1") for v in sent) >= len(rows) > 0
# The first request: its cluster, its bank and its row, in the clock in which it was issued.
first = min(rows, key=lambda r: int(r["arrival"]))
clock, core = int(first["arrival"]), next(k for k in range(3) if int(sent[int(first["arrival"])]) >> k & 1)
assert values(f"in.core_bank[{core}]")[clock] != "z" and int(values(f"in.core_row[{core}]")[clock]) >= 0
PYTHON

# plant FILE FROM TO: into the copy. mismatch PATTERN: found with exit 1, no file written, and named.
plant() {
    cp "$1" "$tree/$1"
    python3 - "$tree/$1" "$2" "$3" <<'PYTHON'
import sys
path, old, new = sys.argv[1:]
text = open(path).read()
assert text.count(old) == 1, old
open(path, "w").write(text.replace(old, new))
PYTHON
}
mismatch() {
    local code=0
    rm -f "$work/none.json"
    "$ROWHOLD" cosim "${copy[@]}" --quiet --stats "$work/none.json" 2>"$work/errors" || code=$?
    [[ $code == 1 && ! -e $work/none.json ]] || fail "a mutant: exit $code, $(cat "$work/errors")"
    grep -qxE "$1" <(head -1 "$work/errors") || fail "expected '$1', found: $(cat "$work/errors")"
    grep -qxE "$2" "$work/errors" || fail "expected '$2', found: $(cat "$work/errors")"
    tail -1 "$work/errors" | grep -E "^ +rowhold cosim ${copy[*]}" >/dev/null ||
        fail "found no line to paste: $(cat "$work/errors")"
}
if [[ ${1:-} == all ]]; then
    plant rtl/network/rh_packet_ejector.sv "message_valid_d = (|ends) |" "message_valid_d ="
    mismatch 'MISMATCH: clock [0-9]+, register of requests_out[01], message_valid: C model 0x1, RTL 0x0' \
        '    requests_out[01] +message_valid: C model 0x1, RTL 0x0'
    cp rtl/network/rh_packet_ejector.sv "$tree/rtl/network/"
fi
plant rtl/dram/rh_command_channel.sv "assign booked_o = column | (" "assign booked_o = ("
mismatch 'MISMATCH: clock [0-9]+, output of controller[01], booked: C model 0x1, RTL 0x0' '  registers .*'

# refuses WHAT OPTION...: one line that says so, exit 2.
refuses() { refusal "*$1*" "$ROWHOLD" cosim "${@:2}"; }
refuses "--plugin: found --kernel beside it" "${copy[@]}" --plugin "$work/none.so"
refuses "--stream: found --kernel beside it" "${copy[@]}" --stream rand1
refuses "--bursts: found --kernel beside it, expected only one of them" "${copy[@]}" --bursts 3
refuses "--grid: found no --kernel beside it" --network crossbar --grid 2
refuses "--network: found 'none', expected one of: crossbar, mesh, ring, torus" "${copy[@]}" --network none
refuses "--machine: found 'gt300'" "${copy[@]}" --machine gt300
