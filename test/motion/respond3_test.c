// SPDX-License-Identifier: MIT
//
// imp3_respond and its arcade form: conservation for any two bodies, and the closed forms of the textbook.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "impinge/motion3.h"
#include "support.h"

typedef struct vec
{
    double x, y, z;
} vec;

static vec of(imp3_vec v)
{
    vec r = {(double)v.x, (double)v.y, (double)v.z};
    return r;
}

static vec minus(vec a, vec b)
{
    vec r = {a.x - b.x, a.y - b.y, a.z - b.z};
    return r;
}

static vec plus(vec a, vec b, double k)
{
    vec r = {a.x + b.x * k, a.y + b.y * k, a.z + b.z * k};
    return r;
}

static double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vec cross(vec a, vec b)
{
    vec r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return r;
}

static double length(vec v)
{
    return sqrt(dot(v, v));
}

static vec turned(imp3_inertia m, vec v)
{
    double xx = (double)m.xx, yy = (double)m.yy, zz = (double)m.zz, xy = (double)m.xy, yz = (double)m.yz,
           zx = (double)m.zx;
    vec r = {xx * v.x + xy * v.y + zx * v.z, xy * v.x + yy * v.y + yz * v.z, zx * v.x + yz * v.y + zz * v.z};
    return r;
}

static vec velocity_at(const imp3_dynamics* d, vec p)
{
    return plus(of(d->velocity), cross(of(d->angular_velocity), minus(p, of(d->center))), 1.0);
}

static vec some_unit(test_rng* rng)
{
    vec v;
    double size;
    do
    {
        v.x = 2.0 * test_rng_unit(rng) - 1.0;
        v.y = 2.0 * test_rng_unit(rng) - 1.0;
        v.z = 2.0 * test_rng_unit(rng) - 1.0;
        size = length(v);
    } while (size > 1.0 || size < 0.1);
    vec r = {v.x / size, v.y / size, v.z / size};
    return r;
}

static imp3_vec rounded(vec v)
{
    imp3_vec r = {(float)v.x, (float)v.y, (float)v.z};
    return r;
}

/// Diagonal in axes of its own.
static imp3_inertia some_inertia(test_rng* rng, double size)
{
    vec x = some_unit(rng), h = some_unit(rng), y = cross(x, h);
    double d[3], l = length(y);
    y = plus(y, y, 1.0 / l - 1.0);
    vec axes[3] = {x, y, cross(x, y)};
    double m[6] = {0};
    for (int i = 0; i < 3; i++)
    {
        d[i] = size * (0.5 + 8.0 * test_rng_unit(rng));
        d[i] = test_rng_int(rng, 0, 11) ? d[i] : 0.0;
        vec v = axes[i];
        double products[6] = {v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.y * v.z, v.z * v.x};
        for (int k = 0; k < 6; k++)
        {
            m[k] += d[i] * products[k];
        }
    }
    imp3_inertia r = {(float)m[0], (float)m[1], (float)m[2], (float)m[3], (float)m[4], (float)m[5]};
    return r;
}

/// The energy that an impulse at p brings in, from the velocities before and after: both meet it halfway.
typedef struct account
{
    double energy, largest;  // of what is given and taken
} account;

static void add_work(account* sum, const imp3_dynamics before[2], const imp3_dynamics after[2], vec p, vec impulse)
{
    vec u = minus(velocity_at(&before[1], p), velocity_at(&before[0], p));
    vec v = minus(velocity_at(&after[1], p), velocity_at(&after[0], p));
    sum->energy += 0.5 * (dot(impulse, u) + dot(impulse, v));
    sum->largest += length(impulse) * (length(u) + length(v));
}

static const char* judge(const imp3_manifold* m, const imp_surface* s, float still, const imp3_dynamics before[2],
                         const imp3_dynamics after[2], const imp3_impulse* j, int flat_friction)
{
    vec n = of(m->normal), pushed = {0, 0, 0};
    account sum = {0.0, 0.0};
    vec turning[2] = {{0, 0, 0}, {0, 0, 0}};
    double total = 0.0;
    for (int i = 0; i < m->count; i++)
    {
        vec p = of(m->points[i].point), impulse = plus(of(j->tangent[i]), n, (double)j->normal[i]);
        if (!(j->normal[i] >= 0.0f))
        {
            return "an impulse pulls";
        }
        double rub = length(of(j->tangent[i])), most = fmax((double)s->friction, (double)still) * (double)j->normal[i];
        if (rub > most * (1.0 + 1e-5))
        {
            return "friction outside of its cone";
        }
        if (fabs(dot(of(j->tangent[i]), n)) > 1e-5 * rub)
        {
            return "friction along the normal";
        }
        pushed = plus(pushed, impulse, 1.0);
        total += length(impulse);
        for (int k = 0; k < 2; k++)
        {
            turning[k] = plus(turning[k], cross(minus(p, of(before[k].center)), impulse), k ? 1.0 : -1.0);
        }
        add_work(&sum, before, after, p, impulse);
    }
    for (int k = 0; k < 2; k++)
    {
        double side = k ? 1.0 : -1.0;
        vec gained = minus(of(after[k].velocity), of(before[k].velocity));
        double scale =
            length(of(before[k].velocity)) + length(of(after[k].velocity)) + total * (double)before[k].inverse_mass;
        if (length(plus(gained, pushed, -side * (double)before[k].inverse_mass)) > 1e-6 * scale)
        {
            return "momentum is not conserved";
        }
        vec spun = minus(of(after[k].angular_velocity), of(before[k].angular_velocity));
        vec expected = turned(before[k].inverse_inertia, turning[k]);
        double inverse = (double)before[k].inverse_inertia.xx + (double)before[k].inverse_inertia.yy +
                         (double)before[k].inverse_inertia.zz;
        double spin_scale =
            length(of(before[k].angular_velocity)) + length(of(after[k].angular_velocity)) + total * inverse * 6.0;
        if (length(minus(spun, expected)) > 1e-6 * spin_scale)
        {
            return "angular momentum is not conserved";
        }
    }
    if (sum.energy > 4e-6 * sum.largest)
    {
        return "energy grows";
    }
    for (int i = 0; i < m->count && flat_friction; i++)
    {
        // Without friction Newton's law holds at every point that closed.
        vec p = of(m->points[i].point);
        double u = dot(n, minus(velocity_at(&before[1], p), velocity_at(&before[0], p)));
        double v = dot(n, minus(velocity_at(&after[1], p), velocity_at(&after[0], p)));
        double scale = 0.0;
        for (int k = 0; k < 2; k++)
        {
            double arm = length(minus(p, of(before[k].center)));
            scale += length(of(before[k].velocity)) + length(of(after[k].velocity)) +
                     arm * (length(of(before[k].angular_velocity)) + length(of(after[k].angular_velocity)));
        }
        double wanted = -(double)s->restitution * u;
        if (u < -1e-5 * scale && v < wanted - 4e-6 * scale)
        {
            return "a point is not stopped";
        }
        if (u < -1e-5 * scale && j->normal[i] > 1e-5f * (float)total && v > wanted + 4e-5 * scale)
        {
            return "a pushed point flies off";
        }
        if (u > 1e-5 * scale && j->normal[i] > 0.0f)
        {
            return "a point that parts is pushed";
        }
    }
    return NULL;
}

static imp3_dynamics some_body(test_rng* rng, vec at)
{
    imp3_dynamics d;
    memset(&d, 0, sizeof d);
    d.center = rounded(at);
    if (test_rng_int(rng, 0, 5))
    {
        double speed = exp2(8.0 * test_rng_unit(rng) - 4.0);
        vec still = {0, 0, 0};
        d.velocity = rounded(plus(still, some_unit(rng), speed));
        d.inverse_mass = (float)exp2(12.0 * test_rng_unit(rng) - 6.0);
        if (test_rng_int(rng, 0, 4))
        {
            d.inverse_inertia = some_inertia(rng, (double)d.inverse_mass);
            d.angular_velocity = rounded(plus(still, some_unit(rng), 3.0 * test_rng_unit(rng)));
        }
    }
    return d;
}

// Any two bodies: static, unturning, heavy and light, one to four points, in a plane, in a row, in one place.
static void any_two_bodies(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(60000), wrong = 0, pushed = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        vec n = some_unit(&rng), x = cross(n, some_unit(&rng)), zero = {0, 0, 0};
        x = plus(zero, x, 1.0 / length(x));
        vec y = cross(n, x), at = plus(zero, some_unit(&rng), 4.0);
        imp3_manifold m;
        memset(&m, 0, sizeof m);
        m.normal = rounded(n);
        m.count = test_rng_int(&rng, 1, 4);
        double wide = test_rng_int(&rng, 0, 3) ? 1.0 : 0.0, deep = test_rng_int(&rng, 0, 3) ? 1.0 : 0.0;
        for (int k = 0; k < m.count; k++)
        {
            vec p = plus(plus(at, x, wide * (2.0 * test_rng_unit(&rng) - 1.0)), y,
                         deep * (2.0 * test_rng_unit(&rng) - 1.0));
            m.points[k].point = rounded(p);
        }
        imp_surface s = {0};
        float still = 0.0f;
        s.restitution = test_rng_int(&rng, 0, 2) ? test_rng_range(&rng, 0.0f, 1.0f) : 0.0f;
        bool rubs = test_rng_int(&rng, 0, 1);
        if (rubs)
        {
            s.friction = test_rng_range(&rng, 0.0f, 1.5f);
            still = test_rng_range(&rng, 0.0f, 2.0f);
        }
        imp3_dynamics before[2], after[2];
        for (int k = 0; k < 2; k++)
        {
            vec center = plus(plus(at, n, k ? 1.0 : -1.0), some_unit(&rng), 0.5);
            before[k] = some_body(&rng, center);
            after[k] = before[k];
        }
        imp3_impulse impulse;
        memset(&impulse, 0x5a, sizeof impulse);
        assert_int_equal(imp3_respond(&m, &s, &after[0], &after[1], still, &impulse), IMP_OK);
        const char* fault = judge(&m, &s, still, before, after, &impulse, !rubs);
        for (int k = 0; k < m.count; k++)
        {
            pushed += impulse.normal[k] > 0.0f;
        }
        if (fault && wrong++ < 5)
        {
            printf("%s, case %llu, count %d, e %g, friction %g %g\n", fault, (unsigned long long)i, m.count,
                   (double)s.restitution, (double)s.friction, (double)still);
        }
    }
    test_report("respond3: any two bodies", count);
    assert_int_equal(wrong, 0);
    assert_true(count < 1000 || pushed > count / 2);
}

static imp3_manifold of_points(int count, const imp3_vec* points)
{
    imp3_manifold m;
    memset(&m, 0, sizeof m);
    m.normal.z = 1.0f;
    m.count = count;
    for (int i = 0; i < count; i++)
    {
        m.points[i].point = points[i];
    }
    return m;
}

static imp3_dynamics body(float x, float y, float z, float vx, float vy, float vz, float inverse_mass, float inverse)
{
    imp3_dynamics d;
    memset(&d, 0, sizeof d);
    d.center.x = x;
    d.center.y = y;
    d.center.z = z;
    d.velocity.x = vx;
    d.velocity.y = vy;
    d.velocity.z = vz;
    d.inverse_mass = inverse_mass;
    d.inverse_inertia.xx = d.inverse_inertia.yy = d.inverse_inertia.zz = inverse;
    return d;
}

static bool near(float a, double b, double tolerance)
{
    return fabs((double)a - b) <= tolerance;
}

// A box that lands flat on the ground does not start to turn, however unevenly its points lie under it, and points that
// lie alike carry alike.
static void landing_flat(void** state)
{
    (void)state;
    static const imp3_vec points[3][4] = {{{-0.5f, -0.5f, 0}, {0.5f, -0.5f, 0}, {0.5f, 0.5f, 0}, {-0.5f, 0.5f, 0}},
                                          {{-0.5f, -0.25f, 0}, {0.5f, -0.5f, 0}, {0.125f, 0.5f, 0}, {-0.5f, 0.5f, 0}},
                                          {{-0.5f, 0, 0}, {0.5f, 0, 0}, {0.25f, 0, 0}, {-0.125f, 0, 0}}};
    for (int i = 0; i < 9; i++)
    {
        imp_surface s = {.restitution = 0.5f * (float)(i / 3)};
        imp3_manifold m = of_points(4, points[i % 3]);
        imp3_dynamics ground = body(0, 0, -1, 0, 0, 0, 0, 0), box = body(0, 0, 0.5f, 0, 0, -4, 1, 6);
        imp3_impulse j;
        assert_int_equal(imp3_respond(&m, &s, &ground, &box, 0.0f, &j), IMP_OK);
        assert_true(near(box.angular_velocity.x, 0.0, 1e-6) && near(box.angular_velocity.y, 0.0, 1e-6) &&
                    near(box.angular_velocity.z, 0.0, 1e-6));
        assert_true(near(box.velocity.z, 4.0 * (double)s.restitution, 1e-6));
        for (int k = 0; k < 4 && i % 3 == 0; k++)
        {
            assert_true(near(j.normal[k], 1.0 + (double)s.restitution, 1e-6));
        }
    }
}

// A box that lands on two edges beyond its middle tips over: the points on one side alone would pull.
static void landing_over_an_edge(void** state)
{
    (void)state;
    imp3_vec points[4] = {{0.2f, -0.5f, 0}, {0.2f, 0.5f, 0}, {0.5f, 0.5f, 0}, {0.5f, -0.5f, 0}};
    imp_surface s = {0};
    imp3_manifold m = of_points(4, points);
    imp3_dynamics ground = body(0, 0, -1, 0, 0, 0, 0, 0), box = body(0, 0, 0.5f, 0, 0, -4, 1, 6);
    imp3_impulse j;
    assert_int_equal(imp3_respond(&m, &s, &ground, &box, 0.0f, &j), IMP_OK);
    // Along the near edge: 1/J = 1/m + x^2/I.
    double impulse = 4.0 / (1.0 + 6.0 * 0.04);
    assert_true(near(j.normal[0], 0.5 * impulse, 1e-5) && near(j.normal[1], 0.5 * impulse, 1e-5));
    assert_true(j.normal[2] == 0.0f && j.normal[3] == 0.0f);
    assert_true(near(box.angular_velocity.y, -6.0 * 0.2 * impulse, 1e-4));
}

// A ball that hits a floor askew: it slides while friction cannot stop it, else it leaves rolling; in all directions.
static void ball_with_friction(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    for (int i = 0; i < 2000; i++)
    {
        double angle = 6.3 * test_rng_unit(&rng), speed = 8.0 * test_rng_unit(&rng), down = 0.5 + test_rng_unit(&rng);
        imp_surface s = {.friction = test_rng_range(&rng, 0.0f, 1.0f), .restitution = test_rng_range(&rng, 0.0f, 1.0f)};
        imp3_vec at = {0, 0, 0};
        imp3_manifold m = of_points(1, &at);
        // 2/5 m r^2 with m = 2, r = 0.5.
        imp3_dynamics ground = body(0, 0, -1, 0, 0, 0, 0, 0);
        imp3_dynamics ball =
            body(0, 0, 0.5f, (float)(speed * cos(angle)), (float)(speed * sin(angle)), (float)-down, 0.5f, 5.0f);
        imp3_impulse j;
        assert_int_equal(imp3_respond(&m, &s, &ground, &ball, 0.0f, &j), IMP_OK);
        double e = (double)s.restitution, normal = 2.0 * (1.0 + e) * down;
        double stop = speed / (0.5 + 5.0 * 0.25), rub = fmin(stop, (double)s.friction * normal);
        double left = speed - 0.5 * rub;
        assert_true(near(j.normal[0], normal, 1e-5 * normal));
        assert_true(near(ball.velocity.z, e * down, 1e-5));
        assert_true(near(ball.velocity.x, left * cos(angle), 1e-5) && near(ball.velocity.y, left * sin(angle), 1e-5));
        assert_true(near(ball.angular_velocity.x, -5.0 * 0.5 * rub * sin(angle), 1e-4) &&
                    near(ball.angular_velocity.y, 5.0 * 0.5 * rub * cos(angle), 1e-4));
    }
}

// A crate that slides and is pressed down stops by friction, and one with static friction does not start.
static void sliding_stops(void** state)
{
    (void)state;
    imp3_vec points[4] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    imp3_manifold m = of_points(4, points);
    imp_surface s = {.friction = 0.5f};
    imp3_dynamics ground = body(0, 0, -1, 0, 0, 0, 0, 0), crate = body(0, 0, 0, 3, 4, 0, 1, 0);
    int steps = 0;
    double before = 5.0;
    while ((crate.velocity.x != 0.0f || crate.velocity.y != 0.0f) && steps < 100)
    {
        crate.velocity.z -= 0.5f;
        assert_int_equal(imp3_respond(&m, &s, &ground, &crate, 0.0f, NULL), IMP_OK);
        double speed = hypot((double)crate.velocity.x, (double)crate.velocity.y);
        assert_true(speed <= before - 0.25 * (1.0 - 1e-5) || speed == 0.0 || speed < 1e-6);
        // In the direction in which it slid.
        assert_true(fabs((double)crate.velocity.x * 4.0 - (double)crate.velocity.y * 3.0) < 1e-5);
        before = speed;
        steps++;
        if (speed < 1e-6)
        {
            break;
        }
    }
    assert_true(steps >= 20 && steps <= 21);
    crate = body(0, 0, 0, 0.125f, 0, -0.25f, 1, 0);
    s.friction = 0.1f;
    m.count = 1;
    assert_int_equal(imp3_respond(&m, &s, &ground, &crate, 0.75f, NULL), IMP_OK);
    assert_true(near(crate.velocity.x, 0.0, 1e-7));
}

static void arcade(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    vec zero = {0, 0, 0};
    for (int i = 0; i < 20000; i++)
    {
        vec n = some_unit(&rng), v = plus(zero, some_unit(&rng), exp2(6.0 * test_rng_unit(&rng) - 3.0));
        imp_surface s = {.friction = test_rng_range(&rng, 0.0f, 1.0f), .restitution = test_rng_range(&rng, 0.0f, 1.0f)};
        imp3_vec out, none = {0, 0, 0};
        assert_int_equal(imp3_respond_arcade(rounded(v), rounded(n), &s, none, 0.0f, &out), IMP_OK);
        double in = -dot(v, n);
        if (in <= 1e-6 * length(v))
        {
            continue;
        }
        vec along = plus(v, n, in);
        double slide = length(along), rub = fmin(slide, (double)s.friction * in * (1.0 + (double)s.restitution));
        vec expected = plus(plus(zero, n, in * (double)s.restitution), along, slide > 0.0 ? 1.0 - rub / slide : 0.0);
        assert_number(length(minus(of(out), expected)), <=, 1e-5 * length(v));
    }
    // On a slope of 3 in 4 with static friction it stands, and what gravity has built up does not bounce.
    imp3_vec down = {0, 0, -0.16f}, slope = {0.6f, 0, 0.8f}, out;
    imp_surface s = {.friction = 0.1f, .restitution = 0.9f};
    assert_int_equal(imp3_respond_arcade(down, slope, &s, down, 0.8f, &out), IMP_OK);
    assert_true(near(out.x, 0.0, 1e-8) && near(out.y, 0.0, 1e-8) && near(out.z, 0.0, 1e-8));
}

static void bad_input(void** state)
{
    (void)state;
    imp3_vec at = {0, 0, 0};
    imp3_manifold m = of_points(1, &at), bad;
    imp_surface s = {.friction = 0.5f}, too_bouncy = {.restitution = 1.5f};
    imp3_dynamics a = body(0, 0, -1, 0, 0, 0, 0, 0), b = body(0, 0, 0.5f, 0, 0, -1, 1, 1), before = b, c;
    imp3_impulse j;
    assert_int_equal(imp3_respond(NULL, &s, &a, &b, 0.0f, &j), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(imp3_respond(&m, NULL, &a, &b, 0.0f, &j), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(imp3_respond(&m, &s, NULL, &b, 0.0f, &j), IMP_ERR_NULL | 3 << 8);
    assert_int_equal(imp3_respond(&m, &s, &a, NULL, 0.0f, &j), IMP_ERR_NULL | 4 << 8);
    assert_int_equal(imp3_respond(&m, &s, &a, &b, -1.0f, &j), IMP_ERR_NEGATIVE | 5 << 8);
    assert_int_equal(imp3_respond(&m, &too_bouncy, &a, &b, 0.0f, &j), IMP_ERR_RANGE | 2 << 8);
    bad = m;
    bad.count = 5;
    assert_int_equal(imp3_respond(&bad, &s, &a, &b, 0.0f, &j), IMP_ERR_RANGE | 1 << 8);
    bad = m;
    bad.points[0].point.y = NAN;
    assert_int_equal(imp3_respond(&bad, &s, &a, &b, 0.0f, &j), IMP_ERR_NAN | 1 << 8);
    c = b;
    c.inverse_inertia.xy = 2.0f;  // not an inertia
    assert_int_equal(imp3_respond(&m, &s, &a, &c, 0.0f, &j), IMP_ERR_RANGE | 4 << 8);
    c = b;
    c.inverse_inertia.xy = c.inverse_inertia.yz = c.inverse_inertia.zx = -0.9f;
    assert_int_equal(imp3_respond(&m, &s, &a, &c, 0.0f, &j), IMP_ERR_RANGE | 4 << 8);
    c = b;
    c.angular_velocity.z = INFINITY;
    assert_int_equal(imp3_respond(&m, &s, &a, &c, 0.0f, &j), IMP_ERR_NAN | 4 << 8);
    assert_memory_equal(&b, &before, sizeof b);
    // What does not fit into floats.
    c = body(-0x1p60f, 0, 0.5f, 0, 0, 0, 0x1p-60f, 0);
    c.angular_velocity.y = 0x1p60f;
    before = c;
    assert_int_equal(imp3_respond(&m, &s, &a, &c, 0.0f, &j), IMP_ERR_RANGE);
    assert_memory_equal(&c, &before, sizeof c);
    m.count = 0;
    assert_int_equal(imp3_respond(&m, &s, &a, &b, 0.0f, &j), IMP_OK);
    assert_true(j.normal[0] == 0.0f && b.velocity.z == -1.0f);
    imp3_vec v = {0, 0, -1}, n = {0, 0, 1}, long_n = {0, 0, 1.01f}, none = {0, 0, 0}, out = {7, 7, 7};
    assert_int_equal(imp3_respond_arcade(v, long_n, &s, none, 0.0f, &out), IMP_ERR_RANGE | 2 << 8);
    assert_int_equal(imp3_respond_arcade(v, n, &s, none, 0.0f, NULL), IMP_ERR_NULL | 6 << 8);
    assert_true(out.x == 7.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_two_bodies),     cmocka_unit_test(landing_flat),  cmocka_unit_test(landing_over_an_edge),
        cmocka_unit_test(ball_with_friction), cmocka_unit_test(sliding_stops), cmocka_unit_test(arcade),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests_name("respond3", tests, NULL, NULL);
}
