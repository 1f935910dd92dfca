// SPDX-License-Identifier: MIT
//
// Bodies that are lost: far outside of where everything was, and farther away with time. Those that joints hold to the
// world or to what stands are not, wherever they swing, however many are between; nor is what has ground below.
// Whoever includes it says what its dimension has: FN, MADE_TYPE, body_of_end, and is_lost.

enum
{
    BELOW = 64  // things that a ray down meets, at most
};

// Whether a joint of the scene is still there, and some axis of it is not free.
static bool does_hold(const MADE_TYPE* made, size_t joint)
{
    FN(joint_def) def;
    bool holds = false;
    if (FN(world_get_joint_def)(made->world, made->joints[joint], &def) == IMP_OK)
    {
        for (size_t i = 0; i < sizeof def.axes / sizeof *def.axes; i++)
        {
            holds = holds || def.axes[i].kind != IMP_AXIS_FREE;
        }
    }
    return holds;
}

// True for each body that is held; null when memory runs out. To be released with `room`.
static bool* find_held(const io_scene* scene, const MADE_TYPE* made, size_t* room)
{
    imp_allocator allocator = io_allocator(NULL);
    *room = 0;
    bool* held = io_grow(&allocator, NULL, room, (size_t)made->body_count + 1, sizeof *held);
    for (int32_t i = 0; held && i < made->body_count; i++)
    {
        held[i] = made->bodies[i].kind != IMP_BODY_DYNAMIC;
    }
    for (bool changed = held != NULL; changed;)
    {
        changed = false;
        for (size_t i = 0; i < scene->joint_count; i++)
        {
            const io_joint* j = &scene->joints[i];
            const int32_t a = j->is_of_world ? -1 : body_of_end(made, j->a), b = body_of_end(made, j->b);
            bool first = a < 0 || held[a], second = held[b];
            if (first != second && does_hold(made, i))
            {
                held[b] = true;
                held[a < 0 ? b : a] = true;
                changed = true;
            }
        }
    }
    return held;
}

// Whether something that is static or kinematic is below a place, so far along what pulls at it.
static bool has_ground(const MADE_TYPE* made, FN(vec) place, FN(vec) gravity, float far)
{
    FN(world_hit) hits[BELOW];
    FN(body_state) s;
    const float pull = sqrtf(FN(vec_dot)(gravity, gravity));
    const FN(ray_def) ray = {place, FN(vec_scale)(gravity, pull > 0 ? far / pull : 0)};
    int32_t count = 0;
    bool found = false;
    (void)FN(world_cast_ray)(made->world, &ray, NULL, hits, BELOW, &count);
    for (int32_t i = 0; i < count && !found; i++)
    {
        found = hits[i].hit.kind == IMP_SWEEP_HIT &&  // what has fallen through the ground is in it
                FN(world_get_body)(made->world, hits[i].body, &s) == IMP_OK && s.kind != IMP_BODY_DYNAMIC;
    }
    return found;
}

static int32_t count_lost_bodies(const io_scene* scene, const MADE_TYPE* made, const FN(box) * all, FN(vec) gravity)
{
    const FN(vec) wide = FN(vec_sub)(all->upper, all->lower);
    size_t room;
    bool* held = find_held(scene, made, &room);
    int32_t lost = 0;
    for (int32_t i = 0; i < made->body_count && held; i++)
    {
        FN(body_state) s;
        const FN(vec) pull = FN(vec_scale)(gravity, made->bodies[i].gravity);
        lost += !held[i] && FN(world_get_body)(made->world, made->bodies[i].handle, &s) == IMP_OK && s.awake &&
                is_lost(all, s.center, s.velocity) &&
                !has_ground(made, s.center, pull, sqrtf(FN(vec_dot)(wide, wide)));
    }
    imp_allocator allocator = io_allocator(NULL);
    io_release(&allocator, held, room, sizeof *held);
    return lost;
}
