// SPDX-License-Identifier: MIT
//
// What a demo says in numbers: tiles with its answers, its charts, and how long it all takes. Only what has changed is
// written, ten times a second at most: nobody reads faster, and the page has the picture to draw.

import { ChartView } from './chart';
import { make } from './dom';
import type { Session } from './session';
import { Times } from './times';

const EVERY = 100;

export class Facts {
  readonly answers = make('dl', { className: 'answers', hidden: true });
  readonly element = make('div');
  private readonly charts = make('div');
  private readonly views: ChartView[] = [];
  private readonly times = new Times();
  private last = 0;

  constructor() {
    this.element.append(this.charts, this.times.element);
  }

  /** After a picture. The last one before a pause always counts. */
  drawn(session: Session, stepTime: number, frameTime: number): void {
    this.times.add(stepTime, frameTime);
    const now = performance.now();
    if (now - this.last < EVERY && session.moves && !session.paused) return;
    this.last = now;
    this.showAnswers(session);
    this.showCharts(session);
  }

  private showAnswers(session: Session): void {
    const { answers } = this, said = session.answers();
    answers.hidden = !said.length;
    if (answers.childElementCount !== said.length) {
      answers.replaceChildren(...said.map(() => make('div', {}, make('dt'), make('dd'))));
    }
    said.forEach(([label, value, role = ''], i) => {
      const tile = answers.children[i]!, [dt, dd] = tile.children;
      if (tile.className !== role) tile.className = role;
      if (dt!.textContent !== label) dt!.textContent = label;
      if (dd!.textContent !== String(value)) dd!.textContent = String(value);
    });
  }

  private showCharts(session: Session): void {
    session.charts().forEach((chart, i) => {
      const view = this.views[i] ??= new ChartView();
      if (!view.element.isConnected) this.charts.append(view.element);
      view.show(chart);
    });
  }
}
