/** Sends an inquiry: stores it with whose turn it is to ask, waits until what becomes of it is recorded, and answers that (product.md 4.1). */
import type { InquiryForm } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Deps } from '#deps.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { linkInquiry } from '#features/inquiries/linking/link.repository.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import type { AskingWorker } from './asking/asking-worker.ts';
import { planAsking, type Asking } from './asking/leases.repository.ts';
import { bindIdempotencyKey, findIdempotentInquiry, lockIdempotencyKey } from './idempotency.repository.ts';
import { findInquiry, findStatus, insertInquiry, replaceDraft, type InquiryRecord } from './inquiries.repository.ts';
import { prepareInquiry, type Prepared } from './prepare-inquiry.ts';

export interface SubmitInput {
  form: InquiryForm;
  viewer: Viewer;
  actor: Actor;
  /** The Idempotency-Key header; null without one. */
  idempotencyKey: string | null;
  /** What is stored with the inquiry or not at all. Not called where it repeats an earlier request. What it throws takes the inquiry back, unasked. */
  storeWith?: (tx: Tx, inquiryId: string) => Promise<void>;
}

const KEY_LIFE_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** The inquiry after at most INQUIRY_WAIT_SECONDS. Throws 422 for refused input, 409 for a key or draft that was used otherwise. */
export async function submitInquiry(deps: Deps, worker: AskingWorker, input: SubmitInput): Promise<InquiryRecord> {
  const { organizationId } = input.viewer;
  const keys = await deps.keys.keysOf(organizationId);
  const until = new Date(deps.clock().getTime() + deps.config.inquiryWaitSeconds * 1000);
  const started = await deps.db.asOrganization(organizationId, async (tx) => await start(deps, tx, keys, input, { worker, until }));
  await worker.waitForEnd({ organizationId, inquiryId: started.inquiryId }, { until, isLeased: started.isNew });
  const inquiry = await deps.db.asOrganization(
    organizationId,
    async (tx) => await findInquiry(tx, keys, scopeOf(input.viewer), started.inquiryId),
  );
  if (inquiry === null) throw new Error('an inquiry that was just sent is not there');
  return inquiry;
}

interface Started {
  inquiryId: string;
  /** False where it repeats an earlier request. */
  isNew: boolean;
}

async function start(
  deps: Deps,
  tx: Tx,
  keys: OrganizationKeys,
  input: SubmitInput,
  { worker, until }: { worker: AskingWorker; until: Date },
): Promise<Started> {
  const now = deps.clock();
  const since = new Date(now.getTime() - KEY_LIFE_MS);
  const request =
    input.idempotencyKey === null ? null : { userId: input.viewer.userId, key: input.idempotencyKey, body: canonical(input.form) };
  if (request !== null) await lockIdempotencyKey(tx, keys, request);
  const earlier = request === null ? null : await findIdempotentInquiry(tx, keys, request, since);
  if (earlier !== null) return repeatOf(earlier);
  const prepared = await prepareInquiry(deps, tx, scopeOf(input.viewer), input.form, 'send');
  const asking = { plan: prepared.plan, owner: worker.owner, leaseUntil: worker.leaseUntil(now), waitsUntil: until };
  const inquiryId = await write(deps, tx, keys, input, { prepared, asking, now });
  await linkInquiry(tx, keys, { inquiryId, newPersonId: deps.newId(), submission: prepared.submission, sentAt: now, now });
  if (request !== null && !(await bindIdempotencyKey(tx, keys, request, { inquiryId, now, since }))) {
    throw new Error('an idempotency key was bound in spite of its lock');
  }
  await recordAudit(tx, input.actor, now, { action: 'inquiry.send', objectType: 'inquiry', objectIds: [inquiryId] });
  await input.storeWith?.(tx, inquiryId);
  return { inquiryId, isNew: true };
}

function repeatOf(earlier: { inquiryId: string; isSameBody: boolean }): Started {
  if (!earlier.isSameBody) throw conflict('This key was used for another inquiry.');
  return { inquiryId: earlier.inquiryId, isNew: false };
}

interface ToWrite {
  prepared: Prepared;
  asking: Asking;
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

/** The same text for the same form, whatever the order of its keys. */
const canonical = (form: InquiryForm): string => JSON.stringify(Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1)));
