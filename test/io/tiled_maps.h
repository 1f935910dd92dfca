// SPDX-License-Identifier: MIT
//
// Small Tiled maps of 16 px tiles, as text.

#ifndef IMP_TEST_IO_TILED_MAPS_H
#define IMP_TEST_IO_TILED_MAPS_H

#define MAP_OF(width, height, inside)                                                                                  \
    "<map version='1.10' orientation='orthogonal' width='" #width "' height='" #height                                 \
    "' tilewidth='16' tileheight='16'>" inside "</map>"
#define MAP(inside) MAP_OF(4, 3, inside)
#define SOLID "<properties><property name='solid' type='bool' value='true'/></properties>"
#define PLAIN_SET "<tileset firstgid='1' name='t' tilewidth='16' tileheight='16' tilecount='8' columns='8'/>"
#define LAYER(inside) "<layer id='1' name='ground' width='4' height='3'>" SOLID inside "</layer>"
#define OBJECTS(inside) "<objectgroup id='1' name='things'>" inside "</objectgroup>"

#endif
