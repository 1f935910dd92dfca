// SPDX-License-Identifier: MIT
//
// Examples of worlds and of what they are asked, in the words of a dimension.

// A joint of the world and the last body.
static FN(joint_def) EXAMPLE(joint_def)(int v)
{
    FN(joint_def) def = FN(joint_default)();
    def.b = body_of_worlds;
    def.frame_a = EXAMPLE(pose)(v);
    def.axes[v % DIM(AXIS_COUNT)] = some_imp_axis(v);
    return def;
}

// A world with two bodies that touch, two joints and a coupling. Handles depend on the calls alone, so those of one world are good for all.
static FN(world) * FNI(kept_world);
static FN(world) * FNI(new_world)(int v)
{
    FN(world_def) def = {.gravity = VEC_EXAMPLE(0.0f, -10.0f)};
    FN(world) * world;
    assert_int_equal(FN(world_make)(&def, &world), IMP_OK);
    for (int i = 0; i < 2; ++i)
    {
        FN(shape) shape = SMALL_SHAPE(v + i);
        FN(body_def) body = {.kind = (v + i) % IMP_BODY_KIND_COUNT};
        FN(collider_def) collider = {.density = 1.0f};
        assert_int_equal(FN(world_add_body)(world, &body, &body_of_worlds), IMP_OK);
        assert_int_equal(FN(world_add_collider)(world, body_of_worlds, &shape, &collider, &collider_of_worlds), IMP_OK);
    }
    const FN(joint_def) joint = EXAMPLE(joint_def)(v);
    assert_int_equal(FN(world_add_joint)(world, &joint, &joint_of_worlds), IMP_OK);
    assert_int_equal(FN(world_add_joint)(world, &joint, &second_joint_of_worlds), IMP_OK);
    const imp_coupling_def coupling = some_imp_coupling_def(v);
    assert_int_equal(FN(world_add_coupling)(world, &coupling, &coupling_of_worlds), IMP_OK);
    assert_int_equal(FN(world_step)(world, 0.01f), IMP_OK);
    return world;
}

static FN(world) * EXAMPLE(world)(int v)
{
    FN(world_free)(FNI(kept_world));
    FNI(kept_world) = FNI(new_world)(v);
    return FNI(kept_world);
}

// The same with a compound that only looks.
static FN(world) * EXAMPLE(sensor_world)(int v)
{
    const FN(collider_def) sensor = {.sensor = true};
    FN(world)* world = EXAMPLE(world)(v);
    imp_body looks;
    assert_int_equal(FN(world_add_body)(world, NULL, &looks), IMP_OK);
    assert_int_equal(
        FN(world_add_compound)(world, looks, &COMPOUND_EXAMPLES[v % COMPOUNDS], &sensor, &sensor_of_worlds), IMP_OK);
    assert_int_equal(FN(world_step)(world, 0.01f), IMP_OK);
    return world;
}

static FN(body_def) EXAMPLE(body_def)(int v)
{
    return (FN(body_def)){.kind = v % IMP_BODY_KIND_COUNT, .pose = EXAMPLE(pose)(v), .linear_damping = (float)(v % 2)};
}

static FN(collider_def) EXAMPLE(collider_def)(int v)
{
    return (FN(collider_def)){.density = (float)(v % 3),
                              .material = some_imp_material(v),
                              .filter = some_imp_filter(v),
                              .one_way = VEC_EXAMPLE(0.0f, (float)(v % 2)),
                              .tolerance = 0.25f};
}

// The same with two links, one on the other: of two freedoms, and of three.
static FN(world) * EXAMPLE(tree_world)(int v)
{
    FN(world)* world = EXAMPLE(world)(v);
    const FN(articulation_def) def = {0};
    FN(articulation_def) tree = def;
    FN(articulation_link) links[2] = {FN(articulation_link_default)(), FN(articulation_link_default)()};
    imp_body bodies[2];
    for (int i = 0; i < 2; ++i)
    {
        links[i].parent = i == 0 ? IMP_LINK_BASE : 0;
        links[i].mass = EXAMPLE(mass)(3 * v + 1);
        links[i].joint.frame_b = EXAMPLE(pose)(v + i);
        links[i].joint.axes[0].hertz = (float)(v % 3);
        for (int k = 0; k <= AXES; ++k)
        {
            const bool locked = i == 0 && k > 0 && k < AXES;
            links[i].joint.axes[k].kind = locked || (k > 1 && k < AXES) ? IMP_AXIS_LOCKED : IMP_AXIS_FREE;
        }
    }
    tree.links = links;
    tree.link_count = 2;
    assert_int_equal(FN(world_add_articulation)(world, &tree, bodies, tree_of_worlds, NULL), IMP_OK);
    return world;
}

static FN(articulation_link) EXAMPLE(articulation_link)(int v)
{
    FN(articulation_link) link = FN(articulation_link_default)();
    link.parent = v % 2 ? IMP_LINK_BASE : IMP_LINK_FREE;
    link.mass = EXAMPLE(mass)(v);
    link.body = EXAMPLE(body_def)(v);
    link.joint = EXAMPLE(joint_def)(v);
    return link;
}

static FN(articulation_collider) EXAMPLE(articulation_collider)(int v)
{
    return (FN(articulation_collider)){.link = v % 2, .def = EXAMPLE(collider_def)(v)};
}

// Its arrays are filled in by the table.
static FN(articulation_def) EXAMPLE(articulation_def)(int v)
{
    (void)v;
    return (FN(articulation_def)){.base = body_of_worlds};
}

// The same with a chassis and a wheel that are not joined yet.
static FN(world) * EXAMPLE(car_world)(int v)
{
    FN(world)* world = EXAMPLE(world)(v);
    for (int i = 0; i < 2; ++i)
    {
        FN(shape) shape = SMALL_SHAPE(v + i);
        FN(body_def) body = {.kind = IMP_BODY_DYNAMIC};
        FN(collider_def) collider = {.density = 1.0f};
        imp_body* out = i == 0 ? &chassis_of_worlds : &wheel_of_worlds;
        assert_int_equal(FN(world_add_body)(world, &body, out), IMP_OK);
        assert_int_equal(FN(world_add_collider)(world, *out, &shape, &collider, NULL), IMP_OK);
    }
    return world;
}

// A snapshot of such a world.
static uint8_t FNI(snapshot)[SNAPSHOT];
static int32_t FNI(snapshot_count);

static uint8_t FNI(snapshot_byte)(int32_t i)
{
    if (FNI(snapshot_count) == 0)
    {
        FN(world)* world = FNI(new_world)(0);
        assert_int_equal(FN(world_save)(world, FNI(snapshot), SNAPSHOT, &FNI(snapshot_count)), IMP_OK);
        FN(world_free)(world);
    }
    return FNI(snapshot)[i];
}

// A recording of such a world, with a step.
static uint8_t FNI(recording)[SNAPSHOT];
static int32_t FNI(recording_count);

static bool FNI(record_bytes)(void* user, const uint8_t* bytes, int32_t count)
{
    (void)user;
    assert_true(count <= SNAPSHOT - FNI(recording_count));
    memcpy(FNI(recording) + FNI(recording_count), bytes, (size_t)count);
    FNI(recording_count) += count;
    return true;
}

static uint8_t FNI(recording_byte)(int32_t i)
{
    if (FNI(recording_count) == 0)
    {
        imp_sink sink = {FNI(record_bytes), NULL};
        FN(world)* world = FNI(new_world)(0);
        assert_int_equal(FN(world_record)(world, &sink, 1), IMP_OK);
        assert_int_equal(FN(world_step)(world, 0.01f), IMP_OK);
        assert_int_equal(FN(world_record)(world, NULL, 0), IMP_OK);
        FN(world_free)(world);
    }
    return FNI(recording)[i];
}

static FN(replay) * FNI(replay);
static FN(world) * FNI(replay_world);

static FN(replay) * EXAMPLE(replay)(int v)
{
    (void)v;
    (void)FNI(recording_byte)(0);
    FN(replay_free)(FNI(replay));
    FN(world_free)(FNI(replay_world));
    assert_int_equal(FN(world_make)(NULL, &FNI(replay_world)), IMP_OK);
    assert_int_equal(FN(replay_make)(FNI(recording), FNI(recording_count), FNI(replay_world), &FNI(replay)), IMP_OK);
    return FNI(replay);
}

static FN(world_def) EXAMPLE(world_def)(int v)
{
    return (FN(world_def)){.gravity = EXAMPLE(vec)(v), .length_unit = (float)(v % 3), .sub_steps = v % 4};
}

static bool FNI(yes_solve)(void* user, const FN(world_contact) * contact, imp_surface* surface)
{
    (void)user;
    surface->friction = 0.5f;
    return contact->manifold.count > 0;
}

static FN(hooks) EXAMPLE(hooks)(int v)
{
    (void)v;
    return (FN(hooks)){NULL, yes_filter, one_mix, FNI(yes_solve), no_time};
}

static FN(explosion) EXAMPLE(explosion)(int v)
{
    return (FN(explosion)){EXAMPLE(vec)(v), (float)(v % 3), (float)(v % 2), -0.5f, some_imp_filter(v)};
}

static FN(ray_def) EXAMPLE(ray_def)(int v)
{
    return (FN(ray_def)){EXAMPLE(vec)(v), EXAMPLE(vec)(v / 3)};
}

static FN(placed) EXAMPLE(placed)(int v)
{
    return (FN(placed)){NULL, EXAMPLE(pose)(v)};
}

static FN(sweeps) * FNI(kept_sweeps);

static FN(sweeps) * EXAMPLE(sweeps)(int v)
{
    (void)v;
    assert_true(FNI(kept_sweeps) || FN(sweeps_make)(NULL, &FNI(kept_sweeps)) == IMP_OK);
    return FNI(kept_sweeps);
}

static FN(swept) EXAMPLE(swept)(int v)
{
    FN(pose) pose = EXAMPLE(pose)(v);
    pose.p.x += (float)(64 * (v % 16));  // few of them meet: that would take long
    return (FN(swept)){.pose = pose,
                       .motion = EXAMPLE(vec)(v / 3),
                       .turn = TURN_EXAMPLE(v % 7 == 0 ? 0.5f : 0.0f),
                       .response = v % IMP_RESPONSE_COUNT,
                       .restitution = 0.5f,
                       .inverse_mass = (float)(v % 3),
                       .inverse_inertia = INERTIA_EXAMPLE((float)(v % 4))};
}

static FN(draw_def) EXAMPLE(draw_def)(int v)
{
    return (FN(draw_def)){
        (uint32_t)v % 4 * IMP_DRAW_CENTERS, EXAMPLE(box)(v), EXAMPLE(vec)(v), 8.0f, (float)(v % 2), (float)(v % 3)};
}

static void FNI(same_input)(void* user, const FN(character) * character, FN(character_input) * input)
{
    (void)user;
    input->crouch = character->grounded;
}

static bool FNI(yes_obstacle)(void* user, FN(obstacle) * obstacle)
{
    (void)user;
    return obstacle->id != 0;
}

static FN(character_hooks) EXAMPLE(character_hooks)(int v)
{
    (void)v;
    return (FN(character_hooks)){NULL, FNI(same_input), FNI(yes_obstacle)};
}

static FN(character) EXAMPLE(character)(int v)
{
    return (FN(character)){.position = EXAMPLE(vec)(v), .velocity = EXAMPLE(vec)(v / 2), .grounded = v % 2};
}

static FN(character_def) EXAMPLE(character_def)(int v)
{
    return (FN(character_def)){
        .gravity = (float)(v % 3), .mass = (float)(v % 2), .push_force = 1.0f, .up = VEC_EXAMPLE(0.0f, 1.0f)};
}

static FN(character_input) EXAMPLE(character_input)(int v)
{
    return (FN(character_input)){.velocity = EXAMPLE(vec)(v), .jump = (float)(v % 2), .drag = (float)(v % 3)};
}

static FN(world_walk) EXAMPLE(world_walk)(int v)
{
    return (FN(world_walk)){.input = EXAMPLE(character_input)(v), .query = some_imp_world_query(v)};
}

static FN(obstacle) EXAMPLE(obstacle)(int v)
{
    return (FN(obstacle)){.pose = EXAMPLE(pose)(v),
                          .velocity = EXAMPLE(vec)(v),
                          .angular_velocity = TURN_EXAMPLE(0.25f * (float)(v % 2)),
                          .inverse_mass = (float)(v % 3),
                          .one_way = VEC_EXAMPLE(0.0f, (float)(v % 2)),
                          .id = 1 + (uint64_t)v};
}

// Their arrays are filled in by the table.
static FN(surroundings) EXAMPLE(surroundings)(int v)
{
    (void)v;
    return (FN(surroundings)){0};
}

static FN(character_report) EXAMPLE(character_report)(int v)
{
    (void)v;
    return (FN(character_report)){0};
}
