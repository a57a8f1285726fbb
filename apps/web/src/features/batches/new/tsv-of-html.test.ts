import { expect, test } from 'vitest';
import { tsvOfHtml } from './tsv-of-html.ts';

test('a table becomes rows of text with tabs', () => {
  const html =
    '<meta charset="utf-8"><table><thead><tr><th>Last</th><th>DOB</th></tr></thead><tr><td> O’Neil\n &amp; Co </td><td>1/2/1980</td></tr></table>';

  expect(tsvOfHtml(html)).toBe('Last\tDOB\nO’Neil & Co\t1/2/1980');
});

test('tabs, line ends and quotation marks in a cell are quoted', () => {
  expect(tsvOfHtml('<table><tr><td>a<br>b</td><td>5\'10" tall</td></tr></table>')).toBe('"a\nb"\t"5\'10"" tall"');
});

test('a cell over several columns leaves those beside it empty', () => {
  expect(tsvOfHtml('<table><tr><td colspan="3">a</td><td>b</td></tr></table>')).toBe('a\t\t\tb');
  expect(tsvOfHtml('<table><tr><td colspan="1000">a</td></tr></table>')?.split('\t')).toHaveLength(200);
});

test('what holds no table is none', () => {
  expect(tsvOfHtml('<p>a\tb</p>')).toBeNull();
  expect(tsvOfHtml('<table></table>')).toBeNull();
});

test('nothing that stands in a table is run', () => {
  expect(tsvOfHtml('<table><tr><td><img src=x onerror="globalThis.ran = true">a</td></tr></table>')).toBe('a');
  expect(globalThis).not.toHaveProperty('ran');
});
