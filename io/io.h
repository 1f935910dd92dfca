// SPDX-License-Identifier: MIT
//
// Scenes from files: Tiled (.tmx, .tmj), LDtk (.ldtk), robots (URDF, MJCF) and a JSON of our own (docs/scene-json.md),
// told apart by what is in them. Whatever a reader changes, leaves out or decides is in the scene's notes; nothing is dropped in silence.
//
// A scene can be made a world (io_world_make): what a file says about bodies, materials and gravity is kept for that.
//
// All positions come out in metres with y up: readers of maps flip y (y_world = -y_file) and scale.

#ifndef IMPINGE_IO_H
#define IMPINGE_IO_H

#include "impinge/impinge2.h"
#include "impinge/impinge3.h"
#include "io/tree.h"

enum
{
    IO_OBJECT_MAX = 1 << 20,  // objects of a scene
    IO_NOTE_MAX = 1 << 20,
    IO_CELL_MAX = 1 << 25,  // tiles of all layers of a file
    IO_EXTERNAL_MAX = 1024  // other files that one file refers to
};

/// A body that a file describes, with the objects that refer to it as its colliders.
typedef struct io_body
{
    const char* name;  ///< never null
    const char* path;  ///< where in the file it comes from: bodies[3]
    int32_t file;      ///< index into the scene's files
    float gravity;     ///< how much of the world's it feels
    imp2_mass mass;    ///< instead of that of its colliders, if its mass is above 0; an inertia of 0 is found by theirs
    imp2_body_def def;
} io_body;

/// One placed thing: a convex shape, or a compound (a region, a chain). The one that is not used has kind 0.
typedef struct io_object
{
    const char* name;   ///< as in the file, or made up from what it is; never null
    const char* layer;  ///< "" when there is none
    const char* path;   ///< where in the file it comes from: layers[2].objects[17]
    int32_t file;       ///< index into the scene's files
    int32_t structure;  ///< parts of one thing (the outlines of a tile layer, the shapes of a tile) share a number
                        ///< above 0; 0 stands alone
    bool is_static;     ///< tile layers, grids, and what the file calls static
    bool is_solid;      ///< false for points and for what the file calls not solid, a sensor or a trigger
    imp2_shape shape;
    imp2_compound compound;
    imp2_pose pose;  ///< in the world, as the body has it when there is one
    int32_t body;    ///< index into the scene's bodies; -1 when the file says nothing about how it moves
    imp2_collider_def collider;
} io_object;

/// A particle that a file describes, or a rectangle or a box that is filled with many alike. Of the plane x, y and turns
/// about z count, here and in forces and links.
typedef struct io_particle
{
    const char* name;  ///< "" when there is none
    const char* path;  ///< where in the file it comes from: particles.items[3]
    int32_t file;
    int32_t first, count;    ///< numbers first to first + count - 1 of all particles of the scene
    imp3_particle particle;  ///< of the filling the first one
    imp3_box box;            ///< which is filled
    float spacing;           ///< of the filling; 0 for a particle that is alone
    bool staggered;          ///< every second row lies in the gaps of the one below
    bool is_flat;            ///< in the plane
} io_particle;

/// A force on particles. An end that is a solid has as its id that of io_end_body or io_end_object.
typedef struct io_force
{
    const char* path;
    int32_t file;
    imp3_force force;
} io_force;

/// The same for a link.
typedef struct io_link
{
    const char* path;
    int32_t file;
    imp3_link link;
} io_link;

/// All that files say about particles.
typedef struct io_particles
{
    io_particle* items;
    io_force* forces;
    io_link* links;
    size_t item_count, force_count, link_count;
    size_t item_capacity, force_capacity, link_capacity;
    int32_t count;           ///< of all particles
    imp3_particles_def def;  ///< its length_unit is that of the world, and its gravity unless has_gravity
    bool is_there;           ///< a file has particles, if only none at all
    bool has_gravity;
} io_particles;

/// Kinds of joints, of the plane, of space or of both.
enum
{
    IO_JOINT_WELD,
    IO_JOINT_REVOLUTE,
    IO_JOINT_PRISMATIC,
    IO_JOINT_BALL,
    IO_JOINT_HINGE,
    IO_JOINT_SLIDER,
    IO_JOINT_CONE,
    IO_JOINT_UNIVERSAL,
    IO_JOINT_WHEEL,
    IO_JOINT_DISTANCE,
    IO_JOINT_ROPE,
    IO_JOINT_FRICTION,
    IO_JOINT_MOTOR,
    IO_JOINT_MOUSE,
    IO_JOINT_KIND_COUNT
};

/// A joint as a file tells it; of the plane x and y count. Bodies have the ids of io_end_body or io_end_object.
typedef struct io_joint
{
    const char* name;  ///< null when there is none
    const char* path;
    int32_t file;
    int32_t kind;      ///< IO_JOINT_...
    bool is_of_world;  ///< A is the world
    uint64_t a, b;
    bool has_at, has_at_a, has_at_b;  ///< else the origin of B, of A, of B
    imp3_vec at, at_a, at_b;          ///< in the world
    imp3_vec axis, up;                ///< the zero vector where nothing is said
    float force, torque;
    imp_axis axes[IMP3_AXIS_COUNT];  ///< by IMP2_AXIS_... or IMP3_AXIS_...
    uint32_t told;                   ///< bits of axes: those that are not as the kind has them
    bool has_cone_y, has_cone_z, has_cardan;
    float cone_y, cone_z;  ///< where they are told, as the next; else as the kind has them
    bool cardan;
    float break_force, break_torque;
    bool collide;
    int32_t vehicle;        ///< number of the vehicle whose wheel it is, counted from 1; 0 of any other joint
    imp_wheel wheel;        ///< of such, but for its body, which is B
    float speed, steer;     ///< the same; the greatest torque is as above
} io_joint;

/// A chassis and its wheels, which are joints of the scene: A is the chassis.
typedef struct io_vehicle
{
    const char* path;
    int32_t file;
    uint64_t chassis;
    imp3_vec up, forward;  ///< forward is of space alone
    size_t first, count;   ///< joints
} io_vehicle;

/// Kinds of couplings of joints.
enum
{
    IO_COUPLING_SUM,
    IO_COUPLING_GEAR,
    IO_COUPLING_RACK,
    IO_COUPLING_PULLEY,
    IO_COUPLING_ROLL_BAR,
    IO_COUPLING_KIND_COUNT
};

/// A coupling as a file tells it.
typedef struct io_coupling
{
    const char* path;
    int32_t file;
    int32_t kind;              ///< IO_COUPLING_...
    size_t a, b;               ///< joints
    int32_t axis_a, axis_b;    ///< of a sum: IMP2_AXIS_... or IMP3_AXIS_...
    float ratio_a, ratio_b;    ///< of a sum
    float ratio;               ///< of a gear and of a pulley; the radius of a rack
    float stiffness;           ///< of a bar against rolling
    bool slack;                ///< of a pulley
    bool has_axis;             ///< else the sum is as the kind has it
    imp_axis axis;
    float break_force;
} io_coupling;

/// A body of space.
typedef struct io_body3
{
    const char* name;
    const char* layer;
    const char* path;
    int32_t file;
    float gravity;   ///< how much of the world's it feels
    imp3_mass mass;  ///< as in the plane
    imp3_body_def def;
} io_body3;

/// Weights between two keys, as in glTF.
enum
{
    IO_BETWEEN_LINEAR,
    IO_BETWEEN_STEP,
    IO_BETWEEN_SPLINE,  ///< cubic, with a slope before and one behind each key
    IO_BETWEEN_COUNT
};

enum
{
    IO_MORPH_MAX = 64  // of a mesh
};

/// Morph targets of a mesh, and their weights over time. A wave is two of them.
typedef struct io_morph
{
    const imp3_vec* targets;  ///< a displacement of each point of the mesh, target by target [m]
    const double* times;      ///< of keys, rising [s]
    const double* weights;    ///< of each target, key by key; of a spline three of each: slope before, weight, slope behind
    int32_t target_count, key_count;
    int32_t between;  ///< IO_BETWEEN_...
    bool loops;       ///< else the last key stays
    bool is_wave;
    imp3_vec amplitude, along;  ///< what a wave was made of
    float length, period;
} io_morph;

/// A mesh that bends, in the scene's arena: each point is where it was given, moved by all morphs.
typedef struct io_bend
{
    const imp3_vec* points;  ///< in the body's frame
    const int32_t* corners;
    int32_t point_count, corner_count;
    const io_morph* morphs;
    int32_t morph_count;
} io_bend;

/// A collider of such a body: a convex shape, or a compound. The one that is not used has kind 0.
typedef struct io_collider3
{
    const char* name;
    const char* path;
    int32_t file;
    int32_t body;  ///< index into the bodies
    imp3_shape shape;
    imp3_compound compound;
    imp3_heights heights;   ///< what a height field was made of, in the scene's arena
    imp3_vec center, half;  ///< what an oriented box was made of; half is 0 of any other
    const io_bend* bend;    ///< of a mesh that bends, else null
    bool is_shared;         ///< the shape or the compound is an earlier collider's, who frees it
    imp3_collider_def def;
} io_collider3;

/// A scene of space, as files tell it.
typedef struct io_space
{
    io_body3* bodies;
    io_collider3* colliders;  ///< in the order of their bodies
    size_t body_count, collider_count;
    size_t body_capacity, collider_capacity;
    imp3_world_def world;
} io_space;

enum
{
    IO_NOTE_TAKEN,   ///< what was taken, and by which rule
    IO_NOTE_REPAIR,  ///< taken, but not quite as it stood
    IO_NOTE_SKIP     ///< left out
};

typedef struct io_note
{
    int32_t kind;  ///< IO_NOTE_...
    int32_t file;
    const char* path;
    const char* text;
} io_note;

typedef struct io_file
{
    const char* name;
    const char* format;      ///< "Tiled map", "LDtk project", "Impinge scene"
    const char* scale_from;  ///< why the scale is what it is
    double scale;            ///< metres per unit of the file
    int32_t objects;
    bool is_turned;  ///< y pointed down in the file
    bool is_robot;   ///< URDF or MJCF
    bool is_scene;   ///< one of our own: what it does not say is as documented, and nothing is chosen for it
    imp2_box paper;  ///< the page of a drawing; no wider than 0 when there is none
} io_file;

typedef struct io_scene
{
    io_arena arena;  ///< all text
    io_object* objects;
    io_note* notes;
    io_file* files;
    io_body* bodies;
    size_t object_count, note_count, file_count, body_count;
    size_t object_capacity, note_capacity, file_capacity, body_capacity;
    imp2_world_def world;  ///< what the last file that says something says
    bool has_length_unit;  ///< one of them says length_unit; else it is chosen by the sizes of things (io/sizes.c)
    io_particles particles;
    io_joint* joints;
    io_vehicle* vehicles;
    io_coupling* couplings;
    size_t joint_count, vehicle_count, coupling_count;
    size_t joint_capacity, vehicle_capacity, coupling_capacity;
    io_space space;     ///< empty in a scene of the plane, as all else is in one of space
    int32_t dimension;  ///< of what was read: 2 or 3; 0 before
    size_t vertex_count;
    int32_t structure_count;
} io_scene;

/// How a reader gets at files. `path` is relative to the working directory. The bytes belong to the caller afterwards,
/// who gives them back with the same allocator and `*capacity`.
typedef struct io_files
{
    io_status (*read)(void* user, const char* path, const imp_allocator* allocator, char** bytes, size_t* size,
                      size_t* capacity, io_error* error);
    void* user;
} io_files;

/// Colliders that a moving mesh may have.
enum
{
    IO_WEAR_PARTS = 0,  ///< convex parts, or its hull where that has no hollow
    IO_WEAR_HULL,
    IO_WEAR_MESH,   ///< its triangles
    IO_WEAR_FIELD,  ///< its triangles with a distance field, for what is to fit
    IO_WEAR_COUNT
};

/// How the root of a robot is held.
enum
{
    IO_ROOT_AS_TOLD = 0,  ///< as the file says: a URDF stands fast when its root is called world
    IO_ROOT_FIXED,
    IO_ROOT_FREE
};

/// IO_WEAR_... by its word ("parts", "hull", "mesh", "field"); -1 of any other.
int32_t io_wear_of(const char* word);

struct io_mesh;

typedef struct io_options
{
    double scale;               ///< metres per unit of the file; 0 takes the format's own: one tile is 1 m
    bool true_size;             ///< a drawing is as large as it says; else so that its things are 0.1 to 10 m large
    double tolerance;           ///< curves become points at most this far from them, and convex parts are no farther
                                ///< out of meshes [m]; 0 takes the format's own, and of a mesh a fiftieth of its side
    const char* const* layers;  ///< only layers of these names ("group/layer" and "group" work too)
    int32_t layer_count;
    bool tiles;      ///< whole cells of tile layers and grids stay what they are: each a box that stands alone
    bool all_files;  ///< a tileset that cannot be read is an error; else it costs its tiles
    const char* const* moving;  ///< nodes of meshes that move, by name; an asterisk at the end stands for any more
    int32_t moving_count;
    int32_t wears;      ///< IO_WEAR_...: what meshes are that move
    bool wears_told;    ///< of robots, too, whose meshes are hulls otherwise
    int32_t root;       ///< IO_ROOT_...: how robots are held
    bool hold;          ///< joints of a URDF hold where they begin, as strong as it says
    bool meets_itself;  ///< links of a URDF collide with each other
    /// Reads a mesh of a format other than OBJ, STL and PLY, by its path (io_mesh_load_foreign). Null for nobody.
    io_status (*read_mesh)(const char* path, double scale, const imp_allocator* allocator, struct io_mesh* out,
                           io_error* error);
    int32_t copies;  ///< of all that moves, above 0: how often it is there, itself counted; a mesh file moves then of
                     ///< which nothing else does
    /// Told while a mesh is taken apart, by its name, from 0 to 1; false to stop. Null for nobody.
    bool (*watching)(void* watcher, const char* name, double done);
    void* watcher;
    const io_files* files;  ///< null for the file system
} io_options;

void io_scene_init(io_scene* scene, const imp_allocator* allocator);
void io_scene_free(io_scene* scene);

/// Adds what is in a file to a scene. A call that fails leaves objects, notes and files as they were.
io_status io_scene_load(io_scene* scene, const char* path, const io_options* options, io_error* error);

/// The same for a file whose bytes are at hand; path only names it and says where its neighbours are.
io_status io_scene_load_bytes(io_scene* scene, const char* path, const char* bytes, size_t size,
                              const io_options* options, io_error* error);

/// Adds the meshes of a file to a scene of space (OBJ, STL, PLY, and whatever io_mesh_is_foreign knows): each node with
/// meshes is a body. It stands with all its triangles, or moves as convex parts when its name ends in "-rigid", when the
/// options name it, or when its extras or KHR_physics_rigid_bodies say so (docs/run.md); what is below a node that moves
/// moves with it. A call that fails leaves the scene as it was.
io_status io_scene_load_meshes(io_scene* scene, const char* path, const io_options* options, io_error* error);

/// Ends a scene of space that has meshes from files: what moves is copied as the options say, with room around each, `drop`
/// test bodies fall on it, what moves gets a floor when nothing stands and `floor` is wanted, and the length unit is chosen by what moves unless a file says it. Notes tell all that,
/// and when nothing moves. A scene of our own is as it says, but for what is dropped.
io_status io_scene_end_space(io_scene* scene, const io_options* options, int32_t drop, bool floor, io_error* error);

/// Puts a floor under a scene in which nothing stands that could be fallen on: a static box below all things and the
/// paper of drawings, wider than these by their larger side to the left and to the right, with a note. Scenes of our own
/// are as they say, and so is one without gravity downwards. *added tells.
io_status io_scene_add_floor(io_scene* scene, bool* added, io_error* error);

/// A scene as JSON of our own; reading it back gives the same objects.
io_status io_scene_save(const io_scene* scene, const char* path, io_error* error);

/// A body of a world that was made of a scene.
typedef struct io_world_body
{
    imp_body handle;
    const char* name;
    int32_t kind;   ///< IMP_BODY_...
    float gravity;  ///< how much of the world's it feels
} io_world_body;

typedef struct io_world
{
    imp_allocator allocator;
    imp2_world* world;
    imp2_particles* particles;  ///< numbered as in the scene; null when no file has any
    io_world_body* bodies;
    imp_joint* joints;  ///< of the scene
    imp_coupling* couplings;
    size_t joint_room, coupling_room;
    int32_t* wearers;  ///< of each object of the scene: index into bodies, -1 when it is not solid
    size_t body_room, wearer_room;
    int32_t body_count;
} io_world;

/// A world of the scene's bodies, in order, then of the objects that no body has: each is one by itself, or one with
/// those of its structure, static when it is said to be or when it has no area. A collider's user number is the index
/// of its object. What is not solid is left out. Joints come after all bodies, those of wheels after all others, and then
/// couplings. Particles are to be stepped by the caller, before each step of the world (imp2_world_step_particles). The
/// scene must outlive the world.
io_status io_world_make(const io_scene* scene, const imp_jobs* jobs, io_world* out, io_error* error);
void io_world_free(io_world* world);

/// A mesh of a world that bends.
typedef struct io_world_bend
{
    imp_collider handle;
    int32_t collider;  ///< of the scene
    imp3_vec* points;  ///< where they are after the next step, in the order of the scene; as many again to work with
    size_t room;
} io_world_bend;

/// A world that was made of a scene of space; a collider's user number is the index of that of the scene.
typedef struct io_world3
{
    imp_allocator allocator;
    imp3_world* world;
    imp3_particles* particles;  ///< numbered as in the scene; null when no file has any
    io_world_body* bodies;
    imp_joint* joints;  ///< of the scene
    imp_coupling* couplings;
    io_world_bend* bends;
    size_t joint_room, coupling_room;
    size_t body_room, bend_room;
    int32_t body_count, bend_count;
    double time;  ///< of meshes that bend: the steps that they have been told of [s]
} io_world3;

/// A world of the bodies of space of a scene, in order; particles as in the plane. Meshes that bend are to be bent by the
/// caller, before each step. The scene must outlive it.
io_status io_world3_make(const io_scene* scene, const imp_jobs* jobs, io_world3* out, io_error* error);

/// Sends the points of all meshes that bend to where they are after a step of such a time; those whose points stay are
/// left alone. On failure nothing is lost, and *path, which may be null, is that of the collider it failed at, or "".
imp_status io_world3_bend(const io_scene* scene, io_world3* world, float time, const char** path);

/// The points of a mesh that bends, at a time since the beginning.
void io_bend_at(const io_bend* bend, double time, imp3_vec* points);
void io_world3_free(io_world3* world);

/// English for what a collider of space is: "sphere", "height field".
const char* io_collider3_kind(const io_collider3* collider);

/// A collider as a compound, whichever it is. It refers to the collider and needs no imp3_compound_free.
imp3_compound io_collider3_compound(const io_collider3* collider);

/// A regular file of at most IO_FILE_SIZE_MAX bytes.
io_status io_file_read(void* user, const char* path, const imp_allocator* allocator, char** bytes, size_t* size,
                       size_t* capacity, io_error* error);

/// Where the particle of a number below `count` is at the beginning.
imp3_vec io_particle_place(const io_particle* particle, int32_t number);

/// What the end of a force or a link is given as the id of a solid: of a body of the scene, or of an object that no
/// body has; and back, -1 when it is not one.
uint64_t io_end_body(size_t body);
uint64_t io_end_object(size_t object);
int64_t io_end_is_body(uint64_t solid);
int64_t io_end_is_object(uint64_t solid);

/// Whether a body of the object alone stands: it is said to be static, or has no area and hence no mass.
bool io_object_stands(const io_object* object);

/// English for a kind of shape: "circle", "oriented box".
const char* io_shape_name(int32_t kind);

/// English for what an object is: the name of its shape, "region" or "chain".
const char* io_object_kind(const io_object* object);

/// An object as a compound, whichever it is. It refers to the object and needs no imp2_compound_free.
imp2_compound io_object_compound(const io_object* object);

/// Vertices of an object, of all its rings.
size_t io_object_vertices(const io_object* object);

#endif
