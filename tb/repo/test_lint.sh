#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every design of the registry passes Verilator with all warnings, in one size each, and a fault that is planted is
# found. scripts/evidence asks both tools about every size, and plants more.
source tb/shell.sh || exit
needs verilator
scripts/lint --few

cp -r rtl "$work/rtl"
sed -i '/^endmodule/i logic [2:0] planted; assign planted = 4'"'"'d9;' "$work/rtl/controller/rh_fifo.sv"
code=0
scripts/lint --rtl "$work/rtl" --few fifo >"$work/said" 2>&1 || code=$?
[[ $code == 1 ]] && grep -q 'Warning-WIDTH.*rh_fifo.sv' "$work/said" ||
    fail "a planted width: exit $code, $(<"$work/said")"
