#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every signal that the view of a design names is in the wave of a run, and the check notices one that is not.
# The C model alone writes the same signals but for the RTL's; the same run writes the same bytes. With the design
# `fifo` also the view of a whole system, that waves/ is whole, and --view. The view beside the wave of a small design
# is looked at; the committed ones are of the usual size: `fifo` is looked at in it, and all are as they are made.
# each: controller allocator router injector ejector link
source tb/shell.sh || exit
views=$ROWHOLD_BUILD/bin/rh_views
if [[ ! -x $views ]]; then
    echo "skipped: this build has no FST writer"
    exit 77
fi

design=${1:?a design}
# named VIEW OPTION...: the wave of this run has every signal of the view; a planted one is noticed; the same run writes
# the same bytes. Each view has one of these signals.
planted='(req|send|message)_ready(\[0\])?|(held|ready)\[[0-9]:0\]|message_valid'
named() {
    local view=$1
    shift
    "$ROWHOLD" cosim "$@" --quiet --wave "$work/both.fst"
    "$views" --missing "$view" "$work/both.fst" || fail "$view names what the wave does not have"

    sed -E "s/\\.rtl\\.($planted)\$/.rtl.reedy/" "$view" >"$work/planted.gtkw"
    ! "$views" --missing "$work/planted.gtkw" "$work/both.fst" >"$work/said" || fail "$view: a planted signal passed"
    grep -q 'names rh_.*\.rtl\.reedy, which' "$work/said" || fail "$view: the planted signal was not named"

    "$ROWHOLD" cosim "$@" --quiet --wave "$work/again.fst"
    cmp "$work/both.fst" "$work/again.fst" || fail "$view: the same run wrote other bytes"
    echo "$(grep -c '^rh_' "$view") signals named by the view, all there"
}
case $("$ROWHOLD" list --csv - | awk -F, -v name="$design" '$2 == name { print $1 }') in # sizes that other tests have
controller) run=(--controller "$design" --stream rand2 --requests 40 --queue 8 --responses 4) ;;
allocator) run=(--allocator "$design" --cycles 40 --hold hold_grant --inputs 3 --outputs 4 --destinations 3 --banks 2
    --row-bits 5 --hash-bits 3) ;;
router) run=(--block "$design" --cycles 40 --set inputs=2,outputs=3,depth=3,vcs=2,destinations=5) ;;
injector) run=(--block "$design" --cycles 40 --set depth=3,vcs=2,destinations=5,queue=3,most_flits=8) ;;
ejector) run=(--block "$design" --cycles 40 --set vcs=2,depth=3) ;;
link) run=(--block "$design" --cycles 40 --set words=2,crc_bits=10,buffer=3) ;;
esac
[[ $design != fifo ]] || run=(--controller fifo --stream rand2 --requests 40)
view=waves/rh_$design.gtkw
if [[ $design != fifo ]]; then
    env -u DISPLAY -u WAYLAND_DISPLAY "$ROWHOLD" cosim "${run[@]}" --quiet --wave "$work/view.fst"
    view=$work/view.fst.gtkw
fi
named "$view" "${run[@]}"
if [[ ${run[0]} == --controller ]]; then # `simulate` runs controllers alone
    "$ROWHOLD" simulate "${run[@]}" --quiet --wave "$work/model.fst"
    "$views" --names "$work/both.fst" | grep -v '\.rtl\.\|\.diff\.' | sort >"$work/expected"
    "$views" --names "$work/model.fst" | sort >"$work/found"
    cmp "$work/expected" "$work/found" || fail "$design: the model alone writes other signals"
    "$views" --missing "$work/model.fst.gtkw" "$work/model.fst" || fail "$design: the model's view does not fit"
    echo "$(wc -l <"$work/expected") signals without RTL"
fi
[[ $design == fifo ]] || exit 0

# The system of other tests, whose queues count to 8 and not to 32.
sed -E 's/(\.occupancy\[[01]\])\[5:0\]/\1[3:0]/' waves/rh_request_system.gtkw >"$work/system.gtkw"
named "$work/system.gtkw" --network crossbar --stream core_stencil --stream-cores 4 --channels 2 \
    --controller banked_fifo --queue 8 --hold hold_grant --requests 40
"$views" --check . || fail "waves/ is stale"
mapfile -t designs < <("$ROWHOLD" list --names && echo request_system)
[[ $(basename -a waves/rh_*.gtkw | sort) == "$(printf 'rh_%s.gtkw\n' "${designs[@]}" request_network | sort)" ]] ||
    fail "waves/ has other views than the registry has designs, and of the whole tops" # test_top_waves.sh
: >"$work/empty.gtkw"
if "$views" --missing "$work/empty.gtkw" "$work/both.fst" >/dev/null; then fail "a view without signals passed"; fi
for gone in "$work/nowhere/x.fst" /proc/x.fst; do
    code=0
    "$ROWHOLD" cosim --quiet --stream rand1 --requests 4 --wave "$gone" 2>"$work/said" || code=$?
    [[ $code == 2 && $(grep -c . "$work/said") == 1 && ! -e $gone ]] ||
        fail "--wave $gone: exit $code, $(cat "$work/said")"
done

# --view starts GTKWave on the run with the view beside it, and does not wait for it.
mkdir "$work/bin"
printf '#!/bin/sh\nsleep 1\necho "$@" >"%s/started"\n' "$work" >"$work/bin/gtkwave"
chmod +x "$work/bin/gtkwave"
DISPLAY=:99 PATH=$work/bin:$PATH "$ROWHOLD" cosim --preset qb_hbm --queue 8 --responses 4 \
    --stream rand1 --requests 9 --quiet --wave "$work/other.fst" --view
for _ in $(seq 100); do [[ -s $work/started ]] && break || sleep 0.1; done
[[ $(<"$work/started") == "--dump $work/other.fst --save $work/other.fst.gtkw" ]] ||
    fail "--view started: $(cat "$work/started")"
"$views" --missing "$work/other.fst.gtkw" "$work/other.fst" || fail "--view made a view that does not fit"
rm "$work/started"
DISPLAY=:99 PATH=$work/bin:$PATH "$ROWHOLD" cosim --allocator wavefront --inputs 2 --outputs 3 --iterations 2 \
    --hold row_match_hold_grant --cycles 50 --quiet --wave "$work/small.fst" --from 10 --for 30 --view
for _ in $(seq 100); do [[ -s $work/started ]] && break || sleep 0.1; done
[[ $(<"$work/started") == "--dump $work/small.fst --save $work/small.fst.gtkw" ]] ||
    fail "--view started: $(cat "$work/started")"
"$views" --missing "$work/small.fst.gtkw" "$work/small.fst" || fail "--view made a view that does not fit an allocator"
flags_of() { awk '/^@/ { flag = $0 } /^[+r]/ { print flag, $NF }' "$1"; } # of each signal
grep -qxF '@28 rh_wavefront.rtl.pair[1][2:0]' <(flags_of "$work/small.fst.gtkw") || fail "a set is not shown bit by bit"
grep -qxF '@24 rh_wavefront.rtl.row[7][11:0]' <(flags_of "$work/small.fst.gtkw") ||
    fail "a row is not shown as a number"
echo "--view fits its run"
