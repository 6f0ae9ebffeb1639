#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every script of scripts/ answers --help with what its head says, and does nothing else: it runs with no tool but bash and sed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
for tool in bash sed; do ln -s "$(command -v $tool)" "$work/bin/$tool"; done
count=0 failed=0
# answers SCRIPT: does it?
answers() {
    local code=0 path=$work/bin
    [[ $(head -n 1 "$1") == *bash ]] || path=$PATH # argparse's own
    PATH=$path "$1" --help >"$work/out" 2>"$work/err" </dev/null || code=$?
    [[ $code -eq 0 && ! -s $work/err && $(head -c 200 "$work/out" | tr -d '\n') =~ [a-z]{3} ]] && return 0
    echo "$1 --help: exit $code, '$(head -n 1 "$work/out")' and '$(head -n 1 "$work/err")', expected exit 0 and a text"
    return 1
}
for script in scripts/*; do
    [[ -f $script && -x $script ]] || continue
    count=$((count + 1))
    answers "$script" || failed=$((failed + 1))
done
printf '#!/bin/bash\n# works instead\nset -euo pipefail\nrm -f nothing\n' >"$work/works"
chmod +x "$work/works"
if answers "$work/works" >"$work/log"; then echo "a script that works instead went unnoticed" && failed=$((failed + 1)); fi
echo "$count scripts, $failed without help"
[[ $failed -eq 0 && $count -ge 18 ]]
