// SPDX-License-Identifier: MIT
#include "oracle3.h"

#include <mpfr.h>

#include "core3.h"

#define VALUE_BITS 256

// A rational square, numerator / denominator, and the normal that belongs to it.
typedef struct square
{
    bool any;
    mpz_t numerator, denominator;
    zvec normal;
} square;

static core3 core_a, core_b;
static mpz_t term, product;

static void prepare(void)
{
    static bool ready;
    if (ready)
    {
        return;
    }
    core3_init(&core_a);
    core3_init(&core_b);
    mpz_inits(term, product, NULL);
    ready = true;
}

static void square_init(square* s)
{
    s->any = false;
    mpz_inits(s->numerator, s->denominator, NULL);
    zvec_init(&s->normal);
}

static void square_clear(square* s)
{
    mpz_clears(s->numerator, s->denominator, NULL);
    zvec_clear(&s->normal);
}

static void square_keep(square* best, const mpz_t numerator, const mpz_t denominator, const zvec* normal)
{
    if (best->any)
    {
        mpz_mul(term, numerator, best->denominator);
        mpz_mul(product, best->numerator, denominator);
        if (mpz_cmp(term, product) >= 0)
        {
            return;
        }
    }
    best->any = true;
    mpz_set(best->numerator, numerator);
    mpz_set(best->denominator, denominator);
    zvec_set(&best->normal, normal);
}

// The span of the difference

typedef struct span
{
    int dimension;
    zvec w;     // from A's first vertex to B's
    zvec e, m;  // dimension 1: along it; 2: across it
} span;

static void span_init(span* s)
{
    zvec_init(&s->w);
    zvec_init(&s->e);
    zvec_init(&s->m);
}

static void span_clear(span* s)
{
    zvec_clear(&s->w);
    zvec_clear(&s->e);
    zvec_clear(&s->m);
}

static void widen_span(span* s, const zvec* v)
{
    if (s->dimension == 0 && !zvec_zero(v))
    {
        zvec_set(&s->e, v);
        s->dimension = 1;
    }
    if (s->dimension == 1)
    {
        zvec_cross(&s->m, &s->e, v);
        s->dimension = zvec_zero(&s->m) ? 1 : 2;
    }
    if (s->dimension == 2)
    {
        zvec_dot(term, &s->m, v);
        s->dimension = mpz_sgn(term) == 0 ? 2 : 3;
    }
}

static void find_span(const core3* a, const core3* b, span* out)
{
    zvec v;
    zvec_init(&v);
    out->dimension = 0;
    zvec_sub(&out->w, &b->point[0], &a->point[0]);
    for (int i = 1; i < a->points; i++)
    {
        zvec_sub(&v, &a->point[i], &a->point[0]);
        widen_span(out, &v);
    }
    for (int i = 1; i < b->points; i++)
    {
        zvec_sub(&v, &b->point[i], &b->point[0]);
        widen_span(out, &v);
    }
    zvec_clear(&v);
}

// Gaps along normals

static void extremes(const core3* c, const zvec* n, mpz_t low, mpz_t high)
{
    for (int i = 0; i < c->points; i++)
    {
        zvec_dot(term, n, &c->point[i]);
        if (i == 0 || mpz_cmp(term, low) < 0)
        {
            mpz_set(low, term);
        }
        if (i == 0 || mpz_cmp(term, high) > 0)
        {
            mpz_set(high, term);
        }
    }
}

// Sign of the larger of the gaps along n and -n; keeps it as a depth. A zero normal tells nothing: -1.
static int try_normal(const core3* a, const core3* b, zvec* n, square* depth)
{
    if (zvec_zero(n))
    {
        return -1;
    }
    static mpz_t low_a, high_a, low_b, high_b, length2;
    static bool ready;
    if (!ready)
    {
        mpz_inits(low_a, high_a, low_b, high_b, length2, NULL);
        ready = true;
    }
    extremes(a, n, low_a, high_a);
    extremes(b, n, low_b, high_b);
    mpz_sub(low_b, low_b, high_a);  // along n
    mpz_sub(low_a, low_a, high_b);  // along -n
    if (mpz_cmp(low_a, low_b) > 0)
    {
        mpz_set(low_b, low_a);
        zvec_negate(n);
    }
    int sign = mpz_sgn(low_b);
    if (sign <= 0)
    {
        zvec_dot(length2, n, n);
        mpz_mul(low_b, low_b, low_b);
        square_keep(depth, low_b, length2, n);
    }
    return sign;
}

static int try_faces(const core3* a, const core3* b, const core3* of, square* depth)
{
    zvec e, f, n;
    zvec_init(&e);
    zvec_init(&f);
    zvec_init(&n);
    int best = -1;
    for (int k = 0; k < of->normals && best < 1; k++)
    {
        zvec_sub(&e, &of->point[of->triple[k][1]], &of->point[of->triple[k][0]]);
        zvec_sub(&f, &of->point[of->triple[k][2]], &of->point[of->triple[k][0]]);
        zvec_cross(&n, &e, &f);
        int sign = try_normal(a, b, &n, depth);
        best = sign > best ? sign : best;
    }
    zvec_clear(&e);
    zvec_clear(&f);
    zvec_clear(&n);
    return best;
}

static int try_edges(const core3* a, const core3* b, square* depth)
{
    zvec e, f, n;
    zvec_init(&e);
    zvec_init(&f);
    zvec_init(&n);
    int best = -1;
    for (int i = 0; i < a->directions && best < 1; i++)
    {
        zvec_sub(&e, &a->point[a->pair[i][1]], &a->point[a->pair[i][0]]);
        for (int j = 0; j < b->directions && best < 1; j++)
        {
            zvec_sub(&f, &b->point[b->pair[j][1]], &b->point[b->pair[j][0]]);
            zvec_cross(&n, &e, &f);
            int sign = try_normal(a, b, &n, depth);
            best = sign > best ? sign : best;
        }
    }
    zvec_clear(&e);
    zvec_clear(&f);
    zvec_clear(&n);
    return best;
}

// Within a plane: across the edges of both.
static int try_plane(const core3* a, const core3* b, const span* s, square* depth)
{
    zvec e, n;
    zvec_init(&e);
    zvec_init(&n);
    const core3* both[2] = {a, b};
    int best = -1;
    for (int k = 0; k < 2; k++)
    {
        for (int i = 0; i < both[k]->pairs && best < 1; i++)
        {
            zvec_sub(&e, &both[k]->point[both[k]->pair[i][1]], &both[k]->point[both[k]->pair[i][0]]);
            zvec_cross(&n, &s->m, &e);
            int sign = try_normal(a, b, &n, depth);
            best = sign > best ? sign : best;
        }
    }
    zvec_clear(&e);
    zvec_clear(&n);
    return best;
}

// Relation of two cores with vertices. depth is set when it is 1.
static int relate_cores(const core3* a, const core3* b, const span* s, square* depth)
{
    zvec n;
    zvec_init(&n);
    int sign = 0;  // of the greatest gap
    switch (s->dimension)
    {
    case 0: sign = !zvec_zero(&s->w); break;
    case 1:
        zvec_cross(&n, &s->e, &s->w);
        sign = 1;
        if (zvec_zero(&n))
        {
            zvec_set(&n, &s->e);
            sign = try_normal(a, b, &n, depth) > 0;
        }
        break;
    case 2:
        zvec_dot(term, &s->m, &s->w);
        sign = mpz_sgn(term) != 0 ? 1 : try_plane(a, b, s, depth) > 0;
        break;
    default:
        sign = try_faces(a, b, a, depth);
        if (sign < 1)
        {
            int other = try_faces(a, b, b, depth);
            sign = other > sign ? other : sign;
        }
        if (sign < 1)
        {
            int other = try_edges(a, b, depth);
            sign = other > sign ? other : sign;
        }
        break;
    }
    zvec_clear(&n);
    return -sign;
}

// Distances of features

static zvec e1, e2, nearest_normal, gap_vector, helper;
static mpz_t along1, along2, length2_of, sum_of;

static void prepare_distance(void)
{
    static bool ready;
    if (!ready)
    {
        zvec_init(&e1);
        zvec_init(&e2);
        zvec_init(&nearest_normal);
        zvec_init(&gap_vector);
        zvec_init(&helper);
        mpz_inits(along1, along2, length2_of, sum_of, NULL);
        ready = true;
    }
}

// The line through both, when the foot of the vertex lies on the edge. sign 1: the edge is A's.
static void vertex_edge(const zvec* p, const zvec* u, const zvec* v, int sign, square* best)
{
    zvec_sub(&e1, v, u);
    zvec_sub(&gap_vector, p, u);
    zvec_dot(along1, &gap_vector, &e1);
    zvec_dot(length2_of, &e1, &e1);
    if (mpz_sgn(along1) <= 0 || mpz_cmp(along1, length2_of) >= 0)
    {
        return;
    }
    zvec_cross(&helper, &e1, &gap_vector);
    zvec_cross(&nearest_normal, &helper, &e1);  // (e x w) x e
    zvec_dot(along1, &helper, &helper);
    if (sign < 0)
    {
        zvec_negate(&nearest_normal);
    }
    square_keep(best, along1, length2_of, &nearest_normal);
}

// gap_vector and nearest_normal are set: the distance along the normal. Turned from A to B by sign.
static void keep_along_normal(int sign, square* best)
{
    zvec_dot(along1, &nearest_normal, &gap_vector);
    if (mpz_sgn(along1) * sign < 0)
    {
        zvec_negate(&nearest_normal);
    }
    mpz_mul(along1, along1, along1);
    square_keep(best, along1, length2_of, &nearest_normal);
}

static void vertex_face(const zvec* p, const core3* c, const short* t, int sign, square* best)
{
    zvec_sub(&e1, &c->point[t[1]], &c->point[t[0]]);
    zvec_sub(&e2, &c->point[t[2]], &c->point[t[0]]);
    zvec_cross(&nearest_normal, &e1, &e2);
    if (zvec_zero(&nearest_normal))
    {
        return;
    }
    zvec_sub(&gap_vector, p, &c->point[t[0]]);
    zvec_dot(length2_of, &nearest_normal, &nearest_normal);
    zvec_cross(&helper, &gap_vector, &e2);
    zvec_dot(along1, &helper, &nearest_normal);
    zvec_cross(&helper, &e1, &gap_vector);
    zvec_dot(along2, &helper, &nearest_normal);
    mpz_add(sum_of, along1, along2);
    if (mpz_sgn(along1) >= 0 && mpz_sgn(along2) >= 0 && mpz_cmp(sum_of, length2_of) <= 0)
    {
        keep_along_normal(sign, best);
    }
}

static void edge_edge(const core3* a, const short* i, const core3* b, const short* j, square* best)
{
    zvec_sub(&e1, &a->point[i[1]], &a->point[i[0]]);
    zvec_sub(&e2, &b->point[j[1]], &b->point[j[0]]);
    zvec_cross(&nearest_normal, &e1, &e2);
    if (zvec_zero(&nearest_normal))
    {
        return;
    }
    zvec_sub(&gap_vector, &b->point[j[0]], &a->point[i[0]]);
    zvec_dot(length2_of, &nearest_normal, &nearest_normal);
    zvec_cross(&helper, &gap_vector, &e2);
    zvec_dot(along1, &helper, &nearest_normal);
    zvec_cross(&helper, &gap_vector, &e1);
    zvec_dot(along2, &helper, &nearest_normal);
    if (mpz_sgn(along1) >= 0 && mpz_cmp(along1, length2_of) <= 0 && mpz_sgn(along2) >= 0 &&
        mpz_cmp(along2, length2_of) <= 0)
    {
        keep_along_normal(1, best);
    }
}

// Of cores that share no point.
static void nearest_features(const core3* a, const core3* b, square* best)
{
    prepare_distance();
    mpz_t one;
    mpz_init_set_ui(one, 1);
    for (int i = 0; i < a->points; i++)
    {
        for (int j = 0; j < b->points; j++)
        {
            zvec_sub(&gap_vector, &b->point[j], &a->point[i]);
            zvec_dot(along1, &gap_vector, &gap_vector);
            square_keep(best, along1, one, &gap_vector);
        }
    }
    mpz_clear(one);
    const core3* both[2] = {a, b};
    for (int k = 0; k < 2; k++)
    {
        const core3 *of = both[k], *other = both[1 - k];
        int sign = k ? -1 : 1;
        for (int j = 0; j < other->points; j++)
        {
            for (int i = 0; i < of->pairs; i++)
            {
                vertex_edge(&other->point[j], &of->point[of->pair[i][0]], &of->point[of->pair[i][1]], sign, best);
            }
            for (int i = 0; i < of->triples; i++)
            {
                vertex_face(&other->point[j], of, of->triple[i], sign, best);
            }
        }
    }
    for (int i = 0; i < a->pairs; i++)
    {
        for (int j = 0; j < b->pairs; j++)
        {
            edge_edge(a, a->pair[i], b, b->pair[j], best);
        }
    }
}

// Half-spaces

// The signed distance of a core's lowest vertex, or of a half-space's plane, from the plane of h, squared; returns its
// sign.
static int above_plane(const core3* h, const core3* c, square* out)
{
    mpz_t least, value;
    zvec v, foot;
    mpz_inits(least, value, NULL);
    zvec_init(&v);
    zvec_init(&foot);
    zvec_scale(&foot, &h->point[0], c->weight);
    for (int i = 0; i < c->points; i++)
    {
        zvec_scale(&v, &c->point[i], h->weight);
        zvec_sub(&v, &v, &foot);
        zvec_dot(value, &h->normal, &v);
        if (i == 0 || mpz_cmp(value, least) < 0)
        {
            mpz_set(least, value);
        }
    }
    int sign = mpz_sgn(least);
    mpz_mul(least, least, least);
    zvec_dot(value, &h->normal, &h->normal);
    mpz_mul(term, h->weight, c->weight);
    mpz_mul(term, term, term);
    mpz_mul(value, value, term);
    square_keep(out, least, value, &h->normal);
    mpz_clears(least, value, NULL);
    zvec_clear(&v);
    zvec_clear(&foot);
    return sign;
}

// Two half-spaces that do not face each other overlap without end; returns whether they do face each other.
static bool face_each_other(const core3* a, const core3* b)
{
    zvec n;
    zvec_init(&n);
    zvec_cross(&n, &a->normal, &b->normal);
    zvec_dot(term, &a->normal, &b->normal);
    bool r = zvec_zero(&n) && mpz_sgn(term) < 0;
    zvec_clear(&n);
    return r;
}

// Answers

typedef struct verdict
{
    int relation;  // of the cores
    bool endless;  // two half-spaces that overlap
    int dimension;
    square size;  // distance or depth of the cores
} verdict;

static void judge_cores(const core3* a, const core3* b, bool want_size, verdict* out)
{
    out->endless = false;
    out->dimension = 3;
    if (a->half_space && b->half_space)
    {
        int sign = -1;
        if (face_each_other(a, b))
        {
            sign = above_plane(a, b, &out->size);
        }
        out->endless = sign < 0;
        out->relation = -sign;
        return;
    }
    if (a->half_space || b->half_space)
    {
        out->relation = -(a->half_space ? above_plane(a, b, &out->size) : above_plane(b, a, &out->size));
        if (b->half_space)
        {
            zvec_negate(&out->size.normal);
        }
        return;
    }
    span s;
    span_init(&s);
    find_span(a, b, &s);
    out->dimension = s.dimension;
    out->relation = relate_cores(a, b, &s, &out->size);
    if (out->relation <= 0)
    {
        // What was kept on the way is a depth along one normal: of no use to cores that are apart.
        out->size.any = out->relation == 0 && s.dimension == 3;
        if (want_size && out->relation < 0)
        {
            nearest_features(a, b, &out->size);
        }
    }
    span_clear(&s);
}

static float body_radius(const oracle3_body* body)
{
    return body->shape ? body->shape->radius : body->radius;
}

static void set_radii(const oracle3_body* a, const oracle3_body* b, mpz_t radii)
{
    zvec_set_scaled(radii, (double)body_radius(a), FLOAT_BITS);
    zvec_set_scaled(term, (double)body_radius(b), FLOAT_BITS);
    mpz_add(radii, radii, term);
    mpz_mul_2exp(radii, radii, 2 * FLOAT_BITS);
}

static int rounded_relation(const verdict* v, const mpz_t radii)
{
    if (mpz_sgn(radii) == 0 || v->relation > 0)
    {
        return v->relation;
    }
    if (v->relation == 0)
    {
        return 1;
    }
    mpz_mul(product, radii, radii);
    mpz_mul(product, product, v->size.denominator);
    int sign = mpz_cmp(v->size.numerator, product);
    return sign > 0 ? -1 : sign == 0 ? 0 : 1;
}

static void set_normal(const zvec* n, double out[3])
{
    long exponents[3];
    double parts[3] = {mpz_get_d_2exp(&exponents[0], n->x), mpz_get_d_2exp(&exponents[1], n->y),
                       mpz_get_d_2exp(&exponents[2], n->z)};
    long most = 0;
    for (int k = 0; k < 3; k++)
    {
        most = parts[k] != 0.0 && exponents[k] > most ? exponents[k] : most;
    }
    double length2 = 0.0;
    for (int k = 0; k < 3; k++)
    {
        out[k] = parts[k] != 0.0 ? ldexp(parts[k], (int)(exponents[k] - most)) : 0.0;
        length2 += out[k] * out[k];
    }
    for (int k = 0; k < 3 && length2 > 0.0; k++)
    {
        out[k] /= sqrt(length2);
    }
}

static double scaled_back(const mpfr_t value)
{
    mpfr_t r;
    mpfr_init2(r, VALUE_BITS);
    mpfr_mul_2si(r, value, -PLACE_BITS, MPFR_RNDN);
    double d = mpfr_get_d(r, MPFR_RNDN);
    mpfr_clear(r);
    return d;
}

// Of cores apart: (d^2 - r^2) / (d + r), whose numerator is exact.
static void finish(const verdict* v, const mpz_t radii, oracle3_answer* out)
{
    out->relation = rounded_relation(v, radii);
    out->dimension = v->dimension;
    out->normal[0] = out->normal[1] = out->normal[2] = 0.0;
    out->separation = out->core_separation = v->endless ? -INFINITY : 0.0;
    if (v->endless)
    {
        return;
    }
    mpfr_t core_size, r, value;
    mpfr_inits2(VALUE_BITS, core_size, r, value, (mpfr_ptr)0);
    mpfr_set_z(r, radii, MPFR_RNDN);
    mpfr_set_ui(core_size, 0, MPFR_RNDN);
    if (v->size.any)
    {
        mpfr_set_z(core_size, v->size.numerator, MPFR_RNDN);
        mpfr_set_z(value, v->size.denominator, MPFR_RNDN);
        mpfr_div(core_size, core_size, value, MPFR_RNDN);
        mpfr_sqrt(core_size, core_size, MPFR_RNDN);
        set_normal(&v->size.normal, out->normal);
    }
    out->core_separation = scaled_back(core_size) * (v->relation >= 0 ? -1.0 : 1.0);
    if (v->relation >= 0)
    {
        mpfr_add(value, core_size, r, MPFR_RNDN);
        out->separation = -scaled_back(value);
    }
    else if (out->relation != 0)
    {
        mpz_mul(product, radii, radii);
        mpz_mul(product, product, v->size.denominator);
        mpz_sub(product, v->size.numerator, product);
        mpfr_set_z(value, product, MPFR_RNDN);
        mpfr_add(r, r, core_size, MPFR_RNDN);
        mpfr_div(value, value, r, MPFR_RNDN);
        mpfr_set_z(r, v->size.denominator, MPFR_RNDN);
        mpfr_div(value, value, r, MPFR_RNDN);
        out->separation = scaled_back(value);
    }
    mpfr_clears(core_size, r, value, (mpfr_ptr)0);
}

static void set_move(oracle3_shift shift, zvec* out)
{
    mpz_ptr parts[3] = {out->x, out->y, out->z};
    for (int k = 0; k < 3; k++)
    {
        zvec_set_scaled(parts[k], shift.v[k], PLACE_BITS);
        zvec_set_scaled(term, shift.minus[k], PLACE_BITS);
        mpz_sub(parts[k], parts[k], term);
    }
}

oracle3_body oracle3_shape(const imp3_shape* shape, const imp3_pose* pose)
{
    oracle3_body body = {shape, *pose, NULL, 0, 0.0f};
    return body;
}

oracle3_body oracle3_points(const imp3_vec* points, int32_t count, float radius)
{
    oracle3_body body = {NULL, {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, points, count, radius};
    return body;
}

// move may be null; swept says that B is everywhere on its way.
static void relate(const oracle3_body* a, const oracle3_body* b, const oracle3_shift* shift, bool swept,
                   oracle3_answer* out)
{
    prepare();
    mpz_t radii;
    zvec move, scaled;
    verdict v;
    mpz_init(radii);
    zvec_init(&move);
    zvec_init(&scaled);
    square_init(&v.size);
    if (shift)
    {
        set_move(*shift, &move);
    }
    core3_place(a, NULL, &core_a);
    core3_place(b, swept ? &move : NULL, &core_b);
    if (shift && !swept)
    {
        zvec_scale(&scaled, &move, core_b.weight);
        for (int i = 0; i < core_b.points; i++)
        {
            zvec_add(&core_b.point[i], &core_b.point[i], &scaled);
        }
    }
    set_radii(a, b, radii);
    judge_cores(&core_a, &core_b, true, &v);
    finish(&v, radii, out);
    square_clear(&v.size);
    zvec_clear(&move);
    zvec_clear(&scaled);
    mpz_clear(radii);
}

void oracle3_relate(const oracle3_body* a, const oracle3_body* b, oracle3_answer* out)
{
    relate(a, b, NULL, false, out);
}

void oracle3_relate_shifted(const oracle3_body* a, const oracle3_body* b, oracle3_shift shift, oracle3_answer* out)
{
    relate(a, b, &shift, false, out);
}

void oracle3_relate_swept(const oracle3_body* a, const oracle3_body* b, oracle3_shift shift, oracle3_answer* out)
{
    relate(a, b, &shift, true, out);
}

int oracle3_relation(const oracle3_body* a, const oracle3_body* b)
{
    prepare();
    mpz_t radii;
    verdict v;
    mpz_init(radii);
    square_init(&v.size);
    core3_place(a, NULL, &core_a);
    core3_place(b, NULL, &core_b);
    set_radii(a, b, radii);
    judge_cores(&core_a, &core_b, mpz_sgn(radii) != 0, &v);
    int relation = rounded_relation(&v, radii);
    square_clear(&v.size);
    mpz_clear(radii);
    return relation;
}

double oracle3_squared_distance(const oracle3_body* a, const oracle3_body* b)
{
    oracle3_answer answer;
    oracle3_relate(a, b, &answer);
    return answer.core_separation > 0.0 ? answer.core_separation * answer.core_separation : 0.0;
}

double oracle3_extent(const oracle3_body* body, const double direction[3])
{
    prepare();
    core3_place_points(body, NULL, &core_a);
    assert(!core_a.half_space);
    mpfr_t sum, part, most;
    mpfr_inits2(1024, sum, part, most, (mpfr_ptr)0);
    for (int i = 0; i < core_a.points; i++)
    {
        mpz_ptr parts[3] = {core_a.point[i].x, core_a.point[i].y, core_a.point[i].z};
        mpfr_set_ui(sum, 0, MPFR_RNDN);
        for (int k = 0; k < 3; k++)
        {
            mpfr_set_z(part, parts[k], MPFR_RNDN);
            mpfr_mul_d(part, part, direction[k], MPFR_RNDN);
            mpfr_add(sum, sum, part, MPFR_RNDN);
        }
        if (i == 0 || mpfr_cmp(sum, most) > 0)
        {
            mpfr_set(most, sum, MPFR_RNDN);
        }
    }
    double r = scaled_back(most);
    mpfr_clears(sum, part, most, (mpfr_ptr)0);
    return r;
}

double oracle3_ulp(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b)
{
    double x = (double)pose_b->p.x - (double)pose_a->p.x, y = (double)pose_b->p.y - (double)pose_a->p.y,
           z = (double)pose_b->p.z - (double)pose_a->p.z;
    double scale = sqrt(x * x + y * y + z * z);
    scale = fmax(scale, fmax((double)a->reach, (double)b->reach));
    scale = fmax(scale, fmax((double)a->radius, (double)b->radius));
    return scale * 0x1p-23;
}
