// SPDX-License-Identifier: MIT
//
// Ways of fast bodies through a step, for the files that look at them:
//
//     path_tree2.c    who may meet whom, in floats: in most steps all of it
//     path2.c       what a body's way is, and where it leads
//     first_hit2.c       what is met first on a way
//     hit_response2.c        what becomes of two bodies that have met, and what is told of it
//     sensor_crossings2.c  sensors that are crossed
//     continuous2.c    the stage of a step: who is fast, the order of meetings, where all end
//
//     motions -> strides -> ways -> first meetings -> timeline -> earliest -> hit -> new ways -> ... -> motions
//
// A way leads straight on, with the centre of mass, from the last hit to the end of the step, while the body turns about
// it; all of it is kept in doubles. What is swept is told from that centre (imp2i_collider_swept). Until a body is hit
// first, its way is the chord of what the solver has done. A body
// that has no way of its own, as it is slow, has what motions and poses say.

#ifndef IMP2I_WAYS_H
#define IMP2I_WAYS_H

#include "../../broad/index2.h"
#include "../../motion/sweep_many2.h"
#include "../contact/contact2.h"

// How a motion is, where what is fast is swept.
#define IMP2I_PACE_SLOW 0.0f
#define IMP2I_PACE_FAST 1.0f   // so far that it may pass through what does not give way
#define IMP2I_PACE_FAR 2.0f    // or through what does
#define IMP2I_PACE_OWN 3.0f    // it has a way of its own
#define IMP2I_PACE_SPENT 4.0f  // and has had all its hits

/// Whether a body has a way of its own in this step.
static inline bool imp2i_has_way(const imp2i_motion* m)
{
    return m->fast > IMP2I_PACE_FAR;
}

/// Whether a dynamic body does not move, and may be woken by what hits it.
static inline bool imp2i_is_sleeper(const imp2i_body* b)
{
    return b->place == 0 && b->kind == IMP_BODY_DYNAMIC;
}

/// How long this step is, as the sum of its sub-steps.
static inline double imp2i_step_time(const imp2_world* w)
{
    return (double)w->solver.row_step.h * w->solver.sub_step_count;
}

/// Whether the step has had all its events. From then on paths end at what gives no way, and at bullets; two others that
/// give way overlap until the next step.
static inline bool imp2i_events_spent(const imp2_world* w)
{
    return w->continuous.met_pairs.count >= w->continuous.events_most;
}

/// The least motion in the rest of a step that counts of two that bounce: what is hit hands on even a little.
static inline float imp2i_least_bounce(const imp2_world* w, double now)
{
    return (float)((double)w->solver.row_step.bounce_speed * imp2i_step_time(w) * (1.0 - now));
}

static inline bool imp2i_is_bullet(const imp2i_way* way)
{
    return !(way->inner > 0.0f);
}

static inline imp2i_way* imp2i_own_way(const imp2_world* w, int32_t place)
{
    return &w->continuous.ways.data[w->continuous.stride_tree.way_of.data[place]];
}

/// Takes room for the way of a mover. Returns whether there is some.
bool imp2i_way_room(imp2_world* w, int32_t place);

/// Whether a body has a collider that is springy by itself.
bool imp2i_body_springs(const imp2_world* w, const imp2i_body* b);

/// Fills in the way of a body as the solver has left it. place is its own among motions, or 0.
void imp2i_way_begin(const imp2_world* w, int32_t body, imp2i_way* out);

/// The way of a body: its own, or the one that is made for it in `made`.
const imp2i_way* imp2i_way_of(const imp2_world* w, int32_t body, imp2i_way* made);

/// The same; what moves has its own from now on, as long as there is room.
const imp2i_way* imp2i_way_keep(imp2_world* w, int32_t body, imp2i_way* made);

/// The body goes on from a time with other velocities of its centre at the end of the step, and another spin. The path
/// of an exhausted body stays what it is.
void imp2i_way_turn(imp2i_way* way, double time, imp2i_dvec end, double spin);

/// It stays where it is for the rest of the step, or goes on with what has hit it.
void imp2i_way_stop(imp2i_way* way, double time, imp2i_dvec with, double spin);

/// The way, as the motion of the step.
void imp2i_way_finish(const imp2_world* w, const imp2i_way* way);

/// Around what a body passes from a time to another. False when numbers do not suffice.
bool imp2i_way_box(const imp2_world* w, const imp2i_way* way, double from, double to, imp2_box* out);

/// The same of one of its colliders, if the body moved so and turned as it does.
bool imp2i_way_collider_box(const imp2i_way* way, const imp2i_collider* c, imp2i_dvec motion, double from, double to,
                            imp2_box* out);

// path_tree2.c

/// The thickness that a stride of a bullet is told to have, and that of what is swept like one.
#define IMP2I_INNER_BULLET (-INFINITY)
#define IMP2I_INNER_EAGER (-0x1p100f)

/// Around both.
static inline imp2_box imp2i_boxes_joined(imp2_box a, imp2_box b)
{
    a.lower.x = a.lower.x < b.lower.x ? a.lower.x : b.lower.x;
    a.lower.y = a.lower.y < b.lower.y ? a.lower.y : b.lower.y;
    a.upper.x = a.upper.x > b.upper.x ? a.upper.x : b.upper.x;
    a.upper.y = a.upper.y > b.upper.y ? a.upper.y : b.upper.y;
    return a;
}

/// For whom a body looks out.
enum
{
    IMP2I_LOOKS_FIXED = 1,
    IMP2I_LOOKS_OTHERS = 2
};

/// Of what is looked for: no less than the part of the step that is left, and the motion that counts of two of which one
/// is eager.
typedef struct imp2i_reach
{
    float rest, bounce;
    bool bullets;  // only pairs with a bullet count
} imp2i_reach;

/// What protects others from passing into what does not give way: chains have no thickness, and of regions none is known.
float imp2i_thickness_of_fixed(const imp2_world* w, const imp2i_body* b);

/// No point of a body moves farther in this step.
float imp2i_stride_length(const imp2_world* w, const imp2i_body* b, const imp2i_motion* m);

/// How a body goes through the step by its motion.
imp2i_stride imp2i_stride_of(const imp2_world* w, int32_t body);

/// The same by its way, as if it had come so from the beginning.
imp2i_stride imp2i_way_stride(const imp2i_way* way);

/// No point of a body moves farther, as seen from another one that is not dynamic.
float imp2i_stride_against(const imp2_world* w, const imp2i_body* b, const imp2i_body* fixed);

/// The tree of strides: with room for so many. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_strides_reserve(imp2_world* w, int32_t most);
void imp2i_strides_free(imp2_world* w);

/// Of all dynamic bodies that move, of which the pace of all tells where they are.
void imp2i_strides_build(imp2_world* w, const imp2i_pace* all);

/// The way of a body leads elsewhere.
void imp2i_stride_put(imp2_world* w, int32_t place, const imp2i_stride* s);

/// Places of bodies which may pass through what goes so, no more than there is room for. Returns how many there are.
int32_t imp2i_strides_find(const imp2_world* w, const imp2i_stride* s, const imp2i_reach* reach, int32_t* places,
                           int32_t room);

/// Finds out who has to look out, of some leaves of the tree; or, if there is none, of some movers.
void imp2i_strides_flag(imp2_world* w, int32_t from, int32_t to);

// first_hit2.c

/// Finds what a body meets first from a time on, of what its way crosses, but for the mover at a place, if it is not below 0.
/// With `others` false it leaves fast bodies before it to themselves, and gives up with false where there is not the
/// room for all that is near; then nothing is known.
bool imp2i_way_look(imp2_world* w, imp2i_way* way, double now, bool others, int32_t but);

// hit_response2.c

/// Two bodies have met; way of the other is null when it does not move. Tells of it, and sends them on.
void imp2i_hit(imp2_world* w, imp2i_way* way, imp2i_way* other, double time);

/// Tells of colliders that have met and parted within the step.
void imp2i_hits_tell(imp2_world* w);

/// Two colliders that have met, by place; in the order of their numbers.
imp2i_met_pair imp2i_met_pair_of(const imp2_world* w, int32_t a, int32_t b);

/// Pairs that have met, by their numbers: value is which one.
const impi_keyed* imp2i_met_in_order(imp2_world* w, const imp2i_met_pair* met, int32_t count);

// sensor_crossings2.c

/// A part of a way ends at a time: notes what sensors it crosses.
void imp2i_way_cross(imp2_world* w, const imp2i_way* way, double to);

// continuous2.c

/// Room for the ways of all that moves. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_impacts_reserve(imp2_world* w);

/// From motions as the solver has left them to how bodies really move: what would pass through something in this step
/// meets it, and goes on from there.
void imp2i_impacts_go(imp2_world* w);

void imp2i_impacts_free(imp2_world* w);

/// Tells of sensors that were crossed, when all poses are those of the end.
void imp2i_crossings_tell(imp2_world* w);

#endif
