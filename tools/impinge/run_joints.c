// SPDX-License-Identifier: MIT
//
// Joints and couplings of a run, for its page (run_ties.inl follows them).

#include "run.h"

// [x, y] or [x, y, z]; before them the number of the body where it moves.
static void write_end(FILE* file, const run_joint* joint, int32_t end, int32_t axes)
{
    fputc('[', file);
    if (joint->bodies[end] >= 0)
    {
        fprintf(file, "%d,", (int)joint->bodies[end]);
    }
    for (int32_t i = 0; i < axes; i++)
    {
        fprintf(file, i ? ",%.6g" : "%.6g", (double)joint->at[end][i]);
    }
    fputc(']', file);
}

// The first frame after a step.
static int frame_of(const run_result* r, int64_t step)
{
    return (int)((step + r->frames.stride - 1) / r->frames.stride);
}

void run_write_joints(FILE* file, const io_scene* scene, const run_result* r)
{
    const int32_t axes = scene->dimension == 3 ? 3 : 2;
    for (size_t i = 0; i < scene->joint_count; i++)
    {
        const run_joint* joint = &r->ties.joints[i];
        fputs(i ? "],[" : "\"joints\":[[", file);
        write_end(file, joint, 0, axes);
        fputc(',', file);
        write_end(file, joint, 1, axes);
        if (joint->gone)
        {
            fprintf(file, ",%d", frame_of(r, joint->gone));
        }
    }
    fputs(scene->joint_count ? "]],\n" : "", file);
    for (size_t i = 0; i < scene->coupling_count; i++)
    {
        const io_coupling* c = &scene->couplings[i];
        const run_coupling* coupling = &r->ties.couplings[i];
        fprintf(file, "%s%d,%d,%d,%d", i ? "],[" : "\"couplings\":[[", (int)c->a, (int)c->b, coupling->is_rope ? 1 : 0,
                coupling->gone ? frame_of(r, coupling->gone) : -1);
    }
    fputs(scene->coupling_count ? "]],\n" : "", file);
}

void run_ties_free(run_ties* ties)
{
    imp_allocator allocator = io_allocator(NULL);
    io_release(&allocator, ties->joints, ties->joint_capacity, sizeof *ties->joints);
    io_release(&allocator, ties->couplings, ties->coupling_capacity, sizeof *ties->couplings);
}
