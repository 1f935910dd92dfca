// SPDX-License-Identifier: MIT
//
// Continuous collision: paths of fast bodies through a step.
//
//     path_bound.inl        bounds of a body's path, in floats
//     path_tree.inl         the tree of all path bounds
//     path_flags.inl        broadphase by path bounds: in most steps all there is to do
//     path.inl              a body's path
//     collider_path.inl     those of its colliders
//     first_hit.inl         the first time of impact on a path
//     hit_response.inl      the response to an event: impulses, touches and impacts
//     close_joined.inl      joints of groups that events have parted
//     sensor_crossings.inl  sensors that a path crosses
//     continuous.inl        the stage of a step: fast bodies, the order of events, final motions
//
//     motions -> path bounds -> paths -> first hits -> event queue -> earliest -> event -> new paths -> ... -> motions
//
// A path leads the centre of mass straight from the last event to the end of the step, while the body turns about it;
// all in doubles. Swept shapes are relative to that centre (collider_swept). Until its first event a path is the chord
// of the solver's motion. A slow body has no path of its own; one is made from its motion and pose.

#ifndef AXES
#include "../../broad/index2.h"
#include "../../motion/sweep_many2.h"
#include "../solver/solver2.h"

#include "../../math/dim2.h"
#endif

// Pace of a body: its motion in a step against its thickness.
#define IMPI_PACE_SLOW 0.0f
#define IMPI_PACE_FAST 1.0f       // may pass through a static or kinematic collider
#define IMPI_PACE_FAR 2.0f        // or through a dynamic one
#define IMPI_PACE_OWN 3.0f        // has a path of its own
#define IMPI_PACE_EXHAUSTED 4.0f  // and has used up its events
#define IMPI_PACE_STOPPED 5.0f    // stopped with its joints, without room for a path

/// Whether a body has a path of its own in this step.
static inline bool FNI(has_path)(const SolverBody* m)
{
    return m->fast > IMPI_PACE_FAR && m->fast < IMPI_PACE_STOPPED;
}

/// Whether a dynamic body sleeps, so that an event may wake it.
static inline bool FNI(is_sleeper)(const Body* b)
{
    return b->mover == 0 && b->kind == IMP_BODY_DYNAMIC;
}

/// Length of the step: the sum of its sub-steps.
static inline double FNI(step_time)(const World* w)
{
    return (double)w->solver.row_step.h * w->solver.sub_step_count;
}

/// Whether the step has used up its events. Then paths end at static and kinematic bodies, and at bullets; two other
/// dynamic bodies overlap until the next step.
static inline bool FNI(events_exhausted)(const World* w)
{
    return w->continuous.event_pairs.count >= w->continuous.events_most;
}

/// The least relative motion in the rest of a step that is swept of two that bounce: impulses are passed on even by
/// slow bodies.
static inline float FNI(least_bounce)(const World* w, double now)
{
    return (float)((double)w->solver.row_step.bounce_speed * FNI(step_time)(w) * (1.0 - now));
}

/// Least thickness of a body that others may not pass through; 0 of a bullet, and of what is thin.
static inline float FNI(solid_thickness)(const Body* b)
{
    return b->bullet ? 0.0f : b->inner;
}

static inline bool FNI(is_bullet)(const Path* path)
{
    return !(path->inner > 0.0f);
}

static inline Path* FNI(own_path)(const World* w, int32_t mover)
{
    return &w->continuous.paths.data[w->continuous.path_tree.path_of.data[mover]];
}

/// Reserves a path for a mover. Returns false without room.
bool FNI(path_reserve)(World* w, int32_t mover);

/// Whether a collider of the body is springy by its own restitution.
bool FNI(body_bounces)(const World* w, const Body* b);

/// The path of a body by the solver's motion; at rest if it is no mover.
void FNI(path_begin)(const World* w, int32_t body, Path* out);

/// The body's own path, or one that is filled into `made`.
const Path* FNI(path_of)(const World* w, int32_t body, Path* made);

/// The same; a mover gets a path of its own, if there is room.
const Path* FNI(path_keep)(World* w, int32_t body, Path* made);

/// Restarts the path at a time, with a velocity of the centre at the end of the step, and a spin. An exhausted body
/// takes the velocities, but keeps its path.
void FNI(path_turn)(Path* path, double time, DVec end, DSpin spin);

/// Exhausts the body: for the rest of the step it moves by `with` and `spin` only, those of a kinematic body or none.
void FNI(path_stop)(Path* path, double time, DVec with, DSpin spin);

/// Writes the path back as the solver's motion of the step.
void FNI(path_finish)(const World* w, const Path* path);

/// Swept bounds of the body from a time to another. False where floats do not suffice.
bool FNI(path_box)(const World* w, const Path* path, double from, double to, Box* out);

/// The same of one collider, with another motion of the centre.
bool FNI(path_collider_box)(const Path* path, const Collider* c, DVec motion, double from, double to, Box* out);

// close_joined.inl

/// Closes the joints of groups that have been moved one by one, after the solver.
void FNI(close_joined)(World* w);

// collider_path.inl

/// A collider that moves with its body: its middle, with the sphere around it. Motions are those of a whole step.
typedef struct FNI(collider_path)
{
    int32_t collider;
    DVec arm;       // of the middle, from the centre of the body
    DVec velocity;  // of the middle, as it begins
    double turned;  // the turn of the body
    double far;     // length of the arm
    double extent;
    float inner;  // least thickness; 0 of a bullet
} FNI(collider_path);

/// The greatest distance of the middle from the straight path in a part of a step.
static inline double FNI(collider_path_bend)(const FNI(collider_path) * a, double rest)
{
    return 0.5 * a->turned * a->turned * a->far * rest;
}

/// The turn of a body in this step, or, if it is not small, one at least as long.
Spin FNI(turn_in_step)(const World* w, const SolverBody* m);

/// The motion of a body in this step, by the solver, as its colliders have it in common: in the frame of a static or
/// kinematic body, if that is not null.
typedef struct FNI(body_motion)
{
    const Body *body, *fixed;
    Rot q;
    Spin turn, its, against;  // its own, that of the other, and the difference
    float turned, turned_against;
    bool small;         // of larger turns only the magnitude is known
    Vec moved;          // of the centre
    Vec carried, late;  // what the turn of the other takes off at the start, and off that until the end
} FNI(body_motion);

FNI(body_motion) FNI(body_motion_of)(const World* w, int32_t body, const Body* fixed);

/// From the centre of the body to the middle of a collider of it, as it begins.
Vec FNI(collider_arm)(const FNI(body_motion) * m, const Collider* c);

/// Upper bound of the motion of any point of a collider; `most` is that of any point of its body.
float FNI(collider_path_length)(const FNI(body_motion) * m, const Collider* c, Vec arm, float most);

/// Whether a box in the frame of a collider's body surely overlaps none of its parts, if there may be many.
bool FNI(box_misses_parts)(const Collider* c, const Box* box);

/// Whether a collider surely misses all parts of one of the static or kinematic body in this step.
bool FNI(collider_misses_parts)(const World* w, const FNI(body_motion) * m, const Collider* c, Vec arm,
                                const Collider* its, float most);

/// A collider on the path of its body, which has the orientation q now.
FNI(collider_path) FNI(collider_path_of)(const World* w, const Path* path, DRot q, int32_t collider);

/// Upper bound of the relative motion of any two points in the rest of the step.
double FNI(collider_paths_length)(const FNI(collider_path) * a, const FNI(collider_path) * b, double rest);

/// The same of a collider in the frame of a static or kinematic body.
double FNI(collider_path_against)(const FNI(collider_path) * a, const Path* path, const Path* fixed, double now);

// path_bound.inl

/// Thickness in the path bound of a bullet, and of a body that is swept like one.
#define IMPI_INNER_BULLET (-INFINITY)
#define IMPI_INNER_SWEPT (-0x1p100f)

#define IMPI_BOUND_DOUBT 0x1p-20f

#define IMPI_SLENDER 4.0f  // of the inner thickness: beyond it a body is slender

#define IMPI_LIFT_SLOP 0.001f  // of the unit: so much deeper bodies may penetrate in a sweep

/// The union.
static inline Box FNI(boxes_joined)(Box a, Box b)
{
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(a.lower, k, AT(a.lower, k) < AT(b.lower, k) ? AT(a.lower, k) : AT(b.lower, k));
        SET_AT(a.upper, k, AT(a.upper, k) > AT(b.upper, k) ? AT(a.upper, k) : AT(b.upper, k));
    }
    return a;
}

/// Query of path bounds: an upper bound of the rest of the step, as a part of it, and the least relative motion that is
/// swept if one of two is swept like a bullet.
typedef struct Reach
{
    float rest, bounce;
    bool bullets;  // finds only pairs with a bullet
} Reach;

/// Thickness of a static or kinematic body, against which others are fast: 0 for chains, and for regions, as none is
/// known.
float FNI(thickness_of_fixed)(const World* w, const Body* b);

/// Upper bound of the motion of any point of a body in this step.
float FNI(path_bound_length)(const World* w, const Body* b, const SolverBody* m);

/// Path bound by the solver's motion.
PathBound FNI(path_bound_of)(const World* w, int32_t body);

/// The same by its path, extended back to the start of the step.
PathBound FNI(path_bound_from)(const Path* path);

/// Swept bounds of a path: of all of the step.
Box FNI(path_bound_swept)(const PathBound* s);

/// Upper bound of the motion of any point of a body relative to a static or kinematic one, in that one's frame.
float FNI(path_bound_against)(const World* w, const Body* b, const Body* fixed);

/// Whether a body reaches far beyond its thickness, so that the sphere around it is mostly empty: the boxes of its
/// colliders are its bound.
static inline bool FNI(is_slender)(const Body* b)
{
    return b->extent > IMPI_SLENDER * b->inner;
}

/// A slender body in the frame that it moves and turns with, for the rest of the step: its bounds about its centre.
typedef struct FNI(path_frame)
{
    double now, turned;
    DVec at, moved;  // the centre, and its motion in the rest
    DRot q;
    DSpin turn;  // in the rest
    DBox own;
} FNI(path_frame);

/// The frame of a body on its path from `now` on. False if it is not slender.
bool FNI(path_frame_of)(const World* w, const Path* path, double now, FNI(path_frame)* out);

/// Whether bodies with a path bound surely miss the body of a frame from then on. The box of a round bound is one
/// around a sphere.
bool FNI(path_frame_misses)(const FNI(path_frame) * f, const PathBound* s, bool round);

/// The bound of no path.
static inline PathBound FNI(path_bound_none)(void)
{
    const PathBound r = {FNI(empty_box)(), FNI(empty_box)(), 0.0f, INFINITY};
    return r;
}

/// Sum of the magnitudes of all components, in order.
static inline float FNI(sum_of_magnitudes)(Vec a, Vec b)
{
    float size = FNI(vec_taxicab)(a);
    for (int k = 0; k < AXES; ++k)
    {
        size += fabsf(AT(b, k));
    }
    return size;
}

static inline void FNI(path_bounds_join)(PathBound* a, const PathBound* b)
{
    a->box = FNI(boxes_joined)(a->box, b->box);
    a->motion = FNI(boxes_joined)(a->motion, b->motion);
    a->turning = a->turning > b->turning ? a->turning : b->turning;
    a->inner = a->inner < b->inner ? a->inner : b->inner;
}

// path_tree.inl

/// The path bound in a lane of a block.
static inline PathBound FNI(path_block_get)(const PathBlock* s, int32_t lane)
{
    PathBound r;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(r.box.lower, k, s->lower[k][lane]);
        SET_AT(r.box.upper, k, s->upper[k][lane]);
        SET_AT(r.motion.lower, k, s->motion_lower[k][lane]);
        SET_AT(r.motion.upper, k, s->motion_upper[k][lane]);
    }
    r.turning = s->turning[lane];
    r.inner = s->inner[lane];
    return r;
}

/// Puts a path bound into a lane of a block.
static inline void FNI(path_block_set)(PathBlock* s, int32_t lane, const PathBound* from)
{
    for (int k = 0; k < AXES; ++k)
    {
        s->lower[k][lane] = AT(from->box.lower, k);
        s->upper[k][lane] = AT(from->box.upper, k);
        s->motion_lower[k][lane] = AT(from->motion.lower, k);
        s->motion_upper[k][lane] = AT(from->motion.upper, k);
    }
    s->turning[lane] = from->turning;
    s->inner[lane] = from->inner;
}

/// The path bound of a leaf.
static inline PathBound FNI(path_of_leaf)(const PathTree* t, int32_t leaf)
{
    return FNI(path_block_get)(&t->blocks.data[leaf / IMPI_PATH_FANOUT], leaf % IMPI_PATH_FANOUT);
}

/// A bit for each of eight path bounds: whether two bodies, or any two in both bounds, may pass through each other.
uint32_t FNI(block_may_pass)(const PathBlock* a, const PathBound* b, const Reach* reach);

/// Reserves the tree of path bounds. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(path_tree_reserve)(World* w, int32_t most);
void FNI(path_tree_free)(World* w);

/// Builds the tree of all dynamic movers; `all` has the bounds of their centres.
void FNI(path_tree_build)(World* w, const Pace* all);

/// Inserts or replaces the path bound of a body.
void FNI(path_tree_put)(World* w, int32_t mover, const PathBound* s);

/// Places of bodies which may pass through `s`, as many as there is room for; with a frame that is not null, only those
/// that may not miss its body. Returns how many there are.
int32_t FNI(path_tree_find)(const World* w, const PathBound* s, const Reach* reach, const FNI(path_frame) * frame,
                            int32_t* movers, int32_t room);

// path_flags.inl

/// Flags bodies that have to find times of impact, of some leaves of the tree; or, without a tree, of some movers.
void FNI(path_flags_set)(World* w, int32_t from, int32_t to);

// first_hit.inl

/// Finds the first time of impact on a path from `now` on, except with mover `but`, if that is not below
/// 0. With `others` false it skips dynamic bodies before it that search as well, and returns false without room for all
/// that is near; then nothing is known.
bool FNI(path_first_hit)(World* w, Path* path, double now, bool others, int32_t but);

// hit_response.inl

/// Collision response to an event: applies impulses, restarts both paths and records the event.
void FNI(hit_respond)(World* w, Path* path, Path* other, double time);

/// Reports touches of colliders that had an event; those that parted in the step begin and end.
void FNI(hits_tell)(World* w);

/// Two colliders, by mover, in the order of their numbers.
EventPair FNI(event_pair_of)(const World* w, int32_t a, int32_t b);

/// Sorts pairs by their numbers: value is the index of one.
const impi_keyed* FNI(events_in_order)(World* w, const EventPair* met, int32_t count);

// sensor_crossings.inl

/// Records sensors that a path crosses until a time, before it is restarted there.
void FNI(path_cross)(World* w, const Path* path, double to);

// continuous.inl

/// Reserves memory for all of a step. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(continuous_reserve)(World* w);

/// Turns the solver's motions into final ones: a body that would pass through another one in this step collides with
/// it at the time of impact, and goes on from there.
void FNI(continuous_run)(World* w);

void FNI(continuous_free)(World* w);

/// Reports crossed sensors, once all poses are final.
void FNI(crossings_tell)(World* w);
