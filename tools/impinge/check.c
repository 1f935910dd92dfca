// SPDX-License-Identifier: MIT
//
// Who touches whom. Boxes sorted along one axis give the candidates; the library decides. That is quick enough for a
// level's thousands of shapes; a spatial index will take its place. Until then there is a limit to the patience: a file
// that asks for more than CANDIDATES_MAX comparisons gets an answer that says that it is not complete.
//
// Pairs within one structure (the outlines of a tile layer, the shapes of a tile) may touch each other and are
// nobody's fault: they are counted, and listed only when asked for.

#include "check.h"

#include <stdlib.h>
#include <string.h>

#define CANDIDATES_MAX ((int64_t)1 << 32)
#define TESTS_MAX ((int64_t)1 << 26)

typedef struct entry
{
    imp2_box box;
    float from, to;  // the box along the axis of sorting
    int32_t id;
} entry;

static int by_start(const void* left, const void* right)
{
    const entry *a = left, *b = right;
    if (a->from != b->from)
    {
        return a->from < b->from ? -1 : 1;
    }
    return (a->id > b->id) - (a->id < b->id);
}

// Sorts along the axis on which the boxes cover each other less. Tells whether that is y.
static bool sort_entries(entry* entries, size_t count)
{
    double sum_x = 0, sum_y = 0;
    imp2_box all = entries[0].box;
    for (size_t i = 0; i < count; i++)
    {
        imp2_box box = entries[i].box;
        sum_x += (double)box.upper.x - (double)box.lower.x;
        sum_y += (double)box.upper.y - (double)box.lower.y;
        all.lower.x = box.lower.x < all.lower.x ? box.lower.x : all.lower.x;
        all.lower.y = box.lower.y < all.lower.y ? box.lower.y : all.lower.y;
        all.upper.x = box.upper.x > all.upper.x ? box.upper.x : all.upper.x;
        all.upper.y = box.upper.y > all.upper.y ? box.upper.y : all.upper.y;
    }
    bool along_y =
        sum_y * ((double)all.upper.x - (double)all.lower.x) < sum_x * ((double)all.upper.y - (double)all.lower.y);
    for (size_t i = 0; i < count; i++)
    {
        entries[i].from = along_y ? entries[i].box.lower.y : entries[i].box.lower.x;
        entries[i].to = along_y ? entries[i].box.upper.y : entries[i].box.upper.x;
    }
    qsort(entries, count, sizeof *entries, by_start);
    return along_y;
}

static int by_ids(const void* left, const void* right)
{
    const check_pair *a = left, *b = right;
    int order = (a->a > b->a) - (a->a < b->a);
    return order ? order : (a->b > b->b) - (a->b < b->b);
}

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

static imp_status find_pairs(const io_scene* scene, const entry* entries, bool list_seams, check_result* out)
{
    size_t count = scene->object_count;
    int64_t candidates = 0, tests = 0;
    for (size_t i = 0; i < count && !out->cut; i++)
    {
        size_t k = i + 1;
        for (; k < count && entries[k].from <= entries[i].to && !out->cut; k++)
        {
            if (imp2_box_overlap(entries[i].box, entries[k].box))
            {
                out->cut = ++tests > TESTS_MAX;
                imp_status status = test_pair(scene, entries[i].id, entries[k].id, list_seams, out);
                if (status)
                {
                    return status;
                }
            }
        }
        candidates += (int64_t)(k - i);
        out->cut = out->cut || candidates > CANDIDATES_MAX;
    }
    if (out->pair_count)
    {
        qsort(out->pairs, out->pair_count, sizeof *out->pairs, by_ids);
    }
    if (out->seam_count)
    {
        qsort(out->seams, out->seam_count, sizeof *out->seams, by_ids);
    }
    return IMP_OK;
}

// The box around an object and its whole way, a little larger so that rounding cannot hide a hit.
static imp2_box swept_box(imp2_box box, imp2_vec move)
{
    imp2_vec slack = {1e-6f, 1e-6f};
    float reach[4] = {box.lower.x, box.lower.y, box.upper.x, box.upper.y};
    for (int i = 0; i < 4; i++)
    {
        float size = reach[i] < 0 ? -reach[i] : reach[i];
        slack.x += 1e-6f * size;
    }
    slack.x += 1e-6f * ((move.x < 0 ? -move.x : move.x) + (move.y < 0 ? -move.y : move.y));
    slack.y = slack.x;
    *(move.x < 0 ? &box.lower.x : &box.upper.x) += move.x;
    *(move.y < 0 ? &box.lower.y : &box.upper.y) += move.y;
    box.lower = imp2_vec_sub(box.lower, slack);
    box.upper = imp2_vec_add(box.upper, slack);
    return box;
}

static imp_status find_first_hit(const io_scene* scene, const entry* entries, size_t self, imp2_vec move, bool along_y,
                                 check_hit* out, bool* any)
{
    const io_object* object = &scene->objects[entries[self].id];
    imp2_compound compound = io_object_compound(object);
    imp2_compound_mover mover = {&compound, object->pose, move, 0.0f};
    imp2_box box = swept_box(entries[self].box, move);
    float end = along_y ? box.upper.y : box.upper.x;
    *any = false;
    for (size_t k = 0; k < scene->object_count && entries[k].from <= end; k++)
    {
        const io_object* other = &scene->objects[entries[k].id];
        bool same = k == self || (object->structure != 0 && object->structure == other->structure);
        if (same || !imp2_box_overlap(entries[k].box, box))
        {
            continue;
        }
        imp2_compound standing = io_object_compound(other);
        imp2_compound_mover target = {&standing, other->pose, {0.0f, 0.0f}, 0.0f};
        imp2_compound_hit found;
        imp_status status = imp2_compound_sweep(&target, &mover, &found);
        if (status)
        {
            return status;
        }
        imp2_hit hit = found.hit;
        bool met = hit.kind != IMP_SWEEP_NEVER && hit.kind != IMP_SWEEP_REST;
        if (met && (!*any || hit.time < out->hit.time || (hit.time == out->hit.time && entries[k].id < out->target)))
        {
            *out = (check_hit){entries[self].id, entries[k].id, hit};
            *any = true;
        }
    }
    return IMP_OK;
}

static int by_mover(const void* left, const void* right)
{
    const check_hit *a = left, *b = right;
    return (a->mover > b->mover) - (a->mover < b->mover);
}

static imp_status find_hits(const io_scene* scene, const entry* entries, imp2_vec move, bool along_y, check_result* out)
{
    imp_allocator allocator = io_allocator(NULL);
    for (size_t i = 0; i < scene->object_count; i++)
    {
        if (scene->objects[entries[i].id].is_static)
        {
            continue;
        }
        if ((int64_t)++out->moved * (int64_t)scene->object_count > CANDIDATES_MAX)
        {
            out->cut = true;
            break;
        }
        check_hit hit;
        bool any;
        imp_status status = find_first_hit(scene, entries, i, move, along_y, &hit, &any);
        if (status)
        {
            return status;
        }
        check_hit* grown = out->hits;
        if (any)
        {
            grown = io_grow(&allocator, out->hits, &out->hit_capacity, out->hit_count + 1, sizeof *grown);
            if (!grown)
            {
                return IMP_ERR_MEMORY;
            }
            out->hits = grown;
            grown[out->hit_count++] = hit;
        }
    }
    if (out->hit_count)
    {
        qsort(out->hits, out->hit_count, sizeof *out->hits, by_mover);
    }
    return IMP_OK;
}

imp_status check_scene(const io_scene* scene, const check_options* options, check_result* out)
{
    *out = (check_result){.has_move = options->has_move, .move = options->move};
    size_t count = scene->object_count;
    entry* entries = malloc((count + 1) * sizeof *entries);
    if (!entries)
    {
        return IMP_ERR_MEMORY;
    }
    imp_status status = IMP_OK;
    for (size_t i = 0; i < count && !status; i++)
    {
        entries[i].id = (int32_t)i;
        imp2_compound compound = io_object_compound(&scene->objects[i]);
        status = imp2_compound_bounds(&compound, &scene->objects[i].pose, &entries[i].box);
    }
    bool along_y = false;
    if (!status && count > 0)
    {
        along_y = sort_entries(entries, count);
        status = find_pairs(scene, entries, options->list_seams, out);
    }
    if (!status && options->has_move)
    {
        status = find_hits(scene, entries, options->move, along_y, out);
    }
    free(entries);
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
