#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold simulate` from outside: the same bytes for any number of threads, files whole or absent, the promised keys,
# the ledger's sum, a short command trace by hand, exit codes and one line for bad input.
source tb/shell.sh || exit

values=$(readlink -f tb/lockstep/vcd_values.py)
cd "$work"
checks=0 broken=0

check() { # TEXT COMMAND...: the command succeeds
    local text=$1
    shift
    checks=$((checks + 1))
    if ! "$@"; then
        echo "broken: $text"
        broken=$((broken + 1))
    fi
}

refused() { # TEXT PATTERN OPTION...: exit 2, one line on stderr that matches, no output file
    local text=$1 pattern=$2 code=0 lines files
    shift 2
    "$rowhold" simulate --quiet --stats out.json --commands out.csv "$@" 2>err.txt >out.txt || code=$?
    mapfile lines <err.txt
    check "$text: exit $code, expected 2" test $code -eq 2
    check "$text: ${#lines[@]} lines on stderr, expected 1" test ${#lines[@]} -eq 1
    check "$text: '${lines[*]}' lacks '$pattern'" eval '[[ ${lines[*]} =~ $pattern ]]'
    files=$(compgen -G 'out.json*' || compgen -G 'out.csv*' || compgen -G '.out.*' || true)
    check "$text: left a file behind" test -z "$files"
}

# A share of none is none, not a share left out.
"$rowhold" simulate --stream mixed --read-share 0 --requests 500 --quiet --stats none.json
check '--read-share 0 reads' grep -q '"reads": 0,' none.json
check '--read-share 0 is not stated' grep -q '"read_share": 0.000000' none.json

# Threads and batches change nothing.
run() { # THREADS: 60000 requests over 8 channels, with reads and writes
    "$rowhold" simulate --stream mixed --preset gddr3 --channels 8 --requests 60000 --refresh all_bank --quiet \
        --threads "$1" --stats "$1.json" --commands "$1.csv"
}
for threads in 1 2 7; do run $threads; done
check '2 threads: other statistics' cmp 1.json 2.json
check '7 threads: other statistics' cmp 1.json 7.json
check '2 threads: other commands' cmp 1.csv 2.csv
check '7 threads: other commands' cmp 1.csv 7.csv
check 'a refresh stands in the commands' grep -q '^[0-9]*,0,REF,,,,$' 1.csv
check 'commands out of order' sort -t, -k1,1n -k2,2n -s -c <(tail -n +2 1.csv)

# An interrupt ends the stream: the summary is of the requests until then, the exit is the signal's, no file is left.
for network in '' '--network mesh --channels 8'; do
    code=0
    # shellcheck disable=SC2086 # several words
    timeout --foreground --preserve-status -s INT 1 "$rowhold" simulate --requests 3e8 --stream core_random \
        --stats out.json $network >out.txt 2>err.txt || code=$?
    check "interrupted: exit $code, expected 130" test $code -eq 130
    check 'interrupted: no summary' grep -qE '^[1-9][0-9]* requests \(' out.txt
    check 'interrupted: no verdict' grep -q '^The judge found no broken rule' out.txt
    check 'interrupted: no word of it' grep -q '^note: interrupted: ' err.txt
    check 'interrupted: left a file behind' test -z "$(find . -name 'out.json*')"
done

# One request behind an endless run of hits: it starves without an age cap; with one it is served within the bound of
# docs/rh_age_queue.md, 32 x (64 + 48) + 11 clocks; `fifo` serves it in order.
longest() { # OPTION...: the longest wait in clocks
    "$rowhold" simulate --preset gddr3 --stream starve --requests 20000 --quiet --stats - "$@" |
        grep -m1 -oE '"latency_max": [0-9]+' | grep -oE '[0-9]+$'
}
for controller in fr_fcfs most_pending; do
    check "$controller starves no request" test "$(longest --controller $controller)" -gt 79000
    wait=$(longest --controller $controller --age-cap 64)
    check "$controller with an age cap: $wait clocks" test "$wait" -ge 64 -a "$wait" -le 3595
done
# A refresh lets the bank's oldest request open the next row, under `fr_fcfs` alone; they come every 6240 clocks.
check 'fr_fcfs waits beyond a refresh' test "$(longest --controller fr_fcfs --refresh all_bank)" -le 6500
check 'most_pending waits for a refresh only' test "$(longest --controller most_pending --refresh all_bank)" -gt 79000
# Pairs of requests to ever new rows: `most_pending` never opens the row that one request wants.
awk 'BEGIN { print "op,channel,bank,row,column,bytes"; for (n = 0; n < 2000; n++)
    print "R,0,0," (n == 2 ? 1 : 2 + int(n / 2) % 4000) "," n % 2 * 2 ",64" }' >pairs.csv
pairs() { longest --stream pairs.csv --requests 2000 "$@"; }
check 'most_pending starves no lone request' test "$(pairs --controller most_pending)" -gt 30000
check 'a lone request, with an age cap' test "$(pairs --controller most_pending --age-cap 64)" -le 3595
check 'fr_fcfs starves a lone request' test "$(pairs --controller fr_fcfs)" -le 700
rm pairs.csv
check 'fifo starves a request' test "$(longest --controller fifo)" -le 200
"$rowhold" simulate --requests 1000 --age-cap 7 --stats capped.json >capped.txt 2>&1
check 'the summary does not say the age cap' grep -q '^fr_fcfs with a queue of 32, age cap 7, on gddr3' capped.txt
check 'the age cap is not among the statistics' grep -q '"age_cap": 7, ' capped.json
# Where it changes nothing a note says so, and the run is the one without it.
for controller in fifo banked_fifo; do
    run=(--requests 1000 --controller $controller)
    "$rowhold" simulate "${run[@]}" --stats free.json >free.txt 2>&1
    "$rowhold" simulate "${run[@]}" --age-cap 5 --stats capped.json >capped.txt 2>note.txt
    check "$controller: $(cat note.txt)" test "$(cat note.txt)" = \
        "note: --age-cap 5 changes nothing: $controller does not read it"
    check "$controller says an age cap" cmp free.txt capped.txt
    check "$controller has another result with an age cap" cmp free.json capped.json
    check 'a note in spite of --quiet' test -z "$("$rowhold" simulate "${run[@]}" --age-cap 5 --quiet 2>&1)"
    check 'a note on no cap' test -z "$("$rowhold" simulate "${run[@]}" --age-cap 0 2>&1 >quiet.txt)"
done
check 'no note on sources that fifo does not ask for' test \
    "note: --source-bits 3 changes nothing: fifo does not read it" = \
    "$("$rowhold" simulate --requests 100 --controller fifo --source-bits 3 2>&1 >quiet.txt)"
check 'a note on sources that bliss asks for' test -z \
    "$("$rowhold" simulate --requests 100 --controller bliss --source-bits 3 2>&1 >quiet.txt)"
"$rowhold" simulate --requests 100 --write-drain 24:8 --forward --stats capped.json >capped.txt 2>&1
check 'the summary does not say it' grep -q '^fr_fcfs .*, write low 8, forward, on gddr3' capped.txt
check 'nor do the statistics' grep -q '"write_low": 8, "forward": 1, ' capped.json
check 'no note on a timeout of no page policy' test "note: --page-timeout 9 changes nothing without --page timeout" = \
    "$("$rowhold" simulate --requests 100 --page-timeout 9 2>&1 >quiet.txt)"
rm capped.json free.json free.txt note.txt quiet.txt

# More channels than files may be open; the temporary file lies in the folder that TMPDIR names.
"$rowhold" simulate --channels 1024 --requests 5000 --quiet --commands many.csv
check 'few files: fails' eval \
    '(ulimit -n 40 && "$rowhold" simulate --channels 1024 --requests 5000 --quiet --commands few.csv)'
check 'few files: other commands' cmp many.csv few.csv
TMPDIR=$work/nowhere refused 'no folder for temporaries' \
    "^rowhold: --commands: .* temporary file in $work/nowhere \(No such" --requests 10

# Keys, and the ledger: booked and causes add up to the active cycles, in the total and in every channel.
for key in cycles requests reads writes activates precharges row_hits data_bus_busy_cycles active_cycles \
    dram_efficiency dram_utilization row_access_locality dram_efficiency_timers latency_mean latency_p50 latency_p99 \
    queue_occupancy bandwidth_gb_per_s peak_fraction stall_cycles \
    schema_version configuration configuration_hash total channels; do
    check "no key $key" grep -q "\"$key\": " 1.json
done
# Percentiles that are asked for: the median is that of every result, all lie within the longest.
percentiles() {
    "$rowhold" simulate --stream mixed --requests 3000 --percentiles 50,99.99,100 --stats percentiles.json \
        >percentiles && python3 - <<'PY' && grep -q '^  99.99 % within so many clocks: reads [1-9]' percentiles
import json
run = json.load(open("percentiles.json"))
rows, total = run["latency_percentiles"], run["total"]
assert [row["percent"] for row in rows] == [50, 99.99, 100], rows
assert (rows[0]["all"], rows[0]["read"]) == (total["latency_p50"], total["latency_read_p50"]), rows
assert rows[2]["write"] == total["latency_write_max"] and rows[0]["all"] < rows[1]["all"] <= rows[2]["all"], rows
PY
}
check 'other percentiles' percentiles
for list in 5,x 0 100.5 '1,,2'; do
    refused "percentiles $list" '^rowhold: --percentiles: found .*, expected per cents above 0' --percentiles "$list"
done
ledger() { # FILE: three lines an object: booked, active, causes
    sed -n 's/^ *"\(data_bus_busy_cycles\|active_cycles\|stall_cycles\)": //p' "$1" | tr -c '0-9\n' ' ' | awk '
        NR % 3 == 1 { sum = $1 }
        NR % 3 == 2 { active = $1 }
        NR % 3 == 0 { for (i = 1; i <= NF; i++) sum += $i; n++; if (sum != active || NF != 13 || active == 0) bad++ }
        END { exit bad > 0 || n != 9 }'
}
check 'the ledger does not add up' ledger 1.json
sed 's/"tRP": /"tRP": 9/' 1.json >planted.json
check 'a ledger that does not add up goes unnoticed' eval '! ledger planted.json'
if command -v python3 >/dev/null; then
    check 'the statistics are no JSON' python3 \
        -c 'import json, sys; d = json.load(open("1.json")); sys.exit(len(d["channels"]) != 8)'
fi

# One read, by hand: offered in clock 0, so the queue holds it in clock 1; tRCD 12; two columns 2 clocks apart.
geometry='# geometry: channels=8 banks=4 rows=4096 columns=256 column_bytes=32'
printf '%s\n' "$geometry" op,channel,bank,row,column,bytes R,5,3,77,10,64 >one.csv
"$rowhold" simulate --preset gddr3 --stream one.csv --quiet --stats one.json --commands one_commands.csv 2>/dev/null
printf '%s\n' cycle,channel,command,bank_group,bank,row,column 1,5,ACT,0,3,77, 13,5,RD,0,3,77,10 15,5,RD,0,3,77,11 \
    >expected.csv
check 'the commands of one read' diff expected.csv one_commands.csv
check 'its latency: 15 to the last command, then CL 9 and 2 clocks of data' grep -q '"latency_max": 26$' \
    <(tr ',' '\n' <one.json)
check 'its activate' grep -q '^    "activates": 1,$' one.json

# Cores: locality before and after the network only where the stream names them.
printf '%s\n' "$geometry" cycle,op,channel,bank,row,column,bytes,core 0,R,0,0,1,0,32,0 0,R,0,0,2,0,32,1 \
    0,R,0,0,1,1,32,0 0,R,0,0,2,1,32,1 >cores.csv
"$rowhold" simulate --preset gddr3 --stream cores.csv --quiet --stats cores.json 2>/dev/null
check 'locality before the network' grep -q '"row_access_locality_before_network": 2.000000' cores.json
check 'locality after the network' grep -q '"row_access_locality_after_network": 1.000000' cores.json
check 'latency from arrival of a timed stream' grep -q '"latency_from_arrival_mean"' cores.json
# The same trace is the same load on every memory where it says its clock: 64 bytes every 4 clocks of 2.5 ns.
printf '%s\n' '# clock: 2.5 ns' "$geometry" cycle,op,channel,bank,row,column,bytes 0,R,0,0,1,0,64 4,R,0,0,1,2,64 \
    8,R,1,0,1,0,64 >clock.csv
for preset in gddr3 ddr4_2400; do
    "$rowhold" simulate --preset $preset --stream clock.csv --stats clock.json >summary.txt 2>/dev/null
    check "$preset: the clock of a trace" grep -q '"trace_clock": "2.5 ns"' clock.json
    check "$preset: its load" grep -Eq '^    "offered_gb_per_s": 6\.[34][0-9]*,$' clock.json
    check "$preset: its load in the summary" grep -Eq '^  offered +6\.4 GB/s' summary.txt
done
check 'the load of a stream without times' test "$(grep -c offered one.json)" -eq 0
check 'locality of cores that are unknown' test "$(grep -c network one.json)" -eq 0
check 'arrival of a stream without times' test "$(grep -c from_arrival one.json)" -eq 0

# The summary tells the ledger and the judge's word; a result to standard output stands alone.
"$rowhold" simulate --requests 2000 >summary.txt 2>/dev/null
check 'the summary lacks the efficiency' grep -q 'DRAM efficiency' summary.txt
check 'the summary lacks the judge' grep -q 'The judge found no broken rule in [1-9]' summary.txt
check 'the summary lacks the causes' grep -q 'tRCD .*#' summary.txt
"$rowhold" simulate --requests 2000 --commands - 2>/dev/null >stdout.csv
check 'commands on standard output' test "$(head -n 1 stdout.csv)" = 'cycle,channel,command,bank_group,bank,row,column'
check 'something else among the commands' test "$(tail -n +2 stdout.csv | grep -vc '^[0-9]*,0,[A-Z]*,0,[0-3],')" -eq 0

"$rowhold" simulate --requests 2000 --stats - 2>summary.txt >stdout.json
check 'statistics on standard output do not stand alone' test "$(head -n 1 stdout.json)$(tail -n 1 stdout.json)" = '{}'
check 'the summary is lost' grep -q 'DRAM efficiency' summary.txt

# Entries stored: one a bank at least. A file name that JSON has to escape.
"$rowhold" simulate --preset hbm2 --controller banked_fifo --queue 8 --requests 500 --quiet --stats stored.json \
    2>/dev/null
check 'a banked queue of 8 over 16 banks stores 16' grep -q '"queue": 8, "queue_stored": 16, ' stored.json
odd=$'odd"\\\xff\tname.csv'
cp one.csv "$odd"
"$rowhold" simulate --stream "$odd" --quiet --stats odd.json 2>/dev/null
check 'an odd file name' grep -qF '"name": "odd\"\\\ufffd\u0009name.csv"' odd.json

# The hash: one for a default spelled out or left out, another for whatever changes the run. $1, $2: options.
hash_of() {
    "$rowhold" simulate --quiet --requests 300 --stats - $1 2>/dev/null |
        sed -n 's/^  "configuration_hash": "\(.*\)",$/\1/p'
}
hashes() { one=$(hash_of "$1") other=$(hash_of "$2"); }
same_hash() { hashes "$@" && [[ -n $one && $one == "$other" ]]; }
other_hash() { hashes "$@" && [[ -n $other && $one != "$other" ]]; }
printf 'op,address\nR,0x0\nW,0x40\n' >addresses.csv
map=$("$rowhold" simulate --stream addresses.csv 2>&1 >/dev/null | sed -n 's/^note: .*mapped by \([^;]*\).*$/\1/p')
check 'no map in the note' test -n "$map"
while IFS='|' read -r left out; do
    check "another hash: '$left' and '$out'" same_hash "$left" "$out"
done <<END
|--preset gddr3 --controller fr_fcfs --queue 32 --responses 16 --chips 2 --refresh off --threads 3
|--stream rand2 --seed 1 --channels 1 --banks-used 4 --read-share 1 --bytes 64
--stream strided|--stream strided --stride 2048
--stream core_stencil|--stream core_stencil --stream-cores 28 --read-share 0.75
--stream mixed|--stream mixed --read-share 0.5
--stream one.csv|--stream one.csv --format native --channels 8 --bytes 32
--stream addresses.csv|--stream addresses.csv --bytes 64 --map $map
END
while IFS='|' read -r left out; do
    check "the same hash: '$left' and '$out'" other_hash "$left" "$out"
done <<END
|--seed 2
|--banks-used 3
|--read-share 0.75
|--bytes 128
|--chips 1
|--refresh all_bank
|--responses 8
--stream strided|--stream strided --stride 512
--stream core_random|--stream core_random --stream-cores 30
--stream one.csv|--stream addresses.csv
--stream addresses.csv|--stream addresses.csv --map row:bank:column:channel
--stream addresses.csv|--stream addresses.csv --bytes 32
END

# The contents of a trace count, not only its name; its compression and line breaks do not.
content_of() { sed -n 's/.*"content_hash": "\([^"]*\)".*/\1/p' "$1"; }
mkdir -p first second
printf 'op,address\nR,0x0\nW,0x40\nR,0x80\n' >first/same.csv
printf 'op,address\nR,0x0\nW,0x40\nR,0xc0\n' >second/same.csv
for folder in first second; do
    (cd $folder && "$rowhold" simulate --stream same.csv --quiet --stats whole.json --threads 2 2>/dev/null)
    (cd $folder && "$rowhold" simulate --stream same.csv --requests 2 --quiet --stats begun.json 2>/dev/null)
    gzip -c $folder/same.csv | tee $folder/packed.csv >/dev/null
    "$rowhold" simulate --stream $folder/packed.csv --quiet --stats $folder/packed.json 2>/dev/null
done
sed 's/$/\r/' first/same.csv >first/breaks.csv
"$rowhold" simulate --stream first/breaks.csv --quiet --stats first/breaks.json 2>/dev/null
# printf 'op,address\nR,0x0\nW,0x40\nR,0x80\n' through another FNV-1a
check "the hash of a trace: $(content_of first/whole.json)" test "$(content_of first/whole.json)" = \
    fnv1a64:4047257d3e4180c1
check 'the hash of another trace' test "$(content_of second/whole.json)" = fnv1a64:4f1b147b93c652f8
check 'two traces of one name, one configuration' eval \
    '! cmp -s <(grep configuration_hash first/whole.json) <(grep configuration_hash second/whole.json)'
check 'traces that begin alike' cmp first/begun.json second/begun.json
check 'a compressed trace' test "$(content_of first/packed.json)" = "$(content_of first/whole.json)"
check 'other line breaks' test "$(content_of first/breaks.json)" = "$(content_of first/whole.json)"
check 'a synthetic stream has no contents' test -z "$(content_of stored.json)"

# A window of the run as a wave, where this build can write one.
if "$rowhold" simulate --requests 100 --quiet --wave window.fst --from 50 --for 20 2>err.txt; then
    "$rowhold" simulate --requests 100 --quiet --wave whole.fst 2>err.txt
    refused 'a window behind the run' '--from: found 99999999, expected a clock' --wave w.fst --from 99999999
    check 'an empty wave was written' test ! -e w.fst
    check 'a window of 20 clocks is no smaller than the run' test "$(wc -c <window.fst)" -lt "$(wc -c <whole.fst)"
else
    check "no wave: $(cat err.txt)" grep -q 'no FST writer' err.txt
fi

# Reads issued at 13 and 15 have their data on the bus in 22 to 25, in a wave that begins in between, too.
printf '%s\n' '# geometry: channels=1 banks=4 bank_groups=1 rows=4096 columns=256 column_bytes=8' \
    cycle,op,channel,bank,row,column,bytes 0,R,0,0,5,0,64 >two_columns.csv
"$rowhold" simulate two_columns.csv --controller fifo --quiet --wave late.vcd --from 16 2>err.txt
check 'data of reads before a window' test \
    "$("$values" --clocks 1250 late.vcd 'rh_fifo.derived.data[0]')" = 'rh_fifo.derived.data[0]: 0 0 0 0 0 0 3 3 3 3 0'
# Every value of a window is that of the whole run: on both sides of the longest way from a command to its data, too.
printf 'name: late\nbase: gddr3\ntiming:\n  CL: 200\n  WL: 193\n' >late.yaml
while read -r preset controller; do
    run=(simulate --preset "$preset" --controller "$controller" --queue 8 --stream mixed --channels 1 --requests 200
        --quiet)
    "$rowhold" "${run[@]}" --wave whole.vcd 2>err.txt
    windows=()
    for from in 14 222 256 333; do
        "$rowhold" "${run[@]}" --wave "from_$from.vcd" --from $from --for 25 2>err.txt
        windows+=("from_$from.vcd")
    done
    check "$controller on $preset: another value in a window" "$values" --within whole.vcd "${windows[@]}"
done <<'RUNS'
late.yaml fifo
qb_hbm fr_fcfs
fgdram fgdram_channel
ddr4_2400 row_sorter
gddr3_k4j52324qh most_pending
hbm4 banked_fifo
ddr5_4800_2r fr_fcfs_serial
RUNS
check 'a window of another run passed' eval '! "$values" --within late.vcd from_14.vcd >out.txt 2>&1'

# A trace cut out of a long run: it starts late and pauses long, and the run must not take as long.
printf 'cycle,op,address\n9000000000000000000,R,0\n9000000003000000000,W,4096\n' >far.csv
check 'idle time is run cycle by cycle' timeout 20 "$rowhold" simulate --preset gddr3 --stream far.csv \
    --quiet --stats far.json
for refresh in all_bank per_bank same_bank; do
    check 'refreshes in idle time are run cycle by cycle' timeout 20 "$rowhold" simulate --preset gddr3 \
        --stream far.csv --channels 1 --refresh $refresh --quiet --stats far_$refresh.json
done
check 'refreshes in idle time are not counted' grep -q '^    "refreshes": 1442307692788461,$' far_all_bank.json
check 'refreshes in idle time are not judged' grep -q '^  "judge": {"commands": 1442307692788468,' far_all_bank.json
refused 'a pause with more REFs than a file' \
    'far.csv:2:1: found cycle 9000000000000000000, expected at most 6240000000000, for --commands writes every REF' \
    --stream far.csv --channels 1 --refresh all_bank
check 'idle time is not counted' grep -q '^    "cycles": 9000000003000000010,$' far.json

# An ACT goes out in the clock in which auto-precharge closes the last bank of a same-bank refresh, which waits tRRD_L.
cat >same_bank.yaml <<'YAML'
name: mine
base: gddr3
organisation:
  refresh: same_bank
timing: {tRREFD: 4, tRRD_S: 4, tRRD_L: 24, tWR: 30, tREFI: 1200, tRFCpb: 30, tFAW: 24}
YAML
check 'a same-bank refresh behind auto-precharge is late' "$rowhold" simulate --preset same_bank.yaml --quiet \
    --controller fgdram_channel --stream random --bytes 16 --read-share 0.2 --requests 20000

# Bad input.
printf 'name: mine\nbase: fgdram\norganisation: {auto_precharge: false}\n' >explicit.yaml
refused 'auto-precharge that the DRAM has not' \
    '--controller: found fgdram_channel, expected one that needs no auto-precharge, which mine has not' \
    --controller fgdram_channel --preset explicit.yaml
refused 'a refresh that does not fit' \
    '--refresh: found per_bank, expected a mode that ddr5_4800 can take: tREFI: found 146 clocks' \
    --preset ddr5_4800 --refresh per_bank
printf 'op,address\nR,0x0\nX,0x40\n' >wrong.csv
{
    echo op,address
    awk 'BEGIN { for (i = 0; i < 200000; i++) print "R,0x40" }'
    echo R,zero
} >late.csv
refused 'a stream that is not there' 'none.csv' --stream none.csv
refused 'a wrong line' 'wrong.csv:3:1: ' --stream wrong.csv
refused 'a wrong line after two batches' 'late.csv:200002:3: ' --stream late.csv
refused 'the same with threads' 'late.csv:200002:3: ' --stream late.csv --threads 2
refused 'an unknown controller' '--controller' --controller none
refused 'a wave channel without a wave' '--wave-channel: found no --wave beside it' --wave-channel 0
refused 'a wave channel that is not there' "--wave-channel: found '1'" --wave w.fst --wave-channel 1
refused 'a window without a wave' '--for: found no --wave beside it' --for 10
refused 'a share of reads beside a trace' '--read-share: found --stream one.csv beside it' --stream one.csv \
    --read-share 0.5
refused 'a stride beside a trace' '--stride: found --stream one.csv beside it' --stream one.csv --stride 64
refused 'cores beside a trace' '--stream-cores: found --stream one.csv beside it' --stream one.csv --stream-cores 4
refused 'a seed beside a trace' '--seed: found --stream one.csv beside it, expected a synthetic stream' \
    --stream one.csv --seed 1
refused 'banks beside a trace' '--banks-used: found --stream one.csv beside it' --stream one.csv --banks-used 2
refused 'a folder that is not there' 'nowhere/w.json' --stats nowhere/w.json
refused 'an option that is not there' '--no-such' --no-such

echo "$checks checks, $broken broken"
[ $broken -eq 0 ] && [ $checks -ge 120 ]
