import { expect, test } from 'vitest';
import { aBatch, aBatchRow } from './batches-samples.test-kit.ts';
import { progressWords, rowName, timeLeft } from './batch-words.ts';

test('a row without a name is called by its place', () => {
  expect(rowName(aBatchRow({ row: 7, content: null }))).toBe('row 7');
  expect(rowName(aBatchRow({ row: 7 }))).toBe('Ada Quill');
});

test('the time left is told roughly, and not at all where nothing tells it', () => {
  expect([null, 20, 240, 7200].map(timeLeft)).toEqual([null, 'less than a minute left', 'about 4 min left', 'about 2 h left']);
});

test('what is to be done is said of a batch that was not sent, how far it is of one that was', () => {
  expect(progressWords(aBatch({ state: 'columns' }))).toBe('not read yet');
  expect(progressWords(aBatch({ state: 'review', counts: { ready: 1, 'needs-fix': 1 } }))).toBe('2 rows, 1 needs you');
  expect(progressWords(aBatch({ state: 'sending', progress: { done: 1200, total: 2000, seconds_left: null } }))).toBe(
    '1,200 of 2,000 checks',
  );
});
