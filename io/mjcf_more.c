// SPDX-License-Identifier: MIT
//
// Actuators, equalities and contacts of MJCF. Nothing controls a model here: each actuator does what it does at a
// control of 0, or what is nearest to that in its range. So those that pull to a place or a speed are springs and dampers
// of their joints, and motors do nothing.

#include <math.h>
#include <string.h>

#include "io/mjcf.h"

enum
{
    NONE = -1,
    PARAMETERS = 10
};

// An attribute of an actuator; defaults of all of them are those of <general>, whatever they are called.
static io_status numbers_of(io_mjcf* m, const io_node* node, int32_t of_class, const char* name, int32_t least,
                            int32_t most, double* out, int32_t* count)
{
    const io_node general = {.kind = IO_MAP, .line = node->line, .name = "general", .text = ""};
    int32_t found = 0;
    io_status status = io_mjcf_numbers(m, node, of_class, name, least, most, out, &found);
    if (!status && found == 0)
    {
        status = io_mjcf_numbers(m, &general, of_class, name, least, most, out, &found);
    }
    if (count)
    {
        *count = found;
    }
    return status;
}

static const char* text_of(io_mjcf* m, const io_node* node, int32_t of_class, const char* name, const char* otherwise)
{
    const io_node general = {.kind = IO_MAP, .line = node->line, .name = "general", .text = ""};
    return io_mjcf_text(m, node, of_class, name, io_mjcf_text(m, &general, of_class, name, otherwise));
}

static bool is_limited(io_mjcf* m, const io_node* node, int32_t of_class, const char* word, bool has_range)
{
    const char* told = text_of(m, node, of_class, word, "auto");
    return strcmp(told, "auto") == 0 ? m->autolimits && has_range : strcmp(told, "true") == 0;
}

// What an actuator does: force = gain * control + bias[0] + bias[1] * length + bias[2] * speed.
typedef struct law
{
    double gain, bias[3];
} law;

static io_status read_law(io_mjcf* m, const io_node* node, int32_t of_class, law* out)
{
    double gain[PARAMETERS] = {1}, bias[PARAMETERS] = {0}, kp = 1, kv = io_node_is(node, "velocity") ? 1 : 0;
    io_status status = IO_OK;
    *out = (law){.gain = 1};
    if (io_node_is(node, "general"))
    {
        status = numbers_of(m, node, of_class, "gainprm", 1, PARAMETERS, gain, NULL);
        status = status ? status : numbers_of(m, node, of_class, "biasprm", 1, PARAMETERS, bias, NULL);
        bool affine = strcmp(text_of(m, node, of_class, "biastype", "none"), "affine") == 0;
        out->gain = gain[0];
        memcpy(out->bias, bias, affine ? sizeof out->bias : 0);
        return status;
    }
    status = numbers_of(m, node, of_class, "kp", 1, 1, &kp, NULL);
    status = status ? status : numbers_of(m, node, of_class, "kv", 1, 1, &kv, NULL);
    if (io_node_is(node, "position"))
    {
        *out = (law){kp, {0, -kp, -kv}};
    }
    else if (io_node_is(node, "velocity"))
    {
        *out = (law){kv, {0, 0, -kv}};
    }
    return status || !io_mjcf_get(m, node, of_class, "dampratio")
               ? status
               : io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "'dampratio' of actuators");
}

static void drive(io_robot_joint* j, const law* does, double gear, double control, double most)
{
    double stiffness = -does->bias[1] * gear * gear;
    if (stiffness > 0)
    {
        double target = (does->gain * control + does->bias[0]) / (-does->bias[1] * gear);
        j->target = (j->drive * j->target + stiffness * target) / (j->drive + stiffness);
        j->drive += stiffness;
    }
    j->drag += fmax(-does->bias[2] * gear * gear, 0);
    j->most = most > 0 ? j->most + most : j->most;
}

io_status io_mjcf_actuator(io_mjcf* m, const io_node* node)
{
    static const char* const known[] = {"motor", "position", "velocity", "general"};
    const io_node* named = io_attribute(node, "joint");
    int32_t of_class = IO_MJCF_MAIN, has_control = 0, has_force = 0;
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    {
        is_known = is_known || io_node_is(node, known[i]);
    }
    if (!is_known || !named)
    {
        return io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<%.40s>%s", node->name,
                              is_known ? " of something other than a joint" : "");
    }
    int64_t joint = io_names_find(&m->joint_names, named->text);
    if (joint < 0)
    {
        return io_fail(m->robot.reader, IO_ERR_MEANING, node, "there is no joint '%.60s'", named->text);
    }
    law does;
    double gear[6] = {1}, control[2] = {0, 0}, force[2] = {0, 0}, at = 0;
    io_status status = io_mjcf_class_of(m, node, IO_MJCF_MAIN, &of_class);
    status = status ? status : read_law(m, node, of_class, &does);
    status = status ? status : numbers_of(m, node, of_class, "gear", 1, 6, gear, NULL);
    status = status ? status : numbers_of(m, node, of_class, "ctrlrange", 2, 2, control, &has_control);
    status = status ? status : numbers_of(m, node, of_class, "forcerange", 2, 2, force, &has_force);
    if (status)
    {
        return status;
    }
    io_robot_joint* j = &m->robot.joints[joint];
    if (does.bias[1] >= 0 && does.bias[2] >= 0)
    {
        return io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<%.40s>, which nothing controls", node->name);
    }
    if (j->kind == IO_ROBOT_BALL || !(fabs(gear[0]) > 1e-9))
    {
        return io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<%.40s> of a ball, or without a gear", node->name);
    }
    if (is_limited(m, node, of_class, "ctrllimited", has_control > 0))
    {
        at = fmin(fmax(0, control[0]), control[1]);
    }
    bool forced = is_limited(m, node, of_class, "forcelimited", has_force > 0);
    drive(j, &does, gear[0], at, forced ? fmax(fabs(force[0]), fabs(force[1])) * fabs(gear[0]) : 0);
    return IO_OK;
}

// A body by its name; the world when it is not told.
static io_status find_body(io_mjcf* m, const io_node* node, const char* attribute, int32_t* out)
{
    const char* name = io_attribute_text(node, attribute, "world");
    int64_t found = io_names_find(&m->body_names, name);
    if (found < 0)
    {
        return io_fail(m->robot.reader, IO_ERR_MEANING, node, "%s body '%.60s'",
                       found == IO_NAME_SEVERAL ? "there are several of" : "there is no", name);
    }
    *out = (int32_t)found;
    return IO_OK;
}

static io_status couple(io_mjcf* m, const io_node* node)
{
    const char *first = io_attribute_text(node, "joint1", ""), *second = io_attribute_text(node, "joint2", "");
    int64_t a = io_names_find(&m->joint_names, first), b = io_names_find(&m->joint_names, second);
    double poly[5] = {0, 1, 0, 0, 0};
    io_status status = io_mjcf_numbers(m, node, NONE, "polycoef", 1, 5, poly, NULL);
    if (status || a < 0 || b < 0 || poly[2] != 0 || poly[3] != 0 || poly[4] != 0)
    {
        return status ? status
                      : io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<joint> of <equality> that is no ratio");
    }
    int32_t tie = io_robot_add_tie(&m->robot, node, IO_TIE_COUPLE, (int32_t)b, (int32_t)a);
    if (tie == NONE)
    {
        return io_fail_memory(m->robot.reader);
    }
    m->robot.ties[tie].ratio = poly[1];
    m->robot.ties[tie].offset = poly[0];
    return IO_OK;
}

static io_status tie(io_mjcf* m, const io_node* node, int32_t kind)
{
    int32_t a = NONE, b = NONE;
    double at[3] = {0, 0, 0};
    io_status status = find_body(m, node, "body1", &a);
    status = status ? status : find_body(m, node, "body2", &b);
    status = status || kind == IO_TIE_APART ? status : io_mjcf_numbers(m, node, NONE, "anchor", 3, 3, at, NULL);
    int32_t made = status ? NONE : io_robot_add_tie(&m->robot, node, kind, a, b);
    if (status || made == NONE)
    {
        return status ? status : io_fail_memory(m->robot.reader);
    }
    memcpy(m->robot.ties[made].at, at, sizeof at);
    return io_attribute(node, "relpose")
               ? io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "'relpose' of <weld>: it holds as bodies stand")
               : IO_OK;
}

io_status io_mjcf_equality(io_mjcf* m, const io_node* node)
{
    bool point = io_node_is(node, "connect"), weld = io_node_is(node, "weld");
    if (strcmp(io_attribute_text(node, "active", "true"), "false") == 0)
    {
        return io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<%.40s> that is not active", node->name);
    }
    if ((point || weld) && io_attribute(node, "body1"))
    {
        return tie(m, node, point ? IO_TIE_POINT : IO_TIE_WELD);
    }
    return io_node_is(node, "joint") && io_attribute(node, "joint2")
               ? couple(m, node)
               : io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<%.40s> of <equality>", node->name);
}

io_status io_mjcf_contact(io_mjcf* m, const io_node* node)
{
    return io_node_is(node, "exclude") ? tie(m, node, IO_TIE_APART) : io_robot_skip(&m->robot, node);
}
