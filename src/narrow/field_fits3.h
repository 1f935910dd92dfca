// SPDX-License-Identifier: MIT
//
// Fits: contacts of single features of one mesh in the field of another, and what becomes of many of them.

#ifndef IMP3I_FIELD_FITS_H
#define IMP3I_FIELD_FITS_H

#include "field3.h"

enum
{
    IMP3I_FIT_SIDE =
        11,  // bins along an edge of a cube around the directions; odd, so that axes are in the middle of one
    IMP3I_FIT_BINS = 6 * IMP3I_FIT_SIDE * IMP3I_FIT_SIDE,
    IMP3I_FIT_CLUSTERS = 64,
    IMP3I_FIT_MANIFOLDS = 24,
    IMP3I_FIT_RIM = 8
};

typedef struct imp3i_fit
{
    imp3_vec at;      // midway between the surfaces, from A's position
    imp3_vec normal;  // A to B
    float depth;
    int32_t part_a, part_b;
    uint64_t id;
} imp3i_fit;

typedef struct imp3i_fit_cluster
{
    int32_t bin;
    imp3i_dvec normal, u, v;  // of the bin, and the plane across it
    imp3i_fit deepest, rim[IMP3I_FIT_RIM];
    double far[IMP3I_FIT_RIM];
} imp3i_fit_cluster;

typedef struct imp3i_fits
{
    double tie;  // a later contact is farther out by more than this [m]
    int32_t count;
    float least;                     // no cluster is shallower, where there is no room for more
    int8_t slot_of[IMP3I_FIT_BINS];  // one more than the cluster of a bin
    imp3i_fit_cluster clusters[IMP3I_FIT_CLUSTERS];
    int32_t order[IMP3I_FIT_CLUSTERS];  // the deepest first, once they are joined
} imp3i_fits;

void imp3i_fits_start(double tie, imp3i_fits* out);

void imp3i_fits_add(imp3i_fits* f, const imp3i_fit* fit);

/// Joins clusters that have about one normal, and orders them, the deepest first.
void imp3i_fits_join(imp3i_fits* f);

/// The manifold of a cluster.
void imp3i_fits_manifold(const imp3i_compound_pair* c, const imp3i_fits* f, const imp3i_fit_cluster* k,
                         imp3_part_manifold* out);

/// Finds contacts within a margin of the features of each in the field of the other, joined.
void imp3i_fits_search(const imp3i_compound_pair* c, double margin, double tie, imp3i_fits* out);

#endif
