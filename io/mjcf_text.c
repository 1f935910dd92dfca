// SPDX-License-Identifier: MIT
//
// MJCF as a text: files that are included, classes of defaults, attributes.

#include <math.h>
#include <string.h>

#include "io/mjcf.h"

enum
{
    NONE = -1
};

io_status io_mjcf_fail(io_mjcf* m, const io_node* node, const char* text)
{
    return io_fail(m->robot.reader, IO_ERR_MEANING, node, "<%.40s>: %s", node->name, text);
}

io_status io_mjcf_push(io_mjcf* m, const io_node* node, int32_t link, int32_t of_class, const io_place* place)
{
    io_mjcf_open* grown = io_grow(m->robot.reader->allocator, m->open, &m->open_room, m->open_count + 1, sizeof *grown);
    m->open = grown ? grown : m->open;
    if (!grown)
    {
        return io_fail_memory(m->robot.reader);
    }
    const char* suffix = m->open_count > 0 ? grown[m->open_count - 1].suffix : NULL;
    grown[m->open_count++] = (io_mjcf_open){
        .node = node, .next = node->child, .link = link, .of_class = of_class, .place = *place, .suffix = suffix};
    return IO_OK;
}

// Files. Each may be included once, as the format has it, so that none includes itself.

static io_status keep_tree(io_mjcf* m, const io_node* node, io_tree* tree, const char* name)
{
    io_reader* reader = m->robot.reader;
    for (size_t i = 0; i < m->tree_count; i++)
    {
        if (strcmp(m->tree_names[i], name) == 0)
        {
            io_tree_free(tree);
            return io_fail(reader, IO_ERR_MEANING, node, "'%.100s' is included twice", name);
        }
    }
    io_tree* trees = io_grow(reader->allocator, m->trees, &m->tree_room, m->tree_count + 1, sizeof *trees);
    m->trees = trees ? trees : m->trees;
    void* names =
        io_grow(reader->allocator, (void*)m->tree_names, &m->tree_name_room, m->tree_count + 1, sizeof *m->tree_names);
    m->tree_names = names ? names : m->tree_names;
    if (!trees || !names)
    {
        io_tree_free(tree);
        return io_fail_memory(reader);
    }
    m->tree_names[m->tree_count] = name;
    m->trees[m->tree_count++] = *tree;
    return IO_OK;
}

// An element that is passed over.
static void strike(io_node* node)
{
    node->kind = IO_NULL;
    node->child = NULL;
}

// Puts what is in a file behind the element that includes it.
static io_status include_file(io_mjcf* m, io_node* node)
{
    io_reader* reader = m->robot.reader;
    io_tree tree = {.root = NULL};
    const char* name = NULL;
    io_status status = io_external(reader, node, reader->file, io_attribute_text(node, "file", ""), &tree, &name);
    status = status ? status : keep_tree(m, node, &tree, name);
    if (status)
    {
        return status;
    }
    io_node *first = tree.root->kind == IO_MAP ? tree.root->child : NULL, *last = first;
    while (first && first->kind != IO_MAP)
    {
        first = first->next;  // attributes
    }
    for (last = first; last && last->next; last = last->next)
    {
    }
    strike(node);
    if (last)
    {
        last->next = node->next;
        node->next = first;
    }
    return IO_OK;
}

io_status io_mjcf_include(io_mjcf* m)
{
    const io_place none = io_place_none();
    io_status status = keep_tree(m, m->root, &(io_tree){.root = NULL}, m->robot.reader->file);
    status = status ? status : io_mjcf_push(m, m->root, 0, 0, &none);
    while (m->open_count > 0 && !status)
    {
        io_mjcf_open* top = &m->open[m->open_count - 1];
        io_node* node = (io_node*)(uintptr_t)top->next;
        if (!node)
        {
            m->open_count--;
            continue;
        }
        bool includes = node->kind == IO_MAP && io_node_is(node, "include");
        status = includes ? include_file(m, node) : IO_OK;
        top->next = node->next;
        if (!status && node->kind == IO_MAP)
        {
            status = io_mjcf_push(m, node, 0, 0, &none);
        }
    }
    return status;
}

// Classes

static io_status count_names(io_mjcf* m)
{
    size_t classes = 0, bodies = 0, joints = 0, meshes = 0, tendons = 0;
    const io_place none = io_place_none();
    const imp_allocator* allocator = m->robot.reader->allocator;
    io_status status = io_mjcf_push(m, m->root, 0, 0, &none);
    while (m->open_count > 0 && !status)
    {
        io_mjcf_open* top = &m->open[m->open_count - 1];
        const io_node* node = top->next;
        if (!node)
        {
            m->open_count--;
            continue;
        }
        top->next = node->next;
        if (node->kind == IO_MAP)
        {
            classes += io_node_is(node, "default");
            bodies += io_node_is(node, "body");
            joints += io_node_is(node, "joint");
            meshes += io_node_is(node, "mesh");
            tendons += io_node_is(node, "fixed") || io_node_is(node, "spatial");
            status = io_mjcf_push(m, node, 0, 0, &none);
        }
    }
    if (!status &&
        (!io_names_make(&m->class_names, allocator, classes + 1) ||
         !io_names_make(&m->body_names, allocator, bodies + 1) || !io_names_make(&m->joint_names, allocator, joints) ||
         !io_names_make(&m->mesh_names, allocator, meshes) || !io_names_make(&m->tendon_names, allocator, tendons)))
    {
        status = io_fail_memory(m->robot.reader);
    }
    return status;
}

static io_status add_class(io_mjcf* m, const io_node* node, int32_t parent, int32_t* out)
{
    io_mjcf_class* grown =
        io_grow(m->robot.reader->allocator, m->classes, &m->class_room, m->class_count + 1, sizeof *grown);
    m->classes = grown ? grown : m->classes;
    if (!grown)
    {
        return io_fail_memory(m->robot.reader);
    }
    *out = (int32_t)m->class_count;
    grown[m->class_count++] = (io_mjcf_class){.node = node, .parent = parent};
    return IO_OK;
}

// The first default on top is main, whatever it is called; others on top are below it.
static io_status open_class(io_mjcf* m, const io_node* node, int32_t parent)
{
    const io_place none = io_place_none();
    const char* name = io_attribute_text(node, "class", parent == NONE ? "main" : "");
    int32_t made = IO_MJCF_MAIN;
    io_status status = IO_OK;
    if (parent == NONE && !m->classes[IO_MJCF_MAIN].node)
    {
        m->classes[IO_MJCF_MAIN].node = node;
    }
    else
    {
        status = add_class(m, node, parent == NONE ? IO_MJCF_MAIN : parent, &made);
    }
    if (!status && name[0])
    {
        io_names_add(&m->class_names, name, made);
    }
    return status ? status : io_mjcf_push(m, node, 0, made, &none);
}

io_status io_mjcf_classes(io_mjcf* m)
{
    int32_t main;
    io_status status = count_names(m);
    status = status ? status : add_class(m, NULL, NONE, &main);
    for (const io_node* top = m->root->child; top && !status; top = top->next)
    {
        if (top->kind != IO_MAP || !io_node_is(top, "default"))
        {
            continue;
        }
        status = open_class(m, top, NONE);
        while (m->open_count > 0 && !status)
        {
            io_mjcf_open* open = &m->open[m->open_count - 1];
            const io_node* node = open->next;
            if (!node)
            {
                m->open_count--;
                continue;
            }
            open->next = node->next;
            if (node->kind == IO_MAP && io_node_is(node, "default"))
            {
                status = open_class(m, node, open->of_class);
            }
        }
    }
    return status;
}

io_status io_mjcf_class_of(io_mjcf* m, const io_node* node, int32_t around, int32_t* out)
{
    const io_node* own = io_attribute(node, "class");
    int64_t found = own ? io_names_find(&m->class_names, own->text) : around;
    if (found < 0 && strcmp(own->text, "main") != 0)
    {
        return io_fail(m->robot.reader, IO_ERR_MEANING, node, "%s class '%.60s'",
                       found == IO_NAME_SEVERAL ? "there are several of" : "there is no", own->text);
    }
    *out = found < 0 ? IO_MJCF_MAIN : (int32_t)found;
    return IO_OK;
}

const io_node* io_mjcf_get(const io_mjcf* m, const io_node* node, int32_t of_class, const char* name)
{
    const io_node* found = io_attribute(node, name);
    for (int32_t c = of_class; !found && c != NONE; c = m->classes[c].parent)
    {
        const io_node* of = m->classes[c].node ? io_element(m->classes[c].node, node->name) : NULL;
        found = of ? io_attribute(of, name) : NULL;
    }
    return found;
}

const char* io_mjcf_text(const io_mjcf* m, const io_node* node, int32_t of_class, const char* name,
                         const char* otherwise)
{
    const io_node* found = io_mjcf_get(m, node, of_class, name);
    return found ? found->text : otherwise;
}

io_status io_mjcf_numbers(io_mjcf* m, const io_node* node, int32_t of_class, const char* name, int32_t least,
                          int32_t most, double* out, int32_t* count)
{
    const io_node* found = io_mjcf_get(m, node, of_class, name);
    if (count)
    {
        *count = 0;
    }
    return found ? io_robot_numbers(&m->robot, node, found, least, most, out, count) : IO_OK;
}

// Axes x and y; what of y is along x does not count.
static bool turn_by_axes(const double* axes, io_place* out)
{
    double x[3] = {axes[0], axes[1], axes[2]}, y[3] = {axes[3], axes[4], axes[5]}, z[3];
    if (!io_unit3(x))
    {
        return false;
    }
    double along = io_dot3(x, y);
    for (int i = 0; i < 3; i++)
    {
        y[i] -= along * x[i];
    }
    if (!io_unit3(y))
    {
        return false;
    }
    io_cross3(x, y, z);
    *out = io_place_none();
    for (int i = 0; i < 3; i++)
    {
        out->rows[i][0] = x[i];
        out->rows[i][1] = y[i];
        out->rows[i][2] = z[i];
    }
    return true;
}

static io_status read_turn(io_mjcf* m, const io_node* node, int32_t of_class, io_place* out)
{
    static const struct
    {
        const char* name;
        int32_t count;
    } ways[] = {{"quat", 4}, {"axisangle", 4}, {"euler", 3}, {"xyaxes", 6}, {"zaxis", 3}};
    const double none[3] = {0, 0, 0};
    double n[6] = {0};
    int32_t way = 0, count = 0;
    io_status status = IO_OK;
    *out = io_place_none();
    for (; way < (int32_t)(sizeof ways / sizeof *ways) && count == 0 && !status; way++)
    {
        status = io_mjcf_numbers(m, node, of_class, ways[way].name, ways[way].count, ways[way].count, n, &count);
    }
    bool good = true;
    if (status || count == 0)
    {
        return status;
    }
    switch (way - 1)
    {
    case 0: *out = io_place_quat(n); break;
    case 1:
        good = io_unit3(n);
        *out = good ? io_place_about(none, n, n[3] * m->angle) : *out;
        break;
    case 2:
        for (int i = 0; i < 3; i++)
        {
            n[i] *= m->angle;
        }
        good = io_place_euler(m->euler, n, out);
        break;
    case 3: good = turn_by_axes(n, out); break;
    default:
        good = io_unit3(n);
        *out = good ? io_place_along(n) : *out;
        break;
    }
    return good ? IO_OK : io_mjcf_fail(m, node, "an axis has no direction");
}

io_status io_mjcf_place(io_mjcf* m, const io_node* node, int32_t of_class, io_place* out)
{
    double pos[3] = {0, 0, 0};
    io_place turn;
    io_status status = io_mjcf_numbers(m, node, of_class, "pos", 3, 3, pos, NULL);
    status = status ? status : read_turn(m, node, of_class, &turn);
    if (!status)
    {
        const io_place moved = io_place_moved(pos);
        *out = io_place_of(&moved, &turn);
    }
    return status;
}

bool io_mjcf_is_limited(const io_mjcf* m, const io_node* node, int32_t of_class, const char* word, const char* range)
{
    const char* told = io_mjcf_text(m, node, of_class, word, "auto");
    bool is_auto = strcmp(told, "auto") == 0;
    return is_auto ? m->autolimits && io_mjcf_get(m, node, of_class, range) : strcmp(told, "true") == 0;
}
