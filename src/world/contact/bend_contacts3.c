// SPDX-License-Identifier: MIT
//
// Contacts with a surface that bends: how near they begin, which of them matter, and what rows know of its motion.
//
//     near, by what the step may bring together -> manifolds as everywhere -> without those that the step leaves apart
//                                               -> and with what the two would meet on their way
//
// Each point of the mesh goes straight on in a step. So a triangle comes nearer along a direction by no more than the one
// of its corners that does most, and the time at which the two meet is found by steps that are proved to be free
// (conservative advancement, Mirtich 1996). A manifold stands for all of the step, as a plane that goes where the surface
// does; where that turns, the plane is the one at which they meet.
//
// Tried and dropped: manifolds of the surface as the step begins alone. Above a sheet that turns by half a radian in a step
// the nearest place is not the one that comes, and balls got through.

#include "../../shape/extent3.h"
#include "contact3.h"

#include <math.h>

enum
{
    ROUNDS = 4,    // to the place at which a point is met
    ADVANCES = 48  // of a pair: where they pass each other closely, a step may be small
};

#define ALIKE 0.8f  // cosine: what leans less holds the same, and does no harm if it does not come to that

// A contact as the mesh that bends sees it: in the axes of the world, about the origin of A.
typedef struct bent_pair
{
    const imp3i_collider *mesh, *other;
    bool is_b;          // the mesh is B
    imp3_pose pose;     // of the mesh,
    imp3_pose its;      // of the other
    imp3_vec velocity;  // of the other against it, with half of what gravity does in the step
    float turning;      // speed of points by rotation, at most
    float time;         // of the step: rows look a sub-step beyond its end
} bent_pair;

static float turning_of(const imp3i_body_sim* s)
{
    return imp3i_spin_length(s->spin) * s->extent;
}

static bent_pair bent_pair_of(const imp3_world* w, const imp3i_contact* c)
{
    const imp3i_collider *a = &w->colliders.data[c->collider_a], *b = &w->colliders.data[c->collider_b];
    const imp3i_body_sim *of_a = &w->sims.data[c->body_a], *of_b = &w->sims.data[c->body_b];
    imp3_pose pose_a, pose_b;
    imp3i_relative_poses(c, &pose_a, &pose_b);
    // Only one of two that are solved is kinematic.
    const bool is_b = !imp3i_collider_bends(a);
    const float time = w->solver.row_step.h * (float)(w->solver.sub_step_count + 1);
    const imp3_vec fall = imp3_vec_scale(imp3_vec_sub(of_b->pull, of_a->pull), 0.5f * time);
    const imp3_vec apart = imp3_vec_add(imp3_vec_sub(of_b->velocity, of_a->velocity), fall);
    const bent_pair r = {.mesh = is_b ? b : a,
                         .other = is_b ? a : b,
                         .is_b = is_b,
                         .pose = is_b ? pose_b : pose_a,
                         .its = is_b ? pose_a : pose_b,
                         .velocity = is_b ? imp3_vec_negate(apart) : apart,
                         .turning = turning_of(of_a) + turning_of(of_b),
                         .time = time};
    return r;
}

// The farthest way of a point of a mesh.
static float reach_of_mesh(const imp3_world* w, const bent_pair* p)
{
    const float sub_steps = (float)w->solver.sub_step_count;
    return p->mesh->bend->reach * (sub_steps > 0.0f ? (sub_steps + 1.0f) / sub_steps : 0.0f);
}

float imp3i_bend_reach(const imp3_world* w, const imp3i_contact* c)
{
    // Out of a step, as a world is loaded, bodies have no motion yet.
    if (!w->step.stepping || !imp3i_contact_bends(w, c))
    {
        return 0.0f;
    }
    const bent_pair p = bent_pair_of(w, c);
    return reach_of_mesh(w, &p) + (sqrtf(imp3_vec_dot(p.velocity, p.velocity)) + p.turning) * p.time;
}

// Corners of a triangle, and their velocities.
typedef struct corner_ways
{
    imp3_vec at[3], way[3];
} corner_ways;

static corner_ways ways_of_part(const bent_pair* p, int32_t part)
{
    const imp3i_compound_block* block = imp3i_compound_block_of(&p->mesh->compound);
    const imp3i_bend* bend = p->mesh->bend;
    corner_ways r;
    for (int k = 0; k < 3; ++k)
    {
        const int32_t point = block->corners[3 * (size_t)part + (size_t)k];
        const imp3_vec at = block->points[point], left = imp3_vec_sub(bend->target[point], at);
        r.at[k] = imp3_pose_apply(p->pose, at);
        r.way[k] = imp3_rot_apply(p->pose.q, imp3_vec_scale(left, bend->rate));
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

// The same corners after a time.
static corner_ways ways_after(const corner_ways* s, float time)
{
    corner_ways r = *s;
    for (int k = 0; k < 3; ++k)
    {
        r.at[k] = imp3_vec_add(s->at[k], imp3_vec_scale(s->way[k], time));
    }
    return r;
}

// The velocity of the surface where a point of a manifold will be touched: it turns as it goes, so a point that is still
// apart meets another place of the triangle than the one that is nearest now.
static imp3_vec way_where_met(const bent_pair* p, const corner_ways* ways, imp3_vec n, imp3_vec point, float gap)
{
    imp3_vec way = way_at(ways, point);
    float met = 0.0f;
    for (int k = 0; k < ROUNDS && gap > 0.0f; ++k)
    {
        const float closing = imp3_vec_dot(imp3_vec_sub(way, p->velocity), n);
        met = closing * p->time > gap ? gap / closing : p->time;
        const corner_ways then = ways_after(ways, met);
        way = way_at(&then, imp3_vec_add(point, imp3_vec_scale(p->velocity, met)));
    }
    return way;
}

// The greatest speed of a corner of a triangle along a direction.
static float fastest_corner(const corner_ways* s, imp3_vec n)
{
    float most = -INFINITY;
    for (int k = 0; k < 3; ++k)
    {
        const float along = imp3_vec_dot(s->way[k], n);
        most = along > most ? along : most;
    }
    return most;
}

bool imp3i_bend_misses(const imp3_world* w, const imp3i_contact* c, const imp3_shape* shape_a,
                       const imp3_shape* shape_b, const imp3_part_manifold* m)
{
    const float near = imp3i_world_near(w);
    if (m->manifold.count == 0 || m->manifold.depth >= -near)
    {
        return m->manifold.count == 0;
    }
    const bent_pair p = bent_pair_of(w, c);
    const corner_ways ways = ways_of_part(&p, p.is_b ? m->part_b : m->part_a);
    const imp3_vec n = p.is_b ? imp3_vec_negate(m->manifold.normal) : m->manifold.normal, surface = middle_way(&ways);
    if ((fastest_corner(&ways, n) - imp3_vec_dot(p.velocity, n) + p.turning) * p.time + near < -m->manifold.depth)
    {
        return true;
    }
    float aside = 0.0f;
    for (int k = 0; k < 3; ++k)
    {
        const imp3_vec off = imp3_vec_sub(ways.way[k], surface);
        const float square = imp3_vec_dot(off, off);
        aside = square > aside ? square : aside;
    }
    // The velocity of B against A.
    const imp3_vec apart = imp3_vec_sub(p.velocity, surface), velocity = p.is_b ? imp3_vec_negate(apart) : apart;
    const float length = sqrtf(imp3_vec_dot(velocity, velocity)), off = (sqrtf(aside) + p.turning) * p.time + near;
    return length * p.time > near && imp3i_shapes_pass(shape_a, p.is_b ? &p.its : &p.pose, shape_b,
                                                       p.is_b ? &p.pose : &p.its, velocity, length) > off * length;
}

static imp3_shape triangle_then(const bent_pair* p, const corner_ways* s, float time)
{
    const corner_ways then = ways_after(s, time);
    return imp3i_triangle_of(then.at[0], then.at[1], then.at[2], imp3i_compound_block_of(&p->mesh->compound)->radius);
}

static imp3_pose its_after(const bent_pair* p, float time)
{
    const imp3_pose r = {imp3i_vec_tidied(imp3_vec_add(p->its.p, imp3_vec_scale(p->velocity, time))), p->its.q};
    return r;
}

// When a triangle and a shape meet, if both go on as the step begins: when they are hardly apart. False where they do not in
// this step, or are so near that they have their manifold.
static bool find_meeting(const bent_pair* p, const corner_ways* s, const imp3_shape* shape, float hardly, float* time)
{
    const imp3_pose here = imp3_pose_identity();
    *time = 0.0f;
    for (int k = 0; k < ADVANCES; ++k)
    {
        const imp3_shape triangle = triangle_then(p, s, *time);
        const imp3_pose pose = its_after(p, *time);
        imp3_nearest found;
        if (imp3_distance(&triangle, &here, shape, &pose, &found) || (k == 0 && found.distance <= hardly))
        {
            return false;
        }
        const float gap = found.distance - p->turning * *time;
        if (gap <= hardly)
        {
            return true;
        }
        const float closing = fastest_corner(s, found.normal) - imp3_vec_dot(p->velocity, found.normal) + p->turning;
        if (!(closing * (p->time - *time) > gap - 0.5f * hardly))
        {
            return false;
        }
        *time += (gap - 0.5f * hardly) / closing;
    }
    return true;
}

// The box of a part of the other in the frame of the mesh, on all of its way.
static bool box_on_way(const bent_pair* p, const imp3_shape* shape, float more, imp3i_dbox* out)
{
    const imp3_vec way = imp3_vec_scale(p->velocity, p->time);
    imp3_box box;
    if (imp3_shape_bounds(shape, &p->its, &box))
    {
        return false;
    }
    const imp3_box end = {imp3_vec_add(box.lower, way), imp3_vec_add(box.upper, way)};
    imp3i_box_grow(&box, end);
    const imp3_vec half = imp3_vec_scale(imp3_vec_sub(box.upper, box.lower), 0.5f);
    const imp3_vec middle = imp3_vec_sub(imp3_vec_add(box.lower, half), p->pose.p),
                   axes[3] = {p->pose.q.x, p->pose.q.y, p->pose.q.z};
    double at[3], around[3];
    for (int k = 0; k < 3; ++k)
    {
        at[k] = (double)imp3_vec_dot(axes[k], middle);
        around[k] = (double)(fabsf(axes[k].x) * half.x + fabsf(axes[k].y) * half.y + fabsf(axes[k].z) * half.z + more);
    }
    const imp3i_dvec low = {at[0] - around[0], at[1] - around[1], at[2] - around[2]},
                     high = {at[0] + around[0], at[1] + around[1], at[2] + around[2]};
    *out = imp3i_dbox_of(low, high);
    return true;
}

// The manifold of two where they meet, as it is when the step begins: the other has not come yet, and gaps are what closes
// until then. Returns the depth where they meet.
static float tell_meeting(const bent_pair* p, const corner_ways* ways, const imp3_shape* shape, float time, float near,
                          imp3_manifold* out)
{
    const corner_ways then = ways_after(ways, time);
    const imp3_shape triangle = triangle_then(p, ways, time);
    const imp3_pose here = imp3_pose_identity(), pose = its_after(p, time);
    const float margin = near + p->turning * time;
    out->count = 0;
    if (p->is_b ? imp3_collide(shape, &pose, &triangle, &here, margin, out)
                : imp3_collide(&triangle, &here, shape, &pose, margin, out))
    {
        out->count = 0;
    }
    const imp3_vec n = p->is_b ? imp3_vec_negate(out->normal) : out->normal;
    const float depth = out->depth;
    for (int32_t k = 0; k < out->count; ++k)
    {
        imp3_contact* at = &out->points[k];
        const imp3_vec way = way_at(&then, at->point);
        at->depth -= imp3_vec_dot(imp3_vec_sub(way, p->velocity), n) * time;
        at->point = imp3_vec_sub(at->point, imp3_vec_scale(p->velocity, time));
    }
    out->depth = out->count > 0 ? out->points[imp3i_deepest_point(out)].depth : 0.0f;
    return depth;
}

static bool has_pair(const imp3_part_manifold* manifolds, int32_t count, int32_t part_a, int32_t part_b)
{
    bool has = false;
    for (int32_t i = 0; i < count && !has; ++i)
    {
        has = manifolds[i].part_a == part_a && manifolds[i].part_b == part_b;
    }
    return has;
}

// Triangles and parts that meet in a step, and the first of them: from then on the other is pushed along.
typedef struct meetings
{
    const bent_pair* pair;
    imp3_compound other;
    float near, hardly, grown;  // grown: boxes, by what the mesh may do
    imp3_part_manifold* manifolds;
    int32_t kept, found, room;  // manifolds that were there, with those that were found
    float first;                // when
    imp3_vec normal, push;      // towards the other; and its velocity from then on
} meetings;

// Whether two that would meet along quite another normal still do where the other is pushed along by what it meets first: else it never gets there.
static bool still_meet(const meetings* m, const corner_ways* ways, const imp3_shape* shape, float time)
{
    const imp3_pose here = imp3_pose_identity();
    const float times[2] = {time, m->pair->time};
    bool meet = !(time > m->first);
    for (int k = 0; k < 2 && !meet; ++k)
    {
        const imp3_shape triangle = triangle_then(m->pair, ways, times[k]);
        imp3_pose pose = its_after(m->pair, times[k]);
        imp3_nearest found;
        pose.p = imp3i_vec_tidied(imp3_vec_add(pose.p, imp3_vec_scale(m->push, times[k] - m->first)));
        meet = !imp3_distance(&triangle, &here, shape, &pose, &found) && found.distance <= m->near;
    }
    return meet;
}

// The first meeting of all, or, with `tell`, all that still happen then.
static void go_through(meetings* m, bool tell)
{
    const bent_pair* p = m->pair;
    const imp3_compound* mesh = &p->mesh->compound;
    for (int32_t i = 0; i < m->other.part_count; ++i)
    {
        imp3_shape made;
        imp3i_dbox box;
        const imp3_shape* shape = imp3i_part_ref(&m->other, i, &made);
        imp3i_part_walk walk;
        if (!box_on_way(p, shape, m->grown, &box))
        {
            continue;
        }
        imp3i_part_walk_start(&walk, mesh, &box);
        for (int32_t k; (k = imp3i_part_walk_next(&walk)) < mesh->part_count;)
        {
            const corner_ways ways = ways_of_part(p, k);
            imp3_part_manifold met = {p->is_b ? i : k, p->is_b ? k : i, {.count = 0}};
            float time;
            if (has_pair(m->manifolds, m->kept, met.part_a, met.part_b) ||
                !find_meeting(p, &ways, shape, m->hardly, &time) || !(tell || time < m->first))
            {
                continue;
            }
            const float depth = tell_meeting(p, &ways, shape, time, m->near, &met.manifold);
            const imp3_vec n = p->is_b ? imp3_vec_negate(met.manifold.normal) : met.manifold.normal;
            if (tell && imp3_vec_dot(n, m->normal) < ALIKE && !still_meet(m, &ways, shape, time))
            {
                continue;
            }
            if (!tell && met.manifold.count > 0)
            {
                const float closing = time > 0.0f ? (depth - met.manifold.depth) / time : 0.0f;
                m->first = time;
                m->normal = n;
                m->push = imp3_vec_scale(n, closing > 0.0f ? closing : 0.0f);
            }
            if (tell && met.manifold.count > 0 && m->found++ < m->room)
            {
                m->manifolds[m->found - 1] = met;
            }
        }
    }
}

int32_t imp3i_bend_meets(const imp3_world* w, const imp3i_contact* c, imp3_part_manifold* manifolds, int32_t count,
                         int32_t room)
{
    const bent_pair p = bent_pair_of(w, c);
    const float near = imp3i_world_near(w), reach = reach_of_mesh(w, &p) + p.turning * p.time;
    if (reach + sqrtf(imp3_vec_dot(p.velocity, p.velocity)) * p.time < 0.25f * p.other->inner)
    {
        return count;  // manifolds as the step begins do: nothing gets far
    }
    // Manifolds of parts that are far apart now have another place and another normal by then.
    int32_t left = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const imp3_part_manifold m = manifolds[i];
        manifolds[left] = m;
        left += m.manifold.depth >= -near;
    }
    meetings m = {.pair = &p,
                  .other = imp3i_collider_compound(p.other),
                  .near = near,
                  .hardly = 0.25f * near,
                  .grown = reach + near,
                  .manifolds = manifolds,
                  .kept = left,
                  .found = left,
                  .room = room,
                  .first = p.time,
                  .normal = imp3i_vec_none(),
                  .push = imp3i_vec_none()};
    go_through(&m, false);
    if (m.first < p.time)
    {
        go_through(&m, true);
    }
    return m.found;
}

void imp3i_bend_set_row(const imp3_world* w, const imp3i_contact* c, const imp3i_cache* t, imp3i_rows* rows,
                        int32_t lane)
{
    const bent_pair p = bent_pair_of(w, c);
    const corner_ways ways = ways_of_part(&p, p.is_b ? t->part_b : t->part_a);
    const imp3_vec n = p.is_b ? imp3_vec_negate(t->manifold.normal) : t->manifold.normal;
    imp3_vec sum = imp3i_vec_none();
    for (int32_t k = 0; k < t->manifold.count; ++k)
    {
        const imp3_vec way = way_where_met(&p, &ways, n, t->manifold.points[k].point, -t->manifold.points[k].depth);
        const imp3_vec wanted = p.is_b ? imp3_vec_negate(way) : way;
        imp3i_row_set_rise(rows, lane, k, wanted);
        sum = imp3_vec_add(sum, wanted);
    }
    const imp3_vec mean = imp3_vec_scale(sum, 1.0f / (float)(t->manifold.count > 0 ? t->manifold.count : 1));
    imp3i_row_set_belt(rows, lane, c->belted ? imp3_vec_add(mean, imp3i_belt_between(w, c)) : mean);
}
