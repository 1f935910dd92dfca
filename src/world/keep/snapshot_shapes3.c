// SPDX-License-Identifier: MIT
//
// Snapshots of worlds of space: shapes of colliders. From what is saved the makers make the same again, and refuse what
// nobody can have made:
//
//     sphere .. cone, half-space   the numbers that they were made of
//     hull                         vertices and faces, in their order (told_hull3.c)
//     set                          its parts and where each came from
//     triangles                    points and triangles that were not left out, and where each came from (told_triangles3.c);
//                                  the cell of their distance field
//     height field                 heights and holes
//
// A compound that several colliders of the world share is saved with the first of them; the others name that one. Spatial,
// as the shapes are.

#include "snapshot3.h"

#include "../../base/alloc.h"
#include "../../shape/kept3.h"
#include "../../shape/told_hull3.h"
#include "../../shape/told_triangles3.h"

#include <math.h>

void imp3i_visit_material(impi_bytes* b, imp_material* m)
{
    impi_visit_float(b, &m->friction, impi_number_fault_negative);
    impi_visit_float(b, &m->restitution, impi_number_fault_negative);
    impi_visit_float(b, &m->rolling_resistance, impi_number_fault_negative);
    impi_visit_float(b, &m->tangent_speed, impi_number_fault_large);
    impi_visit_int(b, &m->kind, 0, IMPI_KIND_MAX);
}

void imp3i_visit_belt(impi_bytes* b, imp3_vec* belt)
{
    imp3i_visit_vec(b, belt, impi_number_fault_large);
}

// The fault of a shape that was made of bytes.
static void judge_made(impi_bytes* b, imp_status status)
{
    impi_visit_memory(b, imp_status_fault(status) == IMP_ERR_MEMORY);
    b->bad |= status != IMP_OK;
}

// Memory for what is read; null where the bytes are bad already.
static void* room_to_read(impi_bytes* b, const imp_allocator* allocator, size_t size)
{
    void* room = b->bad ? NULL : impi_alloc_resize(allocator, NULL, 0, size, 1);
    impi_visit_memory(b, room || b->bad ? IMP_OK : IMP_ERR_MEMORY);
    return room;
}

static void visit_naturals3(impi_bytes* b, int32_t* numbers, int32_t count)
{
    impi_visit_sort(b);
    for (int32_t i = 0; i < count && !b->bad; ++i)
    {
        impi_visit_record(b);
        impi_visit_int(b, &numbers[i], 0, INT32_MAX);
    }
}

static void visit_points(impi_bytes* b, imp3_vec* points, int32_t count)
{
    impi_visit_sort(b);
    for (int32_t i = 0; i < count && !b->bad; ++i)
    {
        impi_visit_record(b);
        imp3i_visit_vec(b, &points[i], impi_number_fault);
    }
}

// Hulls

typedef struct hull_lists
{
    imp3_vec* vertices;
    int32_t *starts, *corners;
} hull_lists;

static size_t lay_out_hull_lists(hull_lists* l, const imp3i_told_hull* t, void* base)
{
    impi_layout layout = {(char*)base, 0};
    l->vertices = (imp3_vec*)impi_take(&layout, (size_t)t->vertex_count, sizeof *l->vertices);
    l->starts = (int32_t*)impi_take(&layout, (size_t)t->face_count + 1, sizeof *l->starts);
    l->corners = (int32_t*)impi_take(&layout, (size_t)t->corner_count, sizeof *l->corners);
    return layout.size;
}

static void write_vertices(impi_bytes* b, const imp3i_hull* h)
{
    impi_visit_sort(b);
    for (int32_t i = 0; i < h->vertex_count; ++i)
    {
        imp3_vec v = {h->x[i], h->y[i], h->z[i]};
        impi_visit_record(b);
        imp3i_visit_vec(b, &v, impi_number_fault);
    }
}

// Lists that are written are only read here.
static void visit_hull(impi_bytes* b, imp3_shape* s, float radius, const imp_allocator* allocator)
{
    const imp3i_hull* h = imp3i_hull_of(s);
    imp3i_told_hull t = {0};
    if (!b->reading)
    {
        t.vertex_count = h->vertex_count;
        t.face_count = h->face_count;
        t.corner_count = 2 * h->edge_count;
        t.dimension = h->dimension;
        t.slack = h->slack;
    }
    impi_visit_int(b, &t.dimension, 2, 3);
    impi_visit_float(b, &t.slack, impi_number_fault_negative);
    impi_visit_count(b, &t.vertex_count, 3);
    impi_visit_count(b, &t.face_count, 1);
    impi_visit_count(b, &t.corner_count, 1);
    if (!b->reading)
    {
        write_vertices(b, h);
        visit_naturals3(b, h->starts, h->face_count + 1);
        visit_naturals3(b, h->corners, t.corner_count);
        return;
    }
    hull_lists l;
    const size_t size = lay_out_hull_lists(&l, &t, NULL);
    void* room = room_to_read(b, allocator, size);
    if (room)
    {
        (void)lay_out_hull_lists(&l, &t, room);
        visit_points(b, l.vertices, t.vertex_count);
        visit_naturals3(b, l.starts, t.face_count + 1);
        visit_naturals3(b, l.corners, t.corner_count);
        t.vertices = l.vertices;
        t.starts = l.starts;
        t.corners = l.corners;
    }
    if (!b->bad)
    {
        judge_made(b, imp3i_hull_make_again(&t, radius, allocator, s));
    }
    impi_alloc_free(allocator, room, size, 1);
}

// Other shapes

static imp_status remake_box(const imp3_shape* s, imp3_shape* out)
{
    const imp3_vec a = s->a, b = s->b;
    const bool sound = a.x <= b.x && a.y <= b.y && a.z <= b.z && !imp3i_rot_fault(s->turn);
    if (sound)
    {
        const imp3_box box = {a, b};
        imp3i_box_fill(box, s->turn, s->radius, out);
    }
    return sound ? IMP_OK : impi_error(IMP_ERR_FORMAT, 1);
}

// A normal that is rounded again may come out otherwise, so it is taken as it is.
static imp_status remake_half_space(const imp3_shape* s, imp3_shape* out)
{
    const imp3i_dvec n = imp3i_dvec_of(s->normal);
    const bool sound = fabs(imp3i_ddot(n, n) - 1.0) <= 0x1p-22 && s->radius <= 0.0f;
    if (sound)
    {
        imp3i_half_space_fill(s->normal, s->offset, out);
    }
    return sound ? IMP_OK : impi_error(IMP_ERR_FORMAT, 1);
}

static imp_status remake_shape3(const imp3_shape* s, imp3_shape* out)
{
    switch (s->kind)
    {
    case IMP3_SHAPE_SPHERE: return imp3_sphere_make(s->a, s->radius, out);
    case IMP3_SHAPE_CAPSULE: return imp3_capsule_make(s->a, s->b, s->radius, out);
    case IMP3_SHAPE_TRIANGLE: return imp3_triangle_make(s->a, s->b, s->c, s->radius, out);
    case IMP3_SHAPE_CYLINDER: return imp3_cylinder_make(s->a, s->b, s->disc_a, s->radius, out);
    case IMP3_SHAPE_CONE: return imp3_cone_make(s->a, s->b, s->disc_a, s->disc_b, s->radius, out);
    case IMP3_SHAPE_BOX: return remake_box(s, out);
    default: return remake_half_space(s, out);
    }
}

// The numbers that a shape of a kind is made of.
static void visit_numbers_of_shape(impi_bytes* b, imp3_shape* s)
{
    const int32_t kind = s->kind;
    if (kind == IMP3_SHAPE_HALF_SPACE)
    {
        imp3i_visit_vec(b, &s->normal, impi_number_fault);
        impi_visit_float(b, &s->offset, impi_number_fault);
        return;
    }
    imp3i_visit_vec(b, &s->a, impi_number_fault);
    if (kind != IMP3_SHAPE_SPHERE)
    {
        imp3i_visit_vec(b, &s->b, impi_number_fault);
    }
    if (kind == IMP3_SHAPE_TRIANGLE)
    {
        imp3i_visit_vec(b, &s->c, impi_number_fault);
    }
    if (kind == IMP3_SHAPE_BOX)
    {
        imp3i_visit_rot(b, &s->turn);
    }
    if (kind == IMP3_SHAPE_CYLINDER || kind == IMP3_SHAPE_CONE)
    {
        impi_visit_float(b, &s->disc_a, impi_number_fault_negative);
    }
    if (kind == IMP3_SHAPE_CONE)
    {
        impi_visit_float(b, &s->disc_b, impi_number_fault_negative);
    }
}

void imp3i_visit_shape(impi_bytes* b, imp3_shape* s, const imp_allocator* allocator)
{
    imp3_shape told = *s;
    impi_visit_int(b, &told.kind, IMP3_SHAPE_SPHERE, IMP3_SHAPE_HALF_SPACE);
    impi_visit_float(b, &told.radius, impi_number_fault_negative);
    if (told.kind == IMP3_SHAPE_HULL)
    {
        visit_hull(b, s, told.radius, allocator);
        return;
    }
    visit_numbers_of_shape(b, &told);
    if (b->reading && !b->bad)
    {
        judge_made(b, remake_shape3(&told, s));
    }
}

// Sets

typedef struct set_lists
{
    imp3_shape *parts, *shapes;  // in the order of the set, and in that in which they were given
    int32_t* sources;
} set_lists;

static size_t lay_out_set_lists(set_lists* l, int32_t count, void* base)
{
    impi_layout layout = {(char*)base, 0};
    l->parts = (imp3_shape*)impi_take(&layout, (size_t)count, sizeof *l->parts);
    l->shapes = (imp3_shape*)impi_take(&layout, (size_t)count, sizeof *l->shapes);
    l->sources = (int32_t*)impi_take(&layout, (size_t)count, sizeof *l->sources);
    return layout.size;
}

static void remake_set(impi_bytes* b, const set_lists* l, int32_t count, const imp_allocator* allocator,
                       imp3_compound* out)
{
    for (int32_t i = 0; i < count; ++i)
    {
        b->bad |= l->sources[i] >= count || l->shapes[l->sources[i]].kind != IMP3_SHAPE_NONE;
        if (b->bad)
        {
            return;
        }
        l->shapes[l->sources[i]] = l->parts[i];
    }
    imp3_compound made = {0};
    judge_made(b, imp3_compound_make(l->shapes, count, allocator, &made));
    for (int32_t i = 0; i < count && !b->bad; ++i)
    {
        b->bad |= imp3i_compound_block_of(&made)->sources[i] != l->sources[i];
    }
    *out = made;
}

static void visit_double(impi_bytes* b, double* x)
{
    uint64_t bits;
    memcpy(&bits, x, sizeof bits);
    impi_visit_long(b, &bits);
    memcpy(x, &bits, sizeof bits);
    b->bad |= !(*x - *x == 0.0);  // not finite
}

/// Mass of the solid that a set stands for.
static void visit_solid(impi_bytes* b, imp3i_compound_block* block)
{
    imp3i_tensor* t = &block->solid.second;
    double* numbers[13] = {&block->centroid.x,
                           &block->centroid.y,
                           &block->centroid.z,
                           &block->solid.volume,
                           &block->solid.first.x,
                           &block->solid.first.y,
                           &block->solid.first.z,
                           &t->xx,
                           &t->yy,
                           &t->zz,
                           &t->xy,
                           &t->yz,
                           &t->zx};
    impi_visit_bool(b, &block->weighed);
    for (int k = 0; k < 13 && block->weighed; ++k)
    {
        visit_double(b, numbers[k]);
    }
    b->bad |= block->weighed && !(block->solid.volume > 0.0);
}

static void visit_set(impi_bytes* b, imp3_compound* c, const imp_allocator* allocator)
{
    int32_t count = c->part_count;
    impi_visit_count(b, &count, 6);
    b->bad |= b->reading && count < 1;
    set_lists l = {NULL, NULL, NULL};
    const size_t size = lay_out_set_lists(&l, count, NULL);
    void* room = b->reading ? room_to_read(b, allocator, size) : NULL;
    if (room)
    {
        (void)lay_out_set_lists(&l, count, room);
        memset(room, 0, size);
    }
    for (int32_t i = 0; i < count && !b->bad; ++i)
    {
        int32_t source = b->reading ? 0 : imp3i_compound_block_of(c)->sources[i];
        imp3_shape part = b->reading ? l.parts[i] : c->parts[i];
        impi_visit_sort(b);
        impi_visit_int(b, &source, 0, count - 1);
        imp3i_visit_shape(b, &part, allocator);
        if (b->reading)
        {
            l.sources[i] = source;
            l.parts[i] = part;
        }
    }
    if (b->reading && !b->bad)
    {
        remake_set(b, &l, count, allocator, c);
    }
    if (!b->bad)
    {
        visit_solid(b, (imp3i_compound_block*)c->block);
    }
    for (int32_t i = 0; i < count && room; ++i)
    {
        imp3_shape_free(&l.parts[i]);
    }
    impi_alloc_free(allocator, room, size, 1);
}

// Triangles

typedef struct mesh_lists
{
    imp3_vec* points;
    int32_t *given, *corners, *sources;
} mesh_lists;

static size_t lay_out_mesh_lists(mesh_lists* l, const imp3i_told_triangles* t, void* base)
{
    impi_layout layout = {(char*)base, 0};
    l->points = (imp3_vec*)impi_take(&layout, (size_t)t->point_count, sizeof *l->points);
    l->given = (int32_t*)impi_take(&layout, (size_t)t->point_count, sizeof *l->given);
    l->corners = (int32_t*)impi_take(&layout, 3 * (size_t)t->count, sizeof *l->corners);
    l->sources = (int32_t*)impi_take(&layout, (size_t)t->count, sizeof *l->sources);
    return layout.size;
}

static void visit_mesh_lists(impi_bytes* b, const mesh_lists* l, const imp3i_told_triangles* t)
{
    impi_visit_sort(b);
    for (int32_t i = 0; i < t->point_count && !b->bad; ++i)
    {
        impi_visit_record(b);
        imp3i_visit_vec(b, &l->points[i], impi_number_fault);
        impi_visit_int(b, &l->given[i], 0, t->given_count - 1);
    }
    impi_visit_sort(b);
    for (int32_t i = 0; i < t->count && !b->bad; ++i)
    {
        impi_visit_record(b);
        impi_visit_int(b, &l->sources[i], 0, INT32_MAX);
        for (size_t k = 0; k < 3; ++k)
        {
            impi_visit_int(b, &l->corners[3 * (size_t)i + k], 0, t->point_count - 1);
        }
    }
}

// The maker has to come to the same parts and points, or it was not the one that made them.
static void remake_mesh(impi_bytes* b, const imp3i_told_triangles* t, float cell, const imp_allocator* allocator,
                        imp3_compound* out)
{
    imp3_compound made = {0};
    judge_made(b, imp3i_triangles_make_again(t, allocator, &made));
    const imp3i_compound_block* block = imp3i_compound_block_of(&made);
    b->bad = b->bad || block->leaves != t->count || block->point_count != t->point_count ||
             memcmp(block->sources, t->sources, (size_t)t->count * sizeof *t->sources) != 0 ||
             memcmp(block->given, t->given, (size_t)t->point_count * sizeof *t->given) != 0 ||
             memcmp(block->corners, t->corners, 3 * (size_t)t->count * sizeof *t->corners) != 0;
    if (!b->bad && cell > 0.0f)
    {
        judge_made(b, imp3_mesh_add_field(&made, cell));
    }
    *out = made;
}

// Points of which the tree was built are written in place of those of a mesh that has been bent since.
static void visit_triangles(impi_bytes* b, imp3_compound* c, const imp3_vec* built, const imp_allocator* allocator)
{
    imp3i_told_triangles t = {0};
    mesh_lists l = {NULL, NULL, NULL, NULL};
    float cell = 0.0f;
    if (!b->reading)
    {
        const imp3i_compound_block* block = imp3i_compound_block_of(c);
        imp3_vec* points = built ? (imp3_vec*)(uintptr_t)built : block->points;
        const mesh_lists own = {points, block->given, block->corners, block->sources};
        t = imp3i_triangles_told(c);
        cell = block->field ? block->field->cell : 0.0f;
        l = own;
    }
    impi_visit_count(b, &t.point_count, 4);
    impi_visit_count(b, &t.count, 4);
    impi_visit_int(b, &t.given_count, t.point_count, INT32_MAX);
    impi_visit_float(b, &t.radius, impi_number_fault_negative);
    impi_visit_bool(b, &t.one_sided);
    impi_visit_bool(b, &t.soup);
    impi_visit_int(b, &t.tree.kind, IMP3_BVH_BINS, IMP3_BVH_MORTON);
    impi_visit_int(b, &t.tree.volume, IMP3_VOLUME_BOX, IMP3_VOLUME_MIXED);
    impi_visit_int(b, &t.tree.leaf_size, 1, 16);
    // A field is made again, too: a word tells whether there is one, and whether the tree is narrow.
    int32_t narrow = t.tree.narrow + (cell > 0.0f ? 2 : 0);
    impi_visit_int(b, &narrow, 0, 3);
    t.tree.narrow = narrow & 1;
    if (narrow & 2)
    {
        impi_visit_float(b, &cell, impi_number_fault_negative);
        b->bad |= !(cell > 0.0f);
    }
    b->bad |= b->reading && (t.count < 1 || t.point_count < 3 || t.count > INT32_MAX / 3);
    if (!b->reading)
    {
        visit_mesh_lists(b, &l, &t);
        return;
    }
    const size_t size = lay_out_mesh_lists(&l, &t, NULL);
    void* room = room_to_read(b, allocator, size);
    if (room)
    {
        (void)lay_out_mesh_lists(&l, &t, room);
        visit_mesh_lists(b, &l, &t);
        t.points = l.points;
        t.given = l.given;
        t.corners = l.corners;
        t.sources = l.sources;
    }
    if (!b->bad)
    {
        remake_mesh(b, &t, cell, allocator, c);
    }
    impi_alloc_free(allocator, room, size, 1);
}

// Height fields

// Holes are bits, 32 to a word.
static void visit_holes(impi_bytes* b, uint8_t* holes, int64_t cells)
{
    impi_visit_sort(b);
    for (int64_t first = 0; first < cells && !b->bad; first += 32)
    {
        uint32_t word = 0;
        for (int64_t k = first; k < first + 32 && k < cells && !b->reading; ++k)
        {
            word |= (uint32_t)(holes[k] != 0) << (k - first);
        }
        impi_visit_record(b);
        impi_visit_word(b, &word);
        for (int64_t k = first; k < first + 32 && k < cells && b->reading; ++k)
        {
            holes[k] = word >> (k - first) & 1;
        }
    }
}

static void visit_samples(impi_bytes* b, float* heights, int64_t samples)
{
    impi_visit_sort(b);
    for (int64_t k = 0; k < samples && !b->bad; ++k)
    {
        impi_visit_record(b);
        impi_visit_float(b, &heights[k], impi_number_fault);
    }
}

static void visit_height_field(impi_bytes* b, imp3_compound* c, const imp_allocator* allocator)
{
    const imp3i_compound_block* block = imp3i_compound_block_of(c);
    imp3_heights h = {0};
    bool holes = !b->reading && block->holes;
    if (!b->reading)
    {
        h.columns = block->columns;
        h.rows = block->rows;
        h.step_x = block->step_x;
        h.step_y = block->step_y;
        h.two_sided = !c->one_sided;
    }
    impi_visit_int(b, &h.columns, 2, INT32_MAX);
    impi_visit_int(b, &h.rows, 2, INT32_MAX);
    impi_visit_float(b, &h.step_x, impi_number_fault_negative);
    impi_visit_float(b, &h.step_y, impi_number_fault_negative);
    impi_visit_bool(b, &h.two_sided);
    impi_visit_bool(b, &holes);
    const int64_t samples = (int64_t)h.columns * h.rows, cells = (int64_t)(h.columns - 1) * (h.rows - 1);
    impi_visit_room(b, samples);
    if (!b->reading)
    {
        visit_samples(b, block->heights, samples);
        visit_holes(b, block->holes, holes ? cells : 0);
        return;
    }
    const size_t size = b->bad ? 0 : (size_t)samples * sizeof(float) + (size_t)cells;
    float* heights = (float*)room_to_read(b, allocator, size);
    uint8_t* holed = heights ? (uint8_t*)(heights + samples) : NULL;
    if (heights)
    {
        visit_samples(b, heights, samples);
        visit_holes(b, holed, holes ? cells : 0);
        h.heights = heights;
        h.holes = holes ? holed : NULL;
    }
    if (!b->bad)
    {
        imp3_compound made = {0};
        judge_made(b, imp3_height_field_make(&h, allocator, &made));
        *c = made;
    }
    impi_alloc_free(allocator, heights, size, 1);
}

static void visit_built(impi_bytes* b, imp3_compound* c, const imp3_vec* built, const imp_allocator* allocator)
{
    int32_t kind = c->kind;
    impi_visit_sort(b);
    impi_visit_int(b, &kind, IMP3_COMPOUND_SET, IMP3_COMPOUND_HEIGHT_FIELD);
    switch (kind)
    {
    case IMP3_COMPOUND_SET: visit_set(b, c, allocator); break;
    case IMP3_COMPOUND_TRIANGLES: visit_triangles(b, c, built, allocator); break;
    default: visit_height_field(b, c, allocator);
    }
}

void imp3i_visit_compound(impi_bytes* b, imp3_compound* c, const imp_allocator* allocator)
{
    visit_built(b, c, NULL, allocator);
}

// Colliders

static bool has_compound(const imp3_world* w, int32_t collider)
{
    return w->collider_pool.data[collider].next == IMPI_SLOT_USED && !w->colliders.data[collider].convex;
}

// The first collider before another with the same compound; -1 for none. Looked for only where somebody else holds it.
static int32_t first_sharer(const imp3_world* w, int32_t collider)
{
    const void* block = w->colliders.data[collider].compound.block;
    if (impi_references(&imp3i_compound_block_of(&w->colliders.data[collider].compound)->references) > 1)
    {
        for (int32_t i = 0; i < collider; ++i)
        {
            if (has_compound(w, i) && w->colliders.data[i].compound.block == block)
            {
                return i;
            }
        }
    }
    return -1;
}

// A mesh that bends, besides its own mesh: where its points are, and where they go.
static void visit_bend(impi_bytes* b, const imp3_world* w, imp3i_collider* c)
{
    if (b->reading)
    {
        b->bad |= c->compound.kind != IMP3_COMPOUND_TRIANGLES;
        impi_visit_memory(b, b->bad ? IMP_OK : imp3i_bend_make(w, c));
    }
    if (b->bad)
    {
        return;
    }
    imp3i_bend* bend = c->bend;
    imp3_vec* points = ((imp3i_compound_block*)c->compound.block)->points;
    impi_visit_float(b, &bend->left, impi_number_fault_negative);
    impi_visit_bool(b, &bend->moved);
    for (int32_t k = 0; k < bend->count && !b->bad; ++k)
    {
        imp3i_visit_vec(b, &points[k], impi_number_fault);
        if (bend->left > 0.0f)
        {
            imp3i_visit_vec(b, &bend->target[k], impi_number_fault);
        }
        else if (b->reading)
        {
            bend->target[k] = points[k];
        }
    }
    if (b->reading && !b->bad)
    {
        imp3i_triangles_bend(&c->compound);
    }
}

enum
{
    OWN = -1,
    OWN_BENT = -2
};

static void visit_shared_compound(impi_bytes* b, imp3_world* w, int32_t collider)
{
    imp3i_collider* c = &w->colliders.data[collider];
    int32_t with = b->reading ? 0 : c->bend ? (int32_t)OWN_BENT : first_sharer(w, collider);
    impi_visit_int(b, &with, OWN_BENT, collider - 1);
    if (with < 0)
    {
        visit_built(b, &c->compound, c->bend ? c->bend->base : NULL, &w->allocator);
        if (with == OWN_BENT && !b->bad)
        {
            visit_bend(b, w, c);
        }
    }
    else if (b->reading)
    {
        b->bad |= !has_compound(w, with);
        c->compound = b->bad ? c->compound : imp3i_compound_refer(&w->colliders.data[with].compound);
    }
}

void imp3i_visit_geometry(impi_bytes* b, imp3_world* w)
{
    for (int32_t i = 0; i < w->colliders.count && !b->bad; ++i)
    {
        if (w->collider_pool.data[i].next == IMPI_SLOT_USED)
        {
            imp3i_collider* c = &w->colliders.data[i];
            impi_visit_record(b);
            impi_visit_bool(b, &c->convex);
            if (c->convex)
            {
                imp3i_visit_shape(b, &c->shape, &w->allocator);
            }
            else
            {
                visit_shared_compound(b, w, i);
            }
            impi_visit_sort(b);
        }
    }
}
