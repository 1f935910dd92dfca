// SPDX-License-Identifier: MIT
//
// Rows of the scene mesh about contacts of one shape that lies on a mesh: what a world asks in every step for every
// body on the ground. Ours are manifolds with normals of the whole surface, one for each pair of parts that has one; a
// peer makes one for each triangle that is near, before it sorts out what its neighbours have.

#include "mesh3.h"
#include "narrow/compound_pair3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    CONTACT_ROUNDS = 5,
    CONTACT_POSES = 64 * BENCH_BLOCKS,
    CONTACT_ROOM = 256,
    HULL_POINTS = 24
};

#define CONTACT_MARGIN 0.02f  // [m], that of both

static const char* const SHAPE_NAMES[] = {"sphere", "capsule", "box", "hull"};

typedef struct contact_work
{
    imp3_compound mesh, single;
    imp3_pose poses[CONTACT_POSES];
    const mesh3_contacter* peer;
    void* made;
    int64_t found[BENCH_BLOCKS];
} contact_work;

/// Shapes of about the same size.
static void make_shape(int kind, imp3_shape* out)
{
    const imp3_vec none = {0.0f, 0.0f, 0.0f}, left = {-0.1f, 0.0f, 0.0f}, right = {0.1f, 0.0f, 0.0f};
    const imp3_box box = {{-0.1f, -0.08f, -0.12f}, {0.1f, 0.08f, 0.12f}};
    imp3_vec points[HULL_POINTS];
    for (int k = 0; k < HULL_POINTS; ++k)
    {
        double z = (2.0 * k + 1.0) / HULL_POINTS - 1.0, across = sqrt(1.0 - z * z), turn = 2.399963 * k;
        points[k].x = (float)(0.13 * across * cos(turn));
        points[k].y = (float)(0.13 * across * sin(turn));
        points[k].z = (float)(0.13 * z);
    }
    switch (kind)
    {
    case 0: (void)imp3_sphere_make(none, 0.13f, out); break;
    case 1: (void)imp3_capsule_make(left, right, 0.07f, out); break;
    case 2: (void)imp3_box_make(box, out); break;
    default: (void)imp3_hull_make(points, HULL_POINTS, 0.0f, NULL, out, NULL); break;
    }
}

/// Poses in which the shape lies on a triangle, turned at random and a little inside of it.
static void choose_contact_poses(contact_work* w, const imp3_shape* shape)
{
    bench_rng rng = {35};
    for (int k = 0; k < CONTACT_POSES; ++k)
    {
        imp3_shape triangle;
        imp3_quat turn;
        imp3_vec lowest;
        turn.x = (float)bench_rng_range(&rng, -1.0, 1.0);
        turn.y = (float)bench_rng_range(&rng, -1.0, 1.0);
        turn.z = (float)bench_rng_range(&rng, -1.0, 1.0);
        turn.w = (float)bench_rng_range(&rng, -1.0, 1.0);
        int32_t part = (int32_t)bench_rng_range(&rng, 0.0, (double)w->mesh.part_count - 0.5);
        float depth = (float)bench_rng_range(&rng, 0.0, 0.01);
        imp3_pose* pose = &w->poses[k];
        *pose = imp3_pose_identity();
        (void)imp3_rot_of_quat(turn, &pose->q);
        (void)imp3_compound_part(&w->mesh, part, &triangle);
        (void)imp3_shape_support(shape, pose, imp3_vec_negate(triangle.normal), &lowest, NULL);
        imp3_vec middle = imp3_vec_add(imp3_vec_add(triangle.a, triangle.b), triangle.c);
        float up = -imp3_vec_dot(lowest, triangle.normal) - depth;
        pose->p = imp3_vec_add(imp3_vec_scale(middle, 1.0f / 3.0f), imp3_vec_scale(triangle.normal, up));
    }
}

static void contact_block(void* context, int block)
{
    contact_work* w = context;
    static imp3_part_manifold manifolds[CONTACT_ROOM];
    const imp3_pose here = imp3_pose_identity();
    w->found[block] = 0;
    for (int k = block * CONTACT_POSES / BENCH_BLOCKS; k < (block + 1) * CONTACT_POSES / BENCH_BLOCKS; ++k)
    {
        int32_t count = 0;
        if (w->peer)
        {
            count = w->peer->collide(w->made, &w->poses[k]);
        }
        else
        {
            (void)imp3i_compound_manifolds(&w->mesh, &here, &w->single, &w->poses[k], CONTACT_MARGIN, 1, manifolds,
                                           CONTACT_ROOM, &count);
        }
        w->found[block] += count;
    }
}

static void report_contacts(bench* b, const char* name, const char* figure, contact_work* ours, contact_work* theirs)
{
    bench_side sides[2] = {{.run = contact_block, .context = ours}, {.run = contact_block, .context = theirs}};
    bench_interleave(sides, theirs->peer ? 2 : 1, CONTACT_ROUNDS);
    bench_entry e = bench_entry_make("mesh", name, figure, sides[0].seconds * 1e6 / CONTACT_POSES, "us");
    e.bar = NAN;
    if (theirs->peer)
    {
        e.peer = theirs->peer->name;
        e.peer_commit = theirs->peer->commit;
        e.peer_value = sides[1].seconds * 1e6 / CONTACT_POSES;
    }
    bench_report(b, &e);
}

void bench_mesh_contacts(bench* b, const mesh3* mesh)
{
    const imp3_bvh_choice def = {IMP3_BVH_BINS, IMP3_VOLUME_BOX, 0, false};
    char name[64];
    snprintf(name, sizeof name, "contacts.%s", mesh->name);
    if (!bench_wanted(b, name))
    {
        return;
    }
    contact_work* ours = bench_alloc(2, sizeof *ours);
    contact_work* theirs = ours + 1;
    ours->mesh = mesh3_compound(mesh, def, false);
    for (int kind = 0; kind < (int)(sizeof SHAPE_NAMES / sizeof *SHAPE_NAMES); ++kind)
    {
        imp3_shape shape;
        make_shape(kind, &shape);
        (void)imp3_compound_of_shape(&shape, &ours->single);
        choose_contact_poses(ours, &shape);
        *theirs = *ours;
#ifdef IMP_PEER_BOX3D
        theirs->peer = &MESH3_COLLIDE_BOX3D;
        theirs->made = theirs->peer->prepare(mesh, &shape);
#endif
        report_contacts(b, name, SHAPE_NAMES[kind], ours, theirs);
        if (theirs->peer)
        {
            theirs->peer->discard(theirs->made);
        }
        imp3_shape_free(&shape);
    }
    imp3_compound_free(&ours->mesh);
    free(ours);
}
