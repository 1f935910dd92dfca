// SPDX-License-Identifier: MIT
//
// Things that hang, stack, and lie in heaps: see things3.h.

#include "things3.h"

enum
{
    HOOK_MOST = 64,
    DISH_RINGS = 9,
    POT_RINGS = 13,
    BEND_STEPS = 12
};

static imp3_vec point_of(double x, double y, double z)
{
    const imp3_vec r = {test_solid_number(x), test_solid_number(y), test_solid_number(z)};
    return r;
}

static void* grown(void* memory, size_t count, size_t size)
{
    void* r = realloc(memory, count * size);
    test_solid_must(r != NULL);
    return r;
}

void test_solid_join(test_solid* to, test_solid from)
{
    const size_t points = (size_t)to->point_count, corners = 3 * (size_t)to->count;
    to->points = grown(to->points, points + (size_t)from.point_count, sizeof *to->points);
    to->corners = grown(to->corners, corners + 3 * (size_t)from.count, sizeof *to->corners);
    memcpy(to->points + points, from.points, (size_t)from.point_count * sizeof *to->points);
    for (int32_t k = 0; k < 3 * from.count; ++k)
    {
        to->corners[corners + (size_t)k] = from.corners[k] + to->point_count;
    }
    to->point_count += from.point_count;
    to->count += from.count;
    test_solid_free(&from);
}

void test_solid_join_box(test_solid* to, imp3_vec lower, imp3_vec upper)
{
    test_solid box = test_solid_box(1.0f, 1.0f, 1.0f);
    for (int32_t k = 0; k < box.point_count; ++k)
    {
        imp3_vec* p = &box.points[k];
        p->x = p->x > 0.0f ? upper.x : lower.x;
        p->y = p->y > 0.0f ? upper.y : lower.y;
        p->z = p->z > 0.0f ? upper.z : lower.z;
    }
    test_solid_join(to, box);
}

static test_solid no_solid(void)
{
    const test_solid r = {NULL, NULL, 0, 0};
    return r;
}

// Rods

/// The unit vector along a line at one of its places, in x and z.
static void way_at(const test_bend* line, int32_t count, int32_t k, double way[2])
{
    const test_bend *before = &line[k > 0 ? k - 1 : 0], *after = &line[k + 1 < count ? k + 1 : k];
    const double x = after->x - before->x, z = after->z - before->z, length = hypot(x, z);
    way[0] = x / length;
    way[1] = z / length;
}

test_solid test_solid_rod(const test_bend* line, int32_t count, int32_t around)
{
    test_solid r;
    r.point_count = count * around + 2;
    r.count = 0;
    r.points = malloc((size_t)r.point_count * sizeof *r.points);
    r.corners = malloc(6 * (size_t)(count * around) * sizeof *r.corners);
    test_solid_must(r.points && r.corners);
    for (int32_t k = 0; k < count; ++k)
    {
        double way[2];
        way_at(line, count, k, way);
        for (int32_t i = 0; i < around; ++i)
        {
            const double angle = TEST_TURN * i / around, out = line[k].radius * cos(angle);
            r.points[k * around + i] =
                point_of(line[k].x - out * way[1], line[k].radius * sin(angle), line[k].z + out * way[0]);
        }
    }
    for (int32_t end = 0; end < 2; ++end)
    {
        const test_bend* at = &line[end ? count - 1 : 0];
        r.points[count * around + end] = point_of(at->x, 0.0, at->z);
    }
    for (int32_t i = 0; i < around; ++i)
    {
        const int32_t next = (i + 1) % around, last = (count - 1) * around;
        for (int32_t k = 0; k + 1 < count; ++k)
        {
            test_solid_quad(&r, k * around + i, (k + 1) * around + i, (k + 1) * around + next, k * around + next);
        }
        const int32_t ends[6] = {count * around, i, next, count * around + 1, last + next, last + i};
        memcpy(r.corners + 3 * r.count, ends, sizeof ends);
        r.count += 2;
    }
    return r;
}

test_solid test_solid_hook(double radius, double apart, double thick, int32_t steps, int32_t around)
{
    test_bend line[HOOK_MOST];
    int32_t count = 0;
    test_solid_must(2 * steps + 2 <= HOOK_MOST);
    for (int32_t half = 0; half < 2; ++half)
    {
        for (int32_t k = 0; k <= steps; ++k)
        {
            const double angle = TEST_TURN * 0.5 * k / steps, c = radius * cos(angle), s = radius * sin(angle);
            const test_bend at = {half ? c : -c, half ? -apart - s : s, thick};
            line[count++] = at;
        }
    }
    return test_solid_rod(line, count, around);
}

// Solids of revolution

typedef struct test_dish
{
    double radius, height, wall;
} test_dish;

/// From the edge of the foot outside up, over the rim, and inside down.
static test_outline dish_outline(const void* context, double angle, int32_t ring, int32_t rings)
{
    const test_dish* d = context;
    const double foot = 0.45 * d->radius, w = d->wall, h = d->height;
    const test_outline at[DISH_RINGS] = {{foot, 0.0},
                                         {foot, w},
                                         {0.75 * d->radius, 0.35 * h},
                                         {0.93 * d->radius, 0.7 * h},
                                         {d->radius, h},
                                         {d->radius - w, h},
                                         {0.93 * d->radius - w, 0.7 * h},
                                         {0.75 * d->radius - w, 0.35 * h + 0.3 * w},
                                         {foot + w, 2.0 * w}};
    (void)angle;
    (void)rings;
    return at[ring];
}

test_solid test_solid_dish(double radius, double height, double wall, int32_t around)
{
    const test_dish d = {radius, height, wall};
    return test_solid_turned(dish_outline, &d, around, DISH_RINGS, false);
}

static test_outline pot_outline(const void* context, double angle, int32_t ring, int32_t rings)
{
    const double radius = *(const double*)context;
    static const double at[POT_RINGS][2] = {{0.6, 0.0},   {0.85, 0.2},  {1.0, 0.5},   {0.97, 0.8},  {0.8, 1.1},
                                            {0.6, 1.25},  {0.6, 1.3},   {0.45, 1.38}, {0.14, 1.42}, {0.12, 1.46},
                                            {0.18, 1.55}, {0.14, 1.63}, {0.06, 1.66}};
    const test_outline r = {radius * at[ring][0], radius * at[ring][1]};
    (void)angle;
    (void)rings;
    return r;
}

test_solid test_solid_teapot(double radius, int32_t around)
{
    test_bend spout[BEND_STEPS + 1], handle[BEND_STEPS + 1];
    for (int32_t k = 0; k <= BEND_STEPS; ++k)
    {
        const double t = (double)k / BEND_STEPS, angle = TEST_TURN * (0.2 + 0.6 * t);
        const test_bend out = {radius * (0.75 + 0.95 * t), radius * (0.45 + 0.75 * t * t * (1.5 - 0.5 * t)),
                               radius * (0.22 - 0.12 * t)};
        const test_bend back = {radius * (-0.92 + 0.62 * cos(angle)), radius * (0.72 + 0.42 * sin(angle)),
                                0.09 * radius};
        spout[k] = out;
        handle[k] = back;
    }
    test_solid r = test_solid_turned(pot_outline, &radius, around, POT_RINGS, false);
    test_solid_join(&r, test_solid_rod(spout, BEND_STEPS + 1, around / 2));
    test_solid_join(&r, test_solid_rod(handle, BEND_STEPS + 1, around / 2));
    return r;
}

// Solids of boxes

test_solid test_solid_chair(void)
{
    test_solid r = no_solid();
    test_solid_join_box(&r, point_of(-0.21, -0.21, 0.42), point_of(0.21, 0.21, 0.46));
    for (int32_t k = 0; k < 4; ++k)
    {
        const double x = k & 1 ? 0.17 : -0.21, y = k & 2 ? 0.17 : -0.21;
        test_solid_join_box(&r, point_of(x, y, 0.0), point_of(x + 0.04, y + 0.04, 0.44));
    }
    for (int32_t k = 0; k < 2; ++k)
    {
        const double y = k ? 0.17 : -0.21;
        test_solid_join_box(&r, point_of(-0.21, y, 0.44), point_of(-0.17, y + 0.04, 0.85));
    }
    test_solid_join_box(&r, point_of(-0.21, -0.19, 0.65), point_of(-0.18, 0.19, 0.83));
    return r;
}

// Solids of cells

bool test_cells_has(const test_cells* c, int32_t x, int32_t y, int32_t z)
{
    const int32_t n = c->side;
    bool inside = x >= 0 && y >= 0 && z >= 0 && x < n && y < n && z < n;
    return inside && c->owned[(x * n + y) * n + z];
}

/// The same of a grid that is finer: even numbers are cells without their air, odd ones the air between two of them.
static bool fine_has(const test_cells* c, const int32_t at[3])
{
    bool r = true;
    for (int32_t k = 0; k < 8; ++k)
    {
        const int32_t x = (at[0] + (k & 1)) >> 1, y = (at[1] + (k >> 1 & 1)) >> 1, z = (at[2] + (k >> 2)) >> 1;
        r = r && test_cells_has(c, x, y, z);
    }
    return r;
}

/// The planes of that grid.
static double fine_plane(const test_cells* c, int32_t k, double size, double air)
{
    return size * ((k + 1) / 2 - 0.5 * c->side) + (k & 1 ? -air : air);
}

/// Keeps the points that some triangle has.
static void leave_unused_out(test_solid* s)
{
    int32_t* place = malloc((size_t)s->point_count * sizeof *place);
    test_solid_must(place != NULL);
    memset(place, -1, (size_t)s->point_count * sizeof *place);
    imp3_vec* kept = malloc((size_t)s->point_count * sizeof *kept);
    test_solid_must(kept != NULL);
    int32_t count = 0;
    for (int32_t k = 0; k < 3 * s->count; ++k)
    {
        int32_t* at = &place[s->corners[k]];
        if (*at < 0)
        {
            kept[count] = s->points[s->corners[k]];
            *at = count++;
        }
        s->corners[k] = *at;
    }
    free(place);
    free(s->points);
    s->points = kept;
    s->point_count = count;
}

test_solid test_solid_cells(const test_cells* c, double size, double air)
{
    const int32_t n = 2 * c->side - 1, side = n + 1;
    test_solid r;
    r.point_count = side * side * side;
    r.count = 0;
    r.points = malloc((size_t)r.point_count * sizeof *r.points);
    r.corners = malloc(3 * (size_t)(12 * n * n * n) * sizeof *r.corners);
    test_solid_must(r.points && r.corners);
    for (int32_t k = 0; k < r.point_count; ++k)
    {
        r.points[k] = point_of(fine_plane(c, k / (side * side), size, air), fine_plane(c, k / side % side, size, air),
                               fine_plane(c, k % side, size, air));
    }
    for (int32_t k = 0; k < 6 * n * n * n; ++k)
    {
        const int32_t axis = k % 6 / 2, up = k % 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        int32_t at[3] = {k / (6 * n * n), k / (6 * n) % n, k / 6 % n}, corner[4];
        bool here = fine_has(c, at);
        at[axis] += up ? 1 : -1;
        if (!here || fine_has(c, at))
        {
            continue;
        }
        at[axis] += up ? 0 : 1;
        for (int32_t i = 0; i < 4; ++i)
        {
            const int32_t around = up ? i : 3 - i;
            int32_t p[3] = {at[0], at[1], at[2]};
            p[u] += around == 1 || around == 2;
            p[v] += around >= 2;
            corner[i] = (p[0] * side + p[1]) * side + p[2];
        }
        test_solid_quad(&r, corner[0], corner[1], corner[2], corner[3]);
    }
    leave_unused_out(&r);
    return r;
}

void test_cells_burr(test_cells out[6])
{
    // Bars of two by two by six, two along each axis; where bars cross, digits say in turn whose a cell is.
    static const int32_t bars[6][6] = {{0, 2, 3, 6, 4, 5}, {0, 2, 1, 6, 4, 3}, {3, 0, 2, 5, 6, 4},
                                       {1, 0, 2, 3, 6, 4}, {2, 3, 0, 4, 5, 6}, {2, 1, 0, 4, 3, 6}};
    const char* owner = "30305511001300445211004100242020";
    memset(out, 0, 6 * sizeof *out);
    for (int32_t i = 0; i < 6 * 6 * 6; ++i)
    {
        const int32_t x = i / 36, y = i / 6 % 6, z = i % 6;
        int32_t count = 0, whose = 0;
        for (int32_t k = 0; k < 6; ++k)
        {
            const int32_t* b = bars[k];
            bool has = x >= b[0] && y >= b[1] && z >= b[2] && x < b[3] && y < b[4] && z < b[5];
            whose = has ? k : whose;
            count += has;
            out[k].side = 6;
        }
        if (count > 0)
        {
            out[count > 1 ? *owner++ - '0' : whose].owned[i] = 1;
        }
    }
}
