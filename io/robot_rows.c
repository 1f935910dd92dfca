// SPDX-License-Identifier: MIT
//
// Rows of joints as joints of the scene. Joints of one row that meet at a place and are square to each other are one
// joint of several free axes: what slides comes before what turns, and frame x is the axis of the innermost hinge, y
// that of the outermost, since a swing about y and then a twist is just what these two do. Of three hinges the middle
// one is the swing about z, and ranges are as they stand while one of both swings is small. What does not fit so has a
// link between, which weighs a little of what it carries.

#include <math.h>
#include <string.h>

#include "io/robot.h"

enum
{
    NONE = -1,
    ROW_MAX = 32  // joints of one link, counted with those that are passed on
};

#define SQUARE 1e-4   // sine of what counts as square, or as along
#define MEET 1e-5     // metres
#define BETWEEN 1e-3  // part of the mass of a link that the link before it gets

static bool is_along(const double* a, const double* b)
{
    double c[3];
    io_cross3(a, b, c);
    return io_dot3(c, c) < SQUARE * SQUARE;
}

static bool is_square(const double* a, const double* b)
{
    return fabs(io_dot3(a, b)) < SQUARE;
}

// The frame of several joints together.
typedef struct frame
{
    double axes[3][3];
    int32_t known;  // of the axes
} frame;

// The axis of the frame that a direction lies along; a direction that is square to all that are known becomes the next.
// NONE when it fits none.
static int32_t find_axis(frame* f, const double* direction)
{
    for (int32_t i = 0; i < f->known; i++)
    {
        if (is_along(f->axes[i], direction))
        {
            return i;
        }
        if (!is_square(f->axes[i], direction))
        {
            return NONE;
        }
    }
    if (f->known == 3)
    {
        return NONE;
    }
    memcpy(f->axes[f->known], direction, sizeof f->axes[0]);
    return f->known++;
}

// Completes a right-handed frame.
static void complete(frame* f)
{
    if (f->known == 1)
    {
        int least = 0;
        for (int i = 1; i < 3; i++)
        {
            least = fabs(f->axes[0][i]) < fabs(f->axes[0][least]) ? i : least;
        }
        double other[3] = {0, 0, 0};
        other[least] = 1;
        io_cross3(f->axes[0], other, f->axes[1]);
        (void)io_unit3(f->axes[1]);
    }
    io_cross3(f->axes[0], f->axes[1], f->axes[2]);
}

static bool is_near(const double* a, const double* b)
{
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return io_dot3(d, d) < MEET * MEET;
}

// Whether joints of a row are one joint, and its frame.
static bool fit(const io_robot* robot, const int32_t* row, int32_t count, frame* out)
{
    const io_robot_joint* hinges[ROW_MAX];
    int32_t turning = 0;
    uint32_t taken = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const io_robot_joint* j = &robot->joints[row[i]];
        if (j->kind == IO_ROBOT_BALL)
        {
            return count == 1;
        }
        // What slides behind a hinge is turned by it, unless both are along one line.
        for (int32_t k = 0; k < turning; k++)
        {
            if (j->kind == IO_ROBOT_SLIDE ? !is_along(hinges[k]->axis, j->axis) : !is_near(hinges[k]->at, j->at))
            {
                return false;
            }
        }
        if (j->kind == IO_ROBOT_HINGE)
        {
            hinges[turning++] = j;
        }
    }
    *out = (frame){.known = 0};
    for (int32_t i = 0; i < turning; i++)
    {
        // Innermost, outermost, the one between.
        const io_robot_joint* j = i == 0 ? hinges[turning - 1] : hinges[i - 1];
        if (find_axis(out, j->axis) != i)
        {
            return false;
        }
    }
    for (int32_t i = 0; i < count; i++)
    {
        const io_robot_joint* j = &robot->joints[row[i]];
        int32_t axis = find_axis(out, j->axis);
        uint32_t bit = axis == NONE ? 0 : 1u << (axis + (j->kind == IO_ROBOT_HINGE ? 3 : 0));
        if (!bit || taken & bit)
        {
            return false;
        }
        taken |= bit;
    }
    complete(out);
    return true;
}

// A spring and a drive of a value of the file, as those of an axis whose value is sign * (value - zero).
static void fill_spring(imp_axis* axis, double stiffness, double rest, double damping, const io_robot_drive* drive,
                        double sign, double zero)
{
    const double both = stiffness + drive->stiffness;
    axis->stiffness = io_robot_float(both);
    axis->damping = io_robot_float(damping + drive->damping);
    axis->most = io_robot_float(drive->most);
    axis->target =
        both > 0 ? io_robot_float(sign * ((stiffness * rest + drive->stiffness * drive->target) / both - zero)) : 0.0f;
}

// What a joint of the file is as an axis of one of the scene.
static io_status fill_axis(io_robot* robot, io_robot_joint* j, imp_axis* out)
{
    double lower = j->sign * (j->lower - j->zero), upper = j->sign * (j->upper - j->zero);
    *out = (imp_axis){.kind = j->limited ? IMP_AXIS_LIMITED : IMP_AXIS_FREE};
    if (j->limited)
    {
        out->lower = io_robot_float(fmin(lower, upper));
        out->upper = io_robot_float(fmax(lower, upper));
    }
    fill_spring(out, j->stiffness, j->rest, j->damping, &j->drive, j->sign, j->zero);
    bool idle = j->stiffness + j->drive.stiffness == 0 && out->damping == 0;
    if (idle && j->effort > 0)
    {
        out->motor = true;
        out->most = io_robot_float(j->effort + j->friction);
    }
    else if (idle && j->friction > 0)
    {
        out->motor = true;
        out->most = io_robot_float(j->friction);
    }
    else if (j->friction > 0)
    {
        return io_robot_tally(robot, IO_NOTE_SKIP, j->node, "friction of joints that have damping or a spring, too");
    }
    return IO_OK;
}

// The range of a ball is how far it may turn at all; here each of its axes gets it.
static io_status fill_ball(io_robot* robot, const io_robot_joint* j, io_joint* out)
{
    imp_axis axis = {.kind = j->limited ? IMP_AXIS_LIMITED : IMP_AXIS_FREE};
    axis.upper = j->limited ? io_robot_float(j->upper) : 0;
    axis.lower = -axis.upper;
    axis.stiffness = io_robot_float(j->stiffness);
    axis.damping = io_robot_float(j->damping);
    for (int32_t i = IMP3_AXIS_TWIST; i <= IMP3_AXIS_SWING_Z; i++)
    {
        out->axes[i] = axis;
        out->told |= 1u << i;
    }
    out->kind = IO_JOINT_BALL;
    return j->limited
               ? io_robot_tally(robot, IO_NOTE_REPAIR, j->node, "ranges of balls are those of each of their axes")
               : IO_OK;
}

// One joint of the scene from joints of a row that fit.
static io_status make_joint(io_robot* robot, const int32_t* row, int32_t count, frame* f, io_joint* out)
{
    static const int32_t turns[3] = {IMP3_AXIS_TWIST, IMP3_AXIS_SWING_Y, IMP3_AXIS_SWING_Z};
    io_robot_joint* first = &robot->joints[row[0]];
    const double* at = first->at;
    io_status status = IO_OK;
    out->kind = count > 1 ? IO_JOINT_WELD : first->kind == IO_ROBOT_HINGE ? IO_JOINT_HINGE : IO_JOINT_SLIDER;
    for (int32_t i = 0; i < count && !status && first->kind != IO_ROBOT_BALL; i++)
    {
        io_robot_joint* j = &robot->joints[row[i]];
        int32_t axis = find_axis(f, j->axis);
        j->sign = io_dot3(f->axes[axis], j->axis) < 0 ? -1 : 1;
        j->zero = j->start;
        j->axis_of = j->kind == IO_ROBOT_HINGE ? turns[axis] : IMP3_AXIS_X + axis;
        j->joint = (int32_t)robot->reader->scene->joint_count;
        out->told |= 1u << j->axis_of;
        at = j->kind == IO_ROBOT_HINGE ? j->at : at;
        status = fill_axis(robot, j, &out->axes[j->axis_of]);
    }
    out->has_at = true;
    out->at = io_robot_vec(at);
    if (first->kind == IO_ROBOT_BALL)
    {
        return fill_ball(robot, first, out);
    }
    out->axis = io_robot_vec(f->axes[0]);
    if (count > 1)
    {
        out->up = io_robot_vec(f->axes[2]);
    }
    return status;
}

// Two links that do not collide: a joint that holds nothing.
static io_status part_bodies(io_robot* robot, int32_t a, int32_t b)
{
    io_joint none = {.kind = IO_JOINT_WELD, .a = io_end_body((size_t)a), .b = io_end_body((size_t)b)};
    for (int32_t i = 0; i < IMP3_AXIS_DISTANCE; i++)
    {
        none.told |= 1u << i;
    }
    return io_joint_add(robot->reader, &none);
}

// The joints from the body above to a link, outermost first; *above is the link that they hang on.
static io_status find_row(io_robot* robot, int32_t link, int32_t* row, int32_t* count, int32_t* above)
{
    int32_t chain[ROW_MAX], length = 0;
    *count = 0;
    for (*above = link; *above == link || robot->links[*above].passes;
         *above = robot->links[robot->links[*above].parent].root)
    {
        if (length == ROW_MAX)
        {
            return io_fail(robot->reader, IO_ERR_LIMIT, robot->links[link].node,
                           "more than %d links in a row that weigh nothing", ROW_MAX);
        }
        chain[length++] = *above;
    }
    while (length > 0)
    {
        for (int32_t k = robot->links[chain[--length]].first_joint; k != NONE; k = robot->joints[k].next)
        {
            if (*count == ROW_MAX)
            {
                return io_fail(robot->reader, IO_ERR_LIMIT, robot->joints[k].node, "more than %d joints in a row",
                               ROW_MAX);
            }
            row[(*count)++] = k;
        }
    }
    return IO_OK;
}

// A link between two joints of a row, at the place of the second.
static io_status add_between(io_robot* robot, io_robot_link* link, const io_robot_joint* next, int32_t number,
                             int32_t* body)
{
    io_robot_mass mass = io_mass_scaled(&link->whole, BETWEEN);
    const double ball = mass.inertia[0] + mass.inertia[1] + mass.inertia[2];
    io_place place = link->place;
    for (int i = 0; i < 3; i++)
    {
        place.rows[i][3] = next->at[i];
        mass.center[i] = 0;
        mass.inertia[i] = ball / 3;
        mass.inertia[3 + i] = 0;
    }
    const char* name = io_print(robot->reader, "%.200s before %d", link->name, (int)number);
    io_status status = io_robot_tally(robot, IO_NOTE_TAKEN, next->node,
                                      "links between joints that are no one joint, of %g of what they carry", BETWEEN);
    return status ? status : io_robot_put_body(robot, name, IMP_BODY_DYNAMIC, &place, &mass, body);
}

io_status io_robot_join(io_robot* robot, int32_t index)
{
    io_robot_link* link = &robot->links[index];
    int32_t row[ROW_MAX], count = 0, above = index;
    if (link->parent == NONE || link->is_free)
    {
        return IO_OK;
    }
    io_status status = find_row(robot, index, row, &count, &above);
    const bool stands = robot->links[above].parent == NONE && !robot->links[above].is_free;
    int32_t before = robot->links[above].body, first = before, number = 0;
    for (int32_t from = 0, to; from < count && !status; from = to)
    {
        frame f;
        for (to = count; !fit(robot, row + from, to - from, &f); to--)
        {
        }
        io_joint joint = {.is_of_world = before == NONE, .collide = number == 0 && stands && robot->meets_ground};
        int32_t body = link->body;
        status = to < count ? add_between(robot, link, &robot->joints[row[to]], ++number, &body) : IO_OK;
        joint.a = before == NONE ? 0 : io_end_body((size_t)before);
        joint.b = io_end_body((size_t)body);
        status = status ? status : make_joint(robot, row + from, to - from, &f, &joint);
        status = status ? status : io_joint_add(robot->reader, &joint);
        before = body;
    }
    if (!status && number > 0 && first != NONE && robot->meets_itself && !stands)
    {
        status = part_bodies(robot, first, link->body);
    }
    return status;
}

// Constraints between links beyond the tree.
static io_status tie_bodies(io_robot* robot, const io_robot_tie* tie)
{
    const int32_t ends[2] = {robot->links[tie->a].root, robot->links[tie->b].root};
    const int32_t a = robot->links[ends[0]].body, b = robot->links[ends[1]].body;
    if (robot->links[ends[0]].passes || robot->links[ends[1]].passes)
    {
        return io_robot_tally(robot, IO_NOTE_SKIP, tie->node, "<%.40s> of links that weigh nothing", tie->node->name);
    }
    if (a == b || (a == NONE && b == NONE) || (tie->kind == IO_TIE_APART && (a == NONE || b == NONE)))
    {
        return IO_OK;
    }
    if (tie->kind == IO_TIE_APART)
    {
        return part_bodies(robot, a, b);
    }
    double at[3];
    io_place_point(&robot->links[tie->a].place, tie->at, at);
    const bool swapped = b == NONE;
    const io_joint joint = {.kind = tie->kind == IO_TIE_POINT ? IO_JOINT_BALL : IO_JOINT_WELD,
                            .is_of_world = a == NONE || swapped,
                            .a = a == NONE || swapped ? 0 : io_end_body((size_t)a),
                            .b = io_end_body((size_t)(swapped ? a : b)),
                            .has_at = true,
                            .at = io_robot_vec(at),
                            .collide = robot->meets_itself};
    return io_joint_add(robot->reader, &joint);
}

// A sum of values as a coupling of the scene: each value there is sign * (value - zero).
static io_status couple_joints(io_robot* robot, const io_robot_tie* tie)
{
    const io_robot_joint *a = &robot->joints[tie->a], *b = &robot->joints[tie->b];
    const io_robot_sum* sum = &tie->sum;
    if (a->joint == NONE || b->joint == NONE || tie->a == tie->b)
    {
        return io_robot_tally(robot, IO_NOTE_SKIP, tie->node, "couplings of a ball, or of what is left out");
    }
    const double from = sum->ratio_a * a->zero + sum->ratio_b * b->zero;
    io_coupling coupling = {.kind = IO_COUPLING_SUM,
                            .a = (size_t)a->joint,
                            .b = (size_t)b->joint,
                            .axis_a = a->axis_of,
                            .axis_b = b->axis_of,
                            .ratio_a = io_robot_float(sum->ratio_a * a->sign),
                            .ratio_b = io_robot_float(sum->ratio_b * b->sign),
                            .ratio = 1,
                            .has_axis = true,
                            .axis = {.kind = sum->limited ? IMP_AXIS_LIMITED : IMP_AXIS_FREE}};
    if (coupling.ratio_a == 0 || coupling.ratio_b == 0)
    {
        return io_robot_tally(robot, IO_NOTE_SKIP, tie->node, "couplings with a ratio of about 0");
    }
    if (sum->limited)
    {
        // A held joint begins where it is held, but for rounding.
        const double near = 1e-9 * (fabs(from) + fabs(sum->lower));
        coupling.axis.lower = fabs(sum->lower - from) <= near ? 0.0f : io_robot_float(sum->lower - from);
        coupling.axis.upper = sum->lower == sum->upper ? coupling.axis.lower : io_robot_float(sum->upper - from);
    }
    fill_spring(&coupling.axis, sum->stiffness, sum->rest, sum->damping, &sum->drive, 1, from);
    bool does = sum->limited || coupling.axis.stiffness > 0 || coupling.axis.damping > 0;
    return does ? io_coupling_add(robot->reader, &coupling) : IO_OK;
}

io_status io_robot_tie_all(io_robot* robot)
{
    io_status status = IO_OK;
    for (size_t i = 0; i < robot->tie_count && !status; i++)
    {
        const io_robot_tie* tie = &robot->ties[i];
        size_t length = io_path_push(robot->reader, "%.40s", tie->node->name);
        status = tie->kind == IO_TIE_COUPLE ? couple_joints(robot, tie) : tie_bodies(robot, tie);
        io_path_pop(robot->reader, length);
    }
    return status;
}
