// SPDX-License-Identifier: MIT
//
// draw.inl, for the plane: outlines are lines and fills their inside. And particles.
//
// Planar: in space they are surfaces that a camera sees.

#include "impinge/world_draw2.h"
#include "impinge/world_particles2.h"

#include "../../math/trig.h"
#include "../../shape/shape2.h"
#include "../../particle/particle2.h"
#include "../contact/contact2.h"
#include "../joint/joint_axes2.h"

#include <math.h>

#include "../../math/dim2.h"

#include "draw.inl"

#include "../../math/dim_end.h"

#define STEP_MIN (WHOLE_TURN / 256.0)  // between two corners of a round shape
#define STEP_MAX (WHOLE_TURN / 8.0)

#define TICK_SPACING 12.0f  // pixels

enum
{
    TICKS_MOST = 64  // on one segment
};

#define PARTICLE_COLOUR 0xff60c0f0u
#define LINK_COLOUR 0xffb0b0b0u

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

static corner_walk walk_corners(const imp2i_drawing* d, const imp2_shape* s, imp2_pose pose)
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

void imp2i_outline_shape(imp2i_drawing* d, const imp2_shape* s, imp2_pose pose, uint32_t colour)
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

void imp2i_fill_shape(imp2i_drawing* d, const imp2_shape* s, imp2_pose pose, uint32_t colour)
{
    corner_walk w = walk_corners(d, s, pose);
    imp2_vec points[3];
    bool more = next_corner(&w, &points[0]) && next_corner(&w, &points[1]);
    for (; more && next_corner(&w, &points[2]); points[1] = points[2])
    {
        put_vertices(d, points, 3, colour);
    }
}

// Ticks on the side on which a segment of a one-sided chain is felt: its right.
static void put_ticks(imp2i_drawing* d, imp2_vec a, imp2_vec b, uint32_t colour)
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

static void tick_chain(imp2i_drawing* d, const imp2_compound* c, imp2_pose pose, uint32_t colour)
{
    int32_t count = c->ring_starts[1];
    for (int32_t i = 0; i < (c->closed ? count : count - 1); ++i)
    {
        int32_t next = i + 1 < count ? i + 1 : 0;
        put_ticks(d, imp2_pose_apply(pose, c->vertices[i]), imp2_pose_apply(pose, c->vertices[next]), colour);
    }
}

void imp2i_outline_compound(imp2i_drawing* d, const imp2_compound* c, imp2_pose pose, uint32_t colour)
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
    if (c->kind == IMP2_COMPOUND_CHAIN && c->one_sided)
    {
        tick_chain(d, c, pose, colour);
    }
}

bool imp2i_has_ticks(const imp2i_collider* c)
{
    return !c->convex && c->compound.kind == IMP2_COMPOUND_CHAIN && c->compound.one_sided;
}

void imp2i_fill_compound(imp2i_drawing* d, const imp2_compound* c, imp2_pose pose, uint32_t colour)
{
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        imp2i_fill_shape(d, &c->parts[i], pose, colour);
    }
}

void imp2i_outline_box(imp2i_drawing* d, const imp2_vec corners[2])
{
    const imp2_vec right = {corners[1].x, corners[0].y}, left = {corners[0].x, corners[1].y};
    put_line(d, corners[0], right, BOX_COLOUR);
    put_line(d, right, corners[1], BOX_COLOUR);
    put_line(d, corners[1], left, BOX_COLOUR);
    put_line(d, left, corners[0], BOX_COLOUR);
}

imp2_vec imp2i_tangent_vector(imp2_vec normal, float friction)
{
    return imp2_vec_scale(imp2_vec_left(normal), friction);
}

// Particles

static imp2_vec end_seen(const imp2i_drawing* d, const imp2_end* end)
{
    return imp2_vec_sub(imp2i_end_now(d->particles, end).position, d->def.origin);
}

static void draw_particle(imp2i_drawing* d, int32_t i)
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
        imp2i_outline_shape(d, &circle, pose, PARTICLE_COLOUR);
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

static void draw_rows(imp2i_drawing* d)
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

static void draw_particles(imp2i_drawing* d)
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
    imp2i_drawing d = {.particles = particles};
    return particles ? draw_twice(&d, def, particles->def.length_unit, vertices, capacity, count, draw_particles)
                     : impi_error(IMP_ERR_NULL, 1);
}
