// SPDX-License-Identifier: MIT
//
// Contacts of two meshes by their distance fields: features of each against the field of the other.
//
//     features of B, by balls that A's field says are near -> place, depth and normal of each -> clusters by their normal
//     features of A, against B's field                     -> manifolds of four points, the deepest 32
//
// A vertex or a point of a face is asked where it is; a piece of an edge where the field has its least along it, found by
// golden section. What is near is then measured to the triangles there, as the field is blunt at edges. Features whose surface faces along the push, not against it, are the far side of something thin, and
// no contact.
//
// Clusters begin as bins of directions in the world, each with its deepest contact and those that are farthest along eight
// directions: so any number of contacts goes through little memory, and what lies flush has its corners whatever is in
// between. Those that share a normal are joined, the deepest first, and of each the points that share the normal of the
// deepest make its manifold. Points of a manifold may lie on several surfaces.
//
// Where nothing is found but triangles cross, the nearest features within the band make the contact; and where there are none,
// the triangles: what crosses has a contact.
//
// Tried and dropped: clusters seeded by the deepest contact; they change with every step, and points lose their impulses.
// One manifold for all contacts within 15 degrees: along a thread their common normal leans from that of each point by
// more than the lead does, and a nut locks without friction.
//
// Source: edges against fields (Macklin and others 2020); reduction by normals as in Newton (2026).

#include "field3.h"

#include "manifold3.h"
#include "reduce3.h"

#include <math.h>
#include <string.h>

enum
{
    BIN_SIDE = 11,  // bins along an edge of a cube around the directions; odd, so that axes are in the middle of one
    BINS = 6 * BIN_SIDE * BIN_SIDE,
    CLUSTERS_MOST = 96,
    RIM = 8,
    MANIFOLDS_OF_FIELDS = 32,
    GOLDEN_STEPS = 8,
    FEATURE_STACK = IMP3I_FEATURE_LEVELS * IMP3I_FEATURE_FANOUT
};

#define ONE_NORMAL 0.99996192  // half a degree: points of a manifold
#define FACES_ALONG 0.25               // a normal that leads along the push by more, a cosine, is of a far side
#define SMOOTH_FACING (-0.9)           // of a smooth surface only what faces against the push is nearest there
#define MARGIN_CELLS 1.25              // up to which a field knows distances finely
#define ROUNDED_OFF 0.5                // cells that interpolation may be off where it matters
#define STRAIGHT 2.0                  // of a greater slope, what is between samples is good enough
#define RIM_TIE 0x1p-4                 // a later contact is farther by more than this part of a cell
#define GOLDEN 0.6180339887498949

typedef struct fit_contact
{
    imp3_vec at;      // midway between the surfaces, from A's position
    imp3_vec normal;  // A to B
    float depth;
    int32_t part_a, part_b;
    uint64_t id;
} fit_contact;

typedef struct fit_cluster
{
    int32_t bin;
    imp3i_dvec normal, u, v;  // of the bin, and the plane across it
    fit_contact deepest, rim[RIM];
    double far[RIM];
} fit_cluster;

typedef struct fit_search
{
    const imp3i_compound_pair* pair;
    double margin, tie;
    int32_t count;
    int8_t slot_of[BINS];  // one more than the cluster of a bin
    fit_cluster clusters[CLUSTERS_MOST];
} fit_search;

/// Features of one side in the field of the other.
typedef struct fit_side
{
    fit_search* search;
    const imp3i_field *own, *other;
    const imp3i_compound_block* other_mesh;
    imp3i_frame into;  // the other's field from the own one's
    imp3i_drot turn;   // of the other, into the world
    imp3i_dvec shift;  // from the other's field into the world, with A's position as the origin
    bool of_b;         // the features
} fit_side;

// Clusters

/// The middle direction of a bin, not of unit length.
static imp3i_dvec middle_of_bin(int32_t bin)
{
    int32_t face = bin / (BIN_SIDE * BIN_SIDE), i = bin / BIN_SIDE % BIN_SIDE, j = bin % BIN_SIDE;
    double p = (2 * i + 1 - BIN_SIDE) / (double)BIN_SIDE, q = (2 * j + 1 - BIN_SIDE) / (double)BIN_SIDE;
    double side = face % 2 ? -1.0 : 1.0;
    imp3i_dvec x = {side, p, q}, y = {q, side, p}, z = {p, q, side};
    return face / 2 == 0 ? x : face / 2 == 1 ? y : z;
}

static int32_t bin_along(double part)
{
    int32_t i = (int32_t)imp3i_field_floor((part + 1.0) * 0.5 * (double)BIN_SIDE);
    return i < 0 ? 0 : i < BIN_SIDE ? i : BIN_SIDE - 1;
}

static int32_t bin_of(imp3i_dvec n)
{
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    int32_t axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    double main = axis == 0 ? n.x : axis == 1 ? n.y : n.z, p = axis == 0 ? n.y : axis == 1 ? n.z : n.x;
    double q = axis == 0 ? n.z : axis == 1 ? n.x : n.y, size = fabs(main);
    return ((2 * axis + (main < 0.0)) * BIN_SIDE + bin_along(p / size)) * BIN_SIDE + bin_along(q / size);
}

static void start_cluster(fit_cluster* k, int32_t bin)
{
    imp3i_dvec n = middle_of_bin(bin);
    n = imp3i_ddivide(n, sqrt(imp3i_ddot(n, n)));
    imp3i_dvec u = imp3i_dcross(n, imp3i_daxis_beside(n));
    memset(k, 0, sizeof *k);
    k->bin = bin;
    k->normal = n;
    k->u = imp3i_ddivide(u, sqrt(imp3i_ddot(u, u)));
    k->v = imp3i_dcross(n, k->u);
    k->deepest.depth = -INFINITY;
    for (int i = 0; i < RIM; ++i)
    {
        k->far[i] = -INFINITY;
    }
}

/// Adds a contact to the deepest and the rim of a cluster.
static void take_contact(fit_cluster* k, const fit_contact* contact, double tie)
{
    const double half = 0.7071067811865476;
    imp3i_dvec at = imp3i_dvec_of(contact->at);
    double u = imp3i_ddot(at, k->u), v = imp3i_ddot(at, k->v), p = half * (u + v), q = half * (u - v);
    const double far[RIM] = {u, v, -u, -v, p, q, -p, -q};
    for (int i = 0; i < RIM; ++i)
    {
        if (far[i] > k->far[i] + tie || k->far[i] == -INFINITY)
        {
            k->far[i] = far[i];
            k->rim[i] = *contact;
        }
    }
    if (contact->depth > k->deepest.depth)
    {
        k->deepest = *contact;
    }
}

/// The cluster of a bin, a new one where there is room or a shallower one gives way; null for none.
static fit_cluster* cluster_for(fit_search* s, int32_t bin, float depth)
{
    if (s->slot_of[bin])
    {
        return &s->clusters[s->slot_of[bin] - 1];
    }
    int32_t slot = s->count;
    if (slot == CLUSTERS_MOST)
    {
        slot = 0;
        for (int32_t i = 1; i < CLUSTERS_MOST; ++i)
        {
            slot = s->clusters[i].deepest.depth < s->clusters[slot].deepest.depth ? i : slot;
        }
        if (!(s->clusters[slot].deepest.depth < depth))
        {
            return NULL;
        }
        s->slot_of[s->clusters[slot].bin] = 0;
    }
    else
    {
        ++s->count;
    }
    s->slot_of[bin] = (int8_t)(slot + 1);
    start_cluster(&s->clusters[slot], bin);
    return &s->clusters[slot];
}

/// Adds the contact of a feature at a point of the other's field, of which it is known what is between samples,
/// unless it is too far or faces along.
static void add_fit(const fit_side* side, int32_t feature, imp3i_dvec at, const imp3i_field_value* between)
{
    fit_search* s = side->search;
    const imp3i_mesh_feature* f = &side->own->features[feature];
    imp3i_field_value near;
    const imp3i_field_value* value = between->slope > STRAIGHT ? between : &near;
    if (between->distance > s->margin + (value == &near ? ROUNDED_OFF * (double)side->other->cell : 0.0))
    {
        return;
    }
    if (value == &near)
    {
        imp3i_field_ask_near(side->other_mesh, at, &near);
    }
    imp3i_dvec facing = imp3i_drot_apply(side->into.turn, imp3i_dvec_of(f->normal));
    if (value->distance > s->margin || imp3i_ddot(facing, value->gradient) > (f->smooth ? SMOOTH_FACING : FACES_ALONG))
    {
        return;
    }
    imp3i_dvec midway = imp3i_dadd_scaled(at, value->gradient, -0.5 * value->distance);
    imp3i_dvec out = imp3i_drot_apply(side->turn, value->gradient), n = side->of_b ? out : imp3i_dnegate(out);
    n = imp3i_ddivide(n, sqrt(imp3i_ddot(n, n)));
    fit_contact contact;
    contact.at = imp3i_vec_of(imp3i_dadd(imp3i_drot_apply(side->turn, midway), side->shift));
    contact.normal = imp3i_vec_tidy(n);
    contact.depth = (float)-value->distance;
    int32_t there = value->part < 0 ? 0 : value->part;
    contact.part_a = side->of_b ? there : f->part;
    contact.part_b = side->of_b ? f->part : there;
    contact.id = side->of_b ? imp3i_contact_id(IMP3I_NAME_FACE, (uint32_t)feature)
                            : imp3i_contact_id((uint32_t)feature, IMP3I_NAME_FACE);
    fit_cluster* k = cluster_for(s, bin_of(n), contact.depth);
    if (k)
    {
        take_contact(k, &contact, s->tie);
    }
}

// Features

static imp3i_dvec into_other(const fit_side* side, imp3_vec point)
{
    return imp3i_dadd(imp3i_drot_apply(side->into.turn, imp3i_dvec_of(point)), side->into.shift);
}

/// The least of the other's field along a piece of an edge, between two places of it.
static double golden_section(const fit_side* side, imp3i_dvec a, imp3i_dvec way, imp3i_field_value* least)
{
    double from = 0.0, to = 1.0, p = 1.0 - GOLDEN, q = GOLDEN;
    imp3i_field_value low, high;
    imp3i_field_ask(side->other, imp3i_dadd_scaled(a, way, p), &low);
    imp3i_field_ask(side->other, imp3i_dadd_scaled(a, way, q), &high);
    for (int k = 0; k < GOLDEN_STEPS; ++k)
    {
        if (low.distance <= high.distance)
        {
            to = q;
            q = p;
            high = low;
            p = to - GOLDEN * (to - from);
            imp3i_field_ask(side->other, imp3i_dadd_scaled(a, way, p), &low);
        }
        else
        {
            from = p;
            p = q;
            low = high;
            q = from + GOLDEN * (to - from);
            imp3i_field_ask(side->other, imp3i_dadd_scaled(a, way, q), &high);
        }
    }
    *least = low.distance <= high.distance ? low : high;
    return low.distance <= high.distance ? p : q;
}

static void add_edge_fit(const fit_side* side, int32_t feature)
{
    const imp3i_mesh_feature* f = &side->own->features[feature];
    imp3i_dvec a = into_other(side, f->a), b = into_other(side, f->b), way = imp3i_dsub(b, a);
    imp3i_field_value middle, first, last;
    imp3i_field_ask(side->other, imp3i_dadd_scaled(a, way, 0.5), &middle);
    double most = side->search->margin + ROUNDED_OFF * (double)side->other->cell;
    if (middle.distance > most + 0.5 * sqrt(imp3i_ddot(way, way)))
    {
        return;
    }
    imp3i_field_ask(side->other, a, &first);
    imp3i_field_ask(side->other, b, &last);
    if (imp3i_ddot(first.gradient, way) >= 0.0)
    {
        add_fit(side, feature, a, &first);
        return;
    }
    if (imp3i_ddot(last.gradient, way) <= 0.0)
    {
        add_fit(side, feature, b, &last);
        return;
    }
    imp3i_field_value least;
    double at = golden_section(side, a, way, &least);
    add_fit(side, feature, imp3i_dadd_scaled(a, way, at), &least);
}

static void add_feature_fit(const fit_side* side, int32_t feature)
{
    const imp3i_mesh_feature* f = &side->own->features[feature];
    if (f->a.x != f->b.x || f->a.y != f->b.y || f->a.z != f->b.z)
    {
        add_edge_fit(side, feature);
        return;
    }
    imp3i_field_value value;
    imp3i_dvec at = into_other(side, f->a);
    imp3i_field_ask(side->other, at, &value);
    add_fit(side, feature, at, &value);
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
        if (imp3i_field_bound(side->other, into_other(side, ball->center)) >
            (double)ball->radius + side->search->margin)
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

static void visit_fit_side(fit_search* s, bool of_b)
{
    const imp3i_compound_pair* c = s->pair;
    const imp3i_compound_block *a = imp3i_compound_block_of(c->a), *b = imp3i_compound_block_of(c->b);
    const imp3i_compound_block *own = of_b ? b : a, *other = of_b ? a : b;
    imp3i_frame into = of_b ? imp3i_frame_between(&c->pose_a, &c->pose_b) : imp3i_frame_between(&c->pose_b, &c->pose_a);
    imp3i_dvec moved = imp3i_drot_apply(into.turn, imp3i_dvec_of(own->field_shift));
    fit_side side;
    side.search = s;
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

// Manifolds

/// Whether two contacts have about one normal.
static bool have_one_normal(const fit_contact* a, const fit_contact* b)
{
    return imp3i_ddot(imp3i_dvec_of(a->normal), imp3i_dvec_of(b->normal)) > ONE_NORMAL;
}

/// Joins clusters that have about one normal, the deepest first.
static void join_clusters(fit_search* s, int32_t order[CLUSTERS_MOST])
{
    int32_t left = 0;
    for (int32_t i = 0; i < s->count; ++i)
    {
        int32_t k = i;
        for (; k > 0; --k)
        {
            const fit_cluster *one = &s->clusters[i], *other = &s->clusters[order[k - 1]];
            bool deeper = one->deepest.depth > other->deepest.depth ||
                          (one->deepest.depth >= other->deepest.depth && one->bin < other->bin);
            if (!deeper)
            {
                break;
            }
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
    for (int32_t i = 0; i < s->count; ++i)
    {
        fit_cluster* one = &s->clusters[order[i]];
        bool joined = false;
        for (int32_t k = 0; k < left && !joined; ++k)
        {
            fit_cluster* other = &s->clusters[order[k]];
            joined = have_one_normal(&one->deepest, &other->deepest);
            for (int m = 0; m < RIM && joined; ++m)
            {
                take_contact(other, &one->rim[m], s->tie);
            }
        }
        order[left] = order[i];
        left += !joined;
    }
    s->count = left;
}

static void add_candidate(const fit_contact* contact, const fit_contact** list, int32_t* count)
{
    bool known = false;
    for (int32_t i = 0; i < *count; ++i)
    {
        known |= list[i]->id == contact->id;
    }
    list[*count] = contact;
    *count += !known;
}

static void write_cluster(const imp3i_compound_pair* c, const fit_cluster* k, double tie, imp3_part_manifold* out)
{
    const fit_contact* list[RIM + 1];
    int32_t count = 0, chosen[IMP3_POINT_MAX];
    imp3i_points points;
    double deepest = -INFINITY;
    for (int i = 0; i < RIM; ++i)
    {
        if (have_one_normal(&k->rim[i], &k->deepest))
        {
            add_candidate(&k->rim[i], list, &count);
            deepest = (double)k->rim[i].depth > deepest ? (double)k->rim[i].depth : deepest;
        }
    }
    // What lies flush is deepest anywhere; then corners are enough.
    if ((double)k->deepest.depth > deepest + 0.25 * tie)
    {
        add_candidate(&k->deepest, list, &count);
    }
    double size = 0.0;
    imp3i_dvec first = imp3i_dvec_of(list[0]->at);
    points.count = count;
    for (int32_t i = 0; i < count; ++i)
    {
        imp3i_dvec at = imp3i_dsub(imp3i_dvec_of(list[i]->at), first);
        points.u[i] = (float)imp3i_ddot(at, k->u);
        points.v[i] = (float)imp3i_ddot(at, k->v);
        points.gap[i] = -list[i]->depth;
        points.name[i] = (uint32_t)i;
        size = imp3i_dnorm1(at) > size ? imp3i_dnorm1(at) : size;
    }
    memset(out, 0, sizeof *out);
    out->part_a = k->deepest.part_a;
    out->part_b = k->deepest.part_b;
    out->manifold.normal = k->deepest.normal;
    out->manifold.count = imp3i_reduce(&points, (float)size, chosen);
    for (int32_t i = 0; i < out->manifold.count; ++i)
    {
        const fit_contact* contact = list[chosen[i]];
        imp3_contact* p = &out->manifold.points[i];
        p->point = imp3i_vec_tidy(imp3i_dadd(imp3i_dvec_of(contact->at), imp3i_dvec_of(c->pose_a.p)));
        p->depth = impi_tidy(contact->depth);
        p->id = contact->id;
        out->manifold.depth = i == 0 || p->depth > out->manifold.depth ? p->depth : out->manifold.depth;
    }
    imp3i_sort_contacts(out->manifold.points, out->manifold.count);
}

/// The deepest contact is that of the whole; of two that cross it touches at least.
static void tell_whole(const fit_cluster* deepest, bool crosses, imp3i_whole* out)
{
    out->depth = (double)deepest->deepest.depth;
    out->depth = crosses && out->depth < 0.0 ? 0.0 : out->depth;
    out->relation = out->depth > 0.0 ? 1 : out->depth < 0.0 ? -1 : 0;
    out->normal = imp3i_dunit_of(deepest->deepest.normal);
    out->on_a = imp3i_dadd_scaled(imp3i_dvec_of(deepest->deepest.at), out->normal, 0.5 * out->depth);
    out->i = deepest->deepest.part_a;
    out->j = deepest->deepest.part_b;
}

static void search_fits(fit_search* s, int32_t order[CLUSTERS_MOST])
{
    s->count = 0;
    memset(s->slot_of, 0, sizeof s->slot_of);
    visit_fit_side(s, true);
    visit_fit_side(s, false);
    join_clusters(s, order);
}

/// Whether triangles cross.
static bool do_triangles_cross(const imp3i_compound_pair* c)
{
    const imp3_mesh_walk first = {IMP3_WALK_DEPTH, 1, NULL};
    imp3_mesh_pairs pairs = {NULL, 0, 0};
    return imp3_mesh_meet(c->a, &c->pose_a, c->b, &c->pose_b, &first, &pairs) || pairs.count > 0;
}

int32_t imp3i_fields_collide(const imp3i_compound_pair* c, float margin, imp3i_whole* whole, bool* known,
                             imp3_part_manifold* out, int32_t room)
{
    if (!imp3i_have_fields(c->a, c->b))
    {
        return 0;
    }
    fit_search s;
    int32_t order[CLUSTERS_MOST];
    double cell_a = (double)imp3i_compound_block_of(c->a)->field->cell,
           cell_b = (double)imp3i_compound_block_of(c->b)->field->cell;
    double cell = cell_a < cell_b ? cell_a : cell_b;
    s.pair = c;
    s.margin = (double)margin < MARGIN_CELLS * cell ? (double)margin : MARGIN_CELLS * cell;
    s.tie = RIM_TIE * cell;
    search_fits(&s, order);
    memset(whole, 0, sizeof *whole);
    bool crosses = s.count == 0 && do_triangles_cross(c);
    if (s.count == 0)
    {
        if (!crosses)
        {
            whole->relation = -1;
            *known = true;
            return -1;
        }
        s.margin = MARGIN_CELLS * cell;
        search_fits(&s, order);
        if (s.count == 0)
        {
            return 0;
        }
    }
    tell_whole(&s.clusters[order[0]], crosses, whole);
    *known = true;
    s.count = s.count < MANIFOLDS_OF_FIELDS ? s.count : (int32_t)MANIFOLDS_OF_FIELDS;
    for (int32_t i = 0; i < s.count && i < room; ++i)
    {
        imp3_part_manifold m;
        int32_t k = i;
        write_cluster(c, &s.clusters[order[i]], s.tie, &m);
        for (;
             k > 0 && (out[k - 1].part_a > m.part_a || (out[k - 1].part_a == m.part_a && out[k - 1].part_b > m.part_b));
             --k)
        {
            out[k] = out[k - 1];
        }
        out[k] = m;
    }
    return s.count;
}
