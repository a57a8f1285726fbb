import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf, countFilled, textOf, withCell, withPasted, withRow } from './grid-text.ts';

test('cells are parted by tabs and lines, and all rows are equally wide', () => {
  expect(cellsOf('Last\tDOB\nQuill\t02/29/1980\nRooke')).toEqual([
    ['Last', 'DOB'],
    ['Quill', '02/29/1980'],
    ['Rooke', ''],
  ]);
  expect(cellsOf('a\tb\r\nc\t')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ]);
  expect(cellsOf('')).toEqual([]);
});

test('a quoted cell holds tabs, line ends and quotation marks; a mark that is never closed is one', () => {
  expect(cellsOf('"a\tb"\t"c\nd"\t"5\'10"" tall"')).toEqual([['a\tb', 'c\nd', '5\'10" tall']]);
  expect(cellsOf('"a\tb\nc\td')).toEqual([
    ['"a', 'b'],
    ['c', 'd'],
  ]);
});

test('whatever stands in the cells comes back from their text', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', 'é', ' ', ','), maxLength: 5 }).map((text) => `x${text}`);
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(table, (cells) => {
      expect(cellsOf(textOf(cells))).toEqual(cells);
    }),
  );
});

test('what is pasted into a cell goes on from there, and the grid grows', () => {
  expect(withPasted([['a', 'b']], 0, 1, [['x', 'y'], ['z']])).toEqual([
    ['a', 'x', 'y'],
    ['', 'z', ''],
  ]);
});

test('cells are changed one by one, and empty rows do not count', () => {
  const cells = withCell(withRow([['Last', 'First']]), 1, 0, 'Quill');
  expect(cells).toEqual([
    ['Last', 'First'],
    ['Quill', ''],
  ]);
  expect(countFilled(withRow(cells))).toBe(1);
  expect(textOf(withRow(cells))).toBe('Last\tFirst\nQuill\t');
});
