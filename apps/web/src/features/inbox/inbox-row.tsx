import type { InboxItem } from '@coverlight/contract/inbox/inbox.contract.ts';
import { changeTitle } from '@coverlight/domain/changes/change-codes.ts';
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { GRAVITY_BADGES } from '#features/inquiries/changes/gravity-badges.ts';
import { Instant } from '#ui/calendar-date.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { AssigneeSelect } from './assignee-select.tsx';
import { isOfPlan, itemFacts, patientOf } from './inbox-words.ts';
import classes from './inbox.module.css';

interface InboxRowProps {
  item: InboxItem;
  people: readonly { value: string; label: string }[];
  isCurrent: boolean;
  /** Something in it got the focus. */
  onCurrent: () => void;
  onDone: () => void;
  onNotUseful: () => void;
  onSnooze: () => void;
  onReopen: () => void;
  onAssign: (assigneeId: string | null) => void;
}

export function InboxRow({ item, people, isCurrent, onCurrent, ...act }: InboxRowProps) {
  const { gravest, codes, words, state } = item;
  const badge = GRAVITY_BADGES[gravest];
  const whose = patientOf(item);
  return (
    <li data-item={item.id} tabIndex={-1} className={classes.item} data-current={isCurrent} aria-current={isCurrent ? 'true' : undefined}>
      <div role="presentation" className={classes.parts} onFocus={onCurrent}>
        <div className={classes.told}>
          <div className={classes.line}>
            <StatusBadge tone={badge.tone}>{badge.label}</StatusBadge>
            <Subject item={item} />
            <span className={classes.facts}>{itemFacts(item).join(', ')}</span>
          </div>
          <span className={classes.words}>{words}</span>
          <span className={classes.facts}>
            {codes.length > 1 && `${codes.map(changeTitle).join('; ')} · `}
            <Instant at={item.created_at} />
            {item.person_id !== null && item.inquiry_id !== null && (
              <>
                {' · '}
                <Anchor
                  inherit
                  aria-label={`All checks of ${whose}`}
                  renderRoot={(props) => <Link to="/persons/$id" params={{ id: item.person_id ?? '' }} {...props} />}
                >
                  All checks
                </Anchor>
              </>
            )}
          </span>
        </div>
        <div className={classes.actions}>
          <AssigneeSelect item={item} people={people} onAssign={act.onAssign} />
          {state === 'done' ? (
            <Button size="compact-sm" variant="default" aria-label={`Open again: ${whose}`} onClick={act.onReopen}>
              Open again
            </Button>
          ) : (
            <>
              {state === 'snoozed' && (
                <Button size="compact-sm" variant="default" aria-label={`Wake: ${whose}`} onClick={act.onReopen}>
                  Wake
                </Button>
              )}
              <Button size="compact-sm" aria-label={`Done: ${whose}`} onClick={act.onDone}>
                Done
              </Button>
              <Button size="compact-sm" variant="default" aria-label={`Snooze: ${whose}`} onClick={act.onSnooze}>
                Snooze
              </Button>
              <Button size="compact-sm" variant="subtle" aria-label={`Not useful: ${whose}`} onClick={act.onNotUseful}>
                Not useful
              </Button>
            </>
          )}
        </div>
      </div>
    </li>
  );
}

/** The way to what it is about: the answer, which tells the change on top, else the patient. Enter opens it. */
function Subject({ item }: { item: InboxItem }) {
  const { inquiry_id: inquiryId, person_id: personId } = item;
  if (inquiryId !== null) {
    return (
      <Anchor fw={600} renderRoot={(props) => <Link to="/inquiries/$id" params={{ id: inquiryId }} {...props} />}>
        {item.patient === '' ? 'Open the answer' : item.patient}
      </Anchor>
    );
  }
  if (item.network_rule_id !== null) {
    return (
      <Anchor fw={600} renderRoot={(props) => <Link to="/network-rules" {...props} />}>
        Network rules
      </Anchor>
    );
  }
  if (isOfPlan(item)) {
    return (
      <Anchor fw={600} renderRoot={(props) => <Link to="/plans" {...props} />}>
        Planned checks
      </Anchor>
    );
  }
  if (personId === null) return <strong>{item.patient}</strong>;
  return (
    <Anchor fw={600} renderRoot={(props) => <Link to="/persons/$id" params={{ id: personId }} {...props} />}>
      {item.patient === '' ? 'Open the patient' : item.patient}
    </Anchor>
  );
}
