// SPDX-License-Identifier: MIT
//
// Manifolds of one slider on one plane, of however many tiles, parts or triangles, are one: with the vertices of the
// slider, and else the extreme points of all, as on a face of one part. So all are solved together, and have one
// friction. Between parts of a compound that is done as they are collided (collide_parts.inl), between colliders once all
// are (manifold_merge.inl).

#ifndef AXES
#include "contact2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

#define JOIN_ALIKE (1.0 - 0x1p-21)  // a cosine: such normals are those of one plane
#define JOIN_SINKS 0.125            // [IMPI_FLUSH]: what one stands for may sink in no farther

// Chooses points of two manifolds of one plane, by their numbers in both.
static int32_t choose_points(const Manifold* const both[2], int slider, int32_t chosen[DIMI(POINTS)]);

// The greatest depth of the others while the chosen points touch and the plane turns by no more than that. Of a slider
// only its vertices count: joints and steps of the surface under it are none of it.
static double sinks_most(const Manifold* const both[2], int slider, const int32_t* chosen, int32_t count, double turn);

// The height of a point of both along the normal, from the first: on the slider's surface, and else its gap.
static double height_of_point(const Manifold* const both[2], int slider, int32_t k)
{
    const Manifold *first = both[0], *m = both[k / DIMI(POINTS)];
    const Vec point = m->points[k % DIMI(POINTS)].point;
    double deeper = (double)m->points[k % DIMI(POINTS)].depth - (double)first->points[0].depth;
    DVec way = FNI(dsub)(FNI(dvec_of)(point), FNI(dvec_of)(first->points[0].point));
    double along = FNI(ddot)(way, FNI(dvec_of)(first->normal));
    return slider < 0 ? -deeper : (slider > 0 ? along : -along) - 0.5 * deeper;
}

// The height of A's surface along the normal, at the deepest point of a manifold.
static double height_of_surface(const Manifold* m)
{
    int32_t k = FNI(deepest_point)(m);
    return FNI(ddot)(FNI(dvec_of)(m->points[k].point), FNI(dvec_of)(m->normal)) + 0.5 * (double)m->points[k].depth;
}

// The greatest turn of two against each other until their manifolds are made anew: as they go on in this step, or
// around what stops them, and on.
static float turn_to_come(const World* w, const Contact* c, Vec normal)
{
    const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    const float time = w->solver.row_step.h * (float)w->solver.sub_step_count;
    const float extent = a->extent < b->extent ? a->extent : b->extent;
    float closing = fabsf(FN(vec_dot)(FN(vec_sub)(b->velocity, a->velocity), normal));
    float turning = FNI(spin_length)(FNI(spin_sub)(b->spin, a->spin)) * extent + closing;
    return w->solver.row_step.keep_part + (extent > 0.0f ? time * turning / extent : 0.0f);
}

// One that lies on the plane of the other: then both are one, with the vertices of the slider, and else the extreme
// points of both. They stay two where these do not stand for all: what rests on a point that none of them is, or comes
// down on one, would sink in there, and rock from one choice of points to the next.
bool FNI(edges_join)(const World* w, const Contact* c, PartManifold* m, const PartManifold* other)
{
    const Manifold p = m->manifold, *both[2] = {&p, &other->manifold};
    const int slider = c->slider;
    if (p.count == 0 || other->manifold.count == 0 ||
        FNI(ddot)(FNI(dvec_of)(p.normal), FNI(dvec_of)(other->manifold.normal)) < JOIN_ALIKE ||
        fabs(height_of_surface(&p) - height_of_surface(&other->manifold)) > (double)(IMPI_FLUSH * w->unit))
    {
        return false;
    }
    int32_t chosen[DIMI(POINTS)], count = choose_points(both, slider, chosen);
    if (count < p.count + other->manifold.count &&
        sinks_most(both, slider, chosen, count, (double)turn_to_come(w, c, p.normal)) >
            JOIN_SINKS * (double)(IMPI_FLUSH * w->unit))
    {
        return false;
    }
    m->manifold.count = count;
    for (int32_t k = 0; k < m->manifold.count; ++k)
    {
        m->manifold.points[k] = both[chosen[k] / DIMI(POINTS)]->points[chosen[k] % DIMI(POINTS)];
    }
    m->manifold.depth = m->manifold.points[FNI(deepest_point)(&m->manifold)].depth;
    return true;
}
