// SPDX-License-Identifier: MIT
//
// A session: one demo that runs in one canvas, in the gallery or on its page. It has the clock, and is the wall behind
// which a demo may throw: whatever comes out of it, the session stops it, frees what it can and hands on the message;
// the rest of the page goes on.
//
// Steps are always 1/60 s, or what the demo says, so that what happens depends on the number of steps alone. A slow
// machine shows slow motion rather than longer steps. A picture is drawn only when something has changed.

import type { Impinge } from 'impinge';
import { Camera } from './camera';
import { roundUp, type Chart } from './chart';
import type { Answer, Demo, Follower, Running, Value } from './demo';
import { make } from './dom';
import { add, clamp, scale, snap, vec, type Vec } from './geometry';
import { Painter } from './painter';
import { seeded } from './random';

export const STEP = 1 / 60;
const MOST_STEPS = 3;
const BUTTONS = 48, PADS = 76;  // how much of the height they cover [pixels]
/** How far beside a thing one may point and still mean it, in pixels. */
export const REACH = 6;

export interface SessionOptions {
  card: boolean;
  values: Record<string, Value>;
  paused: boolean;
  panel?: HTMLElement;
  foot?: HTMLElement;
  /** After each picture: how long its steps and the whole frame took [ms]; NaN for a step when there was none. */
  drawn?(stepTime: number, frameTime: number): void;
  failed?(message: string): void;
  /** The demo has set a value itself. */
  valueSet?(name: string): void;
  /** Hands or keys have done something in the picture. */
  touched?(): void;
}

export class Session {
  readonly camera: Camera;
  readonly held = new Set<string>();
  paused: boolean;
  steps = 0;
  error = '';
  private cursor: Vec | undefined;  // where the keyboard points
  private readonly painter: Painter;
  private running: Running | undefined;
  private stale = true;
  private request = 0;
  private last = 0;
  private owed = 0;
  private readonly watch: ResizeObserver;

  constructor(readonly demo: Demo, private readonly imp: Impinge, readonly canvas: HTMLCanvasElement,
              readonly options: SessionOptions) {
    this.paused = options.paused;
    const pads = demo.pads && matchMedia('(any-pointer: coarse)').matches;
    this.camera = options.card || demo.space ? new Camera(demo.view) : new Camera(demo.view, BUTTONS, pads ? PADS : 0);
    this.painter = new Painter(canvas, this.camera, options.card, demo.space);
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(canvas);
    this.restart();
  }

  get ready(): Promise<unknown> | undefined {
    return this.running?.ready;
  }
  get values(): Record<string, Value> {
    return this.options.values;
  }

  // Beginning and ending

  restart(): void {
    this.end();
    this.steps = 0;
    this.owed = 0;
    this.error = '';
    this.cursor = undefined;
    const { values, card, panel = make('div'), foot = make('div') } = this.options, { seed = 1 } = values;
    this.guard(() => {
      this.running = this.demo.start({
        imp: this.imp, values, card, panel, foot, random: seeded(Number(seed)),
        held: key => this.held.has(key),
        redraw: () => this.redraw(),
        look: box => {
          this.camera.look(box);
          this.redraw();
        },
        set: (name: string, value: Value) => {
          values[name] = value;
          this.options.valueSet?.(name);
        },
      });
    });
    this.redraw();
  }

  private end(): void {
    const { running } = this;
    this.running = undefined;
    try {
      running?.stop?.();
    } catch (thrown) {
      if (!this.error) console.error(thrown);  // what has failed already may fail to stop, too
    }
  }

  close(): void {
    this.sleep();
    this.watch.disconnect();
    this.end();
  }

  /** Runs a call into the demo. */
  private guard<T>(call: () => T): T | undefined {
    try {
      return call();
    } catch (thrown) {
      this.error = thrown instanceof Error ? thrown.message : String(thrown);
      this.end();
      this.redraw();
      this.options.failed?.(this.error);
      return undefined;
    }
  }

  // The clock

  wake(): void {
    this.resize();  // it is in the document by now, and has a size
    if (!this.request) {
      this.last = 0;
      this.request = requestAnimationFrame(now => this.frame(now));
    }
  }
  sleep(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
  }
  redraw(): void {
    this.stale = true;
  }

  private get stepTime(): number {
    return this.demo.pace ?? STEP;
  }
  get moves(): boolean {
    return !!this.running?.step;
  }

  /** One step, whether paused or not. */
  step(): void {
    const { running } = this;
    if (!running?.step) return;
    this.guard(() => running.step!(this.stepTime));
    this.steps++;
    this.redraw();
  }

  private frame(now: number): void {
    this.request = requestAnimationFrame(next => this.frame(next));
    // The gallery is calm: half as fast, and half as many pictures.
    const pace = (this.options.card ? 2 : 1) * this.stepTime;
    this.owed = this.last ? Math.min(this.owed + (now - this.last) / 1000, MOST_STEPS * pace) : pace;
    this.last = now;
    const began = performance.now();
    let stepTime = NaN;
    if (this.moves && !this.paused) {
      const before = this.steps;
      // A screen of 60 Hz is never exactly that: a step that is nearly due is made, so that no frame has none.
      for (; this.owed > 0.9 * pace && this.running; this.owed -= pace) this.step();
      if (this.steps > before) stepTime = (performance.now() - began) / (this.steps - before);
    } else {
      this.owed = 0;
    }
    if (!this.stale) return;
    this.draw();
    this.options.drawn?.(stepTime, performance.now() - began);
  }

  // The picture

  private resize(): void {
    const { canvas, camera } = this, { clientWidth, clientHeight } = canvas, ratio = Math.min(devicePixelRatio || 1, 3);
    const width = Math.max(Math.round(clientWidth * ratio), 1), height = Math.max(Math.round(clientHeight * ratio), 1);
    if (canvas.width === width && canvas.height === height && camera.width === clientWidth) return;
    canvas.width = width;
    canvas.height = height;
    camera.resize(clientWidth, clientHeight);
    this.draw();  // at once: a canvas is empty when it has been resized
    this.redraw();  // and with the next frame, which tells the page
  }

  draw(): void {
    this.stale = false;
    const follows = this.guard(() => this.running?.follow?.());
    if (follows) this.camera.follow(follows.at, follows.least);
    this.painter.begin(this.canvas.width / this.camera.width);
    this.guard(() => this.running?.draw(this.painter));
    this.painter.end();
    if (this.cursor) this.painter.cursor(this.cursor);
  }

  // The keyboard's cursor: arrows move it by a few pixels, a round number of metres, so that one finds back exactly

  get points(): boolean {
    return !!this.cursor;
  }
  point(way: Vec, fine: boolean): void {
    const { camera } = this, { lower, upper } = camera.view(), step = roundUp(8 / camera.scale);
    const to = add(this.cursor ?? snap(camera.middle, step), scale(way, fine ? step / 10 : step));
    this.cursor = vec(clamp(to.x, lower.x, upper.x), clamp(to.y, lower.y, upper.y));
    this.redraw();
  }
  hideCursor(): boolean {
    const was = this.points;
    this.cursor = undefined;
    if (was) this.redraw();
    return was;
  }
  /** What a mouse would do there. */
  tap(): void {
    const { cursor } = this, reach = REACH / this.camera.scale;
    if (!cursor) return;
    const follower = this.grab(cursor, reach);
    follower?.click?.();
    if (follower) follower.drop?.();
    else this.click(cursor, reach);
  }

  // What the page asks and tells

  answers(): Answer[] {
    return this.guard(() => this.running?.answers?.() ?? []) ?? [];
  }
  charts(): Chart[] {
    return this.guard(() => this.running?.charts?.() ?? []) ?? [];
  }
  state(): object {
    return this.guard(() => this.running?.state() ?? {}) ?? {};
  }
  places(): number[] | undefined {
    return this.guard(() => this.running?.places?.());
  }
  place(places: readonly number[]): void {
    if (places.length) this.tell(running => running.place?.(places));
  }
  grab(at: Vec, reach: number): Follower | undefined {
    const follower = this.tell(running => running.grab?.(at, reach));
    return follower && {
      move: to => this.tell(() => follower.move?.(to)),
      click: () => this.tell(() => follower.click?.()),
      drop: () => {
        this.tell(() => follower.drop?.());
        this.options.touched?.();
      },
    };
  }
  click(at: Vec, reach: number): void {
    this.tell(running => running.click?.(at, reach));
    this.options.touched?.();
  }
  /** Whether the demo goes around, instead of the camera's moving. */
  around(by: Vec): boolean {
    const { running } = this;
    if (!running?.around) return false;
    this.tell(() => running.around!(by));
    return true;
  }
  hover(at: Vec | undefined, reach: number): boolean {
    const { running } = this;
    if (!running?.hover) return false;
    return !!this.tell(() => running.hover!(at, reach));
  }
  key(key: string, fine: boolean): boolean {
    const meant = !!this.tell(running => running.key?.(key, fine));
    if (meant) this.options.touched?.();
    return meant;
  }
  press(name: string): void {
    this.tell(running => running.press?.(name));
  }
  changed(name: string): void {
    this.tell(running => running.changed?.(name));
  }
  private tell<T>(call: (running: Running) => T): T | undefined {
    const { running } = this;
    this.redraw();
    return running && this.guard(() => call(running));
  }
}
