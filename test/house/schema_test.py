# SPDX-License-Identifier: MIT
"""docs/scene.schema.json says what the reader reads: scenes that are shipped fit it, and a scene in which one thing is
wrong fits neither. What of JSON Schema is in it is understood here, so nothing need be installed."""

import copy
import json
import os
import subprocess

from common import ROOT, expect, read, scratch, skip

SCHEMA = json.loads(read(ROOT + "/docs/scene.schema.json"))
COMMAND = os.environ.get("IMP_BUILD_DIR", ROOT + "/build") + "/impinge"

TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
}
RULES = {"$schema", "$defs", "title", "description", "$ref", "type", "const", "enum", "required", "properties",
         "additionalProperties", "items", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum", "anyOf", "oneOf"}


def fits(value, rule):
    assert set(rule) <= RULES, set(rule) - RULES
    if "$ref" in rule and not fits(value, SCHEMA["$defs"][rule["$ref"].split("/")[-1]]):
        return False
    if "type" in rule and not TYPES[rule["type"]](value):
        return False
    if "const" in rule and (value != rule["const"] or isinstance(value, bool)):
        return False
    if "enum" in rule and value not in rule["enum"]:
        return False
    if "minimum" in rule and value < rule["minimum"] or "maximum" in rule and value > rule["maximum"]:
        return False
    if "exclusiveMinimum" in rule and value <= rule["exclusiveMinimum"]:
        return False
    if isinstance(value, list):
        if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value)):
            return False
        if not all(fits(item, rule.get("items", {})) for item in value):
            return False
    if "properties" in rule:
        known = rule["properties"]
        if not isinstance(value, dict) or not set(rule.get("required", [])) <= set(value):
            return False
        if not rule.get("additionalProperties", True) and not set(value) <= set(known):
            return False
        if not all(fits(value[name], known[name]) for name in value if name in known):
            return False
    if "required" in rule and not set(rule["required"]) <= set(value):
        return False
    if "anyOf" in rule and not any(fits(value, one) for one in rule["anyOf"]):
        return False
    return "oneOf" not in rule or sum(fits(value, one) for one in rule["oneOf"]) == 1


# All there is, each once.
WHOLE = {
    "impinge": "scene", "version": 1,
    "world": {"gravity": [0, -9.5], "length_unit": 2, "sub_steps": 6, "sleepless": True, 
              "discrete": True,
              "hits": 64},
    "bodies": [
        {"name": "a", "layer": "l", "kind": "kinematic", "pose": {"p": [1, 2], "q": [0, 1]}, "velocity": [1, 2], "spin": 3,
         "damping": 0.5, "spin_damping": 1, "gravity_scale": -1, "lock_x": True, "lock_y": True, "lock_turn": True,
         "asleep": False, "sleepless": True, "bullet": False, "mass": 2, "inertia": 0.5, "center": [0, 0.1],
         "colliders": [
             {"name": "c", "density": 1, "friction": 0.5, "restitution": 0.5, "rolling": 0.1, "belt": 1, "material": 7,
              "category": 1, "mask": 2, "group": 3, "sensor": True, "meets_fixed": True, "one_way": [0, 1], "tolerance": 0.1,
              "shape": {"kind": "circle", "center": [0, 1], "radius": 1}},
             {"shape": {"kind": "capsule", "a": [0, 0], "b": [1, 0], "radius": 1}}]},
        {"pose": {"angle": 1}, "colliders": []}],
    "objects": [
        {"name": "o", "layer": "l", "static": True, "solid": False, "structure": 2, "pose": {"p": [0, 0]},
         "shape": {"kind": "segment", "a": [0, 0], "b": [1, 1]}},
        {"shape": {"kind": "box", "lower": [0, 0], "upper": [1, 1]}},
        {"shape": {"kind": "oriented box", "center": [0, 0], "half": [1, 2], "angle": 1}},
        {"shape": {"kind": "oriented box", "half": [1, 2], "turn": [0, 1]}},
        {"shape": {"kind": "polygon", "points": [[0, 0], [1, 0], [0, 1]], "radius": 0.5}},
        {"shape": {"kind": "region", "rings": [[[0, 0], [1, 0], [0, 1]]], "fill": "non-zero", "parts": [[0, 1, 2]]}},
        {"shape": {"kind": "chain", "points": [[0, 0], [1, 0], [0, 1]], "closed": True, "one_sided": True}}],
    "joints": [
        {"kind": "weld", "a": "a", "b": 1, "at": [0, 1], "axis": [1, 0], "break_force": 5, "break_torque": 5, "collide": True,
         "axes": {"turn": {"kind": "limited", "lower": -1, "upper": 1, "stiffness": 1, "damping": 1, "hertz": 1,
                           "damping_ratio": 1, "target": 1, "speed": 1, "motor": True, "most": 1}}},
        {"kind": "revolute", "name": "j", "b": 1, "at": [0, 1]},
        {"kind": "prismatic", "a": 3, "b": 1, "at": [0, 1], "axis": [1, 0], "axes": {"x": {"lower": 0}}},
        {"kind": "wheel", "a": "a", "b": 1, "axis": [0, 1], "axes": {"turn": {}}},
        {"kind": "rope", "a": "a", "b": 1, "at_a": [0, 1], "at_b": [0, 1]},
        {"kind": "motor", "a": "a", "b": 1, "force": 1, "torque": 1},
        {"kind": "mouse", "b": 1, "at": [0, 1], "force": 1}],
    "vehicles": [
        {"chassis": 1, "up": [0, 1], "wheels": [
            {"body": 3, "name": "w", "hertz": 1, "damping_ratio": 0.5, "travel_up": 1, "travel_down": 1, "speed": 1,
             "torque": 1},
            {"body": 4}]}],
    "couplings": [
        {"kind": "sum", "a": "j", "b": 2, "axis_a": "turn", "axis_b": "x", "ratio_a": 1, "ratio_b": -1, "axis": {"lower": -1},
         "break_force": 1},
        {"kind": "gear", "a": "j", "b": "w", "ratio": 2, "axis": {}},
        {"kind": "rack", "a": 1, "b": 2, "radius": 2},
        {"kind": "pulley", "a": 3, "b": 4, "ratio": 2, "slack": True}],
    "particles": {
        "gravity": [0, -5], "sub_steps": 8, "friction": 0.5, "restitution": 0.5, "rolling": 0.1, "collide": True, "turn": True,
        "rest": "classic", "rest_speed": 0.5,
        "items": [
            {"name": "p", "position": [0, 1], "velocity": [1, 0], "spin": 1, "mass": 2, "radius": 0.5, "damping": 0.1, "groups": 3},
            {"lower": [0, 0], "upper": [2, 2], "spacing": 0.5, "staggered": True}],
        "forces": [
            {"kind": "gravity", "acceleration": [1, 0], "groups": 2},
            {"kind": "drag", "wind": [1, 0], "linear": 1, "quadratic": 1, "gusts": 1, "gust_size": 1, "on": {"particle": "p"}},
            {"kind": "spring", "a": {"particle": 0}, "b": {"body": "a", "point": [0, 1]}, "stiffness": 1, "damping": 1, "length": 1},
            {"kind": "bungee", "a": {"point": [0, 0]}, "b": {"particle": 1}},
            {"kind": "buoyancy", "surface": [0, 0], "normal": [0, 1], "density": 1, "linear": 1, "quadratic": 1, "volume": 1,
             "depth": 1, "on": {"body": 0}},
            {"kind": "attractor", "center": [1, 0], "strength": -1, "softening": 1},
            {"kind": "explosion", "center": [1, 0], "impulse": -1, "reach": 1}],
        "links": [
            {"kind": "cable", "a": {"particle": "p"}, "b": {"point": [0, 0]}, "length": 1, "restitution": 0.5, "stiffness": 1,
             "damping": 1},
            {"kind": "rod", "a": {"particle": 0}, "b": {"body": "a"}}]}}
# The same for space.
SPACE = {
    "impinge": "scene", "version": 1, "dimension": 3,
    "world": {"gravity": [0, 0, -9.5], "length_unit": 2, "sub_steps": 6, "discrete": True},
    "bodies": [
        {"name": "a", "layer": "l", "kind": "static", "pose": {"p": [1, 2, 3], "q": [0, 0, 0, 1]}, "velocity": [1, 2, 3],
         "spin": [3, 0, 0], "gravity_scale": -1, "lock_z": True, "lock_turn_x": True, "bullet": False,
         "mass": 2, "inertia": [1, 2, 2.5], "products": [0, 0.1, 0], "center": [0, 0, 0.1],
         "colliders": [
             {"name": "c", "density": 1, "friction": 0.5, "group": 3, "sensor": True, "one_way": [0, 0, 1], "tolerance": 0.1,
              "shape": {"kind": "sphere", "center": [0, 1, 0], "radius": 1}},
             {"shape": {"kind": "half-space", "normal": [0, 0, 1], "offset": 1}},
             {"shape": {"kind": "cone", "a": [0, 0, 0], "b": [0, 0, 1], "disc_a": 1, "disc_b": 0.5, "radius": 0.1}}]},
        {"pose": {"axis": [0, 0, 1], "angle": 1}, "colliders": [
            {"shape": {"kind": "oriented box", "half": [1, 2, 3], "axis": [0, 1, 0], "angle": 1}}]},
        {"name": "w", "pose": {"p": [5, 0, 0]}}, {"pose": {"p": [5, 1, 0]}},
        {"kind": "kinematic", "colliders": [
            {"shape": {"kind": "mesh", "one_sided": True, "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]],
                       "bends": [{"kind": "morph", "targets": [[[0, 0, 1], [0, 0, 1], [0, 0, 2]]], "times": [0.5, 1],
                                  "weights": [0, 1], "interpolation": "step", "loop": False},
                                 {"kind": "wave", "amplitude": [0, 0, 1], "along": [1, 0, 0], "length": 4, "period": 2}]}}]}],
    "joints": [
        {"kind": "weld", "a": "a", "b": 1, "at": [0, 1, 0], "axis": [1, 0, 0], "up": [0, 0, 1], "cardan": True},
        {"kind": "ball", "b": 1, "at": [0, 1, 0], "axes": {"swing_y": {"kind": "locked"}}},
        {"kind": "hinge", "name": "j", "a": "a", "b": 1, "axis": [1, 0, 0]},
        {"kind": "cone", "a": "a", "b": 1, "axis": [1, 0, 0], "cone_y": 1, "cone_z": 0.5},
        {"kind": "wheel", "a": "a", "b": 1, "axis": [1, 0, 0], "up": [0, 0, 1]},
        {"kind": "distance", "a": "a", "b": 1, "at_a": [0, 1, 0], "at_b": [0, 1, 0]},
        {"kind": "friction", "a": "a", "b": 1, "force": 1, "torque": 1},
        {"kind": "mouse", "b": 1, "at": [0, 1, 0], "force": 1}],
    "vehicles": [
        {"chassis": 1, "up": [0, 1, 0], "forward": [1, 1, 0], "wheels": [{"body": "w", "steer": 0.5}, {"body": 3}]}],
    "couplings": [
        {"kind": "sum", "a": "j", "b": 2, "axis_a": "twist", "axis_b": "swing_z"},
        {"kind": "roll bar", "a": 8, "b": 9, "stiffness": 2}],
    "particles": {
        "gravity": [0, 0, -5],
        "items": [{"position": [0, 1, 0], "spin": [0, 0, 1]}, {"lower": [0, 0, 0], "upper": [2, 2, 2], "spacing": 0.5}],
        "forces": [{"kind": "buoyancy", "normal": [0, 0, 1], "on": {"body": "a", "point": [0, 1, 0]}}],
        "links": [{"kind": "rod", "a": {"particle": 0}, "b": {"point": [0, 0, 0]}}]}}
WRONG = [None, 7.5, -1, "word", []]


def places(value, path=()):
    yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], path + (key,))


def changed(whole, path, change):
    scene = copy.deepcopy(whole)
    holder = scene
    for key in path[:-1]:
        holder = holder[key]
    change(holder, path[-1])
    return scene


def variants(whole):
    for number, path in enumerate(places(whole)):
        if path and not (isinstance(path[-1], int) and path[-1] > 0):
            # Two of the wrong values at each place, others at the next.
            for wrong in (WRONG[2 * number % len(WRONG)], WRONG[(2 * number + 1) % len(WRONG)]):
                yield "%s = %s" % (path, wrong), changed(whole, path, lambda holder, key, w=wrong: holder.__setitem__(key, w))
            yield "without %s" % (path,), changed(whole, path, lambda holder, key: holder.__delitem__(key))
        at = whole
        for key in path:
            at = at[key]
        if isinstance(at, dict):
            scene = copy.deepcopy(whole)
            holder = scene
            for key in path:
                holder = holder[key]
            holder["colour"] = 1
            yield "unknown in %s" % (path,), scene


def problems():
    found = []
    # Words of the reader for what no schema can say: the sense of numbers that are well formed.
    beyond = ("parts", "a lower bound is above", "a number is negative", "a rotation's", "must be convex", "out of range", "is called",
              "there is no", "must be above 0", "must not be 0", "no wheel of its own", "no direction", "nothing fits", "the length 1", "more than", "is for meshes of", "one for each point",
              "rising numbers", "'weights' must be", "three points", "not all 0", "above 0", "no area")
    with scratch() as folder:
        names, cases = [], list(variants(WHOLE)) + list(variants(SPACE))
        for i, (_, scene) in enumerate(cases):
            names.append("%s/%d.json" % (folder, i))
            with open(names[-1], "w") as file:
                json.dump(scene, file)
        for (what, scene), name in zip(cases, names):
            result = subprocess.run([COMMAND, "run", "--json", "--seconds", "0.01", name] if scene.get("dimension") == 3 else
                                    [COMMAND, "check", name], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                    universal_newlines=True)
            takes, fit = result.returncode != 2, fits(scene, SCHEMA)
            if takes and not fit:
                found.append("%s: the reader takes what the schema refuses" % what)
            if fit and not takes and not any(word in result.stderr for word in beyond):
                found.append("%s: the schema takes what the reader refuses: %s" % (what, result.stderr.strip()))
            if result.returncode not in (0, 1, 2):
                found.append("%s: the command ended with %d" % (what, result.returncode))
    return found


expect("a fault in a scene is seen", [] if not fits({"impinge": "scene", "version": 1}, SCHEMA) else ["no list"])
for folder, _, files in os.walk(ROOT + "/examples"):
    for name in files:
        if name.endswith(".json"):
            expect(name, [] if fits(json.loads(read(folder + "/" + name)), SCHEMA) else ["does not fit the schema"])
if not os.path.exists(COMMAND):
    skip("the command is not built")
expect("schema", problems())
