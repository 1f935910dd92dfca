// SPDX-License-Identifier: MIT
//
// Depths of cylinders and cones, against the least extent of the difference over thousands of directions, the best of
// them followed downhill. Extents are taken here from the definition of the solids, not from the library's supports.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impinge/narrow3.h"
#include "support.h"

/// A placed shape as discs and points whose hull it is.
typedef struct brute_body
{
    int count;
    double at[32][3], disc[32];
    double axis[3];  // of all discs
} brute_body;

static void turn_point(const imp3_pose* pose, const double v[3], bool moves, double out[3])
{
    const imp3_vec *x = &pose->q.x, *y = &pose->q.y, *z = &pose->q.z;
    out[0] = x->x * v[0] + y->x * v[1] + z->x * v[2] + (moves ? (double)pose->p.x : 0.0);
    out[1] = x->y * v[0] + y->y * v[1] + z->y * v[2] + (moves ? (double)pose->p.y : 0.0);
    out[2] = x->z * v[0] + y->z * v[1] + z->z * v[2] + (moves ? (double)pose->p.z : 0.0);
}

static void brute_place(const imp3_shape* s, const imp3_pose* pose, brute_body* out)
{
    memset(out, 0, sizeof *out);
    if (s->kind == IMP3_SHAPE_CYLINDER || s->kind == IMP3_SHAPE_CONE)
    {
        const double a[3] = {s->a.x, s->a.y, s->a.z}, b[3] = {s->b.x, s->b.y, s->b.z};
        const double along[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        out->count = 2;
        out->disc[0] = s->disc_a;
        out->disc[1] = s->disc_b;
        turn_point(pose, a, true, out->at[0]);
        turn_point(pose, b, true, out->at[1]);
        turn_point(pose, along, false, out->axis);
        double length = sqrt(out->axis[0] * out->axis[0] + out->axis[1] * out->axis[1] + out->axis[2] * out->axis[2]);
        for (int k = 0; k < 3; k++)
        {
            out->axis[k] /= length;
        }
        return;
    }
    out->count = s->count;
    for (int i = 0; i < s->count; i++)
    {
        imp3_vec v;
        assert_int_equal(imp3_shape_vertex(s, i, &v), IMP_OK);
        const double own[3] = {v.x, v.y, v.z};
        turn_point(pose, own, true, out->at[i]);
    }
}

static double brute_reach(const brute_body* s, const double n[3], double sign)
{
    double along = s->axis[0] * n[0] + s->axis[1] * n[1] + s->axis[2] * n[2], best = -INFINITY;
    double across = sqrt(fmax(0.0, 1.0 - along * along));
    for (int i = 0; i < s->count; i++)
    {
        double height = sign * (s->at[i][0] * n[0] + s->at[i][1] * n[1] + s->at[i][2] * n[2]) + s->disc[i] * across;
        best = fmax(best, height);
    }
    return best;
}

static double brute_extent(const brute_body* a, const brute_body* b, const double n[3])
{
    return brute_reach(a, n, 1.0) + brute_reach(b, n, -1.0);
}

static void brute_unit(double v[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++)
    {
        v[k] /= length;
    }
}

/// Turns a direction to where the extent is less, by smaller and smaller angles.
static double brute_downhill(const brute_body* a, const brute_body* b, double n[3])
{
    double best = brute_extent(a, b, n);
    for (double angle = 0.03; angle > 1e-6; angle *= 0.6)
    {
        for (int k = 0; k < 14; k++)
        {
            double d[3] = {n[0], n[1], n[2]};
            for (int j = 0; j < 3; j++)
            {
                d[j] +=
                    k < 6 ? (k / 2 == j ? (k & 1 ? angle : -angle) : 0.0) : 0.577 * ((k - 6) >> j & 1 ? angle : -angle);
            }
            brute_unit(d);
            double extent = brute_extent(a, b, d);
            if (extent < best)
            {
                best = extent;
                memcpy(n, d, sizeof d);
                k = -1;
            }
        }
    }
    return best;
}

#define BRUTE_STARTS 6

static double brute_depth(const brute_body* a, const brute_body* b, int directions)
{
    double start[BRUTE_STARTS][3], value[BRUTE_STARTS];
    int starts = 0;
    for (int i = 0; i < directions; i++)
    {
        // A spiral by the golden angle.
        double z = 1.0 - 2.0 * (i + 0.5) / directions, r = sqrt(1.0 - z * z), turn = i * 2.399963229728653;
        const double n[3] = {r * cos(turn), r * sin(turn), z};
        double extent = brute_extent(a, b, n);
        if (starts < BRUTE_STARTS || extent < value[BRUTE_STARTS - 1])
        {
            int k = starts < BRUTE_STARTS ? starts++ : BRUTE_STARTS - 1;
            for (; k > 0 && value[k - 1] > extent; k--)
            {
                value[k] = value[k - 1];
                memcpy(start[k], start[k - 1], sizeof start[k]);
            }
            value[k] = extent;
            memcpy(start[k], n, sizeof n);
        }
    }
    double best = INFINITY;
    for (int k = 0; k < starts; k++)
    {
        best = fmin(best, brute_downhill(a, b, start[k]));
    }
    return best;
}

enum
{
    SOLID_CYLINDER,
    SOLID_CONE,
    SOLID_CUT_CONE,
    SOLID_BOX,
    SOLID_CAPSULE,
    SOLID_SPHERE,
    SOLID_TRIANGLE,
    SOLID_HULL,
    SOLID_COUNT
};

static void make_solid(test_rng* rng, int sort, imp3_shape* out)
{
    float length = test_rng_range(rng, 0.2f, 1.2f), disc = test_rng_range(rng, 0.1f, 1.0f), round = 0.25f;
    const imp3_vec a = {0, 0, -length}, b = {0, 0, length}, o = {0, 0, 0}, side = {disc, 0, 0};
    const imp3_box box = {{-disc, -length, -0.5f}, {disc, length, 0.5f}};
    imp3_vec cloud[12];
    for (int i = 0; i < 12; i++)
    {
        cloud[i].x = test_rng_range(rng, -1, 1);
        cloud[i].y = test_rng_range(rng, -1, 1);
        cloud[i].z = test_rng_range(rng, -1, 1);
    }
    int status = IMP_OK;
    switch (sort)
    {
    case SOLID_CYLINDER: status = imp3_cylinder_make(a, b, disc, 0.0f, out); break;
    case SOLID_CONE: status = imp3_cone_make(a, b, disc, 0.0f, 0.0f, out); break;
    case SOLID_CUT_CONE: status = imp3_cone_make(a, b, disc, 0.5f * disc, round, out); break;
    case SOLID_BOX: status = imp3_box_make(box, out); break;
    case SOLID_CAPSULE: status = imp3_capsule_make(a, b, disc, out); break;
    case SOLID_SPHERE: status = imp3_sphere_make(o, disc, out); break;
    case SOLID_TRIANGLE: status = imp3_triangle_make(a, b, side, 0.0f, out); break;
    default: status = imp3_hull_make(cloud, 12, 0.0f, NULL, out, NULL); break;
    }
    assert_int_equal(status, IMP_OK);
}

static imp3_rot any_rot(test_rng* rng)
{
    imp3_vec axis = {test_rng_range(rng, -1, 1), test_rng_range(rng, -1, 1), test_rng_range(rng, -1, 1)};
    imp3_rot q = imp3_pose_identity().q;
    (void)imp3_rot_make(axis, test_rng_range(rng, -3, 3), &q);
    return q;
}

/// Somewhere near; or nearly on one axis, so that the difference is nearly round about the origin.
static void place_solids(test_rng* rng, int way, imp3_pose* a, imp3_pose* b)
{
    *a = imp3_pose_identity();
    *b = *a;
    a->q = any_rot(rng);
    b->q = way == 0 ? any_rot(rng) : a->q;
    float off = way == 0 ? 0.7f : way == 1 ? 0.0f : 1e-3f;
    b->p.x = off * test_rng_range(rng, -1, 1);
    b->p.y = off * test_rng_range(rng, -1, 1);
    b->p.z = off * test_rng_range(rng, -1, 1);
    if (way == 3)
    {
        const imp3_vec axis = {1, 0, 0};
        imp3_rot q;
        assert_int_equal(imp3_rot_make(axis, test_rng_range(rng, -2e-3f, 2e-3f), &q), IMP_OK);
        imp3_rot r = {imp3_rot_apply(q, b->q.x), imp3_rot_apply(q, b->q.y), imp3_rot_apply(q, b->q.z)};
        b->q = r;
    }
}

static double off_surface(const imp3_shape* s, const imp3_pose* pose, imp3_vec point)
{
    imp3_vec closest;
    float distance;
    assert_int_equal(imp3_shape_closest(s, pose, point, &closest, &distance), IMP_OK);
    return fabs((double)distance);
}

static void depth_is_least(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(600), measured = 0;
    double worst = 0.0, worst_normal = 0.0, worst_surface = 0.0;
    for (uint64_t i = 0; i < count; i++)
    {
        imp3_shape a, b;
        imp3_pose pose_a, pose_b;
        int sort_a = (int)(i % 3), sort_b = (int)(i / 3 % SOLID_COUNT), way = (int)(i / 24 % 5);
        make_solid(&rng, sort_a, &a);
        make_solid(&rng, sort_b, &b);
        place_solids(&rng, way == 4 ? 0 : way, &pose_a, &pose_b);
        bool swapped = i & 1;
        imp3_nearest d;
        assert_int_equal(swapped ? imp3_distance(&b, &pose_b, &a, &pose_a, &d)
                                 : imp3_distance(&a, &pose_a, &b, &pose_b, &d),
                         IMP_OK);
        double radii = (double)a.radius + b.radius, scale = (double)a.reach + b.reach + radii;
        if (-(double)d.distance > radii)
        {
            brute_body at_a, at_b;
            brute_place(swapped ? &b : &a, swapped ? &pose_b : &pose_a, &at_a);
            brute_place(swapped ? &a : &b, swapped ? &pose_a : &pose_b, &at_b);
            double least = brute_depth(&at_a, &at_b, 1200) + radii;
            double n[3] = {d.normal.x, d.normal.y, d.normal.z};
            brute_unit(n);
            // It is the least, and it is a way out.
            double more = (-(double)d.distance - least) / scale;
            double left = (brute_extent(&at_a, &at_b, n) + radii + (double)d.distance) / scale;
            worst = fmax(worst, more);
            worst_normal = fmax(worst_normal, fabs(left));
            if (more > 0x1p-18 || fabs(left) > 0x1p-20)
            {
                fail_msg("sorts %d %d, way %d: depth %.9g, least %.9g, along the normal %.9g", sort_a, sort_b, way,
                         -(double)d.distance, least, -(double)d.distance + left * scale);
            }
            double surface = fmax(off_surface(swapped ? &b : &a, swapped ? &pose_b : &pose_a, d.point_a),
                                  off_surface(swapped ? &a : &b, swapped ? &pose_a : &pose_b, d.point_b)) /
                             scale;
            worst_surface = fmax(worst_surface, surface);
            if (surface > 0x1p-17)
            {
                fail_msg("sorts %d %d, way %d: a point is off its surface by 2^%.1f of the scale", sort_a, sort_b, way,
                         log2(surface));
            }
            measured++;
        }
        imp3_shape_free(&a);
        imp3_shape_free(&b);
    }
    printf("of the scale: depth more than the least by 2^%.1f, off along the normal by 2^%.1f, points off by 2^%.1f\n",
           log2(worst + 1e-300), log2(worst_normal + 1e-300), log2(worst_surface + 1e-300));
    test_report("penetration_curved3: against all directions", measured);
}

// Degenerate ones end, with a normal.
static void flat_and_coincident(void** state)
{
    (void)state;
    const imp3_vec o = {0, 0, 0}, z = {0, 0, 1}, x = {1, 0, 0}, y = {0, 1, 0};
    imp3_shape shapes[7];
    assert_int_equal(imp3_cylinder_make(o, o, 1.0f, 0.0f, &shapes[0]), IMP_OK);
    assert_int_equal(imp3_cylinder_make(o, z, 0.0f, 0.0f, &shapes[1]), IMP_OK);
    assert_int_equal(imp3_cone_make(o, o, 0.0f, 0.0f, 0.0f, &shapes[2]), IMP_OK);
    assert_int_equal(imp3_cone_make(o, x, 1.0f, 0.0f, 0.0f, &shapes[3]), IMP_OK);
    assert_int_equal(imp3_triangle_make(o, y, z, 0.0f, &shapes[4]), IMP_OK);
    assert_int_equal(imp3_sphere_make(o, 0.0f, &shapes[5]), IMP_OK);
    assert_int_equal(imp3_capsule_make(o, z, 0.0f, &shapes[6]), IMP_OK);
    for (int i = 0; i < 4; i++)
    {
        for (int k = 0; k < 7; k++)
        {
            imp3_pose home = imp3_pose_identity();
            imp3_nearest d;
            bool overlap;
            assert_int_equal(imp3_distance(&shapes[i], &home, &shapes[k], &home, &d), IMP_OK);
            assert_int_equal(imp3_overlap(&shapes[i], &home, &shapes[k], &home, &overlap), IMP_OK);
            double length = sqrt((double)d.normal.x * d.normal.x + (double)d.normal.y * d.normal.y +
                                 (double)d.normal.z * d.normal.z);
            assert_true(overlap && d.distance <= 0.0f);
            assert_number(fabs(length - 1.0), <, 1e-6);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_is_least),
        cmocka_unit_test(flat_and_coincident),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
