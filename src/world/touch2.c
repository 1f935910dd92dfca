// SPDX-License-Identifier: MIT
//
// Touches of a world of the plane: manifolds of contacts, which last.
//
// A manifold is made where one of its bodies is awake, in A's frame of origin, so that it is as exact far from the
// world's origin as near it. Points keep their impulses by their names. Impulses that nothing keeps are gone: what
// begins to touch begins without.
//
// It is made anew when a point of the bodies may have moved by a little (impi_row_step.keep) against the other since it
// was made. Until then its normal and its points stay, and only depths follow the motion: they are off by the square of
// it. So a pile that lies costs little, and what is kept does not drift, as it is always measured from where it was made.
// Contacts of which the rows stand (solve2.c) are measured there, and come here when they are to be made. Where there
// was none, it is looked for again when what was found between the two may have been used up.
//
// Convex shapes are answered in parallel, as nothing is shared, and in lanes, as many at once as a job has. Compounds
// (touch_parts2.c) come after, and what slides over many things (reduce2.c): it takes impulses over from one to the next.

#include "touch2.h"

#include "../narrow/batch_kernels2.h"
#include "../narrow/quick2.h"

#include <math.h>
#include <string.h>

#define HARDLY 0x1p-12f  // [extent of the lesser body]: what is not deeper hardly touches

enum
{
    WORDS_OF_JOB = 4,
    CONTACTS_OF_JOB = WORDS_OF_JOB * IMP2I_WORD,  // not more than IMP2I_GATHERED
    PARTS_OF_JOB = 16
};

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

// How far two shapes that do not touch may move before they do; not more than 0 where that is not known.
static float room_between(const imp2_world* w, const imp2_shape* shape_a, const imp2_pose* a, const imp2_shape* shape_b,
                          const imp2_pose* b)
{
    imp2i_gap gap;
    imp2i_gap_estimate(shape_a, imp2i_pose_a(a), shape_b, imp2i_pose_b(a, b), 0.0f, &gap);
    return gap.distance - IMP2I_SURELY * imp2i_world_near(w);
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

// Whether what is swept is not there yet, and is going to bounce, or away after it has. So it bounces off one after the
// other, in the order of time. Rows would answer all at once, and that costs energy.
static bool is_on_its_way(const imp2_world* w, const imp2i_contact* c, const imp2_manifold* m)
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
    const float time = w->row_step.h * (float)(w->sub_step_count + 1);  // rows look a sub-step beyond the end
    imp2_vec fall = imp2_vec_scale(imp2_vec_sub(b->pull, a->pull), 0.5f * time);
    bool acts = false;
    for (int32_t k = 0; k < m->count; ++k)
    {
        float speed = parting_speed(w, c, m->points[k].point, m->normal) + imp2_vec_dot(fall, m->normal);
        acts |= speed * time < m->points[k].depth;
    }
    imp2_vec velocity = imp2_vec_add(imp2_vec_sub(b->velocity, a->velocity), fall);
    float length = sqrtf(imp2_vec_dot(velocity, velocity));
    if (!acts || length * time < w->row_step.keep)
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

// What follows from the manifold of two convex shapes.
static void set_manifold(imp2_world* w, imp2i_contact* c, const imp2_manifold* manifold)
{
    const imp2_shape* shape_a = &w->colliders.data[c->collider_a].shape;
    const imp2_shape* shape_b = &w->colliders.data[c->collider_b].shape;
    c->mended = false;
    c->touch_count = manifold->count > 0;
    c->room = 0.0f;
    if (c->touch_count == 0)
    {
        imp2_pose a, b;
        imp2i_relative_poses(c, &a, &b);
        c->room = room_between(w, shape_a, &a, shape_b, &b);
        imp2i_end_passing(c);
    }
    imp2i_keep_impulses(w, &c->touch, manifold, &c->touch.impulses);
    c->touch.manifold = *manifold;
    c->touch.refused = false;
    imp2i_measure_touch(c, &c->touch, shape_a->radius, shape_b->radius);
}

// Seams. Returns whether the manifold is another one.
static bool mend_convex(imp2_world* w, const imp2i_contact* c, imp2_manifold* m)
{
    bool company = w->colliders.data[c->collider_a].company || w->colliders.data[c->collider_b].company;
    return company && imp2i_seam_of_contact(w, c, 0, 0, m);
}

void imp2i_collide_again(const imp2_world* w, imp2i_contact* c)
{
    c->mended = true;
    c->room = 0.0f;
    c->poses.between.x += w->unit;
}

// The same where there may be seams, and of what bounces by being swept.
static void set_mended(imp2_world* w, imp2i_contact* c, const imp2_manifold* manifold, bool mended, bool on_way)
{
    set_manifold(w, c, manifold);
    c->mended = mended;
    if (on_way)
    {
        imp2i_collide_again(w, c);
    }
}

// What becomes of the manifold of two convex shapes. Returns whether there was a seam.
static bool look_at_convex(imp2_world* w, const imp2i_contact* c, imp2_manifold* manifold, bool* on_way)
{
    *on_way = is_on_its_way(w, c, manifold) || imp2i_misses(w, c, &w->colliders.data[c->collider_a].shape,
                                                            &w->colliders.data[c->collider_b].shape, manifold);
    manifold->count = *on_way ? 0 : manifold->count;
    return !*on_way && mend_convex(w, c, manifold);
}

static imp2_manifold collide_singly(const imp2_world* w, const imp2i_contact* c)
{
    imp2_pose a, b;
    imp2_manifold manifold = {.count = 0};
    imp2i_relative_poses(c, &a, &b);
    // Only what is far out of range is refused; that touches nothing.
    (void)imp2_collide(&w->colliders.data[c->collider_a].shape, &a, &w->colliders.data[c->collider_b].shape, &b,
                       imp2i_world_near(w), &manifold);
    return manifold;
}

static void find_convex(imp2_world* w, const imp2i_contact* c, imp2i_parts_found* out)
{
    out->count = 0;
    out->few[0].manifold = collide_singly(w, c);
    out->mended = look_at_convex(w, c, &out->few[0].manifold, &out->on_way);
}

// Contacts of convex shapes that are collided together, by group.
typedef struct convex_some
{
    int32_t count[IMP2I_GROUP_COUNT];
    imp2i_contact* contacts[IMP2I_GROUP_COUNT][CONTACTS_OF_JOB];
} convex_some;

static void add_convex(const imp2_world* w, convex_some* some, imp2i_contact* c)
{
    // Poses are sound, but the way from one to the other may be too far.
    bool near = fabsf(c->poses.between.x) <= IMP_MAGNITUDE_MAX && fabsf(c->poses.between.y) <= IMP_MAGNITUDE_MAX;
    int32_t group = near ? (int32_t)c->group : (int32_t)IMP2I_GROUP_SINGLE;
    some->contacts[group][some->count[group]++] = c;
    for (int32_t line = 0; line < 3; ++line)
    {
        impi_prefetch((const char*)&c->touch + 64 * line);
    }
    for (int32_t line = 0; line < 2; ++line)
    {
        impi_prefetch((const char*)&w->colliders.data[c->collider_a].shape + 64 * line);
        impi_prefetch((const char*)&w->colliders.data[c->collider_b].shape + 64 * line);
    }
}

static void gather(const imp2_world* w, imp2i_contact* const* contacts, int32_t count, imp2i_gathered* out)
{
    float(*of_a)[IMP2I_GATHERED] = out->number[0], (*of_b)[IMP2I_GATHERED] = out->number[1];
    out->count = count;
    for (int32_t i = 0; i < count; ++i)
    {
        const imp2i_contact* c = contacts[i];
        imp2_pose a, b;
        imp2i_relative_poses(c, &a, &b);
        out->each[0][i] = &w->colliders.data[c->collider_a].shape;
        out->each[1][i] = &w->colliders.data[c->collider_b].shape;
        of_a[IMP2I_COLUMN_C][i] = a.q.c;
        of_a[IMP2I_COLUMN_S][i] = a.q.s;
        of_b[IMP2I_COLUMN_X][i] = b.p.x;
        of_b[IMP2I_COLUMN_Y][i] = b.p.y;
        of_b[IMP2I_COLUMN_C][i] = b.q.c;
        of_b[IMP2I_COLUMN_S][i] = b.q.s;
    }
}

static void collide_together(imp2_world* w, const convex_some* some)
{
    const imp2i_kernels wide = imp2i_kernels_of(impi_cpu_level());
    imp2i_gathered pairs;
    imp2i_gathered_room answers;
    imp2_manifolds found;
    for (int32_t group = 0; group < IMP2I_GROUP_COUNT; ++group)
    {
        imp2i_contact* const* contacts = some->contacts[group];
        int32_t count = some->count[group];
        if (count == 0)
        {
            continue;
        }
        gather(w, contacts, count, &pairs);
        imp2i_answer_gathered(&wide, group, &pairs, imp2i_world_near(w), &answers, &found);
        for (int32_t i = 0; i < count; ++i)
        {
            if (i + IMP2I_AHEAD < count)
            {
                imp2i_row_soon(w, &contacts[i + IMP2I_AHEAD]->touch);
            }
            imp2_manifold manifold = imp2_manifolds_get(&found, i);
            bool on_way, mended = look_at_convex(w, contacts[i], &manifold, &on_way);
            set_mended(w, contacts[i], &manifold, mended, on_way);
            // What begins to touch has its first manifold with those of its siblings.
            contacts[i]->made = contacts[i]->touch_count == 0 || !imp2i_has_siblings(w, contacts[i]);
        }
    }
}

// Sine of the angle from one rotation to another; 2 where that is more than a quarter.
static float sine_between(imp2_rot from, imp2_rot to)
{
    return from.c * to.c + from.s * to.s > 0.0f ? from.c * to.s - from.s * to.c : 2.0f;
}

// What turns moves its points by no more than 3/2 of that for each unit from the origin.
static float turning_reach(const imp2i_stance* s)
{
    return 1.5f * (s->extent + fabsf(s->middle.x) + fabsf(s->middle.y));
}

float imp2i_contact_slack(const imp2_world* w, const imp2i_contact* c, const imp2_pose* a, const imp2_pose* b)
{
    if (!c->made || !(c->room > 0.0f))
    {
        return 0.0f;
    }
    imp2_vec moved = imp2_vec_sub(imp2_vec_sub(b->p, a->p), c->poses.between);
    float turned_a = fabsf(sine_between(c->poses.turn_a, a->q)) * turning_reach(&w->stances.data[c->body_a]);
    float turned_b = fabsf(sine_between(c->poses.turn_b, b->q)) * turning_reach(&w->stances.data[c->body_b]);
    return c->room - (fabsf(moved.x) + fabsf(moved.y) + (turned_a + turned_b));
}

float imp2i_motion_reach(const imp2_world* w, int32_t body)
{
    const imp2i_stance* s = &w->stances.data[body];
    const imp2i_motion* m = &w->motions.data[w->bodies.data[body].place];
    float sine = m->c > 0.0f ? fabsf(m->s) : 2.0f, around = fabsf(s->middle.x) + fabsf(s->middle.y);
    return fabsf(m->moved_x) + fabsf(m->moved_y) + sine * (turning_reach(s) + 2.0f * around);
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
    r.turn_a = sine_between(made->turn_a, a->pose.q);
    r.turn_b = sine_between(made->turn_b, b->pose.q);
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
    float lesser = a->extent < b->extent ? a->extent : b->extent, part = w->row_step.keep_part * lesser;
    float aside = fabsf(imp2_vec_cross(n, s->seen)), away = fabsf(imp2_vec_dot(s->seen, n));
    float way = aside + (pressed ? w->row_step.keep_part : 1.0f) * away + fabsf(s->turn_b - s->turn_a) * lesser;
    float turn_a = fabsf(s->turn_a), turn_b = fabsf(s->turn_b);
    return way < (w->row_step.keep < part ? w->row_step.keep : part) &&
           (turn_a > turn_b ? turn_a : turn_b) < w->row_step.keep_turn;
}

// Whether the manifolds of a contact still hold; their depths are then as they are now. The same to the bit as for rows
// (rows2.inl): where a contact is kept does not decide whether it is.
static bool keep_manifolds(imp2_world* w, imp2i_contact* c, float* slack)
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

// Whether what a contact has become is more than that its manifolds have moved a little.
static bool is_unsettled(const imp2_world* w, const imp2i_contact* c)
{
    if (!c->made || !c->solved || c->touch_count != c->row_count || c->wants || c->one_way || w->hooks.pre_solve)
    {
        return true;
    }
    return c->touch_count > 0 ? w->stances.data[c->body_a].asleep || w->stances.data[c->body_b].asleep : c->touching;
}

// Whether what a contact has become is another one's concern, too: then it is gone through with the others, in order.
static bool is_stirred(const imp2_world* w, const imp2i_contact* c)
{
    return !c->made || c->one_way || w->stances.data[c->body_a].asleep || w->stances.data[c->body_b].asleep;
}

// Contacts that are collided now.
typedef struct colliding
{
    imp2_world* w;
    const impi_contact_list* list;
} colliding;

// Manifolds of a contact, if it is not of compounds that need memory, nor of convex shapes: those wait for each other.
static void collide_contact(imp2_world* w, imp2i_contact* c, convex_some* waiting, float* slack)
{
    if (c->sensor)
    {
        c->inside = imp2i_parts_overlap(w, c);
        c->made = true;
        return;
    }
    if (c->one_way && !w->rows_stand)
    {
        imp2i_rows_leave(w, c);  // their depths are followed
    }
    c->made = keep_manifolds(w, c, slack);
    if (c->made && !w->rows_stand)
    {
        imp2i_rows_leave(w, c);  // those that are made anew look for what they keep themselves
    }
    if (!c->made && c->convex && (c->touch_count == 0 || !imp2i_has_siblings(w, c)))
    {
        add_convex(w, waiting, c);
        c->made = true;
    }
    c->made = c->made || (!c->convex && imp2i_parts_clear(w, c));
}

static void collide_some(void* context, int32_t job)
{
    const colliding* now = (const colliding*)context;
    imp2_world* w = now->w;
    convex_some waiting;
    int32_t first = job * WORDS_OF_JOB, last = (now->list->count - 1) / IMP2I_WORD, count = 0;
    int32_t words = last - first < WORDS_OF_JOB ? last - first + 1 : WORDS_OF_JOB;
    int32_t number[CONTACTS_OF_JOB], end[WORDS_OF_JOB];  // in the list; where the next word begins
    imp2i_contact* contacts[CONTACTS_OF_JOB];
    float slack[CONTACTS_OF_JOB] = {0.0f};
    memset(waiting.count, 0, sizeof waiting.count);
    for (int32_t word = 0; word < words; ++word)
    {
        for (uint32_t bits = w->unsettled.data[first + word]; bits != 0; bits &= bits - 1)
        {
            number[count] = (first + word) * IMP2I_WORD + impi_lowest_bit(bits);
            contacts[count] = &w->contacts.data[now->list->data[number[count]].place];
            count += 1;
        }
        end[word] = count;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        imp2i_contact_soon(w, now->list, number[i]);
        collide_contact(w, contacts[i], &waiting, &slack[i]);
    }
    collide_together(w, &waiting);
    for (int32_t word = 0, i = 0; word < words; ++word)
    {
        uint32_t unsettled = 0, stirred = 0, parted = 0;
        for (; i < end[word]; ++i)
        {
            const imp2i_contact* c = contacts[i];
            uint32_t bit = 1u << number[i] % IMP2I_WORD;
            unsettled |= is_unsettled(w, c) ? bit : 0;
            stirred |= is_stirred(w, c) ? bit : 0;
            parted |= c->made ? 0 : bit;
            w->slack.data[number[i]] = slack[i] > 0.0f ? slack[i] : c->made && c->touch_count == 0 ? c->room : 0.0f;
        }
        w->unsettled.data[first + word] = unsettled;
        w->stirred.data[first + word] = unsettled & stirred;
        w->parted.data[first + word] = parted;
    }
}

// Which contacts of a list are collided: those of which no row says that it still holds. Where most do not, all are
// read: to ask the rows, and then the contacts out of their order, would take longer.
static void choose_contacts(imp2_world* w, const impi_contact_list* list)
{
    if (list == &w->awake && w->rows_stand && imp2i_rows_follow(w))
    {
        return;
    }
    for (int32_t first = 0; first < list->count; first += IMP2I_WORD)
    {
        w->unsettled.data[first / IMP2I_WORD] = imp2i_all_of_word(list, first);
    }
}

imp_status imp2i_contact_make(imp2_world* w, imp2i_contact* c)
{
    if (c->convex)
    {
        const imp2_manifold manifold = collide_singly(w, c);
        set_manifold(w, c, &manifold);
        return IMP_OK;
    }
    return imp2i_parts_clear(w, c) ? IMP_OK : imp2i_parts_collide(w, c);
}

// Whatever moves wakes what it touches. What has come to a sleeper wakes it if it touches anew, or no more.
static bool is_waking(const imp2_world* w, const imp2i_contact* c)
{
    bool touches = imp2i_contact_holds(w, c) && !imp2i_is_carried(c, &c->touch);
    return c->solved && (imp2i_contact_moves(w, c) ? touches : touches != (c->row_count > 0));
}

static void wake_sleeper(imp2_world* w, int32_t body)
{
    if (w->bodies.data[body].ring >= 0)
    {
        imp2i_body_wake(w, body);
    }
}

static void find_some_parts(void* context, int32_t job)
{
    const colliding* now = (const colliding*)context;
    imp2_world* w = now->w;
    int32_t end = imp2i_end_of_job(job, PARTS_OF_JOB, w->parts_found.count);
    for (int32_t i = job * PARTS_OF_JOB; i < end; ++i)
    {
        imp2i_parts_found* found = &w->parts_found.data[i];
        const imp2i_contact* c = &w->contacts.data[now->list->data[found->at].place];
        (c->convex ? find_convex : imp2i_parts_find)(w, c, found);
    }
}

// Of contacts that are made anew one by one: compounds, and what slides over many. All memory that they want is made room
// for before the first is changed. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status find_parts(colliding* now)
{
    imp2_world* w = now->w;
    int32_t count = 0;
    w->parts_found.count = 0;
    for (int32_t word = 0; word * IMP2I_WORD < now->list->count; ++word)
    {
        for (uint32_t bits = w->parted.data[word]; bits != 0; bits &= bits - 1)
        {
            if (count == w->parts_found.capacity &&
                impi_array_reserve(&w->parts_found, &w->allocator, (int64_t)count + 1))
            {
                return impi_error(IMP_ERR_MEMORY, 0);
            }
            w->parts_found.data[count++].at = word * IMP2I_WORD + impi_lowest_bit(bits);
        }
    }
    w->parts_found.count = count;
    impi_spread(&w->jobs, find_some_parts, now, (count + PARTS_OF_JOB - 1) / PARTS_OF_JOB);
    int64_t touches = w->touches.count, most = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t found = w->parts_found.data[i].count;
        touches += found;
        most = found > most ? found : most;
    }
    bool short_of = impi_array_reserve(&w->touches, &w->allocator, touches) ||
                    (most > IMP2I_FEW_PARTS && impi_array_reserve(&w->manifolds, &w->allocator, most));
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

// A contact that was collided one by one. There is memory.
static void take_found(imp2_world* w, impi_contact_key* key, const imp2i_parts_found* found)
{
    imp2i_contact* c = &w->contacts.data[key->place];
    if (c->convex)
    {
        set_mended(w, c, &found->few[0].manifold, found->mended, found->on_way);
        w->slack.data[found->at] = c->touch_count == 0 ? c->room : 0.0f;
    }
    else
    {
        (void)imp2i_parts_take(w, c, found);
    }
    // Until its rows have lanes it is looked at, as the step may be repeated.
    key->has_rows = false;
    c->wants = true;
    c->made = true;
}

// What contacts have become that were collided one by one, and what follows for all that are stirred, in their order.
static void take_some(const colliding* now)
{
    imp2_world* w = now->w;
    const imp2i_parts_found* found = w->parts_found.data;
    for (int32_t first = 0; first < now->list->count; first += IMP2I_WORD)
    {
        for (uint32_t news = w->stirred.data[first / IMP2I_WORD]; news != 0; news &= news - 1)
        {
            impi_contact_key* key = &now->list->data[first + impi_lowest_bit(news)];
            imp2i_contact* c = &w->contacts.data[key->place];
            if (!c->made)
            {
                take_found(w, key, found++);
            }
            if (c->one_way)
            {
                imp2i_one_way_decide(w, c);
            }
            if (is_waking(w, c))
            {
                wake_sleeper(w, c->body_a);
                wake_sleeper(w, c->body_b);
            }
        }
    }
}

imp_status imp2i_contacts_collide(imp2_world* w, const impi_contact_list* list)
{
    colliding now = {w, list};
    choose_contacts(w, list);
    for (int32_t i = 0; i < list->count; ++i)
    {
        w->slack.data[i] = 0.0f;
    }
    w->slack.count = list == &w->awake ? list->count : 0;
    impi_spread(&w->jobs, collide_some, &now, (list->count + CONTACTS_OF_JOB - 1) / CONTACTS_OF_JOB);
    if (imp2i_reduce_begin(w, list) || find_parts(&now))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    take_some(&now);
    imp2i_reduce_end(w, list);
    return IMP_OK;
}
