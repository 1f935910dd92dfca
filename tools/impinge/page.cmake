# SPDX-License-Identifier: MIT
#
# cmake -DIN=page.html -DOUT=page_html.h -P page.cmake: a file as an array of bytes.

file(READ ${IN} bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(....................................................................................................)"
       "\\1\n" bytes "${bytes}")
file(WRITE ${OUT} "static const unsigned char page_html[] = {\n${bytes}\n};\n")
