// SPDX-License-Identifier: MIT
//
// Bullet's btDbvt behind the interface of broad.h: leaves put in one by one, and the tree against itself. A build from
// the top down takes three times as long as all of that.

#include "../broad.h"

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

namespace
{

struct counter : btDbvt::ICollide
{
    int64_t found = 0;

    void Process(const btDbvtNode*, const btDbvtNode*)
    {
        ++found;
    }
};

void* make(const broad_work* work, int, int)
{
    return const_cast<broad_work*>(work);
}

void end(void*)
{
}

int64_t all(void* context)
{
    const broad_work* work = static_cast<const broad_work*>(context);
    btDbvt tree;
    for (int32_t i = 0; i < work->count; ++i)
    {
        const float* b = work->boxes + static_cast<size_t>(i) * 6;
        tree.insert(btDbvtVolume::FromMM(btVector3(b[0], b[1], b[2]), btVector3(b[3], b[4], b[5])), nullptr);
    }
    counter pairs;
    tree.collideTT(tree.m_root, tree.m_root, pairs);
    return pairs.found;
}

}  // namespace

extern "C" const broad_side BROAD_BULLET = {"bullet", IMP_PEER_BULLET, 3, make, end, all};
