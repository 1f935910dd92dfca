// SPDX-License-Identifier: MIT
//
// Rows of the joints of groups alike, in lanes (group_lanes.inl, which includes this file), of new poses: what
// joint_rows.inl and group_factor.inl make of one group.

// Definitions of a joint and its rows, as a step begins
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

TARGET static void KN(gather_joint)(const GroupSolver* s, int32_t node)
{
    const World* w = s->w;
    const int32_t lanes = s->batch->count;
    const imp_axis inside = {.kind = IMP_AXIS_LIMITED, .upper = INFINITY};
    const Vec none = FNI(vec_none)();
    const Joint* joints[L];
    for (int32_t l = 0; l < lanes; ++l)
    {
        const Joint* j = joints[l] = KN(joint_in_lane)(s, node, l);
        float* hinge = KN(numbers_of_joint)(s, node) + l;
        const Vec middle_a = j->body_a >= 0 ? w->bodies.data[j->body_a].middle : none;
        const Vec middle_b = j->body_b >= 0 ? w->bodies.data[j->body_b].middle : none;
        FNI(set_lane_vec)(NUMBER(hinge, DIMI(HINGE_LOCAL_A)), FN(vec_sub)(j->def.frame_a.p, middle_a));
        FNI(set_lane_vec)(NUMBER(hinge, DIMI(HINGE_LOCAL_B)), FN(vec_sub)(j->def.frame_b.p, middle_b));
        FNI(set_lane_rot)(NUMBER(hinge, DIMI(HINGE_FRAME_A)), j->def.frame_a.q);
        FNI(set_lane_rot)(NUMBER(hinge, DIMI(HINGE_FRAME_B)), j->def.frame_b.q);
        FNI(set_lane_vec)(NUMBER(hinge, DIMI(HINGE_FORCE)), j->force);
        FNI(set_lane_spin)(NUMBER(hinge, DIMI(HINGE_TORQUE)), j->torque);
        NUMBER(hinge, DIMI(HINGE_TURN))[0] = j->turn;
        FNI(cone_of)(&j->def, NUMBER(hinge, DIMI(HINGE_CONE)), NUMBER(hinge, DIMI(HINGE_CONE) + 1));
    }
    // Rows are as many in all lanes, so no lane waits for what another reads.
    const JointDef* def = &joints[0]->def;
    int32_t row = s->tree.bodies[node].row;
    for (int32_t i = 0; i < DIMI(JOINT_AXES); ++i)
    {
        const int32_t end = row + FNI(axis_row_count)(&def->axes[i]);
        for (row += def->axes[i].kind == IMP_AXIS_LOCKED ? 1 : 0; row < end; ++row)
        {
            for (int32_t l = 0; l < lanes; ++l)
            {
                KN(gather_axis)(&joints[l]->def.axes[i], KN(limits_of_row)(s, row) + l);
            }
        }
    }
    for (int32_t l = 0; l < lanes && FNI(has_cone)(def); ++l)
    {
        KN(gather_axis)(&inside, KN(limits_of_row)(s, row) + l);
    }
}

// Tells a joint what it is in its lane.
TARGET static void KN(keep_joint)(const GroupSolver* s, int32_t node, int32_t lane)
{
    Joint* j = KN(joint_in_lane)(s, node, lane);
    const float* hinge = KN(numbers_of_joint)(s, node) + lane;
    j->force = FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_FORCE)));
    j->torque = FNI(lane_spin)(NUMBER(hinge, DIMI(HINGE_TORQUE)));
    j->turn = NUMBER(hinge, DIMI(HINGE_TURN))[0];
    j->twist = FNI(lane_spin)(NUMBER(hinge, DIMI(HINGE_TWIST)));
}

// Tells the nodes and joints of a group what they are in its lane.
TARGET static void KN(keep_lane)(const GroupSolver* s, int32_t lane)
{
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        JointNode* n = KN(node_in_lane)(s, i, lane);
        const float* place = KN(place_of_node)(s, i) + lane;
        n->q = FNI(lane_rot)(NUMBER(place, DIMI(PLACE_Q)));
        n->center = FNI(lane_vec)(NUMBER(place, DIMI(PLACE_CENTER)));
        if (n->joint >= 0)
        {
            KN(keep_joint)(s, i, lane);
        }
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
        *(is_a ? &out->spin_a : &out->spin_b) = NUMBER(s->tree.speed, (int64_t)node * DIMI(FREEDOMS) + AXES);
        *(is_a ? &out->mass_a : &out->mass_b) = NUMBER(place, DIMI(PLACE_INVERSE_MASS));
        *(is_a ? &out->inertia_a : &out->inertia_b) = NUMBER(place, DIMI(PLACE_INVERSE_INERTIA));
        return;
    }
    for (int32_t l = 0; l < L; ++l)
    {
        const Joint* j = KN(joint_in_lane)(s, joint, l < s->batch->count ? l : 0);
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
    *(is_a ? &out->spin_a : &out->spin_b) = out->drift_spin;
    *(is_a ? &out->mass_a : &out->mass_b) = out->other_mass;
    *(is_a ? &out->inertia_a : &out->inertia_b) = out->other_inertia;
}

TARGET static inline float KN(answer_of_end)(const float* inverse_mass, const float* inverse_inertia, Vec along,
                                             Spin turn)
{
    return FNI(end_response)(inverse_mass[0], FNI(lane_inertia)(inverse_inertia), along, turn);
}

// The rate of a row by an end that moves and is in no tree.
TARGET static void KN(find_drift)(JointLanes* j)
{
    EACH_LANE
    {
        j->drift[l] = 0.0f;
    }
    for (int32_t l = 0; l < L && j->some_drift; ++l)
    {
        if (j->drifts[l] > 0.0f)
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
        Spin turn_a, turn_b;
        FNI(row_levers)(arm_a, arm_b, apart, along, &turn_a, &turn_b);
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

TARGET static inline imp_axis KN(axis_in_lane)(const float* limits, int32_t kind)
{
    imp_axis a = {.kind = kind};
    a.lower = NUMBER(limits, DIMI(LIMIT_LOWER))[0];
    a.upper = NUMBER(limits, DIMI(LIMIT_UPPER))[0];
    a.stiffness = NUMBER(limits, DIMI(LIMIT_STIFFNESS))[0];
    a.damping = NUMBER(limits, DIMI(LIMIT_DAMPING))[0];
    a.hertz = NUMBER(limits, DIMI(LIMIT_HERTZ))[0];
    a.damping_ratio = NUMBER(limits, DIMI(LIMIT_DAMPING_RATIO))[0];
    a.target = NUMBER(limits, DIMI(LIMIT_TARGET))[0];
    a.speed = NUMBER(limits, DIMI(LIMIT_SPEED))[0];
    a.most = NUMBER(limits, DIMI(LIMIT_MOST))[0];
    return a;
}

// The row that holds an axis, or limits it.
TARGET static inline void KN(hold_row)(const GroupSolver* s, int32_t row, int32_t kind, bool linear, bool first,
                                       JointLanes* j)
{
    float *numbers = NUMBER(s->tree.rows, (int64_t)row * DIMI(TREE_ROW_NUMBERS)), *limits = KN(limits_of_row)(s, row);
    const float h = s->w->solver.row_step.h, slop = linear ? IMPI_PARTED * s->w->unit : IMPI_PARTED_TURN;
    EACH_LANE
    {
        const imp_axis a = KN(axis_in_lane)(limits + l, kind);
        impi_axis_row r = impi_held_row(&a, j->value[l], h, j->answer[l]);
        const bool bends = linear & !r.waits;
        const float opened = fabsf(r.value) / slop;
        r.push = impi_bias_within(&r, slop);
        FNI(tree_row_write)(numbers + l, L, &r, j->drift[l], false, first);
        NUMBER(limits, DIMI(LIMIT_VALUE))[l] = r.value;
        NUMBER(limits, DIMI(LIMIT_BOUNDED))[l] = impi_pick(r.bounded, 1.0f, 0.0f);
        NUMBER(limits, DIMI(LIMIT_BENDS))[l] = impi_pick(bends | (!linear & !r.bounded), 1.0f, 0.0f);
        j->open[l] = impi_pick((!r.bounded | bends) & (opened > j->open[l]), opened, j->open[l]);
    }
}

// The row that drives it.
TARGET static inline void KN(drive_row)(const GroupSolver* s, int32_t row, bool first, const JointLanes* j)
{
    float *numbers = NUMBER(s->tree.rows, (int64_t)row * DIMI(TREE_ROW_NUMBERS)), *limits = KN(limits_of_row)(s, row);
    const float h = s->w->solver.row_step.h;
    EACH_LANE
    {
        const imp_axis a = KN(axis_in_lane)(limits + l, IMP_AXIS_FREE);
        const impi_axis_row r = impi_driven_row(&a, j->value[l], h, j->answer[l]);
        FNI(tree_row_write)(numbers + l, L, &r, j->drift[l], true, first);
        NUMBER(limits, DIMI(LIMIT_VALUE))[l] = r.value;
        NUMBER(limits, DIMI(LIMIT_BOUNDED))[l] = impi_pick(r.bounded, 1.0f, 0.0f);
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
    const JointDef* def = &KN(joint_in_lane)(s, node, 0)->def;
    const float h = s->w->solver.row_step.h;
    float *hinge = KN(numbers_of_joint)(s, node), *turn = NUMBER(hinge, DIMI(HINGE_TURN));
    float* twist = NUMBER(hinge, DIMI(HINGE_TWIST));
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
        memcpy(twist, j->about, DIMI(TURNINGS) * L * sizeof *twist);
    }
    else
    {
        EACH_LANE
        {
            const Spin turning = FNI(spin_sub)(FNI(lane_spin)(j->spin_b + l), FNI(lane_spin)(j->spin_a + l));
            j->values[l] = turn[l] + h * FNI(spin_dot)(turning, FNI(lane_spin)(twist + l));
        }
    }
    EACH_LANE
    {
        turn[l] = impi_pick(impi_magnitude_bits(j->values[l]) <= IMPI_BITS_MAX, j->values[l], 0.0f);
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
    if (a->kind == IMP_AXIS_LOCKED)
    {
        KN(hold_row)(s, row, IMP_AXIS_LOCKED, linear, first, j);
    }
    else if (held > 0)
    {
        KN(hold_row)(s, row, IMP_AXIS_LIMITED, linear, first, j);
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
    j.some_drift = j.other_is_a = false;
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
    // The pull of the joint at its nodes, outwards.
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
    FNI(group_read_speeds)(&of, of.tree.speed);
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        const JointNode* n = KN(node_in_lane)(s, i, lane);
        float *place = KN(place_of_node)(s, i) + lane, *hinge = KN(numbers_of_joint)(s, i) + lane;
        FNI(set_lane_rot)(NUMBER(place, DIMI(PLACE_Q)), n->q);
        FNI(set_lane_vec)(NUMBER(place, DIMI(PLACE_CENTER)), n->center);
        FNI(set_lane_inertia)
        (NUMBER(place, DIMI(PLACE_TURNED)),
         FNI(inertia_turned_in_lane)(FNI(lane_inertia)(NUMBER(place, DIMI(PLACE_INERTIA))), n->q));
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
            FNI(set_lane_spin)(NUMBER(hinge, DIMI(HINGE_TWIST)), j->twist);
        }
    }
}

// The rows of one group, as it has them alone (JointRow): what turns far is followed by itself.
TARGET static void KN(part_lane)(const GroupSolver* s, int32_t lane)
{
    const GroupSolver of = FNI(batch_group)(s, lane);
    KN(keep_lane)(s, lane);
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
