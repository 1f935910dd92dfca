// SPDX-License-Identifier: MIT
//
// A world of space with hands, as world.ts has one of the plane: pieces in their colours, what sleeps grey, shadows,
// contacts, energy, and a bar to go back in time.
//
// A finger pulls with a spring at the point that it has taken hold of, in the plane that one looks at. It says how fast
// that point should become faster, and the force is what gives just this to that body at that point: a feather and a
// rock follow alike, what is let go flies on. A click throws something from the eye at what is seen there.

import type {
  Body, BodyDef3, BodyState3, Collider, ColliderDef3, Compound3, Material, Pose3, Shape3, Space, Vec3, World3,
} from 'impinge';
import { BODY_DYNAMIC, BODY_STATIC, SHAPE3_CAPSULE, SHAPE3_SPHERE, SWEEP_NEVER } from 'impinge';
import type { Chart } from './chart';
import { toggle, type Answer, type Context, type Follower, type Running } from './demo';
import { vec, type Vec } from './geometry';
import {
  add3, cross3, dot3, length3, placed, scale3, STRAIGHT, sub3, turned, turnedBack, UP, vec3, ZERO3,
} from './geometry3';
import { webgl } from './gl';
import { arrow } from './hands';
import { HAND_KEYS3, hands3, type Thing3 } from './hands3';
import { meshOf, striped, type Mesh } from './mesh';
import type { Painter } from './painter';
import { paintOf, type Paint } from './palette';
import { FAR, GRAVITY, matterOf, Stock, type AnyMoment } from './pieces';
import { Rewind } from './rewind';
import { Scene3 } from './scene3';
import { isDark } from './theme';
import type { View3 } from './view3';

export { GRAVITY } from './pieces';
/** For `controls` and `keys` of demos of worlds. */
export const WORLD_CONTROLS3 = { contacts: toggle('Contacts', false) };
export const WORLD_KEYS3 = [
  HAND_KEYS3.choose, ['←↑↓→', 'pull the chosen one'], ['W S', 'pull it away, nearer'], ['Enter', 'throw something'],
  HAND_KEYS3.remove, HAND_KEYS3.view, [',', 'back in time'],
] as const;

const STIFF = 15;  // how fast the spring of a finger swings, without its damping [1/s]
const MOST = 400;  // what it gives at most [m/s^2]
const PULL = 25;  // what a key gives [m/s^2]
const FLIGHT = 0.5;  // how long something thrown takes [s]
const CHARTED = 3;  // steps from one number of the energy to the next
const CHART = 240;  // numbers of the chart

/** How a piece is drawn, beside what its state says. */
interface Looks {
  /** Its own colours. */
  paint?(dark: boolean): Paint;
  /** It is ground: it throws no shadow, and without WebGL is drawn before all others. */
  under?: boolean;
  /** What is drawn of it now, where it bends: another one in each picture. */
  bent?(): Mesh;
}

/** A body, with what it wears, and how it was after the last step. */
export class Piece3 implements Thing3 {
  readonly colliders: Collider[] = [];
  readonly meshes: Mesh[] = [];
  readonly shapes: Shape3[] = [];
  readonly compounds: Compound3[] = [];
  size = 0;

  constructor(private readonly imp3: Space, readonly body: Body, public state: BodyState3,
              private readonly number: number, private readonly looks: Looks) {}

  get at(): Vec3 {
    return this.state.pose.p;
  }
  get pose(): Pose3 {
    return this.state.pose;
  }
  get moves(): boolean {
    return this.state.kind === BODY_DYNAMIC;
  }
  /** Of its motion, turning included, and of its height [J]. */
  get energy(): readonly [kinetic: number, potential: number] {
    const { mass, velocity, angularVelocity: spin, center } = this.state;
    return [0.5 * (mass * dot3(velocity, velocity) + dot3(spin, this.turning)), mass * center.z];
  }
  /** Angular momentum about its centre. */
  get turning(): Vec3 {
    const { pose: { q }, inertia, angularVelocity } = this.state;
    return turned(q, times(inertia, turnedBack(q, angularVelocity)));
  }

  hit(origin: Vec3, motion: Vec3): number | undefined {
    const to = sub3(this.at, origin), part = dot3(to, motion) / dot3(motion, motion);
    if (length3(sub3(to, scale3(motion, part))) > this.size) return undefined;
    let first: number | undefined;
    for (const shape of this.shapes) {
      const { kind, time } = this.imp3.ray(shape, this.pose, origin, motion);
      if (kind !== SWEEP_NEVER && !(time >= first!)) first = time;
    }
    for (const compound of this.compounds) {
      const { hit: { kind, time } } = compound.ray(this.pose, origin, motion);
      if (kind !== SWEEP_NEVER && !(time >= first!)) first = time;
    }
    return first;
  }

  draw(scene: Scene3): void {
    if (!this.state.enabled) return;
    const dark = isDark(), { under = false, bent } = this.looks;
    const paint = this.looks.paint?.(dark) ?? paintOf(matterOf(this.state, this.number), dark);
    for (const mesh of bent ? [bent()] : this.meshes) {
      scene.solid(mesh, this.pose, 'still', { paint, under, floats: under, smooth: !mesh.edges.length, once: !!bent });
    }
  }
}

type Inertia = BodyState3['inertia'];

const times = ({ xx, yy, zz, xy, yz, zx }: Inertia, { x, y, z }: Vec3): Vec3 =>
  vec3(xx * x + xy * y + zx * z, xy * x + yy * y + yz * z, zx * x + yz * y + zz * z);

/** What a symmetric matrix, given by its columns, makes this of. */
function solve(a: Vec3, b: Vec3, c: Vec3, v: Vec3): Vec3 {
  const det = dot3(a, cross3(b, c));
  return det ? scale3(vec3(dot3(v, cross3(b, c)), dot3(a, cross3(v, c)), dot3(a, cross3(b, v))), 1 / det) : ZERO3;
}
function unturned({ xx, yy, zz, xy, yz, zx }: Inertia, v: Vec3): Vec3 {
  return solve(vec3(xx, xy, zx), vec3(xy, yy, yz), vec3(zx, yz, zz), v);
}

/** The force at a point, from the centre by `r`, that makes that point so much faster. */
function forceFor({ mass, inertia, pose: { q } }: BodyState3, r: Vec3, faster: Vec3): Vec3 {
  const column = (e: Vec3) =>
    add3(scale3(e, 1 / mass), cross3(turned(q, unturned(inertia, turnedBack(q, cross3(r, e)))), r));
  return solve(column(vec3(1, 0, 0)), column(vec3(0, 1, 0)), column(UP), faster);
}

export type Call3 = (world: World3) => unknown;
export type Moment3 = AnyMoment<Piece3>;

export interface WorldRules3 {
  view: View3;
  /** How far things may throw shadows, around what is looked at [m]. */
  reach: number;
  /** Downward [m/s^2]. */
  gravity?: number;
  /** How long the arrow of an impulse is [m / (N s)]. */
  arrow: number;
  /** Makes what is thrown, somewhere. */
  thrown?(at: Vec3): Piece3;
  /** What is said beside figures of the world. */
  answers?(): Answer[];
  /** What is drawn among the pieces. */
  draw?(scene: Scene3): void;
  /** What the world is told before each step. */
  drive?(dt: number): void;
  /** What the demo keeps beside the world. */
  beside?: { save(): unknown; load(kept: unknown): void };
}

/** How a piece is: what it wears has one material, and the given density. */
export interface PieceDef3 extends BodyDef3 {
  at?: Vec3;
  turn?: Pose3['q'];
  density?: number;
  material?: Material;
  sensor?: boolean;
  /** Pieces of one group do not meet. */
  group?: number;
  looks?: Looks;
}

export interface Sandbox3 {
  readonly world: World3;
  readonly scene: Scene3;
  /** All that are there, in the order in which they came. Another list when one has come or gone. */
  readonly pieces: readonly Piece3[];
  readonly chosen: Piece3 | undefined;
  /** A piece at a place, still and without weight unless it is told otherwise. Shapes are freed with the world. */
  put(shapes: Shape3 | readonly Shape3[], def: PieceDef3): Piece3;
  /** One of triangles, of heights or of parts, and what is drawn of it. Several may wear the same; it is freed once. */
  putMesh(compound: Compound3, mesh: Mesh, def: PieceDef3): Piece3;
  /** A plate that stands, its upper face at no height, so far to both sides. */
  ground(x: number, y: number, material?: Material): Piece3;
  /** Reads how a piece is, where it was changed between steps. */
  look(piece: Piece3): void;
  hash(): string;
  tell<T>(call: (world: World3) => T): T;
  /** All is there: time may begin, and be gone back in. */
  begin(): void;
  /** What the demo hands on to the frame. */
  readonly running: Running & { step(dt: number): void; state(): WorldState3 };
}

export interface WorldState3 {
  bodies: { at: Vec3; up: Vec3; velocity: Vec3; spin: Vec3; mass: number; kind: number; awake: boolean; seen: Vec }[];
  contacts: number;
  hash: string;
  held: Vec3 | undefined;
  chosen: number;
  energy: number;
  steps: number;
  eye: Vec3;
}

type Given = Pick<Context<{ contacts: boolean }>, 'imp' | 'held' | 'values' | 'card' | 'foot' | 'redraw'>;

export function sandbox3({ imp: { imp3 }, held, values, card, foot, redraw }: Given, rules: WorldRules3): Sandbox3 {
  const { view, gravity = GRAVITY } = rules, scene = new Scene3(view, 0, rules.reach);
  const world = imp3.world({ gravity: vec3(0, 0, -gravity) });
  const meshes = new Map<Shape3, Mesh>(), compounds = new Set<Compound3>(), own = new Set<Mesh>();
  const byBody = new Map<bigint, Piece3>();
  let spring: { piece: Piece3; hold: Vec3; to: Vec3 } | undefined;  // `hold` in the frame of the piece
  let energies: { step: number; kinetic: number; potential: number }[] = [];
  let time: Rewind<Moment3> | undefined;

  const stock = new Stock<World3, BodyState3, Piece3>(world, {
    changed(has) {
      if (hold.chosen && !has(hold.chosen)) hold.choose(undefined);
      if (spring && !has(spring.piece)) spring = undefined;
    },
    beside: rules.beside,
  });
  const tell = <T>(call: (world: World3) => T): T => stock.tell(call);

  function body(how: PieceDef3): Piece3 {
    const { at = ZERO3, turn = STRAIGHT, density, material, sensor, group, looks = {}, ...def } = how;
    const made = tell(world => world.addBody({ pose: { p: at, q: turn }, ...def }));
    const piece = stock.add(number => new Piece3(imp3, made, world.getBody(made), number, looks));
    byBody.set(made.id, piece);
    return piece;
  }
  const colliderOf = ({ density = 0, sensor = false, group = 0, material }: PieceDef3): ColliderDef3 =>
    ({ density, sensor, group, ...(material && { material }) });

  function meshFor(shape: Shape3): Mesh {
    let mesh = meshes.get(shape);
    if (!mesh) {
      mesh = meshOf(shape);
      if (shape.kind === SHAPE3_SPHERE || shape.kind === SHAPE3_CAPSULE) mesh = striped(mesh);
      meshes.set(shape, mesh);
    }
    return mesh;
  }

  function put(given: Shape3 | readonly Shape3[], def: PieceDef3): Piece3 {
    const worn = Array.isArray(given) ? given as readonly Shape3[] : [given as Shape3], piece = body(def);
    for (const shape of worn) {
      piece.colliders.push(tell(world => world.addCollider(piece.body, shape, colliderOf(def))));
      piece.shapes.push(shape);
      piece.meshes.push(meshFor(shape));
      piece.size = Math.max(piece.size, shape.reach + shape.radius);
    }
    stock.look(piece);
    return piece;
  }

  const hold = hands3<Piece3>(imp3, view, {
    things: () => stock.pieces.filter(it => it.moves),
    ...(rules.thrown && { add: throwAt }),
    remove: piece => stock.remove(piece),
  });

  /** From the eye to a place, in an arc. */
  function throwAt(aim: Vec3): Piece3 {
    const ray = { origin: view.eye, motion: scale3(sub3(aim, view.eye), 4) }, [hit] = world.castRay(ray);
    const to = hit ? add3(ray.origin, scale3(ray.motion, hit.hit.time)) : aim;
    const from = add3(view.eye, scale3(sub3(to, view.eye), 0.25)), piece = rules.thrown!(from);
    const velocity = add3(scale3(sub3(to, from), 1 / FLIGHT), scale3(UP, gravity * FLIGHT / 2));
    tell(world => world.setVelocity(piece.body, velocity, ZERO3));
    stock.look(piece);
    return piece;
  }

  function grab(at: Vec, reach: number): Follower | undefined {
    const taken = hold.handlers.grab(at, reach), piece = hold.chosen;
    if (!taken || !piece) return undefined;
    const { origin, motion } = view.ray(at), when = piece.hit(origin, motion);
    const on = when === undefined ? piece.at : add3(origin, scale3(motion, when));
    spring = { piece, hold: turnedBack(piece.pose.q, sub3(on, piece.at)), to: on };
    return {
      move(to) {
        if (spring) spring.to = view.at(to, on);
      },
      click() {
        if (rules.thrown) throwAt(on);
      },
      drop() {
        spring = undefined;
        taken.drop?.();
      },
    };
  }

  function pullBySpring(): void {
    if (!spring) return;
    const { piece, hold, to } = spring, { state } = piece, { velocity, angularVelocity: spin, center } = state;
    const at = placed(state.pose, hold), r = sub3(at, center), speed = add3(velocity, cross3(spin, r));
    const wish = sub3(scale3(sub3(to, at), STIFF * STIFF), scale3(speed, 2 * STIFF)), size = length3(wish);
    const force = forceFor(state, r, scale3(wish, size > MOST ? MOST / size : 1));
    // A body hangs on the finger without swinging for ever.
    const torque = sub3(cross3(r, force), scale3(piece.turning, 2));
    tell(world => world.applyForceAndTorque(piece.body, force, torque));
  }

  function pullByKeys(): void {
    const { chosen } = hold;
    if (!chosen) return;
    const { body, state: { mass } } = chosen, pull = (way: Vec3) => {
      tell(world => world.applyForceAndTorque(body, scale3(way, PULL * mass), ZERO3));
    };
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const { x, y } = arrow(key)!;
      if (held(key)) pull(add3(scale3(view.right, x), scale3(UP, y)));
    }
    if (held('w')) pull(view.ahead);
    if (held('s')) pull(scale3(view.ahead, -1));
  }

  function energy(): { kinetic: number; potential: number } {
    let kinetic = 0, potential = 0;
    for (const it of stock.pieces) {
      if (!it.moves) continue;
      kinetic += it.energy[0];
      potential += gravity * it.energy[1];
    }
    return { kinetic, potential };
  }
  function note(step: number): void {
    if (card || step % CHARTED) return;
    energies.push({ step, ...energy() });
    if (energies.length > CHART) energies.shift();
  }

  function drawContacts(painter: Painter): void {
    for (const { manifold: { normal, points }, normalImpulse: impulse } of world.contacts()) {
      points.forEach(({ point }, i) => {
        if (!impulse[i]) return;  // near, but nothing was passed on
        scene.arrow(painter, point, scale3(normal, impulse[i]! * rules.arrow), 'answer', { width: 1.5 });
        scene.point(painter, point, 'answer', { width: 2 });
      });
    }
  }

  function step(dt: number): void {
    if (time?.held) return;
    pullBySpring();
    pullByKeys();
    rules.drive?.(dt);
    tell(world => world.step(dt));
    for (const { body } of world.moveEvents()) {
      const piece = byBody.get(body.id);
      if (!piece) continue;
      stock.look(piece);
      if (piece.moves && dot3(piece.at, piece.at) > FAR * FAR) stock.remove(piece);
    }
    time?.stepped();
    if (time) note(time.steps);
  }

  function charts(): Chart[] {
    const line = (name: string, role: 'answer' | 'free' | 'still', of: (it: typeof energies[0]) => number) => {
      const points = energies.map(it => vec(it.step / 60, of(it)));
      return { name, role, points, said: `${(points.at(-1)?.y ?? 0).toPrecision(4)} J` };
    };
    return [{
      title: 'Energy', unit: 'J', across: 'time [s]',
      lines: [
        line('all', 'answer', it => Math.max(it.kinetic + it.potential, 0)),
        line('of motion', 'free', it => it.kinetic),
      ],
    }];
  }

  return {
    world, scene, put, tell,
    look: piece => stock.look(piece),
    hash: () => stock.hash(),
    get pieces() {
      return stock.pieces;
    },
    get chosen() {
      return hold.chosen;
    },
    putMesh(compound, mesh, def) {
      const piece = body(def);
      piece.colliders.push(tell(world => world.addCompound(piece.body, compound, colliderOf(def))));
      compounds.add(compound);
      own.add(mesh);
      piece.meshes.push(mesh);
      piece.compounds.push(compound);
      piece.size = compound.reach;
      stock.look(piece);
      return piece;
    },
    ground: (x, y, material = { friction: 0.6 }) =>
      put(imp3.box({ lower: vec3(-x, -y, -0.5), upper: vec3(x, y, 0) }), {
        kind: BODY_STATIC, material, looks: { under: true },
      }),
    begin() {
      if (card) return;
      time = new Rewind<Moment3>({
        foot, redraw,
        save: () => stock.save(),
        load: moment => stock.load(moment),
        arrived(step) {
          energies = energies.filter(it => it.step <= step);
        },
      });
      note(0);
    },
    running: {
      grab, step, charts,
      hover: hold.handlers.hover,
      click: hold.handlers.click,
      around: hold.handlers.around,
      key(key, fine) {
        if (key === ',') {
          time?.by(-1);
          return true;
        }
        const name = key.toLowerCase();
        return (hold.chosen && (!!arrow(key) || name === 'w' || name === 's')) || hold.handlers.key(key, fine);
      },
      draw(painter) {
        scene.begin();
        rules.draw?.(scene);
        for (const piece of stock.pieces) piece.draw(scene);
        scene.paint(painter);
        const { chosen } = hold;
        if (chosen) for (const mesh of chosen.meshes) scene.mark(painter, mesh, chosen.pose);
        if (values.contacts) drawContacts(painter);
        if (spring) {
          scene.segment(painter, placed(spring.piece.pose, spring.hold), spring.to, 'answer');
          scene.point(painter, spring.to, 'answer');
        }
      },
      answers() {
        const { kinetic, potential } = energy();
        return stock.answers([
          ...(rules.answers?.() ?? []), ['energy', `${Number((kinetic + potential).toPrecision(4))} J`],
        ]);
      },
      state() {
        const { kinetic, potential } = energy();
        return {
          bodies: stock.pieces.map(({ state }) => {
            const { pose: { p, q }, velocity, angularVelocity: spin, mass, kind, awake } = state;
            return { at: p, up: q.z, velocity, spin, mass, kind, awake, seen: view.flat(p) };
          }),
          contacts: world.stats().contacts, hash: stock.hash(), held: spring?.to, energy: kinetic + potential,
          chosen: stock.pieces.findIndex(it => it === hold.chosen), steps: time?.steps ?? 0, eye: view.eye,
        };
      },
      stop() {
        foot.replaceChildren();
        world.free();
        for (const compound of compounds) compound.free();
        for (const [shape, mesh] of meshes) {
          webgl()?.forget(mesh);
          shape.free();
        }
        for (const mesh of own) webgl()?.forget(mesh);
      },
    },
  };
}
