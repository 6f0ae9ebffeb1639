#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Memory does not grow with the stream: the peak of a run of more than two batches (rh_system.h) is that of one 7
# times as long, within 5 %.
source tb/shell.sh || exit
set +e +o pipefail
if grep -q '^ROWHOLD_SANITIZE:BOOL=ON' "${ROWHOLD_BUILD:-build}/CMakeCache.txt"; then
    echo 'skipped: sanitizers keep freed memory'
    exit 77
fi
peak=$(realpath -- "${ROWHOLD_BUILD:-build}")/bench/rh_peak
cd "$work" || exit 1
checks=0

# of COMMAND...: its peak in KiB, the least of two runs: how many pages of libraries are counted is the system's
# choice.
of() {
    local kib rest least=''
    for _ in 1 2; do
        "$peak" peak.txt "$@" >out 2>err || return 1
        read -r kib rest <peak.txt
        if [ -z "$least" ] || [ "$kib" -lt "$least" ]; then least=$kib; fi
    done
    echo "$least"
}

# grows SHORT LONG: by more than 8 %, for two threads take their pages in another order each time; or one is none.
grows() { [ "${1:-0}" -eq 0 ] || [ "${2:-0}" -eq 0 ] || [ $(($2 * 100)) -gt $(($1 * 108)) ]; }

# steady WHAT SHORT LONG
steady() {
    checks=$((checks + 1))
    echo "$1: ${2:-none} KiB, of 7 times as much ${3:-none} KiB"
    if grows "${2:-}" "${3:-}"; then fault "found memory that grows with the stream: $1; $(<err)"; fi
}

simulate() { of "$rowhold" simulate --quiet --stream rand2 --requests "$@"; }
steady 'simulate, a synthetic stream' "$(simulate 150000)" "$(simulate 1050000)"
steady 'simulate, 8 channels on 2 threads' "$(simulate 300000 --channels 8 --threads 2)" \
    "$(simulate 2100000 --channels 8 --threads 2)"
steady 'simulate, commands kept' "$(simulate 150000 --no-judge --commands /dev/null)" \
    "$(simulate 1050000 --no-judge --commands /dev/null)"
"$rowhold" trace generate random short.csv --requests 150000 --channels 8 --bytes 32 >/dev/null
"$rowhold" trace generate random long.csv --requests 1050000 --channels 8 --bytes 32 >/dev/null
for length in short long; do
    "$rowhold" trace convert $length.csv $length.rht --to binary >/dev/null
    gzip -1 <$length.csv >$length.csv.gz
    zstd -q $length.csv
done
for ending in csv rht csv.gz csv.zst; do
    steady "trace info, .$ending" "$(of "$rowhold" trace info short.$ending)" "$(of "$rowhold" trace info long.$ending)"
done
steady 'trace convert to binary' "$(of "$rowhold" trace convert short.csv a.rht --to binary)" \
    "$(of "$rowhold" trace convert long.csv b.rht --to binary)"
steady 'trace convert from binary' "$(of "$rowhold" trace convert short.rht a.csv --to native)" \
    "$(of "$rowhold" trace convert long.rht b.csv --to native)"

# The checker must be able to fail: memory that grows, and no run at all.
hold() { of python3 -c "x = bytearray($1 << 20)"; }
if ! grows "$(hold 20)" "$(hold 24)" || ! grows '' 100 || grows 100 108; then
    fault "the checker passes what it must not, or not what it must"
fi
echo "$checks checks, $failed failures"
