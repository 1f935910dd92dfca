// SPDX-License-Identifier: MIT
//
// Quickhull: every triangle keeps a list of points above it; the farthest is made a corner, what it sees gives way to
// triangles between it and the horizon, and the points of what is gone are given to these.
//
// Whether a point is above a triangle is decided exactly, so that the surface is a convex polytope after each step,
// whatever the input: what a point sees is one piece with one horizon, no new triangle is without area, and a point that
// is above none of the new triangles is inside and never asked about again. A point in the plane of a triangle does not
// see it. Triangles of one plane stay as they come; they are joined later (hull_faces3.c).
//
// Nearly all answers come from floats, four points at a time, in a frame in which the cloud is of size one: the height
// over a triangle is wrong by less than its doubt. Where that leaves the answer open, doubles and then whole numbers
// give it (predicate3.h).
//
// Source: Barber, Dobkin and Huhdanpaa 1996. Their joining of facets on the way, by which their surface is convex only
// to a tolerance that grows, is not needed with exact orientation (nor that of Gregorius 2014).

#include "quickhull3.h"

#include "../base/alloc.h"
#include "../math/dvec3.h"
#include "../math/lanes.h"
#include "../math/predicate3.h"

#include <math.h>
#include <string.h>

enum
{
    LIST_HEAD = 2,  // places in front of a list: its triangle, its length
    LANES_PAD = 4,  // lanes are stored whole
    FEW_TRIANGLES = 64
};

// ---- the cloud -----------------------------------------------------------------------------------------------------

static bool points_equal(imp3_vec a, imp3_vec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// The power of two that brings a size to 1 or more and less than 2.
static double scale_to_one(double size)
{
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    uint64_t exponent = bits >> 52 & 0x7ff;
    bits = (2046 - exponent) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

/// The box around the points: four numbers at a time, which are those of three axes in turn.
static void find_box(imp3i_hull_cloud* c)
{
    const float* f = &c->points[0].x;
    int32_t numbers = 3 * c->count, i = 0;
    float low[12], high[12];
    for (int k = 0; k < 12; ++k)
    {
        low[k] = high[k] = f[k % 3];
    }
    impi_lanes l[3] = {impi_lanes_load(low), impi_lanes_load(low + 4), impi_lanes_load(low + 8)};
    impi_lanes h[3] = {l[0], l[1], l[2]};
    for (; i + 12 <= numbers; i += 12)
    {
        for (int k = 0; k < 3; ++k)
        {
            impi_lanes v = impi_lanes_load(f + i + 4 * k);
            l[k] = impi_lanes_min(l[k], v);
            h[k] = impi_lanes_max(h[k], v);
        }
    }
    for (int k = 0; k < 3; ++k)
    {
        impi_lanes_store(low + 4 * k, l[k]);
        impi_lanes_store(high + 4 * k, h[k]);
    }
    for (; i < numbers; ++i)
    {
        low[i % 3] = f[i] < low[i % 3] ? f[i] : low[i % 3];
        high[i % 3] = f[i] > high[i % 3] ? f[i] : high[i % 3];
    }
    for (int k = 3; k < 12; ++k)
    {
        low[k % 3] = low[k] < low[k % 3] ? low[k] : low[k % 3];
        high[k % 3] = high[k] > high[k % 3] ? high[k] : high[k % 3];
    }
    const imp3_vec lower = {low[0], low[1], low[2]}, upper = {high[0], high[1], high[2]};
    c->lower = lower;
    c->upper = upper;
}

/// The first point whose coordinate along an axis is so much.
static int32_t find_box_end(const imp3i_hull_cloud* c, int axis, float at)
{
    const float* f = &c->points[0].x + axis;
    int32_t i = 0;
    while (f[3 * (size_t)i] != at)
    {
        ++i;
    }
    return i;
}

/// Four points that follow each other in a list, in lanes.
static void load_points(const imp3i_hull_cloud* c, const int32_t* list, impi_lanes out[3])
{
    impi_lanes p0 = impi_lanes_load(c->place + 4 * (size_t)list[0]),
               p1 = impi_lanes_load(c->place + 4 * (size_t)list[1]);
    impi_lanes p2 = impi_lanes_load(c->place + 4 * (size_t)list[2]),
               p3 = impi_lanes_load(c->place + 4 * (size_t)list[3]);
    impi_lanes low = impi_lanes_mix(p0, 0, 1, p1, 0, 1), high = impi_lanes_mix(p2, 0, 1, p3, 0, 1);
    out[0] = impi_lanes_mix(low, 0, 2, high, 0, 2);
    out[1] = impi_lanes_mix(low, 1, 3, high, 1, 3);
    out[2] = impi_lanes_mix(impi_lanes_mix(p0, 2, 2, p1, 2, 2), 0, 2, impi_lanes_mix(p2, 2, 2, p3, 2, 2), 0, 2);
}

/// The place of the point that is farthest along n, to both sides (flat), or across it, as floats see it.
static int32_t find_farthest(const imp3i_hull_cloud* c, const float a[3], const float n[3], bool flat)
{
    impi_lanes ax = impi_lanes_splat(a[0]), ay = impi_lanes_splat(a[1]), az = impi_lanes_splat(a[2]);
    impi_lanes nx = impi_lanes_splat(n[0]), ny = impi_lanes_splat(n[1]), nz = impi_lanes_splat(n[2]);
    float best = -1.0f;
    int32_t found = 0;
    for (int32_t i = 0; i < c->count; i += 4)
    {
        int32_t last = c->count - 1;
        const int32_t list[4] = {i, i + 1 < last ? i + 1 : last, i + 2 < last ? i + 2 : last,
                                 i + 3 < last ? i + 3 : last};
        impi_lanes p[3], far;
        load_points(c, list, p);
        impi_lanes x = impi_lanes_sub(p[0], ax), y = impi_lanes_sub(p[1], ay), z = impi_lanes_sub(p[2], az);
        if (flat)
        {
            far = impi_lanes_mul_add(nz, z, impi_lanes_mul_add(ny, y, impi_lanes_mul(nx, x)));
            far = impi_lanes_mul(far, far);
        }
        else
        {
            impi_lanes yz = impi_lanes_sub(impi_lanes_mul(ny, z), impi_lanes_mul(nz, y));
            impi_lanes zx = impi_lanes_sub(impi_lanes_mul(nz, x), impi_lanes_mul(nx, z));
            impi_lanes xy = impi_lanes_sub(impi_lanes_mul(nx, y), impi_lanes_mul(ny, x));
            far = impi_lanes_mul_add(xy, xy, impi_lanes_mul_add(zx, zx, impi_lanes_mul(yz, yz)));
        }
        if (impi_lanes_less(impi_lanes_splat(best), far))
        {
            float values[4];
            impi_lanes_store(values, far);
            for (int k = 0; k < 4; ++k)
            {
                found = values[k] > best ? list[k] : found;
                best = values[k] > best ? values[k] : best;
            }
        }
    }
    return found;
}

/// The third and the fourth point of the basis. Where the farthest point is in line, or in plane, rounding may have
/// hidden one that is not: then all are asked.
static void find_basis(imp3i_hull_cloud* c)
{
    const imp3_vec* p = c->points;
    int32_t* basis = c->basis;
    const float *a = c->place + 4 * (size_t)basis[0], *b = c->place + 4 * (size_t)basis[1];
    const float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    int32_t k = find_farthest(c, a, u, false);
    for (int32_t i = 0; imp3i_collinear(p[basis[0]], p[basis[1]], p[k]); ++i)
    {
        if (i == c->count)
        {
            c->dimension = 1;
            return;
        }
        k = i;
    }
    basis[2] = k;
    const float *d = c->place + 4 * (size_t)k, v[3] = {d[0] - a[0], d[1] - a[1], d[2] - a[2]};
    const float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    k = find_farthest(c, a, n, true);
    int side = 0;
    for (int32_t i = 0; (side = imp3i_orientation(p[basis[0]], p[basis[1]], p[basis[2]], p[k])) == 0; ++i)
    {
        if (i == c->count)
        {
            c->dimension = 2;
            return;
        }
        k = i;
    }
    basis[3] = k;
    c->dimension = 3;
    if (side > 0)  // the fourth is to be behind the first three
    {
        basis[3] = basis[2];
        basis[2] = k;
    }
}

static void lay_out_cloud(imp3i_hull_cloud* c, impi_layout* l)
{
    size_t n = (size_t)c->count;
    c->place = (float*)impi_take(l, 4 * n, sizeof(float));
    c->kept = (int32_t*)impi_take(l, (size_t)c->room, sizeof(int32_t));
    c->open = (int32_t*)impi_take(l, n + LANES_PAD, sizeof(int32_t));
    c->new_at = (int32_t*)impi_take(l, n, sizeof(int32_t));
    c->on = (uint8_t*)impi_take(l, n, 1);
}

/// Room for all points in lists, twice, and for the heads of as many lists as there are points.
static imp_status make_cloud_room(imp3i_hull_cloud* c)
{
    c->room = 2 * c->count + LIST_HEAD * c->count + LIST_HEAD + LANES_PAD;
    impi_layout layout = {NULL, 0};
    lay_out_cloud(c, &layout);
    c->size = layout.size;
    c->block = (char*)impi_alloc_resize(c->allocator, NULL, 0, c->size, 1);
    if (!c->block)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    layout.base = c->block;
    layout.size = 0;
    lay_out_cloud(c, &layout);
    memset(c->on, 0, (size_t)c->count);
    return IMP_OK;
}

static void place_points(imp3i_hull_cloud* c)
{
    for (int32_t i = 0; i < c->count; ++i)
    {
        imp3_vec v = c->points[i];
        float* q = c->place + 4 * (size_t)i;
        q[0] = (float)(((double)v.x - c->middle.x) * c->scale);
        q[1] = (float)(((double)v.y - c->middle.y) * c->scale);
        q[2] = (float)(((double)v.z - c->middle.z) * c->scale);
        q[3] = 0.0f;
    }
}

imp_status imp3i_cloud_survey(imp3i_hull_cloud* cloud, const imp3_vec* points, int32_t count,
                              const imp_allocator* allocator)
{
    memset(cloud, 0, sizeof *cloud);
    cloud->points = points;
    cloud->count = count;
    cloud->allocator = allocator;
    find_box(cloud);
    const float low[3] = {cloud->lower.x, cloud->lower.y, cloud->lower.z};
    const float high[3] = {cloud->upper.x, cloud->upper.y, cloud->upper.z};
    double extent = 0.0;
    int longest = 0;
    for (int k = 0; k < 3; ++k)
    {
        double size = (double)high[k] - low[k];
        longest = size > extent ? k : longest;
        extent = size > extent ? size : extent;
    }
    cloud->basis[0] = find_box_end(cloud, longest, low[longest]);
    cloud->basis[1] = find_box_end(cloud, longest, high[longest]);
    if (extent == 0.0)
    {
        return IMP_OK;
    }
    imp_status status = make_cloud_room(cloud);
    if (!status)
    {
        imp3i_dvec sum = imp3i_dadd(imp3i_dvec_of(cloud->lower), imp3i_dvec_of(cloud->upper));
        cloud->middle = imp3i_dscale(sum, 0.5);
        cloud->scale = scale_to_one(extent);
        place_points(cloud);
        find_basis(cloud);
    }
    return status;
}

// ---- triangles -----------------------------------------------------------------------------------------------------

/// The plane of a triangle, in the frame of the cloud. Floats round the normal, the plane and a point by 2^-24 of their
/// sizes, at most sqrt(3), and each of the products four times and more: less than 2^-19 in all. What the normal is off
/// by before it is rounded, as doubles have it, is multiplied by the length of what it meets.
static void set_plane(const imp3i_hull_cloud* cloud, imp3i_triangle* t)
{
    const imp3_vec* p = cloud->points;
    imp3i_dvec a = imp3i_dvec_of(p[t->corner[0]]);
    imp3i_dvec u = imp3i_dsub(imp3i_dvec_of(p[t->corner[1]]), a), v = imp3i_dsub(imp3i_dvec_of(p[t->corner[2]]), a);
    double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    imp3i_dvec n = {yz - zy, zx - xz, xy - yx};
    double sizes = fabs(yz) + fabs(zy) + fabs(zx) + fabs(xz) + fabs(xy) + fabs(yx);
    double length = sqrt(imp3i_ddot(n, n));
    if (!(length > 0x1p-30 * sizes))
    {
        t->x = t->y = t->z = t->plane = 0.0f;
        t->doubt = INFINITY;
        return;
    }
    double inverse = 1.0 / length;
    n = imp3i_dscale(n, inverse);
    imp3i_dvec from_middle = imp3i_dscale(imp3i_dsub(a, cloud->middle), cloud->scale);
    t->x = (float)n.x;
    t->y = (float)n.y;
    t->z = (float)n.z;
    t->plane = (float)imp3i_ddot(n, from_middle);
    t->doubt = (float)(0x1p-19 + 0x1p-48 * sizes * inverse);
}

/// A triangle from the store, in which there is room. One that waits with the points of a former one goes on waiting.
static int32_t take_triangle(imp3i_hull_cloud* cloud, int32_t a, int32_t b, int32_t c)
{
    int32_t index = cloud->free;
    if (index < 0)
    {
        index = cloud->triangles.count++;
        cloud->triangles.data[index].waiting = IMP3I_TRIANGLE_IDLE;
    }
    else
    {
        cloud->free = cloud->triangles.data[index].link;
    }
    imp3i_triangle* t = &cloud->triangles.data[index];
    t->corner[0] = a;
    t->corner[1] = b;
    t->corner[2] = c;
    t->first = t->count = t->mark = 0;
    set_plane(cloud, t);
    return index;
}

/// Whether a point is above a triangle: exact.
static bool is_above(imp3i_hull_cloud* cloud, const imp3i_triangle* t, int32_t point)
{
    const imp3_vec *p = cloud->points, v = p[point];
    const int32_t* c = t->corner;
    bool corner = points_equal(v, p[c[0]]) || points_equal(v, p[c[1]]) || points_equal(v, p[c[2]]);
    int side = corner ? 0 : imp3i_orientation(p[c[0]], p[c[1]], p[c[2]], v);
    cloud->on[point] |= side == 0;
    return side > 0;
}

static bool sees(imp3i_hull_cloud* cloud, const imp3i_triangle* t, int32_t point, const float* q)
{
    float height = imp3i_triangle_height(t, q);
    return height > t->doubt || (height >= -t->doubt && is_above(cloud, t, point));
}

// ---- lists of points -----------------------------------------------------------------------------------------------

/// A triangle with points waits for its turn. The first come, first served: so far points far apart become corners
/// before those near to each other, and fewer triangles are made in vain.
static void queue_triangle(imp3i_hull_cloud* c, int32_t index)
{
    imp3i_triangle* all = c->triangles.data;
    if (all[index].waiting == IMP3I_TRIANGLE_IDLE)
    {
        int32_t* last = c->waiting < 0 ? &c->waiting : &all[c->last_waiting].waiting;
        *last = index;
        c->last_waiting = index;
        all[index].waiting = -1;
    }
}

/// Moves the lists that are still someone's to the front.
static void close_ranks(imp3i_hull_cloud* c)
{
    int32_t to = 0;
    for (int32_t from = 0; from < c->used;)
    {
        int32_t length = c->kept[from + 1] + LIST_HEAD;
        imp3i_triangle* t = &c->triangles.data[c->kept[from]];
        if (t->mark != IMP3I_TRIANGLE_FREE && t->count > 0 && t->first == from + LIST_HEAD)
        {
            memmove(c->kept + to, c->kept + from, (size_t)length * sizeof *c->kept);
            t->first = to + LIST_HEAD;
            to += length;
        }
        from += length;
    }
    c->used = to;
}

/// Opens the list of a triangle: its points are to be given to others, but for the one that became a corner.
static void open_list(imp3i_hull_cloud* c, const imp3i_triangle* t, int32_t taken)
{
    if (t->count > 0)
    {
        int32_t skip = c->kept[t->first] == taken;  // the farthest is the first of its list
        int32_t count = t->count - skip;
        memcpy(c->open + c->open_count, c->kept + t->first + skip, (size_t)count * sizeof *c->open);
        c->open_count += count;
    }
}

/// The answers that floats leave open: bits of a group of four.
static uint32_t settle_heights(imp3i_hull_cloud* c, const imp3i_triangle* t, const int32_t* group, uint32_t unsure)
{
    uint32_t above = 0;
    for (; unsure; unsure &= unsure - 1)
    {
        int32_t lane = impi_lowest_bit(unsure);
        above |= (uint32_t)is_above(c, t, group[lane]) << lane;
    }
    return above;
}

/// Whom the points of a group of four belong to: bits of those above a triangle.
static uint32_t ask_four(imp3i_hull_cloud* c, const imp3i_triangle* t, const int32_t* group, uint32_t valid,
                         float heights[4])
{
    impi_lanes p[3];
    load_points(c, group, p);
    impi_lanes height = impi_lanes_mul(impi_lanes_splat(t->x), p[0]);
    height = impi_lanes_mul_add(impi_lanes_splat(t->y), p[1], height);
    height = impi_lanes_sub(impi_lanes_mul_add(impi_lanes_splat(t->z), p[2], height), impi_lanes_splat(t->plane));
    uint32_t below = (uint32_t)impi_lanes_less(height, impi_lanes_splat(-t->doubt)) & valid;
    uint32_t above = (uint32_t)impi_lanes_less(impi_lanes_splat(t->doubt), height) & valid;
    impi_lanes_store(heights, height);
    return (below | above) == valid ? above : above | settle_heights(c, t, group, valid & ~(below | above));
}

/// Gives a triangle those of the open points that are above it. The others stay open.
static void take_points(imp3i_hull_cloud* c, int32_t index)
{
    const imp3i_triangle t = c->triangles.data[index];
    int32_t *kept = c->kept + c->used + LIST_HEAD, *open = c->open;
    int32_t mine = 0, others = 0, farthest = 0, count = c->open_count;
    float best = -INFINITY;
    for (int32_t i = count; i < count + 3; ++i)  // whole groups
    {
        open[i] = open[count - 1];
    }
    for (int32_t i = 0; i < count; i += 4)
    {
        float heights[4];
        int32_t lanes = count - i < 4 ? count - i : 4;
        const int32_t group[4] = {open[i], open[i + 1], open[i + 2], open[i + 3]};
        uint32_t above = ask_four(c, &t, group, (1u << lanes) - 1, heights);
        if (above == 0)
        {
            memcpy(open + others, group, sizeof group);
            others += lanes;
            continue;
        }
        for (int32_t k = 0; k < lanes; ++k)
        {
            int32_t bit = (int32_t)(above >> k & 1);
            bool farther = bit && heights[k] > best;
            best = farther ? heights[k] : best;
            farthest = farther ? mine : farthest;
            kept[mine] = group[k];
            open[others] = group[k];
            mine += bit;
            others += 1 - bit;
        }
    }
    c->open_count = others;
    if (mine > 0)
    {
        int32_t front = kept[0];
        kept[0] = kept[farthest];
        kept[farthest] = front;
        kept[-LIST_HEAD] = index;
        kept[1 - LIST_HEAD] = mine;
        c->triangles.data[index].first = c->used + LIST_HEAD;
        c->triangles.data[index].count = mine;
        c->used += LIST_HEAD + mine;
        queue_triangle(c, index);
    }
}

/// Gives the open points to a chain of new triangles.
static void distribute(imp3i_hull_cloud* c, int32_t chain)
{
    for (int32_t k = chain; k >= 0 && c->open_count > 0; k = c->triangles.data[k].link)
    {
        if (c->used + LIST_HEAD + c->open_count + LANES_PAD > c->room)
        {
            close_ranks(c);
        }
        take_points(c, k);
    }
    c->open_count = 0;
}

// ---- a step --------------------------------------------------------------------------------------------------------

/// The triangles that a point sees, as a chain that begins with a triangle that it is above of. Returns how many sides
/// of these are on the horizon.
static int32_t find_seen(imp3i_hull_cloud* c, int32_t first, int32_t point, const float* q)
{
    imp3i_triangle* all = c->triangles.data;
    int32_t seen = ++c->asked * 2, not_seen = seen + 1, horizon = 0, last = first;
    all[first].mark = seen;
    all[first].link = -1;
    for (int32_t at = first; at >= 0; at = all[at].link)
    {
        for (int k = 0; k < 3; ++k)
        {
            int32_t next = all[at].across[k];
            if (all[next].mark != seen && all[next].mark != not_seen)
            {
                bool see = sees(c, &all[next], point, q);
                all[next].mark = see ? seen : not_seen;
                if (see)
                {
                    all[next].link = -1;
                    all[last].link = next;
                    last = next;
                }
            }
            horizon += all[next].mark == not_seen;
        }
    }
    return horizon;
}

/// A triangle between a side on the horizon and a point. Its neighbours on both sides are found afterwards.
static int32_t raise_triangle(imp3i_hull_cloud* c, int32_t below, int side, int32_t point, int32_t chain)
{
    const imp3i_triangle* old = &c->triangles.data[below];
    int32_t a = old->corner[side], b = old->corner[side == 2 ? 0 : side + 1], beyond = old->across[side];
    int32_t index = take_triangle(c, a, b, point);
    imp3i_triangle* t = &c->triangles.data[index];
    imp3i_triangle* other = &c->triangles.data[beyond];
    t->across[0] = beyond;
    t->link = chain;
    t->mark = 2 * c->asked;
    other->across[other->corner[0] == b ? 0 : other->corner[1] == b ? 1 : 2] = index;
    c->new_at[a] = index;
    return index;
}

static imp_status add_point(imp3i_hull_cloud* c, int32_t from)
{
    int32_t point = c->kept[c->triangles.data[from].first];
    const float* q = c->place + 4 * (size_t)point;
    int32_t horizon = find_seen(c, from, point, q);
    imp_status status = impi_array_reserve(&c->triangles, c->allocator, (int64_t)c->triangles.count + horizon);
    if (status)
    {
        return status;
    }
    imp3i_triangle* all = c->triangles.data;
    int32_t not_seen = 2 * c->asked + 1, chain = -1, last = from;
    for (int32_t at = from; at >= 0; at = all[at].link)
    {
        open_list(c, &all[at], point);
        for (int k = 0; k < 3; ++k)
        {
            if (all[all[at].across[k]].mark == not_seen)
            {
                chain = raise_triangle(c, at, k, point, chain);
            }
        }
        last = at;
    }
    for (int32_t t = chain; t >= 0; t = all[t].link)
    {
        int32_t next = c->new_at[all[t].corner[1]];
        all[t].across[1] = next;
        all[next].across[2] = t;
    }
    for (int32_t at = from; at >= 0; at = all[at].link)
    {
        all[at].mark = IMP3I_TRIANGLE_FREE;
        all[at].count = 0;
    }
    distribute(c, chain);
    all[last].link = c->free;
    c->free = from;
    return IMP_OK;
}

// ---- all of it -----------------------------------------------------------------------------------------------------

/// The four triangles of the basis, and all other points to be given to them.
static void begin(imp3i_hull_cloud* c)
{
    const int32_t* b = c->basis;
    const int32_t corners[4][3] = {{b[0], b[1], b[2]}, {b[1], b[0], b[3]}, {b[2], b[1], b[3]}, {b[0], b[2], b[3]}};
    const int32_t across[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    c->free = c->waiting = -1;
    for (int32_t i = 0; i < 4; ++i)
    {
        int32_t index = take_triangle(c, corners[i][0], corners[i][1], corners[i][2]);
        imp3i_triangle* t = &c->triangles.data[index];
        memcpy(t->across, across[i], sizeof across[i]);
        t->link = i < 3 ? i + 1 : -1;
    }
    int32_t n = 0;
    for (int32_t i = 0; i < c->count; ++i)
    {
        c->open[n] = i;
        n += i != b[0] && i != b[1] && i != b[2] && i != b[3];
    }
    c->open_count = n;
    distribute(c, 0);
}

imp_status imp3i_cloud_hull(imp3i_hull_cloud* cloud)
{
    int32_t few = cloud->count < FEW_TRIANGLES ? 2 * cloud->count + 8 : 2 * FEW_TRIANGLES;
    imp_status status = impi_array_reserve(&cloud->triangles, cloud->allocator, few);
    if (status)
    {
        return status;
    }
    begin(cloud);
    while (cloud->waiting >= 0 && !status)
    {
        imp3i_triangle* t = &cloud->triangles.data[cloud->waiting];
        int32_t index = cloud->waiting;
        cloud->waiting = t->waiting;
        t->waiting = IMP3I_TRIANGLE_IDLE;
        if (t->count > 0)
        {
            status = add_point(cloud, index);
        }
    }
    return status;
}

void imp3i_cloud_end(imp3i_hull_cloud* cloud)
{
    impi_array_free(&cloud->triangles, cloud->allocator);
    impi_alloc_free(cloud->allocator, cloud->block, cloud->size, 1);
}
