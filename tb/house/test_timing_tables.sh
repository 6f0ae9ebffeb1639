#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A row of controller_config.def is all that a configuration register takes: sum, lint and page follow from it, and a row that leaves out what
# they need does not compile. Rows are planted into a copy of the tables.
set -euo pipefail
CC=${CC:-cc}
command -v "$CC" >/dev/null || { echo "skipped: no C compiler '$CC'" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
mkdir -p "$work/tree"/{rtl/core,docs/tables}
cp -r include "$work/tree/"

# The register `extra` of gddr3's times, and what the lint of so many timer bits says.
cat >"$work/extra.c" <<'C'
#include <stdio.h>
#include <stdlib.h>

#include "rowhold/rh_timing.h"

int main(int argc, char **argv) {
    const struct rh_timing timing = {2, 9, 4, 12, 12, 13, 21, 34, 8, 8, 32, 4, 2, 2, 0, 5, 9, 13, 2, 6240, 40, 40, 1, 1};
    const struct rh_geometry geometry = {32, 4, 1, 1, 12, 8, 8, 16, (unsigned char)atoi(argv[argc - 1])};
    struct rh_error error = {"passed"};
    struct rh_gaps gaps = rh_gaps_from_timing(&timing, RH_REFRESH_PER_BANK, 4);
    (void)rh_timing_lint(&timing, RH_REFRESH_OFF, &geometry, NULL, 0, &error);
    printf("%u; %s\n", (unsigned)gaps.extra, error.text);
    return 0;
}
C
compile() { # ROW: whether the models take the table with it
    { cat include/tables/controller_config.def && echo "$1"; } >"$work/tree/include/tables/controller_config.def"
    "$CC" -std=c11 -D_GNU_SOURCE -I"$work/tree/include" cmodel/dram/rh_timing.c cmodel/core/rh_error.c "$work/extra.c" -o "$work/extra" \
        >"$work/log" 2>&1
}
refused() { # WORDS ROW
    if compile "$2"; then fail "$2: compiled"; fi
    grep -q "$1" "$work/log" || fail "$2: found no '$1' in: $(cat "$work/log")"
}
says() { # BITS TEXT
    [[ $("$work/extra" "$1") == "$2" ]] || fail "$row, $1 bits: found '$("$work/extra" "$1")', expected '$2'"
}

row='RH_GAP(extra, t->tFAW + t->tRRD_L, tFAW, "planted")'
compile "$row" || fail "$row: $(cat "$work/log")"
says 8 '40; passed'
says 6 '40; passed'
says 5 '40; tRC: found tRC = 34, expected 1 to 31 (5 timer bits)'
row='RH_GAP(extra, t->tFAW + t->tRC, tFAW, "planted")'
compile "$row"
says 6 '66; tFAW: found tFAW + tRC = 66, expected 1 to 63 (6 timer bits)'
row='RH_GAP(extra, t->tWTR_S, tWTR_S, "may be 0, which no timer can count")'
compile "$row"
says 8 '0; tWTR_S: found tWTR_S = 0, expected 1 to 255 (8 timer bits)'
row='RH_SETTING(extra, 16, per_bank ? t->tREFI / banks : 0, "planted")'
compile "$row"
says 8 '1560; passed'

refused 'expected expression' 'RH_GAP(extra, , tFAW, "no expression")'
refused argument 'RH_GAP(extra, tFAW, "no expression")'
refused "tFAV" 'RH_GAP(extra, t->tFAV, tFAW, "of no JEDEC value")'
refused "tFAV" 'RH_GAP(extra, t->tFAW, tFAV, "blames no JEDEC value")'
refused 'expected expression' 'RH_SETTING(extra, 16, , "no expression")'

# The page and the package have the row, without the C in it.
row='RH_GAP(extra, t->tFAW + t->tRRD_L, tFAW, "planted")'
compile "$row"
"$CC" -std=c11 -D_GNU_SOURCE -I"$work/tree/include" scripts/lib/rh_gen.c -o "$work/rh_gen"
"$work/rh_gen" --write "$work/tree" >/dev/null
grep -qxF '| `extra` | timer_bits | tFAW + tRRD_L | planted |' "$work/tree/docs/tables/gaps.md" || fail "docs/tables/gaps.md has no row 'extra'"
grep -qxF '  localparam int unsigned GAP_EXTRA = 20; // tFAW + tRRD_L: planted' "$work/tree/rtl/rh_pkg.sv" || fail "rtl/rh_pkg.sv has no GAP_EXTRA"
