// SPDX-License-Identifier: MIT
//
// Bodies of the plane and the colliders that they wear.
//
// A body's velocity is that of its centre of mass. When colliders come or go the centre moves within the body; its
// velocity is then made that of the new centre, so that the motion of the body is the same.

#include "world2.h"

#include "../shape/compound2.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Bodies

// The door of all calls that take a world and one of its bodies.
static imp_status find_body(const imp2_world* w, imp_body body, int32_t* place)
{
    *place = w ? imp2i_find_body(w, body) : -1;
    return *place >= 0 ? IMP_OK : w ? impi_error(IMP_ERR_HANDLE, 2) : impi_error(IMP_ERR_NULL, 1);
}

static int32_t body_def_fault(const imp2_body_def* d)
{
    if (d->kind < 0 || d->kind >= IMP_BODY_KIND_COUNT)
    {
        return IMP_ERR_RANGE;
    }
    int32_t fault = imp2i_vec_fault(d->pose.p);
    bool unset = d->pose.q.c == 0.0f && d->pose.q.s == 0.0f;
    fault = fault || unset ? fault : imp2i_rot_fault(d->pose.q);
    fault = fault ? fault : imp2i_vec_fault_large(d->velocity);
    fault = fault ? fault : impi_number_fault_large(d->spin);
    fault = fault ? fault : impi_number_fault_negative(d->damping);
    return fault ? fault : impi_number_fault_negative(d->spin_damping);
}

imp_status imp2_world_add_body(imp2_world* w, const imp2_body_def* def, imp_body* out)
{
    imp2_body_def standard;
    memset(&standard, 0, sizeof standard);
    def = def ? def : &standard;
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 3 : 1);
    }
    int32_t fault = body_def_fault(def);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    imp_body handle;
    int64_t bodies = (int64_t)w->bodies.count + 1;
    if (impi_array_reserve(&w->bodies, &w->allocator, bodies) ||
        impi_array_reserve(&w->movers, &w->allocator, bodies) ||
        impi_array_reserve(&w->motions, &w->allocator, bodies + 1) ||
        impi_array_reserve(&w->starts, &w->allocator, bodies + 1) ||
        impi_array_reserve(&w->islands, &w->allocator, bodies + 1) ||
        impi_pool_take(&w->body_pool, &w->allocator, &handle.id))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    int32_t place = imp2i_find_body(w, handle);
    w->bodies.count = w->body_pool.count;
    imp2i_body* b = &w->bodies.data[place];
    memset(b, 0, sizeof *b);
    b->pose = def->pose;
    b->pose.q.c = def->pose.q.c == 0.0f && def->pose.q.s == 0.0f ? 1.0f : def->pose.q.c;
    b->center = b->pose.p;
    b->kind = def->kind;
    b->damping = def->damping;
    b->spin_damping = def->spin_damping;
    b->gravity = 1.0f;
    b->upright = def->upright;
    b->sleepless = def->sleepless;
    b->bullet = def->bullet;
    b->user = def->user;
    b->ring = -1;
    b->first = -1;
    if (def->kind != IMP_BODY_STATIC)
    {
        b->velocity = def->velocity;
        b->spin = def->spin;
        w->movers_changed = true;
    }
    (void)imp2i_body_weigh(w, place);
    *out = handle;
    return IMP_OK;
}

void imp2i_collider_free(imp2i_collider* c)
{
    imp2_shape_free(&c->shape);
    imp2_compound_free(&c->compound);
}

static void take_collider_out(imp2_world* w, int32_t collider)
{
    imp2i_collider* c = &w->colliders.data[collider];
    imp2i_collider_free(c);
    (void)imp2_index_remove(w->index, &c->number, 1);
    (void)impi_pool_give_back(&w->collider_pool, impi_pool_id(&w->collider_pool, collider));
}

imp_status imp2_world_remove_body(imp2_world* w, imp_body body)
{
    int32_t place;
    imp_status status = find_body(w, body, &place);
    if (status)
    {
        return status;
    }
    imp2i_body_wake(w, place);
    for (int32_t c = w->bodies.data[place].first; c >= 0; c = w->colliders.data[c].next)
    {
        take_collider_out(w, c);
    }
    w->movers_changed = true;
    (void)impi_pool_give_back(&w->body_pool, body.id);
    return IMP_OK;
}

imp_status imp2_world_get_body(const imp2_world* w, imp_body body, imp2_body_state* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 3 : 1);
    }
    int32_t place = imp2i_find_body(w, body);
    if (place < 0)
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    const imp2i_body* b = &w->bodies.data[place];
    imp2_body_state state = {b->pose,   b->velocity, b->spin,
                             b->center, b->mass,     b->inverse_inertia > 0.0f ? b->inertia : 0.0f,
                             b->kind,   false,       b->user};
    state.awake = b->kind != IMP_BODY_STATIC && b->ring < 0;
    *out = state;
    return IMP_OK;
}

void imp2i_body_wake(imp2_world* w, int32_t body)
{
    imp2i_body* b = &w->bodies.data[body];
    b->still = 0.0f;
    for (int32_t next = b->ring; next >= 0;)
    {
        imp2i_body* other = &w->bodies.data[next];
        next = other->ring;
        other->ring = -1;
        other->still = 0.0f;
        w->movers_changed = true;
    }
}

static void wake_touching(imp2_world* w, const impi_contact_list* list, int32_t body)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        const imp2i_contact* c = &w->contacts.data[list->data[i].place];
        if ((c->body_a == body || c->body_b == body) && c->touch_count > 0)
        {
            imp2i_body_wake(w, c->body_a == body ? c->body_b : c->body_a);
        }
    }
}

void imp2i_wake_neighbours(imp2_world* w, int32_t body)
{
    wake_touching(w, &w->awake, body);
    wake_touching(w, &w->asleep, body);
}

void imp2i_body_refresh(imp2_world* w, int32_t body)
{
    const imp2i_body* b = &w->bodies.data[body];
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        imp2_box box;
        imp2_compound compound = imp2i_collider_compound(&w->colliders.data[i]);
        if (!imp2_compound_bounds(&compound, &b->pose, &box))
        {
            box = imp2i_world_box(w, box);
            (void)imp2_index_move(w->index, &w->colliders.data[i].number, &box, 1);
        }
    }
}

imp_status imp2_world_set_pose(imp2_world* w, imp_body body, const imp2_pose* pose)
{
    int32_t place;
    imp_status status = find_body(w, body, &place);
    if (status)
    {
        return status;
    }
    status = imp2_pose_check(pose);
    if (status)
    {
        return impi_error(imp_status_fault(status), 3);
    }
    imp2i_body* b = &w->bodies.data[place];
    if (b->kind != IMP_BODY_DYNAMIC)
    {
        imp2i_wake_neighbours(w, place);
    }
    imp2i_body_wake(w, place);
    b->pose = *pose;
    b->center = imp2_pose_apply(b->pose, b->middle);
    imp2i_body_refresh(w, place);
    return IMP_OK;
}

imp_status imp2_world_set_velocity(imp2_world* w, imp_body body, imp2_vec velocity, float spin)
{
    int32_t place;
    imp_status status = find_body(w, body, &place);
    if (status)
    {
        return status;
    }
    int32_t fault = imp2i_vec_fault_large(velocity), fault_spin = impi_number_fault_large(spin);
    if (fault || fault_spin)
    {
        return fault ? impi_error(fault, 3) : impi_error(fault_spin, 4);
    }
    imp2i_body* b = &w->bodies.data[place];
    if (b->kind != IMP_BODY_STATIC)
    {
        imp2i_body_wake(w, place);
        b->velocity = velocity;
        b->spin = b->upright ? 0.0f : spin;
        w->movers_changed = true;
    }
    return IMP_OK;
}

imp_status imp2_world_push(imp2_world* w, imp_body body, imp2_vec impulse, imp2_vec point)
{
    int32_t place;
    imp_status status = find_body(w, body, &place);
    if (status)
    {
        return status;
    }
    int32_t fault = imp2i_vec_fault_large(impulse), fault_point = imp2i_vec_fault_large(point);
    if (fault || fault_point)
    {
        return fault ? impi_error(fault, 3) : impi_error(fault_point, 4);
    }
    imp2i_body* b = &w->bodies.data[place];
    imp2_vec velocity = imp2_vec_add(b->velocity, imp2_vec_scale(impulse, b->inverse_mass));
    float spin = b->spin + b->inverse_inertia * imp2_vec_cross(imp2_vec_sub(point, b->center), impulse);
    if (imp2i_vec_fault_large(velocity) || impi_number_fault_large(spin))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    if (b->kind == IMP_BODY_DYNAMIC)
    {
        imp2i_body_wake(w, place);
        b->velocity = velocity;
        b->spin = spin;
    }
    return IMP_OK;
}

imp_status imp2_world_pull(imp2_world* w, imp_body body, imp2_vec force, float torque)
{
    int32_t place;
    imp_status status = find_body(w, body, &place);
    if (status)
    {
        return status;
    }
    int32_t fault = imp2i_vec_fault_large(force), fault_torque = impi_number_fault_large(torque);
    if (fault || fault_torque)
    {
        return fault ? impi_error(fault, 3) : impi_error(fault_torque, 4);
    }
    imp2i_body* b = &w->bodies.data[place];
    imp2_vec sum = imp2_vec_add(b->force, force);
    if (imp2i_vec_fault_large(sum) || impi_number_fault_large(b->torque + torque))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    if (b->kind == IMP_BODY_DYNAMIC)
    {
        imp2i_body_wake(w, place);
        b->force = sum;
        b->torque += torque;
    }
    return IMP_OK;
}

imp_status imp2_world_scale_gravity(imp2_world* w, imp_body body, float scale)
{
    int32_t place;
    imp_status status = find_body(w, body, &place);
    if (status)
    {
        return status;
    }
    int32_t fault = impi_number_fault_large(scale);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    imp2i_body_wake(w, place);
    w->bodies.data[place].gravity = scale;
    return IMP_OK;
}

// Mass

// What colliders weigh together, in the body's frame.
typedef struct weight
{
    double mass, x, y, inertia;  // inertia about the body's origin
} weight;

static imp_status add_weight(weight* sum, const imp2_compound* compound, float density)
{
    imp2_mass m;
    imp_status status = imp2_compound_mass(compound, density, &m);
    if (!status)
    {
        double x = m.centroid.x, y = m.centroid.y;
        sum->mass += m.mass;
        sum->x += m.mass * x;
        sum->y += m.mass * y;
        sum->inertia += m.inertia + m.mass * (x * x + y * y);
    }
    return status;
}

imp_status imp2i_body_weigh(imp2_world* w, int32_t body)
{
    imp2i_body* b = &w->bodies.data[body];
    weight sum = {0.0, 0.0, 0.0, 0.0};
    float extent = 0.0f, inner = FLT_MAX;
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        imp2_compound compound = imp2i_collider_compound(&w->colliders.data[i]);
        imp_status status = add_weight(&sum, &compound, w->colliders.data[i].density);
        if (status)
        {
            return impi_error(IMP_ERR_RANGE, 0);
        }
        float reach = compound.reach + (w->colliders.data[i].convex ? w->colliders.data[i].shape.radius : 0.0f);
        extent = reach > extent ? reach : extent;
        inner = w->colliders.data[i].inner < inner ? w->colliders.data[i].inner : inner;
    }
    bool dynamic = b->kind == IMP_BODY_DYNAMIC, point = sum.mass <= 0.0;
    imp2_vec middle = {0.0f, 0.0f};
    if (dynamic && !point)
    {
        middle.x = (float)(sum.x / sum.mass);
        middle.y = (float)(sum.y / sum.mass);
    }
    double inertia = sum.inertia - sum.mass * ((double)middle.x * middle.x + (double)middle.y * middle.y);
    float mass = point ? 1.0f : (float)sum.mass, about = (float)inertia;
    if (impi_number_fault_large(mass) || impi_number_fault_large(about))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    imp2_vec center = imp2_pose_apply(b->pose, middle), shift = imp2_vec_sub(center, b->center);
    b->velocity = imp2_vec_add(b->velocity, imp2_vec_scale(imp2_vec_left(shift), b->spin));
    b->middle = middle;
    b->center = center;
    b->extent = extent + sqrtf(imp2_vec_dot(middle, middle));
    b->inner = inner;
    b->mass = dynamic ? mass : 0.0f;
    b->inertia = dynamic ? about : 0.0f;
    b->inverse_mass = dynamic ? 1.0f / mass : 0.0f;
    b->inverse_inertia = dynamic && !b->upright && about >= IMP_MAGNITUDE_MIN ? 1.0f / about : 0.0f;
    return IMP_OK;
}

// Colliders

static int32_t collider_def_fault(const imp2_collider_def* d)
{
    int32_t fault = impi_number_fault_negative(d->density);
    const imp_material* m = &d->material;
    fault = fault ? fault : impi_number_fault_negative(m->friction);
    fault = fault ? fault : impi_number_fault_negative(m->restitution);
    fault = fault ? fault : impi_number_fault_negative(m->rolling);
    fault = fault ? fault : impi_number_fault_large(m->belt);
    return fault ? fault : m->restitution > 1.0f ? IMP_ERR_RANGE : 0;
}

static imp_status reserve_collider(imp2_world* w, imp_collider* handle)
{
    int64_t count = (int64_t)w->colliders.count + 1;
    if (impi_array_reserve(&w->colliders, &w->allocator, count) ||
        impi_array_reserve(&w->collider_of, &w->allocator, (int64_t)w->collider_of.count + 1) ||
        impi_array_reserve(&w->moved_numbers, &w->allocator, count) ||
        impi_array_reserve(&w->moved_boxes, &w->allocator, count) ||
        impi_pool_take(&w->collider_pool, &w->allocator, &handle->id))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    return IMP_OK;
}

// How thick a collider is around its middle. Of a compound that is a guess.
static void measure_inner(imp2i_collider* c)
{
    imp2_mass m;
    c->inner = 0.1f * c->compound.reach;
    if (!c->convex || imp2_shape_mass(&c->shape, 1.0f, &m))
    {
        return;
    }
    imp2i_outline o = imp2i_outline_of(&c->shape);
    float nearest = c->shape.count > 2 ? FLT_MAX : 0.0f;
    for (int32_t i = 0; i < o.sides && c->shape.count > 2; ++i)
    {
        float height = o.normal_x[i] * (o.x[i] - m.centroid.x) + o.normal_y[i] * (o.y[i] - m.centroid.y);
        nearest = height < nearest ? height : nearest;
    }
    c->middle = m.centroid;
    c->inner = nearest + c->shape.radius;
}

// Of a collider its shape is filled in, which is the world's from now on, or freed.
static imp_status add_collider(imp2_world* w, int32_t body, imp2i_collider* c, const imp2_collider_def* def,
                               imp_collider* out)
{
    imp2_compound compound = imp2i_collider_compound(c);
    imp2_box box;
    imp_collider handle;
    imp_status status = imp2_compound_bounds(&compound, &w->bodies.data[body].pose, &box);
    status = status ? impi_error(imp_status_fault(status), 3) : reserve_collider(w, &handle);
    if (status)
    {
        imp2i_collider_free(c);
        return status;
    }
    int32_t at = impi_pool_find(&w->collider_pool, handle.id);
    c->body = body;
    c->next = w->bodies.data[body].first;
    c->density = def->density;
    c->material = def->material;
    c->user = def->user;
    measure_inner(c);
    w->colliders.count = w->collider_pool.count;
    w->colliders.data[at] = *c;
    w->bodies.data[body].first = at;
    imp2_thing thing = {imp2i_world_box(w, box), 0, def->filter};
    status = imp2i_body_weigh(w, body) ? impi_error(IMP_ERR_RANGE, 4) : IMP_OK;
    status = status ? status : imp2_index_add(w->index, &thing, 1, &w->colliders.data[at].number);
    if (status)
    {
        w->bodies.data[body].first = c->next;
        (void)imp2i_body_weigh(w, body);
        (void)impi_pool_give_back(&w->collider_pool, handle.id);
        imp2i_collider_free(&w->colliders.data[at]);
        return status;
    }
    int32_t number = w->colliders.data[at].number;
    w->collider_of.count = number < w->collider_of.count ? w->collider_of.count : number + 1;
    w->collider_of.data[number] = at;
    imp2i_body_wake(w, body);
    if (out)
    {
        *out = handle;
    }
    return IMP_OK;
}

static const imp2_collider_def STANDARD_COLLIDER = {0};

// The door of both functions below: what is wrong with all but the shape.
static imp_status collider_status(const imp2_world* w, imp_body body, const imp2_collider_def* def, int32_t* place)
{
    imp_status status = find_body(w, body, place);
    int32_t fault = status ? 0 : collider_def_fault(def);
    return fault ? impi_error(fault, 4) : status;
}

imp_status imp2_world_add_collider(imp2_world* w, imp_body body, const imp2_shape* shape, const imp2_collider_def* def,
                                   imp_collider* out)
{
    int32_t place;
    def = def ? def : &STANDARD_COLLIDER;
    imp_status status = collider_status(w, body, def, &place);
    int32_t fault = status ? 0 : imp2i_shape_fault(shape);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    imp2i_collider c;
    memset(&c, 0, sizeof c);
    c.convex = true;
    if (imp2i_shape_copy(shape, &w->allocator, &c.shape))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    return add_collider(w, place, &c, def, out);
}

imp_status imp2_world_add_compound(imp2_world* w, imp_body body, const imp2_compound* compound,
                                   const imp2_collider_def* def, imp_collider* out)
{
    int32_t place;
    def = def ? def : &STANDARD_COLLIDER;
    imp_status status = collider_status(w, body, def, &place);
    int32_t fault = status ? 0 : imp2i_compound_fault(compound);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    if (compound->kind == IMP2_COMPOUND_SHAPE)
    {
        return imp2_world_add_collider(w, body, compound->parts, def, out);
    }
    imp2i_collider c;
    memset(&c, 0, sizeof c);
    if (imp2i_compound_copy(compound, &w->allocator, &c.compound))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    return add_collider(w, place, &c, def, out);
}

imp_status imp2_world_remove_collider(imp2_world* w, imp_collider collider)
{
    int32_t at = w ? impi_pool_find(&w->collider_pool, collider.id) : -1;
    if (at < 0)
    {
        return w ? impi_error(IMP_ERR_HANDLE, 2) : impi_error(IMP_ERR_NULL, 1);
    }
    int32_t body = w->colliders.data[at].body, *link = &w->bodies.data[body].first;
    while (*link != at)
    {
        link = &w->colliders.data[*link].next;
    }
    *link = w->colliders.data[at].next;
    imp2i_body_wake(w, body);
    take_collider_out(w, at);
    (void)imp2i_body_weigh(w, body);  // what was not too heavy is not so with less
    return IMP_OK;
}

imp_status imp2_world_get_collider(const imp2_world* w, imp_collider collider, imp_body* body, uint64_t* user)
{
    int32_t at = w ? impi_pool_find(&w->collider_pool, collider.id) : -1;
    if (at < 0)
    {
        return w ? impi_error(IMP_ERR_HANDLE, 2) : impi_error(IMP_ERR_NULL, 1);
    }
    const imp2i_collider* c = &w->colliders.data[at];
    if (body)
    {
        body->id = impi_pool_id(&w->body_pool, c->body);
    }
    if (user)
    {
        *user = c->user;
    }
    return IMP_OK;
}
