#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is `rowhold cosim --network` simulate's run with the RTL beside it? Its files are those of simulate, byte for byte, on
# a crossbar and a ring, with a warm-up and each core alone; what it says was compared; a run that is cut; a mutant
# of the RTL is found in the clock in which it first shows; what it refuses.
source tb/shell.sh || exit
needs verilator
tree="$work/a tree" # with a blank
mkdir -p "$tree/scripts" "$tree/tb"
cp -r rtl include "$tree/"
cp -r tb/lockstep "$tree/tb/"
cp scripts/verilate "$tree/scripts/"
export ROWHOLD_SOURCE=$tree

# files OPTION...: both commands on the same run; what cosim said lies in $work/cosim.said.
files() {
    for command in cosim simulate; do
        "$ROWHOLD" "$command" "$@" --stats "$work/$command.json" --commands "$work/$command.csv" \
            --requests-log "$work/$command.log" --histogram "$work/$command.histogram" \
            >"$work/$command.said" 2>"$work/$command.errors" || fail "$command $*: $(cat "$work/$command.errors")"
    done
    for file in json csv log histogram; do
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
crossbar=(--network crossbar --stream core_stencil --stream-cores 4 --channels 2 --controller banked_fifo --queue 8
    --hold hold_grant --hold-limit 9)
files "${crossbar[@]}" --requests 2000 --slowdown
clocks=$(grep -o '"cycles": [0-9]*' "$work/simulate.json" | head -1 | grep -o '[0-9]*')
says "MATCHED: RTL and C model of rh_request_system were equal in $clocks clocks" \
    '  system       crossbar, 4 cores, 2 controllers: 21 blocks, every output in every clock' \
    '  clocks       cores 325 MHz, networks 650 MHz, memory 800 MHz' \
    "  registers    [0-9]{4} bits, in $((clocks + 1)) clocks" '  requests     2000 issued, 2000 answered, .*' \
    '  judge        [0-9]+ commands, [0-9]+ rule checks, none broken'
grep -q '"slowdown' "$work/cosim.json" || fail "--slowdown: found none"
files "${crossbar[@]}" --requests 1000 --warmup 500 --load paced --seed 3
! grep -q verilating "$work/cosim.errors" || fail "expected one plug-in for both: $(cat "$work/cosim.errors")"
files --network ring --stream core_random --stream-cores 2 --channels 1 --requests 500 --queue 4 --depth 2 \
    --injection-queue 2 --allocator wavefront --hold hash_match_hold_grant --row-affine 2 --flit-bytes 24 \
    --write-drain 3:1 --forward --core-mhz 1132 --network-mhz 1132 --refresh all_bank # as test_request_system.sh has it
clocks=$(grep -o '"cycles": [0-9]*' "$work/simulate.json" | head -1 | grep -o '[0-9]*') # of the memory
says "MATCHED: .* were equal in ($((clocks * 1132 / 800))|$((clocks * 1132 / 800 + 1))) clocks" \
    '  system       ring, 2 cores, 1 controllers: 22 blocks, every output in every clock'

"$ROWHOLD" cosim "${crossbar[@]}" --cycles 1000 --compare-state 7 >"$work/cosim.said"
says 'MATCHED: RTL and C model of rh_request_system were equal in 1000 clocks' \
    '  registers    [0-9]{4} bits, in 144 clocks' # of 0, 7, ... 994 and behind the last

# plant FILE FROM TO: into the copy. mismatch LINE: found with exit 1, no file written, and named.
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
    "$ROWHOLD" cosim "${crossbar[@]}" --requests 2000 --quiet --stats "$work/none.json" 2>"$work/errors" || code=$?
    [[ $code == 1 && ! -e $work/none.json ]] || fail "a mutant: exit $code, $(cat "$work/errors")"
    grep -qxE "$1" <(head -1 "$work/errors") || fail "expected '$1', found: $(cat "$work/errors")"
    tail -1 "$work/errors" | grep -E "^ +rowhold cosim ${crossbar[*]} --requests 2000" >/dev/null ||
        fail "found no line to paste: $(cat "$work/errors")"
}
plant rtl/network/rh_request_system.sv ".done_i(reply_valid_o)" ".done_i({CORES{1'b0}})"
mismatch 'MISMATCH: clock [0-9]{2}, register of requests_in[0-3], in_flight: C model 0x[0-9a-f]+, RTL 0x[0-9a-f]+'
grep -qE '^    requests_in[0-3] +in_flight: C model' "$work/errors" || fail "no block: $(cat "$work/errors")"

parameters=$(sed -n 's/^  RTL  *rh_request_system, //p' "$work/errors")
# shellcheck disable=SC2086 # several words
plugin=$(scripts/verilate --quiet --cache request_system $parameters)

# refuses WHAT OPTION...: one line that says so, exit 2.
refuses() { refusal "*$1*" "$ROWHOLD" cosim "${@:2}"; }
refuses "--network: found 'star'" --network star
refuses "--bursts: found --network beside it, expected only one of them" "${crossbar[@]}" --bursts 3
refuses "--wave-channel: found --network beside it" "${crossbar[@]}" --wave-channel 1
refuses "found no plug-in" "${crossbar[@]}" --plugin "$work/none.so"
refuses "expected queue=64" "${crossbar[@]}" --queue 64 --plugin "$plugin"
refuses "--network-mhz: found '0', expected a whole number from 1 to 10000" "${crossbar[@]}" --network-mhz 0
ROWHOLD_SOURCE=$work refuses "$work/scripts/verilate: found no such script" "${crossbar[@]}" --queue 4
