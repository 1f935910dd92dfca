// SPDX-License-Identifier: MIT
//
// Outlines of any form. The library cuts them into convex parts; what it says about them, it says about the whole.

import { ERR_CROSSING, ImpingeError, type Compound2, type Impinge, type OutlineReport2, type Shape2 } from 'impinge';
import { button, choice, demo, toggle } from '../frame/demo';
import { add, box, clamp, length, place, scale, sub, vec, type Pose, type Vec } from '../frame/geometry';
import { HAND_KEYS, hands } from '../frame/hands';

const HERE: Pose = { p: vec(0, 0), q: { c: 1, s: 0 } };
const points = (...numbers: number[]): Vec[] =>
  Array.from({ length: numbers.length / 2 }, (_, i) => vec(numbers[2 * i]!, numbers[2 * i + 1]!));

/** Given outlines, as rings. Those with curves take their sines from the library. */
const OUTLINES: Record<string, (imp: Impinge) => Vec[][]> = {
  star({ imp2 }) {
    const turned = (i: number) => imp2.pose(vec(0, 0), (Math.PI * i) / 7);
    return [Array.from({ length: 14 }, (_, i) => place(turned(i), vec(0, i % 2 ? 1.9 : 4.4)))];
  },
  comb() {
    const teeth = Array.from({ length: 5 }, (_, i) =>
      points(4 - 2 * i, 3.4, 2.8 - 2 * i, 3.4, 2.8 - 2 * i, -1.2, 2 - 2 * i, -1.2));
    return [[...points(-5.2, -3, 4, -3), ...teeth.flat().slice(0, -1), vec(-5.2, -1.2)]];
  },
  spiral({ imp2 }) {
    const turns = Array.from({ length: 33 }, (_, i) => ({ pose: imp2.pose(vec(0, 0), i * 0.4), out: 0.5 + i * 0.125 }));
    return [[...turns.map(({ pose, out }) => place(pose, vec(out + 0.3, 0))),
             ...turns.reverse().map(({ pose, out }) => place(pose, vec(out - 0.3, 0)))]];
  },
  letter: () => [points(-3.6, -4, -2.3, -4, -1.5, -1.8, 1.5, -1.8, 2.3, -4, 3.6, -4, 0.8, 4, -0.8, 4),
                 points(-1, -0.6, 0, 2.2, 1, -0.6)],
  hole: () => [points(-5, -2, -2.4, -4.2, 2.8, -4, 5.2, -1, 4.2, 3, 0.5, 4.3, -4, 3.2),
               points(-3.2, -1.4, -2.6, 2.2, 0.6, 3, 3, 2, 3.6, -0.8, 2, -2.8, -1.8, -2.8),
               points(-1, -1.2, 1.4, -1, 0.6, 1.2, -0.8, 0.8)],
  bow: () => [points(-4, -3, 4, 3, 4, -3, -4, 3)],
  own: () => [],
};

interface Probe {
  at: Vec;
  angle: number;
}
interface Corner {
  at: Vec;
  angle?: undefined;
}

/** How far a point is from a segment. */
function away(p: Vec, a: Vec, b: Vec): number {
  const along = sub(b, a), size = along.x * along.x + along.y * along.y;
  const t = size && clamp(((p.x - a.x) * along.x + (p.y - a.y) * along.y) / size, 0, 1);
  return length(sub(p, add(a, scale(along, t))));
}

/** Edges that two parts have, one each way round. */
function seamsOf(parts: readonly Vec[][]): [Vec, Vec][] {
  const name = (a: Vec, b: Vec) => `${a.x} ${a.y} ${b.x} ${b.y}`;
  const seen = new Set<string>(), seams: [Vec, Vec][] = [];
  for (const part of parts) {
    part.forEach((a, i) => {
      const b = part[(i + 1) % part.length]!;
      seen.add(name(a, b));
      if (seen.has(name(b, a))) seams.push([a, b]);
    });
  }
  return seams;
}

export default demo({
  id: 'concave',
  title: 'Concave outlines',
  sentence: 'Any outline, cut into convex parts; the push is that of the whole.',
  chapter: 'Any outline',
  order: 1,
  about: [
    'An outline of any form, with holes if you like, is cut into convex parts once. The dashed lines are the seams ' +
    'between them; no corner is added, so the parts are the outline, to the last bit. Drag the corners: it is cut ' +
    'anew as you go.',
    'Drag the probe over it. Parts that it touches turn reddish, blue dots are the points of contact. The arrow is ' +
    'the shortest way out of the whole: no seam is ever felt. Show what the parts would say alone, each for itself, ' +
    'and see how they would push it into their neighbours.',
    'A click adds a corner to the nearest edge. Draw your own corner by corner, and click the first one again to ' +
    'close it. An outline that crosses itself has no inside; it is refused, and you are told where.',
  ],
  keys: [['N P', 'next, previous corner; the probe is the first'], HAND_KEYS.move, ['Q E', 'turn the probe'],
    HAND_KEYS.fine, ['Enter', 'add a corner'], ['Del', 'remove the corner']],
  view: box(-7.2, -5.2, 7.2, 5.2),
  controls: {
    outline: choice('Outline', 'star', {
      star: 'Star', comb: 'Comb', spiral: 'Spiral', letter: 'Letter', hole: 'A hole, and an island in it',
      bow: 'Bow tie, which crosses itself', own: 'Your own',
    }, { restart: true }),
    probe: choice('Probe', 'box', { ball: 'Ball', box: 'Box', hook: 'Hook' }),
    seams: toggle('Show parts and seams', true),
    alone: toggle('Show what parts say alone', false),
    draw: button('Draw your own', 'd'),
    close: button('Close it', 'c'),
  },
  card: { outline: 'comb', probe: 'ball' },

  start({ imp, values, card, set, redraw }) {
    const { imp2 } = imp;

    const probe: Probe =
      values.outline === 'star' ? { at: vec(2.5, 1.6), angle: 0.5 } : { at: vec(1.9, 2.9), angle: 0.4 };
    let rings: Corner[][] = OUTLINES[values.outline]!(imp).map(ring => ring.map(at => ({ at })));
    let drawing = values.outline === 'own';

    // The probe, as a compound: of one shape, or a region of its own

    let shape: Shape2 | undefined, thing: Compound2 | undefined;
    let form: Vec[] = [];
    function makeProbe(): void {
      thing?.free();
      shape?.free();
      shape = undefined;
      if (values.probe === 'hook') {
        form = points(-1, -1, 1, -1, 1, 1, 0.5, 1, 0.5, -0.5, -1, -0.5);
        thing = imp2.region({ points: form, counts: [form.length] });
      } else {
        const half = vec(0.9, 0.6);
        form = points(-half.x, -half.y, half.x, -half.y, half.x, half.y, -half.x, half.y);
        const isBall = values.probe === 'ball';
        shape = isBall ? imp2.circle(vec(0, 0), 0.75) : imp2.box({ lower: scale(half, -1), upper: half });
        thing = imp2.compoundOfShape(shape);
      }
    }

    // The outline, as a region

    let region: Compound2 | undefined;
    let parts: Vec[][] = [], seams: [Vec, Vec][] = [];
    let refused: { message: string; report: OutlineReport2 | undefined } | undefined;
    function cut(): void {
      region?.free();
      region = undefined;
      parts = [];
      seams = [];
      refused = undefined;
      if (drawing || !rings.length) return;
      try {
        region = imp2.region({ points: rings.flat().map(it => it.at), counts: rings.map(it => it.length) });
        parts = Array.from({ length: region.partCount }, (_, i) => {
          const part = region!.part(i);
          return Array.from({ length: part.count }, (_, k) => part.vertex(k));
        });
        seams = seamsOf(parts);
      } catch (thrown) {
        if (!(thrown instanceof ImpingeError)) throw thrown;
        refused = {
          message: thrown.message,
          report: thrown.fault === ERR_CROSSING ? thrown.told.report as OutlineReport2 : undefined,
        };
      }
    }

    // The two of them

    interface Said {
      touching: boolean;
      distance: number;
      push: Vec;
      from: Vec;
      nearest: [Vec, Vec];
      dots: Vec[];
      touched: Set<number>;
      alone: { at: Vec; push: Vec }[];
    }
    let said: Said | undefined;
    function ask(): void {
      said = undefined;
      if (!region || !thing) return;
      const pose = imp2.pose(probe.at, probe.angle);
      const { nearest } = imp2.compoundDistance(region, HERE, thing, pose);
      const { manifolds, normal, depth } = imp2.compoundCollide(region, HERE, thing, pose);
      const dots = manifolds.flatMap(({ manifold }) => manifold.points.slice(0, manifold.count));
      const deepest = dots.reduce((best, it) => (best && best.depth >= it.depth ? best : it), dots[0]);
      said = {
        touching: manifolds.length > 0,
        distance: nearest.distance,
        push: scale(normal, depth),
        from: deepest?.point ?? probe.at,
        nearest: [nearest.pointA, nearest.pointB],
        dots: dots.map(it => it.point),
        touched: new Set(manifolds.map(it => it.partA)),
        alone: manifolds.map(({ partA, partB }) => {
          const one = imp2.collide(region!.part(partA), HERE, thing!.part(partB), pose);
          return { at: one.points[0]?.point ?? probe.at, push: scale(one.normal, one.depth) };
        }),
      };
    }

    function anew(): void {
      cut();
      ask();
    }
    makeProbe();
    anew();

    // Hands

    const isProbe = (it: Probe | Corner): it is Probe => it === probe;
    const last = () => rings[rings.length - 1] ?? (rings = [[]])[0]!;
    function close(): void {
      if (!drawing || last().length < 3) return;
      drawing = false;
      anew();
    }

    const hold = hands<Probe | Corner>({
      things: () => [probe, ...rings.flat()],
      hit(it, at, reach) {
        if (!isProbe(it)) return length(sub(it.at, at)) <= Math.max(reach, 0.12);
        return !drawing && thing!.closest(imp2.pose(it.at, it.angle), at).distance <= reach;
      },
      add(at) {
        const corner: Corner = { at };
        if (drawing) {
          last().push(corner);
          return corner;
        }
        let best = Infinity, where = () => {};
        for (const ring of rings) {
          ring.forEach((from, i) => {
            const distance = away(at, from.at, ring[(i + 1) % ring.length]!.at);
            if (distance >= best) return;
            best = distance;
            where = () => ring.splice(i + 1, 0, corner);
          });
        }
        where();
        return corner;
      },
      remove(it) {
        if (isProbe(it)) return;
        for (const ring of rings) {
          if (!ring.includes(it as Corner)) continue;
          // What is left of a triangle is no ring.
          if (ring.length > 3 || drawing) ring.splice(ring.indexOf(it as Corner), 1);
          else rings.splice(rings.indexOf(ring), 1);
          break;
        }
        if (!rings.length) drawing = true;
      },
      knob: () => 1.6,
      changed: it => (isProbe(it) ? ask() : anew()),
    });

    let time = 0;
    return {
      ...hold.handlers,
      grab(at, reach) {
        const first = last()[0];
        if (drawing && first && last().length > 2 && length(sub(first.at, at)) <= Math.max(reach, 0.2)) {
          close();
          return {};
        }
        return hold.handlers.grab(at, reach);
      },
      press(name) {
        if (name === 'close') {
          close();
        } else {
          set('outline', 'own');
          rings = [];
          drawing = true;
          hold.choose(undefined);
          anew();
        }
      },
      changed(name) {
        if (name === 'probe') makeProbe();
        ask();
        redraw();
      },
      // In the gallery the probe goes about by itself.
      ...(card && {
        step(dt: number) {
          time += dt;
          probe.at = place(imp2.pose(vec(0, 1.4), time * 0.35), vec(4.4, 0));
          probe.at.y = 2.2 + (probe.at.y - 1.4) * 0.4;
          probe.angle = time * 0.5;
          ask();
        },
      }),
      draw(painter) {
        const pose = imp2.pose(probe.at, probe.angle);
        const whole = (role: 'still' | 'helper', width: number) => {
          for (const ring of rings) painter.polygon(ring.map(it => it.at), role, { hollow: true, width });
        };
        for (const part of parts) painter.polygon(part, 'still', { width: 0.01 });
        if (values.seams) {
          for (const i of said?.touched ?? []) painter.polygon(parts[i]!, 'touching', { faint: true, width: 0.01 });
          for (const [a, b] of seams) painter.segment(a, b, 'still', { dashed: true, width: 1.2 });
        }
        whole('still', card ? 1.5 : 2.5);
        if (refused) whole('helper', 2);
        if (drawing) {
          const ring = last().map(it => it.at);
          painter.line(ring, 'still');
          if (ring.length > 1) painter.segment(ring[ring.length - 1]!, ring[0]!, 'helper', { dashed: true });
          if (!ring.length) painter.label(vec(0, 0), 'Click to set the corners, one after the other', { dy: 0 });
          else if (ring.length > 2) painter.label(ring[0]!, 'click here to close', { dy: -16 });
        }
        if (!card) {
          const corners = rings.flat(), width = corners.length > 40 ? 1.5 : 3;
          for (const it of corners) painter.point(it.at, 'helper', { width, chosen: it === hold.chosen });
        }
        if (!drawing) {
          const role = said?.touching ? 'touching' : 'free', chosen = hold.chosen === probe;
          const draw = (at: Vec, look: object) => {
            if (values.probe === 'ball') painter.circle(at, 0.75, role, look);
            else painter.polygon(form, role, { ...look, pose: { p: at, q: pose.q } });
          };
          if (said?.touching) draw(add(probe.at, said.push), { hollow: true, dashed: true, faint: true, width: 2 });
          draw(probe.at, { chosen });
        }
        if (said && !said.touching) {
          painter.segment(...said.nearest, 'answer', { dashed: true });
          for (const at of said.nearest) painter.point(at, 'answer', { width: 3 });
        } else if (said) {
          if (values.alone) for (const { at, push } of said.alone) painter.arrow(at, push, 'helper', { width: 3 });
          painter.arrow(said.from, said.push, 'answer', { width: card ? 2 : 3 });
          for (const at of said.dots) painter.point(at, 'answer', { width: 3 });
        }
        if (refused?.report) {
          const { ringA, edgeA, ringB, edgeB, at } = refused.report;
          for (const [ring, edge] of [[ringA, edgeA], [ringB, edgeB]] as const) {
            const corners = rings[ring]!;
            painter.segment(corners[edge]!.at, corners[(edge + 1) % corners.length]!.at, 'touching', { width: 3 });
          }
          painter.point(at, 'answer', { width: 6 });
        }
        if (refused) {
          const [call, argument, ...text] = refused.message.split(': ');
          const at = refused.report?.at ?? vec(0, 0);
          painter.label(at, `${call}: ${argument}:`, { dy: -38 });
          painter.label(at, text.join(': '), { dy: -20 });
        }
        if (!card) hold.draw(painter);
      },
      answers() {
        if (refused) return [['corners', rings.flat().length], ['convex parts', 'refused', 'touching']];
        if (drawing) return [['corners', last().length]];
        return [
          ['corners', rings.flat().length],
          ['convex parts', parts.length],
          said?.touching ? ['depth', `${length(said.push).toFixed(3)} m`, 'touching']
            : ['distance', `${(said?.distance ?? 0).toFixed(3)} m`, 'free'],
          ['points of contact', said?.dots.length ?? 0],
        ];
      },
      state: () => ({
        rings: rings.map(ring => ring.map(it => it.at)),
        parts: parts.length,
        drawing,
        refused: refused && { message: refused.message, at: refused.report?.at },
        probe: { at: probe.at, angle: probe.angle },
        touching: said?.touching ?? false,
        push: said?.push,
        distance: said?.distance,
        contacts: said?.dots.length ?? 0,
        chosen: [probe, ...rings.flat()].findIndex(it => it === hold.chosen),
      }),
      stop() {
        region?.free();
        thing?.free();
        shape?.free();
      },
    };
  },
});
