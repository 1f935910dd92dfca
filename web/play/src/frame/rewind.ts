// SPDX-License-Identifier: MIT
//
// Time to go back in: moments of a world, some a second, on a bar below the picture. One stands at any of them, and
// time goes on from there; what came after is then forgotten, and comes again to the bit as long as nobody interferes.
// All moments have room for so many bytes; the oldest go first.

import { make } from './dom';

const EVERY = 6;  // steps from moment to moment
const ROOM = 64 << 20;  // bytes

interface Kept<M> {
  step: number;
  moment: M;
}

export interface RewindRules<M> {
  /** Where its bar is. */
  foot: HTMLElement;
  save(): M;
  load(moment: M): void;
  /** One has gone to so many steps from the start. */
  arrived?(step: number): void;
  redraw(): void;
}

export class Rewind<M extends { readonly bytes: Uint8Array }> {
  steps = 0;
  private kept: Kept<M>[];
  private bytes: number;
  private seeking = false;
  private readonly range = make('input', { type: 'range', id: 'time', step: String(EVERY), 'aria-label': 'Time' });
  private readonly said = make('output', { htmlFor: 'time' });

  constructor(private readonly rules: RewindRules<M>) {
    const { range, said } = this, moment = rules.save();
    this.kept = [{ step: 0, moment }];
    this.bytes = moment.bytes.length;
    range.addEventListener('input', () => this.go(Number(range.value)));
    range.addEventListener('pointerdown', () => { this.seeking = true; });
    for (const end of ['pointerup', 'pointercancel', 'change', 'blur']) {
      range.addEventListener(end, () => { this.seeking = false; });
    }
    rules.foot.replaceChildren(range, said);
    this.show();
  }

  /** Whether the bar is in somebody's hand: then time stands. */
  get held(): boolean {
    return this.seeking;
  }
  get last(): number {
    return Math.max(this.kept.at(-1)!.step, this.steps);
  }

  /** After a step. */
  stepped(): void {
    this.steps++;
    while (this.kept.length > 1 && this.kept.at(-1)!.step >= this.steps) {
      this.bytes -= this.kept.pop()!.moment.bytes.length;
    }
    if (this.steps % EVERY === 0) {
      const moment = this.rules.save();
      this.kept.push({ step: this.steps, moment });
      this.bytes += moment.bytes.length;
      while (this.bytes > ROOM && this.kept.length > 1) this.bytes -= this.kept.shift()!.moment.bytes.length;
    }
    this.show();
  }

  /** To the last moment that is not later than so many steps from the start, or the oldest. */
  go(step: number): void {
    const { kept } = this, found = kept.filter(it => it.step <= step).at(-1) ?? kept[0]!;
    this.rules.load(found.moment);
    this.steps = found.step;
    this.rules.arrived?.(found.step);
    this.show();
    this.rules.redraw();
  }

  /** One moment back or forward. */
  by(count: number): void {
    this.go(count < 0 ? this.steps - 1 : this.steps + EVERY);
  }

  private show(): void {
    const { range, said, steps, last } = this, first = this.kept[0]!.step;
    const number = { min: String(first), max: String(Math.max(last, first + 1)), value: String(steps) };
    Object.assign(range, number);
    range.style.setProperty('--part', String(last > first ? (steps - first) / (last - first) : 1));
    said.textContent = `${(steps / 60).toFixed(1)} s`;
    range.setAttribute('aria-valuetext', said.textContent);
  }
}
