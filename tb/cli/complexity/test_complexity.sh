#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold complexity --count`: netlists of sizes that no table has are elaborated and counted; every gate that the
# formula leaves out, or has too many of, is named; a gate that no row explains is found. Needs ROWHOLD and yosys.
source tb/shell.sh || exit
needs yosys
all=${1:-}
# line PART DESIGN NETWORK: stored and compared, each by formula and in the netlist, of $work/rows.csv.
line() {
    python3 - "$work/rows.csv" "$@" <<'END'
import csv, sys
rows = [r for r in csv.DictReader(open(sys.argv[1]))
        if (r["part"], r["design"], r["network"]) == tuple(sys.argv[2:5])]
if len(rows) != 1:
    sys.exit(f"found {len(rows)} rows of {sys.argv[2:]}, expected one")
print(*(rows[0][c] or "-" for c in ("stored", "netlist_stored", "compared", "netlist_compared", "unexplained")))
END
}

# --- 9 cores, 3 controllers, 11 entries, 5000 rows (13 bits), 8 banks (3 bits), 3 hash bits, a mesh of 4 ports (12
# pairs), a ring of 3 (6 pairs): by hand, stored and compared, formula and netlist, and nothing unexplained ---
size=(--cores 9 --controllers 3 --queue 11 --rows 5000 --banks 8 --hash-bits 3 --mesh-ports 4)
[[ -n $all ]] || size+=(--design fifo)
"$ROWHOLD" complexity "${size[@]}" --count --csv "$work/rows.csv" --json "$work/all.json" >"$work/text" 2>"$work/err" ||
    fail "complexity --count: exit $?: $(cat "$work/err")"
while read -r part design network expected; do
    [[ -n $all || $design == fifo ]] || continue
    [[ $network != one ]] || network=
    [[ ${network} != 9x3 ]] || network='9 x 3'
    [[ $(line "$part" "$design" "$network") == "$expected" ]] ||
        fail "$part $design $network: found '$(line "$part" "$design" "$network")', expected '$expected'"
done <<'END'
system fr_fcfs any 0 - 528 567 0
system banked_fifo any 0 - 321 312 0
system banked_fifo+hold_grant crossbar 27 38 27 62 0
system banked_fifo+hold_grant mesh 144 279 144 384 0
system banked_fifo+hold_grant ring 72 195 72 240 0
system banked_fifo+row_match_hold_grant crossbar 339 350 66 101 0
system banked_fifo+row_match_hold_grant mesh 3888 4023 768 891 0
system banked_fifo+hash_match_hold_grant crossbar 36 47 36 71 0
system banked_fifo+hash_match_hold_grant mesh 288 396 288 501 0
controller fifo one - - 13 13 0
controller banked_fifo one - - 107 104 0
controller slot_fifo one - - 104 104 0
controller fr_fcfs one - - 176 189 0
controller most_pending one - - 352 332 0
controller row_sorter one - - 55 52 0
controller fgdram_channel one - - 26 13 0
allocator pim+hold_grant 9x3 27 38 27 62 0
allocator wavefront+row_match_hold_grant 9x3 339 350 66 101 0
allocator separable+hash_match_hold_grant 9x3 36 47 36 71 0
END
# with reads and writes in turn each entry's bank, row and column are compared with those of the request that arrives:
# 11 x (16 + 8) bits more; to answer reads from the queue takes no more
while read -r option expected; do
    "$ROWHOLD" complexity --queue 11 --rows 5000 --banks 8 --controllers 1 --design fr_fcfs "$option" --count \
        --csv "$work/drain.csv" >"$work/said" 2>"$work/err" || fail "$option: exit $?: $(cat "$work/err")"
    grep -q "^controller,fr_fcfs,.*,176,,$expected," "$work/drain.csv" || fail "$option: $(cat "$work/drain.csv")"
done <<'END'
--write-drain 453
--forward 453
END
# the terms: each design's add up to its count, and the differing ones are on the screen
python3 - "$work/all.json" "$all" <<'END' || fail "the breakdown does not add up"
import json, sys
result = json.load(open(sys.argv[1]))
terms = {}
for t in result["breakdown"]:
    assert t["explained"] is True, t
    terms.setdefault((t["part"], t["design"], t["network"], t["bits"]), []).append(t)
for row in result["rows"]:
    for bits, formula, netlist in ("compared", "compared", "netlist_compared"), ("stored", "stored", "netlist_stored"):
        own = terms.get((row["part"], row["design"], row["network"], bits), [])
        if row[netlist] is None:
            continue
        assert sum(t["formula"] for t in own) == row[formula], (row, own)
        assert sum(t["netlist"] for t in own) == row[netlist], (row, own)
assert terms
if not sys.argv[2]:
    sys.exit()
own = terms["controller", "most_pending", None, "compared"]
pairs = lambda own: [p for p in ((t["formula"], t["netlist"]) for t in own) if p != (0, 0)]  # banks share no subarray
assert pairs(own) == [(176, 176), (0, 13), (143, 143), (33, 0)], own
own = terms["system", "banked_fifo+row_match_hold_grant", "mesh", "compared"]
found = sorted(pairs(own))
assert found == [(0, 96), (0, 144), (117, 0), (144, 144), (507, 507)], own
END
[[ -z $all ]] || grep -q 'compared  *-9  the arriving' "$work/text" ||
    fail "the screen does not say what banked_fifo's formula has more"
grep -q 'r  *13  bits of a row number' "$work/text" || fail "the screen does not say what r is"
[[ -z $all ]] || grep -q 'P  *4, 3  ports of a router' "$work/text" || fail "the screen does not say what P is"

# --- a second run elaborates nothing ---
mkdir "$work/bin"
printf '#!/bin/bash\n[[ $* == -V ]] && echo %q && exit 0\nexit 1\n' "$(yosys -V)" >"$work/bin/yosys"
chmod +x "$work/bin/yosys"
PATH=$work/bin:$PATH "$ROWHOLD" complexity "${size[@]}" --count --csv - >"$work/again.csv" 2>"$work/err" ||
    fail "the second run elaborated: $(cat "$work/err")"
cmp -s "$work/rows.csv" "$work/again.csv" || fail "the second run found something else"

# --- what can't be built has a formula and a reason ---
"$ROWHOLD" complexity --cores 5 --controllers 3 --banks 5 --queue 300 --count >"$work/text" || fail "odd sizes: exit $?"
grep -q '^fr_fcfs  *any  *0  *0  *-  *13500  *3584  *-' "$work/text" || fail "odd sizes: found no formula"
controllers=$("$ROWHOLD" list --kind controller --names | wc -l) # two of them behind a network of any kind, too
grep -q "^  $((controllers + 2)) of $((controllers + 21)): RTL: found queue=300, expected at most 128" "$work/text" &&
    grep -q "^  19 of $((controllers + 21)): allocator: found banks 5, expected a power of two" "$work/text" ||
    fail "odd sizes: the reasons are missing"

# --- without yosys one line ---
mkdir "$work/none"
for tool in bash dirname mktemp rm realpath cat head sha256sum cut grep; do
    ln -s "$(command -v $tool)" "$work/none/$tool"
done
PATH=$work/none refusal '*rowhold: found no yosys in PATH*' "$ROWHOLD" complexity --design fifo --queue 13 --count

# --- a gate that nobody has explained: a comparator at a new place, a wider one at an old place, a narrower register
# ---
planted=$work/tree
mkdir "$planted"
for entry in *; do [[ $entry == rtl || $entry == build* ]] || ln -s "$PWD/$entry" "$planted/$entry"; done
# unexplained FILE SED DESIGN WORDS BITS
unexplained() {
    local status=0
    rm -rf "$planted/rtl"
    cp -r rtl "$planted/rtl"
    sed -i "$2" "$planted/rtl/$1"
    ! cmp -s "rtl/$1" "$planted/rtl/$1" || fail "$1: nothing was planted"
    ROWHOLD_SOURCE=$planted "$ROWHOLD" complexity --cores 3 --controllers 2 --queue 5 --design "$3" --count \
        >"$work/text" 2>"$work/err" || status=$?
    [[ $status == 1 ]] || fail "$1: found exit $status, expected 1: $(cat "$work/err")"
    tr -s ' \n' ' ' <"$work/text" |
        grep -E "$4" >/dev/null || fail "$1: found no '$4' in: $(grep -A3 UNEXPL "$work/text")"
    grep -q "^UNEXPLAINED: $5 bits" "$work/text" || fail "$1: $(grep '^UNEXPLAINED' "$work/text"), expected $5 bits"
}
unexplained controller/rh_fifo_controller.sv \
    "s/= count_q != '0;/= (count_q != '0) \& (req_row_i != head_row[f*ROW_BITS+:ROW_BITS]);/" \
    fifo 'compared 12 UNEXPLAINED: rtl/controller/rh_fifo_controller.sv:[0-9]+ \$ne' 12
unexplained controller/rh_fifo_controller.sv \
    's/= \(open_row\[[^ ]*\) == head_row\[[^;]*/= (\1 == head_row[f*ROW_BITS+:ROW_BITS]) \& (\1 != req_row_i)/' \
    fifo 'compared 12 UNEXPLAINED: found 24 bits, expected 12' 12
if [[ -z $all ]]; then
    echo "complexity: one design by formula and netlist, two planted gates found"
    exit 0
fi
# in two controllers of a system, and in one: all lines add up
unexplained controller/rh_age_controller.sv \
    's/col_valid_i(|column)/col_valid_i((|column) \& (req_row_i != row_o[0+:ROW_BITS]))/' \
    fr_fcfs 'compared 24 UNEXPLAINED: rtl/controller/rh_age_controller.sv:[0-9]+ \$ne' 36
unexplained network/rh_hold.sv 's/waited_next == hold_limit_i/waited_next[6:0] == hold_limit_i[6:0]/' \
    islip+hold_grant 'compared 7 UNEXPLAINED: rtl/network/rh_hold.sv' 15 # 7, and the 8 that are missed
echo "complexity: 17 designs by formula and netlist, four planted gates found"
