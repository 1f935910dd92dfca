// SPDX-License-Identifier: MIT
//
// A small chart of a few lines, from 0 to a round number, with its legend below. Its canvas is a picture for the eyes;
// the legend has the numbers as text.

import { make } from './dom';
import type { Vec } from './geometry';
import { COLOUR, type Role } from './painter';

export interface Line {
  name: string;
  role: Role;
  /** From left to right. */
  points: readonly Vec[];
  /** What the legend says behind the name. */
  said?: string;
}
export interface Chart {
  title: string;
  lines: readonly Line[];
  /** Of the numbers upward: 'ms'. */
  unit?: string;
  /** What is told from left to right: 'length of a block [m]'. */
  across?: string;
  /** The first and last number from left to right; those of the points if left out. */
  from?: number;
  to?: number;
  /** The highest number that is shown, made round; that of the points if left out. */
  top?: number;
  /** Where one is now: a line upright. */
  mark?: number;
}

/** The least of 1, 2, 5, 10, 20 and so on that is not less. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5].map(k => k * power).find(k => k >= value) ?? 10 * power;
}

export class ChartView {
  readonly element = make('section', { className: 'chart' });
  private readonly title = make('h2');
  private readonly canvas = make('canvas', { 'aria-hidden': 'true' });
  private readonly legend = make('p', { className: 'legend' });

  constructor() {
    this.element.append(this.title, this.canvas, this.legend);
  }

  show(chart: Chart): void {
    this.title.textContent = chart.across ? `${chart.title}, by ${chart.across}` : chart.title;
    if (this.legend.childElementCount !== chart.lines.length) {
      this.legend.replaceChildren(...chart.lines.map(({ role }) => make('span', { className: role }, ' ', make('b'))));
    }
    chart.lines.forEach(({ name, said = '' }, i) => {
      const [before, value] = this.legend.children[i]!.childNodes;
      before!.textContent = `${name} `;
      value!.textContent = said;
    });
    this.draw(chart);
  }

  private draw({ lines, unit = '', from, to, top: wanted, mark, across }: Chart): void {
    const { canvas } = this, width = canvas.clientWidth, height = canvas.clientHeight, ratio = devicePixelRatio || 1;
    const g = canvas.getContext('2d');
    if (!g || !width) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    g.scale(ratio, ratio);
    const all = lines.flatMap(it => it.points), xs = all.map(it => it.x);
    const first = from ?? Math.min(...xs), last = to ?? Math.max(...xs);
    const top = roundUp(wanted ?? Math.max(...all.map(it => it.y), 0)), foot = height - (across ? 15 : 1);
    const x = (value: number) => 1 + (value - first) / (last - first || 1) * (width - 2);
    const y = (value: number) => foot - Math.min(value / top, 1) * (foot - 1);
    g.fillStyle = getComputedStyle(canvas).color;
    g.globalAlpha = 0.25;
    g.fillRect(0, 0, width, 1);
    g.fillRect(0, foot, width, 1);
    if (mark !== undefined) g.fillRect(x(mark) - 1, 0, 2, foot);
    g.globalAlpha = 0.85;
    g.font = '11px system-ui, "Segoe UI", Roboto, sans-serif';
    g.textBaseline = 'top';
    g.fillText(`${top} ${unit}`, 0, 3);
    if (across && all.length) {
      g.fillText(String(Number(first.toPrecision(3))), 0, foot + 3);
      g.textAlign = 'right';
      g.fillText(String(Number(last.toPrecision(3))), width, foot + 3);
    }
    g.globalAlpha = 1;
    g.lineWidth = 1.5;
    g.lineJoin = 'round';
    for (const { role, points } of lines) {
      g.strokeStyle = COLOUR[role];
      g.beginPath();
      for (const p of points) g.lineTo(x(p.x), y(p.y));
      g.stroke();
    }
  }
}
