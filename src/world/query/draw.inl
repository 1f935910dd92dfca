// SPDX-License-Identifier: MIT
//
// Debug drawing: worlds as lines and triangles.
//
// Everything is drawn twice, to count and to write, so that a list that is too short stays as it was.
//
// Lines and triangles are left out when their boxes are outside of the view. Clipping is left to graphics cards.
//
// The file that includes this one draws shapes: lines around them, and triangles that fill them.

#ifndef AXES
#include "impinge/world_draw2.h"

#include "../contact/contact2.h"
#include "../joint/joint_axes2.h"

#include "../../math/dim2.h"
#endif

#define DIM_ASLEEP 0x60ffffffu  // less opaque: sleeping bodies

#define WHOLE_TURN 6.283185307179586

#define TICK_LENGTH 6.0f    // pixels, of the ticks on the side that is felt
#define ARROW_LENGTH 8.0f   // pixels, of axes, normals and one-way directions
#define LIMIT_LENGTH 16.0f  // pixels, of hands at limits of turns

enum
{
    FNI(LINES_ALL) = 2 * IMP_DRAW_JOINTS - 1,
    CONE_CORNERS = 16
};

static const uint32_t KIND_COLOURS[IMP_BODY_KIND_COUNT] = {0xff8a9a78u, 0xffd08a50u, 0xff50a0e0u};

#define SENSOR_COLOUR 0xff60d0d0u
#define BOX_COLOUR 0xff606060u
#define CENTER_COLOUR 0xff4040ffu
#define VELOCITY_COLOUR 0xff40c040u
#define CONTACT_COLOUR 0xff30e0ffu
#define NORMAL_COLOUR 0xffe0e0e0u
#define IMPULSE_COLOUR 0xffff60ffu
#define ISLAND_COLOUR 0xffc080c0u
#define JOINT_COLOUR 0xffe0a0ffu
#define LIMIT_COLOUR 0xff40a0ffu
#define COUPLING_COLOUR 0xffa0ffa0u

typedef struct Drawing
{
    const World* w;
    const Particles* particles;  // or these
    DrawDef def;
    float unit;  // of length
    Box view;    // relative to the origin
    bool limited;
    DrawVertex* vertices;
    int32_t capacity;
    int64_t count;
} Drawing;

// Lines that one dimension adds.
void FNI(outline_shape)(Drawing* d, const Shape* s, Pose pose, uint32_t colour);
void FNI(fill_shape)(Drawing* d, const Shape* s, Pose pose, uint32_t colour);
void FNI(outline_compound)(Drawing* d, const Compound* c, Pose pose, uint32_t colour);
void FNI(fill_compound)(Drawing* d, const Compound* c, Pose pose, uint32_t colour);
void FNI(outline_box)(Drawing* d, const Vec corners[2]);
bool FNI(has_ticks)(const Collider* c);
Vec FNI(tangent_vector)(Vec normal, Spin friction);

static bool is_seen(const Drawing* d, const Vec* points, int32_t count)
{
    Box box = {points[0], points[0]};
    for (int32_t i = 1; i < count; ++i)
    {
        for (int axis = 0; axis < AXES; ++axis)
        {
            float k = AT(points[i], axis);
            SET_AT(box.lower, axis, k < AT(box.lower, axis) ? k : AT(box.lower, axis));
            SET_AT(box.upper, axis, k > AT(box.upper, axis) ? k : AT(box.upper, axis));
        }
    }
    return !d->limited || FN(box_overlap)(box, d->view);
}

// A line or a triangle.
static void put_vertices(Drawing* d, const Vec* points, int32_t count, uint32_t colour)
{
    if (is_seen(d, points, count))
    {
        for (int32_t i = 0; i < count && d->count + count <= d->capacity; ++i)
        {
            DrawVertex vertex = {points[i], colour};
            d->vertices[d->count + i] = vertex;
        }
        d->count += count;
    }
}

static void put_line(Drawing* d, Vec a, Vec b, uint32_t colour)
{
    const Vec points[2] = {a, b};
    put_vertices(d, points, 2, colour);
}

static void put_cross(Drawing* d, Vec at, uint32_t colour)
{
    float half = 3.0f * d->def.pixel;
    for (int axis = 0; axis < AXES; ++axis)
    {
        Vec a = at, b = at;
        SET_AT(a, axis, AT(at, axis) - half);
        SET_AT(b, axis, AT(at, axis) + half);
        put_line(d, a, b, colour);
    }
}

// The pose of a body, relative to the origin.
static Pose pose_seen(const Drawing* d, const Body* b)
{
    Pose r = {FN(vec_sub)(b->pose.p, d->def.origin), b->pose.q};
    return r;
}

static Vec center_seen(const Drawing* d, const Body* b)
{
    return FN(pose_apply)(pose_seen(d, b), b->middle);
}

static uint32_t colour_of(const Body* b, const Collider* c)
{
    uint32_t colour = c->sensor ? SENSOR_COLOUR : KIND_COLOURS[b->kind];
    return b->island_next >= 0 ? colour & DIM_ASLEEP : colour;
}

static Vec way_out(const Drawing* d, const Body* b, const Collider* c)
{
    Vec way = FN(rot_apply)(b->pose.q, c->one_way);
    float length = sqrtf(FN(vec_dot)(way, way));
    return FN(vec_scale)(way, ARROW_LENGTH * d->def.pixel / length);
}

static bool has_one_way(const Collider* c)
{
    return FN(vec_dot)(c->one_way, c->one_way) > 0.0f;
}

// Whether the box of a collider is in the view, or its ticks and its arrow, which reach out of it.
static bool box_seen(const Drawing* d, const Collider* c, Vec corners[2])
{
    Thing thing;
    if (FN(index_get)(d->w->index, c->number, &thing))
    {
        return false;
    }
    corners[0] = FN(vec_sub)(thing.box.lower, d->def.origin);
    corners[1] = FN(vec_sub)(thing.box.upper, d->def.origin);
    float out = has_one_way(c) ? ARROW_LENGTH * d->def.pixel : FNI(has_ticks)(c) ? TICK_LENGTH * d->def.pixel : 0.0f;
    Vec reach[2] = {corners[0], corners[1]};
    for (int axis = 0; axis < AXES; ++axis)
    {
        SET_AT(reach[0], axis, AT(corners[0], axis) - out);
        SET_AT(reach[1], axis, AT(corners[1], axis) + out);
    }
    return is_seen(d, reach, 2);
}

static void draw_collider(Drawing* d, const Body* b, const Collider* c)
{
    Vec corners[2];
    if (!box_seen(d, c, corners))
    {
        return;
    }
    Pose pose = pose_seen(d, b);
    if ((d->def.lines & IMP_DRAW_OUTLINES) && c->convex)
    {
        FNI(outline_shape)(d, &c->shape, pose, colour_of(b, c));
    }
    else if (d->def.lines & IMP_DRAW_OUTLINES)
    {
        FNI(outline_compound)(d, &c->compound, pose, colour_of(b, c));
    }
    if ((d->def.lines & IMP_DRAW_OUTLINES) && has_one_way(c))
    {
        Vec middle = FN(vec_scale)(FN(vec_add)(corners[0], corners[1]), 0.5f);
        put_line(d, middle, FN(vec_add)(middle, way_out(d, b, c)), NORMAL_COLOUR);
    }
    if (d->def.lines & IMP_DRAW_BOXES)
    {
        FNI(outline_box)(d, corners);
    }
}

static void fill_collider(Drawing* d, const Body* b, const Collider* c)
{
    Vec corners[2];
    if (box_seen(d, c, corners))
    {
        Compound compound = FNI(collider_compound)(c);
        FNI(fill_compound)(d, &compound, pose_seen(d, b), colour_of(b, c));
    }
}

static void draw_body(Drawing* d, const Body* b)
{
    Vec center = center_seen(d, b);
    if ((d->def.lines & IMP_DRAW_CENTERS) && b->kind != IMP_BODY_STATIC)
    {
        Vec axis = {0};
        SET_AT(axis, 0, ARROW_LENGTH * d->def.pixel);
        put_cross(d, center, CENTER_COLOUR);
        put_line(d, center, FN(vec_add)(center, FN(rot_apply)(b->pose.q, axis)), CENTER_COLOUR);
    }
    if (d->def.velocity > 0.0f && b->kind != IMP_BODY_STATIC)
    {
        put_line(d, center, FN(vec_add)(center, FN(vec_scale)(b->velocity, d->def.velocity)), VELOCITY_COLOUR);
    }
    if ((d->def.lines & IMP_DRAW_ISLANDS) && b->island_next >= 0)
    {
        put_line(d, center, center_seen(d, &d->w->bodies.data[b->island_next]), ISLAND_COLOUR);
    }
}

static void draw_manifold(Drawing* d, const Contact* c, const Cache* t)
{
    Vec base = FN(vec_sub)(d->w->sims.data[c->body_a].pose.p, d->def.origin);
    const Cache seen = FNI(cache_seen)(d->w, c, t);
    for (int32_t k = 0; k < seen.manifold.count; ++k)
    {
        Vec at = FN(vec_add)(base, seen.manifold.points[k].point), normal = seen.manifold.normal;
        if (d->def.lines & IMP_DRAW_CONTACTS)
        {
            put_cross(d, at, CONTACT_COLOUR);
            put_line(d, at, FN(vec_add)(at, FN(vec_scale)(normal, ARROW_LENGTH * d->def.pixel)), NORMAL_COLOUR);
        }
        if (d->def.impulse > 0.0f)
        {
            Vec impulse = FN(vec_add)(FN(vec_scale)(normal, seen.impulses.total[k]),
                                      FNI(tangent_vector)(normal, FNI(friction_at)(&seen, k)));
            put_line(d, at, FN(vec_add)(at, FN(vec_scale)(impulse, d->def.impulse)), IMPULSE_COLOUR);
        }
    }
}

static void draw_contacts(Drawing* d, const impi_contact_list* list)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        const Contact* c = &d->w->contacts.data[list->data[i].slot];
        const Cache* t = c->manifold_count > 0 && FNI(contact_is_whole)(d->w, c) ? &c->cache : NULL;
        for (; t; t = FNI(next_cache)(d->w, c, t))
        {
            draw_manifold(d, c, t);
        }
    }
}

static void draw_bodies(Drawing* d, void (*draw)(Drawing* d, const Body* b, const Collider* c), bool lines)
{
    for (int32_t i = 0; i < d->w->bodies.count; ++i)
    {
        const Body* b = &d->w->bodies.data[i];
        if (d->w->body_pool.data[i].next != IMPI_SLOT_USED || b->disabled)
        {
            continue;
        }
        for (int32_t k = b->first; k >= 0; k = d->w->colliders.data[k].next)
        {
            draw(d, b, &d->w->colliders.data[k]);
        }
        if (lines)
        {
            draw_body(d, b);
        }
    }
}

// Draws an axis from frame A: held along its own direction, limited between two marks.
static void draw_axis(Drawing* d, const imp_axis* axis, Pose a, int32_t i)
{
    bool along = i < AXES, limited = axis->kind == IMP_AXIS_LIMITED;
    float mark = ARROW_LENGTH * d->def.pixel, hand = LIMIT_LENGTH * d->def.pixel;
    if (along && axis->kind != IMP_AXIS_FREE)
    {
        Vec way = FNI(frame_axis)(a.q, i);
        put_line(d, FNI(vec_add_scaled)(a.p, way, limited ? axis->lower : 0.0f),
                 FNI(vec_add_scaled)(a.p, way, limited ? axis->upper : mark), limited ? LIMIT_COLOUR : JOINT_COLOUR);
    }
    else if (limited && i < DIM(AXIS_DISTANCE))
    {
        Vec lower = FNI(turn_hand)(a.q, i - AXES, (double)axis->lower),
            upper = FNI(turn_hand)(a.q, i - AXES, (double)axis->upper);
        put_line(d, a.p, FNI(vec_add_scaled)(a.p, lower, hand), LIMIT_COLOUR);
        put_line(d, a.p, FNI(vec_add_scaled)(a.p, upper, hand), LIMIT_COLOUR);
    }
}

// The edge of a cone, and a hand to every fourth of its corners.
static void draw_cone(Drawing* d, const JointDef* def, Pose a)
{
    float hand = LIMIT_LENGTH * d->def.pixel;
    Vec before = a.p;
    for (int32_t i = 0; i <= CONE_CORNERS && FNI(has_cone)(def); ++i)
    {
        const Vec way = FNI(cone_hand)(def, a.q, WHOLE_TURN / (double)CONE_CORNERS * i);
        const Vec corner = FNI(vec_add_scaled)(a.p, way, hand);
        if (i > 0)
        {
            put_line(d, before, corner, LIMIT_COLOUR);
        }
        if (i % 4 == 0 && i < CONE_CORNERS)
        {
            put_line(d, a.p, corner, LIMIT_COLOUR);
        }
        before = corner;
    }
}

static void draw_joint(Drawing* d, const Joint* j)
{
    Pose a = FNI(joint_frame)(d->w, j->body_a, &j->def.frame_a), b = FNI(joint_frame)(d->w, j->body_b, &j->def.frame_b);
    a.p = FN(vec_sub)(a.p, d->def.origin);
    b.p = FN(vec_sub)(b.p, d->def.origin);
    put_cross(d, a.p, JOINT_COLOUR);
    put_cross(d, b.p, JOINT_COLOUR);
    put_line(d, a.p, b.p, JOINT_COLOUR);
    put_line(d, center_seen(d, &d->w->bodies.data[j->body_b]), b.p, JOINT_COLOUR);
    if (j->body_a >= 0)
    {
        put_line(d, center_seen(d, &d->w->bodies.data[j->body_a]), a.p, JOINT_COLOUR);
    }
    for (int32_t i = 0; i < DIM(AXIS_COUNT); ++i)
    {
        draw_axis(d, &j->def.axes[i], a, i);
    }
    draw_cone(d, &j->def, a);
}

// Draws where a coupled axis stands: a slide from frame A to its value, a turn as a hand of frame A, a distance from anchor
// to anchor. Returns where the line to the other axis begins, so that what couples two distances is a rope.
static Vec draw_coupled(Drawing* d, int32_t joint, int32_t axis)
{
    const Joint* j = &d->w->joints.all.data[joint];
    const Pose a = FNI(joint_frame)(d->w, j->body_a, &j->def.frame_a);
    const Vec from = FN(vec_sub)(a.p, d->def.origin);
    float values[DIMI(JOINT_AXES)];
    FNI(joint_values)(d->w, j, values);
    if (axis < AXES)
    {
        const Vec to = FNI(vec_add_scaled)(from, FNI(frame_axis)(a.q, axis), values[axis]);
        put_line(d, from, to, COUPLING_COLOUR);
        return to;
    }
    const bool turns = axis < DIM(AXIS_DISTANCE);
    const Vec hand = turns ? FNI(turn_hand)(a.q, axis - AXES, (double)values[axis]) : FNI(vec_none)();
    const Vec end = FN(vec_sub)(FNI(joint_frame)(d->w, j->body_b, &j->def.frame_b).p, d->def.origin);
    put_line(d, from, turns ? FNI(vec_add_scaled)(from, hand, LIMIT_LENGTH * d->def.pixel) : end, COUPLING_COLOUR);
    return from;
}

static void draw_coupling(Drawing* d, const Coupling* c)
{
    const Vec a = draw_coupled(d, c->joint_a, c->def.axis_a), b = draw_coupled(d, c->joint_b, c->def.axis_b);
    put_line(d, a, b, COUPLING_COLOUR);
}

static void draw_joints(Drawing* d)
{
    for (int32_t i = 0; i < d->w->joints.all.count; ++i)
    {
        if (d->w->joints.pool.data[i].next == IMPI_SLOT_USED)
        {
            draw_joint(d, &d->w->joints.all.data[i]);
        }
    }
    for (int32_t i = 0; i < d->w->joints.couplings.count; ++i)
    {
        if (d->w->joints.coupling_pool.data[i].next == IMPI_SLOT_USED)
        {
            draw_coupling(d, &d->w->joints.couplings.data[i]);
        }
    }
}

static void draw_lines(Drawing* d)
{
    draw_bodies(d, draw_collider, true);
    if (d->def.lines & IMP_DRAW_JOINTS)
    {
        draw_joints(d);
    }
    if ((d->def.lines & IMP_DRAW_CONTACTS) || d->def.impulse > 0.0f)
    {
        draw_contacts(d, &d->w->awake);
        draw_contacts(d, &d->w->asleep);
    }
}

static void draw_fills(Drawing* d)
{
    draw_bodies(d, fill_collider, false);
}

static int32_t draw_def_fault(const DrawDef* def)
{
    int32_t fault = FNI(vec_fault_large)(def->view.lower);
    fault = fault ? fault : FNI(vec_fault_large)(def->view.upper);
    fault = fault ? fault : FNI(vec_fault_large)(def->origin);
    fault = fault ? fault : impi_number_fault_negative(def->pixel);
    fault = fault ? fault : impi_number_fault_negative(def->velocity);
    fault = fault ? fault : impi_number_fault_negative(def->impulse);
    bool ordered = true;
    for (int axis = 0; axis < AXES; ++axis)
    {
        ordered = ordered && AT(def->view.lower, axis) <= AT(def->view.upper, axis);
    }
    fault = fault ? fault : ordered ? 0 : IMP_ERR_ORDER;
    return fault ? fault : (def->lines & ~(uint32_t)FNI(LINES_ALL)) ? IMP_ERR_RANGE : 0;
}

// Draws twice, to count and to write.
static imp_status draw_twice(Drawing* d, const DrawDef* def, float unit, DrawVertex* vertices, int32_t capacity,
                             int32_t* count, void (*draw)(Drawing* d))
{
    int32_t fault = def ? draw_def_fault(def) : 0;
    if (fault)
    {
        return impi_error(fault, 2);
    }
    if (capacity < 0 || (capacity > 0 && !vertices) || !count)
    {
        return capacity < 0 ? impi_error(IMP_ERR_COUNT, 4) : impi_error(IMP_ERR_NULL, count ? 3 : 5);
    }
    if (def)
    {
        d->def = *def;
    }
    d->unit = unit;
    d->def.pixel = d->def.pixel > 0.0f ? d->def.pixel : 0x1p-6f * unit;
    d->view.lower = FN(vec_sub)(d->def.view.lower, d->def.origin);
    d->view.upper = FN(vec_sub)(d->def.view.upper, d->def.origin);
    d->limited = FNI(vec_bits)(d->def.view.lower) != 0 || FNI(vec_bits)(d->def.view.upper) != 0;
    draw(d);
    if (d->count > INT32_MAX)
    {
        return impi_error(IMP_ERR_COUNT, 0);
    }
    *count = (int32_t)d->count;
    if (d->count > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 4);
    }
    d->vertices = vertices;
    d->capacity = capacity;
    d->count = 0;
    draw(d);
    return IMP_OK;
}

static imp_status draw_world(const World* w, const DrawDef* def, DrawVertex* vertices, int32_t capacity, int32_t* count,
                             void (*draw)(Drawing* d))
{
    Drawing d = {.w = w};
    return w ? draw_twice(&d, def, w->unit, vertices, capacity, count, draw) : impi_error(IMP_ERR_NULL, 1);
}

DrawDef FN(draw_default)(void)
{
    const DrawDef def = {.lines = 0};
    return def;
}

imp_status FN(world_draw_lines)(const World* w, const DrawDef* def, DrawVertex* vertices, int32_t capacity,
                                int32_t* count)
{
    return draw_world(w, def, vertices, capacity, count, draw_lines);
}

imp_status FN(world_draw_fills)(const World* w, const DrawDef* def, DrawVertex* vertices, int32_t capacity,
                                int32_t* count)
{
    return draw_world(w, def, vertices, capacity, count, draw_fills);
}
