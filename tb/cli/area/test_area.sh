#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Two controllers pass Yosys with 8 entries, an allocator as 28 x 8 with and without a hold rule; their comparators are
# those that the formulas ask for, and what comes on top is written down here; a mutant is noticed. With `all`, which is
# for scripts/evidence, every controller and allocator of the registry, every rule, and the longest queues. Needs
# ROWHOLD (the program) and yosys.
source tb/shell.sh || exit
needs yosys
bits() { awk -v name="$1" '$1 == name { print $2 }' "$2"; }

# --- every variant passes, without a latch ---
all=${1:-}
controllers=(fifo fr_fcfs) allocators=(islip)
if [[ -n $all ]]; then
    mapfile -t controllers < <("$ROWHOLD" list --kind controller --names)
    mapfile -t allocators < <("$ROWHOLD" list --kind allocator --names)
    [[ ${#controllers[@]} -ge 4 && ${#allocators[@]} -ge 4 ]] ||
        fault "found ${#controllers[@]} controllers and ${#allocators[@]} allocators, expected four at least"
fi
for controller in "${controllers[@]}"; do
    if ! scripts/area --elaborate --out "$work" "$controller" queue=8 2>"$work/err"; then
        fault "$controller does not pass Yosys: $(head -n 1 "$work/err")"
        continue
    fi
    found=$work/$controller-queue=8.bits
    [[ $(bits latches "$found") == 0 ]] || fault "$controller has a latch"
    "$ROWHOLD" area --netlist "${found%.bits}.json" --parts >"$work/parts" || fault "$controller: a cell without a part"
    [[ $(cut -d' ' -f1 "$work/parts" | sort -u | paste -sd' ') == \
    'channel comparators other responses scheduler storage timers' ]] ||
        fault "$controller: expected cells of all parts"
    (($(bits flop_bits "$found") > 500)) ||
        fault "$controller has $(bits flop_bits "$found") flops, expected a controller"
done

# --- what holding stores and compares, 28 x 8, 12 row bits, 4 banks, 4 hash bits: table 4.1's crossbar ---
size='inputs=28 outputs=8 destinations=8'
for allocator in "${allocators[@]}"; do
    # RULE FLOPS PAIRS COMPARED: what the rule has more than the bare allocator; the formulas give 224, 608 and 256 bits
    # stored, 224, 320 and 256 compared. 8 of each more count the clocks that hold_limit bounds, 8 flops say
    # which outputs are owed a free one, and each pair is compared once more, with those.
    while read -r rule flops pairs compared; do
        [[ $rule == [03] || -n $all ]] || continue
        if ! scripts/area --elaborate --out "$work" "$allocator" "$size hold=$rule" 2>"$work/err"; then
            fault "$allocator with hold=$rule does not pass Yosys: $(head -n 1 "$work/err")"
            continue
        fi
        found=$work/$allocator-${size// /-}-hold=$rule.bits bare=$work/$allocator-${size// /-}-hold=0.bits
        [[ $(bits latches "$found") == 0 ]] || fault "$allocator with hold=$rule has a latch"
        "$ROWHOLD" area --netlist "${found%.bits}.json" --parts >"$work/parts" ||
            fault "$allocator with hold=$rule: a cell without a part"
        more=$(($(bits flop_bits "$found") - $(bits flop_bits "$bare")))
        more+=" $(bits pair_bits "$found") $(($(bits compared_bits "$found") - $(bits compared_bits "$bare")))"
        [[ $more == "$flops $pairs $compared" ]] ||
            fault "$allocator with hold=$rule: found $more flops, pairs and bits compared, expected" \
                "$flops $pairs $compared"
    done <<'END'
0 0 0 0
1 240 448 8
2 624 448 104
3 272 448 40
END
done

# --- bits of address comparators, 12 row bits and 2 bank bits ---
# CONTROLLER BITS: with the reason where BITS is not the formula's number.
while read -r controller expected reason; do
    [[ " ${controllers[*]} " == *" $controller "* ]] || continue
    found=$(bits address_bits "$work/$controller-queue=8.bits")
    [[ $found == "$expected" ]] || fault "$controller: found $found address bits, expected $expected ($reason)"
done <<'END'
fifo 12 r
banked_fifo 48 nB * r; the thesis' other b bits are a decoder of the arriving request's bank here
slot_fifo 48 nB * r
fr_fcfs 124 Q * (r + b) = 112, and 12 for the arriving request with the open row of its bank
fr_fcfs_serial 36 a part of one entry and the next one's, 12 each, and 12 for the arriving request
row_sorter 36 a part of one place and the next one's, 12 each, and 12 for the arriving request, its bank by decoder
most_pending 220 112 + 12 as fr_fcfs, and Q * r = 96 for the arriving request with every entry, banks by decoder
END
# CONTROLLER QUEUE BITS: the same sums for the longest queue, and beside the powers of two.
while read -r controller queue expected; do
    [[ -n $all ]] || continue
    scripts/area --elaborate --out "$work" "$controller" "queue=$queue" 2>"$work/err" ||
        fault "$controller $queue does not pass Yosys: $(head -n 1 "$work/err")"
    found=$(bits address_bits "$work/$controller-queue=$queue.bits")
    [[ $found == "$expected" ]] || fault "$controller $queue: found $found address bits, expected $expected"
done <<'END'
fifo 101 12
banked_fifo 101 48
slot_fifo 101 48
fr_fcfs 128 1804
fr_fcfs_serial 128 216
row_sorter 128 216
most_pending 101 2638
END
# shellcheck disable=SC2016 # Yosys' dollar sign
grep -qE 'rh_age_queue\.sv:[0-9]+ \$eq: 8 cells, 112 bits, 112 of addresses' "$work/fr_fcfs-queue=8.bits" ||
    fault "fr_fcfs: found no 8 comparators of 14 bits at one place of rh_age_queue.sv"

# --- the netlist's faults of tb/mutants: latches, undriven and undeclared wires, comparators too many ---
scripts/mutants --checker netlist --few 1 fifo_controller || fault "a mutant went unnoticed"

# an instance of a module that has no role in an area
cp -r rtl "$work/strange"
sed 's/rh_first\b/rh_strange/' rtl/core/rh_first.sv >"$work/strange/core/rh_strange.sv"
sed -i 's/\brh_first #/rh_strange #/' "$work/strange/dram/rh_refresh.sv"
scripts/area --elaborate --rtl "$work/strange" --out "$work" fifo queue=9 || fault "rh_strange does not pass Yosys"
status=0
"$ROWHOLD" area --netlist "$work/fifo-queue=9.json" --parts >"$work/out" 2>"$work/err" || status=$?
[[ $status == 2 ]] && grep -q 'found an instance of rh_strange, expected modules of .*area_roles.def$' "$work/err" ||
    fault "rh_strange: exit $status, $(cat "$work/err")"

# a design that does not pass leaves the tables as they are
if command -v sta >/dev/null && [[ -r /usr/share/qflow/tech/osu018/osu018_stdcells.lib ]]; then
    cp -r rtl "$work/rtl"
    sed -i '/^ *assign some\[f\] *= /d' "$work/rtl/controller/rh_fifo_controller.sv"
    mkdir -p "$work/tables"
    echo before >"$work/tables/area.csv"
    status=0
    scripts/area --rtl "$work/rtl" --out "$work/tables" --cache "$work/cache" fifo queue=8 >"$work/err" 2>&1 ||
        status=$?
    [[ $status == 1 && $(ls -A "$work/tables") == area.csv && $(<"$work/tables/area.csv") == before ]] ||
        fault "undriven wire: exit $status, expected 1 and the tables untouched"
fi

# --- the committed table: whole, read by the program, of these sources, and of the shape that the design promises ---
table=docs/tables/area.csv
# shape FILE: lines that say what is wrong. Cells and area grow with the queue, with a crossbar's ports under each hold
# rule, with a router's or an ejector's channels and an injector's messages; the path does so far slower than a chain
# over the entries would (x 4 from 16 to 64), for every choice is a tree.
shape() {
    awk -F, '/^#|^kind,/ { next }
        { group = "" } # of joined designs, which have one size each
        $1 == "controller" { size = $3; sub(/queue=/, "", size); size += 0; group = $2; ns[$2, size] = $8; names[$2] }
        $1 == "allocator" {
            split($3, at, /[ =]/); size = at[2] * at[4]; group = $2 " hold=" at[8] }
        $1 == "router" || $1 == "ejector" { 
            size = $3; sub(/vcs=/, "", size); size += 0; group = $2 ($3 ~ /row_affine|stays/ ? " another" : "") }
        $1 == "injector" { size = $3; sub(/queue=/, "", size); size += 0; group = $2 }
        $1 == "link" { size = 1; group = $2 } # one size, too
        { rows++
          if ($19 > 0 && $12 + $13 + $14 + $15 + $16 + $17 + $18 != $6)
              print $2 " " $3 ": found parts that are not the area"
          if ($11 == 0) print $2 " " $3 ": found a path without a gate"
          if (group == "") next
          if (group in last &&
              !(size > last[group] && $4 > cells[group] && $5 >= flops[group] && $6 > area[group]))
            print group ": found no growth from " last[group] " to " size
          last[group] = size; cells[group] = $4; flops[group] = $5; area[group] = $6 }
        END {
            if (rows == 0) print "found no row"
            for (name in names)
                if (!(ns[name, 64] < 1.5 * ns[name, 16])) print name ": found " ns[name,
                    16] " ns with 16 entries and " ns[name, 64] " ns with 64"
        }' "$1"
}
"$ROWHOLD" area --file "$table" >"$work/table" || fault "rowhold area does not read $table"
shape "$table" >"$work/shape"
while read -r line; do fault "$table: $line"; done <"$work/shape"
# counts FILE: rows whose comparators are not those of the designs that were elaborated above; their number goes last.
counts() {
    local name settings address pairs compared decoded found seen=0
    while IFS=, read -r name settings address pairs compared decoded; do
        found=$work/$name-${settings// /-}.bits
        [[ -e $found ]] || continue
        seen=$((seen + 1))
        for pair in "address_bits $address" "pair_bits $pairs" "compared_bits $compared" "decoded_bits $decoded"; do
            grep -qx "$pair" "$found" || echo "$name $settings: found $pair, expected $(grep "^${pair% *} " "$found")"
        done
    done < <(grep -E '^(controller|allocator),' "$1" | cut -d, -f2,3,20-23)
    echo "$seen"
}
counts "$table" >"$work/counts"
[[ $(tail -n 1 "$work/counts") == $((${#controllers[@]} + (${#all} > 0 ? 4 : 2) * ${#allocators[@]})) ]] ||
    fault "found $(tail -n 1 "$work/counts") elaborated designs in the table, expected all"
while read -r line; do fault "$table: $line"; done < <(sed '$d' "$work/counts")
awk -F, -v OFS=, '$2 == "islip" && $3 ~ /inputs=28.*hold=3/ { $22++ } 1' "$table" >"$work/more.csv"
counts "$work/more.csv" >"$work/counts"
grep -q '^islip inputs=28 .*: found compared_bits 41, expected compared_bits 40$' "$work/counts" ||
    fault "planted count: another number of comparators went unnoticed"
# planted: a path that grows as a chain, an area that does not grow
awk -F, -v OFS=, '$2 == "fr_fcfs" && $3 == "queue=64" { $8 = 12.18 } 1' "$table" >"$work/chain.csv"
shape "$work/chain.csv" | grep '^fr_fcfs: found .* ns with 64$' >/dev/null ||
    fault "planted chain: a path that doubles with the queue went unnoticed"
awk -F, -v OFS=, '$2 == "fifo" && $3 == "queue=32" { $6 = 1 } 1' "$table" >"$work/flat.csv"
shape "$work/flat.csv" | grep '^fifo: found no growth' >/dev/null || fault "planted area: no growth went unnoticed"

awk -F, -v OFS=, '$2 == "fifo" && $3 == "queue=32" { $12 += 1 } 1' "$table" >"$work/parts.csv"
shape "$work/parts.csv" |
    grep '^fifo queue=32: found parts' >/dev/null || fault "planted part: another sum went unnoticed"

# a row whose key is not that of the sources is named, and no other
sed -E '$ s/[0-9a-f]{16}$/0000000000000000/' "$table" >"$work/area.csv"
if scripts/area --check --out "$work" >"$work/stale"; then fault "scripts/area --check took a stale row for fresh"; fi
grep -q "$(tail -n 1 "$table" | cut -d, -f2,3 --output-delimiter=' ') is stale" "$work/stale" ||
    fault "scripts/area --check named no stale row"
# which rows are of other sources, scripts/evidence says; the page is that of the table
"$ROWHOLD" area --file "$table" --markdown - | cmp - docs/tables/area.md ||
    fault "area.md is not the page of $table, expected what scripts/area writes"

# --- complexity: the published total, and what is refused ---
"$ROWHOLD" complexity --csv - >"$work/csv"
grep -q '^system,fr_fcfs,any,0,0,0,,0,0,M \* Q \* (r + b),3584,3584,3584,' "$work/csv" ||
    fault "complexity --csv: found no row of 3584 bits"
grep -q '^system,banked_fifo+hash_match_hold_grant,crossbar,.*,256,320,.*printed as 320' "$work/csv" ||
    fault "complexity --csv: the total that disagrees is not flagged"
"$ROWHOLD" complexity --json - |
    grep '"design": "banked_fifo+row_match_hold_grant", "network": "mesh", .*"stored": 14544,' >/dev/null ||
    fault "complexity --json: found no row of 14544 bits"
"$ROWHOLD" complexity >"$work/text"
# the netlist's column: four controllers, and what holding adds to a crossbar (8 bits of hold_limit's counter, and each
# pair once more, with what its output is owed)
while read -r design network netlist; do
    [[ $(grep "^system,$design,$network," "$work/csv" | cut -d, -f14) == "$netlist" ]] ||
        fault "complexity: $design on $network: expected $netlist bits in the netlist"
done <<'END'
fr_fcfs any 3680
banked_fifo+hold_grant crossbar 456
banked_fifo+row_match_hold_grant crossbar 552
banked_fifo+hash_match_hold_grant crossbar 488
banked_fifo+hold_grant mesh
END
grep -q 'hash_match_hold_grant  crossbar  printed as 320 and 320, where the' "$work/text" ||
    fault "complexity: the total that disagrees is not flagged"

refused() { refusal "*$1*" "${@:2}"; } # TEXT COMMAND...
refused "--queue: found '0', expected" "$ROWHOLD" complexity --queue 0
refused "--rows: found nothing" "$ROWHOLD" complexity --rows
refused "found '--quee', expected an option" "$ROWHOLD" complexity --quee 3
refused "no_such.csv" "$ROWHOLD" complexity --area "$work/no_such.csv"
refused "nowhere" "$ROWHOLD" complexity --csv "$work/nowhere/out.csv"
refused "no_such.json" "$ROWHOLD" area --netlist "$work/no_such.json"
refused "--parameters: found '12x', expected" "$ROWHOLD" area --parameters fifo queue=12x
refused "--parameters: found '12', expected NAME=VALUE" "$ROWHOLD" area --parameters fifo 12
refused "--parameters: found 'depth', expected a parameter of kind controller" "$ROWHOLD" area --parameters fifo depth=8
refused "--parameters: found 'fife', expected a variant" "$ROWHOLD" area --parameters fife queue=8
refused "--designs: found other options" "$ROWHOLD" area --designs --markdown -
refused "--jobs: found no --run beside it" "$ROWHOLD" area --jobs 2
refused "found 'frob', expected nothing, build, all, tests, area, systemc, slurm or waves" scripts/setup frob
refused "found option '--frob', expected" scripts/area --frob
refused "--jobs: found 'none', expected" scripts/area --jobs none
refused "--liberty: found 'none', expected a file or one of osu018 " scripts/area --liberty none
refused "--liberty: found 'sky130', of which no package has the file" scripts/area --liberty sky130
refused "--liberty: found --file beside it" "$ROWHOLD" area --liberty osu035 --file "$table"
refused "--elsewhere: found no --designs beside it" "$ROWHOLD" area --elsewhere
refused "--parts: found other options" "$ROWHOLD" area --parts --run

[[ $failed == 0 ]] || exit 1
echo "area: ${#controllers[@]} controllers and ${#allocators[@]} allocators pass Yosys"
