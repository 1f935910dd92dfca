// SPDX-License-Identifier: MIT
//
// Cached (persistent) manifolds: how long they last, the depths that follow meanwhile, impulses for the warm start.
//
// A manifold is made while one of its bodies is awake, relative to A's origin, so that it is as exact far from the
// world's origin as near it. Points keep their impulses by feature id. Impulses that no point keeps are dropped: a new
// point starts without.
//
// A manifold expires when a point of one body may have moved a little (impi_row_step.keep) against the other since it
// was made. Until then its normal and points stay, and only depths follow the motion: their error is of second order.
// So a pile at rest costs little, and a cached manifold does not drift, as motion is always measured from where it was
// made. Contacts with rows are tested there (solver/), and come here when their manifold expires. A contact without
// manifolds is collided again when its separation may be used up (separation_bound.inl).

#ifndef AXES
#include "../../shape/extent2.h"
#include "contact2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

#define PUT_DEEP 0x1p-5f  // [half the thickness of the lesser shape]: a lesser depth is left to rows
#define SURELY_NEAR 2.0f  // of the gap of a manifold that is not corrected: its two are not farther apart
#define HARDLY 0x1p-12f   // [extent of the lesser body]: a lesser depth is hardly an overlap

void FNI(note_poses)(const World* w, Contact* c)
{
    const Pose *a = &w->sims.data[c->body_a].pose, *b = &w->sims.data[c->body_b].pose;
    c->poses.between = FN(vec_sub)(b->p, a->p);
    c->poses.turn_a = a->q;
    c->poses.turn_b = b->q;
}

void FNI(relative_poses)(const Contact* c, Pose* a, Pose* b)
{
    a->p = FNI(vec_none)();
    a->q = c->poses.turn_a;
    b->p = FNI(vec_tidied)(c->poses.between);
    b->q = c->poses.turn_b;
}

// Motion of the bodies of a contact since its manifolds were made: of their centres against each other, in the world
// and as A sees it; and their rotations.
typedef struct since_made
{
    Vec middle_a, middle_b, moved, seen;
    Spin turn_a, turn_b;  // sines
} since_made;

static since_made motion_since(const World* w, const Contact* c)
{
    const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    const RowPoses* made = &c->poses;
    Vec now_a = FN(rot_apply)(a->pose.q, a->middle), now_b = FN(rot_apply)(b->pose.q, b->middle);
    since_made r;
    r.middle_a = FN(rot_apply)(made->turn_a, a->middle);
    r.middle_b = FN(vec_add)(made->between, FN(rot_apply)(made->turn_b, b->middle));
    Vec now = FN(vec_sub)(FN(vec_add)(FN(vec_sub)(b->pose.p, a->pose.p), now_b), now_a);
    Vec before = FN(vec_sub)(r.middle_b, r.middle_a);
    r.moved = FN(vec_sub)(now, before);
    r.turn_a = FNI(turn_near)(made->turn_a, a->pose.q);
    r.turn_b = FNI(turn_near)(made->turn_b, b->pose.q);
    r.seen = FNI(turn_seen)(r.moved, r.turn_a, before);
    return r;
}

// Whether a manifold with this normal still holds.
static bool manifold_holds(const World* w, const Contact* c, const since_made* s, Vec n, bool pressed)
{
    const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    float lesser = a->extent < b->extent ? a->extent : b->extent, part = w->solver.row_step.keep_part * lesser;
    float aside = FNI(turn_length)(FNI(spin_lever)(n, s->seen)), away = fabsf(FN(vec_dot)(s->seen, n));
    float path = aside + (pressed ? w->solver.row_step.keep_part : 1.0f) * away +
                 FNI(turn_length)(FNI(spin_sub)(s->turn_b, s->turn_a)) * lesser;
    float turn_a = FNI(turn_length)(s->turn_a), turn_b = FNI(turn_length)(s->turn_b);
    return path < (w->solver.row_step.keep < part ? w->solver.row_step.keep : part) &&
           (turn_a > turn_b ? turn_a : turn_b) < w->solver.row_step.keep_turn;
}

static void follow_depths(Cache* t, const since_made* s)
{
    Vec n = t->manifold.normal;
    Vec point = t->manifold.points[FNI(deepest_made)(t)].point;
    float core_a = FN(vec_dot)(FN(vec_sub)(point, s->middle_a), n) - t->radius_a;
    float core_b = FN(vec_dot)(FN(vec_sub)(point, s->middle_b), n) + t->radius_b;
    float parted =
        FN(vec_dot)(s->moved, n) + (FNI(turn_bend)(s->turn_a, n) * core_a - FNI(turn_bend)(s->turn_b, n) * core_b);
    for (int32_t k = 0; k < t->manifold.count; ++k)
    {
        Vec arm_a = FN(vec_sub)(t->manifold.points[k].point, s->middle_a);
        Vec arm_b = FN(vec_sub)(t->manifold.points[k].point, s->middle_b);
        float turning = FNI(spin_along)(s->turn_b, arm_b, n) - FNI(spin_along)(s->turn_a, arm_a, n);
        t->manifold.points[k].depth = t->depth[k] - (parted + turning);
    }
}

bool FNI(keep_manifolds)(World* w, Contact* c, float* separation)
{
    const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    if (FNI(contact_bends)(w, c))
    {
        FNI(note_poses)(w, c);
        return false;
    }
    if (c->separation > 0.0f && (*separation = FNI(separation_left)(w, c, &a->pose, &b->pose)) > 0.0f)
    {
        return true;
    }
    const since_made since = motion_since(w, c);
    Vec any = FNI(vec_none)();
    SET_AT(any, 0, 1.0f);
    bool holds = c->made && !(c->pushed != 0.0f) &&
                 (c->manifold_count > 0 || manifold_holds(w, c, &since, any, false)) && !FNI(is_swept_now)(w, c);
    for (const Cache* t = c->manifold_count > 0 ? &c->cache : NULL; t && holds; t = FNI(next_cache)(w, c, t))
    {
        holds = manifold_holds(w, c, &since, t->manifold.normal, FNI(is_pressed)(c, t));
    }
    if (holds)
    {
        // With a row, the depth is found there.
        bool wanted = c->manifold_count > 0 &&
                      (!c->solved || c->one_way || w->hooks.pre_solve || w->arrivals || FNI(is_carried)(c, &c->cache));
        for (Cache* t = wanted ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
        {
            follow_depths(t, &since);
        }
        return true;
    }
    FNI(note_poses)(w, c);
    return false;
}

// A lever in the axes of another row. With the same normal it has the same bits: a step that lacked memory turns it twice.
static Spin in_other_row(Spin lever, Vec from, Vec to)
{
    return memcmp(&from, &to, sizeof from) == 0 ? lever : FNI(in_row)(FNI(out_of_row)(lever, from), to);
}

void FNI(keep_impulses)(const World* w, const Cache* old, const Manifold* manifold, RowImpulses* out)
{
    const Manifold* before = &old->manifold;
    if (before->count == 0 || manifold->count == 0)
    {
        memset(out, 0, sizeof *out);
        return;
    }
    const RowImpulses now = FNI(impulses_now)(w, old), *p = &now;
    float kept[DIMI(POINTS)] = {0.0f}, kept_total[DIMI(POINTS)] = {0.0f};
    int32_t from[DIMI(POINTS)];
    FNI(points_kept)(before, manifold, w->solver.row_step.keep, from);
    for (int32_t k = 0; k < manifold->count; ++k)
    {
        kept[k] = from[k] >= 0 ? p->normal[from[k]] : 0.0f;
        kept_total[k] = from[k] >= 0 ? p->total[from[k]] : 0.0f;
    }
    const Vec from_n = before->normal, to_n = manifold->normal;
    Spin tangent = in_other_row(p->tangent, from_n, to_n), side_total = in_other_row(p->side_total, from_n, to_n);
    float normal = FNI(sum_of_points)(p->normal), total = FNI(sum_of_points)(p->total);
    for (int32_t k = 0; k < DIMI(POINTS); ++k)
    {
        out->normal[k] = kept[k];
        out->total[k] = kept_total[k];
    }
    out->tangent = normal > 0.0f ? FNI(spin_scale)(tangent, FNI(sum_of_points)(kept) / normal) : FNI(spin_none)();
    out->side_total =
        total > 0.0f ? FNI(spin_scale)(side_total, FNI(sum_of_points)(kept_total) / total) : FNI(spin_none)();
    out->rolling = in_other_row(p->rolling, from_n, to_n);
}

void FNI(measure_cache)(const Contact* c, Cache* t, const Shape* shape_a, const Shape* shape_b)
{
    Pose a, b;
    t->surface = c->surface;
    t->row = 0;
    t->next = -1;
    for (int32_t k = 0; k < DIMI(POINTS); ++k)
    {
        t->depth[k] = t->manifold.points[k].depth;
    }
    Vec n = t->manifold.normal, point = t->manifold.points[FNI(deepest_made)(t)].point;
    FNI(relative_poses)(c, &a, &b);
    t->radius_a = FNI(still_arm)(shape_a, a, point, n);
    t->radius_b = FNI(still_arm)(shape_b, b, point, FN(vec_sub)(FNI(vec_none)(), n));
}

void FNI(reset_one_way)(Contact* c)
{
    c->cache.side = IMPI_SIDE_APART;
    c->one_way &= IMPI_ONE_WAY_A | IMPI_ONE_WAY_B;
}

void FNI(collide_again)(const World* w, Contact* c)
{
    c->corrected = true;
    c->separation = 0.0f;
    SET_AT(c->poses.between, 0, AT(c->poses.between, 0) + w->unit);
}

// A point of a body, turned from one rotation to another.
static Vec turned_point(Vec point, Rot from, Rot to)
{
    return FN(rot_apply)(to, FN(rot_apply_inverse)(from, point));
}

Cache FNI(cache_seen)(const World* w, const Contact* c, const Cache* t)
{
    const Pose *a = &w->sims.data[c->body_a].pose, *b = &w->sims.data[c->body_b].pose;
    Cache r = FNI(cache_now)(w, t);
    if (r.manifold.count > 0)
    {
        // By what the points have changed since.
        float made = t->depth[FNI(deepest_made)(t)], now = r.manifold.points[FNI(deepest_point)(&r.manifold)].depth;
        r.manifold.depth += now - made;
    }
    for (int32_t k = 0; k < r.manifold.count; ++k)
    {
        Vec* point = &r.manifold.points[k].point;
        Vec from_b = turned_point(FN(vec_sub)(*point, c->poses.between), c->poses.turn_b, b->q);
        bool is_a = FNI(is_on_side_of_b)(r.manifold.points[k].id);
        *point = is_a ? turned_point(*point, c->poses.turn_a, a->q) : FN(vec_add)(FN(vec_sub)(b->p, a->p), from_b);
    }
    return r;
}

// The speed at which B's surface parts from A's at a contact point.
static float parting_speed(const World* w, const Contact* c, Vec point, Vec normal)
{
    const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    Vec arm_a = FN(vec_sub)(point, FN(rot_apply)(a->pose.q, a->middle));
    Vec arm_b = FN(vec_sub)(FN(vec_sub)(point, c->poses.between), FN(rot_apply)(b->pose.q, b->middle));
    return FN(vec_dot)(FN(vec_sub)(b->velocity, a->velocity), normal) +
           (FNI(spin_along)(b->spin, arm_b, normal) - FNI(spin_along)(a->spin, arm_a, normal));
}

static bool was_put(const World* w, const Contact* c)
{
    uint32_t flags = w->bodies.data[c->body_a].move_flags | w->bodies.data[c->body_b].move_flags;
    return flags & (IMPI_NEW | IMPI_ARRIVED);
}

// A pair that begins in a step may lie so deep by its own motion, too, and only what the caller has moved was made so.
// Later on that part becomes less by pushes alone, and what is deeper is the row's.
float FNI(depth_made)(const World* w, const Contact* c, const Manifold* m)
{
    bool known = FNI(is_deep_convex)(c), begins = c->manifold_count == 0;
    if (m->count == 0 || !(known || begins) || !c->convex || !c->solved || c->slider >= 0 || c->one_way ||
        !(known || was_put(w, c)))
    {
        return 0.0f;
    }
    float a = w->colliders.data[c->collider_a].inner, b = w->colliders.data[c->collider_b].inner;
    float part = (known ? HARDLY : PUT_DEEP) * (a < b ? a : b), near = known ? 0.0f : FNI(world_near)(w);
    float left = c->deep - c->pushed, deep = known && left < m->depth ? left : m->depth;
    return deep > part && deep > near ? deep : 0.0f;
}

bool FNI(may_be_swept)(const World* w, const Contact* c)
{
    bool bullet = w->sims.data[c->body_a].bullet || w->sims.data[c->body_b].bullet;
    return (bullet ? c->surface.restitution > 0.0f : impi_is_springy(c->surface.restitution)) && c->convex &&
           c->solved && !c->one_way && !w->discrete && !w->hooks.pre_solve;
}

// Whether a contact bounces, and a body of it is swept in this step.
static bool is_swept(const World* w, const Contact* c)
{
    return (w->sims.data[c->body_a].swept || w->sims.data[c->body_b].swept) && FNI(may_be_swept)(w, c);
}

static bool is_fast_at(const World* w, const Contact* c, const Manifold* m)
{
    float least = FNI(held_speed)(w);
    bool hurries = false;
    for (int32_t k = 0; k < m->count; ++k)
    {
        hurries |= fabsf(parting_speed(w, c, m->points[k].point, m->normal)) > least;
    }
    return hurries;
}

bool FNI(is_swept_now)(const World* w, const Contact* c)
{
    return c->manifold_count > 0 && is_swept(w, c) && is_fast_at(w, c, &c->cache.manifold);
}

bool FNI(is_left_to_sweep)(const World* w, const Contact* c, const Manifold* m)
{
    if (m->count == 0 || !is_swept(w, c))
    {
        return false;
    }
    const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    float hardly = HARDLY * (a->extent < b->extent ? a->extent : b->extent);
    return m->depth < hardly && is_fast_at(w, c, m);
}

// The time over which a pass by each other counts: rows look a sub-step beyond the end.
static float time_of_passing(const World* w)
{
    return w->solver.row_step.h * (float)(w->solver.sub_step_count + 1);
}

// The greatest approach of their points by turning in that time.
static float turning_of_pair(const World* w, const Contact* c)
{
    const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    return time_of_passing(w) * (FNI(spin_length)(a->spin) * a->extent + FNI(spin_length)(b->spin) * b->extent);
}

bool FNI(is_near)(const World* w, const Contact* c, float depth)
{
    return SURELY_NEAR * -depth < turning_of_pair(w, c);
}

bool FNI(misses)(const World* w, const Contact* c, const Shape* shape_a, const Shape* shape_b, const Manifold* m)
{
    if (m->count == 0 || m->depth >= 0.0f)
    {
        return false;
    }
    const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    const float time = time_of_passing(w);
    Vec fall = FN(vec_scale)(FN(vec_sub)(b->pull, a->pull), 0.5f * time);
    bool acts = false;
    for (int32_t k = 0; k < m->count; ++k)
    {
        float speed = parting_speed(w, c, m->points[k].point, m->normal) + FN(vec_dot)(fall, m->normal);
        acts |= speed * time < m->points[k].depth;
    }
    Vec velocity = FN(vec_add)(FN(vec_sub)(b->velocity, a->velocity), fall);
    float length = sqrtf(FN(vec_dot)(velocity, velocity));
    if (!acts || length * time < w->solver.row_step.keep)
    {
        return false;
    }
    Pose pose_a, pose_b;
    FNI(relative_poses)(c, &pose_a, &pose_b);
    float apart = FNI(shapes_pass)(shape_a, &pose_a, shape_b, &pose_b, velocity, length);
    return apart > turning_of_pair(w, c) * length;
}
