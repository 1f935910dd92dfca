// SPDX-License-Identifier: MIT
//
// Walls, bodies and tallies of the scene fast.

#include "fast_things2.h"

#include <math.h>
#include <stdio.h>

const char* const FAST_WALL_NAMES[WALLS] = {"polygons", "chain", "region", "segments"};

const world2_engine* fast_side_of(int side)
{
    return side == 0 ? &WORLD2_OURS : WORLD2_PEER;
}

imp2_vec fast_on_circle(double radius, double angle)
{
    const imp2_vec v = {(float)(radius * cos(angle)), (float)(radius * sin(angle))};
    return v;
}

void fast_set_surface(world2_shape* s, surface of)
{
    s->friction = (float)of.friction;
    s->restitution = (float)of.restitution;
}

void fast_add_wall(world2_scene* s, wall made_of, const imp2_vec* inner, const imp2_vec* outer, int count, bool closed,
                   surface of)
{
    imp2_vec points[2 * WALL_POINTS];
    world2_add_body(s, IMP_BODY_STATIC, 0.0, 0.0);
    for (int i = 0; i < count - !closed && (made_of == POLYGONS || made_of == SEGMENTS); ++i)
    {
        int next = (i + 1) % count;
        const imp2_vec piece[4] = {outer[next], outer[i], inner[i], inner[next]}, edge[2] = {inner[i], inner[next]};
        fast_set_surface(made_of == POLYGONS ? world2_add_shape(s, piece, 4, 0.0f) : world2_add_shape(s, edge, 2, 0.0f),
                         of);
    }
    if (made_of == POLYGONS || made_of == SEGMENTS)
    {
        return;
    }
    for (int i = 0; i < count; ++i)
    {
        points[i] = closed ? outer[i] : inner[i];
        points[count + i] = closed ? inner[i] : outer[count - 1 - i];
    }
    world2_outline* o =
        made_of == REGION ? world2_add_outline(s, points, 2 * count) : world2_add_outline(s, inner, count);
    o->region = made_of == REGION;
    o->hole = closed && made_of == REGION ? count : 0;
    o->closed = closed;
    o->one_sided = true;
    o->friction = (float)of.friction;
    o->restitution = (float)of.restitution;
}

world2_body* fast_add_thing(world2_scene* s, form what, double size, surface of)
{
    static const double TRIANGLE_AT[3][2] = {{-0.875, -0.75}, {0.875, -0.75}, {0.0, 1.0}};
    static const double HOOK_AT[6][2] = {{-1, -1}, {1, -1}, {1, -0.5}, {-0.5, -0.5}, {-0.5, 1}, {-1, 1}};
    const imp2_vec ends[2] = {{(float)(-0.5 * size), 0.0f}, {(float)(0.5 * size), 0.0f}}, middle = {0.0f, 0.0f};
    imp2_vec corners[6];
    int count = what == HOOK ? 6 : 3;
    world2_body* b = world2_add_body(s, IMP_BODY_DYNAMIC, 0.0, 0.0);
    for (int i = 0; i < count; ++i)
    {
        const double* at = what == HOOK ? HOOK_AT[i] : TRIANGLE_AT[i];
        corners[i].x = (float)(size * at[0]);
        corners[i].y = (float)(size * at[1]);
    }
    if (what == TRIANGLE_REGION || what == HOOK)
    {
        world2_outline* o = world2_add_outline(s, corners, count);
        o->region = true;
        o->friction = (float)of.friction;
        o->restitution = (float)of.restitution;
        return b;
    }
    fast_set_surface(what == CIRCLE    ? world2_add_shape(s, &middle, 1, (float)size)
                     : what == CAPSULE ? world2_add_shape(s, ends, 2, (float)(0.5 * size))
                     : what == BOX     ? world2_add_box(s, 0.0, 0.0, size, 0.7 * size)
                     : what == ROD     ? world2_add_box(s, 0.0, 0.0, 2.0 * size, 0.1 * size)
                                       : world2_add_shape(s, corners, 3, 0.0f),
                     of);
    return b;
}

void fast_throw_from(world2_body* b, double x, double y, double angle, imp2_vec velocity, double spin)
{
    b->pose.p.x = (float)x;
    b->pose.p.y = (float)y;
    b->pose.q = (imp2_rot){(float)cos(angle), (float)sin(angle)};
    b->velocity = velocity;
    b->spin = (float)spin;
}

void fast_count_case(tally* const* into, int count, int side, bool wrong, double far)
{
    for (int i = 0; i < count; ++i)
    {
        into[i]->all += side == 0;
        into[i]->wrong[side] += wrong;
        into[i]->most[side] = isnan(far) ? INFINITY : fmax(into[i]->most[side], far);
    }
}

void fast_report_count(bench* b, const char* kind, const char* name, const char* figure, const tally* t, double bar)
{
    if (t->all > 0)
    {
        char row[64], unit[16];
        snprintf(row, sizeof row, "%s.%s", kind, name);
        snprintf(unit, sizeof unit, "of %d", t->all);
        world2_report(b, "fast", row, figure, t->wrong[0], t->wrong[1], unit, bar);
    }
}

void fast_report_counts_by(bench* b, const char* kind, const char* by, const double* values, const tally* tallies,
                           int count, const char* figure, double bar)
{
    for (int i = 0; i < count; ++i)
    {
        char name[48];
        snprintf(name, sizeof name, "%s.%g", by, values[i]);
        fast_report_count(b, kind, name, figure, &tallies[i], bar);
    }
}

void fast_report_most(bench* b, const char* row, const char* figure, const tally* t, double scale, const char* unit,
                      double limit)
{
    world2_report(b, "fast", row, figure, scale * t->most[0], WORLD2_PEER ? scale * t->most[1] : NAN, unit, NAN);
    if (!isnan(limit))
    {
        bench_report_limit(b, bench_entry_make("fast", row, "within", scale * t->most[0], unit), "limit", limit);
    }
}
