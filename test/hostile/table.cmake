# SPDX-License-Identifier: MIT
#
# The table of hostile calls is written from the public headers by a script, whenever one of them changes.

file(GLOB public_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/impinge/*.h)
if(PYTHON3)
    set(table ${CMAKE_CURRENT_BINARY_DIR}/hostile/hostile_table.inc)
    set(generate ${CMAKE_CURRENT_SOURCE_DIR}/hostile/generate.py)
    add_custom_command(OUTPUT ${table} COMMAND ${PYTHON3} -B ${generate} --output ${table} ${public_headers}
                       DEPENDS ${generate} ${PROJECT_SOURCE_DIR}/tools/headers.py ${public_headers} VERBATIM)
    target_sources(test_hostile_calls PRIVATE ${table})
    target_include_directories(test_hostile_calls PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/hostile)
else()
    message(STATUS "impinge: test hostile/calls skipped, not found: python3")
    set_target_properties(test_hostile_calls PROPERTIES EXCLUDE_FROM_ALL ON)
    set_tests_properties(hostile/calls PROPERTIES DISABLED ON)
endif()
