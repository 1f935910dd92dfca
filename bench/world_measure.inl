// SPDX-License-Identifier: MIT
//
// The ruler of world2 and world3: how deep shapes lie in each other, from the poses that an engine tells. Boxes sorted
// by their left ends and swept; it need not be fast. What includes it has place_shapes, which lists all shapes, and
// spin_energy.

#define NEAR 0.005f  // [m]

typedef struct placed
{
    Shape shape;
    Pose pose;
    Box box;
    int32_t body;
    bool dynamic;
} placed;

static int by_left_end(const void* a, const void* b)
{
    float x = ((const placed*)a)->box.lower.x, y = ((const placed*)b)->box.lower.x;
    return (x > y) - (x < y);
}

static void place_shape(const W(engine) * engine, void* world, const W(scene) * scene, int32_t body, const Shape* shape,
                        placed* p)
{
    p->shape = *shape;
    p->body = body;
    p->pose = engine->state(world, body).pose;
    p->dynamic = scene->bodies[body].kind == IMP_BODY_DYNAMIC;
    if (FN(shape_bounds)(&p->shape, &p->pose, &p->box))  // what has left the numbers is nowhere
    {
        p->box.lower.x = p->box.upper.x = HUGE_VALF;
    }
}

/// All shapes of a scene, in any order; to be freed. What else it has made is in `memory`, for free_shapes.
static placed* place_shapes(const W(engine) * engine, void* world, const W(scene) * scene, int32_t* count,
                            void** memory);
static void free_shapes(const W(scene) * scene, void* memory);

/// Kinetic, of turning [J].
static double spin_energy(const W(state) * state);

static void measure_pair(const placed* a, const placed* b, W(measures) * m)
{
    Manifold manifold = {.count = 0};
    if (FN(collide)(&a->shape, &a->pose, &b->shape, &b->pose, NEAR, &manifold) || manifold.count == 0)
    {
        return;
    }
    double depth = fmax((double)manifold.depth, 0.0);
    m->pairs += 1;
    m->mean += depth;
    m->deepest = fmax(m->deepest, depth);
}

/// Bodies that lie a metre below everything that is not dynamic and below where all began, or nowhere.
static bool is_lost(const W(state) * s, double floor)
{
    return !((double)s->center.y >= floor - 1.0);
}

static double floor_of(const W(scene) * scene, const placed* all, int32_t count)
{
    double floor = HUGE_VAL;
    for (int32_t i = 0; i < count; ++i)
    {
        floor = all[i].dynamic ? floor : fmin(floor, (double)all[i].box.lower.y);
    }
    for (int32_t i = 0; i < scene->body_count; ++i)
    {
        floor = fmin(floor, (double)scene->bodies[i].pose.p.y);
    }
    return floor < HUGE_VAL ? floor : -HUGE_VAL;
}

static bool boxes_meet(const Box* a, const Box* b)
{
    bool meet = true;
    for (int axis = 0; axis < AXES; ++axis)
    {
        meet =
            meet && AT(b->lower, axis) <= AT(a->upper, axis) + NEAR && AT(a->lower, axis) <= AT(b->upper, axis) + NEAR;
    }
    return meet;
}

double W(joint_gap)(const W(engine) * engine, void* world, const W(scene) * scene, int32_t joint)
{
    const W(joint)* j = &scene->joints[joint];
    const int32_t bodies[2] = {j->a, j->b};
    Vec ends[2];
    for (int k = 0; k < 2; ++k)
    {
        const W(state) now = engine->state(world, bodies[k]);
        const Pose from = scene->bodies[bodies[k]].pose;
        ends[k] = FN(pose_apply)(now.pose, FN(rot_apply_inverse)(from.q, FN(vec_sub)(j->at, from.p)));
    }
    const Vec gap = FN(vec_sub)(ends[1], ends[0]);
    return sqrt((double)FN(vec_dot)(gap, gap));
}

W(measures) W(measure)(const W(engine) * engine, void* world, const W(scene) * scene)
{
    W(measures) m = {.pairs = 0};
    int32_t count;
    void* memory;
    placed* all = place_shapes(engine, world, scene, &count, &memory);
    qsort(all, (size_t)count, sizeof *all, by_left_end);
    for (int32_t i = 0; i < count; ++i)
    {
        const placed* a = &all[i];
        for (int32_t k = i + 1; k < count && all[k].box.lower.x <= a->box.upper.x + NEAR; ++k)
        {
            const placed* b = &all[k];
            if ((a->dynamic || b->dynamic) && a->body != b->body && boxes_meet(&a->box, &b->box))
            {
                measure_pair(a, b, &m);
            }
        }
    }
    double floor = floor_of(scene, all, count);
    free(all);
    free_shapes(scene, memory);
    m.mean /= m.pairs > 0 ? m.pairs : 1;
    for (int32_t i = 0; i < scene->body_count; ++i)
    {
        if (scene->bodies[i].kind == IMP_BODY_DYNAMIC)
        {
            W(state) s = engine->state(world, i);
            m.energy += 0.5 * (double)s.mass * (double)FN(vec_dot)(s.velocity, s.velocity) + spin_energy(&s);
            m.awake += s.awake;
            m.lost += is_lost(&s, floor);
        }
    }
    return m;
}
