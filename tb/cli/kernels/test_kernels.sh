#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold kernels`: the rows of docs/rh_kernels.md are those of the default grids; a kernel by its name has a row for
# each of its kernels; a seed changes what the data decide and nothing else.
source tb/shell.sh || exit

"$rowhold" kernels --csv "$work/all.csv" >/dev/null
cat >"$work/page.py" <<'PY'
import csv, sys
page = open("docs/rh_kernels.md").read()
rows = list(csv.DictReader(open(sys.argv[1])))
for row in rows:
    lines = [line for line in page.splitlines() if line.startswith(f"| `{row['name']}` |") and row["grid"] in line]
    cells = [cell.strip() for cell in lines[0].split("|")[1:-1]] if lines else []
    wanted = [row["grid"], row["cta"], row["spaces"], row["kernels"], f"{int(row['thread_instructions']) / 1e6:.1f}"]
    found = [cells[2], cells[3], *cells[-4:-2], cells[-1]] if len(cells) == 10 else [*cells[2:]]
    if found != wanted:
        sys.exit(f"docs/rh_kernels.md: {row['name']}: found {found}, expected {wanted}")
print(len(rows))
PY
[[ $(python3 "$work/page.py" "$work/all.csv") == 28 ]] || fail "28 kernels on the page"

# Three sums of 512 digits, their sum: 3 * 8 warps, then one CTA of 8; three barriers each.
"$rowhold" kernels reduction --grid 3 --csv - >"$work/reduction.csv"
python3 -c '
import csv, sys
for row in csv.DictReader(open(sys.argv[1])):
    print(row["name"], row["grid"], row["cta"], row["ctas"], row["warps"], row["barrier_instructions"])
' "$work/reduction.csv" >"$work/short"
diff - "$work/short" <<'GOLDEN' || fail "kernels of a reduction"
reduction 3 256 3 24 72
reduction 1 256 1 8 24
GOLDEN

# A warp of the naive transpose reads two rows of 16 words, two segments by half-warps or two lines, and writes 32 words
# to 16 rows: a segment a word, or 16 lines of two words each.
per_access() {
    "$rowhold" kernels transpose_naive --grid 2,2 "$@" --json - |
        python3 -c 'import json, sys
r = json.load(sys.stdin)
k = r["kernels"][0]
print(r["configuration"]["machine"], r["configuration"]["coalesce"], k["transactions"], k["transactions_an_access"])'
}
[[ $(per_access --machine gt200) == "gt200 1.0 1088 17.0" ]] || fail "rule 1.0: $(per_access --machine gt200)"
[[ $(per_access) == "quadro_fx5800 1.2 1088 17.0" ]] || fail "rule 1.2: $(per_access)"
[[ $(per_access --coalesce line) == "quadro_fx5800 line 576 9.0" ]] || fail "lines: $(per_access --coalesce line)"

# Input by another seed: the search differs, the product doesn't.
same() { cmp -s <("$rowhold" kernels "$@" --csv -) <("$rowhold" kernels "$@" --seed 7 --csv -); }
same matrix_multiply --grid 1,1 --size 16 || fail "a seed changes a product of matrices"
! same bfs --grid 4 || fail "a seed does not change a search"
"$rowhold" kernels n_queens --grid 2 --size 6 >"$work/text"
grep -q 'ways to place queens' "$work/text" || fail "what a kernel is"
echo "kernels: 28 rows of the page, kernels of one by its name, seeds"
