#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Plants one fault after the other in a small clean tree; scripts/check must pass the clean tree and name each fault.
#
#   test_check.sh [all]    all: every fault, for scripts/evidence, not only the first of each check
source tb/shell.sh || exit
check=$PWD/scripts/check
tree=$work/tree
licence='// SPDX-License-Identifier: Apache-2.0'
whole=${1:-} cases=0 planted=0
declare -A tried=()

# What the generator includes.
mapfile -t headers < <(cc -std=c11 -D_GNU_SOURCE -I. -Iinclude -MM scripts/lib/rh_gen.c | tr -s ' \\' '\n' |
    grep -E "^(include/rowhold|cmodel)/")

# A clean tree: one controller, one bank module, the generator with its tables.
make_tree() {
    mkdir -p "$tree"/{cmodel/{core,dram,controller,channel,cli},rtl/{core,dram,controller,network}} \
        "$tree"/{include/rowhold,scripts/lib,docs,tb/{unit,formal}}
    cp -r include/tables "$tree/include/"
    cp --parents "${headers[@]}" "$tree/"
    cp scripts/lib/rh_gen.c scripts/lib/rh_gen_*.h "$tree/scripts/lib/"
    cp .clang-format "$tree/"
    printf '%s\nRH_VARIANT(controller, fifo, "one")\n' "$licence" >"$tree/include/tables/variants.def"
    printf '%s\n#include "rowhold/rh_bank.h"\n\nconst struct rh_block_ops rh_fifo_ops = {0};\n' "$licence" \
        >"$tree/cmodel/controller/rh_fifo.c"
    printf '%s\n#include "rowhold/rh_bank.h"\n' "$licence" >"$tree/cmodel/dram/rh_bank.c"
    printf '%s\n#include "rowhold/rh_channel.h"\n' "$licence" >"$tree/cmodel/channel/rh_channel.c"
    printf '%s\n#include "rowhold/rh_error.h"\n' "$licence" >"$tree/include/rowhold/rh_bank.h"
    printf '%s\n#include "rowhold/rh_error.h"\n' "$licence" >"$tree/include/rowhold/rh_channel.h"
    printf '%s\nmodule rh_first (input logic a_i);\nendmodule\n' "$licence" >"$tree/rtl/core/rh_first.sv"
    printf '%s\nmodule rh_bank (input logic a_i);\n  rh_first u_first (.a_i(a_i)); // not a.path\nendmodule\n' \
        "$licence" >"$tree/rtl/dram/rh_bank.sv"
    # its head is generated
    {
        echo "$licence"
        grep -E '^// (begin|end) generated' rtl/controller/rh_fifo.sv
        printf '  rh_bank u_bank (.a_i(clk_i));\nendmodule\n'
    } >"$tree/rtl/controller/rh_fifo.sv"
    for shell in rh_age_controller rh_fifo_controller; do
        {
            echo "$licence"
            grep -E '^// (begin|end) generated' rtl/controller/rh_fifo.sv
            echo endmodule
        } >"$tree/rtl/controller/$shell.sv"
    done
    {
        printf '%s\nmodule rh_request_system;\n' "$licence"
        grep -E '^// (begin|end) generated' rtl/network/rh_request_system.sv
        echo endmodule
    } >"$tree/rtl/network/rh_request_system.sv"
    # shellcheck disable=SC2016 # the backquotes are Markdown's
    printf '# Fifo\n\n[model](../cmodel/controller/rh_fifo.c), %s\n' \
        '`rtl/*/rh_<name>.sv` or `docs/tables`, `scripts/lib/rh_gen.c --write .`' \
        >"$tree/docs/rh_fifo.md"
    # shellcheck disable=SC2016
    printf '%s\n' '## What it is' '## Picture' '## Ports' '## Policy' '```wave' 'commands  .A...R..' '```' '## Cost' \
        '## Evidence' >>"$tree/docs/rh_fifo.md"
    printf '%s\nstatic const char *const wave = ".A...R....";\n' "$licence" >"$tree/tb/unit/test_fifo.c"
    mkdir -p "$tree/docs/tables"
    cp -r docs/schemas "$tree/docs/"
    cp docs/tables/{results,columns}.md "$tree/docs/tables/"
    cc -std=c11 -D_GNU_SOURCE -I"$tree" -I"$tree/include" -o "$tree.gen" \
        "$tree/scripts/lib/rh_gen.c" "${ROWHOLD_BUILD:-build}/librowhold.a"
    "$tree.gen" --write "$tree" >"$tree/written"
    rm "$tree/written"
}

# expect CHECK TEXT: the check fails and its output has a line that begins with TEXT.
expect() {
    local output status=0
    cases=$((cases + 1))
    if [[ $whole != all && -n ${tried[$1]:-} ]]; then
        restore
        return
    fi
    planted=$((planted + 1)) tried[$1]=1
    output=$("$check" --root "$tree" "$1" 2>/dev/null) || status=$?
    if [[ $status -ne 1 ]] || ! grep -qF -- "$2" <<<"$output"; then
        fault "check '$1' exit $status, expected 1 and the line: $2; $output"
    fi
    restore
}
# The clean tree again: what was planted goes, what is missing comes from the copy of the one that was made.
restore() {
    find "$tree" \( -type f -newer "$tree.clean/stamp" -o -type d -empty \) -delete
    cp -a --no-clobber "$tree.clean/." "$tree"
}

make_tree
cp -a "$tree" "$tree.clean"
sleep 0.01 # a file that is planted is newer
touch "$tree.clean/stamp"
if ! output=$("$check" --root "$tree" 2>/dev/null); then
    echo "FAIL: the clean tree has faults:"
    echo "$output"
    exit 1
fi

for ((i = 0; i < 1000; i++)); do echo; done >>"$tree/cmodel/dram/rh_bank.c"
expect lines "cmodel/dram/rh_bank.c:1000: found 1002 lines, expected at most 1000"

echo 'int x;' >"$tree/cmodel/core/rh_bare.c"
expect spdx "cmodel/core/rh_bare.c:1: found no licence line"

echo 'gitdir: nowhere' >"$tree/.git" # git refuses, and the files are looked at all the same
echo 'int x;' >"$tree/cmodel/core/rh_bare.c"
expect spdx "cmodel/core/rh_bare.c:1: found no licence line"

printf '#!/bin/bash\necho\n' >"$tree/scripts/bare"
expect spdx "scripts/bare:1: found no licence line"

printf '# %s\nyes | %s y\nno || grep -q y file\n' "${licence#// }" 'grep -iq' >"$tree/scripts/piped"
expect pipes "scripts/piped:2: pipes into grep -q, expected grep that reads to the end"

printf '# %s\nno ||\n    grep -q y file\nyes |\n    %s y\n' "${licence#// }" 'grep -q' >"$tree/scripts/piped"
expect pipes "scripts/piped:5: pipes into grep -q, expected grep that reads to the end"

printf '%s\n#include "rowhold/rh_channel.h"\n' "$licence" >"$tree/cmodel/dram/rh_bank.c"
expect layers \
    "cmodel/dram/rh_bank.c:2: cmodel/dram includes 'rowhold/rh_channel.h' of cmodel/channel, expected its own layer"

printf '%s\n#include "cmodel/cli/rh_options.h"\n' "$licence" >"$tree/cmodel/channel/rh_channel.c"
expect layers \
    "cmodel/channel/rh_channel.c:2: cmodel/channel includes 'cmodel/cli/rh_options.h' of cmodel/cli, expected its own"

printf '%s\n#include "tb/lockstep/rh_rtl.h"\n' "$licence" >"$tree/cmodel/cli/cmd_run.c"
expect layers "cmodel/cli/cmd_run.c:2: a model includes 'tb/lockstep/rh_rtl.h', expected nothing of tb/"

printf '%s\n#include "cmodel/dram/rh_bank.h"\n' "$licence" >"$tree/include/rowhold/rh_bank.h"
expect layers "include/rowhold/rh_bank.h:2: a public header includes 'cmodel/dram/rh_bank.h'"

echo '#include "rowhold/rh_bank.h"' >>"$tree/include/tables/timing.def"
expect layers "a table includes 'rowhold/rh_bank.h', expected a table by its name or no include"

mkdir "$tree/cmodel/odds"
printf '%s\n#include "rowhold/rh_bank.h"\n' "$licence" >"$tree/cmodel/odds/rh_odd.c"
expect layers "cmodel/odds/rh_odd.c:2: found folder cmodel/odds, expected one that scripts/check ranks"

# a variant hands its ports on, no other module
sed -i 's/(.a_i(clk_i));/(.a_i(clk_i), .*);/' "$tree/rtl/controller/rh_fifo.sv"
"$check" --root "$tree" rtl >/dev/null || fault "a variant may not hand its ports on by .*"
sed -i 's/(.a_i(a_i));/(.*);/' "$tree/rtl/dram/rh_bank.sv"
expect rtl "rtl/dram/rh_bank.sv:3: found a .* connection"

sed -i 's/^endmodule/  assign b = u_first.a_i;\nendmodule/' "$tree/rtl/dram/rh_bank.sv"
expect rtl 'rtl/dram/rh_bank.sv:4: found "u_first.a_i", expected no hierarchical path'

sed -i 's/^endmodule/  assign b = u_first[2].a_i;\nendmodule/' "$tree/rtl/dram/rh_bank.sv"
expect rtl 'rtl/dram/rh_bank.sv:4: found "u_first[2].a_i", expected no hierarchical path'

sed -i "s/u_first (.a_i(a_i))/u_first (.a_i('0))/" "$tree/rtl/dram/rh_bank.sv"
expect rtl "rtl/dram/rh_bank.sv:3: connects a constant without a width"

sed -i 's/rh_first u_first/rh_fifo u_fifo/' "$tree/rtl/dram/rh_bank.sv"
expect rtl "rtl/dram/rh_bank.sv:3: uses rtl/controller/rh_fifo.sv, expected its own layer or a lower one"

sed -i 's/^module rh_first/module rh_frist/' "$tree/rtl/core/rh_first.sv"
expect rtl "rtl/core/rh_first.sv:1: found module rh_frist, expected rh_first and no other"

# shellcheck disable=SC2016 # the backquote is SystemVerilog's
sed -i '1a `include "other.svh"' "$tree/rtl/core/rh_first.sv"
expect rtl "rtl/core/rh_first.sv:2: found an include"

sed -i '1a // verilator takes this line for a directive' "$tree/rtl/core/rh_first.sv"
expect directives "rtl/core/rh_first.sv:2: a comment begins with the word of a directive"

sed -i '2i /* verilator lint_off UNUSED */' "$tree/rtl/core/rh_first.sv"
sed -i '1a \\' "$tree/rtl/core/rh_first.sv"
expect directives "rtl/core/rh_first.sv:3: found a waiver, expected its reason in the line above"

rm "$tree/rtl/controller/rh_fifo.sv"
expect stems "include/tables/variants.def: controller 'fifo' has no rtl/controller/rh_fifo.sv"

rm "$tree/cmodel/controller/rh_fifo.c"
expect stems "include/tables/variants.def: controller 'fifo' has no cmodel/controller/rh_fifo.c"

sed 's/fifo/stray/' "$tree/cmodel/controller/rh_fifo.c" >"$tree/cmodel/controller/rh_stray.c"
expect stems "cmodel/controller/rh_stray.c:1: defines rh_stray_ops, expected a row RH_VARIANT(KIND, stray, ...)"

sed -i '/^## Ports/d' "$tree/docs/rh_fifo.md"
expect pages "docs/rh_fifo.md:4: found sections What it is, Picture, Policy, Cost, Evidence, expected What it is,"

sed -i 's/^## Cost/## Ports/; 0,/^## Ports/s//## Cost/' "$tree/docs/rh_fifo.md"
expect pages "docs/rh_fifo.md:4: found sections What it is, Picture, Cost, Policy, Ports, Evidence, expected"

sed -i 's/^```wave/```/' "$tree/docs/rh_fifo.md"
expect pages "docs/rh_fifo.md:7: found a policy without a wave, expected a \`\`\`wave block of tb/unit/test_fifo.c"

sed -i 's/^commands  .A...R/commands  .A..R./' "$tree/docs/rh_fifo.md"
expect pages "docs/rh_fifo.md:9: found '.A..R...', expected a wave of tb/unit/test_fifo.c"

rm "$tree/tb/unit/test_fifo.c"
expect pages "docs/rh_fifo.md:9: found '.A...R..', expected a wave of tb/unit/test_fifo.c"

echo '[gone](../no/such.md)' >>"$tree/docs/rh_fifo.md"
expect links "docs/rh_fifo.md:13: links to '../no/such.md', expected a file that exists"

echo 'See [here](#what-it-is), [there](../docs/rh_fifo.md#what-it-was).' >>"$tree/docs/rh_fifo.md"
expect links "docs/rh_fifo.md:13: links to 'docs/rh_fifo.md#what-it-was', expected a heading of that page"

# shellcheck disable=SC2016 # these backquotes are Markdown's too
echo 'See `tb/formal/fv_rh_fifo.sv`, lost.' >>"$tree/docs/rh_fifo.md"
expect paths "docs/rh_fifo.md:13: names 'tb/formal/fv_rh_fifo.sv', expected a path that exists"

# shellcheck disable=SC2016
echo 'Proofs: `tb/unit`, `fv_rh_gone.sv`.' >>"$tree/docs/rh_fifo.md"
expect paths "docs/rh_fifo.md:13: names 'fv_rh_gone.sv', expected a path that exists"

# shellcheck disable=SC2016
echo 'Run `scripts/absent --all` first.' >>"$tree/docs/rh_fifo.md"
expect paths "docs/rh_fifo.md:13: names 'scripts/absent', expected a path that exists"

printf '#!/bin/bash\n%s\n' "${licence/\/\//#}" | tee "$tree/scripts/named" >"$tree/scripts/unnamed"
# shellcheck disable=SC2016
echo 'Run `scripts/named`.' >"$tree/docs/contributing.md"
expect paths "scripts/unnamed:1: found no word of it in docs/contributing.md"

# shellcheck disable=SC2016
echo 'Each has `rtl/core/fifo_<name>.sv`.' >>"$tree/docs/rh_fifo.md"
expect paths "docs/rh_fifo.md:13: names 'rtl/core/fifo_*.sv', expected a path that exists"

sed -i "s/CMD_NOP = 3'd0/CMD_NOP = 3'd5/" "$tree/rtl/rh_pkg.sv"
expect generated "rtl/rh_pkg.sv:1: stale or missing"

sed -i 's/parameter int unsigned QUEUE = 32/parameter int unsigned QUEUE = 16/' "$tree/rtl/controller/rh_fifo.sv"
expect generated "rtl/controller/rh_fifo.sv:1: stale or missing"

sed -i 's/"returned with the response"/"given back with the response"/' "$tree/include/tables/controller_ports.def"
expect generated "docs/tables/ports.md:1: stale or missing"

sed -i 's/"boolean"/"integer"/' "$tree/docs/schemas/compare.schema.json"
expect generated "docs/schemas/compare.schema.json:1: stale or missing"

sed -i 's/RCD_RD_AT = 0/RCD_RD_AT = 1/' "$tree/tb/formal/observe_backend.svh"
expect generated "tb/formal/observe_backend.svh:1: stale or missing"

sed -i '/^.. end generated/d' "$tree/rtl/controller/rh_fifo.sv"
expect generated "rtl/controller/rh_fifo.sv:1: found no line, or several, '// end generated'"

sed -i '/^.. begin generated/p' "$tree/rtl/controller/rh_fifo.sv"
expect generated "rtl/controller/rh_fifo.sv:1: found no line, or several, '// begin generated"

sed -i 's/RH_VARIANT(controller, fifo,/RH_VARIANT(controller, newer,/' "$tree/include/tables/variants.def"
expect generated "include/tables/variants.def:1: found 'newer', which the build does not have"

rm "$tree/docs/tables/causes.md"
expect generated "docs/tables/causes.md:1: stale or missing"

sed -i 's/"column to PRE"/"column command to PRE"/' "$tree/include/tables/causes.def"
expect generated "docs/tables/causes.md:1: stale or missing"

cp scripts/lib/tables_in_pages "$tree/scripts/lib/"
printf '<!-- table lone: made by scripts/check --fix -->\n| a |\n| - |\n| 1 |\n<!-- end of table -->\n' \
    >"$tree/README.md"
printf '| a |\n| - |\n| 2 |\n' >"$tree/docs/tables/lone.md"
expect generated "README.md:1: stale tables"

# The rows of one value alone; a value that no row has is refused.
cp scripts/lib/tables_in_pages "$tree/scripts/lib/"
printf '| a | b |\n| - | - |\n| 1 | 2 |\n| 2 | 1 |\n| 3 | 2 |\n' >"$tree/docs/tables/lone.md"
printf '<!-- table lone, b 2: x -->\n<!-- end of table -->\n' >"$tree/README.md"
"$tree/scripts/lib/tables_in_pages"
[[ $(sed '1d;$d' "$tree/README.md") == $'| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 2 |' ]] ||
    fault "table lone, b 2: $(cat "$tree/README.md")"
sed -i 's/b 2/b 3/' "$tree/README.md"
if "$tree/scripts/lib/tables_in_pages" 2>"$tree/said"; then fault "a table without rows was passed"; fi
grep -q 'docs/tables/lone.md: found no row of b 3, expected some' "$tree/said" ||
    fault "found '$(cat "$tree/said")', expected 'found no row'"
rm "$tree/said" "$tree/scripts/lib/tables_in_pages" "$tree/docs/tables/lone.md" "$tree/README.md"

cp -r scripts/mutants scripts/lib "$tree/scripts/"
mkdir -p "$tree/tb/mutants"
printf '%s\n' rtl/dram/rh_bank.sv '- input logic b_i' '+' 'lint fifo: WIDTH' >"$tree/tb/mutants/rh_bank.txt"
expect mutants "tb/mutants/rh_bank.txt:2: found 'input logic b_i' 0 times in rtl/dram/rh_bank.sv, expected it once"

printf '%s\n#include <string.h>\n#include "rowhold/rh_bank.h"\n' "$licence" >"$tree/cmodel/dram/rh_bank.c"
expect includes 'cmodel/dram/rh_bank.c:2: found a block of <...> and "...", expected a blank line between'

printf '%s\n#include "rowhold/rh_error.h"\n\n#include <string.h>\n' "$licence" >"$tree/cmodel/dram/rh_bank.c"
expect includes 'cmodel/dram/rh_bank.c:4: found <string.h> after "...", expected the file'"'"'s own header, then <...>'

printf '%s\n#include "rowhold/rh_bank.h"\n\n#include "rh_timing.h"\n' "$licence" >"$tree/cmodel/dram/rh_bank.c"
expect includes 'cmodel/dram/rh_bank.c:4: found "rh_timing.h", expected a path that begins with cmodel/'

printf 'static const char text[] = "1u"; /* 2u */\nunsigned x = 1U + 3u;\n' >>"$tree/cmodel/dram/rh_bank.c"
expect suffixes "cmodel/dram/rh_bank.c:4: found '3u', expected the suffix U, or UINT64_C() for 64 bits"

echo 'unsigned long x = 0xFFUL;' >>"$tree/cmodel/dram/rh_bank.c"
expect suffixes "cmodel/dram/rh_bank.c:3: found '0xFFUL', expected the suffix U"

words=$(printf 'word %.0s' {1..30})
echo "int a; // $words" >>"$tree/cmodel/dram/rh_bank.c"
expect width "cmodel/dram/rh_bank.c:3: found 160 characters, expected at most 120"

echo "| $words |" >>"$tree/docs/rh_fifo.md" # a table's row may be long, a paragraph not
printf '```console\n%s\n```\n' "$words" >>"$tree/docs/rh_fifo.md" # nor what a program printed
echo "A $words" >>"$tree/docs/rh_fifo.md"
expect width "docs/rh_fifo.md:17: found 152 characters, expected at most 120"

sed -i '/^endmodule/i logic sum, open;\n' "$tree/rtl/core/rh_first.sv"
expect declared "rtl/core/rh_first.sv:3: found the name 'open', expected one that is no word of VHDL"
sed -i '/^endmodule/i assign sum = W[0];\nlocalparam int unsigned V = 1, W = 2;' "$tree/rtl/core/rh_first.sv"
expect declared "rtl/core/rh_first.sv:3: found 'W', expected it below its declaration"

echo "int a; // it sh""all be" >>"$tree/cmodel/dram/rh_bank.c"
expect words "cmodel/dram/rh_bank.c:3: found 'sh""all', expected another word: must, or the plain verb"

echo "struct rh_bank_ne""ws; // Unt""olds are no case of it." >>"$tree/cmodel/dram/rh_bank.c"
expect words "cmodel/dram/rh_bank.c:3: found 'ne""ws', expected another word: report, result"

echo 'bool f(void) { return rh_error_set(e, "%s: found %u" PRIu64 " of it", a, b); }' >>"$tree/cmodel/dram/rh_bank.c"
expect errors "cmodel/dram/rh_bank.c:3: found '%s: found %u of it', expected 'WHERE: found ..., expected ...'"

echo 'bool f(void) { return rh_error_set(e, "a: out of ""memory"); }' >>"$tree/cmodel/dram/rh_bank.c"
expect errors "cmodel/dram/rh_bank.c:3: found 'out of memory', expected 'WHERE: found no memory, expected enough'"

echo 'bool f(void) { return rh_error_set(e, "found 1, expected --"   "bits 2 or --bits=3"); } // --bits' \
    >>"$tree/cmodel/dram/rh_bank.c"
expect options "cmodel/dram/rh_bank.c:3: found '--bits', expected a member of a setup (rh_error_field)"

if command -v clang-format >/dev/null; then
    printf '%s\nint  a(void)\n{\n}\n' "$licence" >"$tree/cmodel/dram/rh_bank.c"
    expect format "cmodel/dram/rh_bank.c:2: found another layout, expected clang-format's"

    # --fix mends the layout, the tables of README.md, comments, pages and suffixes.
    cp scripts/check "$tree/scripts/"
    cp -r scripts/lib "$tree/scripts/"
    printf '%s\nint  a(void)\n{\n}\n' "$licence" >"$tree/cmodel/dram/rh_bank.c"
    printf '<!-- table lone: made by scripts/check --fix -->\n| 1 |\n<!-- end of table -->\n' >"$tree/README.md"
    printf '| 2 |\n' >"$tree/docs/tables/lone.md"
    printf '// A short line ends its paragraph.\n// %s\n// shellcheck disable=1\nunsigned b = 1u;\n' "$words" \
        >>"$tree/cmodel/dram/rh_bank.c"
    printf '/** %s\n * %s */\nint c;\n' "$words" "$words" >>"$tree/cmodel/dram/rh_bank.c"
    printf '\n- %s`%s`\n\n    %s\n' "$words" "${words:0:49}" "$words" >>"$tree/docs/rh_fifo.md"
    if ! output=$("$tree/scripts/check" --fix format generated suffixes 2>&1) ||
        [[ $(sed -n 2p "$tree/README.md") != '| 2 |' ]]; then
        fault "scripts/check --fix mends no layout or no README.md: $output"
    fi
    full=$(printf 'word %.0s' {1..23}) full=${full% }
    printf '%s\n' "$licence" 'int a(void) {}' '// A short line ends its paragraph.' "// $full" \
        '// word word word word word word word' '// shellcheck disable=1' 'unsigned b = 1U;' \
        "/** $full" " * $full" ' * word word word word word word word word word word word word word word */' 'int c;' |
        cmp - "$tree/cmodel/dram/rh_bank.c" || fault "--fix wraps comments otherwise"
    printf '%s\n' '' "- $full" "  word word word word word word word \`${words:0:49}\`" '' "    $words" |
        cmp - <(tail -n 5 "$tree/docs/rh_fifo.md") || fault "--fix wraps pages otherwise"
    restore
else
    echo "no clang-format: the planted layout fault was left out"
fi

status=0
"$check" --root "$tree" spelling >/dev/null 2>&1 || status=$?
[[ $status -eq 2 ]] || fault "an unknown check exits $status, expected 2"
echo "$planted faults planted, of $cases"
[[ $cases -ge 40 ]]
