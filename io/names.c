// SPDX-License-Identifier: MIT
//
// Names that ends of forces, links, joints and couplings are given by. A file may have a million of them, so they are looked up by a hash.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/reader.h"

typedef struct io_name
{
    const char* name;  // null: free
    int64_t number;
} io_name;

// Fowler, Noll and Vo's hash.
static size_t hash_name(const char* name)
{
    uint64_t hash = 14695981039346656037U;
    for (const unsigned char* c = (const unsigned char*)name; *c; c++)
    {
        hash = (hash ^ *c) * 1099511628211U;
    }
    return (size_t)(hash ^ hash >> 32);
}

bool io_names_make(io_names* names, const imp_allocator* allocator, size_t most)
{
    size_t count = 16;
    while (count < 2 * most)
    {
        count *= 2;
    }
    *names = (io_names){.count = count};
    names->slots = io_grow(allocator, NULL, &names->room, count, sizeof *names->slots);
    if (names->slots)
    {
        memset(names->slots, 0, count * sizeof *names->slots);
    }
    return names->slots != NULL;
}

void io_names_free(io_names* names, const imp_allocator* allocator)
{
    io_release(allocator, names->slots, names->room, sizeof *names->slots);
    *names = (io_names){.slots = NULL};
}

static io_name* find_slot(const io_names* names, const char* name)
{
    size_t at = hash_name(name) & (names->count - 1);
    while (names->slots[at].name && strcmp(names->slots[at].name, name) != 0)
    {
        at = (at + 1) & (names->count - 1);
    }
    return &names->slots[at];
}

void io_names_add(io_names* names, const char* name, int64_t number)
{
    io_name* slot = find_slot(names, name);
    *slot = (io_name){name, slot->name ? IO_NAME_SEVERAL : number};
}

int64_t io_names_find(const io_names* names, const char* name)
{
    const io_name* slot = find_slot(names, name);
    return slot->name ? slot->number : IO_NAME_NONE;
}

// Ends

bool io_end_names_make(io_end_names* names, const io_scene* scene, const io_first* first)
{
    const io_particles* p = &scene->particles;
    const imp_allocator* allocator = &scene->arena.allocator;
    bool in_space = scene->dimension == 3;
    size_t bodies = in_space ? scene->space.body_count : scene->body_count;
    *names = (io_end_names){.particles = {.slots = NULL}};
    if (!io_names_make(&names->particles, allocator, p->item_count - first->item) ||
        !io_names_make(&names->bodies, allocator, bodies - first->body) ||
        !io_names_make(&names->objects, allocator, scene->object_count - first->object) ||
        !io_names_make(&names->joints, allocator, scene->joint_count - first->joint))
    {
        io_end_names_free(names, allocator);
        return false;
    }
    for (size_t i = first->item; i < p->item_count; i++)
    {
        if (p->items[i].name[0])
        {
            io_names_add(&names->particles, p->items[i].name,
                         p->items[i].count == 1 ? p->items[i].first : IO_NAME_SEVERAL);
        }
    }
    for (size_t i = first->body; i < bodies; i++)
    {
        const char* name = in_space ? scene->space.bodies[i].name : scene->bodies[i].name;
        io_names_add(&names->bodies, name, (int64_t)io_end_body(i));
    }
    for (size_t i = first->object; i < scene->object_count; i++)
    {
        if (scene->objects[i].body < 0)
        {
            io_names_add(&names->objects, scene->objects[i].name, (int64_t)io_end_object(i));
        }
    }
    for (size_t i = first->joint; i < scene->joint_count; i++)
    {
        if (scene->joints[i].name)
        {
            io_names_add(&names->joints, scene->joints[i].name, (int64_t)i);
        }
    }
    return true;
}

void io_end_names_free(io_end_names* names, const imp_allocator* allocator)
{
    io_names_free(&names->particles, allocator);
    io_names_free(&names->bodies, allocator);
    io_names_free(&names->objects, allocator);
    io_names_free(&names->joints, allocator);
}

int64_t io_end_names_body(const io_end_names* names, const char* name)
{
    int64_t body = io_names_find(&names->bodies, name);
    return body != IO_NAME_NONE ? body : io_names_find(&names->objects, name);
}

io_status io_end_fail(io_reader* reader, const io_node* node, const char* what, int64_t found)
{
    return found == IO_NAME_SEVERAL
               ? io_fail(reader, IO_ERR_MEANING, node, "several %s are called '%.40s'",
                         what[0] == 'p'   ? "particles"
                         : what[0] == 'j' ? "joints"
                                          : "bodies",
                         node->text)
               : io_fail(reader, IO_ERR_MEANING, node, "no %s is called '%.40s'", what, node->text);
}

// The object that was the n-th of the file's list: one that was left out has no place in the scene.
static int64_t object_of_place(const io_ends* e, double place)
{
    const io_scene* scene = e->reader->scene;
    size_t from = e->first.object, to = scene->object_count;
    while (from < to)
    {
        size_t middle = from + (to - from) / 2;
        int at = -1;
        // Objects of bodies come behind the others, with paths of their own.
        bool before = sscanf(scene->objects[middle].path, "objects[%d]", &at) == 1 && at < place;
        from = before ? middle + 1 : from;
        to = before ? to : middle;
    }
    int at = -1;
    bool is_it = from < scene->object_count && scene->objects[from].body < 0 &&
                 sscanf(scene->objects[from].path, "objects[%d]", &at) == 1 && at == place;
    return is_it ? (int64_t)from : -1;
}

io_status io_end_find_body(const io_ends* e, const io_node* node, uint64_t* out)
{
    io_reader* reader = e->reader;
    const io_scene* scene = reader->scene;
    size_t last_body = scene->dimension == 3 ? scene->space.body_count : scene->body_count;
    double number, bodies = (double)(last_body - e->first.body);
    int64_t found = IO_NAME_NONE;
    if (node->kind == IO_TEXT)
    {
        found = io_end_names_body(&e->names, node->text);
        if (found < 0)
        {
            return io_end_fail(reader, node, "body", found);
        }
    }
    else if (node->kind == IO_NUMBER && io_node_number(node, &number) && number >= 0 && number == floor(number))
    {
        int64_t object = number < bodies ? -1 : object_of_place(e, number - bodies);
        found = number < bodies ? (int64_t)io_end_body(e->first.body + (size_t)number)
                : object >= 0   ? (int64_t)io_end_object((size_t)object)
                                : IO_NAME_NONE;
        if (found < 0)
        {
            return io_fail(reader, IO_ERR_MEANING, node, "there is no body %.9g", number);
        }
    }
    else
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'body' must be a name or a number of 0 or more");
    }
    *out = (uint64_t)found;
    int64_t object = io_end_is_object(*out);
    return object >= 0 && !scene->objects[object].is_solid
               ? io_fail(reader, IO_ERR_MEANING, node, "'%.40s' is not solid", scene->objects[object].name)
               : IO_OK;
}

io_status io_end_find_joint(const io_ends* e, const io_node* node, size_t* out)
{
    io_reader* reader = e->reader;
    const double most = (double)(reader->scene->joint_count - e->first.joint);
    double number = -1;
    if (node->kind == IO_TEXT)
    {
        int64_t found = io_names_find(&e->names.joints, node->text);
        *out = found < 0 ? 0 : (size_t)found;
        return found < 0 ? io_end_fail(reader, node, "joint", found) : IO_OK;
    }
    if (node->kind != IO_NUMBER || !io_node_number(node, &number) || number < 0 || number != floor(number))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'%.40s' must be a name or a number of 0 or more", node->name);
    }
    *out = number < most ? e->first.joint + (size_t)number : 0;
    return number < most ? IO_OK : io_fail(reader, IO_ERR_MEANING, node, "there is no joint %.9g", number);
}
