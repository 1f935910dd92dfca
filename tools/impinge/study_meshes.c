// SPDX-License-Identifier: MIT
//
// Trees, volumes and orders of walks against each other, on given meshes. B is turned at random and pushed towards A until
// it touches; where it is farther out the distance is asked for. Trees are made of the triangles as they are, so that the
// time is that of the tree. Of all rounds the fastest counts, in processor time.

#include "study_meshes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "study.h"

const char* const study_kinds[STUDY_KINDS] = {"bins", "middle", "octants", "Morton"};
const char* const study_forms[STUDY_FORMS] = {"wide boxes", "boxes", "spheres", "turned boxes", "mixed"};
const char* const study_orders[STUDY_ORDERS] = {"depth first", "breadth first", "best first"};

static double now_ms(void)
{
    return (double)clock() * (1e3 / CLOCKS_PER_SEC);
}

typedef struct scene
{
    imp3_pose touching[STUDY_POSES], apart[STUDY_POSES];  // of B; A stays where it is
    int32_t poses, rounds;
    int32_t pairs[STUDY_POSES];  // that the first tree found
    imp3_vec origins[STUDY_RAYS], ways[STUDY_RAYS];
    imp3_vec middles[STUDY_RAYS];  // of spheres: points of A's surface
    float radius;                  // of these
} scene;

typedef struct ball
{
    imp3_vec middle;
    float radius;
} ball;

static ball ball_of(const body* it)
{
    imp3_box box = {{0, 0, 0}, {0, 0, 0}};
    const imp3_pose origin = imp3_pose_identity();
    (void)imp3_compound_bounds(&it->compound, &origin, &box);
    imp3_vec half = imp3_vec_scale(imp3_vec_sub(box.upper, box.lower), 0.5f);
    return (ball){imp3_vec_add(box.lower, half), sqrtf(imp3_vec_dot(half, half))};
}

static imp3_vec draw_direction(uint64_t* state)
{
    double z = study_draw(state, -1, 1), turn = study_draw(state, 0, 6.283185307179586), flat = sqrt(1 - z * z);
    return (imp3_vec){(float)(flat * cos(turn)), (float)(flat * sin(turn)), (float)z};
}

// B with its middle at a place.
static imp3_pose pose_at(imp3_rot turn, imp3_vec middle, imp3_vec place)
{
    return (imp3_pose){imp3_vec_sub(place, imp3_rot_apply(turn, middle)), turn};
}

static imp_status touches(const body* a, const body* b, const imp3_pose* pose, bool* out)
{
    const imp3_pose origin = imp3_pose_identity();
    return imp3_compound_overlap(&a->compound, &origin, &b->compound, pose, out);
}

// From outside inward in steps, the first that touches; the middle when none does.
static imp_status make_poses(const body* a, const body* b, uint64_t* state, imp3_pose* touching, imp3_pose* apart)
{
    enum
    {
        STEPS = 20
    };
    ball ball_a = ball_of(a), ball_b = ball_of(b);
    float reach = ball_a.radius + ball_b.radius;
    imp3_vec axis = draw_direction(state), way = draw_direction(state);
    imp3_rot turn;
    imp_status status = imp3_rot_make(axis, (float)study_draw(state, -3, 3), &turn);
    bool touch = false;
    *apart = pose_at(turn, ball_b.middle, imp3_vec_add(ball_a.middle, imp3_vec_scale(way, 1.1f * reach)));
    for (int i = STEPS; i >= 0 && !status && !touch; i--)
    {
        float far = reach * ((float)i / (float)STEPS);
        *touching = pose_at(turn, ball_b.middle, imp3_vec_add(ball_a.middle, imp3_vec_scale(way, far)));
        status = touches(a, b, touching, &touch);
    }
    return status;
}

static imp_status make_scene(const body* a, const body* b, bool quick, scene* out)
{
    uint64_t state = 1;
    imp_status status = IMP_OK;
    ball around = ball_of(a);
    *out = (scene){.poses = quick ? 2 : STUDY_POSES, .rounds = quick ? 1 : 6, .radius = 0.05f * around.radius};
    for (int32_t i = 0; i < out->poses && !status; i++)
    {
        status = make_poses(a, b, &state, &out->touching[i], &out->apart[i]);
    }
    for (int32_t i = 0; i < STUDY_RAYS; i++)
    {
        imp3_vec from = imp3_vec_scale(draw_direction(&state), 1.5f * around.radius);
        imp3_vec to = imp3_vec_scale(draw_direction(&state), 0.5f * around.radius);
        out->origins[i] = imp3_vec_add(around.middle, from);
        out->ways[i] = imp3_vec_scale(imp3_vec_sub(to, from), 2.0f);
        out->middles[i] = a->mesh.points[a->mesh.corners[a->mesh.corner_count / STUDY_RAYS * (size_t)i]];
    }
    return status;
}

// Trees

static imp_status make_tree(const body* it, const imp3_bvh_choice* def, imp3_compound* out, double* ms)
{
    const imp3_triangles triangles = {.points = it->mesh.points,
                                      .point_count = (int32_t)it->mesh.point_count,
                                      .corners = it->mesh.corners,
                                      .count = (int32_t)(it->mesh.corner_count / 3),
                                      .soup = true,
                                      .tree = *def};
    double start = now_ms();
    imp_status status = imp3_triangles_make(&triangles, NULL, out, NULL);
    *ms = now_ms() - start;
    return status;
}

// Keeps the fastest of several, and the last tree.
static imp_status time_tree(const body* it, const imp3_bvh_choice* def, int32_t rounds, imp3_compound* out,
                            double* best)
{
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < rounds && !status; i++)
    {
        double ms;
        imp3_compound_free(out);
        status = make_tree(it, def, out, &ms);
        *best = i == 0 || ms < *best ? ms : *best;
    }
    return status;
}

// Queries: each asks in all poses, once.

typedef struct question
{
    const imp3_compound *a, *b;
    scene* s;
    bool is_first;  // tree, which tells how many pairs there are
    bool same;
    int32_t order;
    imp3_mesh_work work;
} question;

typedef imp_status ask(question* q);

static imp_status ask_all(question* q)
{
    const imp3_pose origin = imp3_pose_identity();
    const imp3_mesh_walk walk = {IMP3_WALK_DEPTH, 0, &q->work};
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < q->s->poses && !status; i++)
    {
        imp3_mesh_pairs pairs = {.pairs = NULL};
        status = imp3_mesh_meet(q->a, &origin, q->b, &q->s->touching[i], &walk, &pairs);
        q->s->pairs[i] = q->is_first ? pairs.count : q->s->pairs[i];
        q->same = q->same && pairs.count == q->s->pairs[i];
    }
    return status;
}

static imp_status ask_first(question* q)
{
    const imp3_pose origin = imp3_pose_identity();
    const imp3_mesh_walk walk = {q->order, 1, &q->work};
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < q->s->poses && !status; i++)
    {
        imp3_mesh_pairs pairs = {.pairs = NULL};
        status = imp3_mesh_meet(q->a, &origin, q->b, &q->s->touching[i], &walk, &pairs);
    }
    return status;
}

static imp_status ask_distance(question* q)
{
    const imp3_pose origin = imp3_pose_identity();
    const imp3_mesh_walk walk = {IMP3_WALK_BEST, 0, &q->work};
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < q->s->poses && !status; i++)
    {
        imp3_compound_nearest nearest = {.part_a = -1, .part_b = -1};
        status = imp3_mesh_distance(q->a, &origin, q->b, &q->s->apart[i], &walk, &nearest);
    }
    return status;
}

static imp_status ask_rays(question* q)
{
    const imp3_pose origin = imp3_pose_identity();
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < STUDY_RAYS && !status; i++)
    {
        imp3_mesh_ray_hit hit;
        status = imp3_mesh_ray(q->a, &origin, q->s->origins[i], q->s->ways[i], IMP3_RAY_CLOSEST, &hit);
    }
    return status;
}

static imp_status ask_points(question* q)
{
    const imp3_pose origin = imp3_pose_identity();
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < STUDY_RAYS && !status; i++)
    {
        imp3_mesh_near near;
        int32_t count;
        status = imp3_mesh_nearest(q->a, &origin, q->s->origins[i], 1, &near, &count);
    }
    return status;
}

static imp_status ask_spheres(question* q)
{
    const imp3_pose origin = imp3_pose_identity();
    const imp3_mesh_walk walk = {IMP3_WALK_DEPTH, 0, &q->work};
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < STUDY_RAYS && !status; i++)
    {
        imp3_shape sphere;
        imp3_mesh_parts found = {NULL, 0, 0};
        status = imp3_sphere_make(q->s->middles[i], q->s->radius, &sphere);
        status = status ? status : imp3_mesh_touching(q->a, &origin, &sphere, &origin, &walk, &found);
    }
    return status;
}

// `times` questions are in one asking.
static imp_status cost_of(question* q, ask* it, int32_t times, study_cost* out)
{
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < q->s->rounds && !status; i++)
    {
        q->work = (imp3_mesh_work){0, 0};
        double start = now_ms();
        status = it(q);
        double us = (now_ms() - start) * 1e3 / times;
        out->us = i == 0 || us < out->us ? us : out->us;
    }
    out->nodes = (double)q->work.nodes / times;
    out->triangles = (double)q->work.triangles / times;
    return status;
}

static imp_status ask_tree(const imp3_compound* a, const imp3_compound* b, scene* s, bool is_first, study_tree* out)
{
    question q = {.a = a, .b = b, .s = s, .is_first = is_first, .same = true};
    imp_status status = imp3_mesh_stats(a, &out->stats);
    status = status ? status : cost_of(&q, ask_all, s->poses, &out->all);
    for (q.order = 0; q.order < STUDY_ORDERS && !status; q.order++)
    {
        status = cost_of(&q, ask_first, s->poses, &out->first[q.order]);
    }
    status = status ? status : cost_of(&q, ask_distance, s->poses, &out->distance);
    status = status ? status : cost_of(&q, ask_rays, STUDY_RAYS, &out->ray);
    status = status ? status : cost_of(&q, ask_points, STUDY_RAYS, &out->point);
    status = status ? status : cost_of(&q, ask_spheres, STUDY_RAYS, &out->sphere);
    out->same = q.same;
    return status;
}

static imp_status study_one(const study_meshes* of, scene* s, bool is_first, study_tree* out)
{
    imp3_compound a = {.kind = 0}, b = {.kind = 0};
    double other;
    imp_status status = time_tree(of->a, &out->def, s->rounds, &a, &out->build_ms);
    status = status ? status : make_tree(of->b, &out->def, &b, &other);
    status = status ? status : ask_tree(&a, &b, s, is_first, out);
    imp3_compound_free(&a);
    imp3_compound_free(&b);
    return status;
}

imp_status study_meshes_run(const bodies* all, bool quick, progress* bar, study_meshes* out)
{
    scene s;
    memset(out, 0, sizeof *out);
    out->a = &all->items[0];
    out->b = &all->items[all->count - 1];
    imp_status status = make_scene(out->a, out->b, quick, &s);
    for (int32_t i = 0; i < STUDY_TREES && !status; i++)
    {
        int32_t form = i % STUDY_FORMS;
        progress_show(bar, (double)i / STUDY_TREES, study_kinds[i / STUDY_FORMS], study_forms[form]);
        out->trees[i].def =
            (imp3_bvh_choice){.kind = i / STUDY_FORMS, .volume = form ? form - 1 : 0, .narrow = form > 0};
        status = study_one(out, &s, i == 0, &out->trees[i]);
    }
    progress_hide(bar);
    out->poses = s.poses;
    for (int32_t i = 0; i < s.poses; i++)
    {
        out->pairs += (double)s.pairs[i] / s.poses;
    }
    return status;
}
