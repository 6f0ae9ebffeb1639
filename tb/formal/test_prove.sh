#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# scripts/prove refuses worthless proofs: each case spoils a copy of one small proof and expects the exit and the words.
#
#   test_prove.sh [all]    all: the cases that a solver has to work for, too, for scripts/evidence
source tb/shell.sh || exit
copy=$work
export ROWHOLD_BUILD=$copy/build

fresh() {
    mkdir -p "$copy/scripts" "$copy/tb" "$copy/include/tables"
    cp -ru scripts/prove scripts/verilate scripts/lib "$copy/scripts/"
    cp -r rtl "$copy/"
    cp -r tb/formal "$copy/tb/"
    cp include/tables/variants.def include/tables/kinds.def "$copy/include/tables/"
}

# expect NAME EXIT WORDS ARGUMENT...
expect() {
    local name=$1 code=$2 words=$3 found=0 text
    shift 3
    text=$("$copy/scripts/prove" "$@" 2>&1) || found=$?
    if [[ $found -ne $code || $text != *"$words"* || $text == *Traceback* ]]; then
        fault "$name: found exit $found, expected $code with '$words': $text"
    else
        echo "passed $name"
    fi
}
spoil() { # spoil FILE SED-PROGRAM: and the file must change
    cp "$copy/$1" "$copy/before"
    sed -i "$2" "$copy/$1"
    ! cmp -s "$copy/$1" "$copy/before" || fail "nothing to spoil in $1: $2"
}
proof=tb/formal/fv_rh_first.sv

fresh
expect a_good_proof_passes 0 "proved" rh_first:n8
expect a_stem_without_prefix_is_known 0 "first:n8" --list first:n8
expect an_unknown_stem_is_refused 2 "found 'rh_firts'" rh_firts
expect an_unknown_solver_is_refused 2 "--solver" --solver boolector
fresh && spoil $proof 's/asserts=3/asserts=4/'
expect a_missing_assertion_is_refused 1 "found 3 assertions and 3 covers, expected 4 and 3" rh_first:n8
fresh && spoil $proof 's/none_C: cover (first/none_C: cover (first[0] \&\& first/'
expect an_unreached_cover_fails 1 "none_C" rh_first:n8
fresh && spoil $proof 's/bmc=2/bmc=0/'
expect a_base_case_shorter_than_the_induction_is_refused 2 "expected at least the induction's 1" rh_first:n8
fresh && spoil $proof 's/induction=1/induction=none/'
expect a_missing_induction_needs_a_reason 2 "// bounded n8: why" rh_first:n8
fresh && spoil $proof 's/cover=2/coverage=2/'
expect an_unknown_key_is_refused 2 "found 'coverage=2'" rh_first:n8
fresh && spoil rtl/core/rh_first.sv 's/seen << 1/seen << 2/'
expect a_broken_block_fails_by_name 1 "FAILED bmc: lowest_A" rh_first:n8
fresh && spoil rtl/core/rh_first.sv 's/\bfirst_o\b/lowest_o/g'
expect a_port_that_was_renamed_is_found_without_a_solver 1 "Verilator: PINNOTFOUND" --lint rh_first:n8
fresh && rm "$copy/tb/formal/fv_rh_most_pending.sv"
expect a_controller_without_its_own_proof_has_the_contract 0 "bounded: the queue's own" --list rh_most_pending:requests
fresh && rm "$copy/tb/formal/fv_rh_wavefront.sv"
expect an_allocator_without_its_own_proof_has_the_contract 0 "bounded to 10 clocks" rh_wavefront:bare3x2
fresh && mkdir "$copy/bin" && ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$copy/bin/python3" &&
    ln -s "$(command -v env)" "$copy/bin/"
PATH=$copy/bin expect a_missing_tool_is_named 2 "found no yosys" rh_first:n8

if [[ ${1:-} == all ]]; then
    fresh && spoil $proof 's/logic places;/logic places, loose;/; s/assign places = /assign places = loose \& /'
    expect an_undriven_wire_is_refused 1 "no driver" rh_first:n8
    fresh && spoil $proof 's/lowest_A: /lowest: /'
    expect an_assertion_without_its_suffix_is_refused 1 "expected a name that ends in _A" rh_first:n8
    fresh && spoil tb/formal/fv_rh_timer.sv '/count_A: /d; s/asserts=4/asserts=3/'
    expect a_proof_without_its_invariant_does_not_induct 1 "FAILED induction: runs_A" rh_timer:w4
    fresh && spoil tb/formal/observe_fifo.svh 's/DONE_SIZE-1:0] obs;/DONE_SIZE-2:0] obs;/'
    expect a_short_observation_vector_is_refused 1 "Resizing cell port" rh_fifo:requests
    fresh && rm "$copy/tb/formal/fv_rh_wavefront.sv"
    spoil rtl/network/rh_wavefront.sv 's/give = here & row_free & column_free/give = here \& column_free/'
    expect the_contract_of_an_allocator_is_checked 1 "FAILED bmc: u_contract.row_A" rh_wavefront:bare3x2
fi
