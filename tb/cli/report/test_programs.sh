#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The GPU programs of a report: table and charts have the figures of `sweep --kernel`, each mark where the axis has it;
# a program that fails leaves its places empty and ends the report with 1; without programs there is no section.
source tb/shell.sh || exit
needs python3
cd "$work"

suite=(--controller banked_fifo,fr_fcfs --queue 8,32 --stream rand1 --requests 200 --no-lockstep --cache cache --quiet)
programs=(--kernel stream_copy,scan --grid 4 --machine gt200 --network crossbar)
"$rowhold" report "${suite[@]}" "${programs[@]}" --html page.html
"$rowhold" sweep "${programs[@]}" --controller banked_fifo,fr_fcfs --queue 32 --cache cache --quiet --csv sweep.csv
cat >look.py <<'PY'
import csv, html, re, sys
page = open(sys.argv[1]).read()
rows = {(r["kernel"], r["controller"]): r for r in csv.DictReader(open("sweep.csv"))}
section = re.search(r'<section id="programs">.*?</section>', page, re.S)[0]
assert "Queue of 32" in section and "rowhold sweep --kernel stream_copy,scan --grid 4" in section
# The table.
heads = [html.unescape(h) for h in re.findall(r"<button[^>]*>(.*?)</button>", section)]
assert heads == ["kernel", "controller", "ipc", "ipc_weighted", "core_cycles", "occupancy", "dram_efficiency",
                 "row_access_locality", "latency_mean"], heads
lines = re.findall(r"<tr>(<td.*?)</tr>", section)
assert len(lines) == 4, lines
for line in lines:
    values = re.findall(r'data-value="([^"]*)"', line)
    row = rows[values[0], values[1]]
    for head, value in list(zip(heads, values))[2:]:
        name = head if head in row and head not in ("ipc",) else "kernel_" + head
        assert abs(float(value) - float(row[name])) < 1e-6 * max(1, float(row[name])), (head, value, row[name])
# The charts: what a mark says, and how long it is.
seen = 0
def axis(svg):
    ticks = [(float(a), float(v)) for a, v in
             re.findall(r'<text [^>]*?\bx="([\d.]+)"[^>]*text-anchor="middle">(-?[\d.]+)</text>', svg)]
    (a, least), (b, most) = ticks[0], ticks[-1]
    return lambda length: length * (b - a) / (most - least)
stalls = ("simd", "port", "unit", "fetch", "pipeline", "memory", "barrier", "no_warp")
for svg in re.findall(r"<svg.*?</svg>", section, re.S):
    long, label = axis(svg), re.search(r'aria-label="([^"]*)"', svg)[1]
    shares = {}
    for attributes, tip in re.findall(r"<rect (.*?)><title>(.*?)</title>", svg):
        width = float(re.search(r'width="([\d.]+)"', attributes)[1])
        said = re.fullmatch(r"(\w+), (\w+): ([\d.]+)(?: %)? (.*)", html.unescape(tip))
        row, value = rows[said[2], said[1]], float(said[3])
        if label.startswith("Instructions") or label.startswith("Occupancy"):
            real = float(row["kernel_ipc" if label[0] == "I" else "kernel_occupancy"])
            assert abs(value - real) < 6e-3 * real, tip
        else:
            part = "kernel_warp_instructions" if said[4] == "issue" else f"kernel_stall_{said[4]}"
            assert said[4] == "issue" or said[4] in stalls, tip
            real = 100 * float(row[part]) / float(row["kernel_scheduler_cycles"])
            assert abs(value - real) <= 0.051, (tip, real)
            shares[said[2]] = shares.get(said[2], 0) + real
        assert abs(width - long(real)) < 0.6, (tip, width, long(real))
        seen += 1
    assert all(abs(all_ - 100) < 0.01 for all_ in shares.values()), shares
assert seen >= 4 + 4 + 2 * 6, seen
PY
python3 look.py page.html || fail "the page has other figures"
# planted WHAT SED: a page with one mark changed is noticed.
planted() {
    sed "$2" page.html >planted.html
    ! cmp -s page.html planted.html || fail "nothing planted: $1"
    ! python3 look.py planted.html >/dev/null 2>&1 || fail "$1 goes unnoticed"
}
planted "a share" '0,/ % no_warp/s// % memory/'
planted "a bar that is too long" '/<section id="programs">/,$ { 0,/class="c1" x="[0-9.]*" y="[0-9.]*" width="/s//&1/ }'
planted "a cell" '/<section id="programs">/,$ s/data-value="scan"/data-value="stream_copy"/'

"$rowhold" report "${suite[@]}" --html none.html
! grep -q 'GPU programs' none.html || fail "a section without programs"
code=0
printf '%s\n' '# warp streams: kernels=1 ctas=1 warps=1 resident=1' 'kernel,cta' >broken.csv
"$rowhold" report "${suite[@]}" --kernel stream_copy,broken.csv --machine gt200 --html broken.html 2>errors || code=$?
said='rowhold: report: simulate kernel=broken.csv machine=gt200 controller=fr_fcfs queue=32: '
[[ $code == 1 ]] && grep -q "$said" errors || fail "a broken program: exit $code, $(cat errors)"
grep -q 'data-value="broken.csv"' broken.html || fail "a broken program has no row"
# refused LINE OPTIONS...
refused() { refusal "rowhold: $1" "$rowhold" report "${suite[@]}" "${@:2}" --html refused.html; }
refused "--machine: found no --kernel beside it, expected one" --machine gt200
refused "sweep: kernel=scan machine=gt200 network=mesh channels=64 controller=banked_fifo queue=32: mesh: found 32 \
cores and 64 controllers, expected at least 1 of each, at most 64 together" --kernel scan --machine gt200 \
    --network mesh --channels 64
echo "the programs of a report have the figures of their sweep"
