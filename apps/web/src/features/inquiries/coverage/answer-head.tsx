import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { seenStatus } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { serviceTypeLabel } from '@coverlight/domain/inquiries/coverage/service-types.ts';
import { expiredNotice } from '@coverlight/domain/inquiries/inquiry-expiry.ts';
import { Alert, Text } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { browserZone, instantDayText } from '#ui/calendar-date.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import classes from './answer-head.module.css';
import { instantWithZone } from './checked-at.ts';
import { personName, typedName } from './people.ts';
import { PayerText, PayerWords } from './payer-text.tsx';

/** The one answer a receptionist can say aloud, whom it is about, and how fresh it is. */
export function AnswerHead({ inquiry, sentence }: { inquiry: Inquiry; sentence: string | null }) {
  const isExpired = inquiry.status === 'expired';
  const verifiedAt = inquiry.answered_at ?? inquiry.created_at;
  return (
    <section className={classes.head} aria-label="Answer">
      {isExpired && (
        <Alert color="yellow" icon={<IconClockExclamation aria-hidden />} className={classes.expired}>
          {expiredNotice(instantDayText(verifiedAt))}
        </Alert>
      )}
      <Person inquiry={inquiry} />
      {sentence !== null && (
        <div className={classes.answer}>
          <SeenStatus inquiry={inquiry} />
          <Text component="div" className={classes.sentence}>
            <PayerText text={sentence} />
          </Text>
        </div>
      )}
      <dl className={classes.facts}>
        {!isExpired && (
          <Fact label="Checked">
            <time dateTime={verifiedAt}>{instantWithZone(verifiedAt)}</time>
          </Fact>
        )}
        <Fact label="For date">{askedDate(inquiry)}</Fact>
        <Fact label="Payer">
          <PayerWords>{inquiry.payer_name_override ?? inquiry.payer.name}</PayerWords>
        </Fact>
        <Fact label="Through">{inquiry.source_name ?? 'not known'}</Fact>
        <Fact label="Asked for">{askedServices(inquiry)}</Fact>
        <Fact label="Provider">{inquiry.provider.name}</Fact>
        <Fact label="Asked by">{inquiry.user.name}</Fact>
      </dl>
      {inquiry.asked_under !== null && (
        <Text size="sm" className={classes.note}>{`Asked under ${inquiry.asked_under}; network facts may differ for your facility`}</Text>
      )}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function SeenStatus({ inquiry }: { inquiry: Inquiry }) {
  const seen = seenStatus(inquiry, browserZone());
  return seen && <StatusBadge tone={seen.tone}>{seen.label}</StatusBadge>;
}

/** As the payer returned the patient; what was typed stands in for what it left out. */
function Person({ inquiry: { coverage, submission } }: { inquiry: Inquiry }) {
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
    <p className={classes.person}>
      <strong>{name === null ? 'Name not stated' : <PayerWords>{`${name}${typed(returned.name)}`}</PayerWords>}</strong>
      {birthDate !== null && <span>{`born ${usDate(birthDate)}${typed(returned.birthDate)}`}</span>}
      {memberId !== null && (
        <span>
          Member ID <PayerWords>{`${memberId}${typed(returnedId)}`}</PayerWords>
        </span>
      )}
    </p>
  );
}

function askedDate({ as_of_date: asked, created_at: createdAt }: Inquiry): string {
  return asked === null ? `${instantDayText(createdAt)} (day of asking)` : usDate(asked);
}

function askedServices({ asked, coverage }: Inquiry): string {
  const codes = asked?.service_types ?? coverage?.service_types.asked ?? [];
  const parts = [...codes.map(serviceTypeLabel), ...(asked?.practice_type ? [asked.practice_type] : [])];
  return parts.length === 0 ? 'not known' : parts.join(', ');
}
