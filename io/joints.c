// SPDX-License-Identifier: MIT
//
// Joints in the JSON of our own, of both dimensions: in the words of the library's calls (joints_save.c writes
// them, world_joints.inl makes them). They are read after bodies and objects, which they are told by.

#include <stdio.h>
#include <string.h>

#include "io/reader.h"

#define ANY -IMP_MAGNITUDE_MAX, IMP_MAGNITUDE_MAX
#define POSITIVE 0.0f, IMP_MAGNITUDE_MAX
#define JOINT(member) offsetof(io_joint, member)
#define AXIS(member) offsetof(imp_axis, member)

const io_joint_kind io_joint_kinds[IO_JOINT_KIND_COUNT] = {
    {"weld", "tkind aa ab maxes aat aaxis aup", {NULL, NULL}, true, true},
    {"revolute", "tkind aa ab maxes aat", {NULL, NULL}, true, false},
    {"prismatic", "tkind aa ab maxes aat aaxis", {"axis", NULL}, true, false},
    {"ball", "tkind aa ab maxes aat", {NULL, NULL}, false, true},
    {"hinge", "tkind aa ab maxes aat aaxis", {"axis", NULL}, false, true},
    {"slider", "tkind aa ab maxes aat aaxis", {"axis", NULL}, false, true},
    {"universal", "tkind aa ab maxes aat aaxis", {"axis", NULL}, false, true},
    {"wheel", "tkind aa ab maxes aaxis aup", {"axis", "up"}, true, true},
    {"distance", "tkind aa ab maxes aat_a aat_b", {NULL, NULL}, true, true},
    {"rope", "tkind aa ab maxes aat_a aat_b", {NULL, NULL}, true, true},
    {"friction", "tkind aa ab maxes nforce ntorque", {NULL, NULL}, true, true},
    {"motor", "tkind aa ab maxes nforce ntorque", {NULL, NULL}, true, true},
    {"mouse", "tkind ab maxes aat nforce", {NULL, NULL}, true, true},
};

const char* const io_axis_names[2][IMP3_AXIS_COUNT] = {{"x", "y", "turn", "distance", NULL, NULL, NULL},
                                                       {"x", "y", "z", "twist", "swing_y", "swing_z", "distance"}};

const char* const io_axis_kinds[IMP_AXIS_KIND_COUNT] = {"free", "locked", "limited"};

// Keys of every joint.
const io_key io_joint_keys[] = {
    {"break_force", JOINT(break_force), IO_KEY_NUMBER, POSITIVE},
    {"break_torque", JOINT(break_torque), IO_KEY_NUMBER, POSITIVE},
    {"collide", JOINT(collide), IO_KEY_FLAG, 0, 0},
    {NULL, 0, 0, 0, 0},
};

// Keys of some kinds alone.
const io_key io_joint_own_keys[] = {
    {"at", JOINT(at), IO_KEY_PLACE, ANY},
    {"at_a", JOINT(at_a), IO_KEY_PLACE, ANY},
    {"at_b", JOINT(at_b), IO_KEY_PLACE, ANY},
    {"axis", JOINT(axis), IO_KEY_PLACE, ANY},
    {"up", JOINT(up), IO_KEY_PLACE, ANY},
    {"force", JOINT(force), IO_KEY_NUMBER, POSITIVE},
    {"torque", JOINT(torque), IO_KEY_NUMBER, POSITIVE},
    {NULL, 0, 0, 0, 0},
};

const io_key io_axis_keys[] = {
    {"lower", AXIS(lower), IO_KEY_NUMBER, ANY},
    {"upper", AXIS(upper), IO_KEY_NUMBER, ANY},
    {"stiffness", AXIS(stiffness), IO_KEY_NUMBER, POSITIVE},
    {"damping", AXIS(damping), IO_KEY_NUMBER, POSITIVE},
    {"hertz", AXIS(hertz), IO_KEY_NUMBER, POSITIVE},
    {"damping_ratio", AXIS(damping_ratio), IO_KEY_NUMBER, POSITIVE},
    {"target", AXIS(target), IO_KEY_NUMBER, ANY},
    {"speed", AXIS(speed), IO_KEY_NUMBER, ANY},
    {"motor", AXIS(motor), IO_KEY_FLAG, 0, 0},
    {"most", AXIS(most), IO_KEY_NUMBER, POSITIVE},
    {NULL, 0, 0, 0, 0},
};

static bool is_in(const io_joint_kind* kind, int32_t dimension)
{
    return dimension == 3 ? kind->in_space : kind->in_plane;
}

static io_status read_axis(io_reader* reader, const io_node* node, imp_axis* out)
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

static io_status read_axes(io_reader* reader, const io_node* node, io_joint* out)
{
    const char* const* names = io_axis_names[reader->scene->dimension == 3];
    const io_node* axes = io_node_get(node, "axes");
    io_status status = IO_OK;
    for (const io_node* child = axes ? axes->child : NULL; child && !status; child = child->next)
    {
        int32_t i = 0;
        while (i < IMP3_AXIS_COUNT && (!names[i] || strcmp(names[i], child->name) != 0))
        {
            i++;
        }
        if (i == IMP3_AXIS_COUNT)
        {
            return io_fail(reader, IO_ERR_MEANING, child, "unknown axis '%.40s'", child->name);
        }
        size_t length = io_path_push(reader, ".axes.%s", names[i]);
        status = read_axis(reader, child, &out->axes[i]);
        out->told |= 1u << i;
        io_path_pop(reader, length);
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

// The members that a kind has, of those that are vectors and numbers.
static io_status read_members(io_reader* reader, const io_node* node, io_joint* out)
{
    const io_joint_kind* kind = &io_joint_kinds[out->kind];
    bool in_space = reader->scene->dimension == 3;
    io_status status = io_scene_keys(reader, node, io_joint_keys, kind->members, out);
    for (const io_key* key = io_joint_own_keys; key->name && !status; key++)
    {
        const io_key here = io_key_in(key, reader->scene->dimension);
        const io_node* value = io_node_get(node, key->name);
        char wants[64];
        io_key_wants(&here, wants, sizeof wants);
        if (value && (strcmp(key->name, "up") == 0 && !in_space))
        {
            status = io_fail(reader, IO_ERR_MEANING, value, "unknown member '%.40s'", key->name);
        }
        else if (value && !io_key_set(&here, value, out))
        {
            status = io_fail(reader, IO_ERR_MEANING, value, "'%.40s' must be %s", key->name, wants);
        }
    }
    for (int32_t i = 0; i < 2 && kind->needed[i] && !status; i++)
    {
        if (!io_node_get(node, kind->needed[i]) && (in_space || strcmp(kind->needed[i], "up") != 0))
        {
            status = io_fail(reader, IO_ERR_MEANING, node, "'%s' is missing", kind->needed[i]);
        }
    }
    out->has_at = io_node_get(node, "at");
    out->has_at_a = io_node_get(node, "at_a");
    out->has_at_b = io_node_get(node, "at_b");
    return status;
}

static io_status read_joint(const io_ends* ends, const io_node* node)
{
    io_reader* reader = ends->reader;
    io_scene* scene = reader->scene;
    if (node->kind != IO_MAP)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "a joint must be {...}");
    }
    io_joint joint = {.file = reader->file_index};
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
    if (status)
    {
        return status;
    }
    joint.path = io_arena_copy(&scene->arena, reader->path, strlen(reader->path));
    io_joint* joints =
        io_grow(reader->allocator, scene->joints, &scene->joint_capacity, scene->joint_count + 1, sizeof *joints);
    scene->joints = joints ? joints : scene->joints;
    if (!joints || !joint.path)
    {
        return io_fail_memory(reader);
    }
    joints[scene->joint_count++] = joint;
    return IO_OK;
}

io_status io_scene_joints(io_reader* reader, const io_node* root, size_t first_body, size_t first_object)
{
    const io_node* list = io_node_get(root, "joints");
    // They are in no layer.
    if (!list || !io_layer_wanted(reader, "", ""))
    {
        return IO_OK;
    }
    if (list->numbers)
    {
        return io_fail(reader, IO_ERR_MEANING, root, "'joints' must be a list of joints");
    }
    io_ends ends = {.reader = reader, .first_body = first_body, .first_object = first_object};
    const size_t no_items = reader->scene->particles.item_count;
    if (!io_end_names_make(&ends.names, reader->scene, no_items, first_body, first_object))
    {
        return io_fail_memory(reader);
    }
    io_status status = IO_OK;
    int32_t index = 0;
    for (const io_node* node = list->child; node && !status; node = node->next)
    {
        size_t length = io_path_push(reader, "joints[%d]", (int)index++);
        status = read_joint(&ends, node);
        io_path_pop(reader, length);
    }
    io_end_names_free(&ends.names, reader->allocator);
    return status;
}
