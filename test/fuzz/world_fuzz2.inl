// SPDX-License-Identifier: MIT
//
// The words of world_fuzz.inl in the plane.

static float turn_from(bytes* in, float x)
{
    (void)in;
    return x;
}

static imp2_pose next_place(bytes* in)
{
    return next_pose(in);
}

static bool some_shape(bytes* in, imp2_shape* shape)
{
    imp2_vec points[8];
    imp2_vec p = next_vec(in), q = next_vec(in);
    float radius = next_size(in);
    int32_t count = 3 + next_byte(in) % 6;
    switch (next_byte(in) % 4)
    {
    case 0: return !imp2_circle_make(p, radius, shape);
    case 1: return !imp2_capsule_make(p, q, radius, shape);
    case 2: return !imp2_box_make((imp2_box){{-radius, -0.5f * radius}, {radius, 0.5f * radius}}, shape);
    default:
        for (int32_t i = 0; i < count; ++i)
        {
            points[i] = next_vec(in);
        }
        return !imp2_polygon_make(points, count, 0.0f, NULL, shape, NULL);
    }
}
