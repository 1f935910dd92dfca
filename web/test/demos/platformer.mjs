// SPDX-License-Identifier: MIT
//
// The platformer by its keys: how far it walks, how high it jumps, stairs, the slope, the lift, shelves from below and
// from above, the tunnel. Numbers by hand.

export default async function (visitor, assert) {
  const { keyboard } = visitor.page, state = () => visitor.ask('state');
  const hold = async (keys, steps) => {
    for (const key of keys) await keyboard.down(key);
    await visitor.ask('step', steps);
    for (const key of keys) await keyboard.up(key);
    return state();
  };
  const begin = async (at, more = '') => {
    await visitor.open(`#/platformer?begin=${at}${more}`);
    await visitor.ask('step', 30);
    const it = await state();
    assert.ok(it.grounded, `stands at first: ${at}`);
    return it;
  };

  // Half a second back to the left at 4 m/s, but for 4 / 60 s in which it gathers speed; then a jump of 7 m/s.
  const floor = await begin('floor');
  const walked = await hold(['ArrowLeft'], 30);
  assert.ok(Math.abs(floor.at.x - walked.at.x - 4 * (0.5 - 2 / 60)) < 0.02, `${walked.at.x}`);
  let high = 0;
  await hold(['ArrowUp'], 1);
  for (let i = 0; i < 60; i++) {
    await visitor.ask('step', 1);
    high = Math.max(high, (await state()).at.y);
  }
  assert.ok(Math.abs(high - floor.at.y - 49 / 30) < 0.01, `${high}`);

  const stairs = await begin('stairs');
  const up = await hold(['ArrowRight'], 65);
  assert.ok(up.grounded && Math.abs(up.at.y - stairs.at.y - 1.8) < 0.01 && up.steps >= 6, JSON.stringify(up));

  await begin('slope');
  const top = await hold(['ArrowRight'], 90);
  assert.ok(top.grounded && top.at.y > 2 && top.at.x > -1.2, JSON.stringify(top));

  // On the lift it keeps its place above it.
  const lift = await begin('lift');
  assert.equal(lift.ground, lift.liftId);
  await visitor.ask('step', 60);
  const later = await state();
  assert.ok(later.grounded && later.lift - lift.lift > 1.4);
  assert.ok(Math.abs(later.at.y - later.lift - (lift.at.y - lift.lift)) < 1e-3);

  // Through a shelf from below, and down again.
  await begin('above');
  await hold(['ArrowUp'], 1);
  await visitor.ask('step', 90);
  const shelf = await state();
  assert.ok(shelf.grounded && shelf.ground === shelf.shelves, JSON.stringify(shelf));
  assert.ok(Math.abs(shelf.at.y - 1.414) < 0.02, `${shelf.at.y}`);
  await hold(['ArrowDown', 'ArrowUp'], 2);
  await visitor.ask('step', 60);
  assert.ok((await state()).at.y < 0.05);

  // It does not get into the tunnel upright; crouched it does, and stays so.
  await begin('tunnel');
  assert.ok((await hold(['ArrowRight'], 40)).at.x < 12);
  await hold(['ArrowDown', 'ArrowRight'], 40);
  const inside = await state();
  assert.ok(inside.at.x > 12.5 && inside.crouched, JSON.stringify(inside));
  await visitor.ask('step', 10);
  assert.ok((await state()).crouched);
}
