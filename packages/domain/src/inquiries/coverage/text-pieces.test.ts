import { expect, test } from 'vitest';
import { piecesOf } from './text-pieces.ts';

test('a text is cut at its ends, without blanks and empty pieces', () => {
  expect(piecesOf(' Call first.  Then ask. . ', /\./)).toEqual(['Call first', 'Then ask']);
});

test('a piece is cut at 1,000 characters, and of a text no more than 100 pieces are read', () => {
  expect(piecesOf(`${'a'.repeat(1000)}.${'b'.repeat(1001)}`, /\./).map((piece) => piece.length)).toEqual([1000, 1000, 1]);
  expect(piecesOf('a.'.repeat(101), /\./)).toHaveLength(100);
});
