#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The frame of the command line: help and version succeed, everything else is refused in one line with exit 2.
source tb/shell.sh || exit

# expect STATUS STREAM TEXT ARGUMENT...: TEXT begins a line of STREAM (out or err); the other stream is empty.
expect() {
    local status=0 other=err
    [[ $2 == out ]] || other=out
    "$rowhold" "${@:4}" >"$work/out" 2>"$work/err" || status=$?
    if [[ $status -ne $1 || -s $work/$other ]] || ! grep -q "^$3" "$work/$2"; then
        fault "rowhold ${*:4}: exit $status, expected $1 and on $2 the line: $3; $(cat "$work/out" "$work/err")"
    fi
    mapfile lines <"$work/err"
    [[ $1 -ne 2 || ${#lines[@]} -eq 1 ]] ||
        fault "rowhold ${*:4}: found ${#lines[@]} lines on standard error, expected 1"
}

expect 0 out 'usage: rowhold COMMAND' --help
expect 0 out '  simulate    run the C model' -h
expect 0 out '  presets     list the DRAM presets' help
expect 0 out 'rowhold [0-9]*\.[0-9]*\.[0-9]* (commit [0-9a-z-]*)$' --version
expect 0 out '  presets     list the DRAM presets'
expect 2 err "rowhold: found command ''," ''
expect 2 err "rowhold: found command 'simulat', expected one of: simulate, .*presets" simulat
expect 2 err "rowhold: found command '', expected one of:" ''
expect 2 err "rowhold: found command '--quiet', expected one of:" --quiet

expect 0 out 'allocator  wavefront  ' list --kind allocator
expect 0 out 'fr_fcfs$' list --kind controller --names
expect 0 out '  "variants": \[' list --json -
"$rowhold" list --json - | python3 -m json.tool >/dev/null || fault "list --json is no JSON"
expect 2 err "rowhold: --kind: found 'network', expected one of: controller, allocator" list --kind network
expect 2 err 'rowhold: --kind: found nothing, expected a value' list --kind
expect 2 err 'rowhold: --json: found --names beside it, expected only one of them' list --names --json -
expect 2 err "rowhold: list: found argument 'fifo', expected an option" list fifo

# Every command that the help lists has a help of its own, with examples.
commands=$("$rowhold" --help | sed -nE 's/^  ([a-z]+) +.*/\1/p')
[[ $(wc -w <<<"$commands") -ge 4 ]] || fault "the help lists too few commands: $commands"
for command in $commands; do
    expect 0 out "usage: rowhold $command" "$command" --help
    expect 0 out 'examples' "$command" --help
done

expect 0 out 'gddr3  .*GDDR3 at 800 MHz' presets
expect 0 out '  tRFC: 50 ns  *# *40  *50  ceil  *choice' presets gddr3
expect 0 out '# peak  *12.8 GB/s a channel' presets gddr3
expect 2 err "rowhold: --preset: found 'gddr9', expected one of gddr3" presets gddr9
expect 2 err "rowhold: presets: found argument 'hbm2', expected at most 1" presets gddr3 hbm2
expect 2 err "rowhold: presets: found '--all', expected an option of" presets --all
expect 2 err "rowhold: --banks-used: found '5', expected at most the 4 banks of gddr3" simulate --controller fifo \
    --banks-used 5
expect 2 err "rowhold: --chips: found '3', expected a power of two" simulate --chips 3

# What was printed has to arrive: a full disk and a closed standard output are errors, whatever the command.
printf 'op,address\nR,0x0\n' >"$work/one.csv"
"$rowhold" simulate --requests 10 --quiet --commands "$work/commands.csv" 2>/dev/null
lost() { # STATUS REASON ARGUMENT...
    local status=0
    "$rowhold" "${@:3}" >/dev/full 2>"$work/err" || status=$?
    if [[ $status -ne $1 || $(grep -c "^rowhold: " "$work/err") -ne 1 ]] ||
        ! grep -q "^rowhold: standard output: found $2" "$work/err"; then
        fault "rowhold ${*:3} >/dev/full: exit $status, $(<"$work/err")"
    fi
}
full='No space left on device, expected a file that can be written$'
for words in --help --version presets 'presets gddr3' complexity 'complexity --csv -' 'simulate --requests 10' \
    'simulate --requests 10 --quiet --stats -' 'simulate --help' "trace info $work/one.csv" \
    "trace info $work/one.csv --json -" "trace judge $work/commands.csv --preset gddr3" 'trace generate rand1 -'; do
    lost 2 "$full" $words
done
status=0
"$rowhold" presets >&- 2>"$work/err" || status=$?
if [[ $status -ne 2 ]] || ! grep -q '^rowhold: standard output: found Bad file descriptor' "$work/err"; then
    fault "rowhold presets with standard output closed: exit $status, $(<"$work/err")"
fi
# A file must not get what was meant for a closed standard output.
"$rowhold" simulate --requests 10 --stats "$work/stats.json" >&- 2>/dev/null &&
    fault "a closed standard output passed"
grep -q 'DRAM efficiency' "$work/stats.json" && fault "the summary went into the statistics"
# A configuration is read whole before it is parsed: nothing is endless or takes minutes.
config() { refusal "rowhold: $2$1" timeout 20 "$rowhold" simulate --requests 10 --config "$2"; } # TEXT FILE
config ': found no readable file (Is a directory), expected YAML' "$work"
config ': found more than 1048576 bytes, expected YAML' /dev/zero
for ((i = 0; i < 1001; i++)); do echo "key$i: 1"; done >"$work/keys.yaml"
config ': found 1001 keys, expected at most 1000' "$work/keys.yaml"

# the check must be able to fail: a line of its own comes first
! (lost 2 "$full" presets gddr9) 2>"$work/said" || fault "the check of standard output passed another message"
