#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold protection`: its rows are the literals below, and those of docs/rh_protection.md; the numbers of a CRC are
# found a second way, by division of polynomials in Python; area and path on the page are those of docs/tables/area.csv.
source tb/shell.sh || exit
cat >"$work/golden.csv" <<'GOLDEN'
protection,errors,patterns,corrected,detected,missed,missed_share
secded,1 bit,72,72,0,0,0.000000
secded,2 bits,2556,0,2556,0,0.000000
secded,3 bits,59640,0,26072,33568,0.562844
secded,burst up to 4,559,72,368,119,0.212880
secded,burst up to 10,32767,72,22180,10515,0.320902
crc_4,1 bit,260,0,260,0,0.000000
crc_4,2 bits,33670,0,31545,2125,0.063113
crc_4,3 bits,2895620,0,2713379,182241,0.062937
crc_4,burst up to 4,2063,0,2063,0,0.000000
crc_4,burst up to 10,129023,0,120960,8063,0.062493
crc_10,1 bit,266,0,266,0,0.000000
crc_10,2 bits,35245,0,35245,0,0.000000
crc_10,3 bits,3101560,0,3101560,0,0.000000
crc_10,burst up to 4,2111,0,2111,0,0.000000
crc_10,burst up to 10,132095,0,132095,0,0.000000
GOLDEN
"$rowhold" protection --csv "$work/found.csv" >"$work/text"
diff "$work/golden.csv" "$work/found.csv" || fail "the rows are others"
for line in "secded      secded         256          32  9.0000  12.5000        2      0" \
    "crc_4       io_crc         256           4  8.1250   1.5625        3      2" \
    "crc_10      io_crc         256          10  8.3125   3.9062        3      2"; do
    grep -qxF "$line" "$work/text" || fail "found no line '$line' in: $(cat "$work/text")"
done
grep -q "^can't: 260 places share 15 syndromes" "$work/text" || fail "the paper's claim is not flagged"

python3 - "$work/found.csv" docs/rh_protection.md docs/tables/area.csv <<'PYTHON' || fail "see above"
import csv, re, sys
from collections import Counter
rows = {(r["protection"], r["errors"]): r for r in csv.DictReader(open(sys.argv[1]))}
page = re.sub(r"<!--.*?-->", "", open(sys.argv[2]).read())  # as it is read: without the marks of values
for bits, generator in ((4, 0b10011), (10, 0b11000110011)):
    places, missed = 256 + bits, [0, 0, 0]
    remainder = [0] * places
    for k in range(places):
        r = 1 << k
        while r.bit_length() > bits:
            r ^= generator << (r.bit_length() - 1 - bits)
        remainder[k] = r
    pairs = Counter()
    for k, r in enumerate(remainder):  # the k-th place behind one, and behind two others
        missed[0] += r == 0
        missed[1] += remainder[:k].count(r)
        missed[2] += pairs[r]
        for other in remainder[:k]:
            pairs[r ^ other] += 1
    found = [int(rows[f"crc_{bits}", name]["missed"]) for name in ("1 bit", "2 bits", "3 bits")]
    assert found == missed, (bits, found, missed)
for (protection, errors), row in rows.items():
    line = next(line for line in page.splitlines() if line.startswith(f"| {errors} |"))
    cells = [cell.split()[0] for cell in line.strip("| ").split("|")[1:]]
    at = 2 * ["secded", "crc_4", "crc_10"].index(protection)
    assert cells[at:at + 2] == [row["patterns"], row["missed"]], (line, row)
table = list(csv.DictReader(line for line in open(sys.argv[3]) if not line.startswith("#")))
for design, at in (("secded", 0), ("io_crc", 2)):
    row = next(r for r in table if r["design"] == design and r["settings"] == "crc_bits=10")
    for name, value in (("um2", round(float(row["area_um2"]))), ("flops", row["flops"]),
                        ("path, ns", f'{float(row["critical_ns"]):.2f}')):
        line = next(line for line in page.splitlines() if line.startswith(f"| {name} |"))
        assert line.strip("| ").split("|")[1:][at].strip() == str(value), (line, value)
PYTHON
! "$rowhold" protection --seed 1 2>"$work/errors" || fail "an unknown option is taken"
[[ $(wc -l <"$work/errors") == 1 ]] || fail "$(cat "$work/errors")"
echo "15 rows, three costs"
