/** What changes what to do, gravest first: each with its kind, the payer's words and one thing to do (product.md 2.9, 10). */
import type { Coverage, CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { localDay, usDate } from '../calendar-day.ts';
import { expiredNotice, isExpired } from '../inquiry-expiry.ts';
import { recordWarnings } from '../record-warnings.ts';
import { carveOutWarnings } from './carve-out.ts';
import { contradictionWarnings } from './contradictions.ts';
import { dateWarnings, deathWarnings, otherDateWarnings, staleWarnings } from './date-warnings.ts';
import { hasBehaviouralCost } from './level-of-care.ts';
import { otherPayerWarnings } from './other-payer-warnings.ts';
import { prominentLineWarnings } from './prominent-lines.ts';
import { serviceTypeLabel } from './service-types.ts';
import { statusWarnings } from './status-warnings.ts';
import { isActiveStatus } from './statuses.ts';
import { aWarning, type Days, type WarningInput } from './warning-input.ts';

export type { WarningInput } from './warning-input.ts';

const DEFAULT_ZONE = 'America/Los_Angeles';

/** Gravest first within one severity. */
const KIND_ORDER: CoverageWarning['kind'][] = [
  'member-deceased',
  'inactive',
  'plan-ended',
  'plan-not-started',
  'expired',
  'answer-for-other-date',
  'carve-out',
  'other-payer-primary',
  'inactive-may-change',
  'prominent-line',
  'premium-paid-until',
  'at-risk',
  'plan-ends-soon',
  'stale-plan-year',
  'records-differ',
  'several-plans',
  'contradicting-lines',
  'capitated',
  'partly-invalid',
  'service-type-silent',
  'no-behavioural-cost',
  'asked-under-platform',
  'stale-month',
];
const SEVERITY_ORDER: CoverageWarning['severity'][] = ['danger', 'warning', 'info'];

/**
 * A question for today names no day, and whoever answers fills in their own: any day that it was from asking to answering, between the last
 * American zone and UTC.
 */
function todaysOf(input: WarningInput, asked: string): Days['rightly'] {
  const earliest = localDay(new Date(input.createdAt), 'Pacific/Honolulu');
  const latest = localDay(new Date(input.answeredAt ?? input.createdAt), 'UTC');
  return { from: earliest < asked ? earliest : asked, to: latest > asked ? latest : asked };
}

function daysOf(input: WarningInput): Days {
  const zone = input.zone ?? DEFAULT_ZONE;
  const asked = input.asOfDate ?? localDay(new Date(input.createdAt), zone);
  return {
    asked,
    rightly: input.asOfDate === null ? todaysOf(input, asked) : { from: asked, to: asked },
    today: input.today ?? localDay(input.now, zone),
    answered: localDay(new Date(input.answeredAt ?? input.createdAt), zone),
  };
}

function expiredWarnings(input: WarningInput, days: Days): CoverageWarning[] {
  const inquiry = { status: 'complete', created_at: input.createdAt, hasCoverage: input.coverage !== null };
  if (!isExpired(inquiry, input.now)) return [];
  return [
    aWarning({ kind: 'expired', severity: 'danger', title: expiredNotice(usDate(days.answered)), action: 'Send the inquiry again.' }),
  ];
}

function recordsDiffer(input: WarningInput, coverage: Coverage): CoverageWarning[] {
  const differing = recordWarnings(input.submission, coverage);
  const notice = coverage.notices.find(({ kind }) => kind === 'update-your-records');
  if (differing.length === 0 && !notice) return [];
  return [
    aWarning({
      kind: 'records-differ',
      severity: 'warning',
      title: 'Update your records',
      payer_words: notice ? [notice.text] : [],
      action: "Compare with the patient's card and correct what is wrong; claims follow the payer's record.",
      facts: differing.map(({ label, entered, returned }) => ({ label, value: `entered ${entered}, the payer has ${returned}` })),
    }),
  ];
}

function severalPlans(coverage: Coverage): CoverageWarning[] {
  if (coverage.plans.length < 2) return [];
  const active = coverage.plans.filter((plan) => isActiveStatus(plan.status_code)).length;
  return [
    aWarning({
      kind: 'several-plans',
      severity: active > 1 ? 'warning' : 'info',
      title: `${coverage.plans.length} plans, ${active} of them active`,
      action: 'Check which plan covers the service; all are listed.',
      facts: coverage.plans.map((plan) => ({
        label: plan.name ?? plan.insurance_type ?? 'Plan',
        value: plan.status ?? 'no status returned',
      })),
    }),
  ];
}

function silentTitle(silent: string[], unanswered: string[]): string {
  if (silent.length > 0) return `Nothing was said for ${silent.map(serviceTypeLabel).join(', ')}`;
  if (unanswered.length > 0) return `No answer of its own for ${unanswered.map(serviceTypeLabel).join(', ')}`;
  return 'Some service types were not answered';
}

function noticeWarnings(coverage: Coverage): CoverageWarning[] {
  const invalid = coverage.notices.filter(({ kind }) => kind === 'partly-invalid');
  const silentNotices = coverage.notices.filter(({ kind }) => kind === 'service-type-silent');
  const unanswered = [...new Set([...silentNotices.flatMap((notice) => notice.service_types ?? []), ...coverage.service_types.silent])];
  // The answer to one question may speak of what another asked for.
  const silent = unanswered.filter((code) => !coverage.service_types.answered.includes(code));
  const isSilent = unanswered.length > 0 || silentNotices.length > 0;
  return [
    ...(invalid.length === 0
      ? []
      : [
          aWarning({
            kind: 'partly-invalid',
            severity: 'warning',
            title: "Part of the payer's answer could not be read",
            payer_words: invalid.map(({ text }) => text),
            action: 'What is missing here may still apply: call the payer where it matters.',
          }),
        ]),
    ...(isSilent
      ? [
          aWarning({
            kind: 'service-type-silent',
            severity: 'info',
            title: silentTitle(silent, unanswered),
            payer_words: silentNotices.map(({ text }) => text),
            action: 'Not said is neither covered nor excluded: look at the plan-level lines or call the payer.',
          }),
        ]
      : []),
  ];
}

function ofLeadingPlan(coverage: Coverage, days: Days): CoverageWarning[] {
  const { plan } = coverage;
  if (plan === null) return [];
  const isSilent = isActiveStatus(plan.status_code) && !hasBehaviouralCost(plan);
  const noCost = aWarning({
    kind: 'no-behavioural-cost',
    severity: 'info',
    title: 'Active; the payer gave no cost for behavioral health',
    action: 'This is normal for many payers: plan-level amounts may apply, call for the rest.',
  });
  return [
    ...statusWarnings(plan),
    ...dateWarnings(plan, days),
    ...contradictionWarnings(plan),
    ...prominentLineWarnings(plan),
    ...(isSilent ? [noCost] : []),
  ];
}

function askedUnder(name: string | null): CoverageWarning[] {
  if (name === null) return [];
  const title = `Asked under ${name}; network facts may differ for your facility`;
  return [aWarning({ kind: 'asked-under-platform', severity: 'info', title, action: 'Confirm your own network status with the payer.' })];
}

function compareWarnings(a: CoverageWarning, b: CoverageWarning): number {
  return SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity) || KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind);
}

/** Of a complete inquiry. */
export function coverageWarnings(input: WarningInput): CoverageWarning[] {
  const days = daysOf(input);
  const { coverage } = input;
  const expired = expiredWarnings(input, days);
  const ofCoverage = coverage === null ? [] : ofAnswer(input, coverage, days);
  // Out of date says all that an old month or year would say.
  const stale = expired.length > 0 || coverage === null ? [] : staleWarnings(days);
  return [...expired, ...stale, ...ofCoverage, ...askedUnder(input.askedUnder)].toSorted(compareWarnings);
}

function ofAnswer(input: WarningInput, coverage: Coverage, days: Days): CoverageWarning[] {
  return [
    ...deathWarnings(coverage),
    ...otherDateWarnings(coverage, days),
    ...ofLeadingPlan(coverage, days),
    ...carveOutWarnings(coverage),
    ...otherPayerWarnings(coverage),
    ...recordsDiffer(input, coverage),
    ...severalPlans(coverage),
    ...noticeWarnings(coverage),
  ];
}
