/** What was found to be new comes to the inbox: one open item for each policy of a person (product.md 18.5). */
import type { InboxSettings } from '@coverlight/contract/inbox/inbox.contract.ts';
import type { ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import { askedDay, DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { addDays, localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import { planItems, type PlannedItem, type PolicyToTell } from '@coverlight/domain/inbox/plan-items.ts';
import type { Policy } from '@coverlight/domain/changes/policies.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import type { AnswerHead } from './answers.repository.ts';
import { listComparisons, pointToItem, type StoredComparison } from './comparisons.repository.ts';
import { closeItems, insertItem, lockItems, updateItem, type ItemRow } from './inbox-items.repository.ts';

export interface Filing {
  /** Locked, and not archived. */
  personId: string;
  policies: readonly Policy<AnswerHead>[];
  settings: InboxSettings;
  /** What the comparisons made just now brought that was not known before, by the later answer. */
  newCodes: ReadonlyMap<string, readonly ChangeCode[]>;
  /** An end that has come near is told, too. */
  isEndWatched: boolean;
  now: Date;
}

/** In the transaction in which it was found. */
export async function fileChanges(tx: Tx, { newId }: Pick<Deps, 'newId'>, filing: Filing): Promise<void> {
  const { personId, policies, now } = filing;
  const answerIds = policies.flatMap(({ answers }) => answers.map(({ id }) => id));
  const comparisons = await listComparisons(tx, personId, answerIds);
  const items = await lockItems(tx, personId, answerIds);
  const today = localDay(now, DEFAULT_ZONE);
  const plan = planItems(
    policies.map((policy) => toTell(policy, { comparisons, items, filing, today })),
    // One of another person is this one's once the answer it is about is.
    items.filter((item) => item.person_id === personId || answerIds.includes(item.inquiry_id)).map(knownItem),
    filing.settings.muted_codes,
  );
  await closeItems(tx, plan.closed, now);
  for (const planned of plan.items) {
    const item = storedItem(planned, { id: planned.id ?? newId(), personId, comparisons, now });
    if (planned.id === null) await insertItem(tx, item);
    else await updateItem(tx, item, planned.isNews);
    await pointToItem(tx, planned.afterIds, item.id);
  }
}

const isSettled = (item: ItemRow): boolean => item.state === 'done' && item.closed_by !== null;

const knownItem = (item: ItemRow) => ({
  id: item.id,
  policyId: item.policy_id,
  inquiryId: item.inquiry_id,
  isWatch: item.watch !== null,
  dueOn: item.due_on,
  state: item.state,
  isSettled: isSettled(item),
});

interface Known {
  comparisons: readonly StoredComparison[];
  items: readonly ItemRow[];
  filing: Filing;
  today: string;
}

function toTell({ id, answers }: Policy<AnswerHead>, { comparisons, items, filing, today }: Known): PolicyToTell {
  // A policy that begins next month says nothing of the one that is in force.
  const endsOn = answers.findLast((answer) => askedDay(answer) <= today)?.ends_on ?? null;
  const isEndNear = endsOn !== null && endsOn >= today && endsOn <= addDays(today, filing.settings.ends_soon_days);
  return {
    id,
    answerIds: answers.map((answer) => answer.id),
    changes: comparisons
      .filter(({ after_id }) => answers.some((answer) => answer.id === after_id))
      .map(({ after_id, codes, inbox_item_id }) => ({
        afterId: after_id,
        codes,
        newCodes: filing.newCodes.get(after_id) ?? [],
        isWaiting: items.some((item) => item.id === inbox_item_id && !isSettled(item)),
      })),
    endsOn,
    isEndNear: filing.isEndWatched && isEndNear,
  };
}

function storedItem(
  planned: PlannedItem,
  { id, personId, comparisons, now }: { id: string; personId: string; comparisons: readonly StoredComparison[]; now: Date },
) {
  const newest = planned.afterIds.at(-1);
  return {
    id,
    personId,
    policyId: planned.policyId,
    inquiryId: planned.inquiryId,
    comparisonId: comparisons.find(({ after_id }) => after_id === newest)?.id ?? null,
    watch: planned.isWatch ? ('coverage-ends-soon' as const) : null,
    codes: planned.codes,
    gravest: planned.gravest,
    dueOn: planned.dueOn,
    now,
  };
}
