// SPDX-License-Identifier: MIT
//
// Ways of bodies through a step, and the tree of boxes around those of fast ones.
//
// The tree is implicit: leaf i is in block i / 8 of the next level, and so on. Leaves are sorted along a curve once a
// step. A body that is hit has another way; its leaf, or a new one behind the others, has the box of that, and those
// above grow. Nothing is taken out: a box that is too large costs a question.

#include "ways2.h"

#include "../base/sort.h"
#include "../math/trig.h"

#include <math.h>

#define FREE_FALL 0.25  // of what gravity adds in a step: what has got less was held
#define WAY_DOUBT 0x1p-21f

enum
{
    TREE_FANOUT = 8,
    TREE_STACK = 128,
    HILBERT_CELLS = 65535
};

static imp2i_dvec turned_arm(imp2i_dvec arm, double c, double s)
{
    imp2i_dvec r = {c * arm.x - s * arm.y, s * arm.x + c * arm.y};
    return r;
}

// How far a body has turned in a step: that is told up to whole turns, and the spin tells how many sub-steps made of it.
static double turn_of(const imp2_world* w, const imp2i_motion* m)
{
    double turn = impi_atan2_d((double)m->s, (double)m->c), whole = 6.283185307179586;
    double a_sub_step = (double)m->spin * (double)w->row_step.h;
    double expected =
        fabs(a_sub_step) * w->sub_step_count < 2.0 ? turn : impi_atan2_d(a_sub_step, 1.0) * w->sub_step_count;
    double turns = (expected - turn) / whole;
    return turn + whole * (double)(int32_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
}

// What gravity adds to the velocity in a step, if it has done so in this one: what lies is held by its contacts.
static imp2i_dvec fall_of(const imp2_world* w, const imp2i_body* b, imp2i_dvec way, imp2i_dvec end)
{
    double time = imp2i_step_time(w), part = time * time * (double)b->gravity;
    imp2i_dvec fall = {(double)w->gravity.x * part, (double)w->gravity.y * part}, none = {0.0, 0.0};
    double falls = imp2i_ddot(imp2i_dsub(end, way), fall), all = imp2i_ddot(fall, fall);
    return w->sub_step_count == 1 || falls >= FREE_FALL * all ? fall : none;
}

// The motion of a body whose centre goes straight from now to the end of the step, as that of its origin.
static void lay_chord(imp2i_way* way, imp2i_dvec velocity)
{
    imp2i_thing* t = &way->thing;
    double rest = 1.0 - t->since, c, s;
    t->velocity = velocity;
    if (imp2i_ddot(way->arm, way->arm) > 0.0 && rest > 0.0)
    {
        imp2i_thing_rotation(t, 1.0, &c, &s);
        imp2i_dvec bend = imp2i_dsub(turned_arm(way->arm, t->c, t->s), turned_arm(way->arm, c, s));
        t->velocity = imp2i_dadd_scaled(velocity, bend, 1.0 / rest);
    }
}

// Sub-steps of gravity make a parabola, but not with the velocity that they end with: that is half a sub-step ahead. What
// is measured on the way is taken from the parabola, so that a bounce comes back to its height.
void imp2i_way_begin(const imp2_world* w, int32_t body, imp2i_way* out)
{
    const imp2i_body* b = &w->bodies.data[body];
    const imp2i_stance* stance = &w->stances.data[body];
    const imp2i_way fresh = {.body = body, .leaf = -1, .collider = -1, .other = -1};
    const imp2i_thing none = {.until = 1.0, .answer = IMP_ANSWER_BOUNCE};
    *out = fresh;
    out->thing = none;
    out->inner = b->bullet ? 0.0f : b->inner;
    out->springy = w->mixtures.count > 0 || w->hooks.mix;
    for (int32_t k = b->first; k >= 0 && !out->springy; k = w->colliders.data[k].next)
    {
        out->springy = w->colliders.data[k].material.restitution > 0.0f;
    }
    imp2i_thing* t = &out->thing;
    t->at.x = stance->pose.p.x;
    t->at.y = stance->pose.p.y;
    t->c = stance->pose.q.c;
    t->s = stance->pose.q.s;
    t->size = (double)b->extent + sqrt((double)imp2_vec_dot(b->middle, b->middle));
    out->arm.x = b->middle.x;
    out->arm.y = b->middle.y;
    out->start = imp2i_way_center(out, 0.0);
    if (b->place == 0)
    {
        return;
    }
    const imp2i_motion* m = &w->motions.data[b->place];
    double time = imp2i_step_time(w);
    bool free_x = !(b->locks & IMP2_LOCK_X), free_y = !(b->locks & IMP2_LOCK_Y);
    imp2i_dvec velocity = {free_x ? m->moved_x : 0.0, free_y ? m->moved_y : 0.0};
    out->end.x = free_x ? (double)m->x * time : 0.0;
    out->end.y = free_y ? (double)m->y * time : 0.0;
    out->end_spin = (double)m->spin * time;
    t->spin = m->s < 0.0f || m->s > 0.0f || m->c < 0.0f ? turn_of(w, m) : 0.0;
    lay_chord(out, velocity);
    if (b->kind == IMP_BODY_DYNAMIC)
    {
        out->mass_x = free_x ? b->inverse_mass : 0.0;
        out->mass_y = free_y ? b->inverse_mass : 0.0;
        t->inverse_inertia = b->inverse_inertia;
        out->fall = fall_of(w, b, velocity, out->end);
        out->fall.x = free_x ? out->fall.x : 0.0;
        out->fall.y = free_y ? out->fall.y : 0.0;
        out->end = imp2i_dadd_scaled(out->end, out->fall, 0.5 / w->sub_step_count);
    }
}

const imp2i_way* imp2i_way_of(const imp2_world* w, int32_t body, imp2i_way* made)
{
    int32_t place = w->bodies.data[body].place;
    if (place > 0 && imp2i_has_way(&w->motions.data[place]))
    {
        return &w->ways.data[place];
    }
    imp2i_way_begin(w, body, made);
    return made;
}

imp2i_dvec imp2i_way_center(const imp2i_way* way, double time)
{
    imp2i_dvec at = imp2i_thing_at(&way->thing, time);
    if (!(imp2i_ddot(way->arm, way->arm) > 0.0))
    {
        return at;
    }
    double c, s;
    imp2i_thing_rotation(&way->thing, time, &c, &s);
    return imp2i_dadd_scaled(at, turned_arm(way->arm, c, s), 1.0);
}

static void advance_to(imp2i_way* way, double time)
{
    imp2i_thing* t = &way->thing;
    double c, s;
    imp2i_thing_rotation(t, time, &c, &s);
    double length = sqrt(c * c + s * s);
    t->at = imp2i_thing_at(t, time);
    t->c = c / length;
    t->s = s / length;
    t->since = time;
    way->turned = true;
}

void imp2i_way_turn(imp2i_way* way, double time, imp2i_dvec end, double spin)
{
    double most = IMP2I_SPIN_MAX;
    advance_to(way, time);
    way->end = end;
    way->end_spin = spin;
    way->thing.spin = spin > most ? most : spin < -most ? -most : spin;
    lay_chord(way, imp2i_dadd_scaled(end, way->fall, -0.5 * (1.0 - time)));
}

void imp2i_way_stop(imp2i_way* way, double time, imp2i_dvec with)
{
    const imp2i_dvec none = {0.0, 0.0};
    advance_to(way, time);
    // The velocity that it is told to have does not change by that.
    way->end = imp2i_dadd_scaled(way->end, way->fall, -(1.0 - time));  // in time that is lost nothing falls
    way->fall = none;
    way->thing.velocity = with;
    way->thing.spin = 0.0;
    way->spent = true;
}

void imp2i_way_finish(const imp2_world* w, const imp2i_way* way)
{
    const imp2i_body* b = &w->bodies.data[way->body];
    const imp2_rot* before = &w->stances.data[way->body].pose.q;
    imp2i_motion* m = &w->motions.data[b->place];
    imp2i_dvec moved = imp2i_dsub(imp2i_way_center(way, 1.0), way->start);
    double time = imp2i_step_time(w), c, s;
    imp2i_thing_rotation(&way->thing, 1.0, &c, &s);
    m->moved_x = (float)moved.x;
    m->moved_y = (float)moved.y;
    m->c = (float)(c * before->c + s * before->s);
    m->s = (float)(s * before->c - c * before->s);
    imp2i_dvec end = imp2i_dadd_scaled(way->end, way->fall, -0.5 / w->sub_step_count);
    m->x = (float)(end.x / time);
    m->y = (float)(end.y / time);
    m->spin = (float)(way->end_spin / time);
}

static imp2_box join_boxes(imp2_box a, imp2_box b)
{
    a.lower.x = a.lower.x < b.lower.x ? a.lower.x : b.lower.x;
    a.lower.y = a.lower.y < b.lower.y ? a.lower.y : b.lower.y;
    a.upper.x = a.upper.x > b.upper.x ? a.upper.x : b.upper.x;
    a.upper.y = a.upper.y > b.upper.y ? a.upper.y : b.upper.y;
    return a;
}

bool imp2i_way_collider_box(const imp2i_way* way, const imp2i_collider* c, imp2i_dvec motion, double from, double to,
                            imp2_box* out)
{
    const imp2i_thing* t = &way->thing;
    imp2i_dvec at = imp2i_thing_at(t, from);
    double turn = fabs(t->spin) * (to - from), bulge = (turn < 2.0 ? turn : 2.0) * t->size;
    const imp2_pose pose = imp2i_thing_pose(t, from, at);
    if (imp2i_collider_bounds(c, &pose, out))
    {
        return false;
    }
    float x = (float)(motion.x * (to - from)), y = (float)(motion.y * (to - from)), more = (float)bulge;
    float far = fabsf(pose.p.x) + fabsf(pose.p.y) + fabsf(x) + fabsf(y) + (float)t->size;
    more += WAY_DOUBT * far;
    out->lower.x += (x < 0.0f ? x : 0.0f) - more;
    out->lower.y += (y < 0.0f ? y : 0.0f) - more;
    out->upper.x += (x > 0.0f ? x : 0.0f) + more;
    out->upper.y += (y > 0.0f ? y : 0.0f) + more;
    return far < 0x1p60f;
}

bool imp2i_way_box(const imp2_world* w, const imp2i_way* way, double from, double to, imp2_box* out)
{
    imp2_box all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}}, box;
    bool sound = true;
    for (int32_t k = w->bodies.data[way->body].first; k >= 0 && sound; k = w->colliders.data[k].next)
    {
        sound = imp2i_way_collider_box(way, &w->colliders.data[k], way->thing.velocity, from, to, &box);
        all = sound ? join_boxes(all, box) : all;
    }
    *out = all;
    return sound && all.lower.x <= all.upper.x;
}

// The tree

imp_status imp2i_way_tree_reserve(imp2_world* w, int32_t most)
{
    imp2i_way_tree* t = &w->way_tree;
    int64_t boxes = 0;
    for (int64_t level = most; level > 1; level = (level + TREE_FANOUT - 1) / TREE_FANOUT)
    {
        boxes += level;
    }
    boxes += 2;
    bool short_of = impi_array_reserve(&t->boxes, &w->allocator, boxes) ||
                    impi_array_reserve(&t->places, &w->allocator, most) ||
                    impi_array_reserve(&t->keys, &w->allocator, 2 * (int64_t)most);
    t->most = most;
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

// A leaf has a box, and what is above it grows.
static void set_leaf(imp2i_way_tree* t, int32_t leaf, const imp2_box* box)
{
    t->boxes.data[leaf] = *box;
    for (int32_t level = 1; level < t->levels; ++level)
    {
        leaf /= TREE_FANOUT;
        imp2_box* above = &t->boxes.data[t->start[level] + leaf];
        *above = join_boxes(*above, *box);
    }
}

static uint32_t cell_of(float at, float lower, float upper)
{
    float part = upper > lower ? (at - lower) / (upper - lower) : 0.0f;
    return (uint32_t)(part * (float)HILBERT_CELLS);
}

// Keys of all that is fast, by where its way begins. Returns how many there are.
static int32_t key_ways(const imp2_world* w)
{
    const imp2i_way_tree* t = &w->way_tree;
    imp2_box around = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    int32_t count = 0;
    for (int32_t place = 1; place <= w->movers.count; ++place)
    {
        if (imp2i_has_way(&w->motions.data[place]))
        {
            imp2_vec at = w->stances.data[w->movers.data[place - 1]].pose.p;
            const imp2_box box = {at, at};
            around = join_boxes(around, box);
            t->keys.data[count++] = (uint64_t)place;
        }
    }
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_vec at = w->stances.data[w->movers.data[t->keys.data[i] - 1]].pose.p;
        uint32_t x = cell_of(at.x, around.lower.x, around.upper.x), y = cell_of(at.y, around.lower.y, around.upper.y);
        t->keys.data[i] |= (uint64_t)impi_hilbert(x, y) << 32;
    }
    return count;
}

void imp2i_way_tree_build(imp2_world* w)
{
    imp2i_way_tree* t = &w->way_tree;
    const imp2_box none = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    int32_t count = key_ways(w), size = t->most, start = 0;
    const uint64_t* keys = impi_sort_words(t->keys.data, t->keys.data + t->most, count, 32, 64);
    t->count = 0;
    for (t->levels = 0; t->levels == 0 || size > 1; ++t->levels)
    {
        size = t->levels > 0 ? (size + TREE_FANOUT - 1) / TREE_FANOUT : size;
        t->start[t->levels] = start;
        start += size;
    }
    for (int32_t i = 0; i < start; ++i)
    {
        t->boxes.data[i] = none;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_box box;
        int32_t place = (int32_t)(keys[i] & 0xffffffffu);
        if (imp2i_way_box(w, &w->ways.data[place], 0.0, 1.0, &box))
        {
            imp2i_way_tree_put(w, place, &box);
        }
    }
}

void imp2i_way_tree_put(imp2_world* w, int32_t place, const imp2_box* box)
{
    imp2i_way_tree* t = &w->way_tree;
    imp2i_way* way = &w->ways.data[place];
    way->leaf = way->leaf < 0 ? t->count++ : way->leaf;
    t->places.data[way->leaf] = place;
    set_leaf(t, way->leaf, box);
}

int32_t imp2i_way_tree_find(const imp2_world* w, const imp2_box* box, int32_t* places, int32_t room)
{
    const imp2i_way_tree* t = &w->way_tree;
    struct
    {
        int32_t level, at;
    } stack[TREE_STACK];
    int32_t waiting = 0, found = 0;
    stack[waiting].level = t->levels - 1;
    stack[waiting++].at = 0;
    while (waiting > 0)
    {
        int32_t level = stack[--waiting].level, at = stack[waiting].at;
        if (!imp2_box_overlap(t->boxes.data[t->start[level] + at], *box))
        {
            continue;
        }
        if (level == 0)
        {
            if (found < room)
            {
                places[found] = t->places.data[at];
            }
            ++found;
            continue;
        }
        int32_t end = t->start[level] - t->start[level - 1];
        for (int32_t k = TREE_FANOUT - 1; k >= 0; --k)
        {
            if (at * TREE_FANOUT + k < end)
            {
                stack[waiting].level = level - 1;
                stack[waiting++].at = at * TREE_FANOUT + k;
            }
        }
    }
    return found;
}
