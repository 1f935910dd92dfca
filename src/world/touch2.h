// SPDX-License-Identifier: MIT
//
// Touches of a world of the plane, for the files that make them: touch2.c of convex shapes, touch_parts2.c of compounds.

#ifndef IMP2I_TOUCH_H
#define IMP2I_TOUCH_H

#include "seams2.h"

#define IMP2I_SURELY 1.125f  // of what is near: with all rounding, there are no manifolds beyond

// touch2.c

/// Where the bodies of a contact are: there manifolds are made from now on.
void imp2i_note_poses(const imp2_world* w, imp2i_contact* c);

/// Where they were when its manifolds were made, seen from the origin of A's pose.
void imp2i_relative_poses(const imp2i_contact* c, imp2_pose* a, imp2_pose* b);

/// Impulses of an old manifold for the points of a new one that have the same names, and of friction as much as it keeps
/// of them. They may be written where the old ones are.
void imp2i_keep_impulses(const imp2_world* w, const imp2i_touch* old, const imp2_manifold* manifold,
                         imp2i_row_impulses* out);

/// All else of a touch that follows from its manifold.
void imp2i_measure_touch(const imp2i_contact* c, imp2i_touch* t, float radius_a, float radius_b);

/// What is apart begins anew.
void imp2i_end_passing(imp2i_contact* c);

/// Whether two convex shapes with a gap miss each other in this step: along their straight motion they do not overlap,
/// however they turn meanwhile. Their row would stop them, as its plane does not end where the shapes do.
bool imp2i_misses(const imp2_world* w, const imp2i_contact* c, const imp2_shape* shape_a, const imp2_shape* shape_b,
                  const imp2_manifold* m);

/// A contact without manifolds is collided in the next step, however little it has moved.
void imp2i_collide_again(const imp2_world* w, imp2i_contact* c);

// touch_parts2.c

/// Whether a sensor sees the other one.
bool imp2i_parts_overlap(const imp2_world* w, imp2i_contact* c);

/// Whether a contact of compounds that has no manifolds is sure to have none now either.
bool imp2i_parts_clear(const imp2_world* w, imp2i_contact* c);

/// Manifolds of a contact of compounds, in w->parts_found: found by any thread, and taken by one. Returns IMP_OK or
/// IMP_ERR_MEMORY.
void imp2i_parts_find(imp2_world* w, const imp2i_contact* c, imp2i_parts_found* out);
imp_status imp2i_parts_take(imp2_world* w, imp2i_contact* c, const imp2i_parts_found* found);

/// Both, as if the two colliders were alone.
imp_status imp2i_parts_collide(imp2_world* w, imp2i_contact* c);

#endif
