// SPDX-License-Identifier: MIT
//
// Ways of fast bodies through a step, for the files that look at them:
//
//     ways2.c       what a body's way is, where it leads, and a tree of the boxes around ways
//     meet2.c       what is met first on a way
//     hit2.c        what becomes of two bodies that have met, and what is told of it
//     crossings2.c  sensors that are crossed
//     impacts2.c    the stage of a step: who is fast, the order of meetings, where all end
//
//     motions (of the solver) -> ways -> first meetings -> timeline -> earliest -> hit -> new ways -> ... -> motions
//
// A way leads straight on, with the origin of the body, from the last hit to the end of the step, while the body turns;
// all of it is kept in doubles. Until a body is hit first, its way is the chord of what the solver has done. A body
// that has no way of its own, as it is slow, has what motions and poses say.

#ifndef IMP2I_WAYS_H
#define IMP2I_WAYS_H

#include "../motion/sweep_many2.h"
#include "world2.h"

/// Whether a body has a way of its own in this step.
static inline bool imp2i_has_way(const imp2i_motion* m)
{
    return m->fast > 0.0f;
}

/// How long this step is, as the sum of its sub-steps.
static inline double imp2i_step_time(const imp2_world* w)
{
    return (double)w->row_step.h * w->sub_step_count;
}

/// A body on its way. Velocities are ways of a whole step.
struct imp2i_way
{
    imp2i_thing thing;  // the origin; its compound is that of no collider, until it is swept
    imp2i_dvec arm;     // from the origin to the centre of mass, in the frame of the body
    imp2i_dvec start;   // the centre as the step began
    imp2i_dvec end;     // velocity of the centre at the end of the step, if nothing more happens
    imp2i_dvec fall;    // what is added to it meanwhile, by gravity
    double end_spin;
    double mass_x, mass_y;  // inverse ones; of a locked axis 0
    float inner;
    int32_t body;
    int32_t leaf;  // of the tree, or -1
    bool springy;  // it may bounce
    bool turned, spent;
    // What it was pushed by last, if that gave no way: normal away from it, and how fast it goes along that.
    bool backed;
    imp2i_dvec back_normal;
    double back_rate;
    bool crowded;  // there was not the room to look at all that is near
    // What it meets next, of what it looks out for itself.
    int32_t collider, other;  // or -1
    bool by_core;
    imp2i_foreseen met;
};

/// Fills in the way of a body as the solver has left it. place is its own among motions, or 0.
void imp2i_way_begin(const imp2_world* w, int32_t body, imp2i_way* out);

/// The way of a body: its own, or the one that is made for it in `made`.
const imp2i_way* imp2i_way_of(const imp2_world* w, int32_t body, imp2i_way* made);

/// Where the centre of a body is on its way.
imp2i_dvec imp2i_way_center(const imp2i_way* way, double time);

/// The body goes on from a time with other velocities of its centre at the end of the step, and another spin.
void imp2i_way_turn(imp2i_way* way, double time, imp2i_dvec end, double spin);

/// It stays where it is for the rest of the step, or goes on with what has hit it.
void imp2i_way_stop(imp2i_way* way, double time, imp2i_dvec with);

/// The way, as the motion of the step.
void imp2i_way_finish(const imp2_world* w, const imp2i_way* way);

/// Around what a body passes from a time to another. False when numbers do not suffice.
bool imp2i_way_box(const imp2_world* w, const imp2i_way* way, double from, double to, imp2_box* out);

/// The same of one of its colliders, if the body moved so and turned as it does.
bool imp2i_way_collider_box(const imp2i_way* way, const imp2i_collider* c, imp2i_dvec motion, double from, double to,
                            imp2_box* out);

/// A box in which to look for what has no way of its own: that has its box of where it began, or a little beside it.
static inline imp2_box imp2i_box_of_slow(const imp2_world* w, imp2_box box)
{
    float more = w->slow_motion;
    const imp2_box r = {{box.lower.x - more, box.lower.y - more}, {box.upper.x + more, box.upper.y + more}};
    return r;
}

/// The tree of ways: for so many at once, and with room for so many. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_way_tree_reserve(imp2_world* w, int32_t most);

/// Of the ways of all that is fast.
void imp2i_way_tree_build(imp2_world* w);

/// The way of a body leads elsewhere: its box is this one.
void imp2i_way_tree_put(imp2_world* w, int32_t place, const imp2_box* box);

/// Places of bodies whose ways' boxes meet a box, no more than there is room for. Returns how many there are.
int32_t imp2i_way_tree_find(const imp2_world* w, const imp2_box* box, int32_t* places, int32_t room);

// meet2.c

/// Finds what a body meets first from a time on, of what its way crosses. With `others` false it leaves fast bodies
/// before it to themselves, and gives up with false where there is not the room for all that is near; then nothing is
/// known.
bool imp2i_way_look(imp2_world* w, imp2i_way* way, double now, bool others);

/// The contact of two colliders as the step began, or null.
imp2i_contact* imp2i_contact_between(const imp2_world* w, const imp2i_collider* a, const imp2i_collider* b);

// hit2.c

/// Two bodies have met; way of the other is null when it does not move. Tells of it, and sends them on.
void imp2i_hit(imp2_world* w, imp2i_way* way, imp2i_way* other, double time);

/// Tells of colliders that have met and parted within the step.
void imp2i_hits_tell(imp2_world* w);

/// Two colliders that have met, by place; in the order of their numbers.
imp2i_met_pair imp2i_met_pair_of(const imp2_world* w, int32_t a, int32_t b);

/// Pairs that have met, by their numbers: value is which one.
const impi_keyed* imp2i_met_in_order(imp2_world* w, const imp2i_met_pair* met, int32_t count);

// crossings2.c

/// A part of a way ends at a time: notes what sensors it crosses.
void imp2i_way_cross(imp2_world* w, const imp2i_way* way, double to);

// sweep2.c

/// Whether a body has come so far in this step that it may have passed through something.
bool imp2i_is_fast(const imp2i_body* b, const imp2i_motion* m);

/// Stops what would have passed through something in this step where it first touches it: of what is fast, `fast` of its
/// motion is 0, of others 1. Boxes are those of the end.
void imp2i_stop_fast(imp2_world* w, float time);

// impacts2.c

static inline bool imp2i_is_continuous(const imp2_world* w)
{
    return w->continuous && !w->discrete;
}

/// Room for the ways of all that moves. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_impacts_reserve(imp2_world* w);

/// From motions as the solver has left them to how bodies really move: what would pass through something in this step
/// meets it, and goes on from there.
void imp2i_impacts_go(imp2_world* w);

void imp2i_impacts_free(imp2_world* w);

/// Tells of sensors that were crossed, when all poses are those of the end.
void imp2i_crossings_tell(imp2_world* w);

#endif
