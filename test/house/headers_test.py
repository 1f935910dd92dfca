# SPDX-License-Identifier: MIT
"""Every public header compiles alone, and all together as C11, C17 and C++17 with every compiler that is here. No call has more than six
parameters, and every definition has a default."""

import os

from common import ROOT, WARNINGS, expect, have, run, scratch, write

from headers import Headers

PARAMETERS_MOST = 6


def complaints(headers):
    found = ["%s has %d parameters" % (name, len(function.arguments)) for name, function in headers.functions.items()
             if len(function.arguments) > PARAMETERS_MOST]
    made = {function.result for function in headers.functions.values()}
    # What has no meaning until it is filled in has no default: a ray, a description.
    return found + ["%s has no default" % name for name in headers.structs
                    if name.endswith("_def") and name not in made | {
                        "imp%d_%s_def" % (d, kind) for d in (2, 3) for kind in ("ray", "articulation")}]


with scratch() as folder:
    write(folder + "/planted.h", "typedef struct imp2_a_def\n{\n    int32_t a;\n} imp2_a_def;\n"
          "IMP_API void imp2_one(float a, float b, float c, float d, float e, float f);\n"
          "IMP_API void imp2_two(float a, float b, float c, float d, float e, float f, float g);\n")
    expect("planted header", complaints(Headers([folder + "/planted.h"])), ["imp2_two has 7", "imp2_a_def has no default"])
expect("headers", complaints(Headers(sorted(ROOT + "/include/impinge/" + name
                                            for name in os.listdir(ROOT + "/include/impinge")))))

with scratch() as folder:
    names = sorted(os.listdir(ROOT + "/include/impinge"))
    # Twice: the include guard must hold.
    alone = [(name.replace(".h", ".c"), '#include "impinge/%s"\n#include "impinge/%s"\nint nothing;\n' % (name, name))
             for name in names]
    together = [("all.c", "".join('#include "impinge/%s"\n' % name for name in names) + "int nothing;\n")]
    for source, text in alone + together:
        write(folder + "/" + source, text)
    for compiler, standard, language, sources in (("gcc", "c17", "c", alone), ("gcc", "c11", "c", together),
                                                  ("g++", "c++17", "c++", together), ("clang", "c11", "c", together),
                                                  ("clang", "c17", "c", together), ("clang++", "c++17", "c++", together)):
        if not have(compiler):
            print("skip: no " + compiler)
            continue
        for source, _ in sources:
            run([compiler, "-x", language, "-std=" + standard, "-fsyntax-only", "-pedantic", "-I", ROOT + "/include"]
                + WARNINGS + [folder + "/" + source])
    print("cases: headers %d" % len(names))
