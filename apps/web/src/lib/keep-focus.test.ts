import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let end = () => {};

// What this page shows is laid out nowhere, so nothing of it would count as visible.
beforeAll(() => vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockImplementation(() => document.body));
afterAll(() => vi.restoreAllMocks());
beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <h1 tabindex="-1">Practice</h1>
      <section><button id="sort">Email</button><table><tr><td><button id="revoke">Revoke</button></td></tr></table></section>
    </main>`;
  end = keepFocus();
});
afterEach(() => end());

function at(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`Nothing there is ${selector}.`);
  return found;
}

/** As a dialog does it: over the page, its button at work and so without the focus. */
function confirmInDialog(): HTMLElement {
  at('#revoke').focus();
  const dialog = document.createElement('div');
  dialog.role = 'dialog';
  dialog.innerHTML = '<button id="confirm">Revoke</button>';
  document.body.append(dialog);
  at('#confirm').focus();
  at('#confirm').blur();
  at('#confirm').toggleAttribute('disabled', true);
  return dialog;
}

test('what goes away with its row leaves the focus in the list', async () => {
  at('#revoke').focus();

  at('#revoke').remove();

  await vi.waitFor(() => expect(document.activeElement).toBe(at('#sort')));
});

test('a dialog that goes away leaves the focus where it was before', async () => {
  confirmInDialog().remove();

  await vi.waitFor(() => expect(document.activeElement).toBe(at('#revoke')));
});

test('a dialog that goes away with what had opened it leaves the focus in the list', async () => {
  const dialog = confirmInDialog();

  dialog.remove();
  at('#revoke').remove();

  await vi.waitFor(() => expect(document.activeElement).toBe(at('#sort')));
});

test('a screen without the list that had the focus has it at its title', async () => {
  at('#revoke').focus();

  at('section').remove();

  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});
