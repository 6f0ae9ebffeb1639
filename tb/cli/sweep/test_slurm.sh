#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# docs/examples/sweep.slurm on a real Slurm, submitted by the lines that stand in it: the merged parts are the very
# files of the sweep in one piece; a missing part is refused in one line; scripts/slurm leaves nothing behind.
# Skips, and says so, where Slurm is not installed.
source tb/shell.sh || exit
root=$PWD

fail() {
    echo "FAIL: $*"
    tail -n 5 "$work"/*.log 2>/dev/null || true
    exit 1
}

mkdir "$work/bin" "$work/tmp"
ln -s "$rowhold" "$work/bin/rowhold"
export PATH=$work/bin:$PATH XDG_CACHE_HOME=$work/cache TMPDIR=$work/tmp
slurm=$root/scripts/slurm
cp docs/examples/sweep.slurm "$work"
cd "$work"
lines=$(sed -n 's/^#   //p' sweep.slurm)
[[ $(wc -l <<<"$lines") == 3 ]] || fail "the example has other lines than three: $lines"
printf 'controller: [fifo, fr_fcfs]\nqueue: 4:16:4\nrequests: 300\n' >space.yaml

code=0
"$slurm" bash -euc "$lines" >submit.txt 2>&1 || code=$?
if [[ $code == 77 ]]; then
    cat submit.txt
    exit 77
fi
[[ $code == 0 ]] || fail "the lines of the example: exit $code, $(tail -n 3 submit.txt)"
"$rowhold" sweep --config space.yaml --cache whole --quiet --csv whole.csv --json whole.json
for ending in csv json; do cmp "whole.$ending" "table.$ending" || fail "the array gives another $ending"; done
[[ $(find . -name 'part_?.json' | wc -l) == 4 && $(wc -l <table.csv) == 9 ]] || fail "it leaves $(echo part*)"

# A part that is lost, and tasks that fail: their parts of the run before are no excuse.
rm part_2.json table.csv table.json
# shellcheck disable=SC2016 # the lines run under Slurm
faults='sbatch --wait --output=lost.log --wrap "$merge" && exit 1
array=$(sbatch --parsable --array=1-4 sweep.slurm --queue 1)
sbatch --wait --dependency=afterany:"$array" --output=failed.log --wrap "$merge" && exit 1
exit 0'
"$slurm" bash -uc "$(sed -n 2p <<<"$lines")"$'\n'"$faults" >submit.txt 2>&1 ||
    fail "a fault goes unnoticed: $(cat submit.txt)"
[[ $(<lost.log) == "rowhold: --merge: found 3 of 4 parts, expected part 2 too" ]] || fail "a lost part"
[[ $(<part_3.log) == "rowhold: --queue: found '1', expected a whole number from 2 to 128" ]] || fail "a wrong option"
[[ $(<failed.log) == "rowhold: --merge: found no file 'part_*.json', expected the parts of a sweep" ]] ||
    fail "tasks that fail"
[[ ! -e table.csv && ! -e table.json ]] || fail "a refused merge leaves a table"

# Interrupted: no process and no file stays; it takes long, and is for scripts/evidence.
if [[ ${1:-} == all ]]; then
    "$slurm" bash -c 'sbatch --output=sleep.log --wrap "touch at_work; sleep 600"; sleep 600' >submit.txt 2>&1 &
    running=$!
    for ((i = 0; i < 600; i++)); do
        [[ ! -e at_work ]] || break
        sleep 0.1
    done
    [[ -e at_work ]] || fail "no job has run in a minute"
    kill -TERM $running
    code=0
    wait $running || code=$?
    [[ $code == 143 ]] || fail "scripts/slurm ended by a signal exits $code"
    [[ -z $(ls tmp) ]] || fail "scripts/slurm leaves $(ls tmp)"
    left=$(grep -lszF "SLURM_CONF=$work" /proc/[0-9]*/environ || true)
    [[ -z $left ]] || fail "scripts/slurm leaves processes: $left"
fi
code=0
PATH=$work/bin "$slurm" true >submit.txt || code=$?
[[ $code == 77 && $(<submit.txt) == "scripts/slurm: skipped: found no "*" in PATH (scripts/setup slurm"* ]] ||
    fail "without Slurm: exit $code, $(cat submit.txt)"
code=0
"$slurm" sh -c 'exit 3' >/dev/null || code=$?
[[ $code == 3 ]] || fail "a command that exits 3: $code"
echo "an array of 4 tasks and its merge give the files of the sweep in one piece; lost and failing parts are noticed"
