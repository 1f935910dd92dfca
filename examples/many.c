// SPDX-License-Identifier: MIT
//
// Many balls at once, some in each other. An index says which boxes meet, a batch which balls do and how deep; then all
// are pushed apart a little, and it starts again. Everything lies in one array per number.

#include <impinge/impinge.h>

#include <stdio.h>

enum
{
    BALLS = 300,
    ROOM = 4096,  // pairs that fit
    ROUNDS = 60
};

typedef struct balls
{
    float x[BALLS], y[BALLS], radius[BALLS];
} balls;

/// Room for the answers of a batch.
typedef struct answers
{
    int32_t first[ROOM], second[ROOM], count[ROOM];
    float normal_x[ROOM], normal_y[ROOM], depth[ROOM];
    float point_x[2][ROOM], point_y[2][ROOM], point_depth[2][ROOM];
    uint32_t point_id[2][ROOM];
} answers;

/// The boxes around all balls into the index: added the first time, moved from then on.
static imp_status update_index(const balls* all, imp2_index* index, bool first)
{
    imp2_thing things[BALLS] = {{{{0.0f, 0.0f}, {0.0f, 0.0f}}, 0, {0, 0}}};
    imp2_box boxes[BALLS];
    for (int i = 0; i < BALLS; i++)
    {
        imp2_shape ball;
        imp2_pose pose = imp2_pose_identity();
        imp2_vec center = {all->x[i], all->y[i]};
        imp_status status = imp2_circle_make(center, all->radius[i], &ball);
        if (status || (status = imp2_shape_bounds(&ball, &pose, &boxes[i])) != IMP_OK)
        {
            return status;
        }
        things[i].box = boxes[i];
    }
    return first ? imp2_index_add(index, things, BALLS, NULL) : imp2_index_move(index, NULL, boxes, BALLS);
}

/// How many pairs of balls touch, and how deep the deepest are; each pair is pushed half of the way out.
static imp_status push_apart(balls* all, imp2_index* index, answers* room, int* touching, float* deepest)
{
    imp_pair_list near;
    imp_status status = imp2_index_pairs(index, &near);
    if (status || near.count > ROOM)
    {
        return status ? status : IMP_ERR_SPACE;
    }
    for (int32_t i = 0; i < near.count; i++)
    {
        room->first[i] = near.pairs[i].a;
        room->second[i] = near.pairs[i].b;
    }
    // Members that are left out are null: no ball is turned, and all have their centres at their positions.
    imp2_circles a = {.count = BALLS, .x = all->x, .y = all->y, .radius = all->radius, .index = room->first}, b = a;
    b.index = room->second;
    imp2_manifolds out = {room->normal_x,
                          room->normal_y,
                          room->depth,
                          room->count,
                          {{room->point_x[0], room->point_y[0], room->point_depth[0], room->point_id[0]},
                           {room->point_x[1], room->point_y[1], room->point_depth[1], room->point_id[1]}}};
    status = imp2_batch_circles(&a, &b, near.count, 0.0f, &out, NULL);
    *touching = 0;
    *deepest = 0.0f;
    for (int32_t i = 0; !status && i < near.count; i++)
    {
        if (room->count[i] > 0)
        {
            int32_t p = room->first[i], q = room->second[i];
            float half = 0.5f * room->depth[i];
            all->x[p] -= half * room->normal_x[i];
            all->y[p] -= half * room->normal_y[i];
            all->x[q] += half * room->normal_x[i];
            all->y[q] += half * room->normal_y[i];
            *touching += 1;
            *deepest = room->depth[i] > *deepest ? room->depth[i] : *deepest;
        }
    }
    return status;
}

/// The same count the long way: every ball against every other.
static int count_touching(const balls* all)
{
    int count = 0;
    for (int i = 0; i < BALLS; i++)
    {
        for (int j = 0; j < i; j++)
        {
            float x = all->x[i] - all->x[j], y = all->y[i] - all->y[j], r = all->radius[i] + all->radius[j];
            count += x * x + y * y <= r * r;
        }
    }
    return count;
}

int main(void)
{
    answers room;
    balls all;
    uint32_t dice = 1;
    for (int i = 0; i < BALLS; i++)
    {
        float* numbers[] = {&all.x[i], &all.y[i], &all.radius[i]};
        for (int k = 0; k < 3; k++)
        {
            dice = dice * 1664525u + 1013904223u;
            *numbers[k] = (float)(dice >> 8) * (k < 2 ? 0x1p-20f : 0x1p-26f) + (k < 2 ? 0.0f : 0.25f);
        }
    }
    int expected = count_touching(&all), first = 0, touching = 0;
    float start = 0.0f, deepest = 0.0f;
    imp2_index* index;
    if (imp2_index_make(NULL, &index))
    {
        return 1;
    }
    imp_status status = IMP_OK;
    for (int round = 0; !status && round < ROUNDS; round++)
    {
        status = update_index(&all, index, round == 0);
        if (!status)
        {
            status = push_apart(&all, index, &room, &touching, &deepest);
        }
        if (round == 0)
        {
            first = touching;
            start = deepest;
        }
    }
    imp2_index_free(index);
    printf("%d pairs of %d balls touch, the deepest by %.3f m\n", first, BALLS, start);
    printf("after %d rounds the deepest are %.6f m in each other: %s\n", ROUNDS, deepest, imp_status_text(status));
    return !status && first == expected && deepest < 0.01f * start ? 0 : 1;
}
