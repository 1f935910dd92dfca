// SPDX-License-Identifier: MIT
//
// A cloth in space that catches a ball. It is not the library's but the caller's: points with mass that pull on their
// neighbours. The world has a mesh of these points, which bends, and tells with which impulses it was pressed: these push
// the points. The two take turns, so the cloth has to weigh more than what falls on it. Up is +z.

#include <impinge/impinge3.h>

#include <math.h>
#include <stdio.h>

enum
{
    SIDE = 17,  // points along a side
    POINTS = SIDE * SIDE,
    CELLS = (SIDE - 1) * (SIDE - 1),
    CONTACTS = 64,
    STEPS = 300,
    PARTS = 8  // of a step, of the cloth
};

static const float STEP = 1.0f / 60.0f, CELL = 0.25f, MASS = 0.5f, PULL = 400.0f, DAMPING = 1.0f;

// Points move up and down alone; those of the rim stay.
typedef struct cloth
{
    float height[POINTS], velocity[POINTS];
    imp3_vec points[POINTS];
} cloth;

static int32_t is_rim(int32_t k)
{
    return k % SIDE == 0 || k % SIDE == SIDE - 1 || k < SIDE || k >= POINTS - SIDE;
}

// Heights that are as good as none are none: the library takes no coordinates next to zero.
static void place_points(cloth* c)
{
    for (int32_t k = 0; k < POINTS; k++)
    {
        const float x = CELL * (float)(k % SIDE - SIDE / 2), y = CELL * (float)(k / SIDE - SIDE / 2);
        c->points[k] = (imp3_vec){x, y, fabsf(c->height[k]) > 1e-6f ? c->height[k] : 0.0f};
    }
}

// Contact impulses of the last step go to the four points around, by how near they are.
static imp_status press(cloth* c, const imp3_world* world, imp_collider mesh)
{
    imp3_world_contact contacts[CONTACTS];
    int32_t count = 0;
    imp_status status = imp3_world_contacts(world, contacts, CONTACTS, &count);
    for (int32_t i = 0; i < count && !status; i++)
    {
        const imp3_world_contact* it = &contacts[i];
        const float side = it->a.id == mesh.id ? -1.0f : it->b.id == mesh.id ? 1.0f : 0.0f;
        for (int32_t k = 0; k < it->manifold.count; k++)
        {
            const imp3_vec at = it->manifold.points[k].point;
            const float x = at.x / CELL + (float)(SIDE / 2), y = at.y / CELL + (float)(SIDE / 2);
            const int32_t column = (int32_t)fminf(fmaxf(x, 0.0f), (float)(SIDE - 2));
            const int32_t row = (int32_t)fminf(fmaxf(y, 0.0f), (float)(SIDE - 2));
            const float u = x - (float)column, v = y - (float)row;
            const float share[4] = {(1.0f - u) * (1.0f - v), u * (1.0f - v), (1.0f - u) * v, u * v};
            for (int32_t n = 0; n < 4; n++)
            {
                const float impulse = side * it->normal_impulse[k] * it->manifold.normal.z;
                c->velocity[row * SIDE + column + n % 2 + n / 2 * SIDE] += share[n] * impulse / MASS;
            }
        }
    }
    return status;
}

// Each point is pulled to the mean of its neighbours.
static void swing(cloth* c)
{
    const float h = STEP / (float)PARTS;
    for (int32_t part = 0; part < PARTS; part++)
    {
        for (int32_t k = 0; k < POINTS; k++)
        {
            if (is_rim(k))
            {
                c->velocity[k] = 0.0f;
                continue;
            }
            const float around = c->height[k - 1] + c->height[k + 1] + c->height[k - SIDE] + c->height[k + SIDE];
            c->velocity[k] += h * (PULL * (around - 4.0f * c->height[k]) / MASS - DAMPING * c->velocity[k]);
        }
        for (int32_t k = 0; k < POINTS; k++)
        {
            c->height[k] += h * c->velocity[k];
        }
    }
}

static imp_status add_cloth(imp3_world* world, const cloth* c, imp_collider* out)
{
    static int32_t corners[6 * CELLS];
    for (int32_t k = 0; k < CELLS; k++)
    {
        const int32_t a = k / (SIDE - 1) * SIDE + k % (SIDE - 1), b = a + SIDE;
        const int32_t square[6] = {a, a + 1, b + 1, a, b + 1, b};
        for (int i = 0; i < 6; i++)
        {
            corners[6 * k + i] = square[i];
        }
    }
    const imp3_triangles t = {.points = c->points, .point_count = POINTS, .corners = corners, .count = 2 * CELLS};
    imp3_body_def def = imp3_body_default();
    imp3_compound mesh;
    imp_body body;
    def.kind = IMP_BODY_KINEMATIC;
    imp_status status = imp3_triangles_make(&t, NULL, &mesh, NULL);
    if (status)
    {
        return status;
    }
    status = imp3_world_add_body(world, &def, &body);
    status = status ? status : imp3_world_add_compound(world, body, &mesh, NULL, out);
    imp3_compound_free(&mesh);
    return status;
}

static imp_status add_ball(imp3_world* world, imp_body* out)
{
    imp3_body_def def = imp3_body_default();
    imp3_collider_def worn = imp3_collider_default();
    imp3_shape ball;
    def.kind = IMP_BODY_DYNAMIC;
    def.pose.p = (imp3_vec){0.1f, 0.05f, 2.3f};
    worn.density = 10.0f;
    imp_status status = imp3_sphere_make((imp3_vec){0.0f, 0.0f, 0.0f}, 0.3f, &ball);
    status = status ? status : imp3_world_add_body(world, &def, out);
    return status ? status : imp3_world_add_collider(world, *out, &ball, &worn, NULL);
}

int main(void)
{
    static cloth c;
    imp3_world_def def = imp3_world_default();
    imp3_world* world = NULL;
    imp_collider mesh = {0};
    imp_body ball = {0};
    float deepest = 0.0f, end = 0.0f;
    def.gravity = (imp3_vec){0.0f, 0.0f, -10.0f};
    place_points(&c);
    imp_status status = imp3_world_make(&def, &world);
    status = status ? status : add_cloth(world, &c, &mesh);
    status = status ? status : add_ball(world, &ball);
    for (int i = 1; i <= STEPS && !status; i++)
    {
        imp3_body_state s = {.awake = false};
        status = press(&c, world, mesh);
        swing(&c);
        place_points(&c);
        status = status ? status : imp3_world_set_target_points(world, mesh, c.points, POINTS, STEP);
        status = status ? status : imp3_world_step(world, STEP);
        status = status ? status : imp3_world_get_body(world, ball, &s);
        end = s.pose.p.z;
        for (int32_t k = 0; k < POINTS; k++)
        {
            deepest = fminf(deepest, c.height[k]);
        }
        if (i % 30 == 0 && !status)
        {
            printf("%.1f s: the ball is %.2f m high\n", (double)(STEP * (float)i), (double)s.pose.p.z);
        }
    }
    imp3_world_free(world);
    printf("%s; the cloth went down to %.2f m, and the ball lies on it, %.2f m high\n", imp_status_text(status),
           (double)deepest, (double)end);
    return status == IMP_OK && deepest < -0.1f && end > 0.2f && end < 0.35f ? 0 : 1;
}
