// SPDX-License-Identifier: MIT
//
// Which bodies joints hold to the world or to what stands, however many are between: those are not lost, wherever they
// swing. Whoever includes it says what its dimension has: FN, MADE_TYPE, and body_of_end.

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
