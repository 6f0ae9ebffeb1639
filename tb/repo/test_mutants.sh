#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# scripts/mutants tells faults that are noticed from those that are not, and refuses rows it can't use: each case writes
# a file of faults into a small copy of the tree and expects the exit and the words.
#
#   test_mutants.sh [all]    all: more of what becomes of a fault, for scripts/evidence
source tb/shell.sh || exit
needs "${CC:-cc}"
copy=$work/copy
mkdir -p "$copy"/{scripts,tb/unit,tb/mutants}
cases=0
# Each case compiles the models anew: without the optimiser, the tests here are short.
printf '#!/bin/bash\nexec %q "${@/#-O1/-O0}"\n' "${CC:-cc}" >"$copy/cc"
chmod +x "$copy/cc"
export CC=$copy/cc
cp -r scripts/{mutants,lib} "$copy/scripts/"
cp -r rtl cmodel include "$copy/"
rm "$copy"/cmodel/{analytic,embedding,system,cost,trace,workload}/*.c # the test of fifo needs none of them
cp -r tb/formal "$copy/tb/"
cp tb/unit/test_fifo.c tb/unit/*.h "$copy/tb/unit/"

# faults LINE...: the faults of rh_fifo.
faults() { printf '%s\n' "$@" >"$copy/tb/mutants/rh_fifo.txt"; }
# expect NAME EXIT WORDS ARGUMENT...: what the script does with them.
expect() {
    local name=$1 code=$2 words=$3 found=0 text
    shift 3
    cases=$((cases + 1))
    text=$("$copy/scripts/mutants" --jobs 2 "$@" 2>&1) || found=$?
    [[ $found == "$code" && $text == *"$words"* && $text != *Traceback* ]] ||
        fault "$name: exit $found, expected $code with '$words'; $text"
    [[ $code != 2 || $text != *$'\n'* ]] || fault "$name: more than one line: $text"
}
model=cmodel/controller/rh_fifo.c rtl=rtl/controller/rh_fifo.sv file=tb/mutants/rh_fifo.txt
pop='pop = edge->choice->column && edge->choice->last;'
waits=the_second_bank_waits_until_the_oldest_request_has_left

# --- what becomes of a fault ---
sums() { (cd "$copy" && find . -type f -exec cksum {} + | sort); }
faults "$model" "- $pop" '+ pop = edge->choice->column;' "unit fifo: $waits"
sums >"$copy.before"
"$copy/scripts/mutants" --json --jobs 2 fifo |
    python3 -c 'import json, sys; row, = json.load(sys.stdin); assert row["outcome"] == "noticed", row' ||
    fault "--json: other outcomes"
sums | cmp -s - "$copy.before" || fault "the tree itself was changed"
rm "$copy.before"
faults "$model" "- $pop" '+ pop = edge->choice->last && edge->choice->column;' "unit fifo: $waits"
expect a_fault_that_survives 1 "SURVIVED: all passed
    $model: '$pop' -> 'pop = edge->choice->last && edge->choice->column;'
faults: 1 planted, 0 noticed, 1 SURVIVED"
if [[ ${1:-} == all ]]; then
    # A header reaches every file that includes it, in whatever folder: this one the queue of fifo, from include/.
    printf '%s\n' include/rowhold/rh_bits.h '- return at >= n ? at - n : at;' '+ return from;' \
        'unit fifo: a_full_queue_goes_on' >"$copy/tb/mutants/rh_bits.txt"
    expect a_fault_in_a_header_of_another_folder 0 'faults: 1 planted, 1 noticed' bits
    rm "$copy/tb/mutants/rh_bits.txt"
    faults "$model" "- $pop" '+ pop = edge->choice->colum;' "unit fifo: $waits"
    expect a_fault_that_does_not_compile 1 'found by something else: the compiler: '
    faults "$model" "- $pop" '+ pop = edge->choice->column;' 'unit fifo: a_full_queue_goes_on'
    expect a_fault_that_another_test_finds 1 "found by something else: $waits"
    faults "$model" '- if (edge->arrives)' '+ while (edge->arrives) { } if (edge->arrives)' "unit fifo: $waits"
    FAULTS_LIMIT=3 expect a_fault_without_an_end 1 'found by something else: no end within 3 s'
    faults "$model" "- $pop" '+ pop = edge->choice->column;' "unit fifo: $waits"
    sed -i 's/"\.A\.\.\.R\.RA\.\.\.R/"xxxx/' "$copy/tb/unit/test_fifo.c"
    expect a_test_that_fails_anyway 1 'BROKEN: without the fault: exit 1: '
    cp tb/unit/test_fifo.c "$copy/tb/unit/"
    if command -v yosys yosys-smtbmc cvc5 >/dev/null; then
        printf '%s\n' rtl/core/rh_first.sv '- ~(seen << 1)' '+ ~(1 * (seen << 1))' 'proof rh_first:n8: lowest_A' \
            '- ~(seen << 1)' '+ ~seen' 'proof rh_first:n8: no_such_A' >"$copy/tb/mutants/rh_first.txt"
        expect a_fault_that_the_proof_allows 1 'SURVIVED: within 2 clocks' rh_first
        expect an_assertion_that_does_not_exist 1 "BROKEN: found no assertion no_such_A
    rtl/core/rh_first.sv: '~(seen << 1)' -> '~seen'
faults: 2 planted, 0 noticed, 1 SURVIVED, 1 BROKEN" rh_first
        rm "$copy/tb/mutants/rh_first.txt"
    fi
fi

# --- rows that can't be used: one line with the place ---
faults '# none'
expect a_file_without_a_fault 2 "$file:1: found no fault"
faults '- a' '+ b' "unit fifo: $waits"
expect a_fault_before_its_file 2 "$file:1: found a fault before any file"
faults rtl/core/rh_first.sv
expect a_file_of_another_block 2 "$file:1: found 'rtl/core/rh_first.sv', expected a file of the block rh_fifo"
faults rtl/core/rh_fifo.sv
expect a_file_that_does_not_exist 2 "$file:1: found no file rtl/core/rh_fifo.sv"
faults "$model" '' '- no such text' '+' "unit fifo: $waits"
expect text_that_is_not_there 2 "$file:3: found 'no such text' 0 times in $model, expected it once"
faults "$model" '- choice.' '+' "unit fifo: $waits"
expect text_that_is_there_twice 2 "$file:2: found 'choice.' "
faults "$model" "- $pop" '+' "cinema fifo: $waits"
checkers='lint, load, lockstep, netlist, network, proof, system, unit'
expect an_unknown_checker 2 "$file:4: found checker 'cinema', expected one of $checkers"
faults "$model" "- $pop" '+' 'unit fifo'
expect nothing_that_must_notice 2 "$file:4: found 'unit fifo', expected CHECKER SUBJECT: WHAT"
faults "$model" "- $pop" '+' '' "- $pop" '+ x'
expect nobody_that_must_notice 2 "$file:2: found a fault that nobody must notice"
faults "$model" "- $pop" "unit fifo: $waits"
expect a_fault_without_its_text 2 "$file:3: found 'unit fifo: $waits', expected the lines of a fault before it"
faults "$model" '+ text'
expect a_text_in_nothings_place 2 "$file:2: found '+' without '-' before it"
faults "$model" "-$pop"
expect a_mark_without_its_blank 2 "$file:2: found '-$pop', expected a blank behind the -"
faults "$model" "- $pop "
expect a_blank_at_the_end 2 "$file:2: found a blank at the end of the line"
faults "$model" "- $pop" '+' "unit fife: $waits"
expect an_unknown_unit_test 2 "$file:4: found unit test 'fife'"
faults "$model" "- $pop" '+' 'unit fifo: it_works'
expect an_unknown_test_of_it 2 "$file:4: found test 'it_works', expected one of tb/unit/test_fifo.c"
faults "$rtl" "- .row_pick_i(1'b1)" "+ .row_pick_i(1'b0)" "unit fifo: $waits"
expect a_unit_test_of_rtl 2 "$file:4: found a unit test of $rtl, expected a C file of a model"
column=("$rtl" "- .column_pick_i(1'b1)" "+ .column_pick_i(1'b0)")
faults "${column[@]}" 'proof rh_fifo:wishes: column_A'
expect an_unknown_proof 2 "$file:4: found proof 'rh_fifo:wishes'"
faults "${column[@]}" 'lockstep river fifo: column'
expect an_unknown_kind 2 "$file:4: found kind 'river'"
faults "${column[@]}" 'lockstep controller fife: column'
expect an_unknown_variant 2 "$file:4: found controller 'fife'"
faults "${column[@]}" 'netlist fife queue=8: column'
expect a_netlist_of_nobody 2 "$file:4: found 'fife queue=8', expected a design of the registry and settings NAME=VALUE"
faults "${column[@]}" 'netlist fifo 8: column'
expect a_netlist_of_a_bare_number 2 "$file:4: found 'fifo 8', expected a design of the registry"
faults "${column[@]}" 'lint fife: WIDTH'
expect a_lint_of_nobody 2 "$file:4: found 'fife', expected a design"

# --- the command line ---
faults "${column[@]}" 'proof rh_fifo:wide: column_A' \
    'lockstep controller fifo --preset gddr3 --map row:bank:column: column'
expect an_unknown_block 2 "scripts/mutants: found block 'fife', expected one of rh_fifo" fife
expect no_row_of_a_checker 2 'scripts/mutants: found no fault of that kind' --checker unit
expect no_row_of_the_fast_proofs 2 'scripts/mutants: found no fault of that kind' --checker proof --fast
expect a_list_of_every_second_row 0 "$file:4  proof rh_fifo:wide: column_A  $rtl: " --list --every 2
[[ $("$copy/scripts/mutants" --list --every 2 | wc -l) == 1 ]] || fault "--every 2: found other than one of two rows"
expect a_list_of_rows 0 "$file:5  lockstep controller fifo --preset gddr3 --map row:bank:column: column  $rtl: " --list
"$copy/scripts/mutants" --list --json | python3 -c '
import json, sys
rows = json.load(sys.stdin)
found = [(row["checker"], row["line"], row["what"]) for row in rows]
assert found == [("proof", 4, "column_A"), ("lockstep", 5, "column")], rows
assert rows[0]["block"] == "rh_fifo", rows
assert rows[0]["fault"] == ".column_pick_i(1\u0027b0)", rows' || fault "--list --json: other rows"
faults "$model" "- $pop" '+ pop = edge->choice->column;' "unit fifo: $waits"
CC=no_such_cc expect a_missing_tool 2 "scripts/mutants: found no no_such_cc in PATH"
echo "$cases cases"
[[ $cases -ge 29 ]]
