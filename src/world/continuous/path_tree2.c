// SPDX-License-Identifier: MIT
//
// How bodies go through a step, in floats, and who may meet whom by that: found before anything dearer is done.
//
//     motions -> strides -> a tree of them -> blocks of eight against the tree, and against what is fixed -> lookouts
//
// Two that move together cannot pass through each other in this step. So it is the relative motion that counts: in the
// tree a block has a box around all ways in it, and one around all velocities; what rides along with its neighbours is
// left alone, eight at once. Against what is kinematic and turns, the motion is measured where the body is, as seen from
// there: so what rides along in a drum has none.
//
// The tree is implicit: leaf i is in block i / 8 of the next level, and so on. Leaves are sorted along a curve (Morton
// 1966) once a step. A body that is hit has another way; its leaf, or a new one behind the others, has the stride of
// that, and those above grow. Nothing is taken out: a stride that is too large costs a question.

#include "continuous2.h"

#include "../../base/sort.h"

#include <math.h>
#include <string.h>

#define STRIDE_DOUBT 0x1p-20f

enum
{
    TREE_FANOUT = 8,
    LEVELS_OF_JOB = 2,  // of nodes of 64 at most
    TREE_STACK = 128,
    CELL_BITS = 11,  // of a coordinate: both are sorted in two passes
    FEW_FIXED = 64,
    FEW_LEAVES = 256
};

static const imp2i_stride no_stride = {
    {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}}, {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}}, 0.0f, INFINITY};

// An angle by which a body has turned in a step, or, where it is not small, at least so much.
static float turn_of_stride(const imp2_world* w, const imp2i_motion* m)
{
    float about = m->spin * (float)imp2i_step_time(w), s = m->s;
    if (m->c > 0.5f && fabsf(about) < 1.5f)
    {
        return s + 0.25f * s * s * s;
    }
    float turn = fabsf(about) > 3.2f ? fabsf(about) : 3.2f;
    return m->s < 0.0f ? -turn : turn;
}

float imp2i_thickness_of_fixed(const imp2_world* w, const imp2i_body* b)
{
    bool solid = true;
    for (int32_t k = b->first; k >= 0 && solid; k = w->colliders.data[k].next)
    {
        solid = w->colliders.data[k].convex;
    }
    return solid ? b->inner : 0.0f;
}

float imp2i_stride_length(const imp2_world* w, const imp2i_body* b, const imp2i_motion* m)
{
    return sqrtf(m->moved_x * m->moved_x + m->moved_y * m->moved_y) + fabsf(turn_of_stride(w, m)) * b->extent;
}

imp2i_stride imp2i_stride_of(const imp2_world* w, int32_t body)
{
    static const imp2i_motion still = {.c = 1.0f};
    const imp2i_body* b = &w->bodies.data[body];
    const imp2i_motion* m = b->place > 0 ? &w->solver.motions.data[b->place] : &still;
    imp2_vec at = b->center;
    float turning = fabsf(turn_of_stride(w, m)) * b->extent;
    float more = b->extent + STRIDE_DOUBT * (fabsf(at.x) + fabsf(at.y) + fabsf(m->moved_x) + fabsf(m->moved_y));
    const imp2i_stride r = {{{at.x - more, at.y - more}, {at.x + more, at.y + more}},
                            {{m->moved_x, m->moved_y}, {m->moved_x, m->moved_y}},
                            turning,
                            b->bullet                     ? IMP2I_INNER_BULLET
                            : w->stances.data[body].swept ? IMP2I_INNER_EAGER
                                                          : b->inner};
    return r;
}

imp2i_stride imp2i_way_stride(const imp2i_way* way)
{
    const imp2i_thing* t = &way->thing;
    imp2i_dvec at = imp2i_thing_at(t, 0.0);
    imp2_vec v = imp2i_vec_tidy(t->velocity), from = imp2i_vec_tidy(at);
    float turning = (float)(fabs(t->spin) * t->size) * (1.0f + 0x1p-20f) + 0x1p-20f * (fabsf(v.x) + fabsf(v.y));
    float more = (float)t->size + STRIDE_DOUBT * (fabsf(from.x) + fabsf(from.y) + fabsf(v.x) + fabsf(v.y));
    float inner = imp2i_is_bullet(way) ? IMP2I_INNER_BULLET : way->eager ? IMP2I_INNER_EAGER : way->inner;
    const imp2i_stride r = {{{from.x - more, from.y - more}, {from.x + more, from.y + more}}, {v, v}, turning, inner};
    return r;
}

// Around all of a path.
static imp2_box swept_box(const imp2i_stride* s)
{
    const imp2_box end = {imp2_vec_add(s->box.lower, s->motion.lower), imp2_vec_add(s->box.upper, s->motion.upper)};
    return imp2i_boxes_joined(s->box, end);
}

// Both vectors seen from one that turns: the way of a point is no longer than that of the faster of its two ends.
float imp2i_stride_against(const imp2_world* w, const imp2i_body* b, const imp2i_body* fixed)
{
    static const imp2i_motion still = {.c = 1.0f};
    const imp2i_motion* m = b->place > 0 ? &w->solver.motions.data[b->place] : &still;
    const imp2i_motion* k = fixed->place > 0 ? &w->solver.motions.data[fixed->place] : &still;
    float turn = turn_of_stride(w, k), against = fabsf(turn_of_stride(w, m) - turn) * b->extent;
    imp2_vec r = imp2_vec_sub(b->center, fixed->center);
    float x = m->moved_x - k->moved_x, y = m->moved_y - k->moved_y;
    float from_x = x + turn * r.y, from_y = y - turn * r.x, to_x = from_x + turn * y, to_y = from_y - turn * x;
    float from = from_x * from_x + from_y * from_y, to = to_x * to_x + to_y * to_y;
    return sqrtf(from > to ? from : to) + against;
}

static void join_strides(imp2i_stride* a, const imp2i_stride* b)
{
    a->box = imp2i_boxes_joined(a->box, b->box);
    a->motion = imp2i_boxes_joined(a->motion, b->motion);
    a->turning = a->turning > b->turning ? a->turning : b->turning;
    a->inner = a->inner < b->inner ? a->inner : b->inner;
}

// Whether a gap of boxes that closes at such a rate may be none between a time and the end of the step.
static inline bool may_close(float gap, float rate, float from)
{
    float later = rate * from;
    return gap <= (later > rate ? later : rate);
}

// Whether two may pass through each other, or any two of what the strides are around. Without branches, as most answers
// are no, each for another reason.
static inline bool may_pass_each_other(const imp2i_stride* a, const imp2i_stride* b, const imp2i_reach* reach)
{
    float left = b->motion.upper.x - a->motion.lower.x, right = a->motion.upper.x - b->motion.lower.x;
    float down = b->motion.upper.y - a->motion.lower.y, up = a->motion.upper.y - b->motion.lower.y;
    float from = 1.0f - reach->rest;
    bool from_left = may_close(a->box.lower.x - b->box.upper.x, left, from),
         from_right = may_close(b->box.lower.x - a->box.upper.x, right, from),
         from_below = may_close(a->box.lower.y - b->box.upper.y, down, from),
         from_above = may_close(b->box.lower.y - a->box.upper.y, up, from);
    float x = left > right ? left : right, y = down > up ? down : up;
    float inner = IMP2I_SOFT * (a->inner + b->inner), least = inner < 0.0f ? reach->bounce : inner;
    float motion = (sqrtf(x * x + y * y) + a->turning + b->turning) * reach->rest;
    bool near = from_left & from_right & from_below & from_above, bullet = inner < 4.0f * IMP2I_INNER_EAGER,
         far = !reach->bullets & (motion > least);
    return near & (bullet | far);
}

// The tree

imp_status imp2i_strides_reserve(imp2_world* w, int32_t most)
{
    imp2i_stride_tree* t = &w->continuous.stride_tree;
    int64_t nodes = 0, jobs = imp2i_jobs_of_bodies(most);
    for (int64_t level = most; level > 1; level = (level + TREE_FANOUT - 1) / TREE_FANOUT)
    {
        nodes += level;
    }
    nodes += 2;
    bool short_of = impi_array_reserve(&t->nodes, &w->allocator, nodes) ||
                    impi_array_reserve(&t->places, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->leaf_of, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->way_of, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->looks, &w->allocator, (int64_t)most + 1) ||
                    impi_array_reserve(&t->paces, &w->allocator, jobs + 1) ||
                    impi_array_reserve(&t->keys, &w->allocator, 2 * (int64_t)most);
    t->most = most;
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

void imp2i_strides_free(imp2_world* w)
{
    imp2i_stride_tree* t = &w->continuous.stride_tree;
    impi_array_free(&t->nodes, &w->allocator);
    impi_array_free(&t->places, &w->allocator);
    impi_array_free(&t->leaf_of, &w->allocator);
    impi_array_free(&t->way_of, &w->allocator);
    impi_array_free(&t->looks, &w->allocator);
    impi_array_free(&t->paces, &w->allocator);
    impi_array_free(&t->keys, &w->allocator);
}

// Every other bit of a number is one of a cell's, as many as there are.
static uint32_t bits_of_cell(float at, float lower, float per_cell)
{
    uint32_t cell = (uint32_t)((at - lower) * per_cell);
    cell = (cell | cell << 8) & 0x00ff00ffu;
    cell = (cell | cell << 4) & 0x0f0f0f0fu;
    cell = (cell | cell << 2) & 0x33333333u;
    return (cell | cell << 1) & 0x55555555u;
}

static float cells_per_metre(float lower, float upper)
{
    float per = (float)((1 << CELL_BITS) - 1) / (upper - lower);
    return upper > lower && per < 0x1p100f ? per : 0.0f;
}

// Strides on their way into the tree.
typedef struct stride_building
{
    imp2_world* w;
    imp2_box around;
    const uint64_t* keys;  // sorted
    int32_t count;
} stride_building;

// Keys of dynamic bodies that move, by where they are.
static void key_some(void* context, int32_t job)
{
    const stride_building* s = (const stride_building*)context;
    const imp2_world* w = s->w;
    const imp2_box* around = &s->around;
    float per_x = cells_per_metre(around->lower.x, around->upper.x),
          per_y = cells_per_metre(around->lower.y, around->upper.y);
    uint64_t* to = w->continuous.stride_tree.keys.data + w->continuous.stride_tree.paces.data[job].leaves;
    int32_t end = imp2i_end_of_job(job, IMP2I_BODIES_OF_JOB, w->movers.count);
    for (int32_t i = job * IMP2I_BODIES_OF_JOB; i < end; ++i)
    {
        const imp2i_body* b = &w->bodies.data[w->movers.data[i]];
        w->continuous.stride_tree.leaf_of.data[i + 1] = -1;
        if (b->kind == IMP_BODY_DYNAMIC && b->first >= 0)
        {
            uint32_t x = bits_of_cell(b->center.x, around->lower.x, per_x),
                     y = bits_of_cell(b->center.y, around->lower.y, per_y);
            *to++ = (uint64_t)(x | y << 1) << 32 | (uint64_t)(i + 1);
        }
    }
}

// Nodes of a level from what is below them, of all that have some of the leaves from first to end.
static void join_children(imp2i_stride_tree* t, int32_t level, int32_t first, int32_t end)
{
    int64_t size = (int64_t)1 << (3 * level);
    int32_t used = t->used[level - 1];
    for (int32_t i = (int32_t)(first / size); i * size < end; ++i)
    {
        imp2i_stride* s = &t->nodes.data[t->start[level] + i];
        const imp2i_stride* below = &t->nodes.data[t->start[level - 1]];
        *s = below[i * TREE_FANOUT];
        for (int32_t k = i * TREE_FANOUT + 1; k < (i + 1) * TREE_FANOUT && k < used; ++k)
        {
            join_strides(s, &below[k]);
        }
    }
}

// A job has whole nodes of the levels below IMP2I_BODIES_OF_JOB.
static void put_some_leaves(void* context, int32_t job)
{
    const stride_building* s = (const stride_building*)context;
    imp2_world* w = s->w;
    imp2i_stride_tree* t = &w->continuous.stride_tree;
    int32_t first = job * IMP2I_BODIES_OF_JOB, end = imp2i_end_of_job(job, IMP2I_BODIES_OF_JOB, s->count);
    for (int32_t i = first; i < end; ++i)
    {
        int32_t place = (int32_t)(s->keys[i] & 0xffffffffu);
        t->nodes.data[i] = imp2i_stride_of(w, w->movers.data[place - 1]);
        t->places.data[i] = place;
        t->leaf_of.data[place] = i;
    }
    for (int32_t level = 1; level <= LEVELS_OF_JOB && level < t->levels; ++level)
    {
        join_children(t, level, first, end);
    }
}

void imp2i_strides_build(imp2_world* w, const imp2i_pace* all)
{
    imp2i_stride_tree* t = &w->continuous.stride_tree;
    stride_building s = {w, all->around, NULL, all->leaves};
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
    impi_spread(&w->jobs, key_some, &s, imp2i_jobs_of_bodies(w->movers.count));
    s.keys = impi_sort_words(t->keys.data, t->keys.data + t->most, s.count, 32, 32 + 2 * CELL_BITS);
    impi_spread(&w->jobs, put_some_leaves, &s, imp2i_jobs_of_bodies(s.count));
    t->leaf_of.data[0] = -1;
    t->stands = true;
    for (int32_t level = LEVELS_OF_JOB + 1; level < t->levels; ++level)
    {
        join_children(t, level, 0, s.count);
    }
}

void imp2i_stride_put(imp2_world* w, int32_t place, const imp2i_stride* s)
{
    imp2i_stride_tree* t = &w->continuous.stride_tree;
    int32_t at = t->leaf_of.data[place];
    at = at < 0 ? t->used[0]++ : at;
    t->leaf_of.data[place] = at;
    t->places.data[at] = place;
    t->nodes.data[at] = *s;
    for (int32_t level = 1; level < t->levels; ++level)
    {
        at /= TREE_FANOUT;
        imp2i_stride* above = &t->nodes.data[t->start[level] + at];
        if (at == t->used[level])
        {
            *above = no_stride;
            t->used[level] += 1;
        }
        join_strides(above, s);
    }
}

int32_t imp2i_strides_find(const imp2_world* w, const imp2i_stride* s, const imp2i_reach* reach, int32_t* places,
                           int32_t room)
{
    const imp2i_stride_tree* t = &w->continuous.stride_tree;
    struct
    {
        int32_t level, at;
    } stack[TREE_STACK];
    int32_t waiting = 0, found = 0, top = t->levels - 1;
    if (t->used[0] > 0 && may_pass_each_other(&t->nodes.data[t->start[top]], s, reach))
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
                places[found] = t->places.data[at];
            }
            ++found;
            continue;
        }
        int32_t first = at * TREE_FANOUT, end = first + TREE_FANOUT, used = t->used[level - 1];
        const imp2i_stride* below = &t->nodes.data[t->start[level - 1]];
        for (int32_t i = (end < used ? end : used) - 1; i >= first; --i)
        {
            if (may_pass_each_other(&below[i], s, reach))
            {
                stack[waiting].level = level - 1;
                stack[waiting++].at = i;
            }
        }
    }
    return found;
}

// Who looks out

// Some bodies that are near each other.
typedef struct stride_group
{
    int32_t count, places[TREE_FANOUT];
    imp2i_stride strides[TREE_FANOUT];
    int32_t* from;  // where the last contact was found
} stride_group;

static void flag_if(imp2_world* w, int32_t place, uint8_t what, bool looks)
{
    if (looks)
    {
        w->continuous.stride_tree.looks.data[place] = (uint8_t)(w->continuous.stride_tree.looks.data[place] | what);
    }
}

// Whether a body keeps clear of a collider, as far as their contacts know.
static bool keeps_clear(const imp2_world* w, const imp2i_body* b, int32_t collider, int32_t* from)
{
    bool clear = true;
    for (int32_t k = b->first; k >= 0 && clear; k = w->colliders.data[k].next)
    {
        clear = imp2i_surely_apart(w, &w->colliders.data[k], &w->colliders.data[collider], from);
    }
    return clear;
}

// Whether a body may pass into a collider that does not give way, beside whose box it is.
static bool may_meet_fixed(const imp2_world* w, int32_t place, float motion, const imp2i_fast_fixed* near,
                           int32_t* from)
{
    int32_t body = w->movers.data[place - 1];
    const imp2i_body* b = &w->bodies.data[body];
    if (!(motion > (w->stances.data[body].swept ? 0.0f : IMP2I_FAST * b->inner)))
    {
        return false;
    }
    return !keeps_clear(w, b, near->collider, from);
}

// Whether a circle around a place, in the frame of a collider's body, is beside all of it.
static bool is_beside(const imp2i_collider* c, const imp2i_fast_fixed* near, imp2_vec at, float reach)
{
    const imp2_box box = {{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}};
    if (c->convex || !imp2_box_overlap(near->own, box))
    {
        return !imp2_box_overlap(near->own, box);
    }
    double radius = c->compound.parts[0].radius;  // boxes of parts are without it
    const imp2i_dbox around = {box.lower.x - radius, box.lower.y - radius, box.upper.x + radius, box.upper.y + radius};
    return imp2i_part_near(&c->compound, &around, 0) >= c->compound.part_count;
}

// The same of a box around all that a group passes.
static bool is_group_beside(const imp2_world* w, const imp2_box* all, const imp2i_fast_fixed* near)
{
    const imp2i_body* fixed = &w->bodies.data[near->body];
    if (w->colliders.data[near->collider].convex || fixed->place > 0)
    {
        return false;
    }
    imp2_vec half = imp2_vec_scale(imp2_vec_sub(all->upper, all->lower), 0.5f);
    imp2_vec middle = imp2_vec_add(all->lower, half);
    imp2_vec at = imp2_rot_apply_inverse(fixed->pose.q, imp2_vec_sub(middle, fixed->pose.p));
    float reach = sqrtf(imp2_vec_dot(half, half));
    reach += STRIDE_DOUBT * (fabsf(at.x) + fabsf(at.y) + fabsf(middle.x) + fabsf(middle.y) + reach);
    return is_beside(&w->colliders.data[near->collider], near, at, reach);
}

static void flag_fixed(imp2_world* w, const stride_group* g, const imp2i_fast_fixed* near)
{
    const imp2i_body* fixed = &w->bodies.data[near->body];
    for (int32_t i = 0; i < g->count; ++i)
    {
        const imp2i_body* b = &w->bodies.data[w->movers.data[g->places[i] - 1]];
        bool known = w->continuous.stride_tree.looks.data[g->places[i]] & IMP2I_LOOKS_FIXED;
        if (known || !imp2_box_overlap(near->box, swept_box(&g->strides[i])))
        {
            continue;
        }
        float motion = imp2i_stride_against(w, b, fixed), reach = motion + b->extent;
        imp2_vec at = imp2_rot_apply_inverse(fixed->pose.q, imp2_vec_sub(b->center, fixed->pose.p));
        reach += STRIDE_DOUBT * (fabsf(at.x) + fabsf(at.y) + fabsf(b->center.x) + fabsf(b->center.y) + reach);
        bool looks = !is_beside(&w->colliders.data[near->collider], near, at, reach) &&
                     may_meet_fixed(w, g->places[i], motion, near, g->from);
        flag_if(w, g->places[i], IMP2I_LOOKS_FIXED, looks);
    }
}

// What does not give way and may be near a group.
typedef struct near_fixed
{
    int32_t count;
    bool crowd;  // there is more
    imp2i_fast_fixed few[FEW_FIXED];
} near_fixed;

static void add_near(const imp2_world* w, const imp2_box* all, const imp2i_fast_fixed* near, near_fixed* out)
{
    if (!imp2_box_overlap(near->box, *all) || is_group_beside(w, all, near))
    {
        return;
    }
    out->crowd |= out->count == FEW_FIXED;
    if (out->count < FEW_FIXED)
    {
        out->few[out->count++] = *near;
    }
}

// What is slow meets only what comes fast.
static void find_near_fixed(const imp2_world* w, const imp2_box* all, bool fast, near_fixed* out)
{
    static const imp2_box everywhere = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
    int32_t numbers[FEW_FIXED], count = 0;
    imp2_box wide = imp2i_grow_box(*all, w->continuous.slow_fixed);
    out->count = 0;
    out->crowd = fast && imp2_index_query_box(w->fixed_index, &wide, NULL, numbers, FEW_FIXED, &count) != IMP_OK;
    for (int32_t n = 0; n < count && !out->crowd; ++n)
    {
        imp2_thing thing;
        imp2i_fast_fixed near = {.collider = w->fixed_of.data[numbers[n]]};
        near.body = w->colliders.data[near.collider].body;
        const imp2i_body* b = &w->bodies.data[near.body];
        if ((b->place > 0 && w->solver.motions.data[b->place].fast > IMP2I_PACE_SLOW) ||
            imp2_index_get(w->fixed_index, numbers[n], &thing))
        {
            continue;
        }
        near.box = imp2i_grow_box(thing.box, w->continuous.slow_fixed);
        near.own = everywhere;
        add_near(w, all, &near, out);
    }
    for (int32_t k = 0; k < w->continuous.fast_fixed.count && !out->crowd; ++k)
    {
        add_near(w, all, &w->continuous.fast_fixed.data[k], out);
    }
}

static void flag_by_fixed(imp2_world* w, const stride_group* g, const near_fixed* near)
{
    for (int32_t i = 0; i < g->count; ++i)
    {
        flag_if(w, g->places[i], IMP2I_LOOKS_FIXED, near->crowd);
    }
    for (int32_t n = 0; n < near->count && !near->crowd; ++n)
    {
        flag_fixed(w, g, &near->few[n]);
    }
}

static bool is_far(const imp2_world* w, int32_t place)
{
    return w->solver.motions.data[place].fast > IMP2I_PACE_FAST;
}

static imp2i_reach whole_step(const imp2_world* w)
{
    const imp2i_reach r = {1.0f, imp2i_least_bounce(w, 0.0), false};
    return r;
}

// Whether one of two is a bullet, or their middles come nearer to each other, or may be beside each other.
static bool may_matter(const imp2_world* w, const imp2i_stride* a, int32_t place_a, const imp2i_stride* b,
                       int32_t place_b)
{
    const imp2i_body *body_a = &w->bodies.data[w->movers.data[place_a - 1]],
                     *body_b = &w->bodies.data[w->movers.data[place_b - 1]];
    float slack = body_a->extent + body_b->extent - body_a->inner - body_b->inner;
    imp2_vec v = imp2_vec_sub(b->motion.lower, a->motion.lower), apart = imp2_vec_sub(body_b->center, body_a->center);
    return body_a->bullet || body_b->bullet || imp2_vec_dot(apart, v) < slack * sqrtf(imp2_vec_dot(v, v));
}

static void flag_by_others(imp2_world* w, const stride_group* g)
{
    int32_t places[FEW_LEAVES];
    const imp2i_reach whole = whole_step(w);
    imp2i_stride far = no_stride;
    for (int32_t i = 0; i < g->count; ++i)
    {
        if (is_far(w, g->places[i]))
        {
            join_strides(&far, &g->strides[i]);
        }
    }
    if (!(far.box.lower.x <= far.box.upper.x))
    {
        return;
    }
    int32_t found = imp2i_strides_find(w, &far, &whole, places, FEW_LEAVES);
    for (int32_t i = 0; i < g->count; ++i)
    {
        if (!is_far(w, g->places[i]))
        {
            continue;
        }
        bool looks = found > FEW_LEAVES;
        for (int32_t k = 0; k < found && !looks; ++k)
        {
            const imp2i_stride* s =
                &w->continuous.stride_tree.nodes.data[w->continuous.stride_tree.leaf_of.data[places[k]]];
            looks = places[k] != g->places[i] && may_pass_each_other(&g->strides[i], s, &whole) &&
                    may_matter(w, &g->strides[i], g->places[i], s, places[k]);
        }
        flag_if(w, g->places[i], IMP2I_LOOKS_OTHERS, looks);
    }
}

static void flag_by_sleepers(imp2_world* w, const stride_group* g)
{
    const imp2i_reach whole = whole_step(w);
    for (int32_t i = 0; i < g->count; ++i)
    {
        int32_t numbers[FEW_LEAVES], count = 0;
        const imp2_box box = swept_box(&g->strides[i]);
        bool looks = false;
        if (!is_far(w, g->places[i]))
        {
            continue;
        }
        if (imp2_index_query_box(w->index, &box, NULL, numbers, FEW_LEAVES, &count))
        {
            looks = true;
            count = 0;
        }
        for (int32_t k = 0; k < count && !looks; ++k)
        {
            int32_t body = w->colliders.data[w->collider_of.data[numbers[k]]].body;
            if (imp2i_is_sleeper(&w->bodies.data[body]))
            {
                const imp2i_stride s = imp2i_stride_of(w, body);
                looks = may_pass_each_other(&g->strides[i], &s, &whole);
            }
        }
        flag_if(w, g->places[i], IMP2I_LOOKS_OTHERS, looks);
    }
}

// A body looks out if it is fast, and where something kinematic is, also if it stands, as seen from that.
static void add_to_group(const imp2_world* w, stride_group* g, int32_t place, const imp2i_stride* s)
{
    const imp2i_body* b = &w->bodies.data[w->movers.data[place - 1]];
    if (b->kind == IMP_BODY_DYNAMIC && b->first >= 0 &&
        (w->solver.motions.data[place].fast > IMP2I_PACE_SLOW || w->continuous.fast_fixed.count > 0))
    {
        g->places[g->count] = place;
        g->strides[g->count++] = *s;
    }
}

static void flag_block(imp2_world* w, int32_t from, int32_t to, int32_t* first)
{
    const imp2i_stride_tree* t = &w->continuous.stride_tree;
    near_fixed near;
    stride_group g = {.from = first};
    imp2_box all = no_stride.box;
    float pace = IMP2I_PACE_SLOW;
    for (int32_t i = from; i < to; ++i)
    {
        float own = w->solver.motions.data[t->places.data[i]].fast;
        pace = own > pace ? own : pace;
        all = imp2i_boxes_joined(all, swept_box(&t->nodes.data[i]));
    }
    find_near_fixed(w, &all, pace > IMP2I_PACE_SLOW, &near);
    bool others = pace > IMP2I_PACE_FAST;
    for (int32_t i = from; i < to && (near.crowd || near.count > 0 || others); ++i)
    {
        add_to_group(w, &g, t->places.data[i], &t->nodes.data[i]);
    }
    flag_by_fixed(w, &g, &near);
    if (others)
    {
        flag_by_others(w, &g);
    }
    if (others && w->sleepers)
    {
        flag_by_sleepers(w, &g);
    }
}

void imp2i_strides_flag(imp2_world* w, int32_t from, int32_t to)
{
    int32_t first = 0;
    for (int32_t i = from; i < to && w->continuous.stride_tree.stands; i += TREE_FANOUT)
    {
        flag_block(w, i, to - i < TREE_FANOUT ? to : i + TREE_FANOUT, &first);
    }
    for (int32_t place = from + 1; place <= to && !w->continuous.stride_tree.stands; ++place)
    {
        near_fixed near;
        stride_group g = {.from = &first};
        const imp2i_stride s = imp2i_stride_of(w, w->movers.data[place - 1]);
        add_to_group(w, &g, place, &s);
        if (g.count > 0)
        {
            const imp2_box box = swept_box(&s);
            find_near_fixed(w, &box, true, &near);
            flag_by_fixed(w, &g, &near);
        }
    }
}
