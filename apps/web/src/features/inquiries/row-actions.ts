/** From the search box down to the rows, and from row to row, by the arrow keys: a patient found is checked again in three keys (docs/product.md 2.11). */
import type { KeyboardEvent } from 'react';
import { LIST_SEARCH_ID } from '#lib/single-keys.ts';

/** On a row's first action. */
export const ROW_ACTION = { 'data-row-action': true } as const;

export function stepThroughRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof HTMLElement)) return;
  const search = document.getElementById(LIST_SEARCH_ID);
  const actions = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-action]')];
  const at = actions.indexOf(event.target);
  if (at < 0 && (event.target !== search || step < 0)) return;
  const next = at + step < 0 ? search : actions[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
