// SPDX-License-Identifier: MIT
//
// A sphere against a sphere, a capsule or a triangle, in floats: the commonest pairs of particles, ragdolls and ground.
// A pair that is nearer to touching than floats can tell goes to the same test in doubles (round3.c, triangle3.c).
//
// A triangle is seen in its own frame, where its corners are as they are stored. The classic order: above the face, with
// its normal; else the three sides at once in lanes, each with the place of the nearest point along it, which tells
// whether that is on the edge or at a corner.

#include "round3.h"

#include "../math/vec3.h"

/// Of the scale: nearer than this the direction is lost in floats.
#define LEAST_FLOAT_CORE 0x1p-10f

/// A sphere B and what it is measured by.
typedef struct float_call
{
    imp3_vec offset_b, way;  // from B's position to its centre; from A's position to it
    float radii, scale, doubt, far;
} float_call;

static inline float_call start_floats(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                      const imp3_pose* pose_b, imp3_vec offset_b, float margin)
{
    float_call f;
    imp3_vec shift = imp3_vec_sub(pose_b->p, pose_a->p);
    f.offset_b = offset_b;
    f.way = imp3_vec_add(shift, f.offset_b);
    f.radii = a->radius + b->radius;
    f.scale = ((a->reach + b->reach) + f.radii) + (fabsf(shift.x) + fabsf(shift.y) + fabsf(shift.z));
    f.doubt = IMPI_FLOAT_DOUBT * f.scale;
    f.far = (margin > f.doubt ? margin : f.doubt) + f.radii;
    return f;
}

static inline bool is_sure_float(const float_call* f, float distance, float margin)
{
    return (fabsf(distance) > f->doubt) & ((distance < 0.0f) | (distance <= margin));
}

/// One contact with sphere B; n points to it.
static inline bool write_sphere(const float_call* f, const imp3_shape* b, const imp3_pose* pose_b, imp3_vec n,
                                float distance, uint32_t name, bool flip, imp3_manifold* out)
{
    float back = b->radius + 0.5f * distance, side = flip ? -1.0f : 1.0f;
    imp3i_clear_manifold(out);
    out->normal.x = impi_tidy(n.x * side);
    out->normal.y = impi_tidy(n.y * side);
    out->normal.z = impi_tidy(n.z * side);
    out->depth = 0.0f - distance;
    out->count = 1;
    out->points[0].point.x = impi_tidy(pose_b->p.x + (f->offset_b.x - n.x * back));
    out->points[0].point.y = impi_tidy(pose_b->p.y + (f->offset_b.y - n.y * back));
    out->points[0].point.z = impi_tidy(pose_b->p.z + (f->offset_b.z - n.z * back));
    out->points[0].depth = out->depth;
    out->points[0].id = flip ? imp3i_contact_id(IMP3I_NAME_VERTEX, name) : imp3i_contact_id(name, IMP3I_NAME_VERTEX);
    return true;
}

/// What is left of a short difference across a long line when the rounding along that has been taken off once more.
static inline imp3_vec make_across(imp3_vec way, imp3_vec along, float inverse_square)
{
    return imp3i_vec_add_scaled(way, along, -(imp3_vec_dot(way, along) * inverse_square));
}

bool imp3i_collide_round_sphere(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                const imp3_pose* pose_b, float margin, bool flip, imp3_manifold* out)
{
    float_call f = start_floats(a, pose_a, b, pose_b, imp3_rot_apply(pose_b->q, b->a), margin);
    imp3_vec way = imp3_vec_sub(f.way, imp3_rot_apply(pose_a->q, a->a));
    uint32_t name = IMP3I_NAME_VERTEX;
    if (a->count == 2)
    {
        imp3_vec along = imp3_rot_apply(pose_a->q, imp3_vec_sub(a->b, a->a));
        float inverse = 1.0f / imp3_vec_dot(along, along), t = imp3_vec_dot(way, along) * inverse;
        bool inside = t > 0.0f && t < 1.0f;
        name = t <= IMPI_CONTACT_TIE ? 0u : t >= 1.0f - IMPI_CONTACT_TIE ? 1u : (uint32_t)IMP3I_NAME_EDGE;
        t = t > 0.0f ? t < 1.0f ? t : 1.0f : 0.0f;
        way = imp3i_vec_add_scaled(way, along, -t);
        way = inside ? make_across(way, along, inverse) : way;
    }
    float square = imp3_vec_dot(way, way);
    if (square > f.far * f.far)
    {
        return imp3i_write_apart(out);
    }
    float root = sqrtf(square), distance = root - f.radii, least = LEAST_FLOAT_CORE * f.scale;
    if (!((square > least * least + 0x1p-100f) & is_sure_float(&f, distance, margin)))
    {
        return false;
    }
    return write_sphere(&f, b, pose_b, imp3_vec_scale(way, 1.0f / root), distance, name, flip, out);
}

/// The sides of a triangle in lanes, the last one twice, a point from where each begins, and how far it is beyond each,
/// times its length.
typedef struct side_lanes
{
    impi_lanes side[3], from[3], beyond;
} side_lanes;

/// The nearest point of the sides.
typedef struct side_spot
{
    int32_t side;
    float t;       // part of the way along it
    float square;  // of the distance to the point
    imp3_vec way;  // from it to the point
} side_spot;

static inline impi_lanes dot_lanes(const impi_lanes a[3], const impi_lanes b[3])
{
    impi_lanes xy = impi_lanes_add(impi_lanes_mul(a[0], b[0]), impi_lanes_mul(a[1], b[1]));
    return impi_lanes_add(xy, impi_lanes_mul(a[2], b[2]));
}

/// Returns whether the point is beyond any side.
static inline bool lay_out_sides(const imp3_shape* s, imp3_vec at, side_lanes* out)
{
    impi_lanes a = impi_lanes_load(&s->a.x), b = impi_lanes_load(&s->b.x), c = impi_lanes_load(&s->c.x);
    impi_lanes low = impi_lanes_mix(a, 0, 1, b, 0, 1), high = impi_lanes_mix(a, 2, 2, b, 2, 2);
    impi_lanes x = impi_lanes_mix(low, 0, 2, c, 0, 0), y = impi_lanes_mix(low, 1, 3, c, 1, 1);
    impi_lanes z = impi_lanes_mix(high, 0, 2, c, 2, 2);
    out->from[0] = impi_lanes_sub(impi_lanes_splat(at.x), x);
    out->from[1] = impi_lanes_sub(impi_lanes_splat(at.y), y);
    out->from[2] = impi_lanes_sub(impi_lanes_splat(at.z), z);
    out->side[0] = impi_lanes_sub(impi_lanes_mix(x, 1, 2, x, 0, 0), x);
    out->side[1] = impi_lanes_sub(impi_lanes_mix(y, 1, 2, y, 0, 0), y);
    out->side[2] = impi_lanes_sub(impi_lanes_mix(z, 1, 2, z, 0, 0), z);
    const impi_lanes n[3] = {impi_lanes_splat(s->normal.x), impi_lanes_splat(s->normal.y),
                             impi_lanes_splat(s->normal.z)};
    const impi_lanes* side = out->side;
    const impi_lanes across[3] = {impi_lanes_sub(impi_lanes_mul(side[1], n[2]), impi_lanes_mul(side[2], n[1])),
                                  impi_lanes_sub(impi_lanes_mul(side[2], n[0]), impi_lanes_mul(side[0], n[2])),
                                  impi_lanes_sub(impi_lanes_mul(side[0], n[1]), impi_lanes_mul(side[1], n[0]))};
    out->beyond = dot_lanes(across, out->from);
    return impi_lanes_less(impi_lanes_splat(0.0f), out->beyond) != 0;
}

/// Whether the point is beside the face by at most the tie of contacts.
static inline bool is_on_face(const side_lanes* s)
{
    impi_lanes ties = impi_lanes_mul(impi_lanes_splat(IMPI_CONTACT_TIE), dot_lanes(s->side, s->side));
    return impi_lanes_less(ties, s->beyond) == 0;
}

static inline void find_side_spot(const side_lanes* s, side_spot* out)
{
    impi_lanes zero = impi_lanes_splat(0.0f), one = impi_lanes_splat(1.0f);
    impi_lanes t = impi_lanes_div(dot_lanes(s->side, s->from), dot_lanes(s->side, s->side));
    t = impi_lanes_min(impi_lanes_max(t, zero), one);
    const impi_lanes way[3] = {impi_lanes_sub(s->from[0], impi_lanes_mul(t, s->side[0])),
                               impi_lanes_sub(s->from[1], impi_lanes_mul(t, s->side[1])),
                               impi_lanes_sub(s->from[2], impi_lanes_mul(t, s->side[2]))};
    float least, places[4], x[4], y[4], z[4];
    int32_t k = impi_lanes_greatest(impi_lanes_sub(zero, dot_lanes(way, way)), &least);
    impi_lanes_store(places, t);
    impi_lanes_store(x, way[0]);
    impi_lanes_store(y, way[1]);
    impi_lanes_store(z, way[2]);
    out->side = k;
    out->t = places[k];
    out->square = 0.0f - least;
    out->way.x = x[k];
    out->way.y = y[k];
    out->way.z = z[k];
}

/// The sphere is straight above the face, or below it.
static inline bool touch_face_float(const float_call* f, const imp3_shape* a, const imp3_pose* pose_a,
                                    const imp3_shape* b, const imp3_pose* pose_b, float height, float margin, bool flip,
                                    imp3_manifold* out)
{
    float distance = fabsf(height) - f->radii;
    imp3_vec n = imp3_vec_scale(a->normal, height < 0.0f ? -1.0f : 1.0f);
    uint32_t name = IMP3I_NAME_FACE | (uint32_t)(height < 0.0f);
    return is_sure_float(f, distance, margin) &&
           write_sphere(f, b, pose_b, imp3_rot_apply(pose_a->q, n), distance, name, flip, out);
}

bool imp3i_collide_triangle_sphere(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                   const imp3_pose* pose_b, float margin, bool flip, imp3_manifold* out)
{
    // Nearly all spheres are about the origin of their frame. Where there is little else to do, asking costs more.
    imp3_vec offset_b = b->reach > 0.0f ? imp3_rot_apply(pose_b->q, b->a) : b->a;
    float_call f = start_floats(a, pose_a, b, pose_b, offset_b, margin);
    imp3_vec at = imp3_rot_apply_inverse(pose_a->q, f.way);
    float height = imp3_vec_dot(a->normal, imp3_vec_sub(at, a->a));
    if (!imp3i_vec_bits(a->normal))
    {
        return false;
    }
    if (fabsf(height) > f.far)
    {
        return imp3i_write_apart(out);
    }
    side_lanes s;
    side_spot spot;
    if (!lay_out_sides(a, at, &s))
    {
        return touch_face_float(&f, a, pose_a, b, pose_b, height, margin, flip, out);
    }
    find_side_spot(&s, &spot);
    if (spot.square > f.far * f.far)
    {
        return imp3i_write_apart(out);
    }
    float root = sqrtf(spot.square), distance = root - f.radii, least = LEAST_FLOAT_CORE * f.scale;
    if (!((spot.square > least * least + 0x1p-100f) & is_sure_float(&f, distance, margin)))
    {
        return false;
    }
    int32_t k = spot.side, next = k == 2 ? 0 : k + 1;
    uint32_t name = spot.t > 0.0f ? spot.t < 1.0f ? IMP3I_NAME_EDGE | (uint32_t)k : (uint32_t)next : (uint32_t)k;
    if (name & IMP3I_NAME_EDGE)
    {
        const imp3_vec corners[3] = {a->a, a->b, a->c};
        imp3_vec side = imp3_vec_sub(corners[next], corners[k]);
        spot.way = make_across(spot.way, side, 1.0f / imp3_vec_dot(side, side));
    }
    name = is_on_face(&s) ? IMP3I_NAME_FACE | (uint32_t)(height < 0.0f) : name;
    imp3_vec n = imp3_rot_apply(pose_a->q, imp3_vec_scale(spot.way, 1.0f / root));
    return write_sphere(&f, b, pose_b, n, distance, name, flip, out);
}
