/** What a screen remembers while the tab lives and the same person is signed in: filters, pages. Never in the address bar, never stored. */
import { useSyncExternalStore } from 'react';
import { onUserChanged } from './session.ts';

export interface MemoryStore<State> {
  readonly initial: State;
  get(): State;
  set(next: Partial<State>): void;
  reset(): void;
  use(): State;
}

export function createMemoryStore<State extends object>(initial: State): MemoryStore<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  const replace = (next: State) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const get = () => state;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  onUserChanged(() => replace(initial));
  return {
    initial,
    get,
    set: (next) => replace({ ...state, ...next }),
    reset: () => replace(initial),
    use: () => useSyncExternalStore(subscribe, get),
  };
}
