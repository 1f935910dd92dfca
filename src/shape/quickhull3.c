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

/// Six points: those with the least and greatest x, y and z.
static void find_ends(imp3i_cloud* c, int32_t ends[6])
{
    const imp3_vec* p = c->points;
    imp3_vec lower = p[0], upper = p[0];
    for (int k = 0; k < 6; ++k)
    {
        ends[k] = 0;
    }
    for (int32_t i = 1; i < c->count; ++i)
    {
        const float at[3] = {p[i].x, p[i].y, p[i].z};
        float* low[3] = {&lower.x, &lower.y, &lower.z};
        float* high[3] = {&upper.x, &upper.y, &upper.z};
        for (int k = 0; k < 3; ++k)
        {
            if (at[k] < *low[k])
            {
                *low[k] = at[k];
                ends[2 * k] = i;
            }
            if (at[k] > *high[k])
            {
                *high[k] = at[k];
                ends[2 * k + 1] = i;
            }
        }
    }
    c->lower = lower;
    c->upper = upper;
}

/// The point that is farthest from a line, as floats see it.
static int32_t farthest_from_line(const imp3i_cloud* c, imp3i_dvec a, imp3i_dvec along)
{
    double best = -1.0;
    int32_t found = 0;
    for (int32_t i = 0; i < c->count; ++i)
    {
        imp3i_dvec off = imp3i_dcross(along, imp3i_dsub(imp3i_dvec_of(c->points[i]), a));
        double square = imp3i_ddot(off, off);
        if (square > best)
        {
            best = square;
            found = i;
        }
    }
    return found;
}

static int32_t farthest_from_plane(const imp3i_cloud* c, imp3i_dvec a, imp3i_dvec normal)
{
    double best = -1.0;
    int32_t found = 0;
    for (int32_t i = 0; i < c->count; ++i)
    {
        double height = fabs(imp3i_ddot(normal, imp3i_dsub(imp3i_dvec_of(c->points[i]), a)));
        if (height > best)
        {
            best = height;
            found = i;
        }
    }
    return found;
}

/// The third and the fourth point of the basis. Where the farthest point is in line, or in plane, rounding may have
/// hidden one that is not: then all are asked.
static void find_basis(imp3i_cloud* c)
{
    const imp3_vec* p = c->points;
    int32_t* basis = c->basis;
    imp3i_dvec a = imp3i_dvec_of(p[basis[0]]), along = imp3i_dsub(imp3i_dvec_of(p[basis[1]]), a);
    int32_t k = farthest_from_line(c, a, along);
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
    imp3i_dvec normal = imp3i_dcross(along, imp3i_dsub(imp3i_dvec_of(p[k]), a));
    k = farthest_from_plane(c, a, normal);
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

void imp3i_cloud_survey(imp3i_cloud* cloud, const imp3_vec* points, int32_t count, const imp_allocator* allocator)
{
    memset(cloud, 0, sizeof *cloud);
    cloud->points = points;
    cloud->count = count;
    cloud->allocator = allocator;
    int32_t ends[6];
    find_ends(cloud, ends);
    imp3i_dvec low = imp3i_dvec_of(cloud->lower), high = imp3i_dvec_of(cloud->upper);
    imp3i_dvec size = imp3i_dsub(high, low);
    int longest = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    double extent = longest == 0 ? size.x : longest == 1 ? size.y : size.z;
    cloud->basis[0] = ends[2 * longest];
    cloud->basis[1] = ends[2 * longest + 1];
    if (extent > 0.0)
    {
        cloud->middle = imp3i_dscale(imp3i_dadd(low, high), 0.5);
        cloud->scale = scale_to_one(extent);
        find_basis(cloud);
    }
}

// ---- triangles -----------------------------------------------------------------------------------------------------

/// The plane of a triangle, in the frame of the cloud. Floats round the normal, the plane and a point by 2^-24 of their
/// sizes, at most sqrt(3), and each of the products four times and more: less than 2^-19 in all. What the normal is off
/// by before it is rounded, as doubles have it, is multiplied by the length of what it meets.
static void set_plane(const imp3i_cloud* cloud, imp3i_triangle* t)
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
static int32_t take_triangle(imp3i_cloud* cloud, int32_t a, int32_t b, int32_t c)
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
static bool is_above(imp3i_cloud* cloud, const imp3i_triangle* t, int32_t point)
{
    const imp3_vec *p = cloud->points, v = p[point];
    const int32_t* c = t->corner;
    bool corner = points_equal(v, p[c[0]]) || points_equal(v, p[c[1]]) || points_equal(v, p[c[2]]);
    int side = corner ? 0 : imp3i_orientation(p[c[0]], p[c[1]], p[c[2]], v);
    cloud->on[point] |= side == 0;
    return side > 0;
}

static bool sees(imp3i_cloud* cloud, const imp3i_triangle* t, int32_t point, const float q[3])
{
    float height = imp3i_triangle_height(t, q);
    return height > t->doubt || (height >= -t->doubt && is_above(cloud, t, point));
}

// ---- lists of points -----------------------------------------------------------------------------------------------

/// Moves the lists that are still someone's to the front.
static void close_ranks(imp3i_cloud* c)
{
    int32_t to = 0;
    for (int32_t from = 0; from < c->used;)
    {
        int32_t count = c->point[from + 1];
        imp3i_triangle* t = &c->triangles.data[c->point[from]];
        if (t->mark != IMP3I_TRIANGLE_FREE && t->count > 0 && t->first == from + LIST_HEAD)
        {
            size_t length = (size_t)(count + LIST_HEAD);
            memmove(c->x + to, c->x + from, length * sizeof(float));
            memmove(c->y + to, c->y + from, length * sizeof(float));
            memmove(c->z + to, c->z + from, length * sizeof(float));
            memmove(c->point + to, c->point + from, length * sizeof(int32_t));
            t->first = to + LIST_HEAD;
            to += count + LIST_HEAD;
        }
        from += count + LIST_HEAD;
    }
    c->used = to;
}

/// Opens the list of a triangle: its points are to be given to others, but for the one that became a corner.
static void open_list(imp3i_cloud* c, const imp3i_triangle* t, int32_t taken)
{
    if (t->count == 0)
    {
        return;
    }
    int32_t to = c->open_count, from = t->first, count = t->count;
    size_t length = (size_t)count;
    memcpy(c->open_x + to, c->x + from, length * sizeof(float));
    memcpy(c->open_y + to, c->y + from, length * sizeof(float));
    memcpy(c->open_z + to, c->z + from, length * sizeof(float));
    memcpy(c->open + to, c->point + from, length * sizeof(int32_t));
    if (c->open[to] == taken)  // the farthest is the first of its list
    {
        --count;
        c->open_x[to] = c->open_x[to + count];
        c->open_y[to] = c->open_y[to + count];
        c->open_z[to] = c->open_z[to + count];
        c->open[to] = c->open[to + count];
    }
    c->open_count = to + count;
}

/// Puts the farthest point of a list in front.
static void swap_to_front(imp3i_cloud* c, int32_t first, int32_t place)
{
    float x = c->x[first], y = c->y[first], z = c->z[first];
    int32_t point = c->point[first];
    c->x[first] = c->x[place];
    c->y[first] = c->y[place];
    c->z[first] = c->z[place];
    c->point[first] = c->point[place];
    c->x[place] = x;
    c->y[place] = y;
    c->z[place] = z;
    c->point[place] = point;
}

/// The answers that floats leave open: bits of a group of four.
static uint32_t settle(imp3i_cloud* c, const imp3i_triangle* t, int32_t group, uint32_t unsure)
{
    uint32_t above = 0;
    for (; unsure; unsure &= unsure - 1)
    {
        int32_t lane = impi_lowest_bit(unsure);
        above |= (uint32_t)is_above(c, t, c->open[group + lane]) << lane;
    }
    return above;
}

/// Gives a triangle those of the open points that are above it. The others stay open.
static void take_points(imp3i_cloud* c, int32_t index)
{
    imp3i_triangle* t = &c->triangles.data[index];
    impi_lanes nx = impi_lanes_splat(t->x), ny = impi_lanes_splat(t->y), nz = impi_lanes_splat(t->z);
    impi_lanes plane = impi_lanes_splat(t->plane), doubt = impi_lanes_splat(t->doubt);
    impi_lanes minus = impi_lanes_splat(-t->doubt);
    int32_t first = c->used + LIST_HEAD, mine = first, others = 0, farthest = first;
    float best = -INFINITY;
    for (int32_t i = 0; i < c->open_count; i += 4)
    {
        impi_lanes x = impi_lanes_load(c->open_x + i), y = impi_lanes_load(c->open_y + i);
        impi_lanes z = impi_lanes_load(c->open_z + i);
        impi_lanes height =
            impi_lanes_sub(impi_lanes_mul_add(nz, z, impi_lanes_mul_add(ny, y, impi_lanes_mul(nx, x))), plane);
        uint32_t valid = c->open_count - i < 4 ? (1u << (c->open_count - i)) - 1 : 15u;
        uint32_t below = (uint32_t)impi_lanes_less(height, minus) & valid;
        uint32_t above = (uint32_t)impi_lanes_less(doubt, height) & valid;
        if ((below | above) != valid)
        {
            above |= settle(c, t, i, valid & ~(below | above));
        }
        float heights[4];
        impi_lanes_store(heights, height);
        int32_t lanes = c->open_count - i < 4 ? c->open_count - i : 4;
        for (int32_t k = 0; k < lanes; ++k)
        {
            int32_t bit = (int32_t)(above >> k & 1);
            float px = c->open_x[i + k], py = c->open_y[i + k], pz = c->open_z[i + k];
            int32_t point = c->open[i + k];
            c->x[mine] = px;
            c->y[mine] = py;
            c->z[mine] = pz;
            c->point[mine] = point;
            c->open_x[others] = px;
            c->open_y[others] = py;
            c->open_z[others] = pz;
            c->open[others] = point;
            bool farther = bit && heights[k] > best;
            best = farther ? heights[k] : best;
            farthest = farther ? mine : farthest;
            mine += bit;
            others += 1 - bit;
        }
    }
    c->open_count = others;
    t->count = mine - first;
    t->first = first;
    if (t->count > 0)
    {
        swap_to_front(c, first, farthest);
        c->point[first - LIST_HEAD] = index;
        c->point[first - LIST_HEAD + 1] = t->count;
        c->used = mine;
        if (t->waiting == IMP3I_TRIANGLE_IDLE)
        {
            t->waiting = c->waiting;
            c->waiting = index;
        }
    }
}

/// Gives the open points to a chain of new triangles.
static void distribute(imp3i_cloud* c, int32_t chain)
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

/// What a point sees, as a chain that begins with a triangle that it is above of. Returns how many sides of these are
/// on the horizon.
static int32_t find_seen(imp3i_cloud* c, int32_t first, int32_t point, const float q[3])
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
static int32_t raise_triangle(imp3i_cloud* c, int32_t below, int side, int32_t point, int32_t chain)
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

static imp_status add_point(imp3i_cloud* c, int32_t from)
{
    int32_t place = c->triangles.data[from].first, point = c->point[place];
    const float q[3] = {c->x[place], c->y[place], c->z[place]};
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

static void lay_out_cloud(imp3i_cloud* c, impi_layout* l)
{
    size_t n = (size_t)c->count, open = n + LANES_PAD, room = (size_t)c->room;
    c->x = (float*)impi_take(l, room, sizeof(float));
    c->y = (float*)impi_take(l, room, sizeof(float));
    c->z = (float*)impi_take(l, room, sizeof(float));
    c->point = (int32_t*)impi_take(l, room, sizeof(int32_t));
    c->open_x = (float*)impi_take(l, open, sizeof(float));
    c->open_y = (float*)impi_take(l, open, sizeof(float));
    c->open_z = (float*)impi_take(l, open, sizeof(float));
    c->open = (int32_t*)impi_take(l, open, sizeof(int32_t));
    c->new_at = (int32_t*)impi_take(l, n, sizeof(int32_t));
    c->on = (uint8_t*)impi_take(l, n, 1);
}

/// Room for all points in lists, twice, and for the heads of as many lists as there are points.
static imp_status make_room(imp3i_cloud* c)
{
    int32_t few = c->count < FEW_TRIANGLES ? 2 * c->count + 8 : 2 * FEW_TRIANGLES;
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
    return impi_array_reserve(&c->triangles, c->allocator, few);
}

/// The four triangles of the basis, and all other points to be given to them.
static void begin(imp3i_cloud* c)
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
        float q[3];
        imp3i_cloud_place(c, c->points[i], q);
        c->open_x[n] = q[0];
        c->open_y[n] = q[1];
        c->open_z[n] = q[2];
        c->open[n] = i;
        n += i != b[0] && i != b[1] && i != b[2] && i != b[3];
    }
    for (int32_t i = n; i < c->count + LANES_PAD; ++i)
    {
        c->open_x[i] = c->open_y[i] = c->open_z[i] = 0.0f;
    }
    c->open_count = n;
    distribute(c, 0);
}

imp_status imp3i_cloud_hull(imp3i_cloud* cloud)
{
    imp_status status = make_room(cloud);
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

void imp3i_cloud_end(imp3i_cloud* cloud)
{
    impi_array_free(&cloud->triangles, cloud->allocator);
    impi_alloc_free(cloud->allocator, cloud->block, cloud->size, 1);
}
