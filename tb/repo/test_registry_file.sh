#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The build reads the registry: a row without its files, a row it cannot read, a kind that there is not and an empty
# list are errors that say so. scripts/lib/variants, which reads it there, and `rowhold list` agree.
source tb/shell.sh || exit
root=$PWD
tree=$work
mkdir -p "$tree"/{include/tables,cmodel/controller,rtl/controller}
cat include/tables/kinds.def >"$tree/include/tables/kinds.def"
cd "$tree"

# expect STATUS TEXT ROW...: what the module says of these rows; CMake folds long lines, so spaces are squeezed.
expect() {
    local status=0 output
    printf '%s\n' "${@:3}" >include/tables/variants.def
    output=$(cmake -P "$root/scripts/cmake/rh_registry.cmake" 2>&1 | tr -s ' \n' ' '; exit "${PIPESTATUS[0]}") ||
        status=$?
    [[ $status -eq $1 && $output == *"$2"* ]] || fault "exit $status, expected $1 with '$2'; found: $output"
}

touch cmodel/controller/rh_one.c rtl/controller/rh_one.sv
one='RH_VARIANT(controller, one, "first")' two='RH_VARIANT(controller, two, "second")'
expect 0 "Variants: one" "$one"
expect 1 "controller 'two' has no cmodel/controller/rh_two.c" "$one" "$two"
touch cmodel/controller/rh_two.c
expect 1 "controller 'two' has no rtl/controller/rh_two.sv" "$one" "$two"
touch rtl/controller/rh_two.sv
expect 0 "Variants: one;two" 'RH_VARIANT(controller, one, "first; still, first")' '// a comment' "$two"
expect 1 "found 'controller Two', expected RH_VARIANT(kind, snake_case_name" 'RH_VARIANT(controller, Two, "x")'
expect 1 "found 'network one', expected RH_VARIANT(kind, snake_case_name" 'RH_VARIANT(network, one, "x")'
expect 1 "found no RH_VARIANT row, expected at least one" '// nothing'

cd "$root"
same() {
    [[ $("$ROWHOLD" list "$@" --names) == "$(scripts/lib/variants ${2:+"$2"})" ]] ||
        fault "rowhold list $* and scripts/lib/variants differ"
}
same
for kind in $("$ROWHOLD" list --csv - | tail -n +2 | cut -d, -f1 | uniq); do same --kind "$kind"; done
[[ $("$ROWHOLD" list --kind allocator --names | tr '\n' ' ') == 'pim islip wavefront separable ' ]] ||
    fault "allocators"
