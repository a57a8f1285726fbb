import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rules } from './dependency-rules.mjs';
import { checkDependencies } from './deps.mjs';

const fixture = fileURLToPath(new URL('./deps-fixture', import.meta.url));
const named = [...rules.map((rule) => rule.name), 'resolvable', 'no-module-cycle', 'no-feature-cycle'];

test.each(named)('a tree that breaks %s is reported for that and nothing else', (rule) => {
  const reported = checkDependencies(join(fixture, rule)).map((violation) => violation.rule);

  expect(new Set(reported)).toEqual(new Set([rule]));
});

test('a tree that breaks nothing is not reported', () => {
  expect(checkDependencies(join(fixture, 'nothing-wrong'))).toEqual([]);
});

test('every folder of the fixture stands for a rule', () => {
  expect(readdirSync(fixture).toSorted()).toEqual([...named, 'nothing-wrong'].toSorted());
});
