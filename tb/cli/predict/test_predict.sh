#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold predict`: literal predictions of streams that can be followed by hand, measured figures that are those of
# `simulate`, suites with their statistics, and the same bytes in every run.
source tb/shell.sh || exit
cd "$work"
# refused TEXT OPTION...
refused() { refusal "rowhold: $1" "$rowhold" predict "${@:2}"; }

# gddr3: tRC 34, tRP + tRCD 25; 64 bytes are two commands of two clocks. The first period moves nothing; then the rows
# of two banks open one after the other (8 of 102 clocks), or at once (8 of 68). The C model: ACT in 1 and, tRRD behind
# it, 9; columns in 13 to 24.
printf '%s\n' '# geometry: channels=1 banks=4 rows=4096 columns=256 column_bytes=32' op,channel,bank,row,column \
    R,0,0,7,0 R,0,1,20,0 >two.csv
"$rowhold" predict two.csv --bytes 64 --json two.json --csv two.table --markdown two.md >two.txt
cat >check.py <<'PY'
import json, sys
page = json.load(open(sys.argv[1]))
total = page["total"]
expected = {"no_activate_overlap": 0.078431, "full_activate_overlap": 0.117647, "averaged": 0.098039,
            "locality_switched": 0.117647, "most_pending": 0.078431, "rowhold": 0.333333}
assert total["predicted_dram_efficiency"] == expected, total["predicted_dram_efficiency"]
assert total["dram_efficiency"] == 0.333333 and total["requests"] == 2
assert total["error_points"]["no_activate_overlap"] == -25.490196 and total["error_points"]["rowhold"] == 0
assert total["active_cycles"] == 24 == total["predicted_active_cycles"]["rowhold"]
# tRCD 12 before the first column, then the ACT of the other bank waits for tRRD
assert total["stall_cycles"]["tRCD"] == total["predicted_stall_cycles"]["rowhold"]["tRCD"] == 16, total
assert page["channels"][0]["predicted_dram_efficiency"] == expected and len(page["channels"]) == 1
assert [row["predicted_dram_efficiency"] for row in page["rows"][:6]] == list(expected.values())
PY
python3 check.py two.json || fail "other values"
sed 's/0\.098039/0.098040/' two.json >planted.json
if python3 check.py planted.json 2>/dev/null; then fail "a wrong prediction goes unnoticed"; fi
grep -q '^averaged *9\.80  *33\.33  *-23\.53 ' two.txt || fail "$(cat two.txt)"
grep -q '^| 0 | fr_fcfs | two.csv | - | averaged | 9.80 | 33.33 | -23.53 |$' two.md || fail "$(cat two.md)"

# Percentiles of what is measured are those of simulate.
"$rowhold" predict two.csv --bytes 64 --model rowhold --percentiles 50,100 --json two.json >two.txt
"$rowhold" simulate two.csv --bytes 64 --percentiles 50,100 --stats measured.json --quiet
grep -qx 'latency, measured: 50 % within [0-9]*, 100 % within [0-9]* clocks' two.txt || fail "$(cat two.txt)"
python3 - <<'PY' || fail "percentiles"
import json
mine, theirs = (json.load(open(f))["latency_percentiles"] for f in ("two.json", "measured.json"))
assert [(m["run"], m["percent"], m["measured"]) for m in mine] == [(0, t["percent"], t["all"]) for t in theirs], mine
assert mine[0]["measured"] < mine[1]["measured"] == json.load(open("measured.json"))["total"]["latency_max"]
PY
refused '--percentiles: found --no-measure beside it, expected a measurement, for the models predict means' \
    --stream rand2 --no-measure --percentiles 50
refused "--percentiles: found '0', expected per cents above 0 and up to 100" --stream rand2 --percentiles 0

# Channels without a request are no points of the agreement over channels: here seven of eight.
tail -n +2 two.csv >eight.csv
"$rowhold" predict eight.csv --bytes 64 --model rowhold --quiet --json eight.json
[[ $(grep -c '^    {"channel": [0-7],' eight.json) == 8 &&
    $(grep -c '"over": "channels", .* "model": "rowhold", "points": 1,' eight.json) == 2 ]] || fail "idle channels"

# Measured is what simulate measures, under the same hash.
cat >same.py <<'PY'
import json, sys
run, measured = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
assert run["configuration_hash"] == measured["configuration_hash"]
assert run["configuration"] == measured["configuration"] and len(run["channels"]) == len(measured["channels"])
for mine, theirs in [(run["total"], measured["total"]), *zip(run["channels"], measured["channels"])]:
    shared = mine.keys() & theirs.keys()
    assert len(shared) >= 9, shared
    for key in shared:
        assert mine[key] == theirs[key], (key, mine[key], theirs[key])
PY
common=(--stream mixed --requests 3000 --channels 4 --preset hbm2 --queue 8 --seed 3 --refresh all_bank)
for controller in $("$rowhold" list --kind controller --names); do
    "$rowhold" predict "${common[@]}" --controller $controller --quiet --json run.json
    "$rowhold" simulate "${common[@]}" --controller $controller --quiet --stats simulated.json
    python3 same.py run.json simulated.json || fail "$controller: measured is not what simulate measures"
done
sed '0,/"active_cycles": /s//&1/' run.json >planted.json
if python3 same.py planted.json simulated.json 2>/dev/null; then fail "another measurement goes unnoticed"; fi

# Models that know no such controller say so; --no-measure leaves the measurement out and nothing else.
"$rowhold" predict --controller fifo --requests 50 --json fifo.json >text
[[ $(grep -c '^[a-z_]* .*no model *$' text) == 5 ]] || fail "$(cat text)"
grep -q '"predicted_dram_efficiency": {"no_activate_overlap": null,.*"rowhold": 0\.[0-9]*}' fifo.json || fail fifo
for uncovered in '--age-cap 64' '--responses 4'; do
    # shellcheck disable=SC2086 # an option and its value
    "$rowhold" predict --requests 50 $uncovered --json uncovered.json >text 2>note
    grep -q "^note: ${uncovered% *}: there is no model of " note || fail "$uncovered: $(cat note)"
    grep -q '^rowhold .*no model *$' text || fail "$uncovered: $(cat text)"
    grep -q '"predicted_dram_efficiency": {.*"rowhold": null}' uncovered.json || fail "$uncovered: it predicts"
done
"$rowhold" predict --preset fgdram --controller fifo --requests 50 >text 2>note
grep -q '^note: --controller: there is no model of fifo with grains' note || fail "grains: $(cat note)"
"$rowhold" predict --preset hbm2_2000 --controller slot_fifo --requests 50 >text 2>note
grep -q '^note: --refresh: there is no model of slot_fifo with banks that are refreshed' note ||
    fail "slots that are refreshed: $(cat note)"
printf 'name: ranked\nbase: ddr4_2400\norganisation: {ranks: 2}\ntiming: {tRTRS: 2}\n' >ranked.yaml
for controller in fr_fcfs fgdram_channel fifo; do
    "$rowhold" predict --preset ranked.yaml --controller $controller --requests 50 --json ranked.json >text 2>note
    [[ $(<note) == 'note: --preset: there is no model of ranks' ]] || fail "ranks, $controller: $(cat note)"
    [[ $(grep -c '^[a-z_]* .*no model *$' text) == 6 ]] || fail "ranks, $controller: $(cat text)"
    grep -q '^no model: there is none of ranks$' text || fail "ranks, $controller: $(cat text)"
    grep -Eq '"predicted_dram_efficiency": \{("[a-z_]*": null(, )?){6}\}' ranked.json || fail "ranks, $controller: JSON"
done
"$rowhold" predict --page closed --requests 50 >text 2>note
grep '^note: --page: there is no model of a page policy$' note >/dev/null || fail "a page policy: $(cat note)"
"$rowhold" predict --preset fgdram --age-cap 64 --requests 50 >text 2>note
grep -q '^note: --age-cap: there is no model of an age cap' note || fail "an age cap on grains: $(cat note)"
"$rowhold" predict --preset fgdram --controller fgdram_channel --requests 50 >text 2>note
[[ ! -s note ]] && grep -q '^rowhold *[0-9]' text || fail "fgdram_channel: $(cat note text)"
"$rowhold" predict --requests 500 --quiet --json with.json
"$rowhold" predict --requests 500 --quiet --no-measure --json without.json
for file in with without; do grep -o '"predicted_[a-z_]*": {[^}]*}' $file.json >$file.txt; done
cmp with.txt without.txt
grep -q '^  "total": {.* "dram_efficiency": null, ' without.json || fail "without a measurement there is one"

# Standard input, and the same bytes twice; seconds only where they are asked for.
"$rowhold" predict - --bytes 64 --json - <two.csv >stdin.json
python3 check.py stdin.json || fail "standard input"
"$rowhold" predict --controller all --requests 200 --channels 2 --quiet --csv 1.csv --json 1.json
"$rowhold" predict --controller all --requests 200 --channels 2 --quiet --csv 2.csv --json 2.json
cmp 1.csv 2.csv && cmp 1.json 2.json
if grep -q seconds\":.[{0-9] 1.json || cut -d, -f19- 1.csv | tail -n +2 |
    grep '[0-9]' >/dev/null; then fail "seconds"; fi
"$rowhold" predict --requests 200 --quiet --times --csv 3.csv
[[ $(cut -d, -f19- 3.csv | tail -n +2 | grep -c '^0\.[0-9]*,[0-9]') == 6 ]] || fail "no seconds: $(cat 3.csv)"

# A banked queue of 8 stores 16 on the 16 banks of DDR4: said beside the queue, and only where some run differs.
banked=(--controller banked_fifo,fr_fcfs --requests 100 --no-measure --model rowhold --csv stored.csv)
[[ $("$rowhold" predict "${banked[@]}" --queue 8 --preset ddr4_2400 | sed -n 3,5p | tr -s ' ' | cut -d ' ' -f 1,2 |
    tr '\n' ';') == 'controller stored;banked_fifo 16;fr_fcfs 8;' ]] || fail "what a queue stores, in the text"
[[ $(cut -d, -f5,6 stored.csv | sort -u | tr '\n' ';') == '8,16;8,8;queue,queue_stored;' ]] ||
    fail "what a queue stores: $(cat stored.csv)"
[[ $("$rowhold" predict "${banked[@]}" --queue 8 | sed -n 3p) != *stored* ]] || fail "all store what is asked for"

# A suite: its statistics are those of its rows, worked out another way; queues of 8 to 64, chips of 1 to 4.
"$rowhold" predict --controller fr_fcfs,fifo --stream rand1,rand2,rand3 --requests 400 --channels 2 \
    --queue 8,64 --chips 1:4 --json suite.json --csv suite.csv >text
cat >suite.py <<'PY'
import json, statistics, sys
page = json.load(open(sys.argv[1]))
assert len(page["runs"]) == 36 and len(page["rows"]) == 36 * 3 * 6
for over in "runs", "channels":
    for controller in "fr_fcfs", "fifo", "all":
        for model in "averaged", "full_activate_overlap", "rowhold":
            rows = [r for r in page["rows"] if r["model"] == model and (over == "runs") == (r["channel"] is None)
                    and controller in ("all", r["controller"]) and r["predicted_dram_efficiency"] is not None]
            found, = (a for a in page["agreement"] if (a["over"], a["controller"], a["model"]) ==
                      (over, controller, model))
            assert found["points"] == len(rows), (found, len(rows))
            if not rows:
                assert controller == "fifo" and found["mean_absolute_error_points"] is None
                continue
            predicted = [100 * r["predicted_dram_efficiency"] for r in rows]
            measured = [100 * r["dram_efficiency"] for r in rows]
            errors = [p - m for p, m in zip(predicted, measured)]
            absolute = [abs(e) for e in errors]
            for key, value in (("mean_absolute_error_points", statistics.mean(absolute)),
                               ("worst_error_points", max(absolute)),
                               ("polarity", sum(errors) / sum(absolute) if sum(absolute) else None),
                               ("correlation", statistics.correlation(predicted, measured))):
                assert value == found[key] or abs(found[key] - value) < 2e-3, (key, found, value)
PY
python3 suite.py suite.json || fail "a suite's statistics"
sed 's/"polarity": 0/"polarity": -0/' suite.json >planted.json
if cmp -s planted.json suite.json || python3 suite.py planted.json 2>/dev/null; then fail "polarity goes unnoticed"; fi
grep -q '^fr_fcfs: errors in points' text || fail "$(cat text)"
printf 'stream: [rand1, rand2]\nmodel: [rowhold]\nrequests: 50\n' >suite.yaml
"$rowhold" predict --config suite.yaml --csv yaml.csv >text
[[ $(wc -l <yaml.csv) == 5 ]] || fail "$(cat yaml.csv)"

refused "predict: found argument 'two.csv' and --stream, expected one of them" two.csv --stream rand1
refused "predict: queue=8 stream=-: -: found standard input, expected a file that can be read again for each point" \
    - --queue 8,16
refused "--plot: found --no-measure beside it, expected a measurement to draw predictions over" --no-measure \
    --plot x.svg
refused "predict: controller=fifo banks_used=5: --banks-used: found '5', expected at most the 4 banks of gddr3" \
    --controller fifo,fr_fcfs --banks-used 5
refused "--seed: found --stream two.csv beside it, expected a synthetic stream" two.csv --seed 3

if command -v gnuplot >/dev/null; then
    "$rowhold" predict --controller fifo,fr_fcfs --stream rand1,rand2 --requests 100 --model averaged,rowhold \
        --quiet --plot plot.svg
    [[ $(grep -c '<g id="gnuplot_plot_' plot.svg) == 3 ]] || fail "the picture has no diagonal and two models"
    # of `averaged` two runs, of `rowhold` four, and one of each in the key
    [[ $(grep -c '#gpPt.*translate' plot.svg) == 8 ]] || fail "the picture has not a point a run and model"
fi

echo "predictions are those by hand, and measured is what simulate measures"
