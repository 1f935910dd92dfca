// SPDX-License-Identifier: MIT
//
// When one of two triangles that moves along x leaves the other.
//
// Seen along x they are flat triangles, and over each point that these share B has to move by the difference of two heights,
// which are linear over it. So the most is at a corner of what they share: a corner of one in the other, or a crossing of
// two edges. A triangle that is seen from its edge is told by its edges.

#include "triangle_leave3.h"

/// What is outside of an edge, or beyond its end, by less than this part counts as on it.
#define LEAVE_SLACK 0x1p-40

typedef struct leave_search
{
    double time;
    imp3i_dvec normal;
    bool met;
} leave_search;

static void keep_latest(leave_search* s, double time, imp3i_dvec normal)
{
    if (!s->met || time > s->time)
    {
        s->time = time;
        s->normal = normal.x < 0.0 ? imp3i_dnegate(normal) : normal;
        s->met = true;
    }
}

static double cross_seen(imp3i_dvec a, imp3i_dvec b)
{
    return a.y * b.z - a.z * b.y;
}

/// Corners of one triangle that lie in the other, as seen along x. sign is 1 where the face is A's.
static void leave_by_corners(leave_search* s, const imp3i_dtriangle* face, const imp3i_dtriangle* other, double sign)
{
    imp3i_dvec u = imp3i_dsub(face->corners[1], face->corners[0]);
    imp3i_dvec v = imp3i_dsub(face->corners[2], face->corners[0]);
    double area = cross_seen(u, v);
    if (!(area < 0.0 || area > 0.0))
    {
        return;
    }
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec from = imp3i_dsub(other->corners[k], face->corners[0]);
        double by_u = cross_seen(from, v) / area, by_v = cross_seen(u, from) / area;
        if (by_u >= -LEAVE_SLACK && by_v >= -LEAVE_SLACK && by_u + by_v <= 1.0 + LEAVE_SLACK)
        {
            double height = face->corners[0].x + by_u * u.x + by_v * v.x;
            keep_latest(s, sign * (height - other->corners[k].x), imp3i_dcross(u, v));
        }
    }
}

static double clamp_part(double t)
{
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

static void leave_by_edges(leave_search* s, imp3i_dvec a, imp3i_dvec along_a, imp3i_dvec b, imp3i_dvec along_b)
{
    double area = cross_seen(along_a, along_b);
    if (!(area < 0.0 || area > 0.0))
    {
        return;
    }
    imp3i_dvec from = imp3i_dsub(b, a);
    double on_a = cross_seen(from, along_b) / area, on_b = cross_seen(from, along_a) / area;
    if (on_a >= -LEAVE_SLACK && on_a <= 1.0 + LEAVE_SLACK && on_b >= -LEAVE_SLACK && on_b <= 1.0 + LEAVE_SLACK)
    {
        double time = a.x + clamp_part(on_a) * along_a.x - (b.x + clamp_part(on_b) * along_b.x);
        keep_latest(s, time, imp3i_dcross(along_a, along_b));
    }
}

bool imp3i_triangles_leave(const imp3i_dtriangle* a, const imp3i_dtriangle* b, double* time, imp3i_dvec* normal)
{
    leave_search s = {0.0, {1.0, 0.0, 0.0}, false};
    leave_by_corners(&s, a, b, 1.0);
    leave_by_corners(&s, b, a, -1.0);
    for (int i = 0; i < 3; ++i)
    {
        imp3i_dvec along_a = imp3i_dsub(a->corners[i == 2 ? 0 : i + 1], a->corners[i]);
        for (int j = 0; j < 3; ++j)
        {
            imp3i_dvec along_b = imp3i_dsub(b->corners[j == 2 ? 0 : j + 1], b->corners[j]);
            leave_by_edges(&s, a->corners[i], along_a, b->corners[j], along_b);
        }
    }
    *time = s.time;
    *normal = s.normal;
    return s.met;
}
