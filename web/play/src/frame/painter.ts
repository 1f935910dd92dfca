// SPDX-License-Identifier: MIT
//
// The painter: all that a demo can draw, in metres. Colours are roles, the same in every demo and both themes:
//
//     still      what stands and is asked about by others: calm neutral, figures as stone (palette.ts)
//     free       touches nothing: yellow
//     touching   red
//     answer     what the library said, normals, pushes, nearest points: blue
//     helper     lines that explain: grey
//
// Bodies of a world have colours of their own instead (`matter`, palette.ts).
//
// Widths are pixels, whatever the zoom. Lines and points of answers have a white rim, so that they are read on red as
// well as on the ground, and words one in the colour of the paper. Coordinates are turned into pixels here rather than
// by the canvas: a canvas transform takes floats of 24 bits, and far from the origin shapes would shake.

import type { Camera } from './camera';
import { place, vec, type Box, type Pose, type Vec } from './geometry';
import { paintOf, type Matter, type Paint } from './palette';
import { isDark } from './theme';

export type Role = 'still' | 'free' | 'touching' | 'answer' | 'helper';

/** The colour of a role: of figures, and of lines in charts. */
export const COLOUR: Record<Role, string> =
  { still: '#a9b4c2', free: '#f4c430', touching: '#e5484d', answer: '#2f80ed', helper: '#8d98a8' };
/** And of their edges. */
export const EDGE: Record<Role, string> =
  { still: '#66748a', free: '#a87f00', touching: '#99191e', answer: '#2f80ed', helper: '#7f8b9c' };
/** Of words, on light and on dark paper: no figure's colour is read on both. */
const INK: Record<Role, readonly [light: string, dark: string]> = {
  still: ['#5c6879', '#a9b4c2'], free: ['#7d5f00', '#f4c430'], touching: ['#c3272c', '#ff8589'],
  answer: ['#1769e0', '#62a8ff'], helper: ['#5c6879', '#98a4b5'],
};

const RIM = '#fff';

/** How a figure is drawn; all left out is a filled one. */
export interface Look {
  /** Where its points are; the identity if left out. */
  pose?: Pose;
  /** Round corners, for polygons: the outline is this far outside [m]. */
  radius?: number;
  /** A body of a world: its colours, whatever its role. */
  matter?: Matter;
  /** Marked, as what is chosen. */
  chosen?: boolean;
  /** Pale, as where something was or will be. */
  faint?: boolean;
  /** Only the outline. */
  hollow?: boolean;
  dashed?: boolean;
  /** Width of lines, in pixels. */
  width?: number;
}

/** Of what bears nothing, half and all of what it may. */
const STRAIN = [COLOUR.still, COLOUR.free, COLOUR.touching] as const;

/** A colour between two, part of the way. */
function blend(from: string, to: string, part: number): string {
  const channel = (colour: string, k: number) => parseInt(colour.slice(2 * k + 1, 2 * k + 3), 16);
  const mix = (k: number) => Math.round(channel(from, k) + (channel(to, k) - channel(from, k)) * part);
  return `rgb(${mix(0)} ${mix(1)} ${mix(2)})`;
}

export class Painter {
  private text = '';
  private paper = '';
  private dark = false;
  private context: CanvasRenderingContext2D;

  /** In space the ground is the demo's own: `plain` is without. */
  constructor(private readonly canvas: HTMLCanvasElement, readonly camera: Camera, private readonly small: boolean,
              private readonly plain = false) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser gives no canvas to draw on');
    this.context = context;
  }

  /** How long a pixel is [m]. */
  get pixel(): number {
    return 1 / this.camera.scale;
  }
  /** What is in view [m]. */
  get view(): Box {
    return this.camera.view();
  }

  /** Clears the picture; the frame calls it. */
  begin(ratio: number): void {
    const g = this.context, style = getComputedStyle(this.canvas);
    this.text = style.color;
    this.paper = style.backgroundColor;
    this.dark = isDark();
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, this.camera.width, this.camera.height);
    g.lineJoin = 'round';
    if (!this.plain) this.grid();
  }
  /** When all is drawn; the frame calls it. */
  end(): void {
    if (!this.plain && !this.small) this.scaleBar();
  }

  // What space needs

  /** Of the canvas, in its own pixels. */
  get size(): { width: number; height: number } {
    return this.canvas;
  }
  /** All of the picture, drawn elsewhere. */
  image(source: CanvasImageSource): void {
    this.context.drawImage(source, 0, 0, this.camera.width, this.camera.height);
  }
  /** A face in colours of its own, or with two points a line. */
  facet(points: readonly Vec[], fill?: string, edge?: string, width = 1): void {
    const g = this.context;
    g.beginPath();
    for (const p of points) {
      const { x, y } = this.toPixels(p);
      g.lineTo(x, y);
    }
    if (points.length > 2) g.closePath();
    if (fill) {
      g.fillStyle = fill;
      g.fill();
    }
    if (edge) {
      g.strokeStyle = edge;
      g.lineWidth = width;
      g.stroke();
    }
  }

  // Figures

  circle(center: Vec, radius: number, role: Role, look: Look = {}): void {
    const at = look.pose ? place(look.pose, center) : center, g = this.context;
    g.beginPath();
    g.arc(this.camera.x(at.x), this.camera.y(at.y), Math.max(radius * this.camera.scale, 0), 0, 2 * Math.PI);
    this.finish(role, look);
  }

  box({ lower, upper }: Box, role: Role, look: Look = {}): void {
    if (look.pose || look.radius) {
      this.polygon([lower, { x: upper.x, y: lower.y }, upper, { x: lower.x, y: upper.y }], role, look);
      return;
    }
    const x = this.camera.x(lower.x), y = this.camera.y(upper.y);
    this.context.beginPath();
    this.context.rect(x, y, this.camera.x(upper.x) - x, this.camera.y(lower.y) - y);
    this.finish(role, look);
  }

  /** A closed outline, counter-clockwise where it has round corners; two points and a radius are a capsule. */
  polygon(points: readonly Vec[], role: Role, look: Look = {}): void {
    const { radius = 0 } = look, g = this.context, n = points.length;
    const pixels = points.map(p => this.toPixels(p, look.pose));
    g.beginPath();
    for (let i = 0; i < n; i++) {
      const here = pixels[i]!;
      if (radius > 0) {
        const before = pixels[(i + n - 1) % n]!, after = pixels[(i + 1) % n]!;
        const from = Math.atan2(here.y - before.y, here.x - before.x) + Math.PI / 2;
        const to = Math.atan2(after.y - here.y, after.x - here.x) + Math.PI / 2;
        g.arc(here.x, here.y, radius * this.camera.scale, from, n > 1 ? to : from - 2 * Math.PI, true);
      } else {
        g.lineTo(here.x, here.y);
      }
    }
    g.closePath();
    this.finish(role, look);
  }

  /** Outlines that belong together; those that run clockwise are holes. */
  rings(rings: readonly (readonly Vec[])[], role: Role, look: Look = {}): void {
    const g = this.context;
    g.beginPath();
    for (const ring of rings) {
      ring.forEach((point, i) => {
        const { x, y } = this.toPixels(point, look.pose);
        if (i) g.lineTo(x, y);
        else g.moveTo(x, y);
      });
      g.closePath();
    }
    this.finish(role, look);
  }

  /**
   * Thousands of upright boxes at once: x0, y0, x1, y1 for each of `which`, or of all. An edge is a larger box beneath:
   * lines around them take a third longer to draw.
   */
  boxes(sides: Float32Array, role: Role, which?: ArrayLike<number>): void {
    const g = this.context, n = which ? which.length : sides.length / 4;
    for (let k = 0; k < n; k++) {
      const i = 4 * (which ? which[k]! : k);
      const x = this.camera.x(sides[i]!), y = this.camera.y(sides[i + 3]!);
      const width = this.camera.x(sides[i + 2]!) - x, height = this.camera.y(sides[i + 1]!) - y;
      if (width > 3 && height > 3) {
        g.fillStyle = EDGE[role];
        g.fillRect(x - 0.5, y - 0.5, width + 1, height + 1);
        g.fillStyle = COLOUR[role];
        g.fillRect(x + 0.5, y + 0.5, width - 1, height - 1);
      } else {
        g.fillStyle = COLOUR[role];
        g.fillRect(x, y, width, height);
      }
    }
  }

  /** Thousands of circles at once: x, y of each of `which`, with their radii by the same numbers. */
  circles(places: Float32Array, radii: ArrayLike<number>, role: Role, which: ArrayLike<number>): void {
    const g = this.context, many = 100;  // in one path; longer ones take more than their share
    for (let first = 0; first < which.length; first += many) {
      g.beginPath();
      for (let k = first; k < Math.min(first + many, which.length); k++) {
        const i = which[k]!, radius = radii[i]! * this.camera.scale;
        const x = this.camera.x(places[2 * i]!), y = this.camera.y(places[2 * i + 1]!);
        if (radius < 1) {
          g.rect(x - 0.8, y - 0.8, 1.6, 1.6);
        } else {
          g.moveTo(x + radius, y);
          g.arc(x, y, radius, 0, 2 * Math.PI);
        }
      }
      this.finish(role, { width: 0.8 });
    }
  }

  /** A line that bears a part of what it may: grey, yellow, red. */
  strained(from: Vec, to: Vec, part: number, look: Look = {}): void {
    const g = this.context, a = this.toPixels(from), b = this.toPixels(to), width = look.width ?? 3;
    const [none, half, all] = STRAIN, share = Math.min(Math.max(part, 0), 1) * 2;
    g.beginPath();
    g.moveTo(a.x, a.y);
    g.lineTo(b.x, b.y);
    g.lineCap = 'round';
    g.strokeStyle = EDGE.still;
    g.lineWidth = (this.small ? 0.6 : 1) * width + 1.5;
    g.stroke();
    g.strokeStyle = share < 1 ? blend(none, half, share) : blend(half, all, share - 1);
    g.lineWidth = (this.small ? 0.6 : 1) * width;
    g.stroke();
    g.lineCap = 'butt';
  }

  segment(from: Vec, to: Vec, role: Role, look: Look = {}): void {
    this.line([from, to], role, look);
  }

  line(points: readonly Vec[], role: Role, look: Look = {}): void {
    this.context.beginPath();
    for (const p of points) {
      const { x, y } = this.toPixels(p, look.pose);
      this.context.lineTo(x, y);
    }
    this.stroke(role, { ...look, width: look.width ?? (role === 'helper' ? 1.2 : 2.4) });
  }

  /** On which side of a line something is felt: ticks on its right. */
  felt(from: Vec, to: Vec, look: Look = {}): void {
    const g = this.context, a = this.toPixels(from, look.pose), b = this.toPixels(to, look.pose);
    const dx = b.x - a.x, dy = b.y - a.y, size = Math.hypot(dx, dy), spread = this.small ? 6 : 12;
    const count = Math.min(Math.max(1, Math.round(size / spread)), 1000);
    if (!(size > 0)) return;
    g.beginPath();
    for (let i = 0; i < count; i++) {
      const x = a.x + (i + 0.5) / count * dx, y = a.y + (i + 0.5) / count * dy;
      g.moveTo(x, y);
      g.lineTo(x - dy / size * spread / 2, y + dx / size * spread / 2);
    }
    g.strokeStyle = this.paint('still', look).edge;
    g.lineWidth = this.small ? 0.8 : 1.2;
    g.stroke();
  }

  /** From a point by a vector. Its head is left out when it is shorter than a few pixels. */
  arrow(from: Vec, by: Vec, role: Role, look: Look = {}): void {
    const g = this.context, width = look.width ?? (this.small ? 1.5 : 2);
    const a = this.toPixels(from, look.pose), b = this.toPixels({ x: from.x + by.x, y: from.y + by.y }, look.pose);
    const size = Math.hypot(b.x - a.x, b.y - a.y);
    if (size < 2) return;
    const ux = (b.x - a.x) / size, uy = (b.y - a.y) / size, head = Math.min(5 + 2.2 * width, size);
    g.beginPath();
    g.moveTo(a.x, a.y);
    g.lineTo(b.x - ux * head * 0.8, b.y - uy * head * 0.8);
    this.stroke(role, { ...look, width });
    g.beginPath();
    g.moveTo(b.x, b.y);
    g.lineTo(b.x - ux * head - uy * head * 0.45, b.y - uy * head + ux * head * 0.45);
    g.lineTo(b.x - ux * head + uy * head * 0.45, b.y - uy * head - ux * head * 0.45);
    g.closePath();
    g.fillStyle = EDGE[role];
    g.globalAlpha = look.faint ? 0.4 : 1;
    if (role === 'answer' && !look.faint) {
      g.strokeStyle = RIM;
      g.lineWidth = this.small ? 1 : 2;
      g.stroke();
    }
    g.fill();
    g.globalAlpha = 1;
  }

  /** Where the keyboard points; the frame draws it. */
  cursor(at: Vec): void {
    const size = 11 * this.pixel;
    this.segment(vec(at.x - size, at.y), vec(at.x + size, at.y), 'answer');
    this.segment(vec(at.x, at.y - size), vec(at.x, at.y + size), 'answer');
  }

  /** A dot of a few pixels. */
  point(at: Vec, role: Role, look: Look = {}): void {
    const g = this.context, { x, y } = this.toPixels(at, look.pose);
    g.beginPath();
    g.arc(x, y, ((look.width ?? 4) + (look.chosen ? 2 : 0)) * (this.small ? 0.7 : 1), 0, 2 * Math.PI);
    g.fillStyle = look.hollow ? this.paper : role === 'helper' ? EDGE.helper : COLOUR[role];
    g.strokeStyle = look.hollow ? EDGE[role] : RIM;
    g.lineWidth = look.hollow ? 2 : 1.2;
    g.fill();
    g.stroke();
  }

  /** Words beside a place, by an offset in pixels. Left out in the gallery, where nobody could read them. */
  label(at: Vec, words: string, { role, dx = 0, dy = -10 }: { role?: Role; dx?: number; dy?: number } = {}): void {
    if (this.small) return;
    const g = this.context, { x, y } = this.toPixels(at);
    g.font = '600 12px system-ui, "Segoe UI", Roboto, sans-serif';
    g.textAlign = dx > 0 ? 'left' : dx < 0 ? 'right' : 'center';
    g.textBaseline = 'middle';
    g.strokeStyle = this.paper;
    g.lineWidth = 4;
    g.strokeText(words, x + dx, y + dy);
    g.fillStyle = role ? INK[role][this.dark ? 1 : 0] : this.text;
    g.fillText(words, x + dx, y + dy);
  }

  // What they are made of

  private toPixels(v: Vec, pose?: Pose): Vec {
    const at = pose ? place(pose, v) : v;
    return { x: this.camera.x(at.x), y: this.camera.y(at.y) };
  }

  private paint(role: Role, { matter }: Look): Paint {
    if (matter !== undefined) return paintOf(matter, this.dark);
    return role === 'still' ? paintOf('ground', this.dark) : { fill: COLOUR[role], edge: EDGE[role] };
  }

  private finish(role: Role, look: Look): void {
    const g = this.context, { fill, edge } = this.paint(role, look), solid = look.matter !== undefined;
    if (!look.hollow) {
      g.fillStyle = fill;
      g.globalAlpha = look.faint ? 0.25 : solid || role === 'still' ? 1 : 0.92;
      g.fill();
      g.globalAlpha = 1;
    }
    if (look.chosen) {
      g.strokeStyle = this.text;
      g.lineWidth = 4.5;
      g.stroke();
    }
    g.strokeStyle = edge;
    g.lineWidth = look.width ?? (this.small ? (solid ? 0.8 : 1) : solid ? 1.1 : role === 'still' ? 1.2 : 1.4);
    g.globalAlpha = look.faint ? 0.6 : 1;
    if (look.dashed) g.setLineDash([5, 4]);
    g.stroke();
    g.setLineDash([]);
    g.globalAlpha = 1;
  }

  private stroke(role: Role, look: Look): void {
    const g = this.context, width = look.width ?? (this.small ? 1.5 : 2);
    if (role === 'answer' && !look.faint && !look.dashed) {
      g.strokeStyle = RIM;
      g.lineWidth = width + (this.small ? 1 : 2);
      g.stroke();
    }
    g.strokeStyle = look.chosen ? this.text : look.matter === undefined ? EDGE[role] : this.paint(role, look).edge;
    g.lineWidth = width;
    g.globalAlpha = look.faint ? 0.4 : 1;
    if (look.dashed) g.setLineDash([5, 4]);
    g.stroke();
    g.setLineDash([]);
    g.globalAlpha = 1;
  }

  // The ground: lines a round number of metres apart, and a bar that says how long a metre is.

  private gridStep(): number {
    const rough = (this.small ? 28 : 70) / this.camera.scale, power = 10 ** Math.floor(Math.log10(rough));
    return [1, 2, 5, 10].map(k => k * power).find(k => k >= rough) ?? rough;
  }

  private grid(): void {
    const g = this.context, step = this.gridStep(), { lower, upper } = this.view;
    g.fillStyle = this.text;
    const shade = (i: number) => { g.globalAlpha = i ? 0.07 : 0.2; };
    for (let i = Math.ceil(lower.x / step); i * step <= upper.x; i++) {
      shade(i);
      g.fillRect(Math.round(this.camera.x(i * step)), 0, 1, this.camera.height);
    }
    for (let i = Math.ceil(lower.y / step); i * step <= upper.y; i++) {
      shade(i);
      g.fillRect(0, Math.round(this.camera.y(i * step)), this.camera.width, 1);
    }
    g.globalAlpha = 1;
  }

  private scaleBar(): void {
    const g = this.context, step = this.gridStep(), size = step * this.camera.scale;
    const right = this.camera.width - 16.5, bottom = this.camera.height - this.camera.bottom - 16.5;
    g.font = '11px system-ui, "Segoe UI", Roboto, sans-serif';
    g.textAlign = 'center';
    g.textBaseline = 'alphabetic';
    const words = `${Number(step.toPrecision(1))} m`;
    g.beginPath();
    g.moveTo(right - size, bottom - 5);
    g.lineTo(right - size, bottom);
    g.lineTo(right, bottom);
    g.lineTo(right, bottom - 5);
    g.strokeStyle = this.paper;  // a rim, on whatever is there
    g.lineWidth = 4;
    g.stroke();
    g.strokeText(words, right - size / 2, bottom - 6);
    g.strokeStyle = g.fillStyle = this.text;
    g.globalAlpha = 0.7;
    g.lineWidth = 1;
    g.stroke();
    g.fillText(words, right - size / 2, bottom - 6);
    g.globalAlpha = 1;
  }
}
