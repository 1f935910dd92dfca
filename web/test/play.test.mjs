// SPDX-License-Identifier: MIT
//
// The playground in a browser: the gallery and the frame, and what some demos have in common. every_demo.mjs has what
// holds for each of them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { contrast, SIZES, Visitor } from './playground.mjs';
import { browser, demos, fitsWidth, server, tabbed, visit, visitorFor } from './visits.mjs';

/** A finger goes up, in the words of a demo, until nothing moves any more. */
async function swipe(page) {
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
  const at = () => page.evaluate(() => document.querySelector('.panel').scrollTop + 1e4 * scrollY);
  for (let before = -1, now = 0; now !== before;) {
    before = now;
    await touch('touchStart', { x: 195, y: 800 });
    for (let i = 1; i <= 4; i++) await touch('touchMove', { x: 195, y: 800 - 95 * i });
    await touch('touchEnd');
    for (let last = -1; last !== now;) {  // it goes on by itself for a while
      last = now;
      await page.waitForTimeout(60);
      now = await at();
    }
  }
  await client.detach();
}

describe('gallery', () => {
  for (const size of Object.keys(SIZES)) {
    visit(`has all demos: ${size}`, { size }, async (visitor, page) => {
      await visitor.open();
      const cards = await page.$$eval('.card', all => all.map(card => card.id));
      assert.deepEqual(cards, demos.map(({ id }) => `card-${id}`));
      assert.ok(await fitsWidth(page), 'the page is wider than the window');
      for (const { id } of demos) {
        await page.locator(`#card-${id}`).scrollIntoViewIfNeeded();
        await visitor.drawn(`#card-${id} canvas`, 4);
        assert.equal(await page.locator(`#card-${id}.failed`).count(), 0, `${id} has failed`);
      }
      await visitor.shootBoth(`gallery-${size}`);
    });
  }

  const picture = page => page.$eval('.card canvas', canvas => canvas.toDataURL());
  visit('moves', { still: false }, async (visitor, page) => {
    await visitor.open();
    const before = await picture(page);
    await page.waitForTimeout(400);
    assert.notEqual(await picture(page), before);
  });
  visit('stands still where motion is not wanted', {}, async (visitor, page) => {
    await visitor.open();
    await page.waitForTimeout(100);
    const before = await picture(page);
    await page.waitForTimeout(400);
    assert.equal(await picture(page), before);
  });

  visit('weighs less than 1100 kB, compressed', {}, async (visitor, page) => {
    await visitor.open();
    await visitor.reload();
    const loaded = await page.evaluate(
      () => [location.href, ...performance.getEntriesByType('resource').map(it => it.name)]);
    let bytes = 0;
    for (const url of new Set(loaded.filter(it => it.startsWith('http')))) {
      bytes += gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length;
    }
    assert.ok(bytes > 50e3 && bytes < 1100e3, `${bytes} bytes`);
  });

  visit('is walked by keyboard', {}, async (visitor, page) => {
    await visitor.open();
    assert.deepEqual(await tabbed(page), ['theme', ...demos.map(({ id }) => `card-${id}`)]);
    await page.locator(`#card-${demos[1].id}`).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.playground.frame());
    assert.equal((await visitor.ask('frame')).id, demos[1].id);
    await page.goBack();
    await page.waitForFunction(() => !window.playground.frame());
    assert.equal(await page.evaluate(() => document.activeElement.id), `card-${demos[1].id}`);
  });

  visit('remembers its theme', {}, async (visitor, page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await visitor.open();
    const light = await paper();
    await page.click('#theme');
    const dark = await paper();
    assert.notEqual(dark, light);
    await visitor.reload();
    assert.equal(await paper(), dark);
    await visitor.open(`#/${demos[0].id}`);
    assert.equal(await paper(), dark);
    await page.click('#theme');
    assert.equal(await paper(), light);
    await page.evaluate(() => localStorage.clear());  // the next test finds the system's theme again
    await visitor.reload();
  });

  visit('is shown for a link that nobody knows', {}, async (visitor, page) => {
    await visitor.open('#/no-such-demo?x=1');
    assert.equal(await page.locator('.card').count(), demos.length);
  });
});

describe('space', () => {
  const inSpace = ['solids', 'contacts', 'feature', 'cloud', 'flight', 'meshes'];
  const places = () => {
    const { pair, things = pair } = window.playground.state();
    const beside = ({ x, y }) => ({ x: x + 0.12, y: y + 0.2 });  // there are words and points in the middle
    return things.map(it => (it.seen.at ? beside(it.seen.at) : it.seen));
  };

  it('looks the same where there is no WebGL, on the desktop and on the phone', async () => {
    for (const size of Object.keys(SIZES)) {
      const visitor = await Visitor.come(browser, `${server.url}?webgl=off`, { size });
      const usual = await visitorFor({ size, still: true });
      // Without WebGL triangles are painted by the depth of their middles: those that cross look otherwise.
      for (const id of inSpace.filter(it => it !== 'meshes')) {
        const seen = [];
        for (const it of [visitor, usual]) {
          await it.open(`#/${id}`);
          await it.ask('step', 20);
          await it.drawn('.stage canvas', 40);
          seen.push(await it.colours((await it.page.evaluate(places)).slice(0, 8)));
        }
        assert.deepEqual(seen[0], seen[1], id);
        await visitor.shoot(`${id}-${size}-still`);
      }
      visitor.content();
      await visitor.context.close();
    }
  });

  visit('is gone around and zoomed by fingers', { size: 'phone' }, async (visitor, page) => {
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...points) => client.send('Input.dispatchTouchEvent',
      { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const steps = async (from, to) => {
      await touch('touchStart', ...from);
      for (let i = 1; i <= 5; i++) {
        await touch('touchMove', ...from.map(([x, y], k) => [x + (to[k][0] - x) * i / 5, y + (to[k][1] - y) * i / 5]));
      }
      await touch('touchEnd');
    };
    for (const id of inSpace) {
      await visitor.open(`#/${id}`);
      const stage = await page.locator('.stage canvas').boundingBox();
      const before = await visitor.ask('state'), [home, away] = [await visitor.at(0, 0), await visitor.at(1, 0)];
      const x = stage.x + 30, y = stage.y + stage.height - 30;  // in a corner nothing lies
      await steps([[x, y]], [[x + 120, y]]);
      const around = await visitor.ask('state');
      assert.ok(Math.hypot(around.eye.x - before.eye.x, around.eye.y - before.eye.y) > 1, id);
      assert.deepEqual(await visitor.at(0, 0), home);
      await steps([[x + 60, y], [x + 120, y]], [[x + 30, y], [x + 150, y]]);
      const wide = (await visitor.at(1, 0)).x - (await visitor.at(0, 0)).x;
      assert.ok(Math.abs(wide / (away.x - home.x) - 2) < 0.1, id);
      assert.deepEqual((await visitor.ask('state')).eye, around.eye);
      assert.equal(await page.evaluate(() => scrollY), 0);
    }
  });

  visit('is dragged and turned by a finger', { size: 'phone' }, async (visitor, page) => {
    await visitor.open('#/contacts?a=box&b=box&spin=0');
    const client = await page.context().newCDPSession(page);
    const drag = async (from, by) => {
      const a = await visitor.at(from.x, from.y), b = await visitor.at(from.x + by.x, from.y + by.y);
      for (const [type, at] of [['touchStart', a], ['touchMove', a], ['touchMove', b]]) {
        await client.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: at.x, y: at.y, id: 0 }] });
      }
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const [, before] = (await visitor.ask('state')).pair;
    await drag({ x: before.seen.at.x + 0.4, y: before.seen.at.y }, { x: 0.5, y: 0.5 });
    const { chosen, pair: [, moved] } = await visitor.ask('state');
    assert.equal(chosen, 1);
    assert.notDeepEqual(moved.at, before.at);
    assert.deepEqual(moved.turn, before.turn);
    await visitor.shoot('contacts-phone-chosen');
    await drag(moved.seen.knob, { x: 0.5, y: 0 });
    const [, turned] = (await visitor.ask('state')).pair;
    assert.deepEqual(turned.at, moved.at);
    assert.notDeepEqual(turned.turn, moved.turn);
  });
});

describe('a phone', () => {
  visit('scrolls to the end of the words, and no further', { size: 'phone' }, async (visitor, page) => {
    for (const id of ['impacts', 'rest', 'snapshots', 'platformer']) {
      await visitor.open(`#/${id}`);
      await swipe(page);
      const found = await page.evaluate(() => {
        const panel = document.querySelector('.panel'), { bottom } = panel.lastElementChild.getBoundingClientRect();
        return {
          y: scrollY, stage: document.querySelector('.stage').getBoundingClientRect().top,
          blank: innerHeight - bottom, rest: panel.scrollHeight - panel.clientHeight - panel.scrollTop,
        };
      });
      assert.ok(found.y === 0 && found.stage === 0, `${id}: the page itself scrolls: ${JSON.stringify(found)}`);
      assert.ok(Math.abs(found.rest) < 2 && Math.abs(found.blank) < 40, `${id}, at the end: ${JSON.stringify(found)}`);
      await visitor.shoot(`${id}-phone-end`);
    }
  });
});

describe('steering', () => {
  visit('is done by several fingers, on keys in the picture', { size: 'phone' }, async (visitor, page) => {
    await visitor.open('#/platformer?begin=floor');
    const client = await page.context().newCDPSession(page), state = () => visitor.ask('state');
    const middle = async key => {
      const { x, y, width, height } = await page.locator(`.pads button[aria-label="${key}"]`).boundingBox();
      assert.ok(width >= 44 && height >= 44, `${key} is smaller than a finger`);
      return { x: x + width / 2, y: y + height / 2 };
    };
    const left = { ...await middle('walk left'), id: 1 }, right = { ...await middle('walk right'), id: 1 };
    const jump = { ...await middle('jump'), id: 2 };
    const touch = (type, ...touchPoints) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
    await visitor.ask('step', 10);
    const before = await state(), feet = await visitor.at(before.at.x, before.at.y);
    assert.ok(feet.y < left.y - 29, 'keys lie over who is steered');
    assert.ok((await visitor.at(0, before.at.y + 1.8)).y < feet.y - 40, 'who is steered is as large as a finger');

    await touch('touchStart', left);
    await visitor.ask('step', 20);
    const walked = await state();
    assert.ok(walked.at.x < before.at.x - 1, JSON.stringify(walked));
    await touch('touchStart', left, jump);
    await touch('touchMove', right, jump);  // the thumb slides to the other key
    await visitor.ask('step', 10);
    const { jumps, at, velocity } = await state();
    assert.ok(jumps === 1 && at.y > walked.at.y + 0.5 && velocity.x > -1, JSON.stringify({ jumps, at, velocity }));
    await touch('touchMove', right);  // alone: the other finger is up
    await visitor.ask('step', 20);
    const back = await state();
    assert.ok(back.velocity.x > 1 && back.jumps === 1, JSON.stringify(back));
    await touch('touchEnd');
    await visitor.ask('step', 60);
    const still = await state();
    assert.ok(still.velocity.x === 0 && still.grounded, JSON.stringify(still));
    assert.equal(await page.evaluate(() => scrollY), 0);
    await visitor.shoot('platformer-phone-pads');
  });

  visit('has keys in the picture on a touch screen alone', {}, async (visitor, page) => {
    await visitor.open('#/platformer');
    assert.ok(await page.locator('.pads').isHidden());
  });
});

describe('worlds', () => {
  const page = readFileSync(new URL('../../tools/impinge/run.html', import.meta.url), 'utf8');
  const source = page.split('data-theme="dark"');
  const colour = (text, name) => {
    const digits = text.match(new RegExp(`--${name}: #([0-9a-f]{6})`))[1];
    return [0, 2, 4].map(at => parseInt(digits.slice(at, at + 2), 16));
  };
  const alike = (a, b) => a.slice(0, 3).every((it, k) => Math.abs(it - b[k]) <= 2);

  visit('have the colours of the page of a run, light and dark', {}, async (visitor, page) => {
    for (const [k, colorScheme] of ['light', 'dark'].entries()) {
      await page.emulateMedia({ colorScheme });
      await visitor.open('#/tumbler');
      await visitor.ask('step', 200);
      const { bodies } = await visitor.ask('state');
      // Beside the middle, where a ball has no line.
      const places = bodies.map(({ at: { x, y }, angle }) =>
        ({ x: x - 0.05 * Math.cos(angle), y: y - 0.05 * Math.sin(angle) }));
      const seen = await visitor.pixels(places), right = seen.filter((it, i) =>
        bodies[i].kind === 2 && alike(it, colour(source[k], `c${i % 6}`)));
      assert.ok(right.length > 0.95 * bodies.length, `${colorScheme}: ${right.length} of ${bodies.length}`);
      const drum = bodies.find(it => it.kind === 1), c = Math.cos(drum.angle), s = Math.sin(drum.angle);
      const walls = [{ x: 6.15 * c, y: 6.15 * s }, { x: -6.15 * c, y: -6.15 * s }];
      for (const it of await visitor.pixels(walls)) assert.ok(alike(it, colour(source[k], 'driven')), `${it}`);

      await visitor.open('#/pyramid');
      await visitor.ask('step', 300);
      const { bodies: [ground, ...boxes] } = await visitor.ask('state');
      const [stone, ...others] = await visitor.pixels([{ x: 0, y: -0.4 }, ...boxes.map(it => it.at)]);
      assert.ok(ground.kind === 0 && alike(stone, colour(source[k], 'ground')), `${stone}`);
      for (const it of others) assert.ok(alike(it, colour(source[k], 'asleep')), `${it}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

  visit('are in view below the buttons', { size: 'phone' }, async (visitor, page) => {
    await visitor.open('#/tower');  // as high as its picture
    const { y, height } = await page.locator('.tools').boundingBox(), highest = await visitor.at(0, 11.4);
    assert.ok(highest.y > y + height, `${highest.y} is behind the buttons`);
  });
});

describe('frame', () => {
  const first = `#/${demos[0].id}`;

  visit('stops a demo that throws, and that demo alone', {}, async (visitor, page) => {
    await visitor.open('#/circles');
    await page.evaluate(() => {  // the frame itself draws nothing round
      window.kept = CanvasRenderingContext2D.prototype.arc;
      CanvasRenderingContext2D.prototype.arc = () => { throw new Error('planted'); };
    });
    await visitor.ask('step');
    assert.match(await page.locator('.message').textContent(), /planted/);
    await visitor.shoot('stopped');
    await page.evaluate(() => { CanvasRenderingContext2D.prototype.arc = window.kept; });
    await page.click('.message button');
    await visitor.ask('step', 3);
    assert.equal((await visitor.ask('frame')).error, '');
    assert.ok(await page.locator('.message').isHidden());
  });

  visit('has words that can be read, light and dark', {}, async (visitor, page) => {
    const roles = ['still', 'free', 'touching', 'answer', 'helper'];
    await visitor.open('#/code');
    await page.click('.cm-content');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`// words, true, "text", 1
      ${JSON.stringify(roles)}.forEach((role, i) => draw.label({ x: i - 2, y: 0 }, '█████', { role, dy: 0 }));
      print('drawn');`);
    await page.waitForFunction(() => window.playground.state().lines[0] === 'drawn');
    for (const link of ['#/code', '', first, '#/rectangles']) {
      if (link !== '#/code') await visitor.open(link);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await visitor.faintWords(), [], `${link}, ${colorScheme}`);
        if (link !== '#/code') continue;
        const [paper] = await visitor.pixels([{ x: 0.5, y: 1.1 }]);
        for (const [i, role] of roles.entries()) {
          const inks = await visitor.pixels([-3, -1, 1, 3].map(k => ({ x: i - 2 + 0.01 * k, y: 0.01 * k })));
          const found = Math.max(...inks.map(ink => contrast(ink, paper)));  // glyphs have soft edges
          assert.ok(found >= 4.5 && found < 14, `${role}, ${colorScheme}: ${found.toFixed(2)}`);
        }
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.evaluate(() => localStorage.clear());
  });

  visit('has a cursor for the keyboard, which does what the mouse does', {}, async (visitor, page) => {
    await visitor.open('#/boxes?count=0');
    await visitor.keys('ArrowLeft');
    await page.locator('.stage canvas').focus();
    assert.deepEqual(await visitor.colours([{ x: 0, y: 0 }]), ['grey'], 'there is no cursor but in the picture');
    await visitor.keys('ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Shift+ArrowUp');
    await visitor.shoot('cursor');
    await visitor.keys('Enter');
    let { things, chosen } = await visitor.ask('state');
    assert.equal(things.length, 1);
    const [{ at }] = things, step = at.x / 2;
    assert.ok(step > 0.05 && Math.abs(at.y - 1.1 * step) < 1e-6, JSON.stringify(at));
    await visitor.keys('Escape', 'Enter');  // on the box by now: it is chosen
    ({ things, chosen } = await visitor.ask('state'));
    assert.deepEqual([things.length, chosen], [1, 0]);
    await visitor.keys('Escape', 'Escape', 'Enter');  // without a cursor, Enter is the demo's
    assert.equal((await visitor.ask('state')).things.length, 2);
  });

  visit('zooms, moves and shows all again', {}, async (visitor, page) => {
    await visitor.open(first);
    const home = await visitor.at(1, 1);
    const { x, y } = await visitor.at(1, 1);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -300);
    await page.waitForTimeout(50);
    const same = await visitor.at(1, 1), other = await visitor.at(3, 1);
    assert.ok(Math.hypot(same.x - x, same.y - y) < 1, 'what is under the mouse stays there');
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(x + 50, y + 20);
    await page.mouse.up({ button: 'right' });
    const moved = await visitor.at(3, 1);
    assert.ok(Math.hypot(moved.x - other.x - 50, moved.y - other.y - 20) < 1);
    await visitor.keys('f');
    assert.deepEqual(await visitor.at(1, 1), home);
  });

  visit('zooms with two fingers', { size: 'phone' }, async (visitor, page) => {
    await visitor.open(first);
    const a = await visitor.at(-1, 0), b = await visitor.at(1, 0);
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...points) => client.send('Input.dispatchTouchEvent',
      { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await touch('touchStart', [a.x, a.y], [b.x, b.y]);
    for (let i = 1; i <= 5; i++) await touch('touchMove', [a.x - 8 * i, a.y], [b.x + 8 * i, b.y]);
    await touch('touchEnd');
    const a1 = await visitor.at(-1, 0), b1 = await visitor.at(1, 0);
    assert.ok(Math.abs(a1.x - (a.x - 40)) < 2 && Math.abs(b1.x - (b.x + 40)) < 2, `${JSON.stringify([a, a1, b, b1])}`);
  });
});
