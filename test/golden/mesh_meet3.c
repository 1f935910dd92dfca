// SPDX-License-Identifier: MIT
//
// Golden rows of narrow, in space: meshes against meshes. Lanes of each width do the same.

#include "golden.h"

#include "base/cpu.h"
#include "narrow/mesh_pair3.h"
#include "shape/compound3.h"

enum
{
    EVERY = 64,  // one case in so many
    TRIANGLES = 24,
    POINTS = 16,
    ROOM = 128
};

/// Triangles between a few points, in a tree of any kind.
static imp_status make_mesh3(trial* t, imp3_compound* out)
{
    soup3 d;
    draw_soup3(t, POINTS, TRIANGLES, &d);
    d.triangles.soup = true;
    d.triangles.tree.kind = test_rng_int(&t->rng, IMP3_BVH_BINS, IMP3_BVH_MORTON);
    d.triangles.tree.volume = test_rng_int(&t->rng, IMP3_VOLUME_BOX, IMP3_VOLUME_MIXED);
    d.triangles.tree.narrow = test_rng_int(&t->rng, 0, 1) != 0;
    return imp3_triangles_make(&d.triangles, NULL, out, NULL);
}

static int ways_meet3(void)
{
    return impi_cpu_level() + 1;
}

static void run_imp3_mesh_meet(trial* t)
{
    imp3_compound a, b;
    imp3_mesh_pair pairs[ROOM];
    imp3_mesh_pairs out = {pairs, ROOM, 0};
    imp3_mesh_work work = {0, 0};
    imp3_mesh_walk walk = {0, 0, &work};
    walk.order = test_rng_int(&t->rng, IMP3_WALK_DEPTH, IMP3_WALK_BEST);
    walk.stop_after = test_rng_int(&t->rng, 0, 8);
    imp3_pose pose_a = a_pose3(t);
    imp3_pose pose_b = a_pose3(t);
    if (!add_status(t, make_mesh3(t, &a)))
    {
        return;
    }
    if (add_status(t, make_mesh3(t, &b)))
    {
        const imp3i_mesh_side side_a = {imp3i_bvh_of(&a), imp3i_bvh_triangles_of(&a), pose_a};
        const imp3i_mesh_side side_b = {imp3i_bvh_of(&b), imp3i_bvh_triangles_of(&b), pose_b};
        imp3i_mesh_couple two = imp3i_mesh_couple_of(&side_a, &side_b);
        two.kernels = imp3i_bvh_kernels_of(t->way);
        imp_status status = imp3i_mesh_meet(&two, &walk, &out);
        add_word(t, (uint32_t)out.count);
        add_word(t, (uint32_t)work.nodes);
        add_word(t, (uint32_t)work.triangles);
        int32_t count = add_status(t, status) ? out.count : 0;
        for (int32_t i = 0; i < count; ++i)
        {
            add_word(t, (uint32_t)pairs[i].part_a);
            add_word(t, (uint32_t)pairs[i].part_b);
            add_word(t, pairs[i].crossing.coplanar);
            add_vec3(t, pairs[i].crossing.from);
            add_vec3(t, pairs[i].crossing.to);
        }
        imp3_compound_free(&b);
    }
    imp3_compound_free(&a);
}

static const golden_row rows[] = {
    GOLDEN_ROW_EVERY(imp3_mesh_meet, EVERY, ways_meet3),
};

GOLDEN_ROWS(golden_mesh_meet3, rows);
