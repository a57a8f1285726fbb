/** What changes what to do, gravest first: each with its kind, the payer's words and one thing to do (product.md 2.9, 10). */
import type { Coverage, CoverageWarning, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { askedDay, DEFAULT_ZONE } from '../asked-day.ts';
import { localDay, usDate } from '../calendar-day.ts';
import { expiredNotice, isExpired } from '../inquiry-expiry.ts';
import { isSomebodyElse, recordWarnings } from '../record-warnings.ts';
import { carveOuts, carveOutWarnings } from './carve-out.ts';
import { contradictionWarnings } from './contradictions.ts';
import { dateWarnings, deathWarnings, otherDateWarnings, staleWarnings } from './date-warnings.ts';
import { exclusionWarnings } from './exclusion-warnings.ts';
import { hasBehaviouralCost } from './level-of-care.ts';
import { limitWarnings } from './limit-warnings.ts';
import { inCanonicalOrder, isMedical, plansToRead } from './medical-plan.ts';
import { otherPayerWarnings } from './other-payer-warnings.ts';
import { prominentLineWarnings } from './prominent-lines.ts';
import { textsOfAnswer, textsOfCoverage } from './said-texts.ts';
import { serviceTypeLabel } from './service-types.ts';
import { atRiskOfAnswer, statusWarnings } from './status-warnings.ts';
import { isActiveStatus } from './status-codes.ts';
import { aWarning, type Days, type WarningInput } from './warning-input.ts';

export type { WarningInput } from './warning-input.ts';

/** Gravest first within one severity: who it is about, whether there is cover, whether it lasts, who pays, then what is left out. */
export const KIND_ORDER: readonly CoverageWarning['kind'][] = [
  'somebody-else',
  'member-deceased',
  'inactive',
  'plan-ended',
  'plan-not-started',
  'inactive-may-change',
  'expired',
  'answer-for-other-date',
  'at-risk',
  'premium-paid-until',
  'plan-ends-soon',
  'carve-out',
  'other-payer-primary',
  'limit-nearly-used',
  'contradicting-lines',
  'capitated',
  'prominent-line',
  'stale-plan-year',
  'records-differ',
  'several-plans',
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
  const asked = askedDay({ as_of_date: input.asOfDate, created_at: input.createdAt }, zone);
  return {
    asked,
    rightly: input.asOfDate === null ? todaysOf(input, asked) : { from: asked, to: asked },
    asking: localDay(new Date(input.createdAt), zone),
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
  const facts = differing.map(({ label, entered, returned }) => ({ label, value: `entered ${entered}, the payer has ${returned}` }));
  const payer_words = notice ? [notice.text] : [];
  if (!input.isPersonConfirmed && isSomebodyElse(input.submission, coverage)) {
    return [
      aWarning({
        kind: 'somebody-else',
        severity: 'danger',
        title: 'This answer may be about somebody else',
        payer_words,
        action: 'Name and birth date both differ: compare with the card, and do not rely on this answer until it is clear whose it is.',
        facts,
      }),
    ];
  }
  return [
    aWarning({
      kind: 'records-differ',
      severity: 'warning',
      title: 'Update your records',
      payer_words,
      action: "Compare with the patient's card and correct what is wrong; claims follow the payer's record.",
      facts,
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

/** Said of one plan. */
interface OfPlan {
  plan: Plan;
  warning: CoverageWarning;
}

const nameOf = (plan: Plan) => plan.name ?? plan.insurance_type ?? plan.number ?? 'plan name not stated';

const unique = <T>(values: T[]): T[] => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];

/** What several plans have in common is said once; what only some of them have names them. */
function mergeOfPlans(found: OfPlan[], read: Plan[], isOneOfSeveral: boolean): CoverageWarning[] {
  const same = new Map<string, OfPlan[]>();
  for (const each of found) {
    const key = JSON.stringify([each.warning.kind, each.warning.severity, each.warning.title, each.warning.action]);
    same.set(key, [...(same.get(key) ?? []), each]);
  }
  return [...same.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const names = [...new Set(alike.map(({ plan }) => nameOf(plan)))];
    const isOfAll = read.length > 1 && read.every((plan) => alike.some((each) => each.plan === plan));
    return {
      ...first.warning,
      title: !isOneOfSeveral || isOfAll ? first.warning.title : `${first.warning.title} (${names.join(', ')})`,
      payer_words: unique(alike.flatMap(({ warning }) => warning.payer_words)),
      facts: unique(alike.flatMap(({ warning }) => warning.facts)),
      line_ids: unique(alike.flatMap(({ warning }) => warning.line_ids)),
    };
  });
}

function ofPlans(coverage: Coverage, days: Days): CoverageWarning[] {
  const read = plansToRead(coverage.plans, days.asked);
  const found = read.flatMap((plan) =>
    [
      ...statusWarnings(plan),
      ...dateWarnings(plan, days),
      ...contradictionWarnings(plan),
      ...limitWarnings(coverage, plan),
      ...prominentLineWarnings(plan),
    ].map((warning): OfPlan => ({ plan, warning })),
  );
  return [
    ...mergeOfPlans(found, read, coverage.plans.length > 1),
    ...atRiskOfAnswer(textsOfAnswer(coverage), read),
    ...noBehaviouralCost(read),
  ];
}

function noBehaviouralCost(read: Plan[]): CoverageWarning[] {
  const active = read.filter((plan) => isActiveStatus(plan.status_code) && isMedical(plan));
  if (active.length === 0 || active.some(hasBehaviouralCost)) return [];
  return [
    aWarning({
      kind: 'no-behavioural-cost',
      severity: 'info',
      title: 'Active; the payer gave no cost for behavioral health',
      action: 'This is normal for many payers: plan-level amounts may apply, call for the rest.',
    }),
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
  // The order in which plans were sent says nothing.
  const coverage = input.coverage && { ...input.coverage, plans: inCanonicalOrder(input.coverage.plans) };
  const expired = expiredWarnings(input, days);
  const ofCoverage = coverage === null ? [] : ofAnswer(input, coverage, days);
  // Out of date says all that an old month or year would say.
  const stale = expired.length > 0 || coverage === null ? [] : staleWarnings(days);
  const told = expired.length > 0 ? ofCoverage.map((warning) => inThePast(warning, days)) : ofCoverage;
  return [...expired, ...stale, ...told, ...askedUnder(input.askedUnder)].toSorted(compareWarnings);
}

/** What an answer that is out of date says of a plan's status was so, and may not be any more (product.md 10.13). */
function inThePast(warning: CoverageWarning, days: Days): CoverageWarning {
  const on = `on ${usDate(days.asked < days.asking ? days.asked : days.asking)}`;
  const title = warning.title
    .replace(/^Active\b/, `Was active ${on}`)
    .replace(/^Not active\b/, `Was not active ${on}`)
    .replace(/\bsays both that the plan is active and that it is not\b/, `said both that the plan was active ${on} and that it was not`)
    .replace(/\bis not active\b/, `was not active ${on}`)
    .replace(/ of them active\b/, ` of them active ${on}`);
  const facts =
    warning.kind === 'several-plans' ? warning.facts.map(({ label, value }) => ({ label, value: `${value} (${on})` })) : warning.facts;
  return { ...warning, title, facts };
}

function ofAnswer(input: WarningInput, coverage: Coverage, days: Days): CoverageWarning[] {
  const texts = textsOfCoverage(coverage);
  const carvedOut = carveOuts(coverage, texts);
  return [
    ...deathWarnings(coverage),
    ...otherDateWarnings(coverage, days),
    ...ofPlans(coverage, days),
    ...carveOutWarnings(carvedOut),
    ...otherPayerWarnings(coverage, texts, carvedOut),
    ...exclusionWarnings(texts),
    ...recordsDiffer(input, coverage),
    ...severalPlans(coverage),
    ...noticeWarnings(coverage),
  ];
}
