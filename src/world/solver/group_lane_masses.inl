// SPDX-License-Identifier: MIT
//
// Groups alike as they begin a sub-step, in lanes (group_lanes.inl, which includes this file): their poses, rows,
// masses, and limits of what turns far (group_limits.inl).

TARGET static void KN(limit_pulls)(const GroupSolver* s)
{
    float all[L] = {0.0f}, stored[L] = {0.0f};
    const float h = s->w->solver.row_step.h, half = 0.5f * h;
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

TARGET static inline void KN(write_mass)(const GroupSolver* s, int32_t node)
{
    const float h = s->w->solver.row_step.h;
    const float *pull = FNI(group_pull)(s, node), *place = KN(place_of_node)(s, node);
    const float* turns = NUMBER(place, DIMI(PLACE_TURNS));
    const float* own = NUMBER(place, DIMI(PLACE_TURNED));
    float* out = NUMBER(s->tree.mass, (int64_t)node * DIMI(FREEDOMS) * DIMI(FREEDOMS));
    for (int32_t k = 0; k < AXES; ++k)
    {
        memcpy(NUMBER(out, k * DIMI(FREEDOMS) + k), NUMBER(place, DIMI(PLACE_MOVES) + k), L * sizeof *out);
    }
    for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
    {
        EACH_LANE
        {
            const Inertia inertia = FNI(lane_inertia)(own + l);
            const float stiff = h * pull[l] - 0.5f * FNI(inertia_mean)(inertia), more = impi_pick(stiff > 0.0f, stiff, 0.0f);
            const Spin column = FNI(inertia_apply)(inertia, FNI(lane_spin_unit)(k));
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
    if (first)
    {
        // Entries of masses that no node writes are 0; lanes without a tree have zeros everywhere.
        float* end = s->batch->count < L ? s->lanes : s->tree.factor;
        memset(s->tree.mass, 0, (size_t)(end - s->tree.mass) * sizeof *end);
    }
    KN(find_places)(s, first);
    KN(read_speeds)(s);
    for (int32_t i = 0; i < s->tree.count; ++i)
    {
        memset(FNI(group_pull)(s, i), 0, L * sizeof(float));
        if (first && KN(node_in_lane)(s, i, 0)->joint >= 0)
        {
            KN(gather_joint)(s, i);
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
            KN(keep_lane)(s, l);
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
