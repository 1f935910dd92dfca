# SPDX-License-Identifier: MIT
#
# impinge_io (readers and writers of files) and the command impinge. They need expat, cJSON and zlib. With Assimp they read
# meshes in many more formats; it is loaded when it is needed, and not linked.

find_path(EXPAT_HEADERS expat.h)
find_library(EXPAT_LIBRARY expat)
find_path(CJSON_HEADERS cjson/cJSON.h)
find_library(CJSON_LIBRARY cjson)
find_path(ZLIB_HEADERS zlib.h)
find_library(ZLIB_LIBRARY NAMES z zlib)
find_path(ASSIMP_HEADERS assimp/cimport.h)
find_library(ASSIMP_LIBRARY assimp)
mark_as_advanced(EXPAT_HEADERS EXPAT_LIBRARY CJSON_HEADERS CJSON_LIBRARY ZLIB_HEADERS ZLIB_LIBRARY ASSIMP_HEADERS
                 ASSIMP_LIBRARY)

set(missing "")
foreach(name EXPAT CJSON ZLIB)
    if(NOT ${name}_HEADERS OR NOT ${name}_LIBRARY)
        list(APPEND missing ${name})
    endif()
endforeach()

file(GLOB io_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/io/*.c)
file(GLOB command_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/impinge/*.c)

if(missing)
    message(STATUS "impinge: file readers and the command skipped, not found: ${missing}")
elseif(io_sources)
    add_library(impinge_io STATIC ${io_sources})
    target_link_libraries(impinge_io PUBLIC impinge PRIVATE ${EXPAT_LIBRARY} ${CJSON_LIBRARY} ${ZLIB_LIBRARY})
    target_include_directories(impinge_io PUBLIC ${PROJECT_SOURCE_DIR}
                                          PRIVATE ${EXPAT_HEADERS} ${CJSON_HEADERS} ${ZLIB_HEADERS})
    imp_options(impinge_io)
    if(UNIX)
        target_link_libraries(impinge_io PRIVATE m ${CMAKE_DL_LIBS})
    endif()
    if(ASSIMP_HEADERS AND ASSIMP_LIBRARY)
        file(REAL_PATH ${ASSIMP_LIBRARY} assimp)
        set_source_files_properties(${PROJECT_SOURCE_DIR}/io/mesh_assimp.c PROPERTIES
            COMPILE_DEFINITIONS IMP_ASSIMP="${assimp}" INCLUDE_DIRECTORIES ${ASSIMP_HEADERS})
    else()
        message(STATUS "impinge: meshes other than OBJ, STL and PLY skipped, not found: ASSIMP")
    endif()

    if(command_sources)
        # Its own name is taken by the library; the file is build/impinge all the same.
        add_executable(impinge_command ${command_sources})
        set_target_properties(impinge_command PROPERTIES OUTPUT_NAME impinge
                                                         RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
        target_link_libraries(impinge_command PRIVATE impinge_io ${ZLIB_LIBRARY})
        target_include_directories(impinge_command PRIVATE ${ZLIB_HEADERS})

        # The pages that `impinge check --html` and its sisters fill in are part of the program.
        file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/impinge/*.js
                                     ${PROJECT_SOURCE_DIR}/tools/impinge/*.css)
        foreach(page page run run3 study meshes)
            # A run in space is the page of one in the plane with other scripts.
            string(REPLACE run3 run template ${page})
            set(in ${PROJECT_SOURCE_DIR}/tools/impinge/${template}.html)
            set(script ${PROJECT_SOURCE_DIR}/tools/impinge/page.cmake)
            set(out ${PROJECT_BINARY_DIR}/generated/${page}_html.h)
            add_custom_command(OUTPUT ${out} DEPENDS ${in} ${script} ${scripts} VERBATIM
                               COMMAND ${CMAKE_COMMAND} -DIN=${in} -DNAME=${page}_html -DOUT=${out} -P ${script})
            target_sources(impinge_command PRIVATE ${out})
        endforeach()
        target_include_directories(impinge_command PRIVATE ${PROJECT_BINARY_DIR}/generated)
        imp_options(impinge_command)
    endif()
endif()
