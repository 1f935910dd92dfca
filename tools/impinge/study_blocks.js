// SPDX-License-Identifier: MIT
//
// The part of the study's page on many things that move: charts, tables, and drawings of what each way does. Of the page
// it uses $, text, and the places that the section of study.html has.

'use strict';

const WAY_COLOURS = { brute: 'var(--no)', sweep: 'var(--b)', tree: 'var(--good)', grid: 'var(--bar)' };
const FIELD = [16, 9];  // the part of the plane that is drawn [m]

const short = v => v >= 1e9 ? (v / 1e9).toPrecision(3) + ' G' : v >= 1e6 ? (v / 1e6).toPrecision(3) + ' M'
  : v >= 1e4 ? (v / 1e3).toPrecision(3) + ' k' : v >= 100 ? v.toFixed(0) : v >= 10 ? v.toFixed(1) : v.toFixed(2);
const inTime = ns => ns >= 1e6 ? short(ns / 1e6) + ' ms' : ns >= 1e3 ? short(ns / 1e3) + ' µs' : short(ns) + ' ns';

// Lines on logarithmic scales. A line is { name, colour, opacity, dashes, points: [[x, y, words]], marks: [[x, y, kind]] }.
function lineChart(lines, xTicks, yTitle) {
  const W = 900, H = 360, left = 64, right = 150, top = 24, bottom = 34;
  const all = lines.flatMap(l => [...l.points, ...l.marks || []]), xs = [...xTicks, ...all].map(p => p[0]), ys = all.map(p => p[1]);
  const low = Math.min(...ys) / 1.15, high = Math.max(...ys) * 1.15, first = Math.min(...xs), last = Math.max(...xs);
  const x = v => left + (W - left - right) * Math.log(v / first) / Math.log(last / first);
  const y = v => H - bottom - (H - top - bottom) * Math.log(v / low) / Math.log(high / low);
  let out = `<text class="start" x="8" y="14">${text(yTitle)}</text>`;
  const decades = Math.log10(high / low);
  for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); e++) {
    for (const m of decades > 3 ? [1] : decades > 1.2 ? [1, 3] : [1, 2, 3, 5, 7]) {
      const v = m * 10 ** e;
      if (v < low || v > high) continue;
      out += `<path class="grid" d="M${left} ${y(v).toFixed(1)}H${W - right}"/><text class="end" x="${left - 8}" y="${(y(v) + 4).toFixed(1)}">${v >= 1e4 ? short(v) : +v.toPrecision(1)}</text>`;
    }
  }
  for (const [v, words] of xTicks) {
    out += `<path class="grid" d="M${x(v).toFixed(1)} ${top}V${H - bottom}"/><text x="${x(v).toFixed(1)}" y="${H - bottom + 18}">${text(words)}</text>`;
  }
  // Names at the ends of the lines, pushed apart.
  const ends = lines.filter(l => l.points.length).map(l => ({ l, at: y(l.points[l.points.length - 1][1]) })).sort((p, q) => p.at - q.at);
  ends.forEach((e, i) => { if (i && e.at < ends[i - 1].at + 14) e.at = ends[i - 1].at + 14; });
  const beyond = ends.length ? Math.max(0, ends[ends.length - 1].at - (H - bottom)) : 0;
  ends.forEach(e => { e.at -= beyond; });
  for (const { l, at } of ends) {
    const style = `stroke="${l.colour}" stroke-opacity="${l.opacity || 1}"`, end = l.points[l.points.length - 1];
    out += `<polyline fill="none" ${style} stroke-width="2.2" ${l.dashes ? 'stroke-dasharray="6 4"' : ''} points="${l.points.map(p => x(p[0]).toFixed(1) + ',' + y(p[1]).toFixed(1)).join(' ')}"/>`;
    for (const p of l.points) {
      out += `<circle cx="${x(p[0]).toFixed(1)}" cy="${y(p[1]).toFixed(1)}" r="3" fill="${l.colour}" fill-opacity="${l.opacity || 1}"><title>${text(l.name + ': ' + p[2])}</title></circle>`;
    }
    for (const m of l.marks || []) out += `<circle class="${m[2]}" cx="${x(m[0]).toFixed(1)}" cy="${y(m[1]).toFixed(1)}" r="${m[2] === 'best' ? 6 : 9}"/>`;
    out += `<path d="M${x(end[0]).toFixed(1)} ${y(end[1]).toFixed(1)}L${W - right + 14} ${at.toFixed(1)}" fill="none" ${style} stroke-opacity="0.35"/><text class="start" x="${W - right + 18}" y="${(at + 4).toFixed(1)}">${text(l.name)}</text>`;
  }
  return `<svg class="chart" viewBox="0 0 ${W} ${H}" role="img" aria-label="${text(yTitle)}">${out}</svg>`;
}

// Boxes are [left, lower, right, upper]. The drawing of a field, with more on top; y points up.

const boxAt = (b, kind, grow = 0) => `<rect class="${kind}" x="${(b[0] - grow).toFixed(3)}" y="${(FIELD[1] - b[3] - grow).toFixed(3)}" width="${(b[2] - b[0] + 2 * grow).toFixed(3)}" height="${(b[3] - b[1] + 2 * grow).toFixed(3)}"/>`;
const lineAt = (x0, y0, x1, y1, kind) => `<path class="${kind}" d="M${x0.toFixed(3)} ${(FIELD[1] - y0).toFixed(3)}L${x1.toFixed(3)} ${(FIELD[1] - y1).toFixed(3)}"/>`;
const field = (inside, words) => `<svg class="field" viewBox="0 0 ${FIELD[0]} ${FIELD[1]}" role="img" aria-label="${text(words)}">${inside}</svg>`;
const centre = b => [(b[0] + b[2]) / 2, (b[1] + b[3]) / 2];
const around = boxes => [Math.min(...boxes.map(b => b[0])), Math.min(...boxes.map(b => b[1])), Math.max(...boxes.map(b => b[2])), Math.max(...boxes.map(b => b[3]))];

// The blocks of a size, each with the boxes whose lower corner is in it, and who is looked at from one: its own and those
// in the blocks around it.
function blocksOf(boxes, size) {
  const blocks = new Map();
  for (const b of boxes) {
    const i = Math.floor(b[0] / size), k = Math.floor(b[1] / size), key = i + ' ' + k;
    if (!blocks.has(key)) blocks.set(key, { i, k, boxes: [] });
    blocks.get(key).boxes.push(b);
  }
  return [...blocks.values()];
}

function drawBlocks(boxes, size) {
  const all = blocksOf(boxes, size), near = (p, q) => Math.abs(p.i - q.i) <= 1 && Math.abs(p.k - q.k) <= 1;
  let tests = 0;
  all.forEach((p, n) => {
    tests += p.boxes.length * (p.boxes.length - 1) / 2;
    for (const q of all.slice(n + 1)) if (near(p, q)) tests += p.boxes.length * q.boxes.length;
  });
  const inside = p => p.i > 0 && p.k > 0 && (p.i + 2) * size <= FIELD[0] && (p.k + 2) * size <= FIELD[1];
  const fullest = all.slice().sort((p, q) => inside(q) - inside(p) || q.boxes.length - p.boxes.length)[0];
  const square = (p, grow) => [p.i - grow, p.k - grow, p.i + 1 + grow, p.k + 1 + grow].map(v => v * size);
  let out = boxAt(square(fullest, 1), 'lit') + boxAt(square(fullest, 0), 'lit');
  for (let v = size; v < FIELD[0]; v += size) out += lineAt(v, 0, v, FIELD[1], 'rule');
  for (let v = size; v < FIELD[1]; v += size) out += lineAt(0, v, FIELD[0], v, 'rule');
  for (const p of all) out += p.boxes.map(b => boxAt(b, p === fullest ? 'b' : near(p, fullest) ? 'c' : 'a')).join('');
  return { svg: field(out, 'things in blocks'), used: all.length, tests };
}

const pictures = {
  brute(boxes) {
    const away = b => Math.hypot(centre(b)[0] - FIELD[0] / 2, centre(b)[1] - FIELD[1] / 2);
    const one = boxes.slice().sort((p, q) => away(p) - away(q))[0], from = centre(one);
    return field(boxes.filter(b => b !== one).map(b => lineAt(...from, ...centre(b), 'rule') + boxAt(b, 'a')).join('') + boxAt(one, 'b'), 'one thing against all');
  },
  sweep(boxes) {
    const high = FIELD[1] / 3, strip = boxes.filter(b => b[1] < 2 * high && b[3] > high);
    const begun = strip.slice().sort((p, q) => p[0] - q[0])[Math.floor(strip.length / 2)];
    const active = b => strip.includes(b) && b[0] < begun[0] && b[2] >= begun[0];
    return field(boxAt([0, high, FIELD[0], 2 * high], 'lit') + boxes.map(b => boxAt(b, b === begun ? 'b' : active(b) ? 'c' : 'a')).join('')
      + lineAt(0, high, FIELD[0], high, 'rule') + lineAt(0, 2 * high, FIELD[0], 2 * high, 'rule')
      + lineAt(begun[0], high, begun[0], 2 * high, 'front'), 'a strip is swept');
  },
  tree(boxes) {
    const parts = (some, of) => {  // halves by the longer side, down to few
      if (some.length <= of) return [some];
      const b = around(some), k = b[2] - b[0] > b[3] - b[1] ? 0 : 1;
      const sorted = some.slice().sort((p, q) => centre(p)[k] - centre(q)[k]), half = Math.ceil(some.length / 2);
      return [...parts(sorted.slice(0, half), of), ...parts(sorted.slice(half), of)];
    };
    return field(parts(boxes, 15).map(p => boxAt(around(p), 'high', 0.08)).join('') + parts(boxes, 4).map(p => boxAt(around(p), 'low', 0.03)).join('')
      + boxes.map(b => boxAt(b, 'a')).join(''), 'boxes around boxes');
  },
  grid(boxes) { return drawBlocks(boxes, 3).svg; },
};

function showBlocks(study) {
  const { ways, rows, sizes, sample, timed } = study, spreads = [...new Set(rows.map(r => r.spread))];
  const wayOf = key => ways.findIndex(w => w.key === key), grid = wayOf('grid');
  const things = n => n.toLocaleString('en');
  const of = spread => rows.filter(r => r.spread === spread);
  const time = run => run.ns[0], best = r => r.ladder[r.timed.fastest];
  const ruled = r => ({ tests: r.timed.rule_tests, ns: [r.timed.rule_ns] });
  $('blocks').hidden = false;

  // What to take: the quickest for the most things of each spread, and where everything against everything ends.
  const tile = (head, body) => `<div class="card"><b>${head}</b><span class="dim">${body}</span></div>`;
  const quickest = r => ways.map((w, i) => [w.name, time(r.ways[i])]).filter(w => w[1] > 0).sort((p, q) => p[1] - q[1])[0];
  const most = spread => of(spread)[of(spread).length - 1];
  const fine = of('even').filter(r => quickest(r)[1] * 1.5 >= time(r.ways[wayOf('brute')]) && time(r.ways[wayOf('brute')]) > 0).pop();
  const choices = rows.filter(r => r.things >= 1000).map(r => sizes[r.timed.fastest]);
  const lost = Math.max(...rows.map(r => time(ruled(r)) / time(best(r)))) - 1;
  $('block-answers').innerHTML = spreads.map(s => tile(`${things(most(s).things)}, ${s === 'even' ? 'spread evenly' : 'in crowds'}: ${text(quickest(most(s))[0])}`,
      `${inTime(quickest(most(s))[1])} a frame, ${short(quickest(most(s))[1] / most(s).things)} ns a thing, ${short(most(s).pairs)} pairs`)).join('')
    + tile('Few things: do not care', fine ? `up to ${things(fine.things)}, everything against everything takes ${inTime(time(fine.ways[wayOf('brute')]))}` : 'a frame of a hundred things takes microseconds, whatever is done')
    + tile(`Blocks ${Math.min(...choices)} to ${Math.max(...choices)} things long`, `are the best; ${lost > 0.005 ? `who follows the rule loses ${(100 * lost).toFixed(0)} % at most` : 'and who follows the rule loses nothing'}`);

  let spread = 0, tests = false;
  const value = (run, r) => (tests ? run.tests : time(run)) / r.things;
  const words = (run, r) => `${things(r.things)} things, ${short(run.tests)} tests, ${time(run) ? inTime(time(run)) : 'not run'} a frame`;
  function draw() {
    const shown = of(spreads[spread]), title = tests ? 'tests per thing and frame' : 'nanoseconds per thing and frame';
    const line = (name, colour, run, more) => ({ name, colour, ...more,
      points: shown.map(r => [r.things, value(run(r), r), words(run(r), r)]).filter(p => p[1] > 0) });
    $('growth').innerHTML = lineChart([...ways.map((w, i) => line(i === grid ? 'blocks, own choice' : w.name, WAY_COLOURS[w.key], r => r.ways[i])),
      line('blocks, the best', 'var(--bar)', best, { dashes: true })].filter(l => l.points.length),
      shown.map(r => [r.things, things(r.things)]), title);
    $('ladder').innerHTML = lineChart(shown.map((r, i) => ({ name: things(r.things), colour: 'var(--bar)', opacity: 0.3 + 0.7 * (i + 1) / shown.length,
      points: r.ladder.map((run, k) => [sizes[k], value(run, r), `blocks of ${sizes[k]}, ` + words(run, r)]).filter(p => p[1] > 0),
      marks: [tests ? [sizes[r.fewest], value(r.ladder[r.fewest], r), 'best'] : [sizes[r.timed.fastest], value(best(r), r), 'best'],
        [r.timed.rule, value(ruled(r), r), 'ruled']] })),
      sizes.map(s => [s, String(s)]), title + ', against the size of a block in things');
    for (const place of document.querySelectorAll('.choose')) {
      place.innerHTML = spreads.map((s, i) => `<button aria-pressed="${i === spread}" data-spread="${i}">${s === 'even' ? 'spread evenly' : 'in crowds'}</button>`).join('')
        + ['time', 'tests'].map((s, i) => `<button aria-pressed="${(i === 1) === tests}" data-tests="${i}">${s}</button>`).join('');
      for (const b of place.children) b.onclick = () => { if (b.dataset.spread) spread = +b.dataset.spread; else tests = b.dataset.tests === '1'; draw(); };
    }
  }
  draw();

  const cell = run => `<td>${short(run.tests)}</td><td>${time(run) ? inTime(time(run)) : '&ndash;'}</td>`;
  $('growth-table').innerHTML = `<tr><th></th><th>things</th><th>pairs</th>${[...ways.map(w => text(w.name)), 'best blocks'].map(n => `<th colspan="2">${n}</th>`).join('')}</tr>`
    + rows.map(r => `<tr><td>${r.spread}</td><td>${things(r.things)}</td><td>${short(r.pairs)}</td>${r.ways.map(cell).join('')}${cell(best(r))}</tr>`).join('');
  $('ladder-table').innerHTML = `<tr><th></th><th>things</th><th>pairs a thing</th><th>fewest tests</th><th>quickest</th><th>the rule</th><th>quickest</th><th>at the rule</th><th>lost</th></tr>`
    + rows.map(r => { const t = time(ruled(r)), q = time(best(r)); return `<tr><td>${r.spread}</td><td>${things(r.things)}</td><td>${(r.pairs / r.things).toFixed(2)}</td><td>${sizes[r.fewest]}</td>`
      + `<td>${sizes[r.timed.fastest]}</td><td>${r.timed.rule.toFixed(1)}</td><td>${inTime(q)}</td><td>${inTime(t)}</td><td>${t > q * 1.005 ? (100 * (t / q - 1)).toFixed(0) + ' %' : '<span class="ok">' + (100 * (1 - t / q)).toFixed(0) + ' % won</span>'}</td></tr>`; }).join('');
  $('rule-numbers').textContent = timed.visit > 0 && timed.test > 0
    ? `Here v is ${timed.visit.toFixed(0)} ns and t ${timed.test.toFixed(1)} ns, so a block should hold ${timed.fill.toFixed(1)} things.`
    : `Here times depended too little on the size of a block to tell v and t; ${timed.fill.toFixed(1)} things are a guess.`;

  $('block-sizes').innerHTML = [1.5, 3, 6].map(size => { const d = drawBlocks(sample, size);
    return `<figure>${d.svg}<b>${size} things</b>${d.used} blocks in use, ${d.tests} tests</figure>`; }).join('');
  $('block-ways').innerHTML = ways.map((w, i) => { const r = most('even'), c = most('crowds');
    return `<div class="card"><div class="way"><div>${pictures[w.key](sample)}</div><div><h3>${text(w.name)}</h3><p>${text(w.idea)}</p><p><b>When to use it:</b> ${text(w.use)}</p>`
      + `<p class="facts">${things(r.things)} things: ${[r, c].map(q => `${q.spread} ${short(q.ways[i].tests)} tests${time(q.ways[i]) ? ', ' + inTime(time(q.ways[i])) : ''}`).join(' · ')} · source: ${text(w.source)}</p></div></div></div>`; }).join('');
  document.body.dataset.rows = rows.length;
}
