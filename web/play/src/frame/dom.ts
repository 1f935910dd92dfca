// SPDX-License-Identifier: MIT
//
// Elements in one line each.

type Child = Node | string;

/** An element with properties and children. Properties whose names begin with aria or data are set as attributes. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Partial<Record<string, unknown>> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role') element.setAttribute(name, String(value));
    else Reflect.set(element, name, value);
  }
  element.append(...children);
  return element;
}

/** Plain words in which `ticks` mark code. */
export function prose(words: string): Child[] {
  return words.split('`').map((part, i) => (i % 2 ? make('code', {}, part) : part));
}
