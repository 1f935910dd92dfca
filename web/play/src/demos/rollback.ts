// SPDX-License-Identifier: MIT
//
// Two machines of a game over a network, each with a world of its own. rollback.ts has what a machine does; here are
// the game, the network between them, and the picture.

import { BODY_DYNAMIC } from 'impinge';
import type { Answer } from '../frame/demo';
import { button, demo, shuffle, slider, toggle } from '../frame/demo';
import { add, box, dot, inBox, scale, sub, vec, type Vec } from '../frame/geometry';
import type { Painter, Role } from '../frame/painter';
import type { Random } from '../frame/random';
import { Machine, type Message } from '../frame/rollback';
import { inHalves, sandbox, type Piece, type Sandbox } from '../frame/world';

const HALF = vec(3, 4.4), WALL = 0.25;  // of an arena [m]
const APART = vec(4.3, 0);  // from the middle of the picture to that of each arena
const PUSH = 20;  // what a player gives to its puck [m/s^2]
const UNSTEADY = 7, LOSS = 0.25;  // so many frames more, at most less one; what part of all messages is lost
const PAST = 240;  // ticks in the charts

const SIDES = [0, 1] as const;
const ROLES: readonly Role[] = ['answer', 'touching'];  // of the players
const KEYS = [['ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp'], ['a', 'd', 's', 'w']] as const;
const WAYS = [vec(-1, 0), vec(1, 0), vec(0, -1), vec(0, 1)];  // of the four bits of an input

const middleOf = (side: number): Vec => scale(APART, side ? 1 : -1);

function wayOf(input: number): Vec {
  const sum = WAYS.reduce((way, it, i) => (input >> i & 1 ? add(way, it) : way), vec(0, 0));
  return sum.x && sum.y ? scale(sum, Math.SQRT1_2) : sum;
}

/** The input that goes nearest to a direction; none where there is hardly a way to go. */
function inputTo({ x, y }: Vec): number {
  const most = Math.max(Math.abs(x), Math.abs(y), 0.3);
  return WAYS.reduce((input, it, i) => input | (2.4 * dot(it, vec(x, y)) > most ? 1 << i : 0), 0);
}

/** What a player does whom nobody has taken in hand: about to some place, then to another one. */
function script(random: Random): number[] {
  const inputs: number[] = [];
  let at = vec(0, 0);
  while (inputs.length < 1200) {
    const to = vec(random.between(-HALF.x, HALF.x), random.between(-HALF.y, HALF.y)), input = inputTo(sub(to, at));
    const frames = 8 + random.whole(30);
    inputs.push(...Array<number>(frames).fill(input));
    at = add(at, scale(wayOf(input), 0.08 * frames));
  }
  return inputs;
}

interface Underway {
  to: 0 | 1;
  sent: number;
  due: number;
  lost: boolean;
  message: Message;
}

export default demo({
  id: 'rollback',
  title: 'Rollback',
  sentence: 'Two machines play one game and never wait for each other: what was guessed wrong is played again.',
  chapter: 'A world',
  order: 7,
  about: [
    'Left is the machine of the blue player, right that of the red one. Each steps its own world and hears late what ' +
    'the other player does. Until then it guesses: the same as last. Dashed is where the other one is on its own ' +
    'machine.',
    'When what it hears is not what it had guessed, it loads the snapshot of that frame and steps again up to now, ' +
    'all within the same frame. So what is long enough ago is the same on both machines, to the last bit: the hashes ' +
    'of all confirmed frames are compared.',
    'Steer with the arrow keys and with W A S D, or lay a finger into either arena. A fault is one input that comes ' +
    'for the wrong frame: no eye sees it, and the hashes never agree again.',
  ],
  keys: [['←↑↓→', 'steer the blue one'], ['W A S D', 'steer the red one']],
  view: box(-7.7, -5.7, 7.7, 5.7),
  shares: ['rollback', 'world'],
  controls: {
    delay: slider('Late by', 8, 0, 20, { unit: 'frames' }),
    jitter: toggle('Sometimes later still', true),
    loss: toggle('A quarter gets lost', false),
    things: slider('Things to push', 16, 0, 40, { restart: true }),
    fault: button('Plant a fault', 'x'),
    seed: shuffle(),
  },
  card: { things: 12 },

  start({ imp, values, random, held }) {
    const { imp2 } = imp;
    const scripts = SIDES.map(() => script(random)), things = values.things;
    const places = Array.from({ length: things }, (_, i) =>
      vec((i % 4 - 1.5) * 1.2 + random.between(-0.2, 0.2), (Math.floor(i / 4) - (things / 4 - 1) / 2) * 0.75));

    function arena(): { it: Sandbox; players: Piece[] } {
      const it = sandbox({ imp, values: { contacts: false }, held: () => false, gravity: 0, arrow: 1 });
      const { x, y } = HALF, kind = BODY_DYNAMIC, material = { friction: 0.2, restitution: 0.3 };
      it.ground(-x - WALL, -y - WALL, x + WALL, -y);
      it.ground(-x - WALL, y, x + WALL, y + WALL);
      it.ground(-x - WALL, -y, -x, y);
      it.ground(x, -y, x + WALL, y);
      const crate = imp2.box(box(-0.3, -0.3, 0.3, 0.3)), ball = imp2.circle(vec(0, 0), 0.28);
      places.forEach((at, i) => {
        it.put(i % 3 ? crate : ball, { kind, at, density: 1, linearDamping: 1.2, angularDamping: 1.2, material });
      });
      const puck = imp2.circle(vec(0, 0), 0.42);
      return { it, players: SIDES.map(side =>
        it.put(puck, { kind, at: vec(side ? 1 : -1, side ? 3 : -3), density: 3, linearDamping: 3, material })) };
    }

    const arenas = SIDES.map(arena), machines = SIDES.map(side => {
      const { it: { world, hash }, players } = arenas[side]!;
      return new Machine({
        save: () => world.save(),
        load: bytes => world.load(bytes),
        hash,
        step(inputs) {
          players.forEach(({ body, state: { mass } }, player) => {
            const input = inputs[player]!;
            if (input) world.applyForceAndTorque(body, scale(wayOf(input), PUSH * mass), 0);
          });
          world.step(1 / 60);
        },
      }, side);
    });

    let tick = 0, underway: Underway[] = [];
    let compared = 0, equal = 0, again = 0, took = 0;
    let last: readonly string[] = [];  // the hashes of the frame that was compared last
    let faulty = false;  // a fault waits for an input that changes
    const taken = [false, false];  // players in the hands of somebody
    const fingers: (Vec | undefined)[] = [undefined, undefined];
    const past: { again: number; took: number }[][] = [[], []];

    function input(side: 0 | 1): number {
      const finger = fingers[side];
      const byHand = KEYS[side].reduce((bits, key, i) => bits | (held(key) ? 1 << i : 0), 0) |
        (finger ? inputTo(sub(finger, arenas[side]!.players[side]!.at)) : 0);
      if (byHand) taken[side] = true;
      return taken[side] ? byHand : scripts[side]![tick % scripts[side]!.length]!;
    }

    function send(from: 0 | 1): void {
      const late = values.delay + (values.jitter ? random.whole(UNSTEADY) : 0);
      const lost = values.loss && random() < LOSS;
      underway.push({ to: from ? 0 : 1, sent: tick, due: tick + late, lost, message: machines[from]!.message() });
    }

    /** The first input that is news and not the same as before is said to be of the next frame. */
    function withFault({ from, inputs, known }: Message, to: Machine): Message {
      const at = inputs.findIndex((it, i) => i > 0 && from + i >= to.known && it !== inputs[i - 1]);
      if (at < 0) return { from, inputs, known };
      faulty = false;
      return { from, inputs: inputs.map((it, i) => (i === at ? inputs[at - 1]! : it)), known };
    }

    function deliver(): void {
      for (const { to, message } of underway.filter(it => it.due <= tick && !it.lost)) {
        const machine = machines[to]!;
        machine.hear(faulty && to === 0 ? withFault(message, machine) : message);
      }
      underway = underway.filter(it => it.due > tick);
    }

    function compare(): void {
      const [one, other] = machines.map(it => it.settled) as [string[], string[]];
      const count = Math.min(one.length, other.length);
      for (let i = 0; i < count; i++) {
        last = [one[i]!, other[i]!];
        compared++;
        if (last[0] === last[1]) equal++;
      }
      one.splice(0, count);
      other.splice(0, count);
    }

    function drawSide(painter: Painter, side: 0 | 1): void {
      const { it, players } = arenas[side]!, middle = middleOf(side);
      const there = ({ state: { pose: { p, q } } }: Piece) => ({ p: add(p, middle), q });
      for (const piece of it.pieces) {
        const role = ROLES[players.indexOf(piece)], own = piece.moves && piece.state.awake ? 0 : piece.matter;
        piece.draw(painter, role ?? 'still', { pose: there(piece), ...(!role && { matter: own }) });
      }
      const other = side ? 0 : 1, truly = arenas[other]!.players[other]!;
      truly.draw(painter, ROLES[other]!, { pose: there(truly), hollow: true, dashed: true });
      const finger = fingers[side];
      if (finger) painter.segment(add(players[side]!.at, middle), add(finger, middle), 'helper', { dashed: true });
      const { frame, known } = machines[side]!, edge = vec(0, HALF.y + WALL);
      painter.label(add(middle, edge), `machine ${side + 1}`, { dy: -11 });
      painter.label(sub(middle, edge), `${Math.max(frame - known, 0)} frames guessed`, { dy: 12 });
    }

    /** Messages as they go: to the right above, to the left below. A lost one ends half-way. */
    function drawNetwork(painter: Painter): void {
      const end = APART.x - HALF.x - WALL;
      for (const side of SIDES) {
        const y = side ? -0.4 : 0.4, to = side ? -end : end;
        painter.arrow(vec(-to, y), vec(2 * to, 0), 'helper', { width: 1.2, faint: true });
        for (const { to: target, sent, due, lost } of underway) {
          const part = (tick - sent) / (due - sent);
          if (target === side || (lost && part > 0.5)) continue;
          painter.point(vec(to * (2 * part - 1), y), lost ? 'helper' : ROLES[side]!, { width: 2.5, hollow: lost });
        }
      }
    }

    const agreed = (): Role => (equal === compared ? 'answer' : 'touching');
    return {
      step() {
        tick++;
        for (const side of SIDES) machines[side]!.choose(input(side));
        SIDES.forEach(send);
        deliver();
        for (const side of SIDES) {
          const machine = machines[side]!;
          machine.play();
          const { it } = arenas[side]!, { again: count, took: time } = machine;
          it.pieces.forEach(it.look);
          again += count;
          took += time;
          past[side]!.push({ again: count, took: time });
          if (past[side]!.length > PAST) past[side]!.shift();
        }
        compare();
      },
      draw(painter) {
        for (const side of SIDES) drawSide(painter, side);
        drawNetwork(painter);
      },
      answers(): Answer[] {
        return [
          ['frame', machines[0]!.frame], ['last confirmed', compared ? compared - 1 : '–'],
          ...SIDES.map((side): Answer =>
            [`its hash, machine ${side + 1}`, inHalves(last[side] ?? '–'), compared ? agreed() : undefined]),
          ['confirmed and equal', `${equal} of ${compared}`, agreed()],
          ['a snapshot', `${(machines[0]!.snapshotBytes / 1024).toFixed(1)} KB`],
          ['frames played again', again], ['each of them takes', again ? `${(took / again).toFixed(3)} ms` : '–'],
        ];
      },
      charts() {
        const lines = (unit: string, of: (it: { again: number; took: number }) => number, digits: number) =>
          SIDES.map(side => {
            const points = past[side]!.map((it, i) => vec(i, of(it)));
            const most = Math.max(0, ...points.map(it => it.y)).toFixed(digits);
            return { name: `machine ${side + 1}, most`, role: ROLES[side]!, points, said: most + unit };
          });
        return [
          { title: 'Played again in a frame', from: 0, to: PAST - 1, lines: lines('', it => it.again, 0) },
          { title: 'What that took', unit: 'ms', from: 0, to: PAST - 1, lines: lines(' ms', it => it.took, 2) },
        ];
      },
      grab(at) {
        const side = at.x < 0 ? 0 : 1, within = (to: Vec) => sub(to, middleOf(side));
        if (!inBox({ lower: scale(HALF, -1), upper: HALF }, within(at))) return undefined;
        fingers[side] = within(at);
        return {
          move(to) {
            fingers[side] = within(to);
          },
          drop() {
            fingers[side] = undefined;
          },
        };
      },
      hover: at => !!at && inBox({ lower: scale(HALF, -1), upper: HALF }, sub(at, middleOf(at.x < 0 ? 0 : 1))),
      key: key => KEYS.some(keys => (keys as readonly string[]).includes(key.length > 1 ? key : key.toLowerCase())),
      press() {
        faulty = true;
      },
      state: () => ({
        frames: machines.map(it => it.frame), known: machines.map(it => it.known), compared, equal, last, again,
        snapshot: machines[0]!.snapshotBytes, underway: underway.length, taken: [...taken],
        players: arenas.map(({ players }) => players.map(it => it.at)),
      }),
      stop() {
        for (const { it } of arenas) it.running.stop!();
      },
    };
  },
});
