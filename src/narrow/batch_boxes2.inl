// SPDX-License-Identifier: MIT
//
// Contacts of boxes, one pair per lane: the arithmetic of boxes2.c, operation by operation, so that the bits are the
// same. There the lanes are the four axes of one pair, and what follows from an axis is worked out for all four; here
// the best axis is known before that, and only it is followed.
//
// Names are as in boxes2.c: the owner of the best axis is the reference, n is its normal towards the other box, t is n
// turned left; the other box is at (u, v) from the reference's middle.
//
// Tried: poses and boxes side by side, as imp2_pose and imp2_box have them, and manifolds likewise. To turn them into
// lanes and back took 104 of 400 instructions, on the busiest port, and half as long again as all the rest.

/// Sixteen boxes, or as many as there are lanes.
typedef struct FN(lane_box)
{
    LANES x, y, c, s;          // pose
    LANES half_x, half_y;      // half sizes
    LANES offset_x, offset_y;  // from the pose's position to the middle
    LANES reach;
} FN(lane_box);

/// The best axis of each pair, and what lies along it.
typedef struct FN(lane_axis)
{
    MASK on_b, by_y;               // whose axis, which of its two
    MASK quarter;                  // the two are nearer to a quarter turn from each other than to none
    LANES major, minor;            // the other box's rotation as seen from the reference, without whole quarters
    LANES from_a;                  // along the axis, from A to B
    LANES to, u, v;                // to the other box: along the axis; the same along n and t
    LANES half, half_t;            // the reference's half sizes along n and t
    LANES separation;              // of the boxes, along n
    LANES low, up;                 // the ends of the common stretch, along t
    LANES low_gap, up_gap;         // separations there
    MASK low_clipped, up_clipped;  // the end is a vertex of the reference
} FN(lane_axis);

/// One end of the common stretch, as a contact.
typedef struct FN(lane_contact)
{
    LANES x, y, depth;
    INTS id;
    MASK there;  // not farther apart than the margin
} FN(lane_contact);

TARGET static inline FN(lane_box) FN(place_box)(const imp2i_set* set, int32_t i)
{
    const LANES one_half = SPLAT(0.5f);
    LANES center_x = SPLAT(0.0f), center_y = center_x;
    FN(lane_box) r;
    r.x = FN(fetch)(set, IMP2I_COLUMN_X, i, 0.0f);
    r.y = FN(fetch)(set, IMP2I_COLUMN_Y, i, 0.0f);
    r.c = FN(fetch)(set, IMP2I_COLUMN_C, i, 1.0f);
    r.s = FN(fetch)(set, IMP2I_COLUMN_S, i, 0.0f);
    r.half_x = FN(fetch)(set, IMP2I_COLUMN_UPPER_X, i, 0.0f);
    r.half_y = FN(fetch)(set, IMP2I_COLUMN_UPPER_Y, i, 0.0f);
    r.reach = ADD(r.half_x, r.half_y);
    // Without lower corners the middle is the pose's position; a twelfth of all steps is saved then.
    if (set->column[IMP2I_COLUMN_LOWER_X])
    {
        LANES lower_x = FN(fetch)(set, IMP2I_COLUMN_LOWER_X, i, 0.0f);
        LANES lower_y = FN(fetch)(set, IMP2I_COLUMN_LOWER_Y, i, 0.0f);
        center_x = MUL(one_half, ADD(r.half_x, lower_x));
        center_y = MUL(one_half, ADD(r.half_y, lower_y));
        r.half_x = MUL(one_half, SUB(r.half_x, lower_x));
        r.half_y = MUL(one_half, SUB(r.half_y, lower_y));
        r.reach = ADD(ADD(ABS(center_x), r.half_x), ADD(ABS(center_y), r.half_y));
    }
    r.offset_x = SUB(MUL(r.c, center_x), MUL(r.s, center_y));
    r.offset_y = ADD(MUL(r.c, center_y), MUL(r.s, center_x));
    return r;
}

/// Whether both rotations are near enough to unit length, and both boxes have area.
TARGET static inline MASK FN(is_plain_pair)(const FN(lane_box) * a, const FN(lane_box) * b)
{
    LANES size = MIN(MIN(a->half_x, a->half_y), MIN(b->half_x, b->half_y));
    return AND(LESS(SPLAT(0.0f), size), AND(FN(is_near_unit)(a->c, a->s), FN(is_near_unit)(b->c, b->s)));
}

/// How far the other box is beyond a side of one that reaches half far: to is where its middle is, (x, y) are its half
/// sizes.
TARGET static inline LANES FN(separate_axis)(LANES to, LANES half, LANES c, LANES x, LANES s, LANES y)
{
    return SUB(ABS(to), ADD(ADD(MUL(c, x), MUL(s, y)), half));
}

/// Returns which pairs are surely farther apart than limit.
TARGET static inline MASK FN(find_axis)(const FN(lane_box) * a, const FN(lane_box) * b, LANES limit, LANES bias,
                                        FN(lane_axis) * r)
{
    // From middle to middle in the frame of each.
    LANES x = ADD(SUB(b->x, a->x), SUB(b->offset_x, a->offset_x));
    LANES y = ADD(SUB(b->y, a->y), SUB(b->offset_y, a->offset_y));
    LANES ax = ADD(MUL(a->c, x), MUL(a->s, y)), ay = SUB(MUL(a->c, y), MUL(a->s, x));
    LANES bx = ADD(MUL(b->c, x), MUL(b->s, y)), by = SUB(MUL(b->c, y), MUL(b->s, x));
    LANES turn_c = ADD(MUL(a->c, b->c), MUL(a->s, b->s)), turn_s = SUB(MUL(a->c, b->s), MUL(a->s, b->c));
    LANES c = ABS(turn_c), s = ABS(turn_s);

    LANES on_ax = FN(separate_axis)(ax, a->half_x, c, b->half_x, s, b->half_y);
    LANES on_ay = FN(separate_axis)(ay, a->half_y, c, b->half_y, s, b->half_x);
    LANES on_bx = FN(separate_axis)(bx, b->half_x, c, a->half_x, s, a->half_y);
    LANES on_by = FN(separate_axis)(by, b->half_y, c, a->half_y, s, a->half_x);
    LANES best_a = MAX(on_ax, on_ay), biased_x = SUB(on_bx, bias), biased_y = SUB(on_by, bias);
    MASK b_by_y = LESS(biased_x, biased_y);
    r->on_b = LESS(best_a, MAX(biased_x, biased_y));
    r->by_y = OR(AND(r->on_b, b_by_y), AND(NOT(r->on_b), LESS(on_ax, on_ay)));
    r->separation = PICK(r->on_b, PICK(b_by_y, on_by, on_bx), best_a);

    // The sign of a zero does not outlast the subtraction.
    turn_s = PICK_NEGATED(r->on_b, turn_s, turn_s);
    r->quarter = LESS(c, s);
    r->major = PICK(r->quarter, turn_s, turn_c);
    r->minor = PICK(r->quarter, turn_c, SUB(SPLAT(0.0f), turn_s));
    LANES apart_x = PICK(r->on_b, bx, ax), apart_y = PICK(r->on_b, by, ay);
    r->from_a = PICK(r->by_y, apart_y, apart_x);
    r->to = PICK_NEGATED(r->on_b, r->from_a, r->from_a);
    r->u = ABS(r->from_a);
    r->v = FLIP(PICK_NEGATED(r->by_y, apart_x, apart_y), r->from_a);
    return LESS(limit, MAX(best_a, MAX(on_bx, on_by)));
}

/// Where the facing sides run along each other.
TARGET static inline void FN(clip_sides)(const FN(lane_box) * a, const FN(lane_box) * b, FN(lane_axis) * r)
{
    LANES own_x = PICK(r->on_b, b->half_x, a->half_x), own_y = PICK(r->on_b, b->half_y, a->half_y);
    LANES other_x = PICK(r->on_b, a->half_x, b->half_x), other_y = PICK(r->on_b, a->half_y, b->half_y);
    MASK crosswise = XOR(r->by_y, r->quarter);
    LANES high = PICK(crosswise, other_y, other_x), wide = PICK(crosswise, other_x, other_y);
    r->half = PICK(r->by_y, own_y, own_x);
    r->half_t = PICK(r->by_y, own_x, own_y);

    LANES across = ABS(r->major), slant = FLIP(r->minor, r->major), slope = DIV(r->minor, r->major);
    LANES base = SUB(r->u, ADD(MUL(across, high), r->half)), width = MUL(across, wide);
    LANES mid = ADD(MUL(slant, high), r->v), first = SUB(mid, width), last = ADD(mid, width);
    LANES start = SUB(SPLAT(0.0f), r->half_t);
    r->low = MAX(first, start);
    r->up = MIN(last, r->half_t);
    r->low_gap = ADD(MUL(slope, SUB(r->low, mid)), base);
    r->up_gap = ADD(MUL(slope, SUB(r->up, mid)), base);
    r->low_clipped = LESS(first, start);
    r->up_clipped = LESS(r->half_t, last);
}

/// The names of both ends. The vertices of both boxes are counted in one integer, with one step for a vertex of A and
/// another for one of B; of either count the two lowest bits are its number.
TARGET static inline void FN(name_ends)(const FN(lane_axis) * r, FN(lane_contact) ends[2])
{
    const uint32_t a = 1u << 15, b = 1u;
    const INTS step_a = SPLAT_INT(a), step_b = SPLAT_INT(b), numbers = SPLAT_INT(3u * (a + b));
    const INTS on_side_b = SPLAT_INT((uint32_t)IMP2I_VERTEX_ON_SIDE_B << 30);
    const INTS on_side_a = SPLAT_INT((uint32_t)IMP2I_VERTEX_ON_SIDE_A << 30);
    INTS ref = PICK_INT(r->on_b, step_b, step_a), other = PICK_INT(r->on_b, step_a, step_b);
    INTS back = PICK_INT(r->on_b, SPLAT_INT(0u - a), SPLAT_INT(0u - b));
    // From the reference's second vertex on, and from the one that faces it when the other is not turned.
    INTS start = PICK_INT(r->on_b, SPLAT_INT(b + 3u * a), SPLAT_INT(a + 3u * b));
    start = ADD_INT_WHERE(r->by_y, start, SPLAT_INT(a + b));
    start = ADD_INT_WHERE(MINUS(r->to), start, SPLAT_INT(2u * (a + b)));
    start = ADD_INT_WHERE(r->quarter, start, back);
    start = ADD_INT_WHERE(MINUS(r->major), start, ADD_INT(back, back));
    for (int32_t end = 0; end < 2; ++end)
    {
        MASK clipped = end ? r->up_clipped : r->low_clipped;
        INTS both = end ? ADD_INT_WHERE(clipped, start, ref) : ADD_INT_WHERE(NOT(clipped), start, other);
        INTS kind = PICK_INT(XOR(clipped, r->on_b), on_side_b, on_side_a);
        ends[end].id = OR_INT(kind, AND_INT(both, numbers));
    }
}

/// Of a contact that is not there, zeros are left.
TARGET static inline void FN(keep_contact)(MASK there, FN(lane_contact) * c)
{
    c->x = WHERE(there, c->x);
    c->y = WHERE(there, c->y);
    c->depth = WHERE(there, c->depth);
    c->id = WHERE_INT(there, c->id);
    c->there = there;
}

/// Fills in what is there of both ends, and the normal from A to B.
TARGET static inline void FN(place_ends)(const FN(lane_box) * a, const FN(lane_box) * b, const FN(lane_axis) * r,
                                         LANES margin, MASK touch, LANES normal[2], FN(lane_contact) ends[2])
{
    LANES c = PICK(r->on_b, b->c, a->c), s = PICK(r->on_b, b->s, a->s);
    LANES middle_x = PICK(r->on_b, b->offset_x, a->offset_x), middle_y = PICK(r->on_b, b->offset_y, a->offset_y);
    LANES world_x = PICK(r->on_b, b->x, a->x), world_y = PICK(r->on_b, b->y, a->y);
    MASK up_deeper = LESS(r->up_gap, r->low_gap);
    LANES axis_x = PICK_NEGATED(r->by_y, s, c), axis_y = PICK(r->by_y, c, s);
    LANES n[2] = {FLIP(axis_x, r->to), FLIP(axis_y, r->to)};
    normal[0] = FLIP(axis_x, r->from_a);
    normal[1] = FLIP(axis_y, r->from_a);
    for (int32_t end = 0; end < 2; ++end)
    {
        LANES along = end ? r->up : r->low, gap = end ? r->up_gap : r->low_gap;
        LANES out = ADD(MUL(SPLAT(0.5f), gap), r->half);
        LANES x = SUB(MUL(n[0], out), MUL(n[1], along)), y = ADD(MUL(n[1], out), MUL(n[0], along));
        LANES shown = MAX(gap, r->separation);
        shown = end ? PICK(up_deeper, r->separation, shown) : PICK(up_deeper, shown, r->separation);
        ends[end].x = ADD(ADD(x, middle_x), world_x);
        ends[end].y = ADD(ADD(y, middle_y), world_y);
        ends[end].depth = SUB(SPLAT(0.0f), shown);
        FN(keep_contact)(AND(touch, NOT(LESS(margin, shown))), &ends[end]);
    }
}

TARGET static inline void FN(store_contact)(const imp2_contacts* out, int32_t i, MASK which,
                                            const FN(lane_contact) * yes, const FN(lane_contact) * no)
{
    INTS id = PICK_INT(which, yes->id, no->id);
    STORE(out->x + i, PICK(which, yes->x, no->x));
    STORE(out->y + i, PICK(which, yes->y, no->y));
    STORE(out->depth + i, PICK(which, yes->depth, no->depth));
    STORE_INT(out->id + i, id);
}

/// One point where the other is beyond the margin; two in the order of their names.
TARGET static inline void FN(store_manifold)(const imp2_manifolds* out, int32_t i, MASK touch, const LANES normal[2],
                                             LANES depth, const FN(lane_contact) ends[2])
{
    MASK swap = OR(NOT(ends[0].there), AND(ends[1].there, LESS_INT(ends[1].id, ends[0].id)));
    INTS count = ADD_INT_WHERE(ends[1].there, WHERE_INT(ends[0].there, SPLAT_INT(1)), SPLAT_INT(1));
    STORE(out->normal_x + i, WHERE(touch, normal[0]));
    STORE(out->normal_y + i, WHERE(touch, normal[1]));
    STORE(out->depth + i, WHERE(touch, depth));
    STORE_INT(out->count + i, count);
    FN(store_contact)(&out->points[0], i, swap, &ends[1], &ends[0]);
    FN(store_contact)(&out->points[1], i, swap, &ends[0], &ends[1]);
}

// In one piece: GCC calls a function with so many vectors, and its constants are then brought up for every step.
TARGET static int32_t FN(collide_boxes)(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful)
{
    const LANES margin = SPLAT(batch->margin);
    FN(stream) stream = FN(find_stream)(batch, first);
    int32_t count = 0;
    for (int32_t i = first; i < end; i += WIDTH)
    {
        FN(fetch_ahead)(&stream);
        FN(lane_box) a = FN(place_box)(&batch->a, i), b = FN(place_box)(&batch->b, i);
        LANES reaches = ADD(a.reach, b.reach);
        LANES scale = ADD(ADD(reaches, ABS(SUB(b.x, a.x))), ABS(SUB(b.y, a.y)));
        LANES doubt = MUL(SPLAT(IMPI_FLOAT_DOUBT), scale);
        FN(lane_axis) r;
        MASK apart = FN(find_axis)(&a, &b, MAX(margin, doubt), MUL(SPLAT(IMPI_REFERENCE_BIAS), reaches), &r);
        FN(clip_sides)(&a, &b, &r);

        LANES tight = ADD(MUL(SPLAT(0.125f), doubt), r.separation);
        MASK sure = LESS(MUL(SPLAT(IMPI_FLOAT_DOUBT), reaches), SUB(r.up, r.low));
        sure = AND(sure, AND(LESS(doubt, ABS(r.separation)), LESS(MIN(r.low_gap, r.up_gap), tight)));
        MASK known = OR(apart, sure);
        if (!batch->plain)
        {
            known = AND(known, FN(is_plain_pair)(&a, &b));
        }

        LANES n[2];
        FN(lane_contact) ends[2];
        MASK touch = NOT(apart);
        FN(name_ends)(&r, ends);
        FN(place_ends)(&a, &b, &r, margin, touch, n, ends);
        FN(store_manifold)(&batch->out, i, touch, n, SUB(SPLAT(0.0f), r.separation), ends);
        count += FN(list_lanes)(BITS(NOT(known)), i, doubtful + count);
    }
    return count;
}
