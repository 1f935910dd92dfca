// SPDX-License-Identifier: MIT
//
// Contacts of shapes that have at most two vertices, one pair per lane: the arithmetic of capsules2.c, operation by
// operation, so that the bits are the same; names are as there. There the lanes are the four ways of one pair, a vertex
// of one against the edge of the other; here they follow each other.

/// As many shapes as there are lanes, seen from A's position.
typedef struct FN(lane_flat)
{
    LANES x[2], y[2];  // vertices
    LANES ex, ey, length;
    LANES radius, reach;
    INTS last;  // 1, or of a circle 0
} FN(lane_flat);

/// A vertex against the edge of the other.
typedef struct FN(lane_vertex_way)
{
    LANES dx, dy, foot, along, left, square;
    MASK beside;
} FN(lane_vertex_way);

/// The shortest way, and what the other vertex of the same shape has.
typedef struct FN(lane_shortest)
{
    MASK on_b, vertex, crossing, corners;  // on B's edge; the second vertex
    LANES dx, dy, square, left, from;      // the foot is from
    LANES other_left, kept, to;            // the other's foot, and the same before it is kept on the edge
} FN(lane_shortest);

TARGET static inline FN(lane_flat) FN(load_flat)(const void* const* things, LANES c, LANES s, LANES x, LANES y)
{
    LANES head[1][4], rows[2][4];
    LOAD_FOURS(things, offsetof(imp2_shape, kind), 1, 0, head);
    LOAD_FOURS(things, offsetof(imp2_shape, x), 2, FN(ROW), rows);
    FN(lane_flat) r;
    for (int32_t k = 0; k < 2; ++k)
    {
        r.x[k] = ADD(SUB(MUL(c, rows[0][k]), MUL(s, rows[1][k])), x);
        r.y[k] = ADD(ADD(MUL(s, rows[0][k]), MUL(c, rows[1][k])), y);
    }
    r.ex = SUB(r.x[1], r.x[0]);
    r.ey = SUB(r.y[1], r.y[0]);
    r.length = ADD(MUL(r.ex, r.ex), MUL(r.ey, r.ey));
    r.last = SUB_INT(BITS_INT(head[0][1]), SPLAT_INT(1));
    r.radius = head[0][2];
    r.reach = head[0][3];
    return r;
}

/// From an edge to vertex k of the other.
TARGET static inline FN(lane_vertex_way) FN(way_to)(const FN(lane_flat) * edge, const FN(lane_flat) * other, int32_t k)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    LANES wx = SUB(other->x[k], edge->x[0]), wy = SUB(other->y[k], edge->y[0]);
    LANES dot = ADD(MUL(wx, edge->ex), MUL(wy, edge->ey));
    FN(lane_vertex_way) r;
    r.left = SUB(MUL(edge->ex, wy), MUL(edge->ey, wx));
    r.along = DIV(dot, edge->length);
    r.foot = MAX(MIN(r.along, one), zero);
    r.dx = SUB(wx, MUL(r.foot, edge->ex));
    r.dy = SUB(wy, MUL(r.foot, edge->ey));
    r.square = ADD(MUL(r.dx, r.dx), MUL(r.dy, r.dy));
    r.beside = OR(LESS(dot, zero), OR(LESS(edge->length, dot), NOT(LESS(zero, edge->length))));
    return r;
}

/// The first of equals.
TARGET static inline FN(lane_shortest) FN(find_shortest)(const FN(lane_flat) * a, const FN(lane_flat) * b)
{
    const FN(lane_vertex_way)
        w[4] = {FN(way_to)(a, b, 0), FN(way_to)(a, b, 1), FN(way_to)(b, a, 0), FN(way_to)(b, a, 1)};
    MASK second_a = LESS(w[1].square, w[0].square), second_b = LESS(w[3].square, w[2].square);
    LANES on_a = PICK(second_a, w[1].square, w[0].square), on_b = PICK(second_b, w[3].square, w[2].square);
    FN(lane_shortest) r;
    r.crossing = AND(XOR(MINUS(w[0].left), MINUS(w[1].left)), XOR(MINUS(w[2].left), MINUS(w[3].left)));
    r.on_b = LESS(on_b, on_a);
    r.square = PICK(r.on_b, on_b, on_a);
    r.vertex = FN(pick_mask)(r.on_b, second_b, second_a);
    r.dx = PICK(r.vertex, PICK(r.on_b, w[3].dx, w[1].dx), PICK(r.on_b, w[2].dx, w[0].dx));
    r.dy = PICK(r.vertex, PICK(r.on_b, w[3].dy, w[1].dy), PICK(r.on_b, w[2].dy, w[0].dy));
    LANES left[2] = {PICK(r.on_b, w[2].left, w[0].left), PICK(r.on_b, w[3].left, w[1].left)};
    LANES foot[2] = {PICK(r.on_b, w[2].foot, w[0].foot), PICK(r.on_b, w[3].foot, w[1].foot)};
    r.left = PICK(r.vertex, left[1], left[0]);
    r.other_left = PICK(r.vertex, left[0], left[1]);
    r.from = PICK(r.vertex, foot[1], foot[0]);
    r.kept = PICK(r.vertex, foot[0], foot[1]);
    r.to = PICK(r.vertex, PICK(r.on_b, w[2].along, w[0].along), PICK(r.on_b, w[3].along, w[1].along));
    r.corners = FN(pick_mask)(r.vertex, FN(pick_mask)(r.on_b, w[3].beside, w[1].beside),
                              FN(pick_mask)(r.on_b, w[2].beside, w[0].beside));
    return r;
}

/// A feature of the edge and one of what ends there.
TARGET static inline INTS FN(name_flats)(MASK on_b, INTS kind, INTS edge, INTS ended)
{
    INTS of_a = PICK_INT(on_b, ended, edge), of_b = PICK_INT(on_b, edge, ended);
    return OR_INT(LEFT_INT(kind, 30), OR_INT(LEFT_INT(of_a, 15), of_b));
}

/// Where touch is; what follows from the shortest way, which is as long as core.
TARGET static inline void FN(store_flats)(const imp2i_batch* batch, int32_t i, const FN(lane_flat) * a,
                                          const FN(lane_flat) * b, const FN(lane_shortest) * w, LANES core, MASK touch)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), one_half = SPLAT(0.5f), minus = SPLAT(-0.0f);
    const INTS first = SPLAT_INT(1), second = SPLAT_INT(2);
    MASK on_b = w->on_b, corners = w->corners;
    LANES radii = ADD(a->radius, b->radius), distance = SUB(core, radii);
    LANES ex = PICK(on_b, b->ex, a->ex), ey = PICK(on_b, b->ey, a->ey);
    LANES radius = PICK(on_b, b->radius, a->radius), origin_x = FN(fetch)(&batch->a, IMP2I_COLUMN_X, i, 0.0f);
    LANES origin_y = FN(fetch)(&batch->a, IMP2I_COLUMN_Y, i, 0.0f);
    LANES start_x = PICK(on_b, b->x[0], a->x[0]), start_y = PICK(on_b, b->y[0], a->y[0]);

    LANES edge_length = ROOT(PICK(on_b, b->length, a->length)), per_length = DIV(one, edge_length);
    LANES per_core = DIV(one, core);
    MASK is_left = LESS(zero, w->left);
    LANES right = PICK_NEGATED(is_left, per_length, per_length);
    LANES nx = PICK(corners, MUL(w->dx, per_core), MUL(ey, right));
    LANES ny = PICK(corners, MUL(w->dy, per_core), FLIP(MUL(ex, right), minus));

    LANES height = FLIP(MUL(w->other_left, right), minus), rise = SUB(height, core), run = SUB(w->to, w->from);
    LANES kept = SUB(w->kept, w->from), end_height = ADD(core, MUL(DIV(kept, run), rise));
    LANES end_distance = SUB(end_height, radii);
    LANES least = MUL(SPLAT(IMPI_FLOAT_DOUBT), ADD(a->reach, b->reach));
    MASK two = AND(LESS(least, MUL(ABS(kept), edge_length)), LESS(ABS(rise), MUL(ABS(run), edge_length)));
    two = AND(AND(two, NOT(corners)), AT_MOST(end_distance, SPLAT(batch->margin)));

    INTS side = WHERE_INT(is_left, second);
    INTS facing = WHERE_INT(XOR(is_left, XOR(LESS(zero, run), w->vertex)), second);
    INTS end = WHERE_INT(LESS(zero, w->from), PICK_INT(on_b, b->last, a->last));
    INTS tip = WHERE_INT(w->vertex, PICK_INT(on_b, a->last, b->last));
    MASK beyond = LESS(one, w->to), clipped = OR(LESS(w->to, zero), beyond);
    INTS on_edge = PICK_INT(on_b, first, second), on_ended = PICK_INT(on_b, second, first);
    FN(lane_contact) ends[2];
    ends[0].id = FN(name_flats)(on_b, PICK_INT(corners, SPLAT_INT(IMP2I_TWO_VERTICES), on_edge),
                                PICK_INT(corners, end, side), tip);
    ends[1].id =
        FN(name_flats)(on_b, PICK_INT(clipped, on_ended, on_edge), PICK_INT(clipped, WHERE_INT(beyond, first), side),
                       PICK_INT(clipped, facing, WHERE_INT(NOT(w->vertex), first)));

    LANES depth = SUB(zero, distance);
    for (int32_t k = 0; k < 2; ++k)
    {
        LANES up = ADD(radius, MUL(one_half, k ? end_distance : distance)), foot = k ? w->kept : w->from;
        ends[k].x = ADD(origin_x, ADD(ADD(start_x, MUL(foot, ex)), MUL(nx, up)));
        ends[k].y = ADD(origin_y, ADD(ADD(start_y, MUL(foot, ey)), MUL(ny, up)));
        ends[k].depth = k ? MIN(SUB(zero, end_distance), depth) : depth;
        FN(keep_contact)(k ? AND(touch, two) : touch, &ends[k]);
    }
    const LANES normal[2] = {PICK_NEGATED(on_b, nx, nx), PICK_NEGATED(on_b, ny, ny)};
    FN(store_manifold)(&batch->out, i, touch, normal, depth, ends);
}

/// Pairs i and on. Returns those that are not known.
TARGET static inline uint32_t FN(collide_flats)(const imp2i_batch* batch, int32_t i)
{
    const LANES zero = SPLAT(0.0f), margin = SPLAT(batch->margin);
    LANES ac = FN(fetch)(&batch->a, IMP2I_COLUMN_C, i, 1.0f), as = FN(fetch)(&batch->a, IMP2I_COLUMN_S, i, 0.0f);
    LANES bc = FN(fetch)(&batch->b, IMP2I_COLUMN_C, i, 1.0f), bs = FN(fetch)(&batch->b, IMP2I_COLUMN_S, i, 0.0f);
    LANES px = SUB(FN(fetch)(&batch->b, IMP2I_COLUMN_X, i, 0.0f), FN(fetch)(&batch->a, IMP2I_COLUMN_X, i, 0.0f));
    LANES py = SUB(FN(fetch)(&batch->b, IMP2I_COLUMN_Y, i, 0.0f), FN(fetch)(&batch->a, IMP2I_COLUMN_Y, i, 0.0f));
    FN(lane_flat) a = FN(load_flat)(batch->a.each + i, ac, as, zero, zero);
    FN(lane_flat) b = FN(load_flat)(batch->b.each + i, bc, bs, px, py);
    FN(lane_shortest) w = FN(find_shortest)(&a, &b);

    LANES radii = ADD(a.radius, b.radius);
    LANES scale = ADD(ADD(ADD(ADD(a.reach, b.reach), a.radius), b.radius), ADD(ABS(px), ABS(py)));
    LANES doubt = MUL(SPLAT(IMPI_FLOAT_DOUBT), scale), least = MUL(SPLAT(0x1p-10f), scale);
    LANES far = ADD(MAX(margin, doubt), radii);
    MASK apart = LESS(MUL(far, far), w.square);
    LANES core = ROOT(w.square), distance = SUB(core, radii);
    MASK sure = AND(LESS(ADD(MUL(least, least), SPLAT(0x1p-100f)), w.square), LESS(doubt, ABS(distance)));
    sure = AND(sure, OR(LESS(distance, zero), AT_MOST(distance, margin)));
    FN(store_flats)(batch, i, &a, &b, &w, core, NOT(apart));
    MASK known = AND(OR(apart, sure), NOT(w.crossing));
    return BITS(NOT(AND(known, AND(FN(is_near_unit)(ac, as), FN(is_near_unit)(bc, bs)))));
}

TARGET static int32_t FN(collide_capsules)(const imp2i_batch* batch, int32_t first, int32_t end, int32_t* doubtful)
{
    int32_t count = 0;
    for (int32_t i = first; i < end; i += WIDTH)
    {
        count += FN(list_lanes)(FN(collide_flats)(batch, i), i, doubtful + count);
    }
    return count;
}
