#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold sweep` and `compare` from outside: the points are those of `simulate`, in order; results come from the cache
# by content; interrupted and resumed, in parts, on any number of processes: the same rows.
source tb/shell.sh || exit
cd "$work"
export XDG_CACHE_HOME=$work/home

refused() { refusal "rowhold: $1" "$rowhold" sweep "${@:2}"; } # LINE OPTIONS...

# The points, in order; one of them beside simulate.
space=(--controller fifo,fr_fcfs --queue 4:12:4 --requests 500)
"$rowhold" sweep "${space[@]}" --csv all.csv --json all.json --markdown all.md --quiet
[[ $(cut -d, -f1-3 all.csv | tr '\n' ' ') == "controller,queue,requests fifo,4,500 fifo,8,500 fifo,12,500 \
fr_fcfs,4,500 fr_fcfs,8,500 fr_fcfs,12,500 " ]] || fail "the points are $(cut -d, -f1-3 all.csv)"
"$rowhold" simulate --controller fr_fcfs --queue 8 --requests 500 --quiet --stats one.json
python3 - <<'PY'
import csv, json
rows = list(csv.DictReader(open("all.csv")))
with open("one.json") as file:
    one = json.load(file)
with open("all.json") as file:
    sweep = json.load(file)
assert len(rows) == 6 and len(sweep["rows"]) == 6 and sweep["schema"] == "rowhold-sweep"
assert sweep["program"] == one["program"] and sweep["configuration"]["queue"] == ["4", "8", "12"]
row = rows[4]
assert row["configuration_hash"] == one["configuration_hash"]
for name, value in one["total"].items():
    if name == "stall_cycles":
        for cause, clocks in value.items():
            assert int(row["stall_" + cause]) == clocks, cause
    else:
        column = "counted_requests" if name == "requests" else name
        assert float(row[column]) == float(f"{value:.6f}"), name
        assert sweep["rows"][4][column] == (value if isinstance(value, int) else float(f"{value:.6f}")), name
PY
[[ $(head -n 3 all.md | tail -n 1) == '| fifo | 4 | '* ]] || fail "the Markdown is $(head -n 3 all.md)"
"$rowhold" sweep "${space[@]}" | grep -E '^fr_fcfs +12 +0\.[0-9]{4} ' >/dev/null || fail "no table"

# The cache: nothing is run again; a result that was tampered with shows it, and --again mends it.
[[ $(find home/rowhold/sweep -name '*.json' | wc -l) == 6 ]] || fail "six points leave other files"
for file in home/rowhold/sweep/*.json; do sed -i 's/"row_hits": [0-9]*/"row_hits": 7/' "$file"; done
[[ $("$rowhold" sweep "${space[@]}" --quiet --csv - | grep -c ',7,') == 6 ]] || fail "the cache was not used"
"$rowhold" sweep "${space[@]}" --quiet --again --jobs 3 --csv again.csv
cmp all.csv again.csv || fail "three processes give other rows"
"$rowhold" sweep "${space[@]}" --quiet --cache elsewhere --jobs 1 --csv alone.csv
cmp all.csv alone.csv || fail "one process gives other rows"

# Every option that can change a result has an axis, and a result of its own in the cache; --memory-latency is of a
# perfect memory, which a design space has not.
options() { "$rowhold" help "$1" | grep -oE '^ +--[a-z-]+' | tr -d ' ' | sort; }
lacking=$(comm -23 <(options simulate) <(options sweep) | tr '\n' ' ')
expected="--commands --core-table --epoch --epochs --for --from --histogram --memory-latency --percentiles"
[[ $lacking == "$expected --requests-log --stats --threads --view --wave --wave-channel " ]] ||
    fail "sweep has no axis for $lacking"
"$rowhold" sweep --warmup 0:2000:1000 --requests 500 --no-judge --quiet --csv warm.csv
"$rowhold" simulate --warmup 1000 --requests 500 --quiet --stats warm.json
[[ $(head -n 1 warm.csv) == warmup,requests,no_judge,configuration_hash,channels,cycles,* &&
    $(cut -d, -f1-3 warm.csv | tail -n +2 | tr '\n' ' ') == "0,500,true 1000,500,true 2000,500,true " ]] ||
    fail "the points are $(cut -d, -f1-6 warm.csv)"
[[ $(cut -d, -f6 warm.csv | sort -u | wc -l) == 4 ]] || fail "a warm-up has another's result"
grep -q "\"cycles\": $(sed -n 3p warm.csv | cut -d, -f6)," warm.json || fail "a warm-up is not that of simulate"

# By content: the same file name with another request in it is another point.
printf '%s\n' '# geometry: channels=1 banks=4 rows=4096 columns=256 column_bytes=32' 'op,channel,bank,row,column' \
    'R,0,1,5,0' 'R,0,1,6,0' >a.csv
sed 's/1,6,0/1,5,1/' a.csv >b.csv
"$rowhold" sweep --stream '[ab].csv' --quiet --csv files.csv
[[ $(cut -d, -f1 files.csv | tr '\n' ' ') == 'stream a.csv b.csv ' ]] || fail "files: $(cut -d, -f1 files.csv)"
cp b.csv a.csv
"$rowhold" sweep --stream a.csv --quiet --csv changed.csv
[[ $(tail -n 1 changed.csv | cut -d, -f4-) == $(tail -n 1 files.csv | cut -d, -f4-) ]] || fail "a changed file is stale"

# A seed is refused where it means nothing, though it is the usual one and a result without it was kept.
code=0
"$rowhold" sweep --stream a.csv --seed 1 --quiet 2>errors || code=$?
[[ $code == 1 && $(<errors) == 'rowhold: sweep: stream=a.csv seed=1: --seed: found --stream a.csv beside it, '* ]] ||
    fail "a seed of a file: exit $code, $(cat errors)"

# Picked columns, in the order they are named, in all but the JSON.
"$rowhold" sweep "${space[@]}" --cache parts --columns queue,row_hits,controller --csv few.csv --json few.json >few.txt
[[ $(head -n 2 few.csv | tr '\n' ' ') == "queue,row_hits,controller 4,250,fifo " && $(wc -l <few.csv) == 7 ]] ||
    fail "the columns picked are $(head -n 2 few.csv)"
[[ $(head -n 1 few.txt) == "queue  row_hits  controller" ]] || fail "the text has $(head -n 1 few.txt)"
cmp all.json few.json || fail "--columns changes the JSON"
[[ $("$rowhold" sweep "${space[@]}" --cache parts --over queue --columns row_hits_least,controller --csv - |
    tail -n 1) == 250.000000,fr_fcfs ]] || fail "--columns with --over"

[[ $("$rowhold" sweep "${space[@]}" --cache parts --over queue --show row_hits | head -n 1 | tr -s ' ') == \
    'controller row_hits row_hits_sd' ]] || fail "the text of --over has other columns"

# In parts: together they are the whole.
for part in 1 2 3; do
    "$rowhold" sweep "${space[@]}" --part $part/3 --cache parts --quiet --csv part$part.csv --json part_$part.json
done
[[ $(tail -qn +2 part?.csv | sort) == $(tail -n +2 all.csv | sort) && $(wc -l <part2.csv) == 3 ]] || fail "the parts"
rm -r home
"$rowhold" sweep "${space[@]}" --cache parts --quiet --csv merged.csv
cmp all.csv merged.csv || fail "the merged parts are another table"

# The parts' JSON alone is enough, and gives the very same files; what is not one whole sweep is refused.
mkdir aside
merge=(--merge 'part_*.json')
"$rowhold" sweep "${merge[@]}" --csv merge.csv --json merge.json --markdown merge.md --cache nowhere >merge.txt
"$rowhold" sweep "${space[@]}" --cache parts >all.txt
for ending in csv json md txt; do cmp all.$ending merge.$ending || fail "--merge gives another $ending"; done
[[ ! -e nowhere ]] || fail "--merge runs something"
"$rowhold" sweep "${merge[@]}" --over queue --quiet --csv merge.csv
"$rowhold" sweep "${space[@]}" --over queue --cache parts --quiet --csv over.csv
cmp over.csv merge.csv || fail "--merge --over gives other rows"
mv part_2.json aside
refused "--merge: found 2 of 3 parts, expected part 2 too" "${merge[@]}" --csv refused.csv
cp part_1.json part_2.json
refused "part_2.json: found part 1 of 3, which is part_1.json too, expected each once" "${merge[@]}"
sed 's/"fnv1a64:/&0/' aside/part_2.json >part_2.json
refused "part_2.json: found a part of another sweep, expected the configuration of part_1.json" "${merge[@]}"
sed 's/"parts": 3/"parts": 4/' aside/part_2.json >part_2.json
refused "part_2.json: found part 2 of 4, expected one of 3 as in part_1.json" "${merge[@]}"
sed 's/"commit": "/&0/' aside/part_2.json >part_2.json
refused "part_2.json: found a part by rowhold *, expected one by this program*" "${merge[@]}"
sed '/^    {"controller": "fr_fcfs"/d;/^    {/s/,$//' aside/part_2.json >part_2.json
refused "part_2.json: found 1 rows, expected 2" "${merge[@]}"
sed 's/"queue": "8"/"queue": "4"/' aside/part_2.json >part_2.json
refused "part_2.json: found queue '4' in row 1, expected '8'" "${merge[@]}"
other="found another JSON file, expected a result of \`rowhold sweep --part K/N --json\`"
sed 's/rowhold-sweep/rowhold-switch/' aside/part_2.json >part_2.json
refused "part_2.json:1: $other" "${merge[@]}"
sed 's/"part": 2/"part": 4294967298/' aside/part_2.json >part_2.json
refused "part_2.json:1: $other" "${merge[@]}"
sed 's/"version": "/&9/' aside/part_2.json >part_2.json
refused "part_2.json: found a part by rowhold 9*, expected one by this program*" "${merge[@]}"
sed 's/"queue": "8"/&, &/' aside/part_2.json >part_2.json
refused "part_2.json:*duplicate*, expected a result of \`rowhold sweep --part K/N --json\`" "${merge[@]}"
head -c 300 aside/part_2.json >part_2.json
refused "part_2.json:*, expected a result of \`rowhold sweep --part*" "${merge[@]}"
cp aside/part_2.json part_2.json
refused "--json: found the file of --merge, expected a file of its own" "${merge[@]}" --json part_2.json
refused "--merge: found --queue beside it, expected the parts alone: they have the lists" "${merge[@]}" --queue 8
cmp aside/part_2.json part_2.json || fail "a part was changed"
[[ ! -e refused.csv ]] || fail "a refused merge leaves a table"
refused "--markdown: found the file of --csv, expected a file of its own" "${merge[@]}" --csv same --markdown ./same
# A statistic that has the name of an axis is found by its own name.
for option in '--show requests,row_hits' '--over queue --show requests'; do
    read -ra words <<<"$option"
    cmp <("$rowhold" sweep "${merge[@]}" "${words[@]}") \
        <("$rowhold" sweep "${space[@]}" --cache parts "${words[@]}") || fail "--merge $option: another text"
done
# Ten parts and more: part_10.json is named before part_2.json.
many=(--controller fifo --queue 2:13 --requests 20 --cache many --quiet)
mkdir parts_of_many
for part in {1..11}; do
    "$rowhold" sweep "${many[@]}" --part $part/11 --json parts_of_many/part_$part.json
done
cmp <("$rowhold" sweep --merge 'parts_of_many/*.json' --quiet --csv -) <("$rowhold" sweep "${many[@]}" --csv -) ||
    fail 'eleven parts are another table'
# On standard output stands what was asked for, and no table beside it.
for spelling in csv json markdown; do
    "$rowhold" sweep "${many[@]:0:8}" --$spelling many.$spelling --quiet
    cmp <("$rowhold" sweep "${many[@]:0:8}" --$spelling -) many.$spelling || fail "more than $spelling"
done
# A part beyond the points: said, with exit 0, and its files are tables without rows.
[[ $("$rowhold" sweep "${space[@]}" --part 9/9 --cache parts --csv empty.csv --json empty.json) == \
    'part 9 of 9 is empty: the sweep has 6 points' ]] || fail "the empty part"
[[ $(<empty.csv) == controller,queue,requests,configuration_hash ]] || fail "the empty part's CSV: $(cat empty.csv)"
python3 -c 'import json; page = json.load(open("empty.json"))
assert page["rows"] == [] and (page["part"], page["parts"], page["points"]) == (9, 9, 6), page'
[[ $("$rowhold" sweep "${space[@]}" --part 9/9 --cache parts --csv - 2>errors) == "$(<empty.csv)" ]] ||
    fail "the empty part on standard output"
[[ $(<errors) == 'part 9 of 9 is empty: the sweep has 6 points' ]] || fail "not said: $(cat errors)"

# Interrupted: what is done stays, and the same command ends it.
code=0
"$rowhold" sweep --controller fifo --seed 1:4000 --requests 50000 --jobs 1 --cache cut --quiet >out 2>errors &
sweep=$!
for ((i = 0; i < 1200; i++)); do
    [[ -z $(find cut -name '*.json' 2>/dev/null | sed -n 2p) ]] || break
    sleep 0.05
done
kill -TERM $sweep
wait $sweep || code=$?
[[ $code == 143 ]] || fail "a sweep that is ended by a signal exits $code"
grep -qE '^rowhold: interrupted with [0-9]+ of 4000 done' errors || fail "$(cat errors)"
done=$(find cut -name '*.json' | wc -l)
[[ $done -gt 1 && $done -lt 4000 ]] || fail "$done results of 4000"
[[ $(find cut -type f | wc -l) == "$done" ]] || fail "a signal leaves $(find cut -type f ! -name '*.json')"
"$rowhold" sweep --controller fifo --seed 1:$done --requests 50000 --cache cut --quiet --csv resumed.csv
[[ $(find cut -name '*.json' | wc -l) == "$done" ]] || fail "what was done is run again"

# Several seeds: mean and spread, by hand from the rows.
"$rowhold" sweep --controller fifo,fr_fcfs --stream random --seed 1:4 --requests 300 --quiet --csv seeds.csv
"$rowhold" sweep --controller fifo,fr_fcfs --stream random --seed 1:4 --requests 300 --quiet --over seed --csv over.csv
python3 - <<'PY'
import csv, statistics
seeds, over = list(csv.DictReader(open("seeds.csv"))), list(csv.DictReader(open("over.csv")))
assert len(seeds) == 8 and [row["controller"] for row in over] == ["fifo", "fr_fcfs"] and "seed" not in over[0]
for row in over:
    values = [float(s["latency_mean"]) for s in seeds if s["controller"] == row["controller"]]
    assert len(set(values)) == 4
    for key, expected in (("", statistics.mean(values)), ("_sd", statistics.stdev(values)),
                          ("_least", min(values)), ("_greatest", max(values))):
        assert abs(float(row["latency_mean" + key]) - expected) < 2e-6, key
PY

# A point that fails is named; the others are there.
printf 'op,address\nR,0\nX,64\n' >broken.csv
code=0
"$rowhold" sweep --stream rand1,broken.csv --requests 50 --csv some.csv >out 2>errors || code=$?
[[ $code == 1 && $(wc -l <some.csv) == 3 ]] || fail "a failing point: exit $code"
grep -q "^rowhold: sweep: stream=broken.csv requests=50: broken.csv:3:1: found 'X'" errors || fail "$(cat errors)"

# A YAML file, and the command line over it.
printf 'controller: all\nqueue: [4, 8]\nrequests: 100\n' >space.yaml
"$rowhold" sweep --config space.yaml --queue 16 --quiet --csv yaml.csv
[[ $(cut -d, -f1-3 yaml.csv) == "controller,queue,requests
$("$rowhold" list --kind controller --names | sed 's/$/,16,100/')" ]] || fail "the YAML file: $(cut -d, -f1-3 yaml.csv)"

# A range goes up by one, by a step, or by a factor.
values() {
    "$rowhold" sweep "$@" --controller fifo --requests 20 --quiet --csv - | sed 1d | cut -d, -f1 | paste -sd' '
}
[[ $(values --queue 8:64:x2) == "8 16 32 64" ]] || fail "8:64:x2 is $(values --queue 8:64:x2)"
[[ $(values --queue 8:60:x3) == "8 24" ]] || fail "8:60:x3 is $(values --queue 8:60:x3)"
[[ $(values --queue 8:12:2) == "8 10 12" ]] || fail "8:12:2 is $(values --queue 8:12:2)"
[[ $(values --chips 1:4) == "1 2 4" ]] || fail "1:4 chips are $(values --chips 1:4)"
if command -v gnuplot >/dev/null; then
    "$rowhold" sweep "${space[@]}" --cache parts --quiet --plot queue.svg
    grep -q '<title>.*fr_fcfs' queue.svg || grep -q 'fr_fcfs' queue.svg || fail "the picture has no line fr_fcfs"
fi

refused "sweep: found no list, expected some option of \`simulate\` with its values" --quiet
refused "--queue: found '8x', expected a whole number from 2 to 128" --queue 4,8x
refused "--queue: found '9:3', expected a range that rises" --queue 9:3
refused "--queue: found '2:8:2:9', expected FROM:TO, FROM:TO:STEP or FROM:TO:xFACTOR" --queue 2:8:2:9
refused "--queue: found '1', expected a whole number from 2 to 128" --queue 8:64:x1
refused "--stream: found no file 'none\*.gz', expected at least one" --stream 'none*.gz'
for part in 4/3 0/2 1 1/ /2 1/2/3 ' 1/2' '1/ 2' +1/2 1x/2 4294967297/4294967298 1/4294967298; do
    refused "--part: found '$part', expected K/N with K from 1 to N" --queue 8 --part "$part"
done
refused "--over: found 'seed', expected an axis of this sweep" --queue 8 --over seed
refused "--columns: found 'row_hit', expected axes and statistics of this sweep (near: row_hits)" \
    --queue 8 --requests 50 --columns queue,row_hit
refused "--columns: found 'queue' twice, expected it once" --queue 8 --requests 50 --columns queue,queue
refused "sweep: found '--stats', expected an option of \`rowhold sweep --help\` (near: --stays, --ctas)" \
    --queue 8 --stats x.json
refused "sweep: preset=gddr3 banks_used=9: --banks-used: found '9', expected at most the 4 banks of gddr3" \
    --preset gddr3 --banks-used 9

# Compare.
"$rowhold" simulate --controller fr_fcfs --queue 16 --requests 500 --quiet --stats two.json
"$rowhold" compare one.json two.json >out
grep -qE '^latency_mean +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$' out || fail "$(cat out)"
! grep -q '^requests ' out || fail "equal figures are shown"
[[ $("$rowhold" compare one.json one.json | tail -n 1) == '0 of '*' figures differ' ]] ||
    fail "a file differs from itself"
code=0
"$rowhold" compare one.json two.json --tolerance 0.001 >out || code=$?
[[ $code == 1 ]] || fail "a result that is farther apart: exit $code"
"$rowhold" compare one.json two.json --tolerance 1 >out || fail "all is within 100 %"
refusal "rowhold: all.csv:1: found *, expected a result of *" "$rowhold" compare one.json all.csv
# All figures of a result, however many.
python3 -c 'import json
print(json.dumps({"schema": "rowhold-simulate", "total": {f"figure_{i}": i for i in range(700)}}))' >many.json
"$rowhold" compare many.json many.json --all --csv many.csv >out
[[ $(wc -l <many.csv) == 701 && $(tail -n 1 many.csv) == figure_699,699,699,0,0.000000 ]] ||
    fail "of 700 figures $(wc -l <many.csv) lines, $(tail -n 1 many.csv)"
printf '{"schema": "rowhold-simulate", "total": {}}' >empty.json
for file in empty.json none.json; do
    refusal "rowhold: $file*, expected a result of *" "$rowhold" compare $file $file --tolerance 0
done
echo "sweep and compare do what they say; $done of 4000 points before the interrupt"
