// SPDX-License-Identifier: MIT
//
// Any outlines as a region. A crossing is refused, truly one, and never missed; what comes out is judged by rational
// arithmetic, contains what the rule says, survives saving and loading, and its rings need no mending. Resolved, the same
// outlines never cross, and what comes out is a right cut. The rest of the bytes spoils the cut that is loaded: it is
// refused, or right all the same.

#include <math.h>

#include "bytes.h"
#include "oracle/region2.h"

enum
{
    POINTS_MAX = 48,
    RINGS_MAX = 6,
    ROOM = 512
};

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static imp2_vec points[POINTS_MAX];
static int32_t counts[RINGS_MAX];
static imp2_outlines outlines;

static void explain(void)
{
    printf("  fill %d\n", (int)outlines.fill);
    for (int32_t r = 0, i = 0; r < outlines.ring_count; ++r)
    {
        printf("  ring %d\n", (int)r);
        for (int32_t end = i + counts[r]; i < end; ++i)
        {
            explain_vec("point", points[i]);
        }
    }
}

static void read_outlines(bytes* in)
{
    uint8_t how = next_byte(in);
    int32_t total = 0;
    outlines.points = points;
    outlines.counts = counts;
    outlines.ring_count = 0;
    outlines.fill = how & 1;
    while (outlines.ring_count < RINGS_MAX && total < POINTS_MAX && in->at < in->end)
    {
        int32_t n = 1 + next_byte(in) % 16;
        n = n < POINTS_MAX - total ? n : POINTS_MAX - total;
        counts[outlines.ring_count++] = n;
        for (; n > 0; --n)
        {
            imp2_vec v = next_vec(in);
            if (how & 2)
            {
                v.x = floorf(v.x * 0.25f);  // a coarse grid
                v.y = floorf(v.y * 0.25f);
            }
            v.x = imp2i_number_ok(v.x) ? v.x : 0.0f;
            v.y = imp2i_number_ok(v.y) ? v.y : 0.0f;
            points[total++] = v;
        }
    }
}

static void check_region(const imp2_compound* c)
{
    int32_t total = 0;
    for (int32_t r = 0; r < outlines.ring_count; ++r)
    {
        total += counts[r];
    }
    const char* fault = region2_fault(&outlines, c, points, total);
    if (fault)
    {
        printf("%s\n", fault);
    }
    MUST(!fault);
    const imp2_pose here = imp2_pose_identity();
    for (int32_t i = 0; i < total; ++i)
    {
        imp2_vec p = {0.5f * (points[i].x + points[(i + 1) % total].x), points[i].y};
        p.x = imp2i_number_ok(p.x) ? p.x : 0.0f;
        bool inside;
        int rule = region2_inside(&outlines, p);
        MUST(imp2_compound_contains(c, &here, p, &inside, NULL) == IMP_OK);
        MUST(rule == 0 || inside == (rule > 0));
        imp2_vec closest;
        float distance;
        MUST(imp2_compound_closest(c, &here, p, &closest, &distance) == IMP_OK);
        MUST(isfinite(distance) && isfinite(closest.x) && isfinite(closest.y) && (distance <= 0.0f) == inside);
    }
    imp2_mass mass;
    imp_status status = imp2_compound_mass(c, 1.0f, &mass);
    MUST(status == IMP_OK || imp_status_fault(status) == IMP_ERR_RANGE);
}

static void check_load(const imp2_compound* c, bytes* in)
{
    static imp2_vec vertices[ROOM];
    static int32_t loop[ROOM];
    int32_t vertex_count = c->ring_starts[c->ring_count], loops = c->loop_starts[c->part_count];
    MUST(vertex_count <= ROOM && loops <= ROOM);
    memcpy(vertices, c->vertices, (size_t)vertex_count * sizeof *vertices);
    memcpy(loop, c->loop, (size_t)loops * sizeof *loop);
    const imp2_region_cut cut = {vertices, c->ring_starts, c->loop_starts, loop, c->ring_count, c->part_count};
    imp2_compound loaded;
    MUST(imp2_region_load(&cut, NULL, &loaded) == IMP_OK);
    MUST(loaded.part_count == c->part_count && memcmp(loaded.loop, loop, (size_t)loops * sizeof *loop) == 0);
    MUST(memcmp(loaded.beyond, c->beyond, (size_t)loops * sizeof *loop) == 0);
    imp2_compound_free(&loaded);
    uint8_t how = next_byte(in);
    loop[next_byte(in) % loops] = next_byte(in) % vertex_count;
    if (how & 1)
    {
        vertices[next_byte(in) % vertex_count] = vertices[next_byte(in) % vertex_count];
    }
    if (how & 2)
    {
        vertices[next_byte(in) % vertex_count] = next_vec(in);
    }
    if (imp2_region_load(&cut, NULL, &loaded) == IMP_OK)
    {
        MUST(!region2_cut_fault(&loaded));
        imp2_compound_free(&loaded);
    }
}

/// fault is what the outlines gave as they are.
static void check_resolved(int32_t fault)
{
    imp2_outlines asked = outlines;
    asked.fill |= IMP_FILL_RESOLVE;
    imp2_compound c;
    int32_t resolved = imp_status_fault(imp2_region_make(&asked, NULL, &c, NULL));
    MUST(fault == IMP_ERR_CROSSING ? resolved == IMP_OK || resolved == IMP_ERR_EMPTY : resolved == fault);
    if (resolved == IMP_OK)
    {
        MUST(!region2_cut_fault(&c));
        imp2_compound_free(&c);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    bytes in = {data, data + size};
    read_outlines(&in);
    imp2_compound c;
    imp2_outline_report report = {0};
    imp_status status = imp2_region_make(&outlines, NULL, &c, &report);
    int32_t fault = imp_status_fault(status);
    if (outlines.ring_count == 0)
    {
        MUST(fault == IMP_ERR_COUNT);
        return 0;
    }
    MUST(region2_crosses(&outlines) == (fault == IMP_ERR_CROSSING));
    check_resolved(fault);
    if (fault == IMP_ERR_CROSSING)
    {
        MUST(!region2_crossing_fault(&outlines, &report));
    }
    else if (fault == IMP_ERR_EMPTY)
    {
        for (int32_t i = 1; i < counts[0]; ++i)
        {
            imp2_vec middle = {0.5f * (points[i].x + points[0].x), 0.5f * (points[i].y + points[0].y)};
            MUST(region2_inside(&outlines, middle) <= 0);
        }
    }
    else
    {
        MUST(fault == IMP_OK);
        check_region(&c);
        check_load(&c, &in);
        imp2_compound_free(&c);
    }
    return 0;
}
