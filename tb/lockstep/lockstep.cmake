# SPDX-License-Identifier: Apache-2.0
# The lockstep library behind `rowhold cosim`. The RTL itself is compiled when a run first asks for it
# (scripts/verilate), and kept by the contents of its sources.
add_library(rh_lockstep STATIC
    tb/lockstep/rh_allocator_bench.c
    tb/lockstep/rh_bench.c
    tb/lockstep/rh_controller_bench.c
    tb/lockstep/rh_cosim.c
    tb/lockstep/rh_cosim_text.c
    tb/lockstep/rh_cosim_wave.c
    tb/lockstep/rh_ejector_bench.c
    tb/lockstep/rh_events.c
    tb/lockstep/rh_injector_bench.c
    tb/lockstep/rh_link_bench.c
    tb/lockstep/rh_lockstep.c
    tb/lockstep/rh_mismatch.c
    tb/lockstep/rh_random_system.c
    tb/lockstep/rh_random_timing.c
    tb/lockstep/rh_recent.c
    tb/lockstep/rh_request_network.c
    tb/lockstep/rh_request_parts.c
    tb/lockstep/rh_request_system.c
    tb/lockstep/rh_router_bench.c
    tb/lockstep/rh_rtl.c
    tb/lockstep/rh_shadow.c
    tb/lockstep/rh_whole.c)
target_include_directories(rh_lockstep PUBLIC ${CMAKE_SOURCE_DIR})
target_compile_options(rh_lockstep PRIVATE ${ROWHOLD_WARNINGS})
target_link_libraries(rh_lockstep PUBLIC rowhold_cli rowhold)
# Random lockstep of whole tops, for scripts/lib/random_top.
add_executable(rh_random_top tb/lockstep/rh_random_top.c)
target_compile_options(rh_random_top PRIVATE ${ROWHOLD_WARNINGS})
target_link_libraries(rh_random_top PRIVATE rh_lockstep)
