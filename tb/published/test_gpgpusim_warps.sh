#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Recorded warp streams of CUDA programs, run in front of the closed loop, stay beside GPGPU-Sim: the gain of FR-FCFS
# over FIFO within 2 points in the mean and 5 each, speed within a quarter, efficiency within 10 points
# (docs/tables/gpgpusim_warps.md). Skips, and says so, where the streams are not at hand.
source tb/published/published.sh
code=0
scripts/experiment gpgpusim_warps --csv "$work/table.csv" --markdown "$work/table.md" || code=$?
[ $code -eq 0 ] || exit $code

check() {
    awk -F, '
        function abs(x) { return x < 0 ? -x : x }
        function expect(ok, text) { checks++; if (!ok) { print "broken: " text; broken++ } }
        NR > 1 {
            points = 100 * abs($2 - $3); sum += points; n++
            expect(points <= 5, sprintf("%s: the gain differs by %.1f points, expected at most 5", $1, points))
            expect(abs($4 - 1) <= 0.25, sprintf("%s: %.3f of the speed under FR-FCFS, expected 0.75 to 1.25", $1, $4))
            expect(abs($6 - $7) <= 0.1, sprintf("%s: efficiency %.3f beside %.3f, expected within 10 points",
                $1, $6, $7))
        }
        END {
            expect(n > 0 && sum / n <= 2, sprintf("mean difference %.2f points, expected at most 2", n ? sum / n : 100))
            print n + 0 " programs, " checks " expectations, " broken + 0 " broken"
            exit broken > 0 || n < 8
        }' "$1"
}

check "$work/table.csv" || fault "the table of this run"

# The checker notices a gain that is lost, a program that is too fast, and an empty table.
awk -F, -v OFS=, 'NR == 2 { $2 = 1.2 } 1' "$work/table.csv" >"$work/planted.csv"
planted 'a gain that is lost'
awk -F, -v OFS=, 'NR == 3 { $4 = 1.3 } 1' "$work/table.csv" >"$work/planted.csv"
planted 'a program that is too fast'
head -n 1 "$work/table.csv" >"$work/planted.csv"
planted 'an empty table'

current docs/tables/gpgpusim_warps.md 'scripts/experiment gpgpusim_warps'
