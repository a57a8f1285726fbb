/** The columns that every view of the log has. */
import type { AuditEvent } from '@coverlight/contract/audit/audit.contract.ts';
import { deviceName } from '#features/auth/device-name.ts';
import type { Column } from '#ui/data-table.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import classes from './audit.module.css';
import { actionWords, actorName, KIND_LABELS, objectWords, OUTCOMES } from './audit-words.ts';

export const auditColumns = {
  who: { id: 'user', header: 'Who', cell: actorName },
  kind: { id: 'kind', header: 'Action', cell: (event) => KIND_LABELS[event.kind] },
  what: { id: 'action', header: 'What', cell: (event) => <ActionCell event={event} /> },
  outcome: {
    id: 'outcome',
    header: 'Outcome',
    cell: ({ outcome }) => <StatusBadge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</StatusBadge>,
  },
  from: { id: 'from', header: 'From', cell: (event) => <Origin event={event} /> },
} as const satisfies Record<string, Column<AuditEvent>>;

function ActionCell({ event }: { event: AuditEvent }) {
  const object = objectWords(event);
  return (
    <>
      {actionWords(event.action)}
      {object && <span className={classes.detail}>{object}</span>}
      {event.changed_fields.length > 0 && <span className={classes.detail}>{`fields: ${event.changed_fields.join(', ')}`}</span>}
    </>
  );
}

function Origin({ event }: { event: AuditEvent }) {
  if (event.address === null) return null;
  return (
    <>
      {event.address}
      {event.user_agent && <span className={classes.detail}>{deviceName(event.user_agent)}</span>}
    </>
  );
}
