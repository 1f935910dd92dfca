// SPDX-License-Identifier: MIT
//
// One-way tower: all get to the top and down again, who stands on a floor stands just above it and goes along with it,
// and nobody is ever inside.

export default async function (visitor, assert) {
  await visitor.open('#/tower?crowd=10');
  const stood = Array(10).fill(0);  // the floor on which each has last been
  let dropped = 0;
  for (let i = 0; i < 50; i++) {
    await visitor.ask('step', 20);
    const it = await visitor.ask('state');
    for (const { at, floor, inside } of it.crowd) {
      assert.equal(inside, 0);
      assert.ok(Math.abs(at.x) < 5 && at.y > -1e-3, JSON.stringify(at));
      if (floor > 0) {
        // Round feet come down a little around the edge of a floor.
        const above = at.y - it.floors[floor - 1].y, off = Math.abs(at.x - it.floors[floor - 1].x);
        assert.ok(above < 0.02 && off < 3.16 && (above > 0 || off > 3), `${above} above, ${off} from the middle`);
      }
    }
    it.crowd.forEach(({ floor }, k) => {
      if (floor < 0) return;
      dropped += floor < stood[k] ? 1 : 0;
      stood[k] = floor;
    });
  }
  const end = await visitor.ask('state');
  assert.equal(end.most, 8);
  assert.ok(dropped > 3, 'they come down again');

  // One who stands on a floor that moves goes along.
  await visitor.open('#/tower?crowd=1');
  let ridden = 0;
  for (let i = 0, last; i < 400; i++) {
    await visitor.ask('step', 1);
    const { crowd: [one], floors } = await visitor.ask('state'), under = floors[one.floor - 1];
    if (last && last.floor === one.floor && one.floor > 0 && one.floor % 2 === 0 && Math.abs(one.at.x) < 2.2) {
      const off = one.at.x - last.at.x - (under.x - last.under.x);
      assert.ok(Math.abs(off) < 0.02, `${off}`);
      ridden += Math.abs(under.x - last.under.x);
    }
    last = { ...one, under };
  }
  assert.ok(ridden > 0.1, `${ridden}`);

  // All drop by a key: nobody rises by it.
  await visitor.open('#/tower?crowd=6');
  await visitor.ask('step', 240);
  const high = Math.max(...(await visitor.ask('state')).crowd.map(({ at }) => at.y));
  await visitor.keys('d');
  await visitor.ask('step', 60);
  assert.ok(Math.max(...(await visitor.ask('state')).crowd.map(({ at }) => at.y)) <= high + 0.02);

  // Boxes stand on their floors; by a key the lowest of each stack goes through its floor and to the one below, and the
  // others lie where it lay.
  await visitor.open('#/tower?crowd=1');
  await visitor.ask('step', 120);
  const half = 0.17, floorOf = k => (7 - 2 * k) * 1.2;
  const stacks = it => [0, 1, 2, 3].map(k => it.boxes.filter(({ stack }) => stack === k).map(({ at }) => at.y));
  const before = stacks(await visitor.ask('state'));
  before.forEach((ys, k) => ys.forEach((y, i) => {
    const lies = floorOf(k) + (2 * i + 1) * half;
    assert.ok(Math.abs(y - lies) < 0.02, `box ${i} of stack ${k} at ${y}, not ${lies}`);
  }));
  await visitor.keys('b');
  await visitor.ask('step', 120);
  stacks(await visitor.ask('state')).forEach((ys, k) => {
    const floor = floorOf(k), sorted = [...ys].sort((a, b) => a - b);
    assert.ok(sorted[0] < floor - 0.1, `the lowest of stack ${k} has dropped: ${sorted}`);
    assert.ok(Math.abs(sorted[1] - (floor + half)) < 0.03, `the next one lies where it lay: ${sorted}`);
  });
}
