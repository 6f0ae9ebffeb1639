# SPDX-License-Identifier: Apache-2.0
# The Python package `rowhold`, whole in build/python/rowhold: the extension module, the Python around it, its types and
# the tables that its commands read. It is built where Python's headers are (Debian package python3-dev), and is for
# every CPython from 3.11 on.
find_package(Python3 3.11 COMPONENTS Interpreter Development.Module)
if(ROWHOLD_SANITIZE)
    return() # Python itself has no sanitizer to load it under
endif()
if(NOT Python3_Development.Module_FOUND)
    message(STATUS "found no headers of Python 3.11 or later: no Python package (Debian package python3-dev)")
    return()
endif()
set(package ${CMAKE_BINARY_DIR}/python/rowhold)
file(GLOB module_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/python/*.c)
file(GLOB python_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cmodel/python/rowhold/*.py)
add_library(rowhold_python MODULE ${module_sources})
set_target_properties(rowhold_python PROPERTIES PREFIX "" OUTPUT_NAME _rowhold SUFFIX .abi3.so
    LIBRARY_OUTPUT_DIRECTORY ${package} C_VISIBILITY_PRESET hidden)
# Slots of types hold functions as `void *`, which ISO C does not know.
target_compile_options(rowhold_python PRIVATE ${ROWHOLD_WARNINGS} -Wno-pedantic)
target_include_directories(rowhold_python SYSTEM PRIVATE ${Python3_INCLUDE_DIRS})
target_link_libraries(rowhold_python PRIVATE rowhold_cli rowhold)
# Nothing of the libraries in it is to meet a namesake of another module.
target_link_options(rowhold_python PRIVATE -Wl,--exclude-libs,ALL)
add_custom_command(TARGET rowhold_python POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy ${python_sources} ${package}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${package}/share/rowhold/docs/tables
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/docs/tables/area.csv
        ${CMAKE_SOURCE_DIR}/docs/tables/area_presets.csv ${package}/share/rowhold/docs/tables
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_BINARY_DIR}/python PYTHONDONTWRITEBYTECODE=1
        ${Python3_EXECUTABLE} -m rowhold._stubs ${package})
set_property(TARGET rowhold_python PROPERTY LINK_DEPENDS ${python_sources} ${CMAKE_SOURCE_DIR}/docs/tables/area.csv
    ${CMAKE_SOURCE_DIR}/docs/tables/area_presets.csv)
