// SPDX-License-Identifier: MIT
#include "check2.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle2.h"

typedef struct measure
{
    const char* name;
    double bound;
    double worst;
    const char* unit;
} measure;

// In the order of the enum. What the headers leave open has a bound of ours, marked with a star.
static measure measures[CHECK2_COUNT] = {
    {"length of a normal*", 4.0, 0.0, "2^-23"},
    {"collide: depth", 8.0, 0.0, "ulp"},
    {"collide: separation after the push", 16.0, 0.0, "ulp"},
    {"collide: point off the surfaces", 16.0, 0.0, "ulp"},
    {"collide: deepest point against the depth*", 16.0, 0.0, "ulp"},
    {"distance", 8.0, 0.0, "ulp"},
    {"distance: gap along the normal*", 16.0, 0.0, "ulp"},
    {"distance: point off its surface", 16.0, 0.0, "ulp"},
    {"distance: points against distance and normal", 16.0, 0.0, "ulp"},
    {"sweep: separation at the time", 8.0, 0.0, "ulp"},
    {"sweep: separation at the time, grazing", 16.0, 0.0, "ulp"},
    {"sweep: gap along the normal*", 16.0, 0.0, "ulp"},
    {"sweep: point off the surfaces*", 32.0, 0.0, "ulp"},
    {"time of impact: gap at the time", 1.0, 0.0, "2^-12 of the size"},
    {"time of impact: overlap at the time", 16.0, 0.0, "ulp"},
    {"time of impact: overlap before the time", 16.0, 0.0, "ulp"},
    {"time of impact: gap along the normal*", 1.0, 0.0, "2^-12 of the size"},
    {"segments: point", 4.0, 0.0, "ulp"},
    {"support: reach missed", 4.0, 0.0, "ulp"},
    {"bounds: room to spare", 1.0, 0.0, "ulp of the side"},
    {"closest: point", 8.0, 0.0, "ulp"},
    {"closest: distance", 8.0, 0.0, "ulp"},
    {"mass: area and mass", 4.0, 0.0, "ulp"},
    {"mass: inertia", 4.0, 0.0, "ulp"},
    {"mass: centroid", 4.0, 0.0, "ulp"},
    {"respond: momentum lost", 8.0, 0.0, "ulp"},
    {"respond: energy gained", 16.0, 0.0, "ulp"},
};

// What was out of bounds last, for the report of it.
static double last_value, last_bound;

// An answer that is off by `error`, in units.
static const char* judge(int which, double error, double unit)
{
    double value = error == 0.0 ? 0.0 : fabs(error) / unit;
    measure* m = &measures[which];
    if (!(value <= m->bound))
    {
        last_value = value;
        last_bound = m->bound;
        return m->name;
    }
    m->worst = value > m->worst ? value : m->worst;
    return NULL;
}

#define JUDGE(which, error, unit)                                                                                      \
    do                                                                                                                 \
    {                                                                                                                  \
        const char* wrong_ = judge(which, error, unit);                                                                \
        if (wrong_)                                                                                                    \
        {                                                                                                              \
            return wrong_;                                                                                             \
        }                                                                                                              \
    } while (0)

#define DEMAND(condition, text)                                                                                        \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!(condition))                                                                                              \
        {                                                                                                              \
            return text;                                                                                               \
        }                                                                                                              \
    } while (0)

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

static double pair_ulp(const pair2* pair)
{
    return oracle2_ulp(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b);
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

// One rounding of a world coordinate, both axes together.
static double coordinate_ulp(imp2_vec v)
{
    return fmax(fabs((double)v.x), fabs((double)v.y)) * 0x1p-23;
}

static double excess(double error, double allowance)
{
    return fmax(0.0, fabs(error) - allowance);
}

static const char* judge_unit(imp2_vec n)
{
    JUDGE(CHECK2_UNIT, hypot((double)n.x, (double)n.y) - 1.0, 0x1p-23);
    return NULL;
}

// How far the point, moved by `move`, is off the surface of the body.
static double off_surface(const oracle2_body* body, imp2_vec point, oracle2_shift move)
{
    oracle2_body b = oracle2_point(&point);
    oracle2_answer answer;
    oracle2_relate_shifted(body, &b, move, &answer);
    return answer.separation;
}

// Gap along a unit vector of floats, of two bodies as they stand.
static double gap_along(const oracle2_body* a, const oracle2_body* b, oracle2_shift move, imp2_vec normal)
{
    double low = INFINITY, high = -INFINITY;
    double nx = (double)normal.x, ny = (double)normal.y;
    const oracle2_body* both[2] = {a, b};
    double radii = 0.0;
    for (int k = 0; k < 2; k++)
    {
        const oracle2_body* body = both[k];
        int count = body->shape ? body->shape->count : body->count;
        radii += body->shape ? (double)body->shape->radius : (double)body->radius;
        // Relative to A's place: what is far from the origin keeps its digits.
        double px = k ? ((double)b->pose.p.x - (double)a->pose.p.x) + (move.x - move.minus_x) : 0.0;
        double py = k ? ((double)b->pose.p.y - (double)a->pose.p.y) + (move.y - move.minus_y) : 0.0;
        double c = (double)body->pose.q.c, s = (double)body->pose.q.s;
        for (int i = 0; i < count; i++)
        {
            imp2_vec v = body->shape ? oracle2_vertex(body->shape, i) : body->points[i];
            double x = c * (double)v.x - s * (double)v.y, y = s * (double)v.x + c * (double)v.y;
            if (!body->shape)
            {
                // A bare point, which only B is: its place is its vertex.
                x = (double)v.x - (double)a->pose.p.x;
                y = (double)v.y - (double)a->pose.p.y;
                px = move.x - move.minus_x;
                py = move.y - move.minus_y;
            }
            double along = nx * x + ny * y + (nx * px + ny * py);
            if (k == 0)
            {
                high = along > high ? along : high;
            }
            else
            {
                low = along < low ? along : low;
            }
        }
    }
    return low - high - radii;
}

static bool is_zero(imp2_vec v)
{
    return v.x == 0.0f && v.y == 0.0f;
}

static const oracle2_shift no_shift = {0.0, 0.0, 0.0, 0.0};

static oracle2_shift along_normal(imp2_vec normal, float amount)
{
    oracle2_shift shift = {(double)normal.x * (double)amount, (double)normal.y * (double)amount, 0.0, 0.0};
    return shift;
}

const char* check2_overlap(const pair2* pair, bool answer)
{
    oracle2_body a = oracle2_shape(&pair->a, &pair->pose_a), b = oracle2_shape(&pair->b, &pair->pose_b);
    oracle2_answer truth;
    oracle2_relate(&a, &b, &truth);
    DEMAND(!answer || truth.sign <= 0, "overlap: said yes, is no");
    DEMAND(answer || truth.sign > 0, "overlap: said no, is yes");
    return NULL;
}

// The stretch along the tangent of what lies within `thickness` of the body's far end along the normal.
static int face_stretch(const definition2_body* body, double nx, double ny, double thickness, double* low, double* high)
{
    double far_end = -INFINITY;
    for (int i = 0; i < body->count; i++)
    {
        far_end = fmax(far_end, nx * body->x[i] + ny * body->y[i]);
    }
    int count = 0;
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < body->count; i++)
    {
        if (nx * body->x[i] + ny * body->y[i] >= far_end - thickness)
        {
            double t = nx * body->y[i] - ny * body->x[i];
            *low = fmin(*low, t);
            *high = fmax(*high, t);
            count++;
        }
    }
    return count;
}

// Two faces that lie flat on each other must have two points, as far apart as the faces share.
static const char* check_flat_faces(const pair2* pair, const imp2_manifold* m, double ulp)
{
    if (pair->a.count > 64 || pair->b.count > 64 || (double)m->depth < 64.0 * ulp)
    {
        return NULL;
    }
    definition2_body a, b;
    definition2_place(&pair->a, (double)pair->pose_a.q.c, (double)pair->pose_a.q.s, 0.0, 0.0, &a);
    definition2_place(&pair->b, (double)pair->pose_b.q.c, (double)pair->pose_b.q.s,
                      (double)pair->pose_b.p.x - (double)pair->pose_a.p.x,
                      (double)pair->pose_b.p.y - (double)pair->pose_a.p.y, &b);
    double nx = (double)m->normal.x, ny = (double)m->normal.y, low_a, high_a, low_b, high_b;
    double scale = ulp * 0x1p23;
    if (face_stretch(&a, nx, ny, 8.0 * ulp, &low_a, &high_a) != 2 ||
        face_stretch(&b, -nx, -ny, 8.0 * ulp, &low_b, &high_b) != 2)
    {
        return NULL;
    }
    // B's tangent was measured along the reversed normal.
    double low = fmax(low_a, -high_b), high = fmin(high_a, -low_b);
    if (high - low < 0.05 * scale)
    {
        return NULL;
    }
    DEMAND(m->count == 2, "collide: flat faces have one point only");
    double dx = (double)m->points[1].point.x - (double)m->points[0].point.x;
    double dy = (double)m->points[1].point.y - (double)m->points[0].point.y;
    double span = fabs(nx * dy - ny * dx);
    double slack = 2e-3 * scale + coordinate_ulp(m->points[0].point) + coordinate_ulp(m->points[1].point);
    DEMAND(span >= high - low - slack, "collide: points do not span the shared face");
    return NULL;
}

const char* check2_collide(const pair2* pair, float margin, const imp2_manifold* m)
{
    oracle2_body a = oracle2_shape(&pair->a, &pair->pose_a), b = oracle2_shape(&pair->b, &pair->pose_b);
    oracle2_answer truth, after;
    oracle2_relate(&a, &b, &truth);
    double ulp = pair_ulp(pair);
    DEMAND(m->count >= 0 && m->count <= 2, "collide: count out of range");
    if (m->count == 0)
    {
        DEMAND(truth.sign > 0, "collide: no points but they meet");
        DEMAND(margin == 0.0f || truth.separation > (double)margin - 8.0 * ulp, "collide: no points within the margin");
        DEMAND(is_zero(m->normal) && m->depth == 0.0f, "collide: no points but not all zero");
        return NULL;
    }
    DEMAND(truth.sign <= 0 || (margin > 0.0f && truth.separation < (double)margin + 8.0 * ulp),
           "collide: points but they do not meet");
    DEMAND(truth.sign > 0 ? m->depth <= 0.0f : m->depth >= 0.0f, "collide: sign of depth");
    JUDGE(CHECK2_DEPTH, (double)m->depth + truth.separation, ulp);
    const char* wrong = judge_unit(m->normal);
    if (wrong)
    {
        return wrong;
    }
    oracle2_relate_shifted(&a, &b, along_normal(m->normal, m->depth), &after);
    JUDGE(CHECK2_PUSH, after.separation, ulp);
    double deepest = -INFINITY;
    for (int i = 0; i < m->count; i++)
    {
        deepest = fmax(deepest, (double)m->points[i].depth);
    }
    for (int i = 0; i < m->count; i++)
    {
        const imp2_contact* c = &m->points[i];
        double allowance = coordinate_ulp(c->point);
        double off_a = off_surface(&a, c->point, along_normal(m->normal, 0.5f * c->depth));
        double off_b = off_surface(&b, c->point, along_normal(m->normal, -0.5f * c->depth));
        // A second, shallower point of a round shape on a slant lies under its surface: the radius is taken along the
        // normal, not across the slant.
        bool slanted = (double)c->depth < deepest && (double)pair->a.radius + (double)pair->b.radius > 0.0;
        JUDGE(CHECK2_CONTACT_POINT, excess(slanted ? fmax(0.0, off_a) : off_a, allowance), ulp);
        JUDGE(CHECK2_CONTACT_POINT, excess(slanted ? fmax(0.0, off_b) : off_b, allowance), ulp);
    }
    JUDGE(CHECK2_CONTACT_DEPTH, deepest - (double)m->depth, ulp);
    DEMAND(m->count < 2 || m->points[0].id != m->points[1].id, "collide: two points with one id");
    return check_flat_faces(pair, m, ulp);
}

const char* check2_distance(const pair2* pair, const imp2_nearest* d)
{
    oracle2_body a = oracle2_shape(&pair->a, &pair->pose_a), b = oracle2_shape(&pair->b, &pair->pose_b);
    oracle2_answer truth;
    oracle2_relate(&a, &b, &truth);
    double ulp = pair_ulp(pair);
    DEMAND(truth.sign > 0 ? d->distance > 0.0f : d->distance <= 0.0f, "distance: sign");
    DEMAND(truth.sign != 0 || d->distance == 0.0f, "distance: not 0 when touching");
    JUDGE(CHECK2_DISTANCE, (double)d->distance - truth.separation, ulp);
    const char* wrong = judge_unit(d->normal);
    if (wrong)
    {
        return wrong;
    }
    JUDGE(CHECK2_DISTANCE_NORMAL, gap_along(&a, &b, no_shift, d->normal) - truth.separation, ulp);
    double allowance = coordinate_ulp(d->point_a) + coordinate_ulp(d->point_b);
    JUDGE(CHECK2_DISTANCE_POINT, excess(off_surface(&a, d->point_a, no_shift), allowance), ulp);
    JUDGE(CHECK2_DISTANCE_POINT, excess(off_surface(&b, d->point_b, no_shift), allowance), ulp);
    double x = (double)d->point_b.x - (double)d->point_a.x - (double)d->distance * (double)d->normal.x;
    double y = (double)d->point_b.y - (double)d->point_a.y - (double)d->distance * (double)d->normal.y;
    JUDGE(CHECK2_DISTANCE_ENDS, excess(hypot(x, y), allowance), ulp);
    return NULL;
}

static bool is_nothing(const imp2_hit* hit)
{
    return hit->time == 0.0f && is_zero(hit->normal) && is_zero(hit->point) && hit->depth == 0.0f;
}

// The answer for a start that is an overlap; the same for sweeps and impacts.
static const char* check_start_overlap(const oracle2_body* a, const oracle2_body* b, const oracle2_answer* start,
                                       double ulp, const imp2_hit* hit)
{
    DEMAND(hit->kind == IMP_SWEEP_OVERLAP, "sweep: overlap at the start not told");
    DEMAND(hit->time == 0.0f, "sweep: overlap at the start but time is not 0");
    JUDGE(CHECK2_DEPTH, (double)hit->depth + start->separation, ulp);
    oracle2_answer after;
    oracle2_relate_shifted(a, b, along_normal(hit->normal, hit->depth), &after);
    JUDGE(CHECK2_PUSH, after.separation, ulp);
    return judge_unit(hit->normal);
}

static double body_radius(const oracle2_body* body)
{
    return body->shape ? (double)body->shape->radius : (double)body->radius;
}

static const char* check_linear(const oracle2_body* a, const oracle2_body* b, imp2_vec motion_a, imp2_vec motion_b,
                                double ulp, const imp2_hit* hit)
{
    oracle2_shift whole = {(double)motion_b.x, (double)motion_b.y, (double)motion_a.x, (double)motion_a.y};
    double mx = whole.x - whole.minus_x, my = whole.y - whole.minus_y;
    ulp = fmax(ulp, 0x1p-23 * fmax(hypot(whole.x, whole.y), hypot(whole.minus_x, whole.minus_y)));
    oracle2_answer start, swept, then;
    oracle2_approach(a, b, whole, &start);
    if (start.sign < 0)
    {
        return check_start_overlap(a, b, &start, ulp, hit);
    }
    DEMAND(hit->depth == 0.0f, "sweep: depth without overlap at the start");
    if (hit->kind == IMP_SWEEP_NEVER || hit->kind == IMP_SWEEP_REST)
    {
        DEMAND(is_nothing(hit), "sweep: no hit but not all zero");
    }
    if (start.sign == 0)
    {
        // Lines and points that just meet have no inside to move into: either answer.
        bool either = start.flat && body_radius(a) + body_radius(b) == 0.0;
        DEMAND(hit->kind == IMP_SWEEP_TOUCH || hit->kind == IMP_SWEEP_REST, "sweep: touching at the start not told");
        // An approach of no more than some ulps in the whole step is grazing, and may be told as rest.
        oracle2_relate_swept(a, b, whole, &swept);
        DEMAND(either || start.approach >= 0 || swept.separation > -16.0 * ulp || hit->kind == IMP_SWEEP_TOUCH,
               "sweep: approaching told as rest");
        DEMAND(either || start.approach < 0 || hit->kind == IMP_SWEEP_REST, "sweep: rest told as approaching");
        if (hit->kind == IMP_SWEEP_REST)
        {
            return NULL;
        }
    }
    else
    {
        DEMAND(hit->kind == IMP_SWEEP_NEVER || hit->kind == IMP_SWEEP_HIT, "sweep: apart at the start not told");
        oracle2_relate_swept(a, b, whole, &swept);
        bool grazing = fabs(swept.separation) <= 16.0 * ulp;
        if (hit->kind == IMP_SWEEP_NEVER)
        {
            DEMAND(swept.separation > -16.0 * ulp, "sweep: hit missed");
            return NULL;
        }
        DEMAND(swept.separation < 16.0 * ulp, "sweep: hit invented");
        DEMAND(hit->time > 0.0f && hit->time <= 1.0f, "sweep: time out of range");
        double t = (double)hit->time;
        oracle2_shift way = {t * whole.x, t * whole.y, t * whole.minus_x, t * whole.minus_y};
        oracle2_relate_shifted(a, b, way, &then);
        JUDGE(grazing ? CHECK2_SWEEP_GRAZING : CHECK2_SWEEP_TIME, then.separation, ulp);
        // It is the first time: a little earlier they were not inside each other.
        double closing = fabs(then.normal_x * mx + then.normal_y * my);
        double before = fmax(0.0, closing > 0.0 ? t - 64.0 * ulp / closing : 0.0);
        oracle2_shift sooner = {before * whole.x, before * whole.y, before * whole.minus_x, before * whole.minus_y};
        oracle2_answer earlier;
        oracle2_relate_shifted(a, b, sooner, &earlier);
        DEMAND(earlier.separation >= -16.0 * ulp, "sweep: time of leaving, not of meeting");
        // At a corner rounded by less than some ulps, or barely grazed, the normal may be any.
        double radii = body_radius(a) + body_radius(b);
        if (!grazing && (radii == 0.0 || radii > 64.0 * ulp))
        {
            JUDGE(CHECK2_SWEEP_NORMAL, gap_along(a, b, way, hit->normal) - then.separation, ulp);
        }
    }
    const char* wrong = judge_unit(hit->normal);
    if (wrong)
    {
        return wrong;
    }
    // The point at that time, seen by each body where it then is: the point moved back by the body's way.
    double t = (double)hit->time;
    oracle2_shift back_a = {0.0, 0.0, t * whole.minus_x, t * whole.minus_y};
    oracle2_shift back_b = {0.0, 0.0, t * whole.x, t * whole.y};
    double allowance = 2.0 * coordinate_ulp(hit->point);
    JUDGE(CHECK2_SWEEP_POINT, excess(off_surface(a, hit->point, back_a), allowance), ulp);
    JUDGE(CHECK2_SWEEP_POINT, excess(off_surface(b, hit->point, back_b), allowance), ulp);
    return NULL;
}

const char* check2_sweep(const pair2* pair, imp2_vec motion_a, imp2_vec motion_b, const imp2_hit* hit)
{
    oracle2_body a = oracle2_shape(&pair->a, &pair->pose_a), b = oracle2_shape(&pair->b, &pair->pose_b);
    return check_linear(&a, &b, motion_a, motion_b, pair_ulp(pair), hit);
}

const char* check2_ray(const imp2_shape* target, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                       const imp2_hit* hit)
{
    oracle2_body a = oracle2_shape(target, pose), b = oracle2_point(&origin);
    double scale = hypot((double)origin.x - (double)pose->p.x, (double)origin.y - (double)pose->p.y);
    scale = fmax(scale, fmax((double)target->reach, (double)target->radius));
    imp2_vec still = {0.0f, 0.0f};
    return check_linear(&a, &b, still, motion, scale * 0x1p-23, hit);
}

typedef struct flight
{
    const imp2_mover *a, *b;
    double speed;  // no two points of A and B near each other faster than this
    int budget;
} flight;

// True separation at a time, all in A's place.
static double separation_at(const flight* f, double t, double* nx, double* ny, imp2_vec along, double* gap)
{
    definition2_body bodies[2];
    const imp2_mover* movers[2] = {f->a, f->b};
    double x = ((double)f->b->pose.p.x - (double)f->a->pose.p.x) +
               t * ((double)f->b->motion.x - (double)f->a->motion.x);
    double y = ((double)f->b->pose.p.y - (double)f->a->pose.p.y) +
               t * ((double)f->b->motion.y - (double)f->a->motion.y);
    for (int k = 0; k < 2; k++)
    {
        const imp2_mover* m = movers[k];
        double turn = t * (double)m->turn, ct = cos(turn), st = sin(turn);
        double c = ct * (double)m->pose.q.c - st * (double)m->pose.q.s;
        double s = st * (double)m->pose.q.c + ct * (double)m->pose.q.s;
        definition2_place(m->shape, c, s, k ? x : 0.0, k ? y : 0.0, &bodies[k]);
    }
    if (gap)
    {
        *gap = definition2_along(&bodies[0], &bodies[1], (double)along.x, (double)along.y);
    }
    return definition2_separation(&bodies[0], &bodies[1], nx, ny);
}

static double plain_separation(const flight* f, double t)
{
    double nx, ny;
    imp2_vec none = {0.0f, 0.0f};
    return separation_at(f, t, &nx, &ny, none, NULL);
}

// The least separation in [t0, t1], found as far as it matters against `floor_at`: a stretch is left alone once the
// speed limit proves that it stays above, or the budget is used up.
static double least_separation(flight* f, double t0, double s0, double t1, double s1, double floor_at)
{
    // Stack of right ends; each stretch is halved until it is proven.
    double ends[64][2];
    int depth = 0;
    double least = fmin(s0, s1);
    ends[depth][0] = t1;
    ends[depth][1] = s1;
    while (depth >= 0)
    {
        double right = ends[depth][0], at_right = ends[depth][1];
        double bound = 0.5 * (s0 + at_right - f->speed * (right - t0));
        if (bound >= floor_at || depth == 63 || right - t0 < 1e-7 || --f->budget < 0)
        {
            t0 = right;
            s0 = at_right;
            depth--;
            continue;
        }
        double middle = 0.5 * (t0 + right), at_middle = plain_separation(f, middle);
        least = fmin(least, at_middle);
        depth++;
        ends[depth][0] = middle;
        ends[depth][1] = at_middle;
    }
    return least;
}

// Whether a point has gone through a segment before `end`. Their separation never gets negative, so it is the point's
// change of sides that tells. Only passes well inside the segment count.
static bool went_through(const flight* f, double end)
{
    bool a_is_point = f->a->shape->count == 1;
    const imp2_mover* point = a_is_point ? f->a : f->b;
    const imp2_mover* line = a_is_point ? f->b : f->a;
    if (point->shape->count != 1 || line->shape->count != 2 || f->a->shape->radius + f->b->shape->radius > 0.0f)
    {
        return false;
    }
    const int steps = 4096;
    double last_side = 0.0;
    for (int i = 0; i <= steps; i++)
    {
        double t = end * i / steps, at[2][3];
        const imp2_mover* movers[2] = {point, line};
        imp2_vec v[3] = {oracle2_vertex(point->shape, 0), oracle2_vertex(line->shape, 0), oracle2_vertex(line->shape, 1)};
        for (int k = 0; k < 3; k++)
        {
            const imp2_mover* m = movers[k > 0];
            double c = cos(t * (double)m->turn), s = sin(t * (double)m->turn);
            double x = (double)m->pose.q.c * (double)v[k].x - (double)m->pose.q.s * (double)v[k].y;
            double y = (double)m->pose.q.s * (double)v[k].x + (double)m->pose.q.c * (double)v[k].y;
            at[0][k] = c * x - s * y + ((double)m->pose.p.x - (double)line->pose.p.x) + t * (double)m->motion.x;
            at[1][k] = s * x + c * y + ((double)m->pose.p.y - (double)line->pose.p.y) + t * (double)m->motion.y;
        }
        double ex = at[0][2] - at[0][1], ey = at[1][2] - at[1][1];
        double rx = at[0][0] - at[0][1], ry = at[1][0] - at[1][1];
        double side = ex * ry - ey * rx, along = (ex * rx + ey * ry) / (ex * ex + ey * ey);
        bool inside = along > 0.05 && along < 0.95;
        if (inside && last_side * side < 0.0)
        {
            return true;
        }
        last_side = inside ? side : 0.0;
    }
    return false;
}

const char* check2_impact(const imp2_mover* a, const imp2_mover* b, const imp2_hit* hit)
{
    oracle2_body body_a = oracle2_shape(a->shape, &a->pose), body_b = oracle2_shape(b->shape, &b->pose);
    double ulp = oracle2_ulp(a->shape, &a->pose, b->shape, &b->pose);
    ulp = fmax(ulp, 0x1p-23 * fmax(hypot((double)a->motion.x, (double)a->motion.y),
                                   hypot((double)b->motion.x, (double)b->motion.y)));
    double size = fmax((double)a->shape->reach + (double)a->shape->radius,
                       (double)b->shape->reach + (double)b->shape->radius);
    oracle2_answer start;
    oracle2_relate(&body_a, &body_b, &start);
    if (start.sign < 0)
    {
        return check_start_overlap(&body_a, &body_b, &start, ulp, hit);
    }
    DEMAND(hit->depth == 0.0f, "time of impact: depth without overlap at the start");
    flight f = {a, b, 0.0, 3000};
    f.speed = hypot((double)b->motion.x - (double)a->motion.x, (double)b->motion.y - (double)a->motion.y) +
              1.001 * fabs((double)a->turn) * (double)a->shape->reach +
              1.001 * fabs((double)b->turn) * (double)b->shape->reach;
    double first = start.separation;
    if (start.sign == 0)
    {
        DEMAND(hit->kind == IMP_SWEEP_TOUCH || hit->kind == IMP_SWEEP_REST || hit->kind == IMP_SWEEP_HIT,
               "time of impact: touching at the start not told");
        bool flat = start.flat && (double)a->shape->radius + (double)b->shape->radius == 0.0;
        double soon = f.speed > 0.0 ? fmin(1.0, 1e-4 * size / f.speed) : 0.0;
        double rate = soon > 0.0 ? (plain_separation(&f, soon) - plain_separation(&f, 0.0)) / soon : 0.0;
        DEMAND(hit->kind != IMP_SWEEP_TOUCH || rate <= 1e-2 * f.speed || flat,
               "time of impact: leaving told as approaching");
        DEMAND(hit->kind == IMP_SWEEP_TOUCH || rate >= -1e-2 * f.speed || flat,
               "time of impact: approaching told as rest");
    }
    else
    {
        DEMAND(hit->kind == IMP_SWEEP_NEVER || hit->kind == IMP_SWEEP_HIT, "time of impact: apart at the start not told");
    }
    double end = 1.0;
    if (hit->kind == IMP_SWEEP_HIT)
    {
        DEMAND(hit->time >= 0.0f && hit->time <= 1.0f, "time of impact: time out of range");
        DEMAND(hit->time > 0.0f, "time of impact: a hit at 0 when apart at the start");
        end = (double)hit->time;
    }
    else if (hit->kind == IMP_SWEEP_TOUCH)
    {
        DEMAND(hit->time == 0.0f, "time of impact: touching but time is not 0");
        end = 0.0;
    }
    else
    {
        DEMAND(is_nothing(hit), "time of impact: no hit but not all zero");
    }
    double nx, ny, gap;
    double last = separation_at(&f, end, &nx, &ny, hit->normal, &gap);
    if (end > 0.0)
    {
        double least = least_separation(&f, 0.0, first, end, last, -8.0 * ulp);
        JUDGE(CHECK2_IMPACT_LATE, fmin(0.0, least), ulp);
        DEMAND(!went_through(&f, hit->kind == IMP_SWEEP_HIT ? 0.999 * end : end), "time of impact: a point went through");
    }
    if (hit->kind == IMP_SWEEP_HIT)
    {
        JUDGE(CHECK2_IMPACT_DEEP, fmin(0.0, last), ulp);
        JUDGE(CHECK2_IMPACT_GAP, fmax(0.0, last), 0x1p-12 * size);
        JUDGE(CHECK2_IMPACT_NORMAL, gap - last, 0x1p-12 * size);
        return judge_unit(hit->normal);
    }
    return NULL;
}

const char* check2_crossing(const imp2_vec a[2], const imp2_vec b[2], const imp2_crossing* answer)
{
    double time, x, y;
    bool truth = oracle2_crossing(a, b, &time, &x, &y);
    DEMAND(answer->crosses == truth, "segments: crossing");
    if (!truth)
    {
        DEMAND(answer->time_a == 0.0f && answer->time_b == 0.0f && is_zero(answer->point),
               "segments: no crossing but not all zero");
        return NULL;
    }
    double ulp = fmax(fmax(coordinate_ulp(a[0]), coordinate_ulp(a[1])), fmax(coordinate_ulp(b[0]), coordinate_ulp(b[1])));
    JUDGE(CHECK2_CROSSING_POINT, hypot((double)answer->point.x - x, (double)answer->point.y - y), ulp);
    DEMAND(answer->time_a >= 0.0f && answer->time_a <= 1.0f && answer->time_b >= 0.0f && answer->time_b <= 1.0f,
           "segments: times out of range");
    double ta = (double)answer->time_a, tb = (double)answer->time_b;
    double ax = (double)a[0].x + ta * ((double)a[1].x - (double)a[0].x) - x;
    double ay = (double)a[0].y + ta * ((double)a[1].y - (double)a[0].y) - y;
    double bx = (double)b[0].x + tb * ((double)b[1].x - (double)b[0].x) - x;
    double by = (double)b[0].y + tb * ((double)b[1].y - (double)b[0].y) - y;
    DEMAND(hypot(ax, ay) <= 8.0 * ulp, "segments: time on a");
    DEMAND(hypot(bx, by) <= 8.0 * ulp, "segments: time on b");
    return NULL;
}

// The support and the bounds of a placed shape, as doubles relative to pose.p.
static double far_end(const imp2_shape* shape, const imp2_pose* pose, double nx, double ny, int* index, int32_t asked,
                      double* at_asked)
{
    double best = -INFINITY, c = (double)pose->q.c, s = (double)pose->q.s;
    *index = 0;
    for (int i = 0; i < shape->count; i++)
    {
        imp2_vec v = oracle2_vertex(shape, i);
        double x = c * (double)v.x - s * (double)v.y, y = s * (double)v.x + c * (double)v.y;
        double along = nx * x + ny * y;
        if (along > best)
        {
            best = along;
            *index = i;
        }
        if (i == asked)
        {
            *at_asked = along;
        }
    }
    return best;
}

const char* check2_support(const imp2_shape* shape, const imp2_pose* pose, imp2_vec direction, imp2_vec point,
                           int32_t index)
{
    double length = hypot((double)direction.x, (double)direction.y);
    double nx = (double)direction.x / length, ny = (double)direction.y / length;
    double scale = (double)shape->reach + (double)shape->radius + hypot((double)pose->p.x, (double)pose->p.y);
    double ulp = scale * 0x1p-23;
    DEMAND(index >= 0 && index < shape->count, "support: index out of range");
    int best;
    double asked = 0.0, most = far_end(shape, pose, nx, ny, &best, index, &asked);
    double reached = nx * ((double)point.x - (double)pose->p.x) + ny * ((double)point.y - (double)pose->p.y);
    JUDGE(CHECK2_SUPPORT, fmax(0.0, most + (double)shape->radius - reached), ulp);
    JUDGE(CHECK2_SUPPORT, most - asked, ulp);
    // And it belongs to the shape.
    oracle2_body body = oracle2_shape(shape, pose);
    JUDGE(CHECK2_SUPPORT, fmax(0.0, off_surface(&body, point, no_shift)), ulp);
    return NULL;
}

const char* check2_bounds(const imp2_shape* shape, const imp2_pose* pose, imp2_box box)
{
    // Each side against the exact shape: the strip outside of it is a point far away, so compare coordinates exactly
    // in the oracle's terms by laying a long segment along each side.
    DEMAND(box.lower.x <= box.upper.x && box.lower.y <= box.upper.y, "bounds: upside down");
    oracle2_body body = oracle2_shape(shape, pose);
    float reach = 4.0f * ((shape->reach + shape->radius) + fmaxf(fabsf(pose->p.x), fabsf(pose->p.y))) + 0x1p-50f;
    float sides[4] = {box.lower.x, box.upper.x, box.lower.y, box.upper.y};
    double scale = (double)shape->reach + (double)shape->radius + hypot((double)pose->p.x, (double)pose->p.y);
    for (int i = 0; i < 4; i++)
    {
        float side = sides[i], out = (i & 1) ? reach : -reach;
        // The half plane beyond the side, as far as the shape could ever be. (side + out is rounded; only its size counts.)
        imp2_vec beyond[4] = {{side, -reach}, {side, reach}, {side + out, reach}, {side + out, -reach}};
        if (i >= 2)
        {
            for (int k = 0; k < 4; k++)
            {
                imp2_vec v = {beyond[k].y, beyond[k].x};
                beyond[k] = v;
            }
        }
        oracle2_body half_plane = oracle2_points(beyond, 4);
        oracle2_answer answer;
        oracle2_relate(&body, &half_plane, &answer);
        DEMAND(answer.sign >= 0, "bounds: shape sticks out");
        float size = fabsf(side);
        double spacing = (double)nextafterf(size, INFINITY) - (double)size;
        JUDGE(CHECK2_BOUNDS, excess(answer.separation, 0x1p-47 * scale), spacing);
    }
    return NULL;
}

const char* check2_contains(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, bool answer)
{
    oracle2_body a = oracle2_shape(shape, pose), b = oracle2_point(&point);
    oracle2_answer truth;
    oracle2_relate(&a, &b, &truth);
    DEMAND(answer == (truth.sign <= 0), "contains: wrong");
    return NULL;
}

const char* check2_closest(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, imp2_vec closest,
                           float distance)
{
    oracle2_body a = oracle2_shape(shape, pose), b = oracle2_point(&point);
    oracle2_answer truth;
    oracle2_relate(&a, &b, &truth);
    double scale = (double)shape->reach + (double)shape->radius + fabs(truth.separation) +
                   hypot((double)pose->p.x, (double)pose->p.y);
    double ulp = scale * 0x1p-23;
    DEMAND(truth.sign > 0 ? distance > 0.0f : distance <= 0.0f, "closest: sign of distance");
    JUDGE(CHECK2_CLOSEST_DISTANCE, (double)distance - truth.separation, ulp);
    // A nearest point: on the boundary, and as far from the point as the distance is.
    JUDGE(CHECK2_CLOSEST, off_surface(&a, closest, no_shift), ulp);
    double way = hypot((double)closest.x - (double)point.x, (double)closest.y - (double)point.y);
    JUDGE(CHECK2_CLOSEST, way - fabs(truth.separation), ulp);
    return NULL;
}

// Area, first and second moments about vertex 0, piece by piece: triangles of the core, a strip on each edge, a sector
// at each corner. Long double throughout; the pieces are all positive but for the triangles' signs.
typedef long double wide;

typedef struct moments
{
    wide area, x, y, second;  // second: integral of x^2 + y^2
} moments;

static void add_piece(moments* m, wide area, wide x, wide y, wide about_own)
{
    m->area += area;
    m->x += area * x;
    m->y += area * y;
    m->second += about_own + area * (x * x + y * y);
}

const char* check2_mass(const imp2_shape* shape, float density, const imp2_mass* answer)
{
    const wide pi = 3.14159265358979323846264338L;
    int n = shape->count;
    wide r = (wide)shape->radius;
    imp2_vec origin = oracle2_vertex(shape, 0);
    moments m = {0.0L, 0.0L, 0.0L, 0.0L};
    for (int i = 0; i < n; i++)
    {
        imp2_vec v0 = oracle2_vertex(shape, i), v1 = oracle2_vertex(shape, (i + 1) % n);
        imp2_vec v2 = oracle2_vertex(shape, (i + 2) % n);
        wide x0 = (wide)v0.x - (wide)origin.x, y0 = (wide)v0.y - (wide)origin.y;
        wide x1 = (wide)v1.x - (wide)origin.x, y1 = (wide)v1.y - (wide)origin.y;
        wide ex = x1 - x0, ey = y1 - y0, fx = (wide)v2.x - (wide)v1.x, fy = (wide)v2.y - (wide)v1.y;
        wide length = sqrtl(ex * ex + ey * ey);
        if (n >= 3)
        {
            wide area = 0.5L * (x0 * y1 - x1 * y0), cx = (x0 + x1) / 3.0L, cy = (y0 + y1) / 3.0L;
            wide sides = x0 * x0 + y0 * y0 + x1 * x1 + y1 * y1 + ex * ex + ey * ey;
            add_piece(&m, area, cx, cy, area * sides / 36.0L);
        }
        if (r > 0.0L && n >= 2)
        {
            wide nx = ey / length, ny = -ex / length, area = length * r;
            add_piece(&m, area, 0.5L * (x0 + x1) + 0.5L * r * nx, 0.5L * (y0 + y1) + 0.5L * r * ny,
                      area * (length * length + r * r) / 12.0L);
            wide next = sqrtl(fx * fx + fy * fy);
            wide angle = n == 2 ? pi : atan2l(ex * fy - ey * fx, ex * fx + ey * fy);
            wide bx = n == 2 ? ex / length : nx + fy / next, by = n == 2 ? ey / length : ny - fx / next;
            wide bl = sqrtl(bx * bx + by * by), half = 0.5L * angle;
            wide arm = angle > 0.0L ? 2.0L * r * sinl(half) / (3.0L * half) : 0.0L;
            wide sector = half * r * r;
            add_piece(&m, sector, x1 + arm * bx / bl, y1 + arm * by / bl, sector * (0.5L * r * r - arm * arm));
        }
    }
    if (n == 1)
    {
        add_piece(&m, pi * r * r, 0.0L, 0.0L, 0.5L * pi * r * r * r * r);
    }
    wide cx = 0.0L, cy = 0.0L, inertia = 0.0L;
    double largest = (double)shape->radius;
    for (int i = 0; i < n; i++)
    {
        imp2_vec v = oracle2_vertex(shape, i);
        largest = fmax(largest, fmax(fabs((double)v.x), fabs((double)v.y)));
        if (n <= 2)
        {
            cx += ((wide)v.x - (wide)origin.x) / (wide)n;
            cy += ((wide)v.y - (wide)origin.y) / (wide)n;
        }
    }
    if (m.area > 0.0L)
    {
        cx = m.x / m.area;
        cy = m.y / m.area;
        inertia = m.second - m.area * (cx * cx + cy * cy);
    }
    double mass = (double)(m.area * (wide)density), turn = (double)(inertia * (wide)density);
    JUDGE(CHECK2_AREA, (double)answer->area - (double)m.area, (double)m.area * 0x1p-23);
    JUDGE(CHECK2_AREA, (double)answer->mass - mass, mass * 0x1p-23);
    JUDGE(CHECK2_INERTIA, (double)answer->inertia - turn, turn * 0x1p-23);
    JUDGE(CHECK2_CENTROID, (double)answer->centroid.x - (double)((wide)origin.x + cx), largest * 0x1p-23);
    JUDGE(CHECK2_CENTROID, (double)answer->centroid.y - (double)((wide)origin.y + cy), largest * 0x1p-23);
    return NULL;
}

static double kinetic(const imp2_dynamics* d)
{
    double energy = 0.0;
    if (d->inverse_mass > 0.0f)
    {
        double x = (double)d->velocity.x, y = (double)d->velocity.y;
        energy += 0.5 * (x * x + y * y) / (double)d->inverse_mass;
    }
    if (d->inverse_inertia > 0.0f)
    {
        energy += 0.5 * (double)d->spin * (double)d->spin / (double)d->inverse_inertia;
    }
    return energy;
}

// Normal velocity of B against A at a point.
static double approach_at(const imp2_manifold* m, int i, const imp2_dynamics d[2])
{
    double v[2][2];
    for (int k = 0; k < 2; k++)
    {
        double rx = (double)m->points[i].point.x - (double)d[k].center.x;
        double ry = (double)m->points[i].point.y - (double)d[k].center.y;
        v[k][0] = (double)d[k].velocity.x - (double)d[k].spin * ry;
        v[k][1] = (double)d[k].velocity.y + (double)d[k].spin * rx;
    }
    return (v[1][0] - v[0][0]) * (double)m->normal.x + (v[1][1] - v[0][1]) * (double)m->normal.y;
}

const char* check2_respond(const imp2_manifold* m, const imp2_surface* surface, const imp2_dynamics before[2],
                           const imp2_dynamics after[2], const imp2_impulse* impulse)
{
    double nx = (double)m->normal.x, ny = (double)m->normal.y;
    double cone = fmax((double)surface->friction, (double)surface->static_friction);
    double total[2] = {0.0, 0.0}, largest = 0.0, fastest = 0.0;
    for (int k = 0; k < 2; k++)
    {
        fastest = fmax(fastest, hypot((double)before[k].velocity.x, (double)before[k].velocity.y));
    }
    for (int i = 0; i < m->count; i++)
    {
        double jn = (double)impulse->normal[i], jt = (double)impulse->tangent[i];
        DEMAND(jn >= 0.0, "respond: pulling impulse");
        DEMAND(fabs(jt) <= cone * jn * (1.0 + 1e-5), "respond: outside the friction cone");
        DEMAND(approach_at(m, i, before) <= 1e-5 * (fastest + 1e-30) || jn == 0.0, "respond: impulse on a leaving point");
        total[0] += nx * jn - ny * jt;
        total[1] += ny * jn + nx * jt;
        largest = fmax(largest, hypot(jn, jt));
    }
    double energy[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++)
    {
        double sign = k ? 1.0 : -1.0, mass = (double)before[k].inverse_mass, inertia = (double)before[k].inverse_inertia;
        DEMAND(before[k].center.x == after[k].center.x && before[k].center.y == after[k].center.y &&
                   before[k].inverse_mass == after[k].inverse_mass &&
                   before[k].inverse_inertia == after[k].inverse_inertia,
               "respond: changed what it must not");
        double dx = (double)after[k].velocity.x - (double)before[k].velocity.x - sign * mass * total[0];
        double dy = (double)after[k].velocity.y - (double)before[k].velocity.y - sign * mass * total[1];
        double scale = fastest + mass * largest;
        JUDGE(CHECK2_MOMENTUM, hypot(dx, dy), scale * 0x1p-23);
        double torque = 0.0, arm = 0.0;
        for (int i = 0; i < m->count; i++)
        {
            double rx = (double)m->points[i].point.x - (double)before[k].center.x;
            double ry = (double)m->points[i].point.y - (double)before[k].center.y;
            double jn = (double)impulse->normal[i], jt = (double)impulse->tangent[i];
            torque += rx * (ny * jn + nx * jt) - ry * (nx * jn - ny * jt);
            arm = fmax(arm, hypot(rx, ry));
        }
        double spin = (double)after[k].spin - (double)before[k].spin - sign * inertia * torque;
        JUDGE(CHECK2_MOMENTUM, spin, (fabs((double)before[k].spin) + inertia * arm * largest) * 0x1p-23);
        energy[0] += kinetic(&before[k]);
        energy[1] += kinetic(&after[k]);
    }
    JUDGE(CHECK2_ENERGY, fmax(0.0, energy[1] - energy[0]), energy[0] * 0x1p-23);
    if (surface->friction == 0.0f && surface->static_friction == 0.0f)
    {
        // Newton's law at every point that approached: at least e times the speed back, and no more where it was pushed
        // unless its partner's push does it.
        for (int i = 0; i < m->count; i++)
        {
            double was = approach_at(m, i, before), is = approach_at(m, i, after);
            double slack = 1e-4 * (fastest + fabs(was) + fabs(is));
            DEMAND(was >= 0.0 || is >= -(double)surface->restitution * was - slack, "respond: restitution too small");
            DEMAND(was >= 0.0 || impulse->normal[i] == 0.0f || is <= -(double)surface->restitution * was + slack,
                   "respond: restitution too large");
        }
    }
    return NULL;
}
