#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Can anybody include each public header, alone, in C11 and in C++17? Does the library define what they declare, and use
# nothing that is the business of a program?
source tb/shell.sh || exit
build=${ROWHOLD_BUILD:-build}
CC=${CC:-cc} CXX=${CXX:-c++}
mapfile -t headers < <(sed -nE 's|^#include "(rowhold/[a-z0-9_]+\.h)".*|\1|p' include/rowhold/rowhold.h)
[[ ${#headers[@]} -ge 25 ]] || { echo "found ${#headers[@]} public headers, expected 25 or more" && exit 1; }
# As they are installed: no other header is there.
mkdir -p "$work/include/rowhold"
for header in rowhold/rowhold.h "${headers[@]}"; do cp "include/$header" "$work/include/rowhold/"; done
cp -r include/tables "$work/include/rowhold/"

warnings=(-Wall -Wextra -Wpedantic -Werror -fsyntax-only)
in_c() { # HEADER: alone
    echo "#include \"$1\"" >"$work/alone.c"
    "$CC" -std=c11 "${warnings[@]}" -Wstrict-prototypes -I"$work/include" "$work/alone.c" 2>"$work/log"
}
in_cpp() { # HEADER...: what one of them lacks, it lacks in C, too, so they are read as one
    printf '#include "%s"\n' "$@" >"$work/alone.cpp"
    "$CXX" -std=c++17 "${warnings[@]}" -I"$work/include" "$work/alone.cpp" 2>"$work/log"
}
in_cpp "${headers[@]}" rowhold/rowhold.h || fault "the headers do not compile in C++: $(head -n 3 "$work/log")"
for header in rowhold/rowhold.h "${headers[@]}"; do
    in_c "$header" || fault "$header does not compile alone: $(head -n 3 "$work/log")"
    grep -q 'extern "C"' "include/$header" || [[ $header == rowhold/rowhold.h ]] ||
        fault "$header gives C++ no C linkage"
done

# What no header may have is noticed: an array parameter of C alone, a header that needs another one first or one that
# is not installed.
for plant in 'int rh_planted(int count, int list[static 1]);' 'uint32_t rh_planted(struct rh_absent value);' \
    '#include "cmodel/trace/rh_trace.h"'; do
    printf '%s\n' '#include <stdint.h>' "$plant" >"$work/include/rowhold/planted.h"
    if in_c rowhold/planted.h && in_cpp rowhold/planted.h; then fault "'$plant' was not noticed"; fi
done

# Every declared function is there. gcc lists what a file declares, and types of functions (_fn) with it.
if "$CC" --version | grep 'Free Software Foundation' >/dev/null; then
    echo '#include "rowhold/rowhold.h"' >"$work/all.c"
    "$CC" -std=c11 -I"$work/include" -aux-info "$work/declared" -fsyntax-only "$work/all.c"
    sed -nE 's|.*include/rowhold/.*extern .*[ *](rh_[a-z0-9_]+) \(.*|\1|p' "$work/declared" |
        grep -v '_fn$' | sort -u >"$work/promised"
    nm -g --defined-only "$build/librowhold.a" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >"$work/defined"
    absent=$(comm -23 "$work/promised" "$work/defined")
    [[ $(wc -l <"$work/promised") -ge 100 ]] || fault "found few declared functions"
    [[ -z $absent ]] || fault "declared and not in librowhold.a:" $absent
fi

# No signals, files, processes, printing or ends of the program, no other library.
business='(sig(nal|action|procmask)|f?open(64)?|fork|exec[vl]p?e?|_?exit|abort|getenv|printf|puts|perror|dlopen)'
business+='|(archive|yaml|json|gz|fst)[A-Z_].*'
uses() { nm -u "$1" 2>/dev/null | awk '{ print $2 }' | sort -u | grep -xE "$business"; }
used=$(uses "$build/librowhold.a" || true)
[[ -z $used ]] || fault "librowhold.a uses" $used
uses "$build/librowhold_files.a" >/dev/null ||
    fault "what librowhold_files.a uses was not noticed"
echo "${#headers[@]} public headers"
