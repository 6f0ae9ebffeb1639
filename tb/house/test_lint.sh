#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every controller passes scripts/lint, and faults planted in a copy of the RTL are found: by Verilator a width and an unused
# signal, by Yosys a signal that nothing drives, in whichever geometry.
set -euo pipefail
if ! command -v verilator >/dev/null; then
    echo "skipped: no verilator"
    exit 77
fi
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
scripts/lint

# expect TEXT SED-SCRIPT: plant it in the fifo's copy, lint that controller, see TEXT.
expect() {
    local status=0
    rm -rf "$copy/rtl"
    cp -r rtl "$copy/"
    sed -i "$2" "$copy/rtl/controller/rh_fifo.sv"
    ! cmp -s rtl/controller/rh_fifo.sv "$copy/rtl/controller/rh_fifo.sv" || { echo "FAIL: nothing planted by $2" && exit 1; }
    scripts/lint --rtl "$copy/rtl" fifo >"$copy/log" 2>&1 || status=$?
    if [[ $status -ne 1 ]] || ! grep -qE "$1" "$copy/log"; then
        echo "FAIL: exit $status, expected 1 with '$1' for $2" && cat "$copy/log" && exit 1
    fi
}
expect 'verilator, fifo.*WIDTH' 's/head_extra == 3.d0)/head_extra == 4'"'"'d0)/'
expect 'verilator, fifo.*UNUSED' 's/^  logic unused_signals;/  logic stray;\n  assign stray = some;\n  logic unused_signals;/'
if command -v yosys >/dev/null; then
    expect 'yosys, fifo.*used but has no driver' '/assign head_tag /d'
    # seen in one geometry only: the one without observation ports
    expect "yosys, fifo \\(32 .*1'b0\\).*used but has no driver" "/g_blind/,/end/s/assign obs_o = '0;//"
fi
