#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# After a mismatch the view beside the wave opens on it: a bug is planted into a copy of each controller's RTL and of an
# allocator's, and the view must have its marker and its window there, what differs on top, the reasons of choice beside
# and all else folded, with signals that the wave has. A run that matches has none of it.
#
#   test_mismatch_view.sh [all]    all: more controllers, for scripts/evidence
source tb/shell.sh || exit
needs verilator
views=$ROWHOLD_BUILD/bin/rh_views
[[ -x $views ]] || { echo "skipped: this build has no FST writer" && exit 77; }

# plant KIND NAME FILE OLD NEW PARAMETER...: $work/NAME.so from RTL in which OLD, found once, is NEW.
plant() {
    local kind=$1 name=$2 file=$3 old=$4 new=$5
    rm -rf "$work/rtl"
    cp -r rtl "$work/rtl"
    python3 - "$work/rtl/$file" "$old" "$new" <<'PY'
import sys
path, old, new = sys.argv[1:]
text = open(path).read()
if text.count(old) != 1:
    sys.exit(f"FAIL: {path}: found {text.count(old)} times '{old}', expected once")
open(path, "w").write(text.replace(old, new))
PY
    scripts/verilate --kind "$kind" --rtl "$work/rtl" --out "$work/$name.so" "$name" "${@:6}" >/dev/null
}

# view NAME OPTION...: the view of a run with the planted bug, in $view.
view() {
    local code=0
    view=$work/$1.fst.gtkw
    "$ROWHOLD" cosim "${@:2}" --plugin "$work/$1.so" --wave "$work/$1.fst" 2>"$work/said" || code=$?
    [[ $code == 1 ]] || fail "$1: exit $code, $(cat "$work/said")"
    "$views" --missing "$view" "$work/$1.fst" || fail "$1: the view names what the wave does not have"
}

# shows NAME TIMESTART MARKER SIGNAL...: where the view opens, and the signals with a side before their name, in order.
shows() {
    local name=$1 start=$2 marker=$3
    shift 3
    grep -qx "\[timestart\] $start" "$view" || fail "$name: $(grep timestart "$view"), expected $start"
    grep -qE "^\*-[0-9.]+ $marker -1 " "$view" || fail "$name: $(grep '^\*' "$view"), expected the marker at $marker"
    [[ $(sed -nE 's/^\+\{(.*)\} .*/\1/p' "$view" | head -$#) == "$(printf '%s\n' "$@")" ]] ||
        fail "$name: on top stand $(sed -nE 's/^\+\{(.*)\} .*/\1,/p' "$view" | head -$# | xargs), expected $*"
    echo "$name: marker at $marker ps, ${*:3:1} on top"
}

mapfile -t usual < <(sed -nE 's/^RH_PARAM\([a-z_]+, ([A-Z_]+), ., [a-z0-9_]+, ([0-9]+),.*/\1=\2/p' \
    include/tables/controller_params.def)
run=(--preset gddr3 --stream rand2 --read-share 0.7 --requests 2000)

# Once the first request has left, entries hold the column behind: wrong from the clock behind the one that takes them.
plant controller fifo controller/rh_fifo_controller.sv 'req_len_i, req_column_i,' \
    "req_len_i, req_column_i + COLUMN_BITS'(head_q[1])," "${usual[@]}"
view fifo --controller fifo "${run[@]}"
shows fifo 12500 21250 'rtl column[16]' 'model column[16]' 'difference column[16]' 'rtl col_cmd' 'model col_cmd'
# The groups: open to the end of the choice, folded behind it.
cat >"$work/expected" <<'TEXT'
@800200 differs at cycle 17
@1000200 differs at cycle 17
@800200 entry 16
@1000200 entry 16
@800200 choice and its reasons
@1000200 choice and its reasons
@c00200 request port
@1401200 request port
@c00200 column command
@1401200 column command
@c00200 row command
@1401200 row command
@c00200 data on the buses
@1401200 data on the buses
@c00200 response port
@1401200 response port
@c00200 forwarding
@1401200 forwarding
@c00200 data bus and stall ledger
@1401200 data bus and stall ledger
TEXT
awk '/^@/ { flag = $0 } /^-./ && n++ < 20 { print flag, substr($0, 2) }' "$view" >"$work/groups"
diff "$work/expected" "$work/groups" || fail "fifo: other groups"
[[ $(awk '/^@/ { flag = $0 } /^-the same in the model$/ { print flag }' "$view") == $'@c00200\n@1401200' ]] ||
    fail "fifo: the model's own signals are not folded"
# Names, states and masks as such.
awk '/^@/ { flag = $0 } /^[+r]/ { print flag, $NF }' "$view" >"$work/flags"
for shown in '@100000028 rh_fifo.rtl.row_reason[2:0]' '@100000028 rh_fifo.rtl.bank_state[2][1:0]' \
    '@28 rh_fifo.rtl.open[3:0]' '@24 rh_fifo.rtl.row[31][11:0]'; do
    grep -qxF "$shown" "$work/flags" || fail "fifo: no '$shown'"
done

# The youngest request that may open its row is chosen instead of the oldest.
plant controller fr_fcfs controller/rh_fr_fcfs.sv 'u_row_pick (.set_i(row_ready), .first_o(row_pick));' \
    'u_row_pick (.set_i({<<{row_ready}}), .first_o(row_pick_behind)); logic [QUEUE-1:0] row_pick_behind;
  assign row_pick = {<<{row_pick_behind}};' "${usual[@]}"
view fr_fcfs --controller fr_fcfs "${run[@]}"
shows fr_fcfs 2500 11250 'rtl row_bank' 'model row_bank' 'difference row_bank' 'rtl row_row' 'model row_row' \
    'difference row_row' 'rtl col_cmd' 'model col_cmd' 'rtl col_bank' 'model col_bank' 'rtl col_reason' \
    'model col_reason' 'rtl row_cmd' 'model row_cmd' 'rtl row_reason' 'model row_reason' 'rtl cause' 'model cause' \
    'rtl occupancy' 'model occupancy' 'rtl hit' 'rtl just_activated'
grep -A 1 '^@22$' "$view" >"$work/hexadecimal"
grep -q 'rh_fr_fcfs\.rtl\.hit\[31:0\]' "$work/hexadecimal" || fail "fr_fcfs: a long mask is not hexadecimal"

if [[ ${1:-} == all ]]; then
    # The next bank to open stays the first, whichever was opened. The first ACT is of the last bank, behind which comes
    # the first anyway: the second one shows it.
    plant controller banked_fifo controller/rh_banked_fifo.sv '.moves_i(row_taken)' \
        ".moves_i(1'b0)" "${usual[@]}"
    view banked_fifo --controller banked_fifo "${run[@]}"
    shows banked_fifo 3750 12500 'rtl row_next' 'model row_next' 'difference row_next' 'rtl col_cmd'

    # An arrival is counted twice.
    plant controller most_pending controller/rh_most_pending.sv "of_row + P'(1)" "of_row + P'(2)" "${usual[@]}"
    view most_pending --controller most_pending "${run[@]}"
    shows most_pending 0 1250 'rtl pending[31]' 'model pending[31]' 'difference pending[31]' 'rtl col_cmd'
fi

# A pair is held a clock longer than the limit.
plant allocator islip network/rh_hold.sv 'waited_next == hold_limit_i' 'waited_q == hold_limit_i' \
    INPUTS=5 OUTPUTS=5 ITERATIONS=1 HOLD=1 DESTINATIONS=5 BANKS=4 ROW_BITS=12 HASH_BITS=4
view islip --allocator islip --hold-limit 3
shows islip 0 4000 'rtl grant[0]' 'model grant[0]' 'difference grant[0]' 'rtl grant[1]' 'model grant[1]'

# A wave that ends right before the mismatch is a view of itself, no marker: the registers behind its last clock differ.
code=0
"$ROWHOLD" cosim --controller fifo "${run[@]}" --plugin "$work/fifo.so" --wave "$work/early.fst" --for 17 \
    2>"$work/said" || code=$?
[[ $code == 1 ]] && grep -q '^MISMATCH: .* at cycle 17, ' "$work/said" || fail "exit $code, $(cat "$work/said")"
grep -qx '\[timestart\] 0' "$work/early.fst.gtkw" && grep -qE '^\*-[0-9.]+ -1 -1' "$work/early.fst.gtkw" ||
    fail "a wave without the mismatch: $(head -5 "$work/early.fst.gtkw")"
! grep -q differs.at "$work/early.fst.gtkw" || fail "a wave without the mismatch shows one"
echo "a wave that ends before the mismatch has no marker"
