import type { PersonEvent } from '@coverlight/contract/persons/persons.contract.ts';
import { Anchor, Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Instant, instantText } from '#ui/calendar-date.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import classes from './person-page.module.css';
import { EVENT_BADGES } from './person-words.ts';

interface TimelineEventProps {
  event: PersonEvent;
  isUndoing: boolean;
  /** Absent where the viewer may decide nothing. */
  onUndo?: (moveId: string) => void;
  /** Given while checks are being chosen for a person of their own. */
  choice?: { chosen: ReadonlySet<string>; toggle: (inquiryId: string) => void };
}

export function TimelineEvent({ event, isUndoing, onUndo, choice }: TimelineEventProps) {
  const { at, kind, inquiry_id: inquiryId, move_id: moveId, words } = event;
  const badge = EVENT_BADGES[kind];
  const isCheck = kind === 'check' || kind === 'refused';
  return (
    <li className={classes.event}>
      {choice && isCheck && inquiryId !== null && (
        <Checkbox
          aria-label={`Choose the check of ${instantText(at)}`}
          checked={choice.chosen.has(inquiryId)}
          onChange={() => choice.toggle(inquiryId)}
        />
      )}
      <span className={classes.at}>
        <Instant at={at} />
      </span>
      <StatusBadge tone={badge.tone} icon={badge.icon}>
        {badge.label}
      </StatusBadge>
      <span className={classes.words}>{words}</span>
      <span className={classes.ways}>
        <WayOn event={event} />
        {moveId !== null && onUndo && (
          <Button size="compact-sm" variant="default" loading={isUndoing} onClick={() => onUndo(moveId)}>
            Undo
          </Button>
        )}
      </span>
    </li>
  );
}

/** To what it is about, where there is something to see. */
function WayOn({ event: { kind, inquiry_id: id, case_id: caseId, at } }: { event: PersonEvent }) {
  if (caseId !== null) {
    return (
      <Anchor
        size="sm"
        aria-label={`Open the case, ${instantText(at)}`}
        renderRoot={(props) => <Link to="/cases/$id" params={{ id: caseId }} {...props} />}
      >
        Open the case
      </Anchor>
    );
  }
  if (id === null) return null;
  if (kind === 'refused') {
    return (
      <Anchor size="sm" renderRoot={(props) => <Link to="/inquiries/$id/copy" params={{ id }} {...props} />}>
        Correct and send again
      </Anchor>
    );
  }
  if (kind !== 'check' && kind !== 'change' && kind !== 'watch') return null;
  const words = kind === 'change' ? 'See what changed' : 'Open the check';
  return (
    <Anchor
      size="sm"
      aria-label={`${words}, ${instantText(at)}`}
      renderRoot={(props) => <Link to="/inquiries/$id" params={{ id }} {...props} />}
    >
      {words}
    </Anchor>
  );
}
