/** The columns that every view of the log has. */
import type { AuditEvent } from '@coverlight/contract/audit/audit.contract.ts';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
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
  const { inquiries } = event;
  const others = event.object_ids.length - inquiries.length;
  return (
    <>
      {actionWords(event.action)}
      {object && inquiries.length === 0 && <span className={classes.detail}>{object}</span>}
      {inquiries.map((inquiry) => (
        <span key={inquiry.id} className={classes.detail}>
          <NamedInquiry inquiry={inquiry} />
        </span>
      ))}
      {inquiries.length > 0 && others > 0 && <span className={classes.detail}>{others === 1 ? 'and one more' : `and ${others} more`}</span>}
      {event.changed_fields.length > 0 && <span className={classes.detail}>{`fields: ${event.changed_fields.join(', ')}`}</span>}
    </>
  );
}

/** By the patient, and the way to the answer where there is one. */
function NamedInquiry({ inquiry: { id, patient, has_answer } }: { inquiry: AuditEvent['inquiries'][number] }) {
  const words = patient ?? 'a check without a typed name';
  if (!has_answer) return words;
  return (
    <Anchor component={Link} to={`/inquiries/${id}`} size="sm">
      {words}
    </Anchor>
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
