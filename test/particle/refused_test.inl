// SPDX-License-Identifier: MIT
//
// Every number of every definition, when it is none: the call names the fault and the argument, and nothing has
// changed.

#include <stddef.h>

/// A number or a vector of a struct.
typedef struct field
{
    size_t offset;
    int numbers;
    bool negative;  // may be below 0
    bool tiny;      // may be smaller than the range
} field;

#define SPOT(type, member)                                                                                             \
    {                                                                                                                  \
        offsetof(FN(type), member), AXES, true, true                                                                   \
    }
#define SIZE(type, member)                                                                                             \
    {                                                                                                                  \
        offsetof(FN(type), member), 1, false, false                                                                    \
    }
#define FIELDS(array) (int)(sizeof(array) / sizeof *(array))

typedef struct attempt
{
    FN(particles) * p;
    void* item;  // what the call is given
    imp_status (*call)(struct attempt* a);
    int argument;
} attempt;

static void check_fault(attempt* a, int32_t fault)
{
    uint64_t before = hash_of(a->p);
    imp_particle_stats stats = stats_of(a->p), now;
    int32_t count = -1, after = -1;
    assert_int_equal(FN(particles_count)(a->p, &count, NULL), IMP_OK);
    assert_int_equal(a->call(a), fault ? fault | a->argument << 8 : IMP_OK);
    if (fault)
    {
        now = stats_of(a->p);
        assert_int_equal(FN(particles_count)(a->p, &after, NULL), IMP_OK);
        assert_true(hash_of(a->p) == before);
        assert_memory_equal(&now, &stats, sizeof now);
        assert_int_equal(after, count);
    }
}

// Each number of each field in turn is spoiled in all ways that it does not stand, and mended again.
static uint64_t check_fields(attempt* a, const field* fields, int count)
{
    uint64_t tried = 0;
    for (int f = 0; f < count; ++f)
    {
        for (int k = 0; k < fields[f].numbers; ++k)
        {
            float* number = (float*)(void*)((char*)a->item + fields[f].offset) + k;
            const float kept = *number;
            const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f, 1e-30f, -0.25f};
            const int32_t faults[] = {IMP_ERR_NAN,       IMP_ERR_NAN,       IMP_ERR_NAN,
                                      IMP_ERR_MAGNITUDE, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE};
            for (int i = 0; i < 6; ++i, ++tried)
            {
                bool allowed = (i == 4 && fields[f].tiny) || (i == 5 && fields[f].negative);
                *number = bad[i];
                if (!allowed)
                {
                    check_fault(a, faults[i]);
                }
            }
            *number = kept;
        }
    }
    check_fault(a, 0);
    return tried;
}

static imp_status call_make(attempt* a)
{
    FN(particles)* out = NULL;
    imp_status status = FN(particles_make)(a->item, &out);
    assert_true((out != NULL) == (status == IMP_OK));
    FN(particles_free)(out);
    return status;
}

static void definitions(void** unused)
{
    (void)unused;
    static const field fields[] = {SPOT(particles_def, gravity),
                                   SIZE(particles_def, material.friction),
                                   SIZE(particles_def, material.restitution),
                                   SIZE(particles_def, material.rolling_resistance),
                                   SIZE(particles_def, rest_speed),
                                   SIZE(particles_def, length_unit)};
    FN(particles_def) def = falling(), zero, other;
    attempt a = {make_some(NULL), &def, call_make, 1};
    check_fields(&a, fields, FIELDS(fields));
    const int32_t counts[] = {-1, 65, 1 << 30};
    for (int i = 0; i < 3; ++i)
    {
        def.sub_steps = counts[i];
        check_fault(&a, IMP_ERR_RANGE);
    }
    def.sub_steps = 64;
    def.rest = -1;
    check_fault(&a, IMP_ERR_RANGE);
    def.rest = IMP_REST_COUNT;
    check_fault(&a, IMP_ERR_RANGE);
    def.rest = IMP_REST_OFF;
    def.material.restitution = 1.25f;
    check_fault(&a, IMP_ERR_RANGE);
    def.material.restitution = 1.0f;
    check_fault(&a, 0);
    assert_int_equal(FN(particles_make)(&def, NULL), IMP_ERR_NULL | 2 << 8);
    FN(particles_free)(a.p);
    // All zero is the default, and is told in numbers.
    memset(&zero, 0, sizeof zero);
    FN(particles)* p = make_some(&zero);
    assert_int_equal(FN(particles_get_def)(p, &other), IMP_OK);
    assert_int_equal(other.sub_steps, 4);
    assert_true(other.length_unit == 1.0f);
    assert_number(fabsf(other.rest_speed - 0.1f), <, 1e-6f);
    FN(particles_free)(p);
    p = make_some(NULL);
    assert_int_equal(FN(particles_get_def)(p, &other), IMP_OK);
    assert_int_equal(other.sub_steps, 4);
    assert_int_equal(FN(particles_get_def)(NULL, &other), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(FN(particles_get_def)(p, NULL), IMP_ERR_NULL | 2 << 8);
    FN(particles_free)(p);
}

static imp_status call_add(attempt* a)
{
    FN(particle) items[3];
    items[0] = items[2] = FN(particle_default)();
    items[1] = *(FN(particle)*)a->item;
    int32_t numbers[3] = {-7, -7, -7};
    imp_status status = FN(particles_add)(a->p, items, 3, numbers);
    assert_true((numbers[0] == -7) == (status != IMP_OK));
    return status;
}

static imp_status call_set(attempt* a)
{
    return FN(particles_set)(a->p, 0, a->item);
}

static imp_status call_apply_force(attempt* a)
{
    return FN(particles_apply_force)(a->p, 0, *(Vec*)a->item);
}

static imp_status call_apply_impulse(attempt* a)
{
    return FN(particles_apply_impulse)(a->p, 0, *(Vec*)a->item);
}

static void particles(void** unused)
{
    (void)unused;
    static const field fields[] = {SPOT(particle, position),
                                   SPOT(particle, velocity),
                                   {offsetof(FN(particle), angular_velocity), DIMI(SPIN_FIELDS), true, true},
                                   SIZE(particle, mass),
                                   SIZE(particle, radius),
                                   SIZE(particle, damping)};
    static const field whole[] = {{0, AXES, true, true}};
    FN(particle) one = FN(particle_default)();
    Vec vec = flat(1.0f, 2.0f);
    attempt a = {make_some(NULL), &one, call_add, 2};
    add_one(a.p, &one);
    uint64_t tried = check_fields(&a, fields, FIELDS(fields));
    a.call = call_set;
    a.argument = 3;
    tried += check_fields(&a, fields, FIELDS(fields));
    a.item = &vec;
    a.call = call_apply_force;
    tried += check_fields(&a, whole, 1);
    a.call = call_apply_impulse;
    tried += check_fields(&a, whole, 1);
    assert_int_equal(FN(particles_add)(a.p, &one, -1, NULL), IMP_ERR_COUNT | 3 << 8);
    assert_int_equal(FN(particles_add)(a.p, NULL, 1, NULL), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(FN(particles_add)(NULL, &one, 1, NULL), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(FN(particles_set)(a.p, 0, NULL), IMP_ERR_NULL | 3 << 8);
    assert_int_equal(FN(particles_get)(a.p, 0, NULL), IMP_ERR_NULL | 3 << 8);
    assert_int_equal(FN(particles_get)(a.p, -1, &one), IMP_ERR_HANDLE | 2 << 8);
    FN(particles_free)(a.p);
    test_report("numbers spoiled", tried);
}

static imp_status call_add_force(attempt* a)
{
    int32_t number = -7;
    imp_status status = FN(particles_add_force)(a->p, a->item, &number);
    assert_true((number == -7) == (status != IMP_OK));
    return status;
}

static imp_status call_set_force(attempt* a)
{
    return FN(particles_set_force)(a->p, 0, a->item);
}

// Fields that count for a kind; all others may be anything.
static int force_fields(int32_t kind, field* out)
{
    static const field spot[] = {SPOT(force, vector), SPOT(force, center), SPOT(force, a.point), SPOT(force, b.point)};
    static const field size[] = {SIZE(force, strength), SIZE(force, damping),   SIZE(force, length),
                                 SIZE(force, linear),   SIZE(force, quadratic), SIZE(force, volume)};
    // One digit for each field of spot, then of size.
    static const char* const counts[IMP_FORCE_KIND_COUNT] = {
        [IMP_FORCE_NONE] = "0000000000",      [IMP_FORCE_GRAVITY] = "1000000000",   [IMP_FORCE_DRAG] = "1000101110",
        [IMP_FORCE_SPRING] = "0001111000",    [IMP_FORCE_BUNGEE] = "0001111000",    [IMP_FORCE_BUOYANCY] = "0100100110",
        [IMP_FORCE_ATTRACTOR] = "0100101000", [IMP_FORCE_EXPLOSION] = "0100101000", [IMP_FORCE_USER] = "0000000000"};
    int count = 0;
    for (int i = 0; i < 10; ++i)
    {
        if (counts[kind][i] == '1')
        {
            out[count] = i < 4 ? spot[i] : size[i - 4];
            out[count].negative |= i == 4 && kind >= IMP_FORCE_ATTRACTOR;
            ++count;
        }
    }
    return count;
}

static void nothing(void* user, const FN(force_input) * in, Vec* force)
{
    (void)user;
    (void)in;
    (void)force;
}

static void forces(void** unused)
{
    (void)unused;
    attempt a = {make_some(NULL), NULL, call_add_force, 2};
    for (int i = 0; i < 2; ++i)
    {
        add_ball(a.p, flat((float)i, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.0f);
    }
    FN(force) first = no_force(IMP_FORCE_GRAVITY);
    add_a_force(a.p, &first);
    uint64_t tried = 0;
    for (int32_t kind = IMP_FORCE_GRAVITY; kind < IMP_FORCE_KIND_COUNT; ++kind)
    {
        FN(force) force = no_force(kind);
        force.a.kind = IMP_END_PARTICLE;
        force.function = nothing;
        field fields[10];
        int count = force_fields(kind, fields);
        for (int f = 0; f < count; ++f)
        {
            for (int k = 0; k < fields[f].numbers; ++k)
            {
                ((float*)(void*)((char*)&force + fields[f].offset))[k] = 0.5f;
            }
        }
        force.vector = kind == IMP_FORCE_BUOYANCY ? flat(0.0f, 1.0f) : force.vector;
        a.item = &force;
        a.call = call_add_force;
        a.argument = 2;
        tried += check_fields(&a, fields, count);
        a.call = call_set_force;
        a.argument = 3;
        tried += check_fields(&a, fields, count);
        force.a.particle = 2;
        check_fault(&a, IMP_ERR_HANDLE);
        force.a.particle = -1;
        check_fault(&a, IMP_ERR_HANDLE);
        force.a.particle = 1;
        force.a.kind = IMP_END_KIND_COUNT;
        check_fault(&a, IMP_ERR_RANGE);
        force.a.kind = -1;
        check_fault(&a, IMP_ERR_RANGE);
    }
    FN(particles_free)(a.p);
    test_report("numbers of forces spoiled", tried);
}

// Numbers that do not count for a kind are not looked at.
static void unread_numbers(void** unused)
{
    (void)unused;
    for (int32_t kind = IMP_FORCE_GRAVITY; kind < IMP_FORCE_KIND_COUNT; ++kind)
    {
        FN(particles)* p = make_some(NULL);
        FN(force) force = no_force(kind);
        field fields[10];
        add_ball(p, flat(3.0f, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.5f);
        force.vector = force.center = force.a.point = force.b.point = deep(NAN, INFINITY, NAN);
        force.strength = force.damping = force.length = force.linear = force.quadratic = force.volume = NAN;
        force.function = nothing;
        force.a.kind = IMP_END_PARTICLE;
        int count = force_fields(kind, fields);
        for (int f = 0; f < count; ++f)
        {
            for (int k = 0; k < fields[f].numbers; ++k)
            {
                ((float*)(void*)((char*)&force + fields[f].offset))[k] = 0.5f;
            }
        }
        force.vector = kind == IMP_FORCE_BUOYANCY ? flat(0.0f, 1.0f) : force.vector;
        assert_int_equal(FN(particles_add_force)(p, &force, NULL), IMP_OK);
        step_once(p, NULL, 0, 0x1p-6f);
        assert_number(length_of(get_one(p, 0).velocity), <, 10.0);
        FN(particles_free)(p);
    }
}

static void force_kinds(void** unused)
{
    (void)unused;
    FN(particles)* p = make_some(NULL);
    add_ball(p, flat(0.0f, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.0f);
    FN(force) force = no_force(IMP_FORCE_GRAVITY);
    attempt a = {p, &force, call_add_force, 2};
    force.groups = 1;
    const int32_t kinds[] = {IMP_FORCE_NONE, -1, IMP_FORCE_KIND_COUNT};
    for (int i = 0; i < 3; ++i)
    {
        force.kind = kinds[i];
        check_fault(&a, IMP_ERR_RANGE);
    }
    force.kind = IMP_FORCE_USER;
    check_fault(&a, IMP_ERR_RANGE);
    force.function = nothing;
    check_fault(&a, 0);
    force.kind = IMP_FORCE_BUOYANCY;
    check_fault(&a, IMP_ERR_RANGE);
    force.vector = flat(0.0f, 1.01f);
    check_fault(&a, IMP_ERR_RANGE);
    force.vector = flat(0.6f, 0.8f);
    check_fault(&a, 0);
    force = no_force(IMP_FORCE_SPRING);
    force.a = end_particle(0);
    force.b = end_particle(3);
    check_fault(&a, IMP_ERR_HANDLE);
    force.b = end_solid(55, flat(0.0f, NAN));
    check_fault(&a, IMP_ERR_NAN);
    force.b.point = flat(0.0f, 1.0f);
    // A solid may be there in one step and not in another.
    check_fault(&a, 0);
    assert_int_equal(FN(particles_add_force)(p, NULL, NULL), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(FN(particles_set_force)(p, 0, NULL), IMP_ERR_NULL | 3 << 8);
    assert_int_equal(FN(particles_set_force)(p, 77, &force), IMP_ERR_HANDLE | 2 << 8);
    assert_int_equal(FN(particles_get_force)(p, 77, &force), IMP_ERR_HANDLE | 2 << 8);
    assert_int_equal(FN(particles_get_force)(p, 0, NULL), IMP_ERR_NULL | 3 << 8);
    step_once(p, NULL, 0, 1.0f / 60.0f);
    FN(particles_free)(p);
}

static imp_status call_add_link(attempt* a)
{
    int32_t number = -7;
    imp_status status = FN(particles_add_link)(a->p, a->item, &number);
    assert_true((number == -7) == (status != IMP_OK));
    return status;
}

static void links(void** unused)
{
    (void)unused;
    static const field fields[] = {SIZE(link, length), SIZE(link, restitution), SIZE(link, stiffness),
                                   SIZE(link, damping), SPOT(link, b.point)};
    FN(particles)* p = make_some(NULL);
    add_ball(p, flat(0.0f, 0.0f), flat(0.0f, 0.0f), 1.0f, 0.0f);
    FN(link) link = link_of(IMP_LINK_CABLE, end_particle(0), end_point(flat(1.0f, 0.0f)), 1.0f);
    attempt a = {p, &link, call_add_link, 2};
    link.restitution = link.stiffness = 0.5f;
    check_fields(&a, fields, FIELDS(fields));
    link.restitution = 1.5f;
    check_fault(&a, IMP_ERR_RANGE);
    link.restitution = 1.0f;
    const int32_t kinds[] = {IMP_LINK_NONE, -1, IMP_LINK_KIND_COUNT};
    for (int i = 0; i < 3; ++i)
    {
        link.kind = kinds[i];
        check_fault(&a, IMP_ERR_RANGE);
    }
    link.kind = IMP_LINK_ROD;
    link.b.kind = IMP_END_KIND_COUNT;
    check_fault(&a, IMP_ERR_RANGE);
    link.b = end_particle(1);
    check_fault(&a, IMP_ERR_HANDLE);
    assert_int_equal(FN(particles_add_link)(p, NULL, NULL), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(FN(particles_get_link)(p, 55, &link, NULL), IMP_ERR_HANDLE | 2 << 8);
    FN(particles_free)(p);
}

static float step_time;

static imp_status call_step(attempt* a)
{
    FN(solid) solids[2] = {ground(), *(FN(solid)*)a->item};
    return FN(particles_step)(a->p, solids, 2, step_time);
}

static void solids(void** unused)
{
    (void)unused;
    static const field fields[] = {SPOT(solid, pose.p),
                                   SPOT(solid, velocity),
                                   {offsetof(FN(solid), angular_velocity), DIMI(SPIN_FIELDS), true, true},
                                   SPOT(solid, center),
                                   SIZE(solid, radius),
                                   SIZE(solid, inverse_mass),
                                   SIZE(solid, inverse_inertia),
                                   SIZE(solid, material.friction),
                                   SIZE(solid, material.restitution),
                                   SIZE(solid, material.rolling_resistance),
                                   {offsetof(FN(solid), half), AXES, false, true}};
    FN(particles)* p = make_some(NULL);
    add_ball(p, flat(0.0f, 9.0f), flat(0.0f, 0.0f), 1.0f, 0.0f);
    FN(solid) box = box_solid(flat(0.0f, -9.0f), deep(1.0f, 1.0f, 1.0f));
    attempt a = {p, &box, call_step, 2};
    box.id = 3;
    step_time = 0x1p-6f;
    uint64_t tried = check_fields(&a, fields, FIELDS(fields));
    box.id = 0;
    check_fault(&a, IMP_ERR_RANGE);
    box.id = 3;
    box.kind = IMP_SOLID_KIND_COUNT;
    check_fault(&a, IMP_ERR_RANGE);
    box.kind = -1;
    check_fault(&a, IMP_ERR_RANGE);
    box.kind = IMP_SOLID_HALF_SPACE;
    check_fault(&a, IMP_ERR_RANGE);
    box.half = flat(0.0f, -1.0f);
    check_fault(&a, 0);
    box.material.restitution = 1.5f;
    check_fault(&a, IMP_ERR_RANGE);
    box.material.restitution = 1.0f;
    box.pose.q = turned(0.5f);
    check_fault(&a, 0);
    ((float*)(void*)&box.pose.q)[0] = 0.5f;
    check_fault(&a, IMP_ERR_ROTATION);
    ((float*)(void*)&box.pose.q)[0] = NAN;
    check_fault(&a, IMP_ERR_NAN);
    box = ground();
    box.id = 3;
    a.argument = 4;
    const float times[] = {0.0f, -0.5f, NAN, INFINITY, 1e30f, 1e-30f};
    const int32_t faults[] = {IMP_ERR_RANGE, IMP_ERR_NEGATIVE,  IMP_ERR_NAN,
                              IMP_ERR_NAN,   IMP_ERR_MAGNITUDE, IMP_ERR_MAGNITUDE};
    for (int i = 0; i < 6; ++i)
    {
        step_time = times[i];
        check_fault(&a, faults[i]);
    }
    assert_int_equal(FN(particles_step)(p, &box, -1, 1.0f), IMP_ERR_COUNT | 3 << 8);
    assert_int_equal(FN(particles_step)(p, NULL, 1, 1.0f), IMP_ERR_NULL | 2 << 8);
    assert_int_equal(FN(particles_step)(NULL, &box, 1, 1.0f), IMP_ERR_NULL | 1 << 8);
    FN(particles_free)(p);
    test_report("numbers of solids spoiled", tried);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(definitions),   cmocka_unit_test(particles),
                                       cmocka_unit_test(forces),        cmocka_unit_test(force_kinds),
                                       cmocka_unit_test(links),         cmocka_unit_test(solids),
                                       cmocka_unit_test(unread_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
