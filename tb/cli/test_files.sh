#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Output files from outside: whole or absent also when a signal ends the run, links stay, runs side by side do not meet.
source tb/shell.sh || exit
cd "$work"
checks=0 broken=0

check() { # TEXT COMMAND...: the command succeeds
    local text=$1
    shift
    checks=$((checks + 1))
    if ! "$@"; then
        echo "broken: $text"
        broken=$((broken + 1))
    fi
}

wave=() # where this build can write one
if "$rowhold" simulate --requests 10 --quiet --wave w.fst 2>/dev/null; then wave=(--wave k.fst); fi

# A run that a signal ends leaves nothing, and ends by that signal.
long=(simulate --requests 1000000000 --quiet --stats k.json --commands k.csv "${wave[@]}")
parts() { { compgen -G 'k.*.part.*' || true; } | wc -l; }
killed() { # SIGNAL STATUS
    local found=0 code=0 # a wave has two files, as many as its option has words
    env --default-signal "$rowhold" "${long[@]}" &
    local child=$!
    for ((i = 0; i < 200 && found < 2 + ${#wave[@]}; i++)); do
        sleep 0.05
        found=$(parts)
    done
    kill -s "$1" $child
    wait $child 2>/dev/null || code=$?
    check "SIG$1: only $found unfinished files were there to remove" test "$found" -ge $((2 + ${#wave[@]}))
    check "SIG$1: exit $code, expected $2" test $code -eq "$2"
    check "SIG$1: left $(compgen -G 'k.*' | tr '\n' ' ')" test -z "$(compgen -G 'k.*')"
}
killed INT 130
killed TERM 143
killed HUP 129
killed KILL 137 >killed.txt # the check must be able to fail: nobody cleans up after SIGKILL
check 'what SIGKILL leaves goes unnoticed' grep -q 'SIGKILL: left k' killed.txt
broken=$((broken - $(grep -c '^broken' killed.txt)))
rm -f k.*

# What a killed run left is in no later one's way, though it has the same number, as in a container.
# shellcheck disable=SC2016 # the inner shell has the number
bash -c 'touch left.json.part.$$; exec "$0" simulate --requests 10 --quiet --stats left.json' "$rowhold" || true
check 'a run of the same number as a killed one has no result' test -s left.json
rm -f left.json*

# Written through a link, the link stays.
for output in stats.json commands.csv ${wave:+wave.fst}; do
    mkdir -p kept
    ln -s "kept/$output" "$output"
    "$rowhold" simulate --requests 10 --quiet "--${output%.*}" "$output" 2>/dev/null
    check "$output: the link is gone" test -L "$output"
    check "$output: nothing at its end" test -s "kept/$output"
done
check 'temporaries beside the links' test -z "$(compgen -G '*.part*' || true; compgen -G 'kept/*.part*' || true)"

# Two runs into the same files at the same time: each finds its own temporaries, one of the results stays.
if [ ${#wave[@]} -gt 0 ]; then
    run() { "$rowhold" simulate --requests 20000 --seed "$1" --quiet --wave both.fst --for 2000 2>"both.$1.txt"; }
    for seed in 1 2; do run $seed && mv both.fst alone.$seed.fst; done
    run 1 &
    first=$!
    check 'the second of two runs side by side failed' run 2
    check 'the first of two runs side by side failed' wait $first
    check 'two runs side by side mixed' eval 'cmp -s both.fst alone.1.fst || cmp -s both.fst alone.2.fst'
    check 'the two waves are alike: nothing is shown' eval '! cmp -s alone.1.fst alone.2.fst'
fi

echo "$checks checks, $broken broken"
[ $broken -eq 0 ] && [ $checks -ge 15 ]
