/** Which field a date fills, of a plan and of a line: by its X12 qualifier, else by its words (product.md 10.7). */
import { expect, test } from 'vitest';
import { aDate, aLine, anAnswer, answerOf, aPlan } from '../../../test/answers.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerDate, AnswerPlan } from './payer-answer.ts';

const NO_FIELDS: Record<
  'plan_start' | 'plan_end' | 'coverage_start' | 'coverage_end' | 'premium_paid_to_end_date' | 'last_update_date',
  string | null
> = {
  plan_start: null,
  plan_end: null,
  coverage_start: null,
  coverage_end: null,
  premium_paid_to_end_date: null,
  last_update_date: null,
};

function headOf(plan: Partial<AnswerPlan>, lineDates: AnswerDate[] = []) {
  const lines = lineDates.length === 0 ? [] : [aLine({ kind: '1', dates: lineDates })];
  const [read] = normalizeCoverage(anAnswer({ plans: [aPlan(plan)], lines })).plans;
  const fields = Object.fromEntries(Object.keys(NO_FIELDS).map((key) => [key, read?.[key as keyof typeof NO_FIELDS] ?? null]));
  return { fields, others: read?.dates.map(({ label }) => label) };
}

const FROM_TO = { from: '2026-01-01', to: '2026-12-31' };
const FILLED: [string, Partial<AnswerDate>, Partial<typeof NO_FIELDS>][] = [
  ['346', { from: '2026-01-01' }, { plan_start: '2026-01-01' }],
  ['347', { to: '2026-12-31' }, { plan_end: '2026-12-31' }],
  ['356', { from: '2026-01-01' }, { coverage_start: '2026-01-01' }],
  ['357', { to: '2026-12-31' }, { coverage_end: '2026-12-31' }],
  ['343', { to: '2026-12-31' }, { premium_paid_to_end_date: '2026-12-31' }],
  ['636', { from: '2026-01-01' }, { last_update_date: '2026-01-01' }],
  ['291', FROM_TO, { plan_start: '2026-01-01', plan_end: '2026-12-31' }],
  ['307', FROM_TO, { coverage_start: '2026-01-01', coverage_end: '2026-12-31' }],
  // A lone day may stand in either place of a date that is one day.
  ['346', { to: '2026-01-01' }, { plan_start: '2026-01-01' }],
  ['347', { from: '2026-12-31' }, { plan_end: '2026-12-31' }],
  // A span that is open at one end stays open.
  ['291', { from: '2026-01-01' }, { plan_start: '2026-01-01' }],
  ['307', { to: '2026-12-31' }, { coverage_end: '2026-12-31' }],
];

test.each(FILLED)('a date of qualifier %s that says %o fills %o', (qualifier, span, filled) => {
  const date = aDate({ qualifier, label: 'Some words', ...span });
  const expected = { fields: { ...NO_FIELDS, ...filled }, others: [] };
  expect(headOf({ dates: [date] })).toEqual(expected);
  // On a line that states the plan's status it fills what the plan left open.
  expect(headOf({}, [date])).toEqual(expected);
});

test.each<[string, Partial<AnswerDate>, Partial<typeof NO_FIELDS>]>([
  ['Plan begin', { from: '2026-01-01' }, { plan_start: '2026-01-01' }],
  ['Plan effective', { from: '2026-01-01' }, { plan_start: '2026-01-01' }],
  ['Plan end', { to: '2026-12-31' }, { plan_end: '2026-12-31' }],
  ['Plan termination', { to: '2026-12-31' }, { plan_end: '2026-12-31' }],
  ['Coverage start', { from: '2026-01-01' }, { coverage_start: '2026-01-01' }],
  ['Eligibility end', { to: '2026-12-31' }, { coverage_end: '2026-12-31' }],
  ['Premium paid to date end', { to: '2026-12-31' }, { premium_paid_to_end_date: '2026-12-31' }],
  ['Date of last update', { from: '2026-01-01' }, { last_update_date: '2026-01-01' }],
  ['Plan dates', FROM_TO, { plan_start: '2026-01-01', plan_end: '2026-12-31' }],
  ['Coverage', FROM_TO, { coverage_start: '2026-01-01', coverage_end: '2026-12-31' }],
  ['Eligibility dates', FROM_TO, { coverage_start: '2026-01-01', coverage_end: '2026-12-31' }],
])('a date without a qualifier that is called "%s" fills its field', (label, span, filled) => {
  expect(headOf({ dates: [aDate({ label: ` ${label} `, ...span })] })).toEqual({ fields: { ...NO_FIELDS, ...filled }, others: [] });
});

test('the plan period that a sender calls coverage is the coverage', () => {
  expect(headOf({ dates: [aDate({ qualifier: '291', label: 'Coverage dates', ...FROM_TO })] }).fields).toEqual({
    ...NO_FIELDS,
    coverage_start: '2026-01-01',
    coverage_end: '2026-12-31',
  });
});

test('what the plan says of its dates goes before what its lines say', () => {
  const later = [
    aDate({ qualifier: '291', label: 'Plan', from: '2026-02-02', to: '2026-11-11' }),
    aDate({ qualifier: '307', label: 'Eligibility', from: '2026-02-02', to: '2026-11-11' }),
    aDate({ qualifier: '343', label: 'Premium paid', to: '2026-11-11' }),
    aDate({ qualifier: '636', label: 'Update', from: '2026-02-02' }),
  ];
  const dates = later.map((date) => ({ ...date, from: date.from && '2026-01-01', to: date.to && '2026-12-31' }));
  expect(headOf({ dates }, later).fields).toEqual({
    plan_start: '2026-01-01',
    plan_end: '2026-12-31',
    coverage_start: '2026-01-01',
    coverage_end: '2026-12-31',
    premium_paid_to_end_date: '2026-12-31',
    last_update_date: '2026-01-01',
  });
});

test.each<[string, string, 'from' | 'to', keyof typeof NO_FIELDS, string]>([
  ['346', 'begins', 'from', 'plan_start', '2026-03-01'],
  ['356', 'begins of coverage', 'from', 'coverage_start', '2026-03-01'],
  ['636', 'updates', 'from', 'last_update_date', '2026-03-01'],
  ['347', 'ends', 'to', 'plan_end', '2026-02-01'],
  ['357', 'ends of coverage', 'to', 'coverage_end', '2026-02-01'],
  ['343', 'ends of paid premiums', 'to', 'premium_paid_to_end_date', '2026-02-01'],
])(
  'of two dates of qualifier %s (%s) the one that leaves less cover counts, and the other is shown',
  (qualifier, _what, side, field, day) => {
    const dates = ['2026-02-01', '2026-03-01'].map((each) => aDate({ qualifier, label: each, [side]: each }));
    for (const sent of [dates, dates.toReversed()]) {
      const { fields, others } = headOf({ dates: sent });
      expect([fields[field], others]).toEqual([day, ['2026-02-01', '2026-03-01'].filter((each) => each !== day)]);
    }
  },
);

test('the more exact date counts, whatever the other says', () => {
  const exact = aDate({ qualifier: '356', label: 'Eligibility begin', from: '2026-01-01' });
  const span = aDate({ qualifier: '307', label: 'Eligibility', from: '2026-02-01' });
  for (const dates of [
    [exact, span],
    [span, exact],
  ])
    expect(headOf({ dates })).toEqual({ fields: { ...NO_FIELDS, coverage_start: '2026-01-01' }, others: ['Eligibility'] });
});

test('a date that could not be read, or that nobody defined, is shown as it was sent', () => {
  const dates = [
    aDate({ qualifier: '346', label: 'unreadable', text: 'next spring', from: '2026-01-01' }),
    aDate({ qualifier: '999', label: 'odd' }),
  ];
  expect(headOf({ dates })).toEqual({ fields: NO_FIELDS, others: ['unreadable', 'odd'] });
});

function benefitDates(...dates: AnswerDate[]) {
  const [benefit] = normalizeCoverage(answerOf(aLine({ kind: 'B', amount: '25', dates }))).plans[0]?.benefit_groups[0]?.benefits ?? [];
  return [benefit?.benefit_start, benefit?.benefit_end, ...(benefit?.dates ?? []).map(({ label }) => label)];
}

test.each<[string, AnswerDate[], (string | null)[]]>([
  ['348 is the begin', [aDate({ qualifier: '348', from: '2026-01-01' })], ['2026-01-01', null]],
  ['349 is the end', [aDate({ qualifier: '349', to: '2026-12-31' })], [null, '2026-12-31']],
  ['292 is both', [aDate({ qualifier: '292', ...FROM_TO })], ['2026-01-01', '2026-12-31']],
  ['a lone day of 348 may stand in either place', [aDate({ qualifier: '348', to: '2026-01-01' })], ['2026-01-01', null]],
  ['a lone day of 349 may stand in either place', [aDate({ qualifier: '349', from: '2026-12-31' })], [null, '2026-12-31']],
  ['"Benefit begin" is the begin', [aDate({ label: 'Benefit begin', from: '2026-01-01' })], ['2026-01-01', null]],
  ['"Benefit end" is the end', [aDate({ label: 'Benefit end', to: '2026-12-31' })], [null, '2026-12-31']],
  ['"Benefit" is both', [aDate({ label: 'Benefit', ...FROM_TO })], ['2026-01-01', '2026-12-31']],
  [
    'the words of a date with another qualifier say nothing',
    [aDate({ qualifier: '472', label: 'Benefit', ...FROM_TO })],
    [null, null, 'Benefit'],
  ],
  [
    'begin and end of two dates belong together',
    [aDate({ qualifier: '348', from: '2026-01-01' }), aDate({ qualifier: '349', to: '2026-12-31' })],
    ['2026-01-01', '2026-12-31'],
  ],
  [
    'the same begin twice is said once',
    [aDate({ qualifier: '348', from: '2026-01-01' }), aDate({ qualifier: '292', ...FROM_TO })],
    ['2026-01-01', '2026-12-31'],
  ],
  [
    'a second begin that differs is shown',
    [aDate({ qualifier: '348', from: '2026-01-01' }), aDate({ qualifier: '348', label: 'other', from: '2026-02-01' })],
    ['2026-01-01', null, 'other'],
  ],
  [
    'a second end that differs is shown',
    [aDate({ qualifier: '349', to: '2026-12-31' }), aDate({ qualifier: '349', label: 'other', to: '2026-11-30' })],
    [null, '2026-12-31', 'other'],
  ],
  [
    'what could not be read is shown',
    [aDate({ qualifier: '348', label: 'other', from: '2026-01-01', text: 'soon' })],
    [null, null, 'other'],
  ],
])('of a line, %s', (_what, dates, read) => {
  expect(benefitDates(...dates)).toEqual(read);
});
