# SPDX-License-Identifier: MIT
#
# Reads the public headers: structs, functions, constants, as they stand there. For whoever makes something of them: the
# table of hostile calls, the bindings.
#
# The headers keep to few forms (one declaration a line, fixed-width integers, no bit fields), so that this is short. What
# it cannot read stops it.

import collections
import re
import sys

# A field of a struct or a parameter of a function: "const float* x" has the type "float" and is a pointer. The length is
# that of an array in a struct, as it stands there, or None.
Field = collections.namedtuple("Field", "type pointer name length const")
Function = collections.namedtuple("Function", "result arguments doc header")


def stop(message):
    sys.exit("%s: %s" % (sys.argv[0].rsplit("/", 1)[-1], message))


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def declarators(field):
    """'const float* a' -> its Field; 'float a, b[2]' -> two of them"""
    match = re.fullmatch(r"(const\s+)?(\w+)\s*(\*{0,2})\s*(\w+(?:\[\w+\])?(?:\s*,\s*\w+(?:\[\w+\])?)*)", field)
    if not match:
        stop("cannot read '%s'" % field)
    const, kind, pointer, names = match.groups()
    if pointer and "," in names:
        stop("one pointer a line, please: '%s'" % field)
    for name in re.split(r"\s*,\s*", names):
        base, length = re.fullmatch(r"(\w+)(?:\[(\w+)\])?", name).groups()
        yield Field(kind + "*" * (len(pointer) - 1), bool(pointer), base, length, bool(const))


def read_structs(text, structs):
    """name -> its fields; a pointer to a function has the type "function"."""
    pattern = re.compile(r"typedef struct \w+\s*\{(.*?)\}\s*(\w+);", re.S)
    for body, name in pattern.findall(text):
        structs[name] = []
        for field in filter(None, (" ".join(f.split()) for f in body.split(";"))):
            function = re.fullmatch(r"\w+\*? \(\*(\w+)\)\(.*\)", field)
            if function:
                structs[name].append(Field("function", True, function.group(1), None, False))
            else:
                structs[name].extend(declarators(field))
    if len(re.findall(r"\bstruct \w+\s*\{", text)) != len(pattern.findall(text)):
        stop("a struct was not read")


def read_functions(text, header, functions):
    """name -> its Function, with the comment in front"""
    pattern = re.compile(r"((?:^///[^\n]*\n)*)^IMP_API\s+([^;{]+);", re.M)
    for match in pattern.finditer(text):
        doc, prototype = match.group(1), " ".join(without_comments(match.group(2)).split())
        parts = re.fullmatch(r"(imp_status|uint32_t|void|const char\*|imp[23]?_\w+) (\w+)\((.*)\)", prototype)
        if not parts:
            stop("cannot read the prototype '%s'" % prototype)
        result, name, parameters = parts.groups()
        arguments = []
        if parameters != "void":
            for parameter in parameters.split(","):
                arguments.extend(declarators(parameter.strip()))
        functions[name] = Function(result, arguments, doc, header)
    if len(pattern.findall(text)) != len(re.findall(r"^IMP_API\b", text, flags=re.M)):
        stop("a prototype of %s was not read" % header)


def read_struct_docs(text):
    """name -> comment, of structs with one"""
    docs, comment = {}, []
    for line in text.splitlines(True):
        match = re.match(r"typedef struct (\w+)", line)
        if match and comment:
            docs[match.group(1)] = "".join(comment)
        comment = comment + [line] if line.startswith("///") else []
    return docs


def read_constants(text, constants):
    """name -> number, of all enumerators and of macros that are numbers"""
    for name, value in re.findall(r"^#define (\w+) (-?\d+)$", text, re.M):
        constants[name] = int(value)
    for body in re.findall(r"\benum\s*\{(.*?)\}", without_comments(text), re.S):
        value = 0
        for item in filter(None, (part.strip() for part in body.split(","))):
            match = re.fullmatch(r"(\w+)(?:\s*=\s*(-?\d+))?", item)
            if not match:
                stop("cannot read the constant '%s'" % item)
            value = int(match.group(2)) if match.group(2) else value
            constants[match.group(1)] = value
            value += 1


class Headers:
    """All that the headers at these paths declare."""

    def __init__(self, paths):
        self.structs, self.functions, self.constants, self.struct_docs = {}, {}, {}, {}
        for path in paths:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            self.struct_docs.update(read_struct_docs(text))
            read_structs(without_comments(text), self.structs)
            read_constants(text, self.constants)
            if "IMP_API " in re.sub(r"#define IMP_API[^\n]*", "", without_comments(text)):
                read_functions(text, path.replace("\\", "/").split("/")[-1], self.functions)
        if not self.functions:
            stop("no functions in these headers")

    def struct_doc(self, name):
        """The comment in front of a struct; empty where there is none."""
        return self.struct_docs.get(name, "")

    def expect(self, *tables):
        """Stops at a key (function, parameter) or (struct, field) that no header has any more."""
        for owner, path in (key for table in tables for key in table):
            members = self.functions[owner].arguments if owner in self.functions else self.structs.get(owner, [])
            if path.split(".")[0] not in [member.name for member in members]:
                stop("there is no %s of %s any more" % (path, owner))
