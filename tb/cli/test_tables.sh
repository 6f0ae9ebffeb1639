#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every command that writes tables takes --csv, --json and --markdown, each alone on standard output where it is `-`:
# as many rows in each, no two columns of one name, and text that fits a screen of 80 columns.
source tb/shell.sh || exit
cp tb/cli/broken/area/ice40.csv "$work"
cd "$work"

"$rowhold" trace generate mixed in.csv --requests 200 >out
"$rowhold" simulate in.csv --commands commands.csv --quiet --stats a.json
"$rowhold" simulate in.csv --controller fifo --quiet --stats b.json
blocks="--blocks 80 --computation 1 --coalesced 1"
printf '%s\n' 'threads: 32' 'blocks: 4' 'arrays:' '  a: {elements: 128}' '  b: {elements: 128, store: true}' |
    tee kernel.yaml >other.yaml
commands=(
    "sweep --controller fifo,fr_fcfs --requests 100 --cache cache"
    "compare a.json b.json"
    "switch --clocks 400"
    "switch --network ring --vcs 4 --traffic hot_spot --clocks 400 --loads 0.1,1"
    "predict --controller fifo,fr_fcfs --stream rand1,mixed --requests 100"
    "predict --requests 100"
    "predict --channels 2 --requests 100 --no-measure"
    "kernel --threads 32,64 $blocks"
    "kernel --threads 32 $blocks"
    "placement map"
    "placement map --preset ddr4_2400 --repeats 1"
    "placement predict kernel.yaml"
    "placement fit --train kernel.yaml --test other.yaml"
    "placement queue --requests 500"
    "placement queue --requests 500 --load 0.3"
    protection
    "kernels --scale 0.02"
    "kernels reduction --scale 0.02"
    complexity
    area
    "area --system"
    "area --ice40 --file ice40.csv"
    "area --dram"
    "energy --stream rand1 --requests 100 --power-limit 60"
    "energy --accesses 2"
    "energy --published"
    "report --controller fifo --queue 8 --stream rand1 --requests 100 --no-lockstep --cache cache --html page.html"
    "help list"
    list
    presets
    "presets hbm2"
    "trace info in.csv"
    "trace judge commands.csv --preset gddr3_k4j52324qh"
    "trace commands commands.csv out.txt --to dramsim3 --preset gddr3"
)

# alike: the rows of t.csv, t.json and t.md are as many, and some; no column twice.
cat >alike.py <<'PY'
import csv, json, sys
lines = [line for line in open("t.md") if line.startswith("| ")]
rows = list(csv.reader(open("t.csv")))
page = json.load(open("t.json"))
lists = [value for value in page.values() if isinstance(value, list)]
assert len(set(rows[0])) == len(rows[0]), f"columns {rows[0]}"
heads = [cell.strip() for cell in lines[0].strip().strip("|").split("|")]
assert len(set(heads)) == len(heads) and "" not in heads, f"headings {heads}"
assert all(len(row) == len(rows[0]) for row in rows), "rows of different lengths"
assert len(rows) > 1 and len(lists[0]) == len(rows) - 1, (len(rows), len(lists[0]))
assert sorted(lists[0][0]) == sorted(rows[0]), "other names in JSON"
if sys.argv[1] != "area":  # whose Markdown is a page of several tables
    assert len(lines) == len(rows) + 1, (len(lines), len(rows))
PY

# wide FILE: lines that leave the screen; what stands in a file is not broken: notes, verdicts, names.
wide() { grep -nE '^.{81,}' "$1" | grep -vE '^[0-9]+:(#|Yosys |commands\.csv:|  [a-z_A-Z]+: .* # |(note|source): )'; }

for line in "${commands[@]}"; do
    read -ra words <<<"$line"
    "$rowhold" "${words[@]}" >text 2>errors || [[ $? == 1 ]] || fault "$line: $(cat errors)"
    # The text of help is no table.
    if [[ $line != help* ]] && wide text; then fault "$line: lines of more than 80 columns"; fi
    for spelling in csv json markdown; do
        "$rowhold" "${words[@]}" --$spelling - >"t.${spelling/markdown/md}" 2>errors || [[ $? == 1 ]] ||
            fault "$line --$spelling -: $(cat errors)"
        [[ ! -s errors ]] || fault "$line --$spelling -: $(cat errors)"
    done
    python3 alike.py "${words[0]}" || fault "$line: its spellings differ"
done
# planted: a line too long, a row too few, a column twice
printf 'x%.0s' {1..81} >text
wide text >found || fault "a line of 81 columns goes unnoticed"
sed -i '$d' t.csv
if python3 alike.py "trace" 2>found; then fault "a missing row goes unnoticed"; fi
printf 'a,a\n1,2\n' >t.csv
if python3 alike.py "trace" 2>found || ! grep -q columns found; then fault "a column twice goes unnoticed"; fi

# No other command takes them.
"$rowhold" help --pages | while read -r page; do
    # shellcheck disable=SC2086 # a page is one word or two
    "$rowhold" help $page | grep -E '^  --csv FILE' >/dev/null || continue
    printf '%s\n' "${commands[@]}" | grep "^$page" >/dev/null || echo "FAIL: no line for $page"
done | tee found
[[ ! -s found ]] || failed=1

# The summary of a run.
"$rowhold" simulate --stream mixed --channels 3 --requests 200 >text
if wide text; then fault "simulate: lines of more than 80 columns"; fi
[[ $(awk '/^  channel  requests/ { on = 1; next } !NF || /imbalance/ { on = 0 } on { sum += $2 } END { print sum }' \
    text) == 200 ]] || fault "the channels' requests are not those of the run: $(cat text)"
# A terminal of 80 columns gets what a file gets, a wider one unbroken texts and longer bars, a narrower one shorter
# lines.
cat >terminal.py <<'PY'
import fcntl, os, pty, struct, subprocess, sys, termios
WORDS = [sys.argv[1], "simulate", "--stream", "mixed", "--requests", "200"]
def lines(columns):
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    with subprocess.Popen(WORDS, stdout=theirs, stderr=subprocess.DEVNULL) as process:
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 65536):
                text += part
        except OSError: # how a terminal ends
            pass
        assert process.wait() == 0
    return text.decode().replace("\r\n", "\n").split("\n")
file = subprocess.run(WORDS, check=True, capture_output=True, text=True).stdout.split("\n")
data = lambda text: next(line for line in text if line.startswith("  data "))
def ledger(text):
    start = next(i for i, line in enumerate(text) if line.startswith("  clocks"))
    return text[start:text.index("", start)]
wide, narrow = lines(200), lines(72)
assert lines(80) == file
assert [line for line in file if line.strip() == "included"] and max(map(len, ledger(file))) <= 80
assert not [line for line in wide if line.strip() == "included"] and max(map(len, wide)) <= 200
assert 2 * data(file).count("#") < data(wide).count("#") < 100, data(wide)
assert max(map(len, ledger(narrow))) <= 72 < max(map(len, ledger(file)))
PY
python3 terminal.py "$rowhold" || fault "a table does not fit its terminal"
[[ $failed == 0 ]] && echo "${#commands[@]} commands write tables in four spellings"
