#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Request networks saturate below the bound of their fullest link, and what the page says of them is so: the committed
# table keeps the relations, and the crossbar's rows of a hot spot are those of today.
#
#   test_network_saturation.sh [all]    all: a short run of every network keeps them, too, for scripts/evidence
source tb/published/published.sh
tables=(docs/tables/network_saturation.csv)
if [[ ${1:-} == all ]]; then
    NETWORK_SATURATION_CLOCKS=1200 scripts/experiment network_saturation --csv "$work/short.csv" >"$work/text"
    tables+=("$work/short.csv")
fi
NETWORK_SATURATION_NETWORKS=crossbar NETWORK_SATURATION_TRAFFIC=hot_spot \
    scripts/experiment network_saturation --csv "$work/crossbar.csv" >/dev/null

# Bounds by hand: a sink gets 28/8 of uniform traffic, 28 (1/4 + 3/4 1/8) when it is hot, four sources under transpose;
# a link of a ring 4.5 of uniform traffic. Links between nodes that transpose fills are walked in
# test_switch_network.sh.
cat >"$work/bounds.csv" <<'BOUNDS'
crossbar,uniform,0.285714
crossbar,transpose,0.25
crossbar,hot_spot,0.103896
mesh,uniform,0.285714
mesh,transpose,0.2
mesh,hot_spot,0.103896
ring,uniform,0.222222
ring,transpose,0.166667
ring,hot_spot,0.103896
BOUNDS

# check TABLE: every broken relation; fails when there is one, or when a curve is missing.
check() {
    awk -F, '
        function expect(ok, text) { checks++; if (!ok) { print "broken: " text; broken++ } }
        function above(a, b) { return a > b ? a : b }
        FNR == NR { bound[$1 "," $2] = $3; next }
        FNR > 1 {
            key = $1 "," $2; curve = key "," $3; name = curve " at " $6 " %"
            expect($4 > bound[key] - 1e-5 && $4 < bound[key] + 1e-5, name ": bound " $4 ", expected " bound[key])
            expect($9 <= $4 + 1e-6, name ": sustains " $9 ", the bound is " $4)
            expect($19 == $20 + $21 + $22, name ": packets are lost")
            if (curve in load) {
                expect($7 >= load[curve], name ": loads do not rise")
                # What a source does not get through is beyond saturation, where a ring carries less.
                expect(last[curve] < 0.95 || $11 >= mean[curve] * 0.97, name ": latency falls")
                expect($9 < 0.9 * $7 || $8 >= accepted[curve] * 0.97, name ": throughput falls")
                expect($8 > 0.4 * $7, name ": less than two fifths are accepted")
            } else {
                curves++
                first[curve] = $11
            }
            load[curve] = $7; mean[curve] = $11; accepted[curve] = $8; last[curve] = $9 / $7
            most[curve] = above(most[curve], $9)
        }
        END {
            expect(curves == 18, curves " curves, expected 18")
            for (curve in most) {
                split(curve, word, ",")
                key = word[1] "," word[2]
                expect(last[curve] < 0.97 || most[curve] > 0.95 * bound[key], curve ": ends before it saturates")
                expect(first[curve] >= (word[1] == "crossbar" ? 7 : 10), curve ": faster than its blocks")
                if (word[3] == 4) {
                    few = most[key "," (word[1] == "ring" ? 2 : 1)]
                    expect(most[curve] > 0.9 * few, curve ": four channels sustain " most[curve] ", fewer " few)
                }
            }
            expect(most["mesh,uniform,4"] > most["mesh,uniform,1"], "channels do not help the mesh")
            expect(most["ring,uniform,4"] > most["ring,uniform,2"], "channels do not help the ring")
            print checks " expectations, " broken + 0 " broken"
            exit broken > 0
        }' "$work/bounds.csv" "$1"
}
for table in "${tables[@]}"; do check "$table" || fault "$table"; done
cmp <(grep '^crossbar,hot_spot' docs/tables/network_saturation.csv) <(grep '^crossbar' "$work/crossbar.csv") ||
    fault 'docs/tables/network_saturation.csv is stale; run scripts/experiment network_saturation --csv on it'

scripts/experiment network_saturation --rows docs/tables/network_saturation.csv --markdown "$work/table.md" >/dev/null
current docs/tables/network_saturation.md 'scripts/experiment network_saturation'

plant() { # WHAT COLUMN VALUE: in the last row of a curve
    awk -F, -v OFS=, -v column="$2" -v value="$3" '/^mesh,uniform,4,/ && $6 == 80 { $column = value } { print }' \
        docs/tables/network_saturation.csv >"$work/planted.csv"
    ! cmp -s docs/tables/network_saturation.csv "$work/planted.csv" || fault "$1 was not planted"
    planted "$1"
}
plant 'another bound' 4 0.3
plant 'more than the bound' 9 0.29
plant 'a lost packet' 20 1
plant 'a latency that falls' 11 10
plant 'throughput that falls' 8 0.1
for curve in ring,hot_spot,4 mesh,uniform,4; do
    grep -v "^$curve," docs/tables/network_saturation.csv >"$work/planted.csv"
    planted "no $curve"
done
awk -F, '!(/^crossbar,uniform,1,/ && $6 > 70)' docs/tables/network_saturation.csv >"$work/planted.csv"
planted 'a curve that ends early'
