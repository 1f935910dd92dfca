// SPDX-License-Identifier: MIT
//
// The JSON of our own, written. Nine digits say a float exactly. An oriented box is written as the polygon of its
// corners: that is what it is, and half sizes and an angle would not give the same corners to the last bit. A region is
// written with its cut, so that it need not be cut again and cannot come out differently.

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "io/reader.h"

static void write_vec(FILE* file, const char* name, imp2_vec v)
{
    fprintf(file, ", \"%s\": [%.9g, %.9g]", name, (double)v.x, (double)v.y);
}

static imp2_vec vertex(const imp2_shape* shape, int32_t index)
{
    imp2_vec v = {0};
    (void)imp2_shape_vertex(shape, index, &v);
    return v;
}

static void write_shape(FILE* file, const imp2_shape* shape)
{
    int32_t last = shape->count - 1;
    switch (shape->kind)
    {
    case IMP2_SHAPE_CIRCLE:
        fprintf(file, "{\"kind\": \"circle\"");
        write_vec(file, "center", vertex(shape, 0));
        break;
    case IMP2_SHAPE_SEGMENT:
    case IMP2_SHAPE_CAPSULE:
        fprintf(file, "{\"kind\": \"%s\"", shape->kind == IMP2_SHAPE_SEGMENT ? "segment" : "capsule");
        write_vec(file, "a", vertex(shape, 0));
        write_vec(file, "b", vertex(shape, last));
        break;
    case IMP2_SHAPE_BOX:
        fprintf(file, "{\"kind\": \"box\"");
        write_vec(file, "lower", vertex(shape, 0));
        write_vec(file, "upper", vertex(shape, last > 1 ? 2 : last));
        break;
    default:
        fprintf(file, "{\"kind\": \"polygon\", \"points\": [");
        for (int32_t i = 0; i <= last; i++)
        {
            imp2_vec v = vertex(shape, i);
            fprintf(file, "%s[%.9g, %.9g]", i ? ", " : "", (double)v.x, (double)v.y);
        }
        fputc(']', file);
        break;
    }
    if (shape->kind == IMP2_SHAPE_CIRCLE || shape->kind == IMP2_SHAPE_CAPSULE || shape->radius != 0)
    {
        fprintf(file, ", \"radius\": %.9g", (double)shape->radius);
    }
    fputc('}', file);
}

static void write_points(FILE* file, const imp2_vec* points, int32_t count)
{
    fputc('[', file);
    for (int32_t i = 0; i < count; i++)
    {
        fprintf(file, "%s[%.9g, %.9g]", i ? ", " : "", (double)points[i].x, (double)points[i].y);
    }
    fputc(']', file);
}

static void write_compound(FILE* file, const imp2_compound* c)
{
    if (c->kind == IMP2_COMPOUND_CHAIN)
    {
        fprintf(file, "{\"kind\": \"chain\"%s%s, \"points\": ", c->closed ? ", \"closed\": true" : "",
                c->one_sided ? ", \"one_sided\": true" : "");
        write_points(file, c->vertices, c->ring_starts[1]);
        fputc('}', file);
        return;
    }
    fprintf(file, "{\"kind\": \"region\", \"rings\": [");
    for (int32_t r = 0; r < c->ring_count; r++)
    {
        fputs(r ? ",\n      " : "\n      ", file);
        write_points(file, c->vertices + c->ring_starts[r], c->ring_starts[r + 1] - c->ring_starts[r]);
    }
    fprintf(file, "],\n      \"parts\": [");
    for (int32_t p = 0; p < c->part_count; p++)
    {
        for (int32_t k = c->loop_starts[p]; k < c->loop_starts[p + 1]; k++)
        {
            fprintf(file, "%s%d", k > c->loop_starts[p] ? ", " : p ? "], [" : "[", (int)c->loop[k]);
        }
    }
    fprintf(file, "]]}");
}

static void write_pose(FILE* file, imp2_pose pose)
{
    if (pose.p.x != 0 || pose.p.y != 0 || pose.q.c != 1 || pose.q.s != 0)
    {
        fprintf(file, ", \"pose\": {\"p\": [%.9g, %.9g], \"q\": [%.9g, %.9g]}", (double)pose.p.x, (double)pose.p.y,
                (double)pose.q.c, (double)pose.q.s);
    }
}

static void write_form(FILE* file, const io_object* object)
{
    if (object->compound.kind == IMP2_COMPOUND_NONE)
    {
        write_shape(file, &object->shape);
    }
    else
    {
        write_compound(file, &object->compound);
    }
}

static void write_object(FILE* file, const io_object* object)
{
    fprintf(file, "    {\"name\": ");
    io_write_text(file, object->name);
    if (object->layer[0])
    {
        fprintf(file, ", \"layer\": ");
        io_write_text(file, object->layer);
    }
    fprintf(file, "%s%s", object->is_static ? ", \"static\": true" : "", object->is_solid ? "" : ", \"solid\": false");
    if (object->structure)
    {
        fprintf(file, ", \"structure\": %d", (int)object->structure);
    }
    write_pose(file, object->pose);
    fprintf(file, ",\n     \"shape\": ");
    write_form(file, object);
    fputc('}', file);
}

static void write_collider(FILE* file, const io_body* body, const io_object* object, bool first)
{
    const imp2_collider_def usual = io_motion_default().collider;
    fprintf(file, "%s\n      {\"shape\": ", first ? "" : ",");
    write_form(file, object);
    if (strcmp(object->name, body->name) != 0)
    {
        fprintf(file, ", \"name\": ");
        io_write_text(file, object->name);
    }
    io_write_keys(file, 2, io_collider_keys, &object->collider, &usual);
    fputc('}', file);
}

// Objects of one body need not follow each other, but those that readers make do: so the search goes on from the last.
static void write_body(FILE* file, const io_scene* scene, int32_t index, size_t* next)
{
    const io_body* body = &scene->bodies[index];
    const io_body usual = io_motion_default().body;
    while (*next < scene->object_count && scene->objects[*next].body < 0)
    {
        ++*next;
    }
    bool has_layer = *next < scene->object_count && scene->objects[*next].layer[0];
    fprintf(file, "    {\"name\": ");
    io_write_text(file, body->name);
    if (has_layer && scene->objects[*next].body == index)
    {
        fprintf(file, ", \"layer\": ");
        io_write_text(file, scene->objects[*next].layer);
    }
    fprintf(file, ", \"kind\": \"%s\"", io_body_kinds[body->def.kind]);
    write_pose(file, body->def.pose);
    io_write_keys(file, 2, io_body_keys, body, &usual);
    fprintf(file, ",\n     \"colliders\": [");
    for (bool first = true; *next < scene->object_count && scene->objects[*next].body == index; first = false)
    {
        write_collider(file, body, &scene->objects[(*next)++], first);
    }
    fprintf(file, "]}");
}

// Particles

typedef struct end_writer
{
    FILE* file;
    const io_scene* scene;
    const io_end_names* names;
} end_writer;

static const char* name_of_particle(const io_scene* scene, int32_t number)
{
    const io_particles* all = &scene->particles;
    size_t from = 0, to = all->item_count;
    while (to - from > 1)
    {
        size_t middle = from + (to - from) / 2;
        from = all->items[middle].first <= number ? middle : from;
        to = all->items[middle].first <= number ? to : middle;
    }
    return all->items[from].name;
}

// Two numbers or three.
static void write_place(const end_writer* to, const char* name, imp3_vec v)
{
    fprintf(to->file, "\"%s\": [%.9g, %.9g", name, (double)v.x, (double)v.y);
    if (to->scene->dimension == 3)
    {
        fprintf(to->file, ", %.9g", (double)v.z);
    }
    fputc(']', to->file);
}

// By its name where that says which one it is.
static void write_particle(const end_writer* to, int32_t particle)
{
    const char* called = name_of_particle(to->scene, particle);
    if (called[0] && io_names_find(&to->names->particles, called) == (int64_t)particle)
    {
        io_write_text(to->file, called);
    }
    else
    {
        fprintf(to->file, "%lu", (unsigned long)particle);
    }
}

static void write_end(const end_writer* to, const char* name, const imp3_end* end)
{
    fprintf(to->file, ", \"%s\": {", name);
    if (end->kind == IMP_END_PARTICLE)
    {
        fprintf(to->file, "\"particle\": ");
        write_particle(to, end->particle);
    }
    else if (end->kind == IMP_END_SOLID)
    {
        fprintf(to->file, "\"body\": ");
        io_write_body(to->file, to->scene, to->names, end->solid);
        fputs(", ", to->file);
    }
    if (end->kind != IMP_END_PARTICLE)
    {
        write_place(to, "point", end->point);
    }
    fputc('}', to->file);
}

static void write_item(const end_writer* to, const io_particle* item)
{
    FILE* file = to->file;
    io_particle usual = io_particle_default();
    bool fills = item->spacing > 0;
    fputs("\n    {", file);
    write_place(to, fills ? "lower" : "position", fills ? item->box.lower : item->particle.position);
    if (fills)
    {
        fputs(", ", file);
        write_place(to, "upper", item->box.upper);
    }
    if (item->name[0])
    {
        fprintf(file, ", \"name\": ");
        io_write_text(file, item->name);
    }
    usual.particle.position = item->particle.position;
    usual.box = item->box;
    io_write_keys(to->file, to->scene->dimension, io_particle_keys, item, &usual);
    fputc('}', file);
}

static void write_force(const end_writer* to, const imp3_force* force)
{
    bool is_spring = force->kind == IMP_FORCE_SPRING || force->kind == IMP_FORCE_BUNGEE;
    imp3_force usual = io_force_default(force->kind);
    fprintf(to->file, "\n    {\"kind\": \"%s\"", io_force_kinds[force->kind]);
    if (force->groups == 0)
    {
        write_end(to, is_spring ? "a" : "on", &force->a);
        usual.groups = 0;
    }
    if (is_spring)
    {
        write_end(to, "b", &force->b);
    }
    io_write_keys(to->file, to->scene->dimension, io_force_keys[force->kind], force, &usual);
    fputc('}', to->file);
}

static void write_link(const end_writer* to, const imp3_link* link)
{
    imp3_link usual = io_link_default();
    fprintf(to->file, "\n    {\"kind\": \"%s\"", io_link_kinds[link->kind]);
    write_end(to, "a", &link->a);
    write_end(to, "b", &link->b);
    io_write_keys(to->file, to->scene->dimension, io_link_keys, link, &usual);
    fputc('}', to->file);
}

void io_write_particles(FILE* file, const io_scene* scene, const io_end_names* names)
{
    const io_particles* all = &scene->particles;
    const end_writer writer = {file, scene, names}, *to = &writer;
    imp3_particles_def usual = io_particles_default();
    // One that says what the world says anyway is said: another world may be asked for.
    fprintf(file, ",\n  \"particles\": {\"rest\": \"%s\"", io_rest_kinds[all->def.rest]);
    if (all->has_gravity)
    {
        fputs(", ", file);
        write_place(to, "gravity", all->def.gravity);
    }
    usual.gravity = all->def.gravity;
    io_write_keys(file, to->scene->dimension, io_particles_keys, &all->def, &usual);
    fprintf(file, ",\n   \"items\": [");
    for (size_t i = 0; i < all->item_count; i++)
    {
        fputs(i ? "," : "", file);
        write_item(to, &all->items[i]);
    }
    for (size_t i = 0; i < all->force_count; i++)
    {
        fprintf(file, i ? "," : "],\n   \"forces\": [");
        write_force(to, &all->forces[i].force);
    }
    for (size_t i = 0; i < all->link_count; i++)
    {
        fprintf(file, i ? "," : "],\n   \"links\": [");
        write_link(to, &all->links[i].link);
    }
    fprintf(file, "]}");
}

static void write_scene(FILE* file, const io_scene* scene, const io_end_names* names)
{
    const imp2_world_def usual = io_world_default();
    fprintf(file, "{\n  \"impinge\": \"scene\",\n  \"version\": 1,\n");
    if (memcmp(&scene->world, &usual, sizeof usual) != 0)
    {
        // The first of its members has a comma before it, which something must precede.
        fprintf(file, "  \"world\": {\"length_unit\": %.9g", (double)scene->world.length_unit);
        imp2_world_def rest = usual;
        rest.length_unit = scene->world.length_unit;
        io_write_keys(file, 2, io_world_keys, &scene->world, &rest);
        fprintf(file, "},\n");
    }
    fprintf(file, "  \"objects\": [");
    size_t written = 0;
    for (size_t i = 0; i < scene->object_count; i++)
    {
        if (scene->objects[i].body < 0)
        {
            fprintf(file, written++ ? ",\n" : "\n");
            write_object(file, &scene->objects[i]);
        }
    }
    fprintf(file, "%s]", written ? "\n  " : "");
    size_t next = 0;
    for (size_t i = 0; i < scene->body_count; i++)
    {
        fprintf(file, i ? ",\n" : ",\n  \"bodies\": [\n");
        write_body(file, scene, (int32_t)i, &next);
    }
    fprintf(file, "%s", scene->body_count ? "\n  ]" : "");
    io_write_joints(file, scene, names);
    if (scene->particles.is_there)
    {
        io_write_particles(file, scene, names);
    }
    fprintf(file, "\n}\n");
}

io_status io_scene_save(const io_scene* scene, const char* path, io_error* error)
{
    const io_first all = {0, 0, 0, 0};
    io_end_names names;
    if (!io_end_names_make(&names, scene, &all))
    {
        snprintf(error->file, sizeof error->file, "%s", path);
        error->path[0] = 0;
        return io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
    }
    FILE* file = fopen(path, "wb");
    if (file)
    {
        if (scene->dimension == 3)
        {
            io_write_space(file, scene, &names);
        }
        else
        {
            write_scene(file, scene, &names);
        }
    }
    bool failed = !file || ferror(file);
    failed = (file && fclose(file) != 0) || failed;
    if (failed)
    {
        snprintf(error->file, sizeof error->file, "%s", path);
        error->path[0] = 0;
        (void)io_error_set(error, IO_ERR_FILE, 0, "cannot be written: %s", strerror(errno));
    }
    io_end_names_free(&names, &scene->arena.allocator);
    return failed ? IO_ERR_FILE : IO_OK;
}
