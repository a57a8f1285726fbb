/** When plans of re-checks ask about one person next (product.md 18.3). */
import { planChecks } from '@coverlight/domain/batches/planned-checks.ts';
import { addDays } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { listKnownPeople } from './known-people.repository.ts';
import { plannedDay } from './planned-day.ts';
import { areRechecksStopped, listRules } from './rules.repository.ts';
import { knownSince, plannedRule } from './run-rules.ts';

/** A plan asks once a year at least. */
const AHEAD_DAYS = 366;

/** YYYY-MM-DD by the answer that is checked again, the newest of its payer. What the month's budget has nothing left for is not told. */
export async function listNextChecks(tx: Tx, keys: OrganizationKeys, personId: string, now: Date): Promise<ReadonlyMap<string, string>> {
  const rules = (await listRules(tx, keys.organizationId)).filter((rule) => rule.is_on);
  if (rules.length === 0 || (await areRechecksStopped(tx))) return new Map();
  const people = await listKnownPeople(tx, keys, { since: knownSince(now), now, only: personId });
  const from = addDays(plannedDay(now), 1);
  const checks = planChecks(
    rules.map((rule) => plannedRule(rule, from)),
    people,
    { from, until: addDays(from, AHEAD_DAYS) },
  );
  const next = new Map<string, string>();
  for (const { person, day, isHeldBack } of checks) if (!isHeldBack && !next.has(person.inquiryId)) next.set(person.inquiryId, day);
  return next;
}
