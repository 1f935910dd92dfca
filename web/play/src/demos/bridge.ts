// SPDX-License-Identifier: MIT
//
// A bridge of particles, rods and cables, and bodies of a world on it: each pushes the other. world.ts has the world
// with its hands.

import { BODY_DYNAMIC, BODY_STATIC, END_PARTICLE, LINK_CABLE, LINK_ROD, type End2 } from 'impinge';
import { button, demo, slider, toggle, type Follower } from '../frame/demo';
import { add, box, clamp, length, scale, sub, vec, type Vec } from '../frame/geometry';
import { GRAVITY, sandbox, WORLD_CONTROLS, WORLD_KEYS } from '../frame/world';

const GAP = 5, DEEP = 5;  // from the middle to each rock, and how high that is [m]
const TOWER = 4.4;  // where the cables come from [m]
const PLANK = 0.15, APART = 0.3125;  // radius of one, and from one to the next [m]
const COUNT = Math.round(2 * GAP / APART) - 1;
const HEAVY = 3;  // a plank [kg]
const STIFF = { rod: 2e5, cable: 1e5 }, DAMPING = 200;  // of links [N/m], [N s/m]
const WHEEL = 0.6, BOX = 0.4;  // radius, and half a side [m]
const TURN = 6.4;  // from so far out it goes back [m]
const WOOD = 2;  // the number whose colour planks have
const DRIVE = 0.5, EAGER = 8;  // a wheel's torque at most, by its weight and radius; how soon it has its speed [1/s]

type Part = 'rod' | 'cable';
interface Place {
  end: End2;
  at: Vec;
}
interface Link {
  part: Part;
  number: number;
  from: Place;
  to: Place;
  tension: number;  // in the last step [N]
}

/** Whether two segments cross. */
function cross(a: Vec, b: Vec, c: Vec, d: Vec): boolean {
  const side = (p: Vec, q: Vec, r: Vec) => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

export default demo({
  id: 'bridge',
  title: 'Bridge',
  sentence: 'Planks on cables between two rocks, and a heavy wheel that goes to and fro. Swipe to cut.',
  chapter: 'A world',
  order: 13,
  about: [
    'Planks are particles. A rod keeps the distance of two of them, a cable only pulls. The wheel and the boxes are ' +
    'bodies of a world: they press on the planks, and the planks carry them.',
    'A link that bears nothing is grey, one that bears half of what it may is yellow, and at its limit it is red. ' +
    'Let links break, make the wheel heavier, and see which goes first.',
    'Swipe across links to cut them. Click to drop a box. Drag the wheel.',
  ],
  keys: WORLD_KEYS,
  view: box(-7.8, -4.4, 7.8, 5),
  shares: ['world'],
  controls: {
    wheel: slider('Wheel', 60, 5, 500, { step: 5, unit: 'kg', restart: true }),
    speed: slider('Its speed', 2, 0, 6, { step: 0.5, unit: 'm/s' }),
    limit: slider('A link holds', 2, 0.5, 20, { step: 0.5, unit: 'kN' }),
    breaks: toggle('Links break', false),
    ...WORLD_CONTROLS,
    cut: button('Cut the tightest', 'x'),
  },

  start({ imp, values, held }) {
    const { imp2 } = imp, kind = BODY_DYNAMIC, material = { friction: 0.7 };
    const particles = imp2.particles({ gravity: vec(0, -GRAVITY), subSteps: 8, material });
    const crate = imp2.box(box(-BOX, -BOX, BOX, BOX)), round = imp2.circle(vec(0, 0), WHEEL);
    const it = sandbox({
      imp, values, held, arrow: 1 / (values.wheel * GRAVITY / 60),
      add: at => it.put(crate, { kind, at, density: 30, material }),
      answers: () => [
        ['tightest link', `${(tightest()?.tension ?? 0).toFixed(0)} N`, 'touching'],
        ['cables carry', `${carried().toFixed(0)} N`],
        ['links', `${links.length} of ${whole}`, links.length < whole ? 'touching' : undefined],
      ],
    });
    it.ground(-14, -DEEP, -GAP, 0, material);
    it.ground(GAP, -DEEP, 14, 0, material);
    for (const side of [-1, 1]) {  // what rolls off comes back
      const corners = [vec(side * 7, 0), vec(side * 14, 0), vec(side * 14, 4)];
      it.put(imp2.polygon(side < 0 ? corners.reverse() : corners), { kind: BODY_STATIC, material });
    }
    const wheel = it.put(round, {
      kind, at: vec(-6.2, WHEEL), noSleep: true, material: { friction: 1 },
      density: values.wheel / (Math.PI * WHEEL * WHEEL),
    });

    let way = 1;  // of the wheel: to the right
    function drive(): void {
      if (!it.pieces.includes(wheel)) return;
      const { mass, inertia, angularVelocity: spin } = wheel.state, most = DRIVE * mass * GRAVITY * WHEEL;
      if (Math.abs(wheel.at.x) > TURN) way = wheel.at.x < 0 ? 1 : -1;
      // With the wheel all of its mass gets faster.
      const torque = (inertia + mass * WHEEL * WHEEL) * EAGER * (-way * values.speed / WHEEL - spin);
      it.tell(world => world.applyTorque(wheel.body, clamp(torque, -most, most)));
    }

    // The bridge
    const links: Link[] = [];
    let whole = 0;
    const fixed = (at: Vec): Place => ({ end: { point: at }, at });
    const joint = (at: Vec, mass: number, radius: number): Place => {
      const [particle] = particles.add([{ position: at, mass, radius, damping: 0.3 }]);
      return { end: { kind: END_PARTICLE, particle: particle! }, at };
    };
    function tie(part: Part, from: Place, to: Place): void {
      const number = particles.addLink({
        kind: part === 'rod' ? LINK_ROD : LINK_CABLE, a: from.end, b: to.end, length: length(sub(to.at, from.at)),
        stiffness: STIFF[part], damping: DAMPING,
      });
      links.push({ part, number, from, to, tension: 0 });
    }
    const across = Array.from({ length: COUNT }, (_, i) => -GAP + (i + 1) * APART);
    const rise = (x: number) => 0.15 * (1 - x * x / (GAP * GAP));
    const planks = across.map(x => joint(vec(x, rise(x) - PLANK), HEAVY, PLANK));
    const row = [fixed(vec(-GAP, -PLANK)), ...planks, fixed(vec(GAP, -PLANK))];
    row.slice(1).forEach((to, i) => tie('rod', row[i]!, to));
    planks.forEach((plank, i) => {
      if (i % 2 === 0) tie('cable', fixed(vec(plank.at.x < 0 ? -GAP : GAP, TOWER)), plank);
    });
    whole = links.length;

    // Where it is, and what it bears
    function look(): void {
      const places = particles.positions();
      for (const place of planks) {
        const i = 2 * place.end.particle!;
        place.at = vec(places[i]!, places[i + 1]!);
      }
      for (const link of links) ({ tension: link.tension } = particles.getLink(link.number));
    }
    const tightest = () =>
      links.reduce<Link | undefined>((most, it) => (it.tension > (most?.tension ?? 0) ? it : most), undefined);
    const carried = () => links.reduce((sum, { part, tension, from, to }) =>
      sum + (part === 'cable' ? tension * (from.at.y - to.at.y) / length(sub(to.at, from.at)) : 0), 0);

    function cut(which: (link: Link) => boolean): void {
      for (const link of links.filter(which)) {
        particles.removeLink(link.number);
        links.splice(links.indexOf(link), 1);
      }
    }

    /** A finger on nothing is a knife; where it does not move it is a click. */
    let trail: Vec[] = [];
    function swipe(at: Vec, reach: number): Follower {
      let moved = false;
      trail = [at];
      return {
        move(to) {
          const from = trail.at(-1)!;
          moved ||= length(sub(to, at)) > reach;
          cut(link => cross(from, to, link.from.at, link.to.at));
          trail = [...trail.slice(-12), to];
        },
        drop() {
          trail = [];
          if (!moved) it.running.click!(at, reach);
        },
      };
    }

    return {
      ...it.running,
      step(dt) {
        drive();
        it.world.stepParticles(particles, dt);
        it.running.step!(dt);
        look();
        if (values.breaks) cut(link => link.tension > 1000 * values.limit);
      },
      draw(painter) {
        for (const side of [-1, 1]) {
          painter.box(box(side * GAP - 0.12, 0, side * GAP + 0.12, TOWER + 0.1), 'still', { faint: true });
        }
        const load = ({ tension }: Link) => Math.abs(tension) / (1000 * values.limit);
        for (const { at } of planks) painter.circle(at, PLANK, 'still', { matter: WOOD });
        for (const link of links) {
          painter.strained(link.from.at, link.to.at, load(link), { width: link.part === 'rod' ? 4 : 2.5 });
        }
        it.running.draw(painter);
        if (trail.length > 1) painter.line(trail, 'touching', { width: 3 });
        const most = tightest();
        if (most) {
          const middle = scale(add(most.from.at, most.to.at), 0.5);
          painter.label(middle, `${(most.tension / 1000).toFixed(1)} kN`, { role: 'touching', dy: -14 });
        }
      },
      grab: (at, reach) => it.running.grab!(at, reach) ?? swipe(at, reach),
      press: () => {
        const most = tightest();
        cut(link => link === most);
      },
      state: () => ({
        ...it.running.state(), wheel: wheel.at, links: links.map(({ part, from, to, tension }) =>
          ({ part, tension, from: from.at, to: to.at })),
        whole, carried: carried(), weight: GRAVITY * HEAVY * planks.length, planks: planks.map(plank => plank.at),
        particles: String(particles.hash()),
      }),
      stop() {
        particles.free();
        it.running.stop!();
      },
    };
  },
});
