// SPDX-License-Identifier: MIT
//
// Models in MJCF (mujoco.readthedocs.io/en/stable/XMLreference.html): bodies within bodies, with joints and geoms, as
// far as scenes of our own have what they say. Poses are local, and z is up. Bodies of the world that no joint moves
// stand. What only a simulation by MuJoCo itself needs, or is only seen, is counted and left out.

#include "io/mjcf.h"

#include <string.h>

enum
{
    NONE = -1,
    COPIES = 1 << 18  // elements that <replicate> makes
};

#define DEGREE 0.017453292519943295

bool io_is_mjcf(const io_node* root)
{
    return root->kind == IO_MAP && io_node_is(root, "mujoco");
}

static bool is_true(const io_node* node, const char* name, bool otherwise)
{
    const io_node* attribute = io_attribute(node, name);
    return attribute ? strcmp(attribute->text, "true") == 0 : otherwise;
}

static io_status read_compiler(io_mjcf* m, const io_node* node)
{
    const char* angle = io_attribute_text(node, "angle", m->angle == 1 ? "radian" : "degree");
    const char* inertia = io_attribute_text(node, "inertiafromgeom", "");
    m->angle = strcmp(angle, "radian") == 0 ? 1 : DEGREE;
    m->euler = io_attribute_text(node, "eulerseq", m->euler);
    m->autolimits = is_true(node, "autolimits", m->autolimits);
    m->inertia = strcmp(inertia, "true") == 0    ? IO_INERTIA_GEOMS
                 : strcmp(inertia, "false") == 0 ? IO_INERTIA_TOLD
                 : strcmp(inertia, "auto") == 0  ? IO_INERTIA_AUTO
                                                 : m->inertia;
    const char* folder = io_attribute_text(node, "assetdir", NULL);
    folder = io_attribute_text(node, "meshdir", folder);
    if (folder)
    {
        size_t length = strlen(folder);
        m->robot.mesh_folder =
            io_print(m->robot.reader, "%s%s", folder, length > 0 && folder[length - 1] != '/' ? "/" : "");
        if (!m->robot.mesh_folder)
        {
            m->robot.mesh_folder = "";
            return io_fail_memory(m->robot.reader);
        }
        if (folder[0] == '/' || folder[0] == '\\' || (folder[0] && folder[1] == ':'))
        {
            return io_mjcf_fail(m, node, "meshdir must be a path relative to this file");
        }
    }
    if (strcmp(io_attribute_text(node, "coordinate", "local"), "local") != 0)
    {
        return io_mjcf_fail(m, node, "only coordinate='local' is read");
    }
    double total = 0;
    const io_node *whole = io_attribute(node, "settotalmass"), *groups = io_attribute(node, "inertiagrouprange");
    io_status status = whole ? io_robot_numbers(&m->robot, node, whole, 1, 1, &total, NULL) : IO_OK;
    status = status || !groups ? status : io_robot_numbers(&m->robot, node, groups, 2, 2, m->groups, NULL);
    m->robot.total_mass = total > 0 ? total : m->robot.total_mass;
    static const char* const skipped[] = {"boundmass", "boundinertia", "balanceinertia"};
    for (int i = 0; i < 3 && !status; i++)
    {
        status = io_attribute(node, skipped[i])
                     ? io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "'%s' of <compiler>", skipped[i])
                     : IO_OK;
    }
    return status;
}

static io_status read_option(io_mjcf* m, const io_node* node)
{
    io_reader* reader = m->robot.reader;
    double g[3] = {0, 0, 0}, step = 0;
    const io_node *gravity = io_attribute(node, "gravity"), *time = io_attribute(node, "timestep");
    const io_node* flag = io_element(node, "flag");
    io_status status = gravity ? io_robot_numbers(&m->robot, node, gravity, 3, 3, g, NULL) : IO_OK;
    status = status || !time ? status : io_robot_numbers(&m->robot, node, time, 1, 1, &step, NULL);
    if (!status && gravity)
    {
        reader->scene->space.world.gravity = io_robot_vec(g);
    }
    if (!status && flag && strcmp(io_attribute_text(flag, "gravity", "enable"), "disable") == 0)
    {
        reader->scene->space.world.gravity = (imp3_vec){0, 0, 0};
    }
    if (!status && flag && strcmp(io_attribute_text(flag, "contact", "enable"), "disable") == 0)
    {
        status = io_robot_tally(&m->robot, IO_NOTE_SKIP, flag, "'contact' of <flag>: things collide all the same");
    }
    if (!status && step > 0)
    {
        status = io_note_add(reader, IO_NOTE_TAKEN,
                             "its time step is %.4g s, and that of run is --hz (%.6g would be its)", step, 1 / step);
    }
    static const char* const skipped[] = {"wind", "density", "viscosity"};
    for (int i = 0; i < 3 && !status; i++)
    {
        status = io_attribute(node, skipped[i])
                     ? io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "'%s' of <option>", skipped[i])
                     : IO_OK;
    }
    return status;
}

// Elements on top of a name, in order.
static io_status for_each(io_mjcf* m, const char* section, io_status (*read)(io_mjcf*, const io_node*), bool children)
{
    io_status status = IO_OK;
    for (const io_node* top = m->root->child; top && !status; top = top->next)
    {
        if (top->kind != IO_MAP || !io_node_is(top, section))
        {
            continue;
        }
        if (!children)
        {
            status = read(m, top);
            continue;
        }
        for (const io_node* node = top->child; node && !status; node = node->next)
        {
            status = node->kind == IO_MAP ? read(m, node) : IO_OK;
        }
    }
    return status;
}

static io_status skip_child(io_mjcf* m, const io_node* node)
{
    return io_robot_skip(&m->robot, node);
}

static io_status read_asset(io_mjcf* m, const io_node* node)
{
    return io_node_is(node, "mesh") ? io_mjcf_mesh(m, node) : io_robot_skip(&m->robot, node);
}

// Bodies

static io_status open_body(io_mjcf* m, const io_node* node, const io_mjcf_open* around)
{
    io_reader* reader = m->robot.reader;
    const char* name = io_attribute_text(node, "name", "");
    int64_t inner = around->of_class;
    const io_node* told = io_attribute(node, "childclass");
    if (told)
    {
        inner = io_names_find(&m->class_names, told->text);
        if (inner < 0)
        {
            return io_fail(reader, IO_ERR_MEANING, node, "there is no class '%.60s'", told->text);
        }
    }
    io_place place;
    io_status status = io_mjcf_place(m, node, NONE, &place);
    if (status)
    {
        return status;
    }
    place = io_place_of(&around->place, &place);
    if (io_node_is(node, "frame"))
    {
        return io_mjcf_push(m, node, around->link, (int32_t)inner, &place);
    }
    const char* kept = name[0] ? io_print(reader, "%s%s", name, around->suffix ? around->suffix : "")
                               : io_print(reader, "body %d", (int)m->robot.link_count);
    int32_t link = kept ? io_robot_add_link(&m->robot, kept, node, around->link) : NONE;
    if (link == NONE)
    {
        return io_fail_memory(reader);
    }
    m->robot.links[link].place = place;
    if (name[0] && !around->suffix)
    {
        io_names_add(&m->body_names, name, link);
    }
    if (io_attribute(node, "gravcomp"))
    {
        status = io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "'gravcomp' of <body>");
    }
    const io_place none = io_place_none();
    return status ? status : io_mjcf_push(m, node, link, (int32_t)inner, &none);
}

static io_status name_copies(io_mjcf* m, io_mjcf_open* it)
{
    const char* around = m->open_count > 1 ? m->open[m->open_count - 2].suffix : NULL;
    it->suffix = io_print(m->robot.reader, "%s%s%d", around ? around : "", io_attribute_text(it->node, "sep", ""),
                          (int)it->number);
    return it->suffix ? IO_OK : io_fail_memory(m->robot.reader);
}

// Reads what is in it `count` times, each a step farther than the one before. Names are told apart by their numbers, and
// nothing else in the file can refer to them.
static io_status open_copies(io_mjcf* m, const io_node* node, const io_mjcf_open* around)
{
    double count = 0, angles[3] = {0, 0, 0}, offset[3] = {0, 0, 0};
    io_place turn;
    const io_node* told = io_attribute(node, "count");
    io_status status = told ? io_robot_numbers(&m->robot, node, told, 1, 1, &count, NULL)
                            : io_mjcf_fail(m, node, "its count is missing");
    status = status ? status : io_mjcf_numbers(m, node, NONE, "euler", 3, 3, angles, NULL);
    status = status ? status : io_mjcf_numbers(m, node, NONE, "offset", 3, 3, offset, NULL);
    for (int i = 0; i < 3; i++)
    {
        angles[i] *= m->angle;
    }
    if (!status && (!(count >= 1 && count <= (double)COPIES) || !io_place_euler(m->euler, angles, &turn)))
    {
        status = io_mjcf_fail(m, node, "its count is out of range");
    }
    status = status ? status : io_mjcf_push(m, node, around->link, around->of_class, &around->place);
    if (status)
    {
        return status;
    }
    io_mjcf_open* it = &m->open[m->open_count - 1];
    const io_place moved = io_place_moved(offset);
    it->step = io_place_of(&moved, &turn);
    it->left = (int32_t)count - 1;
    return name_copies(m, it);
}

static io_status count_copy(io_mjcf* m, const io_node* node)
{
    return ++m->read > COPIES
               ? io_fail(m->robot.reader, IO_ERR_LIMIT, node, "more than %d elements by <replicate>", COPIES)
               : IO_OK;
}

// Reads an element once more, a step farther.
static io_status copy_again(io_mjcf* m, io_mjcf_open* it)
{
    io_status status = count_copy(m, it->node);
    if (status)
    {
        return status;
    }
    it->left--;
    it->number++;
    it->next = it->node->child;
    it->place = io_place_of(&it->place, &it->step);
    return name_copies(m, it);
}

static io_status read_child(io_mjcf* m, const io_node* node)
{
    const io_mjcf_open around = m->open[m->open_count - 1];
    const io_robot_link* link = &m->robot.links[around.link];
    io_status counted = around.suffix ? count_copy(m, node) : IO_OK;
    if (counted)
    {
        return counted;
    }
    if (io_node_is(node, "replicate"))
    {
        return open_copies(m, node, &around);
    }
    if (io_node_is(node, "body") || io_node_is(node, "frame"))
    {
        return open_body(m, node, &around);
    }
    if (io_node_is(node, "geom"))
    {
        return io_mjcf_geom(m, node, around.link, around.of_class, &around.place);
    }
    if (around.link != IO_MJCF_WORLD && (io_node_is(node, "joint") || io_node_is(node, "freejoint")))
    {
        io_status status = io_mjcf_joint(m, node, around.link, around.of_class);
        link = &m->robot.links[around.link];
        return !status && link->is_free && (link->parent != IO_MJCF_WORLD || link->first_joint != NONE)
                   ? io_mjcf_fail(m, node, "a free joint must be the only one, of a body of the world")
                   : status;
    }
    if (around.link != IO_MJCF_WORLD && io_node_is(node, "inertial"))
    {
        return io_mjcf_inertial(m, node, around.link, &around.place);
    }
    return io_robot_skip(&m->robot, node);
}

// One <worldbody>; files that are included may have others.
static io_status read_world(io_mjcf* m, const io_node* node)
{
    const io_place none = io_place_none();
    io_status status = io_mjcf_push(m, node, IO_MJCF_WORLD, IO_MJCF_MAIN, &none);
    while (m->open_count > 0 && !status)
    {
        io_mjcf_open* top = &m->open[m->open_count - 1];
        const io_node* child = top->next;
        if (!child && top->left > 0)
        {
            status = copy_again(m, top);
            continue;
        }
        if (!child)
        {
            m->open_count--;
            continue;
        }
        top->next = child->next;
        if (child->kind == IO_MAP)
        {
            size_t length = io_path_push(m->robot.reader, "%.100s", m->robot.links[top->link].name);
            status = read_child(m, child);
            io_path_pop(m->robot.reader, length);
        }
    }
    return status;
}

// Roots as the options ask for them.
static void hold_roots(io_mjcf* m)
{
    int32_t how = m->robot.reader->options->root;
    for (size_t i = 1; i < m->robot.link_count && how != IO_ROOT_AS_TOLD; i++)
    {
        io_robot_link* link = &m->robot.links[i];
        if (link->parent == IO_MJCF_WORLD && link->first_joint == NONE)
        {
            link->is_free = how == IO_ROOT_FREE;
        }
    }
}

// Notes sections on top that are not read.
static io_status skip_sections(io_mjcf* m)
{
    static const char* const read[] = {"compiler", "option",  "default",  "asset",  "worldbody",
                                       "actuator", "contact", "equality", "include", "tendon"};
    static const char* const counted[] = {"sensor", "keyframe", "custom", "deformable", "extension"};
    io_status status = IO_OK;
    for (size_t i = 0; i < sizeof counted / sizeof *counted && !status; i++)
    {
        status = for_each(m, counted[i], skip_child, true);
    }
    for (const io_node* top = m->root->child; top && !status; top = top->next)
    {
        bool known = top->kind != IO_MAP;
        for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        {
            known = known || io_node_is(top, read[i]);
        }
        for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        {
            known = known || io_node_is(top, counted[i]);
        }
        status = known ? IO_OK : io_robot_skip(&m->robot, top);
    }
    return status;
}

static io_status read_all(io_mjcf* m)
{
    int32_t world;
    io_status status = io_mjcf_include(m);
    status = status ? status : io_mjcf_classes(m);
    status = status ? status : for_each(m, "compiler", read_compiler, false);
    status = status ? status : for_each(m, "option", read_option, false);
    status = status ? status : for_each(m, "asset", read_asset, true);
    if (status)
    {
        return status;
    }
    world = io_robot_add_link(&m->robot, "world", m->root, NONE);
    if (world == NONE)
    {
        return io_fail_memory(m->robot.reader);
    }
    io_names_add(&m->body_names, "world", world);
    status = for_each(m, "worldbody", read_world, false);
    hold_roots(m);
    status = status ? status : for_each(m, "tendon", io_mjcf_tendon, true);
    status = status ? status : for_each(m, "actuator", io_mjcf_actuator, true);
    status = status ? status : for_each(m, "equality", io_mjcf_equality, true);
    status = status ? status : for_each(m, "contact", io_mjcf_contact, true);
    status = status ? status : skip_sections(m);
    return status ? status : io_mjcf_filters(m);
}

static void free_all(io_mjcf* m)
{
    const imp_allocator* allocator = m->robot.reader->allocator;
    for (size_t i = 0; i < m->tree_count; i++)
    {
        io_tree_free(&m->trees[i]);
    }
    io_release(allocator, m->trees, m->tree_room, sizeof *m->trees);
    io_release(allocator, (void*)m->tree_names, m->tree_name_room, sizeof *m->tree_names);
    io_release(allocator, m->classes, m->class_room, sizeof *m->classes);
    io_release(allocator, m->open, m->open_room, sizeof *m->open);
    io_release(allocator, m->mesh_nodes, m->mesh_node_room, sizeof *m->mesh_nodes);
    io_names_free(&m->class_names, allocator);
    io_names_free(&m->body_names, allocator);
    io_names_free(&m->joint_names, allocator);
    io_names_free(&m->tendon_names, allocator);
    io_names_free(&m->mesh_names, allocator);
    io_robot_free(&m->robot);
}

io_status io_read_mjcf(io_reader* reader, const io_node* root)
{
    io_file* file = &reader->scene->files[reader->file_index];
    io_mjcf m = {.root = root, .angle = DEGREE, .euler = "xyz", .autolimits = true, .groups = {0, 5}};
    file->format = "MJCF model";
    file->scale_from = "the file is in metres";
    file->is_robot = true;
    reader->scene->space.world.gravity = (imp3_vec){0, 0, -9.81f};
    io_robot_init(&m.robot, reader);
    m.robot.meets_itself = m.robot.meets_ground = true;
    m.robot.name = io_print(reader, "%s", io_attribute_text(root, "model", "MuJoCo Model"));
    io_status status = m.robot.name ? read_all(&m) : io_fail_memory(reader);
    status = status ? status : io_robot_end(&m.robot);
    free_all(&m);
    return status;
}
