// SPDX-License-Identifier: MIT
//
// A platformer. The level is a map of characters; what is solid in it becomes one region, so that nothing feels the
// joints between tiles. A hero runs to the right, looks ahead with rays, and jumps over what is in the way; a crowd of
// balls and crates lies about and is pushed aside.

#include <impinge/impinge2.h>

#include <stdio.h>
#include <string.h>

enum
{
    WIDTH = 64,
    HEIGHT = 12,
    TILES_MAX = WIDTH * HEIGHT,
    CROWD_MAX = 64
};

// # solid, H hero, F flag, o ball, x crate
static const char* const level[HEIGHT] = {
    "                                                                ",
    "                                                                ",
    "                                          o o                   ",
    "                      xx                 o o o                  ",
    "                      xx                ########                ",
    "                    ######                                      ",
    "             oo                                                 ",
    "            oooo                   ###              xx          ",
    "           oooooo    x     x       ###             xxx        F ",
    " H         ######    x     x    ######    o   x   ##########    ",
    "################################################################",
    "################################################################",
};

typedef struct game
{
    imp2_world* world;
    imp_body hero;
    imp_body crowd[CROWD_MAX];
    int crowd_count;
    int jumps;
    float flag;  // where the hero wants to be [m]
} game;

// The middle of a tile; the map's first row is the highest.
static imp2_vec place(int column, int row)
{
    return (imp2_vec){(float)column + 0.5f, (float)(HEIGHT - row) - 0.5f};
}

// One rectangle for each row of solid tiles; where they meet, the region has no seam.
static imp_status add_ground(game* g)
{
    imp2_vec points[4 * TILES_MAX];
    int32_t counts[TILES_MAX];
    int32_t rings = 0;
    for (int row = 0; row < HEIGHT; row++)
    {
        for (int from = 0; from < WIDTH; from++)
        {
            int to = from;
            while (to < WIDTH && level[row][to] == '#')
            {
                to++;
            }
            if (to > from)
            {
                float left = (float)from, right = (float)to, low = (float)(HEIGHT - row - 1), high = low + 1.0f;
                const imp2_vec corners[4] = {{left, low}, {right, low}, {right, high}, {left, high}};
                memcpy(points + 4 * (size_t)rings, corners, sizeof corners);
                counts[rings++] = 4;
                from = to;
            }
        }
    }
    imp2_outlines outlines = {points, counts, rings, IMP_FILL_NON_ZERO};
    imp2_compound ground;
    imp_status status = imp2_region_make(&outlines, NULL, &ground, NULL);
    if (status)
    {
        return status;
    }
    const imp2_collider_def surface = imp2_collider_default();
    imp_body body;
    status = imp2_world_add_body(g->world, NULL, &body);
    status = status ? status : imp2_world_add_compound(g->world, body, &ground, &surface, NULL);
    imp2_compound_free(&ground);
    return status;
}

static imp_status add_thing(game* g, char what, imp2_vec at)
{
    imp2_shape shape;
    imp2_body_def def = imp2_body_default();
    imp2_collider_def collider = imp2_collider_default();
    def.kind = IMP_BODY_DYNAMIC;
    def.pose.p = at;
    collider.density = 0.2f;
    collider.material.friction = 0.4f;
    collider.material.restitution = 0.2f;
    imp_status status;
    if (what == 'H')
    {
        // Without friction, so that walls do not hold the hero.
        def.locks = IMP2_LOCK_ROTATION;
        def.no_sleep = true;
        collider.density = 2.0f;
        collider.material.friction = collider.material.restitution = 0.0f;
        status = imp2_capsule_make((imp2_vec){0.0f, -0.2f}, (imp2_vec){0.0f, 0.6f}, 0.3f, &shape);
    }
    else if (what == 'o')
    {
        status = imp2_circle_make((imp2_vec){0.0f, 0.0f}, 0.45f, &shape);
    }
    else
    {
        status = imp2_box_make((imp2_box){{-0.45f, -0.5f}, {0.45f, 0.5f}}, &shape);
    }
    imp_body body = {0};
    status = status ? status : imp2_world_add_body(g->world, &def, &body);
    status = status ? status : imp2_world_add_collider(g->world, body, &shape, &collider, NULL);
    if (what == 'H')
    {
        g->hero = body;
    }
    else if (g->crowd_count < CROWD_MAX)
    {
        g->crowd[g->crowd_count++] = body;
    }
    return status;
}

static imp_status make_game(game* g)
{
    imp2_world_def def = imp2_world_default();
    def.gravity.y = -25.0f;
    imp_status status = imp2_world_make(&def, &g->world);
    status = status ? status : add_ground(g);
    for (int row = 0; row < HEIGHT; row++)
    {
        for (int column = 0; column < WIDTH && !status; column++)
        {
            char what = level[row][column];
            if (what == 'F')
            {
                g->flag = place(column, row).x;
            }
            else if (what == 'H' || what == 'o' || what == 'x')
            {
                status = add_thing(g, what, place(column, row));
            }
        }
    }
    return status;
}

static bool sees(const game* g, imp2_vec from, imp2_vec way)
{
    imp2_world_hit hit;
    int32_t count = 0;
    const imp_world_query query = {.exclude_body = g->hero};
    const imp2_ray_def ray = {from, way};
    return imp2_world_cast_ray(g->world, &ray, &query, &hit, 1, &count) == IMP_OK && count > 0;
}

// Runs to the right; on the ground, jumps over what is before the knees.
static imp_status steer(game* g)
{
    imp2_body_state hero;
    imp_status status = imp2_world_get_body(g->world, g->hero, &hero);
    if (status)
    {
        return status;
    }
    imp2_vec at = hero.pose.p, velocity = hero.velocity;
    bool stands = false;
    for (int foot = -1; foot <= 1; foot++)
    {
        imp2_vec from = {at.x + 0.25f * (float)foot, at.y - 0.2f};
        stands = stands || sees(g, from, (imp2_vec){0.0f, -0.4f});
    }
    bool blocked = sees(g, at, (imp2_vec){1.2f, 0.0f});
    velocity.x += 0.2f * (6.0f - velocity.x);
    if (stands && blocked && velocity.y < 1.0f)
    {
        velocity.y = 14.0f;
        g->jumps++;
    }
    return imp2_world_set_velocity(g->world, g->hero, velocity, 0.0f);
}

static imp_status print_game(const game* g)
{
    char picture[HEIGHT][WIDTH + 1];
    for (int row = 0; row < HEIGHT; row++)
    {
        for (int column = 0; column < WIDTH; column++)
        {
            picture[row][column] = ' ';
            if (level[row][column] == '#' || level[row][column] == 'F')
            {
                picture[row][column] = level[row][column];
            }
        }
        picture[row][WIDTH] = 0;
    }
    for (int i = -1; i < g->crowd_count; i++)
    {
        imp2_body_state s;
        imp_status status = imp2_world_get_body(g->world, i < 0 ? g->hero : g->crowd[i], &s);
        int column = (int)s.pose.p.x, row = HEIGHT - 1 - (int)s.pose.p.y;
        if (status)
        {
            return status;
        }
        if (s.pose.p.x >= 0.0f && column < WIDTH && s.pose.p.y >= 0.0f && row >= 0)
        {
            picture[row][column] = i < 0 ? 'H' : 'o';
        }
    }
    for (int row = 0; row < HEIGHT; row++)
    {
        printf("%s\n", picture[row]);
    }
    return IMP_OK;
}

// How many of the crowd are below the ground: none, ever.
static int count_lost(const game* g)
{
    int lost = 0;
    for (int i = 0; i < g->crowd_count; i++)
    {
        imp2_body_state s;
        lost += imp2_world_get_body(g->world, g->crowd[i], &s) != IMP_OK ||
                (s.pose.p.y < 2.0f && s.pose.p.x > 0.0f && s.pose.p.x < (float)WIDTH);
    }
    return lost;
}

int main(void)
{
    game g = {.world = NULL};
    imp_status status = make_game(&g);
    bool arrived = false;
    int step = 0;
    for (; step < 3600 && !arrived && !status; step++)
    {
        status = steer(&g);
        status = status ? status : imp2_world_step(g.world, 1.0f / 60.0f);
        imp2_body_state hero = {.mass = 0};
        status = status ? status : imp2_world_get_body(g.world, g.hero, &hero);
        arrived = hero.pose.p.x > g.flag;
    }
    if (!status)
    {
        status = print_game(&g);
        printf("%s after %.1f s and %d jumps\n", arrived ? "at the flag" : "lost", (double)step / 60.0, g.jumps);
    }
    int lost = status ? 0 : count_lost(&g);
    imp2_world_free(g.world);
    if (status)
    {
        printf("%s\n", imp_status_text(status));
    }
    return status || !arrived || lost > 0;
}
