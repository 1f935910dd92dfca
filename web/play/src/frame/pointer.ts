// SPDX-License-Identifier: MIT
//
// Mouse, finger and pen, all alike. One of them that goes down on something takes hold of it; on the empty ground it
// moves the camera, or in space goes around, or is a click when it goes up in the same place. Two fingers move and zoom
// the camera, and so do the right button and the wheel.

import type { Follower } from './demo';
import { vec, type Vec } from './geometry';
import { REACH, type Session } from './session';

interface Down {
  at: Vec;
  from: Vec;
  moved: boolean;
}

/** Connects a canvas with its session. Everything ends with the canvas. */
export function followPointers(session: Session): void {
  const { canvas, camera } = session;
  const down = new Map<number, Down>();
  let follower: Follower | undefined;
  let clickable = false;  // one pointer only, of the first button, that has grabbed nothing

  const pixel = (event: PointerEvent | WheelEvent): Vec => {
    const frame = canvas.getBoundingClientRect();
    return vec(event.clientX - frame.left, event.clientY - frame.top);
  };
  const slack = (event: PointerEvent) => (event.pointerType === 'touch' ? 3 : 1) * REACH;
  const reach = (event: PointerEvent) => slack(event) / camera.scale;
  const world = (at: Vec) => camera.world(at.x, at.y);
  const letGo = () => {
    follower?.drop?.();
    follower = undefined;
  };

  canvas.addEventListener('pointerdown', event => {
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    session.hideCursor();
    const at = pixel(event);
    down.set(event.pointerId, { at, from: at, moved: false });
    if (down.size > 1) {
      letGo();
      clickable = false;
    } else if (event.button === 0) {
      follower = session.grab(world(at), reach(event));
      clickable = !follower;
    } else {
      clickable = false;
    }
    canvas.classList.add('dragging');
  });

  canvas.addEventListener('pointermove', event => {
    const at = pixel(event), pointer = down.get(event.pointerId);
    if (!pointer) {
      canvas.classList.toggle('pointing', session.hover(world(at), reach(event)));
      return;
    }
    if (follower) {
      follower.move?.(world(at));
    } else if (down.size === 2) {
      pinch(pointer, at);
    } else if (down.size === 1) {
      pointer.moved ||= Math.hypot(at.x - pointer.from.x, at.y - pointer.from.y) > slack(event) / 2;
      if (!pointer.moved) return;  // not yet: the first pixels are not lost when it moves after all
      const by = vec(at.x - pointer.at.x, at.y - pointer.at.y), turn = 3 / camera.height;
      const around = clickable && session.around(vec(by.x * turn, -by.y * turn));
      if (!around) camera.pan(by.x, by.y);
    }
    pointer.at = at;
    session.redraw();
  });

  function pinch(pointer: Down, at: Vec): void {
    const other = [...down.values()].find(it => it !== pointer)!;
    const before = Math.hypot(pointer.at.x - other.at.x, pointer.at.y - other.at.y);
    const after = Math.hypot(at.x - other.at.x, at.y - other.at.y);
    camera.pan((at.x - pointer.at.x) / 2, (at.y - pointer.at.y) / 2);
    if (before > 0 && after > 0) camera.zoom(after / before, (at.x + other.at.x) / 2, (at.y + other.at.y) / 2);
  }

  const up = (event: PointerEvent) => {
    const pointer = down.get(event.pointerId);
    down.delete(event.pointerId);
    if (!down.size) canvas.classList.remove('dragging');
    if (!pointer) return;
    const clicked = clickable && !pointer.moved && event.type === 'pointerup', { at, from } = pointer;
    if (event.type === 'pointerup' && Math.hypot(at.x - from.x, at.y - from.y) <= slack(event) / 2) follower?.click?.();
    letGo();
    if (clicked) session.click(world(pointer.at), reach(event));
    clickable = false;
    session.redraw();
  };
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('pointerleave', event => {
    if (!down.size) session.hover(undefined, reach(event));
  });

  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    const at = pixel(event), lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1;
    // A pinch on a touchpad comes as a wheel with Ctrl, in smaller pieces.
    camera.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)), at.x, at.y);
    session.redraw();
  }, { passive: false });
  canvas.addEventListener('contextmenu', event => event.preventDefault());
}
