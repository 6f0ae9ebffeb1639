#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL of a controller with a page policy the model? Rows closed by the last hit, after a while without one, as a
# counter says; with gaps in the stream, refresh, the age cap, registered commands, drawn timings; and with registers
# that are loaded from the model. A controller without one says so.
#
#   test_page.sh [CONTROLLER...]   before both DRAMs, as scripts/evidence takes each; without a name one that is
#                                  searched before two buses, one that is not before one, without registered commands,
#                                  and one without a policy
source tb/shell.sh || exit
needs verilator
declare -A dram=()
[[ $# -gt 0 ]] || { dram=([fr_fcfs]=qb_hbm [banked_fifo]=gddr3) && set -- fr_fcfs banked_fifo fgdram_channel; }
# by_itself CONTROLLER: it says that it does not read these settings, and why.
by_itself() {
    "$ROWHOLD" simulate --controller "$1" --queue 8 --requests 200 --page timeout --page-timeout 9 >"$work/said" \
        2>"$work/note"
    printf "note: %s changes nothing: $1 closes rows by a rule of its own\n" "--page timeout" "--page-timeout 9" |
        sort >"$work/expected"
    sort "$work/note" | cmp - "$work/expected" || fail "$1: found $(cat "$work/note")"
    echo "$1 closes rows by itself"
}
runs=0
# matches OPTION...: a run whose commands are also those of the event-driven model.
matches() {
    "$ROWHOLD" cosim "${run[@]}" "$@" --commands "$work/rtl.csv" >"$work/said" 2>"$work/errors" ||
        fail "cosim $*: $(cat "$work/errors")"
    grep -q '1 of 1 channels drained' "$work/said" || fail "$controller $*: not drained"
    runs=$((runs + 1))
}
for controller in "$@"; do
    if ! scripts/lib/variants --traits | grep "^$controller .*\.page = true" >/dev/null; then
        by_itself "$controller"
        continue
    fi
    run=(--controller "$controller" --queue 8 --responses 4 --channels 1)
    for page in closed "timeout --page-timeout 7" adaptive; do
        # shellcheck disable=SC2086 # the option and its number
        for more in "--preset gddr3 --stream mixed --bursts 12 --requests 800 --refresh all_bank" \
            "--preset qb_hbm --stream core_random --stream-cores 4 --bursts 24 --requests 700 --age-cap 30" \
            "--preset qb_hbm --stream hot_rows --bursts 9 --requests 700 --random-timing --seed 4 --refresh per_bank" \
            "--preset gddr3 --stream mixed --requests 500 --registered --bursts 5" \
            "--preset qb_hbm --stream mixed --bursts 7 --requests 600 --load-every 7 --response-ready 3" \
            "--preset gddr3 --stream hot_rows --bursts 3 --requests 600 --load-every 5 --random-timing --seed 6"; do
            [[ -n ${dram[$controller]:-} && "$more " != *"--preset ${dram[$controller]} "* ]] ||
                [[ -n ${dram[$controller]:-} && $more == *--registered* ]] || matches --page $page $more
        done
        plain=(--preset "${dram[$controller]:-gddr3}" --stream mixed --requests 500)
        # shellcheck disable=SC2086
        matches --page $page "${plain[@]}"
        # shellcheck disable=SC2086
        "$ROWHOLD" simulate "${run[@]}" --page $page "${plain[@]}" --quiet --commands "$work/model.csv"
        cmp "$work/rtl.csv" "$work/model.csv" || fail "$controller, page $page: the event-driven run has other commands"
    done
done
echo "$runs runs"
