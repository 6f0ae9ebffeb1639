# SPDX-License-Identifier: Apache-2.0
# The lockstep library behind `rowhold cosim`. The RTL itself is compiled when a run first asks for it
# (scripts/verilate), and kept by the contents of its sources.
add_library(rh_lockstep STATIC
    tb/lockstep/rh_allocator_bench.c
    tb/lockstep/rh_allocator_driver.c
    tb/lockstep/rh_allocator_events.c
    tb/lockstep/rh_allocator_watcher.c
    tb/lockstep/rh_bench.c
    tb/lockstep/rh_controller_bench.c
    tb/lockstep/rh_cosim.c
    tb/lockstep/rh_cosim_lane.c
    tb/lockstep/rh_cosim_network.c
    tb/lockstep/rh_cosim_text.c
    tb/lockstep/rh_cosim_wave.c
    tb/lockstep/rh_ejector_bench.c
    tb/lockstep/rh_events.c
    tb/lockstep/rh_injector_bench.c
    tb/lockstep/rh_link_bench.c
    tb/lockstep/rh_lockstep.c
    tb/lockstep/rh_mismatch.c
    tb/lockstep/rh_network_lockstep.c
    tb/lockstep/rh_network_registers.c
    tb/lockstep/rh_network_wave.c
    tb/lockstep/rh_number_options.c
    tb/lockstep/rh_random_bench.c
    tb/lockstep/rh_random_timing.c
    tb/lockstep/rh_recent.c
    tb/lockstep/rh_register_events.c
    tb/lockstep/rh_replay.c
    tb/lockstep/rh_router_bench.c
    tb/lockstep/rh_rtl.c
    tb/lockstep/rh_rtl_alone.c
    tb/lockstep/rh_script.c
    tb/lockstep/rh_shadow.c
    tb/lockstep/rh_system_blocks.c
    tb/lockstep/rh_system_events.c
    tb/lockstep/rh_system_load.c
    tb/lockstep/rh_system_lockstep.c
    tb/lockstep/rh_system_model.c
    tb/lockstep/rh_system_pair.c
    tb/lockstep/rh_system_ports.c
    tb/lockstep/rh_system_stream.c
    tb/lockstep/rh_system_wave.c
    tb/lockstep/rh_system_wave_list.c)
target_include_directories(rh_lockstep PUBLIC ${CMAKE_SOURCE_DIR})
target_compile_options(rh_lockstep PRIVATE ${ROWHOLD_WARNINGS})
target_link_libraries(rh_lockstep PUBLIC rowhold_cli rowhold)
