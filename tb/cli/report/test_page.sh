#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The page of `rowhold report` in a real browser (Chromium, headless): look_at_page.py says what is looked at. Each
# fault that is put into the page must be seen.
source tb/shell.sh || exit
look=$PWD/tb/cli/report/look_at_page.py
python=python3 # the first in PATH may not be Debian's, which has Selenium
$python -c 'import selenium' 2>/dev/null || python=/usr/bin/python3
$python -c 'import selenium' 2>/dev/null || { echo "skipped: no python3-selenium" && exit 77; }
needs chromedriver
cd "$work"
suite=(--controller banked_fifo,fr_fcfs,most_pending --queue 8,32 --requests 500 --no-lockstep --cache cache --quiet)
"$rowhold" report "${suite[@]}" --stream rand1,mixed,random --html page.html
"$rowhold" report "${suite[@]}" --preset ddr4_2400 --stream rand1,mixed,stream --html ddr4.html # no area is known of it
"$rowhold" report "${suite[@]}" --stream rand1 --kernel stream_copy,scan,transpose --grid 4 --machine gt200_28 \
    --network crossbar,mesh --html programs.html
for part in policy 'no work'; do # the rarest parts are among what is looked at
    grep -q "% $part</title>" page.html || { echo "FAIL: no chart shows '$part'" && exit 1; }
done

# plant WORDS SED-PROGRAM: a page so changed is refused with these words.
pages=(page.html ddr4.html programs.html)
plant() {
    local file=planted${#pages[@]}.html
    sed "$2" page.html >"$file"
    ! cmp -s page.html "$file" || { echo "FAIL: nothing was planted for '$1'" && exit 1; }
    pages+=("$file:$1")
}
if [[ ${1:-} == all ]]; then # for scripts/evidence
    plant 'leaves its chart' '0,/text-anchor="end">/s//text-anchor="start" dx="9000">/'
    plant 'no marks' 's/<circle /<circl /g'
    plant 'hide columns' 's/  \.scroll { overflow: visible;/& width: 20rem;/'
    plant 'stand without a chart' 's/<section id="runs">/&<p class="legend"><\/p>/'
    plant 'dark: a mark has no colour' 's/--s13: #4a6fa5/--s13: #3b4249/'
    plant 'what is not known' 's/return (x === null) - (y === null)/return (y === null) - (x === null)/'
    plant 'hide rows' 's/\.scroll { overflow-x: auto;/& max-height: 6rem;/'
    plant 'wider than the window' 's/\.scroll { overflow-x: auto;/.scroll {/'
fi
plant 'does not sort' 's/return down \* compare/return compare/'
plant 'a mark has no colour' '/^\.s14 {/d'
plant 'contrast' 's/--text: #e6e9ec/--text: #30363c/'
plant 'the browser says' 's/^"use strict";/"use strict"; nothing();/'
"$python" "$look" "${pages[@]}"
