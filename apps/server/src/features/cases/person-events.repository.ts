/** Case work as events of the person whom the case's check belongs to: a merge or a split has nothing to move (product.md 18.3). */
import type { CaseEventTold } from '@coverlight/domain/persons/event-words.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { Scope } from '#http/viewer.ts';
import type { AnswerContent } from './calls/calls.repository.ts';
import { answerAt, titleAt } from './case-places.ts';

export interface CaseEventOfPerson {
  at: Date;
  case_id: string;
  inquiry_id: string;
  told: CaseEventTold;
}

interface Row {
  kind: CaseEventTold['kind'];
  at: Date;
  case_id: string;
  inquiry_id: string;
  /** Of the row that its ciphertext belongs to; null where nothing is encrypted. */
  sealed_id: string | null;
  sealed: Buffer | null;
  /** What was done with a task or an estimate. */
  step: 'made' | 'done' | 'dropped' | 'delivered' | null;
  answers: number;
  is_good_faith: boolean;
  by: string;
}

type Sealed = Omit<Row, 'at' | 'case_id' | 'inquiry_id'>;

const nameOf = (user: string) => `coalesce(trim(${user}.first_name || ' ' || ${user}.last_name), '')`;

/**
 * Newest first, with all that happened at the moment of the last one. A restricted user is told of cases it may see, as far as they began with a
 * check of its own.
 */
export async function listCaseEventsOf(
  tx: Tx,
  keys: OrganizationKeys,
  scope: Scope,
  { personId, before, limit }: { personId: string; before: Date | null; limit: number },
): Promise<CaseEventOfPerson[]> {
  const rows = await tx.query<Row & Record<string, unknown>>(
    'case-events-of-person',
    `WITH own AS MATERIALIZED (
       SELECT c.id, c.inquiry_id FROM person_inquiries n
       JOIN inquiries i ON i.organization_id = n.organization_id AND i.id = n.inquiry_id
       JOIN cases c ON c.organization_id = n.organization_id AND c.inquiry_id = n.inquiry_id
       WHERE n.organization_id = $1 AND n.person_id = $2 AND NOT i.is_hidden
         AND ($3 OR (i.user_id = $4 AND (c.created_by = $4 OR c.assignee_id = $4)))
     ), events AS (
       SELECT 'call' AS kind, w.called_at AS at, own.id AS case_id, own.inquiry_id, min(w.id) AS sealed_id, NULL AS step,
         count(*)::int AS answers, false AS is_good_faith, w.user_id
       FROM own JOIN call_answers w ON w.organization_id = $1 AND w.case_id = own.id
       GROUP BY w.call_sheet_id, w.called_at, own.id, own.inquiry_id, w.user_id
       UNION ALL
       SELECT 'note', m.created_at, own.id, own.inquiry_id, NULL, NULL, 0, false, m.user_id
       FROM own JOIN case_notes m ON m.organization_id = $1 AND m.case_id = own.id
       UNION ALL
       SELECT 'task', s.at, own.id, own.inquiry_id, t.id, s.step, 0, false, NULL
       FROM own JOIN case_tasks t ON t.organization_id = $1 AND t.case_id = own.id
       CROSS JOIN LATERAL (VALUES (t.created_at, 'made'), (t.closed_at, t.state)) AS s (at, step)
       WHERE s.at IS NOT NULL
       UNION ALL
       SELECT 'estimate', s.at, own.id, own.inquiry_id, NULL, s.step, 0, e.kind = 'gfe', s.user_id
       FROM own JOIN estimates e ON e.organization_id = $1 AND e.case_id = own.id
       CROSS JOIN LATERAL (VALUES (e.created_at, 'made', e.created_by), (e.delivered_at, 'delivered', e.delivered_by)) AS s (at, step, user_id)
       WHERE s.at IS NOT NULL
     )
     SELECT e.kind, e.at, e.case_id, e.inquiry_id, e.sealed_id, coalesce(w.content, t.title) AS sealed, e.step, e.answers, e.is_good_faith,
       ${nameOf('u')} AS by
     FROM (SELECT * FROM events WHERE $5::timestamptz IS NULL OR at < $5 ORDER BY at DESC FETCH FIRST $6 ROWS WITH TIES) e
     LEFT JOIN users u ON u.organization_id = $1 AND u.id = e.user_id
     LEFT JOIN call_answers w ON e.kind = 'call' AND w.organization_id = $1 AND w.id = e.sealed_id
     LEFT JOIN case_tasks t ON e.kind = 'task' AND t.organization_id = $1 AND t.id = e.sealed_id
     ORDER BY e.at DESC`,
    [scope.organizationId, personId, !scope.restricted, scope.userId, before, limit],
  );
  return rows.map(({ at, case_id, inquiry_id, ...row }) => ({ at, case_id, inquiry_id, told: open(keys, row) }));
}

function open(keys: OrganizationKeys, { kind, sealed_id, sealed, step, answers, is_good_faith: isGoodFaith, by }: Sealed): CaseEventTold {
  const [id, ciphertext] = [sealed_id ?? '', sealed ?? Buffer.alloc(0)];
  switch (kind) {
    case 'call':
      return { kind, company: (keys.decryptJson(answerAt(id), ciphertext) as AnswerContent).company, answers, by };
    case 'note':
      return { kind, by };
    case 'task':
      return { kind, title: keys.decryptText(titleAt(id), ciphertext), step: step === 'done' || step === 'dropped' ? step : 'made' };
    case 'estimate':
      return { kind, isGoodFaith, step: step === 'delivered' ? step : 'made', by };
  }
}
