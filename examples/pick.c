// SPDX-License-Identifier: MIT
//
// What is under the mouse? A camera looks at a few things on a table; each pixel of a small picture is a ray, and the
// nearest hit is what one sees there, or picks.

#include <impinge/impinge.h>

#include <stdio.h>

enum
{
    TABLE,
    BALL,
    PILLAR,
    HAT,
    CRATE,
    THINGS
};

typedef struct thing
{
    imp3_shape shape;
    imp3_pose pose;
    char letter;
} thing;

/// The table lies below z = 0; the others stand on it.
static imp_status make_things(thing* things)
{
    const imp3_vec zero = {0.0f, 0.0f, 0.0f}, up = {0.0f, 0.0f, 1.0f};
    const imp3_vec low = {0.0f, 0.0f, -1.0f}, tip = {0.0f, 0.0f, 2.0f};
    const imp3_vec places[THINGS] = {{0, 0, 0}, {-2, 0, 1}, {0, 2, 1}, {2, 0, 0}, {0.5f, -1.5f, 0.5f}};
    const imp3_box half_metre = {{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}};
    const char letters[] = ".ophc";
    imp_status status = imp3_half_space_make(up, 0.0f, &things[TABLE].shape);
    status = status ? status : imp3_sphere_make(zero, 1.0f, &things[BALL].shape);
    status = status ? status : imp3_cylinder_make(low, up, 0.5f, 0.0f, &things[PILLAR].shape);
    status = status ? status : imp3_cone_make(zero, tip, 1.0f, 0.0f, 0.0f, &things[HAT].shape);
    status = status ? status : imp3_box_make(half_metre, &things[CRATE].shape);
    for (int i = 0; i < THINGS && !status; ++i)
    {
        things[i].letter = letters[i];
        status = imp3_pose_make(places[i], up, i == CRATE ? 0.7f : 0.0f, &things[i].pose);
    }
    return status;
}

/// The first thing that a ray meets, -1 for none; a hit knows when, where, and the normal there.
static int pick(const thing* things, imp3_vec origin, imp3_vec motion, imp3_hit* hit)
{
    int found = -1;
    for (int i = 0; i < THINGS; ++i)
    {
        imp3_hit one;
        if (imp3_ray(&things[i].shape, &things[i].pose, origin, motion, &one) || one.kind != IMP_SWEEP_HIT)
        {
            continue;
        }
        if (found < 0 || one.time < hit->time)
        {
            found = i;
            *hit = one;
        }
    }
    return found;
}

int main(void)
{
    thing things[THINGS];
    imp_status status = make_things(things);
    if (status)
    {
        printf("%s\n", imp_status_text(status));
        return 1;
    }

    // The camera is in front of the table, which is the side of less y, and looks a little down.
    const imp3_vec eye = {0.0f, -10.0f, 4.0f};
    const float far = 40.0f;
    int seen[THINGS] = {0};
    imp3_hit hit = {0};
    for (int row = 0; row < 24; ++row)
    {
        for (int column = 0; column < 64; ++column)
        {
            imp3_vec way = {((float)column - 31.5f) / 80.0f, 1.0f, -0.3f - ((float)row - 11.5f) / 40.0f};
            int found = pick(things, eye, imp3_vec_scale(way, far), &hit);
            seen[found < 0 ? TABLE : found] += 1;
            putchar(found < 0 ? ' ' : things[found].letter);
        }
        putchar('\n');
    }

    // Straight at the ball: in front of the pillar and of the table.
    imp3_vec at_ball = {-0.2f * far, 1.0f * far, -0.3f * far};
    int found = pick(things, eye, at_ball, &hit);
    printf("the ray at the ball meets '%c' at (%.3f, %.3f, %.3f), normal (%.3f, %.3f, %.3f)\n",
           found < 0 ? ' ' : things[found].letter, hit.point.x, hit.point.y, hit.point.z, hit.normal.x, hit.normal.y,
           hit.normal.z);
    bool all = seen[BALL] && seen[PILLAR] && seen[HAT] && seen[CRATE];
    imp3_vec from_center = imp3_vec_sub(hit.point, things[BALL].pose.p);
    float off = imp3_vec_dot(from_center, from_center) - 1.0f;
    return found == BALL && all && off > -1e-4f && off < 1e-4f ? 0 : 1;
}
