#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Does docs/examples/intersim, compiled in a stand-in of GPGPU-Sim as its icnt_wrapper.cc, carry packets?
source tb/shell.sh || exit
source tb/library/adapter.sh
copy_adapter intersim
cd "$work"
mkdir gpgpu-sim
mv "$adapter/icnt_wrapper.cc" gpgpu-sim/
# What GPGPU-Sim's headers of these names say.
cat >option_parser.h <<'CODE'
#pragma once
enum option_dtype { OPT_INT32, OPT_UINT32, OPT_CSTR };
void option_parser_register(class OptionParser *, const char *, option_dtype, void *, const char *, const char *);
CODE
{
    printf '#pragma once\n#include <stdio.h>\n'
    while IFS='|' read -r name returns takes; do
        printf 'typedef %s (*icnt_%s_p)(%s);\nextern icnt_%s_p icnt_%s;\n' "$returns" "$name" "$takes" "$name" "$name"
    done <<'ROWS'
create|void|unsigned, unsigned
init|void|
has_buffer|bool|unsigned, unsigned
push|void|unsigned, unsigned, void *, unsigned
pop|void *|unsigned
transfer|void|
busy|bool|
display_stats|void|
display_overall_stats|void|
display_state|void|FILE *
get_flit_size|unsigned|
ROWS
    printf 'extern unsigned g_network_mode;\nvoid icnt_wrapper_init();\nvoid icnt_reg_options(class OptionParser *);\n'
} >gpgpu-sim/icnt_wrapper.h
# shellcheck disable=SC2046 # several flags
"$CXX" -std=c++11 "${warnings[@]}" -I. -Igpgpu-sim gpgpu-sim/icnt_wrapper.cc "$source/tb/library/intersim_user.cpp" \
    $(pkg-config --cflags --libs rowhold) -o user

# One router takes 8 clocks from push to pop, and every router more on the way 3.
while read -r config shaders memories expected; do
    ./user "$config" "$shaders" "$memories" 4000 >said 2>err || fault "$config: exit $?: $(<err)"
    [[ $(head -n 1 said) == "alone: $expected" ]] || fault "$config: $(head -n 1 said), expected $expected"
    grep -q '^4000 answered' said || fault "$config: $(<said)"
    # two alone and one that filled the buffer besides; a display of the run, and one of all
    [[ $(grep -c '^Accepted packet rate average = 0.[0-9]*' said) == 4 ]] || fault "$config: $(<said)"
    grep -q '^Reply network: 0 packets move$' said || fault "$config: $(<said)"
done <<'RUNS'
crossbar 10 8 8 clocks there, 12 with five flits, 8 back
mesh 20 6 14 clocks there, 18 with five flits, 14 back
ring,vcs=2,input_buffer_size=9 6 2 14 clocks there, 18 with five flits, 14 back
mesh,allocator=separable,columns=4,vcs=4,boundary_buffer_size=2 10 6 11 clocks there, 15 with five flits, 11 back
RUNS
cp user user_of
ring() { refusal "icnt: $1" ./user_of "$2" "${3:-6}" 2 10; }
words="expected allocator, columns, vcs, depth, queue, flit_size, input_buffer_size, boundary_buffer_size, static_vcs"
ring "-inter_config_file: found 'a.icnt', expected crossbar, mesh, ring or torus" a.icnt
ring "-inter_config_file: found 'vc=2', $words or speculative, and =VALUE" ring,vc=2
ring "-inter_config_file: found 'vcs=two', expected a number from 1 to 255 behind the =" ring,vcs=two
ring "-inter_config_file: found 'allocator=lifo', expected an allocator that \`rowhold list\` names" ring,allocator=lifo
ring "crossbar: found 90 cores and 2 controllers, expected *" crossbar 90
