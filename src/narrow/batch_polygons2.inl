// SPDX-License-Identifier: MIT
//
// Contacts of small polygons, one pair per lane: the arithmetic of polygons2.c, operation by operation, so that the
// bits are the same. There the lanes are four sides of one pair, here the sides follow each other; names are as there.
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
    LANES radius[2], reach[2];
    LANES c, s, world_x, world_y;  // pose of A
    LANES x_apart, y_apart;        // how far the positions are
} FN(lane_polygons);

/// Two sides that face each other, and the ends of what they have in common.
typedef struct FN(lane_facing)
{
    INTS side[2], next[2];   // of the reference and of the other: places of their two ends
    LANES nx, ny, x, y;      // normal and first end of the reference side
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
        p->last[k] = SUB_INT(BITS_INT(head[0][1]), SPLAT_INT(1));
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
    LANES x = FN(look_up)(&p->x, i), y = FN(look_up)(&p->y, i);
    LANES end_x = SUB(FN(look_up)(&p->x, i1), x), end_y = SUB(FN(look_up)(&p->y, i1), y);
    // The other side runs against the reference: its second end comes first.
    LANES first_x = SUB(FN(look_up)(&p->x, j1), x), first_y = SUB(FN(look_up)(&p->y, j1), y);
    LANES last_x = SUB(FN(look_up)(&p->x, j), x), last_y = SUB(FN(look_up)(&p->y, j), y);
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

TARGET static inline INTS FN(name_end)(const FN(lane_facing) * f, MASK on_b, int32_t end)
{
    const INTS on_side_b = SPLAT_INT((uint32_t)IMP2I_VERTEX_ON_SIDE_B << 30);
    const INTS on_side_a = SPLAT_INT((uint32_t)IMP2I_VERTEX_ON_SIDE_A << 30);
    MASK clipped = f->clipped[end];
    // At the lower end: the first of the reference or the second of the other; at the upper end the other way round.
    INTS ref = end ? PICK_INT(clipped, f->next[0], f->side[0]) : f->side[0];
    INTS other = end ? f->side[1] : PICK_INT(clipped, f->side[1], f->next[1]);
    INTS of_a = PICK_INT(on_b, other, ref), of_b = PICK_INT(on_b, ref, other);
    return OR_INT(OR_INT(PICK_INT(XOR(clipped, on_b), on_side_b, on_side_a), LEFT_INT(of_a, 15)), of_b);
}

/// Where touch is; separation is of the cores. Returns where an end is near enough.
TARGET static inline MASK FN(store_polygons)(const imp2i_batch* batch, int32_t i, const FN(lane_polygons) * p,
                                             const FN(lane_facing) * f, MASK on_b, LANES separation, MASK touch)
{
    const LANES zero = SPLAT(0.0f), margin = SPLAT(batch->margin);
    LANES radii = ADD(p->radius[0], p->radius[1]), radius = PICK(on_b, p->radius[1], p->radius[0]);
    const LANES n[2] = {SUB(MUL(p->c, f->nx), MUL(p->s, f->ny)), ADD(MUL(p->s, f->nx), MUL(p->c, f->ny))};
    LANES corner_x = SUB(MUL(p->c, f->x), MUL(p->s, f->y)), corner_y = ADD(MUL(p->s, f->x), MUL(p->c, f->y));
    MASK up_deeper = LESS(f->gap[1], f->gap[0]);
    FN(lane_contact) ends[2];
    for (int32_t end = 0; end < 2; ++end)
    {
        LANES gap = MAX(f->gap[end], separation);
        gap = SUB(end ? PICK(up_deeper, separation, gap) : PICK(up_deeper, gap, separation), radii);
        LANES up = ADD(radius, MUL(SPLAT(0.5f), gap)), along = f->along[end];
        ends[end].x = ADD(p->world_x, ADD(corner_x, SUB(MUL(n[0], up), MUL(n[1], along))));
        ends[end].y = ADD(p->world_y, ADD(corner_y, ADD(MUL(n[1], up), MUL(n[0], along))));
        ends[end].depth = SUB(zero, gap);
        ends[end].id = FN(name_end)(f, on_b, end);
        FN(keep_contact)(AND(touch, NOT(LESS(margin, gap))), &ends[end]);
    }
    const LANES normal[2] = {PICK_NEGATED(on_b, n[0], n[0]), PICK_NEGATED(on_b, n[1], n[1])};
    FN(store_manifold)(&batch->out, i, touch, normal, SUB(zero, SUB(separation, radii)), ends);
    return OR(ends[0].there, ends[1].there);
}

/// Pairs i and on. Returns those that are not known.
TARGET static inline uint32_t FN(collide_outlines)(const imp2i_batch* batch, int32_t i, const FN(relation) * b_in_a,
                                                   MASK known, int32_t places, FN(lane_polygons) * p)
{
    FN(load_outline)(batch->a.each + i, 0, places, NULL, p);
    FN(load_outline)(batch->b.each + i, 1, places, b_in_a, p);
    LANES reaches = ADD(p->reach[0], p->reach[1]), radii = ADD(p->radius[0], p->radius[1]);
    LANES scale = ADD(ADD(ADD(ADD(reaches, p->radius[0]), p->radius[1]), p->x_apart), p->y_apart);
    LANES doubt = MUL(SPLAT(IMPI_FLOAT_DOUBT), scale), limit = ADD(MAX(SPLAT(batch->margin), doubt), radii);
    INTS side_a, side_b;
    LANES best_a = FN(best_side)(p, 0, places, &side_a), best_b = FN(best_side)(p, 1, places, &side_b);
    MASK apart = LESS(limit, MAX(best_a, best_b));
    MASK on_b = LESS(ADD(best_a, MUL(SPLAT(IMPI_REFERENCE_BIAS), reaches)), best_b);
    LANES separation = PICK(on_b, best_b, best_a);
    FN(lane_facing) f;
    FN(face_polygons)(p, on_b, PICK_INT(on_b, side_b, side_a), places, &f);

    MASK sure = AND(LESS(doubt, ABS(separation)), LESS(doubt, ABS(SUB(separation, radii))));
    sure = AND(sure, LESS(MUL(SPLAT(IMPI_FLOAT_DOUBT), reaches), SUB(f.along[1], f.along[0])));
    sure = AND(sure, NOT(LESS(ADD(separation, MUL(SPLAT(0.125f), doubt)), MIN(f.gap[0], f.gap[1]))));
    sure = AND(sure, FN(store_polygons)(batch, i, p, &f, on_b, separation, NOT(apart)));
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
