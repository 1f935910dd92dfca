// SPDX-License-Identifier: MIT
//
// Pairs of colliders in space. An index of boxes gives the candidates, the library decides; a half-space, which has no
// box, is asked about with everything.

#include "check_space.h"

#include <math.h>
#include <stdlib.h>

#include "clock.h"

enum
{
    USUAL = 64  // pairs of parts of two colliders; room for more is made
};

typedef struct finder
{
    const io_scene* scene;
    space_result* out;
    imp3_part_manifold* manifolds;
    size_t room;
} finder;

static bool is_endless(const io_collider3* c)
{
    return c->shape.kind == IMP3_SHAPE_HALF_SPACE;
}

static bool is_asked(const io_space* space, const io_collider3* a, const io_collider3* b)
{
    bool stand =
        space->bodies[a->body].def.kind == IMP_BODY_STATIC && space->bodies[b->body].def.kind == IMP_BODY_STATIC;
    bool endless = is_endless(a) || is_endless(b);
    return a->body != b->body && !(endless && (stand || (is_endless(a) && is_endless(b))));
}

static imp_status collide(finder* f, const io_collider3* a, const io_collider3* b, imp3_compound_contacts* contacts)
{
    const io_space* space = &f->scene->space;
    imp3_compound shape_a = io_collider3_compound(a), shape_b = io_collider3_compound(b);
    contacts->manifolds = f->manifolds;
    contacts->capacity = (int32_t)f->room;
    return imp3_compound_collide(&shape_a, &space->bodies[a->body].def.pose, &shape_b, &space->bodies[b->body].def.pose,
                                 0, contacts);
}

// Adds the points of a pair, and finds the deepest.
static imp_status keep_points(finder* f, int32_t count, space_pair* pair)
{
    imp_allocator allocator = io_allocator(NULL);
    space_result* out = f->out;
    float deepest = -1;
    pair->first = (int32_t)out->point_count;
    for (int32_t i = 0; i < count; i++)
    {
        const imp3_part_manifold* m = &f->manifolds[i];
        for (int32_t k = 0; k < m->manifold.count; k++)
        {
            space_point* points =
                io_grow(&allocator, out->points, &out->point_capacity, out->point_count + 1, sizeof *points);
            if (!points)
            {
                return IMP_ERR_MEMORY;
            }
            const imp3_contact* at = &m->manifold.points[k];
            out->points = points;
            points[out->point_count++] = (space_point){at->point, at->depth, m->part_a, m->part_b};
            pair->point = at->depth > deepest ? at->point : pair->point;
            deepest = at->depth > deepest ? at->depth : deepest;
        }
    }
    pair->count = (int32_t)out->point_count - pair->first;
    return IMP_OK;
}

static imp_status look_at_pair(finder* f, int32_t first, int32_t second)
{
    const io_space* space = &f->scene->space;
    const io_collider3 *a = &space->colliders[first], *b = &space->colliders[second];
    imp_allocator allocator = io_allocator(NULL);
    imp3_compound_contacts contacts = {.count = 0};
    if (!is_asked(space, a, b))
    {
        return IMP_OK;
    }
    imp_status status = collide(f, a, b, &contacts);
    if (imp_status_fault(status) == IMP_ERR_SPACE)
    {
        imp3_part_manifold* grown =
            io_grow(&allocator, f->manifolds, &f->room, (size_t)contacts.count, sizeof *f->manifolds);
        f->manifolds = grown ? grown : f->manifolds;
        status = grown ? collide(f, a, b, &contacts) : IMP_ERR_MEMORY;
    }
    if (status || contacts.count == 0)
    {
        return status;
    }
    space_pair* pairs = io_grow(&allocator, f->out->pairs, &f->out->capacity, f->out->count + 1, sizeof *f->out->pairs);
    if (!pairs)
    {
        return IMP_ERR_MEMORY;
    }
    f->out->pairs = pairs;
    space_pair pair = {first, second, contacts.normal, contacts.depth, {0, 0, 0}, contacts.count, 0, 0};
    status = keep_points(f, contacts.count, &pair);
    if (status)
    {
        return status;
    }
    pairs[f->out->count++] = pair;
    return IMP_OK;
}

// Finds all pairs of a collider with later ones. Endless shapes are in the index only to keep their numbers.
static imp_status look_at(finder* f, const imp3_index* index, int32_t number, int32_t* numbers)
{
    const io_space* space = &f->scene->space;
    const io_collider3* c = &space->colliders[number];
    imp3_compound shape = io_collider3_compound(c);
    imp3_box box;
    int32_t found = 0, count = (int32_t)space->collider_count;
    imp_status status = IMP_OK;
    if (is_endless(c))
    {
        for (int32_t i = number + 1; i < count && !status; i++)
        {
            status = look_at_pair(f, number, i);
        }
        return status;
    }
    status = imp3_compound_bounds(&shape, &space->bodies[c->body].def.pose, &box);
    status = status ? status : imp3_index_query_box(index, &box, NULL, numbers, count, &found);
    for (int32_t i = 0; i < found && !status; i++)
    {
        bool later = numbers[i] > number && !is_endless(&space->colliders[numbers[i]]);
        status = later ? look_at_pair(f, number, numbers[i]) : IMP_OK;
    }
    for (int32_t i = number + 1; i < count && !status; i++)
    {
        status = is_endless(&space->colliders[i]) ? look_at_pair(f, number, i) : IMP_OK;
    }
    return status;
}

// Moves

static imp_status sweep_at(const io_space* space, int32_t self, int32_t other, imp3_vec move, space_hit* out, bool* any)
{
    const io_collider3 *a = &space->colliders[self], *b = &space->colliders[other];
    const imp3_vec still = {0, 0, 0};
    imp3_compound shape = io_collider3_compound(a), standing = io_collider3_compound(b);
    imp3_compound_mover mover = {&shape, space->bodies[a->body].def.pose, move, still};
    imp3_compound_mover target = {&standing, space->bodies[b->body].def.pose, still, still};
    imp3_compound_hit found;
    imp_status status = a->body == b->body ? IMP_OK : imp3_compound_sweep(&target, &mover, &found);
    if (status || a->body == b->body || found.hit.kind == IMP_SWEEP_NEVER || found.hit.kind == IMP_SWEEP_REST)
    {
        return status;
    }
    if (!*any || found.hit.time < out->hit.time)
    {
        *out = (space_hit){self, other, found.hit};
        *any = true;
    }
    return IMP_OK;
}

// What a collider meets first, of what its box and that of the end of its way lie around.
static imp_status find_hit(finder* f, const imp3_index* index, int32_t self, int32_t* numbers)
{
    const io_space* space = &f->scene->space;
    const io_collider3* c = &space->colliders[self];
    imp3_compound shape = io_collider3_compound(c);
    imp3_vec move = f->out->move;
    space_hit hit;
    bool any = false;
    imp3_box box;
    int32_t found = 0, count = (int32_t)space->collider_count;
    if (space->bodies[c->body].def.kind == IMP_BODY_STATIC || is_endless(c))
    {
        return IMP_OK;
    }
    f->out->moved++;
    imp_status status = imp3_compound_bounds(&shape, &space->bodies[c->body].def.pose, &box);
    box.lower = imp3_vec_add(box.lower, (imp3_vec){fminf(move.x, 0), fminf(move.y, 0), fminf(move.z, 0)});
    box.upper = imp3_vec_add(box.upper, (imp3_vec){fmaxf(move.x, 0), fmaxf(move.y, 0), fmaxf(move.z, 0)});
    status = status ? status : imp3_index_query_box(index, &box, NULL, numbers, count, &found);
    for (int32_t i = 0; i < found && !status; i++)
    {
        bool is_other = numbers[i] != self && !is_endless(&space->colliders[numbers[i]]);
        status = is_other ? sweep_at(space, self, numbers[i], move, &hit, &any) : IMP_OK;
    }
    for (int32_t i = 0; i < count && !status; i++)
    {
        status = is_endless(&space->colliders[i]) ? sweep_at(space, self, i, move, &hit, &any) : IMP_OK;
    }
    imp_allocator allocator = io_allocator(NULL);
    space_hit* hits =
        status || !any ? NULL
                       : io_grow(&allocator, f->out->hits, &f->out->hit_capacity, f->out->hit_count + 1, sizeof *hits);
    if (status || !any)
    {
        return status;
    }
    f->out->hits = hits ? hits : f->out->hits;
    if (hits)
    {
        hits[f->out->hit_count++] = hit;
    }
    return hits ? IMP_OK : IMP_ERR_MEMORY;
}

static int by_colliders(const void* left, const void* right)
{
    const space_pair *p = left, *q = right;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

imp_status check_space(const io_scene* scene, const imp3_vec* move, space_result* out)
{
    const io_space* space = &scene->space;
    finder f = {.scene = scene, .out = out};
    imp_allocator allocator = io_allocator(NULL);
    imp3_index* index = NULL;
    double start = clock_ms();
    *out = (space_result){.has_move = move != NULL};
    out->move = move ? *move : out->move;
    int32_t* numbers = malloc((space->collider_count + 1) * sizeof *numbers);
    f.manifolds = io_grow(&allocator, NULL, &f.room, USUAL, sizeof *f.manifolds);
    imp_status status = numbers && f.manifolds ? imp3_index_make(NULL, &index) : IMP_ERR_MEMORY;
    for (size_t i = 0; i < space->collider_count && !status; i++)
    {
        const io_collider3* c = &space->colliders[i];
        imp3_compound shape = io_collider3_compound(c);
        imp3_thing thing = {.user = i};
        status = is_endless(c) ? IMP_OK : imp3_compound_bounds(&shape, &space->bodies[c->body].def.pose, &thing.box);
        status = status ? status : imp3_index_add(index, &thing, 1, NULL);
    }
    for (size_t i = 0; i < space->collider_count && !status; i++)
    {
        status = look_at(&f, index, (int32_t)i, numbers);
    }
    for (size_t i = 0; move && i < space->collider_count && !status; i++)
    {
        status = find_hit(&f, index, (int32_t)i, numbers);
    }
    imp3_index_free(index);
    free(numbers);
    io_release(&allocator, f.manifolds, f.room, sizeof *f.manifolds);
    if (status)
    {
        space_result_free(out);
        return status;
    }
    if (out->count > 0)
    {
        qsort(out->pairs, out->count, sizeof *out->pairs, by_colliders);
    }
    out->check_ms = clock_ms() - start;
    return IMP_OK;
}

void space_result_free(space_result* result)
{
    imp_allocator allocator = io_allocator(NULL);
    io_release(&allocator, result->pairs, result->capacity, sizeof *result->pairs);
    io_release(&allocator, result->points, result->point_capacity, sizeof *result->points);
    io_release(&allocator, result->hits, result->hit_capacity, sizeof *result->hits);
    *result = (space_result){.pairs = NULL};
}
