// SPDX-License-Identifier: MIT
//
// The sweep along strips, in lanes (strips.inl has the picture): sixteen blocks of a strip at a time against one. Which
// boxes of two blocks overlap is found out as for the tree. A part of kernels.inl.

// The lanes of a row that begin at a place or behind it; only behind it with `beyond`.
TARGET static inline uint32_t KN(begin_behind)(const float* begins, float place, bool beyond)
{
    uint32_t before = 0, behind = 0;
    for (int i = 0; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
    {
        before |= BITS(LESS(LOAD(begins + i), SPLAT(place))) << i;
        behind |= BITS(LESS(SPLAT(place), LOAD(begins + i))) << i;
    }
    return beyond ? behind : before ^ IMPI_FULL;
}

// A block against those from `at` to `end`, blocks of one strip, until they begin beyond its end. Of the first row only
// some lanes are asked.
TARGET static inline void KN(sweep_block)(KN(catch) * w, int32_t block, uint32_t lanes, int32_t at, int32_t end)
{
    const FNI(tree)* tree = w->hunt->a;
    const FNI(box_block)* rows = tree->bounds + tree->start[1];
    const uint16_t* changed = tree->bounds_changed + tree->start[1];
    KN(wide) bounds = KN(widen)(&rows[block >> 4], block & 15);
    float last = rows[block >> 4].upper[tree->strips.axis][block & 15];
    bool all = !w->hunt->changed || (changed[block >> 4] >> (block & 15) & 1);
    lanes &= IMPI_FULL << (at & 15);
    for (int32_t row = at >> 4; 16 * row < end; ++row, lanes = IMPI_FULL)
    {
        int32_t beyond = end - 16 * row;
        uint32_t found = KN(touching)(&rows[row], &bounds) & lanes & (beyond < 16 ? (1u << beyond) - 1 : IMPI_FULL);
        w->tests += IMPI_LANES_OF_BLOCK;
        KN(hunt_blocks)(w, block, 16 * row, found & (all ? IMPI_FULL : changed[row]));
        if (beyond <= 16 || rows[row + 1].lower[tree->strips.axis][0] > last)
        {
            break;
        }
    }
}

// The first block from `at` on, or of a later row that begins before a place: the last such. It is likely to be near.
static inline int32_t KN(skip_rows)(const FNI(box_block) * rows, int axis, int32_t at, int32_t end, float place)
{
    int32_t row = at >> 4, last = (end - 1) >> 4, near_by = row + 2;
    while (row < last)
    {
        int32_t middle = row < near_by ? row + 1 : row + (last - row + 1) / 2;
        bool before = rows[middle].lower[axis][0] < place;
        row = before ? middle : row;
        last = before ? last : middle - 1;
    }
    return 16 * row > at ? 16 * row : at;
}

// Some blocks of one strip, which are lanes of one row of the level above, against another strip.
TARGET static void KN(sweep_across)(KN(catch) * w, int32_t row, uint32_t lanes, int32_t strip, bool before)
{
    const FNI(tree)* tree = w->hunt->a;
    const FNI(box_block)* rows = tree->bounds + tree->start[1], *bounds = &rows[row];
    KN(wide) around = KN(widen)(&tree->strips.bounds[strip >> 4], strip & 15);
    bool changed = tree->strips.changed[strip >> 4] >> (strip & 15) & 1;
    int axis = tree->strips.axis;
    lanes &= KN(touching)(bounds, &around);
    lanes &= !w->hunt->changed || changed ? IMPI_FULL : tree->bounds_changed[tree->start[1] + row];
    w->tests += IMPI_LANES_OF_BLOCK;
    int32_t at = tree->strips.start[strip], end = tree->strips.start[strip + 1];
    for (; lanes; lanes &= lanes - 1)
    {
        int32_t lane = impi_lowest_bit(lanes);
        float place = bounds->lower[axis][lane];
        at = KN(skip_rows)(rows, axis, at, end, place);
        uint32_t behind = KN(begin_behind)(rows[at >> 4].lower[axis], place, before);
        while ((at | 15) < end - 1 && behind >> 15 == 0)
        {
            at = (at | 15) + 1;
            behind = KN(begin_behind)(rows[at >> 4].lower[axis], place, before);
        }
        KN(sweep_block)(w, 16 * row + lane, behind, at, end);
    }
}

// Some blocks of a strip, lanes of one row, with what is not before them.
TARGET static void KN(sweep_run)(KN(catch) * w, int32_t row, uint32_t lanes, int32_t strip)
{
    const FNI(tree)* tree = w->hunt->a;
    const FNI(box_block)* bounds = &tree->bounds[tree->start[1] + row];
    uint32_t changed = w->hunt->changed ? lanes & tree->bounds_changed[tree->start[1] + row] : lanes;
    Box around = FNI(block_get)(bounds, impi_lowest_bit(lanes));
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
    {
        int32_t lane = impi_lowest_bit(rest), block = 16 * row + lane;
        for (int k = 0; k < AXES; ++k)
        {
            float lower = bounds->lower[k][lane], upper = bounds->upper[k][lane];
            SET_AT(around.lower, k, lower < AT(around.lower, k) ? lower : AT(around.lower, k));
            SET_AT(around.upper, k, upper > AT(around.upper, k) ? upper : AT(around.upper, k));
        }
        if (changed >> lane & 1)
        {
            KN(hunt_blocks)(w, block, block, 1);
        }
        if (changed || (tree->strips.changed[strip >> 4] >> (strip & 15) & 1))
        {
            KN(sweep_block)(w, block, IMPI_FULL, block + 1, tree->strips.start[strip + 1]);
        }
    }
    KN(wide) wide = KN(widen_box)(&around);
    for (int32_t i = 0; 16 * i < tree->strips.count; ++i)
    {
        uint32_t found = KN(touching)(&tree->strips.bounds[i], &wide);
        found &= changed ? IMPI_FULL : tree->strips.changed[i];
        w->tests += IMPI_LANES_OF_BLOCK;
        for (; found; found &= found - 1)
        {
            int32_t other = 16 * i + impi_lowest_bit(found);
            if (other != strip)
            {
                KN(sweep_across)(w, row, lanes, other, other < strip);
            }
        }
    }
}

TARGET static uint64_t KN(sweep)(const FNI(hunt) * hunt, int32_t row, FNI(sink) * sinks)
{
    const FNI(tree)* tree = hunt->a;
    const FNI(strips)* strips = &tree->strips;
    KN(catch) w;
    KN(begin_catch)(&w, hunt, sinks);
    int32_t strip = 0, beyond = strips->count, block = 16 * row;
    int32_t end = block + 16 < tree->count[0] ? block + 16 : tree->count[0];
    while (beyond - strip > 1)
    {
        int32_t middle = strip + (beyond - strip) / 2;
        bool before = strips->start[middle] <= block;
        strip = before ? middle : strip;
        beyond = before ? beyond : middle;
    }
    for (; block < end; ++strip)
    {
        int32_t last = strips->start[strip + 1] < end ? strips->start[strip + 1] : end;
        uint32_t lanes = ((1u << (last - block)) - 1) << (block & 15);
        KN(sweep_run)(&w, row, lanes, strip);
        block = last;
    }
    return KN(end_catch)(&w);
}
