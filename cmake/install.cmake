# SPDX-License-Identifier: MIT
#
# make install: headers, library, a CMake package (find_package(impinge), target impinge::impinge) and impinge.pc.

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/impinge)

install(TARGETS impinge EXPORT impinge_targets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/impinge DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT impinge_targets FILE impinge-config.cmake NAMESPACE impinge:: DESTINATION ${package_dir})

# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/impinge-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/impinge-config-version.cmake DESTINATION ${package_dir})

# Relative to the .pc file, so that an installed tree may be moved.
file(RELATIVE_PATH pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
set(pc_flags "")
if(BUILD_SHARED_LIBS)
    set(pc_flags " -DIMP_SHARED")
endif()
set(pc_libs "")
if(UNIX AND NOT BUILD_SHARED_LIBS)
    set(pc_libs " -lm")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/impinge.pc.in ${PROJECT_BINARY_DIR}/impinge.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/impinge.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET impinge_command)
    install(TARGETS impinge_command)
endif()
