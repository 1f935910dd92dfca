// SPDX-License-Identifier: MIT
//
// Tips of contacts for rows: those of the plane have none.

#ifndef IMP2I_TIPS_H
#define IMP2I_TIPS_H

#include "../contact/contact2.h"

static inline void imp2i_clear_tip(int32_t lane, imp2i_row_tips* out)
{
    (void)lane;
    (void)out;
}

static inline void imp2i_find_tip(const imp2_world* w, const imp2i_contact* c, const imp2i_cache* t, int32_t lane,
                                  imp2i_row_tips* out)
{
    (void)w;
    (void)c;
    (void)t;
    (void)lane;
    (void)out;
}

#endif
