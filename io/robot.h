// SPDX-License-Identifier: MIT
//
// Robots on their way from a file (urdf.c, mjcf.c) to bodies and joints of a scene: a tree of links, each with a row of
// joints to the one above, and geometry. Numbers are doubles in the units of the scene, metres, kilograms and radians.
//
// A reader adds links, parents first, with what they have (robot.c); io_robot_end makes of them what a scene of our own
// has: robot_end.c bodies, robot_rows.c joints, robot_shapes.c colliders and what they weigh, robot_mesh.c meshes.

#ifndef IMPINGE_IO_ROBOT_H
#define IMPINGE_IO_ROBOT_H

#include "io/mesh.h"
#include "io/reader.h"
#include "io/robot_place.h"

enum
{
    IO_ROBOT_HINGE,
    IO_ROBOT_SLIDE,
    IO_ROBOT_BALL
};

enum
{
    IO_GEOM_SPHERE,     // size: radius
    IO_GEOM_CAPSULE,    // radius, half the length of its straight part; along z
    IO_GEOM_CYLINDER,   // radius, half length; along z
    IO_GEOM_BOX,        // half lengths
    IO_GEOM_ELLIPSOID,  // half lengths
    IO_GEOM_PLANE,      // z points out of it
    IO_GEOM_MESH        // scales
};

/// Actuators of a joint or of a sum of two, together: they pull to a value, and brake.
typedef struct io_robot_drive
{
    double stiffness, target, damping;
    double most;  // greatest force; 0 for any
} io_robot_drive;

/// A joint of the row that holds a link. Values are as the file counts them.
typedef struct io_robot_joint
{
    const io_node* node;
    int32_t kind;           // IO_ROBOT_...
    double at[3], axis[3];  // in the link's frame; io_robot_end turns them into the world
    double ref;             // value where the link stands at its place
    double start;           // where it is to stand in the beginning
    bool limited;           // of a ball upper alone
    double lower, upper;
    double stiffness, rest;  // a spring, and the value to which it pulls
    double damping, friction;
    io_robot_drive drive;
    double effort;                     // that a motor may have, of --hold; 0 when nobody says
    int32_t next;                      // joint of the link, towards it; -1
    int32_t leader;                    // whom it follows, or -1: it begins at ratio * the leader's value + offset
    double ratio, offset;
    int32_t joint, axis_of;  // found: number in the scene, IMP3_AXIS_...
    double sign, zero;       // found: the scene's value is sign * (value - zero)
} io_robot_joint;

typedef struct io_robot_geom
{
    const io_node* node;
    const char* name;  // "" for the link's
    int32_t kind;      // IO_GEOM_...
    io_place place;    // in the link
    double size[3];
    int32_t mesh;  // of IO_GEOM_MESH
    double mass;   // below 0: by the density
    double density;
    bool collides;  // else it only weighs
    float friction;
    imp_filter filter;
    uint32_t type, affinity;  // of MJCF: what it is, and what it meets
    int32_t next;             // of the link; -1
} io_robot_geom;

typedef struct io_robot_link
{
    const char* name;
    const io_node* node;
    int32_t parent;  // -1: none
    io_place place;  // in the parent; io_robot_end puts it into the world
    int32_t first_joint, last_joint, first_geom, last_geom;
    bool is_free;        // not held by the parent
    bool has_mass;       // told, else by its geometry
    io_robot_mass mass;  // in the link's frame
    // Found by io_robot_end.
    int32_t root;         // the link whose body it is part of
    int32_t below, last;  // the next link of this body; of a root the last one
    int32_t movers;       // links that hang on this body by joints
    int32_t body;         // in the scene; -1
    bool passes;          // weighs nothing: its joints are those of what hangs on it
    io_robot_mass whole;  // of all of the body, in the root's frame
} io_robot_link;

/// A mesh, loaded when somebody needs it.
typedef struct io_robot_mesh
{
    const io_node* node;
    const char* file;  // as the robot calls it; null for points in the file
    io_mesh mesh;
    bool is_loaded;
} io_robot_mesh;

enum
{
    IO_TIE_APART,  // links that do not collide
    IO_TIE_POINT,  // tied at a place
    IO_TIE_WELD,
    IO_TIE_COUPLE  // joints, by a sum of their values
};

/// A sum of values of two joints, as the file counts them: ratio_a * that of A + ratio_b * that of B.
typedef struct io_robot_sum
{
    double ratio_a, ratio_b;
    bool limited;
    double lower, upper;
    double stiffness, rest, damping;
    io_robot_drive drive;
} io_robot_sum;

/// Constraints between links beyond the tree.
typedef struct io_robot_tie
{
    const io_node* node;
    int32_t kind;  // IO_TIE_...
    int32_t a, b;  // links, or joints
    double at[3];  // in the frame of A
    io_robot_sum sum;
} io_robot_tie;

/// Things that are said once, with how many there are and where.
typedef struct io_tally
{
    const char* text;
    int32_t kind;  // IO_NOTE_...
    int32_t count, lines[4];
} io_tally;

typedef struct io_robot
{
    io_reader* reader;
    const char* name;
    io_robot_link* links;
    io_robot_joint* joints;
    io_robot_geom* geoms;
    io_robot_mesh* meshes;
    io_robot_tie* ties;
    io_tally* tallies;
    size_t link_count, joint_count, geom_count, mesh_count, tie_count, tally_count;
    size_t link_room, joint_room, geom_room, mesh_room, tie_room, tally_room;
    const char* mesh_folder;  // before each mesh's name; may be ""
    bool meets_itself;        // links collide with each other, unless a joint joins them
    bool meets_ground;        // what hangs on something static collides with it
    double total_mass;        // all of it is made to weigh this; 0 for what it weighs
} io_robot;

void io_robot_init(io_robot* robot, io_reader* reader);
void io_robot_free(io_robot* robot);

/// New members; -1 when memory runs out. A link's place, a geom's and a joint's are at their origin, an axis is zero.
int32_t io_robot_add_link(io_robot* robot, const char* name, const io_node* node, int32_t parent);
int32_t io_robot_add_joint(io_robot* robot, int32_t link, const io_node* node, int32_t kind);
int32_t io_robot_add_geom(io_robot* robot, int32_t link, const io_node* node, int32_t kind);
int32_t io_robot_add_tie(io_robot* robot, const io_node* node, int32_t kind, int32_t a, int32_t b);

/// Ties a joint to a leader: value = ratio * the leader's + offset. It begins so, unless it follows another one already or
/// `begins` says otherwise.
io_status io_robot_follow(io_robot* robot, const io_node* node, int32_t leader, int32_t follower, double ratio,
                          double offset, bool begins);

/// Makes bodies, colliders and joints of it, and tells what was tallied.
io_status io_robot_end(io_robot* robot);

/// Counts something for a note; the text is copied. Fails when memory runs out.
io_status io_robot_tally(io_robot* robot, int32_t kind, const io_node* node, const char* format, ...);

/// Says what was counted.
io_status io_robot_tell(io_robot* robot);

/// Counts an element that is not read.
io_status io_robot_skip(io_robot* robot, const io_node* node);

/// An attribute, or the first element of a name; null when there is none.
const io_node* io_attribute(const io_node* node, const char* name);
const io_node* io_element(const io_node* node, const char* name);
const char* io_attribute_text(const io_node* node, const char* name, const char* otherwise);

/// `least` to `most` numbers that a text has, each finite and no larger than IMP_MAGNITUDE_MAX; *count may be null.
io_status io_robot_numbers(io_robot* robot, const io_node* node, const io_node* attribute, int32_t least, int32_t most,
                           double* out, int32_t* count);

/// A float of it: what is too small for a coordinate is 0.
float io_robot_float(double value);
imp3_vec io_robot_vec(const double* v);
imp3_pose io_robot_pose(const io_place* place);

// robot_mesh.c

/// The mesh of a file beside the robot, the same for the same file; of null a new one. -1 when memory runs out.
int32_t io_robot_mesh_of(io_robot* robot, const io_node* node, const char* file);
io_status io_robot_mesh_load(io_robot* robot, io_robot_mesh* mesh);

// robot_shapes.c

/// The mass of a geom, in the frame of its link.
io_status io_robot_weigh(io_robot* robot, const io_robot_geom* geom, io_robot_mass* out);

/// Adds a geom of a link to the last body of the scene.
io_status io_robot_add_collider(io_robot* robot, const io_robot_link* link, const io_robot_geom* geom, bool is_static);

// robot_rows.c

/// Joins a link to the one above by its row of joints; a row that is no one joint gets links between.
io_status io_robot_join(io_robot* robot, int32_t link);

/// Adds ties to the scene.
io_status io_robot_tie_all(io_robot* robot);

// robot.c

/// Adds a body to the scene, of a link or between two.
io_status io_robot_put_body(io_robot* robot, const char* name, int32_t kind, const io_place* place,
                            const io_robot_mass* mass, int32_t* index);

#endif
