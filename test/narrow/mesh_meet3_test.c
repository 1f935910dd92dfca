// SPDX-License-Identifier: MIT
//
// Mesh against mesh: the pairs that imp3_overlap finds of all pairs of triangles, whatever the trees and the walk.

#include <string.h>

#include "base/cpu.h"
#include "broad/bvh_kernels3.h"
#include "impinge/mesh3.h"
#include "narrow/brute3.h"
#include "narrow/mesh_pair3.h"
#include "oracle/meshes3.h"
#include "shape/compound3.h"

enum
{
    MOST = 20000,  // pairs of a scene
    KINDS = 9
};

/// All kinds of meshes but those of flat triangles, which are refused.
static const test_mesh_kind KIND[KINDS] = {TEST_MESH_BALL,  TEST_MESH_TORUS,    TEST_MESH_GRID,
                                           TEST_MESH_HILLS, TEST_MESH_SOUP,     TEST_MESH_SLIVERS,
                                           TEST_MESH_SAME,  TEST_MESH_CENTERED, TEST_MESH_STAIRS};

typedef struct scene
{
    test_mesh mesh[2];
    imp3_pose pose[2];
    uint64_t pairs[MOST];  // sources of A and of B, that many bits up, rising
    int count;
} scene;

static imp3_compound mesh_of(const test_mesh* mesh, imp3_bvh_def def)
{
    imp3_compound c;
    imp3_triangles t = test_mesh_triangles(mesh, def, true);
    assert_int_equal(imp3_triangles_make(&t, NULL, &c, NULL), IMP_OK);
    return c;
}

static imp3_bvh_def default_def(void)
{
    imp3_bvh_def def;
    memset(&def, 0, sizeof def);
    return def;
}

static int compare_keys(const void* a, const void* b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static uint64_t source_key(const imp3_compound* a, int32_t i, const imp3_compound* b, int32_t j)
{
    int32_t source_a, source_b;
    assert_int_equal(imp3_compound_source(a, i, &source_a), IMP_OK);
    assert_int_equal(imp3_compound_source(b, j, &source_b), IMP_OK);
    return (uint64_t)source_a << 32 | (uint64_t)source_b;
}

/// The middle of a placed triangle, and how far it reaches.
static double place_middle(const imp3_shape* s, const imp3_pose* pose, imp3i_dvec* middle)
{
    double reach = 0.0;
    brute_core core = brute_place(s, pose);
    *middle = imp3i_dscale(imp3i_dadd(imp3i_dadd(core.points[0], core.points[1]), core.points[2]), 1.0 / 3.0);
    for (int k = 0; k < 3; ++k)
    {
        double far = brute_length(imp3i_dsub(core.points[k], *middle));
        reach = far > reach ? far : reach;
    }
    return reach;
}

/// All pairs of triangles, those that balls part left out.
static void find_truth(scene* s)
{
    imp3_compound a = mesh_of(&s->mesh[0], default_def()), b = mesh_of(&s->mesh[1], default_def());
    s->count = 0;
    for (int32_t i = 0; i < a.part_count; ++i)
    {
        imp3_shape part_a, part_b;
        imp3i_dvec middle_a, middle_b;
        assert_int_equal(imp3_compound_part(&a, i, &part_a), IMP_OK);
        double reach_a = place_middle(&part_a, &s->pose[0], &middle_a);
        for (int32_t j = 0; j < b.part_count; ++j)
        {
            bool overlap;
            assert_int_equal(imp3_compound_part(&b, j, &part_b), IMP_OK);
            double reach = reach_a + place_middle(&part_b, &s->pose[1], &middle_b);
            double rounding = 1e-12 * (imp3i_dnorm1(middle_a) + imp3i_dnorm1(middle_b));
            if (brute_length(imp3i_dsub(middle_a, middle_b)) > reach * 1.000001 + rounding)
            {
                continue;
            }
            assert_int_equal(imp3_overlap(&part_a, &s->pose[0], &part_b, &s->pose[1], &overlap), IMP_OK);
            if (overlap)
            {
                assert_true(s->count < MOST);
                s->pairs[s->count++] = source_key(&a, i, &b, j);
            }
        }
    }
    qsort(s->pairs, (size_t)s->count, sizeof *s->pairs, compare_keys);
    imp3_compound_free(&a);
    imp3_compound_free(&b);
}

static imp3_pose quarter_pose(test_rng* rng, float unit)
{
    imp3_pose p = imp3_pose_identity();
    const imp3_rot turns[4] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                               {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}},
                               {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                               {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
    p.q = turns[test_rng_int(rng, 0, 3)];
    p.p.x = unit * (float)test_rng_int(rng, -2, 2);
    p.p.y = unit * (float)test_rng_int(rng, -2, 2);
    p.p.z = unit * (float)test_rng_int(rng, -2, 2);
    return p;
}

/// A rotation that is as far from one as is accepted.
static void bend_rotation(test_rng* rng, imp3_rot* q)
{
    imp3_rot was = *q;
    float by = test_rng_range(rng, -4e-7f, 4e-7f), across = test_rng_range(rng, -4e-7f, 4e-7f);
    q->x = imp3_vec_add(imp3_vec_scale(was.x, 1.0f + by), imp3_vec_scale(was.y, across));
    q->z = imp3_vec_scale(was.z, 1.0f - by);
}

/// Poses of a scene: anywhere, on a grid, the same, far away, or turned by what is hardly a rotation.
static void choose_poses(test_rng* rng, int style, scene* s)
{
    for (int k = 0; k < 2; ++k)
    {
        s->pose[k] = style == 1 ? quarter_pose(rng, 0.25f) : brute_pose(rng, 0.4f);
        if (style == 4)
        {
            bend_rotation(rng, &s->pose[k].q);
        }
        if (style == 3)
        {
            const imp3_vec far = {3e5f, -2e5f, 1e5f};
            s->pose[k].p = imp3_vec_add(s->pose[k].p, far);
        }
        assert_int_equal(imp3_pose_check(&s->pose[k]), IMP_OK);
    }
    if (style == 2)
    {
        s->pose[1] = s->pose[0];
    }
}

static void make_scene(test_rng* rng, test_mesh_kind a, test_mesh_kind b, int about, int style, scene* s)
{
    s->mesh[0] = test_mesh_make(rng, a, about);
    s->mesh[1] = test_mesh_make(rng, b, about);
    if (style == 2 && a == b)
    {
        test_mesh_free(&s->mesh[1]);
        s->mesh[1] = s->mesh[0];
    }
    choose_poses(rng, style, s);
    find_truth(s);
}

static void free_scene(scene* s)
{
    if (s->mesh[1].points != s->mesh[0].points)
    {
        test_mesh_free(&s->mesh[1]);
    }
    test_mesh_free(&s->mesh[0]);
}

/// Tree number n of sixty: four kinds, wide or narrow with each volume, three sizes of leaves.
static imp3_bvh_def def_of(int n)
{
    static const int32_t sizes[3] = {0, 1, 7};
    imp3_bvh_def def = default_def();
    def.kind = n % 4;
    def.narrow = n / 4 % 5 > 0;
    def.volume = def.narrow ? n / 4 % 5 - 1 : IMP3_VOLUME_BOX;
    def.leaf_size = sizes[n / 20 % 3];
    return def;
}

static imp3_mesh_pair found_pairs[MOST];

/// Meets, and looks at what was found: sorted, without doubles, all of it or as many as were asked for of the truth.
static int meet(const scene* s, const imp3_compound c[2], const imp3_mesh_walk* walk)
{
    imp3_mesh_pairs out = {found_pairs, MOST, -1};
    assert_int_equal(imp3_mesh_meet(&c[0], &s->pose[0], &c[1], &s->pose[1], walk, &out), IMP_OK);
    int want = walk && walk->stop_after > 0 && walk->stop_after < s->count ? walk->stop_after : s->count;
    assert_int_equal(out.count, want);
    for (int i = 0; i < out.count; ++i)
    {
        const imp3_mesh_pair* p = &found_pairs[i];
        uint64_t key = source_key(&c[0], p->part_a, &c[1], p->part_b);
        assert_true(p->crossing.crosses);
        assert_non_null(bsearch(&key, s->pairs, (size_t)s->count, sizeof key, compare_keys));
        assert_true(i == 0 || p[-1].part_a < p->part_a || (p[-1].part_a == p->part_a && p[-1].part_b < p->part_b));
    }
    return out.count;
}

static imp3i_mesh_couple couple_of(const scene* s, const imp3_compound c[2])
{
    const imp3i_mesh_side a = {imp3i_bvh_of(&c[0]), imp3i_bvh_triangles_of(&c[0]), s->pose[0]};
    const imp3i_mesh_side b = {imp3i_bvh_of(&c[1]), imp3i_bvh_triangles_of(&c[1]), s->pose[1]};
    return imp3i_mesh_couple_of(&a, &b);
}

/// Lanes of every width find the same, with the same counts; as does a tree that is moved into the other's frame as a
/// whole.
static void check_ways(const scene* s, const imp3_compound c[2])
{
    static imp3_mesh_pair pairs[MOST];
    const int count = meet(s, c, NULL);
    imp3i_mesh_couple couple = couple_of(s, c);
    imp3_mesh_work first = {0, 0};
    for (int level = 0; level <= impi_cpu_level() + 1; ++level)
    {
        imp3_mesh_work work = {0, 0};
        imp3_mesh_walk walk = {IMP3_WALK_DEPTH, 0, &work};
        imp3_mesh_pairs out = {pairs, MOST, 0};
        imp3i_bvh turned;
        bool moved = level > impi_cpu_level();
        couple.kernels = imp3i_bvh_kernels_of(moved ? impi_cpu_level() : level);
        if (moved)
        {
            assert_int_equal(
                imp3i_bvh_turned(couple.side[1].tree, &couple.side[1].triangles, &couple.frame[0], NULL, &turned),
                IMP_OK);
            couple = imp3i_mesh_couple_turned(&couple, &turned);
        }
        assert_int_equal(imp3i_mesh_meet(&couple, &walk, &out), IMP_OK);
        assert_int_equal(out.count, count);
        for (int i = 0; i < count; ++i)
        {
            assert_memory_equal(&pairs[i].crossing.from, &found_pairs[i].crossing.from, 6 * sizeof(float));
            assert_int_equal(pairs[i].part_a, found_pairs[i].part_a);
            assert_int_equal(pairs[i].part_b, found_pairs[i].part_b);
        }
        first = level == 0 ? work : first;
        assert_true(moved || (first.nodes == work.nodes && first.triangles == work.triangles));
        if (moved)
        {
            imp3i_bvh_free(&turned, NULL);
        }
    }
}

/// Some trees, in each order.
static void check_trees(const scene* s, int from, int step)
{
    for (int n = from; n < 60; n += step)
    {
        imp3_compound c[2] = {mesh_of(&s->mesh[0], def_of(n)), mesh_of(&s->mesh[1], def_of((n + n / 4) % 60))};
        for (int order = IMP3_WALK_DEPTH; order <= IMP3_WALK_BEST; ++order)
        {
            imp3_mesh_walk walk = {order, 0, NULL};
            meet(s, c, &walk);
        }
        check_ways(s, c);
        imp3_compound_free(&c[0]);
        imp3_compound_free(&c[1]);
    }
}

static void all_pairs_of_brute_force(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static scene s;
    int found = 0;
    for (uint64_t n = 0; n < test_n(60); ++n)
    {
        int a = (int)(n % KINDS), style = (int)(n / KINDS % 5), b = test_rng_int(&rng, 0, KINDS - 1);
        int about = test_rng_int(&rng, 1, style == 2 || KIND[a] == TEST_MESH_SAME ? 40 : 120);
        make_scene(&rng, KIND[a], KIND[n % 3 ? b : a], about, style, &s);
        check_trees(&s, test_rng_int(&rng, 0, 6), 7);
        found += s.count;
        free_scene(&s);
    }
    assert_number(found, >, 1500);
    test_report("pairs of meshes", test_n(60));
}

static void as_many_as_are_asked_for(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static scene s;
    int saved = 0, scenes = 0;
    for (uint64_t n = 0; n < test_n(8); ++n)
    {
        make_scene(&rng, TEST_MESH_BALL, n % 2 ? TEST_MESH_TORUS : TEST_MESH_BALL, 500, 0, &s);
        for (int order = IMP3_WALK_DEPTH; order <= IMP3_WALK_BEST && s.count > 50; ++order)
        {
            imp3_bvh_def def = def_of((int)(n * 3));
            imp3_compound c[2] = {mesh_of(&s.mesh[0], def), mesh_of(&s.mesh[1], def)};
            imp3_mesh_work all = {0, 0}, one = {0, 0};
            imp3_mesh_walk walk = {order, 0, &all}, first = {order, 1, &one}, some = {order, s.count / 2, NULL};
            meet(&s, c, &walk);
            meet(&s, c, &first);
            meet(&s, c, &some);
            walk.stop_after = s.count + 5;
            meet(&s, c, &walk);
            ++scenes;
            saved += 4 * one.triangles < all.triangles && 2 * one.nodes < all.nodes;
            imp3_compound_free(&c[0]);
            imp3_compound_free(&c[1]);
        }
        free_scene(&s);
    }
    assert_number(scenes, >, 3);
    assert_number(saved, >=, scenes * 3 / 4);
}

// Meshes from files

/// A mesh of an OBJ file of the folder that the environment has as MESHES; false without it.
static bool load_mesh(const char* name, test_mesh* out)
{
    char path[512], line[256];
    const char* folder = getenv("MESHES");
    snprintf(path, sizeof path, "%s/%s.obj", folder ? folder : "", name);
    FILE* file = folder ? fopen(path, "r") : NULL;
    memset(out, 0, sizeof *out);
    if (!file)
    {
        return false;
    }
    out->points = malloc(300000 * sizeof *out->points);
    out->corners = malloc(300000 * sizeof *out->corners);
    assert_true(out->points && out->corners);
    while (fgets(line, sizeof line, file))
    {
        imp3_vec v;
        int c[3];
        if (sscanf(line, "v %f %f %f", &v.x, &v.y, &v.z) == 3 && out->point_count < 300000)
        {
            out->points[out->point_count++] = v;
        }
        if (sscanf(line, "f %d%*[^ ] %d%*[^ ] %d", &c[0], &c[1], &c[2]) == 3 ||
            sscanf(line, "f %d %d %d", &c[0], &c[1], &c[2]) == 3)
        {
            assert_true(out->count < 100000);
            for (int k = 0; k < 3; ++k)
            {
                out->corners[3 * out->count + k] = c[k] - 1;
            }
            ++out->count;
        }
    }
    (void)fclose(file);
    return true;
}

typedef struct placed_box
{
    double lower[3], upper[3];
    int32_t part;
} placed_box;

static int compare_boxes(const void* a, const void* b)
{
    double x = ((const placed_box*)a)->lower[0], y = ((const placed_box*)b)->lower[0];
    return (x > y) - (x < y);
}

/// Boxes of the placed triangles of a mesh, by where they begin along x.
static placed_box* boxes_of(const imp3_compound* c, const imp3_pose* pose)
{
    placed_box* boxes = malloc((size_t)c->part_count * sizeof *boxes);
    assert_non_null(boxes);
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        imp3_shape part;
        assert_int_equal(imp3_compound_part(c, i, &part), IMP_OK);
        brute_core core = brute_place(&part, pose);
        boxes[i].part = i;
        for (int k = 0; k < 3; ++k)
        {
            boxes[i].lower[k] = INFINITY;
            boxes[i].upper[k] = -INFINITY;
            for (int v = 0; v < 3; ++v)
            {
                double x = k == 0 ? core.points[v].x : k == 1 ? core.points[v].y : core.points[v].z;
                boxes[i].lower[k] = x < boxes[i].lower[k] ? x : boxes[i].lower[k];
                boxes[i].upper[k] = x > boxes[i].upper[k] ? x : boxes[i].upper[k];
            }
        }
    }
    qsort(boxes, (size_t)c->part_count, sizeof *boxes, compare_boxes);
    return boxes;
}

static bool boxes_near(const placed_box* a, const placed_box* b, double by)
{
    bool near = true;
    for (int k = 0; k < 3; ++k)
    {
        near = near && a->lower[k] <= b->upper[k] + by && b->lower[k] <= a->upper[k] + by;
    }
    return near;
}

/// How many pairs touch, by sweeping along x.
static int32_t count_touching(const imp3_compound c[2], const imp3_pose pose[2], double by)
{
    placed_box* boxes[2] = {boxes_of(&c[0], &pose[0]), boxes_of(&c[1], &pose[1])};
    int32_t count = 0, first = 0;
    double widest = 0.0;
    for (int32_t j = 0; j < c[1].part_count; ++j)
    {
        double width = boxes[1][j].upper[0] - boxes[1][j].lower[0];
        widest = width > widest ? width : widest;
    }
    for (int32_t i = 0; i < c[0].part_count; ++i)
    {
        const placed_box* a = &boxes[0][i];
        imp3_shape part_a, part_b;
        assert_int_equal(imp3_compound_part(&c[0], a->part, &part_a), IMP_OK);
        while (first < c[1].part_count && boxes[1][first].lower[0] + widest + by < a->lower[0])
        {
            ++first;
        }
        for (int32_t j = first; j < c[1].part_count && boxes[1][j].lower[0] <= a->upper[0] + by; ++j)
        {
            bool overlap;
            if (boxes_near(a, &boxes[1][j], by))
            {
                assert_int_equal(imp3_compound_part(&c[1], boxes[1][j].part, &part_b), IMP_OK);
                assert_int_equal(imp3_overlap(&part_a, &pose[0], &part_b, &pose[1], &overlap), IMP_OK);
                count += overlap;
            }
        }
    }
    free(boxes[0]);
    free(boxes[1]);
    return count;
}

/// Scanned and built meshes, where they are there.
static void meshes_of_files(void** state)
{
    (void)state;
    static const char* const names[2][2] = {{"env", "rob"}, {"bunny69k", "bunny69k"}};
    test_rng rng = {test_seed()};
    for (int which = 0; which < 2; ++which)
    {
        test_mesh mesh[2];
        uint64_t poses = test_n(1);
        if (!load_mesh(names[which][0], &mesh[0]) || !load_mesh(names[which][1], &mesh[1]))
        {
            skip();
        }
        imp3_compound c[2] = {mesh_of(&mesh[0], default_def()), mesh_of(&mesh[1], default_def())};
        imp3_pose pose[2] = {imp3_pose_identity(), imp3_pose_identity()};
        imp3_box box;
        assert_int_equal(imp3_compound_bounds(&c[0], &pose[0], &box), IMP_OK);
        imp3_vec size = imp3_vec_sub(box.upper, box.lower);
        double by = 1e-9 * imp3i_dnorm1(imp3i_dvec_of(size));
        for (uint64_t n = 0; n < (poses < 100 ? poses : 100); ++n)
        {
            imp3_vec at = brute_within(&rng, 0.5f);
            pose[1] = brute_pose(&rng, 1.0f);
            pose[1].p.x = 0.5f * (box.lower.x + box.upper.x) + at.x * size.x;
            pose[1].p.y = 0.5f * (box.lower.y + box.upper.y) + at.y * size.y;
            pose[1].p.z = 0.5f * (box.lower.z + box.upper.z) + at.z * size.z;
            imp3_mesh_pairs out = {NULL, 0, 0};
            assert_int_equal(imp3_mesh_meet(&c[0], &pose[0], &c[1], &pose[1], NULL, &out), IMP_OK);
            assert_int_equal(out.count, count_touching(c, pose, by));
        }
        for (int k = 0; k < 2; ++k)
        {
            imp3_compound_free(&c[k]);
            test_mesh_free(&mesh[k]);
        }
    }
}

/// Both ways round, moved together, and in other units, the pairs are the same.
static void laws_of_symmetry_and_scale(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static scene s;
    for (uint64_t n = 0; n < test_n(20); ++n)
    {
        make_scene(&rng, KIND[n % KINDS], TEST_MESH_TORUS, 60, n % 2 ? 1 : 0, &s);
        imp3_compound c[2] = {mesh_of(&s.mesh[0], def_of((int)n)), mesh_of(&s.mesh[1], def_of((int)n + 7))};
        int count = meet(&s, c, NULL);
        static imp3_mesh_pair turned[MOST], scaled[MOST];
        imp3_mesh_pairs out = {turned, MOST, 0};
        assert_int_equal(imp3_mesh_meet(&c[1], &s.pose[1], &c[0], &s.pose[0], NULL, &out), IMP_OK);
        assert_int_equal(out.count, count);
        for (int i = 0; i < count; ++i)
        {
            uint64_t key = source_key(&c[0], turned[i].part_b, &c[1], turned[i].part_a);
            assert_non_null(bsearch(&key, s.pairs, (size_t)s.count, sizeof key, compare_keys));
        }
        for (int power = -10; power <= 10; power += 20)
        {
            float by = power < 0 ? 0x1p-10f : 0x1p10f;
            imp3_pose pose[2] = {s.pose[0], s.pose[1]};
            test_mesh mesh[2];
            imp3_compound other[2];
            for (int k = 0; k < 2; ++k)
            {
                mesh[k] = s.mesh[k];
                mesh[k].points = malloc((size_t)mesh[k].point_count * sizeof *mesh[k].points);
                assert_non_null(mesh[k].points);
                for (int32_t i = 0; i < mesh[k].point_count; ++i)
                {
                    mesh[k].points[i] = imp3_vec_scale(s.mesh[k].points[i], by);
                }
                pose[k].p = imp3_vec_scale(pose[k].p, by);
                other[k] = mesh_of(&mesh[k], def_of((int)n + 7 * k));
            }
            imp3_mesh_pairs again = {scaled, MOST, 0};
            assert_int_equal(imp3_mesh_meet(&other[0], &pose[0], &other[1], &pose[1], NULL, &again), IMP_OK);
            assert_int_equal(again.count, count);
            for (int i = 0; i < count; ++i)
            {
                assert_int_equal(scaled[i].part_a, found_pairs[i].part_a);
                assert_int_equal(scaled[i].part_b, found_pairs[i].part_b);
                assert_true(scaled[i].crossing.from.x == found_pairs[i].crossing.from.x * by);
                assert_true(scaled[i].crossing.to.z == found_pairs[i].crossing.to.z * by);
            }
            for (int k = 0; k < 2; ++k)
            {
                imp3_compound_free(&other[k]);
                free(mesh[k].points);
            }
        }
        imp3_compound_free(&c[0]);
        imp3_compound_free(&c[1]);
        free_scene(&s);
    }
}

/// The ends of a segment lie on both triangles.
static void segments_lie_on_both(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static scene s;
    double worst = 0.0;
    for (uint64_t n = 0; n < test_n(50); ++n)
    {
        make_scene(&rng, KIND[n % KINDS], KIND[n / 5 % KINDS], 60, (int)(n % 3), &s);
        imp3_compound c[2] = {mesh_of(&s.mesh[0], default_def()), mesh_of(&s.mesh[1], default_def())};
        int count = meet(&s, c, NULL);
        for (int i = 0; i < count; ++i)
        {
            for (int k = 0; k < 2; ++k)
            {
                imp3_shape part;
                assert_int_equal(imp3_compound_part(&c[k], k ? found_pairs[i].part_b : found_pairs[i].part_a, &part),
                                 IMP_OK);
                brute_core core = brute_place(&part, &s.pose[k]);
                double scale = (double)part.reach + imp3i_dnorm1(imp3i_dvec_of(s.pose[k].p)) + 1.0;
                const imp3_vec ends[2] = {found_pairs[i].crossing.from, found_pairs[i].crossing.to};
                for (int e = 0; e < 2; ++e)
                {
                    double off =
                        brute_to_triangle(imp3i_dvec_of(ends[e]), core.points[0], core.points[1], core.points[2]);
                    worst = off / scale > worst ? off / scale : worst;
                }
            }
        }
        imp3_compound_free(&c[0]);
        imp3_compound_free(&c[1]);
        free_scene(&s);
    }
    assert_number(worst, <=, 0x1p-24);
}

static void more_pairs_than_room(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static scene s;
    static imp3_mesh_pair kept[MOST], before[MOST];
    make_scene(&rng, TEST_MESH_SAME, TEST_MESH_SAME, 80, 2, &s);
    imp3_compound c[2] = {mesh_of(&s.mesh[0], default_def()), mesh_of(&s.mesh[1], def_of(21))};
    assert_int_equal(s.count, s.mesh[0].count * s.mesh[1].count);  // more than are kept aside
    assert_number(s.count, >, 4096);
    meet(&s, c, NULL);
    imp3_mesh_work work = {0, 0};
    imp3_mesh_walk walk = {IMP3_WALK_DEPTH, 0, &work};
    memset(kept, 0x5a, sizeof kept);
    memcpy(before, kept, sizeof kept);
    for (int room = 0; room < s.count; room += room ? room : 1)
    {
        imp3_mesh_pairs out = {room ? kept : NULL, room, -1};
        imp_status status = imp3_mesh_meet(&c[0], &s.pose[0], &c[1], &s.pose[1], &walk, &out);
        assert_int_equal(imp_status_fault(status), room ? IMP_ERR_SPACE : IMP_OK);
        assert_int_equal(out.count, s.count);
        assert_memory_equal(kept, before, sizeof kept);
    }
    imp3_compound_free(&c[0]);
    imp3_compound_free(&c[1]);
    free_scene(&s);
}

static void refusals(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    test_mesh mesh = test_mesh_make(&rng, TEST_MESH_BALL, 50);
    imp3_compound c = mesh_of(&mesh, default_def()), single, none;
    imp3_shape ball;
    const imp3_vec at = {0.0f, 0.0f, 0.0f};
    memset(&none, 0, sizeof none);
    assert_int_equal(imp3_sphere_make(at, 1.0f, &ball), IMP_OK);
    assert_int_equal(imp3_compound_of_shape(&ball, &single), IMP_OK);
    imp3_pose here = imp3_pose_identity(), bad = here;
    bad.q.x.x = 2.0f;
    imp3_mesh_pair pair;
    imp3_mesh_pairs out = {&pair, 1, 77};
    imp3_mesh_walk odd = {3, 0, NULL}, negative = {0, -1, NULL};
#define REFUSED(call, code, argument) assert_int_equal(call, impi_error(code, argument))
    REFUSED(imp3_mesh_meet(NULL, &here, &c, &here, NULL, &out), IMP_ERR_NULL, 1);
    REFUSED(imp3_mesh_meet(&none, &here, &c, &here, NULL, &out), IMP_ERR_COMPOUND, 1);
    REFUSED(imp3_mesh_meet(&single, &here, &c, &here, NULL, &out), IMP_ERR_COMPOUND, 1);
    REFUSED(imp3_mesh_meet(&c, NULL, &c, &here, NULL, &out), IMP_ERR_NULL, 2);
    REFUSED(imp3_mesh_meet(&c, &bad, &c, &here, NULL, &out), IMP_ERR_ROTATION, 2);
    REFUSED(imp3_mesh_meet(&c, &here, &single, &here, NULL, &out), IMP_ERR_COMPOUND, 3);
    REFUSED(imp3_mesh_meet(&c, &here, &c, &bad, NULL, &out), IMP_ERR_ROTATION, 4);
    REFUSED(imp3_mesh_meet(&c, &here, &c, &here, &odd, &out), IMP_ERR_RANGE, 5);
    REFUSED(imp3_mesh_meet(&c, &here, &c, &here, &negative, &out), IMP_ERR_COUNT, 5);
    REFUSED(imp3_mesh_meet(&c, &here, &c, &here, NULL, NULL), IMP_ERR_NULL, 6);
    out.capacity = -1;
    REFUSED(imp3_mesh_meet(&c, &here, &c, &here, NULL, &out), IMP_ERR_COUNT, 6);
    out.capacity = 1;
    out.pairs = NULL;
    REFUSED(imp3_mesh_meet(&c, &here, &c, &here, NULL, &out), IMP_ERR_NULL, 6);
#undef REFUSED
    assert_int_equal(out.count, 77);
    imp3_compound_free(&c);
    test_mesh_free(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pairs_of_brute_force),
        cmocka_unit_test(as_many_as_are_asked_for),
        cmocka_unit_test(laws_of_symmetry_and_scale),
        cmocka_unit_test(segments_lie_on_both),
        cmocka_unit_test(meshes_of_files),
        cmocka_unit_test(more_pairs_than_room),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
