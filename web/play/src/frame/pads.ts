// SPDX-License-Identifier: MIT
//
// Keys on the screen, for demos that are steered, where there is a touch screen (look.css). A finger holds the key that
// is under it: it may slide from one to the next, and as many fingers as there are hold as many keys.

import type { Pad } from './demo';
import { make } from './dom';
import type { Session } from './session';

export function padKeys(session: Session, pads: readonly Pad[]): HTMLElement {
  const under = new Map<number, HTMLElement>();  // of each finger
  const keys = new Map<HTMLElement, string>();
  const element = make('div', { className: 'pads', role: 'group', 'aria-label': 'Keys' });
  for (const side of ['left', 'right'] as const) {
    const group = make('span', {});
    for (const [key, sign, words] of pads.filter(it => it[3] === side)) {
      const button = make('button', { tabIndex: -1, title: words, 'aria-label': words }, sign);
      keys.set(button, key);
      group.append(button);
    }
    element.append(group);
  }

  function hold(finger: number, button: HTMLElement | undefined): void {
    const before = under.get(finger);
    if (before === button) return;
    under.delete(finger);
    if (before && ![...under.values()].includes(before)) {
      session.held.delete(keys.get(before)!);
      before.classList.remove('down');
    }
    if (!button) return;
    under.set(finger, button);
    session.held.add(keys.get(button)!);
    session.key(keys.get(button)!, false);
    button.classList.add('down');
  }
  const beneath = ({ clientX, clientY }: PointerEvent) =>
    [...keys.keys()].find(it => it === document.elementFromPoint(clientX, clientY));

  element.addEventListener('pointerdown', event => {
    event.preventDefault();  // the focus stays where it is
    hold(event.pointerId, beneath(event));
  });
  element.addEventListener('pointermove', event => {
    if (event.pressure > 0 || event.buttons) hold(event.pointerId, beneath(event));
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(end, event => hold(event.pointerId, undefined));
  }
  element.addEventListener('contextmenu', event => event.preventDefault());
  return element;
}
