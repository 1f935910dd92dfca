// SPDX-License-Identifier: MIT
//
// What holds for every demo, in a browser. A new demo is covered without a line here; what it alone does is tried by
// demos/<id>.mjs, whose default export gets a visitor with the demo open and paused. The demos are dealt to several
// files, of which two run at the same time; those that are measured have one that runs alone.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe } from 'node:test';
import { SIZES } from './playground.mjs';
import { demos, fitsHeight, fitsWidth, tabbed, visit } from './visits.mjs';

const MEASURED = ['blocks'];
// As other worlds, not kept in links.
const worlds3 = ['pyramid3', 'dominoes3', 'tops', 'marbles', 'walker', 'paper', 'heaps3', 'fits3', 'chain3',
  'ragdolls3', 'car3', 'bends3'];

/** Tests one of so many parts of the demos, without those that are measured. */
export function testPart(part, parts) {
  testDemos(demos.filter(({ id }, i) => !MEASURED.includes(id) && i % parts === part));
}
/** Tests those of which the test measures how fast they are. */
export function testMeasured() {
  testDemos(demos.filter(({ id }) => MEASURED.includes(id)));
}

function testDemos(some) {
  for (const demo of some) {
    const link = `#/${demo.id}`, controls = Object.entries(demo.controls);
    // What the address bar says, opened anew; by the first demo with all of the page, which takes long.
    const openAgain = async visitor => (demo === demos[0] ? visitor.reload()
      : visitor.open(await visitor.page.evaluate(() => location.hash)));

    describe(`demo ${demo.id}`, () => {
      for (const size of Object.keys(SIZES)) {
        visit(`is drawn: ${size}`, { size }, async (visitor, page) => {
          await visitor.open(link);
          const { length } = Object.keys(await visitor.ask('answers'));  // are there before anything is touched
          await page.waitForFunction(n => document.querySelectorAll('.answers dt').length === n, length);
          await visitor.ask('step', 30);
          await visitor.drawn('.stage canvas', 6);
          await page.waitForFunction(() => {  // the page says what the demo says
            const answers = Object.values(window.playground.answers()).map(String);
            return [...document.querySelectorAll('.answers dd')].every((it, i) => it.textContent === answers[i]);
          });
          assert.ok(await fitsWidth(page), 'the page is wider than the window');
          assert.ok(await fitsHeight(page), 'the page scrolls into blank');
          assert.match(await page.title(), new RegExp(demo.title));
          await visitor.shootBoth(`${demo.id}-${size}`);
        });
      }

      visit('pauses, steps and starts again', { still: false }, async (visitor, page) => {
        await visitor.open(link);
        if (!(await visitor.ask('frame')).moves) return;
        await page.waitForFunction(() => window.playground.frame().steps > 3);
        await visitor.keys('Space');
        const { steps, paused } = await visitor.ask('frame');
        assert.ok(paused);
        await page.waitForTimeout(150);
        assert.equal((await visitor.ask('frame')).steps, steps);
        await visitor.keys('.', '.');
        await page.click('#step');
        assert.equal((await visitor.ask('frame')).steps, steps + 3);
        await visitor.keys('r');
        assert.equal((await visitor.ask('frame')).steps, 0);
        await page.click('#pause');
        await page.waitForFunction(() => window.playground.frame().steps > 3);
      });

      visit('does the same every time', {}, async visitor => {
        const states = [];
        const run = async () => {
          await visitor.ask('settled');
          await visitor.ask('step', 60);
          states.push(await visitor.ask('state'));
        };
        await visitor.open(link);
        await run();
        await visitor.keys('r');
        await run();
        await visitor.follow('#/');
        await visitor.follow(link);
        await run();
        assert.deepEqual(states[1], states[0]);
        assert.deepEqual(states[2], states[0]);
      });

      visit('keeps its controls in the link', {}, async (visitor, page) => {
        await visitor.open(link);
        const want = {};
        for (const [name, control] of controls) {
          const widget = page.locator(`#control-${name}`);
          if (control.kind === 'slider') {
            await widget.focus();
            await page.keyboard.press(control.value < control.to ? 'ArrowRight' : 'ArrowLeft');
          } else if (control.kind === 'toggle' || control.kind === 'shuffle') {
            await widget.focus();
            await page.keyboard.press('Space');
          } else if (control.kind === 'choice') {
            const other = Object.keys(control.options).find(it => it !== control.value);
            if (await widget.count()) await widget.selectOption(other);
            else await page.locator(`label[for="control-${name}-${other}"]`).click();
          }
          if (control.kind === 'button') continue;
          const value = (await visitor.ask('frame')).values[name];
          assert.notEqual(value, control.value, `${name} has not changed`);
          want[name] = value;
        }
        await openAgain(visitor);
        const { values } = await visitor.ask('frame');
        for (const [name, value] of Object.entries(want)) assert.equal(values[name], value, name);
      });

      visit('keeps what was moved by hand in the link', {}, async (visitor, page) => {
        await visitor.open(link);
        assert.equal((await visitor.ask('frame')).places, undefined);
        await page.locator('.stage canvas').focus();
        await visitor.keys('n', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'n', 'Shift+ArrowLeft', 'q');
        const { places } = await visitor.ask('frame');
        const without = [
          'blocks', 'map', 'code', 'pyramid', 'dominoes', 'sizes', 'materials', 'tumbler', 'smash', 'rollback',
          'snapshots', 'platformer', 'tower', 'tiles', 'impacts', 'rest', 'forces', 'bridge', 'hourglass',
          'chain', 'car', 'ragdolls', 'clock', ...worlds3,
        ];
        assert.equal(!!places, !without.includes(demo.id));
        if (!places) return;
        await page.waitForFunction(text => location.hash.endsWith(`at=${text}`), places.join('_'));
        await openAgain(visitor);
        assert.deepEqual((await visitor.ask('frame')).places, places);
        await visitor.keys('r');
        assert.equal((await visitor.ask('frame')).places, undefined);
        assert.equal(await page.evaluate(() => location.hash), link);
        await visitor.keys('n', 'ArrowLeft', 'Enter', 'Delete');
        const made = ['arcade', 'boxes', 'bullets', 'circles', 'cloud', 'concave', 'prune'].includes(demo.id);
        assert.equal((await visitor.ask('frame')).places === undefined, made, 'a link does not make things');
        for (const [word, taken] of [['1e3', false], ['9999999', true], ['99999999', false]]) {
          await visitor.follow(`${link}?at=${places.map(() => word).join('_')}`);
          await visitor.ask('step', 2);
          const { error, places: found } = await visitor.ask('frame');
          assert.deepEqual([error, !!found], ['', taken], word);
        }
      });

      visit('takes any link', {}, async visitor => {
        await visitor.open(link);
        for (const text of ['x', '-1e9', '1e9']) {
          const names = [...controls.map(([name]) => name), 'at'];
          await visitor.follow(`${link}?${names.map(name => `${name}=${text}`).join('&')}`);
          await visitor.ask('step', 5);
          const { values, error } = await visitor.ask('frame');
          assert.equal(error, '');
          for (const [name, control] of controls) {
            if (control.kind === 'slider') assert.ok(values[name] >= control.from && values[name] <= control.to, name);
          }
        }
      });

      visit('is operated by keyboard alone', {}, async (visitor, page) => {
        await visitor.open(link);
        const { moves } = await visitor.ask('frame');
        const reached = await tabbed(page);
        for (const id of ['theme', 'fit', 'reset', 'source', ...(moves ? ['pause', 'step'] : [])]) {
          assert.ok(reached.includes(id), `Tab does not reach ${id}: ${reached}`);
        }
        for (const [name, control] of controls) {
          const id = `control-${name}`;
          const found = reached.some(it => (control.kind === 'choice' ? it.startsWith(id) : it === id));
          assert.ok(found, `Tab does not reach ${id}: ${reached}`);
        }
        await page.locator('#source').focus();
        await visitor.keys('Enter');
        await page.waitForFunction(() => document.querySelector('.source code').textContent.includes('export default'));
        await visitor.shoot(`${demo.id}-source`);
        await visitor.keys('Escape');
        assert.equal(await page.locator('.source[open]').count(), 0);
      });

      visit('survives careless hands', {}, async (visitor, page) => {
        await visitor.open(link);
        const buttons = controls.filter(([, { kind }]) => kind === 'button').map(([name]) => name);
        const stage = await page.locator('.stage').boundingBox();
        const part = x => 0.1 + 0.8 * (x % 1);  // spread over the picture without a pattern
        const spot = k => [stage.x + stage.width * part(0.618 * k), stage.y + stage.height * part(0.382 * k)];
        for (let k = 0; k < 4; k++) {
          await page.mouse.click(...spot(k));
          await page.mouse.move(...spot(k + 0.5));
          await page.mouse.down({ button: k === 3 ? 'right' : 'left' });
          await page.mouse.move(...spot(k + 1), { steps: 3 });
          await visitor.ask('step', 3);
          await page.mouse.up({ button: k === 3 ? 'right' : 'left' });
          await page.mouse.wheel(0, k % 2 ? 200 : -200);
          await visitor.keys('n', 'ArrowLeft', 'ArrowUp', 'Shift+ArrowRight', 'ArrowDown', 'q', 'e', 'Enter', 'p', 'f');
          if (buttons.length) await visitor.ask('press', buttons[k % buttons.length]);
          await visitor.ask('step', 3);
        }
        for (let k = 0; k < 6; k++) await visitor.keys('Delete');
        await visitor.keys('Escape', 'Enter', 'Delete');
        await visitor.ask('step', 20);
        const { error } = await visitor.ask('frame');
        assert.equal(error, '');
        await visitor.follow('#/');  // and is put away
      });

      const own = new URL(`demos/${demo.id}.mjs`, import.meta.url);
      if (existsSync(own)) {
        visit('does what it alone does', {}, async visitor => {
          await visitor.open(link);
          await (await import(own)).default(visitor, assert);
          assert.equal((await visitor.ask('frame')).error, '');
        });
      }
    });
  }
}
