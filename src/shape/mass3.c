// SPDX-License-Identifier: MIT
//
// Volume, centroid, inertia and principal axes of a shape with its radius, all in doubles.
//
// From the moments of a shape, told from a point inside, come the covariance about its centroid, C = integral of r r^T,
// and the inertia, tr(C) - C. Moments of rounded polytopes are in moments3.c. Spheres, capsules, cylinders and cones,
// and what has shrunk to a line or a point, are solids of revolution: arcs around the ends and a line between them, in
// closed form too; their axes are known without a search.
//
// Principal axes are those of C. Two of them count as equally long when they differ by less than floats can tell, and
// then the axes of the frame are kept: a turned cube has the identity, not what rounding makes of it. A covariance of a
// polytope is known to 2^-46 of its greatest; thinner things have a rough least moment.
//
// Source: Jacobi 1846 (principal axes).

#include "../math/trig.h"
#include "moments3.h"

#include <math.h>

/// Covariances of two axes so near to each other count as equal, as a part of the greater one.
#define SAME_MOMENT 0x1p-21

/// The accuracy of a matrix that has been rounded, as a part of its greatest number.
#define MATRIX_NOISE 0x1p-46

/// A thing of density 1: its covariance, that along its principal axes from the longest on, and these.
typedef struct bulk3
{
    double volume;
    imp3i_dvec centroid;
    imp3i_tensor covariance;
    double along[3];
    imp3i_drot axes;
} bulk3;

// Principal axes

/// Whether two covariances, and what is between them, are the same to floats.
static bool are_same(double a, double b, double between, double noise)
{
    double more = a > b ? a : b, off = fabs(a - b) > fabs(between) ? fabs(a - b) : fabs(between);
    return off <= SAME_MOMENT * more || off <= noise;
}

/// One rotation, which brings what is between axes i and j to 0. Axes are the columns of v.
static void rotate_pair(double m[3][3], double v[3][3], int i, int j)
{
    double theta = 0.5 * (m[j][j] - m[i][i]) / m[i][j];
    double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c, off = m[i][j];
    int k = 3 - i - j;
    double ki = m[k][i], kj = m[k][j];
    m[i][i] -= t * off;
    m[j][j] += t * off;
    m[i][j] = m[j][i] = 0.0;
    m[k][i] = m[i][k] = c * ki - s * kj;
    m[k][j] = m[j][k] = s * ki + c * kj;
    for (int r = 0; r < 3; ++r)
    {
        double vi = v[r][i], vj = v[r][j];
        v[r][i] = c * vi - s * vj;
        v[r][j] = s * vi + c * vj;
    }
}

/// Puts the longest axis first; where two are the same they stay as they are. The last is what makes them right-handed.
static void order_axes(bulk3* b, const double along[3], const imp3i_dvec axes[3], double noise)
{
    int order[3] = {0, 1, 2};
    for (int pass = 0; pass < 3; ++pass)
    {
        int k = pass == 1;  // 0 1, 1 2, 0 1
        double first = along[order[k]], second = along[order[k + 1]];
        if (second > first && !are_same(first, second, 0.0, noise))
        {
            int other = order[k];
            order[k] = order[k + 1];
            order[k + 1] = other;
        }
    }
    for (int k = 0; k < 3; ++k)
    {
        b->along[k] = along[order[k]];
    }
    b->axes.x = axes[order[0]];
    b->axes.y = axes[order[1]];
    b->axes.z = imp3i_dcross(b->axes.x, b->axes.y);
}

static void find_axes(bulk3* b)
{
    const imp3i_tensor t = b->covariance;
    double m[3][3] = {{t.xx, t.xy, t.zx}, {t.xy, t.yy, t.yz}, {t.zx, t.yz, t.zz}};
    double v[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double most = t.xx > t.yy ? t.xx : t.yy, noise = MATRIX_NOISE * (most > t.zz ? most : t.zz);
    bool turned = true;
    for (int sweep = 0; sweep < 16 && turned; ++sweep)
    {
        turned = false;
        for (int pair = 0; pair < 3; ++pair)
        {
            int i = pair == 2 ? 1 : 0, j = pair == 0 ? 1 : 2;
            bool small = fabs(m[i][j]) <= 0x1p-4 * noise;
            if (!small && !are_same(m[i][i], m[j][j], m[i][j], noise))
            {
                rotate_pair(m, v, i, j);
                turned = true;
            }
        }
    }
    const double along[3] = {m[0][0], m[1][1], m[2][2]};
    const imp3i_dvec axes[3] = {{v[0][0], v[1][0], v[2][0]}, {v[0][1], v[1][1], v[2][1]}, {v[0][2], v[1][2], v[2][2]}};
    order_axes(b, along, axes, noise);
}

// Solids of revolution

/// Volume and moments of a solid of revolution: along the axis from its middle, and across it.
typedef struct lathe
{
    double volume, first, second, across;
} lathe;

/// Adds up a lathe's part from the integrals of the squared radius, times 1, z and z^2, and of its fourth power.
static void add_turned(lathe* l, double square, double square_z, double square_zz, double fourth)
{
    l->volume += MASS_PI * square;
    l->first += MASS_PI * square_z;
    l->second += MASS_PI * square_zz;
    l->across += 0.25 * MASS_PI * fourth;
}

/// The part between two planes across the axis.
static void add_frustum(lathe* l, double z0, double r0, double z1, double r1)
{
    double h = z1 - z0, a = r0 * r0, b = r0 * r1, c = r1 * r1;
    double none = h * (a + b + c) / 3.0, one = h * h * (a + 2.0 * b + 3.0 * c) / 12.0;
    double two = h * h * h * (a + 3.0 * b + 6.0 * c) / 30.0;
    add_turned(l, none, z0 * none + one, z0 * z0 * none + 2.0 * z0 * one + two,
               h * (a * a + a * b + a * c + b * c + c * c) / 5.0);
}

/// The direction out of a rounded end: its angle from the plane of the end's disc, and that as sine and cosine.
typedef struct lathe_slope
{
    double angle, sine, cosine;
} lathe_slope;

/// The part below an arc of a radius around the rim of a disc, between two slopes.
static void add_arc(lathe* l, double z, double disc, double radius, lathe_slope from, lathe_slope to)
{
    double c[6], s[4], low = 1.0, high = 1.0;  // integrals of cos^k, and of cos^k sin; powers of the cosines
    c[0] = to.angle - from.angle;
    c[1] = to.sine - from.sine;
    s[0] = 0.0;
    for (int k = 2; k < 6; ++k)
    {
        low *= from.cosine;
        high *= to.cosine;
        c[k] = ((high * to.sine - low * from.sine) + (k - 1) * c[k - 2]) / k;
        if (k < 5)
        {
            s[k - 1] = (low * from.cosine - high * to.cosine) / k;
        }
    }
    double d = disc, r = radius, dd = d * d, dr = 2.0 * d * r, rr = r * r;
    double none = r * (dd * c[1] + dr * c[2] + rr * c[3]);
    double one = rr * (dd * s[1] + dr * s[2] + rr * s[3]);
    double two = rr * r * (dd * (c[1] - c[3]) + dr * (c[2] - c[4]) + rr * (c[3] - c[5]));
    double fourth =
        r * (dd * dd * c[1] + 2.0 * dd * dr * c[2] + 6.0 * dd * rr * c[3] + 2.0 * dr * rr * c[4] + rr * rr * c[5]);
    add_turned(l, none, z * none + one, z * z * none + 2.0 * z * one + two, fourth);
}

/// Unit vectors across a unit axis: the first is nearest to the coordinate axis that is farthest from it, the lowest of
/// equals.
static void axes_across(imp3i_dvec n, imp3i_dvec* first, imp3i_dvec* second)
{
    imp3i_dvec e = {0.0, 0.0, 1.0};
    if (fabs(n.x) <= fabs(n.y) && fabs(n.x) <= fabs(n.z))
    {
        e.x = 1.0;
        e.z = 0.0;
    }
    else if (fabs(n.y) <= fabs(n.z))
    {
        e.y = 1.0;
        e.z = 0.0;
    }
    imp3i_dvec u = imp3i_dadd_scaled(e, n, -imp3i_ddot(e, n));
    *first = imp3i_ddivide(u, sqrt(imp3i_ddot(u, u)));
    *second = imp3i_dcross(n, *first);
}

/// Two discs on an axis, their hull rounded.
static bulk3 bulk_of_discs(imp3i_dvec a, imp3i_dvec b, imp3i_dvec axis, const double discs[2], double radius)
{
    imp3i_dvec middle = imp3i_dscale(imp3i_dadd(a, b), 0.5), along = imp3i_dsub(b, a);
    double height = sqrt(imp3i_ddot(along, along)), length = sqrt(imp3i_ddot(axis, axis)), half = 0.5 * height;
    double fall = discs[0] - discs[1], side = sqrt(height * height + fall * fall);
    lathe_slope up = {0.5 * MASS_PI, 1.0, 0.0}, down = {-0.5 * MASS_PI, -1.0, 0.0}, out = {0.0, 0.0, 1.0};
    if (side > 0.0)
    {
        out.angle = impi_atan2_d(fall, height);
        out.sine = fall / side;
        out.cosine = height / side;
    }
    lathe l = {0.0, 0.0, 0.0, 0.0};
    add_frustum(&l, radius * out.sine - half, discs[0] + radius * out.cosine, radius * out.sine + half,
                discs[1] + radius * out.cosine);
    if (radius > 0.0)
    {
        add_arc(&l, -half, discs[0], radius, down, out);
        add_arc(&l, half, discs[1], radius, out, up);
    }
    bulk3 r = {0};
    double offset = l.volume > 0.0 ? l.first / l.volume : 0.0, most = l.second - offset * l.first, less = l.across;
    bool ball = height <= 0.0 && discs[0] <= 0.0 && discs[1] <= 0.0;
    most = ball ? less : most;
    imp3i_dvec n = imp3i_ddivide(axis, length), u, w;
    axes_across(n, &u, &w);
    r.volume = l.volume;
    r.centroid = imp3i_dadd_scaled(middle, n, offset);
    imp3i_add_square(&r.covariance, n, most);
    imp3i_add_square(&r.covariance, u, less);
    imp3i_add_square(&r.covariance, w, less);
    imp3i_drot lengthwise = {n, u, w}, across = {u, w, n}, same = imp3i_drot_of(imp3_pose_identity().q);
    bool alike = are_same(most, less, 0.0, 0.0), longer = most > less;
    r.axes = alike ? same : longer ? lengthwise : across;
    const double axial[3] = {most, less, less}, radial[3] = {less, less, most};
    for (int k = 0; k < 3; ++k)
    {
        r.along[k] = longer ? axial[k] : radial[k];
    }
    return r;
}

static bulk3 bulk_of_line(imp3i_dvec a, imp3i_dvec b, double radius)
{
    const double none[2] = {0.0, 0.0};
    imp3i_dvec axis = imp3i_dsub(b, a);
    axis.x = imp3i_dnorm1(axis) > 0.0 ? axis.x : 1.0;
    return bulk_of_discs(a, b, axis, none, radius);
}

// Each kind

static bulk3 bulk_of_moments(const imp3i_moments* m, imp3i_dvec origin)
{
    bulk3 b = {0};
    imp3i_dvec offset = imp3i_ddivide(m->first, m->volume);
    b.volume = m->volume;
    b.centroid = imp3i_dadd(origin, offset);
    b.covariance = m->second;
    imp3i_add_square(&b.covariance, offset, -m->volume);
    find_axes(&b);
    return b;
}

static bulk3 bulk_of_polytope(const imp3i_polytope* p)
{
    imp3i_moments m = imp3i_moments_of(p);
    if (m.volume > 0.0)
    {
        return bulk_of_moments(&m, p->origin);
    }
    bulk3 b = {0};
    b.centroid = imp3i_dadd(p->origin, imp3i_middle_of_face(p));
    b.axes = imp3i_drot_of(imp3_pose_identity().q);
    return b;
}

/// The longest side of a triangle that lies on a line.
static bulk3 bulk_of_flat_triangle(const imp3_shape* s)
{
    const imp3i_dvec v[4] = {imp3i_dvec_of(s->a), imp3i_dvec_of(s->b), imp3i_dvec_of(s->c), imp3i_dvec_of(s->a)};
    int best = 0;
    double most = -1.0;
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec side = imp3i_dsub(v[k + 1], v[k]);
        double square = imp3i_ddot(side, side);
        best = square > most ? k : best;
        most = square > most ? square : most;
    }
    return bulk_of_line(v[best], v[best + 1], s->radius);
}

static bulk3 bulk_of_triangle(const imp3_shape* s)
{
    if (!imp3i_vec_bits(s->normal))
    {
        return bulk_of_flat_triangle(s);
    }
    imp3i_dvec sum = imp3i_dadd(imp3i_dadd(imp3i_dvec_of(s->a), imp3i_dvec_of(s->b)), imp3i_dvec_of(s->c));
    const imp3i_polytope p = {s, imp3i_ddivide(sum, 3.0), 2, 3, -1};
    return bulk_of_polytope(&p);
}

/// A box without rounding: a parallelepiped, as its axes are a rotation only nearly.
static bulk3 bulk_of_sharp_box(const imp3_shape* s, imp3i_dvec middle, imp3i_dvec size)
{
    imp3i_drot turn = imp3i_drot_of(s->turn);
    bulk3 b = {0};
    b.volume = size.x * size.y * size.z * imp3i_ddot(turn.x, imp3i_dcross(turn.y, turn.z));
    b.centroid = middle;
    imp3i_add_square(&b.covariance, imp3i_dscale(turn.x, size.x), b.volume / 12.0);
    imp3i_add_square(&b.covariance, imp3i_dscale(turn.y, size.y), b.volume / 12.0);
    imp3i_add_square(&b.covariance, imp3i_dscale(turn.z, size.z), b.volume / 12.0);
    find_axes(&b);
    return b;
}

static bulk3 bulk_of_box(const imp3_shape* s)
{
    imp3i_dvec a = imp3i_dvec_of(s->a), b = imp3i_dvec_of(s->b), size = imp3i_dsub(b, a);
    imp3i_dvec middle = imp3i_drot_apply(imp3i_drot_of(s->turn), imp3i_dscale(imp3i_dadd(a, b), 0.5));
    if (s->radius <= 0.0f)
    {
        return bulk_of_sharp_box(s, middle, size);
    }
    const double sizes[3] = {size.x, size.y, size.z};
    int extents = 0, flat_axis = -1;
    for (int k = 0; k < 3; ++k)
    {
        extents += sizes[k] > 0.0;
        flat_axis = sizes[k] > 0.0 ? flat_axis : k;
    }
    if (extents < 2)
    {
        return bulk_of_line(imp3i_vertex(s, 0), imp3i_vertex(s, 7), s->radius);
    }
    const imp3i_polytope p = {s, middle, extents == 2 ? 2 : 6, extents == 2 ? 4 : 8, extents == 2 ? flat_axis : -1};
    return bulk_of_polytope(&p);
}

static bulk3 bulk_of_shape(const imp3_shape* s)
{
    if (s->kind == IMP3_SHAPE_HULL)
    {
        const imp3i_hull* h = imp3i_hull_of(s);
        const imp3i_polytope p = {s, imp3i_dvec_of(h->center), h->face_count, h->vertex_count, -1};
        return bulk_of_polytope(&p);
    }
    if (imp3i_is_curved(s))
    {
        const double discs[2] = {s->disc_a, s->disc_b};
        return bulk_of_discs(imp3i_dvec_of(s->a), imp3i_dvec_of(s->b), imp3i_axis_of(s), discs, s->radius);
    }
    return s->kind == IMP3_SHAPE_BOX ? bulk_of_box(s)
           : s->kind == IMP3_SHAPE_TRIANGLE
               ? bulk_of_triangle(s)
               : bulk_of_line(imp3i_vertex(s, 0), imp3i_vertex(s, s->count - 1), s->radius);
}

static imp_status write_bulk(const bulk3* b, double density, imp3_mass* out)
{
    const double most = 3.4028234663852886e38;
    const imp3i_tensor c = b->covariance;
    const double numbers[8] = {b->volume,
                               b->volume * density,
                               density * (c.yy + c.zz),
                               density * (c.zz + c.xx),
                               density * (c.xx + c.yy),
                               density * (b->along[1] + b->along[2]),
                               density * (b->along[0] + b->along[2]),
                               density * (b->along[0] + b->along[1])};
    float f[8];
    for (int k = 0; k < 8; ++k)
    {
        if (numbers[k] > most)
        {
            return impi_error(IMP_ERR_RANGE, 3);
        }
        f[k] = (float)numbers[k];
        f[k] = f[k] > 0.0f ? f[k] : 0.0f;
    }
    out->volume = f[0];
    out->mass = f[1];
    out->inertia.xx = f[2];
    out->inertia.yy = f[3];
    out->inertia.zz = f[4];
    out->inertia.xy = (float)(-density * c.xy);
    out->inertia.yz = (float)(-density * c.yz);
    out->inertia.zx = (float)(-density * c.zx);
    out->centroid = imp3i_vec_tidy(b->centroid);
    out->principal.x = f[5];
    out->principal.y = f[6] > f[5] ? f[6] : f[5];
    out->principal.z = f[7] > out->principal.y ? f[7] : out->principal.y;
    out->axes = imp3i_rot_of(b->axes);
    return IMP_OK;
}

void imp3i_moments_add(imp3i_moments* sum, const imp3_shape* s, imp3i_dvec origin)
{
    bulk3 b = bulk_of_shape(s);
    imp3i_dvec offset = imp3i_dsub(b.centroid, origin);
    sum->volume += b.volume;
    sum->first = imp3i_dadd_scaled(sum->first, offset, b.volume);
    imp3i_add_square(&b.covariance, offset, b.volume);
    sum->second.xx += b.covariance.xx;
    sum->second.yy += b.covariance.yy;
    sum->second.zz += b.covariance.zz;
    sum->second.xy += b.covariance.xy;
    sum->second.yz += b.covariance.yz;
    sum->second.zx += b.covariance.zx;
}

imp_status imp3i_mass_of_moments(const imp3i_moments* m, imp3i_dvec origin, imp3i_dvec middle, double density,
                                 imp3_mass* out)
{
    bulk3 b = {0};
    b.centroid = middle;
    b.axes = imp3i_drot_of(imp3_pose_identity().q);
    if (m->volume > 0.0)
    {
        b = bulk_of_moments(m, origin);
    }
    return write_bulk(&b, density, out);
}

imp_status imp3_shape_mass(const imp3_shape* shape, float density, imp3_mass* out)
{
    int32_t fault = imp3i_shape_fault(shape);
    if (fault || shape->kind == IMP3_SHAPE_HALF_SPACE)
    {
        return impi_error(fault ? fault : IMP_ERR_RANGE, 1);
    }
    fault = impi_number_fault_negative(density);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 2) : impi_error(IMP_ERR_NULL, 3);
    }
    bulk3 b = bulk_of_shape(shape);
    return write_bulk(&b, (double)density, out);
}
