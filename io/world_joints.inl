// SPDX-License-Identifier: MIT
//
// The joints of a scene, added to a world that has its bodies, in both dimensions: first those that stand alone, then
// wheels, then couplings, as the writer puts them. Whoever includes it says what its dimension has: FN, MADE (the
// world made of a scene), VEC, fail, handle_of_id, vec_of, and what only it has: def_of_kind, turn_of_joint, join_wheels,
// steer_wheel, roll_bar.

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
    turn_of_joint(j, &def);
    def.break_force = j->break_force;
    def.break_torque = j->break_torque;
    def.collide = j->collide;
    return status ? status : FN(world_add_joint)(out->world, &def, joint);
}

static imp_status add_vehicle(const io_scene* scene, const io_vehicle* v, MADE* out, imp_joint* joints)
{
    const imp_body chassis = handle_of_id(out, v->chassis);
    size_t room = 0;
    imp_wheel* wheels = io_grow(&out->allocator, NULL, &room, v->count, sizeof *wheels);
    if (!wheels)
    {
        return IMP_ERR_MEMORY;
    }
    for (size_t i = 0; i < v->count; i++)
    {
        wheels[i] = scene->joints[v->first + i].wheel;
        wheels[i].body = handle_of_id(out, scene->joints[v->first + i].b);
    }
    imp_status status = join_wheels(out->world, v, chassis, wheels, joints + v->first);
    io_release(&out->allocator, wheels, room, sizeof *wheels);
    for (size_t i = v->first; i < v->first + v->count && !status; i++)
    {
        const io_joint* j = &scene->joints[i];
        status = j->torque > 0 ? FN(world_drive_wheel)(out->world, joints[i], j->speed, j->torque) : IMP_OK;
        status = status || j->steer == 0 ? status : steer_wheel(out->world, joints[i], j->steer);
    }
    return status;
}

static imp_status add_coupling(const io_coupling* c, MADE* out, imp_coupling* coupling)
{
    const imp_joint a = out->joints[c->a], b = out->joints[c->b];
    imp_coupling_def def = imp_coupling_default();
    imp_status status = IMP_OK;
    switch (c->kind)
    {
    case IO_COUPLING_GEAR: status = FN(world_coupling_gear)(out->world, a, b, c->ratio, &def); break;
    case IO_COUPLING_RACK: status = FN(world_coupling_rack)(out->world, a, b, c->ratio, &def); break;
    case IO_COUPLING_PULLEY: status = FN(world_coupling_pulley)(out->world, a, b, c->ratio, c->slack, &def); break;
    case IO_COUPLING_ROLL_BAR: status = roll_bar(out->world, a, b, c->stiffness, &def); break;
    default:
        def.a = a;
        def.b = b;
        def.axis_a = c->axis_a;
        def.axis_b = c->axis_b;
        def.ratio_a = c->ratio_a;
        def.ratio_b = c->ratio_b;
        break;
    }
    def.axis = c->has_axis ? c->axis : def.axis;
    def.break_force = c->break_force;
    return status ? status : FN(world_add_coupling)(out->world, &def, coupling);
}

static io_status add_joints(const io_scene* scene, MADE* out, io_error* error)
{
    size_t room = 0, coupling_room = 0;
    imp_joint* joints = io_grow(&out->allocator, NULL, &room, scene->joint_count + 1, sizeof *joints);
    imp_coupling* couplings =
        io_grow(&out->allocator, NULL, &coupling_room, scene->coupling_count + 1, sizeof *couplings);
    out->joints = joints;
    out->joint_room = room;
    out->couplings = couplings;
    out->coupling_room = coupling_room;
    if (!joints || !couplings)
    {
        return fail(scene, 0, "joints", IMP_ERR_MEMORY, error);
    }
    for (size_t i = 0; i < scene->joint_count; i++)
    {
        const io_joint* j = &scene->joints[i];
        imp_status status = j->vehicle == 0 ? add_joint(j, out, &joints[i]) : IMP_OK;
        if (status)
        {
            return fail(scene, j->file, j->path, status, error);
        }
    }
    for (size_t i = 0; i < scene->vehicle_count; i++)
    {
        const io_vehicle* v = &scene->vehicles[i];
        imp_status status = add_vehicle(scene, v, out, joints);
        if (status)
        {
            return fail(scene, v->file, v->path, status, error);
        }
    }
    for (size_t i = 0; i < scene->coupling_count; i++)
    {
        const io_coupling* c = &scene->couplings[i];
        imp_status status = add_coupling(c, out, &couplings[i]);
        if (status)
        {
            return fail(scene, c->file, c->path, status, error);
        }
    }
    return IO_OK;
}
