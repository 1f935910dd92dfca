// SPDX-License-Identifier: MIT
//
// A world with hands: what all demos of worlds share. Its pieces are bodies with what they wear; they are drawn by
// their shapes, each in its own colour while it is awake (palette.ts).
//
// A finger pulls with a spring at the point that it has taken hold of. It says how fast that point should become
// faster, and the force is what gives just this to that body at that point: so a feather and a rock follow alike, and
// no mass makes the spring too stiff for the step.

import { BODY_DYNAMIC, BODY_STATIC } from 'impinge';
import type { Body, BodyDef2, BodyState2, Collider, ColliderDef2, Impinge, Material, Shape2, World2 } from 'impinge';
import { Figure } from './body';
import { toggle, type Answer, type Follower, type Running } from './demo';
import { add, box, dot, length, place, scale, sub, vec, type Pose, type Vec } from './geometry';
import { arrow, HAND_KEYS, hands, type Thing } from './hands';
import type { Look, Painter, Role } from './painter';
import type { Matter } from './palette';
import { FAR, GRAVITY, matterOf, Stock, type AnyMoment } from './pieces';

export { GRAVITY, inHalves } from './pieces';
/** For `controls` and `keys` of demos of worlds. */
export const WORLD_CONTROLS = { contacts: toggle('Contacts', false) };
export const WORLD_KEYS =
  [HAND_KEYS.choose, ['←↑↓→', 'pull the chosen one'], HAND_KEYS.add, HAND_KEYS.remove] as const;

const STIFF = 15;  // how fast the spring of a finger swings, without its damping [1/s]
const MOST = 400;  // what it gives at most [m/s^2]
const PULL = 25;  // what an arrow key gives [m/s^2]

/** One of the shapes that a piece wears. */
class Part extends Figure {
  constructor(shape: Shape2, private readonly piece: Piece) {
    super(shape);
  }
  get pose(): Pose {
    return this.piece.state.pose;
  }
}

/** A body, with what it wears, and how it was after the last step. */
export class Piece implements Thing {
  readonly parts: Part[] = [];
  readonly colliders: Collider[] = [];
  private reach = 0;  // from its origin to the farthest point of a part [m]

  constructor(readonly body: Body, public state: BodyState2, private readonly number: number) {}

  get at(): Vec {
    return this.state.pose.p;
  }
  get moves(): boolean {
    return this.state.kind === BODY_DYNAMIC;
  }

  get matter(): Matter {
    return matterOf(this.state, this.number);
  }

  wear(shape: Shape2, collider: Collider): void {
    const part = new Part(shape, this);
    this.parts.push(part);
    this.colliders.push(collider);
    this.reach = Math.max(this.reach, ...part.points.map(it => length(it) + part.radius));
  }

  hit(at: Vec, reach: number): boolean {
    return length(sub(at, this.at)) <= this.reach + reach && this.parts.some(it => it.hit(at, reach));
  }

  draw(painter: Painter, role: Role, look: Look): void {
    for (const part of this.parts) {
      part.draw(painter, role, look);
      const [center] = part.points;
      if (part.points.length > 1 || !center) continue;
      // A ball shows that it rolls.
      const rim = add(center, vec(part.radius, 0));
      painter.segment(center, rim, role, { pose: part.pose, ...look, chosen: false, width: 1 });
    }
  }
}

export interface WorldRules {
  imp: Impinge;
  held(key: string): boolean;
  values: Readonly<{ contacts: boolean }>;
  /** Downward [m/s^2]. */
  gravity?: number;
  /** About the size of things [m], 1 if left out. */
  unit?: number;
  /** How long the arrow of an impulse is [m / (N s)]. */
  arrow: number;
  /** How many impacts of a body a step answers; the library's own number if left out. */
  impacts?: number;
  /** Makes what a click adds. */
  add?(at: Vec): Piece;
  /** What is said beside figures of the world. */
  answers?(): Answer[];
  /** Is given what the world was told: the same, told again where it was told, gives the same bits. */
  told?(call: Call): void;
}

export type Call = (world: World2) => unknown;

/** A world as it was, with the pieces that were in it. */
export type Moment = AnyMoment<Piece>;

/** How a piece is: what it wears has one material, and the given density. */
export interface PieceDef extends BodyDef2 {
  at?: Vec;
  angle?: number;
  density?: number;
  material?: Material;
  /** Pieces of one group do not meet. */
  group?: number;
  /** What it wears beside, that meets nothing. */
  ghosts?: readonly Shape2[];
}

export interface Sandbox {
  readonly world: World2;
  /** All that are there, in the order in which they came. Another list when one has come or gone. */
  readonly pieces: readonly Piece[];
  readonly chosen: Piece | undefined;
  /** A piece at a place, still and without weight unless it is told otherwise. Shapes are freed with the world. */
  put(shapes: Shape2 | readonly Shape2[], def: PieceDef): Piece;
  /** An upright box that stands still. */
  ground(x0: number, y0: number, x1: number, y1: number, material?: Material): Piece;
  /** Reads how a piece is, where it was changed between steps. */
  look(piece: Piece): void;
  /** Of all poses and velocities: 16 digits. */
  hash(): string;
  /** Calls the world, for whoever wants to know what it was told. */
  tell<T>(call: (world: World2) => T): T;
  save(): Moment;
  load(moment: Moment): void;
  /** Tells what has led to a moment once more, where that was told. */
  again(calls: readonly Call[], moment: Moment): void;
  /** What the demo hands on to the frame. */
  readonly running: Running & { state(): WorldState };
}

export interface WorldState {
  bodies: { at: Vec; angle: number; velocity: Vec; spin: number; mass: number; kind: number; awake: boolean }[];
  contacts: number;
  hash: string;
  held: Vec | undefined;
  chosen: number;
}

export function sandbox(rules: WorldRules): Sandbox {
  const { imp2 } = rules.imp, { gravity = GRAVITY, values } = rules;
  const world = imp2.world({
    gravity: vec(0, -gravity), continuousSteps: rules.impacts ?? 0, lengthUnit: rules.unit ?? 1,
  });
  const shapes = new Set<Shape2>();
  let spring: { piece: Piece; hold: Vec; to: Vec } | undefined;  // `hold` in the frame of the piece

  const stock = new Stock<World2, BodyState2, Piece>(world, {
    told: rules.told,
    changed(has) {
      if (hold.chosen && !has(hold.chosen)) hold.choose(undefined);
      if (spring && !has(spring.piece)) spring = undefined;
    },
  });
  const tell = <T>(call: (world: World2) => T): T => stock.tell(call), look = (piece: Piece) => stock.look(piece);

  function put(given: Shape2 | readonly Shape2[], how: PieceDef): Piece {
    const { at = vec(0, 0), angle = 0, density = 0, material, group = 0, ghosts = [], ...def } = how;
    const worn = [...(Array.isArray(given) ? given as readonly Shape2[] : [given as Shape2]), ...ghosts];
    const collider: ColliderDef2 = { density, group, ...(material && { material }) };
    const ghost: ColliderDef2 = { ...collider, filter: { category: 1, mask: 0 } };
    const { body, colliders } = tell(world => {
      const body = world.addBody({ pose: imp2.pose(at, angle), ...def });
      const defOf = (shape: Shape2) => (ghosts.includes(shape) ? ghost : collider);
      return { body, colliders: worn.map(shape => world.addCollider(body, shape, defOf(shape))) };
    });
    const piece = stock.add(number => new Piece(body, world.getBody(body), number));
    worn.forEach((shape, i) => {
      shapes.add(shape);
      piece.wear(shape, colliders[i]!);
    });
    return piece;
  }

  const hold = hands<Piece>({
    things: () => stock.pieces.filter(it => it.moves),
    hit: (it, at, reach) => it.hit(at, reach),
    ...(rules.add && { add: rules.add }),
    remove: piece => stock.remove(piece),
  });

  // Not its places: what moves by itself is not kept in a link.
  const { click, hover } = hold.handlers;
  function grab(at: Vec, reach: number): Follower | undefined {
    const taken = hold.handlers.grab(at, reach), piece = hold.chosen;
    if (!taken || !piece) return undefined;
    const { p, q } = piece.state.pose;
    spring = { piece, hold: place({ p: vec(0, 0), q: { c: q.c, s: -q.s } }, sub(at, p)), to: at };
    return {
      move(to) {
        if (spring) spring.to = to;
      },
      drop() {
        spring = undefined;
        taken.drop?.();
      },
    };
  }

  function pullBySpring(): void {
    if (!spring) return;
    const { piece: { body, state }, hold, to } = spring,
      { velocity, angularVelocity: spin, center, mass, inertia } = state;
    const at = place(state.pose, hold), r = sub(at, center), speed = add(velocity, vec(-spin * r.y, spin * r.x));
    const wish = sub(scale(sub(to, at), STIFF * STIFF), scale(speed, 2 * STIFF)), size = length(wish);
    const { x, y } = scale(wish, size > MOST ? MOST / size : 1);
    // What a force at that point gives to it: a symmetric matrix, of which the inverse is wanted.
    const turn = inertia > 0 ? 1 / inertia : 0;
    const a = 1 / mass + turn * r.y * r.y, b = -turn * r.x * r.y, d = 1 / mass + turn * r.x * r.x, det = a * d - b * b;
    const force = vec((d * x - b * y) / det, (a * y - b * x) / det);
    // A body hangs on the finger without swinging for ever.
    tell(world => world.applyForceAndTorque(body, force, r.x * force.y - r.y * force.x - 2 * inertia * spin));
  }

  function pullByKeys(): void {
    const { chosen } = hold;
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      if (!chosen || !rules.held(key)) continue;
      const { body, state: { mass } } = chosen, force = scale(arrow(key)!, PULL * mass);
      tell(world => world.applyForceAndTorque(body, force, 0));
    }
  }

  function drawContacts(painter: Painter): void {
    for (const { manifold: { normal, points }, normalImpulse: impulse } of world.contacts()) {
      points.forEach(({ point }, i) => {
        if (!impulse[i]) return;  // near, but nothing was passed on
        painter.arrow(point, scale(normal, impulse[i]! * rules.arrow), 'answer', { width: 1.5 });
        painter.point(point, 'answer', { width: 2 });
      });
    }
  }

  return {
    world, put, look, tell,
    hash: () => stock.hash(),
    get pieces() {
      return stock.pieces;
    },
    get chosen() {
      return hold.chosen;
    },
    save: () => stock.save(),
    load: moment => stock.load(moment),
    again: (calls, moment) => stock.again(calls, moment),
    ground: (x0, y0, x1, y1, material = { friction: 0.6 }) =>
      put(imp2.box(box(x0, y0, x1, y1)), { kind: BODY_STATIC, material }),
    running: {
      grab, click, hover,
      key: (key, fine) => (hold.chosen && !!arrow(key)) || hold.handlers.key(key, fine),
      step(dt) {
        pullBySpring();
        pullByKeys();
        tell(world => world.step(dt));
        for (const piece of stock.pieces) {
          if (piece.state.kind === BODY_STATIC) continue;
          look(piece);
          if (piece.moves && dot(piece.at, piece.at) > FAR * FAR) {
            stock.remove(piece);
          }
        }
      },
      draw(painter) {
        for (const piece of stock.pieces) {
          piece.draw(painter, 'still', { matter: piece.matter, chosen: piece === hold.chosen });
        }
        if (values.contacts) drawContacts(painter);
        if (spring) {
          painter.segment(place(spring.piece.state.pose, spring.hold), spring.to, 'answer');
          painter.point(spring.to, 'answer');
        }
        hold.draw(painter);
      },
      answers: () => stock.answers(rules.answers?.()),
      state() {
        return {
          bodies: stock.pieces.map(({ state }) => {
            const { pose: { p, q }, velocity, angularVelocity: spin, mass, kind, awake } = state;
            return { at: p, angle: Math.atan2(q.s, q.c), velocity, spin, mass, kind, awake };
          }),
          contacts: world.stats().contacts, hash: stock.hash(), held: spring?.to,
          chosen: stock.pieces.findIndex(it => it === hold.chosen),
        };
      },
      stop() {
        world.free();
        for (const shape of shapes) shape.free();
      },
    },
  };
}
