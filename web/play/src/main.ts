// SPDX-License-Identifier: MIT
//
// The way in: loads the library, finds the demos (every file in demos/ is one) and shows what the link asks for.
// `window.playground` is how tests look inside.

import { load, type Impinge } from 'impinge';
import './look.css';
import { CHAPTERS, type Demo } from './frame/demo';
import { make } from './frame/dom';
import { openGallery, type Page } from './frame/gallery';
import type { Vec } from './frame/geometry';
import { readLink } from './frame/link';
import { openDemo, type DemoPage } from './frame/page';
import { takeDrops } from './frame/dropped';
import { isMesh } from './frame/obj';
import { beginTheme } from './frame/theme';

declare global {
  interface Window {
    playground: typeof playground;
  }
}

const modules = import.meta.glob<Demo>('./demos/*.ts', { import: 'default', eager: true });
const demos = Object.values(modules).sort(
  (a, b) => CHAPTERS.indexOf(a.chapter) - CHAPTERS.indexOf(b.chapter) || a.order - b.order);

let page: Page | DemoPage | undefined;
const session = () => (page && 'session' in page ? page.session : undefined);

const playground = {
  ready: false,
  demos: demos.map(({ id, title, controls }) => ({ id, title, controls })),
  /** What the demo says about itself. */
  state: () => session()?.state() ?? {},
  /** What the frame knows about it. */
  frame() {
    const it = session();
    if (!it) return undefined;
    const { demo, steps, paused, moves, error, values } = it;
    return { id: demo.id, steps, paused, moves, error, values: { ...values }, places: it.places() };
  },
  answers: () => Object.fromEntries(session()?.answers() ?? []),
  /** Makes so many steps and draws. */
  step(count = 1) {
    for (let i = 0; i < count; i++) session()?.step();
    session()?.draw();
    session()?.redraw();  // and as always, for what the page says
  },
  /** Shows what a link says, anew where it is shown already. */
  open(link: string) {
    history.replaceState(null, '', link);
    dispatchEvent(new Event('hashchange'));
    return session()?.ready;
  },
  /** When all is there that is shown. */
  settled: () => session()?.ready,
  press: (name: string) => session()?.press(name),
  /** Where a place of the world is on the page, in pixels. */
  toPage({ x, y }: Vec) {
    const it = session();
    if (!it) return { x: 0, y: 0 };
    const frame = it.canvas.getBoundingClientRect();
    return { x: it.camera.x(x) + frame.left, y: it.camera.y(y) + frame.top };
  },
};
window.playground = playground;

function show(imp: Impinge): void {
  const { id, query } = readLink(location.hash), demo = demos.find(it => it.id === id);
  const from = session()?.demo.id;
  page?.close();
  page = demo ? openDemo(demo, demos, imp, query) : openGallery(demos, imp);
  document.title = page.title;
  document.getElementById('app')!.replaceChildren(page.element);
  page.shown?.();
  // Back in the gallery one is where one left it.
  if (!demo && from) document.getElementById(`card-${from}`)?.focus();
  else scrollTo(0, 0);
}

async function begin(): Promise<void> {
  beginTheme();
  takeDrops(paths => (paths.some(isMesh) ? '#/meshes?mesh=own' : '#/map'));
  try {
    const imp = await load();
    show(imp);
    addEventListener('hashchange', () => show(imp));
  } catch (thrown) {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    document.getElementById('app')!.replaceChildren(make('main', { className: 'gallery' },
      make('h1', {}, 'Impinge'), make('p', { role: 'alert' }, `The library could not be loaded: ${text}`)));
  }
  playground.ready = true;
}
void begin();
