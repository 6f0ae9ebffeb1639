#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every broken input in tb/cli/broken/manifest.tsv: exit 2, one line on stderr with the expected text, nothing on
# stdout, no file left behind or changed. A manifest line is COMMAND<tab>TEXT; the text may end in * for what depends on
# a library. Commands run in a copy of tb/cli/broken, so files are named traces/NAME.
set -u
rowhold=${ROWHOLD:-build/bin/rowhold}
corpus=$(cd "$(dirname "$0")/broken" && pwd)
case $rowhold in
/*) ;;
*) rowhold=$PWD/$rowhold ;;
esac
if [ ! -x "$rowhold" ]; then
    echo "no $rowhold: build first, or set ROWHOLD" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cp -r "$corpus/." "$work/case"
cd "$work/case" || exit 1
touch "$work/before"
# A dot a file, and the paths of those that were written since.
files() { find . -type f -printf . -newer "$work/before" -printf ' %p '; }
before=$(files)

# check COMMAND TEXT: 0 when the program refuses as it should; else says how it did not.
check() {
    local words text=$2 found
    eval "words=($1)"
    "$rowhold" "${words[@]}" >"$work/out" 2>"$work/err" </dev/null
    local status=$?
    found=$(cat "$work/err")
    if [ $status -ne 2 ]; then
        echo "exit $status, expected 2: rowhold $1"
    elif [ "$(wc -l <"$work/err")" -ne 1 ]; then
        echo "$(wc -l <"$work/err") lines on stderr, expected 1: rowhold $1"
    elif [ -s "$work/out" ]; then
        echo "output on stdout: rowhold $1"
    elif [ "${text%\*}" != "$text" ] && [ "${found#"rowhold: ${text%\*}"}" != "$found" ]; then
        return 0
    elif [ "$found" != "rowhold: $text" ]; then
        printf 'rowhold %s\n  found    %s\n  expected rowhold: %s\n' "$1" "$found" "$text"
    elif [ "$(files)" != "$before" ]; then
        echo "left behind or changed by rowhold $1: $(files | tr -s .)"
        find . -newer "$work/before" -type f -exec rm {} +
        touch "$work/before"
    else
        return 0
    fi
    return 1
}

cases=0 failed=0
while IFS=$'\t' read -r command text; do
    case $command in '' | '#'*) continue ;; esac
    cases=$((cases + 1))
    check "$command" "$text" || failed=$((failed + 1))
done <"$corpus/manifest.tsv"

# The checker must be able to fail: a good input, a wrong text, a file left behind.
faults=(
    "trace info traces/good.csv|anything"
    "trace info traces/no_op.csv|traces/no_op.csv:1: found no column 'address'"
    "trace info traces/no_op.csv|"
    "trace generate rand1 left.csv|anything"
)
for fault in "${faults[@]}"; do
    if check "${fault%%|*}" "${fault#*|}" >/dev/null; then
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
if check simulate refused >/dev/null; then
    echo "the checker passed a changed file"
    failed=$((failed + 1))
fi
echo "$cases broken inputs, $failed failures"
[ "$failed" -eq 0 ] && [ "$cases" -ge 60 ]
