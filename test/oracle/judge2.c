// SPDX-License-Identifier: MIT
#include "judge2.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct measure
{
    const char* name;
    double bound;
    double worst;
    const char* unit;
    uint64_t count;
} measure;

// In the order of the enum. What the headers leave open has a bound of ours, marked with a star.
static measure measures[CHECK2_COUNT] = {
    {"length of a normal*", 4.0, 0.0, "2^-23", 0},
    {"collide: depth", 8.0, 0.0, "ulp", 0},
    {"collide: separation after the push", 16.0, 0.0, "ulp", 0},
    {"collide: point off the surfaces", 16.0, 0.0, "ulp", 0},
    {"collide: deepest point against the depth*", 16.0, 0.0, "ulp", 0},
    {"distance", 8.0, 0.0, "ulp", 0},
    {"distance: gap along the normal*", 16.0, 0.0, "ulp", 0},
    {"distance: point off its surface", 16.0, 0.0, "ulp", 0},
    {"distance: points against distance and normal", 16.0, 0.0, "ulp", 0},
    {"sweep: separation at the time", 8.0, 0.0, "ulp", 0},
    {"sweep: separation at the time, grazing", 16.0, 0.0, "ulp", 0},
    {"sweep: gap along the normal*", 16.0, 0.0, "ulp", 0},
    {"sweep: point off the surfaces*", 32.0, 0.0, "ulp", 0},
    {"time of impact: gap at the time", 1.0, 0.0, "2^-12 of the lesser size", 0},
    {"time of impact: overlap at the time", 16.0, 0.0, "ulp", 0},
    {"time of impact: overlap before the time", 16.0, 0.0, "ulp", 0},
    {"time of impact: gap along the normal*", 1.0, 0.0, "2^-12 of the lesser size", 0},
    {"segments: point", 4.0, 0.0, "ulp", 0},
    {"support: reach missed", 4.0, 0.0, "ulp", 0},
    {"bounds: room to spare", 1.0, 0.0, "ulp of the side", 0},
    {"closest: point", 8.0, 0.0, "ulp", 0},
    {"closest: distance", 8.0, 0.0, "ulp", 0},
    {"mass: area and mass", 4.0, 0.0, "ulp", 0},
    {"mass: inertia", 4.0, 0.0, "ulp", 0},
    {"mass: centroid", 4.0, 0.0, "ulp", 0},
    {"respond: momentum lost", 8.0, 0.0, "ulp", 0},
    {"respond: energy gained", 16.0, 0.0, "ulp", 0},
};

// What was out of bounds last, for the report of it.
static double last_value, last_bound;

// An answer that is off by `error`, in units.
const char* judge2(int which, double error, double unit)
{
    double value = error == 0.0 ? 0.0 : fabs(error) / unit;
    measure* m = &measures[which];
    m->count++;
    m->worst = value <= m->worst ? m->worst : isnan(value) ? HUGE_VAL : value;
    if (!(value <= m->bound))
    {
        last_value = value;
        last_bound = m->bound;
        return m->name;
    }
    return NULL;
}

void check2_print_worst(void)
{
    for (int i = 0; i < CHECK2_COUNT; i++)
    {
        if (measures[i].worst > 0.0)
        {
            printf("worst: %s %.3g %s (bound %g)\n", measures[i].name, measures[i].worst, measures[i].unit,
                   measures[i].bound);
        }
    }
}

void check2_hold(int which, double bound)
{
    const measure* m = &measures[which];
    if (m->count == 0 || m->worst > bound)
    {
        fail_msg("%s: %g %s at worst of %llu, and no more than %g was promised", m->name, m->worst, m->unit,
                 (unsigned long long)m->count, bound);
    }
}

static struct
{
    const char* text;
    int count;
} faults[64];

bool check2_first(const char* wrong)
{
    for (int i = 0; i < 64; i++)
    {
        if (!faults[i].text || strcmp(faults[i].text, wrong) == 0)
        {
            faults[i].text = wrong;
            faults[i].count++;
            if (faults[i].count <= 2)
            {
                printf("last measured out of bounds: %.4g, bound %g\n", last_value, last_bound);
            }
            return faults[i].count <= 2;
        }
    }
    return true;
}

void check2_print_faults(void)
{
    for (int i = 0; i < 64 && faults[i].text; i++)
    {
        printf("fault: %s, %d times\n", faults[i].text, faults[i].count);
        faults[i].text = NULL;
        faults[i].count = 0;
    }
}

double judge2_coordinate_ulp(imp2_vec v)
{
    return fmax(fabs((double)v.x), fabs((double)v.y)) * 0x1p-23;
}

double judge2_excess(double error, double allowance)
{
    return fmax(0.0, fabs(error) - allowance);
}

double judge2_off_surface(const oracle2_body* body, imp2_vec point, oracle2_shift move)
{
    oracle2_body b = oracle2_point(&point);
    oracle2_answer answer;
    oracle2_relate_shifted(body, &b, move, &answer);
    return answer.separation;
}
