/** Decides what an inquiry has become from the answers of its parts, and writes it in one transaction (product.md 4.1). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { RemoteErrors, StoredInquiryStatus, Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { mergeAnswers } from '@coverlight/domain/inquiries/coverage/merge-answers.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { planState } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { isOpen as isOpenStatus, mayFollow } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { wasAccepted, type Route } from '@coverlight/domain/inquiries/next-ask.ts';
import { isSomebodyElse } from '@coverlight/domain/inquiries/record-warnings.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { countUsage } from '#features/billing/count-usage.ts';
import type { AskDeps, AskTarget } from './ask-payer.ts';
import { openAnswer, type KeptAnswer } from './kept-answer.ts';
import { dropAnswers, listAsks, type AskRow } from './asks.repository.ts';
import type { AskPart } from './askable.ts';
import { changeInquiry, type InquiryChange } from '#features/inquiries/inquiries.repository.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';

interface PartState {
  part: AskPart;
  asks: AskRow[];
  kept: KeptAnswer | null;
  /** Nothing can be found out about it any more. */
  isLost: boolean;
}

interface Locked {
  status: StoredInquiryStatus;
  deadline_at: Date | null;
  ask_plan: AskPart[] | null;
  payer_name: string;
  as_of_date: string | null;
  created_at: Date;
  submission: Buffer;
}

/** How far it has got. `open` parts are still to be asked on. */
export interface Settled {
  status: StoredInquiryStatus;
  isOpen: boolean;
  /** True where nobody holds it any more: it has ended with this. */
  isLetGo: boolean;
}

/**
 * To be called when asking pauses: what is undecided then becomes max-retry, and what only some parts have answered is shown.
 * An inquiry that ended otherwise meanwhile, by somebody stopping it, stays as it is.
 */
export async function settleInquiry(deps: AskDeps, target: AskTarget): Promise<Settled> {
  const keys = await deps.keys.keysOf(target.organizationId);
  return await deps.db.asOrganization(
    target.organizationId,
    async (tx) => await settleInquiryIn(tx, target, { keys, clock: deps.clock, queue: deps.queue }),
  );
}

export interface SettleContext {
  keys: OrganizationKeys;
  clock: () => Date;
  queue: AskDeps['queue'];
  /** What the only part was just answered, where its row does not keep it. */
  justKept?: KeptAnswer;
}

/** The same as part of a transaction. */
export async function settleInquiryIn(tx: Tx, target: AskTarget, { keys, clock, queue, justKept }: SettleContext): Promise<Settled> {
  const locked = await lock(tx, target);
  const parts = await loadParts(tx, keys, target.inquiryId, locked.ask_plan ?? [], justKept);
  const now = clock();
  const isOpen = parts.some((state) => state.kept === null && !state.isLost);
  const isLate = locked.deadline_at !== null && locked.deadline_at <= now;
  const submission = openContent(keys, target.inquiryId, 'submission', locked.submission);
  const change = decideInTime(parts, { isLate, isOpen, payerName: locked.payer_name, now, asked: askedDay(locked), submission });
  if (!mayFollow(locked.status, change.status) || !isNews(locked.status, change, isOpen)) {
    // A complete one goes on while parts of it are silent.
    const goesOn = isOpenStatus(locked.status) || locked.status === 'complete';
    return { status: locked.status, isOpen: goesOn && isOpen && !isLate, isLetGo: false };
  }
  const isOver = !isOpen || isLate;
  await changeInquiry(tx, keys, { id: target.inquiryId, now, change: { ...change, isOver } });
  if (change.status === 'complete' && locked.status !== 'complete') await countUsage(tx, queue, { ...target, at: now });
  if (justKept === undefined && change.status !== 'max-retry' && isOver) await dropAnswers(tx, target.inquiryId);
  return { status: change.status, isOpen: !isOver, isLetGo: isOver };
}

/** A complete inquiry only changes when a silent part has answered since, which its asks still hold. */
function isNews(status: StoredInquiryStatus, change: { status: StoredInquiryStatus }, isOpen: boolean): boolean {
  if (status === 'complete') return change.status === 'complete' && !isOpen;
  return status !== change.status;
}

async function lock(tx: Tx, target: AskTarget): Promise<Locked> {
  const [row] = await tx.query<Locked>(
    'lock-inquiry',
    `SELECT i.status, i.deadline_at, i.ask_plan, y.name AS payer_name, i.as_of_date, i.created_at, c.submission
     FROM inquiries i
     JOIN payers y ON y.id = i.payer_id
     JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     WHERE i.organization_id = $1 AND i.id = $2 FOR UPDATE OF i`,
    [target.organizationId, target.inquiryId],
  );
  if (row === undefined) throw new Error('an inquiry that is not there cannot be settled');
  return row;
}

async function loadParts(
  tx: Tx,
  keys: OrganizationKeys,
  inquiryId: string,
  plan: readonly AskPart[],
  justKept?: KeptAnswer,
): Promise<PartState[]> {
  const asks = await listAsks(tx, inquiryId);
  return plan.map((part, index) => {
    const own = asks.filter((ask) => ask.part === index);
    const last = own.at(-1);
    const kept = justKept ?? (last?.answer == null ? null : openAnswer(keys, inquiryId, { ...last, answer: last.answer }));
    return { part, asks: own, kept, isLost: last?.outcome === 'lost' };
  });
}

type Decision = InquiryChange & { status: StoredInquiryStatus };

interface Facts {
  isLate: boolean;
  isOpen: boolean;
  payerName: string;
  now: Date;
  /** The day asked for. */
  asked: string;
  submission: Submission | null;
}

function decide(parts: readonly PartState[], facts: Facts): Decision {
  if (parts.every((state) => state.part.routes.length === 0)) return { status: 'failure' };
  const [first, ...others] = parts.flatMap(({ kept }) => (kept?.kind === 'answered' ? [kept] : []));
  if (first !== undefined) return completed(parts, [first, ...others], facts);
  if (!facts.isOpen && parts.some((state) => state.isLost)) return { status: 'unknown' };
  if (!facts.isOpen)
    return { status: 'error', remote_errors: refusals(parts), answered_at: facts.now, source: routeOf(parts), raw_answer: rawOf(parts) };
  if (facts.isLate) return { status: parts.some((state) => wasAccepted(state.asks)) ? 'unknown' : 'failure' };
  return { status: 'max-retry' };
}

/** An answer over which reading fails is tried again, by a mended server perhaps, but not for ever. */
function decideInTime(parts: readonly PartState[], facts: Facts): Decision {
  try {
    return decide(parts, facts);
  } catch (error) {
    if (facts.isLate) return { status: 'unknown' };
    throw error;
  }
}

type Answered = Extract<KeptAnswer, { kind: 'answered' }>;

function completed(parts: readonly PartState[], [first, ...others]: [Answered, ...Answered[]], facts: Facts): Decision {
  const silent = parts.filter((state) => state.kept?.kind !== 'answered').flatMap((state) => state.part.service_types);
  const merged = mergeAnswers([first.answer, ...others.map((kept) => kept.answer)], silent);
  const coverage: Coverage = normalizeCoverage(merged, facts.asked);
  const practiceType = [first, ...others].find((kept) => kept.practiceType !== undefined)?.practiceType ?? null;
  return {
    status: 'complete',
    coverage,
    raw_answer: rawOf(parts),
    // Of a split question some parts may have been refused while others were answered.
    remote_errors: refusals(parts),
    answered_at: facts.now,
    source: routeOf(parts),
    plan_status: coverage.plan?.status ?? null,
    plan_state: planState(coverage.plan),
    is_person_in_doubt: facts.submission !== null && isSomebodyElse(facts.submission, coverage),
    payer_name_override: differentName(coverage.payer_name, facts.payerName),
    asked: { service_types: parts.flatMap((state) => state.part.service_types), practice_type: practiceType },
  };
}

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');

const differentName = (answered: string | null, chosen: string): string | null =>
  answered === null || plain(answered) === '' || plain(answered) === plain(chosen) ? null : answered;

function routeOf(parts: readonly PartState[]): Route | null {
  const ended = parts.find((state) => state.kept?.kind === 'answered') ?? parts.find((state) => state.kept !== null);
  return ended?.asks.at(-1)?.route ?? null;
}

const rawOf = (parts: readonly PartState[]): unknown =>
  parts.flatMap(({ part, asks, kept }) =>
    kept === null ? [] : [{ route: asks.at(-1)?.route, service_types: part.service_types, answer: kept.raw }],
  );

/** Words by key; several for one key joined. */
function refusals(parts: readonly PartState[]): RemoteErrors {
  const words = new Map<string, Set<string>>();
  for (const { kept } of parts) {
    if (kept === null || kept.kind === 'answered') continue;
    for (const [key, value] of Object.entries(kept.errors)) {
      const said = words.get(key) ?? new Set<string>();
      for (const sentence of Array.isArray(value) ? value : [value]) said.add(sentence);
      words.set(key, said);
    }
  }
  return Object.fromEntries([...words].map(([key, said]) => [key, [...said].join(' ')]));
}
