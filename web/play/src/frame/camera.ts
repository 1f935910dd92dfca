// SPDX-License-Identifier: MIT
//
// From metres to pixels and back. The camera keeps a box in view, with a margin and below the buttons, through every
// change of size until it is moved by hand; from then on it keeps its middle and its scale.

import { clamp, middle, vec, type Box, type Vec } from './geometry';

const MARGIN = 0.03;  // of the picture, on each side

export class Camera {
  width = 1;
  height = 1;
  /** Pixels of CSS per metre. */
  scale = 1;
  private at: Vec;
  private fitted = true;

  /** `top` and `bottom`: pixels there that buttons cover. */
  constructor(private home: Box, private readonly top = 0, readonly bottom = 0) {
    this.at = middle(home);
  }

  resize(width: number, height: number): void {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    if (this.fitted) this.fit();
  }

  private homeScale(): number {
    const { lower, upper } = this.home;
    return (1 - 2 * MARGIN) * Math.min(this.width / (upper.x - lower.x), this.high / (upper.y - lower.y));
  }
  /** What no buttons cover of the height; of a very low picture a half is taken for that. */
  private get high(): number {
    return Math.max(this.height - this.top - this.bottom, this.height / 2);
  }

  /** From now on this is what there is to see. */
  look(home: Box): void {
    this.home = home;
    this.fit();
  }

  fit(): void {
    this.scale = this.homeScale();
    this.at = this.below(middle(this.home));
    this.fitted = true;
  }

  /** The place in the middle of what no buttons cover. */
  get middle(): Vec {
    return vec(this.at.x, this.at.y - (this.top - this.bottom) / 2 / this.scale);
  }
  /** Where the middle of the picture is when a place is in the middle of what no buttons cover. */
  private below({ x, y }: Vec): Vec {
    return vec(x, y + (this.top - this.bottom) / 2 / this.scale);
  }

  /**
   * Where the box would be smaller than so many pixels per metre, it is seen in parts: that around a place. Not after
   * the camera was moved by hand.
   */
  follow({ x, y }: Vec, least: number): void {
    if (!this.fitted) return;
    const { home: { lower, upper } } = this, center = middle(this.home);
    this.scale = Math.max(this.homeScale(), least);
    const wide = this.width / 2 / this.scale, high = this.high / 2 / this.scale;
    const within = (at: number, low: number, mid: number, most: number) => (low < most ? clamp(at, low, most) : mid);
    this.at = this.below(vec(within(x, lower.x + wide, center.x, upper.x - wide),
      within(y, lower.y + high, center.y, upper.y - high)));
  }

  x(x: number): number {
    return (x - this.at.x) * this.scale + this.width / 2;
  }
  y(y: number): number {
    return (this.at.y - y) * this.scale + this.height / 2;
  }
  /** The place in the world that is seen at a pixel. */
  world(x: number, y: number): Vec {
    return vec((x - this.width / 2) / this.scale + this.at.x, this.at.y - (y - this.height / 2) / this.scale);
  }
  view(): Box {
    const a = this.world(0, this.height), b = this.world(this.width, 0);
    return { lower: a, upper: b };
  }

  pan(dx: number, dy: number): void {
    this.at = vec(this.at.x - dx / this.scale, this.at.y + dy / this.scale);
    this.fitted = false;
  }
  /** Zooms so that what is seen at pixel (x, y) stays there. */
  zoom(by: number, x = this.width / 2, y = this.height / 2): void {
    const before = this.world(x, y), home = this.homeScale();
    this.scale = clamp(this.scale * by, home / 50, home * 500);
    const after = this.world(x, y);
    this.at = vec(this.at.x + before.x - after.x, this.at.y + before.y - after.y);
    this.fitted = false;
  }
}
