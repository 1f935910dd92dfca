#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# Reads the public headers and writes the table of hostile calls: for every function that is exported a struct that
# holds its arguments and all that they point to, a way to fill it with something valid, a way to call it, and a list
# of the places where something bad can be put. calls_test.c does the rest.
#
# usage: generate.py --output FILE HEADER...
#
# Nothing is skipped in silence: a prototype or a field that this script cannot read stops it, a struct without a
# valid example (some_<type> in examples.h) does not compile, and an example that is refused fails the test.

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../tools"))
from headers import Headers, stop

# Where the example that belongs to the type will not do: (function, parameter) -> C expression. v counts variants.
EXAMPLES = {
    ("imp_status_text", "status"): "IMP_ERR_NAN",
    ("imp2_oriented_box_make", "half"): "(imp2_vec){2.0f, 0.5f}",
    ("imp2_polygon_make", "points"): "corner(ELEMENT)",
    ("imp2_polygon_make", "count"): "v % 2 ? 5 : POINTS",
    ("imp2_shape_free", "shape"): "some_small_shape(v)",
    ("imp2_shape_vertex", "index"): "0",
    ("imp2_compound_free", "compound"): "some_small_compound(v)",
    ("imp2_compound_of_shape", "shape"): "some_small_shape(v)",
    ("imp2_respond_arcade", "normal"): "(imp2_vec){0.6f, 0.8f}",
    ("imp2_sweep", "a.turn"): "0.0f",
    ("imp2_sweep", "b.turn"): "0.0f",
    ("imp2_compound_sweep", "a.turn"): "0.0f",
    ("imp2_compound_sweep", "b.turn"): "0.0f",
}

# The same in space. A face, a corner and a mass are not had by all shapes.
EXAMPLES.update({
    ("imp3_oriented_box_make", "half"): "(imp3_vec){2.0f, 0.5f, 0.25f}",
    ("imp3_hull_make", "points"): "corner3(ELEMENT)", ("imp3_hull_make", "count"): "v % 2 ? 5 : POINTS",
    ("imp3_shape_free", "shape"): "some_small_shape3(v)", ("imp3_shape_vertex", "index"): "0",
    ("imp3_shape_vertex", "shape"): "some_faced_shape3(v)", ("imp3_shape_face", "shape"): "some_faced_shape3(v)",
    ("imp3_shape_face", "index"): "v % 2", ("imp3_shape_mass", "shape"): "some_solid_shape3(v)",
    ("imp3_shape_support", "shape"): "some_solid_shape3(v)",
    ("imp3_compound_make", "shapes"): "some_solid_shape3(ELEMENT + (v))", ("imp3_compound_make", "count"): "PAIRS",
    ("imp3_compound_free", "compound"): "some_small_compound3(v)",
    ("imp3_compound_of_shape", "shape"): "some_small_shape3(v)",
    ("imp3_compound_part", "index"): "0", ("imp3_compound_source", "index"): "0",
    ("imp3_respond_arcade", "normal"): "(imp3_vec){0.6f, 0.0f, 0.8f}",
})
EXAMPLES.update({("imp3_%ssweep" % of, mover + ".turn"): "(imp3_vec){0.0f, 0.0f, 0.0f}"
                 for of in ("", "compound_") for mover in "ab"})

# Pointers that may be null.
OPTIONAL = {
    ("imp2_circle_make", "out"), ("imp2_segment_make", "out"), ("imp2_capsule_make", "out"), ("imp2_box_make", "out"),
    ("imp2_oriented_box_make", "out"), ("imp2_polygon_make", "out"), ("imp2_polygon_make", "repair"),
    ("imp2_polygon_make", "allocator"), ("imp2_shape_free", "shape"), ("imp2_shape_support", "index"),
    ("imp2_shape_closest", "distance"), ("imp2_respond", "out"),
    ("imp2_chain_make", "allocator"), ("imp2_chain_make", "out"), ("imp2_chain_make", "report"),
    ("imp2_compound_free", "compound"),
    ("imp2_region_load", "allocator"), ("imp2_region_load", "out"),
    ("imp2_compound_contains", "part"), ("imp2_compound_closest", "distance"),
    ("imp2_region_make", "allocator"), ("imp2_region_make", "out"), ("imp2_region_make", "report"),
}

OPTIONAL |= {("imp3_%s_make" % kind, "out") for kind in (
    "sphere", "capsule", "triangle", "box", "oriented_box", "cylinder", "cone", "half_space", "hull", "compound",
    "triangles", "height_field")}
OPTIONAL |= {("imp3_%s_make" % kind, "allocator") for kind in ("hull", "compound", "triangles", "height_field")}
OPTIONAL |= {("imp3_hull_make", "report"), ("imp3_triangles_make", "report"), ("imp3_shape_free", "shape"),
             ("imp3_shape_support", "index"), ("imp3_shape_closest", "distance"), ("imp3_compound_free", "compound"),
             ("imp3_compound_contains", "part"), ("imp3_compound_closest", "distance"),
             ("imp3_compound_closest", "part"), ("imp3_respond", "out")}

# Pointers to what is read and written.
CHANGED = {("imp2_shape_free", "shape"), ("imp2_compound_free", "compound"), ("imp2_respond", "a"), ("imp2_respond", "b"),
           ("imp2_compound_collide", "out")}
CHANGED |= {("imp3_shape_free", "shape"), ("imp3_compound_free", "compound"), ("imp3_respond", "a"),
            ("imp3_respond", "b"), ("imp3_compound_collide", "out"), ("imp3_shape_face", "out"),
            ("imp3_collide_again", "cache"), ("imp3_distance_again", "cache")}

# Pointers to arrays: how many elements the example has.
ARRAYS = {("imp2_polygon_make", "points"): "POINTS", ("imp3_hull_make", "points"): "POINTS",
          ("imp3_compound_make", "shapes"): "PAIRS", ("imp3_batch_shapes", "out"): "PAIRS",
          ("imp3_batch_ray_shapes", "out"): "PAIRS"}

# Counts of arrays of POINTS.
POINT_COUNTS = {("imp2_polygon_make", "count"), ("imp3_hull_make", "count")}

# The same for pointers in structs, with the example for an element and flags, and the field that counts them. Outlines
# have room for two bad counts that go together.
FIELD_ARRAYS = {
    ("imp2_polyline", "points"): ("POINTS", "corner(ELEMENT)", ""),
    ("imp2_outlines", "points"): ("24", "corner(ELEMENT % POINTS)", ""),
    ("imp2_outlines", "counts"): ("POINTS", "ELEMENT ? 0 : POINTS", "FLAG_POINTS"),
    ("imp2_region_cut", "vertices"): ("POINTS", "corner(ELEMENT)", ""),
    ("imp2_region_cut", "ring_starts"): ("13", "ELEMENT ? POINTS : 0", "FLAG_STARTS"),
    ("imp2_region_cut", "loop_starts"): ("13", "ELEMENT ? POINTS : 0", "FLAG_STARTS"),
    ("imp2_region_cut", "loop"): ("POINTS", "ELEMENT", ""),
}
FIELD_COUNTS = {("imp2_polyline", "count"): "POINTS", ("imp2_outlines", "ring_count"): "1",
                ("imp2_region_cut", "ring_count"): "1", ("imp2_region_cut", "part_count"): "1"}

# Batches: columns of PAIRS elements.
FIELD_ARRAYS.update({("imp2_boxes", name): ("PAIRS", shown, flags) for name, shown, flags in (
    ("x", "0.5f * (float)((v) % 7 + ELEMENT)", ""), ("y", "(float)((v) % 3)", ""), ("c", "0.6f", ""), ("s", "-0.8f", ""),
    ("lower_x", "-1.0f - (float)((v) % 2)", ""), ("lower_y", "-0.25f", ""), ("upper_x", "0.5f * ELEMENT", ""),
    ("upper_y", "(float)((v) % 2)", ""), ("index", "(2 * ELEMENT + (v)) % PAIRS", "FLAG_INDEX"))})
FIELD_ARRAYS.update({("imp2_circles", name): ("PAIRS", shown, flags) for name, shown, flags in (
    ("x", "0.5f * (float)((v) % 7 + ELEMENT)", ""), ("y", "(float)((v) % 3)", ""), ("c", "0.6f", ""), ("s", "-0.8f", ""),
    ("center_x", "0.5f * (float)((v) % 2)", ""), ("center_y", "-0.25f", ""), ("radius", "0.5f * ELEMENT", ""),
    ("index", "(2 * ELEMENT + (v)) % PAIRS", "FLAG_INDEX"))})
FIELD_ARRAYS.update({("imp2_rays", name): ("PAIRS", shown, flags) for name, shown, flags in (
    ("x", "-2.0f + 0.5f * (float)((v) % 7)", ""), ("y", "0.25f * ELEMENT", ""),
    ("motion_x", "2.0f * (float)((v) % 3)", "FLAG_SMALL"), ("motion_y", "1.0f - 0.5f * ELEMENT", "FLAG_SMALL"),
    ("index", "(2 * ELEMENT + (v)) % PAIRS", "FLAG_INDEX"))})
FIELD_ARRAYS.update({("imp2_shapes", name): ("PAIRS", shown, flags) for name, shown, flags in (
    ("x", "0.5f * (float)((v) % 7 + ELEMENT)", ""), ("y", "(float)((v) % 3)", ""), ("c", "0.6f", ""), ("s", "-0.8f", ""),
    ("shapes", "some_imp2_shape(ELEMENT + (v))", ""), ("shape", "(3 * ELEMENT + (v)) % PAIRS", "FLAG_INDEX"),
    ("index", "(2 * ELEMENT + (v)) % PAIRS", "FLAG_INDEX"))})
FIELD_ARRAYS.update({("imp3_shapes", name): ("PAIRS", shown, flags) for name, shown, flags in (
    ("poses", "some_imp3_pose(ELEMENT + (v))", ""), ("shapes", "some_imp3_shape(ELEMENT + (v))", ""),
    ("shape", "(3 * ELEMENT + (v)) % PAIRS", "FLAG_INDEX"), ("index", "(2 * ELEMENT + (v)) % PAIRS", "FLAG_INDEX"))})
FIELD_ARRAYS.update({("imp3_rays", name): ("PAIRS", shown, flags) for name, shown, flags in (
    ("origins", "some_imp3_vec(ELEMENT + (v))", ""), ("motions", "some_imp3_vec(2 * ELEMENT + (v))", "FLAG_SMALL"),
    ("index", "(2 * ELEMENT + (v)) % PAIRS", "FLAG_INDEX"))})
SETS = ("imp2_boxes", "imp2_circles", "imp2_shapes", "imp2_rays", "imp3_shapes", "imp3_rays")
BATCHES = ("imp2_batch_boxes", "imp2_batch_circles", "imp2_batch_shapes", "imp2_batch_ray_boxes", "imp2_batch_ray_circles",
           "imp2_batch_ray_shapes", "imp3_batch_shapes", "imp3_batch_ray_shapes")
FIELD_COUNTS.update({(name, "shape_count"): "PAIRS" for name in ("imp2_shapes", "imp3_shapes")})
EXAMPLES.update({(name, "count"): "PAIRS" for name in BATCHES})
OPTIONAL.update((name, "bad") for name in BATCHES)
FIELD_COUNTS.update({(name, "count"): "PAIRS" for name in SETS})

# Counts of arrays that all have room for PAIRS: more would be a lie about memory.
LENGTHS = {(name, "count") for name in SETS + BATCHES + ("imp3_compound_make",)}
LENGTHS |= {("imp2_shapes", "shape_count"), ("imp3_shapes", "shape_count")}

# Pointers in structs that may be null, alone or together with another.
FIELD_OPTIONAL = {(name, "index"): "FLAG_OPTIONAL" for name in SETS}
FIELD_OPTIONAL.update({("imp3_shapes", "shape"): "FLAG_OPTIONAL", ("imp3_heights", "holes"): "FLAG_OPTIONAL",
                       ("imp3_face", "vertices"): "FLAG_OPTIONAL"})
FIELD_OPTIONAL.update({("imp2_shapes", "shape"): "FLAG_OPTIONAL", ("imp2_shapes", "c"): "FLAG_TOGETHER",
                       ("imp2_shapes", "s"): "FLAG_TOGETHER"})
FIELD_OPTIONAL.update({("imp2_boxes", name): "FLAG_TOGETHER" for name in ("c", "s", "lower_x", "lower_y")})
FIELD_OPTIONAL.update({("imp2_circles", name): "FLAG_TOGETHER" for name in ("c", "s", "center_x", "center_y")})

# Triangles that share points, and a grid of heights whose last cell is a hole.
FIELD_ARRAYS.update({
    ("imp3_triangles", "points"): ("PAIRS", "corner3(ELEMENT)", ""),
    ("imp3_triangles", "corners"): ("15", "(ELEMENT * (1 + ELEMENT / 3 % 4) + ELEMENT / 3) % PAIRS", "FLAG_INDEX"),
    ("imp3_heights", "heights"): ("25", "0.25f * (float)((v) % 4 + ELEMENT % 7)", ""),
    ("imp3_heights", "holes"): ("16", "ELEMENT == 15", ""),
})
FIELD_COUNTS.update({("imp3_triangles", "point_count"): "PAIRS", ("imp3_triangles", "count"): "PAIRS",
                     ("imp3_heights", "columns"): "PAIRS", ("imp3_heights", "rows"): "PAIRS"})
LENGTHS |= {("imp3_triangles", "point_count"), ("imp3_triangles", "count"), ("imp3_heights", "columns"),
            ("imp3_heights", "rows")}

# Meshes.
EXAMPLES.update({("imp3_mesh_" + call, name): "some_mesh3(v)" for call, names in (
    ("move", "mesh"), ("stats", "mesh"), ("volumes", "mesh"), ("meet", "a b"), ("manifold", "a b"), ("distance", "a b"),
    ("touching", "mesh"), ("nearest", "mesh"), ("contains", "mesh"), ("ray", "mesh"), ("rays", "mesh"))
    for name in names.split()})
EXAMPLES.update({("imp3_mesh_" + call, "mesh"): "some_fitted_mesh3(v)"
                 for call in ("add_field", "field_stats", "field_distance")})
EXAMPLES.update({("imp3_mesh_add_field", "cell"): "0.0625f"})
EXAMPLES.update({("imp3_mesh_depth", name): "some_closed_mesh3(v)" for name in "ab"})
EXAMPLES[("imp3_mesh_decompose", "mesh")] = "some_fitted_mesh3(v)"  # a closed one that no call moves
EXAMPLES.update({("imp3_mesh_fit_parts", "mesh"): "some_fitted_mesh3(v)", ("imp3_mesh_fit_parts", "set"): "some_parts3(v)",
                 ("imp3_mesh_fit_parts", "tolerance"): "0.25f"})
OPTIONAL |= {("imp3_mesh_fit_parts", "allocator")}
OPTIONAL |= {("imp3_mesh_decompose", name) for name in ("progress", "allocator", "fit")}
EXAMPLES.update({("imp3_mesh_move", "points"): "corner3(ELEMENT)", ("imp3_mesh_move", "count"): "4",
                 ("imp3_mesh_volumes", "level"): "v % 3", ("imp3_mesh_volumes", "capacity"): "PAIRS",
                 ("imp3_mesh_nearest", "most"): "PAIRS",
                 ("imp3_mesh_ray", "asks"): "v % 2", ("imp3_mesh_rays", "asks"): "v % 2"})
ARRAYS.update({("imp3_mesh_move", "points"): "4", ("imp3_mesh_volumes", "volumes"): "PAIRS",
               ("imp3_mesh_nearest", "out"): "PAIRS",
               ("imp3_mesh_rays", "out"): "PAIRS"})
LENGTHS |= {("imp3_mesh_move", "count"), ("imp3_mesh_volumes", "capacity"), ("imp3_mesh_nearest", "most"),
            ("imp3_mesh_pairs", "capacity")}
OPTIONAL |= {("imp3_mesh_move", "upkeep"), ("imp3_mesh_meet", "walk"), ("imp3_mesh_distance", "walk"),
             ("imp3_mesh_touching", "walk"), ("imp3_mesh_contains", "winding"), ("imp3_mesh_field_distance", "gradient"), ("imp3_mesh_rays", "bad")}
CHANGED |= {("imp3_mesh_move", "mesh"), ("imp3_mesh_fit_parts", "set"), ("imp3_mesh_add_field", "mesh"), ("imp3_mesh_meet", "out"), ("imp3_mesh_touching", "out"), ("imp3_mesh_distance", "nearest")}
FIELD_OPTIONAL.update({("imp3_mesh_walk", "work"): "FLAG_OPTIONAL"})

# Pointers to what a failed call writes too.
TOLD = {(name, "bad") for name in BATCHES + ("imp3_mesh_rays",)}
TOLD.add(("imp3_mesh_volumes", "count"))

# Outputs that own memory, or that are written on an error.
OUTPUT_FLAGS = {"imp2_index*": "FLAG_INDEX2", "imp3_index*": "FLAG_INDEX3", "imp_pool*": "FLAG_POOL",
                "imp2_particles*": "FLAG_PARTICLES2", "imp3_particles*": "FLAG_PARTICLES3",
                "imp2_points*": "FLAG_NEAR2", "imp2_sweeps*": "FLAG_SWEEPS2", "imp3_sweeps*": "FLAG_SWEEPS3", "imp3_points*": "FLAG_NEAR3", "imp2_world*": "FLAG_WORLD2", "imp2_replay*": "FLAG_REPLAY2",
                "imp3_world*": "FLAG_WORLD3", "imp3_replay*": "FLAG_REPLAY3",
                "imp2_shape": "FLAG_SHAPE", "imp2_compound": "FLAG_COMPOUND", "imp2_outline_report": "FLAG_REPORT",
                "imp2_compound_contacts": "FLAG_REPORT", "imp3_compound_contacts": "FLAG_REPORT", "imp3_mesh_pairs": "FLAG_REPORT", "imp3_mesh_parts": "FLAG_REPORT",
                "imp3_face": "FLAG_REPORT", "imp3_shape": "FLAG_SHAPE3", "imp3_compound": "FLAG_COMPOUND3"}
SHARED = {("imp3_compound_part", "out"), ("imp3_mesh_move", "mesh"), ("imp3_mesh_add_field", "mesh"),
          ("imp3_mesh_fit_parts", "set")}  # its memory is that of an argument

# Pointers in structs to arrays that are only written: how many elements there is room for.
FIELD_ROOM = {("imp2_compound_contacts", "manifolds"): "MANIFOLDS", ("imp3_compound_contacts", "manifolds"): "MANIFOLDS",
              ("imp3_face", "vertices"): "POINTS"}

# Floats that are not numbers of the world: what magnitudes they take. "any": all finite ones, "small": no lower end.
MAGNITUDES = {
    ("imp_sincos", "angle"): "small", ("imp_atan2", "y"): "any", ("imp_atan2", "x"): "any",
    ("imp2_rot_make", "angle"): "small", ("imp2_pose_make", "angle"): "small",
    ("imp3_rot_make", "angle"): "small", ("imp3_pose_make", "angle"): "small",
    ("imp2_cast", "motion"): "small", ("imp2_ray", "motion"): "small",
    ("imp2_compound_cast", "motion"): "small", ("imp2_compound_ray", "motion"): "small",
    ("imp2_respond_arcade", "velocity"): "small", ("imp2_respond_arcade", "step"): "small",
    ("imp2_respond_arcade", "normal"): "small",
}

MAGNITUDES.update({("imp3_" + call, name): "small" for call, names in (
    ("cast", "motion"), ("ray", "motion"), ("compound_cast", "motion"), ("compound_ray", "motion"),
    ("respond_arcade", "velocity step normal")) for name in names.split()})

MAGNITUDES[("imp3_mesh_ray", "motion")] = "small"
FIELD_ROOM.update({("imp3_mesh_pairs", "pairs"): "MANIFOLDS", ("imp3_mesh_parts", "parts"): "MANIFOLDS"})

# The same for fields of a struct.
FIELD_MAGNITUDES = {
    ("imp2_mover", "motion"): "small", ("imp2_mover", "turn"): "small",
    ("imp2_compound_mover", "motion"): "small", ("imp2_compound_mover", "turn"): "small",
    ("imp2_dynamics", "center"): "small", ("imp2_dynamics", "velocity"): "small",
    ("imp2_dynamics", "angular_velocity"): "small",
}

FIELD_MAGNITUDES.update({("imp3_" + kind, name): "small" for kind, names in (
    ("mover", "motion turn"), ("compound_mover", "motion turn"), ("dynamics", "center velocity angular_velocity"))
    for name in names.split()})

# Indexes, of both dimensions. What is behind an index or a pool is not looked at: an example is made anew for each
# call.
OPAQUE = {"imp2_index", "imp3_index", "imp_pool", "imp2_points", "imp3_points", "imp2_world", "imp2_replay", "imp3_world", "imp3_replay",
          "imp2_sweeps", "imp3_sweeps", "imp2_particles", "imp3_particles"}
OPTIONAL |= {("imp_pool_make", "allocator"), ("imp_pool_free", "pool")}
EXAMPLES[("imp_pool_make", "threads")] = "1 + v % 2"
EXAMPLES[("imp_pool_free", "pool")] = "NULL"
for d in "23":
    index, thing = "imp%s_index_" % d, "imp%s_thing" % d
    OPTIONAL |= {(index + "make", "def"), (index + "free", "index"), (index + "add", "numbers"), (index + "move", "numbers"),
                 (index + "query_box", "filter")}
    EXAMPLES.update({(index + "free", "index"): "NULL", (index + "get", "number"): "(v) % PAIRS"})
    for call, count in (("add", "count"), ("move", "count"), ("remove", "count"), ("query_box", "capacity"),
                        ("cast_ray", "capacity"), ("cast_box", "capacity"), ("nearest", "capacity")):
        EXAMPLES[(index + call, count)] = "PAIRS"
        LENGTHS.add((index + call, count))
    for call, array in (("add", "things"), ("add", "numbers"), ("move", "numbers"), ("move", "boxes"),
                        ("remove", "numbers"), ("query_box", "numbers"), ("cast_ray", "hits"), ("cast_box", "hits"),
                        ("nearest", "hits")):
        ARRAYS[(index + call, array)] = "PAIRS"
    for call in ("move", "remove"):
        EXAMPLES[(index + call, "numbers")] = "ELEMENT"
    TOLD.add((index + "query_box", "count"))
    points = "imp%s_points_" % d
    OPTIONAL |= {(points + "make", "allocator"), (points + "free", "points")}
    EXAMPLES[(points + "free", "points")] = "NULL"
    for call in ("pairs", "neighbours"):
        EXAMPLES[(points + call, "count")] = "PAIRS"
        LENGTHS.add((points + call, "count"))
        ARRAYS[(points + call, "positions")] = "PAIRS"
    MAGNITUDES.update({(index + "move", "boxes"): "any", (index + "query_box", "box"): "any"})
    FIELD_MAGNITUDES.update({(thing, "box"): "any", (index + "def", "bounds"): "any", (index + "ray", "origin"): "any", (index + "ray", "motion"): "small",
                             (index + "sweep", "box"): "any", (index + "sweep", "motion"): "small",
                             (index + "spot", "point"): "any"})
    FIELD_OPTIONAL.update({(index + "def", "allocator"): "FLAG_OPTIONAL", (index + "def", "jobs"): "FLAG_OPTIONAL"})

FIELD_MAGNITUDES.update({("imp_axis", name): "small" for name in (
    "lower", "upper", "stiffness", "damping", "hertz", "damping_ratio", "target", "speed", "most")})

# Worlds, of both dimensions: what they are made of, what they are asked, snapshots, recordings. Forces and velocities may
# be as small as they like. What is wrong with the bytes of a snapshot is found before how many there are.
for d in "23":
    of, world = "imp%s_" % d, "imp%s_world_" % d
    inner = "imp%si_" % d
    OPTIONAL |= {(world + "make", "def"), (world + "free", "world"), (world + "add_body", "def"), (world + "set_mass", "mass"),
                 (world + "add_collider", "out"), (world + "add_collider", "def"), (world + "add_compound", "out"),
                 (world + "add_compound", "def"), (world + "get_collider", "body"), (world + "get_collider", "user"),
                 (world + "set_hooks", "hooks"), (world + "combine_materials", "surface"), (world + "set_filter", "filter"),
                 (world + "record", "sink"), (of + "replay_free", "replay")}
    EXAMPLES.update({(world + "free", "world"): "NULL", (world + "step", "time"): "0.25f",
                     (world + "combine_materials", "kind_a"): "v % 3", (world + "combine_materials", "kind_b"): "v % 5",
                     (world + "set_awake", "awake"): "v % 2 == 0", (world + "set_enabled", "enabled"): "v % 2 == 0",
                     (world + "set_filter", "group"): "(uint32_t)v % 3", (world + "set_kind", "kind"): "v % IMP_BODY_KIND_COUNT",
                     (world + "set_axis", "axis"): "v % 3", (world + "joint_at", "a"): "(imp_body){0}",
                     (world + "set_locks", "locks"): "(uint32_t)v % 8", (world + "set_bullet", "bullet"): "v % 2 == 0",
                     (world + "set_no_sleep", "no_sleep"): "v % 2 == 0",
                     (world + "set_body_user", "user"): "7", (world + "set_collider_user", "user"): "7"})
    EXAMPLES.update({(world + call, "world"): "some_%ssensor_world(v)" % of for call in ("get_compound", "sensor_overlaps")})
    EXAMPLES.update({(world + "get_compound", "collider"): "sensor_of_worlds",
                     (world + "sensor_overlaps", "sensor"): "sensor_of_worlds"})
    kinds = "revolute prismatic wheel" if d == "2" else "ball hinge slider universal cone wheel"
    EXAMPLES.update({(world + "joint_" + kind, "a"): "(imp_body){0}"
                     for kind in (kinds + " distance rope friction motor").split()})
    axis = "(imp2_vec){0.6f, 0.8f}" if d == "2" else "(imp3_vec){0.6f, 0.0f, 0.8f}"
    EXAMPLES.update({(world + "joint_" + kind, "axis"): axis
                     for kind in ("prismatic wheel" if d == "2" else "hinge slider universal cone wheel").split()})
    EXAMPLES.update({(world + "coupling_" + kind, "b"): "second_joint_of_worlds" for kind in ("gear", "rack", "pulley")})
    EXAMPLES.update({(world + "coupling_gear", "ratio"): "v % 2 ? -0.5f : 2.0f", (world + "coupling_rack", "radius"): "0.5f",
                     (world + "coupling_pulley", "ratio"): "2.0f", (world + "coupling_pulley", "slack"): "v % 2 == 0"})
    EXAMPLES.update({(world + "add_wheels", "count"): "PAIRS", (world + "add_wheels", "chassis"): "chassis_of_worlds",
                     (world + "add_wheels", "world"): "some_%scar_world(v)" % of})
    ARRAYS.update({(world + "add_wheels", name): "PAIRS" for name in ("wheels", "joints")})
    LENGTHS.add((world + "add_wheels", "count"))
    MAGNITUDES.update({(world + "drive_wheel", name): "small" for name in ("speed", "torque")})
    OPTIONAL |= {(world + "set_joint_frames", name) for name in ("frame_a", "frame_b")}
    for call, array in (("contacts", "contacts"), ("broken_joints", "joints"), ("broken_couplings", "couplings"), ("impact_events", "impacts"), ("move_events", "moves"),
                        ("bodies", "bodies"), ("body_colliders", "colliders"), ("body_contacts", "contacts"),
                        ("sensor_overlaps", "colliders"), ("cast_ray", "hits"), ("cast_compound", "hits"),
                        ("cast_shape", "hits"), ("overlap", "colliders"), ("overlap_box", "colliders"),
                        ("overlap_point", "colliders"), ("nearest", "found"), ("nearest_point", "found")):
        EXAMPLES[(world + call, "capacity")] = "PAIRS"
        LENGTHS.add((world + call, "capacity"))
        ARRAYS[(world + call, array)] = "PAIRS"
        if array not in ("hits", "found"):
            TOLD.add((world + call, "count"))
    OPTIONAL |= {(world + call, "query") for call in ("cast_ray", "cast_compound", "cast_shape", "overlap", "overlap_box",
                                                      "overlap_point", "nearest", "nearest_point")}
    TOLD.add((world + "impact_events", "impacts"))  # the hardest
    MAGNITUDES.update({(world + call, name): "small" for call, names in (
        ("set_velocity", "velocity angular_velocity"), ("apply_impulse", "impulse point"),
        ("apply_force_and_torque", "force torque"), ("set_gravity_scale", "scale"),
        ("apply_force", "force point"), ("apply_torque", "torque"), ("apply_angular_impulse", "impulse"),
        ("set_gravity", "gravity"))
        for name in names.split()})
    FIELD_MAGNITUDES.update({(of + "world_def", "gravity"): "small", (of + "body_def", "velocity"): "small",
                             (of + "joint_def", "break_force"): "small", (of + "joint_def", "break_torque"): "small",
                             ("imp_coupling_def", "break_force"): "small",
                             (of + "body_def", "angular_velocity"): "small", (of + "ray_def", "motion"): "small",
                             (of + "explosion", "impulse_per_" + ("length" if d == "2" else "area")): "small"})
    FIELD_OPTIONAL.update({(of + "world_def", "allocator"): "FLAG_OPTIONAL", (of + "world_def", "jobs"): "FLAG_OPTIONAL"})
    EXAMPLES.update({(world + "save", "capacity"): "SNAPSHOT", (world + "load", "bytes"): inner + "snapshot_byte(ELEMENT)",
                     (world + "load", "count"): inner + "snapshot_count", (world + "record", "states"): "v % 3",
                     (of + "replay_free", "replay"): "NULL", (of + "replay_make", "bytes"): inner + "recording_byte(ELEMENT)",
                     (of + "replay_make", "count"): inner + "recording_count"})
    ARRAYS.update({(world + "save", "bytes"): "SNAPSHOT", (world + "load", "bytes"): "SNAPSHOT",
                   (of + "replay_make", "bytes"): "SNAPSHOT"})
    LENGTHS |= {(world + "save", "capacity"), (world + "load", "count"), (of + "replay_make", "count")}
    TOLD.add((world + "save", "count"))
FIELD_MAGNITUDES.update({("imp_material", "tangent_speed"): "small", ("imp_surface", "tangent_speed"): "small",
                         ("imp3_collider_def", "surface_velocity"): "small"})
MAGNITUDES[("imp3_world_set_surface_velocity", "velocity")] = "small"
EXAMPLES.update({("imp3_world_set_target_points", "points"): "corner3(ELEMENT)",
                 ("imp3_world_set_target_points", "world"): "some_imp3_bent_world(v)",
                 ("imp3_world_set_target_points", "collider"): "bent_of_worlds",
                 ("imp3_world_set_target_points", "count"): "4",
                 ("imp3_world_set_target_points", "time"): "0.25f * (float)(v % 3)"})
ARRAYS[("imp3_world_set_target_points", "points")] = "4"
LENGTHS.add(("imp3_world_set_target_points", "count"))
EXAMPLES[("imp3_world_joint_wheel", "up")] = "(imp3_vec){0.0f, 2.0f, 0.0f}"
MAGNITUDES[("imp3_world_steer_wheel", "angle")] = "small"
EXAMPLES.update({("imp2_world_add_wheels", "up"): "(imp2_vec){0.0f, 2.0f}", ("imp3_world_steer_wheel", "angle"): "0.5f",
                 ("imp3_world_coupling_roll_bar", "b"): "second_joint_of_worlds",
                 ("imp3_world_coupling_roll_bar", "stiffness"): "100.0f"})

# Drawings of a world; many things through a step; characters.
ALIKE = set()  # only the first element is spoiled: the others are judged as that is
FIELD_EXAMPLES = {("imp2_character_def", "shape"): "shapes[6]", ("imp3_character_def", "shape"): "shapes3[1]"}  # not all have a height
for d in "23":
    of, world = "imp%s_" % d, "imp%s_world_" % d
    for name in (world + "draw_lines", world + "draw_fills"):
        OPTIONAL.add((name, "def"))
        EXAMPLES[(name, "capacity")] = "VERTICES"
        LENGTHS.add((name, "capacity"))
        ARRAYS[(name, "vertices")] = "VERTICES"
        TOLD.add((name, "count"))
    OPTIONAL |= {(of + "sweeps_make", "allocator"), (of + "sweeps_free", "sweeps"), (of + "character_move", "input"),
                 (world + "move_character", "walk")}
    EXAMPLES.update({(of + "sweeps_free", "sweeps"): "NULL", (of + "sweep_many", "count"): "2",
                     (of + "sweep_many", "limit"): "v % 3"})
    ARRAYS[(of + "sweep_many", "things")] = "PAIRS"
    ALIKE |= {(of + "sweep_many", "things"), (of + "surroundings", "obstacles")}
    LENGTHS |= {(of + "sweep_many", "count"), (of + "surroundings", "obstacle_count"), (of + "character_report", "capacity")}
    for call in (of + "character_move", world + "move_character"):
        OPTIONAL.add((call, "report"))
        CHANGED |= {(call, "character"), (call, "report")}
        EXAMPLES[(call, "time")] = "0.004f"  # a longer one would be many passes
    FIELD_ARRAYS[(of + "surroundings", "obstacles")] = ("PAIRS", "some_%sobstacle(ELEMENT + (v))" % of, "")
    FIELD_COUNTS.update({(of + "surroundings", "obstacle_count"): "PAIRS", (of + "character_report", "capacity"): "PAIRS"})
    FIELD_ROOM[(of + "character_report", "contacts")] = "PAIRS"
    FIELD_OPTIONAL.update({(of + kind, name): "FLAG_OPTIONAL" for kind, name in (
        ("character_def", "crouched"), ("character_def", "allocator"), ("surroundings", "hooks"), ("world_walk", "hooks"))})
    FIELD_MAGNITUDES.update({(of + kind, name): "small" for kind, names in (
        ("draw_def", "view origin"), ("swept", "motion turn"), ("character_input", "velocity buoyancy"),
        ("obstacle", "velocity angular_velocity " + ("tangent_speed" if d == "2" else "surface_velocity")),
        ("character", "fraction velocity ground_normal ground_velocity ground_point ground_offset air_time inside"))
        for name in names.split()})

# Articulations: descriptions, and two joints of a world with five freedoms.
FIELD_ARRAYS[("imp_articulation", "joints")] = ("PAIRS", "tree_of_worlds[ELEMENT % 2]", "")
FIELD_COUNTS[("imp_articulation", "joint_count")] = "2"
LENGTHS.add(("imp_articulation", "joint_count"))
for d in "23":
    of, world = "imp%s_articulation_" % d, "imp%s_world_" % d
    for name, kind in (("link", "links"), ("collider", "colliders")):
        FIELD_ARRAYS[(of + "def", kind)] = ("PAIRS", "some_%s%s(v)" % (of, name), "")
        FIELD_COUNTS[(of + "def", name + "_count")] = "PAIRS"
        LENGTHS.add((of + "def", name + "_count"))
        ALIKE.add((of + "def", kind))
    FIELD_EXAMPLES[(of + "collider", "compound")] = "compounds%s[0]" % ("" if d == "2" else "3")
    FIELD_MAGNITUDES[(of + "link", "values")] = "small"
    name = world + "add_articulation"
    ARRAYS.update({(name, "bodies"): "PAIRS", (name, "joints"): "PAIRS"})
    TOLD.add((name, "link"))
    OPTIONAL.add((name, "link"))
    for call, count, arrays in (
            ("freedoms", "capacity", "freedoms"), ("get_positions", "capacity", "positions"),
            ("get_velocities", "capacity", "velocities"), ("set_positions", "count", "positions"),
            ("set_velocities", "count", "velocities"), ("set_targets", "count", "positions velocities"),
            ("apply_forces", "count", "forces"), ("mass_times", "count", "vector out"),
            ("inverse_dynamics", "count", "velocities accelerations forces"),
            ("forward_dynamics", "count", "velocities forces accelerations")):
        name = world + call
        EXAMPLES.update({(name, "world"): "some_imp%s_tree_world(v)" % d, (name, count): "PAIRS"})
        LENGTHS.add((name, count))
        for array in arrays.split():
            ARRAYS[(name, array)] = "PAIRS"
            if array != "freedoms" and not (call.startswith("get_") or array == "out"):
                MAGNITUDES[(name, array)] = "small"
        if count == "capacity":
            TOLD.add((name, "count"))
    OPTIONAL |= {(world + call, name) for call, names in (
        ("set_targets", "velocities"), ("inverse_dynamics", "velocities accelerations"),
        ("forward_dynamics", "velocities forces")) for name in names.split()}
    for call, result in (("inverse_dynamics", "forces"), ("forward_dynamics", "accelerations")):
        del MAGNITUDES[(world + call, result)]

# Particles. Which numbers of a force, of an end or of a solid are looked at depends on what else it says.
UNREAD_FIELDS = {("imp3_compound_nearest", "nearest"), ("imp3_mass", "volume"), ("imp3_mass", "principal"),
                 ("imp3_mass", "axes")}
for d in "23":
    name = "imp%s_particles_" % d
    OPTIONAL |= {(name + "make", "def"), (name + "free", "particles"), (name + "add", "numbers"),
                 (name + "count", "count"), (name + "count", "limit"), (name + "add_force", "number"),
                 (name + "add_link", "number"), (name + "get_link", "tension")}
    EXAMPLES[(name + "free", "particles")] = "NULL"
    EXAMPLES[(name + "step", "time")] = "0.01f"
    EXAMPLES.update({(name + call, "number"): "(v) % PAIRS" for call in ("get", "set", "apply_force", "apply_impulse")})
    EXAMPLES.update({(name + call, "number"): "(v) % FORCES" for call in ("set_force", "get_force", "remove_force")})
    EXAMPLES.update({(name + call, "number"): "(v) % LINKS" for call in ("get_link", "remove_link")})
    for call, count, arrays in (("add", "count", ("items", "numbers")), ("remove", "count", ("numbers",)),
                                ("positions", "capacity", ("out",)), ("step", "count", ("solids",)),
                                ("pushes", "capacity", ("out",)), ("contacts", "capacity", ("out",))):
        EXAMPLES[(name + call, count)] = "PAIRS"
        LENGTHS.add((name + call, count))
        ARRAYS.update({(name + call, array): "PAIRS" for array in arrays})
        if count == "capacity":
            TOLD.add((name + call, "count"))
    EXAMPLES[(name + "remove", "numbers")] = "ELEMENT"
    EXAMPLES.update({(name + "save", "capacity"): "SNAPSHOT",
                     (name + "load", "bytes"): "particles_byte%s(ELEMENT)" % d,
                     (name + "load", "count"): "particles_count%s" % d})
    ARRAYS.update({(name + "save", "bytes"): "SNAPSHOT", (name + "load", "bytes"): "SNAPSHOT"})
    LENGTHS |= {(name + "save", "capacity"), (name + "load", "count")}
    TOLD.add((name + "save", "count"))
    ALIKE.add((name + "step", "solids"))
    MAGNITUDES.update({(name + "apply_force", "force"): "small", (name + "apply_impulse", "impulse"): "small"})
    SMALL = {"particles_def": "gravity", "particle": "position velocity angular_velocity", "force": "vector center",
             "solid": "half velocity acceleration angular_velocity angular_acceleration center", "end": "point"}
    FIELD_MAGNITUDES.update({("imp%s_%s" % (d, kind), field): "small"
                             for kind, fields in SMALL.items() for field in fields.split()})
    FIELD_OPTIONAL.update({("imp%s_particles_def" % d, "allocator"): "FLAG_OPTIONAL",
                           ("imp%s_force" % d, "function"): "FLAG_OPTIONAL"})
    UNREAD_FIELDS |= {("imp%s_end" % d, "point"), ("imp%s_solid" % d, "half"), ("imp%s_solid" % d, "radius")}
    UNREAD_FIELDS |= {("imp%s_force" % d, field) for field in (
        "vector", "center", "strength", "damping", "length", "linear", "quadratic", "volume")}
FIELD_OPTIONAL.update({("imp%s_solid" % d, "compound"): "FLAG_OPTIONAL" for d in "23"})
EXAMPLES.update({("imp2_world_step_particles", "time"): "0.01f", ("imp3_world_step_particles", "time"): "0.01f",
                 ("imp2_particles_draw_lines", "capacity"): "VERTICES"})
OPTIONAL.add(("imp2_particles_draw_lines", "def"))
LENGTHS.add(("imp2_particles_draw_lines", "capacity"))
ARRAYS[("imp2_particles_draw_lines", "vertices")] = "VERTICES"
TOLD.add(("imp2_particles_draw_lines", "count"))

# A turn of all zero is none.
UNTURNED = {"imp2_world_add_body", "imp3_world_add_body", "imp2_world_add_articulation", "imp3_world_add_articulation",
            "imp2_particles_step", "imp3_particles_step"}

# What has many places and takes long: it is called with one in so many variants.
def share_of(name):
    if "_particles_" in name or name.startswith("imp3_world_"):
        return 12
    long = re.match("imp3_(compound|batch|hull|sweep|time|distance|collide|cast|mesh|triangles)|imp[23]_world_", name)
    return SHARES.get(name, 4 if long else 1)


SHARES = {name % d: 4 for name in ("imp%s_character_move", "imp%s_world_move_character", "imp%s_sweep_many") for d in "23"}

# Structs that ask for nothing when they are zeroed.
NOTHING = ("_index_def", "_world_def", "_articulation_def", "imp2_character", "imp3_character", "_character_input", "_surroundings", "_character_hooks",
           "_character_report", "_world_walk", "_particles_def")
NOTHING_TO = {("imp3_mesh_rays", "imp3_rays")}  # the same, for a function that takes the count of a set

# What the functions of a header return everywhere.
COMMON = {
    "narrow2.h": {"IMP_ERR_NULL", "IMP_ERR_SHAPE", "IMP_ERR_COMPOUND", "IMP_ERR_NAN", "IMP_ERR_MAGNITUDE",
                  "IMP_ERR_ROTATION"},
    "narrow3.h": {"IMP_ERR_NULL", "IMP_ERR_SHAPE", "IMP_ERR_COMPOUND", "IMP_ERR_NAN", "IMP_ERR_MAGNITUDE",
                  "IMP_ERR_ROTATION"},
    "batch3.h": {"IMP_ERR_NULL", "IMP_ERR_COUNT", "IMP_ERR_RANGE", "IMP_ERR_SHAPE", "IMP_ERR_NAN", "IMP_ERR_MAGNITUDE",
                 "IMP_ERR_ROTATION"},
    "mesh3.h": {"IMP_ERR_NULL", "IMP_ERR_COMPOUND", "IMP_ERR_NAN", "IMP_ERR_MAGNITUDE", "IMP_ERR_ROTATION",
                "IMP_ERR_NEGATIVE", "IMP_ERR_COUNT"},
    "batch2.h": {"IMP_ERR_NULL", "IMP_ERR_COUNT", "IMP_ERR_RANGE", "IMP_ERR_NAN", "IMP_ERR_MAGNITUDE", "IMP_ERR_ROTATION"},
}

SCALARS = {"float": "FLOAT", "double": "DOUBLE", "int32_t": "INT", "uint32_t": "UINT", "bool": "BOOL", "imp_status": "INT"}
UNREAD = {"uint64_t", "int64_t", "uint8_t"}  # passed on; part of what is judged as a whole
SIZES = {"POINTS": 12, "PAIRS": 5, "SNAPSHOT": 2048, "VERTICES": 64}  # as in examples.h; the constants of the headers are added


def documented(name, functions):
    doc = " ".join(re.sub(r"^///", "", line).strip() for line in functions[name][2].splitlines())
    after = re.search(r"\breturns\s+(.*?)(?=\b(?:exact|cost|source)\b\s|$)", doc)
    returns = after.group(1) if after else ""
    faults = set(re.findall(r"IMP_ERR_[A-Z]+", returns))
    if not returns or returns.startswith("also"):
        faults |= COMMON.get(functions[name][3], set())
    for other in re.findall(r"(?:those of|as) (imp[23]?_\w+)", returns):
        faults |= documented(other, functions)
    return faults


class Table:
    """Collects for one function: members of the struct, statements that fill it, slots, outputs."""

    def __init__(self, function):
        self.function = function
        self.members, self.fill, self.slots, self.outputs, self.checks = [], [], [], [], []

    def slot(self, kind, position, place, flags, size=None):
        self.slots.append('{SLOT_%s, %d, %s, offsetof(%s_args, %s), %s, "%s"}' % (
            kind, position, flags or "0", self.function, place,
            size or "sizeof(((%s_args*)0)->%s)" % (self.function, place), place))

    def value(self, kind, place, path, position, flags, structs):
        """Slots for a value that lies at place in the struct; path is its name for the tables above."""
        if kind in SCALARS:
            more = MAGNITUDES.get((self.function, path.split(".")[0]))
            flags = [f for f in (flags, "FLAG_" + more.upper() if more else "") if f]
            if (self.function, path) in POINT_COUNTS:
                flags.append("FLAG_POINTS")
            if (self.function, path) in LENGTHS:
                flags.append("FLAG_LENGTH")
            self.slot(SCALARS[kind], position, place, " | ".join(flags))
            return
        if kind in UNREAD:
            return
        if kind not in structs:
            stop("%s: unknown type '%s'" % (self.function, kind))
        if kind in ("imp2_rot", "imp3_rot"):
            self.slot("ROTATION", position, place, "FLAG_UNREAD" if self.function in UNTURNED else flags)
        # A zeroed definition asks for nothing behind its pointers.
        self.slot("STRUCT", position, place, "FLAG_OPTIONAL" if kind.endswith(NOTHING) or (
            self.function, kind) in NOTHING_TO else "FLAG_COUNTED | FLAG_OPTIONAL" if kind == "imp_articulation" else flags)
        for field, pointer, name, length, const in structs[kind]:
            inner = flags
            if kind in ("imp2_manifold", "imp3_manifold", "imp3_cache"):
                inner = "FLAG_UNREAD"
            if kind in ("imp2_compound", "imp3_compound"):
                inner = "FLAG_INSIDE"
            if (kind, name) in FIELD_COUNTS:
                self.fill.append("r->%s.%s = %s;" % (place, name, FIELD_COUNTS[(kind, name)]))
                inner = "FLAG_LENGTH" if (kind, name) in LENGTHS else "FLAG_POINTS"
            if kind in ("imp2_character_report", "imp3_character_report") and name == "count":
                inner = "FLAG_UNREAD"
            if kind in ("imp2_compound_contacts", "imp3_compound_contacts", "imp3_face", "imp3_mesh_pairs",
                        "imp3_mesh_parts"):
                inner = "FLAG_POINTS" if name == "capacity" else "FLAG_UNREAD"
            if kind == "imp2_shape":
                inner = {"kind": "FLAG_KIND", "count": "FLAG_COUNT"}.get(name, "FLAG_INSIDE")
            if kind == "imp3_shape":
                inner = "FLAG_KIND3" if name == "kind" else "FLAG_INSIDE"
            if kind == "imp_articulation":
                inner = " | ".join(filter(None, (inner, "FLAG_COUNTED")))
            if (kind, name) in UNREAD_FIELDS:
                inner = "FLAG_UNREAD"
            if (kind, name) in FIELD_MAGNITUDES:
                inner = " | ".join(filter(None, (inner, "FLAG_" + FIELD_MAGNITUDES[(kind, name)].upper())))
            if pointer:
                self.pointer_field(kind, field, place + "." + name, position, structs, const)
                continue
            for i in range(elements(length)) if length else [None]:
                self.value(field, place + "." + name + ("" if i is None else "[%d]" % i), path + "." + name,
                           position, inner, structs)

    def pointers(self, kind, place, position, structs):
        """What is behind the pointers of a struct in which nothing bad is put."""
        slots = self.slots
        self.slots = []
        self.value(kind, place, place, position, "", structs)
        self.slots = slots

    def pointer_field(self, owner, field, place, position, structs, const):
        if owner in ("imp2_shape", "imp2_compound", "imp3_shape", "imp3_compound") or (owner in ("imp_allocator", "imp_jobs", "imp2_hooks", "imp3_hooks", "imp2_character_hooks", "imp3_character_hooks", "imp_sink", "imp_progress", "imp2_force", "imp3_force") and field == "void"):
            return  # a block that is not the shape's own cannot be told from one that is; user is passed on unread
        if field in OPAQUE:
            return  # null
        if field == "function":
            optional = FIELD_OPTIONAL.get((owner, place.split(".")[-1]), "0")
            self.slot("POINTER", position, place, "FLAG_OPTIONAL" if owner.endswith("_hooks") else optional)
            return
        storage = re.sub(r"\W+", "_", place) + "_storage"
        room = FIELD_ROOM.get((owner, place.split(".")[-1]))
        if room:
            self.members.append("%s %s[%s];" % (field, storage, room))
            self.fill.append("r->%s = r->%s;" % (place, storage))
            self.slot("POINTER", position, place, FIELD_OPTIONAL.get((owner, place.split(".")[-1]), "0"))
            self.outputs.append('{SLOT_STRUCT, %d, 0, offsetof(%s_args, %s), sizeof(((%s_args*)0)->%s), "%s"}' % (
                position, self.function, storage, self.function, storage, storage))
            return
        if field in SCALARS and not const:
            self.members.append("%s %s[PAIRS];" % (field, storage))
            self.fill.append("memset(r->%s, PATTERN, sizeof r->%s);" % (storage, storage))
            self.fill.append("r->%s = r->%s;" % (place, storage))
            self.slot("POINTER", position, place, "0")
            self.outputs.append("{SLOT_STRUCT, %d, 0, offsetof(%s_args, %s), sizeof(%s) * PAIRS, \"%s\"}" % (
                position, self.function, storage, field, storage))
            for i in range(elements("PAIRS")):
                self.output(field, "%s[%d]" % (storage, i), structs)
            return
        if (owner, place.split(".")[-1]) in FIELD_ARRAYS:
            length, shown, flags = FIELD_ARRAYS[(owner, place.split(".")[-1])]
            self.members.append("%s %s[%s];" % (field, storage, length))
            self.fill.append("r->%s = r->%s;" % (place, storage))
            self.slot("POINTER", position, place, FIELD_OPTIONAL.get((owner, place.split(".")[-1]), "0"))
            shown = shown.replace("(v)", "(pick(v, %d))" % position)
            for i in range(elements(length)):
                self.fill.append("r->%s[%d] = %s;" % (storage, i, shown.replace("ELEMENT", str(i))))
                inner = flags or ("FLAG_UNREAD" if i >= 5 else "")
                if i > 0 and (owner, place.split(".")[-1]) in ALIKE:
                    self.fill.append("r->%s[%d] = r->%s[0];" % (storage, i, storage))
                    continue
                self.value(field, "%s[%d]" % (storage, i), storage, position, inner, structs)
            return
        self.members.append("%s %s;" % (field, storage))
        shown = FIELD_EXAMPLES.get((owner, place.split(".")[-1])) or example(self.function, storage, field, position)
        self.fill.append("r->%s = %s;" % (storage, shown))
        self.fill.append("r->%s = &r->%s;" % (place, storage))
        self.slot("POINTER", position, place, FIELD_OPTIONAL.get((owner, place.split(".")[-1]), "0"))
        self.value(field, storage, storage, position, "", structs)
        if not const:
            self.outputs.append('{SLOT_STRUCT, %d, FLAG_TOLD, offsetof(%s_args, %s), sizeof(%s), "%s"}' % (
                position, self.function, storage, field, storage))

    def output(self, kind, place, structs):
        """Floats that must be finite, bools that must be 0 or 1."""
        if kind in SCALARS:
            if kind in ("float", "double", "bool"):
                self.checks.append("{SLOT_%s, 0, 0, offsetof(%s_args, %s), 0, \"%s\"}" % (
                    SCALARS[kind], self.function, place, place))
            return
        # What a pair remembers may be anything, and stays so where it is not needed.
        if kind in UNREAD or kind.rstrip("*") in OPAQUE or kind == "imp3_cache":
            return
        for field, pointer, name, length, _ in structs[kind]:
            if not pointer:
                for i in range(elements(length)) if length else [None]:
                    self.output(field, place + "." + name + ("" if i is None else "[%d]" % i), structs)


def elements(length):
    return SIZES[length] if length in SIZES else int(length)


def example(function, path, kind, position):
    shown = EXAMPLES.get((function, path)) or (
        "0.5f" if kind == "float" else "0.25" if kind == "double" else "some_%s(v)" % kind)
    return shown.replace("(v)", "(pick(v, %d))" % position)  # so that not all arguments are alike


def write_function(name, functions, structs):
    result, arguments, _, _ = functions[name]
    table = Table(name)
    for position, (kind, pointer, argument, _, const) in enumerate(arguments, 1):
        at = argument + "_at" if pointer else argument
        key = (name, argument)
        if not pointer:
            table.members.append("%s %s;" % (kind, argument))
            table.fill.append("r->%s = %s;" % (argument, example(name, argument, kind, position)))
            table.value(kind, argument, argument, position, "", structs)
            continue
        table.members.append("%s%s* %s;" % ("const " if const else "", kind, argument))
        table.slot("POINTER", position, argument, "FLAG_OPTIONAL" if key in OPTIONAL else "0")
        if kind in OPAQUE:
            table.fill.append("r->%s = %s;" % (argument, example(name, argument, kind, position)))
            continue
        length = ARRAYS.get(key)
        table.members.append("%s %s%s;" % (kind, at, "[%s]" % length if length else ""))
        table.fill.append("r->%s = %sr->%s;" % (argument, "" if length else "&", at))
        if const and kind in UNREAD and length:
            shown = example(name, argument, kind, position).replace("ELEMENT", "i")
            table.fill.append("for (int32_t i = 0; i < %s; ++i) r->%s[i] = %s;" % (length, at, shown))
        elif const or key in CHANGED:
            for i in range(elements(length)) if length else [None]:
                place = at if i is None else "%s[%d]" % (at, i)
                shown = example(name, argument, kind, position).replace("ELEMENT", str(i))
                table.fill.append("r->%s = %s;" % (place, shown))
                if not i or key not in ALIKE:
                    table.value(kind, place, argument, position, "FLAG_UNREAD" if i and i >= 5 else "", structs)
                elif any(pointer for _, pointer, *_ in structs[kind]):
                    table.pointers(kind, place, position, structs)
            for (function, path), shown in EXAMPLES.items():
                if function == name and path.startswith(argument + "."):
                    table.fill.append("r->%s.%s = %s;" % (at, path[len(argument) + 1:], shown))
        if not const:
            table.outputs.append("{SLOT_STRUCT, %d, %s, offsetof(%s_args, %s), sizeof(%s)%s, \"%s\"}" % (
                position, "FLAG_TOLD" if key in TOLD else "0" if key in SHARED else OUTPUT_FLAGS.get(kind, "0"), name, at, kind,
                " * " + length if length else "", at))
            for i in range(elements(length)) if length else [None]:
                table.output(kind, at if i is None else "%s[%d]" % (at, i), structs)
            if key not in CHANGED:
                table.fill.append("memset(&r->%s, PATTERN, sizeof r->%s);" % (at, at))

    def array(suffix, rows):
        return "static const slot %s_%s[] = {%s};\n" % (
            name, suffix, "".join("\n    %s," % row for row in rows + ["{SLOT_END, 0, 0, 0, 0, NULL}"]) + "\n")

    print("typedef struct %s_args\n{\n    char always;" % name)
    for member in table.members:
        print("    " + member)
    print("} %s_args;\n" % name)
    print("static void %s_fill(void* args, int v)\n{\n    %s_args* r = args;" % (name, name))
    print("    (void)v;\n    memset(r, 0, sizeof *r);")
    for statement in table.fill:
        print("    " + statement)
    print("}\n")
    call = "%s(%s)" % (name, ", ".join("r->" + a[2] for a in arguments))
    print("static imp_status %s_call(void* args)\n{\n    %s_args* r = args;\n    (void)r;" % (name, name))
    if result == "imp_status":
        print("    return %s;\n}\n" % call)
    else:
        # What cannot fail: text is never null.
        print("    %s%s%s;\n    return IMP_OK;\n}\n" % (
            "assert_non_null(" if "char*" in result else "(void)" if result != "void" else "", call,
            ")" if "char*" in result else ""))
    print(array("slots", table.slots) + array("outputs", table.outputs) + array("checks", table.checks))
    faults = documented(name, functions)
    mask = " | ".join("1u << %s" % fault for fault in sorted(faults)) or "0"
    return '    {"%s", %s_fill, %s_call, %s_slots, %s_outputs, %s_checks, sizeof(%s_args), %s, %d},' % (
        name, name, name, name, name, name, name, mask, share_of(name))


def main():
    if sys.argv[1:2] != ["--output"]:
        stop("usage: generate.py --output FILE HEADER...")
    headers = Headers(sys.argv[3:])
    structs, functions = headers.structs, headers.functions
    SIZES.update(headers.constants)
    headers.expect(EXAMPLES, OPTIONAL, CHANGED, ARRAYS, POINT_COUNTS, SHARED, MAGNITUDES, TOLD, LENGTHS, FIELD_ARRAYS, FIELD_COUNTS, FIELD_OPTIONAL,
                   FIELD_MAGNITUDES, FIELD_ROOM, UNREAD_FIELDS)
    sys.stdout = open(sys.argv[2], "w", encoding="utf-8", newline="\n")
    print("// Written by test/hostile/generate.py from the public headers.\n")
    rows = [write_function(name, functions, structs) for name in functions]
    print("static const function_row functions[] = {\n%s\n};" % "\n".join(rows))


if __name__ == "__main__":
    main()
