#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# scripts/bench counts the instructions of a request, and finds one that costs more or less than docs/tables/bench.csv
# says, or has no row there. scripts/evidence compares every controller, the networks and the readers.
source tb/shell.sh || exit
export BENCH_TIMES=0

needs valgrind
if grep -q '^ROWHOLD_SANITIZE:BOOL=ON' "${ROWHOLD_BUILD:-build}/CMakeCache.txt"; then
    echo 'skipped: a build with sanitizers does not run under valgrind'
    exit 77
fi

scripts/bench --no-lockstep --check --csv "$work/fifo.csv" fifo >"$work/said" ||
    fail "a request costs another number of instructions; if it should: scripts/bench --baseline; $(cat "$work/said")"
[ "$(grep -c '^fifo,.*instructions$' "$work/fifo.csv")" -eq 4 ] ||
    fail "found $(cat "$work/fifo.csv"), expected 4 counts"

# A gain, a regression and a row that is missing are found; so is a model beyond its limit.
awk -F, -v OFS=, '/^fifo,instructions_a_request,/ { $3 = int($3 / 0.7) } /^fifo,.*_with_judge,/ { $3 = int($3 / 1.4) }
    /^fifo,.*_hbm2_2000_/ { next } 1' docs/tables/bench.csv >"$work/baseline.csv"
code=0
export BENCH_BASELINE=$work/baseline.csv BENCH_TIMELINE_LIMIT=200
scripts/bench --no-lockstep --check fifo >"$work/said" 2>&1 || code=$?
if grep -q 'not compared' "$work/said"; then
    echo "note: $(grep 'not compared' "$work/said")"
else
    [ $code -eq 1 ] || fail "a planted baseline: exit $code, $(cat "$work/said")"
    for words in 'fifo,instructions_a_request: found .* expected within 10 %' \
        'fifo,instructions_a_request_with_judge: found .* expected within 10 %' 'hbm2_2000.*: found no row' \
        'rowhold, gddr3, fifo: found [0-9]* instructions a request, expected at most 200'; do
        grep -q -- "$words" "$work/said" || fail "found no '$words' in: $(cat "$work/said")"
    done
fi

# A counter that counts nothing is no measurement; an unknown controller is named.
mkdir "$work/bin"
printf '#!/bin/sh\nexit 0\n' >"$work/bin/valgrind"
chmod +x "$work/bin/valgrind"
code=0
PATH=$work/bin:$PATH scripts/bench --no-lockstep fifo >"$work/said" 2>&1 || code=$?
[ $code -eq 2 ] && grep -q 'found no instructions$' "$work/said" || fail "no counts: exit $code, $(cat "$work/said")"
code=0
scripts/bench --no-lockstep no_such_controller >/dev/null 2>"$work/said" || code=$?
[ $code -eq 2 ] && grep -q no_such_controller "$work/said" || fail "unknown: exit $code, $(cat "$work/said")"
