import type { Policy } from '@coverlight/contract/persons/persons.contract.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Anchor, Button, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PayerWords } from '#features/inquiries/coverage/payer-text.tsx';
import { InquiryStatusBadge } from '#features/inquiries/inquiry-status-badge.tsx';
import { REPEAT_KEY } from '#lib/single-keys.ts';
import { browserZone, Instant } from '#ui/calendar-date.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import classes from './person-page.module.css';
import { checksText, checkToRepeat, policyStatus } from './person-words.ts';

/** Each insurance with what is known of it now. */
export function PolicyList({ policies }: { policies: readonly Policy[] }) {
  return (
    <section aria-labelledby="policies">
      <Title order={2} id="policies" className={classes.title}>
        Insurance
      </Title>
      {policies.length === 0 && <Text c="dimmed">No check that you may see names an insurance.</Text>}
      <ul className={classes.policies}>
        {policies.map((policy, index) => (
          <PolicyLine key={`${policy.payer.id} ${policy.member_id ?? ''}`} policy={policy} isFirst={index === 0} />
        ))}
      </ul>
    </section>
  );
}

function PolicyLine({ policy, isFirst }: { policy: Policy; isFirst: boolean }) {
  const { payer, member_id: memberId, relationship, next_check_on: nextCheck } = policy;
  const repeated = checkToRepeat(policy);
  const facts = [
    memberId === null ? 'Member ID not known' : `Member ID ${memberId}`,
    ...(relationship === null ? [] : [`the patient is: ${relationship}`]),
    checksText(policy.checks),
    ...(nextCheck === null ? [] : [`next check on ${usDate(nextCheck)}`]),
  ];
  return (
    <li className={classes.policy}>
      <div className={classes.policyWords}>
        <strong>
          <PayerWords>{payer.name}</PayerWords>
        </strong>
        <span className={classes.facts}>{facts.join(', ')}</span>
        <Latest policy={policy} />
        <RefusedSince policy={policy} />
      </div>
      {repeated !== null && (
        <Button
          size="compact-md"
          variant={isFirst ? 'filled' : 'default'}
          leftSection={<IconRefresh size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/inquiries/new" search={{ again: repeated }} {...(isFirst ? REPEAT_KEY : {})} {...props} />}
          aria-label={`Check again with ${payer.name}`}
        >
          Check again
        </Button>
      )}
    </li>
  );
}

/** The newest complete answer; what was refused since never takes its place. */
function Latest({ policy }: { policy: Policy }) {
  const { latest } = policy;
  if (latest === null) return <span className={classes.facts}>No answer yet that tells of today.</span>;
  const seen = policyStatus(policy, browserZone());
  return (
    <span className={classes.told}>
      {seen ? <StatusBadge tone={seen.tone}>{seen.label}</StatusBadge> : <Text span>No status known</Text>}
      <Anchor size="sm" renderRoot={(props) => <Link to="/inquiries/$id" params={{ id: latest.inquiry_id }} {...props} />}>
        answer of <Instant at={latest.answered_at} />
      </Anchor>
      <span className={classes.facts}>{`for ${usDate(latest.as_of)}${latest.is_expired ? ', out of date' : ''}`}</span>
    </span>
  );
}

function RefusedSince({ policy: { refused_since: refused } }: { policy: Policy }) {
  if (refused === null) return null;
  return (
    <span className={classes.told}>
      <InquiryStatusBadge status={refused.status} />
      <span className={classes.facts}>
        tried since, on <Instant at={refused.at} />, without an answer
      </span>
      <Anchor size="sm" renderRoot={(props) => <Link to="/inquiries/$id/copy" params={{ id: refused.inquiry_id }} {...props} />}>
        Correct and send again
      </Anchor>
    </span>
  );
}
