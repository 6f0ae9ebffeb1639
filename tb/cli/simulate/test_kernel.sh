#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `simulate --kernel`: programs of every kind run to their end; what comes out adds up; what can't be is refused.
source tb/shell.sh || exit
set +e +o pipefail
cd "$work" || exit 1

# run FILE OPTION...: writes the statistics to FILE.
run() {
    "$rowhold" simulate --quiet --stats "$@" >out 2>err || fault "simulate $*: $(cat err)"
}

# expect FILE CONDITION: of the kernel's figures k, the total t.
expect() {
    python3 - "$1" "$2" <<'PY' || fault "$1: found otherwise, expected $2"
import json, sys
t = json.load(open(sys.argv[1]))["total"]
k = t["kernel"]
sys.exit(not eval(sys.argv[2]))
PY
}

# cycles FILE: core clocks.
cycles() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["total"]["kernel"]["core_cycles"])' "$1"; }

# A copy of 8 CTAs: 64 warps, each with a load and a store of 128 bytes, in two half-warps of 64 by rule 1.0.
run copy.json --kernel stream_copy --grid 8 --machine gt200
expect copy.json 'k["ctas"] == 8 and k["kernels"] == 1 and k["global_accesses"] == 128 == k["load_instructions"] * 2'
expect copy.json 'k["room"]["ctas"] == 8 and k["room"]["warps"] == 32 // 8 == k["room"][k["limit"]]'
expect copy.json 'k["transactions"] == 256 == t["requests"] and t["reads"] == 128 == k["read_requests"]'
expect copy.json 'k["warp_instructions"] + sum(k["stalls"].values()) == k["scheduler_cycles"] == 32 * k["core_cycles"]'
expect copy.json 'abs(k["ipc"] * k["core_cycles"] - k["thread_instructions"]) < 1'
# A warm-up of 320 clocks of 800 MHz, which are 130 of the cores' 325 MHz: it is left out of all counts.
run warm.json --kernel stream_copy --grid 8 --machine gt200 --warmup 320
expect warm.json "k[\"core_cycles\"] == $(python3 -c 'import json
print(json.load(open("copy.json"))["total"]["kernel"]["core_cycles"] - 130)')"
expect warm.json 'k["warp_instructions"] + sum(k["stalls"].values()) == k["scheduler_cycles"] == 32 * k["core_cycles"]'
expect warm.json 'k["ctas"] == 0 == k["kernels"] and 0 < k["load_instructions"] < 64 == k["store_instructions"]'
# Whole lines: half of the requests. Cut short: so many clocks. One CTA a core at most: not faster.
run line.json --kernel stream_copy --grid 8 --machine gt200 --coalesce line
expect line.json 'k["transactions"] == 128 == t["requests"]'
# Warps in loose round robin are gt200's own way to issue; greedy, then the oldest is another one.
run lrr.json --kernel stream_copy --grid 8 --machine gt200 --warp-scheduler lrr
cmp -s copy.json lrr.json || fail '--warp-scheduler lrr: found another run than without it'
run gto.json --kernel stream_copy --grid 8 --machine gt200 --warp-scheduler gto
expect gto.json "k[\"warp_instructions\"] == 384 and k[\"core_cycles\"] != $(cycles copy.json)"
run cut.json --kernel stream_copy --machine gt200 --core-cycles 500
expect cut.json 'k["core_cycles"] == 500'
run all.json --kernel stream_copy --grid 256 --machine gt200
run one.json --kernel stream_copy --grid 256 --machine gt200 --ctas 1
expect one.json 'k["occupancy"] < 0.26'
expect one.json "k[\"core_cycles\"] > $(cycles all.json)"
# A run's hash tells grids, sizes, seeds, limits and the content of files apart; a grid by its scale is the same one.
hash_of() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["configuration_hash"])' "$1"; }
run of_4.json --kernel stream_copy --grid 4 --machine gt200
run scaled.json --kernel stream_copy --scale 0.0009765625 --machine gt200
[[ $(hash_of of_4.json) == "$(hash_of scaled.json)" ]] || fault 'a scale of 4 CTAs: found another hash than of --grid 4'
[[ $(hash_of of_4.json) != "$(hash_of copy.json)" ]] || fault 'grids of 4 and of 8: found one hash'
for option in '--seed 1' '--ctas 1' '--core-cycles 400'; do
    read -ra words <<<"$option"
    run other.json --kernel stream_copy --grid 4 --machine gt200 "${words[@]}"
    [[ $(hash_of of_4.json) != "$(hash_of other.json)" ]] || fault "$option: found the hash without it"
done
printf 'grid: [1]\ncta: [32]\nprogram:\n  - integer %d\n' 1 >1.yaml
printf 'grid: [1]\ncta: [32]\nprogram:\n  - integer %d\n' 2 >2.yaml
run first.json --kernel 1.yaml --machine gt200
mv 2.yaml 1.yaml
run second.json --kernel 1.yaml --machine gt200
[[ $(hash_of first.json) != "$(hash_of second.json)" ]] || fault 'another file of one name: found one hash'

# CTAs over time: 256 begin and end, and as many are resident as the whole run says.
run time.json --kernel stream_copy --grid 256 --machine gt200 --epoch 500 --epochs time.csv
python3 - <<'PY' || fault "CTAs over time: $(cut -d, -f1-3 time.csv | head -3)"
import csv, json
k = json.load(open("time.json"))["total"]["kernel"]
rows = list(csv.DictReader(open("time.csv")))
every = [r for r in rows if r["channel"] == "all"]
assert all(r["kernel_ctas_launched"] == "" for r in rows if r["channel"] != "all") and len(every) > 3
launched, finished = ([int(r[f"kernel_ctas_{what}"]) for r in every] for what in ("launched", "finished"))
assert sum(launched) == 256 == k["ctas"] == sum(finished) and launched[0] >= 128 and launched[-1] == 0
assert finished[0] < launched[0] and finished[-1] > 0
resident = [float(r["kernel_ctas_resident"]) for r in every]
assert 120 < max(resident) <= 128 and resident[-1] < 64, resident
PY

# CTAs of 256 threads with 20 registers each: 1, 3, 4 and 6 fit into a half, once, one and a half and twice 16384.
for found in 50:32 100:96 150:128 200:192; do
    run resources.json --kernel black_scholes --machine gt200 --resources "${found%:*}" --core-cycles 600
    expect resources.json "k['ctas'] == ${found#*:} and k['limit'] == 'registers'"
done
# Behind every network, and on a memory of other clocks.
for network in mesh ring; do
    run $network.json --kernel transpose --grid 4,4 --machine gt200_28 --network $network --hold hold_grant \
        --controller banked_fifo
    expect $network.json 'k["ctas"] == 16 and k["barrier_instructions"] == 128'
done
run hbm.json --kernel gups --grid 16 --machine gt200 --preset hbm2_2000
expect hbm.json 'k["ctas"] == 16 and t["requests"] == k["transactions"]'
# Six channels, and a memory of the machine's clock, unless another one is named.
run six.json --kernel stream_copy --grid 12 --machine 8800gtx
expect six.json 'k["ctas"] == 12 and t["requests"] == k["transactions"] == 384'
for want in 'six 1111 6' 'hbm 1000 8'; do
    python3 - $want <<'PY' || fault "$want: found another clock or other channels"
import json, sys
name, ps, channels = sys.argv[1:]
run = json.load(open(name + ".json"))
sys.exit(f'"tck_ps": {ps}' not in json.dumps(run) or len(run["channels"]) != int(channels))
PY
done
# An L2: of the copy's 64 loads of 128 bytes it has nothing, its stores stay in it; the judge has seen all of the rest.
for machine in k80 volta; do
    run $machine.json --kernel stream_copy --grid 8 --machine $machine
    expect $machine.json 't["network"]["l2_misses"] == 256 == t["network"]["l2_writes"] == t["requests"] == t["reads"]'
    expect $machine.json 't["network"]["l2_hits"] == 0 and t["network"]["answered"] == k["transactions"] == 128'
done
run reuse.json --kernel matrix_multiply --grid 2,2 --machine volta
expect reuse.json 't["network"]["l2_hit_rate"] > 0'
# Recorded warps, and an Accel-Sim trace.
printf '%s\n' '# warp streams: kernels=1 ctas=1 warps=1 resident=1' \
    'kernel,cta,warp,core,seq,space,op,active,gap,barriers,shared,special,after,use,transactions' \
    '1,0,0,0,0,G,R,32,2,0,0,0,-1,1,100/64 2000/64' '1,0,0,0,1,G,W,32,1,0,0,0,0,-1,4000/32' \
    '1,0,0,0,2,-,X,32,1,,,,,,' >warps.csv
run warps.json --kernel warps.csv
expect warps.json 'k["warp_instructions"] == 6 and k["transactions"] == 3 and k["thread_instructions"] == 192'
printf '%s\n' '-kernel name = k' '-kernel id = 1' '-grid dim = (1,1,1)' '-block dim = (32,1,1)' '-shmem = 0' \
    '-nregs = 8' \
    '-accelsim tracer version = 4' '#traces format = PC mask dest_num' '#BEGIN_TB' 'thread block = 0,0,0' 'warp = 0' \
    'insts = 2' '0000 ffffffff 1 R8 LDG.E.SYS 1 R2 4 1 0x00007fe033702880 4 0' '0010 ffffffff 0 EXIT 0 0 0' '#END_TB' \
    >kernel-1.traceg
run trace.json --kernel kernel-1.traceg --machine gt200 --coalesce line
expect trace.json 'k["warp_instructions"] == 2 and k["read_requests"] >= 1'
# A grid that the trace has a part of: the rest is said, and costs no time however large it is.
sed 's/^-grid dim = .*/-grid dim = (2147483647,65535,2)/' kernel-1.traceg >part.traceg
"$rowhold" simulate --kernel part.traceg --machine gt200 --coalesce line --stats part.json >part.txt 2>/dev/null ||
    fault "a trace of a part of its grid does not end"
grep -qE '^  [0-9]+ CTAs of the grid are not in the trace: they had no instructions$' part.txt ||
    fault "the CTAs that a trace lacks are not said"
expect part.json 'k["absent_ctas"] == 2147483647 * 65535 * 2 - 1 and k["warp_instructions"] == 2'
# A perfect memory: each load's data are there in the next clock, or after so many more; a load, the store that waits
# for it and the warp's end in a row take 2 x 200 clocks more. It is faster than any network.
run perfect.json --kernel stream_copy --grid 256 --machine gt200 --network none
expect perfect.json 'k["read_latency_mean"] == 1 and k["transactions"] == 8192 and k["ipc"] > 250 and len(t) == 1'
run slow.json --kernel stream_copy --grid 256 --machine gt200 --network none --memory-latency 100
expect slow.json 'k["read_latency_mean"] == 101'
for latency in 100 300; do
    run warps_$latency.json --kernel warps.csv --machine gt200 --network none --memory-latency $latency
done
expect warps_300.json "k[\"core_cycles\"] == 400 + $(cycles warps_100.json)"
expect all.json "k[\"core_cycles\"] > $(cycles slow.json) > $(cycles perfect.json)"
run narrow.json --kernel stream_copy --grid 256 --machine gt200 --network none --memory-latency 100 --outstanding 1
expect narrow.json "k[\"core_cycles\"] > 256 * 100 and k[\"read_latency_mean\"] == 101"
"$rowhold" simulate --kernel warps.csv --network none --memory-latency 7 >summary || fault 'a summary of --network none'
grep -q '^The memory is perfect: it answers every request after 7 core clocks.$' summary || fault "$(cat summary)"
# The summary names the program; the same run twice gives the same bytes.
"$rowhold" simulate --kernel warps.csv >summary || fault 'simulate --kernel warps.csv without --quiet'
grep -q '^GPU: warps.csv on quadro_fx5800: 30 cores in 10 clusters; 1 kernel, 1 CTAs' summary || fault "$(cat summary)"
run again.json --kernel warps.csv
cmp -s again.json warps.json || fault 'a run twice: found other bytes'

# refuse TEXT OPTION...
refuse() { refusal "*$1*" "$rowhold" simulate --quiet "${@:2}"; }
refuse '--stream' --kernel warps.csv --stream rand2
refuse "--machine: found 'gt300', expected one of quadro_fx5800, gt200" --kernel warps.csv --machine gt300
refuse '--grid' --kernel warps.csv --grid 4
refuse '--scale: found 0, expected a number above 0 up to 1000' --kernel stream_copy --scale 0
refuse '--scale' --scale 0
for option in '--requests 9' '--banks-used 2' '--bytes 64' '--read-share 0.5' '--format native' --wrap; do
    read -ra words <<<"$option"
    refuse "${words[0]}: found --kernel beside it" --kernel warps.csv "${words[@]}"
done
cp warps.csv my.gold.csv
run gold.json --kernel my.gold.csv
figures() { sed "s/$1//; /configuration_hash/d" "$2"; }
cmp -s <(figures my.gold.csv gold.json) <(figures warps.csv warps.json) ||
    fault 'a name with .g in it: found other figures'
refuse '--grid' --kernel stream_copy --grid 4x
refuse '--scale: found --grid beside it' --kernel stream_copy --grid 4 --scale 2
refuse '--seed: found --kernel kernel-1.traceg beside it' --kernel kernel-1.traceg --seed 2
refuse '--machine' --machine gt200
refuse '--resources' --resources 50
refuse '--resources: found 3, which leaves 0 warps of a core, expected a percentage that leaves 1 to 64' \
    --kernel stream_copy --machine gt200 --resources 3
refuse "--coalesce: found '2.0'" --kernel warps.csv --coalesce 2.0
refuse "--warp-scheduler: found 'rr'" --kernel warps.csv --warp-scheduler rr
refuse 'no_such.csv' --kernel no_such.csv
refuse '--wave: found --kernel beside it' --kernel warps.csv --wave w.fst
refuse '--network none: found no --kernel beside it' --network none
refuse '--memory-latency: found no --network none beside it' --kernel warps.csv --memory-latency 4
for option in '--controller fifo' '--queue 8' '--hold hold_grant' '--no-judge' '--warmup 9' '--commands c.csv' \
    '--core-table c.csv' '--histogram h.csv' '--percentiles 50'; do
    read -ra words <<<"$option"
    refuse "${words[0]}: found --network none beside it" --kernel warps.csv --network none "${words[@]}"
done
echo "$failed failures"
