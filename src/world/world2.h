// SPDX-License-Identifier: MIT
//
// What a world of the plane is made of, for the files of this room.
//
//     handles -> places in pools -> bodies, colliders      collider <-> number in the index
//
//     contacts: records at fixed places, and two sorted lists of them, of those that are awake and of those that sleep
//
// Way of a step (step2.c), each stage a file or a function:
//
//     boxes -> pairs -> contacts -> manifolds -> rows -> velocities -> poses -> boxes, touches, sleep
//                                                 (solve2.c)
//
// What is fast is in continuous2.h, seams between colliders in internal_edges2.c.
//
// Memory is made room for before anything is changed, so that a step which runs out of it has not begun.

#ifndef IMP2I_WORLD_H
#define IMP2I_WORLD_H

#include "../base/id.h"
#include "../base/sort.h"
#include "../broad/index.h"
#include "../math/check.h"
#include "../motion/rows2.h"
#include "../motion/surface.h"
#include "../motion/timeline.h"
#include "../narrow/compound_pair2.h"
#include "../narrow/quick2.h"
#include "contact/contact_list.h"
#include "impinge/world2.h"

typedef struct imp2i_body
{
    imp2_pose pose;
    imp2_vec center;    // of mass, in the world
    imp2_vec middle;    // the same in the body's frame
    imp2_vec velocity;  // of the centre
    float spin;
    imp2_vec force;  // for the next step
    float torque;
    float mass, inertia, inverse_mass, inverse_inertia;
    float damping, spin_damping, gravity;
    float extent;    // no point of a collider is farther from the centre
    float inner;     // half the thickness of the thinnest collider, about
    imp2_pose rest;  // where it was when it became slow, or had crept too far since: its boxes are of there
    float still;     // how long it has been slow [s]
    int32_t kind;
    int32_t place;  // among the motions of a step; 0 for what does not move or sleeps
    int32_t ring;   // asleep: the next body of the island that fell asleep with it; else -1
    int32_t first;  // of its colliders, or -1
    uint32_t locks;
    uint32_t news;  // of the last step that moved it: IMP_MOVE_...; and IMP2I_...
    bool sleepless, bullet, disabled;
    bool weighted;  // it weighs what own says
    imp2_mass own;
    bool slept;  // when it last moved, or was made, it lay down to sleep
    uint64_t user;
} imp2i_body;

/// What has come of the bodies of a job as their motions ended.
typedef struct imp2i_finished
{
    int32_t boxes;   // how many have changed; then, behind how many others they stand
    bool kinematic;  // some are of kinematic bodies
    bool frozen;     // one has left the numbers
} imp2i_finished;

enum
{
    IMP2I_MOVED = 1 << 16,
    IMP2I_ARRIVED = 1 << 17,  // no step has looked at it where it stands now
    IMP2I_NEW = 1 << 18       // there has been no step since it was made
};

typedef struct imp2i_collider
{
    int32_t body, next;  // the next collider of the body, or -1
    int32_t number;      // in the index, or -1 while its body is disabled
    int32_t fixed;       // of what is not dynamic: in the index of those, as number
    bool convex, sensor, meets_fixed;
    bool company;  // others of its body may lie beside it, or what is not dynamic may be near: there may be seams
    union
    {
        imp2_shape shape;        // when convex; the world's own
        imp2_compound compound;  // else; the same
    };
    // Of a dynamic body: the same, told from its centre of mass, for sweeps; used where that is not the origin.
    union
    {
        imp2_shape shape;
        imp2_compound compound;
    } centered;
    bool is_centered;
    imp2_vec middle;  // of a convex shape, in the body's frame
    float inner;      // half its thickness, about
    float density;
    imp_material material;
    imp_filter filter;
    uint32_t group;
    int32_t borne;  // the last of what it bore, its place + 1; 0 between steps
    imp2_vec one_way;
    float tolerance;
    uint64_t user;
} imp2i_collider;

/// What acts on a body that moves, in each sub-step, and its velocity before contacts acted.
typedef struct imp2i_drive
{
    float x, y, spin;  // velocity that forces add
    float slowed_x, slowed_y, slowed_spin;
    float before_x, before_y, before_spin;
} imp2i_drive;

/// What a vertex of a slider bore in a contact that is made anew, or has ended.
typedef struct imp2i_borne
{
    int32_t collider, part, vertex;
    int32_t next;     // of the same collider: its place + 1; or 0
    imp2_vec normal;  // towards the slider
    float impulse, tangent;
} imp2i_borne;

/// Two colliders whose boxes touch. What each step reads of all of them comes first, and is a line of the cache.
typedef struct imp2i_contact
{
    int32_t collider_a, collider_b, body_a, body_b;
    imp2i_row_poses poses;  // when the manifolds were made
    bool convex, touching;
    bool sensor;          // one of both is: there are no manifolds
    uint8_t one_way;      // what is solved: IMP2I_ONE_WAY_..., added up
    bool inside;          // the sensor: what it sees now
    bool solved;          // one of both bodies is dynamic, so something is pushed
    bool made;            // there has been a first time
    bool wants;           // it has manifolds that may have to be rows, and have no lanes yet
    bool mended;          // there was a seam: manifolds are not those of the two colliders alone
    int8_t slider;        // which of both slides over what is not dynamic: 1 for B, and -1 for none
    uint8_t group;        // convex: IMP2I_GROUP_... of both shapes
    float room;           // without manifolds: so far both may move until there may be some; or none, if not above 0
    int32_t touch_count;  // manifolds
    int32_t row_count;    // of them, those that this step solves
    int32_t more;         // all but the first among the world's touches, or -1
    imp2i_touch touch;    // the first one
    int32_t next_free;
    int32_t mate;                     // the collider beside: what slides has one row with both (manifold_merge2.c); or -1
    bool sensor_is_b;                 // and not A
    imp_surface surface;              // of both materials
    imp_collider handle_a, handle_b;  // to tell of the end when they are gone
} imp2i_contact;

enum
{
    IMP2I_FEW_PARTS = 4
};

/// What a contact of compounds has become.
typedef struct imp2i_parts_found
{
    int32_t at;     // in the list of contacts
    int32_t count;  // manifolds; if there are more than few, they are not here
    float room;
    bool mended;
    bool on_way;  // it bounces by being swept, or misses, and has no manifolds meanwhile
    imp2_part_manifold few[IMP2I_FEW_PARTS];
} imp2i_parts_found;

/// Who of a contact lets through what does not come from its side, and that it lets all through, as it was told to.
enum
{
    IMP2I_ONE_WAY_A = 1,
    IMP2I_ONE_WAY_B = 2,
    IMP2I_ONE_WAY_DROPPED = 4,
    IMP2I_ONE_WAY_PASSING = 8,  // they are in each other, and it does not hold until they are not
    IMP2I_ONE_WAY_HOLDING = 16  // it held when it was decided last
};

/// What becomes of a manifold of such a contact.
enum
{
    IMP2I_WAY_APART = 0,  // nothing, as they do not touch yet
    IMP2I_WAY_INSIDE,     // they are in each other, and pass
    IMP2I_WAY_HELD,       // it is solved
    IMP2I_WAY_COUNT
};

/// What a lane is of.
typedef struct imp2i_lane
{
    int32_t contact, touch;  // places, or -1: of none; and for the contact's own
    impi_row_bodies bodies;
} imp2i_lane;

/// What is new about a block of rows, bits by lane.
typedef struct imp2i_block_news
{
    uint32_t moved;  // to be set anew before the next pass
    uint32_t begun;  // touch now, and did not
    uint32_t fast;   // came together at impact_speed or more
    uint32_t eager;  // may hurry
    bool springy;    // some of them bounce
    bool laden;      // something heavy lies on what is much lighter
} imp2i_block_news;

typedef struct impi_touch_list
{
    IMPI_ARRAY(imp_touch)
} impi_touch_list;

enum
{
    IMP2I_STRIDE_LEVELS = 12
};

/// What surfaces of two kinds are to each other.
typedef struct imp2i_mixture
{
    uint32_t kinds;  // the lesser << 16 | the greater
    imp_surface surface;
} imp2i_mixture;

/// Places of colliders by their numbers in an index.
typedef struct imp2i_owners
{
    IMPI_ARRAY(int32_t)
} imp2i_owners;

typedef struct imp2i_recorder imp2i_recorder;
typedef struct imp2i_way imp2i_way;

/// How a body goes through a step, or bounds of how many do (path_tree2.c).
typedef struct imp2i_stride
{
    imp2_box box;     // as the step begins
    imp2_box motion;  // of the centre
    float turning;    // no point moves farther against the centre
    float inner;      // the least, or below 0 for what is swept however slow: IMP2I_INNER_...
} imp2i_stride;

/// A collider of a kinematic body that is fast: a box around its way, and one in the frame of the body.
typedef struct imp2i_fast_fixed
{
    imp2_box box, own;
    int32_t body, collider;
} imp2i_fast_fixed;

/// How bodies of a job go through a step.
typedef struct imp2i_pace
{
    imp2_box around;                // centres of those that are in the tree of strides
    int32_t leaves;                 // how many are; then, behind how many others they stand
    float slow, slow_fixed;         // so far what is slow comes at most: what is dynamic, and what is not
    int32_t fast, far, fast_fixed;  // how many are
} imp2i_pace;

/// Strides of dynamic bodies that move: levels of blocks of eight, from the leaves up.
typedef struct imp2i_stride_tree
{
    int32_t most, levels;  // leaves that there is room for
    int32_t start[IMP2I_STRIDE_LEVELS], used[IMP2I_STRIDE_LEVELS];
    bool stands;  // it was built in this step
    struct
    {
        IMPI_ARRAY(imp2i_stride)
    } nodes;
    struct
    {
        IMPI_ARRAY(int32_t)
    } places, leaf_of, way_of;  // of leaves, and the other way round; which way a mover has
    struct
    {
        IMPI_ARRAY(uint64_t)
    } keys;
    struct
    {
        IMPI_ARRAY(uint8_t)
    } looks;  // IMP2I_LOOKS_..., by place
    struct
    {
        IMPI_ARRAY(imp2i_pace)
    } paces;  // of jobs
} imp2i_stride_tree;

/// Two colliders that have met within a step, the one with the lower number in the index first.
typedef struct imp2i_met_pair
{
    imp_pair numbers;
    int32_t collider_a, collider_b;
    bool parted;
} imp2i_met_pair;

struct imp2_world
{
    imp_allocator allocator;
    imp_jobs jobs;
    imp2_vec gravity;
    float unit;
    int32_t sub_steps;  // 0: as many as the time of a step needs
    bool sleepless;
    float impact_speed;  // or 0
    bool discrete;
    int32_t hits;                         // most of a body in a step
    int32_t events_most, crossings_most;  // of all bodies in this step: hits, and sensors that are crossed
    imp2_hooks hooks;
    double time;                   // when the last stage ended, by the caller's clock
    float times[IMP_STAGE_COUNT];  // that stages of the last step took
    bool hooked;                   // one of them is asked now
    imp2i_recorder* recorder;      // or null
    struct
    {
        IMPI_ARRAY(imp2i_mixture)
    } mixtures;                      // sorted by kinds
    const imp2i_row_passes* passes;  // of the widest lanes that there are

    impi_pool body_pool, collider_pool;
    struct
    {
        IMPI_ARRAY(imp2i_body)
    } bodies;  // by place in their pool
    struct
    {
        IMPI_ARRAY(imp2i_collider)
    } colliders;
    imp2_index *index, *fixed_index;  // of all colliders; of those of bodies that are not dynamic, for what is fast
    imp2i_owners collider_of, fixed_of;
    int32_t one_ways;  // colliders that are

    struct
    {
        IMPI_ARRAY(imp2i_contact)
    } contacts;
    int32_t free_contact;     // or -1
    int32_t sensor_contacts;  // contacts of sensors
    int32_t sensor_count;     // colliders that are sensors
    int32_t springy_count;    // colliders of which the material is springy
    struct
    {
        IMPI_ARRAY(imp2i_touch)
    } touches;  // second and further manifolds of contacts
    int32_t free_touch;
    struct
    {
        IMPI_ARRAY(imp2_part_manifold)
    } manifolds;  // of a contact of two compounds that has many
    struct
    {
        IMPI_ARRAY(imp2i_borne)
    } borne;  // by contacts that are made anew, or have ended
    impi_contact_list awake, asleep, fresh;
    imp_pair_list begun, ended;  // of the index, as long as they have not been taken in
    bool pending;
    bool shifted;  // boxes were rounded as the origin changed, so some may overlap of which no pair has been told

    // Of a step.
    struct
    {
        IMPI_ARRAY(int32_t)
    } movers;  // bodies that move, by place - 1
    struct
    {
        IMPI_ARRAY(uint32_t)
    } restless;  // a bit for each mover: it does not rest where it did before the step
    struct
    {
        IMPI_ARRAY(imp2i_finished)
    } finished;  // by job
    bool movers_changed;
    bool bodies_stale;  // stances of what does not move may be others: costs time, and changes nothing
    bool arrivals;      // something that does not move has news of IMP2I_ARRIVED or IMP2I_NEW
    struct
    {
        IMPI_ARRAY(imp2i_motion)
    } motions;
    struct
    {
        IMPI_ARRAY(imp2i_drive)
    } drives;  // of movers, by place
    struct
    {
        IMPI_ARRAY(imp2i_stance)
    } stances;  // of bodies, by place in their pool
    struct
    {
        IMPI_ARRAY(imp2_pose)
    } befores;  // of bodies, by place in their pool, when the step before began; if there are one-way colliders
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
        IMPI_ARRAY(imp2i_parts_found)
    } parts_found;  // of those
    struct
    {
        IMPI_ARRAY(float)
    } slack;  // of each contact that is awake, as the step began; 0 where that is not known, and none if of no contact
    struct
    {
        IMPI_ARRAY(uint32_t)
    } marked;                // scratch: a bit for each place of a contact
    impi_row_step row_step;  // of this step, or the last one
    int32_t sub_step_count;
    bool laden;                     // in the last step something heavy lay on what is much lighter
    float sub_step_before;          // how long those of the last step were; 0 if there was none [s]
    float slow_motion, slow_fixed;  // no point of what is slow moves farther in this step: of what is dynamic, or not
    bool sleepers;                  // there are dynamic bodies that do not move
    int32_t lookouts;               // how many looked out for what they may meet in the last step
    struct
    {
        IMPI_ARRAY(imp2i_way)
    } ways;  // of fast bodies
    int32_t ways_most;
    imp2i_stride_tree stride_tree;
    struct
    {
        IMPI_ARRAY(imp2i_fast_fixed)
    } fast_fixed;
    bool eager;  // springy bodies are swept in this step
    impi_timeline timeline;
    struct
    {
        IMPI_ARRAY(imp2i_met_pair)
    } met_pairs, met_sensors;
    struct
    {
        IMPI_ARRAY(impi_keyed)
    } met_keys;        // twice as many: scratch
    bool lanes_stand;  // rows of contacts that are awake have lanes; else the next step colours them anew
    bool lanes_stale;  // they are not to stand any more
    bool rows_stand;   // the lanes have their depths and impulses
    bool rows_stale;   // something that they are made of has changed
    impi_colours colours;
    struct
    {
        IMPI_ARRAY(imp2i_lane)
    } new_lanes, lanes;  // of rows that have none yet, in the order of contacts; and by lane
    struct
    {
        IMPI_ARRAY(imp2i_rows)
    } rows;
    struct
    {
        IMPI_ARRAY(imp2i_block_news)
    } block_news;
    struct
    {
        IMPI_ARRAY(int32_t)
    } islands;
    struct
    {
        IMPI_ARRAY(int32_t)
    } moved_numbers;
    struct
    {
        IMPI_ARRAY(imp2_box)
    } moved_boxes;
    impi_touch_list begun_touches, ended_touches, entered, left;
    struct
    {
        IMPI_ARRAY(imp2_impact)
    } impacts;
    int32_t row_count, colour_count;  // of the last step
    bool stepping;                    // a step has begun and has not yet had the memory to end
};

enum
{
    IMP2I_SUB_STEPS_MIN = 4,
    IMP2I_SUB_STEPS_MAX = 64,
    IMP2I_SUB_STEPS_HERTZ = 240,
    IMP2I_HITS = 32,
    IMP2I_HITS_MAX = 1 << 16,
    IMP2I_KIND_MAX = 65535,  // of materials
    IMP2I_AHEAD = 8,         // contacts, as long as memory takes
    IMP2I_BODIES_OF_JOB = 256,
    IMP2I_BLOCKS_OF_JOB = 16,
    IMP2I_WORD = 32  // bits
};

/// Of the unit: gaps and steps of so much are none (law 8).
#define IMP2I_FLUSH 0.00125f

#define IMP2I_FAST 0.5f   // what moves by so much of its inner thickness in a step may pass through something
#define IMP2I_SOFT 0.75f  // of both thicknesses, where both give way

#define IMP2I_HELD 0.05f    // [length units / s]: what is swept, and comes slower to something, is held by its contact
#define IMP2I_SPRINGY 0.7f  // restitution: what keeps half of its energy

static inline bool imp2i_is_springy(float restitution)
{
    return restitution >= IMP2I_SPRINGY;
}

/// What comes slower than this is held by its contacts, whether it bounces or not [m/s].
static inline float imp2i_held_speed(const imp2_world* w)
{
    float least = IMP2I_HELD * w->unit;
    return least > w->row_step.bounce_speed ? least : w->row_step.bounce_speed;
}

/// Nearer than this, things are prepared to touch; so thick are the margins of boxes.
static inline float imp2i_world_near(const imp2_world* w)
{
    return 0.02f * w->unit;
}

/// A box as the index has it: things are near when their boxes touch. What is slow keeps its box for a while,
/// so the margin is more than twice that.
static inline imp2_box imp2i_world_box(const imp2_world* w, imp2_box box)
{
    float half = 0.5f * imp2i_world_near(w);
    imp2_box r = {{box.lower.x - half, box.lower.y - half}, {box.upper.x + half, box.upper.y + half}};
    return r;
}

static inline imp2_compound imp2i_collider_compound(const imp2i_collider* c)
{
    if (!c->convex)
    {
        return c->compound;
    }
    imp2_compound compound = {.kind = IMP2_COMPOUND_SHAPE};
    (void)imp2_compound_of_shape(&c->shape, &compound);
    return compound;
}

/// A collider as it is swept: told from its body's centre of mass. Of what is not dynamic that is the origin.
static inline imp2_compound imp2i_collider_swept(const imp2i_collider* c)
{
    if (!c->is_centered || !c->convex)
    {
        return c->is_centered ? c->centered.compound : imp2i_collider_compound(c);
    }
    imp2_compound compound = {.kind = IMP2_COMPOUND_SHAPE};
    (void)imp2_compound_of_shape(&c->centered.shape, &compound);
    return compound;
}

static inline imp_status imp2i_collider_bounds(const imp2i_collider* c, const imp2_pose* pose, imp2_box* out)
{
    return c->convex ? imp2_shape_bounds(&c->shape, pose, out) : imp2_compound_bounds(&c->compound, pose, out);
}

/// The same as indexes have it, which need not be the least.
static inline imp_status imp2i_collider_box(const imp2i_collider* c, const imp2_pose* pose, imp2_box* out)
{
    return c->convex ? imp2i_shape_box(&c->shape, pose, out) : imp2_compound_bounds(&c->compound, pose, out);
}

enum
{
    IMP2I_LOCKS = IMP2_LOCK_X | IMP2_LOCK_Y | IMP2_LOCK_TURN
};

/// The door of all calls that fill an array of the caller's, which is argument at: its room and count follow.
static inline imp_status imp2i_list_status(const imp2_world* w, const void* list, int32_t capacity,
                                           const int32_t* count, int32_t at)
{
    if (!w || !count)
    {
        return impi_error(IMP_ERR_NULL, w ? at + 2 : 1);
    }
    if (capacity < 0 || (capacity > 0 && !list))
    {
        return capacity < 0 ? impi_error(IMP_ERR_COUNT, at + 1) : impi_error(IMP_ERR_NULL, at);
    }
    return IMP_OK;
}

/// Of the door of all calls that change a world: 0, or what is wrong with it.
static inline int32_t imp2i_world_fault(const imp2_world* w)
{
    return !w ? IMP_ERR_NULL : w->hooked ? IMP_ERR_BUSY : 0;
}

/// The place of a body, or -1.
static inline int32_t imp2i_find_body(const imp2_world* w, imp_body body)
{
    return impi_pool_find(&w->body_pool, body.id);
}

/// The door of all calls that change a body, the second argument: its place, or a status.
static inline imp_status imp2i_open_body(const imp2_world* w, imp_body body, int32_t* place)
{
    int32_t fault = imp2i_world_fault(w);
    *place = fault ? -1 : imp2i_find_body(w, body);
    return fault ? impi_error(fault, 1) : *place < 0 ? impi_error(IMP_ERR_HANDLE, 2) : IMP_OK;
}

/// Whether a body takes part in steps: awake and dynamic, or kinematic and moving.
static inline bool imp2i_body_active(const imp2i_body* b)
{
    bool moves = impi_magnitude_bits(b->velocity.x) | impi_magnitude_bits(b->velocity.y) | impi_magnitude_bits(b->spin);
    return ((b->kind == IMP_BODY_DYNAMIC && b->ring < 0) || (b->kind == IMP_BODY_KINEMATIC && moves)) && !b->disabled;
}

/// Things are gone through in jobs of a size: the first that does not belong to one any more.
static inline int32_t imp2i_end_of_job(int32_t job, int32_t size, int32_t count)
{
    return count - job * size < size ? count : (job + 1) * size;
}

static inline int32_t imp2i_jobs_of_bodies(int32_t count)
{
    return (count + IMP2I_BODIES_OF_JOB - 1) / IMP2I_BODIES_OF_JOB;
}

/// A body as rows have it: its place, or ~place if rows do not move it.
static inline int32_t imp2i_row_of_body(const imp2i_body* b)
{
    return b->kind == IMP_BODY_DYNAMIC && b->place > 0 ? b->place : ~b->place;
}

/// The first mover from i on that is restless, or one beyond the last.
static inline int32_t imp2i_next_restless(const imp2_world* w, int32_t i)
{
    for (; i < w->movers.count; i = (i / IMP2I_WORD + 1) * IMP2I_WORD)
    {
        uint32_t bits = w->restless.data[i / IMP2I_WORD] >> i % IMP2I_WORD;
        if (bits != 0)
        {
            return i + impi_lowest_bit(bits);
        }
    }
    return w->movers.count;
}

/// The next manifold of a contact after t, or null.
static inline imp2i_touch* imp2i_next_touch(const imp2_world* w, const imp2i_contact* c, const imp2i_touch* t)
{
    int32_t next = t == &c->touch ? c->more : t->next;
    return next >= 0 ? &w->touches.data[next] : NULL;
}

/// Whether a contact has manifolds that are to be solved, for all that one-way surfaces have to say.
static inline bool imp2i_contact_holds(const imp2_world* w, const imp2i_contact* c)
{
    bool holds = !c->one_way && c->touch_count > 0;
    for (const imp2i_touch* t = c->one_way && c->touch_count > 0 ? &c->touch : NULL; t; t = imp2i_next_touch(w, c, t))
    {
        holds |= t->way == IMP2I_WAY_HELD;
    }
    return holds;
}

/// How many sub-steps a step of a length has. Softness is limited by their length: with long ones, stacks sag.
static inline int32_t imp2i_sub_steps(const imp2_world* w, float time)
{
    int32_t times = w->laden ? 2 : 1;
    if (w->sub_steps > 0)
    {
        return times * w->sub_steps;
    }
    float wanted = time * (float)IMP2I_SUB_STEPS_HERTZ;
    int32_t most = wanted < (float)IMP2I_SUB_STEPS_MAX ? (int32_t)(wanted + 0.99f) : IMP2I_SUB_STEPS_MAX;
    return times * (most > IMP2I_SUB_STEPS_MIN ? most : IMP2I_SUB_STEPS_MIN);
}

#endif
