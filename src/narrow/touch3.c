// SPDX-License-Identifier: MIT
//
// The normals along which a plane parts two sharp polytopes that touch are a cone. A motion takes one into
// the other when it closes along all of them, and it is enough to ask those that span the cone: normals of faces, and
// cross products of two edges. All of these have the point of contact in their plane, so only faces and edges near it
// are looked at; it is known as well as floats are, and what holds the two apart is measured in doubles.

#include "touch3.h"
#include "gjk3.h"

/// Edges are parallel when the sine between them is smaller.
#define PARALLEL 0x1p-30

/// The faces or the edges of one of the two cores, in the frame of the pair.
typedef struct core_parts
{
    const imp3_shape* shape;
    imp3i_drot q;
    imp3i_dvec shift;
} core_parts;

static core_parts core_parts_of(const imp3i_pair* p, int k)
{
    core_parts r = {k ? p->b : p->a, k ? p->qb : p->qa, k ? p->shift : imp3i_dvec_none()};
    return r;
}

static imp3i_dvec corner_of_part(const core_parts* c, int32_t i)
{
    return imp3i_dadd(imp3i_drot_apply(c->q, imp3i_vertex(c->shape, i)), c->shift);
}

/// Faces that have a normal: all of a solid; of a triangle, and of a flat hull, both sides.
static int32_t count_faces(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_BOX        ? 6
           : s->kind == IMP3_SHAPE_TRIANGLE ? 2
           : s->kind == IMP3_SHAPE_HULL     ? imp3i_hull_of(s)->face_count
                                            : 0;
}

/// The outward normal of a face, unit or zero, and one of its corners.
static imp3i_dvec face_normal_of_core(const core_parts* c, int32_t face, imp3i_dvec* corner)
{
    const imp3_shape* s = c->shape;
    int32_t v[3] = {0, 1, 2};
    imp3i_dvec n = imp3i_dvec_none();
    if (s->kind == IMP3_SHAPE_HULL)
    {
        // Corners are what a hull is; its stored normals are rounded. The widest fan of triangles is all of the face.
        const imp3i_hull* h = imp3i_hull_of(s);
        int32_t first = h->starts[face];
        v[0] = h->corners[first];
        *corner = corner_of_part(c, v[0]);
        for (int32_t k = first + 1; k + 1 < h->starts[face + 1]; ++k)
        {
            imp3i_dvec e = imp3i_dsub(corner_of_part(c, h->corners[k]), *corner);
            n = imp3i_dadd(n, imp3i_dcross(e, imp3i_dsub(corner_of_part(c, h->corners[k + 1]), *corner)));
        }
    }
    else
    {
        if (s->kind == IMP3_SHAPE_BOX)
        {
            // The corners of a box differ in one bit along an axis.
            int32_t axis = face >> 1, next = 1 << (axis < 2 ? axis + 1 : 0), last = 1 << (axis > 0 ? axis - 1 : 2);
            v[0] = face & 1 ? 1 << axis : 0;
            v[1] = v[0] | (face & 1 ? next : last);
            v[2] = v[0] | (face & 1 ? last : next);
        }
        else if (face == 1)
        {
            v[1] = 2;
            v[2] = 1;
        }
        *corner = corner_of_part(c, v[0]);
        n = imp3i_dcross(imp3i_dsub(corner_of_part(c, v[1]), *corner), imp3i_dsub(corner_of_part(c, v[2]), *corner));
    }
    double size = sqrt(imp3i_ddot(n, n));
    return size > 0.0 ? imp3i_ddivide(n, size) : n;
}

static int32_t count_edges_touched(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_BOX        ? 12
           : s->kind == IMP3_SHAPE_TRIANGLE ? 3
           : s->kind == IMP3_SHAPE_CAPSULE  ? 1
           : s->kind == IMP3_SHAPE_HULL     ? imp3i_hull_of(s)->edge_count
                                            : 0;
}

/// The ends of an edge.
static void ends_of_edge(const core_parts* c, int32_t edge, imp3i_dvec ends[2])
{
    const imp3_shape* s = c->shape;
    int32_t from = edge, to = edge < 2 ? edge + 1 : 0;
    if (s->kind == IMP3_SHAPE_HULL)
    {
        from = imp3i_hull_of(s)->edges[edge].from;
        to = imp3i_hull_of(s)->edges[edge].to;
    }
    else if (s->kind == IMP3_SHAPE_BOX)
    {
        int32_t axis = edge >> 2, low = (1 << axis) - 1;
        from = (edge & 3 & low) | (edge & 3 & ~low) << 1;
        to = from | 1 << axis;
    }
    ends[0] = corner_of_part(c, from);
    ends[1] = corner_of_part(c, to);
}

/// Whether an edge passes a point within little; then its unit direction too.
static bool is_edge_through(const core_parts* c, int32_t edge, imp3i_dvec at, double little, imp3i_dvec* direction)
{
    imp3i_dvec ends[2];
    ends_of_edge(c, edge, ends);
    imp3i_dvec e = imp3i_dsub(ends[1], ends[0]), w = imp3i_dsub(at, ends[0]);
    double length = sqrt(imp3i_ddot(e, e));
    if (!(length > 0.0))
    {
        return false;
    }
    *direction = imp3i_ddivide(e, length);
    double along = imp3i_ddot(w, *direction);
    imp3i_dvec off = imp3i_dadd_scaled(w, *direction, -along);
    return along >= -little && along <= length + little && imp3i_ddot(off, off) <= little * little;
}

double imp3i_apart_along(const imp3i_pair* p, imp3i_dvec normal)
{
    int32_t vertex;
    imp3i_dvec a = imp3i_support_a(p, normal, &vertex), b = imp3i_support_b(p, imp3i_dnegate(normal), &vertex);
    return imp3i_ddot(normal, imp3i_dsub(b, a));
}

static void visit_faces(const imp3i_pair* p, int k, imp3i_dvec at, double near, double tiny, imp3i_visit_side* visit,
                        void* context)
{
    core_parts c = core_parts_of(p, k);
    double bent = tiny + (c.shape->kind == IMP3_SHAPE_HULL ? 2.0 * (double)imp3i_hull_of(c.shape)->slack : 0.0);
    for (int32_t f = 0; f < count_faces(c.shape); ++f)
    {
        imp3i_dvec corner, n = face_normal_of_core(&c, f, &corner);
        if (imp3i_ddot(n, n) > 0.0 && fabs(imp3i_ddot(n, imp3i_dsub(at, corner))) <= near + bent)
        {
            n = k ? imp3i_dnegate(n) : n;
            if (imp3i_apart_along(p, n) >= -bent)
            {
                visit(context, n);
            }
        }
    }
}

static void visit_edges(const imp3i_pair* p, imp3i_dvec at, double near, double tiny, imp3i_visit_side* visit,
                        void* context)
{
    core_parts a = core_parts_of(p, 0), b = core_parts_of(p, 1);
    for (int32_t i = 0; i < count_edges_touched(a.shape); ++i)
    {
        imp3i_dvec e, f;
        if (!is_edge_through(&a, i, at, near, &e))
        {
            continue;
        }
        for (int32_t k = 0; k < count_edges_touched(b.shape); ++k)
        {
            if (!is_edge_through(&b, k, at, near, &f))
            {
                continue;
            }
            imp3i_dvec n = imp3i_dcross(e, f);
            double sine = sqrt(imp3i_ddot(n, n));
            for (int side = 0; side < 2 && sine > PARALLEL; ++side)
            {
                imp3i_dvec unit = imp3i_dscale(n, (side ? -1.0 : 1.0) / sine);
                if (imp3i_apart_along(p, unit) >= -tiny)
                {
                    visit(context, unit);
                }
            }
        }
    }
}

void imp3i_visit_sides(const imp3i_pair* p, const imp3i_gap* gap, double tiny, imp3i_visit_side* visit, void* context)
{
    if (p->radii > 0.0 || !imp3i_is_polytope(p->a) || !imp3i_is_polytope(p->b))
    {
        visit(context, gap->normal);
        return;
    }
    // The nearest points, where they can be told: those of a gap are good for its normal alone.
    imp3i_closest c;
    imp3i_dvec at = imp3i_dscale(imp3i_dadd(gap->on_a, gap->on_b), 0.5);
    double near = fabs(gap->distance) + (double)IMPI_FLOAT_DOUBT * p->scale;
    if (imp3i_gjk(p, INFINITY, NULL, &c) != IMP3I_CORES_MEET)
    {
        at = imp3i_dadd_scaled(c.on_a, c.between, 0.5);
    }
    visit_faces(p, 0, at, near, tiny, visit, context);
    visit_faces(p, 1, at, near, tiny, visit, context);
    visit_edges(p, at, near, tiny, visit, context);
}
