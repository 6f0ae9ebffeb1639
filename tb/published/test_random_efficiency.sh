#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Uniform random streams meet the published DRAM efficiencies, and the order relations between chips, streams and
# policies hold.
#
#   test_random_efficiency.sh [all]    all: docs/tables/random_efficiency.md is what the program prints today, for
#                                      scripts/evidence
source tb/published/published.sh
requests=20000
[[ ${1:-} != all ]] || requests=100000
scripts/experiment random_efficiency --requests $requests --csv "$work/table.csv" --markdown "$work/table.md"

# stream,chips,controller,percent,tolerance in points,where the number comes from
cat >"$work/golden.csv" <<'GOLDEN'
rand2,2,fr_fcfs,80.7,1.0,Yuan 2009 section 4.1
one_bank,2,fr_fcfs,23.6,0.2,Yuan 2009 section 4.1
rand1,4,fr_fcfs,22.4,1.0,Ramulator 2.1 and DRAMsim3
rand3,4,fr_fcfs,59.6,1.0,Ramulator 2.1 and DRAMsim3
stream,4,fr_fcfs,100.0,1.0,Ramulator 2.1 and DRAMsim3
GOLDEN

# Prints every broken expectation; fails when there is one, or when fewer were checked than are listed.
check() {
    awk -F, '
        function at(stream, chips, controller) { return 100 * efficiency[stream "," chips "," controller] }
        function expect(ok, text) { checks++; if (!ok) { print "broken: " text; broken++ } }
        FNR == NR { if (FNR > 1) { efficiency[$1 "," $2 "," $3] = $4; controllers[$3] = 1 } next }
        {
            e = at($1, $2, $3)
            expect(e >= $4 - $5 && e <= $4 + $5, sprintf("%s, %s chips, %s: %.1f, expected %s +- %s (%s)", $1, $2, $3,
                e, $4, $5, $6))
        }
        END {
            slack = 0.05 # points: the streams of 1, 2 and 4 chips are of one length, so their ends weigh differently
            split("rand1 rand2 rand3 one_bank stream", streams, " ")
            for (c in controllers) {
                for (s = 1; s <= 5; s++) {
                    expect(at(streams[s], 2, c) <= at(streams[s], 1, c) + slack,
                        c " on " streams[s] " rises from 1 to 2 chips")
                    expect(at(streams[s], 4, c) <= at(streams[s], 2, c) + slack,
                        c " on " streams[s] " rises from 2 to 4 chips")
                }
            }
            for (n = 1; n <= 4; n *= 2) {
                split("fr_fcfs most_pending", policies, " ")
                for (p = 1; p <= 2; p++) {
                    expect(at("rand2", n, policies[p]) >= at("rand1", n, policies[p]),
                        policies[p] " falls from rand1 to rand2")
                    expect(at("rand3", n, policies[p]) >= at("rand2", n, policies[p]),
                        policies[p] " falls from rand2 to rand3")
                }
                for (s = 1; s <= 3; s++) {
                    expect(at(streams[s], n, "banked_fifo") > at(streams[s], n, "fifo"),
                        "fifo beats banked_fifo on " streams[s])
                    expect(at(streams[s], n, "fr_fcfs") > at(streams[s], n, "banked_fifo"),
                        "banked_fifo beats fr_fcfs on " streams[s])
                }
            }
            print checks " expectations, " broken + 0 " broken"
            exit broken > 0 || checks < 60
        }' "$1" "$work/golden.csv"
}

check "$work/table.csv" || fault "the table of this run"

# The checker notices a wrong number, a wrong order, and a table without rows.
sed 's/^rand2,2,fr_fcfs,[0-9.]*/rand2,2,fr_fcfs,0.790000/' "$work/table.csv" >"$work/planted.csv"
planted 'a golden number off by 1.7 points'
sed 's/^rand3,1,most_pending,[0-9.]*/rand3,1,most_pending,0.500000/' \
    "$work/table.csv" >"$work/planted.csv"
planted 'an efficiency that falls from rand2 to rand3'
head -n 1 "$work/table.csv" >"$work/planted.csv"
planted 'an empty table'

[[ ${1:-} != all ]] || current docs/tables/random_efficiency.md 'scripts/experiment random_efficiency'
