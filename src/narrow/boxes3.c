// SPDX-License-Identifier: MIT
//
// Contacts of two boxes that have volume, each turned as it likes, rounded or not: fifteen axes.
//
// The six of the faces in floats, in lanes of A's axes and of B's. The nine of the edges in floats too, but only to
// say which of them may be better than the best face: an axis of two edges is the less certain the more parallel they
// are, and boxes at rest have edges that are nearly parallel. Those few are worked out again in doubles, from the axes
// as they are stored.
//
// A face contact sees the rectangle that is the reference, and the parallelogram that faces it, along the normal. The
// points are those vertices of either that lie in the other, and where their edges cross: four, four and sixteen that
// there could be, all worked out in lanes. Clipping one by the sides of the other, one after the other, gives the same,
// but has to branch, and treats the two unlike.
//
// Everything is off by less than IMPI_FLOAT_DOUBT of the scale: rotations have passed imp3i_quick_door. What is nearer
// to the limit than that, or does not agree with itself, is handed back.

#include "../math/lanes.h"
#include "../math/tolerance.h"
#include "manifold3.h"
#include "quick3.h"
#include "reduce3.h"

#include <math.h>

/// A placed box; of lanes the first three, x, y and z in the world or the three axes of the box.
typedef struct turned_box
{
    impi_lanes axis[3];
    impi_lanes half;
    impi_lanes middle;  // from the pose's position to the middle
} turned_box;

/// Both boxes in floats. near and far tell apart what lane 3 holds: the offset of B's middle from A's.
typedef struct turned_boxes
{
    turned_box box[2];
    impi_lanes offset;            // from A's middle to B's
    impi_lanes turn[3];           // A's axis i . B's axes, in lane 3 the offset along A's axis i
    impi_lanes along_b;           // the offset along B's axes
    impi_lanes apart_a, apart_b;  // how far they are apart along A's axes and B's
} turned_boxes;

/// The same as plain numbers, for what is chosen by index.
typedef struct box_numbers
{
    float half[2][4];
    float turn[3][4];  // with the offset along A's axis i in place 3
    float along_b[4];
} box_numbers;

/// A face against a face, as the reference sees it: along its two edges, the lower axis first, and up from it.
typedef struct box_faces
{
    int32_t on_b;                 // whose face the reference is
    int32_t axis[2], upper[2];    // of the reference and of the other face: its axis, and whether it is the upper one
    int32_t first[2], second[2];  // the axes of their edges, rising
    float half_u, half_v;
    float u, v, w;                    // the middle of the other face
    float first_u, first_v, first_w;  // from there to the middle of its edge, along its first axis
    float second_u, second_v, second_w;
    impi_lanes normal;  // from the reference to the other, in the world
} box_faces;

/// Points that may be contacts: where, and a bit for each that is one.
typedef struct face_points
{
    float u[IMP3I_FACE_POINTS], v[IMP3I_FACE_POINTS], w[IMP3I_FACE_POINTS];
    uint32_t real, sure;  // sure: without the tolerance by which vertices stand for what is beside them
} face_points;

static inline impi_lanes of_three(impi_lanes a)
{
    return impi_lanes_mix(a, 0, 1, a, 2, 2);
}

/// a x + b y + c z with the lanes 0, 1, 2 of k for a, b, c.
static inline impi_lanes combined(const impi_lanes of[3], impi_lanes k)
{
    impi_lanes r = impi_lanes_mul(of[0], impi_lanes_mix(k, 0, 0, k, 0, 0));
    r = impi_lanes_mul_add(of[1], impi_lanes_mix(k, 1, 1, k, 1, 1), r);
    return impi_lanes_mul_add(of[2], impi_lanes_mix(k, 2, 2, k, 2, 2), r);
}

/// Rows from columns; the fourth column goes into lane 3.
static inline void transpose_box(const impi_lanes of[3], impi_lanes fourth, impi_lanes rows[3])
{
    impi_lanes low = impi_lanes_mix(of[0], 0, 1, of[1], 0, 1), low2 = impi_lanes_mix(of[2], 0, 1, fourth, 0, 1);
    impi_lanes high = impi_lanes_mix(of[0], 2, 3, of[1], 2, 3), high2 = impi_lanes_mix(of[2], 2, 3, fourth, 2, 3);
    rows[0] = impi_lanes_mix(low, 0, 2, low2, 0, 2);
    rows[1] = impi_lanes_mix(low, 1, 3, low2, 1, 3);
    rows[2] = impi_lanes_mix(high, 0, 2, high2, 0, 2);
}

static inline bool is_unturned_box(const imp3_shape* s)
{
    const imp3_rot* q = &s->turn;
    return q->x.x == 1.0f && q->y.y == 1.0f && q->z.z == 1.0f && q->x.y == 0.0f && q->x.z == 0.0f && q->y.x == 0.0f &&
           q->y.z == 0.0f && q->z.x == 0.0f && q->z.y == 0.0f;
}

static inline turned_box turn_box(const imp3_shape* s, const imp3_pose* pose)
{
    const impi_lanes one_half = impi_lanes_splat(0.5f);
    turned_box r;
    impi_lanes z = impi_lanes_load(&pose->q.y.z);
    r.axis[0] = of_three(impi_lanes_load(&pose->q.x.x));
    r.axis[1] = of_three(impi_lanes_load(&pose->q.y.x));
    r.axis[2] = impi_lanes_mix(z, 1, 2, z, 3, 3);
    if (!is_unturned_box(s))
    {
        impi_lanes last = impi_lanes_load(&s->turn.y.z);
        impi_lanes x = combined(r.axis, impi_lanes_load(&s->turn.x.x));
        impi_lanes y = combined(r.axis, impi_lanes_load(&s->turn.y.x));
        r.axis[2] = combined(r.axis, impi_lanes_mix(last, 1, 2, last, 3, 3));
        r.axis[0] = x;
        r.axis[1] = y;
    }
    impi_lanes lower = of_three(impi_lanes_load(&s->a.x)), upper = of_three(impi_lanes_load(&s->b.x));
    r.half = impi_lanes_mul(one_half, impi_lanes_sub(upper, lower));
    r.middle = combined(r.axis, impi_lanes_mul(one_half, impi_lanes_add(upper, lower)));
    return r;
}

static inline void part_by_faces(turned_boxes* t)
{
    const turned_box *a = &t->box[0], *b = &t->box[1];
    impi_lanes rows[3], columns[3], turn_abs[3], along_b_abs, d = t->offset;
    transpose_box(b->axis, d, rows);
    for (int i = 0; i < 3; ++i)
    {
        t->turn[i] = combined(rows, a->axis[i]);
        turn_abs[i] = impi_lanes_abs(t->turn[i]);
    }
    t->along_b = combined(rows, d);
    along_b_abs = impi_lanes_abs(t->along_b);
    transpose_box(turn_abs, along_b_abs, columns);
    impi_lanes along_a_abs = impi_lanes_mix(turn_abs[0], 3, 3, turn_abs[1], 3, 3);
    along_a_abs = impi_lanes_mix(along_a_abs, 0, 2, turn_abs[2], 3, 3);
    t->apart_a = of_three(impi_lanes_sub(along_a_abs, impi_lanes_add(a->half, combined(columns, b->half))));
    t->apart_b = of_three(impi_lanes_sub(along_b_abs, impi_lanes_add(b->half, combined(turn_abs, a->half))));
}

static inline impi_lanes next_axis(impi_lanes a)
{
    return impi_lanes_mix(a, 1, 2, a, 0, 0);
}

static inline impi_lanes last_axis(impi_lanes a)
{
    return impi_lanes_mix(a, 2, 0, a, 1, 1);
}

/// Which pairs of edges may be apart by more than best, a bit for each: A's axis times 4 plus B's. Or whether some are
/// surely apart by more than limit: then *apart. doubt is more than what the floats are off together.
static inline uint32_t judge_edges(const turned_boxes* t, float best, float limit, float doubt, bool* apart)
{
    uint32_t open = 0;
    int32_t parted = 0;
    impi_lanes half_a = t->box[0].half, half_b = t->box[1].half;
    impi_lanes next_b = next_axis(half_b), last_b = last_axis(half_b);
    const impi_lanes half[3] = {impi_lanes_mix(half_a, 0, 0, half_a, 0, 0), impi_lanes_mix(half_a, 1, 1, half_a, 1, 1),
                                impi_lanes_mix(half_a, 2, 2, half_a, 2, 2)};
    for (int i = 0; i < 3; ++i)
    {
        int next = i == 2 ? 0 : i + 1, last = i == 0 ? 2 : i - 1;
        impi_lanes n = t->turn[next], l = t->turn[last], own = impi_lanes_abs(t->turn[i]);
        impi_lanes along = impi_lanes_sub(impi_lanes_mul(impi_lanes_mix(l, 3, 3, l, 3, 3), n),
                                          impi_lanes_mul(impi_lanes_mix(n, 3, 3, n, 3, 3), l));
        impi_lanes extent =
            impi_lanes_mul_add(half[next], impi_lanes_abs(l), impi_lanes_mul(half[last], impi_lanes_abs(n)));
        extent = impi_lanes_mul_add(next_b, last_axis(own), extent);
        extent = impi_lanes_mul_add(last_b, next_axis(own), extent);
        impi_lanes square = impi_lanes_mul_add(n, n, impi_lanes_mul(l, l)), length = impi_lanes_sqrt(square);
        impi_lanes gap = impi_lanes_sub(impi_lanes_abs(along), extent), doubts = impi_lanes_splat(doubt);
        int32_t crossed = impi_lanes_less(impi_lanes_splat(0x1p-42f), square) & 7;
        open |= (uint32_t)(crossed &
                           impi_lanes_less(impi_lanes_mul(impi_lanes_splat(best), length), impi_lanes_add(gap, doubts)))
                << 4 * i;
        parted |= 7 & impi_lanes_less(impi_lanes_mul(impi_lanes_splat(limit), length), impi_lanes_sub(gap, doubts));
    }
    *apart = parted != 0;
    return open;
}

/// Both boxes in doubles, from what is stored.
typedef struct exact_boxes
{
    imp3i_dvec axis[2][3], half[2], offset;
} exact_boxes;

/// at is from the pose's position to the middle.
static void read_box(const imp3_shape* s, const imp3_pose* pose, imp3i_dvec axis[3], imp3i_dvec* half, imp3i_dvec* at)
{
    imp3i_drot q = imp3i_drot_of(pose->q);
    imp3i_dvec lower = imp3i_dvec_of(s->a), upper = imp3i_dvec_of(s->b);
    *half = imp3i_dscale(imp3i_dsub(upper, lower), 0.5);
    imp3i_dvec middle = imp3i_dscale(imp3i_dadd(upper, lower), 0.5);
    axis[0] = q.x;
    axis[1] = q.y;
    axis[2] = q.z;
    if (!is_unturned_box(s))
    {
        imp3i_drot t = imp3i_drot_of(s->turn);
        axis[0] = imp3i_drot_apply(q, t.x);
        axis[1] = imp3i_drot_apply(q, t.y);
        axis[2] = imp3i_drot_apply(q, t.z);
    }
    *at = imp3i_dadd_scaled(imp3i_dscale(axis[0], middle.x), axis[1], middle.y);
    *at = imp3i_dadd_scaled(*at, axis[2], middle.z);
}

static void read_boxes(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                       exact_boxes* out)
{
    imp3i_dvec at_a, at_b;
    read_box(a, pose_a, out->axis[0], &out->half[0], &at_a);
    read_box(b, pose_b, out->axis[1], &out->half[1], &at_b);
    out->offset = imp3i_dsub(imp3i_dvec_of(pose_b->p), imp3i_dvec_of(pose_a->p));
    out->offset = imp3i_dadd(out->offset, imp3i_dsub(at_b, at_a));
}

static inline double half_along(imp3i_dvec half, int32_t axis)
{
    return axis == 0 ? half.x : axis == 1 ? half.y : half.z;
}

/// Two edges that cross, or would if B were moved along the normal.
typedef struct box_edges
{
    int32_t axis[2];
    imp3i_dvec cross, normal;  // the normal from A to B, of length 1
    double length;             // of the cross product
    double apart;
} box_edges;

static const box_edges NO_EDGES = {{0, 0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0, 0.0};

/// How far the boxes are apart across an edge of each.
static inline box_edges part_by_edges(const exact_boxes* e, int32_t axis_a, int32_t axis_b)
{
    box_edges r;
    r.axis[0] = axis_a;
    r.axis[1] = axis_b;
    r.cross = imp3i_dcross(e->axis[0][axis_a], e->axis[1][axis_b]);
    r.length = sqrt(imp3i_ddot(r.cross, r.cross));
    double along = imp3i_ddot(r.cross, e->offset), extent = 0.0;
    for (int k = 1; k < 3; ++k)
    {
        int32_t i = (axis_a + k) % 3, j = (axis_b + k) % 3;
        extent += half_along(e->half[0], i) * fabs(imp3i_ddot(r.cross, e->axis[0][i]));
        extent += half_along(e->half[1], j) * fabs(imp3i_ddot(r.cross, e->axis[1][j]));
    }
    r.apart = (fabs(along) - extent) / r.length;
    r.normal = imp3i_ddivide(r.cross, along < 0.0 ? -r.length : r.length);
    return r;
}

/// The number of a box's edge along an axis: its place along the two others, the lower of these first.
static inline uint32_t edge_name(int32_t axis, int32_t other, int32_t upper, int32_t rest, int32_t rest_upper)
{
    int32_t place = other < rest ? upper | rest_upper << 1 : rest_upper | upper << 1;
    return IMP3I_NAME_EDGE | (uint32_t)(4 * axis + place);
}

/// The edge of a box that is farthest along a direction: its middle, and its name.
static imp3i_dvec outer_edge(const exact_boxes* e, int32_t which, int32_t axis, imp3i_dvec direction, uint32_t* name)
{
    imp3i_dvec r = imp3i_dvec_none();
    int32_t next = (axis + 1) % 3, last = (axis + 2) % 3, upper[3] = {0, 0, 0};
    for (int k = 1; k < 3; ++k)
    {
        int32_t i = (axis + k) % 3;
        double half = half_along(e->half[which], i);
        upper[i] = imp3i_ddot(direction, e->axis[which][i]) > 0.0;
        r = imp3i_dadd_scaled(r, e->axis[which][i], upper[i] ? half : -half);
    }
    *name = edge_name(axis, next, upper[next], last, upper[last]);
    return r;
}

/// The axis of the face that looks along a direction, or -1.
static int32_t find_face_along(const exact_boxes* e, int32_t which, imp3i_dvec n)
{
    const double least = 1.0 - (double)IMPI_ALIGNED * (double)IMPI_ALIGNED;
    int32_t r = -1;
    for (int i = 0; i < 3; ++i)
    {
        double along = imp3i_ddot(n, e->axis[which][i]);
        r = along * along > least ? i : r;
    }
    return r;
}

/// The one point of two edges. False when they are nearly parallel, or miss each other.
static bool write_edge_manifold(const exact_boxes* e, const box_edges* best, const imp3_shape* a, const imp3_pose* pose,
                                const imp3_shape* b, imp3_manifold* out)
{
    uint32_t name_a, name_b;
    imp3i_dvec n = best->normal, along_a = e->axis[0][best->axis[0]], along_b = e->axis[1][best->axis[1]];
    if (best->length < (double)IMPI_ALIGNED)
    {
        return false;
    }
    imp3i_dvec on_a = outer_edge(e, 0, best->axis[0], n, &name_a);
    imp3i_dvec on_b = imp3i_dadd(outer_edge(e, 1, best->axis[1], imp3i_dnegate(n), &name_b), e->offset);
    imp3i_dvec between = imp3i_dsub(on_b, on_a);
    double square = best->length * best->length;
    double s = imp3i_ddot(imp3i_dcross(between, along_b), best->cross) / square;
    double t = imp3i_ddot(imp3i_dcross(between, along_a), best->cross) / square;
    double tie = 0x1p-24, half_a = half_along(e->half[0], best->axis[0]),
           half_b = half_along(e->half[1], best->axis[1]);
    if (fabs(s) > half_a * (1.0 + tie) || fabs(t) > half_b * (1.0 + tie))
    {
        return false;
    }
    imp3i_dvec lower = imp3i_dvec_of(a->a), upper = imp3i_dvec_of(a->b);
    imp3i_dvec middle = imp3i_dscale(imp3i_dadd(lower, upper), 0.5);
    double distance = best->apart - ((double)a->radius + b->radius);
    imp3i_dvec at = imp3i_dadd_scaled(on_a, along_a, s);
    at = imp3i_dadd_scaled(at, n, (double)a->radius + 0.5 * distance);
    at = imp3i_dadd_scaled(imp3i_dadd_scaled(at, e->axis[0][0], middle.x), e->axis[0][1], middle.y);
    at = imp3i_dadd(imp3i_dadd_scaled(at, e->axis[0][2], middle.z), imp3i_dvec_of(pose->p));
    out->normal = imp3i_vec_of(n);
    out->depth = 0.0f - (float)distance;
    out->count = 1;
    out->points[0].point = imp3i_vec_tidy(at);
    out->points[0].depth = out->depth;
    out->points[0].id = imp3i_contact_id(name_a, name_b);
    return true;
}

/// The face of the other box that faces the reference most squarely, and how the reference sees it. side is negative for
/// the lower face along the axis, positive for the upper one, 0 for the one that is nearer to the other box.
static inline box_faces face_boxes(const turned_boxes* t, int32_t on_b, int32_t axis, float side)
{
    static const int8_t rest[3][2] = {{1, 2}, {0, 2}, {0, 1}};
    box_numbers m;
    for (int i = 0; i < 3; ++i)
    {
        impi_lanes_store(m.turn[i], t->turn[i]);
    }
    impi_lanes_store(m.half[0], t->box[0].half);
    impi_lanes_store(m.half[1], t->box[1].half);
    impi_lanes_store(m.along_b, t->along_b);
    box_faces f;
    const float *half = m.half[on_b], *other = m.half[1 - on_b];
    float turn[3][3], to[3];
    for (int i = 0; i < 3; ++i)
    {
        for (int j = 0; j < 3; ++j)
        {
            turn[i][j] = on_b ? m.turn[j][i] : m.turn[i][j];
        }
        to[i] = on_b ? -m.along_b[i] : m.turn[i][3];
    }
    const float* row = turn[axis];
    const float size[3] = {fabsf(row[0]) * IMP3I_FACING_FIRST, fabsf(row[1]) * IMP3I_FACING_SECOND, fabsf(row[2])};
    int32_t facing = size[1] > size[0] ? 1 : 0;
    facing = size[2] > size[facing] ? 2 : facing;
    float up = (side < 0.0f || side > 0.0f ? side : to[axis]) < 0.0f ? -1.0f : 1.0f;
    bool facing_upper = up * row[facing] < 0.0f;
    float out = facing_upper ? other[facing] : -other[facing];
    int32_t u = rest[axis][0], v = rest[axis][1], first = rest[facing][0], second = rest[facing][1];
    f.on_b = on_b;
    f.axis[0] = axis;
    f.axis[1] = facing;
    f.upper[0] = up > 0.0f;
    f.upper[1] = facing_upper;
    f.first[0] = u;
    f.second[0] = v;
    f.first[1] = first;
    f.second[1] = second;
    f.half_u = half[u];
    f.half_v = half[v];
    f.u = to[u] + out * turn[u][facing];
    f.v = to[v] + out * turn[v][facing];
    f.w = up * (to[axis] + out * row[facing]) - half[axis];
    f.first_u = other[first] * turn[u][first];
    f.first_v = other[first] * turn[v][first];
    f.first_w = up * other[first] * row[first];
    f.second_u = other[second] * turn[u][second];
    f.second_v = other[second] * turn[v][second];
    f.second_w = up * other[second] * row[second];
    f.normal = impi_lanes_mul(impi_lanes_splat(up), t->box[on_b].axis[axis]);
    return f;
}

/// A normal n of length 1 instead of that of the face: heights are measured and points are seen along it.
static inline void tilt_faces(box_faces* f, const exact_boxes* e, imp3i_dvec n)
{
    const imp3i_dvec* axis = e->axis[f->on_b];
    double up = imp3i_ddot(n, axis[f->axis[0]]), u = imp3i_ddot(n, axis[f->first[0]]),
           v = imp3i_ddot(n, axis[f->second[0]]);
    up = f->upper[0] ? up : -up;
    float shift_u = (float)(u / up), shift_v = (float)(v / up), stretch = (float)(1.0 / up);
    f->u -= f->w * shift_u;
    f->v -= f->w * shift_v;
    f->w *= stretch;
    f->first_u -= f->first_w * shift_u;
    f->first_v -= f->first_w * shift_v;
    f->first_w *= stretch;
    f->second_u -= f->second_w * shift_u;
    f->second_v -= f->second_w * shift_v;
    f->second_w *= stretch;
    f->normal = impi_lanes_set((float)n.x, (float)n.y, (float)n.z, (float)n.z);
}

/// A bit for each lane where |a| is at most b.
static inline int32_t within(impi_lanes a, impi_lanes b)
{
    return 15 & ~impi_lanes_less(b, impi_lanes_abs(a));
}

/// Two edges of the reference, at plus and minus `at` along one of its axes, and two of the other face, at plus and minus
/// `aside` from its middle and along `edge`.
typedef struct face_lines
{
    float at, middle_at, aside_at, edge_at;  // along the axis that tells the reference's edges apart
    float half, middle_across, aside_across, edge_across;
    float middle_w, aside_w, edge_w;
} face_lines;

/// Their four crossings. place is that of the first; the others are at plus 1 for the other edge, plus 4 for the
/// reference's other one. Where an edge ends within tie of the other, or both do, the vertex there is the contact and not
/// the crossing.
static inline void cross_lines(const face_lines* k, bool across_is_u, int32_t place, float limit, float tie,
                               face_points* out)
{
    const impi_lanes sides = impi_lanes_set(-1.0f, 1.0f, -1.0f, 1.0f), lines = impi_lanes_set(-1.0f, -1.0f, 1.0f, 1.0f);
    impi_lanes at = impi_lanes_mul(lines, impi_lanes_splat(k->at));
    impi_lanes from = impi_lanes_mul_add(sides, impi_lanes_splat(k->aside_at), impi_lanes_splat(k->middle_at));
    impi_lanes s = impi_lanes_div(impi_lanes_sub(at, from), impi_lanes_splat(k->edge_at));
    impi_lanes across =
        impi_lanes_mul_add(sides, impi_lanes_splat(k->aside_across), impi_lanes_splat(k->middle_across));
    impi_lanes w = impi_lanes_mul_add(sides, impi_lanes_splat(k->aside_w), impi_lanes_splat(k->middle_w));
    across = impi_lanes_mul_add(s, impi_lanes_splat(k->edge_across), across);
    w = impi_lanes_mul_add(s, impi_lanes_splat(k->edge_w), w);
    float run = fabsf(k->edge_at), wide = run + fabsf(k->edge_across);
    impi_lanes off = impi_lanes_abs(impi_lanes_sub(at, from)), along = impi_lanes_abs(across);
    int32_t sure = impi_lanes_less(off, impi_lanes_splat(run)) & impi_lanes_less(along, impi_lanes_splat(k->half)) &
                   ~impi_lanes_less(impi_lanes_splat(limit), w);
    int32_t real =
        sure & impi_lanes_less(off, impi_lanes_splat(run - tie)) &
        impi_lanes_less(impi_lanes_mul(along, impi_lanes_splat(run)), impi_lanes_splat(k->half * run - tie * wide));
    impi_lanes_store_two(out->u + 8 + place, out->u + 12 + place, across_is_u ? across : at);
    impi_lanes_store_two(out->v + 8 + place, out->v + 12 + place, across_is_u ? at : across);
    impi_lanes_store_two(out->w + 8 + place, out->w + 12 + place, w);
    out->real |= (uint32_t)((real & 3) | (real & 12) << 2) << (8 + place);
    out->sure |= (uint32_t)((sure & 3) | (sure & 12) << 2) << (8 + place);
}

/// All points that two faces have in common as seen along the normal, and that are at most limit above the reference;
/// vertices also when they are beside the other face by at most tie, and surely when by at most doubt.
static inline void find_face_points(const box_faces* f, float limit, float tie, float doubt, face_points* out)
{
    const impi_lanes firsts = impi_lanes_set(-1.0f, 1.0f, -1.0f, 1.0f),
                     seconds = impi_lanes_set(-1.0f, -1.0f, 1.0f, 1.0f);
    impi_lanes first_u = impi_lanes_splat(f->first_u), first_v = impi_lanes_splat(f->first_v);
    impi_lanes second_u = impi_lanes_splat(f->second_u), second_v = impi_lanes_splat(f->second_v);
    impi_lanes first_w = impi_lanes_splat(f->first_w), second_w = impi_lanes_splat(f->second_w);
    impi_lanes mid_u = impi_lanes_splat(f->u), mid_v = impi_lanes_splat(f->v), mid_w = impi_lanes_splat(f->w);
    impi_lanes half_u = impi_lanes_splat(f->half_u), half_v = impi_lanes_splat(f->half_v);
    impi_lanes ties = impi_lanes_splat(tie), limits = impi_lanes_splat(limit), doubts = impi_lanes_splat(doubt);

    // Vertices of the other face in the rectangle.
    impi_lanes u = impi_lanes_mul_add(seconds, second_u, impi_lanes_mul_add(firsts, first_u, mid_u));
    impi_lanes v = impi_lanes_mul_add(seconds, second_v, impi_lanes_mul_add(firsts, first_v, mid_v));
    impi_lanes w = impi_lanes_mul_add(seconds, second_w, impi_lanes_mul_add(firsts, first_w, mid_w));
    int32_t near = ~impi_lanes_less(limits, w);
    int32_t other = within(u, impi_lanes_add(half_u, ties)) & within(v, impi_lanes_add(half_v, ties)) & near;
    int32_t sure = within(u, impi_lanes_add(half_u, doubts)) & within(v, impi_lanes_add(half_v, doubts)) & near;
    out->sure = (uint32_t)sure << 4;
    impi_lanes_store(out->u + 4, u);
    impi_lanes_store(out->v + 4, v);
    impi_lanes_store(out->w + 4, w);

    // Vertices of the rectangle in the parallelogram: their places along its two edges, times its area.
    u = impi_lanes_mul(firsts, half_u);
    v = impi_lanes_mul(seconds, half_v);
    impi_lanes to_u = impi_lanes_sub(u, mid_u), to_v = impi_lanes_sub(v, mid_v);
    impi_lanes area = impi_lanes_sub(impi_lanes_mul(first_u, second_v), impi_lanes_mul(first_v, second_u));
    impi_lanes along_first = impi_lanes_sub(impi_lanes_mul(to_u, second_v), impi_lanes_mul(to_v, second_u));
    impi_lanes along_second = impi_lanes_sub(impi_lanes_mul(first_u, to_v), impi_lanes_mul(first_v, to_u));
    impi_lanes size = impi_lanes_abs(area);
    impi_lanes wide_first = impi_lanes_add(impi_lanes_abs(second_u), impi_lanes_abs(second_v));
    impi_lanes wide_second = impi_lanes_add(impi_lanes_abs(first_u), impi_lanes_abs(first_v));
    w = impi_lanes_add(impi_lanes_mul(along_first, first_w), impi_lanes_mul(along_second, second_w));
    w = impi_lanes_add(mid_w, impi_lanes_div(w, area));
    near = ~impi_lanes_less(limits, w);
    int32_t own = within(along_first, impi_lanes_mul_add(ties, wide_first, size)) &
                  within(along_second, impi_lanes_mul_add(ties, wide_second, size)) & near;
    sure = within(along_first, impi_lanes_mul_add(doubts, wide_first, size)) &
           within(along_second, impi_lanes_mul_add(doubts, wide_second, size)) & near;
    out->sure |= (uint32_t)sure;
    impi_lanes_store(out->u, u);
    impi_lanes_store(out->v, v);
    impi_lanes_store(out->w, w);
    out->real = (uint32_t)(own & 15) | (uint32_t)(other & 15) << 4;

    // Crossings: the reference's edges along u, then those along v, with the other's along its first axis and second.
    const face_lines along_u[2] = {{f->half_v, f->v, f->second_v, f->first_v, f->half_u, f->u, f->second_u, f->first_u,
                                    f->w, f->second_w, f->first_w},
                                   {f->half_v, f->v, f->first_v, f->second_v, f->half_u, f->u, f->first_u, f->second_u,
                                    f->w, f->first_w, f->second_w}};
    const face_lines along_v[2] = {{f->half_u, f->u, f->second_u, f->first_u, f->half_v, f->v, f->second_v, f->first_v,
                                    f->w, f->second_w, f->first_w},
                                   {f->half_u, f->u, f->first_u, f->second_u, f->half_v, f->v, f->first_v, f->second_v,
                                    f->w, f->first_w, f->second_w}};
    for (int32_t k = 0; k < 2; ++k)
    {
        cross_lines(&along_u[k], true, 2 * k, limit, tie, out);
        cross_lines(&along_v[k], false, 8 + 2 * k, limit, tie, out);
    }
}

/// Rows for columns in a table of four by four bits.
static inline uint32_t transpose_bits(uint32_t x)
{
    uint32_t swap = (x ^ x >> 3) & 0x0a0au;
    x ^= swap ^ swap << 3;
    swap = (x ^ x >> 6) & 0x00ccu;
    return x ^ swap ^ swap << 6;
}

/// Points that may be contacts, in whatever layout: the next one is step floats on.
typedef struct point_rows
{
    const float *u, *v, *w;
    size_t step;
    uint32_t real, sure;
} point_rows;

/// The real points in the order in which they are preferred: vertices of A, vertices of B, crossings by A's edge. Returns
/// the least height of those that are sure.
static inline float order_face_points(const point_rows* found, int32_t on_b, imp3i_points* out)
{
    static const uint8_t places[2][24] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23},
        {4, 5, 6, 7, 0, 1, 2, 3, 8, 12, 16, 20, 9, 13, 17, 21, 10, 14, 18, 22, 11, 15, 19, 23}};
    uint32_t bits = found->real | found->sure;
    bits = on_b ? (bits >> 4 & 15) | (bits & 15) << 4 | transpose_bits(bits >> 8) << 8 : bits;
    float least = INFINITY;
    int32_t count = 0;
    for (; bits; bits &= bits - 1)
    {
        uint32_t i = places[on_b][impi_lowest_bit(bits)];
        size_t at = i * found->step;
        float w = found->w[at], sure = found->sure >> i & 1 ? w : INFINITY;
        out->u[count] = found->u[at];
        out->v[count] = found->v[at];
        out->gap[count] = w;
        out->name[count] = i;
        least = sure < least ? sure : least;
        count += (int32_t)(found->real >> i & 1);
    }
    out->count = count;
    return least;
}

/// The name of an edge of one of the two faces: two along its first axis, two along its second.
static inline uint32_t face_edge_name(const box_faces* f, int32_t which, int32_t edge)
{
    int32_t first = f->first[which], second = f->second[which];
    return edge_name(edge < 2 ? first : second, edge < 2 ? second : first, edge & 1, f->axis[which], f->upper[which]);
}

/// What meets at a point: a vertex and a face, or two edges.
static inline uint64_t face_point_id(const box_faces* f, uint32_t place)
{
    int32_t which = place >> 2 & 1, corner = (int32_t)(place & 3);
    int32_t vertex =
        (corner & 1) << f->first[which] | corner >> 1 << f->second[which] | f->upper[which] << f->axis[which];
    uint32_t face = IMP3I_NAME_FACE | (uint32_t)(2 * f->axis[1 - which] + f->upper[1 - which]);
    uint32_t of_vertex = IMP3I_NAME_VERTEX | (uint32_t)vertex;
    uint32_t edge = face_edge_name(f, 0, (int32_t)((place - 8) >> 2 & 3)), other = face_edge_name(f, 1, corner);
    uint32_t name = place >= 8 ? edge : which ? face : of_vertex;
    uint32_t other_name = place >= 8 ? other : which ? of_vertex : face;
    return f->on_b ? imp3i_contact_id(other_name, name) : imp3i_contact_id(name, other_name);
}

/// Where each of so many ids stands in order.
static inline void rank_ids(const uint64_t id[4], int32_t count, int32_t rank[4])
{
    for (int32_t k = 0; k < count; ++k)
    {
        rank[k] = 0;
        for (int32_t j = 0; j < count; ++j)
        {
            rank[k] += id[j] < id[k];
        }
    }
}

/// Where the reference's face is in the world, from the pose's position.
typedef struct place_of_face
{
    impi_lanes u, v, middle;
} place_of_face;

/// The contacts of two faces, of which only the normal and the axes are read. apart is that of the cores. False when
/// none of the points is as deep as that says.
static inline bool write_face_points(const point_rows* found, const box_faces* f, const place_of_face* place,
                                     const imp3_pose* pose, const float radius[2], float size, float apart, float doubt,
                                     imp3_manifold* out)
{
    float radii = radius[0] + radius[1];
    imp3i_points points;
    float least = order_face_points(found, f->on_b, &points);
    if (!(least <= apart + 0.5f * doubt) || points.count == 0)
    {
        return false;
    }
    int32_t chosen[4], count = imp3i_reduce(&points, size, chosen), deepest = 0;
    impi_lanes n = f->normal, at = impi_lanes_load(&pose->p.x);
    float xyz[4];
    uint64_t id[4];
    int32_t rank[4];
    for (int32_t k = 0; k < count; ++k)
    {
        id[k] = face_point_id(f, points.name[chosen[k]]);
    }
    rank_ids(id, count, rank);
    for (int32_t k = 0; k < count; ++k)
    {
        int32_t i = chosen[k];
        float gap = points.gap[i] > apart ? points.gap[i] : apart;
        float high = radius[f->on_b] + 0.5f * (gap - radii);
        impi_lanes p =
            impi_lanes_mul_add(n, impi_lanes_splat(high), impi_lanes_mul(place->u, impi_lanes_splat(points.u[i])));
        p = impi_lanes_add(impi_lanes_mul_add(place->v, impi_lanes_splat(points.v[i]), p), place->middle);
        impi_lanes_store(xyz, impi_lanes_add(p, at));
        imp3_contact* c = &out->points[rank[k]];
        c->point.x = impi_tidy(xyz[0]);
        c->point.y = impi_tidy(xyz[1]);
        c->point.z = impi_tidy(xyz[2]);
        c->depth = 0.0f - (gap - radii);
        c->id = id[k];
        deepest = gap < points.gap[chosen[deepest]] ? k : deepest;
    }
    // The deepest point and the manifold measure the same gap; let them say the same.
    out->depth = 0.0f - (apart - radii);
    out->points[rank[deepest]].depth = out->depth;
    impi_lanes_store(xyz, f->on_b ? impi_lanes_sub(impi_lanes_splat(0.0f), n) : n);
    out->normal.x = xyz[0];
    out->normal.y = xyz[1];
    out->normal.z = xyz[2];
    out->count = count;
    return true;
}

static bool write_face_manifold(const turned_boxes* t, const box_faces* f, const imp3_pose* pose, const float radius[2],
                                float apart, float margin, float doubt, imp3_manifold* out)
{
    float radii = radius[0] + radius[1], size = f->half_u + f->half_v;
    float other_size = (fabsf(f->first_u) + fabsf(f->first_v)) + (fabsf(f->second_u) + fabsf(f->second_v));
    size = 2.0f * (other_size < size ? other_size : size);
    face_points found;
    find_face_points(f, margin + radii, IMPI_CONTACT_TIE * size, doubt, &found);
    const point_rows rows = {found.u, found.v, found.w, 1, found.real, found.sure};
    const turned_box* box = &t->box[f->on_b];
    float half[4];
    impi_lanes_store(half, box->half);
    float up = f->upper[0] ? half[f->axis[0]] : -half[f->axis[0]];
    place_of_face place = {box->axis[f->first[0]], box->axis[f->second[0]],
                           impi_lanes_mul_add(box->axis[f->axis[0]], impi_lanes_splat(up), box->middle)};
    return write_face_points(&rows, f, &place, pose, radius, size, apart, doubt, out);
}

/// Of the pairs of edges that are open, the best one, when it is better than `best` is.
static bool find_better_edges(const exact_boxes* e, uint32_t open, double best, box_edges* out)
{
    bool better = false;
    out->apart = best;
    for (; open; open &= open - 1)
    {
        int32_t k = impi_lowest_bit(open);
        box_edges edges = part_by_edges(e, k >> 2, k & 3);
        if (edges.apart > best)
        {
            best = edges.apart;
            *out = edges;
            better = true;
        }
    }
    return better;
}

/// Both boxes, and how far they are apart by their faces. Returns the way from A's position to B's.
static inline impi_lanes turn_boxes(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                    const imp3_pose* pose_b, turned_boxes* out)
{
    out->box[0] = turn_box(a, pose_a);
    out->box[1] = turn_box(b, pose_b);
    impi_lanes shift = of_three(impi_lanes_sub(impi_lanes_load(&pose_b->p.x), impi_lanes_load(&pose_a->p.x)));
    out->offset = impi_lanes_add(shift, impi_lanes_sub(out->box[1].middle, out->box[0].middle));
    part_by_faces(out);
    return shift;
}

/// Whether the face along the normal is one of B, for there is none of A; its axis, or -1.
static inline int32_t tell_face_along(const exact_boxes* e, imp3i_dvec normal, int32_t* axis)
{
    int32_t along_a = find_face_along(e, 0, normal);
    *axis = along_a < 0 ? find_face_along(e, 1, normal) : along_a;
    return along_a < 0;
}

/// The contacts of the faces that lie along the normal of two edges.
static bool write_tilted_faces(const turned_boxes* t, const exact_boxes* e, imp3i_dvec normal, int32_t on_b,
                               int32_t axis, const imp3_pose* pose, const float radius[2], float apart, float margin,
                               float doubt, imp3_manifold* out)
{
    imp3i_dvec n = on_b ? imp3i_dnegate(normal) : normal;
    box_faces f = face_boxes(t, on_b, axis, (float)imp3i_ddot(n, e->axis[on_b][axis]));
    tilt_faces(&f, e, n);
    return write_face_manifold(t, &f, pose, radius, apart, margin, doubt, out);
}

bool imp3i_collide_boxes(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                         float margin, imp3_manifold* out)
{
    turned_boxes t;
    impi_lanes shift = turn_boxes(a, pose_a, b, pose_b, &t);

    float far[4], radii = a->radius + b->radius;
    impi_lanes_store(far, impi_lanes_abs(shift));
    float scale = a->reach + b->reach + radii + (far[0] + far[1] + far[2]), doubt = IMPI_FLOAT_DOUBT * scale;
    float limit = (margin > doubt ? margin : doubt) + radii;
    impi_lanes thinner = impi_lanes_min(t.box[0].half, t.box[1].half);
    if (!(limit + scale < IMP3I_LARGE_BOX) || impi_lanes_less(thinner, impi_lanes_splat(1.0f / IMP3I_LARGE_BOX)))
    {
        return false;
    }
    if (impi_lanes_less(impi_lanes_splat(limit), impi_lanes_max(t.apart_a, t.apart_b)))
    {
        imp3i_clear_manifold(out);
        return true;
    }
    float bias = IMPI_REFERENCE_BIAS * scale, best_a, best_b;
    int32_t axis_a = impi_lanes_greatest(t.apart_a, &best_a), axis_b = impi_lanes_greatest(t.apart_b, &best_b);
    int32_t on_b = best_b > best_a + bias;
    float best = on_b ? best_b : best_a;
    bool apart;
    uint32_t open = judge_edges(&t, best + bias, limit, 0.5f * doubt, &apart);
    if (apart)
    {
        imp3i_clear_manifold(out);
        return true;
    }
    exact_boxes e;
    box_edges edges = NO_EDGES;
    bool by_edges = false;
    if (open)
    {
        read_boxes(a, pose_a, b, pose_b, &e);
        by_edges = find_better_edges(&e, open, (double)(best + bias), &edges);
        best = by_edges ? (float)edges.apart : best;
    }
    imp3i_clear_manifold(out);
    if (best > limit || !(fabsf(best - radii) > doubt))
    {
        return best > limit;
    }
    const float radius[2] = {a->radius, b->radius};
    if (by_edges)
    {
        int32_t of_b = tell_face_along(&e, edges.normal, &axis_a);
        return axis_a < 0 ? write_edge_manifold(&e, &edges, a, pose_a, b, out)
                          : write_tilted_faces(&t, &e, edges.normal, of_b, axis_a, of_b ? pose_b : pose_a, radius, best,
                                               margin, doubt, out);
    }
    box_faces f = face_boxes(&t, on_b, on_b ? axis_b : axis_a, 0.0f);
    return write_face_manifold(&t, &f, on_b ? pose_b : pose_a, radius, best, margin, doubt, out);
}

static inline impi_lanes read_lane(const float of[3][IMP3I_LANES_MAX], int32_t lane)
{
    return impi_lanes_set(of[0][lane], of[1][lane], of[2][lane], of[2][lane]);
}

static bool write_lane_faces(const imp3i_box_lanes* lanes, int32_t lane, const imp3_pose* pose_a,
                             const imp3_pose* pose_b, const float radius[2], imp3_manifold* out)
{
    static const int8_t rest[3][2] = {{1, 2}, {0, 2}, {0, 1}};
    uint32_t names = lanes->names[lane];
    box_faces f;
    f.on_b = names & 1;
    for (int k = 0; k < 2; ++k)
    {
        f.axis[k] = names >> (1 + 2 * k) & 3;
        f.upper[k] = names >> (5 + k) & 1;
        f.first[k] = rest[f.axis[k]][0];
        f.second[k] = rest[f.axis[k]][1];
    }
    f.normal = read_lane(lanes->normal, lane);
    const place_of_face place = {read_lane(lanes->along_u, lane), read_lane(lanes->along_v, lane),
                                 read_lane(lanes->middle, lane)};
    const point_rows rows = {&lanes->u[0][lane], &lanes->v[0][lane], &lanes->w[0][lane],
                             IMP3I_LANES_MAX,    lanes->real[lane],  lanes->sure[lane]};
    return write_face_points(&rows, &f, &place, f.on_b ? pose_b : pose_a, radius, lanes->size[lane], lanes->best[lane],
                             lanes->doubt[lane], out);
}

bool imp3i_collide_box_lane(const imp3i_box_lanes* lanes, int32_t lane, const imp3_shape* a, const imp3_pose* pose_a,
                            const imp3_shape* b, const imp3_pose* pose_b, float margin, imp3_manifold* out)
{
    const float radius[2] = {a->radius, b->radius};
    float best = lanes->best[lane], limit = lanes->limit[lane], radii = radius[0] + radius[1];
    exact_boxes e;
    box_edges edges = NO_EDGES;
    bool by_edges = false;
    if (lanes->open[lane])
    {
        read_boxes(a, pose_a, b, pose_b, &e);
        by_edges = find_better_edges(&e, lanes->open[lane], (double)lanes->surpass[lane], &edges);
        best = by_edges ? (float)edges.apart : best;
    }
    imp3i_clear_manifold(out);
    if (best > limit || !(fabsf(best - radii) > lanes->doubt[lane]))
    {
        return best > limit;
    }
    if (!by_edges)
    {
        return write_lane_faces(lanes, lane, pose_a, pose_b, radius, out);
    }
    int32_t axis, on_b = tell_face_along(&e, edges.normal, &axis);
    if (axis < 0)
    {
        return write_edge_manifold(&e, &edges, a, pose_a, b, out);
    }
    turned_boxes t;
    (void)turn_boxes(a, pose_a, b, pose_b, &t);
    return write_tilted_faces(&t, &e, edges.normal, on_b, axis, on_b ? pose_b : pose_a, radius, best, margin,
                              lanes->doubt[lane], out);
}
