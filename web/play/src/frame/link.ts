// SPDX-License-Identifier: MIT
//
// Links: `#/boxes?count=40&kind=grid` is a demo and those values of its controls that differ from what it declares, and
// `at=120_-45` where things are that were moved by hand. A link that somebody mistyped still opens: what makes no sense
// is left at its default, numbers are brought into range.

import type { Control, Controls, Demo, Value } from './demo';
import { clamp } from './geometry';

/** The name after `#/`, and what follows the question mark. */
export function readLink(hash: string): { id: string; query: URLSearchParams } {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { id: path, query: new URLSearchParams(query) };
}

function read(control: Control, text: string): Value | undefined {
  switch (control.kind) {
    case 'slider': {
      const number = Number(text), { from, to, step } = control;
      if (text.trim() === '' || !Number.isFinite(number)) return undefined;
      return clamp(Number((from + Math.round((number - from) / step) * step).toFixed(6)), from, to);
    }
    case 'choice': return Object.hasOwn(control.options, text) ? text : undefined;
    case 'toggle': return text === 'on' ? true : text === 'off' ? false : undefined;
    case 'shuffle': return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
    case 'button': return undefined;
  }
}

/** What the controls declare. */
export function defaults(controls: Controls): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const [name, control] of Object.entries(controls)) {
    if (control.kind !== 'button') values[name] = control.value;
  }
  return values;
}

export function readValues(controls: Controls, query: URLSearchParams): Record<string, Value> {
  const values = defaults(controls);
  for (const name of Object.keys(values)) {
    const text = query.get(name), value = text === null ? undefined : read(controls[name]!, text);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Where things are; empty if the link does not say. */
export function readPlaces(query: URLSearchParams): number[] {
  const words = query.get('at')?.split('_') ?? [];
  return words.every(it => /^-?\d{1,7}$/.test(it)) ? words.map(Number) : [];
}

export function linkTo(demo: Demo, values: Record<string, Value> = {}, places: readonly number[] = []): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const control = demo.controls[name];
    if (!control || control.kind === 'button' || control.value === value) continue;
    query.set(name, typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
  }
  if (places.length) query.set('at', places.join('_'));
  const text = query.toString();
  return `#/${demo.id}${text && `?${text}`}`;
}
