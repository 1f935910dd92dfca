// SPDX-License-Identifier: MIT
//
// Manifolds of many contacts of two meshes with fields: clusters by their normal.
//
// Clusters begin as bins of directions in the world, each with its deepest contact and those that are farthest along eight
// directions: so any number of contacts goes through little memory, and what lies flush has its corners whatever is in
// between. Those that share a normal are joined, the deepest first, and of each the points that share the normal of the
// deepest make its manifold. Points of a manifold may lie on several surfaces.
//
// Tried and dropped: clusters seeded by the deepest contact; they change with every step, and points lose their impulses.
// One manifold for all contacts within 15, or 3, degrees: along a thread their common normal leans from that of each point by
// more than the lead does, and a nut locks without friction.
//
// Source: reduction by normals as in Newton (2026).

#include "field_fits3.h"

#include "manifold3.h"
#include "reduce3.h"

#include <math.h>
#include <string.h>

enum
{
    SIDE = IMP3I_FIT_SIDE,
    RIM = IMP3I_FIT_RIM
};

#define ONE_NORMAL 0.99996192306417  // half a degree: points of a manifold

/// The middle direction of a bin, not of unit length.
static imp3i_dvec middle_of_bin(int32_t bin)
{
    int32_t face = bin / (SIDE * SIDE), i = bin / SIDE % SIDE, j = bin % SIDE;
    double p = (2 * i + 1 - SIDE) / (double)SIDE, q = (2 * j + 1 - SIDE) / (double)SIDE;
    double side = face % 2 ? -1.0 : 1.0;
    imp3i_dvec x = {side, p, q}, y = {q, side, p}, z = {p, q, side};
    return face / 2 == 0 ? x : face / 2 == 1 ? y : z;
}

static int32_t bin_along(double part)
{
    int32_t i = (int32_t)((part + 1.0) * 0.5 * (double)SIDE);
    return i < 0 ? 0 : i < SIDE ? i : SIDE - 1;
}

int32_t imp3i_fit_bin(imp3_vec n)
{
    double x = fabs((double)n.x), y = fabs((double)n.y), z = fabs((double)n.z);
    int32_t axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const float along[5] = {n.x, n.y, n.z, n.x, n.y};
    double main = (double)along[axis], size = 1.0 / fabs(main);
    int32_t face = 2 * axis + (main < 0.0);
    return (face * SIDE + bin_along((double)along[axis + 1] * size)) * SIDE + bin_along((double)along[axis + 2] * size);
}

static void start_cluster(imp3i_fit_cluster* k, int32_t bin)
{
    imp3i_dvec n = middle_of_bin(bin);
    n = imp3i_ddivide(n, sqrt(imp3i_ddot(n, n)));
    imp3i_dvec u = imp3i_dcross(n, imp3i_daxis_beside(n));
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
static void take_fit(imp3i_fit_cluster* k, const imp3i_fit* fit, double tie)
{
    const double half = 0.7071067811865476;
    imp3i_dvec at = imp3i_dvec_of(fit->at);
    double u = imp3i_ddot(at, k->u), v = imp3i_ddot(at, k->v), p = half * (u + v), q = half * (u - v);
    const double far[RIM] = {u, v, -u, -v, p, q, -p, -q};
    for (int i = 0; i < RIM; ++i)
    {
        if (far[i] > k->far[i] + tie || k->far[i] == -INFINITY)
        {
            k->far[i] = far[i];
            k->rim[i] = *fit;
        }
    }
    if (fit->depth > k->deepest.depth)
    {
        k->deepest = *fit;
    }
}

static int32_t shallowest_cluster(const imp3i_fits* s)
{
    int32_t slot = 0;
    for (int32_t i = 1; i < s->count; ++i)
    {
        slot = s->clusters[i].deepest.depth < s->clusters[slot].deepest.depth ? i : slot;
    }
    return slot;
}

/// The cluster of a bin, a new one where there is room or a shallower one gives way; null for none.
static imp3i_fit_cluster* cluster_for(imp3i_fits* s, int32_t bin, float depth)
{
    if (s->slot_of[bin])
    {
        return &s->clusters[s->slot_of[bin] - 1];
    }
    int32_t slot = s->count;
    if (slot == IMP3I_FIT_CLUSTERS)
    {
        // None has become shallower since it was seen.
        slot = depth > s->least ? shallowest_cluster(s) : 0;
        s->least = depth > s->least ? s->clusters[slot].deepest.depth : s->least;
        if (!(depth > s->least))
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

void imp3i_fits_start(double tie, imp3i_fits* out)
{
    out->tie = tie;
    out->count = 0;
    out->least = -INFINITY;
    memset(out->slot_of, 0, sizeof out->slot_of);
}

void imp3i_fits_add(imp3i_fits* f, const imp3i_fit* fit, int32_t bin)
{
    imp3i_fit_cluster* k = cluster_for(f, bin, fit->depth);
    if (k)
    {
        take_fit(k, fit, f->tie);
    }
}

/// Whether the normals of two contacts are about one.
static bool have_one_normal(const imp3_vec* a, const imp3_vec* b)
{
    return imp3i_ddot(imp3i_dvec_of(*a), imp3i_dvec_of(*b)) > ONE_NORMAL;
}

// Peaks

void imp3i_fit_peaks_start(imp3i_fit_peaks* out)
{
    out->count = 0;
    out->least = -INFINITY;
    out->risen = false;
    memset(out->slot_of, 0, sizeof out->slot_of);
}

void imp3i_fit_peaks_note(imp3i_fit_peaks* p, const imp3i_fit* fit, int32_t bin)
{
    int8_t* slot = &p->slot_of[bin];
    if (*slot == 0 && p->count < IMP3I_FIT_CLUSTERS)
    {
        p->peaks[p->count].depth = -INFINITY;
        *slot = (int8_t)++p->count;
    }
    if (*slot > 0 && fit->depth > p->peaks[*slot - 1].depth)
    {
        p->peaks[*slot - 1].normal = fit->normal;
        p->peaks[*slot - 1].depth = fit->depth;
        p->risen |= fit->depth > p->least;
    }
}

/// The depth of the last of the deepest peaks that are kept; -INFINITY where there are fewer.
static float find_least_kept(const imp3i_fit_peaks* p)
{
    const imp3i_fit_peak* order[IMP3I_FIT_CLUSTERS];
    int32_t left = 0;
    for (int32_t i = 0; i < p->count && p->count >= IMP3I_FIT_MANIFOLDS; ++i)
    {
        int32_t k = i;
        for (; k > 0 && p->peaks[i].depth > order[k - 1]->depth; --k)
        {
            order[k] = order[k - 1];
        }
        order[k] = &p->peaks[i];
    }
    // Peaks that will be joined count once.
    for (int32_t i = 0; i < p->count && p->count >= IMP3I_FIT_MANIFOLDS; ++i)
    {
        bool joined = false;
        for (int32_t k = 0; k < left && !joined; ++k)
        {
            joined = have_one_normal(&order[i]->normal, &order[k]->normal);
        }
        order[left] = order[i];
        left += !joined;
        if (left == IMP3I_FIT_MANIFOLDS)
        {
            return order[left - 1]->depth;
        }
    }
    return -INFINITY;
}

float imp3i_fit_peaks_least(imp3i_fit_peaks* p)
{
    if (p->risen)
    {
        p->least = find_least_kept(p);
        p->risen = false;
    }
    return p->least;
}

// Joining

/// The same of a bin and of the opposite one, so that it does not count which mesh is A.
static int32_t axis_of_bin(int32_t bin)
{
    const int32_t face = bin / (SIDE * SIDE), i = bin / SIDE % SIDE, j = bin % SIDE;
    const int32_t opposite = ((face ^ 1) * SIDE + SIDE - 1 - i) * SIDE + SIDE - 1 - j;
    return bin < opposite ? bin : opposite;
}

/// The deepest first; of those that are as deep the one of the first axis.
static void order_clusters(imp3i_fits* s)
{
    for (int32_t i = 0; i < s->count; ++i)
    {
        int32_t k = i;
        for (; k > 0; --k)
        {
            const imp3i_fit_cluster *one = &s->clusters[i], *other = &s->clusters[s->order[k - 1]];
            bool deeper =
                one->deepest.depth > other->deepest.depth ||
                (one->deepest.depth >= other->deepest.depth && axis_of_bin(one->bin) < axis_of_bin(other->bin));
            if (!deeper)
            {
                break;
            }
            s->order[k] = s->order[k - 1];
        }
        s->order[k] = i;
    }
}

void imp3i_fits_join(imp3i_fits* s)
{
    int32_t left = 0;
    order_clusters(s);
    for (int32_t i = 0; i < s->count; ++i)
    {
        imp3i_fit_cluster* one = &s->clusters[s->order[i]];
        bool joined = false;
        for (int32_t k = 0; k < left && !joined; ++k)
        {
            imp3i_fit_cluster* other = &s->clusters[s->order[k]];
            joined = have_one_normal(&one->deepest.normal, &other->deepest.normal);
            for (int m = 0; m < RIM && joined; ++m)
            {
                take_fit(other, &one->rim[m], s->tie);
            }
        }
        s->order[left] = s->order[i];
        left += !joined;
    }
    s->count = left;
}

static void add_candidate(const imp3i_fit* fit, const imp3i_fit** list, int32_t* count)
{
    bool known = false;
    for (int32_t i = 0; i < *count; ++i)
    {
        known |= list[i]->id == fit->id;
    }
    list[*count] = fit;
    *count += !known;
}

/// Lists the fits of a cluster that may be points of its manifold. Returns how many.
static int32_t list_candidates(const imp3i_fit_cluster* k, double tie, const imp3i_fit* list[RIM + 1])
{
    int32_t count = 0;
    double deepest = -INFINITY;
    for (int i = 0; i < RIM; ++i)
    {
        if (have_one_normal(&k->rim[i].normal, &k->deepest.normal))
        {
            add_candidate(&k->rim[i], list, &count);
            deepest = (double)k->rim[i].depth > deepest ? (double)k->rim[i].depth : deepest;
        }
    }
    // A contact that lies flush is deepest anywhere; then corners are enough.
    if ((double)k->deepest.depth > deepest + 0.25 * tie)
    {
        add_candidate(&k->deepest, list, &count);
    }
    return count;
}

void imp3i_fits_manifold(const imp3i_compound_pair* c, const imp3i_fits* f, const imp3i_fit_cluster* k,
                         imp3_part_manifold* out)
{
    const imp3i_fit* list[RIM + 1];
    int32_t chosen[IMP3_POINT_MAX];
    imp3i_points points;
    double size = 0.0;
    points.count = list_candidates(k, f->tie, list);
    const imp3i_dvec first = imp3i_dvec_of(list[0]->at);
    for (int32_t i = 0; i < points.count; ++i)
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
        const imp3i_fit* fit = list[chosen[i]];
        imp3_contact* p = &out->manifold.points[i];
        p->point = imp3i_vec_tidy(imp3i_dadd(imp3i_dvec_of(fit->at), imp3i_dvec_of(c->pose_a.p)));
        p->depth = impi_tidy(fit->depth);
        p->id = fit->id;
        out->manifold.depth = i == 0 || p->depth > out->manifold.depth ? p->depth : out->manifold.depth;
    }
    imp3i_sort_contacts(out->manifold.points, out->manifold.count);
}
