#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every broken input in tb/cli/broken/manifest.tsv: exit 2, one line on stderr with the expected text, nothing on
# stdout, no file left behind or changed. A manifest line is COMMAND<tab>TEXT; the text may end in * for what depends on
# a library. Commands run in a copy of tb/cli/broken, so files are named traces/NAME.
source tb/shell.sh || exit
set +e +o pipefail
corpus=$(cd "$(dirname "$0")/broken" && pwd)
case $rowhold in
/*) ;;
*) rowhold=$PWD/$rowhold ;;
esac
if [ ! -x "$rowhold" ]; then
    echo "no $rowhold: build first, or set ROWHOLD" >&2
    exit 1
fi
cp -r "$corpus/." "$work/case"
cd "$work/case" || exit 1
touch "$work/before"
# A dot a file, and the paths of those that were written since.
files() { find . -type f -printf . -newer "$work/before" -printf ' %p '; }
before=$(files)

# check COMMAND TEXT: 0 when the program refuses as it should; else says how it did not.
check() {
    local words text=$2 lines status
    eval "words=($1)"
    "$rowhold" "${words[@]}" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    mapfile lines <"$work/err"
    if [[ $status != 2 ]]; then
        echo "exit $status, expected 2: rowhold $1"
    elif [[ ${#lines[@]} != 1 || ${lines[0]} != *$'\n' ]]; then
        echo "${#lines[@]} lines on stderr, expected 1: rowhold $1"
    elif [[ -s $work/out ]]; then
        echo "output on stdout: rowhold $1"
    elif [[ $text == *\* && ${lines[0]} == "rowhold: ${text%\*}"* ]]; then
        return 0
    elif [[ ${lines[0]} != "rowhold: $text"$'\n' ]]; then
        printf 'rowhold %s\n  found    %s  expected rowhold: %s\n' "$1" "${lines[0]}" "$text"
    else
        return 0
    fi
    return 1
}

# left COMMAND: 0 when files are as they were; else says what its run changed.
left() {
    local found
    found=$(files)
    [[ $found != "$before" ]] || return 0
    echo "left behind or changed by rowhold $1: $(tr -s . <<<"$found")"
    find . -newer "$work/before" -type f -exec rm {} +
    touch "$work/before"
    return 1
}

# each WHAT: every case of the manifest.
each() {
    while IFS=$'\t' read -r command text; do
        case $command in '' | '#'*) continue ;; esac
        "$1"
    done <"$corpus/manifest.tsv"
}
refused() {
    cases=$((cases + 1))
    check "$command" "$text" || failed=$((failed + 1))
}
# Again, one by one, for a process a case would take as long as the program.
touched() {
    check "$command" "$text" >"$work/said"
    left "$command"
}

cases=0
each refused
if ! left "one of all"; then
    failed=$((failed + 1))
    each touched
fi

# The checker must be able to fail: a good input, a wrong text, a file left behind.
faults=(
    "trace info traces/good.csv|anything"
    "trace info traces/no_op.csv|traces/no_op.csv:1: found no column 'address'"
    "trace info traces/no_op.csv|"
    "trace generate rand1 left.csv|anything"
)
for fault in "${faults[@]}"; do
    if check "${fault%%|*}" "${fault#*|}" >/dev/null && left "$fault" >/dev/null; then
        echo "the checker passed what it must not: rowhold ${fault%%|*}"
        failed=$((failed + 1))
    fi
done
# A program that refuses and yet writes over its input.
cat >"$work/writes" <<'END'
#!/bin/sh
echo changed >traces/words.txt
echo 'rowhold: refused' >&2
exit 2
END
chmod +x "$work/writes"
rowhold=$work/writes
if check simulate refused >/dev/null && left simulate >/dev/null; then
    echo "the checker passed a changed file"
    failed=$((failed + 1))
fi
echo "$cases broken inputs, $failed failures"
[ "$failed" -eq 0 ] && [ "$cases" -ge 60 ]
