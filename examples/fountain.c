// SPDX-License-Identifier: MIT
//
// A fountain: drops are shot up, slowed by the air and carried off by a wind with gusts, and fall into a basin. Drops
// that are old are removed, and new ones take their numbers. No world is needed: the basin is solids.

#include <impinge/impinge2.h>

#include <stdio.h>

enum
{
    RATE = 6,   // drops in a step
    AGE = 180,  // steps that a drop lives
    MOST = RATE * AGE,
    STEPS = 480
};

static const float step_time = 1.0f / 60.0f, speed = 9.0f;

/// A number from -1 to 1; the same ones in every run.
static float roll(uint32_t* dice)
{
    *dice = *dice * 1664525u + 1013904223u;
    return (float)(*dice >> 8) * 0x1p-23f - 1.0f;
}

static imp2_solid make_wall(uint64_t id, float x, float y, float half_x, float half_y)
{
    imp2_solid wall = {.kind = IMP_SOLID_BOX, .id = id, .half = {half_x, half_y}};
    wall.pose.p = (imp2_vec){x, y};
    return wall;
}

/// Shoots some drops and notes when; their numbers are those of drops that are gone, if there are any.
static imp_status shoot(imp2_particles* drops, uint32_t* dice, int32_t step, int32_t* born)
{
    imp2_particle fresh[RATE];
    int32_t numbers[RATE];
    for (int i = 0; i < RATE; i++)
    {
        fresh[i] = imp2_particle_default();
        fresh[i].mass = 0.004f;
        fresh[i].radius = 0.02f;
        fresh[i].position = (imp2_vec){0.2f * roll(dice), 0.5f + 0.1f * roll(dice)};
        fresh[i].velocity = (imp2_vec){0.7f * roll(dice), speed + 0.3f * roll(dice)};
    }
    imp_status status = imp2_particles_add(drops, fresh, RATE, numbers);
    for (int i = 0; i < RATE && !status; i++)
    {
        born[numbers[i]] = step;
    }
    return status;
}

static imp_status remove_old(imp2_particles* drops, int32_t step, int32_t* born)
{
    int32_t old[MOST], count = 0;
    for (int32_t i = 0; i < MOST; i++)
    {
        if (born[i] >= 0 && step - born[i] >= AGE)
        {
            born[i] = -1;
            old[count++] = i;
        }
    }
    return imp2_particles_remove(drops, old, count);
}

/// What there is to see of all drops at one time.
typedef struct view
{
    int32_t count, limit, caught;
    float highest, lowest, drift;  // drift: the mean x of what flies [m]
} view;

static view look(const imp2_particles* drops)
{
    view v = {.lowest = 100.0f};
    int32_t flying = 0;
    (void)imp2_particles_count(drops, &v.count, &v.limit);
    for (int32_t i = 0; i < v.limit; i++)
    {
        imp2_particle p;
        if (imp2_particles_get(drops, i, &p) == IMP_OK)
        {
            bool caught = p.position.y < 0.4f;
            v.highest = p.position.y > v.highest ? p.position.y : v.highest;
            v.lowest = p.position.y < v.lowest ? p.position.y : v.lowest;
            v.caught += caught;
            v.drift += caught ? 0.0f : p.position.x;
            flying += !caught;
        }
    }
    v.drift /= (float)(flying > 0 ? flying : 1);
    return v;
}

int main(void)
{
    imp2_particles_def def = imp2_particles_default();
    def.gravity.y = -9.81f;
    def.material.friction = 0.1f;
    def.material.restitution = 0.3f;
    imp2_particles* drops;
    imp_status status = imp2_particles_make(&def, &drops);
    if (status)
    {
        printf("no drops: %s\n", imp_status_text(status));
        return 1;
    }
    imp2_force air = {.kind = IMP_FORCE_DRAG, .groups = 1};
    air.linear = 0.0004f;
    air.quadratic = 0.0003f;
    air.vector.x = 2.5f;  // the mean wind
    air.strength = 2.0f;  // gusts: how much it varies,
    air.length = 3.0f;    // and over what distance
    status = imp2_particles_add_force(drops, &air, NULL);
    const imp2_solid basin[] = {make_wall(1, 0.0f, -0.1f, 6.0f, 0.1f), make_wall(2, -6.1f, 0.4f, 0.1f, 0.6f),
                                make_wall(3, 6.1f, 0.4f, 0.1f, 0.6f)};
    uint32_t dice = 1;
    int32_t born[MOST];
    for (int32_t i = 0; i < MOST; i++)
    {
        born[i] = -1;
    }
    float highest = 0.0f, lowest = 100.0f;
    view v = {0};
    for (int32_t step = 1; step <= STEPS && !status; step++)
    {
        status = remove_old(drops, step, born);
        status = status ? status : shoot(drops, &dice, step, born);
        status = status ? status : imp2_particles_step(drops, basin, 3, step_time);
        v = look(drops);
        highest = v.highest > highest ? v.highest : highest;
        lowest = v.lowest < lowest ? v.lowest : lowest;
        if (step % 120 == 0)
        {
            printf("%4.1f s: %4d drops, numbers below %d; %3d caught, the others %.2f m downwind\n",
                   (double)step * (double)step_time, (int)v.count, (int)v.limit, (int)v.caught, (double)v.drift);
        }
    }
    imp2_particles_free(drops);
    // Without air they would rise by v^2 / 2g.
    float free_rise = 0.5f + speed * speed / (2.0f * 9.81f);
    printf("highest %.2f m, %.2f m without air; lowest %.3f m: %s\n", (double)highest, (double)free_rise,
           (double)lowest, imp_status_text(status));
    bool reused = v.count == MOST && v.limit == MOST;
    bool slowed = highest < free_rise && highest > 0.4f * free_rise;
    return status || !reused || !slowed || !(lowest > 0.0f) || v.caught < MOST / 4 || !(v.drift > 0.1f);
}
