#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The SystemC face: the times, phases and refusals of the TLM target and of the one before the request network, with
# bugs planted into that; a design of each kind behind pins as C model, as RTL and as lockstep, equal clock for clock,
# and planted bugs that are not; the waves; the example initiator.
#
#   test_systemc.sh [all]    all: every design of the registry and more planted bugs, for scripts/evidence
source tb/shell.sh || exit
bin=$ROWHOLD_BUILD/bin
for program in rh_sc_pins rh_sc_test rh_sc_network_pins rh_sc_network_test rh_tlm_test rh_tlm_fault_test \
    rh_tlm_network_test rh_tlm_gpu_test rh_tlm_example; do
    [[ -x $bin/$program ]] && continue
    echo "skipped: this build has no SystemC (scripts/setup systemc, then configure again)"
    exit 77
done
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1

# The program of the page does what its last line says.
sed -n '/^```cpp/,/^```/{/^```/d;p}' docs/rh_systemc.md >"$work/page.cpp"
grep -q sc_main "$work/page.cpp" || fail "docs/rh_systemc.md has no program"
"${CXX:-c++}" -std=c++17 -fsyntax-only -I. -Iinclude -I"$ROWHOLD_BUILD/systemc" "$work/page.cpp" ||
    fail "the program of docs/rh_systemc.md does not compile"

ran=0
for program in rh_tlm_test rh_tlm_fault_test rh_tlm_network_test rh_tlm_gpu_test rh_sc_test rh_sc_network_test; do
    mapfile -t tests < <("$bin/$program" --list)
    for test in "${tests[@]}"; do
        "$bin/$program" "$test" >"$work/said" 2>&1 || { cat "$work/said" && fail "$program $test"; }
        ran=$((ran + 1))
    done
done
[[ $ran -ge 45 ]] || fail "found $ran tests, expected 45"
echo "$ran tests of the targets and of the pins passed"

# Bugs in the target before the network: test, what is there, what is put in its place.
flags=(-std=c++17 -I. -Iinclude -I"$ROWHOLD_BUILD/systemc")
grep -q '^ROWHOLD_SANITIZE:BOOL=ON' "$ROWHOLD_BUILD/CMakeCache.txt" && flags+=(-fsanitize=address,undefined)
[[ $# -eq 0 ]] || "${CXX:-c++}" "${flags[@]}" -c -o "$work/test.o" tb/systemc/rh_tlm_network_test.cpp
while IFS='|' read -r test from to; do
    [[ $# -gt 0 ]] || continue # each takes long to compile; they are for scripts/evidence
    python3 - "$from" "$to" >"$work/planted.cpp" <<'PLANT'
import sys
text = open("tb/systemc/rh_tlm_network.cpp").read()
assert text.count(sys.argv[1]) == 1, sys.argv[1]
print(text.replace(sys.argv[1], sys.argv[2]))
PLANT
    "${CXX:-c++}" "${flags[@]}" -o "$work/planted" "$work/planted.cpp" "$work/test.o" -Wl,--start-group \
        "$ROWHOLD_BUILD"/lib*.a -Wl,--end-group -lyaml -larchive -lz -ljansson -ldl -lm -lsystemc
    "$work/planted" "$test" >"$work/said" 2>&1 && fail "$test did not notice '$to'"
    grep -q '^FAIL: ' "$work/said" || fail "$test, '$to': $(cat "$work/said")"
done <<'ROWS'
random_requests_of_28_cores_have_the_clocks_of_the_closed_loop|note(answered, owner->end,|note(answered, owner->end + 1,
blocking_accesses_take_the_time_of_phases|owner->end = clock + 1;|owner->end = clock;
blocking_accesses_take_the_time_of_phases|if (from() > clock)|if (from() == UINT64_MAX)
a_full_injection_queue_withholds_the_end_of_a_request|next_clock() < now|next_clock() <= now
a_long_transaction_is_issued_request_by_request|if (--owner->waiting == 0)|if (owner->waiting-- != 0)
a_core_that_does_not_end_a_response_holds_the_next_in_the_network|if (to.holds() && !network->take_)|if (false)
ROWS

# The example: what it prints of a run on one channel with one transaction on its way is the same in both styles.
example() { "$bin/rh_tlm_example" --channels 1 --transactions 500 "$@" | tail -n +2; }
example --style lt --controller fifo >"$work/lt"
example --style at --controller fifo --outstanding 1 >"$work/at"
cmp "$work/lt" "$work/at" || fail "one at a time: lt and at took other times"
# Peak: 32 bytes in 2 clocks of 1.25 ns. Writing in order with many on their way comes near, one at a time does not.
awk '/write/ { exit !($6 > 3 && $6 < 7) }' "$work/lt" || fail "lt writes: $(cat "$work/lt")"
example --style at >"$work/many"
awk '/write/ { exit !($6 > 12.0 && $6 <= 12.8) }' "$work/many" || fail "at writes: $(cat "$work/many")"

# Option, value, what the one line says.
while read -r option value said; do
    code=0
    "$bin/rh_tlm_example" "$option" "$value" >"$work/out" 2>"$work/err" || code=$?
    [[ $code == 2 && $(grep -c . "$work/err") == 1 ]] && grep -q "^rowhold: .*$said" "$work/err" ||
        fail "rh_tlm_example $option $value: exit $code, $(cat "$work/err")"
done <<'ROWS'
--style xt --style: found 'xt', expected lt or at
--controller frfcfs found 'frfcfs', expected a variant of kind controller
--preset gddr33 preset: found 'gddr33'
--map bank:row map:9: found 0 bits of column
--face gate --face: found 'gate', expected model, rtl or lockstep
--transactions 99999999 expected at most the memory's 1073741824
--wave x found '--wave', expected an option of --help
ROWS
echo "the example initiator: lt and at agree, refusals are one line"

command -v verilator >/dev/null || { echo "no verilator: the pins were not compared with RTL" && exit 0; }
for face in rtl lockstep; do
    example --style at --face "$face" >"$work/face"
    cmp "$work/many" "$work/face" || fail "the $face behind the socket took other times than the C model"
done
# Pauses with refreshes in them: the model skips idle clocks, the RTL runs every one.
for style in lt at; do
    for face in model rtl; do
        example --style $style --pause 3333 --transactions 20 --face $face >"$work/$face.pauses"
    done
    cmp "$work/model.pauses" "$work/rtl.pauses" || fail "$style: skipped clocks are not those that are run"
done
pins() { "$bin/rh_sc_pins" "$@" 2>"$work/err" || { cat "$work/err" && fail "rh_sc_pins $*"; }; }
mapfile -t designs < <("$ROWHOLD" list --names)
mapfile -t controllers < <("$ROWHOLD" list --kind controller --names)
# Parameters of a design that are small, and those of other tests, which verilate it.
declare -A small=([vc_router]=inputs=3,outputs=3,depth=4,payload_bits=8 [secded]=words=2,buffer=3
    [packet_injector]=depth=4,payload_bits=8,queue=4 [packet_ejector]=depth=4,payload_bits=8)
for design in "${controllers[@]}"; do [[ $design == fr_fcfs ]] || small[$design]=queue=8,responses=4; done
[[ $# -gt 0 ]] || designs=(fifo islip vc_router packet_injector packet_ejector secded) # one of each kind
for design in "${designs[@]}"; do pins --block "$design" --set "${small[$design]:-}"; done
for design in ${1:+vc_router packet_injector packet_ejector secded}; do pins --block "$design"; done
[[ $# -gt 0 ]] || controllers=(fr_fcfs fgdram_channel)
for design in "${controllers[@]}"; do # two command buses, commands a clock later
    pins --block "$design" --preset qb_hbm --set queue=8,responses=4,registered=1 --seed 5
done

pins --block fr_fcfs --configure age_cap=40
echo "${#designs[@]} designs: pins of C model, RTL and lockstep are equal"

# A whole request system: equal pins; a bug in its RTL, in a tree that is else this one.
system() {
    "$bin/rh_sc_network_pins" --clocks 1500 "$@" 2>"$work/err" || { cat "$work/err" && fail "rh_sc_network_pins $*"; }
}
system --vcd "$work/system.vcd"
system --seed 2
if [[ $# -gt 0 ]]; then # for scripts/evidence: each takes long to compile
    mkdir "$work/tree"
    for entry in *; do [[ $entry == rtl ]] || ln -s "$PWD/$entry" "$work/tree/$entry"; done
    cp -r rtl "$work/tree/rtl"
    bug=$work/tree/rtl/network/rh_request_system.sv
    sed -i "s/\.sink_ready_i({CORES{1'b1}})/.sink_ready_i({CORES{core_tick_o}})/" "$bug"
    ! cmp -s "$bug" rtl/network/rh_request_system.sv || fail "no bug was planted into the request system"
    code=0
    ROWHOLD_SOURCE=$work/tree "$bin/rh_sc_network_pins" --clocks 1500 >"$work/out" 2>"$work/err" || code=$?
    [[ $code == 1 && ! -s $work/out ]] && grep -Eq '^MISMATCH: (rtl|lockstep): clock [0-9]+' "$work/err" ||
        fail "a bug in rh_request_system: exit $code, $(cat "$work/out" "$work/err")"
fi
while read -r times width pin; do
    found=$(grep -c "^\$var wire *$width .* $pin " "$work/system.vcd" || true)
    [[ $found == "$times" ]] || fail "the system's VCD has $found pins $pin of $width bits, expected $times"
done <<'ROWS'
1 1 core_valid_i([0])
1 6 core_slot_i([3])
1 20 core_row_i([1])
3 1 core_tick_o
3 1 reply_valid_o([0])
3 3 col_cmd_o([1])
ROWS
while read -r said option value; do
    code=0
    "$bin/rh_sc_network_pins" "$option" "$value" >"$work/out" 2>"$work/err" || code=$?
    [[ $code == 2 && $(<"$work/err") == "rowhold: "*${said//_/ }* ]] ||
        fail "rh_sc_network_pins $option $value: exit $code, $(cat "$work/err")"
done <<ROWS
found_'dragonfly',_expected_crossbar --network dragonfly
found_0,_expected_1_to_64 --cores 0
found_'nix',_expected_one_of_fifo, --controller nix
expected_a_file_name_that_ends_in_.vcd --vcd run.fst
ROWS
echo "a request system: pins of C model, RTL and lockstep are equal"

# A bug in the RTL: the pins differ, or the lockstep behind them does, and the line says where. The plug-in has the
# parameters that the pins have.
plant() { # VARIANT FILE FROM TO SAID
    rm -rf "$work/rtl" && cp -r rtl "$work/rtl"
    python3 - "$work/rtl/$2" "$3" "$4" <<'PLANT'
import sys
path, old, new = sys.argv[1:]
text = open(path).read()
assert text.count(old) == 1, old
open(path, "w").write(text.replace(old, new))
PLANT
    kind=$(sed -n "s/^RH_VARIANT(\([a-z]*\), $1,.*/\1/p" include/tables/variants.def) settings=${small[$1]:-}
    [[ $kind != allocator ]] || settings='inputs=5 outputs=5 destinations=5 hold=1'
    read -r -a parameters <<<"$("$ROWHOLD" area --parameters "$1" ${settings:+"${settings//,/ }"})"
    scripts/verilate --quiet --kind "$kind" --rtl "$work/rtl" --out "$work/$1.so" "$1" "${parameters[@]}" >/dev/null
    code=0
    "$bin/rh_sc_pins" --block "$1" --set "${small[$1]:-}" --plugin "$work/$1.so" --fst "$work/$1.fst" \
        >"$work/out" 2>"$work/err" || code=$?
    [[ $code == 1 && ! -s $work/out ]] && grep -q "^MISMATCH: .*$5" "$work/err" ||
        fail "a bug in rh_$1: exit $code, $(cat "$work/out" "$work/err")"
    [[ -s $work/$1.fst ]] || fail "a bug in rh_$1 left no wave"
}
plant fifo controller/rh_fifo_controller.sv ', req_column_i,' ", req_column_i + COLUMN_BITS'(1)," \
    "RTL and model of rh_fifo differ at cycle"
plant islip network/rh_input_first.sv '.set_i(request_i[i*OUTPUTS+:OUTPUTS]), .from_i' \
    '.set_i({OUTPUTS{1'"'"'b1}}), .from_i' "rtl: clock [0-9]*: found [0-9]* on grant_o"
if [[ $# -gt 0 ]]; then
    plant vc_router network/rh_vc_router.sv 'ready_o[o] = enable_i & (' 'ready_o[o] = (' \
        "rtl: clock [0-9]*: found [0-9]* on ready_o"
    plant packet_injector network/rh_packet_injector.sv 'message_ready_o = ~full & (' 'message_ready_o = (' \
        "rtl: clock [0-9]*: found 1 on message_ready_o"
    plant packet_ejector network/rh_packet_ejector.sv '(message_valid_q & !message_ready_i)' 'message_valid_q' \
        "rtl: clock [0-9]*: found 1 on message_valid_o"
fi
"$bin/rh_sc_pins" --block fifo --plugin "$work/islip.so" 2>"$work/err" && fail "a plug-in of another block passed"
grep -q '^rowhold: .*found islip, a plug-in of kind allocator, expected controller$' "$work/err" ||
    fail "$(cat "$work/err")"
echo "bugs planted into RTL are found"

# Waves: the same run gives the same file but for the date; every kind of pin is there with its width.
for run in 1 2; do pins --clocks 200 --disturb 0 --vcd "$work/$run.vcd" --fst "$work/$run.fst"; done
sed '/^\$date/,/^\$end/d' "$work/1.vcd" >"$work/1.txt"
sed '/^\$date/,/^\$end/d' "$work/2.vcd" | cmp - "$work/1.txt" || fail "the same run wrote another VCD"
cmp "$work/1.fst" "$work/2.fst" || fail "the same run wrote another FST"
for pin in ' 1 .* clk_i ' ' 1 .* rst_ni ' ' 8 .* rcd_rd_i ' ' 16 .* refi_i ' ' 12 .* req_row_i ' \
    ' 1 .* rsp_ready_i '; do
    [[ $(grep -c "^\$var wire *$pin" "$work/1.txt") == 1 ]] || fail "the VCD has not one$pin"
done
for pin in ' 1 .* req_ready_o ' ' 3 .* col_cmd_o ' ' 12 .* row_row_o ' ' 6 .* occupancy_o '; do
    [[ $(grep -c "^\$var wire *$pin" "$work/1.txt") == 3 ]] || fail "the VCD has not three$pin"
done
# Every signal of the view beside the VCD is in it, and the other way about.
for design in fr_fcfs islip vc_router packet_injector packet_ejector; do
    pins --block "$design" --set "${small[$design]:-}" --clocks 100 --vcd "$work/$design.vcd" >/dev/null
    awk '$1 == "$scope" { scope = scope $3 "." } $1 == "$upscope" { sub(/[^.]*\.$/, "", scope) }
        $1 == "$var" { print scope $5 ($6 == "$end" ? "" : $6) }' "$work/$design.vcd" | sort >"$work/there"
    grep '^SystemC\.' "$work/$design.vcd.gtkw" | sort >"$work/shown"
    cmp "$work/there" "$work/shown" || fail "$design: the view does not fit the VCD"
done
grep -A 1 '^@28$' "$work/islip.vcd.gtkw" |
    grep 'rtl\.grant_o(4)\[4:0\]' >/dev/null || fail "a set is not shown bit by bit"
# Pins of a network by name and width: inputs are there once, outputs once a module.
while read -r design times width pin; do
    found=$(grep -c "^\$var wire *$width .* $pin " "$work/$design.vcd" || true)
    [[ $found == "$times" ]] || fail "$design: the VCD has $found pins $pin of $width bits, expected $times"
done <<'ROWS'
vc_router 1 1 enable_i
vc_router 1 3 arrive_valid_i
vc_router 3 12 arrive_row_i([0-2])
vc_router 3 3 grant_i([0-2])
vc_router 8 2 route_i([0-7])
vc_router 9 3 request_o([0-2])
vc_router 9 8 leave_payload_o([0-2])
vc_router 3 3 back_valid_o
packet_injector 1 1 message_valid_i
packet_injector 1 3 message_flits_i
packet_injector 1 8 outstanding_limit_i
packet_injector 3 1 message_ready_o
packet_injector 3 12 leave_row_o
packet_ejector 1 1 message_ready_i
packet_ejector 1 8 arrive_payload_i
packet_ejector 3 2 message_bank_o
packet_ejector 3 1 back_valid_o
ROWS
if [[ -x $bin/rh_views ]]; then
    "$bin/rh_views" --missing "$work/1.fst.gtkw" "$work/1.fst" || fail "the view does not fit the FST"
fi
if command -v vcd2fst >/dev/null; then
    vcd2fst "$work/1.vcd" "$work/3.fst" && [[ -s $work/3.fst ]] || fail "vcd2fst refuses the VCD"
fi
while read -r said option value; do
    code=0
    "$bin/rh_sc_pins" "$option" "$value" >"$work/out" 2>"$work/err" || code=$?
    # Beside it there may be notes of plug-ins that are built anew.
    [[ $code == 2 && $(grep -v '^note: \|^verilating ' "$work/err") == "rowhold: "*${said//_/ }* ]] ||
        fail "rh_sc_pins $option $value: exit $code, $(cat "$work/err")"
done <<ROWS
found_'nix',_expected_a_variant --block nix
found_'quue',_expected_a_parameter_of_kind_controller --set quue=8
found_'queue',_expected_NAME=VALUE,... --set queue
found_queue=300,_expected_at_most_128 --set queue=300
found_ras=256,_expected_a_number_of_8_bits --configure ras=256
found_'raz',_expected_a_register_of_kind_controller --configure raz=2
found_queue_1,_expected_2_to_128 --set queue=1
expected_a_file_name_that_ends_in_.vcd --vcd run.fst
found_no_way_to_write_here --vcd /nowhere/run.vcd
found_no_way_to_write_here --fst /nowhere/run.fst
found_'1e3',_expected_a_number --clocks 1e3
ROWS
echo "waves and refusals"
