# SPDX-License-Identifier: MIT
"""An installed library is found by find_package and by pkg-config, also after its folder was moved."""

import os
import shutil

from common import BUILD, CC, ROOT, SANITIZED, expect, have, run, scratch, skip, write

PROGRAM = r"""
#include <impinge/impinge.h>

#include <stdio.h>

int main(void)
{
    return imp_version_text()[0] && imp_version() ? puts(imp_version_text()) < 0 : 1;
}
"""

PROJECT = """
cmake_minimum_required(VERSION 3.20)
project(consumer C)
find_package(impinge 0.1 REQUIRED)
add_executable(consumer consumer.c)
target_link_libraries(consumer impinge::impinge)
"""

if SANITIZED:
    skip("the library is built with sanitizers")

with scratch() as folder:
    run(["cmake", "--install", BUILD, "--prefix", folder + "/first"])
    shutil.move(folder + "/first", folder + "/moved")
    prefix = folder + "/moved"
    write(folder + "/use/consumer.c", PROGRAM)
    write(folder + "/use/CMakeLists.txt", PROJECT)

    run(["cmake", "-S", folder + "/use", "-B", folder + "/use/build", "-DCMAKE_PREFIX_PATH=" + prefix,
         "-DCMAKE_C_COMPILER=" + CC])
    run(["cmake", "--build", folder + "/use/build"])
    by_cmake = run([folder + "/use/build/consumer"])

    pc = [os.path.join(where, "impinge.pc") for where, _, names in os.walk(prefix) if "impinge.pc" in names]
    expect("impinge.pc", [] if len(pc) == 1 else ["found %d times" % len(pc)])
    headers = sorted(os.listdir(prefix + "/include/impinge"))
    expect("headers", [] if headers == sorted(os.listdir(ROOT + "/include/impinge")) else headers)

    if not have("pkg-config"):
        print("skip: no pkg-config")
    else:
        environment = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pc[0]))
        flags = run(["pkg-config", "--cflags", "--libs", "impinge"], env=environment).split()
        run([CC, folder + "/use/consumer.c", "-o", folder + "/by_pc"] + flags)
        # Where a shared library lies is the caller's business without CMake.
        by_pc = run([folder + "/by_pc"], env=dict(os.environ, LD_LIBRARY_PATH=os.path.dirname(os.path.dirname(pc[0]))))
        version = run(["pkg-config", "--modversion", "impinge"], env=environment)
        expect("versions", [] if by_cmake == by_pc == version else [by_cmake, by_pc, version])
