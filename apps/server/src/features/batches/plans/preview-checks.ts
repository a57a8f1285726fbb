/** Whom the rules will ask about in the next 30 days, why, and what that may cost (product.md 19.6). */
import type { rechecksContract } from '@coverlight/contract/batches/rechecks.contract.ts';
import type { ReplyOf } from '@coverlight/contract/endpoint.ts';
import { costOfChecks } from '@coverlight/domain/batches/batch-cost.ts';
import { planChecks } from '@coverlight/domain/batches/planned-checks.ts';
import { addDays } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { Deps } from '#deps.ts';
import type { Limits } from '#db/page.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { patientName } from '#features/inquiries/inquiry-contents.ts';
import type { Actor } from '#http/actor.ts';
import type { Viewer } from '#http/viewer.ts';
import { loadPlanFacts } from '../load-cost.ts';
import { namePayers } from '../payer-book.repository.ts';
import { listKnownPeople } from './known-people.repository.ts';
import { plannedDay } from './planned-day.ts';
import { areRechecksStopped, listRules } from './rules.repository.ts';
import { knownSince, plannedRule } from './run-rules.ts';

const PREVIEW_DAYS = 30;

type Preview = ReplyOf<typeof rechecksContract.preview>['preview'];

/** `total`: of the people, of whom the preview holds a page. */
export async function previewChecks(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { viewer, actor, limits }: { viewer: Viewer; actor: Actor; limits: Limits },
): Promise<{ preview: Preview; total: number }> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const now = deps.clock();
    const from = addDays(plannedDay(now), 1);
    const until = addDays(from, PREVIEW_DAYS - 1);
    const rules = (await areRechecksStopped(tx)) ? [] : (await listRules(tx, viewer.organizationId)).filter((rule) => rule.is_on);
    const people = rules.length === 0 ? [] : await listKnownPeople(tx, keys, { since: knownSince(now), now });
    const checks = planChecks(
      rules.map((rule) => plannedRule(rule, from)),
      people,
      { from, until },
    );
    const asked = checks.filter(({ isHeldBack }) => !isHeldBack).length;
    const cost = costOfChecks(asked, await loadPlanFacts(tx, viewer.organizationId, now));
    const page = checks.slice(limits.offset, limits.offset + limits.limit);
    const names = await namePayers(tx, [...new Set(page.map(({ person }) => person.payerId))]);
    await recordAudit(tx, actor, now, {
      action: 'recheck.preview',
      objectType: 'inquiry',
      objectIds: page.map(({ person }) => person.inquiryId),
    });
    const preview = {
      from,
      until,
      asked,
      held_back: checks.length - asked,
      extra: cost.extra,
      extra_cost: cost.extra_cost,
      words: cost.words,
      days: daysOf(checks),
      people: page.map(({ day, rule, person, why, isHeldBack }) => ({
        day,
        rule,
        patient: patientName(person.submission),
        birth_date: person.submission.patientBirthDate ?? null,
        payer: { id: person.payerId, name: names.get(person.payerId) ?? '' },
        inquiry_id: person.inquiryId,
        why,
        is_held_back: isHeldBack,
      })),
    };
    return { preview, total: checks.length };
  });
}

function daysOf(checks: readonly { day: string; isHeldBack: boolean }[]): Preview['days'] {
  const days = new Map<string, { day: string; asked: number; held_back: number }>();
  for (const { day, isHeldBack } of checks) {
    const one = days.get(day) ?? { day, asked: 0, held_back: 0 };
    if (isHeldBack) one.held_back += 1;
    else one.asked += 1;
    days.set(day, one);
  }
  return [...days.values()];
}
