// SPDX-License-Identifier: MIT
//
// Features of one mesh in the distance field of another: where each touches, how deep, and along which normal.
//
//     balls of features that the field does not say are far -> least distance of each feature, between samples
//                                                           -> what is near, measured to the triangles there
//
// A vertex or a point of a face is asked where it is; a piece of an edge where the field has its least along it, found by the
// tangents of both ends of what is left, as distances are nearly convex there. Interpolation rounds edges off and leans
// normals by up to 15 degrees, which is more than the lead of a thread: so what counts is measured to triangles.
//
// Inside of an edge of the other, the nearest triangle changes where a piece of an edge is deepest. Its normal is that of
// both edges, then: what the gradients on both sides have in common across the piece.
//
// Features whose surface faces along the push, not against it, are the far side of something thin, and no contact. Nor is
// the end of a piece from which the push leads along it: what goes on there is nearer. So edges that slide over the end of
// something do not catch on it.
//
// Tried and dropped: to choose by the field between samples, and to measure those alone. It takes half the time, but what is
// deepest is missed by a fifth of a cell.
//
// Source: edges against fields (Macklin and others 2020); tangents: cutting planes (Kelley 1960).

#include "field_fits3.h"

#include <math.h>
#include <string.h>

enum
{
    TANGENT_STEPS = 4,
    FOOT_STEPS = 4,
    ASKED_ENDS = 256,  // of pieces, which share them; a power of two
    FEATURE_STACK = IMP3I_FEATURE_LEVELS * IMP3I_FEATURE_FANOUT
};

#define FACES_ALONG 0.25      // a normal that leads along the push by more, a cosine, is of a far side
#define SMOOTH_FACING (-0.9)  // of a smooth surface only what faces against the push is nearest there
#define LEADS_ALONG 0.34      // a push that leads along an edge by more, a cosine, is that of what goes on there
#define BENDS 0x1p-4          // that much of it, a cosine, asks for what is on the other side of the least
#define ROUNDED_OFF 0.375     // cells that interpolation may be off where it matters
#define LEAST_KNOWN 0x1p-4    // cells to which the least along a piece is found
#define BOTH_SIDES 0x1p-4     // cells to both sides of it, where triangles are asked
#define PIECE_FAR 3.0         // cells: what the field says of ends that are farther is not believed

/// An end of pieces in the other's field.
typedef struct asked_end
{
    imp3_vec end;
    bool known, near;
    imp3i_dvec at;  // in the other's field
    imp3i_field_value value;
} asked_end;

/// Features of one side in the field of the other.
typedef struct fit_side
{
    asked_end* asked;  // ASKED_ENDS of them
    imp3i_fits* fits;
    double margin;  // [m]
    const imp3i_field *own, *other;
    const imp3i_compound_block* other_mesh;
    imp3i_frame into;  // the other's field from the own one's
    imp3i_drot turn;   // of the other, into the world
    imp3i_dvec shift;  // from the other's field into the world, with A's position as the origin
    bool of_b;         // the features
} fit_side;

static imp3i_dvec into_other(const fit_side* side, imp3_vec point)
{
    return imp3i_dadd(imp3i_drot_apply(side->into.turn, imp3i_dvec_of(point)), side->into.shift);
}

/// Whether what has this distance between samples may be within the margin.
static bool may_fit(const fit_side* side, double between)
{
    return between <= side->margin + ROUNDED_OFF * (double)side->other->cell;
}

/// Adds the contact of a feature at a point of the other's field, unless it is too far or faces along.
static void add_fit(const fit_side* side, int32_t feature, imp3i_dvec at, const imp3i_field_value* value)
{
    const imp3i_mesh_feature* f = &side->own->features[feature];
    imp3i_dvec facing = imp3i_drot_apply(side->into.turn, imp3i_dvec_of(f->normal));
    if (value->distance > side->margin ||
        imp3i_ddot(facing, value->gradient) > (f->smooth ? SMOOTH_FACING : FACES_ALONG))
    {
        return;
    }
    imp3i_dvec midway = imp3i_dadd_scaled(at, value->gradient, -0.5 * value->distance);
    imp3i_dvec out = imp3i_drot_apply(side->turn, value->gradient), n = side->of_b ? out : imp3i_dnegate(out);
    int32_t there = value->part < 0 ? 0 : value->part;
    imp3i_fit fit;
    n = imp3i_ddivide(n, sqrt(imp3i_ddot(n, n)));
    fit.at = imp3i_vec_of(imp3i_dadd(imp3i_drot_apply(side->turn, midway), side->shift));
    fit.normal = imp3i_vec_tidy(n);
    fit.depth = (float)-value->distance;
    fit.part_a = side->of_b ? there : f->part;
    fit.part_b = side->of_b ? f->part : there;
    fit.id = side->of_b ? imp3i_contact_id(IMP3I_NAME_FACE, (uint32_t)feature)
                        : imp3i_contact_id((uint32_t)feature, IMP3I_NAME_FACE);
    imp3i_fits_add(side->fits, &fit);
}

static void add_point_fit(const fit_side* side, int32_t feature)
{
    imp3i_field_value value;
    imp3i_dvec at = into_other(side, side->own->features[feature].a);
    if (imp3i_field_ask_near(side->other, at, &value) && may_fit(side, value.distance))
    {
        imp3i_field_sharpen(side->other_mesh, at, &value);
        add_fit(side, feature, at, &value);
    }
}

// Pieces of edges

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

/// The place of an end among those that have been asked.
static inline uint32_t place_of_end(imp3_vec end)
{
    uint32_t bits[3];
    memcpy(bits, &end, sizeof bits);
    uint32_t mixed = (bits[0] * 0x9E3779B1u) ^ (bits[1] * 0x85EBCA77u) ^ (bits[2] * 0xC2B2AE3Du);
    return (mixed ^ mixed >> 15) % ASKED_ENDS;
}

/// An end of a piece: neighbours along an edge share it, and it is asked once as long as its place is not taken.
static const asked_end* ask_once(const fit_side* side, imp3_vec end)
{
    asked_end* r = &side->asked[place_of_end(end)];
    if (!r->known || !imp3i_vec_equal(r->end, end))
    {
        r->end = end;
        r->known = true;
        r->at = into_other(side, end);
        r->near = imp3i_field_ask_near(side->other, r->at, &r->value);
    }
    return r;
}

/// Towards what is far off the distance grows.
static inline piece_end piece_end_of(const fit_side* side, const fit_piece* p, double t, bool near,
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
    r.value.distance = PIECE_FAR * (double)side->other->cell;
    r.value.gradient = p->way;
    r.value.part = -1;
    r.slope = t > 0.5 ? p->length : -p->length;
    return r;
}

static inline piece_end ask_end(const fit_side* side, const fit_piece* p, double t)
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
static piece_end least_between(const fit_side* side, const fit_piece* p, piece_end from, piece_end to)
{
    const double enough = LEAST_KNOWN * (double)side->other->cell;
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
static void sharpen_end(const fit_side* side, const fit_piece* p, piece_end* end)
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
static piece_end go_on(const fit_side* side, const fit_piece* p, piece_end least)
{
    double cell = (double)side->other->cell / p->length;
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

/// Adds the contact of a piece where the field has its least along it.
static void add_least_fit(const fit_side* side, int32_t feature, const fit_piece* p, piece_end least)
{
    sharpen_end(side, p, &least);
    least = go_on(side, p, least);
    if (fabs(least.slope) <= LEADS_ALONG * p->length)
    {
        add_fit(side, feature, place_on(p, least.t), &least.value);
    }
}

static void add_edge_fit(const fit_side* side, int32_t feature)
{
    const imp3i_mesh_feature* f = &side->own->features[feature];
    fit_piece p;
    const asked_end from = *ask_once(side, f->a), *to = ask_once(side, f->b);
    p.a = from.at;
    p.way = imp3i_dsub(to->at, p.a);
    p.length = sqrt(imp3i_ddot(p.way, p.way));
    const piece_end first = piece_end_of(side, &p, 0.0, from.near, &from.value),
                    last = piece_end_of(side, &p, 1.0, to->near, &to->value);
    if (!may_fit(side, 0.5 * (first.value.distance + last.value.distance - p.length)))
    {
        return;
    }
    // Ends belong to one of the pieces that meet there: where the distance falls towards a piece, it is less there.
    bool at_first = first.slope >= 0.0, at_last = !at_first && last.slope <= 0.0;
    if ((at_first && !f->has_a) || (at_last && !f->has_b))
    {
        return;
    }
    const piece_end least = at_first ? first : at_last ? last : least_between(side, &p, first, last);
    if (may_fit(side, least.value.distance))
    {
        add_least_fit(side, feature, &p, least);
    }
}

// All of them

static void add_feature_fit(const fit_side* side, int32_t feature)
{
    const imp3i_mesh_feature* f = &side->own->features[feature];
    bool edge = f->a.x != f->b.x || f->a.y != f->b.y || f->a.z != f->b.z;
    (edge ? add_edge_fit : add_point_fit)(side, feature);
}

/// Features under balls that the other's field does not say are far, in their order.
static void visit_features(const fit_side* side)
{
    struct
    {
        int32_t level, node;
    } stack[FEATURE_STACK];
    const imp3i_field* own = side->own;
    int32_t waiting = 1;
    stack[0].level = own->levels - 1;
    stack[0].node = 0;
    while (waiting > 0)
    {
        const int32_t level = stack[--waiting].level, node = stack[waiting].node;
        const imp3i_ball* ball = &own->balls[level][node];
        if (imp3i_field_bound(side->other, into_other(side, ball->center)) > (double)ball->radius + side->margin)
        {
            continue;
        }
        int32_t below = level > 0 ? imp3i_field_nodes(own, level - 1) : own->feature_count;
        int32_t first = node * IMP3I_FEATURE_FANOUT, end = first + IMP3I_FEATURE_FANOUT;
        end = end < below ? end : below;
        for (int32_t i = first; i < end && level == 0; ++i)
        {
            add_feature_fit(side, i);
        }
        for (int32_t i = end - 1; i >= first && level > 0; --i)
        {
            stack[waiting].level = level - 1;
            stack[waiting++].node = i;
        }
    }
}

static void visit_side(const imp3i_compound_pair* c, double margin, bool of_b, imp3i_fits* out)
{
    const imp3i_compound_block *a = imp3i_compound_block_of(c->a), *b = imp3i_compound_block_of(c->b);
    const imp3i_compound_block *own = of_b ? b : a, *other = of_b ? a : b;
    imp3i_frame into = of_b ? imp3i_frame_between(&c->pose_a, &c->pose_b) : imp3i_frame_between(&c->pose_b, &c->pose_a);
    imp3i_dvec moved = imp3i_drot_apply(into.turn, imp3i_dvec_of(own->field_shift));
    asked_end asked[ASKED_ENDS];
    fit_side side;
    for (int32_t i = 0; i < ASKED_ENDS; ++i)
    {
        asked[i].known = false;
    }
    side.asked = asked;
    side.fits = out;
    side.margin = margin;
    side.own = own->field;
    side.other = other->field;
    side.other_mesh = other;
    side.into.turn = into.turn;
    side.into.shift = imp3i_dadd(imp3i_dsub(into.shift, moved), imp3i_dvec_of(other->field_shift));
    side.turn = of_b ? c->qa : c->qb;
    side.shift = imp3i_dnegate(imp3i_drot_apply(side.turn, imp3i_dvec_of(other->field_shift)));
    side.shift = of_b ? side.shift : imp3i_dadd(side.shift, c->shift);
    side.of_b = of_b;
    visit_features(&side);
}

void imp3i_fits_search(const imp3i_compound_pair* c, double margin, double tie, imp3i_fits* out)
{
    // The same order whichever is A: of contacts that are as good the first stays.
    const int32_t of_a = imp3i_compound_block_of(c->a)->field->feature_count,
                  of_b = imp3i_compound_block_of(c->b)->field->feature_count;
    imp3i_fits_start(tie, out);
    visit_side(c, margin, of_b >= of_a, out);
    visit_side(c, margin, of_b < of_a, out);
    imp3i_fits_join(out);
}
