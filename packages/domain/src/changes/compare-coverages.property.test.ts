/** Laws of the comparison, over answers of every shape (product.md 18.4). */
import { changeSchema, notComparableSchema } from '@coverlight/contract/persons/changes.schema.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryAnswer } from '../../test/arbitrary-answers.ts';
import { normalizeCoverage } from '../inquiries/coverage/normalize-coverage.ts';
import type { PayerAnswer } from '../inquiries/coverage/payer-answer.ts';
import { gravityOf } from './change-codes.ts';
import { compareCoverages } from './compare-coverages.ts';

const DAY = '2026-05-04';
const OPTIONS = { endsSoonDays: 7, today: DAY };

const answered = (answer: PayerAnswer, source = 'one') => ({
  coverage: normalizeCoverage(answer, DAY),
  source,
  asked: ['30'],
  asOf: DAY,
  answeredAt: `${DAY}T15:00:00Z`,
});

const shuffled = fc.tuple(arbitraryAnswer(), fc.infiniteStream(fc.nat())).map(([answer, ranks]) => {
  const last = answer.plans.length - 1;
  const lines = answer.lines.map((line) => ({ line, rank: ranks.next().value ?? 0 })).toSorted((a, b) => a.rank - b.rank);
  const other: PayerAnswer = {
    ...answer,
    plans: answer.plans.toReversed(),
    lines: lines.map(({ line }) => ({ ...line, id: `x${line.id}`, plan: last - (line.plan > last ? 0 : line.plan) })),
  };
  return { answer, other };
});

test('an answer differs in nothing from itself, nor from itself in another order', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(shuffled, ({ answer, other }) => {
      expect(compareCoverages(answered(answer), answered(answer), OPTIONS).changes).toEqual([]);
      expect(compareCoverages(answered(answer), answered(other), OPTIONS).changes).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('whatever differs has a place, words, its own gravity, and lines that the answers have', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(arbitraryAnswer(), arbitraryAnswer(), fc.boolean(), (one, other, isOtherSource) => {
      const [before, after] = [answered(one), answered(other, isOtherSource ? 'two' : 'one')];
      const { changes, notComparable } = compareCoverages(before, after, OPTIONS);
      const [known, now] = [one, other].map((answer) => new Set(answer.lines.map(({ id }) => id)));
      for (const change of changes) {
        expect(changeSchema.parse(change)).toEqual(change);
        expect(change.gravity).toBe(gravityOf(change.code));
        expect(change.words.length).toBeGreaterThan(10);
        for (const id of change.before_line_ids) expect(known?.has(id)).toBe(true);
        for (const id of change.after_line_ids) expect(now?.has(id)).toBe(true);
      }
      const untold = isOtherSource ? ['now-silent', 'no-longer-silent', 'contact-changed'] : [];
      expect(changes.filter(({ code }) => untold.includes(code))).toEqual([]);
      for (const each of notComparable) expect(notComparableSchema.parse(each)).toEqual(each);
    }),
    { numRuns: 100 },
  );
});
