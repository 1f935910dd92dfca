// SPDX-License-Identifier: MIT
//
// What has been, frame by frame: a snapshot of each, and what the world was told on the way there. One can stand at any
// of them. When something else is done there, what came after is the old future: kept beside, to be compared with.
//
// All of it has room for so many bytes and no more. The oldest frames go first; the old future has half of the room at
// most, and loses its end.

import type { Call, Moment } from './world';

export interface Frame extends Moment {
  /** What led here from the frame before. */
  readonly calls: readonly Call[];
}

const sizeOf = (frames: readonly Frame[]): number => frames.reduce((sum, it) => sum + it.bytes.length, 0);

export class Timeline {
  /** The number of the oldest frame that is kept, and that where one stands. */
  first = 0;
  now = 0;
  /** The last frame before those of the old future that are kept; -1 when there has been none. */
  fork = -1;
  /** Of all frames. */
  bytes: number;
  private frames: Frame[];
  private old: Frame[] = [];  // from the fork on

  constructor(start: Frame) {
    this.frames = [start];
    this.bytes = start.bytes.length;
  }

  get last(): number {
    return this.first + this.frames.length - 1;
  }
  at(frame: number): Frame {
    return this.frames[frame - this.first]!;
  }
  /** The same frame of the old future, if it has one. */
  otherwise(frame: number): Frame | undefined {
    return frame > this.fork ? this.old[frame - this.fork - 1] : undefined;
  }

  /** From where one stands, something else happens. */
  branch(most: number): void {
    if (this.now === this.last) return;
    this.old = this.frames.splice(this.now - this.first + 1);
    this.fork = this.now;
    this.fit(most);
  }

  /** What has happened at the end. */
  add(frame: Frame, most: number): void {
    this.frames.push(frame);
    this.now = this.last;
    this.fit(most);
  }

  private fit(most: number): void {
    let size = sizeOf(this.old);
    while (size > most / 2) size -= this.old.pop()!.bytes.length;
    this.bytes = sizeOf(this.frames) + size;
    while (this.bytes > most && this.first < this.now) {
      this.bytes -= this.frames.shift()!.bytes.length;
      this.first++;
      if (this.old.length && this.fork + 1 < this.first) {  // nobody gets there any more
        this.bytes -= this.old.shift()!.bytes.length;
        this.fork++;
      }
    }
  }
}
