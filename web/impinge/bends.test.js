// SPDX-License-Identifier: MIT
//
// Meshes that bend, as users of the package have them: what lies on a sheet rides on it, it is drawn where it is, saved
// and recorded; and what is wrong is refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as impinge from "./dist/index.js";

const { load, ImpingeError, BODY_DYNAMIC, BODY_KINEMATIC } = impinge;
const STEP = 1 / 60;
const square = (height) => [[-2, -2], [2, -2], [2, 2], [-2, 2]].map(([x, y]) => ({ x, y, z: height }));

function sheetAndBall(imp3) {
  const world = imp3.world({ gravity: { x: 0, y: 0, z: -10 } });
  const mesh = imp3.triangles({ points: square(0), corners: [0, 1, 2, 0, 2, 3] });
  const sheet = world.addCompound(world.addBody({ kind: BODY_KINEMATIC }), mesh);
  const pose = { p: { x: 0.3, y: 0.2, z: 0.25 }, q: imp3.rot({ x: 0, y: 0, z: 1 }, 0) };
  const ball = world.addBody({ kind: BODY_DYNAMIC, pose });
  world.addCollider(ball, imp3.sphere({ x: 0, y: 0, z: 0 }, 0.25), { density: 1 });
  return { world, sheet, ball, mesh };
}

test("a ball rides on a sheet whose points rise, given as objects or as numbers", async () => {
  const { imp3 } = await load();
  const { world, sheet, ball } = sheetAndBall(imp3);
  for (let i = 1; i <= 60; i++) {
    const points = square(i / 60);
    const numbers = Float32Array.from(points.flatMap(({ x, y, z }) => [x, y, z]));
    world.setTargetPoints(sheet, i % 2 ? points : numbers, STEP);
    world.step(STEP);
  }
  const { pose, velocity } = world.getBody(ball);
  assert.ok(Math.abs(pose.p.z - 1.25) < 0.02 && Math.abs(velocity.z - 1) < 0.05, JSON.stringify(pose.p));
});

test("it is drawn where it is, and a snapshot has it there", async () => {
  const { imp3 } = await load();
  const { world, sheet } = sheetAndBall(imp3);
  const top = (of) => Math.max(...of.drawFills({ pixel: 0.01 }).map(({ point }) => (point.x > 1.5 ? point.z : -1)));
  world.setTargetPoints(sheet, square(0.5), 0);
  assert.equal(top(world), 0.5);
  world.setTargetPoints(sheet, square(0.75), 2 * STEP);
  world.step(STEP);
  assert.ok(Math.abs(top(world) - 0.625) < 1e-6);
  const other = imp3.world();
  other.load(world.save());
  for (const it of [world, other]) it.step(STEP);
  assert.equal(top(other), 0.75);
  assert.equal(other.hash(), world.hash());
});

test("what is wrong is refused, and the sheet stays", async () => {
  const { imp3 } = await load();
  const { world, sheet, ball } = sheetAndBall(imp3);
  const fault = (name, argument) => (error) => {
    assert.ok(error instanceof ImpingeError, String(error));
    assert.equal(error.fault, impinge[name]);
    assert.equal(error.argument, argument);
    return true;
  };
  assert.throws(() => world.setTargetPoints(sheet, square(1).slice(1), STEP), fault("ERR_COUNT", "count"));
  assert.throws(() => world.setTargetPoints(sheet, square(NaN), STEP), fault("ERR_NAN", "points"));
  assert.throws(() => world.setTargetPoints(sheet, square(1), -1), fault("ERR_NEGATIVE", "time"));
  assert.throws(() => world.setTargetPoints({ id: 99n }, square(1), STEP), fault("ERR_HANDLE", "collider"));
  const hash = world.hash();
  world.step(STEP);
  assert.notEqual(world.hash(), hash);
  assert.ok(world.getBody(ball).pose.p.z < 0.26);
});
