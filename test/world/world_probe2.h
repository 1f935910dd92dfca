// SPDX-License-Identifier: MIT
//
// A world of the plane from the inside. No other test knows how worlds keep what they have: bodies, colliders and
// contacts are told here as values, colours of rows as motion/colours.h has them, the index as broad/index.h does. What
// is changed behind a world's back is changed here, too.

#ifndef IMP_TEST_WORLD_PROBE2_H
#define IMP_TEST_WORLD_PROBE2_H

#include "impinge/impinge2.h"
#include "motion/colours.h"

/// Figures of a world. Places are those of pools, whether they are in use or not.
typedef struct probe_figures
{
    int32_t bodies, colliders;  // places
    int32_t movers;             // bodies that move in a step
    int32_t ways, ways_most;    // bodies that were swept in the last step, and room for them
    bool paced;                 // before that, it was known how far what is slow moves, or who comes near whom
    bool lanes_stand;           // rows have lanes
    bool lanes_last;            // and the next step goes on with them
    float near;                 // nearer than this, things are prepared to touch
} probe_figures;

probe_figures probe_figures_of(const imp2_world* w);

/// Which of the bodies that move a place has, counted from 1; or 0.
int32_t probe_mover_of(const imp2_world* w, int32_t body);

/// A number of a body, to be changed: IMP2_FIELD_.... Null when the body is not there.
float* probe_number(imp2_world* w, imp_body body, int32_t field);

typedef struct probe_collider
{
    int32_t number;       // in the index
    imp2_compound shape;  // the world's own
    imp2_pose pose;       // of its body
} probe_collider;

/// The place of a collider, or -1; and the collider at a place that is in use.
int32_t probe_collider_place(const imp2_world* w, imp_collider collider);
probe_collider probe_collider_at(const imp2_world* w, int32_t place);

/// The index of all colliders.
const imp2_index* probe_index(const imp2_world* w);

/// Until the next step, no seams are looked for between colliders of a body.
void probe_forget_company(imp2_world* w);

/// Two colliders whose boxes touch.
typedef struct probe_contact
{
    int32_t place;
    int32_t collider_a, collider_b;  // places
    imp_collider a, b;
    imp_pair numbers;          // in the index
    imp2_pose pose_a, pose_b;  // when its manifolds were made, from the origin of A's pose
    bool made, sensor, asleep;
    bool mended;    // a seam has changed its manifolds, or it shares a row with a neighbour
    float deep;     // of two that lie deep in each other: how far the normal leads out, beside the row's depth; else 0
    int32_t count;  // of manifolds
} probe_contact;

/// One of its manifolds: points relative to the origin of A's pose.
typedef struct probe_manifold
{
    imp2_manifold manifold;
    int32_t part_a, part_b;
    bool is_row;
    int32_t lane;            // 1 + the lane of its row; or 0
    impi_row_bodies bodies;  // of its row
} probe_manifold;

/// Contacts that are awake, and then those that sleep; both in the order of their numbers. False behind the last one.
bool probe_contact_at(const imp2_world* w, int32_t i, probe_contact* out);
bool probe_manifold_at(const imp2_world* w, const probe_contact* c, int32_t k, probe_manifold* out);

/// Colours, blocks, lanes and spans of rows.
impi_colours* probe_colours(imp2_world* w);

/// Where the row of a lane keeps which lane it has, counted from 1; and its bodies. Null for a lane that no row has.
int32_t* probe_lane(imp2_world* w, int32_t lane, impi_row_bodies* bodies);

/// Bits of the lanes of a block that are solved.
uint32_t probe_lanes_used(const imp2_world* w, int32_t block);

/// All is done at a width of lanes: IMPI_LEVEL_..., not above impi_cpu_level.
void probe_set_width(imp2_world* w, int level);

/// Arrays in which rows get their lanes are taken to be as short as they can be, so that the next step asks for memory;
/// and that of second and further manifolds, if it is said.
void probe_shrink(imp2_world* w, bool touches);

// Snapshots

enum
{
    PROBE_SEAL_BYTES = 24  // at the head of a snapshot
};

/// What a made-up snapshot claims to have many of.
enum
{
    PROBE_PLACES_USED,
    PROBE_PLACES_FREE,
    PROBE_PLACES_RETIRED,
    PROBE_NUMBERS,
    PROBE_CONTACTS,
    PROBE_CLAIMS
};

int32_t probe_snapshot_version(void);

/// Writes the head of count bytes, so that they are a snapshot whose geometry takes so many of them; and reads it.
/// Returns 0, IMP_ERR_FORMAT or IMP_ERR_VERSION.
void probe_seal(uint8_t* bytes, int32_t count, uint32_t geometry);
int32_t probe_seal_fault(const uint8_t* bytes, int32_t count, uint32_t* geometry);

/// A snapshot of a world up to where it says how many there are of something (PROBE_...; places of colliders, or else of
/// bodies): so many. Without a head. Returns how many bytes that is, and how many of them are geometry.
int32_t probe_claim(const imp2_world* w, int what, bool colliders, int32_t count, uint8_t* bytes, int32_t room,
                    uint32_t* geometry);

/// Known numbers instead of what comes out of a solver, in all that a snapshot has.
void probe_put_numbers(imp2_world* w);

#endif
