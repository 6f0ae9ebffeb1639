#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The netlist of standard cells of a small allocator equals the C model in every clock, and wrong gates planted into it
# are noticed. scripts/evidence runs the thesis' sizes, controllers among them. Needs ROWHOLD.
#
#   test_gates.sh [all]    all: a small link, too, and more wrong gates, for scripts/evidence
source tb/shell.sh || exit
needs yosys verilator
if [[ ! -r /usr/share/qflow/tech/osu018/osu018_stdcells.lib ]]; then
    echo "skipped: found no OSU cells (scripts/setup area installs qflow-tech-osu018)"
    exit 77
fi

# --- they are equal, and something was compared ---
small='inputs=2 outputs=2 destinations=2 hold=2 banks=2 row_bits=2' all=${1:-}
designs() { printf '%s\n' "$1" ${all:+"$2"}; }
while read -r name settings; do
    scripts/gates --out "$work/$name" "$name" "$settings" >"$work/out" || fail "$name: its gates are not the model"
    good="^$name $settings: ([0-9]+) flops, gates equal the model in ([0-9]+) clocks, ([0-9]+) bits"
    [[ $(<"$work/out") =~ $good ]] || fail "$name: found '$(<"$work/out")'"
    ((BASH_REMATCH[1] > 20 && BASH_REMATCH[2] > 20000 && BASH_REMATCH[3] > 200000)) ||
        fail "$name: compared too little: $(<"$work/out")"
    grep -q ' NAND2X1 ' "$work/$name/$name.v" || fail "$name: found no NAND2X1 in the netlist, expected cells"
done < <(designs "islip $small" "secded words=1")

# --- no state of the model can go into them ---
while read -r name options; do
    code=0
    # shellcheck disable=SC2086 # several options in one variable
    "$ROWHOLD" cosim $options --load-every 5 --plugin "$work/$name/$name.so" >/dev/null 2>"$work/err" || code=$?
    [[ $code -eq 2 && $(<"$work/err") == \
        'rowhold: --load-every: found a netlist of gates, expected RTL with registers' ]] ||
        fail "$name: --load-every: found exit $code, '$(<"$work/err")'"
done < <(designs "islip --allocator islip --inputs 2 --outputs 2 --destinations 2 --hold row_match_hold_grant \
    --banks 2 --row-bits 2" "secded --block secded --set words=1")

# --- a wrong gate: the first, the middle and the last two-input NAND becomes a NOR; a flop's input is inverted ---
plant() { # WHICH NAME OLD NEW
    awk -v which="$1" -v old=" $3 " -v new=" $4 " '
        { line[NR] = $0 } index($0, old) { at[++n] = NR }
        END {
            k = which == "first" ? 1 : which == "last" ? n : int((n + 1) / 2)
            sub(old, new, line[at[k]])
            for (i = 1; i <= NR; i++) print line[i]
        }' "$work/$2/$2.v" >"$work/altered.v"
    ! cmp -s "$work/$2/$2.v" "$work/altered.v" || fail "$2: nothing was planted"
}
noticed=0 places=(middle)
[[ -z $all ]] || places+=(first last)
for which in "${places[@]}"; do
    plant "$which" islip NAND2X1 NOR2X1
    code=0
    scripts/gates --netlist "$work/altered.v" islip "$small" >/dev/null 2>"$work/err" || code=$?
    if [[ $code -eq 1 ]] && grep -q '^MISMATCH: RTL and model of rh_islip' "$work/err" &&
        grep -q 'a netlist of gates shows none' "$work/err" &&
        grep -q "^islip $small: found a netlist that is not the model" "$work/err"; then
        noticed=$((noticed + 1))
    fi
done
((noticed > ${#places[@]} / 2)) ||
    fail "found $noticed of ${#places[@]} wrong gates noticed, expected more: one may stand where it says nothing"

# --- refusals: a cell that the library lacks, a design that there is not, a size that the netlist is not of ---
refuse() { # CODE TEXT ARGUMENT...
    local code=0
    scripts/gates "${@:3}" >/dev/null 2>"$work/err" || code=$?
    [[ $code == "$1" ]] || fail "gates ${*:3}: found exit $code, expected $1"
    grep -q -- "$2" "$work/err" || fail "gates ${*:3}: found '$(head -n 1 "$work/err")', expected '$2'"
}
plant middle islip NAND2X1 NAND9X1
refuse 1 NAND9X1 --netlist "$work/altered.v" islip "$small"
refuse 2 "found 'ffio', expected a design" ffio queue=4
refuse 1 'found a netlist that is not the model' --netlist "$work/islip/islip.v" islip "${small/outputs=2/outputs=3}"
refuse 2 "found option '--nets'" --nets
refuse 2 'without NAME SETTINGS' --out "$work/none"
echo "gates: equal in a small design, $noticed of ${#places[@]} wrong gates noticed"
