// SPDX-License-Identifier: MIT
//
// `impinge replay`.

#include <stdio.h>

#include "arguments.h"
#include "recording.h"

int command_replay(const arguments* asked, char** files, int count)
{
    replay_result result;
    io_error error = {0};
    if (count > 1)
    {
        return bad_usage("replay takes one file, not also ", files[1]);
    }
    if (replay_file(files[0], asked->running.threads, &result, &error))
    {
        return tell_error(&error);
    }
    if (asked->json)
    {
        replay_json(stdout, &result);
    }
    else
    {
        replay_report(stdout, files[0], &result);
    }
    bool differs = result.report.difference != IMP_REPLAY_SAME && asked->given & BIT(VERIFY);
    return end_output(differs ? EXIT_CONTACT : EXIT_CLEAR);
}
