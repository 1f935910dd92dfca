# SPDX-License-Identifier: MIT
#
# What the headers do not tell: the roles of parameters and fields, which structs are classes, and how C's names become
# TypeScript's. What no table has goes by its type; what has no meaning then stops the generator.

import collections
import re

# The word is what wrong.ts calls it.
Scalar = collections.namedtuple("Scalar", "size view type zero word")
SCALARS = {
    "float": Scalar(4, "f32", "number", "0", "f32"), "int32_t": Scalar(4, "i32", "number", "0", "i32"),
    "uint32_t": Scalar(4, "u32", "number", "0", "u32"), "imp_status": Scalar(4, "i32", "number", "0", "i32"),
    "bool": Scalar(1, "u8", "boolean", "false", "bool"), "uint8_t": Scalar(1, "u8", "number", "0", "u8"),
    "double": Scalar(8, "f64", "number", "0", "f64"),
    "uint64_t": Scalar(8, "u64", "bigint", "0n", "u64"), "int64_t": Scalar(8, "u64", "bigint", "0n", "u64"),
}
VIEWS = {"f32": "Float32Array", "f64": "Float64Array", "i32": "Int32Array", "u32": "Uint32Array", "u8": "Uint8Array"}
RETURNED = {"uint32_t": "number", "void": "void", "const char*": "string"}  # where it is no status

# What a module has no use for: it has no threads, and of what is outside calls functions of CALLBACKS alone. Its memory
# comes from malloc.
NATIVE = {"imp_pool", "imp_jobs", "imp_sink"}
NATIVE |= {"imp%s_%s" % (d, kind) for d in "23" for kind in ("hooks", "replay", "replay_report")}
LEFT_OUT = NATIVE | {"imp_allocator", "imp_progress", "imp3_mesh_work"}
LEFT_OUT |= {"imp%s_character_%s" % (d, kind) for d in "23" for kind in ("hooks", "report")}

# Classes, with what frees them. Structs that own memory, and what has no struct.
OWNED = {"imp%s_%s" % (d, kind): "imp%s_%s_free" % (d, kind) for d in "23" for kind in ("shape", "compound")}
OPAQUE = {"imp%s_%s" % (d, kind): "imp%s_%s_free" % (d, kind)
          for d in "23" for kind in ("index", "points", "sweeps", "world", "particles")}
CLASSES = dict(OWNED, **OPAQUE)

# Parameters, by (function, name):
#   array     as many as `count` says; one that is not const is written
#   nullable  such an array, which may be null
#   optional  need not be given: 0, or all zero
#   changed   read and written
#   resumed   the same, which need not be given: all zero
#   found     written: room for `capacity`, which is how many are wanted at most, of which `count` are there in the end
#   grows     the same with room for all that there are
#   words     the same of structs of nothing but floats, which are returned as those
#   handle    a thing that the call changes
#   told      written when the call fails, and tells of the fault
#   answers   written: one for each pair of a batch
#   of_list   written: one for each of a list that is given (GIVEN_LISTS)
#   shared    written: a thing whose memory is that of the thing that is asked
ROLES = {
    ("imp2_polygon_make", "points"): "array", ("imp2_polygon_make", "radius"): "optional",
    ("imp3_hull_make", "points"): "array", ("imp3_hull_make", "radius"): "optional",
    ("imp3_triangle_make", "radius"): "optional", ("imp3_oriented_box_make", "radius"): "optional",
    ("imp3_cylinder_make", "radius"): "optional", ("imp3_cone_make", "radius"): "optional",
    ("imp3_compound_make", "shapes"): "array", ("imp3_compound_part", "out"): "shared",
    ("imp3_collide_again", "cache"): "changed", ("imp3_distance_again", "cache"): "changed",
    ("imp3_mesh_move", "mesh"): "handle", ("imp3_mesh_move", "points"): "array",
    ("imp3_world_set_target_points", "points"): "array",
    ("imp3_mesh_add_field", "mesh"): "handle", ("imp3_mesh_fit_parts", "set"): "handle",
    ("imp3_mesh_volumes", "volumes"): "grows", ("imp3_mesh_meet", "walk"): "optional",
    ("imp3_mesh_distance", "walk"): "optional", ("imp3_mesh_distance", "nearest"): "resumed",
    ("imp3_mesh_touching", "walk"): "optional",
    ("imp3_mesh_nearest", "most"): "capacity", ("imp3_mesh_nearest", "out"): "found",
    ("imp3_mesh_rays", "out"): "answers", ("imp3_mesh_rays", "bad"): "told",
    ("imp3_batch_shapes", "out"): "answers", ("imp3_batch_ray_shapes", "out"): "answers",
}
for d in "23":
    ROLES.update({("imp%s_%s" % (d, call), "margin"): "optional"
                  for call in ("collide", "compound_collide", "batch_shapes")})
    ROLES.update({("imp%s_respond" % d, name): "changed" for name in "ab"})
    ROLES.update({("imp%s_%s" % (d, call), "static_friction"): "optional" for call in ("respond", "respond_arcade")})
    ROLES.update({("imp%s_batch_%s" % (d, call), "bad"): "told" for call in ("shapes", "ray_shapes")})
for call in ("boxes", "circles"):
    ROLES[("imp2_batch_" + call, "margin")] = "optional"
    ROLES.update({("imp2_batch_" + sort + call, "bad"): "told" for sort in ("", "ray_")})
for index, points in (("imp2_index_", "imp2_points_"), ("imp3_index_", "imp3_points_")):
    ROLES.update({
        (index + "make", "def"): "optional", (index + "add", "things"): "array", (index + "add", "numbers"): "array",
        (index + "move", "numbers"): "nullable", (index + "move", "boxes"): "array",
        (index + "remove", "numbers"): "array", (index + "query_box", "filter"): "optional",
        (index + "query_box", "numbers"): "grows", (index + "cast_ray", "hits"): "found",
        (index + "cast_box", "hits"): "found", (index + "nearest", "hits"): "found",
        (points + "pairs", "positions"): "array", (points + "neighbours", "positions"): "array",
    })

for world, of in (("imp2_world_", "imp2_"), ("imp3_world_", "imp3_")):
    ROLES.update({(world + call, "def"): "optional"
                  for call in ("make", "add_body", "add_collider", "add_compound")})
    ROLES.update({(world + call, array): "grows" for call, array in (
        ("contacts", "contacts"), ("bodies", "bodies"), ("impact_events", "impacts"), ("move_events", "moves"),
        ("broken_joints", "joints"), ("broken_couplings", "couplings"),
        ("body_contacts", "contacts"), ("body_colliders", "colliders"), ("sensor_overlaps", "colliders"),
        ("overlap", "colliders"), ("overlap_box", "colliders"), ("overlap_point", "colliders"), ("save", "bytes"))})
    ROLES.update({(world + call, array): "found" for call, array in (
        ("cast_ray", "hits"), ("cast_compound", "hits"), ("cast_shape", "hits"), ("nearest", "found"),
        ("nearest_point", "found"))})
    ROLES.update({(world + call, name): "optional" for call, name in (
        ("set_mass", "mass"), ("combine_materials", "surface"), ("set_filter", "filter"), ("set_filter", "group"),
        ("set_one_way", "tolerance"), ("cast_ray", "query"), ("cast_compound", "query"), ("cast_shape", "query"),
        ("overlap", "query"), ("overlap_box", "query"), ("overlap_point", "query"), ("nearest", "query"),
        ("nearest_point", "query"))})
    ROLES[(world + "load", "bytes")] = "array"
    ROLES.update({(world + "set_joint_frames", name): "optional" for name in ("frame_a", "frame_b")})
    ROLES.update({(world + call, name): role for call in ("draw_lines", "draw_fills")
                  for name, role in (("def", "optional"), ("vertices", "grows"))})
    ROLES.update({(world + "move_character", "character"): "changed", (of + "character_move", "character"): "changed",
                  (of + "sweep_many", "things"): "array", (of + "sweep_many", "limit"): "optional"})

for world in ("imp2_world_", "imp3_world_"):
    ROLES.update({(world + "add_articulation", name): role for name, role in (
        ("bodies", "of_list"), ("joints", "of_list"), ("link", "told"))})
    ROLES.update({(world + "add_wheels", name): role for name, role in (("wheels", "array"), ("joints", "of_list"))})
    ROLES.update({(world + call, name): role for call, name, role in (
        ("freedoms", "freedoms", "grows"), ("get_positions", "positions", "grows"),
        ("get_velocities", "velocities", "grows"), ("set_positions", "positions", "array"),
        ("set_velocities", "velocities", "array"), ("set_targets", "positions", "array"),
        ("set_targets", "velocities", "nullable"), ("apply_forces", "forces", "array"),
        ("inverse_dynamics", "velocities", "nullable"), ("inverse_dynamics", "accelerations", "array"),
        ("inverse_dynamics", "forces", "array"), ("forward_dynamics", "velocities", "nullable"),
        ("forward_dynamics", "forces", "array"), ("forward_dynamics", "accelerations", "array"),
        ("mass_times", "vector", "array"), ("mass_times", "out", "array"))})

# Lists of which each gets a thing that is written, by function.
GIVEN_LISTS = {world + call: given for world in ("imp2_world_", "imp3_world_")
               for call, given in (("add_articulation", "def.links"), ("add_wheels", "wheels"))}

for particles in ("imp2_particles_", "imp3_particles_"):
    ROLES.update({(particles + call, name): role for call, name, role in (
        ("make", "def", "optional"), ("add", "items", "array"), ("add", "numbers", "array"),
        ("remove", "numbers", "array"), ("count", "count", "result"), ("positions", "out", "words"),
        ("step", "solids", "array"), ("pushes", "out", "grows"), ("contacts", "out", "grows"),
        ("save", "bytes", "grows"), ("load", "bytes", "array"))})
ROLES.update({("imp%s_world_step_particles" % d, "particles"): "handle" for d in "23"})
ROLES.update({("imp2_particles_draw_lines", "def"): "optional", ("imp2_particles_draw_lines", "vertices"): "grows"})

# Results that one fault is told with, too.
TOLD_WITH = {("imp2_region_make", "report"): "IMP_ERR_CROSSING"}

# Better names where a function has several results.
RENAMED = {("imp%s_%s" % (d, call), "out"): name for d in "23" for call, name in (
    ("respond", "impulse"), ("compound_contains", "contains"), ("particles_get_link", "link"))}
RENAMED.update({("imp3_collide_again", "out"): "manifold", ("imp3_distance_again", "out"): "nearest",
                ("imp3_mesh_contains", "out"): "contains"})

# Better names of parameters: c and m are taken in what is written.
SHOWN = {("imp3_triangle_make", name): "corner_" + name for name in "abc"}

# Functions of the caller's, in structs: the field that is passed back to them, what they are told, what they answer. A
# function of JavaScript is known by a number, which is in that field.
CALLBACKS = {("imp%s_force" % d, "function"): ("user", "imp%s_force_input" % d, "imp%s_vec" % d) for d in "23"}

# Calls that keep such a struct or drop it, with the parameter that says in which place; those that call its function,
# or tell of it, with the thing that keeps it.
KEPT_AT = {"imp%s_particles_%s" % (d, call): "number"
           for d in "23" for call in ("add_force", "set_force", "remove_force")}
ASKS = {"imp%s_particles_%s" % (d, call): "particles" for d in "23" for call in ("step", "get_force")}
ASKS.update({"imp%s_world_step_particles" % d: "particles" for d in "23"})

# What batches read and write: structs of arrays that all have `count` elements, but for those of NOT_COLUMNS.
SETS = {"imp2_boxes", "imp2_circles", "imp2_shapes", "imp2_rays", "imp3_shapes", "imp3_rays"}
COLUMNS = {"imp2_manifolds", "imp2_hits", "imp2_contacts"}
NOT_COLUMNS = {"index", "shapes"}

# Results with a list in the caller's room, which grows: the list, and the room for it at first. `capacity` follows it.
ROOMS = {"imp2_compound_contacts": ("manifolds", 64), "imp3_compound_contacts": ("manifolds", 64),
         "imp3_face": ("vertices", 16), "imp3_mesh_pairs": ("pairs", 256), "imp3_mesh_parts": ("parts", 256)}

# 64-bit integers that are numbers: they have 53 bits at most.
NUMBERS = {("imp3_contact", "id"), ("imp3_bvh_stats", "bytes"), ("imp3_field_stats", "bytes")}

# Fields that need not be given: by name, in sets of batches, and all fields of some structs but for those of REQUIRED.
OPTIONAL_FIELDS = {"user", "index", "filter", "max_distance", "falloff", "fill", "closed", "one_sided", "turn",
                   "response", "restitution", "inverse_mass", "inverse_inertia"}
OPTIONAL_IN_SETS = {"index", "shape", "c", "s", "lower_x", "lower_y", "center_x", "center_y"}
OPTIONAL_STRUCTS = {"imp_articulation", "imp2_index_def", "imp3_index_def", "imp_filter", "imp_material", "imp_surface",
                    "imp_axis", "imp_world_query", "imp3_cache", "imp3_triangles", "imp3_heights", "imp3_bvh_choice",
                    "imp3_mesh_walk", "imp3_decompose_choice"}
OPTIONAL_STRUCTS |= {"imp%s_%s" % (d, kind) for d in "23"
                     for kind in ("particles_def", "particle", "end", "force", "link", "solid", "world_def", "body_def",
                                  "collider_def", "articulation_def", "articulation_link", "draw_def", "character_def",
                                  "character_input", "character", "obstacle", "world_walk")}
REQUIRED = {("imp%s_obstacle" % d, name) for d in "23" for name in ("compound", "pose", "id")}
REQUIRED |= {("imp_articulation", "joints")}
REQUIRED |= {("imp%s_articulation_%s" % (d, kind), name) for d in "23"
             for kind, name in (("def", "links"), ("def", "colliders"), ("link", "parent"), ("collider", "link"),
                                ("collider", "compound"))}
REQUIRED |= {("imp3_triangles", name) for name in ("points", "corners")}
REQUIRED |= {("imp3_volume", "turn"), ("imp3_decompose_choice", "tolerance")}
REQUIRED |= {("imp3_heights", name) for name in ("heights", "columns", "rows", "step_x", "step_y")}
REQUIRED |= {("imp%s_%s" % (d, kind), name) for d in "23"
             for kind, name in (("force", "kind"), ("link", "kind"), ("solid", "kind"), ("solid", "id"))}

# Fields that are not seen: counts, which follow from arrays ({name} is how many elements that array has); the counts
# of what is read; what is the library's own.
COUNTED = {
    ("imp2_polyline", "count"): "{points}", ("imp2_outlines", "ring_count"): "{counts}",
    ("imp2_region_cut", "ring_count"): "{ring_starts} - 1", ("imp2_region_cut", "part_count"): "{loop_starts} - 1",
    ("imp2_boxes", "count"): "{x}", ("imp2_circles", "count"): "{x}", ("imp2_shapes", "count"): "{x}",
    ("imp2_rays", "count"): "{x}", ("imp2_shapes", "shape_count"): "{shapes}",
    ("imp2_surroundings", "obstacle_count"): "{obstacles}", ("imp3_surroundings", "obstacle_count"): "{obstacles}",
    ("imp3_shapes", "count"): "{poses}", ("imp3_shapes", "shape_count"): "{shapes}",
    ("imp3_rays", "count"): "{origins}",
    ("imp_articulation", "joint_count"): "{joints}",
    ("imp2_articulation_def", "link_count"): "{links}", ("imp3_articulation_def", "link_count"): "{links}",
    ("imp2_articulation_def", "collider_count"): "{colliders}",
    ("imp3_articulation_def", "collider_count"): "{colliders}",
    ("imp3_triangles", "point_count"): "{points}", ("imp3_triangles", "count"): "{corners} / 3",
    ("imp3_mesh_pairs", "capacity"): "{pairs}", ("imp3_mesh_pairs", "count"): "{pairs}",
}
UNSEEN = {("imp_pair_list", "count"), ("imp_neighbours", "count"), ("imp2_compound", "block"),
          ("imp3_shape", "block"), ("imp3_compound", "block"), ("imp3_compound", "parts")}
UNSEEN |= {(kind, name) for kind in ROOMS for name in ("capacity", "count")}
UNSEEN |= {("imp2_shape", name) for name in ("block", "x", "y", "normal_x", "normal_y")}
UNSEEN |= {(kind, user) for (kind, _), (user, *_) in CALLBACKS.items()}

# How many elements an array has to have by what another one says.
NEEDED = {
    ("imp2_outlines", "points"): "c.sum(v.counts)",
    ("imp2_region_cut", "vertices"): "v.ringStarts[v.ringStarts.length - 1]",
    ("imp2_region_cut", "loop"): "v.loopStarts[v.loopStarts.length - 1]",
    ("imp3_heights", "heights"): "v.columns * v.rows",
    ("imp3_heights", "holes"): "(v.columns - 1) * (v.rows - 1)",
}

# Makers whose result has nothing of the things that it was made of: these may be freed.
COPIES = {"imp3_mesh_decompose"}

# Arrays of results: how many of their elements are in use.
USED = {("imp2_manifold", "points"): "count", ("imp3_manifold", "points"): "count"}

# Pointers to what belongs to the thing that is asked: how many 32-bit words there are.
LISTS = {
    ("imp_pair_list", "pairs"): "2 * count",
    ("imp_neighbours", "starts"): "count + 1", ("imp_neighbours", "others"): "starts[count]",
    ("imp2_compound", "vertices"): "2 * ring_starts[ring_count]", ("imp2_compound", "ring_starts"): "ring_count + 1",
    ("imp2_compound", "loop_starts"): "part_count + 1", ("imp2_compound", "loop"): "loop_starts[part_count]",
    ("imp2_compound", "beyond"): "loop_starts[part_count]",
}
# The same of structs: the field that counts them.
RECORDS = {("imp_touch_events", list): list + "_count" for list in ("begun", "ended", "entered", "left")}
RECORDS.update({("imp%s_sweep_result" % d, list): count for d in "23"
                for list, count in (("events", "event_count"), ("ends", "end_count"))})
UNSEEN |= {(kind, count) for (kind, _), count in RECORDS.items()}
INSIDE = {("imp2_compound", "parts"): "part_count"}  # things within a thing: they live as long as it does


def camel(name):
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def type_name(kind):
    match = re.fullmatch(r"imp([23]?)_(\w+)", kind)
    return "".join(word.capitalize() for word in match.group(2).split("_")) + match.group(1)


def space_of(name):
    """The object that has what has no better place: imp, imp2 or imp3."""
    return re.match(r"imp[23]?", name).group()


def doc_lines(doc, indent=""):
    """The comment of a header as one for TypeScript: without what is C's alone."""
    lines, skip = [], False
    for line in (re.sub(r"^/// ?", "", l) for l in doc.strip().splitlines()):
        if re.match(r"(returns|allocator|count|capacity|out)\s{2,}|\w+\s+room for .*\bnull\b", line):
            skip = True
        elif not line.startswith("          "):
            skip = False
        if not skip:
            lines.append(line)
    while lines and not lines[-1]:
        lines.pop()
    if len(lines) <= 1:
        return ["%s/** %s */" % (indent, line) for line in lines]
    return [indent + "/**"] + [(indent + " * " + l).rstrip() for l in lines] + [indent + " */"]
