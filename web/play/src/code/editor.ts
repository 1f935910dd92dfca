// SPDX-License-Identifier: MIT
//
// The field that code is typed into: CodeMirror, in the colours of the page.

import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { EditorView, basicSetup } from 'codemirror';

/** As in "view source". */
const WORDS = syntaxHighlighting(HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword], color: 'var(--code-word)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool], color: 'var(--code-number)' },
  { tag: [tags.propertyName, tags.function(tags.variableName)], color: 'var(--strong)' },
  { tag: tags.comment, color: 'var(--dim)' },
]));

const LOOK = EditorView.theme({
  '&': { fontSize: '13px', maxHeight: '55vh', color: 'inherit', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: '2px solid var(--strong)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--dim)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-content': { caretColor: 'currentcolor' },
  '.cm-cursor': { borderLeftColor: 'currentcolor' },
});

export interface Editor {
  set(code: string): void;
  close(): void;
}

/** `changed` is called with what stands there after each change. */
export function openEditor(parent: HTMLElement, code: string, changed: (code: string) => void): Editor {
  const view = new EditorView({
    parent, doc: code,
    extensions: [basicSetup, javascript(), WORDS, LOOK, EditorView.contentAttributes.of({ 'aria-label': 'Code' }),
      EditorView.updateListener.of(update => {
        if (update.docChanged) changed(view.state.doc.toString());
      })],
  });
  return {
    set: text => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    close: () => view.destroy(),
  };
}
