// SPDX-License-Identifier: MIT
//
// Golden rows of narrow, in space: how near meshes are, inside of what, and how deep. Distances are the same with wide and
// with narrow trees.

#include "golden.h"

#include <math.h>

enum
{
    EVERY = 64,  // one case in so many
    EVERY_DEPTH = 512,
    TRIANGLES = 24,
    POINTS = 16,
    NEAR = 5
};

static int ways_near3(void)
{
    return 2;
}

/// Triangles between a few points.
static imp_status make_near3(trial* t, imp3_compound* out)
{
    soup3 d;
    draw_soup3(t, POINTS, TRIANGLES, &d);
    d.triangles.tree.kind = test_rng_int(&t->rng, IMP3_BVH_BINS, IMP3_BVH_MORTON);
    d.triangles.tree.narrow = t->way == 1;
    return imp3_triangles_make(&d.triangles, NULL, out, NULL);
}

/// An octahedron whose corners are anywhere on its axes.
static imp_status make_closed3(trial* t, imp3_compound* out)
{
    imp3_vec a = a_vec3(t);
    imp3_vec b = a_vec3(t);
    const imp3_vec points[6] = {{fabsf(a.x), 0.0f, 0.0f},  {-fabsf(b.x), 0.0f, 0.0f}, {0.0f, fabsf(a.y), 0.0f},
                                {0.0f, -fabsf(b.y), 0.0f}, {0.0f, 0.0f, fabsf(a.z)},  {0.0f, 0.0f, -fabsf(b.z)}};
    const int32_t corners[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    imp3_triangles triangles = {points, 6, corners, 8, 0.0f, false, false, {0, 0, 1, false}};
    triangles.tree.kind = test_rng_int(&t->rng, IMP3_BVH_BINS, IMP3_BVH_MORTON);
    triangles.tree.narrow = test_rng_int(&t->rng, 0, 1) != 0;
    return imp3_triangles_make(&triangles, NULL, out, NULL);
}

static void run_imp3_mesh_distance(trial* t)
{
    imp3_compound a, b;
    imp3_compound_nearest out = {{0.0f, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}, -1, -1};
    imp3_mesh_walk walk = {0, 0, NULL};
    walk.order = test_rng_int(&t->rng, IMP3_WALK_DEPTH, IMP3_WALK_BEST);
    imp3_pose pose_a = a_pose3(t);
    imp3_pose pose_b = a_pose3(t);
    if (!add_status(t, make_near3(t, &a)))
    {
        return;
    }
    if (add_status(t, make_near3(t, &b)))
    {
        // Which of the pairs that touch is told depends on the way.
        if (add_status(t, imp3_mesh_distance(&a, &pose_a, &b, &pose_b, &walk, &out)) && out.nearest.distance > 0.0f)
        {
            add_float(t, out.nearest.distance);
            add_vec3(t, out.nearest.normal);
            add_vec3(t, out.nearest.point_a);
            add_vec3(t, out.nearest.point_b);
            add_word(t, (uint32_t)out.part_a);
            add_word(t, (uint32_t)out.part_b);
        }
        imp3_compound_free(&b);
    }
    imp3_compound_free(&a);
}

static void run_imp3_mesh_nearest(trial* t)
{
    imp3_compound mesh;
    imp3_mesh_near out[NEAR];
    int32_t count = 0;
    imp3_pose pose = a_pose3(t);
    imp3_vec point = a_vec3(t);
    if (!add_status(t, make_near3(t, &mesh)))
    {
        return;
    }
    if (add_status(t, imp3_mesh_nearest(&mesh, &pose, point, NEAR, out, &count)))
    {
        add_word(t, (uint32_t)count);
        for (int32_t i = 0; i < count; ++i)
        {
            add_word(t, (uint32_t)out[i].part);
            add_vec3(t, out[i].point);
            add_float(t, out[i].distance);
        }
    }
    imp3_compound_free(&mesh);
}

static void run_imp3_mesh_contains(trial* t)
{
    imp3_compound mesh;
    bool out = false;
    float winding = 0.0f;
    imp3_pose pose = a_pose3(t);
    imp3_vec point = a_vec3(t);
    int closed = test_rng_int(&t->rng, 0, 1);
    if (!add_status(t, closed ? make_closed3(t, &mesh) : make_near3(t, &mesh)))
    {
        return;
    }
    if (add_status(t, imp3_mesh_contains(&mesh, &pose, point, &out, &winding)))
    {
        add_word(t, out);
        add_float(t, winding);
    }
    imp3_compound_free(&mesh);
}

static void run_imp3_mesh_depth(trial* t)
{
    imp3_compound a, b;
    imp3_vec normal;
    float depth;
    imp3_pose pose_a = a_pose3(t);
    imp3_pose pose_b = a_pose3(t);
    if (!add_status(t, make_closed3(t, &a)))
    {
        return;
    }
    if (add_status(t, make_closed3(t, &b)))
    {
        if (add_status(t, imp3_mesh_depth(&a, &pose_a, &b, &pose_b, &normal, &depth)))
        {
            add_vec3(t, normal);
            add_float(t, depth);
        }
        imp3_compound_free(&b);
    }
    imp3_compound_free(&a);
}

static const golden_row rows[] = {
    GOLDEN_ROW_EVERY(imp3_mesh_distance, EVERY, ways_near3),
    GOLDEN_ROW_EVERY(imp3_mesh_nearest, EVERY, ways_near3),
    GOLDEN_ROW_EVERY(imp3_mesh_contains, EVERY, NULL),
    GOLDEN_ROW_EVERY(imp3_mesh_depth, EVERY_DEPTH, NULL),
};

GOLDEN_ROWS(golden_mesh_near3, rows);
