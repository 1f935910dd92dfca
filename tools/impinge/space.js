// SPDX-License-Identifier: MIT
//
// Space on a canvas: an eye that goes around a point, triangles in a soft light, lines that keep their width. By WebGL
// where there is one; else the same picture is worked out here, triangle by triangle, and stands still meanwhile.

'use strict';

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a, k) => [a[0] * k, a[1] * k, a[2] * k];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = a => scale(a, 1 / (Math.hypot(...a) || 1));

// Where one looks from. Lengths are those of the scene; `radius` is that of all of it.
class Eye {
  constructor() {
    Object.assign(this, { target: [0, 0, 0], distance: 4, yaw: 0.7, pitch: 0.45, yUp: false, radius: 1 });
  }
  // z is up where angles are; the file may have y there.
  turn(v) { return this.yUp ? [v[0], v[2], -v[1]] : v; }
  get back() {
    const c = Math.cos(this.pitch);
    return this.turn([Math.sin(this.yaw) * c, -Math.cos(this.yaw) * c, Math.sin(this.pitch)]);
  }
  get right() { return this.turn([Math.cos(this.yaw), Math.sin(this.yaw), 0]); }
  get up() { return cross(this.back, this.right); }
  get at() { return add(this.target, scale(this.back, this.distance)); }
  orbit(yaw, pitch) {
    this.yaw = (this.yaw + yaw) % (2 * Math.PI);
    this.pitch = Math.min(1.55, Math.max(-1.55, this.pitch + pitch));
  }
  // By parts of the picture's height.
  pan(x, y) {
    const k = 2 * this.distance * Eye.HALF;
    this.target = add(this.target, add(scale(this.right, -x * k), scale(this.up, y * k)));
  }
  zoom(by) { this.distance = Math.min(20 * this.radius, Math.max(1e-4 * this.radius, this.distance * by)); }
  fit(middle, radius, aspect) {
    this.target = middle;
    this.distance = 1.15 * radius / (Eye.HALF * Math.min(1, aspect));
  }
  // Columns of what turns a place into clip space.
  matrix(aspect) {
    const { right, up, back, at, distance, radius } = this, reach = Math.hypot(...this.target) + 1.1 * radius;
    const near = Math.max(distance - reach, distance * 0.01), far = distance + reach;
    const row = (v, k) => [v[0] * k, v[1] * k, v[2] * k, -dot(v, at) * k];
    const w = row(back, -1), k = (far + near) / (far - near);
    const z = w.map((it, i) => it * k - (i === 3 ? 2 * far * near / (far - near) : 0));
    const rows = [row(right, 1 / (Eye.HALF * aspect)), row(up, 1 / Eye.HALF), z, w];
    return Float32Array.from({ length: 16 }, (_, i) => rows[i % 4][i >> 2]);
  }
}
Eye.HALF = Math.tan(0.3);  // of the angle that the picture is high

const SHADE = (n, back, up) => 0.62 + 0.1 * dot(n, up) + 0.3 * Math.abs(dot(n, back));

// Columns of what places a thing; of one that stays where its numbers say, and where a point and a direction come then.
const STAYS = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
const turnedBy = (m, x, y, z) => [0, 1, 2].map(i => m[i] * x + m[4 + i] * y + m[8 + i] * z);
const placedBy = (m, x, y, z) => [0, 1, 2].map(i => m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i]);

// With WebGL

const FACES = [`
attribute vec3 point, normal;
attribute float lit;
uniform mat4 view, model;
varying vec3 n;
varying float mark;
void main() { n = mat3(model) * normal; mark = lit; gl_Position = view * model * vec4(point, 1.0); }`, `
precision mediump float;
uniform vec3 fill, hit, back, up;
uniform float alpha;
varying vec3 n;
varying float mark;
void main() {
  vec3 m = normalize(n);
  float light = 0.62 + 0.1 * dot(m, up) + 0.3 * abs(dot(m, back));
  gl_FragColor = vec4(min(mix(fill, hit, step(0.5, mark)) * light, 1.0) * alpha, alpha);
}`];
const BANDS = [`
attribute vec3 from, to;
attribute vec2 side;
uniform mat4 view, model;
uniform vec2 size;
uniform float width;
void main() {
  vec4 a = view * model * vec4(from, 1.0), b = view * model * vec4(to, 1.0);
  float near = 1e-5;
  if (a.w < near && b.w > near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near && a.w > near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 way = b.xy / b.w * size - a.xy / a.w * size;
  way = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  vec4 it = side.x < 0.5 ? a : b;
  it.xy += (vec2(-way.y, way.x) * side.y + way * (side.x * 2.0 - 1.0)) * width / size * it.w;
  it.z -= 0.0005 * it.w;
  gl_Position = it;
}`, `
precision mediump float;
uniform vec4 fill;
void main() { gl_FragColor = vec4(fill.rgb * fill.a, fill.a); }`];

class Drawn {
  constructor(canvas, g) {
    Object.assign(this, { canvas, g, kept: new Map() });
    this.faces = this.program(FACES, ['point', 'normal', 'lit']);
    this.bands = this.program(BANDS, ['from', 'to', 'side']);
    g.enable(g.DEPTH_TEST);
    g.depthFunc(g.LEQUAL);
    g.enable(g.BLEND);
    g.blendFunc(g.ONE, g.ONE_MINUS_SRC_ALPHA);
  }
  program([vertex, fragment], names) {
    const g = this.g, it = g.createProgram();
    for (const [kind, text] of [[g.VERTEX_SHADER, vertex], [g.FRAGMENT_SHADER, fragment]]) {
      const shader = g.createShader(kind);
      g.shaderSource(shader, text);
      g.compileShader(shader);
      g.attachShader(it, shader);
    }
    names.forEach((name, i) => g.bindAttribLocation(it, i, name));
    g.linkProgram(it);
    if (!g.getProgramParameter(it, g.LINK_STATUS)) throw new Error(g.getProgramInfoLog(it));
    return it;
  }
  // Numbers in a buffer, for as long as the page lives; those of this frame alone are in one that is filled anew.
  buffer(owner, fill, fresh = false) {
    const g = this.g;
    if (fresh) {
      g.bindBuffer(g.ARRAY_BUFFER, this.again ??= g.createBuffer());
      return g.bufferData(g.ARRAY_BUFFER, fill(), g.STREAM_DRAW);
    }
    if (!this.kept.has(owner)) {
      const data = fill(), it = g.createBuffer();
      g.bindBuffer(g.ARRAY_BUFFER, it);
      g.bufferData(g.ARRAY_BUFFER, data, g.STATIC_DRAW);
      this.kept.set(owner, it);
    }
    g.bindBuffer(g.ARRAY_BUFFER, this.kept.get(owner));
  }
  attributes(sizes) {
    const g = this.g, all = 4 * sizes.reduce((a, b) => a + b);
    sizes.reduce((at, size, i) => {
      g.enableVertexAttribArray(i);
      g.vertexAttribPointer(i, size, g.FLOAT, false, all, at);
      return at + 4 * size;
    }, 0);
  }
  draw(picture) {
    const g = this.g, { eye, width, height, ratio, solids, lines } = picture, view = eye.matrix(width / height);
    const at = (program, name) => g.getUniformLocation(program, name);
    g.viewport(0, 0, width, height);
    g.clear(g.COLOR_BUFFER_BIT | g.DEPTH_BUFFER_BIT);
    g.useProgram(this.faces);
    g.uniformMatrix4fv(at(this.faces, 'view'), false, view);
    g.uniform3fv(at(this.faces, 'back'), eye.back);
    g.uniform3fv(at(this.faces, 'up'), eye.turn([0, 0, 1]));
    for (const it of solids) {
      this.buffer(it.data, () => it.data, it.fresh);
      this.attributes([3, 3, 1]);
      g.uniformMatrix4fv(at(this.faces, 'model'), false, it.model || STAYS);
      g.uniform3fv(at(this.faces, 'fill'), it.fill);
      g.uniform3fv(at(this.faces, 'hit'), picture.hit);
      g.uniform1f(at(this.faces, 'alpha'), picture.alpha);
      g.depthMask(picture.alpha === 1);
      g.drawArrays(g.TRIANGLES, 0, it.data.length / 7);
    }
    g.depthMask(true);
    g.useProgram(this.bands);
    g.uniformMatrix4fv(at(this.bands, 'view'), false, view);
    g.uniform2f(at(this.bands, 'size'), width / ratio / 2, height / ratio / 2);
    g.depthMask(false);
    for (const it of lines) {
      this.buffer(it.ends, () => bandsOf(it.ends), it.fresh);
      this.attributes([3, 3, 2]);
      g.uniformMatrix4fv(at(this.bands, 'model'), false, it.model || STAYS);
      g.uniform1f(at(this.bands, 'width'), it.width / 2);
      for (const hidden of [true, false]) {  // what is behind something is seen, but pale
        g.depthFunc(hidden ? g.GREATER : g.LEQUAL);
        g.uniform4fv(at(this.bands, 'fill'), [...it.colour, hidden ? it.behind : it.alpha]);
        if (!hidden || it.behind) g.drawArrays(g.TRIANGLES, 0, it.ends.length);
      }
    }
    g.depthFunc(g.LEQUAL);
    g.depthMask(true);
  }
}

// Two triangles for each line: both ends, which of them, and which side.
function bandsOf(ends) {
  const sides = [0, -1, 1, -1, 1, 1, 0, -1, 1, 1, 0, 1], data = new Float32Array(ends.length * 8);
  for (let i = 0, at = 0; i < ends.length; i += 6) {
    for (let k = 0; k < 12; k += 2, at += 8) {
      for (let j = 0; j < 6; j++) data[at + j] = ends[i + j];
      data[at + 6] = sides[k];
      data[at + 7] = sides[k + 1];
    }
  }
  return data;
}

// Without

class Still {
  constructor(canvas) { Object.assign(this, { canvas, c: canvas.getContext('2d') }); }
  draw(picture) {
    const { eye, width, height, ratio, solids, lines } = picture, view = eye.matrix(width / height);
    const image = this.c.createImageData(width, height), pixels = new Uint32Array(image.data.buffer);
    const deep = new Float32Array(width * height).fill(Infinity), back = eye.back, up = eye.turn([0, 0, 1]);
    const place = (x, y, z) => {
      const w = view[3] * x + view[7] * y + view[11] * z + view[15];
      return [((view[0] * x + view[4] * y + view[8] * z + view[12]) / w + 1) * width / 2,
              (1 - (view[1] * x + view[5] * y + view[9] * z + view[13]) / w) * height / 2,
              (view[2] * x + view[6] * y + view[10] * z + view[14]) / w, w];
    };
    for (const { data, fill, model = STAYS } of solids) {
      for (let i = 0; i < data.length; i += 21) {
        const p = [0, 7, 14].map(k => place(...placedBy(model, data[i + k], data[i + k + 1], data[i + k + 2])));
        if (p.some(it => !(it[3] > 0) || it[2] < -1)) continue;
        const light = SHADE(turnedBy(model, data[i + 3], data[i + 4], data[i + 5]), back, up), colour = data[i + 6] ? picture.hit : fill;
        const [r, g, b] = colour.map(it => Math.min(255, it * light * 255));
        fillTriangle(p, 0xff000000 | b << 16 | g << 8 | r, pixels, deep, width, height);
      }
    }
    this.c.putImageData(image, 0, 0);
    for (const { ends, colour, width: wide, alpha, model = STAYS } of lines) {
      this.c.strokeStyle = `rgba(${colour.map(it => it * 255).join()},${alpha})`;
      this.c.lineWidth = wide * ratio;
      this.c.lineCap = 'round';
      this.c.beginPath();
      for (let i = 0; i < ends.length; i += 6) {
        const a = place(...placedBy(model, ends[i], ends[i + 1], ends[i + 2]));
        const b = place(...placedBy(model, ends[i + 3], ends[i + 4], ends[i + 5]));
        if (!(a[3] > 0 && b[3] > 0)) continue;
        this.c.moveTo(a[0], a[1]);
        this.c.lineTo(b[0] + (a[0] === b[0] && a[1] === b[1] ? 0.01 : 0), b[1]);
      }
      this.c.stroke();
    }
  }
}

// Pixels whose middles are in a triangle that is nearer than what is there.
function fillTriangle([a, b, c], colour, pixels, deep, width, height) {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  if (!area) return;
  const y0 = Math.max(0, Math.ceil(Math.min(a[1], b[1], c[1]) - 0.5));
  const y1 = Math.min(height - 1, Math.floor(Math.max(a[1], b[1], c[1]) - 0.5));
  for (let y = y0; y <= y1; y++) {
    let x0 = Infinity, x1 = -Infinity;
    for (const [p, q] of [[a, b], [b, c], [c, a]]) {
      if ((p[1] <= y + 0.5) === (q[1] <= y + 0.5)) continue;
      const x = p[0] + (y + 0.5 - p[1]) * (q[0] - p[0]) / (q[1] - p[1]);
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x);
    }
    const end = Math.min(width - 1, Math.ceil(x1 - 0.5) - 1);
    for (let x = Math.max(0, Math.ceil(x0 - 0.5)); x <= end; x++) {
      const u = ((b[0] - x - 0.5) * (c[1] - y - 0.5) - (b[1] - y - 0.5) * (c[0] - x - 0.5)) / area;
      const v = ((c[0] - x - 0.5) * (a[1] - y - 0.5) - (c[1] - y - 0.5) * (a[0] - x - 0.5)) / area;
      const z = u * a[2] + v * b[2] + (1 - u - v) * c[2], i = y * width + x;
      if (z < deep[i]) {
        deep[i] = z;
        pixels[i] = colour;
      }
    }
  }
}

// A canvas that takes what can draw on it; `#webgl=off` in the address takes the second.
function drawerOn(canvas) {
  try {
    if (!/webgl=off/.test(location.hash)) {
      const g = canvas.getContext('webgl', { antialias: true, alpha: true, premultipliedAlpha: true, preserveDrawingBuffer: true });
      if (g) return new Drawn(canvas, g);
    }
  } catch (thrown) {
    console.error(thrown);  // there is a picture all the same
    const other = canvas.cloneNode();
    canvas.replaceWith(other);
    return new Still(other);
  }
  return new Still(canvas);
}
