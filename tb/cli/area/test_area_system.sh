#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold area --system`: areas add up, the longest path of joined blocks counts, and shares are of the right system,
# on a table of round numbers worked by hand; then the committed table. Needs ROWHOLD.
source tb/shell.sh || exit
refuse() { refusal "*$1*" "$ROWHOLD" area "${@:2}"; } # TEXT ARGUMENT...

# The committed table with other numbers: um2 and ns of each design, size and rule.
python3 - docs/tables/area.csv "$work/table.csv" <<'END'
import csv, sys
lines = open(sys.argv[1]).read().splitlines()
notes = [l for l in lines if l.startswith("#")]
rows = list(csv.DictReader(l for l in lines if not l.startswith("#")))
size = {"28": "inputs=28 outputs=8", "5": "inputs=5 outputs=5"}
numbers = {("controller", "fr_fcfs", "queue=32"): (1000, 1), ("controller", "banked_fifo", "queue=32"): (700, 1),
           ("arrival", "arrival_fr_fcfs", "queue=32"): (1, 6), ("arrival", "arrival_banked_fifo", "queue=32"): (1, 4),
           ("reply", "reply_fr_fcfs", "queue=32"): (1, 5.5), ("reply", "reply_banked_fifo", "queue=32"): (1, 4.5),
           ("controller", "fr_fcfs", "queue=16"): (100, 1), ("controller", "banked_fifo", "queue=16"): (90, 1),
           ("arrival", "arrival_fr_fcfs", "queue=16"): (1, 2), ("arrival", "arrival_banked_fifo", "queue=16"): (1, 3),
           ("reply", "reply_fr_fcfs", "queue=16"): (1, 3), ("reply", "reply_banked_fifo", "queue=16"): (1, 2)}
for rule, wide, narrow in ((0, (400, 3), (20, 2)), (1, (640, 5), (30, 4.25)), (2, (4000, 9), (500, 7)),
                           (3, (800, 6), (40, 4))):
    for kind, name in (("allocator", "islip"), ("node", "node_islip")):
        numbers[kind, name, f"{size['28']} destinations=8 hold={rule}"] = wide
        numbers[kind, name, f"{size['5']} destinations=8 hold={rule}"] = narrow
kept = [dict(rows[0], kind=kind, design=name, settings=settings, area_um2=area, critical_ns=path)
        for (kind, name, settings), (area, path) in numbers.items()]
with open(sys.argv[2], "w", newline="") as to:
    to.write("\n".join(notes) + "\n")
    out = csv.DictWriter(to, rows[0].keys(), lineterminator="\n")
    out.writeheader()
    out.writerows(kept)
END

# 8 controllers; a crossbar has 1 allocator of 28 x 8, a mesh 36 of 5 x 5. fr_fcfs on the crossbar: 8 * 1000 + 400 =
# 8400, 6 ns; on the mesh: 8000 + 36 * 20 = 8720, 6 ns. Shares: of these, and of 8000.
"$ROWHOLD" area --system --file "$work/table.csv" --csv "$work/systems.csv" >"$work/text"
# shorter lines
cut -d, -f1,3,6,7,8,10- "$work/systems.csv" |
    sed 's|\.000000\b|.|g; s|area_more_than_controllers|alone|; s|banked_fifo|bf|; s|_match_hold_grant|hg|' \
        >"$work/found"
diff - "$work/found" <<'END' || fail "the systems are not those worked by hand"
network,design,controllers,allocators,area_um2,network_um2,critical_ns,critical_in,area_more,path_more,alone
crossbar,fr_fcfs,8,1,8400.,400.,6.,arrival,,,0.050000
crossbar,bf,8,1,6000.,400.,4.500000,reply,-0.285714,-0.250000,-0.250000
crossbar,bf+hold_grant,8,1,6240.,640.,5.,node,-0.257143,-0.166667,-0.220000
crossbar,bf+rowhg,8,1,9600.,4000.,9.,node,0.142857,0.500000,0.200000
crossbar,bf+hashhg,8,1,6400.,800.,6.,node,-0.238095,0.,-0.200000
mesh,fr_fcfs,8,36,8720.,720.,6.,arrival,,,0.090000
mesh,bf,8,36,6320.,720.,4.500000,reply,-0.275229,-0.250000,-0.210000
mesh,bf+hold_grant,8,36,6680.,1080.,4.500000,reply,-0.233945,-0.250000,-0.165000
mesh,bf+rowhg,8,36,23600.,18000.,7.,node,1.706422,0.166667,1.950000
mesh,bf+hashhg,8,36,7040.,1440.,4.500000,reply,-0.192661,-0.250000,-0.120000
END
tr '\n' ' ' <"$work/text" | grep 'Of 6 systems .* 4 are smaller than fr_fcfs .*, 3 faster, 3 both' >/dev/null ||
    fail "the screen counts other systems: $(tail -n 2 "$work/text")"

# the controllers' settings choose their rows: 8 * 90 + 640 = 1360 beside 800 + 400 = 1200
"$ROWHOLD" area --system queue=16 --file "$work/table.csv" --csv - |
    grep '^crossbar,islip,banked_fifo+hold_grant,.*,1360.0*,.*,5.000000,node,0.133333,0.666667,0.700000' >/dev/null ||
    fail "queue=16: found other numbers"
# without one of the joined blocks there is no path, and no share of one
sed '/^reply,reply_banked_fifo,queue=16/d' "$work/table.csv" >"$work/less.csv"
"$ROWHOLD" area --system queue=16 --file "$work/less.csv" --csv - |
    grep '^crossbar,islip,banked_fifo+hold_grant,.*,1360.000000,.*,640.000000,,,0.133333,,0.700000' >/dev/null ||
    fail "queue=16 without a row: found a path"
"$ROWHOLD" area --system queue=16 --file "$work/less.csv" | tail -n 1 |
    grep -F 'of 6 the table has no path.' >/dev/null || fail "queue=16 without a row: no word of it"
refuse "--system: found no row of fr_fcfs with 'queue=24', expected fr_fcfs and banked_fifo" --system queue=24
refuse "--system: found --design beside it" --system --design islip
refuse "--designs: found other options" --designs --system

# --- the committed table has every allocator on both networks, under every rule ---
"$ROWHOLD" area --system --csv - >"$work/systems.csv"
allocators=$("$ROWHOLD" list --kind allocator --names | wc -l)
[[ $(wc -l <"$work/systems.csv") == $((1 + 2 * 5 * allocators)) ]] ||
    fail "found $(wc -l <"$work/systems.csv") lines, expected a head and 10 systems of each of $allocators allocators"
awk -F, 'NR > 1 && $1 == "mesh" && $11 == ""' "$work/systems.csv" >"$work/none"
[[ ! -s $work/none ]] || fail "found no path of $(head -n 1 "$work/none"), expected one of each mesh"
echo "area --system: 10 systems by hand, $allocators allocators in the committed table"
