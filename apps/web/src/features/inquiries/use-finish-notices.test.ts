import { expect, test } from 'vitest';
import { aRow, anId } from '../../samples.test-kit.ts';
import { finishedSince } from './use-finish-notices.ts';

const open = aRow({ id: anId(1), status: 'max-retry' });

test('a check that was open and is complete has finished', () => {
  expect(finishedSince([open], [aRow({ id: anId(1) })], [])).toEqual([aRow({ id: anId(1) })]);
});

test('a refused check leaves the list and is found among those that need attention', () => {
  const refused = aRow({ id: anId(1), status: 'error' });

  expect(finishedSince([open], [], [refused])).toEqual([refused]);
});

test('a check that only left the page has not finished', () => {
  expect(finishedSince([open], [aRow({ id: anId(2) })], [])).toEqual([]);
});

test('a check that is still open, or was never open, is not told of', () => {
  expect(finishedSince([open, aRow({ id: anId(2) })], [open, aRow({ id: anId(2), status: 'expired' })], [])).toEqual([]);
});
