// SPDX-License-Identifier: MIT
//
// Making the shapes of space: what each maker promises about its vertices and faces, what it refuses, and that a
// refusal changes nothing.

#include <float.h>
#include <math.h>
#include <string.h>

#include "impinge/shape3.h"
#include "oracle/pairs3.h"
#include "support.h"

static double dot_of(imp3_vec a, imp3_vec b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static bool same_vec(imp3_vec a, imp3_vec b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

// What must hold for the faces of every shape: all vertices are behind them, their corners are theirs and turn left
// seen from outside, and where there are faces every edge belongs to two.
static const char* bad_faces(const imp3_shape* s)
{
    int32_t faces = -1, corners[64], sides = 0, from[512], to[512];
    if (imp3_shape_face_count(s, &faces))
    {
        return "face count";
    }
    for (int32_t f = 0; f < faces; f++)
    {
        imp3_face face = {{0, 0, 0}, 0, 0, corners, 64};
        if (imp3_shape_face(s, f, &face) || face.count < 3)
        {
            return "face";
        }
        double size = (double)s->reach, length = sqrt(dot_of(face.normal, face.normal));
        imp3_vec v[64], one;
        for (int k = 0; k < face.count; k++)
        {
            imp3_shape_vertex(s, corners[k], &v[k]);
            if (fabs(dot_of(face.normal, v[k]) - (double)face.offset) > 4e-6 * size)
            {
                return "corner is not on the face";
            }
            from[sides] = corners[k];
            to[sides++] = corners[(k + 1) % face.count];
        }
        for (int32_t i = 0; i < s->count; i++)
        {
            imp3_shape_vertex(s, i, &one);
            if (dot_of(face.normal, one) - (double)face.offset > 4e-6 * size)
            {
                return "vertex in front of a face";
            }
        }
        double area[3] = {0, 0, 0};
        for (int k = 1; k + 1 < face.count; k++)
        {
            const double a[3] = {(double)v[k].x - (double)v[0].x, (double)v[k].y - (double)v[0].y,
                                 (double)v[k].z - (double)v[0].z};
            const double b[3] = {(double)v[k + 1].x - (double)v[0].x, (double)v[k + 1].y - (double)v[0].y,
                                 (double)v[k + 1].z - (double)v[0].z};
            area[0] += a[1] * b[2] - a[2] * b[1];
            area[1] += a[2] * b[0] - a[0] * b[2];
            area[2] += a[0] * b[1] - a[1] * b[0];
        }
        double along =
            area[0] * (double)face.normal.x + area[1] * (double)face.normal.y + area[2] * (double)face.normal.z;
        if (fabs(length - 1.0) > 2e-7 || along < 0.0)
        {
            return "normal";
        }
    }
    for (int i = 0; i < sides; i++)
    {
        int back = 0;
        for (int k = 0; k < sides; k++)
        {
            back += from[k] == to[i] && to[k] == from[i];
        }
        if (back != 1)
        {
            return "a side has not one back";
        }
    }
    return NULL;
}

static const char* bad_shape(const imp3_shape* s)
{
    double reach = 0.0;
    for (int32_t i = 0; i < s->count; i++)
    {
        imp3_vec v;
        if (imp3_shape_vertex(s, i, &v))
        {
            return "imp3_shape_vertex";
        }
        reach = fmax(reach, sqrt(dot_of(v, v)));
    }
    double most = (double)s->reach;
    if (s->count > 0 && (most < reach * (1.0 - 0x1p-23) || most > reach * (1.0 + 0x1p-22)))
    {
        return "reach";
    }
    double length = sqrt(dot_of(s->normal, s->normal));
    bool has_normal = s->kind == IMP3_SHAPE_CYLINDER || s->kind == IMP3_SHAPE_CONE || s->kind == IMP3_SHAPE_HALF_SPACE;
    if (has_normal && fabs(length - 1.0) > 2e-7)
    {
        return "normal";
    }
    if ((s->block != NULL) != (s->kind == IMP3_SHAPE_HULL))
    {
        return "block";
    }
    return bad_faces(s);
}

static void every_made_shape_is_in_order(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(4000);
    for (uint64_t i = 0; i < count; i++)
    {
        imp3_shape s;
        int sort = (int)(i % SORT3_COUNT);
        pair3_shape(&rng, sort, (float)exp2((double)test_rng_int(&rng, -30, 30)), i % 3 == 0, &s);
        const char* wrong = bad_shape(&s);
        if (wrong)
        {
            fail_msg("%s: %s", sort3_names[sort], wrong);
        }
        imp3_shape_free(&s);
        assert_int_equal(s.kind, IMP3_SHAPE_NONE);
        imp3_shape_free(&s);
    }
    imp3_shape_free(NULL);
    test_report("shape3: shapes made", count);
}

static void kinds_and_counts(void** state)
{
    (void)state;
    imp3_vec a = {3, 1, 2}, b = {1, 4, 2}, c = {2, 2.5f, 2}, v;
    imp3_shape s;
    int32_t faces;
    assert_int_equal(imp3_sphere_make(a, 2.0f, &s), IMP_OK);
    assert_int_equal(s.kind, IMP3_SHAPE_SPHERE);
    assert_int_equal(s.count, 1);
    assert_number(s.radius, ==, 2.0f);
    assert_true(same_vec(s.a, a));
    assert_int_equal(imp3_capsule_make(a, b, 0.5f, &s), IMP_OK);
    assert_int_equal(s.kind, IMP3_SHAPE_CAPSULE);
    assert_int_equal(s.count, 2);
    assert_int_equal(imp3_shape_vertex(&s, 1, &v), IMP_OK);
    assert_true(same_vec(v, b));
    assert_int_equal(imp3_capsule_make(a, a, 0.5f, &s), IMP_OK);
    assert_int_equal(s.count, 1);
    // c is the middle of a and b: on their line, and in no float plane more than in another.
    assert_int_equal(imp3_triangle_make(a, b, c, 0.5f, &s), IMP_OK);
    assert_int_equal(s.count, 3);
    imp3_vec none = {0, 0, 0};
    assert_true(same_vec(s.normal, none));
    assert_int_equal(imp3_shape_face_count(&s, &faces), IMP_OK);
    assert_int_equal(faces, 0);
    c.z = nextafterf(c.z, 3.0f);
    assert_int_equal(imp3_triangle_make(a, b, c, 0.5f, &s), IMP_OK);
    assert_number(fabs(dot_of(s.normal, s.normal) - 1.0), <, 2e-7);
    assert_int_equal(imp3_shape_face_count(&s, &faces), IMP_OK);
    assert_int_equal(faces, 2);
    imp3_box box = {{-1, -2, -3}, {3, 5, -3}};
    assert_int_equal(imp3_box_make(box, &s), IMP_OK);
    assert_int_equal(s.count, 8);
    assert_int_equal(imp3_shape_vertex(&s, 5, &v), IMP_OK);
    imp3_vec corner = {3, -2, -3};
    assert_true(same_vec(v, corner));
    assert_int_equal(imp3_cylinder_make(a, a, 1.0f, 0.0f, &s), IMP_OK);
    imp3_vec x = {1, 0, 0};
    assert_true(same_vec(s.normal, x));
    assert_number(s.disc_b, ==, 1.0f);
    assert_int_equal(imp3_cone_make(a, b, 1.0f, 0.0f, 0.25f, &s), IMP_OK);
    assert_int_equal(s.count, 0);
    assert_number(s.disc_b, ==, 0.0f);
    imp3_vec down = {0, 0, -5};
    assert_int_equal(imp3_half_space_make(down, 3.0f, &s), IMP_OK);
    assert_number(s.normal.z, ==, -1.0f);
    assert_number(s.reach, >=, 3.0f);
}

// Corners on one line through the origin, so far apart that doubles round their differences: still no triangle.
static void a_line_is_no_triangle(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t i = 0; i < test_n(3000); i++)
    {
        imp3_vec d = {test_rng_range(&rng, -1, 1), test_rng_range(&rng, -1, 1), test_rng_range(&rng, -1, 1)}, v[3];
        for (int k = 0; k < 3; k++)
        {
            float far = (float)exp2((double)test_rng_int(&rng, -30, 40));
            v[k] = imp3_vec_scale(d, test_rng_int(&rng, 0, 1) ? far : -far);
        }
        imp3_shape s;
        int32_t faces;
        assert_int_equal(imp3_triangle_make(v[0], v[1], v[2], 0.0f, &s), IMP_OK);
        assert_number(fabsf(s.normal.x) + fabsf(s.normal.y) + fabsf(s.normal.z), ==, 0.0f);
        assert_int_equal(imp3_shape_face_count(&s, &faces), IMP_OK);
        assert_int_equal(faces, 0);
    }
}

// The middle of a turned box is where it was asked for, although its corners are told in the axes of the turn, and the
// turn is a rotation only nearly.
static void turned_boxes_stand_where_they_should(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t i = 0; i < test_n(1000); i++)
    {
        imp3_vec center = {test_rng_range(&rng, -9, 9), test_rng_range(&rng, -9, 9), test_rng_range(&rng, -9, 9)};
        imp3_vec half = {test_rng_range(&rng, 0, 2), test_rng_range(&rng, 0, 2), test_rng_range(&rng, 0, 2)}, v[2];
        imp3_shape s;
        imp3_rot turn = i % 2 ? pair3_worst_turn(&rng) : pair3_turn(&rng, false);
        assert_int_equal(imp3_oriented_box_make(center, half, turn, 0.0f, &s), IMP_OK);
        assert_int_equal(imp3_shape_vertex(&s, 0, &v[0]), IMP_OK);
        assert_int_equal(imp3_shape_vertex(&s, 7, &v[1]), IMP_OK);
        assert_number(fabsf(0.5f * (v[0].x + v[1].x) - center.x), <, 4e-6f);
        assert_number(fabsf(0.5f * (v[0].y + v[1].y) - center.y), <, 4e-6f);
        assert_number(fabsf(0.5f * (v[0].z + v[1].z) - center.z), <, 4e-6f);
        assert_true(s.a.x <= s.b.x && s.a.y <= s.b.y && s.a.z <= s.b.z);
    }
}

static void faces_fit_or_are_left_alone(void** state)
{
    (void)state;
    imp3_shape s, none = {0};
    imp3_box box = {{-1, -1, -1}, {1, 1, 1}};
    assert_int_equal(imp3_box_make(box, &s), IMP_OK);
    int32_t corners[4] = {9, 9, 9, 9}, count = 7;
    imp3_face face = {{7, 7, 7}, 7, 7, corners, 3};
    assert_int_equal(imp_status_fault(imp3_shape_face(&s, 0, &face)), IMP_ERR_SPACE);
    assert_int_equal(face.count, 4);
    assert_number(face.offset, ==, 7.0f);
    assert_int_equal(corners[0], 9);
    face.vertices = NULL;
    assert_int_equal(imp3_shape_face(&s, 1, &face), IMP_OK);
    assert_number(face.offset, ==, 1.0f);
    assert_number(face.normal.x, ==, 1.0f);
    assert_int_equal(imp_status_fault(imp3_shape_face(&s, 6, &face)), IMP_ERR_COUNT);
    assert_int_equal(imp_status_fault(imp3_shape_face(&s, -1, &face)), IMP_ERR_COUNT);
    assert_int_equal(imp_status_fault(imp3_shape_face(&none, 0, &face)), IMP_ERR_SHAPE);
    assert_int_equal(imp_status_fault(imp3_shape_face(&s, 0, NULL)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp3_shape_face_count(&none, &count)), IMP_ERR_SHAPE);
    assert_int_equal(imp_status_fault(imp3_shape_face_count(&s, NULL)), IMP_ERR_NULL);
    imp3_vec v = {7, 7, 7};
    assert_int_equal(imp_status_fault(imp3_shape_vertex(&s, 8, &v)), IMP_ERR_COUNT);
    assert_int_equal(imp_status_fault(imp3_shape_vertex(&s, -1, &v)), IMP_ERR_COUNT);
    assert_int_equal(imp_status_fault(imp3_shape_vertex(NULL, 0, &v)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp3_shape_vertex(&s, 0, NULL)), IMP_ERR_NULL);
    assert_number(v.x, ==, 7.0f);
    assert_int_equal(count, 7);
}

// One bad number at a time, in every place of every maker.
static void refusals(void** state)
{
    (void)state;
    const struct
    {
        float number;
        int fault;
    } bad[] = {{NAN, IMP_ERR_NAN},
               {INFINITY, IMP_ERR_NAN},
               {-INFINITY, IMP_ERR_NAN},
               {0x1p61f, IMP_ERR_MAGNITUDE},
               {-0x1p61f, IMP_ERR_MAGNITUDE},
               {0x1p-61f, IMP_ERR_MAGNITUDE},
               {0x1p-140f, IMP_ERR_MAGNITUDE}};
    imp3_shape s;
    memset(&s, 7, sizeof s);
    imp3_shape before = s;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
        float x = bad[i].number;
        int fault = bad[i].fault;
        imp3_vec a = {1, 2, 3}, v[3] = {{x, 2, 3}, {1, x, 3}, {1, 2, x}};
        imp3_rot one = imp3_pose_identity().q;
        for (int k = 0; k < 3; k++)
        {
            imp3_box box = {a, v[k]};
            imp3_rot turn = one;
            turn.y = v[k];
            const imp_status status[] = {imp3_sphere_make(v[k], 1, &s),
                                         imp3_capsule_make(v[k], a, 1, &s),
                                         imp3_triangle_make(v[k], a, a, 1, &s),
                                         imp3_half_space_make(v[k], 1, &s),
                                         imp3_box_make(box, &s),
                                         imp3_oriented_box_make(v[k], a, one, 1, &s),
                                         imp3_cylinder_make(v[k], a, 1, 1, &s),
                                         imp3_cone_make(v[k], a, 1, 1, 1, &s),
                                         imp3_capsule_make(a, v[k], 1, &s),
                                         imp3_triangle_make(a, v[k], a, 1, &s),
                                         imp3_oriented_box_make(a, v[k], one, 1, &s),
                                         imp3_cylinder_make(a, v[k], 1, 1, &s),
                                         imp3_cone_make(a, v[k], 1, 1, 1, &s),
                                         imp3_triangle_make(a, a, v[k], 1, &s),
                                         imp3_oriented_box_make(a, a, turn, 1, &s)};
            for (size_t j = 0; j < sizeof status / sizeof *status; j++)
            {
                assert_int_equal(imp_status_fault(status[j]), fault);
                assert_int_equal(imp_status_argument(status[j]), j < 8 ? 1 : j < 13 ? 2 : 3);
            }
        }
        const imp_status status[] = {imp3_sphere_make(a, x, &s),
                                     imp3_half_space_make(a, x, &s),
                                     imp3_capsule_make(a, a, x, &s),
                                     imp3_cylinder_make(a, a, x, 1, &s),
                                     imp3_cone_make(a, a, x, 1, 1, &s),
                                     imp3_triangle_make(a, a, a, x, &s),
                                     imp3_oriented_box_make(a, a, one, x, &s),
                                     imp3_cylinder_make(a, a, 1, x, &s),
                                     imp3_cone_make(a, a, 1, x, 1, &s),
                                     imp3_cone_make(a, a, 1, 1, x, &s)};
        const int arguments[] = {2, 2, 3, 3, 3, 4, 4, 4, 4, 5};
        for (size_t j = 0; j < sizeof status / sizeof *status; j++)
        {
            assert_int_equal(imp_status_fault(status[j]), fault);
            assert_int_equal(imp_status_argument(status[j]), arguments[j]);
        }
    }
    imp3_vec a = {1, 2, 3}, minus = {1, -1, 1}, none = {0, 0, 0}, large = {0x1p60f, 0x1p60f, 0x1p60f};
    imp3_box box = {a, minus};
    imp3_rot one = imp3_pose_identity().q, mirror = one;
    mirror.z.z = -1.0f;
    assert_int_equal(imp_status_fault(imp3_sphere_make(a, -1, &s)), IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp3_capsule_make(a, a, -1, &s)), IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp3_triangle_make(a, a, a, -1, &s)), IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp3_oriented_box_make(a, minus, one, 1, &s)), IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp3_oriented_box_make(a, a, one, -1, &s)), IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp3_oriented_box_make(a, a, mirror, 1, &s)), IMP_ERR_ROTATION);
    assert_int_equal(imp_status_fault(imp3_oriented_box_make(large, large, one, 1, &s)), IMP_ERR_MAGNITUDE);
    assert_int_equal(imp_status_fault(imp3_cylinder_make(a, a, -1, 1, &s)), IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp3_cone_make(a, a, 1, -1, 1, &s)), IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp3_box_make(box, &s)), IMP_ERR_ORDER);
    assert_int_equal(imp_status_fault(imp3_half_space_make(none, 1, &s)), IMP_ERR_RANGE);
    assert_memory_equal(&s, &before, sizeof s);
    // Only to check.
    assert_int_equal(imp3_sphere_make(a, 1, NULL), IMP_OK);
    assert_int_equal(imp3_triangle_make(a, a, a, 1, NULL), IMP_OK);
    assert_int_equal(imp3_oriented_box_make(a, a, one, 1, NULL), IMP_OK);
    assert_int_equal(imp3_cone_make(a, a, 1, 0, 1, NULL), IMP_OK);
    assert_int_equal(imp3_half_space_make(a, 1, NULL), IMP_OK);
    assert_int_equal(imp_status_fault(imp3_sphere_make(a, -1, NULL)), IMP_ERR_NEGATIVE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_made_shape_is_in_order), cmocka_unit_test(kinds_and_counts),
        cmocka_unit_test(a_line_is_no_triangle),        cmocka_unit_test(turned_boxes_stand_where_they_should),
        cmocka_unit_test(faces_fit_or_are_left_alone),  cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
