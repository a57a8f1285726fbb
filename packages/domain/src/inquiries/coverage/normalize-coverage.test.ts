import { coverageSchema } from '@coverlight/contract/inquiries/coverage.schema.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aDate, aLine, anAnswer, anEntity, answerOf, aPlan, FAM, IND, MENTAL_HEALTH, VISIT } from '../../../test/answers.ts';
import { ARBITRARY_KNOWN_KINDS, arbitraryAnswer } from '../../../test/arbitrary-answers.ts';
import { placesOf } from '../../../test/line-places.ts';
import { subtractDecimals } from './decimal.ts';
import { uncodedTitle } from './line-kind.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerLine, PayerAnswer } from './payer-answer.ts';

test('every line of any answer ends in exactly one place', () => {
  fc.assert(
    fc.property(arbitraryAnswer(), (answer) => {
      const places = placesOf(normalizeCoverage(answer));
      for (const line of answer.lines) expect(places.get(line.id)?.size).toBe(1);
      expect(places.size).toBe(answer.lines.length);
    }),
  );
});

test('no line of a kind with a meaning lands under "also said"', () => {
  fc.assert(
    fc.property(arbitraryAnswer([...ARBITRARY_KNOWN_KINDS, '']), (answer) => {
      expect(normalizeCoverage(answer).also_said).toEqual([]);
    }),
  );
});

test('the order of lines does not matter', () => {
  const shuffled = arbitraryAnswer().chain((answer) =>
    fc
      .shuffledSubarray(answer.lines, { minLength: answer.lines.length })
      .map((lines): [PayerAnswer, PayerAnswer] => [answer, { ...answer, lines }]),
  );
  fc.assert(
    fc.property(shuffled, ([answer, other]) => {
      expect(normalizeCoverage(other)).toEqual(normalizeCoverage(answer));
    }),
  );
});

test('what comes out has the shape that travels', () => {
  fc.assert(
    fc.property(arbitraryAnswer(), (answer) => {
      expect(coverageSchema.safeParse(normalizeCoverage(answer)).success).toBe(true);
    }),
  );
});

/** All texts and numbers anywhere in a value, numbers in one writing. */
function valuesIn(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value === 'string') into.add(/^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) valuesIn(part, into);
  return into;
}

test('no number appears that the payer did not send, except met where it is total minus remaining', () => {
  fc.assert(
    fc.property(arbitraryAnswer(), (answer) => {
      const sent = valuesIn(answer.lines.map((line) => [line.amount, line.percent, line.total, line.remaining, line.quantity?.value]));
      for (const benefit of normalizeCoverage(answer).plans.flatMap((plan) => plan.benefit_groups.flatMap((group) => group.benefits))) {
        const met = benefit.met_computed ? null : benefit.met;
        const shown = valuesIn([benefit.amount, benefit.total, benefit.remaining, met, benefit.quantity?.value]);
        expect([...shown].filter((number) => !sent.has(number))).toEqual([]);
        const difference = benefit.met_computed ? subtractDecimals(benefit.total ?? '', benefit.remaining ?? '') : benefit.met;
        expect(benefit.met).toBe(difference);
      }
    }),
  );
});

test('nowhere in the coverage does an amount stand that the payer did not send, met apart', () => {
  const amountsIn = (texts: Iterable<string>) => [...texts].flatMap((text) => text.replaceAll(',', '').match(/\d+\.\d+/g) ?? []);
  const plain = (amount: string) => String(Number(amount));
  fc.assert(
    fc.property(arbitraryAnswer(), (answer) => {
      const sent = new Set([...valuesIn(answer.lines)].flatMap((text) => (Number.isNaN(Number(text)) ? [] : [plain(text)])));
      const coverage = normalizeCoverage(answer);
      const benefits = coverage.plans.flatMap((plan) => plan.benefit_groups.flatMap((group) => group.benefits));
      const computed = new Set(benefits.flatMap((benefit) => (benefit.met_computed && benefit.met !== null ? [plain(benefit.met)] : [])));
      const shown = amountsIn(valuesIn(coverage)).map(plain);
      expect(shown.filter((amount) => !sent.has(amount) && !computed.has(amount))).toEqual([]);
    }),
  );
});

test('no amount, text or fact that the payer sent is lost', () => {
  fc.assert(
    fc.property(arbitraryAnswer(), (answer) => {
      // Dollars may have come to be written with commas.
      const shown = [...valuesIn(normalizeCoverage(answer))].join('\n').replaceAll(/(\d),(?=\d{3})/g, '$1');
      const said = answer.lines.flatMap((line) => [
        line.amount,
        line.percent,
        line.total,
        line.remaining,
        line.quantity?.value ?? null,
        ...line.texts,
        ...line.facts.map((fact) => fact.value),
        ...line.entities.map((entity) => entity.name),
      ]);
      expect(said.filter((value) => value !== null && !shown.includes(value))).toEqual([]);
    }),
  );
});

test('an empty non-covered line is kept: it says that the service is named there', () => {
  const coverage = normalizeCoverage(
    answerOf(aLine({ kind: 'I', service: { code: 'BB', text: 'Partial Hospitalization (Psychiatric)' } })),
  );
  expect(coverage.plans[0]?.benefit_groups[0]?.auxilary.nonCovered).toHaveLength(1);
});

test('benefits that differ in their texts only become one with all texts', () => {
  const copay = { kind: 'B', service: { code: '98', text: 'Office' }, amount: '25', period: VISIT, network: 'in' } as const;
  const lines = [['SPECIALIST'], ['PRIMARY CARE'], []].map((texts) => aLine({ ...copay, texts }));
  const [benefit, ...more] = normalizeCoverage(answerOf(...lines)).plans[0]?.benefit_groups[0]?.benefits ?? [];

  expect(more).toEqual([]);
  expect(benefit).toMatchObject({ text: 'PRIMARY CARE', merged_benefit_texts: ['SPECIALIST'] });
  expect(benefit?.line_ids).toHaveLength(3);
});

test.each<[string, Partial<AnswerLine>]>([
  ['amount', { amount: '30' }],
  ['network', { network: 'out' }],
  ['level', { level: FAM }],
  ['authorization', { authorization: 'yes' }],
  ['place of service', { placeOfService: { code: '02', text: 'Telehealth' } }],
  ['dates', { dates: [aDate({ qualifier: '348', label: 'Benefit begin', from: '2026-03-01' })] }],
  ['quantity', { quantity: { value: '20', qualifier: { code: 'VS', text: 'Visits' } } }],
])('benefits that differ in their %s are not merged', (_what, over) => {
  const copay = { kind: 'B', amount: '25', network: 'in', level: IND } as const;
  const coverage = normalizeCoverage(answerOf(aLine(copay), aLine({ ...copay, ...over })));
  expect(coverage.plans[0]?.benefit_groups[0]?.benefits).toHaveLength(2);
});

test('codes outside the lists are shown as sent', () => {
  const line = aLine({
    kind: 'B',
    service: { code: 'Q9', text: null },
    level: { code: 'XYZ', text: null },
    period: { code: '77', text: null },
    amount: '5',
  });
  const group = normalizeCoverage(answerOf(line)).plans[0]?.benefit_groups[0];
  expect(group).toMatchObject({ code: 'Q9', name: 'Q9' });
  expect(group?.benefits[0]).toMatchObject({ level: 'XYZ', level_code: 'XYZ', period: '77', period_code: '77' });
});

test('a line of an unknown kind is kept with all it says', () => {
  const line = aLine({
    kind: 'ZZ',
    kindText: 'Loyalty bonus',
    amount: '12',
    texts: ['Ask at the desk'],
    facts: [{ label: 'Ref', value: '77' }],
  });
  expect(normalizeCoverage(answerOf(line)).also_said).toEqual([
    {
      line_id: line.id,
      label: 'Loyalty bonus',
      texts: ['Amount: $12.00', 'Ref: 77', 'Service: Health Benefit Plan Coverage', 'Ask at the desk'],
    },
  ]);
});

test('an amount that cannot be read is shown as sent and is no number', () => {
  const [benefit] = normalizeCoverage(answerOf(aLine({ kind: 'B', amount: '25 or 10%' }))).plans[0]?.benefit_groups[0]?.benefits ?? [];
  expect(benefit).toMatchObject({ amount: null, facts: [{ label: 'Amount (as sent)', value: '25 or 10%' }] });
});

test('a plan without a status line has no status, which is not inactive', () => {
  const plan = normalizeCoverage(answerOf(aLine({ kind: 'B', amount: '25' }))).plan;
  expect(plan).toMatchObject({ status: null, status_code: null });
});

test("a service's status is not the plan's", () => {
  const plan = normalizeCoverage(answerOf(aLine({ kind: '6', service: MENTAL_HEALTH }))).plan;
  expect(plan?.status).toBeNull();
  expect(plan?.benefit_groups[0]).toMatchObject({ code: 'MH', status_code: '6' });
});

test('the first active medical plan leads, and all plans stay in the payer order', () => {
  const plans = [
    aPlan({ name: 'Bright Dental', status: { code: '1', text: 'Active' } }),
    aPlan({ name: 'Old PPO', status: { code: '6', text: 'Inactive' } }),
    aPlan({ name: 'New PPO', status: { code: '1', text: 'Active' } }),
  ];
  const coverage = normalizeCoverage(anAnswer({ plans }));

  expect(coverage.plans.map((plan) => plan.name)).toEqual(['Bright Dental', 'Old PPO', 'New PPO']);
  expect(coverage.plan?.name).toBe('New PPO');
});

test('without an active plan the first sent leads; without any plan there is none', () => {
  const inactive = ['First', 'Second'].map((name) => aPlan({ name, status: { code: '6', text: 'Inactive' } }));
  expect(normalizeCoverage(anAnswer({ plans: inactive })).plan?.name).toBe('First');
  expect(normalizeCoverage(anAnswer({ plans: [] })).plan).toBeNull();
});

test('dates of a plan go to their fields, the earliest end counts, and the other stays visible', () => {
  const dates = [
    aDate({ qualifier: '346', label: 'Plan begin', from: '2026-01-01' }),
    aDate({ qualifier: '347', label: 'Plan end', to: '2026-12-31' }),
    aDate({ qualifier: '347', label: 'Plan end', to: '2026-06-30' }),
    aDate({ qualifier: '307', label: 'Eligibility', from: '2025-05-01', to: null }),
    aDate({ qualifier: '343', label: 'Premium paid to date end', to: '2026-03-31' }),
    aDate({ qualifier: '442', label: 'Date of death', from: '2026-02-02' }),
  ];
  const plan = normalizeCoverage(anAnswer({ plans: [aPlan({ dates })] })).plan;

  expect(plan).toMatchObject({
    plan_start: '2026-01-01',
    plan_end: '2026-06-30',
    coverage_start: '2025-05-01',
    coverage_end: null,
    premium_paid_to_end_date: '2026-03-31',
  });
  expect(plan?.dates.map((date) => date.to ?? date.from)).toEqual(['2026-12-31', '2026-02-02']);
});

test('dates on the status line fill what the plan itself leaves open', () => {
  const dates = [aDate({ qualifier: '291', label: 'Plan', from: '2026-01-01', to: '2026-12-31' })];
  const plan = normalizeCoverage(answerOf(aLine({ dates }))).plan;
  expect(plan).toMatchObject({ plan_start: '2026-01-01', plan_end: '2026-12-31' });
  expect(plan?.benefit_groups[0]?.status_details[0]?.dates).toHaveLength(1);
});

test('another payer is named with what the line says of it, and its order only where stated', () => {
  const line = aLine({
    kind: 'R',
    entities: [anEntity({ name: 'Elm Mutual', role: { code: 'PR', text: 'Payer' }, memberId: 'E-1' })],
    dates: [aDate({ qualifier: '290', label: 'Coordination of benefits', from: '2026-01-01' })],
    texts: ['Group coverage'],
  });
  const [payer] = normalizeCoverage(answerOf(line)).plans[0]?.benefit_groups[0]?.additional_payers ?? [];
  expect(payer).toMatchObject({ name: 'Elm Mutual', member_id: 'E-1', primary: false, secondary: false, texts: ['Group coverage'] });
  expect(payer?.dates[0]?.from).toBe('2026-01-01');
});

test('service types that were asked and not answered are named', () => {
  const answer = anAnswer({ lines: [aLine(), aLine({ service: MENTAL_HEALTH })], askedServiceTypes: ['30', 'MH', 'BB'] });
  expect(normalizeCoverage(answer).service_types).toEqual({ asked: ['30', 'BB', 'MH'], answered: ['30', 'MH'], silent: ['BB'] });
});

test('an answer of lines without a plan has one plan without a name', () => {
  const coverage = normalizeCoverage(anAnswer({ plans: [], lines: [aLine()] }));
  expect(coverage.plans).toHaveLength(1);
  expect(coverage.plan).toMatchObject({ name: null, status_code: '1' });
});

const planWithStatus = (text: string) => normalizeCoverage(anAnswer({ plans: [aPlan({ status: { code: null, text } })] })).plan;

test('a plan status in words alone has its code, and unknown words have none', () => {
  expect(planWithStatus('Active')).toMatchObject({ status: 'Active', status_code: '1' });
  expect(planWithStatus('Inactive')).toMatchObject({ status: 'Inactive', status_code: '6' });
  expect(planWithStatus('Suspended')).toMatchObject({ status: 'Suspended', status_code: null });
});

test('a line without a kind is called by what it holds', () => {
  const titleOf = (over: Partial<AnswerLine>) => {
    const [group] = normalizeCoverage(answerOf(aLine({ kind: '', ...over }))).plans[0]?.benefit_groups ?? [];
    return Object.values(group?.auxilary ?? {})
      .flat()
      .map(uncodedTitle);
  };
  expect(titleOf({})).toEqual(['Named, and nothing more said']);
  expect(titleOf({ texts: ['See booklet'] })).toEqual(['Remark']);
  expect(titleOf({ entities: [anEntity({ name: 'Cedar Ridge Partners' })] })).toEqual(['Contact']);
});

test('days on a line that names another payer read as people write them', () => {
  const line = aLine({
    kind: 'R',
    entities: [anEntity({ name: 'Elm Mutual' })],
    dates: [aDate({ qualifier: '348', label: 'Benefit begin', from: '2026-02-01' })],
  });
  const [group] = normalizeCoverage(answerOf(line)).plans[0]?.benefit_groups ?? [];
  expect(group?.additional_payers[0]?.facts).toContainEqual({ label: 'Benefit begin', value: '02/01/2026' });
});
