#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The corners of `rowhold sweep` and `compare`, to the letter: lists and ranges, what makes a result another one for the
# cache, parts, --over, --show, the script that draws, and the figures of compare.
source tb/shell.sh || exit
cd "$work"

sweep() { "$rowhold" sweep --requests 60 --cache cache --quiet "$@"; }
# equal WHAT FOUND EXPECTED
equal() { [[ $2 == "$3" ]] || fault "$1: found '$2', expected '$3'"; }
refused() { refusal "rowhold: $1" "$rowhold" sweep "${@:2}" --cache cache; } # LINE OPTIONS...

# Ranges: chips and their like double, others count; a range of one; a later list takes the place of an earlier one.
points() { sweep "${@:2}" --csv - | cut -d, -f"$1" | tr '\n' ' '; }
equal "a range of powers" "$(points 2 --chips 1:8)" "chips 1 2 4 8 "
equal "a range" "$(points 2 --queue 4:6)" "queue 4 5 6 "
equal "a range with a step" "$(points 2 --queue 4:9:2)" "queue 4 6 8 "
equal "a range of one" "$(points 2 --queue 8:8)" "queue 8 "
equal "a list given twice" "$(points 2 --queue 4:6 --queue 16)" "queue 16 "
refused "--queue: found '0', expected a whole number from 1 to 128" --queue 4:8:0
refused "--seed: found more than 10000 values, expected at most so many" --seed 1:10001
refused "sweep: found 1048576 points, expected at most 1000000" --seed 1:1024 --requests 1:1024

# Parts: every N-th point from the K-th on.
equal "part 1 of 2" "$(points 2 --queue 4:8 --part 1/2)" "queue 4 6 8 "
equal "part 2 of 2" "$(points 2 --queue 4:8 --part 2/2)" "queue 5 7 "
equal "a part of nothing" "$(points 2 --queue 4 --part 2/2)" "queue "

# The cache: each of these is a result of its own, and found again.
printf 'cycle,op,address\n0,R,0\n9,W,64\n' >times.csv
printf 'op,address\nR,0\nR,8192\nW,65536\n' >addresses.csv
sed 's/8192/16384/' addresses.csv >another.csv
printf '3 20734016\n5 128 64\n' >bubbles.trace
"$rowhold" presets gddr3 >my.yaml
grep -q '^  CL: 9' my.yaml || fault "gddr3 has another CL"
others() { # COUNT OPTIONS...: so many files more
    local before now
    before=$(find cache -name '*.json' | wc -l)
    for time in first again; do
        sweep "${@:2}"
        now=$(find cache -name '*.json' | wc -l)
        equal "$time: results of ${*:2}" $((now - before)) "$1"
    done
}
others 1 --seed 99
others 2 --age-cap 0,40 --seed 98
others 1 --registered --seed 99
others 1 --responses 8 --seed 99
others 2 --stream mixed --read-share 0.5,0.25
others 2 --stream random --seed 97,96
others 2 --stream ./addresses.csv,./another.csv
others 1 --stream ./addresses.csv --map row:bank:channel:column
others 1 --stream ./addresses.csv --wrap
others 2 --stream ./bubbles.trace --format ramulator_cpu --wrap --bubbles-per-clock 1,2
others 1 --preset ./my.yaml
sed -i 's/^  CL: 9/  CL: 10/' my.yaml
others 1 --preset ./my.yaml
sed -i 's/W,65536/W,131072/' another.csv # the second of two files
others 1 --stream ./addresses.csv,./another.csv
cp "$rowhold" newer && echo >>newer # another program
before=$(find cache -name '*.json' | wc -l)
./newer sweep --requests 60 --cache cache --quiet --seed 99
equal "another program" "$(find cache -name '*.json' | wc -l)" $((before + 1))

# --over the first of two axes and the second; of one value; of values that only some results have.
python3 - "$rowhold" <<'PY' || fault "--over"
import csv, io, subprocess, sys
def rows(*options):
    words = [sys.argv[1], "sweep", "--requests", "60", "--cache", "cache", "--quiet", "--csv", "-", *options]
    return list(csv.DictReader(io.StringIO(subprocess.run(words, check=True, capture_output=True, text=True).stdout)))
for order in (["--queue", "4,16", "--controller", "fifo,fr_fcfs"], ["--controller", "fifo,fr_fcfs", "--queue", "16,4"]):
    single, over = rows(*order), rows(*order, "--over", "queue")
    assert [row["controller"] for row in over] == ["fifo", "fr_fcfs"] and "queue" not in over[0], over
    for row in over:
        a, b = [float(s["latency_mean"]) for s in single if s["controller"] == row["controller"]]
        assert a != b
        assert abs(float(row["latency_mean"]) - (a + b) / 2) < 2e-6, row
        assert abs(float(row["latency_mean_least"]) - min(a, b)) < 2e-6, row
        assert abs(float(row["latency_mean_greatest"]) - max(a, b)) < 2e-6, row
        assert abs(float(row["latency_mean_sd"]) - abs(a - b) / 2 ** 0.5) < 2e-6, row
one = rows("--seed", "7", "--over", "seed")
assert len(one) == 1 and one[0]["latency_mean_sd"] == "0.000000", one
assert one[0]["latency_mean"] == one[0]["latency_mean_least"] == one[0]["latency_mean_greatest"]
timed = [name for name in rows("--stream", "./times.csv")[0] if name.startswith("latency_from_arrival")]
some = rows("--stream", "./addresses.csv,./times.csv")
for name in timed:
    assert some[0][name] == "" and some[1][name] != "", name
    assert rows("--stream", "./addresses.csv,./times.csv", "--over", "stream")[0][name] == "", name
assert timed
PY
refused "--over: found --part beside it, expected the whole space (--merge)" --queue 8 --over queue --part 1/2 \
    --requests 60
near="near: latency_mean, latency_max"
refused "--show: found 'latency_men', expected statistics of \`simulate --stats\` ($near)" --queue 8 \
    --show latency_men --requests 60
equal "--show" "$("$rowhold" sweep --requests 60 --cache cache --queue 4,8 --show row_hits,dram_efficiency_timers |
    head -n 1 | tr -s ' ')" "queue row_hits dram_efficiency_timers"

# The script that gnuplot gets: a stand-in gives it back.
mkdir bin && printf '#!/bin/sh\ncat\n' >bin/gnuplot && chmod +x bin/gnuplot
script() { PATH=$work/bin:$PATH sweep "$@" --plot plot.svg --y requests && cat plot.svg; }
axis() { script "$@" | sed -n "s/^set xlabel '\(.*\)' noenhanced/\1/p"; }
lines() { sed -n "s/' noenhanced//gp" | tail -n 1 | grep -o "title '[^,]*" | sed "s/title '//" | tr '\n' ';'; }
equal "numbers before words" "$(axis --queue 4,8 --controller fifo,fr_fcfs)" queue
equal "the last of numbers" "$(axis --queue 4,8 --seed 1,2)" seed
equal "the last of words" "$(axis --controller fifo,fr_fcfs --stream rand1,rand2)" stream
equal "by name" "$(axis --queue 4,8 --seed 1,2 --x queue)" queue
refused "--x: found no axis with several values, expected one" --queue 8 --plot x.svg --requests 60
equal "titles" "$(script --queue 4,8 --controller fifo,fr_fcfs --preset hbm2 | lines)" "fifo;fr_fcfs;"
cp addresses.csv "it's.csv"
sed 3d times.csv >one.csv
equal "a quote in a title" "$(script --queue 4,8 --stream "./it's.csv,./one.csv" | lines)" "./it''s.csv;./one.csv;"
equal "points of the first of two axes" "$(script --queue 4,8 --stream "./addresses.csv,./one.csv" |
    sed -n '/EOD$/,/^EOD/{/^[0-9]/p}' | tr '\n' ';')" \
    '0 "4" 3.000000;1 "8" 3.000000;0 "4" 1.000000;1 "8" 1.000000;'

# A trace brings channels of its own: the text says how many where they differ, a line of the picture too, and no row is
# a mean over two memories.
{
    echo '# geometry: channels=8 banks=4 rows=4096 columns=256 column_bytes=32'
    printf '%s\n' op,channel,bank,row,column R,0,0,7,0 W,5,1,20,0
} >eight.csv
mixed=(--stream ./eight.csv,rand1 --controller fifo,fr_fcfs)
equal "channels in the text" "$("$rowhold" sweep --requests 60 --cache cache "${mixed[@]}" --show requests | tr -s ' ' |
    tr '\n' ';')" "stream controller channels counted_requests;./eight.csv fifo 8 2;./eight.csv fr_fcfs 8 2;$(
    )rand1 fifo 1 60;rand1 fr_fcfs 1 60;"
equal "channels that are one number" "$("$rowhold" sweep --requests 60 --cache cache "${mixed[@]}" --channels 8 \
    --show requests | head -n 1 | tr -s ' ')" "stream controller counted_requests"
refused "--over: found 8 channels with ./eight.csv and 1 with rand1 in one row, $(
    )expected one memory (--channels, or a sweep each)" "${mixed[@]}" --over stream --requests 60
sweep "${mixed[@]}" --over stream --channels 8
sweep --stream rand1 --channels 1,8 --over channels
equal "channels of lines" "$(script "${mixed[@]}" --x controller | lines)" "./eight.csv (8 channels);rand1 (1 channel);"
xy() { sed -n '/EOD$/,/^EOD/{/^[0-9]/p}' | tr '\n' ';'; }
equal "channels of words" "$(script "${mixed[@]}" --x stream | xy)" "$(
    )0 \"./eight.csv (8 channels)\" 2.000000;1 \"rand1 (1 channel)\" 60.000000;$(
    )0 \"./eight.csv (8 channels)\" 2.000000;1 \"rand1 (1 channel)\" 60.000000;"

# A queue lies where it stores: 16 of DDR4's banks have an entry each. Where x is another axis, the line says it.
queues=(--preset ddr4_2400 --controller banked_fifo,fr_fcfs)
equal "queues as they are stored" "$(script "${queues[@]}" --queue 8,32 | xy)" \
    '0 "16" 60.000000;1 "32" 60.000000;0 "8" 60.000000;1 "32" 60.000000;'
equal "what x is" "$(axis "${queues[@]}" --queue 8,32)" "queue, requests stored"
equal "what lines store" "$(script "${queues[@]}" --queue 8 --preset gddr3,ddr4_2400 --x preset | lines)" \
    "banked_fifo (stores 8 to 16);fr_fcfs;"

# Lines beyond the eight colours of gnuplot have dashes, and a long key has room.
many=$(script --queue 4,8 --seed 1:40 --x queue)
equal "lines" "$(grep -o title <<<"$many" | wc -l)" 40
equal "styles" "$(grep -o 'linespoints [a-z 0-9]*title' <<<"$many" | sort -u | wc -l)" 33
equal "room" "$(grep -c "svg size 800,824 " <<<"$many") $(grep -c 'outside maxcols 1' <<<"$many")" "1 1"

# Compare: literal figures, equal ones with --all, and what only one side has.
"$rowhold" simulate --stream ./addresses.csv --quiet --stats a.json
"$rowhold" simulate --stream ./times.csv --quiet --stats timed.json
sed '/"total"/,/"requests"/s/"requests": 3/"requests": 5/' a.json >b.json
row() { "$rowhold" compare "$1" "$2" | grep '^requests' | tr -s ' '; }
last() { "$rowhold" compare a.json b.json | tail -n 1; }
equal "compare" "$(row a.json b.json)" "requests 3 5 2 66.67"
equal "compare, the other way" "$(row b.json a.json)" "requests 5 3 -2 -40.00"
equal "compare as CSV" "$("$rowhold" compare a.json b.json --csv - | tail -n 1)" requests,3,5,2,0.666667
equal "compare's end" "$(last | sed 's/of [0-9]*/of N/')" "1 of N figures differ"
shown=$("$rowhold" compare a.json b.json --all | grep -cE '^[A-Za-z0-9_]+ +[0-9]')
equal "compare --all" "$shown" "$(last | cut -d ' ' -f 3)"
within() { # FILE FILE TOLERANCE: exit
    local code=0
    "$rowhold" compare "$1" "$2" --tolerance "$3" >out || code=$?
    echo $code
}
equal "2 of 3 are 67 %" "$(within a.json b.json 0.66) $(within a.json b.json 0.67)" "1 0"
equal "2 of 5 are 40 %" "$(within b.json a.json 0.39) $(within b.json a.json 0.41)" "1 0"
equal "figures of one side alone" "$(within a.json timed.json 1)" 1
"$rowhold" compare a.json timed.json |
    grep -E '^latency_from_arrival_mean +- +[0-9.]+ +- +-$' >/dev/null || fault "one side alone"
