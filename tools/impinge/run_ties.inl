// SPDX-License-Identifier: MIT
//
// Joints and couplings of a run, in both dimensions: where they are for a page, and when they break. Whoever includes it
// says what its dimension has: FN, VEC, MADE, MADE_TYPE, CENTERS (of mass, of the bodies in a result), DISTANCE (the axis)
// and body_of_end.

static int32_t body_of_end(const MADE_TYPE* made, uint64_t solid);

static void place_end(const run_result* out, uint64_t solid, VEC at, run_joint* joint, int32_t end)
{
    const MADE_TYPE* made = &MADE(out);
    const int32_t body = solid ? body_of_end(made, solid) : -1;
    const bool moves = body >= 0 && made->bodies[body].kind != IMP_BODY_STATIC;
    FN(body_state) s;
    if (moves)
    {
        at = FN(vec_sub)(at, CENTERS(out)[body]);
    }
    else if (body >= 0 && FN(world_get_body)(made->world, made->bodies[body].handle, &s) == IMP_OK)
    {
        at = FN(pose_apply)(s.pose, at);
    }
    joint->bodies[end] = moves ? body : -1;
    memcpy(joint->at[end], &at, sizeof at);
}

// False when memory runs out.
static bool begin_ties(const io_scene* scene, run_result* out)
{
    const MADE_TYPE* made = &MADE(out);
    imp_allocator allocator = io_allocator(NULL);
    run_ties* ties = &out->ties;
    ties->joints = io_grow(&allocator, NULL, &ties->joint_capacity, scene->joint_count + 1, sizeof *ties->joints);
    ties->couplings =
        io_grow(&allocator, NULL, &ties->coupling_capacity, scene->coupling_count + 1, sizeof *ties->couplings);
    if (!ties->joints || !ties->couplings)
    {
        return false;
    }
    for (size_t i = 0; i < scene->joint_count; i++)
    {
        const io_joint* j = &scene->joints[i];
        FN(joint_def) def = FN(joint_default)();
        (void)FN(world_get_joint_def)(made->world, made->joints[i], &def);
        ties->joints[i] = (run_joint){.gone = 0};
        place_end(out, j->is_of_world ? 0 : j->a, def.frame_a.p, &ties->joints[i], 0);
        place_end(out, j->b, def.frame_b.p, &ties->joints[i], 1);
    }
    for (size_t i = 0; i < scene->coupling_count; i++)
    {
        imp_coupling_def def = imp_coupling_default();
        (void)FN(world_get_coupling_def)(made->world, made->couplings[i], &def);
        ties->couplings[i] = (run_coupling){.is_rope = def.axis_a == DISTANCE && def.axis_b == DISTANCE};
    }
    return true;
}

// After a step: which ones it has broken. A coupling is gone with its joint, too.
static void look_at_ties(const io_scene* scene, run_result* out, int64_t step)
{
    const MADE_TYPE* made = &MADE(out);
    run_ties* ties = &out->ties;
    int32_t joints = 0, couplings = 0;
    (void)FN(world_broken_joints)(made->world, NULL, 0, &joints);
    (void)FN(world_broken_couplings)(made->world, NULL, 0, &couplings);
    ties->broken_joints += joints;
    ties->broken_couplings += couplings;
    for (size_t i = 0; i < scene->joint_count && joints > 0 && ties->joints; i++)
    {
        FN(joint_state) s;
        bool gone = FN(world_get_joint)(made->world, made->joints[i], &s) != IMP_OK;
        ties->joints[i].gone = gone && !ties->joints[i].gone ? step : ties->joints[i].gone;
    }
    for (size_t i = 0; i < scene->coupling_count && joints + couplings > 0 && ties->couplings; i++)
    {
        imp_coupling_state s;
        bool gone = FN(world_get_coupling)(made->world, made->couplings[i], &s) != IMP_OK;
        ties->couplings[i].gone = gone && !ties->couplings[i].gone ? step : ties->couplings[i].gone;
    }
}
