// SPDX-License-Identifier: MIT
//
// Joints of a run, for its page: both ends of each, as seen from the centre of mass of a body that moves, or in the world.

#include "run.h"

// [x, y] or [x, y, z]; before them the number of the body where it moves.
static void write_end(FILE* file, int32_t body, const float* at, int32_t axes)
{
    fputc('[', file);
    if (body >= 0)
    {
        fprintf(file, "%d,", (int)body);
    }
    for (int32_t i = 0; i < axes; i++)
    {
        fprintf(file, i ? ",%.6g" : "%.6g", (double)at[i]);
    }
    fputc(']', file);
}

static int32_t find_body(const io_world_body* bodies, int32_t count, imp_body handle)
{
    for (int32_t i = 0; i < count; i++)
    {
        if (bodies[i].handle.id == handle.id)
        {
            return i;
        }
    }
    return -1;
}

static void write_end2(FILE* file, const run_result* r, imp_body handle, imp2_vec at)
{
    int32_t body = handle.id ? find_body(r->world.bodies, r->world.body_count, handle) : -1;
    bool moves = body >= 0 && r->world.bodies[body].kind != IMP_BODY_STATIC;
    imp2_body_state s;
    if (moves)
    {
        at = imp2_vec_sub(at, r->frames.centers[body]);
    }
    else if (body >= 0 && imp2_world_get_body(r->world.world, handle, &s) == IMP_OK)
    {
        at = imp2_pose_apply(s.pose, at);
    }
    write_end(file, moves ? body : -1, &at.x, 2);
}

static void write_end3(FILE* file, const run_result* r, imp_body handle, imp3_vec at)
{
    int32_t body = handle.id ? find_body(r->space.bodies, r->space.body_count, handle) : -1;
    bool moves = body >= 0 && r->space.bodies[body].kind != IMP_BODY_STATIC;
    imp3_body_state s;
    if (moves)
    {
        at = imp3_vec_sub(at, r->frames.centers3[body]);
    }
    else if (body >= 0 && imp3_world_get_body(r->space.world, handle, &s) == IMP_OK)
    {
        at = imp3_pose_apply(s.pose, at);
    }
    write_end(file, moves ? body : -1, &at.x, 3);
}

// Joints that have broken are gone.
void run_write_joints(FILE* file, const io_scene* scene, const run_result* r)
{
    const char* before = "\"joints\":[[";
    for (size_t i = 0; i < scene->joint_count; i++)
    {
        imp2_joint_def flat;
        imp3_joint_def def;
        if (r->world.world && imp2_world_get_joint_def(r->world.world, r->world.joints[i], &flat) == IMP_OK)
        {
            fputs(before, file);
            write_end2(file, r, flat.a, flat.frame_a.p);
            fputc(',', file);
            write_end2(file, r, flat.b, flat.frame_b.p);
            before = "],[";
        }
        else if (r->space.world && imp3_world_get_joint_def(r->space.world, r->space.joints[i], &def) == IMP_OK)
        {
            fputs(before, file);
            write_end3(file, r, def.a, def.frame_a.p);
            fputc(',', file);
            write_end3(file, r, def.b, def.frame_b.p);
            before = "],[";
        }
    }
    fputs(before[0] == ']' ? "]],\n" : "", file);
}
