/** Keys that do something on their own, anywhere but in a field (docs/product.md 2.2). Each person can switch them off, in this browser. */

/** Where they find the search box of the list. */
export const LIST_SEARCH_ID = 'list-search';
/** On the link that repeats what the screen is about. */
export const REPEAT_KEY = { 'data-repeat': true } as const;

const offKey = (userId: string) => `coverlight.keys-off.${userId}`;

export const areKeysOn = (userId: string): boolean => localStorage.getItem(offKey(userId)) === null;

export function switchKeys(userId: string, isOn: boolean): void {
  if (isOn) localStorage.removeItem(offKey(userId));
  else localStorage.setItem(offKey(userId), '1');
}

/** Where keys mean text, a choice or a movement. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]';
const MODAL = '[role="dialog"], [role="alertdialog"], [role="menu"]';

const isShown = (element: Element) => element.checkVisibility?.() ?? true;

export const isDialogOpen = (): boolean => [...document.querySelectorAll(MODAL)].some(isShown);

/** The key, if it stands for itself here; null in a field, with a modifier, held down, or while a dialog or menu is open. */
export function singleKey(event: KeyboardEvent): string | null {
  const { key, target } = event;
  // '?' needs Shift on most keyboards.
  if (event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && key !== '?')) return null;
  if (event.defaultPrevented || event.isComposing || event.repeat || key.length !== 1) return null;
  if (target instanceof Element && target.closest(TAKES_KEYS) !== null) return null;
  return isDialogOpen() ? null : key.toLowerCase();
}
