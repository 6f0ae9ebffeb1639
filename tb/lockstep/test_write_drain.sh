#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL the model where reads and writes are served in turn? With marks that are met and marks that are not, places
# of each kind, an age cap, random timing, slow responses, a reset and state load; in the closed loop, too. What the
# options refuse, and what is noted. Beside a page policy, too: a bank whose requests are held may time out. hot_rows
# has many requests to one address, so that some reads are answered from the queue.
#
#   test_write_drain.sh [CONTROLLER...]   all of it, as scripts/evidence takes each; without a name fr_fcfs without
#                                         registered commands, and not twice in the closed loop
source tb/shell.sh || exit
needs verilator
part=0
[[ $# -gt 0 ]] || { part=1 && set -- fr_fcfs; }
small=(--queue 8 --responses 4 --requests 1500)

runs=0
for controller in "$@"; do
    for more in "mixed --write-drain 6:2" "hot_rows --read-share 0.6 --write-drain 1:0 --random-timing --seed 2" \
        "mixed --write-drain 3:1 --write-queue 4 --random-timing --seed 3 --load-every 7" \
        "hot_rows --write-drain 8:1 --age-cap 8 --read-share 0.8 --response-ready 3 --reset-at 777" \
        "mixed --write-queue 3 --random-timing --seed 4" \
        "mixed --write-drain 5:2 --write-queue 5 --page timeout --page-timeout 9 --bursts 24 --random-timing --seed 5" \
        "mixed --write-drain 5:2 --page adaptive --bursts 24 --random-timing --seed 5 --load-every 9" \
        "hot_rows --read-share 0.6 --forward --random-timing --seed 6 --load-every 11" \
        "hot_rows --read-share 0.7 --write-drain 6:2 --write-queue 7 --forward --registered --response-ready 3" \
        "hot_rows --read-share 0.5 --write-drain 4:1 --forward --age-cap 9 --bytes 32 --random-timing --seed 7"; do
        [[ $part == 0 || $more != *--registered* ]] || continue
        # shellcheck disable=SC2086 # several options
        "$ROWHOLD" cosim --controller "$controller" "${small[@]}" --stream $more >"$work/said" 2>"$work/errors" ||
            fail "$controller $more: $(cat "$work/said" "$work/errors")"
        grep -q '1 of 1 channels drained' "$work/said" || fail "$controller $more: not drained"
        runs=$((runs + 1))
    done
done
for more in "" --forward; do
    [[ $part == 0 || -n $more ]] || continue
    # shellcheck disable=SC2086 # none, or one
    "$ROWHOLD" cosim --stream core_random --channels 1 --requests 300 --network ring --quiet --stream-cores 2 \
        --depth 2 --injection-queue 2 --allocator wavefront --hold hash_match_hold_grant --row-affine 2 \
        --flit-bytes 24 --controller fr_fcfs --queue 4 --write-drain 3:1 --write-queue 3 $more
    runs=$((runs + 1))
done

# refused EXPECTED OPTION...: one line, exit 2.
refused() {
    local expected=$1 code=0
    shift
    "$ROWHOLD" simulate --requests 100 --quiet "$@" >"$work/said" 2>"$work/errors" || code=$?
    [[ $code == 2 && $(wc -l <"$work/errors") == 1 ]] || fail "$*: exit $code, $(cat "$work/errors")"
    grep -qF -- "$expected" "$work/errors" || fail "$*: found '$(cat "$work/errors")', expected '$expected'"
}
refused "--write-drain: found '24', expected HIGH:LOW, as 24:8" --write-drain 24
refused "--write-drain: found 8 writes that begin a drain and 24 that end it, expected fewer to end it" \
    --write-drain 8:24
refused "--write-drain: found 33 writes that begin a drain, expected at most 32, the places of the queue" \
    --write-drain 33:1
refused "--write-drain: found 9 writes that begin a drain, expected at most 8, the places for writes" \
    --write-drain 9:1 --write-queue 8
refused "--write-queue: found 32 places for writes, expected fewer than the 32 of the queue" --write-queue 32
refused "--write-drain: found '0', expected a whole number from 1 to 128" --write-drain 0:0
"$ROWHOLD" simulate --requests 100 --controller fifo --write-drain 24:8 >/dev/null 2>"$work/errors"
grep -q '^note: --write-drain 24:8 changes nothing: fifo does not read it$' "$work/errors" ||
    fail "fifo: $(cat "$work/errors")"
"$ROWHOLD" simulate --requests 100 --controller fifo --forward >/dev/null 2>"$work/errors"
grep -q '^note: --forward changes nothing: fifo does not read it$' "$work/errors" || fail "fifo: $(cat "$work/errors")"
"$ROWHOLD" predict --requests 100 --stream mixed --write-drain 24:8 >/dev/null 2>"$work/errors"
grep -q '^note: --write-drain: there is no model of reads and writes in turn$' "$work/errors" ||
    fail "predict: $(cat "$work/errors")"
echo "$runs runs matched"
