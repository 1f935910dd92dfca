// SPDX-License-Identifier: MIT
//
// The gallery: every demo as a card, a link with a small picture that runs. Only what is in view runs, at half pace,
// and where motion is not wanted nothing does. A demo that fails leaves its card without a picture, and is still a
// link.

import type { Impinge } from 'impinge';
import { CHAPTERS, type Demo } from './demo';
import { make } from './dom';
import { defaults, linkTo } from './link';
import { Session } from './session';
import { onTheme, themeSwitch } from './theme';

export interface Page {
  element: HTMLElement;
  title: string;
  /** Called when it is in the document. */
  shown?(): void;
  close(): void;
}

export const wantsCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

function card(demo: Demo): HTMLAnchorElement {
  return make('a', { className: 'card', href: linkTo(demo), id: `card-${demo.id}` },
    make('canvas', { 'aria-hidden': 'true' }),
    make('h3', {}, demo.title), make('p', {}, demo.sentence));
}

export function openGallery(demos: readonly Demo[], imp: Impinge): Page {
  const element = make('main', { className: 'gallery' },
    make('header', {}, make('h1', {}, 'Impinge playground'), themeSwitch()),
    make('p', { className: 'lead' },
      'Do these things touch, where and when will they touch, and what happens then? Each picture is the library ' +
      'itself, compiled to WebAssembly. Open one and take things in hand.'),
    make('p', { className: 'legend' },
      make('span', { className: 'free' }, 'free'), make('span', { className: 'touching' }, 'touching'),
      make('span', { className: 'answer' }, 'what the library says'),
      make('span', { className: 'still' }, 'standing'), make('span', { className: 'asleep' }, 'asleep')));

  const sessions = new Map<Element, Session>();
  const calm = wantsCalm();
  const watch = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      let session = sessions.get(target);
      if (isIntersecting && !session) session = begin(target as HTMLAnchorElement);
      if (isIntersecting) session?.wake();
      else session?.sleep();
    }
  }, { rootMargin: '60px' });

  function begin(link: HTMLAnchorElement): Session {
    const demo = demos.find(it => linkTo(it) === link.hash)!;
    const values = Object.assign(defaults(demo.controls), demo.card);
    const session = new Session(demo, imp, link.querySelector('canvas')!, {
      card: true, values, paused: calm, failed: () => link.classList.add('failed'),
    });
    if (calm) session.step();  // what is shown is then decided: a first step colours what touches
    sessions.set(link, session);
    return session;
  }

  for (const chapter of CHAPTERS) {
    const cards = demos.filter(it => it.chapter === chapter).map(card);
    if (!cards.length) continue;
    element.append(make('section', {}, make('h2', {}, chapter), make('div', { className: 'cards' }, ...cards)));
    cards.forEach(it => watch.observe(it));
  }
  const forget = onTheme(() => sessions.forEach(it => it.redraw()));
  return {
    element,
    title: 'Impinge playground',
    close() {
      watch.disconnect();
      forget();
      sessions.forEach(it => it.close());
    },
  };
}
