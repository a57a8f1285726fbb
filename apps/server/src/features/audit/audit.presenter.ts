import type { AuditEvent } from '@coverlight/contract/audit/audit.contract.ts';
import type { AuditRecord } from './audit-log.repository.ts';
import { kindOfAction } from './audit-kinds.ts';

/** By their id, or by that of the person whose newest one they are: inquiries with what names them to the viewer. */
export type NamedInquiries = ReadonlyMap<string, AuditEvent['inquiries'][number]>;

/** A list names so many of its patients; the others are counted. */
const NAMED_PER_EVENT = 3;

/** Ids of inquiries, or of persons, that an event names to whoever may see them. */
export const namedIds = ({ object_type, object_ids }: AuditRecord): string[] =>
  object_type === 'inquiry' || object_type === 'person' ? object_ids.slice(0, NAMED_PER_EVENT) : [];

export function presentAuditEvent(record: AuditRecord, named: NamedInquiries = new Map()): AuditEvent {
  return {
    id: record.id,
    at: record.at.toISOString(),
    kind: kindOfAction(record.action),
    action: record.action,
    outcome: record.outcome,
    actor_role: record.actor_role,
    user: record.actor_user_id === null ? null : { id: record.actor_user_id, name: record.user_name, email: record.user_email },
    object_type: record.object_type,
    object_ids: record.object_ids,
    address: record.address,
    user_agent: record.user_agent,
    changed_fields: record.changed_fields,
    reason: record.reason,
    inquiries: namedIds(record).flatMap((id) => named.get(id) ?? []),
  };
}

export const AUDIT_COLUMNS: readonly string[] = [
  'Time (UTC)',
  'Kind',
  'Action',
  'Outcome',
  'Person',
  'Email',
  'Role',
  'Object',
  'Object ids',
  'Address',
  'Browser',
  'Changed fields',
  'Reason',
];

/** In the order of AUDIT_COLUMNS. */
export const auditCells = (record: AuditRecord): string[] => [
  record.at.toISOString(),
  kindOfAction(record.action),
  record.action,
  record.outcome,
  record.user_name ?? '',
  record.user_email ?? '',
  record.actor_role,
  record.object_type ?? '',
  record.object_ids.join(' '),
  record.address ?? '',
  record.user_agent ?? '',
  record.changed_fields.join(' '),
  record.reason ?? '',
];
