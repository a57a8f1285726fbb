import type { CallAnswer } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { phoneText } from '@coverlight/domain/inquiries/coverage/summary-words.ts';
import { instantWithZone } from '#features/inquiries/coverage/checked-at.ts';
import classes from './calls.module.css';

/** Where a word told by phone comes from: who told it, whom, when, under which reference, and how long it counts. */
export function CallFacts({ answer }: { answer: CallAnswer }) {
  const facts = [
    ['Told by', [answer.rep_name, answer.company].filter((part) => part !== null).join(', ')],
    ['Reference number', answer.reference_no],
    ['Called', instantWithZone(answer.called_at)],
    ['By', answer.user.name],
    ['Number', answer.phone === null ? 'not noted' : phoneText(answer.phone)],
    ['On hold', answer.on_hold_seconds === null ? 'not noted' : clockText(answer.on_hold_seconds)],
    ['Counts until', usDate(answer.valid_until)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** 254 is 4:14. */
export function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}
