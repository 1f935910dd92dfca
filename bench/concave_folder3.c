// SPDX-License-Identifier: MIT
//
// The scene concave: convex parts of all meshes of a folder, one by one and in the mean, beside what CoACD has published.

#define _POSIX_C_SOURCE 200809L

#include "concave3.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    FOLDER_FILES = 1024,
    FOLDER_QUICK = 3,  // meshes when it is to be quick
    FOLDER_PATH = 4096
};

/// Of the longest side. That of CoACD's threshold 0.05, in a box whose longest side is 2.
#define FOLDER_TOLERANCE 0.025f

/// CoACD (Wei and others 2022), table 1: mean of parts over V-HACD's 61 meshes at the threshold 0.05.
#define COACD_PARTS 31.5

#define SECONDS_MUST 5.0

static const imp3_bvh_choice TREE = {IMP3_BVH_BINS, IMP3_VOLUME_BOX, 0, false};

typedef struct folder_sum
{
    int meshes, open;
    double seconds, slowest, parts, out, in;
} folder_sum;

static int compare_names(const void* a, const void* b)
{
    return strcmp(*(char* const*)a, *(char* const*)b);
}

/// Names of OBJ files without their ends, sorted; to be freed.
static int list_folder(const char* folder, char** names)
{
    DIR* dir = opendir(folder);
    int count = 0;
    for (const struct dirent* e; dir && count < FOLDER_FILES && (e = readdir(dir));)
    {
        size_t length = strlen(e->d_name);
        if (length > 4 && strcmp(e->d_name + length - 4, ".obj") == 0)
        {
            char* name = bench_alloc(length, 1);
            memcpy(name, e->d_name, length - 4);
            names[count++] = name;
        }
    }
    if (dir)
    {
        closedir(dir);
    }
    qsort(names, (size_t)count, sizeof *names, compare_names);
    return count;
}

static void report_mesh(bench* b, const char* row, const mesh3* mesh, folder_sum* sum)
{
    imp3_compound whole = mesh3_compound(mesh, TREE, false), set;
    imp3_decompose_report fit;
    const imp3_decompose_choice choice = {FOLDER_TOLERANCE * concave_longest_side(&whole), 0};
    double start = concave_seconds();
    imp_status status = imp3_mesh_decompose(&whole, &choice, NULL, NULL, &set, &fit);
    double seconds = concave_seconds() - start;
    if (imp_status_fault(status) == IMP_ERR_EMPTY)
    {
        sum->open += 1;
    }
    else
    {
        concave_must(status, row);
        double out = (double)(fit.outwards / choice.tolerance), in = (double)(fit.inwards / choice.tolerance);
        concave_report(b, row, "", seconds, "s");
        concave_report(b, row, "parts", fit.parts, "");
        concave_report(b, row, "out", out, "");
        concave_report(b, row, "in", in, "");
        sum->meshes += 1;
        sum->seconds += seconds;
        sum->parts += fit.parts;
        sum->slowest = fmax(sum->slowest, seconds);
        sum->out = fmax(sum->out, out);
        sum->in = fmax(sum->in, in);
        imp3_compound_free(&set);
    }
    imp3_compound_free(&whole);
}

void bench_concave_folder(bench* b)
{
    const char* folder = getenv("MESHES");
    if (!folder)
    {
        return;
    }
    char** names = bench_alloc(FOLDER_FILES, sizeof *names);
    folder_sum sum = {0};
    int count = list_folder(folder, names);
    for (int k = 0; k < count; ++k)
    {
        char row[FOLDER_PATH];
        mesh3 mesh;
        snprintf(row, sizeof row, "folder.%s", names[k]);
        if (bench_wanted(b, row) && !(b->quick && sum.meshes >= FOLDER_QUICK) && mesh3_find(names[k], &mesh))
        {
            report_mesh(b, row, &mesh, &sum);
            mesh3_free(&mesh);
        }
        free(names[k]);
    }
    free(names);
    if (sum.meshes > 0)
    {
        const char* row = "folder";
        concave_report(b, row, "meshes", sum.meshes, "");
        concave_report(b, row, "open", sum.open, "");
        bench_report_limit(b, bench_entry_make("concave", row, "mean", sum.seconds / sum.meshes, "s"), "must",
                           SECONDS_MUST);
        concave_report(b, row, "slowest", sum.slowest, "s");
        bench_report_limit(b, bench_entry_make("concave", row, "parts", sum.parts / sum.meshes, ""), "CoACD",
                           COACD_PARTS);
        bench_report_limit(b, bench_entry_make("concave", row, "out", sum.out, ""), "tolerance", 1.0);
        bench_report_limit(b, bench_entry_make("concave", row, "in", sum.in, ""), "tolerance", 1.0);
    }
}
