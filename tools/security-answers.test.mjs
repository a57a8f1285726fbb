import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rows = readFileSync(new URL('../docs/security-answers.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+ /.test(line));

test('forty questions are answered, each by what stands in this repository', () => {
  expect(rows).toHaveLength(40);
  const named = rows.map((row) => [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path));
  expect(named.filter((paths) => paths.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
});
