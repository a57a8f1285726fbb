/** Companies, orders of payment and statuses that payers tell in unusual places or words (docs/product.md 10.1, 10.6). */
import { expect, test } from 'vitest';
import { aLine, anAnswer, anEntity, aPlan } from '../../../test/answers.ts';
import { kindsOf, warningsOf } from '../../../test/warnings.ts';
import type { AnswerLine } from './payer-answer.ts';
import { limitRows } from './limit-rows.ts';
import { normalizeCoverage } from './normalize-coverage.ts';

const ACTIVE = { code: '1', text: 'Active Coverage' };
const of = (code: string, text: string | null = null) => ({ code, text });
const titlesOf = (kind: string, plan: Parameters<typeof aPlan>[0], lines: AnswerLine[] = []) =>
  warningsOf({ answer: { plans: [aPlan({ status: ACTIVE, ...plan })], lines } })
    .filter((warning) => warning.kind === kind)
    .map(({ title }) => title);

test.each(['2B', '13', 'PR', 'TV', 'VER', 'VN', 'X3', 'Y2'])(
  'a company of role %s without words on a behavioural line administers it',
  (code) => {
    for (const kind of ['1', 'B', 'D', 'CB'])
      expect(
        titlesOf('carve-out', {}, [
          aLine({ kind, service: of('MH'), amount: '20', entities: [anEntity({ name: 'ALDER CARE', role: of(code) })] }),
        ]),
        kind,
      ).toEqual(['Behavioral health is handled by ALDER CARE']);
  },
);

test('a provider of care, an insured or an employer on a behavioural line administers nothing', () => {
  for (const code of ['1P', 'IL', '36', 'P3'])
    expect(
      titlesOf('carve-out', {}, [aLine({ service: of('MH'), entities: [anEntity({ name: 'ALDER CARE', role: of(code) })] })]),
      code,
    ).toEqual([]);
});

test('a behavioural company among the contacts of the plan is named also where its role is a code alone', () => {
  expect(titlesOf('carve-out', { contacts: [anEntity({ name: 'ALDER BEHAVIORAL', role: of('Y2') })] })).toEqual([
    'Behavioral health is handled by ALDER BEHAVIORAL',
  ]);
});

test('a managed care organization on a status line of the plan manages its care', () => {
  expect(titlesOf('carve-out', {}, [aLine({ kind: '1', entities: [anEntity({ name: 'ALDER CARE', role: of('Y2') })] })])).toEqual([
    'Care under this plan is managed by ALDER CARE',
  ]);
});

test.each([
  ['FOR MENTAL HEALTH', 'Behavioral health is handled by ALDER CARE'],
  ['SUBSTANCE USE DISORDER BENEFITS', 'Substance use treatment is handled by ALDER CARE'],
])('whom the plan says to contact "%s" handles that', (text, title) => {
  const line = aLine({ kind: 'U', texts: [text], entities: [anEntity({ name: 'ALDER CARE', role: of('VN', 'Vendor') })] });
  expect(titlesOf('carve-out', {}, [line])).toEqual([title]);
});

test.each([
  'Mental health and substance abuse benefits are administered by a third party.',
  'BEHAVIORAL HEALTH IS MANAGED BY A THIRD PARTY',
])('an administrator without a name is another company: %s', (note) => {
  expect(titlesOf('carve-out', { notes: [note] })).toEqual(['Behavioral health is handled by another company']);
});

test.each([
  'Member has Medicare as primary.',
  'Medicare Part A and B as their primary',
  'Coordination of benefits: secondary',
  'COB - SECONDARY',
])('somebody else pays first: %s', (note) => {
  expect(titlesOf('other-payer-primary', { notes: [note] })).toEqual(['Another payer pays first']);
});

test('Medicare Advantage is told by the insurance type of the plan or of a line, in words or as the code alone', () => {
  const advantage = 'Medicare Advantage: do not bill original Medicare';
  expect(titlesOf('prominent-line', { insuranceType: of('HN') })).toContain(advantage);
  expect(titlesOf('prominent-line', {}, [aLine({ insuranceType: of('HN', 'HMO - Medicare Risk') })])).toContain(advantage);
  expect(titlesOf('prominent-line', { insuranceType: of('HM') })).not.toContain(advantage);
});

test('a plan called terminated in words alone whose own line is active contradicts itself', () => {
  const answer = { plans: [aPlan({ status: { code: null, text: 'Terminated' } })], lines: [aLine({ kind: '1' })] };
  expect(kindsOf({ answer })).toContain('contradicting-lines');
});

test('what is left in another tier called preferred or not is not taken from the preferred total', () => {
  const limit = (amount: string, period: string, text: string) =>
    aLine({ kind: 'G', amount, period: of(period), level: of('IND'), network: 'in', texts: [text] });
  const lines = [limit('5000', '23', 'PREFERRED'), limit('400', '29', 'NON-PREFERRED')];
  const { plan } = normalizeCoverage(anAnswer({ plans: [aPlan({ status: ACTIVE })], lines }));
  const rows = limitRows(plan ?? { benefit_groups: [], insurance_type: null }, 'outOfPocket').flatMap((row) => row.lines);
  expect(rows.map(({ total, met, remaining }) => [total, met, remaining])).toEqual([
    ['5000.00', null, null],
    [null, null, '400.00'],
  ]);
});
