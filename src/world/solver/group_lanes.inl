// SPDX-License-Identifier: MIT
//
// What groups alike need around their trees (motion/joint_tree.inl), for all lanes of a batch at once: poses, rows of
// joints, masses, velocities, what turning adds, and forces. The same as of one group alone, number by number
// (joint_rows.inl, group_factor.inl, group_passes.inl, group_limits.inl), so the bits are the same.
//
// A loop over lanes has no branch and reads the things of a lane by the functions that a group alone is made with;
// compilers make lanes of it. Joints at the same place of trees alike hold, limit and drive the same axes, so what
// differs by lane is numbers.

#define L DIMI(TREE_LANES)
#define NUMBER(from, number) ((from) + (int64_t)(number)*L)

#if defined(__clang__)
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
    return &s->w->joints.nodes.data[s->w->joints.groups.data[s->batch->groups[lane]].first + node];
}

TARGET static inline Joint* KN(joint_in_lane)(const GroupSolver* s, int32_t node, int32_t lane)
{
    return &s->w->joints.all.data[KN(node_in_lane)(s, node, lane)->joint];
}

TARGET static inline bool KN(child_is_a)(const GroupSolver* s, int32_t node)
{
    const JointNode* n = KN(node_in_lane)(s, node, 0);
    return s->w->joints.all.data[n->joint].body_a == n->body;
}

// Poses

TARGET static void KN(find_places)(const GroupSolver* s)
{
    const World* w = s->w;
    float q[DIMI(ROT_FIELDS) * L] = {0.0f}, center[AXES * L] = {0.0f}, moved[AXES * L] = {0.0f};
    float turned[DIMI(TURNED_FIELDS) * L] = {0.0f};
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        float* place = KN(place_of_node)(s, i);
        for (int32_t l = 0; l < s->batch->count; ++l)
        {
            const JointNode* n = KN(node_in_lane)(s, i, l);
            const Body* b = &w->bodies.data[n->body];
            const SolverBody* m = &w->solver.bodies.data[n->mover];
            const BodySim* sim = &w->sims.data[n->body];
            FNI(set_lane_rot)(q + l, b->pose.q);
            FNI(set_lane_vec)(center + l, b->center);
            FNI(set_lane_vec)(moved + l, FNI(solver_moved)(m));
            FNI(set_lane_turned)(turned + l, m);
            NUMBER(place, DIMI(PLACE_INVERSE_MASS))[l] = sim->inverse_mass;
            FNI(set_lane_inertia)(NUMBER(place, DIMI(PLACE_INVERSE_INERTIA)) + l, sim->inverse_inertia);
            NUMBER(place, DIMI(PLACE_MASS))[l] = b->mass;
            NUMBER(place, DIMI(PLACE_MEAN))[l] = FNI(inertia_mean)(b->inertia);
            FNI(set_lane_inertia)
            (NUMBER(place, DIMI(PLACE_TURNING)) + l, FNI(body_force_inertia)(&w->solver.forces.data[n->mover]));
        }
        EACH_LANE
        {
            const Rot now = FNI(lane_turned)(FNI(lane_rot)(q + l), turned + l);
            const Vec at = FN(vec_add)(FNI(lane_vec)(center + l), FNI(lane_vec)(moved + l));
            FNI(set_lane_rot)(NUMBER(place, DIMI(PLACE_Q)) + l, now);
            FNI(set_lane_vec)(NUMBER(place, DIMI(PLACE_CENTER)) + l, at);
        }
        for (int32_t l = 0; l < s->batch->count; ++l)
        {
            JointNode* n = KN(node_in_lane)(s, i, l);
            n->q = FNI(lane_rot)(NUMBER(place, DIMI(PLACE_Q)) + l);
            n->center = FNI(lane_vec)(NUMBER(place, DIMI(PLACE_CENTER)) + l);
        }
    }
}

// What a joint and its rows are made of, as a step begins
TARGET static void KN(gather_axis)(const imp_axis* a, float* limits)
{
    NUMBER(limits, DIMI(LIMIT_LOWER))[0] = a->lower;
    NUMBER(limits, DIMI(LIMIT_UPPER))[0] = a->upper;
    NUMBER(limits, DIMI(LIMIT_TARGET))[0] = a->target;
    NUMBER(limits, DIMI(LIMIT_SPEED))[0] = a->speed;
    NUMBER(limits, DIMI(LIMIT_STIFFNESS))[0] = a->stiffness;
    NUMBER(limits, DIMI(LIMIT_DAMPING))[0] = a->damping;
    NUMBER(limits, DIMI(LIMIT_HERTZ))[0] = a->hertz;
    NUMBER(limits, DIMI(LIMIT_DAMPING_RATIO))[0] = a->damping_ratio;
    NUMBER(limits, DIMI(LIMIT_MOST))[0] = a->most;
}

TARGET static void KN(gather_joint)(const GroupSolver* s, int32_t node, int32_t lane)
{
    const World* w = s->w;
    const Joint* j = KN(joint_in_lane)(s, node, lane);
    float* hinge = KN(numbers_of_joint)(s, node) + lane;
    const imp_axis inside = {.kind = IMP_AXIS_LIMITED, .upper = INFINITY};
    const Vec none = FNI(vec_none)();
    const Vec middle_a = j->body_a >= 0 ? w->bodies.data[j->body_a].middle : none;
    const Vec middle_b = j->body_b >= 0 ? w->bodies.data[j->body_b].middle : none;
    FNI(set_lane_vec)(NUMBER(hinge, DIMI(HINGE_LOCAL_A)), FN(vec_sub)(j->def.frame_a.p, middle_a));
    FNI(set_lane_vec)(NUMBER(hinge, DIMI(HINGE_LOCAL_B)), FN(vec_sub)(j->def.frame_b.p, middle_b));
    FNI(set_lane_rot)(NUMBER(hinge, DIMI(HINGE_FRAME_A)), j->def.frame_a.q);
    FNI(set_lane_rot)(NUMBER(hinge, DIMI(HINGE_FRAME_B)), j->def.frame_b.q);
    FNI(set_lane_vec)(NUMBER(hinge, DIMI(HINGE_FORCE)), j->force);
    NUMBER(hinge, DIMI(HINGE_TURN))[0] = j->turn;
    FNI(cone_of)(&j->def, NUMBER(hinge, DIMI(HINGE_CONE)), NUMBER(hinge, DIMI(HINGE_CONE) + 1));
    int32_t row = s->tree.bodies[node].row;
    for (int32_t i = 0; i < DIMI(JOINT_AXES); ++i)
    {
        for (int32_t k = FNI(axis_row_count)(&j->def.axes[i]); k > 0; --k, ++row)
        {
            KN(gather_axis)(&j->def.axes[i], KN(limits_of_row)(s, row) + lane);
        }
    }
    if (FNI(has_cone)(&j->def))
    {
        KN(gather_axis)(&inside, KN(limits_of_row)(s, row) + lane);
    }
}

// One end of a joint
TARGET static inline void KN(find_end)(const GroupSolver* s, int32_t node, int32_t joint, bool is_a, JointLanes* out)
{
    float* hinge = KN(numbers_of_joint)(s, joint);
    float* arm = NUMBER(hinge, is_a ? DIMI(HINGE_ARM_A) : DIMI(HINGE_ARM_B));
    float* frame = is_a ? out->frame_a : out->frame_b;
    float* center = is_a ? out->center_a : out->center_b;
    if (node >= 0)
    {
        const float* place = KN(place_of_node)(s, node);
        const float* local = NUMBER(hinge, is_a ? DIMI(HINGE_LOCAL_A) : DIMI(HINGE_LOCAL_B));
        const float* own = NUMBER(hinge, is_a ? DIMI(HINGE_FRAME_A) : DIMI(HINGE_FRAME_B));
        EACH_LANE
        {
            const Rot q = FNI(lane_rot)(NUMBER(place, DIMI(PLACE_Q)) + l);
            FNI(set_lane_vec)(arm + l, FN(rot_apply)(q, FNI(lane_vec)(local + l)));
            FNI(set_lane_rot)(frame + l, FNI(rot_carried)(FNI(lane_rot)(own + l), q));
            FNI(set_lane_vec)(center + l, FNI(lane_vec)(NUMBER(place, DIMI(PLACE_CENTER)) + l));
        }
        *(is_a ? &out->mass_a : &out->mass_b) = NUMBER(place, DIMI(PLACE_INVERSE_MASS));
        *(is_a ? &out->inertia_a : &out->inertia_b) = NUMBER(place, DIMI(PLACE_INVERSE_INERTIA));
        return;
    }
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        const Joint* j = KN(joint_in_lane)(s, joint, l);
        const JointEnd e =
            FNI(joint_end)(s->w, is_a ? j->body_a : j->body_b, is_a ? &j->def.frame_a : &j->def.frame_b);
        FNI(set_lane_vec)(arm + l, e.arm);
        FNI(set_lane_rot)(frame + l, e.frame);
        FNI(set_lane_vec)(center + l, e.center);
        out->other_mass[l] = e.inverse_mass;
        FNI(set_lane_inertia)(out->other_inertia + l, e.inverse_inertia);
        FNI(set_lane_vec)(out->drift_velocity + l, e.velocity);
        FNI(set_lane_spin)(out->drift_spin + l, e.spin);
        out->drifts[l] = e.drifts ? 1.0f : 0.0f;
        out->some_drift |= e.drifts;
    }
    out->other_is_a = is_a;
    *(is_a ? &out->mass_a : &out->mass_b) = out->other_mass;
    *(is_a ? &out->inertia_a : &out->inertia_b) = out->other_inertia;
}

TARGET static inline float KN(answer_of_end)(const float* inverse_mass, const float* inverse_inertia, Vec along,
                                             Spin turn)
{
    return inverse_mass[0] * FN(vec_dot)(along, along) +
           FNI(spin_dot)(turn, FNI(inertia_apply)(FNI(lane_inertia)(inverse_inertia), turn));
}

// How fast what is in no tree changes a row.
TARGET static void KN(find_drift)(JointLanes* j)
{
    for (int32_t l = 0; l < L; ++l)
    {
        j->drift[l] = 0.0f;
        if (j->some_drift && j->drifts[l] > 0.0f)
        {
            const Spin turn = FNI(lane_spin)((j->other_is_a ? j->turn_a : j->turn_b) + l);
            const float rate = FN(vec_dot)(FNI(lane_vec)(j->along + l), FNI(lane_vec)(j->drift_velocity + l)) +
                               FNI(spin_dot)(turn, FNI(lane_spin)(j->drift_spin + l));
            j->drift[l] = j->other_is_a ? 0.0f - rate : rate - 0.0f;
        }
    }
}

TARGET static inline void KN(along_axis)(const GroupSolver* s, int32_t node, int32_t axis, JointLanes* j)
{
    const float* hinge = KN(numbers_of_joint)(s, node);
    EACH_LANE
    {
        const Vec apart = FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_APART)) + l);
        const Vec along = FNI(lane_axis)(j->frame_a + l, axis);
        FNI(set_lane_vec)(j->along + l, along);
        j->value[l] = FN(vec_dot)(along, apart);
    }
}

TARGET static inline void KN(along_distance)(const GroupSolver* s, int32_t node, JointLanes* j)
{
    const float* hinge = KN(numbers_of_joint)(s, node);
    EACH_LANE
    {
        const Vec apart = FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_APART)) + l);
        const float value = sqrtf(FN(vec_dot)(apart, apart));
        const Vec to = FN(vec_scale)(apart, 1.0f / value), any = FNI(lane_axis)(j->frame_a + l, 0);
        FNI(set_lane_vec)(j->along + l, FNI(vec_where)(value > 0.0f, to, any));
        j->value[l] = value;
    }
}

// Moments of what is along a direction, and what both bodies answer to it.
TARGET static inline void KN(lever_axis)(const GroupSolver* s, int32_t node, JointLanes* j)
{
    const float* hinge = KN(numbers_of_joint)(s, node);
    EACH_LANE
    {
        const Vec along = FNI(lane_vec)(j->along + l), apart = FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_APART)) + l);
        const Vec arm_a = FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_A)) + l);
        const Vec arm_b = FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_B)) + l);
        const Spin turn_a = FNI(spin_lever)(FN(vec_add)(arm_a, apart), along);
        const Spin turn_b = FNI(spin_lever)(arm_b, along);
        FNI(set_lane_spin)(j->turn_a + l, turn_a);
        FNI(set_lane_spin)(j->turn_b + l, turn_b);
        j->answer[l] = KN(answer_of_end)(j->mass_a + l, j->inertia_a + l, along, turn_a) +
                       KN(answer_of_end)(j->mass_b + l, j->inertia_b + l, along, turn_b);
    }
}

TARGET static inline void KN(turn_axis)(const float* about, JointLanes* j)
{
    EACH_LANE
    {
        const Vec along = FNI(vec_none)();
        const Spin turn = FNI(lane_spin)(about + l);
        FNI(set_lane_vec)(j->along + l, along);
        FNI(set_lane_spin)(j->turn_a + l, turn);
        FNI(set_lane_spin)(j->turn_b + l, turn);
        j->answer[l] = KN(answer_of_end)(j->mass_a + l, j->inertia_a + l, along, turn) +
                       KN(answer_of_end)(j->mass_b + l, j->inertia_b + l, along, turn);
    }
}

TARGET static inline void KN(cone_axis)(const float* hinge, const JointLanes* j, float* value, float* axis)
{
    EACH_LANE
    {
        float values[DIMI(TURN_AXES)];
        Spin about[DIMI(TURN_AXES)], out;
        for (int32_t k = 0; k < DIMI(TURN_AXES); ++k)
        {
            values[k] = j->values[k * L + l];
            about[k] = FNI(lane_spin)(NUMBER(j->about, k * DIMI(TURNINGS)) + l);
        }
        value[l] = FNI(inside_cone)(NUMBER(hinge, DIMI(HINGE_CONE))[l], NUMBER(hinge, DIMI(HINGE_CONE) + 1)[l],
                                    FNI(lane_rot)(j->frame_a + l), values, about, &out);
        FNI(set_lane_spin)(axis + l, out);
    }
}

// The Jacobians of a row: first that of the child.
TARGET static inline void KN(write_ends)(float* numbers, const JointLanes* j, bool child_is_a)
{
    float* of_a = NUMBER(numbers, child_is_a ? DIMI(TREE_ROW_CHILD) : DIMI(TREE_ROW_PARENT));
    float* of_b = NUMBER(numbers, child_is_a ? DIMI(TREE_ROW_PARENT) : DIMI(TREE_ROW_CHILD));
    for (int32_t k = 0; k < AXES * L; ++k)
    {
        of_a[k] = -j->along[k];
        of_b[k] = j->along[k];
    }
    for (int32_t k = 0; k < DIMI(TURNINGS) * L; ++k)
    {
        of_a[AXES * L + k] = -j->turn_a[k];
        of_b[AXES * L + k] = j->turn_b[k];
    }
}

// The row that holds an axis, or limits it.
TARGET static inline void KN(hold_row)(const GroupSolver* s, int32_t row, bool locked, bool linear, bool first,
                                       JointLanes* j)
{
    float *numbers = NUMBER(s->tree.rows, (int64_t)row * DIMI(TREE_ROW_NUMBERS)), *limits = KN(limits_of_row)(s, row);
    const float h = s->w->solver.row_step.h, slop = linear ? IMPI_PARTED * s->w->unit : IMPI_PARTED_TURN;
    const float hard = IMPI_JOINT_BETA / h;
    EACH_LANE
    {
        const float lower = NUMBER(limits, DIMI(LIMIT_LOWER))[l], upper = NUMBER(limits, DIMI(LIMIT_UPPER))[l];
        const bool limited = !locked & (lower < upper), above = j->value[l] - lower > upper - j->value[l];
        const float off = impi_pick(above & limited, upper, lower), value = j->value[l] - impi_pick(locked, 0.0f, off);
        const float beyond = impi_pick(above, -value, value);
        const bool waits_for = limited & (beyond > 0.0f);
        const float ahead = value / h, wanted = hard * value, open = fabsf(value), part = wanted * (slop / open);
        const float held = impi_pick(!limited & (open > slop), part, wanted), push = impi_pick(waits_for, ahead, held);
        const float total = impi_pick(first, 0.0f, NUMBER(numbers, DIMI(TREE_ROW_TOTAL))[l]);
        const bool some = (total < 0.0f) | (total > 0.0f), bends = linear & !waits_for;
        const float opened = open / slop;
        NUMBER(numbers, DIMI(TREE_ROW_SOFTNESS))[l] = IMPI_JOINT_LITTLE * j->answer[l];
        NUMBER(numbers, DIMI(TREE_ROW_PUSH))[l] = push;
        NUMBER(numbers, DIMI(TREE_ROW_RELAX))[l] = impi_pick(waits_for, ahead, 0.0f);
        NUMBER(numbers, DIMI(TREE_ROW_PULL))[l] = push;
        NUMBER(numbers, DIMI(TREE_ROW_DRIFT))[l] = j->drift[l];
        NUMBER(numbers, DIMI(TREE_ROW_LEAST))[l] = impi_pick(limited & !above, 0.0f, -INFINITY);
        NUMBER(numbers, DIMI(TREE_ROW_MOST))[l] = impi_pick(limited & above, 0.0f, INFINITY);
        NUMBER(numbers, DIMI(TREE_ROW_TOTAL))[l] = total;
        NUMBER(numbers, DIMI(TREE_ROW_GIVEN))[l] = 0.0f;
        NUMBER(numbers, DIMI(TREE_ROW_PINNED))[l] = impi_pick(waits_for & !some, 1.0f, 0.0f);
        NUMBER(numbers, DIMI(TREE_ROW_FREES))[l] = impi_pick(waits_for, 0.0f, 1.0f);
        NUMBER(limits, DIMI(LIMIT_VALUE))[l] = value;
        NUMBER(limits, DIMI(LIMIT_BOUNDED))[l] = impi_pick(limited, 1.0f, 0.0f);
        NUMBER(limits, DIMI(LIMIT_BENDS))[l] = impi_pick(bends | (!linear & !limited), 1.0f, 0.0f);
        j->open[l] = impi_pick((!limited | bends) & (opened > j->open[l]), opened, j->open[l]);
    }
}

// The row that drives it.
TARGET static inline void KN(drive_row)(const GroupSolver* s, int32_t row, bool first, const JointLanes* j)
{
    float *numbers = NUMBER(s->tree.rows, (int64_t)row * DIMI(TREE_ROW_NUMBERS)), *limits = KN(limits_of_row)(s, row);
    const float h = s->w->solver.row_step.h;
    EACH_LANE
    {
        const float hertz = 6.2831853f * NUMBER(limits, DIMI(LIMIT_HERTZ))[l], answer = j->answer[l];
        const float mass = impi_pick(answer > 0.0f, 1.0f / answer, 0.0f);
        const bool tuned = NUMBER(limits, DIMI(LIMIT_HERTZ))[l] > 0.0f;
        const float value = j->value[l] - NUMBER(limits, DIMI(LIMIT_TARGET))[l];
        const float rate = NUMBER(limits, DIMI(LIMIT_SPEED))[l], own = mass * hertz * hertz;
        const float damps = 2.0f * mass * NUMBER(limits, DIMI(LIMIT_DAMPING_RATIO))[l] * hertz;
        const float stiff = impi_pick(tuned, own, NUMBER(limits, DIMI(LIMIT_STIFFNESS))[l]);
        const float damped = impi_pick(tuned, damps, NUMBER(limits, DIMI(LIMIT_DAMPING))[l]);
        const float bound = NUMBER(limits, DIMI(LIMIT_MOST))[l], most = impi_pick(bound > 0.0f, bound * h, INFINITY);
        const float hard = damped + h * stiff, soft = 1.0f / (h * hard), pulls = (stiff * value - damped * rate) / hard;
        const float push = impi_pick(hard > 0.0f, pulls, -rate), little = IMPI_JOINT_LITTLE * answer;
        const float before = NUMBER(numbers, DIMI(TREE_ROW_PUSH))[l];
        const float pinned = NUMBER(numbers, DIMI(TREE_ROW_PINNED))[l];
        const float total = NUMBER(numbers, DIMI(TREE_ROW_TOTAL))[l];
        NUMBER(numbers, DIMI(TREE_ROW_SOFTNESS))[l] = impi_pick(hard > 0.0f, soft, little);
        NUMBER(numbers, DIMI(TREE_ROW_PUSH))[l] = push;
        NUMBER(numbers, DIMI(TREE_ROW_RELAX))[l] = impi_pick(first, push, before);
        NUMBER(numbers, DIMI(TREE_ROW_PULL))[l] = push;
        NUMBER(numbers, DIMI(TREE_ROW_DRIFT))[l] = j->drift[l];
        NUMBER(numbers, DIMI(TREE_ROW_LEAST))[l] = -most;
        NUMBER(numbers, DIMI(TREE_ROW_MOST))[l] = most;
        NUMBER(numbers, DIMI(TREE_ROW_TOTAL))[l] = impi_pick(first, 0.0f, total);
        NUMBER(numbers, DIMI(TREE_ROW_GIVEN))[l] = 0.0f;
        NUMBER(numbers, DIMI(TREE_ROW_PINNED))[l] = impi_pick(first, 0.0f, pinned);
        NUMBER(numbers, DIMI(TREE_ROW_FREES))[l] = 0.0f;
        NUMBER(limits, DIMI(LIMIT_VALUE))[l] = value;
        NUMBER(limits, DIMI(LIMIT_BOUNDED))[l] = impi_pick(bound > 0.0f, 1.0f, 0.0f);
        NUMBER(limits, DIMI(LIMIT_BENDS))[l] = 0.0f;
    }
}

TARGET static inline void KN(turns_of_frames)(float* hinge, JointLanes* j)
{
    EACH_LANE
    {
        float values[DIMI(TURN_AXES)];
        Spin about[DIMI(TURN_AXES)];
        FNI(frame_turns)
        (FNI(lane_rot)(j->frame_a + l), FNI(lane_rot)(j->frame_b + l), NUMBER(hinge, DIMI(HINGE_TURN))[l], values,
         about);
        for (int32_t k = 0; k < DIMI(TURN_AXES); ++k)
        {
            j->values[k * L + l] = values[k];
            FNI(set_lane_spin)(NUMBER(j->about, k * DIMI(TURNINGS)) + l, about[k]);
        }
    }
}

TARGET static inline void KN(turn_of_cross)(JointLanes* j)
{
    EACH_LANE
    {
        float value = 0.0f;
        Spin about = FNI(spin_none)();
        FNI(cross_turn)(FNI(lane_rot)(j->frame_a + l), FNI(lane_rot)(j->frame_b + l), &value, &about);
        j->values[l] = value;
        FNI(set_lane_spin)(j->about + l, about);
    }
}

// Values of turning; where no row needs them, that of the turn by its rate.
TARGET static void KN(find_turns)(const GroupSolver* s, int32_t node, bool first, JointLanes* j)
{
    const World* w = s->w;
    const JointDef* def = &KN(joint_in_lane)(s, node, 0)->def;
    float* hinge = KN(numbers_of_joint)(s, node);
    bool used = first || FNI(has_cone)(def);
    for (int32_t i = 0; i < DIMI(TURN_AXES); ++i)
    {
        used |= FNI(axis_row_count)(&def->axes[AXES + i]) > 0;
    }
    if (used)
    {
        KN(turns_of_frames)(hinge, j);
        if (FNI(is_cross)(def))
        {
            KN(turn_of_cross)(j);
        }
    }
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        Joint* of = KN(joint_in_lane)(s, node, l);
        if (used)
        {
            of->twist = FNI(lane_spin)(j->about + l);
        }
        else
        {
            const JointEnd a = FNI(joint_end)(w, of->body_a, &of->def.frame_a),
                           b = FNI(joint_end)(w, of->body_b, &of->def.frame_b);
            j->values[l] =
                of->turn + w->solver.row_step.h * FNI(spin_dot)(FNI(spin_sub)(b.spin, a.spin), of->twist);
        }
        of->turn = impi_number_fault_large(j->values[l]) ? 0.0f : j->values[l];
        NUMBER(hinge, DIMI(HINGE_TURN))[l] = of->turn;
    }
}

// The rows of an axis whose direction is known.
TARGET static int32_t KN(rows_of_axis)(const GroupSolver* s, const imp_axis* a, bool linear, bool child_is_a, bool first,
                                       int32_t row, JointLanes* j)
{
    const int32_t held = a->kind != IMP_AXIS_FREE ? 1 : 0, count = FNI(axis_row_count)(a);
    KN(find_drift)(j);
    for (int32_t k = row; k < row + count; ++k)
    {
        KN(write_ends)(NUMBER(s->tree.rows, (int64_t)k * DIMI(TREE_ROW_NUMBERS)), j, child_is_a);
    }
    if (count > held)
    {
        KN(drive_row)(s, row + held, first, j);
    }
    if (held > 0)
    {
        KN(hold_row)(s, row, a->kind == IMP_AXIS_LOCKED, linear, first, j);
    }
    return count;
}

TARGET static inline void KN(rows_of_joint)(const GroupSolver* s, int32_t node, bool first, float* open)
{
    const JointDef* def = &KN(joint_in_lane)(s, node, 0)->def;
    const int32_t parent = s->tree.bodies[node].parent;
    const bool is_a = KN(child_is_a)(s, node);
    const float h = s->w->solver.row_step.h;
    float* hinge = KN(numbers_of_joint)(s, node);
    int32_t row = s->tree.bodies[node].row;
    JointLanes j;
    memset(&j, 0, sizeof j);
    memcpy(j.open, open, sizeof j.open);
    KN(find_end)(s, is_a ? node : parent, node, true, &j);
    KN(find_end)(s, is_a ? parent : node, node, false, &j);
    EACH_LANE
    {
        const Vec arm_a = FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_A)) + l);
        const Vec arm_b = FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_B)) + l);
        const Vec between = FN(vec_sub)(FNI(lane_vec)(j.center_b + l), FNI(lane_vec)(j.center_a + l));
        FNI(set_lane_vec)
        (NUMBER(hinge, DIMI(HINGE_APART)) + l, FN(vec_sub)(FN(vec_add)(between, arm_b), arm_a));
    }
    KN(find_turns)(s, node, first, &j);
    for (int32_t i = 0; i < DIMI(JOINT_AXES); ++i)
    {
        const bool linear = i < AXES || i == DIM(AXIS_DISTANCE);
        if (FNI(axis_row_count)(&def->axes[i]) == 0)
        {
            continue;
        }
        if (linear)
        {
            if (i < AXES)
            {
                KN(along_axis)(s, node, i, &j);
            }
            else
            {
                KN(along_distance)(s, node, &j);
            }
            KN(lever_axis)(s, node, &j);
        }
        else
        {
            KN(turn_axis)(NUMBER(j.about, (i - AXES) * DIMI(TURNINGS)), &j);
            memcpy(j.value, j.values + (i - AXES) * L, sizeof j.value);
        }
        row += KN(rows_of_axis)(s, &def->axes[i], linear, is_a, first, row, &j);
    }
    if (FNI(has_cone)(def))
    {
        const imp_axis inside = {.kind = IMP_AXIS_LIMITED, .upper = INFINITY};
        float axis[DIMI(TURNINGS) * L];
        KN(cone_axis)(hinge, &j, j.value, axis);
        KN(turn_axis)(axis, &j);
        KN(rows_of_axis)(s, &inside, false, is_a, first, row, &j);
    }
    memcpy(open, j.open, sizeof j.open);
    // What the joint pulls at its nodes, outwards.
    float *pull_a = FNI(group_pull)(s, is_a ? node : parent >= 0 ? parent : node),
          *pull_b = FNI(group_pull)(s, is_a ? (parent >= 0 ? parent : node) : node);
    EACH_LANE
    {
        const Vec impulse = FN(vec_scale)(FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_FORCE)) + l), h);
        j.value[l] = FN(vec_dot)(impulse, FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_A)) + l));
        j.answer[l] = FN(vec_dot)(impulse, FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_B)) + l));
    }
    for (int32_t l = 0; l < L && (is_a || parent >= 0); ++l)
    {
        pull_a[l] -= j.value[l];
    }
    for (int32_t l = 0; l < L && (!is_a || parent >= 0); ++l)
    {
        pull_b[l] += j.answer[l];
    }
}

// A group alone has been closed: its lane has what that has made.
TARGET static void KN(follow_closed)(const GroupSolver* s, int32_t lane)
{
    const GroupSolver of = FNI(batch_group)(s, lane);
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        const JointNode* n = KN(node_in_lane)(s, i, lane);
        float *place = KN(place_of_node)(s, i) + lane, *hinge = KN(numbers_of_joint)(s, i) + lane;
        FNI(set_lane_rot)(NUMBER(place, DIMI(PLACE_Q)), n->q);
        FNI(set_lane_vec)(NUMBER(place, DIMI(PLACE_CENTER)), n->center);
        for (int32_t k = s->tree.bodies[i].row; n->joint >= 0 && k < s->tree.bodies[i].row + s->tree.bodies[i].rows; ++k)
        {
            const JointRow* row = &of.rows[k];
            const bool angle = !FNI(vec_bits)(row->along) && !row->bounded && !row->driven;
            float* limits = KN(limits_of_row)(s, k) + lane;
            NUMBER(limits, DIMI(LIMIT_VALUE))[0] = row->value;
            NUMBER(limits, DIMI(LIMIT_BOUNDED))[0] = row->bounded ? 1.0f : 0.0f;
            NUMBER(limits, DIMI(LIMIT_BENDS))[0] = row->bends || angle ? 1.0f : 0.0f;
        }
        if (n->joint >= 0)
        {
            const Joint* j = &s->w->joints.all.data[n->joint];
            FNI(set_lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_A)), j->arm_a);
            FNI(set_lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_B)), j->arm_b);
            FNI(set_lane_vec)(NUMBER(hinge, DIMI(HINGE_APART)), j->apart);
            NUMBER(hinge, DIMI(HINGE_TURN))[0] = j->turn;
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
            const SolverBody* m = &w->solver.bodies.data[KN(node_in_lane)(s, i, l)->mover];
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

TARGET static void KN(limit_pulls)(const GroupSolver* s)
{
    float all[L] = {0.0f}, stored[L] = {0.0f};
    const float h = s->w->solver.row_step.h, half = 0.5f * h;
    KN(read_speeds)(s);
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        const float* v = NUMBER(s->tree.speed, (int64_t)i * DIMI(FREEDOMS));
        float *place = KN(place_of_node)(s, i), *pull = FNI(group_pull)(s, i);
        EACH_LANE
        {
            const bool slow = h * h * KN(square_of_spin)(v + l) < IMPI_STIFF_TURN * IMPI_STIFF_TURN;
            pull[l] = impi_pick(slow, pull[l], 0.0f);
            const float stores = half * pull[l] * KN(square_of_spin)(v + l);
            all[l] += KN(energy_of_node)(place + l, v + l);
            stored[l] += impi_pick(pull[l] > 0.0f, stores, 0.0f);
        }
    }
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        float* pull = FNI(group_pull)(s, i);
        EACH_LANE
        {
            const float most = IMPI_STIFF_PART * all[l], limited = pull[l] * (most / stored[l]);
            pull[l] = impi_pick(stored[l] > most, limited, pull[l]);
        }
    }
}

TARGET static void KN(find_turn)(const GroupSolver* s, float* has, float* turn)
{
    float most[L] = {0.0f};
    const float h = s->w->solver.row_step.h, square_of_h = h * h;
    memset(has, 0, L * sizeof *has);
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        const float *v = NUMBER(s->tree.speed, (int64_t)i * DIMI(FREEDOMS)), *place = KN(place_of_node)(s, i);
        EACH_LANE
        {
            const float square = square_of_h * KN(square_of_spin)(v + l);
            const float energy = square * KN(energy_of_node)(place + l, v + l);
            most[l] = impi_pick(square > most[l], square, most[l]);
            has[l] += impi_pick(square < IMPI_MOST_BEND * IMPI_MOST_BEND, energy, 0.0f);
        }
    }
    for (int32_t l = 0; l < L; ++l)
    {
        turn[l] = sqrtf(most[l]);
    }
}

// Masses

TARGET static inline void KN(write_mass)(const GroupSolver* s, int32_t node)
{
    const World* w = s->w;
    const float h = w->solver.row_step.h;
    const float* pull = FNI(group_pull)(s, node);
    float q[DIMI(ROT_FIELDS) * L] = {0.0f}, own[DIMI(INERTIA_FIELDS) * L] = {0.0f};
    float moves[AXES * L] = {0.0f}, turns[DIMI(TURNINGS) * L] = {0.0f};
    float* out = NUMBER(s->tree.mass, (int64_t)node * DIMI(FREEDOMS) * DIMI(FREEDOMS));
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        const JointNode* n = KN(node_in_lane)(s, node, l);
        const Body* b = &w->bodies.data[n->body];
        const bool some = FNI(inertia_some)(b->inverse_inertia);
        const uint32_t locks = n->stays ? UINT32_MAX : b->locks;
        FNI(set_lane_rot)(q + l, n->q);
        FNI(set_lane_inertia)(own + l, b->inertia);
        for (int32_t k = 0; k < AXES; ++k)
        {
            moves[k * L + l] = locks >> k & 1u ? -INFINITY : b->mass;
        }
        for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
        {
            turns[k * L + l] = some && !(locks >> (AXES + k) & 1u) ? 1.0f : 0.0f;
        }
    }
    for (int32_t k = 0; k < AXES; ++k)
    {
        memcpy(NUMBER(out, k * DIMI(FREEDOMS) + k), moves + k * L, L * sizeof *moves);
    }
    EACH_LANE
    {
        const Inertia inertia = FNI(inertia_turned_in_lane)(FNI(lane_inertia)(own + l), FNI(lane_rot)(q + l));
        FNI(set_lane_inertia)(own + l, inertia);
    }
    for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
    {
        EACH_LANE
        {
            const Inertia inertia = FNI(lane_inertia)(own + l);
            const float stiff = h * pull[l] - 0.5f * FNI(inertia_mean)(inertia), more = impi_pick(stiff > 0.0f, stiff, 0.0f);
            const Spin column = FNI(inertia_apply)(inertia, FNI(lane_unit)(k));
            float* at = NUMBER(out, AXES * DIMI(FREEDOMS) + AXES + k) + l;
            FNI(set_lane_column)(at, DIMI(FREEDOMS), column);
            float* diagonal = NUMBER(at, k * DIMI(FREEDOMS));
            *diagonal = impi_pick(turns[k * L + l] > 0.0f, *diagonal + more, -INFINITY);
        }
    }
    s->tree.bodies[node].stale = true;
}

TARGET static void KN(follow_lanes)(const GroupSolver* s, bool first)
{
    float open[L] = {0.0f};
    KN(find_places)(s);
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        memset(FNI(group_pull)(s, i), 0, L * sizeof(float));
        for (int32_t l = 0; l < s->batch->count && first && KN(node_in_lane)(s, i, 0)->joint >= 0; ++l)
        {
            KN(gather_joint)(s, i, l);
        }
    }
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        if (KN(node_in_lane)(s, i, 0)->joint >= 0)
        {
            KN(rows_of_joint)(s, i, first, open);
        }
    }
    for (int32_t l = 0; l < s->batch->count && !first; ++l)
    {
        if (open[l] > 1.0f)
        {
            const GroupSolver of = FNI(batch_group)(s, l);
            FNI(group_follow_parted)(&of);
            KN(follow_closed)(s, l);
        }
    }
    KN(limit_pulls)(s);
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        KN(write_mass)(s, i);
    }
}

// Passes

// Reads velocities; returns whether contacts have changed any since this pass has left it (again).
TARGET static bool KN(begin_pass)(const GroupSolver* s, bool again)
{
    bool any = false;
    float moved[L] = {0.0f};
    KN(read_speeds)(s);
    for (int32_t i = 0; i < s->tree.count * DIMI(FREEDOMS) && again; ++i)
    {
        const float *now = NUMBER(s->tree.speed, i), *left = NUMBER(s->tree.left, i);
        EACH_LANE
        {
            moved[l] = impi_pick((now[l] < left[l]) | (now[l] > left[l]), 1.0f, moved[l]);
        }
    }
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        const GroupSolver of = FNI(batch_group)(s, l);
        const bool some = again && (moved[l] > 0.0f || (s->batch->bears && FNI(touches_some)(&of)));
        s->tree.active[l] = some || !again ? 1.0f : 0.0f;
        any |= s->tree.active[l] > 0.0f;
    }
    return any;
}

// The velocity of an end of a joint that is no node, and how free rotation changes that.
TARGET static void KN(speed_of_other)(const GroupSolver* s, int32_t joint, bool is_a, float* out, float* twirl)
{
    memset(out, 0, DIMI(FREEDOMS) * L * sizeof *out);
    memset(twirl, 0, DIMI(TURNINGS) * L * sizeof *twirl);
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        const Joint* j = KN(joint_in_lane)(s, joint, l);
        const int32_t body = is_a ? j->body_a : j->body_b, mover = body >= 0 ? s->w->bodies.data[body].mover : 0;
        if (mover > 0)
        {
            const SolverBody* m = &s->w->solver.bodies.data[mover];
            const Spin spin = FNI(solver_spin)(m);
            FNI(set_lane_vec)(out + l, FNI(solver_velocity)(m));
            FNI(set_lane_spin)(NUMBER(out, AXES) + l, spin);
            FNI(set_lane_spin)(twirl + l, FNI(body_force_bends)(&s->w->solver.forces.data[mover],
                                                                s->w->sims.data[body].inverse_inertia, spin));
        }
    }
}

// How free rotation changes the spin of a node.
TARGET static inline void KN(twirl_of_node)(const GroupSolver* s, int32_t node, float* twirl)
{
    const float *v = NUMBER(s->tree.speed, (int64_t)node * DIMI(FREEDOMS)), *place = KN(place_of_node)(s, node);
    EACH_LANE
    {
        FNI(set_lane_spin)
        (twirl + l, FNI(free_bend)(FNI(lane_inertia)(NUMBER(place, DIMI(PLACE_TURNING)) + l),
                                   FNI(lane_inertia)(NUMBER(place, DIMI(PLACE_INVERSE_INERTIA)) + l),
                                   FNI(lane_spin)(NUMBER(v, AXES) + l)));
    }
}

// The rows of a joint add what turning does to their biases.
TARGET static inline void KN(bend_joint)(const GroupSolver* s, int32_t node)
{
    const JointDef* def = &KN(joint_in_lane)(s, node, 0)->def;
    const int32_t parent = s->tree.bodies[node].parent;
    const bool is_a = KN(child_is_a)(s, node);
    const float h = s->w->solver.row_step.h, half = 0.5f * h;
    float other[DIMI(FREEDOMS) * L], scale[L], spin[DIMI(TURNINGS) * L], rate[AXES * L], bend[AXES * L];
    float own[DIMI(TURNINGS) * L], of_other[DIMI(TURNINGS) * L], twirl[DIMI(TURNINGS) * L];
    const float* child = NUMBER(s->tree.speed, (int64_t)node * DIMI(FREEDOMS));
    const float* above = parent >= 0 ? NUMBER(s->tree.speed, (int64_t)parent * DIMI(FREEDOMS)) : other;
    const float *of_a = is_a ? child : above, *of_b = is_a ? above : child;
    const float *twirl_a = is_a ? own : of_other, *twirl_b = is_a ? of_other : own;
    const float* hinge = KN(numbers_of_joint)(s, node);
    KN(twirl_of_node)(s, node, own);
    if (parent < 0)
    {
        KN(speed_of_other)(s, node, !is_a, other, of_other);
    }
    else
    {
        KN(twirl_of_node)(s, parent, of_other);
    }
    EACH_LANE
    {
        const JointMotion a = FNI(joint_motion)(FNI(lane_vec)(of_a + l), FNI(lane_spin)(NUMBER(of_a, AXES) + l), FNI(lane_spin)(twirl_a + l),
                                                FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_A)) + l));
        const JointMotion b = FNI(joint_motion)(FNI(lane_vec)(of_b + l), FNI(lane_spin)(NUMBER(of_b, AXES) + l), FNI(lane_spin)(twirl_b + l),
                                                FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_B)) + l));
        const float first = FNI(spin_length)(a.spin), second = FNI(spin_length)(b.spin);
        const float fastest = h * impi_pick(first > second, first, second);
        scale[l] = half / (1.0f + 0.5f * fastest * fastest);
        FNI(set_lane_spin)(spin + l, a.spin);
        FNI(set_lane_vec)(rate + l, FN(vec_sub)(b.velocity, a.velocity));
        FNI(set_lane_vec)(bend + l, FN(vec_sub)(b.bend, a.bend));
        const Spin carried = FNI(spin_carried)(a.spin, FNI(spin_sub)(b.spin, a.spin));
        FNI(set_lane_spin)(twirl + l, FNI(spin_sub)(FNI(spin_sub)(b.twirl, a.twirl), carried));
    }
    int32_t row = s->tree.bodies[node].row;
    for (int32_t i = 0; i < DIMI(JOINT_AXES); ++i)
    {
        const int32_t count = FNI(axis_row_count)(&def->axes[i]);
        float* numbers = NUMBER(s->tree.rows, (int64_t)row * DIMI(TREE_ROW_NUMBERS));
        const float* along = NUMBER(numbers, is_a ? DIMI(TREE_ROW_PARENT) : DIMI(TREE_ROW_CHILD));
        const float* bends = NUMBER(KN(limits_of_row)(s, row), DIMI(LIMIT_BENDS));
        const float* apart = NUMBER(hinge, DIMI(HINGE_APART));
        float *push = NUMBER(numbers, DIMI(TREE_ROW_PUSH)), *pull = NUMBER(numbers, DIMI(TREE_ROW_PULL));
        row += count;
        if (count == 0 || def->axes[i].kind == IMP_AXIS_FREE)
        {
            continue;
        }
        if (i >= AXES && i != DIM(AXIS_DISTANCE))
        {
            EACH_LANE
            {
                const Spin on = FNI(lane_spin)(NUMBER(along, AXES) + l);
                const float bent = pull[l] + scale[l] * FNI(spin_dot)(on, FNI(lane_spin)(twirl + l));
                push[l] = impi_pick(bends[l] > 0.0f, bent, push[l]);
            }
        }
        else if (i < AXES)
        {
            EACH_LANE
            {
                const Vec on = FNI(lane_vec)(along + l);
                const Spin by = FNI(lane_spin)(spin + l);
                const Vec turned = FNI(spin_velocity)(by, on);
                float sum = FN(vec_dot)(on, FNI(lane_vec)(bend + l));
                sum += 2.0f * FN(vec_dot)(turned, FNI(lane_vec)(rate + l)) +
                       FN(vec_dot)(FNI(spin_velocity)(by, turned), FNI(lane_vec)(apart + l));
                const float bent = pull[l] + scale[l] * sum;
                push[l] = impi_pick(bends[l] > 0.0f, bent, push[l]);
            }
        }
        else
        {
            EACH_LANE
            {
                const Vec on = FNI(lane_vec)(along + l), now = FNI(lane_vec)(rate + l), to = FNI(lane_vec)(apart + l);
                const float length = sqrtf(FN(vec_dot)(to, to)), of_rate = FN(vec_dot)(on, now);
                const float around = (FN(vec_dot)(now, now) - of_rate * of_rate) / length;
                const float sum = FN(vec_dot)(on, FNI(lane_vec)(bend + l)) + impi_pick(length > 0.0f, around, 0.0f);
                const float bent = pull[l] + scale[l] * sum;
                push[l] = impi_pick(bends[l] > 0.0f, bent, push[l]);
            }
        }
    }
}

TARGET static void KN(bend_lanes)(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        if (KN(node_in_lane)(s, i, 0)->joint >= 0)
        {
            KN(bend_joint)(s, i);
        }
    }
}

// The rows of one group, as it has them alone (JointRow): what turns far is followed by itself.
TARGET static void KN(part_lane)(const GroupSolver* s, int32_t lane)
{
    const GroupSolver of = FNI(batch_group)(s, lane);
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        const JointNode* n = KN(node_in_lane)(s, i, lane);
        JointRow* row = of.rows + s->tree.bodies[i].row;
        int32_t at = s->tree.bodies[i].row;
        for (int32_t axis = 0; n->joint >= 0 && at < s->tree.bodies[i].row + s->tree.bodies[i].rows; ++axis)
        {
            const imp_axis* a = axis < DIMI(JOINT_AXES) ? &s->w->joints.all.data[n->joint].def.axes[axis] : NULL;
            const int32_t held = !a || a->kind != IMP_AXIS_FREE ? 1 : 0, count = a ? FNI(axis_row_count)(a) : 1;
            for (int32_t k = 0; k < count; ++k, ++at, ++row)
            {
                const float* limits = KN(limits_of_row)(s, at) + lane;
                row->value = NUMBER(limits, DIMI(LIMIT_VALUE))[0];
                row->bounded = NUMBER(limits, DIMI(LIMIT_BOUNDED))[0] > 0.0f;
                row->driven = k >= held;
                row->pull = *FNI(group_number)(&of, at, DIMI(TREE_ROW_PULL));
                row->drift = *FNI(group_number)(&of, at, DIMI(TREE_ROW_DRIFT));
            }
        }
    }
}

// Counts what joints give to groups that turn far.
TARGET static void KN(tally_lanes)(const GroupSolver* s)
{
    float most[L] = {0.0f};
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        const float *before = NUMBER(s->tree.speed, (int64_t)i * DIMI(FREEDOMS)),
                    *by = NUMBER(s->tree.velocity, (int64_t)i * DIMI(FREEDOMS));
        EACH_LANE
        {
            float is = 0.0f;
            for (int32_t k = AXES; k < DIMI(FREEDOMS); ++k)
            {
                const float sum = before[k * L + l] + by[k * L + l];
                is += sum * sum;
            }
            const float was = KN(square_of_spin)(before + l), square = impi_pick(was > is, was, is);
            most[l] = impi_pick(square > most[l], square, most[l]);
        }
    }
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        const GroupSolver of = FNI(batch_group)(s, l);
        if (*of.tree.active > 0.0f && (of.g->far || s->w->solver.row_step.h * sqrtf(most[l]) > IMPI_FAR_TURN))
        {
            KN(part_lane)(s, l);
            FNI(group_tally)(&of);
        }
    }
}

// Gives bodies what a pass changes, where its numbers are sound.
TARGET static void KN(move_lanes)(const GroupSolver* s)
{
    const World* w = s->w;
    uint32_t bad[L] = {0};
    for (int32_t i = 0; i < s->tree.count * DIMI(FREEDOMS); ++i)
    {
        const float* v = NUMBER(s->tree.velocity, i);
        EACH_LANE
        {
            bad[l] |= impi_magnitude_bits(v[l]) <= IMPI_BITS_MAX ? 0u : 1u;
        }
    }
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        s->tree.active[l] = s->tree.active[l] > 0.0f && bad[l] == 0 ? 1.0f : 0.0f;
    }
    KN(tally_lanes)(s);
    memcpy(s->tree.left, s->tree.speed, (size_t)s->tree.count * DIMI(FREEDOMS) * L * sizeof(float));
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        const float* v = NUMBER(s->tree.velocity, (int64_t)i * DIMI(FREEDOMS));
        float* left = NUMBER(s->tree.left, (int64_t)i * DIMI(FREEDOMS));
        for (int32_t l = 0; l < s->batch->count; ++l)
        {
            if (s->tree.active[l] > 0.0f)
            {
                const int32_t mover = KN(node_in_lane)(s, i, l)->mover;
                SolverBody* m = &w->solver.bodies.data[mover];
                FNI(body_force_kick)
                (&w->solver.forces.data[mover], m, FNI(lane_vec)(v + l), FNI(lane_spin)(NUMBER(v, AXES) + l));
                FNI(set_lane_vec)(left + l, FNI(solver_velocity)(m));
                FNI(set_lane_spin)(NUMBER(left, AXES) + l, FNI(solver_spin)(m));
            }
        }
    }
    for (int32_t l = 0; l < s->batch->count && s->batch->bears; ++l)
    {
        const GroupSolver of = FNI(batch_group)(s, l);
        if (*of.tree.active > 0.0f)
        {
            FNI(touches_end)(&of);
        }
    }
}

// Tells the forces of a joint by the impulses of its rows.
TARGET static inline void KN(tell_joint)(const GroupSolver* s, int32_t node)
{
    const float rate = s->w->solver.row_step.rate;
    const JointDef* def = &KN(joint_in_lane)(s, node, 0)->def;
    const int32_t end = KN(child_is_a)(s, node) ? DIMI(TREE_ROW_PARENT) : DIMI(TREE_ROW_CHILD);
    float *hinge = KN(numbers_of_joint)(s, node), force[AXES * L] = {0.0f}, torque[DIMI(TURNINGS) * L] = {0.0f};
    int32_t row = s->tree.bodies[node].row;
    for (int32_t i = 0; i <= DIMI(JOINT_AXES); ++i)
    {
        const bool linear = i < AXES || i == DIM(AXIS_DISTANCE), cone = i == DIMI(JOINT_AXES);
        int32_t count = cone ? (FNI(has_cone)(def) ? 1 : 0) : FNI(axis_row_count)(&def->axes[i]);
        for (; count > 0; --count, ++row)
        {
            const float* numbers = NUMBER(s->tree.rows, (int64_t)row * DIMI(TREE_ROW_NUMBERS));
            const float *along = NUMBER(numbers, end), *total = NUMBER(numbers, DIMI(TREE_ROW_TOTAL));
            EACH_LANE
            {
                const float k = total[l] * rate;
                const Spin own = FNI(lane_spin)(NUMBER(along, AXES) + l), turn = linear ? FNI(spin_none)() : own;
                FNI(set_lane_vec)
                (force + l, FNI(vec_add_scaled)(FNI(lane_vec)(force + l), FNI(lane_vec)(along + l), k));
                FNI(set_lane_spin)
                (torque + l, FNI(spin_add)(FNI(lane_spin)(torque + l), FNI(spin_scale)(turn, k)));
            }
        }
    }
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        if (s->tree.active[l] > 0.0f)
        {
            Joint* j = KN(joint_in_lane)(s, node, l);
            j->force = FNI(lane_vec)(force + l);
            j->torque = FNI(lane_spin)(torque + l);
            FNI(joint_keep_most)(j);
            FNI(set_lane_vec)(NUMBER(hinge, DIMI(HINGE_FORCE)) + l, j->force);
        }
    }
}

TARGET static void KN(tell_lanes)(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        if (KN(node_in_lane)(s, i, 0)->joint >= 0)
        {
            KN(tell_joint)(s, i);
        }
    }
}

const LanePasses KN(lane_passes) = {KN(follow_lanes), KN(begin_pass), KN(bend_lanes), KN(find_turn),
                                    KN(part_lane),    KN(move_lanes), KN(tell_lanes)};

#undef EACH_LANE
#undef NUMBER
#undef L
