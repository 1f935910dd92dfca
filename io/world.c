// SPDX-License-Identifier: MIT
//
// A scene as a world. The order of the calls is that of the scene, so that a world of the same calls by hand has the
// same bits: first all bodies that the file describes, then what they wear, then the objects that it says nothing
// about. Particles come last.

#include <stdio.h>
#include <string.h>

#include "io/reader.h"

static io_status fail(const io_scene* scene, int32_t file, const char* path, imp_status status, io_error* error)
{
    snprintf(error->file, sizeof error->file, "%s", scene->file_count ? scene->files[file].name : "");
    snprintf(error->path, sizeof error->path, "%s", path);
    return io_error_set(error, status == IMP_ERR_MEMORY ? IO_ERR_MEMORY : IO_ERR_MEANING, 0, "%s",
                        imp_status_text(status));
}

// What has no area has no mass: a line that nobody said more about is ground.
bool io_object_stands(const io_object* object)
{
    return object->is_static || object->compound.kind == IMP2_COMPOUND_CHAIN ||
           object->shape.kind == IMP2_SHAPE_SEGMENT;
}

static bool share_body(const io_object* a, const io_object* b)
{
    return a->structure > 0 && a->structure == b->structure && a->body < 0 && a->is_solid &&
           io_object_stands(a) == io_object_stands(b) && memcmp(&a->pose, &b->pose, sizeof a->pose) == 0;
}

static imp_status add_body(io_world* out, const io_body* body)
{
    io_world_body* made = &out->bodies[out->body_count];
    *made = (io_world_body){.name = body->name, .kind = body->def.kind, .gravity = body->gravity};
    imp_status status = imp2_world_add_body(out->world, &body->def, &made->handle);
    if (!status)
    {
        out->body_count++;
        status = imp2_world_set_gravity_scale(out->world, made->handle, body->gravity);
    }
    return status;
}

static imp_status add_object(const io_scene* scene, io_world* out, size_t index)
{
    const io_object* object = &scene->objects[index];
    imp_status status = IMP_OK;
    int32_t wearer = object->body;
    if (wearer < 0 && index > 0 && share_body(&scene->objects[index - 1], object))
    {
        wearer = out->wearers[index - 1];
    }
    else if (wearer < 0)
    {
        io_body body = io_motion_default().body;
        body.name = object->name;
        body.def.pose = object->pose;
        body.def.kind = io_object_stands(object) ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC;
        wearer = out->body_count;
        status = add_body(out, &body);
    }
    out->wearers[index] = wearer;
    imp2_collider_def def = object->collider;
    def.user = index;
    if (status)
    {
        return status;
    }
    imp_body handle = out->bodies[wearer].handle;
    return object->compound.kind == IMP2_COMPOUND_NONE
               ? imp2_world_add_collider(out->world, handle, &object->shape, &def, NULL)
               : imp2_world_add_compound(out->world, handle, &object->compound, &def, NULL);
}

// Particles

static imp_body handle_of_id(const io_world* world, uint64_t solid)
{
    const imp_body none = {0};
    int64_t body = io_end_is_body(solid), object = io_end_is_object(solid);
    body = object >= 0 ? world->wearers[object] : body;
    return body >= 0 ? world->bodies[body].handle : none;
}

static imp2_vec flat(imp3_vec v)
{
    return (imp2_vec){v.x, v.y};
}

static imp2_particles_def def_of(const io_scene* scene)
{
    const imp3_particles_def* d = &scene->particles.def;
    return (imp2_particles_def){.gravity = scene->particles.has_gravity ? flat(d->gravity) : scene->world.gravity,
                                .sub_steps = d->sub_steps,
                                .material = d->material,
                                .collide = d->collide,
                                .turn = d->turn,
                                .rest = d->rest,
                                .rest_speed = d->rest_speed,
                                .length_unit = scene->world.length_unit,
                                .allocator = &scene->arena.allocator};
}

static imp2_particle particle_of(const imp3_particle* p)
{
    return (imp2_particle){flat(p->position), flat(p->velocity), p->angular_velocity.z, p->mass, p->radius,
                           p->damping,        p->groups};
}

static imp2_end end_of(const io_world* world, const imp3_end* end)
{
    uint64_t solid = end->kind == IMP_END_SOLID ? handle_of_id(world, end->solid).id : 0;
    return (imp2_end){end->kind, end->particle, solid, flat(end->point)};
}

static imp2_force force_of(const io_world* world, const imp3_force* f)
{
    return (imp2_force){.kind = f->kind,
                        .groups = f->groups,
                        .a = end_of(world, &f->a),
                        .b = end_of(world, &f->b),
                        .vector = flat(f->vector),
                        .center = flat(f->center),
                        .strength = f->strength,
                        .damping = f->damping,
                        .length = f->length,
                        .linear = f->linear,
                        .quadratic = f->quadratic,
                        .volume = f->volume};
}

static imp2_link link_of(const io_world* world, const imp3_link* l)
{
    return (imp2_link){l->kind,   end_of(world, &l->a), end_of(world, &l->b), l->length, l->restitution, l->stiffness,
                       l->damping};
}

#define FN(name) imp2_##name
#define MADE io_world

#include "io/world_mass.inl"
#include "io/world_particles.inl"

// Joints

#define VEC imp2_vec
#define JOINT_AXES IMP2_AXIS_COUNT

static imp2_vec vec_of(imp3_vec v)
{
    return flat(v);
}

// A weld whose frames are along an axis is a slider that does not slide.
static imp_status def_of_kind(const imp2_world* world, const io_joint* j, imp_body a, imp_body b, imp2_vec at,
                              imp2_joint_def* def)
{
    const imp2_vec axis = flat(j->axis), along_x = {1.0f, 0.0f};
    if (j->kind == IO_JOINT_REVOLUTE)
    {
        return imp2_world_joint_revolute(world, a, b, at, def);
    }
    if (j->kind == IO_JOINT_WHEEL)
    {
        return imp2_world_joint_wheel(world, a, b, axis, def);
    }
    bool slides = j->kind == IO_JOINT_PRISMATIC, has_axis = axis.x != 0 || axis.y != 0;
    imp_status status = imp2_world_joint_prismatic(world, a, b, at, slides || has_axis ? axis : along_x, def);
    def->axes[IMP2_AXIS_X].kind = slides ? IMP_AXIS_FREE : IMP_AXIS_LOCKED;
    return status;
}

// Cones and crosses are of space.
static void turn_of_joint(const io_joint* j, imp2_joint_def* def)
{
    (void)j;
    (void)def;
}

static imp_status join_wheels(imp2_world* world, const io_vehicle* v, imp_body chassis, const imp_wheel* wheels,
                              imp_joint* joints)
{
    return imp2_world_add_wheels(world, chassis, flat(v->up), wheels, (int32_t)v->count, joints);
}

// Neither is read in the plane.
static imp_status steer_wheel(imp2_world* world, imp_joint wheel, float angle)
{
    (void)world;
    (void)wheel;
    (void)angle;
    return IMP_ERR_RANGE;
}

static imp_status roll_bar(const imp2_world* world, imp_joint a, imp_joint b, float stiffness, imp_coupling_def* out)
{
    (void)world;
    (void)a;
    (void)b;
    (void)stiffness;
    (void)out;
    return IMP_ERR_RANGE;
}

#include "io/world_joints.inl"

static io_status fill(const io_scene* scene, io_world* out, io_error* error)
{
    for (size_t i = 0; i < scene->body_count; i++)
    {
        imp_status status = add_body(out, &scene->bodies[i]);
        if (status)
        {
            return fail(scene, scene->bodies[i].file, scene->bodies[i].path, status, error);
        }
    }
    // Of a body's colliders first, then those that stand alone: as the writer puts them.
    for (int32_t alone = 0; alone < 2; alone++)
    {
        for (size_t i = 0; i < scene->object_count; i++)
        {
            const io_object* object = &scene->objects[i];
            bool wanted = alone ? object->body < 0 && object->is_solid : object->body >= 0;
            imp_status status = wanted ? add_object(scene, out, i) : IMP_OK;
            if (status)
            {
                return fail(scene, object->file, object->path, status, error);
            }
        }
    }
    for (size_t i = 0; i < scene->body_count; i++)
    {
        imp_status status = weigh_body(out, out->bodies[i].handle, &scene->bodies[i].mass);
        if (status)
        {
            return fail(scene, scene->bodies[i].file, scene->bodies[i].path, status, error);
        }
    }
    return IO_OK;
}

io_status io_world_make(const io_scene* scene, const imp_jobs* jobs, io_world* out, io_error* error)
{
    *out = (io_world){.allocator = scene->arena.allocator};
    imp2_world_def def = scene->world;
    def.allocator = &scene->arena.allocator;
    def.jobs = jobs;
    size_t most = scene->body_count + scene->object_count;
    size_t room = 0, wearer_room = 0;
    imp_status status = imp2_world_make(&def, &out->world);
    out->bodies = status ? NULL : io_grow(&out->allocator, NULL, &room, most + 1, sizeof *out->bodies);
    out->body_room = room;
    out->wearers = status ? NULL : io_grow(&out->allocator, NULL, &wearer_room, most + 1, sizeof *out->wearers);
    out->wearer_room = wearer_room;
    if (!status && (!out->bodies || !out->wearers))
    {
        status = IMP_ERR_MEMORY;
    }
    for (size_t i = 0; !status && i < scene->object_count; i++)
    {
        out->wearers[i] = -1;
    }
    io_status failed = status ? fail(scene, 0, "world", status, error) : fill(scene, out, error);
    failed = failed ? failed : add_joints(scene, out, error);
    failed = failed || !scene->particles.is_there ? failed : add_particles(scene, out, error);
    if (failed)
    {
        io_world_free(out);
    }
    return failed;
}

void io_world_free(io_world* world)
{
    imp2_particles_free(world->particles);
    imp2_world_free(world->world);
    io_release(&world->allocator, world->bodies, world->body_room, sizeof *world->bodies);
    io_release(&world->allocator, world->joints, world->joint_room, sizeof *world->joints);
    io_release(&world->allocator, world->couplings, world->coupling_room, sizeof *world->couplings);
    io_release(&world->allocator, world->wearers, world->wearer_room, sizeof *world->wearers);
    *world = (io_world){.world = NULL};
}
