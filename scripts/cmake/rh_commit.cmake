# SPDX-License-Identifier: Apache-2.0
# Which version and commit a build is of. Included, it makes the target rh_commit; run by that target (cmake -P), it
# writes rh_commit.h anew when the commit has changed.
if(NOT CMAKE_SCRIPT_MODE_FILE)
    add_custom_target(rh_commit BYPRODUCTS ${CMAKE_BINARY_DIR}/generated/rowhold/rh_commit.h
        COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
            -DOUT=${CMAKE_BINARY_DIR}/generated/rowhold/rh_commit.h -P ${CMAKE_CURRENT_LIST_FILE}
        COMMENT "Which commit this is")
    return()
endif()
set(commit unknown)
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE head
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE code)
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-prefix OUTPUT_VARIABLE inside ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE)
if(code EQUAL 0 AND inside STREQUAL "") # not a copy of the tree inside another one
    execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes
        ERROR_QUIET)
    set(commit ${head})
    if(NOT changes STREQUAL "")
        string(APPEND commit -changed)
    endif()
endif()
set(text "// Version and commit of this build; made by scripts/cmake/rh_commit.cmake.\n")
string(APPEND text "#define RH_VERSION \"${VERSION}\"\n#define RH_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS ${OUT})
    file(READ ${OUT} old)
endif()
if(NOT old STREQUAL text)
    file(WRITE ${OUT} "${text}")
endif()
