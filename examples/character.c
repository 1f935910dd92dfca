// SPDX-License-Identifier: MIT
//
// A level for a character: stairs, a low tunnel, a lift, a one-way platform, a crate in the way. The character is moved
// by sweeps (imp2_world_move_character) before each step of the world, and decides by what it is told: it jumps where it
// is blocked, crouches in the tunnel, waits for the lift.

#include <impinge/impinge2.h>

#include <stdio.h>

typedef struct level
{
    imp2_world* world;
    imp_body lift;
    imp_body crate;
    imp_collider platform;
} level;

static imp_status add_box(level* l, int32_t kind, imp2_box box, float density, imp_body* body, imp_collider* collider)
{
    imp2_vec middle = imp2_vec_scale(imp2_vec_add(box.lower, box.upper), 0.5f);
    imp2_box own = {imp2_vec_sub(box.lower, middle), imp2_vec_sub(box.upper, middle)};
    imp2_body_def def = imp2_body_default();
    imp2_collider_def surface = imp2_collider_default();
    def.kind = kind;
    def.pose.p = middle;
    surface.density = density;
    surface.material.friction = 0.5f;
    imp2_shape shape;
    imp_body unused;
    imp_status status = imp2_box_make(own, &shape);
    status = status ? status : imp2_world_add_body(l->world, &def, body ? body : &unused);
    return status ? status : imp2_world_add_collider(l->world, body ? *body : unused, &shape, &surface, collider);
}

static imp_status make_level(level* l)
{
    static const imp2_box solid[] = {
        {{-10.0f, -1.0f}, {22.0f, 0.0f}},  // the floor
        {{2.0f, 0.0f}, {9.0f, 0.3f}},      // stairs
        {{2.4f, 0.0f}, {9.0f, 0.6f}},     {{2.8f, 0.0f}, {9.0f, 0.9f}},
        {{4.5f, 2.1f}, {7.5f, 4.0f}},     // the tunnel above them
        {{16.0f, 0.0f}, {17.0f, 1.0f}},   // a block to jump onto
        {{24.0f, -1.0f}, {40.0f, 3.0f}},  // beyond the lift
    };
    imp2_world_def def = imp2_world_default();
    def.gravity.y = -10.0f;
    imp_status status = imp2_world_make(&def, &l->world);
    for (size_t i = 0; i < sizeof solid / sizeof *solid && !status; i++)
    {
        status = add_box(l, IMP_BODY_STATIC, solid[i], 0.0f, NULL, NULL);
    }
    const imp2_box lift = {{22.1f, -1.0f}, {23.9f, 0.0f}}, crate = {{11.0f, 0.0f}, {12.0f, 1.0f}};
    const imp2_box platform = {{28.0f, 4.8f}, {32.0f, 5.0f}};
    status = status ? status : add_box(l, IMP_BODY_KINEMATIC, lift, 0.0f, &l->lift, NULL);
    status = status ? status : add_box(l, IMP_BODY_DYNAMIC, crate, 15.0f, &l->crate, NULL);
    return status ? status : add_box(l, IMP_BODY_STATIC, platform, 0.0f, NULL, &l->platform);
}

// The platform is felt from above only.
static bool look(void* user, imp2_obstacle* obstacle)
{
    const level* l = user;
    obstacle->one_way.y = obstacle->id == l->platform.id ? 1.0f : 0.0f;
    return true;
}

// The lift waits below until the character is on it, and goes up to 3 m.
static imp_status move_lift(level* l, const imp2_character* hero, float time)
{
    imp2_body_state lift;
    imp_status status = imp2_world_get_body(l->world, l->lift, &lift);
    if (status)
    {
        return status;
    }
    imp2_pose target = lift.pose;
    bool called = hero->grounded && hero->position.x > 22.5f && hero->position.x < 23.5f;
    float left = 2.5f - target.p.y, most = 2.0f * time;
    target.p.y += !called ? 0.0f : left < most ? left : most;
    return imp2_world_set_target_pose(l->world, l->lift, &target, time);
}

static imp2_character_input decide(const imp2_character* hero)
{
    float x = hero->position.x;
    bool waits = x > 23.0f && x < 23.6f && hero->position.y < 2.9f;
    imp2_character_input input = {.velocity = {waits ? 0.0f : 4.0f, 0.0f}};
    input.crouch = x > 3.5f && x < 8.0f;
    bool at_block = x > 14.5f && x < 17.0f && hero->flags & IMP2_CHARACTER_BLOCKED;
    bool below_platform = x > 29.0f && x < 31.0f && hero->position.y < 4.0f;
    input.jump = hero->grounded && (at_block || below_platform) ? 7.0f : 0.0f;
    input.velocity.x = x > 30.0f ? 0.0f : input.velocity.x;
    return input;
}

int main(void)
{
    level l = {.world = NULL};
    imp2_shape standing, crouched;
    imp_status status = make_level(&l);
    status = status ? status : imp2_capsule_make((imp2_vec){0.0f, 0.3f}, (imp2_vec){0.0f, 1.5f}, 0.3f, &standing);
    status = status ? status : imp2_capsule_make((imp2_vec){0.0f, 0.3f}, (imp2_vec){0.0f, 0.7f}, 0.3f, &crouched);
    imp2_character_def def = imp2_character_default();
    def.shape = &standing;
    def.crouched = &crouched;
    def.gravity = 10.0f;
    def.mass = 70.0f;
    def.push_force = 400.0f;
    const imp2_character_hooks hooks = {.user = &l, .filter = look};
    const float time = 1.0f / 60.0f;
    imp2_character hero = {.position = {-5.0f, 0.02f}};
    bool squeezed = false;
    int step = 0;
    for (; step < 1800 && !status && !(hero.grounded && hero.position.y > 4.9f); step++)
    {
        imp2_character_input input = decide(&hero);
        status = move_lift(&l, &hero, time);
        const imp2_world_walk walk = {.input = input, .hooks = &hooks};
        status = status ? status : imp2_world_move_character(l.world, &hero, &def, &walk, time, NULL);
        status = status ? status : imp2_world_step(l.world, time);
        squeezed = squeezed || hero.flags & IMP2_CHARACTER_SQUEEZED;
        if (step % 60 == 0)
        {
            printf("%2d s: at %5.2f %5.2f%s%s\n", step / 60, (double)hero.position.x, (double)hero.position.y,
                   hero.grounded ? "" : ", in the air", hero.crouched ? ", crouched" : "");
        }
    }
    bool arrived = hero.grounded && hero.position.y > 4.9f;
    printf("%s after %.1f s\n", arrived ? "on the platform" : "lost", (double)step / 60.0);
    imp2_world_free(l.world);
    if (status)
    {
        printf("%s\n", imp_status_text(status));
    }
    return status || !arrived || squeezed;
}
