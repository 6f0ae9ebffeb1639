#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Binary traces from outside: every example trace becomes one and comes back the same, plain and compressed, and every
# command takes it for the trace that it was made of.
source tb/shell.sh || exit
set +e +o pipefail
examples=$(cd "$(dirname "$0")/../../../docs/examples" && pwd)
recorded=$(cd "${ROWHOLD_TRACES:-../shared/traces}" 2>/dev/null && pwd) # no part of the project
cd "$work" || exit 1
checks=0

# expect STATUS COMMAND...: runs rowhold; its output goes to `out`.
expect() {
    local status=$1
    shift
    checks=$((checks + 1))
    "$rowhold" "$@" >out 2>err
    local got=$?
    if [ $got -ne "$status" ]; then
        echo "exit $got, expected $status: rowhold $*"
        cat err
        failed=$((failed + 1))
    fi
}

same() {
    checks=$((checks + 1))
    if ! cmp "$1" "$2"; then
        failed=$((failed + 1))
    fi
}

# round_trip TRACE [ENDING...]: through the native format and the binary one, plain and with these endings; what comes
# out must be the native one again.
round_trip() {
    expect 0 trace convert "$1" native.csv --to native
    shift
    for ending in '' "$@"; do
        expect 0 trace convert native.csv "t.rht$ending" --to binary
        expect 0 trace convert "t.rht$ending" back.csv --to native
        same native.csv back.csv
    done
}

# every stream on one DRAM; on others, whose addresses have other fields, those that reach most of them
traces=0
for preset in gddr3 hbm2 ddr4_2400; do
    streams=(random mixed strided)
    [[ $preset != gddr3 ]] || streams=(rand1 rand2 rand3 one_bank stream strided hot_rows starve mixed random phases
        core_stride core_stencil core_random core_hot_bank core_shared_rows core_transpose core_camping)
    for stream in "${streams[@]}"; do
        expect 0 trace generate "$stream" "$stream.csv" --preset $preset --channels 2 --requests 1500
        round_trip "$stream.csv"
        traces=$((traces + 1))
    done
done
for trace in "$examples/probe.trace" ${recorded:+"$recorded"/*.csv.gz}; do
    [ -e "$trace" ] || continue
    round_trip "$trace"
    traces=$((traces + 1))
done
cat >fields.csv <<'END'
# geometry: channels=2 banks=16 bank_groups=4 rows=16 columns=8 column_bytes=32
cycle,op,channel,bank_group,bank,row,column,bytes,core,warp,created,bubbles,data,space
3,W,1,3,2,15,7,2,65534,3,9,4294967295,beef,global
3,R,0,0,0,0,0,65536,0,0,18446744073709551615,0,,
9,W,0,0,0,0,0,2,0,0,0,0,0xBEEF,local
END
round_trip fields.csv .gz .zst .xz .bz2 .lz4
same fields.csv back.csv
# What is written twice is the same, and its compression is no part of it.
expect 0 trace convert fields.csv again.rht --to binary
xz -dc t.rht.xz >t.rht
same again.rht t.rht
expect 0 trace convert again.rht t.rht --to binary
same again.rht t.rht

# The same run, whichever of them is read.
expect 0 trace generate mixed mixed.csv --preset qb_hbm --channels 2 --requests 3000
expect 0 trace convert mixed.csv mixed.rht.zst --to binary
for file in mixed.csv mixed.rht.zst; do
    expect 0 simulate --stream "$file" --preset qb_hbm --commands "$file.commands" --quiet
    expect 0 trace info "$file" --csv "$file.info"
    sed -i "s/$file/TRACE/;s/native/binary/;s/,[0-9a-f]\{16\}//g" "$file.info"
    expect 0 sweep --stream "$file" --preset qb_hbm --controller all --columns controller,cycles --quiet \
        --csv "$file.sweep"
    expect 0 predict --stream "$file" --preset qb_hbm --csv "$file.predict"
    sed -i "s/$file/TRACE/g" "$file.predict"
    expect 0 cosim --stream "$file" --preset qb_hbm --queue 8 --responses 4 --requests 300 --commands "$file.cosim"
done
for result in commands info sweep predict cosim; do
    same "mixed.csv.$result" "mixed.rht.zst.$result"
done
zstd -qdc mixed.rht.zst >mixed.rht
checks=$((checks + 1))
"$rowhold" simulate --stream - --preset qb_hbm --commands piped.commands --quiet <mixed.rht || failed=$((failed + 1))
same mixed.csv.commands piped.commands

echo "$traces traces, $checks checks, $failed failures"
[ $failed -eq 0 ] && [ $traces -ge 24 ]
