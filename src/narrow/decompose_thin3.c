// SPDX-License-Identifier: MIT
//
// Thinning of convex parts: fewer corners, and nothing of the solid left out.
//
// A part is what is below the planes of some of its faces instead of all. That starts as its box. A corner that is too far
// from the part, or from the solid, is cut off by the plane of the face that it is highest above; where the bounds of the
// distance still tell a point that is too far out, that one is. So planes are taken where they are missed, and few where the
// part bends little. Corners are kept in doubles until all planes are there, and rounded once. The result is held against the
// part, which it must contain, and against the mesh, as all parts are; if it does not do, the part stays as it was.
//
// Source: outer approximation of convex bodies by cutting planes: Kamenev 1992, Bronstein 2008 (survey).

#include "decompose3.h"

#include "mesh_near3.h"

#include <math.h>
#include <string.h>

enum
{
    THIN_CORNERS = 24,  // a part with no more is left alone
    THIN_MOST = 256     // corners of one that is thinned
};

/// Corners are no farther from the part than this share of the tolerance: flat sides stay where they are.
#define THIN_REACH 0.75

/// And no farther from the solid than this one: the bounds that are proved come out higher.
#define THIN_DEPTH 0.875

/// A plane stands that many steps off its face, so that roundings of corners leave nothing out.
#define THIN_MARGIN 2.0

/// A hull that is contained goes out by no more steps of the lattice.
#define THIN_CONTAINED 1.0

/// Corners are rounded to this share of a step: three corners more on a plane mostly stay in one face then, and near the
/// origin they are floats as those of the lattice are. Farther away they are off by half a step when they become floats,
/// which the bounds of the distance allow for.
#define THIN_GRAIN 0.125

/// The intersection of half-spaces. Face f has the corners loop[starts[f]] to loop[starts[f + 1] - 1], counter-clockwise
/// seen from outside.
typedef struct thin_solid
{
    int32_t corner_count, face_count;
    imp3i_dvec corners[THIN_MOST];
    double depths[THIN_MOST];  // of corners out of the mesh's solid, as far as they count; -1 when not known
    int32_t starts[THIN_MOST + 1];
    int32_t loop[6 * THIN_MOST];
} thin_solid;

typedef struct thin_work
{
    const imp3i_hull* hull;  // of the part
    imp3i_depths* field;
    double tolerance;
    int32_t now;  // which of the solids: a cut makes the other one
    thin_solid solids[2];
    double out[THIN_MOST];  // how far corners are: 0 of one that may stay
    imp3_shape thinned;
    imp3i_bulge bulge;
} thin_work;

/// The face of a hull that a point is highest above, or least below.
static int32_t face_most_under(const imp3i_hull* h, imp3i_dvec at, double* height)
{
    int32_t best = 0;
    *height = -INFINITY;
    for (int32_t k = 0; k < h->face_count; ++k)
    {
        double above = (double)h->normal_x[k] * at.x + (double)h->normal_y[k] * at.y + (double)h->normal_z[k] * at.z -
                       (double)h->plane[k];
        if (above > *height)
        {
            *height = above;
            best = k;
        }
    }
    return best;
}

static imp3i_dvec hull_corner(const imp3i_hull* h, int32_t k)
{
    const imp3i_dvec r = {(double)h->x[k], (double)h->y[k], (double)h->z[k]};
    return r;
}

/// The box of the part, with the margin.
static void start_box(thin_work* w)
{
    const int32_t sides[24] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
    thin_solid* s = &w->solids[w->now];
    imp3_box box = {{w->hull->x[0], w->hull->y[0], w->hull->z[0]}, {w->hull->x[0], w->hull->y[0], w->hull->z[0]}};
    for (int32_t i = 1; i < w->hull->vertex_count; ++i)
    {
        const imp3_vec at = {w->hull->x[i], w->hull->y[i], w->hull->z[i]};
        const imp3_box point = {at, at};
        imp3i_box_grow(&box, point);
    }
    for (int i = 0; i < 8; ++i)
    {
        s->corners[i].x = i & 1 ? (double)box.upper.x + THIN_MARGIN : (double)box.lower.x - THIN_MARGIN;
        s->corners[i].y = i & 2 ? (double)box.upper.y + THIN_MARGIN : (double)box.lower.y - THIN_MARGIN;
        s->corners[i].z = i & 4 ? (double)box.upper.z + THIN_MARGIN : (double)box.lower.z - THIN_MARGIN;
        s->depths[i] = -1.0;
    }
    for (int i = 0; i <= 6; ++i)
    {
        s->starts[i] = 4 * i;
    }
    memcpy(s->loop, sides, sizeof sides);
    s->corner_count = 8;
    s->face_count = 6;
}

/// A cut that is made: new corners on edges that cross, in the order in which they are found.
typedef struct thin_cut
{
    const thin_solid* from;
    thin_solid* to;
    double heights[THIN_MOST];
    int32_t names[THIN_MOST];  // of corners that stay
    int32_t kept;
    int32_t edges[THIN_MOST][2];  // of new corners: below, above
    int32_t next[THIN_MOST];      // along the new face, -1 for not yet
} thin_cut;

/// The new corner between one that is below and one that is above. -1 when there are too many.
static int32_t corner_between(thin_cut* c, int32_t below, int32_t above)
{
    for (int32_t k = c->kept; k < c->to->corner_count; ++k)
    {
        if (c->edges[k][0] == below && c->edges[k][1] == above)
        {
            return k;
        }
    }
    int32_t made = c->to->corner_count;
    if (made == THIN_MOST)
    {
        return -1;
    }
    imp3i_dvec a = c->from->corners[below], b = c->from->corners[above];
    double t = c->heights[below] / (c->heights[below] - c->heights[above]);
    c->to->corners[made] = imp3i_dadd_scaled(a, imp3i_dsub(b, a), t);
    c->to->depths[made] = -1.0;
    c->edges[made][0] = below;
    c->edges[made][1] = above;
    c->next[made] = -1;
    c->to->corner_count += 1;
    return made;
}

/// Takes over what a face has below. False where it is not cut straight through, as roundings may have it.
static bool cut_face(thin_cut* c, int32_t face)
{
    thin_solid* s = c->to;
    int32_t first = c->from->starts[face], end = c->from->starts[face + 1], at = s->starts[s->face_count];
    int32_t leaves = -1, enters = -1, crossings = 0;
    for (int32_t k = first; k < end; ++k)
    {
        int32_t a = c->from->loop[k], b = c->from->loop[k + 1 < end ? k + 1 : first];
        bool above = c->heights[a] > 0.0, next_above = c->heights[b] > 0.0;
        if (at + 2 > 6 * THIN_MOST)
        {
            return false;
        }
        if (!above)
        {
            s->loop[at++] = c->names[a];
        }
        if (above != next_above)
        {
            int32_t made = above ? corner_between(c, b, a) : corner_between(c, a, b);
            s->loop[at++] = made;
            leaves = above ? leaves : made;
            enters = above ? made : enters;
            crossings += 1;
            if (made < 0)
            {
                return false;
            }
        }
    }
    if (at > s->starts[s->face_count])
    {
        s->starts[++s->face_count] = at;
    }
    if (crossings == 2)
    {
        c->next[enters] = leaves;
    }
    return crossings == 0 || crossings == 2;
}

/// Closes what was cut with a face.
static bool close_cut(thin_cut* c)
{
    thin_solid* s = c->to;
    int32_t made = s->corner_count - c->kept, at = s->starts[s->face_count], corner = c->kept;
    if (made < 3 || s->face_count == THIN_MOST || at + made > 6 * THIN_MOST)
    {
        return false;
    }
    for (int32_t k = 0; k < made; ++k)
    {
        s->loop[at++] = corner;
        corner = c->next[corner];
        if (corner < 0 || (corner == c->kept) != (k + 1 == made))
        {
            return false;
        }
    }
    s->starts[++s->face_count] = at;
    return true;
}

/// Cuts off a point by the plane of the face that it is highest above. False when it is not above, or the solid has too many
/// corners then.
static bool cut_off(thin_work* w, imp3i_dvec point)
{
    thin_cut c;
    double height;
    int32_t face = face_most_under(w->hull, point, &height);
    const imp3i_hull* h = w->hull;
    const imp3i_dvec normal = {(double)h->normal_x[face], (double)h->normal_y[face], (double)h->normal_z[face]};
    c.from = &w->solids[w->now];
    c.to = &w->solids[1 - w->now];
    c.to->corner_count = c.to->face_count = c.to->starts[0] = 0;
    if (height <= 2.0 * THIN_MARGIN)
    {
        return false;
    }
    for (int32_t k = 0; k < c.from->corner_count; ++k)
    {
        c.heights[k] = imp3i_ddot(normal, c.from->corners[k]) - (double)h->plane[face] - THIN_MARGIN;
        if (!(c.heights[k] > 0.0))
        {
            c.names[k] = c.to->corner_count;
            c.to->depths[c.to->corner_count] = c.from->depths[k];
            c.to->corners[c.to->corner_count++] = c.from->corners[k];
        }
    }
    c.kept = c.to->corner_count;
    bool good = true;
    for (int32_t k = 0; k < c.from->face_count && good; ++k)
    {
        good = cut_face(&c, k);
    }
    good = good && close_cut(&c);
    w->now = good ? 1 - w->now : w->now;
    return good;
}

/// Finds how far out corners are. While some are too far from the part, the mesh is not asked.
static void judge_corners(thin_work* w)
{
    thin_solid* s = &w->solids[w->now];
    double reach = THIN_REACH * w->tolerance;
    bool any = false;
    for (int32_t k = 0; k < s->corner_count; ++k)
    {
        double height;
        (void)face_most_under(w->hull, s->corners[k], &height);
        w->out[k] = height > reach ? height : 0.0;
        any = any || height > reach;
    }
    for (int32_t k = 0; k < s->corner_count && !any; ++k)
    {
        double depth = s->depths[k];
        s->depths[k] = depth < 0.0 ? imp3i_depths_out(w->field, s->corners[k], THIN_DEPTH * w->tolerance) : depth;
        w->out[k] = s->depths[k];
    }
}

/// Cuts off the corner that is farthest out, of those that a plane cuts off. False when there is none.
static bool cut_corner(thin_work* w)
{
    judge_corners(w);
    for (;;)
    {
        const thin_solid* s = &w->solids[w->now];
        int32_t worst = 0;
        for (int32_t k = 1; k < s->corner_count; ++k)
        {
            worst = w->out[k] > w->out[worst] ? k : worst;
        }
        if (!(w->out[worst] > 0.0))
        {
            return false;
        }
        w->out[worst] = 0.0;
        if (cut_off(w, s->corners[worst]))
        {
            return true;
        }
    }
}

static bool contains_hull(const imp3i_hull* whole, const imp3i_hull* part)
{
    bool contains = true;
    for (int32_t k = 0; k < part->vertex_count && contains; ++k)
    {
        double height;
        (void)face_most_under(whole, hull_corner(part, k), &height);
        contains = height <= THIN_CONTAINED;
    }
    return contains;
}

static float round_number(double x)
{
    return (float)(THIN_GRAIN * (double)imp3i_whole_below(x / THIN_GRAIN + 0.5));
}

/// The hull of the corners.
static imp_status round_solid(thin_work* w)
{
    imp3_vec points[THIN_MOST];
    const thin_solid* s = &w->solids[w->now];
    for (int32_t k = 0; k < s->corner_count; ++k)
    {
        imp3i_dvec at = s->corners[k];
        points[k].x = round_number(at.x);
        points[k].y = round_number(at.y);
        points[k].z = round_number(at.z);
    }
    imp3_shape_free(&w->thinned);
    return imp3_hull_make(points, s->corner_count, 0.0f, w->field->allocator, &w->thinned, NULL)
               ? impi_error(IMP_ERR_MEMORY, 0)
               : IMP_OK;
}

/// Holds what the planes have left against the part and the mesh: it is good, or a point of it is cut off, or neither.
static imp_status hold_solid(thin_work* w, bool* good, bool* cut)
{
    double t = w->tolerance;
    *cut = *good = false;
    imp_status status = round_solid(w);
    const imp3i_hull* hull = (const imp3i_hull*)w->thinned.block;
    if (status || hull->vertex_count >= w->hull->vertex_count || !contains_hull(hull, w->hull))
    {
        return status;
    }
    status = imp3i_depths_measure(w->field, hull, 0.0625 * t, t, t, &w->bulge);
    *good = !status && w->bulge.most <= t;
    *cut = !status && !*good && cut_off(w, w->bulge.at);
    return status;
}

/// Cuts until what is left is good, or no less than the part.
static imp_status thin_hull(thin_work* w, imp3i_decompose_teller* teller, double done, bool* good)
{
    bool goes_on = true;
    imp_status status = IMP_OK;
    *good = false;
    start_box(w);
    while (!status && goes_on && !*good)
    {
        goes_on = cut_corner(w);
        if (!goes_on)
        {
            status = hold_solid(w, good, &goes_on);
        }
        goes_on = goes_on && w->solids[w->now].face_count < w->hull->vertex_count;
        if (!status && !imp3i_decompose_goes_on(teller, done))
        {
            status = impi_error(IMP_ERR_STOPPED, 0);
        }
    }
    return status;
}

/// Gives a part its thinned hull.
static imp_status take_thinned(thin_work* w, imp3i_piece* part)
{
    imp3i_cloud_points cloud;
    memset(&cloud, 0, sizeof cloud);
    imp3_shape old = part->hull;
    part->hull = w->thinned;
    w->thinned = old;
    part->bulge = w->bulge;
    imp_status status = imp3i_pieces_cloud((const imp3i_piece* const*)&part, 1, w->field->allocator, &cloud);
    status = status ? status : imp3i_hull_volume_of(cloud.data, cloud.count, w->field->allocator, &part->hull_volume);
    impi_array_free(&cloud, w->field->allocator);
    return status;
}

imp_status imp3i_parts_thin(imp3i_pieces* parts, imp3i_depths* field, double tolerance, imp3i_decompose_teller* teller)
{
    imp_status status = IMP_OK;
    for (int32_t k = 0; k < parts->count && !status; ++k)
    {
        imp3i_piece* part = &parts->data[k];
        bool good = false;
        thin_work w;
        memset(&w, 0, sizeof w);
        w.hull = (const imp3i_hull*)part->hull.block;
        w.field = field;
        w.tolerance = tolerance;
        if (w.hull->vertex_count > THIN_CORNERS)
        {
            status = thin_hull(&w, teller, 0.95 + 0.05 * k / parts->count, &good);
        }
        status = status || !good ? status : take_thinned(&w, part);
        imp3_shape_free(&w.thinned);
    }
    return status;
}
