// SPDX-License-Identifier: MIT
//
// Bodies of MJCF have joints, geoms and inertias; and geoms have meshes.

#include <math.h>
#include <string.h>

#include "io/mjcf.h"

enum
{
    NONE = -1,
    FILTERS = 30,  // kinds of geoms that filters tell apart
    SPRINGS = 4    // numbers of a spring or a damper; the first counts
};

// Joints

static io_status read_spring(io_mjcf* m, const io_node* node, int32_t of_class, double unit, io_robot_joint* out)
{
    double armature = 0, stiffness[SPRINGS] = {0}, damping[SPRINGS] = {0};
    out->rest = 0;
    io_status status = io_mjcf_numbers(m, node, of_class, "stiffness", 1, SPRINGS, stiffness, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "damping", 1, SPRINGS, damping, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "springref", 1, 1, &out->rest, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "frictionloss", 1, 1, &out->friction, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "armature", 1, 1, &armature, NULL);
    out->stiffness = stiffness[0];
    out->damping = damping[0];
    out->rest *= unit;
    if (!status && (out->stiffness < 0 || out->damping < 0 || out->friction < 0))
    {
        status = io_mjcf_fail(m, node, "a number is below 0");
    }
    if (!status && armature != 0)
    {
        status = io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "'armature' of joints");
    }
    return status || !io_mjcf_get(m, node, of_class, "springdamper")
               ? status
               : io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "'springdamper' of joints");
}

static io_status read_range(io_mjcf* m, const io_node* node, int32_t of_class, double unit, io_robot_joint* out)
{
    double range[2] = {0, 0};
    io_status status = io_mjcf_numbers(m, node, of_class, "range", 2, 2, range, NULL);
    out->limited = io_mjcf_is_limited(m, node, of_class, "limited", "range");
    out->lower = range[0] * unit;
    out->upper = range[1] * unit;
    return !status && out->limited && out->lower > out->upper ? io_mjcf_fail(m, node, "its range runs backwards")
                                                              : status;
}

io_status io_mjcf_joint(io_mjcf* m, const io_node* node, int32_t link, int32_t around)
{
    static const char* const kinds[] = {"hinge", "slide", "ball", "free"};
    int32_t of_class = IO_MJCF_MAIN, kind = 0;
    io_status status = io_mjcf_class_of(m, node, around, &of_class);
    const char* type = io_node_is(node, "freejoint") ? "free" : io_mjcf_text(m, node, of_class, "type", "hinge");
    while (kind < 4 && strcmp(type, kinds[kind]) != 0)
    {
        kind++;
    }
    if (status || kind == 4)
    {
        return status ? status : io_mjcf_fail(m, node, "its type is unknown");
    }
    if (kind == 3)
    {
        m->robot.links[link].is_free = m->robot.reader->options->root != IO_ROOT_FIXED;
        return IO_OK;
    }
    int32_t index = io_robot_add_joint(&m->robot, link, node, kind);
    if (index == NONE)
    {
        return io_fail_memory(m->robot.reader);
    }
    io_robot_joint* j = &m->robot.joints[index];
    const double unit = kind == IO_ROBOT_SLIDE ? 1 : m->angle;
    const char* name = io_attribute_text(node, "name", "");
    j->axis[2] = 1;
    status = io_mjcf_numbers(m, node, of_class, "pos", 3, 3, j->at, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "axis", 3, 3, j->axis, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "ref", 1, 1, &j->ref, NULL);
    j->ref *= unit;
    j->start = j->ref;
    status = status ? status : read_range(m, node, of_class, unit, j);
    status = status ? status : read_spring(m, node, of_class, unit, j);
    if (!status && !io_unit3(j->axis))
    {
        status = io_mjcf_fail(m, node, "its axis is zero");
    }
    if (!status && name[0] && !m->open[m->open_count - 1].suffix)
    {
        io_names_add(&m->joint_names, name, index);
    }
    return status;
}

// Inertia

io_status io_mjcf_inertial(io_mjcf* m, const io_node* node, int32_t link, const io_place* place)
{
    if (m->inertia == IO_INERTIA_GEOMS)
    {
        return IO_OK;
    }
    io_robot_mass mass = {.mass = 0};
    double full[6] = {0};
    int32_t count = 0;
    io_place at;
    const io_node* told = io_attribute(node, "mass");
    io_status status = io_mjcf_place(m, node, NONE, &at);
    status = status || !told ? status : io_robot_numbers(&m->robot, node, told, 1, 1, &mass.mass, NULL);
    status = status ? status : io_mjcf_numbers(m, node, NONE, "diaginertia", 3, 3, mass.inertia, NULL);
    status = status ? status : io_mjcf_numbers(m, node, NONE, "fullinertia", 6, 6, full, &count);
    if (!status && (!told || mass.mass < 0))
    {
        status = io_mjcf_fail(m, node, told ? "its mass is below 0" : "its mass is missing");
    }
    if (count == 6)
    {
        const double ordered[6] = {full[0], full[1], full[2], full[3], full[5], full[4]};
        memcpy(mass.inertia, ordered, sizeof ordered);
    }
    at = io_place_of(place, &at);
    m->robot.links[link].has_mass = true;
    m->robot.links[link].mass = io_mass_at(&at, &mass);
    return status;
}

// Meshes

// Numbers of a text, however many, in threes.
static io_status read_list(io_mjcf* m, const io_node* node, const char* name, double most, imp3_vec** out, size_t* room,
                           size_t* count)
{
    const char* text = io_attribute_text(node, name, "");
    double v[3];
    *count = 0;
    while (text[strspn(text, " \t\r\n")])
    {
        bool good = true;
        for (int i = 0; i < 3; i++)
        {
            good = good && io_text_number(&text, &v[i]) && fabs(v[i]) <= most;
        }
        if (!good)
        {
            return io_fail(m->robot.reader, IO_ERR_MEANING, node, "'%s' of <mesh> must be three numbers each", name);
        }
        imp3_vec* grown = io_grow(m->robot.reader->allocator, *out, room, *count + 1, sizeof *grown);
        *out = grown ? grown : *out;
        if (!grown)
        {
            return io_fail_memory(m->robot.reader);
        }
        grown[(*count)++] = io_robot_vec(v);
    }
    return IO_OK;
}

// Corners that are told must be points.
static io_status read_faces(io_mjcf* m, const io_node* node, io_mesh* mesh)
{
    imp3_vec* faces = NULL;
    size_t room = 0, count = 0;
    const imp_allocator* allocator = m->robot.reader->allocator;
    io_status status = read_list(m, node, "face", 0x1p24, &faces, &room, &count);
    if (!status && count > 0)
    {
        mesh->corners = io_grow(allocator, NULL, &mesh->corner_capacity, 3 * count, sizeof *mesh->corners);
        status = mesh->corners ? IO_OK : io_fail_memory(m->robot.reader);
    }
    for (size_t i = 0; i < 3 * count && !status; i++)
    {
        float corner = (&faces[i / 3].x)[i % 3];
        if (!(corner >= 0 && corner < (float)mesh->point_count && corner == floorf(corner)))
        {
            status = io_mjcf_fail(m, node, "a face has a corner that is no vertex");
        }
        else
        {
            mesh->corners[mesh->corner_count++] = (int32_t)corner;
        }
    }
    io_release(allocator, faces, room, sizeof *faces);
    return status;
}

// A mesh whose vertices stand in the file.
static io_status read_points(io_mjcf* m, const io_node* node, io_robot_mesh* out)
{
    out->mesh = (io_mesh){.allocator = *m->robot.reader->allocator};
    out->is_loaded = true;  // freed with all others, whatever comes
    io_status status = read_list(m, node, "vertex", (double)IMP_MAGNITUDE_MAX, &out->mesh.points,
                                 &out->mesh.point_capacity, &out->mesh.point_count);
    return status ? status : read_faces(m, node, &out->mesh);
}

io_status io_mjcf_mesh(io_mjcf* m, const io_node* node)
{
    io_reader* reader = m->robot.reader;
    const char *file = io_attribute_text(node, "file", NULL), *name = io_attribute_text(node, "name", "");
    if (!file && !io_attribute(node, "vertex"))
    {
        return io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<mesh> without file and vertex");
    }
    if (!name[0] && file)
    {
        // The file's, without folders and ending.
        const char* slash = strrchr(file, '/');
        const char* stem = slash ? slash + 1 : file;
        const char* dot = strrchr(stem, '.');
        name = io_print(reader, "%.*s", dot && dot > stem ? (int)(dot - stem) : (int)strlen(stem), stem);
    }
    int32_t index = name ? io_robot_mesh_of(&m->robot, node, file) : NONE;
    io_mjcf_mesh_node* nodes =
        io_grow(reader->allocator, m->mesh_nodes, &m->mesh_node_room, m->mesh_node_count + 1, sizeof *nodes);
    m->mesh_nodes = nodes ? nodes : m->mesh_nodes;
    if (index == NONE || !nodes)
    {
        return io_fail_memory(reader);
    }
    // A file may be told twice, with other scales: a name stands for an element.
    nodes[m->mesh_node_count] = (io_mjcf_mesh_node){node, index};
    io_names_add(&m->mesh_names, name, (int64_t)m->mesh_node_count++);
    return file ? IO_OK : read_points(m, node, &m->robot.meshes[index]);
}

static io_status find_mesh(io_mjcf* m, const io_node* node, const char* name, io_robot_geom* out)
{
    int64_t found = io_names_find(&m->mesh_names, name);
    if (found < 0)
    {
        return io_fail(m->robot.reader, IO_ERR_MEANING, node, "there is no mesh '%.60s'", name);
    }
    const io_node* mesh = m->mesh_nodes[found].node;
    int32_t of_class;
    io_status status = io_mjcf_class_of(m, mesh, IO_MJCF_MAIN, &of_class);
    out->size[0] = out->size[1] = out->size[2] = 1;
    out->mesh = m->mesh_nodes[found].mesh;
    status = status ? status : io_mjcf_numbers(m, mesh, of_class, "scale", 3, 3, out->size, NULL);
    return status || (!io_attribute(mesh, "refpos") && !io_attribute(mesh, "refquat"))
               ? status
               : io_robot_tally(&m->robot, IO_NOTE_SKIP, mesh, "'refpos' and 'refquat' of <mesh>");
}

// Geoms

static const struct
{
    const char* name;
    int32_t kind, sizes, of_ends;  // sizes with ends told by themselves, or by fromto
} geoms[] = {
    {"sphere", IO_GEOM_SPHERE, 1, 0}, {"capsule", IO_GEOM_CAPSULE, 2, 1},     {"cylinder", IO_GEOM_CYLINDER, 2, 1},
    {"box", IO_GEOM_BOX, 3, 2},       {"ellipsoid", IO_GEOM_ELLIPSOID, 3, 2}, {"plane", IO_GEOM_PLANE, 0, 0},
    {"mesh", IO_GEOM_MESH, 0, 0},
};

// Both ends of what is along its z axis.
static io_status read_ends(io_mjcf* m, const io_node* node, const double* ends, int32_t index, io_robot_geom* out)
{
    double z[3], half;
    io_place moved = io_place_none();
    for (int i = 0; i < 3; i++)
    {
        z[i] = ends[i] - ends[3 + i];
        moved.rows[i][3] = (ends[i] + ends[3 + i]) / 2;
    }
    half = sqrt(io_dot3(z, z)) / 2;
    if (geoms[index].of_ends == 0 || !io_unit3(z))
    {
        return io_mjcf_fail(m, node, geoms[index].of_ends ? "both ends are one" : "'fromto' is not for its type");
    }
    const io_place turn = io_place_along(z);
    out->place = io_place_of(&moved, &turn);
    // A box and an ellipsoid tell x, and y, or y is as x.
    bool flat = geoms[index].sizes == 3;
    out->size[1] = flat ? (out->size[1] > 0 ? out->size[1] : out->size[0]) : half;
    out->size[2] = flat ? half : 0;
    return IO_OK;
}

static io_status read_sizes(io_mjcf* m, const io_node* node, int32_t of_class, int32_t index, io_robot_geom* out)
{
    double ends[6];
    int32_t count = 0, told = 0;
    io_status status = io_mjcf_numbers(m, node, of_class, "size", 1, 3, out->size, &told);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "fromto", 6, 6, ends, &count);
    status = status || count == 0 ? status : read_ends(m, node, ends, index, out);
    bool good = true;
    for (int i = 0; i < geoms[index].sizes; i++)
    {
        good = good && out->size[i] > 0;
    }
    return status || good ? status : io_mjcf_fail(m, node, "a size is missing, or not above 0");
}

static io_status read_surface(io_mjcf* m, const io_node* node, int32_t of_class, io_robot_geom* out)
{
    static const char* const own[] = {"solref", "solimp", "margin", "gap", "solmix", "priority", "fluidshape"};
    double friction[3] = {1, 0, 0}, condim = 3, type = 1, affinity = 1, group = 0;
    io_status status = io_mjcf_numbers(m, node, of_class, "friction", 1, 3, friction, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "condim", 1, 1, &condim, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "contype", 1, 1, &type, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "conaffinity", 1, 1, &affinity, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "group", 1, 1, &group, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "density", 1, 1, &out->density, NULL);
    status = status ? status : io_mjcf_numbers(m, node, of_class, "mass", 1, 1, &out->mass, NULL);
    if (!status && (friction[0] < 0 || out->density < 0 || !(fabs(type) < 0x1p31) || !(fabs(affinity) < 0x1p31)))
    {
        status = io_mjcf_fail(m, node, "a number is out of range");
    }
    bool differs = false;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    {
        differs = differs || io_mjcf_get(m, node, of_class, own[i]);
    }
    if (!status && differs)
    {
        status =
            io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "contact parameters (solref, solimp, margin ...) of geoms");
    }
    out->friction = condim == 1 ? 0.0f : io_robot_float(friction[0]);
    out->type = status ? 0 : (uint32_t)(int32_t)type;
    out->affinity = status ? 0 : (uint32_t)(int32_t)affinity;
    // A geom that meets nothing collides all the same, unless it is a mesh: those are there beside what collides.
    bool meets = out->type != 0 || out->affinity != 0;
    out->collides = meets || (out->kind != IO_GEOM_MESH && out->kind != IO_GEOM_PLANE);
    out->mass = group < m->groups[0] || group > m->groups[1] ? 0 : out->mass;
    return status;
}

io_status io_mjcf_geom(io_mjcf* m, const io_node* node, int32_t link, int32_t around, const io_place* place)
{
    const int32_t kinds = (int32_t)(sizeof geoms / sizeof *geoms);
    int32_t of_class = IO_MJCF_MAIN, index = 0;
    io_status status = io_mjcf_class_of(m, node, around, &of_class);
    if (status)
    {
        return status;
    }
    const char *type = io_mjcf_text(m, node, of_class, "type", "sphere"), *name = io_attribute_text(node, "name", "");
    const char* mesh = io_mjcf_text(m, node, of_class, "mesh", NULL);
    while (index < kinds && strcmp(type, geoms[index].name) != 0)
    {
        index++;
    }
    if (index == kinds || (mesh && geoms[index].kind != IO_GEOM_MESH))
    {
        return io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "geoms of type %.20s%s", type,
                              index == kinds ? "" : " that are fitted to a mesh");
    }
    int32_t made = io_robot_add_geom(&m->robot, link, node, geoms[index].kind);
    const char* kept = name[0] ? io_print(m->robot.reader, "%s", name) : "";
    if (made == NONE || !kept)
    {
        return io_fail_memory(m->robot.reader);
    }
    io_robot_geom* geom = &m->robot.geoms[made];
    geom->name = kept;
    status = io_mjcf_place(m, node, of_class, &geom->place);
    status = status                       ? status
             : geom->kind == IO_GEOM_MESH ? find_mesh(m, node, mesh ? mesh : "", geom)
                                          : read_sizes(m, node, of_class, index, geom);
    geom->place = io_place_of(place, &geom->place);
    status = status ? status : read_surface(m, node, of_class, geom);
    geom->mass = m->inertia == IO_INERTIA_TOLD ? 0 : geom->mass;
    return status;
}

// Filters. Two geoms meet when one's contype and the other's conaffinity have a bit in common; our filters ask both. So
// each kind of geom gets a category of its own, and a mask of those that it meets.

typedef struct kinds
{
    uint32_t type[FILTERS], affinity[FILTERS];
    int32_t count;
} kinds;

static int32_t find_kind(kinds* k, const io_robot_geom* geom)
{
    int32_t i = 0;
    while (i < k->count && (k->type[i] != geom->type || k->affinity[i] != geom->affinity))
    {
        i++;
    }
    if (i == k->count && i < FILTERS)
    {
        k->type[i] = geom->type;
        k->affinity[i] = geom->affinity;
        k->count++;
    }
    return i < FILTERS ? i : NONE;
}

static bool do_meet(const kinds* k, int32_t a, int32_t b)
{
    return (k->type[a] & k->affinity[b]) != 0 || (k->type[b] & k->affinity[a]) != 0;
}

static bool meets_some(const io_robot_geom* geom)
{
    return geom->type != 0 || geom->affinity != 0;
}

io_status io_mjcf_filters(io_mjcf* m)
{
    kinds k = {.count = 0};
    io_status status = IO_OK;
    for (size_t i = 0; i < m->robot.geom_count && !status; i++)
    {
        io_robot_geom* geom = &m->robot.geoms[i];
        if (!meets_some(geom))
        {
            geom->filter = (imp_filter){.category = 1, .mask = 0};
        }
        else if (geom->collides && find_kind(&k, geom) == NONE)
        {
            status = io_robot_tally(&m->robot, IO_NOTE_REPAIR, geom->node,
                                    "geoms with a contype and a conaffinity beyond %d kinds meet everything", FILTERS);
        }
    }
    if (k.count == 1 && do_meet(&k, 0, 0))
    {
        return status;
    }
    for (size_t i = 0; i < m->robot.geom_count && !status; i++)
    {
        io_robot_geom* geom = &m->robot.geoms[i];
        int32_t own = geom->collides && meets_some(geom) ? find_kind(&k, geom) : NONE;
        if (own == NONE)
        {
            continue;
        }
        // The lowest bit is that of all else: of other files, and of what is beyond those kinds.
        geom->filter = (imp_filter){.category = UINT32_C(2) << own, .mask = 1};
        for (int32_t other = 0; other < k.count; other++)
        {
            geom->filter.mask |= do_meet(&k, own, other) ? UINT32_C(2) << other : 0;
        }
    }
    return status;
}
