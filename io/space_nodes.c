// SPDX-License-Identifier: MIT
//
// Meshes from files as bodies of space. A node that stands is a body with all its triangles where they are. One that
// moves is a body in the node's frame with convex parts for itself and for each node below it (space_parts.c), so that
// nodes that name the same mesh share them: scales belong to the parts, not to the body, and a frame that is sheared is
// not turned. One whose morph targets are animated is a mesh that bends.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/mesh_foreign.h"
#include "io/nodes.h"
#include "io/space_mesh.h"

// Colliders

typedef struct cloud
{
    int32_t point_count, corner_count;
} cloud;

// A number that is too small for a coordinate becomes 0.
static float to_float(double value)
{
    return fabs(value) < IMP_MAGNITUDE_MIN ? 0.0f : (float)value;
}

// The points of a node as seen from its body, or, from 1 on, those of a morph target, which a mesh need not have.
static void place_points(const io_placed_nodes* m, const io_placed_node* it, int32_t target, imp3_vec* out)
{
    const double *x = it->in_body.rows[0], *y = it->in_body.rows[1], *z = it->in_body.rows[2];
    for (int32_t i = 0; i < it->mesh_count; i++)
    {
        const io_placed_part* p = &m->parts[(size_t)it->meshes[i]];
        const imp3_vec* from = m->mesh->points + p->first_point;
        from += target <= p->target_count ? (size_t)target * (size_t)p->point_count : 0;
        for (int32_t k = 0; k < p->point_count; k++)
        {
            const double vx = (double)from[k].x, vy = (double)from[k].y, vz = (double)from[k].z;
            *out++ = (imp3_vec){to_float(x[0] * vx + x[1] * vy + x[2] * vz + x[3]),
                                to_float(y[0] * vx + y[1] * vy + y[2] * vz + y[3]),
                                to_float(z[0] * vx + z[1] * vy + z[2] * vz + z[3])};
        }
    }
}

// The points and triangles of a node as seen from its body, in the room of the reader.
static io_status gather(io_placed_nodes* m, const io_placed_node* it, cloud* out)
{
    const imp_allocator* allocator = m->reader->allocator;
    bool mirrored = io_place_is_mirrored(&it->in_body);
    int64_t points = 0, corners = 0;
    for (int32_t i = 0; i < it->mesh_count; i++)
    {
        points += m->parts[(size_t)it->meshes[i]].point_count;
        corners += m->parts[(size_t)it->meshes[i]].corner_count;
    }
    *out = (cloud){0, 0};
    if (points > IO_MESH_POINT_MAX || corners > 3 * (int64_t)IO_MESH_TRIANGLE_MAX)
    {
        return io_fail(m->reader, IO_ERR_LIMIT, NULL, "node '%.100s' has too many points", it->name);
    }
    imp3_vec* room = io_grow(allocator, m->points, &m->point_room, (size_t)points + 1, sizeof *room);
    m->points = room ? room : m->points;
    int32_t* corner_room = io_grow(allocator, m->corners, &m->corner_room, (size_t)corners + 1, sizeof *corner_room);
    m->corners = corner_room ? corner_room : m->corners;
    if (!room || !corner_room)
    {
        return io_fail_memory(m->reader);
    }
    for (int32_t i = 0; i < it->mesh_count; i++)
    {
        const io_placed_part* p = &m->parts[(size_t)it->meshes[i]];
        const int32_t shift = out->point_count - p->first_point;
        for (int32_t k = 0; k < p->corner_count; k++)
        {
            int32_t from = mirrored ? p->corner_count - 1 - k : k;
            corner_room[out->corner_count++] = m->mesh->corners[p->first_corner + from] + shift;
        }
        out->point_count += p->point_count;
    }
    place_points(m, it, 0, room);
    return IO_OK;
}

// Makes the triangles of a node with animated morph targets bend, by what its points differ from theirs.
static io_status bend_node(io_placed_nodes* m, const io_placed_node* it, const imp3_triangles* triangles,
                           const io_bend** out)
{
    io_reader* reader = m->reader;
    io_morph morph = {.loops = true};
    io_status status = io_space_read_weights(reader, it->morph, &morph);
    const size_t count = (size_t)triangles->point_count;
    const bool fits = !status && morph.target_count > 0 && (size_t)morph.target_count <= SIZE_MAX / 32 / (count + 1);
    imp3_vec* targets =
        fits ? io_arena_take(&reader->scene->arena, (size_t)morph.target_count * count * sizeof *targets) : NULL;
    io_morph* own = targets ? io_arena_take(&reader->scene->arena, sizeof *own) : NULL;
    if (status || morph.target_count == 0)
    {
        return status ? status
                      : io_note_add(reader, IO_NOTE_SKIP, "'%.100s': weights of its morph targets cannot be used",
                                    it->name);
    }
    if (!own)
    {
        return io_fail_memory(reader);
    }
    for (int32_t t = 0; t < morph.target_count; t++)
    {
        imp3_vec* row = targets + (size_t)t * count;
        place_points(m, it, t + 1, row);
        for (size_t k = 0; k < count; k++)
        {
            row[k] = imp3_vec_sub(row[k], triangles->points[k]);
        }
    }
    morph.targets = targets;
    *own = morph;
    return io_bend_make(reader, triangles, own, 1, out);
}

// Makes the collider of a node; *made tells whether it has one.
static io_status make_shape(io_placed_nodes* m, io_placed_node* it, io_collider3* out, bool* made)
{
    cloud c;
    io_status status = gather(m, it, &c);
    const imp3_triangles triangles = {
        .points = m->points, .point_count = c.point_count, .corners = m->corners, .count = c.corner_count / 3};
    const bool bends = it->morph && it->kind == IMP_BODY_KINEMATIC;
    *made = false;
    if (!status && it->morph && !bends)
    {
        status = io_note_add(m->reader, IO_NOTE_SKIP, "'%.100s': its morph targets rest, since it is not kinematic",
                             it->name);
    }
    if (status)
    {
        return status;
    }
    if (it->is_hull && !bends)
    {
        const char* word = it->told ? io_node_text(it->told, "as", "") : "";
        int32_t told = word[0] ? io_wear_of(word) : m->reader->options->wears;
        int32_t as = it->kind == IMP_BODY_STATIC ? IO_WEAR_HULL : told;
        const io_worn worn = {it->name, &triangles, as >= 0 ? as : IO_WEAR_PARTS, it->kind == IMP_BODY_DYNAMIC};
        status = as >= 0 ? IO_OK
                         : io_note_add(m->reader, IO_NOTE_SKIP, "'%.100s': its 'as' is not parts, hull, mesh or field",
                                       it->name);
        return status ? status : io_space_wear(m->reader, &worn, out, made);
    }
    imp3_triangles_report report;
    imp_status tried = imp3_triangles_make(&triangles, m->reader->allocator, NULL, &report);
    if (tried && tried != IMP_ERR_MEMORY)
    {
        return io_note_add(m->reader, IO_NOTE_SKIP, "'%.100s': %s", it->name, imp_status_text(tried));
    }
    status = bends ? bend_node(m, it, &triangles, &out->bend) : IO_OK;
    status = status ? status : io_space_triangles(m->reader, NULL, it->name, &triangles, &out->compound);
    *made = !status;
    return status;
}

// An earlier node with the same meshes and the same place in its body.
static const io_placed_node* find_same(const io_placed_nodes* m, const io_placed_node* it)
{
    for (const io_placed_node* other = m->nodes; other < it; other++)
    {
        if (other->collider != IO_NODE_NONE && other->is_hull && !other->morph && other->mesh_count == it->mesh_count &&
            memcmp(other->meshes, it->meshes, (size_t)it->mesh_count * sizeof *it->meshes) == 0 &&
            io_place_is_same(&other->in_body, &it->in_body))
        {
            return other;
        }
    }
    return NULL;
}

static io_status take_told(io_placed_nodes* m, const io_placed_node* it, const io_key* keys, void* out)
{
    char wants[64];
    io_status status = IO_OK;
    for (; it->told && keys->name && !status; keys++)
    {
        const io_node* value = io_node_get(it->told, keys->name);
        if (value && !io_key_set(keys, value, out))
        {
            io_key_wants(keys, wants, sizeof wants);
            status = io_note_add(m->reader, IO_NOTE_SKIP, "'%.100s': its '%s' is not %s", it->name, keys->name, wants);
        }
    }
    return status;
}

// The density of a collider by the mass that its node has.
static io_status take_mass(io_placed_nodes* m, const io_placed_node* it, io_collider3* c)
{
    const io_node *motion = io_placed_motion(it->told), *mass = motion ? io_node_get(motion, "mass") : NULL;
    const imp3_compound shape = io_collider3_compound(c);
    imp3_mass solid;
    double kilograms = 0;
    if (mass && io_node_number(mass, &kilograms) && kilograms > 0 && kilograms < 1e18 &&
        imp3_compound_mass(&shape, it->fill, &solid) == IMP_OK && solid.mass > 0)
    {
        c->def.density = (float)(kilograms / (double)solid.mass);
    }
    io_status status = take_told(m, it, io_collider3_keys, &c->def);
    c->def.density *= it->fill;
    return status;
}

static io_status add_collider(io_placed_nodes* m, io_placed_node* it)
{
    io_reader* reader = m->reader;
    io_collider3 c = {.file = reader->file_index, .name = it->name, .def = io_collider3_default()};
    c.body = (int32_t)reader->scene->space.body_count - 1;
    const io_placed_node* same = it->is_hull && !it->morph ? find_same(m, it) : NULL;
    bool made = same != NULL;
    io_status status = IO_OK;
    if (same)
    {
        c.shape = reader->scene->space.colliders[same->collider].shape;
        c.compound = reader->scene->space.colliders[same->collider].compound;
        c.is_shared = true;
        it->fill = same->fill;
    }
    else
    {
        c.def.density = 1;
        status = make_shape(m, it, &c, &made);
        it->fill = c.def.density;
        c.def.density = io_collider3_default().density;
    }
    status = status || !made ? status : take_mass(m, it, &c);
    int32_t index = (int32_t)reader->scene->space.collider_count;
    status = status || !made ? status : io_collider3_add(reader, &c);
    if (status && made && !same)
    {
        imp3_compound_free(&c.compound);
        imp3_shape_free(&c.shape);
    }
    it->collider = status || !made ? IO_NODE_NONE : index;
    return status;
}

// Hulls that make up one body

static bool are_alike(const imp3_collider_def* a, const imp3_collider_def* b)
{
    return a->density == b->density && memcmp(&a->material, &b->material, sizeof a->material) == 0 &&
           memcmp(&a->filter, &b->filter, sizeof a->filter) == 0 && a->group == b->group && a->sensor == b->sensor &&
           a->touches_non_dynamic == b->touches_non_dynamic &&
           memcmp(&a->one_way, &b->one_way, sizeof a->one_way) == 0 && a->tolerance == b->tolerance &&
           memcmp(&a->surface_velocity, &b->surface_velocity, sizeof a->surface_velocity) == 0 && a->user == b->user;
}

// Whether colliders of a body differ in nothing but their hulls.
static bool are_hulls_alike(const io_collider3* colliders, size_t count)
{
    bool alike = true;
    for (size_t i = 0; i < count && alike; i++)
    {
        alike = colliders[i].compound.kind == IMP3_COMPOUND_NONE && colliders[i].shape.kind == IMP3_SHAPE_HULL &&
                are_alike(&colliders[i].def, &colliders[0].def);
    }
    return alike;
}

// Several hulls of a body that moves become one set, whose parts know of each other: a ball that rolls from one to the next
// feels no seam.
static io_status join_hulls(io_placed_nodes* m, const io_placed_node* root, size_t first)
{
    io_space* space = &m->reader->scene->space;
    const size_t count = space->collider_count - first;
    io_collider3* colliders = count > 0 ? space->colliders + first : NULL;
    imp3_compound set = {.kind = IMP3_COMPOUND_NONE};
    if (count < 2 || !are_hulls_alike(colliders, count))
    {
        return IO_OK;
    }
    size_t room = 0;
    imp3_shape* shapes = io_grow(m->reader->allocator, NULL, &room, count, sizeof *shapes);
    for (size_t i = 0; i < count && shapes; i++)
    {
        shapes[i] = colliders[i].shape;
    }
    imp_status made = shapes ? imp3_compound_make(shapes, (int32_t)count, m->reader->allocator, &set) : IMP_ERR_MEMORY;
    io_release(m->reader->allocator, shapes, room, sizeof *shapes);
    if (made)
    {
        return made == IMP_ERR_MEMORY
                   ? io_fail_memory(m->reader)
                   : io_fail(m->reader, IO_ERR_MEANING, NULL, "'%.100s': %s", root->name, imp_status_text(made));
    }
    io_collider3 joined = colliders[0];
    io_space_drop(space, space->body_count, first);
    joined.shape = (imp3_shape){.kind = IMP3_SHAPE_NONE};
    joined.compound = set;
    joined.name = root->name;
    joined.is_shared = false;
    space->colliders[space->collider_count++] = joined;
    for (int32_t i = (int32_t)(root - m->nodes); i != IO_NODE_NONE; i = m->nodes[i].below)
    {
        m->nodes[i].collider = IO_NODE_NONE;  // no later node shares what is no collider of its own
    }
    return io_note_add(m->reader, IO_NOTE_TAKEN, "'%.100s' moves as a set of %d hulls", root->name, (int)count);
}

// Bodies

static void take_vector(const io_node* motion, const char* name, imp3_rot q, imp3_vec* out)
{
    const io_node* list = io_node_get(motion, name);
    if (list && list->numbers && list->count == 3)
    {
        imp3_vec v = {(float)list->numbers[0], (float)list->numbers[1], (float)list->numbers[2]};
        *out = imp3_rot_apply(q, v);
    }
}

// Takes the motion of KHR_physics_rigid_bodies: velocities are in the node's frame.
static void take_motion(const io_node* motion, io_body3* body)
{
    double factor;
    const io_node* gravity = io_node_get(motion, "gravityFactor");
    take_vector(motion, "linearVelocity", body->def.pose.q, &body->def.velocity);
    take_vector(motion, "angularVelocity", body->def.pose.q, &body->def.angular_velocity);
    body->gravity = gravity && io_node_number(gravity, &factor) ? (float)factor : body->gravity;
}

static io_status add_body(io_placed_nodes* m, io_placed_node* root)
{
    io_body3 body = io_body3_default();
    body.def.kind = root->kind;
    body.file = m->reader->file_index;
    body.name = root->name;
    body.layer = "";
    const io_node* motion = io_placed_motion(root->told);
    if (root->is_hull)
    {
        body.def.pose = io_place_pose(&root->place, m->unit);
    }
    if (motion)
    {
        take_motion(motion, &body);
    }
    io_status status = take_told(m, root, io_body3_keys, &body);
    int32_t shapes = 0;
    size_t bodies = m->reader->scene->space.body_count, first = m->reader->scene->space.collider_count;
    status = status ? status : io_body3_add(m->reader, &body);
    for (int32_t i = (int32_t)(root - m->nodes); i != IO_NODE_NONE && !status; i = m->nodes[i].below)
    {
        io_placed_node* it = &m->nodes[i];
        if (it->kind != IO_NODE_LEFT_OUT && it->mesh_count > 0)
        {
            it->in_body = io_place_in(&it->place, m->unit, &body.def.pose);
            status = add_collider(m, it);
            shapes += it->collider != IO_NODE_NONE;
        }
    }
    if (!status && root->is_hull && root->kind != IMP_BODY_STATIC)
    {
        status = join_hulls(m, root, first);
    }
    if (!status && shapes == 0)
    {
        m->reader->scene->space.body_count = bodies;
    }
    return status;
}

static io_status fill(io_placed_nodes* m)
{
    io_reader* reader = m->reader;
    io_status status = IO_OK;
    int32_t left_out = 0;
    for (size_t i = 0; i < m->node_count && !status; i++)
    {
        io_placed_node* it = &m->nodes[i];
        left_out += it->kind == IO_NODE_LEFT_OUT;
        if (it->kind != IO_NODE_LEFT_OUT && it->root == (int32_t)i && (it->mesh_count > 0 || it->below != IO_NODE_NONE))
        {
            size_t length = io_path_push(reader, "nodes[%d]", (int)i);
            status = add_body(m, it);
            io_path_pop(reader, length);
        }
    }
    if (!status && left_out > 0)
    {
        status = io_note_add(reader, IO_NOTE_TAKEN, "%d nodes left out, by their names (-noimp)", (int)left_out);
    }
    return status;
}

io_status io_space_add_nodes(io_reader* reader, const io_mesh* mesh, const io_tree* tree, double unit)
{
    io_placed_nodes m = {.reader = reader, .unit = unit, .mesh = mesh, .tree = tree};
    io_status status = io_placed_nodes_read(&m);
    status = status ? status : fill(&m);
    io_release(reader->allocator, m.parts, m.part_room, sizeof *m.parts);
    io_release(reader->allocator, m.nodes, m.node_room, sizeof *m.nodes);
    io_release(reader->allocator, m.points, m.point_room, sizeof *m.points);
    io_release(reader->allocator, m.corners, m.corner_room, sizeof *m.corners);
    return status;
}

static io_status load_nodes(io_reader* reader)
{
    io_mesh mesh;
    io_tree tree = {.root = NULL};
    double scale = reader->options->scale > 0 ? reader->options->scale : 1;
    bool foreign = io_mesh_is_foreign(reader->file);
    io_status status = foreign ? io_mesh_load_nodes(reader->file, scale, reader->allocator, &mesh, &tree, reader->error)
                               : io_mesh_load(reader->file, scale, NULL, NULL, reader->allocator, &mesh, reader->error);
    if (status)
    {
        return status;
    }
    io_file* file = &reader->scene->files[reader->file_index];
    file->format = mesh.format;
    file->scale = scale * (mesh.unit > 0 ? mesh.unit : 1);
    file->scale_from = reader->options->scale > 0 ? "--scale"
                       : mesh.unit > 0            ? "the file says its unit"
                                                  : "the file's unit is taken for a metre";
    status = io_space_add_nodes(reader, &mesh, foreign && io_node_get(tree.root, "nodes") ? &tree : NULL, file->scale);
    if (foreign)
    {
        io_tree_free(&tree);
    }
    io_mesh_free(&mesh);
    return status;
}

io_status io_scene_load_meshes(io_scene* scene, const char* path, const io_options* options, io_error* error)
{
    io_reader reader = io_reader_of(scene, path, options, error);
    if (scene->dimension == 2)
    {
        return io_fail(&reader, IO_ERR_MEANING, NULL, "meshes are of space, and a scene of the plane was read before");
    }
    size_t notes = scene->note_count, bodies = scene->space.body_count, colliders = scene->space.collider_count;
    io_file* files =
        io_grow(reader.allocator, scene->files, &scene->file_capacity, scene->file_count + 1, sizeof *files);
    scene->files = files ? files : scene->files;
    const char* name = io_arena_copy(&scene->arena, path, strlen(path));
    if (!files || !name)
    {
        return io_fail_memory(&reader);
    }
    files[scene->file_count++] = (io_file){.name = name, .format = "", .scale_from = "", .scale = 1.0};
    io_status status = load_nodes(&reader);
    if (status)
    {
        scene->note_count = notes;
        scene->file_count--;
        io_space_drop(&scene->space, bodies, colliders);
        return status;
    }
    scene->dimension = 3;
    scene->files[reader.file_index].objects = (int32_t)(scene->space.collider_count - colliders);
    return IO_OK;
}
