/** The log of who did or saw what: it can be written, and by the server never read or changed (product.md 12). */
import type { Tx } from '#db/client.ts';
import type { auditEvents } from '#db/tables/audit.ts';

type Stored = typeof auditEvents.$inferInsert;

export interface AuditEvent {
  /** Whose log it belongs to: the object's organization, which the transaction must be set to. */
  organization_id: string;
  at: Date;
  actor_role: Stored['actor_role'];
  actor_user_id?: string | null;
  actor_organization_id?: string | null;
  session_id?: string | null;
  /** A static word such as 'inquiry.view'. */
  action: string;
  object_type?: string | null;
  object_ids?: string[];
  /** Keyed digest, never a name or number. */
  patient_key?: Buffer | null;
  outcome: Stored['outcome'];
  address?: string | null;
  user_agent?: string | null;
  request_id?: string | null;
  /** Names of fields, never values. */
  changed_fields?: string[];
  /** Why a platform admin looked, in their words. */
  reason?: string | null;
}

/** Written before the answer leaves, in the transaction of what it tells about: no view without its row. */
export async function insertAuditEvent(tx: Tx, event: AuditEvent): Promise<void> {
  await tx.query(
    'insert-audit-event',
    `INSERT INTO audit_events (organization_id, at, actor_role, actor_user_id, actor_organization_id, session_id, action, object_type,
       object_ids, patient_key, outcome, address, user_agent, request_id, changed_fields, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      event.organization_id,
      event.at,
      event.actor_role,
      event.actor_user_id ?? null,
      event.actor_organization_id ?? null,
      event.session_id ?? null,
      event.action,
      event.object_type ?? null,
      event.object_ids ?? [],
      event.patient_key ?? null,
      event.outcome,
      event.address ?? null,
      event.user_agent ?? null,
      event.request_id ?? null,
      event.changed_fields ?? [],
      event.reason ?? null,
    ],
  );
  // Whatever is done here stands in the log, so the row tells whether it was kept. A request may write the same word twice, of other objects.
  if (event.request_id == null) return;
  tx.provenBy('SELECT FROM audit_events WHERE organization_id = $1 AND at = $2 AND request_id = $3 AND action = $4 AND object_ids = $5', [
    event.organization_id,
    event.at,
    event.request_id,
    event.action,
    event.object_ids ?? [],
  ]);
}

/** One row in the log of each event's organization, in one statement; needs the admin's role. Digests of patients are not among what it writes. */
export async function insertAuditEvents(tx: Tx, events: readonly Omit<AuditEvent, 'patient_key'>[]): Promise<void> {
  await tx.query('insert-audit-events', 'SELECT insert_audit_events($1)', [JSON.stringify(events)]);
}
