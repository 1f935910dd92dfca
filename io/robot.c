// SPDX-License-Identifier: MIT
//
// The parts of a robot as a reader adds them, what it reads of attributes, and what is to be said once.

#include "io/robot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum
{
    NONE = -1,
    TALLY_MAX = 256,
    TEXT_MAX = 96
};

void io_robot_init(io_robot* robot, io_reader* reader)
{
    *robot = (io_robot){.reader = reader, .name = "robot", .mesh_folder = ""};
}

void io_robot_free(io_robot* robot)
{
    const imp_allocator* allocator = robot->reader->allocator;
    for (size_t i = 0; i < robot->mesh_count; i++)
    {
        if (robot->meshes[i].is_loaded)
        {
            io_mesh_free(&robot->meshes[i].mesh);
        }
    }
    io_release(allocator, robot->links, robot->link_room, sizeof *robot->links);
    io_release(allocator, robot->joints, robot->joint_room, sizeof *robot->joints);
    io_release(allocator, robot->geoms, robot->geom_room, sizeof *robot->geoms);
    io_release(allocator, robot->meshes, robot->mesh_room, sizeof *robot->meshes);
    io_release(allocator, robot->ties, robot->tie_room, sizeof *robot->ties);
    io_release(allocator, robot->tallies, robot->tally_room, sizeof *robot->tallies);
}

#define ADD(array, count, room, item)                                                                                  \
    do                                                                                                                 \
    {                                                                                                                  \
        void* grown_ = robot->count < INT32_MAX / 2 ? io_grow(robot->reader->allocator, robot->array, &robot->room,    \
                                                              robot->count + 1, sizeof *robot->array)                  \
                                                    : NULL;                                                            \
        if (!grown_)                                                                                                   \
        {                                                                                                              \
            return NONE;                                                                                               \
        }                                                                                                              \
        robot->array = grown_;                                                                                         \
        robot->array[robot->count++] = item;                                                                           \
    } while (0)

int32_t io_robot_add_link(io_robot* robot, const char* name, const io_node* node, int32_t parent)
{
    const io_robot_link link = {.name = name,
                                .node = node,
                                .parent = parent,
                                .place = io_place_none(),
                                .first_joint = NONE,
                                .last_joint = NONE,
                                .first_geom = NONE,
                                .last_geom = NONE,
                                .below = NONE,
                                .body = NONE};
    ADD(links, link_count, link_room, link);
    return (int32_t)robot->link_count - 1;
}

int32_t io_robot_add_joint(io_robot* robot, int32_t link, const io_node* node, int32_t kind)
{
    const io_robot_joint joint = {.node = node, .kind = kind, .next = NONE, .leader = NONE, .joint = NONE, .ratio = 1};
    ADD(joints, joint_count, joint_room, joint);
    io_robot_link* of = &robot->links[link];
    int32_t index = (int32_t)robot->joint_count - 1;
    *(of->last_joint == NONE ? &of->first_joint : &robot->joints[of->last_joint].next) = index;
    of->last_joint = index;
    return index;
}

int32_t io_robot_add_geom(io_robot* robot, int32_t link, const io_node* node, int32_t kind)
{
    const io_robot_geom geom = {.node = node,
                                .name = "",
                                .kind = kind,
                                .place = io_place_none(),
                                .mesh = NONE,
                                .mass = -1,
                                .density = 1000,
                                .collides = true,
                                .friction = io_collider3_default().material.friction,
                                .next = NONE};
    ADD(geoms, geom_count, geom_room, geom);
    io_robot_link* of = &robot->links[link];
    int32_t index = (int32_t)robot->geom_count - 1;
    *(of->last_geom == NONE ? &of->first_geom : &robot->geoms[of->last_geom].next) = index;
    of->last_geom = index;
    return index;
}

int32_t io_robot_add_tie(io_robot* robot, const io_node* node, int32_t kind, int32_t a, int32_t b)
{
    const io_robot_tie tie = {.node = node, .kind = kind, .a = a, .b = b};
    ADD(ties, tie_count, tie_room, tie);
    return (int32_t)robot->tie_count - 1;
}

io_status io_robot_follow(io_robot* robot, const io_node* node, int32_t leader, int32_t follower, double ratio,
                          double offset, bool begins)
{
    io_robot_joint* j = &robot->joints[follower];
    if (ratio == 0)
    {
        j->limited = true;
        j->lower = j->upper = j->start = offset;
        return IO_OK;
    }
    int32_t tie = io_robot_add_tie(robot, node, IO_TIE_COUPLE, leader, follower);
    if (tie == NONE)
    {
        return io_fail_memory(robot->reader);
    }
    const io_robot_sum sum = {.ratio_a = -ratio, .ratio_b = 1, .limited = true, .lower = offset, .upper = offset};
    robot->ties[tie].sum = sum;
    if (begins && j->leader == NONE)
    {
        j->leader = leader;
        j->ratio = ratio;
        j->offset = offset;
    }
    return IO_OK;
}

// Attributes

const io_node* io_attribute(const io_node* node, const char* name)
{
    const io_node* child = node->child;
    while (child && (child->kind != IO_TEXT || strcmp(child->name, name) != 0))
    {
        child = child->next;
    }
    return child;
}

const io_node* io_element(const io_node* node, const char* name)
{
    const io_node* child = node ? node->child : NULL;
    while (child && (child->kind != IO_MAP || strcmp(child->name, name) != 0))
    {
        child = child->next;
    }
    return child;
}

const char* io_attribute_text(const io_node* node, const char* name, const char* otherwise)
{
    const io_node* attribute = io_attribute(node, name);
    return attribute ? attribute->text : otherwise;
}

io_status io_robot_numbers(io_robot* robot, const io_node* node, const io_node* attribute, int32_t least, int32_t most,
                           double* out, int32_t* count)
{
    const char* text = attribute->text;
    int32_t found = 0;
    double value;
    bool good = true;
    while (good && found < most && io_text_number(&text, &value))
    {
        good = fabs(value) <= (double)IMP_MAGNITUDE_MAX;
        out[found++] = value;
    }
    if (!good || found < least || text[strspn(text, " \t\r\n")])
    {
        return io_fail(robot->reader, IO_ERR_MEANING, node, "'%.40s' of <%.40s> must be %d number%s, not '%.60s'",
                       attribute->name, node->name, (int)most, most == 1 ? "" : "s", attribute->text);
    }
    if (count)
    {
        *count = found;
    }
    return IO_OK;
}

float io_robot_float(double value)
{
    return fabs(value) < (double)IMP_MAGNITUDE_MIN ? 0.0f : (float)value;
}

imp3_vec io_robot_vec(const double* v)
{
    return (imp3_vec){io_robot_float(v[0]), io_robot_float(v[1]), io_robot_float(v[2])};
}

imp3_pose io_robot_pose(const io_place* place)
{
    imp3_vec columns[4];
    for (int i = 0; i < 4; i++)
    {
        const double column[3] = {place->rows[0][i], place->rows[1][i], place->rows[2][i]};
        columns[i] = io_robot_vec(column);
    }
    return (imp3_pose){columns[3], {columns[0], columns[1], columns[2]}};
}

// Tallies

static io_status count_one(io_robot* robot, int32_t kind, int32_t line, const char* text)
{
    size_t i = 0;
    while (i < robot->tally_count && (robot->tallies[i].kind != kind || strcmp(robot->tallies[i].text, text) != 0))
    {
        i++;
    }
    if (i == TALLY_MAX)
    {
        return count_one(robot, robot->tallies[i - 1].kind, line, robot->tallies[i - 1].text);
    }
    if (i == robot->tally_count)
    {
        const char* kept = i == TALLY_MAX - 1 ? "other things" : io_print(robot->reader, "%s", text);
        io_tally* grown = io_grow(robot->reader->allocator, robot->tallies, &robot->tally_room, i + 1, sizeof *grown);
        robot->tallies = grown ? grown : robot->tallies;
        if (!grown || !kept)
        {
            return io_fail_memory(robot->reader);
        }
        grown[robot->tally_count++] = (io_tally){.text = kept, .kind = kind};
    }
    io_tally* tally = &robot->tallies[i];
    if (tally->count < (int32_t)(sizeof tally->lines / sizeof *tally->lines))
    {
        tally->lines[tally->count] = line;
    }
    tally->count += tally->count < INT32_MAX;
    return IO_OK;
}

io_status io_robot_tally(io_robot* robot, int32_t kind, const io_node* node, const char* format, ...)
{
    char text[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return count_one(robot, kind, node ? node->line : 0, text);
}

io_status io_robot_skip(io_robot* robot, const io_node* node)
{
    return io_robot_tally(robot, IO_NOTE_SKIP, node, "<%.60s>", node->name);
}

// "3 <site> (lines 12, 14, 16)"
io_status io_robot_tell(io_robot* robot)
{
    io_status status = IO_OK;
    for (size_t i = 0; i < robot->tally_count && !status; i++)
    {
        const io_tally* t = &robot->tallies[i];
        const int32_t most = (int32_t)(sizeof t->lines / sizeof *t->lines);
        char lines[64] = "";
        size_t used = 0;
        for (int32_t k = 0; k < t->count && k < most && t->lines[k] > 0; k++)
        {
            int wrote = snprintf(lines + used, sizeof lines - used, "%s%d",
                                 k              ? ", "
                                 : t->count > 1 ? " (lines "
                                                : " (line ",
                                 (int)t->lines[k]);
            used += wrote > 0 ? (size_t)wrote : 0;
        }
        status = io_note_add(robot->reader, t->kind, "%d %s%s%s", (int)t->count, t->text, lines,
                             !used             ? ""
                             : t->count > most ? ", ...)"
                                               : ")");
    }
    return status;
}

// Bodies of the scene

io_status io_robot_put_body(io_robot* robot, const char* name, int32_t kind, const io_place* place,
                            const io_robot_mass* mass, int32_t* index)
{
    io_body3 body = io_body3_default();
    body.def.kind = kind;
    body.def.pose = io_robot_pose(place);
    body.file = robot->reader->file_index;
    body.name = name;
    body.layer = robot->name;
    if (mass)
    {
        const double* m = mass->inertia;
        body.mass.mass = io_robot_float(mass->mass);
        body.mass.centroid = io_robot_vec(mass->center);
        body.mass.inertia = (imp3_inertia){io_robot_float(m[0]), io_robot_float(m[1]), io_robot_float(m[2]),
                                           io_robot_float(m[3]), io_robot_float(m[4]), io_robot_float(m[5])};
    }
    *index = (int32_t)robot->reader->scene->space.body_count;
    return io_body3_add(robot->reader, &body);
}
