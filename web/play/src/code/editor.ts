// SPDX-License-Identifier: MIT
//
// The field that code is typed into: CodeMirror, in the colours of the page.

import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { EditorView, basicSetup } from 'codemirror';

/** Colours that are read on light and on dark paper. */
const WORDS = syntaxHighlighting(HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword], color: '#8f6fe0' },
  { tag: [tags.string, tags.number, tags.bool], color: '#2b9a66' },
  { tag: [tags.propertyName, tags.function(tags.variableName)], color: '#2f80ed' },
  { tag: tags.comment, color: '#8d98a8' },
]));

const LOOK = EditorView.theme({
  '&': { fontSize: '13px', maxHeight: '55vh', color: 'inherit', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: '2px solid var(--accent, #2f80ed)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'inherit', opacity: '0.5', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'rgb(128 128 128 / 0.12)' },
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
