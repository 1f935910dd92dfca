// SPDX-License-Identifier: MIT
//
// Meshes from files of Wavefront (OBJ): points and faces, polygons as fans of triangles. All else is passed over.

export interface Triangles {
  points: Float32Array;
  corners: Int32Array;
}

export const isMesh = (path: string): boolean => /\.obj$/i.test(path);

/** What a file says, as far as it can be read; an index of nothing is left in, for the library to refuse. */
export function readObj(text: string): Triangles {
  const points: number[] = [], corners: number[] = [];
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === 'v') {
      for (let i = 0; i < 3; i++) points.push(Number(rest[i]));
    } else if (word === 'f') {
      // From 1 on, or from the end back; what follows a slash is not of the shape.
      const ring = rest.map(it => parseInt(it, 10)).map(it => (it < 0 ? points.length / 3 + it : it - 1));
      for (let i = 2; i < ring.length; i++) corners.push(ring[0]!, ring[i - 1]!, ring[i]!);
    }
  }
  return { points: Float32Array.from(points), corners: Int32Array.from(corners) };
}
