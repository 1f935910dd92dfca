// SPDX-License-Identifier: MIT
//
// Questions to a world.
//
// The index tells whose boxes are hit, in the order of their times or distances, some at a time; the pair tests say of
// each of these colliders what is so, and the results are kept sorted in the caller's array. A box is hit no later than
// what is in it, so the search ends where the next box comes after the last result that there is room for. What is here
// at all (overlap) is what a box hits that does not move: then all times are zero, and numbers alone give the order.
//
// Bodies are asked where they stand: the pair tests take differences of positions in doubles, so a world far from the
// origin answers as well as one near it.

#ifndef AXES
#include "impinge/world_query2.h"
#include "../../math/dim2.h"
#endif

enum
{
    BOXES_FIRST = 4,  // asked of the index at once: mostly, the first one or two are enough
    BOXES_MOST = 64,
    COLLIDERS_FEW = 256
};

// What is asked, and what has been found.
typedef struct asking
{
    const World* w;
    imp_world_query query;
    int32_t except;          // the place of a body, or -1
    CompoundMover asked;     // what is asked with: where it is and how it moves
    FNI(box_search) search;  // of boxes
    void (*ask)(struct asking* q, const Collider* c, int32_t place);
    char* results;       // sorted, but for lists of colliders
    size_t size, value;  // of a result; and where in it its time or distance is
    int32_t capacity, count;
} asking;

// The door: all that functions have in common, and the faults of what is asked with by the positions of the arguments.
static imp_status door(asking* q, const World* w, const imp_world_query* query, const int32_t* faults, int count)
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

// The same for what follows the question: room for results.
static imp_status room(asking* q, void* results, int32_t capacity, int32_t least, const int32_t* count, int position)
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

// Results

static float value_at(const asking* q, int32_t i)
{
    float value;
    memcpy(&value, q->results + (size_t)i * q->size + q->value, sizeof value);
    return value;
}

static int32_t number_at(const asking* q, int32_t i)
{
    imp_collider collider;
    memcpy(&collider, q->results + (size_t)i * q->size, sizeof collider);
    return q->w->colliders.data[impi_pool_find(&q->w->collider_pool, collider.id)].number;
}

// Puts a result, which begins with its collider, where it belongs; the last one goes when there is no room.
static void put_result(asking* q, const void* result, float value, int32_t number)
{
    int32_t at = q->count;
    while (at > 0 && (value < value_at(q, at - 1) || (value == value_at(q, at - 1) && number < number_at(q, at - 1))))
    {
        --at;
    }
    if (at < q->capacity)
    {
        int32_t kept = q->count < q->capacity ? q->count : q->capacity - 1;
        char* place = q->results + (size_t)at * q->size;
        memmove(place + q->size, place, (size_t)(kept - at) * q->size);
        memcpy(place, result, q->size);
        q->count = kept + 1;
    }
}

// Whether nothing from a box on can be among the results, by the time of the box or the square of its distance.
static bool is_enough(const asking* q, float box)
{
    if (q->count < q->capacity || q->query.any || !q->size)
    {
        return q->query.any && q->count >= q->capacity;
    }
    double last = (double)value_at(q, q->count - 1), next = (double)box;
    // Squares have been rounded a few times.
    return q->search.distance ? next > 0.0 && (last < 0.0 || next * (1.0 - 0x1p-20) > last * last) : next > last;
}

static void search_world(asking* q)
{
    imp_index_hit boxes[BOXES_MOST];
    bool more = true;
    for (int32_t wanted = q->size ? BOXES_FIRST : BOXES_MOST; more;
         wanted = wanted < BOXES_MOST ? 4 * wanted : BOXES_MOST)
    {
        int32_t count = FNI(search_all)(q->w->index, &q->search, q->query.filter, boxes, wanted);
        for (int32_t i = 0; i < count; ++i)
        {
            if (is_enough(q, boxes[i].value))
            {
                return;
            }
            int32_t place = q->w->collider_of.data[boxes[i].thing];
            const Collider* c = &q->w->colliders.data[place];
            if (c->body != q->except && (q->query.sensors || !c->sensor))
            {
                q->ask(q, c, place);
            }
            q->search.after = boxes[i];
        }
        more = count == wanted;
    }
}

static imp_collider handle_of(const asking* q, int32_t place)
{
    imp_collider r = {impi_pool_id(&q->w->collider_pool, place)};
    return r;
}

static imp_body body_of(const asking* q, const Collider* c)
{
    imp_body r = {impi_pool_id(&q->w->body_pool, c->body)};
    return r;
}

// Rays and casts

static void put_hit(asking* q, const Collider* c, int32_t place, const CompoundHit* hit)
{
    if (hit->hit.kind != IMP_SWEEP_NEVER && hit->hit.kind != IMP_SWEEP_REST)
    {
        WorldHit r = {handle_of(q, place), body_of(q, c), hit->part_a, hit->part_b, hit->hit};
        put_result(q, &r, hit->hit.time, c->number);
    }
}

static void ask_ray(asking* q, const Collider* c, int32_t place)
{
    Compound target = FNI(collider_compound)(c);
    CompoundHit hit;
    // Only what is far out of range is refused; that is never hit. So for all that follow.
    if (!FN(compound_ray)(&target, &q->w->bodies.data[c->body].pose, q->asked.pose.p, q->asked.motion, &hit))
    {
        put_hit(q, c, place, &hit);
    }
}

static bool cast_at(const asking* q, const Collider* c, CompoundHit* hit)
{
    Compound target = FNI(collider_compound)(c);
    CompoundMover stands = {.compound = &target, .pose = q->w->bodies.data[c->body].pose};
    return FNI(spin_bits)(q->asked.turn) ? !FN(compound_time_of_impact)(&stands, &q->asked, hit)
                                         : !FN(compound_sweep)(&stands, &q->asked, hit);
}

// What counts as a neighbour of what a cast has hit: what could be hit itself.
static bool counts_for_cast(void* context, const Collider* neighbour)
{
    const asking* q = (const asking*)context;
    return neighbour->body != q->except;
}

static void ask_cast(asking* q, const Collider* c, int32_t place)
{
    CompoundHit hit;
    if (cast_at(q, c, &hit))
    {
        Compound target = FNI(collider_compound)(c);
        CompoundMover stands = {.compound = &target, .pose = q->w->bodies.data[c->body].pose};
        const EdgeNeighbours has_neighbours = {q->query.filter, counts_for_cast, q};
        FNI(edges_correct_cast)(q->w, c, &stands, &q->asked, &has_neighbours, &hit);
        put_hit(q, c, place, &hit);
    }
}

imp_status FN(world_cast_ray)(const World* w, const RayDef* ray, const imp_world_query* query, WorldHit* hits,
                              int32_t capacity, int32_t* count)
{
    asking q = {.ask = ask_ray, .size = sizeof *hits, .value = offsetof(WorldHit, hit.time)};
    int32_t fault = ray ? FNI(vec_fault)(ray->origin) : IMP_ERR_NULL;
    fault = fault ? fault : FNI(vec_fault_large)(ray->motion);
    imp_status status = door(&q, w, query, &fault, 1);
    status = status ? status : room(&q, hits, capacity, 1, count, 4);
    if (!status)
    {
        Box point = {ray->origin, ray->origin};
        q.asked.pose.p = ray->origin;
        q.asked.motion = ray->motion;
        q.search = FNI(search_of_sweep)(point, ray->motion);
        search_world(&q);
        *count = q.count;
    }
    return status;
}

// All places that what turns about its origin may come to, without its motion.
static Box box_of_turning(const Compound* compound, Pose pose)
{
    float radius = compound->kind == DIM(COMPOUND_SHAPE) ? compound->parts->radius : 0.0f;
    float reach = (compound->reach + radius) * (1.0f + 0x1p-18f);
    reach += FNI(vec_taxicab)(pose.p) * 0x1p-22f;
    return FNI(box_around)(pose.p, reach);
}

imp_status FN(world_cast_compound)(const World* w, const CompoundMover* thrown, const imp_world_query* query,
                                   WorldHit* hits, int32_t capacity, int32_t* count)
{
    asking q = {.ask = ask_cast, .size = sizeof *hits, .value = offsetof(WorldHit, hit.time)};
    int32_t fault = thrown ? FNI(compound_fault)(thrown->compound) : IMP_ERR_NULL;
    fault = fault ? fault : FNI(mover_fault)(&thrown->pose, thrown->motion, thrown->turn, DIMI(TURN_MAX));
    imp_status status = door(&q, w, query, &fault, 1);
    status = status ? status : room(&q, hits, capacity, 1, count, 4);
    if (!status)
    {
        Box box = box_of_turning(thrown->compound, thrown->pose);
        if (!FNI(spin_bits)(thrown->turn))
        {
            (void)FN(compound_bounds)(thrown->compound, &thrown->pose, &box);
        }
        q.asked = *thrown;
        q.search = FNI(search_of_sweep)(box, thrown->motion);
        search_world(&q);
        *count = q.count;
    }
    return status;
}

imp_status FN(world_cast_shape)(const World* w, const Mover* thrown, const imp_world_query* query, WorldHit* hits,
                                int32_t capacity, int32_t* count)
{
    int32_t fault = !w ? IMP_ERR_NULL : thrown ? FNI(shape_fault)(thrown->shape) : IMP_ERR_NULL;
    if (fault)
    {
        return impi_error(fault, w ? 2 : 1);
    }
    Compound compound;
    (void)FN(compound_of_shape)(thrown->shape, &compound);
    const CompoundMover mover = {&compound, thrown->pose, thrown->motion, thrown->turn};
    return FN(world_cast_compound)(w, &mover, query, hits, capacity, count);
}

// What is here

static void put_collider(asking* q, int32_t place)
{
    if (q->count < q->capacity)
    {
        imp_collider handle = handle_of(q, place);
        memcpy(q->results + (size_t)q->count * sizeof handle, &handle, sizeof handle);
    }
    ++q->count;
}

static void ask_overlap(asking* q, const Collider* c, int32_t place)
{
    Compound target = FNI(collider_compound)(c);
    bool overlaps;
    if (!FN(compound_overlap)(&target, &q->w->bodies.data[c->body].pose, q->asked.compound, &q->asked.pose,
                              &overlaps) &&
        overlaps)
    {
        put_collider(q, place);
    }
}

static void ask_point(asking* q, const Collider* c, int32_t place)
{
    Compound target = FNI(collider_compound)(c);
    bool inside;
    if (!FN(compound_contains)(&target, &q->w->bodies.data[c->body].pose, q->asked.pose.p, &inside, NULL) && inside)
    {
        put_collider(q, place);
    }
}

// What is found goes to a few places on the stack, so that a list that is too short stays as it was; more than that is
// found twice.
static imp_status list_colliders(asking* q, const Box* box, int32_t* count, int position)
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
    asking q = {.ask = ask_overlap};
    int32_t fault = placed_fault(what);
    imp_status status = door(&q, w, query, &fault, 1);
    status = status ? status : room(&q, colliders, capacity, 0, count, 4);
    if (status)
    {
        return status;
    }
    Box box;
    (void)FN(compound_bounds)(what->compound, &what->pose, &box);
    q.asked.compound = what->compound;
    q.asked.pose = what->pose;
    return list_colliders(&q, &box, count, 5);
}

imp_status FN(world_overlap_box)(const World* w, const Box* box, const imp_world_query* query, imp_collider* colliders,
                                 int32_t capacity, int32_t* count)
{
    Shape shape;
    Compound compound;
    asking q = {.asked = {.pose = FN(pose_identity)()}, .ask = ask_overlap};
    int32_t fault = box ? imp_status_fault(FN(box_make)(*box, &shape)) : IMP_ERR_NULL;
    imp_status status = door(&q, w, query, &fault, 1);
    status = status ? status : room(&q, colliders, capacity, 0, count, 4);
    if (status)
    {
        return status;
    }
    (void)FN(compound_of_shape)(&shape, &compound);
    q.asked.compound = &compound;
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
    asking q = {.asked = {.pose = pose_at(point)}, .ask = ask_point};
    int32_t fault = FNI(vec_fault)(point);
    imp_status status = door(&q, w, query, &fault, 1);
    status = status ? status : room(&q, colliders, capacity, 0, count, 4);
    Box box = {point, point};
    return status ? status : list_colliders(&q, &box, count, 5);
}

// What is near

static void ask_near(asking* q, const Collider* c, int32_t place)
{
    Compound target = FNI(collider_compound)(c);
    CompoundNearest near;
    if (!FN(compound_distance)(&target, &q->w->bodies.data[c->body].pose, q->asked.compound, &q->asked.pose, &near) &&
        (q->query.max_distance == 0.0f || near.nearest.distance <= q->query.max_distance))
    {
        WorldNear r = {handle_of(q, place), body_of(q, c), near.part_a, near.part_b, near.nearest};
        put_result(q, &r, near.nearest.distance, c->number);
    }
}

static void look_around(asking* q, const Placed* what)
{
    Box box;
    (void)FN(compound_bounds)(what->compound, &what->pose, &box);
    q->asked.compound = what->compound;
    q->asked.pose = what->pose;
    q->search = FNI(search_of_distance)(box, q->query.max_distance);
    search_world(q);
}

imp_status FN(world_nearest)(const World* w, const Placed* what, const imp_world_query* query, WorldNear* found,
                             int32_t capacity, int32_t* count)
{
    asking q = {.ask = ask_near, .size = sizeof *found, .value = offsetof(WorldNear, nearest.distance)};
    int32_t fault = placed_fault(what);
    imp_status status = door(&q, w, query, &fault, 1);
    status = status ? status : room(&q, found, capacity, 1, count, 4);
    if (!status)
    {
        look_around(&q, what);
        *count = q.count;
    }
    return status;
}

imp_status FN(world_nearest_point)(const World* w, Vec point, const imp_world_query* query, WorldNear* found,
                                   int32_t capacity, int32_t* count)
{
    asking q = {.ask = ask_near, .size = sizeof *found, .value = offsetof(WorldNear, nearest.distance)};
    int32_t fault = FNI(vec_fault)(point);
    imp_status status = door(&q, w, query, &fault, 1);
    status = status ? status : room(&q, found, capacity, 1, count, 4);
    if (!status)
    {
        const Shape dot = FNI(shape_of_point)();
        Compound compound;
        (void)FN(compound_of_shape)(&dot, &compound);
        const Placed what = {&compound, pose_at(point)};
        look_around(&q, &what);
        *count = q.count;
    }
    return status;
}
