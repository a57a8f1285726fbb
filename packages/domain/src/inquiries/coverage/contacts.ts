/** Parties, dates and deliveries of an answer in words, as they are shown. Nothing that was sent is left out. */
import type { AdditionalPayer, Contact } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { countText } from './amounts.ts';
import { dateWords } from './date-words.ts';
import type { AnswerAddress, AnswerDate, AnswerDelivery, AnswerEntity, AnswerFact } from './payer-answer.ts';
import { codeOf, PERIOD_NAMES, QUANTITY_NAMES, wordsOf } from './x12-codes.ts';

type DateFact = AdditionalPayer['dates'][number];

export function toDateFact(date: AnswerDate): DateFact {
  return { label: date.label, from: date.from, to: date.to, text: date.text };
}

/** "Plan begin: 01/01/2026", "Coordination of benefits: 01/01/2026 to 12/31/2026". */
const dateLine = (date: AnswerDate) => `${date.label}: ${dateWords(date)}`;

const factLine = (fact: AnswerFact) => `${fact.label}: ${fact.value}`;

function addressLine(address: AnswerAddress | null): string[] {
  if (address === null) return [];
  const place = [address.state, address.zip].filter((part) => part !== null).join(' ');
  const line = [address.street, address.city, place].filter((part) => part !== null && part !== '').join(', ');
  return line === '' ? [] : [`Address: ${line}`];
}

const orderFlags = (entity: AnswerEntity) => [
  ...(entity.primary ? ['Order: primary'] : []),
  ...(entity.secondary ? ['Order: secondary'] : []),
  ...(entity.tertiary ? ['Order: tertiary'] : []),
];

const labelled = (label: string, value: string | null) => (value === null ? [] : [`${label}: ${value}`]);

export function toContact(entity: AnswerEntity): Contact {
  return {
    name: entity.name,
    category: wordsOf(entity.role),
    info: [
      ...labelled('Member ID', entity.memberId),
      ...labelled('Group number', entity.groupNumber),
      ...labelled('Third-party administrator', entity.thirdPartyAdministrator),
      ...orderFlags(entity),
      ...entity.contacts.flatMap((contact) => [...labelled('Contact', contact.name), ...contact.info.map(factLine)]),
      ...addressLine(entity.address),
      ...entity.dates.map(dateLine),
      ...entity.texts,
      ...entity.facts.map(factLine),
    ],
  };
}

/** Another payer the answer names. The order is only ever what the payer said (product.md 10.6). */
export function toAdditionalPayer(entity: AnswerEntity): AdditionalPayer {
  return {
    name: entity.name,
    primary: entity.primary || isRole(entity, 'primary'),
    secondary: entity.secondary || isRole(entity, 'secondary'),
    tertiary: entity.tertiary || isRole(entity, 'tertiary'),
    third_party_administrator: entity.thirdPartyAdministrator,
    role: wordsOf(entity.role),
    member_id: entity.memberId,
    group_number: entity.groupNumber,
    service_types: [],
    contacts: entity.contacts.map((contact) => ({ name: contact.name, category: null, info: contact.info.map(factLine) })),
    dates: entity.dates.map(toDateFact),
    texts: entity.texts,
    facts: [...entity.facts, ...addressLine(entity.address).map((line) => ({ label: 'Address', value: line.slice('Address: '.length) }))],
    line_ids: [],
  };
}

const ROLE_CODES = { primary: 'PRP', secondary: 'SEP', tertiary: 'TTP' } as const;

function isRole(entity: AnswerEntity, order: keyof typeof ROLE_CODES): boolean {
  return entity.role.code === ROLE_CODES[order] || entity.role.text?.trim().toLowerCase() === `${order} payer`;
}

/** HSD05 that counts rather than repeats: so many units are left, or may or may not be exceeded. */
const COUNTING = new Set(['29', '30', '31', '33']);

/** "1 Visit per 6 Months", "30 Days remaining". All parts as sent; '' where none was. */
export function deliverySentence(delivery: AnswerDelivery): string {
  const amount = countText(delivery.quantity, wordsOf(delivery.quantityQualifier, QUANTITY_NAMES)) ?? '';
  const unit = delivery.per ?? '';
  const period = wordsOf(delivery.period, PERIOD_NAMES);
  if (period !== null && COUNTING.has(codeOf(delivery.period, PERIOD_NAMES) ?? '')) {
    const counted = [delivery.periods ?? '', unit, period.toLowerCase()];
    return [amount, ...counted, delivery.pattern ?? '', delivery.time ?? ''].filter((part) => part !== '').join(' ');
  }
  const per = unit === '' ? '' : `per ${unit}`;
  const span = [delivery.periods, period].filter((part) => part !== null).join(' ');
  const within = span === '' ? '' : `${unit === '' ? 'per' : 'for'} ${span}`;
  return [amount, per, within, delivery.pattern ?? '', delivery.time ?? ''].filter((part) => part !== '').join(' ');
}
