// SPDX-License-Identifier: MIT
//
// The convex hull of a cloud of points: a thousand of them in a ball, a few inside or twice, and a cube around half of
// it. How many corners and faces it has, its volume and mass, and the hull as a text that any 3D program reads (OBJ).

#include <impinge/impinge.h>

#include <stdio.h>
#include <stdlib.h>

enum
{
    CLOUD = 1000,
    FACE_MAX = 64
};

/// Numbers from -1 to 1, the same on every machine.
static float random_number(uint32_t* state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 8388608.0f - 1.0f;
}

static void make_cloud(imp3_vec* points)
{
    uint32_t state = 1;
    int count = 0;
    for (int i = 0; i < 4; ++i)  // the lower half of a cube
    {
        imp3_vec corner = {i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, -1.0f};
        points[count++] = corner;
        points[count++] = corner;
    }
    while (count < CLOUD)
    {
        imp3_vec v = {random_number(&state), random_number(&state), random_number(&state)};
        if (imp3_vec_dot(v, v) <= 1.0f)
        {
            points[count++] = v;
        }
    }
}

/// Writes the hull, and counts its edges: each face has as many as corners, and each edge has two faces.
static imp_status write_obj(const imp3_shape* hull, FILE* file, int32_t* faces, int32_t* edges)
{
    imp_status status = imp3_shape_face_count(hull, faces);
    for (int32_t i = 0; i < hull->count && !status; ++i)
    {
        imp3_vec v;
        status = imp3_shape_vertex(hull, i, &v);
        fprintf(file, "v %.9g %.9g %.9g\n", v.x, v.y, v.z);
    }
    *edges = 0;
    for (int32_t i = 0; i < *faces && !status; ++i)
    {
        int32_t corners[FACE_MAX];
        imp3_face face = {.vertices = corners, .capacity = FACE_MAX};
        status = imp3_shape_face(hull, i, &face);
        fputs("f", file);
        for (int32_t k = 0; k < face.count && !status; ++k)
        {
            fprintf(file, " %d", (int)corners[k] + 1);  // OBJ counts from 1
        }
        fputs("\n", file);
        *edges += face.count;
    }
    *edges /= 2;
    return status;
}

int main(int argc, char** argv)
{
    static imp3_vec points[CLOUD];
    make_cloud(points);

    imp3_shape hull;
    imp3_hull_report report;
    imp_status status = imp3_hull_make(points, CLOUD, 0.0f, NULL, &hull, &report);
    if (status)
    {
        printf("%s\n", imp_status_text(status));
        return 1;
    }

    // hull hull.obj writes the file; without a name it is shown.
    FILE* file = argc > 1 ? fopen(argv[1], "w") : stdout;
    imp3_mass mass = {0};
    int32_t faces = 0, edges = 0, outside = 0;
    if (!file || write_obj(&hull, file, &faces, &edges) || imp3_shape_mass(&hull, 700.0f, &mass))
    {
        imp3_shape_free(&hull);
        return 1;
    }
    imp3_pose origin = imp3_pose_identity();
    for (int i = 0; i < CLOUD; ++i)
    {
        imp3_vec closest;
        float distance;
        outside += imp3_shape_closest(&hull, &origin, points[i], &closest, &distance) || distance > 1e-5f;
    }
    printf("%d points: %d corners, %d edges, %d faces; %d were doubled, %d inside; %d are outside\n", CLOUD,
           (int)hull.count, (int)edges, (int)faces, (int)report.welded, (int)report.inside, (int)outside);
    printf("%.4f m3, %.1f kg of oak, its middle at (%.3f, %.3f, %.3f)\n", mass.volume, mass.mass, mass.centroid.x,
           mass.centroid.y, mass.centroid.z);

    // Euler: corners - edges + faces = 2.
    bool euler = hull.count - edges + faces == 2;
    bool counted = report.dimension == 3 && report.welded == 4 && hull.count + report.inside + report.welded == CLOUD;
    imp3_shape_free(&hull);
    return euler && counted && outside == 0 && mass.volume > 3.0f && mass.volume < 8.0f ? 0 : 1;
}
