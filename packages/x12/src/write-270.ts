/** Writes a 270: one interchange with one question about one patient. What is null is not sent; values are cut down to X12's basic characters. */
import type { EligibilityQuestion, QuestionEnvelope, QuestionPerson } from './eligibility-question.ts';

const ELEMENT = '*';
const COMPONENT = ':';
const REPETITION = '^';
const TERMINATOR = '~';

/** Upper case without accents; what is no basic character, and the delimiters, become blanks. */
export function basicText(value: string): string {
  return value
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 !"&'()+,\-./;?=]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

const text = (value: string | null): string => (value === null ? '' : basicText(value));
const digits = (value: string): string => value.replaceAll(/\D/g, '');

/** Without the empty elements at its end. */
function segment(id: string, ...elements: string[]): string {
  let end = elements.length;
  while (end > 0 && elements[end - 1] === '') end -= 1;
  return [id, ...elements.slice(0, end)].join(ELEMENT);
}

const fixed = (value: string, length: number): string => basicText(value).slice(0, length).padEnd(length, ' ');
const number = (value: number, length: number): string => String(value).padStart(length, '0');

function personSegments(person: QuestionPerson): string[] {
  const { groupNumber, socialSecurityNumber, birthDate, gender } = person;
  const isDescribed = birthDate !== null || gender !== null;
  return [
    ...(text(groupNumber) === '' ? [] : [segment('REF', '6P', text(groupNumber))]),
    ...(socialSecurityNumber === null ? [] : [segment('REF', 'SY', digits(socialSecurityNumber))]),
    ...(isDescribed ? [segment('DMG', birthDate === null ? '' : 'D8', digits(birthDate ?? ''), text(gender))] : []),
  ];
}

function nameSegment(code: string, person: QuestionPerson): string {
  const { lastName, firstName, middleName, suffix, memberId } = person;
  const id = text(memberId);
  return segment('NM1', code, '1', text(lastName), text(firstName), text(middleName), '', text(suffix), id === '' ? '' : 'MI', id);
}

function dateSegment(date: EligibilityQuestion['date']): string[] {
  if (date === null) return [];
  const [from, to] = [digits(date.from), digits(date.to)];
  return [from === to ? segment('DTP', '291', 'D8', from) : segment('DTP', '291', 'RD8', `${from}-${to}`)];
}

function askedSegments(serviceTypes: string[], version: QuestionEnvelope['version']): string[] {
  const codes = serviceTypes.map(basicText).filter((code) => code !== '');
  // Elements repeat since 5010; before, the segment does.
  return version === '004010X092A1'
    ? codes.map((code) => segment('EQ', code))
    : codes.length === 0
      ? []
      : [segment('EQ', codes.join(REPETITION))];
}

function bodySegments(question: EligibilityQuestion, envelope: QuestionEnvelope): string[] {
  const { payer, provider, subscriber, dependent, trace } = question;
  const traces = text(trace) === '' ? [] : [segment('TRN', '1', text(trace), text(envelope.traceOrigin))];
  const asked = [...dateSegment(question.date), ...askedSegments(question.serviceTypes, envelope.version)];
  return [
    segment('BHT', '0022', '13', text(envelope.reference), digits(envelope.date), digits(envelope.time)),
    segment('HL', '1', '', '20', '1'),
    segment('NM1', 'PR', '2', text(payer.name), '', '', '', '', payer.id === null ? '' : 'PI', text(payer.id)),
    segment('HL', '2', '1', '21', '1'),
    segment('NM1', '1P', '2', text(provider.name), '', '', '', '', provider.npi === null ? '' : 'XX', text(provider.npi)),
    ...(provider.taxId === null ? [] : [segment('REF', 'TJ', digits(provider.taxId))]),
    segment('HL', '3', '2', '22', dependent === null ? '0' : '1'),
    ...(dependent === null ? traces : []),
    nameSegment('IL', subscriber),
    ...personSegments(subscriber),
    ...(dependent === null
      ? asked
      : [
          segment('HL', '4', '3', '23', '0'),
          ...traces,
          nameSegment('03', dependent),
          ...personSegments(dependent),
          ...(dependent.relationship === null ? [] : [segment('INS', 'N', text(dependent.relationship))]),
          ...asked,
        ]),
  ];
}

export function write270(question: EligibilityQuestion, envelope: QuestionEnvelope): string {
  const { sender, receiver, controlNumber, version } = envelope;
  const is4010 = version === '004010X092A1';
  const date = digits(envelope.date);
  const time = digits(envelope.time);
  const body = bodySegments(question, envelope);
  const interchangeNumber = number(controlNumber, 9);
  const header = [
    'ISA',
    '00',
    ' '.repeat(10),
    '00',
    ' '.repeat(10),
    fixed(sender.qualifier, 2),
    fixed(sender.id, 15),
    fixed(receiver.qualifier, 2),
    fixed(receiver.id, 15),
    date.slice(2),
    time,
    is4010 ? 'U' : REPETITION,
    is4010 ? '00401' : '00501',
    interchangeNumber,
    '0',
    envelope.usage,
    COMPONENT,
  ].join(ELEMENT);
  const segments = [
    header,
    segment('GS', 'HS', text(sender.id), text(receiver.id), date, time, String(controlNumber), 'X', version),
    is4010 ? segment('ST', '270', '0001') : segment('ST', '270', '0001', version),
    ...body,
    segment('SE', String(body.length + 2), '0001'),
    segment('GE', '1', String(controlNumber)),
    segment('IEA', '1', interchangeNumber),
  ];
  return segments.map((each) => `${each}${TERMINATOR}`).join('');
}
