# SPDX-License-Identifier: Apache-2.0
# scripts/lib/rh_gen.c prints rtl/rh_pkg.sv and docs/tables from the fact tables. Both are committed: the target
# `generate` rewrites them, the test `house/generated` fails when they are stale.
add_executable(rh_gen ${CMAKE_SOURCE_DIR}/scripts/lib/rh_gen.c)
target_include_directories(rh_gen PRIVATE ${CMAKE_SOURCE_DIR}/include)
target_compile_options(rh_gen PRIVATE ${ROWHOLD_WARNINGS})
target_link_libraries(rh_gen PRIVATE rowhold)
add_custom_target(generate COMMAND rh_gen --write ${CMAKE_SOURCE_DIR} COMMENT "rtl/rh_pkg.sv and docs/tables")
