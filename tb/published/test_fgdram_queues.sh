#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A queue that nobody searches, on FGDRAM: two entries a pseudobank reach the bounds that the buses set, one does not,
# and the bits compared are those of two row comparators; the rows are those of docs/tables/fgdram_queues.csv.
source tb/published/published.sh
scripts/experiment fgdram_queues --workloads apart_1,apart_2 --csv "$work/table.csv"

# workload,entries,percent,fr_fcfs_percent,slack: an ACT and a PRE an atom, or two, take 3 slots of the row bus under
# fr_fcfs: 33.33 and 66.67 %; without PRE it is 50 and 100 %. One entry, and one more for all: the second atom of a row
# waits for the first, and with it every grain.
cat >"$work/golden.csv" <<'GOLDEN'
apart_1,2,50.00,33.33,0.2
apart_1,4,50.00,33.33,0.2
apart_1,8,50.00,33.33,0.2
apart_2,2,98.30,66.67,0.2
apart_2,4,99.90,66.67,0.2
apart_2,8,99.90,66.67,0.2
GOLDEN
check() {
    awk -F, '
        function expect(ok, text) { checks++; if (!ok) { print "broken: " text; broken++ } }
        function near(found, want, slack) { return found >= want - slack && found <= want + slack }
        FNR == NR { if (FNR > 1) { ours[$1, $2] = $4; theirs[$1, $2] = $5; bits[$2] = $7; searched[$2] = $8 } next }
        {
            expect(near(ours[$1, $2], $3, $5), sprintf("%s, %s entries: %s %%, expected %s", $1, $2, ours[$1, $2], $3))
            expect(near(theirs[$1, $2], $4, $5), sprintf("%s, fr_fcfs: %s %%, expected %s", $1, theirs[$1, $2], $4))
        }
        END {
            expect(ours["apart_2", 1] != "" && ours["apart_2", 1] < 25, "one entry a pseudobank: expected below 25 %")
            for (n = 1; n <= 8; n *= 2)
                expect(bits[n] == 28 && searched[n] == 16 * n * 18, sprintf("%d entries: %s and %s bits compared, " \
                    "expected 2 x 14 and %d x (14 + 4)", n, bits[n], searched[n], 16 * n))
            print checks " expectations, " broken + 0 " broken"
            exit broken > 0 || checks < 17
        }' "$1" "$work/golden.csv"
}
check "$work/table.csv" || fault "the table of this run"
plant 'a PRE that costs no slot' 's/^\(apart_1,4,64,[0-9.]*\),[0-9.]*/\1,50.00/'
plant 'queues too short for auto-precharge' 's/^\(apart_2,2,32\),[0-9.]*/\1,66.67/'
plant 'a comparator an entry' 's/^\(apart_2,8,.*\),28,/\1,1792,/'
plant 'a size that was not run' '/^apart_2,1,/d'

missing=$(comm -23 <(sort "$work/table.csv") <(sort docs/tables/fgdram_queues.csv))
[[ -z $missing ]] ||
    fault "docs/tables/fgdram_queues.csv is stale, scripts/experiment fgdram_queues writes it: $missing"
