// SPDX-License-Identifier: MIT
//
// Files that are dropped on any page, or chosen. They are read here and go nowhere; the demo that shows them is told.

export type Dropped = ReadonlyMap<string, Uint8Array>;

let files: Dropped | undefined;
const listeners = new Set<(files: Dropped) => void>();

async function take(chosen: readonly File[]): Promise<void> {
  if (!chosen.length) return;
  files = new Map(await Promise.all(chosen.map(async (file) => {
    const path = file.webkitRelativePath || file.name;
    return [path, new Uint8Array(await file.arrayBuffer())] as const;
  })));
  for (const listener of listeners) listener(files);
}

/** What was dropped last, if the demo shows files of such names: a drawing is not a mesh. */
export const dropped = (shows: (paths: readonly string[]) => boolean): Dropped | undefined =>
  (files && shows([...files.keys()]) ? files : undefined);

/** Tells of files from now on, until the function that it returns is called. */
export function onDrop(listener: (files: Dropped) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Files dropped anywhere are taken, and the link for their names shows them. */
export function takeDrops(linkFor: (paths: readonly string[]) => string): void {
  addEventListener('dragover', event => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', event => {
    const chosen = Array.from(event.dataTransfer?.files ?? []);
    if (!chosen.length) return;
    event.preventDefault();
    void take(chosen).then(() => {
      const link = linkFor(chosen.map(it => it.name));
      if (!location.hash.startsWith(link)) location.hash = link;
    });
  });
}

/** Asks for files as the system does it. */
export function chooseFiles(accept: string): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = accept;
  input.addEventListener('change', () => void take(Array.from(input.files ?? [])));
  input.click();
}
