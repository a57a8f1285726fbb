/** The seven facts of one level of care in one network, each from whoever says it first (product.md 10.5). */
import type { AuxiliaryBenefit, Benefit, StatusDetail } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isPrice, type RefusalLine, type SaidFor, type Service, speaks } from './care-services.ts';
import { lineTexts } from './line-words.ts';
import type { AnyLine } from './said-texts.ts';

/**
 * `said` for the level's very service, `said-for-plan` for the plan as a whole, `said-elsewhere` for a service that stands in or
 * by another company, which is then named.
 */
export type CellState = 'said' | 'said-for-plan' | 'said-elsewhere' | 'not-covered' | 'not-asked' | 'not-stated' | 'filtered';

export interface CareCell<Line> {
  state: CellState;
  /** Null where nobody said anything, and where another company has the say. */
  saidFor: SaidFor | null;
  /** The company that handles this level in the plan's place; null: the plan itself does. */
  company: string | null;
  /** The lines that the cell's value stands in; empty where there is none. */
  lines: Line[];
  /** The lines that say no. Lines beside them contradict them: both are shown. */
  refusals: RefusalLine[];
}

export interface AuthorizationCell extends CareCell<AnyLine> {
  /** Null: not stated, which is neither yes nor no. */
  required: boolean | null;
  unknown: boolean;
  /** Texts that speak of authorization; payers often state it there alone. */
  notes: string[];
  /** Services standing in that need it although the level's own does not. */
  alsoRequired: SaidFor[];
}

export interface LimitCell extends CareCell<AuxiliaryBenefit> {
  /** The same lines under the service each was said for. */
  byService: { saidFor: SaidFor; lines: AuxiliaryBenefit[] }[];
}

export interface CareSide {
  covered: CareCell<StatusDetail>;
  authorization: AuthorizationCell;
  limit: LimitCell;
  copay: CareCell<Benefit>;
  coinsurance: CareCell<Benefit>;
  deductible: CareCell<Benefit>;
  outOfPocket: CareCell<Benefit>;
}

export const CARE_FACTS = ['covered', 'authorization', 'limit', 'copay', 'coinsurance', 'deductible', 'outOfPocket'] as const;

export type Silence = 'not-stated' | 'not-asked';

export const NOTHING = { saidFor: null, company: null, lines: [], refusals: [] };
export const NO_AUTHORIZATION = { required: null, unknown: false, notes: [], alsoRequired: [] };

export interface OneSide {
  /** In the order in which they are asked: the level's own before those that stand in. */
  services: Service[];
  plan: Service[];
  silence: Silence;
}

const stateOf = ({ isOwn }: Service): CellState => (isOwn ? 'said' : 'said-elsewhere');

const refused = (service: Service): CareCell<never> => ({
  ...NOTHING,
  state: 'not-covered',
  saidFor: service.saidFor,
  refusals: service.refusals,
});

interface Search<Line> {
  pick: (service: Service) => Line[];
  /** Nothing is borrowed from beyond a service for which this holds. */
  endsAt?: (service: Service) => boolean;
  /** Whether the plan's own lines stand in at last. */
  isOfPlan?: boolean;
}

/** The first service that answers. One that refuses counts only where no service before it has spoken. */
function find<Line>({ services, plan, silence }: OneSide, { pick, endsAt, isOfPlan = false }: Search<Line>): CareCell<Line> {
  let hasSpoken = false;
  for (const service of services) {
    const { refusals, saidFor: by } = service;
    if (refusals.length > 0 && hasSpoken) continue;
    const lines = pick(service);
    if (lines.length > 0) return { ...NOTHING, state: stateOf(service), saidFor: by, lines, refusals };
    if (refusals.length > 0) return refused(service);
    if (endsAt?.(service)) return { ...NOTHING, state: silence };
    hasSpoken ||= speaks(service);
  }
  const ofPlan = isOfPlan ? plan.find((service) => pick(service).length > 0) : undefined;
  if (ofPlan) return { ...NOTHING, state: 'said-for-plan', saidFor: ofPlan.saidFor, lines: pick(ofPlan) };
  return { ...NOTHING, state: silence };
}

/** A status never comes from the plan: an active plan does not cover every service. */
function coveredCell(side: OneSide): CareCell<StatusDetail> {
  const cell = find(side, { pick: ({ statuses, refusals }) => statuses.filter((line) => !refusals.includes(line)) });
  return cell.refusals.length > 0 ? { ...cell, state: 'not-covered' } : cell;
}

const AUTHORIZATION = /\b(?:(?:pre|re)?-?authori[sz]\w*|pre-?auth\w*|prior auth\w*|pre-?cert\w*|certification|referral)\b/i;

const authorizationTexts = (line: AnyLine) => lineTexts(line).filter((text) => AUTHORIZATION.test(text));

/** Within one service needed wins over not needed over "cannot say"; absent is not stated, never "not required" (product.md 10.4). */
function ownAuthorization(service: Service): AuthorizationCell | null {
  const saying = (says: (line: AnyLine) => boolean) => service.lines.filter(says);
  const noted = saying((line) => authorizationTexts(line).length > 0);
  const [needed, notNeeded] = [saying((line) => line.auth_required === true), saying((line) => line.auth_required === false)];
  const found = [needed, notNeeded, saying((line) => line.auth_required_unknown), noted].find((lines) => lines.length > 0);
  if (!found) return null;
  const required = needed.length > 0 ? true : notNeeded.length > 0 ? false : null;
  return {
    ...NOTHING,
    state: stateOf(service),
    saidFor: service.saidFor,
    lines: [...new Set([...found, ...noted])],
    refusals: service.refusals,
    required,
    unknown: required === null && found !== noted,
    notes: [...new Set(noted.flatMap(authorizationTexts))],
    alsoRequired: [],
  };
}

/** One service that needs it is not hidden by another of the same standing that does not; else the first that says anything. */
function authorizationOf(services: Service[]): AuthorizationCell | null {
  const said = services.flatMap((service) => ownAuthorization(service) ?? []);
  return said.find(({ required }) => required === true) ?? said[0] ?? null;
}

function authorizationCell(side: OneSide): AuthorizationCell {
  const [own, near] = [side.services.filter(({ isOwn }) => isOwn), side.services.filter(({ isOwn }) => !isOwn)];
  const said = authorizationOf(own);
  if (said) {
    const needing = near.filter(({ lines }) => lines.some((line) => line.auth_required === true)).map((service) => service.saidFor);
    return said.required === true ? said : { ...said, alsoRequired: needing };
  }
  const cell = find(side, { pick: (service) => ownAuthorization(service)?.lines ?? [] });
  return cell.lines.length === 0 ? { ...cell, ...NO_AUTHORIZATION } : (authorizationOf(near) ?? { ...cell, ...NO_AUTHORIZATION });
}

/** All limits of the own services, since each of them may end the treatment; else those of the first service that has any. */
function limitCell(side: OneSide): LimitCell {
  const own = side.services.filter(({ isOwn, limits }) => isOwn && limits.length > 0);
  const [first] = own;
  if (first) {
    const byService = own.map((service) => ({ saidFor: service.saidFor, lines: service.limits }));
    return {
      ...NOTHING,
      state: 'said',
      saidFor: first.saidFor,
      lines: own.flatMap(({ limits }) => limits),
      refusals: first.refusals,
      byService,
    };
  }
  const cell = find(side, { pick: ({ limits }) => limits });
  return { ...cell, byService: cell.saidFor === null || cell.lines.length === 0 ? [] : [{ saidFor: cell.saidFor, lines: cell.lines }] };
}

export function sideOf(side: OneSide): CareSide {
  const benefitsOf = (code: Benefit['amount_code']) => (service: Service) => service.benefits.filter((line) => line.amount_code === code);
  // A service that tells a copayment is not silent about its price: another one's coinsurance beside it would make up a third price.
  const endsAt = (service: Service) => service.benefits.some(isPrice);
  return {
    covered: coveredCell(side),
    authorization: authorizationCell(side),
    limit: limitCell(side),
    // A plan-level copay is for whatever the plan means by it, not for this level of care; a deductible applies to all.
    copay: find(side, { pick: benefitsOf('coPayment'), endsAt }),
    coinsurance: find(side, { pick: benefitsOf('coInsurance'), endsAt, isOfPlan: true }),
    deductible: find(side, { pick: benefitsOf('deductibles'), isOfPlan: true }),
    outOfPocket: find(side, { pick: benefitsOf('outOfPocket'), isOfPlan: true }),
  };
}
