// SPDX-License-Identifier: MIT
//
// A scene of space, written. Nine digits say a float exactly. An oriented box and a height field are written as they
// were read, since their corners do not tell what they were made of to the last bit. A mesh is written with its points
// and triangles, wherever they came from; one that bends with those that it was given, which its targets go by.

#include <string.h>

#include "io/reader.h"

static void write_vec3(FILE* file, const char* name, imp3_vec v)
{
    fprintf(file, ", \"%s\": [%.9g, %.9g, %.9g]", name, (double)v.x, (double)v.y, (double)v.z);
}

static void write_number(FILE* file, const char* name, float value)
{
    fprintf(file, ", \"%s\": %.9g", name, (double)value);
}

static void write_radius(FILE* file, float radius)
{
    if (radius != 0)
    {
        write_number(file, "radius", radius);
    }
}

static void write_turn(FILE* file, imp3_rot q)
{
    fprintf(file, ", \"q\": [%.9g, %.9g, %.9g, %.9g, %.9g, %.9g, %.9g, %.9g, %.9g]", (double)q.x.x, (double)q.x.y,
            (double)q.x.z, (double)q.y.x, (double)q.y.y, (double)q.y.z, (double)q.z.x, (double)q.z.y, (double)q.z.z);
}

static bool is_turned(imp3_rot q)
{
    const imp3_rot none = imp3_pose_identity().q;
    return memcmp(&q, &none, sizeof q) != 0;
}

static void write_vertices(FILE* file, const imp3_shape* shape)
{
    for (int32_t i = 0; i < shape->count; i++)
    {
        imp3_vec v = {0, 0, 0};
        (void)imp3_shape_vertex(shape, i, &v);
        fprintf(file, "%s[%.9g, %.9g, %.9g]", i ? ", " : "[", (double)v.x, (double)v.y, (double)v.z);
    }
    fputc(']', file);
}

static void write_box(FILE* file, const io_collider3* c)
{
    const imp3_vec none = {0, 0, 0};
    if (memcmp(&c->half, &none, sizeof none) == 0)
    {
        fprintf(file, "{\"kind\": \"box\"");
        write_vec3(file, "lower", c->shape.a);
        write_vec3(file, "upper", c->shape.b);
        return;
    }
    fprintf(file, "{\"kind\": \"oriented box\"");
    write_vec3(file, "center", c->center);
    write_vec3(file, "half", c->half);
    write_turn(file, c->shape.turn);
    write_radius(file, c->shape.radius);
}

static void write_shape3(FILE* file, const io_collider3* collider)
{
    const imp3_shape* s = &collider->shape;
    switch (s->kind)
    {
    case IMP3_SHAPE_BOX: write_box(file, collider); break;
    case IMP3_SHAPE_HALF_SPACE:
        fprintf(file, "{\"kind\": \"half-space\"");
        write_vec3(file, "normal", s->normal);
        write_number(file, "offset", s->offset);
        break;
    case IMP3_SHAPE_SPHERE:
        fprintf(file, "{\"kind\": \"sphere\"");
        write_vec3(file, "center", s->a);
        write_number(file, "radius", s->radius);
        break;
    case IMP3_SHAPE_HULL:
        fprintf(file, "{\"kind\": \"hull\"");
        fputs(", \"points\": ", file);
        write_vertices(file, s);
        write_radius(file, s->radius);
        break;
    default:
        fprintf(file, "{\"kind\": \"%s\"", io_collider3_kind(collider));
        write_vec3(file, "a", s->a);
        write_vec3(file, "b", s->b);
        if (s->kind == IMP3_SHAPE_TRIANGLE)
        {
            write_vec3(file, "c", s->c);
        }
        if (s->kind == IMP3_SHAPE_CYLINDER || s->kind == IMP3_SHAPE_CONE)
        {
            write_number(file, s->kind == IMP3_SHAPE_CONE ? "disc_a" : "disc", s->disc_a);
        }
        if (s->kind == IMP3_SHAPE_CONE)
        {
            write_number(file, "disc_b", s->disc_b);
        }
        if (s->kind == IMP3_SHAPE_CAPSULE || s->radius != 0)
        {
            write_number(file, "radius", s->radius);
        }
        break;
    }
}

static void write_mesh(FILE* file, const io_collider3* collider)
{
    const imp3_compound* mesh = &collider->compound;
    imp3_shape part = {.kind = IMP3_SHAPE_NONE};
    imp3_field_stats field;
    fprintf(file, "{\"kind\": \"mesh\"%s", mesh->one_sided ? ", \"one_sided\": true" : "");
    if (imp3_mesh_field_stats(mesh, &field) == IMP_OK)
    {
        write_number(file, "field", field.cell);
    }
    (void)imp3_compound_part(mesh, 0, &part);
    write_radius(file, part.radius);
    if (collider->bend)
    {
        io_write_bend(file, collider->bend);
        return;
    }
    for (int32_t i = 0; i < mesh->part_count; i++)
    {
        (void)imp3_compound_part(mesh, i, &part);
        fprintf(file, "%s[%.9g, %.9g, %.9g], [%.9g, %.9g, %.9g], [%.9g, %.9g, %.9g]",
                i ? ",\n       " : ", \"points\": [\n       ", (double)part.a.x, (double)part.a.y, (double)part.a.z,
                (double)part.b.x, (double)part.b.y, (double)part.b.z, (double)part.c.x, (double)part.c.y,
                (double)part.c.z);
    }
    for (int32_t i = 0; i < mesh->part_count; i++)
    {
        fprintf(file, "%s[%d, %d, %d]", i ? ", " : "],\n       \"triangles\": [", (int)(3 * i), (int)(3 * i + 1),
                (int)(3 * i + 2));
    }
    fputc(']', file);
}

// All parts are hulls of the same radius.
void io_write_parts(FILE* file, const imp3_compound* set)
{
    for (int32_t i = 0; i < set->part_count; i++)
    {
        fputs(i ? ",\n       " : "\"parts\": [\n       ", file);
        write_vertices(file, &set->parts[i]);
    }
    fputc(']', file);
    write_radius(file, set->parts[0].radius);
}

static void write_heights(FILE* file, const imp3_heights* h)
{
    fprintf(file, "{\"kind\": \"height field\", \"columns\": %d, \"step\": [%.9g, %.9g]%s", (int)h->columns,
            (double)h->step_x, (double)h->step_y, h->two_sided ? ", \"two_sided\": true" : "");
    for (int32_t i = 0; i < h->columns * h->rows; i++)
    {
        fprintf(file, "%s%.9g", i ? ", " : ", \"heights\": [", (double)h->heights[i]);
    }
    fputc(']', file);
    const char* before = ", \"holes\": [";
    for (int32_t i = 0; h->holes && i < (h->columns - 1) * (h->rows - 1); i++)
    {
        if (h->holes[i])
        {
            fprintf(file, "%s%d", before, (int)i);
            before = ", ";
        }
    }
    fputs(before[2] == '"' ? "" : "]", file);
}

static void write_collider3(FILE* file, const io_collider3* c)
{
    const imp3_collider_def usual = io_collider3_default();
    fprintf(file, "      {\"name\": ");
    io_write_text(file, c->name);
    fprintf(file, ", \"shape\": ");
    if (c->compound.kind == IMP3_COMPOUND_TRIANGLES)
    {
        write_mesh(file, c);
    }
    else if (c->compound.kind == IMP3_COMPOUND_SET)
    {
        fputs("{\"kind\": \"parts\", ", file);
        io_write_parts(file, &c->compound);
    }
    else if (c->compound.kind == IMP3_COMPOUND_HEIGHT_FIELD)
    {
        write_heights(file, &c->heights);
    }
    else
    {
        write_shape3(file, c);
    }
    fputc('}', file);
    io_write_keys(file, 3, io_collider3_keys, &c->def, &usual);
    fputc('}', file);
}

static void write_body3(FILE* file, const io_scene* scene, size_t index, size_t* next)
{
    const io_space* space = &scene->space;
    const io_body3 *body = &space->bodies[index], usual = io_body3_default();
    fprintf(file, "    {\"name\": ");
    io_write_text(file, body->name);
    if (body->layer[0])
    {
        fprintf(file, ", \"layer\": ");
        io_write_text(file, body->layer);
    }
    fprintf(file, ", \"kind\": \"%s\"", io_body_kinds[body->def.kind]);
    if (memcmp(&body->def.pose, &usual.def.pose, sizeof usual.def.pose) != 0)
    {
        imp3_vec p = body->def.pose.p;
        fprintf(file, ", \"pose\": {\"p\": [%.9g, %.9g, %.9g]", (double)p.x, (double)p.y, (double)p.z);
        if (is_turned(body->def.pose.q))
        {
            write_turn(file, body->def.pose.q);
        }
        fputc('}', file);
    }
    io_write_keys(file, 3, io_body3_keys, body, &usual);
    fprintf(file, ", \"colliders\": [");
    const char* before = "\n";
    for (; *next < space->collider_count && space->colliders[*next].body == (int32_t)index; ++*next)
    {
        fputs(before, file);
        write_collider3(file, &space->colliders[*next]);
        before = ",\n";
    }
    fprintf(file, "]}");
}

void io_write_space(FILE* file, const io_scene* scene, const io_end_names* names)
{
    imp3_world_def usual = io_world3_default();
    usual.length_unit = scene->space.world.length_unit;
    fprintf(file, "{\n  \"impinge\": \"scene\",\n  \"version\": 1,\n  \"dimension\": 3,\n");
    // The first of its members has a comma before it, which something must precede.
    fprintf(file, "  \"world\": {\"length_unit\": %.9g", (double)usual.length_unit);
    io_write_keys(file, 3, io_world3_keys, &scene->space.world, &usual);
    fprintf(file, "},\n  \"bodies\": [");
    size_t next = 0;
    for (size_t i = 0; i < scene->space.body_count; i++)
    {
        fputs(i ? ",\n" : "\n", file);
        write_body3(file, scene, i, &next);
    }
    fprintf(file, "\n  ]");
    io_write_joints(file, scene, names);
    if (scene->particles.is_there)
    {
        io_write_particles(file, scene, names);
    }
    fprintf(file, "\n}\n");
}
