#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# FGDRAM and QB-HBM at equal bandwidth keep to their closed forms, and no design goes beyond the bound of its buses and
# banks; the rows are those of docs/tables/iso_bandwidth.csv.
source tb/published/published.sh
workloads=apart_1,apart_2,writes_apart,writes_grain,writes_in_phase
scripts/experiment iso_bandwidth --workloads $workloads --csv "$work/table.csv"

# Worked out by hand. fgdram: eight interfaces, an atom 16 ns on one of them; an ACT 4 ns of the row bus. qb_hbm: four
# banks, an atom 2 ns. Percent of 16 GB/s:
# apart_2       reads, two atoms a row: 8 x 4 ns of ACTs = two bursts: 100 | 4 banks x 4 / tRC 45 = 35.56
# apart_1       one atom a row: 2 / 4 ns = 50 | 4 x 2 / 45 = 17.78
# writes_apart  2 x 2 x 16 / (tRCD 16 + 16 + tWL 4 + 16 + tWR 16 + tRP 16 = 84) = 76.19, were the command buses free
#               when a grain wants them: eight grains collide on both | 4 x 4 / (16 + 4 + 2 + 2 + 16 + 16 = 56) = 28.57
# writes_grain  one grain alone: 76.19 / 8 = 9.52
# writes_in_phase  an order in which they don't: 76.19
# workload,preset,controller,least,most
cat >"$work/golden.csv" <<'GOLDEN'
apart_2,fgdram,fgdram_channel,99.50,100.00
apart_1,fgdram,fgdram_channel,49.90,50.01
writes_apart,fgdram,fgdram_channel,74.00,76.20
writes_grain,fgdram,fgdram_channel,9.51,9.53
writes_in_phase,fgdram,fgdram_channel,76.00,76.20
apart_2,qb_hbm,fr_fcfs,35.50,35.57
apart_1,qb_hbm,fr_fcfs,17.70,17.80
writes_apart,qb_hbm,fr_fcfs,28.50,28.60
apart_1,fgdram,fr_fcfs,30.00,50.01
apart_2,fgdram,fr_fcfs,50.00,100.00
GOLDEN
ratio=2.81 # 50 / 17.78

# Prints every broken expectation; fails when there is one, or when fewer were checked than are listed.
check() {
    awk -F, -v ratio="${bound:-$ratio}" '
        function expect(ok, text) { checks++; if (!ok) { print "broken: " text; broken++ } }
        FNR == NR { if (FNR > 1 && $5 == "full" && $4 == 64) percent[$1, $2, $3] = $7; next }
        {
            found = percent[$1, $2, $3]
            expect(found != "" && found >= $4 && found <= $5,
                sprintf("%s, %s, %s: %s %%, expected %s to %s", $1, $2, $3, found, $4, $5))
        }
        END {
            fgdram = percent["apart_1", "fgdram", "fgdram_channel"]
            qb_hbm = percent["apart_1", "qb_hbm", "fr_fcfs"]
            found = qb_hbm > 0 ? fgdram / qb_hbm : 0
            expect(found >= ratio - 0.01 && found <= ratio + 0.01,
                sprintf("random reads: FGDRAM %.3f times QB-HBM, expected %s", found, ratio))
            print checks " expectations, " broken + 0 " broken"
            exit broken > 0 || checks < 11
        }' "$1" "${golden:-$work/golden.csv}"
}

check "$work/table.csv" || fault "the table of this run"

# The checker notices wrong numbers, and a right number fails a wrong bound.
full='\(,64,full,[0-9.]*\),[0-9.]*'
plant 'a row bus that is twice as fast' "s/^\(apart_1,fgdram,fgdram_channel\)$full/\1\2,66.67/"
plant 'writes that lose a clock a round' "s/^\(writes_in_phase,fgdram,fgdram_channel\)$full/\1\2,74.42/"
plant 'a pseudobank without tRP' "s/^\(writes_grain,fgdram,fgdram_channel\)$full/\1\2,11.76/"
plant 'an interface that idles' "s/^\(apart_2,fgdram,fgdram_channel\)$full/\1\2,99.40/"
plant 'banks that need no tRC' "s/^\(apart_1,qb_hbm,fr_fcfs\)$full/\1\2,23.53/"
plant 'a design without its rows' '/,fgdram_channel,/d'
head -n 1 "$work/table.csv" >"$work/planted.csv"
planted 'an empty table'
cp "$work/table.csv" "$work/planted.csv"
sed 's/^\(apart_1,fgdram,fgdram_channel\),.*/\1,66.50,66.70/' "$work/golden.csv" >"$work/wrong.csv"
golden=$work/wrong.csv planted 'a bound of one clock an ACT'
bound=3.40 planted 'the ratio of whole GPUs'

missing=$(comm -23 <(sort "$work/table.csv") <(sort docs/tables/iso_bandwidth.csv))
[[ -z $missing ]] ||
    fault "docs/tables/iso_bandwidth.csv is stale, scripts/experiment iso_bandwidth writes it: $missing"
