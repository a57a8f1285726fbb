import { expect, test } from 'vitest';
import {
  aDate,
  aLine,
  anEntity,
  answerOf,
  CALENDAR_YEAR,
  FAM,
  IND,
  MENTAL_HEALTH,
  REMAINING,
  YEAR_TO_DATE,
} from '../../../test/answers.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerLine } from './payer-answer.ts';

const deductible = (over: Partial<AnswerLine>) => aLine({ kind: 'C', level: IND, network: 'in', ...over });
const benefitsOf = (...lines: AnswerLine[]) => normalizeCoverage(answerOf(...lines)).plans[0]?.benefit_groups[0]?.benefits ?? [];

test('a total and what is left of it become one benefit whose met is their difference', () => {
  const benefits = benefitsOf(
    deductible({ id: 'total', amount: '1500', period: CALENDAR_YEAR }),
    deductible({ id: 'left', amount: '320.25', period: REMAINING }),
  );

  expect(benefits).toHaveLength(1);
  expect(benefits[0]).toMatchObject({
    amount: '1500.00',
    period_code: '23',
    total: '1500.00',
    remaining: '320.25',
    remaining_period: 'Remaining',
    met: '1179.75',
    met_computed: true,
    line_ids: ['left', 'total'],
  });
});

test('one row with total and remaining reads like the two lines of another sender', () => {
  const asRow = benefitsOf(
    deductible({
      amount: '500',
      period: CALENDAR_YEAR,
      total: '500',
      totalPeriod: CALENDAR_YEAR,
      remaining: '120',
      remainingPeriod: REMAINING,
    }),
  );
  const asLines = benefitsOf(deductible({ amount: '500', period: CALENDAR_YEAR }), deductible({ amount: '120', period: REMAINING }));

  const withoutIds = (benefits: typeof asRow) => benefits.map((benefit) => ({ ...benefit, line_ids: [] }));
  expect(withoutIds(asRow)).toEqual(withoutIds(asLines));
});

test.each([
  ['only the remaining has an amount beside a total', { amount: '120', period: REMAINING, total: '500', totalPeriod: CALENDAR_YEAR }],
  ['the total stands without an amount', { total: '500', totalPeriod: CALENDAR_YEAR, remaining: '120', remainingPeriod: REMAINING }],
])('a row in which %s shows total 500, left 120, met 380', (_case, over) => {
  expect(benefitsOf(deductible(over))).toMatchObject([{ amount: '500.00', total: '500.00', remaining: '120.00', met: '380.00' }]);
});

test('nothing left means met, and zero is shown as a value', () => {
  const [benefit] = benefitsOf(deductible({ amount: '500', period: CALENDAR_YEAR }), deductible({ amount: '0', period: REMAINING }));
  expect(benefit).toMatchObject({ remaining: '0.00', met: '500.00' });
});

const DIFFERENCES: [string, Partial<AnswerLine>, Partial<AnswerLine>?][] = [
  ['service', { service: MENTAL_HEALTH }],
  ['level', { level: FAM }],
  ['network', { network: 'out' }],
  ['network, where one line applies to both', { network: 'both' }],
  ['kind', { kind: 'G' }],
  ['insurance type', { insuranceType: { code: 'PR', text: 'PPO' } }, { insuranceType: { code: 'HM', text: 'HMO' } }],
  ['place of service', { placeOfService: { code: '11', text: 'Office' } }, { placeOfService: { code: '02', text: 'Telehealth' } }],
];
test.each(DIFFERENCES)('a total and a remaining of a different %s are not paired', (_what, ofRemaining, ofTotal = {}) => {
  const coverage = normalizeCoverage(
    answerOf(
      deductible({ amount: '1500', period: CALENDAR_YEAR, ...ofTotal }),
      deductible({ amount: '320', period: REMAINING, ...ofRemaining }),
    ),
  );
  const benefits = coverage.plans.flatMap((plan) => plan.benefit_groups.flatMap((group) => group.benefits));

  expect(benefits).toHaveLength(2);
  expect(benefits.map((benefit) => benefit.met)).toEqual([null, null]);
});

test('two candidate totals are both shown and nothing is computed', () => {
  const benefits = benefitsOf(
    deductible({ amount: '1500', period: CALENDAR_YEAR }),
    deductible({ amount: '1500', period: { code: '25', text: 'Contract' } }),
    deductible({ amount: '320', period: REMAINING }),
  );

  expect(benefits).toHaveLength(3);
  expect(benefits.every((benefit) => benefit.met === null)).toBe(true);
});

test('two remainings that differ are both shown and nothing is computed', () => {
  const benefits = benefitsOf(
    deductible({ amount: '1500', period: CALENDAR_YEAR }),
    deductible({ amount: '320', period: REMAINING }),
    deductible({ amount: '900', period: REMAINING }),
  );

  expect(new Set(benefits.map((benefit) => benefit.remaining))).toEqual(new Set(['320.00', '900.00', null]));
  expect(benefits.every((benefit) => benefit.met === null)).toBe(true);
});

test('a remaining above its total is shown as sent and nothing is computed', () => {
  const [benefit] = benefitsOf(deductible({ amount: '500', period: CALENDAR_YEAR }), deductible({ amount: '700', period: REMAINING }));
  expect(benefit).toMatchObject({ total: '500.00', remaining: '700.00', met: null });
});

test('lifetime totals pair with lifetime remaining only', () => {
  const lifetime = { code: '32', text: 'Lifetime' };
  expect(benefitsOf(deductible({ amount: '500', period: lifetime }), deductible({ amount: '100', period: REMAINING }))).toHaveLength(2);
  expect(
    benefitsOf(
      deductible({ amount: '500', period: lifetime }),
      deductible({ amount: '100', period: { code: '33', text: 'Lifetime Remaining' } }),
    ),
  ).toMatchObject([{ total: '500.00', remaining: '100.00', met: '400.00' }]);
});

test('a total per admission is not the total that a remaining belongs to', () => {
  const benefits = benefitsOf(
    deductible({ amount: '500', period: { code: '36', text: 'Admission' } }),
    deductible({ amount: '100', period: REMAINING }),
  );
  expect(benefits).toHaveLength(2);
});

test('what the payer says was used is met as sent, not computed', () => {
  const [benefit] = benefitsOf(deductible({ amount: '500', period: CALENDAR_YEAR }), deductible({ amount: '80', period: YEAR_TO_DATE }));
  expect(benefit).toMatchObject({ total: '500.00', remaining: null, met: '80.00', met_computed: false });
});

test('two sources of met that agree become one, and two that disagree are both shown', () => {
  const total = deductible({ amount: '500', period: CALENDAR_YEAR });
  const left = deductible({ amount: '120', period: REMAINING });
  expect(benefitsOf(total, left, deductible({ amount: '380', period: YEAR_TO_DATE }))).toMatchObject([
    { met: '380.00', met_computed: false },
  ]);

  const disagreeing = benefitsOf(total, left, deductible({ amount: '400', period: YEAR_TO_DATE }));
  expect(new Set(disagreeing.map((benefit) => benefit.met))).toEqual(new Set(['380.00', '400.00']));
});

test('notes of a folded line stay with the benefit', () => {
  const [benefit] = benefitsOf(
    deductible({ amount: '500', period: CALENDAR_YEAR, texts: ['Embedded deductible'] }),
    deductible({ amount: '120', period: REMAINING, texts: ['As of yesterday'], facts: [{ label: 'Accumulator', value: 'A7' }] }),
  );
  expect(benefit).toMatchObject({
    text: 'Embedded deductible',
    payer_notes: ['As of yesterday'],
    facts: [{ label: 'Accumulator', value: 'A7' }],
  });
});

test('a sender of words instead of codes is paired alike', () => {
  const [benefit] = benefitsOf(
    aLine({
      kind: '',
      kindText: 'Deductible',
      level: { code: null, text: 'Individual' },
      amount: '500',
      period: { code: null, text: 'Calendar Year' },
    }),
    aLine({
      kind: '',
      kindText: 'Deductible',
      level: { code: null, text: 'Individual' },
      amount: '100',
      period: { code: null, text: 'Remaining' },
    }),
  );
  expect(benefit).toMatchObject({ level_code: 'IND', total: '500.00', remaining: '100.00', met: '400.00' });
});

const part = (name: string, code: string) => ({ planName: name, insuranceType: { code, text: `Medicare Part ${code}` } });

test('parts of a plan that the payer keeps apart by name or insurance type are paired by themselves', () => {
  const benefits = benefitsOf(
    deductible({ amount: '1600', period: CALENDAR_YEAR, ...part('Hospital', 'MA') }),
    deductible({ amount: '240', period: CALENDAR_YEAR, ...part('Medical', 'MB') }),
    deductible({ amount: '100', period: REMAINING, ...part('Medical', 'MB') }),
    deductible({ amount: '5', period: REMAINING }),
  );
  expect(new Set(benefits.map((benefit) => [benefit.description, benefit.total, benefit.remaining, benefit.met].join()))).toEqual(
    new Set(['Hospital,1600.00,,', 'Medical,240.00,100.00,140.00', ',,5.00,']),
  );
});

const place = { code: '11', text: 'Office' };
const visits = { value: '20', qualifier: { code: 'VS', text: 'Visits' } };

test.each<[string, Partial<AnswerLine>, Partial<AnswerLine>]>([
  ['authorization', { authorization: 'yes' }, { authorization: 'no' }],
  ['authorization, where one payer cannot say', { authorization: 'yes' }, { authorization: 'unknown' }],
  ['begin', { dates: [aDate({ qualifier: '348', from: '2026-01-01' })] }, { dates: [aDate({ qualifier: '348', from: '2026-02-01' })] }],
  ['end', { dates: [aDate({ qualifier: '349', to: '2026-11-30' })] }, { dates: [aDate({ qualifier: '349', to: '2026-12-31' })] }],
  ['place of service', { placeOfService: place }, { placeOfService: { code: '02', text: 'Telehealth' } }],
  ['quantity', { quantity: visits }, { quantity: { ...visits, value: '30' } }],
])('a total, a remaining and a used sum of a different %s stay apart', (_what, ofTotal, ofOther) => {
  for (const period of [REMAINING, YEAR_TO_DATE]) {
    const benefits = benefitsOf(
      deductible({ amount: '1500', period: CALENDAR_YEAR, ...ofTotal }),
      deductible({ amount: '320', period, ...ofOther }),
    );
    expect(benefits).toHaveLength(2);
    expect(benefits.every((benefit) => benefit.met_computed)).toBe(false);
  }
});

test('what only one of total, remaining and used sum says of the limit is said of the benefit', () => {
  const details: Partial<AnswerLine> = {
    authorization: 'yes',
    planName: 'Gold',
    placeOfService: place,
    insuranceType: { code: 'PR', text: 'PPO' },
    quantity: visits,
    dates: [
      aDate({ qualifier: '348', from: '2026-01-01' }),
      aDate({ qualifier: '349', to: '2026-12-31' }),
      aDate({ label: 'odd date', from: '2026-05-05' }),
    ],
    deliveries: [{ quantity: '1', quantityQualifier: null, per: 'Month', periods: null, period: null, pattern: null, time: null }],
    entities: [anEntity({ name: 'Cedar Behavioral' })],
    facts: [{ label: 'Accumulator', value: 'A7' }],
    texts: ['Embedded'],
  };
  const said = {
    auth_required: true,
    description: 'Gold',
    place_of_service: 'Office',
    insurance_type: 'PPO',
    quantity: { value: '20', qualifier: 'Visits', qualifier_code: 'VS' },
    benefit_start: '2026-01-01',
    benefit_end: '2026-12-31',
    dates: [{ label: 'odd date' }],
    delivery_information: ['1 per Month'],
    contacts: [{ name: 'Cedar Behavioral' }],
    facts: [{ label: 'Accumulator', value: 'A7' }],
    total: '1500.00',
  };
  for (const at of [0, 1, 2]) {
    const lines = [
      { amount: '1500', period: CALENDAR_YEAR },
      { amount: '320', period: REMAINING },
      { amount: '1180', period: YEAR_TO_DATE },
    ].map((line, index) => deductible({ id: `l${index}`, ...line, ...(index === at ? details : {}) }));
    const benefits = benefitsOf(...lines);
    expect(benefits).toHaveLength(1);
    expect(benefits[0]).toMatchObject({ ...said, remaining: '320.00', met: '1180.00', met_computed: false, line_ids: ['l0', 'l1', 'l2'] });
    expect([benefits[0]?.text, ...(benefits[0]?.payer_notes ?? [])].filter((text) => text !== null)).toEqual(['Embedded']);
    const twice = benefitsOf(...lines.map((line) => ({ ...line, ...details })));
    expect(twice).toMatchObject([{ ...said, payer_notes: [] }]);
  }
});

test.each<[string, Partial<AnswerLine>, Record<string, unknown>]>([
  [
    'what was used beside a total',
    { amount: '80', period: YEAR_TO_DATE, total: '500', totalPeriod: CALENDAR_YEAR },
    { amount: '500.00', period_code: '23', total: '500.00', met: '80.00', met_computed: false },
  ],
  [
    'what is left of a lifetime beside its total',
    { amount: '100', period: { code: '33', text: null }, total: '500', totalPeriod: { code: '32', text: null } },
    { amount: '500.00', total: '500.00', remaining: '100.00', met: '400.00', met_computed: true },
  ],
  [
    'what is left twice alike, beside a total',
    { amount: '120', period: REMAINING, total: '500', totalPeriod: CALENDAR_YEAR, remaining: '120.00', remainingPeriod: REMAINING },
    { amount: '500.00', total: '500.00', remaining: '120.00', met: '380.00' },
  ],
  [
    'what is left twice, not alike',
    { amount: '120', period: REMAINING, total: '500', totalPeriod: CALENDAR_YEAR, remaining: '130', remainingPeriod: REMAINING },
    { amount: '120.00', total: '500.00', remaining: '130.00', met: null },
  ],
  ['what is left without a total', { amount: '120', period: REMAINING }, { amount: '120.00', total: null, remaining: '120.00', met: null }],
  [
    'what is left in its column alone',
    { remaining: '120', remainingPeriod: REMAINING },
    { amount: null, total: null, remaining: '120.00', met: null },
  ],
  [
    'what was used without a total',
    { amount: '80', period: YEAR_TO_DATE },
    { amount: '80.00', total: null, remaining: null, met: '80.00' },
  ],
  [
    'a remaining column that repeats the period of the total',
    { amount: '500', period: CALENDAR_YEAR, remaining: '120', remainingPeriod: CALENDAR_YEAR },
    { total: '500.00', remaining: '120.00', met: '380.00' },
  ],
  [
    'a remaining of another span than the total',
    { amount: '500', period: CALENDAR_YEAR, remaining: '120', remainingPeriod: { code: '33', text: null } },
    { total: '500.00', remaining: '120.00', met: null },
  ],
  [
    'an amount beside a total that differs',
    { amount: '400', period: CALENDAR_YEAR, total: '500', totalPeriod: CALENDAR_YEAR, remaining: '120', remainingPeriod: REMAINING },
    { amount: '400.00', total: '500.00', remaining: '120.00', met: null },
  ],
  [
    'a negative remaining',
    { amount: '500', period: CALENDAR_YEAR, remaining: '-1', remainingPeriod: REMAINING },
    { remaining: '-1.00', met: null },
  ],
  [
    'a limit that is none',
    { amount: '999999.99', period: CALENDAR_YEAR, remaining: '120', remainingPeriod: REMAINING },
    { no_limit: true, met: null },
  ],
  ['a share', { percent: '20', period: CALENDAR_YEAR }, { amount: '20', unit: 'percent', total: null, met: null }],
  ['a year of service', { amount: '500', period: { code: '22', text: null } }, { total: '500.00' }],
  ['a year of contract', { amount: '500', period: { code: '25', text: null } }, { total: '500.00' }],
  ['an amount of an episode', { amount: '500', period: { code: '26', text: null } }, { amount: '500.00', total: null }],
])('%s is read as such', (_what, line, read) => {
  expect(benefitsOf(deductible(line))).toMatchObject([read]);
});

test('a total of a year, its lifetime total and what is left of each are two benefits', () => {
  const benefits = benefitsOf(
    deductible({ amount: '500', period: CALENDAR_YEAR }),
    deductible({ amount: '100', period: REMAINING }),
    deductible({ amount: '9000', period: { code: '32', text: 'Lifetime' } }),
    deductible({ amount: '8000', period: { code: '33', text: 'Lifetime Remaining' } }),
  );
  expect(benefits.map(({ total, remaining, met }) => [total, remaining, met])).toEqual([
    ['500.00', '100.00', '400.00'],
    ['9000.00', '8000.00', '1000.00'],
  ]);
});

test('beside a remaining of its own, a second one that says the same is folded in and one that differs is shown', () => {
  const total = deductible({ amount: '500', period: CALENDAR_YEAR, remaining: '120', remainingPeriod: REMAINING });
  expect(benefitsOf(total, deductible({ amount: '120', period: REMAINING }))).toMatchObject([{ remaining: '120.00', met: '380.00' }]);
  const apart = benefitsOf(total, deductible({ amount: '130', period: REMAINING }), deductible({ amount: '80', period: YEAR_TO_DATE }));
  expect(new Set(apart.map(({ remaining, met }) => `left ${remaining}, met ${met}`))).toEqual(
    new Set(['left 120.00, met null', 'left 130.00, met null', 'left null, met 80.00']),
  );
});
