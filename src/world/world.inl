// SPDX-License-Identifier: MIT
//
// What a world is: settings, bodies, colliders and contacts; and the memory of each stage, which that stage declares.

#ifndef AXES
#include "../math/dim2.h"
#endif

struct imp2_world
{
    imp_allocator allocator;
    imp_jobs jobs;
    imp2_vec gravity;
    float unit;
    int32_t sub_steps;  // 0: as many as the time of a step needs
    bool sleepless;
    float impact_speed;  // or 0
    bool discrete;
    int32_t hits;  // most of a body in a step
    imp2_hooks hooks;
    double time;                   // when the last stage ended, by the caller's clock
    float times[IMP_STAGE_COUNT];  // that stages of the last step took
    bool hooked;                   // one of them is asked now
    imp2i_recorder* recorder;      // or null
    struct
    {
        IMPI_ARRAY(imp2i_mixture)
    } mixtures;  // sorted by kinds
    impi_pool body_pool, collider_pool;
    struct
    {
        IMPI_ARRAY(imp2i_body)
    } bodies;  // by place in their pool
    struct
    {
        IMPI_ARRAY(imp2i_collider)
    } colliders;
    imp2_index *index, *fixed_index;  // of all colliders; of those of bodies that are not dynamic, for what is fast
    imp2i_owners collider_of, fixed_of;
    int32_t one_ways;  // colliders that are
    struct
    {
        IMPI_ARRAY(imp2i_contact)
    } contacts;
    int32_t free_contact;     // or -1
    int32_t sensor_contacts;  // contacts of sensors
    int32_t sensor_count;     // colliders that are sensors
    int32_t springy_count;    // colliders of which the material is springy
    struct
    {
        IMPI_ARRAY(imp2i_touch)
    } touches;  // second and further manifolds of contacts
    int32_t free_touch;
    impi_contact_list awake, asleep, fresh;
    imp_pair_list begun, ended;  // of the index, as long as they have not been taken in
    bool pending;
    bool shifted;  // boxes were rounded as the origin changed, so some may overlap of which no pair has been told
    struct
    {
        IMPI_ARRAY(int32_t)
    } movers;  // bodies that move, by place - 1
    bool movers_changed;
    bool bodies_stale;  // stances of what does not move may be others: costs time, and changes nothing
    bool arrivals;      // something that does not move has news of IMP2I_ARRIVED or IMP2I_NEW
    struct
    {
        IMPI_ARRAY(imp2i_stance)
    } stances;  // of bodies, by place in their pool
    struct
    {
        IMPI_ARRAY(imp2_pose)
    } befores;         // of bodies, by place in their pool, when the step before began; if there are one-way colliders
    bool sleepers;     // there are dynamic bodies that do not move
    bool lanes_stand;  // rows of contacts that are awake have lanes; else the next step colours them anew
    bool lanes_stale;  // they are not to stand any more
    bool rows_stand;   // the lanes have their depths and impulses
    bool rows_stale;   // something that they are made of has changed
    imp2i_collide_memory collide;
    imp2i_solver_memory solver;
    imp2i_continuous_memory continuous;
    imp2i_step_memory step;
    imp2i_world_events events;
};

/// What comes slower than this is held by its contacts, whether it bounces or not [m/s].
static inline float imp2i_held_speed(const imp2_world* w)
{
    float least = IMP2I_HELD * w->unit;
    return least > w->solver.row_step.bounce_speed ? least : w->solver.row_step.bounce_speed;
}

/// Nearer than this, things are prepared to touch; so thick are the margins of boxes.
static inline float imp2i_world_near(const imp2_world* w)
{
    return 0.02f * w->unit;
}

/// A box as the index has it: things are near when their boxes touch. What is slow keeps its box for a while,
/// so the margin is more than twice that.
static inline imp2_box imp2i_world_box(const imp2_world* w, imp2_box box)
{
    float half = 0.5f * imp2i_world_near(w);
    imp2_box r = {{box.lower.x - half, box.lower.y - half}, {box.upper.x + half, box.upper.y + half}};
    return r;
}

static inline imp2_compound imp2i_collider_compound(const imp2i_collider* c)
{
    if (!c->convex)
    {
        return c->compound;
    }
    imp2_compound compound = {.kind = IMP2_COMPOUND_SHAPE};
    (void)imp2_compound_of_shape(&c->shape, &compound);
    return compound;
}

/// A collider as it is swept: told from its body's centre of mass. Of what is not dynamic that is the origin.
static inline imp2_compound imp2i_collider_swept(const imp2i_collider* c)
{
    if (!c->is_centered || !c->convex)
    {
        return c->is_centered ? c->centered.compound : imp2i_collider_compound(c);
    }
    imp2_compound compound = {.kind = IMP2_COMPOUND_SHAPE};
    (void)imp2_compound_of_shape(&c->centered.shape, &compound);
    return compound;
}

static inline imp_status imp2i_collider_bounds(const imp2i_collider* c, const imp2_pose* pose, imp2_box* out)
{
    return c->convex ? imp2_shape_bounds(&c->shape, pose, out) : imp2_compound_bounds(&c->compound, pose, out);
}

/// The same as indexes have it, which need not be the least.
static inline imp_status imp2i_collider_box(const imp2i_collider* c, const imp2_pose* pose, imp2_box* out)
{
    return c->convex ? imp2i_shape_box(&c->shape, pose, out) : imp2_compound_bounds(&c->compound, pose, out);
}

/// The door of all calls that fill an array of the caller's, which is argument at: its room and count follow.
static inline imp_status imp2i_list_status(const imp2_world* w, const void* list, int32_t capacity,
                                           const int32_t* count, int32_t at)
{
    if (!w || !count)
    {
        return impi_error(IMP_ERR_NULL, w ? at + 2 : 1);
    }
    if (capacity < 0 || (capacity > 0 && !list))
    {
        return capacity < 0 ? impi_error(IMP_ERR_COUNT, at + 1) : impi_error(IMP_ERR_NULL, at);
    }
    return IMP_OK;
}

/// Of the door of all calls that change a world: 0, or what is wrong with it.
static inline int32_t imp2i_world_fault(const imp2_world* w)
{
    return !w ? IMP_ERR_NULL : w->hooked ? IMP_ERR_BUSY : 0;
}

/// The place of a body, or -1.
static inline int32_t imp2i_find_body(const imp2_world* w, imp_body body)
{
    return impi_pool_find(&w->body_pool, body.id);
}

/// The door of all calls that change a body, the second argument: its place, or a status.
static inline imp_status imp2i_open_body(const imp2_world* w, imp_body body, int32_t* place)
{
    int32_t fault = imp2i_world_fault(w);
    *place = fault ? -1 : imp2i_find_body(w, body);
    return fault ? impi_error(fault, 1) : *place < 0 ? impi_error(IMP_ERR_HANDLE, 2) : IMP_OK;
}

/// Whether a body takes part in steps: awake and dynamic, or kinematic and moving.
static inline bool imp2i_body_active(const imp2i_body* b)
{
    bool moves = impi_magnitude_bits(b->velocity.x) | impi_magnitude_bits(b->velocity.y) | impi_magnitude_bits(b->spin);
    return ((b->kind == IMP_BODY_DYNAMIC && b->ring < 0) || (b->kind == IMP_BODY_KINEMATIC && moves)) && !b->disabled;
}

/// A body as rows have it: its place, or ~place if rows do not move it.
static inline int32_t imp2i_row_of_body(const imp2i_body* b)
{
    return b->kind == IMP_BODY_DYNAMIC && b->place > 0 ? b->place : ~b->place;
}

/// The first mover from i on that is restless, or one beyond the last.
static inline int32_t imp2i_next_restless(const imp2_world* w, int32_t i)
{
    for (; i < w->movers.count; i = (i / IMP2I_WORD + 1) * IMP2I_WORD)
    {
        uint32_t bits = w->step.restless.data[i / IMP2I_WORD] >> i % IMP2I_WORD;
        if (bits != 0)
        {
            return i + impi_lowest_bit(bits);
        }
    }
    return w->movers.count;
}

/// The next manifold of a contact after t, or null.
static inline imp2i_touch* imp2i_next_touch(const imp2_world* w, const imp2i_contact* c, const imp2i_touch* t)
{
    int32_t next = t == &c->touch ? c->more : t->next;
    return next >= 0 ? &w->touches.data[next] : NULL;
}

/// Whether a contact has manifolds that are to be solved, for all that one-way surfaces have to say.
static inline bool imp2i_contact_holds(const imp2_world* w, const imp2i_contact* c)
{
    bool holds = !c->one_way && c->touch_count > 0;
    for (const imp2i_touch* t = c->one_way && c->touch_count > 0 ? &c->touch : NULL; t; t = imp2i_next_touch(w, c, t))
    {
        holds |= t->way == IMP2I_WAY_HELD;
    }
    return holds;
}

/// How many sub-steps a step of a length has. Softness is limited by their length: with long ones, stacks sag.
static inline int32_t imp2i_sub_steps(const imp2_world* w, float time)
{
    int32_t times = w->solver.laden ? 2 : 1;
    if (w->sub_steps > 0)
    {
        return times * w->sub_steps;
    }
    float wanted = time * (float)IMP2I_SUB_STEPS_HERTZ;
    int32_t most = wanted < (float)IMP2I_SUB_STEPS_MAX ? (int32_t)(wanted + 0.99f) : IMP2I_SUB_STEPS_MAX;
    return times * (most > IMP2I_SUB_STEPS_MIN ? most : IMP2I_SUB_STEPS_MIN);
}
