// SPDX-License-Identifier: MIT
//
// Contacts of circles, one pair per lane: the arithmetic of round2.c, operation by operation, so that the bits are the
// same.

/// As many circles as there are lanes.
typedef struct FN(placed_circle)
{
    LANES x, y, c, s;          // pose
    LANES offset_x, offset_y;  // from the pose's position to the centre
    LANES radius, reach;
} FN(placed_circle);

TARGET static inline FN(placed_circle) FN(place_circle)(const imp2i_set* set, int32_t i)
{
    LANES center_x = FN(fetch)(set, IMP2I_COLUMN_CENTER_X, i, 0.0f);
    LANES center_y = FN(fetch)(set, IMP2I_COLUMN_CENTER_Y, i, 0.0f);
    FN(placed_circle) r;
    r.x = FN(fetch)(set, IMP2I_COLUMN_X, i, 0.0f);
    r.y = FN(fetch)(set, IMP2I_COLUMN_Y, i, 0.0f);
    r.c = FN(fetch)(set, IMP2I_COLUMN_C, i, 1.0f);
    r.s = FN(fetch)(set, IMP2I_COLUMN_S, i, 0.0f);
    r.offset_x = SUB(MUL(r.c, center_x), MUL(r.s, center_y));
    r.offset_y = ADD(MUL(r.s, center_x), MUL(r.c, center_y));
    r.radius = FN(fetch)(set, IMP2I_COLUMN_RADIUS, i, 0.0f);
    r.reach = ADD(ABS(center_x), ABS(center_y));
    return r;
}

/// A manifold of one point, where touch is.
TARGET static inline void FN(store_point)(const imp2_manifolds* out, int32_t i, MASK touch, LANES nx, LANES ny,
                                          LANES depth, LANES x, LANES y, INTS id)
{
    const LANES zero = SPLAT(0.0f);
    const imp2_contacts *point = &out->points[0], *none = &out->points[1];
    const INTS no_id = SPLAT_INT(0);
    INTS count = WHERE_INT(touch, SPLAT_INT(1)), own_id = WHERE_INT(touch, id);
    STORE(out->normal_x + i, WHERE(touch, nx));
    STORE(out->normal_y + i, WHERE(touch, ny));
    STORE(out->depth + i, depth);
    STORE_INT(out->count + i, count);
    STORE(point->x + i, WHERE(touch, x));
    STORE(point->y + i, WHERE(touch, y));
    STORE(point->depth + i, depth);
    STORE_INT(point->id + i, own_id);
    STORE(none->x + i, zero);
    STORE(none->y + i, zero);
    STORE(none->depth + i, zero);
    STORE_INT(none->id + i, no_id);
}

/// Pairs i and on. Returns those that are not known.
TARGET static inline uint32_t FN(touch_circles)(const imp2i_batch* batch, int32_t i)
{
    const LANES zero = SPLAT(0.0f), one_half = SPLAT(0.5f), margin = SPLAT(batch->margin);
    FN(placed_circle) a = FN(place_circle)(&batch->a, i), b = FN(place_circle)(&batch->b, i);
    LANES px = SUB(b.x, a.x), py = SUB(b.y, a.y);
    LANES x = ADD(px, SUB(b.offset_x, a.offset_x)), y = ADD(py, SUB(b.offset_y, a.offset_y));
    LANES square = ADD(MUL(x, x), MUL(y, y));

    LANES radii = ADD(a.radius, b.radius);
    LANES scale = ADD(ADD(ADD(a.reach, b.reach), radii), ADD(ABS(px), ABS(py)));
    LANES doubt = MUL(SPLAT(IMPI_FLOAT_DOUBT), scale), far = ADD(MAX(margin, doubt), radii);
    MASK apart = LESS(MUL(far, far), square);

    LANES root = ROOT(square), distance = SUB(root, radii), inverse = DIV(SPLAT(1.0f), root);
    LANES least = MUL(SPLAT(0x1p-10f), scale);
    MASK sure = LESS(ADD(MUL(least, least), SPLAT(0x1p-100f)), square);
    sure = AND(sure, AND(LESS(doubt, ABS(distance)), OR(LESS(distance, zero), NOT(LESS(margin, distance)))));
    MASK known = OR(apart, sure);
    if (!batch->plain)
    {
        known = AND(known, AND(FN(is_near_unit)(a.c, a.s), FN(is_near_unit)(b.c, b.s)));
    }

    MASK touch = NOT(apart);
    LANES nx = MUL(x, inverse), ny = MUL(y, inverse), back = ADD(b.radius, MUL(one_half, distance));
    LANES depth = WHERE(touch, SUB(zero, distance));
    FN(store_point)
    (&batch->out, i, touch, nx, ny, depth, ADD(b.x, SUB(b.offset_x, MUL(nx, back))),
     ADD(b.y, SUB(b.offset_y, MUL(ny, back))), SPLAT_INT((uint32_t)IMP2I_TWO_VERTICES << 30));
    return BITS(NOT(known));
}

TARGET static int32_t FN(collide_circles)(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful)
{
    FN(stream) stream = FN(find_stream)(batch, first);
    int32_t count = 0;
    for (int32_t i = first; i < end; i += WIDTH)
    {
        FN(fetch_ahead)(&stream);
        count += FN(list_lanes)(FN(touch_circles)(batch, i), i, doubtful + count);
    }
    return count;
}
