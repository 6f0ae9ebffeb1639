# SPDX-License-Identifier: Apache-2.0
# librowhold.a (models, channels, machines, judge: what others link, with no library behind it but threads),
# librowhold_presets.a (presets of files, for others, too: it needs libyaml), librowhold_files.a (these, traces,
# outputs, waves), librowhold_cost.a (formulas and the reader of Yosys'
# netlists) and librowhold_cli.a (options, config and commands; all of the program but main).
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ARCHIVE REQUIRED IMPORTED_TARGET libarchive)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)

# Every folder of models, also a new one; a new file is picked up by the next build.
file(GLOB model_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/*/*.c)
list(FILTER model_sources EXCLUDE REGEX "/cmodel/(files|trace|wave|cost|netlist|cli|report|python)/")
add_library(rowhold STATIC ${model_sources})
target_include_directories(rowhold PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}> $<INSTALL_INTERFACE:include>)
target_compile_options(rowhold PRIVATE $<$<COMPILE_LANGUAGE:C>:${ROWHOLD_WARNINGS}>)
target_link_libraries(rowhold PUBLIC Threads::Threads m)
# In these loops pairs of numbers as vectors take more instructions than they save.
set_source_files_properties(${CMAKE_SOURCE_DIR}/cmodel/channel/rh_event_loop.c
    ${CMAKE_SOURCE_DIR}/cmodel/analytic/rh_timeline.c PROPERTIES COMPILE_OPTIONS -fno-tree-slp-vectorize)
# What every clock of a closed loop runs, and loops over the lanes of a warp, which become vectors.
set_source_files_properties(${CMAKE_SOURCE_DIR}/cmodel/kernel/rh_simt.c
    ${CMAKE_SOURCE_DIR}/cmodel/system/rh_loop_clock.c ${CMAKE_SOURCE_DIR}/cmodel/system/rh_network_direct_clock.c
    PROPERTIES COMPILE_OPTIONS "${ROWHOLD_HOT_OPTIONS}")
if(ROWHOLD_CYCLE_BY_CYCLE)
    target_compile_definitions(rowhold PRIVATE RH_CYCLE_BY_CYCLE)
endif()
include(rh_commit) # results name it
add_dependencies(rowhold rh_commit)
target_include_directories(rowhold PRIVATE ${CMAKE_BINARY_DIR}/generated)

file(GLOB file_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/files/*.c ${CMAKE_SOURCE_DIR}/cmodel/trace/*.c
    ${CMAKE_SOURCE_DIR}/cmodel/wave/*.c)
set(preset_sources ${file_sources})
list(FILTER preset_sources INCLUDE REGEX "/cmodel/files/rh_(preset_file|slurp)\\.c$")
list(REMOVE_ITEM file_sources ${preset_sources})
add_library(rh_preset_objects OBJECT ${preset_sources})
target_compile_options(rh_preset_objects PRIVATE ${ROWHOLD_WARNINGS})
target_link_libraries(rh_preset_objects PRIVATE rowhold PkgConfig::YAML)
add_library(rowhold_presets STATIC $<TARGET_OBJECTS:rh_preset_objects>)
target_link_libraries(rowhold_presets PUBLIC rowhold PRIVATE PkgConfig::YAML)

add_library(rowhold_files STATIC ${file_sources} $<TARGET_OBJECTS:rh_preset_objects>)
target_compile_options(rowhold_files PRIVATE ${ROWHOLD_WARNINGS})
target_compile_definitions(rowhold_files PRIVATE RH_SOURCE_DIR="${CMAKE_SOURCE_DIR}") # where scripts/ and rtl/ lie
target_link_libraries(rowhold_files PUBLIC rowhold PkgConfig::YAML ZLIB::ZLIB ${CMAKE_DL_LIBS})
# libarchive is loaded by its name, that of its interface's version, when it is needed (cmodel/files/rh_archive.h).
list(GET ARCHIVE_LINK_LIBRARIES 0 archive)
get_filename_component(archive ${archive} REALPATH)
string(REGEX REPLACE "^.*/(lib[^/]*\\.so\\.[0-9]+)[^/]*$" "\\1" archive ${archive})
target_compile_definitions(rowhold_files PRIVATE RH_ARCHIVE_FILE="${archive}")
target_include_directories(rowhold_files SYSTEM PRIVATE ${ARCHIVE_INCLUDE_DIRS})

file(GLOB cost_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/cost/*.c ${CMAKE_SOURCE_DIR}/cmodel/netlist/*.c)
add_library(rowhold_cost STATIC ${cost_sources})
target_compile_options(rowhold_cost PRIVATE ${ROWHOLD_WARNINGS})
target_link_libraries(rowhold_cost PUBLIC rowhold_files PRIVATE PkgConfig::JANSSON)

file(GLOB_RECURSE cli_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/cli/*.c
    ${CMAKE_SOURCE_DIR}/cmodel/report/*.c)
list(REMOVE_ITEM cli_sources ${CMAKE_SOURCE_DIR}/cmodel/cli/main.c)
add_library(rowhold_cli STATIC ${cli_sources})
# What commands print goes to the console of their thread, which is not always that of the program.
target_compile_options(rowhold_cli PRIVATE ${ROWHOLD_WARNINGS}
    -include ${CMAKE_SOURCE_DIR}/cmodel/files/rh_console_streams.h)
target_link_libraries(rowhold_cli PUBLIC rowhold_cost rowhold_files rowhold PRIVATE PkgConfig::JANSSON)

# The page of `rowhold report`: its files become one array of characters each.
foreach(part html css js)
    set(page ${CMAKE_SOURCE_DIR}/cmodel/report/page.${part})
    set(array ${CMAKE_BINARY_DIR}/generated/cmodel/report/rh_page_${part}.inc)
    add_custom_command(OUTPUT ${array} DEPENDS ${page} ${CMAKE_SOURCE_DIR}/scripts/cmake/rh_embed.cmake
        COMMAND ${CMAKE_COMMAND} -DFROM=${page} -DTO=${array} -P ${CMAKE_SOURCE_DIR}/scripts/cmake/rh_embed.cmake)
    target_sources(rowhold_cli PRIVATE ${array})
endforeach()
target_include_directories(rowhold_cli PRIVATE ${CMAKE_BINARY_DIR}/generated)
