import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { accessMutants } from './access-mutants.mjs';
import { domainMutants } from './domain-mutants.mjs';
import { draw, everyMutant, mutantsOf } from './random-mutants.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

test.each([...accessMutants, ...domainMutants])('the text of the mutant "%s" stands once in %s', (_, file, from, to) => {
  expect(readFileSync(root + file, 'utf8').split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
});

test('a random mutant is one small change that can be read as a program', () => {
  const drawn = [...draw(everyMutant(root, /./), 7)].slice(0, 200);
  for (const { name, file, start, end, to } of drawn) {
    const source = readFileSync(root + file, 'utf8');
    expect(parseSync(file, source.slice(0, start) + to + source.slice(end)).errors, name).toEqual([]);
  }
});

test('types, texts and keys are not changed, and the same seed draws the same', () => {
  const source = "type A = 1 | 2;\nconst a: 3 = b.filter(c) ?? 'x';\nconst t = { 4: 'y' };\nif (!d && e < 5) f();";
  const mutants = mutantsOf('a.ts', source);
  expect(mutants.map(({ name }) => name)).toEqual([
    "a.ts:2: ?? 'x' -> (nothing)",
    'a.ts:2: .filter(c) -> (nothing)',
    'a.ts:4: !d && e < 5 -> true',
    'a.ts:4: !d && e < 5 -> false',
    'a.ts:4: && -> ||',
    'a.ts:4: ! -> (nothing)',
    'a.ts:4: < -> <=',
    'a.ts:4: 5 -> 6',
    'a.ts:4: f(); -> ;',
  ]);
  expect([...draw(mutants, 1)]).toEqual([...draw(mutants, 1)]);
  expect(new Set(draw(mutants, 2))).toEqual(new Set(mutants));
});
