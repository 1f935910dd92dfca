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

/// The bin of a direction.
int32_t imp3i_fit_bin(imp3_vec normal);

/// The deepest of the fits that would begin a cluster.
typedef struct imp3i_fit_peak
{
    imp3_vec normal;
    float depth;
} imp3i_fit_peak;

typedef struct imp3i_fit_peaks
{
    int32_t count;
    float least;                     // as imp3i_fit_peaks_least has found it
    bool risen;                      // above that, since
    int8_t slot_of[IMP3I_FIT_BINS];  // one more than the peak of a bin
    imp3i_fit_peak peaks[IMP3I_FIT_CLUSTERS];
} imp3i_fit_peaks;

void imp3i_fit_peaks_start(imp3i_fit_peaks* out);

void imp3i_fit_peaks_note(imp3i_fit_peaks* p, const imp3i_fit* fit, int32_t bin);

/// A depth that no manifold is shallower than, as there are as many that are deeper as are kept; -INFINITY for none.
float imp3i_fit_peaks_least(imp3i_fit_peaks* p);

void imp3i_fits_start(double tie, imp3i_fits* out);

void imp3i_fits_add(imp3i_fits* f, const imp3i_fit* fit, int32_t bin);

/// Joins clusters that have about one normal, and orders them, the deepest first.
void imp3i_fits_join(imp3i_fits* f);

/// The manifold of a cluster.
void imp3i_fits_manifold(const imp3i_compound_pair* c, const imp3i_fits* f, const imp3i_fit_cluster* k,
                         imp3_part_manifold* out);

// Features of one side in the field of the other

typedef struct imp3i_fit_side
{
    double margin, cell;  // cell: of the other's field [m]
    const imp3i_field *own, *other;
    const imp3i_compound_block* other_mesh;
    imp3i_frame into;      // the other's field from the own one's
    imp3i_into_grid grid;  // the same to its grid
    imp3i_drot turn;       // of the other, into the world
    imp3i_dvec shift;      // from the other's field into the world, with A's position as the origin
    bool of_b;             // the features
} imp3i_fit_side;

/// A place where a feature may be in contact, as the field has it between samples.
typedef struct imp3i_fit_place
{
    int32_t feature;
    float t;  // along a piece of an edge
    imp3i_field_value value;
} imp3i_fit_place;

static inline imp3i_dvec imp3i_into_other(const imp3i_fit_side* side, imp3_vec point)
{
    return imp3i_dadd(imp3i_drot_apply(side->into.turn, imp3i_dvec_of(point)), side->into.shift);
}

/// The value of an end, by lanes.
static inline imp3i_field_value imp3i_value_of_end(const imp3i_fit_side* side, const imp3i_asked_ends* ends, int k)
{
    imp3i_field_value r;
    r.distance = side->cell * (double)ends->distance[k];
    r.gradient.x = (double)ends->gradient[0][k];
    r.gradient.y = (double)ends->gradient[1][k];
    r.gradient.z = (double)ends->gradient[2][k];
    r.part = -1;
    r.sample = ends->sample[k];
    r.doubt = r.sample < 0 ? IMP3I_DOUBT_MOST : imp3i_field_doubt(side->other, r.sample, r.distance, ends->bend[k]);
    return r;
}

/// No less than this is the distance of what has a value between samples.
static inline double imp3i_fit_bound(const imp3i_fit_side* side, const imp3i_field_value* between)
{
    return between->distance - (double)between->doubt * side->cell;
}

/// Finds where the field has its least along a piece of an edge. False where that may not fit, or is another piece's.
bool imp3i_piece_least(const imp3i_fit_side* side, int32_t feature, const imp3i_asked_ends* ends, imp3i_fit_place* out);

/// Measures that place to the triangles there, and goes on to where these are nearest. False where what goes on there is
/// nearer.
bool imp3i_piece_measure(const imp3i_fit_side* side, const imp3i_fit_place* place, imp3i_dvec* at,
                         imp3i_field_value* value);

/// Finds contacts within a margin of the features of each in the field of the other, joined.
void imp3i_fits_search(const imp3i_compound_pair* c, double margin, double tie, imp3i_fits* out);

#endif
