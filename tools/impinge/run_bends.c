// SPDX-License-Identifier: MIT
//
// Points of meshes that bend, in the frames of a run in space: for each mesh a byte that says whether they are elsewhere
// than in the frame before, and if so all x, then all y, then all z, as seen from the body's centre of mass, in the
// numbers of run_frames.c: how far each is from where it would be if it went on as between the two frames before.

#include <string.h>

#include "run.h"

bool run_begin_bends(run_result* result, const io_scene* scene)
{
    run_frames* f = &result->frames;
    const io_world3* world = &result->space;
    imp_allocator allocator = io_allocator(NULL);
    size_t points = 0;
    for (int32_t i = 0; i < world->bend_count; i++)
    {
        points += (size_t)scene->space.colliders[world->bends[i].collider].bend->point_count;
    }
    if (points > INT32_MAX)
    {
        return false;
    }
    f->bend_points = (int32_t)points;
    f->bend_last = io_grow(&allocator, NULL, &f->bend_capacity, points + 1, sizeof *f->bend_last);
    if (f->bend_last)
    {
        memset(f->bend_last, 0, f->bend_capacity * sizeof *f->bend_last);
    }
    return f->bend_last != NULL;
}

static int32_t number_of(const run_frames* f, imp3_vec point, imp3_vec center, int32_t axis)
{
    const imp3_vec from = imp3_vec_sub(point, center);
    const double at[3] = {(double)from.x, (double)from.y, (double)from.z};
    return run_round_to(at[axis], f->unit);
}

// Whether a mesh is elsewhere than in the frame before; what stays goes on from rest.
static bool has_moved(const run_frames* f, const imp3_vec* points, imp3_vec center, int32_t count,
                      int32_t (*last)[2][3])
{
    bool moved = f->count == 0;
    for (int32_t k = 0; k < 3 * count; k++)
    {
        moved = moved || number_of(f, points[k / 3], center, k % 3) != last[k / 3][1][k % 3];
    }
    for (int32_t k = 0; k < count && !moved; k++)
    {
        memcpy(last[k][0], last[k][1], sizeof last[k][0]);
    }
    return moved;
}

static bool put_mesh(run_frames* f, const imp3_vec* points, imp3_vec center, int32_t count, int32_t (*last)[2][3])
{
    const bool moved = has_moved(f, points, center, count, last);
    bool ok = run_put_byte(&f->bends, moved);
    for (int32_t axis = 0; axis < 3 && moved; axis++)
    {
        for (int32_t k = 0; k < count && ok; k++)
        {
            int32_t two[2] = {last[k][0][axis], last[k][1][axis]};
            ok = run_put_on_course(&f->bends, two, number_of(f, points[k], center, axis), f->count == 0);
            last[k][0][axis] = two[0];
            last[k][1][axis] = two[1];
        }
    }
    return ok;
}

bool run_put_bends(run_result* result, const io_scene* scene)
{
    run_frames* f = &result->frames;
    const io_world3* world = &result->space;
    int32_t(*last)[2][3] = f->bend_last;
    bool ok = true;
    for (int32_t i = 0; i < world->bend_count && ok; i++)
    {
        const io_world_bend* b = &world->bends[i];
        const io_collider3* c = &scene->space.colliders[b->collider];
        ok = put_mesh(f, b->points, f->centers3[c->body], c->bend->point_count, last);
        last += c->bend->point_count;
    }
    return ok;
}

bool run_write_bends(FILE* file, const io_scene* scene, const run_result* result)
{
    const io_world3* world = &result->space;
    for (int32_t i = 0; i < world->bend_count; i++)
    {
        const int32_t collider = world->bends[i].collider;
        fprintf(file, "%s[%d,%d]", i ? "," : "\"bends\":[", (int)collider,
                (int)scene->space.colliders[collider].bend->point_count);
    }
    if (world->bend_count == 0)
    {
        return true;
    }
    fputs("],\n", file);
    return run_write_packed(file, "bent", &result->frames.bends);
}
