/** Which items a person has in the inbox: one open one for each policy, which whatever is new joins (product.md 18.5). */
import type { ChangeCode, Gravity } from '@coverlight/contract/persons/changes.schema.ts';
import { gravityOfItem, inboxCodes } from './inbox-codes.ts';

/** What an answer brought since the one before it. */
export interface ToldChange {
  afterId: string;
  codes: readonly ChangeCode[];
  /** Those of them that were not known before. */
  newCodes: readonly ChangeCode[];
  /** An item tells of it that nobody has settled. */
  isWaiting: boolean;
}

export interface KnownItem {
  id: string;
  policyId: string;
  inquiryId: string;
  /** Told because the day came nearer, without a new answer. */
  isWatch: boolean;
  /** The end that it tells of. */
  dueOn: string | null;
  state: 'open' | 'snoozed' | 'done';
  /** Done, and by a person: what it told is not told again. */
  isSettled: boolean;
}

export interface PolicyToTell {
  id: string;
  /** Oldest first. */
  answerIds: readonly string[];
  changes: readonly ToldChange[];
  /** YYYY-MM-DD: of the newest answer whose day has come; null: it told no end. */
  endsOn: string | null;
  /** That end has come near, which is told without a new answer. */
  isEndNear: boolean;
}

export interface PlannedItem {
  /** Null: a new one. */
  id: string | null;
  policyId: string;
  /** The newest answer it is about. */
  inquiryId: string;
  isWatch: boolean;
  codes: ChangeCode[];
  gravest: Gravity;
  dueOn: string | null;
  /** Something in it was not told before: it is open, and on top. */
  isNews: boolean;
  /** The answers whose changes it tells, oldest first. */
  afterIds: string[];
}

export interface InboxPlan {
  items: PlannedItem[];
  /** Open ones in which nothing is left. */
  closed: string[];
}

const ENDS_SOON: ChangeCode = 'coverage-ends-soon';

/** `items` are the person's, newest first. */
export function planItems(policies: readonly PolicyToTell[], items: readonly KnownItem[], muted: readonly ChangeCode[]): InboxPlan {
  const policyOf = ({ inquiryId, policyId }: KnownItem) =>
    policies.find(({ answerIds }) => answerIds.includes(inquiryId)) ?? policies.find(({ id }) => id === policyId);
  const planned = policies.flatMap((policy) => {
    const own = items.filter((item) => policyOf(item) === policy);
    return planItem(policy, own, muted) ?? [];
  });
  const kept = planned.map(({ id }) => id);
  return { items: planned, closed: items.filter(({ id, state }) => state !== 'done' && !kept.includes(id)).map(({ id }) => id) };
}

function planItem(policy: PolicyToTell, own: readonly KnownItem[], muted: readonly ChangeCode[]): PlannedItem | null {
  const { endsOn } = policy;
  const open = own.find(({ state }) => state !== 'done') ?? own.find(({ isSettled }) => !isSettled) ?? null;
  const ofThisEnd = endsOn === null ? [] : own.filter(({ dueOn }) => dueOn === endsOn);
  // Whoever closed an item about this end is not told of it again.
  const isEndSettled = ofThisEnd.some(({ isSettled }) => isSettled);
  const worthy = (codes: readonly ChangeCode[]) => inboxCodes(codes, isEndSettled ? [...muted, ENDS_SOON] : muted);
  const told = policy.changes.filter(({ codes, newCodes, isWaiting }) => worthy(isWaiting ? codes : newCodes).length > 0);
  const isWatch = endsOn !== null && !isEndSettled && (policy.isEndNear || ofThisEnd.some((item) => item.isWatch));
  const codes = worthy([...told.flatMap((change) => change.codes), ...(isWatch ? [ENDS_SOON] : [])]);
  if (codes.length === 0) return null;
  const isNewEnd = isWatch && ofThisEnd.length === 0;
  const newest = policy.answerIds.findLast((id) => isWatch || told.some(({ afterId }) => afterId === id));
  return {
    id: open?.id ?? null,
    policyId: policy.id,
    inquiryId: newest ?? policy.id,
    isWatch,
    codes,
    gravest: gravityOfItem(codes),
    dueOn: codes.includes(ENDS_SOON) ? endsOn : null,
    isNews: open === null || open.state === 'done' || isNewEnd || told.some(({ newCodes }) => worthy(newCodes).length > 0),
    afterIds: told.map(({ afterId }) => afterId),
  };
}
