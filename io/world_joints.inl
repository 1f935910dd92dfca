// SPDX-License-Identifier: MIT
//
// The joints of a scene, added to a world that has its bodies, in both dimensions. Whoever includes it says what its
// dimension has: FN, MADE (the world made of a scene), VEC, fail, handle_of_id, vec_of, and def_of_kind: the joints that
// only it has.

static imp_status def_of_joint(const MADE* out, const io_joint* j, imp_body a, imp_body b, FN(joint_def) * def)
{
    FN(body_state) state_a = {0}, state_b = {0};
    (void)FN(world_get_body)(out->world, a, &state_a);
    imp_status status = FN(world_get_body)(out->world, b, &state_b);
    const VEC from = j->has_at_a ? vec_of(j->at_a) : state_a.pose.p,
              to = j->has_at_b ? vec_of(j->at_b) : state_b.pose.p;
    const VEC at = j->has_at ? vec_of(j->at) : state_b.pose.p;
    if (status)
    {
        return status;
    }
    switch (j->kind)
    {
    case IO_JOINT_DISTANCE: return FN(world_joint_distance)(out->world, a, b, from, to, def);
    case IO_JOINT_ROPE: return FN(world_joint_rope)(out->world, a, b, from, to, def);
    case IO_JOINT_FRICTION: return FN(world_joint_friction)(out->world, a, b, j->force, j->torque, def);
    case IO_JOINT_MOTOR: return FN(world_joint_motor)(out->world, a, b, j->force, j->torque, def);
    case IO_JOINT_MOUSE: return FN(world_joint_mouse)(out->world, b, at, j->force, def);
    default: return def_of_kind(out->world, j, a, b, at, def);
    }
}

static imp_status add_joint(const io_joint* j, MADE* out, imp_joint* joint)
{
    const imp_body world = {0}, a = j->is_of_world ? world : handle_of_id(out, j->a), b = handle_of_id(out, j->b);
    FN(joint_def) def = FN(joint_default)();
    imp_status status = def_of_joint(out, j, a, b, &def);
    for (int32_t i = 0; i < JOINT_AXES; i++)
    {
        def.axes[i] = j->told >> i & 1u ? j->axes[i] : def.axes[i];
    }
    def.break_force = j->break_force;
    def.break_torque = j->break_torque;
    def.collide = j->collide;
    return status ? status : FN(world_add_joint)(out->world, &def, joint);
}

static io_status add_joints(const io_scene* scene, MADE* out, io_error* error)
{
    size_t room = 0;
    imp_joint* joints = io_grow(&out->allocator, NULL, &room, scene->joint_count + 1, sizeof *joints);
    out->joints = joints;
    out->joint_room = room;
    if (!joints)
    {
        return fail(scene, 0, "joints", IMP_ERR_MEMORY, error);
    }
    for (size_t i = 0; i < scene->joint_count; i++)
    {
        imp_status status = add_joint(&scene->joints[i], out, &joints[i]);
        if (status)
        {
            return fail(scene, scene->joints[i].file, scene->joints[i].path, status, error);
        }
    }
    return IO_OK;
}
