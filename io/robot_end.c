// SPDX-License-Identifier: MIT
//
// A robot becomes bodies. Links that nothing joins to the one above are parts of its body, so that frames, sensors and
// mounts cost nothing; what weighs nothing and carries one thing alone passes its joints on to that. Each joint begins
// within its range, so that nothing jumps in the first step.

#include <math.h>
#include <string.h>

#include "io/robot.h"

enum
{
    NONE = -1,
    MIMICS = 4096  // that may follow each other
};

#define LIGHT 1e-3       // kilograms of what must weigh something
#define LIGHT_SIZE 0.01  // and its radius of gyration [m]

// Where links stand

static io_status fail_link(io_robot* robot, const io_robot_link* link, const char* text)
{
    return io_fail(robot->reader, IO_ERR_MEANING, link->node, "'%.60s': %s", link->name, text);
}

// The value at which a joint begins: within its range, as near to what was told as can be.
static io_status begin_joint(io_robot* robot, io_robot_joint* j)
{
    double start = j->start;
    if (j->kind == IO_ROBOT_BALL || !j->limited)
    {
        return IO_OK;
    }
    j->start = fmin(fmax(start, j->lower), j->upper);
    return j->start == start
               ? IO_OK
               : io_robot_tally(robot, IO_NOTE_REPAIR, j->node,
                                "joints begin at an end of their range, which has not what they would begin "
                                "at");
}

// What follows another joint begins where that one says.
static io_status begin_mimics(io_robot* robot)
{
    io_status status = IO_OK;
    for (size_t i = 0; i < robot->joint_count && !status; i++)
    {
        io_robot_joint* j = &robot->joints[i];
        double ratio = 1, offset = 0;
        const io_robot_joint* at = j;
        int32_t steps = 0;
        for (; at->leader != NONE && steps < MIMICS; steps++)
        {
            offset += ratio * at->offset;
            ratio *= at->ratio;
            at = &robot->joints[at->leader];
        }
        if (steps == MIMICS)
        {
            return io_fail(robot->reader, IO_ERR_MEANING, j->node, "joints mimic each other in a circle");
        }
        j->start = steps > 0 ? ratio * at->start + offset : j->start;
        status = steps > 0 ? begin_joint(robot, j) : IO_OK;
    }
    return status;
}

// Puts links and joints into the world.
static io_status place_links(io_robot* robot)
{
    for (size_t i = 0; i < robot->link_count; i++)
    {
        io_robot_link* link = &robot->links[i];
        link->place = link->parent == NONE ? link->place : io_place_of(&robot->links[link->parent].place, &link->place);
        for (int32_t k = link->first_joint; k != NONE; k = robot->joints[k].next)
        {
            io_robot_joint* j = &robot->joints[k];
            double by = j->start - j->ref, way[3];
            io_place_point(&link->place, j->at, j->at);
            io_place_turn(&link->place, j->axis, j->axis);
            for (int a = 0; a < 3; a++)
            {
                way[a] = by * j->axis[a];
            }
            const io_place moved = j->kind == IO_ROBOT_HINGE   ? io_place_about(j->at, j->axis, by)
                                   : j->kind == IO_ROBOT_SLIDE ? io_place_moved(way)
                                                               : io_place_none();
            link->place = io_place_of(&moved, &link->place);
        }
        for (int r = 0; r < 12; r++)
        {
            if (!(fabs(link->place.rows[r / 4][r % 4]) <= (double)IMP_MAGNITUDE_MAX))
            {
                return fail_link(robot, link, "it is too far away");
            }
        }
    }
    return IO_OK;
}

// Which links are one body

static io_status weigh_link(io_robot* robot, io_robot_link* link)
{
    if (link->has_mass)
    {
        return IO_OK;
    }
    io_status status = IO_OK;
    for (int32_t k = link->first_geom; k != NONE && !status; k = robot->geoms[k].next)
    {
        io_robot_mass part = {.mass = 0};
        status = io_robot_weigh(robot, &robot->geoms[k], &part);
        link->mass = part.mass > 0 ? io_mass_sum(&link->mass, &part) : link->mass;
    }
    return status;
}

static bool is_held(const io_robot_link* link)
{
    return link->parent != NONE && link->first_joint == NONE && !link->is_free;
}

static bool is_static(const io_robot* robot, int32_t link)
{
    const io_robot_link* root = &robot->links[robot->links[link].root];
    return root->parent == NONE && !root->is_free;
}

// The place of a link in its body.
static io_place place_in_body(const io_robot* robot, const io_robot_link* link)
{
    const io_place* root = &robot->links[link->root].place;
    io_place back = io_place_none();
    for (int i = 0; i < 3; i++)
    {
        for (int k = 0; k < 3; k++)
        {
            back.rows[i][k] = root->rows[k][i];
        }
        back.rows[i][3] = -(root->rows[0][i] * root->rows[0][3] + root->rows[1][i] * root->rows[1][3] +
                            root->rows[2][i] * root->rows[2][3]);
    }
    return io_place_of(&back, &link->place);
}

static io_status gather_bodies(io_robot* robot)
{
    io_status status = IO_OK;
    int32_t held = 0;
    for (size_t i = 0; i < robot->link_count && !status; i++)
    {
        io_robot_link* link = &robot->links[i];
        bool part = is_held(link);
        link->root = part ? robot->links[link->parent].root : (int32_t)i;
        link->last = (int32_t)i;
        if (part)
        {
            io_robot_link* root = &robot->links[link->root];
            robot->links[root->last].below = (int32_t)i;
            root->last = (int32_t)i;
            held++;
        }
        else if (link->parent != NONE)
        {
            robot->links[robot->links[link->parent].root].movers++;
        }
        status = is_static(robot, (int32_t)i) ? IO_OK : weigh_link(robot, link);
        if (!status && link->mass.mass > 0)
        {
            const io_place place = place_in_body(robot, link);
            const io_robot_mass part_mass = io_mass_at(&place, &link->mass);
            io_robot_mass* whole = &robot->links[link->root].whole;
            *whole = io_mass_sum(whole, &part_mass);
        }
    }
    return status || held == 0
               ? status
               : io_note_add(robot->reader, IO_NOTE_TAKEN, "%d link%s that no joint moves %s part of the body above",
                             (int)held, held == 1 ? "" : "s", held == 1 ? "is" : "are");
}

static bool has_geometry(const io_robot* robot, int32_t root)
{
    bool found = false;
    for (int32_t k = root; k != NONE && !found; k = robot->links[k].below)
    {
        for (int32_t g = robot->links[k].first_geom; g != NONE && !found; g = robot->geoms[g].next)
        {
            found = robot->geoms[g].collides;
        }
    }
    return found;
}

// What a body would weigh by what is to be seen of it: a gram, as its geometry or as a ball.
static io_status weigh_light(io_robot* robot, int32_t root, io_robot_mass* out)
{
    io_status status = IO_OK;
    *out = (io_robot_mass){.mass = 0};
    for (int32_t k = root; k != NONE && !status; k = robot->links[k].below)
    {
        const io_place place = place_in_body(robot, &robot->links[k]);
        for (int32_t g = robot->links[k].first_geom; g != NONE && !status; g = robot->geoms[g].next)
        {
            io_robot_geom even = robot->geoms[g];
            io_robot_mass part;
            even.mass = -1;
            even.density = 1;
            status = even.collides ? io_robot_weigh(robot, &even, &part) : IO_OK;
            if (even.collides && !status && part.mass > 0)
            {
                part = io_mass_at(&place, &part);
                *out = io_mass_sum(out, &part);
            }
        }
    }
    if (!status && io_mass_turns(out))
    {
        *out = io_mass_scaled(out, LIGHT / out->mass);
        return IO_OK;
    }
    *out = (io_robot_mass){.mass = LIGHT};
    out->inertia[0] = out->inertia[1] = out->inertia[2] = LIGHT * LIGHT_SIZE * LIGHT_SIZE;
    return status;
}

// What weighs nothing passes its joints on, is left out, or is made to weigh a little. What weighs and would not turn
// turns as its geometry would.
static io_status mend_mass(io_robot* robot, int32_t index)
{
    io_robot_link* link = &robot->links[index];
    io_robot_mass light;
    bool passing = !(link->whole.mass > 0) && link->first_joint != NONE && !has_geometry(robot, index);
    if (passing && link->movers == 1)
    {
        link->passes = true;
        return IO_OK;
    }
    if (passing && link->movers == 0)
    {
        link->passes = true;
        return io_robot_tally(robot, IO_NOTE_SKIP, link->node, "links that weigh nothing and carry nothing");
    }
    if (io_mass_turns(&link->whole))
    {
        return IO_OK;
    }
    bool weighs = link->whole.mass > 0;
    io_status status = weigh_light(robot, index, &light);
    if (weighs)
    {
        light = io_mass_scaled(&light, link->whole.mass / LIGHT);
        memcpy(link->whole.inertia, light.inertia, sizeof light.inertia);
    }
    else
    {
        link->whole = light;
    }
    return status ? status
                  : io_robot_tally(robot, IO_NOTE_REPAIR, link->node,
                                   weighs ? "links whose inertia cannot be turn as their geometry, or a ball, would"
                                          : "links that weigh nothing are taken for a gram");
}

static io_status mend_masses(io_robot* robot)
{
    io_status status = IO_OK;
    double whole = 0;
    for (size_t i = 0; i < robot->link_count && !status; i++)
    {
        if (robot->links[i].root == (int32_t)i && !is_static(robot, (int32_t)i))
        {
            status = mend_mass(robot, (int32_t)i);
            whole += robot->links[i].passes ? 0 : robot->links[i].whole.mass;
        }
    }
    for (size_t i = 0; i < robot->link_count && !status && robot->total_mass > 0 && whole > 0; i++)
    {
        robot->links[i].whole = io_mass_scaled(&robot->links[i].whole, robot->total_mass / whole);
    }
    return status;
}

// Bodies of the scene

static io_status make_body(io_robot* robot, int32_t index)
{
    io_robot_link* link = &robot->links[index];
    bool stands = is_static(robot, index);
    if (stands && !has_geometry(robot, index))
    {
        return IO_OK;
    }
    io_status status = io_robot_put_body(robot, link->name, stands ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC, &link->place,
                                         stands ? NULL : &link->whole, &link->body);
    for (int32_t k = index; k != NONE && !status; k = robot->links[k].below)
    {
        io_robot_link* part = &robot->links[k];
        const io_place place = place_in_body(robot, part);
        for (int32_t g = part->first_geom; g != NONE && !status; g = robot->geoms[g].next)
        {
            io_robot_geom* geom = &robot->geoms[g];
            geom->place = io_place_of(&place, &geom->place);
            status = geom->collides ? io_robot_add_collider(robot, part, geom, stands) : IO_OK;
        }
    }
    return status;
}

static io_status make_bodies(io_robot* robot)
{
    io_status status = IO_OK;
    for (size_t i = 0; i < robot->link_count && !status; i++)
    {
        io_robot_link* link = &robot->links[i];
        if (link->root == (int32_t)i && !link->passes)
        {
            size_t length = io_path_push(robot->reader, "%.100s", link->name);
            status = make_body(robot, (int32_t)i);
            status = status ? status : io_robot_join(robot, (int32_t)i);
            io_path_pop(robot->reader, length);
        }
    }
    return status;
}

io_status io_robot_end(io_robot* robot)
{
    io_status status = IO_OK;
    for (size_t i = 0; i < robot->joint_count && !status; i++)
    {
        status = robot->joints[i].leader == NONE ? begin_joint(robot, &robot->joints[i]) : IO_OK;
    }
    status = status ? status : begin_mimics(robot);
    status = status ? status : place_links(robot);
    status = status ? status : gather_bodies(robot);
    status = status ? status : mend_masses(robot);
    status = status ? status : make_bodies(robot);
    status = status ? status : io_robot_tie_all(robot);
    if (!status && robot->geom_count == 0)
    {
        status = io_note_add(robot->reader, IO_NOTE_TAKEN, "nothing in it collides, and what is only seen is not read");
    }
    return status ? status : io_robot_tell(robot);
}
