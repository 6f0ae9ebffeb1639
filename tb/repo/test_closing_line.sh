#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# scripts/test counts passed, failed and skipped tests, and its exit code is right in every case.
source tb/shell.sh || exit
script=$PWD/scripts/test

# expect STATUS LINE TEST...: run these ctest lines without building anything.
expect() {
    local status=0 output
    printf '%s\n' "${@:3}" >"$work/CTestTestfile.cmake"
    output=$(ROWHOLD_BUILD=$work "$script" --no-build 2>&1) || status=$?
    [[ $status -eq $1 && ${output##*$'\n'} == "$2" ]] ||
        fault "exit $status, expected $1 with the last line '$2'; found: $output"
}

good='add_test(good true)' bad='add_test(bad false)'
skip=('add_test(skip sh -c "exit 77")' 'set_tests_properties(skip PROPERTIES SKIP_RETURN_CODE 77)')
absent='add_test(absent /no/such/program)'
expect 0 "1 passed, 0 failed, 0 skipped" "$good"
expect 0 "2 passed, 0 failed, 1 skipped" "$good" "add_test(better true)" "${skip[@]}"
expect 1 "1 passed, 1 failed, 0 skipped" "$good" "$bad"
expect 1 "0 passed, 0 failed, 1 skipped" "${skip[@]}"
expect 1 "0 passed, 0 failed, 0 skipped" ""
expect 1 "1 passed, 1 failed, 0 skipped" "$good" "$absent"
