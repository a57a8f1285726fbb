/** Gravest first, and within one severity: whom it is about, whether there is cover, whether it lasts, who pays, what is left out (product.md 10). */
import { coverageWarningSchema } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { expect, test } from 'vitest';
import { aDate, aLine, anEntity, aPerson, aPlan, MENTAL_HEALTH } from '../../../test/answers.ts';
import { warningsOf } from '../../../test/warnings.ts';
import { KIND_ORDER } from './warnings.ts';

const ordered = (over: Parameters<typeof warningsOf>[0]) => warningsOf(over).map(({ kind, severity }) => `${severity} ${kind}`);
const somebody = { ...aPerson({ firstName: 'Ida', lastName: 'Marsh', birthDate: '1971-02-03' }), relationship: null };
const typed = { patientFirstName: 'Ada', patientLastName: 'Stone', patientBirthDate: '1990-01-01' };

test('of a plan without cover', () => {
  const plan = aPlan({
    status: { code: '7', text: 'Inactive - Pending Eligibility Update' },
    dates: [
      aDate({ qualifier: '442', label: 'Date of death', from: '2026-01-02' }),
      aDate({ qualifier: '347', label: 'Plan end', to: '2026-02-28' }),
      aDate({ qualifier: '356', label: 'Coverage begin', from: '2027-01-01' }),
    ],
  });
  expect(
    ordered({
      answer: { plans: [plan], patient: somebody, lines: [aLine({ kind: '6' })] },
      input: { submission: typed, now: new Date('2026-09-01T12:00:00Z') },
    }),
  ).toEqual([
    'danger somebody-else',
    'danger member-deceased',
    'danger inactive',
    'danger plan-ended',
    'danger plan-not-started',
    'danger expired',
    'info service-type-silent',
  ]);
});

test('of a plan with cover', () => {
  const plan = aPlan({
    status: { code: '3', text: 'Active - Services Capitated' },
    dates: [
      aDate({ qualifier: '347', label: 'Plan end', to: '2026-03-24' }),
      aDate({ qualifier: '343', label: 'Premium paid', to: '2026-02-28' }),
    ],
    notes: ['Member is in the grace period'],
    additionalPayers: [anEntity({ name: 'Elm Mutual', primary: true })],
  });
  const lines = [
    aLine({
      kind: 'U',
      service: MENTAL_HEALTH,
      entities: [anEntity({ name: 'Cedar Behavioral' })],
      texts: ['Mental health is administered by Cedar Behavioral'],
    }),
    aLine({ kind: '1', service: { code: 'A6', text: 'Psychotherapy' } }),
    aLine({ kind: '6', service: { code: 'A6', text: 'Psychotherapy' } }),
    aLine({ kind: 'T', service: null }),
  ];
  const answer = {
    plans: [plan, aPlan({ name: 'B', status: { code: '1', text: 'Active' } })],
    lines,
    patient: { ...somebody, birthDate: '1990-01-01' },
    notices: [{ kind: 'partly-invalid', text: 'Invalid' }],
    askedServiceTypes: ['A6', 'BB'],
    answeredFor: [aDate({ label: 'Service', from: '2026-05-01' })],
  };
  expect(
    ordered({ answer, input: { submission: typed, askedUnder: 'Coverlight Services', now: new Date('2026-03-22T12:00:00Z') } }),
  ).toEqual([
    'danger inactive',
    'danger carve-out',
    'danger other-payer-primary',
    'warning answer-for-other-date',
    'warning at-risk',
    'warning premium-paid-until',
    'warning plan-ends-soon',
    'warning contradicting-lines',
    'warning capitated',
    'warning prominent-line',
    'warning records-differ',
    'warning several-plans',
    'warning partly-invalid',
    'info service-type-silent',
    'info no-behavioural-cost',
    'info asked-under-platform',
  ]);
});

test('of an old answer, the year before what is left out, the month after it', () => {
  const old = (now: string) =>
    ordered({
      answer: { notices: [{ kind: 'partly-invalid', text: 'Invalid' }] },
      input: { now: new Date(now), askedUnder: 'Coverlight Services' },
    });
  expect(old('2026-04-02T12:00:00Z')).toEqual(['warning partly-invalid', 'info asked-under-platform', 'info stale-month']);
  const lastYear = new Date('2025-12-30T12:00:00Z');
  const input = { createdAt: lastYear, answeredAt: lastYear, now: new Date('2026-01-02T12:00:00Z') };
  expect(ordered({ answer: { notices: [{ kind: 'partly-invalid', text: 'Invalid' }] }, input })).toEqual([
    'warning stale-plan-year',
    'warning partly-invalid',
  ]);
});

test('every kind of warning has its place', () => {
  expect(KIND_ORDER.toSorted()).toEqual(coverageWarningSchema.shape.kind.options.toSorted());
});
