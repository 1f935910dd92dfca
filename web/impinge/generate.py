#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# Writes from the public headers what the npm package has of each function: bindings.ts (types, and calls that put their
# arguments into the module's memory), layout.c (compiled into the module: what is assumed here of sizes and offsets is
# what the compiler does), and api.json (functions, structs, constants and their texts, for bindings to other languages).
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
# The tables name what a prototype does not tell. A pointer that is in none of them stops the script.

import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../tools"))
from headers import Headers, stop

SCALARS = {  # size, view, type in TypeScript
    "float": (4, "f32", "number"), "int32_t": (4, "i32", "number"), "uint32_t": (4, "u32", "number"),
    "imp_status": (4, "i32", "number"), "bool": (1, "u8", "boolean"), "uint64_t": (8, "u64", "bigint"),
}

# Threads are for those who have them; the module has none.
LEFT_OUT = {"imp_pool", "imp_jobs", "imp_allocator"}

# Classes. Of structs that own memory: the function that frees them. Of others: the kind of thing that has no struct.
OWNED = {"imp2_shape": "imp2_shape_free", "imp2_compound": "imp2_compound_free"}
OPAQUE = {"imp2_index": "imp2_index_free", "imp3_index": "imp3_index_free", "imp2_points": "imp2_points_free",
          "imp3_points": "imp3_points_free"}
CLASSES = dict(OWNED, **OPAQUE)

# Parameters that are arrays: the parameter that counts them.
ARRAYS = {("imp2_polygon_make", "points"): "count"}
# Arrays that are written: room for `capacity`, of which `count` are filled in. The limit is asked for or grows.
FOUND = {}
for d in "23":
    index = "imp%s_index_" % d
    ARRAYS.update({(index + "add", "things"): "count", (index + "add", "numbers"): "count",
                   (index + "move", "numbers"): "count", (index + "move", "boxes"): "count",
                   (index + "remove", "numbers"): "count"})
    ARRAYS.update({("imp%s_points_%s" % (d, call), "positions"): "count" for call in ("pairs", "neighbours")})
    FOUND[index + "query_box"] = ("numbers", "grows")
    FOUND.update({index + call: ("hits", "asked") for call in ("cast_ray", "cast_box", "nearest")})

# Parameters and fields that need not be given.
OPTIONAL = {("imp2_polygon_make", "radius"), ("imp2_collide", "margin"), ("imp2_compound_collide", "margin")}
OPTIONAL |= {("imp2_batch_" + call, "margin") for call in ("boxes", "circles", "shapes")}
OPTIONAL |= {("imp%s_index_%s" % (d, call), name) for d in "23"
             for call, name in (("make", "def"), ("query_box", "filter"))}
OPTIONAL_STRUCTS = {"imp2_index_def", "imp3_index_def", "imp_filter"}
OPTIONAL_FIELDS = {"user", "filter", "reach", "fill", "closed", "one_sided", "turn", "index"}
NULLABLE = {("imp2_index_move", "numbers"), ("imp3_index_move", "numbers")}

# Read and written.
CHANGED = {("imp2_respond", "a"), ("imp2_respond", "b")}

# Better names where a function has several results.
RENAMED = {("imp2_respond", "out"): "impulse", ("imp2_compound_contains", "out"): "contains"}
RENAMED.update({("imp2_rectangle_" + way, "out"): "touch" for way in (
    "circles", "corners_published", "corners", "feet_published", "feet", "outcodes_published", "outcodes", "axes")})

# Results that failed calls write, with the faults that they tell of (none: all).
TOLD = {("imp2_region_make", "report"): ["IMP_ERR_CROSSING"]}
TOLD.update({("imp2_batch_" + call, "bad"): [] for call in (
    "boxes", "circles", "shapes", "ray_boxes", "ray_circles", "ray_shapes")})

# Pointers in structs to arrays: what their length follows from. Of what comes in, `count = length of` goes by COUNTED.
COUNTED = {
    ("imp2_polyline", "count"): "points", ("imp2_outlines", "ring_count"): "counts",
    ("imp2_region_cut", "ring_count"): "ring_starts - 1", ("imp2_region_cut", "part_count"): "loop_starts - 1",
    ("imp2_boxes", "count"): "x", ("imp2_circles", "count"): "x", ("imp2_shapes", "count"): "x",
    ("imp2_rays", "count"): "x", ("imp2_shapes", "shape_count"): "shapes",
}
# What a count promises of another array, and the call cannot see.
FITS = {
    "imp2_outlines": ["c.fits(c.sum(v.counts), {points}, \"points\")"],
    "imp2_region_cut": ["c.fits(v.ringStarts[v.ringStarts.length - 1], {vertices}, \"vertices\")",
                        "c.fits(v.loopStarts[v.loopStarts.length - 1], {loop}, \"loop\")"],
}
MAY_BE_NULL = {"index", "shape", "c", "s", "lower_x", "lower_y", "center_x", "center_y"}  # of the batches' sets
COLUMNS = {"imp2_manifolds", "imp2_hits", "imp2_contacts"}  # written, `count` elements each
SETS = {"imp2_boxes", "imp2_circles", "imp2_shapes", "imp2_rays"}

# Lists in the memory of an index: views, good until its next call. Field -> number of 32-bit words.
VIEWS = {
    "imp_pair_list": {"pairs": "2 * count"},
    "imp_neighbours": {"starts": "count + 1", "others": "starts[count]"},
    "imp2_compound": {"vertices": "2 * ring_starts[ring_count]", "ring_starts": "ring_count + 1",
                      "loop_starts": "part_count + 1", "loop": "loop_starts[part_count]",
                      "beyond": "loop_starts[part_count]"},
}
CONTACTS = "imp2_compound_contacts"  # room of the caller's, which grows
INSIDE = {("imp2_compound", "parts"): "part_count"}  # things within a thing: they live as long as it does
UNREAD = {("imp2_shape", name) for name in ("block", "x", "y", "normal_x", "normal_y")} | {("imp2_compound", "block")}


def camel(name):
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def type_name(kind):
    match = re.fullmatch(r"imp([23]?)_(\w+)", kind)
    return "".join(word.capitalize() for word in match.group(2).split("_")) + match.group(1)


class Layout:
    """Sizes and offsets as wasm32 has them."""

    def __init__(self, headers):
        self.headers, self.known = headers, {}

    def of(self, kind, pointer=False):
        """(size, alignment)"""
        if pointer or kind.endswith("*") or kind == "function":
            return 4, 4
        if kind in SCALARS:
            return SCALARS[kind][0], SCALARS[kind][0]
        size, align = 0, 1
        if kind not in self.known:
            self.known[kind] = {}
            for field, is_pointer, name, length, _ in self.headers.structs[kind]:
                one, one_align = self.of(field, is_pointer)
                size = -(-size // one_align) * one_align
                self.known[kind][name] = size
                size += one * (self.length(length) if length else 1)
                align = max(align, one_align)
            self.known[kind][None] = -(-size // align) * align, align
        return self.known[kind][None]

    def length(self, length):
        return self.headers.constants[length] if length in self.headers.constants else int(length)

    def at(self, kind, field):
        self.of(kind)
        return self.known[kind][field]

    def words(self, kind):
        """Whether the struct is made of nothing but 32-bit words of one type: its view, or None."""
        if kind in SCALARS:
            return SCALARS[kind][1] if SCALARS[kind][0] == 4 else None
        if kind in CLASSES:
            return None
        views = set()
        for field, pointer, _, _, _ in self.headers.structs[kind]:
            views.add(None if pointer else self.words(field))
        return views.pop() if len(views) == 1 else None


VIEW_TYPES = {"f32": "Float32Array", "i32": "Int32Array", "u32": "Uint32Array"}


class Writer:
    def __init__(self, headers):
        self.headers, self.layout = headers, Layout(headers)
        self.lines, self.methods, self.names = [], {}, set()
        self.inputs, self.outputs = set(), set()

    def put(self, *lines):
        self.lines.extend(lines)

    # Types

    def ts(self, kind, pointer=False):
        if kind in SCALARS:
            return SCALARS[kind][2]
        return type_name(kind)

    def array_type(self, kind):
        view = self.layout.words(kind)
        if view:
            return "ArrayLike<number>" if kind in SCALARS else "readonly %s[] | %s" % (self.ts(kind), VIEW_TYPES[view])
        return "readonly %s[]" % self.ts(kind)

    def fields(self, kind):
        """The fields of a struct that one sees: (C field, TypeScript name, type, optional)."""
        seen = []
        for field, pointer, name, length, const in self.headers.structs[kind]:
            key = (kind, name)
            optional = name in OPTIONAL_FIELDS or kind in OPTIONAL_STRUCTS
            if field in LEFT_OUT or key in COUNTED or key in UNREAD:
                continue
            if kind in VIEWS and name == "count":
                continue
            if kind == CONTACTS and name in ("capacity", "count"):
                continue
            if not pointer:
                shown = self.ts(field) + ("[]" if length else "")
            elif kind in VIEWS:
                shown = VIEW_TYPES[self.layout.words(field)]
            elif kind == CONTACTS:
                shown = self.ts(field) + "[]"
            elif kind in COLUMNS:
                shown = VIEW_TYPES[SCALARS[field][1]]
            elif field in CLASSES and kind not in SETS:
                shown = self.ts(field)
            elif const:
                shown, optional = self.array_type(field), kind in SETS and name in MAY_BE_NULL
            else:
                stop("%s.%s: a pointer that no table has" % key)
            seen.append((name, camel(name), shown, optional))
        return seen

    def interface(self, kind):
        self.put("", *doc_lines(self.struct_doc(kind), ""))
        self.put("export interface %s {" % type_name(kind))
        for name, shown, what, optional in self.fields(kind):
            self.put("  %s%s: %s;" % (shown, "?" if optional else "", what))
        self.put("}")

    def struct_doc(self, kind):
        for text in self.headers.texts.values():
            match = re.search(r"((?:^///[^\n]*\n)+)typedef struct %s\b" % kind, text, re.M)
            if match:
                return match.group(1)
        return ""

    # Values in memory

    def store(self, kind, at, value, optional=False):
        """Statement that puts a value."""
        if kind in SCALARS:
            size, view, _ = SCALARS[kind]
            value = "%s ?? %s" % (value, "false" if kind == "bool" else "0n" if view == "u64" else "0") if optional else value
            value = "(%s) ? 1 : 0" % value if kind == "bool" else value
            return "c.%s[%s] = %s;" % (view, shifted(at, size), value)
        self.inputs.add(kind)
        call = "put%s(c, %s, %%s);" % (type_name(kind), at)
        return "if (%s) %s else c.clear(%s, %d);" % (value, call % value, at, self.layout.of(kind)[0]) if optional \
            else call % value

    def load(self, kind, at, count=None):
        if kind in SCALARS:
            size, view, _ = SCALARS[kind]
            shown = "c.%s[%s]!" % (view, shifted(at, size))
            return shown + " !== 0" if kind == "bool" else shown
        self.outputs.add(kind)
        return "get%s(c, %s%s)" % (type_name(kind), at, ", %s" % count if count else "")

    def put_function(self, kind):
        """How an object of this type is written to memory."""
        lines = ["", "function put%s(c: Core, at: number, v: %s): void {" % (type_name(kind), type_name(kind))]
        for check in FITS.get(kind, []):
            lines.append("  %s;" % re.sub(r"\{(\w+)\}", lambda m: "v.%s.length%s" % (
                m.group(1), self.per(kind, m.group(1))), check))
        if kind in SETS:
            columns = [camel(f[2]) for f in self.headers.structs[kind] if f[1] and f[2] not in ("index", "shapes")]
            lines.append("  for (const column of [%s]) if (column) c.fits(v.x.length, column.length, \"columns\");" %
                         ", ".join("v." + column for column in columns))
        for field, pointer, name, length, const in self.headers.structs[kind]:
            key, at, value = (kind, name), "at + %d" % self.layout.at(kind, name), "v." + camel(name)
            optional = name in OPTIONAL_FIELDS or kind in OPTIONAL_STRUCTS
            if field in LEFT_OUT:
                lines.append("  c.u32[%s] = 0;" % shifted(at, 4))
            elif key in COUNTED:
                source, _, less = COUNTED[key].partition(" - ")
                lines.append("  c.i32[%s] = v.%s.length%s;" % (
                    shifted(at, 4), camel(source), self.per(kind, source) + (" - " + less if less else "")))
            elif pointer and field in CLASSES and kind not in SETS:
                lines.append("  c.u32[%s] = c.place(%s, %s);" % (shifted(at, 4), value, type_name(field)))
            elif pointer:
                array = self.array(field, value)
                lines.append("  c.u32[%s] = %s;" % (
                    shifted(at, 4), "%s ? %s : 0" % (value, array) if kind in SETS and name in MAY_BE_NULL else array))
            elif length:
                for i in range(self.layout.length(length)):
                    size = self.layout.of(field)[0]
                    lines.append("  " + self.store(field, "at + %d" % (self.layout.at(kind, name) + i * size),
                                                   "%s[%d]!" % (value, i) if field in SCALARS else
                                                   "%s[%d] ?? NONE_%s" % (value, i, type_name(field))))
                    if field not in SCALARS:
                        self.names.add(field)
            else:
                lines.append("  " + self.store(field, at, value, optional))
        return lines + ["}"]

    def per(self, kind, field):
        """How many elements of a typed array make one thing of this array."""
        for element, pointer, name, _, _ in self.headers.structs[kind]:
            if name == field and element not in SCALARS and self.layout.words(element):
                size = self.layout.of(element)[0] // 4
                return " / (ArrayBuffer.isView(v.%s) ? %d : 1)" % (camel(field), size)
        return ""

    def array(self, kind, value):
        """Expression: puts an array into memory, gives its address."""
        if kind in SCALARS:
            return "c.%s(%s)" % ({"f32": "floats", "i32": "ints", "u32": "words"}[SCALARS[kind][1]], value)
        size = self.layout.of(kind)[0]
        if kind in CLASSES:
            return "c.copies(%s, %d, %s)" % (value, size, type_name(kind))
        self.inputs.add(kind)
        return "c.structs(%s, %d, put%s)" % (value, size, type_name(kind))

    def get_function(self, kind):
        """How an object is made from what is in memory."""
        more = ", count: number" if kind in COLUMNS else ""
        lines = ["", "function get%s(c: Core, at: number%s): %s {" % (type_name(kind), more, type_name(kind))]
        known = {}
        if kind in VIEWS or kind == CONTACTS:
            lines.append("  const count = c.i32[%s]!;" % shifted("at + %d" % self.layout.at(kind, "count"), 4))
        parts = []
        for field, pointer, name, length, const in self.headers.structs[kind]:
            at = "at + %d" % self.layout.at(kind, name)
            shown = camel(name)
            if not [f for f in self.fields(kind) if f[0] == name]:
                continue
            if kind in VIEWS:
                words = VIEWS[kind][name]
                lines.append("  const %s = c.view%s(%s, %s);" % (
                    shown, self.layout.words(field).capitalize(), at, re.sub(r"(\w+)\[(\w+)\]", r"\1[\2]!", words)))
                parts.append(shown)
            elif kind == CONTACTS and pointer:
                parts.append("%s: c.list(c.u32[%s]!, count, %d, get%s)" % (
                    shown, shifted(at, 4), self.layout.of(field)[0], type_name(field)))
                self.outputs.add(field)
            elif kind in COLUMNS and pointer:
                parts.append("%s: c.view%s(%s, count).slice()" % (shown, SCALARS[field][1].capitalize(), at))
            elif length:
                size = self.layout.of(field)[0]
                items = [self.load(field, "at + %d" % (self.layout.at(kind, name) + i * size),
                                   "count" if field in COLUMNS else None) for i in range(self.layout.length(length))]
                if kind == "imp2_manifold":
                    # As many points as there are.
                    parts.append("points: [%s].slice(0, c.i32[%s]!)" % (
                        ", ".join(items), shifted("at + %d" % self.layout.at(kind, "count"), 4)))
                else:
                    parts.append("%s: [%s]" % (shown, ", ".join(items)))
            else:
                parts.append("%s: %s" % (shown, self.load(field, at)))
        return lines + ["  return { %s };" % ", ".join(parts), "}"]

    def room_function(self, kind):
        """Room for the columns of a result."""
        lines = ["", "function room%s(c: Core, at: number, count: number): void {" % type_name(kind)]
        for field, pointer, name, length, _ in self.headers.structs[kind]:
            for i in range(self.layout.length(length) if length else 1):
                at = "at + %d" % (self.layout.at(kind, name) + i * self.layout.of(field, pointer)[0])
                lines.append("  c.u32[%s] = c.take(4 * count);" % shifted(at, 4) if pointer else
                             "  room%s(c, %s, count);" % (type_name(field), at))
        return lines + ["}"]

    # Functions

    def function(self, name):
        result, arguments, doc, _ = self.headers.functions[name]
        kinds = [a[0].rstrip("*") for a in arguments]
        if name in CLASSES.values() or any(k in LEFT_OUT and k != "imp_allocator" for k in kinds):
            return
        owner = self.owner(name, arguments)
        shown = self.shown(name, owner)
        body, params, names, passed = [], [], [], []
        size, results, handle, tells = 0, [], None, []
        found = FOUND.get(name)
        lengths, pairs = {}, False
        for position, (kind, pointer, argument, _, const) in enumerate(arguments):
            key, ts_name = (name, argument), camel(argument)
            names.append(argument)
            room = self.layout.of(kind)[0] if not (pointer and kind.rstrip("*") in CLASSES or kind == "void") else 4
            size = -(-size // 8) * 8

            def scratch(bytes_needed):
                nonlocal size
                at = size
                size += bytes_needed
                return "m + %d" % at

            if owner and position == 0 and pointer:
                passed.append("this.at(c)")
            elif kind == "imp_allocator":
                passed.append("0")
            elif argument == "count" and name.startswith("imp2_batch_"):
                passed.append("pairs")
                pairs = True
            elif not pointer and (argument in [ARRAYS.get((name, a[2])) for a in arguments]):
                lengths[argument] = True
                passed.append("count")
            elif found and argument in (found[0], "capacity", "count"):
                passed.append({found[0]: "list", "capacity": "capacity"}.get(argument, None) or scratch(4))
                if argument == "count":
                    found_at = passed[-1]
                elif argument == found[0]:
                    found_kind = kind
            elif not pointer and kind in SCALARS:
                params.append((ts_name, self.ts(kind), key in OPTIONAL))
                passed.append("%s ? 1 : 0" % ts_name if kind == "bool" else ts_name)
            elif not pointer:
                at = scratch(room)
                params.append((ts_name, self.ts(kind), False))
                body.append(self.store(kind, at, ts_name))
                passed.append(at)
            elif (name, argument) in ARRAYS and const:
                nullable = key in NULLABLE
                params.append((ts_name, self.array_type(kind) + (" | null" if nullable else ""), False))
                array = self.array(kind, ts_name)
                body.append("const %sAt = %s;" % (ts_name, "%s === null ? 0 : %s" % (ts_name, array) if nullable else array))
                if nullable:
                    lengths["checks"] = ["if (%s) c.fits(count, %s.length, \"%s\");" % (ts_name, ts_name, argument)]
                else:
                    per = self.layout.of(kind)[0] // 4
                    lengths["from"] = "%s.length%s" % (ts_name, "" if kind in SCALARS or not self.layout.words(kind) else
                                                       " / (ArrayBuffer.isView(%s) ? %d : 1)" % (ts_name, per))
                passed.append(ts_name + "At")
            elif (name, argument) in ARRAYS:
                body.append("const %sAt = c.take(%d * count);" % (ts_name, self.layout.of(kind)[0]))
                results.append((ts_name, "Int32Array", "c.i32.slice(%sAt >> 2, (%sAt >> 2) + count)" % (ts_name, ts_name)))
                passed.append(ts_name + "At")
            elif const and kind in CLASSES:
                params.append((ts_name, self.ts(kind), False))
                passed.append("c.place(%s, %s)" % (ts_name, type_name(kind)))
            elif kind in COLUMNS:
                at = scratch(room)
                body.append("room%s(c, %s, pairs);" % (type_name(kind), at))
                self.names.add(kind)
                results.append(("out", self.ts(kind), self.load(kind, at, "pairs")))
                passed.append(at)
            elif const:
                at = scratch(room)
                optional = key in OPTIONAL
                params.append((ts_name, self.ts(kind), optional))
                body.append(self.store(kind, at, ts_name, optional))
                passed.append(at)
            elif key in CHANGED:
                at = scratch(room)
                params.append((ts_name, self.ts(kind), False))
                body.append(self.store(kind, at, ts_name))
                results.append((ts_name, self.ts(kind), self.load(kind, at)))
                passed.append(at)
            elif kind.rstrip("*") in OPAQUE:
                at = scratch(4)
                handle = (type_name(kind.rstrip("*")), "c.u32[(%s) >> 2]!" % at)
                passed.append(at)
            elif kind in OWNED:
                handle = (type_name(kind), "thing")
                body.append("const thing = c.make(%d);" % self.layout.of(kind)[0])
                passed.append("thing")
            elif kind == CONTACTS:
                at = scratch(room)
                results.append(("out", self.ts(kind), self.load(kind, at)))
                passed.append(at)
            else:
                at = scratch(room)
                shown_name = RENAMED.get(key, ts_name)
                value = self.load(kind, at)
                if key in TOLD:
                    if kind == "int32_t":
                        body.append(self.store(kind, at, "-1"))
                    faults = " || ".join("fault === %d" % self.headers.constants[f] for f in TOLD[key]) or "true"
                    tells.append((shown_name, value, faults))
                    if argument == "bad":
                        passed.append(at)
                        continue
                results.append((shown_name, self.ts(kind), value))
                passed.append(at)
        if pairs:
            params.append(("count", "number", True))
            lengths["pairs"] = "c.pairs(%s, %s, count)" % (params[0][0], params[1][0])
        self.method(owner, shown, name, doc, params, names, body, passed, size, results, handle, tells, found,
                    lengths, result, locals().get("found_at"), locals().get("found_kind"))

    def method(self, owner, shown, name, doc, params, names, body, passed, size, results, handle, tells, found,
               lengths, result, found_at, found_kind):
        lines = doc_lines(doc, "  ")
        if found and found[1] == "asked":
            params.append(("most", "number", 1))
        signature = ", ".join(
            "%s%s: %s%s" % (n, "?" if opt is True and (t != "number" or n == "count") else "", t,
                            " = %d" % (opt if opt is not True else 0) if opt and t == "number" and n != "count" else "")
            for n, t, opt in params)
        if result == "imp_status":
            if found:
                view = VIEW_TYPES.get(self.layout.words(found_kind)) if found_kind in SCALARS else None
                returned = view or "%s[]" % self.ts(found_kind)
            elif handle:
                returned = handle[0]
            elif not results:
                returned = "void"
            elif len(results) == 1:
                returned = results[0][1]
            else:
                returned = "{ %s }" % "; ".join("%s: %s" % (n, t) for n, t, _ in results)
        else:
            returned = {"uint32_t": "number", "void": "void", "const char*": "string"}[result]
        lines.append("  %s(%s): %s {" % (shown, signature, returned))
        inner = ["const c = this.core;"]
        if size or body or found:
            inner.append("const m = c.begin(%d);" % size if size else "c.begin(0);")
        if "from" in lengths:
            inner.append("const count = %s;" % lengths["from"])
        if "pairs" in lengths:
            inner.append("const pairs = %s;" % lengths["pairs"])
        inner += lengths.get("checks", [])
        if found:
            inner.append("let capacity = %s;" % ("most" if found[1] == "asked" else "256"))
        call = "c.exports.%s!(%s)" % (name, ", ".join(passed))
        told = ""
        for told_name, value, when in tells:
            told = ", (fault) => (%s ? { %s: %s } : {})" % (when, told_name, value) if when != "true" else \
                ", () => ({ %s: %s })" % (told_name, value)
        checked = 'c.check(%%s, "%s", %s%s);' % (name, json.dumps(names), told)
        if result != "imp_status":
            inner += body
            if returned == "string":
                inner.append("return c.text(%s);" % call)
            else:
                inner.append("return %s%s;" % (call, " >>> 0" if returned == "number" else ""))
        elif found:
            size_one = self.layout.of(found_kind)[0]
            inner += body
            inner.append("let list = c.take(%d * capacity);" % size_one)
            inner.append("let status = %s;" % call)
            if found[1] == "grows":
                inner += ["if ((status & 0xff) === %d) {" % self.headers.constants["IMP_ERR_SPACE"],
                          "  capacity = c.i32[(%s) >> 2]!;" % found_at,
                          "  list = c.take(%d * capacity);" % size_one,
                          "  status = %s;" % call, "}"]
            inner.append(checked % "status")
            inner.append("const count = c.i32[(%s) >> 2]!;" % found_at)
            if found_kind in SCALARS:
                inner.append("return c.%s.slice(list >> 2, (list >> 2) + count);" % SCALARS[found_kind][1])
            else:
                self.outputs.add(found_kind)
                inner.append("return c.list(list, count, %d, get%s);" % (size_one, type_name(found_kind)))
        elif any(t == type_name(CONTACTS) for _, t, _ in results):
            at = passed[-1]
            inner += body
            one = self.layout.of("imp2_part_manifold")[0]
            inner += ["c.room(%s, %d, 64);" % (at, one), "let status = %s;" % call,
                      "if ((status & 0xff) === %d) {" % self.headers.constants["IMP_ERR_SPACE"],
                      "  c.room(%s, %d, c.i32[(%s + %d) >> 2]!);" % (at, one, at, self.layout.at(CONTACTS, "count")),
                      "  status = %s;" % call, "}", checked % "status", "return %s;" % results[0][2]]
        else:
            inner += body
            if handle and handle[1] == "thing":
                checked = 'c.checkMade(%%s, thing, "%s", %s%s);' % (name, json.dumps(names), told)
            inner.append(checked % call)
            if handle:
                keep = ", [%s]" % ", ".join(n for n, t, _ in params if t in [type_name(k) for k in CLASSES])
                inner.append("const made = new %s(c, %s%s);" % (handle[0], handle[1], keep if keep != ", []" else ""))
                for n, _, value in results:
                    inner.append("made.%s = %s;" % (n, value))
                inner.append("return made;")
            elif len(results) == 1:
                inner.append("return %s;" % results[0][2])
            elif results:
                inner.append("return { %s };" % ", ".join("%s: %s" % (n, v) for n, _, v in results))
        lines += ["    " + line for line in inner] + ["  }"]
        self.methods.setdefault(owner or "imp" + re.match(r"imp([23]?)", name).group(1), []).append(lines)

    def owner(self, name, arguments):
        if not arguments or not arguments[0][1]:
            return None
        kind = arguments[0][0]
        own = sum(1 for a in arguments if a[0] == kind)
        if kind in OPAQUE and name.startswith(kind + "_"):
            return kind
        return kind if kind in OWNED and name.startswith(kind + "_") and own == 1 and arguments[0][4] \
            and name != "imp2_compound_of_shape" else None

    def shown(self, name, owner):
        rest = name[len(owner) + 1:] if owner else re.sub(r"^imp[23]?_", "", name)
        rest = re.sub(r"_make$", "", rest)
        return camel(rest)

    def class_of(self, kind):
        name = type_name(kind)
        self.put("", *doc_lines(self.struct_doc(kind) or "/// Made by imp%s.%s()." % (
            name[-1], camel(kind.split("_", 1)[1])), ""))
        self.put("export class %s extends Handle {" % name)
        for maker, (_, arguments, _, _) in self.headers.functions.items():
            for other, pointer, argument, _, const in arguments:
                if pointer and not const and maker.endswith("_make") and other in self.headers.structs and \
                        other not in CLASSES and any(a[0] == kind and not a[4] for a in arguments):
                    line = "  %s?: %s;" % (camel(argument), type_name(other))
                    if line not in self.lines[-3:]:
                        self.put(line)
                    self.outputs.add(other)
        size = self.layout.of(kind)[0] if kind in OWNED else 0
        self.put("", "  constructor(core: Core, at: number, needs: Handle[] = [], inside = false) {",
                 "    super(core, at, %s, needs, inside);" % (
                     '(c, at) => { c.exports.%s!(at); c.drop(at); }' % CLASSES[kind] if kind in OWNED else
                     '(c, at) => { c.exports.%s!(at); }' % CLASSES[kind]), "  }")
        for field, pointer, field_name, length, _ in self.headers.structs.get(kind, []):
            if (kind, field_name) in UNREAD:
                continue
            at = "at + %d" % self.layout.at(kind, field_name)
            start = ["    const c = this.core, at = this.at(c);"]
            if (kind, field_name) in INSIDE:
                self.put("", "  /// One of %s; it lives as long as this." % camel(INSIDE[(kind, field_name)]),
                         "  %s(i: number): %s {" % (camel(field_name)[:-1], type_name(field)), *start,
                         "    if (!(i >= 0 && i < this.%s)) throw new RangeError(`there is no part ${i}`);" % camel(
                             INSIDE[(kind, field_name)]),
                         "    return new %s(c, c.u32[(%s) >> 2]! + %d * i, [this], true);" % (
                             type_name(field), at, self.layout.of(field)[0]), "  }")
            elif pointer:
                words = VIEWS[kind][field_name]
                words = re.sub(r"\b([a-z]\w+)", lambda m: "this." + camel(m.group(1)), words)
                words = re.sub(r"(this\.\w+)\[(.*?)\]", r"(\1[\2] ?? 0)", words)
                view = self.layout.words(field)
                self.put("", "  get %s(): %s {" % (camel(field_name), VIEW_TYPES[view]), *start,
                         "    return c.view%s(%s, %s);" % (view.capitalize(), at, words), "  }")
            else:
                self.put("", "  get %s(): number {" % camel(field_name), *start,
                         "    return %s;" % self.load(field, at), "  }")
        for lines in self.methods.get(kind, []):
            self.put("", *lines)
        self.put("}")

    def write(self):
        constants = [(re.sub(r"^IMP([23]?)_([A-Z]+)", r"\2\1", n), v) for n, v in self.headers.constants.items()
                     if not n.startswith("IMP_VERSION_")]
        for name in self.headers.functions:
            self.function(name)
        head = self.lines
        self.lines = []
        for kind in CLASSES:
            self.class_of(kind)
        classes = self.lines
        self.lines = []
        for owner, what in (("imp", "Common"), ("imp2", "Plane"), ("imp3", "Space")):
            self.put("", "export class %s {" % what, "  constructor(readonly core: Core) {}")
            for lines in self.methods.get(owner, []):
                self.put("", *lines)
            self.put("}")
        spaces = self.lines
        # Each struct that is put or got may have others in it.
        codecs, done = [], set()
        while True:
            todo = sorted([("put", k) for k in self.inputs] + [("get", k) for k in self.outputs] +
                          [("room", k) for k in self.names if k in COLUMNS])
            todo = [t for t in todo if t not in done]
            if not todo:
                break
            for what, kind in todo:
                done.add((what, kind))
                codecs += getattr(self, what + "_function")(kind)
                if what == "room":
                    self.names |= {f[0] for f in self.headers.structs[kind] if f[0] in COLUMNS}
        nones = []
        for kind in sorted(self.names - COLUMNS):
            nones += ["", "const NONE_%s: %s = %s;" % (type_name(kind), type_name(kind), self.zero(kind))]
        self.lines = []
        for kind in self.headers.structs:
            if kind not in CLASSES and kind not in LEFT_OUT and {("put", kind), ("get", kind)} & done:
                self.interface(kind)
        types = self.lines
        return "\n".join(
            ["// SPDX-License-Identifier: MIT", "//", "// Written by generate.py from the public headers.", "",
             'import { Core, Handle } from "./core.js";', ""] +
            ["export const %s = %d;" % c for c in constants] + head + types + classes + spaces + nones + codecs) + "\n"

    def zero(self, kind):
        parts = []
        for name, shown, _, _ in self.fields(kind):
            field = next(f for f in self.headers.structs[kind] if f[2] == name)
            parts.append("%s: %s" % (shown, "0" if field[0] in SCALARS else self.zero(field[0])))
        return "{ %s }" % ", ".join(parts)


def shifted(at, size):
    """Index into the view of this size."""
    shift = {1: None, 4: 2, 8: 3}[size]
    return at if shift is None else "(%s) >> %d" % (at, shift)


def doc_lines(doc, indent):
    """The comment of a header as one for TypeScript: without what is C's alone."""
    lines, skip = [], False
    for line in (re.sub(r"^/// ?", "", l) for l in doc.strip().splitlines()):
        if re.match(r"(returns|allocator|count|capacity|out)\s{2,}", line):
            skip = True
        elif not line.startswith("          "):
            skip = False
        if not skip:
            lines.append(line)
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        return []
    if len(lines) == 1:
        return ["%s/** %s */" % (indent, lines[0])]
    return [indent + "/**"] + [(indent + " * " + l).rstrip() for l in lines] + [indent + " */"]


def layout_source(writer):
    """Fails to compile where the compiler lays a struct out otherwise."""
    lines = ["// Written by generate.py: what the bindings assume of the layout of structs.", "",
             '#include "impinge/impinge.h"', '#include <stddef.h>', ""]
    for kind in writer.headers.structs:
        if kind in LEFT_OUT:
            continue
        size, _ = writer.layout.of(kind)
        lines.append('_Static_assert(sizeof(%s) == %d, "size of %s");' % (kind, size, kind))
        for _, _, name, _, _ in writer.headers.structs[kind]:
            lines.append('_Static_assert(offsetof(%s, %s) == %d, "offset of %s.%s");' % (
                kind, name, writer.layout.at(kind, name), kind, name))
    return "\n".join(lines) + "\n"


def api(headers):
    def text(doc):
        return "\n".join(re.sub(r"^/// ?", "", l) for l in doc.strip().splitlines())

    def item(declared):
        kind, pointer, name, length, const = declared
        return {"name": name, "type": kind, "pointer": pointer, "const": const, "length": length}

    return json.dumps({
        "constants": headers.constants,
        "structs": {n: [item(f) for f in fields] for n, fields in headers.structs.items()},
        "functions": {n: {"header": header, "returns": result, "parameters": [item(a) for a in arguments],
                          "text": text(doc)} for n, (result, arguments, doc, header) in headers.functions.items()},
    }, indent=1) + "\n"


def main():
    if len(sys.argv) < 3:
        stop("usage: generate.py OUT HEADER...")
    headers = Headers(sys.argv[2:])
    writer = Writer(headers)
    texts = {"bindings.ts": writer.write(), "layout.c": layout_source(writer), "api.json": api(headers)}
    os.makedirs(sys.argv[1], exist_ok=True)
    for name, text in texts.items():
        with open(os.path.join(sys.argv[1], name), "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    main()
