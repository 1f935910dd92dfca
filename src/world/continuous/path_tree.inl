// SPDX-License-Identifier: MIT
//
// Broadphase of continuous collision: bounds of the paths of bodies through a step, in floats, flag the bodies that may
// collide, before anything dearer is done.
//
//     motions -> path bounds -> a tree of them -> blocks of eight against the tree and fixed colliders -> flags
//
// Relative motion decides: two that move together cannot pass through each other in this step. A node of the tree has
// bounds of all paths in it, and of all velocities; bodies that move with their neighbours are culled eight at once.
// Against a kinematic body that turns, motion is measured at the other body in its frame: none for one that rides in a
// drum.
//
// The tree is implicit: leaf i is in block i / 8 of the next level, and so on. Leaves are sorted along a curve (Morton
// 1966) once a step. A path that changes by an event replaces the bound of its leaf, or of a new one behind the others,
// and nodes above grow. Nothing is removed: a bound that is too large only costs a query.
//
// Fixed is short for static or kinematic here.

#ifndef AXES
#include "continuous2.h"
#include "../../base/sort.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

#define BOUND_DOUBT 0x1p-20f
#define SLENDER 4.0f  // of the inner thickness: a body that reaches farther has the boxes of its colliders for a bound

enum
{
    TREE_FANOUT = 8,
    LEVELS_OF_JOB = 2,  // nodes of 64 leaves at most
    TREE_STACK = 128,
    CELL_BITS = 22 / AXES,  // of a coordinate: two radix passes for all
    FEW_FIXED = 64,
    FEW_LEAVES = 256
};

// The bound of no path.
static inline PathBound empty_path_bound(void)
{
    const PathBound r = {FNI(empty_box)(), FNI(empty_box)(), 0.0f, INFINITY};
    return r;
}

// Sum of the magnitudes of all components, in order.
static inline float sum_of_magnitudes(Vec a, Vec b)
{
    float size = FNI(vec_taxicab)(a);
    for (int k = 0; k < AXES; ++k)
    {
        size += fabsf(AT(b, k));
    }
    return size;
}

float FNI(thickness_of_fixed)(const World* w, const Body* b)
{
    bool solid = true;
    for (int32_t k = b->first; k >= 0 && solid; k = w->colliders.data[k].next)
    {
        solid = w->colliders.data[k].convex;
    }
    return solid ? b->inner : 0.0f;
}

float FNI(path_bound_length)(const World* w, const Body* b, const SolverBody* m)
{
    Vec moved = FNI(solver_moved)(m);
    return sqrtf(FN(vec_dot)(moved, moved)) + FNI(spin_length)(FNI(turn_in_step)(w, m)) * b->extent;
}

// A box around a collider at the start of the step: the index has it, unless the body has crept on since.
static bool box_at_start(const World* w, const Collider* c, bool rests, Box* out)
{
    Thing thing;
    if (rests && c->number >= 0 && !FN(index_get)(w->index, c->number, &thing))
    {
        *out = thing.box;
        return true;
    }
    return !FNI(collider_box)(c, &w->sims.data[c->body].pose, out);
}

// Cuts the bound of a slender body, at the start of the step and with the motion of its points around the centre, to
// the boxes of its colliders: beside a falling tree the sphere around it is empty.
static void cut_to_colliders(const World* w, int32_t body, float more, Box* bound)
{
    const Body* b = &w->bodies.data[body];
    Box all = FNI(empty_box)(), box;
    const bool rests = memcmp(&b->rest, &w->sims.data[body].pose, sizeof b->rest) == 0;
    for (int32_t k = b->first; k >= 0; k = w->colliders.data[k].next)
    {
        if (!box_at_start(w, &w->colliders.data[k], rests, &box))
        {
            return;
        }
        all = FNI(boxes_joined)(all, box);
    }
    for (int k = 0; k < AXES; ++k)
    {
        float lower = AT(all.lower, k) - more, upper = AT(all.upper, k) + more;
        SET_AT(bound->lower, k, lower > AT(bound->lower, k) ? lower : AT(bound->lower, k));
        SET_AT(bound->upper, k, upper < AT(bound->upper, k) ? upper : AT(bound->upper, k));
    }
}

PathBound FNI(path_bound_of)(const World* w, int32_t body)
{
    const SolverBody at_rest = FNI(solver_body_of)(FNI(vec_none)(), FNI(spin_none)());
    const Body* b = &w->bodies.data[body];
    const SolverBody* m = b->mover > 0 ? &w->solver.bodies.data[b->mover] : &at_rest;
    Vec moved = FNI(solver_moved)(m);
    float turning = FNI(spin_length)(FNI(turn_in_step)(w, m)) * b->extent;
    float doubt = BOUND_DOUBT * sum_of_magnitudes(b->center, moved);
    PathBound r = {FNI(box_around)(b->center, b->extent + doubt),
                   {moved, moved},
                   turning,
                   b->bullet                  ? IMPI_INNER_BULLET
                   : w->sims.data[body].swept ? IMPI_INNER_SWEPT
                                              : b->inner};
    if (b->first >= 0 && b->extent > SLENDER * b->inner)
    {
        cut_to_colliders(w, body, turning + IMPI_LIFT_SLOP * w->unit + doubt + BOUND_DOUBT * b->extent, &r.box);
    }
    return r;
}

PathBound FNI(path_bound_from)(const Path* path)
{
    const SweptThing* t = &path->thing;
    DVec at = FNI(thing_at)(t, 0.0);
    Vec v = FNI(vec_tidy)(t->velocity), from = FNI(vec_tidy)(at);
    float turning = (float)(FNI(dspin_length)(t->spin) * t->size) * (1.0f + 0x1p-20f) + 0x1p-20f * FNI(vec_taxicab)(v);
    float more = (float)t->size + BOUND_DOUBT * sum_of_magnitudes(from, v);
    float inner = FNI(is_bullet)(path) ? IMPI_INNER_BULLET : path->swept ? IMPI_INNER_SWEPT : path->inner;
    const PathBound r = {FNI(box_around)(from, more), {v, v}, turning, inner};
    return r;
}

Box FNI(path_bound_swept)(const PathBound* s)
{
    const Box end = {FN(vec_add)(s->box.lower, s->motion.lower), FN(vec_add)(s->box.upper, s->motion.upper)};
    return FNI(boxes_joined)(s->box, end);
}

// In the frame of a body that turns, the path of a point is no longer than by the greater of its speeds at both ends.
// Upper bound of the motion of any point of a body relative to a static or kinematic one, in that one's frame.
static float path_bound_against(const World* w, const Body* b, const Body* fixed)
{
    const SolverBody at_rest = FNI(solver_body_of)(FNI(vec_none)(), FNI(spin_none)());
    const SolverBody* m = b->mover > 0 ? &w->solver.bodies.data[b->mover] : &at_rest;
    const SolverBody* k = fixed->mover > 0 ? &w->solver.bodies.data[fixed->mover] : &at_rest;
    Spin turn = FNI(turn_in_step)(w, k);
    float against = FNI(spin_length)(FNI(spin_sub)(FNI(turn_in_step)(w, m), turn)) * b->extent;
    Vec r = FN(vec_sub)(b->center, fixed->center), moved = FN(vec_sub)(FNI(solver_moved)(m), FNI(solver_moved)(k));
    Vec begin = FN(vec_sub)(moved, FNI(spin_velocity)(turn, r));
    Vec end = FN(vec_sub)(begin, FNI(spin_velocity)(turn, moved));
    float from = FN(vec_dot)(begin, begin), to = FN(vec_dot)(end, end);
    return sqrtf(from > to ? from : to) + against;
}

static void join_path_bounds(PathBound* a, const PathBound* b)
{
    a->box = FNI(boxes_joined)(a->box, b->box);
    a->motion = FNI(boxes_joined)(a->motion, b->motion);
    a->turning = a->turning > b->turning ? a->turning : b->turning;
    a->inner = a->inner < b->inner ? a->inner : b->inner;
}

// Whether a gap of boxes that closes at a rate may close between a time and the end of the step.
static inline bool gap_may_close(float gap, float rate, float from)
{
    float later = rate * from;
    return gap <= (later > rate ? later : rate);
}

// Whether two bodies, or any two in both bounds, may pass through each other. No branches: most answers are no, each
// for another reason.
static inline bool bounds_may_pass(const PathBound* a, const PathBound* b, const Reach* reach)
{
    float from = 1.0f - reach->rest;
    bool near = true;
    Vec fastest;
    for (int k = 0; k < AXES; ++k)
    {
        float down = AT(b->motion.upper, k) - AT(a->motion.lower, k),
              up = AT(a->motion.upper, k) - AT(b->motion.lower, k);
        bool below = gap_may_close(AT(a->box.lower, k) - AT(b->box.upper, k), down, from),
             above = gap_may_close(AT(b->box.lower, k) - AT(a->box.upper, k), up, from);
        near = near & below & above;
        SET_AT(fastest, k, down > up ? down : up);
    }
    float inner = IMPI_SOFT * (a->inner + b->inner), least = inner < 0.0f ? reach->bounce : inner;
    float motion = (sqrtf(FN(vec_dot)(fastest, fastest)) + a->turning + b->turning) * reach->rest;
    bool bullet = inner < 4.0f * IMPI_INNER_SWEPT, far = !reach->bullets & (motion > least);
    return near & (bullet | far);
}

// The tree

imp_status FNI(path_tree_reserve)(World* w, int32_t most)
{
    PathTree* t = &w->continuous.path_tree;
    int64_t nodes = 0, jobs = impi_jobs_of_bodies(most);
    for (int64_t level = most; level > 1; level = (level + TREE_FANOUT - 1) / TREE_FANOUT)
    {
        nodes += level;
    }
    nodes += 2;
    bool short_of = impi_array_reserve(&t->nodes, &w->allocator, nodes) ||
                    impi_array_reserve(&t->movers, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->leaf_of, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->path_of, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->looks, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->paces, &w->allocator, jobs + 1) ||
                    impi_array_reserve(&t->keys, &w->allocator, 2 * (int64_t)most);
    t->most = most;
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

void FNI(path_tree_free)(World* w)
{
    PathTree* t = &w->continuous.path_tree;
    impi_array_free(&t->nodes, &w->allocator);
    impi_array_free(&t->movers, &w->allocator);
    impi_array_free(&t->leaf_of, &w->allocator);
    impi_array_free(&t->path_of, &w->allocator);
    impi_array_free(&t->looks, &w->allocator);
    impi_array_free(&t->paces, &w->allocator);
    impi_array_free(&t->keys, &w->allocator);
}

// Morton code: the bits of a cell, AXES apart.
static uint32_t morton_bits(float at, float lower, float per_cell)
{
    const bool plane = AXES == 2;
    uint32_t cell = (uint32_t)((at - lower) * per_cell);
    cell = (cell | cell << 8) & (plane ? 0x00ff00ffu : 0x0000f00fu);
    cell = (cell | cell << 4) & (plane ? 0x0f0f0f0fu : 0x000c30c3u);
    cell = (cell | cell << 2) & (plane ? 0x33333333u : 0x00249249u);
    return plane ? (cell | cell << 1) & 0x55555555u : cell;
}

static float cells_per_unit(float lower, float upper)
{
    float per = (float)((1 << CELL_BITS) - 1) / (upper - lower);
    return upper > lower && per < 0x1p100f ? per : 0.0f;
}

// Context of the jobs that build the tree.
typedef struct bound_building
{
    World* w;
    Box around;
    const uint64_t* keys;  // sorted
    int32_t count;
} bound_building;

// Morton keys of dynamic movers.
static void make_keys_of_job(void* context, int32_t job)
{
    const bound_building* s = (const bound_building*)context;
    const World* w = s->w;
    const Box* around = &s->around;
    float per[AXES];
    for (int k = 0; k < AXES; ++k)
    {
        per[k] = cells_per_unit(AT(around->lower, k), AT(around->upper, k));
    }
    uint64_t* to = w->continuous.path_tree.keys.data + w->continuous.path_tree.paces.data[job].leaves;
    int32_t end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * IMPI_BODIES_OF_JOB; i < end; ++i)
    {
        const Body* b = &w->bodies.data[w->movers.data[i]];
        w->continuous.path_tree.leaf_of.data[i + 1] = -1;
        if (b->kind == IMP_BODY_DYNAMIC && b->first >= 0)
        {
            uint32_t cell = 0;
            for (int k = 0; k < AXES; ++k)
            {
                cell |= morton_bits(AT(b->center, k), AT(around->lower, k), per[k]) << k;
            }
            *to++ = (uint64_t)cell << 32 | (uint64_t)(i + 1);
        }
    }
}

// Nodes of a level, from those below, above the leaves from first to end.
static void refit_level(PathTree* t, int32_t level, int32_t first, int32_t end)
{
    int64_t size = (int64_t)1 << (3 * level);
    int32_t used = t->used[level - 1];
    for (int32_t i = (int32_t)(first / size); i * size < end; ++i)
    {
        PathBound* s = &t->nodes.data[t->start[level] + i];
        const PathBound* below = &t->nodes.data[t->start[level - 1]];
        *s = below[i * TREE_FANOUT];
        for (int32_t k = i * TREE_FANOUT + 1; k < (i + 1) * TREE_FANOUT && k < used; ++k)
        {
            join_path_bounds(s, &below[k]);
        }
    }
}

// A job owns whole nodes of the levels below IMPI_BODIES_OF_JOB.
static void build_leaves_of_job(void* context, int32_t job)
{
    const bound_building* s = (const bound_building*)context;
    World* w = s->w;
    PathTree* t = &w->continuous.path_tree;
    int32_t first = job * IMPI_BODIES_OF_JOB, end = impi_end_of_job(job, IMPI_BODIES_OF_JOB, s->count);
    for (int32_t i = first; i < end; ++i)
    {
        int32_t mover = (int32_t)(s->keys[i] & 0xffffffffu);
        t->nodes.data[i] = FNI(path_bound_of)(w, w->movers.data[mover - 1]);
        t->movers.data[i] = mover;
        t->leaf_of.data[mover] = i;
    }
    for (int32_t level = 1; level <= LEVELS_OF_JOB && level < t->levels; ++level)
    {
        refit_level(t, level, first, end);
    }
}

void FNI(path_tree_build)(World* w, const Pace* all)
{
    PathTree* t = &w->continuous.path_tree;
    bound_building s = {w, all->around, NULL, all->leaves};
    int32_t size = t->most, used = s.count, start = 0;
    for (t->levels = 0; t->levels == 0 || size > 1; ++t->levels)
    {
        bool leaves = t->levels == 0;
        size = leaves ? size : (size + TREE_FANOUT - 1) / TREE_FANOUT;
        used = leaves ? used : (used + TREE_FANOUT - 1) / TREE_FANOUT;
        t->start[t->levels] = start;
        t->used[t->levels] = used;
        start += size;
    }
    impi_spread(&w->jobs, make_keys_of_job, &s, impi_jobs_of_bodies(w->movers.count));
    s.keys = impi_sort_words(t->keys.data, t->keys.data + t->most, s.count, 32, 32 + AXES * CELL_BITS);
    impi_spread(&w->jobs, build_leaves_of_job, &s, impi_jobs_of_bodies(s.count));
    t->leaf_of.data[0] = -1;
    t->stands = true;
    for (int32_t level = LEVELS_OF_JOB + 1; level < t->levels; ++level)
    {
        refit_level(t, level, 0, s.count);
    }
}

void FNI(path_tree_put)(World* w, int32_t mover, const PathBound* s)
{
    PathTree* t = &w->continuous.path_tree;
    int32_t at = t->leaf_of.data[mover];
    at = at < 0 ? t->used[0]++ : at;
    t->leaf_of.data[mover] = at;
    t->movers.data[at] = mover;
    t->nodes.data[at] = *s;
    for (int32_t level = 1; level < t->levels; ++level)
    {
        at /= TREE_FANOUT;
        PathBound* above = &t->nodes.data[t->start[level] + at];
        if (at == t->used[level])
        {
            *above = empty_path_bound();
            t->used[level] += 1;
        }
        join_path_bounds(above, s);
    }
}

int32_t FNI(path_tree_find)(const World* w, const PathBound* s, const Reach* reach, int32_t* movers, int32_t room)
{
    const PathTree* t = &w->continuous.path_tree;
    struct
    {
        int32_t level, at;
    } stack[TREE_STACK];
    int32_t waiting = 0, found = 0, top = t->levels - 1;
    if (t->used[0] > 0 && bounds_may_pass(&t->nodes.data[t->start[top]], s, reach))
    {
        stack[waiting].level = top;
        stack[waiting++].at = 0;
    }
    while (waiting > 0)
    {
        int32_t level = stack[--waiting].level, at = stack[waiting].at;
        if (level == 0)
        {
            if (found < room)
            {
                movers[found] = t->movers.data[at];
            }
            ++found;
            continue;
        }
        int32_t first = at * TREE_FANOUT, end = first + TREE_FANOUT, used = t->used[level - 1];
        const PathBound* below = &t->nodes.data[t->start[level - 1]];
        for (int32_t i = (end < used ? end : used) - 1; i >= first; --i)
        {
            if (bounds_may_pass(&below[i], s, reach))
            {
                stack[waiting].level = level - 1;
                stack[waiting++].at = i;
            }
        }
    }
    return found;
}

// Flags of bodies that may collide

// Bodies of one block.
typedef struct bound_group
{
    int32_t count, movers[TREE_FANOUT];
    PathBound bounds[TREE_FANOUT];
    int32_t* from;  // where the last contact was found
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
    reach += BOUND_DOUBT * (sum_of_magnitudes(b->center, arm) + reach);
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

// Whether a collider of a body may pass into a fixed one whose bounds the body overlaps: what costs least is asked first.
static bool collider_may_pass_into(const World* w, const FNI(body_motion) * m, const Collider* c, float motion,
                                   float* used, const FastFixed* near, int32_t* from)
{
    const Collider* its = &w->colliders.data[near->collider];
    if (w->colliders.data[m->body->first].next < 0)
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
static bool may_pass_into_fixed(const World* w, int32_t mover, float motion, const FastFixed* near, int32_t* from)
{
    int32_t body = w->movers.data[mover - 1];
    const Body* b = &w->bodies.data[body];
    if (!(motion > (w->sims.data[body].swept ? 0.0f : IMPI_FAST * b->inner)))
    {
        return false;
    }
    bool may = false;
    const FNI(body_motion) m = FNI(body_motion_of)(w, body, &w->bodies.data[near->body]);
    float used = -1.0f;
    for (int32_t k = b->first; k >= 0 && !may; k = w->colliders.data[k].next)
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
    reach += BOUND_DOUBT * (sum_of_magnitudes(at, b->center) + motion + reach);
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
    reach += BOUND_DOUBT * (sum_of_magnitudes(at, middle) + reach);
    return box_misses_collider(&w->colliders.data[near->collider], near, FNI(box_around)(at, reach));
}

static void flag_by_fixed_collider(World* w, const bound_group* g, const FastFixed* near)
{
    const Body* fixed = &w->bodies.data[near->body];
    for (int32_t i = 0; i < g->count; ++i)
    {
        const Body* b = &w->bodies.data[w->movers.data[g->movers[i] - 1]];
        bool known = w->continuous.path_tree.looks.data[g->movers[i]] & IMPI_LOOKS_FIXED;
        if (known || !FN(box_overlap)(near->box, FNI(path_bound_swept)(&g->bounds[i])))
        {
            continue;
        }
        const float motion = path_bound_against(w, b, fixed);
        if (!may_pass_into_fixed(w, g->movers[i], motion, near, g->from))
        {
            continue;
        }
        const Box bound = path_bound_in(w, b, &g->bounds[i], fixed, motion);
        bool looks = !box_misses_collider(&w->colliders.data[near->collider], near, bound);
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

static void flag_by_dynamic(World* w, const bound_group* g)
{
    int32_t movers[FEW_LEAVES];
    const Reach whole = reach_of_step(w);
    PathBound far = empty_path_bound();
    for (int32_t i = 0; i < g->count; ++i)
    {
        if (is_far(w, g->movers[i]))
        {
            join_path_bounds(&far, &g->bounds[i]);
        }
    }
    if (!(AT(far.box.lower, 0) <= AT(far.box.upper, 0)))
    {
        return;
    }
    int32_t found = FNI(path_tree_find)(w, &far, &whole, movers, FEW_LEAVES);
    for (int32_t i = 0; i < g->count; ++i)
    {
        if (!is_far(w, g->movers[i]))
        {
            continue;
        }
        bool looks = found > FEW_LEAVES;
        for (int32_t k = 0; k < found && !looks; ++k)
        {
            const PathBound* s = &w->continuous.path_tree.nodes.data[w->continuous.path_tree.leaf_of.data[movers[k]]];
            looks = movers[k] != g->movers[i] && bounds_may_pass(&g->bounds[i], s, &whole) &&
                    centres_may_pass(w, &g->bounds[i], g->movers[i], s, movers[k]);
        }
        flag_body_if(w, g->movers[i], IMPI_LOOKS_OTHERS, looks);
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
        if (!is_far(w, g->movers[i]))
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
                looks = bounds_may_pass(&g->bounds[i], &s, &whole);
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
        all = FNI(boxes_joined)(all, FNI(path_bound_swept)(&t->nodes.data[i]));
    }
    find_near_fixed(w, &all, pace > IMPI_PACE_SLOW, &near);
    bool others = pace > IMPI_PACE_FAST;
    for (int32_t i = from; i < to && (near.crowd || near.count > 0 || others); ++i)
    {
        add_to_bound_group(w, &g, t->movers.data[i], &t->nodes.data[i]);
    }
    flag_by_fixed(w, &g, &near);
    if (others)
    {
        flag_by_dynamic(w, &g);
    }
    if (others && w->sleepers)
    {
        flag_by_sleepers(w, &g);
    }
}

void FNI(path_tree_flag)(World* w, int32_t from, int32_t to)
{
    int32_t first = 0;
    for (int32_t i = from; i < to && w->continuous.path_tree.stands; i += TREE_FANOUT)
    {
        flag_block(w, i, to - i < TREE_FANOUT ? to : i + TREE_FANOUT, &first);
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
