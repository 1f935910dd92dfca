// SPDX-License-Identifier: MIT
//
// The page of one demo: the picture, and beside it (below, on a phone) what is shown, the controls, what the library
// says, times and keys. The link always has the values, so that it can be copied from the address bar at any time.

import type { Impinge } from 'impinge';
import { controlPanel } from './controls';
import type { Demo } from './demo';
import { make, prose } from './dom';
import { Facts } from './facts';
import { wantsCalm, type Page } from './gallery';
import { followKeys, type Acts } from './keys';
import { linkTo, readPlaces, readValues } from './link';
import { padKeys } from './pads';
import { followPointers } from './pointer';
import { Session } from './session';
import { sourceDialog } from './source';
import { onTheme, themeSwitch } from './theme';

export interface DemoPage extends Page {
  session: Session;
}

function tool(id: string, words: string, title: string, act: () => void): HTMLButtonElement {
  const button = make('button', { id, title, 'aria-label': title.replace(/ \(.*/, '') }, words);
  button.addEventListener('click', act);
  return button;
}

/** The demos before and after this one, and the way back. */
function navigation(demo: Demo, demos: readonly Demo[]): HTMLElement {
  const at = demos.indexOf(demo);
  const to = (other: Demo | undefined, arrow: string, words: string) => {
    if (!other) return make('span', { className: 'button off', 'aria-hidden': 'true' }, arrow);
    const title = `${words}: ${other.title}`;
    return make('a', { className: 'button', href: linkTo(other), title, 'aria-label': title }, arrow);
  };
  return make('nav', {}, make('a', { href: '#/', className: 'home' }, 'Impinge'),
    make('span', { className: 'group' }, to(demos[at - 1], '‹', 'Before'), to(demos[at + 1], '›', 'Next')),
    themeSwitch());
}

function keyList(demo: Demo, moves: boolean): HTMLElement {
  const ofClock = [['Space', 'pause or go on'], ['.', 'one step']] as const;
  const ofAll = [['R', 'from the start'], ['F', 'all in view'], ['+ −', 'nearer, farther']] as const;
  const ofButtons = Object.values(demo.controls).flatMap(
    it => (it.kind === 'button' && it.key ? [[it.key.toUpperCase(), it.label.toLowerCase()] as const] : []));
  const rows = [...(demo.keys ?? []), ...ofButtons, ...(moves ? ofClock : []), ...ofAll].map(([keys, what]) =>
    make('div', {}, make('dt', {}, ...keys.split(' ').map(it => make('kbd', {}, it))), make('dd', {}, what)));
  return make('section', {}, make('h2', {}, 'Keys'), make('dl', { id: 'keys', className: 'keys' }, ...rows));
}

export function openDemo(demo: Demo, demos: readonly Demo[], imp: Impinge, query: URLSearchParams): DemoPage {
  const values = readValues(demo.controls, query);
  const canvas = make('canvas', { tabIndex: 0, role: 'application', 'aria-label': `${demo.title}: the picture`,
    'aria-describedby': 'keys' });
  const message = make('div', { className: 'message', role: 'alert', hidden: true });
  const facts = new Facts(), place = make('div', { className: 'place' });
  const foot = make('div', { className: 'controls foot' });
  let waiting = 0, link = location.hash;
  const keepLink = () => {
    if (location.hash !== link) return;  // another page is on its way
    history.replaceState(null, '', linkTo(demo, values, session.places()));
    link = location.hash;
  };
  const keepLinkSoon = () => {  // browsers do not like it to change with every key
    clearTimeout(waiting);
    waiting = window.setTimeout(keepLink, 200);
  };
  const controls = controlPanel(demo, values, (name, control) => {
    if (control.kind === 'button') session.press(name);
    else if (control.restart) acts.restart();
    else session.changed(name);
    keepLink();
  });
  const session = new Session(demo, imp, canvas, {
    card: false, values, paused: wantsCalm(), panel: place, foot, touched: keepLinkSoon,
    drawn: (stepTime, frameTime) => facts.drawn(session, stepTime, frameTime),
    failed(text) {
      message.replaceChildren(make('b', {}, 'This demo has stopped'), make('p', {}, text),
        tool('again', 'Start again', 'Start again', () => acts.restart()));
      message.hidden = false;
    },
    valueSet() {
      controls.refresh();
      keepLink();
    },
  });

  session.place(readPlaces(query));

  const setPaused = (paused: boolean) => {
    session.paused = paused;
    session.redraw();
    pause.textContent = paused ? '▶' : '❚❚';
    pause.setAttribute('aria-pressed', String(paused));
  };
  const zoom = (by: number) => {
    session.camera.zoom(by);
    session.redraw();
  };
  const acts: Acts = {
    pause: () => setPaused(!session.paused),
    step() {
      setPaused(true);
      session.step();
    },
    restart() {
      message.hidden = true;
      session.restart();
      keepLink();
    },
    fit() {
      session.camera.fit();
      session.redraw();
    },
    nearer: () => zoom(1.25),
    farther: () => zoom(0.8),
  };
  const source = sourceDialog(demo);
  const pause = tool('pause', '', 'Pause or go on (Space)', acts.pause);
  const clock = session.moves ? [pause, tool('step', '❚▶', 'One step (.)', acts.step)] : [];
  const tools = make('div', { className: 'tools' },
    make('span', { className: 'group' }, ...clock, tool('reset', '↺', 'From the start (R)', acts.restart)),
    make('span', { className: 'group' }, tool('fit', 'Fit', 'All in view (F)', acts.fit),
      tool('nearer', '+', 'Nearer (+)', acts.nearer), tool('farther', '−', 'Farther (−)', acts.farther)),
    tool('source', 'View source', 'View source', () => void source.open()));
  // The answers come before the words: on a phone they are then in view with the picture.
  const panel = make('aside', { className: 'panel' }, navigation(demo, demos), make('h1', {}, demo.title),
    facts.answers, ...demo.about.map(it => make('p', {}, ...prose(it))), place, controls.element, facts.element,
    keyList(demo, session.moves));

  setPaused(session.paused);
  followPointers(session);
  const forgetKeys = followKeys(session, acts);
  const forgetTheme = onTheme(() => session.redraw());
  const stage = make('div', { className: 'stage' }, canvas, tools,
    ...(demo.pads ? [padKeys(session, demo.pads)] : []), message, foot);
  return {
    element: make('main', { className: 'demo' }, stage, panel, source.element),
    session,
    title: `${demo.title} – Impinge playground`,
    shown: () => session.wake(),
    close() {
      clearTimeout(waiting);
      forgetKeys();
      forgetTheme();
      session.close();
    },
  };
}
