#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold area --ice40` on rows by hand, in four spellings, all of them and those of one design; which table it takes
# where none is named; what it asks scripts/area for. Nothing is measured, and the committed table is not read.
source tb/shell.sh || exit
source=$PWD
cd "$work"
# same WHAT: standard input is what `found` has.
same() { diff - found >difference || { fault "$1: $(cat difference)" && return 1; }; }

cat >rows.csv <<'END'
# the usual parameters
# Yosys 0.23, nextpnr 0.4
kind,design,settings,luts,flops,carries,logic_cells,fmax_mhz,key
controller,fifo,queue=32,3371,1836,496,4513,40.9,d951ffd9c6035204
controller,most_pending,queue=32,8222,2101,822,8652,none,b6c696bbbb0e7f3d
allocator,islip,inputs=28 outputs=8 destinations=8 hold=1,800,232,0,901,71,0123456789abcdef
END

# --- four spellings ---
"$rowhold" area --ice40 --file rows.csv >found
same text <<'END' || true
the usual parameters
Yosys 0.23, nextpnr 0.4

                                                                     logic  Fmax
design        settings                         LUTs  flops  carries  cells   MHz
fifo          queue=32                         3371   1836      496   4513  40.9
most_pending  queue=32                         8222   2101      822   8652     -
islip         inputs=28 outputs=8               800    232        0    901  71.0
              destinations=8 hold=1

On a Lattice iCE40 HX8K, placed and routed; what the harness takes is left out.
Fmax -: the design does not fit with its harness.
END
"$rowhold" area --ice40 --file rows.csv --csv - >found
same CSV <<'END' || true
kind,design,settings,luts,flops,carries,logic_cells,fmax_mhz
controller,fifo,queue=32,3371,1836,496,4513,40.900000
controller,most_pending,queue=32,8222,2101,822,8652,
allocator,islip,inputs=28 outputs=8 destinations=8 hold=1,800,232,0,901,71.000000
END
"$rowhold" area --ice40 --file rows.csv --markdown - >page.md
sed -n '/^- /,$p' page.md >found
same Markdown <<'END' || true
- the usual parameters
- Yosys 0.23, nextpnr 0.4

| design | settings | LUTs | flops | carries | logic cells | Fmax MHz |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
| fifo | queue=32 | 3371 | 1836 | 496 | 4513 | 40.9 |
| most_pending | queue=32 | 8222 | 2101 | 822 | 8652 | - |
| islip | inputs=28 outputs=8 destinations=8 hold=1 | 800 | 232 | 0 | 901 | 71.0 |
END
"$rowhold" area --ice40 --file rows.csv --json - >found
grep -q '"design": "most_pending", .*"logic_cells": 8652, "fmax_mhz": null}' found || fault "JSON: $(cat found)"
# planted: another number
sed 's/,4513,/,4514,/' rows.csv >other.csv
"$rowhold" area --ice40 --file other.csv --markdown - >found
if (same planted <page.md) >/dev/null; then fault "another number goes unnoticed"; fi

# --- one design, its settings in other words ---
"$rowhold" area --ice40 --file rows.csv --design islip 'hold=1,destinations=8,inputs=28,outputs=8' --csv - >found
same islip <<'END' || true
kind,design,settings,luts,flops,carries,logic_cells,fmax_mhz
allocator,islip,inputs=28 outputs=8 destinations=8 hold=1,800,232,0,901,71.000000
END
"$rowhold" area --ice40 --file rows.csv --design fifo >found
[[ $(grep -cE '^(fifo|most_pending|islip) ' found) == 1 ]] || fault "fifo: $(cat found)"

# --- no table, and the one that lies where the project keeps it ---
tree=$work/tree
mkdir -p "$tree/docs/tables" "$tree/scripts"
for table in "area_ice40 --ice40" "area_osu035 --liberty osu035"; do
    # shellcheck disable=SC2086 # several words
    ROWHOLD_SOURCE=$tree refusal "rowhold: $tree/docs/tables/${table%% *}.csv: found no such file, expected the table \
that \`rowhold area ${table#* } --run\` measures" "$rowhold" area ${table#* } --csv left.csv
done

# a library by its file has a table by the library's name, which the script alone knows
code=0
ROWHOLD_SOURCE=$tree "$rowhold" area --liberty mine/cells.lib >out 2>found || code=$?
[[ $code == 2 && ! -s out ]] || fault "no name of a table: exit $code"
same 'a file without --run' <<END || true
rowhold: --liberty: found 'mine/cells.lib', expected the name of a table (docs/tables/area_NAME.csv), $(
    )or --run with a file
END

# --- a script in place of scripts/area: what it is asked for, and that its rows are printed ---
cat >"$tree/scripts/area" <<'END'
#!/bin/bash
echo "$*" >words
to=$ROWHOLD_SOURCE/docs/tables/area_ice40.csv
all=$*
[[ $all != *--rows* ]] || { to=${all##*--rows } && to=${to%% *}; }
from=rows.csv
[[ $* != *--liberty* ]] || from=cells.csv
cp $from "$to"
END
chmod +x "$tree/scripts/area"
ROWHOLD_SOURCE=$tree "$rowhold" area --ice40 --run --jobs 3 --markdown found >out
[[ $(<words) == '--jobs 3 --ice40' ]] || fault "--run: found $(cat words)"
same --run <page.md || true
ROWHOLD_SOURCE=$tree "$rowhold" area --ice40 --run --jobs 1 >out
[[ $(<words) == '--jobs 1 --ice40' ]] || fault "--jobs 1: found $(cat words)"
rm "$tree/docs/tables/area_ice40.csv"
ROWHOLD_SOURCE=$tree "$rowhold" area --ice40 --run --design fifo queue=32 --csv found >out
[[ $(<words) == '--jobs 2 --ice40 --rows '*' fifo queue=32' ]] || fault "--run --design: found $(cat words)"
[[ $(wc -l <found) == 2 && $(tail -n 1 found) == controller,fifo,* ]] || fault "--run --design: found $(cat found)"
[[ -z $(ls "$tree/docs/tables") ]] || fault "--run --design left $(ls "$tree/docs/tables")"
# a library without a name here: its table has the script's own name, so its rows come in a file
cp "$source/docs/tables/area_osu035.csv" cells.csv
ROWHOLD_SOURCE=$tree "$rowhold" area --run --liberty mine.lib --csv found >out
[[ $(<words) == '--jobs 2 --liberty mine.lib --rows '* ]] || fault "--run --liberty: found $(cat words)"
cut -d, -f1-4 found >found.cells
grep -v '^#' cells.csv | cut -d, -f1-4 | cmp - found.cells || fault "--run --liberty: found $(cat found)"

[[ $failed == 0 ]] || exit 1
echo "area --ice40: rows by hand in four spellings"
