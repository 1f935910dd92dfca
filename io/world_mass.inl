// SPDX-License-Identifier: MIT
//
// What the bodies of a scene weigh where it says so itself, in both dimensions (world_joints.inl has the words). A mass
// without an inertia is that of its colliders, made heavier or lighter.

static bool is_zero(const float* numbers, size_t count)
{
    bool zero = true;
    for (size_t i = 0; i < count; i++)
    {
        zero = zero && numbers[i] == 0;
    }
    return zero;
}

static imp_status weigh_body(MADE* out, imp_body body, const FN(mass) * told)
{
    FN(mass) mass = *told;
    float* inertia = (float*)&mass.inertia;
    const size_t count = sizeof mass.inertia / sizeof *inertia;
    FN(body_state) state;
    imp_status status = FN(world_get_body)(out->world, body, &state);
    if (status || state.kind != IMP_BODY_DYNAMIC || !(told->mass > 0))
    {
        return status;
    }
    if (is_zero(inertia, count) && state.mass > 0)
    {
        mass.inertia = state.inertia;
        mass.centroid = FN(rot_apply_inverse)(state.pose.q, FN(vec_sub)(state.center, state.pose.p));
        for (size_t i = 0; i < count; i++)
        {
            inertia[i] *= told->mass / state.mass;
        }
    }
    return FN(world_set_mass)(out->world, body, &mass);
}
