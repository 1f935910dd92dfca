// SPDX-License-Identifier: MIT
//
// Spheres and capsules against everything with straight sides, by the quick way: depth, normal and points against brute
// force, that it answers nearly always, both orders alike, and closed forms.

#include <stdlib.h>
#include <string.h>

#include "narrow/quick3.h"
#include "narrow/brute3.h"
#include "oracle/oracle3.h"
#include "oracle/pairs3.h"

enum
{
    AGAINST_SPHERE = 0,
    AGAINST_CAPSULE,
    AGAINST_TRIANGLE,
    AGAINST_BOX,
    AGAINST_TURNED_BOX,
    AGAINST_FLAT_BOX,
    AGAINST_HULL,
    AGAINST_COUNT
};

static const char* const against_names[AGAINST_COUNT] = {"sphere",     "capsule",  "triangle", "box",
                                                         "turned box", "flat box", "hull"};

static void make_target(test_rng* rng, int sort, imp3_shape* out)
{
    float radius = test_rng_int(rng, 0, 1) ? test_rng_range(rng, 0.05f, 0.4f) : 0.0f;
    imp3_vec half = {test_rng_range(rng, 0.1f, 1.0f), test_rng_range(rng, 0.1f, 1.0f), test_rng_range(rng, 0.1f, 1.0f)};
    imp3_box box = {{-half.x, -half.y, -half.z}, {half.y, half.z, half.x}};
    switch (sort)
    {
    case AGAINST_SPHERE: imp3_sphere_make(brute_within(rng, 0.5f), radius, out); break;
    case AGAINST_CAPSULE: imp3_capsule_make(brute_within(rng, 1.0f), brute_within(rng, 1.0f), radius, out); break;
    case AGAINST_TRIANGLE:
        imp3_triangle_make(brute_within(rng, 1.0f), brute_within(rng, 1.0f), brute_within(rng, 1.0f), radius, out);
        break;
    case AGAINST_BOX: imp3_box_make(box, out); break;
    case AGAINST_FLAT_BOX: half.y = 0.0f;  // fallthrough
    case AGAINST_TURNED_BOX:
        imp3_oriented_box_make(brute_within(rng, 0.5f), half, brute_pose(rng, 1.0f).q, radius, out);
        break;
    default:
    {
        imp3_vec points[12];
        int count = test_rng_int(rng, 4, 10);
        for (int i = 0; i < count; ++i)
        {
            points[i] = brute_within(rng, 1.0f);
        }
        assert_int_equal(imp3_hull_make(points, count, radius, NULL, out, NULL), IMP_OK);
    }
    }
}

static void make_round(test_rng* rng, imp3_shape* out)
{
    float radius = test_rng_range(rng, 0.05f, 0.5f);
    if (test_rng_int(rng, 0, 2) == 0)
    {
        imp3_sphere_make(brute_within(rng, 0.3f), radius, out);
    }
    else
    {
        imp3_capsule_make(brute_within(rng, 1.0f), brute_within(rng, 1.0f), radius, out);
    }
}

typedef struct answer_state
{
    const imp3_shape *a, *b;
    const imp3_pose *pose_a, *pose_b;
    float margin;
    brute_core core_a, core_b;
    double core;  // of the cores, by brute force
} answer_state;

/// What is wrong with an answer, or null.
static const char* find_fault(const answer_state* s, const imp3_manifold* m)
{
    const double near = 2e-6;
    double radii = s->core_a.radius + s->core_b.radius, distance = s->core - radii;
    if (fabs(distance - (double)s->margin) < near)
    {
        return NULL;
    }
    if ((m->count > 0) != (distance <= (double)s->margin))
    {
        return "yes or no";
    }
    if (m->count == 0)
    {
        const imp3_manifold none = {0};
        return memcmp(&none, m, sizeof none) ? "not zero" : NULL;
    }
    imp3i_dvec n = imp3i_dvec_of(m->normal);
    if (fabs(brute_length(n) - 1.0) > 1e-6)
    {
        return "normal not of unit length";
    }
    if (fabs((double)m->depth + distance) > near)
    {
        return "depth";
    }
    if (fabs(brute_along(&s->core_a, &s->core_b, n) - s->core) > near)
    {
        return "normal";
    }
    double deepest = -INFINITY;
    for (int k = 0; k < m->count; ++k)
    {
        const imp3_contact* c = &m->points[k];
        deepest = (double)c->depth > deepest ? (double)c->depth : deepest;
        // In line with both cores along the normal: the point of B's core, seen from here.
        imp3i_dvec at = imp3i_dvec_of(c->point);
        imp3i_dvec on_b = imp3i_dadd_scaled(at, n, s->core_b.radius - 0.5 * (double)c->depth);
        double off = brute_to_hull(on_b, &s->core_b);
        if (off > 2.0 * near)
        {
            return "point not on B";
        }
        if ((double)c->depth < -(double)s->margin - near)
        {
            return "point beyond the margin";
        }
        // Apart, the deepest is so far from A, and the others are no farther than their depth says, but for the lean.
        double to_a = brute_to_hull(on_b, &s->core_a) - radii + (double)c->depth;
        bool is_deepest = c->depth >= m->depth;
        if (s->core > 1e-3 && (to_a > 2.0 * near || (is_deepest && to_a < -2.0 * near)))
        {
            return is_deepest ? "deepest point" : "other point";
        }
        if (k > 0 && m->points[k - 1].id >= c->id)
        {
            return "order of names";
        }
    }
    return fabs(deepest - (double)m->depth) > 0.0 ? "deepest depth" : NULL;
}

static void print_call(const answer_state* s, const imp3_manifold* m)
{
    printf("  margin %g, core %.9g, radii %.9g\n", (double)s->margin, s->core, s->core_a.radius + s->core_b.radius);
    for (int i = 0; i < s->core_a.count; ++i)
    {
        printf("  a %.9g %.9g %.9g\n", s->core_a.points[i].x, s->core_a.points[i].y, s->core_a.points[i].z);
    }
    for (int i = 0; i < s->core_b.count; ++i)
    {
        printf("  b %.9g %.9g %.9g\n", s->core_b.points[i].x, s->core_b.points[i].y, s->core_b.points[i].z);
    }
    printf("  got %d, depth %.9g, normal %.9g %.9g %.9g\n", m->count, (double)m->depth, (double)m->normal.x,
           (double)m->normal.y, (double)m->normal.z);
    for (int k = 0; k < m->count; ++k)
    {
        const imp3_contact* c = &m->points[k];
        printf("    %.9g %.9g %.9g depth %.9g id %llx\n", (double)c->point.x, (double)c->point.y, (double)c->point.z,
               (double)c->depth, (unsigned long long)c->id);
    }
}

static void against_brute_force(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(4200);
    int wrong = 0, declined[AGAINST_COUNT] = {0}, asked[AGAINST_COUNT] = {0}, deep = 0, twice = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        imp3_shape a, b;
        int sort = (int)(i % AGAINST_COUNT);
        make_target(&rng, sort, &a);
        make_round(&rng, &b);
        float near = i % 4 == 0 ? 0.2f : 1.0f;
        imp3_pose pose_a = brute_pose(&rng, 1.0f), pose_b = brute_pose(&rng, 1.0f);
        pose_b.p = imp3_vec_add(pose_a.p, brute_within(&rng, near));
        answer_state s = {
            &a, &b, &pose_a, &pose_b, i & 1 ? 0.1f : 0.0f, brute_place(&a, &pose_a), brute_place(&b, &pose_b), 0.0};
        double separation = brute_separation(&s.core_a, &s.core_b);
        s.core = separation < 0.0 && separation > -1e30 && a.count + b.count > 3
                     ? separation
                     : brute_line_distance(&s.core_a, &s.core_b);
        imp3_manifold m, other;
        memset(&m, 0x5a, sizeof m);
        ++asked[sort];
        if (!imp3i_collide_round(&a, &pose_a, &b, &pose_b, s.margin, &m))
        {
            ++declined[sort];
            imp3_shape_free(&a);
            continue;
        }
        const char* fault = find_fault(&s, &m);
        if (fault && wrong++ < 5)
        {
            printf("%s: %s, case %d\n", against_names[sort], fault, (int)i);
            print_call(&s, &m);
        }
        deep += s.core < 0.0;
        twice += m.count == 2;
        if (sort >= AGAINST_TRIANGLE)
        {
            assert_true(imp3i_collide_round(&b, &pose_b, &a, &pose_a, s.margin, &other));
            assert_int_equal(other.count, m.count);
            assert_true(other.depth == m.depth && other.normal.x == -m.normal.x);
            for (int k = 0; k < m.count; ++k)
            {
                uint64_t turned = m.points[k].id >> 26 | (m.points[k].id & 0x3ffffff) << 26;
                int at = 0;
                while (at < 2 && other.points[at].id != turned)
                {
                    ++at;
                }
                assert_true(other.points[at].id == turned);
                assert_memory_equal(&other.points[at].point, &m.points[k].point, sizeof m.points[k].point);
            }
        }
        imp3_shape_free(&a);
    }
    for (int sort = 0; sort < AGAINST_COUNT; ++sort)
    {
        printf("%s: %d of %d handed on\n", against_names[sort], declined[sort], asked[sort]);
    }
    printf("inside: %d, two points: %d\n", deep, twice);
    test_report("round3: against brute force", count);
    assert_int_equal(wrong, 0);
    assert_true(count < 1000 || (deep > 20 && twice > 20));
}

/// The general way, as imp3_collide takes it when the quick one declines.
static bool collide_generally(const answer_state* s, imp3_manifold* out)
{
    imp3i_pair p = imp3i_pair_of(s->a, s->pose_a, s->b, s->pose_b);
    imp3i_gap gap;
    imp3i_gap_estimate(&p, (double)s->margin + 1e-3, NULL, &gap);
    imp3i_gap_decide(&p, &gap);
    if (gap.distance > (double)s->margin)
    {
        return false;
    }
    imp3i_manifold_of_gap(&p, (double)s->margin, &gap, out);
    return true;
}

static bool has_name(const imp3_manifold* m, uint64_t id)
{
    for (int k = 0; k < m->count; ++k)
    {
        if (m->points[k].id == id)
        {
            return true;
        }
    }
    return false;
}

static void like_the_general_way(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(20000), both = 0, renamed = 0;
    int wrong = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        imp3_shape a, b;
        int sort = (int)(i % AGAINST_COUNT);
        make_target(&rng, sort, &a);
        make_round(&rng, &b);
        imp3_pose pose_a = brute_pose(&rng, 1.0f), pose_b = brute_pose(&rng, 1.0f);
        pose_b.p = imp3_vec_add(pose_a.p, brute_within(&rng, 1.2f));
        answer_state s = {
            &a, &b, &pose_a, &pose_b, i & 1 ? 0.1f : 0.0f, brute_place(&a, &pose_a), brute_place(&b, &pose_b), 0.0};
        imp3_manifold m, general;
        if (imp3i_collide_round(&a, &pose_a, &b, &pose_b, s.margin, &m))
        {
            bool any = collide_generally(&s, &general), fault = any != (m.count > 0);
            if (any && m.count > 0)
            {
                ++both;
                fault = fabsf(m.depth - general.depth) > 2e-6f;
                bool named = m.count == general.count;
                for (int k = 0; k < m.count && named; ++k)
                {
                    named = has_name(&general, m.points[k].id);
                }
                renamed += !named;
                if (!named && renamed < 6 && getenv("SHOW"))
                {
                    s.core = 0.0;
                    printf("%s: other names, case %d\n", against_names[sort], (int)i);
                    print_call(&s, &m);
                    print_call(&s, &general);
                }
            }
            if (fault && wrong++ < 4)
            {
                printf("%s: unlike the general way, case %d\n", against_names[sort], (int)i);
                print_call(&s, &m);
                printf("  general: %d, depth %.9g\n", any ? general.count : 0, any ? (double)general.depth : 0.0);
            }
        }
        imp3_shape_free(&a);
    }
    printf("both touch: %d, of these with other names: %d\n", (int)both, (int)renamed);
    test_report("round3: like the general way", count);
    assert_int_equal(wrong, 0);
}

static bool is_straight(int sort)
{
    return sort < SORT3_EXACT && sort != SORT3_LARGE_HULL;
}

/// Near touching and everywhere else, the yes or no of imp3_collide for a sphere or a capsule is that of fractions.
static void exact_yes_or_no(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(1500), touching = 0, quick = 0, all = 0;
    int wrong = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        int round = (int)(i % 4), other = test_rng_int(&rng, 0, SORT3_EXACT - 1), style = (int)(i / 4 % STYLE3_COUNT);
        style = i & 1 ? style : STYLE3_BOUNDARY;
        if (!is_straight(other))
        {
            continue;
        }
        pair3 p;
        pair3_make(&rng, i & 2 ? other : round, i & 2 ? round : other, style, &p);
        imp3_manifold m;
        bool yes = false;
        if (imp3_collide(&p.a, &p.pose_a, &p.b, &p.pose_b, 0.0f, &m) == IMP_OK)
        {
            oracle3_body a = oracle3_shape(&p.a, &p.pose_a), b = oracle3_shape(&p.b, &p.pose_b);
            int relation = oracle3_relation(&a, &b);
            assert_int_equal(imp3_overlap(&p.a, &p.pose_a, &p.b, &p.pose_b, &yes), IMP_OK);
            bool bad = (m.count > 0) != (relation >= 0) || yes != (relation >= 0);
            bad = bad || (m.count > 0 && m.depth < 0.0f);
            imp3_manifold q;
            ++all;
            quick += imp3i_is_round(&p.a) || imp3i_is_round(&p.b)
                         ? imp3i_collide_round(&p.a, &p.pose_a, &p.b, &p.pose_b, 0.0f, &q)
                         : 0;
            touching += relation == 0;
            if (bad && wrong++ < 4)
            {
                printf("relation %d, got %d points, depth %a, overlap %d\n", relation, m.count, (double)m.depth, yes);
                pair3_print(&p);
            }
        }
        pair3_free(&p);
    }
    printf("touching: %d, quickly answered: %d of %d\n", (int)touching, (int)quick, (int)all);
    test_report("round3: yes or no against fractions", count);
    assert_int_equal(wrong, 0);
}

static void closed_forms(void** state)
{
    (void)state;
    imp3_shape a, b, plane;
    imp3_manifold m;
    imp3_vec zero = {0, 0, 0}, left = {-1, 0, 0}, right = {1, 0, 0}, up = {0, 0, 1};
    imp3_pose at = imp3_pose_identity(), here = at;
    // Spheres of 1 and 0.5, the centres 1.25 apart.
    imp3_sphere_make(zero, 1.0f, &a);
    imp3_sphere_make(zero, 0.5f, &b);
    at.p.y = 1.25f;
    assert_int_equal(imp3_collide(&a, &here, &b, &at, 0.0f, &m), IMP_OK);
    assert_true(m.count == 1 && m.normal.y == 1.0f && m.normal.x == 0.0f && m.depth == 0.25f);
    assert_true(m.points[0].point.y == 0.875f && m.points[0].depth == 0.25f);
    // One place: some direction, all of the depth.
    assert_int_equal(imp3_collide(&a, &here, &b, &here, 0.0f, &m), IMP_OK);
    assert_true(m.count == 1 && m.depth == 1.5f);
    // Capsules side by side, half past each other: two points where the common stretch ends.
    imp3_capsule_make(left, right, 0.5f, &a);
    at.p.x = 0.5f;
    at.p.y = 0.875f;
    assert_int_equal(imp3_collide(&a, &here, &a, &at, 0.0f, &m), IMP_OK);
    assert_true(m.count == 2 && m.normal.y == 1.0f && m.depth == 0.125f);
    float low = m.points[0].point.x < m.points[1].point.x ? m.points[0].point.x : m.points[1].point.x;
    assert_true(low == -0.5f && m.points[0].point.x + m.points[1].point.x == 0.5f);
    assert_true(m.points[0].depth == 0.125f && m.points[1].depth == 0.125f && m.points[0].id != m.points[1].id);
    // A lying capsule on a half-space, and a standing one.
    imp3_half_space_make(up, 0.0f, &plane);
    at = here;
    at.p.z = 0.375f;
    assert_int_equal(imp3_collide(&plane, &here, &a, &at, 0.0f, &m), IMP_OK);
    assert_true(m.count == 2 && m.normal.z == 1.0f && m.depth == 0.125f && m.points[0].point.z == -0.0625f);
    imp3_vec foot = {0, 0, -1};
    imp3_capsule_make(foot, up, 0.5f, &b);
    at.p.z = 1.375f;
    assert_int_equal(imp3_collide(&b, &at, &plane, &here, 0.0f, &m), IMP_OK);
    assert_true(m.count == 1 && m.normal.z == -1.0f && m.depth == 0.125f);
    // A capsule across a box that is narrower: where it leaves the face.
    imp3_box box = {{-0.5f, -2, -1}, {0.5f, 2, 0}};
    imp3_shape block;
    imp3_box_make(box, &block);
    at.p.z = 0.375f;
    assert_int_equal(imp3_collide(&block, &here, &a, &at, 0.0f, &m), IMP_OK);
    assert_true(m.count == 2 && m.normal.z == 1.0f && m.depth == 0.125f);
    assert_true(fabsf(m.points[0].point.x) == 0.5f && m.points[0].point.x == -m.points[1].point.x);
    // Radii of zero: a point on a face touches, one above does not.
    imp3_sphere_make(zero, 0.0f, &b);
    assert_int_equal(imp3_collide(&block, &here, &b, &here, 0.0f, &m), IMP_OK);
    assert_true(m.count == 1 && m.depth == 0.0f);
    at.p.z = 0x1p-60f;
    assert_int_equal(imp3_collide(&block, &here, &b, &at, 0.0f, &m), IMP_OK);
    assert_int_equal(m.count, 0);
}

/// Lying and trembling, the names stay: a capsule on a box, on a plane, on a capsule.
static void names_stay(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    imp3_shape capsule, block, plane;
    imp3_vec left = {-1, 0, 0}, right = {1, 0, 0}, up = {0, 0, 1};
    imp3_box box = {{-3, -2, -1}, {3, 2, 0}};
    imp3_capsule_make(left, right, 0.5f, &capsule);
    imp3_box_make(box, &block);
    imp3_half_space_make(up, 0.0f, &plane);
    const imp3_shape* floors[3] = {&block, &plane, &capsule};
    for (int i = 0; i < 3; ++i)
    {
        imp3_manifold first = {0}, m;
        for (int step = 0; step < 600; ++step)
        {
            imp3_pose floor = imp3_pose_identity(), pose;
            imp3_vec p = {0.25f, 0.0f, 0.495f};
            floor.p.z = i == 2 ? -0.5f : 0.0f;
            assert_int_equal(imp3_pose_make(imp3_vec_add(p, brute_within(&rng, 1e-6f)), brute_direction(&rng),
                                            test_rng_range(&rng, -1e-6f, 1e-6f), &pose),
                             IMP_OK);
            assert_int_equal(imp3_collide(floors[i], &floor, &capsule, &pose, 1e-3f, &m), IMP_OK);
            first = step == 0 ? m : first;
            assert_int_equal(m.count, 2);
            assert_true(m.points[0].id == first.points[0].id && m.points[1].id == first.points[1].id);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(closed_forms), cmocka_unit_test(names_stay),
                                       cmocka_unit_test(against_brute_force), cmocka_unit_test(like_the_general_way),
                                       cmocka_unit_test(exact_yes_or_no)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
