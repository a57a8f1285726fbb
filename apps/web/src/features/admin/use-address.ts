/** What a list shows, kept in the address as well, so that reloading the page finds it. Nothing that may name a patient goes there. */
import { useEffect, useState } from 'react';
import type { MemoryStore } from '#lib/memory-store.ts';
import type { ListView } from './admin-list.tsx';

/** The parts of a state that may stand in the address, each as text. What cannot be read is as at the start. */
export type AddressForm<State> = {
  [Key in keyof State]?: { read: (text: string) => State[Key] | undefined; write?: (value: State[Key]) => string };
};

/** What of a list stands in the address: its page, its order and what is searched for. */
export function listAddress(columns: ReadonlyArray<{ sortBy?: string }>): AddressForm<ListView> {
  const sorts = columns.flatMap(({ sortBy }) => (sortBy === undefined ? [] : [sortBy, `-${sortBy}`]));
  return {
    page: { read: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined) },
    sort: { read: (text) => sorts.find((sort) => sort === text) },
    q: { read: (text) => text },
  };
}

/** `path`: of the screen; elsewhere the address is another's. Returns the state, as the store's `use` does. */
export function useAddress<State extends object>(path: string, store: MemoryStore<State>, form: AddressForm<State>): State {
  // Before the first drawing: what the address does not say is as at the start, unless it says nothing at all.
  useState(() => {
    const said = isAt(path) ? readAddress(form, window.location.search) : {};
    if (Object.keys(said).length > 0) store.set({ ...store.initial, ...said });
  });
  const state = store.use();
  useEffect(() => {
    if (!isAt(path)) return;
    const search = addressOf(form, state, store.initial);
    if (search === window.location.search) return;
    // Past the router, which would ask its guards again for a page that stays.
    History.prototype.replaceState.call(window.history, window.history.state, '', `${path}${search}`);
  }, [path, store, form, state]);
  return state;
}

const isAt = (path: string) => window.location.pathname === path;

export function readAddress<State extends object>(form: AddressForm<State>, search: string): Partial<State> {
  const said: Partial<State> = {};
  for (const [key, text] of new URLSearchParams(search)) {
    const value = partOf(form, key)?.read(text);
    if (value !== undefined) Object.assign(said, { [key]: value });
  }
  return said;
}

/** '' where all is as at the start. */
export function addressOf<State extends object>(form: AddressForm<State>, state: State, initial: State): string {
  const query = new URLSearchParams();
  for (const key of Object.keys(form) as (keyof State & string)[]) {
    const write = form[key]?.write ?? String;
    const text = write(state[key]);
    if (text !== write(initial[key])) query.set(key, text);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const partOf = <State extends object>(form: AddressForm<State>, key: string) =>
  Object.hasOwn(form, key) ? form[key as keyof State] : undefined;
