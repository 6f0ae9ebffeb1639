# SPDX-License-Identifier: Apache-2.0
# librowhold.a (the models), librowhold_netlist.a (the reader of Yosys' netlists) and librowhold_cli.a (options, config
# and commands; all of the program but main).
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ARCHIVE REQUIRED IMPORTED_TARGET libarchive)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)

# Every folder of models, also a new one; a new file is picked up by the next build.
file(GLOB model_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/*/*.c)
list(FILTER model_sources EXCLUDE REGEX "/cmodel/(cli|netlist)/")
add_library(rowhold STATIC ${model_sources})
target_include_directories(rowhold PUBLIC ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR})
target_compile_options(rowhold PRIVATE $<$<COMPILE_LANGUAGE:C>:${ROWHOLD_WARNINGS}>)
target_link_libraries(rowhold PUBLIC PkgConfig::YAML PkgConfig::ARCHIVE ZLIB::ZLIB Threads::Threads ${CMAKE_DL_LIBS} m)

# A file of a tool, not a model: whoever links the models alone needs no JSON.
file(GLOB netlist_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/netlist/*.c)
add_library(rowhold_netlist STATIC ${netlist_sources})
target_compile_options(rowhold_netlist PRIVATE ${ROWHOLD_WARNINGS})
target_link_libraries(rowhold_netlist PUBLIC rowhold PRIVATE PkgConfig::JANSSON)

file(GLOB cli_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/cli/*.c)
list(REMOVE_ITEM cli_sources ${CMAKE_SOURCE_DIR}/cmodel/cli/main.c)
add_library(rowhold_cli STATIC ${cli_sources})
target_compile_options(rowhold_cli PRIVATE ${ROWHOLD_WARNINGS})
target_compile_definitions(rowhold_cli PRIVATE ROWHOLD_VERSION="${PROJECT_VERSION}"
    RH_SOURCE_DIR="${CMAKE_SOURCE_DIR}") # where scripts/ and rtl/ lie
include(rh_commit)
add_dependencies(rowhold_cli rh_commit)
target_include_directories(rowhold_cli PRIVATE ${CMAKE_BINARY_DIR}/generated)
target_link_libraries(rowhold_cli PUBLIC rowhold rowhold_netlist)
