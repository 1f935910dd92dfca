// SPDX-License-Identifier: MIT
//
// Code to be changed: it runs in a worker with a library of its own, and the picture here is what it has drawn last.

import example from '../code/example.js?raw';
import type { Editor } from '../code/editor';
import { Runner } from '../code/runner';
import { button, demo, type Answer } from '../frame/demo';
import { box } from '../frame/geometry';

const KEPT = 'impinge.code', PAUSE = 400;  // ms after the last key

/** Browsers may refuse to keep anything. */
function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? example;
  } catch {
    return example;
  }
}
function keep(code: string): void {
  try {
    if (code === example) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, code);
  } catch { /* then it is gone with the page */ }
}

export default demo({
  id: 'code',
  title: 'Your own code',
  sentence: 'A few lines against the library, which run as you type them.',
  chapter: 'Your own',
  order: 2,
  about: [
    'The code below runs as you type, in a worker beside the page: it may throw, it may never end, the page goes on ' +
    'and tells you. What you have typed is kept in this browser, and goes nowhere.',
    'The calls are those of the npm package `impinge`: `imp2.overlap` is `imp2_overlap` of the C headers.',
  ],
  view: box(-4, -3, 4, 3),
  controls: { example: button('The example again') },

  start({ card, panel, redraw }) {
    const runner = new Runner(redraw);
    let editor: Editor | undefined, timer = 0, ended = false;
    const first = card ? example : kept();
    const typed = (code: string) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        keep(code);
        runner.run(code);
      }, PAUSE);
    };
    async function open(): Promise<void> {
      if (card) return;
      const { openEditor } = await import('../code/editor');
      if (!ended) editor = openEditor(panel, first, typed);
    }
    runner.run(first);

    return {
      ready: Promise.all([open(), runner.first]),
      step: dt => runner.step(dt),
      draw(painter) {
        for (const [figure, given] of runner.told.calls) Reflect.apply(painter[figure], painter, given);
      },
      answers() {
        const { fault, lines } = runner.told;
        const printed = lines.map((it, i): Answer => [`line ${i + 1}`, it]);
        return fault ? [['stopped', fault, 'touching'], ...printed] : printed;
      },
      state: () => ({ fault: runner.told.fault, lines: runner.told.lines }),
      press() {
        editor?.set(example);
      },
      stop() {
        ended = true;
        clearTimeout(timer);
        runner.close();
        editor?.close();
      },
    };
  },
});
