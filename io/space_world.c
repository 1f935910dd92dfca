// SPDX-License-Identifier: MIT
//
// A scene of space as a world: each body with its colliders, in the order of the scene, so that a world of the same
// calls by hand has the same bits. Particles come last.

#include <stdio.h>

#include "io/reader.h"
#include "io/robot_place.h"

static io_status fail(const io_scene* scene, int32_t file, const char* path, imp_status status, io_error* error)
{
    snprintf(error->file, sizeof error->file, "%s", scene->file_count ? scene->files[file].name : "");
    snprintf(error->path, sizeof error->path, "%s", path);
    return io_error_set(error, status == IMP_ERR_MEMORY ? IO_ERR_MEMORY : IO_ERR_MEANING, 0, "%s",
                        imp_status_text(status));
}

static imp_status add_body(io_world3* out, const io_body3* body)
{
    io_world_body* made = &out->bodies[out->body_count];
    *made = (io_world_body){.name = body->name, .kind = body->def.kind, .gravity = body->gravity};
    imp_status status = imp3_world_add_body(out->world, &body->def, &made->handle);
    out->body_count += !status;
    return status ? status : imp3_world_set_gravity_scale(out->world, made->handle, body->gravity);
}

// Particles

static imp3_particles_def def_of(const io_scene* scene)
{
    imp3_particles_def def = scene->particles.def;
    def.gravity = scene->particles.has_gravity ? def.gravity : scene->space.world.gravity;
    def.length_unit = scene->space.world.length_unit;
    def.allocator = &scene->arena.allocator;
    return def;
}

static imp3_particle particle_of(const imp3_particle* particle)
{
    return *particle;
}

static imp_body handle_of_id(const io_world3* world, uint64_t solid)
{
    const imp_body none = {0};
    int64_t body = io_end_is_body(solid);
    return body >= 0 ? world->bodies[body].handle : none;
}

static imp3_end end_of(const io_world3* world, const imp3_end* end)
{
    imp3_end r = *end;
    r.solid = end->kind == IMP_END_SOLID ? handle_of_id(world, end->solid).id : 0;
    return r;
}

static imp3_force force_of(const io_world3* world, const imp3_force* force)
{
    imp3_force r = *force;
    r.a = end_of(world, &force->a);
    r.b = end_of(world, &force->b);
    return r;
}

static imp3_link link_of(const io_world3* world, const imp3_link* link)
{
    imp3_link r = *link;
    r.a = end_of(world, &link->a);
    r.b = end_of(world, &link->b);
    return r;
}

#define FN(name) imp3_##name
#define MADE io_world3

#include "io/world_mass.inl"
#include "io/world_particles.inl"

// Joints

#define VEC imp3_vec
#define JOINT_AXES IMP3_AXIS_COUNT

static imp3_vec vec_of(imp3_vec v)
{
    return v;
}

static bool is_some(imp3_vec v)
{
    return v.x != 0 || v.y != 0 || v.z != 0;
}

// A weld is a slider that does not slide: its frames are along an axis, and z of them is where a wheel's would be.
static imp_status weld(const imp3_world* world, const io_joint* j, imp_body a, imp_body b, imp3_vec at,
                       imp3_joint_def* def)
{
    const imp3_vec along_x = {1.0f, 0.0f, 0.0f}, along_z = {0.0f, 0.0f, 1.0f};
    imp3_vec axis = is_some(j->axis) ? j->axis : along_x;
    imp_status status = imp3_world_joint_slider(world, a, b, at, axis, def);
    def->axes[IMP3_AXIS_X].kind = IMP_AXIS_LOCKED;
    if (!status && (is_some(j->up) || !is_some(j->axis)))
    {
        imp3_joint_def upright;
        status = imp3_world_joint_wheel(world, a, b, axis, is_some(j->up) ? j->up : along_z, &upright);
        def->frame_a.q = status ? def->frame_a.q : upright.frame_a.q;
        def->frame_b.q = status ? def->frame_b.q : upright.frame_b.q;
    }
    return status;
}

static imp_status def_of_kind(const imp3_world* world, const io_joint* j, imp_body a, imp_body b, imp3_vec at,
                              imp3_joint_def* def)
{
    switch (j->kind)
    {
    case IO_JOINT_BALL: return imp3_world_joint_ball(world, a, b, at, def);
    case IO_JOINT_HINGE: return imp3_world_joint_hinge(world, a, b, at, j->axis, def);
    case IO_JOINT_SLIDER: return imp3_world_joint_slider(world, a, b, at, j->axis, def);
    case IO_JOINT_CONE: return imp3_world_joint_cone(world, a, b, at, j->axis, def);
    case IO_JOINT_UNIVERSAL: return imp3_world_joint_universal(world, a, b, at, j->axis, def);
    case IO_JOINT_WHEEL: return imp3_world_joint_wheel(world, a, b, j->axis, j->up, def);
    default: return weld(world, j, a, b, at, def);
    }
}

static void turn_of_joint(const io_joint* j, imp3_joint_def* def)
{
    def->cone_y = j->has_cone_y ? j->cone_y : def->cone_y;
    def->cone_z = j->has_cone_z ? j->cone_z : def->cone_z;
    def->cardan = j->has_cardan ? j->cardan : def->cardan;
}

// x along `forward`, as far as it is square to `up`, which is z.
static imp3_rot heading_of(const io_vehicle* v)
{
    const double z[3] = {(double)v->up.x, (double)v->up.y, (double)v->up.z};
    const double x[3] = {(double)v->forward.x, (double)v->forward.y, (double)v->forward.z};
    double up[3] = {z[0], z[1], z[2]}, left[3], forward[3];
    (void)io_unit3(up);
    io_cross3(up, x, left);
    (void)io_unit3(left);
    io_cross3(left, up, forward);
    return (imp3_rot){{(float)forward[0], (float)forward[1], (float)forward[2]},
                      {(float)left[0], (float)left[1], (float)left[2]},
                      {(float)up[0], (float)up[1], (float)up[2]}};
}

static imp_status join_wheels(imp3_world* world, const io_vehicle* v, imp_body chassis, const imp_wheel* wheels,
                              imp_joint* joints)
{
    return imp3_world_add_wheels(world, chassis, heading_of(v), wheels, (int32_t)v->count, joints);
}

static imp_status steer_wheel(imp3_world* world, imp_joint wheel, float angle)
{
    return imp3_world_steer_wheel(world, wheel, angle);
}

static imp_status roll_bar(const imp3_world* world, imp_joint a, imp_joint b, float stiffness, imp_coupling_def* out)
{
    return imp3_world_coupling_roll_bar(world, a, b, stiffness, out);
}

#include "io/world_joints.inl"

static io_status fill(const io_scene* scene, io_world3* out, io_error* error)
{
    const io_space* space = &scene->space;
    for (size_t i = 0; i < space->body_count; i++)
    {
        imp_status status = add_body(out, &space->bodies[i]);
        if (status)
        {
            return fail(scene, space->bodies[i].file, space->bodies[i].path, status, error);
        }
    }
    for (size_t i = 0; i < space->collider_count; i++)
    {
        const io_collider3* c = &space->colliders[i];
        imp3_collider_def def = c->def;
        imp_body body = out->bodies[c->body].handle;
        def.user = i;
        imp_collider handle;
        imp_status status = c->compound.kind == IMP3_COMPOUND_NONE
                                ? imp3_world_add_collider(out->world, body, &c->shape, &def, &handle)
                                : imp3_world_add_compound(out->world, body, &c->compound, &def, &handle);
        status = status || !c->bend ? status : io_world3_add_bend(scene, out, (int32_t)i, handle);
        if (status)
        {
            return fail(scene, c->file, c->path, status, error);
        }
    }
    for (size_t i = 0; i < space->body_count; i++)
    {
        imp_status status = weigh_body(out, out->bodies[i].handle, &space->bodies[i].mass);
        if (status)
        {
            return fail(scene, space->bodies[i].file, space->bodies[i].path, status, error);
        }
    }
    return IO_OK;
}

io_status io_world3_make(const io_scene* scene, const imp_jobs* jobs, io_world3* out, io_error* error)
{
    *out = (io_world3){.allocator = scene->arena.allocator};
    imp3_world_def def = scene->space.world;
    def.allocator = &scene->arena.allocator;
    def.jobs = jobs;
    size_t room = 0;
    imp_status status = imp3_world_make(&def, &out->world);
    out->bodies =
        status ? NULL : io_grow(&out->allocator, NULL, &room, scene->space.body_count + 1, sizeof *out->bodies);
    out->body_room = room;
    status = status || out->bodies ? status : IMP_ERR_MEMORY;
    io_status failed = status ? fail(scene, 0, "world", status, error) : fill(scene, out, error);
    failed = failed ? failed : add_joints(scene, out, error);
    failed = failed || !scene->particles.is_there ? failed : add_particles(scene, out, error);
    if (failed)
    {
        io_world3_free(out);
    }
    return failed;
}

void io_world3_free(io_world3* world)
{
    imp3_particles_free(world->particles);
    imp3_world_free(world->world);
    io_world3_free_bends(world);
    io_release(&world->allocator, world->bodies, world->body_room, sizeof *world->bodies);
    io_release(&world->allocator, world->joints, world->joint_room, sizeof *world->joints);
    io_release(&world->allocator, world->couplings, world->coupling_room, sizeof *world->couplings);
    *world = (io_world3){.world = NULL};
}
