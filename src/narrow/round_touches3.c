// SPDX-License-Identifier: MIT
//
// The contacts of a sphere or a capsule, once the nearest features are known: with a line, with a face; and how they are
// written.
//
// A contact of two lines is one point, or two where they run side by side: where their common stretch begins and ends.
// Lines that nearly do, and cross, have these two and the crossing, which is deeper than both, as long as the ways there
// lean little from the shortest one.

#include "round3.h"

/// Ways at the ends of a common stretch that lean more than this cosine tells (about 3.6 degrees) are not counted.
#define SIDE_BY_SIDE (1.0 - 0x1p-9)

bool imp3i_write_touches(const imp3i_round* r, imp3i_dvec n, double distance, const imp3i_touch* touches, int32_t count,
                         imp3_manifold* out)
{
    imp3i_dvec origin = imp3i_dvec_of(r->pose_a->p);
    imp3i_clear_manifold(out);
    out->normal = imp3i_vec_tidy(r->flip ? imp3i_dnegate(n) : n);
    out->depth = 0.0f - (float)distance;
    out->count = count;
    int32_t deepest = 0;
    for (int32_t k = 1; k < count; ++k)
    {
        deepest = touches[k].distance < touches[deepest].distance ? k : deepest;
    }
    for (int32_t k = 0; k < count; ++k)
    {
        const imp3i_touch* t = &touches[k];
        double here = k == deepest || t->distance < distance ? distance : t->distance;
        imp3_contact c;
        c.point = imp3i_vec_tidy(imp3i_dadd(imp3i_dadd_scaled(t->on_b, n, -(r->radius_b + 0.5 * here)), origin));
        c.depth = 0.0f - (float)here;
        c.id = r->flip ? imp3i_contact_id(t->name_b, t->name_a) : imp3i_contact_id(t->name_a, t->name_b);
        int32_t at = k;
        for (; at > 0 && c.id < out->points[at - 1].id; --at)
        {
            out->points[at] = out->points[at - 1];
        }
        out->points[at] = c;
    }
    return true;
}

/// The ends of the common stretch of two lines that run side by side, besides the nearest way or in its place. Returns
/// how many there are then; touches[0] is the nearest way.
static int32_t add_side_by_side(const imp3i_round* r, const imp3i_line* a, imp3i_dvec n, imp3i_touch touches[3])
{
    const imp3i_line* b = &r->line;
    double length = imp3i_ddot(a->along, a->along), along = imp3i_ddot(a->along, b->along);
    imp3i_dvec to_b = imp3i_dsub(b->from, a->from);
    double start = imp3i_ddot(a->along, to_b), end = start + along;
    if (!(along * along > 0.5 * length * imp3i_ddot(b->along, b->along)))
    {
        return 1;
    }
    imp3i_stretch s = imp3i_whole_stretch();
    imp3i_cut_stretch(&s, start, end, (double)IMPI_CONTACT_TIE * length, 0);
    imp3i_cut_stretch(&s, length - start, length - end, (double)IMPI_CONTACT_TIE * length, 1);
    double run = (s.high - s.low) * sqrt(imp3i_ddot(b->along, b->along));
    if (!(run > (double)IMPI_FLOAT_DOUBT * r->scale))
    {
        return 1;
    }
    const double at[2] = {s.low, s.high};
    const int32_t sides[2] = {s.side_low, s.side_high};
    imp3i_touch found[2];
    for (int32_t k = 0; k < 2; ++k)
    {
        imp3i_dvec on_b = imp3i_line_at(b, at[k]);
        double foot = imp3i_unit_clamp((start + at[k] * along) / length);
        imp3i_dvec way = imp3i_dsub(on_b, imp3i_line_at(a, foot));
        double core = sqrt(imp3i_ddot(way, way)), distance = core - r->radii;
        if (!(imp3i_ddot(way, n) > SIDE_BY_SIDE * core) || distance > r->margin)
        {
            return 1;
        }
        found[k].on_b = on_b;
        found[k].distance = distance;
        found[k].name_a = sides[k] < 0 ? a->name : a->ends[sides[k]];
        found[k].name_b = sides[k] < 0 ? b->ends[k] : b->name;
    }
    // The nearest way stands in for the end of that name. Where they cross, it is nearer than both ends, and stays.
    bool cross = true;
    for (int32_t k = 0; k < 2; ++k)
    {
        bool same = found[k].name_a == touches[0].name_a && found[k].name_b == touches[0].name_b;
        bool near = found[k].distance - touches[0].distance <= (double)IMPI_FLOAT_DOUBT * r->scale;
        found[k] = same ? touches[0] : found[k];
        cross = cross && !same && !near;
    }
    touches[cross] = found[0];
    touches[cross + 1] = found[1];
    return 2 + cross;
}

bool imp3i_touch_line(const imp3i_round* r, const imp3i_line* a, const imp3i_way* w, imp3_manifold* out)
{
    double far = r->radii + r->margin;
    if (!imp3i_is_sure_square(r, w->square))
    {
        return false;
    }
    if (w->square > far * far)
    {
        return imp3i_write_apart(out);
    }
    double core = sqrt(w->square), distance = core - r->radii;
    imp3i_dvec n = imp3i_dscale(w->way, 1.0 / core);
    imp3i_touch touches[3];
    touches[0].on_b = imp3i_line_at(&r->line, w->t);
    touches[0].distance = distance;
    touches[0].name_a = imp3i_line_name(a, w->end_a);
    touches[0].name_b = imp3i_line_name(&r->line, w->end_b);
    bool lines = !imp3i_is_point_line(a) && !imp3i_is_point_line(&r->line);
    int32_t count = lines ? add_side_by_side(r, a, n, touches) : 1;
    return imp3i_write_touches(r, n, distance, touches, count, out);
}

bool imp3i_touch_face(const imp3i_round* r, imp3i_dvec n, double distance, const imp3i_ground* ground,
                      const imp3i_stretch* s, imp3_manifold* out)
{
    const imp3i_line* b = &r->line;
    double lean = imp3i_ddot(n, ground->normal), rise = ground->heights[1] - ground->heights[0];
    double square = imp3i_ddot(b->along, b->along), part = s->high - s->low;
    bool brief = !(part > (double)IMPI_CONTACT_TIE) ||
                 !(part * part * square > IMPI_FLOAT_DOUBT * IMPI_FLOAT_DOUBT * r->scale * r->scale);
    bool flat = rise * rise < 0.5 * square && !brief;
    const double at[2] = {s->low, s->high};
    const int32_t sides[2] = {s->side_low, s->side_high};
    const uint32_t names[2] = {ground->side_low, ground->side_high};
    imp3i_touch touches[2];
    int32_t count = 0, lower = rise < 0.0;
    for (int32_t k = 0; k < 2; ++k)
    {
        double height = (ground->heights[0] + at[k] * rise) / lean - r->radii;
        if (k == lower || (flat && part > 0.0 && height <= r->margin))
        {
            imp3i_touch* t = &touches[count++];
            t->on_b = imp3i_line_at(b, at[k]);
            t->distance = k == lower ? distance : height;
            // An end of the line is what both ends are where a stretch is hardly more than a point.
            int32_t end = brief && sides[k] >= 0 ? 1 - k : k;
            t->name_a = sides[end] < 0 ? ground->name : names[k];
            t->name_b = sides[end] < 0 ? b->ends[end] : b->name;
        }
    }
    return imp3i_write_touches(r, n, distance, touches, count, out);
}
