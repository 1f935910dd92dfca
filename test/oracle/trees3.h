// SPDX-License-Identifier: MIT
//
// What is true of every tree over triangles.

#ifndef IMP_TEST_TREES3_H
#define IMP_TEST_TREES3_H

#include "broad/bvh3.h"

/// Fails the test unless groups stand as bvh3.h says, each triangle is in one leaf, each volume holds what is under it, and
/// measures are as told.
void test_tree_check(const imp3i_bvh* tree, const imp3i_bvh_triangles* triangles);

/// Whether a point is in a volume, in long doubles; of an oriented box both as its axes say by their transpose and by
/// their inverse.
bool test_volume_holds(const imp3_volume* volume, imp3_vec point);

#endif
