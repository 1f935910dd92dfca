// SPDX-License-Identifier: MIT
//
// Debug drawing: worlds of the plane as lines and triangles.
//
// Everything is drawn twice, to count and to write, so that a list that is too short stays as it was.
//
// Lines and triangles are left out when their boxes are outside of the view. Clipping is left to graphics cards.
//
// Planar: outlines are lines and fills their inside; in space they are surfaces that a camera sees.

#include "impinge/world_draw2.h"
#include "impinge/world_particles2.h"

#include "../../math/trig.h"
#include "../../shape/shape2.h"
#include "../../particle/particle2.h"
#include "../contact/contact2.h"

#include <math.h>

#define DIM 0x60ffffffu  // less opaque: sleeping bodies

#define WHOLE_TURN 6.283185307179586
#define STEP_MIN (WHOLE_TURN / 256.0)  // between two corners of a round shape
#define STEP_MAX (WHOLE_TURN / 8.0)

#define TICK_LENGTH 6.0f    // pixels, of the ticks of one-sided chains
#define TICK_SPACING 12.0f  // pixels

enum
{
    LINES_ALL = 2 * IMP_DRAW_ISLANDS - 1,
    TICKS_MOST = 64  // on one segment
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
#define PARTICLE_COLOUR 0xff60c0f0u
#define LINK_COLOUR 0xffb0b0b0u

typedef struct drawing
{
    const imp2_world* w;
    const imp2_particles* particles;  // or these
    imp2_draw_def def;
    imp2_box view;  // relative to the origin
    bool limited;
    imp2_draw_vertex* vertices;
    int32_t capacity;
    int64_t count;
} drawing;

static bool is_seen(const drawing* d, const imp2_vec* points, int32_t count)
{
    imp2_box box = {points[0], points[0]};
    for (int32_t i = 1; i < count; ++i)
    {
        box.lower.x = points[i].x < box.lower.x ? points[i].x : box.lower.x;
        box.lower.y = points[i].y < box.lower.y ? points[i].y : box.lower.y;
        box.upper.x = points[i].x > box.upper.x ? points[i].x : box.upper.x;
        box.upper.y = points[i].y > box.upper.y ? points[i].y : box.upper.y;
    }
    return !d->limited || imp2_box_overlap(box, d->view);
}

// A line or a triangle.
static void put_vertices(drawing* d, const imp2_vec* points, int32_t count, uint32_t colour)
{
    if (is_seen(d, points, count))
    {
        for (int32_t i = 0; i < count && d->count + count <= d->capacity; ++i)
        {
            imp2_draw_vertex vertex = {points[i], colour};
            d->vertices[d->count + i] = vertex;
        }
        d->count += count;
    }
}

static void put_line(drawing* d, imp2_vec a, imp2_vec b, uint32_t colour)
{
    const imp2_vec points[2] = {a, b};
    put_vertices(d, points, 2, colour);
}

static void put_cross(drawing* d, imp2_vec at, uint32_t colour)
{
    float half = 3.0f * d->def.pixel;
    const imp2_vec points[4] = {{at.x - half, at.y}, {at.x + half, at.y}, {at.x, at.y - half}, {at.x, at.y + half}};
    put_line(d, points[0], points[1], colour);
    put_line(d, points[2], points[3], colour);
}

// The pose of a body, relative to the origin.
static imp2_pose pose_seen(const drawing* d, const imp2i_body* b)
{
    imp2_pose r = {imp2_vec_sub(b->pose.p, d->def.origin), b->pose.q};
    return r;
}

static imp2_vec center_seen(const drawing* d, const imp2i_body* b)
{
    return imp2_pose_apply(pose_seen(d, b), b->middle);
}

// The corners with which a shape is drawn, one after the other. A round shape has arcs around its vertices, from the
// normal of one side to that of the next.
typedef struct corner_walk
{
    const imp2_shape* s;
    imp2i_outline o;
    imp2_pose pose;
    double step;           // most angle between two corners
    int32_t vertex, ends;  // the next vertex, and how many there are
    int32_t arc, arcs;     // corners of the vertex so far, and the parts of its arc
    double x, y, angle;    // where the arc begins, and its angle
} corner_walk;

static corner_walk walk_corners(const drawing* d, const imp2_shape* s, imp2_pose pose)
{
    corner_walk w = {.s = s, .o = imp2i_outline_of(s), .pose = pose};
    w.ends = s->radius > 0.0f && s->count > 1 ? w.o.sides : s->count;
    // An arc of angle a is higher than its chord by r a^2 / 8.
    w.step = s->radius > 0.0f ? sqrt(2.0 * (double)d->def.pixel / (double)s->radius) : 0.0;
    w.step = w.step < STEP_MIN ? STEP_MIN : w.step > STEP_MAX ? STEP_MAX : w.step;
    return w;
}

static void begin_arc(corner_walk* w)
{
    int32_t k = w->vertex, before = k > 0 ? k - 1 : w->ends - 1;
    w->x = 1.0;
    w->y = 0.0;
    w->angle = WHOLE_TURN;
    bool apart = false;
    if (w->s->count > 1)
    {
        double to_x = (double)w->o.normal_x[k], to_y = (double)w->o.normal_y[k];
        w->x = (double)w->o.normal_x[before];
        w->y = (double)w->o.normal_y[before];
        w->angle = impi_atan2_d(w->x * to_y - w->y * to_x, w->x * to_x + w->y * to_y);
        apart = w->o.x[k] != w->o.x[before] || w->o.y[k] != w->o.y[before];
    }
    w->arcs = (int32_t)(w->angle / w->step) + 1;
    w->arc = apart ? 0 : 1;  // the arc before ended here
}

static bool next_corner(corner_walk* w, imp2_vec* out)
{
    if (w->vertex == w->ends)
    {
        return false;
    }
    imp2_vec v = {w->o.x[w->vertex], w->o.y[w->vertex]};
    if (w->s->radius > 0.0f)
    {
        double s, c;
        if (w->arcs == 0)
        {
            begin_arc(w);
        }
        impi_sincos_d(w->angle * (double)w->arc / (double)w->arcs, &s, &c);
        v.x += w->s->radius * (float)(w->x * c - w->y * s);
        v.y += w->s->radius * (float)(w->y * c + w->x * s);
        ++w->arc;
    }
    if (w->arc > w->arcs || w->s->radius == 0.0f)
    {
        ++w->vertex;
        w->arcs = 0;
    }
    *out = imp2_pose_apply(w->pose, v);
    return true;
}

static void outline_shape(drawing* d, const imp2_shape* s, imp2_pose pose, uint32_t colour)
{
    corner_walk w = walk_corners(d, s, pose);
    imp2_vec first, last, next;
    (void)next_corner(&w, &first);
    for (last = first; next_corner(&w, &next); last = next)
    {
        put_line(d, last, next, colour);
    }
    if (s->count > 2 || s->radius > 0.0f)
    {
        put_line(d, last, first, colour);
    }
    if (s->count == 1 && s->radius > 0.0f)
    {
        imp2_vec center = {s->x[0], s->y[0]}, right = {s->x[0] + s->radius, s->y[0]};
        put_line(d, imp2_pose_apply(pose, center), imp2_pose_apply(pose, right), colour);
    }
    else if (s->count == 1)
    {
        put_cross(d, first, colour);
    }
}

static void fill_shape(drawing* d, const imp2_shape* s, imp2_pose pose, uint32_t colour)
{
    corner_walk w = walk_corners(d, s, pose);
    imp2_vec points[3];
    bool more = next_corner(&w, &points[0]) && next_corner(&w, &points[1]);
    for (; more && next_corner(&w, &points[2]); points[1] = points[2])
    {
        put_vertices(d, points, 3, colour);
    }
}

static void outline_compound(drawing* d, const imp2_compound* c, imp2_pose pose, uint32_t colour)
{
    bool closed = c->kind == IMP2_COMPOUND_REGION || c->closed;
    for (int32_t island_next = 0; island_next < c->ring_count; ++island_next)
    {
        int32_t start = c->ring_starts[island_next], end = c->ring_starts[island_next + 1];
        imp2_vec first = imp2_pose_apply(pose, c->vertices[start]), last = first;
        for (int32_t i = start + 1; i < end; ++i)
        {
            imp2_vec next = imp2_pose_apply(pose, c->vertices[i]);
            put_line(d, last, next, colour);
            last = next;
        }
        if (closed)
        {
            put_line(d, last, first, colour);
        }
    }
}

// Ticks on the side on which a segment of a one-sided chain is felt: its right.
static void put_ticks(drawing* d, imp2_vec a, imp2_vec b, uint32_t colour)
{
    imp2_vec way = imp2_vec_sub(b, a);
    float length = sqrtf(imp2_vec_dot(way, way));
    if (length > 0.0f)
    {
        imp2_vec tick = imp2_vec_scale(imp2_vec_left(way), -TICK_LENGTH * d->def.pixel / length);
        float fit = length / (TICK_SPACING * d->def.pixel);
        int32_t count = fit < 1.0f ? 1 : fit < (float)TICKS_MOST ? (int32_t)fit : TICKS_MOST;
        for (int32_t i = 0; i < count; ++i)
        {
            imp2_vec at = imp2_vec_add(a, imp2_vec_scale(way, ((float)i + 0.5f) / (float)count));
            put_line(d, at, imp2_vec_add(at, tick), colour);
        }
    }
}

static void tick_chain(drawing* d, const imp2_compound* c, imp2_pose pose, uint32_t colour)
{
    int32_t count = c->ring_starts[1];
    for (int32_t i = 0; i < (c->closed ? count : count - 1); ++i)
    {
        int32_t next = i + 1 < count ? i + 1 : 0;
        put_ticks(d, imp2_pose_apply(pose, c->vertices[i]), imp2_pose_apply(pose, c->vertices[next]), colour);
    }
}

static uint32_t colour_of(const imp2i_body* b, const imp2i_collider* c)
{
    uint32_t colour = c->sensor ? SENSOR_COLOUR : KIND_COLOURS[b->kind];
    return b->island_next >= 0 ? colour & DIM : colour;
}

static bool has_ticks(const imp2i_collider* c)
{
    return !c->convex && c->compound.kind == IMP2_COMPOUND_CHAIN && c->compound.one_sided;
}

// Whether the box of a collider is in the view, or its ticks, which reach out of it.
static bool box_seen(const drawing* d, const imp2i_collider* c, imp2_vec corners[2])
{
    imp2_thing thing;
    if (imp2_index_get(d->w->index, c->number, &thing))
    {
        return false;
    }
    corners[0] = imp2_vec_sub(thing.box.lower, d->def.origin);
    corners[1] = imp2_vec_sub(thing.box.upper, d->def.origin);
    float out = has_ticks(c) ? TICK_LENGTH * d->def.pixel : 0.0f;
    const imp2_vec reach[2] = {{corners[0].x - out, corners[0].y - out}, {corners[1].x + out, corners[1].y + out}};
    return is_seen(d, reach, 2);
}

static void draw_collider(drawing* d, const imp2i_body* b, const imp2i_collider* c)
{
    imp2_vec corners[2];
    if (!box_seen(d, c, corners))
    {
        return;
    }
    imp2_pose pose = pose_seen(d, b);
    if ((d->def.lines & IMP_DRAW_OUTLINES) && c->convex)
    {
        outline_shape(d, &c->shape, pose, colour_of(b, c));
    }
    else if (d->def.lines & IMP_DRAW_OUTLINES)
    {
        outline_compound(d, &c->compound, pose, colour_of(b, c));
        if (has_ticks(c))
        {
            tick_chain(d, &c->compound, pose, colour_of(b, c));
        }
    }
    if (d->def.lines & IMP_DRAW_BOXES)
    {
        const imp2_vec right = {corners[1].x, corners[0].y}, left = {corners[0].x, corners[1].y};
        put_line(d, corners[0], right, BOX_COLOUR);
        put_line(d, right, corners[1], BOX_COLOUR);
        put_line(d, corners[1], left, BOX_COLOUR);
        put_line(d, left, corners[0], BOX_COLOUR);
    }
}

static void fill_collider(drawing* d, const imp2i_body* b, const imp2i_collider* c)
{
    imp2_vec corners[2];
    if (box_seen(d, c, corners))
    {
        imp2_compound compound = imp2i_collider_compound(c);
        for (int32_t i = 0; i < compound.part_count; ++i)
        {
            fill_shape(d, &compound.parts[i], pose_seen(d, b), colour_of(b, c));
        }
    }
}

static void draw_body(drawing* d, const imp2i_body* b)
{
    imp2_vec center = center_seen(d, b);
    if ((d->def.lines & IMP_DRAW_CENTERS) && b->kind != IMP_BODY_STATIC)
    {
        const imp2_vec axis = {8.0f * d->def.pixel, 0.0f};
        put_cross(d, center, CENTER_COLOUR);
        put_line(d, center, imp2_vec_add(center, imp2_rot_apply(b->pose.q, axis)), CENTER_COLOUR);
    }
    if (d->def.velocity > 0.0f && b->kind != IMP_BODY_STATIC)
    {
        put_line(d, center, imp2_vec_add(center, imp2_vec_scale(b->velocity, d->def.velocity)), VELOCITY_COLOUR);
    }
    if ((d->def.lines & IMP_DRAW_ISLANDS) && b->island_next >= 0)
    {
        put_line(d, center, center_seen(d, &d->w->bodies.data[b->island_next]), ISLAND_COLOUR);
    }
}

static void draw_manifold(drawing* d, const imp2i_contact* c, const imp2i_cache* t)
{
    imp2_vec base = imp2_vec_sub(d->w->sims.data[c->body_a].pose.p, d->def.origin);
    const imp2i_cache seen = imp2i_cache_seen(d->w, c, t);
    for (int32_t k = 0; k < seen.manifold.count; ++k)
    {
        imp2_vec at = imp2_vec_add(base, seen.manifold.points[k].point), normal = seen.manifold.normal;
        if (d->def.lines & IMP_DRAW_CONTACTS)
        {
            put_cross(d, at, CONTACT_COLOUR);
            put_line(d, at, imp2_vec_add(at, imp2_vec_scale(normal, 8.0f * d->def.pixel)), NORMAL_COLOUR);
        }
        if (d->def.impulse > 0.0f)
        {
            imp2_vec impulse = imp2_vec_add(imp2_vec_scale(normal, seen.impulses.total[k]),
                                            imp2_vec_scale(imp2_vec_left(normal), imp2i_friction_at(&seen, k)));
            put_line(d, at, imp2_vec_add(at, imp2_vec_scale(impulse, d->def.impulse)), IMPULSE_COLOUR);
        }
    }
}

static void draw_contacts(drawing* d, const impi_contact_list* list)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        const imp2i_contact* c = &d->w->contacts.data[list->data[i].slot];
        const imp2i_cache* t = c->manifold_count > 0 && imp2i_contact_is_whole(d->w, c) ? &c->cache : NULL;
        for (; t; t = imp2i_next_cache(d->w, c, t))
        {
            draw_manifold(d, c, t);
        }
    }
}

static void draw_bodies(drawing* d, void (*draw)(drawing* d, const imp2i_body* b, const imp2i_collider* c), bool lines)
{
    for (int32_t i = 0; i < d->w->bodies.count; ++i)
    {
        const imp2i_body* b = &d->w->bodies.data[i];
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

static void draw_lines(drawing* d)
{
    draw_bodies(d, draw_collider, true);
    if ((d->def.lines & IMP_DRAW_CONTACTS) || d->def.impulse > 0.0f)
    {
        draw_contacts(d, &d->w->awake);
        draw_contacts(d, &d->w->asleep);
    }
}

static void draw_fills(drawing* d)
{
    draw_bodies(d, fill_collider, false);
}

static int32_t draw_def_fault(const imp2_draw_def* def)
{
    int32_t fault = imp2i_vec_fault_large(def->view.lower);
    fault = fault ? fault : imp2i_vec_fault_large(def->view.upper);
    fault = fault ? fault : imp2i_vec_fault_large(def->origin);
    fault = fault ? fault : impi_number_fault_negative(def->pixel);
    fault = fault ? fault : impi_number_fault_negative(def->velocity);
    fault = fault ? fault : impi_number_fault_negative(def->impulse);
    bool ordered = def->view.lower.x <= def->view.upper.x && def->view.lower.y <= def->view.upper.y;
    fault = fault ? fault : ordered ? 0 : IMP_ERR_ORDER;
    return fault ? fault : (def->lines & ~(uint32_t)LINES_ALL) ? IMP_ERR_RANGE : 0;
}

// Draws twice, to count and to write.
static imp_status draw_twice(drawing* d, const imp2_draw_def* def, float unit, imp2_draw_vertex* vertices,
                             int32_t capacity, int32_t* count, void (*draw)(drawing* d))
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
    d->def.pixel = d->def.pixel > 0.0f ? d->def.pixel : 0x1p-6f * unit;
    d->view.lower = imp2_vec_sub(d->def.view.lower, d->def.origin);
    d->view.upper = imp2_vec_sub(d->def.view.upper, d->def.origin);
    const imp2_box* v = &d->def.view;
    d->limited = v->lower.x != 0.0f || v->lower.y != 0.0f || v->upper.x != 0.0f || v->upper.y != 0.0f;
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

static imp_status draw_world(const imp2_world* w, const imp2_draw_def* def, imp2_draw_vertex* vertices,
                             int32_t capacity, int32_t* count, void (*draw)(drawing* d))
{
    drawing d = {.w = w};
    return w ? draw_twice(&d, def, w->unit, vertices, capacity, count, draw) : impi_error(IMP_ERR_NULL, 1);
}

imp2_draw_def imp2_draw_default(void)
{
    const imp2_draw_def def = {.lines = 0};
    return def;
}

imp_status imp2_world_draw_lines(const imp2_world* w, const imp2_draw_def* def, imp2_draw_vertex* vertices,
                                 int32_t capacity, int32_t* count)
{
    return draw_world(w, def, vertices, capacity, count, draw_lines);
}

imp_status imp2_world_draw_fills(const imp2_world* w, const imp2_draw_def* def, imp2_draw_vertex* vertices,
                                 int32_t capacity, int32_t* count)
{
    return draw_world(w, def, vertices, capacity, count, draw_fills);
}

// Particles

static imp2_vec end_seen(const drawing* d, const imp2_end* end)
{
    return imp2_vec_sub(imp2i_end_now(d->particles, end).position, d->def.origin);
}

static void draw_particle(drawing* d, int32_t i)
{
    const imp2_particles* p = d->particles;
    imp2_vec at = imp2_vec_sub(p->positions.data[i], d->def.origin);
    imp2_shape circle;
    if (!(d->def.lines & IMP_DRAW_OUTLINES))
    {
        return;
    }
    if (imp2_circle_make((imp2_vec){0.0f, 0.0f}, p->traits.data[i].radius, &circle) == IMP_OK &&
        p->traits.data[i].radius > 0.0f)
    {
        const imp2_pose pose = {at, {1.0f, 0.0f}};
        outline_shape(d, &circle, pose, PARTICLE_COLOUR);
    }
    else
    {
        put_cross(d, at, PARTICLE_COLOUR);
    }
    if (d->def.velocity > 0.0f)
    {
        imp2_vec to = imp2i_vec_add_scaled(at, p->bodies.data[i].velocity, d->def.velocity);
        put_line(d, at, to, VELOCITY_COLOUR);
    }
}

static void draw_rows(drawing* d)
{
    const imp2_particles* p = d->particles;
    for (int32_t i = 0; i < p->pair_rows + p->solid_rows; ++i)
    {
        const imp2i_particle_row* row = &p->rows.data[i];
        if (imp2i_vec_bits(row->total))
        {
            imp2_vec at = imp2_vec_sub(imp2i_row_point(p, row), d->def.origin);
            put_cross(d, at, CONTACT_COLOUR);
            put_line(d, at, imp2i_vec_add_scaled(at, row->total, d->def.impulse), IMPULSE_COLOUR);
        }
    }
}

static void draw_particles(drawing* d)
{
    const imp2_particles* p = d->particles;
    for (int32_t i = 0; i < p->limit; ++i)
    {
        if (p->bodies.data[i].flags & IMPI_PARTICLE_USED)
        {
            draw_particle(d, i);
        }
    }
    for (int32_t i = 0; i < p->links.count; ++i)
    {
        if (p->links.data[i].kind != IMP_LINK_NONE)
        {
            put_line(d, end_seen(d, &p->links.data[i].a), end_seen(d, &p->links.data[i].b), LINK_COLOUR);
        }
    }
    if (d->def.lines & IMP_DRAW_CONTACTS)
    {
        draw_rows(d);
    }
}

imp_status imp2_particles_draw_lines(const imp2_particles* particles, const imp2_draw_def* def,
                                     imp2_draw_vertex* vertices, int32_t capacity, int32_t* count)
{
    drawing d = {.particles = particles};
    return particles ? draw_twice(&d, def, particles->def.length_unit, vertices, capacity, count, draw_particles)
                     : impi_error(IMP_ERR_NULL, 1);
}
