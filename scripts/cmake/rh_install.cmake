# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` installs. All of it can be moved together: nothing holds the prefix.
#
#   bin/rowhold                 the program
#   lib/librowhold.a            the library of models, with lib/pkgconfig/rowhold.pc and lib/cmake/rowhold/
#   lib/librowhold_presets.a    the reader of presets as YAML, with lib/pkgconfig/rowhold_presets.pc
#   include/rowhold/            the headers that rowhold.h names, rh_preset_file.h, and the tables that they read
#   share/rowhold/              what the program reads: RTL and the scripts that compile it for cosim, areas
#   share/doc/rowhold/examples/ the examples of docs/embedding.md
#   lib/python3/dist-packages/rowhold/  the Python package, where it was built
#   share/man/, share/bash-completion/, share/zsh/  manual pages and completion
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(headers ${CMAKE_SOURCE_DIR}/include/rowhold)

# rowhold.h is the list; its lines are the fact.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers}/rowhold.h)
file(STRINGS ${headers}/rowhold.h public_headers REGEX "^#include \"rowhold/")
list(TRANSFORM public_headers REPLACE "^#include \"rowhold/([a-z0-9_.]+)\".*" "${headers}/\\1")

# All that is built for it: neither tests nor what they need.
add_custom_target(rowhold_installed DEPENDS rowhold_program rowhold rowhold_presets)
install(TARGETS rowhold_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS rowhold EXPORT rowhold ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS rowhold_presets EXPORT rowhold_presets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${headers}/rowhold.h ${public_headers} ${headers}/rh_preset_file.h DESTINATION include/rowhold)
# Beside the headers: they include "tables/NAME.def", which is looked for there first.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/tables DESTINATION include/rowhold)

install(EXPORT rowhold NAMESPACE rowhold:: FILE rowholdTargets.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rowhold)
install(EXPORT rowhold_presets NAMESPACE rowhold:: FILE rowhold_presetsTargets.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rowhold)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/rowholdConfig.cmake.in
    ${CMAKE_BINARY_DIR}/install/rowholdConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rowhold)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/install/rowholdConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/install/rowholdConfig.cmake ${CMAKE_BINARY_DIR}/install/rowholdConfigVersion.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rowhold)

file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" to_prefix "${to_prefix}")
foreach(module rowhold rowhold_presets)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/${module}.pc.in ${CMAKE_BINARY_DIR}/install/${module}.pc @ONLY)
    install(FILES ${CMAKE_BINARY_DIR}/install/${module}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# The program looks for it beside itself: ../share/rowhold.
set(data share/rowhold)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/rtl DESTINATION ${data} FILES_MATCHING PATTERN "*.sv")
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include DESTINATION ${data})
install(PROGRAMS ${CMAKE_SOURCE_DIR}/scripts/verilate DESTINATION ${data}/scripts)
install(FILES ${CMAKE_SOURCE_DIR}/tb/lockstep/rh_rtl_plugin.cpp ${CMAKE_SOURCE_DIR}/tb/lockstep/rh_rtl.h
    ${CMAKE_SOURCE_DIR}/tb/lockstep/rh_top_ports.h
    DESTINATION ${data}/tb/lockstep)
install(FILES ${CMAKE_SOURCE_DIR}/docs/tables/area.csv ${CMAKE_SOURCE_DIR}/docs/tables/area_presets.csv
    DESTINATION ${data}/docs/tables)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/docs/embedding.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/bash-completion ${CMAKE_BINARY_DIR}/share/zsh DESTINATION share)
# Where Debian's Python looks below /usr and /usr/local; below another prefix PYTHONPATH names it.
if(TARGET rowhold_python)
    add_dependencies(rowhold_installed rowhold_python)
    install(DIRECTORY ${CMAKE_BINARY_DIR}/python/rowhold DESTINATION lib/python3/dist-packages
        USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)
endif()
