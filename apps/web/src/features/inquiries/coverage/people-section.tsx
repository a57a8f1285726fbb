import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { serviceTypeLabel } from '@coverlight/domain/inquiries/coverage/service-types.ts';
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { FactList } from './fact-list.tsx';
import type { LabelledFact } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import classes from './people-section.module.css';
import { addressWords, personName } from './people.ts';
import { PayerText } from './payer-text.tsx';

/** Who answered about whom, as the payer returned it. */
export function PeopleSection({ inquiry, coverage }: { inquiry: Inquiry; coverage: Coverage }) {
  const { patient, subscriber } = coverage;
  return (
    <section className={classes.people} aria-label="Payer, patient and subscriber">
      <Box title="Payer" facts={payerFacts(inquiry, coverage)}>
        {coverage.notices.map((notice) => (
          <PayerText key={`${notice.kind} ${notice.text}`} text={notice.text} quoted />
        ))}
      </Box>
      {patient && (
        <Box title="Patient at the payer" facts={[...personFacts(patient), { label: 'Relationship', value: patient.relationship }]} />
      )}
      {subscriber && <Box title="Subscriber" facts={personFacts(subscriber)} />}
    </section>
  );
}

function Box({ title, facts, children }: { title: string; facts: LabelledFact[]; children?: ReactNode }) {
  return (
    <div className={classes.box}>
      <Title order={2} className={classes.title}>
        {title}
      </Title>
      <FactList facts={facts} />
      {children && (
        <Text component="div" size="sm">
          {children}
        </Text>
      )}
    </div>
  );
}

function payerFacts(inquiry: Inquiry, coverage: Coverage): LabelledFact[] {
  const { asked, answered, silent } = coverage.service_types;
  const name = inquiry.payer_name_override ?? coverage.payer_name ?? inquiry.payer.name;
  return [
    { label: 'Name', value: name },
    ...(name === inquiry.payer.name ? [] : [{ label: 'Chosen as', value: inquiry.payer.name }]),
    ...(coverage.payer_id === null ? [] : [{ label: 'Payer ID', value: coverage.payer_id }]),
    { label: 'Asked', value: asked.map(serviceTypeLabel).join(', ') || null },
    {
      label: 'Answered',
      value: answered.length > 8 ? `${answered.length} service types` : answered.map(serviceTypeLabel).join(', ') || 'none',
    },
    ...coverage.facts,
    ...(silent.length === 0 ? [] : [{ label: 'Silent about', value: silent.map(serviceTypeLabel).join(', ') }]),
  ];
}

function personFacts(person: NonNullable<Coverage['subscriber']>): LabelledFact[] {
  return [
    { label: 'Name', value: personName(person) },
    { label: 'Birth date', value: person.dob === null ? null : usDate(person.dob) },
    { label: 'Gender', value: person.gender },
    { label: 'Member ID', value: person.member_id },
    { label: 'Address', value: addressWords(person.address) },
    ...person.facts,
  ];
}
