// SPDX-License-Identifier: MIT
//
// Who touches whom. An index of all boxes gives the candidates, the library decides. The index is asked thing by thing,
// in order: so nothing needs sorting, and shapes that all lie over each other take time, not memory. To the patience
// there is a limit: a file that asks for more than TESTS_MAX tests gets an answer that says that it is not complete.
//
// Pairs within one structure (the outlines of a tile layer, the shapes of a tile) may touch each other and are
// nobody's fault: they are counted, and listed only when asked for.

#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "bodies.h"

#define TESTS_MAX ((int64_t)1 << 26)  // of two things each

static imp_status keep_pair(check_pair** pairs, size_t* count, size_t* capacity, const check_pair* pair, bool* cut)
{
    if (*count == CHECK_PAIR_MAX)
    {
        *cut = true;
        return IMP_OK;
    }
    imp_allocator allocator = io_allocator(NULL);
    check_pair* grown = io_grow(&allocator, *pairs, capacity, *count + 1, sizeof *grown);
    if (!grown)
    {
        return IMP_ERR_MEMORY;
    }
    *pairs = grown;
    grown[(*count)++] = *pair;
    return IMP_OK;
}

static imp_status keep_points(check_result* out, int32_t part_a, int32_t part_b, const imp2_manifold* m)
{
    imp_allocator allocator = io_allocator(NULL);
    size_t count = out->point_count + (size_t)m->count;
    check_point* grown = io_grow(&allocator, out->points, &out->point_capacity, count, sizeof *grown);
    if (!grown)
    {
        return IMP_ERR_MEMORY;
    }
    out->points = grown;
    for (int32_t i = 0; i < m->count; i++)
    {
        grown[out->point_count++] = (check_point){m->points[i], m->normal, part_a, part_b};
    }
    return IMP_OK;
}

// Normal, depth and points of a pair, if it touches.
static imp_status collide(const io_object* a, const io_object* b, check_result* out, check_pair* pair)
{
    imp_allocator allocator = io_allocator(NULL);
    imp2_compound p = io_object_compound(a), q = io_object_compound(b);
    imp2_compound_contacts contacts = {.manifolds = out->manifolds, .capacity = (int32_t)out->manifold_capacity};
    imp_status status = imp2_compound_collide(&p, &a->pose, &q, &b->pose, 0.0f, &contacts);
    if (contacts.count > contacts.capacity)
    {
        imp2_part_manifold* grown =
            io_grow(&allocator, out->manifolds, &out->manifold_capacity, (size_t)contacts.count, sizeof *grown);
        if (!grown)
        {
            return IMP_ERR_MEMORY;
        }
        out->manifolds = contacts.manifolds = grown;
        contacts.capacity = (int32_t)out->manifold_capacity;
        status = imp2_compound_collide(&p, &a->pose, &q, &b->pose, 0.0f, &contacts);
    }
    pair->normal = contacts.normal;
    pair->depth = contacts.depth;
    pair->first = (int32_t)out->point_count;
    for (int32_t i = 0; i < contacts.count && !status; i++)
    {
        const imp2_part_manifold* m = &contacts.manifolds[i];
        status = keep_points(out, m->part_a, m->part_b, &m->manifold);
    }
    pair->count = (int32_t)out->point_count - pair->first;
    return status;
}

static imp_status test_pair(const io_scene* scene, int32_t i, int32_t k, bool list_seams, check_result* out)
{
    check_pair pair = {.a = i < k ? i : k, .b = i < k ? k : i};
    const io_object *a = &scene->objects[pair.a], *b = &scene->objects[pair.b];
    bool seam = a->structure != 0 && a->structure == b->structure;
    imp_status status = IMP_OK;
    if (seam && !list_seams)
    {
        bool touch;
        imp2_compound p = io_object_compound(a), q = io_object_compound(b);
        status = imp2_compound_overlap(&p, &a->pose, &q, &b->pose, &touch);
        out->seam_total += !status && touch;
        return status;
    }
    status = collide(a, b, out, &pair);
    if (status || pair.count == 0)
    {
        return status;
    }
    out->cut = out->cut || out->point_count > CHECK_POINT_MAX;
    if (seam)
    {
        out->seam_total++;
        return keep_pair(&out->seams, &out->seam_count, &out->seam_capacity, &pair, &out->cut);
    }
    return keep_pair(&out->pairs, &out->pair_count, &out->pair_capacity, &pair, &out->cut);
}

// The index knows the objects by their numbers in the scene.
typedef struct near_objects
{
    imp2_index* index;
    imp2_thing* things;
    int32_t* numbers;     // work space: as many as there are objects
    imp_index_hit* hits;  // the same
    int64_t tests_left;
    progress bar;
} near_objects;

static void near_objects_free(near_objects* near)
{
    imp2_index_free(near->index);
    free(near->things);
    free(near->numbers);
    free(near->hits);
}

static imp_status near_objects_make(const io_scene* scene, near_objects* out)
{
    size_t count = scene->object_count;
    *out = (near_objects){.tests_left = TESTS_MAX};
    out->things = malloc((count + 1) * sizeof *out->things);
    out->numbers = malloc((count + 1) * sizeof *out->numbers);
    out->hits = malloc((count + 1) * sizeof *out->hits);
    imp_status status = out->things && out->numbers && out->hits ? imp2_index_make(NULL, &out->index) : IMP_ERR_MEMORY;
    for (size_t i = 0; i < count && !status; i++)
    {
        imp2_compound compound = io_object_compound(&scene->objects[i]);
        out->things[i] = (imp2_thing){.user = i};
        status = imp2_compound_bounds(&compound, &scene->objects[i].pose, &out->things[i].box);
    }
    return status ? status : imp2_index_add(out->index, out->things, (int32_t)count, NULL);
}

// done: of count objects, `part` of the next one.
static void show_pairs(near_objects* near, const check_result* out, int32_t done, double part, int32_t count)
{
    char text[64];
    if ((near->tests_left & 63) == 0)
    {
        snprintf(text, sizeof text, "%lld pairs looked at, %zu touch", (long long)(TESTS_MAX - near->tests_left),
                 out->pair_count);
        progress_show(&near->bar, (done + part) / count, text, "");
    }
}

static bool may_test(near_objects* near, check_result* out)
{
    bool may = near->tests_left > 0;
    near->tests_left -= may;
    out->cut = out->cut || !may;
    return may;
}

static imp_status find_pairs(const io_scene* scene, near_objects* near, bool list_seams, check_result* out)
{
    int32_t count = (int32_t)scene->object_count;
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < count && !status && !out->cut; i++)
    {
        int32_t found;
        status = imp2_index_query_box(near->index, &near->things[i].box, NULL, near->numbers, count, &found);
        for (int32_t k = 0; !status && k < found; k++)
        {
            if (near->numbers[k] > i && may_test(near, out))
            {
                show_pairs(near, out, i, (double)k / found, count);
                status = test_pair(scene, i, near->numbers[k], list_seams, out);
            }
        }
    }
    return status;
}

// The way of one object against another that stands; whether that comes before what was found.
static imp_status sweep_at(const io_scene* scene, int32_t self, int32_t other, imp2_vec move, check_hit* out, bool* any)
{
    const io_object *object = &scene->objects[self], *stands = &scene->objects[other];
    imp2_compound compound = io_object_compound(object), standing = io_object_compound(stands);
    imp2_compound_mover mover = {&compound, object->pose, move, 0.0f};
    imp2_compound_mover target = {&standing, stands->pose, {0.0f, 0.0f}, 0.0f};
    imp2_compound_hit found;
    imp_status status = imp2_compound_sweep(&target, &mover, &found);
    if (status)
    {
        return status;
    }
    imp2_hit hit = found.hit;
    bool met = hit.kind != IMP_SWEEP_NEVER && hit.kind != IMP_SWEEP_REST;
    if (met && (!*any || hit.time < out->hit.time || (hit.time == out->hit.time && other < out->target)))
    {
        *out = (check_hit){self, other, hit};
        *any = true;
    }
    return IMP_OK;
}

// Boxes come in the order in which the object's box meets them, then by number: those that come after a hit are left
// alone, and nothing is before one at the start. How many that will be is not known, so a few are asked for, and then
// all.
static imp_status find_first_hit(const io_scene* scene, near_objects* near, int32_t self, check_result* out,
                                 check_hit* hit, bool* any)
{
    enum
    {
        FEW = 8
    };
    const imp2_index_sweep way = {near->things[self].box, out->move, {0, 0}};
    int32_t all = (int32_t)scene->object_count, structure = scene->objects[self].structure;
    int32_t done = 0, found = 0, room = all < FEW ? all : FEW;
    imp_status status = imp2_index_cast_box(near->index, &way, near->hits, room, &found);
    for (*any = false; !status && done < found && near->tests_left > 0; done++)
    {
        int32_t other = near->hits[done].thing;
        if (*any && (near->hits[done].value > hit->hit.time || hit->hit.time == 0.0f))
        {
            break;
        }
        bool same = other == self || (structure != 0 && structure == scene->objects[other].structure);
        if (!same && may_test(near, out))
        {
            status = sweep_at(scene, self, other, out->move, hit, any);
        }
        if (!status && done + 1 == room && room < all)
        {
            room = all;
            status = imp2_index_cast_box(near->index, &way, near->hits, room, &found);
        }
    }
    return status;
}

static imp_status find_hits(const io_scene* scene, near_objects* near, check_result* out)
{
    imp_allocator allocator = io_allocator(NULL);
    imp_status status = IMP_OK;
    for (int32_t i = 0; i < (int32_t)scene->object_count && !status && near->tests_left > 0; i++)
    {
        if (scene->objects[i].is_static)
        {
            continue;
        }
        show_pairs(near, out, i, 0, (int32_t)scene->object_count);
        out->moved++;
        check_hit hit;
        bool any;
        status = find_first_hit(scene, near, i, out, &hit, &any);
        if (!status && any)
        {
            check_hit* grown = io_grow(&allocator, out->hits, &out->hit_capacity, out->hit_count + 1, sizeof *grown);
            if (!grown)
            {
                return IMP_ERR_MEMORY;
            }
            out->hits = grown;
            grown[out->hit_count++] = hit;
        }
    }
    return status;
}

imp_status check_scene(const io_scene* scene, const check_options* options, check_result* out)
{
    *out = (check_result){.has_move = options->has_move, .move = options->move};
    near_objects near;
    imp_status status = near_objects_make(scene, &near);
    progress_begin(&near.bar, options->show_progress);
    status = status ? status : find_pairs(scene, &near, options->list_seams, out);
    if (!status && options->has_move)
    {
        near.tests_left = TESTS_MAX;
        status = find_hits(scene, &near, out);
    }
    progress_hide(&near.bar);
    near_objects_free(&near);
    if (status)
    {
        check_result_free(out);
    }
    return status;
}

void check_result_free(check_result* result)
{
    imp_allocator allocator = io_allocator(NULL);
    io_release(&allocator, result->pairs, result->pair_capacity, sizeof *result->pairs);
    io_release(&allocator, result->seams, result->seam_capacity, sizeof *result->seams);
    io_release(&allocator, result->manifolds, result->manifold_capacity, sizeof *result->manifolds);
    io_release(&allocator, result->points, result->point_capacity, sizeof *result->points);
    io_release(&allocator, result->hits, result->hit_capacity, sizeof *result->hits);
    *result = (check_result){.pair_count = 0};
}
