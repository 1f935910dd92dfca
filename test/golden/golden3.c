// SPDX-License-Identifier: MIT
//
// The inputs and results of golden rows in space; see golden.c, also for what must not change.

#include "golden.h"

#include <string.h>

enum
{
    SHAPES = 120,
    COMPOUNDS = 24,
    SET_PARTS = 4,
    FACES_MAX = 64  // that are looked at of one shape
};

static imp3_shape shapes[SHAPES];
static imp3_compound compounds[COMPOUNDS];

// Results

void add_vec3(trial* t, imp3_vec v)
{
    add_words(t, &v, sizeof v);
}

/// What stands in the struct, and of hulls what can be asked: their vertices and faces.
static void add_made3(trial* t, const imp3_shape* s)
{
    add_word(t, (uint32_t)s->kind);
    add_word(t, (uint32_t)s->count);
    const float numbers[] = {s->radius, s->reach, s->disc_a, s->disc_b, s->offset};
    const imp3_vec vectors[] = {s->a, s->b, s->c, s->normal, s->turn.x, s->turn.y, s->turn.z};
    add_words(t, numbers, sizeof numbers);
    add_words(t, vectors, sizeof vectors);
    for (int32_t i = 0; i < s->count; ++i)
    {
        imp3_vec v = {0.0f, 0.0f, 0.0f};
        (void)imp3_shape_vertex(s, i, &v);
        add_vec3(t, v);
    }
    int32_t faces = 0;
    (void)imp3_shape_face_count(s, &faces);
    for (int32_t i = 0; i < faces && i < FACES_MAX; ++i)
    {
        int32_t vertices[FACES_MAX];
        imp3_face face = {{0.0f, 0.0f, 0.0f}, 0.0f, 0, vertices, FACES_MAX};
        if (add_status(t, imp3_shape_face(s, i, &face)))
        {
            add_vec3(t, face.normal);
            add_float(t, face.offset);
            add_words(t, vertices, (size_t)face.count * sizeof *vertices);
        }
    }
}

void add_shape3(trial* t, imp_status status, imp3_shape* s)
{
    if (add_status(t, status))
    {
        add_made3(t, s);
        imp3_shape_free(s);
    }
}

void add_compound3(trial* t, imp_status status, imp3_compound* c)
{
    if (!add_status(t, status))
    {
        return;
    }
    const int32_t head[3] = {c->kind, c->part_count, c->one_sided};
    add_words(t, head, sizeof head);
    add_float(t, c->reach);
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        imp3_shape part;
        int32_t source = -1;
        if (add_status(t, imp3_compound_part(c, i, &part)) && add_status(t, imp3_compound_source(c, i, &source)))
        {
            add_made3(t, &part);
            add_word(t, (uint32_t)source);
        }
    }
    imp3_compound_free(c);
}

// There are bytes between its members that belong to none.
void add_manifold3(trial* t, imp_status status, const imp3_manifold* m)
{
    if (!add_status(t, status))
    {
        return;
    }
    add_vec3(t, m->normal);
    add_float(t, m->depth);
    add_word(t, (uint32_t)m->count);
    for (int k = 0; k < IMP3_POINT_MAX; ++k)
    {
        add_words(t, &m->points[k], sizeof m->points[k]);
    }
}

// Inputs

imp3_vec a_vec3(trial* t)
{
    imp3_vec v;
    v.x = a_number(t);
    v.y = a_number(t);
    v.z = a_number(t);
    return v;
}

imp3_vec a_half3(trial* t)
{
    imp3_vec half;
    half.x = a_size(t);
    half.y = a_size(t);
    half.z = a_size(t);
    return half;
}

imp3_quat a_quat(trial* t)
{
    imp3_quat q;
    q.x = a_number(t);
    q.y = a_number(t);
    q.z = a_number(t);
    q.w = a_number(t);
    return q;
}

/// An axis with a sign, out of six.
static imp3_vec axis_of(uint64_t k)
{
    float sign = k & 1 ? -1.0f : 1.0f;
    imp3_vec v = {k / 2 == 0 ? sign : 0.0f, k / 2 == 1 ? sign : 0.0f, k / 2 == 2 ? sign : 0.0f};
    return v;
}

imp3_rot a_rot3(trial* t)
{
    uint64_t bits = test_rng_next(&t->rng);
    uint64_t first = bits % 6, second = (first + 2 + bits / 8 % 4) % 6;
    imp3_rot q = imp3_pose_identity().q;
    if (t->style > 1 && (bits >> 32 & 7))
    {
        (void)imp3_rot_of_quat(a_quat(t), &q);
    }
    else if (bits >> 40 & 1)
    {
        // Axes that are not each other's reverse: 2, 3, 4 or 5 further of six.
        second = second / 2 == first / 2 ? (second + 2) % 6 : second;
        q.x = axis_of(first);
        q.y = axis_of(second);
        q.z = imp3_vec_cross(q.x, q.y);
    }
    return q;
}

imp3_pose a_pose3(trial* t)
{
    imp3_pose pose;
    pose.p = a_vec3(t);
    pose.q = a_rot3(t);
    return pose;
}

void draw_soup3(trial* t, int32_t point_count, int32_t count, soup3* out)
{
    memset(out, 0, sizeof *out);
    for (int32_t k = 0; k < point_count; ++k)
    {
        out->points[k] = a_vec3(t);
    }
    for (int32_t k = 0; k < 3 * count; ++k)
    {
        out->corners[k] = test_rng_int(&t->rng, 0, point_count - 1);
    }
    out->triangles.points = out->points;
    out->triangles.point_count = point_count;
    out->triangles.corners = out->corners;
    out->triangles.count = count;
}

imp3_box a_box3(trial* t)
{
    imp3_box box;
    box.lower = a_vec3(t);
    box.upper = imp3_vec_add(box.lower, a_half3(t));
    return box;
}

// The first half of the shapes lies on the grid, and of the compounds.
const imp3_shape* a_shape3(trial* t)
{
    return &shapes[test_rng_next(&t->rng) % (t->style < 2 ? SHAPES / 2 : SHAPES)];
}

const imp3_compound* a_compound3(trial* t)
{
    return &compounds[test_rng_next(&t->rng) % (t->style < 2 ? COMPOUNDS / 2 : COMPOUNDS)];
}

int32_t some_points3(trial* t, imp3_vec* points)
{
    uint64_t bits = test_rng_next(&t->rng);
    int32_t n = 1 + (int32_t)(bits & 7);
    n = bits & 8 ? n : n * 5;
    imp3_vec middle = a_vec3(t);
    const imp3_vec sides = {1.0f, bits & 0xf0 ? 1.0f : 0.0f, bits & 0xf00 ? 1.0f : 0.0f};
    for (int32_t i = 0; i < n; ++i)
    {
        imp3_vec v = a_vec3(t);
        points[i].x = middle.x + sides.x * v.x;
        points[i].y = middle.y + sides.y * v.y;
        points[i].z = middle.z + sides.z * v.z;
    }
    if (bits & 0x1000)
    {
        points[n] = points[n / 2];
        n += 1;
    }
    return n;
}

couple3 a_couple3(trial* t)
{
    couple3 c;
    c.a = a_shape3(t);
    c.b = a_shape3(t);
    c.pose_a = a_pose3(t);
    c.pose_b = a_pose3(t);
    return c;
}

void draw_ground(trial* t, ground* g)
{
    enum
    {
        CELLS = GROUND_SIDE - 1
    };
    bool grid = t->style < 2;
    for (int i = 0; i < GROUND_SIDE * GROUND_SIDE; ++i)
    {
        uint64_t bits = test_rng_next(&t->rng);
        float height = grid ? (float)(bits & 3) * 0.25f : (float)(bits & 0xffff) * 0x1p-16f;
        g->samples[i] = bits >> 32 & 1 ? height : 0.0f;
        const imp3_vec point = {(float)(i % GROUND_SIDE), (float)(i / GROUND_SIDE), g->samples[i]};
        g->points[i] = point;
    }
    uint64_t bits = test_rng_next(&t->rng);
    int32_t* corner = g->corners;
    for (int i = 0; i < CELLS * CELLS; ++i)
    {
        int32_t first = i / CELLS * GROUND_SIDE + i % CELLS;
        const int32_t cell[6] = {
            first, first + 1, first + GROUND_SIDE + 1, first, first + GROUND_SIDE + 1, first + GROUND_SIDE};
        g->holes[i] = bits >> i & bits >> (i + 16) & bits >> (i + 32) & 1;
        if (!g->holes[i])
        {
            memcpy(corner, cell, sizeof cell);
            corner += 6;
        }
    }
    const imp3_heights heights = {g->samples, g->holes, GROUND_SIDE, GROUND_SIDE, 1.0f, 1.0f, bits >> 62 & 1};
    const imp3_triangles triangles = {
        g->points, GROUND_SIDE * GROUND_SIDE, g->corners, (int32_t)(corner - g->corners) / 3, 0.0f, bits >> 63,
        false,     {0, 0, 0, false}};
    g->heights = heights;
    g->triangles = triangles;
}

// Things

static imp_status make_shape3(trial* t, int kind, imp3_shape* out)
{
    imp3_vec points[64];
    imp3_vec a = a_vec3(t);
    imp3_vec b = a_vec3(t);
    imp3_vec half = a_half3(t);
    float radius = a_size(t);
    int32_t count = some_points3(t, points);
    imp3_rot q = a_rot3(t);
    bool sharp = test_rng_next(&t->rng) & 1;
    const imp3_box box = {a, imp3_vec_add(a, half)};
    float rounding = sharp ? 0.0f : radius * 0.25f;
    switch (kind)
    {
    case 0: return imp3_sphere_make(a, radius, out);
    case 1: return imp3_capsule_make(a, b, radius, out);
    case 2: return imp3_triangle_make(a, b, points[0], rounding, out);
    case 3: return imp3_box_make(box, out);
    case 4: return imp3_oriented_box_make(a, half, q, rounding, out);
    case 5: return imp3_cylinder_make(a, b, radius, sharp ? 0.0f : half.x, out);
    case 6: return imp3_cone_make(a, b, radius, sharp ? 0.0f : half.x, sharp ? 0.0f : half.y, out);
    case 7: return imp3_half_space_make(b, a.x, out);
    default: return imp3_hull_make(points, count, rounding, NULL, out, NULL);
    }
}

// Shapes of all kinds and sizes; what is refused is drawn again.
static void make_shapes3(void)
{
    trial t = {{golden_seed("shapes3")}, 0, 1.0f, 0, 0};
    for (int i = 0; i < SHAPES;)
    {
        t.style = i < SHAPES / 2 ? 0 : 2 + i / 10 % 2;
        t.scale = i < SHAPES * 3 / 4 ? 1.0f : i / 10 % 2 ? 0x1p-3f : 0x1p3f;
        i += make_shape3(&t, i % 10, &shapes[i]) ? 0 : 1;
    }
}

/// A set of boxes on the grid that may be flush, or of any shapes.
static imp_status make_set3(trial* t, imp3_compound* out)
{
    imp3_shape parts[SET_PARTS];
    for (int k = 0; k < SET_PARTS;)
    {
        const imp3_box cell = {{(float)k - 2.0f, 0.0f, 0.0f}, {(float)k - 1.0f, 1.0f, a_size(t)}};
        bool flush = t->style == 0;
        if (flush ? imp3_box_make(cell, &parts[k]) == IMP_OK : true)
        {
            parts[k] = flush ? parts[k] : *a_shape3(t);
            k += parts[k].kind == IMP3_SHAPE_HALF_SPACE ? 0 : 1;
        }
    }
    return imp3_compound_make(parts, SET_PARTS, NULL, out);
}

// Single shapes, sets, triangles, height fields; the first half lies on the grid.
static void make_compounds3(void)
{
    trial t = {{golden_seed("compounds3")}, 0, 1.0f, 0, 0};
    for (int i = 0; i < COMPOUNDS;)
    {
        ground g;
        imp_status status = IMP_OK;
        t.style = i < COMPOUNDS / 2 ? 0 : 2;
        draw_ground(&t, &g);
        switch (i % 4)
        {
        case 0: status = imp3_compound_of_shape(a_shape3(&t), &compounds[i]); break;
        case 1: status = make_set3(&t, &compounds[i]); break;
        case 2: status = imp3_triangles_make(&g.triangles, NULL, &compounds[i], NULL); break;
        default: status = imp3_height_field_make(&g.heights, NULL, &compounds[i]); break;
        }
        i += status ? 0 : 1;
    }
}

void golden_make_things3(void)
{
    make_shapes3();
    make_compounds3();
}

void golden_free_things3(void)
{
    for (int i = 0; i < COMPOUNDS; ++i)
    {
        imp3_compound_free(&compounds[i]);
    }
    for (int i = 0; i < SHAPES; ++i)
    {
        imp3_shape_free(&shapes[i]);
    }
}
