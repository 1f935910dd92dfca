// SPDX-License-Identifier: MIT
//
// Colliders of moving meshes: convex parts, unless the hull is as good as these, or a file or --as says otherwise.

#include <math.h>
#include <string.h>

#include "io/space_mesh.h"

#define CONVEX 0.98           // part of a hull that a mesh fills which has no hollow
#define TOLERANCE_SHARE 0.02  // of the longest side
#define FIELD_SHARE 0.01
#define SLACK 1.25f   // of a tolerance: a bound is found to within a quarter of it
#define LEAST 0.999f  // part of the solid's volume that its parts have, by their rounding

static const char* const wear_words[] = {"parts", "hull", "mesh", "field"};

int32_t io_wear_of(const char* word)
{
    int32_t as = 0;
    while (as < IO_WEAR_COUNT && strcmp(word, wear_words[as]) != 0)
    {
        as++;
    }
    return as < IO_WEAR_COUNT ? as : -1;
}

static io_status fail_made(io_reader* reader, const io_node* node, const char* name, imp_status made)
{
    int32_t fault = imp_status_fault(made);
    return io_fail(reader,
                   fault == IMP_ERR_MEMORY    ? IO_ERR_MEMORY
                   : fault == IMP_ERR_STOPPED ? IO_ERR_FILE
                                              : IO_ERR_MEANING,
                   node, "'%.100s': %s", name,
                   fault == IMP_ERR_STOPPED ? "stopped while it was taken apart"
                   : fault == IMP_ERR_EMPTY ? "only a closed mesh has parts"
                                            : imp_status_text(made));
}

static float longest_side(const imp3_compound* mesh)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_box box = {{0, 0, 0}, {0, 0, 0}};
    (void)imp3_compound_bounds(mesh, &here, &box);
    imp3_vec wide = imp3_vec_sub(box.upper, box.lower);
    return fmaxf(wide.x, fmaxf(wide.y, wide.z));
}

// Taking apart

typedef struct watch
{
    const io_options* options;
    const char* name;
} watch;

static bool go_on(void* user, float done)
{
    const watch* w = user;
    return w->options->watching(w->options->watcher, w->name, (double)done);
}

// A tolerance of 0 is chosen by the size.
static imp_status take_apart(io_reader* reader, const char* name, const imp3_compound* mesh, double tolerance,
                             imp3_compound* out, imp3_decompose_report* fit)
{
    watch w = {reader->options, name};
    const imp_progress progress = {go_on, &w};
    const imp3_decompose_choice choice = {.tolerance = tolerance > 0 ? (float)tolerance
                                                                     : (float)TOLERANCE_SHARE * longest_side(mesh)};
    return imp3_mesh_decompose(mesh, &choice, reader->options->watching ? &progress : NULL, reader->allocator, out,
                               fit);
}

// In JSON of our own

static io_status read_sets(io_reader* reader, const io_node* list, float radius, io_mesh* cloud, imp3_shape* shapes,
                           int32_t* count)
{
    io_status status = IO_OK;
    for (const io_node* item = list->child; item && !status; item = item->next)
    {
        status = io_points3(reader, item, "each of 'parts'", cloud);
        imp_status made = status ? IMP_OK
                                 : imp3_hull_make(cloud->points, (int32_t)cloud->point_count, radius, reader->allocator,
                                                  &shapes[*count], NULL);
        status = made ? io_fail(reader, made == IMP_ERR_MEMORY ? IO_ERR_MEMORY : IO_ERR_MEANING, item, "parts[%d]: %s",
                                (int)*count, imp_status_text(made))
                      : status;
        *count += !status;
    }
    return status;
}

// Hulls of lists of points, as they were saved.
static io_status read_saved(io_reader* reader, const io_node* list, float radius, imp3_compound* out)
{
    io_mesh cloud = {.allocator = *reader->allocator};
    if (list->numbers || list->count < 1 || list->count > IMP3_VERTEX_MAX)
    {
        return io_fail(reader, IO_ERR_MEANING, list, "'parts' must be a list of lists of [x, y, z]");
    }
    size_t room = 0;
    int32_t count = 0;
    imp3_shape* shapes = io_grow(reader->allocator, NULL, &room, (size_t)list->count, sizeof *shapes);
    io_status status = shapes ? read_sets(reader, list, radius, &cloud, shapes, &count) : io_fail_memory(reader);
    if (!status)
    {
        imp_status made = imp3_compound_make(shapes, count, reader->allocator, out);
        status = made ? fail_made(reader, list, "parts", made) : IO_OK;
    }
    for (int32_t i = 0; i < count; i++)
    {
        imp3_shape_free(&shapes[i]);
    }
    io_release(reader->allocator, shapes, room, sizeof *shapes);
    io_mesh_free(&cloud);
    return status;
}

// The mesh that parts are of, or that is to be taken apart.
static io_status read_solid(io_reader* reader, const io_node* node, imp3_compound* out)
{
    io_mesh mesh;
    io_status status = io_space_mesh(reader, node, &mesh);
    if (status)
    {
        return status;
    }
    const imp3_triangles triangles = {.points = mesh.points,
                                      .point_count = (int32_t)mesh.point_count,
                                      .corners = mesh.corners,
                                      .count = (int32_t)(mesh.corner_count / 3)};
    status = io_space_triangles(reader, node, "parts", &triangles, out);
    io_mesh_free(&mesh);
    return status;
}

// Whether parts that were saved are those of the mesh.
static io_status check_saved(io_reader* reader, const io_node* node, const imp3_compound* mesh, double tolerance,
                             imp3_compound* set, imp3_decompose_report* fit)
{
    float allowed = tolerance > 0 ? (float)tolerance : (float)TOLERANCE_SHARE * longest_side(mesh);
    imp_status made = imp3_mesh_fit_parts(mesh, set, allowed, reader->allocator, fit);
    if (made)
    {
        return fail_made(reader, node, "parts", made);
    }
    bool fits = fit->outwards <= SLACK * allowed && fit->inwards <= allowed && fit->volume >= LEAST * fit->solid_volume;
    return fits ? IO_OK
                : io_fail(reader, IO_ERR_MEANING, node,
                          "'parts' are not of this mesh: they go out of it by %.3g m and leave out %.3g m of it, and "
                          "have %.3g times its volume",
                          (double)fit->outwards, (double)fit->inwards, (double)(fit->volume / fit->solid_volume));
}

io_status io_space_read_parts(io_reader* reader, const io_node* node, io_collider3* out)
{
    const io_node* saved = io_node_get(node, "parts");
    bool has_mesh = io_node_get(node, "file") || io_node_get(node, "points");
    double tolerance = 0, radius = 0;
    imp3_compound mesh = {.kind = IMP3_COMPOUND_NONE};
    imp3_decompose_report fit;
    io_status status = io_number_or(reader, node, "tolerance", 0, &tolerance);
    status = status ? status : io_number_or(reader, node, "radius", 0, &radius);
    if (!status && !saved && radius != 0)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'radius' is for 'parts' that are told");
    }
    if (!status && !saved && !has_mesh)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'parts', 'file' or 'points' is missing");
    }
    if (!status && io_node_get(node, "tolerance") && !(tolerance > 0))
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'tolerance' must be above 0");
    }
    status = status || !has_mesh ? status : read_solid(reader, node, &mesh);
    status = status || !saved ? status : read_saved(reader, saved, (float)radius, &out->compound);
    if (!status && saved && has_mesh)
    {
        status = check_saved(reader, node, &mesh, tolerance, &out->compound, &fit);
        if (status)
        {
            imp3_compound_free(&out->compound);
        }
    }
    if (!status && !saved)
    {
        imp_status made = take_apart(reader, "parts", &mesh, tolerance, &out->compound, &fit);
        status = made ? fail_made(reader, node, "parts", made) : IO_OK;
    }
    imp3_compound_free(&mesh);
    return status;
}

// Meshes from files

// Six times the volume within the triangles, if they are closed.
static double volume_of(const imp3_triangles* t)
{
    double sum = 0;
    for (int32_t i = 0; i < 3 * t->count; i += 3)
    {
        imp3_vec a = t->points[t->corners[i]], b = t->points[t->corners[i + 1]], d = t->points[t->corners[i + 2]];
        sum += (double)a.x * ((double)b.y * (double)d.z - (double)b.z * (double)d.y) +
               (double)a.y * ((double)b.z * (double)d.x - (double)b.x * (double)d.z) +
               (double)a.z * ((double)b.x * (double)d.y - (double)b.y * (double)d.x);
    }
    return sum / 6;
}

// The convex hull. *hollow tells that the mesh has less volume.
static io_status wear_hull(io_reader* reader, const io_worn* worn, imp3_shape* out, bool* made, bool* hollow)
{
    imp3_mass mass = {.mass = 0};
    imp_status status =
        imp3_hull_make(worn->triangles->points, worn->triangles->point_count, 0, reader->allocator, out, NULL);
    *made = status == IMP_OK;
    *hollow = false;
    if (status == IMP_ERR_MEMORY)
    {
        return io_fail_memory(reader);
    }
    if (*made && worn->has_mass && (imp3_shape_mass(out, 1, &mass) != IMP_OK || !(mass.mass > 0)))
    {
        imp3_shape_free(out);
        *made = false;
        return io_note_add(reader, IO_NOTE_SKIP, "'%.100s' is to move, but is flat", worn->name);
    }
    if (status)
    {
        return io_note_add(reader, IO_NOTE_SKIP, "'%.100s': %s", worn->name, imp_status_text(status));
    }
    *hollow = worn->has_mass && fabs(volume_of(worn->triangles)) < CONVEX * (double)mass.mass;
    return IO_OK;
}

// The triangles as they are, with a field when it is wanted.
static imp_status keep_triangles(const io_worn* worn, double tolerance, imp3_compound* mesh)
{
    imp3_mass mass = {.mass = 0};
    imp_status status = imp3_compound_mass(mesh, 1, &mass);
    if (!status && worn->has_mass && !(mass.mass > 0))
    {
        status = IMP_ERR_EMPTY;
    }
    float cell = tolerance > 0 ? (float)tolerance : (float)FIELD_SHARE * longest_side(mesh);
    return status || worn->as != IO_WEAR_FIELD ? status : imp3_mesh_add_field(mesh, cell);
}

// How a mesh moves that does not fill its hull; *made stays false where the hull must do, for the note that says so.
static io_status wear_hollow(io_reader* reader, const io_worn* worn, io_collider3* out, bool* made)
{
    imp3_compound mesh, set;
    imp3_decompose_report fit;
    double tolerance = reader->options->tolerance;
    *made = false;
    io_status status = io_space_triangles(reader, NULL, worn->name, worn->triangles, &mesh);
    if (status)
    {
        return status;
    }
    imp_status kept = worn->as == IO_WEAR_PARTS ? take_apart(reader, worn->name, &mesh, tolerance, &set, &fit)
                                                : keep_triangles(worn, tolerance, &mesh);
    int32_t fault = imp_status_fault(kept);
    if (!kept && worn->as == IO_WEAR_PARTS)
    {
        out->compound = set;
        status = io_note_add(reader, IO_NOTE_TAKEN,
                             "'%.100s' moves as %d convex part%s, which go out of it by %.3g m at most", worn->name,
                             (int)fit.parts, fit.parts == 1 ? "" : "s", (double)fit.outwards);
    }
    else if (!kept)
    {
        out->compound = mesh;
        status = io_note_add(reader, IO_NOTE_TAKEN, "'%.100s' moves with its %d triangles%s", worn->name,
                             (int)mesh.part_count, worn->as == IO_WEAR_FIELD ? " and a distance field" : "");
    }
    else if (fault == IMP_ERR_EMPTY)
    {
        status = io_note_add(reader, IO_NOTE_REPAIR, "'%.100s' moves with its convex hull: the mesh is not closed",
                             worn->name);
    }
    else if (fault == IMP_ERR_RANGE)
    {
        status = io_fail(reader, IO_ERR_MEANING, NULL, "'%.60s': %s", worn->name,
                         worn->as == IO_WEAR_FIELD ? "it is too thin for a field of this tolerance"
                                                   : "the tolerance is too small for its size");
    }
    else
    {
        status = fail_made(reader, NULL, worn->name, kept);
    }
    *made = !kept && !status;
    if (kept || worn->as == IO_WEAR_PARTS)
    {
        imp3_compound_free(&mesh);
    }
    if (!kept && status)
    {
        imp3_compound_free(&out->compound);
    }
    return status;
}

io_status io_space_wear(io_reader* reader, const io_worn* worn, io_collider3* out, bool* made)
{
    bool hollow, is_hull = false;
    io_status status = wear_hull(reader, worn, &out->shape, &is_hull, &hollow);
    *made = is_hull;
    if (status || !is_hull || worn->as == IO_WEAR_HULL || (worn->as == IO_WEAR_PARTS && !hollow))
    {
        return !status && hollow
                   ? io_note_add(reader, IO_NOTE_REPAIR,
                                 "'%.100s' moves with its convex hull: the mesh has hollows, or is not closed",
                                 worn->name)
                   : status;
    }
    bool hull_does;
    status = wear_hollow(reader, worn, out, &hull_does);
    if (status || hull_does)
    {
        imp3_shape_free(&out->shape);
        out->shape.kind = IMP3_SHAPE_NONE;
    }
    *made = !status;
    return status;
}
