// SPDX-License-Identifier: MIT
//
// The order of the tree: which things share a block. It is compiled with tree.inl.
//
// Order. All things are split in two at the median of their middles, across the axis on which they are spread widest,
// and so on down to blocks. The left part gets a power of two of the blocks, so that the parts are also the blocks of
// the levels above. Splits go by rank, so a few things far away, or all at one spot, do no harm. The median is found by
// partitions around a sample's; one that does not come to an end (things that are mostly the same) is left as it is: it
// costs time in searches, never an answer. Parts are split, and blocks written, by jobs where there are any.
//
// Upkeep. New boxes go into lanes that exist, and bounds follow. With time the bounds of neighbours overlap more; a
// part of the tree in which their sizes have grown by a seventh (in space by a tenth) since it was put in order, or
// since they were least, is put in order anew, and only it. That is best looked at when now and then are the same:
// where a thing has leapt, bounds around both say nothing. Things that are added go to the block with a free lane whose
// bounds they stretch least; when no lane is free, all are put in order with more room. That is a fixed number of times
// the cost of an order for each thing added. Where hardly anything is left, all is put in order in fewer blocks.
//
// Rejected: Hilbert and Morton order (a few boxes far away use up all their bits), and orders anew at fixed intervals.

enum
{
    FNI(SAMPLE_MAX) = 63,
    FNI(ROUNDS_MAX) = 48,
    FNI(FETCH_AHEAD) = 48
};

// A few things at even distances, on one axis, sorted.
static void take_sample(const FNI(item) * items, int32_t count, int axis, float* sample, int32_t size)
{
    int32_t step = count / size;
    for (int32_t i = 0; i < size; ++i)
    {
        float value = items[step / 2 + i * step].key[axis];
        int32_t j = i;
        for (; j > 0 && sample[j - 1] > value; --j)
        {
            sample[j] = sample[j - 1];
        }
        sample[j] = value;
    }
}

// The axis on which the things are spread widest, told by a few: those far away are not to decide.
static int widest_axis(const FNI(item) * items, int32_t count)
{
    int axis = 0;
    float widest = -1.0f;
    int32_t size = count < 16 ? count : 16, step = count / 16 + (count < 16);
    for (int k = 0; k < AXES; ++k)
    {
        float mean = 0.0f, spread = 0.0f;
        for (int32_t i = 0; i < size; ++i)
        {
            mean += items[i * step].key[k] * 0.0625f;
        }
        mean *= 16.0f / (float)size;
        for (int32_t i = 0; i < size; ++i)
        {
            spread += fabsf(items[i * step].key[k] - mean);
        }
        axis = spread > widest ? k : axis;
        widest = spread > widest ? spread : widest;
    }
    return axis;
}

// Things below a value to the front, or with `also` those that are equal to it too. Without a branch that depends on
// them: every thing changes places with the first that belongs behind.
static int32_t part_at(FNI(item) * items, int32_t count, int axis, float value, bool also)
{
    int32_t front = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        float at = items[i].key[axis];
        // Copied as a whole: what is stored here is read in the next round, and in parts it would have to wait.
        uint64_t here[2], there[2];
        memcpy(here, &items[i], sizeof here);
        memcpy(there, &items[front], sizeof there);
        memcpy(&items[i], there, sizeof there);
        memcpy(&items[front], here, sizeof here);
        front += at < value;
        front += also && at == value;
    }
    return front;
}

// The `left` things that are least on the axis to the front.
static void split(FNI(item) * items, int32_t count, int axis, int32_t left)
{
    for (int round = 0; round < FNI(ROUNDS_MAX) && left > 0 && left < count; ++round)
    {
        float sample[FNI(SAMPLE_MAX)];
        int32_t size = count < 5 ? 1 : count < 256 ? 5 : count < 2048 ? 15 : count < 16384 ? 31 : FNI(SAMPLE_MAX);
        take_sample(items, count, axis, sample, size);
        float value = sample[(int64_t)left * size / count];
        int32_t front = part_at(items, count, axis, value, false);
        if (left < front)
        {
            count = front;
            continue;
        }
        items += front;
        count -= front;
        left -= front;
        if (front == 0)
        {
            // The least are all equal: any of them will do.
            front = part_at(items, count, axis, value, true);
            if (left <= front)
            {
                return;
            }
            items += front;
            count -= front;
            left -= front;
        }
    }
}

typedef struct FNI(order_part)
{
    int32_t block, blocks, item, items;
} FNI(order_part);

// Splits a part, which keeps the left half, and returns the right one.
static FNI(order_part) FNI(halve)(FNI(item) * items, FNI(order_part) * part)
{
    int32_t half = 1;
    while (2 * half < part->blocks)
    {
        half *= 2;
    }
    int32_t left = (int32_t)((int64_t)part->items * half / part->blocks);
    FNI(item)* first = items + part->item;
    split(first, part->items, widest_axis(first, part->items), left);
    FNI(order_part) right = {part->block + half, part->blocks - half, part->item + left, part->items - left};
    part->blocks = half;
    part->items = left;
    return right;
}

enum
{
    FNI(ORDER_PARTS) = 64,
    FNI(ORDER_MIN) = 32  // blocks
};

// An order of things, cut into parts that do not touch each other.
typedef struct FNI(ordering)
{
    FNI(item) * items;
    int32_t* ends;  // ends[b] is where those of block b end
    int32_t count;
    FNI(order_part) parts[FNI(ORDER_PARTS)];
} FNI(ordering);

static void halve_part(void* context, int32_t i)
{
    // A single block is not halved: nothing is left for the right half then.
    FNI(ordering)* s = (FNI(ordering)*)context;
    FNI(order_part) none = {0, 0, 0, 0};
    s->parts[s->count + i] = s->parts[i].blocks > 1 ? FNI(halve)(s->items, &s->parts[i]) : none;
}

static void order_share(void* context, int32_t i)
{
    FNI(ordering)* s = (FNI(ordering)*)context;
    FNI(order_part) stack[40] = {s->parts[i]};
    int32_t waiting = stack[0].blocks > 0;
    while (waiting > 0)
    {
        FNI(order_part) part = stack[--waiting];
        while (part.blocks > 1)
        {
            stack[waiting++] = FNI(halve)(s->items, &part);
        }
        s->ends[part.block] = part.item + part.items;
    }
}

// Brings the things of some blocks into order. For jobs the first splits are made level by level; what comes out is the
// same, as a split depends on the things of its part alone.
static void sort_items(FNI(item) * items, int32_t item_count, int32_t block_count, int32_t* ends, const imp_jobs* jobs)
{
    FNI(ordering) s = {items, ends, 1, {{0, block_count, 0, item_count}}};
    bool spread = impi_workers(jobs) > 1;
    for (; spread && s.count < FNI(ORDER_PARTS) && block_count > 2 * s.count * FNI(ORDER_MIN); s.count *= 2)
    {
        impi_spread(jobs, halve_part, &s, s.count);
    }
    impi_spread(jobs, order_share, &s, s.count);
}

static size_t lay_out_work(FNI(work) * w, void* base, const FNI(tree) * tree, int32_t old_blocks, int32_t blocks)
{
    impi_layout l = {(char*)base, 0};
    size_t old = tree->recorded ? (size_t)old_blocks : 0, items = (size_t)w->box_count + (size_t)w->added.count;
    w->items = (FNI(item)*)impi_take(&l, items + 1, sizeof *w->items);
    w->boxes = (FNI(box_of)*)impi_take(&l, (size_t)w->box_count, sizeof *w->boxes);
    w->ends = (int32_t*)impi_take(&l, (size_t)blocks, sizeof *w->ends);
    w->spare = (FNI(item)*)impi_take(&l, tree->swept ? items + 1 : 0, sizeof *w->spare);
    w->now = (FNI(box_block)*)impi_take(&l, old, sizeof *w->now);
    w->then = (FNI(box_block)*)impi_take(&l, old, sizeof *w->then);
    w->changed = (uint16_t*)impi_take(&l, old, sizeof *w->changed);
    return l.size;
}

static inline FNI(item) FNI(item_of)(const FNI(tree) * tree, Box box, int32_t index)
{
    FNI(item) item = {{0.0f, 0.0f, 0.0f}, index};
    for (int k = 0; k < AXES; ++k)
    {
        item.key[k] = AT(box.lower, k) + (tree->swept ? 0.0f : AT(box.upper, k));
    }
    return item;
}

static void collect_items(const FNI(tree) * tree, int32_t first, int32_t blocks, const FNI(work) * w)
{
    int32_t count = 0;
    for (int32_t block = first; block < first + blocks; ++block)
    {
        for (uint32_t used = tree->used[block]; used; used &= used - 1)
        {
            int lane = impi_lowest_bit(used);
            bool gone = tree->now[block].lower[0][lane] > tree->now[block].upper[0][lane];
            Box box = FNI(block_get)(gone ? &tree->then[block] : &tree->now[block], lane);
            w->items[count] = FNI(item_of)(tree, box, count);
            w->boxes[count].box = box;
            w->boxes[count].number = tree->numbers[16 * block + lane];
            ++count;
        }
    }
    for (int32_t i = 0; i < w->added.count; ++i)
    {
        Box box = FNI(grow_box)(w->added.things[i].box, w->added.margin);
        w->items[count + i] = FNI(item_of)(tree, box, count + i);
    }
}

// The box that is written soon, or the last. It is fetched where this is called: GCC leaves out calls of functions that
// do nothing else.
static const Box* soon_box(const FNI(work) * w, int32_t item)
{
    int32_t last = w->box_count + w->added.count - 1, index = w->items[item < last ? item : last].index;
    return index < w->box_count ? &w->boxes[index].box : &w->added.things[index - w->box_count].box;
}

// Things in their order that go into blocks from first on.
typedef struct FNI(writing)
{
    FNI(tree) * tree;
    int32_t* place;
    int32_t first, blocks;
    const FNI(work) * work;
} FNI(writing);

static void write_share(void* context, int32_t share)
{
    const FNI(writing)* writing = (const FNI(writing)*)context;
    const FNI(work)* w = writing->work;
    FNI(tree)* tree = writing->tree;
    int32_t *place = writing->place, first = writing->first, b = share * FNI(SHARE);
    int32_t i = b > 0 ? w->ends[b - 1] : 0;
    for (int32_t end = b + FNI(SHARE); b < end && b < writing->blocks; ++b)
    {
        int32_t block = first + b, lane = 0;
        uint32_t changed = 0;
        empty_block(tree, block);
        for (; i < w->ends[b]; ++lane, ++i)
        {
            const Box* soon = soon_box(w, i + FNI(FETCH_AHEAD));
            impi_prefetch(soon);
            impi_prefetch(soon + 1);  // it may lie in two lines of the cache
            int32_t index = w->items[i].index;
            FNI(box_of) of = FNI(work_box)(w, index);
            uint32_t differs = 1;
            if (tree->recorded && index < w->box_count)
            {
                int32_t old = place[of.number] - 16 * first;
                of.box = FNI(block_get)(&w->now[old >> 4], old & 15);
                FNI(block_set)(&tree->then[block], lane, FNI(block_get)(&w->then[old >> 4], old & 15));
                differs = (uint32_t)w->changed[old >> 4] >> (old & 15) & 1u;
            }
            FNI(block_set)(&tree->now[block], lane, of.box);
            changed |= differs << lane;
            tree->numbers[16 * block + lane] = of.number;
            place[of.number] = 16 * block + lane;
        }
        tree->used[block] = (uint16_t)((1u << lane) - 1);
        tree->changed[block] = (uint16_t)changed;
        FNI(tree_tell)(tree, block);
    }
}

// Half the circumference of all boxes in a block of bounds.
static float measure_bounds(const FNI(tree) * tree, int level, int32_t block)
{
    const FNI(box_block)* b = &tree->bounds[tree->start[level] + block];
    float sum = 0.0f;
    for (int k = 0; k < AXES; ++k)
    {
        for (int i = 0; i < IMPI_LANES_OF_BLOCK; ++i)
        {
            float side = b->upper[k][i] - b->lower[k][i];
            sum += side > 0.0f ? side : 0.0f;
        }
    }
    return sum;
}

// Old blocks from first on become blocks of another number, in order. False, and nothing done, without memory.
static bool order_part(FNI(tree) * tree, int32_t* place, int32_t first, int32_t old_blocks, int32_t blocks, int top,
                       const FNI(added) * added, const imp_allocator* allocator)
{
    FNI(work) w;
    memset(&w, 0, sizeof w);
    for (int32_t block = first; block < first + old_blocks; ++block)
    {
        w.box_count += impi_count_bits(tree->used[block]);
    }
    if (added)
    {
        w.added = *added;
    }
    int32_t items = w.box_count + w.added.count;
    size_t size = lay_out_work(&w, NULL, tree, old_blocks, blocks);
    void* memory = impi_alloc_resize(allocator, NULL, 0, size, 1);
    if (!memory)
    {
        return false;
    }
    lay_out_work(&w, memory, tree, old_blocks, blocks);
    collect_items(tree, first, old_blocks, &w);
    if (tree->recorded)
    {
        memcpy(w.now, tree->now + first, (size_t)old_blocks * sizeof *w.now);
        memcpy(w.then, tree->then + first, (size_t)old_blocks * sizeof *w.then);
        memcpy(w.changed, tree->changed + first, (size_t)old_blocks * sizeof *w.changed);
    }
    if (blocks != old_blocks)
    {
        set_block_count(tree, first + blocks);
        top = tree->top;
    }
    if (tree->swept)
    {
        FNI(strips_order)(tree, &w, items, blocks);
    }
    else
    {
        sort_items(w.items, items, blocks, w.ends, tree->jobs);
    }
    FNI(writing) writing = {tree, place, first, blocks, &w};
    impi_spread(tree->jobs, write_share, &writing, FNI(shares)(blocks));
    impi_alloc_free(allocator, memory, size, 1);

    refresh_levels(tree, first, blocks, 1, top);
    int32_t last = first + blocks - 1;
    for (int level = 1; level <= top; ++level)
    {
        first >>= 4;
        last >>= 4;
        for (int32_t block = first; block <= last; ++block)
        {
            tree->built[tree->start[level] + block] = measure_bounds(tree, level, block);
        }
    }
    return true;
}

bool FNI(tree_build)(FNI(tree) * tree, int32_t* place, int32_t fill, const FNI(added) * added,
                     const imp_allocator* allocator)
{
    if (tree->flat)
    {
        return false;
    }
    int64_t items = added ? added->count : 0;
    for (int32_t block = 0; block < tree->count[0]; ++block)
    {
        items += impi_count_bits(tree->used[block]);
    }
    int32_t blocks = (int32_t)((items + fill - 1) / fill);
    blocks = blocks < 1 ? 1 : blocks;
    if (blocks > tree->block_capacity)
    {
        blocks = tree->block_capacity;
    }
    bool done = order_part(tree, place, 0, tree->count[0], blocks, tree->top, added, allocator);
    if (!done)
    {
        FNI(tree_refresh_all)(tree);
    }
    return done;
}

// Whether bounds are so much larger than they were that it is worth an order: when there is 1.3 times as much inside.
// Circumferences that are 1.25 times as large cost up to 1.6 times the comparisons in space, and in the plane 1.1 times
// costs more for orders than it saves.
static bool has_grown(double now, double built)
{
    return now > (1.0 + 0.3 / AXES) * built;
}

// Strips are laid out as a whole.
static void mend_strips(FNI(tree) * tree, int32_t* place, const imp_allocator* allocator)
{
    double built = 0.0, found = 0.0;
    for (int32_t block = 0; tree->top > 0 && block < tree->count[1]; ++block)
    {
        float now = measure_bounds(tree, 1, block), *least = &tree->built[tree->start[1] + block];
        *least = now < *least ? now : *least;
        built += (double)*least;
        found += (double)now;
    }
    if (has_grown(found, built))
    {
        order_part(tree, place, 0, tree->count[0], tree->count[0], tree->top, NULL, allocator);
    }
}

void FNI(tree_mend)(FNI(tree) * tree, int32_t* place, const imp_allocator* allocator)
{
    if (tree->swept)
    {
        mend_strips(tree, place, allocator);
        return;
    }
    for (int level = tree->flat ? 0 : tree->top; level > 0; --level)
    {
        for (int32_t block = 0; block < tree->count[level]; ++block)
        {
            float now = measure_bounds(tree, level, block), *least = &tree->built[tree->start[level] + block];
            *least = now < *least ? now : *least;
            if (has_grown((double)now, (double)*least))
            {
                int32_t first = block << 4 * level, end = (block + 1) << 4 * level;
                end = level == tree->top || end > tree->count[0] ? tree->count[0] : end;
                order_part(tree, place, first, end - first, end - first, level, NULL, allocator);
            }
        }
    }
}
