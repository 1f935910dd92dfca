#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# Writes from the public headers what the npm package has of each function: bindings.ts (types, and calls that put
# their arguments into the module's memory), layout.c (compiled into the module: what is assumed here of sizes and
# offsets is what the compiler does), and api.json (functions, structs, constants and their texts, for bindings to
# other languages).
#
# usage: generate.py OUT HEADER...
#
# The rules:
# - imp2_shape_bounds is a method of Shape2, for it takes one shape; imp2_overlap is imp2.overlap, for it takes two.
#   Makers lose their _make. Types end with the dimension: imp2_vec is Vec2.
# - What is const comes in, what is not goes out and is returned; several results are one object. Counts of arrays and
#   allocators are left out. Of a maker's results the thing is returned, and has the others as properties.
# - Structs are plain objects. A struct that owns memory, or that only the library can make, is a class.
# - An array of structs of nothing but floats may also be a Float32Array.
#
# bindings/rules.py names what a prototype does not tell, structs.py is about values in memory, calls.py about calls. A
# parameter or a field that none of them knows stops the script, and so does a rule for what is no longer there.

import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../tools"))
from headers import Headers, stop

from bindings import rules
from bindings.calls import Classes
from bindings.structs import Structs


def check(headers):
    """Every rule is about something."""
    headers.expect(rules.ROLES, rules.TOLD_WITH, rules.RENAMED, rules.SHOWN, rules.COUNTED, rules.UNSEEN,
                   rules.NEEDED, rules.USED, rules.LISTS, rules.INSIDE, rules.NUMBERS, rules.REQUIRED,
                   rules.CALLBACKS, rules.KEPT_AT.items(), rules.ASKS.items())
    declared = {field.name for fields in headers.structs.values() for field in fields}
    declared.update(headers.functions, headers.structs)
    for table in (rules.CLASSES.values(), rules.OWNED, rules.SETS, rules.COLUMNS, rules.NOT_COLUMNS, rules.ROOMS,
                  rules.OPTIONAL_STRUCTS, rules.OPTIONAL_FIELDS, rules.OPTIONAL_IN_SETS, rules.COPIES):
        for name in table:
            if name not in declared:
                stop("there is no %s any more" % name)


def bindings(headers, structs):
    constants = ["export const %s = %d;" % (re.sub(r"^IMP([23]?)_([A-Z]+)", r"\2\1", name), value)
                 for name, value in headers.constants.items() if not name.startswith("IMP_VERSION_")]
    classes = Classes(headers, structs).lines()
    functions = structs.functions()  # needed by the classes, and by each other
    return ["// SPDX-License-Identifier: MIT", "//", "// Written by generate.py from the public headers.", "",
            'import { Core, Handle, type Lasts } from "./core.js";',
            'import { unexpected, wrong, type Kinds } from "./wrong.js";', "",
            *constants, *structs.interfaces(), *classes, *structs.constants(), *functions, *structs.kinds()]


def layout(structs):
    return ["// Written by generate.py: what the bindings assume of the layout of structs.", "",
            '#include "impinge/impinge.h"', "#include <stddef.h>", "", *structs.layout.assertions()]


def api(headers):
    def text(doc):
        return "\n".join(re.sub(r"^/// ?", "", line) for line in doc.strip().splitlines())

    def item(field):
        return {name: getattr(field, name) for name in ("name", "type", "pointer", "const", "length")}

    return [json.dumps({
        "constants": headers.constants,
        "structs": {name: [item(field) for field in fields] for name, fields in headers.structs.items()},
        "functions": {name: {"header": f.header, "returns": f.result, "parameters": [item(a) for a in f.arguments],
                             "text": text(f.doc)} for name, f in headers.functions.items()},
    }, indent=1)]


def main():
    if len(sys.argv) < 3:
        stop("usage: generate.py OUT HEADER...")
    headers = Headers(sys.argv[2:])
    check(headers)
    structs = Structs(headers)
    texts = {"bindings.ts": bindings(headers, structs), "layout.c": layout(structs), "api.json": api(headers)}
    os.makedirs(sys.argv[1], exist_ok=True)
    for name, lines in texts.items():
        with open(os.path.join(sys.argv[1], name), "w", encoding="utf-8", newline="\n") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
