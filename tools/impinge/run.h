// SPDX-License-Identifier: MIT
//
// The command `impinge run`: a scene made a world and taken through time; what came of it, told in three ways.

#ifndef IMPINGE_TOOLS_RUN_H
#define IMPINGE_TOOLS_RUN_H

#include <stdio.h>

#include "io/io.h"

enum
{
    RUN_THREADS_MAX = 64,
    RUN_POSES_MAX = 4 << 20  // that a page keeps, of bodies and particles in all frames: with more, fewer are kept
};

typedef struct run_options
{
    double seconds, hz;
    int32_t threads;  ///< 0 for as many as there are processors
    bool keep_frames, show_progress;
    const char* record;  ///< a file for a recording, or null
    FILE* head;          ///< where the head of the report goes before the first step, or null
} run_options;

/// Bytes that grow.
typedef struct run_bytes
{
    uint8_t* items;
    size_t count, capacity;
} run_bytes;

/// What there is to plot, of one frame.
typedef struct run_figures
{
    double kinetic, potential;  ///< of all dynamic bodies and particles [J]
    double ms;                  ///< the step that led here, or the mean of those since the last frame
    float depth;                ///< the deepest since the last frame [m]
    int32_t contacts, awake;
    int32_t particle_contacts, impacts;  ///< impacts since the last frame
} run_figures;

/// Movers and particles at times that are `stride` steps apart (run_frames.c tells the form of the bytes).
typedef struct run_frames
{
    run_bytes poses, contacts, particles;
    run_figures* figures;
    int32_t* movers;     ///< bodies that are not static
    imp2_vec* centers;   ///< of mass, of each body, in its frame: what its poses in the frames are about
    imp3_vec* centers3;  ///< the same in space
    int32_t (*last3)[2][7];
    int32_t (*last)[2][3];  ///< poses of the two frames before
    int32_t stride, count, mover_count;
    size_t figures_capacity, movers_capacity, centers_capacity, last_capacity, centers3_capacity, last3_capacity;
    double unit;                     ///< of positions [m]
    float* places;                   ///< of particles, now: two numbers each, in space three
    int32_t (*particle_last)[2][3];  ///< in the two frames before
    size_t places_capacity, particle_last_capacity;
    int32_t particle_count;
    double particle_unit;  ///< [m]
    run_bytes bends;       ///< points of meshes that bend (run_bends.c)
    int32_t (*bend_last)[2][3];
    size_t bend_capacity;
    int32_t bend_points;  ///< of all of them
} run_frames;

/// What became of particles.
typedef struct run_particles
{
    imp_particle_stats stats;  ///< of the last step
    int64_t impacts;           ///< of all steps
    int32_t most_contacts;
    int32_t lost;  ///< as bodies are
    uint64_t hash;
} run_particles;

/// A joint as a page draws it: its ends, each in the world or as seen from the centre of mass of a body that moves.
typedef struct run_joint
{
    int32_t bodies[2];  ///< -1: the place is in the world
    float at[2][3];
    int64_t gone;  ///< the step in which it broke; 0 while it is there
} run_joint;

/// A coupling of two of them.
typedef struct run_coupling
{
    bool is_rope;  ///< of two distances
    int64_t gone;
} run_coupling;

/// Joints and couplings of the scene. Lists are there for a page alone.
typedef struct run_ties
{
    run_joint* joints;
    run_coupling* couplings;
    size_t joint_capacity, coupling_capacity;
    int32_t broken_joints, broken_couplings;
} run_ties;

typedef struct run_result
{
    io_world world;
    io_world3 space;  ///< instead, of a scene of space
    run_frames frames;
    int32_t kinds[IMP_BODY_KIND_COUNT];  ///< bodies of each kind
    imp_world_stats stats;               ///< at the end
    uint64_t hash;                       ///< the same
    int64_t steps;
    double hz;
    int32_t threads;
    double read_ms, make_ms, step_ms, slowest_ms;  ///< step_ms: of all steps together
    int64_t slowest_step;
    int32_t touching, points, most_touching;  ///< pairs of colliders that touch, and where, at the end; at most
    float depth, depth_most;                  ///< deepest penetration, at the end and ever [m]
    int64_t depth_step;
    int32_t depth_objects[2];  ///< who were the deepest ever; -1 when nothing was
    imp2_vec depth_place;      ///< where
    imp3_vec depth_place3;
    run_particles particles;
    run_ties ties;
    int32_t lost;  ///< movers that have left the scene for good: they fall, and nothing is below
} run_result;

/// Runs a scene. On failure the error says where, and there is nothing to free.
io_status run_scene(const io_scene* scene, const run_options* options, run_result* out, io_error* error);
void run_result_free(run_result* result);

/// The report: its head as soon as the world is made, the rest when it has run.
void run_report_head(FILE* out, const io_scene* scene, const run_result* result);
void run_report(FILE* out, const io_scene* scene, const run_result* result);
void run_json(FILE* out, const io_scene* scene, const run_result* result);

/// The page: a replay in one file that needs nothing else.
io_status run_page(const char* path, const io_scene* scene, const run_result* result, io_error* error);

// Frames

io_status run_frames_begin(run_result* result, const io_scene* scene);
io_status run_frames_add(run_result* result, const io_scene* scene, const imp2_world_contact* contacts, int32_t count,
                         const run_figures* figures);
void run_frames_free(run_frames* frames);

/// Particles of a frame, in both dimensions.
bool run_begin_particles(run_frames* frames, const io_scene* scene);
bool run_put_particles(run_result* result);

/// {unit, groups: [[count, radius], ...], links: [[kind, end, end], ...], surfaces: [[point..., normal...], ...]}, with its
/// name, how many are lost, and the frames.
bool run_write_particles(FILE* file, const io_scene* scene, const run_result* result);

/// joints: [[end, end], ...], where there are any; an end is a place in the world, or a body that moves and a place as
/// seen from its centre of mass. Of one that broke the first frame without it comes third. couplings: [[joint, joint,
/// is it a rope?, the first frame without it or -1], ...].
void run_write_joints(FILE* file, const io_scene* scene, const run_result* result);
void run_ties_free(run_ties* ties);

/// Bytes of frames: a byte, a number, a value as a whole number of units, and how far it is from its course.
bool run_put_byte(run_bytes* bytes, int32_t value);
bool run_put_number(run_bytes* bytes, int32_t value);
int32_t run_round_to(double value, double unit);
bool run_put_on_course(run_bytes* bytes, int32_t last[2], int32_t value, bool first);
int32_t run_impulse_level(float impulse);
int32_t run_stride(const run_result* result);

// Space (run_space.c, run_frames3.c, run_page3.c)

/// Points of meshes that bend, in a frame; and bends: [[shape, count of points], ...] with the bytes of all frames, where
/// there are any.
bool run_begin_bends(run_result* result, const io_scene* scene);
bool run_put_bends(run_result* result, const io_scene* scene);
bool run_write_bends(FILE* file, const io_scene* scene, const run_result* result);

/// Runs a scene of space; run_scene calls it with its threads made.
io_status run_space(const io_scene* scene, const run_options* options, const imp_jobs* jobs, run_result* out,
                    io_error* error);
io_status run_frames3_begin(run_result* result, const io_scene* scene);
io_status run_frames3_add(run_result* result, const io_scene* scene, const imp3_world_contact* contacts, int32_t count,
                          const run_figures* figures);
io_status run_page3(const char* path, const io_scene* scene, const run_result* result, io_error* error);

/// On a terminal, from before the first step on; *shown is when it was last [ms].
void run_show_progress(const run_options* options, const run_result* result, int64_t step, double* shown);
void run_hide_progress(double shown);

/// Adds a frame's figures, for whoever adds its bytes.
bool run_figures_add(run_frames* frames, const run_figures* figures);

/// A number of bytes packed by zlib, as base64: "name":"...", and a comma.
bool run_write_packed(FILE* file, const char* name, const run_bytes* bytes);
void run_write_figures(FILE* file, const run_frames* frames);

#endif
