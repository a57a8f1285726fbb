/** What differs between two plans that are one policy's (product.md 18.4). */
import { isBehavioural } from '../inquiries/coverage/service-types.ts';
import { lineTexts } from '../inquiries/coverage/line-words.ts';
import { textsOfPlan } from '../inquiries/coverage/said-texts.ts';
import { saysGracePeriod } from '../inquiries/coverage/status-warnings.ts';
import { type Cell, cellsOf } from './cells.ts';
import { lineIdsOf, unpairedOf } from './cell-words.ts';
import type { Findings, Found, Unpaired } from './comparison.ts';
import { contradictionChanges } from './contradiction-changes.ts';
import { planIdentityChanges } from './identity-changes.ts';
import { measuredChanges, type PlanPair } from './measured-changes.ts';
import { type CellPairs, pairCells } from './pair-cells.ts';
import { authorizationChanges, coverChanges } from './service-changes.ts';
import { statusChanges, type StatusInput } from './status-changes.ts';
import { contactChanges, wordChanges } from './word-changes.ts';

export interface PlansInput extends StatusInput {
  /** One of the two leads its answer. */
  isLeading: boolean;
  isOtherSource: boolean;
  isAdvantage: boolean;
  /** Behavioural care has gone to another company: what this one does not say of it any more follows from that. */
  isCarvedOut: boolean;
  toldTexts: readonly string[];
  toldCompanies: readonly string[];
}

/** A remark that consists of words is compared as words. */
const isOfWords = (cell: Cell) => cell.kind === 'remark' && cell.lines.some((line) => lineTexts(line).length > 0);

const OWN_WAY: ReadonlySet<Cell['kind']> = new Set<Cell['kind']>(['status', 'refusal']);

function unpairedCells(cells: readonly Cell[], plan: string | null): Unpaired[] {
  return cells.filter((cell) => !OWN_WAY.has(cell.kind) && !isOfWords(cell)).map((cell) => unpairedOf(cell, plan));
}

const servicesOf = (changes: readonly Found[], code: Found['code']) =>
  new Set(changes.filter((change) => change.code === code).flatMap(({ services }) => services));

/** What follows from a graver change is not told again. */
function withoutConsequences(
  findings: Findings,
  input: { plans: PlansInput; isOver: boolean; contradicting: ReadonlySet<string> },
): Findings {
  const { plans, isOver, contradicting } = input;
  const refused = servicesOf(findings.changes, 'now-not-covered');
  const regained = servicesOf(findings.changes, 'active-again');
  const isPlanRegained = findings.changes.some(
    ({ code, services }) => (code === 'active-again' || code === 'retro-added') && services.length === 0,
  );
  const isOfRefused = ({ service }: Unpaired) => service !== null && refused.has(service);
  const isElsewhere = ({ serviceCode }: Unpaired) => plans.isCarvedOut && isBehavioural(serviceCode);
  // Deductibles count anew: the plan went on, and its end was not brought up to date.
  const isRenewed = findings.changes.some(({ code }) => code === 'plan-year-began');
  const isTold = ({ code, services, afterIds, before, after, subject }: Found) =>
    (isOver && code === 'now-not-covered') ||
    (isRenewed && ((code === 'coverage-ended' && before === after) || (code === 'words-only' && subject === 'Cover ends'))) ||
    (isPlanRegained && code === 'active-again' && services.length > 0) ||
    (code === 'words-only' && afterIds.some((id) => contradicting.has(id)));
  return {
    changes: findings.changes.filter((change) => !isTold(change)),
    gone: isOver ? [] : findings.gone.filter((each) => !isOfRefused(each) && !isElsewhere(each)),
    added: isPlanRegained
      ? []
      : findings.added.filter(
          ({ service, lineIds }) =>
            (service === null || !regained.has(service)) && (lineIds.length === 0 || lineIds.some((id) => !contradicting.has(id))),
        ),
  };
}

function idsTold(cells: readonly Cell[]): ReadonlySet<string> {
  return new Set(cells.filter((cell) => !isOfWords(cell)).flatMap(lineIdsOf));
}

/** Texts that say why cover is at risk, or was. */
function graceTexts(plans: PlanPair, changes: readonly Found[]): string[] {
  if (!changes.some(({ code }) => code === 'at-risk-began' || code === 'active-again' || code === 'became-inactive')) return [];
  return [plans.before, plans.after].flatMap((plan) =>
    textsOfPlan(plan)
      .map(({ text }) => text)
      .filter(saysGracePeriod),
  );
}

function wordsOf(input: PlansInput, cells: CellPairs, found: readonly Found[]): Found[] {
  if (input.isOtherSource) return [];
  const words = {
    plans: input.plans,
    toldIds: { before: idsTold(cells.gone), after: idsTold(cells.added) },
    toldTexts: [...input.toldTexts, ...graceTexts(input.plans, found)],
    toldCompanies: input.toldCompanies,
  };
  return [...wordChanges(words), ...contactChanges(words)];
}

export function comparePlans(input: PlansInput): Findings {
  const { plans } = input;
  const asOf = { before: input.before.asOf, after: input.after.asOf };
  const contradictions = contradictionChanges(plans);
  const status = statusChanges(input);
  const identity = planIdentityChanges(input);
  const cells = pairCells(cellsOf(plans.before), cellsOf(plans.after));
  const measured = measuredChanges(cells.pairs, {
    plans,
    days: { before: input.before.told, after: input.after.asOf },
    contradicting: contradictions.lineIds,
    isOtherPlan: identity.changes.some(({ code }) => code === 'plan-changed'),
  });
  const cover = coverChanges(cells, { plans, days: asOf });
  const authorization = authorizationChanges(cells, { plans, days: asOf });
  const added = cells.added.filter((cell) => !authorization.told.includes(cell));
  const all = [contradictions, status, identity, measured, cover, authorization];
  const findings: Findings = {
    changes: all.flatMap(({ changes }) => changes),
    gone: [...all.flatMap(({ gone }) => gone), ...unpairedCells(cells.gone, plans.name)],
    added: [...all.flatMap((each) => each.added), ...unpairedCells(added, plans.name)],
  };
  const kept = withoutConsequences(findings, { plans: input, isOver: status.isOver, contradicting: contradictions.lineIds });
  return { ...kept, changes: [...kept.changes, ...wordsOf(input, cells, kept.changes)] };
}
