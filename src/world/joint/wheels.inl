// SPDX-License-Identifier: MIT
//
// Wheels of a vehicle: joints of a chassis and its wheels, made by one call, and their drives.

#ifndef AXES
#include "joint_axes2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

#define WHEELS_ARGUMENT 4  // of the public call

#define LEAST_LOAD 0.1  // of an equal part of the chassis

// The loads of wheels by the weight of a chassis: a wheel at places x from the centre of mass bears mass * (part[0] +
// sum of part[k] x[k]).
typedef struct wheel_loads
{
    Rot q;
    Vec center;
    double mass, least;
    double part[AXES];
} wheel_loads;

// Places of a hub along the ground, after a one.
static void place_on_ground(const wheel_loads* l, Vec hub, double* out)
{
    const Vec apart = FN(vec_sub)(hub, l->center);
    int32_t count = 0;
    out[count++] = 1.0;
    for (int32_t k = 0; k < AXES; ++k)
    {
        if (k != DIMI(UP_AXIS))
        {
            out[count++] = FN(vec_dot)(apart, FNI(frame_axis)(l->q, k));
        }
    }
}

// Finds the loads with the least sum of squares that bear the chassis at its centre of mass: they are linear in places,
// with coefficients by the sums of products of these. Wheels in one line say nothing about what is across it.
static void share_chassis(const World* w, const Body* chassis, const imp_wheel* wheels, int32_t count, wheel_loads* l)
{
    double m[AXES][AXES] = {{0.0}}, x[AXES], scale = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        place_on_ground(l, w->bodies.data[FNI(find_body)(w, wheels[i].body)].pose.p, x);
        for (int32_t r = 0; r < AXES; ++r)
        {
            for (int32_t c = 0; c < AXES; ++c)
            {
                m[r][c] += x[r] * x[c];
            }
        }
    }
    for (int32_t k = 1; k < AXES; ++k)
    {
        scale += m[k][k];
    }
    for (int32_t k = 0; k < AXES; ++k)
    {
        m[k][k] += k == 0 ? 1e-9 * count : 1e-9 * scale + 1e-30;
        l->part[k] = k == 0 ? 1.0 : 0.0;
    }
    for (int32_t k = 0; k < AXES; ++k)
    {
        for (int32_t r = k + 1; r < AXES; ++r)
        {
            const double f = m[r][k] / m[k][k];
            for (int32_t c = k; c < AXES; ++c)
            {
                m[r][c] -= f * m[k][c];
            }
            l->part[r] -= f * l->part[k];
        }
    }
    for (int32_t k = AXES - 1; k >= 0; --k)
    {
        for (int32_t c = k + 1; c < AXES; ++c)
        {
            l->part[k] -= m[k][c] * l->part[c];
        }
        l->part[k] /= m[k][k];
    }
    l->mass = chassis->mass;
    l->least = LEAST_LOAD / count;
}

static int32_t wheel_fault(const imp_wheel* wheel)
{
    const float numbers[4] = {wheel->hertz, wheel->damping_ratio, wheel->travel_up, wheel->travel_down};
    int32_t fault = 0;
    for (int32_t i = 0; i < 4 && !fault; ++i)
    {
        fault = impi_number_fault_negative(numbers[i]);
    }
    return fault;
}

// The suspension of a wheel.
static imp_axis spring_of_wheel(const World* w, const wheel_loads* l, const imp_wheel* wheel)
{
    imp_axis r = {.kind = IMP_AXIS_LOCKED};
    double x[AXES], load = 0.0, whole = 6.283185307179586 * (double)wheel->hertz;
    place_on_ground(l, w->bodies.data[FNI(find_body)(w, wheel->body)].pose.p, x);
    for (int32_t k = 0; k < AXES; ++k)
    {
        load += l->part[k] * x[k];
    }
    load = l->mass * (load > l->least ? load : l->least);
    if (wheel->hertz > 0.0f)
    {
        bool ends = wheel->travel_up > 0.0f || wheel->travel_down > 0.0f;
        r.kind = ends ? IMP_AXIS_LIMITED : IMP_AXIS_FREE;
        r.lower = -wheel->travel_down;
        r.upper = wheel->travel_up;
        r.stiffness = (float)(load * whole * whole);
        r.damping = (float)(2.0 * load * (double)wheel->damping_ratio * whole);
    }
    return r;
}

imp_status FNI(wheels_add)(World* w, imp_body chassis, Vec left, Vec up, const imp_wheel* wheels, int32_t count,
                           imp_joint* joints)
{
    int32_t fault = FNI(world_fault)(w);
    if (fault || !wheels || !joints || count < 1)
    {
        return fault     ? impi_error(fault, 1)
               : !wheels ? impi_error(IMP_ERR_NULL, WHEELS_ARGUMENT)
               : !joints ? impi_error(IMP_ERR_NULL, WHEELS_ARGUMENT + 2)
                         : impi_error(IMP_ERR_COUNT, WHEELS_ARGUMENT + 1);
    }
    const int32_t slot = FNI(find_body)(w, chassis);
    wheel_loads loads = {.mass = 0.0};
    JointDef def;
    if (slot < 0 || !(w->bodies.data[slot].mass > 0.0f))
    {
        return impi_error(slot < 0 ? IMP_ERR_HANDLE : IMP_ERR_RANGE, 2);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        fault = wheel_fault(&wheels[i]);
        imp_status status = fault ? impi_error(fault, WHEELS_ARGUMENT) : FNI(wheel_joint)(w, chassis, wheels[i].body, left, up, &def);
        if (status)
        {
            return status;
        }
    }
    loads.q = FNI(joint_frame)(w, slot, &def.frame_a).q;
    loads.center = w->bodies.data[slot].center;
    share_chassis(w, &w->bodies.data[slot], wheels, count, &loads);
    for (int32_t i = 0; i < count; ++i)
    {
        const imp_axis spring = spring_of_wheel(w, &loads, &wheels[i]);
        fault = FNI(axis_fault)(&spring);
        if (fault)
        {
            return impi_error(fault, WHEELS_ARGUMENT);
        }
    }
    if (impi_array_reserve(&w->joints.all, &w->allocator, (int64_t)w->joints.all.count + count) ||
        impi_pool_reserve(&w->joints.pool, &w->allocator, count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        (void)FNI(wheel_joint)(w, chassis, wheels[i].body, left, up, &def);
        def.axes[DIMI(UP_AXIS)] = spring_of_wheel(w, &loads, &wheels[i]);
        (void)FN(world_add_joint)(w, &def, &joints[i]);  // what it can refuse has been checked
    }
    return IMP_OK;
}

imp_status FN(world_drive_wheel)(World* w, imp_joint wheel, float speed, float torque)
{
    JointDef def;
    int32_t fault = impi_number_fault_large(speed), fault_torque = impi_number_fault_negative(torque);
    imp_status status = w ? FN(world_get_joint_def)(w, wheel, &def) : impi_error(IMP_ERR_NULL, 1);
    if (status || fault || fault_torque)
    {
        return status ? status : fault ? impi_error(fault, 3) : impi_error(fault_torque, 4);
    }
    imp_axis* turn = &def.axes[AXES];
    turn->motor = torque > 0.0f;
    turn->speed = (float)DIMI(FORWARDS) * speed;
    turn->most = torque;
    return FN(world_set_axis)(w, wheel, AXES, turn);
}
