# SPDX-License-Identifier: Apache-2.0
# scripts/lib/rh_gen.c prints rtl/rh_pkg.sv and docs/tables from the fact tables, scripts/lib/rh_gen_results.c the JSON
# schemas of docs/schemas from the columns of the program's tables. All are committed: the target `generate` rewrites
# them, the tests `repo/generated` and `repo/generated_schemas` fail when they are stale.
foreach(generator rh_gen rh_gen_results)
    add_executable(${generator} ${CMAKE_SOURCE_DIR}/scripts/lib/${generator}.c)
    target_include_directories(${generator} PRIVATE ${CMAKE_SOURCE_DIR}/include)
    target_compile_options(${generator} PRIVATE ${ROWHOLD_WARNINGS})
endforeach()
target_link_libraries(rh_gen PRIVATE rowhold)
target_link_libraries(rh_gen_results PRIVATE rowhold_cli)
add_custom_target(generate COMMAND rh_gen --write ${CMAKE_SOURCE_DIR}
    COMMAND rh_gen_results --write ${CMAKE_SOURCE_DIR} COMMENT "rtl/rh_pkg.sv, docs/tables and docs/schemas")
