// SPDX-License-Identifier: MIT
//
// Triangles of a hull joined to faces.

#include "hull_faces3.h"

#include "../base/alloc.h"
#include "../math/predicate3.h"
#include "../math/tolerance.h"
#include "../math/vec3.h"

#include <math.h>
#include <string.h>

enum
{
    FEW_FACES = 32
};

// ---- taking over ---------------------------------------------------------------------------------------------------

static void lay_out_surface(imp3i_surface* s, impi_layout* l)
{
    size_t v = (size_t)s->vertices, t = (size_t)s->triangles;
    s->keys = (impi_keyed*)impi_take(l, t, sizeof(impi_keyed));
    s->sorted = (impi_keyed*)impi_take(l, t, sizeof(impi_keyed));
    s->place = (imp3_vec*)impi_take(l, v, sizeof(imp3_vec));
    s->point = (int32_t*)impi_take(l, v, sizeof(int32_t));
    s->faces = (int32_t*)impi_take(l, v, sizeof(int32_t));
    s->name = (int32_t*)impi_take(l, v, sizeof(int32_t));
    s->corner = (int32_t*)impi_take(l, 3 * t, sizeof(int32_t));
    s->twin = (int32_t*)impi_take(l, 3 * t, sizeof(int32_t));
    s->border = (int32_t*)impi_take(l, 3 * t, sizeof(int32_t));
    s->group = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->start = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->source = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->flat.cell = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->flat.normal = (imp3i_dvec*)impi_take(l, t, sizeof(imp3i_dvec));
    s->flat.limit = (double*)impi_take(l, t, sizeof(double));
    s->flat.region = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->flat.start = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->flat.asked = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->flat.queue = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->flat.first = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->flat.next = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->flat.cells = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->flat.borders = (int32_t*)impi_take(l, t, sizeof(int32_t));
    s->flat.blamed = (uint8_t*)impi_take(l, t, 1);
    s->flat.sharp = (uint8_t*)impi_take(l, v, 1);
}

/// Sorts the points in keys by x, then y, then z. Mostly x tells them all apart, and words are sorted faster.
static void sort_vertices(imp3i_surface* s, int32_t count)
{
    const imp3_vec* p = s->cloud->points;
    uint64_t *words = (uint64_t*)(void*)s->sorted, *scratch = words + count;
    for (int32_t i = 0; i < count; ++i)
    {
        words[i] = (uint64_t)impi_sort_key(p[s->keys[i].value].x) << 32 | (uint32_t)s->keys[i].value;
    }
    words = impi_sort_words(words, scratch, count, 32, 64);
    bool distinct = true;
    for (int32_t i = 0; i < count; ++i)
    {
        distinct = distinct && (i == 0 || words[i] >> 32 != words[i - 1] >> 32);
        s->keys[i].value = (int32_t)(uint32_t)words[i];
        s->keys[i].key = impi_sort_key(p[s->keys[i].value].z);
    }
    if (!distinct)
    {
        impi_sort(s->keys, s->sorted, count);
        for (int32_t i = 0; i < count; ++i)
        {
            imp3_vec v = p[s->keys[i].value];
            s->keys[i].key = (uint64_t)impi_sort_key(v.x) << 32 | impi_sort_key(v.y);
        }
        impi_sort(s->keys, s->sorted, count);
    }
}

/// The points that are corners of triangles, sorted; cloud->new_at says of each which vertex it is.
static void number_vertices(imp3i_surface* s, imp3i_hull_cloud* cloud)
{
    const imp3i_triangle* all = cloud->triangles.data;
    int32_t n = 0;
    for (int32_t i = 0; i < cloud->count; ++i)
    {
        cloud->new_at[i] = -1;
    }
    for (int32_t i = 0; i < cloud->triangles.count; ++i)
    {
        for (int k = 0; k < 3 && all[i].mark != IMP3I_TRIANGLE_FREE; ++k)
        {
            int32_t point = all[i].corner[k];
            if (cloud->new_at[point] < 0)
            {
                const impi_keyed item = {0, point};
                cloud->new_at[point] = n;
                s->keys[n++] = item;
            }
        }
    }
    sort_vertices(s, n);
    for (int32_t i = 0; i < n; ++i)
    {
        int32_t point = s->keys[i].value;
        s->point[i] = point;
        s->place[i] = cloud->points[point];
        cloud->new_at[point] = i;
    }
}

static void number_triangles(imp3i_surface* s, imp3i_hull_cloud* cloud)
{
    imp3i_triangle* all = cloud->triangles.data;
    int32_t n = 0;
    for (int32_t i = 0; i < cloud->triangles.count; ++i)
    {
        all[i].link = n;
        if (all[i].mark != IMP3I_TRIANGLE_FREE)
        {
            s->source[n++] = i;
        }
    }
    for (int32_t i = 0; i < cloud->triangles.count; ++i)
    {
        for (int32_t k = 0; k < 3 && all[i].mark != IMP3I_TRIANGLE_FREE; ++k)
        {
            const imp3i_triangle* other = &all[all[i].across[k]];
            int32_t end = all[i].corner[k == 2 ? 0 : k + 1];
            int32_t side = other->corner[0] == end ? 0 : other->corner[1] == end ? 1 : 2;
            s->corner[3 * all[i].link + k] = cloud->new_at[all[i].corner[k]];
            s->twin[3 * all[i].link + k] = 3 * other->link + side;
        }
    }
}

imp_status imp3i_surface_make(imp3i_surface* s, imp3i_hull_cloud* cloud)
{
    memset(s, 0, sizeof *s);
    s->cloud = cloud;
    for (int32_t i = 0; i < cloud->triangles.count; ++i)
    {
        s->triangles += cloud->triangles.data[i].mark != IMP3I_TRIANGLE_FREE;
    }
    s->vertices = s->triangles / 2 + 2;
    impi_layout layout = {NULL, 0};
    lay_out_surface(s, &layout);
    s->size = layout.size;
    s->block = (char*)impi_alloc_resize(cloud->allocator, NULL, 0, s->size, 1);
    if (!s->block)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    layout.base = s->block;
    layout.size = 0;
    lay_out_surface(s, &layout);
    number_vertices(s, cloud);
    number_triangles(s, cloud);
    return IMP_OK;
}

int32_t imp3i_surface_find(const imp3i_surface* s, imp3_vec place)
{
    int32_t low = 0, high = s->vertices;
    while (low < high)
    {
        int32_t middle = low + (high - low) / 2;
        imp3_vec v = s->place[middle];
        bool before = v.x != place.x ? v.x < place.x : v.y != place.y ? v.y < place.y : v.z < place.z;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low < s->vertices && imp3i_vec_equal(s->place[low], place) ? low : -1;
}

void imp3i_surface_end(imp3i_surface* s)
{
    if (s->cloud)
    {
        impi_alloc_free(s->cloud->allocator, s->block, s->size, 1);
    }
}

// ---- one plane -----------------------------------------------------------------------------------------------------

static int32_t root_of(const int32_t* parent, int32_t i)
{
    while (parent[i] != i)
    {
        i = parent[i];
    }
    return i;
}

/// The half-edge at whose beginning the triangle across a half-edge has its third corner.
static int32_t apex_across(const imp3i_surface* s, int32_t h)
{
    return imp3i_next_side(imp3i_next_side(s->twin[h]));
}

/// Whether the triangle across a half-edge may lie in the plane of its own, to the tolerance: nearly always the floats
/// that the triangle was made with say that it does not.
static bool may_be_flat(const imp3i_surface* s, int32_t h)
{
    const imp3i_triangle* t = &s->cloud->triangles.data[s->source[h / 3]];
    const float* q = s->cloud->place + 4 * (size_t)s->point[s->corner[apex_across(s, h)]];
    return !(imp3i_triangle_height(t, q) < -(t->doubt + (float)(2.0 * IMPI_COPLANAR)));
}

/// Groups of triangles that lie exactly in one plane. Returns whether others do so nearly.
static bool join_coplanar(imp3i_surface* s)
{
    const imp3_vec* p = s->place;
    int32_t* parent = s->group;
    bool nearly = false;
    for (int32_t t = 0; t < s->triangles; ++t)
    {
        parent[t] = t;
    }
    for (int32_t h = 0; h < 3 * s->triangles; ++h)
    {
        int32_t other = s->twin[h];
        if (h < other && (may_be_flat(s, h) || may_be_flat(s, other)))
        {
            const int32_t* c = s->corner + h / 3 * 3;
            if (imp3i_orientation(p[c[0]], p[c[1]], p[c[2]], p[s->corner[apex_across(s, h)]]) != 0)
            {
                nearly = true;
                continue;
            }
            int32_t a = root_of(parent, h / 3), b = root_of(parent, other / 3);
            parent[a > b ? a : b] = a < b ? a : b;
        }
    }
    for (int32_t t = 0; t < s->triangles; ++t)  // a parent is a lower number, and so at its root already
    {
        parent[t] = parent[parent[t]];
    }
    return nearly;
}

void imp3i_surface_name(imp3i_surface* s)
{
    int32_t sides = 3 * s->triangles;
    memset(s->faces, 0, (size_t)s->vertices * sizeof *s->faces);
    for (int32_t h = 0; h < sides; ++h)
    {
        s->faces[s->corner[h]] += imp3i_is_border(s, h);
    }
    s->kept = 0;
    for (int32_t v = 0; v < s->vertices; ++v)
    {
        s->name[v] = s->faces[v] >= 3 ? s->kept++ : -1;
    }
    for (int32_t t = 0; t < s->triangles; ++t)
    {
        s->start[t] = -1;
    }
    s->groups = s->corners = 0;
    for (int32_t h = 0; h < sides; ++h)
    {
        int32_t v = s->corner[h], *start = &s->start[s->group[h / 3]];
        if (s->name[v] >= 0 && imp3i_is_border(s, h))
        {
            s->groups += *start < 0;
            s->corners += 1;
            *start = *start < 0 || s->corner[*start] > v ? h : *start;
        }
    }
}

// Few faces begin at one vertex, but at that of a great cone.
void imp3i_surface_sort(const imp3i_surface* s)
{
    int32_t* last = s->border;  // of a vertex that stays: where the faces that begin at it end
    memset(last, 0, ((size_t)s->kept + 1) * sizeof *last);
    int32_t most = 0, n = 0;
    for (int32_t t = 0; t < s->triangles; ++t)
    {
        int32_t h = s->start[t];
        if (h >= 0)
        {
            uint64_t first = (uint64_t)s->name[s->corner[h]];
            uint64_t second = (uint64_t)s->name[s->corner[imp3i_next_corner(s, h)]];
            const impi_keyed item = {first << 32 | second, h};
            s->sorted[n++] = item;
            int32_t here = ++last[first];
            most = here > most ? here : most;
        }
    }
    if (most > FEW_FACES)
    {
        memcpy(s->keys, s->sorted, (size_t)n * sizeof *s->keys);
        impi_sort(s->keys, s->sorted, n);
        return;
    }
    for (int32_t v = 0, sum = 0; v < s->kept; ++v)
    {
        int32_t here = last[v];
        last[v] = sum;
        sum += here;
    }
    for (int32_t i = 0; i < n; ++i)
    {
        s->keys[last[s->sorted[i].key >> 32]++] = s->sorted[i];
    }
    for (int32_t i = 1; i < n; ++i)  // only among those that begin at one vertex
    {
        impi_keyed item = s->keys[i];
        int32_t at = i;
        for (; at > 0 && s->keys[at - 1].key > item.key; --at)
        {
            s->keys[at] = s->keys[at - 1];
        }
        s->keys[at] = item;
    }
}

// On a convex surface there is no lesser summit. All corners of triangles are climbed, those left out too.
double imp3i_surface_climb(const imp3i_surface* s, int32_t start, imp3i_dvec n)
{
    int32_t at = start;
    double best = imp3i_ddot(n, imp3i_dvec_of(s->place[s->corner[at]]));
    for (int32_t h = at;;)
    {
        int32_t end = imp3i_next_side(h);
        double height = imp3i_ddot(n, imp3i_dvec_of(s->place[s->corner[end]]));
        if (height > best)
        {
            best = height;
            at = h = end;
            continue;
        }
        h = s->twin[imp3i_next_side(end)];
        if (h == at)
        {
            return best;
        }
    }
}

void imp3i_surface_join(imp3i_surface* s)
{
    bool nearly = join_coplanar(s);
    imp3i_surface_name(s);
    if (nearly)
    {
        imp3i_surface_flatten(s);
    }
}
