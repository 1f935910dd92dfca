// SPDX-License-Identifier: MIT
//
// The table of pairs of Box2D and Box3D, which their headers do not show.

typedef struct table
{
    void* items;
    uint32_t capacity, count;
} table;

table BX(CreateSet)(int capacity);
void BX(DestroySet)(table* set);
bool BX(AddKey)(table* set, uint64_t key);
bool BX(RemoveKey)(table* set, uint64_t key);
bool BX(ContainsKey)(const table* set, uint64_t key);
