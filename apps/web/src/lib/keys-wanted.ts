/** Buttons of any screen ask the shell for the list of keys. */
const listeners = new Set<() => void>();

export function onKeysWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function wantKeys(): void {
  for (const listener of listeners) listener();
}
