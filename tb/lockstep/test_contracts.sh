#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Each assertion of rh_contract_offer, rh_contract_places and rh_contract_credits fails when a port breaks it, and none
# when all is kept. In lockstep some can't be seen to fail: an output that breaks one differs from the model first.
source tb/shell.sh || exit
needs verilator
verilator --binary --timing --assert -Wno-fatal -Wno-lint --top-module contracts_top -Mdir "$work" -o contracts \
    -MAKEFLAGS 'OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0' \
    rtl/rh_pkg.sv rtl/core/rh_limits.sv rtl/core/rh_contract_{offer,places,credits}.sv tb/lockstep/contracts_top.sv \
    >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
said() { bash -c '"$@"; true' - "$work/contracts" "+breach=$1" 2>&1; } # an assertion that fails aborts it
fail() {
    said "$breach" && echo "FAIL: $*"
    exit 1
}
breach=0
! said 0 | grep -i 'error\|assert' >/dev/null || fail "found an error while all is kept, expected none"
for name in same_A stays_A push_A pop_A send_A back_A; do
    breach=$((breach + 1))
    said $breach | grep "$name" >/dev/null || fail "found no $name, expected it"
done
echo "$breach breaches, each found"
