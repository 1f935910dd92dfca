// SPDX-License-Identifier: MIT
//
// Space on WebGL: faces in a soft light from above and one lamp, edges as thin bands that keep their width, ghosts that
// let through what is behind. Shadows fall straight down on the floor, or, where a picture says how far its lamp
// reaches, from the lamp on everything (a shadow map). What shares a mesh is drawn by one call, however many there are.
// One context draws for all canvases of the page, each of which takes over the picture: a page has few contexts, and
// the gallery many cards.
//
// Where the processor does it all, pictures are plainer: without a shadow map, and edges are not smoothed. null where
// there is no WebGL 2. `?webgl=off` in the address is a page without, `?webgl=full` one with all of it, to see either.

import type { Vec3 } from 'impinge';
import { across, cross3, dot3, scale3, unit3, vec3 } from './geometry3';
import type { Mesh } from './mesh';

/** Toward the lamp. */
export const LAMP = unit3(vec3(-0.45, -0.65, 0.75));

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
/** A ball in which things throw shadows on each other. */
export interface Lit {
  center: Vec3;
  radius: number;
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
  lit?: Lit;
}

const INSTANCE = `#version 300 es
layout(location = 5) in mat4 place;
layout(location = 9) in vec4 fill;
layout(location = 10) in vec4 edge;
layout(location = 11) in float width;
uniform mat4 view;
`;
const SOLID = `${INSTANCE}
layout(location = 0) in vec3 point;
layout(location = 1) in vec3 normal;
uniform mat4 lamp;
uniform float down, grain;
out vec3 at, up, dark;
flat out vec4 inner, outer;
flat out float rim;
void main() {
  vec4 world = place * vec4(point, 1.0);
  at = world.xyz;
  up = mat3(place) * normal;
  inner = fill;
  outer = edge;
  rim = width;
  dark = (lamp * vec4(at + normalize(up) * grain, 1.0)).xyz * 0.5 + 0.5;
  if (down > 0.5) world.z = 0.004;
  gl_Position = view * world;
}`;
const LIT = `#version 300 es
precision mediump float;
precision highp sampler2DShadow;
uniform vec4 shade;
uniform highp vec3 eye;
uniform highp float down, grain;
uniform sampler2DShadow shadows;
in highp vec3 at, up, dark;
flat in vec4 inner, outer;
flat in highp float rim;
out vec4 colour;
float seen() {
  if (grain <= 0.0 || dark.z >= 1.0) return 1.0;
  highp vec2 texel = 0.75 / vec2(textureSize(shadows, 0));
  float sum = 0.0;
  for (int i = 0; i < 4; i++) {
    sum += texture(shadows, vec3(dark.xy + texel * vec2(i & 1, i >> 1) * 2.0 - texel, dark.z - 0.0004));
  }
  return 0.25 * sum;
}
void main() {
  if (down > 0.5) { colour = vec4(shade.rgb * shade.a, shade.a); return; }
  vec3 n = normalize(up);
  float lamp = max(dot(n, normalize(vec3(-0.45, -0.65, 0.75))), 0.0), free = lamp > 0.0 ? seen() : 1.0;
  float light = (0.68 + 0.14 * n.z + 0.26 * lamp * free) * mix(0.84, 1.0, free);
  float bend = rim > 0.0 ? step(length(up), 1.5) * smoothstep(0.30, 0.14, abs(dot(n, normalize(eye - at)))) : 0.0;
  float alpha = mix(inner.a, max(inner.a, outer.a), bend);
  if (inner.a >= 1.0) alpha = 1.0;
  colour = vec4(mix(min(inner.rgb * light, 1.0), outer.rgb, bend * (inner.a < 1.0 ? 1.0 : outer.a)) * alpha, alpha);
}`;
const DARK = `#version 300 es
precision mediump float;
void main() {}`;
const BAND = `${INSTANCE}
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec2 side;
layout(location = 3) in vec3 left;
layout(location = 4) in vec3 right;
uniform vec3 eye;
uniform vec2 size;
out vec4 ink;
void main() {
  // What lies on the far side of what lets through is paler.
  vec3 see = eye - (place * vec4(from, 1.0)).xyz;
  mat3 turn = mat3(place);
  bool far = dot(left, left) > 0.5 && dot(turn * left, see) <= 0.0 && dot(turn * right, see) <= 0.0;
  ink = vec4(edge.rgb * edge.a, edge.a) * (far ? 0.35 : 1.0);
  vec4 a = view * place * vec4(from, 1.0), b = view * place * vec4(to, 1.0);
  float near = 0.02;
  if (a.w < near && b.w > near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near && a.w > near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 way = b.xy / b.w * size - a.xy / a.w * size;
  way = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  vec4 it = side.x < 0.5 ? a : b;
  vec2 off = vec2(-way.y, way.x) * side.y * width * 0.5 + way * (side.x * 2.0 - 1.0) * width * 0.25;
  it.xy += off / size * it.w;
  it.z -= 0.0006 * it.w;
  gl_Position = it;
}`;
const PLAIN = `#version 300 es
precision mediump float;
in vec4 ink;
out vec4 colour;
void main() { colour = ink; }`;

const FACE_SIZES = [3, 3], BAND_SIZES = [3, 3, 2, 3, 3], BAND_WORDS = 14;
const PLACE = 5, FILL = 9, EDGE = 10, WIDTH = 11, INSTANCE_WORDS = 25;
const FLAT = 2;  // length of normals of faces that do not bend away, and so have no outline but edges
const MAP = 2048;  // pixels of a side of the shadow map

interface Kept {
  faces: WebGLBuffer;
  corners: number;
  edges: WebGLBuffer;
  bands: number;
}

/** Solids of one mesh, which lie in a row in the buffer of instances. */
interface Batch {
  mesh: Mesh;
  first: number;
  count: number;
  shadow: boolean;
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

/** What the lamp sees of a ball: columns of what turns a place into its clip space. */
function lampOf({ center, radius }: Lit): Float32Array {
  const right = across(LAMP), rows = [right, cross3(LAMP, right), scale3(LAMP, -1)].map(it => scale3(it, 1 / radius));
  return Float32Array.from([
    ...(['x', 'y', 'z'] as const).flatMap(k => [...rows.map(it => it[k]), 0]), ...rows.map(it => -dot3(it, center)), 1,
  ]);
}

class Gl {
  private readonly solid: WebGLProgram;
  private readonly band: WebGLProgram;
  private readonly dark: WebGLProgram;
  private readonly kept = new WeakMap<Mesh, Kept>();
  private readonly loose: WebGLBuffer;
  private readonly laid: WebGLBuffer;
  private readonly places = new Map<WebGLProgram, Map<string, WebGLUniformLocation | null>>();
  private readonly map: WebGLTexture;  // what the lamp sees, and what draws into it
  private readonly behind: WebGLFramebuffer;

  constructor(readonly canvas: HTMLCanvasElement | OffscreenCanvas, private readonly g: WebGL2RenderingContext,
              private readonly full: boolean) {
    this.solid = this.program(SOLID, LIT);
    this.band = this.program(BAND, PLAIN);
    this.dark = this.program(SOLID, DARK);
    this.loose = g.createBuffer();
    this.laid = g.createBuffer();
    const side = full ? MAP : 1;
    this.map = g.createTexture();
    g.bindTexture(g.TEXTURE_2D, this.map);
    g.texStorage2D(g.TEXTURE_2D, 1, g.DEPTH_COMPONENT24, side, side);
    g.texParameteri(g.TEXTURE_2D, g.TEXTURE_COMPARE_MODE, g.COMPARE_REF_TO_TEXTURE);
    g.texParameteri(g.TEXTURE_2D, g.TEXTURE_COMPARE_FUNC, g.LEQUAL);
    for (const it of [g.TEXTURE_MIN_FILTER, g.TEXTURE_MAG_FILTER]) g.texParameteri(g.TEXTURE_2D, it, g.LINEAR);
    for (const it of [g.TEXTURE_WRAP_S, g.TEXTURE_WRAP_T]) g.texParameteri(g.TEXTURE_2D, it, g.CLAMP_TO_EDGE);
    this.behind = g.createFramebuffer();
    g.bindFramebuffer(g.FRAMEBUFFER, this.behind);
    g.framebufferTexture2D(g.FRAMEBUFFER, g.DEPTH_ATTACHMENT, g.TEXTURE_2D, this.map, 0);
    g.bindFramebuffer(g.FRAMEBUFFER, null);
    g.enable(g.DEPTH_TEST);
    g.depthFunc(g.LEQUAL);
    g.enable(g.BLEND);
    g.blendFunc(g.ONE, g.ONE_MINUS_SRC_ALPHA);
    g.polygonOffset(1.5, 2);
  }

  private program(vertex: string, fragment: string): WebGLProgram {
    const g = this.g, program = g.createProgram();
    for (const [kind, text] of [[g.VERTEX_SHADER, vertex], [g.FRAGMENT_SHADER, fragment]] as const) {
      const shader = g.createShader(kind)!;
      g.shaderSource(shader, text);
      g.compileShader(shader);
      g.attachShader(program, shader);
    }
    g.linkProgram(program);
    if (!g.getProgramParameter(program, g.LINK_STATUS)) {
      const said = g.getAttachedShaders(program)!.map(it => g.getShaderInfoLog(it)).join(' ');
      throw new Error(`no program for WebGL: ${g.getProgramInfoLog(program)} ${said}`);
    }
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

  /** What each vertex has, in the buffer that is bound. */
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

  /** What each solid has, from the first one on. */
  private instances(first: number): void {
    const g = this.g;
    g.bindBuffer(g.ARRAY_BUFFER, this.laid);
    let offset = first * INSTANCE_WORDS * 4;
    for (let i = PLACE; i <= WIDTH; i++) {
      const size = i === WIDTH ? 1 : 4;
      g.enableVertexAttribArray(i);
      g.vertexAttribPointer(i, size, g.FLOAT, false, INSTANCE_WORDS * 4, offset);
      g.vertexAttribDivisor(i, 1);
      offset += size * 4;
    }
  }

  /** Puts solids into the buffer of instances: those that share a mesh together, ghosts one by one as they come. */
  private lay(solids: readonly Solid[]): { plain: Batch[]; ghosts: Batch[] } {
    const g = this.g, data = new Float32Array(solids.length * INSTANCE_WORDS), groups = new Map<Mesh, Solid[][]>();
    const plain: Batch[] = [], ghosts: Batch[] = [];
    let next = 0;
    const put = (all: readonly Solid[]): Batch => {
      const first = next;
      for (const { place, fill, edge, width } of all) {
        data.set(place, next * INSTANCE_WORDS);
        data.set(fill, next * INSTANCE_WORDS + 16);
        data.set(edge, next * INSTANCE_WORDS + 20);
        data[next++ * INSTANCE_WORDS + 24] = width;
      }
      return { mesh: all[0]!.mesh, first, count: all.length, shadow: all[0]!.shadow };
    };
    for (const it of solids) {
      if (it.ghost) {
        ghosts.push(put([it]));
        continue;
      }
      let group = groups.get(it.mesh);
      if (!group) groups.set(it.mesh, group = [[], []]);
      group[it.shadow ? 1 : 0]!.push(it);
    }
    for (const group of groups.values()) for (const all of group) if (all.length) plain.push(put(all));
    g.bindBuffer(g.ARRAY_BUFFER, this.laid);
    g.bufferData(g.ARRAY_BUFFER, data, g.STREAM_DRAW);
    return { plain, ghosts };
  }

  private faces({ mesh, first, count }: Batch): void {
    const g = this.g, kept = this.keep(mesh);
    g.bindBuffer(g.ARRAY_BUFFER, kept.faces);
    this.attributes(FACE_SIZES);
    this.instances(first);
    g.drawArraysInstanced(g.TRIANGLES, 0, kept.corners, count);
  }

  private edges({ mesh, first, count }: Batch): void {
    const g = this.g, kept = this.keep(mesh);
    if (!kept.bands) return;
    g.bindBuffer(g.ARRAY_BUFFER, kept.edges);
    this.attributes(BAND_SIZES);
    this.instances(first);
    g.drawArraysInstanced(g.TRIANGLES, 0, kept.bands, count);
  }

  private lines(all: readonly Lines[]): void {
    const g = this.g;
    for (let i = PLACE; i <= WIDTH; i++) g.disableVertexAttribArray(i);
    [0, 1, 2, 3].forEach(k => g.vertexAttrib4f(PLACE + k, ...[0, 1, 2, 3].map(i => Number(i === k)) as Four));
    for (const { ends, colour, width } of all) {
      g.bindBuffer(g.ARRAY_BUFFER, this.loose);
      g.bufferData(g.ARRAY_BUFFER, bands(ends), g.STREAM_DRAW);
      this.attributes(BAND_SIZES);
      g.vertexAttrib4f(EDGE, ...colour);
      g.vertexAttrib4f(FILL, ...colour);
      g.vertexAttrib1f(WIDTH, width);
      g.drawArrays(g.TRIANGLES, 0, ends.length);
    }
  }

  private begin(program: WebGLProgram, { matrix, eye, width, height, ratio }: Picture, down = false): void {
    const g = this.g;
    g.useProgram(program);
    g.uniformMatrix4fv(this.uniform(program, 'view'), false, matrix);
    g.uniform3fv(this.uniform(program, 'eye'), eye);
    g.uniform2f(this.uniform(program, 'size'), width / ratio / 2, height / ratio / 2);
    g.uniform1f(this.uniform(program, 'down'), Number(down));
  }

  /** What the lamp sees, as far away as it is. */
  private fillMap(batches: readonly Batch[], lamp: Float32Array): void {
    const g = this.g;
    g.bindTexture(g.TEXTURE_2D, null);
    g.bindFramebuffer(g.FRAMEBUFFER, this.behind);
    g.viewport(0, 0, MAP, MAP);
    g.clear(g.DEPTH_BUFFER_BIT);
    g.useProgram(this.dark);
    g.uniformMatrix4fv(this.uniform(this.dark, 'view'), false, lamp);
    g.uniform1f(this.uniform(this.dark, 'down'), 0);
    g.enable(g.POLYGON_OFFSET_FILL);
    for (const it of batches) if (it.shadow) this.faces(it);
    g.disable(g.POLYGON_OFFSET_FILL);
    g.bindFramebuffer(g.FRAMEBUFFER, null);
  }

  draw(picture: Picture): void {
    const g = this.g, { width, height, lit } = picture, { plain, ghosts } = this.lay(picture.solids);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    g.depthMask(true);
    const lamp = lit && this.full ? lampOf(lit) : undefined;
    if (lamp) this.fillMap(plain, lamp);
    g.bindTexture(g.TEXTURE_2D, this.map);
    g.viewport(0, 0, width, height);
    g.clear(g.COLOR_BUFFER_BIT | g.DEPTH_BUFFER_BIT | g.STENCIL_BUFFER_BIT);
    this.begin(this.solid, picture);
    if (lamp) g.uniformMatrix4fv(this.uniform(this.solid, 'lamp'), false, lamp);
    g.uniform1f(this.uniform(this.solid, 'grain'), lit && lamp ? 3 * lit.radius / MAP : 0);
    g.uniform4fv(this.uniform(this.solid, 'shade'), picture.shade);
    g.enable(g.CULL_FACE);
    for (const it of plain) this.faces(it);
    g.disable(g.CULL_FACE);
    g.depthMask(false);
    if (!lit) {
      this.begin(this.solid, picture, true);
      g.enable(g.STENCIL_TEST);  // where two shadows lie on each other it is no darker
      g.stencilFunc(g.EQUAL, 0, 255);
      g.stencilOp(g.KEEP, g.KEEP, g.INCR);
      for (const it of [...plain, ...ghosts]) if (it.shadow) this.faces(it);
      g.disable(g.STENCIL_TEST);
    }
    g.depthMask(true);
    this.begin(this.band, picture);
    for (const it of plain) this.edges(it);
    g.depthMask(false);
    this.lines(picture.lines);
    for (const it of ghosts) {
      g.enable(g.CULL_FACE);
      this.begin(this.solid, picture);
      this.faces(it);
      g.disable(g.CULL_FACE);
      this.begin(this.band, picture);
      this.edges(it);
    }
  }
}

type Four = [number, number, number, number];

let made: Gl | null | undefined;

/** Whether the processor does it all, as its name tells. */
function isComputed(): boolean {
  const g = document.createElement('canvas').getContext('webgl2'), told = g?.getExtension('WEBGL_debug_renderer_info');
  const name = String(g?.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : g.RENDERER));
  g?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

export function webgl(): Gl | null {
  if (made !== undefined) return made;
  made = null;
  const asked = new URLSearchParams(location.search).get('webgl');
  if (asked === 'off') return made;
  try {
    const canvas = document.createElement('canvas'), full = asked === 'full' || !isComputed();
    const options = { alpha: true, antialias: full, depth: true, stencil: true, premultipliedAlpha: true };
    const g = canvas.getContext('webgl2', options) as WebGL2RenderingContext | null;
    if (!g) return made;
    canvas.addEventListener('webglcontextlost', () => { made = null; });  // from now on still pictures
    made = new Gl(canvas, g, full);
  } catch (thrown) {
    console.error(thrown);  // there is a picture all the same
    made = null;
  }
  return made;
}
