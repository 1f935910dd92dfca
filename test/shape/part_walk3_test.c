// SPDX-License-Identifier: MIT
//
// Near parts of a mesh by its bounding volume hierarchy, for every kind of tree and volume: none whose box does not meet,
// all that have a point in the box, of upright volumes all whose boxes meet; in rising order, from any part on. And the
// nodes of searches hold all parts, each once, within their boxes.

#include <math.h>
#include <string.h>

#include "shape/compound3.h"
#include "support.h"

enum
{
    WALK_POINTS = 60,
    WALK_TRIANGLES = 300
};

static imp3_vec any_point(test_rng* rng, float size)
{
    imp3_vec r;
    r.x = test_rng_range(rng, -size, size);
    r.y = test_rng_range(rng, -size, size);
    r.z = test_rng_range(rng, -size, size);
    return r;
}

/// Some triangles, small and large ones, under a tree of any kind, far from the origin or not.
static imp3_compound any_mesh(test_rng* rng)
{
    imp3_vec points[WALK_POINTS], middle = any_point(rng, test_rng_int(rng, 0, 3) ? 1.0f : 1e4f);
    int32_t corners[3 * WALK_TRIANGLES], count = test_rng_int(rng, 1, WALK_TRIANGLES);
    imp3_triangles t;
    imp3_compound mesh;
    memset(&t, 0, sizeof t);
    for (int k = 0; k < WALK_POINTS; ++k)
    {
        points[k] = imp3_vec_add(middle, any_point(rng, 4.0f));
    }
    for (int32_t k = 0; k < count; ++k)
    {
        int32_t first = test_rng_int(rng, 0, WALK_POINTS - 3);
        corners[3 * k] = first;
        corners[3 * k + 1] = first + 1;
        corners[3 * k + 2] = test_rng_int(rng, first + 2, WALK_POINTS - 1);
    }
    t.points = points;
    t.point_count = WALK_POINTS;
    t.corners = corners;
    t.count = count;
    t.soup = true;
    t.radius = test_rng_int(rng, 0, 1) ? test_rng_range(rng, 0.0f, 0.3f) : 0.0f;
    t.tree.kind = test_rng_int(rng, IMP3_BVH_BINS, IMP3_BVH_MORTON);
    t.tree.volume = test_rng_int(rng, IMP3_VOLUME_BOX, IMP3_VOLUME_MIXED);
    t.tree.leaf_size = test_rng_int(rng, 0, 16);
    t.tree.narrow = test_rng_int(rng, 0, 1) != 0;
    assert_int_equal(imp3_triangles_make(&t, NULL, &mesh, NULL), IMP_OK);
    return mesh;
}

/// A box around some corner of the mesh, which may touch other boxes with its sides.
static imp3i_dbox any_box(test_rng* rng, const imp3_compound* mesh)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(mesh);
    imp3i_dvec at = imp3i_dvec_of(b->points[test_rng_int(rng, 0, b->point_count - 1)]);
    int size = test_rng_int(rng, 0, 3);
    imp3i_dvec half = imp3i_dvec_all(size == 0 ? 0.0 : size == 3 ? INFINITY : 0.5 * size);
    const imp3i_dbox box = {imp3i_dsub(at, half), imp3i_dadd(at, half)};
    return box;
}

/// Whether some corner of a part, or its middle, is surely within its radius of a box.
static bool reaches_in(const imp3_compound* mesh, int32_t i, const imp3i_dbox* box)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(mesh);
    imp3i_dvec points[4] = {imp3i_dvec_none(), imp3i_dvec_none(), imp3i_dvec_none(), imp3i_dvec_none()};
    bool some = false;
    for (int k = 0; k < 4; ++k)
    {
        points[k] = k < 3 ? imp3i_dvec_of(b->points[b->corners[3 * i + k]]) : imp3i_dscale(points[3], 1.0 / 3.0);
        points[3] = k < 3 ? imp3i_dadd(points[3], points[k]) : points[3];
        imp3i_dvec low = imp3i_dsub(box->lower, points[k]), up = imp3i_dsub(points[k], box->upper);
        imp3i_dvec off = {fmax(fmax(low.x, up.x), 0.0), fmax(fmax(low.y, up.y), 0.0), fmax(fmax(low.z, up.z), 0.0)};
        some = some || imp3i_ddot(off, off) <= (double)b->radius * (double)b->radius * (1.0 - 1e-6);
    }
    return some;
}

/// Takes a walk to its end, from a part on; found has a place for each part.
static void check_walk(imp3i_part_walk* walk, const imp3i_dbox* box, int32_t from, bool* found)
{
    const imp3_compound* mesh = walk->compound;
    const imp3i_bvh* tree = imp3i_bvh_of(mesh);
    bool exact = tree->def.volume == IMP3_VOLUME_BOX && !(imp3i_compound_block_of(mesh)->radius > 0.0f);
    int32_t next = imp3i_part_walk_next(walk);
    for (int32_t i = from; i < mesh->part_count; ++i)
    {
        bool meets = imp3i_boxes_meet(imp3i_part_box(mesh, i), box);
        found[i] = next == i;
        assert_true(next >= i);
        assert_true(meets || !found[i]);
        assert_true(found[i] || !(exact ? meets : reaches_in(mesh, i, box)));
        next = found[i] ? imp3i_part_walk_next(walk) : next;
    }
    assert_int_equal(next, mesh->part_count);
}

static void test_walks(void** state)
{
    (void)state;
    uint64_t cases = test_n(400);
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < cases; ++c)
    {
        imp3_compound mesh = any_mesh(&rng);
        for (int k = 0; k < 8; ++k)
        {
            bool found[WALK_TRIANGLES];
            imp3i_dbox box = any_box(&rng, &mesh);
            imp3i_part_walk walk;
            int32_t from = test_rng_int(&rng, 0, mesh.part_count), first = from;
            imp3i_part_walk_start(&walk, &mesh, &box);
            check_walk(&walk, &box, 0, found);
            while (first < mesh.part_count && !found[first])
            {
                ++first;
            }
            assert_int_equal(imp3i_part_near(&mesh, &box, from), first);
        }
        imp3_compound_free(&mesh);
    }
}

/// A box that is made less on the way.
static void test_shrinking(void** state)
{
    (void)state;
    uint64_t cases = test_n(400);
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < cases; ++c)
    {
        bool found[WALK_TRIANGLES];
        imp3_compound mesh = any_mesh(&rng);
        const imp3i_dbox all = {imp3i_dvec_all(-INFINITY), imp3i_dvec_all(INFINITY)};
        imp3i_dbox box = any_box(&rng, &mesh);
        imp3i_part_walk walk;
        imp3i_part_walk_start(&walk, &mesh, &all);
        assert_int_equal(imp3i_part_walk_next(&walk), 0);
        imp3i_part_walk_shrink(&walk, &box);
        check_walk(&walk, &box, 1, found);
        imp3_compound_free(&mesh);
    }
}

static bool holds(imp3_box outer, imp3_box inner)
{
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y && outer.lower.z <= inner.lower.z &&
           outer.upper.x >= inner.upper.x && outer.upper.y >= inner.upper.y && outer.upper.z >= inner.upper.z;
}

/// Goes through the nodes depth first, without their order: parts rise, and each lies in the boxes of all nodes above.
static void check_nodes(const imp3_compound* mesh)
{
    struct
    {
        int32_t node;
        imp3_box box;  // of the least node above
    } stack[IMP3I_NODE_CHILDREN * IMP3I_NODE_DEPTH];
    int32_t waiting = 1, parts = 0, children[IMP3I_NODE_CHILDREN];
    stack[0].node = imp3i_node_root(mesh, false);
    stack[0].box = imp3i_node_box(mesh, false, stack[0].node);
    while (waiting > 0)
    {
        int32_t node = stack[--waiting].node;
        imp3_box box = imp3i_node_box(mesh, false, node), above = stack[waiting].box;
        if (impi_node_level(node) == 0)
        {
            assert_int_equal(impi_node_index(node), parts++);
            assert_true(holds(above, box));
            continue;
        }
        for (int32_t k = imp3i_node_children(mesh, false, node, children) - 1; k >= 0; --k)
        {
            stack[waiting].node = children[k];
            stack[waiting++].box = box;
        }
    }
    assert_int_equal(parts, mesh->part_count);
}

static void test_nodes(void** state)
{
    (void)state;
    uint64_t cases = test_n(400);
    test_rng rng = {test_seed()};
    for (uint64_t c = 0; c < cases; ++c)
    {
        imp3_compound mesh = any_mesh(&rng);
        check_nodes(&mesh);
        imp3_compound_free(&mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),
        cmocka_unit_test(test_shrinking),
        cmocka_unit_test(test_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
