#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is rh_request_system the C closed loop? Every output and every register of every block in each clock, with random
# requests, timing values that nobody chose and a reset: a ring. Every event of a
# system happens: commands of all kinds, grants and held ones, flits, credits, cores turned away, requests and responses
# that wait. scripts/evidence runs the
# other topologies, the big sizes, and plants faults.
source tb/shell.sh || exit
needs verilator

# events NEVER WORD...: a run that matches, and meets every event but those of NEVER, a regular expression.
events() {
    local never=$1 seldom
    shift
    scripts/lib/random_top request_system "$@" >"$work/said" 2>"$work/errors" ||
        fail "$*: $(cat "$work/said" "$work/errors")"
    grep -q '^MATCHED: ' "$work/said" || fail "$*: $(cat "$work/said")"
    sed -n 's/^events: //p' "$work/said" | sed 's/, /\n/g' >"$work/events"
    [[ $(wc -l <"$work/events") == 16 ]] || fail "$*: found other events: $(cat "$work/said")"
    seldom=$(awk '$1 < 4' "$work/events" | grep -vxE "0 ($never)" || true)
    [[ -z $seldom ]] || fail "$*: too few events: $seldom"
    (($(sed -nE 's/([0-9]+) replies/\1/p' "$work/events") > 150)) || fail "$*: $(cat "$work/said")"
    grep -xE "0 ($never)" "$work/events" | cut -d' ' -f2- >>"$work/never" || true
}
small=(row_bits=4 column_bits=4 responses=4 depth=2 injection_queue=2 hash_bits=2)
run=(--clocks 6000 --timing 3 --hold-limit 5 --network-mhz 400 --outstanding-limit 9)
if [[ $# -gt 0 ]]; then # for scripts/evidence
    events 'RDA|WRA' cores=3 controllers=2 variant=1 queue=8 vcs=1 hold=1 "${small[@]}" -- "${run[@]}"
    events 'RDA|WRA' topology=1 cores=2 controllers=2 variant=2 queue=4 vcs=1 allocator=0 hold=2 "${small[@]}" \
        -- "${run[@]}"
    events 'RDA|WRA' topology=2 cores=2 controllers=1 variant=5 queue=4 vcs=4 allocator=2 hold=3 row_affine=2 \
        flit_bytes=24 "${small[@]}" -- "${run[@]}"
    events held cores=2 controllers=2 variant=6 queue=8 groups=2 grain_bits=1 buses=2 allocator=1 static_vcs=1 \
        "${small[@]}" -- "${run[@]}"
else # the plug-in of test_cosim_network.sh and test_write_drain.sh
    events 'RDA|WRA' topology=2 cores=2 controllers=1 variant=2 queue=4 vcs=2 allocator=2 hold=3 row_affine=2 \
        flit_bytes=24 depth=2 injection_queue=2 write_drain=2 -- "${run[@]}"
fi
[[ $# -eq 0 || $(sort "$work/never" | uniq -c | awk -v runs=4 '$1 == runs') == '' ]] ||
    fail "never: $(sort "$work/never" | uniq -c)"

code=0
scripts/lib/random_top request_system flit_bytes=8 >"$work/said" 2>&1 || code=$?
[[ $code == 2 ]] && grep -q 'FLIT_BYTES: expected 1 to 255, packets of at most 32 flits' "$work/said" ||
    fail "flit_bytes=8: exit $code, $(cat "$work/said")"
