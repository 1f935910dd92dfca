// SPDX-License-Identifier: MIT
//
// A world in the plane: bodies that fall, stack, slide, roll, fall asleep and wake.
//
// A body has a pose and a velocity; what it looks like is what colliders say: convex shapes, regions, chains, in the
// body's frame. Its mass comes from them. All calls with a world that is not const are for one thread at a time; worlds
// know nothing of each other. A call that changes a world answers IMP_ERR_BUSY from within one of its hooks.
//
// The same calls in the same order give the same bits on every machine, whatever compiler, number of threads and width
// of lanes.

#ifndef IMPINGE_WORLD2_H
#define IMPINGE_WORLD2_H

#include "broad2.h"
#include "compound2.h"
#include "narrow2.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct imp2_world imp2_world;

/// What kind of world; imp2_world_default, or all zero, which says the same: without gravity.
typedef struct imp2_world_def
{
    imp2_vec gravity;          ///< [m/s^2]
    float length_unit;         ///< about the size of things [m]: what is small, near, slow is told by it; 0 for 1
    int32_t sub_steps;         ///< of each step, up to 64; 0 for 4, or more where they would be longer than 1/240 s;
                               ///< twice as many after a step in which something lay on what is 20 times as light
    bool no_sleep;             ///< nothing ever falls asleep
    bool no_continuous;        ///< what is fast is not swept (no CCD): it may pass through things
    int32_t continuous_steps;  ///< how often a body that is fast may be hit in a step, up to 65536; 0 for 32
    float impact_speed;        ///< from which impacts are told [m/s]; 0 for none
    const imp_allocator* allocator;  ///< null for malloc
    const imp_jobs* jobs;            ///< null for the calling thread alone
} imp2_world_def;

/// What a null definition and a zeroed one stand for, in numbers: length_unit 1, continuous_steps 32, no gravity.
IMP_API imp2_world_def imp2_world_default(void);

/// What a body does not do, whatever hits it.
enum
{
    IMP2_LOCK_X = 1,        ///< its centre does not move along x
    IMP2_LOCK_Y = 2,        ///< nor along y
    IMP2_LOCK_ROTATION = 4  ///< it does not turn
};

/// A body to be made; imp2_body_default, or all zero, which says the same: a static one at the origin.
typedef struct imp2_body_def
{
    int32_t kind;            ///< IMP_BODY_...
    imp2_pose pose;          ///< with both c and s zero: not turned
    imp2_vec velocity;       ///< of the centre of mass that it has when its colliders are there [m/s]
    float angular_velocity;  ///< [rad/s]
    float linear_damping;    ///< part of the velocity that is lost in a second, for small parts [1/s]; 0 or more
    float angular_damping;   ///< the same of the angular velocity [1/s]
    uint32_t locks;          ///< IMP2_LOCK_..., added up
    bool asleep;             ///< sleeps until something wakes it
    bool no_sleep;           ///< does not fall asleep
    bool bullet;    ///< is swept, however slow, and does not overlap what it meets by even a little; passes through
                    ///< nothing that is dynamic either, however many are fast among each other
    uint64_t user;  ///< passed on unread
} imp2_body_def;

/// What a null definition and a zeroed one stand for: static, at the origin, not turned.
IMP_API imp2_body_def imp2_body_default(void);

/// How a collider is. Begin with imp2_collider_default; all zero is one without weight and friction that meets
/// everything.
typedef struct imp2_collider_def
{
    float density;  ///< [kg/m^2]; 0 or more
    imp_material material;
    imp_filter filter;
    uint32_t group;  ///< those of one group never meet; 0 for none
    bool sensor;     ///< pushes nothing: tells what enters and leaves it, whatever its body is; but for other sensors
    bool touches_non_dynamic;  ///< tells of touches, too, with what no contact moves, if its own body is such; nothing
                               ///< is pushed
    imp2_vec one_way;  ///< zero, or the side on which it is felt, in the body's frame: (0, 1) is felt from above
    float tolerance;   ///< what is not deeper in a one-way collider than this is still held [m]; 0 for length_unit / 50
    uint64_t user;     ///< passed on unread
} imp2_collider_def;

/// What a null definition stands for: density 1, friction 0.6 (imp_material_default), meets everything.
IMP_API imp2_collider_def imp2_collider_default(void);

/// A body as it is.
typedef struct imp2_body_state
{
    imp2_pose pose;
    imp2_vec velocity;       ///< of the centre of mass [m/s]
    float angular_velocity;  ///< [rad/s]
    imp2_vec center;         ///< of mass, in the world [m]
    float mass;              ///< 0 for what is not dynamic [kg]
    float inertia;           ///< about the centre; 0 for what does not turn [kg m^2]
    int32_t kind;            ///< IMP_BODY_...
    bool awake, enabled;
    float gravity_scale;  ///< imp2_world_set_gravity_scale
    uint64_t user;
} imp2_body_state;

/// How two colliders meet, as the last step has found and left it.
typedef struct imp2_world_contact
{
    imp_collider a, b;
    imp2_manifold manifold;    ///< as the step began; so its points are where they were then, whatever has moved since
    float normal_impulse[2];   ///< along the normal at each point, in the whole step [N s]
    float tangent_impulse[2];  ///< along the normal turned left by a quarter: one for both, at the height of the deeper
                               ///< point, shared like normal_impulse [N s]
} imp2_world_contact;

/// An impact of the last step: two colliders that came together at def.impact_speed or more. What is fast may have many
/// of them in a step; those are told one by one, behind the others.
typedef struct imp2_impact_event
{
    imp_collider a, b;
    imp2_vec point, normal;  ///< from A to B; both as the step began, or of what is fast as they met
    float speed;             ///< at which they approached [m/s]
    float impulse;           ///< at the point, in the whole step, or of what is fast in this impact [N s]
} imp2_impact_event;

/// A body that the last step has moved.
typedef struct imp2_move_event
{
    imp_body body;
    imp2_pose pose;
    uint32_t flags;  ///< IMP_MOVE_..., added up
    uint64_t user;   ///< of the body
} imp2_move_event;

/// What a step asks the caller, on the thread that steps, in the order of contacts. Any of them may be null. They may
/// read the world; calls that change it answer IMP_ERR_BUSY. A step that runs out of memory asks again when it is
/// repeated.
typedef struct imp2_hooks
{
    void* user;  ///< passed on unread
    /// Whether two colliders meet that their filters let meet. It is asked as their boxes begin to touch, and of what a
    /// fast body has on its way.
    bool (*filter)(void* user, imp_collider a, imp_collider b);
    /// What two surfaces are to each other, for what imp2_world_combine_materials has no entry. An answer that no
    /// material could have counts as none. It is asked as boxes begin to touch.
    imp_surface (*combine)(void* user, const imp_material* a, const imp_material* b);
    /// Before a manifold is solved, in every step: false refuses it, and the surface may be changed, for this step.
    /// What is told of impulses are those of the step before. While there is one, nothing is swept for being springy, and
    /// what lies across two tiles is solved as two manifolds, of which each may be refused.
    bool (*pre_solve)(void* user, const imp2_world_contact* contact, imp_surface* surface);
    /// What time it is, since whenever [s]: asked between the stages of a step, for imp2_world_stats to tell how long they
    /// took. Nothing else depends on it.
    double (*clock)(void* user);
} imp2_hooks;

/// An empty world.
///
/// def       null for imp2_world_default
/// out       the world, to be freed; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_COUNT (sub_steps),
///           IMP_ERR_RANGE (length_unit: 2^-20 to 2^20), IMP_ERR_MEMORY
IMP_API imp_status imp2_world_make(const imp2_world_def* def, imp2_world** out);

/// Gives back all memory. Null is allowed. From within a hook nothing is done.
IMP_API void imp2_world_free(imp2_world* world);

/// Lets time pass.
///
/// time      0 or more; a sixtieth is good [s]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_MEMORY: then no time has
///           passed, and the same call does what it would have done
/// cost      O(bodies + contacts) that are awake
/// exact     what moves by more than half its thickness against what does not give way meets it where it does, in the
///           order of time, bounces or slides, and goes on, up to def.continuous_steps times. So do two dynamic bodies
///           of which one would get past the other; else they may overlap by some of their thickness, and the next step
///           parts them. All together are hit 1.5 def.continuous_steps times in a step and once more for 256 bodies,
///           the earliest first; then what is fast goes no farther than to the next thing that gives no way, two that
///           give way overlap, and the next step parts them. What meets slower than length_unit in a second, and than
///           what gravity adds in 1/4 s, does not bounce. What bounces does so in the order of time, too, however slow
///           it is for its size: bullets, and of all others what has a collider of restitution 0.7 and above, which
///           keeps half of its energy, if nothing is to be asked before it is solved (pre_solve). Such a hit is told by
///           touches and impacts, and not by the impulses of contacts. Where all is convex, of restitution 1, and without
///           gravity, that keeps the energy, to 1e-4 in ten seconds, as long as continuous_steps suffice
/// source    soft contacts solved in sub-steps (Catto 2024), islands by union and find (Tarjan 1975)
IMP_API imp_status imp2_world_step(imp2_world* world, float time);

/// Figures.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(bodies)
IMP_API imp_status imp2_world_stats(const imp2_world* world, imp_world_stats* out);

/// A hash of the poses and velocities of all bodies: two runs with the same hash are the same.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(bodies); some times that of imp2_world_stats
IMP_API imp_status imp2_world_hash(const imp2_world* world, uint64_t* out);

/// The definition that would make a world like this one: gravity as it is now, what was 0 for a default as it is.
///
/// out       without allocator and jobs, which are null
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(1)
IMP_API imp_status imp2_world_get_def(const imp2_world* world, imp2_world_def* out);

/// Gives a world another gravity. If it is another one, all that sleeps and feels it wakes.
///
/// gravity   [m/s^2]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
/// cost      O(bodies)
IMP_API imp_status imp2_world_set_gravity(imp2_world* world, imp2_vec gravity);

/// What a world's steps ask from now on. Contacts that there are follow combine as they follow
/// imp2_world_combine_materials; what sleeps is not asked about before it wakes. Hooks that say what is so without them
/// change nothing, but for what pre_solve says of itself.
///
/// hooks     copied; null for none
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY
/// cost      O(contacts)
IMP_API imp_status imp2_world_set_hooks(imp2_world* world, const imp2_hooks* hooks);

/// What surfaces of two kinds are to each other, whichever comes first. Contacts that there are follow, and what sleeps
/// on one whose surface is another one now wakes.
///
/// kind_a, kind_b   of materials
/// surface          null to forget what was said of the two
/// returns          IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_RANGE (a kind, or restitution above 1), IMP_ERR_NAN,
///                  IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_MEMORY
/// cost             O(entries + contacts)
IMP_API imp_status imp2_world_combine_materials(imp2_world* world, int32_t kind_a, int32_t kind_b,
                                                const imp_surface* surface);

/// Which colliders have begun to touch in the last step, and which have ceased to.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(1)
IMP_API imp_status imp2_world_touch_events(const imp2_world* world, imp_touch_events* out);

/// What touches, or nearly does, as of the last step: one entry for each manifold, sorted by the places of the
/// colliders.
///
/// contacts  room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE when there are more than capacity:
///           then only count is written
/// exact     manifolds are those of imp2_collide for how two bodies lay to each other as the step began, or earlier, if
///           since then no point of one had moved by length_unit / 125, or a fiftieth of the lesser one, as the other
///           sees it (along the normal not counted, where both points overlap), and none had turned by 0.03 rad;
///           depths are as the step began, and points where their vertices are. They stay there as bodies are put
///           elsewhere; with another origin they are relative to that
/// cost      O(contacts)
IMP_API imp_status imp2_world_contacts(const imp2_world* world, imp2_world_contact* contacts, int32_t capacity,
                                       int32_t* count);

/// What has come together fast in the last step.
///
/// impacts   room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   as imp2_world_contacts
/// cost      O(impacts)
IMP_API imp_status imp2_world_impact_events(const imp2_world* world, imp2_impact_event* impacts, int32_t capacity,
                                            int32_t* count);

/// Which bodies the last step has moved, that are still there: all that are awake, and what has just fallen asleep.
///
/// moves     room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   as imp2_world_contacts
/// cost      O(bodies that are awake)
IMP_API imp_status imp2_world_move_events(const imp2_world* world, imp2_move_event* moves, int32_t capacity,
                                          int32_t* count);

/// The contacts of a body alone, otherwise as imp2_world_contacts.
///
/// contacts  room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE when there are more
///           than capacity: then only count is written
/// exact     as imp2_world_contacts
/// cost      O(contacts of the world)
IMP_API imp_status imp2_world_body_contacts(const imp2_world* world, imp_body body, imp2_world_contact* contacts,
                                            int32_t capacity, int32_t* count);

/// What a sensor sees: the colliders that have entered it and have not left, as of the last step.
///
/// sensor    a collider that is one
/// colliders room for capacity of them; null when capacity is 0. In the order of their places
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE (also for what is no sensor), IMP_ERR_COUNT (capacity below 0),
///           IMP_ERR_SPACE when there are more than capacity: then only count is written
/// cost      O(contacts of the world)
IMP_API imp_status imp2_world_sensor_overlaps(const imp2_world* world, imp_collider sensor, imp_collider* colliders,
                                              int32_t capacity, int32_t* count);

/// All bodies, in the order of their places.
///
/// bodies    room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   as imp2_world_contacts
/// cost      O(bodies)
IMP_API imp_status imp2_world_bodies(const imp2_world* world, imp_body* bodies, int32_t capacity, int32_t* count);

/// The colliders of a body, the one that was made last first.
///
/// colliders room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE when there are more
///           than capacity: then only count is written
/// cost      O(its colliders)
IMP_API imp_status imp2_world_body_colliders(const imp2_world* world, imp_body body, imp_collider* colliders,
                                             int32_t capacity, int32_t* count);

/// A body.
///
/// def       null for imp2_body_default
/// out       its handle; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_RANGE (kind, locks), IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_ROTATION, IMP_ERR_MEMORY
/// cost      O(1)
IMP_API imp_status imp2_world_add_body(imp2_world* world, const imp2_body_def* def, imp_body* out);

/// Takes a body and its colliders out. What slept against it wakes.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
IMP_API imp_status imp2_world_remove_body(imp2_world* world, imp_body body);

/// Whether a body is there: its handle is good.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(1)
IMP_API imp_status imp2_world_has_body(const imp2_world* world, imp_body body, bool* out);

/// A body as it is.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp2_world_get_body(const imp2_world* world, imp_body body, imp2_body_state* out);

/// The definition that would make a body like this one where it is now: kind, damping, locks and all that was set
/// since.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp2_world_get_body_def(const imp2_world* world, imp_body body, imp2_body_def* out);

/// Puts a body elsewhere, at once, and wakes it, and what slept against it. What sleeps where it comes to touch it wakes
/// with the next step.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, and those of imp2_pose_check
IMP_API imp_status imp2_world_set_pose(imp2_world* world, imp_body body, const imp2_pose* pose);

/// Gives a body another velocity, and wakes it. Of a static one nothing changes.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
IMP_API imp_status imp2_world_set_velocity(imp2_world* world, imp_body body, imp2_vec velocity, float angular_velocity);

/// Makes a body static, kinematic or dynamic, and wakes it, and what slept against it. It goes on with the motion that
/// it had; what becomes static stops. What it touches ends with the next step, and begins again.
///
/// kind      IMP_BODY_...
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_RANGE, IMP_ERR_MEMORY
/// cost      O(its colliders + contacts)
IMP_API imp_status imp2_world_set_kind(imp2_world* world, imp_body body, int32_t kind);

/// Gives a body another damping, linear and angular, as in imp2_body_def.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(1)
IMP_API imp_status imp2_world_set_damping(imp2_world* world, imp_body body, float linear_damping,
                                          float angular_damping);

/// Says what a body does not do from now on: what is locked stops, and it wakes.
///
/// locks     IMP2_LOCK_..., added up
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_RANGE
/// cost      O(vertices of its colliders)
IMP_API imp_status imp2_world_set_locks(imp2_world* world, imp_body body, uint32_t locks);

/// Makes a body a bullet, or no longer (imp2_body_def).
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp2_world_set_bullet(imp2_world* world, imp_body body, bool bullet);

/// Lets a body sleep no more, and wakes it; or lets it sleep again.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp2_world_set_no_sleep(imp2_world* world, imp_body body, bool no_sleep);

/// Gives a body another number to be passed on.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp2_world_set_body_user(imp2_world* world, imp_body body, uint64_t user);

/// Says what a body weighs while it is dynamic, whatever its colliders weigh; and wakes it. It goes on with the motion
/// that it had. Colliders that come and go change nothing about it.
///
/// mass      mass above 0, centroid in the body's frame, inertia (0: it does not turn); area means nothing. Null for
///           what the colliders weigh
/// returns   IMP_OK, IMP_ERR_NULL (world), IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE,
///           IMP_ERR_NEGATIVE, IMP_ERR_RANGE (mass 0)
/// cost      O(vertices of its colliders)
IMP_API imp_status imp2_world_set_mass(imp2_world* world, imp_body body, const imp2_mass* mass);

/// Pushes a dynamic body at a point, and wakes it. Of others nothing changes.
///
/// impulse   [N s]
/// point     in the world [m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (a velocity would be
///           too large)
IMP_API imp_status imp2_world_apply_impulse(imp2_world* world, imp_body body, imp2_vec impulse, imp2_vec point);

/// Adds to what the next step will push a dynamic body with, at its centre, for as long as the step takes, and wakes
/// it. Of others nothing changes.
///
/// force     [N]
/// torque    [N m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (the sum is too large)
IMP_API imp_status imp2_world_apply_force_and_torque(imp2_world* world, imp_body body, imp2_vec force, float torque);

/// Turns a dynamic body at once, by an impulse without a point, and wakes it. Of others nothing changes.
///
/// impulse   [N m s]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (it
///           would turn too fast)
IMP_API imp_status imp2_world_apply_angular_impulse(imp2_world* world, imp_body body, float impulse);

/// A force at a point: adds it, and its torque about the centre, as imp2_world_apply_force_and_torque does.
///
/// force     [N]
/// point     in the world [m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (a sum
///           is too large)
IMP_API imp_status imp2_world_apply_force(imp2_world* world, imp_body body, imp2_vec force, imp2_vec point);

/// A torque alone, as imp2_world_apply_force_and_torque adds it.
///
/// torque    [N m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (the sum
///           is too large)
IMP_API imp_status imp2_world_apply_torque(imp2_world* world, imp_body body, float torque);

/// Wakes a body and what fell asleep with it, or puts a dynamic one to sleep: without velocity, until something awake
/// touches it, something fixed is made or put where it touches it, or what it touched is gone.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
IMP_API imp_status imp2_world_set_awake(imp2_world* world, imp_body body, bool awake);

/// Takes a body out of the world without forgetting it, or puts it back: meanwhile it meets nothing, and does not move.
/// What sleeps where it comes to touch it wakes with the next step.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_MEMORY
/// cost      O(its colliders)
IMP_API imp_status imp2_world_set_enabled(imp2_world* world, imp_body body, bool enabled);

/// How much of the world's gravity a body feels: 1 as it is made, 0 for none.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
IMP_API imp_status imp2_world_set_gravity_scale(imp2_world* world, imp_body body, float scale);

/// Gives a body a convex shape, in the body's frame. Its mass follows: a dynamic body without any mass counts as 1 kg,
/// spread evenly over its colliders (sensors left out; over their lines where they have no area; a point does not
/// turn). Its centre of mass may come to lie elsewhere. Then it goes on with the motion that it had; but until its
/// first step, and if it had no colliders, it has the velocity that it was told to have.
///
/// shape     copied
/// def       null for imp2_collider_default
/// out       a handle, or null; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_RANGE (restitution above 1, a material's kind, or a mass too large), IMP_ERR_MEMORY
/// cost      O(vertices)
IMP_API imp_status imp2_world_add_collider(imp2_world* world, imp_body body, const imp2_shape* shape,
                                           const imp2_collider_def* def, imp_collider* out);

/// Gives a body a region or a chain.
///
/// compound  copied
/// returns   as imp2_world_add_collider, and IMP_ERR_COMPOUND
IMP_API imp_status imp2_world_add_compound(imp2_world* world, imp_body body, const imp2_compound* compound,
                                           const imp2_collider_def* def, imp_collider* out);

/// Gives a collider another density. The mass of its body follows, and it wakes; it goes on with the motion that it
/// had.
///
/// density   0 or more [kg/m^2]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_RANGE (a mass too large)
/// cost      O(vertices of the body's colliders)
IMP_API imp_status imp2_world_set_density(imp2_world* world, imp_collider collider, float density);

/// Gives a collider another number to be passed on.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp2_world_set_collider_user(imp2_world* world, imp_collider collider, uint64_t user);

/// Gives a collider another material, from the next step on. What sleeps on one of its contacts wakes if the surface is
/// another one now.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE
/// cost      O(contacts)
IMP_API imp_status imp2_world_set_material(imp2_world* world, imp_collider collider, const imp_material* material);

/// Gives a collider another filter and group. What it touches ends with the next step, and begins again where it may.
///
/// filter    null for a zeroed one
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_MEMORY
IMP_API imp_status imp2_world_set_filter(imp2_world* world, imp_collider collider, const imp_filter* filter,
                                         uint32_t group);

/// Makes a collider one-way, or no longer: what is held goes on to be, if it is not deeper than the tolerance.
///
/// A one-way collider holds what comes to its side, by its own motion or by that of the collider, and lets all else
/// through: from behind, along it, and what was put into it. It is felt where the normal of the contact is within 60
/// degrees of one_way, by what is no deeper in it than the tolerance, or was beyond the side a step before. What is
/// held stays so, however deep it is pressed, until the two are apart or their normal leaves the side; what has been
/// deeper than the tolerance passes until they are apart, with all colliders of its body: so what stops half way falls
/// back. Of two that are one-way both must hold. To go from one collider to the next, things must lie no deeper than
/// the tolerance.
///
/// What passes is told among contacts, without impulse; it does not count as touching, wakes nothing, and no hook is
/// asked about it. A fast body is stopped where it meets the side first; what it meets otherwise first it passes for
/// that step. Sensors, and what only tells of touches, do so from all sides; rays and casts meet it as any other. A
/// character knows it, too, with def.skin for a tolerance of 0.
///
/// one_way   of any length; zero for what is felt from everywhere
/// tolerance 0 for length_unit / 50 [m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(contacts)
IMP_API imp_status imp2_world_set_one_way(imp2_world* world, imp_collider collider, imp2_vec one_way, float tolerance);

/// Lets a body through the one-way colliders that hold it now, until they are apart, and wakes it. What it meets
/// meanwhile is not meant: where a floor is of many colliders, call it in each step for as long as it is wanted.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
/// cost      O(contacts)
IMP_API imp_status imp2_world_drop_through(imp2_world* world, imp_body body);

/// Takes a collider away. What slept against it wakes, and its touches end with the next step.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
IMP_API imp_status imp2_world_remove_collider(imp2_world* world, imp_collider collider);

/// Whether a collider is there: its handle is good.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(1)
IMP_API imp_status imp2_world_has_collider(const imp2_world* world, imp_collider collider, bool* out);

/// The definition that would make a collider like this one: density, material, filter and all that was set since.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp2_world_get_collider_def(const imp2_world* world, imp_collider collider, imp2_collider_def* out);

/// A copy of the shape of a convex collider, in the body's frame.
///
/// out       to be freed; its memory is of the world's allocator. Untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_SHAPE (it is a region or a chain), IMP_ERR_MEMORY
/// cost      O(vertices)
IMP_API imp_status imp2_world_get_shape(const imp2_world* world, imp_collider collider, imp2_shape* out);

/// The same of a region or a chain.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_COMPOUND (it is convex), IMP_ERR_MEMORY
/// cost      O(vertices)
IMP_API imp_status imp2_world_get_compound(const imp2_world* world, imp_collider collider, imp2_compound* out);

/// Which body a collider belongs to, and what was given with it.
///
/// body, user   or null
/// returns   IMP_OK, IMP_ERR_NULL (world), IMP_ERR_HANDLE
IMP_API imp_status imp2_world_get_collider(const imp2_world* world, imp_collider collider, imp_body* body,
                                           uint64_t* user);

/// Sets the velocity with which a body comes to a target in the next step, if that is so long: for what moves as it is
/// told, a target before each step. It turns the shorter way. A dynamic body sets out like that, and is then left to
/// forces and contacts; of a static one nothing changes, nor of what is locked. The velocity stays: what has arrived
/// goes on, until it is told otherwise.
///
/// target    of the body's pose
/// time      of the next step, above 0 [s]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION,
///           IMP_ERR_NEGATIVE, IMP_ERR_RANGE (time is 0; too fast; or a quarter turn or more in each sub-step)
/// exact     a kinematic body arrives within 8 ulp of the way, 2^-20 rad (more with one sub-step and nearly a quarter
///           turn) and the rounding of its coordinates
/// cost      O(1)
IMP_API imp_status imp2_world_set_target_pose(imp2_world* world, imp_body body, const imp2_pose* target, float time);

/// What pushes away from its centre.
typedef struct imp2_explosion
{
    imp2_vec center;
    float radius;              ///< so far it pushes with all of its impulse [m]
    float falloff;             ///< beyond the radius, over such a way, with less and less, to nothing [m]; 0 or more
    float impulse_per_length;  ///< for each metre of a collider, as seen from the centre [N s/m]; below 0 it pulls
    imp_filter filter;         ///< colliders whose filters agree with it
} imp2_explosion;

/// Pushes dynamic bodies away from a point, at once, and wakes them: each collider at its nearest point, along the way
/// to it, by explosion->impulse_per_length times its length across that way. What has the centre in it is pushed at its
/// centre of mass, away from the centre. Nothing is in the way of anything; sensors feel nothing, and what would become
/// faster than can be said is not pushed. Nothing is pushed back: the world's momentum becomes more by the sum of the
/// pushes.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// exact     directions and lengths as imp2_compound_distance tells them, within 16 ulp
/// cost      O(log n + vertices of what is reached)
IMP_API imp_status imp2_world_explode(imp2_world* world, const imp2_explosion* explosion);

/// Takes another point for the origin: all positions become less by an offset, and nothing else changes. Touches go on,
/// impulses are kept, what sleeps sleeps on. For large worlds, so that what is looked at is near the origin, where
/// floats are fine.
///
/// offset    the new origin, as it is told now [m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (a position would be too
///           large): then nothing has moved
/// exact     where floats have the differences; else each position is rounded once. With offsets of round numbers
///           (multiples of the rounding of what is farthest away) nothing is.
/// cost      O(bodies + colliders); where anything was rounded, the next step looks at all pairs once
IMP_API imp_status imp2_world_shift_origin(imp2_world* world, imp2_vec offset);

/// Writes all that a world is: with it, a run can be taken up again at any time, and gives the same bits as if it had
/// never been left. The same state gives the same bytes on every machine.
///
/// bytes     room for them, or null to be told how many there are
/// capacity  how many there is room for
/// count     how many there are; written also with IMP_ERR_SPACE
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT, IMP_ERR_SPACE (capacity), IMP_ERR_MEMORY: the last step
///           has not had the memory to end, and is to be called again first
/// exact     contacts, impulses, handles, also those that will be given, and what the last step has told are kept to
///           the bit; hooks, threads, allocators and lanes are those of the world that loads
/// cost      O(bodies + contacts + vertices); no memory
IMP_API imp_status imp2_world_save(const imp2_world* world, uint8_t* bytes, int32_t capacity, int32_t* count);

/// Makes a world what was saved, whatever it is now. Handles are those of the world that was saved.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT (too few to be any snapshot), IMP_ERR_FORMAT (damaged,
///           or never a world), IMP_ERR_VERSION, IMP_ERR_MEMORY; the world is as it was, if not IMP_OK
/// exact     everything is checked: no bytes at all can do harm
/// cost      O(n log n) of all that is in it
IMP_API imp_status imp2_world_load(imp2_world* world, const uint8_t* bytes, int32_t count);

#ifdef __cplusplus
}
#endif

#endif
