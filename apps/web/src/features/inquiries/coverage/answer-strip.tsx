import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { seenStatus } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { serviceTypeLabel } from '@coverlight/domain/inquiries/coverage/service-types.ts';
import type { ReactNode } from 'react';
import { browserZone, instantDayText } from '#ui/calendar-date.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import classes from './answer-strip.module.css';
import { instantWithZone } from './checked-at.ts';
import { personName, typedName } from './people.ts';
import { PayerWords } from './payer-text.tsx';

/**
 * Who and whether: the one sentence a receptionist can say aloud, whom it is about, and how fresh it is. Stays in sight while scrolling; on
 * a phone only the person does. `sentence` is null without any answer of the payer.
 */
export function AnswerStrip({ inquiry, sentence, action }: { inquiry: Inquiry; sentence: string | null; action: ReactNode }) {
  return (
    <section className={classes.strip} aria-label="Answer">
      <Person inquiry={inquiry}>
        <SeenStatus inquiry={inquiry} />
      </Person>
      {sentence !== null && (
        <p className={classes.sentence}>
          <PayerWords>{sentence}</PayerWords>
        </p>
      )}
      <div className={classes.side}>
        <Asked inquiry={inquiry} />
        <div className={classes.action}>{action}</div>
      </div>
    </section>
  );
}

function SeenStatus({ inquiry }: { inquiry: Inquiry }) {
  const seen = seenStatus(inquiry, browserZone());
  return seen && <StatusBadge tone={seen.tone}>{seen.label}</StatusBadge>;
}

/** As the payer returned the patient; what was typed stands in for what it left out. */
function Person({ inquiry: { coverage, submission }, children }: { inquiry: Inquiry; children: ReactNode }) {
  const patient = coverage?.patient ?? null;
  const returned = { name: personName(patient), birthDate: patient?.dob ?? null };
  const name = returned.name ?? typedName(submission);
  const birthDate = returned.birthDate ?? submission.patientBirthDate ?? null;
  const returnedId = patient?.member_id ?? coverage?.subscriber?.member_id ?? null;
  const memberId = returnedId ?? submission.memberId ?? null;
  // Beside what the payer returned, what it did not return must not look like its word.
  const isMixed = returned.name !== null || returned.birthDate !== null || returnedId !== null;
  const typed = (said: string | null) => (isMixed && said === null ? ' (as entered)' : '');
  return (
    <div className={classes.person}>
      {children}
      <strong>{name === null ? 'Name not stated' : <PayerWords>{`${name}${typed(returned.name)}`}</PayerWords>}</strong>
      {birthDate !== null && <span>{`born ${usDate(birthDate)}${typed(returned.birthDate)}`}</span>}
      {memberId !== null && (
        <span>
          Member ID <PayerWords>{`${memberId}${typed(returnedId)}`}</PayerWords>
        </span>
      )}
    </div>
  );
}

/** When it was asked, for which day, and through whom. Of an expired answer its own line says when. */
function Asked({ inquiry }: { inquiry: Inquiry }) {
  const verifiedAt = inquiry.answered_at ?? inquiry.created_at;
  return (
    <p className={classes.asked}>
      <span>
        {inquiry.status === 'expired' ? 'Last verified ' : 'Checked '}
        <time dateTime={verifiedAt}>{instantWithZone(verifiedAt)}</time>
      </span>
      <span>{`for ${askedDate(inquiry)}`}</span>
      <span>
        <PayerWords>{inquiry.payer_name_override ?? inquiry.payer.name}</PayerWords>
        {` through ${inquiry.source_name ?? 'a route not known'}`}
      </span>
    </p>
  );
}

function askedDate({ as_of_date: asked, created_at: createdAt }: Inquiry): string {
  return asked === null ? `${instantDayText(createdAt)} (day of asking)` : usDate(asked);
}

export function askedServices({ asked, coverage }: Inquiry): string {
  const codes = asked?.service_types ?? coverage?.service_types.asked ?? [];
  const parts = [...codes.map(serviceTypeLabel), ...(asked?.practice_type ? [asked.practice_type] : [])];
  return parts.length === 0 ? 'not known' : parts.join(', ');
}
