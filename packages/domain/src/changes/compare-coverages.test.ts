/** What is told of two answers, and what is left untold (product.md 18.4). */
import { CHANGE_CODES, type ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import { expect, test } from 'vitest';
import {
  aDate,
  aLine,
  anAnswer,
  anEntity,
  answerOf,
  aPerson,
  aPlan,
  CALENDAR_YEAR,
  IND,
  MENTAL_HEALTH,
  REMAINING,
  VISIT,
  YEAR_TO_DATE,
} from '../../test/answers.ts';
import { normalizeCoverage } from '../inquiries/coverage/normalize-coverage.ts';
import type { AnswerLine, PayerAnswer } from '../inquiries/coverage/payer-answer.ts';
import { changeTitle, compareCodes, gravest, gravityOf } from './change-codes.ts';
import { compareCoverages, type ComparedAnswer } from './compare-coverages.ts';

const DAY = '2026-03-02';
const LATER = '2026-03-20';

function answered(answer: PayerAnswer, over: Partial<ComparedAnswer> = {}): ComparedAnswer {
  const asOf = over.asOf ?? DAY;
  return { coverage: normalizeCoverage(answer, asOf), source: 'one', asked: ['30'], answeredAt: `${asOf}T18:00:00Z`, ...over, asOf };
}

const compare = (before: ComparedAnswer, after: ComparedAnswer, visits: string[] = []) =>
  compareCoverages(before, after, { endsSoonDays: 7, today: after.asOf, visits });
const codesOf = (before: PayerAnswer, after: PayerAnswer, day = LATER): ChangeCode[] =>
  compare(answered(before), answered(after, { asOf: day })).changes.map(({ code }) => code);

const ACTIVE = aLine({ kind: '1' });
const copay = (amount: string, over: Partial<AnswerLine> = {}) =>
  aLine({ kind: 'B', service: MENTAL_HEALTH, level: IND, network: 'in', period: VISIT, amount, ...over });
const deductible = (amount: string, period = CALENDAR_YEAR, over: Partial<AnswerLine> = {}) =>
  aLine({ kind: 'C', level: IND, network: 'in', amount, period, ...over });
const PLACES = { office: { code: '11', text: 'Office' }, telehealth: { code: '10', text: 'Telehealth' } };

test('there are 37 codes, each with a gravity and a title of its own', () => {
  expect(CHANGE_CODES).toHaveLength(37);
  expect(new Set(CHANGE_CODES.map(changeTitle)).size).toBe(37);
  const counts = ['urgent', 'look', 'info'].map((gravity) => CHANGE_CODES.filter((code) => gravityOf(code) === gravity).length);
  expect(counts).toEqual([15, 16, 6]);
  expect(CHANGE_CODES.toReversed().toSorted(compareCodes)).toEqual(CHANGE_CODES);
  expect([gravest(['accumulated', 'copay-changed']), gravest(['words-only', 'deceased']), gravest([])]).toEqual(['look', 'urgent', null]);
});

test('how a number is written makes no change', () => {
  const [one, other] = [answerOf(ACTIVE, copay('20'), deductible('1,500')), answerOf(ACTIVE, copay('20.00'), deductible('$1500.0'))];
  expect(codesOf(one, other)).toEqual([]);
});

test('a co-payment is told where it changed, with both amounts and both lines', () => {
  const before = [copay('25', { placeOfService: PLACES.office }), copay('15', { placeOfService: PLACES.telehealth })];
  const after = [copay('15', { placeOfService: PLACES.telehealth }), copay('30', { placeOfService: PLACES.office })];
  const { changes } = compare(answered(answerOf(ACTIVE, ...before)), answered(answerOf(ACTIVE, ...after)));
  expect(changes).toMatchObject([
    {
      code: 'copay-changed',
      place: { service: 'Mental Health', level: 'Individual', network: 'In network', period: 'Visit' },
      before: '$25.00',
      after: '$30.00',
      before_line_ids: [before[0]?.id],
      after_line_ids: [after[1]?.id],
    },
  ]);
});

test('several of one place are shown as one change, and nothing is computed', () => {
  const texts = (text: string) => ({ texts: [text] });
  const before = answerOf(ACTIVE, copay('25', texts('PHYSICIAN')), copay('40', texts('SPECIALIST')));
  const after = answerOf(ACTIVE, copay('45', texts('SPECIALIST')), copay('30', texts('PHYSICIAN')));
  const { changes } = compare(answered(before), answered(after));
  expect(changes).toMatchObject([{ code: 'copay-changed', before: '$25.00; $40.00', after: '$30.00; $45.00' }]);
});

test('one co-payment under many services is one change', () => {
  const services = ['MH', 'A6', 'A8'].map((code) => ({ code, text: null }));
  const of = (amount: string) => answerOf(ACTIVE, ...services.map((service) => copay(amount, { service })));
  const { changes } = compare(answered(of('25')), answered(of('30')));
  expect(changes).toHaveLength(1);
  expect(changes[0]?.place.service?.split(', ')).toHaveLength(3);
});

test('a line for both networks is told in two by the next answer: only what differs is a change', () => {
  const { changes } = compare(
    answered(answerOf(ACTIVE, copay('25', { network: 'both' }))),
    answered(answerOf(ACTIVE, copay('25'), copay('60', { network: 'out' }))),
  );
  expect(changes).toMatchObject([{ code: 'copay-changed', place: { network: 'Out of network' }, before: '$25.00', after: '$60.00' }]);
});

test('a payer that tells what is left, and then what was used, tells the same', () => {
  const left = answerOf(ACTIVE, deductible('1500'), deductible('1000', REMAINING));
  const used = (amount: string) => answerOf(ACTIVE, deductible('1500'), deductible(amount, YEAR_TO_DATE));
  expect(codesOf(left, used('500'))).toEqual([]);
  expect(codesOf(left, used('700'))).toEqual(['accumulated']);
  expect(codesOf(left, used('300'))).toEqual(['went-backwards']);
  expect(codesOf(left, used('1500'))).toEqual(['deductible-met']);
});

test('deductible and out-of-pocket limit of one level and network are one accumulation', () => {
  const of = (ded: string, oop: string) =>
    answerOf(
      ACTIVE,
      deductible('1500'),
      deductible(ded, REMAINING),
      deductible('9000', CALENDAR_YEAR, { kind: 'G' }),
      deductible(oop, REMAINING, { kind: 'G' }),
    );
  const { changes } = compare(answered(of('1000', '8000')), answered(of('900', '7900')));
  expect(changes).toMatchObject([
    { code: 'accumulated', before: 'Deductible $1,000.00 left of $1,500.00; Out-of-pocket limit $8,000.00 left of $9,000.00' },
  ]);
});

test('a new calendar year begins once, and swallows what is left anew; a new total is told beside it', () => {
  const of = (total: string, left: string) => answerOf(ACTIVE, deductible(total), deductible(left, REMAINING));
  expect(codesOf(of('1500', '200'), of('1500', '1500'), '2027-01-08')).toEqual(['plan-year-began']);
  expect(codesOf(of('1500', '200'), of('1500', '100'), '2027-01-08')).toEqual(['plan-year-began']);
  expect(codesOf(of('1500', '200'), of('1750', '1750'), '2027-01-08')).toEqual(['deductible-total-changed']);
  expect(codesOf(of('1500', '200'), of('1500', '1500'))).toEqual(['went-backwards']);
});

test('a service year begins with the plan’s own dates', () => {
  const SERVICE_YEAR = { code: '22', text: 'Service Year' };
  const of = (start: string, left: string) =>
    anAnswer({
      plans: [aPlan({ dates: [aDate({ qualifier: '346', label: 'Plan begin', from: start })] })],
      lines: [ACTIVE, deductible('1500', SERVICE_YEAR), deductible(left, REMAINING)],
    });
  expect(codesOf(of('2025-07-01', '200'), of('2026-07-01', '1500'), '2026-07-10')).toEqual(['plan-year-began']);
  expect(codesOf(of('2025-07-01', '200'), of('2025-07-01', '1500'), '2026-07-10')).toEqual(['plan-year-began']);
  expect(codesOf(of('2025-07-01', '200'), of('2025-07-01', '1500'), '2026-06-10')).toEqual(['went-backwards']);
  expect(codesOf(of('2019-03-15', '200'), of('2019-03-15', '150'), '2026-03-20')).toEqual(['accumulated']);
});

test('silence is told only of what was asked for, and is never a no', () => {
  const [full, brief] = [answerOf(ACTIVE, aLine({ kind: '1', service: MENTAL_HEALTH }), copay('25')), answerOf(ACTIVE)];
  const asked = (...codes: string[]) => compare(answered(full, { asked: ['30', 'MH'] }), answered(brief, { asked: codes }));
  expect(asked('30').changes).toMatchObject([{ code: 'now-silent', before: expect.stringContaining('Co-payment'), after: null }]);
  expect(asked('MH').changes.map(({ code }) => code)).toEqual(['now-silent']);
  expect(asked('98')).toEqual({ changes: [], notComparable: [{ what: 'Mental Health (MH)', why: 'It was not asked for this time.' }] });
  const byName = compare(answered(full, { asked: ['MH'] }), answered(brief, { asked: ['30'] }));
  expect(byName.changes).toEqual([]);
  const more = compare(answered(brief, { asked: ['98'] }), answered(full, { asked: ['98', 'MH'] }));
  expect(more).toMatchObject({ changes: [], notComparable: [{ what: 'Mental Health (MH)' }] });
});

test('what the payer could not answer this time is not silence', () => {
  const full = answerOf(ACTIVE, copay('25'));
  const failed = answerOf(ACTIVE, aLine({ kind: 'V', service: MENTAL_HEALTH }));
  const { changes, notComparable } = compare(answered(full), answered(failed));
  expect(changes.map(({ code }) => code)).not.toContain('now-silent');
  expect(notComparable).toContainEqual({ what: 'Mental Health (MH)', why: 'The payer could not answer for it this time.' });
});

test('of an answer by another clearinghouse only coded facts are compared', () => {
  const before = answered(answerOf(ACTIVE, copay('25', { texts: ['OFFICE VISIT'] })), { source: 'one' });
  const after = answered(answerOf(ACTIVE, copay('30', { texts: ['IN THE OFFICE'] })), { source: 'two' });
  const { changes, notComparable } = compare(before, after);
  expect(changes.map(({ code }) => code)).toEqual(['copay-changed']);
  expect(new Set(notComparable.map(({ why }) => why))).toEqual(new Set(['asked through another clearinghouse']));
  expect(compare(before, answered(answerOf(ACTIVE), { source: 'two' })).changes).toEqual([]);
});

test('that cover ended before the former answer names the visits since', () => {
  const ending = (to: string | null) =>
    anAnswer({ plans: [aPlan({ dates: to === null ? [] : [aDate({ qualifier: '347', label: 'Plan end', to })] })], lines: [ACTIVE] });
  const visits = ['2026-01-15', '2026-02-10', '2026-03-01'];
  const { changes } = compare(answered(ending('2026-12-31')), answered(ending('2026-01-31'), { asOf: LATER }), visits);
  expect(changes).toMatchObject([{ code: 'retro-ended', gravity: 'look', words: expect.stringContaining('02/10/2026, 03/01/2026') }]);
  expect(changes[0]?.words).not.toContain('01/15/2026');
});

test('an inactive plan is one change: what it does not say any more follows', () => {
  const before = answerOf(ACTIVE, aLine({ kind: '1', service: MENTAL_HEALTH }), copay('25'), deductible('1500'));
  expect(codesOf(before, answerOf(aLine({ kind: '6' })))).toEqual(['became-inactive']);
  expect(codesOf(answerOf(aLine({ kind: '6' })), before)).toEqual(['active-again']);
});

test('a carve-out is one change: behavioural amounts that went with it are not told as silence', () => {
  const before = answerOf(ACTIVE, copay('25'));
  const company = anEntity({ name: 'Sable Behavioral', role: { code: 'PR', text: 'Payer' } });
  expect(codesOf(before, answerOf(ACTIVE, aLine({ kind: 'U', service: MENTAL_HEALTH, entities: [company] })))).toEqual([
    'carve-out-appeared',
  ]);
});

test('another payer that moves to the first place is told once', () => {
  const other = (primary: boolean) => answerOf(ACTIVE, aLine({ kind: 'R', entities: [anEntity({ name: 'Juniper Mutual', primary })] }));
  expect(codesOf(answerOf(ACTIVE), other(false))).toEqual(['other-payer-appeared']);
  expect(codesOf(other(false), other(true))).toEqual(['other-payer-now-primary']);
  expect(codesOf(other(true), answerOf(ACTIVE))).toEqual(['now-silent']);
});

test('plans are matched by what identifies them, whatever their order; another leading plan is told', () => {
  const plan = (name: string, number: string) => aPlan({ name, number, status: { code: '1', text: 'Active Coverage' } });
  const [medical, dental] = [plan('Harbor Gold', 'H1'), plan('Harbor Dental', 'D1')];
  const of = (...plans: ReturnType<typeof plan>[]) => anAnswer({ plans, lines: [] });
  expect(codesOf(of(medical, dental), of(dental, medical))).toEqual([]);
  expect(codesOf(of(medical, dental), of(dental, plan('Tidewater Silver', 'S9')))).toEqual(['plan-changed']);
  expect(codesOf(of(medical, dental), of(plan('HARBOR GOLD.', 'h-1'), dental))).toEqual([]);
  expect(codesOf(of(plan('Harbor Gold 2026', '1')), of(plan('Harbor Gold 2027', '1')))).toEqual(['words-only']);
});

test('a name is corrected, spelled otherwise, or comes with a middle initial', () => {
  const of = (over: Parameters<typeof aPerson>[0]) =>
    anAnswer({
      patient: { ...aPerson({ firstName: 'Ottoline', lastName: 'Quackenbush', memberId: 'XQZ1', ...over }), relationship: null },
      lines: [ACTIVE],
    });
  expect(codesOf(of({}), of({ firstName: 'OTTOLINE', middleName: 'M', memberId: 'xqz-1' }))).toEqual([]);
  expect(codesOf(of({}), of({ lastName: 'Quennell' }))).toEqual(['identity-corrected']);
  expect(codesOf(of({}), of({ memberId: 'XQZ2', facts: [{ label: 'Prior id number', value: 'XQZ1' }] }))).toEqual(['member-id-changed']);
  expect(codesOf(of({}), of({ facts: [{ label: 'Prior id number', value: 'XQZ0' }] }))).toEqual(['identity-corrected']);
});

test('authorization that is said no more is silence, and one that is not stated never becomes a no', () => {
  const of = (authorization: AnswerLine['authorization']) => answerOf(ACTIVE, copay('25', { authorization }));
  expect(codesOf(of('not-stated'), of('yes'))).toEqual(['authorization-now-required']);
  expect(codesOf(of('yes'), of('no'))).toEqual(['authorization-no-longer']);
  expect(codesOf(of('yes'), of('not-stated'))).toEqual(['now-silent']);
  expect(codesOf(of('unknown'), of('not-stated'))).toEqual([]);
});

test('an end of COBRA counts as an end of cover, and a premium that was not paid on as a risk', () => {
  const of = (label: string, qualifier: string, day: string) =>
    anAnswer({ plans: [aPlan({ dates: [aDate({ qualifier, label, from: day, to: day })] })], lines: [ACTIVE] });
  expect(codesOf(of('COBRA end', '341', '2026-12-31'), of('COBRA end', '341', '2026-03-24'))).toEqual(['coverage-ends-soon']);
  const paid = (day: string) => of('Premium paid to date end', '343', day);
  expect(codesOf(paid('2026-03-31'), paid('2026-04-30'))).toEqual(['words-only']);
  expect(codesOf(paid('2026-03-10'), paid('2026-03-10'))).toEqual(['at-risk-began']);
});
