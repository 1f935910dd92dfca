// SPDX-License-Identifier: MIT
//
// Tile run: nothing gets into the floor at any speed, and what is said of the run is what the bodies did.

export default async function (visitor, assert) {
  for (const speed of [20, 60]) {
    await visitor.open(`#/tiles?speed=${speed}`);
    let high = 0, run = 0;
    for (let i = 0; i < 15; i++) {
      await visitor.ask('step', 10);
      const it = await visitor.ask('state');
      assert.ok(it.things.every(({ y }) => y > -0.02), `in the floor: ${JSON.stringify(it.things)}`);
      for (const { x, y } of it.things) if (run > 1 && x < 124 && Math.abs(y) < 1) high = Math.max(high, Math.abs(y));
      run = it.things[0].x + 119;
    }
    const it = await visitor.ask('state'), says = await visitor.ask('answers');
    assert.ok(it.lost < 1e-3, `speed lost at ${speed} m/s: ${it.lost}`);
    // At 60 m/s a step is four tiles long.
    assert.ok(it.high < 1e-3 * 0.25, `off its height at ${speed} m/s: ${it.high}`);
    assert.ok(it.run >= run - 1e-9 && it.high >= high - 1e-9);
    assert.equal(says['tiles passed'], Math.min(1000, Math.floor(it.run / 0.25)));
    assert.equal(says['off its height'], `${(1000 * it.high).toFixed(2)} mm`);
    assert.equal(says['speed lost'], `${(100 * it.lost).toFixed(2)} %`);
  }
}
