# SPDX-License-Identifier: MIT
#
# A world of space, compiled from the sources that the plane and space share. overlay.py lays out its tree at configure
# time, and again when a header or a wrapper of the plane has changed.

if(NOT PYTHON3)
    message(STATUS "impinge: test space/world3 skipped, not found: python3")
    return()
endif()

set(space_tree ${PROJECT_BINARY_DIR}/generated/space)
file(GLOB_RECURSE space_watched CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/include/*2.h ${PROJECT_SOURCE_DIR}/src/*2.h ${PROJECT_SOURCE_DIR}/src/motion/*2.c
     ${PROJECT_SOURCE_DIR}/src/world/*2.c)
# Links follow what they lead to; only new and removed files lay out the tree anew.
file(GLOB_RECURSE space_linked CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.h ${PROJECT_SOURCE_DIR}/src/*.h
     ${PROJECT_SOURCE_DIR}/src/*.inl ${CMAKE_CURRENT_SOURCE_DIR}/space/*.h ${CMAKE_CURRENT_SOURCE_DIR}/space/*.c)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${space_watched}
             ${CMAKE_CURRENT_SOURCE_DIR}/space/overlay.py ${CMAKE_CURRENT_SOURCE_DIR}/house/space_words.py)
execute_process(COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_SOURCE_DIR}/space/overlay.py ${space_tree}
                OUTPUT_VARIABLE space_sources COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" space_sources "${space_sources}")

add_library(space STATIC ${space_sources})
target_include_directories(space BEFORE PUBLIC ${space_tree}/include ${space_tree}/src)
target_link_libraries(space PUBLIC impinge)
imp_options(space)

foreach(space_test world3 contact3)
    add_executable(test_space_${space_test} ${CMAKE_CURRENT_SOURCE_DIR}/space/${space_test}_test.c)
    target_link_libraries(test_space_${space_test} PRIVATE space test_support)
    test_target(test_space_${space_test})
    set_target_properties(test_space_${space_test} PROPERTIES OUTPUT_NAME ${space_test}
                                                              RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/space)
    add_test(NAME space/${space_test} COMMAND test_space_${space_test} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endforeach()
