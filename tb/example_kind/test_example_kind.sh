#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The worked example of docs/new_kind.md, from the page: its files are written into a copy of the tree, where none of
# that name is, and its C compiles beside the tree's headers.
#
#   test_example_kind.sh [all]    all: its commands are run there, too, for scripts/evidence, as they build the program
#                                 anew. Lockstep then finds a fault planted in the new RTL and names the register; bad
#                                 options of `cosim --block` get one line.
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
page=$PWD/docs/new_kind.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
whole=${1:-}
unset ROWHOLD_BUILD ROWHOLD_SOURCE

fail() {
    echo "FAIL: $*"
    exit 1
}
mkdir "$tree"
cp -r CMakeLists.txt LICENSE README.md .clang-format cmodel docs include rtl scripts tb waves "$tree/"
cd "$tree"

# A fenced block says where its text goes: file=PATH is a new file, append=PATH is added at its end.
files=0 rows=0 commands=0 lines=0 how='' path=''
while IFS= read -r line; do
    if [[ $line =~ ^\`\`\`[a-z]+\ (file|append)=(.*)$ ]]; then
        how=${BASH_REMATCH[1]} path=${BASH_REMATCH[2]}
        if [[ $how == file ]]; then
            [[ -z $(find . -name "${path##*/}") ]] || fail "$path: a file of this name is there already"
            mkdir -p "$(dirname "$path")"
            : >"$path"
            files=$((files + 1))
        else
            [[ -e $path ]] || fail "$path: is not there"
            [[ -z $(tail -c 1 "$path") ]] || echo >>"$path"
            rows=$((rows + 1))
        fi
    elif [[ $line == '```' ]]; then
        how=''
    elif [[ -n $how ]]; then
        printf '%s\n' "$line" >>"$path"
        lines=$((lines + 1))
    elif [[ $line =~ ^\ {4}([^ ].*)$ ]]; then
        commands=$((commands + 1))
        [[ $whole == all ]] || continue
        echo "\$ ${BASH_REMATCH[1]}"
        bash -c "${BASH_REMATCH[1]}" >"$work/log" 2>&1 ||
            { tail -n 40 "$work/log" && fail "${BASH_REMATCH[1]}: exit $?"; }
        if [[ $line == *' cosim '* ]]; then grep '^MATCHED' "$work/log" || fail "cosim says no MATCHED"; fi
        [[ $line != *' list '* ]] || grep -qx 'arbiter  turn  round robin' "$work/log" ||
            fail "list: $(cat "$work/log")"
    fi
done <"$page"
[[ $files -ge 7 && $rows -eq 2 && $commands -ge 6 ]] ||
    fail "found $files files, $rows rows and $commands commands on the page"
[[ $(tr '\n' ' ' <docs/contributing.md) == *" seven files and rows in two tables, $lines lines."* ]] ||
    fail "found $files files of $lines lines on the page, docs/contributing.md says otherwise"

"${CC:-cc}" -std=c11 -D_GNU_SOURCE -I. -Iinclude -fsyntax-only cmodel/arbiter/*.c
if [[ $whole != all ]]; then
    echo "the page's $files files and $rows rows fit the tree" && exit
fi

# Its pins in SystemC come from the same rows.
if pkg-config --exists systemc; then
    scripts/build rh_sc_pins >"$work/log" 2>&1 || { tail -n 40 "$work/log" && fail "rh_sc_pins: exit $?"; }
    build/bin/rh_sc_pins --block turn --set inputs=5 --vcd "$work/turn.vcd" 2>"$work/log" | grep '^MATCHED' ||
        fail "SystemC: $(cat "$work/log")"
    grep -q ' rotate_i ' "$work/turn.vcd" || fail "SystemC: the VCD has no rotate_i"
fi

# Planted: the turn goes on by two places.
rowhold=build/bin/rowhold
sed -i "s/index + W'(1)/index + W'(2)/" rtl/arbiter/rh_turn.sv
code=0
"$rowhold" cosim --block turn --set inputs=5 --configure rotate=1 --quiet 2>"$work/report" || code=$?
[[ $code == 1 ]] || fail "a mutant: exit $code, expected 1"
grep -qE '^ +next .*<-- differs' "$work/report" || fail "the register is not named: $(cat "$work/report")"

refused() { # MESSAGE OPTIONS...
    local message=$1 code=0
    shift
    "$rowhold" cosim --block "$@" 2>"$work/report" || code=$?
    [[ $code == 2 && $(cat "$work/report") == "rowhold: $message" ]] || fail "$*: exit $code, $(cat "$work/report")"
}
refused "--block: found 'spin', expected a variant of \`rowhold list\`" spin
refused "--block: found controller 'fifo', expected --controller fifo" fifo
refused "--set: found 'speed', expected a parameter of kind arbiter" turn --set speed=2
refused "--set: found 'inputs', expected NAME=VALUE,..." turn --set inputs
refused "--set: found inputs=65, expected at most 64" turn --set inputs=65
refused "arbiter: found inputs 1, expected 2 to 64" turn --set inputs=1
refused "--set: found it twice, expected one list: inputs=5,inputs=6" turn --set inputs=5 --set inputs=6
refused "--configure: found rotate=2, expected a number of 1 bits" turn --configure rotate=2
refused "--configure: found 'gear', expected a register of kind arbiter" turn --configure gear=1
refused "--reset-at: found 10, expected less than --cycles 10" turn --cycles 10 --reset-at 10
refused "--from: found no --wave beside it, expected one" turn --from 3
echo "the page's $files files, $rows rows and $commands commands do what it says"
