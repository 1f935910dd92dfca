// SPDX-License-Identifier: MIT
//
// One machine of a game over a network, which plays on without waiting. What the other player does is heard of late, so
// it is guessed: the same as last. Of each frame that rests on a guess there is a snapshot of the world before it. When
// what is heard is not what was guessed, the world goes back to the first such frame and comes forward again.
//
// What is said between machines is all that the other may not have yet, with how much one has oneself: so a message
// that is lost or overtaken needs no answer, the next one says it again.
//
// A frame is settled when all inputs before it are known: its world is the same on both machines, to the bit, and their
// hashes show it.

/** What is played: inputs are small whole numbers, and 0 is that of a player who does nothing. */
export interface Game {
  save(): Uint8Array;
  load(bytes: Uint8Array): void;
  hash(): string;
  step(inputs: readonly number[]): void;
}

export interface Message {
  /** The frame of the first input. */
  from: number;
  inputs: readonly number[];
  /** Of so many frames one has the other's inputs. */
  known: number;
}

/** The world before a frame. */
interface Moment {
  bytes: Uint8Array;
  hash: string;
  /** What the other player was taken to do in it. */
  guess: number;
}

const AHEAD = 60;  // so many frames are played at most on guesses
const RING = 2 * AHEAD + 1;  // the other one may be so far behind what one knows, and one itself so far before

export class Machine {
  /** The next one to be played. */
  frame = 0;
  /** The other's inputs are known of the frames before this one. */
  known = 0;
  /** Of the last tick: frames that were played again, and how long that took [ms]. */
  again = 0;
  took = 0;
  /** Hashes of frames that are settled, from frame 0 on, until they are taken away. */
  readonly settled: string[] = [];
  private settledTo = 0;
  private chosen = 0;  // one's own inputs are chosen of the frames before this one
  private told = 0;  // and the other has said that it has those before this one
  private readonly inputs: readonly [number[], number[]] = [[], []];
  private readonly moments: Moment[] = [];

  constructor(private readonly game: Game, private readonly own: 0 | 1) {}

  get snapshotBytes(): number {
    return this.moments[(this.frame + RING - 1) % RING]?.bytes.length ?? 0;
  }

  /** A tick begins: what the own player does in the frame to be played. Nothing, where the other is too far behind. */
  choose(input: number): void {
    this.again = this.took = 0;
    if (this.frame - this.known >= AHEAD || this.chosen > this.frame) return;
    this.inputs[this.own][this.frame % RING] = input;
    this.chosen = this.frame + 1;
  }

  /** What the other should hear. */
  message(): Message {
    const { told, chosen, known } = this, own = this.inputs[this.own];
    return { from: told, inputs: Array.from({ length: chosen - told }, (_, i) => own[(told + i) % RING]!), known };
  }

  hear({ from, inputs, known }: Message): void {
    this.told = Math.max(this.told, known);
    const before = this.known, other = this.inputs[1 - this.own]!;
    for (; this.known < from + inputs.length; this.known++) other[this.known % RING] = inputs[this.known - from]!;
    for (let frame = before; frame < this.frame; frame++) {
      if (this.moments[frame % RING]!.guess === this.guess(frame)) continue;
      this.playAgain(frame);
      break;
    }
    for (; this.settledTo <= this.known && this.settledTo < this.frame; this.settledTo++) {
      this.settled.push(this.moments[this.settledTo % RING]!.hash);
    }
  }

  /** The tick ends with a step, if there is something to be played. */
  play(): void {
    if (this.chosen > this.frame) this.step(this.frame++);
  }

  /** What the other player does: as far as it is known, and the same from then on. */
  private guess(frame: number): number {
    return this.known ? this.inputs[1 - this.own]![Math.min(frame, this.known - 1) % RING]! : 0;
  }

  private playAgain(from: number): void {
    const began = performance.now();
    this.game.load(this.moments[from % RING]!.bytes);
    for (let frame = from; frame < this.frame; frame++) this.step(frame);
    this.again += this.frame - from;
    this.took += performance.now() - began;
  }

  private step(frame: number): void {
    const { game } = this, guess = this.guess(frame), own = this.inputs[this.own][frame % RING]!;
    this.moments[frame % RING] = { bytes: game.save(), hash: game.hash(), guess };
    game.step(this.own ? [guess, own] : [own, guess]);
  }
}
