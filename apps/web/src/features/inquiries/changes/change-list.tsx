import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { ReplyOf } from '@coverlight/contract/endpoint.ts';
import type { Change, NotComparable } from '@coverlight/contract/persons/changes.schema.ts';
import type { personsContract } from '@coverlight/contract/persons/persons.contract.ts';
import { changeTitle } from '@coverlight/domain/changes/change-codes.ts';
import { placeWords } from '@coverlight/domain/changes/changes-sentence.ts';
import { Anchor, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PayerText, PayerWords } from '#features/inquiries/coverage/payer-text.tsx';
import { Instant, instantDayText } from '#ui/calendar-date.tsx';
import { NotStated } from '#ui/money.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { GRAVITY_BADGES } from './gravity-badges.ts';
import { LinesOf } from './change-quotes.tsx';
import classes from './what-changed.module.css';

export type Changes = ReplyOf<typeof personsContract.changes>;
type Before = NonNullable<Changes['before']>;

interface ChangeListProps {
  inquiry: Inquiry;
  before: Before;
  changes: readonly Change[];
  notComparable: readonly NotComparable[];
}

/** Every change with what both answers say and what to do; then what was not compared, and why. */
export function ChangeList({ inquiry, before, changes, notComparable }: ChangeListProps) {
  return (
    <>
      <Text size="sm" c="dimmed">
        Compared with{' '}
        <Anchor inherit renderRoot={(props) => <Link to="/inquiries/$id" params={{ id: before.inquiry_id }} {...props} />}>
          the answer of <Instant at={before.answered_at} />
        </Anchor>
        {before.source === null ? '.' : `, through ${before.source}.`}
      </Text>
      <ol className={classes.list}>
        {changes.map((change, index) => (
          // One code may come twice in one place.
          <ChangeItem key={`${change.code} ${index}`} change={change} inquiry={inquiry} before={before} />
        ))}
      </ol>
      {notComparable.length > 0 && <Unlike parts={notComparable} />}
    </>
  );
}

function ChangeItem({ change, inquiry, before }: { change: Change; inquiry: Inquiry; before: Before }) {
  const [isOpen, setIsOpen] = useState(false);
  const { tone, label } = GRAVITY_BADGES[change.gravity];
  const place = placeWords(change.place);
  const hasLines = change.before_line_ids.length + change.after_line_ids.length > 0;
  return (
    <li className={classes.change}>
      <div className={classes.changeHead}>
        <StatusBadge tone={tone}>{label}</StatusBadge>
        <strong>
          <PayerWords>{change.words}</PayerWords>
        </strong>
        <span className={classes.place}>
          <PayerWords>{[changeTitle(change.code), ...place].join(', ')}</PayerWords>
        </span>
      </div>
      <dl className={classes.sides}>
        <div>
          <dt>{`On ${instantDayText(before.answered_at)}`}</dt>
          <dd>
            {change.before === null ? <NotStated /> : <PayerText text={change.before} />}
            {isOpen && <LinesOf inquiryId={before.inquiry_id} lineIds={change.before_line_ids} />}
          </dd>
        </div>
        <div>
          <dt>{`On ${instantDayText(inquiry.answered_at ?? inquiry.created_at)}`}</dt>
          <dd>
            {change.after === null ? <NotStated /> : <PayerText text={change.after} />}
            {isOpen && <LinesOf inquiryId={inquiry.id} lineIds={change.after_line_ids} />}
          </dd>
        </div>
      </dl>
      {change.action !== null && <Text size="sm">{change.action}</Text>}
      {hasLines && (
        <UnstyledButton className={`${classes.way} no-print`} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide the payer’s lines' : 'Show the payer’s lines'}
        </UnstyledButton>
      )}
    </li>
  );
}

function Unlike({ parts }: { parts: readonly NotComparable[] }) {
  return (
    <details className={classes.unlike}>
      <summary>{parts.length === 1 ? '1 part could not be compared' : `${parts.length} parts could not be compared`}</summary>
      <ul>
        {parts.map(({ what, why }) => (
          <li key={`${what} ${why}`}>
            <PayerWords>{`${what}: ${why}`}</PayerWords>
          </li>
        ))}
      </ul>
    </details>
  );
}
