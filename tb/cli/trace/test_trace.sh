#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold trace` from outside: what one subcommand writes another reads back the same, and the judge finds a planted
# fault.
source tb/shell.sh || exit
set +e +o pipefail
cd "$work" || exit 1
checks=0

# expect STATUS COMMAND...: runs rowhold; its output goes to `out`.
expect() {
    local status=$1
    shift
    checks=$((checks + 1))
    "$rowhold" "$@" >out 2>err </dev/null
    local got=$?
    [ $got -eq "$status" ] || fault "exit $got, expected $status: rowhold $*; $(<err)"
}

# says TEXT: the last output has it.
says() {
    checks=$((checks + 1))
    [[ $(<out) == *"$1"* ]] || fault "no '$1' in: $(<out)"
}

same() {
    checks=$((checks + 1))
    cmp "$1" "$2" || fault "$1 and $2 differ"
}

# The example without a word: a file that info can count.
expect 0 trace generate
says "phases.csv: 4096 requests of 'phases' for gddr3"
expect 0 trace info phases.csv
says "geometry      1 channel, 4 banks, 4096 rows, 256 columns of 32 bytes"
says "requests      4096"
says "channels      1 used"
expect 0 trace info phases.csv --json -
says '"requests": 4096,'
cp phases.csv $'odd"\xff.csv'
expect 0 trace info $'odd"\xff.csv' --json -
says '"file": "odd\"'$'\xef\xbf\xbd''.csv"'

# A GPU program: 8 CTAs of 8 warps, each with a load and a store in two half-warps, in turn of cores and warps. It runs
# as a stream, and behind a network.
expect 0 trace generate --kernel stream_copy copy.csv.gz --machine gt200 --grid 8
says "copy.csv.gz: 256 requests of 'stream_copy' for gddr3"
expect 0 trace info copy.csv.gz
says "requests      256"
zcat copy.csv.gz | sed -n '2,4p;11,12p' >out
says 'op,channel,bank,row,column,bytes,core,warp,cta,created,space'
says 'R,0,0,0,0,64,0,0,0,16,global'
says 'R,4,0,0,0,64,1,64,1,16,global'
says 'R,0,0,0,2,64,0,0,0,17,global'
expect 0 simulate copy.csv.gz --preset gddr3 --quiet --stats stats.json
expect 0 simulate copy.csv.gz --network crossbar --load paced --quiet --stats looped.json
for file in stats.json looped.json; do
    cp "$file" out
    says '"requests": 256,'
done
expect 0 trace generate --kernel stream_copy short.csv --machine gt200 --core-cycles 20
says "short.csv: 64 requests"
expect 0 trace generate --kernel transpose --grid 2,2 --preset hbm2 --channels 4 --map row:bank:column:channel
says "transpose.csv: 256 requests of 'transpose' for hbm2"

# Coordinates to addresses and back, through every format that can hold them, over a hashed map of two channels.
map='row:bank:column:channel:column[3],bank^=row[1:0],channel^=row[4]'
expect 0 trace generate random in.csv --requests 3000 --channels 8 --bytes 32
expect 0 trace convert in.csv t.stl --to stl --map "${map/channel^=row\[4\]/channel^=row[6:4]}"
expect 0 trace convert t.stl back.csv --to native --as coordinates --preset gddr3 \
    --map "${map/channel^=row\[4\]/channel^=row[6:4]}"
grep -v '^# clock: 1.25 ns$' in.csv >unclocked.csv # which stl can't say
same unclocked.csv back.csv
expect 0 trace convert in.csv t.dramsim3 --to dramsim3 --drop bytes
expect 0 trace convert unclocked.csv nobytes.csv --to native --drop bytes
expect 0 trace convert t.dramsim3 back.csv --to native --as coordinates --preset gddr3
same nobytes.csv back.csv
expect 0 trace convert in.csv untimed.csv --to native --drop cycle,bytes
for format in ramulator1 ramulator2; do
    expect 0 trace convert in.csv "t.$format" --to $format --drop cycle,bytes
    expect 0 trace convert "t.$format" back.csv --to native --as coordinates --preset gddr3
    same untimed.csv back.csv
done
expect 0 trace convert in.csv t.vector --to ramulator2_vector --drop cycle,bytes
expect 0 trace convert t.vector back.csv --to native --preset gddr3
same untimed.csv back.csv
# A clock stays with its cycles where the format can say it; else they become the preset's, or a note says what they
# are.
printf '%s\n' '# clock: 2.5 ns' cycle,op,address,bytes 0,R,0x0,64 3,W,0x40,64 8,R,0x80,64 >clock.csv
expect 0 trace info clock.csv
says "clock         2.5 ns a cycle"
says "offered       6.400 GB/s" # 64 bytes every 10 ns
expect 0 trace info clock.csv --json -
says '"clock_ns": 2.5,'
says '"offered_gb_per_s": 6.4,'
expect 0 trace convert clock.csv clock.rht --to binary
expect 0 trace convert clock.rht back.csv --to native
same clock.csv back.csv
expect 0 trace convert clock.csv clock.dramsim3 --to dramsim3 --drop bytes
cat err >>out
says "note: cycles stay cycles of 2.5 ns, which dramsim3 does not say (--preset NAME makes them its clocks)"
checks=$((checks + 1))
[ "$(cut -d' ' -f3 clock.dramsim3 | tr '\n' ' ')" = '0 3 8 ' ] || fault "$(<clock.dramsim3)"
expect 0 trace convert clock.csv clock.dramsim3 --to dramsim3 --drop bytes --preset gddr3
cat err >>out
says "note: cycles of 2.5 ns became cycles of 1.25 ns"
checks=$((checks + 1))
[ "$(cut -d' ' -f3 clock.dramsim3 | tr '\n' ' ')" = '0 6 16 ' ] || fault "$(<clock.dramsim3)"
expect 0 trace convert clock.csv back.csv --to native --drop cycle
checks=$((checks + 1))
! grep clock back.csv || fault "cycles that were dropped"
# gem5's packets count picoseconds, as text and, compressed, in its own file: 64 bytes at 0, 1000 and 2000 ticks.
printf '%s\n' r,0,64,2,0 w,64,64,0,1000 r,128,64,2,2000 >gem5.txt
printf "gem5\x0a\x0a\x01m\x18\x80\xa0\x94\xa5\x8d\x1d\x08\x08\x00\x10\x01\x18\x00\x20\x40\
\x09\x08\xe8\x07\x10\x04\x18\x40\x20\x40\x0a\x08\xd0\x0f\x10\x16\x18\x80\x01\x20\x40" | gzip >gem5.trc.gz
for file in gem5.txt gem5.trc.gz; do
    expect 0 trace info $file --preset ddr4_2400
    says "clock         0.001 ns a cycle"
    says "offered       64.000 GB/s"
    expect 0 trace convert $file $file.csv --to native --preset ddr4_2400
    checks=$((checks + 1))
    [ "$(grep -v '#' $file.csv | tr '\n' ' ')" = 'cycle,op,address,bytes 0,R,0x0,64 1000,W,0x40,64 2000,R,0x80,64 ' ] ||
        fault "$file: $(<$file.csv)"
done
# Relative times become absolute ones.
printf '31: read 0x40\n5: write 0x80\n' >relative.rstl
expect 0 trace convert relative.rstl absolute.stl --to stl
checks=$((checks + 1))
[ "$(tr '\n' ' ' <absolute.stl)" = $'31:\tread\t0x40 36:\twrite\t0x80 ' ] || fault "$(<absolute.stl)"
# with bank groups
expect 0 trace generate rand2 in.csv --preset hbm2 --channels 16 --requests 500
expect 0 trace convert in.csv t.vector --to ramulator2_vector --drop bytes
expect 0 trace convert in.csv nobytes.csv --to native --drop bytes
expect 0 trace convert t.vector back.csv --to native --preset hbm2
same nobytes.csv back.csv

# The trace of Ramulator's cores keeps its meaning as a native one; without bubbles all formats hold it.
printf '3 20734016\n0 4096 20734080\n6 64 W\n' >cpu.trace
expect 0 trace info cpu.trace
says "reads         2 (50.0 %)"
says "bubbles       9 instructions without memory access (2.2 a request)"
expect 0 trace convert cpu.trace cpu.csv --to native
printf 'op,address,bubbles\nR,0x13c6040,3\nR,0x1000,0\nW,0x13c6080,0\nW,0x40,6\n' >expected.txt
same expected.txt cpu.csv
for rate in 1 2 50; do
    expect 0 simulate --stream cpu.trace --bubbles-per-clock $rate --commands cpu_commands.csv --quiet
    expect 0 simulate --stream cpu.csv --bubbles-per-clock $rate --commands csv_commands.csv --quiet
    same cpu_commands.csv csv_commands.csv
done
expect 0 trace convert cpu.trace cpu.ls --to ramulator2 --drop bubbles
printf 'LD 0x13c6040\nLD 0x1000\nST 0x13c6080\nST 0x40\n' >expected.txt
same expected.txt cpu.ls
# 1 GiB, folded
printf 'LD 0x40000040\n' >far.trace
expect 2 simulate --stream far.trace
expect 0 trace convert far.trace far.csv --to native --as coordinates --preset gddr3 --wrap
says "far.csv: 1 requests from 1"
expect 0 simulate --stream far.trace --wrap --stats stats.json --quiet
cp stats.json out
says '"wrap": 1'
says '"folded": {"requests": 1, "together": 0, "at_least": 0}'
# Two addresses fall on the place that a third had first; a place's own address is not counted.
printf '%s\n' op,address R,0x40000040 R,0x40 R,0x80000040 R,0x40000040 R,0x80 >fall.csv
expect 0 simulate --stream fall.csv --wrap
says "Folded: 3 requests lie beyond the memory, 2 of all at a place that another address had first"
expect 0 trace info fall.csv --preset gddr3 --wrap
says "folded        3 requests lie beyond the memory, 2 of all at a place that another address had first"
expect 0 simulate --stream fall.csv --wrap --preset gddr3 --chips 64 --quiet --stats -
says '"folded": {"requests": 0, "together": 0, "at_least": 0}'

# Cycles of a file that has none.
printf 'op,address\nR,0x0\nW,0x40\nR,0x80\n' >stepped.csv
expect 0 trace convert stepped.csv stepped.txt --to dramsim3 --cycle-step 7
printf '0x0 READ 0\n0x40 WRITE 7\n0x80 READ 14\n' >expected.txt
same expected.txt stepped.txt
expect 0 trace convert stepped.txt again.stl --to stl --drop cycle --cycle-step 0x10
printf '0:\tread\t0x0\n16:\twrite\t0x40\n32:\tread\t0x80\n' >expected.txt
same expected.txt again.stl
expect 0 trace convert again.stl back.csv --to native --drop cycle
same stepped.csv back.csv

# Compressed input, whose contents say how.
gzip -c phases.csv >phases.packed
expect 0 trace convert phases.packed back.csv --to native
same phases.csv back.csv

# A request that its map takes apart becomes several.
printf 'op,address,bytes\nR,0x0,256\n' >wide.csv
expect 0 trace convert wide.csv back.csv --to native --as coordinates --preset gddr3 \
    --map row:bank:column:channel:column[2]
says "back.csv: 2 requests from 1"

# The judge: commands of the model pass; one moved a clock breaks a rule; nothing to judge fails.
expect 0 simulate --stream phases.csv --commands commands.csv --quiet
expect 0 trace judge commands.csv --preset gddr3
says ", 0 broken rules"
awk -F, -v OFS=, '$3 == "RD" && !done { $1 = $1 - 1; done = 1 } { print }' commands.csv >early.csv
expect 1 trace judge early.csv --preset gddr3
says "early.csv:3: "
says "tRCDRD"
says " at 1 command"
says "  tRCDRD             1"
# Every broken rule of a command, with the line of the earlier one; the rest is counted, and said to be there.
cat >many.csv <<'END'
channel,cycle,command,bank_group,bank,row,column
0,0,ACT,0,0,7,
0,20,RD,0,0,7,0
0,21,PRE,0,0,,
0,21,ACT,0,0,8,
0,22,RD,0,0,9,0
END
first='many.csv:4: tRTP: PRE bank 0 at 21 after RD bank 0 row 7 column 0 at 20: found a distance of 1, '
first+='expected at least 2'
{
    echo "$first (RD in line 3)"
    printf '%s' 'many.csv:5: command_bus: ACT bank 0 row 8 at 21: found a second command in this clock, '
    echo 'expected one command a clock (PRE in line 4)'
    printf '%s' 'many.csv:5: tRP: ACT bank 0 row 8 at 21 after PRE bank 0 at 21: found a distance of 0, '
    echo 'expected at least 13 (PRE in line 4)'
    echo 'many.csv: 4 more broken rules were not printed; --most 7 prints all'
    printf '%s' 'many.csv: 5 commands on 1 channel, 23 comparisons of a command with an earlier one or a bank, '
    echo '7 broken rules at 3 commands'
    printf '\n  rule         times broken\n'
    printf '  %-11s             1\n' tRTP command_bus tRP tRC tRTP_tRP wrong_row tRCDRD
} >expected.txt
expect 1 trace judge many.csv --preset gddr3 --most 3
same expected.txt out
expect 1 trace judge many.csv --preset gddr3 --most 0
checks=$((checks + 1))
[ "$(wc -l <out)" -eq 11 ] || fault "--most 0 prints broken rules: $(<out)"
expect 1 trace judge commands.csv --preset gddr3_k4j52324qh
# A channel is judged up to its own last command, for there its run is over; a refresh that is missing before it is
# found.
printf 'cycle,op,channel,bank,row,column,bytes\n0,R,0,0,1,0,64\n40000,R,1,0,1,0,64\n' >two.csv
expect 0 simulate --stream two.csv --preset ddr4_2400 --channels 2 --commands two_commands.csv --quiet
expect 0 trace judge two_commands.csv --preset ddr4_2400
says "two_commands.csv: 8 commands on 2 channels, "
says ", 0 broken rules"
sed '/^37[0-9]*,1,REF/d' two_commands.csv >late.csv
expect 1 trace judge late.csv --preset ddr4_2400
says "late.csv:7: refresh_late: "
says ", 2 broken rules at 1 command"
says "  refresh_late                1"
says "  refresh_blocked             1"
sed -e '/^37[0-9]*,1,REF/d' -e 's/^40001,1,ACT.*/40001,1,ACT,0,0,70000,/' \
    -e '/^40[0-9]*,1,RD/d' two_commands.csv >end.csv
expect 1 trace judge end.csv --preset ddr4_2400
says "end.csv:7: refresh_late: at 40001: "
says ", 2 broken rules at 1 command and at the end of 1 channel"
says "  range                    1"
head -1 commands.csv >none.csv
expect 1 trace judge none.csv --preset gddr3
says "found no command"

# What is not used is said: a trace of coordinates has its own channels, and lies inside the memory.
printf '%s\n' '# geometry: channels=2 banks=4 rows=4096 columns=256 column_bytes=32' 'op,channel,bank,row,column' \
    'R,1,1,5,0' >two.csv
expect 0 simulate two.csv --channels 4
mv err out
says "note: --channels is not used, for the coordinates fit and have 2 of their own"
expect 0 simulate two.csv --channels 2 --wrap
mv err out
same out <(echo "note: --wrap is not used, for the coordinates fit the preset and are replayed as they are")
# Channels that the preset has not: who has more of them.
printf '%s\n' op,channel,bank,row,column R,7,0,0,0 R,8,0,0,0 >nine.csv
expect 2 simulate nine.csv --preset gddr3
mv err out
says "nine.csv:3:3: found channel 8, expected at most 7 in this geometry (more channels: --channels, --preset)"
expect 0 simulate nine.csv --preset gddr3 --channels 16 --quiet
sed 's/rows=4096/rows=8192/' two.csv >large.csv
expect 0 simulate large.csv --wrap
mv err out
checks=$((checks + 1))
[[ $(<out) != *"not used"* ]] || fault "$(<out)"
says "then, folded into the memory, mapped by"
# A byte order mark, as Excel writes it, is no part of the first line.
printf '\xef\xbb\xbfop,address\nR,64\n' >marked.csv
expect 0 trace info marked.csv
says "requests      1"
printf '\xef\xbb\xbf3 64\n' >marked
expect 0 trace info marked
says "format        ramulator_cpu"
printf 'op,address\n\xef\xbb\xbfR,64\n' >marked.csv
expect 2 trace info marked.csv

# What fails leaves nothing.
expect 2 trace convert phases.csv x.txt --to ramulator1
checks=$((checks + 1))
if [ -e x.txt ] || compgen -G '*.part.*' >/dev/null; then fault "a failed command left a file"; fi

echo "$checks checks, $failed failures"
