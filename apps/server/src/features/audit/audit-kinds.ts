/** Which kind of deed an action word belongs to. */
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditKind } from '@coverlight/contract/audit/audit-actions.ts';

const isOf = (kind: AuditKind, action: string): boolean => AUDIT_ACTIONS[kind].some((word) => word === action);

/** A word of an earlier version that is not known any more was a change. */
export const kindOfAction = (action: string): AuditKind => AUDIT_KINDS.find((kind) => isOf(kind, action)) ?? 'changed';

/** What a row's `action` has to fulfil to be of this kind; `words` stands for the parameter's place. */
export function conditionOfKind(kind: AuditKind, action: string): { condition: (words: string) => string; words: readonly string[] } {
  if (kind !== 'changed') return { condition: (words) => `${action} = ANY (${words})`, words: AUDIT_ACTIONS[kind] };
  const others = AUDIT_KINDS.filter((other) => other !== 'changed').flatMap((other): string[] => [...AUDIT_ACTIONS[other]]);
  return { condition: (words) => `${action} <> ALL (${words})`, words: others };
}
