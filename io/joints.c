// SPDX-License-Identifier: MIT
//
// Joints in the JSON of our own, of both dimensions: in the words of the library's calls (joints_save.c writes
// them, world_joints.inl makes them). They are read after bodies and objects, which they are told by; then come vehicles
// and couplings (couplings.c).

#include <stdio.h>
#include <string.h>

#include "io/reader.h"

#define HALF_TURN 3.1415927f
#define JOINT(member) offsetof(io_joint, member)
#define AXIS(member) offsetof(imp_axis, member)

const io_joint_kind io_joint_kinds[IO_JOINT_KIND_COUNT] = {
    {"weld", "tkind tname aa ab maxes aat aaxis aup acone_y acone_z acardan", {NULL, NULL}, true, true},
    {"revolute", "tkind tname aa ab maxes aat", {NULL, NULL}, true, false},
    {"prismatic", "tkind tname aa ab maxes aat aaxis", {"axis", NULL}, true, false},
    {"ball", "tkind tname aa ab maxes aat acone_y acone_z acardan", {NULL, NULL}, false, true},
    {"hinge", "tkind tname aa ab maxes aat aaxis", {"axis", NULL}, false, true},
    {"slider", "tkind tname aa ab maxes aat aaxis", {"axis", NULL}, false, true},
    {"cone", "tkind tname aa ab maxes aat aaxis acone_y acone_z acardan", {"axis", NULL}, false, true},
    {"universal", "tkind tname aa ab maxes aat aaxis acone_y acone_z acardan", {"axis", NULL}, false, true},
    {"wheel", "tkind tname aa ab maxes aaxis aup", {"axis", "up"}, true, true},
    {"distance", "tkind tname aa ab maxes aat_a aat_b", {NULL, NULL}, true, true},
    {"rope", "tkind tname aa ab maxes aat_a aat_b", {NULL, NULL}, true, true},
    {"friction", "tkind tname aa ab maxes nforce ntorque", {NULL, NULL}, true, true},
    {"motor", "tkind tname aa ab maxes nforce ntorque", {NULL, NULL}, true, true},
    {"mouse", "tkind tname ab maxes aat nforce", {NULL, NULL}, true, true},
};

const char* const io_axis_names[2][IMP3_AXIS_COUNT] = {{"x", "y", "turn", "distance", NULL, NULL, NULL},
                                                       {"x", "y", "z", "twist", "swing_y", "swing_z", "distance"}};

const char* const io_axis_kinds[IMP_AXIS_KIND_COUNT] = {"free", "locked", "limited"};

// Keys of every joint.
const io_key io_joint_keys[] = {
    {"break_force", JOINT(break_force), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"break_torque", JOINT(break_torque), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"collide", JOINT(collide), IO_KEY_FLAG, 0, 0},
    {NULL, 0, 0, 0, 0},
};

// Keys of some kinds alone.
const io_key io_joint_own_keys[] = {
    {"at", JOINT(at), IO_KEY_PLACE, IO_KEY_ANY},
    {"at_a", JOINT(at_a), IO_KEY_PLACE, IO_KEY_ANY},
    {"at_b", JOINT(at_b), IO_KEY_PLACE, IO_KEY_ANY},
    {"axis", JOINT(axis), IO_KEY_PLACE, IO_KEY_ANY},
    {"up", JOINT(up), IO_KEY_PLACE, IO_KEY_ANY},
    {"force", JOINT(force), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"torque", JOINT(torque), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {NULL, 0, 0, 0, 0},
};

const io_key io_joint_turn_keys[] = {
    {"cone_y", JOINT(cone_y), IO_KEY_NUMBER, 0.0f, HALF_TURN},
    {"cone_z", JOINT(cone_z), IO_KEY_NUMBER, 0.0f, HALF_TURN},
    {"cardan", JOINT(cardan), IO_KEY_FLAG, 0, 0},
    {NULL, 0, 0, 0, 0},
};

const io_key io_axis_keys[] = {
    {"lower", AXIS(lower), IO_KEY_NUMBER, IO_KEY_ANY},
    {"upper", AXIS(upper), IO_KEY_NUMBER, IO_KEY_ANY},
    {"stiffness", AXIS(stiffness), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"damping", AXIS(damping), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"hertz", AXIS(hertz), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"damping_ratio", AXIS(damping_ratio), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"target", AXIS(target), IO_KEY_NUMBER, IO_KEY_ANY},
    {"speed", AXIS(speed), IO_KEY_NUMBER, IO_KEY_ANY},
    {"motor", AXIS(motor), IO_KEY_FLAG, 0, 0},
    {"most", AXIS(most), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {NULL, 0, 0, 0, 0},
};

static bool is_in(const io_joint_kind* kind, int32_t dimension)
{
    return dimension == 3 ? kind->in_space : kind->in_plane;
}

io_status io_scene_axis(io_reader* reader, const io_node* node, imp_axis* out)
{
    *out = (imp_axis){.kind = IMP_AXIS_FREE};
    if (node->kind != IO_MAP)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "an axis must be {...}");
    }
    io_status status = io_scene_keys(reader, node, io_axis_keys, "tkind", out);
    bool limited = io_node_get(node, "lower") || io_node_get(node, "upper");
    const char* kind = io_node_text(node, "kind", io_axis_kinds[limited ? IMP_AXIS_LIMITED : IMP_AXIS_FREE]);
    while (out->kind < IMP_AXIS_KIND_COUNT && strcmp(kind, io_axis_kinds[out->kind]) != 0)
    {
        out->kind++;
    }
    if (!status && out->kind == IMP_AXIS_KIND_COUNT)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'kind' of an axis must be free, locked or limited");
    }
    if (!status && out->kind == IMP_AXIS_LIMITED && out->lower > out->upper)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "%s", imp_status_text(IMP_ERR_ORDER));
    }
    return status;
}

io_status io_scene_axis_name(io_reader* reader, const io_node* node, const char* name, int32_t* out)
{
    const char* const* names = io_axis_names[reader->scene->dimension == 3];
    for (*out = 0; *out < IMP3_AXIS_COUNT; ++*out)
    {
        if (names[*out] && strcmp(names[*out], name) == 0)
        {
            return IO_OK;
        }
    }
    return io_fail(reader, IO_ERR_MEANING, node, "unknown axis '%.40s'", name);
}

static io_status read_axes(io_reader* reader, const io_node* node, io_joint* out)
{
    const io_node* axes = io_node_get(node, "axes");
    io_status status = IO_OK;
    for (const io_node* child = axes ? axes->child : NULL; child && !status; child = child->next)
    {
        int32_t i;
        status = io_scene_axis_name(reader, child, child->name, &i);
        if (!status)
        {
            size_t length = io_path_push(reader, ".axes.%s", child->name);
            status = io_scene_axis(reader, child, &out->axes[i]);
            out->told |= 1u << i;
            io_path_pop(reader, length);
        }
    }
    return status;
}

static io_status read_kind(io_reader* reader, const io_node* node, int32_t* out)
{
    const char* text = io_node_text(node, "kind", "");
    int32_t dimension = reader->scene->dimension;
    for (int32_t i = 0; i < IO_JOINT_KIND_COUNT; i++)
    {
        if (is_in(&io_joint_kinds[i], dimension) && strcmp(text, io_joint_kinds[i].name) == 0)
        {
            *out = i;
            return IO_OK;
        }
    }
    return io_fail(reader, IO_ERR_MEANING, node, "unknown kind of joint '%.40s'", text);
}

// Members that the plane has not, although a kind of both has them.
static const char* const of_space[] = {"up", "cone_y", "cone_z", "cardan"};

static io_status check_flat(io_reader* reader, const io_node* node)
{
    for (size_t i = 0; i < sizeof of_space / sizeof *of_space && reader->scene->dimension != 3; i++)
    {
        if (io_node_get(node, of_space[i]))
        {
            return io_fail(reader, IO_ERR_MEANING, io_node_get(node, of_space[i]), "unknown member '%s'", of_space[i]);
        }
    }
    return IO_OK;
}

static io_status read_members(io_reader* reader, const io_node* node, io_joint* out)
{
    const io_joint_kind* kind = &io_joint_kinds[out->kind];
    bool in_space = reader->scene->dimension == 3;
    io_status status = check_flat(reader, node);
    status = status ? status : io_scene_keys(reader, node, io_joint_keys, kind->members, out);
    status = status ? status : io_scene_set(reader, node, io_joint_own_keys, out);
    status = status ? status : io_scene_set(reader, node, io_joint_turn_keys, out);
    for (int32_t i = 0; i < 2 && kind->needed[i] && !status; i++)
    {
        if (!io_node_get(node, kind->needed[i]) && (in_space || strcmp(kind->needed[i], "up") != 0))
        {
            status = io_fail(reader, IO_ERR_MEANING, node, "'%s' is missing", kind->needed[i]);
        }
    }
    const char* name = io_node_text(node, "name", NULL);
    out->name = name && !status ? io_print(reader, "%s", name) : NULL;
    out->has_at = io_node_get(node, "at");
    out->has_at_a = io_node_get(node, "at_a");
    out->has_at_b = io_node_get(node, "at_b");
    out->has_cone_y = io_node_get(node, "cone_y");
    out->has_cone_z = io_node_get(node, "cone_z");
    out->has_cardan = io_node_get(node, "cardan");
    // A kind cone has a cone of its own where none is told; other kinds have none.
    bool has_own = out->kind == IO_JOINT_CONE;
    bool opens_y = out->has_cone_y ? out->cone_y > 0 : has_own, opens_z = out->has_cone_z ? out->cone_z > 0 : has_own;
    if (!status && opens_y != opens_z)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'%s' must be above 0, as '%s' is",
                         opens_y ? "cone_z" : "cone_y", opens_y ? "cone_y" : "cone_z");
    }
    return status || !name || out->name ? status : io_fail_memory(reader);
}

io_status io_joint_add(io_reader* reader, const io_joint* joint)
{
    io_scene* scene = reader->scene;
    const char* path = io_arena_copy(&scene->arena, reader->path, strlen(reader->path));
    io_joint* joints =
        io_grow(reader->allocator, scene->joints, &scene->joint_capacity, scene->joint_count + 1, sizeof *joints);
    scene->joints = joints ? joints : scene->joints;
    if (!joints || !path)
    {
        return io_fail_memory(reader);
    }
    joints[scene->joint_count] = *joint;
    joints[scene->joint_count].path = path;
    joints[scene->joint_count++].file = reader->file_index;
    return IO_OK;
}

static io_status read_joint(const io_ends* ends, const io_node* node)
{
    io_reader* reader = ends->reader;
    io_joint joint = {.path = NULL};
    const io_node *a = io_node_get(node, "a"), *b = io_node_get(node, "b");
    io_status status = read_kind(reader, node, &joint.kind);
    joint.is_of_world = !a;
    // Bodies that a joint only drags collide, unless the file says otherwise.
    joint.collide = joint.kind == IO_JOINT_FRICTION || joint.kind == IO_JOINT_MOTOR || joint.kind == IO_JOINT_MOUSE;
    status = status ? status : read_members(reader, node, &joint);
    if (!status && !b)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'b' is missing");
    }
    status = status || !a ? status : io_end_find_body(ends, a, &joint.a);
    status = status ? status : io_end_find_body(ends, b, &joint.b);
    if (!status && a && joint.a == joint.b)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "there is no joint of a body with itself");
    }
    status = status ? status : read_axes(reader, node, &joint);
    return status ? status : io_joint_add(reader, &joint);
}

// A list of the root: its name, and what one of it is called.
static io_status read_list(const io_ends* ends, const io_node* root, const char* name, const char* one,
                           io_read_one* read)
{
    const io_node* list = io_node_get(root, name);
    io_status status = list && list->numbers
                           ? io_fail(ends->reader, IO_ERR_MEANING, root, "'%s' must be a list of %s", name, name)
                           : IO_OK;
    int32_t index = 0;
    for (const io_node* node = list ? list->child : NULL; node && !status; node = node->next)
    {
        size_t length = io_path_push(ends->reader, "%s[%d]", name, (int)index++);
        status = node->kind == IO_MAP ? read(ends, node)
                                      : io_fail(ends->reader, IO_ERR_MEANING, node, "a %s must be {...}", one);
        io_path_pop(ends->reader, length);
    }
    return status;
}

io_status io_scene_joints(io_reader* reader, const io_node* root, size_t first_body, size_t first_object)
{
    const io_scene* scene = reader->scene;
    bool is_there = io_node_get(root, "joints") || io_node_get(root, "vehicles") || io_node_get(root, "couplings");
    // They are in no layer.
    if (!is_there || !io_layer_wanted(reader, "", ""))
    {
        return IO_OK;
    }
    io_ends ends = {.reader = reader,
                    .first = {scene->particles.item_count, first_body, first_object, scene->joint_count}};
    if (!io_end_names_make(&ends.names, scene, &ends.first))
    {
        return io_fail_memory(reader);
    }
    io_status status = read_list(&ends, root, "joints", "joint", read_joint);
    status = status ? status : read_list(&ends, root, "vehicles", "vehicle", io_scene_vehicle);
    io_end_names_free(&ends.names, reader->allocator);
    // Now that joints have names.
    if (!status && !io_end_names_make(&ends.names, scene, &ends.first))
    {
        return io_fail_memory(reader);
    }
    status = status ? status : read_list(&ends, root, "couplings", "coupling", io_scene_coupling);
    io_end_names_free(&ends.names, reader->allocator);
    return status;
}
