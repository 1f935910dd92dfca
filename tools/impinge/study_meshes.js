// SPDX-License-Identifier: MIT
//
// The part of the study's page on meshes: bars by tree for a question that one chooses, and a table of everything. Of the
// page it uses $, text, short, inTime and the places that the section of study.html has.

'use strict';

const MESH_QUESTIONS = [
  ['All pairs', t => t.all.us, t => t.all], ['First contact', t => t.first_depth.us, t => t.first_depth],
  ['Distance', t => t.distance.us, t => t.distance], ['A ray', t => t.ray.us], ['Nearest triangle', t => t.nearest.us], ['A sphere', t => t.sphere.us, t => t.sphere],
  ['Build', t => t.build_ms * 1e3], ['Memory', t => t.bytes],
];
const MESH_TINTS = { 'wide boxes': 'var(--bar)', boxes: 'var(--pale)', spheres: 'var(--b)', 'turned boxes': 'var(--yes)', mixed: 'var(--good)' };
const MESH_ORDERS = [['first_depth', 'depth first'], ['first_breadth', 'breadth first'], ['first_best', 'best first']];

function showMeshes(m) {
  const triangles = m.a.triangles, name = t => t.kind + ', ' + t.form;
  const value = v => inTime(v * 1e3), best = of => m.trees.reduce((a, b) => of(b) < of(a) ? b : a);
  $('meshes').hidden = false;
  document.title = 'Impinge study of meshes';
  $('mesh-sample').textContent = `A is ${m.a.file}, ${triangles.toLocaleString('en')} triangles; B is ${m.b.file}, ${m.b.triangles.toLocaleString('en')}. ` +
    `Of ${m.poses} poses in which they touch, ${Math.round(m.pairs).toLocaleString('en')} pairs of triangles do in the mean; in as many others they are apart. ` +
    (m.trees.every(t => t.same) ? 'All trees find the same pairs.' : 'Some trees find other pairs: that is a fault of the library.');
  $('mesh-answers').innerHTML = MESH_QUESTIONS.map(([title, of]) => {
    const t = best(of), bytes = title === 'Memory';
    return `<div class="card"><span class="dim">${title}</span><b>${text(name(t))}</b>${bytes ? Math.round(of(t) / triangles) + ' bytes a triangle' : value(of(t))}</div>`;
  }).join('');

  let chosen = 0;
  const show = () => {
    const [title, of, work] = MESH_QUESTIONS[chosen], most = Math.max(...m.trees.map(of)), bytes = title === 'Memory';
    document.querySelectorAll('#mesh-choose button').forEach((b, i) => b.setAttribute('aria-pressed', i === chosen));
    $('mesh-bars').innerHTML = m.trees.map(t => {
      const words = (bytes ? (of(t) / triangles).toFixed(0) + ' bytes a triangle' : value(of(t))) +
        (work ? ` · ${short(work(t).volumes)} volumes · ${short(work(t).triangles)} ${title === 'A sphere' ? 'triangles' : 'pairs'}` : '');
      return `<span class="name">${text(name(t))}</span><span class="track"><i style="width:${(100 * of(t) / most).toFixed(2)}%;background:${MESH_TINTS[t.form]}"></i></span><span class="num">${words}</span>`;
    }).join('');
  };
  $('mesh-choose').replaceChildren(...MESH_QUESTIONS.map(([title], i) =>
    Object.assign(document.createElement('button'), { textContent: title, onclick: () => { chosen = i; show(); } })));
  show();

  $('mesh-orders').innerHTML = '<tr><th>first contact</th>' + MESH_ORDERS.map(o => `<th>${o[1]}</th><th>volumes</th>`).join('') + '</tr>' +
    m.trees.map(t => `<tr><td>${text(name(t))}</td>` + MESH_ORDERS.map(([key]) => {
      const first = Math.min(...MESH_ORDERS.map(o => t[o[0]].us)) === t[key].us;
      return `<td class="${first ? 'ok' : ''}">${value(t[key].us)}</td><td>${short(t[key].volumes)}</td>`;
    }).join('') + '</tr>').join('');
  $('mesh-trees').innerHTML = '<tr><th>tree</th><th>nodes</th><th>leaves</th><th>depth</th><th>area</th><th>bytes a triangle</th><th>build</th></tr>' +
    m.trees.map(t => `<tr><td>${text(name(t))}</td><td>${t.nodes.toLocaleString('en')}</td><td>${t.leaves.toLocaleString('en')}</td><td>${t.depth}</td><td>${t.area.toFixed(1)}</td><td>${(t.bytes / triangles).toFixed(0)}</td><td>${value(t.build_ms * 1e3)}</td></tr>`).join('');
  document.body.dataset.trees = m.trees.length;
}
