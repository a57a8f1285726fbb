/** What happened to a person's record, from the tables where it is kept; each newest first (product.md 18.3). */
import type { StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import type { Tx } from '#db/client.ts';
import { MAY_BE_SOMEBODY_ELSE } from '#features/inquiries/list/inquiry-conditions.ts';
import type { Scope } from '#http/viewer.ts';
import { isVisible } from './person-checks.repository.ts';

export interface EventsWanted {
  personId: string;
  /** Older than this instant; null: from the newest on. */
  before: Date | null;
  limit: number;
}

export interface CheckEventRow {
  id: string;
  at: Date;
  status: StoredInquiryStatus;
  created_at: Date;
  as_of_date: string | null;
  plan_status: string | null;
  may_be_somebody_else: boolean;
  payer: string;
}

/** When it was answered, else when it was sent. With all that happened at the moment of the last one. */
export async function listCheckEvents(tx: Tx, scope: Scope, { personId, before, limit }: EventsWanted): Promise<CheckEventRow[]> {
  return await tx.query<CheckEventRow & Record<string, unknown>>(
    'check-events-of-person',
    `SELECT i.id, coalesce(i.answered_at, i.created_at) AS at, i.status, i.created_at, i.as_of_date, i.plan_status,
       ${MAY_BE_SOMEBODY_ELSE} AS may_be_somebody_else, coalesce(i.payer_name_override, y.name) AS payer
     FROM person_inquiries n
     JOIN inquiries i ON i.organization_id = n.organization_id AND i.id = n.inquiry_id
     JOIN payers y ON y.id = i.payer_id
     WHERE n.organization_id = $1 AND n.person_id = $2 AND ${isVisible('$3', '$4')}
       AND ($5::timestamptz IS NULL OR coalesce(i.answered_at, i.created_at) < $5)
     ORDER BY coalesce(i.answered_at, i.created_at) DESC FETCH FIRST $6 ROWS WITH TIES`,
    [scope.organizationId, personId, !scope.restricted, scope.userId, before, limit],
  );
}

export interface MoveEventRow {
  id: string;
  kind: 'link' | 'merge' | 'split';
  at: Date;
  count: number;
  is_here: boolean;
  by: string | null;
  is_undone: boolean;
  /** As far as the other person is as the move left it. */
  can_be_undone: boolean;
}

/** Of moves to or from the person, and those that became part of it. `undoable`: moves since then. */
export async function listMoveEvents(tx: Tx, { personId, before, limit }: EventsWanted, undoableSince: Date): Promise<MoveEventRow[]> {
  return await tx.query<MoveEventRow & Record<string, unknown>>(
    'move-events-of-person',
    `SELECT m.id, m.kind, m.at, cardinality(m.inquiry_ids) AS count, m.to_id = $2 AS is_here,
       trim(u.first_name || ' ' || u.last_name) AS by, m.undone_at IS NOT NULL AS is_undone,
       m.undone_at IS NULL AND m.at >= $5 AND CASE WHEN m.kind = 'split' THEN f.merged_into IS NULL AND t.merged_into IS NULL
         ELSE f.merged_into = m.to_id AND t.merged_into IS NULL END AS can_be_undone
     FROM person_moves m
     JOIN persons f ON f.organization_id = m.organization_id AND f.id = m.from_id
     JOIN persons t ON t.organization_id = m.organization_id AND t.id = m.to_id
     LEFT JOIN users u ON u.organization_id = m.organization_id AND u.id = m.user_id
     WHERE m.organization_id = $1 AND (m.from_id = $2 OR m.to_id = $2) AND ($3::timestamptz IS NULL OR m.at < $3)
     ORDER BY m.at DESC FETCH FIRST $4 ROWS WITH TIES`,
    [tx.organizationId, personId, before, limit, undoableSince],
  );
}

export interface WatchEventRow {
  at: Date;
  inquiry_id: string;
  codes: ChangeCode[];
  /** YYYY-MM-DD. */
  due_on: string | null;
}

/** What the inbox told of without a new answer. */
export async function listWatchEvents(tx: Tx, scope: Scope, { personId, before, limit }: EventsWanted): Promise<WatchEventRow[]> {
  return await tx.query<WatchEventRow & Record<string, unknown>>(
    'watch-events-of-person',
    `SELECT m.created_at AS at, m.inquiry_id, ARRAY[m.watch] AS codes, m.due_on FROM inbox_items m
     JOIN person_inquiries n ON n.organization_id = m.organization_id AND n.inquiry_id = m.inquiry_id AND n.person_id = m.person_id
     JOIN inquiries i ON i.organization_id = m.organization_id AND i.id = m.inquiry_id
     WHERE m.organization_id = $1 AND m.person_id = $2 AND m.watch IS NOT NULL AND ${isVisible('$3', '$4')}
       AND ($5::timestamptz IS NULL OR m.created_at < $5)
     ORDER BY m.created_at DESC FETCH FIRST $6 ROWS WITH TIES`,
    [scope.organizationId, personId, !scope.restricted, scope.userId, before, limit],
  );
}
