#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Does every module of rtl/ refuse what it can't do? Each hands all of its parameters to its limits, or to the contract
# of its kind, which hands them on: those of rtl/network to rh_allocator_limits or, by the name of the file, to those of
# a router, an injector, an ejector, a network or a system, those of rtl/link to rh_link_limits, rh_any_controller to
# rh_any_limits, all others to rh_limits. These refuse every value beside a range in the words below, the last of them
# in Yosys, too; for each module and each of its parameters Verilator must refuse one, and Yosys one of each module.
# Both take the ends of all ranges. Less is asked of rh_any_limits, rh_system_limits and their modules, whose parameters
# are those of others.
#
#   test_limits.sh            the limits refuse a value beside each range, and every module asks them
#   test_limits.sh limits     every value beside a range, by both tools
#   test_limits.sh MODULE     one module refuses and takes; scripts/evidence asks this of each, and of `limits`
set -euo pipefail
shopt -s extglob
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}

# Parameter, its ends, values beside its range, words: literals, not what the generator printed.
rh_limits=(
    "QUEUE 2 128 1,129 QUEUE: expected 2 to 128"
    "BANKS 2 64 1,12,128 BANKS: expected a power of two from 2 to 64"
    "GROUPS 1 16 0,3,32 GROUPS: expected a power of two from 1 to 16"
    "BUSES 1 2 0,3 BUSES: expected a power of two from 1 to 2"
    "ROW_BITS 1 20 0,21 ROW_BITS: expected 1 to 20"
    "COLUMN_BITS 1 12 0,13 COLUMN_BITS: expected 1 to 12"
    "TAG_BITS 1 16 0,17 TAG_BITS: expected 1 to 16"
    "RESPONSES 2 64 1,65 RESPONSES: expected 2 to 64"
    "TIMER_BITS 1 8 0,9 TIMER_BITS: expected 1 to 8"
    "REGISTERED 0 1 2 REGISTERED: expected at most 1"
    "GRAIN_BITS 0 3 4 GRAIN_BITS: expected at most 3"
    "RANK_BITS 0 2 3 RANK_BITS: expected at most 2"
    "SUBARRAY_GROUP_BITS 0 2 5 SUBARRAY_GROUP_BITS: expected at most 4" # what the greatest sizes leave a group
    "SUBARRAY_BITS 0 6 7 SUBARRAY_BITS: expected at most 6"
    "SOURCE_BITS 0 8 9 SOURCE_BITS: expected at most 8"
    "STACKED 0 1 2 STACKED: expected at most 1"
    "WRITE_DRAIN 0 2 3 WRITE_DRAIN: expected at most 2"
    "CLOSES 0 1 2 CLOSES: expected at most 1"
    "DATA_BUSES 1 8 0,3,16 DATA_BUSES: expected a power of two from 1 to 8"
    "RANKS 1 4 0,3,8 RANKS: expected a power of two from 1 to 4"
    "DEPTH 2 8 1,6,16 DEPTH: expected a power of two from 2 to 8"
    "PARTS 2 8 1,9 PARTS: expected 2 to 8"
    "N 1 65 0 N: expected at least 1"
    "W 1 20 0 W: expected at least 1"
    "INDEX 0 4095 4096 INDEX: expected at most 4095"
)
last=$(($(scripts/lib/variants controller | wc -l) - 1)) # the last controller of the registry
rh_any_limits=("VARIANT 0 $last $((last + 1)) VARIANT: expected at most $last" "${rh_limits[@]}")
rh_allocator_limits=(
    "INPUTS 2 64 1,65 INPUTS: expected 2 to 64"
    "OUTPUTS 2 64 1,65 OUTPUTS: expected 2 to 64"
    "ITERATIONS 1 8 0,9 ITERATIONS: expected 1 to 8"
    "HOLD 0 3 4 HOLD: expected at most 3"
    "DESTINATIONS 1 64 0,65 DESTINATIONS: expected 1 to 64"
    "BANKS 1 64 0,3,128 BANKS: expected a power of two from 1 to 64"
    "ROW_BITS 1 20 0,21 ROW_BITS: expected 1 to 20"
    "HASH_BITS 1 8 0,9 HASH_BITS: expected 1 to 8"
)
rh_link_limits=(
    "WORDS 1 4 0,5 WORDS: expected 1 to 4"
    "CRC_BITS 4 10 3,11 CRC_BITS: expected 4 to 10"
    "BUFFER 2 16 1,17 BUFFER: expected 2 to 16"
)
rh_router_limits=(
    "INPUTS 2 64 1,65 INPUTS: expected 2 to 64"
    "OUTPUTS 2 64 1,65 OUTPUTS: expected 2 to 64"
    "VCS 1 4 0,3,8 VCS: expected a power of two from 1 to 4"
    "CLASSES 1 2 0,3,4 CLASSES: expected a power of two from 1 to 2"
    "STATIC_VCS 0 1 2 STATIC_VCS: expected at most 1"
    "SPECULATIVE 0 1 2 SPECULATIVE: expected at most 1"
    "STAYS 0 15 16 STAYS: expected at most 15"
    "DEPTH 2 16 1,17 DEPTH: expected 2 to 16"
    "DESTINATIONS 1 64 0,65 DESTINATIONS: expected 1 to 64"
    "BANKS 1 64 0,3,128 BANKS: expected a power of two from 1 to 64"
    "ROW_BITS 1 20 0,21 ROW_BITS: expected 1 to 20"
    "PAYLOAD_BITS 1 32 0,33 PAYLOAD_BITS: expected 1 to 32"
)
rh_injector_limits=(
    "VCS 1 4 0,3,8 VCS: expected a power of two from 1 to 4"
    "CLASSES 1 2 0,3,4 CLASSES: expected a power of two from 1 to 2"
    "STATIC_VCS 0 1 2 STATIC_VCS: expected at most 1"
    "DEPTH 2 16 1,17 DEPTH: expected 2 to 16"
    "DESTINATIONS 1 64 0,65 DESTINATIONS: expected 1 to 64"
    "BANKS 1 64 0,3,128 BANKS: expected a power of two from 1 to 64"
    "ROW_BITS 1 20 0,21 ROW_BITS: expected 1 to 20"
    "PAYLOAD_BITS 1 32 0,33 PAYLOAD_BITS: expected 1 to 32"
    "QUEUE 2 64 1,65 QUEUE: expected 2 to 64"
    "MOST_FLITS 1 32 0,33 MOST_FLITS: expected 1 to 32"
)
rh_ejector_limits=(
    "VCS 1 4 0,3,8 VCS: expected a power of two from 1 to 4"
    "DEPTH 2 16 1,17 DEPTH: expected 2 to 16"
    "BANKS 1 64 0,3,128 BANKS: expected a power of two from 1 to 64"
    "ROW_BITS 1 20 0,21 ROW_BITS: expected 1 to 20"
    "PAYLOAD_BITS 1 32 0,33 PAYLOAD_BITS: expected 1 to 32"
    "ROW_AFFINE 0 63 64 ROW_AFFINE: expected at most 63"
)
topologies=$(grep -c '^RH_TOPOLOGY(' include/tables/topologies.def)
topology="TOPOLOGY 0 $((topologies - 1)) $topologies TOPOLOGY: expected the number of a row of topologies.def"
rh_network_limits=(
    "$topology"
    "CORES 2 64 0,1,65 CORES: expected 1 to 64, 2 at least in a crossbar"
    "CONTROLLERS 2 64 0,1,65 CONTROLLERS: expected 1 to 64, 2 at least in a crossbar"
    "COLUMNS 0 64 1,65 COLUMNS: expected 0 or 2 to 64, at most 64 routers"
    "REPLIES 0 1 2 REPLIES: expected at most 1"
    "ALLOCATOR 0 3 4 ALLOCATOR: expected at most 3"
    "VCS 1 4 0,3,8 VCS: expected a power of two from 1 to 4"
    "STATIC_VCS 0 1 2 STATIC_VCS: expected at most 1"
    "SPECULATIVE 0 1 2 SPECULATIVE: expected at most 1"
    "DEPTH 2 16 1,17 DEPTH: expected 2 to 16"
    "QUEUE 2 64 1,65 QUEUE: expected 2 to 64"
    "MOST_FLITS 1 32 0,33 MOST_FLITS: expected 1 to 32"
    "BANKS 1 64 0,3,128 BANKS: expected a power of two from 1 to 64"
    "ROW_BITS 1 20 0,21 ROW_BITS: expected 1 to 20"
    "PAYLOAD_BITS 1 32 0,33 PAYLOAD_BITS: expected 1 to 32"
    "ITERATIONS 1 8 0,9 ITERATIONS: expected 1 to 8"
    "HASH_BITS 1 8 0,9 HASH_BITS: expected 1 to 8"
    "HOLD 0 3 4 HOLD: expected at most 3"
    "STAYS 0 15 16 STAYS: expected at most 15"
    "ROW_AFFINE 0 63 64 ROW_AFFINE: expected at most 63"
)
rh_system_limits=(
    "$topology"
    "CORES 2 64 0,1,65 CORES: expected 1 to 64, 2 at least in a crossbar"
    "CONTROLLERS 2 64 0,1,65 CONTROLLERS: expected 1 to 64, 2 at least in a crossbar"
    "COLUMNS 0 64 1,65 COLUMNS: expected 0 or 2 to 64, at most 64 routers"
    "ALLOCATOR 0 3 4 ALLOCATOR: expected at most 3"
    "VCS 1 4 0,3,8 VCS: expected a power of two from 1 to 4"
    "STATIC_VCS 0 1 2 STATIC_VCS: expected at most 1"
    "SPECULATIVE 0 1 2 SPECULATIVE: expected at most 1"
    "DEPTH 2 16 1,17 DEPTH: expected 2 to 16"
    "INJECTION_QUEUE 2 64 1,65 QUEUE: expected 2 to 64"
    "ITERATIONS 1 8 0,9 ITERATIONS: expected 1 to 8"
    "HASH_BITS 1 8 0,9 HASH_BITS: expected 1 to 8"
    "HOLD 0 3 4 HOLD: expected at most 3"
    "STAYS 0 15 16 STAYS: expected at most 15"
    "ROW_AFFINE 0 63 64 ROW_AFFINE: expected at most 63"
    "VARIANT 0 $last $((last + 1)) VARIANT: expected at most $last"
    "QUEUE 2 128 1,129 QUEUE: expected 2 to 128"
    "BANKS 2 64 1,12,128 BANKS: expected a power of two from 2 to 64"
    "GROUPS 1 16 0,3,32 GROUPS: expected a power of two from 1 to 16"
    "BUSES 1 2 0,3 BUSES: expected a power of two from 1 to 2"
    "ROW_BITS 1 20 0,21 ROW_BITS: expected 1 to 20"
    "COLUMN_BITS 1 12 0,13 COLUMN_BITS: expected 1 to 12"
    "RESPONSES 2 64 1,65 RESPONSES: expected 2 to 64"
    "TIMER_BITS 1 8 0,9 TIMER_BITS: expected 1 to 8"
    "REGISTERED 0 1 2 REGISTERED: expected at most 1"
    "GRAIN_BITS 0 3 4 GRAIN_BITS: expected at most 3"
    "RANK_BITS 0 2 3 RANK_BITS: expected at most 2"
    "SUBARRAY_GROUP_BITS 0 2 5 SUBARRAY_GROUP_BITS: expected at most 4"
    "SUBARRAY_BITS 0 6 7 SUBARRAY_BITS: expected at most 6"
    "SOURCE_BITS 0 8 9 SOURCE_BITS: expected at most 8"
    "STACKED 0 1 2 STACKED: expected at most 1"
    "WRITE_DRAIN 0 2 3 WRITE_DRAIN: expected at most 2"
    "CLOSES 0 1 2 CLOSES: expected at most 1"
    "COMMAND_BYTES 1 1024 0,1025 COMMAND_BYTES: expected 1 to 1024"
    "FLIT_BYTES 255 255 0,256 FLIT_BYTES: expected 1 to 255, packets of at most 32 flits" # 255: with all COMMAND_BYTES
)
declare -A least most beside words # by limits and parameter
read_limits() {
    local name low high values text line
    local -n lines=$1
    for line in "${lines[@]}"; do
        read -r name low high values text <<<"$line"
        least[$1/$name]=$low most[$1/$name]=$high beside[$1/$name]=$values words[$1/$name]=$text
    done
}
read_limits rh_limits
read_limits rh_any_limits
read_limits rh_allocator_limits
read_limits rh_link_limits
read_limits rh_router_limits
read_limits rh_injector_limits
read_limits rh_ejector_limits
read_limits rh_network_limits
read_limits rh_system_limits

# TOOL RTL MODULE NAME=VALUE...: its exit code; what it said is in the file $log.
elaborate() {
    local tool=$1 rtl=$2 module=$3 parameter script waivers=()
    shift 3
    # Verilator does not follow it into itself when it is on top.
    [[ $module != rh_input_first ]] || waivers=(-Wno-UNUSEDSIGNAL -Wno-UNDRIVEN)
    if [[ $tool == verilator ]]; then
        "$verilator" --lint-only -Wall "${waivers[@]}" --top-module "$module" "${@/#/-G}" -y "$rtl/core" \
            -y "$rtl/dram" -y "$rtl/controller" -y "$rtl/network" -y "$rtl/link" "$rtl/rh_pkg.sv" \
            "$rtl"/*/"$module.sv" >"$log" 2>&1
        return
    fi
    script="read_verilog -sv -noautowire $rtl/rh_pkg.sv; read_verilog -defer -sv -noautowire $rtl/*/*.sv"
    script+="; hierarchy -check -top $module"
    for parameter in "$@"; do script+=" -chparam ${parameter/=/ }"; done
    yosys -Q -T -q -p "$script" >"$log" 2>&1
}
# refuses TOOL RTL MODULE WORDS NAME=VALUE...
refuses() {
    local log described="$1, $3 ${*:5}"
    log=$(mktemp -p "$work")
    if elaborate "$1" "$2" "$3" "${@:5}"; then echo "$described: taken, expected '$4'"; fi
    grep -qE "/rh_((allocator|any|ejector|injector|link|network|router|system)_)?limits.sv:[0-9:]+ (ERROR: )?$4\.?\$" \
        "$log" ||
        echo "$described: found no '$4' in: $(head -n 3 "$log")"
}
# takes TOOL RTL MODULE - NAME=VALUE...
takes() {
    local log
    log=$(mktemp -p "$work")
    elaborate "$1" "$2" "$3" "${@:5}" || echo "$1, $3 ${*:5}: refused, expected to be taken: $(head -n 3 "$log")"
}
export -f elaborate refuses takes
verilator=$(scripts/verilate --program)
export work verilator
only=${1:-} full=${1:-}
[[ $only != limits ]] || only=''

tools=(verilator)
if command -v yosys >/dev/null; then tools+=(yosys); else echo "no yosys, its half was left out"; fi
runs=() # what to do, words between \x01
say() {
    local IFS=$'\x01'
    runs+=("$*")
}
# unasked LIMITS FILE NAME...: the parameters that its instance of LIMITS does not get
unasked() {
    local name instance
    instance=$(sed -nE "/^  ($1|rh_[a-z]+_contract) #\(/,/\) u_(limits|contract) \(.*\);\$/p" "$2")
    for name in "${@:3}"; do [[ $instance == *".$name($name)"* ]] || echo "$2: hands $name to no $1"; done
}
parameters() { sed -nE '/^\) \(/q; s/^ *parameter +(int unsigned) +([A-Z_]+) .*/\2/p' "$1"; }

# Without an argument the limits are asked by one top each: an instance a parameter, whose value is beside its range.
for limits in $(printf '%s\n' "${!words[@]}" | sed 's|/.*||' | sort -u); do
    [[ -z $only$full ]] || break
    keys=()
    for key in "${!words[@]}"; do
        # rh_limits refuses the others
        [[ $key != "$limits"/* || $key == rh_any_limits/!(VARIANT) ]] || keys+=("$key")
    done
    {
        echo "module rh_beside;"
        for key in "${keys[@]}"; do echo "  $limits #(.${key#*/}(${beside[$key]##*,})) u_${key#*/} ();"; done
        echo endmodule
    } >"$work/rh_beside.sv"
    "$verilator" --lint-only --top-module rh_beside -y rtl/core -y rtl/network rtl/rh_pkg.sv "$work/rh_beside.sv" \
        >"$work/beside" 2>&1 && fail "$limits: all values beside its ranges are taken"
    for key in "${keys[@]}"; do
        grep -qE "limits\.sv:[0-9:]+ ${words[$key]}\$" "$work/beside" ||
            fail "$key: ${beside[$key]##*,} is taken, expected '${words[$key]}'"
    done
done
for key in "${!words[@]}"; do
    [[ -n $full && -z $only ]] || break # they are not asked again for each module
    limits=${key%/*} name=${key#*/} values=${beside[$key]//,/ }
    [[ $key != rh_any_limits/!(VARIANT) ]] || continue
    foreign=0
    [[ $key != rh_system_limits/!(*_BYTES) ]] || foreign=1 values=${values##* } # the limits of its parts refuse them
    for value in $values; do say refuses verilator rtl "$limits" "${words[$key]}" "$name=$value"; done
    with=() # which a hold rule of rows needs
    [[ $key != rh_network_limits/HOLD ]] || with=(STAYS=1)
    [[ ${#tools[@]} == 1 || $foreign == 1 ]] ||
        say refuses yosys rtl "$limits" "${words[$key]}" "$name=${beside[$key]##*,}" "${with[@]}"
done
[[ -n $only ]] || for tool in "${tools[@]}"; do
    say refuses "$tool" rtl rh_system_limits "${words[rh_system_limits/FLIT_BYTES]}" FLIT_BYTES=8 COMMAND_BYTES=32
    say refuses "$tool" rtl rh_network_limits 'STAYS: expected at least 1 with a hold rule of rows' STAYS=0 HOLD=2
done
modules=0 asked=0
while IFS= read -r file; do
    module=$(basename "$file" .sv)
    [[ -z $only || $only == "$module" ]] || continue
    limits=rh_limits
    [[ $file != rtl/network/* ]] || limits=rh_allocator_limits
    [[ $file != rtl/link/* ]] || limits=rh_link_limits
    [[ $file != rtl/network/rh_@(*router*|flit_*) ]] || limits=rh_router_limits
    [[ $file != rtl/network/rh_*injector* ]] || limits=rh_injector_limits
    [[ $file != rtl/network/rh_*ejector* ]] || limits=rh_ejector_limits
    [[ $module != rh_request_network ]] || limits=rh_network_limits
    [[ $module != rh_request_system ]] || limits=rh_system_limits
    [[ $module != rh_any_controller ]] || limits=rh_any_limits
    [[ $module != rh_@(ejector|link)_contract ]] || limits=${module%contract}limits
    mapfile -t names < <(parameters "$file")
    low=() high=()
    for name in "${names[@]}"; do
        key=$limits/$name
        [[ -n ${least[$key]:-} ]] || fail "$file: parameter $name has no limit here"
        end=${least[$key]}
        # it is not there without subarray groups
        [[ $module != rh_subarray || $name != SUBARRAY@(_GROUP|)_BITS ]] || end=1
        low+=("$name=$end")
        # ranks and grains shut each other out: a module that has both takes the ends of each in a run of its own
        # 36 x 36 routers of four deep channels take minutes
        [[ $name == RANK_BITS && " ${names[*]} " == *" GRAIN_BITS "* ]] ||
            [[ $module == rh_vc_router && $name == @(VCS|CLASSES|DEPTH) ]] || high+=("$name=${most[$key]}")
        # what takes seconds is asked of one; its limits get all parameters (`unasked`) and are asked about each
        one=${names[-1]} all=$full
        if [[ $module == rh_@(any_controller|request_system) ]]; then one=@(FLIT_BYTES|TAG_BITS) all=''; fi
        # shellcheck disable=SC2053 # a pattern
        [[ -z $only || (-z $all && $name != $one) ]] ||
            say refuses verilator rtl "$module" "${words[$key]}" "$name=${beside[$key]##*,}"
        [[ -z $only || ${#tools[@]} == 1 || $name != "${names[0]}" || $module == rh_request_system ]] ||
            say refuses yosys rtl "$module" "${words[$key]}" "$name=${beside[$key]##*,}"
        [[ -z $only || $name != @(GROUPS|DATA_BUSES|RANKS) ]] ||
            [[ $module == rh_@(any_controller|request_system) ]] ||
            say refuses verilator rtl "$module" "$name: expected at most BANKS" "$name=4" BANKS=2
        [[ -z $only || $name != CLASSES ]] ||
            for tool in "${tools[@]}"; do
                say refuses "$tool" rtl "$module" "$name: expected at most VCS" "$name=2" VCS=1
            done
        asked=$((asked + 1))
    done
    # the greatest network takes hours: a ring of three, with the ends that cost nothing
    [[ $module != rh_request_network ]] ||
        high=(TOPOLOGY=2 CORES=2 CONTROLLERS=1 COLUMNS=36 REPLIES=1 ALLOCATOR=3 VCS=4 STATIC_VCS=1 MOST_FLITS=32
            BANKS=64 ROW_BITS=20 PAYLOAD_BITS=32 HASH_BITS=8 HOLD=3)
    # so does the greatest system, and the greatest controllers have been there
    [[ $module != rh_request_system ]] ||
        high=(TOPOLOGY=2 CORES=2 CONTROLLERS=1 COLUMNS=36 VCS=2 STATIC_VCS=1 DEPTH=2 HASH_BITS=8 HOLD=3 VARIANT=$last
            QUEUE=8 BANKS=16 GROUPS=8 BUSES=2 ROW_BITS=20 COLUMN_BITS=12 REGISTERED=1 GRAIN_BITS=3 COMMAND_BYTES=988
            FLIT_BYTES=255)
    [[ $module != rh_any_controller ]] ||
        high=(VARIANT=$last QUEUE=8 BANKS=16 GROUPS=16 BUSES=2 ROW_BITS=20 COLUMN_BITS=12 TAG_BITS=16 TIMER_BITS=8
            REGISTERED=1 GRAIN_BITS=3)
    missing=$(unasked "$limits" "$file" "${names[@]}")
    [[ -z $missing ]] || fail "$missing"
    [[ -z $only ]] || for tool in "${tools[@]}"; do
        say takes "$tool" rtl "$module" - "${low[@]}"
        say takes "$tool" rtl "$module" - "${high[@]}"
        [[ " ${names[*]} " != *" GRAIN_BITS "* || $module == rh_@(any_controller|request_system) ]] ||
            say takes "$tool" rtl "$module" - "${high[@]/GRAIN_BITS=*/GRAIN_BITS=0}" RANK_BITS=2
    done
    modules=$((modules + 1))
done < <(find rtl -mindepth 2 -name '*.sv' ! -name 'rh_*limits.sv' | sort)
[[ $modules -gt 25 && $asked -gt 90 || (-n $only && $modules == 1) ]] ||
    fail "found $modules modules and $asked parameters, expected more"

# In parallel; each says nothing when all is well.
printf '%s\n' "${runs[@]}" |
    xargs -P "$(nproc)" -d '\n' -n 1 bash -c 'IFS=$'"'\x01'"' read -ra words <<<"$0" && "${words[@]}"' >"$work/findings"
[[ ! -s $work/findings ]] || fail "$(cat "$work/findings")"
if [[ -n $only ]]; then
    echo "$only: $asked parameters, ${#runs[@]} elaborations"
    exit 0
fi

# A module that asks nothing, and one that forgets a parameter, are found.
cp -r rtl "$work/rtl"
timer=$work/rtl/core/rh_timer.sv window=$work/rtl/dram/rh_window.sv
sed -i '/u_limits/d' "$timer"
sed -i 's/\.DEPTH(DEPTH)) u_limits/.DEPTH(2)) u_limits/' "$window"
[[ $(unasked rh_limits "$timer" W) == *"hands W to no rh_limits" ]] ||
    fail "rh_timer asks no limits, and that was not found"
[[ $(unasked rh_limits "$window" TIMER_BITS DEPTH) == *"hands DEPTH to no rh_limits" ]] ||
    fail "rh_window forgets DEPTH, and that was not found"
[[ -n $(refuses verilator "$work/rtl" rh_timer "${words[rh_limits/W]}" W=0) ]] ||
    fail "rh_timer asks no limits, and W=0 counts as refused"

# Nor does a plug-in come of it, although scripts/verilate passes over warnings.
code=0
scripts/verilate --quiet --out "$work/none.so" fifo QUEUE=129 BANKS=4 >/dev/null 2>"$work/log" || code=$?
[[ $code == 2 && ! -e $work/none.so ]] && grep -qF "${words[rh_limits/QUEUE]}" "$work/log" ||
    fail "scripts/verilate, QUEUE=129: exit $code, $(cat "$work/log")"
echo "$modules modules, $asked parameters, ${#runs[@]} elaborations"
