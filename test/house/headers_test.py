# SPDX-License-Identifier: MIT
"""Every public header compiles alone, as C11, C17 and C++17, with every compiler that is here."""

import os

from common import ROOT, WARNINGS, have, run, scratch, write

with scratch() as folder:
    count = 0
    for name in sorted(os.listdir(ROOT + "/include/impinge")):
        source = folder + "/" + name.replace(".h", ".c")
        # Twice: the include guard must hold.
        write(source, '#include "impinge/%s"\n#include "impinge/%s"\nint nothing;\n' % (name, name))
        for compiler, standard, language in (("gcc", "c11", "c"), ("gcc", "c17", "c"), ("g++", "c++17", "c++"),
                                             ("clang", "c11", "c"), ("clang", "c17", "c"), ("clang++", "c++17", "c++")):
            if have(compiler):
                run([compiler, "-x", language, "-std=" + standard, "-fsyntax-only", "-pedantic", "-I", ROOT + "/include"]
                    + WARNINGS + [source])
                count += 1
    for compiler in ("gcc", "g++", "clang", "clang++"):
        if not have(compiler):
            print("skip: no " + compiler)
    print("cases: headers %d" % count)
