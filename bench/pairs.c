// SPDX-License-Identifier: MIT

#include "pairs.h"

#include <math.h>
#include <stddef.h>

void pairs_report(bench* b, const char* scene, const char* row, const pairs_side* ours, const pairs_side* peer,
                  double bar)
{
    const struct
    {
        const char* figure;
        const char* unit;
        double ours, peers, bar;
    } figures[] = {
        {"", "ns", ours->nanoseconds, peer->nanoseconds, bar},
        {"yes", "pairs", ours->quality.yes, peer->quality.yes, NAN},
        {"wrong", "pairs", ours->quality.wrong, peer->quality.wrong, NAN},
        {"error", "m", ours->quality.error, peer->quality.error, NAN},
    };
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; ++i)
    {
        bench_entry e = bench_entry_make(scene, row, figures[i].figure, figures[i].ours, figures[i].unit);
        e.bar = figures[i].bar;
        e.spoiled = ours->quality.wrong > 0;
        if (peer->name)
        {
            e.peer = peer->name;
            e.peer_commit = peer->commit;
            e.peer_value = figures[i].peers;
        }
        bench_report(b, &e);
    }
}
