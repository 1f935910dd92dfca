// SPDX-License-Identifier: MIT
//
// A character in a world of space: hills, stairs, a lift, a table that turns, crates to push. world3.ts has the world.

import {
  BODY_DYNAMIC, BODY_KINEMATIC, BODY_STATIC, CHARACTER3_JUMPED, CHARACTER3_STEPPED, type Character3,
  type CharacterDef3, type Plane, type Vec3,
} from 'impinge';
import { choice, demo, slider, toggle } from '../frame/demo';
import { box } from '../frame/geometry';
import { add3, length3, scale3, STRAIGHT, sub3, unit3, UP, vec3, ZERO3 } from '../frame/geometry3';
import { meshOf } from '../frame/mesh';
import { paintOf } from '../frame/palette';
import { drawnBoth, sheet } from '../frame/surfaces3';
import { isDark } from '../frame/theme';
import { View3 } from '../frame/view3';
import { sandbox3, WORLD_CONTROLS3 } from '../frame/world3';

const GRAVITY = 15;
const SIDE = 41, CELL = 0.5, SOUTH = -10;  // of the hills: samples, from one to the next, where they begin [m]
const STAIRS = { x: 4, steps: 8, deep: 0.45, high: 0.25 };  // [m]
const LIFT = { x: 2.2, y: -7.6, low: 0.15, high: 2.1, speed: 1.2 };  // its top [m], [m/s]
const TABLE = { x: 11.4, y: 3.6, spin: 0.8 };
const EYE = vec3(0, 0, 1);  // above its feet, what is looked at
const PLACES: Record<string, Vec3> = {
  hills: vec3(-9, -2, 1.2), stairs: vec3(2.4, 2.4, 0.4), lift: vec3(LIFT.x, LIFT.y, LIFT.low + 0.05),
  table: vec3(TABLE.x - 1.5, TABLE.y, 2.1), crates: vec3(2.6, 6.4, 0.2),
};
/** Where it goes by itself, around and around. */
const ROUND: readonly (readonly [number, number])[] =
  [[-7, 3], [-3, 6], [1, 2], [3.4, 2], [8.4, 2], [TABLE.x - 1.2, TABLE.y], [8.4, -3], [9, -6], [2.4, -4.5], [-5, -5]];

/** How high the hills are, level where other things stand. */
function heightAt(imp2: Plane, x: number, y: number): number {
  const level = Math.min(Math.max((1 - x) / 3, 0), 1);
  return level * (0.9 + 0.75 * imp2.rot(0.72 * x).s * imp2.rot(0.55 * y).c + 0.25 * imp2.rot(1.6 * x + y).s);
}

export default demo({
  id: 'walker',
  title: 'A character on hills and stairs',
  sentence: 'It walks over hills, climbs stairs, rides a lift and a turning table, and pushes crates.',
  chapter: 'A world in space',
  order: 5,
  space: true,
  about: [
    'Walk with the arrow keys, as you see it, and jump with X: keys, or the buttons in the picture where there is a ' +
    'touch screen. `moveCharacter` sweeps a capsule through the world; it is no body, yet what it presses on feels it.',
    'The hills are a height field, felt as the smooth ground that they are. Steps up to a quarter of its height are ' +
    'climbed, slopes up to 50 degrees walked on. The lift and the table take it along. The arrow is the normal of ' +
    'what it stands on.',
  ],
  keys: [['←↑↓→', 'walk'], ['X', 'jump'], ['J L I K', 'go around'], [',', 'back in time']],
  pads: [
    ['ArrowLeft', '←', 'walk left', 'left'], ['ArrowUp', '↑', 'walk away', 'left'],
    ['ArrowDown', '↓', 'walk nearer', 'left'], ['ArrowRight', '→', 'walk right', 'left'], ['x', '⤒', 'jump', 'right'],
  ],
  view: box(-6, -3.6, 6, 4.2),
  shares: ['world3'],
  controls: {
    begin: choice('Begin', 'stairs', {
      hills: 'on the hills', stairs: 'at the stairs', lift: 'on the lift', table: 'on the table',
      crates: 'at the crates',
    }, { restart: true }),
    speed: slider('Speed', 4, 1, 10, { unit: 'm/s' }),
    jump: slider('Jump', 6, 2, 12, { unit: 'm/s' }),
    alone: toggle('Walks by itself', false),
    ...WORLD_CONTROLS3,
  },
  card: { alone: true, begin: 'stairs' },

  start(context) {
    const { imp: { imp2, imp3 }, values, held } = context, material = { friction: 0.6 };
    const tall = imp3.capsule(vec3(0, 0, 0.3), vec3(0, 0, 1.5), 0.3), mesh = meshOf(tall);
    const def: CharacterDef3 = { shape: tall, up: UP, gravity: GRAVITY, airAcceleration: 20, acceleration: 60,
      mass: 80, pushForce: 400 };
    let hero: Character3 = { position: PLACES[values.begin]!, velocity: ZERO3 };
    let jumps = 0, steps = 0, goal = 0, stuck = 0, rising = true, heading = vec3(1, 0, 0);
    const view = new View3(add3(hero.position!, EYE), 13, -0.5, 0.42);
    const it = sandbox3(context, {
      view, reach: 13, gravity: GRAVITY, arrow: 0.01,
      draw: scene => scene.solid(mesh, { p: hero.position!, q: STRAIGHT }, 'free', { paint: paintOf(0, isDark()) }),
      answers: () => [
        ['it', hero.grounded ? 'stands' : hero.sliding ? 'slides' : 'is in the air',
          hero.grounded ? 'answer' : undefined],
        ['speed', `${length3(hero.velocity!).toFixed(1)} m/s`], ['jumps', jumps], ['steps climbed', steps],
      ],
      beside: {
        save: () => ({ hero, jumps, steps, goal, stuck, rising, heading }),
        load(kept) {
          ({ hero, jumps, steps, goal, stuck, rising, heading } = kept as Kept);
          view.target = add3(hero.position!, EYE);
        },
      },
    });
    interface Kept {
      hero: Character3; jumps: number; steps: number; goal: number; stuck: number; rising: boolean; heading: Vec3;
    }

    // Hills
    const west = SOUTH - 1, heights = new Float32Array(SIDE * SIDE), rows: Vec3[][] = [];
    for (let row = 0; row < SIDE; row++) {
      const line: Vec3[] = [];
      for (let column = 0; column < SIDE; column++) {
        const x = west + CELL * column * 0.6, y = SOUTH + CELL * row, z = heightAt(imp2, x, y);
        heights[row * SIDE + column] = z;
        line.push(vec3(x - west, y - SOUTH, z));
      }
      rows.push(line);
    }
    const ground = sheet(rows);
    it.putMesh(imp3.heightField({ heights, columns: SIDE, rows: SIDE, stepX: 0.6 * CELL, stepY: CELL }),
      drawnBoth(ground), { kind: BODY_STATIC, at: vec3(west, SOUTH, 0), material, looks: { under: true } });

    // Level ground, stairs with a terrace, and what moves
    const slab = (x: number, y: number, z: number) => imp3.box({ lower: vec3(-x, -y, -z), upper: vec3(x, y, z) });
    const block = (x0: number, y0: number, x1: number, y1: number, top: number, under = false) => it.put(
      slab((x1 - x0) / 2, (y1 - y0) / 2, (top + 0.6) / 2),
      { kind: BODY_STATIC, at: vec3((x0 + x1) / 2, (y0 + y1) / 2, (top - 0.6) / 2), material, looks: { under } });
    block(1, -10, 15, 10, 0, true);
    for (let i = 0; i < STAIRS.steps; i++) {
      block(STAIRS.x + STAIRS.deep * i, 0, STAIRS.x + STAIRS.deep * (i + 1), 4.4, STAIRS.high * (i + 1));
    }
    const top = STAIRS.steps * STAIRS.high, edge = STAIRS.x + STAIRS.steps * STAIRS.deep;
    block(edge, -4.4, edge + 1.6, 4.4, top);
    block(edge, -9, edge + 1.6, -4.4, top - 0.35);
    const lift = it.put(slab(1, 1, 0.1), { kind: BODY_KINEMATIC, at: vec3(LIFT.x, LIFT.y, LIFT.low - 0.1), material });
    block(LIFT.x + 1.05, LIFT.y - 1, LIFT.x + 3, LIFT.y + 1, LIFT.high);
    block(LIFT.x + 3, LIFT.y - 1, edge, LIFT.y + 1, top - 0.35);
    it.put(imp3.cylinder(vec3(0, 0, -0.3), ZERO3, 2.1), {
      kind: BODY_KINEMATIC, at: vec3(TABLE.x, TABLE.y, top), angularVelocity: vec3(0, 0, TABLE.spin), material,
    });
    const crate = slab(0.35, 0.35, 0.35);
    for (let i = 0; i < 9; i++) {
      const at = vec3(4.6 + 0.8 * (i % 3), 6 + 0.8 * Math.floor(i / 3), 0.35);
      it.put(crate, { kind: BODY_DYNAMIC, at, density: 60, material });
    }
    it.begin();

    /** What it does by itself: on to the next place, and over what holds it. */
    function wander(): { velocity: Vec3; jump: number } {
      const [x, y] = ROUND[goal]!, { position, velocity } = hero, to = vec3(x - position!.x, y - position!.y, 0);
      if (length3(to) < 0.5 || stuck > 240) [goal, stuck] = [(goal + 1) % ROUND.length, 0];
      stuck = length3(vec3(velocity!.x, velocity!.y, 0)) < 0.5 ? stuck + 1 : stuck;
      return { velocity: scale3(unit3(to), values.speed), jump: stuck % 40 === 20 ? values.jump : 0 };
    }
    function asked(): { velocity: Vec3; jump: number } {
      const across = Number(held('ArrowRight')) - Number(held('ArrowLeft'));
      const away = Number(held('ArrowUp')) - Number(held('ArrowDown')), jump = held('x');
      if (values.alone && !across && !away && !jump) return wander();
      const way = add3(scale3(view.right, across), scale3(view.ahead, away));
      return { velocity: scale3(unit3(way), values.speed), jump: jump ? values.jump : 0 };
    }

    return {
      ...it.running,
      key: (key, fine) => key.startsWith('Arrow') || key.toLowerCase() === 'x' || it.running.key!(key, fine),
      step(dt) {
        const { z } = lift.at, input = asked();
        rising = rising ? z + 0.1 < LIFT.high : z + 0.1 <= LIFT.low;
        it.tell(world => {
          world.setVelocity(lift.body, vec3(0, 0, rising ? LIFT.speed : -LIFT.speed), ZERO3);
          hero = world.moveCharacter(hero, def, { input }, dt);
        });
        jumps += hero.flags! & CHARACTER3_JUMPED ? 1 : 0;
        steps += hero.flags! & CHARACTER3_STEPPED ? 1 : 0;
        if (length3(input.velocity)) heading = unit3(input.velocity);
        it.running.step(dt);
        // The eye goes with it, softly.
        view.target = add3(view.target, scale3(sub3(add3(hero.position!, EYE), view.target), 0.15));
      },
      draw(painter) {
        it.running.draw(painter);
        if (hero.grounded) {
          it.scene.arrow(painter, hero.position!, scale3(hero.groundNormal!, 0.8), 'answer', { width: 1.5 });
        }
        it.scene.arrow(painter, add3(hero.position!, vec3(0, 0, 1.5)), scale3(heading, 0.5), 'helper', { width: 1.5 });
      },
      state: () => ({
        ...it.running.state(), at: hero.position, speed: hero.velocity, grounded: !!hero.grounded, jumps,
        climbed: steps, lift: lift.at.z + 0.1,
      }),
      stop() {
        it.running.stop!();
        tall.free();
      },
    };
  },
});
