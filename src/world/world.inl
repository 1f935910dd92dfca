// SPDX-License-Identifier: MIT
//
// What a world is: settings, bodies, colliders and contacts; and the memory of each stage, which that stage declares.

#ifndef AXES
#include "../math/dim2.h"
#endif

struct World
{
    imp_allocator allocator;
    imp_jobs jobs;
    Vec gravity;
    float unit;
    int32_t sub_steps;  // 0: as many as the time of a step needs
    bool sleepless;
    float impact_speed;  // or 0
    bool discrete;
    int32_t hits;  // most of a body in a step
    Hooks hooks;
    double time;                   // when the last stage ended, by the caller's clock
    float times[IMP_STAGE_COUNT];  // that stages of the last step took
    bool hooked;                   // one of them is asked now
    Recorder* recorder;            // or null
    struct
    {
        IMPI_ARRAY(Combination)
    } combinations;  // sorted by kinds
    impi_pool body_pool, collider_pool;
    struct
    {
        IMPI_ARRAY(Body)
    } bodies;  // by place in their pool
    struct
    {
        IMPI_ARRAY(Collider)
    } colliders;
    Index *index, *fixed_index;  // of all colliders; of those of bodies that are not dynamic, for what is fast
    Owners collider_of, fixed_of;
    int32_t one_ways;  // colliders that are
    struct
    {
        IMPI_ARRAY(Contact)
    } contacts;
    int32_t free_contact;     // or -1
    int32_t sensor_contacts;  // contacts of sensors
    int32_t sensor_count;     // colliders that are sensors
    int32_t springy_count;    // colliders of which the material is springy
    struct
    {
        IMPI_ARRAY(Cache)
    } caches;  // second and further manifolds of contacts
    int32_t free_cache;
    impi_contact_list awake, asleep, fresh;
    imp_pair_list begun, ended;  // of the index, as long as they have not been taken in
    bool pending;
    bool shifted;  // boxes were rounded as the origin changed, so some may overlap of which no pair has been told
    struct
    {
        IMPI_ARRAY(int32_t)
    } movers;  // bodies that move, by place - 1
    bool movers_changed;
    bool arrivals;  // something that does not move has news of IMPI_ARRIVED or IMPI_NEW
    struct
    {
        IMPI_ARRAY(BodySim)
    } sims;  // of bodies, by place in their pool
    struct
    {
        IMPI_ARRAY(Pose)
    } befores;      // of bodies, by place in their pool, when the step before began; if there are one-way colliders
    bool sleepers;  // there are dynamic bodies that do not move
    int32_t built;  // IMPI_BUILT_...: what of the solver lasts from the step before
    int32_t stale;  // IMPI_STALE_...: what the next step makes anew
    CollideMemory collide;
    SolverMemory solver;
    ContinuousMemory continuous;
    StepMemory step;
    WorldEvents events;
};

/// Something of a level (IMPI_STALE_...) has changed: the next step makes it anew, and what follows from it.
static inline void FNI(make_stale)(World* w, int32_t level)
{
    w->stale = w->stale < level ? level : w->stale;
}

/// What comes slower than this is held by its contacts, whether it bounces or not [m/s].
static inline float FNI(held_speed)(const World* w)
{
    float least = IMPI_HELD * w->unit;
    return least > w->solver.row_step.bounce_speed ? least : w->solver.row_step.bounce_speed;
}

/// Nearer than this, things are prepared to touch; so thick are the margins of boxes.
static inline float FNI(world_near)(const World* w)
{
    return 0.02f * w->unit;
}

/// A box as the index has it: things are near when their boxes touch. What is slow keeps its box for a while,
/// so the margin is more than twice that.
static inline Box FNI(world_box)(const World* w, Box box)
{
    float half = 0.5f * FNI(world_near)(w);
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(box.lower, k, AT(box.lower, k) - half);
        SET_AT(box.upper, k, AT(box.upper, k) + half);
    }
    return box;
}

static inline Compound FNI(collider_compound)(const Collider* c)
{
    if (!c->convex)
    {
        return c->compound;
    }
    Compound compound = {.kind = DIM(COMPOUND_SHAPE)};
    (void)FN(compound_of_shape)(&c->shape, &compound);
    return compound;
}

/// A collider as it is swept: told from its body's centre of mass. Of what is not dynamic that is the origin.
static inline Compound FNI(collider_swept)(const Collider* c)
{
    if (!c->is_centered || !c->convex)
    {
        return c->is_centered ? c->centered.compound : FNI(collider_compound)(c);
    }
    Compound compound = {.kind = DIM(COMPOUND_SHAPE)};
    (void)FN(compound_of_shape)(&c->centered.shape, &compound);
    return compound;
}

static inline imp_status FNI(collider_bounds)(const Collider* c, const Pose* pose, Box* out)
{
    return c->convex ? FN(shape_bounds)(&c->shape, pose, out) : FN(compound_bounds)(&c->compound, pose, out);
}

/// The same as indexes have it, which need not be the least.
static inline imp_status FNI(collider_box)(const Collider* c, const Pose* pose, Box* out)
{
    return c->convex ? FNI(shape_box)(&c->shape, pose, out) : FN(compound_bounds)(&c->compound, pose, out);
}

/// The door of all calls that fill an array of the caller's, which is argument at: its room and count follow.
static inline imp_status FNI(list_status)(const World* w, const void* list, int32_t capacity, const int32_t* count,
                                          int32_t at)
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
static inline int32_t FNI(world_fault)(const World* w)
{
    return !w ? IMP_ERR_NULL : w->hooked ? IMP_ERR_BUSY : 0;
}

/// The place of a body, or -1.
static inline int32_t FNI(find_body)(const World* w, imp_body body)
{
    return impi_pool_find(&w->body_pool, body.id);
}

/// The door of all calls that change a body, the second argument: its place, or a status.
static inline imp_status FNI(open_body)(const World* w, imp_body body, int32_t* place)
{
    int32_t fault = FNI(world_fault)(w);
    *place = fault ? -1 : FNI(find_body)(w, body);
    return fault ? impi_error(fault, 1) : *place < 0 ? impi_error(IMP_ERR_HANDLE, 2) : IMP_OK;
}

/// Whether a body takes part in steps: awake and dynamic, or kinematic and moving.
static inline bool FNI(body_active)(const Body* b)
{
    bool moves = FNI(vec_bits)(b->velocity) | FNI(spin_bits)(b->spin);
    return ((b->kind == IMP_BODY_DYNAMIC && b->island_next < 0) || (b->kind == IMP_BODY_KINEMATIC && moves)) &&
           !b->disabled;
}

/// A body as rows have it: its place, or ~place if rows do not move it.
static inline int32_t FNI(row_of_body)(const Body* b)
{
    return b->kind == IMP_BODY_DYNAMIC && b->place > 0 ? b->place : ~b->place;
}

/// The first mover from i on that is restless, or one beyond the last.
static inline int32_t FNI(next_moved)(const World* w, int32_t i)
{
    for (; i < w->movers.count; i = (i / IMPI_WORD + 1) * IMPI_WORD)
    {
        uint32_t bits = w->step.moved.data[i / IMPI_WORD] >> i % IMPI_WORD;
        if (bits != 0)
        {
            return i + impi_lowest_bit(bits);
        }
    }
    return w->movers.count;
}

/// The next manifold of a contact after t, or null.
static inline Cache* FNI(next_cache)(const World* w, const Contact* c, const Cache* t)
{
    int32_t next = t == &c->cache ? c->more : t->next;
    return next >= 0 ? &w->caches.data[next] : NULL;
}

/// Whether a contact has manifolds that are to be solved, for all that one-way surfaces have to say.
static inline bool FNI(contact_holds)(const World* w, const Contact* c)
{
    bool holds = !c->one_way && c->manifold_count > 0;
    for (const Cache* t = c->one_way && c->manifold_count > 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
    {
        holds |= t->side == IMPI_SIDE_HELD;
    }
    return holds;
}

/// How many sub-steps a step of a length has. Softness is limited by their length: with long ones, stacks sag.
static inline int32_t FNI(sub_steps)(const World* w, float time)
{
    int32_t times = w->solver.laden ? 2 : 1;
    if (w->sub_steps > 0)
    {
        return times * w->sub_steps;
    }
    float wanted = time * (float)IMPI_SUB_STEPS_HERTZ;
    int32_t most = wanted < (float)IMPI_SUB_STEPS_MAX ? (int32_t)(wanted + 0.99f) : IMPI_SUB_STEPS_MAX;
    return times * (most > IMPI_SUB_STEPS_MIN ? most : IMPI_SUB_STEPS_MIN);
}
