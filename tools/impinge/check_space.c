// SPDX-License-Identifier: MIT
//
// Pairs of colliders in space. An index of boxes gives the candidates, the library decides; a half-space, which has no
// box, is asked about with everything.

#include "check_space.h"

#include <stdlib.h>

#include "clock.h"
#include "report.h"

enum
{
    SHOWN = 16,  // pairs of the report
    USUAL = 64   // pairs of parts of two colliders; room for more is made
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
    space_pair pair = {first, second, contacts.normal, contacts.depth, {0, 0, 0}, contacts.count};
    float deepest = -1;
    for (int32_t i = 0; i < contacts.count; i++)
    {
        const imp3_manifold* m = &f->manifolds[i].manifold;
        for (int32_t k = 0; k < m->count; k++)
        {
            bool deeper = m->points[k].depth > deepest;
            deepest = deeper ? m->points[k].depth : deepest;
            pair.point = deeper ? m->points[k].point : pair.point;
        }
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

static int by_colliders(const void* left, const void* right)
{
    const space_pair *p = left, *q = right;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

imp_status check_space(const io_scene* scene, space_result* out)
{
    const io_space* space = &scene->space;
    finder f = {.scene = scene, .out = out};
    imp_allocator allocator = io_allocator(NULL);
    imp3_index* index = NULL;
    double start = clock_ms();
    *out = (space_result){.pairs = NULL};
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
    *result = (space_result){.pairs = NULL};
}

static const space_pair* deepest_of(const space_result* result)
{
    const space_pair* deepest = NULL;
    for (size_t i = 0; i < result->count; i++)
    {
        deepest = !deepest || result->pairs[i].depth > deepest->depth ? &result->pairs[i] : deepest;
    }
    return deepest;
}

static void report_pair(FILE* out, const io_scene* scene, const space_pair* pair)
{
    fprintf(out, "  ");
    report_object(out, scene, pair->a);
    fprintf(out, " and ");
    report_object(out, scene, pair->b);
    fprintf(out, ": %.4g m deep, at %.4g, %.4g, %.4g\n", (double)pair->depth, (double)pair->point.x,
            (double)pair->point.y, (double)pair->point.z);
}

void space_report(FILE* out, const io_scene* scene, const space_result* result)
{
    const space_pair* deepest = deepest_of(result);
    report_scene(out, scene);
    fprintf(out, "\n%zu pair%s touch\n", result->count, result->count == 1 ? "" : "s");
    for (size_t i = 0; i < result->count && i < SHOWN; i++)
    {
        report_pair(out, scene, &result->pairs[i]);
    }
    if (result->count > SHOWN)
    {
        fprintf(out, "  and %zu more (--json lists them); the deepest:\n", result->count - SHOWN);
        report_pair(out, scene, deepest);
    }
    fprintf(out, "\nread in %.1f ms, checked in %.1f ms\n", result->read_ms, result->check_ms);
}

static void write_vec(FILE* out, const char* name, imp3_vec v)
{
    fprintf(out, "\"%s\": [%.9g, %.9g, %.9g]", name, (double)v.x, (double)v.y, (double)v.z);
}

void space_json(FILE* out, const io_scene* scene, const space_result* result)
{
    report_json_head(out, scene, "check");
    fprintf(out, "  \"counts\": {\"bodies\": %zu, \"colliders\": %zu, \"touching\": %zu},\n  \"touching\": [",
            scene->space.body_count, scene->space.collider_count, result->count);
    for (size_t i = 0; i < result->count; i++)
    {
        const space_pair* pair = &result->pairs[i];
        fprintf(out, "%s\n    {", i ? "," : "");
        report_json_object(out, scene, "a", pair->a);
        fprintf(out, ", ");
        report_json_object(out, scene, "b", pair->b);
        fprintf(out, ",\n     \"parts\": %d, \"depth\": %.9g, ", (int)pair->parts, (double)pair->depth);
        write_vec(out, "normal", pair->normal);
        fprintf(out, ", ");
        write_vec(out, "point", pair->point);
        fprintf(out, "}");
    }
    fprintf(out, "%s],\n", result->count ? "\n  " : "");
    report_json_notes(out, scene);
    fprintf(out, "  \"time\": {\"read_ms\": %.3f, \"check_ms\": %.3f}\n}\n", result->read_ms, result->check_ms);
}
