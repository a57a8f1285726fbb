import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { dateWords } from '@coverlight/domain/inquiries/coverage/date-words.ts';
import { statusWords } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import { Alert, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useCurrentUser } from '#lib/session.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { StatusBadge } from '#ui/status-badge.tsx';
import { FactList } from './fact-list.tsx';
import type { LabelledFact } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { AdditionalPayers, ContactList } from './parties.tsx';
import { PayerText, PayerWords } from './payer-text.tsx';
import classes from './plan-section.module.css';
import { RawData } from './raw-data.tsx';

const NO_STATUS = 'No active status returned from the payer';

const day = (value: string | null) => (value === null ? null : usDate(value));
const dates = (start: string | null, end: string | null) => {
  if (start === null && end === null) return null;
  if (end === null) return `from ${day(start)}, end not stated`;
  return start === null ? `until ${day(end)}, start not stated` : `${day(start)} to ${day(end)}`;
};
const optional = (label: string, value: string | null): LabelledFact[] => (value === null ? [] : [{ label, value }]);

/** What everybody looks for has a place even when it was not stated; the rest shows where the payer sent it. */
function planFacts(plan: Plan): LabelledFact[] {
  return [
    { label: 'Plan', value: plan.name },
    ...optional('Plan number', plan.number),
    { label: 'Insurance type', value: plan.insurance_type },
    ...optional('Plan network', plan.plan_network_name),
    { label: 'Group', value: [plan.group_name, plan.group_number].filter((part) => part !== null).join(' · ') || null },
    { label: 'Plan dates', value: dates(plan.plan_start, plan.plan_end) },
    { label: 'Coverage dates', value: dates(plan.coverage_start, plan.coverage_end) },
    ...optional('Premium paid until', day(plan.premium_paid_to_end_date)),
    ...optional('Last update at the payer', day(plan.last_update_date)),
    ...plan.dates.map((date) => ({ label: date.label, value: dateWords(date) })),
    ...plan.facts,
  ];
}

/** The plan box: status, names, dates, and who else is named with it. */
export function PlanSection({ plan }: { plan: Plan }) {
  const isAdmin = useCurrentUser()?.is_admin === true;
  const { benefit_groups: _groups, ...head } = plan;
  const hasStatus = plan.status !== null || plan.status_code !== null;
  const { tone, label, payerWords, help } = statusWords(plan.status, plan.status_code);
  return (
    <section className={classes.plan}>
      <div className={classes.head}>
        <Title order={2}>Plan</Title>
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
