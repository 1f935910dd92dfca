// SPDX-License-Identifier: MIT
//
// Judges of answers about one shape.

#include <math.h>

#include "judge2.h"

// The support and the bounds of a placed shape, as doubles relative to pose.p.
static double far_end(const imp2_shape* shape, const imp2_pose* pose, double nx, double ny, int* index, int32_t asked,
                      double* at_asked)
{
    double best = -INFINITY, c = (double)pose->q.c, s = (double)pose->q.s;
    *index = 0;
    for (int i = 0; i < shape->count; i++)
    {
        imp2_vec v = oracle2_vertex(shape, i);
        double x = c * (double)v.x - s * (double)v.y, y = s * (double)v.x + c * (double)v.y;
        double along = nx * x + ny * y;
        if (along > best)
        {
            best = along;
            *index = i;
        }
        if (i == asked)
        {
            *at_asked = along;
        }
    }
    return best;
}

const char* check2_support(const imp2_shape* shape, const imp2_pose* pose, imp2_vec direction, imp2_vec point,
                           int32_t index)
{
    double length = hypot((double)direction.x, (double)direction.y);
    double nx = (double)direction.x / length, ny = (double)direction.y / length;
    double scale = (double)shape->reach + (double)shape->radius + hypot((double)pose->p.x, (double)pose->p.y);
    double ulp = scale * 0x1p-23;
    DEMAND(index >= 0 && index < shape->count, "support: index out of range");
    int best;
    double asked = 0.0, most = far_end(shape, pose, nx, ny, &best, index, &asked);
    double reached = nx * ((double)point.x - (double)pose->p.x) + ny * ((double)point.y - (double)pose->p.y);
    JUDGE(CHECK2_SUPPORT, fmax(0.0, most + (double)shape->radius - reached), ulp);
    JUDGE(CHECK2_SUPPORT, most - asked, ulp);
    // And it belongs to the shape.
    oracle2_body body = oracle2_shape(shape, pose);
    JUDGE(CHECK2_SUPPORT, fmax(0.0, judge2_off_surface(&body, point, judge2_no_shift)), ulp);
    return NULL;
}

const char* check2_bounds(const imp2_shape* shape, const imp2_pose* pose, imp2_box box)
{
    // Beyond each side lies a half plane, which the exact shape must not enter; the gap to it is the room to spare.
    DEMAND(box.lower.x <= box.upper.x && box.lower.y <= box.upper.y, "bounds: upside down");
    oracle2_body body = oracle2_shape(shape, pose);
    float reach = 4.0f * ((shape->reach + shape->radius) + fmaxf(fabsf(pose->p.x), fabsf(pose->p.y))) + 0x1p-50f;
    float sides[4] = {box.lower.x, box.upper.x, box.lower.y, box.upper.y};
    double scale = (double)shape->reach + (double)shape->radius + hypot((double)pose->p.x, (double)pose->p.y);
    for (int i = 0; i < 4; i++)
    {
        float side = sides[i], out = (i & 1) ? reach : -reach;
        // The half plane beyond the side, as far as the shape could ever be. (side + out is rounded; only its size
        // counts.)
        imp2_vec beyond[4] = {{side, -reach}, {side, reach}, {side + out, reach}, {side + out, -reach}};
        if (i >= 2)
        {
            for (int k = 0; k < 4; k++)
            {
                imp2_vec v = {beyond[k].y, beyond[k].x};
                beyond[k] = v;
            }
        }
        oracle2_body half_plane = oracle2_points(beyond, 4);
        oracle2_answer answer;
        oracle2_relate(&body, &half_plane, &answer);
        DEMAND(answer.sign >= 0, "bounds: shape sticks out");
        float size = fabsf(side);
        double spacing = (double)nextafterf(size, INFINITY) - (double)size;
        JUDGE(CHECK2_BOUNDS, judge2_excess(answer.separation, 0x1p-47 * scale), spacing);
    }
    return NULL;
}

const char* check2_contains(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, bool answer)
{
    oracle2_body a = oracle2_shape(shape, pose), b = oracle2_point(&point);
    oracle2_answer truth;
    oracle2_relate(&a, &b, &truth);
    DEMAND(answer == (truth.sign <= 0), "contains: wrong");
    return NULL;
}

const char* check2_closest(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, imp2_vec closest,
                           float distance)
{
    oracle2_body a = oracle2_shape(shape, pose), b = oracle2_point(&point);
    oracle2_answer truth;
    oracle2_relate(&a, &b, &truth);
    double scale = (double)shape->reach + (double)shape->radius + fabs(truth.separation) +
                   hypot((double)pose->p.x, (double)pose->p.y);
    double ulp = scale * 0x1p-23;
    DEMAND(truth.sign > 0 ? distance > 0.0f : distance <= 0.0f, "closest: sign of distance");
    JUDGE(CHECK2_CLOSEST_DISTANCE, (double)distance - truth.separation, ulp);
    // A nearest point: on the boundary, and as far from the point as the distance is.
    JUDGE(CHECK2_CLOSEST, judge2_off_surface(&a, closest, judge2_no_shift), ulp);
    double way = hypot((double)closest.x - (double)point.x, (double)closest.y - (double)point.y);
    JUDGE(CHECK2_CLOSEST, way - fabs(truth.separation), ulp);
    return NULL;
}

// Area, first and second moments about vertex 0, piece by piece: triangles of the core, a strip on each edge, a sector
// at each corner. Long double throughout; the pieces are all positive but for the triangles' signs.
typedef long double wide;

typedef struct moments
{
    wide area, x, y, second;  // second: integral of x^2 + y^2
} moments;

static void add_piece(moments* m, wide area, wide x, wide y, wide about_own)
{
    m->area += area;
    m->x += area * x;
    m->y += area * y;
    m->second += about_own + area * (x * x + y * y);
}

const char* check2_mass(const imp2_shape* shape, float density, const imp2_mass* answer)
{
    const wide pi = 3.14159265358979323846264338L;
    int n = shape->count;
    wide r = (wide)shape->radius;
    imp2_vec origin = oracle2_vertex(shape, 0);
    moments m = {0.0L, 0.0L, 0.0L, 0.0L};
    for (int i = 0; i < n; i++)
    {
        imp2_vec v0 = oracle2_vertex(shape, i), v1 = oracle2_vertex(shape, (i + 1) % n);
        imp2_vec v2 = oracle2_vertex(shape, (i + 2) % n);
        wide x0 = (wide)v0.x - (wide)origin.x, y0 = (wide)v0.y - (wide)origin.y;
        wide x1 = (wide)v1.x - (wide)origin.x, y1 = (wide)v1.y - (wide)origin.y;
        wide ex = x1 - x0, ey = y1 - y0, fx = (wide)v2.x - (wide)v1.x, fy = (wide)v2.y - (wide)v1.y;
        wide length = sqrtl(ex * ex + ey * ey);
        if (n >= 3)
        {
            wide area = 0.5L * (x0 * y1 - x1 * y0), cx = (x0 + x1) / 3.0L, cy = (y0 + y1) / 3.0L;
            wide sides = x0 * x0 + y0 * y0 + x1 * x1 + y1 * y1 + ex * ex + ey * ey;
            add_piece(&m, area, cx, cy, area * sides / 36.0L);
        }
        if (r > 0.0L && n >= 2)
        {
            wide nx = ey / length, ny = -ex / length, area = length * r;
            add_piece(&m, area, 0.5L * (x0 + x1) + 0.5L * r * nx, 0.5L * (y0 + y1) + 0.5L * r * ny,
                      area * (length * length + r * r) / 12.0L);
            wide next = sqrtl(fx * fx + fy * fy);
            wide angle = n == 2 ? pi : atan2l(ex * fy - ey * fx, ex * fx + ey * fy);
            wide bx = n == 2 ? ex / length : nx + fy / next, by = n == 2 ? ey / length : ny - fx / next;
            wide bl = sqrtl(bx * bx + by * by), half = 0.5L * angle;
            wide arm = angle > 0.0L ? 2.0L * r * sinl(half) / (3.0L * half) : 0.0L;
            wide sector = half * r * r;
            add_piece(&m, sector, x1 + arm * bx / bl, y1 + arm * by / bl, sector * (0.5L * r * r - arm * arm));
        }
    }
    if (n == 1)
    {
        add_piece(&m, pi * r * r, 0.0L, 0.0L, 0.5L * pi * r * r * r * r);
    }
    wide cx = 0.0L, cy = 0.0L, inertia = 0.0L;
    double largest = (double)shape->radius;
    for (int i = 0; i < n; i++)
    {
        imp2_vec v = oracle2_vertex(shape, i);
        largest = fmax(largest, fmax(fabs((double)v.x), fabs((double)v.y)));
        if (n <= 2)
        {
            cx += ((wide)v.x - (wide)origin.x) / (wide)n;
            cy += ((wide)v.y - (wide)origin.y) / (wide)n;
        }
    }
    if (m.area > 0.0L)
    {
        cx = m.x / m.area;
        cy = m.y / m.area;
        inertia = m.second - m.area * (cx * cx + cy * cy);
    }
    double mass = (double)(m.area * (wide)density), turn = (double)(inertia * (wide)density);
    JUDGE(CHECK2_AREA, (double)answer->area - (double)m.area, (double)m.area * 0x1p-23);
    JUDGE(CHECK2_AREA, (double)answer->mass - mass, mass * 0x1p-23);
    JUDGE(CHECK2_INERTIA, (double)answer->inertia - turn, turn * 0x1p-23);
    JUDGE(CHECK2_CENTROID, (double)answer->centroid.x - (double)((wide)origin.x + cx), largest * 0x1p-23);
    JUDGE(CHECK2_CENTROID, (double)answer->centroid.y - (double)((wide)origin.y + cy), largest * 0x1p-23);
    return NULL;
}
