# SPDX-License-Identifier: Apache-2.0
# Tests by file name: tb/unit/test_<stem>.c (cmocka, own main) and tb/**/test_*.sh, labelled by folder. Exit 77 is a
# skip. A script with a line `# each: KIND...` is a test for each design of these kinds, whose name it gets; `# each:
# shell` for one controller of those whose policies sit on the same module (rh_age_controller, rh_fifo_controller).
# Scripts run in the source root with ROWHOLD (the program) and ROWHOLD_BUILD (the build directory) set; the RTL
# plug-ins that they need are compiled when the first of them asks, into the build's own cache. What a test runs is part
# of `all`, so that `cmake --build build && ctest --test-dir build` is enough; `tests` are the unit tests and the
# program. Those with the label `quick` are the ones for every commit (`scripts/test --quick`).
pkg_check_modules(CMOCKA IMPORTED_TARGET cmocka)
if(NOT CMOCKA_FOUND)
    message(FATAL_ERROR "found no cmocka, expected it for the unit tests (Debian package libcmocka-dev; "
        "-DBUILD_TESTING=OFF leaves them out)")
endif()
add_custom_target(tests)
find_program(GOLD ld.gold) # links two hundred programs in two thirds of the time
if(GOLD AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(ROWHOLD_TEST_LINK -fuse-ld=gold)
endif()

file(GLOB unit_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tb/unit/test_*.c)
foreach(source IN LISTS unit_tests)
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:${ROWHOLD_WARNINGS}> ${ROWHOLD_TEST_OPTIONS})
    target_link_libraries(${name} PRIVATE rh_lockstep rowhold_cli rowhold PkgConfig::CMOCKA ${ROWHOLD_TEST_LINK}
        -Wl,--as-needed PkgConfig::ARCHIVE) # which a few tests write files with
    add_dependencies(tests ${name})
    string(REGEX REPLACE "^test_" "unit/" label ${name})
    add_test(NAME ${label} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${label} PROPERTIES LABELS "unit;quick" SKIP_RETURN_CODE 77 TIMEOUT 300)
endforeach()

# What scripts/bench and the experiments measure with.
file(GLOB benches CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tb/bench/rh_*.c)
foreach(source IN LISTS benches)
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench ENABLE_EXPORTS ON)
    target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:${ROWHOLD_WARNINGS}>)
    target_link_libraries(${name} PRIVATE rh_lockstep rowhold_files rowhold)
    add_dependencies(tests ${name})
endforeach()

set(environment CC=${CMAKE_C_COMPILER} ROWHOLD=${CMAKE_BINARY_DIR}/bin/rowhold ROWHOLD_BUILD=${CMAKE_BINARY_DIR}
    XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/cache CCACHE_DIR=${CMAKE_BINARY_DIR}/ccache)
set(designs ${rows}) # kind, folder and name of each; then of kind `shell` a controller on each module under policies
foreach(row IN LISTS rows)
    string(REGEX REPLACE "^controller .* " "" name "${row}")
    if(row MATCHES "^controller ")
        file(STRINGS ${CMAKE_SOURCE_DIR}/rtl/controller/rh_${name}.sv module REGEX "^  rh_[a-z_]+_controller #")
        if(NOT module OR NOT module IN_LIST modules)
            list(APPEND modules "${module}")
            list(APPEND designs "shell none ${name}")
        endif()
    endif()
endforeach()
file(GLOB_RECURSE script_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tb/test_*.sh)
foreach(script IN LISTS script_tests)
    file(RELATIVE_PATH relative ${CMAKE_SOURCE_DIR}/tb ${script})
    get_filename_component(folder ${relative} DIRECTORY)
    get_filename_component(name ${relative} NAME_WE)
    string(REGEX REPLACE "^test_" "${folder}/" label ${name})
    set(arguments none)
    file(STRINGS ${script} each REGEX "^# each: ")
    string(REGEX MATCHALL "[a-z_]+" each "${each}")
    foreach(row IN LISTS designs)
        string(REPLACE " " ";" row "${row}")
        list(GET row 0 kind)
        list(GET row 2 design)
        if(kind IN_LIST each)
            list(APPEND arguments ${design})
        endif()
    endforeach()
    foreach(argument IN LISTS arguments)
        if(argument STREQUAL none AND NOT each)
            add_test(NAME ${label} COMMAND ${script} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
            set(test ${label})
        elseif(NOT argument STREQUAL none)
            set(test ${label}/${argument})
            add_test(NAME ${test} COMMAND ${script} ${argument} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
        else()
            continue()
        endif()
        set_tests_properties(${test} PROPERTIES LABELS "${folder}" SKIP_RETURN_CODE 77 TIMEOUT 900
            ENVIRONMENT "${environment}")
    endforeach()
endforeach()
foreach(name IN ITEMS repo/tree lockstep/each_kind published/random_efficiency published/gpgpusim
    published/fgdram_timing cli/predict/predict published/energy cli/presets/presets)
    if(TEST ${name})
        set_property(TEST ${name} APPEND PROPERTY LABELS quick)
    endif()
endforeach()
# These take long and run one thing at a time: ctest begins with them, so that no core waits for them at the end.
foreach(name IN ITEMS tutorial/tutorial systemc/systemc repo/lint)
    if(TEST ${name})
        set_tests_properties(${name} PROPERTIES COST 100)
    endif()
endforeach()
add_dependencies(tests rowhold_program rh_gen rh_gen_results)
add_test(NAME repo/generated COMMAND rh_gen --check ${CMAKE_SOURCE_DIR})
add_test(NAME repo/generated_schemas COMMAND rh_gen_results --check ${CMAKE_SOURCE_DIR})
set_tests_properties(repo/generated repo/generated_schemas PROPERTIES LABELS repo)
