# SPDX-License-Identifier: Apache-2.0
# What the script tests share; sourced in the root of the sources. $ROWHOLD (and $rowhold) is the program by its whole
# path, $work a folder that goes when the test ends.
# shellcheck shell=bash disable=SC2034 # the test uses what is set here
set -euo pipefail
export LC_ALL=C ROWHOLD=${ROWHOLD:-build/bin/rowhold}
[[ $ROWHOLD == /* ]] || ROWHOLD=$PWD/$ROWHOLD
rowhold=$ROWHOLD failed=0
work=$(mktemp -d)
trap 'rm -rf "$work" && ((failed == 0)) || exit 1' EXIT

# fail TEXT...: the test ends here, with 1.
fail() {
    echo "FAIL: $*" >&2
    exit 1
}

# fault TEXT...: the test goes on, and ends with 1; a subshell, whose count nobody sees, ends here.
fault() {
    echo "FAIL: $*" >&2
    failed=$((failed + 1))
    ((BASH_SUBSHELL == 0)) || exit 1
}

# needs TOOL...: skips the test where one of them is not there.
needs() {
    local tool
    for tool; do
        command -v "$tool" >/dev/null && continue
        echo "skipped: found no $tool in PATH (scripts/setup --help says how to get it)"
        exit 77
    done
}

# refusal LINE COMMAND...: exit 2, nothing on stdout, one line on stderr, which is LINE (or a match of it as a pattern),
# and no file left behind in $work. Starts no process but COMMAND. The line lies in $work/err.
refusal() {
    local code=0 lines before after
    : >"$work/out" 2>"$work/err"
    before=("$work"/* "$work"/.[!.]*)
    "${@:2}" >"$work/out" 2>"$work/err" || code=$?
    after=("$work"/* "$work"/.[!.]*)
    mapfile lines <"$work/err"
    # shellcheck disable=SC2053 # a pattern is meant
    [[ $code == 2 && ! -s $work/out && ${#lines[@]} == 1 && (${lines[0]} == "$1"$'\n' || ${lines[0]} == $1$'\n') ]] ||
        fault "${*:2}: exit $code, $(<"$work/out")${lines[*]}, expected exit 2 and the line $1"
    [[ ${after[*]} == "${before[*]}" ]] || fault "${*:2}: found ${after[*]}, expected ${before[*]} alone"
}
