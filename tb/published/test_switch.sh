#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The allocators saturate where the switching literature says: one-iteration PIM at 1 - (1 - 1/N)^N, near 63.2 %, iSLIP
# and wavefront near 100 %, single FIFO inputs near 58.6 % for large N.
source tb/published/published.sh

run() { "$rowhold" switch --csv - "$@" | tail -n +2 >>"$work/table.csv"; }
: >"$work/table.csv"
run --allocator pim --inputs 16
run --allocator pim --inputs 36
run --allocator pim --inputs 16 --iterations 4
run --allocator islip --inputs 16
run --allocator separable --inputs 16
run --allocator wavefront --inputs 16
run --allocator wavefront --inputs 36 --loads 0.5,0.9
for allocator in pim islip wavefront separable; do run --allocator "$allocator" --queues fifo --inputs 36; done
run --allocator pim --queues fifo --inputs 2

# allocator,iterations,inputs,queues,load,least,most,where the numbers come from
cat >"$work/golden.csv" <<'GOLDEN'
pim,1,16,voq,1,63.89,64.89,1 - (15/16)^16 = 64.39
pim,1,36,voq,1,62.2,64.2,1 - 1/e = 63.2
pim,4,16,voq,1,98,100,Anderson 1993: four iterations find nearly every match
islip,1,16,voq,1,98,100,McKeown 1999: 100 under uniform traffic
separable,1,16,voq,1,98,100,islip with one iteration
wavefront,1,16,voq,1,98,100,a maximal matching
wavefront,1,36,voq,0.5,49.5,50.5,what arrives leaves
wavefront,1,36,voq,0.9,89.5,90.5,what arrives leaves
pim,1,36,fifo,1,57.6,59.6,Karol 1987: 2 - sqrt 2 = 58.6 for large N
islip,1,36,fifo,1,57.6,59.6,Karol 1987: 2 - sqrt 2 = 58.6 for large N
wavefront,1,36,fifo,1,57.6,59.6,Karol 1987: 2 - sqrt 2 = 58.6 for large N
separable,1,36,fifo,1,57.6,59.6,Karol 1987: 2 - sqrt 2 = 58.6 for large N
pim,1,2,fifo,1,74.5,75.5,Karol 1987: 75.0 at N = 2
GOLDEN

# Prints every broken expectation; fails when there is one, or when one was not checked.
check() {
    awk -F, '
        FNR == NR { throughput[$1 "," $2 "," $5 "," $7 "," $9 + 0] = 100 * $15; next }
        {
            key = $1 "," $2 "," $3 "," $4 "," $5
            if (!(key in throughput)) { print "broken: no row " key; broken++ }
            else if (throughput[key] < $6 || throughput[key] > $7) {
                printf "broken: %s: %.2f, expected %s to %s (%s)\n", key, throughput[key], $6, $7, $8; broken++
            }
            rows++
        }
        END { if (rows != 13) print "broken: checked " rows " rows";
            exit broken > 0 || rows != 13 }' "$1" "$work/golden.csv"
}
check "$work/table.csv" || fault "the table of this run"

# faults: an allocator that grants too little, one that grants too much, a row that is missing
sed 's/^\(islip,.*\),0\.99[0-9]*,/\1,0.97,/' "$work/table.csv" >"$work/planted.csv" && planted 'a weak islip'
sed 's/^\(pim,1,.*voq.*\),0\.64[0-9]*,/\1,0.66,/' "$work/table.csv" >"$work/planted.csv" && planted 'a strong pim'
grep -v '^wavefront,1.*fifo' "$work/table.csv" >"$work/planted.csv" && planted 'a missing row'

# the latencies of one packet at a time: granted in the clock after it arrived
"$rowhold" switch --load 0.001 --inputs 2 --csv - | tail -n 1 | grep ',1\.[0-9]*,1,1,1,1,1,0\.0*,0\.0*$' >/dev/null ||
    fault 'a lone packet waits longer than a clock'
# a held input keeps its output: FIFO inputs under hold_grant deliver the same packets, most of them held
"$rowhold" switch --inputs 8 --queues fifo --hold hash_match_hold_grant --csv - | tail -n 1 |
    awk -F, '{ exit !($14 > 0 && $14 < $13 && $15 > 0.5) }' || fault 'no grant was held under hash_match_hold_grant'
"$rowhold" switch --inputs 4 --hold hold_grant --csv - | tail -n 1 |
    awk -F, '{ exit !($14 > 0.9 * $13) }' || fault 'backlogged virtual output queues are not held'
cmp <("$rowhold" switch --seed 7) <("$rowhold" switch --seed 7) || fault 'one seed gives two results'
! cmp -s <("$rowhold" switch --seed 7 --csv -) <("$rowhold" switch --seed 8 --csv -) ||
    fault 'two seeds give one result'

python3 - <("$rowhold" switch --loads 0.1,0.2 --json -) <<'JSON' || fault 'the JSON is not what it should be'
import json, sys
with open(sys.argv[1]) as file:
    page = json.load(file)
assert page["schema"] == "rowhold-switch" and page["configuration"]["inputs"] == 16
assert [row["load"] for row in page["rows"]] == [0.1, 0.2]
assert abs(page["rows"][1]["throughput"] - 0.2) < 0.01
JSON

# refuse TEXT ARGUMENT...: one line, exit 2
refuse() { refusal "rowhold: $1" "$rowhold" switch "${@:2}"; }
refuse "--allocator: found 'pims', expected one of: pim, islip, wavefront, separable (near: pim)" --allocator pims
refuse "--hold: found 'hg', expected one of: none, hold_grant, "\
"row_match_hold_grant, hash_match_hold_grant" --hold hg
refuse "--hold: found 'row_match_hold_grant' with virtual output queues, expected queues fifo: "\
"an input has one row at a time" --hold row_match_hold_grant
refuse "--inputs: found '65', expected a whole number from 2 to 64" --inputs 65
refuse "--load: found '1.5', expected a number from 0 to 1" --load 1.5
refuse "--loads: found '', expected a number from 0 to 1" --loads 0.5,
refuse "--loads: found --load too, expected one of the two" --loads 0.5 --load 1
refuse "--queues: found 'stack', expected one of: voq, fifo" --queues stack
refuse "--json: found the file of --csv, expected a file of its own" --csv "$work/same" --json "$work/same"
refuse "switch: found '--speed', expected an option of \`rowhold switch --help\` (near: --seed)" --speed 2
mkdir "$work/empty"
PATH=$work/empty refuse '--plot: found no gnuplot in PATH, expected it (Debian package gnuplot-nox)' \
    --plot "$work/plot.svg" --clocks 100
[[ ! -e $work/plot.svg ]] || fault 'a picture without gnuplot'
mkdir "$work/fake" && printf '#!/bin/sh\necho half\nexit 3\n' >"$work/fake/gnuplot" && chmod +x "$work/fake/gnuplot"
PATH=$work/fake:$PATH refuse '--plot: found exit status 3 of gnuplot, expected 0' --plot "$work/plot.svg" --clocks 100
[[ ! -e $work/plot.svg ]] || fault 'half a picture'
if command -v gnuplot >/dev/null; then
    "$rowhold" switch --clocks 1000 --loads 0.2,0.8 --plot "$work/plot.svg" >/dev/null || fault 'no picture'
    grep -q '</svg>' "$work/plot.svg" && grep -q 'mean latency' "$work/plot.svg" || fault 'the picture is not whole'
else
    echo "note: no gnuplot, its picture was not looked at"
fi
