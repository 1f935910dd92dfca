# SPDX-License-Identifier: MIT
"""What is inside the library: nothing of libc beyond memory and strings, nothing that can be written, no instruction
that rounds differently from machine to machine, and exactly the public functions visible."""

import os
import re

from common import CC, LIBRARY, ROOT, SANITIZED, expect, have, read, run, scratch, skip, write

WANTED_FROM_OUTSIDE = {"memcpy", "memmove", "memset", "memcmp", "strlen", "malloc", "realloc", "free",
                       "bcmp",  # what clang makes of memcmp when only equality is asked
                       "_GLOBAL_OFFSET_TABLE_",
                       "madvise",  # of base/alloc.c: huge pages
                       "__cpu_model",  # of the compiler's runtime: what the processor can do
                       "pthread_create", "pthread_join", "pthread_mutex_init", "pthread_mutex_lock",
                       "pthread_mutex_unlock", "pthread_mutex_destroy", "pthread_cond_init", "pthread_cond_wait",
                       "pthread_cond_broadcast", "pthread_cond_signal", "pthread_cond_destroy",
                       "sched_yield", "sysconf",  # of base/pool_posix.c
                       "sqrt", "sqrtf"}  # exact everywhere; a call only when not optimised
OWN_NAME = re.compile(r"(imp|imp2|imp3)(i_|_)\w+$")


def symbols(library):
    """(name, section, flags, hidden) of every symbol that objdump lists."""
    for line in run(["objdump", "-t", library]).splitlines():
        match = re.match(r"^[0-9a-f]{16} (.{7}) (\S+)\s+[0-9a-f]{16} (\.hidden |\.internal )?(\S+)$", line)
        if match:
            yield match.group(4), match.group(2), match.group(1), bool(match.group(3))


def complaints(library, public):
    found, defined, undefined = [], set(), set()
    for name, section, flags, hidden in symbols(library):
        if section == "*UND*":
            undefined.add(name)
            continue
        writable = section.startswith((".data", ".bss", ".tdata", ".tbss", "*COM*"))
        if writable and not section.startswith(".data.rel.ro") and "d" not in flags:
            found.append("can be written: %s in %s" % (name, section))
        if "g" in flags[:2] or section == "*COM*":
            defined.add(name)
            if not OWN_NAME.match(name):
                found.append("not a name of ours: " + name)
            if not hidden and name not in public:
                found.append("visible but not public: " + name)
    found += ["public but not there: " + name for name in sorted(public - defined)]
    found += ["from outside: " + name for name in sorted(undefined - defined - WANTED_FROM_OUTSIDE)]
    code = run(["objdump", "-d", "--no-show-raw-insn", library])
    for name in sorted(set(re.findall(r"\b(vf(?:n?m)(?:add|sub)\w*|v?rsqrt\w*|v?rcp[sp]s\w*|vrcp\w*|fmadd\w*)\b", code))):
        found.append("instruction: " + name)
    return sorted(found)


def public_functions():
    names = set()
    for name in os.listdir(ROOT + "/include/impinge"):
        text = re.sub(r"//[^\n]*", "", read(ROOT + "/include/impinge/" + name))
        names.update(re.findall(r"^IMP_API [^;(]*?(\w+)\(", text, re.M))
    return names


if SANITIZED:
    skip("the library is built with sanitizers")
if not have("objdump"):
    skip("no objdump")

with scratch() as folder:
    write(folder + "/bad.c", """
        float expf(float); int imp_counter; static int calls = 3; float x(float a) { return expf(a) * (float)calls++; }
        const char* const imp_names[] = {"a", "b"};
        void imp_seen(void) {} __attribute__((visibility("hidden"))) void impi_unseen(void) {}
        """)
    run([CC, "-O1", "-fPIC", "-c", folder + "/bad.c", "-o", folder + "/bad.o"])
    expect("planted symbols", complaints(folder + "/bad.o", {"imp_seen", "imp_gone"}), [
        "can be written: calls", "can be written: imp_counter", "from outside: expf", "not a name of ours: x",
        "public but not there: imp_gone", "visible but not public: imp_counter", "visible but not public: imp_names",
        "visible but not public: x"])

expect("symbols", complaints(LIBRARY, public_functions()))
