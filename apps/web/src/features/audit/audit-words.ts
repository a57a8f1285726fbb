/** The words of the audit log as people read them. */
import type { AuditKind } from '@coverlight/contract/audit/audit-actions.ts';
import type { AuditEvent } from '@coverlight/contract/audit/audit.contract.ts';
import type { Tone } from '#ui/status-badge.tsx';

export const KIND_LABELS: Record<AuditKind, string> = {
  signed_in: 'Signed in',
  viewed: 'Viewed',
  sent: 'Sent',
  printed: 'Printed',
  changed: 'Changed',
};
const ROLE_NAMES: Record<AuditEvent['actor_role'], string> = {
  anonymous: 'Not signed in',
  restricted: 'Restricted user',
  standard: 'Standard user',
  manager: 'Manager',
  admin: 'Coverlight',
  system: 'System',
};
export const OUTCOMES: Record<AuditEvent['outcome'], { label: string; tone: Tone }> = {
  done: { label: 'Done', tone: 'success' },
  refused: { label: 'Refused', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
};

/** 'inquiry.view_list' is 'Inquiry: view list'. */
export function actionWords(action: string): string {
  const words = action.replaceAll(/[_-]/g, ' ').replace('.', ': ').replaceAll('.', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name; somebody of the platform, the system or a stranger by what they are. */
export function actorName({ user, actor_role }: Pick<AuditEvent, 'user' | 'actor_role'>): string {
  return user?.name ?? user?.email ?? ROLE_NAMES[actor_role];
}

/** What was touched: its kind and id, or how many. Null where the action has no object. */
export function objectWords({ object_type, object_ids }: Pick<AuditEvent, 'object_type' | 'object_ids'>): string | null {
  if (object_type === null) return null;
  const kind = object_type.replaceAll('_', ' ');
  if (object_ids.length === 0) return kind;
  return object_ids.length === 1 ? `${kind} ${object_ids[0]}` : `${object_ids.length} × ${kind}`;
}
