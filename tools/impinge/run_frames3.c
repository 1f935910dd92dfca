// SPDX-License-Identifier: MIT
//
// Frames of a run in space, in the bytes of run_frames.c. A pose is seven whole numbers: the centre of mass in 1024ths
// of the length unit, and the quaternion (x, y, z, w) in 16384ths, with the sign that is nearer to the last one. A frame
// has all first numbers, then all second ones, and so on, then a bit for each mover that is awake. Contacts are points
// in 64ths of the unit as differences from the one before, the normal as three bytes in 127ths, and the impulse by its
// logarithm.

#include <math.h>
#include <string.h>

#include "run.h"

#define TURNS 16384.0  // of a quaternion
#define COARSER 16     // contacts, than poses

io_status run_frames3_begin(run_result* result, const io_scene* scene)
{
    run_frames* f = &result->frames;
    const io_world3* world = &result->space;
    imp_allocator allocator = io_allocator(NULL);
    size_t room = (size_t)world->body_count + 1;
    f->unit = (double)scene->space.world.length_unit / 1024;
    f->movers = io_grow(&allocator, NULL, &f->movers_capacity, room, sizeof *f->movers);
    f->last3 = io_grow(&allocator, NULL, &f->last3_capacity, room, sizeof *f->last3);
    f->centers3 = io_grow(&allocator, NULL, &f->centers3_capacity, room, sizeof *f->centers3);
    if (!f->movers || !f->last3 || !f->centers3 || !run_begin_particles(f, scene) ||
        !run_begin_bends(result, scene))
    {
        return IO_ERR_MEMORY;
    }
    memset(f->last3, 0, f->last3_capacity * sizeof *f->last3);
    for (int32_t i = 0; i < world->body_count; i++)
    {
        imp3_body_state s = {.pose = imp3_pose_identity()};
        (void)imp3_world_get_body(world->world, world->bodies[i].handle, &s);
        f->centers3[i] = imp3_rot_apply_inverse(s.pose.q, imp3_vec_sub(s.center, s.pose.p));
        if (world->bodies[i].kind != IMP_BODY_STATIC)
        {
            f->movers[f->mover_count++] = i;
        }
    }
    f->stride = run_stride(result);
    return IO_OK;
}

// The seven numbers of a pose.
static void numbers_of(const run_frames* f, const io_world3* world, int32_t mover, int32_t* out, bool* awake)
{
    imp3_body_state s = {.pose = imp3_pose_identity()};
    imp3_quat q = {0, 0, 0, 1};
    (void)imp3_world_get_body(world->world, world->bodies[f->movers[mover]].handle, &s);
    (void)imp3_rot_to_quat(s.pose.q, &q);
    const int32_t* last = f->last3[mover][1];
    double same = (double)q.x * last[3] + (double)q.y * last[4] + (double)q.z * last[5] + (double)q.w * last[6];
    double unit = same < 0 ? -1 / TURNS : 1 / TURNS;
    out[0] = run_round_to((double)s.center.x, f->unit);
    out[1] = run_round_to((double)s.center.y, f->unit);
    out[2] = run_round_to((double)s.center.z, f->unit);
    out[3] = run_round_to((double)q.x, unit);
    out[4] = run_round_to((double)q.y, unit);
    out[5] = run_round_to((double)q.z, unit);
    out[6] = run_round_to((double)q.w, unit);
    *awake = s.awake;
}

static bool put_poses(run_frames* f, const io_world3* world)
{
    bool ok = true, awake = false;
    int32_t numbers[7], bits = 0;
    // The sign of a quaternion is that of the frame before for all four: taken before any of them is put.
    int32_t(*all)[7] = NULL;
    size_t room = 0;
    imp_allocator allocator = io_allocator(NULL);
    all = io_grow(&allocator, NULL, &room, (size_t)f->mover_count + 1, sizeof *all);
    for (int32_t i = 0; all && i < f->mover_count; i++)
    {
        numbers_of(f, world, i, all[i], &awake);
    }
    for (int32_t part = 0; all && part < 7; part++)
    {
        for (int32_t i = 0; i < f->mover_count && ok; i++)
        {
            int32_t last[2] = {f->last3[i][0][part], f->last3[i][1][part]};
            ok = run_put_on_course(&f->poses, last, all[i][part], f->count == 0);
            f->last3[i][0][part] = last[0];
            f->last3[i][1][part] = last[1];
        }
    }
    for (int32_t i = 0; all && i < f->mover_count && ok; i++)
    {
        numbers_of(f, world, i, numbers, &awake);
        bits |= awake << (i & 7);
        if ((i & 7) == 7 || i + 1 == f->mover_count)
        {
            ok = run_put_byte(&f->poses, bits);
            bits = 0;
        }
    }
    ok = ok && all;
    io_release(&allocator, all, room, sizeof *all);
    return ok;
}

static bool put_contacts(run_frames* f, const imp3_world_contact* contacts, int32_t count)
{
    run_bytes* bytes = &f->contacts;
    int32_t points = 0, last[3] = {0, 0, 0};
    for (int32_t i = 0; i < count; i++)
    {
        for (int32_t k = 0; k < contacts[i].manifold.count; k++)
        {
            points += contacts[i].normal_impulse[k] > 0;
        }
    }
    bool ok = run_put_number(bytes, points);
    for (int32_t i = 0; i < count && ok; i++)
    {
        const imp3_manifold* m = &contacts[i].manifold;
        for (int32_t k = 0; k < m->count && ok; k++)
        {
            if (!(contacts[i].normal_impulse[k] > 0))
            {
                continue;
            }
            const imp3_vec p = m->points[k].point, n = m->normal;
            const double at[3] = {(double)p.x, (double)p.y, (double)p.z};
            const double way[3] = {(double)n.x, (double)n.y, (double)n.z};
            for (int32_t axis = 0; axis < 3 && ok; axis++)
            {
                int32_t value = run_round_to(at[axis], f->unit * COARSER);
                ok = run_put_number(bytes, value - last[axis]);
                last[axis] = value;
            }
            for (int32_t axis = 0; axis < 3 && ok; axis++)
            {
                ok = run_put_byte(bytes, 128 + run_round_to(way[axis], 1.0 / 127));
            }
            ok = ok && run_put_byte(bytes, run_impulse_level(contacts[i].normal_impulse[k]));
        }
    }
    return ok;
}

io_status run_frames3_add(run_result* result, const io_scene* scene, const imp3_world_contact* contacts, int32_t count,
                          const run_figures* figures)
{
    run_frames* f = &result->frames;
    bool ok = run_figures_add(f, figures) && put_poses(f, &result->space) && put_contacts(f, contacts, count) &&
              run_put_particles(result) && run_put_bends(result, scene);
    f->count += ok;
    return ok ? IO_OK : IO_ERR_MEMORY;
}
