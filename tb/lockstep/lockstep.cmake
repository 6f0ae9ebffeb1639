# SPDX-License-Identifier: Apache-2.0
# The lockstep library behind `rowhold cosim`, and the plug-ins that are built ahead (target rh_plugins, part of all).
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

# Which plug-ins: the program rh_ahead prints them, one a line, from the registry and the presets. scripts/verilate
# passes over those that are up to date, so this runs in every build and costs little when nothing changed.
find_program(VERILATOR verilator)
add_executable(rh_ahead tb/lockstep/rh_ahead.c)
target_compile_options(rh_ahead PRIVATE ${ROWHOLD_WARNINGS})
target_link_libraries(rh_ahead PRIVATE rh_lockstep)
if(VERILATOR)
    set(runtime ${CMAKE_BINARY_DIR}/lib/rowhold/runtime.a)
    add_custom_command(OUTPUT ${runtime}
        COMMAND ${CMAKE_SOURCE_DIR}/scripts/verilate --make-runtime ${runtime}
        DEPENDS ${CMAKE_SOURCE_DIR}/scripts/verilate
        COMMENT "Verilator's runtime, once for all plug-ins")
    file(GLOB_RECURSE rtl_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rtl/*.sv)
    file(GLOB table_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/tables/*.def)
    set(plugins ${CMAKE_BINARY_DIR}/lib/rowhold/built)
    add_custom_command(OUTPUT ${plugins}
        COMMAND ${CMAKE_SOURCE_DIR}/scripts/lib/verilate_ahead $<TARGET_FILE:rh_ahead> ${CMAKE_BINARY_DIR}/lib/rowhold
        DEPENDS rh_ahead ${runtime} ${rtl_sources} ${table_sources}
            ${CMAKE_SOURCE_DIR}/scripts/verilate ${CMAKE_SOURCE_DIR}/scripts/lib/verilate_ahead
            ${CMAKE_SOURCE_DIR}/tb/lockstep/rh_rtl_plugin.cpp ${CMAKE_SOURCE_DIR}/tb/lockstep/rh_rtl.h
        COMMENT "RTL plug-ins for cosim" USES_TERMINAL)
    add_custom_target(rh_plugins ALL DEPENDS ${plugins})
else()
    add_custom_target(rh_plugins COMMENT "No Verilator: cosim has no RTL to run")
endif()
