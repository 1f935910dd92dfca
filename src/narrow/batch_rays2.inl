// SPDX-License-Identifier: MIT
//
// Rays, one per lane. At circles the arithmetic is the single call's own (ray_circles2.inl). At boxes it is that of
// imp2i_ray_at_sides in quick_ray2.c, operation by operation; there the lanes are the four sides of one box, here its
// sides follow each other, and as their normals are the axes, most of it is the same for two of them. At other sharp
// shapes it is the same arithmetic again, with the sides as they are stored.

/// As many rays, and the poses of what they are cast at, as there are lanes.
typedef struct FN(lane_rays)
{
    LANES x, y, motion_x, motion_y;
    LANES px, py, c, s;
} FN(lane_rays);

/// What they meet: neither hit nor miss where nothing is sure.
typedef struct FN(lane_hits)
{
    MASK hit, miss;
    LANES time, normal_x, normal_y;
} FN(lane_hits);

TARGET static inline FN(lane_rays) FN(fetch_rays)(const imp2i_batch* batch, int32_t i)
{
    const FN(lane_rays)
        r = {FN(fetch)(&batch->b, IMP2I_COLUMN_X, i, 0.0f),        FN(fetch)(&batch->b, IMP2I_COLUMN_Y, i, 0.0f),
             FN(fetch)(&batch->b, IMP2I_COLUMN_MOTION_X, i, 0.0f), FN(fetch)(&batch->b, IMP2I_COLUMN_MOTION_Y, i, 0.0f),
             FN(fetch)(&batch->a, IMP2I_COLUMN_X, i, 0.0f),        FN(fetch)(&batch->a, IMP2I_COLUMN_Y, i, 0.0f),
             FN(fetch)(&batch->a, IMP2I_COLUMN_C, i, 1.0f),        FN(fetch)(&batch->a, IMP2I_COLUMN_S, i, 0.0f)};
    return r;
}

/// Whether the parts of a motion are zero or no smaller than other numbers; the squares of tiny ones would vanish.
TARGET static inline MASK FN(is_common_motion)(LANES x, LANES y)
{
    const LANES zero = SPLAT(0.0f), least = SPLAT(IMP_MAGNITUDE_MIN);
    LANES size_x = ABS(x), size_y = ABS(y);
    MASK tiny_x = AND(LESS(zero, size_x), LESS(size_x, least)), tiny_y = AND(LESS(zero, size_y), LESS(size_y, least));
    return NOT(OR(tiny_x, tiny_y));
}

/// Returns the lanes that are not known.
TARGET static inline uint32_t FN(store_hits)(const imp2i_batch* batch, int32_t i, const FN(lane_rays) * r,
                                             const FN(lane_hits) * h)
{
    const LANES zero = SPLAT(0.0f);
    const imp2_hits* out = &batch->hits;
    INTS kind = WHERE_INT(h->hit, SPLAT_INT(IMP_SWEEP_HIT));
    STORE_INT(out->kind + i, kind);
    STORE(out->time + i, WHERE(h->hit, h->time));
    STORE(out->normal_x + i, WHERE(h->hit, h->normal_x));
    STORE(out->normal_y + i, WHERE(h->hit, h->normal_y));
    STORE(out->point_x + i, WHERE(h->hit, ADD(MUL(r->motion_x, h->time), r->x)));
    STORE(out->point_y + i, WHERE(h->hit, ADD(MUL(r->motion_y, h->time), r->y)));
    STORE(out->depth + i, zero);
    MASK known = OR(h->hit, h->miss);
    if (!batch->plain)
    {
        known = AND(known, AND(FN(is_near_unit)(r->c, r->s), FN(is_common_motion)(r->motion_x, r->motion_y)));
    }
    return BITS(NOT(known));
}

TARGET static int32_t FN(ray_circles)(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful)
{
    const LANES zero = SPLAT(0.0f);
    int32_t count = 0;
    for (int32_t i = first; i < end; i += WIDTH)
    {
        FN(lane_rays) r = FN(fetch_rays)(batch, i);
        LANES center_x = FN(fetch)(&batch->a, IMP2I_COLUMN_CENTER_X, i, 0.0f);
        LANES center_y = FN(fetch)(&batch->a, IMP2I_COLUMN_CENTER_Y, i, 0.0f);
        LANES radius = FN(fetch)(&batch->a, IMP2I_COLUMN_RADIUS, i, 0.0f);
        FN(lane_circle) k;
        FN(lane_hits) h;
        FN(see_circle)(&k, r.x, r.y, r.motion_x, r.motion_y, r.px, r.py, r.c, r.s, center_x, center_y, radius);
        FN(judge_circle)(&k);
        h.time = FN(enter_circle)(&k, &h.normal_x, &h.normal_y);
        h.hit = LESS(zero, k.hit);
        h.miss = LESS(zero, k.miss);
        count += FN(list_lanes)(FN(store_hits)(batch, i, &r, &h), i, doubtful + count);
    }
    return count;
}

/// Rays in the frames of what they are cast at, but for the square of |q|: by that the shape is made larger.
typedef struct FN(lane_line)
{
    LANES square;
    LANES x, y, motion_x, motion_y;
    LANES way, size;  // of the motion, and with the distance of the positions; along x and y added
} FN(lane_line);

TARGET static inline FN(lane_line) FN(see_line)(const FN(lane_rays) * r)
{
    LANES dx = SUB(r->x, r->px), dy = SUB(r->y, r->py);
    FN(lane_line) l;
    l.square = ADD(MUL(r->c, r->c), MUL(r->s, r->s));
    l.x = ADD(MUL(r->c, dx), MUL(r->s, dy));
    l.y = SUB(MUL(r->c, dy), MUL(r->s, dx));
    l.motion_x = ADD(MUL(r->c, r->motion_x), MUL(r->s, r->motion_y));
    l.motion_y = SUB(MUL(r->c, r->motion_y), MUL(r->s, r->motion_x));
    l.way = ADD(ABS(r->motion_x), ABS(r->motion_y));
    l.size = ADD(ADD(ABS(dx), ABS(dy)), l.way);
    return l;
}

/// The time, and the normal in the world.
TARGET static inline void FN(enter_side)(const FN(lane_rays) * r, LANES square, LANES front, LANES rate, LANES nx,
                                         LANES ny, FN(lane_hits) * h)
{
    LANES unit = SUB(SPLAT(1.5f), MUL(SPLAT(0.5f), square));
    h->time = DIV(front, rate);
    h->normal_x = MUL(SUB(MUL(r->c, nx), MUL(r->s, ny)), unit);
    h->normal_y = MUL(ADD(MUL(r->s, nx), MUL(r->c, ny)), unit);
}

TARGET static inline FN(lane_hits)
    FN(meet_box)(const FN(lane_rays) * r, LANES lower_x, LANES lower_y, LANES upper_x, LANES upper_y)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    FN(lane_line) l = FN(see_line)(r);
    LANES square = l.square, x = l.x, y = l.y, mx = l.motion_x, my = l.motion_y;

    // Sides and vertices are counted from below left: side k is the one that starts at vertex k.
    LANES low_x = SUB(MUL(square, lower_x), x), up_x = SUB(MUL(square, upper_x), x);
    LANES low_y = SUB(MUL(square, lower_y), y), up_y = SUB(MUL(square, upper_y), y);
    const LANES across[4] = {SUB(MUL(mx, low_y), MUL(my, low_x)), SUB(MUL(mx, low_y), MUL(my, up_x)),
                             SUB(MUL(mx, up_y), MUL(my, up_x)), SUB(MUL(mx, up_y), MUL(my, low_x))};
    const LANES front[4] = {SUB(zero, low_y), up_x, up_y, SUB(zero, low_x)};  // negative: in front
    const LANES rate[4] = {SUB(zero, my), mx, my, SUB(zero, mx)};
    LANES doubt[4];
    MASK left[4], right[4];
    for (int k = 0; k < 4; ++k)
    {
        LANES reach = ADD(ABS(k == 0 || k == 3 ? lower_x : upper_x), ABS(k < 2 ? lower_y : upper_y));
        doubt[k] = MUL(SPLAT(2.0f * IMPI_FLOAT_DOUBT), ADD(l.size, reach));
        LANES doubt_across = MUL(doubt[k], l.way);
        left[k] = LESS(doubt_across, across[k]);
        right[k] = LESS(across[k], SUB(zero, doubt_across));
    }
    MASK clear = LESS(zero, one), ahead = LESS(one, zero), entered = ahead, met = ahead;
    LANES there = zero, speed = one, nx = zero, ny = zero;  // of the side that is entered
    for (int k = 0; k < 4; ++k)
    {
        LANES rest = SUB(front[k], rate[k]), minus = SUB(zero, doubt[k]);  // rest: at the end
        MASK start = LESS(front[k], minus), through = AND(left[k], right[(k + 1) & 3]);
        clear = AND(clear, OR(left[k], right[k]));
        ahead = OR(ahead, AND(start, LESS(rest, minus)));
        entered = OR(entered, through);
        met = OR(met, AND(through, AND(start, LESS(doubt[k], rest))));
        there = PICK(through, front[k], there);
        speed = PICK(through, rate[k], speed);
        nx = k & 1 ? PICK(through, SPLAT(k == 1 ? 1.0f : -1.0f), nx) : nx;
        ny = k & 1 ? ny : PICK(through, SPLAT(k == 2 ? 1.0f : -1.0f), ny);
    }
    FN(lane_hits) h;
    FN(enter_side)(r, square, there, speed, nx, ny, &h);
    h.hit = AND(clear, met);
    h.miss = OR(ahead, AND(clear, NOT(entered)));
    return h;
}

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

TARGET static int32_t FN(ray_boxes)(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful)
{
    const LANES zero = SPLAT(0.0f);
    int32_t count = 0;
    for (int32_t i = first; i < end; i += WIDTH)
    {
        LANES corners[4];
        FN(lane_rays) r = FN(fetch_rays)(batch, i);
        FN(fetch_corners)(&batch->a, i, corners);
        FN(lane_hits) h = FN(meet_box)(&r, corners[0], corners[1], corners[2], corners[3]);
        MASK area = LESS(zero, MIN(SUB(corners[2], corners[0]), SUB(corners[3], corners[1])));
        h.hit = AND(area, h.hit);
        h.miss = AND(area, h.miss);
        count += FN(list_lanes)(FN(store_hits)(batch, i, &r, &h), i, doubtful + count);
    }
    return count;
}

/// One place of the outlines that are looked at.
typedef struct FN(lane_side)
{
    MASK left, right;   // of the ray's line is the vertex
    MASK met;           // the ray starts in front of the side and ends behind it
    LANES front, rate;  // how far in front it starts, negative, and how fast it goes through
    LANES normal_x, normal_y;
} FN(lane_side);

/// Whether the ray stays in front of the side is added to ahead.
TARGET static inline FN(lane_side)
    FN(see_side)(const FN(lane_line) * l, LANES vx, LANES vy, LANES nx, LANES ny, MASK* ahead)
{
    const LANES zero = SPLAT(0.0f);
    LANES doubt = MUL(SPLAT(2.0f * IMPI_FLOAT_DOUBT), ADD(l->size, ADD(ABS(vx), ABS(vy)))), minus = SUB(zero, doubt);
    LANES doubt_across = MUL(doubt, l->way);
    LANES to_x = SUB(MUL(l->square, vx), l->x), to_y = SUB(MUL(l->square, vy), l->y);
    LANES across = SUB(MUL(l->motion_x, to_y), MUL(l->motion_y, to_x));
    LANES front = ADD(MUL(nx, to_x), MUL(ny, to_y)), rate = ADD(MUL(nx, l->motion_x), MUL(ny, l->motion_y));
    LANES rest = SUB(front, rate);  // at the end
    MASK start = LESS(front, minus);
    *ahead = OR(*ahead, AND(start, LESS(rest, minus)));
    const FN(lane_side) r = {LESS(doubt_across, across),
                             LESS(across, SUB(zero, doubt_across)),
                             AND(start, LESS(doubt, rest)),
                             front,
                             rate,
                             nx,
                             ny};
    return r;
}

/// Sharp shapes of at least two vertices, in four or eight places.
TARGET static inline FN(lane_hits) FN(meet_sides)(const FN(lane_rays) * r, const void* const* things, int32_t places)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    const MASK no = LESS(one, zero);
    FN(lane_line) l = FN(see_line)(r);
    FN(lane_side) sides[IMP2_SMALL_COUNT];
    MASK ahead = no;
    for (int32_t from = 0; from < places; from += 4)
    {
        LANES rows[4][4];
        LOAD_FOURS(things, offsetof(imp2_shape, x) + (size_t)from * sizeof(float), 4, FN(ROW), rows);
        for (int32_t k = 0; k < 4; ++k)
        {
            sides[from + k] = FN(see_side)(&l, rows[0][k], rows[1][k], rows[2][k], rows[3][k], &ahead);
        }
    }
    MASK clear = NOT(no), entered = no, met = no;
    LANES there = zero, speed = one, nx = zero, ny = zero;  // of the first side that is met
    for (int32_t k = 0; k < places; ++k)
    {
        const FN(lane_side)* s = &sides[k];
        MASK through = AND(s->left, sides[(k + 1) & (places - 1)].right), first = AND(AND(through, s->met), NOT(met));
        clear = AND(clear, OR(s->left, s->right));
        entered = OR(entered, through);
        met = OR(met, first);
        there = PICK(first, s->front, there);
        speed = PICK(first, s->rate, speed);
        nx = PICK(first, s->normal_x, nx);
        ny = PICK(first, s->normal_y, ny);
    }
    FN(lane_hits) h;
    FN(enter_side)(r, l.square, there, speed, nx, ny, &h);
    h.hit = AND(clear, met);
    h.miss = OR(ahead, AND(clear, NOT(entered)));
    return h;
}

TARGET static int32_t FN(ray_sides)(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful)
{
    int32_t count = 0;
    for (int32_t i = first; i < end; i += WIDTH)
    {
        const void* const* things = batch->a.each + i;
        FN(lane_rays) r = FN(fetch_rays)(batch, i);
        bool many = false;
        for (int32_t k = 0; k < WIDTH; ++k)
        {
            many = many || ((const imp2_shape*)things[k])->count > 4;
        }
        FN(lane_hits) h = many ? FN(meet_sides)(&r, things, IMP2_SMALL_COUNT) : FN(meet_sides)(&r, things, 4);
        count += FN(list_lanes)(FN(store_hits)(batch, i, &r, &h), i, doubtful + count);
    }
    return count;
}
