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
    MASK beyond;  // farther than the margin there
} FN(lane_contact);

/// Lower x and y, upper x and y.
TARGET static inline void FN(fetch_corners)(const imp2i_set* set, int32_t i, LANES out[4])
{
    for (int32_t k = 0; k < 4; ++k)
    {
        out[k] = FN(fetch)(set, IMP2I_COLUMN_LOWER_X + k, i, 0.0f);
    }
    if (!set->column[IMP2I_COLUMN_LOWER_X])
    {
        out[0] = FLIP(out[2], SPLAT(-0.0f));
        out[1] = FLIP(out[3], SPLAT(-0.0f));
    }
}

TARGET static inline FN(lane_box) FN(place_box)(const imp2i_set* set, int32_t i)
{
    const LANES one_half = SPLAT(0.5f);
    LANES corners[4];
    FN(fetch_corners)(set, i, corners);
    LANES center_x = MUL(one_half, ADD(corners[2], corners[0])), center_y = MUL(one_half, ADD(corners[3], corners[1]));
    FN(lane_box) r;
    r.x = FN(fetch)(set, IMP2I_COLUMN_X, i, 0.0f);
    r.y = FN(fetch)(set, IMP2I_COLUMN_Y, i, 0.0f);
    r.c = FN(fetch)(set, IMP2I_COLUMN_C, i, 1.0f);
    r.s = FN(fetch)(set, IMP2I_COLUMN_S, i, 0.0f);
    r.half_x = MUL(one_half, SUB(corners[2], corners[0]));
    r.half_y = MUL(one_half, SUB(corners[3], corners[1]));
    r.offset_x = SUB(MUL(r.c, center_x), MUL(r.s, center_y));
    r.offset_y = ADD(MUL(r.c, center_y), MUL(r.s, center_x));
    r.reach = ADD(ADD(ABS(center_x), r.half_x), ADD(ABS(center_y), r.half_y));
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
    LANES to_x = PICK_NEGATED(r->on_b, bx, ax), to_y = PICK_NEGATED(r->on_b, by, ay);
    r->to = PICK(r->by_y, to_y, to_x);
    r->u = ABS(r->to);
    r->v = FLIP(PICK_NEGATED(r->by_y, to_x, to_y), r->to);
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

/// The names of both ends.
TARGET static inline void FN(name_ends)(const FN(lane_axis) * r, FN(lane_contact) ends[2])
{
    const INTS one = SPLAT_INT(1), two = SPLAT_INT(2), three = SPLAT_INT(3);
    const INTS on_side_b = SPLAT_INT((uint32_t)IMP2I_VERTEX_ON_SIDE_B << 30);
    const INTS on_side_a = SPLAT_INT((uint32_t)IMP2I_VERTEX_ON_SIDE_A << 30);
    INTS side = ADD_INT(one, ADD_INT(WHERE_INT(r->by_y, one), WHERE_INT(MINUS(r->to), two)));
    INTS turned = ADD_INT(WHERE_INT(r->quarter, one), WHERE_INT(MINUS(r->major), two));
    INTS facing = SUB_INT(ADD_INT(side, two), turned);
    for (int32_t end = 0; end < 2; ++end)
    {
        MASK clipped = end ? r->up_clipped : r->low_clipped;
        INTS ref = AND_INT(end ? ADD_INT(side, WHERE_INT(clipped, one)) : side, three);
        INTS other = AND_INT(end ? facing : ADD_INT(facing, WHERE_INT(NOT(clipped), one)), three);
        INTS of_a = PICK_INT(r->on_b, other, ref), of_b = PICK_INT(r->on_b, ref, other);
        INTS kind = PICK_INT(XOR(clipped, r->on_b), on_side_b, on_side_a);
        ends[end].id = OR_INT(OR_INT(kind, LEFT_INT(of_a, 15)), of_b);
    }
}

/// Fills in both ends, and the normal n of the axis.
TARGET static inline void FN(place_ends)(const FN(lane_box) * a, const FN(lane_box) * b, const FN(lane_axis) * r,
                                         LANES margin, LANES n[2], FN(lane_contact) ends[2])
{
    LANES c = PICK(r->on_b, b->c, a->c), s = PICK(r->on_b, b->s, a->s);
    LANES middle_x = PICK(r->on_b, b->offset_x, a->offset_x), middle_y = PICK(r->on_b, b->offset_y, a->offset_y);
    LANES world_x = PICK(r->on_b, b->x, a->x), world_y = PICK(r->on_b, b->y, a->y);
    MASK up_deeper = LESS(r->up_gap, r->low_gap);
    n[0] = FLIP(PICK_NEGATED(r->by_y, s, c), r->to);
    n[1] = FLIP(PICK(r->by_y, c, s), r->to);
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
        ends[end].beyond = LESS(margin, shown);
    }
}

TARGET static inline void FN(store_contact)(const imp2_contacts* out, int32_t i, MASK there, MASK which,
                                            const FN(lane_contact) * yes, const FN(lane_contact) * no)
{
    INTS id = WHERE_INT(there, PICK_INT(which, yes->id, no->id));
    STORE(out->x + i, WHERE(there, PICK(which, yes->x, no->x)));
    STORE(out->y + i, WHERE(there, PICK(which, yes->y, no->y)));
    STORE(out->depth + i, WHERE(there, PICK(which, yes->depth, no->depth)));
    STORE_INT(out->id + i, id);
}

/// One point where the other is beyond the margin; two in the order of their names. n is the normal of the reference.
TARGET static inline void FN(store_manifold)(const imp2_manifolds* out, int32_t i, MASK touch, MASK on_b,
                                             const LANES n[2], LANES depth, const FN(lane_contact) ends[2])
{
    MASK both = NOT(OR(ends[0].beyond, ends[1].beyond));
    MASK swap = OR(ends[0].beyond, AND(both, LESS_INT(ends[1].id, ends[0].id)));
    both = AND(both, touch);
    INTS count = ADD_INT(WHERE_INT(touch, SPLAT_INT(1)), WHERE_INT(both, SPLAT_INT(1)));
    STORE(out->normal_x + i, WHERE(touch, PICK_NEGATED(on_b, n[0], n[0])));
    STORE(out->normal_y + i, WHERE(touch, PICK_NEGATED(on_b, n[1], n[1])));
    STORE(out->depth + i, WHERE(touch, depth));
    STORE_INT(out->count + i, count);
    FN(store_contact)(&out->points[0], i, touch, swap, &ends[1], &ends[0]);
    FN(store_contact)(&out->points[1], i, both, swap, &ends[0], &ends[1]);
}

/// Pairs i and on. Returns those that are not known.
TARGET static inline uint32_t FN(collide_lanes)(const imp2i_batch* batch, int32_t i)
{
    const LANES margin = SPLAT(batch->margin);
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
    FN(place_ends)(&a, &b, &r, margin, n, ends);
    FN(name_ends)(&r, ends);
    FN(store_manifold)(&batch->out, i, NOT(apart), r.on_b, n, SUB(SPLAT(0.0f), r.separation), ends);
    return BITS(NOT(known));
}

TARGET static int32_t FN(collide_boxes)(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful)
{
    FN(stream) stream = FN(find_stream)(batch);
    int32_t count = 0;
    for (int32_t i = first; i < end; i += WIDTH)
    {
        FN(fetch_ahead)(&stream, i);
        count += FN(list_lanes)(FN(collide_lanes)(batch, i), i, doubtful + count);
    }
    return count;
}
