// SPDX-License-Identifier: MIT
//
// Spheres and capsules against everything with straight sides, by the quick way: depth, normal and points against brute
// force, that it answers nearly always, both orders alike, and closed forms.

#include <string.h>

#include "narrow/quick3.h"
#include "narrow/brute3.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(against_brute_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
