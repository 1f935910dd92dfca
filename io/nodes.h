// SPDX-License-Identifier: MIT
//
// Nodes of a file with meshes, on their way to bodies of space: which there are, where they are and which move
// (nodes_read.c), and what they become (space_nodes.c).

#ifndef IMPINGE_IO_NODES_H
#define IMPINGE_IO_NODES_H

#include "io/mesh.h"
#include "io/reader.h"
#include "io/space_place.h"

/// A mesh of the file, among the points and corners of all.
typedef struct io_placed_part
{
    int32_t first_point, point_count, first_corner, corner_count;
    int32_t target_count;  ///< as many points again for each, behind its own
} io_placed_part;

enum
{
    IO_NODE_NONE = -1,
    IO_NODE_LEFT_OUT = -2
};

typedef struct io_placed_node
{
    const char* name;
    const io_node* told;   ///< extras; null when there are none
    const io_node* morph;  ///< weights of its morph targets over time; null when it is not animated
    io_place place;        ///< in the world
    const double* meshes;  ///< numbers of parts
    int32_t mesh_count, parent;
    int32_t kind;      ///< IMP_BODY_...; IO_NODE_LEFT_OUT
    int32_t root;      ///< the node whose body it belongs to
    int32_t below;     ///< the next node of this body; IO_NODE_NONE
    int32_t last;      ///< of this body, as long as it grows
    bool is_hull;      ///< or parts, or what else it wears that moves
    int32_t collider;  ///< index in the scene; IO_NODE_NONE
    float fill;        ///< its density for one of the solid
    io_place in_body;
} io_placed_node;

typedef struct io_placed_nodes
{
    io_reader* reader;
    double unit;  ///< metres per unit of places
    const io_mesh* mesh;
    const io_tree* tree;  ///< null for a file that is one node
    io_placed_part* parts;
    io_placed_node* nodes;
    size_t part_count, node_count, part_room, node_room;
    imp3_vec* points;  ///< of one node
    int32_t* corners;
    size_t point_room, corner_room;
} io_placed_nodes;

/// Reads parts and nodes, and finds which move, and with which body.
io_status io_placed_nodes_read(io_placed_nodes* m);

/// The motion of KHR_physics_rigid_bodies among a node's extras; null where there is none.
const io_node* io_placed_motion(const io_node* told);

#endif
