// SPDX-License-Identifier: MIT
//
// Signed distance from a point to a shape: the edge whose line is farthest in front of the point tells the region. In
// front of that edge the answer is the edge, beside it the vertex on that side (Voronoi regions of a convex polygon).

#include "../math/tolerance.h"
#include "shape2.h"

#include <math.h>

/// The side with the greatest separation from the point; the lowest of equals.
static int32_t best_side(const imp2i_outline* o, imp2i_dvec p, double* separation)
{
    int32_t best = 0;
    double best_value = -INFINITY;
    for (int32_t i = 0; i < o->sides; ++i)
    {
        double value = o->normal_x[i] * (p.x - o->x[i]) + o->normal_y[i] * (p.y - o->y[i]);
        best = value > best_value ? i : best;
        best_value = value > best_value ? value : best_value;
    }
    *separation = best_value;
    return best;
}

static void at_vertex(const imp2i_outline* o, float reach, int32_t i, imp2i_dvec p, imp2i_dvec fallback,
                      imp2i_point_gap* out)
{
    double x = p.x - o->x[i], y = p.y - o->y[i];
    double d = sqrt(x * x + y * y);
    // At the vertex itself what is left is rounding, and has no direction.
    bool apart = d > IMPI_DOUBLE_SLIDE * (fabs(p.x) + fabs(p.y) + (double)reach);
    out->separation = d;
    out->normal.x = apart ? x / d : fallback.x;
    out->normal.y = apart ? y / d : fallback.y;
    out->on_core.x = o->x[i];
    out->on_core.y = o->y[i];
    out->place = i;
    out->at_vertex = true;
}

void imp2i_point_query(const imp2_shape* shape, imp2i_dvec p, imp2i_point_gap* out)
{
    imp2i_outline o = imp2i_outline_of(shape);
    if (o.sides == 0)
    {
        const imp2i_dvec up = {0.0, 1.0};
        at_vertex(&o, shape->reach, 0, p, up, out);
        out->separation -= shape->radius;
        return;
    }
    double separation;
    int32_t i = best_side(&o, p, &separation);
    // Outside, rounded normals of short edges can name a side a few places off: walk along the outline to the nearest.
    for (int32_t step = 0; step <= o.sides; ++step)
    {
        int32_t k = i + 1 < o.sides ? i + 1 : 0;
        double ex = (double)o.x[k] - o.x[i], ey = (double)o.y[k] - o.y[i];
        double along = (p.x - o.x[i]) * ex + (p.y - o.y[i]) * ey;
        double length = ex * ex + ey * ey;
        imp2i_dvec normal = {o.normal_x[i], o.normal_y[i]};
        if (separation > 0.0 && (along <= 0.0 || along >= length))
        {
            bool before = along <= 0.0;
            int32_t next = before ? (i > 0 ? i - 1 : o.sides - 1) : k;
            int32_t next_end = next + 1 < o.sides ? next + 1 : 0;
            int32_t vertex = before ? i : k;
            double nx = (double)o.x[next_end] - o.x[next], ny = (double)o.y[next_end] - o.y[next];
            double onward = (p.x - o.x[vertex]) * nx + (p.y - o.y[vertex]) * ny;
            if ((before ? onward >= 0.0 : onward <= 0.0) || step == o.sides)
            {
                at_vertex(&o, shape->reach, vertex, p, normal, out);
                break;
            }
            i = next;
            separation = o.normal_x[i] * (p.x - o.x[i]) + o.normal_y[i] * (p.y - o.y[i]);
            continue;
        }
        double t = along <= 0.0 || length <= 0.0 ? 0.0 : along >= length ? 1.0 : along / length;
        out->separation = separation;
        out->normal = normal;
        out->on_core.x = o.x[i] + t * ex;
        out->on_core.y = o.y[i] + t * ey;
        out->place = i;
        out->at_vertex = false;
        break;
    }
    out->separation -= shape->radius;
}
