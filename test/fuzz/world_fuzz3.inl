// SPDX-License-Identifier: MIT
//
// The words of world_fuzz.inl in space.

static imp3_vec turn_from(bytes* in, float x)
{
    imp3_vec v = {x, 0.0f, 0.0f};
    v.y = wild_number(in);
    v.z = wild_number(in);
    return v;
}

static imp3_vec next_spot(bytes* in)
{
    imp3_vec v;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(v, k, next_number(in));
    }
    return v;
}

static imp3_pose next_place(bytes* in)
{
    imp3_pose pose = {{0.0f, 0.0f, 0.0f}, {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};
    pose.p = next_spot(in);
    uint8_t how = next_byte(in);
    if (how >= 64)
    {
        const imp3_vec axis = {how & 1 ? 1.0f : 0.0f, how & 2 ? 1.0f : 0.0f, how & 4 ? 1.0f : 0.5f};
        (void)imp3_rot_make(axis, how & 8 ? 1.57079633f : next_number(in) * 0.01f, &pose.q);
    }
    return pose;
}

static bool some_shape(bytes* in, imp3_shape* shape)
{
    imp3_vec points[12];
    const imp3_vec p = next_spot(in), q = next_spot(in);
    const float radius = next_size(in);
    const int32_t count = 4 + next_byte(in) % 9;
    const imp3_box box = {{-radius, -0.75f * radius, -0.5f * radius}, {radius, 0.75f * radius, 0.5f * radius}};
    switch (next_byte(in) % 8)
    {
    case 0: return !imp3_sphere_make(p, radius, shape);
    case 1: return !imp3_capsule_make(p, q, radius, shape);
    case 2:
    case 3: return !imp3_box_make(box, shape);
    case 4: return !imp3_cylinder_make(p, q, radius, 0.0f, shape);
    case 5: return !imp3_cone_make(p, q, radius, 0.5f * radius, 0.0f, shape);
    case 6: return !imp3_half_space_make(p, radius, shape);
    default:
        for (int32_t i = 0; i < count; ++i)
        {
            points[i] = next_spot(in);
        }
        return !imp3_hull_make(points, count, 0.0f, NULL, shape, NULL);
    }
}
