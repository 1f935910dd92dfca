// SPDX-License-Identifier: MIT
#include "io/io_support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static io_status read_memory(void* user, const char* path, const imp_allocator* allocator, char** bytes, size_t* size,
                             size_t* capacity, io_error* error)
{
    for (const memory_file* file = user; file && file->path; file++)
    {
        if (strcmp(file->path, path) == 0)
        {
            imp_allocator memory = io_allocator(allocator);
            *size = strlen(file->text);
            *capacity = 0;
            *bytes = io_grow(&memory, NULL, capacity, *size + 1, 1);
            if (!*bytes)
            {
                return io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
            }
            memcpy(*bytes, file->text, *size);
            return IO_OK;
        }
    }
    return io_error_set(error, IO_ERR_FILE, 0, "cannot be opened");
}

io_files memory_files(const memory_file* list)
{
    io_files files = {read_memory, (void*)(uintptr_t)list};
    return files;
}

static io_status load(io_scene* scene, const char* text, const memory_file* neighbours, const io_options* options,
                      io_error* error)
{
    io_files files = memory_files(neighbours);
    io_options with_files = options ? *options : (io_options){.scale = 0};
    with_files.files = &files;
    return io_scene_load_bytes(scene, "maps/level.tmx", text, strlen(text), &with_files, error);
}

void load_text(io_scene* scene, const char* text, const memory_file* neighbours, const io_options* options)
{
    io_error error = {0};
    io_scene_init(scene, NULL);
    if (load(scene, text, neighbours, options, &error) != IO_OK)
    {
        char line[1200];
        io_error_print(&error, line, sizeof line);
        fail_msg("%s\n%s", line, text);
    }
}

void refuse_text(const char* text, const memory_file* neighbours, const io_options* options, io_status status,
                 char* line, size_t size)
{
    io_scene scene;
    io_error error = {0};
    io_scene_init(&scene, NULL);
    io_status got = load(&scene, text, neighbours, options, &error);
    io_error_print(&error, line, size);
    if (got != status || error.status != status || scene.object_count || scene.note_count || scene.file_count)
    {
        fail_msg("status %d, wanted %d: %s\n%s", (int)got, (int)status, line, text);
    }
    io_scene_free(&scene);
}

const io_object* object_at(const io_scene* scene, const char* path)
{
    const io_object* found = NULL;
    for (size_t i = 0; i < scene->object_count; i++)
    {
        if (strcmp(scene->objects[i].path, path) == 0)
        {
            assert_null(found);
            found = &scene->objects[i];
        }
    }
    if (!found)
    {
        for (size_t i = 0; i < scene->object_count; i++)
        {
            print_message("  %s\n", scene->objects[i].path);
        }
        fail_msg("no object at %s", path);
    }
    return found;
}

int count_notes(const io_scene* scene, int32_t kind, const char* part)
{
    int count = 0;
    for (size_t i = 0; i < scene->note_count; i++)
    {
        count += scene->notes[i].kind == kind && strstr(scene->notes[i].text, part) != NULL;
    }
    return count;
}

void expect_shape(const io_object* object, int32_t kind, float radius, int32_t count, const float* xy)
{
    const imp2_shape* shape = &object->shape;
    bool right = shape->kind == kind && fabsf(shape->radius - radius) <= 1e-6f && shape->count == count;
    // The ends of a segment come in the order in which they were given.
    imp2_vec first = {0};
    (void)imp2_shape_vertex(shape, 0, &first);
    first = imp2_pose_apply(object->pose, first);
    bool turned = count == 2 && (fabsf(first.x - xy[0]) > 1e-6f || fabsf(first.y - xy[1]) > 1e-6f);
    for (int32_t i = 0; i < count && right; i++)
    {
        imp2_vec v = {0};
        assert_int_equal(imp2_shape_vertex(shape, i, &v), IMP_OK);
        v = imp2_pose_apply(object->pose, v);
        const float* wanted = xy + 2 * (turned ? 1 - i : i);
        right = fabsf(v.x - wanted[0]) <= 1e-6f && fabsf(v.y - wanted[1]) <= 1e-6f;
    }
    if (!right)
    {
        print_message("%s is a %s of radius %g:\n", object->path, io_shape_name(shape->kind), (double)shape->radius);
        for (int32_t i = 0; i < shape->count; i++)
        {
            imp2_vec v = {0};
            (void)imp2_shape_vertex(shape, i, &v);
            print_message("  %.9g, %.9g\n", (double)v.x, (double)v.y);
        }
        fail_msg("%s is not the shape that was wanted", object->path);
    }
}

void expect_box(const io_object* object, float x0, float y0, float x1, float y1)
{
    EXPECT_SHAPE(object, IMP2_SHAPE_BOX, 0, x0, y0, x1, y0, x1, y1, x0, y1);
}

imp2_box bounds_of(const io_object* object)
{
    imp2_box box;
    assert_int_equal(imp2_shape_bounds(&object->shape, &object->pose, &box), IMP_OK);
    return box;
}

enum
{
    RING_MAX = 256
};

// Whether ring r of a compound is these points, from any of them on when it is a region's.
static bool is_ring(const io_object* object, int32_t r, const imp2_vec* wanted, int32_t count)
{
    const imp2_compound* c = &object->compound;
    const imp2_vec* ring = c->vertices + c->ring_starts[r];
    bool same = false;
    for (int32_t turn = 0; turn < count && !same && c->ring_starts[r + 1] - c->ring_starts[r] == count; turn++)
    {
        same = turn == 0 || c->kind == IMP2_COMPOUND_REGION;
        for (int32_t i = 0; i < count && same; i++)
        {
            imp2_vec v = imp2_pose_apply(object->pose, ring[(i + turn) % count]);
            same = fabsf(v.x - wanted[i].x) <= 1e-6f && fabsf(v.y - wanted[i].y) <= 1e-6f;
        }
    }
    return same;
}

void expect_rings(const io_object* object, int32_t kind, const char* rings)
{
    const imp2_compound* c = &object->compound;
    bool right = c->kind == kind;
    int32_t count = 0;
    for (const char* text = rings; *text && right; count++)
    {
        imp2_vec wanted[RING_MAX];
        int32_t points = 0;
        double x, y;
        while (points < RING_MAX && io_text_number(&text, &x) && *text++ == ',' && io_text_number(&text, &y))
        {
            wanted[points++] = (imp2_vec){(float)x, (float)y};
        }
        text += strspn(text, " |");
        bool found = false;
        for (int32_t r = 0; r < c->ring_count && !found; r++)
        {
            found = is_ring(object, r, wanted, points);
        }
        right = found;
    }
    if (!right || count != c->ring_count)
    {
        print_message("%s is a %s:", object->path, io_object_kind(object));
        for (int32_t r = 0; r < c->ring_count; r++)
        {
            for (int32_t i = c->ring_starts[r]; i < c->ring_starts[r + 1]; i++)
            {
                imp2_vec v = imp2_pose_apply(object->pose, c->vertices[i]);
                print_message(" %.9g,%.9g", (double)v.x, (double)v.y);
            }
            print_message(r + 1 < c->ring_count ? " |" : "\n");
        }
        fail_msg("%s is not %s", object->path, rings);
    }
}

// Bytes of two arrays that may both be missing.
static void expect_same_bytes(const void* a, const void* b, size_t size)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a)
    {
        assert_memory_equal(a, b, size);
    }
}

static void expect_same_compounds(const imp2_compound* a, const imp2_compound* b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->part_count, b->part_count);
    assert_int_equal(a->ring_count, b->ring_count);
    assert_int_equal(a->one_sided, b->one_sided);
    assert_int_equal(a->closed, b->closed);
    if (a->kind == IMP2_COMPOUND_NONE)
    {
        return;
    }
    expect_same_bytes(a->ring_starts, b->ring_starts, ((size_t)a->ring_count + 1) * sizeof(int32_t));
    expect_same_bytes(a->vertices, b->vertices, (size_t)a->ring_starts[a->ring_count] * sizeof(imp2_vec));
    expect_same_bytes(a->loop_starts, b->loop_starts, ((size_t)a->part_count + 1) * sizeof(int32_t));
    size_t loops = a->loop_starts ? (size_t)a->loop_starts[a->part_count] : 0;
    expect_same_bytes(a->loop, b->loop, loops * sizeof(int32_t));
    expect_same_bytes(a->beyond, b->beyond, loops * sizeof(int32_t));
}

void expect_same_shapes(const io_scene* a, const io_scene* b)
{
    assert_int_equal(a->object_count, b->object_count);
    for (size_t i = 0; i < a->object_count; i++)
    {
        const io_object *p = &a->objects[i], *q = &b->objects[i];
        assert_int_equal(p->shape.count, q->shape.count);
        assert_int_equal(p->is_static, q->is_static);
        assert_int_equal(p->is_solid, q->is_solid);
        assert_int_equal(p->structure != 0, q->structure != 0);
        assert_memory_equal(&p->pose, &q->pose, sizeof p->pose);
        expect_same_compounds(&p->compound, &q->compound);
        assert_memory_equal(&p->shape.radius, &q->shape.radius, sizeof(float));
        for (int32_t k = 0; k < p->shape.count; k++)
        {
            imp2_vec v, w;
            assert_int_equal(imp2_shape_vertex(&p->shape, k, &v), IMP_OK);
            assert_int_equal(imp2_shape_vertex(&q->shape, k, &w), IMP_OK);
            assert_memory_equal(&v, &w, sizeof v);
        }
    }
}
