// SPDX-License-Identifier: MIT
//
// The passes over rows of space (rows3.h), in the words of lanes_scalar.h. All lanes of a colour are independent of each
// other, so the width changes nothing but the time.

#define ROW KN(row3)
#define LN(name) KN(imp3i_##name)
#define ROWS imp3i_rows
#define PASSES(width) imp3i_row_passes_##width

#include "row_lanes.inl"

#include "row_bodies3.inl"
#include "row_set3.inl"
#include "row_tied3.inl"
#include "row_follow3.inl"
#include "row_points3.inl"
#include "row_solve3.inl"
#include "row_turn3.inl"

const imp3i_row_passes KN(imp3i_row_passes) = {LN(set_rows),  LN(follow_rows),  LN(warm_rows),
                                               LN(push_rows), LN(relax_rows),   LN(bounce_rows),
                                               LN(tie_rows),  LN(move_motions), LN(pushed_rows)};

#undef TIED_PASS
#undef NARROWER
#undef ROWS
#undef PASSES
#undef ROW
#undef LN
#undef AT_FOUR
