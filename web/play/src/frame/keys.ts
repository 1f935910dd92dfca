// SPDX-License-Identifier: MIT
//
// The keyboard of a demo's page. A key belongs to the control that has the focus, as far as that has a use for it, then
// to the demo, then to the frame. So Space on a button presses the button and arrows on a slider move the slider, while
// letters and `.` mean the same wherever one is.
//
// Whatever a click does, keys do: in the picture, arrows that the demo has no use for move a cursor, and Enter clicks
// there until Escape or the mouse takes it away.

import { arrow } from './hands';
import type { Session } from './session';

/** What the keys and buttons of the frame do. */
export interface Acts {
  pause(): void;
  step(): void;
  restart(): void;
  fit(): void;
  nearer(): void;
  farther(): void;
}

const EDITING = 'select, textarea, dialog *, [contenteditable], input:not([type=range], [type=checkbox], [type=radio])';
const OPERATING =
  ['Enter', ' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/** Whether a control has a use for a key. */
const operates = (control: Element, key: string): boolean =>
  OPERATING.includes(key) && !(key === ' ' && control.matches('[type=range]'));

const ONCE = [' ', 'r', 'f'];  // however long they are held

const nameOf = ({ key }: KeyboardEvent): string => (key.length === 1 ? key.toLowerCase() : key);

/** Listens until what it gives back is called. */
export function followKeys(session: Session, frame: Acts): () => void {
  const acts: Record<string, () => void> = {
    ' ': frame.pause, '.': frame.step, r: frame.restart, f: frame.fit, '+': frame.nearer, '=': frame.nearer,
    '-': frame.farther,
  };
  const onPicture = () => document.activeElement === session.canvas || document.activeElement === document.body;
  const buttons = Object.entries(session.demo.controls).flatMap(
    ([name, it]) => (it.kind === 'button' && it.key ? [[it.key.toLowerCase(), name] as const] : []));

  function forDemo(event: KeyboardEvent): boolean {
    const name = nameOf(event);
    session.held.add(name);
    if (session.key(event.key, event.shiftKey)) return true;
    const button = buttons.find(([key]) => key === name);
    if (button) session.press(button[1]);
    return !!button;
  }

  function forCursor({ key, shiftKey }: KeyboardEvent): boolean {
    const way = arrow(key);
    if (!way) return key === 'Escape' && session.hideCursor();
    session.point(way, shiftKey);
    return true;
  }

  function down(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as Element;
    if (target.matches(EDITING)) return;
    if (!onPicture() && operates(target, event.key)) return;
    const inPicture = document.activeElement === session.canvas;
    if (event.key === 'Enter' && inPicture && session.points) {
      session.tap();
      event.preventDefault();
      return;
    }
    if (forDemo(event) || (inPicture && forCursor(event))) {
      event.preventDefault();
      return;
    }
    const act = acts[nameOf(event)];
    if (!act || (event.repeat && ONCE.includes(event.key))) return;
    act();
    event.preventDefault();
  }
  const up = (event: KeyboardEvent) => session.held.delete(nameOf(event));
  const letGo = () => session.held.clear();

  addEventListener('keydown', down);
  addEventListener('keyup', up);
  addEventListener('blur', letGo);
  return () => {
    removeEventListener('keydown', down);
    removeEventListener('keyup', up);
    removeEventListener('blur', letGo);
  };
}
