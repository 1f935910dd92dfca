// SPDX-License-Identifier: MIT
//
// The pieces of a world, of the plane or of space: bodies, and how each was after the last step. What the world is told
// goes through here, for whoever wants to tell it once more; moments of it can be kept and gone back to.

import type { Body, WorldStats } from 'impinge';
import { BODY_DYNAMIC, BODY_STATIC } from 'impinge';
import type { Answer } from './demo';
import type { Matter } from './palette';

export const GRAVITY = 9.81;
export const FAR = 200;  // what is farther from the origin is gone [m]

/** What is used of both worlds. */
export interface AnyWorld<S> {
  getBody(body: Body): S;
  removeBody(body: Body): void;
  save(): Uint8Array;
  load(bytes: Uint8Array): void;
  hash(): bigint;
  stats(): WorldStats;
}
interface AnyState {
  kind: number;
  awake: boolean;
}
export interface AnyPiece<S> {
  readonly body: Body;
  state: S;
}

/** A world as it was, with the pieces that were in it, and what a demo keeps beside. */
export interface AnyMoment<P> {
  readonly bytes: Uint8Array;
  readonly pieces: readonly P[];
  readonly hash: string;
  readonly beside?: unknown;
}

export interface StockRules<W, P> {
  /** Is given what the world was told: the same, told again where it was told, gives the same bits. */
  told?: ((call: (world: W) => unknown) => void) | undefined;
  /** The pieces are others: some have gone. */
  changed(has: (piece: P) => boolean): void;
  /** What a demo keeps beside the world, and how it takes that back. */
  beside?: { save(): unknown; load(kept: unknown): void } | undefined;
}

/** What a piece looks like, by its state and its number. */
export function matterOf({ kind, awake }: AnyState, number: number): Matter {
  if (kind !== BODY_DYNAMIC) return kind === BODY_STATIC ? 'ground' : 'driven';
  return awake ? number : 'asleep';
}

/** A hash as it is shown. */
export const inHalves = (hash: string): string => `${hash.slice(0, 8)} ${hash.slice(8)}`;

export class Stock<W extends AnyWorld<S>, S extends AnyState, P extends AnyPiece<S>> {
  /** All that are there, in the order in which they came. Another list when one has come or gone. */
  pieces: readonly P[] = [];
  private made = 0;

  constructor(readonly world: W, private readonly rules: StockRules<W, P>) {}

  /** Calls the world, for whoever wants to know what it was told. */
  tell<T>(call: (world: W) => T): T {
    const answer = call(this.world);
    this.rules.told?.(call);
    return answer;
  }

  /** Reads how a piece is, where it was changed between steps. */
  look(piece: P): void {
    piece.state = this.world.getBody(piece.body);
  }

  add(make: (number: number) => P): P {
    const piece = make(this.made++);
    this.pieces = [...this.pieces, piece];
    return piece;
  }

  remove(piece: P): void {
    this.tell(world => world.removeBody(piece.body));
    this.have(this.pieces.filter(it => it !== piece));
  }

  private have(pieces: readonly P[]): void {
    this.pieces = pieces;
    this.rules.changed(piece => pieces.includes(piece));
  }

  /** Of all poses and velocities: 16 digits. */
  hash(): string {
    return this.world.hash().toString(16).padStart(16, '0');
  }

  save(): AnyMoment<P> {
    return { bytes: this.world.save(), pieces: this.pieces, hash: this.hash(), beside: this.rules.beside?.save() };
  }
  load(moment: AnyMoment<P>): void {
    this.world.load(moment.bytes);
    this.rules.beside?.load(moment.beside);
    this.arrive(moment);
  }
  /** Tells what has led to a moment once more, where that was told. */
  again(calls: readonly ((world: W) => unknown)[], moment: AnyMoment<P>): void {
    calls.forEach(call => call(this.world));
    this.arrive(moment);
  }
  private arrive({ pieces }: AnyMoment<P>): void {
    this.have(pieces);
    pieces.forEach(it => this.look(it));
  }

  answers(own: readonly Answer[] = []): Answer[] {
    const { bodies, awake, contacts } = this.world.stats();
    return [
      ['bodies', bodies], ['awake', awake, awake ? 'free' : undefined], ['contacts', contacts],
      ...own, ['hash', inHalves(this.hash())],
    ];
  }
}
