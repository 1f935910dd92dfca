// SPDX-License-Identifier: MIT
//
// The sweep along strips, in lanes (strips.inl has the picture): sixteen blocks of a strip at a time against one. Which
// boxes of two blocks overlap is found out as for the tree. A part of kernels.inl.

// A block against those of a strip from `at` to `end`, until they begin beyond its end.
TARGET static void KN(sweep_block)(KN(catch) * w, int32_t block, int32_t at, int32_t end)
{
    const FNI(tree)* tree = w->hunt->a;
    const FNI(box_block)* rows = tree->bounds + tree->start[1];
    const uint16_t* changed = tree->bounds_changed + tree->start[1];
    int axis = tree->strips.axis;
    KN(wide) bounds = KN(widen)(&rows[block >> 4], block & 15);
    float last = rows[block >> 4].upper[axis][block & 15];
    bool all = !w->hunt->changed || (changed[block >> 4] >> (block & 15) & 1);
    while (at < end && rows[at >> 4].lower[axis][at & 15] <= last)
    {
        int32_t row = at >> 4, beyond = end - 16 * row;
        uint32_t found = KN(touching)(&rows[row], &bounds) & (IMPI_FULL << (at & 15)) & IMPI_FULL;
        found &= beyond < 16 ? (1u << beyond) - 1 : IMPI_FULL;
        found &= all ? IMPI_FULL : changed[row];
        w->tests += IMPI_LANES_OF_BLOCK;
        for (; found; found &= found - 1)
        {
            KN(hunt_blocks)(w, block, 16 * row + impi_lowest_bit(found));
        }
        at = 16 * (row + 1);
    }
}

// The first of the blocks from `at` to `end` that begins at a place or behind it; only behind it with `beyond`. It is
// likely to be near.
static inline int32_t KN(first_behind)(const FNI(tree) * tree, int32_t at, int32_t end, float place, bool beyond)
{
    const FNI(box_block)* rows = tree->bounds + tree->start[1];
    int32_t near_by = at + 4;
    while (at < end)
    {
        int32_t middle = at < near_by ? at : at + (end - at) / 2;
        float begin = rows[middle >> 4].lower[tree->strips.axis][middle & 15];
        bool before = begin < place || (beyond && begin == place);
        at = before ? middle + 1 : at;
        end = before ? end : middle;
    }
    return at;
}

// Some blocks of one strip, which are lanes of one row of the level above, against another strip.
TARGET static void KN(sweep_across)(KN(catch) * w, int32_t row, uint32_t lanes, int32_t strip, bool before)
{
    const FNI(tree)* tree = w->hunt->a;
    const FNI(box_block)* bounds = &tree->bounds[tree->start[1] + row];
    KN(wide) around = KN(widen)(&tree->strips.bounds[strip >> 4], strip & 15);
    bool changed = tree->strips.changed[strip >> 4] >> (strip & 15) & 1;
    lanes &= KN(touching)(bounds, &around);
    lanes &= !w->hunt->changed || changed ? IMPI_FULL : tree->bounds_changed[tree->start[1] + row];
    w->tests += IMPI_LANES_OF_BLOCK;
    int32_t at = tree->strips.start[strip], end = tree->strips.start[strip + 1];
    for (; lanes; lanes &= lanes - 1)
    {
        int32_t lane = impi_lowest_bit(lanes);
        at = KN(first_behind)(tree, at, end, bounds->lower[tree->strips.axis][lane], before);
        KN(sweep_block)(w, 16 * row + lane, at, end);
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
            KN(hunt_blocks)(w, block, block);
        }
        if (changed || (tree->strips.changed[strip >> 4] >> (strip & 15) & 1))
        {
            KN(sweep_block)(w, block, block + 1, tree->strips.start[strip + 1]);
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
