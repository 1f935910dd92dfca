// SPDX-License-Identifier: MIT
//
// `impinge decompose`.

#include "arguments.h"
#include "bodies.h"
#include "decompose.h"

int command_decompose(const arguments* asked, char** files, int count)
{
    if (count > 1 || !is_mesh_file(files[0]))
    {
        return bad_usage("decompose takes one mesh, not ", files[count - 1]);
    }
    const decompose_options how = {.tolerance = asked->reading.tolerance,
                                   .scale = asked->reading.scale > 0 ? asked->reading.scale : 1,
                                   .save = asked->save,
                                   .html = asked->html,
                                   .z_up = asked->z_up,
                                   .json = asked->json};
    return end_output(decompose_command(files[0], &how));
}
