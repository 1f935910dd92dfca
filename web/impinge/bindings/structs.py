# SPDX-License-Identifier: MIT
#
# Structs: where their fields lie in memory, what they are in TypeScript, and the functions that put an object into
# memory and get one from it. What calls need of this is remembered as they ask for it; nothing else is written.
#
# In what is written, c is the core, at an address, v the object.

import re

from headers import stop

from bindings.rules import (CALLBACKS, CLASSES, COLUMNS, COUNTED, LEFT_OUT, LISTS, NEEDED, NOT_COLUMNS, NUMBERS,
                            OPTIONAL_FIELDS, OPTIONAL_IN_SETS, OPTIONAL_STRUCTS, RECORDS, REQUIRED, ROOMS, SCALARS,
                            SETS, UNSEEN, USED, VIEWS, camel, doc_lines, type_name)



class Layout:
    """Sizes and offsets as wasm32 has them."""

    def __init__(self, headers):
        self.headers, self.sizes, self.offsets = headers, {}, {}

    def of(self, kind, pointer=False):
        """(size, alignment)"""
        if pointer or kind.endswith("*"):
            return 4, 4
        if kind in SCALARS:
            return SCALARS[kind].size, SCALARS[kind].size
        if kind not in self.sizes:
            self.lay_out(kind)
        return self.sizes[kind]

    def lay_out(self, kind):
        if kind not in self.headers.structs:
            stop("no table and no header has the type '%s'" % kind)
        size, align, offsets = 0, 1, {}
        for field in self.headers.structs[kind]:
            one, one_align = self.of(field.type, field.pointer)
            offsets[field.name] = -(-size // one_align) * one_align
            size = offsets[field.name] + one * (self.number(field.length) if field.length else 1)
            align = max(align, one_align)
        self.sizes[kind], self.offsets[kind] = (-(-size // align) * align, align), offsets

    def size(self, kind):
        return self.of(kind)[0]

    def offset(self, kind, field):
        self.of(kind)
        return self.offsets[kind][field]

    def number(self, length):
        return self.headers.constants[length] if length in self.headers.constants else int(length)

    def view(self, kind):
        """The view of what is made of nothing but 32-bit words of one type, or None."""
        if kind in SCALARS:
            return SCALARS[kind].view if SCALARS[kind].size == 4 else None
        if kind in CLASSES:
            return None
        views = {None if field.pointer else self.view(field.type) for field in self.headers.structs[kind]}
        return views.pop() if len(views) == 1 else None

    def assertions(self):
        """What fails to compile where the compiler lays a struct out otherwise."""
        lines = []
        for kind, fields in self.headers.structs.items():
            if kind not in LEFT_OUT:
                lines.append('_Static_assert(sizeof(%s) == %d, "size of %s");' % (kind, self.size(kind), kind))
                lines += ['_Static_assert(offsetof(%s, %s) == %d, "offset of %s.%s");' % (
                    kind, field.name, self.offset(kind, field.name), kind, field.name) for field in fields]
        return lines


def word(at, view="i32"):
    """Expression: what lies at an address, as one of the words of a view."""
    shift = {"u8": 0, "u64": 3, "f64": 3}.get(view, 2)
    return "c.%s[%s]" % (view, "(%s) >>> %d" % (at, shift) if shift else at)


def set_word(at, value, view="i32"):
    """Statement: puts it there. By a method: what makes the value may exchange the views."""
    return "c.set%s(%s, %s);" % ("Bool" if view == "u8" else view.capitalize(), at, value)


class Structs:
    def __init__(self, headers):
        self.headers, self.layout = headers, Layout(headers)
        self.needed = set()  # ("put", "get" or "room", struct): functions that something calls
        self.by_value = set()  # structs of one word, which C is given as that
        self.zeros = set()   # structs that stand for elements that are not given

    def need(self, what, kind):
        """The name of a function, which is written then."""
        self.needed.add((what, kind))
        return what + type_name(kind)

    # Types

    def word_of(self, kind):
        """What it is for wrong.ts."""
        return SCALARS[kind].word if kind in SCALARS else type_name(kind)

    def field_word(self, kind, field):
        optional = "?" if self.optional(kind, field) else ""
        if (kind, field.name) in CALLBACKS:
            return "function" + optional
        if (kind, field.name) in NUMBERS:
            return "n64" + optional
        if field.pointer and not (field.type in CLASSES and kind not in SETS):
            return self.word_of(field.type) + "[]" + optional
        if field.length:
            return self.word_of(field.type) + ("" if field.type in SCALARS and not optional else "?") + "[]" + optional
        return self.word_of(field.type) + optional

    def kinds(self):
        """Of all that is put into memory, for wrong.ts."""
        put = sorted(self.by_value | {kind for what, kind in self.needed if what == "put"})
        lines = ["", "const KINDS: Kinds = {", "  fields: {"]
        lines += ['    %s: "%s",' % (type_name(kind), " ".join(
            "%s:%s" % (camel(f.name), self.field_word(kind, f)) for f in self.seen(kind))) for kind in put]
        lines += ["  },", "  classes: { %s }," % ", ".join(type_name(kind) for kind in CLASSES)]
        packed = ["%s: %d" % (type_name(kind), self.layout.size(kind) // 4) for kind in put if self.packs(kind)]
        blamed = "function blamed(met: unknown, c: Core, call: string, names: string, values: unknown[]): unknown {"
        return lines + ["  packed: { %s }," % ", ".join(packed), "};", "", blamed,
                        "  return wrong(met, c, call, names, values, KINDS);", "}"]

    def type_of(self, kind):
        return SCALARS[kind].type if kind in SCALARS else type_name(kind)

    def array_type(self, kind):
        if kind in SCALARS:
            return "Uint8Array" if kind == "uint8_t" else "ArrayLike<number>"
        return "readonly %s[]%s" % (type_name(kind), " | Float32Array" if self.packs(kind) else "")

    def got_type(self, kind):
        """Of a result: all that is optional is there, but for things and functions."""
        absent = kind not in OPTIONAL_STRUCTS or any(
            field.pointer and self.optional(kind, field) for field in self.seen(kind))
        return self.type_of(kind) if absent else "Required<%s>" % type_name(kind)

    def packs(self, kind):
        """Whether an array of these structs may also be one of floats."""
        return kind not in SCALARS and self.layout.view(kind) == "f32"

    def field_type(self, kind, field):
        if (kind, field.name) in NUMBERS:
            return "number"
        if not field.pointer:
            return self.type_of(field.type) + ("[]" if field.length else "")
        if (kind, field.name) in CALLBACKS:
            _, told, answer = CALLBACKS[(kind, field.name)]
            return "(%s: %s) => %s | void" % (camel(told.split("_", 1)[1]), type_name(told), type_name(answer))
        if (kind, field.name) in LISTS or kind in COLUMNS:
            return VIEWS[self.layout.view(field.type)]
        if self.in_room(kind, field) and field.type in SCALARS:
            return VIEWS[self.layout.view(field.type)]
        if self.in_room(kind, field) or (kind, field.name) in RECORDS:
            return type_name(field.type) + "[]"
        if field.type in CLASSES and kind not in SETS:
            return type_name(field.type)
        if field.const and (kind in SETS or (kind, field.name) in NEEDED or self.is_counted(kind, field)):
            return self.array_type(field.type)
        return stop("%s.%s is a pointer that no table has" % (kind, field.name))

    def in_room(self, kind, field):
        return kind in ROOMS and field.name == ROOMS[kind][0]

    def is_counted(self, kind, field):
        return any(owner == kind and "{%s}" % field.name in count for (owner, _), count in COUNTED.items())

    def optional(self, kind, field):
        by_name = field.name in (OPTIONAL_IN_SETS if kind in SETS else OPTIONAL_FIELDS)
        return (by_name or kind in OPTIONAL_STRUCTS) and (kind, field.name) not in REQUIRED

    def seen(self, kind):
        """The fields that one sees in TypeScript."""
        return [field for field in self.headers.structs[kind] if field.type not in LEFT_OUT and
                (kind, field.name) not in UNSEEN and (kind, field.name) not in COUNTED]

    def interface(self, kind):
        return ["", *doc_lines(self.headers.struct_doc(kind)), "export interface %s {" % type_name(kind)] + [
            "  %s%s: %s;" % (camel(field.name), "?" if self.optional(kind, field) else "", self.field_type(kind, field))
            for field in self.seen(kind)] + ["}"]

    def zero(self, kind):
        if kind in SCALARS:
            return SCALARS[kind].zero
        return "{ %s }" % ", ".join("%s: %s" % (
            camel(f.name), "0" if (kind, f.name) in NUMBERS else self.zero(f.type)) for f in self.seen(kind))

    # Values

    def store(self, kind, at, value, optional=False):
        """Statement: puts a value into memory."""
        if kind in SCALARS:
            value = "%s ?? %s" % (value, SCALARS[kind].zero) if optional else value
            return set_word(at, value, SCALARS[kind].view)
        statement = "%s(c, %s, %s);" % (self.need("put", kind), at, value)
        empty = "c.clear(%s, %d);" % (at, self.layout.size(kind))
        return "if (%s) %s else %s" % (value, statement, empty) if optional else statement

    def load(self, kind, at, count=None):
        """Expression: a value in memory. Columns have a count."""
        if kind in SCALARS:
            return word(at, SCALARS[kind].view) + ("! !== 0" if kind == "bool" else "!")
        return "%s(c, %s%s)" % (self.need("get", kind), at, ", " + count if kind in COLUMNS else "")

    def array(self, kind, value):
        """Expression: puts an array into memory, gives its address."""
        if kind in SCALARS:
            calls = {"f32": "floats", "f64": "doubles", "i32": "ints", "u8": "octets"}
            if SCALARS[kind].view not in calls:
                stop("arrays of %s are not put into memory" % kind)
            return "c.%s(%s)" % (calls[SCALARS[kind].view], value)
        if kind in CLASSES:
            return "c.copies(%s, %d, %s)" % (value, self.layout.size(kind), type_name(kind))
        return "c.%s(%s, %d, %s)" % (
            "packed" if self.packs(kind) else "structs", value, self.layout.size(kind), self.need("put", kind))

    def count(self, kind, value):
        """Expression: how many elements an array has, be it one of their words."""
        per = " / (ArrayBuffer.isView(%s) ? %d : 1)" % (value, self.layout.size(kind) // 4)
        return value + ".length" + (per if self.packs(kind) else "")

    def elements(self, kind, value):
        """Expression: how many elements a set of a batch has: what its first column says."""
        first = next(field for field in self.headers.structs[kind] if field.pointer)
        return self.count(first.type, "%s.%s" % (value, camel(first.name)))

    def counts(self, kind, expression):
        """{name} becomes the number of elements in that field."""
        types = {field.name: field.type for field in self.headers.structs[kind]}
        return re.sub(r"\{(\w+)\}", lambda m: self.count(types[m[1]], "v." + camel(m[1])), expression)

    # Functions that are written

    def places(self, kind, field):
        """Where it lies, or each of its elements."""
        start, size = self.layout.offset(kind, field.name), self.layout.of(field.type, field.pointer)[0]
        return ["at + %d" % (start + i * size) for i in range(self.layout.number(field.length) if field.length else 1)]

    def put(self, kind):
        lines = ["", "function put%s(c: Core, at: number, v: %s): void {" % (type_name(kind), type_name(kind))]
        fields = self.headers.structs[kind]
        for field in fields:
            if (kind, field.name) in NEEDED:
                given = "if (v.%s) " % camel(field.name) if self.optional(kind, field) else ""
                lines.append("  %sc.fits(%s, %s, \"%s\");" % (
                    given, NEEDED[(kind, field.name)], self.counts(kind, "{%s}" % field.name), field.name))
        if kind in SETS:
            lines.append("  const count = %s;" % self.elements(kind, "v"))
            for field in [f for f in fields if f.pointer and f.name not in NOT_COLUMNS][1:]:
                value = "v." + camel(field.name)
                given = "if (%s) " % value if self.optional(kind, field) else ""
                lines.append('  %sc.fits(count, %s, "%s");' % (given, self.count(field.type, value), field.name))
        for field in fields:
            lines += ["  " + line for line in self.put_field(kind, field)]
        return lines + ["}"]

    def put_field(self, kind, field):
        places, value = self.places(kind, field), "v." + camel(field.name)
        optional = self.optional(kind, field)
        if field.type in LEFT_OUT:
            return [set_word(places[0], "0")]
        if (kind, field.name) in CALLBACKS:
            user, told, answer = CALLBACKS[(kind, field.name)]
            self.need("get", told)
            self.need("put", answer)
            number = self.field_at(kind, user)
            return ["c.setFunction(%s, %s, %s, call%s);" % (places[0], number, value, type_name(kind))]
        if (kind, field.name) in UNSEEN and field.pointer:
            return []  # put with the function that it belongs to
        if (kind, field.name) in COUNTED:
            return [set_word(places[0], self.counts(kind, COUNTED[(kind, field.name)]))]
        if field.pointer and field.type in CLASSES and kind not in SETS:
            thing = "c.place(%s, %s)" % (value, type_name(field.type))
            return [set_word(places[0], "%s ? %s : 0" % (value, thing) if optional else thing, "u32")]
        if field.pointer:
            array = self.array(field.type, value)
            return [set_word(places[0], "%s ? %s : 0" % (value, array) if optional else array, "u32")]
        if (kind, field.name) in NUMBERS:
            value = "BigInt(%s)" % ("%s ?? 0" % value if optional else value)
            return [set_word(places[0], value, SCALARS[field.type].view)]
        if not field.length:
            return [self.store(field.type, places[0], value, optional)]
        if field.type in SCALARS:
            shown = "(%s?.[%d] ?? " + SCALARS[field.type].zero + ")" if optional else "%s[%d]!"
            return [self.store(field.type, at, shown % (value, i)) for i, at in enumerate(places)]
        self.zeros.add(field.type)
        return [self.store(field.type, at, "%s[%d] ?? NONE_%s" % (value, i, type_name(field.type)))
                for i, at in enumerate(places)]

    def get(self, kind):
        lines = ["", "function get%s(c: Core, at: number%s): %s {" % (
            type_name(kind), ", count: number" if kind in COLUMNS else "", self.got_type(kind))]
        if (kind, "count") in UNSEEN:
            lines.append("  const count = %s!;" % word(self.field_at(kind, "count")))
        values = []
        for field in self.seen(kind):
            if field.pointer and field.type in CLASSES and self.optional(kind, field):
                continue  # of a default: a thing that is not there
            name, value = camel(field.name), self.get_field(kind, field)
            if (kind, field.name) in LISTS:
                # By name, as the next ones may ask for it.
                lines.append("  const %s = %s;" % (name, value))
                values.append(name)
            else:
                values.append("%s: %s" % (name, value))
        return lines + ["  return { %s };" % ", ".join(values), "}"]

    def field_at(self, kind, name):
        return "at + %d" % self.layout.offset(kind, name)

    def get_field(self, kind, field):
        places = self.places(kind, field)
        if (kind, field.name) in CALLBACKS:
            return "c.asked(%s!) as %s[\"%s\"]" % (
                word(self.field_at(kind, CALLBACKS[(kind, field.name)][0]), "u32"), type_name(kind), camel(field.name))
        if (kind, field.name) in LISTS:
            words = re.sub(r"(\w+\[\w+\])", r"\1!", LISTS[(kind, field.name)])
            return "c.copy%s(%s, %s)" % (self.layout.view(field.type).capitalize(), places[0], words)
        if self.in_room(kind, field) and field.type in SCALARS:
            return "c.copy%s(%s, count)" % (self.layout.view(field.type).capitalize(), places[0])
        if field.pointer and (self.in_room(kind, field) or (kind, field.name) in RECORDS):
            counted = RECORDS.get((kind, field.name))
            return "c.list(%s!, %s, %d, %s)" % (
                word(places[0], "u32"), word(self.field_at(kind, counted)) + "!" if counted else "count",
                self.layout.size(field.type), self.need("get", field.type))
        if kind in COLUMNS and field.pointer:
            return "c.copy%s(%s, count)" % (self.layout.view(field.type).capitalize(), places[0])
        if field.pointer:
            stop("%s.%s is a pointer that no table has" % (kind, field.name))
        if (kind, field.name) in NUMBERS:
            return "Number(%s)" % self.load(field.type, places[0])
        if not field.length:
            return self.load(field.type, places[0])
        values = "[%s]" % ", ".join(self.load(field.type, at, "count") for at in places)
        used = USED.get((kind, field.name))
        return values + (".slice(0, %s!)" % word(self.field_at(kind, used)) if used else "")

    def callback(self, kind, field):
        """What calls a function of JavaScript with what C has told, and puts its answer where C wants it."""
        _, told, answer = CALLBACKS[(kind, field)]
        return ["", "function call%s(c: Core, f: Function, told: number, answer: number): void {" % type_name(kind),
                "  const v = f(get%s(c, told));" % type_name(told), "  try {",
                "    if (v) put%s(c, answer, v);" % type_name(answer), "  } catch (met) {",
                '    throw blamed(met, c, "%s", "answer:%s", [v]);' % (camel(field), type_name(answer)), "  }", "}"]

    def room(self, kind):
        lines = ["", "function room%s(c: Core, at: number, count: number): void {" % type_name(kind)]
        for field in self.headers.structs[kind]:
            for at in self.places(kind, field):
                lines.append("  " + (set_word(at, "c.take(4 * count)", "u32") if field.pointer else
                                     "%s(c, %s, count);" % (self.need("room", field.type), at)))
        return lines + ["}"]

    def functions(self):
        """All that are needed, with those that they need."""
        lines, done = [], set()
        while self.needed - done:
            todo = sorted(self.needed - done)
            for what, kind in todo:
                lines += {"put": self.put, "get": self.get, "room": self.room}[what](kind)
            done.update(todo)
        for kind, field in CALLBACKS:
            lines += self.callback(kind, field)
        return lines

    def constants(self):
        return ["\nconst NONE_%s: %s = %s;" % (type_name(kind), type_name(kind), self.zero(kind))
                for kind in sorted(self.zeros)]

    def interfaces(self):
        lines = []
        for kind in self.headers.structs:
            if kind not in CLASSES and {("put", kind), ("get", kind)} & self.needed:
                lines += self.interface(kind)
        return lines
