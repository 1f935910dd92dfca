// SPDX-License-Identifier: MIT
//
// What the readers share among themselves: where they are in the file, how objects, notes and errors are added, and
// outlines in the units of the file on their way to shapes.

#ifndef IMPINGE_IO_READER_H
#define IMPINGE_IO_READER_H

#include <stdio.h>

#include "io/curve.h"
#include "io/io.h"

typedef struct io_reader
{
    io_scene* scene;
    const io_options* options;
    const imp_allocator* allocator;  // never null
    io_error* error;
    const char* file;  // path of the file that is read
    int32_t file_index;
    double scale;       // metres per unit
    double tolerance;   // of curves that become points, in units of the file
    imp2_vec origin;    // where the frame of the objects is in the world; they are stored relative to it
    size_t cells;       // tiles read so far, for IO_CELL_MAX
    int32_t externals;  // other files read so far, for IO_EXTERNAL_MAX
    bool layer_found;   // an option asked for layers, and one was there
    const char* wants;  // what would have been a shape in such a file
    bool silent;        // notes are not taken: the same is read once more
    char path[256];     // element path
} io_reader;

/// The reader of a file that is added to a scene. Without options all are as they come.
io_reader io_reader_of(io_scene* scene, const char* path, const io_options* options, io_error* error);

/// Appends to the element path; the result undoes it. A path that does not fit ends in "...".
size_t io_path_push(io_reader* reader, const char* format, ...);
void io_path_pop(io_reader* reader, size_t length);

/// "maps/t/../sets/./a.tsx" -> "maps/sets/a.tsx", in place; leading ".." stay.
void io_path_shorten(char* path);

/// Ends the reading with a message for the element at hand; node gives the line and may be null.
io_status io_fail(io_reader* reader, io_status status, const io_node* node, const char* format, ...);
io_status io_fail_memory(io_reader* reader);

/// Adds a note for the element at hand.
io_status io_note_add(io_reader* reader, int32_t kind, const char* format, ...);

/// Takes the scale asked for, or else `scale` and why it is that; and the tolerance asked for, or else that of the
/// format in units of the file.
void io_scale_set(io_reader* reader, double scale, const char* scale_from, double tolerance);

/// The scale for things of such sizes in a file that lie in a box of such a size: the largest of 1, 2 and 5 times a
/// power of ten at which their median is no more than 1 m and the box no more than 100 m. Sorts the sizes.
double io_scale_for(double* sizes, size_t count, double whole);

/// The median, of two the lower; sorts the sizes. There is at least one.
double io_median(double* sizes, size_t count);

/// Chooses the scene's length unit by what is in it, unless a file says it: 1 m when the median of the things that move
/// (of all when none does) is from 0.1 to 10 m, else the power of two below the median.
io_status io_length_unit_choose(io_reader* reader);

/// Text that lives as long as the scene; null when memory runs out.
const char* io_print(io_reader* reader, const char* format, ...);

/// Number of a new structure.
int32_t io_structure_new(io_reader* reader);

/// Whether the options ask for a layer: by its name, by its group/name, or by a group that it is in.
bool io_layer_wanted(io_reader* reader, const char* name, const char* full_name);

/// A required, or an optional number of a node; what is there must be a finite number.
io_status io_number(io_reader* reader, const io_node* node, const char* name, double* out);
io_status io_number_or(io_reader* reader, const io_node* node, const char* name, double otherwise, double* out);
io_status io_integer_or(io_reader* reader, const io_node* node, const char* name, int64_t otherwise, int64_t* out);

/// Reads another file that this one refers to, relative to `base`. On success `*tree` is the caller's, and
/// `*resolved` (text of the scene) its path.
io_status io_external(io_reader* reader, const io_node* node, const char* base, const char* source, io_tree* tree,
                      const char** resolved);

/// An object without its shape: what it is called and what it is.
typedef struct io_label
{
    const char* name;
    const char* layer;
    int32_t structure;
    bool is_static, is_solid;
    const struct io_motion* motion;  // null when the file says nothing
} io_label;

// How things move

/// A body, but for its name and place, and what it wears.
typedef struct io_motion
{
    io_body body;
    imp2_collider_def collider;
} io_motion;

enum
{
    IO_KEY_NUMBER,
    IO_KEY_FLAG,
    IO_KEY_BIT,  // a flag that is a bit of a uint32_t, namely upper
    IO_KEY_VEC,
    IO_KEY_VEC3,
    IO_KEY_PLACE,  // an imp3_vec: two numbers in the plane, three in space
    IO_KEY_SPIN,   // an imp3_vec: a number in the plane, about z, three in space
    IO_KEY_WHOLE   // int32_t, uint32_t
};

/// A member of a struct, as files call it. A vector is name_x and name_y where a format knows single values only.
typedef struct io_key
{
    const char* name;
    size_t offset;
    int32_t kind;        // IO_KEY_...
    float lower, upper;  // of numbers
} io_key;

/// Bounds of numbers, and the end of a table.
#define IO_KEY_ANY -IMP_MAGNITUDE_MAX, IMP_MAGNITUDE_MAX
#define IO_KEY_POSITIVE 0.0f, IMP_MAGNITUDE_MAX
#define IO_KEYS_END                                                                                                    \
    {                                                                                                                  \
        NULL, 0, 0, 0, 0                                                                                               \
    }

/// Keys of io_body, of imp2_collider_def and of imp2_world_def; each table ends with a name that is null.
extern const io_key io_body_keys[], io_collider_keys[], io_world_keys[];

/// The same for space.
extern const io_key io_body3_keys[], io_collider3_keys[], io_world3_keys[];

/// Keys of imp3_particles_def, of io_particle, of imp3_force by its kind and of imp3_link; and what kinds are called.
extern const io_key io_particles_keys[], io_particle_keys[], io_link_keys[];
extern const io_key* const io_force_keys[IMP_FORCE_USER];
extern const char *const io_force_kinds[IMP_FORCE_USER], *const io_link_kinds[IMP_LINK_KIND_COUNT];
extern const char* const io_rest_kinds[IMP_REST_COUNT];
extern const char* const io_body_kinds[IMP_BODY_KIND_COUNT];

/// Sets a member of a struct; false, and nothing is changed, when the value does not fit.
bool io_key_set(const io_key* key, const io_node* value, void* out);

/// A key as it is in the plane (2) or in space (3).
io_key io_key_in(const io_key* key, int32_t dimension);

/// What would fit: "a number of 0 or more".
void io_key_wants(const io_key* key, char* out, size_t size);

/// What is not said.
io_motion io_motion_default(void);
imp2_world_def io_world_default(void);
imp3_world_def io_world3_default(void);
io_body3 io_body3_default(void);
imp3_collider_def io_collider3_default(void);
imp3_particles_def io_particles_default(void);
io_particle io_particle_default(void);

/// A length below 0 is the distance of both ends as they stand.
imp3_force io_force_default(int32_t kind);
imp3_link io_link_default(void);

/// Value of a property of a node; null when there is none.
typedef const io_node* io_property(const io_node* node, const char* name);

/// Takes what the properties of a node say about how its object moves, over what the label says already. A value that
/// cannot be used is left out with a note.
io_status io_motion_read(io_reader* reader, const io_node* node, io_property* get, io_label* label);

/// The same for the world: gravity (downwards), length_unit, sub_steps.
io_status io_world_read(io_reader* reader, const io_node* node, io_property* get);

/// A new body; index tells which.
io_status io_body_add(io_reader* reader, const io_body* body, int32_t* index);

/// Takes over the shape, also when it fails.
io_status io_object_add(io_reader* reader, const io_label* label, imp2_shape* shape, const imp2_pose* pose);
io_status io_compound_add(io_reader* reader, const io_label* label, imp2_compound* compound, const imp2_pose* pose);

// Outlines

enum
{
    IO_OUTLINE_BOX,      // two opposite corners
    IO_OUTLINE_ELLIPSE,  // corners of the box around it
    IO_OUTLINE_CAPSULE,  // corners of the box around it
    IO_OUTLINE_POINT,
    IO_OUTLINE_POLYGON,  // one ring, or several
    IO_OUTLINE_POLYLINE
};

/// In units of the file, y down.
typedef struct io_outline
{
    int32_t kind;
    int32_t count;  // of all points
    const io_point* points;
    const int32_t* rings;  // points of each ring; null for a single one
    int32_t ring_count;
    int32_t fill;    // IMP_FILL_...; with IMP_FILL_RESOLVE crossings are no fault
    bool is_closed;  // of a polyline
} io_outline;

/// Makes the shape of an outline after m, flipped and scaled to the world, and adds it as an object, or skips it with a
/// note. A polygon that is not convex becomes a region, a polyline a chain. With `quiet` nothing is noted: the caller
/// has said it once for all copies.
io_status io_outline_add(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label,
                         bool quiet);

/// Whether io_outline_add would make something of it; notes what would be repaired or left out.
io_status io_outline_check(io_reader* reader, const io_outline* outline, bool* usable);

/// The part of the above for polygons; label is null to only check.
io_status io_polygon_add(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label,
                         bool quiet, bool* usable);
io_status io_polyline_add(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label);

/// From the file to the objects' frame, metres, y up.
io_status io_to_world(io_reader* reader, io_point p, imp2_vec* out);

/// Two numbers in metres.
io_status io_to_float(io_reader* reader, double x, double y, imp2_vec* out);

/// Adds a shape that a make function has made, or tells its status.
io_status io_shape_add(io_reader* reader, const io_label* label, imp_status made, imp2_shape* shape);

/// The error for what a make function answered.
io_status io_fail_status(io_reader* reader, const io_node* node, imp_status made);

/// The notes for what a make function mended; both may be null.
io_status io_note_repair(io_reader* reader, const imp2_repair* repair, const imp2_outline_report* report);
io_status io_note_crossing(io_reader* reader, const imp2_outline_report* report);

// Grids of solid cells

/// Cells x0 to x1 (not included) of row y that belong together; the rest is for the outlines.
typedef struct io_run
{
    int32_t y, x0, x1;
    int32_t value;
    int32_t set, left, right;
} io_run;

typedef struct io_runs
{
    io_run* items;
    size_t count, capacity;
} io_runs;

/// What became of cells.
typedef struct io_cells
{
    int32_t outlines, holes;
    int32_t boxes;  // of cells that were to stay by themselves
} io_cells;

/// Adds one cell; cells of a row that come in order and have the same value become one run.
io_status io_runs_add(io_reader* reader, io_runs* runs, int32_t x, int32_t y, int32_t value);
void io_runs_free(io_reader* reader, io_runs* runs);

/// Traces the outlines of runs of the same value that hang together by their sides, and adds each as a static solid
/// object. width and height are those of a cell; m places the grid. names[value] names them; names may be null, then
/// label's is used. When the options ask for tiles, each cell is an object by itself, of no structure.
io_status io_runs_outline(io_reader* reader, io_runs* runs, double width, double height, const io_affine* m,
                          const io_label* label, const char* const* names, io_cells* found);

/// "merged into 2 outlines with 1 hole", for notes.
void io_cells_print(const io_reader* reader, const io_cells* found, char* out, size_t size);

// Parts of our own JSON

/// Refuses members that are not in a list of words; the first letter of each word is what it must be: t text, b true or
/// false, n number, m members in braces, l list, a anything.
io_status io_scene_members(io_reader* reader, const io_node* node, const char* known);

/// The same; members that are keys are put into a struct, by a table that may be null.
io_status io_scene_keys(io_reader* reader, const io_node* node, const io_key* keys, const char* known, void* out);

/// The members that are there of those that have a key, whatever else there is.
io_status io_scene_set(io_reader* reader, const io_node* node, const io_key* keys, void* out);
io_status io_scene_pose(io_reader* reader, const io_node* node, imp2_pose* out);

/// Both kinds stay 0 when it was left out with a note.
io_status io_scene_shape(io_reader* reader, const io_node* node, imp2_shape* shape, imp2_compound* compound);

/// The members "world", "bodies" and "particles" of the root; ends of what is in the last are looked for among the
/// bodies and the objects from `first_body` and `first_object` on.
io_status io_scene_world(io_reader* reader, const io_node* root);
io_status io_scene_bodies(io_reader* reader, const io_node* root);
io_status io_scene_particles(io_reader* reader, const io_node* root, size_t first_body, size_t first_object);

/// The members "joints", "vehicles" and "couplings", of both dimensions; their bodies as those of particles.
io_status io_scene_joints(io_reader* reader, const io_node* root, size_t first_body, size_t first_object);

/// Counts what fills the rectangle or the box of a particle whose `first` is known, and places the first of them.
int64_t io_particle_fill(io_particle* particle);

/// Bodies of space, from the root of a scene whose "dimension" is 3.
io_status io_read_space(io_reader* reader, const io_node* root);
/// Whether a name is the wanted one; an asterisk at the end of that stands for any more.
bool io_name_is(const char* name, const char* wanted);

io_status io_body3_add(io_reader* reader, const io_body3* body);

/// Takes over the shape and the compound unless it fails.
io_status io_collider3_add(io_reader* reader, const io_collider3* collider);

/// Bodies of the nodes of a file (io/mesh_foreign.h tells the tree; null: one node, called as the file), whose places
/// have `unit` metres per unit.
struct io_mesh;
io_status io_space_add_nodes(io_reader* reader, const struct io_mesh* mesh, const io_tree* tree, double unit);

/// Adds the mesh of a collider that bends to a world that is being made, with its points where they begin.
imp_status io_world3_add_bend(const io_scene* scene, io_world3* world, int32_t collider, imp_collider handle);
void io_world3_free_bends(io_world3* world);

/// The length unit for things of a median size; whether it is the usual metre.
bool io_length_unit_for(double median, float* out);
void io_space_drop(io_space* space, size_t bodies, size_t colliders);
void io_space_free(io_space* space, const imp_allocator* allocator);

struct io_end_names;

/// Writing of our own JSON: a text in quotes; what differs from the defaults, each with a comma before it; a scene of
/// space; and the member "particles", with a comma before it.
void io_write_text(FILE* file, const char* text);
void io_write_keys(FILE* file, int32_t dimension, const io_key* keys, const void* values, const void* defaults);

/// The member "parts" of a set of hulls, without a comma before it.
void io_write_parts(FILE* file, const imp3_compound* set);

/// The members "points", "triangles" and "bends" of a mesh that bends, with a comma before each.
void io_write_bend(FILE* file, const io_bend* bend);
void io_write_space(FILE* file, const io_scene* scene, const struct io_end_names* names);
void io_write_particles(FILE* file, const io_scene* scene, const struct io_end_names* names);

/// The same for the members "joints", "vehicles" and "couplings"; and a body by its name, where that says which one it
/// is, or by its number.
void io_write_joints(FILE* file, const io_scene* scene, const struct io_end_names* names);
void io_write_body(FILE* file, const io_scene* scene, const struct io_end_names* names, uint64_t solid);

/// A kind of joints: what it is called, its members, which of these it needs, and in which dimensions it is.
typedef struct io_joint_kind
{
    const char* name;
    const char* members;  // as of io_scene_members
    const char* needed[2];
    bool in_plane, in_space;
} io_joint_kind;

extern const io_joint_kind io_joint_kinds[IO_JOINT_KIND_COUNT];

/// Keys of io_joint that every kind has, those of which each has some (vectors first: at, at_a, at_b, axis, up), those of
/// how it turns (cone_y, cone_z, cardan), of a wheel, and those of imp_axis; and what axes are called in the plane and in
/// space, and their kinds.
extern const io_key io_joint_keys[], io_joint_own_keys[], io_joint_turn_keys[], io_wheel_keys[], io_axis_keys[];
extern const char *const io_axis_names[2][IMP3_AXIS_COUNT], *const io_axis_kinds[IMP_AXIS_KIND_COUNT];

/// Names of the kinds of couplings; keys of io_coupling, by its kind; which of its members it needs.
extern const struct io_coupling_kind
{
    const char* name;
    const char* members;  // as of io_scene_members
    const char* needed[2];
    const io_key* keys;
} io_coupling_kinds[IO_COUPLING_KIND_COUNT];

/// An axis of a joint or of a coupling, which is free where nothing is said.
io_status io_scene_axis(io_reader* reader, const io_node* node, imp_axis* out);

/// IMP2_AXIS_... or IMP3_AXIS_... by its name; fails for a node that names none.
io_status io_scene_axis_name(io_reader* reader, const io_node* node, const char* name, int32_t* out);

/// Adds a joint of the file that is read, at the element at hand; a vehicle; a coupling.
io_status io_joint_add(io_reader* reader, const io_joint* joint);
io_status io_vehicle_add(io_reader* reader, const io_vehicle* vehicle);
io_status io_coupling_add(io_reader* reader, const io_coupling* coupling);

void io_particles_free(io_particles* particles, const imp_allocator* allocator);

// Names

/// What names stand for: numbers from 0 on, by a table that never has to grow.
typedef struct io_names
{
    struct io_name* slots;
    size_t room, count;
} io_names;

#define IO_NAME_NONE (-1)
#define IO_NAME_SEVERAL (-2)

/// Room for so many names; false when memory runs out.
bool io_names_make(io_names* names, const imp_allocator* allocator, size_t most);
void io_names_free(io_names* names, const imp_allocator* allocator);

/// Adds a name, which is not copied; of what is already there it becomes IO_NAME_SEVERAL.
void io_names_add(io_names* names, const char* name, int64_t number);
int64_t io_names_find(const io_names* names, const char* name);

/// The first elements of a file in a scene.
typedef struct io_first
{
    size_t item, body, object, joint;
} io_first;

/// The names of particles, of bodies and of joints of a scene, for ends: particles and joints by their numbers, bodies by
/// the id of io_end_body or io_end_object. A body comes before an object of the same name.
typedef struct io_end_names
{
    io_names particles, bodies, objects, joints;
} io_end_names;

bool io_end_names_make(io_end_names* names, const io_scene* scene, const io_first* first);
void io_end_names_free(io_end_names* names, const imp_allocator* allocator);

/// The id for the end of a force, a link or a joint; IO_NAME_NONE, IO_NAME_SEVERAL.
int64_t io_end_names_body(const io_end_names* names, const char* name);

/// Among what ends of a file are looked for: what it has from these on.
typedef struct io_ends
{
    io_reader* reader;
    io_first first;
    io_end_names names;
} io_ends;

/// Elements of a list, each an object.
typedef io_status io_read_one(const io_ends* ends, const io_node* node);

/// The member "vehicles", after "joints"; and "couplings", after these, with ends that know them.
io_status io_scene_vehicle(const io_ends* ends, const io_node* node);
io_status io_scene_coupling(const io_ends* ends, const io_node* node);

/// Finds the body that a name or a number means: its id.
io_status io_end_find_body(const io_ends* ends, const io_node* node, uint64_t* out);

/// The same for a joint: its number in the scene.
io_status io_end_find_joint(const io_ends* ends, const io_node* node, size_t* out);

/// Fails since nothing, or more than one thing, is called as a node says.
io_status io_end_fail(io_reader* reader, const io_node* node, const char* what, int64_t found);

// The formats. Each gets a reader whose scene already has an entry for the file.

bool io_is_tiled(const io_node* root);
bool io_is_ldtk(const io_node* root);
bool io_is_scene(const io_node* root);
bool io_is_svg(const io_node* root);
bool io_is_geojson(const io_node* root);
io_status io_read_tiled(io_reader* reader, const io_node* root);
io_status io_read_ldtk(io_reader* reader, const io_node* root);
io_status io_read_svg(io_reader* reader, const io_node* root);
io_status io_read_geojson(io_reader* reader, const io_node* root);
io_status io_read_scene(io_reader* reader, const io_node* root);

/// Robots, in space.
bool io_is_urdf(const io_node* root);
bool io_is_mjcf(const io_node* root);
io_status io_read_urdf(io_reader* reader, const io_node* root);
io_status io_read_mjcf(io_reader* reader, const io_node* root);

#endif
