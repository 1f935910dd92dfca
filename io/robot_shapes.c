// SPDX-License-Identifier: MIT
//
// Geometry of robots: what it weighs, by closed forms in doubles, and the colliders of it. Ellipsoids are hulls; so are
// meshes, as in most simulators of robots, unless --as says otherwise.

#include <math.h>
#include <string.h>

#include "io/robot.h"
#include "io/space_mesh.h"

#define PI 3.14159265358979323846

enum
{
    ELLIPSOID = 122  // points of an ellipsoid's hull, besides its six ends
};

// Weights

static io_robot_mass weigh_ball(double density, double a, double b, double c)
{
    io_robot_mass r = {.mass = density * 4 / 3 * PI * a * b * c};
    r.inertia[0] = r.mass / 5 * (b * b + c * c);
    r.inertia[1] = r.mass / 5 * (a * a + c * c);
    r.inertia[2] = r.mass / 5 * (a * a + b * b);
    return r;
}

static io_robot_mass weigh_tube(double density, double radius, double half)
{
    io_robot_mass r = {.mass = density * 2 * PI * radius * radius * half};
    r.inertia[0] = r.inertia[1] = r.mass * (radius * radius / 4 + half * half / 3);
    r.inertia[2] = r.mass * radius * radius / 2;
    return r;
}

static io_robot_mass weigh_capsule(double density, double radius, double half)
{
    io_robot_mass r = weigh_tube(density, radius, half);
    const io_robot_mass ends = weigh_ball(density, radius, radius, radius);
    double across = ends.inertia[0] + ends.mass * (half * half + 0.75 * half * radius);
    r.mass += ends.mass;
    r.inertia[0] += across;
    r.inertia[1] += across;
    r.inertia[2] += ends.inertia[2];
    return r;
}

static io_robot_mass weigh_box(double density, const double* h)
{
    io_robot_mass r = {.mass = density * 8 * h[0] * h[1] * h[2]};
    r.inertia[0] = r.mass / 3 * (h[1] * h[1] + h[2] * h[2]);
    r.inertia[1] = r.mass / 3 * (h[0] * h[0] + h[2] * h[2]);
    r.inertia[2] = r.mass / 3 * (h[0] * h[0] + h[1] * h[1]);
    return r;
}

// Integrals over tetrahedra from the origin to each triangle (Tonon 2004). A mesh that is inside out weighs the same.
static io_robot_mass weigh_triangles(const io_mesh* mesh, const double* scale)
{
    double volume = 0, first[3] = {0}, second[3][3] = {{0}};
    for (size_t i = 0; i + 2 < mesh->corner_count; i += 3)
    {
        double p[3][3], sum[3], normal[3];
        for (int k = 0; k < 3; k++)
        {
            imp3_vec v = mesh->points[mesh->corners[i + (size_t)k]];
            p[k][0] = scale[0] * (double)v.x;
            p[k][1] = scale[1] * (double)v.y;
            p[k][2] = scale[2] * (double)v.z;
        }
        io_cross3(p[1], p[2], normal);
        double six = io_dot3(p[0], normal);
        volume += six / 6;
        for (int a = 0; a < 3; a++)
        {
            sum[a] = p[0][a] + p[1][a] + p[2][a];
            first[a] += six / 24 * sum[a];
        }
        for (int a = 0; a < 3; a++)
        {
            for (int b = 0; b < 3; b++)
            {
                double each = p[0][a] * p[0][b] + p[1][a] * p[1][b] + p[2][a] * p[2][b];
                second[a][b] += six / 120 * (each + sum[a] * sum[b]);
            }
        }
    }
    io_robot_mass r = {.mass = volume};
    if (volume == 0)
    {
        return r;
    }
    for (int a = 0; a < 3; a++)
    {
        r.center[a] = first[a] / volume;
    }
    for (int a = 0; a < 3; a++)
    {
        for (int b = a; b < 3; b++)
        {
            static const int places[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
            double moved = second[a][b] - volume * r.center[a] * r.center[b];
            r.inertia[places[a][b]] -= a == b ? 0.0 : moved;
            for (int k = 0; k < 3 && a == b; k++)
            {
                r.inertia[places[k][k]] += k == a ? 0.0 : moved;
            }
        }
    }
    return volume < 0 ? io_mass_scaled(&r, -1) : r;
}

// The hull, for a mesh whose own volume is none: it is open.
static io_status weigh_hull(io_robot* robot, const io_mesh* mesh, const double* scale, io_robot_mass* out)
{
    imp3_shape hull;
    imp3_mass mass;
    imp_status made =
        imp3_hull_make(mesh->points, (int32_t)mesh->point_count, 0, robot->reader->allocator, &hull, NULL);
    *out = (io_robot_mass){.mass = 0};
    if (made)
    {
        return imp_status_fault(made) == IMP_ERR_MEMORY ? io_fail_memory(robot->reader) : IO_OK;
    }
    if (imp3_shape_mass(&hull, 1, &mass) == IMP_OK && mass.mass > 0)
    {
        const double volume = fabs(scale[0] * scale[1] * scale[2]);
        const imp3_inertia* m = &mass.inertia;
        // Of points, x x and so on, which scale.
        const double half = ((double)m->xx + (double)m->yy + (double)m->zz) / 2;
        const double xx = scale[0] * scale[0] * (half - (double)m->xx),
                     yy = scale[1] * scale[1] * (half - (double)m->yy),
                     zz = scale[2] * scale[2] * (half - (double)m->zz);
        const double inertia[6] = {yy + zz,
                                   xx + zz,
                                   xx + yy,
                                   scale[0] * scale[1] * (double)m->xy,
                                   scale[1] * scale[2] * (double)m->yz,
                                   scale[2] * scale[0] * (double)m->zx};
        out->mass = (double)mass.mass;
        out->center[0] = scale[0] * (double)mass.centroid.x;
        out->center[1] = scale[1] * (double)mass.centroid.y;
        out->center[2] = scale[2] * (double)mass.centroid.z;
        memcpy(out->inertia, inertia, sizeof inertia);
        *out = io_mass_scaled(out, volume);
    }
    imp3_shape_free(&hull);
    return IO_OK;
}

static io_status weigh_mesh(io_robot* robot, const io_robot_geom* geom, io_robot_mass* out)
{
    io_robot_mesh* mesh = &robot->meshes[geom->mesh];
    io_status status = io_robot_mesh_load(robot, mesh);
    if (status)
    {
        return status;
    }
    *out = weigh_triangles(&mesh->mesh, geom->size);
    return io_mass_turns(out) ? IO_OK : weigh_hull(robot, &mesh->mesh, geom->size, out);
}

io_status io_robot_weigh(io_robot* robot, const io_robot_geom* geom, io_robot_mass* out)
{
    const double* s = geom->size;
    io_robot_mass mass = {.mass = 0};
    io_status status = IO_OK;
    *out = mass;
    if (geom->mass == 0 || (geom->mass < 0 && geom->density == 0))
    {
        return IO_OK;
    }
    switch (geom->kind)
    {
    case IO_GEOM_SPHERE: mass = weigh_ball(1, s[0], s[0], s[0]); break;
    case IO_GEOM_CAPSULE: mass = weigh_capsule(1, s[0], s[1]); break;
    case IO_GEOM_CYLINDER: mass = weigh_tube(1, s[0], s[1]); break;
    case IO_GEOM_BOX: mass = weigh_box(1, s); break;
    case IO_GEOM_ELLIPSOID: mass = weigh_ball(1, s[0], s[1], s[2]); break;
    case IO_GEOM_MESH: status = weigh_mesh(robot, geom, &mass); break;
    default: break;
    }
    if (!status && mass.mass > 0)
    {
        double factor = geom->mass > 0 ? geom->mass / mass.mass : geom->density;
        mass = io_mass_scaled(&mass, factor);
        *out = io_mass_at(&geom->place, &mass);
    }
    return status;
}

// Shapes

static imp3_vec point_of(const io_place* place, double x, double y, double z)
{
    double p[3] = {x, y, z};
    io_place_point(place, p, p);
    return io_robot_vec(p);
}

static imp_status make_ellipsoid(io_robot* robot, const io_robot_geom* geom, imp3_shape* out)
{
    imp3_vec points[ELLIPSOID + 6];
    const double* s = geom->size;
    for (int i = 0; i < ELLIPSOID; i++)
    {
        // Evenly, along a spiral by the golden angle.
        double z = 1 - (2 * i + 1) / (double)ELLIPSOID, across = sqrt(1 - z * z), turn = i * PI * (3 - sqrt(5));
        points[i] = point_of(&geom->place, s[0] * across * cos(turn), s[1] * across * sin(turn), s[2] * z);
    }
    for (int i = 0; i < 6; i++)
    {
        double way = i % 2 ? -1 : 1;
        points[ELLIPSOID + i] = point_of(&geom->place, i / 2 == 0 ? way * s[0] : 0, i / 2 == 1 ? way * s[1] : 0,
                                         i / 2 == 2 ? way * s[2] : 0);
    }
    return imp3_hull_make(points, ELLIPSOID + 6, 0, robot->reader->allocator, out, NULL);
}

static io_status make_convex(io_robot* robot, const io_robot_geom* geom, io_collider3* out)
{
    const io_place* at = &geom->place;
    const double* s = geom->size;
    const imp3_vec middle = point_of(at, 0, 0, 0), top = point_of(at, 0, 0, s[1]), bottom = point_of(at, 0, 0, -s[1]);
    const double normal[3] = {at->rows[0][2], at->rows[1][2], at->rows[2][2]},
                 place[3] = {at->rows[0][3], at->rows[1][3], at->rows[2][3]};
    imp_status made = IMP_OK;
    switch (geom->kind)
    {
    case IO_GEOM_SPHERE: made = imp3_sphere_make(middle, io_robot_float(s[0]), &out->shape); break;
    case IO_GEOM_CAPSULE: made = imp3_capsule_make(bottom, top, io_robot_float(s[0]), &out->shape); break;
    case IO_GEOM_CYLINDER: made = imp3_cylinder_make(bottom, top, io_robot_float(s[0]), 0, &out->shape); break;
    case IO_GEOM_ELLIPSOID: made = make_ellipsoid(robot, geom, &out->shape); break;
    case IO_GEOM_PLANE:
        made = imp3_half_space_make(io_robot_vec(normal), io_robot_float(io_dot3(normal, place)), &out->shape);
        break;
    default:
        out->center = middle;
        out->half = io_robot_vec(s);
        made = imp3_oriented_box_make(out->center, out->half, io_robot_pose(at).q, 0, &out->shape);
        break;
    }
    return !made                                      ? IO_OK
           : imp_status_fault(made) == IMP_ERR_MEMORY ? io_fail_memory(robot->reader)
                                                      : io_fail(robot->reader, IO_ERR_MEANING, geom->node,
                                                                "<%.40s>: %s", geom->node->name, imp_status_text(made));
}

// The mesh as it lies in the body.
static io_status place_mesh(io_robot* robot, const io_robot_geom* geom, io_mesh* out)
{
    const io_mesh* from = &robot->meshes[geom->mesh].mesh;
    const imp_allocator* allocator = robot->reader->allocator;
    bool mirrored = geom->size[0] * geom->size[1] * geom->size[2] < 0;
    *out = (io_mesh){.allocator = *allocator, .point_count = from->point_count, .corner_count = from->corner_count};
    out->points = io_grow(allocator, NULL, &out->point_capacity, from->point_count + 1, sizeof *out->points);
    out->corners = io_grow(allocator, NULL, &out->corner_capacity, from->corner_count + 1, sizeof *out->corners);
    if (!out->points || !out->corners)
    {
        io_mesh_free(out);
        return io_fail_memory(robot->reader);
    }
    for (size_t i = 0; i < from->point_count; i++)
    {
        imp3_vec v = from->points[i];
        out->points[i] = point_of(&geom->place, geom->size[0] * (double)v.x, geom->size[1] * (double)v.y,
                                  geom->size[2] * (double)v.z);
    }
    for (size_t i = 0; i < from->corner_count; i++)
    {
        out->corners[i] = from->corners[mirrored ? from->corner_count - 1 - i : i];
    }
    return IO_OK;
}

static io_status make_mesh(io_robot* robot, const io_robot_geom* geom, bool is_static, io_collider3* out, bool* made)
{
    io_reader* reader = robot->reader;
    io_mesh mesh;
    io_status status = io_robot_mesh_load(robot, &robot->meshes[geom->mesh]);
    status = status ? status : place_mesh(robot, geom, &mesh);
    *made = false;
    if (status)
    {
        return status;
    }
    const imp3_triangles triangles = {.points = mesh.points,
                                      .point_count = (int32_t)mesh.point_count,
                                      .corners = mesh.corners,
                                      .count = (int32_t)(mesh.corner_count / 3)};
    if (reader->options->wears_told && mesh.corner_count > 0)
    {
        const io_worn worn = {out->name, &triangles, reader->options->wears, !is_static};
        status = io_space_wear(reader, &worn, out, made);
    }
    else
    {
        imp_status hull =
            imp3_hull_make(mesh.points, (int32_t)mesh.point_count, 0, reader->allocator, &out->shape, NULL);
        *made = hull == IMP_OK;
        status = !hull ? io_robot_tally(robot, IO_NOTE_TAKEN, geom->node,
                                        "meshes, as their convex hulls (--as says otherwise)")
                 : imp_status_fault(hull) == IMP_ERR_MEMORY
                     ? io_fail_memory(reader)
                     : io_note_add(reader, IO_NOTE_SKIP, "'%.100s': %s", out->name, imp_status_text(hull));
    }
    io_mesh_free(&mesh);
    return status;
}

io_status io_robot_add_collider(io_robot* robot, const io_robot_link* link, const io_robot_geom* geom, bool is_static)
{
    io_collider3 c = {.file = robot->reader->file_index, .def = io_collider3_default()};
    bool made = true;
    c.name = geom->name[0] ? geom->name : link->name;
    c.body = (int32_t)robot->reader->scene->space.body_count - 1;
    c.def.material.friction = geom->friction;
    c.def.filter = geom->filter;
    c.def.group = robot->meets_itself ? 0 : UINT32_C(0x52000001) + (uint32_t)robot->reader->file_index;
    if (geom->kind == IO_GEOM_PLANE && !is_static)
    {
        return io_robot_tally(robot, IO_NOTE_SKIP, geom->node, "planes of what moves");
    }
    io_status status =
        geom->kind == IO_GEOM_MESH ? make_mesh(robot, geom, is_static, &c, &made) : make_convex(robot, geom, &c);
    if (!status && geom->kind == IO_GEOM_ELLIPSOID)
    {
        status = io_robot_tally(robot, IO_NOTE_REPAIR, geom->node, "ellipsoids are hulls of %d points", ELLIPSOID + 6);
    }
    status = status || !made ? status : io_collider3_add(robot->reader, &c);
    if (status)
    {
        imp3_shape_free(&c.shape);
        imp3_compound_free(&c.compound);
    }
    return status;
}
