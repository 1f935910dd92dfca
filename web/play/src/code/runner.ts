// SPDX-License-Identifier: MIT
//
// The page's side of the worker. One thing is asked at a time; when there is no answer for a while, the worker is ended
// and the next code gets another.

import type { Ask, Told } from './protocol';

const PATIENCE = 2000;  // ms for a step; code may take longer the first time, when the library is loaded
const PATIENCE_FIRST = 15000;

export class Runner {
  told: Told = { calls: [], lines: [], moves: false, fault: '' };
  /** When there is an answer to the first code. */
  readonly first: Promise<void>;
  private begun!: () => void;
  private worker: Worker | undefined;
  private timer = 0;
  private busy = false;
  private waiting: string | undefined;  // code that came while there was no answer yet

  constructor(private readonly changed: () => void) {
    this.first = new Promise(done => { this.begun = done; });
  }

  run(code: string): void {
    if (this.busy) this.waiting = code;
    else this.ask({ code });
  }

  step(dt: number): void {
    if (!this.busy && this.told.moves) this.ask({ dt });
  }

  close(): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = undefined;
    this.begun();
  }

  private ask(message: Ask): void {
    const patience = this.worker ? PATIENCE : PATIENCE_FIRST;
    this.worker ??= this.hire();
    this.busy = true;
    this.timer = window.setTimeout(() => {
      this.close();
      this.answered({ ...this.told, moves: false, fault: `no answer for ${patience / 1000} seconds: stopped` });
    }, patience);
    this.worker.postMessage(message);
  }

  private hire(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Told>) => this.answered(data));
    worker.addEventListener('error', event => {
      this.close();
      this.answered({ ...this.told, moves: false, fault: event.message || 'the worker has failed' });
    });
    return worker;
  }

  private answered(told: Told): void {
    clearTimeout(this.timer);
    this.busy = false;
    // What was drawn last stays when something fails.
    this.told = told.fault ? { ...told, calls: this.told.calls } : told;
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting !== undefined) this.ask({ code: waiting });
    this.begun();
    this.changed();
  }
}
