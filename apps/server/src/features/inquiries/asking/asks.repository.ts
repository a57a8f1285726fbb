/** Rows of what was asked of whom, and the lease that lets one process at a time ask for an inquiry (product.md 11.4). */
import type { Attempt, AttemptOutcome, Route } from '@coverlight/domain/inquiries/next-ask.ts';
import type { Tx } from '#db/client.ts';
import type { AskPart } from './askable.ts';

export interface AskRow extends Attempt {
  part: number;
  number: number;
  startedAt: Date;
  lastLookedAt: Date | null;
  /** Ciphertext of what came back; null before, and after the inquiry has ended. */
  answer: Buffer | null;
}

interface StoredAsk {
  part: number;
  number: number;
  route: Route;
  outcome: AttemptOutcome;
  request_id: string | null;
  started_at: Date;
  ended_at: Date | null;
  looks: number;
  misses: number;
  not_before: Date | null;
  last_looked_at: Date | null;
  answer: Buffer | null;
}

/** All questions of an inquiry, by part and then in the order asked. */
export async function listAsks(tx: Tx, inquiryId: string): Promise<AskRow[]> {
  const rows = await tx.query<StoredAsk>(
    'list-asks',
    `SELECT part, number, route, outcome, request_id, started_at, ended_at, looks, misses, not_before, last_looked_at, answer
     FROM inquiry_asks WHERE organization_id = $1 AND inquiry_id = $2 ORDER BY part, number`,
    [tx.organizationId, inquiryId],
  );
  return rows.map((row) => ({
    part: row.part,
    number: row.number,
    route: row.route,
    outcome: row.outcome,
    requestId: row.request_id,
    startedAt: row.started_at,
    endedAtMs: row.ended_at?.getTime() ?? null,
    looks: row.looks,
    misses: row.misses,
    notBeforeMs: row.not_before?.getTime() ?? null,
    lastLookedAt: row.last_looked_at,
    answer: row.answer,
  }));
}

export interface AskKey {
  inquiryId: string;
  part: number;
  number: number;
}

export interface Begun {
  outcome: 'sent' | 'circuit-open';
  /** Whether the payer has failed there lately. */
  hasFailures: boolean;
}

/**
 * Committed before the question leaves: whoever finds it as 'sent' later knows that it may have been asked. While the payer's circuit
 * is open nobody is asked, which is a row, too.
 */
export async function insertAsk(tx: Tx, key: AskKey, target: { payerId: string; route: Route }, now: Date): Promise<Begun> {
  const [row] = await tx.query<{ outcome: Begun['outcome']; has_failures: boolean }>(
    'insert-ask',
    `INSERT INTO inquiry_asks (organization_id, inquiry_id, part, number, route, outcome, started_at, ended_at)
     SELECT $1, $2, $3, $4, $5, state.outcome, $6, CASE WHEN state.outcome = 'circuit-open' THEN $6::timestamptz END
     FROM (SELECT CASE WHEN EXISTS (SELECT FROM clearinghouse_circuits WHERE payer_id = $7 AND route = $5 AND open_until > $6)
       THEN 'circuit-open' ELSE 'sent' END AS outcome) state
     RETURNING outcome, EXISTS (SELECT FROM clearinghouse_circuits WHERE payer_id = $7 AND route = $5) AS has_failures`,
    [tx.organizationId, key.inquiryId, key.part, key.number, target.route, now, target.payerId],
  );
  if (row === undefined) throw new Error('a question was not stored');
  return { outcome: row.outcome, hasFailures: row.has_failures };
}

export interface AskResult {
  outcome: AttemptOutcome;
  requestId: string | null;
  reason: string | null;
  answer: Buffer | null;
  /** How often in a row the clearinghouse has known nothing of it. */
  misses?: number;
  /** For so long the clearinghouse asks to be left alone. */
  retryAfterSeconds?: number;
}

export async function updateAsk(tx: Tx, key: AskKey, result: AskResult, isLook: boolean, now: Date): Promise<void> {
  await tx.query(
    'update-ask',
    `UPDATE inquiry_asks SET outcome = $5, request_id = coalesce($6, request_id), reason = $7, answer = coalesce($8, answer),
       ended_at = CASE WHEN $5 IN ('sent', 'pending', 'uncertain') THEN NULL ELSE $9::timestamptz END,
       looks = looks + CASE WHEN $10 THEN 1 ELSE 0 END, last_looked_at = $9, misses = $11, not_before = $12
     WHERE organization_id = $1 AND inquiry_id = $2 AND part = $3 AND number = $4`,
    [
      tx.organizationId,
      key.inquiryId,
      key.part,
      key.number,
      result.outcome,
      result.requestId,
      result.reason,
      result.answer,
      now,
      isLook,
      result.misses ?? 0,
      result.retryAfterSeconds === undefined ? null : new Date(now.getTime() + result.retryAfterSeconds * 1000),
    ],
  );
}

/** One HTTP exchange with a clearinghouse. */
export interface Exchange {
  operation: 'ask' | 'fetch' | 'find' | 'withdraw';
  httpStatus: number | null;
  durationMs: number;
  vendorCode: string | null;
  /** When it ended. */
  at: Date;
}

/** The last one carries what they led to. */
export async function insertExchanges(
  tx: Tx,
  key: AskKey,
  route: Route,
  result: Pick<AskResult, 'outcome' | 'requestId'>,
  exchanges: readonly Exchange[],
): Promise<void> {
  if (exchanges.length === 0) return;
  await tx.query(
    'insert-exchanges',
    `INSERT INTO inquiry_attempts
       (organization_id, inquiry_id, part, attempt, route, remote_id, operation, started_at, duration_ms, http_status, vendor_code, outcome)
     SELECT $1, $2, $3, $4, $5, $6, e.* FROM unnest($7::text[], $8::timestamptz[], $9::integer[], $10::integer[], $11::text[], $12::text[]) e`,
    [
      tx.organizationId,
      key.inquiryId,
      key.part,
      key.number,
      route,
      result.requestId,
      exchanges.map((entry) => entry.operation),
      exchanges.map((entry) => new Date(entry.at.getTime() - entry.durationMs)),
      exchanges.map((entry) => Math.round(entry.durationMs)),
      exchanges.map((entry) => entry.httpStatus),
      exchanges.map((entry) => entry.vendorCode),
      exchanges.map((_, index) => (index === exchanges.length - 1 ? result.outcome : null)),
    ],
  );
}

/** Their facts live on in the inquiry; what a payer sent is not kept twice. */
export async function dropAnswers(tx: Tx, inquiryId: string): Promise<void> {
  await tx.query(
    'drop-ask-answers',
    'UPDATE inquiry_asks SET answer = NULL WHERE organization_id = $1 AND inquiry_id = $2 AND answer IS NOT NULL',
    [tx.organizationId, inquiryId],
  );
}

export interface DueTurn {
  organizationId: string;
  inquiryId: string;
  payerId: string;
}

/**
 * Inquiries of every organization whose next turn has come, ids only: oldest first, but one of each organization at each payer before a
 * second one of them. None of those `without`: a process may hold what it could not renew in time.
 */
export async function findDueTurns(
  tx: Tx,
  now: Date,
  limit: number,
  without: { payers: readonly string[]; held: readonly string[] },
): Promise<DueTurn[]> {
  return await tx.query<DueTurn & Record<string, unknown>>(
    'find-due-turns',
    `SELECT organization_id AS "organizationId", inquiry_id AS "inquiryId", payer_id AS "payerId" FROM find_due_turns($1, $2, $3, $4)`,
    [now, limit, without.payers, without.held],
  );
}

/** True where its turn has come and `owner` now holds it: nobody else takes it up until `until`, unless renewed. */
export async function takeLease(tx: Tx, inquiryId: string, owner: string, now: Date, until: Date): Promise<boolean> {
  const rows = await tx.query(
    'take-lease',
    `UPDATE inquiries SET lease_owner = $3, next_turn_at = $5 WHERE organization_id = $1 AND id = $2 AND next_turn_at <= $4 RETURNING 1`,
    [tx.organizationId, inquiryId, owner, now, until],
  );
  return rows.length > 0;
}

/**
 * Which of these `owner` still holds; the others were overtaken or have ended meanwhile: their asker stops. One that is being written just
 * now is left to the next time, lest two that wait for each other's rows block each other.
 */
export async function renewLeases(tx: Tx, inquiryIds: readonly string[], owner: string, until: Date): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'renew-leases',
    `WITH held AS (
       SELECT id FROM inquiries WHERE organization_id = $1 AND id = ANY ($2::text[]) AND lease_owner = $3 AND next_turn_at IS NOT NULL
     ), free AS (
       SELECT id FROM inquiries WHERE organization_id = $1 AND id = ANY ($2::text[]) AND lease_owner = $3 AND next_turn_at IS NOT NULL
       FOR NO KEY UPDATE SKIP LOCKED
     ), renewed AS (
       UPDATE inquiries i SET next_turn_at = $4 FROM free WHERE i.organization_id = $1 AND i.id = free.id
     )
     SELECT id FROM held`,
    [tx.organizationId, inquiryIds, owner, until],
  );
  return rows.map(({ id }) => id);
}

/** `nextTurnAt` null: nothing is left to be asked. The end of its time is a turn, too. Nothing changes where it was overtaken. */
export async function releaseLease(tx: Tx, inquiryId: string, owner: string, nextTurnAt: Date | null): Promise<void> {
  await tx.query(
    'release-lease',
    `UPDATE inquiries SET lease_owner = NULL,
       next_turn_at = CASE WHEN $4::timestamptz IS NOT NULL THEN least($4, deadline_at) END
     WHERE organization_id = $1 AND id = $2 AND lease_owner = $3`,
    [tx.organizationId, inquiryId, owner, nextTurnAt],
  );
}

/** Whether another open inquiry, of any organization, waits for the same stored question. */
export async function isRequestShared(tx: Tx, route: Route, requestId: string, inquiryId: string): Promise<boolean> {
  const [row] = await tx.query<{ shared: boolean }>('is-request-shared', 'SELECT is_request_shared($1, $2, $3) AS shared', [
    route,
    requestId,
    inquiryId,
  ]);
  return row?.shared ?? false;
}

/**
 * Whether another inquiry of the organization had this very request answered already, so that what was told now is what was kept since,
 * and no open inquiry of any organization waits for it.
 */
export async function isOnlyKept(tx: Tx, route: Route, requestId: string, inquiryId: string): Promise<boolean> {
  const [row] = await tx.query<{ kept: boolean }>(
    'is-only-kept',
    `SELECT EXISTS (SELECT FROM inquiry_asks WHERE organization_id = $1 AND route = $2 AND request_id = $3 AND inquiry_id <> $4
       AND outcome IN ('answered', 'rejected')) AND NOT is_request_shared($2, $3, $4) AS kept`,
    [tx.organizationId, route, requestId, inquiryId],
  );
  return row?.kept ?? false;
}

/** How a sent draft is to be asked, and by whom first. */
export async function planAsking(
  tx: Tx,
  inquiryId: string,
  asking: { plan: readonly AskPart[]; owner: string; leaseUntil: Date },
): Promise<void> {
  await tx.query(
    'plan-asking',
    'UPDATE inquiries SET ask_plan = $3, lease_owner = $4, next_turn_at = $5 WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, inquiryId, JSON.stringify(asking.plan), asking.owner, asking.leaseUntil],
  );
}
