// SPDX-License-Identifier: MIT
//
// Passes around the trees of groups alike (motion/joint_tree.inl), for all lanes of a batch at once: poses, rows of
// joints, masses, velocities, what turning adds, and forces. The same as of one group alone, number by number
// (joint_rows.inl, group_factor.inl, group_passes.inl, group_limits.inl), so the bits are the same. Here are their
// tables, places and velocities; the rest is in the files that this one includes.
//
// A loop over lanes has no branch and reads the things of a lane by the functions that a group alone is made with;
// compilers make lanes of it. Joints at the same place of trees alike hold, limit and drive the same axes, so what
// differs by lane is numbers.

#define L DIMI(TREE_LANES)
#define NUMBER(from, number) ((from) + (int64_t)(number)*L)

// Clang says so where it makes no lanes of a loop: that is no fault.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#define EACH_LANE _Pragma("clang loop vectorize(assume_safety)") for (int32_t l = 0; l < L; ++l)
#elif defined(__GNUC__)
#define EACH_LANE _Pragma("GCC ivdep") for (int32_t l = 0; l < L; ++l)
#else
#define EACH_LANE for (int32_t l = 0; l < L; ++l)
#endif

// Tables

TARGET static inline float* KN(place_of_node)(const GroupSolver* s, int32_t node)
{
    return NUMBER(s->lanes, (int64_t)node * DIMI(PLACE_NUMBERS));
}

TARGET static inline float* KN(numbers_of_joint)(const GroupSolver* s, int32_t node)
{
    return NUMBER(s->lanes, (int64_t)s->tree.count * DIMI(PLACE_NUMBERS) + (int64_t)node * DIMI(HINGE_NUMBERS));
}

TARGET static inline float* KN(limits_of_row)(const GroupSolver* s, int32_t row)
{
    return NUMBER(s->lanes, (int64_t)s->tree.count * (DIMI(PLACE_NUMBERS) + DIMI(HINGE_NUMBERS)) +
                                (int64_t)row * DIMI(LIMIT_NUMBERS));
}

TARGET static inline JointNode* KN(node_in_lane)(const GroupSolver* s, int32_t node, int32_t lane)
{
    return s->nodes[lane] + node;
}

TARGET static inline Joint* KN(joint_in_lane)(const GroupSolver* s, int32_t node, int32_t lane)
{
    return &s->w->joints.all.data[KN(node_in_lane)(s, node, lane)->joint];
}

TARGET static inline int32_t KN(mover_in_lane)(const GroupSolver* s, int32_t node, int32_t lane)
{
    return (int32_t)impi_float_bits(NUMBER(KN(place_of_node)(s, node), DIMI(PLACE_MOVER))[lane]);
}

TARGET static inline bool KN(child_is_a)(const GroupSolver* s, int32_t node)
{
    const JointNode* n = KN(node_in_lane)(s, node, 0);
    return s->w->joints.all.data[n->joint].body_a == n->body;
}

// Poses

// Gathers the numbers of a node that last a step.
TARGET static void KN(gather_node)(const GroupSolver* s, int32_t node)
{
    float* place = KN(place_of_node)(s, node);
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        const JointNode* n = KN(node_in_lane)(s, node, l);
        const Body* b = &s->w->bodies.data[n->body];
        const bool some = FNI(inertia_some)(b->inverse_inertia);
        const uint32_t locks = n->stays ? UINT32_MAX : b->locks;
        NUMBER(place, DIMI(PLACE_MOVER))[l] = impi_float_of_bits((uint32_t)n->mover);
        FNI(set_lane_vec)(NUMBER(place, DIMI(PLACE_BEGAN)) + l, b->center);
        FNI(set_lane_rot)(NUMBER(place, DIMI(PLACE_BEGAN_Q)) + l, b->pose.q);
        FNI(set_lane_inertia)(NUMBER(place, DIMI(PLACE_INERTIA)) + l, b->inertia);
        FNI(set_lane_inertia)(NUMBER(place, DIMI(PLACE_INVERSE)) + l, b->inverse_inertia);
        FNI(set_lane_inertia)
        (NUMBER(place, DIMI(PLACE_INVERSE_INERTIA)) + l, s->w->sims.data[n->body].inverse_inertia);
        FNI(set_lane_inertia)
        (NUMBER(place, DIMI(PLACE_TURNING)) + l, FNI(body_force_inertia)(&s->w->solver.forces.data[n->mover]));
        NUMBER(place, DIMI(PLACE_INVERSE_MASS))[l] = s->w->sims.data[n->body].inverse_mass;
        NUMBER(place, DIMI(PLACE_MASS))[l] = b->mass;
        NUMBER(place, DIMI(PLACE_MEAN))[l] = FNI(inertia_mean)(b->inertia);
        for (int32_t k = 0; k < AXES; ++k)
        {
            NUMBER(place, DIMI(PLACE_MOVES) + k)[l] = locks >> k & 1u ? -INFINITY : b->mass;
        }
        for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
        {
            NUMBER(place, DIMI(PLACE_TURNS) + k)[l] = some && !(locks >> (AXES + k) & 1u) ? 1.0f : 0.0f;
        }
    }
}

// Bodies that have turned far take their inertia along.
TARGET static void KN(turn_inertias)(const GroupSolver* s, int32_t node)
{
    const World* w = s->w;
    float* place = KN(place_of_node)(s, node);
    float *turning = NUMBER(place, DIMI(PLACE_TURNING)), *inverse = NUMBER(place, DIMI(PLACE_INVERSE_INERTIA));
    float follows[DIMI(FOLLOW_FIELDS) * L] = {0.0f};
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        const int32_t mover = KN(mover_in_lane)(s, node, l);
        FNI(set_lane_follow)(follows + l, &w->solver.forces.data[mover], &w->solver.bodies.data[mover]);
    }
    EACH_LANE
    {
        const Rot q = FNI(lane_rot)(NUMBER(place, DIMI(PLACE_Q)) + l);
        FNI(lane_follow)
        (follows + l, turning + l, inverse + l, FNI(lane_inertia)(NUMBER(place, DIMI(PLACE_TURNED)) + l),
         FNI(inertia_turned_in_lane)(FNI(lane_inertia)(NUMBER(place, DIMI(PLACE_INVERSE)) + l), q));
    }
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        const int32_t mover = KN(mover_in_lane)(s, node, l);
        if (FNI(take_lane_follow)(follows + l, turning + l, &w->solver.forces.data[mover],
                                  &w->solver.bodies.data[mover]))
        {
            w->sims.data[KN(node_in_lane)(s, node, l)->body].inverse_inertia = FNI(lane_inertia)(inverse + l);
        }
    }
}

TARGET static void KN(find_places)(const GroupSolver* s, bool first)
{
    const World* w = s->w;
    float moved[AXES * L] = {0.0f}, turned[DIMI(TURNED_FIELDS) * L] = {0.0f};
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        float* place = KN(place_of_node)(s, i);
        if (first)
        {
            KN(gather_node)(s, i);
        }
        for (int32_t l = 0; l < s->batch->count; ++l)
        {
            const SolverBody* m = &w->solver.bodies.data[KN(mover_in_lane)(s, i, l)];
            FNI(set_lane_vec)(moved + l, FNI(solver_moved)(m));
            FNI(set_lane_turned)(turned + l, m);
        }
        EACH_LANE
        {
            const Rot now = FNI(lane_turned)(FNI(lane_rot)(NUMBER(place, DIMI(PLACE_BEGAN_Q)) + l), turned + l);
            const Vec at =
                FN(vec_add)(FNI(lane_vec)(NUMBER(place, DIMI(PLACE_BEGAN)) + l), FNI(lane_vec)(moved + l));
            FNI(set_lane_rot)(NUMBER(place, DIMI(PLACE_Q)) + l, now);
            FNI(set_lane_vec)(NUMBER(place, DIMI(PLACE_CENTER)) + l, at);
            FNI(set_lane_inertia)
            (NUMBER(place, DIMI(PLACE_TURNED)) + l,
             FNI(inertia_turned_in_lane)(FNI(lane_inertia)(NUMBER(place, DIMI(PLACE_INERTIA)) + l), now));
        }
        if (!first)
        {
            KN(turn_inertias)(s, i);
        }
    }
}

// Velocities

TARGET static void KN(read_speeds)(const GroupSolver* s)
{
    const World* w = s->w;
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        float* out = NUMBER(s->tree.speed, (int64_t)i * DIMI(FREEDOMS));
        for (int32_t l = 0; l < s->batch->count; ++l)
        {
            const SolverBody* m = &w->solver.bodies.data[KN(mover_in_lane)(s, i, l)];
            FNI(set_lane_vec)(out + l, FNI(solver_velocity)(m));
            FNI(set_lane_spin)(NUMBER(out, AXES) + l, FNI(solver_spin)(m));
        }
    }
}

TARGET static inline float KN(square_of_spin)(const float* v)
{
    float square = 0.0f;
    for (int32_t k = AXES; k < DIMI(FREEDOMS); ++k)
    {
        square += v[k * L] * v[k * L];
    }
    return square;
}

TARGET static inline float KN(energy_of_node)(const float* place, const float* v)
{
    float moves = 0.0f;
    for (int32_t k = 0; k < AXES; ++k)
    {
        moves += v[k * L] * v[k * L];
    }
    return 0.5f * (NUMBER(place, DIMI(PLACE_MASS))[0] * moves +
                   NUMBER(place, DIMI(PLACE_MEAN))[0] * KN(square_of_spin)(v));
}

#include "group_lane_rows.inl"
#include "group_lane_masses.inl"
#include "group_lane_passes.inl"

const LanePasses KN(lane_passes) = {KN(follow_lanes), KN(begin_pass), KN(bend_lanes), KN(find_turn),
                                    KN(part_lane),    KN(move_lanes), KN(tell_lanes),
                                    KN(finish_lanes)};

#undef EACH_LANE
#undef NUMBER
#undef L

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
