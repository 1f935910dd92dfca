// SPDX-License-Identifier: MIT
//
// The keyboard of a demo's page. A key belongs to the control that has the focus as far as that has a use for it; then to
// the demo, when the focus is on the picture or nowhere; then to the frame. So Space on a button presses the button,
// arrows on a slider move the slider, and `.` steps wherever one is.

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

const EDITING = 'select, textarea, dialog *, input:not([type=range], [type=checkbox], [type=radio])';
const OPERATING = ['Enter', ' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/** Listens until what it gives back is called. */
export function followKeys(session: Session, frame: Acts): () => void {
  const acts: Record<string, () => void> = {
    ' ': frame.pause, '.': frame.step, r: frame.restart, f: frame.fit, '+': frame.nearer, '=': frame.nearer,
    '-': frame.farther,
  };
  const onPicture = () => document.activeElement === session.canvas || document.activeElement === document.body;
  const buttons = Object.entries(session.demo.controls).flatMap(
    ([name, control]) => (control.kind === 'button' && control.key ? [[control.key.toLowerCase(), name] as const] : []));

  function forDemo(event: KeyboardEvent): boolean {
    if (!onPicture()) return false;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    session.held.add(name);
    if (session.key(event.key, event.shiftKey)) return true;
    const button = buttons.find(([key]) => key === name);
    if (button) session.press(button[1]);
    return !!button;
  }

  function down(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as Element;
    if (target.matches(EDITING)) return;
    if (!onPicture() && OPERATING.includes(event.key)) return;
    if (forDemo(event)) {
      event.preventDefault();
      return;
    }
    const act = acts[event.key.toLowerCase()];
    if (!act || (event.repeat && event.key !== '.' && event.key !== '+' && event.key !== '-')) return;
    act();
    event.preventDefault();
  }
  const up = (event: KeyboardEvent) =>
    session.held.delete(event.key.length === 1 ? event.key.toLowerCase() : event.key);
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
