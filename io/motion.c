// SPDX-License-Identifier: MIT
//
// What files say about how things move: names, limits and defaults of all of it, in one table for each struct. The JSON
// of our own is read and written by them, and so are the properties of maps; what a map says that cannot be is left out
// with a note, since maps are made for others than us.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/reader.h"

#define BODY(member) offsetof(io_body, def.member)
#define COLLIDER(member) offsetof(imp2_collider_def, member)
#define WORLD(member) offsetof(imp2_world_def, member)

const io_key io_body_keys[] = {
    {"velocity", BODY(velocity), IO_KEY_VEC, IO_KEY_ANY},
    {"spin", BODY(angular_velocity), IO_KEY_NUMBER, IO_KEY_ANY},
    {"damping", BODY(linear_damping), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"spin_damping", BODY(angular_damping), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"gravity_scale", offsetof(io_body, gravity), IO_KEY_NUMBER, IO_KEY_ANY},
    {"lock_x", BODY(locks), IO_KEY_BIT, 0, IMP2_LOCK_X},
    {"lock_y", BODY(locks), IO_KEY_BIT, 0, IMP2_LOCK_Y},
    {"lock_turn", BODY(locks), IO_KEY_BIT, 0, IMP2_LOCK_ROTATION},
    {"asleep", BODY(asleep), IO_KEY_FLAG, 0, 0},
    {"sleepless", BODY(no_sleep), IO_KEY_FLAG, 0, 0},
    {"bullet", BODY(bullet), IO_KEY_FLAG, 0, 0},
    {"mass", offsetof(io_body, mass.mass), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"inertia", offsetof(io_body, mass.inertia), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"center", offsetof(io_body, mass.centroid), IO_KEY_VEC, IO_KEY_ANY},
    {NULL, 0, 0, 0, 0},
};

const io_key io_collider_keys[] = {
    {"density", COLLIDER(density), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"friction", COLLIDER(material.friction), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"restitution", COLLIDER(material.restitution), IO_KEY_NUMBER, 0, 1},
    {"rolling", COLLIDER(material.rolling_resistance), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"belt", COLLIDER(material.tangent_speed), IO_KEY_NUMBER, IO_KEY_ANY},
    {"category", COLLIDER(filter.category), IO_KEY_WHOLE, 0, 0x1p32f},
    {"material", COLLIDER(material.kind), IO_KEY_WHOLE, 0, 65535},
    {"group", COLLIDER(group), IO_KEY_WHOLE, 0, 0x1p32f},
    {"sensor", COLLIDER(sensor), IO_KEY_FLAG, 0, 0},
    {"meets_fixed", COLLIDER(touches_non_dynamic), IO_KEY_FLAG, 0, 0},
    {"mask", COLLIDER(filter.mask), IO_KEY_WHOLE, 0, 0x1p32f},
    {"one_way", COLLIDER(one_way), IO_KEY_VEC, IO_KEY_ANY},
    {"tolerance", COLLIDER(tolerance), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {NULL, 0, 0, 0, 0},
};

const io_key io_world_keys[] = {
    {"gravity", WORLD(gravity), IO_KEY_VEC, IO_KEY_ANY},
    {"length_unit", WORLD(length_unit), IO_KEY_NUMBER, 0x1p-20f, 0x1p20f},
    {"sub_steps", WORLD(sub_steps), IO_KEY_WHOLE, 0, 64},
    {"sleepless", WORLD(no_sleep), IO_KEY_FLAG, 0, 0},
    {"discrete", WORLD(no_continuous), IO_KEY_FLAG, 0, 0},
    {"hits", WORLD(continuous_steps), IO_KEY_WHOLE, 0, 65536},
    {NULL, 0, 0, 0, 0},
};

#define BODY3(member) offsetof(io_body3, def.member)
#define COLLIDER3(member) offsetof(imp3_collider_def, member)
#define WORLD3(member) offsetof(imp3_world_def, member)

const io_key io_body3_keys[] = {
    {"velocity", BODY3(velocity), IO_KEY_VEC3, IO_KEY_ANY},
    {"spin", BODY3(angular_velocity), IO_KEY_VEC3, IO_KEY_ANY},
    {"damping", BODY3(linear_damping), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"spin_damping", BODY3(angular_damping), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"gravity_scale", offsetof(io_body3, gravity), IO_KEY_NUMBER, IO_KEY_ANY},
    {"lock_x", BODY3(locks), IO_KEY_BIT, 0, IMP3_LOCK_X},
    {"lock_y", BODY3(locks), IO_KEY_BIT, 0, IMP3_LOCK_Y},
    {"lock_z", BODY3(locks), IO_KEY_BIT, 0, IMP3_LOCK_Z},
    {"lock_turn_x", BODY3(locks), IO_KEY_BIT, 0, IMP3_LOCK_TURN_X},
    {"lock_turn_y", BODY3(locks), IO_KEY_BIT, 0, IMP3_LOCK_TURN_Y},
    {"lock_turn_z", BODY3(locks), IO_KEY_BIT, 0, IMP3_LOCK_TURN_Z},
    {"asleep", BODY3(asleep), IO_KEY_FLAG, 0, 0},
    {"sleepless", BODY3(no_sleep), IO_KEY_FLAG, 0, 0},
    {"bullet", BODY3(bullet), IO_KEY_FLAG, 0, 0},
    {"mass", offsetof(io_body3, mass.mass), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"inertia", offsetof(io_body3, mass.inertia.xx), IO_KEY_VEC3, IO_KEY_ANY},
    {"products", offsetof(io_body3, mass.inertia.xy), IO_KEY_VEC3, IO_KEY_ANY},
    {"center", offsetof(io_body3, mass.centroid), IO_KEY_VEC3, IO_KEY_ANY},
    {NULL, 0, 0, 0, 0},
};

const io_key io_collider3_keys[] = {
    {"density", COLLIDER3(density), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"friction", COLLIDER3(material.friction), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"restitution", COLLIDER3(material.restitution), IO_KEY_NUMBER, 0, 1},
    {"rolling", COLLIDER3(material.rolling_resistance), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"belt", COLLIDER3(surface_velocity), IO_KEY_VEC3, IO_KEY_ANY},
    {"category", COLLIDER3(filter.category), IO_KEY_WHOLE, 0, 0x1p32f},
    {"material", COLLIDER3(material.kind), IO_KEY_WHOLE, 0, 65535},
    {"group", COLLIDER3(group), IO_KEY_WHOLE, 0, 0x1p32f},
    {"sensor", COLLIDER3(sensor), IO_KEY_FLAG, 0, 0},
    {"meets_fixed", COLLIDER3(touches_non_dynamic), IO_KEY_FLAG, 0, 0},
    {"mask", COLLIDER3(filter.mask), IO_KEY_WHOLE, 0, 0x1p32f},
    {"one_way", COLLIDER3(one_way), IO_KEY_VEC3, IO_KEY_ANY},
    {"tolerance", COLLIDER3(tolerance), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {NULL, 0, 0, 0, 0},
};

const io_key io_world3_keys[] = {
    {"gravity", WORLD3(gravity), IO_KEY_VEC3, IO_KEY_ANY},
    {"length_unit", WORLD3(length_unit), IO_KEY_NUMBER, 0x1p-20f, 0x1p20f},
    {"sub_steps", WORLD3(sub_steps), IO_KEY_WHOLE, 0, 64},
    {"sleepless", WORLD3(no_sleep), IO_KEY_FLAG, 0, 0},
    {"discrete", WORLD3(no_continuous), IO_KEY_FLAG, 0, 0},
    {"hits", WORLD3(continuous_steps), IO_KEY_WHOLE, 0, 65536},
    {NULL, 0, 0, 0, 0},
};

const char* const io_body_kinds[IMP_BODY_KIND_COUNT] = {"static", "kinematic", "dynamic"};

io_motion io_motion_default(void)
{
    const io_motion motion = {
        .body = {.gravity = 1.0f, .def = {.kind = IMP_BODY_DYNAMIC}},
        .collider = {.density = 1.0f, .material = {.friction = 0.6f}},
    };
    return motion;
}

imp2_world_def io_world_default(void)
{
    const imp2_world_def world = {.gravity = {0.0f, -10.0f}, .length_unit = 1.0f};
    return world;
}

imp3_world_def io_world3_default(void)
{
    const imp3_world_def world = {.gravity = {0.0f, -10.0f, 0.0f}, .length_unit = 1.0f};
    return world;
}

io_body3 io_body3_default(void)
{
    io_body3 body = {.gravity = 1.0f, .def = {.kind = IMP_BODY_DYNAMIC}};
    body.def.pose = imp3_pose_identity();
    return body;
}

imp3_collider_def io_collider3_default(void)
{
    const imp3_collider_def def = {.density = 1.0f, .material = {.friction = 0.6f}};
    return def;
}

static bool set_flag(const io_key* key, const io_node* value, void* at)
{
    bool is_text = value->kind == IO_TEXT, yes = is_text ? strcmp(value->text, "true") == 0 : value->number != 0;
    if ((is_text && !yes && strcmp(value->text, "false") != 0) || (!is_text && value->kind != IO_BOOL))
    {
        return false;
    }
    uint32_t bits, bit = (uint32_t)key->upper;
    if (key->kind == IO_KEY_FLAG)
    {
        return memcpy(at, &yes, sizeof yes);
    }
    memcpy(&bits, at, sizeof bits);
    bits = yes ? bits | bit : bits & ~bit;
    return memcpy(at, &bits, sizeof bits);
}

// A number of 32 bits, whichever. Limits are asked of the float: what was written of one may be read a little off it.
static bool set_number(const io_key* key, double number, void* at)
{
    float value = fabs(number) < 0x1p100 ? (float)number : INFINITY;
    bool fits = value >= key->lower && value <= key->upper;
    if (key->kind == IO_KEY_WHOLE)
    {
        fits = fits && number <= UINT32_MAX && number == floor(number);
        uint32_t whole = fits ? (uint32_t)number : 0;
        return fits && memcpy(at, &whole, sizeof whole);
    }
    return fits && memcpy(at, &value, sizeof value);
}

io_key io_key_in(const io_key* key, int32_t dimension)
{
    io_key r = *key;
    bool flat = dimension != 3;
    if (r.kind == IO_KEY_PLACE)
    {
        r.kind = flat ? IO_KEY_VEC : IO_KEY_VEC3;
    }
    else if (r.kind == IO_KEY_SPIN)
    {
        r.kind = flat ? IO_KEY_NUMBER : IO_KEY_VEC3;
        r.offset += flat ? offsetof(imp3_vec, z) : 0;
    }
    return r;
}

bool io_key_set(const io_key* key, const io_node* value, void* out)
{
    char* at = (char*)out + key->offset;
    double number;
    if (key->kind == IO_KEY_FLAG || key->kind == IO_KEY_BIT)
    {
        return set_flag(key, value, at);
    }
    if (key->kind == IO_KEY_VEC)
    {
        imp2_vec v;
        return value->numbers && value->count == 2 && set_number(key, value->numbers[0], &v.x) &&
               set_number(key, value->numbers[1], &v.y) && memcpy(at, &v, sizeof v);
    }
    if (key->kind == IO_KEY_VEC3)
    {
        imp3_vec v;
        return value->numbers && value->count == 3 && set_number(key, value->numbers[0], &v.x) &&
               set_number(key, value->numbers[1], &v.y) && set_number(key, value->numbers[2], &v.z) &&
               memcpy(at, &v, sizeof v);
    }
    return io_node_number(value, &number) && set_number(key, number, at);
}

void io_key_wants(const io_key* key, char* out, size_t size)
{
    bool is_open = key->upper >= IMP_MAGNITUDE_MAX;
    if (key->kind == IO_KEY_VEC || key->kind == IO_KEY_VEC3)
    {
        snprintf(out, size, "%s", key->kind == IO_KEY_VEC ? "[x, y]" : "[x, y, z]");
    }
    else if (key->kind == IO_KEY_FLAG || key->kind == IO_KEY_BIT)
    {
        snprintf(out, size, "true or false");
    }
    else if (is_open)
    {
        snprintf(out, size, key->lower < 0 ? "a number" : "a number of 0 or more");
    }
    else if (key->kind == IO_KEY_WHOLE)
    {
        double upper = key->upper < 0x1p32f ? (double)key->upper : UINT32_MAX;
        snprintf(out, size, "a whole number from %.0f to %.0f", (double)key->lower, upper);
    }
    else
    {
        snprintf(out, size, "a number from %.9g to %.9g", (double)key->lower, (double)key->upper);
    }
}

// Properties of maps

typedef struct taken
{
    io_reader* reader;
    const io_node* node;
    io_property* get;
    int32_t count;
} taken;

static io_status take_value(taken* t, const io_key* key, const char* name, void* out)
{
    const io_node* value = t->get(t->node, name);
    char wants[64];
    if (!value)
    {
        return IO_OK;
    }
    if (io_key_set(key, value, out))
    {
        t->count++;
        return IO_OK;
    }
    io_key_wants(key, wants, sizeof wants);
    return io_note_add(t->reader, IO_NOTE_SKIP, "its property '%s' is not %s", name, wants);
}

static io_status take_keys(taken* t, const io_key* keys, void* out)
{
    io_status status = IO_OK;
    for (; keys->name && !status; keys++)
    {
        io_key part = *keys;
        char name[32];
        for (int32_t axis = 0; axis < 2 && keys->kind == IO_KEY_VEC && !status; axis++)
        {
            part.kind = IO_KEY_NUMBER;
            snprintf(name, sizeof name, "%s_%c", keys->name, axis ? 'y' : 'x');
            status = take_value(t, &part, name, out);
            part.offset += sizeof(float);
        }
        status = status || keys->kind == IO_KEY_VEC ? status : take_value(t, keys, keys->name, out);
    }
    return status;
}

static io_status take_kind(taken* t, io_label* label, int32_t* out)
{
    const io_node* value = t->get(t->node, "kind");
    int32_t kind = 0;
    while (value && kind < IMP_BODY_KIND_COUNT && strcmp(value->text, io_body_kinds[kind]) != 0)
    {
        kind++;
    }
    if (!value || kind == IMP_BODY_KIND_COUNT)
    {
        // Maps have kinds of their own: those are no business of ours.
        *out = label->is_static ? IMP_BODY_STATIC : *out;
        return IO_OK;
    }
    *out = kind;
    label->is_static = kind == IMP_BODY_STATIC;
    t->count++;
    return IO_OK;
}

// In maps mostly what is felt from above is wanted.
static io_status take_one_way(taken* t, imp2_vec* out)
{
    const io_key key = {"one_way", 0, IO_KEY_FLAG, 0, 0};
    const imp2_vec above = {0, 1}, none = {0, 0};
    bool yes = false;
    int32_t count = t->count;
    io_status status = take_value(t, &key, key.name, &yes);
    *out = t->count == count ? *out : yes ? above : none;
    return status;
}

io_status io_motion_read(io_reader* reader, const io_node* node, io_property* get, io_label* label)
{
    io_motion motion = label->motion ? *label->motion : io_motion_default();
    taken t = {reader, node, get, 0};
    io_status status = take_kind(&t, label, &motion.body.def.kind);
    status = status ? status : take_keys(&t, io_body_keys, &motion.body);
    status = status ? status : take_one_way(&t, &motion.collider.one_way);
    status = status ? status : take_keys(&t, io_collider_keys, &motion.collider);
    if (status || (t.count == 0 && !label->motion))
    {
        return status;
    }
    io_motion* kept = io_arena_take(&reader->scene->arena, sizeof *kept);
    if (!kept)
    {
        return io_fail_memory(reader);
    }
    *kept = motion;
    label->motion = kept;
    return IO_OK;
}

io_status io_world_read(io_reader* reader, const io_node* node, io_property* get)
{
    taken t = {reader, node, get, 0};
    const io_key down = {"gravity", 0, IO_KEY_NUMBER, IO_KEY_ANY};
    float gravity = -reader->scene->world.gravity.y;
    io_status status = take_value(&t, &down, "gravity", &gravity);
    reader->scene->world.gravity.y = -gravity;
    reader->scene->has_length_unit = reader->scene->has_length_unit || get(node, "length_unit");
    return status ? status : take_keys(&t, io_world_keys, &reader->scene->world);
}
