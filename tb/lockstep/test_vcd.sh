#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A wave's ending says its format: .vcd and .fst of one run hold the same signals with the same values at the same
# times, as GTKWave's fst2vcd and vcd2fst read them; a changed value is noticed. Any other ending is refused.
source tb/shell.sh || exit
# refused LINE COMMAND...: exit 2, one line, no file.
refused() { refusal "rowhold: $1" "$ROWHOLD" "${@:2}"; }
small=(--stream rand1 --requests 9 --quiet)
for command in simulate cosim; do
    [[ $command == simulate ]] || command -v verilator >/dev/null || continue
    for name in w.gz w.fst.txt wfst w.vcdx; do
        refused "$work/$name: found another ending, expected .fst or .vcd, the formats of waves" \
            $command "${small[@]}" --wave "$work/$name"
    done
done
refused "$work/w.gz: found another ending, expected .fst or .vcd, the formats of waves" \
    cosim --allocator pim --wave "$work/w.gz"
refused "$work/w.gz: found another ending, expected .fst or .vcd, the formats of waves" \
    cosim --block pim --wave "$work/w.gz"
mkdir "$work/bin"
printf '#!/bin/sh\n' >"$work/bin/gtkwave"
chmod +x "$work/bin/gtkwave"
line="--view: found --wave $work/w.vcd, expected a name that ends in .fst, which carries names of values"
DISPLAY=:99 PATH=$work/bin:$PATH refused "$line" simulate "${small[@]}" --wave "$work/w.vcd" --view

values() { tb/lockstep/vcd_values.py "$1" | sort; }

runs=("simulate --controller fr_fcfs --stream rand2 --requests 60")
if command -v verilator >/dev/null; then
    sizes="--inputs 3 --outputs 4 --destinations 3 --banks 2 --row-bits 5 --hash-bits 3"
    runs+=("cosim --controller banked_fifo --queue 8 --responses 4 --stream mixed --requests 60 --from 20 --for 150"
        "cosim --allocator pim $sizes --cycles 200")
fi
for run in "${runs[@]}"; do
    # shellcheck disable=SC2086 # words
    "$ROWHOLD" $run --quiet --wave "$work/run.vcd"
    # shellcheck disable=SC2086
    "$ROWHOLD" $run --quiet --wave "$work/again.vcd"
    cmp "$work/run.vcd" "$work/again.vcd" || fail "$run: the same run wrote other bytes"
    values "$work/run.vcd" >"$work/of_vcd"
    [[ $(wc -l <"$work/of_vcd") -gt 1000 ]] || fail "$run: $(wc -l <"$work/of_vcd") values"
    for tool in fst2vcd vcd2fst; do
        command -v $tool >/dev/null || { echo "skipped: no $tool (GTKWave)" && exit 77; }
    done
    # shellcheck disable=SC2086
    "$ROWHOLD" $run --quiet --wave "$work/run.fst" || { echo "skipped: no FST writer" && exit 77; }
    fst2vcd -f "$work/run.fst" -o "$work/from_fst.vcd" >"$work/log" 2>&1 || fail "fst2vcd: $(cat "$work/log")"
    values "$work/from_fst.vcd" >"$work/of_fst"
    cmp "$work/of_fst" "$work/of_vcd" || fail "$run: $(diff "$work/of_fst" "$work/of_vcd" | head -5)"
    vcd2fst -v "$work/run.vcd" -f "$work/read.fst" >"$work/log" 2>&1 || fail "vcd2fst: $(cat "$work/log")"
    fst2vcd -f "$work/read.fst" -o "$work/read.vcd" >"$work/log" 2>&1 || fail "fst2vcd: $(cat "$work/log")"
    values "$work/read.vcd" >"$work/of_read"
    cmp "$work/of_read" "$work/of_vcd" || fail "$run: vcd2fst reads $(diff "$work/of_read" "$work/of_vcd" | head -5)"
    echo "$run: $(wc -l <"$work/of_vcd") changes, the same in both formats"
done

# The comparison notices one bit.
awk '!done && NR > 2000 && /^b0 / { sub("b0", "b1"); done = 1 } { print }' "$work/run.vcd" >"$work/planted.vcd"
cmp -s "$work/run.vcd" "$work/planted.vcd" && fail "no bit was planted"
values "$work/planted.vcd" >"$work/of_planted"
! cmp -s "$work/of_fst" "$work/of_planted" || fail "a planted bit passed"
echo "a changed bit is noticed"

# Each signal of a wave has a name of its own, also where commands are registered.
for run in "simulate --stream mixed --requests 20" "simulate --stream mixed --requests 20 --registered"; do
    # shellcheck disable=SC2086 # an option each
    "$ROWHOLD" $run --quiet --wave "$work/names.vcd"
    twice=$(awk '$1 == "$scope" { scope = $3 } $1 == "$var" && seen[scope "." $5]++ { print scope "." $5 }' \
        "$work/names.vcd")
    [[ -z $twice ]] || fail "$run: twice in the wave: $twice"
    grep -q '_q \[' "$work/names.vcd" && [[ $run != *--registered ]] && fail "$run: a port that is none"
done
grep -q ' col_bank_q \[' "$work/names.vcd" || fail "no register of the command"
echo "every name stands once"
