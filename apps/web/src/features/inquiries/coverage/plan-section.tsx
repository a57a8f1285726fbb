import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { planFacts } from '@coverlight/domain/inquiries/coverage/plan-words.ts';
import { statusWords } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import { Alert, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useCurrentUser } from '#lib/session.ts';
import { StatusBadge } from '#ui/status-badge.tsx';
import { FactList } from './fact-list.tsx';
import { AdditionalPayers, ContactList } from './parties.tsx';
import { PayerText, PayerWords } from './payer-text.tsx';
import classes from './plan-section.module.css';
import { RawData } from './raw-data.tsx';
import { useReading } from './reading.ts';

const NO_STATUS = 'No active status returned from the payer';

/** The plan box: status, names, dates, and who else is named with it. */
export function PlanSection({ plan }: { plan: Plan }) {
  const isAdmin = useCurrentUser()?.is_admin === true;
  const { benefit_groups: _groups, ...head } = plan;
  const hasStatus = plan.status !== null || plan.status_code !== null;
  const { tone, label, payerWords, help } = statusWords(plan.status, plan.status_code, useReading());
  return (
    <section className={classes.plan}>
      <div className={classes.head}>
        {hasStatus && <StatusBadge tone={tone}>{label}</StatusBadge>}
        {payerWords && (
          <Text span size="sm" c="dimmed">
            <PayerWords>{payerWords}</PayerWords>
          </Text>
        )}
      </div>
      {help && <Text size="sm">{help}</Text>}
      {!hasStatus && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
          {NO_STATUS}
        </Alert>
      )}
      <FactList facts={planFacts(plan)} columns />
      {plan.notes.length > 0 && (
        <div className={classes.notes}>
          <Title order={3} className={classes.subtitle}>
            Notes from the payer
          </Title>
          {plan.notes.map((note) => (
            <PayerText key={note} text={note} quoted />
          ))}
        </div>
      )}
      <div className={classes.parties}>
        <AdditionalPayers payers={plan.additional_payer_info} title="Other payers" order={3} />
        {plan.primary_care_provider && <ContactList contacts={[plan.primary_care_provider]} title="Primary care provider" order={3} />}
        <ContactList contacts={plan.contacts} title="Contacts" order={3} />
      </div>
      {isAdmin && <RawData data={head} />}
    </section>
  );
}

/** For an answer without any plan. */
export function MissingStatus() {
  return (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
      {NO_STATUS}
    </Alert>
  );
}

export function MissingBenefits() {
  return (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
      No benefit details returned from the payer
    </Alert>
  );
}
