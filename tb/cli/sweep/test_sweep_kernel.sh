#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold sweep --kernel`: GPU programs as an axis. The rows are what simulate says of each point, in CSV, JSON and
# Markdown, in one piece and in parts; what was run is not run again, and what changed is: options of a program, its
# file, a file that its list names; what a machine or a network refuses is named before anything runs.
source tb/shell.sh || exit
cd "$work"

# equal WHAT FOUND EXPECTED
equal() { [[ $2 == "$3" ]] || fault "$1: found '$2', expected '$3'"; }
sweep() { "$rowhold" sweep --cache cache --quiet "$@"; }

space=(--kernel stream_copy,scan --grid 4 --machine gt200 --network crossbar --controller fr_fcfs,banked_fifo
    --ctas 1,8)
sweep "${space[@]}" --csv all.csv --json all.json --markdown all.md
python3 - "$rowhold" <<'PY' || fault "the rows are not those of simulate"
import csv, json, subprocess, sys
rows = list(csv.DictReader(open("all.csv")))
assert [r["kernel"] for r in rows] == ["stream_copy"] * 4 + ["scan"] * 4, rows
for r in rows:
    words = [sys.argv[1], "simulate", "--quiet", "--stats", "one.json"]
    for axis in ("kernel", "grid", "machine", "network", "controller", "ctas"):
        words += [f"--{axis}", r[axis]]
    subprocess.run(words, check=True)
    result = json.load(open("one.json"))
    t, k = result["total"], result["total"]["kernel"]
    assert r["configuration_hash"] == result["configuration_hash"]
    for name in ("core_cycles", "thread_instructions", "transactions", "ctas", "load_instructions",
                 "global_accesses"):
        assert int(r[f"kernel_{name}"]) == k[name], (name, r, k)
    for name in ("ipc", "ipc_weighted", "occupancy", "read_latency_mean"):
        assert float(r[f"kernel_{name}"]) == k[name], (name, r, k)
    assert int(r["kernel_stall_memory"]) == k["stalls"]["memory"] and int(r["requests"]) == t["requests"]
    assert float(r["dram_efficiency"]) == t["dram_efficiency"] and int(r["network_issued"]) == t["network"]["issued"]
assert json.load(open("all.json"))["configuration"]["kernel"] == ["stream_copy", "scan"]
PY
equal "the text" "$("$rowhold" sweep --cache cache "${space[@]}" --columns kernel,controller,ctas,kernel_ctas |
    head -2 | tr -s ' \n' ' ')" "kernel controller ctas kernel_ctas stream_copy fr_fcfs 1 4 "
[[ $("$rowhold" sweep --cache cache "${space[@]}" | tail -n 9 | head -1) == *occupancy* ]] || fault "the default text"
[[ $(wc -l <all.md) == 10 ]] || fault "Markdown: $(cat all.md)"
results() { find cache -name '*.json' | wc -l; }
equal "results" "$(results)" 8
for part in 1 2; do sweep "${space[@]}" --part $part/2 --json part_$part.json; done
sweep --merge 'part_*.json' --csv merged.csv
cmp all.csv merged.csv || fault "the parts are another table"
equal "results of the same points" "$(results)" 8

# Each of these is a result of its own, and found again. A grid of several dimensions has an x between them.
others() { # COUNT OPTIONS...: so many files more
    local before time
    before=$(results)
    for time in first again; do
        sweep "${@:2}"
        equal "$time: results of ${*:2}" $(($(results) - before)) "$1"
    done
}
others 2 --kernel transpose --grid 2x1,1x2 --machine gt200
others 2 --kernel stream_copy --scale 0.0005,0.001 --machine gt200
others 2 --kernel gups --grid 2 --size 12,13 --core-cycles 500
others 2 --kernel stream_copy --grid 2 --core-cycles 100,200 --machine gt200_28
others 2 --kernel stream_copy --grid 2 --coalesce 1.0,line
printf '%s\n' '# warp streams: kernels=1 ctas=1 warps=1 resident=1' \
    'kernel,cta,warp,core,seq,space,op,active,gap,barriers,shared,special,after,use,transactions' \
    '1,0,0,0,0,G,R,32,2,0,0,0,-1,1,100/64' '1,0,0,0,1,-,X,32,1,,,,,,' >warps.csv
sed 's,100/64,100/64 2000/64,' warps.csv >other.csv
others 2 --kernel './[wo]*.csv'
equal "the requests of files" "$(sweep --kernel './[wo]*.csv' --columns kernel,kernel_transactions --csv - |
    tr '\n' ' ')" "kernel,kernel_transactions ./other.csv,2 ./warps.csv,1 "
cp other.csv warps.csv
equal "the requests of a file that changed" \
    "$(sweep --kernel ./warps.csv --columns kernel_transactions --csv - | tail -n 1)" 2
trace() { # KERNEL ADDRESS
    printf '%s\n' '-kernel name = k' "-kernel id = $1" '-grid dim = (1,1,1)' '-block dim = (32,1,1)' '-shmem = 0' \
        '-nregs = 8' '-accelsim tracer version = 4' '#traces format = PC mask dest_num' '#BEGIN_TB' \
        'thread block = 0,0,0' 'warp = 0' 'insts = 2' "0000 ffffffff 1 R8 LDG.E.SYS 1 R2 4 1 $2 4 0" \
        '0010 ffffffff 0 EXIT 0 0 0' '#END_TB' >"kernel-$1.traceg"
}
trace 1 0x00007fe033702880
trace 2 0x00007fe033702880
printf '%s\n' 'kernel-1.traceg' 'kernel-2.traceg' >kernelslist.g
others 1 --kernel kernelslist.g --machine gt200
trace 2 0x00007fe033703880
others 1 --kernel kernelslist.g --machine gt200

# Before the first point runs, with its name.
refused() { # LINE OPTIONS...
    local before
    before=$(results)
    refusal "rowhold: sweep: $1" sweep "${@:2}"
    equal "results of what is refused" "$(results)" "$before"
}
refused "kernel=scan machine=gt200 network=mesh channels=64: mesh: found 32 cores and 64 controllers, expected at \
least 1 of each, at most 64 together" --kernel scan --machine gt200 --network mesh,crossbar --channels 64
refused "kernel=stream_copy stream=rand1: --stream: found --kernel beside it, expected only one of them" \
    --kernel stream_copy --stream rand1
refused "grid=4: --grid: found no --kernel beside it, expected one" --grid 4
refused "kernel=./warps.csv grid=4: --grid: found --kernel ./warps.csv beside it, expected a kernel that ships" \
    --kernel ./warps.csv --grid 4
refused "kernel=scan grid=4x: --grid: found '', expected a whole number from 1 to 2147483647" --kernel scan --grid 4x
refused "kernel=no.csv: no.csv: found no readable file (No such file or directory), expected one" \
    --kernel scan,no.csv
