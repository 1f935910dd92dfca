// SPDX-License-Identifier: MIT
//
// Bodies from files. Poses come from a file of their own, in the order of the bodies:
//
//   [{"position": [x, y, z], "quaternion": [x, y, z, w]}, {"axis": [x, y, z], "angle": radians}, {}]

#include "bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "clock.h"
#include "io/io.h"
#include "io/mesh_foreign.h"

enum
{
    LONG_TRIANGLES = 1 << 19,  // to make ready
    LONG_BYTES = 1 << 23       // to be read by Assimp
};

/// Shares of a body's part of the bar.
#define SHARE_READ 0.4
#define SHARE_MAKE 0.6

typedef struct reading
{
    progress* bar;
    const char* file;
} reading;

static bool show_reading(void* watcher, uint64_t done, uint64_t size)
{
    reading* it = watcher;
    if (size > 0 && done <= size)
    {
        progress_show(it->bar, SHARE_READ * (double)done / (double)size, "reading", it->file);
    }
    return true;
}

static double size_of_file(const char* path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (double)info.st_size : 0;
}

// Poses

static bool read_numbers(const io_node* node, const char* name, int32_t count, float* out)
{
    const io_node* list = io_node_get(node, name);
    if (!list || list->kind != IO_LIST || list->count != count || !list->numbers)
    {
        return false;
    }
    for (int32_t i = 0; i < count; i++)
    {
        out[i] = fabs(list->numbers[i]) <= 1e30 ? (float)list->numbers[i] : INFINITY;
    }
    return true;
}

static io_status fail_pose(io_error* error, int32_t number, const char* what)
{
    snprintf(error->path, sizeof error->path, "[%d]", (int)number);
    return io_error_set(error, IO_ERR_MEANING, 0, "%s", what);
}

static io_status read_pose(const io_node* node, int32_t number, imp3_pose* out, io_error* error)
{
    float p[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, axis[3] = {0, 0, 0};
    double angle = 0;
    imp3_pose pose = imp3_pose_identity();
    if (node->kind != IO_MAP)
    {
        return fail_pose(error, number, "a pose is an object with position, and quaternion or axis and angle");
    }
    for (const io_node* child = node->child; child; child = child->next)
    {
        bool known = io_node_is(child, "angle")        ? io_node_number(child, &angle)
                     : io_node_is(child, "position")   ? read_numbers(node, "position", 3, p)
                     : io_node_is(child, "quaternion") ? read_numbers(node, "quaternion", 4, q)
                     : io_node_is(child, "axis")       ? read_numbers(node, "axis", 3, axis)
                                                       : false;
        if (!known)
        {
            char what[200];
            snprintf(what, sizeof what,
                     "'%s' is not position [x, y, z], quaternion [x, y, z, w], axis [x, y, z] or angle", child->name);
            return fail_pose(error, number, what);
        }
    }
    bool turned = io_node_get(node, "axis") != NULL;
    if (turned != (io_node_get(node, "angle") != NULL) || (turned && io_node_get(node, "quaternion")))
    {
        return fail_pose(error, number, "wants either a quaternion, or an axis and an angle");
    }
    imp_status status = turned ? imp3_rot_make((imp3_vec){axis[0], axis[1], axis[2]}, (float)angle, &pose.q)
                               : imp3_rot_of_quat((imp3_quat){q[0], q[1], q[2], q[3]}, &pose.q);
    pose.p = (imp3_vec){p[0], p[1], p[2]};
    status = status ? status : imp3_pose_check(&pose);
    *out = pose;
    return status ? fail_pose(error, number, imp_status_text(status)) : IO_OK;
}

static io_status read_poses(const io_tree* tree, bodies* all, io_error* error)
{
    io_status status = IO_OK;
    int32_t number = 0;
    if (tree->root->kind != IO_LIST || tree->root->numbers)
    {
        return io_error_set(error, IO_ERR_MEANING, 0, "poses are a list, with one for each body");
    }
    for (const io_node* node = tree->root->child; node && !status; node = node->next, number++)
    {
        status = number < all->count ? read_pose(node, number, &all->items[number].pose, error)
                                     : fail_pose(error, number, "there are not so many bodies");
    }
    return status;
}

static io_status load_poses(const char* path, bodies* all, io_error* error)
{
    char* bytes = NULL;
    size_t size = 0, capacity = 0;
    imp_allocator allocator = io_allocator(NULL);
    *error = (io_error){.status = IO_OK};
    snprintf(error->file, sizeof error->file, "%s", path);
    io_status status = io_file_read(NULL, path, NULL, &bytes, &size, &capacity, error);
    if (!status)
    {
        io_tree tree = {.root = NULL};
        status = io_tree_parse_json(bytes, size, NULL, &tree, error);
        status = status ? status : read_poses(&tree, all, error);
        io_tree_free(&tree);
        io_release(&allocator, bytes, capacity, 1);
    }
    return status;
}

// Points at the same place

static int compare_points(const void* left, const void* right)
{
    const imp3_vec *a = *(const imp3_vec*const*)left, *b = *(const imp3_vec*const*)right;
    if (a->x != b->x)
    {
        return a->x < b->x ? -1 : 1;
    }
    if (a->y != b->y)
    {
        return a->y < b->y ? -1 : 1;
    }
    if (a->z != b->z)
    {
        return a->z < b->z ? -1 : 1;
    }
    return (a > b) - (a < b);  // both point into one array
}

static bool same_place(const imp3_vec* a, const imp3_vec* b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

static int32_t* find_places(const io_mesh* mesh)
{
    const imp3_vec** order = malloc(mesh->point_count * sizeof(imp3_vec*));
    int32_t* place = malloc(mesh->point_count * sizeof *place);
    for (size_t i = 0; order && i < mesh->point_count; i++)
    {
        order[i] = &mesh->points[i];
    }
    if (order && place)
    {
        qsort(order, mesh->point_count, sizeof *order, compare_points);
        for (size_t i = 0, first = 0; i < mesh->point_count; i++)
        {
            first = same_place(order[first], order[i]) ? first : i;
            place[order[i] - mesh->points] = (int32_t)(order[first] - mesh->points);
        }
        free(order);
        return place;
    }
    free(order);
    free(place);
    return NULL;
}

// Bodies

bool is_mesh_file(const char* path)
{
    return io_mesh_kind_of(path) != IO_MESH_NONE || io_mesh_is_foreign(path);
}

static io_status fail_make(const char* file, imp_status made, io_error* error)
{
    *error = (io_error){.status = IO_OK};
    snprintf(error->file, sizeof error->file, "%s", file);
    if (imp_status_fault(made) == IMP_ERR_EMPTY)
    {
        return io_error_set(error, IO_ERR_MEANING, 0, "has no triangle with an area");
    }
    return io_error_set(error, imp_status_fault(made) == IMP_ERR_MEMORY ? IO_ERR_MEMORY : IO_ERR_MEANING, 0, "%s",
                        imp_status_text(made));
}

static io_status make_compound(body* out, const bodies_options* options, io_error* error)
{
    const imp3_triangles triangles = {.points = out->mesh.points,
                                      .point_count = (int32_t)out->mesh.point_count,
                                      .corners = out->mesh.corners,
                                      .count = (int32_t)(out->mesh.corner_count / 3),
                                      .tree = options->tree};
    void (*const show)(progress*, double, const char*, const char*) =
        triangles.count >= LONG_TRIANGLES ? progress_wait : progress_show;
    imp3_mass mass = {.mass = 0};
    show(options->bar, SHARE_READ, "making the tree of", out->file);
    imp_status made = imp3_triangles_make(&triangles, NULL, &out->compound, &out->surface);
    if (!made)
    {
        show(options->bar, SHARE_READ + 0.7 * SHARE_MAKE, "joining points of", out->file);
        out->place = find_places(&out->mesh);
        made = out->place ? IMP_OK : IMP_ERR_MEMORY;
    }
    if (made)
    {
        return fail_make(out->file, made, error);
    }
    out->closed = out->surface.border + out->surface.non_manifold + out->surface.reversed == 0;
    bool has_mass = out->closed && imp3_compound_mass(&out->compound, 1.0f, &mass) == IMP_OK;
    out->volume = has_mass ? mass.mass : 0.0f;
    return IO_OK;
}

static io_status read_mesh(const char* file, const bodies_options* options, io_mesh* out, io_error* error)
{
    reading watcher = {options->bar, file};
    if (io_mesh_kind_of(file) != IO_MESH_NONE)
    {
        return io_mesh_load(file, options->scale, show_reading, &watcher, NULL, out, error);
    }
    (size_of_file(file) >= LONG_BYTES ? progress_wait : progress_show)(options->bar, 0, "reading", file);
    return io_mesh_load_foreign(file, options->scale, NULL, out, error);
}

static io_status load_body(const char* file, const bodies_options* options, body* out, io_error* error)
{
    double start = clock_ms();
    out->file = file;
    out->pose = imp3_pose_identity();
    io_status status = read_mesh(file, options, &out->mesh, error);
    double read = clock_ms();
    status = status ? status : make_compound(out, options, error);
    out->read_ms = read - start;
    out->build_ms = clock_ms() - read;
    progress_hide(options->bar);
    if (!status && options->report)
    {
        body_report(options->report, out);
        fflush(options->report);
    }
    return status;
}

static io_status place_bodies(const bodies_options* options, bodies* out, io_error* error)
{
    io_status status = options->poses ? load_poses(options->poses, out, error) : IO_OK;
    for (int32_t i = 0; i < out->count && !status; i++)
    {
        body* it = &out->items[i];
        imp_status placed = imp3_compound_bounds(&it->compound, &it->pose, &it->box);
        status = placed ? fail_make(it->file, placed, error) : IO_OK;
    }
    return status;
}

io_status bodies_load(char** files, int32_t count, const bodies_options* options, bodies* out, io_error* error)
{
    *error = (io_error){.status = IO_OK};
    *out = (bodies){calloc((size_t)count + 1, sizeof *out->items), count};
    io_status status = out->items ? IO_OK : io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
    const double from = options->bar->from, share = options->bar->share;
    double all = 1, done = 0;
    for (int32_t i = 0; i < count; i++)
    {
        all += size_of_file(files[i]);
    }
    for (int32_t i = 0; i < count && !status; i++)
    {
        double size = size_of_file(files[i]);
        progress_stage(options->bar, from + share * done / all, share * size / all);
        status = load_body(files[i], options, &out->items[i], error);
        done += size;
    }
    status = status ? status : place_bodies(options, out, error);
    if (status)
    {
        bodies_free(out);
    }
    return status;
}

void bodies_free(bodies* all)
{
    for (int32_t i = 0; all->items && i < all->count; i++)
    {
        io_mesh* mesh = &all->items[i].mesh;
        imp3_compound_free(&all->items[i].compound);
        free(all->items[i].place);
        if (mesh->points)
        {
            io_mesh_free(mesh);
        }
    }
    free(all->items);
    *all = (bodies){.count = 0};
}

static void tell_count(FILE* out, const char* title, int64_t count, const char* one, const char* many)
{
    if (count > 0)
    {
        fprintf(out, "  %-9s %lld %s\n", title, (long long)count, count == 1 ? one : many);
    }
}

void body_report(FILE* out, const body* it)
{
    const io_mesh* m = &it->mesh;
    const imp3_triangles_report* s = &it->surface;
    imp3_box box = {{0, 0, 0}, {0, 0, 0}};
    const imp3_pose origin = imp3_pose_identity();
    (void)imp3_compound_bounds(&it->compound, &origin, &box);
    fprintf(out, "%s: %s\n", it->file, m->format);
    fprintf(out, "  %-9s %d, of %zu points\n", "triangles", (int)it->compound.part_count,
            m->point_count - (size_t)s->welded);
    fprintf(out, "  %-9s %.4g x %.4g x %.4g m, x from %.4g, y from %.4g, z from %.4g\n", "size",
            (double)(box.upper.x - box.lower.x), (double)(box.upper.y - box.lower.y),
            (double)(box.upper.z - box.lower.z), (double)box.lower.x, (double)box.lower.y, (double)box.lower.z);
    if (it->closed)
    {
        fprintf(out, "  %-9s closed, %.4g m^3\n", "surface", (double)it->volume);
    }
    if (m->unit > 0)
    {
        fprintf(out, "  %-9s units of %.6g m, as the file says\n", "taken", m->unit);
    }
    tell_count(out, "surface", s->border, "edge with one triangle: it is open", "edges with one triangle: it is open");
    tell_count(out, "surface", s->non_manifold, "edge with more than two triangles",
               "edges with more than two triangles");
    tell_count(out, "surface", s->reversed, "edge whose two triangles look to different sides",
               "edges whose two triangles look to different sides");
    tell_count(out, "taken", m->polygons, "face with more than three corners, cut into triangles",
               "faces with more than three corners, cut into triangles");
    tell_count(out, "taken", s->welded, "point that is at the place of another, as that one",
               "points that are at the place of another, as that one");
    tell_count(out, "repaired", m->crossed, "face whose outline crosses itself, cut as it falls",
               "faces whose outlines cross themselves, cut as they fall");
    tell_count(out, "repaired", m->tiny, "coordinate below 2^-60, taken for 0", "coordinates below 2^-60, taken for 0");
    tell_count(out, "left out", s->flat, "triangle without an area", "triangles without an area");
    tell_count(out, "left out", s->doubled, "triangle that is there twice", "triangles that are there twice");
    tell_count(out, "left out", m->thin, "face with less than three corners", "faces with less than three corners");
    tell_count(out, "left out", m->curves, "point, line, curve or free-form surface",
               "points, lines, curves or free-form surfaces");
    tell_count(out, "left out", m->trailing, "byte behind the end", "bytes behind the end");
    if (m->unknown)
    {
        fprintf(out, "  %-9s %lld line%s that no OBJ has, the first is line %d\n", "left out", (long long)m->unknown,
                m->unknown == 1 ? "" : "s", (int)m->unknown_line);
    }
}
