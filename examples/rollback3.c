// SPDX-License-Identifier: MIT
//
// Two players over a network, in space. Each pushes a cart with what its own player does now, and guesses that the other does what
// it did last; what the other really did is heard of some frames later. Then the world goes back to that frame by a
// snapshot, and comes forward again with what is known now. In the end both have the same world, to the bit.

#include <impinge/impinge3.h>

#include <stdio.h>
#include <stdlib.h>

enum
{
    FRAMES = 300,
    LATE = 7,  // frames until the other's input is heard of
    RING = 16  // snapshots that are kept; more than that
};

typedef struct snapshot
{
    uint8_t* bytes;
    int32_t count, room;
} snapshot;

typedef struct game
{
    imp3_world* world;
    imp_body carts[2];
    int inputs[2][FRAMES];  // as far as known, and guessed beyond
    snapshot ring[RING];    // by frame: the world before it
    int wrong;              // guesses
} game;

// What a player does in a frame: left, nothing or right, now and then something else.
static int played(int player, int frame)
{
    return (frame / (13 + 8 * player) * 5 + player) % 3 - 1;
}

static imp_body add_cart(imp3_world* world, int32_t kind, imp3_vec at, const imp3_shape* shape)
{
    imp3_body_def body = imp3_body_default();
    imp3_collider_def collider = imp3_collider_default();
    body.kind = kind;
    body.pose.p = at;
    collider.material.friction = 0.3f;
    collider.material.restitution = 0.4f;
    imp_body made = {0};
    (void)imp3_world_add_body(world, &body, &made);
    (void)imp3_world_add_collider(world, made, shape, &collider, NULL);
    return made;
}

static imp_status begin(game* g)
{
    imp3_world_def def = imp3_world_default();
    def.gravity.y = -10.0f;
    imp_status status = imp3_world_make(&def, &g->world);
    if (status)
    {
        return status;
    }
    imp3_shape ground, cart, ball;
    (void)imp3_half_space_make((imp3_vec){0.0f, 1.0f, 0.0f}, 0.0f, &ground);
    (void)imp3_box_make((imp3_box){{-1.0f, -0.5f, -1.0f}, {1.0f, 0.5f, 1.0f}}, &cart);
    (void)imp3_sphere_make((imp3_vec){0.0f, 0.0f, 0.0f}, 0.5f, &ball);
    add_cart(g->world, IMP_BODY_STATIC, (imp3_vec){0.0f, 0.0f, 0.0f}, &ground);
    for (int player = 0; player < 2; ++player)
    {
        g->carts[player] = add_cart(g->world, IMP_BODY_DYNAMIC, (imp3_vec){player ? 4.0f : -4.0f, 0.5f, 0.0f}, &cart);
    }
    for (int i = 0; i < 10; ++i)
    {
        add_cart(g->world, IMP_BODY_DYNAMIC, (imp3_vec){0.1f * (float)i, 1.0f + 1.5f * (float)i, 0.05f * (float)i},
                 &ball);
    }
    return IMP_OK;
}

// The world before a frame. The room grows when a world has become larger.
static imp_status keep(game* g, int frame)
{
    snapshot* s = &g->ring[frame % RING];
    imp_status status = imp3_world_save(g->world, s->bytes, s->room, &s->count);
    if (imp_status_fault(status) == IMP_ERR_SPACE)
    {
        uint8_t* more = (uint8_t*)realloc(s->bytes, 2 * (size_t)s->count);
        if (!more)
        {
            return IMP_ERR_MEMORY;
        }
        s->bytes = more;
        s->room = 2 * s->count;
        status = imp3_world_save(g->world, s->bytes, s->room, &s->count);
    }
    return status;
}

static imp_status play(game* g, int frame)
{
    imp_status status = keep(g, frame);
    for (int player = 0; player < 2 && !status; ++player)
    {
        status = imp3_world_apply_force_and_torque(g->world, g->carts[player],
                                                   (imp3_vec){60.0f * (float)g->inputs[player][frame], 0.0f, 0.0f},
                                                   (imp3_vec){0.0f, 0.0f, 0.0f});
    }
    return status ? status : imp3_world_step(g->world, 1.0f / 60.0f);
}

// What a player did in a frame is heard of in a later one. If it was guessed wrong, all since then is played again.
static imp_status hear(game* g, int player, int frame, int now)
{
    bool right = g->inputs[player][frame] == played(player, frame);
    // From here on it is guessed that nothing changes.
    for (int i = frame; i < FRAMES; ++i)
    {
        g->inputs[player][i] = played(player, frame);
    }
    if (right)
    {
        return IMP_OK;
    }
    ++g->wrong;
    const snapshot* s = &g->ring[frame % RING];
    imp_status status = imp3_world_load(g->world, s->bytes, s->count);
    for (int again = frame; again < now && !status; ++again)
    {
        status = play(g, again);
    }
    return status;
}

// The whole game as one player sees it: its own input at once, the other's late.
static imp_status run(game* g, int own)
{
    imp_status status = begin(g);
    for (int frame = 0; frame < FRAMES + LATE && !status; ++frame)
    {
        if (frame >= LATE)
        {
            status = hear(g, 1 - own, frame - LATE, frame < FRAMES ? frame : FRAMES);
        }
        if (frame < FRAMES && !status)
        {
            g->inputs[own][frame] = played(own, frame);
            status = play(g, frame);
        }
    }
    return status;
}

int main(void)
{
    static game games[2];
    uint64_t hashes[2] = {0, 1};
    imp_status status = IMP_OK;
    for (int player = 0; player < 2; ++player)
    {
        game* g = &games[player];
        imp_status result = run(g, player);
        (void)imp3_world_hash(g->world, &hashes[player]);
        printf("player %d: %d guesses were wrong, %d bytes a snapshot, hash %016llx%s%s\n", player + 1, g->wrong,
               (int)g->ring[0].count, (unsigned long long)hashes[player], result ? ", " : "",
               result ? imp_status_text(result) : "");
        status = status ? status : result;
        imp3_world_free(g->world);
        for (int i = 0; i < RING; ++i)
        {
            free(g->ring[i].bytes);
        }
    }
    return status || hashes[0] != hashes[1] || games[0].wrong == 0;
}
