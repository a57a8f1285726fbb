import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { AnswerLine, PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { percentText } from '../decimal-text.ts';
import { missingLeaves } from '../leaf-check.port-test.ts';
import type { Leaf } from '../leaf-check.port-test.ts';
import { mapAvailityCoverage } from './availity.mapper.ts';

const rich: unknown = JSON.parse(readFileSync(new URL('rich-coverage.json', import.meta.url), 'utf8'));

function lineAt(answer: PayerAnswer, path: string): AnswerLine {
  const line = answer.lines.find((candidate) => candidate.id === path);
  if (line === undefined) throw new Error(`no line ${path}`);
  return line;
}

/** Ids and links of the vendor's own record, the code beside a note's words, and units, which the field tells. */
const LEFT_OUT = /^(id|customerId|links\..*|statusCode)$|^(patient|subscriber)\.genderCode$|payerNotes\.\d+\.typeCode$|\.units$/;

function formsOf(leaf: Leaf): string[] {
  // Flags live in fields of their own; tests below read them one by one.
  if (LEFT_OUT.test(leaf.path) || typeof leaf.value === 'boolean') return [];
  const text = String(leaf.value);
  const isDay = /^\d{4}-\d{2}-\d{2}T/.test(text);
  return [
    text,
    ...(leaf.path.endsWith('.ssn') ? [`ends in ${text.slice(-4)}`] : []),
    ...(isDay ? [text.slice(0, 10), usDate(text.slice(0, 10))] : []),
    ...(leaf.path.includes('coInsurance') ? [percentText(text) ?? text] : []),
    compactDays(text),
  ];
}

function compactDays(text: string): string {
  return text.replace(/^(\d{4})(\d{2})(\d{2})-\d{8}$/, '$1-$2-$3') || text;
}

test('every scalar of a rich body stands in the answer', () => {
  expect(missingLeaves(rich, mapAvailityCoverage(rich, ['MH']), formsOf)).toEqual([]);
});

test.each([
  [{ asOfDate: '2026-03-02T05:00:00.000+0000' }, [['2026-03-02', '2026-03-02']]],
  [{ asOfDate: '2026-03-02', toDate: '2026-03-31' }, [['2026-03-02', '2026-03-31']]],
  [{ asOfDate: 'soon' }, []],
  [{}, []],
])('the days that an answer is for are read from %j', (body, days) => {
  expect(mapAvailityCoverage(body, []).answeredFor.map(({ from, to }) => [from, to])).toEqual(days);
});

test.each([
  ['4', 'Complete', []],
  ['4', 'Complete, other insurance pending', ['Complete, other insurance pending']],
  ['4', null, []],
  ['88', 'Held', ['Held']],
])('of the state %s in the words %j staff read what is more than complete', (statusCode, status, texts) => {
  expect(mapAvailityCoverage({ statusCode, status }, []).notices.map(({ text }) => text)).toEqual(texts);
});

test('dates without a field of their own read the American way, and those of the vendor’s record do not read like the end of cover', () => {
  const { facts } = mapAvailityCoverage(
    {
      asOfDate: '2026-03-02T05:00:00.000+0000',
      createdDate: '2026-03-02T15:00:00.000+0000',
      expirationDate: '2026-03-03T15:00:00.000+0000',
      controlNumber: '20260302',
    },
    [],
  );
  expect(facts).toEqual([
    { label: 'Recorded at the clearinghouse', value: '03/02/2026' },
    { label: 'Kept at the clearinghouse until', value: '03/03/2026' },
    { label: 'As of date', value: '03/02/2026' },
    { label: 'Control number', value: '20260302' },
  ]);
});

test('of a social security number only the end is kept', () => {
  const answer = mapAvailityCoverage({ patient: { ssn: '900-12-3456' }, subscriber: { ssn: 900127788 } }, []);
  expect(answer.patient?.facts).toEqual([{ label: 'SSN', value: 'ends in 3456' }]);
  expect(answer.subscriber?.facts).toEqual([{ label: 'SSN', value: 'ends in 7788' }]);
});

test('a scalar that is missing would be found out', () => {
  const answer = mapAvailityCoverage(rich, ['MH']);
  answer.lines = answer.lines.filter((line) => !line.id.endsWith('deductibles.inNetwork.0'));
  expect(missingLeaves(rich, answer, formsOf)).toContain('plans.0.benefits.0.amounts.deductibles.inNetwork.0.remaining = 1310.25');
});

test('flags that have no field are facts', () => {
  expect(mapAvailityCoverage(rich, []).facts).toEqual(
    expect.arrayContaining([
      { label: 'Supplemental information: Out of area', value: 'No' },
      { label: 'Supplemental information: Patient care summary', value: 'Yes' },
    ]),
  );
});

test('a share comes as the percent of the patient and money as sent', () => {
  const answer = mapAvailityCoverage(rich, ['MH']);
  expect(lineAt(answer, 'plans.0.benefits.0.amounts.coInsurance.outOfNetwork.0')).toMatchObject({ kind: 'A', percent: '40', amount: null });
  expect(lineAt(answer, 'plans.0.benefits.0.amounts.coInsurance.noNetwork.0').percent).toBe('12.5');
  expect(lineAt(answer, 'plans.0.benefits.0.amounts.coPayment.inNetwork.0')).toMatchObject({ kind: 'B', amount: '25', percent: null });
  expect(lineAt(answer, 'plans.0.benefits.0.amounts.coPayment.inNetwork.1').amount).toBe('0');
  expect(lineAt(answer, 'plans.0.benefits.0.amounts.coPayment.outOfNetwork.0').amount).toBe('see booklet');
});

test('total and remaining stay apart with their periods', () => {
  expect(lineAt(mapAvailityCoverage(rich, []), 'plans.0.benefits.0.amounts.deductibles.inNetwork.0')).toMatchObject({
    kind: 'C',
    amount: '2500',
    total: '2500.00',
    totalPeriod: { code: '23', text: 'Calendar Year' },
    remaining: '1310.25',
    remainingPeriod: { code: '29', text: 'Remaining' },
  });
});

test('the four network buckets stay four', () => {
  const answer = mapAvailityCoverage(rich, []);
  const networks = [
    'coPayment.inNetwork.0',
    'coInsurance.outOfNetwork.0',
    'outOfPocket.notApplicableNetwork.0',
    'coInsurance.noNetwork.0',
  ].map((path) => lineAt(answer, `plans.0.benefits.0.amounts.${path}`).network);
  expect(networks).toEqual(['in', 'out', 'both', 'not-stated']);
});

test('authorization is yes, no, unknown or not stated', () => {
  const answer = mapAvailityCoverage(rich, []);
  const said = [
    'limitations.inNetwork.0',
    'amounts.coPayment.inNetwork.0',
    'amounts.coInsurance.outOfNetwork.0',
    'amounts.coPayment.inNetwork.1',
  ];
  expect(said.map((path) => lineAt(answer, `plans.0.benefits.0.${path}`).authorization)).toEqual(['yes', 'no', 'unknown', 'not-stated']);
});

test('an empty row stays a line', () => {
  expect(lineAt(mapAvailityCoverage(rich, []), 'plans.0.benefits.0.amounts.coPayment.inNetwork.2')).toMatchObject({
    kind: 'B',
    amount: null,
  });
});

test('a benefit’s status, its details and another payer of it are lines of that service', () => {
  const answer = mapAvailityCoverage(rich, []);
  const service = { code: 'MH', text: 'Mental Health' };
  expect(lineAt(answer, 'plans.0.benefits.0')).toMatchObject({ kind: '1', kindText: 'Active Coverage', service });
  expect(lineAt(answer, 'plans.0.benefits.0.statusDetails.inNetwork.0')).toMatchObject({ kind: '3', level: { code: 'EMP' }, service });
  expect(lineAt(answer, 'plans.0.benefits.0.statusDetails.notApplicableNetwork.0')).toMatchObject({ kind: '1', network: 'both' });
  const other = lineAt(answer, 'plans.0.benefits.0.additionalPayers.0');
  expect(other).toMatchObject({ kind: 'R', service });
  expect(other.entities[0]).toMatchObject({ name: 'Magnolia Behavioral', memberId: 'MAG-3301', primary: true, role: { code: 'TV' } });
});

test('kinds nobody described stay lines with their words', () => {
  const answer = mapAvailityCoverage(rich, []);
  expect(lineAt(answer, 'plans.0.benefits.0.newKindOfRule.outOfNetwork.0')).toMatchObject({
    kind: '',
    kindText: 'New kind of rule',
    network: 'out',
  });
  expect(lineAt(answer, 'plans.0.benefits.0.amounts.surcharge.inNetwork.0')).toMatchObject({
    kind: '',
    kindText: 'Surcharge',
    amount: '7',
  });
});

test('a plan’s dates keep their meaning and never shift by a time zone', () => {
  const [plan] = mapAvailityCoverage(rich, []).plans;
  expect(plan?.dates).toEqual(
    expect.arrayContaining([
      { qualifier: '291', label: 'Coverage', from: '2026-01-01', to: '2026-12-31', text: null },
      { qualifier: '307', label: 'Eligibility', from: '2025-06-15', to: null, text: null },
      { qualifier: '346', label: 'Plan begin', from: '2026-01-02', to: null, text: null },
      { qualifier: '343', label: 'Premium paid to date end', from: null, to: '2026-02-28', text: null },
      { qualifier: '636', label: 'Last update', from: null, to: null, text: 'not recorded' },
      { qualifier: '442', label: 'Date of death', from: '2026-02-20', to: '2026-02-20', text: null },
    ]),
  );
});

test('a partly invalid answer says so', () => {
  expect(mapAvailityCoverage(rich, []).notices[0]).toEqual({ kind: 'partly-invalid', text: 'Complete (Invalid Response)' });
});

test('the payer’s name is the one it answered under; persons keep flags and relationship', () => {
  const answer = mapAvailityCoverage(rich, []);
  expect(answer.payer).toEqual({ name: 'Cedar Mutual of Oregon', id: '60991' });
  expect(answer.updateYourRecords).toBe(true);
  expect(answer.patient).toMatchObject({ birthDate: '1991-11-05', relationship: { code: '19', text: 'Child' }, gender: 'Female' });
  expect(answer.plans[0]?.additionalPayers[0]).toMatchObject({
    primary: false,
    secondary: true,
    thirdPartyAdministrator: 'Gable Services',
  });
});

test('a value of another type than described is kept as a fact or as text', () => {
  const [, plan] = mapAvailityCoverage(rich, []).plans;
  expect(plan).toMatchObject({ name: '4410', groupNumber: null, facts: [{ label: 'Group number: Odd', value: 'shape' }] });
});

test.each([null, 7, 'text', [], {}, { plans: null }, { plans: [null, 3] }, { plans: [{ benefits: 'none' }] }])(
  'a body of an odd shape (%j) maps without an error',
  (body) => {
    expect(mapAvailityCoverage(body, ['30']).askedServiceTypes).toEqual(['30']);
  },
);
