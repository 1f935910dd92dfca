// SPDX-License-Identifier: MIT
//
// Runs code that somebody has typed, away from the page: it may throw, and it may never end. Then the page ends it.

import * as impinge from 'impinge';
import { FIGURES, type Ask, type Draw, type Told } from './protocol';

const LINES_MAX = 200, CALLS_MAX = 20000;
const HEAD = 2;  // lines that a function has before its first

const told: Told = { calls: [], lines: [], moves: false, fault: '' };
let library: impinge.Impinge | undefined;
let each: ((dt: number) => void) | undefined;

const draw = Object.fromEntries(FIGURES.map(figure => [figure, (...given: unknown[]) => {
  if (told.calls.length < CALLS_MAX) told.calls.push([figure, given]);
}])) as unknown as Draw;

const show = (value: unknown): string => (typeof value === 'string' ? value
  : JSON.stringify(value, (_, it: unknown) => (typeof it === 'bigint' ? `${it}n`
    : ArrayBuffer.isView(it) ? Array.from(it as unknown as ArrayLike<number>) : it)) ?? String(value));

function print(...values: unknown[]): void {
  if (told.lines.length < LINES_MAX) told.lines.push(values.map(show).join(' '));
}

function faultOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `thrown: ${show(thrown)}`;
  const line = /<anonymous>:(\d+):/.exec(thrown.stack ?? '')?.[1];
  return `${line ? `line ${Number(line) - HEAD}: ` : ''}${thrown.message}`;
}

function step(dt: number): void {
  each?.(dt);
}

async function run(code: string): Promise<void> {
  library ??= await impinge.load();
  const { imp, imp2, imp3 } = library;
  each = undefined;
  told.lines = [];
  const given = { impinge, imp, imp2, imp3, draw, print, each: (next: (dt: number) => void) => { each = next; } };
  const Code = Object.getPrototypeOf(run).constructor as FunctionConstructor;
  await new Code(...Object.keys(given), code)(...Object.values(given));
  if (!told.calls.length) step(0);
}

addEventListener('message', async ({ data }: MessageEvent<Ask>) => {
  told.calls = [];
  told.fault = '';
  try {
    if ('code' in data) await run(data.code);
    else step(data.dt);
  } catch (thrown) {
    told.fault = faultOf(thrown);
    each = undefined;
  }
  told.moves = each !== undefined;
  try {
    postMessage(told);
  } catch (thrown) {
    // Something was drawn that cannot be handed over: a function, a handle.
    postMessage({ calls: [], lines: told.lines, moves: false, fault: faultOf(thrown) } satisfies Told);
  }
});
