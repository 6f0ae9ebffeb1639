# SPDX-License-Identifier: Apache-2.0
# The program build/bin/rowhold: its commands lie in cmodel/cli and its folders, but for cosim, which comes from
# tb/lockstep.
add_executable(rowhold_program ${CMAKE_SOURCE_DIR}/cmodel/cli/main.c ${CMAKE_SOURCE_DIR}/tb/lockstep/cmd_cosim.c
    ${CMAKE_SOURCE_DIR}/tb/lockstep/cmd_cosim_block.c ${CMAKE_SOURCE_DIR}/tb/lockstep/cmd_cosim_controller.c
    ${CMAKE_SOURCE_DIR}/tb/lockstep/cmd_cosim_network.c)
set_target_properties(rowhold_program PROPERTIES OUTPUT_NAME rowhold ENABLE_EXPORTS ON)
target_compile_options(rowhold_program PRIVATE $<$<COMPILE_LANGUAGE:C>:${ROWHOLD_WARNINGS}>)
target_link_libraries(rowhold_program PRIVATE rh_lockstep rowhold_cli rowhold)
# Manual pages and completion for `cmake --install`: they come from the program itself.
add_custom_command(TARGET rowhold_program POST_BUILD
    COMMAND ${CMAKE_SOURCE_DIR}/scripts/lib/man_pages $<TARGET_FILE:rowhold_program> ${CMAKE_BINARY_DIR}/share)
