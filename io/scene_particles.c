// SPDX-License-Identifier: MIT
//
// Particles in the JSON of our own: what they are, forces and links. They are read last, so that ends can be looked for
// among bodies and objects; a name that nothing has, or that several have, is refused.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/reader.h"

/// The reading of particles of one file: what its numbers and names stand for.
typedef struct cloud
{
    io_reader* reader;
    io_ends ends;
    int32_t first;  // number of its first particle
} cloud;

static io_status find_word_of(io_reader* reader, const io_node* node, const char* name, const char* const* words,
                              int32_t first, int32_t end, int32_t* out)
{
    const char* text = io_node_text(node, name, "");
    for (*out = first; *out < end && strcmp(text, words[*out]) != 0; ++*out)
    {
    }
    char list[100] = "";
    for (int32_t i = first; i < end; i++)
    {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", i == first ? "" : i + 1 == end ? " or " : ", ", words[i]);
    }
    return *out < end ? IO_OK : io_fail(reader, IO_ERR_MEANING, node, "'%s' must be %s", name, list);
}

static const char* copy_path(io_reader* reader)
{
    return io_arena_copy(&reader->scene->arena, reader->path, strlen(reader->path));
}

// What they are

static io_status place_item(io_reader* reader, const io_node* node, io_particle* item)
{
    static const char* const of_filling[] = {"lower", "upper", "spacing", "staggered"};
    bool alone = io_node_get(node, "position") != NULL, fills = false;
    for (size_t i = 0; i < 4; i++)
    {
        fills = fills || io_node_get(node, of_filling[i]);
    }
    for (size_t i = 0; i < 4; i++)
    {
        bool has = io_node_get(node, of_filling[i]) != NULL, needed = i < 3;
        if (alone && has)
        {
            return io_fail(reader, IO_ERR_MEANING, node, "'position' and '%s' exclude each other", of_filling[i]);
        }
        if (!alone && !has && needed)
        {
            return io_fail(reader, IO_ERR_MEANING, node, "'%s' is missing", fills ? of_filling[i] : "position");
        }
    }
    if (alone)
    {
        return IO_OK;
    }
    int64_t count = io_particle_fill(item);
    if (count < 1)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "nothing fits between 'lower' and 'upper' at this 'spacing'");
    }
    return IO_OK;
}

static io_status read_item(cloud* c, const io_node* node)
{
    io_reader* reader = c->reader;
    io_particles* all = &reader->scene->particles;
    if (node->kind != IO_MAP)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "a particle must be {...}");
    }
    io_particle item = io_particle_default();
    item.is_flat = reader->scene->dimension != 3;
    item.first = all->count;
    io_status status = io_scene_keys(reader, node, io_particle_keys, "tname", &item);
    status = status ? status : place_item(reader, node, &item);
    if (!status && item.count > IO_OBJECT_MAX - all->count)
    {
        status = io_fail(reader, IO_ERR_LIMIT, node, "more than %d particles", IO_OBJECT_MAX);
    }
    if (status)
    {
        return status;
    }
    item.name = io_print(reader, "%s", io_node_text(node, "name", ""));
    item.path = copy_path(reader);
    item.file = reader->file_index;
    io_particle* items =
        io_grow(reader->allocator, all->items, &all->item_capacity, all->item_count + 1, sizeof *items);
    all->items = items ? items : all->items;
    if (!items || !item.name || !item.path)
    {
        return io_fail_memory(reader);
    }
    items[all->item_count++] = item;
    all->count += item.count;
    return IO_OK;
}

// Ends

static io_status find_particle(const cloud* c, const io_node* node, int32_t* out)
{
    io_reader* reader = c->reader;
    double number;
    int32_t count = reader->scene->particles.count - c->first;
    if (node->kind == IO_TEXT)
    {
        int64_t found = io_names_find(&c->ends.names.particles, node->text);
        *out = (int32_t)found;
        return found < 0 ? io_end_fail(reader, node, "particle", found) : IO_OK;
    }
    if (node->kind != IO_NUMBER || !io_node_number(node, &number) || !(number >= 0) || number != floor(number))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'particle' must be a name or a number of 0 or more");
    }
    if (number >= count)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "there is no particle %.9g", number);
    }
    *out = c->first + (int32_t)number;
    return IO_OK;
}

static io_status read_end(const cloud* c, const io_node* node, const char* name, imp3_end* out)
{
    static const io_key keys[] = {
        {"point", offsetof(imp3_end, point), IO_KEY_PLACE, -IMP_MAGNITUDE_MAX, IMP_MAGNITUDE_MAX}, {NULL, 0, 0, 0, 0}};
    io_reader* reader = c->reader;
    const io_node* end = io_node_get(node, name);
    if (!end)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'%s' is missing", name);
    }
    size_t length = io_path_push(reader, ".%s", name);
    const io_node *particle = io_node_get(end, "particle"), *body = io_node_get(end, "body");
    *out = (imp3_end){.kind = particle ? IMP_END_PARTICLE : body ? IMP_END_SOLID : IMP_END_POINT};
    io_status status = io_scene_keys(reader, end, keys, "aparticle abody", out);
    if (!status && particle && (body || io_node_get(end, "point")))
    {
        status =
            io_fail(reader, IO_ERR_MEANING, end, "'particle' and '%s' exclude each other", body ? "body" : "point");
    }
    if (!status && !particle && !body && !io_node_get(end, "point"))
    {
        status = io_fail(reader, IO_ERR_MEANING, end, "'particle', 'body' or 'point' is missing");
    }
    status = status || !particle ? status : find_particle(c, particle, &out->particle);
    status = status || !body ? status : io_end_find_body(&c->ends, body, &out->solid);
    io_path_pop(reader, length);
    return status;
}

static imp3_vec place_of_particle(const io_particles* all, int32_t number)
{
    size_t from = 0, to = all->item_count;
    while (to - from > 1)
    {
        size_t middle = from + (to - from) / 2;
        from = all->items[middle].first <= number ? middle : from;
        to = all->items[middle].first <= number ? to : middle;
    }
    return io_particle_place(&all->items[from], number);
}

// Where an end is in the world.
static imp3_vec place_of_end(const io_scene* scene, const imp3_end* end)
{
    int64_t body = io_end_is_body(end->solid), object = io_end_is_object(end->solid);
    if (end->kind != IMP_END_SOLID)
    {
        return end->kind == IMP_END_PARTICLE ? place_of_particle(&scene->particles, end->particle) : end->point;
    }
    if (scene->dimension == 3)
    {
        return imp3_pose_apply(scene->space.bodies[body].def.pose, end->point);
    }
    const imp2_vec point = {end->point.x, end->point.y};
    const imp2_vec at =
        imp2_pose_apply(object >= 0 ? scene->objects[object].pose : scene->bodies[body].def.pose, point);
    return (imp3_vec){at.x, at.y, 0};
}

static float distance_of_ends(const io_scene* scene, const imp3_end* a, const imp3_end* b)
{
    imp3_vec p = place_of_end(scene, a), q = place_of_end(scene, b);
    double x = (double)p.x - (double)q.x, y = (double)p.y - (double)q.y, z = (double)p.z - (double)q.z;
    double distance = sqrt(x * x + y * y + z * z);
    return distance < (double)IMP_MAGNITUDE_MAX ? (float)distance : IMP_MAGNITUDE_MAX;
}

// Forces and links

static io_status check_force(const cloud* c, const io_node* node, io_force* item)
{
    io_reader* reader = c->reader;
    imp3_force* f = &item->force;
    bool is_spring = f->kind == IMP_FORCE_SPRING || f->kind == IMP_FORCE_BUNGEE;
    if (is_spring)
    {
        io_status status = read_end(c, node, "a", &f->a);
        status = status ? status : read_end(c, node, "b", &f->b);
        f->length = !status && f->length < 0 ? distance_of_ends(reader->scene, &f->a, &f->b) : f->length;
        return status;
    }
    if (io_node_get(node, "on"))
    {
        io_status status = read_end(c, node, "on", &f->a);
        f->groups = 0;
        if (!status && io_node_get(node, "groups"))
        {
            status = io_fail(reader, IO_ERR_MEANING, node, "'groups' and 'on' exclude each other");
        }
        if (status || f->a.kind == IMP_END_POINT)
        {
            return status ? status : io_fail(reader, IO_ERR_MEANING, node, "'on' must be a particle or a body");
        }
    }
    // The limit is the library's.
    imp3_vec n = f->vector;
    double off = (double)n.x * (double)n.x + (double)n.y * (double)n.y + (double)n.z * (double)n.z - 1;
    return f->kind == IMP_FORCE_BUOYANCY && fabs(off) > 0x1p-10
               ? io_fail(reader, IO_ERR_MEANING, node, "'normal' must have the length 1")
               : IO_OK;
}

static io_status read_force(cloud* c, const io_node* node)
{
    io_reader* reader = c->reader;
    io_particles* all = &reader->scene->particles;
    if (node->kind != IO_MAP)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "a force must be {...}");
    }
    int32_t kind;
    io_status status = find_word_of(reader, node, "kind", io_force_kinds, 1, IMP_FORCE_USER, &kind);
    if (status)
    {
        return status;
    }
    bool is_spring = kind == IMP_FORCE_SPRING || kind == IMP_FORCE_BUNGEE;
    io_force item = {.file = reader->file_index, .force = io_force_default(kind)};
    status = io_scene_keys(reader, node, io_force_keys[kind], is_spring ? "tkind ma mb" : "tkind mon", &item.force);
    status = status ? status : check_force(c, node, &item);
    if (status)
    {
        return status;
    }
    item.path = copy_path(reader);
    io_force* grown =
        io_grow(reader->allocator, all->forces, &all->force_capacity, all->force_count + 1, sizeof *grown);
    all->forces = grown ? grown : all->forces;
    if (!grown || !item.path)
    {
        return io_fail_memory(reader);
    }
    grown[all->force_count++] = item;
    return IO_OK;
}

static io_status read_link(cloud* c, const io_node* node)
{
    io_reader* reader = c->reader;
    io_particles* all = &reader->scene->particles;
    if (node->kind != IO_MAP)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "a link must be {...}");
    }
    io_link item = {.file = reader->file_index, .link = io_link_default()};
    imp3_link* l = &item.link;
    io_status status = find_word_of(reader, node, "kind", io_link_kinds, 1, IMP_LINK_KIND_COUNT, &l->kind);
    status = status ? status : io_scene_keys(reader, node, io_link_keys, "tkind ma mb", l);
    status = status ? status : read_end(c, node, "a", &l->a);
    status = status ? status : read_end(c, node, "b", &l->b);
    if (status)
    {
        return status;
    }
    l->length = l->length < 0 ? distance_of_ends(reader->scene, &l->a, &l->b) : l->length;
    item.path = copy_path(reader);
    io_link* grown = io_grow(reader->allocator, all->links, &all->link_capacity, all->link_count + 1, sizeof *grown);
    all->links = grown ? grown : all->links;
    if (!grown || !item.path)
    {
        return io_fail_memory(reader);
    }
    grown[all->link_count++] = item;
    return IO_OK;
}

static io_status read_list(cloud* c, const io_node* node, const char* name, io_status (*read)(cloud*, const io_node*))
{
    io_reader* reader = c->reader;
    const io_node* list = io_node_get(node, name);
    if (list && list->numbers)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'%s' must be a list of {...}", name);
    }
    io_status status = IO_OK;
    int32_t index = 0;
    for (const io_node* item = list ? list->child : NULL; item && !status; item = item->next)
    {
        size_t length = io_path_push(reader, ".%s[%d]", name, (int)index++);
        status = read(c, item);
        io_path_pop(reader, length);
    }
    return status;
}

static io_status read_all(cloud* c, const io_node* node)
{
    io_reader* reader = c->reader;
    io_particles* all = &reader->scene->particles;
    io_status status = io_scene_keys(reader, node, io_particles_keys, "trest litems lforces llinks", &all->def);
    if (!status && io_node_get(node, "rest"))
    {
        status = find_word_of(reader, node, "rest", io_rest_kinds, 0, IMP_REST_COUNT, &all->def.rest);
    }
    all->is_there = true;
    all->has_gravity = all->has_gravity || io_node_get(node, "gravity");
    status = status ? status : read_list(c, node, "items", read_item);
    if (status)
    {
        return status;
    }
    if (!io_end_names_make(&c->ends.names, reader->scene, &c->ends.first))
    {
        return io_fail_memory(reader);
    }
    status = read_list(c, node, "forces", read_force);
    status = status ? status : read_list(c, node, "links", read_link);
    io_end_names_free(&c->ends.names, reader->allocator);
    return status;
}

io_status io_scene_particles(io_reader* reader, const io_node* root, size_t first_body, size_t first_object)
{
    const io_node* node = io_node_get(root, "particles");
    // They are in no layer.
    if (!node || !io_layer_wanted(reader, "", ""))
    {
        return IO_OK;
    }
    const io_scene* scene = reader->scene;
    const io_first first = {scene->particles.item_count, first_body, first_object, scene->joint_count};
    cloud c = {.reader = reader,
               .ends = {.reader = reader, .first = first},
               .first = scene->particles.count};
    size_t length = io_path_push(reader, "particles");
    io_status status = read_all(&c, node);
    io_path_pop(reader, length);
    return status;
}
