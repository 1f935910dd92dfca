// SPDX-License-Identifier: MIT
//
// A world of which every frame is kept. timeline.ts has the frames, world.ts the world with its hands; here one goes
// back and forth in time.

import { BODY_DYNAMIC } from 'impinge';
import type { Answer } from '../frame/demo';
import { choice, demo, shuffle, slider } from '../frame/demo';
import { make } from '../frame/dom';
import { box, length, scale, sub, vec, type Box, type Pose, type Vec } from '../frame/geometry';
import { Timeline, type Frame } from '../frame/timeline';
import { GRAVITY, inHalves, sandbox, WORLD_CONTROLS, WORLD_KEYS, type Call, type Piece } from '../frame/world';
import { buildWall } from './smash';
import { fillDrum } from './tumbler';

const SIZES = { pile: 48, tumbler: 70 };  // things in it
const VISIBLE = 0.02;  // what is less off has no outline of its own [m]
const VIEWS: Record<string, Box> = {
  pile: box(-7, -1.2, 7, 8.5), tumbler: box(-8, -8, 8, 8), smash: box(-11, -7, 11, 7),
};

const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((it, i) => it === b[i]);
const kilobytes = (bytes: number, digits = 0): string => `${(bytes / 1024).toFixed(digits)} KB`;

export default demo({
  id: 'snapshots',
  title: 'Snapshots',
  sentence: 'Every frame is kept. Go back and do something else: there are two futures. Do the same: there is one.',
  chapter: 'A world',
  order: 8,
  about: [
    'After each step the whole world is kept as a row of bytes. The bar below the picture goes to any frame: its ' +
    'bytes are loaded, and the world is what it was, with its contacts, its impulses and what was asleep.',
    'In the past, time goes on as it went: the world is told the same once more, your hand included, and what comes ' +
    'out is compared with what was kept, byte for byte. `Again` begins where this future began.',
    'Drag something there, drop something in or give a push, and another future begins. Outlines are where ' +
    'everything was in the old one. How small may a push be that changes it all?',
  ],
  keys: [...WORLD_KEYS, ['X', 'push the chosen one'], ['A', 'again'], ['J L', 'back, forward'],
    ['Shift', 'with these: by one frame']],
  view: VIEWS['pile']!,
  shares: ['timeline', 'world'],
  controls: {
    scene: choice('Scene', 'pile', { pile: 'Pile', tumbler: 'Tumbler', smash: 'Smash' }, { restart: true }),
    push: slider('A push gives', 2, 0.01, 5, { step: 0.01, unit: 'm/s' }),
    room: slider('Keeps at most', 8192, 512, 32768, { step: 512, unit: 'KB' }),
    ...WORLD_CONTROLS,
    seed: shuffle(),
  },
  card: { room: 512 },

  start({ imp, values, held, random, look, foot, redraw }) {
    const { imp2 } = imp, most = () => 1024 * values.room;
    let calls: Call[] = [];  // what the world was told since the frame where one stands
    let thing: (at: Vec) => Piece;
    const it = sandbox({
      imp, values, held, gravity: values.scene === 'smash' ? 0 : GRAVITY, arrow: values.scene === 'smash' ? 0.2 : 0.1,
      told: call => calls.push(call),
      add: at => thing(at),
    });
    look(VIEWS[values.scene]!);
    build();
    const time = new Timeline(keep());

    let compared = 0, equal = 0;  // frames that were played again since one went to some frame
    let seeking = false;  // the bar is held
    const ghost = imp2.world();  // the same frame of the old future
    let before: { piece: Piece; pose: Pose; off: number }[] = [];
    let apart = 0;  // of what there is in both [m]

    function build(): void {
      if (values.scene === 'tumbler') {
        ({ thing } = fillDrum(imp2, it, random, { count: SIZES.tumbler, spin: 0.6 }));
        return;
      }
      const crate = imp2.box(box(-0.3, -0.3, 0.3, 0.3)), ball = imp2.circle(vec(0, 0), 0.32);
      thing = at => it.put(random.whole(3) ? crate : ball,
                           { kind: BODY_DYNAMIC, at, density: 1, material: { friction: 0.5, restitution: 0.1 } });
      if (values.scene === 'smash') {
        buildWall(imp2, it, { columns: 8, rows: 16, speed: 8, density: 8 });
        return;
      }
      it.ground(-30, -1, 30, 0);
      it.ground(-3.4, 0, -3.1, 2.2);
      it.ground(3.1, 0, 3.4, 2.2);
      for (let i = 0; i < SIZES.pile; i++) {
        thing(vec((i % 6 - 2.5) * 0.8 + random.between(-0.1, 0.1), 0.6 + Math.floor(i / 6) * 0.9));
      }
    }

    // Time

    /** The world as it is, and how it has come to that. */
    function keep(): Frame {
      const frame = { ...it.save(), calls };
      calls = [];
      return frame;
    }

    function go(to: number): void {
      time.now = Math.min(Math.max(Math.round(to), time.first), time.last);
      it.load(time.at(time.now));
      calls = [];
      compared = equal = 0;
      lookAround();
    }

    /** Something else than before is done here. */
    function branch(): void {
      time.branch(most());
      lookAround();
    }

    function playAgain(): void {
      const next = time.at(time.now + 1);
      it.again(next.calls, next);
      calls = [];
      time.now++;
      compared++;
      if (it.hash() === next.hash && same(it.world.save(), next.bytes)) equal++;
    }

    /** What there was in the old future at this time; and the bar is where one is. */
    function lookAround(): void {
      const old = time.otherwise(time.now), here = new Set(it.pieces);
      before = [];
      apart = 0;
      if (old && old.hash !== it.hash()) {
        ghost.load(old.bytes);
        for (const piece of old.pieces) {
          const { pose } = ghost.getBody(piece.body), { p, q } = piece.state.pose, way = length(sub(pose.p, p));
          const off = here.has(piece) ? way + Math.hypot(pose.q.c - q.c, pose.q.s - q.s) : Infinity;
          before.push({ piece, pose, off });
          if (here.has(piece)) apart = Math.max(apart, way);
        }
      }
      bar.show();
    }

    function push(): void {
      const { chosen } = it, piece = chosen ?? [...it.pieces].reverse().find(piece => piece.moves);
      if (!piece) return;
      branch();
      const { body, state: { mass, center } } = piece;
      it.tell(world => world.applyImpulse(body, scale(vec(0.8, 0.6), mass * values.push), center));
      it.look(piece);
      redraw();
    }

    function again(): void {
      go(time.fork < 0 ? time.first : time.fork);
      redraw();
    }

    const bar = timeBar({
      foot, time, again, push,
      go(to) {
        go(to);
        redraw();
      },
      hold(held) {
        seeking = held;
      },
    });
    bar.show();

    const { running } = it, live = () => time.now === time.last;
    return {
      ...running,
      step(dt) {
        if (seeking) return;
        if (live()) {
          running.step!(dt);
          time.add(keep(), most());
        } else {
          playAgain();
        }
        lookAround();
      },
      grab(at, reach) {
        const follower = running.grab!(at, reach);
        if (follower) branch();
        return follower;
      },
      click(at, reach) {
        branch();
        running.click!(at, reach);
      },
      key(key, fine) {
        const way = { j: -1, l: 1 }[key.toLowerCase()];
        if (way) go(time.now + way * (fine ? 1 : 10));
        else if (key.toLowerCase() === 'x') push();
        else if (key.toLowerCase() === 'a') again();
        else {
          const meant = running.key!(key, fine);
          if (meant && !['n', 'p', 'escape'].includes(key.toLowerCase())) branch();
          return meant;
        }
        return true;
      },
      draw(painter) {
        running.draw(painter);
        for (const { piece, pose, off } of before) {
          if (piece.moves && off > VISIBLE) piece.draw(painter, 'helper', { pose, hollow: true, dashed: true });
        }
      },
      answers(): Answer[] {
        const { hash, bytes } = time.at(time.now), now = it.hash(), other = time.otherwise(time.now);
        const right = now === hash || calls.length > 0;
        return [
          ['frame', `${time.now} of ${time.last}`], ['kept', `${((time.last - time.first) / 60).toFixed(1)} s`],
          ['all snapshots', kilobytes(time.bytes)], ['this one', kilobytes(bytes.length, 1)],
          ['hash', inHalves(now), right ? 'answer' : 'touching'],
          ['in the old future', other ? inHalves(other.hash) : '–', other && 'helper'],
          ['again and equal', compared ? `${equal} of ${compared}` : '–',
            compared ? (equal === compared ? 'answer' : 'touching') : undefined],
          ['apart, at most', other ? (other.hash === now ? 'the same' : `${apart.toFixed(2)} m`) : '–'],
        ];
      },
      state: () => ({
        ...running.state(), first: time.first, now: time.now, last: time.last, fork: time.fork, bytes: time.bytes,
        compared, equal, old: time.otherwise(time.now)?.hash, apart, outlines: before.map(({ pose: { p } }) => p),
      }),
      stop() {
        foot.replaceChildren();
        running.stop!();
        ghost.free();
      },
    };
  },
});

interface TimeBar {
  foot: HTMLElement;
  time: Timeline;
  go(to: number): void;
  /** The bar is in somebody's hand, or no longer. */
  hold(held: boolean): void;
  again(): void;
  push(): void;
}

/** The frames that are kept, from left to right, and two buttons beside them. */
function timeBar({ foot, time, go, hold, again, push }: TimeBar): { show(): void } {
  const range = make('input', { type: 'range', id: 'time', step: '1', 'aria-label': 'Time' });
  const said = make('output', { htmlFor: 'time' });
  const button = (id: string, words: string, title: string, act: () => void) => {
    const it = make('button', { id, title }, words);
    it.addEventListener('click', act);
    return it;
  };
  range.addEventListener('input', () => go(Number(range.value)));
  range.addEventListener('pointerdown', () => hold(true));
  for (const end of ['pointerup', 'pointercancel', 'change', 'blur']) range.addEventListener(end, () => hold(false));
  foot.replaceChildren(button('again', 'Again', 'From where this future began (A)', again), range, said,
    button('push', 'Push', 'Push the chosen one, or the last (X)', push));
  return {
    show() {
      const { first, now, last } = time;
      Object.assign(range, { min: String(first), max: String(Math.max(last, first + 1)), value: String(now) });
      range.style.setProperty('--part', String(last > first ? (now - first) / (last - first) : 1));
      said.textContent = `${(now / 60).toFixed(2)} s`;
      range.setAttribute('aria-valuetext', said.textContent);
    },
  };
}
