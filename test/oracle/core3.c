// SPDX-License-Identifier: MIT
#include "core3.h"

#include "shape/hull3.h"

void core3_init(core3* c)
{
    for (int i = 0; i < POINT_MAX; i++)
    {
        zvec_init(&c->point[i]);
    }
    zvec_init(&c->normal);
    mpz_init(c->weight);
}

// Placing

static void set_floats(zvec* r, imp3_vec v)
{
    zvec_set_scaled(r->x, (double)v.x, FLOAT_BITS);
    zvec_set_scaled(r->y, (double)v.y, FLOAT_BITS);
    zvec_set_scaled(r->z, (double)v.z, FLOAT_BITS);
}

/// r = q v, the bits of both added. r is not v.
static void turn_exactly(zvec* r, const imp3_rot* q, const zvec* v)
{
    zvec axis[3], part;
    const imp3_vec columns[3] = {q->x, q->y, q->z};
    mpz_ptr along[3] = {(mpz_ptr)v->x, (mpz_ptr)v->y, (mpz_ptr)v->z};
    zvec_init(&part);
    for (int k = 0; k < 3; k++)
    {
        zvec_init(&axis[k]);
        set_floats(&axis[k], columns[k]);
        zvec_scale(k ? &part : r, &axis[k], along[k]);
        if (k)
        {
            zvec_add(r, r, &part);
        }
        zvec_clear(&axis[k]);
    }
    zvec_clear(&part);
}

imp3_vec oracle3_vertex(const imp3_shape* s, int32_t i)
{
    imp3_vec v;
    if (s->kind == IMP3_SHAPE_HULL)
    {
        const imp3i_hull* h = s->block;
        v.x = h->x[i];
        v.y = h->y[i];
        v.z = h->z[i];
        return v;
    }
    if (s->kind == IMP3_SHAPE_BOX)
    {
        v.x = i % 2 ? s->b.x : s->a.x;
        v.y = i / 2 % 2 ? s->b.y : s->a.y;
        v.z = i / 4 ? s->b.z : s->a.z;
        return v;
    }
    return i == 0 ? s->a : i == 1 ? s->b : s->c;
}

static void place_vertex(const imp3_shape* s, const imp3_pose* pose, int i, zvec* out)
{
    zvec v, w;
    zvec_init(&v);
    zvec_init(&w);
    set_floats(&v, oracle3_vertex(s, i));
    if (s->kind == IMP3_SHAPE_BOX)
    {
        turn_exactly(&w, &s->turn, &v);
    }
    else
    {
        zvec_set(&w, &v);
        zvec_shift_bits(&w, FLOAT_BITS);
    }
    turn_exactly(out, &pose->q, &w);
    set_floats(&v, pose->p);
    zvec_shift_bits(&v, 2 * FLOAT_BITS);
    zvec_add(out, out, &v);
    zvec_clear(&v);
    zvec_clear(&w);
}

// A point of the plane and two directions in it are placed; the normal is across the placed directions.
static void place_half_space(const imp3_shape* s, const imp3_pose* pose, core3* out)
{
    mpz_t offset;
    zvec n, foot, along, across, axis, turned_along, turned_across, p;
    zvec* all[] = {&n, &foot, &along, &across, &axis, &turned_along, &turned_across, &p};
    for (int i = 0; i < 8; i++)
    {
        zvec_init(all[i]);
    }
    set_floats(&n, s->normal);
    mpz_set_ui(axis.x, mpz_sgn(n.x) == 0 ? 1 : 0);
    mpz_set_ui(axis.y, mpz_sgn(n.x) != 0 ? 1 : 0);
    zvec_cross(&along, &n, &axis);
    zvec_cross(&across, &n, &along);  // n, along, across turn right-handed
    turn_exactly(&turned_along, &pose->q, &along);
    turn_exactly(&turned_across, &pose->q, &across);
    zvec_cross(&out->normal, &turned_along, &turned_across);
    // The foot of the origin is n offset / |n|^2; the weight is |n|^2.
    zvec_dot(out->weight, &n, &n);
    mpz_init(offset);
    zvec_set_scaled(offset, (double)s->offset, FLOAT_BITS);
    zvec_scale(&foot, &n, offset);
    mpz_clear(offset);
    turn_exactly(&out->point[0], &pose->q, &foot);  // three floats of 5: PLACE_BITS and those of the weight
    set_floats(&p, pose->p);
    zvec_scale(&p, &p, out->weight);
    zvec_add(&out->point[0], &out->point[0], &p);
    zvec_shift_bits(&out->point[0], 2 * FLOAT_BITS);
    out->half_space = true;
    out->points = 1;
    for (int i = 0; i < 8; i++)
    {
        zvec_clear(all[i]);
    }
}

// Edges and faces

static void keep_pair(core3* c, int i, int j)
{
    for (int k = 0; k < c->pairs; k++)
    {
        if (c->pair[k][0] == i && c->pair[k][1] == j)
        {
            return;
        }
    }
    assert(c->pairs < PAIR_MAX);
    c->pair[c->pairs][0] = (short)i;
    c->pair[c->pairs++][1] = (short)j;
}

static void keep_triple(core3* c, int i, int j, int k)
{
    assert(c->triples < TRIPLE_MAX);
    c->triple[c->triples][0] = (short)i;
    c->triple[c->triples][1] = (short)j;
    c->triple[c->triples++][2] = (short)k;
}

// All vertices on one side of the plane of three that are not on one line.
static bool supports(const core3* c, int i, int j, int k)
{
    static zvec e, f, n, w;
    static mpz_t height;
    static bool ready;
    if (!ready)
    {
        mpz_init(height);
        zvec_init(&e);
        zvec_init(&f);
        zvec_init(&n);
        zvec_init(&w);
        ready = true;
    }
    zvec_sub(&e, &c->point[j], &c->point[i]);
    zvec_sub(&f, &c->point[k], &c->point[i]);
    zvec_cross(&n, &e, &f);
    if (zvec_zero(&n))
    {
        return false;
    }
    int side = 0;
    for (int m = 0; m < c->points; m++)
    {
        if (m == i || m == j || m == k)
        {
            continue;
        }
        zvec_sub(&w, &c->point[m], &c->point[i]);
        zvec_dot(height, &n, &w);
        int sign = mpz_sgn(height);
        if (sign * side < 0)
        {
            return false;
        }
        side = sign ? sign : side;
    }
    return true;
}

static void enumerate_features(core3* c)
{
    for (int i = 0; i < c->points; i++)
    {
        for (int j = i + 1; j < c->points; j++)
        {
            for (int k = j + 1; k < c->points; k++)
            {
                if (supports(c, i, j, k))
                {
                    keep_triple(c, i, j, k);
                    keep_pair(c, i, j);
                    keep_pair(c, j, k);
                    keep_pair(c, i, k);
                }
            }
        }
    }
    if (c->triples == 0)  // all on one line
    {
        for (int i = 0; i < c->points; i++)
        {
            for (int j = i + 1; j < c->points; j++)
            {
                keep_pair(c, i, j);
            }
        }
    }
    c->directions = c->pairs;
    c->normals = c->triples;
}

static void box_features(core3* c)
{
    static const short edges[12][2] = {{0, 1}, {0, 2}, {0, 4}, {1, 3}, {1, 5}, {2, 3},
                                       {2, 6}, {3, 7}, {4, 5}, {4, 6}, {5, 7}, {6, 7}};
    static const short faces[12][3] = {{0, 1, 2}, {0, 1, 4}, {0, 2, 4}, {1, 2, 3}, {1, 4, 5}, {2, 4, 6},
                                       {7, 6, 5}, {7, 6, 3}, {7, 5, 3}, {6, 5, 4}, {6, 3, 2}, {5, 3, 1}};
    for (int k = 0; k < 12; k++)
    {
        keep_pair(c, edges[k][0], edges[k][1]);
        keep_triple(c, faces[k][0], faces[k][1], faces[k][2]);
    }
    c->directions = c->normals = 3;
}

void core3_place_points(const oracle3_body* body, const zvec* move, core3* out)
{
    const imp3_shape* s = body->shape;
    out->half_space = false;
    out->pairs = out->triples = 0;
    mpz_set_ui(out->weight, 1);
    if (s && s->kind == IMP3_SHAPE_HALF_SPACE)
    {
        place_half_space(s, &body->pose, out);
        return;
    }
    out->points = s ? s->count : body->count;
    assert(out->points >= 1 && out->points <= ORACLE3_VERTEX_MAX);
    for (int i = 0; i < out->points; i++)
    {
        if (s)
        {
            place_vertex(s, &body->pose, i, &out->point[i]);
        }
        else
        {
            set_floats(&out->point[i], body->points[i]);
            zvec_shift_bits(&out->point[i], 2 * FLOAT_BITS);
        }
        if (move)
        {
            zvec_add(&out->point[out->points + i], &out->point[i], move);
        }
    }
    out->points *= move ? 2 : 1;
}

void core3_place(const oracle3_body* body, const zvec* move, core3* out)
{
    core3_place_points(body, move, out);
    if (!move && body->shape && body->shape->kind == IMP3_SHAPE_BOX)
    {
        box_features(out);
    }
    else if (!out->half_space)
    {
        enumerate_features(out);
    }
}
