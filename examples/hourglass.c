// SPDX-License-Identifier: MIT
//
// An hourglass: grains run through a waist. Unlike water they run at the same rate however many are above, because they
// arch over the waist (Janssen 1895, Beverloo 1961): in the plane as (D - k d)^1.5, for a waist of D and grains of d.
// Two waists are timed; no world is needed, the glass is two solids.

#include <impinge/impinge2.h>

#include <math.h>
#include <stdio.h>

enum
{
    GRAINS_MOST = 900,
    STEPS_MOST = 1200
};

static const float step_time = 1.0f / 60.0f, gravity = 9.81f;
static const float width = 0.7f, height = 3.0f, slope = 1.2f;  // of a half of the glass
static const float diameter = 0.08f, k = 1.4f;

/// The right side of the glass, and mirrored the left one.
static imp_status make_side(float waist, float side, imp2_compound* out)
{
    float neck = waist / 2.0f, shoulder = slope * (width - neck), outer = width + 0.3f;
    const imp2_vec points[] = {{side * neck, 0.0f},    {side * width, shoulder},      {side * width, height},
                               {side * outer, height}, {side * outer, -height},       {0.0f, -height},
                               {0.0f, 0.2f - height},  {side * width, 0.2f - height}, {side * width, -shoulder}};
    const int32_t count = sizeof points / sizeof *points;
    const imp2_outlines outline = {points, &count, 1, IMP_FILL_EVEN_ODD};
    return imp2_region_make(&outline, NULL, out, NULL);
}

/// Fills the upper half with grains of sizes a little apart, so that they do not lie as a crystal.
static imp_status pour(imp2_particles* grains, int32_t* count)
{
    imp2_particle all[GRAINS_MOST];
    uint32_t dice = 7;
    *count = 0;
    float step = 1.05f * diameter;
    for (int row = 0; *count < GRAINS_MOST; row++)
    {
        float y = 0.15f + step * (float)row, half = fminf(width, y / slope) - 0.6f * diameter;
        if (y > height)
        {
            break;
        }
        for (int column = 0; step * (float)column < 2.0f * half && *count < GRAINS_MOST; column++)
        {
            dice = dice * 1664525u + 1013904223u;
            imp2_particle* grain = &all[(*count)++];
            *grain = imp2_particle_default();
            grain->radius = diameter * (0.45f + 0.05f * (float)(dice >> 8) * 0x1p-24f);
            grain->mass = 1500.0f * 3.14159265f * grain->radius * grain->radius;
            grain->position = (imp2_vec){step * (float)column - half, y};
        }
    }
    return imp2_particles_add(grains, all, *count, NULL);
}

static int32_t count_below(const imp2_particles* grains, int32_t count)
{
    imp2_vec places[GRAINS_MOST];
    int32_t below = 0;
    (void)imp2_particles_positions(grains, places, GRAINS_MOST, &count);
    for (int32_t i = 0; i < count; i++)
    {
        below += places[i].y < 0.0f;
    }
    return below;
}

/// What came of one glass.
typedef struct timing
{
    int32_t grains, below;
    float time;         // until nine of ten were through [s]
    float early, late;  // grains in a second: from one tenth to four tenths, and on to seven
} timing;

static imp_status run_glass(float waist, timing* out)
{
    imp2_particles_def def = imp2_particles_default();
    def.gravity.y = -gravity;
    def.collide = def.turn = true;
    def.material.friction = 0.4f;
    def.length_unit = diameter;
    imp2_particles* grains = NULL;
    imp2_compound left = {.kind = 0}, right = left;
    imp_status status = make_side(waist, 1.0f, &right);
    status = status ? status : make_side(waist, -1.0f, &left);
    status = status ? status : imp2_particles_make(&def, &grains);
    status = status ? status : pour(grains, &out->grains);
    imp2_solid glass[] = {{.kind = IMP_SOLID_COMPOUND, .id = 1, .compound = &left},
                          {.kind = IMP_SOLID_COMPOUND, .id = 2, .compound = &right}};
    glass[0].material.friction = glass[1].material.friction = 0.4f;
    // When so many tenths were through.
    const int32_t tenths[] = {1, 4, 7, 9};
    float times[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int step = 1; step <= STEPS_MOST && !status && !(times[3] > 0.0f); step++)
    {
        status = imp2_particles_step(grains, glass, 2, step_time);
        out->below = count_below(grains, out->grains);
        for (int i = 0; i < 4; i++)
        {
            bool now = times[i] <= 0.0f && 10 * out->below >= out->grains * tenths[i];
            times[i] = now ? (float)step * step_time : times[i];
        }
    }
    out->time = times[3];
    out->early = 0.3f * (float)out->grains / (times[1] - times[0]);
    out->late = 0.3f * (float)out->grains / (times[2] - times[1]);
    imp2_particles_free(grains);
    imp2_compound_free(&left);
    imp2_compound_free(&right);
    return status;
}

int main(void)
{
    const float waists[] = {0.36f, 0.48f};
    float rate[2] = {0.0f, 0.0f}, wanted[2];
    bool steady = true;
    for (int i = 0; i < 2; i++)
    {
        timing t = {0};
        imp_status status = run_glass(waists[i], &t);
        if (status)
        {
            printf("no sand: %s\n", imp_status_text(status));
            return 1;
        }
        printf("waist %.2f m: %d grains of %.2f m, nine tenths in %.2f s; %.1f a second at first, %.1f later\n",
               (double)waists[i], (int)t.grains, (double)diameter, (double)t.time, (double)t.early, (double)t.late);
        rate[i] = 0.5f * (t.early + t.late);
        wanted[i] = powf(waists[i] - k * diameter, 1.5f);
        steady = steady && t.time > 0.0f && fabsf(t.early - t.late) < 0.2f * rate[i];
    }
    float ratio = rate[1] / rate[0], law = wanted[1] / wanted[0];
    printf("the wider one is %.2f times as fast; Beverloo's law: %.2f\n", (double)ratio, (double)law);
    return !steady || fabsf(ratio - law) > 0.15f * law;
}
