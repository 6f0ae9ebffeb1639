# SPDX-License-Identifier: Apache-2.0
# What the tests of adapters (docs/examples/*/) share; sourced behind tb/shell.sh. `copy_adapter NAME` installs rowhold
# into $prefix and copies the adapter from there into $adapter, as a user does; `build_adapter NAME` also builds it,
# into $adapter/build. $CXX is the compiler for the rest.
# shellcheck shell=bash disable=SC2034 # the test uses what is set here
source=$PWD
CXX=${CXX:-c++} warnings=(-Wall -Wextra -Werror)

copy_adapter() {
    local build=${ROWHOLD_BUILD:-build}
    prefix=$work/prefix adapter=$work/adapter
    if grep -q '^ROWHOLD_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then
        echo "the library wants its sanitizer at the link" && exit 77
    fi
    needs pkg-config
    cmake --install "$build" --prefix "$prefix" >"$work/log" || { cat "$work/log" && fail "cmake --install"; }
    cp -r "$prefix/share/doc/rowhold/examples/$1" "$adapter"
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name rowhold.pc)")
    export PKG_CONFIG_PATH
}

build_adapter() {
    copy_adapter "$1"
    cmake -S "$adapter" -B "$adapter/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$CXX" \
        -DCMAKE_CXX_FLAGS="${warnings[*]}" >"$work/log" 2>&1 && cmake --build "$adapter/build" >>"$work/log" 2>&1 ||
        { cat "$work/log" && fail "$1 on an installed rowhold"; }
}
