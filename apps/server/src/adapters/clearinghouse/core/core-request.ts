/** A question as a partner takes it: a 270 in a CORE envelope, SOAP 1.2 or a MIME form. */
import { randomUUID } from 'node:crypto';
import type { EligibilityQuestion as X12Question, QuestionPerson } from '@coverlight/x12/eligibility-question.ts';
import { write270 } from '@coverlight/x12/write-270.ts';
import type { EligibilityQuestion } from '#ports/clearinghouse.ts';
import type { CorePartner } from '#ports/core-partner.ts';

const VERSION = '005010X279A1';
const SELF = '18';

const orNull = (value: string | undefined): string | null => (value === undefined || value.trim() === '' ? null : value.trim());

function personOf(question: EligibilityQuestion): QuestionPerson {
  const may = (field: string, value: string | undefined) => (question.allowedFields.includes(field) ? orNull(value) : null);
  return {
    lastName: may('patientLastName', question.lastName),
    firstName: may('patientFirstName', question.firstName),
    middleName: null,
    suffix: may('patientSuffix', question.suffix),
    birthDate: may('patientBirthDate', question.birthDate),
    gender: may('patientGender', question.gender),
    memberId: may('memberId', question.memberId),
    groupNumber: may('groupNumber', question.groupNumber),
    socialSecurityNumber: may('patientSSN', question.ssn),
  };
}

const NOBODY: QuestionPerson = {
  lastName: null,
  firstName: null,
  middleName: null,
  suffix: null,
  birthDate: null,
  gender: null,
  memberId: null,
  groupNumber: null,
  socialSecurityNumber: null,
};

/** A dependent is asked for below a subscriber of whom the id alone is known. */
export function questionOf(question: EligibilityQuestion, trace: string): X12Question {
  const patient = personOf(question);
  const relationship = question.allowedFields.includes('subscriberRelationship') ? (orNull(question.relationship) ?? SELF) : SELF;
  const isSelf = relationship === SELF;
  return {
    payer: { name: question.payerName, id: question.payerCode },
    provider: {
      name: question.provider.name,
      npi: question.provider.npi,
      taxId: question.allowedFields.includes('providerTaxId') ? question.provider.taxId : null,
    },
    subscriber: isSelf ? patient : { ...NOBODY, lastName: patient.lastName, memberId: patient.memberId, groupNumber: patient.groupNumber },
    dependent: isSelf ? null : { ...patient, memberId: null, groupNumber: null, relationship },
    serviceTypes: question.serviceTypes,
    // Today is said by leaving the date out (product.md 10.7).
    date: question.asOfDate === undefined ? null : { from: question.asOfDate, to: question.asOfDate },
    trace,
  };
}

export interface CoreRequest {
  body: string;
  headers: Record<string, string>;
  trace: string;
  reference: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
const ACTION = 'RealTimeTransaction';

function soapBody(partner: CorePartner, fields: Record<string, string>, x12: string): string {
  const { user, password, namespace } = partner;
  const token = `<wsse:Security xmlns:wsse="${SECURITY}-wssecurity-secext-1.0.xsd" soapenv:mustUnderstand="true"><wsse:UsernameToken><wsse:Username>${escaped(user)}</wsse:Username><wsse:Password Type="${SECURITY}-username-token-profile-1.0#PasswordText">${escaped(password)}</wsse:Password></wsse:UsernameToken></wsse:Security>`;
  const written = Object.entries(fields).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
  // Of basic characters alone, so that it cannot hold the end of the section.
  const request = `<cor:COREEnvelopeRealTimeRequest xmlns:cor="${escaped(namespace)}">${written.join('')}<Payload><![CDATA[${x12}]]></Payload></cor:COREEnvelopeRealTimeRequest>`;
  return `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://www.w3.org/2003/05/soap-envelope"><soapenv:Header>${token}</soapenv:Header><soapenv:Body>${request}</soapenv:Body></soapenv:Envelope>`;
}

function mimeBody(partner: CorePartner, fields: Record<string, string>, x12: string, boundary: string): string {
  const { user, password } = partner;
  const all = { ...fields, UserName: user, Password: password, Payload: x12 };
  const parts = Object.entries(all).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${boundary}--\r\n`;
}

/** `controlNumber` is one that was never sent to anybody. */
export function coreRequest(partner: CorePartner, question: EligibilityQuestion, at: { now: Date; controlNumber: number }): CoreRequest {
  const { now, controlNumber } = at;
  const instant = now.toISOString();
  const reference = `CL${controlNumber}`;
  const trace = `${reference}T`;
  const x12 = write270(questionOf(question, trace), {
    sender: partner.sender,
    receiver: partner.receiver,
    controlNumber,
    date: instant.slice(0, 10),
    time: instant.slice(11, 16),
    usage: partner.usage,
    version: VERSION,
    reference,
    traceOrigin: `9${partner.sender.id}`.slice(0, 10).padEnd(10, '0'),
  });
  const fields = {
    PayloadType: `X12_270_Request_${VERSION}`,
    ProcessingMode: 'RealTime',
    PayloadID: randomUUID(),
    TimeStamp: `${instant.slice(0, 19)}Z`,
    SenderID: partner.sender.id,
    ReceiverID: partner.receiver.id,
    CORERuleVersion: '2.2.0',
  };
  if (partner.transport === 'soap') {
    const headers = { 'Content-Type': `application/soap+xml; charset=UTF-8; action="${ACTION}"` };
    return { body: soapBody(partner, fields, x12), headers, trace, reference };
  }
  const boundary = `coverlight-${randomUUID()}`;
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  return { body: mimeBody(partner, fields, x12, boundary), headers, trace, reference };
}
