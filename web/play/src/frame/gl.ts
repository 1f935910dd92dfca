// SPDX-License-Identifier: MIT
//
// Space on WebGL: faces in a soft light from above and one lamp, edges as thin bands that keep their width, shadows
// straight down on the floor, ghosts that let through what is behind. One context draws for all canvases of the page,
// each of which takes over the picture: a page has few contexts, and the gallery many cards.
//
// null where there is no WebGL; `?webgl=off` in the address is such a page, to see what it is like.

import type { Mesh } from './mesh';

export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** What is drawn at a place: the mesh, where (columns of a matrix), its colours. */
export interface Solid {
  mesh: Mesh;
  place: Float32Array;
  fill: Colour;
  edge: Colour;
  /** Of its edges, in pixels; 0 for none. */
  width: number;
  ghost: boolean;
  shadow: boolean;
}
/** Lines of one colour, x, y, z of both ends of each. */
export interface Lines {
  ends: Float32Array;
  colour: Colour;
  width: number;
}
export interface Picture {
  width: number;
  height: number;
  /** Pixels of the canvas for one of CSS. */
  ratio: number;
  matrix: Float32Array;
  eye: readonly [number, number, number];
  solids: readonly Solid[];
  lines: readonly Lines[];
  shade: Colour;
}

const SOLID = `
attribute vec3 point, normal;
uniform mat4 view, place;
uniform mediump float flat_;
varying vec3 at, up;
void main() {
  vec4 world = place * vec4(point, 1.0);
  at = world.xyz;
  up = mat3(place[0].xyz, place[1].xyz, place[2].xyz) * normal;
  if (flat_ > 0.5) world.z = 0.004;
  gl_Position = view * world;
}`;
const LIT = `
precision mediump float;
uniform vec4 fill, edge;
uniform vec3 eye;
uniform mediump float flat_;
uniform float round_;
varying vec3 at, up;
void main() {
  if (flat_ > 0.5) { gl_FragColor = vec4(fill.rgb * fill.a, fill.a); return; }
  vec3 n = normalize(up);
  float light = 0.68 + 0.14 * n.z + 0.26 * max(dot(n, normalize(vec3(-0.45, -0.65, 0.75))), 0.0);
  float rim = round_ * step(length(up), 1.5) * smoothstep(0.30, 0.14, abs(dot(n, normalize(eye - at))));
  vec3 colour = mix(min(fill.rgb * light, 1.0), edge.rgb, rim);
  float alpha = mix(fill.a, max(fill.a, edge.a), rim);
  gl_FragColor = vec4(colour * alpha, alpha);
}`;
const BAND = `
attribute vec3 from, to, left, right;
attribute vec2 side;
uniform vec3 eye;
varying float pale;
uniform mat4 view, place;
uniform vec2 size;
uniform float width;
void main() {
  // What lies on the far side of what lets through is paler.
  vec3 see = eye - (place * vec4(from, 1.0)).xyz;
  mat3 turn = mat3(place[0].xyz, place[1].xyz, place[2].xyz);
  bool far = dot(left, left) > 0.5 && dot(turn * left, see) <= 0.0 && dot(turn * right, see) <= 0.0;
  pale = far ? 0.35 : 1.0;
  vec4 a = view * place * vec4(from, 1.0), b = view * place * vec4(to, 1.0);
  float near = 0.02;
  if (a.w < near && b.w > near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near && a.w > near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 way = b.xy / b.w * size - a.xy / a.w * size;
  way = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  vec4 it = side.x < 0.5 ? a : b;
  vec2 off = vec2(-way.y, way.x) * side.y * width + way * (side.x * 2.0 - 1.0) * width * 0.5;
  it.xy += off / size * it.w;
  it.z -= 0.0006 * it.w;
  gl_Position = it;
}`;
const PLAIN = `
precision mediump float;
uniform vec4 fill;
varying float pale;
void main() { gl_FragColor = vec4(fill.rgb * fill.a, fill.a) * pale; }`;

const BAND_SIZES = [3, 3, 2, 3, 3], BAND_WORDS = 14;
const FLAT = 2;  // length of normals of faces that do not bend away, and so have no outline but edges

const IDENTITY = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

interface Kept {
  faces: WebGLBuffer;
  corners: number;
  edges: WebGLBuffer;
  bands: number;
}

/** Two triangles for each line: both ends, which of them, which side, and the normals there, if there are any. */
function bands(ends: ArrayLike<number>, normals?: ArrayLike<number>): Float32Array {
  const count = ends.length / 6, data = new Float32Array(count * 6 * BAND_WORDS);
  const sides = [[0, -1], [1, -1], [1, 1], [0, -1], [1, 1], [0, 1]];
  for (let i = 0; i < count; i++) {
    sides.forEach((side, k) => {
      const at = (i * 6 + k) * BAND_WORDS;
      for (let j = 0; j < 6; j++) data[at + j] = ends[i * 6 + j]!;
      data.set(side, at + 6);
      for (let j = 0; j < 6 && normals; j++) data[at + 8 + j] = normals[i * 6 + j]!;
    });
  }
  return data;
}

class Gl {
  private readonly solid: WebGLProgram;
  private readonly band: WebGLProgram;
  private readonly kept = new WeakMap<Mesh, Kept>();
  private readonly loose: WebGLBuffer;
  private readonly places = new Map<WebGLProgram, Map<string, WebGLUniformLocation | null>>();

  constructor(readonly canvas: HTMLCanvasElement | OffscreenCanvas, private readonly g: WebGLRenderingContext) {
    this.solid = this.program(SOLID, LIT, ['point', 'normal']);
    this.band = this.program(BAND, PLAIN, ['from', 'to', 'side', 'left', 'right']);
    this.loose = g.createBuffer();
    g.enable(g.DEPTH_TEST);
    g.depthFunc(g.LEQUAL);
    g.enable(g.BLEND);
    g.blendFunc(g.ONE, g.ONE_MINUS_SRC_ALPHA);
  }

  private program(vertex: string, fragment: string, names: string[]): WebGLProgram {
    const g = this.g, program = g.createProgram();
    for (const [kind, text] of [[g.VERTEX_SHADER, vertex], [g.FRAGMENT_SHADER, fragment]] as const) {
      const shader = g.createShader(kind)!;
      g.shaderSource(shader, text);
      g.compileShader(shader);
      g.attachShader(program, shader);
    }
    names.forEach((name, i) => g.bindAttribLocation(program, i, name));
    g.linkProgram(program);
    if (!g.getProgramParameter(program, g.LINK_STATUS)) throw new Error('no program for WebGL');
    return program;
  }

  private uniform(program: WebGLProgram, name: string): WebGLUniformLocation | null {
    let places = this.places.get(program);
    if (!places) this.places.set(program, places = new Map());
    if (!places.has(name)) places.set(name, this.g.getUniformLocation(program, name));
    return places.get(name)!;
  }

  private keep(mesh: Mesh): Kept {
    const found = this.kept.get(mesh);
    if (found) return found;
    const g = this.g, faces: number[] = [], ends: number[] = [], normals: number[] = [];
    for (const { corners, normal, normals: each } of mesh.facets) {
      for (let k = 2; k < corners.length; k++) {
        for (const i of [0, k - 1, k]) {
          const p = mesh.points[corners[i]!]!, n = each?.[i] ?? normal, long = each ? 1 : FLAT;
          faces.push(p.x, p.y, p.z, n.x * long, n.y * long, n.z * long);
        }
      }
    }
    for (const [from, to, left, right] of mesh.edges) {
      for (const { x, y, z } of [from, to]) ends.push(x, y, z);
      for (const { x, y, z } of [left, right]) normals.push(x, y, z);
    }
    const made = { faces: g.createBuffer(), corners: faces.length / 6, edges: g.createBuffer(), bands: ends.length };
    g.bindBuffer(g.ARRAY_BUFFER, made.faces);
    g.bufferData(g.ARRAY_BUFFER, new Float32Array(faces), g.STATIC_DRAW);
    g.bindBuffer(g.ARRAY_BUFFER, made.edges);
    g.bufferData(g.ARRAY_BUFFER, bands(ends, normals), g.STATIC_DRAW);
    this.kept.set(mesh, made);
    return made;
  }

  forget(mesh: Mesh): void {
    const found = this.kept.get(mesh);
    if (!found) return;
    this.g.deleteBuffer(found.faces);
    this.g.deleteBuffer(found.edges);
    this.kept.delete(mesh);
  }

  private attributes(sizes: readonly number[]): void {
    const g = this.g, all = sizes.reduce((a, b) => a + b) * 4;
    let offset = 0;
    for (let i = 0; i < BAND_SIZES.length; i++) {
      if (i >= sizes.length) {
        g.disableVertexAttribArray(i);
        continue;
      }
      g.enableVertexAttribArray(i);
      g.vertexAttribPointer(i, sizes[i]!, g.FLOAT, false, all, offset);
      offset += sizes[i]! * 4;
    }
  }

  private faces(solid: Solid, fill: Colour, flat: boolean): void {
    const g = this.g, kept = this.keep(solid.mesh), at = (name: string) => this.uniform(this.solid, name);
    g.bindBuffer(g.ARRAY_BUFFER, kept.faces);
    this.attributes([3, 3]);
    g.uniformMatrix4fv(at('place'), false, solid.place);
    g.uniform4fv(at('fill'), fill);
    g.uniform4fv(at('edge'), solid.edge);
    g.uniform1f(at('flat_'), flat ? 1 : 0);
    g.uniform1f(at('round_'), solid.width > 0 ? 1 : 0);
    g.drawArrays(g.TRIANGLES, 0, kept.corners);
  }

  private begin(program: WebGLProgram, { matrix, eye, width, height, ratio }: Picture): void {
    const g = this.g;
    g.useProgram(program);
    g.uniformMatrix4fv(this.uniform(program, 'view'), false, matrix);
    g.uniform3fv(this.uniform(program, 'eye'), eye);
    g.uniform2f(this.uniform(program, 'size'), width / ratio / 2, height / ratio / 2);
  }

  private edges(solid: Solid): void {
    const g = this.g, kept = this.keep(solid.mesh), at = (name: string) => this.uniform(this.band, name);
    if (!kept.bands || !solid.width) return;
    g.bindBuffer(g.ARRAY_BUFFER, kept.edges);
    this.attributes(BAND_SIZES);
    g.uniformMatrix4fv(at('place'), false, solid.place);
    g.uniform4fv(at('fill'), solid.edge);
    g.uniform1f(at('width'), solid.width / 2);
    g.drawArrays(g.TRIANGLES, 0, kept.bands);
  }

  draw(picture: Picture): void {
    const g = this.g, { width, height, solids } = picture, plain = solids.filter(it => !it.ghost);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    g.viewport(0, 0, width, height);
    g.depthMask(true);
    g.clear(g.COLOR_BUFFER_BIT | g.DEPTH_BUFFER_BIT | g.STENCIL_BUFFER_BIT);
    this.begin(this.solid, picture);
    g.enable(g.CULL_FACE);
    for (const it of plain) this.faces(it, it.fill, false);
    g.disable(g.CULL_FACE);
    g.depthMask(false);
    g.enable(g.STENCIL_TEST);  // where two shadows lie on each other it is no darker
    g.stencilFunc(g.EQUAL, 0, 255);
    g.stencilOp(g.KEEP, g.KEEP, g.INCR);
    for (const it of solids) if (it.shadow) this.faces(it, picture.shade, true);
    g.disable(g.STENCIL_TEST);
    g.depthMask(true);
    this.begin(this.band, picture);
    for (const it of plain) this.edges(it);
    g.depthMask(false);
    for (const { ends, colour, width } of picture.lines) {
      const at = (name: string) => this.uniform(this.band, name);
      g.bindBuffer(g.ARRAY_BUFFER, this.loose);
      g.bufferData(g.ARRAY_BUFFER, bands(ends), g.STREAM_DRAW);
      this.attributes(BAND_SIZES);
      g.uniformMatrix4fv(at('place'), false, IDENTITY);
      g.uniform4fv(at('fill'), colour);
      g.uniform1f(at('width'), width / 2);
      g.drawArrays(g.TRIANGLES, 0, ends.length);
    }
    g.enable(g.CULL_FACE);
    for (const it of solids) {
      if (!it.ghost) continue;
      this.begin(this.solid, picture);
      this.faces(it, it.fill, false);
      this.begin(this.band, picture);
      g.disable(g.CULL_FACE);
      this.edges(it);
      g.enable(g.CULL_FACE);
    }
    g.disable(g.CULL_FACE);
  }
}

let made: Gl | null | undefined;

export function webgl(): Gl | null {
  if (made !== undefined) return made;
  made = null;
  if (new URLSearchParams(location.search).get('webgl') === 'off') return made;
  try {
    const canvas = document.createElement('canvas');
    const options = { alpha: true, antialias: true, depth: true, stencil: true, premultipliedAlpha: true };
    const g = canvas.getContext('webgl', options) as WebGLRenderingContext | null;
    if (!g) return made;
    canvas.addEventListener('webglcontextlost', () => { made = null; });  // from now on still pictures
    made = new Gl(canvas, g);
  } catch (thrown) {
    console.error(thrown);  // there is a picture all the same
    made = null;
  }
  return made;
}
