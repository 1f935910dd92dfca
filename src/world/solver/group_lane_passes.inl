// SPDX-License-Identifier: MIT
//
// Passes over groups alike, in lanes (group_lanes.inl, which includes this file), around what their trees answer:
// velocities that come in and go out, what turning adds to biases, and forces. Of one group it is group_passes.inl.

// Reads velocities; returns whether contacts have changed any since this pass has left it (again).
TARGET static bool KN(begin_pass)(const GroupSolver* s, bool again)
{
    bool any = false;
    uint32_t moved[L] = {0};
    KN(read_speeds)(s);
    for (int32_t i = 0; i < s->tree.count * DIMI(FREEDOMS) && again; ++i)
    {
        const float *now = NUMBER(s->tree.speed, i), *left = NUMBER(s->tree.left, i);
        EACH_LANE
        {
            moved[l] |= impi_magnitude_bits(now[l] - left[l]);
        }
    }
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        bool some = !again || moved[l] != 0;
        if (!some && s->batch->bears)
        {
            const GroupSolver of = FNI(batch_group)(s, l);
            some = FNI(touches_some)(&of);
        }
        s->tree.active[l] = some ? 1.0f : 0.0f;
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
            FNI(set_lane_spin)
            (twirl + l,
             FNI(body_force_bends)(&s->w->solver.forces.data[mover], s->w->sims.data[body].inverse_inertia, spin));
        }
    }
}

// The acceleration of the spin of a node by free rotation.
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
    const float h = s->w->solver.row_step.h;
    float other[DIMI(FREEDOMS) * L], scale[L], spin[DIMI(TURNINGS) * L], rate[AXES * L], bend[AXES * L];
    float own[DIMI(TURNINGS) * L], of_other[DIMI(TURNINGS) * L], twirl[DIMI(TURNINGS) * L], sum[L];
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
        const JointMotion a =
            FNI(joint_motion)(FNI(lane_vec)(of_a + l), FNI(lane_spin)(NUMBER(of_a, AXES) + l),
                              FNI(lane_spin)(twirl_a + l), FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_A)) + l));
        const JointMotion b =
            FNI(joint_motion)(FNI(lane_vec)(of_b + l), FNI(lane_spin)(NUMBER(of_b, AXES) + l),
                              FNI(lane_spin)(twirl_b + l), FNI(lane_vec)(NUMBER(hinge, DIMI(HINGE_ARM_B)) + l));
        const JointBend of = FNI(joint_bend_between)(&a, &b, h);
        scale[l] = of.scale;
        FNI(set_lane_spin)(spin + l, of.spin);
        FNI(set_lane_vec)(rate + l, of.rate);
        FNI(set_lane_vec)(bend + l, of.bend);
        FNI(set_lane_spin)(twirl + l, of.twirl);
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
                sum[l] = FNI(spin_dot)(FNI(lane_spin)(NUMBER(along, AXES) + l), FNI(lane_spin)(twirl + l));
            }
        }
        else if (i < AXES)
        {
            EACH_LANE
            {
                const JointBend of = {FNI(lane_spin)(spin + l), FNI(lane_vec)(rate + l), FNI(lane_vec)(bend + l),
                                      FNI(spin_none)(), 0.0f};
                sum[l] = FNI(bend_of_axis)(&of, FNI(lane_vec)(along + l), FNI(lane_vec)(apart + l));
            }
        }
        else
        {
            EACH_LANE
            {
                const JointBend of = {FNI(spin_none)(), FNI(lane_vec)(rate + l), FNI(lane_vec)(bend + l),
                                      FNI(spin_none)(), 0.0f};
                sum[l] = FNI(bend_of_distance)(&of, FNI(lane_vec)(along + l), FNI(lane_vec)(apart + l));
            }
        }
        EACH_LANE
        {
            push[l] = impi_pick(bends[l] > 0.0f, pull[l] + scale[l] * sum[l], push[l]);
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

// Counts what joints give to groups that turn far.
TARGET static void KN(tally_lanes)(const GroupSolver* s)
{
    for (int32_t l = 0; l < s->batch->count; ++l)
    {
        if (s->tree.active[l] > 0.0f && s->w->joints.groups.data[s->batch->groups[l]].far)
        {
            const GroupSolver of = FNI(batch_group)(s, l);
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
                const int32_t mover = KN(mover_in_lane)(s, i, l);
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
        if (s->tree.active[l] > 0.0f)
        {
            const GroupSolver of = FNI(batch_group)(s, l);
            FNI(touches_end)(&of);
        }
    }
}

// Tells numbers to lanes that are active: none, where one has left its range.
TARGET static inline void KN(tell_numbers)(const GroupSolver* s, const float* numbers, int32_t count, float* out)
{
    const float* active = s->tree.active;
    EACH_LANE
    {
        bool sound = true;
        for (int32_t k = 0; k < count; ++k)
        {
            sound &= impi_magnitude_bits(numbers[k * L + l]) <= IMPI_BITS_MAX;
        }
        for (int32_t k = 0; k < count; ++k)
        {
            const float tells = impi_pick(sound, numbers[k * L + l], 0.0f);
            out[k * L + l] = impi_pick(active[l] > 0.0f, tells, out[k * L + l]);
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
        const bool linear = i < AXES || i == DIM(AXIS_DISTANCE), last = i == DIMI(JOINT_AXES);
        int32_t count = last ? (FNI(has_cone)(def) ? 1 : 0) : FNI(axis_row_count)(&def->axes[i]);
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
    KN(tell_numbers)(s, force, AXES, NUMBER(hinge, DIMI(HINGE_FORCE)));
    KN(tell_numbers)(s, torque, DIMI(TURNINGS), NUMBER(hinge, DIMI(HINGE_TORQUE)));
    for (int32_t l = 0; l < s->batch->count && s->w->joints.fragile; ++l)
    {
        if (s->tree.active[l] > 0.0f)
        {
            KN(keep_joint)(s, node, l);
            FNI(joint_keep_most)(KN(joint_in_lane)(s, node, l));
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

TARGET static void KN(finish_lanes)(const GroupSolver* s)
{
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        for (int32_t l = 0; l < s->batch->count && KN(node_in_lane)(s, i, 0)->joint >= 0; ++l)
        {
            KN(keep_joint)(s, i, l);
        }
    }
}
