import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createMemoryStore } from '#lib/memory-store.ts';
import { addressOf, type AddressForm, readAddress, useAddress } from './use-address.ts';

interface View {
  page: number;
  q: string;
  kinds: readonly string[];
  secret: string;
}
const START: View = { page: 1, q: '', kinds: ['a', 'b'], secret: '' };
const form: AddressForm<View> = {
  page: { read: (text) => (/^[1-9]\d*$/.test(text) ? Number(text) : undefined) },
  q: { read: (text) => text },
  kinds: { read: (text) => text.split(','), write: (kinds) => kinds.join(',') },
};
const visit = (address: string) => window.history.replaceState(null, '', address);

afterEach(() => visit('/'));

test('only what differs from the start is written, and only what may be', () => {
  expect(addressOf(form, START, START)).toBe('');
  expect(addressOf(form, { page: 2, q: 'a & b', kinds: ['b'], secret: 'never' }, START)).toBe('?page=2&q=a+%26+b&kinds=b');
});

test('what is written is read again; what makes no sense is left out', () => {
  expect(readAddress(form, '?page=2&q=a+%26+b&kinds=b')).toEqual({ page: 2, q: 'a & b', kinds: ['b'] });
  expect(readAddress(form, '?page=-3&secret=x&toString=y')).toEqual({});
});

test('a screen opened by its address shows what stands there, and the address follows what is chosen', () => {
  visit('/list?page=3');
  const store = createMemoryStore<View>(START);
  store.set({ q: 'of an earlier visit' });

  const { result } = renderHook(() => useAddress('/list', store, form));
  expect(result.current).toEqual({ ...START, page: 3 });

  act(() => store.set({ page: 1, q: 'harbor', secret: 'never' }));
  expect(window.location.search).toBe('?q=harbor');
});

test('coming back without anything in the address finds what was chosen before', () => {
  visit('/list');
  const store = createMemoryStore<View>(START);
  store.set({ page: 2 });

  const { result } = renderHook(() => useAddress('/list', store, form));

  expect(result.current.page).toBe(2);
  expect(window.location.search).toBe('?page=2');
});

test('the address of another screen is left alone', () => {
  visit('/other?page=3');
  const store = createMemoryStore<View>(START);

  renderHook(() => useAddress('/list', store, form));
  act(() => store.set({ page: 2 }));

  expect(window.location.search).toBe('?page=3');
});
