# SPDX-License-Identifier: MIT
#
# Calls: a function of C as a method of a class, put together parameter by parameter.
#
# In what is written, c is the core, m the place for arguments, which has room for all structs that go in and come out.
#
#     try {
#       const m = c.begin(32);
#       putPose2(c, m + 0, pose);                               what goes in
#       c.check(c.exports.imp2_shape_bounds!(...), ...);        the call
#       return getBox2(c, m + 16);                              what comes out
#     } finally {
#       c.end();
#     }

import json
import re

from headers import stop

from bindings.rules import (ASKS, CALLBACKS, CLASSES, COLUMNS, COPIES, GIVEN_LISTS, INSIDE, KEPT_AT, LEFT_OUT, LISTS,
                            NATIVE, OPAQUE, OWNED, RENAMED, RETURNED, ROLES, ROOMS, SCALARS, SETS, SHOWN, TOLD_WITH,
                            UNSEEN, VIEWS, camel, doc_lines, space_of, type_name)
from bindings.structs import word


class Call:
    def __init__(self, name, headers, structs):
        self.name, self.headers, self.structs, self.layout = name, headers, structs, structs.layout
        function = headers.functions[name]
        self.function = function._replace(
            arguments=[a._replace(name=SHOWN.get((name, a.name), a.name)) for a in function.arguments])
        self.owner = self.find_owner()
        self.size = 0       # of all that is in m
        self.handles = []   # parameters that are things
        self.given = []     # parameters in TypeScript, "box: Box2"
        self.kinds = []     # what they are for wrong.ts, "box:Box2", and as which variable
        self.last = []      # those that C has before others, but which need not be given
        self.head = []      # statements before all others: counts
        self.checks = []    # of what was counted
        self.body = []      # statements before the call
        self.passed = []    # what is passed to C
        self.again = []     # statements that make room for all that there is, and the call is made again
        self.telling = ""   # what is told with a fault
        self.after = []     # statements after the call
        self.results = []   # (name, type, expression)
        self.made = None    # (class, expression for its address)
        self.lasts = ""     # how its memory does, where it is not its own
        if self.function.result in headers.structs:
            self.passed.append(self.scratch(self.function.result))  # as C returns a struct
            at = self.passed[0]
            self.results.append(("made", self.structs.got_type(self.function.result),
                                 self.structs.load(self.function.result, at)))
        for argument in self.function.arguments:
            self.role(argument)(argument)
        if name in ASKS:
            first = self.owner and ASKS[name] == self.function.arguments[0].name
            self.body.insert(0, "c.asks(%s);" % ("this" if first else camel(ASKS[name])))
        if name in KEPT_AT:
            self.after.append(self.keep())

    def find_owner(self):
        """The class that this is a method of, or None: what asks one thing, and all that an index can do."""
        kind = self.function.arguments[0].type if self.function.arguments else None
        alone = [a.type for a in self.function.arguments].count(kind) == 1
        return kind if kind in CLASSES and self.stem(kind) and (alone or kind in OPAQUE) else None

    def stem(self, kind):
        """The part of the name that its class has, too: imp2_sweep_many is of imp2_sweeps. None when it has none."""
        stems = [kind + "_"] + ([kind[:-1] + "_"] if kind in OPAQUE and kind.endswith("s") else [])
        return next((stem for stem in stems if self.name.startswith(stem)), None)

    def role(self, a):
        """The method for a parameter: by its place, by the tables, by its type."""
        kind = a.type.rstrip("*")
        if kind not in SCALARS and kind not in self.headers.structs and kind not in CLASSES:
            stop("%s: no table and no header has the type '%s' of %s" % (self.name, kind, a.name))
        if self.owner and a is self.function.arguments[0]:
            return self.this
        if (self.name, a.name) in ROLES:
            return getattr(self, ROLES[(self.name, a.name)])
        if a.name in ("count", "capacity"):
            return self.found_count if a.pointer else getattr(self, a.name)
        if a.type in LEFT_OUT:
            return self.nothing
        if not a.pointer:
            return self.number if a.type in SCALARS else self.only if self.one_word(a.type) else self.struct
        if a.type in COLUMNS:
            return self.columns
        if a.type in CLASSES:
            if a.const or a.type in OWNED:
                return self.handle if a.const else self.owned
        elif kind in OPAQUE:
            return self.opaque
        elif a.const and a.type in self.headers.structs:
            return self.struct
        elif not a.const and a.type == kind:
            return self.in_room if a.type in ROOMS else self.result
        return stop("%s: %s is a pointer that no table has" % (self.name, a.name))

    def keep(self):
        """Statement: the thing keeps the function in this place, or drops the one that was there."""
        callbacks = {kind: user for (kind, _), (user, *_) in CALLBACKS.items()}
        passed = dict(zip((a.name for a in self.function.arguments), self.passed))
        place = next(a for a in self.function.arguments if a.name == KEPT_AT[self.name])
        number = word(passed[place.name]) + "!" if place.pointer else passed[place.name]
        for a in self.function.arguments:
            if a.type in callbacks:
                at = "%s + %d" % (passed[a.name], self.layout.offset(a.type, callbacks[a.type]))
                return "this.keepFunction(%s, %s!);" % (number, word(at, "u32"))
        return "this.dropFunction(%s);" % number

    def expect(self, a, *roles):
        """Which of the roles one of the parameters has; for those that go with it."""
        for b in self.function.arguments:
            if ROLES.get((self.name, b.name)) in roles:
                return ROLES[(self.name, b.name)]
        return stop("%s: no table has the array that goes with %s" % (self.name, a.name))

    # Roles of parameters

    def scratch(self, kind):
        """A place in m."""
        at = -(-self.size // 8) * 8
        self.size = at + self.layout.size(kind)
        return "m + %d" % at

    def give(self, a, kind, word, default=None):
        """A parameter in TypeScript; with a default it need not be given."""
        optional = "?" if default == "" else ""
        self.kinds.append(("%s:%s%s" % (a.name, word, "?" if default is not None else ""), camel(a.name)))
        self.given.append("%s%s: %s%s" % (camel(a.name), optional, kind, " = " + default if default else ""))

    def this(self, a):
        self.passed.append("this.at(c)")

    def nothing(self, a):
        self.passed.append("0")

    def number(self, a, default=None):
        self.give(a, self.structs.type_of(a.type), self.structs.word_of(a.type), default)
        takes = {"number": "c.number(%s)" if a.type == "float" else "c.whole(%s)", "boolean": "c.flag(%s)"}
        self.passed.append(takes.get(SCALARS[a.type].type, "%s") % camel(a.name))

    def one_word(self, kind):
        """The one field of a struct that is nothing else, or None. By value, C passes it as that field."""
        first, *others = self.headers.structs[kind]
        return None if others or first.pointer or first.type not in SCALARS else first

    def only(self, a):
        self.give(a, type_name(a.type), type_name(a.type))
        self.structs.by_value.add(a.type)
        self.passed.append("%s.%s" % (camel(a.name), camel(self.one_word(a.type).name)))

    def struct(self, a, default=None):
        self.give(a, self.structs.type_of(a.type), self.structs.word_of(a.type), default)
        self.passed.append(self.scratch(a.type))
        self.body.append(self.structs.store(a.type, self.passed[-1], camel(a.name), default is not None))

    def optional(self, a):
        if a.pointer:
            self.struct(a, "")  # null when it is not given
            self.passed[-1] = "(%s ? %s : 0)" % (camel(a.name), self.passed[-1])
        else:
            self.number(a, SCALARS[a.type].zero)

    def handle(self, a):
        self.give(a, type_name(a.type), type_name(a.type))
        self.handles.append(camel(a.name))
        self.passed.append("c.place(%s, %s)" % (camel(a.name), type_name(a.type)))

    def array(self, a):
        name = camel(a.name)
        if a.const:
            self.give(a, self.structs.array_type(a.type), self.structs.word_of(a.type) + "[]")
            self.head.append("const count = %s;" % self.structs.count(a.type, name))
            self.body.append("const %sAt = %s;" % (name, self.structs.array(a.type, name)))
        else:
            view = SCALARS[a.type].view if a.type in SCALARS else self.layout.view(a.type)
            self.body.append("const %sAt = c.take(%d * count);" % (name, self.layout.size(a.type)))
            self.results.append((name, VIEWS[view], self.slice(view, name + "At")))
        self.passed.append(name + "At")

    def slice(self, view, start):
        shift = {"u8": 0, "f64": 3}.get(view, 2)
        start = "(%s >>> %d)" % (start, shift) if shift else start
        return "c.%s.slice(%s, %s + count)" % (view, start, start)

    def nullable(self, a):
        name = camel(a.name)
        self.give(a, self.structs.array_type(a.type) + " | null", self.structs.word_of(a.type) + "[]?")
        self.checks.append('if (%s) c.fits(count, %s.length, "%s");' % (name, name, a.name))
        self.body.append("const %sAt = %s === null ? 0 : %s;" % (name, name, self.structs.array(a.type, name)))
        self.passed.append(name + "At")

    def count(self, a):
        arguments = self.function.arguments
        if any(b.type in COLUMNS or ROLES.get((self.name, b.name)) == "answers" for b in arguments):
            self.head.append("const pairs = c.pairs([%s], count);" % ", ".join(
                "{0}.index ? {0}.index.length : {1}".format(camel(b.name), self.structs.elements(b.type, camel(b.name)))
                for b in arguments if b.type in SETS))
            self.last.append("count?: number")
            self.kinds.append(("count:i32?", "count"))
            self.passed.append("pairs")
        else:
            self.expect(a, "array")
            self.passed.append("count")

    def columns(self, a):
        at = self.scratch(a.type)
        self.body.append("%s(c, %s, pairs);" % (self.structs.need("room", a.type), at))
        self.results.append((a.name, type_name(a.type), self.structs.load(a.type, at, "pairs")))
        self.passed.append(at)

    def answers(self, a):
        size = self.layout.size(a.type)
        if not any(b.name == "count" for b in self.function.arguments):
            # As many as the set says, of which an index has an entry for each.
            for b in self.function.arguments:
                if b.type in SETS:
                    name = camel(b.name)
                    self.head.append("const pairs = %s;" % self.structs.elements(b.type, name))
                    self.head.append('if (%s.index) c.fits(pairs, %s.index.length, "index");' % (name, name))
        self.body.append("const list = c.take(%d * pairs);" % size)
        self.results.append((a.name, self.structs.got_type(a.type) + "[]", "c.list(list, pairs, %d, %s)" % (
            size, self.structs.need("get", a.type))))
        self.passed.append("list")

    def found(self, a):
        self.put_list(a, ["const list = c.take(%d * most);" % self.layout.size(a.type)])
        self.last.append("most: number = 1")
        self.kinds.append(("most:i32", "most"))

    def words(self, a):
        words, view = self.layout.size(a.type) // 4, self.layout.view(a.type)
        self.grows(a)
        self.results[-1] = (a.name, VIEWS[view], "c.%s.slice(list >>> 2, (list >>> 2) + %d * count)" % (view, words))

    def grows(self, a):
        room = "list = c.take(%d * capacity);" % self.layout.size(a.type)
        self.put_list(a, ["let capacity = 256;", "let " + room])
        self.again = [room]

    def put_list(self, a, statements):
        self.body += statements
        self.passed.append("list")
        if a.type in SCALARS:
            view = SCALARS[a.type].view
            self.results.append((a.name, VIEWS[view], self.slice(view, "list")))
        else:
            self.results.append((a.name, self.structs.got_type(a.type) + "[]", "c.list(list, count, %d, %s)" % (
                self.layout.size(a.type), self.structs.need("get", a.type))))

    def capacity(self, a):
        self.passed.append("most" if self.expect(a, "found", "grows", "words") == "found" else "capacity")

    def found_count(self, a):
        at = self.scratch(a.type)
        if self.expect(a, "found", "grows", "words") != "found":
            self.again.insert(0, "capacity = %s!;" % word(at))
        self.after.append("const count = %s!;" % word(at))
        self.passed.append(at)

    def in_room(self, a):
        at, (name, most) = self.scratch(a.type), ROOMS[a.type]
        field = next(field for field in self.headers.structs[a.type] if field.name == name)
        list_at, count_at = ("%s + %d" % (at, self.layout.offset(a.type, it)) for it in (name, "count"))
        room = "c.room(%s, %d, %%s);" % (list_at, self.layout.size(field.type))
        self.body.append(room % most)
        self.again = [room % (word(count_at) + "!")]
        self.results.append((a.name, type_name(a.type), self.structs.load(a.type, at)))
        self.passed.append(at)

    def changed(self, a):
        self.struct(a)
        self.results.append((camel(a.name), self.structs.got_type(a.type), self.structs.load(a.type, self.passed[-1])))

    def resumed(self, a):
        self.struct(a, "")
        self.results.append((camel(a.name), self.structs.got_type(a.type), self.structs.load(a.type, self.passed[-1])))

    def opaque(self, a):
        self.passed.append(self.scratch(a.type))
        self.made = (type_name(a.type.rstrip("*")), word(self.passed[-1], "u32") + "!")

    def owned(self, a):
        self.body.append("const thing = c.hold(%d);" % self.layout.size(a.type))
        self.passed.append("thing")
        self.made = (type_name(a.type), "c.keep(thing)")

    def shared(self, a):
        self.owned(a)
        self.lasts = '"shares"'
        self.handles.append("this")

    def result(self, a):
        at, name = self.scratch(a.type), RENAMED.get((self.name, a.name), camel(a.name))
        value = self.structs.load(a.type, at)
        if (self.name, a.name) in TOLD_WITH:
            fault = self.headers.constants[TOLD_WITH[(self.name, a.name)]]
            self.telling = ", (fault) => (fault === %d ? { %s: %s } : {})" % (fault, name, value)
        self.results.append((name, self.structs.got_type(a.type), value))
        self.passed.append(at)

    def of_list(self, a):
        name, size, given = camel(a.name), self.layout.size(a.type), GIVEN_LISTS[self.name]
        self.body.append("const %sAt = c.take(%d * %s.length);" % (name, size, given))
        self.results.append((name, self.structs.got_type(a.type) + "[]", "c.list(%sAt, %s.length, %d, %s)" % (
            name, given, size, self.structs.need("get", a.type))))
        self.passed.append(name + "At")

    def told(self, a):
        at = self.scratch(a.type)
        self.body.append(self.structs.store(a.type, at, "-1"))
        self.telling = ", () => ({ %s: %s })" % (camel(a.name), self.structs.load(a.type, at))
        self.passed.append(at)

    # What is written

    def shown(self):
        """Its name in TypeScript."""
        stem = self.stem(self.owner) if self.owner else space_of(self.name) + "_"
        return camel(re.sub(r"_make$", "", self.name[len(stem):]))

    def returned(self):
        """(type, statements)"""
        if self.function.result in RETURNED:
            return RETURNED[self.function.result], []
        if self.made:
            kind, at = self.made
            keep = ", [%s]" % ", ".join(self.handles) if self.handles and self.name not in COPIES else ""
            keep += ", " + self.lasts if self.lasts else ""
            return kind, ["const made = new %s(c, %s%s);" % (kind, at, keep)] + [
                "made.%s = %s;" % (name, value) for name, _, value in self.results] + ["return made;"]
        if not self.results:
            return "void", []
        if len(self.results) == 1:
            _, kind, value = self.results[0]
            return kind, ["return %s;" % value]
        return ("{ %s }" % "; ".join("%s: %s" % (name, kind) for name, kind, _ in self.results),
                ["return { %s };" % ", ".join("%s: %s" % (name, value) for name, _, value in self.results)])

    def call(self):
        """The call, and what is done with its status."""
        call = "c.exports.%s!(%s)" % (self.name, ", ".join(self.passed))
        if self.function.result in self.headers.structs:
            return [call + ";"]
        if self.function.result != "imp_status":
            kind = RETURNED[self.function.result]
            return ["return c.text(%s);" % call if kind == "string" else
                    "return %s%s;" % (call, " >>> 0" if kind == "number" else "")]
        names = json.dumps([a.name for a in self.function.arguments])
        check = 'c.check(%%s, "%s", %s%s);' % (self.name, names, self.telling)
        if not self.again:
            return [check % call]
        return ["let status = %s;" % call,
                "if ((status & 0xff) === %d) {" % self.headers.constants["IMP_ERR_SPACE"],
                *("  " + line for line in self.again), "  status = %s;" % call, "}", check % "status"]

    def lines(self):
        kind, ending = self.returned()
        statements = [*self.head, *self.checks, *self.body, *self.call(), *self.after, *ending]
        blame = ["} catch (met) {", '  throw blamed(met, c, "%s", "%s", [%s]);' % (
            self.name, " ".join(word for word, _ in self.kinds), ", ".join(it for _, it in self.kinds))]
        blame = blame if self.kinds else []
        if self.size or self.body:
            begin = "const m = c.begin(%d);" % self.size if self.size else "c.begin(0);"
            statements = ["try {", *("  " + line for line in [begin, *statements]), *blame,
                          "} finally {", "  c.end();", "}"]
        elif blame:
            statements = ["try {", *("  " + line for line in statements), *blame, "}"]
        return ["", *doc_lines(self.function.doc, "  "),
                "  %s(%s): %s {" % (self.shown(), ", ".join(self.given + self.last), kind),
                "    const c = this.core;", *("    " + line for line in statements), "  }"]


class Classes:
    """The classes of things, and those of what belongs to none."""

    def __init__(self, headers, structs):
        self.headers, self.structs, self.layout = headers, structs, structs.layout
        self.methods = {}     # by struct, or imp, imp2, imp3
        self.properties = {}  # by class: what its makers have to say of it
        for name, function in headers.functions.items():
            # What frees a thing is called by its class.
            if name not in CLASSES.values() and not {a.type.rstrip("*") for a in function.arguments} & NATIVE:
                call = Call(name, headers, structs)
                self.methods.setdefault(call.owner or space_of(name), []).extend(call.lines())
                if call.made:
                    properties = self.properties.setdefault(call.made[0], {})
                    properties.update({result: kind for result, kind, _ in call.results})

    def lines(self):
        lines = []
        for kind in CLASSES:
            lines += self.thing(kind)
        for space, name in (("imp", "Common"), ("imp2", "Plane"), ("imp3", "Space")):
            lines += ["", "export class %s {" % name, "  constructor(readonly core: Core) {}",
                      *self.methods.get(space, []), "}"]
        return lines

    def thing(self, kind):
        """The class of a thing in the module's memory."""
        name, free = type_name(kind), "c.exports.%s!(at);" % CLASSES[kind]
        doc = self.headers.struct_doc(kind) or "/// Made by %s.%s()." % (space_of(kind), camel(kind.split("_", 1)[1]))
        lines = ["", *doc_lines(doc), "export class %s extends Handle {" % name,
                 *("  %s?: %s;" % item for item in self.properties.get(name, {}).items()), "",
                 "  constructor(core: Core, at: number, needs: Handle[] = [], lasts: Lasts = \"owned\") {",
                 "    super(core, at, (c, at) => { %s }, needs, lasts);" % (
                     free + " c.drop(at);" if kind in OWNED else free), "  }"]
        for field in self.headers.structs.get(kind, []):
            if (kind, field.name) not in UNSEEN:
                lines += self.getter(kind, field)
        return lines + self.methods.get(kind, []) + ["}"]

    def getter(self, kind, field):
        at, name = "at + %d" % self.layout.offset(kind, field.name), camel(field.name)
        start, inside = "    const c = this.core, at = this.at(c);", INSIDE.get((kind, field.name))
        if inside:
            there = "Number.isInteger(i) && i >= 0 && i < this.%s" % camel(inside)
            return ["", "  /** One of %s; it lives as long as this. */" % camel(inside),
                    "  %s(i: number): %s {" % (name[:-1], type_name(field.type)), start,
                    '    if (!(%s)) throw unexpected("%s", "i", `a whole number below ${this.%s}`, i);' % (
                        there, name[:-1], camel(inside)),
                    "    return new %s(c, %s! + %d * i, [this], \"inside\");" % (
                        type_name(field.type), word(at, "u32"), self.layout.size(field.type)), "  }"]
        if not field.pointer:
            value, shown = self.structs.load(field.type, at), self.structs.got_type(field.type)
            return ["", "  get %s(): %s {" % (name, shown), start, "    return %s;" % value, "  }"]
        if (kind, field.name) not in LISTS:
            stop("%s.%s is a pointer that no table has" % (kind, field.name))
        view = self.layout.view(field.type)
        words = re.sub(r"\b([a-z]\w+)", lambda m: "this." + camel(m[1]), LISTS[(kind, field.name)])
        words = re.sub(r"(this\.\w+)\[(.*?)\]", r"(\1[\2] ?? 0)", words)
        return ["", "  get %s(): %s {" % (name, VIEWS[view]), start,
                "    return c.copy%s(%s, %s);" % (view.capitalize(), at, words), "  }"]
