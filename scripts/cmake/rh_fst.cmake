# SPDX-License-Identifier: Apache-2.0
# GTKWave's FST writer. Its source comes inside the Verilator package (Debian's libfst-dev is another FST); without it
# the build goes on and --wave is refused with one line.
find_program(VERILATOR verilator)
if(VERILATOR)
    execute_process(COMMAND ${VERILATOR} --getenv VERILATOR_ROOT OUTPUT_VARIABLE VERILATOR_ROOT
        OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
set(fst_folder ${VERILATOR_ROOT}/include/gtkwave)
if(VERILATOR_ROOT AND EXISTS ${fst_folder}/fstapi.c)
    add_library(rh_fst STATIC ${fst_folder}/fstapi.c ${fst_folder}/fastlz.c ${fst_folder}/lz4.c)
    target_include_directories(rh_fst SYSTEM PUBLIC ${fst_folder})
    target_compile_definitions(rh_fst PRIVATE FST_CONFIG_INCLUDE="fst_config.h")
    # Not our code: its dialect, no warnings; and no sanitizer, for it shifts and aligns as it likes.
    target_compile_options(rh_fst PRIVATE -std=gnu11 -w -fno-sanitize=all)
    target_link_libraries(rh_fst PUBLIC ZLIB::ZLIB Threads::Threads)
    target_compile_definitions(rowhold_files PUBLIC RH_HAVE_FST)
    target_link_libraries(rowhold_files PUBLIC rh_fst)
    # The views of waves/: `views` writes them, tb/lockstep/test_views.sh fails when they are stale.
    add_executable(rh_views ${CMAKE_SOURCE_DIR}/scripts/lib/rh_views.c)
    target_compile_options(rh_views PRIVATE ${ROWHOLD_WARNINGS})
    target_link_libraries(rh_views PRIVATE rh_lockstep rowhold_cli rowhold)
    add_custom_target(views COMMAND rh_views --write ${CMAKE_SOURCE_DIR} COMMENT "waves/")
else()
    message(STATUS "No FST writer (Verilator's include/gtkwave): --wave will be refused")
endif()
