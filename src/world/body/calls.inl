// SPDX-License-Identifier: MIT
//
// Every call that changes a world, once: CALL(name, fields that are recorded, how it is made again).
//
// Included for names of calls (calls.h), to write and read them (keep/record.inl, which has the words of the second
// column), and to make them again (keep/replay.inl; the third). A recording begins with LOAD.

CALL(LOAD, NOTHING, load_again(r, c))
CALL(STEP, NUMBER FLAG RESULT, FN(world_step)(w, c->number))
CALL(HOOKS, HOOKS FLAG, set_hooks(r, c->numbers[0], c->flag))
CALL(MIX, NUMBERS FLAG SURFACE,
     FN(world_combine_materials)(w, c->numbers[0], c->numbers[1], c->flag ? &c->surface : NULL))
CALL(ADD_BODY, BODY RESULT, add_body_again(w, c, result))
CALL(REMOVE_BODY, NOTHING, FN(world_remove_body)(w, body))
CALL(SET_POSE, POSE, FN(world_set_pose)(w, body, &c->pose))
CALL(SET_VELOCITY, VECTORS SPIN, FN(world_set_velocity)(w, body, c->first, c->spin))
CALL(PUSH, VECTORS NUMBER, FN(world_apply_impulse)(w, body, c->first, c->second))
CALL(PULL, VECTORS SPIN, FN(world_apply_force_and_torque)(w, body, c->first, c->spin))
CALL(SET_AWAKE, FLAG, FN(world_set_awake)(w, body, c->flag))
CALL(SET_ENABLED, FLAG, FN(world_set_enabled)(w, body, c->flag))
CALL(SCALE_GRAVITY, VECTORS NUMBER, FN(world_set_gravity_scale)(w, body, c->number))
CALL(ADD_COLLIDER, COLLIDER RESULT GEOMETRY, add_collider_again(w, c, result))
CALL(REMOVE_COLLIDER, NOTHING, FN(world_remove_collider)(w, collider))
CALL(SET_MATERIAL, COLLIDER, FN(world_set_material)(w, collider, &c->collider.material))
CALL(SET_FILTER, COLLIDER, FN(world_set_filter)(w, collider, &c->collider.filter, c->collider.group))
CALL(SHIFT, VECTORS NUMBER, FN(world_shift_origin)(w, c->first))
CALL(SET_ONE_WAY, COLLIDER, FN(world_set_one_way)(w, collider, c->collider.one_way, c->collider.tolerance))
CALL(DROP_THROUGH, NOTHING, FN(world_drop_through)(w, body))
CALL(SET_GRAVITY, VECTORS NUMBER, FN(world_set_gravity)(w, c->first))
CALL(SET_KIND, BODY, FN(world_set_kind)(w, body, c->body.kind))
CALL(SET_DAMPING, BODY, FN(world_set_damping)(w, body, c->body.linear_damping, c->body.angular_damping))
CALL(SET_LOCKS, BODY, FN(world_set_locks)(w, body, c->body.locks))
CALL(SET_BULLET, BODY, FN(world_set_bullet)(w, body, c->body.bullet))
CALL(SET_SLEEPLESS, BODY, FN(world_set_no_sleep)(w, body, c->body.no_sleep))
CALL(SET_BODY_USER, BODY, FN(world_set_body_user)(w, body, c->body.user))
CALL(SET_MASS, FLAG MASS, FN(world_set_mass)(w, body, c->flag ? &c->mass : NULL))
CALL(SET_DENSITY, COLLIDER, FN(world_set_density)(w, collider, c->collider.density))
CALL(SET_BELT, VECTORS NUMBER, FNI(belt_set)(w, collider, c->first))
CALL(SET_COLLIDER_USER, COLLIDER, FN(world_set_collider_user)(w, collider, c->collider.user))
CALL(ADD_JOINT, JOINT RESULT, add_joint_again(w, c, result))
CALL(REMOVE_JOINT, NOTHING, FN(world_remove_joint)(w, joint))
CALL(SET_AXIS, NUMBERS JOINT, set_axis_again(w, c))
CALL(SET_JOINT_FRAMES, JOINT, FN(world_set_joint_frames)(w, joint, &c->joint.frame_a, &c->joint.frame_b))
