// SPDX-License-Identifier: MIT
//
// The world: settings, bodies, colliders and contacts; and the memory of each stage, declared there (state.inl).

#ifndef AXES
#include "parts2.h"

#include "../math/dim2.h"

#include "body/state.inl"
#include "joint/state.inl"
#include "contact/state.inl"
#include "solver/state.inl"
#include "continuous/state.inl"
#include "step/state.inl"
#endif

struct World
{
    imp_allocator allocator;
    imp_jobs jobs;
    Vec gravity;
    float unit;
    int32_t sub_steps;  // 0: from the length of a step
    bool sleepless;
    float impact_speed;  // or 0
    bool discrete;
    int32_t hits;  // most continuous steps of a body in a step
    Hooks hooks;
    double time;                   // when the last stage ended, by the caller's clock
    float times[IMP_STAGE_COUNT];  // of the stages of the last step
    bool hooked;                   // a hook is being called
    Recorder* recorder;            // or null
    struct
    {
        IMPI_ARRAY(Combination)
    } combinations;  // sorted by kinds
    impi_pool body_pool, collider_pool;
    struct
    {
        IMPI_ARRAY(Body)
    } bodies;  // by slot of their pool
    struct
    {
        IMPI_ARRAY(Collider)
    } colliders;
    Index *index, *fixed_index;  // of all colliders; of non-dynamic ones, for sweeps and neighbours
    int level;                   // width of lanes: IMPI_LEVEL_...
    Owners collider_of, fixed_of;
    Shape shapes_seen[DIMI(SHAPES_SEEN)];    // hulls of colliders, to share them
    Shape centered_seen[DIMI(SHAPES_SEEN)];  // the same relative to their centre of mass
    int32_t one_ways;                        // one-way colliders
    struct
    {
        IMPI_ARRAY(Contact)
    } contacts;
    int32_t free_contact;     // or -1
    int32_t sensor_contacts;  // contacts of sensors
    int32_t sensor_count;     // colliders that are sensors
    int32_t springy_count;    // colliders with a springy material
    int32_t bends;            // colliders that bend
    int32_t field_count;      // colliders with a distance field
    struct
    {
        IMPI_ARRAY(Cache)
    } caches;  // second and further manifolds of contacts
    int32_t free_cache;
    int32_t deep_contacts;  // contacts of two that lie deep in each other
    impi_contact_list awake, asleep, fresh;
    imp_pair_list begun, ended;  // pairs of the index that have not been taken over yet
    bool pending;
    bool shifted;  // a shift of the origin rounded boxes: some may overlap without a pair
    struct
    {
        IMPI_ARRAY(int32_t)
    } movers;  // bodies that move; Body.mover is the index, + 1
    bool movers_changed;
    bool arrivals;  // a body that does not move is IMPI_ARRIVED or IMPI_NEW
    struct
    {
        IMPI_ARRAY(BodySim)
    } sims;  // by slot of the body
    struct
    {
        IMPI_ARRAY(Pose)
    } previous_poses;  // by slot of the body, when the step before began; if there are one-way colliders
    bool sleepers;     // there are dynamic bodies that do not move
    int32_t built;     // IMPI_BUILT_...: parts of the solver that last from the step before
    int32_t stale;     // IMPI_STALE_...: what the next step makes anew
    JointMemory joints;
    CollideMemory collide;
    SolverMemory solver;
    ContinuousMemory continuous;
    StepMemory step;
    WorldEvents events;
};

/// Marks a level (IMPI_STALE_...) as stale: the next step makes it anew, and all that depends on it.
static inline void FNI(make_stale)(World* w, int32_t level)
{
    w->stale = w->stale < level ? level : w->stale;
}

/// Bodies that close slower than this are held by their contacts, whether they bounce or not [m/s].
static inline float FNI(held_speed)(const World* w)
{
    float least = IMPI_HELD * w->unit;
    return least > w->solver.row_step.bounce_speed ? least : w->solver.row_step.bounce_speed;
}

/// All lanes get a width, not above impi_cpu_level: of rows, of manifolds and of indices. The bits are the same.
void FNI(world_set_level)(World* w, int level);

/// The speculative margin: colliders nearer than this get manifolds. Boxes have margins of the same size.
static inline float FNI(world_near)(const World* w)
{
    return 0.02f * w->unit;
}

/// A box as the index has it: boxes of colliders within the margin overlap. Slow bodies keep their box for a while, so
/// the margin is more than twice that.
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

/// A collider as it is swept: relative to its body's centre of mass, which is the origin if that is not dynamic.
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

/// The same as indexes have it, which need not be the tightest.
static inline imp_status FNI(collider_box)(const Collider* c, const Pose* pose, Box* out)
{
    return c->convex ? FNI(shape_box)(&c->shape, pose, out) : FN(compound_bounds)(&c->compound, pose, out);
}

/// The same at a pose without a fault.
static inline imp_status FNI(collider_box_at)(const Collider* c, const Pose* pose, Box* out)
{
    return c->convex ? FNI(shape_box_at)(&c->shape, pose, out) : FN(compound_bounds)(&c->compound, pose, out);
}

/// Common checks of all calls that fill an array of the caller's, which is argument at: its capacity and count follow.
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

/// The first check of all calls that change a world: a fault, or 0.
static inline int32_t FNI(world_fault)(const World* w)
{
    return !w ? IMP_ERR_NULL : w->hooked ? IMP_ERR_BUSY : 0;
}

/// The slot of a body, or -1.
static inline int32_t FNI(find_body)(const World* w, imp_body body)
{
    return impi_pool_find(&w->body_pool, body.id);
}

/// Common checks of all calls that change a body, the second argument: its slot, or a status.
static inline imp_status FNI(open_body)(const World* w, imp_body body, int32_t* slot)
{
    int32_t fault = FNI(world_fault)(w);
    *slot = fault ? -1 : FNI(find_body)(w, body);
    return fault ? impi_error(fault, 1) : *slot < 0 ? impi_error(IMP_ERR_HANDLE, 2) : IMP_OK;
}

/// Whether a body takes part in steps: awake and dynamic, or kinematic and moving or bending.
static inline bool FNI(body_active)(const Body* b)
{
    bool moves = FNI(vec_bits)(b->velocity) | FNI(spin_bits)(b->spin) | (b->bends > 0);
    return ((b->kind == IMP_BODY_DYNAMIC && b->island_next < 0) || (b->kind == IMP_BODY_KINEMATIC && moves)) &&
           !b->disabled;
}

/// A body as rows refer to it: its solver body, or ~ of that if rows do not move it.
static inline int32_t FNI(row_of_body)(const Body* b)
{
    return b->kind == IMP_BODY_DYNAMIC && b->mover > 0 ? b->mover : ~b->mover;
}

/// The first mover from i on whose rest pose has changed, or one past the last.
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

/// Whether a contact has manifolds that are to be solved, as one-way colliders have decided.
static inline bool FNI(contact_holds)(const World* w, const Contact* c)
{
    bool holds = !c->one_way && c->manifold_count > 0;
    for (const Cache* t = c->one_way && c->manifold_count > 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
    {
        holds |= t->side == IMPI_SIDE_HELD;
    }
    return holds;
}

/// The number of sub-steps of a step. Contact softness is limited by their length: with long ones, stacks sag.
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
