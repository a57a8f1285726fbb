/** Claims use up what a plan pays for: that and nothing else is told, however many there are and however the payer counts (product.md 18.4). */
import type { ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aLine, answerOf, CALENDAR_YEAR, FAM, IND, MENTAL_HEALTH, REMAINING, YEAR_TO_DATE } from '../../test/answers.ts';
import { normalizeCoverage } from '../inquiries/coverage/normalize-coverage.ts';
import type { AnswerLine } from '../inquiries/coverage/payer-answer.ts';
import { compareCoverages } from './compare-coverages.ts';

const OF_CLAIMS: ReadonlySet<ChangeCode> = new Set<ChangeCode>(['accumulated', 'deductible-met', 'out-of-pocket-met', 'limit-exhausted']);

/** In cents; a payer that counts in another way tells the same. */
interface Allowance {
  kind: 'C' | 'G';
  level: typeof IND;
  network: 'in' | 'out' | 'both';
  total: number;
  used: number;
  how: 'remaining' | 'used' | 'both' | 'columns';
}

interface State {
  allowances: Allowance[];
  visits: { total: number; used: number } | null;
}

const dollars = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

function linesOf({ allowances, visits }: State): AnswerLine[] {
  const ofAllowance = ({ kind, level, network, total, used, how }: Allowance): AnswerLine[] => {
    const head = { kind, level, network };
    const [whole, left] = [dollars(total), dollars(total - used)];
    if (how === 'columns')
      return [
        aLine({
          ...head,
          amount: whole,
          period: CALENDAR_YEAR,
          total: whole,
          totalPeriod: CALENDAR_YEAR,
          remaining: left,
          remainingPeriod: REMAINING,
        }),
      ];
    return [
      aLine({ ...head, amount: whole, period: CALENDAR_YEAR }),
      ...(how === 'used' ? [] : [aLine({ ...head, amount: left, period: REMAINING })]),
      ...(how === 'remaining' ? [] : [aLine({ ...head, amount: dollars(used), period: YEAR_TO_DATE })]),
    ];
  };
  const limit = (count: number, period: typeof REMAINING) =>
    aLine({
      kind: 'F',
      service: MENTAL_HEALTH,
      network: 'in',
      period,
      quantity: { value: String(count), qualifier: { code: 'VS', text: 'Visits' } },
    });
  return [
    aLine({ kind: '1' }),
    ...allowances.flatMap(ofAllowance),
    ...(visits === null ? [] : [limit(visits.total, CALENDAR_YEAR), limit(visits.total - visits.used, REMAINING)]),
  ];
}

const allowance = fc.record({
  kind: fc.constantFrom('C' as const, 'G' as const),
  level: fc.constantFrom(IND, FAM),
  network: fc.constantFrom('in' as const, 'out' as const, 'both' as const),
  total: fc.integer({ min: 1, max: 900_000 }),
  used: fc.constant(0),
  how: fc.constantFrom('remaining' as const, 'used' as const, 'both' as const, 'columns' as const),
});

const placeOf = ({ kind, level, network }: Allowance) => `${kind}|${level.code}|${network}`;

const start = fc.record({
  allowances: fc.uniqueArray(allowance, { selector: placeOf, minLength: 1, maxLength: 5 }),
  visits: fc.option(fc.record({ total: fc.integer({ min: 1, max: 40 }), used: fc.constant(0) })),
});

const claim = fc.record({ network: fc.constantFrom('in', 'out'), cents: fc.integer({ min: 0, max: 400_000 }), isVisit: fc.boolean() });

function after(state: State, { network, cents, isVisit }: { network: string; cents: number; isVisit: boolean }): State {
  return {
    allowances: state.allowances.map((each) =>
      each.network === 'both' || each.network === network ? { ...each, used: Math.min(each.total, each.used + cents) } : each,
    ),
    visits: state.visits && isVisit ? { ...state.visits, used: Math.min(state.visits.total, state.visits.used + 1) } : state.visits,
  };
}

const answered = (state: State, asOf: string) => ({
  coverage: normalizeCoverage(answerOf(...linesOf(state)), asOf),
  source: 'one',
  asked: ['30'],
  asOf,
  answeredAt: `${asOf}T15:00:00Z`,
});

/** Null: what is told of the claims is as it should be. */
function wrongIn(before: ReturnType<typeof answered>, now: ReturnType<typeof answered>): string | null {
  const { changes, notComparable } = compareCoverages(before, now, { endsSoonDays: 7, today: '2026-06-01' });
  const places = changes.map(({ code, place }) => `${code} ${place.level} ${place.network}`);
  const isUseOnly = notComparable.length === 0 && changes.every(({ code }) => OF_CLAIMS.has(code));
  return isUseOnly && new Set(places).size === places.length ? null : places.join('; ');
}

test('of 10,000 sequences of claims only use is told, once for each level and network', { timeout: 300_000 }, () => {
  const law = fc.property(start, fc.array(claim, { minLength: 1, maxLength: 2 }), (first, claims) => {
    let state: State = first;
    let before = answered(state, '2026-03-01');
    for (const each of claims) {
      state = after(state, each);
      const now = answered(state, '2026-06-01');
      const wrong = wrongIn(before, now);
      if (wrong !== null) throw new Error(wrong);
      before = now;
    }
  });
  expect(fc.check(law, { numRuns: 10_000 })).toMatchObject({ failed: false });
});
