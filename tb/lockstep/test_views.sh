#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every signal that a committed view names is in the wave of a run, and the check notices one that is not. The C model
# alone writes the same signals but for the RTL's; the same run writes the same bytes.
set -euo pipefail
views=$ROWHOLD_BUILD/bin/rh_views
if [[ ! -x $views ]]; then
    echo "skipped: this build has no FST writer"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}

"$views" --check . || fail "waves/ is stale"
mapfile -t designs < <("$ROWHOLD" list --names && echo request_system)
[[ $(basename -a waves/rh_*.gtkw | sort) == "$(printf 'rh_%s.gtkw\n' "${designs[@]}" request_network | sort)" ]] ||
    fail "waves/ has other views than the registry has designs, and of the whole tops" # test_top_waves.sh
mapfile -t allocators < <("$ROWHOLD" list --kind allocator --names)
mapfile -t links < <("$ROWHOLD" list --kind link --names)
mapfile -t routers < <("$ROWHOLD" list --kind router --names)
mapfile -t ends < <(for kind in injector ejector; do "$ROWHOLD" list --kind $kind --names; done)
planted='(req|send|message)_ready(\[0\])?|held\[4:0\]|ready\[4:0\]|message_valid' # each view has one of them
for design in "${designs[@]}"; do
    view=waves/rh_$design.gtkw
    run=(--controller "$design" --stream rand2 --requests 40 --quiet)
    if [[ " ${allocators[*]} " == *" $design "* ]]; then run=(--allocator "$design" --cycles 40 --quiet); fi
    if [[ " ${links[*]} " == *" $design "* ]]; then run=(--block "$design" --cycles 40 --quiet); fi
    if [[ " ${routers[*]} " == *" $design "* ]]; then run=(--block "$design" --set vcs=2 --cycles 40 --quiet); fi
    if [[ " ${ends[*]} " == *" $design "* ]]; then run=(--block "$design" --set vcs=2 --cycles 40 --quiet); fi
    if [[ $design == request_system ]]; then
        run=(--network crossbar --stream core_stencil --stream-cores 4 --channels 2 --requests 40 --quiet)
    fi
    "$ROWHOLD" cosim "${run[@]}" --wave "$work/both.fst"
    "$views" --missing "$view" "$work/both.fst" || fail "$view names what the wave does not have"

    sed -E "s/\\.rtl\\.($planted)\$/.rtl.reedy/" "$view" >"$work/planted.gtkw"
    ! "$views" --missing "$work/planted.gtkw" "$work/both.fst" >"$work/said" || fail "$view: a planted signal passed"
    grep -q 'names rh_.*\.rtl\.reedy, which' "$work/said" || fail "$view: the planted signal was not named"

    "$ROWHOLD" cosim "${run[@]}" --wave "$work/again.fst"
    cmp "$work/both.fst" "$work/again.fst" || fail "$design: the same run wrote other bytes"
    echo "$design: $(grep -c '^rh_' "$view") signals named by the view, all there"

    [[ ${run[0]} == --controller ]] || continue # `simulate` runs controllers alone
    "$ROWHOLD" simulate "${run[@]}" --wave "$work/model.fst"
    "$views" --names "$work/both.fst" | grep -v '\.rtl\.\|\.diff\.' | sort >"$work/expected"
    "$views" --names "$work/model.fst" | sort >"$work/found"
    cmp "$work/expected" "$work/found" || fail "$design: the model alone writes other signals"
    echo "$design: $(wc -l <"$work/expected") signals without RTL"
done
: >"$work/empty.gtkw"
if "$views" --missing "$work/empty.gtkw" "$work/both.fst" >/dev/null; then fail "a view without signals passed"; fi
for gone in "$work/nowhere/x.fst" /proc/x.fst; do
    code=0
    "$ROWHOLD" cosim --stream rand1 --requests 4 --wave "$gone" 2>"$work/said" || code=$?
    [[ $code == 2 && $(grep -c . "$work/said") == 1 && ! -e $gone ]] ||
        fail "--wave $gone: exit $code, $(cat "$work/said")"
done

# --view starts GTKWave on the run with a view that fits its geometry, and does not wait for it.
mkdir "$work/bin"
printf '#!/bin/sh\nsleep 1\necho "$@" >"%s/started"\n' "$work" >"$work/bin/gtkwave"
chmod +x "$work/bin/gtkwave"
DISPLAY=:99 PATH=$work/bin:$PATH "$ROWHOLD" cosim --preset hbm2 --stream rand1 --requests 9 --quiet \
    --wave "$work/hbm2.fst" --view
for _ in $(seq 100); do [[ -s $work/started ]] && break || sleep 0.1; done
[[ $(cat "$work/started") == "--dump $work/hbm2.fst --save $work/hbm2.fst.gtkw" ]] ||
    fail "--view started: $(cat "$work/started")"
"$views" --missing "$work/hbm2.fst.gtkw" "$work/hbm2.fst" || fail "--view made a view that does not fit"
rm "$work/started"
DISPLAY=:99 PATH=$work/bin:$PATH "$ROWHOLD" cosim --allocator wavefront --inputs 2 --outputs 3 --iterations 2 \
    --hold row_match_hold_grant --cycles 50 --quiet --wave "$work/small.fst" --from 10 --for 30 --view
for _ in $(seq 100); do [[ -s $work/started ]] && break || sleep 0.1; done
[[ $(cat "$work/started") == "--dump $work/small.fst --save $work/small.fst.gtkw" ]] ||
    fail "--view started: $(cat "$work/started")"
"$views" --missing "$work/small.fst.gtkw" "$work/small.fst" || fail "--view made a view that does not fit an allocator"
grep -q 'rh_wavefront\.rtl\.pair\[1\]\[2:0\]' <(grep -A 1 '^@28$' "$work/small.fst.gtkw") ||
    fail "a set is not shown bit by bit"
grep -q 'rh_wavefront\.rtl\.row\[7\]\[11:0\]' <(grep -A 1 '^@24$' "$work/small.fst.gtkw") ||
    fail "a row is not shown as a number"
echo "--view fits its run"
