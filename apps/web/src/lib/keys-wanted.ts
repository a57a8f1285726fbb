/** Buttons of any screen ask the shell for the list of keys. */
const listeners = new Set<() => void>();
/** Asked for before anybody listens: the shell's part comes a moment after the screen. */
let isWanted = false;

export function onKeysWanted(listener: () => void): () => void {
  listeners.add(listener);
  if (isWanted) listener();
  isWanted = false;
  return () => listeners.delete(listener);
}

export function wantKeys(): void {
  isWanted = listeners.size === 0;
  for (const listener of listeners) listener();
}
