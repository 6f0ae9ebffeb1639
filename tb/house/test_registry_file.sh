#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The build reads the registry: a row without its files, a row it cannot read and an empty list are errors that say so.
set -euo pipefail
module=$PWD/scripts/cmake/rh_registry.cmake
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree"/{include/tables,cmodel/controller,rtl/controller}
cd "$tree"
failed=0

# expect STATUS TEXT ROW...: what the module says of these rows; CMake folds long lines, so spaces are squeezed.
expect() {
    local status=0 output
    printf '%s\n' "${@:3}" >include/tables/variants.def
    output=$(cmake -P "$module" 2>&1 | tr -s ' \n' ' '; exit "${PIPESTATUS[0]}") || status=$?
    if [[ $status -ne $1 || $output != *"$2"* ]]; then
        echo "FAIL: exit $status, expected $1 with '$2'; found: $output"
        failed=1
    fi
}

touch cmodel/controller/rh_one.c rtl/controller/rh_one.sv
expect 0 "Controllers: one" 'RH_CONTROLLER(one, "first")'
expect 1 "controller 'two' has no cmodel/controller/rh_two.c" 'RH_CONTROLLER(one, "first")' 'RH_CONTROLLER(two, "second")'
touch cmodel/controller/rh_two.c
expect 1 "controller 'two' has no rtl/controller/rh_two.sv" 'RH_CONTROLLER(one, "first")' 'RH_CONTROLLER(two, "second")'
touch rtl/controller/rh_two.sv
expect 0 "Controllers: one;two" 'RH_CONTROLLER(one, "first; still first")' '// a comment' 'RH_CONTROLLER(two, "second")'
expect 1 "found 'RH_CONTROLLER(Two, \"x\")', expected RH_CONTROLLER(snake_case_name" 'RH_CONTROLLER(Two, "x")'
expect 1 "found no RH_CONTROLLER row, expected at least one" '// nothing'
exit $failed
