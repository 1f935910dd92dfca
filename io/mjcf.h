// SPDX-License-Identifier: MIT
//
// What the parts of the reader of MJCF share: mjcf.c is the way through a file, mjcf_text.c its includes, classes and
// attributes, mjcf_body.c what bodies have, mjcf_more.c actuators, tendons, equalities and pairs.

#ifndef IMPINGE_IO_MJCF_H
#define IMPINGE_IO_MJCF_H

#include "io/robot.h"

enum
{
    IO_MJCF_WORLD = 0,  // link
    IO_MJCF_MAIN = 0    // class
};

/// A class of defaults.
typedef struct io_mjcf_class
{
    const io_node* node;  // null for main before it is told
    int32_t parent;       // -1
} io_mjcf_class;

/// An element whose children are still to be read.
typedef struct io_mjcf_open
{
    const io_node *node, *next;
    int32_t link, of_class;
    io_place place;      // of a frame in the link
    io_place step;       // of a <replicate>: from one to the next
    int32_t left;        // times that it is still to be read again
    int32_t number;      // of a <replicate>: how often it was read
    const char* suffix;  // of names in it; null outside of all
} io_mjcf_open;

/// An element of a mesh, and which one of the robot's it is.
typedef struct io_mjcf_mesh_node
{
    const io_node* node;
    int32_t mesh;
} io_mjcf_mesh_node;

enum
{
    IO_INERTIA_AUTO,
    IO_INERTIA_GEOMS,
    IO_INERTIA_TOLD
};

#define IO_MJCF_NO_COUPLING INT64_C(0x100000000)  // of a tendon that is none

typedef struct io_mjcf
{
    io_robot robot;
    const io_node* root;
    io_tree* trees;  // of files that are included
    const char** tree_names;
    io_mjcf_class* classes;
    io_mjcf_open* open;
    io_mjcf_mesh_node* mesh_nodes;
    size_t tree_count, class_count, open_count, mesh_node_count;
    size_t tree_room, tree_name_room, class_room, open_room, mesh_node_room;
    io_names class_names, body_names, joint_names, mesh_names;
    io_names tendon_names;  // numbers of ties, or IO_MJCF_NO_COUPLING
    double angle;  // radians of its unit
    const char* euler;
    bool autolimits;
    int32_t inertia;   // IO_INERTIA_...
    double groups[2];  // of geoms that weigh
    int64_t read;      // elements in <replicate>
} io_mjcf;

/// Puts the elements of files that are included where they are included.
io_status io_mjcf_include(io_mjcf* m);

/// Room for names and classes, and the classes.
io_status io_mjcf_classes(io_mjcf* m);

/// The class of an element: its own, else that of the body around it.
io_status io_mjcf_class_of(io_mjcf* m, const io_node* node, int32_t around, int32_t* out);

/// An attribute of an element, or what the class says; null when neither does.
const io_node* io_mjcf_get(const io_mjcf* m, const io_node* node, int32_t of_class, const char* name);
const char* io_mjcf_text(const io_mjcf* m, const io_node* node, int32_t of_class, const char* name,
                         const char* otherwise);

/// Numbers of an attribute; those that are not told stay as they are. *count may be null, and is 0 when there are none.
io_status io_mjcf_numbers(io_mjcf* m, const io_node* node, int32_t of_class, const char* name, int32_t least,
                          int32_t most, double* out, int32_t* count);

/// Position and orientation, by whichever attribute.
io_status io_mjcf_place(io_mjcf* m, const io_node* node, int32_t of_class, io_place* out);

/// Whether something is limited: as told, or by there being a range.
bool io_mjcf_is_limited(const io_mjcf* m, const io_node* node, int32_t of_class, const char* word, const char* range);

io_status io_mjcf_fail(io_mjcf* m, const io_node* node, const char* text);

/// Opens an element whose children are to be read.
io_status io_mjcf_push(io_mjcf* m, const io_node* node, int32_t link, int32_t of_class, const io_place* place);

/// What a link has.
io_status io_mjcf_joint(io_mjcf* m, const io_node* node, int32_t link, int32_t around);
io_status io_mjcf_geom(io_mjcf* m, const io_node* node, int32_t link, int32_t around, const io_place* place);
io_status io_mjcf_inertial(io_mjcf* m, const io_node* node, int32_t link, const io_place* place);

/// Meshes among the assets.
io_status io_mjcf_mesh(io_mjcf* m, const io_node* node);

/// Which geoms meet, as filters.
io_status io_mjcf_filters(io_mjcf* m);

/// Children of <tendon>, <actuator>, <equality> and <contact>, in this order.
io_status io_mjcf_tendon(io_mjcf* m, const io_node* node);
io_status io_mjcf_actuator(io_mjcf* m, const io_node* node);
io_status io_mjcf_equality(io_mjcf* m, const io_node* node);
io_status io_mjcf_contact(io_mjcf* m, const io_node* node);

#endif
