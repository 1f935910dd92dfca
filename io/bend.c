// SPDX-License-Identifier: MIT
//
// Meshes that bend over time: morph targets, whose weights are told by keys, as glTF has them. A world is sent to where
// the points are when a step ends.

#include <math.h>
#include <string.h>

#include "io/reader.h"
#include "io/space_mesh.h"

enum
{
    WAVE_KEYS = 16  // of a period: a cubic spline through so many is off by 6e-5 of the amplitude
};

// Weights

// The time of a morph that begins anew whenever its last key is over.
static double time_within(const io_morph* m, double time)
{
    const double end = m->times[m->key_count - 1];
    return m->loops && end > 0 && time > end ? fmod(time, end) : time;
}

// The last key that is not after a time; the first one where all are.
static int32_t key_before(const io_morph* m, double time)
{
    int32_t low = 0, high = m->key_count;
    while (high - low > 1)
    {
        const int32_t middle = low + (high - low) / 2;
        low = m->times[middle] <= time ? middle : low;
        high = m->times[middle] <= time ? high : middle;
    }
    return low;
}

static double weight_at(const io_morph* m, int32_t target, double time)
{
    const bool spline = m->between == IO_BETWEEN_SPLINE;
    const int32_t n = m->target_count, row = spline ? 3 * n : n, key = key_before(m, time);
    const double *a = m->weights + (size_t)key * (size_t)row, from = a[target + (spline ? n : 0)];
    if (m->between == IO_BETWEEN_STEP || key + 1 == m->key_count || time <= m->times[0])
    {
        return from;
    }
    const double *b = a + row, to = b[target + (spline ? n : 0)];
    const double wide = m->times[key + 1] - m->times[key], s = (time - m->times[key]) / wide;
    if (!spline)
    {
        return from + (to - from) * s;
    }
    const double out = wide * a[2 * n + target], in = wide * b[target];
    return from + s * (out + s * (3 * (to - from) - 2 * out - in + s * (2 * (from - to) + out + in)));
}

// Points

// A coordinate that is too small for the library is 0.
static float tidied(double value)
{
    return fabs(value) < (double)IMP_MAGNITUDE_MIN ? 0.0f : (float)value;
}

void io_bend_at(const io_bend* bend, double time, imp3_vec* points)
{
    memcpy(points, bend->points, (size_t)bend->point_count * sizeof *points);
    for (int32_t i = 0; i < bend->morph_count; i++)
    {
        const io_morph* m = &bend->morphs[i];
        const double now = time_within(m, time);
        for (int32_t t = 0; t < m->target_count; t++)
        {
            const imp3_vec* target = m->targets + (size_t)t * (size_t)bend->point_count;
            const double weight = weight_at(m, t, now);
            for (int32_t k = 0; k < bend->point_count && weight != 0; k++)
            {
                const imp3_vec p = points[k], d = target[k];
                points[k] =
                    (imp3_vec){tidied((double)p.x + weight * (double)d.x), tidied((double)p.y + weight * (double)d.y),
                               tidied((double)p.z + weight * (double)d.z)};
            }
        }
    }
}

// Making

io_status io_bend_make(io_reader* reader, const imp3_triangles* mesh, const io_morph* morphs, int32_t count,
                       const io_bend** out)
{
    io_arena* arena = &reader->scene->arena;
    const size_t points = (size_t)mesh->point_count * sizeof *mesh->points;
    const size_t corners = 3 * (size_t)mesh->count * sizeof *mesh->corners;
    io_bend* made = io_arena_take(arena, sizeof *made);
    imp3_vec* own_points = made ? io_arena_take(arena, points) : NULL;
    int32_t* own_corners = own_points ? io_arena_take(arena, corners) : NULL;
    if (!own_corners)
    {
        return io_fail_memory(reader);
    }
    memcpy(own_points, mesh->points, points);
    memcpy(own_corners, mesh->corners, corners);
    *made = (io_bend){own_points, own_corners, mesh->point_count, 3 * mesh->count, morphs, count};
    *out = made;
    return IO_OK;
}

// A sin(phase - turn) is A sin(phase) cos(turn) - A cos(phase) sin(turn): two targets, whose weights go round.
bool io_morph_make_wave(io_arena* arena, const imp3_vec* points, int32_t count, io_morph* wave)
{
    const double x = (double)wave->along.x, y = (double)wave->along.y, z = (double)wave->along.z;
    const double turns = 1 / (sqrt(x * x + y * y + z * z) * (double)wave->length), full = 6.283185307179586;
    const double speed = full / (double)wave->period;
    imp3_vec* targets = io_arena_take(arena, 2 * (size_t)count * sizeof *targets);
    double* times = targets ? io_arena_take(arena, (WAVE_KEYS + 1) * sizeof *times) : NULL;
    double* weights = times ? io_arena_take(arena, (WAVE_KEYS + 1) * 6 * sizeof *weights) : NULL;
    if (!weights)
    {
        return false;
    }
    for (int32_t k = 0; k < count; k++)
    {
        const double phase = turns * (x * (double)points[k].x + y * (double)points[k].y + z * (double)points[k].z);
        imp2_rot at = {1.0f, 0.0f};
        (void)imp2_rot_make((float)(full * (phase - floor(phase + 0.5))), &at);
        targets[k] = imp3_vec_scale(wave->amplitude, at.s);
        targets[count + k] = imp3_vec_scale(wave->amplitude, at.c);
    }
    for (int32_t k = 0; k <= WAVE_KEYS; k++)
    {
        const double part = (double)k / (double)WAVE_KEYS;
        imp2_rot at = {1.0f, 0.0f};
        (void)imp2_rot_make((float)(full * (part - floor(part + 0.5))), &at);
        const double c = (double)at.c, s = (double)at.s;
        const double row[6] = {-speed * s, -speed * c, c, -s, -speed * s, -speed * c};
        times[k] = part * (double)wave->period;
        memcpy(weights + 6 * k, row, sizeof row);
    }
    wave->targets = targets;
    wave->times = times;
    wave->weights = weights;
    wave->target_count = 2;
    wave->key_count = WAVE_KEYS + 1;
    wave->between = IO_BETWEEN_SPLINE;
    wave->loops = wave->is_wave = true;
    return true;
}

// Worlds

static imp_status send(const io_scene* scene, io_world3* world, io_world_bend* b, float time)
{
    const io_bend* bend = scene->space.colliders[b->collider].bend;
    const size_t bytes = (size_t)bend->point_count * sizeof *b->points;
    imp3_vec* next = b->points + bend->point_count;
    io_bend_at(bend, world->time + (double)time, next);
    if (memcmp(next, b->points, bytes) == 0)
    {
        return IMP_OK;
    }
    imp_status status = imp3_world_set_target_points(world->world, b->handle, next, bend->point_count, time);
    if (!status)
    {
        memcpy(b->points, next, bytes);
    }
    return status;
}

imp_status io_world3_bend(const io_scene* scene, io_world3* world, float time, const char** path)
{
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < world->bend_count && !status; i++)
    {
        status = send(scene, world, &world->bends[i], time);
        if (status && path)
        {
            *path = scene->space.colliders[world->bends[i].collider].path;
        }
    }
    world->time += status ? 0 : (double)time;
    return status;
}

imp_status io_world3_add_bend(const io_scene* scene, io_world3* world, int32_t collider, imp_collider handle)
{
    const io_bend* bend = scene->space.colliders[collider].bend;
    const size_t count = (size_t)bend->point_count;
    io_world_bend* bends =
        io_grow(&world->allocator, world->bends, &world->bend_room, (size_t)world->bend_count + 1, sizeof *bends);
    world->bends = bends ? bends : world->bends;
    io_world_bend made = {.handle = handle, .collider = collider};
    made.points = bends ? io_grow(&world->allocator, NULL, &made.room, 2 * count, sizeof *made.points) : NULL;
    if (!made.points)
    {
        return IMP_ERR_MEMORY;
    }
    memcpy(made.points, bend->points, count * sizeof *made.points);
    bends[world->bend_count++] = made;
    return send(scene, world, &bends[world->bend_count - 1], 0.0f);
}

void io_world3_free_bends(io_world3* world)
{
    for (int32_t i = 0; i < world->bend_count; i++)
    {
        io_release(&world->allocator, world->bends[i].points, world->bends[i].room, sizeof *world->bends[i].points);
    }
    io_release(&world->allocator, world->bends, world->bend_room, sizeof *world->bends);
}
