// SPDX-License-Identifier: MIT
//
// Golden hashes: what a row is, where its inputs come from and where its results go.
//
// A row is one function (of the library, or of the rectangle study) and one case of it: draw the arguments, call, add what came out to the hash.
// Rows lie in rows_<room>.c, those of meshes in mesh_<what>3.c. What a row can be done in several ways (by single calls
// and by lanes of each width, by each kind of index) it is done in all of them, from the same random numbers, and the
// hashes must be the same.
//
// Inputs come from integers alone, so nothing but the library can differ. They lean towards what is hard: coordinates
// on a grid, where touching is common, the same plus or minus a few ulp, quarter turns, everything scaled up and down.
// Each draw stands in a statement of its own: the order of two draws in one expression would be the compiler's.

#ifndef IMP_TEST_GOLDEN_H
#define IMP_TEST_GOLDEN_H

#include "support.h"

#include "impinge/impinge.h"

/// One case.
typedef struct trial
{
    test_rng rng;
    uint64_t hash;
    float scale;
    int style;  // of all its numbers: 0 on the grid, 1 a few ulp beside it, 2 and 3 anywhere
    int way;    // in which this one is done, 0 to ways - 1
} trial;

typedef struct golden_row
{
    const char* name;
    void (*run)(trial* t);
    uint32_t every;     // one case in so many is run, because it takes long
    int (*ways)(void);  // null: there is one
} golden_row;

typedef struct golden_rows
{
    const golden_row* rows;
    int count;
} golden_rows;

#define GOLDEN_ROW_EVERY(name, every, ways)                                                                            \
    {                                                                                                                  \
#name, run_##name, every, ways                                                                                 \
    }
#define GOLDEN_ROW(name) GOLDEN_ROW_EVERY(name, 1, NULL)
#define GOLDEN_ROWS(room, array) const golden_rows room = {array, sizeof(array) / sizeof *(array)}

extern const golden_rows golden_math2, golden_math3, golden_broad2, golden_broad3, golden_shape2, golden_shape3,
    golden_narrow2, golden_narrow3, golden_batch2, golden_batch3, golden_compound2, golden_compound3,
    golden_mesh_upkeep3, golden_mesh_meet3, golden_mesh_near3, golden_mesh_rays3, golden_decompose3, golden_motion2,
    golden_motion3, golden_particles2, golden_particles3, golden_world2, golden_study,
    golden_joints2, golden_joints3;

// Worlds of the plane and of space, step by step (worlds.inl): run them first.
#define GOLDEN_WORLDS(d)                                                                                               \
    void golden_worlds##d##_run(void** unused);                                                                        \
    void golden_worlds##d##_same(void** unused);                                                                       \
    void golden_worlds##d##_threads(void** unused);                                                                    \
    void golden_worlds##d##_memory(void** unused);                                                                     \
    void golden_worlds##d##_snapshots(void** unused);                                                                  \
    int golden_worlds##d##_write(void)

GOLDEN_WORLDS(2);
GOLDEN_WORLDS(3);

/// The shapes and compounds that rows take theirs from.
void golden_make_things(void);
void golden_free_things(void);
void golden_make_things3(void);
void golden_free_things3(void);

uint64_t golden_seed(const char* name);

// Results

void add_word(trial* t, uint32_t word);
void add_float(trial* t, float x);
void add_vec(trial* t, imp2_vec v);
/// Whether there is anything else to add.
bool add_status(trial* t, imp_status status);
/// The words of a result: a struct of floats and 32-bit integers.
void add_words(trial* t, const void* words, size_t size);
/// The status, and when it is IMP_OK the words of a result.
void add_result(trial* t, imp_status status, const void* words, size_t size);
#define ADD(t, status, out) add_result(t, status, &(out), sizeof(out))
void add_bool(trial* t, imp_status status, const bool* out);
/// The same for makers; gives the shape back.
void add_shape(trial* t, imp_status status, imp2_shape* s);
void add_compound(trial* t, imp_status status, imp2_compound* c);

// Inputs

float a_number(trial* t);
float a_size(trial* t);
float an_angle(trial* t);
imp2_vec a_vec(trial* t);
imp2_vec a_half(trial* t);  // two sizes
imp2_rot a_rot(trial* t);
imp2_pose a_pose(trial* t);
imp2_box a_box(trial* t);
const imp2_shape* a_shape(trial* t);
const imp2_compound* a_compound(trial* t);

/// 1 to 41 corners of a convex polygon in any order of turning, some of them twice.
int32_t some_points(trial* t, imp2_vec* points);

/// Two shapes that are often near each other.
typedef struct couple
{
    const imp2_shape *a, *b;
    imp2_pose pose_a, pose_b;
} couple;

couple a_couple(trial* t);

/// A star of eight corners around the origin, or some of nine cells of a grid.
typedef struct drawing
{
    imp2_vec points[36];
    int32_t counts[9];
    imp2_outlines outlines;  // of these two
} drawing;

void draw_star(trial* t, drawing* d);
void draw_cells(trial* t, drawing* d);

// The same in space

void add_vec3(trial* t, imp3_vec v);
void add_shape3(trial* t, imp_status status, imp3_shape* s);
void add_compound3(trial* t, imp_status status, imp3_compound* c);
void add_manifold3(trial* t, imp_status status, const imp3_manifold* m);

imp3_vec a_vec3(trial* t);
imp3_vec a_half3(trial* t);
imp3_quat a_quat(trial* t);
imp3_rot a_rot3(trial* t);  // on the grid one of the 24 that keep it, and often elsewhere
imp3_pose a_pose3(trial* t);
imp3_box a_box3(trial* t);
const imp3_shape* a_shape3(trial* t);
const imp3_compound* a_compound3(trial* t);

enum
{
    SOUP_POINTS = 40,
    SOUP_TRIANGLES = 60
};

/// Triangles between a few points, in any order, two-sided and without a radius.
typedef struct soup3
{
    imp3_vec points[SOUP_POINTS];
    int32_t corners[3 * SOUP_TRIANGLES];
    imp3_triangles triangles;  // of these
} soup3;

/// Draws so many points and triangles.
void draw_soup3(trial* t, int32_t point_count, int32_t count, soup3* out);

/// 1 to 41 points of a ball, a disc, a line or a grid, some of them twice.
int32_t some_points3(trial* t, imp3_vec* points);

typedef struct couple3
{
    const imp3_shape *a, *b;
    imp3_pose pose_a, pose_b;
} couple3;

couple3 a_couple3(trial* t);

enum
{
    GROUND_SIDE = 5  // samples along each side of a ground
};

/// Bumpy ground over a grid: as heights, some cells of them missing, and as triangles.
typedef struct ground
{
    float samples[GROUND_SIDE * GROUND_SIDE];
    uint8_t holes[(GROUND_SIDE - 1) * (GROUND_SIDE - 1)];
    imp3_vec points[GROUND_SIDE * GROUND_SIDE];
    int32_t corners[6 * (GROUND_SIDE - 1) * (GROUND_SIDE - 1)];
    imp3_heights heights;      // of these
    imp3_triangles triangles;  // likewise
} ground;

void draw_ground(trial* t, ground* g);

#endif
