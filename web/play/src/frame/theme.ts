// SPDX-License-Identifier: MIT
//
// Light or dark: as the system says, until the switch says otherwise; that is remembered where the browser allows it.
// All colours of the page are CSS `light-dark()`, so the theme is one attribute.

import { make } from './dom';

const KEY = 'impinge-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;  // storage is forbidden: then it is forgotten
  }
}

export const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';
const tell = () => listeners.forEach(listen => listen());

export function beginTheme(): void {
  const theme = remembered();
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  system.addEventListener('change', tell);
}

/** Calls back after every change; gives back how to end that. */
export function onTheme(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

export function themeSwitch(): HTMLButtonElement {
  const theSwitch = make('button', { id: 'theme', title: 'Light or dark', 'aria-label': 'Dark' }, '◑');
  const show = () => theSwitch.setAttribute('aria-pressed', String(isDark()));
  theSwitch.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // as above
    }
    show();
    tell();
  });
  show();
  return theSwitch;
}
