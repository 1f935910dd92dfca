// SPDX-License-Identifier: MIT
//
// The scene mesh: trees over triangles, and what they are asked. Meshes are scans and models from the folder that the
// environment has as MESHES, left out where they are not there, and a torus that is made here.

#include "mesh3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    LINE = 4096,
    FACE = 64  // most corners of one
};

static const char* const FILES[] = {"env", "bunny69k"};

// Meshes

static void* grow_array(void* array, int32_t count, size_t size)
{
    // By doubling: room is full when the count is a power of two.
    if (count >= 1024 ? (count & (count - 1)) == 0 : count == 0)
    {
        array = realloc(array, size * (size_t)(count ? 2 * count : 1024));
        if (!array)
        {
            fprintf(stderr, "impinge-bench: no memory\n");
            exit(1);
        }
    }
    return array;
}

static void read_face(const char* text, mesh3* m)
{
    int32_t face[FACE], count = 0;
    for (char* end; count < FACE; text = end)
    {
        long at = strtol(text, &end, 10);
        if (end == text)
        {
            break;
        }
        face[count++] = (int32_t)(at < 0 ? m->point_count + at : at - 1);
        end += strcspn(end, " \t\r\n");
    }
    for (int32_t k = 2; k < count; ++k)
    {
        m->corners = grow_array(m->corners, m->count, 3 * sizeof *m->corners);
        int32_t* corner = m->corners + 3 * (size_t)m->count++;
        corner[0] = face[0];
        corner[1] = face[k - 1];
        corner[2] = face[k];
    }
}

bool mesh3_load(const char* path, mesh3* out)
{
    FILE* file = fopen(path, "r");
    if (!file)
    {
        return false;
    }
    char line[LINE];
    mesh3 m = {{0}, NULL, 0, NULL, 0};
    while (fgets(line, sizeof line, file))
    {
        imp3_vec v;
        if (sscanf(line, "v %f %f %f", &v.x, &v.y, &v.z) == 3)
        {
            m.points = grow_array(m.points, m.point_count, sizeof *m.points);
            m.points[m.point_count++] = v;
        }
        else if (line[0] == 'f' && line[1] == ' ')
        {
            read_face(line + 2, &m);
        }
    }
    fclose(file);
    const char* base = strrchr(path, '/');
    snprintf(m.name, sizeof m.name, "%s", base ? base + 1 : path);
    m.name[strcspn(m.name, ".")] = 0;
    *out = m;
    return m.count > 0;
}

bool mesh3_find(const char* name, mesh3* out)
{
    char path[LINE];
    const char* folder = getenv("MESHES");
    if (!folder)
    {
        return false;
    }
    snprintf(path, sizeof path, "%s/%s.obj", folder, name);
    return mesh3_load(path, out);
}

void mesh3_make_torus(int32_t columns, int32_t rows, mesh3* out)
{
    mesh3 m = {"torus", NULL, columns * rows, NULL, 2 * columns * rows};
    m.points = bench_alloc((uint64_t)m.point_count, sizeof *m.points);
    m.corners = bench_alloc(3 * (uint64_t)m.count, sizeof *m.corners);
    const double around = 6.283185307179586;
    for (int32_t i = 0; i < columns; ++i)
    {
        for (int32_t j = 0; j < rows; ++j)
        {
            double a = around * i / columns, b = around * j / rows;
            double tube = 0.4 + 0.03 * sin(7.0 * a) * sin(5.0 * b), far = 1.0 + tube * cos(b);
            imp3_vec v = {(float)(far * cos(a)), (float)(far * sin(a)), (float)(tube * sin(b))};
            m.points[i * rows + j] = v;
            int32_t next = (i + 1) % columns * rows, here = i * rows, up = (j + 1) % rows;
            const int32_t corners[6] = {here + j, next + j, next + up, here + j, next + up, here + up};
            memcpy(m.corners + 6 * (size_t)(here + j), corners, sizeof corners);
        }
    }
    *out = m;
}

void mesh3_free(mesh3* mesh)
{
    free(mesh->points);
    free(mesh->corners);
}

imp3_compound mesh3_compound(const mesh3* mesh, imp3_bvh_choice def, bool soup)
{
    const imp3_triangles t = {mesh->points, mesh->point_count, mesh->corners, mesh->count, 0.0f, false, soup, def};
    imp3_compound r;
    if (imp3_triangles_make(&t, NULL, &r, NULL))
    {
        fprintf(stderr, "impinge-bench: %s is no mesh\n", mesh->name);
        exit(1);
    }
    return r;
}

static void meet_files(bench* b, const char* first, const char* second, float spread)
{
    mesh3 meshes[2];
    if (!mesh3_find(first, &meshes[0]))
    {
        return;
    }
    if (mesh3_find(second, &meshes[1]))
    {
        bench_mesh_meet(b, &meshes[0], &meshes[1], spread);
        mesh3_free(&meshes[1]);
    }
    mesh3_free(&meshes[0]);
}

void bench_mesh(bench* b)
{
    for (size_t k = 0; k <= sizeof FILES / sizeof *FILES; ++k)
    {
        mesh3 mesh;
        bool made = k == sizeof FILES / sizeof *FILES;
        if (made)
        {
            mesh3_make_torus(b->quick ? 100 : 500, 100, &mesh);
        }
        if (made || mesh3_find(FILES[k], &mesh))
        {
            bench_mesh_build(b, &mesh);
            bench_mesh_near(b, &mesh);
            if (made)
            {
                bench_mesh_meet(b, &mesh, &mesh, 1.2f);
                bench_mesh_contacts(b, &mesh);
            }
            bench_mesh_rays(b, &mesh);
            mesh3_free(&mesh);
        }
    }
    meet_files(b, "env", "rob", 1.0f);
    meet_files(b, "bunny69k", "bunny69k", 1.7f);
}
