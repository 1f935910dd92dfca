// SPDX-License-Identifier: MIT
//
// Every public function, called with every parameter replaced by every special value: alone, and then two at a time.
//
// What must hold, whatever goes in: nothing crashes; a call that fails has written nothing, names the argument to blame
// and gives a reason that its documentation lists; a call that succeeds gives finite numbers and leaves its inputs
// alone. NaN, infinities and magnitudes that are not accepted must be refused, null too where it is not said to be
// allowed. The table of functions is written from the headers by generate.py, so a new function is in it or the build
// stops.
//
// What is inside a shape besides its kind and count is the work of the make functions and is trusted, not tried. Of a
// kind or a count that is possible but wrong for this shape only crashes count.

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples.h"
#include "support.h"

#define PATTERN 0xa5

enum
{
    SLOT_END,
    SLOT_FLOAT,
    SLOT_DOUBLE,  // tried with the values of floats
    SLOT_INT,
    SLOT_UINT,
    SLOT_BOOL,
    SLOT_POINTER,
    SLOT_ROTATION,  // both halves of it at once
    SLOT_STRUCT     // all of it zero
};

enum
{
    FLAG_OPTIONAL = 1,  // may be null
    FLAG_SMALL = 2,     // takes tiny magnitudes
    FLAG_ANY = 4,       // takes all finite numbers
    FLAG_POINTS = 8,    // the count of an array of POINTS
    FLAG_KIND = 16,     // the kind of a shape
    FLAG_COUNT = 32,    // the vertex count of a shape
    FLAG_INSIDE = 64,   // the rest of a shape: not tried
    FLAG_UNREAD = 128,  // may go unnoticed where it makes no difference
    FLAG_SHAPE = 256,   // outputs that may own memory
    FLAG_COMPOUND = 512,
    FLAG_REPORT = 1024,   // an output that names a crossing: the one thing that a failed call writes
    FLAG_STARTS = 2048,   // where an array of POINTS is split
    FLAG_TOLD = 4096,     // an output that a failed call may write
    FLAG_LENGTH = 8192,   // a count of arrays that have room for PAIRS
    FLAG_INDEX = 16384,   // an index into such an array
    FLAG_INDEX2 = 65536,  // an output that owns memory, as FLAG_SHAPE
    FLAG_INDEX3 = 131072,
    FLAG_POOL = 262144,
    FLAG_NEAR2 = 524288,
    FLAG_NEAR3 = 1048576,
    FLAG_WORLD2 = 2097152,
    FLAG_REPLAY2 = 4194304,
    FLAG_SWEEPS2 = 8388608,
    FLAG_PARTICLES2 = 16777216,
    FLAG_PARTICLES3 = 33554432,
    FLAG_SHAPE3 = 67108864,
    FLAG_COMPOUND3 = 134217728,
    FLAG_KIND3 = 268435456,  // the kind of a shape of space
    FLAG_WORLD3 = 536870912,
    FLAG_REPLAY3 = 1073741824,
    FLAG_TOGETHER = 32768  // may be null together with another
};

#define FLAG_SWEEPS3 (INT64_C(1) << 31)  // more than an enumerator can be
#define FLAG_COUNTED (INT64_C(1) << 32)  // another argument says how many freedoms it has

typedef struct slot
{
    int kind;
    int position;
    int64_t flags;
    size_t offset, size;
    const char* name;
} slot;

typedef struct function_row
{
    const char* name;
    void (*fill)(void* args, int v);
    imp_status (*call)(void* args);
    const slot* slots;    // where something bad can go
    const slot* outputs;  // whole outputs
    const slot* checks;   // floats and bools in the outputs
    size_t size;
    uint32_t faults;  // documented, as 1 << IMP_ERR_
    int share;        // one in so many variants is called
} function_row;

#include "hostile_table.inc"

// Special values

static const float float_values[] = {
    NAN,         -NAN,     INFINITY,        -INFINITY, 0.0f,      -0.0f,    0x1p-149f, -0x1p-149f,
    0x1.8p-130f, FLT_MIN,  -FLT_MIN,        FLT_MAX,   -FLT_MAX,  0x1p-61f, -0x1p-61f, 0x1.fffffep-61f,
    0x1p61f,     -0x1p61f, 0x1.000002p60f,  0x1p-60f,  -0x1p-60f, 0x1p60f,  -0x1p60f,  1.0f,
    -1.0f,       0x1p-30f, -0x1.fffffep29f,
};
static const int32_t int_values[] = {INT_MIN, INT_MIN + 1,   -1,          0,      1, 2, 3, 4, 5, 6, 7, 8, 9, POINTS,
                                     INT_MAX, (1 << 24) + 1, INT_MAX - 1, 1 << 30};
static const uint32_t uint_values[] = {0, 1, 0x80000000u, UINT32_MAX};
static const float rotation_factors[] = {1.0f + 0x1.1p-20f, 1.0f - 0x1.1p-20f, -1.0f - 0x1p-19f, 0.5f, 2.0f, 0.0f};

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

static int value_count(const slot* s)
{
    switch (s->kind)
    {
    case SLOT_FLOAT:
    case SLOT_DOUBLE: return COUNT(float_values);
    case SLOT_INT: return COUNT(int_values);
    case SLOT_UINT: return COUNT(uint_values);
    case SLOT_BOOL: return 2;
    case SLOT_ROTATION: return COUNT(rotation_factors);
    default: return 1;
    }
}

typedef struct verdict
{
    bool refuse;    // success would be wrong
    int32_t fault;  // it must be this one; 0: any that is documented
    bool trusted;   // a possible kind or count, but not this shape's: anything but a crash will do
} verdict;

// Puts a value into its place. False when there is nothing to try: the value would lie about memory.
static bool put_int(char* place, const slot* s, int32_t x, verdict* expected)
{
    int32_t old;
    memcpy(&old, place, sizeof old);
    bool lies = (s->flags & FLAG_POINTS) && x > POINTS && x <= IMP2_VERTEX_MAX;
    lies = lies || ((s->flags & FLAG_STARTS) && x > POINTS && x <= 4 * IMP2_VERTEX_MAX);
    lies = lies || ((s->flags & FLAG_COUNT) && old > IMP2_SMALL_COUNT && x > old && x <= IMP2_VERTEX_MAX);
    lies = lies || ((s->flags & FLAG_LENGTH) && x > PAIRS);
    if (lies)
    {
        return false;
    }
    memcpy(place, &x, sizeof x);
    bool bad_kind = (s->flags & FLAG_KIND) && (x < IMP2_SHAPE_CIRCLE || x > IMP2_SHAPE_POLYGON);
    bad_kind = bad_kind || ((s->flags & FLAG_KIND3) && (x < IMP3_SHAPE_SPHERE || x > IMP3_SHAPE_HALF_SPACE ||
                                                        (x == IMP3_SHAPE_HULL && old != IMP3_SHAPE_HULL)));
    bool bad_count =
        (s->flags & FLAG_COUNT) && (x < 1 || x > IMP2_VERTEX_MAX || (x > IMP2_SMALL_COUNT && old <= IMP2_SMALL_COUNT));
    expected->refuse = bad_kind || bad_count;
    expected->fault = expected->refuse ? IMP_ERR_SHAPE : 0;
    expected->trusted = !expected->refuse && (s->flags & (FLAG_KIND | FLAG_KIND3 | FLAG_COUNT));
    if ((s->flags & FLAG_INDEX) && (x < 0 || x >= PAIRS))
    {
        expected->refuse = true;
        expected->fault = IMP_ERR_RANGE;
    }
    return true;
}

// The same for values of all kinds.
static bool put(char* args, const slot* s, int value, verdict* expected)
{
    char* place = args + s->offset;
    *expected = (verdict){false, 0, false};
    if (s->flags & FLAG_INSIDE)
    {
        return false;
    }
    bool must = !(s->flags & FLAG_UNREAD);
    if (s->kind == SLOT_FLOAT || s->kind == SLOT_DOUBLE)
    {
        float x = float_values[value];
        double wide = (double)x;
        memcpy(place, s->kind == SLOT_FLOAT ? (const void*)&x : (const void*)&wide, s->size);
        float size = fabsf(x);
        bool large = size > IMP_MAGNITUDE_MAX && !(s->flags & FLAG_ANY);
        bool tiny = size != 0.0f && size < IMP_MAGNITUDE_MIN && !(s->flags & (FLAG_ANY | FLAG_SMALL));
        expected->fault = must && !isfinite(x) ? IMP_ERR_NAN : 0;
        expected->refuse = must && (!isfinite(x) || large || tiny);
    }
    else if (s->kind == SLOT_INT)
    {
        return put_int(place, s, int_values[value], expected);
    }
    else if (s->kind == SLOT_UINT)
    {
        memcpy(place, &uint_values[value], sizeof uint_values[value]);
    }
    else if (s->kind == SLOT_BOOL)
    {
        *place = (char)value;
    }
    else if (s->kind == SLOT_ROTATION)
    {
        imp2_rot q;
        memcpy(&q, place, sizeof q);
        q.c *= rotation_factors[value];
        q.s *= rotation_factors[value];
        memcpy(place, &q, sizeof q);
        expected->refuse = must;
        expected->fault = must ? IMP_ERR_ROTATION : 0;
    }
    else if (s->kind == SLOT_POINTER)
    {
        memset(place, 0, s->size);
        expected->refuse = !(s->flags & FLAG_OPTIONAL);
        expected->fault = expected->refuse ? IMP_ERR_NULL : 0;
    }
    else
    {
        memset(place, 0, s->size);
    }
    return true;
}

// One call: s and t are the slots that were changed, or null; before is what the arguments were.
typedef struct trial
{
    const function_row* f;
    char *args, *before;
    const slot *s, *t;
    int value;
    verdict expected;
    imp_status status;
} trial;

// Complaints: one line for each place and reason.

static int complaints;

static void complain(const trial* call, const char* what)
{
    static const char* last_what;
    static const slot* last_slot;
    static const function_row* last_function;
    static int lines;
    const slot* s = call->s;
    complaints += 1;
    lines = last_function == call->f ? lines + 1 : 1;
    last_function = call->f;
    if ((last_what == what && last_slot == s) || lines > 30)
    {
        return;
    }
    last_what = what;
    last_slot = s;
    printf("%s: %s (status %d, argument %d) with ", call->f->name, what, (int)imp_status_fault(call->status),
           (int)imp_status_argument(call->status));
    if (!s)
    {
        printf("the valid example %d\n", call->value);
        return;
    }
    printf("%s = ", s->name);
    if (s->kind == SLOT_FLOAT || s->kind == SLOT_DOUBLE)
    {
        printf("%a", (double)float_values[call->value]);
    }
    else if (s->kind == SLOT_INT)
    {
        printf("%d", (int)int_values[call->value]);
    }
    else
    {
        printf("value %d", call->value);
    }
    printf("%s%s\n", call->t ? " and something in " : "", call->t ? call->t->name : "");
}

static void judge_failure(const trial* call)
{
    const function_row* f = call->f;
    int32_t fault = imp_status_fault(call->status);
    int argument = imp_status_argument(call->status);
    const int64_t flags = (call->s ? call->s->flags : 0) | (call->t ? call->t->flags : 0);
    bool blamed = (call->s && argument == call->s->position) || (call->t && argument == call->t->position) ||
                  (argument == 0 && fault == IMP_ERR_RANGE) ||  // a result is too large
                  fault == IMP_ERR_SPACE ||                     // or there are too many
                  (fault == IMP_ERR_COUNT && (flags & FLAG_COUNTED));
    for (const slot* out = f->outputs; out->kind; ++out)
    {
        if ((out->flags & FLAG_TOLD) ||
            ((fault == IMP_ERR_CROSSING || fault == IMP_ERR_SPACE) && (out->flags & FLAG_REPORT)))
        {
            memcpy(call->args + out->offset, call->before + out->offset, out->size);
        }
    }
    if (memcmp(call->args, call->before, f->size) != 0)
    {
        complain(call, "failed and has written something");
    }
    if (fault >= IMP_STATUS_COUNT || !(f->faults >> fault & 1))
    {
        complain(call, "the fault is not in the documentation");
    }
    if (!blamed && !call->expected.trusted)
    {
        complain(call, "the wrong argument is blamed");
    }
    if (call->expected.fault && fault != call->expected.fault)
    {
        complain(call, "the fault is a wrong one");
    }
}

// Gives back what the call has made.
static void release(const slot* out, const char* made)
{
    if (out->flags & FLAG_SHAPE)
    {
        imp2_shape shape;
        memcpy(&shape, made, sizeof shape);
        imp2_shape_free(&shape);
    }
    else if (out->flags & FLAG_COMPOUND)
    {
        imp2_compound compound;
        memcpy(&compound, made, sizeof compound);
        imp2_compound_free(&compound);
    }
    else if (out->flags & FLAG_SHAPE3)
    {
        imp3_shape shape;
        memcpy(&shape, made, sizeof shape);
        imp3_shape_free(&shape);
    }
    else if (out->flags & FLAG_COMPOUND3)
    {
        imp3_compound compound;
        memcpy(&compound, made, sizeof compound);
        imp3_compound_free(&compound);
    }
    else if (out->flags &
             (FLAG_INDEX2 | FLAG_INDEX3 | FLAG_POOL | FLAG_NEAR2 | FLAG_NEAR3 | FLAG_WORLD2 | FLAG_WORLD3 |
              FLAG_REPLAY2 | FLAG_REPLAY3 | FLAG_SWEEPS2 | FLAG_SWEEPS3 | FLAG_PARTICLES2 | FLAG_PARTICLES3))
    {
        void* handle;
        memcpy(&handle, made, sizeof handle);
        imp2_index_free(out->flags & FLAG_INDEX2 ? handle : NULL);
        imp3_index_free(out->flags & FLAG_INDEX3 ? handle : NULL);
        imp_pool_free(out->flags & FLAG_POOL ? handle : NULL);
        imp2_points_free(out->flags & FLAG_NEAR2 ? handle : NULL);
        imp3_points_free(out->flags & FLAG_NEAR3 ? handle : NULL);
        imp2_sweeps_free(out->flags & FLAG_SWEEPS2 ? handle : NULL);
        imp3_sweeps_free(out->flags & FLAG_SWEEPS3 ? handle : NULL);
        imp2_particles_free(out->flags & FLAG_PARTICLES2 ? handle : NULL);
        imp3_particles_free(out->flags & FLAG_PARTICLES3 ? handle : NULL);
        imp2_world_free(out->flags & FLAG_WORLD2 ? handle : NULL);
        imp2_replay_free(out->flags & FLAG_REPLAY2 ? handle : NULL);
        imp3_world_free(out->flags & FLAG_WORLD3 ? handle : NULL);
        imp3_replay_free(out->flags & FLAG_REPLAY3 ? handle : NULL);
    }
}

static void judge_success(const trial* call)
{
    const function_row* f = call->f;
    if (call->expected.refuse && f->faults)
    {
        complain(call, "not refused");
    }
    for (const slot* check = f->checks; !call->expected.trusted && check->kind; ++check)
    {
        // What an optional pointer was not asked for still holds the pattern, which is finite too.
        float x = 0.0f;
        double wide = 0.0;
        unsigned char byte = 0;
        if (check->kind == SLOT_FLOAT)
        {
            memcpy(&x, call->args + check->offset, sizeof x);
        }
        else if (check->kind == SLOT_DOUBLE)
        {
            memcpy(&wide, call->args + check->offset, sizeof wide);
        }
        else
        {
            memcpy(&byte, call->args + check->offset, sizeof byte);
        }
        if (!isfinite(x) || !isfinite(wide) || (byte > 1 && byte != PATTERN))
        {
            complain(call, "a result is not finite");
        }
    }
    for (const slot* out = f->outputs; out->kind; ++out)
    {
        char *made = call->args + out->offset, *was = call->before + out->offset;
        if (memcmp(made, was, out->size) != 0)
        {
            release(out, made);
        }
        memcpy(was, made, out->size);
    }
    if (memcmp(call->args, call->before, f->size) != 0)
    {
        complain(call, "an input was changed");
    }
}

// Calls, and looks at all that must hold afterwards. args is followed by as much room.
static void try_call(const function_row* f, char* args, const slot* s, int value, const slot* t, verdict expected)
{
    trial call = {f, args, args + f->size, s, t, value, expected, IMP_OK};
    memcpy(call.before, args, f->size);
    call.status = f->call(args);
    if (call.status)
    {
        judge_failure(&call);
    }
    else
    {
        judge_success(&call);
    }
}

static int slots_of(const function_row* f)
{
    int slots = 0;
    while (f->slots[slots].kind)
    {
        slots += 1;
    }
    return slots;
}

static void every_value_alone(void** unused)
{
    (void)unused;
    uint64_t calls = 0;
    int thin = test_n(1) > 1 ? 1 : 4;
    for (int i = 0; i < COUNT(functions); ++i)
    {
        const function_row* f = &functions[i];
        char* args = malloc(2 * f->size);
        assert_non_null(args);
        for (int v = 0; v < VARIANTS; v += f->share)
        {
            verdict expected = {false, 0, false};
            f->fill(args, v);
            try_call(f, args, NULL, v, NULL, expected);
            for (const slot* s = f->slots; s->kind; ++s)
            {
                // A value meets a part of the examples, which part differs from value to value.
                for (int value = (int)(s - f->slots + v / f->share) % thin; value < value_count(s); value += thin)
                {
                    f->fill(args, v);
                    if (put(args, s, value, &expected))
                    {
                        try_call(f, args, s, value, NULL, expected);
                        calls += 1;
                    }
                }
            }
        }
        free(args);
    }
    test_report("hostile calls, one value", calls);
    assert_int_equal(memory.live_blocks, 0);
    assert_int_equal(complaints, 0);
}

static void two_values_at_once(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t calls = 0;
    for (int i = 0; i < COUNT(functions); ++i)
    {
        const function_row* f = &functions[i];
        int slots = slots_of(f);
        char* args = malloc(2 * f->size);
        assert_non_null(args);
        for (uint64_t k = slots > 1 ? test_n(2500) / (uint64_t)f->share : 0; k > 0; --k)
        {
            const slot* s = &f->slots[test_rng_int(&rng, 0, slots - 1)];
            const slot* t = &f->slots[test_rng_int(&rng, 0, slots - 1)];
            int value_s = test_rng_int(&rng, 0, value_count(s) - 1);
            int value_t = test_rng_int(&rng, 0, value_count(t) - 1);
            verdict expected_s, expected_t;
            f->fill(args, test_rng_int(&rng, 0, VARIANTS - 1));
            // Places within one another would undo each other.
            bool apart = s->offset + s->size <= t->offset || t->offset + t->size <= s->offset;
            if (apart && put(args, s, value_s, &expected_s) && put(args, t, value_t, &expected_t))
            {
                // Without a pointer, or with fewer points, the other value may be out of reach.
                bool hidden = ((s->flags | t->flags) & (FLAG_OPTIONAL | FLAG_POINTS | FLAG_STARTS | FLAG_LENGTH |
                                                        FLAG_INDEX | FLAG_TOGETHER)) != 0;
                verdict expected = {!hidden && (expected_s.refuse || expected_t.refuse), 0,
                                    expected_s.trusted || expected_t.trusted};
                try_call(f, args, s, value_s, t, expected);
                calls += 1;
            }
        }
        free(args);
    }
    test_report("hostile calls, two values", calls);
    assert_int_equal(memory.live_blocks, 0);
    assert_int_equal(complaints, 0);
}

static int make_shapes(void** unused)
{
    (void)unused;
    imp2_vec points[POINTS];
    for (int i = 0; i < POINTS; ++i)
    {
        points[i] = corner(i);
    }
    const imp2_vec dented[5] = {{-2, -2}, {2, -2}, {2, 2}, {0, 0}, {-2, 2}};
    const int32_t dented_count = 5;
    return imp2_circle_make((imp2_vec){0.5f, -0.25f}, 1.5f, &shapes[0]) ||
           imp2_segment_make((imp2_vec){-1, 0}, (imp2_vec){2, 1}, &shapes[1]) ||
           imp2_capsule_make((imp2_vec){-1, 0}, (imp2_vec){2, 1}, 0.5f, &shapes[2]) ||
           imp2_box_make((imp2_box){{-1, -2}, {3, 0.5f}}, &shapes[3]) ||
           imp2_oriented_box_make((imp2_vec){1, 0}, (imp2_vec){2, 0.5f}, (imp2_rot){0.6f, 0.8f}, &shapes[4]) ||
           imp2_polygon_make(points, 3, 0.0f, NULL, &shapes[5], NULL) ||
           imp2_polygon_make(points, 7, 0.25f, NULL, &shapes[6], NULL) ||
           imp2_circle_make((imp2_vec){0, 0}, 0.0f, &shapes[7]) ||
           imp2_polygon_make(points, POINTS, 0.0f, NULL, &shapes[8], NULL) ||
           imp2_chain_make(&(imp2_polyline){points, POINTS, true, true}, NULL, &compounds[0], NULL) ||
           imp2_chain_make(&(imp2_polyline){points, 5, false, false}, NULL, &compounds[1], NULL) ||
           imp2_region_make(&(imp2_outlines){dented, &dented_count, 1, 0}, NULL, &compounds[2], NULL);
}

static int make_shapes3(void)
{
    imp3_vec points[POINTS];
    float heights[16];
    for (int i = 0; i < POINTS; ++i)
    {
        points[i] = corner3(i);
        heights[i] = 0.25f * (float)(i % 5);
        heights[i + 16 - POINTS] = 0.25f * (float)(i % 3);
    }
    const imp3_vec a = {-1, 0, 0.5f}, b = {2, 1, 0}, c = {0, -1, 3};
    const imp3_rot turn = {{0.6f, 0.8f, 0}, {-0.8f, 0.6f, 0}, {0, 0, 1}};
    const int32_t corners[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    const imp3_triangles open = {.points = points, .point_count = 4, .corners = corners, .count = 3},
                         closed = {.points = points, .point_count = 4, .corners = corners, .count = 4};
    const imp3_vec tips[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int32_t outward[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const imp3_triangles solid = {.points = tips, .point_count = 4, .corners = outward, .count = 4};
    const imp3_decompose_choice apart = {.tolerance = 0.25f};
    return imp3_sphere_make(a, 1.5f, &shapes3[0]) || imp3_capsule_make(a, b, 0.5f, &shapes3[1]) ||
           imp3_triangle_make(a, b, c, 0.0f, &shapes3[2]) ||
           imp3_box_make((imp3_box){{-1, -2, -1}, {3, 0.5f, 1}}, &shapes3[3]) ||
           imp3_oriented_box_make(b, (imp3_vec){2, 0.5f, 1}, turn, 0.25f, &shapes3[4]) ||
           imp3_cylinder_make(a, b, 0.75f, 0.0f, &shapes3[5]) ||
           imp3_cone_make(a, c, 1.0f, 0.25f, 0.125f, &shapes3[6]) ||
           imp3_hull_make(points, POINTS, 0.0f, NULL, &shapes3[7], NULL) ||
           imp3_half_space_make(c, 0.5f, &shapes3[8]) || imp3_compound_make(shapes3, SOLIDS, NULL, &compounds3[0]) ||
           imp3_triangles_make(&open, NULL, &compounds3[1], NULL) ||
           imp3_triangles_make(&open, NULL, &meshes3[0], NULL) ||
           imp3_triangles_make(&closed, NULL, &meshes3[1], NULL) ||
           imp3_triangles_make(&solid, NULL, &fitted3, NULL) || imp3_mesh_add_field(&fitted3, 0.0625f) ||
           imp3_mesh_decompose(&fitted3, &apart, NULL, NULL, &parts3, NULL) ||
           imp3_height_field_make(&(imp3_heights){heights, NULL, 4, 4, 1.0f, 0.5f, true}, NULL, &compounds3[2]);
}

static int make_all(void** unused)
{
    return make_shapes(unused) || make_shapes3();
}

static int free_shapes(void** unused)
{
    (void)unused;
    for (int i = 0; i < 2; ++i)
    {
        imp2_index_free(indexes2[i]);
        imp3_index_free(indexes3[i]);
    }
    imp_pool_free(pool);
    imp2_points_free(points_of2);
    imp2_sweeps_free(imp2i_kept_sweeps);
    imp3_sweeps_free(imp3i_kept_sweeps);
    imp2_particles_free(particles2);
    imp3_particles_free(particles3);
    imp2_world_free(imp2i_kept_world);
    imp2_replay_free(imp2i_replay);
    imp2_world_free(imp2i_replay_world);
    imp3_world_free(imp3i_kept_world);
    imp3_replay_free(imp3i_replay);
    imp3_world_free(imp3i_replay_world);
    imp3_points_free(points_of3);
    imp2_shape_free(&shapes[SHAPES - 1]);
    for (int i = 0; i < COMPOUNDS; ++i)
    {
        imp2_compound_free(&compounds[i]);
        imp3_compound_free(&compounds3[i]);
    }
    imp3_compound_free(&meshes3[0]);
    imp3_compound_free(&meshes3[1]);
    imp3_compound_free(&fitted3);
    imp3_compound_free(&parts3);
    imp3_shape_free(&shapes3[SOLIDS - 1]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_alone),
        cmocka_unit_test(two_values_at_once),
    };
    return cmocka_run_group_tests(tests, make_all, free_shapes);
}
