// SPDX-License-Identifier: MIT
//
// From a declaration to controls of HTML, which the keyboard and screen readers know already: a slider is a range, a
// choice of few is a row of radio buttons, one of many a list.

import type { Choice, Control, Demo, Slider, Value } from './demo';
import { make } from './dom';

const FEW = 4;

export interface Panel {
  element: HTMLElement;
  /** Shows the values as they are now. */
  refresh(): void;
}

/** The elements of a row, and what shows the value as it is. */
type Row = [nodes: Node[], refresh: () => void];

function sliderRow(control: Slider, id: string, value: () => number, change: (value: number) => void): Row {
  const { from, to, step, unit } = control;
  const range = make('input', { type: 'range', id, min: String(from), max: String(to), step: String(step) });
  const said = make('output', { htmlFor: id });
  const show = () => {
    range.value = String(value());
    said.textContent = `${value()}${unit && ` ${unit}`}`;
    if (unit) range.setAttribute('aria-valuetext', said.textContent);
    range.style.setProperty('--part', String((value() - from) / (to - from)));
  };
  range.addEventListener('input', () => {
    change(Number(range.value));
    show();
  });
  return [[make('label', { htmlFor: id }, control.label), said, range], show];
}

function choiceRow(control: Choice, id: string, value: () => string, change: (value: string) => void): Row {
  const options = Object.entries(control.options);
  if (options.length > FEW) {
    const list = make('select', { id }, ...options.map(([name, words]) => make('option', { value: name }, words)));
    list.addEventListener('change', () => change(list.value));
    return [[make('label', { htmlFor: id }, control.label), list], () => { list.value = value(); }];
  }
  const radios = options.map(([name]) => make('input', { type: 'radio', name: id, value: name, id: `${id}-${name}` }));
  for (const radio of radios) radio.addEventListener('change', () => change(radio.value));
  const group = make('span', { className: 'group', role: 'radiogroup', 'aria-label': control.label });
  options.forEach(([, words], i) => group.append(radios[i]!, make('label', { htmlFor: radios[i]!.id }, words)));
  return [[make('span', {}, control.label), group], () => {
    for (const radio of radios) radio.checked = radio.value === value();
  }];
}

/** `changed` is called after a value was changed, or a button pressed. */
export function controlPanel(demo: Demo, values: Record<string, Value>,
                             changed: (name: string, control: Control) => void): Panel {
  const element = make('div', { className: 'controls' });
  const buttons = make('div', { className: 'row buttons' });
  const refreshers: (() => void)[] = [];

  for (const [name, control] of Object.entries(demo.controls)) {
    const id = `control-${name}`;
    const set = (value: Value) => {
      values[name] = value;
      changed(name, control);
    };
    if (control.kind === 'slider' || control.kind === 'choice') {
      const [nodes, refresh] = control.kind === 'slider'
        ? sliderRow(control, id, () => Number(values[name]), set)
        : choiceRow(control, id, () => String(values[name]), set);
      element.append(make('div', { className: `row ${control.kind}` }, ...nodes));
      refreshers.push(refresh);
    } else if (control.kind === 'toggle') {
      const box = make('input', { type: 'checkbox', id, role: 'switch' });
      box.addEventListener('change', () => set(box.checked));
      element.append(make('div', { className: 'row toggle' }, make('label', { htmlFor: id }, control.label), box));
      refreshers.push(() => { box.checked = values[name] === true; });
    } else {
      const press = make('button', { id }, control.label);
      press.addEventListener('click', () => {
        if (control.kind === 'shuffle') set(Number(values[name]) + 1);
        else changed(name, control);
      });
      buttons.append(press);
    }
  }
  if (buttons.childElementCount) element.append(buttons);
  const refresh = () => refreshers.forEach(it => it());
  refresh();
  return { element, refresh };
}
