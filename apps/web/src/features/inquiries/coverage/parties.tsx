/** Whom the answer names besides the patient: contacts, other payers, the primary care provider. */
import type { AdditionalPayer, Contact } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { dateWords } from '@coverlight/domain/inquiries/coverage/date-words.ts';
import { serviceTypeLabel } from '@coverlight/domain/inquiries/coverage/service-types.ts';
import { Title } from '@mantine/core';
import { FactList } from './fact-list.tsx';
import type { LabelledFact } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import classes from './parties.module.css';
import { PayerText, PayerWords } from './payer-text.tsx';

export function ContactList({ contacts, title, order = 4 }: { contacts: readonly Contact[]; title: string; order?: 3 | 4 }) {
  if (contacts.length === 0) return null;
  return (
    <div className={classes.block}>
      <Title order={order} className={classes.title}>
        {title}
      </Title>
      <div className={classes.cards}>
        {contacts.map((contact) => (
          <ContactCard key={JSON.stringify(contact)} contact={contact} />
        ))}
      </div>
    </div>
  );
}

function ContactCard({ contact }: { contact: Contact }) {
  return (
    <div className={classes.card}>
      {contact.category && <div className={classes.role}>{<PayerWords>{contact.category}</PayerWords>}</div>}
      {contact.name && (
        <div className={classes.name}>
          <PayerWords>{contact.name}</PayerWords>
        </div>
      )}
      {contact.info.map((line) => (
        <PayerText key={line} text={line} />
      ))}
    </div>
  );
}

const ORDER_WORDS = { primary: 'Primary', secondary: 'Secondary', tertiary: 'Tertiary' } as const;

/** The order is shown only where the payer stated it (docs/product.md 10.6). */
function payerFacts(payer: AdditionalPayer): LabelledFact[] {
  const orders = (['primary', 'secondary', 'tertiary'] as const).filter((order) => payer[order]).map((order) => ORDER_WORDS[order]);
  const optional: [string, string | null][] = [
    ['Order', orders.length > 0 ? orders.join(', ') : null],
    ['Administrator', payer.third_party_administrator],
    ['Member ID there', payer.member_id],
    ['Group number', payer.group_number],
    ['Services', payer.service_types.length > 0 ? payer.service_types.map(serviceTypeLabel).join(', ') : null],
  ];
  return [
    ...optional.filter(([, value]) => value !== null).map(([label, value]) => ({ label, value })),
    ...payer.dates.map((date) => ({ label: date.label, value: dateWords(date) })),
    ...payer.facts,
  ];
}

export function AdditionalPayers({ payers, title, order = 4 }: { payers: readonly AdditionalPayer[]; title: string; order?: 3 | 4 }) {
  if (payers.length === 0) return null;
  return (
    <div className={classes.block}>
      <Title order={order} className={classes.title}>
        {title}
      </Title>
      <div className={classes.cards}>
        {payers.map((payer) => (
          <div key={JSON.stringify(payer)} className={classes.card}>
            {payer.role && (
              <div className={classes.role}>
                <PayerWords>{payer.role}</PayerWords>
              </div>
            )}
            <div className={classes.name}>{payer.name === null ? 'Name not stated' : <PayerWords>{payer.name}</PayerWords>}</div>
            <FactList facts={payerFacts(payer)} />
            {payer.contacts.map((contact) => (
              <PayerText
                key={JSON.stringify(contact)}
                text={[contact.category, contact.name, ...contact.info].filter(Boolean).join(' · ')}
              />
            ))}
            {payer.texts.map((text) => (
              <PayerText key={text} text={text} quoted />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
