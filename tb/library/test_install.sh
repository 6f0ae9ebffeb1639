#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is what `cmake --install` installs whole? Installed, moved, and used outside the tree in both ways of linking: the
# examples build and run, the program finds its data, and an embedded memory prints what `rowhold simulate` prints.
source tb/shell.sh || exit
build=$(readlink -f "${ROWHOLD_BUILD:-build}")
source=$PWD
CC=${CC:-cc} CXX=${CXX:-c++}
if grep -q '^ROWHOLD_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then
    echo "the library wants its sanitizer at the link" && exit 77
fi
# The target that docs/embedding.md names builds what is installed, and no test.
if [[ -e $build/build.ninja ]]; then
    commands() {
        ninja -C "$build" -t commands "$1" |
            grep -oE '(tests/test_[a-z_0-9]+|bin/rowhold|lib[a-z_]+\.a)( |$)' | sort -u
    }
    commands rowhold_installed >"$work/built"
    for file in bin/rowhold librowhold.a librowhold_presets.a; do
        grep -q "^$file *$" "$work/built" || fault "rowhold_installed does not build $file"
    done
    if grep ^tests/ "$work/built"; then fault "rowhold_installed builds tests"; fi
    [[ $(commands tests | grep -c ^tests/) -ge 50 ]] || fault "a target that builds tests was not noticed"
else
    echo "no Ninja: what rowhold_installed builds was not asked"
fi
cmake --install "$build" --prefix "$work/first" >"$work/log" || { cat "$work/log" && exit 1; }
mv "$work/first" "$work/moved"
prefix=$work/moved
cd "$work"
unset ROWHOLD_SOURCE

if found=$(grep -rlI -e "$source" -e "$work/first" "$prefix"); then
    fault "names a folder of the build: $found"
fi

# The program, from its new place.
"$prefix/bin/rowhold" simulate --requests 1000 --quiet --stats one.json
"$prefix/bin/rowhold" complexity >complexity.txt
grep -q 'fr_fcfs' complexity.txt || fault "rowhold complexity says nothing of fr_fcfs"
"$prefix/bin/rowhold" area >area.txt || fault "rowhold area finds no table"
for file in man/man1/rowhold.1 man/man1/rowhold-trace-judge.1 bash-completion/completions/rowhold \
    zsh/site-functions/_rowhold; do
    [[ -s $prefix/share/$file ]] || fault "share/$file is not installed"
done
grep -q 'rowhold simulate' "$prefix/share/man/man1/rowhold.1" || fault "the manual page lists no command"
if command -v verilator >/dev/null; then
    if ! "$prefix/bin/rowhold" cosim --controller fifo --requests 200 >cosim.txt 2>&1; then
        cat cosim.txt && fault "rowhold cosim"
    fi
fi

# pkg-config.
warnings=(-Wall -Wextra -Werror)
if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name rowhold.pc)")
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046 # several flags
    "$CC" -std=c11 "${warnings[@]}" "$prefix"/share/doc/rowhold/examples/closed_loop.c \
        $(pkg-config --cflags --libs rowhold) -o closed_loop
    # shellcheck disable=SC2046
    "$CXX" -std=c++17 "${warnings[@]}" "$prefix"/share/doc/rowhold/examples/adapter.cpp \
        $(pkg-config --cflags --libs rowhold) -o adapter
    # shellcheck disable=SC2046
    "$CC" -std=c11 "${warnings[@]}" "$source/tb/library/replay.c" $(pkg-config --cflags --libs rowhold) -o replay
else
    echo "no pkg-config, expected it for this test (scripts/setup installs it)" && exit 77
fi

# A preset of a file: the library beside it, in C and in C++, with a controller that has an age cap.
printf 'name: slow\nbase: gddr3\ntiming: {tRP: 17.5 ns, tRC: 35}\n' >slow.yaml
cat >preset.c <<'CODE'
#include <stdio.h>
#include "rowhold/rh_memory.h"
#include "rowhold/rh_preset_file.h"
int main(int argc, char **argv) {
    struct rh_error error;
    struct rh_preset preset;
    struct rh_memory_setup setup = {0};
    if (!rh_preset_load(argv[argc - 1], &preset, &error))
        return printf("%s\n", error.text) > 0 ? 2 : 0;
    setup.own = &preset;
    setup.age_cap = 64;
    struct rh_memory *memory = rh_memory_open(&setup, &error);
    printf("%s tRP %u\n", rh_memory_preset(memory)->name, rh_memory_preset(memory)->timing.tRP);
    rh_memory_close(memory);
    return 0;
}
CODE
cp preset.c preset.cpp
# shellcheck disable=SC2046
"$CC" -std=c11 "${warnings[@]}" preset.c $(pkg-config --cflags --libs rowhold_presets) -o preset
# shellcheck disable=SC2046
"$CXX" -std=c++17 "${warnings[@]}" -Wno-missing-field-initializers preset.cpp \
    $(pkg-config --cflags --libs rowhold_presets) -o preset_cpp
for program in ./preset ./preset_cpp; do
    [[ $($program slow.yaml) == "slow tRP 14" ]] || fault "$program: $($program slow.yaml)"
    [[ $($program fast.yaml) == "fast.yaml: found no readable file"* ]] || fault "$program: $($program fast.yaml)"
done

# find_package.
cp -r "$prefix/share/doc/rowhold/examples" project
cp preset.c project
cat >>project/CMakeLists.txt <<'CMAKE'
find_package(rowhold REQUIRED COMPONENTS presets)
add_executable(preset preset.c)
target_link_libraries(preset PRIVATE rowhold::rowhold_presets)
CMAKE
cmake -S project -B project/build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC" >project.log 2>&1 &&
    cmake --build project/build >>project.log 2>&1 || { cat project.log && fault "find_package"; }

[[ $(project/build/preset slow.yaml) == "slow tRP 14" ]] || fault "find_package: $(project/build/preset slow.yaml)"

# By Little's law what is outstanding is the rate times the time in the memory; a full closed loop keeps cores x window
# outstanding. Both examples answer everything, however they were linked.
for how in . project/build; do
    for controller in fifo banked_fifo fr_fcfs most_pending; do
        "$how/closed_loop" --controller $controller --cores 3 --window 2 --requests 3000 >loop.txt ||
            fault "closed_loop $controller"
        awk '/outstanding/ { seen = $1 == 9000 && $(NF - 1) > 5.5 && $(NF - 1) <= 6.0 } END { exit !seen }' loop.txt ||
            { cat loop.txt && fault "closed_loop $controller: expected 9000 requests, nearly 6 outstanding"; }
    done
    "$how/adapter" gddr3 >adapter.txt || fail adapter
    grep -q '^3000 requests (22[0-9][0-9] reads) answered' adapter.txt || { cat adapter.txt && fail adapter; }
    if "$how/adapter" gddr9 2>refused.txt; then fault "adapter took preset gddr9"; fi
    grep -q "^adapter: preset: found 'gddr9', expected one of gddr3" refused.txt || fault "$(cat refused.txt)"
done
cmp -s <(./closed_loop --json) <(./closed_loop --json) || fault "two runs of closed_loop differ"

# The same bytes as `simulate`, from the judge on (the configuration differs: there is no stream).
figures() { sed -n '/^  "judge"/,$p'; }
same() { # TEXT: simulated.json and embedded.json
    [[ $(grep -c '"requests"' embedded.json) -ge 2 ]] || fault "$1: embedded.json holds no figures"
    if ! diff <(figures <simulated.json) <(figures <embedded.json) >difference; then
        head -n 6 difference && fault "$1: other figures than rowhold simulate"
    fi
}
runs=0
while read -r stream preset controller channels refresh; do
    runs=$((runs + 1))
    "$prefix/bin/rowhold" simulate --quiet --stream "$stream" --preset "$preset" --controller "$controller" \
        --channels "$channels" --refresh "$refresh" --requests 4000 --stats simulated.json
    ./replay "$stream" "$preset" "$controller" "$channels" "$refresh" 4000 >embedded.json
    same "$stream $preset $controller $channels $refresh"
done <<'RUNS'
rand2 gddr3 fr_fcfs 1 off
mixed gddr3 fifo 4 off
mixed hbm2 banked_fifo 8 per_bank
hot_rows gddr3 most_pending 3 all_bank
one_bank hbm2 fr_fcfs 2 all_bank
stream gddr3 fr_fcfs 8 off
RUNS
# The check can fail: another controller has other figures.
./replay rand2 gddr3 fifo 1 off 4000 >embedded.json
"$prefix/bin/rowhold" simulate --quiet --requests 4000 --stats simulated.json
cmp -s <(figures <simulated.json) <(figures <embedded.json) && fault "fifo has the figures of fr_fcfs"

# Addresses: a trace of them, mapped by both.
awk 'BEGIN { srand(7); for (i = 0; i < 3000; i++)
    printf "%d %s\n", int(rand() * 65536) * 64, rand() < 0.3 ? "W" : "R" }' >addresses
{ echo address,op && tr ' ' ',' <addresses; } >addresses.csv
"$prefix/bin/rowhold" simulate --quiet --stream ./addresses.csv --preset hbm2 --channels 4 --stats simulated.json
./replay --addresses hbm2 fr_fcfs 4 off <addresses >embedded.json
same addresses
echo "$runs streams and a trace of addresses: the same bytes as rowhold simulate"
