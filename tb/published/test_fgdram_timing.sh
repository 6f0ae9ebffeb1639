#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The diagrams of docs/fgdram.md are those of today's runs, and show the limits that the page explains.
source tb/published/published.sh
scripts/experiment fgdram_timing >"$work/timing"

# What stands between the plain fences of a page, a blank line between two blocks; commands have fences of their own.
blocks() {
    awk '/^```/ { inside = !inside; shown = $0 == "```" && inside; if (shown && n++) print ""; next } shown' "$1"
}

# Counts characters: reads two a row fill both buses and every interface; one a row fills the row bus and half of the
# rest; the interface of a grain that writes is busy 64 of 84 clocks.
check() {
    awk '
        function expect(ok, text) { checks++; if (!ok) { print "broken: " text; broken++ } }
        function idle(line) { return gsub(/\./, "", line) }
        /^[a-z]+_[a-z0-9]+$/ { run = $0; next }
        /^row bus/ { row[run] = idle($0) }
        /^column bus/ { column[run] = idle($0) }
        /^grain/ { data[run] += idle($0); grains[run]++ }
        END {
            expect(row["apart_2"] == 0 && column["apart_2"] == 0, "two atoms a row: a bus idles")
            expect(grains["apart_2"] == 8 && data["apart_2"] == 0, "two atoms a row: an interface idles")
            expect(row["apart_1"] == 0 && column["apart_1"] == 32, "one atom a row: the row bus idles")
            expect(grains["apart_1"] == 8 && data["apart_1"] == 256, "one atom a row: interfaces are not half full")
            expect(grains["writes_grain"] == 1 && data["writes_grain"] == 20, "writes: an interface not busy 64 of 84")
            print checks " expectations, " broken + 0 " broken"
            exit broken > 0 || checks < 5
        }' "$1"
}
check "$work/timing" || fault "the pictures of this run"
plant 'an idle slot of the row bus' 's/^\(row bus *\)A[0-7]/\1../' "$work/timing"
plant 'an atom that is not there' 's/^\(grain 3 data.*\)Bbbbbbbb/\1......../' "$work/timing"
plant 'a grain without its line' '/^grain 7/d' "$work/timing"

blocks docs/fgdram.md | diff -u - "$work/timing" || fault 'docs/fgdram.md is stale; scripts/experiment fgdram_timing'
