// SPDX-License-Identifier: MIT
//
// Pieces of edges in a distance field: where each is nearest to the surface.
//
// The field has its least along a piece where the tangents of both ends of what is left meet, as distances are nearly convex
// there: asked of ends that are known, in floats, it is found or left out at once where it is at an end. What is measured to
// triangles goes on from there.
//
// Inside of an edge of the other, the nearest triangle changes where a piece of an edge is deepest. Its normal is that of
// both edges, then: what the gradients on both sides have in common across the piece.
//
// The end of a piece from which the push leads along it is no contact: what goes on there is nearer. So edges that slide
// over the end of something do not catch on it.
//
// Source: edges against fields (Macklin and others 2020); tangents: cutting planes (Kelley 1960).

#include "field_fits3.h"

#include <math.h>

enum
{
    TANGENT_STEPS = 4,
    FOOT_STEPS = 4
};

#define LEADS_ALONG 0.34    // a push that leads along an edge by more, a cosine, is that of what goes on there
#define BENDS 0x1p-4        // that much of it, a cosine, asks for what is on the other side of the least
#define LEAST_KNOWN 0x1p-4  // cells to which the least along a piece is found
#define BOTH_SIDES 0x1p-4   // cells to both sides of it, where triangles are asked
#define PIECE_FAR 3.0       // cells: what the field says of ends that are farther is not believed

/// A piece of an edge in the other's field.
typedef struct fit_piece
{
    imp3i_dvec a, way;
    double length;
} fit_piece;

static imp3i_dvec place_on(const fit_piece* p, double t)
{
    return imp3i_dadd_scaled(p->a, p->way, t);
}

/// A place on a piece: the distance there, and how it changes along the whole piece.
typedef struct piece_end
{
    double t, slope;
    imp3i_field_value value;
} piece_end;

/// Towards what is far off the distance grows.
static inline piece_end piece_end_of(const imp3i_fit_side* side, const fit_piece* p, double t, bool near,
                                     const imp3i_field_value* value)
{
    piece_end r;
    r.t = t;
    if (near)
    {
        r.value = *value;
        r.slope = imp3i_ddot(r.value.gradient, p->way);
        return r;
    }
    r.value.distance = PIECE_FAR * side->cell;
    r.value.gradient = p->way;
    r.value.part = r.value.sample = -1;
    r.value.doubt = IMP3I_DOUBT_MOST;
    r.slope = t > 0.5 ? p->length : -p->length;
    return r;
}

static inline piece_end ask_end(const imp3i_fit_side* side, const fit_piece* p, double t)
{
    imp3i_field_value value;
    bool near = imp3i_field_ask_near(side->other, place_on(p, t), &value);
    return piece_end_of(side, p, t, near, &value);
}

/// The place at which two tangents meet: a convex function is nowhere less than they are there.
static double tangents_meet(const piece_end* from, const piece_end* to, double* least)
{
    double span = to->t - from->t;
    double t = (to->value.distance - to->slope * span - from->value.distance) / (from->slope - to->slope);
    *least = from->value.distance + from->slope * t;
    t = t > 0.0625 * span ? (t < 0.9375 * span ? t : 0.9375 * span) : 0.0625 * span;
    return from->t + t;
}

/// The minimum of a piece between two ends, from both of which the distance falls.
static piece_end least_between(const imp3i_fit_side* side, const fit_piece* p, piece_end from, piece_end to)
{
    const double enough = LEAST_KNOWN * side->cell;
    double best = from.value.distance < to.value.distance ? from.value.distance : to.value.distance;
    for (int k = 0;; ++k)
    {
        double least;
        const piece_end middle = ask_end(side, p, tangents_meet(&from, &to, &least));
        best = middle.value.distance < best ? middle.value.distance : best;
        if (best - least < enough || k == TANGENT_STEPS)
        {
            return middle;
        }
        *(middle.slope < 0.0 ? &from : &to) = middle;
    }
}

/// Measures a place of a piece to the triangles there.
static void sharpen_end(const imp3i_fit_side* side, const fit_piece* p, piece_end* end)
{
    imp3i_field_sharpen(side->other_mesh, place_on(p, end->t), &end->value);
    end->slope = imp3i_ddot(end->value.gradient, p->way);
}

/// Joins two minima of a piece inside across it: by the normal of both edges.
static bool join_ends(const piece_end* from, const piece_end* to, piece_end* out)
{
    if (!(from->slope < 0.0 && to->slope > 0.0 && from->value.distance < 0.0 && to->value.distance < 0.0))
    {
        return false;
    }
    double share = to->slope / (to->slope - from->slope), least;
    imp3i_dvec both = imp3i_dadd_scaled(imp3i_dscale(from->value.gradient, share), to->value.gradient, 1.0 - share);
    double length = sqrt(imp3i_ddot(both, both));
    if (!(length > 0.25))
    {
        return false;
    }
    *out = from->value.distance < to->value.distance ? *from : *to;
    out->t = tangents_meet(from, to, &least);
    out->value.distance = least / length;
    out->value.gradient = imp3i_ddivide(both, length);
    out->slope = 0.0;
    return true;
}

/// Goes on along a piece to where the nearest point there is nearest to it, and where it is inside, to the other side of the
/// least.
static piece_end go_on(const imp3i_fit_side* side, const fit_piece* p, piece_end least)
{
    double cell = side->cell / p->length;
    for (int k = 0; k < FOOT_STEPS && fabs(least.slope) > BENDS * p->length && least.t > 0.0 && least.t < 1.0; ++k)
    {
        bool inside = least.value.distance < 0.0;
        double step = inside ? (least.slope < 0.0 ? BOTH_SIDES * cell : -BOTH_SIDES * cell)
                             : -least.value.distance * least.slope / (p->length * p->length);
        double t = least.t + step;
        piece_end beside = ask_end(side, p, t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0), joined;
        sharpen_end(side, p, &beside);
        if (join_ends(least.slope < 0.0 ? &least : &beside, least.slope < 0.0 ? &beside : &least, &joined))
        {
            return joined;
        }
        if (!(beside.value.distance < least.value.distance))
        {
            return fabs(beside.slope) < fabs(least.slope) ? beside : least;
        }
        least = beside;
    }
    return least;
}

static fit_piece piece_of(const imp3i_fit_side* side, const imp3i_mesh_feature* f)
{
    fit_piece p;
    p.a = imp3i_into_other(side, f->a);
    p.way = imp3i_dsub(imp3i_into_other(side, f->b), p.a);
    p.length = sqrt(imp3i_ddot(p.way, p.way));
    return p;
}

bool imp3i_piece_least(const imp3i_fit_side* side, int32_t feature, const imp3i_asked_ends* ends, imp3i_fit_place* out)
{
    const imp3i_mesh_feature* f = &side->own->features[feature];
    const int a = f->end_a, b = f->end_b;
    const bool near_a = (ends->near >> a & 1u) != 0, near_b = (ends->near >> b & 1u) != 0;
    const float from = near_a ? ends->distance[a] : (float)PIECE_FAR,
                to = near_b ? ends->distance[b] : (float)PIECE_FAR;
    const float x = ends->at[0][b] - ends->at[0][a], y = ends->at[1][b] - ends->at[1][a],
                z = ends->at[2][b] - ends->at[2][a], length = sqrtf((x * x + y * y) + z * z);
    if (side->cell * (double)(0.5f * ((from + to) - length) - IMP3I_DOUBT_MOST) > side->margin)
    {
        return false;
    }
    const float rises =
        near_a ? (ends->gradient[0][a] * x + ends->gradient[1][a] * y) + ends->gradient[2][a] * z : -length;
    const float falls =
        near_b ? (ends->gradient[0][b] * x + ends->gradient[1][b] * y) + ends->gradient[2][b] * z : length;
    // Ends belong to one of the pieces that meet there: where the distance falls towards a piece, it is less there.
    const bool at_first = rises >= 0.0f, at_last = !at_first && falls <= 0.0f;
    if ((at_first && !f->has_a) || (at_last && !f->has_b))
    {
        return false;
    }
    out->feature = feature;
    out->t = at_first ? 0.0f : 1.0f;
    if (at_first || at_last)
    {
        out->value = imp3i_value_of_end(side, ends, at_first ? a : b);
    }
    else
    {
        const imp3i_field_value first = imp3i_value_of_end(side, ends, a), last = imp3i_value_of_end(side, ends, b);
        const fit_piece p = piece_of(side, f);
        const piece_end least = least_between(side, &p, piece_end_of(side, &p, 0.0, near_a, &first),
                                              piece_end_of(side, &p, 1.0, near_b, &last));
        out->t = (float)least.t;
        out->value = least.value;
    }
    return imp3i_fit_bound(side, &out->value) <= side->margin;
}

bool imp3i_piece_measure(const imp3i_fit_side* side, const imp3i_fit_place* place, imp3i_dvec* at,
                         imp3i_field_value* value)
{
    const fit_piece p = piece_of(side, &side->own->features[place->feature]);
    piece_end least;
    least.t = (double)place->t;
    least.value = place->value;
    sharpen_end(side, &p, &least);
    least = go_on(side, &p, least);
    *at = place_on(&p, least.t);
    *value = least.value;
    return fabs(least.slope) <= LEADS_ALONG * p.length;
}

#undef LEADS_ALONG
#undef BENDS
#undef LEAST_KNOWN
#undef BOTH_SIDES
#undef PIECE_FAR
