// SPDX-License-Identifier: MIT
#include "check2.h"

#include <math.h>

#include "judge2.h"

static double pair_ulp(const pair2* pair)
{
    return oracle2_ulp(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b);
}

static const char* judge_unit(imp2_vec n)
{
    JUDGE(CHECK2_UNIT, hypot((double)n.x, (double)n.y) - 1.0, 0x1p-23);
    return NULL;
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
    double slack = 2e-3 * scale + judge2_coordinate_ulp(m->points[0].point) + judge2_coordinate_ulp(m->points[1].point);
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
        double allowance = judge2_coordinate_ulp(c->point);
        double off_a = judge2_off_surface(&a, c->point, along_normal(m->normal, 0.5f * c->depth));
        double off_b = judge2_off_surface(&b, c->point, along_normal(m->normal, -0.5f * c->depth));
        // A second, shallower point of a round shape on a slant lies under its surface: the radius is taken along the
        // normal, not across the slant.
        bool slanted = (double)c->depth < deepest && (double)pair->a.radius + (double)pair->b.radius > 0.0;
        JUDGE(CHECK2_CONTACT_POINT, judge2_excess(slanted ? fmax(0.0, off_a) : off_a, allowance), ulp);
        JUDGE(CHECK2_CONTACT_POINT, judge2_excess(slanted ? fmax(0.0, off_b) : off_b, allowance), ulp);
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
    JUDGE(CHECK2_DISTANCE_NORMAL, gap_along(&a, &b, judge2_no_shift, d->normal) - truth.separation, ulp);
    double allowance = judge2_coordinate_ulp(d->point_a) + judge2_coordinate_ulp(d->point_b);
    JUDGE(CHECK2_DISTANCE_POINT, judge2_excess(judge2_off_surface(&a, d->point_a, judge2_no_shift), allowance), ulp);
    JUDGE(CHECK2_DISTANCE_POINT, judge2_excess(judge2_off_surface(&b, d->point_b, judge2_no_shift), allowance), ulp);
    double x = (double)d->point_b.x - (double)d->point_a.x - (double)d->distance * (double)d->normal.x;
    double y = (double)d->point_b.y - (double)d->point_a.y - (double)d->distance * (double)d->normal.y;
    JUDGE(CHECK2_DISTANCE_ENDS, judge2_excess(hypot(x, y), allowance), ulp);
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
    double allowance = 2.0 * judge2_coordinate_ulp(hit->point);
    JUDGE(CHECK2_SWEEP_POINT, judge2_excess(judge2_off_surface(a, hit->point, back_a), allowance), ulp);
    JUDGE(CHECK2_SWEEP_POINT, judge2_excess(judge2_off_surface(b, hit->point, back_b), allowance), ulp);
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
    double x =
        ((double)f->b->pose.p.x - (double)f->a->pose.p.x) + t * ((double)f->b->motion.x - (double)f->a->motion.x);
    double y =
        ((double)f->b->pose.p.y - (double)f->a->pose.p.y) + t * ((double)f->b->motion.y - (double)f->a->motion.y);
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
        imp2_vec v[3] = {oracle2_vertex(point->shape, 0), oracle2_vertex(line->shape, 0),
                         oracle2_vertex(line->shape, 1)};
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
    double size_a = (double)a->shape->reach + (double)a->shape->radius;
    double size_b = (double)b->shape->reach + (double)b->shape->radius, size = fmax(size_a, size_b);
    double near = fmax(0x1p-12 * fmin(size_a, size_b), fmin(64.0 * ulp, 0x1p-12 * size));
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
        DEMAND(hit->kind == IMP_SWEEP_NEVER || hit->kind == IMP_SWEEP_HIT,
               "time of impact: apart at the start not told");
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
        DEMAND(!went_through(&f, hit->kind == IMP_SWEEP_HIT ? 0.999 * end : end),
               "time of impact: a point went through");
    }
    if (hit->kind == IMP_SWEEP_HIT)
    {
        JUDGE(CHECK2_IMPACT_DEEP, fmin(0.0, last), ulp);
        JUDGE(CHECK2_IMPACT_GAP, fmax(0.0, last), near);
        JUDGE(CHECK2_IMPACT_NORMAL, gap - last, near);
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
    double ulp = fmax(fmax(judge2_coordinate_ulp(a[0]), judge2_coordinate_ulp(a[1])),
                      fmax(judge2_coordinate_ulp(b[0]), judge2_coordinate_ulp(b[1])));
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
