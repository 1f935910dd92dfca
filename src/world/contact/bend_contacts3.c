// SPDX-License-Identifier: MIT
//
// Contacts with a surface that bends: how near they begin, which of them matter, and what rows know of its motion.
//
// Each point of the mesh goes straight on in a step, so a triangle keeps within what its corners go, and comes nearer along
// a direction by no more than the one that does most. A manifold stands for all of the step: it is left out only where
// that, and the way of the two bodies as they begin, does not close the gap, or leads past by more than what corners
// may differ by.

#include "../../shape/extent3.h"
#include "contact3.h"

#include <math.h>

// The side of a contact that bends: A, unless it is B. Only one of two that are solved is kinematic.
typedef struct bent_side
{
    const imp3i_collider* collider;
    bool is_b;
} bent_side;

static bent_side find_bent_side(const imp3_world* w, const imp3i_contact* c)
{
    const imp3i_collider *a = &w->colliders.data[c->collider_a], *b = &w->colliders.data[c->collider_b];
    const bent_side r = {imp3i_collider_bends(a) ? a : b, !imp3i_collider_bends(a)};
    return r;
}

static float time_of_step(const imp3_world* w)
{
    // Rows look a sub-step beyond the end.
    return w->solver.row_step.h * (float)(w->solver.sub_step_count + 1);
}

// Half of what gravity does in the step to B, less that to A.
static imp3_vec fall_between(const imp3i_body_sim* a, const imp3i_body_sim* b, float time)
{
    return imp3_vec_scale(imp3_vec_sub(b->pull, a->pull), 0.5f * time);
}

static float turning_of(const imp3i_body_sim* a, const imp3i_body_sim* b)
{
    return imp3i_spin_length(a->spin) * a->extent + imp3i_spin_length(b->spin) * b->extent;
}

float imp3i_bend_reach(const imp3_world* w, const imp3i_contact* c)
{
    if (!imp3i_contact_bends(w, c))
    {
        return 0.0f;
    }
    const imp3i_body_sim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    const float time = time_of_step(w);
    const imp3_vec velocity = imp3_vec_sub(b->velocity, a->velocity);
    const imp3_vec pull = imp3_vec_sub(b->pull, a->pull);
    const float speed = sqrtf(imp3_vec_dot(velocity, velocity)) + turning_of(a, b) +
                        0.5f * time * sqrtf(imp3_vec_dot(pull, pull));
    const float sub_steps = (float)w->solver.sub_step_count;
    return find_bent_side(w, c).collider->bend->reach * ((sub_steps + 1.0f) / sub_steps) + speed * time;
}

// Velocities of the corners of a part, in the world.
typedef struct corner_ways
{
    imp3_vec at[3], way[3];  // in the mesh's frame; in the world
} corner_ways;

static corner_ways ways_of_part(const imp3i_collider* c, imp3_rot turn, int32_t part)
{
    const imp3i_compound_block* block = imp3i_compound_block_of(&c->compound);
    const float rate = c->bend->rate;
    corner_ways r;
    for (int k = 0; k < 3; ++k)
    {
        const int32_t point = block->corners[3 * (size_t)part + (size_t)k];
        r.at[k] = block->points[point];
        r.way[k] = imp3_rot_apply(turn, imp3_vec_scale(imp3_vec_sub(c->bend->target[point], r.at[k]), rate));
    }
    return r;
}

static imp3_vec middle_way(const corner_ways* s)
{
    return imp3_vec_scale(imp3_vec_add(imp3_vec_add(s->way[0], s->way[1]), s->way[2]), 1.0f / 3.0f);
}

// The velocity of a triangle at a point near it: that of its corners, by the place of the point above it. Source: Ericson
// 2005, 3.4.
static imp3_vec way_at(const corner_ways* s, imp3_vec point)
{
    const imp3_vec e = imp3_vec_sub(s->at[1], s->at[0]), f = imp3_vec_sub(s->at[2], s->at[0]);
    const imp3_vec d = imp3_vec_sub(point, s->at[0]);
    const double ee = imp3_vec_dot(e, e), ef = imp3_vec_dot(e, f), ff = imp3_vec_dot(f, f), de = imp3_vec_dot(d, e),
                 df = imp3_vec_dot(d, f), area = ee * ff - ef * ef;
    if (!(area > 0x1p-40 * ee * ff))
    {
        return middle_way(s);
    }
    double part[3] = {0.0, (ff * de - ef * df) / area, (ee * df - ef * de) / area}, sum = 0.0;
    part[0] = 1.0 - part[1] - part[2];
    for (int k = 0; k < 3; ++k)
    {
        part[k] = part[k] > 0.0 ? part[k] : 0.0;
        sum += part[k];
    }
    imp3_vec r = imp3i_vec_none();
    for (int k = 0; k < 3; ++k)
    {
        r = imp3_vec_add(r, imp3_vec_scale(s->way[k], (float)(part[k] / sum)));
    }
    return r;
}

bool imp3i_bend_misses(const imp3_world* w, const imp3i_contact* c, const imp3_shape* shape_a,
                       const imp3_shape* shape_b, const imp3_part_manifold* m)
{
    const float near = imp3i_world_near(w), time = time_of_step(w);
    if (m->manifold.count == 0 || m->manifold.depth >= -near)
    {
        return m->manifold.count == 0;
    }
    const imp3i_body_sim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    const bent_side side = find_bent_side(w, c);
    const imp3_rot turn = side.is_b ? c->poses.turn_b : c->poses.turn_a;
    const corner_ways ways = ways_of_part(side.collider, turn, side.is_b ? m->part_b : m->part_a);
    const imp3_vec n = m->manifold.normal, surface = middle_way(&ways);
    const imp3_vec bodies = imp3_vec_add(imp3_vec_sub(b->velocity, a->velocity), fall_between(a, b, time));
    float most = -INFINITY, aside = 0.0f;
    for (int k = 0; k < 3; ++k)
    {
        const float along = imp3_vec_dot(ways.way[k], n), closing = side.is_b ? -along : along;
        const imp3_vec off = imp3_vec_sub(ways.way[k], surface);
        const float apart = imp3_vec_dot(off, off);
        most = closing > most ? closing : most;
        aside = apart > aside ? apart : aside;
    }
    const float turning = turning_of(a, b);
    if ((most - imp3_vec_dot(bodies, n) + turning) * time + near < -m->manifold.depth)
    {
        return true;
    }
    const imp3_vec velocity = side.is_b ? imp3_vec_add(bodies, surface) : imp3_vec_sub(bodies, surface);
    const float length = sqrtf(imp3_vec_dot(velocity, velocity)), off = (sqrtf(aside) + turning) * time + near;
    if (!(length * time > near))
    {
        return false;
    }
    imp3_pose pose_a, pose_b;
    imp3i_relative_poses(c, &pose_a, &pose_b);
    return imp3i_shapes_pass(shape_a, &pose_a, shape_b, &pose_b, velocity, length) > off * length;
}

void imp3i_bend_set_row(const imp3_world* w, const imp3i_contact* c, const imp3i_cache* t, imp3i_rows* rows,
                        int32_t lane)
{
    const bent_side side = find_bent_side(w, c);
    const imp3_rot turn = side.is_b ? c->poses.turn_b : c->poses.turn_a;
    const corner_ways ways = ways_of_part(side.collider, turn, side.is_b ? t->part_b : t->part_a);
    imp3_vec sum = imp3i_vec_none();
    for (int32_t k = 0; k < t->manifold.count; ++k)
    {
        const imp3_vec point = t->manifold.points[k].point;
        const imp3_vec from = side.is_b ? imp3_vec_sub(point, c->poses.between) : point;
        const imp3_vec way = way_at(&ways, imp3_rot_apply_inverse(turn, from));
        const imp3_vec wanted = side.is_b ? imp3_vec_negate(way) : way;
        imp3i_row_set_rise(rows, lane, k, wanted);
        sum = imp3_vec_add(sum, wanted);
    }
    const imp3_vec mean = imp3_vec_scale(sum, 1.0f / (float)(t->manifold.count > 0 ? t->manifold.count : 1));
    imp3i_row_set_belt(rows, lane, c->belted ? imp3_vec_add(mean, imp3i_belt_between(w, c)) : mean);
}
