#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every script of scripts/ and of its folders, and every experiment, answers --help with what its head says, and does
# nothing else: it runs with no tool but bash, sed, dirname and python3, in an empty folder that stays empty, and the
# tree stays as it was.
source tb/shell.sh || exit
mkdir "$work/bin" "$work/empty"
for tool in bash sed dirname; do ln -s "$(command -v $tool)" "$work/bin/$tool"; done
ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$work/bin/python3"
count=0
shopt -s nullglob dotglob
# answers SCRIPT [WORD...]: does it?
answers() {
    local code=0
    (cd "$work/empty" && PATH=$work/bin "$@" --help) >"$work/out" 2>"$work/err" </dev/null || code=$?
    left=("$work/empty"/*) text=$(<"$work/out")
    [[ $code -eq 0 && ! -s $work/err && ${#left[@]} == 0 && ${text:0:200} =~ [a-z]{3} ]] && return 0
    echo "$* --help: exit $code, '$(head -n 1 "$work/out")' and '$(head -n 1 "$work/err")', expected exit 0 and a text"
    return 1
}
tree() { find scripts -type f -printf '%p %s %T@\n' | sort; }

before=$(tree)
while IFS= read -r script; do
    count=$((count + 1))
    answers "$PWD/$script" || failed=$((failed + 1))
done < <(find scripts -type f -executable | sort)
while read -r name _; do
    answers "$PWD/scripts/experiment" "$name" || failed=$((failed + 1))
done < <(scripts/experiment)
[[ $(scripts/experiment | cut -d' ' -f1 | sort) == "$(ls scripts/lib/experiments)" ]] ||
    fault "scripts/experiment lists others than scripts/lib/experiments holds"
code=0
scripts/experiment alchemy >"$work/out" 2>"$work/err" || code=$?
[[ $code == 2 && $(<"$work/err") == "scripts/experiment: found 'alchemy', expected one of: "* ]] ||
    fault "scripts/experiment takes an unknown name"
[[ $(tree) == "$before" ]] || fault "--help changed a file of scripts/"

printf '#!/bin/bash\n# works instead\nset -euo pipefail\nrm -f nothing\n' >"$work/works"
printf '#!/bin/bash\necho writes a file, too >here\necho usage\n' >"$work/writes"
chmod +x "$work/works" "$work/writes"
if answers "$work/works" >"$work/log"; then fault "a script that works instead went unnoticed"; fi
if answers "$work/writes" >"$work/log"; then fault "a script that writes a file went unnoticed"; fi
echo "$count scripts, $failed without help"
[[ $count -ge 18 ]]
