# SPDX-License-Identifier: MIT
"""overlay.py <folder>: lays out the tree of which a world of space is built. Headers and sources in words are links, as
is what space has of its own in test/space; the rest is written from the plane. Prints the sources to be compiled."""

import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "test", "house"))

from space_words import files_of, header_to_space, is_wrapper, space_of, to_space

ROOMS = ("src/motion", "src/world")
TOPS = ("include", "src")
ALSO = {"src/world/keep/snapshot_corrected2.c"}  # what reads the same in space, though it is not in words
# What a world of spheres does without.
WITHOUT = {"src/motion/character2.c", "src/motion/character_walk2.c", "src/motion/obstacles2.c",
           "src/motion/sweep_many2.c", "src/world/query/character_world2.c"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write_if_other(path, text):
    if os.path.islink(path) or not os.path.exists(path) or read(path) != text:
        remove(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def remove(path):
    if os.path.lexists(path):
        os.remove(path)


def link(path, target):
    if os.path.islink(path) and os.readlink(path) == target:
        return
    remove(path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        os.symlink(target, path)
    except OSError:
        shutil.copy(target, path)


def own_files():
    """Hand-written files by their places in the tree."""
    found = {}
    for path in files_of(HERE, ["."], (".h", ".c", ".inl")):
        path = os.path.normpath(path)
        if os.sep in path:
            found[path if path.startswith("include") else os.path.join("src", path)] = os.path.join(HERE, path)
    return found


def lay_out(out):
    own, sources, kept = own_files(), [], set()

    def put(path, how, what):
        how(os.path.join(out, path), what)
        kept.add(os.path.join(out, path))
        if path.endswith(".c"):
            sources.append(os.path.join(out, path))

    for path in files_of(ROOT, TOPS, (".h", ".inl")):
        put(path, link, os.path.join(ROOT, path))
    for path, file in sorted(own.items()):
        put(path, link, file)
    for path in files_of(ROOT, TOPS, ("2.h", "2.c")):
        text, space = read(os.path.join(ROOT, path)), space_of(path)
        wanted = path.endswith(".h") or (is_wrapper(path, text) and path.startswith(ROOMS)) or path in ALSO
        if wanted and space not in own and path not in WITHOUT and not os.path.exists(os.path.join(ROOT, space)):
            put(space, write_if_other, header_to_space(text) if path.endswith(".h") else to_space(text))
    for folder, _, names in os.walk(out):
        for name in names:
            if os.path.join(folder, name) not in kept:
                os.remove(os.path.join(folder, name))
    return sorted(sources)


if __name__ == "__main__":
    print("\n".join(lay_out(os.path.abspath(sys.argv[1]))))
