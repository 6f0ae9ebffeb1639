#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold sweep` where things are odd: damaged caches, signals that are ignored, files that can't be read twice, long
# paths, pictures of parts.
source tb/shell.sh || exit
cd "$work"
mkdir home
export XDG_CACHE_HOME=$work/home

refused() { refusal "rowhold: $1" timeout 60 "$rowhold" sweep --requests 100 "${@:2}"; } # LINE OPTIONS...

# Parts are whole numbers, and a picture or a mean is of the whole.
part='expected K/N with K from 1 to N'
refused "--part: found '4294967297/4294967297', $part" --queue 8 --part 4294967297/4294967297
refused "--part: found ' 1/ 2', $part" --queue 8 --part ' 1/ 2'
refused "--part: found '+1/2', $part" --queue 8 --part +1/2
refused "--part: found '1', $part" --queue 8 --part 1
refused "--over: found --part beside it, expected the whole space (--merge)" --seed 1:3 --part 1/2 --over seed

# Each value once; what is not read whole is refused.
refused "--queue: found '8' again, expected each value once" --queue 8,16,8
refused "--queue: found '16' again, expected each value once" --queue 16,8:16:8
refused "--controller: found 'fifo' again, expected each value once" --controller all,fifo
digits=00000000000000000000000000000000000000000008
refused "--queue: found '$digits:16', expected FROM:TO, FROM:TO:STEP or FROM:TO:xFACTOR in numbers of up to 31 digits" \
    --queue $digits:16

# Names are known before the first point runs.
refused "--over: found 'sed', expected an axis of this sweep (near: seed)" --seed 1:3 --over sed --cache none
shown='expected statistics of `simulate --stats`'
refused "--show: found 'latency_men', $shown (near: latency_mean, latency_max)" --queue 8 --show latency_men \
    --cache none
refused "--show: found 'unfairness', $shown" --queue 8 --show unfairness --cache none # without --slowdown
columns='expected axes and statistics of this sweep'
refused "--columns: found 'row_hit', $columns (near: row_hits)" --queue 8 --columns queue,row_hit --cache none
refused "--columns: found 'row_hits_sd', $columns (near: row_hits)" --queue 8 --columns row_hits_sd --cache none
if command -v gnuplot >/dev/null; then
    refused "--y: found 'row_hit', expected a statistic (near: row_hits)" --queue 8,16 --plot y.svg --y row_hit \
        --cache none
fi
[[ ! -e none ]] || fail "a name is refused late"
# Every statistic of a result is known before, so none is refused.
cores=$work/cores.csv
printf 'cycle,core,op,address\n0,0,R,0\n9,1,W,64\n' >"$cores"
for run in random "$cores" "$cores --slowdown"; do
    run="--requests 2 --stream $run --cache names --quiet"
    "$rowhold" sweep $run --csv all.csv
    "$rowhold" sweep $run --columns "$(head -n 1 all.csv)" --csv some.csv || fail "a name of a result is not known"
    cmp all.csv some.csv || fail "named columns are others: $run"
done
grep -q unfairness all.csv || fail "the last result has no slowdowns"

# Every point reads its files anew.
printf 'op,address\nR,0\n' >a.csv
mkfifo pipe
apart='expected a file that can be read again for each point'
refused "sweep: requests=100 stream=-: -: found standard input, $apart" --stream -
refused "sweep: requests=100 stream=pipe: pipe: found no regular file, $apart" --stream pipe
refused "sweep: requests=100 stream=.: .: found a folder, $apart" --stream .

# The folder of results.
refused "--cache: found no way to make a.csv (Not a directory), expected a folder" --queue 8 --cache a.csv
long=$(printf 'folder/%.0s' {1..200})
"$rowhold" sweep --requests 100 --queue 8 --cache "$long" --quiet
[[ $(find folder -name '*.json' | wc -l) == 1 && $(dirname "$(find folder -name '*.json')")/ == "$long" ]] ||
    fail "a long --cache becomes $(find folder -name '*.json')"

# A path that is longer than usual: points that differ behind it are two.
printf 'op,address\nR,0\nR,64\nR,4096\nR,8192\n' >b.csv
deep=$(printf './%.0s' {1..1900})b.csv
"$rowhold" sweep --stream "$deep" --requests 1,3 --quiet --csv deep.csv
[[ $(tail -n +2 deep.csv | cut -d, -f3 | sort -u | wc -l) == 2 ]] ||
    fail "two points have one result: $(cut -d, -f2-6 deep.csv)"

# A result that a crash of the machine cut off is made again.
cut=(--controller fifo --queue 8,16 --requests 100 --cache cut --quiet --csv)
"$rowhold" sweep "${cut[@]}" whole.csv
for file in cut/*.json; do head -c 200 "$file" >half && cp half "$file"; done
"$rowhold" sweep "${cut[@]}" again.csv || fail "a cut result"
cmp whole.csv again.csv || fail "a cut result gives another row"
for file in cut/*.json; do : >"$file"; done
"$rowhold" sweep "${cut[@]}" again.csv || fail "an empty result"
cmp whole.csv again.csv || fail "an empty result gives another row"

# A signal that whoever started it lets it ignore (here: of a job in the background) is ignored.
code=0
"$rowhold" sweep --controller fifo --seed 1:60 --requests 2000 --jobs 1 --cache ignored --quiet --csv ignored.csv &
sweep=$!
for ((i = 0; i < 400; i++)); do
    [[ -z $(find ignored -name '*.json' 2>/dev/null) ]] || break
    sleep 0.01
done
kill -INT $sweep
wait $sweep || code=$?
[[ $code == 0 && $(wc -l <ignored.csv) == 61 && $(grep -c ',,' ignored.csv) == 0 ]] ||
    fail "an ignored signal: exit $code, $(wc -l <ignored.csv) lines"

# Seeds go up to 2^63 - 1, and counts stay whole beside them.
"$rowhold" sweep --stream random --seed 9223372036854775806:9223372036854775807 --requests 100 --quiet \
    --csv seeds.csv || fail "great seeds"
[[ $(cut -d, -f2 seeds.csv | tail -n 1) == 9223372036854775807 ]] || fail "great seeds: $(cut -d, -f1-4 seeds.csv)"
"$rowhold" sweep --stream random --seed 7 --requests 100 --quiet --csv small.csv
"$rowhold" sweep --stream random --seed 7,9223372036854775807 --requests 100 --quiet --csv beside.csv
[[ $(sed -n 2p beside.csv) == "$(sed -n 2p small.csv)" && $(sed -n 3p beside.csv | cut -d, -f8) == 100 ]] ||
    fail "a great seed makes counts reals: $(cut -d, -f1-8 beside.csv)"

# Pictures.
if command -v gnuplot >/dev/null; then
    axes=(--controller fifo,fr_fcfs --queue 4:12:4)
    refused "--plot: found --part beside it, expected the whole space (--merge)" "${axes[@]}" --part 1/3 --plot p.svg
    refused "p.png: found another ending, expected .svg, the format of plots" "${axes[@]}" --plot p.png
    refused "p.svg.gz: found another ending, expected .svg, the format of plots" "${axes[@]}" --plot p.svg.gz
    refused "--x: found 'que', expected an axis of this sweep (near: queue)" "${axes[@]}" --x que --plot p.svg
    refused "--x: found 'seed', expected another axis than that of --over" --seed 1:2 --x seed --over seed --plot p.svg
    refused "--x: found no axis with several values, expected one" --queue 8 --plot p.svg
    refused "--x: found no --plot beside it, expected one" "${axes[@]}" --x queue
    # The mean over an axis is drawn, not a line for each of its values: gnuplot is asked to draw 2 lines, not 6.
    mkdir fake && printf '#!/bin/sh\ntee script\n' >fake/gnuplot && chmod +x fake/gnuplot
    "$rowhold" sweep "${axes[@]}" --stream random --seed 1:3 --requests 300 --over seed --quiet --csv mean.csv
    PATH=$work/fake:$PATH "$rowhold" sweep "${axes[@]}" --stream random --seed 1:3 --requests 300 --over seed --quiet \
        --plot mean.svg
    python3 - <<'PY'
import csv
rows = {(row["controller"], row["queue"]): float(row["dram_efficiency"]) for row in csv.DictReader(open("mean.csv"))}
text = open("script").read()
blocks = text.split("EOD\n")[1].strip().split("\n\n\n")
assert len(rows) == 6 and len(blocks) == 2, (len(rows), len(blocks))
assert text.count("linespoints") == 2 and "title 'fifo'" in text and "title 'fr_fcfs'" in text
for controller, block in zip(("fifo", "fr_fcfs"), blocks):
    drawn = [(queue.strip('"'), float(y)) for _, queue, y in (line.split() for line in block.split("\n"))]
    assert [queue for queue, _ in drawn] == ["4", "8", "12"], drawn
    for queue, y in drawn:
        assert abs(rows[controller, queue] - y) < 2e-6, (controller, queue)
PY
else
    echo "note: no gnuplot, no picture was looked at"
fi
echo "odd sweeps do what they say"
