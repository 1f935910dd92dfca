// SPDX-License-Identifier: MIT
//
// Ends a scene in space when all of it is known, with meshes from files in it: whether anything moves and on what it
// falls, and how large things are. Up is against gravity; without gravity nothing is dropped or put under.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/reader.h"

enum
{
    LAYER = 50,     // things that are dropped at the same height
    PART = 80,      // of a scene's side is the radius of what is dropped
    NAMES_MAX = 8,  // that an error lists
};

// Steps of a sequence that fills a square evenly (Roberts 2018: powers of the plastic number).
#define STEP_A 0.7548776662466927
#define STEP_B 0.5698402909980532

#define INSET 0.1  // of a scene's sides, on which nothing is dropped

#define ROOM 1.02f  // between copies, of the sphere around each

typedef struct extent
{
    imp3_box box;
    bool is_some;
} extent;

static void widen3(extent* all, imp3_box b)
{
    imp3_vec *lower = &all->box.lower, *upper = &all->box.upper;
    if (!all->is_some)
    {
        *all = (extent){b, true};
    }
    *lower = (imp3_vec){fminf(lower->x, b.lower.x), fminf(lower->y, b.lower.y), fminf(lower->z, b.lower.z)};
    *upper = (imp3_vec){fmaxf(upper->x, b.upper.x), fmaxf(upper->y, b.upper.y), fmaxf(upper->z, b.upper.z)};
}

static bool bounds_of(const io_scene* scene, const io_collider3* c, imp3_box* out)
{
    imp3_compound shape = io_collider3_compound(c);
    return c->shape.kind != IMP3_SHAPE_HALF_SPACE &&
           imp3_compound_bounds(&shape, &scene->space.bodies[c->body].def.pose, out) == IMP_OK;
}

static float dot(imp3_vec a, imp3_vec b)
{
    return imp3_vec_dot(a, b);
}

// Against gravity; false without any.
static bool find_up(const io_scene* scene, imp3_vec* out)
{
    imp3_vec g = scene->space.world.gravity;
    float length = sqrtf(dot(g, g));
    *out = imp3_vec_scale(g, length > 0 ? -1 / length : 0);
    return length > 0;
}

static int32_t count_kind(const io_scene* scene, int32_t kind)
{
    int32_t count = 0;
    for (size_t i = 0; i < scene->space.body_count; i++)
    {
        count += scene->space.bodies[i].def.kind == kind;
    }
    return count;
}

// The part of a direction along an axis of the world.
static float component(imp3_vec v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Two axes of the world that lie flat, and the one that stands up most.
static void find_axes(imp3_vec up, int axes[3])
{
    int most = fabsf(up.y) >= fabsf(up.x) && fabsf(up.y) >= fabsf(up.z) ? 1 : fabsf(up.x) >= fabsf(up.z) ? 0 : 2;
    axes[0] = most == 0 ? 1 : 0;
    axes[1] = most == 2 ? 1 : 2;
    axes[2] = most;
}

static io_status drop_one(io_reader* reader, int32_t number, float radius, imp3_vec place)
{
    io_body3 body = io_body3_default();
    io_collider3 c = {.def = io_collider3_default()};
    const imp3_vec middle = {0, 0, 0};
    const imp3_box cube = {{-radius, -radius, -radius}, {radius, radius, radius}};
    imp_status made = number % 2 ? imp3_box_make(cube, &c.shape) : imp3_sphere_make(middle, radius, &c.shape);
    if (made)
    {
        return io_fail(reader, IO_ERR_MEANING, NULL, "nothing can be dropped on it: %s", imp_status_text(made));
    }
    body.def.pose.p = place;
    body.layer = "";
    body.name = c.name = io_print(reader, "dropped %d", (int)number + 1);
    io_status status = io_body3_add(reader, &body);
    c.body = (int32_t)reader->scene->space.body_count - 1;
    return status ? status : io_collider3_add(reader, &c);
}

// Balls and boxes above all of it, layer by layer.
static io_status drop_things(io_reader* reader, int32_t count)
{
    io_scene* scene = reader->scene;
    extent all = {.is_some = false};
    imp3_vec up;
    int axes[3];
    for (size_t i = 0; i < scene->space.collider_count; i++)
    {
        imp3_box b;
        if (bounds_of(scene, &scene->space.colliders[i], &b))
        {
            widen3(&all, b);
        }
    }
    if (!find_up(scene, &up) || !all.is_some)
    {
        return io_fail(reader, IO_ERR_MEANING, NULL, "nothing can be dropped: %s",
                       all.is_some ? "there is no gravity" : "there is nothing to drop it on");
    }
    find_axes(up, axes);
    imp3_vec wide = imp3_vec_sub(all.box.upper, all.box.lower);
    float a = component(wide, axes[0]), b = component(wide, axes[1]), side = sqrtf(a * b);
    side = side > 0 ? side : fmaxf(fmaxf(a, b), component(wide, axes[2]));
    float radius = side > 0 ? side / PART : 1;
    io_status status = IO_OK;
    for (int32_t i = 0; i < count && !status; i++)
    {
        double u = STEP_A * (i + 1), v = STEP_B * (i + 1);
        float at[3];
        float part[2] = {(float)(INSET + (1 - 2 * INSET) * (u - floor(u))),
                         (float)(INSET + (1 - 2 * INSET) * (v - floor(v)))};
        for (int k = 0; k < 2; k++)
        {
            at[axes[k]] = component(all.box.lower, axes[k]) + part[k] * component(wide, axes[k]);
        }
        float above = radius * (float)(2 + 3 * (i / LAYER));
        at[axes[2]] = component(up, axes[2]) > 0 ? component(all.box.upper, axes[2]) + above
                                                 : component(all.box.lower, axes[2]) - above;
        status = drop_one(reader, i, radius, (imp3_vec){at[0], at[1], at[2]});
    }
    return status ? status
                  : io_note_add(reader, IO_NOTE_TAKEN, "%d balls and boxes of %.3g m dropped on it (--drop)",
                                (int)count, 2 * (double)radius);
}

// Copies

// The bodies that are copied, and the cubes in which their copies stand.
typedef struct copying
{
    io_reader* reader;
    size_t body_count, collider_count;  // before
    int32_t count;                      // of bodies that move
    int32_t wide;                       // cubes along a side
    float cell;
    int axes[3];
    float base[3];  // of the first cube's middle, along each of the axes
    float rise;     // 1, or -1 where the axis that stands up points down
} copying;

static imp3_vec middle_of(imp3_box b)
{
    return imp3_vec_scale(imp3_vec_add(b.lower, b.upper), 0.5f);
}

// The box around a body's colliders, in its frame.
static bool box_of_body(const io_scene* scene, size_t body, extent* out)
{
    const imp3_pose here = imp3_pose_identity();
    *out = (extent){.is_some = false};
    for (size_t i = 0; i < scene->space.collider_count; i++)
    {
        const io_collider3* c = &scene->space.colliders[i];
        const imp3_compound shape = io_collider3_compound(c);
        imp3_box b;
        if (c->body == (int32_t)body && c->shape.kind != IMP3_SHAPE_HALF_SPACE &&
            imp3_compound_bounds(&shape, &here, &b) == IMP_OK)
        {
            widen3(out, b);
        }
    }
    return out->is_some;
}

static bool is_copied(const io_scene* scene, size_t body)
{
    return scene->space.bodies[body].def.kind == IMP_BODY_DYNAMIC;
}

// Finds the cubes: above the middle of what stands, or else of what is copied, upwards from where that ends below.
static io_status find_cubes(copying* c)
{
    const io_scene* scene = c->reader->scene;
    extent stands = {.is_some = false}, moves = {.is_some = false};
    imp3_vec up;
    float reach = 0;
    for (size_t i = 0; i < scene->space.collider_count; i++)
    {
        const io_collider3* it = &scene->space.colliders[i];
        imp3_box b;
        if (bounds_of(scene, it, &b))
        {
            widen3(is_copied(scene, (size_t)it->body) ? &moves : &stands, b);
        }
    }
    for (size_t i = 0; i < scene->space.body_count; i++)
    {
        extent own;
        if (is_copied(scene, i) && box_of_body(scene, i, &own))
        {
            imp3_vec wide = imp3_vec_sub(own.box.upper, own.box.lower);
            reach = fmaxf(reach, 0.5f * sqrtf(dot(wide, wide)));
            c->count++;
        }
    }
    if (!find_up(scene, &up) || c->count == 0)
    {
        return io_fail(c->reader, IO_ERR_MEANING, NULL, "there are no copies: %s",
                       c->count ? "there is no gravity" : "nothing in it is dynamic");
    }
    find_axes(up, c->axes);
    c->rise = component(up, c->axes[2]) > 0 ? 1.0f : -1.0f;
    c->cell = 2 * ROOM * reach;
    c->wide = 1;
    while (c->wide * c->wide * c->wide < c->count * c->reader->options->copies)
    {
        c->wide++;
    }
    const imp3_box* below = stands.is_some ? &stands.box : &moves.box;
    imp3_vec middle = middle_of(*below);
    for (int k = 0; k < 2; k++)
    {
        c->base[k] = component(middle, c->axes[k]) - 0.5f * c->cell * (float)(c->wide - 1);
    }
    bool upwards = c->rise > 0, on_top = stands.is_some;
    c->base[2] = component(upwards == on_top ? below->upper : below->lower, c->axes[2]) + 0.5f * c->rise * c->cell;
    return c->cell > 0 && c->cell * (float)c->wide < IMP_MAGNITUDE_MAX
               ? IO_OK
               : io_fail(c->reader, IO_ERR_MEANING, NULL, "there are no copies: they are too small or too large");
}

// A turn of its own for each number: four sequences that fill a cube evenly, as a quaternion.
static imp3_rot turn_of(int32_t number)
{
    static const double steps[4] = {0.8566748838545029, 0.733891856627126, 0.6287067210378087, 0.5385972572236101};
    float parts[4];
    for (int k = 0; k < 4; k++)
    {
        double at = steps[k] * (number + 1);
        parts[k] = (float)(2 * (at - floor(at)) - 1);
    }
    const imp3_quat q = {parts[0], parts[1], parts[2], parts[3]};
    imp3_rot turn = imp3_pose_identity().q;
    (void)imp3_rot_of_quat(q, &turn);
    return turn;
}

// Puts a body into the cube of that number.
static void place_copy(const copying* c, int32_t number, const extent* own, io_body3* body)
{
    const int32_t layer = c->wide * c->wide,
                  cube[3] = {number % layer % c->wide, number % layer / c->wide, number / layer};
    float at[3];
    for (int k = 0; k < 3; k++)
    {
        at[c->axes[k]] = c->base[k] + (k == 2 ? c->rise : 1.0f) * c->cell * (float)cube[k];
    }
    body->def.pose.q = turn_of(number);
    body->def.pose.p =
        imp3_vec_sub((imp3_vec){at[0], at[1], at[2]}, imp3_rot_apply(body->def.pose.q, middle_of(own->box)));
}

static io_status copy_colliders(copying* c, size_t from, int32_t to, const char* name)
{
    io_space* space = &c->reader->scene->space;
    io_status status = IO_OK;
    for (size_t i = 0; i < c->collider_count && !status; i++)
    {
        io_collider3 copy = space->colliders[i];
        if (copy.body == (int32_t)from)
        {
            copy.body = to;
            copy.name = name;
            copy.is_shared = true;
            status = io_collider3_add(c->reader, &copy);
        }
    }
    return status;
}

// The first copy is what is there.
static io_status copy_body(copying* c, size_t from, int32_t turn, const extent* own)
{
    io_space* space = &c->reader->scene->space;
    int32_t most = c->reader->options->copies;
    io_status status = IO_OK;
    place_copy(c, turn, own, &space->bodies[from]);
    for (int32_t k = 1; k < most && !status; k++)
    {
        io_body3 body = space->bodies[from];
        body.name = io_print(c->reader, "%s %d", body.name, (int)k + 1);
        place_copy(c, turn + k * c->count, own, &body);
        status = io_body3_add(c->reader, &body);
        status = status ? status : copy_colliders(c, from, (int32_t)space->body_count - 1, body.name);
    }
    return status;
}

static io_status copy_all(io_reader* reader)
{
    io_scene* scene = reader->scene;
    copying c = {
        .reader = reader, .body_count = scene->space.body_count, .collider_count = scene->space.collider_count};
    int32_t turn = 0;
    io_status status = scene->joint_count > 0
                           ? io_fail(reader, IO_ERR_MEANING, NULL, "there are no copies of what is joined (--copies)")
                           : find_cubes(&c);
    for (size_t i = 0; i < c.body_count && !status; i++)
    {
        extent own;
        if (is_copied(scene, i) && box_of_body(scene, i, &own))
        {
            status = copy_body(&c, i, turn++, &own);
        }
    }
    return status ? status
                  : io_note_add(reader, IO_NOTE_TAKEN, "%d of each that moves, in cubes of %.3g m (--copies)",
                                (int)reader->options->copies, (double)c.cell);
}

// The lowest point of a collider along a direction; false of one that has none.
static bool find_lowest(const io_scene* scene, const io_collider3* c, imp3_vec up, float* out)
{
    const imp3_compound shape = io_collider3_compound(c);
    imp3_shape part = {.kind = IMP3_SHAPE_NONE};
    imp3_vec point;
    bool found = false;
    for (int32_t i = 0; i < shape.part_count && c->shape.kind != IMP3_SHAPE_HALF_SPACE; i++)
    {
        if (imp3_compound_part(&shape, i, &part) == IMP_OK &&
            imp3_shape_support(&part, &scene->space.bodies[c->body].def.pose, imp3_vec_negate(up), &point, NULL) ==
                IMP_OK)
        {
            *out = found ? fminf(*out, dot(point, up)) : dot(point, up);
            found = true;
        }
    }
    return found;
}

// A plane below the lowest point.
static io_status add_floor(io_reader* reader, imp3_vec up)
{
    io_scene* scene = reader->scene;
    io_body3 body = io_body3_default();
    io_collider3 c = {.def = io_collider3_default()};
    float lowest = INFINITY;
    for (size_t i = 0; i < scene->space.collider_count; i++)
    {
        float low;
        if (find_lowest(scene, &scene->space.colliders[i], up, &low))
        {
            lowest = fminf(lowest, low);
        }
    }
    lowest = fabsf(lowest) < IMP_MAGNITUDE_MIN ? 0.0f : lowest;
    if (imp3_half_space_make(up, lowest, &c.shape) != IMP_OK)
    {
        return IO_OK;
    }
    body.def.kind = IMP_BODY_STATIC;
    body.layer = "";
    body.name = c.name = io_print(reader, "floor");
    io_status status = io_body3_add(reader, &body);
    c.body = (int32_t)scene->space.body_count - 1;
    status = status ? status : io_collider3_add(reader, &c);
    return status ? status
                  : io_note_add(reader, IO_NOTE_TAKEN, "put under it, since nothing in it stands (--no-floor)");
}

static io_status choose_unit(io_reader* reader)
{
    io_scene* scene = reader->scene;
    size_t capacity = 0, count = 0;
    double* sizes = io_grow(reader->allocator, NULL, &capacity, scene->space.collider_count + 1, sizeof *sizes);
    if (!sizes)
    {
        return io_fail_memory(reader);
    }
    for (size_t i = 0; i < scene->space.collider_count; i++)
    {
        const io_collider3* c = &scene->space.colliders[i];
        imp3_box b;
        if (scene->space.bodies[c->body].def.kind != IMP_BODY_STATIC && bounds_of(scene, c, &b))
        {
            imp3_vec wide = imp3_vec_sub(b.upper, b.lower);
            sizes[count++] = (double)fmaxf(wide.x, fmaxf(wide.y, wide.z));
        }
    }
    double median = count ? io_median(sizes, count) : 1;
    io_release(reader->allocator, sizes, capacity, sizeof *sizes);
    bool common = io_length_unit_for(median, &scene->space.world.length_unit);
    return common ? IO_OK
                  : io_note_add(reader, IO_NOTE_TAKEN, "length unit %g m: half of what moves is up to %.3g m large",
                                (double)scene->space.world.length_unit, median);
}

// Every name that was asked for is one that moves.
static io_status find_moving(io_reader* reader)
{
    const io_space* space = &reader->scene->space;
    for (int32_t k = 0; k < reader->options->moving_count; k++)
    {
        const char* wanted = reader->options->moving[k];
        bool found = false;
        char names[160] = "";
        size_t used = 0;
        for (size_t i = 0; i < space->body_count && !found; i++)
        {
            const io_body3* body = &space->bodies[i];
            found = body->def.kind == IMP_BODY_DYNAMIC && io_name_is(body->name, wanted);
            if (i < NAMES_MAX && used < sizeof names)
            {
                int wrote = snprintf(names + used, sizeof names - used, "%s%.30s", i ? ", " : "", body->name);
                used += wrote > 0 ? (size_t)wrote : 0;
            }
        }
        if (!found)
        {
            return io_fail(reader, IO_ERR_MEANING, NULL, "nothing called '%.60s' can move; there are: %.120s%s", wanted,
                           names, space->body_count > NAMES_MAX ? ", ..." : "");
        }
    }
    return IO_OK;
}

io_status io_scene_end_space(io_scene* scene, const io_options* options, int32_t drop, bool floor, io_error* error)
{
    const io_options standard = {.scale = 0};
    io_reader reader = {.scene = scene,
                        .options = options ? options : &standard,
                        .allocator = &scene->arena.allocator,
                        .error = error,
                        .file = scene->file_count ? scene->files[0].name : ""};
    bool as_it_says = false;
    imp3_vec up;
    for (size_t i = 0; i < scene->file_count; i++)
    {
        as_it_says = as_it_says || scene->files[i].is_scene;
    }
    if (scene->dimension != 3)
    {
        return IO_OK;
    }
    io_status status = find_moving(&reader);
    bool copied = reader.options->copies > 0;
    status = status || !copied ? status : copy_all(&reader);
    status = status || drop == 0 ? status : drop_things(&reader, drop);
    int32_t dynamic = count_kind(scene, IMP_BODY_DYNAMIC);
    if (!status && (!as_it_says || copied) && floor && dynamic > 0 && dynamic == (int32_t)scene->space.body_count &&
        find_up(scene, &up))
    {
        status = add_floor(&reader, up);
    }
    if (!status && !as_it_says)
    {
        status = choose_unit(&reader);
    }
    if (!status && dynamic == 0)
    {
        status =
            io_note_add(&reader, IO_NOTE_TAKEN,
                        "nothing in it falls: --drop 20 drops things on it; a node moves whose name ends in -rigid, "
                        "or with --dynamic NAME");
    }
    return status;
}
