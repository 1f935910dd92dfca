// SPDX-License-Identifier: MIT
//
// Words that all of a scene is written with: texts, members of structs by their tables, bodies by their names.

#include <stdio.h>
#include <string.h>

#include "io/reader.h"

void io_write_text(FILE* file, const char* text)
{
    fputc('"', file);
    for (const unsigned char* c = (const unsigned char*)text; *c; c++)
    {
        if (*c == '"' || *c == '\\')
        {
            fprintf(file, "\\%c", *c);
        }
        else if (*c < 0x20)
        {
            fprintf(file, "\\u%04x", *c);
        }
        else
        {
            fputc(*c, file);
        }
    }
    fputc('"', file);
}

// Writes the values that differ from their defaults.
void io_write_keys(FILE* file, int32_t dimension, const io_key* all, const void* values, const void* defaults)
{
    for (; all->name; all++)
    {
        const io_key here = io_key_in(all, dimension), *keys = &here;
        const char *at = (const char*)values + keys->offset, *usual = (const char*)defaults + keys->offset;
        size_t size = keys->kind == IO_KEY_FLAG   ? sizeof(bool)
                      : keys->kind == IO_KEY_VEC  ? sizeof(imp2_vec)
                      : keys->kind == IO_KEY_VEC3 ? sizeof(imp3_vec)
                                                  : 4;
        float number;
        uint32_t whole;
        imp2_vec v;
        imp3_vec v3;
        if (memcmp(at, usual, size) == 0)
        {
            continue;
        }
        switch (keys->kind)
        {
        case IO_KEY_BIT:
            memcpy(&whole, at, sizeof whole);
            if (whole & (uint32_t)keys->upper)
            {
                fprintf(file, ", \"%s\": true", keys->name);
            }
            break;
        case IO_KEY_FLAG: fprintf(file, ", \"%s\": %s", keys->name, *(const bool*)at ? "true" : "false"); break;
        case IO_KEY_VEC:
            memcpy(&v, at, sizeof v);
            fprintf(file, ", \"%s\": [%.9g, %.9g]", keys->name, (double)v.x, (double)v.y);
            break;
        case IO_KEY_VEC3:
            memcpy(&v3, at, sizeof v3);
            fprintf(file, ", \"%s\": [%.9g, %.9g, %.9g]", keys->name, (double)v3.x, (double)v3.y, (double)v3.z);
            break;
        case IO_KEY_WHOLE:
            memcpy(&whole, at, sizeof whole);
            fprintf(file, ", \"%s\": %lu", keys->name, (unsigned long)whole);
            break;
        default:
            memcpy(&number, at, sizeof number);
            fprintf(file, ", \"%s\": %.9g", keys->name, (double)number);
            break;
        }
    }
}

// The place of a body in the lists of the file, counted through: first bodies, then objects that no body has.
static size_t place_of_body(const io_scene* scene, uint64_t solid)
{
    int64_t object = io_end_is_object(solid);
    size_t place = scene->body_count;
    for (int64_t i = 0; i < object; i++)
    {
        place += scene->objects[i].body < 0;
    }
    return object >= 0 ? place : (size_t)io_end_is_body(solid);
}

void io_write_body(FILE* file, const io_scene* scene, const io_end_names* names, uint64_t solid)
{
    int64_t body = io_end_is_body(solid), object = io_end_is_object(solid);
    const char* called = object >= 0             ? scene->objects[object].name
                         : scene->dimension == 3 ? scene->space.bodies[body].name
                                                 : scene->bodies[body].name;
    if (called[0] && io_end_names_body(names, called) == (int64_t)solid)
    {
        io_write_text(file, called);
    }
    else
    {
        fprintf(file, "%lu", (unsigned long)place_of_body(scene, solid));
    }
}
