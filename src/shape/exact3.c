// SPDX-License-Identifier: MIT
//
// The last word on how two placed shapes of space lie. Each sign is asked of doubles first, with a bound of their error,
// and of exact integers only where those are in doubt. Only vertices are read, never faces: those of a hull are known to
// a slack.
//
// Let D be the hull of all differences b - a of the placed vertices.
//
// Sharp cores (cross_portal): where is the origin, outside of D, on its boundary or inside? A ray goes from a point c
// inside D, the weighted middle of four vertices of D, through the origin. A portal is a triangle of vertices of D that
// the ray leaves through. The origin before the portal's plane is inside D. Else the farthest vertex along the portal's
// normal is asked for: below the origin, they are apart; level with the origin, which is level with the portal, they
// touch; beyond, it splits the portal in three, and the ray leaves through one of them (Snethen 2008, there with a
// tolerance). Where the ray meets an edge of a portal, it counts as turned by an infinitesimal rotation: along x, or were
// that in doubt too, along y, along z (symbolic perturbation, Edelsbrunner and Muecke 1990). So it always leaves strictly
// later than before, no portal comes twice, and no case is special.
// D without volume is thickened along axes across it: the origin, if in its plane or line at all, is in D exactly when
// it is in the thick D. It counts as touching.
//
// Round shapes (compare_distance): Gilbert, Johnson and Keerthi 1988 with exact signs, then the squared distance of the
// nearest vertex, edge or triangle of D against the squared sum of the radii. The distance falls strictly from step to
// step, so it ends.
//
// Half-spaces: the lowest vertex over the placed plane; two of them face each other or overlap without end.
//
// Dropped: Gilbert, Johnson and Keerthi for sharp cores too, whose directions are of degree three where a portal's are of
// degree two, and which needs a second search to tell boundary from inside.

#include "../math/exact.h"
#include "../math/vec3.h"
#include "shape3.h"

#include <math.h>

/// Coordinates of a difference of placed vertices in doubles are off by less than this part of the scale.
#define PLACE_DOUBT 0x1p-48

typedef struct exact3_vec
{
    impi_exact x, y, z;
} exact3_vec;

/// One of the two shapes: vertex i is at q (turn v_i) + p.
typedef struct exact3_side
{
    const float *x, *y, *z;
    int32_t count;
    bool box, turned;  // turned: with axes of its own
    const imp3_rot *q, *turn;
    imp3_vec p;
    imp3i_drot rot;  // q turn
    float corners[3][8];
} exact3_side;

typedef struct exact3_pair
{
    exact3_side a, b;
    imp3i_dvec shift;
    double scale;
    double doubt;          // of a coordinate of a difference
    imp3i_dvec thickness;  // D is as much thicker, to both sides of it along each axis
} exact3_pair;

/// A point of D: the difference of two vertices, and where it is thickened.
typedef struct exact3_point
{
    int32_t i, j;
    imp3i_dvec thick;
    imp3i_dvec w;
    bool known;  // exact is set
    exact3_vec exact;
} exact3_point;

/// A direction that was computed from points of D.
typedef struct exact3_course
{
    imp3i_dvec d;
    double error;  // of each component
    bool known;    // exact is set
    exact3_vec exact;
} exact3_course;

// Exact vectors

static void sum_doubles(const double* terms, int count, impi_exact* r)
{
    double sum = 0.0;
    impi_exact part;
    impi_exact_set(r, 0.0);
    for (int k = 0; k < count; ++k)
    {
        // Exact as long as nothing is lost (Knuth 1969).
        double next = sum + terms[k], virtual_term = next - sum;
        if ((sum - (next - virtual_term)) + (terms[k] - virtual_term) != 0.0)
        {
            impi_exact_set(&part, sum);
            impi_exact_add(r, r, &part);
            next = terms[k];
        }
        sum = next;
    }
    impi_exact_set(&part, sum);
    impi_exact_add(r, r, &part);
}

static void sub_exact_vec(exact3_vec* r, const exact3_vec* a, const exact3_vec* b)
{
    impi_exact_sub(&r->x, &a->x, &b->x);
    impi_exact_sub(&r->y, &a->y, &b->y);
    impi_exact_sub(&r->z, &a->z, &b->z);
}

static void add_exact_vec(exact3_vec* r, const exact3_vec* a, const exact3_vec* b)
{
    impi_exact_add(&r->x, &a->x, &b->x);
    impi_exact_add(&r->y, &a->y, &b->y);
    impi_exact_add(&r->z, &a->z, &b->z);
}

static void scale_exact_vec(exact3_vec* r, const exact3_vec* v, const impi_exact* k)
{
    impi_exact_mul(&r->x, &v->x, k);
    impi_exact_mul(&r->y, &v->y, k);
    impi_exact_mul(&r->z, &v->z, k);
}

static void set_exact_vec(exact3_vec* r, imp3i_dvec v)
{
    impi_exact_set(&r->x, v.x);
    impi_exact_set(&r->y, v.y);
    impi_exact_set(&r->z, v.z);
}

static void negate_exact_vec(exact3_vec* v)
{
    v->x.sign = -v->x.sign;
    v->y.sign = -v->y.sign;
    v->z.sign = -v->z.sign;
}

static void dot_exact_vec(impi_exact* r, const exact3_vec* a, const exact3_vec* b)
{
    impi_exact t;
    impi_exact_mul(r, &a->x, &b->x);
    impi_exact_mul(&t, &a->y, &b->y);
    impi_exact_add(r, r, &t);
    impi_exact_mul(&t, &a->z, &b->z);
    impi_exact_add(r, r, &t);
}

/// a b - c d.
static void cross_exact_part(impi_exact* r, const impi_exact* a, const impi_exact* b, const impi_exact* c,
                             const impi_exact* d)
{
    impi_exact t;
    impi_exact_mul(r, a, b);
    impi_exact_mul(&t, c, d);
    impi_exact_sub(r, r, &t);
}

/// r is neither of the operands.
static void cross_exact_vec(exact3_vec* r, const exact3_vec* a, const exact3_vec* b)
{
    cross_exact_part(&r->x, &a->y, &b->z, &a->z, &b->y);
    cross_exact_part(&r->y, &a->z, &b->x, &a->x, &b->z);
    cross_exact_part(&r->z, &a->x, &b->y, &a->y, &b->x);
}

static bool is_exact_zero(const exact3_vec* v)
{
    return v->x.sign == 0 && v->y.sign == 0 && v->z.sign == 0;
}

static int exact_dot_sign(const exact3_vec* a, const exact3_vec* b)
{
    impi_exact r;
    dot_exact_vec(&r, a, b);
    return r.sign;
}

/// Sign of a . (b x c).
static int exact_volume_sign(const exact3_vec* a, const exact3_vec* b, const exact3_vec* c)
{
    exact3_vec n;
    cross_exact_vec(&n, b, c);
    return exact_dot_sign(a, &n);
}

static imp3i_dvec get_exact_vec(const exact3_vec* v)
{
    imp3i_dvec r = {impi_exact_get(&v->x), impi_exact_get(&v->y), impi_exact_get(&v->z)};
    return r;
}

// Placing

static imp3_vec stored_corner(const imp3_shape* s, int32_t i)
{
    if (s->kind == IMP3_SHAPE_BOX)
    {
        imp3_vec r = {i & 1 ? s->b.x : s->a.x, i & 2 ? s->b.y : s->a.y, i & 4 ? s->b.z : s->a.z};
        return r;
    }
    return i == 0 ? s->a : i == 1 ? s->b : s->c;
}

static bool is_turned_box(const imp3_shape* s)
{
    const imp3_rot none = imp3_pose_identity().q;
    return s->kind == IMP3_SHAPE_BOX && !(imp3i_vec_equal(s->turn.x, none.x) && imp3i_vec_equal(s->turn.y, none.y) &&
                                          imp3i_vec_equal(s->turn.z, none.z));
}

static void set_exact_side(const imp3_shape* s, const imp3_pose* pose, exact3_side* out)
{
    out->count = s->count;
    out->box = s->kind == IMP3_SHAPE_BOX;
    out->turned = is_turned_box(s);
    out->turn = &s->turn;
    out->q = &pose->q;
    out->p = pose->p;
    out->rot = imp3i_drot_of(pose->q);
    if (out->turned)
    {
        imp3i_drot turn = imp3i_drot_of(s->turn);
        imp3i_drot both = {imp3i_drot_apply(out->rot, turn.x), imp3i_drot_apply(out->rot, turn.y),
                           imp3i_drot_apply(out->rot, turn.z)};
        out->rot = both;
    }
    if (s->kind == IMP3_SHAPE_HULL)
    {
        const imp3i_hull* h = imp3i_hull_of(s);
        out->x = h->x;
        out->y = h->y;
        out->z = h->z;
        return;
    }
    for (int32_t k = 0; k < 8; ++k)
    {
        imp3_vec v = stored_corner(s, k < s->count ? k : s->count - 1);
        out->corners[0][k] = v.x;
        out->corners[1][k] = v.y;
        out->corners[2][k] = v.z;
    }
    out->x = out->corners[0];
    out->y = out->corners[1];
    out->z = out->corners[2];
}

static imp3i_dvec stored_vertex(const exact3_side* s, int32_t i)
{
    imp3i_dvec r = {s->x[i], s->y[i], s->z[i]};
    return r;
}

/// q v with exact components; the two are not the same.
static void turn_exact_vec(const imp3_rot* q, const exact3_vec* v, exact3_vec* r)
{
    exact3_vec axis, part;
    set_exact_vec(&axis, imp3i_dvec_of(q->x));
    scale_exact_vec(r, &axis, &v->x);
    set_exact_vec(&axis, imp3i_dvec_of(q->y));
    scale_exact_vec(&part, &axis, &v->y);
    add_exact_vec(r, r, &part);
    set_exact_vec(&axis, imp3i_dvec_of(q->z));
    scale_exact_vec(&part, &axis, &v->z);
    add_exact_vec(r, r, &part);
}

/// q v + p. Products of floats are exact in doubles.
static void turn_floats_exactly(const imp3_rot* q, imp3i_dvec v, imp3_vec p, exact3_vec* r)
{
    const double x[4] = {q->x.x * v.x, q->y.x * v.y, q->z.x * v.z, p.x};
    const double y[4] = {q->x.y * v.x, q->y.y * v.y, q->z.y * v.z, p.y};
    const double z[4] = {q->x.z * v.x, q->y.z * v.y, q->z.z * v.z, p.z};
    sum_doubles(x, 4, &r->x);
    sum_doubles(y, 4, &r->y);
    sum_doubles(z, 4, &r->z);
}

static void place_exactly(const exact3_side* s, int32_t i, exact3_vec* r)
{
    if (!s->turned)
    {
        turn_floats_exactly(s->q, stored_vertex(s, i), s->p, r);
        return;
    }
    exact3_vec v;
    turn_floats_exactly(s->turn, stored_vertex(s, i), imp3i_vec_none(), &v);
    turn_exact_vec(s->q, &v, r);
    set_exact_vec(&v, imp3i_dvec_of(s->p));
    add_exact_vec(r, r, &v);
}

static const exact3_vec* exact_of(const exact3_pair* s, exact3_point* p)
{
    if (!p->known)
    {
        exact3_vec a;
        place_exactly(&s->a, p->i, &a);
        place_exactly(&s->b, p->j, &p->exact);
        sub_exact_vec(&p->exact, &p->exact, &a);
        if (imp3i_dnorm1(p->thick) > 0.0)
        {
            set_exact_vec(&a, p->thick);
            add_exact_vec(&p->exact, &p->exact, &a);
        }
        p->known = true;
    }
    return &p->exact;
}

static void set_point(const exact3_pair* s, int32_t i, int32_t j, imp3i_dvec thick, exact3_point* out)
{
    imp3i_dvec a = imp3i_drot_apply(s->a.rot, stored_vertex(&s->a, i));
    imp3i_dvec b = imp3i_drot_apply(s->b.rot, stored_vertex(&s->b, j));
    out->i = i;
    out->j = j;
    out->thick = thick;
    out->w = imp3i_dadd(imp3i_dadd(imp3i_dsub(b, a), s->shift), thick);
    out->known = false;
}

static void copy_point(exact3_point* r, const exact3_point* p)
{
    r->i = p->i;
    r->j = p->j;
    r->thick = p->thick;
    r->w = p->w;
    r->known = p->known;
    if (p->known)
    {
        r->exact = p->exact;
    }
}

// The farthest points of D

static inline double vertex_along(const exact3_side* s, imp3i_dvec g, int32_t i)
{
    return g.x * (double)s->x[i] + g.y * (double)s->y[i] + g.z * (double)s->z[i];
}

/// The farthest vertex of a side in doubles: its distance along d, without p.
static double farthest_vertex(const exact3_side* s, imp3i_dvec d, int32_t* index)
{
    imp3i_dvec g = imp3i_drot_apply_inverse(s->rot, d);
    double best = -INFINITY;
    *index = 0;
    // By fours, which arrays are filled up to with their last: processors take them at once.
    for (int32_t i = 0; i < s->count; i += 4)
    {
        double along[4] = {vertex_along(s, g, i), vertex_along(s, g, i + 1), vertex_along(s, g, i + 2),
                           vertex_along(s, g, i + 3)};
        double left = along[0] > along[1] ? along[0] : along[1], right = along[2] > along[3] ? along[2] : along[3];
        double most = left > right ? left : right;
        if (most > best)
        {
            best = most;
            *index = i + (along[0] == most ? 0 : along[1] == most ? 1 : along[2] == most ? 2 : 3);
        }
    }
    return best;
}

static imp3i_dvec thick_towards(imp3i_dvec thickness, double x, double y, double z)
{
    imp3i_dvec r = {x < 0.0 ? -thickness.x : thickness.x, y < 0.0 ? -thickness.y : thickness.y,
                    z < 0.0 ? -thickness.z : thickness.z};
    return r;
}

/// The farthest point of D along a course, and how far it is; both to course_doubt.
static double farthest_point(const exact3_pair* s, imp3i_dvec d, exact3_point* out)
{
    int32_t i, j;
    double along = farthest_vertex(&s->a, imp3i_dnegate(d), &i) + farthest_vertex(&s->b, d, &j);
    imp3i_dvec thick = thick_towards(s->thickness, d.x, d.y, d.z);
    set_point(s, i, j, thick, out);
    return along + imp3i_ddot(d, imp3i_dadd(s->shift, thick));
}

/// How far off a distance along a course may be.
static double course_doubt(const exact3_pair* s, const exact3_course* c)
{
    return 4.0 * (imp3i_dnorm1(c->d) * s->doubt + c->error * s->scale);
}

/// q^T d, exactly; the two are not the same.
static void turn_back_exactly(const imp3_rot* q, const exact3_vec* d, exact3_vec* r)
{
    exact3_vec axis;
    set_exact_vec(&axis, imp3i_dvec_of(q->x));
    dot_exact_vec(&r->x, &axis, d);
    set_exact_vec(&axis, imp3i_dvec_of(q->y));
    dot_exact_vec(&r->y, &axis, d);
    set_exact_vec(&axis, imp3i_dvec_of(q->z));
    dot_exact_vec(&r->z, &axis, d);
}

/// d in the frame of a side's stored vertices.
static void turn_back_to_side(const exact3_side* s, const exact3_vec* d, exact3_vec* r)
{
    exact3_vec half;
    turn_back_exactly(s->q, d, s->turned ? &half : r);
    if (s->turned)
    {
        turn_back_exactly(s->turn, &half, r);
    }
}

/// The farthest vertex of a side along sign d, exactly; those that are less far by more than doubt are out of the
/// question.
static int32_t farthest_exactly(const exact3_side* s, const exact3_course* c, int sign, double doubt)
{
    imp3i_dvec d = sign < 0 ? imp3i_dnegate(c->d) : c->d;
    int32_t best;
    double least = farthest_vertex(s, d, &best) - doubt;
    imp3i_dvec g = imp3i_drot_apply_inverse(s->rot, d);
    bool have = false;
    exact3_vec back, vertex;
    impi_exact most, along;
    for (int32_t i = 0; i < s->count; ++i)
    {
        if (vertex_along(s, g, i) < least || i == best)
        {
            continue;
        }
        if (!have)
        {
            have = true;
            turn_back_to_side(s, &c->exact, &back);
            if (s->box)
            {
                return (sign * back.x.sign > 0 ? 1 : 0) | (sign * back.y.sign > 0 ? 2 : 0) |
                       (sign * back.z.sign > 0 ? 4 : 0);
            }
            set_exact_vec(&vertex, stored_vertex(s, best));
            dot_exact_vec(&most, &back, &vertex);
        }
        set_exact_vec(&vertex, stored_vertex(s, i));
        dot_exact_vec(&along, &back, &vertex);
        if (sign * impi_exact_compare(&along, &most) > 0)
        {
            most = along;
            best = i;
        }
    }
    return best;
}

/// The farthest point of D along a course that is known exactly.
static void farthest_point_exactly(const exact3_pair* s, const exact3_course* c, exact3_point* out)
{
    double doubt = course_doubt(s, c);
    int32_t i = farthest_exactly(&s->a, c, -1, doubt), j = farthest_exactly(&s->b, c, 1, doubt);
    set_point(s, i, j, thick_towards(s->thickness, c->exact.x.sign, c->exact.y.sign, c->exact.z.sign), out);
}

/// An exact course in doubles, of about unit length, for its own may be too small to be squared.
static void sharpen_course(exact3_course* c)
{
    c->known = true;
    c->d = get_exact_vec(&c->exact);
    double length = imp3i_dnorm1(c->d);
    c->d = length > 0.0 ? imp3i_ddivide(c->d, length) : c->d;
    c->error = 0x1p-50;
}

// Sharp cores

/// The normal of a triangle of D.
static void estimate_normal(const exact3_pair* s, imp3i_dvec p, imp3i_dvec q, imp3i_dvec r, exact3_course* out)
{
    imp3i_dvec e = imp3i_dsub(q, p), f = imp3i_dsub(r, p);
    out->d = imp3i_dcross(e, f);
    out->error = 8.0 * s->doubt * (imp3i_dnorm1(e) + imp3i_dnorm1(f) + s->doubt);
    out->known = false;
}

static void exact_normal(const exact3_pair* s, exact3_point* p, exact3_point* q, exact3_point* r, exact3_vec* out)
{
    exact3_vec e, f;
    sub_exact_vec(&e, exact_of(s, q), exact_of(s, p));
    sub_exact_vec(&f, exact_of(s, r), exact_of(s, p));
    cross_exact_vec(out, &e, &f);
}

static double largest_norm(imp3i_dvec a, imp3i_dvec b, imp3i_dvec c)
{
    double x = imp3i_dnorm1(a), y = imp3i_dnorm1(b), z = imp3i_dnorm1(c);
    double most = x > y ? x : y;
    return most > z ? most : z;
}

/// Sign of p . (q x r) of three points of D, or of a fourth as their origin when base is not null.
static int volume_sign(const exact3_pair* s, exact3_point* p, exact3_point* q, exact3_point* r, exact3_point* base)
{
    imp3i_dvec o = base ? base->w : imp3i_dvec_none();
    imp3i_dvec u = imp3i_dsub(p->w, o), v = imp3i_dsub(q->w, o), w = imp3i_dsub(r->w, o);
    double value = imp3i_ddot(u, imp3i_dcross(v, w)), size = largest_norm(u, v, w) + s->doubt;
    double doubt = 0x1p6 * s->doubt * size * size;
    if (value > doubt || value < -doubt)
    {
        return value > 0.0 ? 1 : -1;
    }
    if (!base)
    {
        return exact_volume_sign(exact_of(s, p), exact_of(s, q), exact_of(s, r));
    }
    exact3_vec exact[3];
    sub_exact_vec(&exact[0], exact_of(s, p), exact_of(s, base));
    sub_exact_vec(&exact[1], exact_of(s, q), exact_of(s, base));
    sub_exact_vec(&exact[2], exact_of(s, r), exact_of(s, base));
    return exact_volume_sign(&exact[0], &exact[1], &exact[2]);
}

/// Weights of four vertices of D for a point inside: unequal, so that on lattices the ray seldom meets an edge.
static const double middle_weights[4] = {5.0, 7.0, 8.0, 12.0};
#define MIDDLE_SUM 32.0

/// A point inside of D; exact is MIDDLE_SUM times it.
typedef struct exact3_middle
{
    imp3i_dvec c;
    bool known;
    exact3_vec exact;
} exact3_middle;

static void know_middle(const exact3_pair* s, exact3_point corners[4], exact3_middle* m)
{
    if (m->known)
    {
        return;
    }
    m->known = true;
    for (int k = 0; k < 4; ++k)
    {
        exact3_vec part;
        impi_exact weight;
        impi_exact_set(&weight, middle_weights[k]);
        scale_exact_vec(k ? &part : &m->exact, exact_of(s, &corners[k]), &weight);
        if (k)
        {
            add_exact_vec(&m->exact, &m->exact, &part);
        }
    }
}

/// The state of a search: D, a point inside, and the vertices that it is the middle of.
typedef struct exact3_search
{
    const exact3_pair* pair;
    exact3_point corners[4];
    exact3_middle middle;
} exact3_search;

/// The side below where w is in that plane: the ray is turned towards x, or y, or z.
static int side_of_turned_ray(exact3_search* f, exact3_point* p, exact3_point* w)
{
    const exact3_pair* s = f->pair;
    imp3i_dvec a = imp3i_dsub(p->w, f->middle.c), b = imp3i_dsub(w->w, f->middle.c);
    double x = imp3i_dcross(a, b).x, doubt = 0x1p4 * s->doubt * (imp3i_dnorm1(a) + imp3i_dnorm1(b) + s->doubt);
    if (x > doubt || x < -doubt)
    {
        return x > 0.0 ? 1 : -1;
    }
    exact3_vec u, v, n;
    impi_exact weight;
    know_middle(s, f->corners, &f->middle);
    impi_exact_set(&weight, MIDDLE_SUM);
    scale_exact_vec(&u, exact_of(s, p), &weight);
    scale_exact_vec(&v, exact_of(s, w), &weight);
    sub_exact_vec(&u, &u, &f->middle.exact);
    sub_exact_vec(&v, &v, &f->middle.exact);
    cross_exact_vec(&n, &u, &v);
    return n.x.sign ? n.x.sign : n.y.sign ? n.y.sign : n.z.sign;
}

/// On which side of the plane through c, p and the ray w is: sign of det(ray, p - c, w - c), never 0 unless p and w are
/// on one line with c. The ray is -c + an infinitesimal of x, a smaller one of y, a smaller one of z.
static int side_of_ray(exact3_search* f, exact3_point* p, exact3_point* w)
{
    const exact3_pair* s = f->pair;
    imp3i_dvec c = f->middle.c;
    double value = imp3i_ddot(c, imp3i_dcross(w->w, p->w)), size = largest_norm(c, p->w, w->w) + s->doubt;
    double doubt = 0x1p6 * s->doubt * size * size;
    if (value > doubt || value < -doubt)
    {
        return value > 0.0 ? 1 : -1;
    }
    exact3_vec n;
    cross_exact_vec(&n, exact_of(s, w), exact_of(s, p));
    if (!is_exact_zero(&n))
    {
        know_middle(s, f->corners, &f->middle);
        int sign = exact_dot_sign(&f->middle.exact, &n);
        if (sign != 0)
        {
            return sign;
        }
    }
    return side_of_turned_ray(f, p, w);
}

/// The face of the four corners, which turn right-handed, that the ray leaves through.
static void first_portal(exact3_search* f, exact3_point portal[3])
{
    static const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    for (int k = 0; k < 4; ++k)
    {
        const int* face = faces[k];
        bool through = true;
        for (int m = 0; m < 3 && through; ++m)
        {
            through = side_of_ray(f, &f->corners[face[m]], &f->corners[face[m < 2 ? m + 1 : 0]]) > 0;
        }
        if (through || k == 3)
        {
            for (int m = 0; m < 3; ++m)
            {
                copy_point(&portal[m], &f->corners[face[m]]);
            }
            return;
        }
    }
}

static void know_normal(const exact3_pair* s, exact3_point portal[3], exact3_course* n)
{
    exact_normal(s, &portal[0], &portal[1], &portal[2], &n->exact);
    sharpen_course(n);
}

/// How the portal's plane lies to the origin along its normal: 1 beyond, 0 level, -1 below.
static int level_of_portal(const exact3_pair* s, exact3_point portal[3], exact3_course* n)
{
    double level = imp3i_ddot(n->d, portal[0].w), doubt = course_doubt(s, n);
    if (level > doubt || level < -doubt)
    {
        return level > 0.0 ? 1 : -1;
    }
    know_normal(s, portal, n);
    return exact_dot_sign(&n->exact, exact_of(s, &portal[0]));
}

/// How the farthest point along the portal's normal lies to the origin: 1 beyond, 0 level, -1 below.
static int farthest_of_portal(const exact3_pair* s, exact3_point portal[3], exact3_course* n, exact3_point* far)
{
    for (;;)
    {
        double along = farthest_point(s, n->d, far), doubt = course_doubt(s, n);
        if (along > doubt || along < -doubt)
        {
            return along > 0.0 ? 1 : -1;
        }
        if (n->known)
        {
            farthest_point_exactly(s, n, far);
            return exact_dot_sign(&n->exact, exact_of(s, far));
        }
        know_normal(s, portal, n);
    }
}

/// How D lies to the origin: -1 the origin is outside, 0 on the boundary, 1 inside. D has volume.
static int cross_portal(exact3_search* f)
{
    const exact3_pair* s = f->pair;
    exact3_point portal[3], far;
    exact3_course n;
    first_portal(f, portal);
    for (;;)
    {
        estimate_normal(s, portal[0].w, portal[1].w, portal[2].w, &n);
        int level = level_of_portal(s, portal, &n);
        if (level > 0)
        {
            return 1;
        }
        int beyond = farthest_of_portal(s, portal, &n, &far);
        if (beyond < 0 || (beyond == 0 && level == 0))
        {
            return beyond;
        }
        int sides[3];
        for (int k = 0; k < 3; ++k)
        {
            sides[k] = side_of_ray(f, &portal[k], &far);
        }
        // The ray is between corners k and k + 1, so the third one is left behind.
        for (int k = 0; k < 3; ++k)
        {
            int next = k < 2 ? k + 1 : 0;
            if (sides[k] < 0 && sides[next] > 0)
            {
                copy_point(&portal[3 - k - next], &far);
                break;
            }
        }
    }
}

// The span of D

/// A vector is taken for the span at once when its size, area or volume is so much of what the scale allows.
#define SPAN_GOOD 0x1p-12

/// The point of D that has the next of all vertices but the first: A's, then B's.
static void set_span_point(const exact3_pair* s, int32_t k, exact3_point* out)
{
    bool of_a = k < s->a.count;
    set_point(s, of_a ? k : 0, of_a ? 0 : k - s->a.count, imp3i_dvec_none(), out);
}

/// The span that point k adds to that of corners 0 to dimension: the size of a vector, a cross product, a volume.
static double span_size(const exact3_point corners[4], int dimension, const exact3_point* p)
{
    imp3i_dvec v = imp3i_dsub(p->w, corners[0].w);
    if (dimension == 0)
    {
        return imp3i_dnorm1(v);
    }
    imp3i_dvec e = imp3i_dsub(corners[1].w, corners[0].w);
    if (dimension == 1)
    {
        return imp3i_dnorm1(imp3i_dcross(e, v));
    }
    return fabs(imp3i_ddot(imp3i_dcross(e, imp3i_dsub(corners[2].w, corners[0].w)), v));
}

/// Whether it adds anything, exactly.
static bool widens_exactly(const exact3_pair* s, exact3_point corners[4], int dimension, exact3_point* p)
{
    exact3_vec v, n;
    if (dimension == 0)
    {
        sub_exact_vec(&v, exact_of(s, p), exact_of(s, &corners[0]));
        return !is_exact_zero(&v);
    }
    if (dimension == 1)
    {
        exact_normal(s, &corners[0], &corners[1], p, &n);
        return !is_exact_zero(&n);
    }
    return volume_sign(s, &corners[1], &corners[2], p, &corners[0]) != 0;
}

/// Adds a corner that is not in the span of those before it; false when there is none.
static bool widen_corners(const exact3_pair* s, exact3_point corners[4], int dimension)
{
    double size = s->scale, best = 0.0;
    size *= dimension > 0 ? s->scale : 1.0;
    size *= dimension > 1 ? s->scale : 1.0;
    int32_t count = s->a.count + s->b.count, widest = 0;
    exact3_point* added = &corners[dimension + 1];
    for (int32_t k = 1; k < count && best < SPAN_GOOD * size; ++k)
    {
        set_span_point(s, k, added);
        double adds = span_size(corners, dimension, added);
        if (adds > best)
        {
            best = adds;
            widest = k;
        }
    }
    set_span_point(s, widest, added);
    if (best > 0x1p8 * PLACE_DOUBT * size)
    {
        return true;
    }
    for (int32_t k = 1; k < count; ++k)
    {
        set_span_point(s, k, added);
        if (widens_exactly(s, corners, dimension, added))
        {
            return true;
        }
    }
    return false;
}

/// Whether the origin is in the plane or the line of a D without volume, whose dimension is that. Then D is thickened
/// along axes across it, and corners are added to the first so many.
static bool thicken(exact3_pair* s, exact3_point corners[4], int dimension)
{
    exact3_vec across;
    const exact3_vec* first = exact_of(s, &corners[0]);
    int flat[3] = {0, 0, 0};  // signs of what D is across or along
    if (dimension == 0)
    {
        return is_exact_zero(first);
    }
    if (dimension == 1)
    {
        exact3_vec e;
        sub_exact_vec(&e, exact_of(s, &corners[1]), first);
        cross_exact_vec(&across, &e, first);
        if (!is_exact_zero(&across))
        {
            return false;
        }
        // All axes but one that the line is not across.
        int along = e.x.sign ? 0 : e.y.sign ? 1 : 2;
        flat[0] = along != 0;
        flat[1] = along != 1;
        flat[2] = along != 2;
    }
    else
    {
        exact_normal(s, &corners[0], &corners[1], &corners[2], &across);
        if (exact_dot_sign(&across, first) != 0)
        {
            return false;
        }
        // The axis that is most across.
        imp3i_dvec n = get_exact_vec(&across);
        double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
        int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
        flat[axis] = 1;
    }
    double thick = (double)(float)s->scale;
    imp3i_dvec thickness = {flat[0] ? thick : 0.0, flat[1] ? thick : 0.0, flat[2] ? thick : 0.0};
    imp3i_dvec below = imp3i_dnegate(thickness);
    s->thickness = thickness;
    s->scale += 3.0 * thick;
    s->doubt = PLACE_DOUBT * s->scale;
    for (int k = 0; k <= dimension; ++k)
    {
        set_point(s, corners[k].i, corners[k].j, below, &corners[k]);
    }
    int32_t i = corners[0].i, j = corners[0].j;
    for (int axis = 0, k = dimension + 1; axis < 3 && k < 4; ++axis)
    {
        if (flat[axis])
        {
            imp3i_dvec up = {axis == 0 ? thickness.x : below.x, axis == 1 ? thickness.y : below.y,
                             axis == 2 ? thickness.z : below.z};
            set_point(s, i, j, up, &corners[k++]);
        }
    }
    return true;
}

static int relate_sharp(exact3_pair* s)
{
    exact3_search f;
    f.pair = s;
    f.middle.known = false;
    set_point(s, 0, 0, imp3i_dvec_none(), &f.corners[0]);
    int dimension = 0;
    while (dimension < 3 && widen_corners(s, f.corners, dimension))
    {
        ++dimension;
    }
    if (dimension < 3 && (!thicken(s, f.corners, dimension) || dimension == 0))
    {
        return dimension == 0 && is_exact_zero(exact_of(s, &f.corners[0])) ? 0 : -1;
    }
    if (volume_sign(s, &f.corners[1], &f.corners[2], &f.corners[3], &f.corners[0]) < 0)
    {
        exact3_point swap;
        copy_point(&swap, &f.corners[2]);
        copy_point(&f.corners[2], &f.corners[3]);
        copy_point(&f.corners[3], &swap);
    }
    f.middle.c = imp3i_dvec_none();
    for (int k = 0; k < 4; ++k)
    {
        f.middle.c = imp3i_dadd_scaled(f.middle.c, f.corners[k].w, middle_weights[k] / MIDDLE_SUM);
    }
    int relation = cross_portal(&f);
    return dimension < 3 && relation > 0 ? 0 : relation;
}

// Round shapes

/// Sign of the weight that point k has in the point of the affine hull of some points that is nearest to the origin.
/// mask has a bit for each of them.
static int weight_sign(const exact3_pair* s, exact3_point* points, int mask, int k)
{
    int others[3], count = 0;
    for (int i = 0; i < 4; ++i)
    {
        if (mask >> i & 1 && i != k)
        {
            others[count++] = i;
        }
    }
    if (count == 0)
    {
        return 1;
    }
    exact3_point *p = &points[k], *q = &points[others[0]];
    if (count == 3)
    {
        exact3_point *r = &points[others[1]], *t = &points[others[2]];
        return volume_sign(s, q, r, t, NULL) * volume_sign(s, q, r, t, p);
    }
    imp3i_dvec e = imp3i_dsub(q->w, p->w);
    if (count == 1)
    {
        double value = imp3i_ddot(e, q->w),
               doubt = 0x1p5 * s->doubt * (imp3i_dnorm1(e) + imp3i_dnorm1(q->w) + s->doubt);
        if (value > doubt || value < -doubt)
        {
            return value > 0.0 ? 1 : -1;
        }
        exact3_vec exact;
        sub_exact_vec(&exact, exact_of(s, q), exact_of(s, p));
        return exact_dot_sign(&exact, exact_of(s, q));
    }
    exact3_point* r = &points[others[1]];
    imp3i_dvec f = imp3i_dsub(r->w, p->w);
    double value = imp3i_ddot(imp3i_dcross(e, f), imp3i_dcross(q->w, r->w));
    double size = largest_norm(p->w, q->w, r->w) + s->doubt, doubt = 0x1p8 * s->doubt * size * size * size;
    if (value > doubt || value < -doubt)
    {
        return value > 0.0 ? 1 : -1;
    }
    exact3_vec n, opposite;
    exact_normal(s, p, q, r, &n);
    cross_exact_vec(&opposite, exact_of(s, q), exact_of(s, r));
    return exact_dot_sign(&n, &opposite);
}

/// Whether the point of the hull of `count` points nearest to the origin is inside the hull of those of the mask.
static bool has_nearest_of(const exact3_pair* s, exact3_point* points, int count, int mask)
{
    bool nearest = true;
    for (int k = count - 1; k >= 0 && nearest; --k)
    {
        int sign = weight_sign(s, points, mask | 1 << k, k);
        nearest = mask >> k & 1 ? sign > 0 : sign <= 0;
    }
    return nearest;
}

/// Keeps of a simplex, whose last point is new, the least part that has its point nearest to the origin.
static int keep_nearest(const exact3_pair* s, exact3_point points[4], int count)
{
    static const int masks[15] = {1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15};
    int kept = 0;
    for (int k = 0; k < 15; ++k)
    {
        if (masks[k] >> (count - 1) == 1 && has_nearest_of(s, points, count, masks[k]))
        {
            for (int i = 0; i < count; ++i)
            {
                if (masks[k] >> i & 1)
                {
                    if (i != kept)
                    {
                        copy_point(&points[kept], &points[i]);
                    }
                    ++kept;
                }
            }
            return kept;
        }
    }
    return count;
}

/// From the origin to the nearest point of the affine hull of one, two or three points, of any length.
static void estimate_course(const exact3_pair* s, const exact3_point* p, int count, exact3_course* out)
{
    imp3i_dvec w = p[0].w;
    double size = imp3i_dnorm1(w) + s->doubt;
    out->known = false;
    out->d = w;
    out->error = s->doubt;
    if (count == 2)
    {
        imp3i_dvec e = imp3i_dsub(p[1].w, w);
        double length = imp3i_dnorm1(e) + s->doubt;
        out->d = imp3i_dcross(imp3i_dcross(e, w), e);
        out->error = 0x1p5 * s->doubt * length * (length + size);
    }
    else if (count == 3)
    {
        estimate_normal(s, w, p[1].w, p[2].w, out);
        out->d = imp3i_ddot(out->d, w) < 0.0 ? imp3i_dnegate(out->d) : out->d;
    }
}

/// The same exactly; zero when the origin is in the affine hull.
static void know_course(const exact3_pair* s, exact3_point* p, int count, exact3_course* c)
{
    const exact3_vec* w = exact_of(s, &p[0]);
    if (count == 1)
    {
        c->exact = *w;
    }
    else if (count == 2)
    {
        exact3_vec e, n;
        sub_exact_vec(&e, exact_of(s, &p[1]), w);
        cross_exact_vec(&n, &e, w);
        cross_exact_vec(&c->exact, &n, &e);
    }
    else
    {
        exact_normal(s, &p[0], &p[1], &p[2], &c->exact);
        int sign = exact_dot_sign(&c->exact, w);
        if (sign < 0)
        {
            negate_exact_vec(&c->exact);
        }
        if (sign == 0)
        {
            set_exact_vec(&c->exact, imp3i_dvec_none());
        }
    }
    sharpen_course(c);
}

/// Sign of radius - the distance of the affine hull of the points from the origin.
static int compare_with_radius(const exact3_pair* s, exact3_point* p, int count, const impi_exact* radius)
{
    exact3_vec e, n;
    const exact3_vec* w = exact_of(s, &p[0]);
    impi_exact left, right;
    impi_exact_mul(&right, radius, radius);
    if (count == 1)
    {
        dot_exact_vec(&left, w, w);
        return impi_exact_compare(&right, &left);
    }
    impi_exact length;
    if (count == 2)
    {
        sub_exact_vec(&e, exact_of(s, &p[1]), w);
        cross_exact_vec(&n, &e, w);
        dot_exact_vec(&left, &n, &n);
        dot_exact_vec(&length, &e, &e);
    }
    else
    {
        exact_normal(s, &p[0], &p[1], &p[2], &n);
        dot_exact_vec(&left, &n, w);
        impi_exact_mul(&left, &left, &left);
        dot_exact_vec(&length, &n, &n);
    }
    impi_exact_mul(&right, &right, &length);
    return impi_exact_compare(&right, &left);
}

/// Whether D goes on nearer to the origin than the points, along their course; then `far` is there.
static bool goes_nearer(const exact3_pair* s, exact3_point* first, const exact3_course* c, exact3_point* far)
{
    exact3_course back = *c;
    negate_exact_vec(&back.exact);
    back.d = imp3i_dnegate(c->d);
    farthest_point_exactly(s, &back, far);
    exact3_vec step;
    sub_exact_vec(&step, exact_of(s, far), exact_of(s, first));
    return exact_dot_sign(&step, &back.exact) > 0;
}

/// Sign of the radii - the distance of D from the origin.
static int compare_distance(const exact3_pair* s, float radius_a, float radius_b)
{
    double radius = (double)radius_a + (double)radius_b;
    exact3_point points[4], far;
    exact3_course c;
    farthest_point(s, imp3i_dnegate(s->shift), &points[0]);
    for (int count = 1;;)
    {
        count = keep_nearest(s, points, count);
        if (count == 4)
        {
            return 1;
        }
        estimate_course(s, points, count, &c);
        for (;;)
        {
            double least = -farthest_point(s, imp3i_dnegate(c.d), &far), doubt = course_doubt(s, &c);
            double here = imp3i_ddot(c.d, points[0].w), length = sqrt(imp3i_ddot(c.d, c.d)), off = 2.0 * c.error;
            double margin = doubt + 0x1p-50 * radius * length;
            if (least - margin > radius * (length + off))
            {
                return -1;
            }
            if (length > off && here + margin < radius * (length - off))
            {
                return 1;
            }
            if (least + doubt < here - doubt)
            {
                break;
            }
            if (!c.known)
            {
                know_course(s, points, count, &c);
                if (is_exact_zero(&c.exact))
                {
                    return 1;
                }
                continue;
            }
            if (goes_nearer(s, &points[0], &c, &far))
            {
                break;
            }
            const double radii[2] = {radius_a, radius_b};
            impi_exact sum;
            sum_doubles(radii, 2, &sum);
            return compare_with_radius(s, points, count, &sum);
        }
        copy_point(&points[count++], &far);
    }
}

// Half-spaces

/// A placed half-space: normal . (x - p) <= level.
typedef struct exact3_plane
{
    exact3_vec normal;
    impi_exact level;
} exact3_plane;

/// The normal by the cofactors of q, the level by its determinant.
static void place_plane(const imp3_shape* h, const imp3_rot* q, exact3_plane* out)
{
    exact3_vec x, y, z, part;
    impi_exact number, determinant;
    const float along[3] = {h->normal.x, h->normal.y, h->normal.z};
    set_exact_vec(&x, imp3i_dvec_of(q->x));
    set_exact_vec(&y, imp3i_dvec_of(q->y));
    set_exact_vec(&z, imp3i_dvec_of(q->z));
    const exact3_vec* axes[5] = {&x, &y, &z, &x, &y};
    set_exact_vec(&out->normal, imp3i_dvec_none());
    for (int k = 0; k < 3; ++k)
    {
        cross_exact_vec(&part, axes[k + 1], axes[k + 2]);
        if (k == 0)
        {
            dot_exact_vec(&determinant, &x, &part);
        }
        impi_exact_set(&number, along[k]);
        scale_exact_vec(&part, &part, &number);
        add_exact_vec(&out->normal, &out->normal, &part);
    }
    impi_exact_set(&number, h->offset);
    impi_exact_mul(&out->level, &number, &determinant);
}

/// A relation from how high something is over a plane, times `times` times the length of its normal.
static int relate_height(const impi_exact* height, const exact3_vec* normal, const impi_exact* times, float radius_a,
                         float radius_b)
{
    const double radii[2] = {radius_a, radius_b};
    impi_exact radius, square, limit;
    sum_doubles(radii, 2, &radius);
    if (height->sign <= 0 || radius.sign == 0)
    {
        return radius.sign == 0 ? -height->sign : 1;
    }
    dot_exact_vec(&limit, normal, normal);
    impi_exact_mul(&radius, &radius, times);
    impi_exact_mul(&radius, &radius, &radius);
    impi_exact_mul(&limit, &limit, &radius);
    impi_exact_mul(&square, height, height);
    return impi_exact_compare(&limit, &square);
}

static void sub_positions(imp3_vec p, imp3_vec q, exact3_vec* r)
{
    exact3_vec t;
    set_exact_vec(r, imp3i_dvec_of(p));
    set_exact_vec(&t, imp3i_dvec_of(q));
    sub_exact_vec(r, r, &t);
}

/// The lowest vertex of a shape over a half-space.
static int relate_to_plane(const imp3_shape* h, const imp3_pose* pose_h, const imp3_shape* b, const imp3_pose* pose_b)
{
    exact3_side side;
    set_exact_side(b, pose_b, &side);
    imp3i_drot q = imp3i_drot_of(pose_h->q);
    imp3i_dvec n = imp3i_drot_normal(q, imp3i_dvec_of(h->normal));
    imp3i_dvec shift = imp3i_dsub(imp3i_dvec_of(pose_b->p), imp3i_dvec_of(pose_h->p));
    double length = sqrt(imp3i_ddot(n, n)), radius = (double)h->radius + (double)b->radius;
    int32_t lowest;
    double height = imp3i_ddot(n, shift) - farthest_vertex(&side, imp3i_dnegate(n), &lowest) -
                    (double)h->offset * imp3i_ddot(q.x, imp3i_dcross(q.y, q.z)) - radius * length;
    double scale = (double)b->reach + fabs((double)h->offset) + imp3i_dnorm1(shift) + radius;
    double doubt = 0x1p-45 * scale;
    if (height > doubt || height < -doubt)
    {
        return height > 0.0 ? -1 : 1;
    }
    exact3_plane plane;
    exact3_course c;
    exact3_vec v, p;
    impi_exact one, exact_height;
    place_plane(h, &pose_h->q, &plane);
    c.exact = plane.normal;
    sharpen_course(&c);
    place_exactly(&side, farthest_exactly(&side, &c, -1, doubt), &v);
    set_exact_vec(&p, imp3i_dvec_of(pose_h->p));
    sub_exact_vec(&v, &v, &p);
    dot_exact_vec(&exact_height, &v, &plane.normal);
    impi_exact_sub(&exact_height, &exact_height, &plane.level);
    impi_exact_set(&one, 1.0);
    return relate_height(&exact_height, &plane.normal, &one, h->radius, b->radius);
}

/// Two half-spaces part only when they face each other: n_b = -k n_a. A point of the plane of b has n_b . (x - p_b) =
/// level_b, so its height over the plane of a is n_a . (p_b - p_a) - level_b / k - level_a; all of it is multiplied by a
/// component of n_b, and 1 / k by it is that of -n_a.
static int relate_planes(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b)
{
    exact3_plane pa, pb;
    exact3_vec cross, shift;
    place_plane(a, &pose_a->q, &pa);
    place_plane(b, &pose_b->q, &pb);
    cross_exact_vec(&cross, &pa.normal, &pb.normal);
    if (!is_exact_zero(&cross) || exact_dot_sign(&pa.normal, &pb.normal) > 0)
    {
        return 1;
    }
    bool x = pb.normal.x.sign != 0, y = pb.normal.y.sign != 0;
    impi_exact times = x ? pb.normal.x : y ? pb.normal.y : pb.normal.z;
    impi_exact other = x ? pa.normal.x : y ? pa.normal.y : pa.normal.z;
    times.sign = other.sign = 1;
    sub_positions(pose_b->p, pose_a->p, &shift);
    impi_exact height;
    dot_exact_vec(&height, &pa.normal, &shift);
    impi_exact_sub(&height, &height, &pa.level);
    impi_exact_mul(&height, &height, &times);
    impi_exact_mul(&other, &other, &pb.level);
    impi_exact_sub(&height, &height, &other);
    return relate_height(&height, &pa.normal, &times, a->radius, b->radius);
}

int imp3i_relation(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b)
{
    bool plane_a = a->kind == IMP3_SHAPE_HALF_SPACE, plane_b = b->kind == IMP3_SHAPE_HALF_SPACE;
    if (plane_a || plane_b)
    {
        return plane_a && plane_b ? relate_planes(a, pose_a, b, pose_b)
               : plane_a          ? relate_to_plane(a, pose_a, b, pose_b)
                                  : relate_to_plane(b, pose_b, a, pose_a);
    }
    exact3_pair s;
    set_exact_side(a, pose_a, &s.a);
    set_exact_side(b, pose_b, &s.b);
    s.shift = imp3i_dsub(imp3i_dvec_of(pose_b->p), imp3i_dvec_of(pose_a->p));
    s.scale = (double)a->reach + (double)b->reach + imp3i_dnorm1(s.shift);
    s.doubt = PLACE_DOUBT * s.scale;
    s.thickness = imp3i_dvec_none();
    bool round = a->radius > 0.0f || b->radius > 0.0f;
    return round ? compare_distance(&s, a->radius, b->radius) : relate_sharp(&s);
}
