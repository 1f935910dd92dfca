# SPDX-License-Identifier: MIT
#
# cmake -DIN=page.html -DNAME=page_html -DOUT=page_html.h -P page.cmake: a page with its style sheets and scripts in it, as
# an array of bytes. Nothing is fetched from elsewhere then, and the page's policy does not allow it.

cmake_path(GET IN PARENT_PATH folder)
file(READ ${IN} bytes HEX)
if(NAME STREQUAL run3_html)
    string(HEX "<script src=\"replay.js\"></script>" plane)
    string(HEX "<script src=\"space.js\"></script>\n<script src=\"replay3.js\"></script>" space)
    string(REPLACE ${plane} ${space} bytes ${bytes})
endif()
foreach(script shapes picture panel unpack replay replay3 timeline study_blocks study_meshes space meshes)
    file(READ ${folder}/${script}.js text HEX)
    string(HEX "<script src=\"${script}.js\"></script>" reference)
    string(HEX "<script>\n" open)
    string(HEX "</script>" close)
    string(REPLACE ${reference} ${open}${text}${close} bytes ${bytes})
endforeach()
foreach(sheet theme window check)
    file(READ ${folder}/${sheet}.css text HEX)
    string(HEX "<link rel=\"stylesheet\" href=\"${sheet}.css\">" reference)
    string(HEX "<style>\n" open)
    string(HEX "</style>" close)
    string(REPLACE ${reference} ${open}${text}${close} bytes ${bytes})
endforeach()
string(HEX "'unsafe-inline' file:" loose)
string(HEX "'unsafe-inline'" strict)
string(REPLACE ${loose} ${strict} bytes ${bytes})
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(....................................................................................................)"
       "\\1\n" bytes "${bytes}")
file(WRITE ${OUT} "static const unsigned char ${NAME}[] = {\n${bytes}\n};\n")
