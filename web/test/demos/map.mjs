// SPDX-License-Identifier: MIT
//
// A level from a file: the example, a file that is dropped on another page, one that is broken, one that lacks another.

const scene = objects => JSON.stringify({ impinge: 'scene', version: 1, objects });
const ball = (name, x, y) => ({ name, pose: { p: [x, y] }, shape: { kind: 'circle', radius: 1 } });
// The bounds of b and c overlap, the balls do not.
const THREE = { 'three.json': scene([ball('a', 0, 0), ball('b', 2, 0), ball('c', 3.8, 1.7)]) };

/** Drops files on the page, as the browser does. */
async function drop(page, files) {
  const data = await page.evaluateHandle(files => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(files)) data.items.add(new File([text], name));
    return data;
  }, files);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

export default async function (visitor, assert) {
  const { page } = visitor;
  // The readers are loaded when they are wanted.
  await page.waitForFunction(() => window.playground.state().things?.length > 10);
  let state = await visitor.ask('state');
  assert.ok(state.things.length > 10 && state.things.some(it => it.touching) && state.things.some(it => !it.touching));
  await page.keyboard.press('n');
  assert.equal((await visitor.ask('state')).chosen, 0);
  assert.equal((await visitor.ask('answers')).name, state.things[0].name);

  // On another page: the link of the level is followed, and the file is there.
  await visitor.open('#/circles');
  await drop(page, THREE);
  await page.waitForFunction(() => window.playground.state().things?.length === 3);
  state = await visitor.ask('state');
  assert.deepEqual(state.things.map(it => it.touching), [true, true, false]);
  assert.equal(state.pairs, 1);
  const centres = [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 3.8, y: 1.7 }];
  assert.deepEqual(await visitor.colours(centres), ['red', 'red', 'yellow']);
  assert.equal((await visitor.ask('answers'))['that touch'], 2);
  await visitor.click(3.8, 1.7);
  assert.equal((await visitor.ask('answers')).name, 'c');

  // What cannot be read leaves what was there, and says why.
  const lacking = '<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8">' +
    '<tileset firstgid="1" source="y.tsx"/></map>';
  for (const [files, words] of [[{ 'x.tmx': '<map>' }, /x\.tmx/], [{ 'x.json': '{"a": [1, 2' }, /x\.json/],
    [{ 'x.png': '\u0000' }, /neither/], [{ 'x.tmx': lacking }, /y\.tsx/]]) {
    await drop(page, files);
    await page.waitForFunction(() => window.playground.state().fault);
    state = await visitor.ask('state');
    assert.match(state.fault, words);
    assert.match((await visitor.ask('answers'))['this file'], words);
    assert.equal(state.things.length, 3);
    await drop(page, THREE);
    await page.waitForFunction(() => !window.playground.state().fault);
  }

  // A mesh goes to the page of meshes, and is not taken for a level when this page is opened again.
  await drop(page, { 'one.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' });
  await page.waitForFunction(() => location.hash.startsWith('#/meshes'));
  await visitor.open('#/map');
  await page.waitForFunction(() => window.playground.state().things?.length > 10);
  assert.ok(!(await visitor.ask('state')).fault);

  // The button brings the example back.
  await drop(page, THREE);
  await page.waitForFunction(() => window.playground.state().things?.length === 3);
  await page.click('#control-example');
  await page.waitForFunction(() => window.playground.state().things.length > 10);
}
