/** Once a day each rule makes a batch of whom it is about; nobody is told unless something comes of it (product.md 19.6). */
import type { BatchContent } from '@coverlight/contract/batches/columns.schema.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { planChecks, type PlannedCheck, type PlannedRule } from '@coverlight/domain/batches/planned-checks.ts';
import { addDays } from '@coverlight/domain/inquiries/calendar-day.ts';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { hasActiveSubscription } from '#features/billing/has-active-subscription.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';
import { safeError } from '#http/log-safety.ts';
import { defineJob } from '#jobs/define-job.ts';
import { closeFacts, closeRowContent, NO_FACTS } from '../batch-contents.ts';
import { changeBatch, countRows, insertBatch } from '../batches.repository.ts';
import { insertRows } from '../rows/batch-rows.repository.ts';
import { listKnownPeople, type CheckedPerson } from './known-people.repository.ts';
import { plannedDay } from './planned-day.ts';
import { tellPausedRule } from './paused-rules.repository.ts';
import {
  areRechecksStopped,
  holdRechecksSwitch,
  listOrganizationsToRun,
  listRules,
  lockRule,
  recordRun,
  type RuleRecord,
} from './rules.repository.ts';

export const runRulesJob = defineJob({
  name: 'run-recheck-rules',
  payload: z.object({}),
  cron: '11 * * * *',
  batchSize: 1,
  pollSeconds: 30,
  expireInSeconds: 3600,
  retryLimit: 0,
});

const DAY_MS = 24 * 60 * 60 * 1000;
/** Whom a practice has not seen for so long no rule means. */
const KNOWN_DAYS = 730;
const SLICE = 500;
/** Days that are made up for at most, with the day itself. */
const MOST_MISSED = 7;

export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
export const knownSince = (now: Date): Date => new Date(now.getTime() - KNOWN_DAYS * DAY_MS);

/** `since`: as the domain has it. */
export const plannedRule = (rule: RuleRecord, since: string): PlannedRule => ({
  id: rule.id,
  name: rule.name,
  who: rule.who,
  when: rule.occasion,
  reuseDays: rule.reuse_days,
  since,
  leftIn: (month) => Math.max(0, rule.monthly_budget - (rule.month === month ? rule.used : 0)),
});

type RunDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'newId' | 'log'>;

/** Never throws for one organization's trouble. */
export async function runRules(deps: RunDeps): Promise<void> {
  const day = plannedDay(deps.clock());
  for (const organizationId of await deps.db.asAdmin(async (tx) => await listOrganizationsToRun(tx, day))) {
    await runOrganization(deps, organizationId, day).catch((error: unknown) =>
      deps.log.error({ organizationId, err: safeError(error) }, 'planned checks could not be made'),
    );
  }
}

/** Each rule runs on what those before it have planned, in one transaction: all of a day, or nothing. */
async function runOrganization(deps: RunDeps, organizationId: string, day: string): Promise<void> {
  const keys = await deps.keys.keysOf(organizationId);
  await deps.db.asOrganization(organizationId, async (tx) => {
    const now = deps.clock();
    // Nobody pays for what would be asked: it is made up for once somebody does.
    if ((await areRechecksStopped(tx)) || !(await hasActiveSubscription(tx, organizationId, now))) return;
    const rules: RuleRecord[] = [];
    for (const { id, is_on: isOn } of await listRules(tx, organizationId)) {
      const rule = isOn ? await lockRule(tx, organizationId, id) : null;
      if (rule !== null && rule.is_on && rule.last_run_on !== day) rules.push(rule);
    }
    if (rules.length === 0) return;
    const people = await listKnownPeople(tx, keys, { since: knownSince(now), now });
    // What a day without a server would have asked is asked the day after.
    const planned = rules.map((rule) => plannedRule(rule, addDays(rule.last_run_on ?? addDays(day, -1), 1)));
    const missed = planChecks(planned, people, { from: addDays(day, 1 - MOST_MISSED), until: day });
    // Planning takes its time. Nothing is written so far: who has stopped it meanwhile finds nothing made.
    if (await holdRechecksSwitch(tx)) return;
    for (const rule of rules) {
      const mine = missed.filter((check) => check.rule.id === rule.id);
      const asked = mine.filter(({ isHeldBack }) => !isHeldBack);
      await makeBatch(deps, { tx, keys, now }, rule, asked);
      const heldBack = mine.length - asked.length;
      await recordRun(tx, rule.id, { day, month: monthOf(day), used: asked.length, heldBack, now });
      if (heldBack > 0) await tellPausedRule(tx, { id: deps.newId(), ruleId: rule.id, month: monthOf(day), now });
      await recordAudit(tx, SYSTEM_ACTOR, now, { action: 'recheck.run', objectType: 'recheck-rule', objectIds: [rule.id] });
    }
  });
}

async function makeBatch(
  deps: Pick<Deps, 'newId'>,
  { tx, keys, now }: { tx: Tx; keys: OrganizationKeys; now: Date },
  rule: RuleRecord,
  checks: readonly PlannedCheck<CheckedPerson>[],
): Promise<void> {
  const [first] = checks;
  if (first === undefined) return;
  const id = deps.newId();
  await insertBatch(tx, {
    id,
    user_id: rule.user_id,
    provider_id: first.person.submission.provider_id,
    rule_id: rule.id,
    source: 'plan',
    state: 'review',
    upload: null,
    content: closeFacts(keys, id, NO_FACTS),
    reuse_days: rule.reuse_days,
    now,
  });
  for (let at = 0; at < checks.length; at += SLICE) {
    await insertRows(
      tx,
      id,
      checks.slice(at, at + SLICE).map((check, index) => {
        const { submission } = check.person;
        const row = at + index + 1;
        return {
          row,
          state: 'queued' as const,
          needs: null,
          payer_id: submission.payer_id,
          payer_name: null,
          provider_id: submission.provider_id,
          inquiry_id: null,
          same_key: null,
          duplicate_of: null,
          content: closeRowContent(keys, id, row, contentOf(submission)),
          problems: null,
          result: null,
          is_done: false,
        };
      }),
    );
  }
  await changeBatch(tx, id, { state: 'sending', started_at: now, next_look_at: now }, now);
  await countRows(tx, id);
}

/** As the former check asked. */
function contentOf(submission: Submission): BatchContent {
  const values = {
    member_id: submission.memberId,
    birth_date: submission.patientBirthDate,
    first: submission.patientFirstName,
    last: submission.patientLastName,
    suffix: submission.patientSuffix,
    gender: submission.patientGender,
    relationship: submission.subscriberRelationship,
    group_number: submission.groupNumber,
    service_type: submission.serviceType?.join(', '),
    level_of_care: submission.careLevels?.join(', '),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
}
