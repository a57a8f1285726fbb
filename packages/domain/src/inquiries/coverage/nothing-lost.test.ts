/** What was sent is shown: each test sends a word of its own in every place an answer has, and looks for all of them (product.md 10.12). */
import { expect, test } from 'vitest';
import { aDate, aLine, anAnswer, anEntity, answerOf, aPlan, aPerson } from '../../../test/answers.ts';
import { lineFacts, lineTexts } from './line-words.ts';
import { mergeAnswers } from './merge-answers.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerEntity, AnswerLine, AnswerPlan, PayerAnswer } from './payer-answer.ts';
import { planFacts } from './plan-words.ts';
import { linesOfGroup } from './said-texts.ts';

const words = (text: string) => ({ code: null, text });

/** An entity that states everything, each value marked with `mark`. */
const entity = (mark: string): AnswerEntity =>
  anEntity({
    role: words(`role ${mark}`),
    name: `name ${mark}`,
    memberId: `member ${mark}`,
    groupNumber: `group ${mark}`,
    thirdPartyAdministrator: `administrator ${mark}`,
    address: { street: `street ${mark}`, city: `city ${mark}`, state: `state ${mark}`, zip: `zip ${mark}` },
    contacts: [{ name: `person ${mark}`, info: [{ label: `phone ${mark}`, value: `number ${mark}` }] }],
    dates: [aDate({ label: `date ${mark}`, from: '2026-03-04', to: '2026-05-06' })],
    texts: [`text ${mark}`],
    facts: [{ label: `label ${mark}`, value: `value ${mark}` }],
  });
const wordsOfEntity = (mark: string) =>
  'role name member group administrator street city state zip person phone number date text label value'
    .split(' ')
    .map((word) => `${word} ${mark}`);

const line = (over: Partial<AnswerLine>): AnswerLine =>
  aLine({
    service: { code: 'A8', text: 'service words' },
    level: words('level words'),
    insuranceType: words('type words'),
    planName: 'plan text',
    amount: '101',
    period: words('period words'),
    total: '102',
    totalPeriod: words('total period'),
    remaining: '103',
    remainingPeriod: words('remaining period'),
    quantity: { value: '104', qualifier: words('quantity words') },
    placeOfService: words('place words'),
    deliveries: [
      {
        quantity: '105',
        quantityQualifier: words('delivery words'),
        per: 'unit words',
        periods: '106',
        period: words('span words'),
        pattern: 'pattern words',
        time: 'time words',
      },
    ],
    dates: [aDate({ label: 'date words', from: '2026-01-02', to: '2026-11-12' })],
    texts: ['first text', 'second text'],
    entities: [entity('on line')],
    facts: [{ label: 'fact label', value: 'fact value' }],
    ...over,
  });
const WORDS_OF_LINE = [
  'service words, level words, type words, plan text, 101.00, period words, 102.00, total period, 103.00, remaining period, 104'.split(
    ', ',
  ),
  'quantity words, place words, 105, delivery words, unit words, 106, span words, pattern words, time words, date words'.split(', '),
  'first text, second text, fact label, fact value'.split(', '),
  wordsOfEntity('on line'),
].flat();
// A service that has a code is named once, above its lines.
const [, ...WORDS_BELOW_SERVICE] = WORDS_OF_LINE;
const missing = (sent: readonly string[], shown: unknown) => {
  const text = JSON.stringify(shown);
  return sent.filter((word) => !text.includes(word));
};

test.each(['1', 'A', 'B', 'C', 'G', 'CB', 'D', 'E', 'F', 'I', 'J', 'K', 'L', 'M', 'U', 'Y', '', 'ZQ'])(
  'a line of kind "%s" loses nothing of what was sent on it',
  (kind) => {
    expect(missing(kind === 'ZQ' ? WORDS_BELOW_SERVICE : WORDS_OF_LINE, normalizeCoverage(answerOf(line({ kind }))))).toEqual([]);
  },
);

test("texts of blanks alone are no texts, and the first of the others is the line's own", () => {
  const [benefit] =
    normalizeCoverage(answerOf(aLine({ kind: 'B', amount: '20', texts: [' ', 'Call first', '\n', 'Tier 1'] }))).plans[0]?.benefit_groups[0]
      ?.benefits ?? [];
  expect([benefit?.text, benefit?.payer_notes]).toEqual(['Call first', ['Tier 1']]);
});

test('everything a line says is among its words on the page, and its dates in the American form', () => {
  for (const kind of ['1', 'C', 'F']) {
    const group = normalizeCoverage(answerOf(line({ kind }))).plans[0]?.benefit_groups[0];
    const shown = group ? linesOfGroup(group).map((each) => [lineFacts(each), lineTexts(each)]) : [];
    expect(missing([...WORDS_BELOW_SERVICE, '01/02/2026 to 11/12/2026', '03/04/2026 to 05/06/2026'], shown), kind).toEqual([]);
  }
});

test('a money line with a share as well shows both', () => {
  const shown = (over: Partial<AnswerLine>) => {
    const [benefit] =
      normalizeCoverage(answerOf(aLine({ amount: '25', percent: '12.5', ...over }))).plans[0]?.benefit_groups[0]?.benefits ?? [];
    return [benefit?.amount, benefit?.unit, ...(benefit?.facts ?? []).map(({ label, value }) => `${label}: ${value}`)];
  };
  expect(shown({ kind: 'B' })).toEqual(['25.00', 'usd', 'Percent: 12.5 %']);
  expect(shown({ kind: 'A' })).toEqual(['12.5', 'percent', 'Amount: $25.00']);
});

test('what cannot be read as a number is shown as it was sent', () => {
  const sent = { amount: 'ask us', percent: 'half', total: 'see plan', remaining: 'n/a' };
  const [benefit] = normalizeCoverage(answerOf(aLine({ kind: 'C', ...sent }))).plans[0]?.benefit_groups[0]?.benefits ?? [];
  expect(benefit).toMatchObject({ amount: null, unit: null, total: null, remaining: null });
  expect(benefit?.facts).toEqual([
    { label: 'Amount (as sent)', value: 'ask us' },
    { label: 'Percent (as sent)', value: 'half' },
    { label: 'Total (as sent)', value: 'see plan' },
    { label: 'Remaining (as sent)', value: 'n/a' },
  ]);
  const [blank] = normalizeCoverage(answerOf(aLine({ kind: 'C', amount: ' ' }))).plans[0]?.benefit_groups[0]?.benefits ?? [];
  expect(blank?.facts).toEqual([]);
});

test('a line of a kind that nobody defined says all it was sent with, part by part', () => {
  const sent = line({ kind: 'ZQ', service: { code: 'A8', text: null }, network: 'out', authorization: 'yes', percent: '20', entities: [] });
  const [said] = normalizeCoverage(answerOf(sent)).also_said;
  expect(said).toMatchObject({
    label: 'ZQ',
    texts: [
      'Service: A8',
      'Out of network',
      'level words',
      'type words',
      'plan text',
      '104 quantity words',
      'Authorization required: yes',
      'place words',
      '105 delivery words per unit words for 106 span words pattern words time words',
      'Amount (period words): $101.00',
      'Total (total period): $102.00',
      'Remaining (remaining period): $103.00',
      'Percent: 20 %',
      'fact label: fact value',
      'date words: 01/02/2026 to 11/12/2026',
      'first text',
      'second text',
    ],
  });
});

const plan = (over: Partial<AnswerPlan> = {}): AnswerPlan =>
  aPlan({
    status: { code: '1', text: 'status words' },
    insuranceType: words('plan type'),
    name: 'plan name',
    number: 'plan number',
    networkName: 'network name',
    groupName: 'group name',
    groupNumber: 'group number',
    dates: [aDate({ qualifier: '999', label: 'odd date', from: '2026-04-05' })],
    contacts: [entity('of plan')],
    primaryCareProvider: entity('of doctor'),
    additionalPayers: [entity('of payer')],
    notes: ['plan note'],
    facts: [{ label: 'plan label', value: 'plan value' }],
    ...over,
  });
const WORDS_OF_PLAN = [
  'status words, plan type, plan name, plan number, network name, group name, group number, odd date'.split(', '),
  'plan note, plan label, plan value'.split(', '),
  ['of plan', 'of doctor', 'of payer'].flatMap(wordsOfEntity),
].flat();

test('a plan and the persons lose nothing of what was sent about them', () => {
  const person = (mark: string) =>
    aPerson({
      firstName: `first ${mark}`,
      middleName: `middle ${mark}`,
      lastName: `last ${mark}`,
      suffix: `suffix ${mark}`,
      birthDate: mark === 'patient' ? '1980-01-02' : '1981-03-04',
      gender: `gender ${mark}`,
      memberId: `id ${mark}`,
      address: { street: `street ${mark}`, city: `city ${mark}`, state: `state ${mark}`, zip: `zip ${mark}` },
      facts: [{ label: `label ${mark}`, value: `value ${mark}` }],
    });
  const sent = anAnswer({
    plans: [plan()],
    patient: { ...person('patient'), relationship: { code: '19', text: null } },
    subscriber: person('subscriber'),
    facts: [{ label: 'answer label', value: 'answer value' }],
    notices: [{ kind: 'other', text: 'notice words', serviceTypes: ['MH'] }],
    answeredFor: [aDate({ label: 'answered for', from: '2026-07-08' })],
  });
  const ofPersons = ['patient', 'subscriber'].flatMap((mark) =>
    'first middle last suffix gender id street city state zip label value'.split(' ').map((word) => `${word} ${mark}`),
  );
  const ofAnswer = ['Fern Valley Health', 'FVH01', 'answer label', 'answer value', 'notice words', 'answered for', '2026-07-08'];
  expect(missing([...WORDS_OF_PLAN, ...ofPersons, ...ofAnswer, '1980-01-02', '1981-03-04', 'Child'], normalizeCoverage(sent))).toEqual([]);
});

test('the plan box names what everybody looks for, and the rest where it was sent', () => {
  const dates = [
    aDate({ qualifier: '346', label: 'Plan begin', from: '2026-01-01' }),
    aDate({ qualifier: '347', label: 'Plan end', to: '2026-12-31' }),
    aDate({ qualifier: '356', label: 'Eligibility begin', from: '2025-02-01' }),
    aDate({ qualifier: '343', label: 'Premium paid to end', to: '2026-06-30' }),
    aDate({ qualifier: '636', label: 'Last update', from: '2026-03-15' }),
    aDate({ qualifier: '999', label: 'odd date', from: '2026-04-05' }),
  ];
  const box = (sent: AnswerPlan) =>
    planFacts(normalizeCoverage(anAnswer({ plans: [sent] })).plans[0] as never).map(({ label, value }) => [label, value]);

  expect(box(plan({ dates }))).toEqual([
    ['Plan', 'plan name'],
    ['Plan number', 'plan number'],
    ['Insurance type', 'plan type'],
    ['Plan network', 'network name'],
    ['Group', 'group name · group number'],
    ['Plan dates', '01/01/2026 to 12/31/2026'],
    ['Coverage dates', 'from 02/01/2025, end not stated'],
    ['Premium paid until', '06/30/2026'],
    ['Last update at the payer', '03/15/2026'],
    ['odd date', 'from 04/05/2026'],
    ['plan label', 'plan value'],
  ]);
  expect(box(aPlan({ dates: [aDate({ qualifier: '357', label: 'Eligibility end', to: '2026-06-30' })] }))).toEqual([
    ['Plan', null],
    ['Insurance type', null],
    ['Group', null],
    ['Plan dates', null],
    ['Coverage dates', 'until 06/30/2026, start not stated'],
  ]);
});

test('answers about one plan that each state a part are one plan that states all', () => {
  const whole = plan();
  const parts = (Object.keys(whole) as (keyof AnswerPlan)[]).map((key): PayerAnswer => anAnswer({ plans: [aPlan({ [key]: whole[key] })] }));
  expect(mergeAnswers(parts).plans).toEqual([whole]);
  expect(mergeAnswers(parts.toReversed()).plans).toEqual([whole]);
});

test('what a later answer says otherwise of the same plan is kept as a fact, and what it repeats is said once', () => {
  const later = plan({
    status: { code: '6', text: null },
    name: 'Plan Name!',
    networkName: 'other network',
    groupName: 'other group',
    primaryCareProvider: entity('of another doctor'),
    notes: ['plan note', 'other note'],
  });
  const [merged, ...others] = mergeAnswers([anAnswer({ plans: [plan()] }), anAnswer({ plans: [later] })]).plans;
  expect(others).toEqual([]);
  expect(merged).toEqual({
    ...plan(),
    notes: ['plan note', 'other note'],
    facts: [
      { label: 'plan label', value: 'plan value' },
      { label: 'Status in another answer', value: '6' },
      { label: 'Plan name in another answer', value: 'Plan Name!' },
      { label: 'Network in another answer', value: 'other network' },
      { label: 'Group name in another answer', value: 'other group' },
      { label: 'Primary care provider in another answer', value: 'name of another doctor' },
    ],
  });
});
