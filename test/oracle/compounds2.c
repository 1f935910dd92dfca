// SPDX-License-Identifier: MIT
#include "compounds2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "pairs2.h"

enum
{
    PIECES_MAX = 48,
    CORNERS_MAX = 40
};

static float eighth(double x)
{
    return (float)(floor(x * 8.0 + 0.5) / 8.0);
}

static imp2_vec place(double x, double y, bool grid)
{
    imp2_vec v = {fabs(x) < 1e-9 ? 0.0f : (float)x,
                  fabs(y) < 1e-9 ? 0.0f : (float)y};  // small enough to be scaled down
    imp2_vec on_grid = {eighth(x), eighth(y)};
    return grid ? on_grid : v;
}

static bool make_cells(test_rng* rng, bool grid, imp2_compound* out)
{
    imp2_vec points[64];
    int32_t counts[16], count = 0;
    double size = grid ? 0.5 : 0.3 + 0.4 * test_rng_unit(rng), x0 = test_rng_unit(rng) - 1.0, y0 = -test_rng_unit(rng);
    int rows = test_rng_int(rng, 1, 3), columns = test_rng_int(rng, 1, 4), least = test_rng_int(rng, 1, 4);
    for (int y = 0; y < rows; ++y)
    {
        for (int x = 0; x < columns; ++x)
        {
            if (test_rng_int(rng, 0, 4) < least)
            {
                for (int k = 0; k < 4; ++k)
                {
                    int right = k == 1 || k == 2, up = k >= 2;
                    points[4 * count + k] = place(x0 + (x + right) * size, y0 + (y + up) * size, grid);
                }
                counts[count++] = 4;
            }
        }
    }
    imp2_outlines outlines = {points, counts, count, IMP_FILL_NON_ZERO};
    return count > 0 && imp2_region_make(&outlines, NULL, out, NULL) == IMP_OK;
}

static bool make_star(test_rng* rng, bool grid, imp2_compound* out)
{
    imp2_vec points[10];
    int32_t count = test_rng_int(rng, 4, 9);
    for (int32_t k = 0; k < count; ++k)
    {
        double angle = 6.283185307179586 * (k + 0.8 * test_rng_unit(rng)) / count;
        double far = k % 2 ? 0.3 + 0.3 * test_rng_unit(rng) : 0.7 + 0.6 * test_rng_unit(rng);
        points[k] = place(far * cos(angle), far * sin(angle), grid);
    }
    imp2_outlines outlines = {points, &count, 1, IMP_FILL_EVEN_ODD};
    return imp2_region_make(&outlines, NULL, out, NULL) == IMP_OK;
}

static bool make_chain(test_rng* rng, bool grid, bool closed, imp2_compound* out)
{
    imp2_vec points[8];
    imp2_polyline line = {points, test_rng_int(rng, 3, 6), closed, false};
    double x = -1.0, y = 0.0;
    for (int32_t k = 0; k < line.count; ++k)
    {
        double angle = 6.283185307179586 * k / line.count, far = 0.5 + 0.6 * test_rng_unit(rng);
        points[k] = closed ? place(far * cos(angle), far * sin(angle), grid) : place(x, y, grid);
        x += 0.2 + 0.6 * test_rng_unit(rng);
        y += test_rng_int(rng, 0, 2) ? test_rng_unit(rng) - 0.5 : 0.0;
    }
    return imp2_chain_make(&line, NULL, out, NULL) == IMP_OK;
}

void compounds2_make(test_rng* rng, int sort, bool grid, imp2_shape* shape, imp2_compound* out)
{
    bool made = false;
    while (!made)
    {
        switch (sort)
        {
        case COMPOUND2_CELLS: made = make_cells(rng, grid, out); break;
        case COMPOUND2_STAR: made = make_star(rng, grid, out); break;
        case COMPOUND2_CHAIN: made = make_chain(rng, grid, false, out); break;
        case COMPOUND2_LOOP: made = make_chain(rng, grid, true, out); break;
        default:
            pair2_shape(rng, test_rng_int(rng, 0, SORT2_ROUND_POLYGON), 0.5f, grid, shape);
            made = imp2_compound_of_shape(shape, out) == IMP_OK;
        }
    }
}

static imp2_rot some_turn(test_rng* rng, bool grid)
{
    static const imp2_rot turns[6] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}, {0.6f, 0.8f}};
    imp2_rot q;
    (void)imp2_rot_make(test_rng_range(rng, -3.0f, 3.0f), &q);
    return grid ? turns[test_rng_int(rng, 0, 5)] : q;
}

static imp2_pose some_pose(test_rng* rng, bool grid, double size)
{
    imp2_pose pose;
    pose.p = place(size * (2.0 * test_rng_unit(rng) - 1.0), size * (2.0 * test_rng_unit(rng) - 1.0), grid);
    pose.q = some_turn(rng, grid);
    return pose;
}

void compounds2_series(test_rng* rng, uint64_t i, compounds2* out)
{
    out->sort_a = (int)(i % COMPOUND2_SORTS);
    out->sort_b = (int)(i / COMPOUND2_SORTS % COMPOUND2_SORTS);
    out->style = (int)(i / (COMPOUND2_SORTS * COMPOUND2_SORTS) % COMPOUND2_STYLES);
    bool grid = out->style == COMPOUND2_GRID;
    compounds2_make(rng, out->sort_a, grid, &out->shape_a, &out->a);
    compounds2_make(rng, out->sort_b, grid, &out->shape_b, &out->b);
    out->pose_a = some_pose(rng, grid, 0.5);
    out->pose_b = some_pose(rng, grid, 1.2);
    if (out->style == COMPOUND2_FAR)
    {
        imp2_vec far = {test_rng_range(rng, -3000.0f, 3000.0f), test_rng_range(rng, -3000.0f, 3000.0f)};
        out->pose_a.p = imp2_vec_add(out->pose_a.p, far);
        out->pose_b.p = imp2_vec_add(out->pose_b.p, far);
    }
    for (int k = 0; k < 3 && (out->style == COMPOUND2_BOUNDARY || out->style == COMPOUND2_SHALLOW); ++k)
    {
        imp2_compound_nearest n;
        (void)imp2_compound_distance(&out->a, &out->pose_a, &out->b, &out->pose_b, &n);
        float deeper = out->style == COMPOUND2_SHALLOW && k == 2 ? 0.01f : 0.0f;
        imp2_vec by = imp2_vec_scale(n.nearest.normal, -n.nearest.distance - deeper);
        out->pose_b.p = imp2_vec_add(out->pose_b.p, by);
    }
}

void compounds2_free(compounds2* pair)
{
    imp2_compound_free(&pair->a);
    imp2_compound_free(&pair->b);
}

static void print_compound(const char* name, const imp2_compound* c, const imp2_pose* pose)
{
    printf("%s: kind %d, pose {{%a, %a}, {%a, %a}}\n", name, c->kind, (double)pose->p.x, (double)pose->p.y,
           (double)pose->q.c, (double)pose->q.s);
    for (int32_t k = 0; k < c->part_count; ++k)
    {
        printf("  part %d: radius %a", k, (double)c->parts[k].radius);
        for (int32_t v = 0; v < c->parts[k].count; ++v)
        {
            imp2_vec p = oracle2_vertex(&c->parts[k], v);
            printf(" {%.9g, %.9g}", (double)p.x, (double)p.y);
        }
        printf("\n");
    }
}

void compounds2_print(const compounds2* pair)
{
    printf("sorts %d %d, style %d\n", pair->sort_a, pair->sort_b, pair->style);
    print_compound("a", &pair->a, &pair->pose_a);
    print_compound("b", &pair->b, &pair->pose_b);
}

double compounds2_ulp(const compounds2* pair)
{
    double x = (double)pair->pose_b.p.x - pair->pose_a.p.x, y = (double)pair->pose_b.p.y - pair->pose_a.p.y;
    double most = sqrt(x * x + y * y);
    const double others[4] = {pair->a.reach, pair->b.reach, pair->a.parts->radius, pair->b.parts->radius};
    for (int k = 0; k < 4; ++k)
    {
        most = others[k] > most ? others[k] : most;
    }
    return most * 0x1p-23;
}

int compounds2_relate(const compounds2* pair, imp2_vec shift, double* separation)
{
    int relation = -1;
    *separation = INFINITY;
    for (int32_t i = 0; i < pair->a.part_count; ++i)
    {
        for (int32_t j = 0; j < pair->b.part_count; ++j)
        {
            oracle2_body a = oracle2_shape(&pair->a.parts[i], &pair->pose_a);
            oracle2_body b = oracle2_shape(&pair->b.parts[j], &pair->pose_b);
            oracle2_shift by = {shift.x, shift.y, 0.0, 0.0};
            oracle2_answer answer;
            oracle2_relate_shifted(&a, &b, by, &answer);
            relation = -answer.sign > relation ? -answer.sign : relation;
            *separation = answer.separation < *separation ? answer.separation : *separation;
        }
    }
    return relation;
}

// The union of all pieces, in the world's directions

typedef struct point
{
    double x, y;
} point;

typedef struct piece
{
    point corner[CORNERS_MAX];  // counter-clockwise
    int count;
} piece;

typedef struct union2
{
    piece pieces[PIECES_MAX];
    int count;
    double radius, size;
} union2;

static double turn(point a, point b, point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int compare_points(const void* left, const void* right)
{
    const point *a = left, *b = right;
    return a->x < b->x ? -1 : a->x > b->x ? 1 : a->y < b->y ? -1 : a->y > b->y;
}

static void add_piece(union2* u, const compounds2* pair, int32_t i, int32_t j)
{
    definition2_body a, b;
    point all[400], hull[800];
    int n = 0, count = 0;
    definition2_place(&pair->a.parts[i], pair->pose_a.q.c, pair->pose_a.q.s, 0.0, 0.0, &a);
    definition2_place(&pair->b.parts[j], pair->pose_b.q.c, pair->pose_b.q.s,
                      (double)pair->pose_b.p.x - pair->pose_a.p.x, (double)pair->pose_b.p.y - pair->pose_a.p.y, &b);
    for (int k = 0; k < a.count; ++k)
    {
        for (int m = 0; m < b.count && n < 400; ++m)
        {
            all[n].x = b.x[m] - a.x[k];
            all[n++].y = b.y[m] - a.y[k];
        }
    }
    qsort(all, (size_t)n, sizeof *all, compare_points);
    for (int round = 0; round < 2; ++round)
    {
        int start = count;
        for (int k = 0; k < n; ++k)
        {
            point p = all[round ? n - 1 - k : k];
            while (count >= start + 2 && turn(hull[count - 2], hull[count - 1], p) <= 1e-14)
            {
                --count;
            }
            hull[count++] = p;
        }
        --count;
    }
    piece* out = &u->pieces[u->count++];
    out->count = count < 1 ? 1 : count;
    hull[0] = count < 1 ? all[0] : hull[0];
    for (int k = 0; k < out->count && k < CORNERS_MAX; ++k)
    {
        out->corner[k] = hull[k];
    }
}

/// Distance of a place from a piece; below 0 inside.
static double piece_distance(const piece* p, point w)
{
    double inside = INFINITY, square = INFINITY;
    for (int k = 0; k < p->count; ++k)
    {
        point a = p->corner[k], b = p->corner[(k + 1) % p->count];
        double ex = b.x - a.x, ey = b.y - a.y, x = w.x - a.x, y = w.y - a.y, length = sqrt(ex * ex + ey * ey);
        double height = length > 0.0 ? (ex * y - ey * x) / length : -INFINITY;
        double t = length > 0.0 ? (x * ex + y * ey) / (length * length) : 0.0;
        t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
        double dx = x - t * ex, dy = y - t * ey;
        inside = height < inside ? height : inside;
        square = dx * dx + dy * dy < square ? dx * dx + dy * dy : square;
    }
    return p->count > 2 && inside > 0.0 ? -inside : sqrt(square);
}

/// Whether no piece has w; each taken larger by grow.
static bool is_free(const union2* u, point w, double grow)
{
    for (int k = 0; k < u->count; ++k)
    {
        if (piece_distance(&u->pieces[k], w) < u->radius + grow)
        {
            return false;
        }
    }
    return true;
}

/// One element of a boundary: a side moved out by the radius, or the circle around a corner.
typedef struct element
{
    bool is_circle;
    point from, to, normal;
    int owner;
} element;

static int elements_of(const union2* u, element* out)
{
    int count = 0;
    for (int k = 0; k < u->count; ++k)
    {
        const piece* p = &u->pieces[k];
        for (int m = 0; m < p->count; ++m)
        {
            point a = p->corner[m], b = p->corner[(m + 1) % p->count];
            double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
            if (length > 0.0)
            {
                point n = {y / length, -x / length}, zero = {a.x + n.x * u->radius, a.y + n.y * u->radius};
                point one = {b.x + n.x * u->radius, b.y + n.y * u->radius};
                const element side = {false, zero, one, n, k};
                out[count++] = side;
            }
            if (u->radius > 0.0)
            {
                const element circle = {true, a, a, {0.0, 0.0}, k};
                out[count++] = circle;
            }
        }
    }
    return count;
}

typedef struct best_way
{
    const union2* u;
    double step, grow, length;
} best_way;

/// A candidate w on the boundary of one or two pieces, to be looked at from a little outside, in a few directions.
static void try_place(best_way* best, point w, point out)
{
    double length = sqrt(w.x * w.x + w.y * w.y), size = sqrt(out.x * out.x + out.y * out.y);
    if (length < best->length && size > 0.0)
    {
        point p = {w.x + out.x / size * best->step, w.y + out.y / size * best->step};
        best->length = is_free(best->u, p, best->grow) ? length : best->length;
    }
}

static point outward(const element* e, const union2* u, point w)
{
    point n = {(w.x - e->from.x) / u->radius, (w.y - e->from.y) / u->radius};
    return e->is_circle ? n : e->normal;
}

/// The places that two elements have in common; at most two.
static int cross_elements(const element* a, const element* b, double radius, point out[2])
{
    if (!a->is_circle && !b->is_circle)
    {
        double ex = a->to.x - a->from.x, ey = a->to.y - a->from.y, fx = b->to.x - b->from.x, fy = b->to.y - b->from.y;
        double area = ex * fy - ey * fx, x = b->from.x - a->from.x, y = b->from.y - a->from.y;
        if (fabs(area) < 1e-12)
        {
            return 0;
        }
        double t = (x * fy - y * fx) / area, s = (x * ey - y * ex) / area;
        out[0].x = a->from.x + t * ex;
        out[0].y = a->from.y + t * ey;
        return t >= -1e-6 && t <= 1.0 + 1e-6 && s >= -1e-6 && s <= 1.0 + 1e-6;
    }
    if (!a->is_circle)
    {
        return cross_elements(b, a, radius, out);
    }
    // A circle with a line, or with the line on which two circles of the same size meet.
    double dx = b->from.x - a->from.x, dy = b->from.y - a->from.y, d = sqrt(dx * dx + dy * dy), height = 0.5 * d;
    point axis = {dx / d, dy / d};
    if (!b->is_circle)
    {
        axis = b->normal;
        height = dx * axis.x + dy * axis.y;
    }
    else if (!(d > 0.0))
    {
        return 0;
    }
    double root = radius * radius - height * height;
    root = root > 0.0 ? sqrt(root) : root > -1e-12 ? 0.0 : -1.0;
    for (int k = 0; k < 2; ++k)
    {
        double s = k ? -root : root;
        out[k].x = a->from.x + axis.x * height - axis.y * s;
        out[k].y = a->from.y + axis.y * height + axis.x * s;
    }
    return root < 0.0 ? 0 : 2;
}

static void try_nearest(best_way* best, const element* e)
{
    if (e->is_circle)
    {
        double far = sqrt(e->from.x * e->from.x + e->from.y * e->from.y), k = best->u->radius / far;
        point out = {-e->from.x / far, -e->from.y / far}, w = {e->from.x * (1.0 - k), e->from.y * (1.0 - k)};
        if (far > 1e-9)
        {
            try_place(best, w, out);
        }
        return;
    }
    double ex = e->to.x - e->from.x, ey = e->to.y - e->from.y;
    double t = -(e->from.x * ex + e->from.y * ey) / (ex * ex + ey * ey);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    point w = {e->from.x + t * ex, e->from.y + t * ey};
    try_place(best, w, e->normal);
}

static double shortest_way(const union2* u, bool cracks_open)
{
    static element elements[2 * PIECES_MAX * CORNERS_MAX];
    double little = 1e-10 * u->size;
    best_way best = {u, cracks_open ? 0.5 * little : 3.0 * little, cracks_open ? -little : little, INFINITY};
    point origin = {0.0, 0.0};
    if (is_free(u, origin, cracks_open ? 0.0 : little))
    {
        return 0.0;
    }
    int count = elements_of(u, elements);
    for (int k = 0; k < count; ++k)
    {
        try_nearest(&best, &elements[k]);
    }
    for (int k = 0; k < count; ++k)
    {
        for (int m = k + 1; m < count; ++m)
        {
            point found[2];
            int n = elements[k].owner != elements[m].owner
                        ? cross_elements(&elements[k], &elements[m], u->radius, found)
                        : 0;
            for (int i = 0; i < n; ++i)
            {
                point a = outward(&elements[k], u, found[i]), b = outward(&elements[m], u, found[i]);
                double cosine = a.x * b.x + a.y * b.y, out = 1.0 / (1.0 + cosine + 1e-9);
                point both = {a.x + b.x, a.y + b.y};
                double step = best.step;
                best.step *=
                    out < 1e3 ? 2.0 * out / (sqrt(2.0 + 2.0 * cosine) + 1e-9) * 0.5 * (2.0 + 2.0 * cosine) : 1.0;
                best.step = cracks_open ? step : best.step > step ? 4.0 * best.step : 4.0 * step;
                try_place(&best, found[i], both);
                best.step = step;
            }
        }
    }
    return best.length;
}

double compounds2_depth(const compounds2* pair, bool cracks_open)
{
    static union2 u;
    int64_t count = (int64_t)pair->a.part_count * pair->b.part_count;
    if (count > PIECES_MAX)
    {
        return INFINITY;
    }
    u.count = 0;
    u.radius = (double)pair->a.parts->radius + pair->b.parts->radius;
    u.size = (double)pair->a.reach + pair->b.reach + u.radius;
    for (int32_t i = 0; i < pair->a.part_count; ++i)
    {
        for (int32_t j = 0; j < pair->b.part_count; ++j)
        {
            if (pair->a.parts[i].count + pair->b.parts[j].count > CORNERS_MAX ||
                pair->a.parts[i].count * pair->b.parts[j].count > 400)
            {
                return INFINITY;
            }
            add_piece(&u, pair, i, j);
        }
    }
    return shortest_way(&u, cracks_open);
}
