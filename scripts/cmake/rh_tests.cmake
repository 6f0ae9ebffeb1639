# SPDX-License-Identifier: Apache-2.0
# Tests by file name: tb/unit/test_<stem>.c (cmocka, own main) and tb/**/test_*.sh, labelled by folder. Exit 77 is a
# skip. Scripts run in the source root with ROWHOLD (the program) and ROWHOLD_BUILD (the build directory) set. What a
# test runs is part of `all`, so that `cmake --build build && ctest --test-dir build` is enough; `tests` are the unit
# tests and the program.
pkg_check_modules(CMOCKA IMPORTED_TARGET cmocka)
if(NOT CMOCKA_FOUND)
    message(FATAL_ERROR "found no cmocka, expected it for the unit tests (Debian package libcmocka-dev; "
        "-DBUILD_TESTING=OFF leaves them out)")
endif()
add_custom_target(tests)

file(GLOB unit_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tb/unit/test_*.c)
foreach(source IN LISTS unit_tests)
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:${ROWHOLD_WARNINGS}>)
    target_link_libraries(${name} PRIVATE rh_lockstep rowhold_cli rowhold PkgConfig::CMOCKA)
    add_dependencies(tests ${name})
    string(REGEX REPLACE "^test_" "unit/" label ${name})
    add_test(NAME ${label} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${label} PROPERTIES LABELS unit SKIP_RETURN_CODE 77 TIMEOUT 300)
endforeach()

file(GLOB_RECURSE script_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tb/test_*.sh)
foreach(script IN LISTS script_tests)
    file(RELATIVE_PATH relative ${CMAKE_SOURCE_DIR}/tb ${script})
    get_filename_component(folder ${relative} DIRECTORY)
    get_filename_component(name ${relative} NAME_WE)
    string(REGEX REPLACE "^test_" "${folder}/" label ${name})
    add_test(NAME ${label} COMMAND ${script} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${label} PROPERTIES LABELS "${folder}" SKIP_RETURN_CODE 77 TIMEOUT 3600
        ENVIRONMENT "CC=${CMAKE_C_COMPILER};ROWHOLD=${CMAKE_BINARY_DIR}/bin/rowhold;ROWHOLD_BUILD=${CMAKE_BINARY_DIR}")
endforeach()
if(TEST unit/planted_policy) # the longest one begins first
    set_tests_properties(unit/planted_policy PROPERTIES COST 1000 TIMEOUT 7200)
endif()
# Those that build other versions of the models for a page of decisions: `scripts/test --full`.
foreach(name IN ITEMS golden/hit_before_precharge golden/order_in_a_row)
    if(TEST ${name})
        set_property(TEST ${name} APPEND PROPERTY LABELS long)
    endif()
endforeach()
add_dependencies(tests rowhold_program rh_gen rh_gen_results)
add_test(NAME house/generated COMMAND rh_gen --check ${CMAKE_SOURCE_DIR})
add_test(NAME house/generated_schemas COMMAND rh_gen_results --check ${CMAKE_SOURCE_DIR})
set_tests_properties(house/generated house/generated_schemas PROPERTIES LABELS house)
