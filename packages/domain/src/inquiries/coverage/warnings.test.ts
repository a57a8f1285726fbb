import { expect, test } from 'vitest';
import {
  aDate,
  aLine,
  anEntity,
  aPerson,
  aPlan,
  CALENDAR_YEAR,
  IND,
  MENTAL_HEALTH,
  REMAINING,
  YEAR_TO_DATE,
} from '../../../test/answers.ts';
import { kindsOf, warningsOf, withLines, withPlan } from '../../../test/warnings.ts';

test('a plain active answer of today warns of nothing', () => {
  expect(warningsOf()).toEqual([]);
});

test.each([
  ['5', 'at-risk'],
  ['2', 'capitated'],
  ['3', 'capitated'],
  ['4', 'capitated'],
  ['6', 'inactive'],
  ['7', 'inactive-may-change'],
  ['8', 'inactive-may-change'],
])('a plan of status %s warns: %s', (code, kind) => {
  expect(kindsOf(withPlan({ status: { code, text: null } }))).toEqual([kind]);
});

test('a behavioural service that is not active under an active plan is named', () => {
  const [warning] = warningsOf(withLines(aLine({ kind: '6', service: MENTAL_HEALTH })));
  expect(warning).toMatchObject({ kind: 'inactive', title: 'Mental Health is not active under this plan' });
});

test('another service that is not active does not warn', () => {
  expect(kindsOf(withLines(aLine({ kind: '6', service: { code: '35', text: 'Dental Care' } })))).toEqual([]);
});

test('no status is not a warning of inactivity', () => {
  expect(kindsOf(withPlan({ status: null }))).toEqual([]);
});

const end = (to: string) => withPlan({ dates: [aDate({ qualifier: '347', label: 'Plan end', to })] });

test.each([
  ['2026-03-20', ['plan-ended']],
  ['2026-03-21', ['plan-ends-soon']],
  ['2026-03-28', ['plan-ends-soon']],
  ['2026-03-29', []],
  ['9999-12-31', []],
])('a plan that ends on %s, read on 21 March, warns: %s', (to, kinds) => {
  expect(kindsOf(end(to))).toEqual(kinds);
});

test('the day asked for decides: a plan that ran then but has ended since says so', () => {
  const over = { ...end('2026-03-10'), input: { asOfDate: '2026-03-01' } };
  expect(warningsOf(over)).toMatchObject([{ kind: 'plan-ended', title: 'The plan has ended on 03/10/2026' }]);
});

const answeredFor = (from: string, to = from) => ({ answer: { answeredFor: [aDate({ label: 'Date of service', from, to })] } });

test('an answer for another day than the one asked for says which, and is a warning', () => {
  expect(warningsOf({ ...answeredFor('2026-03-21'), input: { asOfDate: '2026-03-01' } })).toMatchObject([
    {
      kind: 'answer-for-other-date',
      severity: 'warning',
      title: 'The answer is for 03/21/2026, not for the date asked for (03/01/2026)',
    },
  ]);
});

test.each([
  ['that very day', answeredFor('2026-03-01'), []],
  ['a period around it', answeredFor('2026-02-27', '2026-03-31'), []],
  ['a period after it', answeredFor('2026-03-02', '2026-03-31'), ['answer-for-other-date']],
  ['a day nobody can read', { answer: { answeredFor: [aDate({ text: 'soon' })] } }, []],
  ['no day', {}, []],
  [
    'another day by the service date of the plan',
    withPlan({ dates: [aDate({ qualifier: '472', from: '2026-03-21', to: '2026-03-21' })] }),
    ['answer-for-other-date'],
  ],
])('asked for 1 March, an answer for %s warns: %s', (_what, answer, kinds) => {
  expect(kindsOf({ ...answer, input: { asOfDate: '2026-03-01' } })).toEqual(kinds);
});

test.each([
  ['2026-03-20', []],
  ['2026-03-21', []],
  ['2026-03-22', []],
  ['2026-03-19', ['answer-for-other-date']],
  ['2026-03-23', ['answer-for-other-date']],
])('asked in the last hour of 20 March and answered a day later, an answer for %s warns: %s', (day, kinds) => {
  // 20 March in America, 21 March in UTC; asked anew by the job until it was answered.
  const input = { createdAt: '2026-03-21T03:30:00Z', answeredAt: '2026-03-22T03:00:00Z', now: new Date('2026-03-22T04:00:00Z') };
  expect(kindsOf({ ...answeredFor(day), input })).toEqual(kinds);
});

test('a plan that starts after the day asked for has not started', () => {
  const starts = withPlan({ dates: [aDate({ qualifier: '346', label: 'Plan begin', from: '2026-04-01' })] });
  expect(kindsOf(starts)).toEqual(['plan-not-started']);
  expect(kindsOf({ ...starts, input: { asOfDate: '2026-04-01' } })).toEqual([]);
});

test('of several beginnings the latest counts', () => {
  const dates = [
    aDate({ qualifier: '346', label: 'Plan begin', from: '2026-04-01' }),
    aDate({ qualifier: '356', label: 'Eligibility begin', from: '2026-01-01' }),
  ];
  const titles = (order: typeof dates) => warningsOf(withPlan({ dates: order })).map(({ title }) => title);
  expect([titles(dates), titles(dates.toReversed())].flat()).toEqual([
    'The plan starts on 04/01/2026, after the date asked for',
    'The plan starts on 04/01/2026, after the date asked for',
  ]);
});

const paid = (to: string) => withPlan({ dates: [aDate({ qualifier: '343', label: 'Premium paid to date end', to })] });

test('premiums paid until before the day asked for warn, until that day they do not', () => {
  expect(kindsOf(paid('2026-02-28'))).toEqual(['premium-paid-until']);
  expect(kindsOf(paid('2026-03-21'))).toEqual([]);
});

test('an end date on the behavioural service overrides the plan', () => {
  const dates = [aDate({ qualifier: '349', label: 'Benefit end', to: '2026-02-28' })];
  expect(kindsOf(withLines(aLine({ service: MENTAL_HEALTH, dates })))).toEqual(['plan-ended']);
});

test.each([
  ['last year', '2025-12-31T20:00:00Z', '2026-01-01T18:00:00Z', ['stale-plan-year']],
  ['last month', '2026-02-27T20:00:00Z', '2026-03-21T18:00:00Z', ['stale-month']],
  ['this month', '2026-03-01T20:00:00Z', '2026-03-21T18:00:00Z', []],
])('an answer of %s warns accordingly', (_when, answered, now, kinds) => {
  expect(kindsOf({ input: { createdAt: answered, answeredAt: answered, now: new Date(now) } })).toEqual(kinds);
});

test('an answer of last year names the year, and one of last month its day', () => {
  const titleOf = (answered: string, now: string) =>
    warningsOf({ input: { createdAt: answered, answeredAt: answered, now: new Date(now) } }).map(({ title }) => title);
  expect(titleOf('2025-12-31T20:00:00Z', '2026-01-01T18:00:00Z')).toEqual(['This answer is from 2025']);
  expect(titleOf('2026-02-27T20:00:00Z', '2026-03-21T18:00:00Z')).toEqual(['This answer is from 02/27/2026, an earlier month']);
});

test('an expired answer says so once, in the known words, and the gravest comes first', () => {
  const createdAt = '2025-12-01T20:00:00Z';
  expect(warningsOf({ input: { createdAt, answeredAt: createdAt } })).toMatchObject([
    {
      kind: 'expired',
      severity: 'danger',
      title: 'This inquiry was last verified on 12/01/2025 and is out of date. Please resubmit for the most current data.',
    },
  ]);
});

test('the day of the answer is that of the practice, not of UTC', () => {
  const createdAt = '2026-01-01T03:00:00Z';
  const now = new Date('2026-01-02T18:00:00Z');
  expect(kindsOf({ input: { createdAt, answeredAt: createdAt, now, zone: 'America/Los_Angeles' } })).toEqual(['stale-plan-year']);
  expect(kindsOf({ input: { createdAt, answeredAt: createdAt, now, zone: 'Europe/Berlin' } })).toEqual([]);
});

test('an active plan without any behavioural cost says that this is normal', () => {
  expect(kindsOf({ answer: { lines: [aLine({ kind: 'C', level: IND, amount: '500' })], askedServiceTypes: ['30'] } })).toEqual([
    'no-behavioural-cost',
  ]);
});

test('a record that differs shows both values', () => {
  const over = {
    answer: { patient: { ...aPerson({ lastName: 'Stone' }), relationship: null } },
    input: { submission: { patientLastName: 'Stein' } },
  };
  expect(warningsOf(over)).toMatchObject([
    { kind: 'records-differ', title: 'Update your records', facts: [{ label: 'Last name', value: 'entered Stein, the payer has Stone' }] },
  ]);
});

test('several plans are listed with their status', () => {
  const plans = [aPlan({ name: 'A', status: { code: '1', text: 'Active' } }), aPlan({ name: 'B' })];
  expect(warningsOf({ answer: { plans } })).toMatchObject([
    {
      kind: 'several-plans',
      severity: 'info',
      facts: [
        { label: 'A', value: 'Active' },
        { label: 'B', value: 'no status returned' },
      ],
    },
  ]);
});

const deductible = { kind: 'C', level: IND } as const;
test.each([
  [
    'remaining above total',
    [aLine({ ...deductible, amount: '500', period: CALENDAR_YEAR }), aLine({ ...deductible, amount: '900', period: REMAINING })],
  ],
  ['two amounts for the same thing', [aLine({ kind: 'B', amount: '20' }), aLine({ kind: 'B', amount: '30' })]],
  ['active and inactive', [aLine({ kind: '1', service: MENTAL_HEALTH }), aLine({ kind: '6', service: MENTAL_HEALTH })]],
  [
    'met that does not add up',
    [
      aLine({
        ...deductible,
        amount: '450',
        period: YEAR_TO_DATE,
        total: '500',
        totalPeriod: CALENDAR_YEAR,
        remaining: '100',
        remainingPeriod: REMAINING,
      }),
    ],
  ],
])('%s is a contradiction', (_what, lines) => {
  expect(kindsOf(withLines(...lines))).toContain('contradicting-lines');
});

test.each([
  ['a telehealth and an office copay', { texts: ['TELEHEALTH'] }, { texts: ['OFFICE'] }],
  ['two places of service', { placeOfService: { code: '02', text: 'Telehealth' } }, { placeOfService: { code: '11', text: 'Office' } }],
  ['two networks', { network: 'in' as const }, { network: 'out' as const }],
  ['two levels', { level: IND }, { level: { code: 'FAM', text: 'Family' } }],
])('%s with different amounts are no contradiction', (_what, a, b) => {
  expect(kindsOf(withLines(aLine({ kind: 'B', amount: '20', ...a }), aLine({ kind: 'B', amount: '30', ...b })))).toEqual([]);
});

test('lines that must be prominent are', () => {
  const warnings = warningsOf(
    withLines(
      aLine({ kind: 'I', service: { code: 'BB', text: 'Partial Hospitalization (Psychiatric)' } }),
      aLine({ kind: 'T', service: null }),
      aLine({ kind: 'F', service: MENTAL_HEALTH, quantity: { value: '30', qualifier: { code: 'VS', text: 'Visits' } } }),
      aLine({ kind: 'V', service: MENTAL_HEALTH }),
      aLine({ kind: 'I', service: { code: '33', text: 'Chiropractic' } }),
    ),
  );
  expect(warnings.map((warning) => [warning.severity, warning.title])).toEqual([
    ['danger', 'Not covered: Partial Hospitalization (Psychiatric)'],
    ['warning', 'The card was reported lost or stolen'],
    ['info', 'Limits: Mental Health'],
    ['info', 'The payer could not answer: Mental Health'],
  ]);
  expect(warnings[2]?.payer_words).toEqual(['Mental Health: 30 Visits']);
});

test('what is not covered out of network only is less grave than what is not covered at all', () => {
  const warnings = warningsOf(
    withLines(
      aLine({ kind: 'I', service: MENTAL_HEALTH, network: 'out' }),
      aLine({ kind: 'I', service: { code: 'RT', text: 'Residential' } }),
    ),
  );
  expect(warnings.map((warning) => [warning.severity, warning.title])).toEqual([
    ['danger', 'Not covered: Residential'],
    ['warning', 'Not covered out of network: Mental Health'],
  ]);
});

test('many services are counted instead of listed', () => {
  const lines = ['MH', 'A4', 'A6', 'A7', 'BB', 'BC'].map((code) => aLine({ kind: 'F', service: { code, text: code } }));
  expect(warningsOf(withLines(...lines))).toMatchObject([{ title: 'Limits: MH, A4, A7, BB and 2 more' }]);
});

test('of what the payer says of the patient a death alone ends the record', () => {
  const facts = [
    { label: 'Deceased', value: 'Y' },
    { label: 'Language', value: 'ES' },
  ];
  const [warning] = warningsOf({ answer: { patient: { ...aPerson({ facts }), relationship: null } } });
  expect(warning).toMatchObject({ kind: 'member-deceased', payer_words: ['Deceased'] });
  expect(kindsOf({ answer: { patient: { ...aPerson({ facts: facts.slice(1) }), relationship: null } } })).not.toContain('member-deceased');
});

test('a date of death comes first and is worded with care', () => {
  const [first] = warningsOf(
    withPlan({ status: { code: '6', text: 'Inactive' }, dates: [aDate({ qualifier: '442', label: 'Date of death', from: '2026-01-02' })] }),
  );
  expect(first).toMatchObject({ kind: 'member-deceased', title: "The payer's record of this patient has ended" });
});

test('partly invalid and silent answers are announced', () => {
  const notices = [{ kind: 'partly-invalid', text: 'Complete (Invalid Response)' }];
  expect(kindsOf({ answer: { notices, askedServiceTypes: ['A8', 'BB'] } })).toEqual(['partly-invalid', 'service-type-silent']);
});

test('a service type without an answer of its own is not called unmentioned where another answer speaks of it', () => {
  const titleFor = (serviceTypes: string[]) =>
    warningsOf({ answer: { notices: [{ kind: 'service-type-silent', text: 'Not answered yet.', serviceTypes }] } }).find(
      ({ kind }) => kind === 'service-type-silent',
    )?.title;
  // The answer tells a cost for A8.
  expect(titleFor(['A8'])).toMatch(/^No answer of its own for .*A8/);
  expect(titleFor(['A8', 'BB'])).toMatch(/^Nothing was said for [^,]*BB[^,]*$/);
});

test('asking under the platform is said in the known words', () => {
  expect(warningsOf({ input: { askedUnder: 'Coverlight Services' } })).toMatchObject([
    { kind: 'asked-under-platform', title: 'Asked under Coverlight Services; network facts may differ for your facility' },
  ]);
});

test('without coverage there is only the notice that it is out of date', () => {
  expect(kindsOf({ input: { coverage: null } })).toEqual(['expired']);
});

test('Medicare Advantage says not to bill original Medicare', () => {
  const [warning] = warningsOf(withPlan({ insuranceType: { code: 'HN', text: 'Health Maintenance Organization (HMO) - Medicare Risk' } }));
  expect(warning?.title).toBe('Medicare Advantage: do not bill original Medicare');
});

test('another payer without a stated order is named, and nobody is called primary', () => {
  const [warning, ...more] = warningsOf(withLines(aLine({ kind: 'R', entities: [anEntity({ name: 'Elm Mutual' })] })));
  expect(more).toEqual([]);
  expect(warning).toMatchObject({ kind: 'prominent-line', title: 'The payer also names Elm Mutual; it does not say who pays first' });
});
