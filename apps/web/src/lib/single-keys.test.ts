import { afterEach, expect, test } from 'vitest';
import { areKeysOn, singleKey, switchKeys } from './single-keys.ts';

afterEach(() => {
  document.body.innerHTML = '';
  localStorage.clear();
});

function press(on: string, init: KeyboardEventInit): string | null {
  document.body.innerHTML = on;
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  (document.querySelector('[data-here]') ?? document.body).dispatchEvent(event);
  return singleKey(event);
}

test('a key on its own is one, whatever its case, and ? with Shift', () => {
  expect(press('<button data-here>Send</button>', { key: 'n' })).toBe('n');
  expect(press('', { key: 'N' })).toBe('n');
  expect(press('', { key: '/' })).toBe('/');
  expect(press('', { key: '?', shiftKey: true })).toBe('?');
});

test.each([
  ['in a field', '<input data-here>', {}],
  ['in a text', '<textarea data-here></textarea>', {}],
  ['in a choice', '<button role="combobox" data-here></button>', {}],
  ['in a list of options', '<div role="listbox"><div role="option" data-here></div></div>', {}],
  ['while a dialog is open', '<div role="dialog"></div>', {}],
  ['while a menu is open', '<div role="menu"></div>', {}],
  ['with Ctrl', '', { ctrlKey: true }],
  ['with the command key', '', { metaKey: true }],
  ['with Alt', '', { altKey: true }],
  ['with Shift', '', { key: 'N', shiftKey: true }],
  ['held down', '', { repeat: true }],
  ['while characters are composed', '', { isComposing: true }],
])('a key %s is none', (_where, on, init) => {
  expect(press(on, { key: 'n', ...init })).toBeNull();
});

test('the keys are on until a person switches them off, and for that person only', () => {
  expect(areKeysOn('A')).toBe(true);
  switchKeys('A', false);
  expect([areKeysOn('A'), areKeysOn('B')]).toEqual([false, true]);
  switchKeys('A', true);
  expect(areKeysOn('A')).toBe(true);
});
