/** Which kind of deed an action word belongs to. The patterns are read by PostgreSQL and by JavaScript alike. */
import type { AuditKind } from '@coverlight/contract/audit/audit.contract.ts';

export const KIND_PATTERNS: Readonly<Record<Exclude<AuditKind, 'changed'>, string>> = {
  signed_in: '^(login|logout|session)([.]|$)',
  viewed: '[.](view|list|search|count)$',
  sent: '[.]send$',
  printed: '[.](print|pdf|export)$',
};

/** What is none of the others changed something. */
export function kindOfAction(action: string): AuditKind {
  for (const kind of ['signed_in', 'viewed', 'sent', 'printed'] as const) {
    if (new RegExp(KIND_PATTERNS[kind]).test(action)) return kind;
  }
  return 'changed';
}
