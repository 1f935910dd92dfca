// SPDX-License-Identifier: MIT
//
// Robots in URDF (wiki.ros.org/urdf/XML): links with what they weigh and their collision geometry, and joints. z is up.
// The root is free, as over a ground, unless it is called "world", as of robots that are bolted to it, or the options say
// otherwise. Links of a robot do not collide with each other unless the options say so: collision meshes of neighbours
// mostly overlap. What a model has for other programs is counted and left out.

#include <string.h>

#include "io/robot.h"

enum
{
    NONE = -1
};

#define GRAVITY -9.81f  // along z [m/s^2]; the format has none

typedef struct urdf_link
{
    const io_node* node;
    const io_node* joint;  // to its parent
    int32_t parent;
    int32_t first_child, next_child;
    int32_t made;  // number in the robot
} urdf_link;

typedef struct urdf
{
    io_robot robot;
    urdf_link* links;
    const io_node** joints;
    int32_t* order;    // links, parents first
    int32_t* by_link;  // joint of the robot that holds a link, by the number of the link
    io_names names, joint_names;
    size_t link_count, joint_count, link_room, joint_room, order_room, by_link_room;
} urdf;

bool io_is_urdf(const io_node* root)
{
    return root->kind == IO_MAP && io_node_is(root, "robot");
}

static io_status fail(urdf* u, const io_node* node, const char* text)
{
    return io_fail(u->robot.reader, IO_ERR_MEANING, node, "<%.40s>: %s", node->name, text);
}

static const char* name_of(const io_node* node)
{
    return io_attribute_text(node, "name", "");
}

// Optional numbers of an element that may be missing; what is not said stays.
static io_status numbers_of(urdf* u, const io_node* element, const char* name, int32_t count, double* out)
{
    const io_node* attribute = element ? io_attribute(element, name) : NULL;
    return attribute ? io_robot_numbers(&u->robot, element, attribute, count, count, out, NULL) : IO_OK;
}

static io_status needed_numbers(urdf* u, const io_node* element, const char* name, int32_t count, double* out)
{
    const io_node* attribute = io_attribute(element, name);
    return attribute
               ? io_robot_numbers(&u->robot, element, attribute, count, count, out, NULL)
               : io_fail(u->robot.reader, IO_ERR_MEANING, element, "<%.40s>: '%s' is missing", element->name, name);
}

// Turns of "rpy" are about axes that stand.
static io_status read_origin(urdf* u, const io_node* parent, io_place* out)
{
    const io_node* node = io_element(parent, "origin");
    double xyz[3] = {0, 0, 0}, rpy[3] = {0, 0, 0};
    io_status status = numbers_of(u, node, "xyz", 3, xyz);
    status = status ? status : numbers_of(u, node, "rpy", 3, rpy);
    io_place turn;
    (void)io_place_euler("XYZ", rpy, &turn);
    const io_place moved = io_place_moved(xyz);
    *out = io_place_of(&moved, &turn);
    return status;
}

// Links

static io_status read_inertial(urdf* u, const io_node* node, io_robot_link* out)
{
    static const char* const names[6] = {"ixx", "iyy", "izz", "ixy", "iyz", "ixz"};
    const io_node *mass = io_element(node, "mass"), *inertia = io_element(node, "inertia");
    io_robot_mass own = {.mass = 0};
    io_place origin;
    io_status status = read_origin(u, node, &origin);
    status = status || !mass ? status : needed_numbers(u, mass, "value", 1, &own.mass);
    for (int i = 0; i < 6 && inertia && !status; i++)
    {
        status = numbers_of(u, inertia, names[i], 1, &own.inertia[i]);
    }
    if (!status && own.mass < 0)
    {
        status = fail(u, node, "a mass is below 0");
    }
    // What is said to weigh nothing weighs as its geometry does.
    out->has_mass = own.mass > 0;
    if (out->has_mass)
    {
        out->mass = io_mass_at(&origin, &own);
    }
    return status;
}

static io_status read_geometry(urdf* u, const io_node* node, int32_t link)
{
    static const struct
    {
        const char* name;
        int32_t kind;
    } kinds[] = {{"box", IO_GEOM_BOX},
                 {"cylinder", IO_GEOM_CYLINDER},
                 {"sphere", IO_GEOM_SPHERE},
                 {"capsule", IO_GEOM_CAPSULE},
                 {"mesh", IO_GEOM_MESH}};
    const io_node *geometry = io_element(node, "geometry"), *shape = geometry ? geometry->child : NULL;
    while (shape && shape->kind != IO_MAP)
    {
        shape = shape->next;
    }
    if (!shape)
    {
        return fail(u, node, "it has no geometry");
    }
    size_t i = 0;
    while (i < sizeof kinds / sizeof *kinds && strcmp(kinds[i].name, shape->name) != 0)
    {
        i++;
    }
    if (i == sizeof kinds / sizeof *kinds)
    {
        return io_robot_skip(&u->robot, shape);
    }
    int32_t index = io_robot_add_geom(&u->robot, link, shape, kinds[i].kind);
    if (index == NONE)
    {
        return io_fail_memory(u->robot.reader);
    }
    io_robot_geom* geom = &u->robot.geoms[index];
    const char* name = name_of(node);
    geom->name = name[0] ? io_print(u->robot.reader, "%s", name) : "";
    io_status status = geom->name ? read_origin(u, node, &geom->place) : io_fail_memory(u->robot.reader);
    double* s = geom->size;
    switch (kinds[i].kind)
    {
    case IO_GEOM_BOX:
        status = status ? status : needed_numbers(u, shape, "size", 3, s);
        for (int k = 0; k < 3; k++)
        {
            s[k] /= 2;
        }
        break;
    case IO_GEOM_MESH:
        s[0] = s[1] = s[2] = 1;
        status = status ? status : numbers_of(u, shape, "scale", 3, s);
        geom->mesh = io_robot_mesh_of(&u->robot, shape, io_attribute_text(shape, "filename", ""));
        return geom->mesh == NONE && !status ? io_fail_memory(u->robot.reader) : status;
    default:
        status = status ? status : needed_numbers(u, shape, "radius", 1, &s[0]);
        if (kinds[i].kind != IO_GEOM_SPHERE)
        {
            status = status ? status : needed_numbers(u, shape, "length", 1, &s[1]);
            s[1] /= 2;
        }
        break;
    }
    if (!status && !(s[0] > 0 && (kinds[i].kind == IO_GEOM_SPHERE || s[1] > 0)))
    {
        status = fail(u, shape, "a size must be above 0");
    }
    return status;
}

static io_status read_link(urdf* u, const io_node* node, int32_t index)
{
    io_status status = IO_OK;
    for (const io_node* child = node->child; child && !status; child = child->next)
    {
        if (child->kind != IO_MAP)
        {
            continue;
        }
        if (io_node_is(child, "inertial"))
        {
            status = read_inertial(u, child, &u->robot.links[index]);
        }
        else
        {
            status = io_node_is(child, "collision") ? read_geometry(u, child, index) : io_robot_skip(&u->robot, child);
        }
    }
    return status;
}

// Joints

static io_status read_limit(urdf* u, const io_node* node, bool needed, io_robot_joint* out)
{
    const io_node* limit = io_element(node, "limit");
    if (!limit)
    {
        return needed ? io_robot_tally(&u->robot, IO_NOTE_REPAIR, node, "joints without <limit> move without one")
                      : IO_OK;
    }
    out->limited = needed;
    io_status status = numbers_of(u, limit, "lower", 1, &out->lower);
    status = status ? status : numbers_of(u, limit, "upper", 1, &out->upper);
    status = status ? status : numbers_of(u, limit, "effort", 1, &out->effort);
    if (!status && out->lower > out->upper)
    {
        status = fail(u, limit, "lower is above upper");
    }
    if (!status && io_attribute(limit, "velocity"))
    {
        status = io_robot_tally(&u->robot, IO_NOTE_SKIP, limit, "'velocity' of <limit>");
    }
    if (!status && io_attribute(limit, "effort") && !u->robot.reader->options->hold)
    {
        status =
            io_robot_tally(&u->robot, IO_NOTE_SKIP, limit, "'effort' of <limit>, since nothing drives (--hold does)");
    }
    out->effort = u->robot.reader->options->hold ? out->effort : 0;
    return status;
}

static io_status read_dynamics(urdf* u, const io_node* node, io_robot_joint* out)
{
    const io_node* dynamics = io_element(node, "dynamics");
    io_status status = numbers_of(u, dynamics, "damping", 1, &out->damping);
    status = status ? status : numbers_of(u, dynamics, "friction", 1, &out->friction);
    return !status && (out->damping < 0 || out->friction < 0) ? fail(u, dynamics, "a number is below 0") : status;
}

static io_status add_joint(urdf* u, const io_node* node, int32_t link, int32_t kind, const double* axis, int32_t* out)
{
    *out = io_robot_add_joint(&u->robot, link, node, kind);
    if (*out == NONE)
    {
        return io_fail_memory(u->robot.reader);
    }
    memcpy(u->robot.joints[*out].axis, axis, sizeof u->robot.joints[*out].axis);
    return IO_OK;
}

// Two slides and a turn.
static io_status read_planar(urdf* u, const io_node* node, int32_t link, const double* normal)
{
    double across[3][3];
    int least = 0;
    for (int i = 1; i < 3; i++)
    {
        least = normal[i] * normal[i] < normal[least] * normal[least] ? i : least;
    }
    double other[3] = {0, 0, 0};
    other[least] = 1;
    io_cross3(normal, other, across[0]);
    (void)io_unit3(across[0]);
    io_cross3(normal, across[0], across[1]);
    memcpy(across[2], normal, sizeof across[2]);
    io_status status = IO_OK;
    for (int i = 0; i < 3 && !status; i++)
    {
        int32_t index;
        status = add_joint(u, node, link, i < 2 ? IO_ROBOT_SLIDE : IO_ROBOT_HINGE, across[i], &index);
        status = status ? status : read_dynamics(u, node, &u->robot.joints[index]);
    }
    return status;
}

static io_status read_joint(urdf* u, const io_node* node, int32_t link)
{
    const char* type = io_attribute_text(node, "type", "");
    bool turns = strcmp(type, "continuous") == 0, ranges = strcmp(type, "revolute") == 0;
    bool slides = strcmp(type, "prismatic") == 0, planar = strcmp(type, "planar") == 0;
    double axis[3] = {1, 0, 0};
    const io_node* along = io_element(node, "axis");
    if (strcmp(type, "floating") == 0)
    {
        u->robot.links[link].is_free = true;
        return IO_OK;
    }
    if (strcmp(type, "fixed") == 0)
    {
        return IO_OK;
    }
    bool ball = strcmp(type, "spherical") == 0;  // of PyBullet
    if (!turns && !ranges && !slides && !planar && !ball)
    {
        return io_fail(u->robot.reader, IO_ERR_MEANING, node, "unknown type of joint '%.40s'", type);
    }
    io_status status = numbers_of(u, along, "xyz", 3, axis);
    if (!status && !io_unit3(axis))
    {
        status = fail(u, along, "the axis is zero");
    }
    if (status || planar)
    {
        return status ? status : read_planar(u, node, link, axis);
    }
    int32_t index;
    status = add_joint(u, node, link, slides ? IO_ROBOT_SLIDE : ball ? IO_ROBOT_BALL : IO_ROBOT_HINGE, axis, &index);
    status = status ? status : read_limit(u, node, ranges || slides, &u->robot.joints[index]);
    return status ? status : read_dynamics(u, node, &u->robot.joints[index]);
}

// The tree

static io_status add_names(urdf* u, const io_node* root)
{
    const imp_allocator* allocator = u->robot.reader->allocator;
    size_t links = 0, joints = 0;
    for (const io_node* child = root->child; child; child = child->next)
    {
        links += child->kind == IO_MAP && io_node_is(child, "link");
        joints += child->kind == IO_MAP && io_node_is(child, "joint");
    }
    u->links = io_grow(allocator, NULL, &u->link_room, links + 1, sizeof *u->links);
    u->joints = io_grow(allocator, NULL, &u->joint_room, joints + 1, sizeof *u->joints);
    u->order = io_grow(allocator, NULL, &u->order_room, links + 1, sizeof *u->order);
    u->by_link = io_grow(allocator, NULL, &u->by_link_room, links + 1, sizeof *u->by_link);
    if (!u->links || !u->joints || !u->order || !u->by_link || !io_names_make(&u->names, allocator, links) ||
        !io_names_make(&u->joint_names, allocator, joints))
    {
        return io_fail_memory(u->robot.reader);
    }
    for (const io_node* child = root->child; child; child = child->next)
    {
        if (child->kind != IO_MAP)
        {
            continue;
        }
        if (io_node_is(child, "link"))
        {
            const urdf_link it = {.node = child, .parent = NONE, .first_child = NONE, .next_child = NONE, .made = NONE};
            io_names_add(&u->names, name_of(child), (int64_t)u->link_count);
            u->links[u->link_count++] = it;
        }
        else if (io_node_is(child, "joint"))
        {
            u->joints[u->joint_count++] = child;
        }
        else if (strncmp(child->name, "xacro:", 6) == 0)
        {
            return fail(u, child, "it must be expanded first: xacro robot.urdf.xacro > robot.urdf");
        }
        else
        {
            io_status status = io_robot_skip(&u->robot, child);
            if (status)
            {
                return status;
            }
        }
    }
    return IO_OK;
}

static io_status find_link(urdf* u, const io_node* joint, const char* end, int32_t* out)
{
    const io_node* element = io_element(joint, end);
    const char* name = element ? io_attribute_text(element, "link", "") : "";
    int64_t found = element ? io_names_find(&u->names, name) : IO_NAME_NONE;
    if (found < 0)
    {
        return io_fail(u->robot.reader, IO_ERR_MEANING, joint, "joint '%.60s': %s %s '%.60s'", name_of(joint),
                       found == IO_NAME_SEVERAL ? "several links are called" : "there is no link", end, name);
    }
    *out = (int32_t)found;
    return IO_OK;
}

static io_status hang_links(urdf* u)
{
    io_status status = IO_OK;
    for (size_t i = 0; i < u->joint_count && !status; i++)
    {
        int32_t parent = NONE, child = NONE;
        const io_node* joint = u->joints[i];
        status = find_link(u, joint, "parent", &parent);
        status = status ? status : find_link(u, joint, "child", &child);
        if (!status && u->links[child].parent != NONE)
        {
            status = io_fail(u->robot.reader, IO_ERR_MEANING, joint, "link '%.60s' has two parents",
                             name_of(u->links[child].node));
        }
        if (!status)
        {
            u->links[child].parent = parent;
            u->links[child].joint = joint;
        }
    }
    // In the order of the file: the last is hung up first.
    for (size_t i = u->link_count; i > 0 && !status; i--)
    {
        urdf_link* it = &u->links[i - 1];
        if (it->parent != NONE)
        {
            it->next_child = u->links[it->parent].first_child;
            u->links[it->parent].first_child = (int32_t)i - 1;
        }
    }
    return status;
}

static io_status order_links(urdf* u, const io_node* root)
{
    size_t count = 0;
    for (size_t i = 0; i < u->link_count; i++)
    {
        if (u->links[i].parent == NONE && count == 1)
        {
            return io_fail(u->robot.reader, IO_ERR_MEANING, u->links[i].node,
                           "two links have no parent: '%.60s' and '%.60s'", name_of(u->links[u->order[0]].node),
                           name_of(u->links[i].node));
        }
        if (u->links[i].parent == NONE)
        {
            u->order[count++] = (int32_t)i;
        }
    }
    if (u->link_count == 0)
    {
        return fail(u, root, "there is no link in it");
    }
    for (size_t i = 0; i < count; i++)
    {
        for (int32_t k = u->links[u->order[i]].first_child; k != NONE; k = u->links[k].next_child)
        {
            u->order[count++] = k;
        }
    }
    return count == u->link_count
               ? IO_OK
               : fail(u, root, "joints lead in a circle: not all links hang on one that has no parent");
}

// The root, and what its joint is to the world.
static bool is_root_free(const urdf* u, const io_node* root)
{
    int32_t how = u->robot.reader->options->root;
    return how == IO_ROOT_FREE || (how != IO_ROOT_FIXED && strcmp(name_of(root), "world") != 0);
}

static io_status make_links(urdf* u)
{
    io_status status = IO_OK;
    for (size_t i = 0; i < u->link_count && !status; i++)
    {
        urdf_link* it = &u->links[u->order[i]];
        size_t length = io_path_push(u->robot.reader, "%.100s", name_of(it->node));
        const char* name = io_print(u->robot.reader, "%s", name_of(it->node));
        it->made =
            name ? io_robot_add_link(&u->robot, name, it->node, it->parent == NONE ? NONE : u->links[it->parent].made)
                 : NONE;
        status = it->made == NONE ? io_fail_memory(u->robot.reader) : read_link(u, it->node, it->made);
        if (!status && it->parent == NONE)
        {
            u->robot.links[it->made].is_free = is_root_free(u, it->node);
        }
        else if (!status)
        {
            status = read_origin(u, it->joint, &u->robot.links[it->made].place);
            status = status ? status : read_joint(u, it->joint, it->made);
            u->by_link[it->made] = u->robot.links[it->made].last_joint;
            io_names_add(&u->joint_names, name_of(it->joint), it->made);
        }
        io_path_pop(u->robot.reader, length);
    }
    return status;
}

// A joint that follows another.
static io_status read_mimics(urdf* u)
{
    io_status status = IO_OK;
    for (size_t i = 0; i < u->link_count && !status; i++)
    {
        const urdf_link* it = &u->links[u->order[i]];
        const io_node* mimic = it->joint ? io_element(it->joint, "mimic") : NULL;
        if (!mimic || u->by_link[it->made] == NONE)
        {
            continue;
        }
        const char* name = io_attribute_text(mimic, "joint", "");
        int64_t leader = io_names_find(&u->joint_names, name);
        double ratio = 1, offset = 0;
        status = numbers_of(u, mimic, "multiplier", 1, &ratio);
        status = status ? status : numbers_of(u, mimic, "offset", 1, &offset);
        if (!status && (leader < 0 || u->by_link[leader] == NONE))
        {
            status = io_fail(u->robot.reader, IO_ERR_MEANING, mimic, "there is no joint '%.60s' that moves", name);
        }
        if (!status)
        {
            status = io_robot_follow(&u->robot, mimic, u->by_link[leader], u->by_link[it->made], ratio, offset,
                                     true);
        }
    }
    return status;
}

io_status io_read_urdf(io_reader* reader, const io_node* root)
{
    io_file* file = &reader->scene->files[reader->file_index];
    urdf u = {.links = NULL};
    file->format = "URDF robot";
    file->scale_from = "the file is in metres";
    file->is_robot = true;
    io_robot_init(&u.robot, reader);
    u.robot.meets_itself = reader->options->meets_itself;
    u.robot.name = io_print(reader, "%s", name_of(root));
    io_status status = u.robot.name ? add_names(&u, root) : io_fail_memory(reader);
    status = status ? status : hang_links(&u);
    status = status ? status : order_links(&u, root);
    status = status ? status : make_links(&u);
    status = status ? status : read_mimics(&u);
    reader->scene->space.world.gravity = (imp3_vec){0, 0, GRAVITY};
    if (!status && reader->options->root == IO_ROOT_AS_TOLD)
    {
        bool is_free = u.robot.links[0].is_free;
        status = io_note_add(reader, IO_NOTE_TAKEN, "its root '%.60s' is %s (--%s-root)", u.robot.links[0].name,
                             is_free ? "free" : "fixed", is_free ? "fixed" : "free");
    }
    status = status ? status : io_robot_end(&u.robot);
    io_robot_free(&u.robot);
    io_names_free(&u.names, reader->allocator);
    io_names_free(&u.joint_names, reader->allocator);
    io_release(reader->allocator, u.links, u.link_room, sizeof *u.links);
    io_release(reader->allocator, (void*)u.joints, u.joint_room, sizeof *u.joints);
    io_release(reader->allocator, u.order, u.order_room, sizeof *u.order);
    io_release(reader->allocator, u.by_link, u.by_link_room, sizeof *u.by_link);
    return status;
}
