/** Reads and checks the body of EligibilitySummary. Names are read in any case and unknown ones are ignored, as the vendor does. */

import { fromUsDate } from '../dates.ts';
import type { SandboxPayer } from '../payers/payers.ts';
import { practiceTypeOf, type PracticeType } from './practice-types.ts';

export interface Person {
  firstName: string;
  lastName: string;
  middleName: string;
  /** YYYY-MM-DD; empty where none was sent. */
  birthDate: string;
}

export interface Inquiry {
  payer: SandboxPayer;
  memberId: string;
  subscriber: Person;
  /** null: the subscriber is the patient. */
  dependent: Person | null;
  providerName: string;
  npi: string;
  /** YYYY-MM-DD. */
  dateOfService: string;
  practiceTypeCode: string;
  practiceType: PracticeType;
  location: string | null;
  referenceId: string | null;
  internalId: string | null;
  customerId: string | null;
}

/** A checked inquiry, or the vendor's message why there is none. `reason` holds no patient data. */
export type ReadInquiry = { inquiry: Inquiry } | { message: string; reason: string };

type Fields = ReadonlyMap<string, unknown>;

export function readInquiry(body: unknown, payers: SandboxPayer[]): ReadInquiry {
  const fields = fieldsOf(body);
  const payer = payers.find((candidate) => candidate.pverifyCode !== null && candidate.pverifyCode === text(fields, 'payerCode'));
  if (!payer || payer.pverifyState !== 'active') return refused('Payer is invalid or is not active for eligibility.', 'payerCode');
  const provider = fieldsOf(fields.get('provider'));
  const missing = missingField(fields, provider);
  if (missing) return refused(`The field ${missing} is required.`, missing);
  if (!/^\d{10}$/.test(text(provider, 'npi'))) return refused('The provider NPI is invalid.', 'provider.npi');
  const isSubscriber = readBoolean(fields.get('issubscriberpatient'));
  if (isSubscriber === null) return refused('isSubscriberPatient must be True or False.', 'isSubscriberPatient');
  const from = fromUsDate(text(fields, 'doS_StartDate'));
  const to = fromUsDate(text(fields, 'doS_EndDate'));
  if (!from || !to) return refused('The date of service must be MM/dd/yyyy.', 'doS_StartDate');
  const practiceTypeCode = text(fields, 'PracticeTypeCode') || null;
  const practiceType = practiceTypeOf(practiceTypeCode);
  if (!practiceType) return refused('The practice type is invalid.', 'PracticeTypeCode');

  const subscriber = fieldsOf(fields.get('subscriber'));
  const dependent = isSubscriber ? null : person(fieldsOf(fieldsOf(fields.get('dependent')).get('patient')));
  const inquiry: Inquiry = {
    payer,
    memberId: text(subscriber, 'memberId'),
    subscriber: person(subscriber),
    dependent,
    providerName: text(provider, 'lastName'),
    npi: text(provider, 'npi'),
    dateOfService: to,
    practiceTypeCode: practiceTypeCode ?? '70',
    practiceType,
    location: text(fields, 'Location') || null,
    referenceId: text(fields, 'referenceId') || null,
    internalId: text(fields, 'InternalId') || null,
    customerId: text(fields, 'CustomerID') || null,
  };
  return hasEnough(inquiry) ? { inquiry } : tooLittle();
}

const refused = (message: string, reason: string): ReadInquiry => ({ message, reason: `${reason}: ${message}` });

/** The only way this vendor tells which fields a payer wants. */
export function tooLittle(): { message: string; reason: string } {
  return {
    message:
      'Insufficient information to generate patient search.\r\nAllowed Search Criteria(s) for the Payer are \r\n: \r\n' +
      '1.Sub First Name,Sub Last Name,Sub DOB,Member ID\r\n.2.Sub DOB,Member ID\r\n.3.Sub First Name,Sub Last Name,Dep First Name,Dep DOB,Member ID\r\n',
    reason: 'too little information to search for the patient',
  };
}

function hasEnough({ memberId, subscriber, dependent }: Inquiry): boolean {
  if (memberId === '') return false;
  if (dependent) return dependent.birthDate !== '' && dependent.firstName !== '';
  return subscriber.birthDate !== '' || (subscriber.firstName !== '' && subscriber.lastName !== '');
}

function missingField(fields: Fields, provider: Fields): string | null {
  if (text(provider, 'lastName') === '') return 'provider.lastName';
  if (text(provider, 'npi') === '') return 'provider.npi';
  return ['isSubscriberPatient', 'doS_StartDate', 'doS_EndDate'].find((name) => text(fields, name) === '') ?? null;
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(Object.entries(value).map(([name, held]) => [name.toLowerCase(), held]));
}

function text(fields: Fields, name: string): string {
  const value = fields.get(name.toLowerCase());
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value).trim() : '';
}

function readBoolean(value: unknown): boolean | null {
  const word = String(value).toLowerCase();
  if (word === 'true') return true;
  return word === 'false' ? false : null;
}

function person(fields: Fields): Person {
  return {
    firstName: text(fields, 'firstName'),
    lastName: text(fields, 'lastName'),
    middleName: text(fields, 'middleName'),
    birthDate: fromUsDate(text(fields, 'dob')) ?? '',
  };
}
