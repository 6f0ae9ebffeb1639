#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold placement map`: address maps of several memories, found from latencies and compared bit by bit with what
# their text says, by hand; maps that differ in one bit are noticed; what latencies can't show is said.
source tb/shell.sh || exit
cd "$work"

# same.py LEVELS XORS: the result in found.json has these levels of its bits, from the highest, and these XORs: what the
# text says, not what the program expects. `R3` is three row bits; X-Y stands for X, X+1 ... Y, each by itself.
cat >same.py <<'PY'
import json, re, sys
page = json.load(open("found.json"))
letters = {"C": "channel", "G": "group", "B": "bank", "R": "row", "c": "column"}
levels = [letters[l] for l, n in re.findall(r"([A-Zc])(\d+)", sys.argv[1]) for _ in range(int(n))]
found = [row["found"] for row in page["rows"]]
if found != levels:
    sys.exit(f"levels {list(zip([row['bit'] for row in page['rows']], found, levels))}")
expected = {name: [] for name in letters.values()}
for part in filter(None, sys.argv[2].split(";")):
    name, *xors = part.split()
    for xor in xors:
        first, dash, last = xor.partition("-")
        expected[name] += [str(i) for i in range(int(first), int(last) + 1)] if dash else [xor]
got = {name: [f["found"] for f in page["functions"] if f["level"] == name] for name in letters.values()}
if got != expected:
    sys.exit(f"XORs {got}, not {expected}")
if not page["decided"] or page["different"] or not all(row["same"] for row in page["rows"] + page["functions"]):
    sys.exit("the program sees a difference")
bits = page["bits"]
pairs = page["pairs_measured"]
if pairs > bits * bits + 8 * bits or page["probes"] != pairs * page["configuration"]["repeats"]:
    sys.exit(f"{pairs} pairs, {page['probes']} probes")
PY
maps=0
all=${1:-}
# repeats LEVELS XORS OPTION...: what shows nothing that the other maps do not show; with the argument `all`.
repeats() { [[ $all != all ]] || finds "$@"; }
# finds LEVELS XORS OPTION...
finds() {
    maps=$((maps + 1))
    "$rowhold" placement map "${@:3}" --json - >found.json || fault "${*:3}: exit $?"
    python3 same.py "$1" "$2" || fault "${*:3}"
}
# exits CODE TEXT OPTION...: the page ends in TEXT, on one line or two.
exits() {
    local code=0
    "$rowhold" placement map "${@:3}" >page 2>err || code=$?
    [[ $code == "$1" && " $(tail -n 3 page | xargs -d '\n')" == *" $2" && ! -s err ]] ||
        fault "${*:3}: exit $code, $(tail -n 3 page err)"
}

# gddr3: byte 4-0, 8 bits of column, 3 of channel, 2 of bank, 12 of row.
plain='channel 8-10;bank 16 17;row 18-29'
finds R12B2c5C3c8 "$plain"
repeats R12B2c5C3c8 "$plain" --controller most_pending
repeats R12C3B2c13 'channel 15-17;bank 13 14;row 18-29' --map row:channel:bank:column
finds B2R12c8C3c5 'channel 5-7;bank 28 29;row 16-27' --map bank:row:column:channel
repeats c8B2R12C3c5 'channel 5-7;bank 20 21;row 8-19' --map column:bank:row:channel
# Each bank bit is the XOR of seven bits, and no row bit is free of it.
deep=row:bank:column:channel:column[3],bank^=row[1:0],bank^=row[3:2],bank^=row[5:4],bank^=row[7:6]
deep+=,bank^=row[9:8],bank^=row[11:10]
finds B14c5C3c8 'channel 8-10;bank 16^18^20^22^24^26^28 17^19^21^23^25^27^29;row 18-29' --map "$deep"
repeats R4B2C6B2c5C3c8 'channel 8^18^21 9^19^22 10^20^23;bank 16^24 17^25;row 18-29' \
    --map 'row:bank:column:channel:column[3],channel^=row[2:0],channel^=row[5:3],bank^=row[7:6]'
# One row bit in four XORs.
finds R4C1R7B2c5C3c8 'channel 8^25 9^25 10^25;bank 16^25 17;row 18-29' \
    --map 'row:bank:column:channel:column[3],channel[0]^=row[7],channel[1]^=row[7],channel[2]^=row[7],bank[0]^=row[7]'
# A row number that has its bank and channel in it: no latency shows that, and none needs to.
finds R12B2c5C3c8 "$plain" --map 'row:bank:column:channel:column[3],row[1:0]^=bank,row[4:2]^=channel'
# gddr3_k4j52324qh: column bits 12 and 13 in the row.
finds R14B3R2c4C3c5 'channel 5-7;bank 14-16;row 12^17 13^18 19-30' --preset gddr3_k4j52324qh \
    --map 'row:bank:column:channel,row[1:0]^=column[5:4]'
# hbm2: 16 channels, 4 groups, the high bits of a flat bank, of 4 banks.
finds R14G2B2c2C4c8 'channel 8-11;group 16 17;bank 14 15;row 18-31' --preset hbm2
repeats R14G2B2c2C4c8 'channel 8-11;group 16 17;bank 14 15;row 18-31' --preset hbm2_2000 --refresh off
hashed=row:bank:bank_group:column:channel:column[3]
hashed+=,channel^=row[3:0],bank^=row[5:4],bank_group^=row[1:0],bank[0]^=row[13]
xors='channel 8^18 9^19 10^20 11^21;group 14^18 15^19;bank 16^22^31 17^23;row 18-31'
finds B1R7B2C4B2G2c2C4c8 "$xors" --preset hbm2 --map "$hashed"
repeats B1R7B2C4B2G2c2C4c8 "$xors" --preset hbm2 --map "$hashed" --refresh per_bank --repeats 6
# Each row bit in three XORs of eight, all in different ones: the first bank that comes back takes four flips.
dense=row:bank:column:channel:column[3],channel^=row[3:0],bank^=row[3:0],bank[3:1]^=row[2:0],bank[0]^=row[3]
dense+=,channel^=row[7:4],bank^=row[7:4],channel[3:1]^=row[6:4],channel[0]^=row[7],channel^=row[11:8]
dense+=,bank[3:1]^=row[10:8],bank[0]^=row[11],bank[3:2]^=row[9:8],bank[1:0]^=row[11:10]
dense+=,channel[1:0]^=row[13:12],channel[2:1]^=row[13:12],channel[3:2]^=row[13:12]
xors='channel 8^18^22^25^26^30 9^19^22^23^27^30^31 10^20^23^24^28^30^31 11^21^24^25^29^31'
xors+=';group 16^19^20^24^26^27 17^20^21^25^27^28;bank 14^18^21^22^28^29 15^18^19^23^26^29;row 18-31'
finds C14G2B2c2C4c8 "$xors" --preset hbm2 --map "$dense"
# qb_hbm: 64 channels of 2 groups of 2 banks.
repeats R6G1B1C6G1B1c2C6c8 \
    'channel 8^18 9^19 10^20 11^21 12^22 13^23;group 17^19^25;bank 16^18^24;row 18-31' --preset qb_hbm \
    --map 'row:bank:column:channel:column[3],channel^=row[5:0],bank^=row[7:6],bank^=row[1:0]'
# ddr4_2400: one channel, refreshed: the least of eight probes.
finds R16G2B2c13 'group 15 16;bank 13 14;row 17-32' --preset ddr4_2400
python3 - <<'PY' || fault "the latencies are not those of ddr4_2400"
import json
page = json.load(open("found.json"))
assert page["configuration"]["repeats"] == 8
# CL 16 + tBURST 4, the command's clock; tRCD 16; tRP 16 and what is left of tRAS; tRRD_S 4, tRRD_L 6
for name, clocks in ("hit", 21), ("miss", 37), ("apart", 41), ("near", 43):
    assert page[f"{name}_least"] == page[f"{name}_greatest"] == clocks, name
PY
repeats R9G1B2G2B4G2c13 'group 13^19^23 14^20;bank 15^17^21 16^18^22;row 17-32' --preset ddr4_2400 \
    --map 'row:bank:bank_group:column,bank^=row[1:0],bank_group^=row[3:2],bank^=row[5:4],bank_group[0]^=row[6]'
finds R12B2G2B2c4G2c9 'group 9^17 10^18;bank 15^19 16^20;row 17-32' --preset ddr4_2400 \
    --map 'row:bank:column[4]:bank_group:column,bank_group^=row[1:0],bank^=row[3:2]' --refresh off

# Planted: the checker must see a level and an XOR that are wrong.
for wrong in "R16G2B2c13|group 15 16;bank 13 14;row 17-32" \
    "R12B2G2B2c4G2c9|group 9^17 10^18;bank 15^19 16^21;row 17-32"; do
    if python3 same.py "${wrong%|*}" "${wrong#*|}" >found 2>&1; then fault "wrong expectations go unnoticed: $wrong"; fi
done

# Planted: another map than the memory's is noticed, and where.
exits 0 "Found as expected." --map "row:bank:column:channel,bank^=row[1:0]" \
    --expect "row:bank:column:channel,bank[0]^=row[0],bank[1]^=row[1]"
exits 1 "3 bits and XORs are not those expected." --map "row:bank:column:channel,bank^=row[1:0]" \
    --expect "row:bank:column:channel,bank[0]^=row[0],bank[1]^=row[2]"
grep -Eqx '  bank +1  17\^19  17\^20 +no' page || fault "the wrong XOR is not shown"
[[ $(grep -c 'no$' page) == 3 ]] || fault "not just these three differ"
grep -Eqx '   20  row +bank +row2 +bank1 row2 +no' page || fault "the wrong bit is not shown"
# Bits 7 to 10, and the three XORs of the channel.
exits 1 "7 bits and XORs are not those expected." --map row:bank:column:channel:column[3] \
    --expect row:bank:column:channel:column[2]

# What latencies do not show.
rest="Relations of more than 3 bits were not tried: row."
exits 0 "Found as expected." --preset hbm2 --controller fifo
[[ $(tail -n 3 page) == "Bank groups count as banks: no latency shows them."$'\n'"$rest"* ]] || fault "fifo: no limit"
grep -q '   17  bank     bank ' page || fault "fifo: a group bit is no bank bit"
exits 0 "Found as expected." --preset hbm2 --alone
grep -qx "Channels and bank groups count as banks: no two reads were sent at once." page || fault "alone: no limit"
grep -q '   11  bank    bank ' page || fault "alone: a channel bit is no bank bit"
two="of one row, of two banks, of two rows of a bank"
exits 1 "Not decided: found 2 latencies, expected 3: $two" --preset hbm2 --map "$dense" --alone
exits 1 "Not decided: found 1 latencies, expected 3: $two" --preset ddr4_2400 --repeats 1
exits 1 "Not decided: found all 80 measured, expected more to decide" --pairs 80
grep -Eqx '   18  row +row +- +row0 +-' page || fault "what is known of the bits is not shown"
exits 0 "Found as expected." --pairs 300
[[ $(tail -n 2 page) == "Relations of more than 2 bits were not tried: row."* ]] || fault "no limit of 300 pairs"

[[ $maps -ge 10 ]] || fault "found $maps maps"
[[ $failed == 0 ]] && echo "$maps address maps are found bit by bit"
