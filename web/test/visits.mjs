// SPDX-License-Identifier: MIT
//
// What files of tests of the playground share: a browser, its visitors, and the list of demos.

import { after, it } from 'node:test';
import { launch, serve, Visitor } from './playground.mjs';

export const server = await serve(), browser = await launch();
after(async () => {
  await browser.close();
  server.close();
});

// In each file three visitors do everything: to come, with a process of the browser and a module to compile, takes
// longer than most tests. One who has met with a failure is not believed any more.
const visitors = new Map();
export async function visitorFor(options) {
  const key = JSON.stringify(options);
  if (!visitors.has(key)) visitors.set(key, await Visitor.come(browser, server.url, options));
  return visitors.get(key);
}
export function visit(name, { size = 'desktop', still = true }, test) {
  it(name, async () => {
    const options = { size, still }, visitor = await visitorFor(options);
    try {
      await test(visitor, visitor.page);
      visitor.content();
    } catch (error) {
      if (visitor.errors.length) error.message += `\nand the page complained: ${visitor.errors.join('\n')}`;
      visitors.delete(JSON.stringify(options));
      await visitor.context.close();
      throw error;
    }
  });
}

// The list of demos is wanted before their tests are declared.
export const demos = await (await visitorFor({ size: 'desktop', still: true })).page
  .evaluate(() => window.playground.demos);

export const fitsWidth = page => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
export const fitsHeight = page => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight);

/** Which elements Tab reaches, in turn, from the top of the page. */
export async function tabbed(page, most = 80) {
  await page.evaluate(() => {
    document.activeElement.blur();
    window.reached = [];
    window.atTab = ({ target }) => window.reached.push(target.id || target.className || target.tagName);
    addEventListener('focusin', window.atTab);
  });
  // Around the page and on until it begins anew, some keys at a time.
  let reached = [], all = false;
  for (let i = 0; i < most && !all; i += 8) {
    for (let k = 0; k < 8; k++) await page.keyboard.press('Tab');
    reached = await page.evaluate(() => window.reached);
    all = reached.indexOf(reached[0], 2) > 0 || reached.length < i + 8;
  }
  await page.evaluate(() => removeEventListener('focusin', window.atTab));
  const again = reached.indexOf(reached[0], 2);
  return again > 0 ? reached.slice(0, again) : reached;
}
