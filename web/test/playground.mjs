// SPDX-License-Identifier: MIT
//
// What tests of the playground share: a server of static files for the page that was built, a browser, and a visitor
// who collects everything that goes wrong. CHROMIUM names another browser, PLAY another folder, SHOTS a folder for
// pictures.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const FOLDER = resolve(process.env.PLAY ?? fileURLToPath(new URL('../../build/web/play', import.meta.url)));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const { SHOTS } = process.env;

export const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

/** Serves the folder on any free port. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    try {
      const body = await readFile(join(FOLDER, path.endsWith('/') ? `${path}index.html` : path));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/html' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'],
});

/** The name of a colour, by its hue where it has one. */
function colourOf([r, g, b]) {
  const high = Math.max(r, g, b), span = high - Math.min(r, g, b);
  if (span < 0.12 * high) return 'grey';
  const hue = 60 * (high === r ? (g - b) / span : high === g ? 2 + (b - r) / span : 4 + (r - g) / span);
  return hue < 25 ? 'red' : hue < 65 ? 'yellow' : hue > 205 && span > 0.18 * high ? 'blue' : 'grey';
}

/** How much brighter one colour is than the other, as WCAG has it: 1 to 21. */
export function contrast(a, b) {
  const part = it => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
  const [low, high] = [a, b].map(([red, green, blue]) =>
    0.2126 * part(red / 255) + 0.7152 * part(green / 255) + 0.0722 * part(blue / 255) + 0.05).sort((x, y) => x - y);
  return high / low;
}

/**
 * One who visits the page, and collects what it complains of. `still` asks for reduced motion: then demos begin paused,
 * and a test makes the steps.
 */
export class Visitor {
  errors = [];

  static async come(browser, url, { size = 'desktop', still = true } = {}) {
    const it = new Visitor();
    it.context = await browser.newContext({
      ...SIZES[size], reducedMotion: still ? 'reduce' : 'no-preference', colorScheme: 'light',
    });
    it.page = await it.context.newPage();
    it.page.setDefaultTimeout(20000);
    it.page.on('console', message => {
      // Where WebGL is computed, the browser complains of its own speed.
      if (message.text().includes('GL Driver Message')) return;
      if (['error', 'warning'].includes(message.type())) it.errors.push(message.text());
    });
    it.page.on('pageerror', error => it.errors.push(String(error)));
    it.page.on('requestfailed', request => it.errors.push(`not loaded: ${request.url()}`));
    await it.page.goto(url);
    await it.ready();
    return it;
  }

  ready() {
    return this.page.waitForFunction(() => window.playground?.ready);
  }
  async reload() {
    await this.page.reload();
    await this.ready();
  }

  /** Goes to another link within the page. */
  follow(link) {
    return this.page.evaluate(link => new Promise(done => {
      addEventListener('hashchange', () => setTimeout(() => done(window.playground.settled())), { once: true });
      location.hash = link;
    }), link);
  }
  /** Opens a link anew, the gallery if none is given. */
  open(link = '') {
    return this.page.evaluate(link => window.playground.open(link), link || '#/');
  }

  /** `await visitor.ask('frame')`, `visitor.ask('step', 5)`: calls window.playground in the page. */
  ask(name, ...given) {
    return this.page.evaluate(([name, given]) => window.playground[name](...given), [name, given]);
  }

  /** Where a place of the world is, in pixels of the page. */
  at(x, y) {
    return this.ask('toPage', { x, y });
  }
  /** The pixels at places of the world. */
  async pixels(places) {
    await this.ask('step', 0);  // a picture of what is
    return this.page.evaluate(places => {
      const canvas = document.querySelector('.stage canvas'), frame = canvas.getBoundingClientRect();
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy.fillStyle = getComputedStyle(canvas).backgroundColor;
      copy.fillRect(0, 0, canvas.width, canvas.height);
      copy.drawImage(canvas, 0, 0);
      return places.map(place => {
        const at = window.playground.toPage(place), ratio = canvas.width / frame.width;
        return [...copy.getImageData((at.x - frame.left) * ratio, (at.y - frame.top) * ratio, 1, 1).data];
      });
    }, places);
  }
  /** What colours they have: 'yellow', 'red', 'blue', and 'grey' for all others. */
  async colours(places) {
    return (await this.pixels(places)).map(colourOf);
  }
  async click(x, y) {
    const { x: px, y: py } = await this.at(x, y);
    await this.page.mouse.click(px, py);
  }
  async tap(x, y) {
    const { x: px, y: py } = await this.at(x, y);
    await this.page.touchscreen.tap(px, py);
  }
  async drag(from, to) {
    const a = await this.at(...from), b = await this.at(...to);
    await this.page.mouse.move(a.x, a.y);
    await this.page.mouse.down();
    await this.page.mouse.move(b.x, b.y, { steps: 4 });
    await this.page.mouse.up();
  }
  async keys(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Waits until a canvas shows more than so many colours, every few pixels: some demos load something first. */
  drawn(selector, least) {
    return this.page.waitForFunction(([selector, least]) => {
      const canvas = document.querySelector(selector);
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      const words = new Uint32Array(data.buffer), found = new Set();
      for (let i = 0; i < words.length; i += 7) found.add(words[i]);
      return found.size > least;
    }, [selector, least], { polling: 50 });
  }

  /** What words are hard to read: their colour and that of what is behind them are too much alike. */
  async faintWords() {
    const words = await this.page.evaluate(() => {
      const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const it = walker.currentNode.parentElement, text = walker.currentNode.data.trim(), layers = [];
        if (!text || it.closest('[aria-hidden="true"]') || !it.checkVisibility()) continue;
        for (let at = it; at; at = at.parentElement) layers.push(getComputedStyle(at).backgroundColor);
        found.push({ text, ink: getComputedStyle(it).color, layers });
      }
      return found;
    });
    const rgba = colour => colour.match(/[\d.]+/g).map(Number);
    const over = (under, [r, g, b, a = 1]) => [r, g, b].map((it, k) => a * it + (1 - a) * under[k]);
    return words.flatMap(({ text, ink, layers }) => {
      const paper = layers.reverse().map(rgba).reduce(over, [255, 255, 255]);
      const found = contrast(over(paper, rgba(ink)), paper);
      return found < 4.5 ? [`${text}: ${found.toFixed(2)}`] : [];
    });
  }

  /** A picture of the page for people, when SHOTS is set. */
  async shoot(name) {
    if (!SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SHOTS, `${name}.png`) });
  }

  /** The same in light and dark. */
  async shootBoth(name) {
    if (!SHOTS) return;
    for (const theme of ['light', 'dark']) {
      await this.page.emulateMedia({ colorScheme: theme });
      await this.page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
      await this.page.evaluate(() => scrollTo(0, 0));
      await this.shoot(`${name}-${theme}`);
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
  }

  /** Nothing has been complained of since the last time. */
  content() {
    assert.deepEqual(this.errors.splice(0), [], 'the page has complained');
  }
}
