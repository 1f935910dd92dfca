// SPDX-License-Identifier: MIT
//
// Contacts of small polygons and circles, and of boxes and circles, one pair per lane: the arithmetic of circle2.c,
// operation by operation, so that the bits are the same; names are as there. The circle is B; where it was A, the batch
// says that the two have been exchanged.

/// As many circles, as their polygons see them, as there are lanes.
typedef struct FN(lane_round)
{
    LANES c, s;                 // of the polygon
    LANES center_x, center_y;   // in the world
    LANES x, y;                 // in the polygon's frame
    LANES radius, radii;        // of the circle; of both
    LANES doubt, limit, floor;  // floor: what the square of the way must be above
    INTS last;                  // last place of the polygon that is in use
    MASK known;                 // the shortcut takes the pair
} FN(lane_round);

/// The nearest point, and how it is known.
typedef struct FN(lane_nearest)
{
    LANES x, y, root, distance;  // the way from there to the centre, and its length; between the surfaces
    MASK far, sure, corner;
    INTS feature;
} FN(lane_nearest);

TARGET static inline FN(lane_round) FN(place_round)(const imp2i_batch* batch, int32_t i)
{
    LANES head_a[1][4], head_b[1][4], rows[2][4];
    LOAD_FOURS(batch->a.each + i, offsetof(imp2_shape, kind), 1, 0, head_a);
    LOAD_FOURS(batch->b.each + i, offsetof(imp2_shape, kind), 1, 0, head_b);
    LOAD_FOURS(batch->b.each + i, offsetof(imp2_shape, x), 2, FN(ROW), rows);
    LANES px = FN(fetch)(&batch->a, IMP2I_COLUMN_X, i, 0.0f), py = FN(fetch)(&batch->a, IMP2I_COLUMN_Y, i, 0.0f);
    LANES qx = FN(fetch)(&batch->b, IMP2I_COLUMN_X, i, 0.0f), qy = FN(fetch)(&batch->b, IMP2I_COLUMN_Y, i, 0.0f);
    LANES qc = FN(fetch)(&batch->b, IMP2I_COLUMN_C, i, 1.0f), qs = FN(fetch)(&batch->b, IMP2I_COLUMN_S, i, 0.0f);
    LANES to_x = SUB(qx, px), to_y = SUB(qy, py);
    LANES turned_x = SUB(MUL(qc, rows[0][0]), MUL(qs, rows[1][0]));
    LANES turned_y = ADD(MUL(qs, rows[0][0]), MUL(qc, rows[1][0]));
    LANES from_x = ADD(to_x, turned_x), from_y = ADD(to_y, turned_y);
    FN(lane_round) r;
    r.c = FN(fetch)(&batch->a, IMP2I_COLUMN_C, i, 1.0f);
    r.s = FN(fetch)(&batch->a, IMP2I_COLUMN_S, i, 0.0f);
    r.center_x = ADD(qx, turned_x);
    r.center_y = ADD(qy, turned_y);
    r.x = ADD(MUL(r.c, from_x), MUL(r.s, from_y));
    r.y = SUB(MUL(r.c, from_y), MUL(r.s, from_x));
    r.last = SUB_INT(BITS_INT(head_a[0][1]), SPLAT_INT(1));
    r.radius = head_b[0][2];
    r.radii = ADD(head_a[0][2], r.radius);
    LANES scale = ADD(ADD(ADD(head_a[0][3], head_b[0][3]), r.radii), ADD(ABS(to_x), ABS(to_y)));
    r.doubt = MUL(SPLAT(IMPI_FLOAT_DOUBT), scale);
    r.limit = MAX(SPLAT(batch->margin), r.doubt);
    r.floor = ADD(MUL(r.doubt, scale), SPLAT(0x1p-100f));
    r.known = AND(FN(is_near_unit)(r.c, r.s), FN(is_near_unit)(qc, qs));
    return r;
}

/// Returns the lanes that are not known.
TARGET static inline uint32_t FN(store_round)(const imp2i_batch* batch, int32_t i, const FN(lane_round) * r,
                                              const FN(lane_nearest) * n)
{
    const LANES zero = SPLAT(0.0f);
    MASK touch = NOT(OR(n->far, LESS(r->limit, n->distance)));
    LANES nx = DIV(SUB(MUL(r->c, n->x), MUL(r->s, n->y)), n->root);
    LANES ny = DIV(ADD(MUL(r->c, n->y), MUL(r->s, n->x)), n->root);
    LANES back = ADD(MUL(SPLAT(0.5f), n->distance), r->radius), depth = WHERE(touch, SUB(zero, n->distance));
    uint32_t kind = batch->exchanged ? IMP2I_VERTEX_ON_SIDE_B : IMP2I_VERTEX_ON_SIDE_A;
    INTS id = PICK_INT(n->corner, SPLAT_INT((uint32_t)IMP2I_TWO_VERTICES << 30), SPLAT_INT(kind << 30));
    LANES sign = SPLAT(batch->exchanged ? -0.0f : 0.0f);
    id = OR_INT(id, batch->exchanged ? n->feature : LEFT_INT(n->feature, 15));
    FN(store_point)
    (&batch->out, i, touch, FLIP(nx, sign), FLIP(ny, sign), depth, SUB(r->center_x, MUL(nx, back)),
     SUB(r->center_y, MUL(ny, back)), id);
    return BITS(NOT(AND(r->known, OR(n->far, n->sure))));
}

/// The sides of polygons, and how the centre lies to them, by place.
typedef struct FN(lane_fronts)
{
    FN(rows) front, aside, nx, ny;  // one polygon each
} FN(lane_fronts);

/// Returns the greatest of fronts; key has its place in its last bits, as in the single call.
TARGET static inline LANES FN(see_fronts)(const FN(lane_round) * r, const void* const* things, FN(lane_fronts) * f,
                                          LANES* key)
{
    const LANES zero = SPLAT(0.0f);
    LANES x[IMP2_SMALL_COUNT], y[IMP2_SMALL_COUNT], most = SPLAT(-INFINITY), best = most;
    for (int32_t from = 0; from < IMP2_SMALL_COUNT; from += 4)
    {
        LANES rows[4][4];
        LOAD_FOURS(things, offsetof(imp2_shape, x) + (size_t)from * sizeof(float), 4, FN(ROW), rows);
        FN(store_four)(&f->nx, 0, from, rows[2]);
        FN(store_four)(&f->ny, 0, from, rows[3]);
        for (int32_t k = 0; k < 4; ++k)
        {
            x[from + k] = SUB(r->x, rows[0][k]);
            y[from + k] = SUB(r->y, rows[1][k]);
            LANES front = ADD(MUL(rows[2][k], x[from + k]), MUL(rows[3][k], y[from + k]));
            INTS kept = AND_INT(BITS_INT(front), SPLAT_INT(~7u));
            STORE(f->front.of[0][from + k], front);
            most = MAX(front, most);
            best = MAX(FLOATS_INT(OR_INT(kept, SPLAT_INT((uint32_t)(from + k)))), best);
        }
    }
    for (int32_t k = 0; k < IMP2_SMALL_COUNT; ++k)
    {
        int32_t next = (k + 1) & (IMP2_SMALL_COUNT - 1);
        LANES nx = LOAD(f->nx.of[0][k]), ny = LOAD(f->ny.of[0][k]);
        LANES from_start = SUB(MUL(nx, y[k]), MUL(ny, x[k])), from_end = SUB(MUL(ny, x[next]), MUL(nx, y[next]));
        STORE(f->aside.of[0][k], SUB(MIN(from_end, zero), MIN(from_start, zero)));
    }
    *key = best;
    return most;
}

TARGET static inline uint32_t FN(collide_round)(const imp2i_batch* batch, int32_t i)
{
    const LANES zero = SPLAT(0.0f);
    const INTS one = SPLAT_INT(1), round = SPLAT_INT(IMP2_SMALL_COUNT - 1), lane = LOAD_INT(imp2i_lane_numbers);
    FN(lane_round) r = FN(place_round)(batch, i);
    FN(lane_nearest) n;
    FN(lane_fronts) f;
    LANES key;
    n.far = LESS(ADD(r.limit, r.radii), FN(see_fronts)(&r, batch->a.each + i, &f, &key));

    int32_t at[WIDTH];
    INTS place = AND_INT(BITS_INT(key), round);
    FN(find_place)(lane, place, at);
    LANES front = FN(look_up)(&f.front, at), nx = FN(look_up)(&f.nx, at), ny = FN(look_up)(&f.ny, at);
    LANES aside = WHERE(NOT(MINUS(key)), FN(look_up)(&f.aside, at)), height = ABS(front);
    LANES square = ADD(MUL(height, height), MUL(aside, aside));
    n.x = ADD(MUL(nx, height), MUL(ny, aside));
    n.y = SUB(MUL(ny, height), MUL(nx, aside));

    INTS end = WHERE_INT(MINUS(aside), one);
    n.feature = MIN_INT(AND_INT(ADD_INT(place, end), round), r.last);
    FN(find_place)(lane, AND_INT(ADD_INT(ADD_INT(n.feature, end), round), round), at);
    LANES other = FN(look_up)(&f.aside, at);
    n.root = ROOT(square);
    n.distance = SUB(ADD(front, SUB(n.root, height)), r.radii);
    n.corner = OR(LESS(aside, zero), LESS(zero, aside));
    n.sure = NOT(LESS(zero, MUL(aside, ADD(other, MUL(SPLAT(IMPI_FLOAT_DOUBT), aside)))));
    n.sure = AND(n.sure, AND(LESS(r.floor, square), LESS(r.doubt, ABS(n.distance))));
    return FN(store_round)(batch, i, &r, &n);
}

TARGET static int32_t FN(collide_polygon_circles)(const imp2i_batch* batch, int32_t first, int32_t end,
                                                  int32_t* doubtful)
{
    int32_t count = 0;
    for (int32_t i = first; i < end; i += WIDTH)
    {
        count += FN(list_lanes)(FN(collide_round)(batch, i), i, doubtful + count);
    }
    return count;
}

TARGET static inline uint32_t FN(collide_box_round)(const imp2i_batch* batch, int32_t i)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    const INTS first = SPLAT_INT(1), second = SPLAT_INT(2), third = SPLAT_INT(3);
    FN(lane_round) r = FN(place_round)(batch, i);
    FN(lane_nearest) n;
    LANES rows[2][4];
    LOAD_FOURS(batch->a.each + i, offsetof(imp2_shape, x), 2, FN(ROW), rows);
    LANES right = SUB(r.x, rows[0][2]), left = FLIP(SUB(r.x, rows[0][3]), SPLAT(-0.0f));
    LANES above = SUB(r.y, rows[1][2]), below = FLIP(SUB(r.y, rows[1][1]), SPLAT(-0.0f));
    LANES beyond_x = MAX(right, left), beyond_y = MAX(above, below), most = MAX(beyond_x, beyond_y);
    n.far = LESS(ADD(r.limit, r.radius), most);

    MASK by_y = LESS(SUB(beyond_x, beyond_y), zero);
    LANES inside = MAX(SUB(zero, most), zero);
    LANES gap_x = ADD(MUL(inside, PICK(by_y, zero, one)), MAX(beyond_x, zero));
    LANES gap_y = ADD(MUL(inside, PICK(by_y, one, zero)), MAX(beyond_y, zero));
    LANES square = ADD(MUL(gap_x, gap_x), MUL(gap_y, gap_y)), from_x = SUB(right, left), from_y = SUB(above, below);
    n.root = ROOT(square);
    n.distance = SUB(SUB(n.root, MUL(SPLAT(2.0f), inside)), r.radius);
    n.sure = AND(LESS(r.floor, square), LESS(r.doubt, ABS(n.distance)));
    n.x = FLIP(gap_x, from_x);
    n.y = FLIP(gap_y, from_y);

    // Vertices and sides are counted from below, left to right and round.
    n.corner = AND(LESS(zero, beyond_x), LESS(zero, beyond_y));
    INTS by_side = PICK_INT(by_y, WHERE_INT(NOT(MINUS(from_y)), second), PICK_INT(MINUS(from_x), third, first));
    INTS vertex = PICK_INT(MINUS(from_y), WHERE_INT(NOT(MINUS(from_x)), first), PICK_INT(MINUS(from_x), third, second));
    n.feature = PICK_INT(n.corner, vertex, by_side);
    return FN(store_round)(batch, i, &r, &n);
}

TARGET static int32_t FN(collide_box_circles)(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful)
{
    int32_t count = 0;
    for (int32_t i = first; i < end; i += WIDTH)
    {
        count += FN(list_lanes)(FN(collide_box_round)(batch, i), i, doubtful + count);
    }
    return count;
}
