// SPDX-License-Identifier: MIT
//
// Fast bodies of the plane, of worlds that are not continuous (impacts2.c): nothing passes through what is not dynamic,
// and a bullet through nothing.
//
// After a step, a body that has moved by more than half its thickness is swept from where the step found it: the first
// time of impact with what lies on its way is where it stops. The rest of its way is lost, with what gravity has done
// meanwhile; its velocity is not, so the contacts of the next step make it bounce or slide.
//
// What it touched, or nearly, as the step began has contacts, which have already said what is to become of it; to stop
// it there would hold everything that slides. Of those only the core is asked: a small circle in the middle of a convex
// shape, which may not pass through anything. So may it not where shapes overlap from the beginning.
//
// The way of each body is that of the whole step, whoever else is stopped: so the order of bodies does not matter.

#include "seams2.h"
#include "ways2.h"

#include "../math/trig.h"

#include <math.h>

#define CORE 0.5f

enum
{
    FEW_OBSTACLES = 64
};

// A body's way through a step, from its origin as the step began.
typedef struct fast_way
{
    imp2_pose start;
    imp2_vec motion;
    float turn;
} fast_way;

static fast_way way_of(const imp2_world* w, const imp2i_body* b)
{
    fast_way r = {b->pose, {0.0f, 0.0f}, 0.0f};
    if (b->place > 0)
    {
        const imp2i_motion* m = &w->motions.data[b->place];
        r.start = w->stances.data[b - w->bodies.data].pose;
        r.motion = imp2_vec_sub(b->pose.p, r.start.p);
        r.turn = (float)impi_atan2_d((double)m->s, (double)m->c);
    }
    return r;
}

static imp2_compound_mover mover_along(const imp2_compound* compound, const fast_way* its, imp2_vec origin)
{
    imp2_compound_mover r = {compound, its->start, its->motion, its->turn};
    r.pose.p.x = impi_tidy(its->start.p.x - origin.x);
    r.pose.p.y = impi_tidy(its->start.p.y - origin.y);
    return r;
}

// When a collider first meets another that stands in its way: 1 or later for never.
static float time_of_core(const imp2_world* w, const imp2i_collider* c, const imp2i_collider* obstacle,
                          const imp2_compound_mover* other, const fast_way* its, imp2_vec origin)
{
    imp2_shape core;
    imp2_compound compound;
    imp2_compound_hit hit;
    if (!c->convex || imp2_circle_make(c->middle, CORE * c->inner, &core) || imp2_compound_of_shape(&core, &compound))
    {
        return 1.0f;
    }
    imp2_compound_mover mover = mover_along(&compound, its, origin);
    imp_status status = imp2_compound_time_of_impact(other, &mover, &hit);
    bool stops = !status && hit.hit.kind == IMP_SWEEP_HIT && !imp2i_one_way_passes(w, obstacle, c, hit.hit.normal);
    return stops ? hit.hit.time : 1.0f;
}

static float time_of_meeting(imp2_world* w, const imp2i_collider* c, const fast_way* its, const imp2i_collider* other,
                             bool had_contact)
{
    imp2_compound compound = imp2i_collider_compound(c), compound_other = imp2i_collider_compound(other);
    fast_way way_other = way_of(w, &w->bodies.data[other->body]);
    imp2_vec origin = way_other.start.p;
    imp2_compound_mover a = mover_along(&compound_other, &way_other, origin), b = mover_along(&compound, its, origin);
    imp2_compound_hit hit;
    if (had_contact)
    {
        return time_of_core(w, c, other, &a, its, origin);
    }
    if (imp2_compound_time_of_impact(&a, &b, &hit) || hit.hit.kind == IMP_SWEEP_NEVER ||
        hit.hit.kind == IMP_SWEEP_REST || imp2i_one_way_passes(w, other, c, hit.hit.normal))
    {
        return 1.0f;
    }
    imp2i_seam_of_sweep(w, other, &a, c, &b, origin, &hit);
    return hit.hit.kind == IMP_SWEEP_HIT ? hit.hit.time : time_of_core(w, c, other, &a, its, origin);
}

// Around all of a body's way, of which box is the end: on the way back from there, no point leaves the box by more than
// the body turns. Up to a quarter, an angle is at most pi / 2 times its sine.
static imp2_box swept_box(const imp2_world* w, const imp2i_body* b, imp2_box box)
{
    const imp2i_motion* m = &w->motions.data[b->place];
    imp2_vec start = w->stances.data[b - w->bodies.data].pose.p;
    float x = b->pose.p.x - start.x, y = b->pose.p.y - start.y;
    float turn = m->c > 0.0f ? 1.6f * fabsf(m->s) : 2.0f, bulge = turn * b->extent;
    box.lower.x -= bulge + (x > 0.0f ? x : 0.0f);
    box.lower.y -= bulge + (y > 0.0f ? y : 0.0f);
    box.upper.x += bulge - (x < 0.0f ? x : 0.0f);
    box.upper.y += bulge - (y < 0.0f ? y : 0.0f);
    return box;
}

// Whether a collider of a body, on its way, could pass through another, and may not. touched: there are manifolds.
static bool is_obstacle(imp2_world* w, const imp2i_collider* c, const imp2i_collider* other, int32_t* from,
                        bool* touched)
{
    if (other->sensor || imp2i_surely_apart(w, c, other, from))
    {
        return false;
    }
    const imp2i_contact* contact = imp2i_contact_in(w, &w->awake, c, other);
    *touched = contact && contact->touch_count > 0 && !imp2i_one_way_waits(w, contact);
    // What the caller has refused may be passed through.
    return !(*touched && contact->row_count == 0) && imp2i_may_meet(w, c, other);
}

// Numbers of what is on a way.
typedef struct obstacles
{
    int32_t* numbers;
    int32_t room;
    int32_t* from;  // where the last contact was found
} obstacles;

// The first time at which a collider of a body that moves along its way meets anything; 0 where there was not the room
// to look at all of it.
static float first_meeting(imp2_world* w, const imp2i_body* b, const imp2i_collider* c, obstacles found)
{
    imp2_thing thing;
    int32_t count = 0;
    if (c->sensor || imp2_index_get(w->index, c->number, &thing))
    {
        return 1.0f;
    }
    const imp2_index* index = b->bullet ? w->index : w->fixed_index;
    const int32_t* colliders = b->bullet ? w->collider_of.data : w->fixed_of.data;
    imp2_box swept = swept_box(w, b, thing.box);
    imp_status status = imp2_index_query_box(index, &swept, &thing.filter, found.numbers, found.room, &count);
    if (status || count == 0)
    {
        return imp_status_fault(status) == IMP_ERR_SPACE ? 0.0f : 1.0f;
    }
    float first = 1.0f;
    fast_way its = way_of(w, b);
    for (int32_t i = 0; i < count; ++i)
    {
        const imp2i_collider* other = &w->colliders.data[colliders[found.numbers[i]]];
        bool touched;
        float time = is_obstacle(w, c, other, found.from, &touched) ? time_of_meeting(w, c, &its, other, touched) : 1.0f;
        first = time < first ? time : first;
    }
    return first;
}

// The part of the step until which a fast body moves, by the ways of the whole step.
static float time_of_body(imp2_world* w, const imp2i_body* b, obstacles found)
{
    float until = 1.0f;
    for (int32_t k = b->first; k >= 0; k = w->colliders.data[k].next)
    {
        float meets = first_meeting(w, b, &w->colliders.data[k], found);
        until = meets < until ? meets : until;
    }
    return until;
}

static void time_some(void* context, int32_t job)
{
    imp2_world* w = (imp2_world*)context;
    int32_t numbers[FEW_OBSTACLES], from = 0, end = imp2i_end_of_job(job, IMP2I_BODIES_OF_JOB, w->movers.count);
    const obstacles found = {numbers, FEW_OBSTACLES, &from};
    for (int32_t i = job * IMP2I_BODIES_OF_JOB; i < end; ++i)
    {
        imp2i_motion* m = &w->motions.data[i + 1];
        m->fast = m->fast < 1.0f ? time_of_body(w, &w->bodies.data[w->movers.data[i]], found) : 1.0f;
    }
}

// time is the part of the step until then, step the whole of it.
static void stop_at(imp2_world* w, int32_t body, const fast_way* its, float time, float step)
{
    imp2i_body* b = &w->bodies.data[body];
    // In time that is lost nothing falls.
    imp2_vec fallen = imp2_vec_scale(w->gravity, b->gravity * ((1.0f - time) * step));
    imp2i_body_set_velocity(w, body, imp2_vec_sub(b->velocity, fallen), b->spin);
    double s, c;
    impi_sincos_d((double)its->turn * (double)time, &s, &c);
    imp2_rot q = its->start.q;
    double length = sqrt((double)q.c * q.c + (double)q.s * q.s);
    b->pose.q.c = impi_tidy((float)((c * q.c - s * q.s) / length));
    b->pose.q.s = impi_tidy((float)((s * q.c + c * q.s) / length));
    // What turns goes straight with its origin here, but a locked centre does not leave its line.
    imp2_vec turned = imp2_vec_sub(imp2_rot_apply(q, b->middle), imp2_rot_apply(b->pose.q, b->middle));
    imp2_vec moved = imp2_vec_scale(its->motion, time);
    b->pose.p.x = impi_tidy(its->start.p.x + (b->locks & IMP2_LOCK_X ? turned.x : moved.x));
    b->pose.p.y = impi_tidy(its->start.p.y + (b->locks & IMP2_LOCK_Y ? turned.y : moved.y));
    b->rest = b->pose;
    b->center = imp2_pose_apply(b->pose, b->middle);
}

bool imp2i_is_fast(const imp2i_body* b, const imp2i_motion* m)
{
    float moved = sqrtf(m->moved_x * m->moved_x + m->moved_y * m->moved_y) + fabsf(m->s) * b->extent;
    return b->kind == IMP_BODY_DYNAMIC && b->first >= 0 && moved > IMP2I_FAST * b->inner;
}

void imp2i_stop_fast(imp2_world* w, float time)
{
    // First all times; they are kept where a motion has room. The caller's filter is asked on this thread, and what has
    // much in its way has to wait for the room that there is for all.
    int32_t from = 0;
    const obstacles all = {w->moved_numbers.data, w->moved_numbers.capacity, &from};
    if (!w->hooks.filter)
    {
        impi_spread(&w->jobs, time_some, w, (w->movers.count + IMP2I_BODIES_OF_JOB - 1) / IMP2I_BODIES_OF_JOB);
    }
    for (int32_t i = 0; i < w->movers.count; ++i)
    {
        imp2i_motion* m = &w->motions.data[i + 1];
        if (!(m->fast > 0.0f))
        {
            m->fast = time_of_body(w, &w->bodies.data[w->movers.data[i]], all);
        }
    }
    for (int32_t i = 0; i < w->movers.count; ++i)
    {
        float until = w->motions.data[i + 1].fast;
        if (until < 1.0f)
        {
            fast_way its = way_of(w, &w->bodies.data[w->movers.data[i]]);
            stop_at(w, w->movers.data[i], &its, until, time);
            imp2i_body_refresh(w, w->movers.data[i]);
        }
    }
}
