// SPDX-License-Identifier: MIT
//
// Cached manifolds: how long they last, the depths that follow meanwhile, the impulses that points keep for the warm
// start.
//
// A manifold is made where one of its bodies is awake, in A's frame of origin, so that it is as exact far from the
// world's origin as near it. Points keep their impulses by their names. Impulses that nothing keeps are gone: what
// begins to touch begins without.
//
// It is made anew when a point of the bodies may have moved by a little (impi_row_step.keep) against the other since it
// was made. Until then its normal and its points stay, and only depths follow the motion: they are off by the square of
// it. So a pile that lies costs little, and what is kept does not drift, as it is always measured from where it was made.
// Contacts of which the rows stand (solver/) are measured there, and come here when they are to be made. Where there
// was none, it is looked for again when what was found between the two may have been used up (separation_bound2.c).

#include "contact2.h"

#include <math.h>
#include <string.h>

#define HARDLY 0x1p-12f  // [extent of the lesser body]: what is not deeper hardly touches

void imp2i_note_poses(const imp2_world* w, imp2i_contact* c)
{
    const imp2_pose *a = &w->stances.data[c->body_a].pose, *b = &w->stances.data[c->body_b].pose;
    c->poses.between = imp2_vec_sub(b->p, a->p);
    c->poses.turn_a = a->q;
    c->poses.turn_b = b->q;
}

void imp2i_relative_poses(const imp2i_contact* c, imp2_pose* a, imp2_pose* b)
{
    a->p.x = 0.0f;
    a->p.y = 0.0f;
    a->q = c->poses.turn_a;
    b->p.x = impi_tidy(c->poses.between.x);
    b->p.y = impi_tidy(c->poses.between.y);
    b->q = c->poses.turn_b;
}

void imp2i_keep_impulses(const imp2_world* w, const imp2i_touch* old, const imp2_manifold* manifold,
                         imp2i_row_impulses* out)
{
    const imp2_manifold* before = &old->manifold;
    if (before->count == 0 || manifold->count == 0)
    {
        memset(out, 0, sizeof *out);
        return;
    }
    const imp2i_row_impulses now = imp2i_impulses_now(w, old), *p = &now;
    float kept[2] = {0.0f, 0.0f}, kept_total[2] = {0.0f, 0.0f};
    for (int32_t k = 0; k < manifold->count; ++k)
    {
        for (int32_t m = 0; m < before->count; ++m)
        {
            bool same = before->points[m].id == manifold->points[k].id;
            kept[k] = same ? p->normal[m] : kept[k];
            kept_total[k] = same ? p->total[m] : kept_total[k];
        }
    }
    float normal = p->normal[0] + p->normal[1], total = p->total[0] + p->total[1];
    for (int32_t k = 0; k < 2; ++k)
    {
        out->normal[k] = kept[k];
        out->total[k] = kept_total[k];
    }
    out->tangent = normal > 0.0f ? p->tangent * ((kept[0] + kept[1]) / normal) : 0.0f;
    out->side_total = total > 0.0f ? p->side_total * ((kept_total[0] + kept_total[1]) / total) : 0.0f;
    out->rolling = p->rolling;
}

void imp2i_measure_touch(const imp2i_contact* c, imp2i_touch* t, float radius_a, float radius_b)
{
    t->surface = c->surface;
    t->radius_a = radius_a;
    t->radius_b = radius_b;
    t->row = 0;
    t->next = -1;
    for (int32_t k = 0; k < 2; ++k)
    {
        t->depth[k] = t->manifold.points[k].depth;
    }
}

void imp2i_end_passing(imp2i_contact* c)
{
    c->touch.way = IMP2I_WAY_APART;
    c->one_way &= IMP2I_ONE_WAY_A | IMP2I_ONE_WAY_B;
}

// How fast B's surface parts from A's at a point of their manifold.
static float parting_speed(const imp2_world* w, const imp2i_contact* c, imp2_vec point, imp2_vec normal)
{
    const imp2i_stance *a = &w->stances.data[c->body_a], *b = &w->stances.data[c->body_b];
    imp2_vec arm_a = imp2_vec_sub(point, imp2_rot_apply(a->pose.q, a->middle));
    imp2_vec arm_b = imp2_vec_sub(imp2_vec_sub(point, c->poses.between), imp2_rot_apply(b->pose.q, b->middle));
    return imp2_vec_dot(imp2_vec_sub(b->velocity, a->velocity), normal) +
           (b->spin * imp2_vec_cross(arm_b, normal) - a->spin * imp2_vec_cross(arm_a, normal));
}

bool imp2i_may_hurry(const imp2_world* w, const imp2i_contact* c)
{
    bool bullet = w->stances.data[c->body_a].bullet || w->stances.data[c->body_b].bullet;
    return (bullet ? c->surface.restitution > 0.0f : imp2i_is_springy(c->surface.restitution)) && c->convex &&
           c->solved && !c->one_way && !w->discrete && !w->hooks.pre_solve;
}

// Whether it is now one of a body that is swept.
static bool is_eager(const imp2_world* w, const imp2i_contact* c)
{
    return (w->stances.data[c->body_a].swept || w->stances.data[c->body_b].swept) && imp2i_may_hurry(w, c);
}

static bool hurries_at(const imp2_world* w, const imp2i_contact* c, const imp2_manifold* m)
{
    float least = imp2i_held_speed(w);
    bool hurries = false;
    for (int32_t k = 0; k < m->count; ++k)
    {
        hurries |= fabsf(parting_speed(w, c, m->points[k].point, m->normal)) > least;
    }
    return hurries;
}

bool imp2i_hurries(const imp2_world* w, const imp2i_contact* c)
{
    return c->touch_count > 0 && is_eager(w, c) && hurries_at(w, c, &c->touch.manifold);
}

bool imp2i_is_on_its_way(const imp2_world* w, const imp2i_contact* c, const imp2_manifold* m)
{
    if (m->count == 0 || !is_eager(w, c))
    {
        return false;
    }
    const imp2i_stance *a = &w->stances.data[c->body_a], *b = &w->stances.data[c->body_b];
    float hardly = HARDLY * (a->extent < b->extent ? a->extent : b->extent);
    return m->depth < hardly && hurries_at(w, c, m);
}

// From where to where a placed shape reaches along an axis of some length, times that.
typedef struct projection
{
    float low, high;
} projection;

static projection project_shape(const imp2_shape* shape, const imp2_pose* pose, imp2_vec axis, float length)
{
    const imp2i_outline o = imp2i_outline_of(shape);
    imp2_vec local = imp2_rot_apply_inverse(pose->q, axis);
    float low = o.x[0] * local.x + o.y[0] * local.y, high = low;
    for (int32_t i = 1; i < shape->count; ++i)
    {
        float along = o.x[i] * local.x + o.y[i] * local.y;
        low = along < low ? along : low;
        high = along > high ? along : high;
    }
    float at = imp2_vec_dot(pose->p, axis), around = shape->radius * length;
    const projection r = {at + low - around, at + high + around};
    return r;
}

bool imp2i_misses(const imp2_world* w, const imp2i_contact* c, const imp2_shape* shape_a, const imp2_shape* shape_b,
                  const imp2_manifold* m)
{
    if (m->count == 0 || m->depth >= 0.0f)
    {
        return false;
    }
    const imp2i_stance *a = &w->stances.data[c->body_a], *b = &w->stances.data[c->body_b];
    const float time =
        w->solver.row_step.h * (float)(w->solver.sub_step_count + 1);  // rows look a sub-step beyond the end
    imp2_vec fall = imp2_vec_scale(imp2_vec_sub(b->pull, a->pull), 0.5f * time);
    bool acts = false;
    for (int32_t k = 0; k < m->count; ++k)
    {
        float speed = parting_speed(w, c, m->points[k].point, m->normal) + imp2_vec_dot(fall, m->normal);
        acts |= speed * time < m->points[k].depth;
    }
    imp2_vec velocity = imp2_vec_add(imp2_vec_sub(b->velocity, a->velocity), fall);
    float length = sqrtf(imp2_vec_dot(velocity, velocity));
    if (!acts || length * time < w->solver.row_step.keep)
    {
        return false;
    }
    imp2_pose pose_a, pose_b;
    imp2i_relative_poses(c, &pose_a, &pose_b);
    const imp2_vec across = {-velocity.y, velocity.x};
    const projection of_a = project_shape(shape_a, &pose_a, across, length),
                     of_b = project_shape(shape_b, &pose_b, across, length);
    float apart = of_b.low - of_a.high > of_a.low - of_b.high ? of_b.low - of_a.high : of_a.low - of_b.high;
    return apart > time * (fabsf(a->spin) * a->extent + fabsf(b->spin) * b->extent) * length;
}

void imp2i_collide_again(const imp2_world* w, imp2i_contact* c)
{
    c->mended = true;
    c->room = 0.0f;
    c->poses.between.x += w->unit;
}

// How the bodies of a contact have moved since its manifolds were made: their centres against each other, in the world
// and as A sees it, and how they have turned.
typedef struct since_made
{
    imp2_vec middle_a, middle_b, moved, seen;
    float turn_a, turn_b, bend_a, bend_b;  // sines; and what the cosines are less than 1, to the second order
} since_made;

static since_made motion_since(const imp2_world* w, const imp2i_contact* c)
{
    const imp2i_stance *a = &w->stances.data[c->body_a], *b = &w->stances.data[c->body_b];
    const imp2i_row_poses* made = &c->poses;
    imp2_vec now_a = imp2_rot_apply(a->pose.q, a->middle), now_b = imp2_rot_apply(b->pose.q, b->middle);
    since_made r;
    r.middle_a = imp2_rot_apply(made->turn_a, a->middle);
    r.middle_b = imp2_vec_add(made->between, imp2_rot_apply(made->turn_b, b->middle));
    imp2_vec now = imp2_vec_sub(imp2_vec_add(imp2_vec_sub(b->pose.p, a->pose.p), now_b), now_a);
    imp2_vec before = imp2_vec_sub(r.middle_b, r.middle_a);
    r.moved = imp2_vec_sub(now, before);
    r.turn_a = imp2i_sine_between(made->turn_a, a->pose.q);
    r.turn_b = imp2i_sine_between(made->turn_b, b->pose.q);
    r.bend_a = 0.5f * (r.turn_a * r.turn_a);
    r.bend_b = 0.5f * (r.turn_b * r.turn_b);
    r.seen.x = r.moved.x + (r.turn_a * before.y + r.bend_a * before.x);
    r.seen.y = r.moved.y - (r.turn_a * before.x - r.bend_a * before.y);
    return r;
}

static void follow_depths(imp2i_touch* t, const since_made* s)
{
    imp2_vec n = t->manifold.normal;
    int32_t high = t->manifold.count > 1 && t->depth[0] < t->depth[1];
    imp2_vec point = t->manifold.points[high].point;
    float core_a = imp2_vec_dot(imp2_vec_sub(point, s->middle_a), n) - t->radius_a;
    float core_b = imp2_vec_dot(imp2_vec_sub(point, s->middle_b), n) + t->radius_b;
    float parted = imp2_vec_dot(s->moved, n) + (s->bend_a * core_a - s->bend_b * core_b);
    for (int32_t k = 0; k < t->manifold.count; ++k)
    {
        imp2_vec arm_a = imp2_vec_sub(t->manifold.points[k].point, s->middle_a);
        imp2_vec arm_b = imp2_vec_sub(t->manifold.points[k].point, s->middle_b);
        float turning = s->turn_b * imp2_vec_cross(arm_b, n) - s->turn_a * imp2_vec_cross(arm_a, n);
        t->manifold.points[k].depth = t->depth[k] - (parted + turning);
    }
}

// Whether a manifold of such a normal still holds.
static bool holds_still(const imp2_world* w, const imp2i_contact* c, const since_made* s, imp2_vec n, bool pressed)
{
    const imp2i_stance *a = &w->stances.data[c->body_a], *b = &w->stances.data[c->body_b];
    float lesser = a->extent < b->extent ? a->extent : b->extent, part = w->solver.row_step.keep_part * lesser;
    float aside = fabsf(imp2_vec_cross(n, s->seen)), away = fabsf(imp2_vec_dot(s->seen, n));
    float way = aside + (pressed ? w->solver.row_step.keep_part : 1.0f) * away + fabsf(s->turn_b - s->turn_a) * lesser;
    float turn_a = fabsf(s->turn_a), turn_b = fabsf(s->turn_b);
    return way < (w->solver.row_step.keep < part ? w->solver.row_step.keep : part) &&
           (turn_a > turn_b ? turn_a : turn_b) < w->solver.row_step.keep_turn;
}

bool imp2i_keep_manifolds(imp2_world* w, imp2i_contact* c, float* slack)
{
    const imp2i_stance *a = &w->stances.data[c->body_a], *b = &w->stances.data[c->body_b];
    if (c->room > 0.0f && (*slack = imp2i_contact_slack(w, c, &a->pose, &b->pose)) > 0.0f)
    {
        return true;
    }
    const since_made since = motion_since(w, c);
    const imp2_vec any = {1.0f, 0.0f};
    bool holds = c->made && (c->touch_count > 0 || holds_still(w, c, &since, any, false)) && !imp2i_hurries(w, c);
    for (const imp2i_touch* t = c->touch_count > 0 ? &c->touch : NULL; t && holds; t = imp2i_next_touch(w, c, t))
    {
        holds = holds_still(w, c, &since, t->manifold.normal, imp2i_is_pressed(c, t));
    }
    if (holds)
    {
        // Where there will be a row, the depth is found there.
        bool wanted = c->touch_count > 0 &&
                      (!c->solved || c->one_way || w->hooks.pre_solve || w->arrivals || imp2i_is_carried(c, &c->touch));
        for (imp2i_touch* t = wanted ? &c->touch : NULL; t; t = imp2i_next_touch(w, c, t))
        {
            follow_depths(t, &since);
        }
        return true;
    }
    imp2i_note_poses(w, c);
    return false;
}

// Where a point of a body's frame is that has been turned from one rotation to another.
static imp2_vec turned_point(imp2_vec point, imp2_rot from, imp2_rot to)
{
    return imp2_rot_apply(to, imp2_rot_apply_inverse(from, point));
}

imp2i_touch imp2i_touch_seen(const imp2_world* w, const imp2i_contact* c, const imp2i_touch* t)
{
    const imp2_pose *a = &w->stances.data[c->body_a].pose, *b = &w->stances.data[c->body_b].pose;
    imp2i_touch r = imp2i_touch_now(w, t);
    for (int32_t k = 0; k < r.manifold.count; ++k)
    {
        imp2_vec* point = &r.manifold.points[k].point;
        imp2_vec from_b = turned_point(imp2_vec_sub(*point, c->poses.between), c->poses.turn_b, b->q);
        bool is_a = imp2i_is_on_side_of_b(r.manifold.points[k].id);
        *point = is_a ? turned_point(*point, c->poses.turn_a, a->q) : imp2_vec_add(imp2_vec_sub(b->p, a->p), from_b);
    }
    return r;
}
