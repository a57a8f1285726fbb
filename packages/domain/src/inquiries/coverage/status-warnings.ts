/** Statuses that are more than active: at risk, capitated, not active, and likely to change (product.md 10.1). */
import type { CoverageWarning, Plan, StatusDetail } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isPlanLevel } from './plan-level.ts';
import { textsOfPlan, type SaidText } from './said-texts.ts';
import { isBehavioural } from './service-types.ts';
import { isActiveStatus } from './status-codes.ts';
import { aWarning } from './warning-input.ts';

const GRACE =
  /\bgrace[\s-]*(?:period|per|prd|month|mo)s?\b|\b(?:HIX|APTC|exchange|premium)[\s-]+grace\b|\b(?:in|month of|months of|days? of) grace\b/i;
const NO_GRACE =
  /\b(?:no|not|never|without|isn't|out of|past|ended|n't)\b[^.;,]{0,30}\bgrace\b|\bgrace[\s-]*(?:period|month)s?\b[^.;,]{0,20}\b(?:does not apply|is over|not applicable|n\/a|has ended|ended|: ?(?:no|none|n|0))\b|\bnewborn\b/i;
/** Overdue premiums without the word: cover can end back to the last day paid for. */
const OVERDUE =
  /\bpremiums?(?: payments?)?\s*(?:is|are|has been|have been|was|were|:|-)?\s*(?:past[\s-]due|overdue|unpaid|delinquent|in arrears|not (?:been )?(?:paid|received))\b|\b(?:delinquent|in arrears|past[\s-]due|behind)\b[^.;,]{0,20}\bpremiums?\b|\b(?:suspended|pended)\b[^.;,]{0,30}\bpremiums?\b/i;
const NOT_OVERDUE =
  /\b(?:no|not|never|without|isn't|aren't)\b[^.;,]{0,20}\b(?:past[\s-]due|overdue|unpaid|delinquent|in arrears|behind|suspended|pended)\b|\bno premiums?\b|\bif\b[^.;,]{0,30}\bpremiums?\b/i;

/** Texts that say that premiums are overdue but cover still runs. */
export const saysGracePeriod = (text: string): boolean =>
  (GRACE.test(text) && !NO_GRACE.test(text)) || (OVERDUE.test(text) && !NOT_OVERDUE.test(text));

interface Stated {
  code: string;
  words: string[];
  lineIds: string[];
}

/** The plan's status and those of its behavioural services, each code once. */
function statedCodes(plan: Plan): Stated[] {
  const own: Stated[] =
    plan.status_code === null ? [] : [{ code: plan.status_code, words: plan.status === null ? [] : [plan.status], lineIds: [] }];
  const details = plan.benefit_groups
    .filter((group) => isPlanLevel(group.code, group.name) || isBehavioural(group.code))
    .flatMap((group) => group.status_details);
  const byCode = new Map<string, Stated>();
  for (const stated of [...own, ...details.map(toStated)]) {
    const known = byCode.get(stated.code);
    byCode.set(stated.code, {
      code: stated.code,
      words: [...new Set([...(known?.words ?? []), ...stated.words])],
      lineIds: [...(known?.lineIds ?? []), ...stated.lineIds],
    });
  }
  return [...byCode.values()];
}

const toStated = (detail: StatusDetail): Stated => ({
  code: detail.status_code ?? '',
  words: [detail.status, ...(detail.text === null ? [] : [detail.text])],
  lineIds: detail.line_ids,
});

const isGrace = ({ text }: SaidText) => saysGracePeriod(text);

/** "Terminated after the grace period" is no risk any more. */
const isRunning = (plan: Plan) => !/^[678]$/.test(plan.status_code ?? '');

/** True where the payer calls an active plan's cover in doubt, by its status or in words. */
export function isAtRisk(plan: Plan): boolean {
  return plan.status_code === '5' || (isActiveStatus(plan.status_code) && textsOfPlan(plan).some(isGrace));
}

function atRiskWarning(pending: Stated | undefined, said: SaidText[]): CoverageWarning {
  return aWarning({
    kind: 'at-risk',
    severity: 'warning',
    title: said.some(({ text }) => GRACE.test(text))
      ? 'Active, but in a grace period: cover can end retroactively'
      : said.length > 0
        ? 'Active, but premiums are overdue: cover can end retroactively'
        : 'Active, but at risk: the payer is still investigating',
    payer_words: [...new Set([...(pending?.words ?? []), ...said.map(({ text }) => text)])],
    action: 'Ask whether premiums are paid, and check again on the day of service.',
    line_ids: [...new Set([...(pending?.lineIds ?? []), ...said.flatMap(({ lineIds }) => lineIds)])],
  });
}

function atRisk(plan: Plan, stated: Stated[]): CoverageWarning[] {
  const pending = stated.find(({ code }) => code === '5');
  const said = textsOfPlan(plan).filter(isGrace);
  return pending || (said.length > 0 && isRunning(plan)) ? [atRiskWarning(pending, said)] : [];
}

/** What was said of the answer as a whole, where a plan of `read` runs that it can be about. */
export function atRiskOfAnswer(texts: SaidText[], read: Plan[]): CoverageWarning[] {
  const said = texts.filter(isGrace);
  return said.length > 0 && read.some(isRunning) ? [atRiskWarning(undefined, said)] : [];
}

function capitated(stated: Stated[]): CoverageWarning[] {
  const found = stated.filter(({ code }) => /^[234]$/.test(code));
  if (found.length === 0) return [];
  return [
    aWarning({
      kind: 'capitated',
      severity: 'warning',
      title: 'Active, capitated',
      payer_words: found.flatMap(({ words }) => words),
      action: 'Check who pays and whether you need that group or PCP.',
      line_ids: found.flatMap(({ lineIds }) => lineIds),
    }),
  ];
}

function inactivePlan(plan: Plan): CoverageWarning[] {
  const words = plan.status === null ? [] : [plan.status];
  if (plan.status_code === '6') {
    const action = 'Ask the patient for other insurance, and compare the member ID with the card.';
    return [aWarning({ kind: 'inactive', severity: 'danger', title: 'The plan is not active', payer_words: words, action })];
  }
  if (plan.status_code !== '7' && plan.status_code !== '8') return [];
  const isUpdating = plan.status_code === '7';
  return [
    aWarning({
      kind: 'inactive-may-change',
      severity: 'danger',
      title: 'Not active, but this may change',
      payer_words: words,
      action: isUpdating ? 'The payer is updating this record: check again later.' : 'The payer is still investigating: call it.',
    }),
  ];
}

/** A service that is not active under an active plan. */
function inactiveServices(plan: Plan): CoverageWarning[] {
  if (!isActiveStatus(plan.status_code)) return [];
  return plan.benefit_groups
    .filter((group) => isBehavioural(group.code) && group.status_details.some((detail) => /^[678]$/.test(detail.status_code ?? '')))
    .map((group) => {
      const details = group.status_details.filter((detail) => /^[678]$/.test(detail.status_code ?? ''));
      // Out of network alone is what many plans leave out.
      const isOutside = details.every((detail) => detail.network_code === 'outOfNetwork');
      return aWarning({
        kind: details.some((detail) => detail.status_code === '6') ? 'inactive' : 'inactive-may-change',
        severity: isOutside ? 'warning' : 'danger',
        title: `${group.name} is not active ${isOutside ? 'out of network' : 'under this plan'}`,
        payer_words: details.flatMap((detail) => toStated(detail).words),
        action: isOutside ? 'Use facilities in network, or ask for an exception.' : 'Ask the payer who covers this service.',
        line_ids: details.flatMap((detail) => detail.line_ids),
      });
    });
}

export function statusWarnings(plan: Plan): CoverageWarning[] {
  const stated = statedCodes(plan);
  return [...inactivePlan(plan), ...inactiveServices(plan), ...atRisk(plan, stated), ...capitated(stated)];
}
