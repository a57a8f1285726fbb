import { expect, test } from 'vitest';
import { aLine, anEntity, MENTAL_HEALTH } from '../../../test/answers.ts';
import { kindsOf, warningsOf, withLines, withPlan } from '../../../test/warnings.ts';
import { saysOtherIsPrimary } from './other-payer-words.ts';
import { saysGracePeriod } from './status-warnings.ts';

const note = (text: string) => withPlan({ notes: [text] });

test.each([
  'HIX GRACE PERIOD',
  'Member is in month 2 of the premium grace period.',
  'IN SECOND GRACE MONTH - CLAIMS MAY PEND',
  'Grace-period applies until premiums are received',
  'Coverage under exchange grace period months 2-3',
  'SUBSIDIZED MEMBER, SECOND MONTH OF GRACE',
  'APTC GRACE',
  'Premiums are past due; claims may pend',
  'Subscriber is delinquent on premium payments',
])('"%s" means that cover is at risk', (text) => {
  expect(kindsOf(note(text))).toEqual(['at-risk']);
});

test.each([
  'Member is not in a grace period',
  'No grace period',
  'Grace period: none',
  'Graceland Medical Group',
  'Grace period does not apply',
  'Grace period indicator: N',
  'No premium is overdue',
  'Premiums paid through 12/31/2026',
])('"%s" does not mean that cover is at risk', (text) => {
  expect(saysGracePeriod(text)).toBe(false);
});

test('premiums that are overdue are called so, and a grace period that ended cover is no risk any more', () => {
  expect(warningsOf(note('PREMIUM NOT RECEIVED'))[0]?.title).toBe('Active, but premiums are overdue: cover can end retroactively');
  const ended = withPlan({ status: { code: '6', text: 'Inactive' }, notes: ['Terminated at the end of the third grace month'] });
  expect(kindsOf(ended)).toEqual(['inactive']);
});

test.each([
  'Other insurance is primary',
  'This plan is secondary to Medicare.',
  'MEDICARE IS PRIMARY FOR THIS MEMBER',
  'Primary payer is Elm Mutual',
  'COB on file: other carrier pays first; we pay secondary',
  'Please bill the other insurance first',
  'Medicare Secondary Working Aged Beneficiary',
  'OTHER CARRIER PRIMARY',
  'Primary ins: Elm Mutual',
  'Medicare Part A and B is primary',
  'This plan pays after your other insurance',
  'PRIMARY PAYER - ELM MUTUAL',
  'Another plan is responsible for paying first',
  'Submit claims to the primary carrier first',
  'Medicare pays first',
  'Elm Mutual is the primary insurer',
])('"%s" means that another payer pays first', (text) => {
  expect(kindsOf(note(text))).toEqual(['other-payer-primary']);
});

test.each([
  'No other insurance is primary',
  'This plan is primary',
  'Primary payer: this plan',
  'Primary payer is Fern Valley Health',
  'Not secondary to any other plan',
  'Primary care visit copay applies',
  'Secondary diagnosis codes required',
  'COB: none on file',
  'Contact the primary care provider for a referral',
  'Primary coverage is medical; dental is apart',
  'Secondary insurance on file: Elm Mutual',
  'Fern Valley Health is primary',
  'Outpatient care is primary',
])('"%s" does not mean that another payer pays first', (text) => {
  expect(saysOtherIsPrimary(text, 'Fern Valley Health')).toBe(false);
});

test('a payer marked as primary pays first, with its member id at hand', () => {
  const entity = anEntity({ name: 'Elm Mutual', role: { code: 'PRP', text: 'Primary Payer' }, memberId: 'E-77' });
  expect(warningsOf(withLines(aLine({ kind: 'R', entities: [entity] })))).toMatchObject([
    {
      kind: 'other-payer-primary',
      title: 'Elm Mutual pays first',
      facts: [
        { label: 'Name', value: 'Elm Mutual' },
        { label: 'Member ID', value: 'E-77' },
      ],
    },
  ]);
});

test('who pays for drugs only, or runs a plan for another, is no payer whose turn is open', () => {
  const pharmacy = anEntity({ name: 'Elm Drug Plan', role: { code: null, text: 'Pharmacy payer' } });
  const administrator = anEntity({ name: 'Cedar Ridge Partners', role: { code: 'TV', text: 'Third-Party Administrator' } });
  expect(kindsOf(withPlan({ additionalPayers: [pharmacy] }))).toEqual([]);
  expect(warningsOf(withPlan({ additionalPayers: [pharmacy, administrator] }))).toMatchObject([
    { kind: 'prominent-line', severity: 'info', title: 'The payer names Cedar Ridge Partners as administrator' },
  ]);
});

const cedar = anEntity({
  name: 'Cedar Ridge Partners',
  role: { code: 'PR', text: 'Payer' },
  memberId: 'CR-9',
  contacts: [{ name: null, info: [{ label: 'Phone', value: '800-555-0142' }] }],
});

test.each([
  ['a line that sends to another entity', aLine({ kind: 'U', service: MENTAL_HEALTH, entities: [cedar] })],
  ['a managed care coordinator', aLine({ kind: 'MC', service: MENTAL_HEALTH, entities: [cedar] })],
  [
    'an active status that names an administrator',
    aLine({
      kind: '1',
      service: MENTAL_HEALTH,
      entities: [{ ...cedar, role: { code: 'X3', text: 'Utilization Management Organization' } }],
    }),
  ],
  [
    'a line without a kind that names an administrator',
    aLine({ kind: '', service: MENTAL_HEALTH, entities: [{ ...cedar, role: { code: '2B', text: 'Third-Party Administrator' } }] }),
  ],
  ['another payer on a behavioural service', aLine({ kind: 'R', service: MENTAL_HEALTH, entities: [cedar] })],
  ['free text on the plan', aLine({ kind: 'D', texts: ['Behavioral health is administered by Cedar Ridge Partners. Call 800-555-0142.'] })],
])('%s says who handles behavioural health', (_what, line) => {
  const [warning, ...more] = warningsOf(withLines(line));
  expect(more).toEqual([]);
  expect(warning).toMatchObject({ kind: 'carve-out', severity: 'danger', title: 'Behavioral health is handled by Cedar Ridge Partners' });
  expect(warning?.facts.map((fact) => fact.value)).toContain('800-555-0142');
  expect(warning?.line_ids).toEqual([line.id]);
});

test('an administrator named for substance use alone is not said to handle all of behavioural health', () => {
  const SUBSTANCE_ABUSE = { code: 'AI', text: 'Substance Abuse' };
  const [warning, ...more] = warningsOf(withLines(aLine({ kind: 'U', service: SUBSTANCE_ABUSE, entities: [cedar] })));
  expect(more).toEqual([]);
  expect(warning?.title).toBe('Substance use treatment is handled by Cedar Ridge Partners');
  expect(warning?.facts).toContainEqual({ label: 'Said for', value: 'Substance Abuse' });
  const both = [SUBSTANCE_ABUSE, MENTAL_HEALTH].map((service) => aLine({ kind: 'U', service, entities: [cedar] }));
  expect(warningsOf(withLines(...both))[0]?.title).toBe('Behavioral health is handled by Cedar Ridge Partners');
});

test('the member id at the administrator is shown', () => {
  const [warning] = warningsOf(withLines(aLine({ kind: 'U', service: MENTAL_HEALTH, entities: [cedar] })));
  expect(warning?.facts).toContainEqual({ label: 'Member ID', value: 'CR-9' });
});

test("the administrator's phone number told by a line and by a text stands there once", () => {
  const [warning] = warningsOf(
    withLines(
      aLine({ kind: 'U', service: MENTAL_HEALTH, entities: [cedar] }),
      aLine({ kind: 'D', texts: ['BEHAVIORAL HEALTH MANAGED BY CEDAR RIDGE PARTNERS. CALL (800) 555-0142.'] }),
    ),
  );
  expect(warning?.facts.filter((fact) => fact.label === 'Phone')).toHaveLength(1);
});

test('the same administrator told in several ways is one warning', () => {
  const warnings = warningsOf(
    withLines(
      aLine({ kind: 'U', service: MENTAL_HEALTH, entities: [cedar] }),
      aLine({ kind: 'D', texts: ['BEHAVIORAL HEALTH MANAGED BY CEDAR RIDGE PARTNERS'] }),
      aLine({ kind: 'D', service: MENTAL_HEALTH, texts: ['Benefits are carved out'] }),
    ),
  );
  expect(warnings.map((warning) => warning.kind)).toEqual(['carve-out']);
  expect(warnings[0]?.line_ids).toHaveLength(3);
});

test.each([
  ['the payer itself', aLine({ kind: 'U', service: MENTAL_HEALTH, entities: [{ ...cedar, name: 'Fern Valley Health' }] })],
  ['an entity for pharmacy', aLine({ kind: 'U', service: { code: '88', text: 'Pharmacy' }, entities: [cedar] })],
  ['a facility on a status line', aLine({ service: MENTAL_HEALTH, entities: [{ ...cedar, role: { code: 'FA', text: 'Facility' } }] })],
  ['the name of a plan', aLine({ kind: 'B', service: MENTAL_HEALTH, planName: 'Beacon PPO Select', amount: '5' })],
  ['a denial', aLine({ kind: 'D', texts: ['Behavioral health is not administered by Magellan'] })],
])('%s is no other administrator', (_what, line) => {
  expect(kindsOf(withLines(line))).toEqual([]);
});
