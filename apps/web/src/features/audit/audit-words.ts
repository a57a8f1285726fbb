/** The words of the audit log as people read them. */
import type { AuditAction, AuditKind } from '@coverlight/contract/audit/audit-actions.ts';
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

/** Of actions that do not say by their own words what was done. */
const ACTION_WORDS: Readonly<Partial<Record<AuditAction, string>>> = {
  'inquiry.changes': 'Inquiry: what changed',
  'inbox.list': 'What changed: list',
  'inbox.update': 'What changed: item done, snoozed or assigned',
  'inbox-settings.update': 'What changed: settings',
  'person.list': 'Patient: list',
  'person.view': 'Patient: view',
  'person.events': 'Patient: what happened',
  'person.proposals': 'Patient: who may be the same',
  'person.archive': 'Patient: archived',
  'person.restore': 'Patient: taken out of the archive',
  'person.merge': 'Patient: put together with another',
  'person.split': 'Patient: checks given to another',
  'person.undo': 'Patient: merge or split undone',
  'person.different': 'Patient: not the same as another',
  'person.propose-again': 'Patient: may be the same again',
};

/** 'inquiry.view_list' is 'Inquiry: view list'. */
export function actionWords(action: string): string {
  const known = ACTION_WORDS[action as AuditAction];
  if (known !== undefined) return known;
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
