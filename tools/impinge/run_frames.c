// SPDX-License-Identifier: MIT
//
// Frames of a run in few bytes. A pose is three whole numbers: x and y of the centre of mass in 1024ths of the world's
// length unit, and the angle in 16384ths of a turn. About the centre, since in maps the origin of a body may be far
// away. What is kept of it is how far it is from where it would be if it went on as between the two frames before:
// nothing for what rests, a byte for most that moves. Of a frame there are first all x, then all y, then all angles,
// then a bit for each mover that is awake; so equal bytes stand together, and unpacking needs no more than a loop.
// Contacts are points in 64ths of the unit, as differences from the one before, the normal in
// 256ths of a turn, and the impulse as a byte by its logarithm. zlib packs all (run_page.c). Numbers are written seven
// bits at a time, the lowest first, with the sign in the lowest bit.

#include <math.h>
#include <string.h>

#include "run.h"

#define TURN 16384          // angles
#define FARTHEST (1 << 29)  // positions: what is farther stands there
#define COARSER 16          // contacts, than poses
#define TAU 6.283185307179586

bool run_put_byte(run_bytes* bytes, int32_t value)
{
    imp_allocator allocator = io_allocator(NULL);
    uint8_t* grown = io_grow(&allocator, bytes->items, &bytes->capacity, bytes->count + 1, 1);
    if (!grown)
    {
        return false;
    }
    bytes->items = grown;
    grown[bytes->count++] = (uint8_t)value;
    return true;
}

bool run_put_number(run_bytes* bytes, int32_t value)
{
    uint32_t rest = (uint32_t)value << 1 ^ (value < 0 ? UINT32_MAX : 0);
    for (; rest > 127; rest >>= 7)
    {
        if (!run_put_byte(bytes, (int32_t)(rest & 127) | 128))
        {
            return false;
        }
    }
    return run_put_byte(bytes, (int32_t)rest);
}

int32_t run_round_to(double value, double unit)
{
    double whole = floor(value / unit + 0.5);
    return whole > FARTHEST ? FARTHEST : whole < -FARTHEST ? -FARTHEST : (int32_t)whole;
}

// The difference of two angles, less than half a turn.
static int32_t turn_between(int32_t from, int32_t to)
{
    uint32_t d = ((uint32_t)to - (uint32_t)from) & (TURN - 1);
    return d >= TURN / 2 ? (int32_t)d - TURN : (int32_t)d;
}

// Sixty frames a second are enough for any eye.
int32_t run_stride(const run_result* result)
{
    const run_frames* f = &result->frames;
    int64_t stride = (int64_t)(result->hz / 60 + 0.5);
    stride = stride > 1 ? stride : 1;
    while ((result->steps / stride + 1) * ((int64_t)f->mover_count + f->particle_count + f->bend_points + 1) > RUN_POSES_MAX)
    {
        stride++;
    }
    return (int32_t)(stride < INT32_MAX ? stride : INT32_MAX);
}

io_status run_frames_begin(run_result* result, const io_scene* scene)
{
    run_frames* f = &result->frames;
    const io_world* world = &result->world;
    imp_allocator allocator = io_allocator(NULL);
    f->unit = (double)scene->world.length_unit / 1024;
    f->movers = io_grow(&allocator, NULL, &f->movers_capacity, (size_t)world->body_count + 1, sizeof *f->movers);
    f->last = io_grow(&allocator, NULL, &f->last_capacity, (size_t)world->body_count + 1, sizeof *f->last);
    f->centers = io_grow(&allocator, NULL, &f->centers_capacity, (size_t)world->body_count + 1, sizeof *f->centers);
    if (!f->movers || !f->last || !f->centers || !run_begin_particles(f, scene))
    {
        return IO_ERR_MEMORY;
    }
    memset(f->last, 0, f->last_capacity * sizeof *f->last);
    for (int32_t i = 0; i < world->body_count; i++)
    {
        imp2_body_state s = {.pose = {.q = {1, 0}}};
        (void)imp2_world_get_body(world->world, world->bodies[i].handle, &s);
        f->centers[i] = imp2_rot_apply_inverse(s.pose.q, imp2_vec_sub(s.center, s.pose.p));
        if (world->bodies[i].kind != IMP_BODY_STATIC)
        {
            f->movers[f->mover_count++] = i;
        }
    }
    f->stride = run_stride(result);
    return IO_OK;
}

// How far a number is from where it would be if it went on as between the two frames before. Numbers go round at 32
// bits, here and in the page.
static int32_t off_course(int32_t before, int32_t last, int32_t value, bool turns)
{
    int32_t expected = (int32_t)(2U * (uint32_t)last - (uint32_t)before);
    return turns ? turn_between(expected, value) : (int32_t)((uint32_t)value - (uint32_t)expected);
}

bool run_put_on_course(run_bytes* bytes, int32_t last[2], int32_t value, bool first)
{
    bool ok = run_put_number(bytes, off_course(last[0], last[1], value, false));
    last[0] = first ? value : last[1];
    last[1] = value;
    return ok;
}

static bool put_poses(run_frames* f, const io_world* world)
{
    run_bytes* bytes = &f->poses;
    bool ok = true;
    for (int32_t part = 0; part < 3; part++)
    {
        for (int32_t i = 0; i < f->mover_count && ok; i++)
        {
            imp2_body_state s = {.pose = {.q = {1, 0}}};
            (void)imp2_world_get_body(world->world, world->bodies[f->movers[i]].handle, &s);
            int32_t value = part == 0   ? run_round_to((double)s.center.x, f->unit)
                            : part == 1 ? run_round_to((double)s.center.y, f->unit)
                                        : run_round_to(atan2((double)s.pose.q.s, (double)s.pose.q.c), TAU / TURN);
            int32_t *before = &f->last[i][0][part], *last = &f->last[i][1][part];
            int32_t off = off_course(*before, *last, value, part == 2);
            value = (int32_t)(2U * (uint32_t)*last - (uint32_t)*before + (uint32_t)off);
            ok = run_put_number(bytes, off);
            *before = f->count ? *last : value;
            *last = value;
        }
    }
    int32_t bits = 0;
    for (int32_t i = 0; i < f->mover_count && ok; i++)
    {
        imp2_body_state s = {.awake = false};
        (void)imp2_world_get_body(world->world, world->bodies[f->movers[i]].handle, &s);
        bits |= s.awake << (i & 7);
        if ((i & 7) == 7 || i + 1 == f->mover_count)
        {
            ok = run_put_byte(bytes, bits);
            bits = 0;
        }
    }
    return ok;
}

// 0 for none; one step is a twelfth more, so that a byte reaches over nine powers of ten.
int32_t run_impulse_level(float impulse)
{
    double level = impulse > 0 ? floor(128 + 12 * log2((double)impulse) + 0.5) : 0;
    return level < 1 ? impulse > 0 : level > 255 ? 255 : (int32_t)level;
}

static bool put_contacts(run_frames* f, const imp2_world_contact* contacts, int32_t count)
{
    run_bytes* bytes = &f->contacts;
    int32_t points = 0, x = 0, y = 0;
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
        const imp2_manifold* m = &contacts[i].manifold;
        for (int32_t k = 0; k < m->count && ok; k++)
        {
            if (contacts[i].normal_impulse[k] > 0)
            {
                int32_t at_x = run_round_to((double)m->points[k].point.x, f->unit * COARSER);
                int32_t at_y = run_round_to((double)m->points[k].point.y, f->unit * COARSER);
                int32_t way = run_round_to(atan2((double)m->normal.y, (double)m->normal.x), TAU / 256) & 255;
                ok = run_put_number(bytes, at_x - x) && run_put_number(bytes, at_y - y) && run_put_byte(bytes, way) &&
                     run_put_byte(bytes, run_impulse_level(contacts[i].normal_impulse[k]));
                x = at_x;
                y = at_y;
            }
        }
    }
    return ok;
}

bool run_figures_add(run_frames* f, const run_figures* figures)
{
    imp_allocator allocator = io_allocator(NULL);
    run_figures* grown =
        io_grow(&allocator, f->figures, &f->figures_capacity, (size_t)f->count + 1, sizeof *f->figures);
    if (grown)
    {
        f->figures = grown;
        grown[f->count] = *figures;
    }
    return grown != NULL;
}

io_status run_frames_add(run_result* result, const io_scene* scene, const imp2_world_contact* contacts, int32_t count,
                         const run_figures* figures)
{
    run_frames* f = &result->frames;
    (void)scene;
    bool ok = run_figures_add(f, figures) && put_poses(f, &result->world) && put_contacts(f, contacts, count) &&
              run_put_particles(result);
    f->count += ok;
    return ok ? IO_OK : IO_ERR_MEMORY;
}

void run_frames_free(run_frames* f)
{
    imp_allocator allocator = io_allocator(NULL);
    io_release(&allocator, f->poses.items, f->poses.capacity, 1);
    io_release(&allocator, f->contacts.items, f->contacts.capacity, 1);
    io_release(&allocator, f->particles.items, f->particles.capacity, 1);
    io_release(&allocator, f->bends.items, f->bends.capacity, 1);
    io_release(&allocator, f->bend_last, f->bend_capacity, sizeof *f->bend_last);
    io_release(&allocator, f->places, f->places_capacity, sizeof *f->places);
    io_release(&allocator, f->particle_last, f->particle_last_capacity, sizeof *f->particle_last);
    io_release(&allocator, f->figures, f->figures_capacity, sizeof *f->figures);
    io_release(&allocator, f->movers, f->movers_capacity, sizeof *f->movers);
    io_release(&allocator, f->centers, f->centers_capacity, sizeof *f->centers);
    io_release(&allocator, f->centers3, f->centers3_capacity, sizeof *f->centers3);
    io_release(&allocator, f->last3, f->last3_capacity, sizeof *f->last3);
    io_release(&allocator, f->last, f->last_capacity, sizeof *f->last);
    *f = (run_frames){.count = 0};
}
