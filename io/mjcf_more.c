// SPDX-License-Identifier: MIT
//
// Actuators, tendons, equalities and contacts of MJCF. A tendon of two joints is a coupling of these. Nothing controls a model here: each actuator does what it does at a
// control of 0, or what is nearest to that in its range. So those that pull to a place or a speed are springs and dampers
// of their joints or tendons, and motors do nothing.

#include <math.h>
#include <string.h>

#include "io/mjcf.h"

enum
{
    NONE = -1,
    PARAMETERS = 10
};

// The name of an actuator or a tendon in defaults, whatever its own element is called.
static io_node common_of(const io_node* node)
{
    const char* name = io_node_is(node, "fixed") ? "tendon" : "general";
    return (io_node){.kind = IO_MAP, .line = node->line, .name = name, .text = ""};
}

static io_status numbers_of(io_mjcf* m, const io_node* node, int32_t of_class, const char* name, int32_t least,
                            int32_t most, double* out, int32_t* count)
{
    const io_node general = common_of(node);
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
    const io_node general = common_of(node);
    return io_mjcf_text(m, node, of_class, name, io_mjcf_text(m, &general, of_class, name, otherwise));
}

static bool is_limited(io_mjcf* m, const io_node* node, int32_t of_class, const char* word, bool has_range)
{
    const char* told = text_of(m, node, of_class, word, "auto");
    return strcmp(told, "auto") == 0 ? m->autolimits && has_range : strcmp(told, "true") == 0;
}

// An actuator's law: force = gain * control + bias[0] + bias[1] * length + bias[2] * speed.
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

static void drive(io_robot_drive* d, const law* does, double gear, double control, double most)
{
    double stiffness = -does->bias[1] * gear * gear;
    if (stiffness > 0)
    {
        double target = (does->gain * control + does->bias[0]) / (-does->bias[1] * gear);
        d->target = (d->stiffness * d->target + stiffness * target) / (d->stiffness + stiffness);
        d->stiffness += stiffness;
    }
    d->damping += fmax(-does->bias[2] * gear * gear, 0);
    d->most = most > 0 ? d->most + most : d->most;
}

// The target of an actuator: a joint or a tendon that is a coupling; null where it is neither, which is said.
static io_status find_driven(io_mjcf* m, const io_node* node, io_robot_drive** out)
{
    const io_node *joint = io_attribute(node, "joint"), *tendon = io_attribute(node, "tendon");
    const io_node* named = joint ? joint : tendon;
    int64_t found = named ? io_names_find(joint ? &m->joint_names : &m->tendon_names, named->text) : 0;
    *out = NULL;
    if (named && found < 0)
    {
        return io_fail(m->robot.reader, IO_ERR_MEANING, node, "there is no %s '%.60s'", joint ? "joint" : "tendon",
                       named->text);
    }
    if (!named || found >= IO_MJCF_NO_COUPLING)
    {
        return io_robot_tally(&m->robot, IO_NOTE_SKIP, node,
                              "<%.40s> of something other than a joint or a tendon of two", node->name);
    }
    *out = joint ? &m->robot.joints[found].drive : &m->robot.ties[found].sum.drive;
    return IO_OK;
}

io_status io_mjcf_actuator(io_mjcf* m, const io_node* node)
{
    static const char* const known[] = {"motor", "position", "velocity", "general"};
    int32_t of_class = IO_MJCF_MAIN, has_control = 0, has_force = 0;
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    {
        is_known = is_known || io_node_is(node, known[i]);
    }
    io_robot_drive* driven = NULL;
    io_status status = is_known ? find_driven(m, node, &driven) : io_robot_skip(&m->robot, node);
    if (status || !driven)
    {
        return status;
    }
    law does;
    double gear[6] = {1}, control[2] = {0, 0}, force[2] = {0, 0}, at = 0;
    status = io_mjcf_class_of(m, node, IO_MJCF_MAIN, &of_class);
    status = status ? status : read_law(m, node, of_class, &does);
    status = status ? status : numbers_of(m, node, of_class, "gear", 1, 6, gear, NULL);
    status = status ? status : numbers_of(m, node, of_class, "ctrlrange", 2, 2, control, &has_control);
    status = status ? status : numbers_of(m, node, of_class, "forcerange", 2, 2, force, &has_force);
    if (status)
    {
        return status;
    }
    if (does.bias[1] >= 0 && does.bias[2] >= 0)
    {
        return io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<%.40s>, which nothing controls", node->name);
    }
    const io_node* joint = io_attribute(node, "joint");
    bool ball = joint && m->robot.joints[io_names_find(&m->joint_names, joint->text)].kind == IO_ROBOT_BALL;
    if (ball || !(fabs(gear[0]) > 1e-9))
    {
        return io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<%.40s> of a ball, or without a gear", node->name);
    }
    if (is_limited(m, node, of_class, "ctrllimited", has_control > 0))
    {
        at = fmin(fmax(0, control[0]), control[1]);
    }
    bool forced = is_limited(m, node, of_class, "forcelimited", has_force > 0);
    drive(driven, &does, gear[0], at, forced ? fmax(fabs(force[0]), fabs(force[1])) * fabs(gear[0]) : 0);
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

static bool does_lead(const io_mjcf* m, int64_t leader, int64_t joint)
{
    while (joint != leader && joint != NONE)
    {
        joint = m->robot.joints[joint].leader;
    }
    return joint == leader;
}

// A joint that follows another, or is held: both counted from where they are in the beginning.
static io_status couple(io_mjcf* m, const io_node* node)
{
    const char *first = io_attribute_text(node, "joint1", ""), *second = io_attribute_text(node, "joint2", NULL);
    int64_t a = io_names_find(&m->joint_names, first), b = second ? io_names_find(&m->joint_names, second) : a;
    double poly[5] = {0, 1, 0, 0, 0};
    io_status status = io_mjcf_numbers(m, node, NONE, "polycoef", 1, 5, poly, NULL);
    if (!status && (a < 0 || b < 0))
    {
        return io_fail(m->robot.reader, IO_ERR_MEANING, node, "there is no joint '%.60s'", a < 0 ? first : second);
    }
    bool is_ratio = poly[2] == 0 && poly[3] == 0 && poly[4] == 0 && (!second || a != b);
    if (status || !is_ratio)
    {
        return status ? status
                      : io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<joint> of <equality> that is no ratio");
    }
    const double ratio = second ? poly[1] : 0, start = m->robot.joints[a].ref + poly[0];
    return io_robot_follow(&m->robot, node, (int32_t)b, (int32_t)a, ratio, start - ratio * m->robot.joints[b].ref,
                           !does_lead(m, a, b));
}

// Tendons

// Joints of a <fixed> tendon and their coefficients; *count is that of all that it has.
static io_status read_parts(io_mjcf* m, const io_node* node, int64_t joints[2], double coefficients[2], int32_t* count)
{
    io_status status = IO_OK;
    *count = 0;
    for (const io_node* part = node->child; part && !status; part = part->next)
    {
        if (part->kind != IO_MAP)
        {
            continue;
        }
        const char* name = io_attribute_text(part, "joint", "");
        const int32_t at = *count < 2 ? *count : 1;
        joints[at] = io_names_find(&m->joint_names, name);
        coefficients[at] = 1;
        ++*count;
        status = joints[at] < 0 ? io_fail(m->robot.reader, IO_ERR_MEANING, part, "there is no joint '%.60s'", name)
                                : io_mjcf_numbers(m, part, NONE, "coef", 1, 1, &coefficients[at], NULL);
    }
    return status;
}

// The spring of a tendon does nothing between both of its lengths.
static io_status read_sum(io_mjcf* m, const io_node* node, int32_t of_class, double start, io_robot_sum* sum)
{
    double range[2] = {0, 0}, rest[2] = {-1, -1}, friction = 0;
    int32_t has_range = 0, rests = 0;
    io_status status = numbers_of(m, node, of_class, "range", 2, 2, range, &has_range);
    status = status ? status : numbers_of(m, node, of_class, "stiffness", 1, 1, &sum->stiffness, NULL);
    status = status ? status : numbers_of(m, node, of_class, "damping", 1, 1, &sum->damping, NULL);
    status = status ? status : numbers_of(m, node, of_class, "springlength", 1, 2, rest, &rests);
    status = status ? status : numbers_of(m, node, of_class, "frictionloss", 1, 1, &friction, NULL);
    sum->limited = is_limited(m, node, of_class, "limited", has_range > 0);
    sum->lower = range[0];
    sum->upper = range[1];
    sum->rest = rest[0] == -1 ? start : rest[0];
    if (!status && (sum->stiffness < 0 || sum->damping < 0 || (sum->limited && range[0] > range[1])))
    {
        status = io_mjcf_fail(m, node,
                              sum->limited && range[0] > range[1] ? "its range runs backwards"
                                                                  : "its stiffness or damping is below 0");
    }
    if (!status && sum->stiffness > 0 && rests == 2 && rest[0] != rest[1])
    {
        sum->stiffness = 0;
        status = io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "springs of tendons with two lengths");
    }
    return status || !(friction > 0) ? status
                                     : io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "'frictionloss' of tendons");
}

io_status io_mjcf_tendon(io_mjcf* m, const io_node* node)
{
    const char* name = io_attribute_text(node, "name", "");
    int64_t joints[2] = {NONE, NONE}, number = IO_MJCF_NO_COUPLING;
    double coefficients[2] = {0, 0};
    int32_t count = 0, of_class = IO_MJCF_MAIN;
    io_status status = io_node_is(node, "fixed") ? read_parts(m, node, joints, coefficients, &count) : IO_OK;
    bool is_pair = count == 2 && joints[0] != joints[1] && coefficients[0] != 0 && coefficients[1] != 0;
    if (!status && !is_pair)
    {
        status =
            io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<%.40s> of <tendon> that is not of two joints", node->name);
    }
    status = status || !is_pair ? status : io_mjcf_class_of(m, node, IO_MJCF_MAIN, &of_class);
    if (!status && is_pair)
    {
        io_robot_sum sum = {.ratio_a = coefficients[0], .ratio_b = coefficients[1]};
        const double start =
            sum.ratio_a * m->robot.joints[joints[0]].ref + sum.ratio_b * m->robot.joints[joints[1]].ref;
        status = read_sum(m, node, of_class, start, &sum);
        number =
            status ? number : io_robot_add_tie(&m->robot, node, IO_TIE_COUPLE, (int32_t)joints[0], (int32_t)joints[1]);
        status = number == NONE ? io_fail_memory(m->robot.reader) : status;
        if (!status)
        {
            m->robot.ties[number].sum = sum;
        }
    }
    if (!status && name[0])
    {
        io_names_add(&m->tendon_names, name, number);
    }
    return status;
}

// A tendon that keeps the length it has in the beginning, or another.
static io_status hold_tendon(io_mjcf* m, const io_node* node)
{
    const char* name = io_attribute_text(node, "tendon1", "");
    int64_t found = io_names_find(&m->tendon_names, name);
    double poly[5] = {0, 1, 0, 0, 0};
    io_status status = io_mjcf_numbers(m, node, NONE, "polycoef", 1, 5, poly, NULL);
    if (!status && found < 0)
    {
        return io_fail(m->robot.reader, IO_ERR_MEANING, node, "there is no tendon '%.60s'", name);
    }
    if (status || found >= IO_MJCF_NO_COUPLING || io_attribute(node, "tendon2"))
    {
        return status ? status
                      : io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<tendon> of <equality> of more than two joints");
    }
    const io_robot_tie* tie = &m->robot.ties[found];
    io_robot_sum* sum = &m->robot.ties[found].sum;
    sum->limited = true;
    sum->lower = sum->upper =
        poly[0] + sum->ratio_a * m->robot.joints[tie->a].ref + sum->ratio_b * m->robot.joints[tie->b].ref;
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
    return io_node_is(node, "joint") ? couple(m, node)
           : io_node_is(node, "tendon")
               ? hold_tendon(m, node)
               : io_robot_tally(&m->robot, IO_NOTE_SKIP, node, "<%.40s> of <equality>", node->name);
}

io_status io_mjcf_contact(io_mjcf* m, const io_node* node)
{
    return io_node_is(node, "exclude") ? tie(m, node, IO_TIE_APART) : io_robot_skip(&m->robot, node);
}
