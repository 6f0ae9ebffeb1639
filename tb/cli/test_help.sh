#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Help, man pages and completion come from the same rows: is every option of every command in all of them, and does bash
# complete commands, options and their words?
source tb/shell.sh || exit
rowhold=${ROWHOLD:?}

"$rowhold" help --completion bash >"$work/bash"
"$rowhold" help --completion zsh >"$work/zsh"
bash -n "$work/bash"
[[ $(head -n 1 "$work/zsh") == '#compdef rowhold' ]] || fail "zsh does not know its file"
if command -v zsh >/dev/null; then zsh -n "$work/zsh" || fail "zsh can't read the completion"; fi

pages=0 options=0 bash=$(<"$work/bash")
while read -r page; do
    read -ra words <<<"$page"
    "$rowhold" help "${words[@]}" >"$work/help"
    "$rowhold" help "${words[@]}" --man >"$work/${page// /_}.man"
    man=$(<"$work/${page// /_}.man")
    [[ $'\n'$(<"$work/help") == *$'\nusage: rowhold '* ]] || fail "$page: its help has no usage"
    [[ ${man#*$'\n'} == ".TH rowhold\\-${page// /\\-} 1 "* ]] || fail "$page: its man page has no title"
    while IFS= read -r line; do
        [[ $line =~ ^\ \ (--[a-z0-9-]+)(\ (N(\ |$))?|$) && ${BASH_REMATCH[1]} != --help ]] || continue
        option=${BASH_REMATCH[1]}
        [[ -z ${BASH_REMATCH[3]} ]] || echo "'$page $option') files=1" >>"$work/numbers"
        [[ $man == *"${option//-/\\-}\\fR"* ]] || fail "$page: no $option in its man page"
        [[ $bash == *[\'\ ]"$option "* ]] || fail "$page: no $option in the completion"
        options=$((options + 1))
    done <"$work/help"
    pages=$((pages + 1))
done < <("$rowhold" help --pages)
! grep -nE "^[.']($|[^A-Za-z\\])" "$work"/*.man || fail "troff would take a line of a man page for its own"
if command -v groff >/dev/null; then # as man calls it
    LC_ALL=C groff -man -Tascii -rLL=80n -wmac -z "$work"/*.man 2>"$work/warnings"
    [[ ! -s $work/warnings ]] || fail "$(cat "$work/warnings")"
fi
[[ $pages -ge 9 && $options -ge 60 ]] || fail "found $pages pages with $options options"

[[ $(wc -l <"$work/numbers") -ge 60 ]] || fail "found $(wc -l <"$work/numbers") options that take a number"
! grep -Ff "$work/numbers" "$work/bash" || fail "files are proposed where a number is expected"

# Help promises standard input where it is read: a sweep reads its streams for each point anew.
for command in simulate cosim; do
    "$rowhold" help $command |
        grep -- '- is standard input' >/dev/null || fail "$command: no standard input in its help"
done
! "$rowhold" help sweep | grep 'standard input' || fail "sweep reads no standard input"

completes() { # WORDS EXPECTED: the last word is the one that is completed
    bash -c 'source "$1"; read -ra COMP_WORDS <<<"$2"; [[ $2 != *" " ]] || COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _rowhold; echo "${COMPREPLY[*]}"' - "$work/bash" "$1" >"$work/found"
    [[ $(<"$work/found") == "$2" ]] || fail "'$1' completes to '$(cat "$work/found")', expected '$2'"
}
completes 'rowhold sim' 'simulate'
completes 'rowhold simulate --qu' '--queue --quantum --quiet'
controllers=$("$rowhold" list --kind controller --names | paste -sd' ')
completes 'rowhold simulate --controller f' "$(tr ' ' '\n' <<<"$controllers" | grep ^f | paste -sd' ')"
completes 'rowhold simulate --controller most' 'most_pending'
completes 'rowhold cosim --refresh ' 'off all_bank per_bank same_bank'
completes 'rowhold cosim --allocator pim --hold h' 'hold_grant hash_match_hold_grant'
completes 'rowhold help --completion z' 'zsh'

refused() { refusal "rowhold: $1" "$rowhold" "${@:2}"; } # LINE WORDS...
refused "help: found 'simulte', expected a command that \`rowhold help\` lists (near: simulate)" help simulte
refused "help: found 'trace jugde', expected a command that \`rowhold help\` lists (near: trace judge)" help trace jugde
refused "help: found 'zzz', expected a command that \`rowhold help\` lists" help zzz
refused "--completion: found 'fish', expected one of: bash, zsh (near: bash, zsh)" help --completion fish
refused "simulate: found '--requets', expected an option of \`rowhold simulate --help\` (near: --requests)" \
    simulate --requets 5
near="${controllers// /, } (near: fr_fcfs)"
refused "--controller: found 'frfcfs', expected one of: $near" simulate --controller frfcfs

[[ $("$rowhold" cosim --version) == $("$rowhold" --version) ]] || fail "a command has another version"
"$rowhold" simulate rand1 --requests=10 --quiet --stats=- |
    grep '"name": "rand1"' >/dev/null || fail "an argument is no stream"
echo "$pages pages, $options options"
