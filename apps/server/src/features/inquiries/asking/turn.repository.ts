/** An inquiry as a turn finds it and leaves it: its row, and what was asked for it of whom (product.md 11.4). */
import type { StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Attempt, AttemptOutcome, Route } from '@coverlight/domain/inquiries/attempt.ts';
import type { Conclusion } from '@coverlight/domain/inquiries/conclude-inquiry.ts';
import type { PlannedPart } from '@coverlight/domain/payers/clearinghouse-choice.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { formOf } from '#features/payers/payers.repository.ts';
import type { ControlNumbers } from '#ports/clearinghouse.ts';
import { closeContent } from '#features/inquiries/inquiry-contents.ts';
import type { RequestRow } from './eligibility-request.ts';

export interface AttemptKey {
  part: number;
  /** From 0, within the part. */
  number: number;
}

export interface StoredAttempt extends Attempt, AttemptKey {
  /** Ciphertext of what came back; null before, and after the inquiry has ended. */
  answer: Buffer | null;
}

/** What the eligibility requests are made of, and how far it has got. */
export interface StoredTurn extends RequestRow {
  payer_id: string;
  /** As staff chose it; what is asked may be the payer it was merged into. */
  chosen_name: string;
  status: StoredInquiryStatus;
  ask_plan: PlannedPart[];
  deadline_at: Date | null;
  waits_until: Date | null;
  next_turn_at: Date | null;
  lease_owner: string | null;
  /** Circuits of its payer with failures lately: until when each is open, in ms; 0 where it is closed. */
  circuits: Readonly<Record<Route, number>>;
  /** Whether an earlier inquiry was told the same, and no open one waits for it. */
  is_stale: boolean;
  attempts: StoredAttempt[];
}

interface AttemptColumns {
  part: number;
  number: number;
  route: Route;
  outcome: AttemptOutcome;
  request_id: string | null;
  started_at: Date;
  last_looked_at: Date | null;
  looks: number;
  misses: number;
  not_before: Date | null;
  answer: Buffer | null;
}
type Row = Omit<StoredTurn, 'attempts' | 'circuits'> & { circuits: StoredTurn['circuits'] | null } & (
    AttemptColumns | { [K in keyof AttemptColumns]: null }
  );

/**
 * Locks the inquiry. Null where it was never asked. Attempts are written under its lease alone, by one process and one after the other, so
 * those that are read with the lock are all there are. `configured`: clearinghouses in order. `told`: a request that has just answered.
 */
export async function loadTurn(
  tx: Tx,
  inquiryId: string,
  configured: readonly Route[],
  told?: { route: Route; requestId: string },
): Promise<StoredTurn | null> {
  const rows = await tx.query<Row>(
    'load-turn',
    `SELECT i.payer_id, i.status, i.ask_plan, i.deadline_at, i.waits_until, i.next_turn_at, i.lease_owner,
       i.as_of_date, i.asked_under, i.created_at, c.submission, c.ssn, p.name AS provider_name, p.npi, p.tax_id,
       chosen.name AS chosen_name, y.name AS payer_name, f.fields,
       ARRAY(SELECT jsonb_build_object('clearinghouse', s.clearinghouse, 'code', s.code, 'name', coalesce(s.typed_name, s.name),
         'provider_fields', s.provider_fields) FROM payer_sources s WHERE s.asked_as = y.id AND s.code IS NOT NULL) AS sources,
       (SELECT jsonb_object_agg(route, coalesce(extract(epoch FROM open_until) * 1000, 0)) FROM clearinghouse_circuits k
        WHERE k.payer_id = i.payer_id) AS circuits,
       $3::text IS NOT NULL AND EXISTS (SELECT FROM inquiry_asks o WHERE o.organization_id = $1 AND o.route = $4 AND o.request_id = $3
         AND o.inquiry_id <> $2 AND o.outcome IN ('answered', 'rejected')) AND NOT is_request_shared($4, $3, $2) AS is_stale,
       a.part, a.number, a.route, a.outcome, a.request_id, a.started_at, a.last_looked_at, a.looks, a.misses, a.not_before, a.answer
     FROM inquiries i
     JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     JOIN providers p ON p.organization_id = i.organization_id AND p.id = i.provider_id
     JOIN payers chosen ON chosen.id = i.payer_id
     JOIN payers y ON y.id = coalesce(chosen.parent_id, chosen.id)
     LEFT JOIN LATERAL ${formOf('$5')} f ON true
     LEFT JOIN inquiry_asks a ON a.organization_id = i.organization_id AND a.inquiry_id = i.id
     WHERE i.organization_id = $1 AND i.id = $2 AND i.ask_plan IS NOT NULL
     ORDER BY a.part, a.number FOR UPDATE OF i`,
    [tx.organizationId, inquiryId, told?.requestId ?? null, told?.route ?? null, configured],
  );
  const [first] = rows;
  if (first === undefined) return null;
  return { ...first, circuits: first.circuits ?? {}, attempts: rows.flatMap((row) => (row.part === null ? [] : [attemptOf(row)])) };
}

const attemptOf = (row: AttemptColumns): StoredAttempt => ({
  part: row.part,
  number: row.number,
  route: row.route,
  outcome: row.outcome,
  requestId: row.request_id,
  changedAtMs: (row.last_looked_at ?? row.started_at).getTime(),
  looks: row.looks,
  misses: row.misses,
  notBeforeMs: row.not_before?.getTime() ?? null,
  answer: row.answer,
});

/** Of one part after the other, each in the order made. */
export async function listAttempts(tx: Tx, inquiryId: string): Promise<StoredAttempt[]> {
  const rows = await tx.query<AttemptColumns & Record<string, unknown>>(
    'list-attempts',
    `SELECT part, number, route, outcome, request_id, started_at, last_looked_at, looks, misses, not_before, answer
     FROM inquiry_asks WHERE organization_id = $1 AND inquiry_id = $2 ORDER BY part, number`,
    [tx.organizationId, inquiryId],
  );
  return rows.map(attemptOf);
}

/** To be committed before the questions leave: whoever finds one as 'sent' later knows that it may have been asked. */
export async function startAttempts(
  tx: Tx,
  inquiryId: string,
  attempts: readonly (AttemptKey & { route: Route })[],
  now: Date,
): Promise<void> {
  await tx.query(
    'start-attempts',
    `INSERT INTO inquiry_asks (organization_id, inquiry_id, part, number, route, outcome, started_at)
     SELECT $1, $2, e.*, 'sent', $6 FROM unnest($3::smallint[], $4::smallint[], $5::text[]) e`,
    [
      tx.organizationId,
      inquiryId,
      attempts.map(({ part }) => part),
      attempts.map(({ number }) => number),
      attempts.map(({ route }) => route),
      now,
    ],
  );
}

/** One HTTP exchange with a clearinghouse. */
export interface Exchange {
  operation: 'ask' | 'fetch' | 'find' | 'withdraw';
  httpStatus: number | null;
  durationMs: number;
  vendorCode: string | null;
  controlNumbers?: ControlNumbers;
  /** When it ended. */
  at: Date;
}

/** What an exchange with a clearinghouse has made of an attempt. */
export interface AttemptChange extends AttemptKey {
  route: Route;
  outcome: AttemptOutcome;
  /** Null leaves the one it has. */
  requestId: string | null;
  /** A static word for what went wrong, never the vendor's. */
  reason: string | null;
  isLook: boolean;
  misses: number;
  /** For so long the clearinghouse asks to be left alone. */
  retryAfterSeconds: number | null;
  /** The last one carries what they led to. */
  exchanges: readonly Exchange[];
}

export interface TurnRecord {
  inquiryId: string;
  now: Date;
  status: StoredInquiryStatus;
  isOver: boolean;
  /** Null leaves it as it is. */
  nextTurnAt: Date | null;
  /** Null leaves what is stored. */
  conclusion: Conclusion | null;
  attempt: AttemptChange | null;
  /** Ciphertext of what came back for the attempt, to be kept until the inquiry has ended. */
  answer: Buffer | null;
}

const KEEPS_SSN: ReadonlySet<StoredInquiryStatus> = new Set(['pending', 'max-retry']);

/** An inquiry that is over lets go of its lease. */
export async function recordTurn(tx: Tx, keys: OrganizationKeys, record: TurnRecord): Promise<void> {
  const { inquiryId: id, conclusion, now } = record;
  await tx.query(
    'record-turn',
    `WITH told AS (
       SELECT * FROM jsonb_to_record($4) AS r (part smallint, number smallint, route text, outcome text, request_id text, reason text,
         looks integer, misses smallint, not_before timestamptz, exchanges jsonb)
     ), attempt AS (
       UPDATE inquiry_asks a SET outcome = told.outcome, request_id = coalesce(told.request_id, a.request_id), reason = told.reason,
         answer = $5, looks = a.looks + told.looks, misses = told.misses, not_before = told.not_before, last_looked_at = $6,
         ended_at = CASE WHEN told.outcome NOT IN ('sent', 'pending', 'uncertain') THEN $6::timestamptz END
       FROM told WHERE a.organization_id = $1 AND a.inquiry_id = $2 AND a.part = told.part AND a.number = told.number
     ), exchanges AS (
       INSERT INTO inquiry_attempts
         (organization_id, inquiry_id, part, attempt, route, remote_id, operation, started_at, duration_ms, http_status, vendor_code,
          control_number, answer_control_number, outcome)
       SELECT $1, $2, told.part, told.number, told.route, told.request_id, e.*
       FROM told, jsonb_to_recordset(told.exchanges) AS e (operation text, started_at timestamptz, duration_ms integer, http_status integer,
         vendor_code text, control_number text, answer_control_number text, outcome text)
     ), contents AS (
       UPDATE inquiry_contents SET ssn = NULL, coverage = coalesce($7, coverage), raw_answer = coalesce($8, raw_answer),
         remote_errors = coalesce($9, remote_errors), returned_patient = coalesce($11, returned_patient)
       WHERE organization_id = $1 AND inquiry_id = $2 AND $10
     ), to_compare AS (
       INSERT INTO answers_to_compare (organization_id, inquiry_id) SELECT $1, $2 WHERE $7 IS NOT NULL AND $3::jsonb ->> 'status' = 'complete'
       ON CONFLICT (organization_id, inquiry_id) DO UPDATE SET mark = DEFAULT
     )
     UPDATE inquiries i SET status = r.status, updated_at = CASE WHEN r.status <> i.status OR r.is_concluded THEN $6 ELSE i.updated_at END,
       next_turn_at = CASE WHEN NOT r.is_over THEN coalesce(r.next_turn_at, i.next_turn_at) END,
       lease_owner = CASE WHEN NOT r.is_over THEN i.lease_owner END, lease_until = CASE WHEN NOT r.is_over THEN i.lease_until END,
       answered_at = CASE WHEN r.is_concluded THEN $6 ELSE i.answered_at END, has_coverage = i.has_coverage OR $7 IS NOT NULL,
       source = coalesce(r.source, i.source), refused_by = coalesce(r.refused_by, i.refused_by),
       plan_status = coalesce(r.plan_status, i.plan_status), plan_state = coalesce(r.plan_state, i.plan_state),
       is_person_in_doubt = coalesce(r.is_person_in_doubt, i.is_person_in_doubt),
       is_handled_elsewhere = coalesce(r.is_handled_elsewhere, i.is_handled_elsewhere),
       is_other_payer_first = coalesce(r.is_other_payer_first, i.is_other_payer_first), asked = coalesce(r.asked, i.asked),
       payer_name_override = coalesce(r.payer_name_override, i.payer_name_override),
       ends_on = CASE WHEN $7 IS NOT NULL THEN r.ends_on ELSE i.ends_on END
     FROM jsonb_to_record($3) AS r (status text, is_over boolean, is_concluded boolean, next_turn_at timestamptz, source text, refused_by text,
       plan_status text, plan_state text, is_person_in_doubt boolean, is_handled_elsewhere boolean, is_other_payer_first boolean,
       payer_name_override text, asked jsonb, ends_on date)
     WHERE i.organization_id = $1 AND i.id = $2`,
    [
      keys.organizationId,
      id,
      JSON.stringify(inquiryColumns(record)),
      JSON.stringify(record.attempt === null ? {} : attemptColumns(record.attempt, now)),
      record.answer,
      now,
      closeContent(keys, id, 'coverage', conclusion?.coverage),
      closeContent(keys, id, 'raw_answer', conclusion?.raw_answer),
      closeContent(keys, id, 'remote_errors', conclusion?.remote_errors),
      !KEEPS_SSN.has(record.status),
      closeContent(keys, id, 'returned_patient', conclusion?.returned_patient),
    ],
  );
}

const inquiryColumns = ({ status, isOver, nextTurnAt, conclusion }: TurnRecord) => ({
  status,
  is_over: isOver,
  is_concluded: conclusion !== null,
  next_turn_at: nextTurnAt,
  source: conclusion?.source,
  refused_by: conclusion?.refused_by,
  plan_status: conclusion?.plan_status,
  plan_state: conclusion?.plan_state,
  is_person_in_doubt: conclusion?.is_person_in_doubt,
  is_handled_elsewhere: conclusion?.is_handled_elsewhere,
  is_other_payer_first: conclusion?.is_other_payer_first,
  payer_name_override: conclusion?.payer_name_override,
  asked: conclusion?.asked ?? undefined,
  ends_on: conclusion?.ends_on ?? undefined,
});

const attemptColumns = (attempt: AttemptChange, now: Date) => ({
  part: attempt.part,
  number: attempt.number,
  route: attempt.route,
  outcome: attempt.outcome,
  request_id: attempt.requestId,
  reason: attempt.reason,
  looks: attempt.isLook ? 1 : 0,
  misses: attempt.misses,
  not_before: attempt.retryAfterSeconds === null ? null : new Date(now.getTime() + attempt.retryAfterSeconds * 1000),
  exchanges: attempt.exchanges.map(({ operation, at, durationMs, httpStatus, vendorCode, controlNumbers }, index) => ({
    operation,
    started_at: new Date(at.getTime() - durationMs),
    duration_ms: Math.round(durationMs),
    http_status: httpStatus,
    vendor_code: vendorCode,
    control_number: controlNumbers?.sent ?? null,
    answer_control_number: controlNumbers?.received ?? null,
    outcome: index === attempt.exchanges.length - 1 ? attempt.outcome : null,
  })),
});

/** Their facts live on in the inquiry; what a payer sent is not kept twice. */
export async function dropAnswers(tx: Tx, inquiryId: string): Promise<void> {
  await tx.query(
    'drop-answers',
    'UPDATE inquiry_asks SET answer = NULL WHERE organization_id = $1 AND inquiry_id = $2 AND answer IS NOT NULL',
    [tx.organizationId, inquiryId],
  );
}
