// SPDX-License-Identifier: MIT
//
// Crossings that hang together, by union of sets.

#include "mesh_regions.h"

#include <math.h>
#include <stdlib.h>

typedef struct joining
{
    int32_t* root;  // of each crossing: itself, or one that is nearer to its set's first
    int32_t* last;  // of each point of a mesh: the crossing that had it last, of the group that is under way
    int32_t* group;
    int32_t* order;  // crossings by part_b, then part_a
} joining;

static int32_t find_root(int32_t* root, int32_t i)
{
    while (root[i] != i)
    {
        root[i] = root[root[i]];
        i = root[i];
    }
    return i;
}

static void join(int32_t* root, int32_t i, int32_t k)
{
    int32_t a = find_root(root, i), b = find_root(root, k);
    root[a > b ? a : b] = a > b ? b : a;
}

static void corners_of(const body* it, int32_t part, int32_t out[3])
{
    int32_t source = 0;
    (void)imp3_compound_source(&it->compound, part, &source);
    for (int k = 0; k < 3; k++)
    {
        out[k] = it->place[it->mesh.corners[3 * source + k]];
    }
}

// Joins the other triangle of a crossing to those of a group of crossings, which have a triangle in common.
static void join_in_group(joining* j, const body* other, int32_t crossing, int32_t part, int32_t group)
{
    int32_t corners[3];
    corners_of(other, part, corners);
    for (int k = 0; k < 3; k++)
    {
        int32_t at = corners[k];
        if (j->group[at] == group)
        {
            join(j->root, crossing, j->last[at]);
        }
        j->group[at] = group;
        j->last[at] = crossing;
    }
}

// Crossings by part_b: counted, then laid down, so that those of one part stay in order.
static bool sort_by_b(const imp3_mesh_pair* crossings, int32_t count, int32_t parts, int32_t* order)
{
    int32_t* start = calloc((size_t)parts + 1, sizeof *start);
    for (int32_t i = 0; start && i < count; i++)
    {
        start[crossings[i].part_b + 1]++;
    }
    for (int32_t i = 0; start && i < parts; i++)
    {
        start[i + 1] += start[i];
    }
    for (int32_t i = 0; start && i < count; i++)
    {
        order[start[crossings[i].part_b]++] = i;
    }
    free(start);
    return start != NULL;
}

static void forget_points(joining* j, size_t points)
{
    for (size_t i = 0; i < points; i++)
    {
        j->group[i] = -1;
    }
}

static bool join_all(joining* j, const body* a, const body* b, const imp3_mesh_pair* crossings, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        j->root[i] = i;
    }
    if (!sort_by_b(crossings, count, b->compound.part_count, j->order))
    {
        return false;
    }
    forget_points(j, b->mesh.point_count);
    for (int32_t i = 0; i < count; i++)
    {
        join_in_group(j, b, i, crossings[i].part_b, crossings[i].part_a);
    }
    forget_points(j, a->mesh.point_count);
    for (int32_t k = 0; k < count; k++)
    {
        int32_t i = j->order[k];
        join_in_group(j, a, i, crossings[i].part_a, crossings[i].part_b);
    }
    return true;
}

// Measures of regions

static imp3_vec lower_of(imp3_vec a, imp3_vec b)
{
    return (imp3_vec){fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)};
}

static imp3_vec upper_of(imp3_vec a, imp3_vec b)
{
    return (imp3_vec){fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)};
}

static int compare_ints(const void* left, const void* right)
{
    int32_t a = *(const int32_t*)left, b = *(const int32_t*)right;
    return (a > b) - (a < b);
}

static int32_t count_different(int32_t* values, int32_t count)
{
    int32_t different = 0;
    qsort(values, (size_t)count, sizeof *values, compare_ints);
    for (int32_t i = 0; i < count; i++)
    {
        different += i == 0 || values[i] != values[i - 1];
    }
    return different;
}

static void measure(const imp3_mesh_pair* crossings, int32_t* work, mesh_region* region)
{
    double x = 0, y = 0, z = 0, weight = 0, length = 0;
    const imp3_mesh_pair* first = crossings + region->first;
    imp3_box box = {first->crossing.from, first->crossing.from};
    for (int32_t i = 0; i < region->count; i++)
    {
        imp3_vec from = first[i].crossing.from, to = first[i].crossing.to, way = imp3_vec_sub(to, from);
        double l = sqrt((double)imp3_vec_dot(way, way)), w = l + 1e-30;  // points alone weigh the same
        box = (imp3_box){lower_of(box.lower, lower_of(from, to)), upper_of(box.upper, upper_of(from, to))};
        x += w * 0.5 * ((double)from.x + (double)to.x);
        y += w * 0.5 * ((double)from.y + (double)to.y);
        z += w * 0.5 * ((double)from.z + (double)to.z);
        weight += w;
        length += l;
        work[i] = first[i].part_a;
    }
    region->box = box;
    region->length = length;
    region->middle = (imp3_vec){(float)(x / weight), (float)(y / weight), (float)(z / weight)};
    region->triangles_a = count_different(work, region->count);
    for (int32_t i = 0; i < region->count; i++)
    {
        work[i] = first[i].part_b;
    }
    region->triangles_b = count_different(work, region->count);
}

static int most_first(const void* left, const void* right)
{
    const mesh_region *a = left, *b = right;
    return a->count != b->count ? (a->count < b->count) - (a->count > b->count)
                                : (a->first > b->first) - (a->first < b->first);
}

// Sets in the order of their size, and the crossings in the order of sets. `first` is the set's first crossing, until its
// place is known. work has a number for each crossing, copy room for all.
static void lay_down(joining* j, imp3_mesh_pair* crossings, int32_t count, imp3_mesh_pair* copy, mesh_region* regions,
                     int32_t* region_count)
{
    int32_t found = 0, *number = j->order, at = 0;
    for (int32_t i = 0; i < count; i++)
    {
        int32_t root = find_root(j->root, i);
        if (root == i)
        {
            number[i] = found;
            regions[found++] = (mesh_region){.first = i};
        }
        regions[number[root]].count++;
        copy[i] = crossings[i];
    }
    qsort(regions, (size_t)found, sizeof *regions, most_first);
    for (int32_t k = 0; k < found; k++)
    {
        number[regions[k].first] = at;
        regions[k].first = at;
        at += regions[k].count;
    }
    for (int32_t i = 0; i < count; i++)
    {
        crossings[number[find_root(j->root, i)]++] = copy[i];
    }
    for (int32_t k = 0; k < found; k++)
    {
        measure(crossings, j->order, &regions[k]);
    }
    *region_count = found;
}

imp_status find_regions(const body* a, const body* b, imp3_mesh_pair* crossings, int32_t count, mesh_region* regions,
                        int32_t* region_count)
{
    size_t n = (size_t)count + 1, points_a = a->mesh.point_count, points_b = b->mesh.point_count;
    size_t points = points_a > points_b ? points_a : points_b;
    joining j = {malloc(n * sizeof(int32_t)), malloc(points * sizeof(int32_t)), malloc(points * sizeof(int32_t)),
                 malloc(n * sizeof(int32_t))};
    imp3_mesh_pair* copy = malloc(n * sizeof *copy);
    bool done = j.root && j.last && j.group && j.order && copy && join_all(&j, a, b, crossings, count);
    if (done)
    {
        lay_down(&j, crossings, count, copy, regions, region_count);
    }
    free(j.root);
    free(j.last);
    free(j.group);
    free(j.order);
    free(copy);
    return done ? IMP_OK : IMP_ERR_MEMORY;
}
