// SPDX-License-Identifier: MIT
#include "ways3.h"

#include <math.h>
#include <string.h>

#include "oracle3.h"

enum
{
    PIECES_MOST = 64,
    PLANES_MOST = 160,  // of a piece
    FACES_MOST = 40,    // of a part
    EDGES_MOST = 80
};

typedef struct vec3
{
    double v[3];
} vec3;

typedef struct plane3
{
    vec3 n;
    double far;
} plane3;

/// A placed part: its corners, normals of faces, and directions of edges.
typedef struct part3
{
    vec3 corners[ORACLE3_VERTEX_MAX], faces[FACES_MOST], edges[EDGES_MOST];
    int32_t corner_count, face_count, edge_count;
} part3;

typedef struct piece3
{
    plane3 planes[PLANES_MOST];
    int32_t count;
} piece3;

typedef struct union3
{
    piece3 pieces[PIECES_MOST];
    int32_t count;
    double size;
} union3;

static double dot3(vec3 a, vec3 b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static vec3 cross3(vec3 a, vec3 b)
{
    const vec3 r = {
        {a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2], a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
    return r;
}

static vec3 sum3(vec3 a, double x, vec3 b, double y)
{
    const vec3 r = {{a.v[0] * x + b.v[0] * y, a.v[1] * x + b.v[1] * y, a.v[2] * x + b.v[2] * y}};
    return r;
}

/// Length 1, or false.
static bool straighten(vec3* v)
{
    double length = sqrt(dot3(*v, *v));
    *v = sum3(*v, length > 0.0 ? 1.0 / length : 0.0, *v, 0.0);
    return length > 1e-12;
}

static vec3 placed(const imp3_shape* s, int32_t k, const imp3_pose* pose)
{
    // A turned box stores its corners in the axes of its turn.
    imp3_vec local = oracle3_vertex(s, k);
    if (s->kind == IMP3_SHAPE_BOX)
    {
        local = imp3_rot_apply(s->turn, local);
    }
    const imp3_rot q = pose->q;
    const double p[3] = {(double)local.x, (double)local.y, (double)local.z};
    const vec3 r = {{(double)q.x.x * p[0] + (double)q.y.x * p[1] + (double)q.z.x * p[2] + (double)pose->p.x,
                     (double)q.x.y * p[0] + (double)q.y.y * p[1] + (double)q.z.y * p[2] + (double)pose->p.y,
                     (double)q.x.z * p[0] + (double)q.y.z * p[1] + (double)q.z.z * p[2] + (double)pose->p.z}};
    return r;
}

/// Adds a direction of length 1, unless it is there; of edges also when it is there the other way round.
static void add_direction(vec3* list, int32_t* count, int32_t most, vec3 n, bool both_ways)
{
    bool known = !straighten(&n) || *count == most;
    for (int32_t k = 0; k < *count && !known; ++k)
    {
        const double c = dot3(list[k], n);
        known = c > 1.0 - 1e-12 || (both_ways && c < 1e-12 - 1.0);
    }
    if (!known)
    {
        list[(*count)++] = n;
    }
}

/// Faces are all planes through three corners with the others on one side; an edge is two corners that two faces share.
static void make_part(const imp3_compound* c, int32_t index, const imp3_pose* pose, part3* out)
{
    imp3_shape s;
    (void)imp3_compound_part(c, index, &s);
    out->corner_count = s.count;
    out->face_count = out->edge_count = 0;
    for (int32_t k = 0; k < s.count; ++k)
    {
        out->corners[k] = placed(&s, k, pose);
    }
    const vec3* v = out->corners;
    const double little = 1e-6 * (double)s.reach;
    for (int32_t i = 0; i < s.count; ++i)
    {
        for (int32_t j = i + 1; j < s.count; ++j)
        {
            for (int32_t k = j + 1; k < s.count; ++k)
            {
                vec3 n = cross3(sum3(v[j], 1.0, v[i], -1.0), sum3(v[k], 1.0, v[i], -1.0));
                bool above = false, below = false;
                if (!straighten(&n))
                {
                    continue;
                }
                for (int32_t m = 0; m < s.count; ++m)
                {
                    const double far = dot3(n, sum3(v[m], 1.0, v[i], -1.0));
                    above = above || far > little;
                    below = below || far < -little;
                }
                if (!(above && below))
                {
                    add_direction(out->faces, &out->face_count, FACES_MOST, sum3(n, above ? -1.0 : 1.0, n, 0.0), false);
                }
            }
        }
    }
    for (int32_t i = 0; i < s.count; ++i)
    {
        for (int32_t j = i + 1; j < s.count; ++j)
        {
            const vec3 way = sum3(v[j], 1.0, v[i], -1.0);
            int32_t on = 0;
            for (int32_t f = 0; f < out->face_count; ++f)
            {
                double most = -INFINITY;
                for (int32_t m = 0; m < s.count; ++m)
                {
                    most = fmax(most, dot3(out->faces[f], v[m]));
                }
                on += fmin(dot3(out->faces[f], v[i]), dot3(out->faces[f], v[j])) > most - little;
            }
            if (on >= 2)
            {
                add_direction(out->edges, &out->edge_count, EDGES_MOST, way, true);
            }
        }
    }
}

/// A - B along a direction.
static double far_of(const part3* a, const part3* b, vec3 n)
{
    double most = -INFINITY, least = INFINITY;
    for (int32_t k = 0; k < a->corner_count; ++k)
    {
        most = fmax(most, dot3(n, a->corners[k]));
    }
    for (int32_t k = 0; k < b->corner_count; ++k)
    {
        least = fmin(least, dot3(n, b->corners[k]));
    }
    return most - least;
}

static void add_plane(piece3* p, const part3* a, const part3* b, vec3 n)
{
    bool known = !straighten(&n) || p->count == PLANES_MOST;
    for (int32_t k = 0; k < p->count && !known; ++k)
    {
        known = dot3(p->planes[k].n, n) > 1.0 - 1e-12;
    }
    if (!known)
    {
        p->planes[p->count].n = n;
        p->planes[p->count++].far = far_of(a, b, n);
    }
}

static void make_piece(const part3* a, const part3* b, piece3* out)
{
    out->count = 0;
    for (int32_t k = 0; k < a->face_count; ++k)
    {
        add_plane(out, a, b, a->faces[k]);
    }
    for (int32_t k = 0; k < b->face_count; ++k)
    {
        add_plane(out, a, b, sum3(b->faces[k], -1.0, b->faces[k], 0.0));
    }
    for (int32_t i = 0; i < a->edge_count; ++i)
    {
        for (int32_t j = 0; j < b->edge_count; ++j)
        {
            const vec3 n = cross3(a->edges[i], b->edges[j]);
            if (dot3(n, n) > 1e-12)
            {
                add_plane(out, a, b, n);
                add_plane(out, a, b, sum3(n, -1.0, n, 0.0));
            }
        }
    }
}

/// False when there are too many pieces.
static bool make_union(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b, const imp3_pose* pose_b,
                       union3* out)
{
    out->count = 0;
    out->size = (double)a->reach + (double)b->reach;
    for (int32_t i = 0; i < a->part_count; ++i)
    {
        part3 one, other;
        make_part(a, i, pose_a, &one);
        for (int32_t j = 0; j < b->part_count; ++j)
        {
            if (out->count == PIECES_MOST)
            {
                return false;
            }
            make_part(b, j, pose_b, &other);
            make_piece(&one, &other, &out->pieces[out->count++]);
        }
    }
    return true;
}

static bool is_free(const union3* u, vec3 t, double little)
{
    bool r = true;
    for (int32_t k = 0; k < u->count && r; ++k)
    {
        const piece3* p = &u->pieces[k];
        r = false;
        for (int32_t i = 0; i < p->count && !r; ++i)
        {
            r = dot3(p->planes[i].n, t) >= p->planes[i].far - little;
        }
    }
    return r;
}

static void try_place(const union3* u, vec3 t, double* best)
{
    const double length = sqrt(dot3(t, t));
    *best = length < *best && is_free(u, t, 1e-9 * u->size) ? length : *best;
}

/// The nearest point of the line where two planes cross, or with a third plane where that crosses it.
static bool cross_planes(const plane3* a, const plane3* b, const plane3* c, vec3* out)
{
    const vec3 along = cross3(a->n, b->n);
    const double square = dot3(along, along);
    if (square < 1e-10)
    {
        return false;
    }
    const vec3 foot = sum3(cross3(b->n, along), a->far / square, cross3(along, a->n), b->far / square);
    const double slope = c ? dot3(c->n, along) : 1.0;
    if (c && fabs(slope) < 1e-8)
    {
        return false;
    }
    *out = c ? sum3(foot, 1.0, along, (c->far - dot3(c->n, foot)) / slope) : foot;
    return true;
}

/// Planes that are nearer than the best way so far.
static int32_t near_planes(const union3* u, double best, const plane3** out)
{
    int32_t count = 0;
    for (int32_t k = 0; k < u->count; ++k)
    {
        for (int32_t i = 0; i < u->pieces[k].count; ++i)
        {
            if (fabs(u->pieces[k].planes[i].far) < best)
            {
                out[count++] = &u->pieces[k].planes[i];
            }
        }
    }
    return count;
}

double ways3_depth(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b, const imp3_pose* pose_b)
{
    static union3 u;
    static const plane3* planes[PIECES_MOST * PLANES_MOST];
    const vec3 stays = {{0.0, 0.0, 0.0}};
    double best = INFINITY;
    if (!make_union(a, pose_a, b, pose_b, &u))
    {
        return INFINITY;
    }
    if (is_free(&u, stays, 0.0))
    {
        return 0.0;
    }
    int32_t count = near_planes(&u, INFINITY, planes);
    for (int32_t i = 0; i < count; ++i)
    {
        try_place(&u, sum3(planes[i]->n, planes[i]->far, planes[i]->n, 0.0), &best);
    }
    count = near_planes(&u, best, planes);
    for (int32_t i = 0; i < count; ++i)
    {
        for (int32_t j = i + 1; j < count; ++j)
        {
            vec3 t;
            if (cross_planes(planes[i], planes[j], NULL, &t) && dot3(t, t) < best * best)
            {
                try_place(&u, t, &best);
            }
        }
    }
    count = near_planes(&u, best, planes);
    for (int32_t i = 0; i < count; ++i)
    {
        for (int32_t j = i + 1; j < count; ++j)
        {
            vec3 t;
            if (!cross_planes(planes[i], planes[j], NULL, &t) || dot3(t, t) >= best * best)
            {
                continue;
            }
            for (int32_t k = j + 1; k < count; ++k)
            {
                if (cross_planes(planes[i], planes[j], planes[k], &t) && dot3(t, t) < best * best)
                {
                    try_place(&u, t, &best);
                }
            }
        }
    }
    return best;
}

bool ways3_inside(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b, const imp3_pose* pose_b,
                  const double by[3], double little)
{
    static union3 u;
    const vec3 t = {{by[0], by[1], by[2]}};
    return make_union(a, pose_a, b, pose_b, &u) && !is_free(&u, t, little);
}
