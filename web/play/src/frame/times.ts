// SPDX-License-Identifier: MIT
//
// How long steps and frames take, over the last few seconds. A browser's clock is coarse, so the numbers are means.

import { ChartView, type Line } from './chart';
import { vec } from './geometry';
import type { Role } from './painter';

const KEPT = 240, SHOWN_EVERY = 15, MEAN_OF = 60;

export class Times {
  private readonly view = new ChartView();
  readonly element = this.view.element;
  private readonly steps: number[] = [];
  private readonly frames: number[] = [];
  private count = 0;
  private stepped = false;

  constructor() {
    this.show();
  }

  /** Milliseconds; NaN where no step was made. */
  add(step: number, frame: number): void {
    this.stepped ||= !Number.isNaN(step);
    this.steps.push(Number.isNaN(step) ? 0 : step);
    this.frames.push(frame);
    if (this.steps.length > KEPT) {
      this.steps.shift();
      this.frames.shift();
    }
    if (this.count++ % SHOWN_EVERY === 0) this.show();
  }

  private show(): void {
    const line = (name: string, role: Role, past: number[]): Line => {
      const points = past.map((y, i) => vec(KEPT - past.length + i, y));
      const last = past.slice(-MEAN_OF), mean = last.reduce((sum, it) => sum + it, 0) / last.length;
      return { name, role, points, said: last.length ? mean.toFixed(2) : '' };
    };
    const lines = [line('whole frame', 'helper', this.frames)];
    if (this.stepped) lines.push(line('step', 'answer', this.steps));
    // One frame that was held up by something else should not flatten all others.
    const sorted = [...this.frames].sort((a, b) => a - b), top = sorted[Math.floor(sorted.length * 0.97)] ?? 1;
    this.view.show({ title: 'Milliseconds', unit: 'ms', from: 0, to: KEPT - 1, top, lines });
  }
}
