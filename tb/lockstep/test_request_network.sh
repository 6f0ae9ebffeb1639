#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is rh_request_network the network of C models? Every output and every register of every block in each clock, with
# random messages, sinks that take nothing for long, clocks without enable, messages that are done, a reset: each
# topology, each allocator and hold rule, one to four virtual channels. scripts/evidence runs the big sizes,
# and plants faults into its links, ways, classes and nodes.
source tb/shell.sh || exit
needs verilator
number() { sed -nE "s/.* ([0-9]+) $1.*/\1/p" "$work/said"; }

# network WORD...: a run that matches, and what it met.
network() {
    scripts/lib/random_top request_network "$@" >"$work/said" 2>"$work/errors" ||
        fail "$*: $(cat "$work/said" "$work/errors")"
    grep -q '^MATCHED: ' "$work/said" || fail "$*: $(cat "$work/said")"
    (($(number 'messages sent') > 1000 && $(number delivered) > 1000)) || fail "$*: $(cat "$work/said")"
    (($(number 'turned away') > 500 && $(number 'clocks of waiting') > 500 && $(number paused) > 500)) ||
        fail "$*: $(cat "$work/said")"
}
small=(depth=2 queue=2 most_flits=3 payload_bits=4)
if [[ $# -gt 0 ]]; then # a crossbar and a mesh, for scripts/evidence
    network cores=2 controllers=3 allocator=0 hold=2 vcs=4 row_affine=3 banks=2 row_bits=1 "${small[@]}" -- \
        --clocks 8000
    network topology=1 cores=3 controllers=2 allocator=2 hold=3 vcs=2 static_vcs=1 replies=1 "${small[@]}" -- \
        --clocks 8000
fi
network topology=3 cores=2 controllers=2 allocator=2 hold=3 vcs=2 static_vcs=1 replies=1 "${small[@]}" -- --clocks 8000

code=0
scripts/lib/random_top request_network topology=2 vcs=1 >"$work/said" 2>&1 || code=$?
[[ $code == 2 ]] && grep -q 'VCS: expected at least as many as the topology has classes' "$work/said" ||
    fail "vcs=1: exit $code, $(cat "$work/said")"
