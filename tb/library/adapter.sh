# SPDX-License-Identifier: Apache-2.0
# What the tests of adapters (docs/examples/*/) share; sourced behind tb/shell.sh. `build_adapter NAME` installs rowhold
# and builds a copy of the adapter on it, as a user does: $prefix is the one, $adapter the folder of the other, and $CXX
# the compiler for the rest.
# shellcheck shell=bash disable=SC2034 # the test uses what is set here
source=$PWD
CXX=${CXX:-c++} warnings=(-Wall -Wextra -Werror)

build_adapter() {
    local build=${ROWHOLD_BUILD:-build}
    prefix=$work/prefix adapter=$work/adapter
    if grep -q '^ROWHOLD_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then
        echo "the library wants its sanitizer at the link" && exit 77
    fi
    cmake --install "$build" --prefix "$prefix" >"$work/log" || { cat "$work/log" && fail "cmake --install"; }
    cp -r "$prefix/share/doc/rowhold/examples/$1" "$adapter"
    cmake -S "$adapter" -B "$adapter/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$CXX" \
        -DCMAKE_CXX_FLAGS="${warnings[*]}" >"$work/log" 2>&1 && cmake --build "$adapter/build" >>"$work/log" 2>&1 ||
        { cat "$work/log" && fail "$1 on an installed rowhold"; }
}
