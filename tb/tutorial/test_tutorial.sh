#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Follows docs/tutorial.md in a copy of the tree: every command, every change, the lines that it shows (follow.py says
# how). Follows docs/choosing.md, the run that README.md shows and the example of docs/contributing.md as well. Pages
# that say something else are refused.
#
#   test_tutorial.sh [all]    all: the commands that take longest, too, for scripts/evidence
set -euo pipefail
for tool in verilator patch yosys cvc5 python3; do
    command -v "$tool" >/dev/null || { echo "skipped: found no $tool in PATH (scripts/setup installs it)" && exit 77; }
done
views=${ROWHOLD_BUILD:-$PWD/build}/bin/rh_views
[[ -x $views ]] || { echo "skipped: this build has no FST writer" && exit 77; }
root=$PWD follow=$PWD/tb/tutorial/follow.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}

# --- pages that say what is not so ---
cd "$work"
# wrong TEXT KIND LINE...: a page with this block is refused with TEXT.
wrong() {
    printf '%s\n' '```'"$2" "${@:3}" '```' >page.md
    if "$follow" page.md >said 2>&1; then fail "a page that is wrong was passed: $(cat page.md)"; fi
    grep -qF -- "$1" said || fail "found '$(cat said)', expected '$1'"
}
wrong "page.md:2: echo one: found no line 'two'" console '$ echo one' two
wrong "found no line 'the end, not '2''" console '$ seq 2' 1
wrong "found no line '3'" console '$ seq 3' 1 3
wrong "found no line 'one ...'" console '$ echo two one' 'one ...'
wrong "found no line '1'" console '$ seq 2' ... 2 ... 1 ...
wrong 'page.md:2: found exit 1, expected 0' console '$ false'
wrong 'page.md:2: found exit 0, expected 1' console '$ true  # exit 1'
echo one >file
wrong 'page.md:1: the change does not fit' diff '--- a/file' '+++ b/file' '@@ -1 +1 @@' -two +three
mkdir bin tree
printf '#!/bin/sh\necho "cells 100 of 200"\n' >bin/rowhold
chmod +x bin/rowhold
wrong "found no line 'cells 94 of 200'" console "\$ export PATH=$work/bin:\$PATH" '$ rowhold area' 'cells 94 of 200'
cat >page.md <<'PAGE'
```console
$ export PATH="$PWD/bin:$PATH"
$ rowhold area
cells 96 of 199
$ rowhold area
cells 96 ...
$ export NAME=two
$ printf "1\n$NAME\n3\na b c\na b c\n"
1
...
3
a ... c
a ...
$ true
```
```diff
--- a/file
+++ b/file
@@ -1 +1 @@
-one
+two
```
PAGE
"$follow" page.md >said || fail "a page that is right was refused: $(cat said)"
[[ $(cat file) == two ]] || fail "the change was not applied"

# --- the page ---
rm bin/rowhold
cd "$root"
cp -r CMakeLists.txt LICENSE README.md .clang-format cmodel docs include rtl scripts tb waves "$work/tree/"
# GTKWave's window is left out; that the view and its wave are there is looked at below.
printf '#!/bin/sh\n' >"$work/bin/gtkwave"
chmod +x "$work/bin/gtkwave"
export PATH=$work/bin:$PATH DISPLAY=:99
unset ROWHOLD_BUILD ROWHOLD_SOURCE ROWHOLD
cd "$work/tree"
without=()
[[ ${1:-} == all ]] || # for scripts/evidence
    without=(--without "time in this suite=rowhold area --run" --without "time in this suite=scripts/prove")
if ! command -v sta >/dev/null || [[ ! -r /usr/share/qflow/tech/osu018/osu018_stdcells.lib ]]; then
    without+=(--without "OpenSTA or osu018_stdcells.lib=rowhold area --run")
fi
"$root/tb/tutorial/example_variant.sh" "$PWD" "$@" # first, for `all` checks a tree with no other change
"$follow" docs/tutorial.md "${without[@]}"
PATH=$PWD/build/bin:$PATH "$follow" README.md # what its first command prints
PATH=$PWD/build/bin:$PATH "$follow" docs/choosing.md
for wave in conflict.fst mismatch.fst; do
    [[ -s $wave && -s $wave.gtkw ]] || fail "found no $wave and its view"
done
"$views" --missing mismatch.fst.gtkw mismatch.fst || fail "the view names what the wave does not have"
