// SPDX-License-Identifier: MIT
//
// Queries of a world: rays, casts, overlaps, nearest.
//
//     index: boxes in order of time or distance, some at a time -> pair tests -> results, sorted in the caller's array
//
// A box is hit no later than anything in it, so the search ends when the next box comes after the last result that
// there is room for. An overlap query is a cast of a box that does not move: all times are zero, and numbers alone give
// the order.
//
// Bodies are tested at their poses: the pair tests take differences of positions in doubles, so a world far from the
// origin answers as well as one near it.

#ifndef AXES
#include "impinge/world_query2.h"
#include "../../broad/index2.h"
#include "../../narrow/sweep2.h"
#include "../../shape/compound2.h"
#include "../contact/contact2.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

enum
{
    BOXES_FIRST = 4,  // boxes asked of the index at first: mostly, one or two are enough
    BOXES_MOST = 64,
    COLLIDERS_FEW = 256
};

// A query and its results.
typedef struct query_state
{
    const World* w;
    imp_world_query query;
    int32_t except;          // slot of the body, or -1
    CompoundMover shape;     // the query shape, its pose and motion
    FNI(box_search) search;  // of boxes
    void (*test)(struct query_state* q, const Collider* c, int32_t slot);
    char* results;       // sorted, but for lists of colliders
    size_t size, value;  // of a result; and where in it its time or distance is
    int32_t capacity, count;
} query_state;

// Common checks of all queries, and the faults of their shapes by the positions of the arguments.
static imp_status check_query(query_state* q, const World* w, const imp_world_query* query, const int32_t* faults,
                              int count)
{
    static const imp_world_query everything = {{0, 0}, {0}, false, false, 0.0f};
    q->w = w;
    q->query = query ? *query : everything;
    q->except = w && q->query.exclude_body.id ? FNI(find_body)(w, q->query.exclude_body) : -1;
    q->count = 0;
    if (!w)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    for (int i = 0; i < count; ++i)
    {
        if (faults[i])
        {
            return impi_error(faults[i], 2 + i);
        }
    }
    int32_t fault = impi_number_fault_negative(q->query.max_distance);
    fault = !fault && q->query.exclude_body.id && q->except < 0 ? IMP_ERR_HANDLE : fault;
    return fault ? impi_error(fault, 2 + count) : IMP_OK;
}

// Checks of the arguments after the query: room for results.
static imp_status check_results(query_state* q, void* results, int32_t capacity, int32_t least, const int32_t* count,
                                int position)
{
    q->results = (char*)results;
    q->capacity = capacity;
    if (capacity < least)
    {
        return impi_error(IMP_ERR_COUNT, position + 1);
    }
    return (!results && capacity > 0) ? impi_error(IMP_ERR_NULL, position)
           : count                    ? IMP_OK
                                      : impi_error(IMP_ERR_NULL, position + 2);
}

static float value_at(const query_state* q, int32_t i)
{
    float value;
    memcpy(&value, q->results + (size_t)i * q->size + q->value, sizeof value);
    return value;
}

static int32_t number_at(const query_state* q, int32_t i)
{
    imp_collider collider;
    memcpy(&collider, q->results + (size_t)i * q->size, sizeof collider);
    return q->w->colliders.data[impi_pool_find(&q->w->collider_pool, collider.id)].number;
}

// Inserts a result, which begins with its collider, in order; the last one is dropped when there is no room.
static void insert_result(query_state* q, const void* result, float value, int32_t number)
{
    int32_t at = q->count;
    while (at > 0 && (value < value_at(q, at - 1) || (value == value_at(q, at - 1) && number < number_at(q, at - 1))))
    {
        --at;
    }
    if (at < q->capacity)
    {
        int32_t kept = q->count < q->capacity ? q->count : q->capacity - 1;
        char* slot = q->results + (size_t)at * q->size;
        memmove(slot + q->size, slot, (size_t)(kept - at) * q->size);
        memcpy(slot, result, q->size);
        q->count = kept + 1;
    }
}

// Whether nothing from a box on can be among the results, by the time of the box or the square of its distance.
static bool is_search_done(const query_state* q, float box)
{
    if (q->count < q->capacity || q->query.any || !q->size)
    {
        return q->query.any && q->count >= q->capacity;
    }
    double last = (double)value_at(q, q->count - 1), next = (double)box;
    // Squares have been rounded a few times.
    return q->search.distance ? next > 0.0 && (last < 0.0 || next * (1.0 - 0x1p-20) > last * last) : next > last;
}

static void search_world(query_state* q)
{
    imp_index_hit boxes[BOXES_MOST];
    bool more = true;
    for (int32_t wanted = q->size ? BOXES_FIRST : BOXES_MOST; more;
         wanted = wanted < BOXES_MOST ? 4 * wanted : BOXES_MOST)
    {
        int32_t count = FNI(search_all)(q->w->index, &q->search, q->query.filter, boxes, wanted);
        for (int32_t i = 0; i < count; ++i)
        {
            if (is_search_done(q, boxes[i].value))
            {
                return;
            }
            int32_t slot = q->w->collider_of.data[boxes[i].thing];
            const Collider* c = &q->w->colliders.data[slot];
            if (c->body != q->except && (q->query.sensors || !c->sensor))
            {
                q->test(q, c, slot);
            }
            q->search.after = boxes[i];
        }
        more = count == wanted;
    }
}

static imp_collider handle_of(const query_state* q, int32_t slot)
{
    imp_collider r = {impi_pool_id(&q->w->collider_pool, slot)};
    return r;
}

static imp_body body_of(const query_state* q, const Collider* c)
{
    imp_body r = {impi_pool_id(&q->w->body_pool, c->body)};
    return r;
}

static void insert_hit(query_state* q, const Collider* c, int32_t slot, const CompoundHit* hit)
{
    if (hit->hit.kind != IMP_SWEEP_NEVER && hit->hit.kind != IMP_SWEEP_REST)
    {
        WorldHit r = {handle_of(q, slot), body_of(q, c), hit->part_a, hit->part_b, hit->hit};
        insert_result(q, &r, hit->hit.time, c->number);
    }
}

static void test_ray(query_state* q, const Collider* c, int32_t slot)
{
    Compound target = FNI(collider_compound)(c);
    CompoundHit hit;
    // Only shapes far out of range are refused; they are never hit. The same holds for all tests below.
    if (!FN(compound_ray)(&target, &q->w->bodies.data[c->body].pose, q->shape.pose.p, q->shape.motion, &hit))
    {
        insert_hit(q, c, slot, &hit);
    }
}

static bool cast_at(const query_state* q, const Collider* c, CompoundHit* hit)
{
    Compound target = FNI(collider_compound)(c);
    CompoundMover mover_a = {.compound = &target, .pose = q->w->bodies.data[c->body].pose};
    return FNI(spin_bits)(q->shape.turn) ? !FN(compound_time_of_impact)(&mover_a, &q->shape, hit)
                                         : !FN(compound_sweep)(&mover_a, &q->shape, hit);
}

// A neighbour of a collider that a cast has hit counts if it could be hit itself.
static bool counts_for_cast(void* context, const Collider* neighbour)
{
    const query_state* q = (const query_state*)context;
    return neighbour->body != q->except;
}

static void test_cast(query_state* q, const Collider* c, int32_t slot)
{
    CompoundHit hit;
    if (cast_at(q, c, &hit))
    {
        Compound target = FNI(collider_compound)(c);
        CompoundMover mover_a = {.compound = &target, .pose = q->w->bodies.data[c->body].pose};
        const EdgeNeighbours has_neighbours = {q->query.filter, counts_for_cast, q};
        FNI(edges_correct_cast)(q->w, c, &mover_a, &q->shape, &has_neighbours, &hit);
        insert_hit(q, c, slot, &hit);
    }
}

imp_status FN(world_cast_ray)(const World* w, const RayDef* ray, const imp_world_query* query, WorldHit* hits,
                              int32_t capacity, int32_t* count)
{
    query_state q = {.test = test_ray, .size = sizeof *hits, .value = offsetof(WorldHit, hit.time)};
    int32_t fault = ray ? FNI(vec_fault)(ray->origin) : IMP_ERR_NULL;
    fault = fault ? fault : FNI(vec_fault_large)(ray->motion);
    imp_status status = check_query(&q, w, query, &fault, 1);
    status = status ? status : check_results(&q, hits, capacity, 1, count, 4);
    if (!status)
    {
        Box point = {ray->origin, ray->origin};
        q.shape.pose.p = ray->origin;
        q.shape.motion = ray->motion;
        q.search = FNI(search_of_sweep)(point, ray->motion);
        search_world(&q);
        *count = q.count;
    }
    return status;
}

// The bounds of a compound that turns about its origin, without its motion.
static Box box_of_turning(const Compound* compound, Pose pose)
{
    float reach = (compound->reach + FNI(compound_radius)(compound)) * (1.0f + 0x1p-18f);
    reach += FNI(vec_taxicab)(pose.p) * 0x1p-22f;
    return FNI(box_around)(pose.p, reach);
}

imp_status FN(world_cast_compound)(const World* w, const CompoundMover* mover, const imp_world_query* query,
                                   WorldHit* hits, int32_t capacity, int32_t* count)
{
    query_state q = {.test = test_cast, .size = sizeof *hits, .value = offsetof(WorldHit, hit.time)};
    int32_t fault = mover ? FNI(compound_fault)(mover->compound) : IMP_ERR_NULL;
    fault = fault ? fault : FNI(mover_fault)(&mover->pose, mover->motion, mover->turn, DIMI(TURN_MAX));
    imp_status status = check_query(&q, w, query, &fault, 1);
    status = status ? status : check_results(&q, hits, capacity, 1, count, 4);
    if (!status)
    {
        Box box = box_of_turning(mover->compound, mover->pose);
        if (!FNI(spin_bits)(mover->turn))
        {
            (void)FN(compound_bounds)(mover->compound, &mover->pose, &box);
        }
        q.shape = *mover;
        q.search = FNI(search_of_sweep)(box, mover->motion);
        search_world(&q);
        *count = q.count;
    }
    return status;
}

imp_status FN(world_cast_shape)(const World* w, const Mover* mover, const imp_world_query* query, WorldHit* hits,
                                int32_t capacity, int32_t* count)
{
    int32_t fault = !w ? IMP_ERR_NULL : mover ? FNI(shape_fault)(mover->shape) : IMP_ERR_NULL;
    if (fault)
    {
        return impi_error(fault, w ? 2 : 1);
    }
    Compound compound;
    (void)FN(compound_of_shape)(mover->shape, &compound);
    const CompoundMover as_compound = {&compound, mover->pose, mover->motion, mover->turn};
    return FN(world_cast_compound)(w, &as_compound, query, hits, capacity, count);
}

static void insert_collider(query_state* q, int32_t slot)
{
    if (q->count < q->capacity)
    {
        imp_collider handle = handle_of(q, slot);
        memcpy(q->results + (size_t)q->count * sizeof handle, &handle, sizeof handle);
    }
    ++q->count;
}

static void test_overlap(query_state* q, const Collider* c, int32_t slot)
{
    Compound target = FNI(collider_compound)(c);
    bool overlaps;
    if (!FN(compound_overlap)(&target, &q->w->bodies.data[c->body].pose, q->shape.compound, &q->shape.pose,
                              &overlaps) &&
        overlaps)
    {
        insert_collider(q, slot);
    }
}

static void test_point(query_state* q, const Collider* c, int32_t slot)
{
    Compound target = FNI(collider_compound)(c);
    bool inside;
    if (!FN(compound_contains)(&target, &q->w->bodies.data[c->body].pose, q->shape.pose.p, &inside, NULL) && inside)
    {
        insert_collider(q, slot);
    }
}

// Results go to a few slots on the stack, so that a list that is too short stays as it was; more are found twice.
static imp_status list_colliders(query_state* q, const Box* box, int32_t* count, int position)
{
    imp_collider few[COLLIDERS_FEW];
    char* results = q->results;
    int32_t capacity = q->capacity;
    bool direct = q->query.any;
    q->search = FNI(search_of_sweep)(*box, FNI(vec_none)());
    q->search.limit = 0.0f;
    FNI(box_search) search = q->search;
    if (!direct)
    {
        q->results = (char*)few;
        q->capacity = COLLIDERS_FEW;
    }
    search_world(q);
    *count = q->count;
    if (q->count > capacity)
    {
        return impi_error(IMP_ERR_SPACE, position);
    }
    if (!direct && q->count > COLLIDERS_FEW)
    {
        q->results = results;
        q->capacity = capacity;
        q->count = 0;
        q->search = search;
        search_world(q);
    }
    else if (!direct && q->count > 0)
    {
        memcpy(results, few, (size_t)q->count * sizeof *few);
    }
    return IMP_OK;
}

static int32_t placed_fault(const Placed* what)
{
    int32_t fault = what ? FNI(compound_fault)(what->compound) : IMP_ERR_NULL;
    return fault ? fault : FNI(pose_fault)(&what->pose);
}

imp_status FN(world_overlap)(const World* w, const Placed* what, const imp_world_query* query, imp_collider* colliders,
                             int32_t capacity, int32_t* count)
{
    query_state q = {.test = test_overlap};
    int32_t fault = placed_fault(what);
    imp_status status = check_query(&q, w, query, &fault, 1);
    status = status ? status : check_results(&q, colliders, capacity, 0, count, 4);
    if (status)
    {
        return status;
    }
    Box box;
    (void)FN(compound_bounds)(what->compound, &what->pose, &box);
    q.shape.compound = what->compound;
    q.shape.pose = what->pose;
    return list_colliders(&q, &box, count, 5);
}

imp_status FN(world_overlap_box)(const World* w, const Box* box, const imp_world_query* query, imp_collider* colliders,
                                 int32_t capacity, int32_t* count)
{
    Shape shape;
    Compound compound;
    query_state q = {.shape = {.pose = FN(pose_identity)()}, .test = test_overlap};
    int32_t fault = box ? imp_status_fault(FN(box_make)(*box, &shape)) : IMP_ERR_NULL;
    imp_status status = check_query(&q, w, query, &fault, 1);
    status = status ? status : check_results(&q, colliders, capacity, 0, count, 4);
    if (status)
    {
        return status;
    }
    (void)FN(compound_of_shape)(&shape, &compound);
    q.shape.compound = &compound;
    return list_colliders(&q, box, count, 5);
}

static Pose pose_at(Vec point)
{
    Pose r = FN(pose_identity)();
    r.p = point;
    return r;
}

imp_status FN(world_overlap_point)(const World* w, Vec point, const imp_world_query* query, imp_collider* colliders,
                                   int32_t capacity, int32_t* count)
{
    query_state q = {.shape = {.pose = pose_at(point)}, .test = test_point};
    int32_t fault = FNI(vec_fault)(point);
    imp_status status = check_query(&q, w, query, &fault, 1);
    status = status ? status : check_results(&q, colliders, capacity, 0, count, 4);
    Box box = {point, point};
    return status ? status : list_colliders(&q, &box, count, 5);
}

static void test_nearest(query_state* q, const Collider* c, int32_t slot)
{
    Compound target = FNI(collider_compound)(c);
    CompoundNearest near;
    if (!FN(compound_distance)(&target, &q->w->bodies.data[c->body].pose, q->shape.compound, &q->shape.pose, &near) &&
        (q->query.max_distance == 0.0f || near.nearest.distance <= q->query.max_distance))
    {
        WorldNear r = {handle_of(q, slot), body_of(q, c), near.part_a, near.part_b, near.nearest};
        insert_result(q, &r, near.nearest.distance, c->number);
    }
}

static void search_near(query_state* q, const Placed* what)
{
    Box box;
    (void)FN(compound_bounds)(what->compound, &what->pose, &box);
    q->shape.compound = what->compound;
    q->shape.pose = what->pose;
    q->search = FNI(search_of_distance)(box, q->query.max_distance);
    search_world(q);
}

imp_status FN(world_nearest)(const World* w, const Placed* what, const imp_world_query* query, WorldNear* found,
                             int32_t capacity, int32_t* count)
{
    query_state q = {.test = test_nearest, .size = sizeof *found, .value = offsetof(WorldNear, nearest.distance)};
    int32_t fault = placed_fault(what);
    imp_status status = check_query(&q, w, query, &fault, 1);
    status = status ? status : check_results(&q, found, capacity, 1, count, 4);
    if (!status)
    {
        search_near(&q, what);
        *count = q.count;
    }
    return status;
}

imp_status FN(world_nearest_point)(const World* w, Vec point, const imp_world_query* query, WorldNear* found,
                                   int32_t capacity, int32_t* count)
{
    query_state q = {.test = test_nearest, .size = sizeof *found, .value = offsetof(WorldNear, nearest.distance)};
    int32_t fault = FNI(vec_fault)(point);
    imp_status status = check_query(&q, w, query, &fault, 1);
    status = status ? status : check_results(&q, found, capacity, 1, count, 4);
    if (!status)
    {
        const Shape dot = FNI(shape_of_point)();
        Compound compound;
        (void)FN(compound_of_shape)(&dot, &compound);
        const Placed what = {&compound, pose_at(point)};
        search_near(&q, &what);
        *count = q.count;
    }
    return status;
}
