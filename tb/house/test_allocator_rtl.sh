#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The allocators' RTL: no warning of Verilator in several sizes under every hold rule (that parameters are refused
# outside their ranges is test_limits.sh).
set -euo pipefail
export LC_ALL=C
failed=0 runs=0 rtl=rtl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

lint() { # NAME PARAMETER=VALUE...: Verilator's messages, if any
    local name=$1
    shift
    verilator --lint-only -Wall --top-module "rh_$name" "${@/#/-G}" -y "$rtl/core" -y "$rtl/network" "$rtl/rh_pkg.sv" \
        "$rtl/network/rh_$name.sv" 2>&1 || true
}

mapfile -t allocators < <(scripts/lib/variants allocator)
for allocator in "${allocators[@]}"; do
    for size in '2 2 2' '5 4 3' '28 8 1'; do
        read -r inputs outputs iterations <<<"$size"
        for hold in 0 1 2 3; do
            found=$(lint "$allocator" INPUTS="$inputs" OUTPUTS="$outputs" ITERATIONS="$iterations" HOLD="$hold" \
                DESTINATIONS="$outputs" OBSERVE="1'b$((hold & 1))")
            runs=$((runs + 1))
            [[ -z $found ]] || { echo "FAIL: $allocator, $size, hold $hold: $found" && failed=1; }
        done
    done
done
# planted: a wire that nobody drives, and a combinational loop
cp -r rtl "$work/rtl" && rtl=$work/rtl
sed -i 's/^  logic \[INPUTS-1:0\] row_free, here, give;/&\n  logic dangling;/' "$work/rtl/network/rh_wavefront.sv"
[[ $(lint wavefront) == *dangling* ]] || { echo 'FAIL: a dangling wire went unnoticed' && failed=1; }
cp rtl/network/rh_wavefront.sv rtl/network/rh_hold.sv "$work/rtl/network/"
sed -i 's/assign eligible = request_i/assign eligible = (request_i | away_o)/' "$work/rtl/network/rh_hold.sv"
[[ $(lint wavefront HOLD=1) == *UNOPTFLAT* ]] || { echo 'FAIL: a combinational loop went unnoticed' && failed=1; }

echo "allocator RTL: ${#allocators[@]} allocators, $runs runs"
[[ ${#allocators[@]} -gt 0 && $failed -eq 0 ]]
