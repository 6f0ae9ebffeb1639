#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The wave of a whole request system, read back: three requests on their way from the cores to the controllers and back,
# signal by signal and clock by clock; slower clocks; a window; the clock in which planted RTL differs; the committed
# view and that of --view fit their runs, the same run writes the same bytes, and FST holds what VCD does. The wave of a
# request network says what its program counted.
#
#   test_top_waves.sh [all]
source tb/shell.sh || exit
needs verilator
mkdir -p "$work/tree/scripts" "$work/tree/tb"
cp -r rtl include "$work/tree/"
cp -r tb/lockstep "$work/tree/tb/"
cp scripts/verilate "$work/tree/scripts/"
export ROWHOLD_SOURCE=$work/tree

top=rh_request_system period=1250
# shows WAVE SIGNAL VALUES: in the clocks of the wave, one a word; N*V is V so often.
shows() {
    local expected='' word found
    for word in $3; do
        if [[ $word == *'*'* ]]; then
            for ((n = ${word%\**}; n > 0; n--)); do expected+=" ${word#*\*}"; done
        else
            expected+=" $word"
        fi
    done
    found=$(tb/lockstep/vcd_values.py --clocks $period "$1" "$top.$2")
    [[ ${found#*:} == "$expected" ]] || fail "$2: found ${found#*:}, expected$expected"
}
cat >"$work/three.csv" <<'CSV'
op,core,channel,bank,row,column,bytes
R,0,0,1,5,8,32
W,1,1,2,7,4,32
R,0,0,1,5,9,32
CSV
run=(cosim "$work/three.csv" --network crossbar --channels 2 --cores 4 --controller banked_fifo --queue 8
    --hold hold_grant --quiet)
"$ROWHOLD" "${run[@]}" --core-mhz 800 --network-mhz 800 --wave "$work/three.vcd" 2>/dev/null
wave=$work/three.vcd
shows "$wave" in.core_valid '3 1 40*0' # core 0 has two requests
shows "$wave" in.core_bank[0] '1 1 40*z'
shows "$wave" in.core_write '2 41*0'
shows "$wave" in.core_slot[0] '0 1 40*z'
for side in rtl model; do
    shows "$wave" $side.core_tick '42*1'
    shows "$wave" $side.core_ready '42*15'
    # Two clocks in core 0's injection queue, one flit a clock; both routers' outputs pass requests side by side.
    shows "$wave" $side.requests_queued[0] '0 1 1 39*0'
    shows "$wave" $side.requests_in_flight[0] '0 1 38*2 1 1'
    shows "$wave" $side.requests_granted[0] '4*0 3 3 36*0'
    shows "$wave" $side.requests_flits[0] '5*0 3 3 35*0'
    shows "$wave" $side.requests_to[0] '5*z 0 0 35*z'
    shows "$wave" $side.requests_to[1] '5*z 1 1 35*z' # a header and a flit of data
    shows "$wave" $side.requests_credits[0] '5*0 3 3 35*0'
    shows "$wave" $side.requests_waiting[0] '7*0 1 1 33*0'
    shows "$wave" $side.requests_waiting[1] '8*0 1 33*0'
    # ACT, tRCD of 12 clocks, RD of both, tCCD_S of 2 apart; the other controller's write.
    shows "$wave" $side.occupancy[0] '8*0 1 12*2 1 1 19*0'
    shows "$wave" $side.row_cmd[0] '8*0 1 33*0'
    shows "$wave" $side.row_row[0] '8*z 5 33*z'
    shows "$wave" $side.col_cmd[0] '20*0 3 0 3 19*0'
    shows "$wave" $side.col_column[0] '20*z 8 z 9 19*z'
    shows "$wave" $side.col_cmd[1] '21*0 4 20*0'
    shows "$wave" $side.rsp_valid[0] '31*0 1 0 1 8*0'
    # A reply to a write is one flit, one to a read has data.
    shows "$wave" $side.replies_flits[0] '32*0 2 3*0 4*1 2*0'
    shows "$wave" $side.replies_to[0] '36*z 4*0 2*z'
    shows "$wave" $side.reply_valid '34*0 2 4*0 1 0 1'
    shows "$wave" $side.reply_tag[0] '39*z 0 z 1'
done
shows "$wave" diff.differs '42*0'

# 325, 650 and 800 MHz, which are 13:26:32, from clock 3 on, ten clocks.
"$ROWHOLD" "${run[@]}" --wave "$work/slow.vcd" --from 3 --for 10 2>/dev/null
shows "$work/slow.vcd" in.cycle '3 4 5 6 7 8 9 10 11 12'
shows "$work/slow.vcd" rtl.core_tick '0 1 0 0 1 0 1 0 0 1'
shows "$work/slow.vcd" rtl.network_tick '1 1 0 1 1 1 1 0 1 1'
shows "$work/slow.vcd" model.core_sum '7 20 1 14 27 8 21 2 15 28'
"$ROWHOLD" "${run[@]}" --wave "$work/whole.vcd" 2>/dev/null
"$ROWHOLD" "${run[@]}" --wave "$work/later.vcd" --from 37 --for 20 2>/dev/null
tb/lockstep/vcd_values.py --within "$work/whole.vcd" "$work/"{slow,later}.vcd || fail "another value in a window"
code=0
"$ROWHOLD" "${run[@]}" --wave "$work/none.vcd" --from 1000 2>"$work/errors" || code=$?
[[ $code == 2 && ! -e $work/none.vcd ]] && grep -q -- '--from: found 1000, expected a clock' "$work/errors" ||
    fail "--from behind the end: exit $code, $(cat "$work/errors")"

# Replies that end no flight: core 1's is back in clock 34.
sed -i "s/\.done_i(reply_valid_o)/.done_i({CORES{1'b0}})/" "$work/tree/rtl/network/rh_request_system.sv"
code=0
"$ROWHOLD" "${run[@]}" --core-mhz 800 --network-mhz 800 --wave "$work/planted.vcd" 2>"$work/errors" || code=$?
[[ $code == 1 ]] || fail "a mutant: exit $code, $(cat "$work/errors")"
grep -q '^MISMATCH: clock 35, register of requests_in1, in_flight: C model 0x0, RTL 0x1' "$work/errors" ||
    fail "a mutant: $(cat "$work/errors")"
shows "$work/planted.vcd" diff.differs '35*0 1 16*z' # behind it nothing is known
shows "$work/planted.vcd" rtl.requests_in_flight[1] '0 35*1 16*z'
shows "$work/planted.vcd" model.requests_in_flight[1] '0 34*1 0 16*z'
shows "$work/planted.vcd" diff.requests_in_flight[1] '35*0 1 16*z'
cp rtl/network/rh_request_system.sv "$work/tree/rtl/network/"

# A request network: what its program counts is what the wave shows; RTL that differs, in its last clock. It is the
# torus of test_request_network.sh; with `all` one of the usual size, which the committed view is of.
top=rh_request_network period=1000
size=(topology=3 cores=2 controllers=2 allocator=2 hold=3 vcs=2 static_vcs=1 replies=1 depth=2 queue=2 most_flits=3
    payload_bits=4)
[[ ${1:-} != all ]] || size=()
network() {
    scripts/lib/random_top request_network --rtl "$work/tree/rtl" "${size[@]}" -- --clocks 300 "$@"
}
network --wave "$work/net.vcd" >"$work/said" || fail "$(cat "$work/said")"
shows "$work/net.vcd" diff.differs '300*0'
network --wave "$work/part.vcd" --from 140 --for 40 >"$work/log"
tb/lockstep/vcd_values.py --within "$work/net.vcd" "$work/part.vcd" || fail "another value in a window of a network"
both() { # SIGNAL SIGNAL: how often a bit is set in both
    tb/lockstep/vcd_values.py --clocks $period "$work/net.vcd" "$top.$1" "$top.$2" | python3 -c '
import sys
a, b = ([int(value) for value in line.split()[1:]] for line in sys.stdin)
print(sum(bin(x & y).count("1") for x, y in zip(a, b)))'
}
counts="$(both in.message_valid rtl.message_ready) messages sent, $(both in.sink_ready model.sink_valid) delivered"
grep -q "; $counts," "$work/said" || fail "the wave shows $counts; $(cat "$work/said")"
if [[ ${1:-} == all ]]; then # a sink that takes everything, for scripts/evidence
    sed -i "s/\.message_ready_i(sink_ready_i\[k\])/.message_ready_i(1'b1)/" \
        "$work/tree/rtl/network/rh_request_network.sv"
    code=0
    network --wave "$work/planted.vcd" >"$work/said" || code=$?
    clock=$(sed -nE 's/^MISMATCH: clock ([0-9]+), register of net_out[01], .*/\1/p' "$work/said")
    [[ $code == 1 && -n $clock ]] || fail "a mutant: exit $code, $(cat "$work/said")"
    shows "$work/planted.vcd" diff.differs "$clock*0 1 16*z"
    cp rtl/network/rh_request_network.sv "$work/tree/rtl/network/"
fi
# The comparison of this test notices a value that is another.
top=rh_request_system period=1250
(shows "$wave" rtl.core_tick '41*1 0') 2>/dev/null && fail "another value passed"

views=$ROWHOLD_BUILD/bin/rh_views
[[ -x $views ]] || { echo "skipped: this build has no FST writer" && exit 77; }
"$ROWHOLD" "${run[@]}" --core-mhz 800 --network-mhz 800 --wave "$work/three.fst" 2>/dev/null
"$ROWHOLD" "${run[@]}" --core-mhz 800 --network-mhz 800 --wave "$work/again.fst" 2>/dev/null
cmp "$work/three.fst" "$work/again.fst" || fail "the same run wrote other bytes"
mkdir "$work/bin"
printf '#!/bin/sh\necho "$@" >"%s/started"\n' "$work" >"$work/bin/gtkwave"
chmod +x "$work/bin/gtkwave"
DISPLAY=:99 PATH=$work/bin:$PATH "$ROWHOLD" "${run[@]}" --wave "$work/view.fst" --view 2>/dev/null
for _ in $(seq 100); do [[ -s $work/started ]] && break || sleep 0.1; done
[[ $(<"$work/started") == "--dump $work/view.fst --save $work/view.fst.gtkw" ]] || fail "$(cat "$work/started")"
"$views" --missing "$work/view.fst.gtkw" "$work/view.fst" || fail "--view made a view that does not fit"
network --wave "$work/net.fst" >"$work/said"
fitting=("$work/net.fst.gtkw")
[[ ${1:-} != all ]] || fitting+=(waves/rh_request_network.gtkw)
for view in "${fitting[@]}"; do
    "$views" --missing "$view" "$work/net.fst" || fail "$view names what the wave does not have"
done
command -v fst2vcd >/dev/null || { echo "no fst2vcd (GTKWave): FST was not compared" && exit 0; }
fst2vcd -f "$work/three.fst" -o "$work/from_fst.vcd" >"$work/log" 2>&1 || fail "fst2vcd: $(cat "$work/log")"
cmp <(tb/lockstep/vcd_values.py "$work/from_fst.vcd" | sort) <(tb/lockstep/vcd_values.py "$wave" | sort) ||
    fail "FST and VCD differ"
