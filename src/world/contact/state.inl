// SPDX-License-Identifier: MIT
//
// Contacts, and the memory of the stage that collides them.

#ifndef AXES
#include "../parts2.h"

#include "../../math/dim2.h"
#endif

/// The impulse at one vertex of a slider, from a contact that is collided again or has ended.
typedef struct VertexImpulse
{
    int32_t collider, part, vertex;
    int32_t next;  // of the same collider: its index in the list + 1; or 0
    Vec normal;    // towards the slider
    float impulse;
    Spin tangent;  // in the axes of the world
} VertexImpulse;

/// Two colliders whose boxes overlap. Fields that each step reads of every contact come first, in one cache line.
typedef struct Contact
{
    int32_t collider_a, collider_b, body_a, body_b;
    RowPoses poses;  // when the manifolds were made
    bool convex, touching;
    bool sensor;       // one of the two is a sensor: there are no manifolds
    uint8_t one_way;   // of a solved contact: IMPI_ONE_WAY_..., added up
    bool inside;       // sensor: the other one overlaps it now
    bool solved;       // no sensor, and a body is dynamic
    bool made;         // collided, and not expired since
    bool wants;        // some manifolds may become rows, and have no lanes yet
    bool belted;       // the surface of one of the two moves beside its body
    bool corrected;    // changed at an internal edge: manifolds are not those of the two colliders alone
    int8_t slider;     // which of the two slides over a non-dynamic body: 1 for B, 0 for A, -1 for none
    uint8_t group;     // convex: IMPI_GROUP_... of both shapes
    float separation;  // without manifolds: motion until there may be one; unknown if not above 0
    int32_t manifold_count;
    int32_t row_count;  // manifolds that this step solves
    int32_t more;       // the second manifold, in the world's caches, or -1
    float deep;         // depth of two that lie deep in each other, which their row has not; else 0
    float pushed;       // of two convex shapes: how far pushes have taken them apart since (part_deep.inl)
    bool counted;       // in deep_contacts of the world
    bool sensor_is_b;   // else A
    Cache cache;        // the first manifold
    int32_t next_free;
    uint32_t axis;        // of space, two solids: the best when they were collided last; saves time and decides nothing
    int32_t merged;       // the neighbouring collider: the slider has one row with both (manifold_merge.inl); or -1
    imp_surface surface;  // combined of both materials
    imp_collider handle_a, handle_b;  // for the end event, when the colliders are gone
} Contact;

/// The result of colliding a contact of compounds.
typedef struct PartsFound
{
    int32_t at;     // index in the list of contacts
    int32_t count;  // manifolds; more than there is room for are not stored
    int32_t room;   // IMPI_FEW_PARTS here; or more, from `first` on in the world's scratch
    int32_t first;
    bool done;  // there was room for all
    float separation;
    float deep;  // of the contact
    bool corrected;
    bool on_way;  // left to the sweep (it bounces, or misses), without manifolds meanwhile
    PartManifold few[IMPI_FEW_PARTS];
} PartsFound;

/// Scratch of a step: the contacts that are collided, and the results.
typedef struct CollideMemory
{
    struct
    {
        IMPI_ARRAY(PartManifold)
    } manifolds;  // of contacts of compounds with many
    struct
    {
        IMPI_ARRAY(VertexImpulse)
    } vertex_impulses;  // vertex impulses of contacts that are collided again, or have ended
    struct
    {
        IMPI_ARRAY(uint32_t)
    } unsettled;  // a bit for each contact of a list: to be collided; then: it has changed; then: it wants lanes
    int32_t wanted_rows;  // of the contacts that want lanes
    struct
    {
        IMPI_ARRAY(uint32_t)
    } stirred;  // a bit for each contact of a list: changes that concern others or a sleeper; then: marked by rows
    struct
    {
        IMPI_ARRAY(uint32_t)
    } parted;  // a bit for each contact of a list: collided one by one (compounds, sliders over many)
    struct
    {
        IMPI_ARRAY(PartsFound)
    } parts_found;  // of the parted contacts
    struct
    {
        IMPI_ARRAY(float)
    } separation;  // of each awake contact, as the step began; 0: unknown; empty if not of awake ones
} CollideMemory;
