#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Does `scripts/experiment area_fit` find the slopes of a table that was made with known ones, and refuse what is none?
# Needs ROWHOLD and python3; the picture gnuplot.
source tb/shell.sh || exit
fit() { scripts/experiment area_fit --area "$work/area.csv" --requests 2000 "$@"; }

# area = 100 + 5 entries + 0.25 address bits, 1000 um2; comparators 0.05 a bit, storage 4 an entry
{
    grep '^kind,' docs/tables/area.csv
    while read -r design queue bits flops; do
        awk -F, -v OFS=, -v d="$design" -v q="$queue" -v b="$bits" -v f="$flops" 'BEGIN {
            area = 100000 + 5000 * q + 250 * b
            print "controller", d, "queue=" q, 1, f, area, 1, 2 + b / 100, "a", "b", 3, 4000 * q, 200 * b, 50 * b,
                50000, 30000, 10000, area - 4000 * q - 250 * b - 90000, 1.02 * area, b, 0, b, 1, "k" }'
    done <<'END'
banked_fifo 16 48 1000
banked_fifo 32 48 1512
fr_fcfs 16 236 1000
fr_fcfs 32 460 1576
END
} >"$work/area.csv"
fit --markdown "$work/page.md" >"$work/page" || fault "exit $?"
cmp "$work/page" "$work/page.md" || fault "--markdown wrote another page"
has() { grep -qF -- "$1" "$work/page" || fault "found no '$1'"; }
has '| area | entries, address bits | 100 | 5, 0.25 | 1.000 | 0 |'
has "| comparators | address bits |"
has '| storage | entries | '
has '| path, ns | address bits | 2 | 0.01 | 1.000 | 0 |'
has '| `banked_fifo` | 32 | 1024 | 128 | 106 | 6 | 272 | 250 | 150 |'
has '| `fr_fcfs` | 32 | 1152 | 128 | - | - | 375 | - | - |'
has 'compares 9.6 times the address bits of `banked_fifo` and has 1.38 times its area, 2.66 times its path'
has 'With the FIFOs of `banked_fifo` in latches the ratio of areas is 1.50, in SRAM cells 2.50.'
# per point: 375 of fr_fcfs over its efficiency
efficiency=$(sed -nE 's/^\| `fr_fcfs` \| 32 .* ([0-9.]+) \|$/\1/p' "$work/page" | head -n 1)
[[ -n $efficiency ]] && grep -q "^| .fr_fcfs. | 32 | .* | $(awk -v e="$efficiency" 'BEGIN {
    printf "%.0f", 375000 / e }' | sed 's/.$/[0-9]/') |$" "$work/page" ||
    fault "um2 of a point: not 375000 / $efficiency"

# planted: an area that the bits and entries do not give
sed -i -E '/^controller,fr_fcfs,queue=32/s/,375000,/,475000,/' "$work/area.csv"
fit >"$work/page"
! grep -qF '| area | entries, address bits | 100 | 5, 0.25 | 1.000 | 0 |' "$work/page" ||
    fault "another area, the same fit"

# --- refused ---
refused() { refusal "*$1*" "${@:2}"; } # PATTERN COMMAND...
refused 'none.csv: No such file' scripts/experiment area_fit --area "$work/none.csv"
refused 'area_fit: *--frob' fit --frob
sed -i 's/levels/heights/' "$work/area.csv"
refused "area.csv: found 'levels', expected the table of scripts/area" fit
sed -i '3,$d' "$work/area.csv"
sed -i 's/heights/levels/' "$work/area.csv"
refused 'found 1 controllers, expected several' fit

if command -v gnuplot >/dev/null; then
    scripts/experiment area_fit --requests 2000 --svg "$work/plot.svg" >/dev/null || fault "--svg: exit $?"
    grep -q '>most_pending<' "$work/plot.svg" || fault "the picture has no line of most_pending"
fi
[[ $failed == 0 ]] || exit 1
echo "area_fit: known slopes are found"
