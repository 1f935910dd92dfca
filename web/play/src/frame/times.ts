// SPDX-License-Identifier: MIT
//
// How long steps and frames take, over the last few seconds. A browser's clock is coarse, so the numbers are means.

import { ChartView } from './chart';
import { vec } from './geometry';

const KEPT = 240, SHOWN_EVERY = 15, MEAN_OF = 60;

export class Times {
  private readonly view = new ChartView();
  readonly element = this.view.element;
  private readonly steps: number[] = [];
  private readonly frames: number[] = [];
  private count = 0;

  constructor() {
    this.show();
  }

  /** Milliseconds; NaN where no step was made. */
  add(step: number, frame: number): void {
    this.steps.push(Number.isNaN(step) ? 0 : step);
    this.frames.push(frame);
    if (this.steps.length > KEPT) {
      this.steps.shift();
      this.frames.shift();
    }
    if (this.count++ % SHOWN_EVERY === 0) this.show();
  }

  private show(): void {
    const line = (name: string, role: 'answer' | 'helper', past: number[]) => {
      const last = past.slice(-MEAN_OF), mean = last.reduce((sum, it) => sum + it, 0) / last.length;
      return { name, role, points: past.map((y, i) => vec(KEPT - past.length + i, y)), said: last.length ? mean.toFixed(2) : '' };
    };
    // One frame that was held up by something else should not flatten all others.
    const sorted = [...this.frames].sort((a, b) => a - b), top = sorted[Math.floor(sorted.length * 0.97)] ?? 1;
    this.view.show({
      title: 'Milliseconds', unit: 'ms', from: 0, to: KEPT - 1, top,
      lines: [line('whole frame', 'helper', this.frames), line('step', 'answer', this.steps)],
    });
  }
}
