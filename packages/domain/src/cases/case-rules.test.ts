import type { CaseCompany } from '@coverlight/contract/cases/case.schema.ts';
import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { expect, test } from 'vitest';
import { anAnswer, aLine, anEntity, aPlan, MENTAL_HEALTH } from '../../test/answers.ts';
import { normalizeCoverage } from '../inquiries/coverage/normalize-coverage.ts';
import { callValueText, validUntil } from './call-answers.ts';
import { phonesToCall } from './call-phones.ts';
import { caseCompanies, type AskedInquiry } from './case-companies.ts';
import { caseStateAfter, mayMoveCase, mayMoveSheet } from './case-states.ts';
import { taskChanges, wantedTasks, type KnownTask } from './case-tasks.ts';

const carveOut = (name: string, phone = '800-555-0142'): CoverageWarning => ({
  kind: 'carve-out',
  severity: 'danger',
  title: `Behavioral health is handled by ${name}`,
  payer_words: [],
  action: '',
  facts: [
    { label: 'Name', value: name },
    { label: 'Phone', value: phone },
    { label: 'Member ID', value: 'S1' },
  ],
  line_ids: [],
});

const asked = (over: Partial<AskedInquiry>): AskedInquiry => ({
  inquiryId: 'main',
  role: 'main',
  company: null,
  payerName: 'Fern Valley Health',
  hop: 0,
  warnings: [],
  ...over,
});

test('a company is asked once, and at most three one because of the other', () => {
  const chain = [
    asked({ warnings: [carveOut('Sable'), carveOut('SABLE, Inc.')] }),
    asked({ inquiryId: 'b', role: 'carve-out', company: 'Sable', payerName: 'Sable', hop: 1, warnings: [carveOut('Fern Valley Health')] }),
    asked({ inquiryId: 'c', role: 'carve-out', company: 'Third', payerName: 'Third', hop: 3, warnings: [carveOut('Fourth')] }),
  ];
  const found = caseCompanies(chain, (name) => (name === 'Fourth' ? 'payer' : null));

  expect(found.map(({ name, blocked, inquiry_id: by, payer_id: payer }) => [name, blocked, by, payer])).toEqual([
    ['Sable', 'asked', 'b', null],
    ['Fern Valley Health', 'asked', null, null],
    ['Fourth', 'too-many', null, 'payer'],
  ]);
  expect(found[0]).toMatchObject({ member_id: 'S1', phone: '800-555-0142', role: 'carve-out' });
});

test('the number of whoever administers comes first, then the service’s, the plan’s, the payer’s, and our list', () => {
  const phone = (number: string) => [{ name: null, info: [{ label: 'Phone', value: number }] }];
  const coverage = normalizeCoverage(
    anAnswer({
      plans: [
        aPlan({
          contacts: [
            anEntity({ name: 'MEMBERS', contacts: phone('800-555-0103') }),
            anEntity({ name: 'PROVIDER LINE', contacts: phone('800-555-0102') }),
          ],
        }),
      ],
      lines: [
        aLine({ service: MENTAL_HEALTH, kind: 'U', entities: [anEntity({ name: 'SABLE BEHAVIORAL', contacts: phone('800-555-0101') })] }),
      ],
    }),
  );
  const { plan } = coverage;
  if (plan === null) throw new Error('no plan');
  const choices = (company: string, isOwn: boolean) =>
    phonesToCall({
      company,
      answers: [{ coverage, plan, isOwn }],
      levels: ['op'],
      listed: [
        { kind: 'claims', phone: '8005550105' },
        { kind: 'eligibility', phone: '8005550104' },
      ],
    }).map(({ phone: number, origin }) => [number.replaceAll('-', ''), origin]);

  expect(choices('SABLE BEHAVIORAL', false)).toEqual([
    ['8005550101', 'administrator'],
    ['8005550104', 'payer-list'],
    ['8005550105', 'payer-list'],
  ]);
  expect(choices('Fern Valley Health', true).map(([number, origin]) => [number, origin])).toEqual([
    ['8005550101', 'service-contact'],
    ['8005550102', 'plan-contact'],
    ['8005550103', 'payer-contact'],
    ['8005550104', 'payer-list'],
    ['8005550105', 'payer-list'],
  ]);
});

test.each([
  ['2026-03-01', null, null, '2026-04-30'],
  ['2026-12-01', null, null, '2026-12-31'],
  ['2026-06-10', '2025-07-01', null, '2026-06-30'],
  ['2026-07-10', '2025-07-01', null, '2026-09-08'],
  ['2026-05-10', null, '2026-05-31', '2026-05-31'],
  ['2026-02-20', '2024-02-29', null, '2026-02-28'],
])('what was told on %s of a plan from %s to %s counts until %s', (day, start, end, until) => {
  expect(validUntil(day, { plan_start: start, plan_end: end })).toBe(until);
});

test('a value of a call reads as its question needs it', () => {
  expect(callValueText('authorization', { type: 'no' })).toBe('Not required');
  expect(callValueText('covered', { type: 'yes' })).toBe('Covered');
  expect(callValueText('single-case', { type: 'yes' })).toBe('Yes');
  expect(callValueText('limit', { type: 'count', count: 12, unit: 'visits' })).toBe('12 visits');
  expect(callValueText('copay', { type: 'money', amount: '35.00' })).toBe('$35.00');
});

test('work moves a case on, never back, and an ended one is opened again first', () => {
  expect(caseStateAfter('new', 'calling')).toBe('calling');
  expect(caseStateAfter('estimating', 'calling')).toBe('estimating');
  expect(caseStateAfter('ready', 'estimating')).toBe('ready');
  expect(caseStateAfter('closed', 'calling')).toBe('closed');
  expect([mayMoveCase('closed', 'declined'), mayMoveCase('closed', 'calling'), mayMoveCase('new', 'admitted')]).toEqual([
    false,
    true,
    true,
  ]);
});

test('a call without an answer is not done, and one with answers is no draft', () => {
  expect(mayMoveSheet('calling', 'done', false)).toBe(false);
  expect(mayMoveSheet('calling', 'done', true)).toBe(true);
  expect(mayMoveSheet('partly', 'draft', true)).toBe(false);
  expect(mayMoveSheet('draft', 'calling', false)).toBe(true);
});

const known = (over: Partial<KnownTask>): KnownTask => ({
  id: 't1',
  code: 'call',
  subject: '',
  title: 'Call X: 3 values to ask for',
  due_on: null,
  version: 3,
  state: 'open',
  closed_itself: false,
  ...over,
});
const wanted = { code: 'call' as const, subject: '', title: 'Call X: 2 values to ask for', due_on: null };

test('a task words itself anew as facts arrive, closes with the last, and opens again when one goes', () => {
  expect(taskChanges([known({})], [wanted]).change).toEqual([{ id: 't1', version: 3, title: wanted.title, due_on: null }]);
  expect(taskChanges([known({})], [])).toEqual({ make: [], close: ['t1'], change: [] });
  expect(taskChanges([known({ state: 'done', closed_itself: true })], [wanted]).change).toHaveLength(1);
  expect(taskChanges([], [wanted]).make).toEqual([wanted]);
});

test('what a person closed stays closed, and a due day that a person set stays', () => {
  expect(taskChanges([known({ state: 'dropped' })], [wanted])).toEqual({ make: [], close: [], change: [] });
  expect(taskChanges([known({ due_on: '2026-04-01' })], [wanted]).change).toEqual([
    { id: 't1', version: 3, title: wanted.title, due_on: '2026-04-01' },
  ]);
  expect(taskChanges([known({ code: 'by-hand', subject: 't1' })], []).close).toEqual([]);
});

test('tasks come of what a case lacks, and none of one that has ended', () => {
  const company = { name: 'Sable', blocked: null, inquiry_id: null } as CaseCompany;
  const facts = {
    cells: [],
    levels: ['op' as const],
    companies: [company],
    calls: [],
    estimates: [{ id: 'e1', kind: 'gfe' as const, due_at: '2026-04-01' }],
    isEnded: false,
  };
  expect(wantedTasks(facts).map(({ code, title, due_on }) => [code, title, due_on])).toEqual([
    ['check-company', 'Check Sable', null],
    ['deliver-estimate', 'Hand over the Good Faith Estimate', '2026-04-01'],
  ]);
  expect(wantedTasks({ ...facts, isEnded: true })).toEqual([]);
});
