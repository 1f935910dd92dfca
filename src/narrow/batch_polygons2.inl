// SPDX-License-Identifier: MIT
//
// Contacts of small polygons, capsules and segments, one pair per lane: the arithmetic of polygons2.c, operation by
// operation, so that the bits are the same. There the lanes are four sides of one pair, here the sides follow each
// other; names are as there.
//
// All outlines of a vector have the same number of places, four or eight: what is not in use repeats the last, and
// where sides are equally good the first is taken. What hangs on the best side is looked up by its number, in rows that
// are on the stack.
//
// Tried: carrying corner and normal of the best side along from side to side, which needs no look-up.

enum
{
    FN(SHIFT) = WIDTH == 16 ? 4 : WIDTH == 8 ? 3 : WIDTH == 4 ? 2 : 0,  // 1 << SHIFT is WIDTH
    FN(ROW) = IMP2_SMALL_COUNT * sizeof(float)                          // bytes from x to y to normals of a shape
};

TARGET static inline MASK FN(pick_mask)(MASK which, MASK yes, MASK no)
{
    return OR(AND(which, yes), AND(NOT(which), no));
}

/// One number of both polygons, A's and B's, for every place.
typedef struct FN(rows)
{
    float of[2][IMP2_SMALL_COUNT][WIDTH];
} FN(rows);

/// As many pairs as there are lanes, in the frames of A.
typedef struct FN(lane_polygons)
{
    FN(rows) x, y, nx, ny;
    INTS last[2];  // last place that is in use
    MASK flat[2];  // a segment: places 0 and 3 are one vertex, 1 and 2 the other
    LANES radius[2], reach[2];
    LANES c, s, world_x, world_y;  // pose of A
    LANES x_apart, y_apart;        // how far the positions are
} FN(lane_polygons);

/// Two sides that face each other, and the ends of what they have in common.
typedef struct FN(lane_facing)
{
    INTS side[2], next[2];   // of the reference and of the other: places of their two ends
    LANES nx, ny, x, y;      // normal and first end of the reference side
    LANES at_x[4], at_y[4];  // both ends of the other side, and of the reference
    LANES along[2], gap[2];  // of the ends: from there along the side, and the separation of the cores
    MASK clipped[2];         // the end is a vertex of the reference
} FN(lane_facing);

/// The pose of B as A sees it.
typedef struct FN(relation)
{
    float c[WIDTH], s[WIDTH], x[WIDTH], y[WIDTH], unit_c[WIDTH], unit_s[WIDTH];
} FN(relation);

/// In doubles, like the single call: poses are x, y, c and s of A, then of B.
TARGET static inline void FN(relate)(const float poses[8][WIDTH], FN(relation) * out)
{
    for (int32_t k = 0; k < WIDTH; ++k)
    {
        imp2i_dpose a = {(double)poses[2][k], (double)poses[3][k], 0.0, 0.0};
        imp2i_dpose b = {(double)poses[6][k], (double)poses[7][k], (double)poses[4][k] - (double)poses[0][k],
                         (double)poses[5][k] - (double)poses[1][k]};
        imp2i_relative r = imp2i_relative_of(a, b);
        out->c[k] = (float)r.c;
        out->s[k] = (float)r.s;
        out->x[k] = (float)r.tx;
        out->y[k] = (float)r.ty;
        out->unit_c[k] = (float)r.unit_c;
        out->unit_s[k] = (float)r.unit_s;
    }
}

TARGET static inline void FN(store_four)(FN(rows) * to, int32_t owner, int32_t place, const LANES four[4])
{
    for (int32_t k = 0; k < 4; ++k)
    {
        STORE(to->of[owner][place + k], four[k]);
    }
}

/// v turned by (c, s) and moved by (x, y).
TARGET static inline void FN(turn_four)(LANES vx[4], LANES vy[4], LANES c, LANES s, LANES x, LANES y)
{
    for (int32_t k = 0; k < 4; ++k)
    {
        LANES rx = SUB(MUL(c, vx[k]), MUL(s, vy[k])), ry = ADD(MUL(s, vx[k]), MUL(c, vy[k]));
        vx[k] = ADD(rx, x);
        vy[k] = ADD(ry, y);
    }
}

/// B comes with its relation to A.
TARGET static inline void FN(load_outline)(const void* const* things, int32_t owner, int32_t places,
                                           const FN(relation) * to, FN(lane_polygons) * p)
{
    const LANES zero = SPLAT(0.0f);
    for (int32_t from = 0; from < places; from += 4)
    {
        LANES rows[4][4], *x = rows[0], *y = rows[1], *nx = rows[2], *ny = rows[3];
        LOAD_FOURS(things, offsetof(imp2_shape, x) + (size_t)from * sizeof(float), 4, FN(ROW), rows);
        if (to)
        {
            FN(turn_four)(x, y, LOAD(to->c), LOAD(to->s), LOAD(to->x), LOAD(to->y));
            FN(turn_four)(nx, ny, LOAD(to->unit_c), LOAD(to->unit_s), zero, zero);
        }
        FN(store_four)(&p->x, owner, from, x);
        FN(store_four)(&p->y, owner, from, y);
        FN(store_four)(&p->nx, owner, from, nx);
        FN(store_four)(&p->ny, owner, from, ny);
    }
}

/// Everything but the outlines. Returns which pairs the shortcut takes.
TARGET static inline MASK FN(load_pairs)(const imp2i_batch* batch, int32_t i, FN(relation) * b_in_a,
                                         FN(lane_polygons) * p)
{
    float poses[8][WIDTH];
    LANES numbers[8];
    for (int32_t k = 0; k < 8; ++k)
    {
        const imp2i_set* set = k < 4 ? &batch->a : &batch->b;
        numbers[k] = FN(fetch)(set, k & 3, i, (k & 3) == IMP2I_COLUMN_C ? 1.0f : 0.0f);
        STORE(poses[k], numbers[k]);
    }
    FN(relate)((const float(*)[WIDTH])poses, b_in_a);
    for (int32_t k = 0; k < 2; ++k)
    {
        LANES head[1][4];
        LOAD_FOURS((k ? batch->b.each : batch->a.each) + i, offsetof(imp2_shape, kind), 1, 0, head);
        INTS last = SUB_INT(BITS_INT(head[0][1]), SPLAT_INT(1));
        p->flat[k] = LESS_INT(last, SPLAT_INT(2));
        p->last[k] = PICK_INT(p->flat[k], SPLAT_INT(3), last);
        p->radius[k] = head[0][2];
        p->reach[k] = head[0][3];
    }
    p->world_x = numbers[IMP2I_COLUMN_X];
    p->world_y = numbers[IMP2I_COLUMN_Y];
    p->c = numbers[IMP2I_COLUMN_C];
    p->s = numbers[IMP2I_COLUMN_S];
    p->x_apart = ABS(SUB(numbers[4 + IMP2I_COLUMN_X], p->world_x));
    p->y_apart = ABS(SUB(numbers[4 + IMP2I_COLUMN_Y], p->world_y));
    return AND(FN(is_near_unit)(p->c, p->s),
               FN(is_near_unit)(numbers[4 + IMP2I_COLUMN_C], numbers[4 + IMP2I_COLUMN_S]));
}

/// The side of the owner that the other is farthest beyond, the first of equals, and how far.
TARGET static inline LANES FN(best_side)(const FN(lane_polygons) * p, int32_t owner, int32_t places, INTS* side)
{
    LANES best = SPLAT(-INFINITY);
    INTS which = SPLAT_INT(0);
    for (int32_t i = 0; i < places; ++i)
    {
        LANES nx = LOAD(p->nx.of[owner][i]), ny = LOAD(p->ny.of[owner][i]);
        LANES offset = ADD(MUL(nx, LOAD(p->x.of[owner][i])), MUL(ny, LOAD(p->y.of[owner][i])));
        LANES least = ADD(MUL(nx, LOAD(p->x.of[1 - owner][0])), MUL(ny, LOAD(p->y.of[1 - owner][0])));
        for (int32_t j = 1; j < places; ++j)
        {
            LANES value = ADD(MUL(nx, LOAD(p->x.of[1 - owner][j])), MUL(ny, LOAD(p->y.of[1 - owner][j])));
            least = MIN(value, least);
        }
        LANES beyond = SUB(least, offset);
        MASK better = LESS(best, beyond);
        which = PICK_INT(better, SPLAT_INT((uint32_t)i), which);
        best = PICK(better, beyond, best);
    }
    *side = which;
    return ADD(best, SPLAT(0.0f));
}

/// The other's side that faces (nx, ny) most squarely, the first of equals.
TARGET static inline INTS FN(facing_side)(const FN(lane_polygons) * p, MASK on_b, int32_t places, LANES nx, LANES ny)
{
    LANES minus_x = FLIP(nx, SPLAT(-0.0f)), minus_y = FLIP(ny, SPLAT(-0.0f)), best = SPLAT(-INFINITY);
    INTS which = SPLAT_INT(0);
    for (int32_t j = 0; j < places; ++j)
    {
        LANES other_x = PICK(on_b, LOAD(p->nx.of[0][j]), LOAD(p->nx.of[1][j]));
        LANES other_y = PICK(on_b, LOAD(p->ny.of[0][j]), LOAD(p->ny.of[1][j]));
        LANES squarely = ADD(MUL(minus_x, other_x), MUL(minus_y, other_y));
        MASK better = LESS(best, squarely);
        which = PICK_INT(better, SPLAT_INT((uint32_t)j), which);
        best = PICK(better, squarely, best);
    }
    return which;
}

/// Where in rows the numbers of a place are; first is 0 for A, the rows of one polygon for B, and the lane added.
TARGET static inline void FN(find_place)(INTS first, INTS place, int32_t at[WIDTH])
{
    INTS r = ADD_INT(first, LEFT_INT(place, FN(SHIFT)));
    STORE_INT(at, r);
}

TARGET static inline LANES FN(look_up)(const FN(rows) * rows, const int32_t at[WIDTH])
{
    return GATHER(&rows->of[0][0][0], at);
}

TARGET static inline INTS FN(next_place)(INTS place, INTS last)
{
    return WHERE_INT(LESS_INT(place, last), ADD_INT(place, SPLAT_INT(1)));
}

TARGET static inline void FN(face_polygons)(const FN(lane_polygons) * p, MASK on_b, INTS side, int32_t places,
                                            FN(lane_facing) * f)
{
    const LANES zero = SPLAT(0.0f);
    const INTS lane = LOAD_INT(imp2i_lane_numbers), rows = SPLAT_INT(IMP2_SMALL_COUNT * WIDTH);
    const INTS reference = ADD_INT(lane, WHERE_INT(on_b, rows)), other = ADD_INT(lane, WHERE_INT(NOT(on_b), rows));
    int32_t i[WIDTH], i1[WIDTH], j[WIDTH], j1[WIDTH];
    f->side[0] = side;
    f->next[0] = FN(next_place)(side, PICK_INT(on_b, p->last[1], p->last[0]));
    FN(find_place)(reference, f->side[0], i);
    FN(find_place)(reference, f->next[0], i1);
    LANES nx = FN(look_up)(&p->nx, i), ny = FN(look_up)(&p->ny, i);
    f->side[1] = FN(facing_side)(p, on_b, places, nx, ny);
    f->next[1] = FN(next_place)(f->side[1], PICK_INT(on_b, p->last[0], p->last[1]));
    FN(find_place)(other, f->side[1], j);
    FN(find_place)(other, f->next[1], j1);
    const int32_t* const places_of[4] = {j, j1, i, i1};
    for (int32_t k = 0; k < 4; ++k)
    {
        f->at_x[k] = FN(look_up)(&p->x, places_of[k]);
        f->at_y[k] = FN(look_up)(&p->y, places_of[k]);
    }
    LANES x = f->at_x[2], y = f->at_y[2], end_x = SUB(f->at_x[3], x), end_y = SUB(f->at_y[3], y);
    // The other side runs against the reference: its second end comes first.
    LANES first_x = SUB(f->at_x[1], x), first_y = SUB(f->at_y[1], y);
    LANES last_x = SUB(f->at_x[0], x), last_y = SUB(f->at_y[0], y);
    LANES length = SUB(MUL(nx, end_y), MUL(ny, end_x)), first = SUB(MUL(nx, first_y), MUL(ny, first_x));
    LANES last = SUB(MUL(nx, last_y), MUL(ny, last_x));
    LANES first_gap = ADD(MUL(nx, first_x), MUL(ny, first_y)), last_gap = ADD(MUL(nx, last_x), MUL(ny, last_y));
    LANES slope = DIV(SUB(last_gap, first_gap), SUB(last, first));
    f->nx = nx;
    f->ny = ny;
    f->x = x;
    f->y = y;
    f->clipped[0] = LESS(first, zero);
    f->clipped[1] = LESS(length, last);
    f->along[0] = MAX(first, zero);
    f->along[1] = MIN(last, length);
    f->gap[0] = ADD(first_gap, MUL(SUB(f->along[0], first), slope));
    f->gap[1] = ADD(last_gap, MUL(SUB(f->along[1], last), slope));
}

/// The vertex at a place, by what it is a place of.
TARGET static inline INTS FN(vertex_at_place)(INTS place, MASK flat)
{
    const INTS one = SPLAT_INT(1);
    return PICK_INT(flat, WHERE_INT(LESS_INT(SUB_INT(place, one), SPLAT_INT(2)), one), place);
}

TARGET static inline INTS FN(name_end)(const FN(lane_polygons) * p, const FN(lane_facing) * f, MASK on_b, int32_t end)
{
    MASK flat_ref = FN(pick_mask)(on_b, p->flat[1], p->flat[0]),
         flat_other = FN(pick_mask)(on_b, p->flat[0], p->flat[1]);
    const INTS on_side_b = SPLAT_INT((uint32_t)IMP2I_VERTEX_ON_SIDE_B << 30);
    const INTS on_side_a = SPLAT_INT((uint32_t)IMP2I_VERTEX_ON_SIDE_A << 30);
    MASK clipped = f->clipped[end];
    // At the lower end: the first of the reference or the second of the other; at the upper end the other way round.
    INTS ref = end ? PICK_INT(clipped, f->next[0], f->side[0]) : f->side[0];
    INTS other = end ? f->side[1] : PICK_INT(clipped, f->side[1], f->next[1]);
    ref = FN(vertex_at_place)(ref, AND(clipped, flat_ref));
    other = FN(vertex_at_place)(other, AND(NOT(clipped), flat_other));
    INTS of_a = PICK_INT(on_b, other, ref), of_b = PICK_INT(on_b, ref, other);
    return OR_INT(OR_INT(PICK_INT(XOR(clipped, on_b), on_side_b, on_side_a), LEFT_INT(of_a, 15)), of_b);
}

/// What becomes a manifold.
typedef struct FN(lane_manifold)
{
    MASK touch;
    LANES normal[2], depth;
    FN(lane_contact) ends[2];
} FN(lane_manifold);

/// Where m->touch is; separation is of the cores.
TARGET static inline void FN(place_sides)(const FN(lane_polygons) * p, const FN(lane_facing) * f, MASK on_b,
                                          LANES separation, LANES margin, FN(lane_manifold) * m)
{
    const LANES zero = SPLAT(0.0f);
    LANES radii = ADD(p->radius[0], p->radius[1]), radius = PICK(on_b, p->radius[1], p->radius[0]);
    const LANES n[2] = {SUB(MUL(p->c, f->nx), MUL(p->s, f->ny)), ADD(MUL(p->s, f->nx), MUL(p->c, f->ny))};
    LANES corner_x = SUB(MUL(p->c, f->x), MUL(p->s, f->y)), corner_y = ADD(MUL(p->s, f->x), MUL(p->c, f->y));
    MASK up_deeper = LESS(f->gap[1], f->gap[0]);
    FN(lane_contact)* ends = m->ends;
    for (int32_t end = 0; end < 2; ++end)
    {
        LANES gap = MAX(f->gap[end], separation);
        gap = SUB(end ? PICK(up_deeper, separation, gap) : PICK(up_deeper, gap, separation), radii);
        LANES up = ADD(radius, MUL(SPLAT(0.5f), gap)), along = f->along[end];
        ends[end].x = ADD(p->world_x, ADD(corner_x, SUB(MUL(n[0], up), MUL(n[1], along))));
        ends[end].y = ADD(p->world_y, ADD(corner_y, ADD(MUL(n[1], up), MUL(n[0], along))));
        ends[end].depth = SUB(zero, gap);
        ends[end].id = FN(name_end)(p, f, on_b, end);
        FN(keep_contact)(AND(m->touch, NOT(LESS(margin, gap))), &ends[end]);
    }
    m->normal[0] = PICK_NEGATED(on_b, n[0], n[0]);
    m->normal[1] = PICK_NEGATED(on_b, n[1], n[1]);
    m->depth = SUB(zero, SUB(separation, radii));
}

/// The nearest points of cores that are apart, see nearest_points in polygons2.c.
typedef struct FN(lane_tips)
{
    LANES square, distance, nx, ny, x, y;
    INTS id;
    MASK corners;
} FN(lane_tips);

/// Four vertices against four sides, one after the other; the first of equals.
TARGET static inline void FN(find_tips)(const FN(lane_polygons) * p, const FN(lane_facing) * f, MASK on_b,
                                        FN(lane_tips) * r)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), minus = SPLAT(-0.0f);
    LANES rx = SUB(f->at_x[3], f->x), ry = SUB(f->at_y[3], f->y);
    LANES x0 = SUB(f->at_x[0], f->x), y0 = SUB(f->at_y[0], f->y);
    LANES x1 = SUB(f->at_x[1], f->x), y1 = SUB(f->at_y[1], f->y), ox = SUB(x1, x0), oy = SUB(y1, y0);
    const LANES wx[4] = {x0, x1, FLIP(x0, minus), SUB(rx, x0)}, wy[4] = {y0, y1, FLIP(y0, minus), SUB(ry, y0)};
    const INTS place[4] = {f->side[1], f->next[1], f->side[0], f->next[0]};
    MASK of_ref = LESS(zero, zero), flat_ref = FN(pick_mask)(on_b, p->flat[1], p->flat[0]);
    MASK flat_other = FN(pick_mask)(on_b, p->flat[0], p->flat[1]), later = of_ref;
    LANES from_x = zero, from_y = zero, foot = zero;
    INTS tip = place[0];
    r->square = SPLAT(INFINITY);
    for (int32_t k = 0; k < 4; ++k)
    {
        LANES ex = k < 2 ? rx : ox, ey = k < 2 ? ry : oy;
        LANES dot = ADD(MUL(wx[k], ex), MUL(wy[k], ey)), length = ADD(MUL(ex, ex), MUL(ey, ey));
        LANES t = MAX(MIN(DIV(dot, length), one), zero), dx = SUB(wx[k], MUL(t, ex)), dy = SUB(wy[k], MUL(t, ey));
        LANES square = ADD(MUL(dx, dx), MUL(dy, dy));
        MASK beside = OR(LESS(dot, zero), OR(LESS(length, dot), NOT(LESS(zero, length))));
        MASK better = LESS(square, r->square);
        r->square = PICK(better, square, r->square);
        r->corners = k == 0 ? beside : FN(pick_mask)(better, beside, r->corners);
        r->x = k == 0 ? f->at_x[0] : PICK(better, f->at_x[k], r->x);
        r->y = k == 0 ? f->at_y[0] : PICK(better, f->at_y[k], r->y);
        from_x = PICK(better, dx, from_x);
        from_y = PICK(better, dy, from_y);
        foot = PICK(better, t, foot);
        tip = PICK_INT(better, place[k], tip);
        of_ref = k < 2 ? of_ref : OR(of_ref, better);
    }
    later = LESS(zero, foot);
    MASK of_b = NOT(XOR(on_b, of_ref)), flat = FN(pick_mask)(of_ref, flat_ref, flat_other);
    MASK flat_edge = FN(pick_mask)(of_ref, flat_other, flat_ref);
    r->distance = ROOT(r->square);
    LANES inverse = DIV(one, r->distance), sign = PICK_NEGATED(NOT(of_b), inverse, inverse);
    r->nx = MUL(from_x, sign);
    r->ny = MUL(from_y, sign);
    r->x = PICK(of_b, SUB(r->x, from_x), r->x);
    r->y = PICK(of_b, SUB(r->y, from_y), r->y);
    INTS edge[2] = {PICK_INT(of_ref, place[0], place[2]), PICK_INT(of_ref, place[1], place[3])};
    INTS vertex = FN(vertex_at_place)(tip, flat), corner = PICK_INT(later, edge[1], edge[0]);
    INTS facing = PICK_INT(r->corners, FN(vertex_at_place)(corner, flat_edge), edge[0]);
    INTS on_side = PICK_INT(of_b, SPLAT_INT(IMP2I_VERTEX_ON_SIDE_A), SPLAT_INT(IMP2I_VERTEX_ON_SIDE_B));
    INTS kind = PICK_INT(r->corners, SPLAT_INT(IMP2I_TWO_VERTICES), on_side);
    INTS of_a = PICK_INT(of_b, facing, vertex);
    r->id = OR_INT(OR_INT(LEFT_INT(kind, 30), LEFT_INT(of_a, 15)), PICK_INT(of_b, vertex, facing));
}

/// How far the cores are apart along n.
TARGET static inline LANES FN(gap_of_cores)(const FN(lane_polygons) * p, LANES nx, LANES ny, int32_t places)
{
    LANES most_a = SPLAT(-INFINITY), least_b = SPLAT(INFINITY);
    for (int32_t k = 0; k < places; ++k)
    {
        most_a = MAX(ADD(MUL(nx, LOAD(p->x.of[0][k])), MUL(ny, LOAD(p->y.of[0][k]))), most_a);
        least_b = MIN(ADD(MUL(nx, LOAD(p->x.of[1][k])), MUL(ny, LOAD(p->y.of[1][k]))), least_b);
    }
    return SUB(least_b, most_a);
}

/// Makes the manifold that of the nearest points where they are believed. Returns where that is.
TARGET static inline MASK FN(place_tips)(const FN(lane_polygons) * p, const FN(lane_facing) * f, MASK on_b,
                                         MASK stretch, MASK asked, LANES scale, LANES margin, int32_t places,
                                         FN(lane_manifold) * m)
{
    const LANES zero = SPLAT(0.0f), one_half = SPLAT(0.5f);
    LANES doubt = MUL(SPLAT(IMPI_FLOAT_DOUBT), scale), least = MUL(SPLAT(0x1p-10f), scale);
    FN(lane_tips) t;
    FN(find_tips)(p, f, on_b, &t);
    LANES distance = SUB(t.distance, ADD(p->radius[0], p->radius[1]));
    MASK sure = AND(asked, LESS(ADD(MUL(least, least), SPLAT(0x1p-100f)), t.square));
    sure = AND(sure, AND(OR(t.corners, NOT(stretch)), LESS(doubt, ABS(distance))));
    sure = AND(sure, NOT(LESS(FN(gap_of_cores)(p, t.nx, t.ny, places), SUB(t.distance, MUL(one_half, doubt)))));

    LANES up = ADD(p->radius[0], MUL(one_half, distance));
    LANES nx = SUB(MUL(p->c, t.nx), MUL(p->s, t.ny)), ny = ADD(MUL(p->s, t.nx), MUL(p->c, t.ny));
    LANES on_x = SUB(MUL(p->c, t.x), MUL(p->s, t.y)), on_y = ADD(MUL(p->s, t.x), MUL(p->c, t.y));
    FN(lane_contact)* ends = m->ends;
    MASK touch = AND(sure, AT_MOST(distance, margin));
    m->touch = FN(pick_mask)(sure, touch, m->touch);
    m->normal[0] = PICK(sure, nx, m->normal[0]);
    m->normal[1] = PICK(sure, ny, m->normal[1]);
    m->depth = PICK(sure, SUB(zero, distance), m->depth);
    ends[0].x = PICK(sure, ADD(p->world_x, ADD(on_x, MUL(nx, up))), ends[0].x);
    ends[0].y = PICK(sure, ADD(p->world_y, ADD(on_y, MUL(ny, up))), ends[0].y);
    ends[0].depth = PICK(sure, m->depth, ends[0].depth);
    ends[0].id = PICK_INT(sure, t.id, ends[0].id);
    FN(keep_contact)(FN(pick_mask)(sure, touch, ends[0].there), &ends[0]);
    FN(keep_contact)(AND(ends[1].there, NOT(sure)), &ends[1]);
    return sure;
}

/// Pairs i and on. Returns those that are not known.
TARGET static inline uint32_t FN(collide_outlines)(const imp2i_batch* batch, int32_t i, const FN(relation) * b_in_a,
                                                   MASK known, int32_t places, FN(lane_polygons) * p)
{
    FN(load_outline)(batch->a.each + i, 0, places, NULL, p);
    FN(load_outline)(batch->b.each + i, 1, places, b_in_a, p);
    LANES reaches = ADD(p->reach[0], p->reach[1]), radii = ADD(p->radius[0], p->radius[1]);
    LANES scale = ADD(ADD(ADD(ADD(reaches, p->radius[0]), p->radius[1]), p->x_apart), p->y_apart);
    LANES doubt = MUL(SPLAT(IMPI_FLOAT_DOUBT), scale), margin = SPLAT(batch->margin);
    LANES limit = ADD(MAX(margin, doubt), radii);
    INTS side_a, side_b;
    LANES best_a = FN(best_side)(p, 0, places, &side_a), best_b = FN(best_side)(p, 1, places, &side_b);
    MASK apart = LESS(limit, MAX(best_a, best_b));
    MASK on_b = LESS(ADD(best_a, MUL(SPLAT(IMPI_REFERENCE_BIAS), reaches)), best_b);
    LANES separation = PICK(on_b, best_b, best_a);
    FN(lane_facing) f;
    FN(face_polygons)(p, on_b, PICK_INT(on_b, side_b, side_a), places, &f);

    MASK stretch = LESS(MUL(SPLAT(IMPI_FLOAT_DOUBT), reaches), SUB(f.along[1], f.along[0]));
    MASK sure = AND(stretch, AND(LESS(doubt, ABS(separation)), LESS(doubt, ABS(SUB(separation, radii)))));
    sure = AND(sure, NOT(LESS(ADD(separation, MUL(SPLAT(0.125f), doubt)), MIN(f.gap[0], f.gap[1]))));
    FN(lane_manifold) m;
    m.touch = NOT(apart);
    FN(place_sides)(p, &f, on_b, separation, margin, &m);
    sure = AND(sure, OR(m.ends[0].there, m.ends[1].there));
    MASK asked = AND(LESS(doubt, separation), NOT(OR(apart, sure)));
    if (BITS(asked) != 0)
    {
        sure = OR(sure, FN(place_tips)(p, &f, on_b, stretch, asked, scale, margin, places, &m));
    }
    FN(store_manifold)(&batch->out, i, m.touch, m.normal, m.depth, m.ends);
    return BITS(NOT(AND(known, OR(apart, sure))));
}

TARGET static int32_t FN(collide_polygons)(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful)
{
    int32_t count = 0;
    for (int32_t i = first; i < end; i += WIDTH)
    {
        FN(lane_polygons) p;
        FN(relation) b_in_a;
        MASK known = FN(load_pairs)(batch, i, &b_in_a, &p);
        bool many = BITS(LESS_INT(SPLAT_INT(3), MAX_INT(p.last[0], p.last[1]))) != 0;
        uint32_t unknown = many ? FN(collide_outlines)(batch, i, &b_in_a, known, IMP2_SMALL_COUNT, &p)
                                : FN(collide_outlines)(batch, i, &b_in_a, known, 4, &p);
        count += FN(list_lanes)(unknown, i, doubtful + count);
    }
    return count;
}
