// SPDX-License-Identifier: MIT
//
// Batches of space, one thing or one pair per lane: the door, which is the arithmetic of imp3i_quick_door, operation by
// operation; placed boxes, by that of boxes3.c; and which spheres and capsules are surely farther from a box than the
// margin, by the box around them in its axes. The single calls say of these that they are apart as well: the limit is
// higher than theirs by all that the floats of both may be off.
//
// Not here: spheres against triangles, whose single call is short.

typedef struct FN(lane_vec)
{
    LANES x, y, z;
} FN(lane_vec);

typedef struct FN(lane_pose)
{
    FN(lane_vec) p, axis[3];
} FN(lane_pose);

/// A placed shape with a core in a box along its axes; from is the way from the pose's position to the middle.
typedef struct FN(lane_core)
{
    FN(lane_vec) p, axis[3], from;
    LANES half[3], radius, reach;
} FN(lane_core);

TARGET static inline LANES FN(dot)(FN(lane_vec) a, FN(lane_vec) b)
{
    return ADD(ADD(MUL(a.x, b.x), MUL(a.y, b.y)), MUL(a.z, b.z));
}

TARGET static inline FN(lane_vec) FN(minus)(FN(lane_vec) a, FN(lane_vec) b)
{
    FN(lane_vec) r = {SUB(a.x, b.x), SUB(a.y, b.y), SUB(a.z, b.z)};
    return r;
}

TARGET static inline FN(lane_vec) FN(combine)(const FN(lane_vec) of[3], LANES x, LANES y, LANES z)
{
    FN(lane_vec)
    r = {ADD(ADD(MUL(of[0].x, x), MUL(of[1].x, y)), MUL(of[2].x, z)),
         ADD(ADD(MUL(of[0].y, x), MUL(of[1].y, y)), MUL(of[2].y, z)),
         ADD(ADD(MUL(of[0].z, x), MUL(of[1].z, y)), MUL(of[2].z, z))};
    return r;
}

TARGET static inline FN(lane_pose) FN(load_pose)(const void* const* poses)
{
    LANES rows[3][4];
    LOAD_FOURS(poses, 0, 3, 4 * sizeof(float), rows);
    FN(lane_pose)
    r = {{rows[0][0], rows[0][1], rows[0][2]},
         {{rows[0][3], rows[1][0], rows[1][1]},
          {rows[1][2], rows[1][3], rows[2][0]},
          {rows[2][1], rows[2][2], rows[2][3]}}};
    return r;
}

TARGET static inline LANES FN(off_turn)(FN(lane_vec) a, FN(lane_vec) b, FN(lane_vec) c)
{
    LANES x = SUB(SUB(MUL(a.y, b.z), MUL(a.z, b.y)), c.x), y = SUB(SUB(MUL(a.z, b.x), MUL(a.x, b.z)), c.y);
    LANES z = SUB(SUB(MUL(a.x, b.y), MUL(a.y, b.x)), c.z);
    return MAX(MAX(ABS(x), ABS(y)), ABS(z));
}

TARGET static bool FN(pass_door)(const void* const* poses, int32_t count)
{
    const INTS one = SPLAT_INT(1);
    INTS greatest = SPLAT_INT(0), least = SPLAT_INT(0xffffffffu);  // less one, so that zero is out of the way
    LANES off = SPLAT(0.0f);
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        LANES rows[3][4];
        LOAD_FOURS(poses + i, 0, 3, 4 * sizeof(float), rows);
        for (int32_t k = 0; k < 12; ++k)
        {
            INTS magnitude = MAGNITUDE_INT(rows[k / 4][k % 4]);
            greatest = MAX_INT(greatest, magnitude);
            least = MIN_INT(least, SUB_INT(magnitude, one));
        }
        FN(lane_vec) x = {rows[0][3], rows[1][0], rows[1][1]}, y = {rows[1][2], rows[1][3], rows[2][0]};
        FN(lane_vec) z = {rows[2][1], rows[2][2], rows[2][3]};
        // A number that is none is found by its magnitude.
        off = MAX(off, FN(off_turn)(y, z, x));
        off = MAX(off, MAX(FN(off_turn)(z, x, y), FN(off_turn)(x, y, z)));
        // Columns of nothing are each other's cross products, too.
        off = MAX(off, SUB(SPLAT(0.5f), ADD(ADD(MUL(x.x, x.x), MUL(x.y, x.y)), MUL(x.z, x.z))));
    }
    MASK bad = OR(LESS_INT(SPLAT_INT(IMPI_BITS_MAX), greatest), LESS_INT(least, SPLAT_INT(IMPI_BITS_MIN - 1)));
    return BITS(OR(bad, NOT(LESS(off, SPLAT(0x1.cp-23f))))) == 0;
}

/// Boxes.
TARGET static inline FN(lane_core) FN(load_box)(const void* const* shapes, const void* const* poses)
{
    const LANES one_half = SPLAT(0.5f), zero = SPLAT(0.0f);
    LANES head[3][4], turn[2][4], last[1][4];
    LOAD_FOURS(shapes, offsetof(imp3_shape, kind), 3, 4 * sizeof(float), head);
    LOAD_FOURS(shapes, offsetof(imp3_shape, turn), 2, 4 * sizeof(float), turn);
    LOAD_FOURS(shapes, offsetof(imp3_shape, turn.y.z), 1, 0, last);
    FN(lane_pose) pose = FN(load_pose)(poses);
    FN(lane_core) r;
    r.p = pose.p;
    // Turned by none, -0 would become 0.
    const LANES unit[3][3] = {{turn[0][0], turn[0][1], turn[0][2]},
                              {turn[0][3], turn[1][0], turn[1][1]},
                              {last[0][1], last[0][2], last[0][3]}};
    MASK turned = LESS(zero, zero);
    for (int i = 0; i < 3; ++i)
    {
        for (int k = 0; k < 3; ++k)
        {
            turned = OR(turned, LESS(zero, ABS(SUB(unit[i][k], i == k ? SPLAT(1.0f) : zero))));
        }
    }
    for (int i = 0; i < 3; ++i)
    {
        FN(lane_vec) axis = FN(combine)(pose.axis, unit[i][0], unit[i][1], unit[i][2]);
        r.axis[i].x = PICK(turned, axis.x, pose.axis[i].x);
        r.axis[i].y = PICK(turned, axis.y, pose.axis[i].y);
        r.axis[i].z = PICK(turned, axis.z, pose.axis[i].z);
    }
    r.radius = head[0][2];
    r.reach = head[0][3];
    r.half[0] = MUL(one_half, SUB(head[1][3], head[1][0]));
    r.half[1] = MUL(one_half, SUB(head[2][0], head[1][1]));
    r.half[2] = MUL(one_half, SUB(head[2][1], head[1][2]));
    r.from = FN(combine)(r.axis, MUL(one_half, ADD(head[1][3], head[1][0])), MUL(one_half, ADD(head[2][0], head[1][1])),
                         MUL(one_half, ADD(head[2][1], head[1][2])));
    return r;
}

/// The way from A's position to B's, and what errors are measured by.
TARGET static inline LANES FN(find_scale)(const FN(lane_core) * a, const FN(lane_core) * b, FN(lane_vec) * shift)
{
    *shift = FN(minus)(b->p, a->p);
    LANES scale = ADD(ADD(a->reach, b->reach), ADD(a->radius, b->radius));
    return ADD(scale, ADD(ADD(ABS(shift->x), ABS(shift->y)), ABS(shift->z)));
}

/// From A's middle to B's.
TARGET static inline FN(lane_vec) FN(find_way)(const FN(lane_core) * a, const FN(lane_core) * b, FN(lane_vec) shift)
{
    FN(lane_vec) r = FN(minus)(b->from, a->from);
    r.x = ADD(shift.x, r.x);
    r.y = ADD(shift.y, r.y);
    r.z = ADD(shift.z, r.z);
    return r;
}

/// Spheres and capsules: half is along the axes of box b.
TARGET static inline FN(lane_core)
    FN(load_round)(const void* const* shapes, const void* const* poses, const FN(lane_core) * b)
{
    LANES head[3][4], zero = SPLAT(0.0f), one_half = SPLAT(0.5f);
    LOAD_FOURS(shapes, offsetof(imp3_shape, kind), 3, 4 * sizeof(float), head);
    FN(lane_pose) pose = FN(load_pose)(poses);
    INTS points = BITS_INT(head[0][1]);
    MASK two = LESS_INT(SPLAT_INT(1), points);
    FN(lane_core) r;
    r.p = pose.p;
    r.radius = head[0][2];
    r.reach = head[0][3];
    LANES x = WHERE(two, SUB(head[1][3], head[1][0])), y = WHERE(two, SUB(head[2][0], head[1][1]));
    LANES z = WHERE(two, SUB(head[2][1], head[1][2]));
    FN(lane_vec) way = FN(combine)(pose.axis, MUL(one_half, x), MUL(one_half, y), MUL(one_half, z));
    r.from = FN(combine)(pose.axis, head[1][0], head[1][1], head[1][2]);
    r.from.x = ADD(r.from.x, way.x);
    r.from.y = ADD(r.from.y, way.y);
    r.from.z = ADD(r.from.z, way.z);
    for (int k = 0; k < 3; ++k)
    {
        r.axis[k].x = r.axis[k].y = r.axis[k].z = zero;
        r.half[k] = ABS(FN(dot)(b->axis[k], way));
    }
    return r;
}

TARGET static int32_t FN(sift_box_rounds)(const imp3i_run* run, float margin, int32_t* left)
{
    int32_t count = 0;
    for (int32_t i = 0; i < run->count; i += WIDTH)
    {
        FN(lane_core) a = FN(load_box)(run->shape[0] + i, run->pose[0] + i);
        FN(lane_core) b = FN(load_round)(run->shape[1] + i, run->pose[1] + i, &a);
        FN(lane_vec) shift;
        LANES doubt = MUL(SPLAT(IMPI_FLOAT_DOUBT), FN(find_scale)(&a, &b, &shift)), square = SPLAT(0.0f);
        LANES limit = ADD(ADD(MAX(SPLAT(margin), doubt), ADD(a.radius, b.radius)), doubt);
        FN(lane_vec) way = FN(find_way)(&a, &b, shift);
        for (int k = 0; k < 3; ++k)
        {
            LANES gap = SUB(ABS(FN(dot)(a.axis[k], way)), ADD(a.half[k], b.half[k]));
            gap = MAX(gap, SPLAT(0.0f));
            square = ADD(square, MUL(gap, gap));
        }
        count += LIST_BITS(left + count, i, BITS(NOT(LESS(limit, ROOT(square)))));
    }
    return count;
}
