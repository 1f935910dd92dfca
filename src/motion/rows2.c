// SPDX-License-Identifier: MIT
//
// Contacts into rows and back, and which passes this processor can do.

#include "rows2.h"

#include "../base/cpu.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265f

impi_softness impi_softness_of(float hertz, float damping, float h)
{
    // Of a damped spring, integrated implicitly over a sub-step, written as a constraint. Source: Catto 2024.
    float omega = 2.0f * PI * hertz, a = 2.0f * damping + h * omega, b = h * omega * a, c = 1.0f / (1.0f + b);
    impi_softness r = {omega / a, b * c, c};
    return r;
}

void imp2i_rows_clear(imp2i_rows* blocks, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        memset(&blocks[i], 0, sizeof blocks[i]);
        memset(blocks[i].a, 0xff, sizeof blocks[i].a);
        memset(blocks[i].b, 0xff, sizeof blocks[i].b);
    }
}

static float inverse_or_zero(float x)
{
    return x > 0.0f ? 1.0f / x : 0.0f;
}

// The speed at which to part, so that it is `restitution` of the one at which the surfaces met. Both are of bodies that
// are moved in sub-steps of h, first their velocity and then their place: with v^2 / 2 + g y, such a fall keeps - g h v
// / 2.
static float rebound_of(float approach, float depth, float pull, float restitution, float h)
{
    float met = approach * approach + pull * (2.0f * depth + approach * h);
    float climb = -2.0f * pull * (depth > 0.0f ? depth : 0.0f), lost = -0.5f * pull * h;
    float back = restitution * restitution * (met > 0.0f ? met : 0.0f) + climb + lost * lost;
    return approach < 0.0f && back > 0.0f ? lost + sqrtf(back) : 0.0f;
}

static void clear_point(imp2i_point_rows* p, int32_t lane)
{
    p->along_a[lane] = p->across_a[lane] = p->along_b[lane] = p->across_b[lane] = 0.0f;
    p->gap[lane] = p->rebound[lane] = p->approach[lane] = 0.0f;
    p->mass[lane] = p->impulse[lane] = p->side_mass[lane] = p->side_impulse[lane] = 0.0f;
}

void imp2i_row_set(imp2i_rows* block, int32_t lane, impi_row_bodies bodies, const imp2_manifold* m,
                   const imp2i_row_body* a, const imp2i_row_body* b, const imp_surface* surface,
                   const imp2i_row_impulses* impulses, const impi_row_step* step)
{
    imp2_vec n = m->normal;
    block->a[lane] = bodies.a;
    block->b[lane] = bodies.b;
    block->normal_x[lane] = n.x;
    block->normal_y[lane] = n.y;
    block->mass_a[lane] = a->inverse_mass;
    block->mass_b[lane] = b->inverse_mass;
    block->inertia_a[lane] = a->inverse_inertia;
    block->inertia_b[lane] = b->inverse_inertia;
    block->radius_a[lane] = a->radius;
    block->radius_b[lane] = b->radius;
    block->hard[lane] = bodies.a < 0 || bodies.b < 0 ? 1.0f : 0.0f;
    block->friction[lane] = surface->friction;
    block->belt[lane] = surface->belt;
    block->restitution[lane] = surface->restitution;
    block->rolling[lane] = surface->rolling;
    block->rolling_mass[lane] = inverse_or_zero(a->inverse_inertia + b->inverse_inertia);
    block->rolling_impulse[lane] = surface->rolling > 0.0f ? impulses->rolling : 0.0f;

    float masses = a->inverse_mass + b->inverse_mass, along_a[2], along_b[2], across_a[2], across_b[2];
    float pull = imp2_vec_dot(imp2_vec_sub(b->pull, a->pull), n);
    imp2_vec velocity = imp2_vec_sub(b->velocity, a->velocity);
    block->response[lane] = 0.0f;
    block->side_response[lane] = 0.0f;
    for (int32_t k = 0; k < 2; ++k)
    {
        imp2i_point_rows* p = &block->points[k];
        p->total[lane] = 0.0f;
        p->side_total[lane] = 0.0f;
        if (k == m->count)
        {
            clear_point(p, lane);
            continue;
        }
        imp2_vec arm_a = imp2_vec_sub(m->points[k].point, a->center),
                 arm_b = imp2_vec_sub(m->points[k].point, b->center);
        along_a[k] = imp2_vec_dot(arm_a, n);
        along_b[k] = imp2_vec_dot(arm_b, n);
        across_a[k] = imp2_vec_cross(arm_a, n);
        across_b[k] = imp2_vec_cross(arm_b, n);
        p->along_a[lane] = along_a[k];
        p->along_b[lane] = along_b[k];
        p->across_a[lane] = across_a[k];
        p->across_b[lane] = across_b[k];
        p->mass[lane] = inverse_or_zero(masses + a->inverse_inertia * (across_a[k] * across_a[k]) +
                                        b->inverse_inertia * (across_b[k] * across_b[k]));
        p->side_mass[lane] = inverse_or_zero(masses + a->inverse_inertia * (along_a[k] * along_a[k]) +
                                             b->inverse_inertia * (along_b[k] * along_b[k]));
        p->impulse[lane] = impulses->normal[k];
        p->side_impulse[lane] = impulses->tangent[k];
        p->approach[lane] = imp2_vec_dot(velocity, n) + (b->spin * across_b[k] - a->spin * across_a[k]);
        p->rebound[lane] = 0.0f;
        p->gap[lane] = -m->points[k].depth;
        if (surface->restitution > 0.0f)
        {
            bool bounces = p->approach[lane] < -step->bounce_speed && m->points[k].depth > 0.0f;
            p->rebound[lane] = rebound_of(p->approach[lane], m->points[k].depth, pull, surface->restitution, step->h);
            p->gap[lane] = bounces ? 0.0f : p->gap[lane];
        }
    }
    if (m->count == 2)
    {
        block->response[lane] = masses + a->inverse_inertia * (across_a[0] * across_a[1]) +
                                b->inverse_inertia * (across_b[0] * across_b[1]);
        block->side_response[lane] =
            masses + a->inverse_inertia * (along_a[0] * along_a[1]) + b->inverse_inertia * (along_b[0] * along_b[1]);
    }
}

float imp2i_row_speed(const imp2i_rows* block, int32_t lane)
{
    float speed = 0.0f;
    for (int32_t k = 0; k < 2; ++k)
    {
        const imp2i_point_rows* p = &block->points[k];
        speed = p->total[lane] > 0.0f && -p->approach[lane] > speed ? -p->approach[lane] : speed;
    }
    return speed;
}

void imp2i_row_get(const imp2i_rows* block, int32_t lane, imp2i_row_impulses* out)
{
    for (int32_t k = 0; k < 2; ++k)
    {
        const imp2i_point_rows* p = &block->points[k];
        out->normal[k] = p->impulse[lane];
        out->tangent[k] = p->side_impulse[lane];
        out->total[k] = p->total[lane];
        out->side_total[k] = p->side_total[lane];
    }
    out->rolling = block->rolling_impulse[lane];
}

const imp2i_row_passes* imp2i_row_passes_at(int level)
{
#if defined(IMPI_WIDE)
    if (level >= IMPI_LEVEL_AVX512)
    {
        return &imp2i_row_passes_avx512;
    }
    if (level == IMPI_LEVEL_AVX2)
    {
        return &imp2i_row_passes_avx2;
    }
#endif
#if defined(IMPI_FOUR)
    if (level >= IMPI_LEVEL_FOUR)
    {
        return &imp2i_row_passes_four;
    }
#endif
    (void)level;
    return &imp2i_row_passes_scalar;
}
