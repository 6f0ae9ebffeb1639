#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Recorded streams, replayed, stay beside what GPGPU-Sim measured on them: efficiency within a point each and half a
# point in the mean, activates within 5 % together and 12 % each (docs/tables/gpgpusim.md explains the difference).
# Skips, and says so, where the streams are not at hand.
source tb/published/published.sh
code=0
scripts/experiment gpgpusim --csv "$work/table.csv" --markdown "$work/table.md" || code=$?
[ $code -eq 0 ] || exit $code

check() {
    awk -F, '
        function abs(x) { return x < 0 ? -x : x }
        function expect(ok, text) { checks++; if (!ok) { print "broken: " text; broken++ } }
        NR > 1 {
            points = 100 * abs($5 - $6); sum += points; n++; mine += $9; theirs += $10
            expect(points <= 1, sprintf("%s: efficiency differs by %.2f points, expected at most 1", $1, points))
            expect(100 * abs($7 - $8) <= 0.1, sprintf("%s: utilization differs by %.2f points, expected at most 0.1",
                $1, 100 * abs($7 - $8)))
            expect(abs($9 / $10 - 1) <= 0.12, sprintf("%s: %d activates beside %d, expected within 12 %%", $1, $9, $10))
            # a stream that was cut in mid-flight may end a few commands later here
            expect($3 >= $4 && $3 <= 1.001 * $4, sprintf("%s: %d column commands beside %d", $1, $3, $4))
        }
        END {
            expect(n > 0 && sum / n <= 0.5, sprintf("mean difference %.2f points, expected at most 0.5",
                n ? sum / n : 100))
            expect(theirs > 0 && abs(mine / theirs - 1) <= 0.05,
                sprintf("%d activates beside %d, expected within 5 %%", mine, theirs))
            print n + 0 " streams, " checks " expectations, " broken + 0 " broken"
            exit broken > 0 || n < 8
        }' "$1"
}

check "$work/table.csv" || fault "the table of this run"

# The checker notices a wrong efficiency, too many activates, lost commands, and an empty table.
awk -F, -v OFS=, 'NR == 2 { $5 += 0.015 } 1' "$work/table.csv" >"$work/planted.csv"
planted 'an efficiency off by 1.5 points'
awk -F, -v OFS=, 'NR == 3 { $9 = int($9 * 1.2) } 1' "$work/table.csv" >"$work/planted.csv"
planted 'a fifth more activates'
awk -F, -v OFS=, 'NR == 4 { $3 -= 100 } 1' "$work/table.csv" >"$work/planted.csv"
planted 'a loss of 100 column commands'
head -n 1 "$work/table.csv" >"$work/planted.csv"
planted 'an empty table'

current docs/tables/gpgpusim.md 'scripts/experiment gpgpusim'
