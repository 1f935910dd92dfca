// SPDX-License-Identifier: MIT
//
// Features of one mesh in the distance field of another: where each touches, how deep, and along which normal.
//
//     balls of features that the field does not say are far -> ends of a leaf, in lanes (field_ends3.c)
//         -> places where features may fit: points, and least distances of pieces of edges (field_pieces3.c)
//         -> the deepest first, measured to the triangles there -> clusters (field_clusters3.c)
//
// A vertex or a point of a face is asked where it is; a piece of an edge where the field has its least along it.
// Interpolation rounds edges off and leans normals by up to 15 degrees, which is more than the lead of a thread: so what
// counts is measured to triangles. What does not is left out: once there are as many manifolds as are kept, places that
// cannot be deeper than any of these. Of a nut that hangs in its thread these are half, on the flank that is free.
//
// Features whose surface faces along the push, not against it, are the far side of something thin, and no contact.
//
// Tried and dropped: to choose by the field between samples, and to measure those alone. It takes half the time, but what is
// deepest is missed by a fifth of a cell.

#include "field_fits3.h"

#include <math.h>
#include <string.h>

enum
{
    PLACES_MOST = 1024,  // that wait to be measured
    RANGES = 16,         // of their distances
    FETCH_NEAR = 6,      // places ahead
    FETCH_TRIANGLE = 3,
    FEATURE_STACK = IMP3I_FEATURE_LEVELS * IMP3I_FEATURE_FANOUT
};

#define FACES_ALONG 0.25      // a normal that leads along the push by more, a cosine, is of a far side
#define SMOOTH_FACING (-0.9)  // of a smooth surface only what faces against the push is nearest there

/// A place that waits, and its contact once that is found.
typedef struct waiting_place
{
    float between, bound;  // its distance between samples, and what it is not less than [m]
    int16_t bin;           // of the normal of its contact
    bool second;           // the side that it is of
    bool found;
    union
    {
        imp3i_fit_place place;
        imp3i_fit fit;
    } as;
} waiting_place;

typedef struct fit_search
{
    imp3i_fits* fits;
    imp3i_fit_side sides[2];
    imp3i_fit_peaks peaks;
    int32_t count;
    waiting_place places[PLACES_MOST];
} fit_search;

// Contacts

/// The contact of a feature at a point of the other's field; false where it is too far or faces along.
static bool fit_at(const imp3i_fit_side* side, int32_t feature, imp3i_dvec at, const imp3i_field_value* value,
                   imp3i_fit* out)
{
    const imp3i_mesh_feature* f = &side->own->features[feature];
    imp3i_dvec facing = imp3i_drot_apply(side->into.turn, imp3i_dvec_of(f->normal));
    if (value->distance > side->margin ||
        imp3i_ddot(facing, value->gradient) > (f->smooth ? SMOOTH_FACING : FACES_ALONG))
    {
        return false;
    }
    imp3i_dvec midway = imp3i_dadd_scaled(at, value->gradient, -0.5 * value->distance);
    imp3i_dvec away = imp3i_drot_apply(side->turn, value->gradient), n = side->of_b ? away : imp3i_dnegate(away);
    int32_t there = value->part < 0 ? 0 : value->part;
    n = imp3i_ddivide(n, sqrt(imp3i_ddot(n, n)));
    out->at = imp3i_vec_of(imp3i_dadd(imp3i_drot_apply(side->turn, midway), side->shift));
    out->normal = imp3i_vec_tidy(n);
    out->depth = (float)-value->distance;
    out->part_a = side->of_b ? there : f->part;
    out->part_b = side->of_b ? f->part : there;
    out->id = side->of_b ? imp3i_contact_id(IMP3I_NAME_FACE, (uint32_t)feature)
                         : imp3i_contact_id((uint32_t)feature, IMP3I_NAME_FACE);
    return true;
}

static bool is_edge(const imp3i_mesh_feature* f)
{
    return f->end_a != f->end_b;
}

/// Measures a place to the triangles there.
static void measure_place(fit_search* s, waiting_place* w)
{
    const imp3i_fit_side* side = &s->sides[w->second];
    const imp3i_fit_place place = w->as.place;
    const imp3i_mesh_feature* f = &side->own->features[place.feature];
    imp3i_field_value value = place.value;
    imp3i_dvec at;
    if (is_edge(f))
    {
        w->found = imp3i_piece_measure(side, &place, &at, &value);
    }
    else
    {
        at = imp3i_into_other(side, f->a);
        imp3i_field_sharpen(side->other_mesh, at, &value);
        w->found = true;
    }
    w->found = w->found && fit_at(side, place.feature, at, &value, &w->as.fit);
    if (w->found)
    {
        w->bin = (int16_t)imp3i_fit_bin(w->as.fit.normal);
        imp3i_fit_peaks_note(&s->peaks, &w->as.fit, w->bin);
    }
}

// Order of places

/// Places by ranges of their distances between samples; in a range as they came.
typedef struct place_order
{
    int32_t end[RANGES];
    int16_t order[PLACES_MOST];
} place_order;

static int range_of_place(float between, float low, float per_range)
{
    const int range = (int)((between - low) * per_range);
    return range < RANGES - 1 ? range : RANGES - 1;
}

static void order_places(const fit_search* s, place_order* out)
{
    float low = INFINITY, high = -INFINITY;
    int32_t next[RANGES] = {0}, sum = 0;
    for (int32_t i = 0; i < s->count; ++i)
    {
        const float between = s->places[i].between;
        low = between < low ? between : low;
        high = between > high ? between : high;
    }
    const float per_range = high > low ? (float)RANGES / (high - low) : 0.0f;
    for (int32_t i = 0; i < s->count; ++i)
    {
        ++next[range_of_place(s->places[i].between, low, per_range)];
    }
    for (int range = 0; range < RANGES; ++range)
    {
        sum += next[range];
        next[range] = sum - next[range];
        out->end[range] = sum;
    }
    for (int32_t i = 0; i < s->count; ++i)
    {
        out->order[next[range_of_place(s->places[i].between, low, per_range)]++] = (int16_t)i;
    }
}

/// Fetches what measuring the next places will read.
static void fetch_places(const fit_search* s, const int16_t* order, int32_t left)
{
    for (int k = 0; k < 2; ++k)
    {
        const waiting_place* w =
            (k ? FETCH_TRIANGLE : FETCH_NEAR) < left ? &s->places[order[k ? FETCH_TRIANGLE : FETCH_NEAR]] : NULL;
        if (w && w->as.place.value.sample >= 0)
        {
            (k ? imp3i_field_fetch_triangle : imp3i_field_fetch_near)(s->sides[w->second].other,
                                                                      w->as.place.value.sample);
        }
    }
}

/// Measures what waits and may be deep enough, and adds it in the order in which it came: of contacts that are as good the
/// first stays.
static void take_places(fit_search* s)
{
    place_order by;
    order_places(s, &by);
    for (int range = 0, i = 0; range < RANGES; ++range)
    {
        const float least = i < by.end[range] ? imp3i_fit_peaks_least(&s->peaks) : 0.0f;
        for (; i < by.end[range]; ++i)
        {
            waiting_place* w = &s->places[by.order[i]];
            fetch_places(s, &by.order[i], s->count - i);
            if (!(w->bound > -least))
            {
                measure_place(s, w);
            }
        }
    }
    for (int32_t i = 0; i < s->count; ++i)
    {
        if (s->places[i].found)
        {
            imp3i_fits_add(s->fits, &s->places[i].as.fit, s->places[i].bin);
        }
    }
    s->count = 0;
}

static void add_place(fit_search* s, bool second, const imp3i_fit_place* place)
{
    const imp3i_fit_side* side = &s->sides[second];
    if (s->count == PLACES_MOST)
    {
        take_places(s);
    }
    waiting_place* w = &s->places[s->count++];
    w->between = (float)place->value.distance;
    w->bound = (float)imp3i_fit_bound(side, &place->value);
    w->second = second;
    w->found = false;
    w->as.place = *place;
}

// All of them

/// The place of a point, as its leaf was asked.
static bool place_of_point(const imp3i_fit_side* side, int32_t feature, const imp3i_asked_ends* ends,
                           imp3i_fit_place* out)
{
    const int k = side->own->features[feature].end_a;
    out->feature = feature;
    out->t = 0.0f;
    out->value = imp3i_value_of_end(side, ends, k);
    return (ends->near >> k & 1u) != 0 && imp3i_fit_bound(side, &out->value) <= side->margin;
}

static void visit_leaf(fit_search* s, bool second, int32_t leaf)
{
    const imp3i_fit_side* side = &s->sides[second];
    const imp3i_field* own = side->own;
    const int32_t first = own->first_end[leaf];
    const int32_t from = leaf * IMP3I_FEATURE_FANOUT, to = from + IMP3I_FEATURE_FANOUT;
    imp3i_asked_ends ends;
    imp3i_field_ask_ends(side->other, &side->grid, own->ends + first, own->first_end[leaf + 1] - first, &ends);
    for (int32_t i = from; i < to && i < own->feature_count; ++i)
    {
        imp3i_fit_place place;
        if ((is_edge(&own->features[i]) ? imp3i_piece_least : place_of_point)(side, i, &ends, &place))
        {
            add_place(s, second, &place);
        }
    }
}

/// Features under balls that the other's field does not say are far, in their order.
static void visit_features(fit_search* s, bool second)
{
    struct
    {
        int32_t level, node;
    } stack[FEATURE_STACK];
    const imp3i_fit_side* side = &s->sides[second];
    const imp3i_field* own = side->own;
    int32_t waiting = 1;
    stack[0].level = own->levels - 1;
    stack[0].node = 0;
    while (waiting > 0)
    {
        const int32_t level = stack[--waiting].level, node = stack[waiting].node;
        const imp3i_ball* ball = &own->balls[level][node];
        if (imp3i_field_is_far(side->other, imp3i_into_other(side, ball->center), (double)ball->radius + side->margin))
        {
            continue;
        }
        if (level == 0)
        {
            visit_leaf(s, second, node);
            continue;
        }
        const int32_t below = imp3i_field_nodes(own, level - 1), first = node * IMP3I_FEATURE_FANOUT;
        const int32_t end = first + IMP3I_FEATURE_FANOUT < below ? first + IMP3I_FEATURE_FANOUT : below;
        for (int32_t i = end - 1; i >= first; --i)
        {
            stack[waiting].level = level - 1;
            stack[waiting++].node = i;
        }
    }
}

/// The way from the frame of features into the grid of a field.
static imp3i_into_grid into_grid(const imp3i_field* f, const imp3i_frame* into)
{
    const imp3i_dvec low = imp3i_dvec_of(f->low), shift = imp3i_dscale(imp3i_dsub(into->shift, low), f->per_cell);
    const imp3i_dvec axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    imp3i_into_grid r;
    for (int k = 0; k < 3; ++k)
    {
        const imp3i_dvec to = imp3i_dscale(imp3i_drot_apply(into->turn, axes[k]), f->per_cell);
        r.turn[0][k] = (float)to.x;
        r.turn[1][k] = (float)to.y;
        r.turn[2][k] = (float)to.z;
    }
    r.shift[0] = (float)shift.x;
    r.shift[1] = (float)shift.y;
    r.shift[2] = (float)shift.z;
    return r;
}

static void start_side(const imp3i_compound_pair* c, double margin, bool of_b, imp3i_fit_side* out)
{
    const imp3i_compound_block *a = imp3i_compound_block_of(c->a), *b = imp3i_compound_block_of(c->b);
    const imp3i_compound_block *own = of_b ? b : a, *other = of_b ? a : b;
    imp3i_frame into = of_b ? imp3i_frame_between(&c->pose_a, &c->pose_b) : imp3i_frame_between(&c->pose_b, &c->pose_a);
    imp3i_dvec moved = imp3i_drot_apply(into.turn, imp3i_dvec_of(own->field_shift));
    out->margin = margin;
    out->cell = (double)other->field->cell;
    out->own = own->field;
    out->other = other->field;
    out->other_mesh = other;
    out->into.turn = into.turn;
    out->into.shift = imp3i_dadd(imp3i_dsub(into.shift, moved), imp3i_dvec_of(other->field_shift));
    out->grid = into_grid(other->field, &out->into);
    out->turn = of_b ? c->qa : c->qb;
    out->shift = imp3i_dnegate(imp3i_drot_apply(out->turn, imp3i_dvec_of(other->field_shift)));
    out->shift = of_b ? out->shift : imp3i_dadd(out->shift, c->shift);
    out->of_b = of_b;
}

void imp3i_fits_search(const imp3i_compound_pair* c, double margin, double tie, imp3i_fits* out)
{
    // The same order whichever is A: of contacts that are as good the first stays.
    const int32_t of_a = imp3i_compound_block_of(c->a)->field->feature_count,
                  of_b = imp3i_compound_block_of(c->b)->field->feature_count;
    fit_search s;
    s.fits = out;
    s.count = 0;
    imp3i_fits_start(tie, out);
    imp3i_fit_peaks_start(&s.peaks);
    start_side(c, margin, of_b >= of_a, &s.sides[0]);
    start_side(c, margin, of_b < of_a, &s.sides[1]);
    visit_features(&s, false);
    visit_features(&s, true);
    take_places(&s);
    imp3i_fits_join(out);
}

#undef FACES_ALONG
#undef SMOOTH_FACING
