#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `cmake -B build && cmake --build build && ctest --test-dir build` works in a fresh copy of the tree, by Makefiles and
# without Verilator, with the compiler flags that the caller wants; scripts/build goes on in that folder. Another
# compiler (Clang where it is installed) and level give no warning and the same bytes. One unit test and one script
# stand for all.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
tree=$work/tree
rowhold=$(readlink -f "${ROWHOLD:-build/bin/rowhold}")
mkdir -p "$tree/tb/unit" "$tree/tb/repo" "$tree/docs"
cp -r CMakeLists.txt cmodel include rtl scripts "$tree/"
cp -r docs/tables docs/schemas docs/rh_*.md "$tree/docs/" # the table of variants links the pages that there are
cp -r tb/lockstep tb/formal "$tree/tb/"
rm "$tree"/tb/{lockstep,formal}/test_*.sh
cp tb/shell.sh "$tree/tb/" # without it the script goes on in the tree instead of a folder of its own, and ends with 0
cp tb/unit/test_registry.c "$tree/tb/unit/"
cp tb/repo/test_registry_file.sh "$tree/tb/repo/"
compiler=cc
if command -v clang >/dev/null; then compiler=clang; fi

# A PATH with what a build needs and no more.
mkdir "$work/bin"
for tool in $compiler as ar awk bash cat cmake ctest dirname env g++ grep ld ldd make mktemp mkdir nproc pkg-config \
    ranlib rm sed sh tail touch tr uname; do
    found=$(command -v $tool) || continue
    ln -s "$found" "$work/bin/$tool"
done
here=$PATH
PATH=$work/bin
unset CMAKE_GENERATOR ROWHOLD_BUILD ROWHOLD_CMAKE_FLAGS

cd "$tree"
cmake -B build -DCMAKE_C_COMPILER=$compiler -DCMAKE_C_FLAGS=-O0 -DVERILATOR= >"$work/log" 2>&1 ||
    fail "cmake -B build: $(cat "$work/log")"
[[ -e build/Makefile ]] || fail "found no Makefile, expected CMake's default generator"
cmake --build build --parallel 2 >"$work/build.log" 2>&1 || fail "cmake --build build: $(tail -n 20 "$work/build.log")"
if grep -n 'warning:' "$work/build.log"; then fail "$compiler -O0: found warnings, expected none"; fi
ctest --test-dir build --no-tests=error >"$work/log" 2>&1 || fail "ctest --test-dir build: $(cat "$work/log")"
grep -q '^100% tests passed, 0 tests failed out of 4$' "$work/log" ||
    fail "ctest: found other than 4 passed tests: $(cat "$work/log")"

# Flags: those of the caller alone; the default level where there are none; a build type has its own.
levels() { # SECONDS OPTION...: the -O flags of one file
    cmake -B "$work/flags" "$@" >"$work/log" 2>&1 || fail "cmake $*: $(cat "$work/log")"
    grep -m 1 -o '"command": ".*rh_error\.c"' "$work/flags/compile_commands.json" | grep -oE ' (-O[^ ]*|-Werror)' |
        tr -d '\n'
    rm -r "$work/flags"
}
expect() {
    local found
    found=$(levels "${@:2}")
    [[ $found == "$1" ]] || fail "cmake ${*:2}: found flags '$found', expected '$1'"
}
expect ' -O0' -DCMAKE_C_FLAGS=-O0
expect ' -O2'
expect ' -O3' -DCMAKE_BUILD_TYPE=Release
expect ' -O1' -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1
expect ' -O2 -Werror' -DROWHOLD_WERROR=ON
[[ -z $(levels -DBUILD_TESTING=OFF | tr -d ' O2-') && ! -e $work/flags ]] ||
    fail "-DBUILD_TESTING=OFF does not configure"

# scripts/build goes on where CMake began, and there a warning is an error.
scripts/build rowhold_program >"$work/log" 2>&1 || fail "scripts/build after cmake: $(tail -n 5 "$work/log")"
echo 'static int planted(int x) { return x; }' >>cmodel/core/rh_error.c
if scripts/build rowhold_program >"$work/log" 2>&1; then fail "scripts/build passes a warning"; fi
grep -q 'error: .*planted' "$work/log" ||
    fail "scripts/build: found no error of the planted warning: $(tail -n 5 "$work/log")"

# The same bytes as the program under test.
PATH=$here
mv build/bin/rowhold "$work/other"
for controller in fifo most_pending; do
    for program in "$rowhold" "$work/other"; do
        "$program" simulate --controller $controller --stream mixed --channels 2 --refresh all_bank --requests 20000 \
            --quiet \
            --stats "$work/$(basename "$program").json" --commands "$work/$(basename "$program").csv"
    done
    sed -i '/^  "program": /d' "$work/rowhold.json" "$work/other.json" # each of another commit
    for kind in json csv; do
        cmp "$work/rowhold.$kind" "$work/other.$kind" || fail "$controller: $compiler -O0 gives other bytes"
    done
done
echo "cmake, build and ctest by Makefiles with $compiler: 4 tests, the same bytes"
