// SPDX-License-Identifier: MIT
//
// The inputs and results of golden rows; golden.h says what they are. Where the numbers come from must not change: a
// draw more or fewer and all hashes are other ones.

#include "golden.h"

#include <string.h>

enum
{
    SHAPES = 96,
    COMPOUNDS = 24
};

static imp2_shape shapes[SHAPES];
static imp2_compound compounds[COMPOUNDS];

uint64_t golden_seed(const char* name)
{
    uint64_t seed = 0;
    for (; *name; ++name)
    {
        seed = (seed ^ (unsigned char)*name) * 0x100000001b3u;
    }
    return seed;
}

// Results

void add_word(trial* t, uint32_t word)
{
    t->hash = (t->hash ^ word) * 0x9e3779b97f4a7c15u;
    t->hash ^= t->hash >> 32;
}

void add_float(trial* t, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    add_word(t, bits);
}

void add_vec(trial* t, imp2_vec v)
{
    add_float(t, v.x);
    add_float(t, v.y);
}

bool add_status(trial* t, imp_status status)
{
    add_word(t, (uint32_t)status);
    return status == IMP_OK;
}

void add_words(trial* t, const void* words, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof(uint32_t))
    {
        uint32_t word;
        memcpy(&word, (const char*)words + i, sizeof word);
        add_word(t, word);
    }
}

void add_result(trial* t, imp_status status, const void* words, size_t size)
{
    if (add_status(t, status))
    {
        add_words(t, words, size);
    }
}

void add_bool(trial* t, imp_status status, const bool* out)
{
    if (add_status(t, status))
    {
        add_word(t, *out);
    }
}

static void add_made(trial* t, const imp2_shape* s)
{
    add_word(t, (uint32_t)s->kind);
    add_word(t, (uint32_t)s->count);
    add_float(t, s->radius);
    add_float(t, s->reach);
    for (int32_t i = 0; i < s->count; ++i)
    {
        imp2_vec v = {0, 0};
        imp2_shape_vertex(s, i, &v);
        add_vec(t, v);
    }
    for (int i = 0; i < IMP2_SMALL_COUNT && s->count <= IMP2_SMALL_COUNT; ++i)
    {
        add_vec(t, (imp2_vec){s->x[i], s->y[i]});
        add_vec(t, (imp2_vec){s->normal_x[i], s->normal_y[i]});
    }
}

void add_shape(trial* t, imp_status status, imp2_shape* s)
{
    if (add_status(t, status))
    {
        add_made(t, s);
        imp2_shape_free(s);
    }
}

void add_compound(trial* t, imp_status status, imp2_compound* c)
{
    if (!add_status(t, status))
    {
        return;
    }
    const int32_t head[5] = {c->kind, c->part_count, c->ring_count, c->one_sided, c->closed};
    add_words(t, head, sizeof head);
    add_float(t, c->reach);
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        add_made(t, &c->parts[i]);
    }
    if (c->vertices)
    {
        add_words(t, c->ring_starts, (size_t)(c->ring_count + 1) * sizeof *c->ring_starts);
        add_words(t, c->vertices, (size_t)c->ring_starts[c->ring_count] * sizeof *c->vertices);
    }
    if (c->loop)
    {
        size_t length = (size_t)c->loop_starts[c->part_count];
        add_words(t, c->loop_starts, (size_t)(c->part_count + 1) * sizeof *c->loop_starts);
        add_words(t, c->loop, length * sizeof *c->loop);
        add_words(t, c->beyond, length * sizeof *c->beyond);
    }
    imp2_compound_free(c);
}

// Inputs

float a_number(trial* t)
{
    uint64_t bits = test_rng_next(&t->rng);
    int32_t whole = (int32_t)(bits >> 8 & 7) - 3;
    double fraction = (double)(bits >> 40) * 0x1p-24;
    double x;
    switch (t->style)
    {
    case 0: x = whole; break;
    case 1: x = whole + (double)((int32_t)(bits >> 40 & 15) - 7) * 0x1p-22; break;
    case 2: x = (fraction - 0.5) * 8.0; break;
    default: x = (fraction - 0.5) * 2.0; break;
    }
    return (float)x * t->scale;
}

imp2_vec a_vec(trial* t)
{
    imp2_vec v;
    v.x = a_number(t);
    v.y = a_number(t);
    return v;
}

float a_size(trial* t)
{
    float x = a_number(t);
    return x < 0.0f ? -x : x;
}

float an_angle(trial* t)
{
    return a_number(t) / t->scale;
}

imp2_rot a_rot(trial* t)
{
    static const imp2_rot quarters[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint64_t bits = test_rng_next(&t->rng);
    imp2_rot q = quarters[bits & 4 ? 0 : bits & 3];
    if (t->style > 1 && (bits & 24))
    {
        imp2_rot_make(an_angle(t), &q);
    }
    return q;
}

imp2_pose a_pose(trial* t)
{
    imp2_pose pose;
    pose.p = a_vec(t);
    pose.q = a_rot(t);
    return pose;
}

imp2_vec a_half(trial* t)
{
    imp2_vec half;
    half.x = a_size(t);
    half.y = a_size(t);
    return half;
}

imp2_box a_box(trial* t)
{
    imp2_box box;
    box.lower = a_vec(t);
    box.upper = imp2_vec_add(box.lower, a_half(t));
    return box;
}

// The first half of the shapes lies on the grid, and of the compounds.
const imp2_shape* a_shape(trial* t)
{
    return &shapes[test_rng_next(&t->rng) % (t->style < 2 ? SHAPES / 2 : SHAPES)];
}

const imp2_compound* a_compound(trial* t)
{
    return &compounds[test_rng_next(&t->rng) % (t->style < 2 ? COMPOUNDS / 2 : COMPOUNDS)];
}

int32_t some_points(trial* t, imp2_vec* points)
{
    uint64_t bits = test_rng_next(&t->rng);
    int32_t n = 1 + (int32_t)(bits & 7);
    n = bits & 8 ? n : n * 5;
    imp2_vec middle = a_vec(t);
    float radius = a_size(t) + t->scale;
    for (int32_t i = 0; i < n; ++i)
    {
        float s = 0.0f, c = 1.0f;
        imp_sincos((bits & 16 ? -6.2831855f : 6.2831855f) * (float)i / (float)n, &s, &c);
        c = t->style < 2 && n <= IMP2_SMALL_COUNT ? (float)(int32_t)(c * 4.5f) * 0.25f : c;
        s = t->style < 2 && n <= IMP2_SMALL_COUNT ? (float)(int32_t)(s * 4.5f) * 0.25f : s;
        points[i].x = middle.x + radius * c;
        points[i].y = middle.y + (bits & 32 ? 0.25f * radius : radius) * s;
    }
    if (bits & 64)
    {
        points[n] = points[n / 2];
        n += 1;
    }
    return n;
}

couple a_couple(trial* t)
{
    couple c;
    c.a = a_shape(t);
    c.b = a_shape(t);
    c.pose_a = a_pose(t);
    c.pose_b = a_pose(t);
    return c;
}

static void set_outlines(drawing* d, int32_t ring_count, int32_t fill)
{
    d->outlines = (imp2_outlines){d->points, d->counts, ring_count, fill};
}

void draw_star(trial* t, drawing* d)
{
    bool grid = t->style < 2;
    for (int k = 0; k < 8; ++k)
    {
        float s, c, far = 0.5f + (float)(test_rng_next(&t->rng) & 7) * 0.25f;
        imp_sincos(0.78539816f * (float)k, &s, &c);
        d->points[k].x = grid ? (float)(int32_t)(c * far * 2.0f) * 0.5f : c * far;
        d->points[k].y = grid ? (float)(int32_t)(s * far * 2.0f) * 0.5f : s * far;
    }
    d->counts[0] = 8;
    set_outlines(d, 1, IMP_FILL_EVEN_ODD);
}

void draw_cells(trial* t, drawing* d)
{
    int32_t count = 0;
    for (int k = 0; k < 9; ++k)
    {
        if (test_rng_next(&t->rng) & 3)
        {
            float x = (float)(k % 3) - 1.5f, y = (float)(k / 3) - 1.5f;
            const imp2_vec cell[4] = {{x, y}, {x + 1.0f, y}, {x + 1.0f, y + 1.0f}, {x, y + 1.0f}};
            memcpy(d->points + 4 * count, cell, sizeof cell);
            d->counts[count++] = 4;
        }
    }
    set_outlines(d, count, IMP_FILL_NON_ZERO);
}

// Things

// Shapes of all kinds and sizes; every fourth one is a large polygon. What is refused is drawn again.
static void make_shapes(void)
{
    trial t = {{golden_seed("shapes")}, 0, 1.0f, 0, 0};
    for (int i = 0; i < SHAPES;)
    {
        t.style = i < SHAPES / 2 ? 0 : 2 + i / 8 % 2;
        t.scale = i < SHAPES * 3 / 4 ? 1.0f : i / 8 % 2 ? 0x1p-3f : 0x1p3f;
        imp2_vec points[64];
        imp2_vec a = a_vec(&t);
        imp2_vec b = a_vec(&t);
        float radius = a_size(&t);
        int32_t count = some_points(&t, points);
        imp2_rot q = a_rot(&t);
        imp2_box box = {a, {a.x + radius, a.y + t.scale}};
        imp_status status = IMP_OK;
        switch (i % 8)
        {
        case 0: status = imp2_circle_make(a, radius, &shapes[i]); break;
        case 1: status = imp2_segment_make(a, b, &shapes[i]); break;
        case 2: status = imp2_capsule_make(a, b, radius, &shapes[i]); break;
        case 4: status = imp2_box_make(box, &shapes[i]); break;
        case 5: status = imp2_oriented_box_make(a, (imp2_vec){radius, t.scale}, q, &shapes[i]); break;
        default:
            count = (i % 4 == 3) == (count > IMP2_SMALL_COUNT) ? count : 0;
            status = imp2_polygon_make(points, count, i % 16 < 8 ? 0.0f : radius, NULL, &shapes[i], NULL);
            break;
        }
        i += status ? 0 : 1;
    }
}

// Regions of cells, stars, chains, single shapes; the first half lies on the grid.
static void make_compounds(void)
{
    trial t = {{golden_seed("compounds")}, 0, 1.0f, 0, 0};
    for (int i = 0; i < COMPOUNDS;)
    {
        drawing d;
        bool grid = i < COMPOUNDS / 2;
        imp_status status = IMP_OK;
        t.style = grid ? 0 : 2;
        draw_star(&t, &d);
        imp2_polyline line = {d.points, 8, i % 8 == 1, i % 8 == 2};
        switch (i % 4)
        {
        case 0: status = imp2_compound_of_shape(&shapes[grid ? i * 4 : SHAPES / 2 + i], &compounds[i]); break;
        case 1:
        case 2: status = imp2_chain_make(&line, NULL, &compounds[i], NULL); break;
        default:
            draw_cells(&t, &d);
            status = imp2_region_make(&d.outlines, NULL, &compounds[i], NULL);
            break;
        }
        i += status ? 0 : 1;
    }
}

void golden_make_things(void)
{
    make_shapes();
    make_compounds();
}

void golden_free_things(void)
{
    for (int i = 0; i < COMPOUNDS; ++i)
    {
        imp2_compound_free(&compounds[i]);
    }
    for (int i = 0; i < SHAPES; ++i)
    {
        imp2_shape_free(&shapes[i]);
    }
}
