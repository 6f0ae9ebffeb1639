#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The measured pictures of docs/images are those that the program draws today. Skips, and says so, without gnuplot, or
# with another one than drew them.
source tb/shell.sh || exit
needs gnuplot
scripts/figures plots "$work" >/dev/null
drawn=$(cd "$work" && echo *.svg)
[[ $drawn == "allocators.svg coupled.svg functional_run.svg networks.svg presets.svg queues.svg request_network.svg"\
" schedulers.svg thesis_controllers.svg thesis_designs.svg thesis_prediction.svg" ]] ||
    fail "scripts/figures plots draws $drawn"
made_by() { sed -n 's/.*Produced by \(GNUPLOT [^<]*[^ <]\) *<.*/\1/p' "$1"; }
[[ -n $(made_by "$work/queues.svg") ]] || fail "the pictures don't name the gnuplot that drew them"
for picture in $drawn; do
    here=$(made_by "$work/$picture") there=$(made_by "docs/images/$picture")
    if [[ $here != "$there" ]]; then
        echo "skipped: docs/images/$picture was drawn by $there, this is $here"
        exit 77
    fi
done
# stale FOLDER: names its pictures that are not those of today; fails when there is none
stale() {
    local picture count=0
    for picture in $drawn; do
        cmp -s "$work/$picture" "$1/$picture" || { echo "$1/$picture" && count=$((count + 1)); }
    done
    [[ $count -gt 0 ]]
}
! stale docs/images || fail "these are stale; run scripts/figures plots"
[[ $(grep -c 'id="gnuplot_plot_[1-7][ab]*"' "$work/allocators.svg") == 14 ]] || fail "there are other lines than 2 x 7"
[[ $(grep -c 'id="gnuplot_plot_[1-4]"' "$work/queues.svg") == 4 ]] || fail "there are other lines than 4"
presets=$(cut -d, -f1 docs/tables/preset_curves.csv | tail -n +2 | sort -u | wc -l)
[[ $(grep -c 'id="gnuplot_plot_[0-9]*"' "$work/presets.svg") == "$presets" ]] ||
    fail "there are other lines than one for each of $presets presets"
[[ $(grep -c 'id="gnuplot_plot_[1-6][a-c]*"' "$work/networks.svg") == 18 ]] || fail "there are other lines than 3 x 6"
[[ $(grep -c 'id="gnuplot_plot_[0-9]*[ab]*"' "$work/request_network.svg") == 32 ]] ||
    fail "there are other marks than 2 x 16"
for picture in coupled:11 functional_run:6 thesis_controllers:5 thesis_designs:4 thesis_prediction:8 schedulers:22; do
    [[ $(grep -c 'id="gnuplot_plot_[0-9]*[a-d]*"' "$work/${picture%:*}.svg") == "${picture#*:}" ]] ||
        fail "there are other marks in ${picture%:*} than ${picture#*:}"
done
mkdir "$work/planted"
for picture in $drawn; do cp "$work/$picture" "$work/planted"; done
sed '/<path stroke=/s/,\([0-9]*\)\.\([0-9]\)/,\10.\2/' "$work/queues.svg" >"$work/planted/queues.svg"
[[ $(stale "$work/planted") == "$work/planted/queues.svg" ]] || fail "a point that has moved goes unnoticed"

code=0
scripts/figures plots "$work/none" >"$work/out" 2>&1 || code=$?
[[ $code == 2 && $(<"$work/out") == "scripts/figures: found no folder $work/none, expected "* ]] ||
    fail "a folder that is not there: exit $code, $(cat "$work/out")"
echo "10 pictures are those of today"
