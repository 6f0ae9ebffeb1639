#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What tb/shell.sh gives the script tests can fail: each small test here ends as it should, and its work folder is gone.
source tb/shell.sh || exit

# ends STATUS TEXT LINES: a test of these lines ends so, and says TEXT, a pattern.
ends() {
    local code=0 said left
    said=$(bash -c "source tb/shell.sh; says() { printf \"\$2\" >&2; return \$1; }; echo \$work; $3" 2>&1) || code=$?
    left=${said%%$'\n'*}
    # shellcheck disable=SC2053 # a pattern is meant
    [[ $code == "$1" && ${said#"$left"} == $2 && ! -e $left ]] || fault "found exit $code, expected $1, of $3: $said"
}
ends 0 '' 'refusal "found [x], expected y" says 2 "found [x], expected y\n"'
ends 0 '' 'refusal "found *, expected y" says 2 "found x, expected y\n"'
ends 1 '*FAIL: says *' 'refusal "found x, expected y" says 2 "found x, expected z\n"'
ends 1 '*FAIL: says *' 'refusal "found x" says 2 "found x, expected y\n"'
ends 1 '*FAIL: says *' 'refusal "found x" says 1 "found x\n"'
ends 1 '*FAIL: says *' 'refusal "found x" says 2 "found x"'
ends 1 '*FAIL: says *' 'refusal "found *" says 2 "found x\nfound x\n"'
ends 1 '*FAIL: says *' 'refusal "*" says 2 ""'
ends 1 '*FAIL: loud: *' 'loud() { echo x && says 2 "found x\n"; }; refusal "found x" loud'
for file in new .new; do
    ends 1 '*FAIL: leaves: found *' "leaves() { : >\$work/$file && says 2 'found x\\n'; }; refusal 'found x' leaves"
done
ends 1 $'\nFAIL: one\nFAIL: two' 'fault one; fault two; exit 77'
ends 1 $'\nFAIL: one' '(fault one; fault two); exit 0'
ends 1 $'\nFAIL: one' 'fail one; exit 0'
ends 77 $'\nskipped: found no no_such_tool in PATH*' 'needs bash no_such_tool; exit 0'
ends 3 '' 'exit 3'
