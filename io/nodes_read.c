// SPDX-License-Identifier: MIT
//
// Nodes of a file with meshes: read, and told apart by how they move.
//
// Motion of a node is told by --dynamic first, then the extras of a node ("kind"), then KHR_physics_rigid_bodies,
// then its name, by the endings of Godot: -rigid moves, -convcol stands with its hull, -noimp is left out with all
// below it. A node whose morph targets are animated is kinematic where nothing else is told, and bends.

#include "io/nodes.h"

#include <math.h>
#include <string.h>

// Names

static bool ends_in(const char* name, size_t length, const char* word)
{
    size_t count = strlen(word);
    if (length <= count || !strchr("-_$", name[length - count - 1]))
    {
        return false;
    }
    for (size_t i = 0; i < count; i++)
    {
        if ((name[length - count + i] | 32) != word[i])
        {
            return false;
        }
    }
    return true;
}

// Whether a name has the ending, and behind it at most the number of a copy: "Crate-rigid.001".
static bool has_ending(const char* name, const char* word)
{
    size_t length = strlen(name);
    while (length > 0 && strchr("0123456789._ ", name[length - 1]))
    {
        length--;
    }
    return ends_in(name, length, word);
}

bool io_name_is(const char* name, const char* wanted)
{
    size_t length = strlen(wanted);
    return length > 0 && wanted[length - 1] == '*' ? strncmp(name, wanted, length - 1) == 0 : strcmp(name, wanted) == 0;
}

static bool is_wanted(const io_options* options, const char* name)
{
    bool wanted = false;
    for (int32_t i = 0; i < options->moving_count && !wanted; i++)
    {
        wanted = io_name_is(name, options->moving[i]);
    }
    return wanted;
}

const io_node* io_placed_motion(const io_node* told)
{
    const io_node* extensions = told ? io_node_get(told, "extensions") : NULL;
    const io_node* physics = extensions ? io_node_get(extensions, "KHR_physics_rigid_bodies") : NULL;
    const io_node* motion = physics ? io_node_get(physics, "motion") : NULL;
    return motion && motion->kind == IO_MAP ? motion : NULL;
}

static bool is_true(const io_node* map, const char* name)
{
    const io_node* flag = io_node_get(map, name);
    return flag && flag->kind == IO_BOOL && flag->number != 0;
}

static int32_t kind_of_node(const io_options* options, const io_placed_node* it)
{
    const char* told = it->told ? io_node_text(it->told, "kind", "") : "";
    const io_node* motion = io_placed_motion(it->told);
    if (is_wanted(options, it->name))
    {
        return IMP_BODY_DYNAMIC;
    }
    for (int32_t kind = 0; kind < IMP_BODY_KIND_COUNT; kind++)
    {
        if (strcmp(told, io_body_kinds[kind]) == 0)
        {
            return kind;
        }
    }
    return motion                          ? is_true(motion, "isKinematic") ? IMP_BODY_KINEMATIC : IMP_BODY_DYNAMIC
           : has_ending(it->name, "rigid") ? IMP_BODY_DYNAMIC
           : has_ending(it->name, "noimp") ? IO_NODE_LEFT_OUT
           : it->morph                     ? IMP_BODY_KINEMATIC
                                           : IMP_BODY_STATIC;
}

// Nodes and parts of the file

static io_status fail_tree(io_placed_nodes* m)
{
    return io_fail(m->reader, IO_ERR_MEANING, NULL, "its nodes are not told as they must be");
}

static bool is_index(double number, size_t count)
{
    return number >= 0 && number < (double)count && number == floor(number);
}

static bool read_node(io_placed_nodes* m, const io_node* from, io_placed_node* out)
{
    const io_node *place = io_node_get(from, "place"), *list = io_node_get(from, "meshes");
    double parent = IO_NODE_NONE;
    const io_node* number = io_node_get(from, "parent");
    bool good = place && place->numbers && place->count == 12 && list && list->kind == IO_LIST && number &&
                io_node_number(number, &parent) && (parent == (double)IO_NODE_NONE || is_index(parent, m->node_count));
    *out = (io_placed_node){.name = io_print(m->reader, "%s", io_node_text(from, "name", "")),
                            .told = io_node_get(from, "told"),
                            .morph = io_node_get(from, "morph")};
    for (int32_t i = 0; good && i < 12; i++)
    {
        out->place.rows[i / 4][i % 4] = place->numbers[i];
    }
    out->meshes = good ? list->numbers : NULL;
    out->mesh_count = out->meshes ? list->count : 0;
    for (int32_t i = 0; i < out->mesh_count; i++)
    {
        good = good && is_index(out->meshes[i], m->part_count);
    }
    out->parent = (int32_t)parent;
    out->below = out->collider = IO_NODE_NONE;
    return good && out->name;
}

// Triangles stand in the order of the parts whose points they have.
static bool find_parts(io_placed_nodes* m, const io_node* points, const io_node* targets)
{
    size_t next = 0, corner = 0;
    for (size_t i = 0; i < m->part_count; i++)
    {
        const double count = points->numbers[i], more = targets ? targets->numbers[i] : 0;
        const size_t left = m->mesh->point_count - next;
        if (!is_index(count, left + 1) || !is_index(more, INT32_MAX) || count * (1 + more) > (double)left)
        {
            return false;
        }
        io_placed_part* p = &m->parts[i];
        *p = (io_placed_part){.first_point = (int32_t)next,
                              .point_count = (int32_t)count,
                              .first_corner = (int32_t)corner,
                              .target_count = (int32_t)more};
        next += (size_t)count * (1 + (size_t)more);
        while (corner < m->mesh->corner_count && m->mesh->corners[corner] < (int32_t)next)
        {
            corner += 3;
        }
        p->corner_count = (int32_t)corner - p->first_corner;
    }
    return next == m->mesh->point_count && corner == m->mesh->corner_count;
}

static io_status read_nodes(io_placed_nodes* m)
{
    const imp_allocator* allocator = m->reader->allocator;
    const io_node *points = io_node_get(m->tree->root, "points"), *list = io_node_get(m->tree->root, "nodes");
    const io_node* targets = io_node_get(m->tree->root, "targets");
    if (!points || !points->numbers || !list || list->kind != IO_LIST || list->numbers ||
        (targets && (!targets->numbers || targets->count != points->count)))
    {
        return fail_tree(m);
    }
    m->part_count = (size_t)points->count;
    m->parts = io_grow(allocator, NULL, &m->part_room, m->part_count, sizeof *m->parts);
    m->nodes = io_grow(allocator, NULL, &m->node_room, (size_t)list->count + 1, sizeof *m->nodes);
    if (!m->parts || !m->nodes)
    {
        return io_fail_memory(m->reader);
    }
    bool good = find_parts(m, points, targets);
    for (const io_node* from = list->child; from && good; from = from->next)
    {
        good = read_node(m, from, &m->nodes[m->node_count]);
        m->node_count += good;
    }
    return good ? IO_OK : fail_tree(m);
}

// A file without nodes is one, called as the file.
static io_status take_as_one(io_placed_nodes* m)
{
    static const double first[1] = {0};
    const imp_allocator* allocator = m->reader->allocator;
    const char *slash = strrchr(m->reader->file, '/'), *name = slash ? slash + 1 : m->reader->file;
    const char* dot = strrchr(name, '.');
    m->parts = io_grow(allocator, NULL, &m->part_room, 1, sizeof *m->parts);
    m->nodes = io_grow(allocator, NULL, &m->node_room, 1, sizeof *m->nodes);
    const char* stem = io_print(m->reader, "%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
    if (!m->parts || !m->nodes || !stem)
    {
        return io_fail_memory(m->reader);
    }
    m->parts[0] =
        (io_placed_part){.point_count = (int32_t)m->mesh->point_count, .corner_count = (int32_t)m->mesh->corner_count};
    m->nodes[0] = (io_placed_node){.name = stem,
                                   .place = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
                                   .meshes = first,
                                   .mesh_count = 1,
                                   .parent = IO_NODE_NONE,
                                   .below = IO_NODE_NONE,
                                   .collider = IO_NODE_NONE};
    m->part_count = m->node_count = 1;
    return IO_OK;
}

// Whether some node says that it moves, or is told to.
static bool moves_itself(const io_placed_nodes* m)
{
    bool moves = m->reader->options->moving_count > 0;
    for (size_t i = 0; i < m->node_count && !moves; i++)
    {
        int32_t kind = kind_of_node(m->reader->options, &m->nodes[i]);
        moves = kind == IMP_BODY_DYNAMIC || kind == IMP_BODY_KINEMATIC;
    }
    return moves;
}

// Finds which nodes move, and with which body. Nodes without a name are called after their parents. Where copies are
// wanted of a file in which nothing moves, all of it does.
static void find_bodies(io_placed_nodes* m)
{
    bool all = m->reader->options->copies > 0 && !moves_itself(m);
    for (size_t i = 0; i < m->node_count; i++)
    {
        io_placed_node* it = &m->nodes[i];
        const io_placed_node* above = it->parent == IO_NODE_NONE ? NULL : &m->nodes[it->parent];
        it->name = it->name[0] ? it->name : above ? above->name : "node";
        it->kind = kind_of_node(m->reader->options, it);
        it->kind = all && it->kind == IMP_BODY_STATIC ? IMP_BODY_DYNAMIC : it->kind;
        it->is_hull =
            it->kind != IMP_BODY_STATIC || has_ending(it->name, "convcol") || has_ending(it->name, "convcolonly");
        it->root = it->last = (int32_t)i;
        if (above && (above->kind == IO_NODE_LEFT_OUT || above->kind != IMP_BODY_STATIC))
        {
            it->kind = it->kind == IO_NODE_LEFT_OUT ? IO_NODE_LEFT_OUT : above->kind;
            it->is_hull = true;
            it->root = above->root;
            io_placed_node* root = &m->nodes[it->root];
            m->nodes[root->last].below = (int32_t)i;
            root->last = (int32_t)i;
        }
    }
}

io_status io_placed_nodes_read(io_placed_nodes* m)
{
    io_status status = m->tree ? read_nodes(m) : take_as_one(m);
    if (!status)
    {
        find_bodies(m);
    }
    return status;
}
