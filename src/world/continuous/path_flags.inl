// SPDX-License-Identifier: MIT
//
// Broadphase of continuous collision: flags the bodies that may collide in this step, by the bounds of their paths,
// before anything dearer is done.
//
//     motions -> path bounds -> a tree of them -> blocks of eight against the tree and fixed colliders -> flags
//
// Against a kinematic body that turns, motion is measured at the other body in its frame: none for one that rides in a
// drum.
//
// Fixed is short for static or kinematic here.

#ifndef AXES
#include "continuous2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

enum
{
    FEW_FIXED = 64,
    FEW_LEAVES = 256
};

// Bodies of one block.
typedef struct bound_group
{
    int32_t count, movers[IMPI_PATH_FANOUT];
    PathBound bounds[IMPI_PATH_FANOUT];
    int32_t* from;  // where the last contact was found
    uint32_t far;   // a bit for each body that may pass through dynamic ones
    PathBlock far_bounds;
} bound_group;

static void flag_body_if(World* w, int32_t mover, uint8_t what, bool looks)
{
    if (looks)
    {
        w->continuous.path_tree.looks.data[mover] = (uint8_t)(w->continuous.path_tree.looks.data[mover] | what);
    }
}

// Whether a collider that moves by so much at most is beyond a box in this step.
static bool is_beyond_box(const World* w, const Body* b, const Collider* c, Vec arm, float motion, const Box* box)
{
    float reach = c->extent + motion + IMPI_LIFT_SLOP * w->unit;
    reach += IMPI_BOUND_DOUBT * (FNI(sum_of_magnitudes)(b->center, arm) + reach);
    return !FN(box_overlap)(*box, FNI(box_around)(FN(vec_add)(b->center, arm), reach));
}

// Whether two colliders are known to be so far apart that the motion of their bodies does not use it up. How much that
// does is below 0 while nobody has asked.
static bool is_known_apart(const World* w, const Collider* a, const Collider* b, float* used, int32_t* from)
{
    const float separation = FNI(separation_of_pair)(w, a, b, from);
    if (separation > 0.0f && *used < 0.0f)
    {
        *used = FNI(separation_used)(w, a->body) + FNI(separation_used)(w, b->body);
    }
    return separation > 0.0f && separation > *used;
}

// Whether a collider of a body may pass into a fixed one whose bounds the body overlaps: what costs least is asked
// first.
static bool collider_may_pass_into(const World* w, const FNI(body_motion) * m, const Collider* c, float motion,
                                   float* used, const FastFixed* near, int32_t* from)
{
    const Collider* its = &w->colliders.data[near->collider];
    if (!m->body->several)
    {
        return !is_known_apart(w, c, its, used, from);
    }
    const Vec arm = FNI(collider_arm)(m, c);
    if (is_beyond_box(w, m->body, c, arm, motion, &near->box))
    {
        return false;
    }
    const bool slow =
        !w->sims.data[c->body].swept && !(FNI(collider_path_length)(m, c, arm, motion) > IMPI_FAST * c->inner);
    return !slow && !is_known_apart(w, c, its, used, from) && !FNI(collider_misses_parts)(w, m, c, arm, its, motion);
}

// The same of all its colliders.
static bool may_pass_into_fixed(const World* w, int32_t body, float motion, const FastFixed* near, int32_t* from)
{
    bool may = false;
    const FNI(body_motion) m = FNI(body_motion_of)(w, body, &w->bodies.data[near->body]);
    float used = -1.0f;
    for (int32_t k = w->bodies.data[body].first; k >= 0 && !may; k = w->colliders.data[k].next)
    {
        may = collider_may_pass_into(w, &m, &w->colliders.data[k], motion, &used, near, from);
    }
    return may;
}

// Whether a box in the frame of a collider's body overlaps no part of it.
static bool box_misses_collider(const Collider* c, const FastFixed* near, Box box)
{
    return !FN(box_overlap)(near->own, box) || FNI(box_misses_parts)(c, &box);
}

// Bounds of a body in this step in the frame of a static or kinematic one: along its chord, or around all its motion
// where that frame moves, too.
static Box path_bound_in(const World* w, const Body* b, const PathBound* s, const Body* fixed, float motion)
{
    const Vec at = FN(rot_apply_inverse)(fixed->pose.q, FN(vec_sub)(b->center, fixed->pose.p));
    const Vec moved = fixed->mover > 0 ? FNI(vec_none)() : FN(rot_apply_inverse)(fixed->pose.q, s->motion.lower);
    float reach = b->extent + (fixed->mover > 0 ? motion : IMPI_LIFT_SLOP * w->unit);
    reach += IMPI_BOUND_DOUBT * (FNI(sum_of_magnitudes)(at, b->center) + motion + reach);
    return FNI(boxes_joined)(FNI(box_around)(at, reach), FNI(box_around)(FN(vec_add)(at, moved), reach));
}

// The same of the swept bounds of a group.
static bool group_misses_collider(const World* w, const Box* all, const FastFixed* near)
{
    const Body* fixed = &w->bodies.data[near->body];
    if (w->colliders.data[near->collider].convex || fixed->mover > 0)
    {
        return false;
    }
    Vec half = FN(vec_scale)(FN(vec_sub)(all->upper, all->lower), 0.5f);
    Vec middle = FN(vec_add)(all->lower, half);
    Vec at = FN(rot_apply_inverse)(fixed->pose.q, FN(vec_sub)(middle, fixed->pose.p));
    float reach = sqrtf(FN(vec_dot)(half, half));
    reach += IMPI_BOUND_DOUBT * (FNI(sum_of_magnitudes)(at, middle) + reach);
    return box_misses_collider(&w->colliders.data[near->collider], near, FNI(box_around)(at, reach));
}

static void flag_by_fixed_collider(World* w, const bound_group* g, const FastFixed* near)
{
    const Body* fixed = &w->bodies.data[near->body];
    for (int32_t i = 0; i < g->count; ++i)
    {
        const int32_t body = w->movers.data[g->movers[i] - 1];
        const Body* b = &w->bodies.data[body];
        bool known = w->continuous.path_tree.looks.data[g->movers[i]] & IMPI_LOOKS_FIXED;
        if (known || !FN(box_overlap)(near->box, FNI(path_bound_swept)(&g->bounds[i])))
        {
            continue;
        }
        const float motion = FNI(path_bound_against)(w, b, fixed);
        if (!(motion > (w->sims.data[body].swept ? 0.0f : IMPI_FAST * b->inner)))
        {
            continue;
        }
        const Box bound = path_bound_in(w, b, &g->bounds[i], fixed, motion);
        bool looks = !box_misses_collider(&w->colliders.data[near->collider], near, bound) &&
                     may_pass_into_fixed(w, body, motion, near, g->from);
        flag_body_if(w, g->movers[i], IMPI_LOOKS_FIXED, looks);
    }
}

// Fixed colliders near a group.
typedef struct near_fixed
{
    int32_t count;
    bool crowd;  // more than there is room for
    FastFixed few[FEW_FIXED];
} near_fixed;

static void add_near_fixed(const World* w, const Box* all, const FastFixed* near, near_fixed* out)
{
    if (!FN(box_overlap)(near->box, *all) || group_misses_collider(w, all, near))
    {
        return;
    }
    out->crowd |= out->count == FEW_FIXED;
    if (out->count < FEW_FIXED)
    {
        out->few[out->count++] = *near;
    }
}

// Slow fixed colliders matter only to fast bodies.
static void find_near_fixed(const World* w, const Box* all, bool fast, near_fixed* out)
{
    int32_t numbers[FEW_FIXED], count = 0;
    Box wide = FNI(grow_box)(*all, w->continuous.slow_fixed);
    out->count = 0;
    out->crowd = fast && FN(index_query_box)(w->fixed_index, &wide, NULL, numbers, FEW_FIXED, &count) != IMP_OK;
    for (int32_t n = 0; n < count && !out->crowd; ++n)
    {
        Thing thing;
        FastFixed near = {.collider = w->fixed_of.data[numbers[n]]};
        near.body = w->colliders.data[near.collider].body;
        const Body* b = &w->bodies.data[near.body];
        if ((b->mover > 0 && w->solver.bodies.data[b->mover].fast > IMPI_PACE_SLOW) ||
            FN(index_get)(w->fixed_index, numbers[n], &thing))
        {
            continue;
        }
        near.box = FNI(grow_box)(thing.box, w->continuous.slow_fixed);
        near.own = FNI(box_around)(FNI(vec_none)(), INFINITY);
        add_near_fixed(w, all, &near, out);
    }
    for (int32_t k = 0; k < w->continuous.fast_fixed.count && !out->crowd; ++k)
    {
        add_near_fixed(w, all, &w->continuous.fast_fixed.data[k], out);
    }
}

static void flag_by_fixed(World* w, const bound_group* g, const near_fixed* near)
{
    for (int32_t i = 0; i < g->count; ++i)
    {
        flag_body_if(w, g->movers[i], IMPI_LOOKS_FIXED, near->crowd);
    }
    for (int32_t n = 0; n < near->count && !near->crowd; ++n)
    {
        flag_by_fixed_collider(w, g, &near->few[n]);
    }
}

static bool is_far(const World* w, int32_t mover)
{
    return w->solver.bodies.data[mover].fast > IMPI_PACE_FAST;
}

static Reach reach_of_step(const World* w)
{
    const Reach r = {1.0f, FNI(least_bounce)(w, 0.0), false};
    return r;
}

// Whether one of two is a bullet, or their centres approach, or may be beside each other.
static bool centres_may_pass(const World* w, const PathBound* a, int32_t place_a, const PathBound* b, int32_t place_b)
{
    const Body *body_a = &w->bodies.data[w->movers.data[place_a - 1]],
               *body_b = &w->bodies.data[w->movers.data[place_b - 1]];
    float separation = body_a->extent + body_b->extent - body_a->inner - body_b->inner;
    Vec v = FN(vec_sub)(b->motion.lower, a->motion.lower), apart = FN(vec_sub)(body_b->center, body_a->center);
    return body_a->bullet || body_b->bullet || FN(vec_dot)(apart, v) < separation * sqrtf(FN(vec_dot)(v, v));
}

// Whether two move by so little in the frame of one of them that they cannot pass through each other.
static bool rides_on(const World* w, int32_t body, int32_t other)
{
    const Body *a = &w->bodies.data[body], *b = &w->bodies.data[other];
    return !a->bullet && !b->bullet && !w->sims.data[body].swept && !w->sims.data[other].swept &&
           !(FNI(path_bound_against)(w, a, b) > IMPI_SOFT * (a->inner + b->inner));
}

// Whether two miss each other in the frame of one that is slender, or one rides on it.
static bool miss_by_frame(const World* w, const PathBound* a, int32_t place_a, const PathBound* b, int32_t place_b)
{
    const PathBound* bounds[2] = {a, b};
    const int32_t bodies[2] = {w->movers.data[place_a - 1], w->movers.data[place_b - 1]};
    bool misses = false;
    for (int k = 0; k < 2 && !misses; ++k)
    {
        if (FNI(is_slender)(&w->bodies.data[bodies[k]]))
        {
            Path path;
            FNI(path_frame) frame;
            const Body* other = &w->bodies.data[bodies[1 - k]];
            misses = rides_on(w, bodies[1 - k], bodies[k]);
            if (!misses)
            {
                FNI(path_begin)(w, bodies[k], &path);
                misses = FNI(path_frame_of)(w, &path, 0.0, &frame) &&
                         FNI(path_frame_misses)(&frame, bounds[1 - k], !FNI(is_slender)(other));
            }
        }
    }
    return misses;
}

// Puts the bounds of those that may pass through dynamic bodies into lanes.
static void find_far(const World* w, bound_group* g)
{
    for (int32_t i = 0; i < IMPI_PATH_FANOUT; ++i)
    {
        const bool far = i < g->count && is_far(w, g->movers[i]);
        const PathBound s = far ? g->bounds[i] : FNI(path_bound_none)();
        FNI(path_block_set)(&g->far_bounds, i, &s);
        g->far |= far ? 1u << i : 0u;
    }
}

static void flag_by_dynamic(World* w, const bound_group* g)
{
    int32_t movers[FEW_LEAVES];
    const PathTree* t = &w->continuous.path_tree;
    const Reach whole = reach_of_step(w);
    PathBound all = FNI(path_bound_none)();
    for (uint32_t bits = g->far; bits != 0; bits &= bits - 1)
    {
        FNI(path_bounds_join)(&all, &g->bounds[impi_lowest_bit(bits)]);
    }
    int32_t found = g->far ? FNI(path_tree_find)(w, &all, &whole, NULL, movers, FEW_LEAVES) : 0;
    uint32_t looks = found > FEW_LEAVES ? g->far : 0;
    for (int32_t k = 0; k < found && looks != g->far; ++k)
    {
        const PathBound s = FNI(path_of_leaf)(t, t->leaf_of.data[movers[k]]);
        uint32_t bits = FNI(block_may_pass)(&g->far_bounds, &s, &whole) & g->far & ~looks;
        for (; bits != 0; bits &= bits - 1)
        {
            const int32_t i = impi_lowest_bit(bits), mover = g->movers[i];
            bool may = movers[k] != mover && centres_may_pass(w, &g->bounds[i], mover, &s, movers[k]) &&
                       !miss_by_frame(w, &g->bounds[i], mover, &s, movers[k]);
            looks |= may ? 1u << i : 0u;
        }
    }
    for (; looks != 0; looks &= looks - 1)
    {
        flag_body_if(w, g->movers[impi_lowest_bit(looks)], IMPI_LOOKS_OTHERS, true);
    }
}

static void flag_by_sleepers(World* w, const bound_group* g)
{
    const Reach whole = reach_of_step(w);
    for (int32_t i = 0; i < g->count; ++i)
    {
        int32_t numbers[FEW_LEAVES], count = 0;
        const Box box = FNI(path_bound_swept)(&g->bounds[i]);
        bool looks = false;
        if (!(g->far >> i & 1u))
        {
            continue;
        }
        if (FN(index_query_box)(w->index, &box, NULL, numbers, FEW_LEAVES, &count))
        {
            looks = true;
            count = 0;
        }
        for (int32_t k = 0; k < count && !looks; ++k)
        {
            int32_t body = w->colliders.data[w->collider_of.data[numbers[k]]].body;
            if (FNI(is_sleeper)(&w->bodies.data[body]))
            {
                const PathBound s = FNI(path_bound_of)(w, body);
                looks = FNI(block_may_pass)(&g->far_bounds, &s, &whole) >> i & 1u;
            }
        }
        flag_body_if(w, g->movers[i], IMPI_LOOKS_OTHERS, looks);
    }
}

// Fast bodies; with fast kinematic bodies about, slow ones too, as these are fast relative to them.
static void add_to_bound_group(const World* w, bound_group* g, int32_t mover, const PathBound* s)
{
    const Body* b = &w->bodies.data[w->movers.data[mover - 1]];
    if (b->kind == IMP_BODY_DYNAMIC && b->first >= 0 &&
        (w->solver.bodies.data[mover].fast > IMPI_PACE_SLOW || w->continuous.fast_fixed.count > 0))
    {
        g->movers[g->count] = mover;
        g->bounds[g->count++] = *s;
    }
}

static void flag_block(World* w, int32_t from, int32_t to, int32_t* first)
{
    const PathTree* t = &w->continuous.path_tree;
    near_fixed near;
    bound_group g = {.from = first};
    Box all = FNI(empty_box)();
    float pace = IMPI_PACE_SLOW;
    for (int32_t i = from; i < to; ++i)
    {
        float own = w->solver.bodies.data[t->movers.data[i]].fast;
        pace = own > pace ? own : pace;
        const PathBound s = FNI(path_of_leaf)(t, i);
        all = FNI(boxes_joined)(all, FNI(path_bound_swept)(&s));
    }
    find_near_fixed(w, &all, pace > IMPI_PACE_SLOW, &near);
    bool others = pace > IMPI_PACE_FAST;
    for (int32_t i = from; i < to && (near.crowd || near.count > 0 || others); ++i)
    {
        const PathBound s = FNI(path_of_leaf)(t, i);
        add_to_bound_group(w, &g, t->movers.data[i], &s);
    }
    flag_by_fixed(w, &g, &near);
    if (others)
    {
        find_far(w, &g);
        flag_by_dynamic(w, &g);
    }
    if (others && w->sleepers)
    {
        flag_by_sleepers(w, &g);
    }
}

void FNI(path_flags_set)(World* w, int32_t from, int32_t to)
{
    int32_t first = 0;
    for (int32_t i = from; i < to && w->continuous.path_tree.stands; i += IMPI_PATH_FANOUT)
    {
        flag_block(w, i, to - i < IMPI_PATH_FANOUT ? to : i + IMPI_PATH_FANOUT, &first);
    }
    for (int32_t mover = from + 1; mover <= to && !w->continuous.path_tree.stands; ++mover)
    {
        near_fixed near;
        bound_group g = {.from = &first};
        const PathBound s = FNI(path_bound_of)(w, w->movers.data[mover - 1]);
        add_to_bound_group(w, &g, mover, &s);
        if (g.count > 0)
        {
            const Box box = FNI(path_bound_swept)(&s);
            find_near_fixed(w, &box, true, &near);
            flag_by_fixed(w, &g, &near);
        }
    }
}
