import { expect, test } from 'vitest';
import { mergeProposals } from './merge-proposals.ts';

const payer = (name: string, ...known_at: string[]) => ({ id: `${name} ${known_at.join()}`, name, known_at });
const proposed = (...payers: ReturnType<typeof payer>[]) => mergeProposals(payers).map((group) => group.map(({ id }) => id));

test('payers of one name at different clearinghouses are proposed, however each writes it', () => {
  expect(
    proposed(
      payer('Cedar Mutual', 'first'),
      payer('Aspen', 'first'),
      payer('CEDAR  Mutual Insurance Co.', 'second'),
      payer('Cedar Mutual', 'third'),
    ),
  ).toEqual([['Cedar Mutual first', 'CEDAR  Mutual Insurance Co. second', 'Cedar Mutual third']]);
});

test('two that one clearinghouse knows under the same name are different payers to it', () => {
  expect(proposed(payer('Cedar', 'first'), payer('Cedar', 'first'), payer('Cedar', 'second'))).toEqual([]);
});

test('names that differ in what matters are not proposed', () => {
  expect(proposed(payer('Cedar of Ohio', 'first'), payer('Cedar of Iowa', 'second'))).toEqual([]);
});
