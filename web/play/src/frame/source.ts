// SPDX-License-Identifier: MIT
//
// "View source": the very file that runs, fetched when it is asked for, and lightly coloured. Four kinds of words are
// told apart; a real grammar would be larger than all demos.

import type { Demo } from './demo';
import { make } from './dom';

const files = import.meta.glob<string>(['../demos/*.ts', './*.ts'], { query: '?raw', import: 'default' });

const KEYWORDS = 'as async await break case const continue default else export false for from function if import in ' +
  'let new of return switch this throw true type undefined while';
const KINDS = ['comment', 'string', 'number', 'word'];
const WORDS = new RegExp([
  /(\/\/.*|\/\*[^]*?\*\/)/.source, /('(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)/.source, /\b(\d[\w.]*)\b/.source,
  `\\b(${KEYWORDS.replaceAll(' ', '|')})\\b`,
].join('|'), 'g');

function coloured(text: string): Node[] {
  const nodes: Node[] = [];
  let end = 0;
  for (const match of text.matchAll(WORDS)) {
    nodes.push(document.createTextNode(text.slice(end, match.index)));
    const kind = KINDS[match.slice(1).findIndex(it => it !== undefined)];
    nodes.push(make('span', { className: kind }, match[0]));
    end = match.index + match[0].length;
  }
  nodes.push(document.createTextNode(text.slice(end)));
  return nodes;
}

/** A dialog with the source of a demo; it is filled when it is first opened. */
export function sourceDialog({ id, shares = [] }: Demo): { element: HTMLDialogElement; open(): Promise<void> } {
  const code = make('code'), close = make('button', { title: 'Close (Esc)', 'aria-label': 'Close' }, '×');
  const element = make('dialog', { className: 'source', 'aria-label': `Source of ${id}` },
    make('header', {}, make('b', {}, `${id}.ts`), close), make('pre', { tabIndex: 0 }, code));
  close.addEventListener('click', () => element.close());
  element.addEventListener('click', event => {
    if (event.target === element) element.close();  // beside it
  });
  return {
    element,
    async open() {
      element.showModal();
      if (code.hasChildNodes()) return;
      try {
        const paths = [`../demos/${id}.ts`, ...shares.map(it => `./${it}.ts`)];
        code.replaceChildren(...coloured((await Promise.all(paths.map(it => files[it]!()))).join('\n')));
      } catch {
        code.textContent = 'The source could not be loaded.';
      }
    },
  };
}
