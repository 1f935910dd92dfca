// SPDX-License-Identifier: MIT
//
// What demos of worlds have in common, and a test needs of them.

/** A finger goes down at one place and on to another, while there are steps; what it gives back lets go. */
export async function pull(visitor, from, to, steps) {
  const a = await visitor.at(from.x, from.y), b = await visitor.at(to.x, to.y), { mouse } = visitor.page;
  await mouse.move(a.x, a.y);
  await mouse.down();
  await mouse.move(b.x, b.y, { steps: 4 });
  await visitor.ask('step', steps);
  return () => mouse.up();
}

/** Which of them are drawn grey, as what sleeps is. In the middles there must be nothing else. */
export async function grey(visitor, bodies) {
  return (await visitor.pixels(bodies.map(it => it.at))).map(([red, green, blue]) => {
    const high = Math.max(red, green, blue);
    return high - Math.min(red, green, blue) < 0.1 * high;
  });
}

export const DYNAMIC = 2;
export const moving = ({ bodies }) => bodies.filter(it => it.kind === DYNAMIC);
