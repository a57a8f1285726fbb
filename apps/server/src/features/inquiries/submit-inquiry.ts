/** Sends an inquiry: stores it with when it is to be taken up again, asks the payer while the caller waits, and answers what has become of it (product.md 4.1). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { InquiryForm } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Deps } from '#deps.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { planAsking } from './asking/asks.repository.ts';
import type { Beginning } from './asking/ask-payer.ts';
import type { Asking } from './asking/asking.ts';
import { bindIdempotencyKey, findIdempotentInquiry, lockIdempotencyKey, type IdempotentRequest } from './idempotency.repository.ts';
import { findInquiry, findStatus, insertInquiry, replaceDraft, type InquiryRecord, type NewInquiry } from './inquiries.repository.ts';
import { prepareInquiry, type Prepared } from './prepare-inquiry.ts';

export interface SubmitInput {
  form: InquiryForm;
  viewer: Viewer;
  actor: Actor;
  /** The Idempotency-Key header; null without one. */
  idempotencyKey: string | null;
}

const KEY_LIFE_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** A repeat looks whether the first is still held, after a quarter of the time that has passed: many wait at once after a restart. */
const REPEAT_LOOK_MS = { soonest: 250, latest: 2_000 };

/** The inquiry after at most INQUIRY_WAIT_SECONDS. Throws 422 for refused input, 409 for a key or draft that was used otherwise. */
export async function submitInquiry(deps: Deps, asking: Asking, input: SubmitInput): Promise<InquiryRecord> {
  const { organizationId } = input.viewer;
  const keys = await deps.keys.keysOf(organizationId);
  const request =
    input.idempotencyKey === null ? null : { userId: input.viewer.userId, key: input.idempotencyKey, body: canonical(input.form) };
  const started = await deps.db.asOrganization(organizationId, async (tx) => await start(deps, asking, tx, keys, input, request));
  const holdUntil = deps.clock().getTime() + deps.config.inquiryWaitSeconds * 1000;
  const read = async (tx: Tx): Promise<InquiryRecord> => {
    const inquiry = await findInquiry(tx, keys, scopeOf(input.viewer), started.inquiryId);
    if (inquiry === null) throw new Error('an inquiry that was just sent is not there');
    return inquiry;
  };
  if (started.isNew) {
    const ended = await asking.askWhileHeld(
      { target: { organizationId, inquiryId: started.inquiryId }, beginning: started.beginning, read },
      holdUntil,
    );
    if (ended !== null) return ended;
  } else if (await isPendingAfter(deps, input.viewer, started.inquiryId, holdUntil)) {
    await asking.endWait({ organizationId, inquiryId: started.inquiryId });
  }
  return await deps.db.asOrganization(organizationId, read);
}

interface Started {
  inquiryId: string;
  /** False where it repeats an earlier request. */
  isNew: boolean;
  beginning: Beginning | null;
}

async function start(
  deps: Deps,
  asking: Asking,
  tx: Tx,
  keys: OrganizationKeys,
  input: SubmitInput,
  request: IdempotentRequest | null,
): Promise<Started> {
  const now = deps.clock();
  const since = new Date(now.getTime() - KEY_LIFE_MS);
  if (request !== null) await lockIdempotencyKey(tx, keys, request);
  const earlier = request === null ? null : await findIdempotentInquiry(tx, keys, request, since);
  if (earlier !== null) return repeatOf(earlier);
  const prepared = await prepareInquiry(deps, tx, scopeOf(input.viewer), input.form, 'send');
  const asked = { plan: prepared.plan, owner: asking.owner, leaseUntil: asking.leaseUntil(now) };
  const inquiryId = await write(deps, tx, keys, input, { prepared, asking: asked, now });
  if (request !== null && !(await bindIdempotencyKey(tx, keys, request, { inquiryId, now, since }))) {
    throw new Error('an idempotency key was bound in spite of its lock');
  }
  await recordAudit(tx, input.actor, now, { action: 'inquiry.send', objectType: 'inquiry', objectIds: [inquiryId] });
  const beginning = await asking.begin(tx, keys, { organizationId: input.viewer.organizationId, inquiryId });
  return { inquiryId, isNew: true, beginning };
}

function repeatOf(earlier: { inquiryId: string; isSameBody: boolean }): Started {
  if (!earlier.isSameBody) throw conflict('This key was used for another inquiry.');
  return { inquiryId: earlier.inquiryId, isNew: false, beginning: null };
}

interface ToWrite {
  prepared: Prepared;
  asking: NonNullable<NewInquiry['asking']>;
  now: Date;
}

async function write(deps: Deps, tx: Tx, keys: OrganizationKeys, input: SubmitInput, { prepared, asking, now }: ToWrite): Promise<string> {
  const { draftId } = input.form;
  const id = draftId ?? deps.newId();
  const inquiry = {
    id,
    user_id: input.viewer.userId,
    status: 'pending' as const,
    now,
    submission: prepared.submission,
    terms: prepared.terms,
    ssn: prepared.ssn,
    asked: { service_types: prepared.plan.flatMap((part) => part.service_types), practice_type: null },
    asked_under: prepared.askedUnder,
    deadline_at: new Date(now.getTime() + prepared.deadlineHours * HOUR_MS),
  };
  if (draftId == null) {
    await insertInquiry(tx, keys, { ...inquiry, asking });
    return id;
  }
  const status = await findStatus(tx, scopeOf(input.viewer), draftId);
  if (status === null) throw invalid({ draftId: ['This draft is not there.'] });
  if (!(await replaceDraft(tx, keys, inquiry))) throw conflict('This draft was sent already.');
  await planAsking(tx, id, asking);
  return id;
}

/** For a repeat: waits until the first is no longer held, true where it still is in the end, as after its process was killed. */
async function isPendingAfter(deps: Deps, viewer: Viewer, inquiryId: string, until: number): Promise<boolean> {
  const started = deps.clock().getTime();
  for (;;) {
    const status = await deps.db.asOrganization(viewer.organizationId, async (tx) => await findStatus(tx, scopeOf(viewer), inquiryId));
    // Once it is max-retry the first caller has been answered, too.
    if (status !== 'pending') return false;
    const now = deps.clock().getTime();
    if (now >= until || deps.stopping.aborted) return true;
    await sleep(Math.min(Math.max(REPEAT_LOOK_MS.soonest, (now - started) / 4), REPEAT_LOOK_MS.latest, until - now));
  }
}

/** The same text for the same form, whatever the order of its keys. */
const canonical = (form: InquiryForm): string => JSON.stringify(Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1)));
