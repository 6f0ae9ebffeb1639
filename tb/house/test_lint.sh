#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every design of the registry passes scripts/lint, in a third of the sizes (`scripts/test --full`: all), and it finds
# what tb/faults plants: by Verilator a width, an unused signal and a loop, by Yosys a signal that nothing drives, in
# whichever size.
set -euo pipefail
if ! command -v verilator >/dev/null; then
    echo "skipped: no verilator"
    exit 77
fi
sample=(--few)
[[ -z ${ROWHOLD_FULL:-} ]] || sample=()
scripts/lint "${sample[@]}"
command -v yosys >/dev/null || { echo "no yosys, the faults were left out" && exit 0; }
exec scripts/faults --checker lint --jobs 2
