#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# scripts/bench counts the same instructions each time, and a request costs what docs/tables/bench.csv says, within 10
# %.
set -euo pipefail
export LC_ALL=C BENCH_TIMES=0

if ! command -v valgrind >/dev/null; then
    echo 'skipped: no valgrind'
    exit 77
fi
if grep -q '^ROWHOLD_SANITIZE:BOOL=ON' "${ROWHOLD_BUILD:-build}/CMakeCache.txt"; then
    echo 'skipped: a build with sanitizers does not run under valgrind'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
broken() {
    echo "broken: $1"
    status=1
}

scripts/bench --no-lockstep --check --csv "$work/all.csv" >"$work/all.txt" ||
    broken 'a request costs another number of instructions; if it should: scripts/bench --baseline'
cat "$work/all.txt"
scripts/bench --no-lockstep --csv "$work/again.csv" fifo >"$work/again.txt"
for run in all again; do
    grep '^fifo,.*instructions$' "$work/$run.csv" >"$work/$run.counts"
done
[ "$(wc -l <"$work/all.counts")" -eq 4 ] || broken "found $(wc -l <"$work/all.counts") counts of fifo, expected 4"
diff "$work/all.counts" "$work/again.counts" || broken 'two runs count different instructions'

# A counter that counts nothing is no measurement.
mkdir "$work/bin"
printf '#!/bin/sh\nexit 0\n' >"$work/bin/valgrind"
chmod +x "$work/bin/valgrind"
for script in 'bench --no-lockstep fifo' "lib/simulation_bench ${ROWHOLD_BUILD:-build} $work/rows.csv"; do
    code=0
    # shellcheck disable=SC2086 # a script and its arguments
    PATH=$work/bin:$PATH scripts/$script >"$work/planted.txt" 2>&1 || code=$?
    [ $code -eq 2 ] && grep -q 'found no instructions$' "$work/planted.txt" ||
        broken "$script without counts: exit $code, $(tail -n 1 "$work/planted.txt")"
done

# A regression, a gain and a missing row are found; a build of another kind is not compared,
# and says so.
planted() { # EXIT TEXT WHAT, the baseline on stdin
    local code=0
    cat >"$work/baseline.csv"
    BENCH_BASELINE=$work/baseline.csv scripts/bench --no-lockstep --check fifo >"$work/planted.txt" 2>&1 || code=$?
    [ $code -eq "$1" ] && grep -q -- "$2" "$work/planted.txt" ||
        broken "$3: exit $code, $(tail -n 1 "$work/planted.txt")"
}
if ! grep -q 'not compared' "$work/all.txt"; then
    awk -F, -v OFS=, '/^fifo,/ { $3 = int($3 / 1.15) } 1' docs/tables/bench.csv |
        planted 1 'expected within 10 %' 'a regression'
    awk -F, -v OFS=, '/^fifo,/ { $3 = int($3 / 0.85) } 1' docs/tables/bench.csv |
        planted 1 'expected within 10 %' 'a gain'
    grep -v '^fifo,' docs/tables/bench.csv | planted 1 'found no row' 'a missing row'
    if BENCH_TIMELINE_LIMIT=200 BENCH_READ_LIMIT=100 BENCH_SIMULATION_LIMIT=250 BENCH_NETWORK_LIMIT=9000 \
        scripts/bench --no-lockstep --check fr_fcfs >"$work/dear.txt" 2>&1; then
        broken 'a timeline beyond its limit went unnoticed'
    fi
    grep -q 'rowhold, gddr3, fr_fcfs: found [0-9]* instructions a request, expected at most 200' "$work/dear.txt" ||
        broken "a timeline beyond its limit is not named: $(tail -n 1 "$work/dear.txt")"
    grep -q 'reading csv: found [0-9]* instructions a request, expected at most 100' "$work/dear.txt" ||
        broken "a reader beyond its limit is not named: $(tail -n 1 "$work/dear.txt")"
    grep -q 'simulate, stream, unjudged: found [0-9]* instructions a request, expected at most 250' \
        "$work/dear.txt" || broken "a simulation beyond its limit is not named: $(tail -n 1 "$work/dear.txt")"
    grep -q 'crossbar, load_half_instructions_a_network_clock: found [0-9]*, expected at most 9000' \
        "$work/dear.txt" || broken "a network beyond its limit is not named: $(tail -n 1 "$work/dear.txt")"
fi
sed '1s/.*/# another machine/' docs/tables/bench.csv | planted 0 'not compared' 'a build of another kind'
mkdir -p "$work/build/bin"
ln -s "$(readlink -f "${ROWHOLD_BUILD:-build}/bin/rowhold")" "$work/build/bin/rowhold"
ln -s "$(readlink -f "${ROWHOLD_BUILD:-build}")"/librowhold{,_files}.a "$work/build"
sed 's/^CMAKE_C_FLAGS:STRING=.*/CMAKE_C_FLAGS:STRING=-O3/' \
    "${ROWHOLD_BUILD:-build}/CMakeCache.txt" >"$work/build/CMakeCache.txt"
ROWHOLD_BUILD=$work/build planted 0 'not compared.*, -O3' 'a build with other flags' <docs/tables/bench.csv
if scripts/bench --no-lockstep no_such_controller >/dev/null 2>"$work/refused.txt"; then
    echo 'broken: an unknown controller is measured'
    status=1
fi
if ! grep -q "no_such_controller" "$work/refused.txt"; then
    echo 'broken: an unknown controller is not named'
    status=1
fi
exit $status
