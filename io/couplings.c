// SPDX-License-Identifier: MIT
//
// Vehicles and couplings in the JSON of our own, of both dimensions. Wheels are joints of the scene, which come after the
// others of their file, as io_world_make adds them; couplings are of all of these.

#include <math.h>
#include <string.h>

#include "io/reader.h"

#define QUARTER_TURN 1.5707964f
#define WHEEL(member) offsetof(io_joint, member)
#define VEHICLE(member) offsetof(io_vehicle, member)
#define COUPLING(member) offsetof(io_coupling, member)

const io_key io_wheel_keys[] = {
    {"hertz", WHEEL(wheel.hertz), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"damping_ratio", WHEEL(wheel.damping_ratio), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"travel_up", WHEEL(wheel.travel_up), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"travel_down", WHEEL(wheel.travel_down), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"speed", WHEEL(speed), IO_KEY_NUMBER, IO_KEY_ANY},
    {"torque", WHEEL(torque), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"steer", WHEEL(steer), IO_KEY_NUMBER, -QUARTER_TURN, QUARTER_TURN},
    IO_KEYS_END,
};

static const io_key vehicle_keys[] = {
    {"up", VEHICLE(up), IO_KEY_PLACE, IO_KEY_ANY},
    {"forward", VEHICLE(forward), IO_KEY_PLACE, IO_KEY_ANY},
    IO_KEYS_END,
};

static const io_key sum_keys[] = {
    {"ratio_a", COUPLING(ratio_a), IO_KEY_NUMBER, IO_KEY_ANY},
    {"ratio_b", COUPLING(ratio_b), IO_KEY_NUMBER, IO_KEY_ANY},
    IO_KEYS_END,
};

static const io_key gear_keys[] = {{"ratio", COUPLING(ratio), IO_KEY_NUMBER, IO_KEY_ANY}, IO_KEYS_END};

static const io_key rack_keys[] = {{"radius", COUPLING(ratio), IO_KEY_NUMBER, IO_KEY_ANY}, IO_KEYS_END};

static const io_key pulley_keys[] = {
    {"ratio", COUPLING(ratio), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"slack", COUPLING(slack), IO_KEY_FLAG, 0, 0},
    IO_KEYS_END,
};

static const io_key roll_bar_keys[] = {{"stiffness", COUPLING(stiffness), IO_KEY_NUMBER, IO_KEY_POSITIVE}, IO_KEYS_END};

const struct io_coupling_kind io_coupling_kinds[IO_COUPLING_KIND_COUNT] = {
    {"sum", "tkind aa ab nbreak_force maxis taxis_a taxis_b aratio_a aratio_b", {"axis_a", "axis_b"}, sum_keys},
    {"gear", "tkind aa ab nbreak_force maxis aratio", {"ratio", NULL}, gear_keys},
    {"rack", "tkind aa ab nbreak_force maxis aradius", {"radius", NULL}, rack_keys},
    {"pulley", "tkind aa ab nbreak_force maxis aratio aslack", {NULL, NULL}, pulley_keys},
    {"roll bar", "tkind aa ab nbreak_force astiffness", {"stiffness", NULL}, roll_bar_keys},
};

static const io_key break_keys[] = {{"break_force", COUPLING(break_force), IO_KEY_NUMBER, IO_KEY_POSITIVE},
                                    IO_KEYS_END};

// Vehicles

static io_status read_wheel(const io_ends* ends, const io_node* node, uint64_t chassis)
{
    io_reader* reader = ends->reader;
    bool in_space = reader->scene->dimension == 3;
    io_joint wheel = {.kind = IO_JOINT_WHEEL,
                      .a = chassis,
                      .wheel = imp_wheel_default(),
                      .vehicle = (int32_t)reader->scene->vehicle_count + 1};
    const io_node* body = io_node_get(node, "body");
    io_status status = node->kind == IO_MAP ? IO_OK : io_fail(reader, IO_ERR_MEANING, node, "a wheel must be {...}");
    if (!status && !in_space && io_node_get(node, "steer"))
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "unknown member 'steer'");
    }
    status = status ? status : io_scene_keys(reader, node, io_wheel_keys, "tname abody", &wheel);
    if (!status && !body)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'body' is missing");
    }
    status = status ? status : io_end_find_body(ends, body, &wheel.b);
    if (!status && wheel.b == chassis)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "a chassis is no wheel of its own");
    }
    const char* name = io_node_text(node, "name", NULL);
    wheel.name = name && !status ? io_print(reader, "%s", name) : NULL;
    status = status || !name || wheel.name ? status : io_fail_memory(reader);
    return status ? status : io_joint_add(reader, &wheel);
}

static double dot(imp3_vec a, imp3_vec b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

// Whether directions are such that a vehicle can be turned by them.
static io_status check_heading(io_reader* reader, const io_node* node, const io_vehicle* v)
{
    double up = dot(v->up, v->up), forward = dot(v->forward, v->forward), both = dot(v->up, v->forward);
    if (!(up > 0))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'up' has no direction");
    }
    return reader->scene->dimension != 3 || up * forward - both * both > 1e-6 * up * forward
               ? IO_OK
               : io_fail(reader, IO_ERR_MEANING, node, "'forward' has no direction, or is along 'up'");
}

io_status io_vehicle_add(io_reader* reader, const io_vehicle* vehicle)
{
    io_scene* scene = reader->scene;
    const char* path = io_arena_copy(&scene->arena, reader->path, strlen(reader->path));
    io_vehicle* vehicles = io_grow(reader->allocator, scene->vehicles, &scene->vehicle_capacity,
                                   scene->vehicle_count + 1, sizeof *vehicles);
    scene->vehicles = vehicles ? vehicles : scene->vehicles;
    if (!vehicles || !path)
    {
        return io_fail_memory(reader);
    }
    vehicles[scene->vehicle_count] = *vehicle;
    vehicles[scene->vehicle_count].path = path;
    vehicles[scene->vehicle_count++].file = reader->file_index;
    return IO_OK;
}

io_status io_scene_vehicle(const io_ends* ends, const io_node* node)
{
    io_reader* reader = ends->reader;
    bool in_space = reader->scene->dimension == 3;
    io_vehicle vehicle = {.first = reader->scene->joint_count};
    const char* const needed[] = {"chassis", "wheels", "up", "forward"};
    io_status status =
        io_scene_members(reader, node, in_space ? "achassis aup aforward lwheels" : "achassis aup lwheels");
    status = status ? status : io_scene_set(reader, node, vehicle_keys, &vehicle);
    for (int32_t i = 0; i < (in_space ? 4 : 3) && !status; i++)
    {
        status =
            io_node_get(node, needed[i]) ? IO_OK : io_fail(reader, IO_ERR_MEANING, node, "'%s' is missing", needed[i]);
    }
    status = status ? status : check_heading(reader, node, &vehicle);
    status = status ? status : io_end_find_body(ends, io_node_get(node, "chassis"), &vehicle.chassis);
    const io_node* list = status ? NULL : io_node_get(node, "wheels");
    if (list && (list->numbers || !list->child))
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'wheels' must be a list of wheels, one or more");
    }
    for (const io_node* item = list && !status ? list->child : NULL; item && !status; item = item->next)
    {
        size_t length = io_path_push(reader, ".wheels[%d]", (int)vehicle.count++);
        status = read_wheel(ends, item, vehicle.chassis);
        io_path_pop(reader, length);
    }
    return status ? status : io_vehicle_add(reader, &vehicle);
}

// Couplings

io_status io_coupling_add(io_reader* reader, const io_coupling* coupling)
{
    io_scene* scene = reader->scene;
    const char* path = io_arena_copy(&scene->arena, reader->path, strlen(reader->path));
    io_coupling* couplings = io_grow(reader->allocator, scene->couplings, &scene->coupling_capacity,
                                     scene->coupling_count + 1, sizeof *couplings);
    scene->couplings = couplings ? couplings : scene->couplings;
    if (!couplings || !path)
    {
        return io_fail_memory(reader);
    }
    couplings[scene->coupling_count] = *coupling;
    couplings[scene->coupling_count].path = path;
    couplings[scene->coupling_count++].file = reader->file_index;
    return IO_OK;
}

static io_status read_kind(io_reader* reader, const io_node* node, int32_t* out)
{
    const char* text = io_node_text(node, "kind", "");
    *out = 0;
    while (*out < IO_COUPLING_KIND_COUNT && strcmp(text, io_coupling_kinds[*out].name) != 0)
    {
        ++*out;
    }
    return *out == IO_COUPLING_KIND_COUNT || (*out == IO_COUPLING_ROLL_BAR && reader->scene->dimension != 3)
               ? io_fail(reader, IO_ERR_MEANING, node, "unknown kind of coupling '%.40s'", text)
               : IO_OK;
}

// The axes and the axis of a sum. All ratios are asked, since those that a kind has not are 1.
static io_status read_sum(io_reader* reader, const io_node* node, io_coupling* out)
{
    const io_node* axis = io_node_get(node, "axis");
    const char* const ratio = out->kind == IO_COUPLING_RACK ? "radius" : "ratio";
    io_status status = IO_OK;
    if (out->kind == IO_COUPLING_SUM)
    {
        const io_node *a = io_node_get(node, "axis_a"), *b = io_node_get(node, "axis_b");
        status = io_scene_axis_name(reader, a, a->text, &out->axis_a);
        status = status ? status : io_scene_axis_name(reader, b, b->text, &out->axis_b);
    }
    if (!status && (out->ratio == 0 || out->ratio_a == 0 || out->ratio_b == 0))
    {
        const char* zero = out->ratio == 0 ? ratio : out->ratio_a == 0 ? "ratio_a" : "ratio_b";
        status = io_fail(reader, IO_ERR_MEANING, node, "'%s' must not be 0", zero);
    }
    if (!status && axis)
    {
        size_t length = io_path_push(reader, ".axis");
        status = io_scene_axis(reader, axis, &out->axis);
        out->has_axis = true;
        io_path_pop(reader, length);
    }
    if (!status && out->a == out->b && out->kind != IO_COUPLING_RACK && out->axis_a == out->axis_b)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "there is no coupling of an axis with itself");
    }
    return status;
}

io_status io_scene_coupling(const io_ends* ends, const io_node* node)
{
    io_reader* reader = ends->reader;
    io_coupling coupling = {.ratio_a = 1, .ratio_b = 1, .ratio = 1};
    io_status status = read_kind(reader, node, &coupling.kind);
    if (status)
    {
        return status;
    }
    const struct io_coupling_kind* kind = &io_coupling_kinds[coupling.kind];
    const char* const needed[] = {"a", "b", kind->needed[0], kind->needed[1]};
    status = io_scene_members(reader, node, kind->members);
    for (int32_t i = 0; i < 4 && !status; i++)
    {
        status = !needed[i] || io_node_get(node, needed[i])
                     ? IO_OK
                     : io_fail(reader, IO_ERR_MEANING, node, "'%s' is missing", needed[i]);
    }
    status = status ? status : io_scene_set(reader, node, kind->keys, &coupling);
    status = status ? status : io_scene_set(reader, node, break_keys, &coupling);
    status = status ? status : io_end_find_joint(ends, io_node_get(node, "a"), &coupling.a);
    status = status ? status : io_end_find_joint(ends, io_node_get(node, "b"), &coupling.b);
    status = status ? status : read_sum(reader, node, &coupling);
    return status ? status : io_coupling_add(reader, &coupling);
}
