// SPDX-License-Identifier: MIT
//
// Contacts of two meshes by their distance fields: features of each against the field of the other.
//
//     the ball around B inside of A, or A's of B -> one contact out of it
//     features of B, in A's field (field_fits3.c) -> clusters by their normal (field_clusters3.c)
//     features of A, in B's field                 -> manifolds of four points, the deepest 24
//     nothing found, or hardly an overlap         -> triangles decide whether they touch, exactly; or one is inside
//
// The nearest features within the band make the contact where nothing is found but triangles cross; and where there are
// none, the curve along which the surfaces cross: what crosses has a contact. A pair that does not cross has none when
// only what touches is asked for.

#include "field_fits3.h"

#include "manifold3.h"

#include <math.h>
#include <string.h>

enum
{
    CROSSINGS_OF_FIELDS = 64
};

#define MARGIN_CELLS 1.25  // up to which a field knows distances finely
#define FAR_CELLS 7.0      // that a field is off far from the surface
#define TIE_CELLS 0x1p-4
#define OVERLAP_DOUBT 0x1p-17  // of the scale: less deep, doubles and poses do not tell whether anything touches

/// Two meshes while their contacts are looked for.
typedef struct fields_pair
{
    const imp3i_compound_pair* pair;
    double cell;  // the smaller one
    imp3i_fits fits;
} fields_pair;

static void search_fits(fields_pair* s, double margin)
{
    const double most = MARGIN_CELLS * s->cell;
    imp3i_fits_search(s->pair, margin < most ? margin : most, TIE_CELLS * s->cell, &s->fits);
}

/// The contact of one mesh, B or A, out of the other: to where it is nearest to the surface. False unless its ball is inside,
/// or it is known to be.
static bool find_way_out(const imp3i_compound_pair* c, bool of_b, bool inside, imp3i_fit* out)
{
    const imp3i_compound_block *a = imp3i_compound_block_of(c->a), *b = imp3i_compound_block_of(c->b);
    const imp3i_compound_block *own = of_b ? b : a, *other = of_b ? a : b;
    const imp3i_ball* ball = &own->field->balls[own->field->levels - 1][0];
    imp3i_frame into = of_b ? imp3i_frame_between(&c->pose_a, &c->pose_b) : imp3i_frame_between(&c->pose_b, &c->pose_a);
    const imp3_compound* solid = of_b ? c->a : c->b;
    double radius = (double)ball->radius;
    imp3i_dvec middle = imp3i_dsub(imp3i_dvec_of(ball->center), imp3i_dvec_of(own->field_shift));
    imp3i_dvec at = imp3i_dadd(imp3i_drot_apply(into.turn, middle), into.shift);
    if (inside && !(imp3i_mesh_winding(solid, at) > 0.5))
    {
        // In a hollow of the other: a corner is not.
        at = imp3i_dadd(imp3i_drot_apply(into.turn, imp3i_dvec_of(own->points[0])), into.shift);
        radius *= 2.0;
    }
    imp3i_field_value value;
    imp3i_field_ask(other->field, imp3i_dadd(at, imp3i_dvec_of(other->field_shift)), &value);
    if (FAR_CELLS * (double)other->field->cell - value.distance < radius && !inside)
    {
        return false;
    }
    const imp3_pose here = imp3_pose_identity();
    imp3_mesh_near near;
    if (imp3i_mesh_nearest(solid, &here, at, INFINITY, 1, &near) == 0 ||
        ((value.distance > 0.0 || (double)near.distance < radius) && !inside))
    {
        return false;
    }
    const imp3i_drot turn = of_b ? c->qa : c->qb;
    const imp3i_dvec way = imp3i_dsub(imp3i_dvec_of(near.point), at);
    const bool clear = imp3i_ddot(way, way) > 0.0;
    imp3i_dvec n = imp3i_drot_apply(turn, clear ? way : value.gradient), place = imp3i_drot_apply(turn, at);
    n = imp3i_ddivide(n, sqrt(imp3i_ddot(n, n)));
    memset(out, 0, sizeof *out);
    out->at = imp3i_vec_of(of_b ? place : imp3i_dadd(place, c->shift));
    out->normal = imp3i_vec_tidy(of_b ? n : imp3i_dnegate(n));
    out->depth = (float)(radius + (double)near.distance);
    out->id = imp3i_contact_id(IMP3I_NAME_FACE, IMP3I_NAME_FACE);
    return true;
}

/// The contact of surfaces that cross where no feature is: along the curve that they have in common.
static int32_t cross_manifold(const imp3i_compound_pair* c, imp3i_whole* whole, imp3_part_manifold* out, int32_t room)
{
    imp3_mesh_pair found[CROSSINGS_OF_FIELDS];
    const imp3_mesh_walk some = {IMP3_WALK_DEPTH, CROSSINGS_OF_FIELDS, NULL};
    imp3_mesh_pairs pairs = {found, CROSSINGS_OF_FIELDS, 0};
    imp3_part_manifold m;
    memset(&m, 0, sizeof m);
    if (imp3_mesh_meet(c->a, &c->pose_a, c->b, &c->pose_b, &some, &pairs) || pairs.count == 0 ||
        imp3_mesh_manifold(c->a, &c->pose_a, c->b, &c->pose_b, &pairs, &m.manifold) || m.manifold.count == 0)
    {
        return 0;
    }
    m.part_a = found[0].part_a;
    m.part_b = found[0].part_b;
    whole->depth = (double)m.manifold.depth;
    whole->relation = whole->depth > 0.0;
    whole->normal = imp3i_dunit_of(m.manifold.normal);
    whole->on_a = imp3i_dsub(imp3i_dvec_of(m.manifold.points[0].point), imp3i_dvec_of(c->pose_a.p));
    whole->i = m.part_a;
    whole->j = m.part_b;
    if (room > 0)
    {
        *out = m;
    }
    return 1;
}

/// The deepest contact is that of the whole; of two that touch it is no less deep than that.
static void tell_whole(const imp3i_fit* deepest, bool touches, imp3i_whole* out)
{
    out->depth = (double)deepest->depth;
    out->depth = touches && out->depth < 0.0 ? 0.0 : out->depth;
    out->relation = out->depth > 0.0 ? 1 : touches ? 0 : -1;
    out->normal = imp3i_dunit_of(deepest->normal);
    out->on_a = imp3i_dadd_scaled(imp3i_dvec_of(deepest->at), out->normal, 0.5 * out->depth);
    out->i = deepest->part_a;
    out->j = deepest->part_b;
}

/// Writes the manifolds of the deepest clusters in the order of their parts. Returns how many there are.
static int32_t write_manifolds_of_fits(const fields_pair* s, imp3_part_manifold* out, int32_t room)
{
    const imp3i_fits* f = &s->fits;
    int32_t count = f->count < IMP3I_FIT_MANIFOLDS ? f->count : (int32_t)IMP3I_FIT_MANIFOLDS;
    for (int32_t i = 0; i < count && i < room; ++i)
    {
        imp3_part_manifold m;
        int32_t k = i;
        imp3i_fits_manifold(s->pair, f, &f->clusters[f->order[i]], &m);
        for (;
             k > 0 && (out[k - 1].part_a > m.part_a || (out[k - 1].part_a == m.part_a && out[k - 1].part_b > m.part_b));
             --k)
        {
            out[k] = out[k - 1];
        }
        out[k] = m;
    }
    return count;
}

static bool do_triangles_cross(const imp3i_compound_pair* c)
{
    const imp3_mesh_walk first = {IMP3_WALK_DEPTH, 1, NULL};
    imp3_mesh_pairs pairs = {NULL, 0, 0};
    return imp3_mesh_meet(c->a, &c->pose_a, c->b, &c->pose_b, &first, &pairs) || pairs.count > 0;
}

/// Whether a corner of one mesh, B or A, is inside of the other.
static bool has_corner_inside(const imp3i_compound_pair* c, bool of_b)
{
    const imp3i_compound_block* own = imp3i_compound_block_of(of_b ? c->b : c->a);
    imp3i_frame into = of_b ? imp3i_frame_between(&c->pose_a, &c->pose_b) : imp3i_frame_between(&c->pose_b, &c->pose_a);
    imp3i_dvec at = imp3i_dadd(imp3i_drot_apply(into.turn, imp3i_dvec_of(own->points[0])), into.shift);
    return imp3i_mesh_winding(of_b ? c->a : c->b, at) > 0.5;
}

bool imp3i_fields_enclose(const imp3i_compound_pair* c)
{
    return imp3i_have_fields(c->a, c->b) && (has_corner_inside(c, true) || has_corner_inside(c, false));
}

/// The only manifold.
static int32_t write_only_fit(fields_pair* s, const imp3i_fit* fit, imp3i_whole* whole, imp3_part_manifold* out,
                              int32_t room)
{
    imp3i_fits_start(TIE_CELLS * s->cell, &s->fits);
    imp3i_fits_add(&s->fits, fit, imp3i_fit_bin(fit->normal));
    imp3i_fits_join(&s->fits);
    tell_whole(fit, true, whole);
    return write_manifolds_of_fits(s, out, room);
}

int32_t imp3i_fields_collide(const imp3i_compound_pair* c, float margin, imp3i_whole* whole, bool* known,
                             imp3_part_manifold* out, int32_t room)
{
    if (!imp3i_have_fields(c->a, c->b))
    {
        return 0;
    }
    fields_pair s;
    imp3i_fit inside;
    float cell_a = imp3i_compound_block_of(c->a)->field->cell, cell_b = imp3i_compound_block_of(c->b)->field->cell;
    s.pair = c;
    s.cell = (double)(cell_a < cell_b ? cell_a : cell_b);
    memset(whole, 0, sizeof *whole);
    *known = true;
    whole->relation = -1;
    if (find_way_out(c, true, false, &inside) || find_way_out(c, false, false, &inside))
    {
        return write_only_fit(&s, &inside, whole, out, room);
    }
    search_fits(&s, (double)margin);
    const float deepest = s.fits.count > 0 ? s.fits.clusters[s.fits.order[0]].deepest.depth : 0.0f;
    bool doubt = s.fits.count == 0 || (!(margin > 0.0f) && (double)deepest < OVERLAP_DOUBT * c->scale);
    bool crosses = doubt && do_triangles_cross(c);
    bool encloses = doubt && !crosses && imp3i_fields_enclose(c);
    bool touches = doubt ? crosses || encloses : deepest > 0.0f;
    if (s.fits.count == 0 && touches)
    {
        search_fits(&s, MARGIN_CELLS * s.cell);
    }
    if (s.fits.count > 0 && (touches || margin > 0.0f))
    {
        tell_whole(&s.fits.clusters[s.fits.order[0]].deepest, touches, whole);
        return write_manifolds_of_fits(&s, out, room);
    }
    if (!touches)
    {
        return -1;
    }
    if (encloses && find_way_out(c, has_corner_inside(c, true), true, &inside))
    {
        return write_only_fit(&s, &inside, whole, out, room);
    }
    const int32_t count = cross_manifold(c, whole, out, room);
    *known = count > 0;
    return count;
}
