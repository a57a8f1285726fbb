import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  ['plain text', 'login', '"login"'],
  ['a quote', 'a "b"', '"a ""b"""'],
  ['a line break', 'a\nb', '"a\nb"'],
  ['a formula', '=1+1', '"\'=1+1"'],
  ['a plus', '+1', '"\'+1"'],
  ['a minus', '-1', '"\'-1"'],
  ['an at sign', '@SUM(A1)', '"\'@SUM(A1)"'],
  ['a formula behind a blank', ' =1', '"\' =1"'],
  ['a tab', '\t=1', '"\'\t=1"'],
])('a cell with %s', (_condition, cell, line) => {
  expect(csvLine([cell])).toBe(`${line}\r\n`);
});
