// SPDX-License-Identifier: MIT
//
// What contacts are, and the memory of the stage that collides them.

#ifndef AXES
#include "../../math/dim2.h"
#endif

/// What a vertex of a slider bore in a contact that is made anew, or has ended.
typedef struct VertexImpulse
{
    int32_t collider, part, vertex;
    int32_t next;  // of the same collider: its place + 1; or 0
    Vec normal;    // towards the slider
    float impulse;
    Spin tangent;
} VertexImpulse;

/// Two colliders whose boxes touch. What each step reads of all of them comes first, and is a line of the cache.
typedef struct Contact
{
    int32_t collider_a, collider_b, body_a, body_b;
    RowPoses poses;  // when the manifolds were made
    bool convex, touching;
    bool sensor;             // one of both is: there are no manifolds
    uint8_t one_way;         // what is solved: IMPI_ONE_WAY_..., added up
    bool inside;             // the sensor: what it sees now
    bool solved;             // one of both bodies is dynamic, so something is pushed
    bool made;               // there has been a first time
    bool wants;              // it has manifolds that may have to be rows, and have no lanes yet
    bool corrected;          // there was a seam: manifolds are not those of the two colliders alone
    int8_t slider;           // which of both slides over what is not dynamic: 1 for B, and -1 for none
    uint8_t group;           // convex: IMPI_GROUP_... of both shapes
    float separation;        // without manifolds: so far both may move until there may be some; or none, if not above 0
    int32_t manifold_count;  // manifolds
    int32_t row_count;       // of them, those that this step solves
    int32_t more;            // all but the first among the world's touches, or -1
    Cache cache;             // the first one
    int32_t next_free;
    int32_t merged;       // the collider beside: what slides has one row with both (manifold_merge2.c); or -1
    bool sensor_is_b;     // and not A
    imp_surface surface;  // of both materials
    imp_collider handle_a, handle_b;  // to tell of the end when they are gone
} Contact;

/// What a contact of compounds has become.
typedef struct PartsFound
{
    int32_t at;     // in the list of contacts
    int32_t count;  // manifolds; if there are more than few, they are not here
    float separation;
    bool corrected;
    bool on_way;  // it bounces by being swept, or misses, and has no manifolds meanwhile
    PartManifold few[IMPI_FEW_PARTS];
} PartsFound;

/// Of a step: which contacts are collided, and what has come of them.
typedef struct CollideMemory
{
    struct
    {
        IMPI_ARRAY(PartManifold)
    } manifolds;  // of a contact of two compounds that has many
    struct
    {
        IMPI_ARRAY(VertexImpulse)
    } borne;  // by contacts that are made anew, or have ended
    struct
    {
        IMPI_ARRAY(uint32_t)
    } unsettled;          // a bit for each contact of a list: to be collided; something about it is new; it wants
    int32_t wanted_rows;  // of those that want
    struct
    {
        IMPI_ARRAY(uint32_t)
    } stirred;  // a bit for each contact of a list: of those, what others or a sleeper may feel; or what tells news
    struct
    {
        IMPI_ARRAY(uint32_t)
    } parted;  // a bit for each contact of a list: of compounds, and collided anew
    struct
    {
        IMPI_ARRAY(PartsFound)
    } parts_found;  // of those
    struct
    {
        IMPI_ARRAY(float)
    } separation;  // of each contact that is awake, as the step began; 0 where that is not known, and none if of no contact
} CollideMemory;
