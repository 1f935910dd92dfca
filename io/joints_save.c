// SPDX-License-Identifier: MIT
//
// Joints of a scene, written as joints.c reads them: what differs from what their kinds say.

#include <stdio.h>
#include <string.h>

#include "io/reader.h"

static void write_vector(FILE* file, int32_t dimension, const char* name, imp3_vec v)
{
    fprintf(file, ", \"%s\": [%.9g, %.9g", name, (double)v.x, (double)v.y);
    if (dimension == 3)
    {
        fprintf(file, ", %.9g", (double)v.z);
    }
    fputc(']', file);
}

static bool is_told(imp3_vec v)
{
    return v.x != 0 || v.y != 0 || v.z != 0;
}

static void write_axes(FILE* file, int32_t dimension, const io_joint* j)
{
    const imp_axis usual = {.kind = IMP_AXIS_FREE};
    const char* before = ", \"axes\": {";
    for (int32_t i = 0; i < IMP3_AXIS_COUNT; i++)
    {
        if (j->told >> i & 1u)
        {
            fprintf(file, "%s\"%s\": {\"kind\": \"%s\"", before, io_axis_names[dimension == 3][i],
                    io_axis_kinds[j->axes[i].kind]);
            io_write_keys(file, dimension, io_axis_keys, &j->axes[i], &usual);
            fputc('}', file);
            before = ", ";
        }
    }
    fputs(j->told ? "}" : "", file);
}

static void write_joint(FILE* file, const io_scene* scene, const io_end_names* names, const io_joint* j)
{
    const io_joint_kind* kind = &io_joint_kinds[j->kind];
    int32_t dimension = scene->dimension;
    const imp3_vec vectors[] = {j->at, j->at_a, j->at_b, j->axis, j->up};
    const bool told[] = {j->has_at, j->has_at_a, j->has_at_b, is_told(j->axis), is_told(j->up)};
    io_joint usual = {.path = NULL};
    usual.collide = j->kind == IO_JOINT_FRICTION || j->kind == IO_JOINT_MOTOR || j->kind == IO_JOINT_MOUSE;
    fprintf(file, "{\"kind\": \"%s\"", kind->name);
    if (!j->is_of_world)
    {
        fprintf(file, ", \"a\": ");
        io_write_body(file, scene, names, j->a);
    }
    fprintf(file, ", \"b\": ");
    io_write_body(file, scene, names, j->b);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    {
        if (told[i])
        {
            write_vector(file, dimension, io_joint_own_keys[i].name, vectors[i]);
        }
    }
    io_write_keys(file, dimension, io_joint_own_keys + sizeof vectors / sizeof *vectors, j, &usual);
    io_write_keys(file, dimension, io_joint_keys, j, &usual);
    write_axes(file, dimension, j);
    fputc('}', file);
}

void io_write_joints(FILE* file, const io_scene* scene, const io_end_names* names)
{
    for (size_t i = 0; i < scene->joint_count; i++)
    {
        fprintf(file, i ? ",\n    " : ",\n  \"joints\": [\n    ");
        write_joint(file, scene, names, &scene->joints[i]);
    }
    fputs(scene->joint_count ? "\n  ]" : "", file);
}
