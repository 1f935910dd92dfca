// SPDX-License-Identifier: MIT
//
// A world in space: bodies that fall, stack, slide, roll, fall asleep and wake.
//
// A body has a pose and a velocity; colliders give it its shape: convex shapes, and compounds of them, of triangles or of heights, in the body's frame.
// Its mass comes from them. All calls with a world that is not const are for one thread at a time; worlds
// know nothing of each other. A call that changes a world answers IMP_ERR_BUSY from within one of its hooks.
//
// The same calls in the same order give the same bits on every machine, whatever compiler, number of threads and width
// of lanes.

#ifndef IMPINGE_WORLD3_H
#define IMPINGE_WORLD3_H

#include "broad3.h"
#include "compound3.h"
#include "narrow3.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct imp3_world imp3_world;

/// Definition of a world; imp3_world_default, or all zero, which is the same: without gravity.
typedef struct imp3_world_def
{
    imp3_vec gravity;          ///< [m/s^2]
    float length_unit;         ///< about the size of things [m]: scale of tolerances and thresholds; 0 for 1
    int32_t sub_steps;         ///< of each step, up to 64; 0 for 4, or more where they would be longer than 1/240 s;
                               ///< twice as many after a step in which a body bore 20 times its own mass
    bool no_sleep;             ///< nothing ever falls asleep
    bool no_continuous;        ///< no continuous collision (CCD): fast bodies may pass through things
    int32_t continuous_steps;  ///< impacts that a fast body may have in a step, up to 65536; 0 for 32
    float impact_speed;        ///< least speed of impact events [m/s]; 0 for none
    const imp_allocator* allocator;  ///< null for malloc
    const imp_jobs* jobs;            ///< null for the calling thread alone
} imp3_world_def;

/// The defaults of a null definition and of a zeroed one, in numbers: length_unit 1, continuous_steps 32, no gravity.
IMP_API imp3_world_def imp3_world_default(void);

/// Locked axes of a body.
enum
{
    IMP3_LOCK_X = 1,  ///< its centre does not move along x
    IMP3_LOCK_Y = 2,
    IMP3_LOCK_Z = 4,
    IMP3_LOCK_TURN_X = 8,  ///< it does not turn about the x axis of the world
    IMP3_LOCK_TURN_Y = 16,
    IMP3_LOCK_TURN_Z = 32,
    IMP3_LOCK_ROTATION = 56  ///< it does not turn: the last three together
};

/// A body to be made; imp3_body_default, or all zero, which says the same: a static one at the origin.
typedef struct imp3_body_def
{
    int32_t kind;               ///< IMP_BODY_...
    imp3_pose pose;             ///< with a rotation of zeros: not turned
    imp3_vec velocity;          ///< of the centre of mass that it has when its colliders are there [m/s]
    imp3_vec angular_velocity;  ///< [rad/s]
    float linear_damping;       ///< part of the velocity that is lost in a second, for small parts [1/s]; 0 or more
    float angular_damping;      ///< the same of the angular velocity [1/s]
    uint32_t locks;             ///< IMP3_LOCK_..., added up
    bool asleep;                ///< sleeps until something wakes it
    bool no_sleep;              ///< does not fall asleep
    bool bullet;    ///< always swept, however slow, and does not overlap its hits by even a little; passes through
                    ///< no dynamic body either, however many of them are fast
    uint64_t user;  ///< passed on unread
} imp3_body_def;

/// The defaults of a null definition and of a zeroed one: static, at the origin, not turned.
IMP_API imp3_body_def imp3_body_default(void);

/// Definition of a collider. Begin with imp3_collider_default; all zero has no mass and no friction, and meets
/// everything.
typedef struct imp3_collider_def
{
    float density;  ///< [kg/m^3]; 0 or more
    imp_material material;
    imp_filter filter;
    uint32_t group;  ///< those of one group never meet; 0 for none
    bool sensor;     ///< pushes nothing: reports colliders that enter and leave it, of any body; but no other sensors
    bool touches_non_dynamic;  ///< if its body is not dynamic: touch events with others that are not dynamic, too;
                               ///< nothing is pushed
    imp3_vec one_way;  ///< zero, or the side on which it collides, in the body's frame: (0, 0, 1) collides from above
    float tolerance;   ///< depth up to which a one-way collider still holds a body [m]; 0 for length_unit / 50
    imp3_vec
        surface_velocity;  ///< of its surface beside its own, in the body's frame [m/s]: conveyor belts. What leads
                           ///< along a contact counts
    uint64_t user;         ///< passed on unread
} imp3_collider_def;

/// The defaults of a null definition: density 1, friction 0.6 (imp_material_default), meets everything.
IMP_API imp3_collider_def imp3_collider_default(void);

/// State of a body.
typedef struct imp3_body_state
{
    imp3_pose pose;
    imp3_vec velocity;          ///< of the centre of mass [m/s]
    imp3_vec angular_velocity;  ///< [rad/s]
    imp3_vec center;            ///< of mass, in the world [m]
    float mass;                 ///< 0 unless dynamic [kg]
    imp3_inertia inertia;       ///< about the centre, in the axes of the body; 0 if it does not turn [kg m^2]
    int32_t kind;               ///< IMP_BODY_...
    bool awake, enabled;
    float gravity_scale;  ///< imp3_world_set_gravity_scale
    uint64_t user;
} imp3_body_state;

/// A contact of two colliders, as of the last step.
typedef struct imp3_world_contact
{
    imp_collider a, b;
    imp3_manifold manifold;  ///< at the start of the step; so its points are those of then, whatever has moved since.
                             ///< Bit 52 of an id is set where another contact of the body carries the point: many
                             ///< things of one plane under it are one patch
    float normal_impulse[IMP3_POINT_MAX];      ///< along the normal at each point, in the whole step [N s]
    imp3_vec tangent_impulse[IMP3_POINT_MAX];  ///< of friction, across the normal: one for all, at their middle, shared
                                               ///< like normal_impulse [N s]
} imp3_world_contact;

/// An impact of the last step: two colliders that closed at def.impact_speed or more. Continuous collision may find
/// many of a body in a step; each is an event of its own, behind the others.
typedef struct imp3_impact_event
{
    imp_collider a, b;
    imp3_vec point, normal;  ///< from A to B; at the start of the step, or at the time of impact of a fast body
    float speed;             ///< of the approach [m/s]
    float impulse;           ///< at the point, in the whole step, or in this impact of a fast body [N s]
} imp3_impact_event;

/// A body that the last step has moved.
typedef struct imp3_move_event
{
    imp_body body;
    imp3_pose pose;
    uint32_t flags;  ///< IMP_MOVE_..., added up
    uint64_t user;   ///< of the body
} imp3_move_event;

/// Callbacks of a step, on the thread that steps, in the order of contacts. Any of them may be null. They may read the
/// world; calls that change it answer IMP_ERR_BUSY. A step that runs out of memory calls them again when it is
/// repeated.
typedef struct imp3_hooks
{
    void* user;  ///< passed on unread
    /// Whether two colliders collide whose filters agree. Called as their boxes begin to touch, and for colliders on
    /// the path of a fast body.
    bool (*filter)(void* user, imp_collider a, imp_collider b);
    /// The combined surface of two materials without an entry of imp3_world_combine_materials. A result that no
    /// material could have counts as none. Called as boxes begin to touch.
    imp_surface (*combine)(void* user, const imp_material* a, const imp_material* b);
    /// Before a manifold is solved, in every step: false refuses it, and the surface may be changed, for this step.
    /// Impulses are those of the step before. With this callback, high restitution alone does not make a body swept,
    /// and a contact across two tiles is solved as two manifolds, each of which may be refused.
    bool (*pre_solve)(void* user, const imp3_world_contact* contact, imp_surface* surface);
    /// A clock, from any start [s]: called between the stages of a step, for the times of imp3_world_stats. Nothing
    /// else depends on it.
    double (*clock)(void* user);
} imp3_hooks;

/// An empty world.
///
/// def       null for imp3_world_default
/// out       the world, to be freed; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_COUNT (sub_steps),
///           IMP_ERR_RANGE (length_unit: 2^-20 to 2^20), IMP_ERR_MEMORY
IMP_API imp_status imp3_world_make(const imp3_world_def* def, imp3_world** out);

/// Gives back all memory. Null is allowed. From within a hook nothing is done.
IMP_API void imp3_world_free(imp3_world* world);

/// Lets time pass.
///
/// time      0 or more; a sixtieth is good [s]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_MEMORY: then no time has
///           passed, and the same call does what it would have done
/// cost      O(bodies + contacts) that are awake
///           A step in which meshes with distance fields meet, and turn by more than 1/8 rad against each other or slide
///           by more than a quarter of the thickness of the lesser one, is taken in so many parts, at most 256. Each has
///           contacts of its own, calls of pre_solve, and a share of the sub-steps, rounded up. Where memory is lacking in
///           one, the same call goes on with it
/// exact     continuous collision: a body that moves by more than half its thickness against one that does not give
///           way collides at its time of impact, in the order of time, bounces or slides, and goes on, up to
///           def.continuous_steps times. So do two dynamic bodies of which one would get past the other; else they may
///           overlap by some of their thickness, and the next step parts them. In a step there are 1.5
///           def.continuous_steps impacts and one more for 256 bodies, the earliest first; then a fast body stops at
///           the next one that does not give way, two that do overlap, and the next step parts them. A contact slower
///           than length_unit in a second, and than gravity adds in 1/4 s, does not bounce. Bounces are in the order of
///           time, too, however slow the body is for its size, for bullets, and for all others with a collider of
///           restitution 0.7 and above, which keeps half of its energy, without a pre_solve callback. Such an impact is
///           in touch and impact events, and not in the impulses of contacts. With convex shapes, restitution 1, and no
///           gravity, that conserves the energy, to 1e-4 in ten seconds, as long as continuous_steps suffice
/// source    soft contacts solved in sub-steps (Catto 2024), islands by union and find (Tarjan 1975)
IMP_API imp_status imp3_world_step(imp3_world* world, float time);

/// Figures.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(bodies)
IMP_API imp_status imp3_world_stats(const imp3_world* world, imp_world_stats* out);

/// A hash of the poses and velocities of all bodies: two runs with the same hash are the same.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(bodies); some times that of imp3_world_stats
IMP_API imp_status imp3_world_hash(const imp3_world* world, uint64_t* out);

/// The definition that would make a world like this one: current gravity, and the values of defaults.
///
/// out       without allocator and jobs, which are null
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(1)
IMP_API imp_status imp3_world_get_def(const imp3_world* world, imp3_world_def* out);

/// Sets gravity. If it changes, sleeping bodies that feel it wake.
///
/// gravity   [m/s^2]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
/// cost      O(bodies)
IMP_API imp_status imp3_world_set_gravity(imp3_world* world, imp3_vec gravity);

/// Sets the callbacks of a world. Existing contacts follow combine as they follow imp3_world_combine_materials;
/// sleeping ones are not asked about before they wake. Callbacks that return the default change nothing, except as
/// pre_solve says.
///
/// hooks     copied; null for none
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY
/// cost      O(contacts)
IMP_API imp_status imp3_world_set_hooks(imp3_world* world, const imp3_hooks* hooks);

/// Sets the combined surface of two kinds of material, in either order. Existing contacts follow, and bodies that sleep
/// on one whose surface changes wake.
///
/// kind_a, kind_b   of materials
/// surface          null to remove the entry
/// returns          IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_RANGE (a kind, or restitution above 1), IMP_ERR_NAN,
///                  IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_MEMORY
/// cost             O(entries + contacts)
IMP_API imp_status imp3_world_combine_materials(imp3_world* world, int32_t kind_a, int32_t kind_b,
                                                const imp_surface* surface);

/// Which colliders have begun to touch in the last step, and which have ceased to.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(1)
IMP_API imp_status imp3_world_touch_events(const imp3_world* world, imp_touch_events* out);

/// The contacts, touching or nearly, as of the last step: one entry for each manifold, sorted by the places of the
/// colliders.
///
/// contacts  room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE when there are more than capacity:
///           then only count is written
/// exact     manifolds are those of imp3_collide for how two bodies lay to each other as the step began, or earlier, if
///           since then no point of one had moved by length_unit / 125, or a fiftieth of the lesser one, as the other
///           sees it (along the normal not counted, where both points overlap), and none had turned by 0.03 rad;
///           depths are as the step began, and points where their vertices are. They stay there as bodies are put
///           elsewhere; with another origin they are relative to that
/// cost      O(contacts)
IMP_API imp_status imp3_world_contacts(const imp3_world* world, imp3_world_contact* contacts, int32_t capacity,
                                       int32_t* count);

/// The impact events of the last step. With too little room it is the hardest of them that are told, in the same order:
/// those of the greatest impulse, and of equal ones the first.
///
/// impacts   room for capacity of them; null when capacity is 0. Written with IMP_ERR_SPACE, too: all of that room
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE when there are more than capacity
/// cost      O(impacts)
IMP_API imp_status imp3_world_impact_events(const imp3_world* world, imp3_impact_event* impacts, int32_t capacity,
                                            int32_t* count);

/// The bodies that the last step has moved, and that still exist: all awake ones, and those just fallen asleep.
///
/// moves     room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   as imp3_world_contacts
/// cost      O(bodies that are awake)
IMP_API imp_status imp3_world_move_events(const imp3_world* world, imp3_move_event* moves, int32_t capacity,
                                          int32_t* count);

/// The contacts of a body alone, otherwise as imp3_world_contacts.
///
/// contacts  room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE when there are more
///           than capacity: then only count is written
/// exact     as imp3_world_contacts
/// cost      O(contacts of the world)
IMP_API imp_status imp3_world_body_contacts(const imp3_world* world, imp_body body, imp3_world_contact* contacts,
                                            int32_t capacity, int32_t* count);

/// The overlaps of a sensor: colliders that have entered it and have not left, as of the last step.
///
/// sensor    a collider that is one
/// colliders room for capacity of them; null when capacity is 0. In the order of their places
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE (also if it is no sensor), IMP_ERR_COUNT (capacity below 0),
///           IMP_ERR_SPACE when there are more than capacity: then only count is written
/// cost      O(contacts of the world)
IMP_API imp_status imp3_world_sensor_overlaps(const imp3_world* world, imp_collider sensor, imp_collider* colliders,
                                              int32_t capacity, int32_t* count);

/// All bodies, in the order of their places.
///
/// bodies    room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   as imp3_world_contacts
/// cost      O(bodies)
IMP_API imp_status imp3_world_bodies(const imp3_world* world, imp_body* bodies, int32_t capacity, int32_t* count);

/// The colliders of a body, the one that was made last first.
///
/// colliders room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE when there are more
///           than capacity: then only count is written
/// cost      O(its colliders)
IMP_API imp_status imp3_world_body_colliders(const imp3_world* world, imp_body body, imp_collider* colliders,
                                             int32_t capacity, int32_t* count);

/// A body.
///
/// def       null for imp3_body_default
/// out       its handle; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_RANGE (kind, locks), IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_ROTATION, IMP_ERR_MEMORY
/// cost      O(1)
IMP_API imp_status imp3_world_add_body(imp3_world* world, const imp3_body_def* def, imp_body* out);

/// Removes a body and its colliders. Bodies that slept against it wake.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
IMP_API imp_status imp3_world_remove_body(imp3_world* world, imp_body body);

/// Whether a body is there: its handle is good.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(1)
IMP_API imp_status imp3_world_has_body(const imp3_world* world, imp_body body, bool* out);

/// The state of a body.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp3_world_get_body(const imp3_world* world, imp_body body, imp3_body_state* out);

/// The definition that would make a body like this one where it is now: kind, damping, locks and all that was set
/// since.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp3_world_get_body_def(const imp3_world* world, imp_body body, imp3_body_def* out);

/// Teleports a body, and wakes it, and bodies that slept against it. Sleeping bodies that it touches then wake with the
/// next step.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, and those of imp3_pose_check
IMP_API imp_status imp3_world_set_pose(imp3_world* world, imp_body body, const imp3_pose* pose);

/// Gives a body another velocity, and wakes it. Of a static one nothing changes.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
IMP_API imp_status imp3_world_set_velocity(imp3_world* world, imp_body body, imp3_vec velocity,
                                           imp3_vec angular_velocity);

/// Makes a body static, kinematic or dynamic, and wakes it, and bodies that slept against it. It keeps its motion; one
/// that becomes static stops. Its touches end with the next step, and begin again.
///
/// kind      IMP_BODY_...
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_RANGE (of the body: its mass as a dynamic one),
///           IMP_ERR_MEMORY
/// cost      O(its colliders + contacts)
IMP_API imp_status imp3_world_set_kind(imp3_world* world, imp_body body, int32_t kind);

/// Gives a body another damping, linear and angular, as in imp3_body_def.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(1)
IMP_API imp_status imp3_world_set_damping(imp3_world* world, imp_body body, float linear_damping,
                                          float angular_damping);

/// Locks axes of a body: motion along them stops, and it wakes.
///
/// locks     IMP3_LOCK_..., added up
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_RANGE
/// cost      O(vertices of its colliders)
IMP_API imp_status imp3_world_set_locks(imp3_world* world, imp_body body, uint32_t locks);

/// Makes a body a bullet, or no longer (imp3_body_def).
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp3_world_set_bullet(imp3_world* world, imp_body body, bool bullet);

/// Forbids a body to sleep, and wakes it; or allows it again.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp3_world_set_no_sleep(imp3_world* world, imp_body body, bool no_sleep);

/// Gives a body another number to be passed on.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp3_world_set_body_user(imp3_world* world, imp_body body, uint64_t user);

/// Sets the mass of a body while it is dynamic, instead of that of its colliders; and wakes it. It keeps its motion.
/// Colliders that are added or removed do not change it.
///
/// mass      mass above 0, centroid in the body's frame, inertia (0: it does not turn); volume, principal and axes mean nothing. Null for
///           that of the colliders
/// returns   IMP_OK, IMP_ERR_NULL (world), IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE,
///           IMP_ERR_NEGATIVE, IMP_ERR_RANGE (mass 0, or that of the colliders of a dynamic body), IMP_ERR_MEMORY
/// cost      O(vertices of its colliders)
IMP_API imp_status imp3_world_set_mass(imp3_world* world, imp_body body, const imp3_mass* mass);

/// Applies an impulse to a dynamic body at a point, and wakes it. Others do not change.
///
/// impulse   [N s]
/// point     in the world [m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (a velocity would be
///           too large)
IMP_API imp_status imp3_world_apply_impulse(imp3_world* world, imp_body body, imp3_vec impulse, imp3_vec point);

/// Adds to the force on a dynamic body at its centre of mass, and to its torque, in the next step, and wakes it. Others
/// do not change.
///
/// force     [N]
/// torque    [N m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (the sum is too large)
IMP_API imp_status imp3_world_apply_force_and_torque(imp3_world* world, imp_body body, imp3_vec force, imp3_vec torque);

/// Applies an angular impulse to a dynamic body, and wakes it. Others do not change.
///
/// impulse   [N m s]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (it
///           would turn too fast)
IMP_API imp_status imp3_world_apply_angular_impulse(imp3_world* world, imp_body body, imp3_vec impulse);

/// A force at a point: adds it, and its torque about the centre, as imp3_world_apply_force_and_torque does.
///
/// force     [N]
/// point     in the world [m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (a sum
///           is too large)
IMP_API imp_status imp3_world_apply_force(imp3_world* world, imp_body body, imp3_vec force, imp3_vec point);

/// A torque alone, as imp3_world_apply_force_and_torque adds it.
///
/// torque    [N m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (the sum
///           is too large)
IMP_API imp_status imp3_world_apply_torque(imp3_world* world, imp_body body, imp3_vec torque);

/// Wakes a body and its island, or puts a dynamic one to sleep: without velocity, until an awake body touches it, a
/// static one is made or put where it touches it, or one that it touched is removed.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
IMP_API imp_status imp3_world_set_awake(imp3_world* world, imp_body body, bool awake);

/// Disables a body, or enables it: a disabled one collides with nothing, and does not move. Sleeping bodies that it
/// touches when enabled wake with the next step.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_MEMORY
/// cost      O(its colliders)
IMP_API imp_status imp3_world_set_enabled(imp3_world* world, imp_body body, bool enabled);

/// Sets the factor of the world's gravity for a body: 1 at first, 0 for none.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
IMP_API imp_status imp3_world_set_gravity_scale(imp3_world* world, imp_body body, float scale);

/// Gives a body a convex shape, in the body's frame. Its mass follows. A dynamic body without any mass counts as 1 kg,
/// spread evenly over its colliders (sensors left out; over their surfaces where they have no volume, over lines
/// where they have no surface; a point does not turn). Half-spaces have no mass and no end, height fields no mass: they
/// are for static and kinematic bodies. Its centre of mass may come to lie elsewhere. Then it goes on with the motion that it had; but until its
/// first step, and if it had no colliders, it has the velocity that it was told to have.
///
/// shape     copied
/// def       null for imp3_collider_default
/// out       a handle, or null; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_RANGE (restitution above 1, a material's kind; mass or inertia of a dynamic body above 2^60, or a
///           mass below 2^-126, of which there is no inverse; a half-space of a dynamic body), IMP_ERR_MEMORY
/// cost      O(vertices)
IMP_API imp_status imp3_world_add_collider(imp3_world* world, imp_body body, const imp3_shape* shape,
                                           const imp3_collider_def* def, imp_collider* out);

/// Gives a body a set of shapes, triangles or a height field. It has a contact for each pair of parts, also where two
/// compounds lie deep in each other, as when they were made overlapping: then each pair pushes for itself. Where more
/// than 64 pairs of parts are near, those whose normals lead into a neighbour are left to the others.
///
/// Triangles of a dynamic body that close a surface are a solid; others are a shell.
///
/// compound  shared: the world holds it by a reference, as other worlds and the caller may; each gives its own back with
///           imp3_compound_free. A dynamic body has a copy besides, told from its centre of mass. A mesh that was bent
///           (imp3_mesh_move) is made anew as it is, and that one is shared
/// returns   as imp3_world_add_collider (IMP_ERR_RANGE for a height field of a dynamic body), and IMP_ERR_COMPOUND
IMP_API imp_status imp3_world_add_compound(imp3_world* world, imp_body body, const imp3_compound* compound,
                                           const imp3_collider_def* def, imp_collider* out);

/// Gives a collider another density. The mass of its body follows, and it wakes; it goes on with the motion that it
/// had.
///
/// density   0 or more [kg/m^3]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_RANGE (mass or inertia as in imp3_world_add_collider), IMP_ERR_MEMORY
/// cost      O(vertices of the body's colliders)
IMP_API imp_status imp3_world_set_density(imp3_world* world, imp_collider collider, float density);

/// Gives a collider another number to be passed on.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp3_world_set_collider_user(imp3_world* world, imp_collider collider, uint64_t user);

/// Sets the material of a collider, from the next step on. Bodies that sleep on one of its contacts wake if the surface
/// changes.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE
/// cost      O(contacts)
IMP_API imp_status imp3_world_set_material(imp3_world* world, imp_collider collider, const imp_material* material);

/// Sets the surface velocity of a collider, from the next step on (a conveyor belt): friction brings others to it, less
/// the part along the normal. Of two belts in contact the difference counts. Bodies that sleep on it wake if it changes.
///
/// velocity  in the body's frame [m/s]; zero for a surface at rest
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE
/// cost      O(contacts)
IMP_API imp_status imp3_world_set_surface_velocity(imp3_world* world, imp_collider collider, imp3_vec velocity);

/// Sends the points of a collider that is a mesh of a kinematic body to other places: it bends. They go there straight on,
/// at an even speed, within the steps of the time that is given, and stay. Called before each step with the time of one it
/// follows a cloth, a wave or a muscle that the caller moves; before they are there it sends them on from where they are.
///
/// Contacts see a surface that moves: it throws, carries and drags with the velocity that it has where it is touched, and
/// wakes who sleeps on it. It pushes what is in its way, however fast, and nothing that comes fast gets through, as long as
/// the surface turns by no more than some 0.1 rad within a step, and what meets it is not thrown by others, or on to other
/// triangles, within that step. Sensors tell of it at the steps alone. The mesh becomes the
/// collider's own: others with the same one keep theirs, and a distance field is left behind. Its tree keeps its groups:
/// where points go far apart, answers stay as exact, and take longer.
///
/// points    in the body's frame, as many as were given to imp3_triangles_make, under the same indices [m]. Those that
///           were welded stay one, which goes where the first of them goes.
/// time      until they are there [s]; 0: they are there at once, and what is inside then is pushed out
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_COMPOUND (no mesh), IMP_ERR_RANGE (of the
///           collider: its body is not kinematic; of no argument: a speed would be out of range), IMP_ERR_COUNT, IMP_ERR_NAN,
///           IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_MEMORY
/// cost      O(n); as much in each step on the way
IMP_API imp_status imp3_world_set_target_points(imp3_world* world, imp_collider collider, const imp3_vec* points,
                                                int32_t count, float time);

/// Sets the filter and group of a collider. Its touches end with the next step, and begin again where filters agree.
///
/// filter    null for a zeroed one
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_MEMORY
IMP_API imp_status imp3_world_set_filter(imp3_world* world, imp_collider collider, const imp_filter* filter,
                                         uint32_t group);

/// Makes a collider one-way, or no longer: it keeps holding bodies that are not deeper than the tolerance.
///
/// A one-way collider holds bodies that come to its side, by their own motion or by that of the collider, and lets all
/// others through: from behind, along it, and those put into it. It collides where the normal of the contact is within
/// 60 degrees of one_way, with bodies that are no deeper in it than the tolerance, or were beyond the side a step
/// before. A held body stays so, however deep it is pressed, until the two are apart or their normal leaves the side;
/// one that has been deeper than the tolerance passes until they are apart, with all its colliders: so one that stops
/// half way falls back. If both colliders are one-way, both must hold. To go from one collider to the next, bodies must
/// lie no deeper than the tolerance.
///
/// A contact that passes is listed without impulse; it is no touch, wakes nothing, and no callback gets it. A fast body
/// stops where it hits the side first; a collider that it hits otherwise first it passes for that step. Sensors, and
/// colliders with touch events only, work from all sides; rays and casts hit it as any other. Characters follow it,
/// too, with def.skin for a tolerance of 0.
///
/// one_way   of any length; zero to collide from all sides
/// tolerance 0 for length_unit / 50 [m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// cost      O(contacts)
IMP_API imp_status imp3_world_set_one_way(imp3_world* world, imp_collider collider, imp3_vec one_way, float tolerance);

/// Lets a body through the one-way colliders that hold it now, until they are apart, and wakes it. Later ones hold it
/// as usual: for a floor of many colliders, call it in each step for as long as it is wanted.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
/// cost      O(contacts)
IMP_API imp_status imp3_world_drop_through(imp3_world* world, imp_body body);

/// Removes a collider. Bodies that slept against it wake, and its touches end with the next step.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_RANGE (the mass that is left)
IMP_API imp_status imp3_world_remove_collider(imp3_world* world, imp_collider collider);

/// Whether a collider is there: its handle is good.
///
/// returns   IMP_OK, IMP_ERR_NULL
/// cost      O(1)
IMP_API imp_status imp3_world_has_collider(const imp3_world* world, imp_collider collider, bool* out);

/// The definition that would make a collider like this one: density, material, filter and all that was set since.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
/// cost      O(1)
IMP_API imp_status imp3_world_get_collider_def(const imp3_world* world, imp_collider collider, imp3_collider_def* out);

/// A copy of the shape of a convex collider, in the body's frame.
///
/// out       to be freed; its memory is of the world's allocator. Untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_SHAPE (it is a compound), IMP_ERR_MEMORY
/// cost      O(vertices)
IMP_API imp_status imp3_world_get_shape(const imp3_world* world, imp_collider collider, imp3_shape* out);

/// The compound of another collider, in the body's frame: one more reference to it.
///
/// out       to be freed, also after the world is; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_COMPOUND (it is convex)
/// cost      O(1)
IMP_API imp_status imp3_world_get_compound(const imp3_world* world, imp_collider collider, imp3_compound* out);

/// The body of a collider, and its user number.
///
/// body, user   or null
/// returns   IMP_OK, IMP_ERR_NULL (world), IMP_ERR_HANDLE
IMP_API imp_status imp3_world_get_collider(const imp3_world* world, imp_collider collider, imp_body* body,
                                           uint64_t* user);

/// Sets the velocities that move a body to a target pose in the next step, of a given time: for kinematic bodies,
/// before each step. It turns the shorter way. A dynamic body starts like that, and is then left to forces and
/// contacts; a static one does not change, nor does motion along locked axes. The velocities stay: a body that has
/// arrived goes on, until they are set again.
///
/// target    of the body's pose
/// time      of the next step, above 0 [s]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION,
///           IMP_ERR_NEGATIVE, IMP_ERR_RANGE (time is 0; too fast)
/// exact     a kinematic body arrives within 8 ulp of the path, 2^-19 rad and the rounding of its coordinates
/// cost      O(1)
IMP_API imp_status imp3_world_set_target_pose(imp3_world* world, imp_body body, const imp3_pose* target, float time);

/// An explosion: impulses away from its centre.
typedef struct imp3_explosion
{
    imp3_vec center;
    float radius;   ///< so far it pushes with all of its impulse [m]
    float falloff;  ///< length beyond the radius over which the impulse falls to 0 [m]; 0 or more
    float
        impulse_per_area;  ///< for each square metre of a collider, as seen from the centre [N s/m^2]; below 0 it pulls
    imp_filter filter;     ///< colliders whose filters agree with it
} imp3_explosion;

/// Pushes dynamic bodies away from a point, at once, and wakes them: each collider at its nearest point, along the line
/// to it, by explosion->impulse_per_area times the area of its outline (of a compound, of its hull) across that line. A
/// body with the centre in it is pushed at its centre of mass, away from the centre. Bodies do not shield each other; sensors are not pushed, nor are bodies
/// whose velocity would leave the range. Nothing is pushed back: the world's momentum grows by the sum of the impulses.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
/// exact     directions and lengths as those of imp3_compound_distance, within 16 ulp; areas with corners likewise, round
///           ones to 1 part in 500
/// cost      O(log n + vertices of the colliders that are reached)
IMP_API imp_status imp3_world_explode(imp3_world* world, const imp3_explosion* explosion);

/// Shifts the origin: subtracts an offset from all positions, and changes nothing else. Touches go on, impulses are
/// kept, sleeping bodies sleep on. For large worlds, so that the view is near the origin, where floats are fine.
///
/// offset    the new origin, in current coordinates [m]
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_RANGE (a position would be too
///           large): then nothing has moved
/// exact     where floats have the differences; else each position is rounded once. With offsets of round numbers
///           (multiples of the rounding of the farthest position) nothing is.
/// cost      O(bodies + colliders); where anything was rounded, the next step looks at all pairs once
IMP_API imp_status imp3_world_shift_origin(imp3_world* world, imp3_vec offset);

/// Saves a snapshot of a world: a run restored from it gives the same bits as if it had never been left. The same state
/// gives the same bytes on every machine.
///
/// bytes     room for them, or null to get their count
/// capacity  how many there is room for
/// count     how many there are; written also with IMP_ERR_SPACE
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT, IMP_ERR_SPACE (capacity), IMP_ERR_MEMORY: the last step
///           has not had the memory to end, and is to be called again first
/// exact     contacts, impulses, handles, also those that will be given, and events of the last step are kept to
///           the bit; hooks, threads, allocators and lanes are those of the world that loads
/// cost      O(bodies + contacts + vertices); no memory
IMP_API imp_status imp3_world_save(const imp3_world* world, uint8_t* bytes, int32_t capacity, int32_t* count);

/// Restores a world from a snapshot, whatever it is now. Handles are those of the world that was saved.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT (too few to be any snapshot), IMP_ERR_FORMAT (damaged,
///           or never a world), IMP_ERR_VERSION, IMP_ERR_MEMORY; the world is as it was, if not IMP_OK
/// exact     everything is checked: no bytes at all can do harm
/// cost      O(n log n) of all that is in it
IMP_API imp_status imp3_world_load(imp3_world* world, const uint8_t* bytes, int32_t count);

#ifdef __cplusplus
}
#endif

#endif
