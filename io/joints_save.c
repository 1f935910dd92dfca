// SPDX-License-Identifier: MIT
//
// Joints, vehicles and couplings of a scene, written as joints.c and couplings.c read them: what differs from what their
// kinds say.

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

static void write_axis(FILE* file, int32_t dimension, const char* name, const imp_axis* axis)
{
    const imp_axis usual = {.kind = IMP_AXIS_FREE};
    fprintf(file, "\"%s\": {\"kind\": \"%s\"", name, io_axis_kinds[axis->kind]);
    io_write_keys(file, dimension, io_axis_keys, axis, &usual);
    fputc('}', file);
}

static void write_axes(FILE* file, int32_t dimension, const io_joint* j)
{
    const char* before = ", \"axes\": {";
    for (int32_t i = 0; i < IMP3_AXIS_COUNT; i++)
    {
        if (j->told >> i & 1u)
        {
            fputs(before, file);
            write_axis(file, dimension, io_axis_names[dimension == 3][i], &j->axes[i]);
            before = ", ";
        }
    }
    fputs(j->told ? "}" : "", file);
}

// Writes how a joint turns, as far as it is told: its defaults are the kind's, so none of them may stand for a value.
static void write_turn(FILE* file, int32_t dimension, const io_joint* j)
{
    io_joint usual = *j;
    usual.cone_y = j->has_cone_y ? -1 : j->cone_y;
    usual.cone_z = j->has_cone_z ? -1 : j->cone_z;
    usual.cardan = j->has_cardan ? !j->cardan : j->cardan;
    io_write_keys(file, dimension, io_joint_turn_keys, j, &usual);
}

static void write_name(FILE* file, const char* name)
{
    fputs(name ? ", \"name\": " : "", file);
    if (name)
    {
        io_write_text(file, name);
    }
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
    write_name(file, j->name);
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
    write_turn(file, dimension, j);
    io_write_keys(file, dimension, io_joint_keys, j, &usual);
    write_axes(file, dimension, j);
    fputc('}', file);
}

static void write_vehicle(FILE* file, const io_scene* scene, const io_end_names* names, const io_vehicle* v)
{
    int32_t dimension = scene->dimension;
    const io_joint usual = {.wheel = imp_wheel_default()};
    fprintf(file, "{\"chassis\": ");
    io_write_body(file, scene, names, v->chassis);
    write_vector(file, dimension, "up", v->up);
    if (dimension == 3)
    {
        write_vector(file, dimension, "forward", v->forward);
    }
    fprintf(file, ", \"wheels\": [");
    for (size_t i = 0; i < v->count; i++)
    {
        const io_joint* wheel = &scene->joints[v->first + i];
        fprintf(file, i ? ",\n      {\"body\": " : "\n      {\"body\": ");
        io_write_body(file, scene, names, wheel->b);
        write_name(file, wheel->name);
        io_write_keys(file, dimension, io_wheel_keys, wheel, &usual);
        fputc('}', file);
    }
    fprintf(file, "]}");
}

// The place of a joint in the lists of the file, counted through: first joints, then wheels.
static size_t place_of_joint(const io_scene* scene, size_t joint)
{
    bool is_wheel = scene->joints[joint].vehicle > 0;
    size_t place = 0;
    for (size_t i = 0; i < scene->joint_count; i++)
    {
        bool wheel = scene->joints[i].vehicle > 0;
        place += wheel == is_wheel ? i < joint : is_wheel;
    }
    return place;
}

static void write_end(FILE* file, const io_scene* scene, const io_end_names* names, const char* member, size_t joint)
{
    const char* name = scene->joints[joint].name;
    fprintf(file, ", \"%s\": ", member);
    if (name && io_names_find(&names->joints, name) == (int64_t)joint)
    {
        io_write_text(file, name);
    }
    else
    {
        fprintf(file, "%lu", (unsigned long)place_of_joint(scene, joint));
    }
}

static void write_coupling(FILE* file, const io_scene* scene, const io_end_names* names, const io_coupling* c)
{
    const struct io_coupling_kind* kind = &io_coupling_kinds[c->kind];
    int32_t dimension = scene->dimension;
    io_coupling usual = {.ratio_a = 1, .ratio_b = 1, .ratio = 1};
    // Members that a kind needs are written whatever their values.
    usual.ratio = kind->needed[0] ? 0 : usual.ratio;
    usual.stiffness = -1;
    fprintf(file, "{\"kind\": \"%s\"", kind->name);
    write_end(file, scene, names, "a", c->a);
    write_end(file, scene, names, "b", c->b);
    if (c->kind == IO_COUPLING_SUM)
    {
        const char* const* axes = io_axis_names[dimension == 3];
        fprintf(file, ", \"axis_a\": \"%s\", \"axis_b\": \"%s\"", axes[c->axis_a], axes[c->axis_b]);
    }
    io_write_keys(file, dimension, kind->keys, c, &usual);
    if (c->break_force > 0)
    {
        fprintf(file, ", \"break_force\": %.9g", (double)c->break_force);
    }
    if (c->has_axis)
    {
        fputs(", ", file);
        write_axis(file, dimension, "axis", &c->axis);
    }
    fputc('}', file);
}

void io_write_joints(FILE* file, const io_scene* scene, const io_end_names* names)
{
    const char* before = ",\n  \"joints\": [\n    ";
    size_t written = 0;
    for (size_t i = 0; i < scene->joint_count; i++)
    {
        if (scene->joints[i].vehicle == 0)
        {
            fputs(written++ ? ",\n    " : before, file);
            write_joint(file, scene, names, &scene->joints[i]);
        }
    }
    fputs(written ? "\n  ]" : "", file);
    for (size_t i = 0; i < scene->vehicle_count; i++)
    {
        fprintf(file, i ? ",\n    " : ",\n  \"vehicles\": [\n    ");
        write_vehicle(file, scene, names, &scene->vehicles[i]);
    }
    fputs(scene->vehicle_count ? "\n  ]" : "", file);
    for (size_t i = 0; i < scene->coupling_count; i++)
    {
        fprintf(file, i ? ",\n    " : ",\n  \"couplings\": [\n    ");
        write_coupling(file, scene, names, &scene->couplings[i]);
    }
    fputs(scene->coupling_count ? "\n  ]" : "", file);
}
