// SPDX-License-Identifier: MIT
//
// CGAL's box_self_intersection_d behind the interface of broad.h.

#include "../broad.h"

#include <CGAL/box_intersection_d.h>

#include <vector>

namespace
{

typedef CGAL::Box_intersection_d::Box_d<float, 3> box;

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
    std::vector<box> boxes;
    boxes.reserve(static_cast<size_t>(work->count));
    for (int32_t i = 0; i < work->count; ++i)
    {
        float* b = work->boxes + static_cast<size_t>(i) * 6;
        boxes.emplace_back(b, b + 3);
    }
    int64_t found = 0;
    CGAL::box_self_intersection_d(boxes.begin(), boxes.end(), [&found](const box&, const box&) { ++found; });
    return found;
}

}  // namespace

extern "C" const broad_side BROAD_CGAL = {"cgal", IMP_PEER_CGAL, 3, make, end, all};
