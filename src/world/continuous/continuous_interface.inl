// SPDX-License-Identifier: MIT
//
// Continuous collision: paths of fast bodies through a step, for the files that look at them:
//
//     path_tree.inl         which bodies may hit each other, in floats: in most steps all of it
//     path.inl              what a body's path is, and where it leads
//     first_hit.inl         what is hit first on a path
//     hit_response.inl      velocities of two bodies after a hit, and what is told of it
//     sensor_crossings.inl  sensors that are crossed
//     continuous.inl        the stage of a step: which bodies are fast, the order of events, where all end
//
//     motions -> path bounds -> paths -> first hits -> event queue -> earliest -> event -> new paths -> ... -> motions
//
// A path leads straight on, with the centre of mass, from the last event to the end of the step, while the body turns
// about it; all of it is kept in doubles. What is swept is told from that centre (collider_swept). Until its first
// event a body's path is the chord of what the solver has done. A body that has no path of its own, as it is slow, has
// what motions and poses say.

#ifndef AXES
#include "../../broad/index2.h"
#include "../../motion/sweep_many2.h"
#include "../contact/contact2.h"

#include "../../math/dim2.h"
#endif

// How a motion is, where what is fast is swept.
#define IMPI_PACE_SLOW 0.0f
#define IMPI_PACE_FAST 1.0f       // so far that it may pass through what does not give way
#define IMPI_PACE_FAR 2.0f        // or through what does
#define IMPI_PACE_OWN 3.0f        // it has a path of its own
#define IMPI_PACE_EXHAUSTED 4.0f  // and has had all its events

/// Whether a body has a path of its own in this step.
static inline bool FNI(has_path)(const SolverBody* m)
{
    return m->fast > IMPI_PACE_FAR;
}

/// Whether a dynamic body does not move, and may be woken by what hits it.
static inline bool FNI(is_sleeper)(const Body* b)
{
    return b->place == 0 && b->kind == IMP_BODY_DYNAMIC;
}

/// How long this step is, as the sum of its sub-steps.
static inline double FNI(step_time)(const World* w)
{
    return (double)w->solver.row_step.h * w->solver.sub_step_count;
}

/// Whether the step has had all its events. From then on paths end at what gives no way, and at bullets; two others
/// that give way overlap until the next step.
static inline bool FNI(events_exhausted)(const World* w)
{
    return w->continuous.event_pairs.count >= w->continuous.events_most;
}

/// The least motion in the rest of a step that counts of two that bounce: what is hit hands on even a little.
static inline float FNI(least_bounce)(const World* w, double now)
{
    return (float)((double)w->solver.row_step.bounce_speed * FNI(step_time)(w) * (1.0 - now));
}

static inline bool FNI(is_bullet)(const Path* path)
{
    return !(path->inner > 0.0f);
}

static inline Path* FNI(own_path)(const World* w, int32_t place)
{
    return &w->continuous.paths.data[w->continuous.path_tree.path_of.data[place]];
}

/// Takes room for the path of a mover. Returns whether there is some.
bool FNI(path_reserve)(World* w, int32_t place);

/// Whether a body has a collider that is springy by itself.
bool FNI(body_bounces)(const World* w, const Body* b);

/// Fills in the path of a body as the solver has left it. place is its own among motions, or 0.
void FNI(path_begin)(const World* w, int32_t body, Path* out);

/// The path of a body: its own, or the one that is made for it in `made`.
const Path* FNI(path_of)(const World* w, int32_t body, Path* made);

/// The same; what moves has its own from now on, as long as there is room.
const Path* FNI(path_keep)(World* w, int32_t body, Path* made);

/// The body goes on from a time with other velocities of its centre at the end of the step, and another spin. The path
/// of an exhausted body stays what it is.
void FNI(path_turn)(Path* path, double time, DVec end, DSpin spin);

/// It stays where it is for the rest of the step, or goes on with what has hit it.
void FNI(path_stop)(Path* path, double time, DVec with, DSpin spin);

/// The path, as the motion of the step.
void FNI(path_finish)(const World* w, const Path* path);

/// Around what a body passes from a time to another. False when numbers do not suffice.
bool FNI(path_box)(const World* w, const Path* path, double from, double to, Box* out);

/// The same of one of its colliders, if the body moved so and turned as it does.
bool FNI(path_collider_box)(const Path* path, const Collider* c, DVec motion, double from, double to, Box* out);

// path_tree.inl

/// The thickness that the path bound of a bullet is told to have, and that of what is swept like one.
#define IMPI_INNER_BULLET (-INFINITY)
#define IMPI_INNER_SWEPT (-0x1p100f)

/// Around both.
static inline Box FNI(boxes_joined)(Box a, Box b)
{
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(a.lower, k, AT(a.lower, k) < AT(b.lower, k) ? AT(a.lower, k) : AT(b.lower, k));
        SET_AT(a.upper, k, AT(a.upper, k) > AT(b.upper, k) ? AT(a.upper, k) : AT(b.upper, k));
    }
    return a;
}

/// What a body looks for.
enum
{
    IMPI_LOOKS_FIXED = 1,
    IMPI_LOOKS_OTHERS = 2
};

/// Of what is looked for: no less than the part of the step that is left, and the motion that counts of two of which
/// one is eager.
typedef struct Reach
{
    float rest, bounce;
    bool bullets;  // only pairs with a bullet count
} Reach;

/// What protects others from passing into what does not give way: chains have no thickness, and of regions none is
/// known.
float FNI(thickness_of_fixed)(const World* w, const Body* b);

/// No point of a body moves farther in this step.
float FNI(path_bound_length)(const World* w, const Body* b, const SolverBody* m);

/// How a body goes through the step by its motion.
PathBound FNI(path_bound_of)(const World* w, int32_t body);

/// The same by its path, as if it had come so from the beginning.
PathBound FNI(path_bound_from)(const Path* path);

/// No point of a body moves farther, as seen from another one that is not dynamic.
float FNI(path_bound_against)(const World* w, const Body* b, const Body* fixed);

/// The tree of path bounds: with room for so many. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(path_tree_reserve)(World* w, int32_t most);
void FNI(path_tree_free)(World* w);

/// Of all dynamic bodies that move, of which the pace of all tells where they are.
void FNI(path_tree_build)(World* w, const Pace* all);

/// The path of a body leads elsewhere.
void FNI(path_tree_put)(World* w, int32_t place, const PathBound* s);

/// Places of bodies which may pass through what goes so, no more than there is room for. Returns how many there are.
int32_t FNI(path_tree_find)(const World* w, const PathBound* s, const Reach* reach, int32_t* places, int32_t room);

/// Finds out which bodies have to look for what they may hit, of some leaves of the tree; or, if there is none, of some
/// movers.
void FNI(path_tree_flag)(World* w, int32_t from, int32_t to);

// first_hit.inl

/// Finds what a body hits first from a time on, of what its path crosses, but for the mover at a place, if that is not
/// below 0. With `others` false it leaves fast bodies before it to themselves, and gives up with false where there is
/// not the room for all that is near; then nothing is known.
bool FNI(path_first_hit)(World* w, Path* path, double now, bool others, int32_t but);

// hit_response.inl

/// Two bodies have hit each other: notes the event, and sends them on.
void FNI(hit_respond)(World* w, Path* path, Path* other, double time);

/// Tells of colliders that have hit each other and parted within the step.
void FNI(hits_tell)(World* w);

/// Two colliders that have hit each other, by place; in the order of their numbers.
EventPair FNI(event_pair_of)(const World* w, int32_t a, int32_t b);

/// Pairs that have hit each other, by their numbers: value is which one.
const impi_keyed* FNI(events_in_order)(World* w, const EventPair* met, int32_t count);

// sensor_crossings.inl

/// A part of a path ends at a time: notes what sensors it crosses.
void FNI(path_cross)(World* w, const Path* path, double to);

// continuous.inl

/// Room for the paths of all that moves. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(continuous_reserve)(World* w);

/// From motions as the solver has left them to how bodies really move: what would pass through something in this step
/// hits it, and goes on from there.
void FNI(continuous_run)(World* w);

void FNI(continuous_free)(World* w);

/// Tells of sensors that were crossed, when all poses are those of the end.
void FNI(crossings_tell)(World* w);
