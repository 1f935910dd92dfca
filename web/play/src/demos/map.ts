// SPDX-License-Identifier: MIT
//
// A level from a file: what is in it, and what touches. The readers are those of the command `impinge check`; they are
// loaded when they are wanted, with a memory of their own.

import type { Compound2, ImpingeFiles, Scene, SceneObject, Shape2 } from 'impinge/files';
import level from '../../../../examples/demo.tmx?raw';
import tiles from '../../../../examples/demo.tsx?raw';
import { button, demo, toggle } from '../frame/demo';
import { chooseFiles, dropped, onDrop, type Dropped } from '../frame/dropped';
import { box, vec, type Box, type Vec } from '../frame/geometry';
import { HAND_KEYS } from '../frame/hands';
import { isMesh } from '../frame/obj';

const FORMATS = '.tmx,.tsx,.tmj,.tsj,.ldtk,.ldtkl,.svg,.geojson,.json';
const MOST_POINTS = 2000;

const bytes = (text: string) => new TextEncoder().encode(text);
const EXAMPLE: Dropped = new Map([['demo.tmx', bytes(level)], ['demo.tsx', bytes(tiles)]]);

let library: Promise<ImpingeFiles> | undefined;

/** A thing of the scene with all that the picture needs of it. */
interface Thing {
  object: SceneObject;
  compound: Compound2;
  shape: Shape2 | undefined;
  rings: Vec[][];
  touching: boolean;
}

interface Level {
  scene: Scene;
  things: Thing[];
  bounds: Box;
  pairs: number;
  points: Vec[];
}

function pointsOf(numbers: ArrayLike<number>): Vec[] {
  return Array.from({ length: numbers.length / 2 }, (_, i) => vec(numbers[2 * i]!, numbers[2 * i + 1]!));
}

function thingOf({ imp2 }: ImpingeFiles, object: SceneObject): Thing {
  const { shape } = object;
  if (!('partCount' in shape)) {
    const rings = [Array.from({ length: shape.count }, (_, i) => shape.vertex(i))];
    return { object, shape, compound: imp2.compoundOfShape(shape), rings, touching: false };
  }
  const starts = shape.ringStarts, all = pointsOf(shape.vertices);
  const rings = Array.from({ length: shape.ringCount }, (_, r) => all.slice(starts[r], starts[r + 1]));
  return { object, shape: undefined, compound: shape, rings, touching: false };
}

/** The file that the others belong to: tile sets and levels of their own are asked for by it. */
function mainOf(files: Dropped): string {
  const names = [...files.keys()];
  return names.find(it => !/\.(tsx|tsj|tx|tj|ldtkl)$/i.test(it)) ?? names[0]!;
}

function open(library: ImpingeFiles, files: Dropped): Level {
  const { imp2 } = library, scene = library.read(files, mainOf(files));
  const things = scene.objects.map(it => thingOf(library, it));
  const index = imp2.index();
  index.add(things.map(({ compound, object }) => ({ box: compound.bounds(object.pose) })));
  const found = index.pairs().pairs.slice();
  index.free();
  let pairs = 0;
  const points: Vec[] = [];
  for (let k = 0; k < found.length; k += 2) {
    const a = things[found[k]!]!, b = things[found[k + 1]!]!;
    if (a.object.structure && a.object.structure === b.object.structure) continue;
    if (!imp2.compoundOverlap(a.compound, a.object.pose, b.compound, b.object.pose)) continue;
    a.touching = b.touching = true;
    pairs++;
    if (points.length > MOST_POINTS) continue;
    const { manifolds } = imp2.compoundCollide(a.compound, a.object.pose, b.compound, b.object.pose);
    for (const { manifold } of manifolds) points.push(...manifold.points.map(it => it.point));
  }
  let bounds: Box | undefined;
  for (const { compound, object } of things) {
    const { lower, upper } = compound.bounds(object.pose);
    bounds = bounds ? box(Math.min(bounds.lower.x, lower.x), Math.min(bounds.lower.y, lower.y),
      Math.max(bounds.upper.x, upper.x), Math.max(bounds.upper.y, upper.y)) : { lower, upper };
  }
  const around = bounds ?? box(-5, -5, 5, 5);
  const margin = 0.04 * Math.max(around.upper.x - around.lower.x, around.upper.y - around.lower.y, 1e-3);
  return { scene, things, pairs, points, bounds: box(around.lower.x - margin, around.lower.y - margin,
    around.upper.x + margin, around.upper.y + margin) };
}

export default demo({
  id: 'map',
  title: 'Your own level',
  sentence: 'Drop a map or a drawing on the page: what touches is red.',
  chapter: 'Your own',
  order: 1,
  about: [
    'Drop a file on any page here, or open one: maps of Tiled and LDtk, drawings (SVG), GeoJSON, and scenes that ' +
    '`impinge check --save` has written. Drop a map together with its tile sets. Nothing leaves this machine.',
    'What touches something else is red, or grey where it stands still; blue dots are the points of contact. Click a ' +
    'thing to see what it is and where in the file it comes from.',
    'Tiles become outlines with holes before anything is asked, so a floor of a thousand tiles is one thing.',
  ],
  keys: [['N P', 'next, previous thing'], HAND_KEYS.point],
  view: box(0, -22, 40, 0),
  controls: {
    contacts: toggle('Points of contact', true),
    open: button('Open files', 'o'),
    example: button('The example again', 'e'),
  },

  start({ values, redraw, look }) {
    let level: Level | undefined, chosen = -1, fault = '', ended = false;

    async function show(files: Dropped): Promise<void> {
      try {
        library ??= import('impinge/files').then(it => it.load());
        const loaded = await library;
        if (ended) return;
        const next = open(loaded, files);
        level?.scene.free();
        level = next;
        chosen = -1;
        fault = '';
        look(next.bounds);
      } catch (thrown) {
        fault = thrown instanceof Error ? thrown.message : String(thrown);
        redraw();
      }
    }
    const forget = onDrop(files => void show(files));
    const ready = show(dropped(paths => !paths.some(isMesh)) ?? EXAMPLE);

    /** What is seen at a point: the last that was drawn there. */
    function at(point: Vec): number {
      let found = -1;
      level?.things.forEach(({ object, compound }, i) => {
        if (compound.contains(object.pose, point).contains) found = i;
      });
      return found;
    }

    return {
      ready,
      draw(painter) {
        level?.things.forEach(({ object, shape, compound, rings, touching }, i) => {
          const role = object.isStatic ? 'still' : touching ? 'touching' : 'free';
          const look = { pose: object.pose, chosen: i === chosen, faint: !object.isSolid };
          const ring = rings[0] ?? [];
          if (shape && ring.length === 1) painter.circle(ring[0]!, shape.radius || 2 * painter.pixel, role, look);
          else if (shape) painter.polygon(ring, role, { ...look, radius: shape.radius });
          else if (compound.closed || compound.loopStarts.length) painter.rings(rings, role, look);
          else painter.line(ring, role, look);
          if (!shape && compound.oneSided) {
            const end = compound.closed ? ring.length : ring.length - 1;
            for (let k = 0; k < end; k++) painter.felt(ring[k]!, ring[(k + 1) % ring.length]!, look);
          }
        });
        if (values.contacts) for (const point of level?.points ?? []) painter.point(point, 'answer', { width: 2.5 });
      },
      answers() {
        if (fault) return [['this file', fault, 'touching']];
        if (!level) return [['this file', 'is read']];
        const { scene, things, pairs } = level, thing = things[chosen];
        const { name: file = '' } = scene.files[0] ?? {};
        if (thing) {
          const { name, layer, path } = thing.object;
          return [['name', name], ['layer', layer || 'none'], ['in the file', path],
                  ['touches', thing.touching ? 'yes' : 'no']];
        }
        return [['file', file], ['things', things.length], ['that touch', things.filter(it => it.touching).length],
                ['pairs that touch', pairs], ['notes of the reader', scene.notes.length]];
      },
      state: () => ({
        things: (level?.things ?? []).map(
          ({ object: { name, layer, structure }, touching }) => ({ name, layer, structure, touching })),
        pairs: level?.pairs ?? 0, chosen, fault, ready: level !== undefined,
      }),
      click(point) {
        chosen = at(point);
      },
      hover: point => (point ? at(point) >= 0 : false),
      key(key) {
        const n = level?.things.length ?? 0, by = key === 'n' ? 1 : key === 'p' ? -1 : 0;
        if (!by || !n) return false;
        chosen = (chosen + by + n + (chosen < 0 && by < 0 ? 1 : 0)) % n;
        return true;
      },
      press(name) {
        if (name === 'open') chooseFiles(FORMATS);
        else void show(EXAMPLE);
      },
      stop() {
        ended = true;
        forget();
        level?.scene.free();
      },
    };
  },
});
